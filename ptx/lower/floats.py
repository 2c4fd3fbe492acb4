"""Rules for floats. Rounding is always written, so that the assembler fuses nothing.

Half types have no division, square root or (below sm_80) minimum of their own. `f16` widens to `f32` for these, computes there
and rounds back: exact, since 24 ≥ 2·11 + 2 digits make the second rounding harmless for + − · / and √ (Figueroa: When Is Double
Rounding Innocuous?, SIGNUM 1995), and quotients that round to subnormal halves keep a distance of more than 2^-25 to every
midpoint. `bf16` adds and multiplies by `fma.rn.bf16` (sm_80), because its products may be subnormal in `f32`, where two roundings
can differ from one.
"""
from __future__ import annotations

from dialect.ops import Abs, Add, Cast, Compare, Div, Fma, Max, Min, Mul, Neg, Round, Sqrt, Sub
from dialect.types import F32, F64
from ptx.lower.registers import HALF, SINGLE, WORD, bits
from ptx.operands import Integer, Vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value
    from dialect.types import Type
    from ptx.lower.calls import Passed
    from ptx.lower.emitter import Emitter
    from ptx.operands import Operand, Register

_ROUNDING = {"floor": "rmi", "ceil": "rpi", "trunc": "rzi", "even": "rni"}
_READS_NUMBERS = (Abs, Add, Cast, Compare, Div, Fma, Max, Min, Mul, Neg, Round, Sqrt, Sub)
"""Ops to which a float is a number and not bits."""
_ONE_BF16, _MINUS_ONE_BF16, _MINUS_ZERO_BF16 = 0x3F80, 0xBF80, 0x8000


def is_half(type: Type) -> bool:
    """Whether the type is one of the 16-bit floats."""
    return type.bits == 16


def widen(e: Emitter, value: Value) -> Operand:
    """A half value as `f32`, exactly; a wider one as it is."""
    if not is_half(value.type):
        return e.src(value)
    half = e.reg(value)
    if value.type.name == "f16":
        return e.emit("cvt.f32.f16", e.new(SINGLE), half)
    return e.emit("mov.b32", e.new(SINGLE), Vector((Integer(0), half)))


def narrow(e: Emitter, type: Type, result: Register, single: Operand) -> None:
    """Rounds an `f32` to a half type, to nearest even."""
    e.emit(f"cvt.rn.{type.name}.f32", result, single)


def narrow_exact(e: Emitter, type: Type, result: Register, single: Register) -> None:
    """Brings an `f32` that the half type can represent back to it."""
    if type.name == "f16":
        narrow(e, type, result, single)
    else:
        word = e.emit("mov.b32", e.new(WORD), single)
        upper = e.emit("shr.u32", e.new(WORD), word, Integer(16))
        e.emit("cvt.u16.u32", result, upper)


def _half(e: Emitter, pattern: int) -> Register:
    return e.emit("mov.b16", e.new(HALF), Integer(pattern))


def binary(name: str) -> Rule:
    """The rule of addition, subtraction and multiplication."""

    def rule(e: Emitter, op: Op) -> None:
        lhs, rhs = e.src(op.operands[0]), e.src(op.operands[1])
        if op.type.name == "bf16":
            _by_fma(e, op, name, lhs, rhs)
        else:
            e.emit(f"{name}.rn.{op.type.name}", e.define(op), lhs, rhs)

    return rule


def _by_fma(e: Emitter, op: Op, name: str, lhs: Operand, rhs: Operand) -> None:
    """Computes a + b as a·1 + b, a - b as b·(-1) + a, a·b as a·b + (-0): one rounding each, and the right sign of zero."""
    sources: tuple[Operand, Operand, Operand]
    if name == "mul":
        sources = (lhs, rhs, _half(e, _MINUS_ZERO_BF16))
    elif name == "add":
        sources = (lhs, _half(e, _ONE_BF16), rhs)
    else:
        sources = (rhs, _half(e, _MINUS_ONE_BF16), lhs)
    e.emit("fma.rn.bf16", e.define(op), *sources)


def _through_single(e: Emitter, op: Op, name: str) -> None:
    operands = [widen(e, v) for v in op.operands]
    if is_half(op.type):
        result = e.emit(f"{name}.f32", e.new(SINGLE), *operands)
        narrow(e, op.type, e.define(op), result)
    else:
        e.emit(f"{name}.{op.type.name}", e.define(op), *operands)


def div(e: Emitter, op: Op) -> None:
    """`div.rn`."""
    _through_single(e, op, "div.rn")


def sqrt(e: Emitter, op: Op) -> None:
    """`sqrt.rn`."""
    _through_single(e, op, "sqrt.rn")


def rem(e: Emitter, op: Op) -> None:
    """A call of the device function that computes it exactly; halves widen, and their remainder is a half again."""
    from ptx.lower.calls import invoke
    from ptx.lower.remainder import remainder_function

    operands = [widen(e, v) for v in op.operands]
    wide = F64 if op.type is F64 else F32
    with_type: list[Passed] = [(wide, (operand,)) for operand in operands]
    symbol = e.context.helper(f"fmod_{wide.name}", lambda symbol: remainder_function(symbol, wide))
    if is_half(op.type):
        single = invoke(e, symbol, with_type, wide, e.new(SINGLE))
        narrow_exact(e, op.type, e.define(op), single)
    else:
        invoke(e, symbol, with_type, wide, e.define(op))


def fma(e: Emitter, op: Op) -> None:
    """`fma.rn`, in every float type."""
    a, b, c = (e.src(v) for v in op.operands)
    e.emit(f"fma.rn.{op.type.name}", e.define(op), a, b, c)


def _sign_mask(type: Type) -> Integer:
    return Integer(1 << (type.bits - 1))


def neg(e: Emitter, op: Op) -> None:
    """The sign bit flipped. `neg` may change a NaN's bits, so it serves only where the result is used as a number."""
    value = e.reg(op.operands[0])
    if not is_half(op.type) and all(isinstance(user, _READS_NUMBERS) for user in op.users):
        e.emit(f"neg.{op.type.name}", e.define(op), value)
    else:
        e.emit(f"xor.{bits(op.type)}", e.define(op), value, _sign_mask(op.type))


def abs_(e: Emitter, op: Op) -> None:
    """The sign bit cleared; `abs` under the same condition as `neg`."""
    value = e.reg(op.operands[0])
    if not is_half(op.type) and all(isinstance(user, _READS_NUMBERS) for user in op.users):
        e.emit(f"abs.{op.type.name}", e.define(op), value)
    else:
        e.emit(f"and.{bits(op.type)}", e.define(op), value, Integer((1 << (op.type.bits - 1)) - 1))


def extremum(e: Emitter, op: Op, name: str) -> None:
    """`min` and `max`: a NaN gives the other operand, -0 < +0.

    Halves go through `f32`, where the result is one of the operands.
    """
    operands = [widen(e, v) for v in op.operands]
    if is_half(op.type):
        single = e.emit(f"{name}.f32", e.new(SINGLE), *operands)
        narrow_exact(e, op.type, e.define(op), single)
    else:
        e.emit(f"{name}.{op.type.name}", e.define(op), *operands)


def round_(e: Emitter, op: Op) -> None:
    """`cvt` to an integral value of the same type."""
    rounding = _ROUNDING[op.attrs[0]]
    if op.type.name == "bf16":
        single = e.emit(f"cvt.{rounding}.f32.f32", e.new(SINGLE), widen(e, op.operands[0]))
        narrow_exact(e, op.type, e.define(op), single)
    else:
        value = e.reg(op.operands[0])
        e.emit(f"cvt.{rounding}.{op.type.name}.{op.type.name}", e.define(op), value)


def copysign(e: Emitter, op: Op) -> None:
    """`copysign` (whose first operand is the sign); halves by masks."""
    magnitude, sign = e.reg(op.operands[0]), e.reg(op.operands[1])
    if not is_half(op.type):
        e.emit(f"copysign.{op.type.name}", e.define(op), sign, magnitude)
        return
    size = e.emit("and.b16", e.new(HALF), magnitude, Integer(0x7FFF))
    sign_bit = e.emit("and.b16", e.new(HALF), sign, Integer(0x8000))
    e.emit("or.b16", e.define(op), size, sign_bit)


def compare(e: Emitter, op: Op) -> None:
    """`setp`: all but `ne` are false with a NaN. `bf16` compares as `f32`, which below sm_90 is the only way."""
    lhs, rhs = op.operands
    predicate = "neu" if op.attrs[0] == "ne" else op.attrs[0]
    if lhs.type.name == "bf16":
        a, b, suffix = widen(e, lhs), widen(e, rhs), "f32"
    else:
        a, b, suffix = e.src(lhs), e.src(rhs), lhs.type.name
    e.emit(f"setp.{predicate}.{suffix}", e.define(op), a, b)


if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Rule: TypeAlias = Callable[[Emitter, Op], None]
