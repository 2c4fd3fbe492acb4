"""Calls, and how arguments and results travel.

Scalars and thin pointers are passed as they are, fat pointers as pointer and length, other aggregates as a generic pointer to a copy that
the caller made, zero-sized values not at all. A scalar result is returned; any other is written through a pointer that is the first
parameter.
"""

from __future__ import annotations

from dialect.op import Value
from dialect.ops import Call as CallOp
from dialect.types import U8, U64, VOID, ptr
from kernelc.frontend import hir

from .control import UNREACHABLE
from .function import INTO, VALUES, FunctionBuilder, lowers
from .layout import AGGREGATE, FAT, SCALAR, ZERO
from .operands import Fat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.types import Type

    from .layout import Shape
    from .operands import Operand


def parameter_types(shape: Shape) -> tuple[Type, ...]:
    """The MIR types of the parameters that a value of this shape takes in a device function."""
    if shape.kind == ZERO:
        return ()
    if shape.kind == FAT:
        return (shape.type.fields[0], U64)
    return (shape.type if shape.kind == SCALAR else ptr(shape.type, "generic"),)


def returns_by_pointer(shape: Shape) -> bool:
    """Whether a result of this shape is written through the first parameter."""
    return shape.kind in (AGGREGATE, FAT)


@lowers(VALUES, hir.Call)
def _call(b: FunctionBuilder, node: hir.Call) -> Operand:
    shape = b.shape(node.ty)
    if returns_by_pointer(shape) and b.module.intrinsic(node.function) is None:
        return b.through_slot(node)
    return _perform(b, node, shape, None)


@lowers(INTO, hir.Call)
def _call_into(b: FunctionBuilder, node: hir.Call, destination: Value | None) -> None:
    shape = b.shape(node.ty)
    text = b.module.intrinsic(node.function)
    if text is not None or not returns_by_pointer(shape):
        found = _perform(b, node, shape, destination)
        if shape.kind != AGGREGATE:
            b.store(found, destination)
        elif isinstance(found, Value):  # where the op left it; none for a value without bits
            b.copy(found, destination, node.ty)
    else:
        _perform(b, node, shape, destination)


def _perform(b: FunctionBuilder, node: hir.Call, shape: Shape, destination: Value | None) -> Operand:
    args = tuple([b.ty(a) for a in node.args])
    text = b.module.intrinsic(node.function)
    operands: list[Operand] = []
    shows = node.function.attribute("shows_text") is not None
    for each in node.operands:  # no function of its own: long method chains nest as deep as they are long
        if shows and literal_text(each) is not None:
            operands.append(Fat(b.dangling(U8), b.const(0, U64)))  # the instance knows the text
        elif b.shape(each.ty).kind != AGGREGATE:
            operands.append(b.value(each))
        else:
            slot = b.temporary(each)
            operands.append(None if slot is None else b.generic(slot))
    b.at(node.site or node.span)
    if text is not None:
        from .intrinsics import lower_intrinsic

        return lower_intrinsic(b, text, node, args, operands)
    if shows:
        callee = b.module.instance_showing(node.function, args, tuple(map(literal_text, node.operands)), node.span, b.instance)
    else:
        callee = b.module.instance(node.function, args, node.span, b.instance)
    passed = [v for each in operands for v in flattened(each)]
    by_pointer = returns_by_pointer(shape)
    if by_pointer:
        if destination is None:
            destination = b.alloca(shape.type)
        assert destination is not None
        passed.insert(0, b.generic(destination))
    call = b.emit(CallOp(tuple(passed), callee.symbol, shape.type if shape.kind == SCALAR else VOID))
    if b.ty(node.ty).kind == "never":
        raise b.panic(UNREACHABLE)
    return call if shape.kind == SCALAR else None


def literal_text(node: hir.Value) -> str | None:
    """The string of a literal, also behind a reborrow."""
    if isinstance(node, hir.AddressOf) and isinstance(node.place, hir.Deref):
        node = node.place.pointer
    return node.value if isinstance(node, hir.Constant) and isinstance(node.value, str) else None


def flattened(operand: Operand) -> tuple[Value, ...]:
    """The MIR values that pass an operand."""
    if isinstance(operand, Fat):
        return (operand.pointer, operand.length)
    return () if operand is None else (operand,)
