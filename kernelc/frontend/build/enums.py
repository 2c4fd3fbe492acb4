"""Values of enums: the tag and the fields of a variant, or null and not null for an `Option` of a reference."""

from __future__ import annotations

from dialect.op import Value
from dialect.ops import Bitcast, Compare, PointerCast
from dialect.types import U64, ptr
from kernelc.frontend import hir

from .function import FunctionBuilder
from .layout import AGGREGATE, FAT, ZERO
from .operands import Address, Fat, InternalError
from .patterns import match, test

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Block
    from kernelc.frontend.ty import Ty

    from .layout import Shape
    from .operands import Operand


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
    b.store(null(b, shape), destination)


def null(b: FunctionBuilder, shape: Shape) -> Operand:
    """The empty variant of an `Option` of a reference."""
    zero = b.const(0, U64)
    if shape.kind == FAT:
        return Fat(b.emit(Bitcast(zero, shape.type.fields[0])), zero)
    return b.emit(Bitcast(zero, shape.type))


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
        found = b.load(place.pointer)
        thin = found.pointer if isinstance(found, Fat) else found
        if thin is None:
            raise InternalError(f"{b.instance.symbol}: an optional reference without memory")
        is_some = bool(b.module.layouts.fields(ty, variant))
        address = b.emit(Bitcast(b.fit(thin, ptr(thin.type.elem, "generic")), U64))
        return b.emit(Compare(address, b.const(0, U64), "ne" if is_some else "eq"))
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
