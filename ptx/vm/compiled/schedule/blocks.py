"""The scheduler of thread blocks as LLVM IR: `@run(state, first, last)` runs these blocks one after another.

Within a block every warp runs until it ends or waits at a barrier; when all that are left wait at one barrier, they go on. Everything else
(counts, numbers, reductions, deadlocks) is decided in Python. The result is 0 if all blocks ended, 1 after a fault, 2 if it was told to stop.
"""

from typing import NamedTuple

from ptx.vm.compiled.ir.lines import load_field
from ptx.vm.compiled.ir.state import HELD, OFFSET, WAIT_OFFSET
from ptx.vm.compiled.ir.text import WARP

CALL = "call i32 @warp(ptr %state, ptr %context, i32 %w, i32 {state}, i32 %x, i32 %y, i32 %z)"


class Hooks(NamedTuple):
    """What an instrument wants of the scheduler: lines where a block begins and where a barrier of the whole block opens; the last warp first."""

    begins: str = ""
    opens: str = ""
    reverse: bool = False


NO_HOOKS = Hooks()


def scheduler(warps: int, threads: int, context_bytes: int, has_barriers: bool, sets_rounding: bool, hooks: Hooks = NO_HOOKS) -> str:
    """Returns the text of `@run`, and of `@release` where there are barriers."""
    body = _with_barriers(warps, context_bytes, hooks) if has_barriers else _without_barriers(warps, hooks)
    return (release(warps, threads, context_bytes, hooks) if has_barriers else "") + over_blocks(fresh(hooks) + body, sets_rounding)


def fresh(hooks: Hooks) -> str:
    """Returns the lines with which a block's shared memory begins."""
    return "  call void @fill(ptr %shared, i64 %shared.size)\n" + hooks.begins


def turn(warps: int, hooks: Hooks) -> str:
    """Returns the line that says which warp has turn `%turn` of a pass."""
    return f"  %w = sub i32 {warps - 1}, %turn\n" if hooks.reverse else "  %w = add i32 %turn, 0\n"


def over_blocks(body: str, sets_rounding: bool, more: str = "") -> str:
    """Returns the text of `@run`: `body` runs block `%b` and goes on to `block.end`, `fault`, `stop`, or a label of `more`."""
    prologue, epilogue = _rounding(sets_rounding)
    more = more.replace("EPILOGUE", epilogue.replace(".end", ".more"))
    return f"""
define i64 @run(ptr %state, i64 %first, i64 %last) #2 {{
entry:
{prologue}{load_field("grid.x", "i64", "grid_x")}{load_field("grid.y", "i64", "grid_y")}{load_field("shared", "ptr", "shared")}\
{load_field("shared.size", "i64", "shared_size")}{load_field("first.fault", "ptr", "first_fault")}{load_field("contexts", "ptr", "contexts")}\
{load_field("states", "ptr", "states")}{load_field("poll", "ptr", "poll")}{load_field("worker", "i64", "worker")}  br label %head
head:
  %b = phi i64 [%first, %entry], [%b.next, %block.end]
  %more = icmp ult i64 %b, %last
  br i1 %more, label %ask, label %end
ask:
  %faulted = load atomic i64, ptr %first.fault monotonic, align 8
  %past = icmp ult i64 %faulted, %b
  br i1 %past, label %end, label %clock
clock:
{load_field("ticks", "i64", "ticks")}  %left = sub i64 %ticks, 1
  store i64 %left, ptr %ticks.p
  %due = icmp sle i64 %left, 0
  br i1 %due, label %poll.now, label %block
poll.now:
  %answer = call i32 %poll(i64 %worker)
  %told = icmp ne i32 %answer, 0
  br i1 %told, label %stop, label %block
block:
  %block.p = getelementptr i8, ptr %state, i64 {OFFSET["block"]}
  store i64 %b, ptr %block.p
  %x.wide = urem i64 %b, %grid.x
  %rows = udiv i64 %b, %grid.x
  %y.wide = urem i64 %rows, %grid.y
  %z.wide = udiv i64 %rows, %grid.y
  %x = trunc i64 %x.wide to i32
  %y = trunc i64 %y.wide to i32
  %z = trunc i64 %z.wide to i32
{body}
block.end:
  %b.next = add i64 %b, 1
  br label %head
fault:
  %ignored = atomicrmw umin ptr %first.fault, i64 %b monotonic
{epilogue}  ret i64 1
stop:
{epilogue.replace(".end", ".stop")}  ret i64 2
{more}end:
{epilogue.replace(".end", ".last")}  ret i64 0
}}
"""


def _rounding(sets: bool) -> tuple[str, str]:
    """Lines that set the host's rounding and denormal modes to IEEE's, and put them back (x86 has one register for each thread)."""
    if not sets:
        return "", ""
    prologue = (
        "  %csr = alloca i32\n  %csr.ieee = alloca i32\n  call void @llvm.x86.sse.stmxcsr(ptr %csr)\n"
        f"  store i32 {0x1F80}, ptr %csr.ieee\n  call void @llvm.x86.sse.ldmxcsr(ptr %csr.ieee)\n"
    )
    return prologue, "  call void @llvm.x86.sse.ldmxcsr(ptr %csr)\n"


def warp_field() -> str:
    """Lines that note the running warp."""
    return f"  %w.wide = zext i32 %w to i64\n  %warp.p = getelementptr i8, ptr %state, i64 {OFFSET['warp']}\n  store i64 %w.wide, ptr %warp.p\n"


def _after() -> str:
    """The lines after a warp: on to the next one, unless a fault was found or somebody says stop."""
    return f"""{load_field("found", "i64", "fault")}  %bad = icmp ne i64 %found, 0
  br i1 %bad, label %fault, label %unfaulted
unfaulted:
{load_field("stops", "volatile i64", "stop")}  %halt = icmp ne i64 %stops, 0
  br i1 %halt, label %stop, label %w.end
"""


def _without_barriers(warps: int, hooks: Hooks) -> str:
    return f"""  br label %w.head
w.head:
  %turn = phi i32 [0, %block], [%turn.next, %w.end]
{turn(warps, hooks)}{warp_field()}  %context = getelementptr i8, ptr %contexts, i64 0
  %ended = {CALL.format(state="0")}
{_after()}w.end:
  %turn.next = add i32 %turn, 1
  %w.more = icmp ult i32 %turn.next, {warps}
  br i1 %w.more, label %w.head, label %block.end
"""


def _with_barriers(warps: int, context_bytes: int, hooks: Hooks) -> str:
    return f"""  call void @llvm.memset.p0.i64(ptr %states, i8 0, i64 {4 * warps}, i1 false)
  br label %pass
pass:
  br label %w.head
w.head:
  %turn = phi i32 [0, %pass], [%turn.next, %w.end]
{turn(warps, hooks)}  %state.p = getelementptr i32, ptr %states, i32 %w
  %at = load i32, ptr %state.p
  %runs = icmp ult i32 %at, {HELD}
  br i1 %runs, label %w.run, label %w.end
w.run:
{warp_field()}  %context.at = mul i64 %w.wide, {context_bytes}
  %context = getelementptr i8, ptr %contexts, i64 %context.at
  %waits = {CALL.format(state="%at")}
  %is.over = icmp eq i32 %waits, 0
  %to = select i1 %is.over, i32 -1, i32 %waits
  store i32 %to, ptr %state.p
{_after()}w.end:
  %turn.next = add i32 %turn, 1
  %w.more = icmp ult i32 %turn.next, {warps}
  br i1 %w.more, label %w.head, label %w.over
w.over:
  %verdict = call i32 @release(ptr %state)
  switch i32 %verdict, label %fault [i32 0, label %block.end i32 1, label %pass]
"""


def _wait(name: str) -> str:
    return f"  %{name}.p = getelementptr i8, ptr %context, i64 {WAIT_OFFSET[name]}\n  %{name} = load i32, ptr %{name}.p\n"


def release(warps: int, threads: int, context_bytes: int, hooks: Hooks, going: int | None = None) -> str:
    """`@release`: 0 if all warps ended, 1 if some go on, 2 after a fault. `going` is the state of warps that go on, None: as it was."""
    return f"""
define internal i32 @release(ptr %state) #1 {{
entry:
{load_field("contexts", "ptr", "contexts")}{load_field("states", "ptr", "states")}  br label %head
{_survey(warps, context_bytes)}{_decide(threads, hooks, "" if going is None else _tell(warps, going))}}}
"""


def _survey(warps: int, context_bytes: int) -> str:
    """The loop over the warps: how many lanes wait (`%total`), at which barrier, for how many, and whether all is plain (`%plain`)."""
    return f"""head:
  %w = phi i32 [0, %entry], [%w.next, %next]
  %total = phi i32 [0, %entry], [%total.next, %next]
  %number.all = phi i32 [-1, %entry], [%number.next, %next]
  %count.all = phi i32 [-1, %entry], [%count.next, %next]
  %plain = phi i1 [true, %entry], [%plain.next, %next]
  %more = icmp ult i32 %w, {warps}
  br i1 %more, label %look, label %decide
look:
  %w.wide = zext i32 %w to i64
  %state.p = getelementptr i32, ptr %states, i32 %w
  %at = load i32, ptr %state.p
  %over = icmp slt i32 %at, 0
  br i1 %over, label %next, label %waits
waits:
  %held = icmp uge i32 %at, {HELD}
  %context.at = mul i64 %w.wide, {context_bytes}
  %context = getelementptr i8, ptr %contexts, i64 %context.at
{_wait("number")}{_wait("count")}{_wait("lanes")}{_wait("kind")}  %here = call i32 @llvm.ctpop.i32(i32 %lanes)
  %sum = add i32 %total, %here
  %first = icmp eq i32 %total, 0
  %same.number = icmp eq i32 %number, %number.all
  %same.count = icmp eq i32 %count, %count.all
  %same = and i1 %same.number, %same.count
  %alike = or i1 %first, %same
  %is.plain = icmp eq i32 %kind, 0
  %exists = icmp ult i32 %number, 16
  %fine.1 = and i1 %alike, %is.plain
  %fine.2 = and i1 %fine.1, %exists
  %free = xor i1 %held, true
  %fine.3 = and i1 %fine.2, %free
  %fine = and i1 %fine.3, %plain
  br label %next
next:
  %total.next = phi i32 [%total, %look], [%sum, %waits]
  %number.next = phi i32 [%number.all, %look], [%number, %waits]
  %count.next = phi i32 [%count.all, %look], [%count, %waits]
  %plain.next = phi i1 [%plain, %look], [%fine, %waits]
  %w.next = add i32 %w, 1
  br label %head
"""


def _decide(threads: int, hooks: Hooks, told: str) -> str:
    """The lines that open a barrier where everybody is there; what is not plain Python decides."""
    whole = (threads + WARP - 1) // WARP * WARP
    return f"""decide:
  %nobody = icmp eq i32 %total, 0
  br i1 %nobody, label %done, label %some
some:
  %rest = urem i32 %count.all, {WARP}
  %regular = icmp eq i32 %rest, 0
  %possible = icmp ule i32 %count.all, {whole}
  %least = call i32 @llvm.umin.i32(i32 %count.all, i32 {threads})
  %full = icmp eq i32 %total, %least
  %counted.1 = and i1 %regular, %possible
  %counted = and i1 %counted.1, %full
  %everyone = icmp eq i32 %count.all, -1
  %complete = or i1 %everyone, %counted
  %go = and i1 %complete, %plain
  br i1 %go, label %on, label %ask
ask:
{load_field("barrier", "ptr", "barrier")}{load_field("worker", "i64", "worker")}  %answer = call i32 %barrier(i64 %worker)
  ret i32 %answer
on:
{hooks.opens}{told}  ret i32 1
done:
  ret i32 0
"""


def _tell(warps: int, going: int) -> str:
    """The lines that give all warps that have not ended a state."""
    return f"""  br label %tell
tell:
  %t = phi i32 [0, %on], [%t.next, %told]
  %t.p = getelementptr i32, ptr %states, i32 %t
  %t.at = load i32, ptr %t.p
  %t.over = icmp slt i32 %t.at, 0
  %t.to = select i1 %t.over, i32 %t.at, i32 {going}
  store i32 %t.to, ptr %t.p
  br label %told
told:
  %t.next = add i32 %t, 1
  %t.more = icmp ult i32 %t.next, {warps}
  br i1 %t.more, label %tell, label %on.end
on.end:
"""
