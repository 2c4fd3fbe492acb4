"""Counting what a kernel does: its basic blocks, and for each access the transactions that it needs.

Counters are 64-bit numbers at `state.watch`: two for each basic block (warps, lanes), then those of the accesses. From the blocks follows how often
every instruction was executed.
"""

import numpy as np

from ptx.vm.compiled.cfg.graph import Block, Graph, Op, operations
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.lines import lane_loop
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.schedule.execution import Execution
from ptx.vm.compiled.schedule.workers import Worker
from ptx.vm.compiled.watch.footprints import FOOTPRINTS, VECTOR, is_constant
from ptx.vm.compiled.watch.instrument import Instrument
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS, SHARED_WINDOW
from ptx.vm.statistics import BlockCount, Counts, Statistics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.analysis.convergence import Facts
    from ptx.vm.compiled.control.warp import WarpFunction

PER_BLOCK = ("warps", "lanes")
PER_ACCESS = ("sectors", "least_sectors", "wavefronts", "least_wavefronts")
BARRIERS = frozenset(("barrier", "barrier_red", "barrier_arrive"))
COUNTED = frozenset(("ld", "ldu", "st", "atom", "red"))
"""The accesses whose transactions are counted."""


class Counter(Instrument):
    """The counters of one kernel, while it is translated."""

    kind = ("counted", 0)

    def __init__(self, graph: Graph) -> None:
        self.blocks: list[Block] = []
        self.offsets: dict[Block, int] = {}
        self.accesses: dict[Op, int] = {}
        self.size = 0

    def begins(self, function: "WarpFunction", block: Block) -> None:
        """Counts a basic block and its lanes."""
        code = function.code
        self.blocks.append(block)
        offset = self.offsets[block] = self._reserve(len(PER_BLOCK))
        base = code.let(f"load ptr, ptr {function.field('watch')}")
        lanes = code.call("llvm.ctpop.i32", "i32", ("i32", code.bits(function.mask)))
        for number, value in enumerate(("1", code.let(f"zext i32 {lanes} to i64"))):
            pointer = code.let(f"getelementptr i8, ptr {base}, i64 {offset + 8 * number}")
            old = code.let(f"load i64, ptr {pointer}")
            code.do(f"store i64 {code.let(f'add i64 {old}, {value}')}, ptr {pointer}")

    def _reserve(self, count: int) -> int:
        self.size += 8 * count
        return self.size - 8 * count

    def before(self, b: Builder) -> None:
        """Counts the transactions of an access."""
        if b.op.meaning not in COUNTED:
            return
        (footprint,) = FOOTPRINTS[b.op.meaning]
        if is_constant(b.op, b.operand(footprint.address)):
            return
        offset = self.accesses[b.op] = self._reserve(len(PER_ACCESS))
        code = b.code
        base = code.let(f"load ptr, ptr {b.function.field('watch')}")
        pointer = code.let(f"getelementptr i8, ptr {base}, i64 {offset}")
        code.call("count.access", "void", ("ptr", pointer), (VECTOR, footprint.addresses(b)), ("i32", code.bits(b.function.mask)),
                  ("i64", str(footprint.extent.span(b.op))))  # fmt: skip


class Counting:
    """What is to be counted: a part of what a kernel is compiled for."""

    reverse = False
    key = "counted"

    def watch(self, graph: Graph, facts: "Facts", threads: int) -> Counter:
        """Returns the counters of a kernel."""
        return Counter(graph)


class CountingExecution(Execution):
    """A launch that is counted, on one thread."""

    statistics: Statistics

    def run(self) -> None:
        """Runs all blocks and adds up the counts, also those of a launch that was ended by a fault."""
        self.counter: Counter = self.kernel.watch  # type: ignore[assignment]
        self.counters = np.zeros(self.counter.size // 8 + 1, np.int64)
        try:
            super().run()
        finally:
            self._add()

    def new_worker(self) -> Worker:
        """Returns one more worker."""
        worker = super().new_worker()
        worker.state.watch = self.counters.ctypes.data
        return worker

    def _add(self) -> None:
        statistics = self.statistics
        statistics.launches += 1
        statistics.thread_blocks += self.total
        for block in self.counter.blocks:
            warps, lanes = self._counts(self.counter.offsets[block], len(PER_BLOCK))
            if warps:
                statistics.blocks.append(BlockCount(block.place, warps, lanes))
                for item in operations(block):
                    if isinstance(item, Op):
                        self._note(item, warps, lanes)

    def _note(self, op: Op, warps: int, lanes: int) -> None:
        counts = Counts()
        counts.warps, counts.lanes = warps, lanes
        counts.waits = warps if op.meaning in BARRIERS else 0
        if op in self.counter.accesses:
            for name, value in zip(PER_ACCESS, self._counts(self.counter.accesses[op], len(PER_ACCESS))):
                setattr(counts, name, value)
        self.statistics.note(op.place, op.instruction.opcode, counts)

    def _counts(self, offset: int, count: int) -> list[int]:
        found: list[int] = self.counters[offset // 8 : offset // 8 + count].tolist()
        return found


SUMS = (("sectors", "i64", "0"), ("bytes", "i64", "0"), ("places", "i64", "0"))
"""What is added up over the lanes: sectors and bytes of global memory, words of shared memory."""
IN_GLOBAL = f"""  %bit = shl i32 1, %lane
  %below = sub i32 %bit, 1
  %lower = and i32 %below, %lanes
  %address = extractelement {VECTOR} %addresses, i32 %lane
  %number = lshr i64 %address, {OFFSET_BITS}
  %one = insertelement {VECTOR} poison, i64 %address, i64 0
  %all = shufflevector {VECTOR} %one, {VECTOR} poison, <{WARP} x i32> zeroinitializer
  %equal = icmp eq {VECTOR} %addresses, %all
  %equal.bits = bitcast <{WARP} x i1> %equal to i32
  %before = and i32 %equal.bits, %lower
  %is.new = icmp eq i32 %before, 0
  switch i64 %number, label %global [i64 {SHARED_WINDOW}, label %shared i64 {LOCAL_WINDOW}, label %counted]
global:
  %x = xor {VECTOR} %addresses, %all
  %apart = lshr {VECTOR} %x, splat (i64 5)
  %same = icmp eq {VECTOR} %apart, zeroinitializer
  %same.bits = bitcast <{WARP} x i1> %same to i32
  %sector.before = and i32 %same.bits, %lower
  %sector.new = icmp eq i32 %sector.before, 0
  %sector.one = zext i1 %sector.new to i64
  %size.new = select i1 %is.new, i64 %size, i64 0
  br label %counted
"""
"""Finds whether lower lanes have the same address or sector, and counts what is new in global memory."""
IN_SHARED = """shared:
  %shared.one = zext i1 %is.new to i64
  %words.new = mul i64 %shared.one, %words
  %first = lshr i64 %address, 2
  br label %word
word:
  %k = phi i64 [0, %shared], [%k.next, %bank]
  %more = icmp ult i64 %k, %words.new
  br i1 %more, label %bank, label %counted
bank:
  %place = add i64 %first, %k
  %bank.number = and i64 %place, 31
  %bank.p = getelementptr i32, ptr %banks, i64 %bank.number
  %bank.old = load i32, ptr %bank.p
  %bank.new = add i32 %bank.old, 1
  store i32 %bank.new, ptr %bank.p
  %k.next = add i64 %k, 1
  br label %word
"""
"""Counts the words of shared memory by bank."""
ADDED = """counted:
  %sector.add = phi i64 [0, %body], [%sector.one, %global], [0, %word]
  %bytes.add = phi i64 [0, %body], [%size.new, %global], [0, %word]
  %places.add = phi i64 [0, %body], [0, %global], [%words.new, %word]
  %sectors.next = add i64 %sectors, %sector.add
  %bytes.next = add i64 %bytes, %bytes.add
  %places.next = add i64 %places, %places.add
  br label %next
"""
ACCESS = f"""
define void @count.access(ptr %counts, {VECTOR} %addresses, i32 %lanes, i64 %size) #1 {{
entry:
  %banks = alloca <{WARP} x i32>, align 64
  store <{WARP} x i32> zeroinitializer, ptr %banks
  %words.more = add i64 %size, 3
  %words = lshr i64 %words.more, 2
  br label %head
{lane_loop(IN_GLOBAL + IN_SHARED + ADDED, carried=SUMS)}end:
  %by.bank = load <{WARP} x i32>, ptr %banks
  %most = call i32 @llvm.vector.reduce.umax.v{WARP}i32(<{WARP} x i32> %by.bank)
  %most.wide = zext i32 %most to i64
  %bytes.more = add i64 %bytes, 31
  %least = lshr i64 %bytes.more, 5
  %places.more = add i64 %places, 31
  %least.places = lshr i64 %places.more, 5
""" + "".join(
    f"  %c{number} = getelementptr i8, ptr %counts, i64 {8 * number}\n  %o{number} = load i64, ptr %c{number}\n  %n{number} = add i64 %o{number}, {value}\n"
    f"  store i64 %n{number}, ptr %c{number}\n"
    for number, value in enumerate(("%sectors", "%least", "%most.wide", "%least.places"))
) + "  ret void\n}\n"
"""Counts the transactions of one access of a warp."""
ACCESS_DECLARED = f"declare i32 @llvm.vector.reduce.umax.v{WARP}i32(<{WARP} x i32>)\n"


def counted_text(common: str) -> str:
    """Returns the functions that every counted kernel may call."""
    return common + ACCESS_DECLARED + ACCESS
