"""Values of enums: the tag and the fields of a variant, or zero and not zero for an `Option` of what is never zero."""

from __future__ import annotations

from dialect.op import Value
from dialect.ops import Bitcast, Cast, Compare, PointerCast, Select
from dialect.types import I64, U64, ptr
from kernelc.frontend import hir

from .function import FunctionBuilder
from .layout import AGGREGATE, ZERO
from .operands import Address, InternalError
from .patterns import match, test

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Block
    from dialect.types import Type
    from kernelc.frontend.ty import Ty

    from .layout import Shape


def variant_pointer(b: FunctionBuilder, pointer: Value | None, shape: Shape, variant: int) -> Value | None:
    """The enum's memory seen as the tuple of a variant: tag, then fields."""
    if pointer is None:
        return None
    t = shape.variants[variant]
    return pointer if pointer.type.elem is t else b.emit(PointerCast(pointer, t))


def tag_of(b: FunctionBuilder, ty: Ty, variant: int) -> Value:
    """The tag of a variant as a constant."""
    tag = b.module.layouts.shape(ty).tag
    assert tag is not None
    return b.const(b.module.discriminants(ty.data)[variant], tag)


def discriminant(b: FunctionBuilder, ty: Ty, place: Value | None) -> Value:
    """The discriminant of the variant that a value has, as an `i64`; zero for what is no enum."""
    shape = b.module.layouts.shape(ty)
    if ty.kind != "adt" or ty.data.kind != "enum" or not ty.data.variants:
        return b.const(0, I64)
    values = b.module.discriminants(ty.data)
    if shape.is_nullable:
        first = _is_variant(b, ty, shape, 0, Address(place, ty))
        return b.emit(Select(first, b.const(values[0], I64), b.const(values[1], I64)))
    tag = b.load(_tag_pointer(b, place, shape))
    if not isinstance(tag, Value):
        return b.const(values[0], I64)
    return tag if tag.type is I64 else b.emit(Cast(tag, I64))


def build_variant(b: FunctionBuilder, node: hir.Struct, destination: Value | None) -> None:
    """Writes the tag and the fields of a variant."""
    ty = b.ty(node.ty)
    shape = b.module.layouts.shape(ty)
    if shape.kind == ZERO:
        return
    if shape.is_nullable:
        _build_nullable(b, node, shape, destination)
        return
    if shape.kind != AGGREGATE:
        b.at(node.span)
        b.store(tag_of(b, ty, node.variant), destination)
        return
    inside = variant_pointer(b, destination, shape, node.variant) if node.members else None
    for i, member in node.members:
        b.at(member.span)
        b.into(member, b.field(inside, i + 1))
    b.at(node.span)
    b.store(tag_of(b, ty, node.variant), _tag_pointer(b, destination, shape))


def _tag_pointer(b: FunctionBuilder, pointer: Value | None, shape: Shape) -> Value | None:
    if pointer is None or shape.kind != AGGREGATE:
        return pointer
    return b.field(pointer, 0)


def _build_nullable(b: FunctionBuilder, node: hir.Struct, shape: Shape, destination: Value | None) -> None:
    if node.members:
        b.into(node.members[0][1], destination)
        return
    b.at(node.span)
    zero(b, destination)


def zero(b: FunctionBuilder, destination: Value | None) -> None:
    """Writes zeros."""
    if destination is None or not destination.type.elem.size:
        return
    t = destination.type.elem
    if t.kind == "array":
        b.each_element(t.count, lambda i: zero(b, b.element(destination, i)))
    elif t.kind == "tuple":
        for i in range(len(t.fields)):
            zero(b, b.field(destination, i))
    else:
        b.store(zero_scalar(b, t), destination)


def zero_scalar(b: FunctionBuilder, t: Type) -> Value:
    """Zero as a number, `false` or null."""
    if t.kind == "ptr":
        return b.emit(Bitcast(b.const(0, U64), t))
    return b.const({"bool": False, "float": 0.0}.get(t.kind, 0), t)


def is_zero(b: FunctionBuilder, place: Value | None, op: str) -> Value:
    """Whether the first scalar of a place equals zero (`eq`) or not (`ne`)."""
    while place is not None and place.type.elem.kind == "tuple":
        place = b.field(place, next(i for i, f in enumerate(place.type.elem.fields) if f.size))
    found = b.load(place)
    if not isinstance(found, Value):
        raise InternalError(f"{b.instance.symbol}: an optional value without memory")
    if found.type.kind == "ptr":
        found = b.emit(Bitcast(b.fit(found, ptr(found.type.elem, "generic")), U64))
    return b.emit(Compare(found, b.const(0, found.type), op))


def match_variant(b: FunctionBuilder, pattern: hir.VariantOf | hir.Fields, variant: int, place: Address, failed: Block | None) -> None:
    """Tests the tag, then the fields of the variant."""
    ty = b.ty(pattern.ty)
    shape = b.module.layouts.shape(ty)
    b.at(pattern.span)
    b.events.use(None if place.path is None or pattern.members else place.path, pattern.span)
    if failed is not None and shape.kind != ZERO:
        test(b, _is_variant(b, ty, shape, variant, place), failed)
    fields = b.module.layouts.fields(ty, variant)
    inside = None if shape.is_nullable or not pattern.members else variant_pointer(b, place.pointer, shape, variant)
    for index, inner in pattern.members:
        b.at(inner.span)
        pointer = place.pointer if shape.is_nullable else b.field(inside, index + 1)
        path = None if place.path is None else (place.path[0], (*place.path[1], variant, index))
        match(b, inner, Address(pointer, fields[index], path=path, behind=place.behind), failed)


def _is_variant(b: FunctionBuilder, ty: Ty, shape: Shape, variant: int, place: Address) -> Value:
    if shape.is_nullable:
        return is_zero(b, place.pointer, "ne" if b.module.layouts.fields(ty, variant) else "eq")
    tag = b.load(_tag_pointer(b, place.pointer, shape))
    if not isinstance(tag, Value):
        raise InternalError(f"{b.instance.symbol}: an enum without tag")
    return b.emit(Compare(tag, tag_of(b, ty, variant), "eq"))


def copy_enum(b: FunctionBuilder, source: Value, destination: Value, ty: Ty) -> None:
    """Copies the tag, then the fields of the variant that it names: the others have no value.

    Within local memory, where what has no value may be copied, the fields of an only variant with fields are copied without asking,
    unless a tag in them would have to be looked at.
    """
    shape = b.module.layouts.shape(ty)
    if shape.is_nullable:
        b.copy(source, destination, next(f for i in (0, 1) for f in b.module.layouts.fields(ty, i)))
        return
    tag = b.load(b.field(source, 0))
    if not isinstance(tag, Value):
        raise InternalError(f"{b.instance.symbol}: an enum without tag")
    b.store(tag, b.field(destination, 0))
    filled = with_fields(shape)
    if destination.type.space == "local" and not asks(b, ty):
        for variant in filled:
            _copy_fields(b, source, destination, ty, shape, variant)
        return
    after = b.new_block()
    for variant in filled:
        following, inside = b.new_block(), b.new_block()
        b.cond_br(b.emit(Compare(tag, tag_of(b, ty, variant), "eq")), inside, following)
        b.place(inside)
        _copy_fields(b, source, destination, ty, shape, variant)
        b.goto(after)
        b.place(following)
    b.goto(after)
    b.place(after)


def with_fields(shape: Shape) -> list[int]:
    """The variants that have more than a tag."""
    return [i for i, t in enumerate(shape.variants) if t.size > t.fields[0].size]


def asks(b: FunctionBuilder, ty: Ty) -> bool:
    """Whether a copy must look at a tag: several variants with fields stand in one place somewhere in the type."""
    work = [b.ty(ty)]
    while work:
        at = work.pop()
        shape = b.module.layouts.shape(at)
        if shape.kind != AGGREGATE:
            continue
        if at.kind == "array":
            work.append(at.args[0])
            continue
        filled = with_fields(shape) if at.kind == "adt" and at.data.kind == "enum" else [0]
        if len(filled) > 1:
            return True
        for variant in filled:
            work += b.module.layouts.fields(at, variant)
    return False


def _copy_fields(b: FunctionBuilder, source: Value, destination: Value, ty: Ty, shape: Shape, variant: int) -> None:
    inner, outer = variant_pointer(b, source, shape, variant), variant_pointer(b, destination, shape, variant)
    for index, field in enumerate(b.module.layouts.fields(ty, variant)):
        b.copy(b.field(inner, index + 1), b.field(outer, index + 1), field)
