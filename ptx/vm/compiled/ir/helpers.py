"""What native code of every kernel does out of line: checks and accesses lane by lane, faults, and looking at fuel and clock.

These functions are rarely called, so they are plain loops over the lanes of a mask, in order. They are one object file for all kernels.
"""

from ptx.vm.compiled.ir.lines import ATTRIBUTES, ROW_FIELDS, check_of, lane_function, lane_loop, load_field, row_of, store_field
from ptx.vm.compiled.ir.state import ACCESS, ENDLESS, FUEL, NON_COHERENT, ROW
from ptx.vm.compiled.ir.text import BITS, WARP
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS

LOCAL = LOCAL_WINDOW << OFFSET_BITS
WRITES, SHADOWED, NOTES = 1, 2, 4
"""Flags of an access: it writes; what was read through `ld.global.nc` must not be written; it reads so."""
VECTOR = f"<{WARP} x i64>"

FILL = f"""
define void @fill(ptr %start, i64 %bytes) {ATTRIBUTES} {{
entry:
  br label %head
head:
  %at = phi i64 [0, %entry], [%next, %body]
  %more = icmp ult i64 %at, %bytes
  br i1 %more, label %body, label %end
body:
  %place = getelementptr i8, ptr %start, i64 %at
  store <16 x i32> splat (i32 {0xDEADBEEF}), ptr %place, align 4
  %next = add i64 %at, 64
  br label %head
end:
  ret void
}}
"""

FAULT = f"""
define void @fault(ptr %state, i64 %kind, i64 %site, i32 %lanes, i64 %address) {ATTRIBUTES} {{
  %lane = call i32 @llvm.cttz.i32(i32 %lanes, i1 false)
  %bit = shl i32 1, %lane
  %below = sub i32 %bit, 1
{load_field("warp", "i32", "warp")}{load_field("block", "i64", "block")}  %start = mul i32 %warp, {WARP}
  %thread = add i32 %start, %lane
  %wide = zext i32 %thread to i64
{store_field("fault", "i64", "%kind")}{store_field("fault_site", "i64", "%site")}{store_field("fault_thread", "i64", "%wide")}\
{store_field("fault_address", "i64", "%address")}{store_field("fault_block", "i64", "%block")}{store_field("alive", "i32", "%below")}  ret void
}}
"""

TICK = f"""
define i1 @tick(ptr %state, i64 %spent, i64 %site, i32 %lanes, i1 %same) {ATTRIBUTES} {{
  br i1 %same, label %endless, label %count
endless:
  call void @fault(ptr %state, i64 {ENDLESS}, i64 %site, i32 %lanes, i64 %spent)
  ret i1 true
count:
{load_field("fuel", "i64", "fuel")}  %empty = icmp ugt i64 %spent, %fuel
  br i1 %empty, label %stop, label %go
stop:
  call void @fault(ptr %state, i64 {FUEL}, i64 %site, i32 %lanes, i64 %spent)
  ret i1 true
go:
{load_field("before", "i64", "ticks")}  %left = sub i64 %before, 1
  store i64 %left, ptr %before.p
  %due = icmp sle i64 %left, 0
  br i1 %due, label %ask, label %on
ask:
{load_field("poll", "ptr", "poll")}{load_field("worker", "i64", "worker")}  %answer = call i32 %poll(i64 %worker)
  %stopped = icmp ne i32 %answer, 0
  ret i1 %stopped
on:
  ret i1 false
}}
"""


# --- checks and marks ----------------------------------------------------------------------------------------------------------------


def marks(before: str, body: str) -> str:
    """Returns a loop over the marks (`%mark.p`) of the bytes of an access to global memory: what was read through `ld.global.nc` has one."""
    return f"""  %shadow.p = getelementptr i8, ptr %row, i64 24
  %shadow.delta = load i64, ptr %shadow.p
  %host = add i64 %address, %delta
  %marks = add i64 %host, %shadow.delta
  br label %byte
byte:
  %index = phi i64 [0, %{before}], [%index.next, %byte.next]
  %over = icmp uge i64 %index, %size
  br i1 %over, label %next, label %byte.look
byte.look:
  %mark.at = add i64 %marks, %index
  %mark.p = inttoptr i64 %mark.at to ptr
{body}byte.next:
  %index.next = add i64 %index, 1
  br label %byte
"""


CHECKED = f"""  %address = extractelement {VECTOR} %addresses, i32 %lane
{row_of("%address", "%table")}{ROW_FIELDS}  %is.local = icmp eq i64 %number, {LOCAL_WINDOW}
  %first = select i1 %is.local, i64 {LOCAL}, i64 %start
  %bytes = select i1 %is.local, i64 %local.size, i64 %size.row
{check_of("%address", "%first", "%bytes", "%less", "%less")}  br i1 %fine, label %allowed, label %bad
allowed:
  %checks = xor i1 %is.local, true
  %look = and i1 %shadowed, %checks
  br i1 %look, label %shadow, label %next
shadow:
"""
READ_BEFORE = """  %mark = load i8, ptr %mark.p
  %was.read = icmp ne i8 %mark, 0
  br i1 %was.read, label %read, label %byte.next
"""
CHECK = f"""
define void @check(ptr %state, {VECTOR} %addresses, i32 %lanes, i64 %size, i64 %flags, i64 %site) {ATTRIBUTES} {{
entry:
{store_field("alive", "i32", "-1")}{load_field("readable", "ptr", "readable")}{load_field("writable", "ptr", "writable")}\
{load_field("allocations", "i64", "allocations")}{load_field("local.size", "i64", "local_size")}  %less = sub i64 %size, 1
  %writes.bit = and i64 %flags, {WRITES}
  %writes = icmp ne i64 %writes.bit, 0
  %shadow.bit = and i64 %flags, {SHADOWED}
  %shadowed = icmp ne i64 %shadow.bit, 0
  %table = select i1 %writes, ptr %writable, ptr %readable
  br label %head
{lane_loop(CHECKED + marks("shadow", READ_BEFORE))}read:
  call void @fault(ptr %state, i64 {NON_COHERENT}, i64 %site, i32 %left, i64 %address)
  ret void
bad:
  call void @fault(ptr %state, i64 {ACCESS}, i64 %site, i32 %left, i64 %address)
  ret void
end:
  ret void
}}
"""

MARKED = "  store i8 1, ptr %mark.p\n  br label %byte.next\n"
NOTED = f"""  %address = extractelement {VECTOR} %addresses, i32 %lane
{row_of("%address", "%readable")}{ROW_FIELDS}  %is.local = icmp eq i64 %number, {LOCAL_WINDOW}
  br i1 %is.local, label %next, label %note
note:
"""
NOTE = f"""
define void @note(ptr %state, {VECTOR} %addresses, i32 %lanes, i64 %size) {ATTRIBUTES} {{
entry:
{load_field("readable", "ptr", "readable")}{load_field("allocations", "i64", "allocations")}  br label %head
{lane_loop(NOTED + marks("note", MARKED))}end:
  ret void
}}
"""

# --- accesses ------------------------------------------------------------------------------------------------------------------------

HOST = f"""
define ptr @host(ptr %state, i64 %address, i32 %lane) {ATTRIBUTES} {{
entry:
  %number = lshr i64 %address, {OFFSET_BITS}
  %is.local = icmp eq i64 %number, {LOCAL_WINDOW}
  br i1 %is.local, label %own, label %common
own:
{load_field("local", "ptr", "local")}{load_field("warp", "i32", "warp")}{load_field("bytes", "i32", "local_size")}  %up = add i32 %bytes, 3
  %cells = and i32 %up, -4
  %warp.bytes = mul i32 %cells, {WARP}
  %start = mul i32 %warp, %warp.bytes
  %base = getelementptr i8, ptr %local, i32 %start
  %offset = sub i64 %address, {LOCAL}
  %cell = and i64 %offset, -4
  %byte = and i64 %offset, 3
  %row = mul i64 %cell, {WARP}
  %lane.wide = zext i32 %lane to i64
  %column = mul i64 %lane.wide, 4
  %in.row = add i64 %row, %column
  %at = add i64 %in.row, %byte
  %own.p = getelementptr i8, ptr %base, i64 %at
  ret ptr %own.p
common:
{load_field("readable", "ptr", "readable")}  %row.at = mul i64 %number, {ROW}
  %row.p = getelementptr i8, ptr %readable, i64 %row.at
  %delta.p = getelementptr i8, ptr %row.p, i64 16
  %delta = load i64, ptr %delta.p
  %there = add i64 %address, %delta
  %common.p = inttoptr i64 %there to ptr
  ret ptr %common.p
}}
"""
"""From a checked generic address of a lane to the host's (for at most four bytes of a lane's own memory)."""

ACCESSED = f"""  %address = extractelement {VECTOR} %addresses, i32 %lane
  %p = call ptr @host(ptr %state, i64 %address, i32 %lane)
"""
"""The host's address `%p` of a lane's address."""
SECOND = "  %upper = add i64 %address, 4\n  %q = call ptr @host(ptr %state, i64 %upper, i32 %lane)\n"
JOINED = """  %low = load i32, ptr %p, align 1
  %high = load i32, ptr %q, align 1
  %low.wide = zext i32 %low to i64
  %high.wide = zext i32 %high to i64
  %shifted = shl i64 %high.wide, 32
  %value = or i64 %shifted, %low.wide
"""
PARTED = """  %low = trunc i64 %value to i32
  %shifted = lshr i64 %value, 32
  %high = trunc i64 %shifted to i32
  store i32 %low, ptr %p, align 1
  store i32 %high, ptr %q, align 1
"""


def load_lanes(kind: str) -> str:
    """Returns the function that loads lane by lane; eight bytes are two words, which need not be next to each other."""
    body = SECOND + JOINED if kind == "i64" else f"  %value = load {kind}, ptr %p, align 1\n"
    return lane_function(f"load.{kind}(ptr %state, {VECTOR} %addresses, i32 %lanes)", ACCESSED + body, value=(kind, "%value"))


def store_lanes(kind: str) -> str:
    """Returns the function that stores lane by lane."""
    taken = f"  %value = extractelement <{WARP} x {kind}> %given, i32 %lane\n"
    body = SECOND + PARTED if kind == "i64" else f"  store {kind} %value, ptr %p, align 1\n"
    return lane_function(f"store.{kind}(ptr %state, {VECTOR} %addresses, <{WARP} x {kind}> %given, i32 %lanes)", ACCESSED + taken + body)


def slow_load(kind: str) -> str:
    """Returns the function that checks the addresses of lanes and loads for those that go on."""
    vector = f"<{WARP} x {kind}>"
    return f"""
define {vector} @slow.load.{kind}(ptr %state, {VECTOR} %addresses, i32 %lanes, i64 %flags, i64 %site) {ATTRIBUTES} {{
entry:
  call void @check(ptr %state, {VECTOR} %addresses, i32 %lanes, i64 {BITS[kind] // 8}, i64 %flags, i64 %site)
{load_field("alive", "i32", "alive")}  %left = and i32 %lanes, %alive
  %note.bit = and i64 %flags, {NOTES}
  %notes = icmp ne i64 %note.bit, 0
  br i1 %notes, label %note, label %load
note:
  call void @note(ptr %state, {VECTOR} %addresses, i32 %left, i64 {BITS[kind] // 8})
  br label %load
load:
  %values = call {vector} @load.{kind}(ptr %state, {VECTOR} %addresses, i32 %left)
  ret {vector} %values
}}
"""


def slow_store(kind: str) -> str:
    """Returns the function that checks the addresses of lanes and stores for those that go on."""
    vector = f"<{WARP} x {kind}>"
    return f"""
define void @slow.store.{kind}(ptr %state, {VECTOR} %addresses, {vector} %values, i32 %lanes, i64 %flags, i64 %site) {ATTRIBUTES} {{
entry:
  call void @check(ptr %state, {VECTOR} %addresses, i32 %lanes, i64 {BITS[kind] // 8}, i64 %flags, i64 %site)
{load_field("alive", "i32", "alive")}  %left = and i32 %lanes, %alive
  call void @store.{kind}(ptr %state, {VECTOR} %addresses, {vector} %values, i32 %left)
  ret void
}}
"""


COMMON_KINDS = ("i8", "i16", "i32", "i64")
COMMON = {
    "fill": "declare void @fill(ptr, i64)",
    "fault": "declare void @fault(ptr, i64, i64, i32, i64)",
    "tick": "declare i1 @tick(ptr, i64, i64, i32, i1)",
    "check": f"declare void @check(ptr, {VECTOR}, i32, i64, i64, i64)",
    "note": f"declare void @note(ptr, {VECTOR}, i32, i64)",
    "host": "declare ptr @host(ptr, i64, i32)",
    **{f"load.{kind}": f"declare <{WARP} x {kind}> @load.{kind}(ptr, {VECTOR}, i32)" for kind in COMMON_KINDS},
    **{f"store.{kind}": f"declare void @store.{kind}(ptr, {VECTOR}, <{WARP} x {kind}>, i32)" for kind in COMMON_KINDS},
    **{f"slow.load.{kind}": f"declare <{WARP} x {kind}> @slow.load.{kind}(ptr, {VECTOR}, i32, i64, i64)" for kind in COMMON_KINDS},
    **{f"slow.store.{kind}": f"declare void @slow.store.{kind}(ptr, {VECTOR}, <{WARP} x {kind}>, i32, i64, i64)" for kind in COMMON_KINDS},
}
"""The functions that every kernel may call, as it declares them."""


DEFINED = ("atomic.", "matrix.", "queue.", "mbarrier.", "one.", "each.", "next", "groups", "void.", "meet.")
"""How the names of functions begin that a kernel has for itself; they are not declared."""


def common_text() -> str:
    """Returns the functions of `COMMON`."""
    accesses = [make(kind) for kind in COMMON_KINDS for make in (load_lanes, store_lanes, slow_load, slow_store)]
    return "".join([FILL, FAULT, TICK, CHECK, NOTE, HOST, *accesses])
