"""Asynchronous copies that are not made yet, as native code: each warp has a queue of records, one for each `cp.async` that it executed.

A record holds, for each lane, target, bytes and the number of its group; the lanes whose copy is not made are a mask. Copies are made in
the order of the queue when their lanes wait for them. Python makes room when a queue is full. What a copy means is in `ptx.vm.copies`.
"""

from ptx.vm.compiled.instructions.queue_layout import BYTES, CAPACITY, COMMITTED, DATA, GROUPS, HEAD, RECORD, SIZE, TAIL, TARGETS
from ptx.vm.compiled.ir.lines import ATTRIBUTES, ROW_FIELDS, check_of, lane_loop, load_field, row_of, store_field
from ptx.vm.compiled.ir.state import ACCESS
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.memory import FIRST_FREE, OFFSET_BITS, SHARED_WINDOW

VECTOR = f"<{WARP} x i64>"
COUNTS = f"<{WARP} x i32>"
SHARED = SHARED_WINDOW << OFFSET_BITS


def queue_field(name: str, kind: str, offset: int, of: str = "queue") -> str:
    """Returns the lines that load a field of a queue or record."""
    return f"  %{name}.p = getelementptr i8, ptr %{of}, i64 {offset}\n  %{name} = load {kind}, ptr %{name}.p\n"


def each_record(end: str) -> str:
    """Returns the lines that lead over a queue's records from `%first` to `%tail`, each with its `%mask`; `record.done` comes with the `%number.next`."""
    return f"""record.head:
  %number = phi i64 [%first, %entry], [%number.next, %record.done]
  %more = icmp ult i64 %number, %tail
  br i1 %more, label %record.body, label %{end}
record.body:
  %at = mul i64 %number, {RECORD}
  %record = getelementptr i8, ptr %data, i64 %at
  %mask = load i32, ptr %record
"""


def issue_text(size: int, goes_on: bool) -> str:
    """Returns the function that checks the addresses of copies of `size` bytes, reads what is valid, and appends a record.

    After a fault its lane copies nothing, nor do those above, unless they go on.
    """
    parameters = f"ptr %state, ptr %queue, {VECTOR} %to, {VECTOR} %from, {COUNTS} %valid, i32 %lanes, i64 %writes, i64 %reads"
    return f"""
define internal void @queue.issue.{size}({parameters}) {ATTRIBUTES} {{
entry:
{store_field("alive", "i32", "-1")}{load_field("shared", "ptr", "shared")}{load_field("shared.size", "i64", "shared_size")}\
{load_field("readable", "ptr", "readable")}{load_field("allocations", "i64", "allocations")}\
{MAKE_ROOM}ready:
{_new_record(size)}  br label %head
{lane_loop(_target(size) + _source(size) + _read(size), before="ready", end="done")}{_cut(goes_on)}done:
  %tail.next = add i64 %tail, 1
  store i64 %tail.next, ptr %tail.p
  ret void
}}
"""


MAKE_ROOM = f"""{queue_field("end", "i64", TAIL)}{queue_field("capacity", "i64", CAPACITY)}  %full = icmp uge i64 %end, %capacity
  br i1 %full, label %grow, label %ready
grow:
{load_field("room", "ptr", "room")}{load_field("worker", "i64", "worker")}{load_field("warp", "i64", "warp")}  %high = shl i64 %worker, 32
  %asked = or i64 %high, %warp
  %granted = call i32 %room(i64 %asked)
  %denied = icmp eq i32 %granted, 0
  br i1 %denied, label %leave, label %ready
leave:
  ret void
"""
"""Asks for room where the queue is full; without any nothing is copied."""


def _new_record(size: int) -> str:
    """The lines that begin a record: its lanes, bytes and groups, and where targets and bytes will be."""
    return f"""{queue_field("data", "ptr", DATA)}{queue_field("tail", "i64", TAIL)}{queue_field("groups", COUNTS, COMMITTED)}\
  %at = mul i64 %tail, {RECORD}
  %record = getelementptr i8, ptr %data, i64 %at
  store i32 %lanes, ptr %record
  %record.size = getelementptr i8, ptr %record, i64 {SIZE}
  store i32 {size}, ptr %record.size
  %record.groups = getelementptr i8, ptr %record, i64 {GROUPS}
  store {COUNTS} %groups, ptr %record.groups, align 4
  %record.targets = getelementptr i8, ptr %record, i64 {TARGETS}
  %record.bytes = getelementptr i8, ptr %record, i64 {BYTES}
"""


def _target(size: int) -> str:
    """The lines that check a lane's target and note its address of the host; the lane's bytes (`%bytes`) are 0 at first."""
    return f"""  %lane.wide = zext i32 %lane to i64
  %target = extractelement {VECTOR} %to, i32 %lane
{check_of("%target", str(SHARED), "%shared.size", str(size - 1), str(size - 1), "target.")}  br i1 %target.fine, label %source, label %bad.target
source:
  %host.target = getelementptr i8, ptr %shared, i64 %target.offset
  %slot = getelementptr ptr, ptr %record.targets, i64 %lane.wide
  store ptr %host.target, ptr %slot
  %bytes.at = mul i64 %lane.wide, 16
  %bytes = getelementptr i8, ptr %record.bytes, i64 %bytes.at
  store i{8 * size} 0, ptr %bytes, align 1
  %some = extractelement {COUNTS} %valid, i32 %lane
  %few = call i32 @llvm.umin.i32(i32 %some, i32 {size})
  %count = zext i32 %few to i64
  %nothing = icmp eq i64 %count, 0
  br i1 %nothing, label %next, label %look
"""


def _source(size: int) -> str:
    """The lines that check the `%count` bytes that a lane reads, in global memory."""
    return f"""look:
  %address = extractelement {VECTOR} %from, i32 %lane
{row_of("%address", "%readable")}{ROW_FIELDS}  %is.global = icmp uge i64 %number, {FIRST_FREE}
  %less = sub i64 %count, 1
{check_of("%address", "%start", "%size.row", "%less", str(size - 1))}  %readable.fine = and i1 %fine, %is.global
  br i1 %readable.fine, label %read, label %bad.source
"""


def _read(size: int) -> str:
    """The lines that read them."""
    return f"""read:
  %host = add i64 %address, %delta
  %host.p = inttoptr i64 %host to ptr
  %all = icmp eq i64 %count, {size}
  br i1 %all, label %read.all, label %byte
read.all:
  %value = load i{8 * size}, ptr %host.p, align 1
  store i{8 * size} %value, ptr %bytes, align 1
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
"""


def _cut(goes_on: bool) -> str:
    """The lines that take lanes out of the record after a fault: its own and those above, or its own alone."""
    return f"""bad.target:
  br label %cut
bad.source:
  br label %cut
cut:
  %bad.site = phi i64 [%writes, %bad.target], [%reads, %bad.source]
  %bad.address = phi i64 [%target, %bad.target], [%address, %bad.source]
  %bad.lanes = {"shl i32 1, %lane" if goes_on else "add i32 %left, 0"}
  call void @fault(ptr %state, i64 {ACCESS}, i64 %bad.site, i32 %bad.lanes, i64 %bad.address)
  %gone = xor i32 %bad.lanes, -1
  %made.before = load i32, ptr %record
  %made = and i32 %made.before, %gone
  store i32 %made, ptr %record
  br label %{"next" if goes_on else "done"}
"""


COPY = """  %lane.wide = zext i32 %lane to i64
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
"""
"""Makes the copy of a lane."""

TRIM = f"""  br label %trim.head
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
"""
"""Drops the records in front that have no lane left."""

MAKE = f"""
define internal void @queue.make(ptr %state, ptr %queue, i32 %lanes, {COUNTS} %groups) {ATTRIBUTES} {{
entry:
{queue_field("data", "ptr", DATA)}{queue_field("first", "i64", HEAD)}{queue_field("tail", "i64", TAIL)}  br label %record.head
{each_record("trim")}  %size.p = getelementptr i8, ptr %record, i64 {SIZE}
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
{lane_loop(COPY, "%due", "record.body", "record.done")}record.done:
  %number.next = add i64 %number, 1
  br label %record.head
trim:
{TRIM}}}
"""
"""The function that makes the copies of some lanes whose groups are below a number, each its own."""
