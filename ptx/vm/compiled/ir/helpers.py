"""What native code does out of line: checks lane by lane, accesses lane by lane, atomics, faults, and looking at fuel and clock.

These functions are rarely called (but for atomics), so they are plain loops over the lanes of a mask, in order. Those that any kernel may
call are one object file for all kernels; atomics become part of the kernel that has them.
"""

from ptx.vm.compiled.instructions.atomics import atomic_name
from ptx.vm.compiled.instructions.halves import HALF_FORMATS
from ptx.vm.compiled.ir.builder import integer_of
from ptx.vm.compiled.ir.state import ACCESS, ENDLESS, FUEL, NON_COHERENT, OFFSET, ROW
from ptx.vm.compiled.ir.text import BITS, WARP
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LOCAL = LOCAL_WINDOW << OFFSET_BITS
ATTRIBUTES = "#1"


def load_field(name: str, kind: str, field: str) -> str:
    """Returns the lines that load a field of the state."""
    return f"  %{name}.p = getelementptr i8, ptr %state, i64 {OFFSET[field]}\n  %{name} = load {kind}, ptr %{name}.p\n"


def store_field(field: str, kind: str, value: str) -> str:
    """Returns the lines that store a field of the state."""
    return f"  %{field}.at = getelementptr i8, ptr %state, i64 {OFFSET[field]}\n  store {kind} {value}, ptr %{field}.at\n"


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

CHECK = f"""
define void @check(ptr %state, <{WARP} x i64> %addresses, i32 %lanes, i64 %size, i64 %flags, i64 %site) {ATTRIBUTES} {{
entry:
{store_field("alive", "i32", "-1")}{load_field("readable", "ptr", "readable")}{load_field("writable", "ptr", "writable")}\
{load_field("allocations", "i64", "allocations")}{load_field("local.size", "i64", "local_size")}  %less = sub i64 %size, 1
  %writes.bit = and i64 %flags, 1
  %writes = icmp ne i64 %writes.bit, 0
  %shadow.bit = and i64 %flags, 2
  %shadowed = icmp ne i64 %shadow.bit, 0
  %table = select i1 %writes, ptr %writable, ptr %readable
  br label %head
head:
  %left = phi i32 [%lanes, %entry], [%rest, %next]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %end, label %body
body:
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %address = extractelement <{WARP} x i64> %addresses, i32 %lane
  %number.high = lshr i64 %address, {OFFSET_BITS}
  %number = call i64 @llvm.umin.i64(i64 %number.high, i64 %allocations)
  %is.local = icmp eq i64 %number, {LOCAL_WINDOW}
  %row.at = mul i64 %number, {ROW}
  %row = getelementptr i8, ptr %table, i64 %row.at
  %start.row = load i64, ptr %row
  %size.p = getelementptr i8, ptr %row, i64 8
  %size.row = load i64, ptr %size.p
  %start = select i1 %is.local, i64 {LOCAL}, i64 %start.row
  %bytes = select i1 %is.local, i64 %local.size, i64 %size.row
  %offset = sub i64 %address, %start
  %limit = call i64 @llvm.usub.sat.i64(i64 %bytes, i64 %less)
  %inside = icmp ult i64 %offset, %limit
  %low = and i64 %address, %less
  %aligned = icmp eq i64 %low, 0
  %fine = and i1 %inside, %aligned
  br i1 %fine, label %allowed, label %bad
allowed:
  %checks = xor i1 %is.local, true
  %look = and i1 %shadowed, %checks
  br i1 %look, label %shadow, label %next
shadow:
  %delta.p = getelementptr i8, ptr %row, i64 16
  %delta = load i64, ptr %delta.p
  %shadow.p = getelementptr i8, ptr %row, i64 24
  %shadow.delta = load i64, ptr %shadow.p
  %host = add i64 %address, %delta
  %seen.at = add i64 %host, %shadow.delta
  br label %byte
byte:
  %index = phi i64 [0, %shadow], [%index.next, %byte.next]
  %over = icmp uge i64 %index, %size
  br i1 %over, label %next, label %byte.look
byte.look:
  %byte.at = add i64 %seen.at, %index
  %byte.p = inttoptr i64 %byte.at to ptr
  %mark = load i8, ptr %byte.p
  %was.read = icmp ne i8 %mark, 0
  br i1 %was.read, label %read, label %byte.next
byte.next:
  %index.next = add i64 %index, 1
  br label %byte
next:
  %minus = sub i32 %left, 1
  %rest = and i32 %left, %minus
  br label %head
read:
  call void @fault(ptr %state, i64 {NON_COHERENT}, i64 %site, i32 %left, i64 %address)
  ret void
bad:
  call void @fault(ptr %state, i64 {ACCESS}, i64 %site, i32 %left, i64 %address)
  ret void
end:
  ret void
}}
"""

NOTE = f"""
define void @note(ptr %state, <{WARP} x i64> %addresses, i32 %lanes, i64 %size) {ATTRIBUTES} {{
entry:
{load_field("readable", "ptr", "readable")}  br label %head
head:
  %left = phi i32 [%lanes, %entry], [%rest, %done]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %end, label %body
body:
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %address = extractelement <{WARP} x i64> %addresses, i32 %lane
  %number = lshr i64 %address, {OFFSET_BITS}
  %row.at = mul i64 %number, {ROW}
  %row = getelementptr i8, ptr %readable, i64 %row.at
  %is.local = icmp eq i64 %number, {LOCAL_WINDOW}
  br i1 %is.local, label %done, label %mark
mark:
  %delta.p = getelementptr i8, ptr %row, i64 16
  %delta = load i64, ptr %delta.p
  %shadow.p = getelementptr i8, ptr %row, i64 24
  %shadow = load i64, ptr %shadow.p
  %host = add i64 %address, %delta
  %at = add i64 %host, %shadow
  br label %byte
byte:
  %index = phi i64 [0, %mark], [%index.next, %byte.set]
  %over = icmp uge i64 %index, %size
  br i1 %over, label %done, label %byte.set
byte.set:
  %byte.at = add i64 %at, %index
  %byte.p = inttoptr i64 %byte.at to ptr
  store i8 1, ptr %byte.p
  %index.next = add i64 %index, 1
  br label %byte
done:
  %minus = sub i32 %left, 1
  %rest = and i32 %left, %minus
  br label %head
end:
  ret void
}}
"""


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


def lane_loop(name: str, result: str, parameters: str, body: str, value: str) -> str:
    """Returns a function that runs `body` for each lane of `%lanes`; with `value` it returns these, one for each lane."""
    vector = f"<{WARP} x {result}>"
    returns = vector if value else "void"
    collected = f"  %values = phi {vector} [zeroinitializer, %entry], [%values.next, %last]\n" if value else ""
    insert = f"  %values.next = insertelement {vector} %values, {result} {value}, i32 %lane\n" if value else ""
    return f"""
define {"internal " if name.startswith("atomic.") else ""}{returns} @{name}(ptr %state, <{WARP} x i64> %addresses{parameters}) {ATTRIBUTES} {{
entry:
  br label %head
head:
  %left = phi i32 [%lanes, %entry], [%rest, %last]
{collected}  %none = icmp eq i32 %left, 0
  br i1 %none, label %end, label %body
body:
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %address = extractelement <{WARP} x i64> %addresses, i32 %lane
  %p = call ptr @host(ptr %state, i64 %address, i32 %lane)
{body}  br label %last
last:
{insert}  %minus = sub i32 %left, 1
  %rest = and i32 %left, %minus
  br label %head
end:
  ret {returns}{" %values" if value else ""}
}}
"""


SECOND = "  %upper = add i64 %address, 4\n  %q = call ptr @host(ptr %state, i64 %upper, i32 %lane)\n"


def load_lanes(kind: str) -> str:
    """Returns the function that loads lane by lane; eight bytes are two words, which need not be next to each other."""
    if kind != "i64":
        return lane_loop(f"load.{kind}", kind, ", i32 %lanes", f"  %value = load {kind}, ptr %p, align 1\n", "%value")
    body = SECOND + (
        "  %low = load i32, ptr %p, align 1\n  %high = load i32, ptr %q, align 1\n  %low.wide = zext i32 %low to i64\n"
        "  %high.wide = zext i32 %high to i64\n  %shifted = shl i64 %high.wide, 32\n  %value = or i64 %shifted, %low.wide\n"
    )
    return lane_loop("load.i64", "i64", ", i32 %lanes", body, "%value")


def store_lanes(kind: str) -> str:
    """Returns the function that stores lane by lane."""
    take = f"  %value = extractelement <{WARP} x {kind}> %given, i32 %lane\n"
    parameters = f", <{WARP} x {kind}> %given, i32 %lanes"
    if kind != "i64":
        return lane_loop(f"store.{kind}", kind, parameters, take + f"  store {kind} %value, ptr %p, align 1\n", "")
    body = take + SECOND + (
        "  %low = trunc i64 %value to i32\n  %shifted = lshr i64 %value, 32\n  %high = trunc i64 %shifted to i32\n"
        "  store i32 %low, ptr %p, align 1\n  store i32 %high, ptr %q, align 1\n"
    )
    return lane_loop("store.i64", kind, parameters, body, "")


def atomic(name: str, kind: str, order: str) -> str:
    """Returns the function of an atomic operation."""
    whole = integer_of(kind)
    size = WIDTHS[kind] // 8
    parameters = f", i32 %lanes, <{WARP} x {whole}> %first, <{WARP} x {whole}> %second"
    body = f"  %b = extractelement <{WARP} x {whole}> %first, i32 %lane\n  %c = extractelement <{WARP} x {whole}> %second, i32 %lane\n"
    if order:
        align = min(size, 8)
        body += f"  %old = load {whole}, ptr %p, align {align}\n" + UPDATES[name](kind, whole) + f"  store {whole} %new, ptr %p, align {align}\n"
    else:
        operation = {"min": "min" if kind[0] == "s" else "umin", "max": "max" if kind[0] == "s" else "umax"}.get(name, name)
        body += f"  %old = atomicrmw {operation} ptr %p, {whole} %b monotonic\n"
    return lane_loop(atomic_name(name, kind, order), whole, parameters, body, "%old")


def _add(kind: str, whole: str) -> str:
    if kind in HALF_FORMATS:
        return f"  %new = call {whole} @one.add.{kind}({whole} %old, {whole} %b)\n"
    if kind[0] != "f":
        return f"  %new = add {whole} %old, %b\n"
    number = "float" if kind == "f32" else "double"
    nan = 0x7FFFFFFF if kind == "f32" else 0x7FF8000000000000
    return (
        f"  %x = bitcast {whole} %old to {number}\n  %y = bitcast {whole} %b to {number}\n  %sum = fadd {number} %x, %y\n"
        f"  %nan = fcmp uno {number} %sum, %sum\n  %bits = bitcast {number} %sum to {whole}\n  %new = select i1 %nan, {whole} {nan}, {whole} %bits\n"
    )


def _extreme(name: str, kind: str, whole: str) -> str:
    predicate = ("s" if kind[0] == "s" else "u") + ("lt" if name == "min" else "gt")
    return f"  %keeps = icmp {predicate} {whole} %old, %b\n  %new = select i1 %keeps, {whole} %old, {whole} %b\n"


UPDATES: "dict[str, Callable[[str, str], str]]" = {
    "add": _add,
    "min": lambda kind, whole: _extreme("min", kind, whole),
    "max": lambda kind, whole: _extreme("max", kind, whole),
    "and": lambda _, whole: f"  %new = and {whole} %old, %b\n",
    "or": lambda _, whole: f"  %new = or {whole} %old, %b\n",
    "xor": lambda _, whole: f"  %new = xor {whole} %old, %b\n",
    "exch": lambda _, whole: f"  %new = add {whole} %b, 0\n",
    "cas": lambda _, whole: f"  %same = icmp eq {whole} %old, %b\n  %new = select i1 %same, {whole} %c, {whole} %old\n",
    "inc": lambda _, whole: f"  %top = icmp uge {whole} %old, %b\n  %more = add {whole} %old, 1\n  %new = select i1 %top, {whole} 0, {whole} %more\n",
    "dec": lambda _, whole: (
        f"  %zero = icmp eq {whole} %old, 0\n  %above = icmp ugt {whole} %old, %b\n  %wraps = or i1 %zero, %above\n"
        f"  %less = sub {whole} %old, 1\n  %new = select i1 %wraps, {whole} %b, {whole} %less\n"
    ),
}  # fmt: skip
"""The new value `%new` of each ordered operation, from `%old`, `%b` and `%c`."""


def slow_load(kind: str) -> str:
    """Returns the function that checks the addresses of lanes and loads for those that go on."""
    vector = f"<{WARP} x {kind}>"
    return f"""
define {vector} @slow.load.{kind}(ptr %state, <{WARP} x i64> %addresses, i32 %lanes, i64 %flags, i64 %site) {ATTRIBUTES} {{
entry:
  call void @check(ptr %state, <{WARP} x i64> %addresses, i32 %lanes, i64 {BITS[kind] // 8}, i64 %flags, i64 %site)
{load_field("alive", "i32", "alive")}  %left = and i32 %lanes, %alive
  %note.bit = and i64 %flags, {NOTES}
  %notes = icmp ne i64 %note.bit, 0
  br i1 %notes, label %note, label %load
note:
  call void @note(ptr %state, <{WARP} x i64> %addresses, i32 %left, i64 {BITS[kind] // 8})
  br label %load
load:
  %values = call {vector} @load.{kind}(ptr %state, <{WARP} x i64> %addresses, i32 %left)
  ret {vector} %values
}}
"""


def slow_store(kind: str) -> str:
    """Returns the function that checks the addresses of lanes and stores for those that go on."""
    vector = f"<{WARP} x {kind}>"
    return f"""
define void @slow.store.{kind}(ptr %state, <{WARP} x i64> %addresses, {vector} %values, i32 %lanes, i64 %flags, i64 %site) {ATTRIBUTES} {{
entry:
  call void @check(ptr %state, <{WARP} x i64> %addresses, i32 %lanes, i64 {BITS[kind] // 8}, i64 %flags, i64 %site)
{load_field("alive", "i32", "alive")}  %left = and i32 %lanes, %alive
  call void @store.{kind}(ptr %state, <{WARP} x i64> %addresses, {vector} %values, i32 %left)
  ret void
}}
"""


WRITES, SHADOWED, NOTES = 1, 2, 4
"""Flags of an access: it writes; what was read through `ld.global.nc` must not be written; it reads so."""
COMMON_KINDS = ("i8", "i16", "i32", "i64")
VECTOR = f"<{WARP} x i64>"
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


def helper_text(helpers: "set[tuple[str, ...]]") -> str:
    """Returns the atomics that a kernel calls."""
    return "".join(atomic(*helper) for helper in sorted(helpers))


__all__ = ["BITS", "COMMON", "DEFINED", "common_text", "helper_text"]
