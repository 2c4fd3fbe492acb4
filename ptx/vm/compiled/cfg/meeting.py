"""Where lanes of a warp meet although they may come one by one, or to different instructions: at one block for each kind of instruction.

PTX ISA, `shfl.sync` and its siblings: the lanes of a mask wait for each other, and from sm_70 on they may be at different instructions of
one kind. So a warp instruction is executed where it stands only if all living lanes are there and in its mask. Otherwise its operands go to
hidden registers and its lanes to the one block of that kind; when the lanes of a mask have all come it is executed once for them, and they
go back to where they came from with their results.
"""

from ptx.operands import SINK, Integer, Negated, Operand, Pair
from ptx.vm.compiled.cfg.graph import Block, Graph, Op, jump
from ptx.vm.compiled.cfg.hidden import Hidden

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.cfg.graph import Reg

MASK_OPERAND = {"warp_sync": 0, "shfl": 4, "vote": 2, "match": 2, "redux": 2, "elect": 1}
"""Which operand is the mask."""


def mask_of(block: Block) -> "tuple[Op, Operand] | None":
    """Returns the warp instruction that a block begins with, if it has not been changed, and its mask."""
    first = block.ops[0] if block.waits and not block.met else None
    return (first, first.operands[MASK_OPERAND[first.meaning]]) if isinstance(first, Op) and first.meaning in MASK_OPERAND else None


class Meeting:
    """The block of one kind of instruction; `sites` are the blocks with such instructions, `site` and `mask` the registers that lanes bring."""

    __slots__ = ("block", "mask", "site", "sites")

    def __init__(self, block: Block, site: "Reg", mask: "Reg") -> None:
        self.block = block
        self.site = site
        self.mask = mask
        self.sites: list[Block] = []


class Meetings:
    """All meetings of a graph, by the instruction's name."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.hidden = Hidden(graph)
        self.by_name: dict[str, Meeting] = {}

    def wanted(self, block: Block) -> bool:
        """Whether a block is a warp instruction that waits, or a barrier with a result, and has not been changed yet."""
        reduces = block.kind == "barrier" and block.op is not None and block.op.meaning == "barrier_red"
        return not block.met and (reduces or self._first(block) is not None)

    @staticmethod
    def _first(block: Block) -> Op | None:
        """Returns the warp instruction that a block begins with."""
        first = block.ops[0] if block.waits else None
        return first if isinstance(first, Op) and first.meaning in MASK_OPERAND else None

    def add(self, block: Block) -> None:
        """Changes such a block; what follows its warp instruction may be one too."""
        block.met, op = True, self._first(block)
        if op is None:
            self._take_result(block)
            return
        meeting = self._meeting(op)
        rest = self._split(block)
        here, arrive, back = (self.graph.new_block(op.place) for _ in range(3))
        here.ops, here.waits, here.met = [op], True, True
        jump(here, rest)
        number = len(meeting.sites)
        meeting.sites.append(block)
        self._arrive(op, number, arrive, meeting)
        self._back(op, back, rest)
        meeting.block.cases.append(number)
        meeting.block.targets.append(back)
        mask = self._source(op, MASK_OPERAND[op.meaning])
        block.ops = [self._moved(op, mask, op.operands[MASK_OPERAND[op.meaning]], "b32")]
        block.kind, block.op, block.selector, block.targets, block.waits = "meet", op, meeting.mask, [here, arrive], False

    def _take_result(self, block: Block) -> None:
        """A barrier with a result: what comes after it begins with taking that."""
        assert block.op is not None
        after = self.graph.new_block(block.place)
        after.ops = [block.op]
        jump(after, block.targets[0])
        block.targets = [after]

    def _split(self, block: Block) -> Block:
        """Returns what follows a block's first operation, as a block."""
        rest = self.graph.new_block(block.place)
        rest.ops, rest.kind, rest.guard, rest.op, rest.targets = block.ops[1:], block.kind, block.guard, block.op, block.targets
        rest.selector, rest.cases, rest.decider = block.selector, block.cases, block.decider
        block.guard, block.cases = None, []
        return rest

    def _meeting(self, op: Op) -> Meeting:
        name = op.instruction.name
        if name not in self.by_name:
            block = self.graph.new_block(op.place)
            sources = tuple(self._source(op, position) for position, (form, _, _) in enumerate(op.forms) if not form.destination)
            block.ops = [self.hidden.op(op, name, *self._results(op), *sources)]
            site = self.hidden.register(f"{name}.site", "b32")
            block.waits = block.met = True
            block.kind, block.selector = "switch", self.hidden.reg(site)
            self.by_name[name] = Meeting(block, self.hidden.reg(site), self.hidden.reg(self._source(op, MASK_OPERAND[op.meaning])))
        return self.by_name[name]

    def _source(self, op: Op, position: int) -> Operand:
        kind = op.forms[position][1]
        return self.hidden.register(f"{op.instruction.name}.{position}", kind if kind == "pred" else f"b{kind[1:]}")

    def _results(self, op: Op) -> "tuple[Operand, ...]":
        """Returns the destinations of the common instruction, as many as there may be."""
        name = op.instruction.name
        if op.meaning == "warp_sync":
            return ()
        first = self.hidden.register(f"{name}.d", op.forms[0][1] if op.forms[0][1] == "pred" else "b32")
        return (Pair(first, self.hidden.register(f"{name}.p", "pred")) if op.forms[0][0].pair else first,)

    def _arrive(self, op: Op, number: int, block: Block, meeting: Meeting) -> None:
        for position, (form, kind, operand) in enumerate(op.forms):
            if not form.destination and position != MASK_OPERAND[op.meaning]:
                block.ops.append(self._moved(op, self._source(op, position), operand, kind))
                block.ops[-1].stands_for = op  # type: ignore[union-attr]
        block.ops.append(self.hidden.op(op, "mov.b32", self.hidden.register(f"{op.instruction.name}.site", "b32"), Integer(number)))
        jump(block, meeting.block)

    def _moved(self, op: Op, target: Operand, source: Operand, kind: str) -> Op:
        if isinstance(source, Negated):
            return self.hidden.op(op, "not.pred", target, source.register)
        return self.hidden.op(op, "mov.pred" if kind == "pred" else f"mov.b{kind[1:]}", target, source)

    def _back(self, op: Op, block: Block, rest: Block) -> None:
        """Takes the results to the instruction's own destinations."""
        if op.meaning != "warp_sync":
            own, found = op.operands[0], self._results(op)[0]
            pairs = [(own.first, found.first), (own.second, found.second)] if isinstance(own, Pair) and isinstance(found, Pair) else (
                [(own, found.first if isinstance(found, Pair) else found)])  # fmt: skip
            kinds = [op.forms[0][1], "pred"]
            block.ops += [self._moved(op, target, source, kind) for (target, source), kind in zip(pairs, kinds) if target is not SINK]
        jump(block, rest)
