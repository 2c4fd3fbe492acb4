"""Which lanes may be apart where, and which registers may differ between lanes: after `analyse` both are known for every block.

*Apart.* When a block runs, the lanes that are not in it wait at other blocks. `waiting[b]` is the set of blocks where lanes may wait while
`b` runs; if it is empty, all living lanes are in `b`. It follows from the rule that of all blocks with lanes the lowest number runs next.
Where lanes take turns (`region`) it does not hold: from a *free* block on, any block with lanes may run next.

*Varying.* A register is one scalar for the warp unless its lanes may differ: because a source differs, because the instruction depends on
the lane, or because it is written while lanes that will still read the old value wait elsewhere.
"""

from ptx.operands import FloatBits, Integer, Register, SpecialRegister
from ptx.vm.compiled.cfg.graph import WAITING, Block, Copy, Graph, Op, Reg, operations, reads, writes
from ptx.vm.compiled.cfg.reaching import reached

LANE_SPECIALS = ("%tid.", "%laneid", "%lanemask_")
"""Special registers that differ between lanes, by how their names begin."""
LANE_MEANINGS = frozenset(("atom", "elect", "mbarrier_arrive", "mbarrier_test", "pop", "push", "wmma_load", *WAITING))
"""Meanings whose results differ between lanes whatever their sources are (or may: shuffles and votes are vectors for simplicity)."""


class Facts:
    """What the analyses know: `order`, the live registers at each block's start as bit sets, `waiting` and `region` as above."""

    __slots__ = ("free", "live", "order", "region", "uniform_specials", "waiting")

    def __init__(self, order: list[Block], uniform_specials: frozenset[str], free: frozenset[Block] = frozenset()) -> None:
        self.order = order
        self.free = free
        self.region: set[Block] = set()
        self.uniform_specials = uniform_specials
        self.live = live_at_start(order)
        self.waiting: dict[Block, set[Block]] = {}

    def converged(self, block: Block) -> bool:
        """Whether all living lanes are in the block when it runs."""
        return not self.waiting[block]

    def kept(self, block: Block) -> int:
        """Returns the registers (bits) that lanes elsewhere will still read while a block runs."""
        kept = 0
        for other in self.waiting[block]:
            kept |= self.live[other]
        return kept


def analyse(graph: Graph, order: list[Block], uniform_specials: frozenset[str], free: frozenset[Block] = frozenset()) -> Facts:
    """Marks the varying registers and returns the facts. `uniform_specials` are those `%tid` components that are one for each warp."""
    facts = Facts(order, uniform_specials, free)
    facts.waiting, facts.region = places_of_waiting(order, free)
    while mark_varying(facts):
        facts.waiting, facts.region = places_of_waiting(order, free)
    mark_lazy(graph, order)
    return facts


def live_at_start(order: list[Block]) -> dict[Block, int]:
    """Returns the registers that are read before they are written, from each block's start on."""
    used: dict[Block, int] = {}
    defined: dict[Block, int] = {}
    for block in order:
        use = define = 0
        for item in operations(block):
            for register in reads(item):
                use |= 1 << register.index & ~define
            for register in writes(item):
                define |= 1 << register.index
        if block.decides is not None:
            use |= 1 << block.decides.index & ~define
        used[block], defined[block] = use, define
    live = dict(used)
    changed = True
    while changed:
        changed = False
        for block in reversed(order):
            found = 0
            for target in block.targets:
                found |= live.get(target, 0)
            found = used[block] | found & ~defined[block]
            if found != live[block]:
                live[block], changed = found, True
    return live


def is_divergent(block: Block) -> bool:
    """Whether lanes may take different ways at the block's end."""
    return block.decides is not None and block.decides.varying


def following(block: Block) -> list[list[Block]]:
    """Returns the ways a block may end, each as the list of blocks that get lanes."""
    if block.kind == "barrier":
        return [block.targets]
    targets = [target for target in block.targets if not target.is_return()]
    if block.decides is None or is_divergent(block):
        return [targets]
    return [[target] if target in targets else [] for target in block.targets]


def places_of_waiting(order: list[Block], free: frozenset[Block]) -> tuple[dict[Block, set[Block]], set[Block]]:
    """Returns, for each block, where lanes may wait while it runs, and the blocks where they take turns."""
    region: set[Block] = set()
    while True:
        waiting = _waiting(order, region)
        grown = _region(free | region, waiting)
        if grown == region:
            return waiting, region
        region = grown


def _region(free: "set[Block] | frozenset[Block]", waiting: dict[Block, set[Block]]) -> set[Block]:
    """Returns the free blocks, all that may run after them, and all where lanes may wait then."""
    starts = {block for block in free if block in waiting}
    return starts | reached(starts, lambda block: [*[target for target in block.targets if not target.is_return()], *waiting[block]])


def _waiting(order: list[Block], region: set[Block]) -> dict[Block, set[Block]]:
    waiting: dict[Block, set[Block]] = {block: set(region) if block in region else set() for block in order}
    work = [order[0]]
    seen = {order[0], *region}
    while work:
        block = work.pop()
        if block in region:
            continue
        for way in following(block):
            for chosen, others in choices(waiting[block], way, block):
                if chosen not in seen or not others <= waiting[chosen]:
                    seen.add(chosen)
                    waiting[chosen] |= others
                    work.append(chosen)
    return waiting


def choices(waiting: "set[Block]", way: list[Block], block: Block) -> "list[tuple[Block, set[Block]]]":
    """Returns the blocks that may run next, each with those where lanes may wait then."""
    candidates = sorted({*waiting, *way}, key=lambda each: each.number)
    if block.kind == "barrier":
        return [(way[0], set())]
    found = []
    for position, chosen in enumerate(candidates):
        found.append((chosen, set(candidates[position + 1 :])))
        if chosen in way and len(way) == 1 and block.kind != "trap":
            break
    return found


def mark_varying(facts: Facts) -> bool:
    """Marks registers until nothing changes; returns whether anything did."""
    any_change, changed = False, True
    while changed:
        changed = False
        for block in facts.order:
            kept = facts.kept(block)
            for item in operations(block):
                differs = varies(item, facts)
                for register in writes(item):
                    if not register.varying and (differs or kept >> register.index & 1):
                        register.varying = changed = any_change = True
    return any_change


def varies(item: "Op | Copy", facts: Facts) -> bool:
    """Whether the results of an operation may differ between lanes."""
    if any(register.varying for register in reads(item)):
        return True
    if isinstance(item, Copy):
        return not isinstance(item.target, int) and isinstance(item.source, int)
    if item.meaning in LANE_MEANINGS or (facts.region and item.meaning == "barrier_red"):
        return True
    if item.meaning == "ld" and reads_local(item):
        return True
    return any(lane_special(operand.name, facts) for operand in item.operands if isinstance(operand, SpecialRegister))


def lane_special(name: str, facts: Facts) -> bool:
    """Whether a special register differs between the lanes of a warp."""
    return name.startswith(LANE_SPECIALS) and name not in facts.uniform_specials


def reads_local(op: Op) -> bool:
    """Whether a load may read the thread's own memory, which differs between lanes even at one address."""
    space = next((word.partition("::")[0] for word in op.instruction.name.split(".") if word.partition("::")[0] in SPACES), "")
    if space == "param":
        return not op.instance.frame.function.is_entry or names_variable(op)
    return space in ("local", "")


SPACES = frozenset(("const", "global", "local", "param", "shared"))
"""State spaces that a load may name."""


def names_variable(op: Op) -> bool:
    """Whether an operand is an address in a variable of the body."""
    bases = [getattr(operand, "base", None) for operand in op.operands]
    return any(op.scope.find("variables", getattr(base, "name", "")) is not None for base in bases)


ARITHMETIC = frozenset(["add", "sub", "mul", "fma", "div", "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh", "min", "max", "neg", "abs", "cvt"])
"""Meanings whose floating-point results are canonical where they are NaN."""


def mark_lazy(graph: Graph, order: list[Block]) -> None:
    """Marks the registers that only get results of floating-point arithmetic of one type, through moves and selections too."""
    written: dict[Reg, list[str | Reg]] = {}
    for block in order:
        for item in operations(block):
            for register in writes(item):
                written.setdefault(register, []).extend(_written(item))
    kinds = _inherited(written)
    changed = True
    while changed:
        changed = False
        for register, kind in list(kinds.items()):
            if any(kinds.get(source, source) != kind if isinstance(source, Reg) else source != kind for source in written[register]):
                del kinds[register]
                changed = True
    for register in kinds:
        register.lazy = True


def _inherited(written: "dict[Reg, list[str | Reg]]") -> dict[Reg, str]:
    """Returns a first guess of the float type of each register: that of its arithmetic results, or of a register that it copies."""
    kinds: dict[Reg, str] = {register: kind for register, sources in written.items() for kind in ("f32", "f64") if kind in sources}
    changed = True
    while changed:
        changed = False
        for register, sources in written.items():
            if register not in kinds:
                known = next((kinds[source] for source in sources if isinstance(source, Reg) and source in kinds), None)
                if known is not None:
                    kinds[register] = known
                    changed = True
    return kinds


def _written(item: "Op | Copy") -> "list[str | Reg]":
    """Returns what an operation writes: the float type of an arithmetic result, the registers it chooses from, or "" for anything else.

    Constants that are no NaN count for nothing.
    """
    if isinstance(item, Copy) or len(item.targets) != 1 or not item.forms:
        return [""]
    kind = item.forms[0][1]
    if item.meaning in ARITHMETIC and kind in ("f32", "f64"):
        return [kind]
    if item.meaning not in ("mov", "selp") or kind not in ("f32", "f64", "b32", "b64"):
        return [""]
    found: list[str | Reg] = []
    for _, _, operand in item.forms[1 : 2 if item.meaning == "mov" else 3]:
        if isinstance(operand, (FloatBits, Integer)):
            found += [] if is_number(operand, kind) else [""]
        elif isinstance(operand, Register) and len(item.sources) >= len(found) + 1:
            found.append(item.sources[len([each for each in found if isinstance(each, Reg)])])
        else:
            return [""]
    return found


def is_number(operand: "FloatBits | Integer", kind: str) -> bool:
    """Whether a constant is no NaN as a float of the type's width."""
    width = 64 if kind.endswith("64") else 32
    if isinstance(operand, FloatBits) and operand.width != width:
        return False
    bits = operand.bits if isinstance(operand, FloatBits) else operand.value
    magnitude = bits & ((1 << (width - 1)) - 1)
    return magnitude <= (0x7F800000 if width == 32 else 0x7FF0000000000000)


__all__ = ["Facts", "analyse", "is_divergent", "lane_special", "live_at_start"]
