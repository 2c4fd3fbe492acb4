"""Volatile accesses: after `read` and `write` every scalar of the value has been read or written exactly once, in the order of its fields."""

from __future__ import annotations

from dialect.op import Value
from dialect.ops import VolatileLoad, VolatileStore
from dialect.types import U64

from .layout import AGGREGATE, FAT, SCALAR, ZERO, Unsupported
from .operands import Fat, InternalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend import hir
    from kernelc.frontend.ty import Ty

    from .function import FunctionBuilder
    from .operands import Operand


def read(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    """`read_volatile`: a scalar, or the address of a copy."""
    (ty,), (pointer,) = args, operands
    if not isinstance(pointer, Value):
        raise InternalError(f"{b.instance.symbol}: a volatile read through {pointer}")
    shape = b.module.layouts.shape(ty)
    if shape.kind == ZERO:
        return None
    source = b.fit(pointer, b.module.layouts.pointer(ty))
    if shape.kind == SCALAR:
        return b.emit(VolatileLoad(source))
    if shape.kind == FAT:
        return Fat(*[b.emit(VolatileLoad(part)) for part in _fat_parts(b, source)])
    copy = b.alloca(shape.type)
    for place, target in zip(_scalars(b, source, ty), _scalars(b, copy, ty), strict=True):
        b.store(b.emit(VolatileLoad(place)), target)
    return copy


def write(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    """`write_volatile`."""
    (ty,), (pointer, value) = args, operands
    if not isinstance(pointer, Value):
        raise InternalError(f"{b.instance.symbol}: a volatile write through {pointer}")
    target = b.fit(pointer, b.module.layouts.pointer(ty))
    if isinstance(value, Fat):
        for part, place in zip((value.pointer, value.length), _fat_parts(b, target), strict=True):
            b.emit(VolatileStore(b.fit(part, place.type.elem), place))
    elif value is not None and b.module.layouts.shape(ty).kind == AGGREGATE:
        for place, source in zip(_scalars(b, target, ty), _scalars(b, value, ty), strict=True):
            loaded = b.load(source)
            assert isinstance(loaded, Value)
            b.emit(VolatileStore(loaded, place))
    elif value is not None:
        b.emit(VolatileStore(b.fit(value, target.type.elem), target))
    return None


def _fat_parts(b: FunctionBuilder, pointer: Value) -> list[Value]:
    return [part for i in range(2) if (part := b.field(pointer, i)) is not None]


def _scalars(b: FunctionBuilder, pointer: Value | None, ty: Ty) -> list[Value]:
    """The addresses of all scalars of a value. Raises `Unsupported` where a tag says which there are."""
    shape = b.module.layouts.shape(ty)
    if pointer is None or shape.kind == ZERO:
        return []
    if shape.kind == SCALAR:
        return [pointer]
    if shape.kind == FAT:
        return _fat_parts(b, pointer)
    if ty.kind == "array":
        elements = [b.element(pointer, b.const(i, U64)) for i in range(ty.args[1].data)]
        return [scalar for element in elements for scalar in _scalars(b, element, ty.args[0])]
    if ty.kind == "adt" and ty.data.kind != "struct":
        raise Unsupported(f"volatile accesses of the {ty.data.kind} `{ty}`, of which not all bytes have a value")
    fields = enumerate(b.module.layouts.fields(ty, 0))
    return [scalar for i, field in fields for scalar in _scalars(b, b.field(pointer, i), field)]
