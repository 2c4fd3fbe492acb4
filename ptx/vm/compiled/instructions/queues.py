"""Asynchronous copies that are not made yet, as native code: each warp has a queue of records, one for each `cp.async` that it executed.

A record holds, for each lane, target, bytes and the number of its group; the lanes whose copy is not made are a mask. Copies are made in
the order of the queue when their lanes wait for them. Python makes room when a queue is full. What a copy means is in `ptx.vm.copies`.
"""

from ptx.vm.compiled.instructions.queue_layout import BYTES, CAPACITY, COMMITTED, DATA, GROUPS, HEAD, RECORD, SIZE, TAIL, TARGETS
from ptx.vm.compiled.ir.helpers import ATTRIBUTES, load_field, store_field
from ptx.vm.compiled.ir.state import ACCESS, ROW
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.memory import FIRST_FREE, OFFSET_BITS, SHARED_WINDOW

VECTOR = f"<{WARP} x i64>"
COUNTS = f"<{WARP} x i32>"
SHARED = SHARED_WINDOW << OFFSET_BITS


def queue_field(name: str, kind: str, offset: int, of: str = "queue") -> str:
    """Returns the lines that load a field of a queue or record."""
    return f"  %{name}.p = getelementptr i8, ptr %{of}, i64 {offset}\n  %{name} = load {kind}, ptr %{name}.p\n"


def issue_text(size: int, goes_on: bool) -> str:
    """Returns the function that checks the addresses of copies of `size` bytes, reads what is valid, and appends a record.

    After a fault its lane copies nothing, nor do those above, unless they go on.
    """
    whole = f"i{8 * size}"
    ends = "shl i32 1, %lane" if goes_on else "add i32 %left, 0"
    after = "next" if goes_on else "done"
    return f"""
define internal void @queue.issue.{size}(ptr %state, ptr %queue, {VECTOR} %to, {VECTOR} %from, {COUNTS} %valid, i32 %lanes, i64 %writes, i64 %reads)\
 {ATTRIBUTES} {{
entry:
{store_field("alive", "i32", "-1")}{load_field("shared", "ptr", "shared")}{load_field("shared.size", "i64", "shared_size")}\
{load_field("readable", "ptr", "readable")}{load_field("allocations", "i64", "allocations")}\
{queue_field("end", "i64", TAIL)}{queue_field("capacity", "i64", CAPACITY)}  %full = icmp uge i64 %end, %capacity
  br i1 %full, label %grow, label %ready
grow:
{load_field("room", "ptr", "room")}{load_field("worker", "i64", "worker")}{load_field("warp", "i64", "warp")}  %high = shl i64 %worker, 32
  %asked = or i64 %high, %warp
  %granted = call i32 %room(i64 %asked)
  %denied = icmp eq i32 %granted, 0
  br i1 %denied, label %leave, label %ready
leave:
  ret void
ready:
{queue_field("data", "ptr", DATA)}{queue_field("tail", "i64", TAIL)}{queue_field("groups", COUNTS, COMMITTED)}  %at = mul i64 %tail, {RECORD}
  %record = getelementptr i8, ptr %data, i64 %at
  store i32 %lanes, ptr %record
  %record.size = getelementptr i8, ptr %record, i64 {SIZE}
  store i32 {size}, ptr %record.size
  %record.groups = getelementptr i8, ptr %record, i64 {GROUPS}
  store {COUNTS} %groups, ptr %record.groups, align 4
  %record.targets = getelementptr i8, ptr %record, i64 {TARGETS}
  %record.bytes = getelementptr i8, ptr %record, i64 {BYTES}
  %room.left = call i64 @llvm.usub.sat.i64(i64 %shared.size, i64 {size - 1})
  br label %head
head:
  %left = phi i32 [%lanes, %ready], [%rest, %next]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %done, label %body
body:
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %lane.wide = zext i32 %lane to i64
  %target = extractelement {VECTOR} %to, i32 %lane
  %offset = sub i64 %target, {SHARED}
  %inside = icmp ult i64 %offset, %room.left
  %low = and i64 %target, {size - 1}
  %aligned = icmp eq i64 %low, 0
  %target.fine = and i1 %inside, %aligned
  br i1 %target.fine, label %source, label %bad.target
source:
  %host.target = getelementptr i8, ptr %shared, i64 %offset
  %slot = getelementptr ptr, ptr %record.targets, i64 %lane.wide
  store ptr %host.target, ptr %slot
  %bytes.at = mul i64 %lane.wide, 16
  %bytes = getelementptr i8, ptr %record.bytes, i64 %bytes.at
  store {whole} 0, ptr %bytes, align 1
  %some = extractelement {COUNTS} %valid, i32 %lane
  %few = call i32 @llvm.umin.i32(i32 %some, i32 {size})
  %count = zext i32 %few to i64
  %nothing = icmp eq i64 %count, 0
  br i1 %nothing, label %next, label %look
look:
  %address = extractelement {VECTOR} %from, i32 %lane
  %number.high = lshr i64 %address, {OFFSET_BITS}
  %number = call i64 @llvm.umin.i64(i64 %number.high, i64 %allocations)
  %is.global = icmp uge i64 %number, {FIRST_FREE}
  %row.at = mul i64 %number, {ROW}
  %row = getelementptr i8, ptr %readable, i64 %row.at
  %start = load i64, ptr %row
  %size.p = getelementptr i8, ptr %row, i64 8
  %size.row = load i64, ptr %size.p
  %delta.p = getelementptr i8, ptr %row, i64 16
  %delta = load i64, ptr %delta.p
  %within = sub i64 %address, %start
  %less = sub i64 %count, 1
  %limit = call i64 @llvm.usub.sat.i64(i64 %size.row, i64 %less)
  %fits = icmp ult i64 %within, %limit
  %low.source = and i64 %address, {size - 1}
  %even = icmp eq i64 %low.source, 0
  %fine.1 = and i1 %fits, %even
  %fine = and i1 %fine.1, %is.global
  br i1 %fine, label %read, label %bad.source
read:
  %host = add i64 %address, %delta
  %host.p = inttoptr i64 %host to ptr
  %all = icmp eq i64 %count, {size}
  br i1 %all, label %read.all, label %byte
read.all:
  %value = load {whole}, ptr %host.p, align 1
  store {whole} %value, ptr %bytes, align 1
  br label %next
byte:
  %index = phi i64 [0, %read], [%index.next, %byte]
  %from.p = getelementptr i8, ptr %host.p, i64 %index
  %one = load i8, ptr %from.p
  %to.p = getelementptr i8, ptr %bytes, i64 %index
  store i8 %one, ptr %to.p
  %index.next = add i64 %index, 1
  %over = icmp uge i64 %index.next, %count
  br i1 %over, label %next, label %byte
next:
  %minus = sub i32 %left, 1
  %rest = and i32 %left, %minus
  br label %head
bad.target:
  br label %cut
bad.source:
  br label %cut
cut:
  %bad.site = phi i64 [%writes, %bad.target], [%reads, %bad.source]
  %bad.address = phi i64 [%target, %bad.target], [%address, %bad.source]
  %bad.lanes = {ends}
  call void @fault(ptr %state, i64 {ACCESS}, i64 %bad.site, i32 %bad.lanes, i64 %bad.address)
  %gone = xor i32 %bad.lanes, -1
  %made.before = load i32, ptr %record
  %made = and i32 %made.before, %gone
  store i32 %made, ptr %record
  br label %{after}
done:
  %tail.next = add i64 %tail, 1
  store i64 %tail.next, ptr %tail.p
  ret void
}}
"""


MAKE = f"""
define internal void @queue.make(ptr %state, ptr %queue, i32 %lanes, {COUNTS} %groups) {ATTRIBUTES} {{
entry:
{queue_field("data", "ptr", DATA)}{queue_field("first", "i64", HEAD)}{queue_field("tail", "i64", TAIL)}  br label %record.head
record.head:
  %number = phi i64 [%first, %entry], [%number.next, %record.done]
  %more = icmp ult i64 %number, %tail
  br i1 %more, label %record.body, label %trim
record.body:
  %at = mul i64 %number, {RECORD}
  %record = getelementptr i8, ptr %data, i64 %at
  %mask = load i32, ptr %record
  %size.p = getelementptr i8, ptr %record, i64 {SIZE}
  %size.narrow = load i32, ptr %size.p
  %size = zext i32 %size.narrow to i64
  %own.p = getelementptr i8, ptr %record, i64 {GROUPS}
  %own = load {COUNTS}, ptr %own.p, align 4
  %older = icmp slt {COUNTS} %own, %groups
  %older.bits = bitcast <{WARP} x i1> %older to i32
  %mine = and i32 %mask, %lanes
  %due = and i32 %mine, %older.bits
  %targets = getelementptr i8, ptr %record, i64 {TARGETS}
  %all.bytes = getelementptr i8, ptr %record, i64 {BYTES}
  %stays = xor i32 %due, -1
  %mask.left = and i32 %mask, %stays
  store i32 %mask.left, ptr %record
  br label %head
head:
  %left = phi i32 [%due, %record.body], [%rest, %next]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %record.done, label %body
body:
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %lane.wide = zext i32 %lane to i64
  %slot = getelementptr ptr, ptr %targets, i64 %lane.wide
  %target = load ptr, ptr %slot
  %bytes.at = mul i64 %lane.wide, 16
  %bytes = getelementptr i8, ptr %all.bytes, i64 %bytes.at
  switch i64 %size, label %copy.16 [i64 4, label %copy.4 i64 8, label %copy.8]
copy.4:
  %four = load i32, ptr %bytes
  store i32 %four, ptr %target
  br label %next
copy.8:
  %eight = load i64, ptr %bytes
  store i64 %eight, ptr %target
  br label %next
copy.16:
  %sixteen = load i128, ptr %bytes, align 1
  store i128 %sixteen, ptr %target, align 1
  br label %next
next:
  %minus = sub i32 %left, 1
  %rest = and i32 %left, %minus
  br label %head
record.done:
  %number.next = add i64 %number, 1
  br label %record.head
trim:
  br label %trim.head
trim.head:
  %front = phi i64 [%first, %trim], [%front.next, %trim.next]
  %in.use = icmp ult i64 %front, %tail
  br i1 %in.use, label %trim.look, label %empty
trim.look:
  %front.at = mul i64 %front, {RECORD}
  %front.record = getelementptr i8, ptr %data, i64 %front.at
  %front.mask = load i32, ptr %front.record
  %over = icmp eq i32 %front.mask, 0
  br i1 %over, label %trim.next, label %keep
trim.next:
  %front.next = add i64 %front, 1
  br label %trim.head
keep:
  store i64 %front, ptr %first.p
  ret void
empty:
  store i64 0, ptr %first.p
  store i64 0, ptr %tail.p
  ret void
}}
"""
"""The function that makes the copies of some lanes whose groups are below a number, each its own."""
