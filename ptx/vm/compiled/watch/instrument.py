"""Instrumentation of a kernel: after `Watch.before` the code of an operation begins with what tells its shadow (`shadow`) that it is made.

It knows nothing of how accesses are translated: addresses and values are computed from the operands once more. An instruction that has a memory operand
and is not known here is refused, so nothing goes by unseen.
"""

from ptx.vm.compiled.cfg.graph import Block, Copy, Graph, Op, operations
from ptx.vm.compiled.instructions.asynchronous import committed, counts_of, wanted_parity
from ptx.vm.compiled.instructions.hosted import RESULT_BYTES, result_offsets
from ptx.vm.compiled.ir.builder import Builder, known_lanes
from ptx.vm.compiled.ir.text import WARP, constant
from ptx.vm.compiled.schedule.blocks import NO_HOOKS, Hooks
from ptx.vm.compiled.watch.footprints import COUNTS, FOOTPRINTS, LOAD, VECTOR, WIDEST, Footprint, is_constant, is_harmless
from ptx.vm.compiled.watch.guesses import guessing_reads
from ptx.vm.compiled.watch.quiet import About, quiet_accesses
from ptx.vm.compiled.watch.shadow import AREA_OFFSET, EXACT, SITE_SHIFT
from ptx.vm.compiled.watch.sites import WatchedSite, orders, syncs_some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ptx.operands import Operand
    from ptx.vm.compiled.analysis.convergence import Facts
    from ptx.vm.compiled.control.warp import WarpFunction

class Instrument:
    """What is put into a kernel while it is translated: nothing here. `kind` names the functions that it calls."""

    kind: tuple[str, int]
    goes_on = False
    """Whether lanes go on where others fault."""

    def begins(self, function: "WarpFunction", block: Block) -> None:
        """Writes what comes at the start of a basic block."""

    def before(self, b: Builder) -> None:
        """Writes what comes in front of an operation."""

    def after(self, b: Builder) -> None:
        """Writes what follows an operation."""

    def uses_absent(self, b: Builder, op: Op, used: str) -> bool:
        """Writes that lanes (bits) use what an absent one did not give, and returns true; else it is a fault."""
        del b, op, used
        return False

    def copied(self, b: "Any") -> None:
        """Writes what follows a copy of a call's parameter."""

    @property
    def hooks(self) -> Hooks:
        """What the scheduler does for it."""
        return NO_HOOKS


class Watch(Instrument):
    """What is watched in one kernel, while it is translated."""

    goes_on = True

    @property
    def kind(self) -> tuple[str, int]:  # type: ignore[override]
        """The functions that it calls: by the length of a granule, and by who decides about conflicts."""
        return "watched", self.shift + (EXACT if self.is_exact else 0)

    @property
    def is_exact(self) -> bool:
        """Whether Python decides about conflicts, for it learns of orders that the clock of a block does not tell."""
        return self.has_flags or self.has_parts

    def __init__(self, graph: Graph, quiet: "set[Op]", guesses: "set[Op]", reverse: bool = False) -> None:
        self.quiet = quiet
        self.guesses = guesses
        self.copies = graph.calls.copies
        self.sites: list[WatchedSite] = []
        self.reverse = reverse
        every = [op for block in graph.blocks for op in operations(block) if isinstance(op, Op)]
        self.shift = min([granule(op) for op in every if op.meaning in FOOTPRINTS], default=WIDEST).bit_length() - 1
        self.has_flags = any(map(orders, every))
        """Whether threads may be ordered by fences, flags and mbarriers, or by barriers of some: then Python hears of every one."""
        self.has_parts = any(syncs_some(op) for op in every)
        """Whether some lanes of a warp may be in order and others not."""

    def before(self, b: Builder) -> None:
        """Writes the instrumentation of an operation in front of it."""
        meaning = b.op.meaning
        if meaning not in FOOTPRINTS and not is_harmless(b.op):
            raise b.refuse("not known to the sanitizer")
        self._accesses(b, False)
        if meaning in ORDERING:
            ORDERING[meaning](self, b)

    def after(self, b: Builder) -> None:
        """Writes what follows an operation; copies of lanes that faulted are not under way."""
        self._accesses(b, True)
        if b.op.meaning == "call":
            for start in result_offsets(b.op):
                self._mark(b, start, RESULT_BYTES)

    def uses_absent(self, b: Builder, op: Op, used: str) -> bool:
        """Writes that the use of an absent lane's value is a finding."""
        b.code.call("shadow.absent", "void", ("ptr", "%state"), ("i32", used), ("i32", str(self.new_site(op) << SITE_SHIFT)))
        return True

    def copied(self, b: "Any") -> None:
        """Writes that a call's parameters are written."""
        copy: Copy = b.copy
        if isinstance(copy.target, int):
            self._mark(b, copy.target, copy.size)

    def _mark(self, b: "Any", start: int, size: int) -> None:
        code = b.code
        marks = area_field(b, "marks", "ptr")
        warp = code.let(f"mul i32 %warp, {WARP * b.function.local_bytes}")
        for byte in range(start, start + size):
            at = code.let(f"add i32 {warp}, {byte // 4 * 4 * WARP + byte % 4}")
            for lane in range(WARP):
                place_ = code.let(f"getelementptr i8, ptr {marks}, i32 {code.let(f'add i32 {at}, {4 * lane}')}")
                code.do(f"store i8 1, ptr {place_}")

    def new_site(self, op: Op, size: int = 0, footprint: "Footprint | None" = None) -> int:
        """Returns the number of an instrumented place."""
        self.sites.append(WatchedSite(op, size, footprint))
        self.sites[-1].is_strong |= op in self.guesses
        return len(self.sites) - 1

    def _accesses(self, b: Builder, flies: bool) -> None:
        for footprint in FOOTPRINTS.get(b.op.meaning, ()):
            if footprint.flies == flies and (footprint.what != LOAD or b.op not in self.copies):
                self._access(b, footprint)

    def _access(self, b: Builder, footprint: Footprint) -> None:
        if is_constant(b.op, b.operand(footprint.address)) or (b.op in self.quiet and footprint.may_be_global(b.op)):
            return
        unit = footprint.extent.unit(b.op)
        number, kind, addresses = self.new_site(b.op, unit, footprint), f"i{8 * unit}", footprint.addresses(b)
        word = "i32", str(self.sites[number].word(number))
        for part in footprint.extent.parts(b, addresses, footprint.what):
            values = [(f"<{WARP} x {kind}>", part.values)] if part.values else []
            b.code.call(f"touch.{footprint.what}.{kind}", "void", ("ptr", "%state"), (VECTOR, part.addresses), ("i32", part.lanes), word, *values)
        if self.sites[number].is_strong:
            self.tell(b, number, addresses)

    def tell(self, b: Builder, number: int, addresses: str = "zeroinitializer") -> None:
        """Lets Python know of a fence or of a strong access, if there may be any order by them."""
        if self.has_flags:
            b.code.call("shadow.sync", "void", ("ptr", "%state"), (VECTOR, addresses), (VECTOR, operands_of(b)), ("i32", b.code.bits(b.function.mask)),
                        ("i64", str(number)))  # fmt: skip

    @property
    def hooks(self) -> Hooks:
        """The clock of blocks, and everything in reverse order if that is wanted (the order of blocks is the caller's)."""
        return Hooks("  call void @shadow.block(ptr %state)\n", "  call void @shadow.release(ptr %state)\n", self.reverse)


class Watching:
    """What is to be watched: a part of what a kernel is compiled for."""

    __slots__ = ("launch", "reverse")

    def __init__(self, launch: About, reverse: bool = False) -> None:
        self.launch = launch
        self.reverse = reverse

    def watch(self, graph: Graph, facts: "Facts", threads: int) -> Watch:
        """Returns the instrumentation of a kernel."""
        quiet = quiet_accesses(graph, facts, self.launch, threads, global_accesses(facts))
        return Watch(graph, quiet, guessing_reads(graph, facts), self.reverse)


def global_accesses(facts: "Facts") -> "list[tuple[Op, Operand, int]]":
    """Returns the accesses of a kernel that may be to global memory, with their addresses and bytes."""
    found = []
    for op in [item for block in facts.order for item in operations(block) if isinstance(item, Op)]:
        for footprint in FOOTPRINTS.get(op.meaning, ()):
            if footprint.may_be_global(op):
                found.append((op, op.operands[footprint.address], footprint.extent.span(op)))
    return found


def granule(op: Op) -> int:
    """Returns the bytes of the least element that an instruction accesses; the most there are where nobody writes."""
    return min([each.extent.unit(op) for each in FOOTPRINTS[op.meaning] if not is_constant(op, op.operands[each.address])], default=WIDEST)


# --- what orders threads ---------------------------------------------------------------------------------------------------------------------


def area_field(b: "Any", name: str, kind: str) -> str:
    """Returns a field of the area that native code and Python share."""
    area = b.code.let(f"load ptr, ptr {b.function.field('watch')}")
    return b.code.let(f"load {kind}, ptr {b.code.let(f'getelementptr i8, ptr {area}, i64 {AREA_OFFSET[name]}')}")  # type: ignore[no-any-return]


def operands_of(b: Builder) -> str:
    """Returns what an operation on an mbarrier object counts or waits for, of all lanes."""
    return OPERANDS[b.op.meaning](b) if b.op.meaning in OPERANDS else "zeroinitializer"


def warp_sync(watch: Watch, b: Builder) -> None:
    """`bar.warp.sync` orders the lanes of its mask: the clock knows where these are the whole warp, else Python does."""
    if not syncs_some(b.op):
        b.code.call("shadow.warp", "void", ("ptr", "%state"))
        return
    masks = b.value(b.operand(0), "u32", False, WARP)
    b.code.call("shadow.lanes", "void", ("ptr", "%state"), (COUNTS, masks), ("i32", b.code.bits(b.function.mask)),
                ("i64", str(watch.new_site(b.op))))  # fmt: skip


def fence(watch: Watch, b: Builder) -> None:
    """A fence is for Python."""
    watch.tell(b, watch.new_site(b.op))


def blank_frame(watch: Watch, b: Builder) -> None:
    """Nobody has written a new frame of a function that may be running twice."""
    start = b.op.sources[0]
    value = known_lanes(b.code, start) if start.varying else b.code.splat(known_lanes(b.code, start), "i64")
    b.code.call("shadow.blank", "void", ("ptr", "%state"), (VECTOR, value), ("i32", b.code.bits(b.function.mask)), ("i64", str(b.op.number)))


def landed(b: Builder, more: int, flight: str) -> None:
    """The copies of the groups below the count plus `more` have landed, or are tracked."""
    _, counts = committed(b)
    limit = b.code.let(f"add {COUNTS} {counts}, {constant(more, 'i32', WARP)}")
    b.code.call("shadow.landed", "void", ("ptr", "%state"), ("ptr", "%queue"), ("i32", b.code.bits(b.function.mask)), (COUNTS, limit), ("i64", flight))


def wait_for_copies(watch: Watch, b: Builder) -> None:
    """After `cp.async.wait_group` and `wait_all` copies have landed."""
    left = b.constant_operand(b.operand(0)) if b.count else -1
    landed(b, -(left or 0), "0")


def track_copies(watch: Watch, b: Builder) -> None:
    """After `cp.async.mbarrier.arrive` an mbarrier tracks the copies: Python has chosen the number of the flight."""
    landed(b, 1, area_field(b, "flight", "i64"))


ORDERING: "dict[str, Callable[[Watch, Builder], None]]" = {
    "warp_sync": warp_sync, "fence": fence, "cp_async_wait": wait_for_copies, "cp_async_arrive": track_copies,
    "blank": blank_frame,
}  # fmt: skip
"""What else is written in front of instructions that order threads, or copies."""
OPERANDS: "dict[str, Callable[[Builder], str]]" = {
    "mbarrier_init": lambda b: counts_of(b, 1), "mbarrier_arrive": lambda b: counts_of(b, 2), "mbarrier_tx": lambda b: counts_of(b, 1),
    "mbarrier_test": wanted_parity,
}  # fmt: skip
"""The operand of each operation on an mbarrier object."""
