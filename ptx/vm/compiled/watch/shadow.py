"""Shadow memory in native code: after an access has been *touched*, its shadow names it, and every conflict with an earlier one is an event.

Each granule (the least access of the kernel, 1 to 8 bytes) of shared and global memory has two shadow words, of its last write and its last read: which
block and thread, and the block's clock then. The clock ticks whenever something orders threads (a barrier, `bar.warp.sync`, a fence): `base` is the time
of the block's last full barrier, `since` that of the warp's last synchronisation. So an earlier access is ordered if it is older than these; whether flags
order it (`knowledge`) is decided when Python reads the events. Beside each word is the number of the access with its flags.
"""

from ptx.vm.compiled.ir.helpers import COMMON_KINDS
from ptx.vm.compiled.ir.lines import load_field
from ptx.vm.compiled.ir.state import OFFSET
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.watch.lanes import THREAD_SHIFT

AREA = ("serial", "clock", "base", "launch", "rows", "row_count", "events", "event_count", "event_limit", "flush", "sync", "marks", "mark_bytes", "worker",
        "fault", "mark_stride", "mark_warps", "slow_lanes", "flight", "first_turn",
        "turn_step", "apart", "threads")  # fmt: skip
"""What native code and Python share: the block's number in the session (shifted), its clock, its last full barrier, the launch's first serial; the rows
of allocations; the events with their number and room, and what reads them; what hears of fences and flags; the marks of local memory (of a warp those
that a block begins without, and their distance); the epoch of copies that an mbarrier has begun to track; which turn block 0 has, and by how many the
next block's is later (blocks may run in reverse order, and serial numbers must not go back); the bits in which earlier accesses must differ that Python
is to remember; the threads of a block."""
AREA_OFFSET = {name: 8 * position for position, name in enumerate(AREA)}
SINCE = 8 * len(AREA)
"""Where the warps' times of synchronisation begin, 8 bytes each."""
AREA_BYTES = SINCE + 8 * WARP
ROW = ("start", "size", "delta", "write", "read", "write_site", "read_site", "own")
"""A row of an allocation: address, bytes, host minus address; the four shadows; whether it is the block's own (shared memory)."""
ROW_BYTES = 8 * len(ROW)
EVENT = ("kind", "site", "prior_site", "address", "me", "prior", "base", "since")
EVENT_BYTES = 8 * len(EVENT)

SERIAL_SHIFT, EPOCH_SHIFT, MULTI = 34, 12, 3
"""A shadow word: serial number of the block (30 bits), epoch (22), thread (10), and by how many it was read (2): 0 one, 1 lanes, 2 warps, 3 blocks."""
EPOCHS = (1 << (SERIAL_SHIFT - EPOCH_SHIFT)) - 1
FLIGHT = EPOCHS // 2 + 1
"""The epoch of a write by an asynchronous copy that nobody has waited for; with a number added, of one that an mbarrier tracks. No clock goes so far."""
MOST_EPOCHS = FLIGHT - 1
AFTER_WRITE, AFTER_READ, UNINITIALISED, UNINITIALISED_LOCAL, ABSENT, SEVERAL_WRITTEN, SEVERAL_READ = range(1, 8)
"""Kinds of event: a conflict with an earlier write, with an earlier read, a read of what nobody wrote in shared or in local memory,
a use of an absent lane's value; an earlier write or read that a later one by others takes the place of, though nothing orders them."""
EXACT = 8
"""Added to the length of a granule where Python must know every earlier access, for it knows of orders that the clock does not tell."""
STRONG, NARROW, FLIES, SITE_SHIFT = 1, 2, 4, 4
"""Flags of an access: atomic, volatile or with an order; only within the block; a write that is under way. Above them its number."""
BLOCK_BITS = -(1 << SERIAL_SHIFT)
WARP_BITS = BLOCK_BITS | 31 << (THREAD_SHIFT + 5)
THREAD_BITS = BLOCK_BITS | 1023 << THREAD_SHIFT | MULTI
ATTRIBUTES = "#1"


def area(name: str, kind: str, field: str) -> str:
    """Returns the lines that load a field of the shared area."""
    return f"  %{name}.p = getelementptr i8, ptr %watch, i64 {AREA_OFFSET[field]}\n  %{name} = load {kind}, ptr %{name}.p\n"


def row_field(name: str, kind: str, field: str) -> str:
    """Returns the lines that load a field of an allocation's row."""
    return f"  %{name}.p = getelementptr i8, ptr %row, i64 {8 * ROW.index(field)}\n  %{name} = load {kind}, ptr %{name}.p\n"


WATCH = f"  %watch.p = getelementptr i8, ptr %state, i64 {OFFSET['watch']}\n  %watch = load ptr, ptr %watch.p\n"

CLOCK = f"""
define void @shadow.block(ptr %state) {ATTRIBUTES} {{
entry:
{WATCH}{load_field("block", "i64", "block")}{area("launch", "i64", "launch")}{area("first", "i64", "first_turn")}{area("step", "i64", "turn_step")}\
  %turns = mul i64 %block, %step
  %turn = add i64 %first, %turns
  %shifted = shl i64 %turn, {SERIAL_SHIFT}
  %serial.new = add i64 %launch, %shifted
  store i64 %serial.new, ptr %watch
{area("clock", "i64", "clock")}  store i64 1, ptr %clock.p
{area("base", "i64", "base")}  store i64 1, ptr %base.p
  %since = getelementptr i8, ptr %watch, i64 {SINCE}
  call void @llvm.memset.p0.i64(ptr %since, i8 0, i64 {8 * WARP}, i1 false)
{area("marks", "ptr", "marks")}{area("bytes", "i64", "mark_bytes")}{area("stride", "i64", "mark_stride")}{area("warps", "i64", "mark_warps")}\
  br label %head
head:
  %warp = phi i64 [0, %entry], [%warp.next, %clear]
  %more = icmp ult i64 %warp, %warps
  br i1 %more, label %clear, label %end
clear:
  %at = mul i64 %warp, %stride
  %own = getelementptr i8, ptr %marks, i64 %at
  call void @llvm.memset.p0.i64(ptr %own, i8 0, i64 %bytes, i1 false)
  %warp.next = add i64 %warp, 1
  br label %head
end:
  ret void
}}
define i64 @shadow.tick(ptr %watch) {ATTRIBUTES} {{
entry:
{area("clock", "i64", "clock")}  %next = add i64 %clock, 1
  %over = icmp ugt i64 %next, {MOST_EPOCHS}
  br i1 %over, label %full, label %fine
full:
{area("base", "i64", "base")}  store i64 {MOST_EPOCHS + 1}, ptr %base.p
  ret i64 {MOST_EPOCHS + 1}
fine:
  store i64 %next, ptr %clock.p
  ret i64 %next
}}
define void @shadow.release(ptr %state) {ATTRIBUTES} {{
entry:
{WATCH}  %now = call i64 @shadow.tick(ptr %watch)
{area("base", "i64", "base")}  store i64 %now, ptr %base.p
  ret void
}}
define void @shadow.warp(ptr %state) {ATTRIBUTES} {{
entry:
{WATCH}  %now = call i64 @shadow.tick(ptr %watch)
{load_field("warp", "i64", "warp")}  %at = mul i64 %warp, 8
  %more = add i64 %at, {SINCE}
  %since = getelementptr i8, ptr %watch, i64 %more
  store i64 %now, ptr %since
  ret void
}}
define void @shadow.lanes(ptr %state, <{WARP} x i32> %masks, i32 %lanes, i64 %site) {ATTRIBUTES} {{
entry:
{WATCH}{load_field("warp", "i64", "warp")}{area("threads", "i64", "threads")}  %before = mul i64 %warp, {WARP}
  %left = sub i64 %threads, %before
  %there = call i64 @llvm.umin.i64(i64 %left, i64 {WARP})
  %bits = shl i64 1, %there
  %ones = sub i64 %bits, 1
  %every = trunc i64 %ones to i32
  %first = insertelement <{WARP} x i32> poison, i32 %every, i64 0
  %all = shufflevector <{WARP} x i32> %first, <{WARP} x i32> poison, <{WARP} x i32> zeroinitializer
  %wanted = and <{WARP} x i32> %masks, %all
  %covers = icmp eq <{WARP} x i32> %wanted, %all
  %covers.bits = bitcast <{WARP} x i1> %covers to i32
  %covering = and i32 %covers.bits, %lanes
  %everyone = icmp eq i32 %covering, %every
  br i1 %everyone, label %whole, label %part
whole:
  call void @shadow.warp(ptr %state)
  ret void
part:
  %wide = zext <{WARP} x i32> %masks to <{WARP} x i64>
  call void @shadow.sync(ptr %state, <{WARP} x i64> %wide, <{WARP} x i64> zeroinitializer, i32 %lanes, i64 %site)
  ret void
}}
define void @shadow.sync(ptr %state, <{WARP} x i64> %addresses, <{WARP} x i64> %operands, i32 %lanes, i64 %site) {ATTRIBUTES} {{
entry:
  %room = alloca [2 x <{WARP} x i64>], align 64
  store <{WARP} x i64> %addresses, ptr %room
  %second = getelementptr <{WARP} x i64>, ptr %room, i64 1
  store <{WARP} x i64> %operands, ptr %second
{WATCH}{area("sync", "ptr", "sync")}{area("worker", "i64", "worker")}  call void %sync(i64 %worker, i64 %site, i32 %lanes, ptr %room)
  ret void
}}
"""
"""The clock of a block: a new block, a tick, a full barrier, a warp's synchronisation, and news of fences and flags for Python."""

EVENTS = f"""
define void @shadow.event(ptr %watch, i64 %kind, i32 %site, i32 %prior.site, i64 %address, i64 %me, i64 %prior, i64 %base, i64 %since) {ATTRIBUTES} {{
entry:
{area("count", "i64", "event_count")}{area("events", "ptr", "events")}  %at = mul i64 %count, {EVENT_BYTES}
  %site.wide = zext i32 %site to i64
  %prior.wide = zext i32 %prior.site to i64
  %e0 = getelementptr i8, ptr %events, i64 %at
  store i64 %kind, ptr %e0
""" + "".join(
    f"  %e{number} = getelementptr i8, ptr %e0, i64 {8 * number}\n  store i64 {value}, ptr %e{number}\n"
    for number, value in enumerate(("%site.wide", "%prior.wide", "%address", "%me", "%prior", "%base", "%since"), 1)
) + f"""  %next = add i64 %count, 1
  store i64 %next, ptr %count.p
{area("limit", "i64", "event_limit")}  %full = icmp uge i64 %next, %limit
  br i1 %full, label %flush, label %end
flush:
{area("callback", "ptr", "flush")}{area("worker", "i64", "worker")}  call void %callback(i64 %worker)
  br label %end
end:
  ret void
}}
"""

ABSENT_USE = f"""
define void @shadow.absent(ptr %state, i32 %lanes, i32 %site) {ATTRIBUTES} {{
entry:
  %any = icmp ne i32 %lanes, 0
  br i1 %any, label %note, label %end
note:
{WATCH}{load_field("warp", "i64", "warp")}{area("serial", "i64", "serial")}{area("clock", "i64", "clock")}\
  %lane = call i32 @llvm.cttz.i32(i32 %lanes, i1 true)
  %lane.wide = zext i32 %lane to i64
  %first = mul i64 %warp, {WARP}
  %thread = add i64 %first, %lane.wide
  %thread.bits = shl i64 %thread, {THREAD_SHIFT}
  %epoch = shl i64 %clock, {EPOCH_SHIFT}
  %now = or i64 %serial, %epoch
  %me = or i64 %now, %thread.bits
  %bits = zext i32 %lanes to i64
  call void @shadow.event(ptr %watch, i64 {ABSENT}, i32 %site, i32 0, i64 %bits, i64 %me, i64 0, i64 0, i64 0)
  br label %end
end:
  ret void
}}
"""
"""Notes the use of an absent lane's value; the address of the event is the lanes."""

ORDER = f"""
define i1 @shadow.unordered(i64 %entry, i64 %me, i64 %base, i64 %since, i64 %floor) {ATTRIBUTES} {{
  %x = xor i64 %entry, %me
  %own = and i64 %x, {THREAD_BITS}
  %other = icmp ne i64 %own, 0
  %recent = icmp uge i64 %entry, %floor
  %serial = and i64 %me, {BLOCK_BITS}
  %age = sub i64 %entry, %serial
  %base.word = shl i64 %base, {EPOCH_SHIFT}
  %after = icmp uge i64 %age, %base.word
  %many = and i64 %entry, {MULTI}
  %blocks = icmp eq i64 %many, 3
  %late = or i1 %after, %blocks
  %warp = and i64 %x, {WARP_BITS}
  %same = icmp eq i64 %warp, 0
  %few = icmp ult i64 %many, 2
  %since.word = shl i64 %since, {EPOCH_SHIFT}
  %before = icmp ult i64 %age, %since.word
  %in.warp = and i1 %same, %few
  %ordered = and i1 %in.warp, %before
  %open = xor i1 %ordered, true
  %a = and i1 %other, %recent
  %b = and i1 %late, %open
  %c = and i1 %a, %b
  ret i1 %c
}}
define i1 @shadow.strong(i64 %entry, i64 %me, i32 %entry.site, i32 %site) {ATTRIBUTES} {{
  %both = and i32 %entry.site, %site
  %strong.bit = and i32 %both, {STRONG}
  %strong = icmp ne i32 %strong.bit, 0
  %x = xor i64 %entry, %me
  %blocks = and i64 %x, {BLOCK_BITS}
  %apart = icmp ne i64 %blocks, 0
  %either = or i32 %entry.site, %site
  %narrow.bit = and i32 %either, {NARROW}
  %narrow = icmp ne i32 %narrow.bit, 0
  %scope = and i1 %apart, %narrow
  %wide = xor i1 %scope, true
  %fine = and i1 %strong, %wide
  ret i1 %fine
}}
define i32 @shadow.site(i64 %entry, i64 %me, i32 %entry.site, i32 %site, i64 %base, i64 %since) {ATTRIBUTES} {{
  %x = xor i64 %entry, %me
  %own = and i64 %x, {THREAD_BITS}
  %same = icmp eq i64 %own, 0
  %serial = and i64 %me, {BLOCK_BITS}
  %age = sub i64 %entry, %serial
  %least = call i64 @llvm.umax.i64(i64 %base, i64 %since)
  %least.word = shl i64 %least, {EPOCH_SHIFT}
  %recent = icmp uge i64 %age, %least.word
  %strong = and i32 %entry.site, {STRONG}
  %weak = icmp eq i32 %strong, 0
  %a = and i1 %same, %recent
  %keeps = and i1 %a, %weak
  %result = select i1 %keeps, i32 %entry.site, i32 %site
  ret i32 %result
}}
define i64 @shadow.merged(i64 %entry, i64 %me) {ATTRIBUTES} {{
  %x = xor i64 %entry, %me
  %blocks = and i64 %x, {BLOCK_BITS}
  %apart = icmp ne i64 %blocks, 0
  %warps = and i64 %x, {WARP_BITS}
  %other = icmp ne i64 %warps, 0
  %within = select i1 %other, i64 2, i64 1
  %level = select i1 %apart, i64 3, i64 %within
  %many = and i64 %entry, {MULTI}
  %most = call i64 @llvm.umax.i64(i64 %level, i64 %many)
  %merged = or i64 %me, %most
  ret i64 %merged
}}
"""
"""Whether an earlier access is not ordered before this one; whether two strong ones may meet; which of two accesses of a thread others must fear, the weak
one; both as one shadow word."""


CLOCK_DECLARED = {f"shadow.{name}": f"declare void @shadow.{name}(ptr)" for name in ("block", "release")}
"""What the scheduler of a watched kernel calls."""


TOUCHES = tuple((what, kind) for what in ("load", "store", "write", "atomic") for kind in COMMON_KINDS)
WATCHED = frozenset([
    "count.access", *[f"touch.{what}.{kind}" for what, kind in TOUCHES],
    *[f"shadow.{name}" for name in ("block", "release", "warp", "lanes", "sync", "absent", "blank", "landed")],
])  # fmt: skip
"""The functions that a watched kernel may call."""
