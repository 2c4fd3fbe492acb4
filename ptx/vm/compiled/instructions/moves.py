"""`wmma.load` and `wmma.store` as LLVM IR: one function for each mnemonic, which goes from lane to lane and from element to element."""

from ptx.operands import Sink
from ptx.vm.compiled.instructions.matrices import elements_of
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.helpers import ATTRIBUTES, load_field, store_field
from ptx.vm.compiled.ir.state import ACCESS, ROW
from ptx.vm.compiled.ir.text import WARP, constant
from ptx.vm.compiled.memory.accesses import generic_vector, place, space_of
from ptx.vm.fragments import Moves, opaque_moves
from ptx.vm.memory import OFFSET_BITS, SHARED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.operands import Operand
    from ptx.vm.compiled.ir.builder import Lowering

VECTOR, COUNTS = f"<{WARP} x i64>", f"<{WARP} x i32>"


def register_bits(moves: Moves) -> int:
    """Returns the bits of a register of the fragment."""
    return 64 if moves.bits == 64 else 32


def register_count(moves: Moves) -> int:
    """Returns how many registers the fragment has."""
    return len(moves.of_lane(0)) * moves.size * 8 // register_bits(moves)


def move_text(name: str, moves: Moves, writes: bool, is_shared: bool, goes_on: bool) -> str:
    """Returns the function: all of a lane's addresses are checked, then its elements are moved from or to registers in a row of memory.

    After a fault the lanes above move nothing, unless they go on.
    """
    ends, after = ("shl i32 1, %lane", "next") if goes_on else ("add i32 %left, 0", "end")
    count, width, size = len(moves.of_lane(0)), register_bits(moves), moves.size
    each, element = width // (8 * size), f"i{8 * size}"
    table = ", ".join(f"i32 {value}" for lane in range(WARP) for place in moves.of_lane(lane) for value in place)
    vector, registers = f"<{WARP} x i{width}>", register_count(moves)
    result = "void" if writes else "{" + ", ".join([vector] * registers) + "}"
    given = "".join(f", {vector} %r{number}" for number in range(registers)) if writes else ""
    stored = "".join(f"  %r{number}.p = getelementptr {vector}, ptr %area, i64 {number}\n  store {vector} %r{number}, ptr %r{number}.p\n"
                     for number in range(registers)) if writes else ""  # fmt: skip
    move = f"  %value = load {element}, ptr %own.p\n  store {element} %value, ptr %host, align {size}\n" if writes else (
        f"  %value = load {element}, ptr %host, align {size}\n  store {element} %value, ptr %own.p\n")  # fmt: skip
    return f"""
@{name}.places = private constant [{2 * WARP * count} x i32] [{table}]
define internal {result} @{name}(ptr %state, {VECTOR} %addresses, {COUNTS} %leading, i32 %lanes, i64 %site{given}) {ATTRIBUTES} {{
entry:
  %area = alloca [{registers} x {vector}], align 64
  %hosts = alloca [{count} x ptr]
{store_field("alive", "i32", "-1")}{load_field("table", "ptr", "writable" if writes else "readable")}\
{load_field("allocations", "i64", "allocations")}{stored}  br label %head
head:
  %left = phi i32 [%lanes, %entry], [%rest, %next]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %end, label %body
body:
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
  %lane.wide = zext i32 %lane to i64
  %base = extractelement {VECTOR} %addresses, i32 %lane
  %distance.narrow = extractelement {COUNTS} %leading, i32 %lane
  %distance = zext i32 %distance.narrow to i64
  %first = mul i64 %lane.wide, {2 * count}
  br label %look
look:
  %i = phi i64 [0, %body], [%i.next, %fine]
  %twice = mul i64 %i, 2
  %entry.at = add i64 %first, %twice
  %major.p = getelementptr i32, ptr @{name}.places, i64 %entry.at
  %major.narrow = load i32, ptr %major.p
  %minor.p = getelementptr i32, ptr %major.p, i64 1
  %minor.narrow = load i32, ptr %minor.p
  %major = zext i32 %major.narrow to i64
  %minor = zext i32 %minor.narrow to i64
  %before = mul i64 %major, %distance
  %index = add i64 %before, %minor
  %index.bits = mul i64 %index, {moves.bits}
  %bytes = lshr i64 %index.bits, 3
  %at = add i64 %base, %bytes
  %number.high = lshr i64 %at, {OFFSET_BITS}
  %number = call i64 @llvm.umin.i64(i64 %number.high, i64 %allocations)
  %row.at = mul i64 %number, {ROW}
  %row = getelementptr i8, ptr %table, i64 %row.at
  %start = load i64, ptr %row
  %size.p = getelementptr i8, ptr %row, i64 8
  %size.row = load i64, ptr %size.p
  %delta.p = getelementptr i8, ptr %row, i64 16
  %delta = load i64, ptr %delta.p
  %within = sub i64 %at, %start
  %limit = call i64 @llvm.usub.sat.i64(i64 %size.row, i64 {size - 1})
  %fits = icmp ult i64 %within, %limit
  %low = and i64 %at, {size - 1}
  %even = icmp eq i64 %low, 0
  %fine.1 = and i1 %fits, %even
  %there = icmp eq i64 %number.high, {SHARED_WINDOW}
  %fine.2 = {"and i1 %fine.1, %there" if is_shared else "or i1 %fine.1, false"}
  br i1 %fine.2, label %fine, label %bad
fine:
  %host.at = add i64 %at, %delta
  %host.new = inttoptr i64 %host.at to ptr
  %host.slot = getelementptr ptr, ptr %hosts, i64 %i
  store ptr %host.new, ptr %host.slot
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, {count}
  br i1 %more, label %look, label %move
move:
  %j = phi i64 [0, %fine], [%j.next, %move]
  %slot = getelementptr ptr, ptr %hosts, i64 %j
  %host = load ptr, ptr %slot
  %register = udiv i64 %j, {each}
  %inside = urem i64 %j, {each}
  %own.row = mul i64 %register, {WARP}
  %own.cell = add i64 %own.row, %lane.wide
  %own.cell.bytes = mul i64 %own.cell, {width // 8}
  %own.inside = mul i64 %inside, {size}
  %own.at = add i64 %own.cell.bytes, %own.inside
  %own.p = getelementptr i8, ptr %area, i64 %own.at
{move}  %j.next = add i64 %j, 1
  %again = icmp ult i64 %j.next, {count}
  br i1 %again, label %move, label %next
next:
  %minus = sub i32 %left, 1
  %rest = and i32 %left, %minus
  br label %head
bad:
  %bad.lanes = {ends}
  call void @fault(ptr %state, i64 {ACCESS}, i64 %site, i32 %bad.lanes, i64 %at)
  br label %{after}
end:
{_returned(result, vector, registers, writes)}}}
"""


def _returned(result: str, vector: str, registers: int, writes: bool) -> str:
    """Returns the lines that give back the registers."""
    if writes:
        return "  ret void\n"
    lines, whole = "", "undef"
    for number in range(registers):
        lines += f"  %q{number}.p = getelementptr {vector}, ptr %area, i64 {number}\n  %q{number} = load {vector}, ptr %q{number}.p\n"
        lines += f"  %w{number} = insertvalue {result} {whole}, {vector} %q{number}, {number}\n"
        whole = f"%w{number}"
    return f"{lines}  ret {result} {whole}\n"


def move(b: Builder, position: int, writes: bool) -> tuple[str, str]:
    """Calls the function for the address operand at a position; returns its result and the vector type of a register."""
    code, function = b.code, b.function
    if writes and function.has_shadow:
        raise b.refuse("a store beside reads through `ld.global.nc`")
    moves = opaque_moves(b.op.instruction.name)
    space = space_of(b.op)
    name = "matrix." + b.op.instruction.name.replace("::", ".")
    function.routines.setdefault(name, move_text(name, moves, writes, space == "shared", function.goes_on))
    vector = f"<{WARP} x i{register_bits(moves)}>"
    leading = b.value(b.operand(2), "u32", False, WARP) if b.count > 2 else constant(moves.leading, "i32", WARP)
    addresses = generic_vector(b, place(b, b.operand(position), space))
    given = [(vector, b.value(each, f"b{register_bits(moves)}", False, WARP)) for each in elements_of(b.operand(1))] if writes else []
    result = "void" if writes else "{" + ", ".join([vector] * register_count(moves)) + "}"
    found = code.call(name, result, ("ptr", "%state"), (VECTOR, addresses), (COUNTS, leading), ("i32", code.bits(function.mask)),
                      ("i64", str(function.site(b.op, writes, moves.size))), *given)  # fmt: skip
    function.drop_faulted()
    return found, result


def load_fragment(b: Builder) -> None:
    """`wmma.load`."""
    found, whole = move(b, 1, False)
    targets: tuple[Operand, ...] = elements_of(b.operand(0))
    kind = f"b{register_bits(opaque_moves(b.op.instruction.name))}"
    for number, target in enumerate(targets):
        if not isinstance(target, Sink):
            b.write_to(target, b.code.let(f"extractvalue {whole} {found}, {number}"), kind)


def store_fragment(b: Builder) -> None:
    """`wmma.store`."""
    move(b, 0, True)


MEANINGS: "dict[str, Lowering]" = {"wmma_load": load_fragment, "wmma_store": store_fragment}
"""The meanings defined here, by the instruction table's key."""
