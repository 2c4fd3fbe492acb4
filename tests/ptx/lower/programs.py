"""One kernel per op and type: loads the operands, applies the op, stores the result; for the assembler and for comparing meanings."""
from __future__ import annotations

from dialect import ops
from dialect.function import Cursor, Function, Module
from dialect.types import BF16, BOOL, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, ptr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dialect.op import Op, Value
    from dialect.types import Type

    Build = Callable[..., Op]

INTEGERS = (I8, I16, I32, I64, U8, U16, U32, U64)
SIGNED = (I8, I16, I32, I64)
FLOATS = (F16, BF16, F32, F64)
PREDICATES = ("eq", "ne", "lt", "le", "gt", "ge")


def pure_cases() -> Iterator[tuple[str, Build, tuple[Type, ...]]]:
    """(name, function from operands to an op, operand types) for every pure op on scalars and every type it takes."""
    for op in (ops.Add, ops.Sub, ops.Mul, ops.Div, ops.Min, ops.Max):
        yield from _binary(op, (*INTEGERS, *FLOATS))
    yield from _binary(ops.Rem, INTEGERS)
    yield from _binary(ops.MulHigh, INTEGERS)
    for op in (ops.And, ops.Or, ops.Xor):
        yield from _binary(op, (*INTEGERS, BOOL))
    yield from _unary(ops.Not, (*INTEGERS, BOOL))
    yield from _unary(ops.Neg, (*INTEGERS, *FLOATS))
    yield from _unary(ops.Abs, (*SIGNED, *FLOATS))
    yield from _unary(ops.Sqrt, FLOATS)
    for op in (ops.LeadingZeros, ops.PopCount, ops.ReverseBits):
        yield from _unary(op, INTEGERS)
    yield from _binary(ops.CopySign, FLOATS)
    for t in FLOATS:
        yield f"fma_{t}", ops.Fma, (t, t, t)
        for mode in ("floor", "ceil", "trunc", "even"):
            yield f"round_{mode}_{t}", lambda a, mode=mode: ops.Round(a, mode), (t,)
    for t in INTEGERS:
        for amount in (U32, I8, U64):
            yield f"shl_{t}_{amount}", ops.Shl, (t, amount)
            yield f"shr_{t}_{amount}", ops.Shr, (t, amount)
    for t in (*INTEGERS, *FLOATS, BOOL):
        yield f"select_{t}", ops.Select, (BOOL, t, t)
        for predicate in PREDICATES:
            yield f"cmp_{predicate}_{t}", lambda a, b, predicate=predicate: ops.Compare(a, b, predicate), (t, t)
        for target in (*INTEGERS, *FLOATS):
            yield f"cast_{t}_{target}", lambda a, target=target: ops.Cast(a, target), (t,)
            if t.size == target.size and t is not BOOL:
                yield f"bitcast_{t}_{target}", lambda a, target=target: ops.Bitcast(a, target), (t,)


def _binary(op: type[Op], types: tuple[Type, ...]) -> Iterator[tuple[str, Build, tuple[Type, ...]]]:
    for t in types:
        yield f"{op.mnemonic[4:]}_{t}", op, (t, t)


def _unary(op: type[Op], types: tuple[Type, ...]) -> Iterator[tuple[str, Build, tuple[Type, ...]]]:
    for t in types:
        yield f"{op.mnemonic[4:]}_{t}", op, (t,)


def kernel_of(module: Module, name: str, build: Build, types: tuple[Type, ...]) -> Function:
    """`out[i] = op(in_0[i], …)` for i = thread index."""
    function = module.add(Function("k_" + name, "kernel"))
    at = Cursor(function.add_block())
    inputs = [at.block.add_param(ptr(t, "global"), f"in{i}") for i, t in enumerate(types)]
    index = at.add(ops.ThreadIndex("x"), "i")
    values: list[Value] = [at.add(ops.Load(at.add(ops.Offset(p, index)))) for p in inputs]
    result = at.add(build(*values), "result")
    out = at.block.add_param(ptr(result.type, "global"), "out")
    at.add(ops.Store(result, at.add(ops.Offset(out, index))))
    at.end(ops.Return(()))
    return function


def module_of(types_without: tuple[Type, ...] = ()) -> Module:
    """A module with a kernel for every case that touches none of the types given."""
    module = Module()
    for name, build, types in pure_cases():
        function = kernel_of(module, name, build, types)
        if any(p.type.elem in types_without for p in function.params):
            del module.functions[function.name]
    return module
