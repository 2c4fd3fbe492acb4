"""A place of HIR becomes an address: a base, then one op per projection; bounds are checked where the index stands."""

from __future__ import annotations

from dialect.op import Value
from dialect.ops import Compare, StaticAddress
from dialect.types import U64
from kernelc.frontend import hir

from .flow import BORROW, MOVE, USE
from .function import PLACES, VALUES, FunctionBuilder, lowers
from .layout import AGGREGATE, ZERO, Unsupported
from .operands import Address, Fat, InternalError
from .packed import check_reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.source import Span

    from .operands import Operand

OUT_OF_BOUNDS = "index out of bounds: the len is {0} but the index is {1}"
CONSTANT_OUT_OF_BOUNDS = "index out of bounds: the length is {0} but the index is {1}"


@lowers(PLACES, hir.Local)
def _local(b: FunctionBuilder, node: hir.Local) -> Address:
    return Address(b.slots[node.variable], node.ty, path=(node.variable, ()))


@lowers(PLACES, hir.StaticPlace)
def _static(b: FunctionBuilder, node: hir.StaticPlace) -> Address:
    b.at(node.span)
    static = b.module.static(node.static)
    return Address(b.generic(b.emit(StaticAddress(static.name, static.type, static.space))), node.ty, behind="static")


@lowers(PLACES, hir.Field)
def _field(b: FunctionBuilder, node: hir.Field) -> Address:
    base = b.address(node.base)
    b.at(node.span)
    path = None if base.path is None else (base.path[0], (*base.path[1], node.index))
    if b.ty(node.base.ty).kind == "adt" and b.ty(node.base.ty).data.kind == "union":
        raise Unsupported(f"fields of the union `{b.ty(node.base.ty)}` are not supported yet")
    return Address(b.field(base.pointer, node.index), node.ty, path=path, behind=base.behind)


@lowers(PLACES, hir.Index)
def _index(b: FunctionBuilder, node: hir.Index) -> Address:
    base = b.address(node.base)
    b.events.use(base.path, node.base.span)
    index = b.scalar(node.index)
    b.at(node.span)
    if base.length is not None:
        length = base.length
    else:
        count: int = b.ty(node.base.ty).args[1].data
        length = b.const(count, U64)
    if node.is_checked and b.is_index_checked:
        b.check(b.emit(Compare(index, length, "lt")), OUT_OF_BOUNDS, (length, index), CONSTANT_OUT_OF_BOUNDS, (length, index))
    if base.pointer is None or b.shape(node.ty).kind == ZERO:
        return Address(None, node.ty, behind="index")
    pointer = b.offset(base.pointer, index) if base.length is not None else b.element(base.pointer, index)
    return Address(pointer, node.ty, behind="index")


@lowers(PLACES, hir.Deref)
def _deref(b: FunctionBuilder, node: hir.Deref) -> Address:
    target = b.ty(node.ty)
    found = b.value(node.pointer)
    b.at(node.span)
    behind = "reference" if b.ty(node.pointer.ty).kind == "ref" else "pointer"
    if isinstance(found, Fat):
        return Address(b.fit(found.pointer, b.module.layouts.pointer(target)), node.ty, found.length, behind=behind)
    if found is None:
        raise InternalError(f"{b.instance.symbol}: a pointer without value")
    return Address(b.fit(found, b.module.layouts.pointer(target)), node.ty, behind=behind)


@lowers(PLACES, hir.Temporary)
def _temporary(b: FunctionBuilder, node: hir.Temporary) -> Address:
    if isinstance(node.value, hir.ConstUse) and not b.is_writing and b.ty(node.ty).kind == "array":
        address = _constant_array(b, node.value)
        if address is not None:
            return Address(address, node.ty)
    return Address(b.temporary(node.value), node.ty)


def _constant_array(b: FunctionBuilder, node: hir.ConstUse) -> Value | None:
    """The address of a constant array that is only read: a read-only static. None where it is not made of data."""
    found = b.module.constant(node.const, tuple([b.ty(a) for a in node.args]), node.span)
    if not found.data:
        return None
    b.at(node.span)
    static = b.module.read_only(found.type, found.data)
    return b.generic(b.emit(StaticAddress(static.name, static.type, static.space)))


def written(b: FunctionBuilder, node: hir.Place) -> Address:
    """The address of a place that is written to, now or through a reference: a constant in it is a copy."""
    before, b.is_writing = b.is_writing, True
    try:
        return b.address(node)
    finally:
        b.is_writing = before


@lowers(VALUES, hir.Use)
def _use(b: FunctionBuilder, node: hir.Use) -> Operand:
    place = b.address(node.place)
    b.at(node.span)
    note_read(b, place, node.span, node.is_move)
    shape = b.shape(node.ty)
    if shape.kind == AGGREGATE:
        raise InternalError(f"{b.instance.symbol}: an aggregate used as a value")
    return b.fitted(b.load(place.pointer), shape.type)


def read_into(b: FunctionBuilder, node: hir.Use, destination: Value | None) -> None:
    """Copies what the place holds."""
    place = b.address(node.place)
    b.at(node.span)
    note_read(b, place, node.span, node.is_move)
    b.copy(place.pointer, destination, node.ty)


def note_read(b: FunctionBuilder, place: Address, span: Span, is_move: bool) -> None:
    """Enters a read into the events; a value that may not be moved out of its place is reported (K0507, K0508)."""
    b.events.use(place.path, span, MOVE if is_move else USE)
    if not is_move or not place.behind or place.behind == "pointer" and b.instance.fn.module.is_library:
        return  # the library reads through raw pointers bit by bit (`ptr::read`)
    shown = " ".join(span.text.split())
    if place.behind == "index":
        text = f"cannot move out of `{shown}`, an element of an array or slice"
        b.module.diagnostics.error("K0508", span, text, label="cannot move out of here", help=("consider borrowing here", span, f"&{shown}"))
        return
    where = {
        "reference": "which is behind a reference",
        "pointer": "which is behind a raw pointer",
        "static": "a static item",
    }[place.behind]
    label = f"move occurs because `{shown}` has type `{b.ty(place.ty)}`, which does not implement the `Copy` trait"
    b.module.diagnostics.error("K0507", span, f"cannot move out of `{shown}`, {where}", label=label)


@lowers(VALUES, hir.AddressOf)
def _address_of(b: FunctionBuilder, node: hir.AddressOf) -> Operand:
    place = written(b, node.place) if node.is_mutable else b.address(node.place)
    b.at(node.span)
    if not node.is_raw:
        b.events.use(place.path, node.span, BORROW)
        check_reference(b, place.pointer, node.span)
    return b.fitted(reference(b, place), b.shape(node.ty).type)


def reference(b: FunctionBuilder, place: Address) -> Operand:
    """A generic pointer to the place; a fat one if it is a slice."""
    t = b.module.layouts.pointer(b.ty(place.ty))
    pointer = b.dangling(t.elem) if place.pointer is None else b.fit(b.generic(place.pointer), t)
    return pointer if place.length is None else Fat(pointer, place.length)
