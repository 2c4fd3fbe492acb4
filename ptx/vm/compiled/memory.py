"""Loads and stores as LLVM IR: one vector access where the lanes' addresses are in a row, a gather or scatter where they are not.

Each access tries, in this order: a scalar check that covers a whole row of lanes; a vector check against one allocation; a loop over the
lanes, out of line, that notes faults. The thread's own memory is interleaved by four bytes, so that one offset is one vector.
"""

from ptx.operands import Address, Operand, Sink, Symbol, Vector
from ptx.vm.compiled.accesses import (
    Checked,
    Place,
    checked,
    checked_lanes,
    generic_vector,
    place,
    row_of_lanes,
    scalar_address,
    surviving,
)
from ptx.vm.compiled.builder import Builder, integer_of
from ptx.vm.compiled.helpers import NOTES, SHADOWED, WRITES
from ptx.vm.compiled.strides import segment_of
from ptx.vm.compiled.text import WARP, typed
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.builder import Lowering

CELL = 4
"""Bytes by which the lanes' own memory is interleaved."""


class Access:
    """One load or store: its place, the LLVM integer type of an element, its bytes, and how many elements there are."""

    __slots__ = ("count", "kind", "size", "where", "writes")

    def __init__(self, b: Builder, address: Operand, elements: int, writes: bool) -> None:
        if b.type == "b128":
            raise b.refuse("128-bit accesses")
        self.where: Place = place(b, address)
        self.kind = integer_of(b.type)
        self.size = WIDTHS[b.type] // 8
        self.count = elements
        self.writes = writes

    @property
    def total(self) -> int:
        """Bytes of the whole access."""
        return self.size * self.count

    def in_row(self, b: Builder) -> bool:
        """Whether lanes follow each other in memory, or read one place."""
        return self.where.varying and (self.where.stride == self.total or (self.where.stride == 0 and not self.writes))

    def may_be_row(self, b: Builder) -> bool:
        """Whether the lanes of the whole warp may follow each other although that is not known."""
        return self.where.stride is None and self.where.guess == self.size and self.count == 1 and segment(b) == WARP and not b.function.has_shadow


# --- loads -----------------------------------------------------------------------------------------------------------------------------


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
    if offset < 0 or offset % access.total or offset + access.total > b.function.parameter_bytes:
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
    quick, other, join = _labels(b, row.fine)
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
        slow = [code.let(f"extractelement <{WARP} x {access.kind}> {value}, i32 {_first_lane(b)}") for value in slow]
    last = code.new_label("slow.end")
    code.do(f"br label %{last}")
    code.label(last)
    code.do(f"br label %{join}")
    code.label(join)
    whole = typed(access.kind, width)
    return [code.let(f"phi {whole} [{a}, %{quick_label}], [{c}, %{last}]") for a, c in zip(quick, slow)]


def _first_lane(b: Builder) -> str:
    return b.code.call("llvm.cttz.i32", "i32", ("i32", b.code.bits(b.function.mask)), ("i1", "true"))


def _labels(b: Builder, fine: str) -> tuple[str, str, str]:
    """Branches by whether a check holds; the quick way is open. Returns the labels of quick way, slow way and join."""
    code = b.code
    quick, slow, join = code.new_label("quick"), code.new_label("slow"), code.new_label("join")
    code.do(f"br i1 {fine}, label %{quick}, label %{slow}, !prof !2")
    code.label(quick)
    return quick, slow, join


def _load_scalar(b: Builder, access: Access) -> list[str]:
    code = b.code
    found = checked(b, access.where, scalar_address(b, access.where), access.total, access.total, False)
    quick, slow, join = _labels(b, found.fine)
    values = [_scalar_element(b, access, found.pointer, index) for index in range(access.count)]
    if b.has("nc"):
        for index in range(access.count):
            _mark_scalar(b, access, found, index)
    values = [code.splat(value, access.kind, b.width) for value in values]
    return _join(b, access, found.fine, values, quick, slow, join, b.width)


def _scalar_element(b: Builder, access: Access, pointer: str, index: int) -> str:
    at = b.code.let(f"getelementptr i8, ptr {pointer}, i64 {index * access.size}") if index else pointer
    volatile = "volatile " if is_volatile(b) else ""
    return b.code.let(f"load {volatile}{access.kind}, ptr {at}, align {access.size}")


def is_volatile(b: Builder) -> bool:
    """Whether an access may not be left out or merged."""
    return b.has("volatile") or "sem" in b.values or b.has("mmio")


def _mark_scalar(b: Builder, access: Access, found: Checked, index: int) -> None:
    pointer = b.code.let(f"inttoptr i64 {found.shadow} to ptr")
    at = b.code.let(f"getelementptr i8, ptr {pointer}, i64 {index * access.size}")
    b.code.do(f"store {access.kind} -1, ptr {at}, align 1")


def _load_row(b: Builder, access: Access) -> list[str]:
    rows = _rows(b, access)
    quick, slow, join = _labels(b, rows.fine)
    parts = [_row_values(b, access, row) for row in rows.found]
    if b.has("nc"):
        for segment, row in enumerate(rows.found):
            _mark_row(b, access, row, segment)
    values = [_joined(b, access.kind, [part[index] for part in parts]) for index in range(access.count)]
    return _join(b, access, rows.fine, values, quick, slow, join, WARP)


class Rows:
    """The checked segments of a row of lanes."""

    __slots__ = ("fine", "found")

    def __init__(self, fine: str, found: list[Checked]) -> None:
        self.fine = fine
        self.found = found


def segment(b: Builder) -> int:
    """Returns the lanes of a segment."""
    return segment_of(b.function.shape)


def _rows(b: Builder, access: Access) -> Rows:
    """Checks every segment: that its addresses are in a row, and that the whole row may be accessed."""
    code, lanes, stride = b.code, segment(b), access.where.stride or 0
    fine, found = "true", []
    for start in range(0, WARP, lanes):
        first, last = scalar_address(b, access.where, start), scalar_address(b, access.where, start + lanes - 1)
        whole = code.let(f"icmp eq i64 {code.let(f'sub i64 {last}, {first}')}, {stride * (lanes - 1)}")
        row = checked(b, access.where, first, stride * (lanes - 1) + access.total, access.total, access.writes)
        both = code.let(f"and i1 {whole}, {row.fine}")
        fine = both if fine == "true" else code.let(f"and i1 {fine}, {both}")
        found.append(row)
    return Rows(fine, found)


def _row_values(b: Builder, access: Access, row: Checked) -> list[str]:
    """Returns the elements of a segment: one place for all, or a row (of vectors, taken apart)."""
    code, lanes = b.code, segment(b)
    if access.where.stride == 0:
        return [code.splat(_scalar_element(b, access, row.pointer, index), access.kind, lanes) for index in range(access.count)]
    volatile = "volatile " if is_volatile(b) else ""
    wide = lanes * access.count
    value = code.let(f"load {volatile}<{wide} x {access.kind}>, ptr {row.pointer}, align {access.size}")
    if access.count == 1:
        return [value]
    return [
        code.let(f"shufflevector <{wide} x {access.kind}> {value}, <{wide} x {access.kind}> poison, {_indices(range(index, wide, access.count))}")
        for index in range(access.count)
    ]


def _indices(numbers: range) -> str:
    return f"<{len(numbers)} x i32> <" + ", ".join(f"i32 {number}" for number in numbers) + ">"


def _joined(b: Builder, kind: str, parts: list[str]) -> str:
    """Returns the segments of a value as one vector."""
    lanes = WARP // len(parts)
    while len(parts) > 1:
        wide = f"<{lanes} x {kind}>"
        parts = [b.code.let(f"shufflevector {wide} {x}, {wide} {y}, {_indices(range(2 * lanes))}") for x, y in zip(parts[::2], parts[1::2])]
        lanes *= 2
    return parts[0]


def _part(b: Builder, kind: str, value: str, index: int, lanes: int) -> str:
    """Returns one segment of a vector."""
    if lanes == WARP:
        return value
    return b.code.let(f"shufflevector <{WARP} x {kind}> {value}, <{WARP} x {kind}> poison, {_indices(range(index * lanes, (index + 1) * lanes))}")


def _mark_row(b: Builder, access: Access, row: Checked, index: int) -> None:
    """Notes that active lanes read through the non-coherent path."""
    lanes, code = segment(b), b.code
    pointer = code.let(f"inttoptr i64 {row.shadow} to ptr")
    if access.where.stride == 0:
        code.do(f"store i{8 * access.total} -1, ptr {pointer}, align 1")
        return
    kind = f"i{8 * access.total}"
    masked_store(b, kind, lanes, "splat (" + kind + " -1)", pointer, _part(b, "i1", b.function.mask, index, lanes), 1)


def masked_store(b: Builder, kind: str, lanes: int, value: str, pointer: str, mask: str, align: int) -> None:
    """Stores the active elements of a vector."""
    whole = f"<{lanes} x {kind}>"
    b.code.call(f"llvm.masked.store.v{lanes}{kind}.p0", "void", (whole, value), (f"ptr align {align}", pointer), (f"<{lanes} x i1>", mask))


def _load_gather(b: Builder, access: Access) -> list[str]:
    """Returns the values of lanes at unrelated addresses."""
    if b.has("nc") or access.count > 1:
        return _load_lanes(b, access)
    code, whole = b.code, f"<{WARP} x {access.kind}>"
    found = checked_lanes(b, access.where, access.total, False)
    quick, slow, join = _labels(b, found.fine)
    pointers = f"<{WARP} x ptr>", f"align {access.size} {found.pointers}"
    masked = (f"<{WARP} x i1>", b.function.mask), (whole, "zeroinitializer")
    value = code.call(f"llvm.masked.gather.v{WARP}{access.kind}.v{WARP}p0", whole, pointers, *masked)
    return _join(b, access, found.fine, [value], quick, slow, join, WARP)


def _load_lanes(b: Builder, access: Access) -> list[str]:
    """Returns the values of a load that is made lane by lane."""
    if access.count == 1:
        flags = NOTES if b.has("nc") else 0
        value = b.code.call(f"slow.load.{access.kind}", f"<{WARP} x {access.kind}>", *_of_lanes(b, access), ("i64", str(flags)), _site(b, access))
        b.function.drop_faulted()
        return [value]
    addresses = surviving(b, access.where, access.total, False)
    if b.has("nc"):
        b.code.call("note", "void", ("ptr", "%state"), (f"<{WARP} x i64>", addresses), ("i32", b.code.bits(b.function.mask)), ("i64", str(access.total)))
    return [_lane_values(b, access, addresses, index) for index in range(access.count)]


def _of_lanes(b: Builder, access: Access) -> "list[tuple[str, str]]":
    """Returns state, addresses and lanes as arguments."""
    return [("ptr", "%state"), (f"<{WARP} x i64>", generic_vector(b, access.where)), ("i32", b.code.bits(b.function.mask))]


def _site(b: Builder, access: Access) -> tuple[str, str]:
    return "i64", str(b.function.site(b.op, access.writes, access.total))


def _lane_values(b: Builder, access: Access, addresses: str, index: int) -> str:
    at = b.code.let(f"add <{WARP} x i64> {addresses}, splat (i64 {index * access.size})") if index else addresses
    return b.code.call(f"load.{access.kind}", f"<{WARP} x {access.kind}>", ("ptr", "%state"), (f"<{WARP} x i64>", at),
                       ("i32", b.code.bits(b.function.mask)))  # fmt: skip


# --- stores ----------------------------------------------------------------------------------------------------------------------------


def store(b: Builder) -> None:
    """`st`."""
    source = b.operand(1)
    elements = source.elements if isinstance(source, Vector) else (source,)
    access = Access(b, b.operand(0), len(elements), True)
    kind = f"b{WIDTHS[b.type]}"
    values = [_Value(b, element, kind) for element in elements]
    if access.where.space == "local":
        store_local(b, access, values)
    elif not access.where.varying:
        _store_scalar(b, access, values)
    elif access.in_row(b):
        _store_row(b, access, values)
    elif access.may_be_row(b):
        _store_guessed(b, access, values)
    else:
        _store_apart(b, access, values)


def _store_apart(b: Builder, access: Access, values: "list[_Value]") -> None:
    """Stores of lanes whose addresses are in no row."""
    if access.size >= CELL and access.count == 1 and not b.function.has_shadow and b.function.host_scatters:
        _store_scatter(b, access, values)
    else:
        _store_lanes(b, access, values)


def _store_guessed(b: Builder, access: Access, values: "list[_Value]") -> None:
    """Stores of lanes whose addresses turn out to be in a row, or not."""
    row = row_of_lanes(b, access.where, access.size, access.size, True)
    _, other, join = _labels(b, row.fine)
    masked_store(b, access.kind, WARP, values[0].vector(), row.pointer, b.function.mask, access.size)
    b.code.do(f"br label %{join}")
    b.code.label(other)
    _store_apart(b, access, values)
    b.code.do(f"br label %{join}")
    b.code.label(join)


class _Value:
    """A value to store, made where it is needed: as a vector, or as a scalar (of the last active lane if lanes differ)."""

    __slots__ = ("b", "kind", "operand")

    def __init__(self, b: Builder, operand: Operand, kind: str) -> None:
        self.b = b
        self.operand = operand
        self.kind = kind

    def vector(self) -> str:
        return self.b.value(self.operand, self.kind, True, WARP)

    def scalar(self) -> str:
        b = self.b
        if not b.differs(self.operand):
            return b.value(self.operand, self.kind, True, 1)
        zeros = b.code.call("llvm.ctlz.i32", "i32", ("i32", b.code.bits(b.function.mask)), ("i1", "true"))
        last = b.code.let(f"sub i32 {WARP - 1}, {zeros}")
        return b.code.let(f"extractelement <{WARP} x {integer_of(self.kind)}> {self.vector()}, i32 {last}")


def _finish_store(b: Builder, access: Access, values: list[_Value], slow: str, join: str) -> None:
    """Ends the quick way of a store and writes the slow one."""
    b.code.do(f"br label %{join}")
    b.code.label(slow)
    _store_lanes(b, access, values)
    b.code.do(f"br label %{join}")
    b.code.label(join)


def _store_scalar(b: Builder, access: Access, values: list[_Value]) -> None:
    """All lanes store to one place: the last one's value stays."""
    code = b.code
    found = checked(b, access.where, scalar_address(b, access.where), access.total, access.total, True)
    fine = found.fine
    if b.function.has_shadow:
        fine = _and_unread(b, fine, f"i{8 * access.total}", found)
    _, slow, join = _labels(b, fine)
    for index, value in enumerate(values):
        at = code.let(f"getelementptr i8, ptr {found.pointer}, i64 {index * access.size}") if index else found.pointer
        code.do(f"store {'volatile ' if is_volatile(b) else ''}{access.kind} {value.scalar()}, ptr {at}, align {access.size}")
    _finish_store(b, access, values, slow, join)


def _and_unread(b: Builder, fine: str, kind: str, found: Checked) -> str:
    """Whether a check holds and the bytes were not read through the non-coherent path (looked up only where the check holds)."""
    if not found.shadow:
        return fine
    code = b.code
    look, after, before = code.new_label("look"), code.new_label("looked"), code.new_label("before")
    code.do(f"br label %{before}")
    code.label(before)
    code.do(f"br i1 {fine}, label %{look}, label %{after}")
    code.label(look)
    pointer = code.let(f"inttoptr i64 {found.shadow} to ptr")
    clean = code.let(f"icmp eq {kind} {code.let(f'load {kind}, ptr {pointer}, align 1')}, 0")
    code.do(f"br label %{after}")
    code.label(after)
    return code.let(f"phi i1 [false, %{before}], [{clean}, %{look}]")


def _store_row(b: Builder, access: Access, values: list[_Value]) -> None:
    code, lanes = b.code, segment(b)
    rows = _rows(b, access)
    fine = rows.fine
    if b.function.has_shadow and access.where.space != "shared":
        fine = _and_rows_unread(b, access, rows)
    _, slow, join = _labels(b, fine)
    vectors = [value.vector() for value in values]
    for index, row in enumerate(rows.found):
        parts = [_part(b, access.kind, vector, index, lanes) for vector in vectors]
        _store_segment(b, access, parts, row.pointer, _part(b, "i1", b.function.mask, index, lanes), lanes)
    code.do(f"br label %{join}")
    code.label(slow)
    _store_lanes(b, access, values)
    code.do(f"br label %{join}")
    code.label(join)


def _and_rows_unread(b: Builder, access: Access, rows: Rows) -> str:
    """The same for rows of lanes, active ones only."""
    code, lanes = b.code, segment(b)
    look, after, before = code.new_label("look"), code.new_label("looked"), code.new_label("before")
    code.do(f"br label %{before}")
    code.label(before)
    code.do(f"br i1 {rows.fine}, label %{look}, label %{after}")
    code.label(look)
    kind = f"i{8 * access.total}"
    whole = f"<{lanes} x {kind}>"
    clean = "true"
    for index, row in enumerate(rows.found):
        pointer = code.let(f"inttoptr i64 {row.shadow} to ptr")
        mask = _part(b, "i1", b.function.mask, index, lanes)
        seen = code.call(f"llvm.masked.load.v{lanes}{kind}.p0", whole, ("ptr align 1", pointer), (f"<{lanes} x i1>", mask), (whole, "zeroinitializer"))
        total = code.call(f"llvm.vector.reduce.or.v{lanes}{kind}", kind, (whole, seen))
        none = code.let(f"icmp eq {kind} {total}, 0")
        clean = none if clean == "true" else code.let(f"and i1 {clean}, {none}")
    code.do(f"br label %{after}")
    code.label(after)
    return code.let(f"phi i1 [false, %{before}], [{clean}, %{look}]")


def _store_segment(b: Builder, access: Access, parts: list[str], pointer: str, mask: str, lanes: int) -> None:
    """Stores a row; elements of vectors are put between each other first."""
    value, count = parts[0], 1
    if len(parts) > 1:
        value, mask, count = _interleaved(b, access.kind, parts, lanes), _interleaved(b, "i1", [mask] * len(parts), lanes), len(parts)
    masked_store(b, access.kind, lanes * count, value, pointer, mask, access.size)


def _interleaved(b: Builder, kind: str, parts: list[str], lanes: int) -> str:
    """Returns the elements of several vectors in turn."""
    code, count = b.code, len(parts)
    wide, joined = lanes, parts
    while len(joined) > 1:
        half = f"<{wide} x {kind}>"
        joined = [code.let(f"shufflevector {half} {x}, {half} {y}, {_indices(range(2 * wide))}") for x, y in zip(joined[::2], joined[1::2])]
        wide *= 2
    order = ", ".join(f"i32 {element * lanes + lane}" for lane in range(lanes) for element in range(count))
    return code.let(f"shufflevector <{wide} x {kind}> {joined[0]}, <{wide} x {kind}> poison, <{wide} x i32> <{order}>")


def _store_scatter(b: Builder, access: Access, values: list[_Value]) -> None:
    code = b.code
    found = checked_lanes(b, access.where, access.total, True)
    _, slow, join = _labels(b, found.fine)
    whole = f"<{WARP} x {access.kind}>"
    code.call(f"llvm.masked.scatter.v{WARP}{access.kind}.v{WARP}p0", "void", (whole, values[0].vector()),
              (f"<{WARP} x ptr>", f"align {access.size} {found.pointers}"), (f"<{WARP} x i1>", b.function.mask))  # fmt: skip
    _finish_store(b, access, values, slow, join)


def _store_lanes(b: Builder, access: Access, values: list[_Value]) -> None:
    """Makes a store lane by lane."""
    code = b.code
    if access.count == 1:
        state, addresses, lanes = _of_lanes(b, access)
        flags = WRITES + (SHADOWED if b.function.has_shadow else 0)
        given = f"<{WARP} x {access.kind}>", values[0].vector()
        code.call(f"slow.store.{access.kind}", "void", state, addresses, given, lanes, ("i64", str(flags)), _site(b, access))
        b.function.drop_faulted()
        return
    every = surviving(b, access.where, access.total, True)
    for index, value in enumerate(values):
        at = code.let(f"add <{WARP} x i64> {every}, splat (i64 {index * access.size})") if index else every
        code.call(f"store.{access.kind}", "void", ("ptr", "%state"), (f"<{WARP} x i64>", at), (f"<{WARP} x {access.kind}>", value.vector()),
                  ("i32", code.bits(b.function.mask)))  # fmt: skip


# --- the thread's own memory -------------------------------------------------------------------------------------------------------------


def _local_offset(b: Builder, access: Access) -> "tuple[str, str]":
    """Returns the offset of an access by all lanes at one place, and whether it may be made."""
    code = b.code
    offset = scalar_address(b, access.where)
    limit = max(0, b.function.local_size - access.total + 1)
    fine = code.let(f"icmp ult i64 {offset}, {limit}")
    if access.total > 1:
        low = code.let(f"and i64 {offset}, {access.total - 1}")
        aligned = code.let(f"icmp eq i64 {low}, 0")
        fine = code.let(f"and i1 {fine}, {aligned}")
    return offset, fine


def cell(b: Builder, offset: str, more: int = 0) -> str:
    """Returns the pointer to the row of cells that holds an offset (plus a multiple of four)."""
    code = b.code
    whole = code.let(f"and i64 {offset}, {-CELL}")
    at = code.let(f"mul i64 {whole}, {WARP}")
    at = code.let(f"add i64 {at}, {WARP * more}") if more else at
    return code.let(f"getelementptr i8, ptr %local, i64 {at}")


def load_local(b: Builder, access: Access) -> list[str]:
    """Returns the values of a load from the thread's own memory."""
    if access.where.varying:
        return _load_lanes(b, access)
    offset, fine = _local_offset(b, access)
    quick, slow, join = _labels(b, fine)
    values = [read_cells(b, offset, index * access.size, access.kind, access.size) for index in range(access.count)]
    return _join(b, access, fine, values, quick, slow, join, WARP)


def read_cells(b: Builder, offset: str, more: int, kind: str, size: int) -> str:
    """Returns the value of all lanes at `offset + more`, which is a multiple of the size."""
    code, vector = b.code, f"<{WARP} x i32>"
    if size >= CELL:
        words = [code.let(f"load {vector}, ptr {cell(b, offset, more + CELL * index)}, align 4") for index in range(size // CELL)]
        if size == CELL:
            return words[0]
        low, high = (code.let(f"zext {vector} {word} to <{WARP} x i64>") for word in words)
        shifted = code.let(f"shl <{WARP} x i64> {high}, splat (i64 32)")
        return code.let(f"or <{WARP} x i64> {shifted}, {low}")
    at = code.let(f"add i64 {offset}, {more}")
    word = code.let(f"load {vector}, ptr {cell(b, at)}, align 4")
    return code.let(f"trunc {vector} {code.let(f'lshr {vector} {word}, {_bit_in_cell(b, at)}')} to <{WARP} x {kind}>")


def _bit_in_cell(b: Builder, offset: str) -> str:
    code = b.code
    bit = code.let(f"shl i64 {code.let(f'and i64 {offset}, {CELL - 1}')}, 3")
    return code.splat(code.let(f"trunc i64 {bit} to i32"), "i32")


def store_local(b: Builder, access: Access, values: list[_Value]) -> None:
    """Stores to the thread's own memory."""
    if access.where.varying:
        _store_lanes(b, access, values)
        return
    offset, fine = _local_offset(b, access)
    _, slow, join = _labels(b, fine)
    for index, value in enumerate(values):
        write_cells(b, offset, index * access.size, access.kind, access.size, value.vector())
    _finish_store(b, access, values, slow, join)


def write_cells(b: Builder, offset: str, more: int, kind: str, size: int, value: str) -> None:
    """Stores a value of the active lanes at `offset + more`."""
    code, vector = b.code, f"<{WARP} x i32>"
    if size == CELL:
        masked_store(b, "i32", WARP, value, cell(b, offset, more), b.function.mask, 4)
        return
    if size == 2 * CELL:
        for index in range(2):
            half = code.let(f"lshr <{WARP} x i64> {value}, splat (i64 {32 * index})") if index else value
            word = code.let(f"trunc <{WARP} x i64> {half} to {vector}")
            masked_store(b, "i32", WARP, word, cell(b, offset, more + CELL * index), b.function.mask, 4)
        return
    at = code.let(f"add i64 {offset}, {more}")
    pointer, bit = cell(b, at), _bit_in_cell(b, at)
    old = code.let(f"load {vector}, ptr {pointer}, align 4")
    ones = code.let(f"shl {vector} splat (i32 {(1 << 8 * size) - 1}), {bit}")
    wide = code.let(f"shl {vector} {code.let(f'zext <{WARP} x {kind}> {value} to {vector}')}, {bit}")
    kept = code.let(f"and {vector} {old}, {code.let(f'xor {vector} {ones}, splat (i32 -1)')}")
    masked_store(b, "i32", WARP, code.let(f"or {vector} {kept}, {wide}"), pointer, b.function.mask, 4)


MEANINGS: "dict[str, Lowering]" = {"ld": load, "ldu": load, "st": store}
"""The meanings defined here, by the instruction table's key."""
