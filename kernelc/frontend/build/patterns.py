"""A pattern becomes tests that go to the next alternative, and bindings that are stores; it is matched against a place, looked at from outside in."""

from __future__ import annotations

from dialect.op import Value
from dialect.ops import And, Compare
from dialect.types import U64
from kernelc.frontend import hir

from .flow import BORROW
from .function import FunctionBuilder
from .layout import AGGREGATE, Unsupported
from .operands import Address, Fat, InternalError
from .packed import check_reference
from .places import note_read, reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from dialect.function import Block
    from kernelc.frontend.ty import Ty


def match(b: FunctionBuilder, pattern: hir.Pattern, place: Address, failed: Block | None) -> None:
    """Goes on with the variables bound where the pattern matches, else to `failed`; None says that it always matches."""
    found = _MATCHERS.get(type(pattern))
    if found is None:
        raise InternalError(f"{b.instance.symbol}: no lowering for the pattern {type(pattern).__name__}")
    found(b, pattern, place, failed)


def test(b: FunctionBuilder, holds: Value, failed: Block | None) -> None:
    """Goes on if the value is true."""
    if failed is not None:
        following = b.new_block()
        b.cond_br(holds, following, failed)
        b.place(following)


def _wild(b: FunctionBuilder, pattern: hir.Wild, place: Address, failed: Block | None) -> None:
    pass


def _bind(b: FunctionBuilder, pattern: hir.Bind, place: Address, failed: Block | None) -> None:
    if pattern.sub is not None:
        match(b, pattern.sub, place, failed)
    variable = pattern.variable
    b.at(pattern.span)
    slot = b.declare(variable)
    if pattern.mode == "value":
        ty = b.ty(variable.ty)
        is_move = not b.module.is_copy(ty)
        if is_move and b.guarded is not None:
            b.guarded.append((place, pattern.span))  # moved only when the guard holds
            is_move = False
        note_read(b, place, pattern.span, is_move)
        if b.shape(ty).kind == AGGREGATE:
            b.copy(place.pointer, slot, ty)
        else:
            b.store(b.load(place.pointer), slot)
    else:
        b.events.use(place.path, pattern.span, BORROW)
        check_reference(b, place.pointer, pattern.span)
        b.store(reference(b, place), slot)
    b.events.assign((variable, ()), pattern.span, True)


def _scalar_at(b: FunctionBuilder, pattern: hir.Pattern, place: Address) -> Value:
    b.at(pattern.span)
    b.events.use(place.path, pattern.span)
    found = b.load(place.pointer)
    if not isinstance(found, Value):
        raise Unsupported(f"patterns that are constants of type `{b.ty(pattern.ty)}` are not supported yet")
    return found


def _equal(b: FunctionBuilder, pattern: hir.Equal, place: Address, failed: Block | None) -> None:
    from .expressions import literal

    if failed is None:
        return
    found = _scalar_at(b, pattern, place)
    if found.type.kind == "bool":
        following = b.new_block()
        b.cond_br(found, *((following, failed) if pattern.value else (failed, following)))
        b.place(following)
    else:
        test(b, b.emit(Compare(found, b.const(literal(pattern.value, found.type), found.type), "eq")), failed)


def _between(b: FunctionBuilder, pattern: hir.Between, place: Address, failed: Block | None) -> None:
    from .expressions import literal

    if failed is None:
        return
    found = _scalar_at(b, pattern, place)
    at_least = b.emit(Compare(found, b.const(literal(pattern.low, found.type), found.type), "ge"))
    at_most = b.emit(Compare(found, b.const(literal(pattern.high, found.type), found.type), "le"))
    test(b, b.emit(And(at_least, at_most)), failed)


def _inner(b: FunctionBuilder, place: Address, index: int, ty: Ty) -> Address:
    path = None if place.path is None else (place.path[0], (*place.path[1], index))
    return Address(b.field(place.pointer, index), ty, path=path, behind=place.behind)


def _fields(b: FunctionBuilder, pattern: hir.Fields, place: Address, failed: Block | None) -> None:
    ty = b.ty(pattern.ty)
    if ty.kind == "adt" and ty.data.kind != "struct":
        from .enums import match_variant

        match_variant(b, pattern, 0, place, None if ty.data.kind == "enum" and len(ty.data.variants) == 1 else failed)
        return
    for index, inner in pattern.members:
        b.at(inner.span)
        match(b, inner, _inner(b, place, index, inner.ty), failed)


def _variant(b: FunctionBuilder, pattern: hir.VariantOf, place: Address, failed: Block | None) -> None:
    from .enums import match_variant

    match_variant(b, pattern, pattern.variant, place, failed)


def _behind(b: FunctionBuilder, pattern: hir.Behind, place: Address, failed: Block | None) -> None:
    b.at(pattern.span)
    b.events.use(place.path, pattern.span)
    target = b.ty(pattern.pattern.ty)
    found = b.load(place.pointer)
    t = b.module.layouts.pointer(target)
    if isinstance(found, Fat):
        inner = Address(b.fit(found.pointer, t), target, found.length, behind="reference")
    else:
        assert found is not None
        inner = Address(b.fit(found, t), target, behind="reference")
    match(b, pattern.pattern, inner, failed)


def _or(b: FunctionBuilder, pattern: hir.Or, place: Address, failed: Block | None) -> None:
    matched = b.new_block()
    for alternative in pattern.patterns:
        is_last = alternative is pattern.patterns[-1]
        following = failed if is_last else b.new_block()
        match(b, alternative, place, following)
        b.goto(matched)
        if is_last:
            break
        assert following is not None
        if not b.is_reached(following):
            break
        b.place(following)
    b.place(matched)


def _slice(b: FunctionBuilder, pattern: hir.Slice, place: Address, failed: Block | None) -> None:
    b.at(pattern.span)
    ty = b.ty(pattern.ty)
    count = len(pattern.prefix) + len(pattern.suffix)
    length = place.length
    if length is None:
        length = b.const(ty.args[1].data, U64)
    elif failed is not None and (count or pattern.rest is None):
        test(b, b.emit(Compare(length, b.const(count, U64), "eq" if pattern.rest is None else "ge")), failed)
    for i, inner in enumerate(pattern.prefix):
        match(b, inner, _element(b, place, b.const(i, U64), inner.ty), failed)
    if pattern.rest is not None and not isinstance(pattern.rest, hir.Wild):
        _rest(b, pattern, place, length, failed)
    for i, inner in enumerate(pattern.suffix):
        match(b, inner, _element(b, place, _from_end(b, place, ty, length, len(pattern.suffix) - i), inner.ty), failed)


def _from_end(b: FunctionBuilder, place: Address, ty: Ty, length: Value, distance: int) -> Value:
    from dialect.ops import Sub

    if place.length is None:
        return b.const(ty.args[1].data - distance, U64)
    return b.emit(Sub(length, b.const(distance, U64)))


def _element(b: FunctionBuilder, place: Address, index: Value, ty: Ty) -> Address:
    if place.pointer is None or not b.shape(ty).type.size:
        return Address(None, ty, behind=place.behind)
    pointer = b.element(place.pointer, index) if place.length is None else b.offset(place.pointer, index)
    return Address(pointer, ty, behind=place.behind)


def _rest(b: FunctionBuilder, pattern: hir.Slice, place: Address, length: Value, failed: Block | None) -> None:
    """Matches what lies between the prefix and the suffix: an array of an array, a slice of a slice."""
    from dialect.ops import PointerCast, Sub

    rest = pattern.rest
    assert rest is not None
    first = None
    if place.pointer is not None:
        start = b.const(len(pattern.prefix), U64)
        first = b.element(place.pointer, start) if place.length is None else b.offset(place.pointer, start)
    if place.length is not None:
        remaining = b.emit(Sub(length, b.const(len(pattern.prefix) + len(pattern.suffix), U64)))
        match(b, rest, Address(first, rest.ty, remaining), failed)
        return
    t = b.shape(rest.ty).type
    match(b, rest, Address(None if first is None or not t.size else b.emit(PointerCast(first, t)), rest.ty), failed)


_MATCHERS: Final[dict[type, Callable[..., None]]] = {
    hir.Wild: _wild,
    hir.Bind: _bind,
    hir.Equal: _equal,
    hir.Between: _between,
    hir.Fields: _fields,
    hir.VariantOf: _variant,
    hir.Behind: _behind,
    hir.Or: _or,
    hir.Slice: _slice,
}
