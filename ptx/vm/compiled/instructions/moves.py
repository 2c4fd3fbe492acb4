"""`wmma.load` and `wmma.store` as LLVM IR: one function for each mnemonic, which goes from lane to lane and from element to element."""

from ptx.operands import Sink
from ptx.vm.compiled.instructions.matrices import elements_of
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.lines import ATTRIBUTES, ROW_FIELDS, check_of, lane_loop, load_field, row_of, store_field
from ptx.vm.compiled.ir.state import ACCESS
from ptx.vm.compiled.ir.text import WARP, constant
from ptx.vm.compiled.memory.accesses import generic_vector, place, space_of
from ptx.vm.fragments import Moves, opaque_moves
from ptx.vm.memory import SHARED_WINDOW

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
    return elements_per_lane(moves) * moves.size * 8 // register_bits(moves)


def elements_per_lane(moves: Moves) -> int:
    """Returns how many elements of the matrix a lane moves."""
    return len(moves.of_lane(0))


def register_vector(moves: Moves) -> str:
    """Returns the LLVM type of a register in all lanes."""
    return f"<{WARP} x i{register_bits(moves)}>"


def result_type(moves: Moves) -> str:
    """Returns the LLVM type of all registers."""
    return "{" + ", ".join([register_vector(moves)] * register_count(moves)) + "}"


def move_text(name: str, moves: Moves, writes: bool, is_shared: bool, goes_on: bool) -> str:
    """Returns the function: all of a lane's addresses are checked, then its elements are moved from or to registers in a row of memory.

    After a fault the lanes above move nothing, unless they go on.
    """
    vector, registers = register_vector(moves), register_count(moves)
    result = "void" if writes else result_type(moves)
    given = "".join(f", {vector} %r{number}" for number in range(registers)) if writes else ""
    return f"""{_places(name, moves)}
define internal {result} @{name}(ptr %state, {VECTOR} %addresses, {COUNTS} %leading, i32 %lanes, i64 %site{given}) {ATTRIBUTES} {{
entry:
  %area = alloca [{registers} x {vector}], align 64
  %hosts = alloca [{elements_per_lane(moves)} x ptr]
{store_field("alive", "i32", "-1")}{load_field("table", "ptr", "writable" if writes else "readable")}\
{load_field("allocations", "i64", "allocations")}{_given(moves) if writes else ""}  br label %head
{lane_loop(_first(moves) + _look(name, moves, is_shared) + _move(moves, writes))}bad:
  %bad.lanes = {"shl i32 1, %lane" if goes_on else "add i32 %left, 0"}
  call void @fault(ptr %state, i64 {ACCESS}, i64 %site, i32 %bad.lanes, i64 %at)
  br label %{"next" if goes_on else "end"}
end:
{_returned(moves, writes)}}}
"""


def _places(name: str, moves: Moves) -> str:
    """The table of all lanes' elements: along the leading dimension, and across it."""
    table = ", ".join(f"i32 {value}" for lane in range(WARP) for place in moves.of_lane(lane) for value in place)
    return f"\n@{name}.places = private constant [{2 * WARP * elements_per_lane(moves)} x i32] [{table}]"


def _given(moves: Moves) -> str:
    """The lines that put the registers into the row of memory."""
    vector = register_vector(moves)
    return "".join(
        f"  %r{number}.p = getelementptr {vector}, ptr %area, i64 {number}\n  store {vector} %r{number}, ptr %r{number}.p\n"
        for number in range(register_count(moves))
    )


def _first(moves: Moves) -> str:
    """The lines that say where a lane's matrix and its part of the table begin."""
    return f"""  %lane.wide = zext i32 %lane to i64
  %base = extractelement {VECTOR} %addresses, i32 %lane
  %distance.narrow = extractelement {COUNTS} %leading, i32 %lane
  %distance = zext i32 %distance.narrow to i64
  %first = mul i64 %lane.wide, {2 * elements_per_lane(moves)}
  br label %look
"""


def _look(name: str, moves: Moves, is_shared: bool) -> str:
    """The loop that checks the addresses of a lane's elements and notes those of the host."""
    less = str(moves.size - 1)
    return f"""look:
  %i = phi i64 [0, %body], [%i.next, %right]
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
{row_of("%at", "%table")}{ROW_FIELDS}{check_of("%at", "%start", "%size.row", less, less)}\
  %there = icmp eq i64 %number.high, {SHARED_WINDOW}
  %place.fine = {"and i1 %fine, %there" if is_shared else "or i1 %fine, false"}
  br i1 %place.fine, label %right, label %bad
right:
  %host.at = add i64 %at, %delta
  %host.new = inttoptr i64 %host.at to ptr
  %host.slot = getelementptr ptr, ptr %hosts, i64 %i
  store ptr %host.new, ptr %host.slot
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, {elements_per_lane(moves)}
  br i1 %more, label %look, label %move
"""


def _move(moves: Moves, writes: bool) -> str:
    """The loop that moves a lane's elements."""
    width, size = register_bits(moves), moves.size
    each, element = width // (8 * size), f"i{8 * size}"
    source, target = ("%own.p", f"%host, align {size}") if writes else (f"%host, align {size}", "%own.p")
    return f"""move:
  %j = phi i64 [0, %right], [%j.next, %move]
  %slot = getelementptr ptr, ptr %hosts, i64 %j
  %host = load ptr, ptr %slot
  %register = udiv i64 %j, {each}
  %inside.register = urem i64 %j, {each}
  %own.row = mul i64 %register, {WARP}
  %own.cell = add i64 %own.row, %lane.wide
  %own.cell.bytes = mul i64 %own.cell, {width // 8}
  %own.inside = mul i64 %inside.register, {size}
  %own.at = add i64 %own.cell.bytes, %own.inside
  %own.p = getelementptr i8, ptr %area, i64 %own.at
  %value = load {element}, ptr {source}
  store {element} %value, ptr {target}
  %j.next = add i64 %j, 1
  %again = icmp ult i64 %j.next, {elements_per_lane(moves)}
  br i1 %again, label %move, label %next
"""


def _returned(moves: Moves, writes: bool) -> str:
    """The lines that give back the registers, where memory was read."""
    if writes:
        return "  ret void\n"
    vector, result = register_vector(moves), result_type(moves)
    lines, whole = "", "undef"
    for number in range(register_count(moves)):
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
    vector = register_vector(moves)
    leading = b.value(b.operand(2), "u32", False, WARP) if b.count > 2 else constant(moves.leading, "i32", WARP)
    addresses = generic_vector(b, place(b, b.operand(position), space))
    given = [(vector, b.value(each, f"b{register_bits(moves)}", False, WARP)) for each in elements_of(b.operand(1))] if writes else []
    result = "void" if writes else result_type(moves)
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
