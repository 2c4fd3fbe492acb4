"""Stores as LLVM IR: one masked vector store where the lanes' addresses are in a row, a scatter where not, and lane by lane where a check fails."""

from ptx.operands import Operand, Vector
from ptx.vm.compiled.ir.builder import Builder, integer_of
from ptx.vm.compiled.ir.helpers import SHADOWED, WRITES
from ptx.vm.compiled.ir.text import WARP, constant, typed
from ptx.vm.compiled.memory.access import Access, is_volatile, labels, masked_store, of_lanes, segment, site_of
from ptx.vm.compiled.memory.accesses import Checked, checked, checked_lanes, row_of_lanes, scalar_address, surviving
from ptx.vm.compiled.memory.cells import CELL, local_offset, write_cells
from ptx.vm.compiled.memory.rows import Rows, interleaved, part, rows_of
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.ir.builder import Lowering


def store(b: Builder) -> None:
    """`st`."""
    source = b.operand(1)
    elements = source.elements if isinstance(source, Vector) else (source,)
    access = Access(b, b.operand(0), len(elements), True)
    kind = f"b{WIDTHS[b.type]}"
    values = [Value(b, elements[0], kind), UpperValue(b, elements[0], kind)] if b.type == "b128" else [Value(b, each, kind) for each in elements]
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


def _store_apart(b: Builder, access: Access, values: "list[Value]") -> None:
    """Stores of lanes whose addresses are in no row."""
    if access.size >= CELL and access.count == 1 and not b.function.has_shadow and b.function.host_scatters:
        _store_scatter(b, access, values)
    else:
        _store_lanes(b, access, values)


def _store_guessed(b: Builder, access: Access, values: "list[Value]") -> None:
    """Stores of lanes whose addresses turn out to be in a row, or not."""
    row = row_of_lanes(b, access.where, access.size, access.size, True)
    _, other, join = labels(b, row.fine)
    masked_store(b, access.kind, WARP, values[0].vector(), row.pointer, b.function.mask, access.size)
    b.code.do(f"br label %{join}")
    b.code.label(other)
    _store_apart(b, access, values)
    b.code.do(f"br label %{join}")
    b.code.label(join)


class Value:
    """A value to store, made where it is needed: as a vector, or as a scalar (of the last active lane if lanes differ)."""

    __slots__ = ("b", "kind", "operand")

    def __init__(self, b: Builder, operand: Operand, kind: str) -> None:
        self.b = b
        self.operand = operand
        self.kind = kind

    def vector(self) -> str:
        """The values of all lanes."""
        return self.part(self.b.value(self.operand, self.kind, True, WARP), WARP)

    def part(self, value: str, width: int) -> str:
        """The part of the operand's value that one element of memory gets: all of it, or the lower 64 bits of 128."""
        return value if self.kind != "b128" else self.b.code.let(f"trunc {typed('i128', width)} {value} to {typed('i64', width)}")

    def scalar(self) -> str:
        """The value that stays when all lanes store to one place."""
        b = self.b
        if not b.differs(self.operand):
            return self.part(b.value(self.operand, self.kind, True, 1), 1)
        zeros = b.code.call("llvm.ctlz.i32", "i32", ("i32", b.code.bits(b.function.mask)), ("i1", "true"))
        last = b.code.let(f"sub i32 {WARP - 1}, {zeros}")
        kind = "i64" if self.kind == "b128" else integer_of(self.kind)
        return b.code.let(f"extractelement <{WARP} x {kind}> {self.vector()}, i32 {last}")


class UpperValue(Value):
    """The upper 64 bits of a value of 128."""

    __slots__ = ()

    def part(self, value: str, width: int) -> str:
        """The upper half."""
        shifted = self.b.code.let(f"lshr {typed('i128', width)} {value}, {constant(64, 'i128', width)}")
        return super().part(shifted, width)


def _finish_store(b: Builder, access: Access, values: list[Value], slow: str, join: str) -> None:
    """Ends the quick way of a store and writes the slow one."""
    b.code.do(f"br label %{join}")
    b.code.label(slow)
    _store_lanes(b, access, values)
    b.code.do(f"br label %{join}")
    b.code.label(join)


def _store_scalar(b: Builder, access: Access, values: list[Value]) -> None:
    """All lanes store to one place: the last one's value stays."""
    code = b.code
    found = checked(b, access.where, scalar_address(b, access.where), access.total, access.total, True)
    fine = found.fine
    if b.function.has_shadow:
        fine = _and_unread(b, fine, f"i{8 * access.total}", found)
    _, slow, join = labels(b, fine)
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


def _store_row(b: Builder, access: Access, values: list[Value]) -> None:
    code, lanes = b.code, segment(b)
    rows = rows_of(b, access)
    fine = rows.fine
    if b.function.has_shadow and access.where.space != "shared":
        fine = _and_rows_unread(b, access, rows)
    _, slow, join = labels(b, fine)
    vectors = [value.vector() for value in values]
    for index, row in enumerate(rows.found):
        parts = [part(b, access.kind, vector, index, lanes) for vector in vectors]
        _store_segment(b, access, parts, row.pointer, part(b, "i1", b.function.mask, index, lanes), lanes)
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
        mask = part(b, "i1", b.function.mask, index, lanes)
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
        value, mask, count = interleaved(b, access.kind, parts, lanes), interleaved(b, "i1", [mask] * len(parts), lanes), len(parts)
    masked_store(b, access.kind, lanes * count, value, pointer, mask, access.size)


def _store_scatter(b: Builder, access: Access, values: list[Value]) -> None:
    code = b.code
    found = checked_lanes(b, access.where, access.total, True)
    _, slow, join = labels(b, found.fine)
    whole = f"<{WARP} x {access.kind}>"
    code.call(f"llvm.masked.scatter.v{WARP}{access.kind}.v{WARP}p0", "void", (whole, values[0].vector()),
              (f"<{WARP} x ptr>", f"align {access.size} {found.pointers}"), (f"<{WARP} x i1>", b.function.mask))  # fmt: skip
    _finish_store(b, access, values, slow, join)


def _store_lanes(b: Builder, access: Access, values: list[Value]) -> None:
    """Makes a store lane by lane."""
    code = b.code
    if access.count == 1:
        state, addresses, lanes = of_lanes(b, access)
        flags = WRITES + (SHADOWED if b.function.has_shadow else 0)
        given = f"<{WARP} x {access.kind}>", values[0].vector()
        code.call(f"slow.store.{access.kind}", "void", state, addresses, given, lanes, ("i64", str(flags)), site_of(b, access))
        b.function.drop_faulted()
        return
    every = surviving(b, access.where, access.total, True)
    for index, value in enumerate(values):
        at = code.let(f"add <{WARP} x i64> {every}, splat (i64 {index * access.size})") if index else every
        code.call(f"store.{access.kind}", "void", ("ptr", "%state"), (f"<{WARP} x i64>", at), (f"<{WARP} x {access.kind}>", value.vector()),
                  ("i32", code.bits(b.function.mask)))  # fmt: skip


def store_local(b: Builder, access: Access, values: list[Value]) -> None:
    """Stores to the thread's own memory."""
    if access.where.varying:
        _store_lanes(b, access, values)
        return
    offset, fine = local_offset(b, access)
    _, slow, join = labels(b, fine)
    for index, value in enumerate(values):
        write_cells(b, offset, index * access.size, access.kind, access.size, value.vector())
    _finish_store(b, access, values, slow, join)


MEANINGS: "dict[str, Lowering]" = {"st": store}
"""The meanings defined here, by the instruction table's key."""
