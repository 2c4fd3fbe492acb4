"""A library function without body becomes the op that its `#[intrinsic("…")]` names, with its arguments as operands.

The text is the op's mnemonic and its attributes in order: `mir.sqrt`, `gpu.thread_index x`, `mir.round floor`. An attribute that is a type
is not written: it follows from the function's result. What is no single op is in the one table `SPECIAL`.
"""

from __future__ import annotations

from dialect.op import OPS, Op, Value
from dialect.ops import Bitcast, Select, Sub, Undef
from dialect.signature import ATTRIBUTE
from dialect.types import U64, VOID
from kernelc.frontend import hir

from .function import FunctionBuilder
from .layout import AGGREGATE, FAT, SCALAR, ZERO, Unsupported
from .observe import observe
from .operands import Fat, InternalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final, TypeAlias

    from dialect.types import Type
    from kernelc.frontend.ty import Ty

    from .operands import Operand

    Special: TypeAlias = Callable[[FunctionBuilder, hir.Call, tuple[Ty, ...], list[Operand]], Operand]


def lower_intrinsic(b: FunctionBuilder, text: str, node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    """The op that `text` names, applied to the operands."""
    words = text.split()
    special = SPECIAL.get(words[0])
    if special is not None:
        found = special(b, node, args, operands)
        shape = b.shape(node.ty)
        return found if found is None or shape.kind == AGGREGATE else b.fitted(found, shape.type)
    op = OPS.get(words[0])
    if op is None:
        raise InternalError(f"intrinsic `{text}` of {node.function.path} names no op")
    shape = b.shape(node.ty)
    values = [v for each in operands for v in _scalars(each)]
    made = b.emit(make_op(op, text, values, words[1:], shape.type if shape.kind == SCALAR else VOID))
    wanted = shape.type if shape.kind == SCALAR else VOID
    if made.type is not wanted:
        if made.type.kind == wanted.kind == "ptr":
            return b.fit(made, wanted)
        raise InternalError(f"intrinsic `{text}` of {node.function.path} gives {made.type}, declared is {wanted}")
    return made if shape.kind == SCALAR else None


def make_op(op: type[Op], text: str, values: list[Value], words: list[str], result: Type) -> Op:
    """The op with these operands; its attributes from the words, a type from the result."""
    attributes: list[Any] = []
    left = list(words)
    names = list(op.fields.items())
    for _, annotation in names[op.n_operands + op.variadic :]:
        if annotation == "Type":
            attributes.append(result if op.signature.how == ATTRIBUTE else result.elem)
        elif not left:
            raise InternalError(f"intrinsic `{text}` lacks the attribute {annotation}")
        else:
            word = left.pop(0)
            attributes.append(int(word) if annotation == "int" else word)
    if left or len(values) < op.n_operands or (len(values) > op.n_operands and not op.variadic):
        raise InternalError(f"intrinsic `{text}` has other operands or attributes than the op")
    fixed = values[: op.n_operands]
    return op(*fixed, tuple(values[op.n_operands :]), *attributes) if op.variadic else op(*fixed, *attributes)


def _scalars(operand: Operand) -> tuple[Value, ...]:
    if isinstance(operand, Fat):
        return (operand.pointer, operand.length)
    return () if operand is None else (operand,)


# ------------------------------------------------------------------------------------------------------------- more than one op


def _size_of(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], _operands: list[Operand]) -> Operand:
    observe(b, args[0], "`size_of`", node.span)
    return b.const(b.module.layouts.type(args[0]).size, U64)


def _align_of(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], _operands: list[Operand]) -> Operand:
    observe(b, args[0], "`align_of`", node.span)
    return b.const(b.module.layouts.type(args[0]).align, U64)


def _size_of_val(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    """The size of what a reference points to: of a slice, its length times that of an element."""
    from dialect.ops import Mul

    if args[0].kind not in ("slice", "str"):
        return _size_of(b, node, args, operands)
    (slice_,) = operands
    if not isinstance(slice_, Fat):
        raise InternalError(f"{b.instance.symbol}: no slice")
    if args[0].kind == "str":
        return slice_.length
    return b.emit(Mul(slice_.length, b.const(b.module.layouts.type(args[0].args[0]).size, U64)))


def _align_of_val(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    if args[0].kind == "str":
        return b.const(1, U64)
    return _align_of(b, node, args[0].args if args[0].kind == "slice" else args, operands)


def _zeroed(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    """The value whose bytes are zero; a panic for a type without one."""
    from .inhabited import is_inhabited, may_be_zero

    if not is_inhabited(b.module.layouts, args[0]):
        raise b.panic(f"attempted to instantiate uninhabited type `{args[0]}`")
    if not may_be_zero(b.module.layouts, args[0]):
        raise b.panic(f"attempted to zero-initialize type `{args[0]}`, which is invalid")
    return _zeroed_room(b, node, args, operands)


def _zeroed_room(b: FunctionBuilder, node: hir.Call, _args: tuple[Ty, ...], _operands: list[Operand]) -> Operand:
    from .enums import zero, zero_scalar

    shape = b.shape(node.ty)
    if shape.kind == SCALAR:
        return zero_scalar(b, shape.type)
    if shape.kind == FAT:
        return Fat(zero_scalar(b, shape.type.fields[0]), b.const(0, U64))
    slot = b.alloca(shape.type)
    zero(b, slot)
    return slot


def _assert_inhabited(b: FunctionBuilder, _node: hir.Call, args: tuple[Ty, ...], _operands: list[Operand]) -> Operand:
    from .inhabited import is_inhabited

    if not is_inhabited(b.module.layouts, args[0]):
        raise b.panic(f"attempted to instantiate uninhabited type `{args[0]}`")
    return None


def _discriminant(b: FunctionBuilder, _node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    from .enums import discriminant

    (reference,) = operands
    return discriminant(b, args[0], reference if isinstance(reference, Value) else None)


def _fat_parts(b: FunctionBuilder, _node: hir.Call, _args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    pointer, length = operands
    if not isinstance(pointer, Value) or not isinstance(length, Value):
        raise InternalError(f"{b.instance.symbol}: a slice from {operands}")
    return Fat(pointer, length)


def _slice_pointer(b: FunctionBuilder, _node: hir.Call, _args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    (slice_,) = operands
    if not isinstance(slice_, Fat):
        raise InternalError(f"{b.instance.symbol}: no slice")
    return slice_.pointer


def _slice_length(b: FunctionBuilder, _node: hir.Call, _args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    (slice_,) = operands
    if not isinstance(slice_, Fat):
        raise InternalError(f"{b.instance.symbol}: no slice")
    return slice_.length


def _offset_from(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    """`(self - origin) / size_of::<T>()` as an isize."""
    from dialect.ops import Cast, Div
    from dialect.types import I64

    end, start = operands
    if not isinstance(end, Value) or not isinstance(start, Value):
        raise InternalError(f"{b.instance.symbol}: offset_from of {node.operands}")
    size = b.module.layouts.type(args[0]).size
    distance = b.emit(Cast(b.emit(Sub(b.emit(Bitcast(end, U64)), b.emit(Bitcast(start, U64)))), I64))
    return b.emit(Div(distance, b.const(max(size, 1), I64)))


def _transmute(b: FunctionBuilder, node: hir.Call, _args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    """The same bytes as another type."""
    from dialect.ops import PointerCast

    source, target = b.module.layouts.shape(b.ty(node.operands[0].ty)), b.shape(node.ty)
    if source.type.size != target.type.size:
        raise Unsupported(f"cannot transmute between types of different sizes: {source.type.size} bytes and {target.type.size}")
    for ty in (b.ty(node.operands[0].ty), b.ty(node.ty)):
        observe(b, ty, "`transmute`", node.span)
    (operand,) = operands
    if source.kind == ZERO:
        return None
    if source.kind == target.kind == SCALAR and isinstance(operand, Value) and source.type.bits == target.type.bits:
        return operand if source.type is target.type else b.emit(Bitcast(operand, target.type))
    slot = b.alloca(source.type if source.type.align >= target.type.align else target.type)
    assert slot is not None
    written = slot if slot.type.elem is source.type else b.emit(PointerCast(slot, source.type))
    if source.kind == AGGREGATE:
        b.copy(operand if isinstance(operand, Value) else None, written, node.operands[0].ty)
    else:
        b.store(operand, written)
    read = slot if slot.type.elem is target.type else b.emit(PointerCast(slot, target.type))
    return read if target.kind == AGGREGATE else b.load(read)


def _select(b: FunctionBuilder, _node: hir.Call, _args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    cond, then, other = operands
    if not isinstance(cond, Value) or not isinstance(then, Value) or not isinstance(other, Value):
        raise InternalError(f"{b.instance.symbol}: select of aggregates")
    return b.emit(Select(cond, then, other))


def _uninit(b: FunctionBuilder, node: hir.Call, _args: tuple[Ty, ...], _operands: list[Operand]) -> Operand:
    shape = b.shape(node.ty)
    if shape.kind == FAT:
        return Fat(b.emit(Undef(shape.type.fields[0])), b.emit(Undef(U64)))
    return b.emit(Undef(shape.type)) if shape.kind == SCALAR else None


def _shared(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], _operands: list[Operand]) -> Operand:
    """One array in shared memory per place in the source and instance."""
    from dialect.ops import StaticAddress

    t = b.module.layouts.type(args[0])
    if not t.size:
        return b.dangling(t)
    static = b.module.shared(b.instance.symbol, node, t)
    address = b.emit(StaticAddress(static.name, static.type, static.space))
    return b.fit(b.generic(address), b.shape(node.ty).type)


def _dynamic_shared(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], _operands: list[Operand]) -> Operand:
    """The beginning of dynamic shared memory as a pointer; the second argument is its least alignment."""
    from dialect.ops import StaticAddress

    align = max(int(args[1].data), b.module.layouts.type(args[0]).align)
    if align & (align - 1):
        raise Unsupported(f"the alignment {align} of dynamic shared memory is no power of two")
    static = b.module.dynamic_shared(align)
    return b.fit(b.generic(b.emit(StaticAddress(static.name, static.type, static.space))), b.shape(node.ty).type)


def _atomic(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    from .atomics import atomic

    return atomic(b, node, args, operands)


def _volatile_read(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    from .volatile import read

    return read(b, node, args, operands)


def _volatile_write(b: FunctionBuilder, node: hir.Call, args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    from .volatile import write

    return write(b, node, args, operands)


def _profiler_event(b: FunctionBuilder, _node: hir.Call, args: tuple[Ty, ...], _operands: list[Operand]) -> Operand:
    """The event whose number is the const argument."""
    from dialect.ops import ProfilerEvent

    event = ProfilerEvent(int(args[0].data))
    if event.check():
        raise Unsupported(event.check())
    b.emit(event)
    return None


def _same_bits(b: FunctionBuilder, _node: hir.Call, _args: tuple[Ty, ...], operands: list[Operand]) -> Operand:
    """Whether two numbers have the same bits: of floats that is not `==`."""
    from dialect.ops import Compare
    from dialect.types import SCALARS

    values = [v for v in operands if isinstance(v, Value)]
    if values[0].type.kind == "float":
        values = [b.emit(Bitcast(v, SCALARS[f"u{v.type.bits}"])) for v in values]
    return b.emit(Compare(values[0], values[1], "eq"))


def _unreachable(b: FunctionBuilder, _node: hir.Call, _args: tuple[Ty, ...], _operands: list[Operand]) -> Operand:
    from .control import UNREACHABLE

    raise b.panic(UNREACHABLE)


SPECIAL: Final[dict[str, Special]] = {
    "size_of": _size_of,
    "align_of": _align_of,
    "size_of_val": _size_of_val,
    "align_of_val": _align_of_val,
    "zeroed": _zeroed,
    "zeroed_room": _zeroed_room,
    "assert_inhabited": _assert_inhabited,
    "discriminant": _discriminant,
    "slice_from_raw_parts": _fat_parts,
    "slice_as_ptr": _slice_pointer,
    "slice_len": _slice_length,
    "offset_from": _offset_from,
    "transmute": _transmute,
    "select": _select,
    "uninit": _uninit,
    "shared": _shared,
    "dynamic_shared": _dynamic_shared,
    "atomic": _atomic,
    "same_bits": _same_bits,
    "volatile_read": _volatile_read,
    "volatile_write": _volatile_write,
    "profiler_event": _profiler_event,
    "unreachable": _unreachable,
}
"""Intrinsics that depend on types or are more than one op."""
