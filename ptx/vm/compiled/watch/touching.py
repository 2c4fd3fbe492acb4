"""How an access touches its shadow, lane by lane: `shadow_text` is all that watched kernels call; `quick` has the same for many lanes at once."""

from ptx.vm.compiled.ir.lines import check_of, lane_loop, load_field
from ptx.vm.compiled.ir.text import BITS, WARP
from ptx.vm.compiled.watch.copies import landing_text
from ptx.vm.compiled.watch.frames import BLANK
from ptx.vm.compiled.watch.lanes import THREAD_SHIFT
from ptx.vm.compiled.watch.quick import Quick, halves
from ptx.vm.compiled.watch.shadow import (
    ABSENT_USE,
    AFTER_READ,
    AFTER_WRITE,
    ATTRIBUTES,
    BLOCK_BITS,
    CLOCK,
    EPOCH_SHIFT,
    EVENTS,
    EXACT,
    FLIES,
    FLIGHT,
    NARROW,
    ORDER,
    ROW_BYTES,
    SEVERAL_READ,
    SEVERAL_WRITTEN,
    SINCE,
    STRONG,
    TOUCHES,
    UNINITIALISED,
    UNINITIALISED_LOCAL,
    WATCH,
    area,
    row_field,
)
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS

CELL_HEAD = f"""
{row_field("w.base", "ptr", "write")}{row_field("r.base", "ptr", "read")}{row_field("ws.base", "ptr", "write_site")}\
{row_field("rs.base", "ptr", "read_site")}{row_field("own", "i64", "own")}{area("launch", "i64", "launch")}{area("serial", "i64", "serial")}\
  %is.own = icmp ne i64 %own, 0
  %floor = select i1 %is.own, i64 %serial, i64 %launch
  %w.p = getelementptr i64, ptr %w.base, i64 %index
  %r.p = getelementptr i64, ptr %r.base, i64 %index
  %ws.p = getelementptr i32, ptr %ws.base, i64 %index
  %rs.p = getelementptr i32, ptr %rs.base, i64 %index
  %w = load i64, ptr %w.p
  %r = load i64, ptr %r.p
  %ws = load i32, ptr %ws.p
  %rs = load i32, ptr %rs.p
  %w.open = call i1 @shadow.unordered(i64 %w, i64 %me, i64 %base, i64 %since, i64 %floor)
  %r.open = call i1 @shadow.unordered(i64 %r, i64 %me, i64 %base, i64 %since, i64 %floor)
  %stale = icmp ult i64 %w, %serial
  %unset = and i1 %is.own, %stale
"""
CELL_ARGUMENTS = "ptr %watch, ptr %row, i64 %index, i64 %address, i64 %me, i32 %site, i64 %base, i64 %since"


def _report(kind: int, label: str, prior: str, condition: str, following: str) -> str:
    """Returns the lines that note a conflict with an entry if a condition holds."""
    return f"""  br i1 {condition}, label %{label}.look, label %{following}
{label}.look:
  %{label}.fine = call i1 @shadow.strong(i64 %{prior}, i64 %me, i32 %{prior}s, i32 %site)
  br i1 %{label}.fine, label %{following}, label %{label}.bad
{label}.bad:
  call void @shadow.event(ptr %watch, i64 {kind}, i32 %site, i32 %{prior}s, i64 %address, i64 %me, i64 %{prior}, i64 %base, i64 %since)
  br label %{following}
{following}:
"""


def _several(kind: int, name: str, condition: str, exact: bool) -> str:
    """Returns the lines that tell Python of an access whose place in the shadow another takes."""
    if not exact:
        return ""
    return f"""{area("apart", "i64", "apart")}  %apart.x = xor i64 %{name}, %me
  %apart.bits = and i64 %apart.x, %apart
  %apart.some = icmp ne i64 %apart.bits, 0
  %several = and i1 {condition}, %apart.some
  br i1 %several, label %several.tell, label %several.end
several.tell:
  call void @shadow.event(ptr %watch, i64 {kind}, i32 %site, i32 %{name}s, i64 %address, i64 %me, i64 %{name}, i64 %base, i64 %since)
  br label %several.end
several.end:
"""


def read_cell(exact: bool) -> str:
    """Returns the function that touches a granule that is read."""
    return f"""
define void @shadow.read({CELL_ARGUMENTS}) {ATTRIBUTES} {{
entry:{CELL_HEAD}  br i1 %unset, label %nobody, label %somebody
nobody:
  call void @shadow.event(ptr %watch, i64 {UNINITIALISED}, i32 %site, i32 0, i64 %address, i64 %me, i64 %w, i64 %base, i64 %since)
  br label %note
somebody:
{_report(AFTER_WRITE, "write", "w", "%w.open", "note")}{_several(SEVERAL_READ, "r", "%r.open", exact)}\
  %shared = call i64 @shadow.merged(i64 %r, i64 %me)
  %new = select i1 %r.open, i64 %shared, i64 %me
  store i64 %new, ptr %r.p
  %weak = or i32 %rs, {-1 - STRONG}
  %narrow = and i32 %rs, {NARROW}
  %both.1 = and i32 %site, %weak
  %both = or i32 %both.1, %narrow
  %alone = call i32 @shadow.site(i64 %r, i64 %me, i32 %rs, i32 %site, i64 %base, i64 %since)
  %new.site = select i1 %r.open, i32 %both, i32 %alone
  store i32 %new.site, ptr %rs.p
  ret void
}}
"""


def write_cell(exact: bool) -> str:
    """Returns the function that touches a granule that is written, and what tells that nobody has."""
    return f"""
define void @shadow.write({CELL_ARGUMENTS}) {ATTRIBUTES} {{
entry:{CELL_HEAD}{_report(AFTER_WRITE, "write", "w", "%w.open", "reads")}{_report(AFTER_READ, "read", "r", "%r.open", "note")}\
  %strong.bits = and i32 %ws, %site
  %strong.bit = and i32 %strong.bits, {STRONG}
  %strong = icmp ne i32 %strong.bit, 0
  %merges = and i1 %strong, %w.open
{_several(SEVERAL_WRITTEN, "w", "%merges", exact)}\
  %shared = call i64 @shadow.merged(i64 %w, i64 %me)
  %new = select i1 %merges, i64 %shared, i64 %me
  store i64 %new, ptr %w.p
  %narrow = and i32 %ws, {NARROW}
  %both = or i32 %site, %narrow
  %alone = call i32 @shadow.site(i64 %w, i64 %me, i32 %ws, i32 %site, i64 %base, i64 %since)
  %new.site = select i1 %merges, i32 %both, i32 %alone
  store i32 %new.site, ptr %ws.p
  %flies.bit = and i32 %site, {FLIES}
  %flies = icmp ne i32 %flies.bit, 0
  br i1 %flies, label %under.way, label %end
under.way:
  %word = call i64 @shadow.flying(i64 %me, i64 {FLIGHT})
  store i64 %word, ptr %w.p
  store i32 %site, ptr %ws.p
  br label %end
end:
  ret void
}}
define i64 @shadow.flying(i64 %me, i64 %flight) {ATTRIBUTES} {{
  %who = and i64 %me, {BLOCK_BITS | 1023 << THREAD_SHIFT}
  %epoch = shl i64 %flight, {EPOCH_SHIFT}
  %when = or i64 %epoch, 1
  %word = or i64 %who, %when
  ret i64 %word
}}
define i1 @shadow.unset(ptr %watch, ptr %row, i64 %index) {ATTRIBUTES} {{
{row_field("own", "i64", "own")}{row_field("w.base", "ptr", "write")}{area("serial", "i64", "serial")}  %w.p = getelementptr i64, ptr %w.base, i64 %index
  %w = load i64, ptr %w.p
  %is.own = icmp ne i64 %own, 0
  %stale = icmp ult i64 %w, %serial
  %unset = and i1 %is.own, %stale
  ret i1 %unset
}}
"""


LOCAL_CELL = f"""
define void @shadow.local(ptr %watch, i64 %offset, i64 %size, i64 %warp, i32 %lane, i1 %writes, i64 %me, i32 %site) {ATTRIBUTES} {{
entry:
{area("marks", "ptr", "marks")}{area("stride", "i64", "mark_stride")}  %warp.at = mul i64 %warp, %stride
  %lane.wide = zext i32 %lane to i64
  %lane.at = mul i64 %lane.wide, 4
  br label %head
head:
  %k = phi i64 [0, %entry], [%k.next, %next]
  %more = icmp ult i64 %k, %size
  br i1 %more, label %body, label %end
body:
  %byte = add i64 %offset, %k
  %cell = and i64 %byte, -4
  %low = and i64 %byte, 3
  %cell.at = mul i64 %cell, {WARP}
  %a = add i64 %warp.at, %cell.at
  %b = add i64 %a, %lane.at
  %c = add i64 %b, %low
  %mark.p = getelementptr i8, ptr %marks, i64 %c
  br i1 %writes, label %set, label %look
set:
  store i8 1, ptr %mark.p
  br label %next
look:
  %mark = load i8, ptr %mark.p
  %known = icmp ne i8 %mark, 0
  br i1 %known, label %next, label %bad
next:
  %k.next = add i64 %k, 1
  br label %head
bad:
  %address = add i64 %byte, {LOCAL_WINDOW << OFFSET_BITS}
  call void @shadow.event(ptr %watch, i64 {UNINITIALISED_LOCAL}, i32 %site, i32 0, i64 %address, i64 %me, i64 0, i64 0, i64 0)
  br label %end
end:
  ret void
}}
"""
"""Marks bytes of local memory as written, or notes one that is read but was not."""


def touch(what: str, kind: str, shift: int) -> str:
    """Returns the function that touches one element in every lane: `what` is `load`, `store` (with values) or `atomic`."""
    size = BITS[kind] // 8
    values = f", <{WARP} x {kind}> %values" if what == "store" else ""
    return f"""
define void @touch.{what}.{kind}(ptr %state, <{WARP} x i64> %addresses, i32 %lanes, i32 %site{values}) {ATTRIBUTES} {{
entry:
{WATCH}{load_field("warp", "i64", "warp")}{load_field("local.size", "i64", "local_size")}{area("serial", "i64", "serial")}{area("clock", "i64", "clock")}\
{area("base", "i64", "base")}{area("rows", "ptr", "rows")}{area("row.count", "i64", "row_count")}\
  %since.offset = mul i64 %warp, 8
  %since.at = add i64 %since.offset, {SINCE}
  %since.p = getelementptr i8, ptr %watch, i64 %since.at
  %since = load i64, ptr %since.p
  %epoch = shl i64 %clock, {EPOCH_SHIFT}
  %now = or i64 %serial, %epoch
  %first = mul i64 %warp, {WARP << THREAD_SHIFT}
  %me.first = or i64 %now, %first
{_quick(what, kind)}slow:
  %start.lanes = phi i32 [%lanes, %entry]{", [%todo, %quick]" if what in QUICK else ""}
  %slow.count = call i32 @llvm.ctpop.i32(i32 %start.lanes)
  %slow.wide = zext i32 %slow.count to i64
{area("slow.now", "i64", "slow_lanes")}  %slow.more = add i64 %slow.now, %slow.wide
  store i64 %slow.more, ptr %slow.now.p
  br label %head
{lane_loop(_own(what, size) + _common(what, kind, size, shift), "%start.lanes", "slow")}end:
  ret void
}}
"""


def _own(what: str, size: int) -> str:
    """Returns the lines that say which lane it is and where it accesses memory, and that touch its own memory."""
    less = str(size - 1)
    return f"""  %lane.wide = zext i32 %lane to i64
  %lane.bits = shl i64 %lane.wide, {THREAD_SHIFT}
  %me = or i64 %me.first, %lane.bits
  %address = extractelement <{WARP} x i64> %addresses, i32 %lane
  %number.high = lshr i64 %address, {OFFSET_BITS}
  %is.local = icmp eq i64 %number.high, {LOCAL_WINDOW}
  br i1 %is.local, label %own, label %common
own:
{check_of("%address", str(LOCAL_WINDOW << OFFSET_BITS), "%local.size", less, less, "own.")}  br i1 %own.fine, label %own.touch, label %next
own.touch:
  call void @shadow.local(ptr %watch, i64 %own.offset, i64 {size}, i64 %warp, i32 %lane, i1 {"true" if what in WRITING else "false"}, i64 %me, i32 %site)
  br label %next
"""


def _common(what: str, kind: str, size: int, shift: int) -> str:
    """Returns the lines that touch what lies in a watched array or in shared memory."""
    less = str(size - 1)
    return f"""common:
  %number = call i64 @llvm.umin.i64(i64 %number.high, i64 %row.count)
  %row.at = mul i64 %number, {ROW_BYTES}
  %row = getelementptr i8, ptr %rows, i64 %row.at
{row_field("start", "i64", "start")}{row_field("bytes", "i64", "size")}{check_of("%address", "%start", "%bytes", less, less)}\
  br i1 %fine, label %touch, label %next
touch:
  %granule = lshr i64 %address, {shift}
  %granule.start = lshr i64 %start, {shift}
  %index = sub i64 %granule, %granule.start
{_cells(what, kind, max(1, size >> shift), 1 << shift)}  br label %next
"""


def _quick(what: str, kind: str) -> str:
    """Returns the lines that try the quick way first, unless the access is strong."""
    if what not in QUICK:
        return "  br label %slow\n"
    return f"""  %strong = and i32 %site, {STRONG}
  %is.strong = icmp ne i32 %strong, 0
  br i1 %is.strong, label %slow, label %quick
quick:
{halves(what, kind)}  br label %slow
"""


def _cells(what: str, kind: str, count: int, step: int) -> str:
    """Returns the lines that touch each granule of an element."""
    text = _changes(kind) if what == "store" else ""
    for number in range(count):
        text += f"  %index.{number} = add i64 %index, {number}\n  %address.{number} = add i64 %address, {number * step}\n"
        arguments = f"ptr %watch, ptr %row, i64 %index.{number}, i64 %address.{number}, i64 %me, i32 %site, i64 %base, i64 %since"
        if what == "load":
            text += f"  call void @shadow.read({arguments})\n"
        elif what == "write":
            text += f"  call void @shadow.write({arguments})\n"
        elif what == "store":
            text += f"""  %unset.{number} = call i1 @shadow.unset(ptr %watch, ptr %row, i64 %index.{number})
  %write.{number} = or i1 %unset.{number}, %changes
  br i1 %write.{number}, label %write.{number}.do, label %write.{number}.end
write.{number}.do:
  call void @shadow.write({arguments})
  br label %write.{number}.end
write.{number}.end:
"""
        else:
            text += f"""  %unset.{number} = call i1 @shadow.unset(ptr %watch, ptr %row, i64 %index.{number})
  br i1 %unset.{number}, label %unset.{number}.do, label %unset.{number}.end
unset.{number}.do:
  call void @shadow.read({arguments})
  br label %unset.{number}.end
unset.{number}.end:
  call void @shadow.write({arguments})
"""
    return text


def _changes(kind: str) -> str:
    """Returns the lines that find out whether a store changes memory, or what a lower lane of the same instruction stores there."""
    return f"""
{row_field("delta", "i64", "delta")}  %host = add i64 %address, %delta
  %host.p = inttoptr i64 %host to ptr
  %old = load {kind}, ptr %host.p, align 1
  %value = extractelement <{WARP} x {kind}> %values, i32 %lane
  %spread = insertelement <{WARP} x i64> poison, i64 %address, i32 0
  %everywhere = shufflevector <{WARP} x i64> %spread, <{WARP} x i64> poison, <{WARP} x i32> zeroinitializer
  %here = icmp eq <{WARP} x i64> %addresses, %everywhere
  %here.bits = bitcast <{WARP} x i1> %here to i32
  %bit = shl i32 1, %lane
  %below = sub i32 %bit, 1
  %lower.1 = and i32 %here.bits, %below
  %lower.lanes = and i32 %lower.1, %lanes
  %differs = icmp ne {kind} %value, %old
  %no.lower = icmp eq i32 %lower.lanes, 0
  br i1 %no.lower, label %decided, label %compare
compare:
  %other.lane = call i32 @llvm.cttz.i32(i32 %lower.lanes, i1 true)
  %other.value = extractelement <{WARP} x {kind}> %values, i32 %other.lane
  %apart = icmp ne {kind} %value, %other.value
  br label %decided
decided:
  %changes = phi i1 [%differs, %touch], [%apart, %compare]
"""


WRITING = frozenset(("store", "write"))
QUICK = frozenset(("load", "store"))
"""What is tried 16 lanes at once."""
DECLARED = frozenset(("llvm.cttz.i32", "llvm.ctpop.i32", "llvm.umax.i64", "llvm.umin.i64", "llvm.umin.i32", "llvm.usub.sat.i64", "llvm.memset.p0.i64"))
"""What every module declares."""


def shadow_text(kind: int) -> str:
    """Returns all functions that watched kernels call; `kind` says how long a granule is, and whether Python must know every access (`EXACT`)."""
    shift, exact = kind % EXACT, kind >= EXACT
    touches = [touch(what, kind, shift) for what, kind in TOUCHES]
    quick = [Quick(what, kind, shift, exact) for what, kind in TOUCHES if what in QUICK]
    texts = [each.text() for each in quick]
    needed = {name: text for each in quick for name, text in each.declared.items() if name.startswith("llvm.") and name not in DECLARED}
    declared = [f"{text}\n" for _, text in sorted(needed.items())]
    return "".join([*declared, CLOCK, EVENTS, ABSENT_USE, ORDER, read_cell(exact), write_cell(exact), LOCAL_CELL, BLANK, landing_text(shift), *touches,
                    *texts])  # fmt: skip
