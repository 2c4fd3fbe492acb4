"""One kernel per op and type: loads the operands, applies the op, stores the result; for the assembler and for comparing meanings."""
from __future__ import annotations

from dialect import ops
from dialect.function import Cursor, Function, Module
from dialect.machine_forms import APPROXIMATE, EXACT, forms
from dialect.types import BF16, BOOL, F16, F32, F64, I8, I16, I32, I64, I128, U8, U16, U32, U64, U128, ptr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dialect.op import Op, Value
    from dialect.types import Type

    Build = Callable[..., Op]

INTEGERS = (I8, I16, I32, I64, I128, U8, U16, U32, U64, U128)
SIGNED = (I8, I16, I32, I64, I128)
FLOATS = (F16, BF16, F32, F64)
PREDICATES = ("eq", "ne", "lt", "le", "gt", "ge")


def pure_cases() -> Iterator[tuple[str, Build, tuple[Type, ...]]]:
    """(name, function from operands to an op, operand types) for every pure op on scalars and every type it takes."""
    for op in (ops.Add, ops.Sub, ops.Mul, ops.Div, ops.Min, ops.Max):
        yield from _binary(op, (*INTEGERS, *FLOATS))
    yield from _binary(ops.Rem, (*INTEGERS, *FLOATS))
    yield from _binary(ops.MulHigh, INTEGERS)
    for logic in (ops.And, ops.Or, ops.Xor):
        yield from _binary(logic, (*INTEGERS, BOOL))
    yield from _unary(ops.Not, (*INTEGERS, BOOL))
    yield from _unary(ops.Neg, (*INTEGERS, *FLOATS))
    yield from _unary(ops.Abs, (*SIGNED, *FLOATS))
    yield from _unary(ops.Sqrt, FLOATS)
    for count in (ops.LeadingZeros, ops.PopCount, ops.ReverseBits):
        yield from _unary(count, INTEGERS)
    yield from _binary(ops.CopySign, FLOATS)
    for t in FLOATS:
        yield f"fma_{t}", ops.Fma, (t, t, t)
        for mode in ("floor", "ceil", "trunc", "even"):
            yield f"round_{mode}_{t}", lambda a, mode=mode: ops.Round(a, mode), (t,)
    for t in INTEGERS:
        for amount in (U32, I8, U64, U128):
            yield f"shl_{t}_{amount}", ops.Shl, (t, amount)
            yield f"shr_{t}_{amount}", ops.Shr, (t, amount)
    for t in (I128, U128):
        for by in (0, 1, 63, 64, 65, 127, 200):
            yield f"shl_{t}_by_{by}", lambda a, by=by: ops.Shl(a, ops.Const(by, U32)), (t,)
            yield f"shr_{t}_by_{by}", lambda a, by=by: ops.Shr(a, ops.Const(by, U32)), (t,)
    for t in (*INTEGERS, *FLOATS, BOOL):
        yield f"select_{t}", ops.Select, (BOOL, t, t)
        for predicate in PREDICATES:
            yield f"cmp_{predicate}_{t}", lambda a, b, predicate=predicate: ops.Compare(a, b, predicate), (t, t)
        for target in (*INTEGERS, *FLOATS):
            yield f"cast_{t}_{target}", lambda a, target=target: ops.Cast(a, target), (t,)
            if t.size == target.size and t is not BOOL:
                yield f"bitcast_{t}_{target}", lambda a, target=target: ops.Bitcast(a, target), (t,)

def machine_cases() -> Iterator[tuple[str, Build, tuple[Type, ...]]]:
    """The same for every form of arithmetic that the machine has and Rust has not."""
    for op, rows in ((ops.Compute, EXACT), (ops.Approximate, APPROXIMATE)):
        for name, (types, _) in forms(rows).items():
            yield f"machine_{name}", lambda *values, op=op, name=name: op(values, name), types


def _binary(op: type[Op], types: Sequence[Type]) -> Iterator[tuple[str, Build, tuple[Type, ...]]]:
    for t in types:
        yield f"{op.mnemonic[4:]}_{t}", op, (t, t)


def _unary(op: type[Op], types: Sequence[Type]) -> Iterator[tuple[str, Build, tuple[Type, ...]]]:
    for t in types:
        yield f"{op.mnemonic[4:]}_{t}", op, (t,)


def kernel_of(module: Module, name: str, build: Build, types: tuple[Type, ...]) -> Function:
    """`out[i] = op(in_0[i], …)` for i = thread index; a small integer is stored widened, so that all of its register is seen."""
    function = module.add(Function("k_" + name, "kernel"))
    at = Cursor(function.add_block())
    inputs = [at.block.add_param(ptr(t, "global"), f"in{i}") for i, t in enumerate(types)]
    index = at.add(ops.ThreadIndex("x"), "i")
    values: list[Value] = [at.add(ops.Load(at.add(ops.Offset(p, index)))) for p in inputs]
    result = at.add(build(*values), "result")
    if result.type.is_integer and result.type.bits < 32:
        result = at.add(ops.Cast(result, I64 if result.type.kind == "int" else U64))
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


MEMORY = """static @table : array<u32, 4> in const = hex"01000000020000000300000004000000"
static mut @counter : u64 in global
static mut @tile : array<f32, 64> in shared
kernel @mem launch_bounds(256, 2) {
bb0(%s: ptr<tuple<u32, f64, array<i16, 4>>, param>, %out: ptr<u32, global>, %flag: bool, %g: ptr<i8, global>, %c: i8):
  %x: ptr<array<i32, 4>, local> = mir.alloca array<i32, 4>
  %b: ptr<bool, local> = mir.alloca bool
  %ret: ptr<ptr<u32, global>, local> = mir.alloca ptr<u32, global>
  mir.store %flag, %b
  mir.store %out, %ret
  %t: u32 = gpu.thread_index x
  %l: u32 = gpu.lane_id
  %xe: ptr<i32, local> = mir.element %x, %t
  %k7: i32 = mir.const 7 : i32
  %k2: u64 = mir.const 2 : u64
  mir.store %k7, %xe !1
  %x2: ptr<i32, local> = mir.element %x, %k2
  %v: i32 = mir.load %x2
  %xg: ptr<array<i32, 4>, generic> = mir.to_generic %x
  %xge: ptr<i32, generic> = mir.element %xg, %l
  mir.store %v, %xge
  %tab: ptr<array<u32, 4>, const> = mir.static @table : array<u32, 4> in const
  %te: ptr<u32, const> = mir.element %tab, %k2
  %tv: u32 = mir.load %te
  %te2: ptr<u32, const> = mir.element %tab, %t
  %tv2: u32 = mir.load %te2
  %cnt: ptr<u64, global> = mir.static @counter : u64 in global
  %cv: u64 = mir.load_volatile %cnt
  mir.store_volatile %cv, %cnt
  %sh: ptr<array<f32, 64>, shared> = mir.static @tile : array<f32, 64> in shared
  %she: ptr<f32, shared> = mir.element %sh, %t
  %one: f32 = mir.const 1 : f32
  mir.store %one, %she
  gpu.barrier
  gpu.fence block
  gpu.fence device
  gpu.fence system
  %f0: ptr<u32, param> = mir.field %s, 0
  %f0v: u32 = mir.load %f0
  %f2: ptr<array<i16, 4>, param> = mir.field %s, 2
  %f2e: ptr<i16, param> = mir.element %f2, %t
  %f2v: i16 = mir.load %f2e
  %o2: ptr<u32, global> = mir.load %ret
  %bb: bool = mir.load %b
  %sum: u32 = mir.add %tv, %tv2
  %sum2: u32 = mir.add %sum, %f0v
  %ff: u32 = mir.cast %f2v to u32
  %sum3: u32 = mir.add %sum2, %ff
  %og: ptr<u32, generic> = mir.to_generic %o2
  %r: bool = mir.call @callee(%og, %bb, %c, %x) : bool
  mir.call @nothing() : void
  %cond: bool = mir.not %r
  mir.cond_br %cond, bb1, bb2
bb1:
  mir.store %sum3, %og
  mir.return
bb2:
  %p8: ptr<u8, generic> = mir.pointer_cast %og to u8
  %p8i: u64 = mir.bitcast %p8 to u64
  %null: u64 = mir.const 0 : u64
  %same: bool = mir.cmp eq %p8i, %null
  %mb: bool = mir.const true : bool
  mir.cond_br %same, bb3(%mb), bb3(%same)
bb3(%q: bool):
  %gb: ptr<bool, global> = mir.pointer_cast %g to bool
  mir.store %q, %gb
  mir.return
}
func @callee -> bool {
bb0(%p: ptr<u32, generic>, %f: bool, %c: i8, %x: ptr<array<i32, 4>, local>):
  %gp: ptr<u32, global> = mir.from_generic %p to global
  %v: u32 = mir.load %gp
  %w: u32 = mir.cast %c to u32
  %k3: u64 = mir.const 3 : u64
  %xe: ptr<i32, local> = mir.element %x, %k3
  %xv: i32 = mir.load %xe
  %xu: u32 = mir.cast %xv to u32
  %vw: u32 = mir.add %v, %w
  %e: bool = mir.cmp eq %vw, %xu
  mir.cond_br %e, bb1, bb2
bb1:
  %r: bool = mir.call @callee(%p, %e, %c, %x) : bool
  mir.return %r
bb2:
  %z: bool = mir.and %f, %e
  mir.return %z
}
func @nothing inline(never) {
bb0:
  mir.return
}
!0 = "k.rs":3:5
!1 = "lib.rs":7:2 in !0
"""
"""Slots, statics, parameters by value, every space, calls, recursion, fences, branches on constants."""
