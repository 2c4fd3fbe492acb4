"""One warp as one function: after `WarpFunction.build` the kernel is LLVM IR in which every instruction works on 32 lanes at once.

`%live` holds the lanes that have not ended, `%mask` those that execute the current block, `%M<n>` those that wait at block n. At the end of
a block the lanes are handed to its targets, and of all blocks with lanes the one with the lowest number runs next; which ones may have
lanes is known (`convergence`), so this is a few tests and jumps, or none. At a barrier the function saves its live registers and returns.
"""

from ptx.vm.compiled.analysis.constants import constant_registers
from ptx.vm.compiled.cfg.graph import Block, Copy, Graph, Op, Reg, operations
from ptx.vm.compiled.cfg.preparing import Prepared
from ptx.vm.compiled.control.branches import branch, multiway
from ptx.vm.compiled.control.dispatch import Dispatch
from ptx.vm.compiled.control.endless import quiet_loops, unchanged
from ptx.vm.compiled.control.entering import first_mask, load_state, make_slots, root_rows
from ptx.vm.compiled.control.stopping import Stops
from ptx.vm.compiled.control.traps import trap
from ptx.vm.compiled.control.turns import Turns
from ptx.vm.compiled.instructions.lowerings import MEANINGS
from ptx.vm.compiled.instructions.queue_layout import HEAD, HEADER
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.specials import Specials
from ptx.vm.compiled.ir.state import OFFSET
from ptx.vm.compiled.ir.text import WARP, Code
from ptx.vm.machine import STACK_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.analysis.roots import Origin
    from ptx.vm.compiled.instructions.absent import Absent
    from ptx.vm.compiled.watch.instrument import Instrument
    from ptx.vm.errors import Place

TICK = 4096
"""Jumps backwards between two looks at fuel and clock (a power of two)."""


class Site:
    """One place that may fault: what Python needs to report it."""

    __slots__ = ("block", "op", "others", "place", "registers", "size", "strides", "writes")

    def __init__(self, place: "Place", op: "Op | None" = None, writes: bool = False, size: int = 0) -> None:
        self.place = place
        self.op = op
        self.writes = writes
        self.size = size
        self.registers: list[str] = []
        self.strides: list[int | None] = []
        self.others: list[Block] = []


class Host:
    """What the code generator's target can do: f16 conversions, and scatters that are no chain of branches."""

    __slots__ = ("halves", "scatters")

    def __init__(self, halves: bool, scatters: bool) -> None:
        self.halves = halves
        self.scatters = scatters


class WarpFunction:
    """Builds `@warp`; the attributes are what meanings look up."""

    def __init__(
        self, graph: Graph, prepared: Prepared, strides: "dict[Reg, int]", shape: tuple[int, int, int], host: Host, watch: "Instrument | None" = None
    ) -> None:
        self.graph = graph
        self.watch = watch
        self.absent: Absent | None = None
        self.facts = facts = prepared.facts
        self.strides = strides
        self.guesses: dict[Reg, int] = {}
        self.origins: dict[Reg, Origin] = {}
        self.rows: dict[tuple[int, bool], tuple[str, set[int]]] = {}
        self.quiet = quiet_loops(facts.order)
        self.seen: list[tuple[str, str]] = []
        self.looks = 0
        self.shape = shape
        self.host_halves = host.halves
        self.host_scatters = host.scatters
        self.declared: dict[str, str] = {}
        self.code = Code(self.declared)
        self.helpers: set[tuple[str, ...]] = set()
        self.routines: dict[str, str] = {}
        """Functions of this kernel alone, by name: their text."""
        self.sites: list[Site] = []
        self.barriers: list[Block] = [block for block in facts.order if block.kind == "barrier"]
        self.tracked = {block for block in facts.order if facts.waiting[block]} | {each for block in self.barriers for each in facts.waiting[block]}
        """Blocks whose waiting lanes are kept in a variable; in the others all living lanes are."""
        self.constants = constant_registers(facts.order)
        self.has_shadow = any(isinstance(op, Op) and op.resolved.has("nc") for block in facts.order for op in operations(block))
        self.has_queues = any(isinstance(op, Op) and op.meaning.startswith("cp_async") for block in facts.order for op in operations(block))
        self.local_size = len(graph.machine.local)
        self.local_bytes = (self.local_size + 3) // 4 * 4
        self.parameter_bytes = 0
        self.panics: dict[str, tuple[str, ...]] = {}
        self.calls_host = any(isinstance(op, Op) and op.meaning == "call" for block in facts.order for op in operations(block))
        self.specials: Specials
        self.block = facts.order[0]
        self.uses_empty = False
        self.turns = Turns(self, prepared) if facts.region else None
        self.stops: Stops | Turns = self.turns or Stops(self)
        self.ways = Dispatch(self)

    @property
    def goes_on(self) -> bool:
        """Whether the lanes above one that faults go on."""
        return self.watch is not None and self.watch.goes_on

    # --- masks -----------------------------------------------------------------------------------------------------------------------

    @property
    def mask(self) -> str:
        """The lanes that execute the current block."""
        return self.kept_mask("mask")

    @property
    def live(self) -> str:
        """The lanes that have not ended."""
        return self.kept_mask("live")

    def kept_mask(self, name: str) -> str:
        """A mask that is kept in a variable: as an integer, for it is mostly combined and tested."""
        return self.code.mask(self.code.let(f"load i32, ptr %{name}"))

    def keep_mask(self, name: str, mask: str) -> None:
        """Keeps a mask."""
        self.code.do(f"store i32 {self.code.bits(mask)}, ptr %{name}")

    def end_lanes(self, ended: str) -> None:
        """Takes lanes from the living."""
        self.keep_mask("live", self.code.without(self.live, ended))

    def drop_faulted(self) -> None:
        """After a check out of line: the lanes that faulted, and those above, are gone; without others the block is left."""
        code = self.code
        alive = code.mask(code.let(f"load i32, ptr {self.field('alive')}"))
        self.keep_mask("live", code.both(self.live, alive))
        left = code.both(self.mask, alive)
        self.keep_mask("mask", left)
        on = code.new_label("on")
        self.uses_empty = True
        code.do(f"br i1 {code.any(left)}, label %{on}, label %E{self.block.number}")
        code.label(on)

    def field(self, name: str) -> str:
        """The pointer to a field of the state."""
        return self.code.let(f"getelementptr i8, ptr %state, i64 {OFFSET[name]}")

    def root_row(self, offset: int, writes: bool, span: int) -> str:
        """The name of the row of a pointer parameter's array for accesses of a span; it is looked up at the start of the function."""
        name, spans = self.rows.setdefault((offset, writes), (f"%row.{offset}.{'w' if writes else 'r'}", set()))
        spans.add(span)
        return name

    def site(self, op: "Op | None", writes: bool = False, size: int = 0, place: "Place | None" = None) -> int:
        """Returns the number of a new place that may fault."""
        assert op is not None or place is not None
        self.sites.append(Site(place or op.place, op, writes, size))  # type: ignore[union-attr]
        return len(self.sites) - 1

    def sites_of(self, ops: "list[Op]") -> int:
        """Returns the first of new places for some instructions, whose numbers follow each other."""
        numbers = [self.site(op) for op in ops]
        return numbers[0]

    # --- the function ------------------------------------------------------------------------------------------------------------------

    def build(self) -> str:
        """Returns the text of the function."""
        code = self.code
        parameters = "ptr noalias %state, ptr noalias %context, i32 %warp, i32 %from, i32 %block.x, i32 %block.y, i32 %block.z"
        code.lines.append(f"define internal i32 @warp({parameters}) #0 {{")
        code.label("start")
        make_slots(self)
        load_state(self)
        self.specials = Specials(code, self.shape)
        self.keep_mask("live", first_mask(self))
        rows_at = len(code.lines)
        self.stops.enter()
        for block in self.facts.order:
            self._block(block)
        self.ways.finish()
        if self.turns is not None:
            self.turns.finish()
        code.label("done")
        code.do("ret i32 0")
        code.lines.append("}")
        code.lines[rows_at:rows_at] = root_rows(self.rows, self.has_shadow)
        start = code.lines.index("start:") + 1
        code.lines[start:start] = [line for name, kind in self.seen for line in (f"  {name} = alloca {kind}", f"  store {kind} 0, ptr {name}")]
        return "\n".join(code.lines)

    def fill_local(self) -> None:
        """Gives the lanes' own memory its first contents, and empties the queue of copies."""
        if self.has_queues:
            self.code.call("llvm.memset.p0.i64", "void", ("ptr", self.code.let(f"getelementptr i8, ptr %queue, i64 {HEAD}")), ("i8", "0"),
                           ("i64", str(HEADER - HEAD)), ("i1", "false"))  # fmt: skip
        size = self.local_bytes - (STACK_BYTES if self.local_bytes > STACK_BYTES and self.graph.calls.names else 0)
        if size:
            self.code.call("fill", "void", ("ptr", "%local"), ("i64", str(WARP * size)))

    # --- blocks --------------------------------------------------------------------------------------------------------------------------

    def _block(self, block: Block) -> None:
        code = self.code
        self.block, self.uses_empty = block, False
        code.label(f"B{block.number}")
        self._begin(block)
        if self.watch is not None:
            self.watch.begins(self, block)
        keeps = self.facts.kept(block)
        for item in block.ops:
            if isinstance(item, Copy):
                MEANINGS["copy"](CopyBuilder(self, item, keeps))
                if self.watch is not None:
                    self.watch.copied(CopyBuilder(self, item, keeps))
                if self.absent is not None:
                    self.absent.copied(CopyBuilder(self, item, keeps))
            else:
                meaning = MEANINGS.get(item.meaning)
                b = Builder(self, item, keeps)
                if meaning is None:
                    raise b.refuse("not compiled")
                if self.watch is not None:
                    self.watch.before(b)
                if self.absent is not None:
                    self.absent.before(b)
                meaning(b)
                if self.watch is not None:
                    self.watch.after(b)
        if self.absent is not None and block.kind in ("branch", "switch", "barrier"):
            self.absent.ending(self, block)
        self._end(block)
        if self.uses_empty:
            code.label(f"E{block.number}")
            self.dispatch(block, [], False)

    def _begin(self, block: Block) -> None:
        """Its lanes are those that wait for it, or all."""
        if self.turns is not None and block in self.facts.region:
            self.turns.begin(block)
            return
        lanes = self.live if self.facts.converged(block) else self.waiting_at(block)
        if self.turns is not None and not self.facts.converged(block):
            self.turns.clear(block)
        elif block in self.tracked:
            self.code.do(f"store i32 0, ptr %M{block.number}")
        self.keep_mask("mask", lanes)

    def _end(self, block: Block) -> None:
        if block.kind == "exit":
            self.end_lanes(self.mask)
            self.dispatch(block, [], False)
        elif block.kind == "jump":
            self.hand_over(block, [(block.targets[0], self.mask)])
        elif block.kind == "branch":
            branch(self, block)
        elif block.kind == "switch":
            multiway(self, block)
        elif block.kind == "trap":
            trap(self, block)
        elif block.kind == "meet":
            assert self.turns is not None
            self.turns.meet(block)
        else:
            self.stops.stop(block)

    def hand_over(self, block: Block, ways: "list[tuple[Block, str]]") -> None:
        """Gives lanes to the next blocks and goes on with the lowest that has any."""
        code = self.code
        if self.turns is not None and block in self.facts.region:
            self.turns.hand_over(block, ways)
            return
        certain = True
        for target, lanes in ways:
            if target.is_return():
                self.end_lanes(lanes)
                certain = False
            elif self.turns is not None and not self.facts.converged(target):
                self.turns.add(target, lanes)
            elif target in self.tracked:
                old = code.let(f"load i32, ptr %M{target.number}")
                code.do(f"store i32 {code.let(f'or i32 {old}, {code.bits(lanes)}')}, ptr %M{target.number}")
        self.dispatch(block, [target for target, _ in ways if not target.is_return()], certain)

    def dispatch(self, block: Block, way: list[Block], certain: bool) -> None:
        """Jumps to the lowest block with lanes; `certain`: there is one. Without any the warp is done."""
        if self.turns is not None and block in self.facts.region:
            self.code.do("br label %dispatch")
            return
        self.ways.leave(block, way, certain)

    def go_back(self, block: Block, target: Block) -> None:
        """Jumps backwards, which is counted; now and then fuel and clock are looked at."""
        code = self.code
        due, spent = self.count_jump()
        look = code.new_label("look")
        code.unlikely(due, look, f"B{target.number}")
        code.label(look)
        site = self.site(None, place=target.place)
        lanes = code.bits(self.waiting_at(target) if target in self.tracked and not self.facts.converged(target) else self.live)
        same = unchanged(self, block, target)
        stop = code.call("tick", "i1", ("ptr", "%state"), ("i64", spent), ("i64", str(site)), ("i32", lanes), ("i1", same))
        code.do(f"br i1 {stop}, label %done, label %B{target.number}")

    def count_jump(self) -> tuple[str, str]:
        """Counts a jump backwards; returns whether to look at fuel and clock, and the count."""
        code = self.code
        spent = code.let(f"add i64 {code.let('load i64, ptr %spent')}, 1")
        code.do(f"store i64 {spent}, ptr %spent")
        return code.let(f"icmp eq i64 {code.let(f'and i64 {spent}, {TICK - 1}')}, 0"), spent

    def note_fault(self, kind: int, site: int, lanes: str, address: str = "0") -> None:
        """Notes a fault of the lowest of some lanes."""
        self.code.call("fault", "void", ("ptr", "%state"), ("i64", str(kind)), ("i64", str(site)), ("i32", self.code.bits(lanes)), ("i64", address))

    def waiting_at(self, block: Block) -> str:
        """The living lanes that wait at a block."""
        if self.turns is not None:
            return self.turns.waiting_at(block)
        return self.code.both(self.kept_mask(f"M{block.number}"), self.live)

    def mask_names(self) -> list[str]:
        """The variables with lanes that wait at blocks; where lanes take turns those stand in the context."""
        return [] if self.turns is not None else [f"M{block.number}" for block in self.facts.order if block in self.tracked]

    @property
    def context_bytes(self) -> int:
        """Bytes of a warp's context."""
        return self.stops.bytes


class CopyBuilder:
    """What the meaning of a call's copy sees."""

    __slots__ = ("code", "copy", "function", "keeps")

    def __init__(self, function: WarpFunction, copy: Copy, keeps: int) -> None:
        self.function = function
        self.code = function.code
        self.copy = copy
        self.keeps = keeps
