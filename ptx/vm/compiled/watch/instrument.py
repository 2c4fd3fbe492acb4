"""Instrumentation of a kernel: after `Watch.before` the code of an operation begins with what tells its shadow (`shadow`) that it is made.

It knows nothing of how accesses are translated: addresses and values are computed from the operands once more. An instruction that has a memory operand
and is not known here is refused, so nothing goes by unseen.
"""

import re

from ptx.operands import Address, Sink, Symbol, Vector
from ptx.vm.compiled.cfg.graph import Block, Copy, Graph, Op, operations
from ptx.vm.compiled.instructions.hosted import RESULT_BYTES, result_offsets
from ptx.vm.compiled.ir.builder import Builder, integer_of
from ptx.vm.compiled.ir.helpers import FAULT
from ptx.vm.compiled.ir.lines import load_field, store_field
from ptx.vm.compiled.ir.state import ACCESS, NON_COHERENT, OFFSET, TRAP
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.memory.accesses import generic_vector, place, space_of
from ptx.vm.compiled.schedule.blocks import BARRIER_OPENS, BLOCK_BEGINS
from ptx.vm.compiled.watch.guesses import guessing_reads
from ptx.vm.compiled.watch.quiet import About, quiet_accesses
from ptx.vm.compiled.watch.shadow import NARROW, SITE_SHIFT, STRONG, area
from ptx.vm.compiled.watch.touching import shadow_text
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ptx.operands import Operand
    from ptx.vm.compiled.analysis.convergence import Facts
    from ptx.vm.compiled.control.warp import WarpFunction
    from ptx.vm.errors import Place

READS = frozenset(("ld", "ldu"))
ATOMICS = frozenset(("atom", "red"))
HARMLESS = frozenset(("prefetch", "cvta", "isspacep", "mov"))
"""Instructions that name an address and access nothing."""
RELEASES = frozenset(("release", "acq_rel", "sc"))
ACQUIRES = frozenset(("acquire", "acq_rel", "sc"))


class WatchedSite:
    """An instrumented instruction: where it is, what it does, and how."""

    __slots__ = ("acquires", "is_atomic", "is_fence", "is_narrow", "is_strong", "place", "reads", "releases", "size", "writes")

    def __init__(self, op: Op, size: int) -> None:
        words = set(op.resolved.name.replace("::", ".").split("."))
        meaning = op.meaning
        self.place: Place = op.place
        self.size = size
        self.is_fence = meaning == "fence"
        self.is_atomic = meaning in ATOMICS
        self.reads = meaning in READS or self.is_atomic
        self.writes = meaning == "st" or self.is_atomic
        self.is_strong = self.is_atomic or bool(words & {"volatile", "relaxed", "acquire", "release", "acq_rel", "sc", "mmio"})
        self.is_narrow = bool(words & {"cta", "cluster"})
        both = self.is_fence and not words & (RELEASES | ACQUIRES)
        self.releases = bool(words & RELEASES) or both
        self.acquires = bool(words & ACQUIRES) or both

    @property
    def verb(self) -> str:
        """What it does, in a word."""
        return "atomic access" if self.is_atomic else "write" if self.writes else "read"


class Instrument:
    """What is put into a kernel while it is translated: nothing here. `kind` names the functions that it calls."""

    kind: tuple[str, int]

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

    def scheduled(self, blocks: str) -> str:
        """Returns the scheduler, changed."""
        return blocks


class Watch(Instrument):
    """What is watched in one kernel, while it is translated."""

    @property
    def kind(self) -> tuple[str, int]:  # type: ignore[override]
        """The functions that it calls: by the length of a granule."""
        return "watched", self.shift

    def __init__(self, graph: Graph, quiet: "set[Op]", guesses: "set[Op]", reverse: bool = False) -> None:
        self.quiet = quiet
        self.guesses = guesses
        self.sites: list[WatchedSite] = []
        self.reverse = reverse
        every = [op for block in graph.blocks for op in operations(block) if isinstance(op, Op)]
        self.shift = min([granule(op) for op in every if op.meaning in READS | ATOMICS | {"st"}], default=4).bit_length() - 1
        self.has_flags = any(op.meaning == "fence" or (op.meaning in READS | ATOMICS | {"st"} and orders(op)) for op in every)
        """Whether threads may be ordered by fences and flags: then Python hears of every one."""

    def before(self, b: Builder) -> None:
        """Writes the instrumentation of an operation in front of it."""
        meaning = b.op.meaning
        if meaning == "warp_sync":
            b.code.call("shadow.warp", "void", ("ptr", "%state"))
        elif meaning == "fence":
            self._tell(b, self.new_site(b.op, 0), "zeroinitializer")
        elif meaning in READS:
            self._access(b, b.operand(1), b.operand(0), "load")
        elif meaning == "st":
            self._access(b, b.operand(0), b.operand(1), "store")
        elif meaning in ATOMICS:
            position = 1 if meaning == "atom" else 0
            self._access(b, b.operand(position), b.operand(position + 1), "atomic")
        elif meaning not in HARMLESS and any(isinstance(operand, Address) for operand in b.op.operands):
            raise b.refuse("not known to the sanitizer")

    def after(self, b: Builder) -> None:
        """Writes what follows an operation."""
        if b.op.meaning == "call":
            for start in result_offsets(b.op):
                self._mark(b, start, RESULT_BYTES)

    def uses_absent(self, b: Builder, op: Op, used: str) -> bool:
        """Writes that the use of an absent lane's value is a finding."""
        b.code.call("shadow.absent", "void", ("ptr", "%state"), ("i32", used), ("i32", str(self.new_site(op, 0) << SITE_SHIFT)))
        return True

    def copied(self, b: "Any") -> None:
        """Writes that a call's parameters are written."""
        copy: Copy = b.copy
        if isinstance(copy.target, int):
            self._mark(b, copy.target, copy.size)

    def _mark(self, b: "Any", start: int, size: int) -> None:
        code = b.code
        watch = code.let(f"load ptr, ptr {b.function.field('watch')}")
        marks = code.let(f"load ptr, ptr {code.let(f'getelementptr i8, ptr {watch}, i64 {_marks_offset()}')}")
        warp = code.let(f"mul i32 %warp, {WARP * b.function.local_bytes}")
        for byte in range(start, start + size):
            at = code.let(f"add i32 {warp}, {byte // 4 * 4 * WARP + byte % 4}")
            for lane in range(WARP):
                place_ = code.let(f"getelementptr i8, ptr {marks}, i32 {code.let(f'add i32 {at}, {4 * lane}')}")
                code.do(f"store i8 1, ptr {place_}")

    def new_site(self, op: Op, size: int) -> int:
        """Returns the number of an instrumented place."""
        self.sites.append(WatchedSite(op, size))
        self.sites[-1].is_strong |= op in self.guesses
        return len(self.sites) - 1

    def _access(self, b: Builder, address: "Any", data: "Any", what: str) -> None:
        if is_constant(b.op, address) or b.op in self.quiet:
            return
        elements = data.elements if isinstance(data, Vector) else (data,)
        size = WIDTHS[b.type] // 8
        if size > 8:
            raise b.refuse("128-bit accesses are not known to the sanitizer")
        number = self.new_site(b.op, size)
        kind = integer_of(b.type)
        addresses = generic_vector(b, place(b, address))
        for index, element in enumerate(elements):
            if what == "load" and isinstance(element, Sink) and len(elements) > 1:
                continue
            at = b.code.let(f"add <{WARP} x i64> {addresses}, splat (i64 {index * size})") if index else addresses
            arguments = [("ptr", "%state"), (f"<{WARP} x i64>", at), ("i32", b.code.bits(b.function.mask)), ("i32", str(self._word(number)))]
            if what == "store":
                arguments.append((f"<{WARP} x {kind}>", b.value(element, f"b{8 * size}", True, WARP)))
            b.code.call(f"touch.{what}.{kind}", "void", *arguments)
        if self.has_flags and self.sites[number].is_strong:
            self._tell(b, number, addresses)

    def _word(self, number: int) -> int:
        site = self.sites[number]
        return number << SITE_SHIFT | (STRONG if site.is_strong else 0) | (NARROW if site.is_narrow else 0)

    def _tell(self, b: Builder, number: int, addresses: str) -> None:
        if self.has_flags:
            b.code.call("shadow.sync", "void", ("ptr", "%state"), (f"<{WARP} x i64>", addresses), ("i32", b.code.bits(b.function.mask)),
                        ("i64", str(number)))  # fmt: skip

    def scheduled(self, blocks: str) -> str:
        """Returns the scheduler with the clock of blocks, and with everything in reverse order if that is wanted."""
        blocks = blocks.replace(BLOCK_BEGINS, "  call void @shadow.block(ptr %state)\n").replace(BARRIER_OPENS, "  call void @shadow.release(ptr %state)\n")
        return reversed_order(blocks) if self.reverse else blocks


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
        if op.meaning in READS | ATOMICS | {"st"} and space_of(op) == "generic":
            position = 1 if op.meaning in READS or op.meaning == "atom" else 0
            if not is_constant(op, op.operands[position]):
                data = op.operands[1 - position] if op.meaning not in ATOMICS else None
                count = len(data.elements) if isinstance(data, Vector) else 1
                found.append((op, op.operands[position], count * WIDTHS.get(op.resolved.type, 128) // 8))
    return found


def _marks_offset() -> int:
    from ptx.vm.compiled.watch.shadow import AREA_OFFSET

    return AREA_OFFSET["marks"]


def granule(op: Op) -> int:
    """Returns the bytes of an element of an access, at most 8; 8 if its address is a constant place that nobody writes."""
    position = 1 if op.meaning in ("ld", "ldu", "atom") else 0
    if is_constant(op, op.operands[position]):
        return 8
    return min(8, WIDTHS.get(op.resolved.type, 32) // 8) or 1


def orders(op: Op) -> bool:
    """Whether an access has acquire or release semantics."""
    return bool(set(op.resolved.name.replace("::", ".").split(".")) & (RELEASES | ACQUIRES))


def is_constant(op: Op, address: object) -> bool:
    """Whether an address operand names a kernel parameter or a constant, which nobody writes."""
    words = [word.partition("::")[0] for word in op.resolved.values.values()]
    if "const" in words:
        return True
    if not isinstance(address, Address) or not isinstance(address.base, Symbol):
        return False
    return "param" in words and op.instance.frame.function.is_entry and op.scope.find("variables", address.base.name) is None


FAULT_GOING_ON = f"""
define void @fault(ptr %state, i64 %kind, i64 %site, i32 %lanes, i64 %address) #1 {{
entry:
  %lane = call i32 @llvm.cttz.i32(i32 %lanes, i1 false)
  %others = xor i32 %lanes, -1
{load_field("warp", "i32", "warp")}{load_field("block", "i64", "block")}  %start = mul i32 %warp, {WARP}
  %thread = add i32 %start, %lane
  %wide = zext i32 %thread to i64
{store_field("fault_site", "i64", "%site")}{store_field("fault_thread", "i64", "%wide")}{store_field("fault_address", "i64", "%address")}\
{store_field("fault_block", "i64", "%block")}{store_field("fault", "i64", "%kind")}  %a = icmp eq i64 %kind, {ACCESS}
  %b = icmp eq i64 %kind, {TRAP}
  %c = icmp eq i64 %kind, {NON_COHERENT}
  %ab = or i1 %a, %b
  %abc = or i1 %ab, %c
  br i1 %abc, label %goes.on, label %ends
goes.on:
  %alive.p = getelementptr i8, ptr %state, i64 {OFFSET["alive"]}
  %alive.noted = load i32, ptr %alive.p
  %alive.before = select i1 %b, i32 -1, i32 %alive.noted
  %alive.now = and i32 %alive.before, %others
  store i32 %alive.now, ptr %alive.p
  %watch.p = getelementptr i8, ptr %state, i64 {OFFSET["watch"]}
  %watch = load ptr, ptr %watch.p
{area("tell", "ptr", "fault")}{area("worker", "i64", "worker")}  call void %tell(i64 %worker)
{store_field("fault", "i64", "0").replace("%fault.at", "%fault.off")}  ret void
ends:
  %bit = shl i32 1, %lane
  %below = sub i32 %bit, 1
{store_field("alive", "i32", "%below").replace("%alive.at", "%alive.off")}  ret void
}}
"""
"""The same as `helpers.FAULT`, but after a fault that concerns only its lanes the others go on."""


def watched_text(common: str, shift: int) -> str:
    """Returns the functions that every watched kernel may call: lanes go on where others fault, and accesses touch their shadow."""
    assert FAULT in common
    text = common.replace(FAULT, FAULT_GOING_ON)
    for number in (NON_COHERENT, ACCESS):
        call = f"  call void @fault(ptr %state, i64 {number}, i64 %site, i32 %left, i64 %address)\n  ret void\n"
        assert text.count(call) == 1
        alone = f"  %lane.{number} = shl i32 1, %lane\n" + call.replace("%left", f"%lane.{number}").replace("ret void", "br label %next")
        text = text.replace(call, alone)
    return text + shadow_text(shift)


def reversed_order(blocks: str) -> str:
    """Returns the scheduler such that in each block the last warp comes first (the order of blocks is the caller's)."""
    start = blocks.index("define i64 @run")
    head, body = blocks[:start], blocks[start:]
    phi = re.search(r"  %w = phi i32 (.*)\n", body)
    count = re.search(r"%w\.more = icmp ult i32 %w\.next, (\d+)", body)
    assert phi is not None
    assert count is not None
    turned = f"  %w.up = phi i32 {phi[1]}\n  %w = sub i32 {int(count[1]) - 1}, %w.up\n"
    return head + body.replace(phi[0], turned).replace("%w.next = add i32 %w, 1", "%w.next = add i32 %w.up, 1")
