"""Loads as LLVM IR: one vector load where the lanes' addresses are in a row, a gather where they are not, and lane by lane where a check fails."""

from ptx.operands import Address, Operand, Sink, Symbol, Vector
from ptx.vm.compiled.instructions.packed import joined
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.helpers import NOTES
from ptx.vm.compiled.ir.text import WARP, typed
from ptx.vm.compiled.memory.access import Access, first_lane, is_volatile, labels, masked_store, of_lanes, segment, site_of
from ptx.vm.compiled.memory.accesses import Checked, checked, checked_lanes, row_of_lanes, scalar_address, surviving
from ptx.vm.compiled.memory.cells import CELL, local_offset, read_cells
from ptx.vm.compiled.memory.rows import Rows, joined_segments, part, row_values, rows_of, scalar_element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.ir.builder import Lowering


def load(b: Builder) -> None:
    """`ld`, `ldu`."""
    destination = b.operand(0)
    elements = destination.elements if isinstance(destination, Vector) else (destination,)
    access = Access(b, b.operand(1), len(elements), False)
    if _parameter(b, access, elements):
        return
    if access.where.space == "local":
        values = load_local(b, access)
    else:
        values = load_checked(b, access)
    if b.type == "b128":
        values = [joined(b, values[0], values[1], "i64", "i128")]
    for element, value in zip(elements, values):
        if not isinstance(element, Sink):
            b.write_to(element, value, "b" + b.type[1:] if b.type[0] == "f" else b.type, wider=True)


def _parameter(b: Builder, access: Access, elements: tuple[Operand, ...]) -> bool:
    """Reads a kernel parameter at a constant, aligned place."""
    address = b.operand(1)
    machine = b.function.graph.machine
    if not isinstance(address, Address) or not isinstance(address.base, Symbol) or not b.op.instance.frame.function.is_entry:
        return False
    start = machine.parameters.get(address.base.name)
    if start is None or b.op.scope.find("variables", address.base.name) is not None:
        return False
    offset = start + address.base.offset + address.offset
    if access.count != len(elements) or offset < 0 or offset % access.total or offset + access.total > b.function.parameter_bytes:
        return False
    for index, element in enumerate(elements):
        pointer = b.code.let(f"getelementptr i8, ptr %parameters, i64 {offset + index * access.size}")
        value = b.code.let(f"load {access.kind}, ptr {pointer}, align 1, !invariant.load !0")
        if not isinstance(element, Sink):
            b.write_to(element, b.code.splat(value, access.kind, b.width), "b" + b.type[1:] if b.type[0] == "f" else b.type, wider=True)
    return True


def load_checked(b: Builder, access: Access) -> list[str]:
    """Returns the values of a load from global or shared memory, or from a generic address."""
    if not access.where.varying:
        return _load_scalar(b, access)
    if access.in_row(b):
        return _load_row(b, access)
    if access.may_be_row(b):
        return _load_guessed(b, access)
    return _load_apart(b, access)


def _load_apart(b: Builder, access: Access) -> list[str]:
    """Returns the values of lanes whose addresses are in no row."""
    return _load_gather(b, access) if access.size >= CELL else _load_lanes(b, access)


def _load_guessed(b: Builder, access: Access) -> list[str]:
    """Returns the values of lanes whose addresses turn out to be in a row, or not."""
    code, whole = b.code, f"<{WARP} x {access.kind}>"
    row = row_of_lanes(b, access.where, access.size, access.size, False)
    quick, other, join = labels(b, row.fine)
    value = code.let(f"load {whole}, ptr {row.pointer}, align {access.size}")
    code.do(f"br label %{join}")
    code.label(other)
    (apart,) = _load_apart(b, access)
    last = code.new_label("apart.end")
    code.do(f"br label %{last}")
    code.label(last)
    code.do(f"br label %{join}")
    code.label(join)
    return [code.let(f"phi {whole} [{value}, %{quick}], [{apart}, %{last}]")]


def _join(b: Builder, access: Access, fine: str, quick: "list[str]", quick_label: str, slow_label: str, join: str, width: int) -> list[str]:
    """Ends the quick way, writes the slow one, and returns the values of both at the join."""
    code = b.code
    code.do(f"br label %{join}")
    code.label(slow_label)
    slow = _load_lanes(b, access)
    if width == 1:
        slow = [code.let(f"extractelement <{WARP} x {access.kind}> {value}, i32 {first_lane(b)}") for value in slow]
    last = code.new_label("slow.end")
    code.do(f"br label %{last}")
    code.label(last)
    code.do(f"br label %{join}")
    code.label(join)
    whole = typed(access.kind, width)
    return [code.let(f"phi {whole} [{a}, %{quick_label}], [{c}, %{last}]") for a, c in zip(quick, slow)]


def _load_scalar(b: Builder, access: Access) -> list[str]:
    code = b.code
    found = checked(b, access.where, scalar_address(b, access.where), access.total, access.total, False)
    quick, slow, join = labels(b, found.fine)
    values = [scalar_element(b, access, found.pointer, index) for index in range(access.count)]
    if b.has("nc"):
        for index in range(access.count):
            _mark_scalar(b, access, found, index)
    values = [code.splat(value, access.kind, b.width) for value in values]
    return _join(b, access, found.fine, values, quick, slow, join, b.width)


def _mark_scalar(b: Builder, access: Access, found: Checked, index: int) -> None:
    pointer = b.code.let(f"inttoptr i64 {found.shadow} to ptr")
    at = b.code.let(f"getelementptr i8, ptr {pointer}, i64 {index * access.size}")
    b.code.do(f"store {access.kind} -1, ptr {at}, align 1")


def _load_row(b: Builder, access: Access) -> list[str]:
    rows = rows_of(b, access)
    if len(rows.found) == access.count == 1 and access.where.stride and not is_volatile(b):
        return [_load_from_row(b, access, rows)]
    quick, slow, join = labels(b, rows.fine)
    parts = [row_values(b, access, row) for row in rows.found]
    if b.has("nc"):
        for segment, row in enumerate(rows.found):
            _mark_row(b, access, row, segment)
    values = [joined_segments(b, access.kind, [part[index] for part in parts]) for index in range(access.count)]
    return _join(b, access, rows.fine, values, quick, slow, join, WARP)


def _load_from_row(b: Builder, access: Access, rows: Rows) -> str:
    """Returns the values of a row, which are read where both ways have joined: what comes by the slow way is put into a row of its own.

    So the one vector load stands beside what uses its value. A value that the quick way had read would be used far behind it (LLVM sinks single uses
    through blocks), and a loop of such loads would need more vector registers than there are.
    """
    code, (row,) = b.code, rows.found
    quick, slow, join = labels(b, rows.fine)
    if b.has("nc"):
        _mark_row(b, access, row, 0)
    code.do(f"br label %{join}")
    code.label(slow)
    (value,) = _load_lanes(b, access)
    whole = f"<{WARP} x {access.kind}>"
    code.do(f"store {whole} {value}, ptr %spare, align {access.size}")
    last = code.new_label("slow.end")
    code.do(f"br label %{last}")
    code.label(last)
    code.do(f"br label %{join}")
    code.label(join)
    pointer = code.let(f"phi ptr [{row.pointer}, %{quick}], [%spare, %{last}]")
    return code.let(f"load {whole}, ptr {pointer}, align {access.size}")


def _mark_row(b: Builder, access: Access, row: Checked, index: int) -> None:
    """Notes that active lanes read through the non-coherent path."""
    lanes, code = segment(b), b.code
    pointer = code.let(f"inttoptr i64 {row.shadow} to ptr")
    if access.where.stride == 0:
        code.do(f"store i{8 * access.total} -1, ptr {pointer}, align 1")
        return
    kind = f"i{8 * access.total}"
    masked_store(b, kind, lanes, "splat (" + kind + " -1)", pointer, part(b, "i1", b.function.mask, index, lanes), 1)


def _load_gather(b: Builder, access: Access) -> list[str]:
    """Returns the values of lanes at unrelated addresses."""
    if b.has("nc") or access.count > 1:
        return _load_lanes(b, access)
    code, whole = b.code, f"<{WARP} x {access.kind}>"
    found = checked_lanes(b, access.where, access.total, False)
    quick, slow, join = labels(b, found.fine)
    pointers = f"<{WARP} x ptr>", f"align {access.size} {found.pointers}"
    masked = (f"<{WARP} x i1>", b.function.mask), (whole, "zeroinitializer")
    value = code.call(f"llvm.masked.gather.v{WARP}{access.kind}.v{WARP}p0", whole, pointers, *masked)
    return _join(b, access, found.fine, [value], quick, slow, join, WARP)


def _load_lanes(b: Builder, access: Access) -> list[str]:
    """Returns the values of a load that is made lane by lane."""
    if access.count == 1:
        flags = NOTES if b.has("nc") else 0
        value = b.code.call(f"slow.load.{access.kind}", f"<{WARP} x {access.kind}>", *of_lanes(b, access), ("i64", str(flags)), site_of(b, access))
        b.function.drop_faulted()
        return [value]
    addresses = surviving(b, access.where, access.total, False)
    if b.has("nc"):
        b.code.call("note", "void", ("ptr", "%state"), (f"<{WARP} x i64>", addresses), ("i32", b.code.bits(b.function.mask)), ("i64", str(access.total)))
    return [_lane_values(b, access, addresses, index) for index in range(access.count)]


def _lane_values(b: Builder, access: Access, addresses: str, index: int) -> str:
    at = b.code.let(f"add <{WARP} x i64> {addresses}, splat (i64 {index * access.size})") if index else addresses
    return b.code.call(f"load.{access.kind}", f"<{WARP} x {access.kind}>", ("ptr", "%state"), (f"<{WARP} x i64>", at),
                       ("i32", b.code.bits(b.function.mask)))  # fmt: skip


def load_local(b: Builder, access: Access) -> list[str]:
    """Returns the values of a load from the thread's own memory."""
    if access.where.varying:
        return _load_lanes(b, access)
    offset, fine = local_offset(b, access)
    quick, slow, join = labels(b, fine)
    values = [read_cells(b, offset, index * access.size, access.kind, access.size) for index in range(access.count)]
    return _join(b, access, fine, values, quick, slow, join, WARP)


MEANINGS: "dict[str, Lowering]" = {"ld": load, "ldu": load}
"""The meanings defined here, by the instruction table's key."""
