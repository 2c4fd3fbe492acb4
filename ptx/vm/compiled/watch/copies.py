"""Asynchronous copies in the shadow: `shadow.landed` makes writes that were under way plain ones of their threads, now, or such that an mbarrier tracks.

From the instruction on that issues a copy, its target is being written (`shadow.FLIGHT`): whoever touches it, the own thread included, collides. The
queue of a warp (`instructions.queues`) knows what is due when lanes wait; a word that is no longer the copy's own was written over meanwhile, and that
was told then.
"""

from ptx.vm.compiled.instructions.queue_layout import DATA, GROUPS, HEAD, SIZE, TAIL, TARGETS
from ptx.vm.compiled.instructions.queues import each_record, queue_field
from ptx.vm.compiled.ir.lines import lane_loop, load_field
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.watch.lanes import THREAD_SHIFT
from ptx.vm.compiled.watch.shadow import ATTRIBUTES, EPOCH_SHIFT, FLIGHT, ROW_BYTES, WATCH, area, row_field
from ptx.vm.memory import SHARED_WINDOW

COUNTS = f"<{WARP} x i32>"



def landing_text(shift: int) -> str:
    """Returns the function; `%flight` is the epoch of what is tracked, 0 for what has landed."""
    return f"""
define void @shadow.landed(ptr %state, ptr %queue, i32 %lanes, {COUNTS} %groups, i64 %flight) {ATTRIBUTES} {{
entry:
{WATCH}{load_field("warp", "i64", "warp")}{load_field("shared", "ptr", "shared")}{area("serial", "i64", "serial")}{area("clock", "i64", "clock")}\
{area("rows", "ptr", "rows")}  %row = getelementptr i8, ptr %rows, i64 {SHARED_WINDOW * ROW_BYTES}
{row_field("w.base", "ptr", "write")}{queue_field("data", "ptr", DATA)}{queue_field("first", "i64", HEAD)}{queue_field("tail", "i64", TAIL)}\
  %shared.start = ptrtoint ptr %shared to i64
  %epoch = shl i64 %clock, {EPOCH_SHIFT}
  %now = or i64 %serial, %epoch
  %first.thread = mul i64 %warp, {WARP << THREAD_SHIFT}
  %tracked = icmp ne i64 %flight, 0
  br label %record.head
{each_record("over")}{queue_field("size", "i32", SIZE, "record")}{queue_field("own", COUNTS, GROUPS, "record")}  %count.narrow = lshr i32 %size, {shift}
  %count = zext i32 %count.narrow to i64
  %older = icmp slt {COUNTS} %own, %groups
  %older.bits = bitcast <{WARP} x i1> %older to i32
  %mine = and i32 %mask, %lanes
  %due = and i32 %mine, %older.bits
  br label %head
{lane_loop(LANE + _granules(shift), "%due", "record.body", "record.done")}record.done:
  %number.next = add i64 %number, 1
  br label %record.head
over:
  ret void
}}
"""


LANE = f"""  %lane.wide = zext i32 %lane to i64
  %lane.bits = shl i64 %lane.wide, {THREAD_SHIFT}
  %thread = add i64 %first.thread, %lane.bits
  %me = or i64 %now, %thread
  %before = call i64 @shadow.flying(i64 %me, i64 {FLIGHT})
  %later = call i64 @shadow.flying(i64 %me, i64 %flight)
  %after = select i1 %tracked, i64 %later, i64 %me
  %slot.at = mul i64 %lane.wide, 8
  %slot.all = getelementptr i8, ptr %record, i64 {TARGETS}
  %slot = getelementptr i8, ptr %slot.all, i64 %slot.at
  %target = load i64, ptr %slot
  %offset = sub i64 %target, %shared.start
"""
"""The lane's word while its copy is under way, and what it becomes; where its target is."""


def _granules(shift: int) -> str:
    """The loop over the granules of a lane's target."""
    return f"""  %index = lshr i64 %offset, {shift}
  br label %granule
granule:
  %k = phi i64 [0, %body], [%k.next, %granule.next]
  %granule.at = add i64 %index, %k
  %w.p = getelementptr i64, ptr %w.base, i64 %granule.at
  %w = load i64, ptr %w.p
  %is.copy = icmp eq i64 %w, %before
  br i1 %is.copy, label %granule.set, label %granule.next
granule.set:
  store i64 %after, ptr %w.p
  br label %granule.next
granule.next:
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, %count
  br i1 %again, label %granule, label %next
"""
