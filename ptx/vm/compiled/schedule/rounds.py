"""The scheduler of thread blocks whose warps take turns, as LLVM IR: `@run(state, first, last)` as in `blocks`, but a block may stay unfinished.

In every pass each warp that can go on runs until it ends, waits, or gives others their turn. Barriers that all lanes of a block wait at are
released at once, all else at barriers is decided in Python. After some passes in which no warp ended and no barrier was released the result
is 3: the block is unfinished, other blocks should run; a later call goes on with it. After a fault only the warps before it go on.
"""

from ptx.vm.compiled.control.turns import RELEASED, RUNS, STEP, WAITS
from ptx.vm.compiled.ir.lines import lane_function, load_field
from ptx.vm.compiled.ir.state import OFFSET
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.schedule.blocks import CALL, NO_HOOKS, Hooks, fresh, over_blocks, release, turn, warp_field

PASSES = 8
"""Passes over a block's warps without any end or release, until other blocks get their turn; one if they had it before."""
PASSES_AFTER_FAULT = 64
VECTOR = f"<{WARP} x i32>"


def rounds(warps: int, threads: int, context_bytes: int, has_barriers: bool, sets_rounding: bool, hooks: Hooks = NO_HOOKS) -> str:
    """Returns the text of `@run` and what it and the warps call."""
    del has_barriers
    passes = over_blocks(_body(warps, context_bytes, hooks), sets_rounding, UNFINISHED)
    return NEXT + GROUPS + release(warps, threads, context_bytes, hooks, RELEASED) + passes


UNFINISHED = """unfinished:
EPILOGUE  ret i64 3
"""


def _body(warps: int, context_bytes: int, hooks: Hooks) -> str:
    """The lines that run a block: passes over its warps, until it ends, must wait for other blocks, or a fault was found."""
    return _begin(warps, hooks) + _pass(warps, hooks) + _one_warp(context_bytes) + SETTLE + GOES_ON


def _begin(warps: int, hooks: Hooks) -> str:
    """The lines that make a new block fresh; one that goes on has less patience."""
    return f"""  %on.p = getelementptr i8, ptr %state, i64 {OFFSET["goes_on"]}
  %on = load i64, ptr %on.p
  store i64 0, ptr %on.p
  %old = icmp ne i64 %on, 0
  br i1 %old, label %passes, label %new
new:
{fresh(hooks)}  call void @llvm.memset.p0.i64(ptr %states, i8 0, i64 {4 * warps}, i1 false)
  br label %passes
"""


def _pass(warps: int, hooks: Hooks) -> str:
    """The loop over the warps that can go on.

    It finds how many run on (`%running`) and wait (`%waiting`), and whether any ended or came to wait (`%events`); `%limit` is the number of warps, or of
    those up to the first with a fault; `%quiet` counts the passes without any event.
    """
    return f"""passes:
  %patience = select i1 %old, i32 {PASSES - 1}, i32 0
  br label %pass
pass:
  %quiet = phi i32 [%patience, %passes], [%quiet.next, %again], [0, %released]
  %limit = phi i32 [{warps}, %passes], [%limit.now, %again], [%limit.now, %released]
  br label %w.head
w.head:
  %turn = phi i32 [0, %pass], [%turn.next, %w.end]
  %running = phi i32 [0, %pass], [%running.next, %w.end]
  %waiting = phi i32 [0, %pass], [%waiting.next, %w.end]
  %events = phi i32 [0, %pass], [%events.next, %w.end]
  %limit.now = phi i32 [%limit, %pass], [%limit.next, %w.end]
  %in = icmp ult i32 %turn, %limit.now
{turn(warps, hooks)}  br i1 %in, label %w.look, label %w.over
w.look:
  %state.p = getelementptr i32, ptr %states, i32 %w
  %at = load i32, ptr %state.p
  %over = icmp slt i32 %at, 0
  %held = icmp eq i32 %at, {WAITS}
  %held.one = zext i1 %held to i32
  %idle = or i1 %over, %held
  br i1 %idle, label %w.end, label %w.run
"""


def _one_warp(context_bytes: int) -> str:
    """The lines that run a warp, and add what became of it."""
    return f"""w.run:
{warp_field()}  %context.at = mul i64 %w.wide, {context_bytes}
  %context = getelementptr i8, ptr %contexts, i64 %context.at
  %told.by = {CALL.format(state="%at")}
  %is.over = icmp eq i32 %told.by, 0
  %to = select i1 %is.over, i32 -1, i32 %told.by
  store i32 %to, ptr %state.p
  %runs = icmp eq i32 %told.by, {RUNS}
  %runs.one = zext i1 %runs to i32
  %waits = icmp eq i32 %told.by, {WAITS}
  %waits.one = zext i1 %waits to i32
  %event = xor i1 %runs, true
  %event.one = zext i1 %event to i32
{load_field("stops", "volatile i64", "stop")}  %halt = icmp ne i64 %stops, 0
  br i1 %halt, label %stop, label %w.fault
w.fault:
{load_field("found", "i64", "fault")}  %bad = icmp ne i64 %found, 0
  %behind = add i32 %turn, 1
  %limit.found = select i1 %bad, i32 %behind, i32 %limit.now
  br label %w.end
w.end:
  %running.add = phi i32 [0, %w.look], [%runs.one, %w.fault]
  %waiting.add = phi i32 [%held.one, %w.look], [%waits.one, %w.fault]
  %events.add = phi i32 [0, %w.look], [%event.one, %w.fault]
  %limit.seen = phi i32 [%limit.now, %w.look], [%limit.found, %w.fault]
  %limit.next = call i32 @llvm.umin.i32(i32 %limit.seen, i32 %limit.now)
  %running.next = add i32 %running, %running.add
  %waiting.next = add i32 %waiting, %waiting.add
  %events.next = add i32 %events, %events.add
  %turn.next = add i32 %turn, 1
  br label %w.head
"""


SETTLE = f"""w.over:
{load_field("found.now", "i64", "fault")}  %faulted.now = icmp ne i64 %found.now, 0
  %quiet.more = add i32 %quiet, 1
  br i1 %faulted.now, label %after.fault, label %sound
after.fault:
  %some.run = icmp ne i32 %running, 0
  %patient = icmp ult i32 %quiet.more, {PASSES_AFTER_FAULT}
  %goes = and i1 %some.run, %patient
  br i1 %goes, label %again, label %fault
sound:
  %nobody.runs = icmp eq i32 %running, 0
  br i1 %nobody.runs, label %settle, label %mixed
settle:
  %verdict = call i32 @release(ptr %state)
  switch i32 %verdict, label %fault [i32 0, label %block.end i32 1, label %released]
mixed:
  %had.event = icmp ne i32 %events, 0
  %some.wait = icmp ne i32 %waiting, 0
  %asks = and i1 %had.event, %some.wait
  br i1 %asks, label %ask.some, label %count
ask.some:
{load_field("barrier", "ptr", "barrier")}  %verdict.some = call i32 %barrier(i64 %worker)
  switch i32 %verdict.some, label %fault [i32 3, label %count i32 1, label %released]
released:
  br label %pass
"""
"""After a pass: when nobody runs the barrier is settled; where some wait and some run, Python is asked."""

GOES_ON = f"""count:
  %quiet.next.now = select i1 %had.event, i32 0, i32 %quiet.more
  %tired = icmp uge i32 %quiet.next.now, {PASSES}
  br i1 %tired, label %unfinished, label %poll.turn
poll.turn:
  %ticks.now = load i64, ptr %ticks.p
  %ticks.less = sub i64 %ticks.now, 1
  store i64 %ticks.less, ptr %ticks.p
  %due.now = icmp sle i64 %ticks.less, 0
  br i1 %due.now, label %poll.ask, label %again
poll.ask:
  %answer.now = call i32 %poll(i64 %worker)
  %told.now = icmp ne i32 %answer.now, 0
  br i1 %told.now, label %stop, label %again
again:
  %quiet.next = phi i32 [%quiet.more, %after.fault], [%quiet.next.now, %poll.turn], [%quiet.next.now, %poll.ask]
  br label %pass
"""
"""Goes on with the next pass, unless the patience is at its end or the clock says stop."""


NEXT = f"""
define internal i32 @next(ptr %words, i32 %live, i32 %start, i32 %end) #1 {{
entry:
  %first = insertelement <{STEP} x i32> poison, i32 %live, i64 0
  %lives = shufflevector <{STEP} x i32> %first, <{STEP} x i32> poison, <{STEP} x i32> zeroinitializer
  br label %head
head:
  %at = phi i32 [%start, %entry], [%further, %step]
  %more = icmp ult i32 %at, %end
  br i1 %more, label %look, label %none
look:
  %p = getelementptr i32, ptr %words, i32 %at
  %seen = load <{STEP} x i32>, ptr %p, align 4
  %alive = and <{STEP} x i32> %seen, %lives
  %some = icmp ne <{STEP} x i32> %alive, zeroinitializer
  %bits = bitcast <{STEP} x i1> %some to i{STEP}
  %any = icmp ne i{STEP} %bits, 0
  br i1 %any, label %found, label %step
step:
  %further = add i32 %at, {STEP}
  br label %head
found:
  %wide = zext i{STEP} %bits to i32
  %low = call i32 @llvm.cttz.i32(i32 %wide, i1 true)
  %index = add i32 %at, %low
  ret i32 %index
none:
  ret i32 %end
}}
"""
"""The first word from `start` on that has a living lane, `end` or more if there is none before it."""

GROUP = f"""  %mask = extractelement {VECTOR} %masks, i32 %lane
  %first = insertelement {VECTOR} poison, i32 %mask, i64 0
  %all = shufflevector {VECTOR} %first, {VECTOR} poison, {VECTOR} zeroinitializer
  %same = icmp eq {VECTOR} %masks, %all
  %group = and <{WARP} x i1> %same, %here
  %bits = bitcast <{WARP} x i1> %group to i32
"""
GROUPS = lane_function(f"groups({VECTOR} %masks, i32 %lanes)", GROUP, f"  %here = bitcast i32 %lanes to <{WARP} x i1>\n", ("i32", "%bits"), scope="internal")
"""For each lane the lanes with the same mask."""
