"""Conversions between floats and 128-bit integers: device functions, made where they are used.

An integer is normalised so that its highest one is bit 127; the upper 64 bits, the lowest of them set if any bit below is, round to the
float as the whole would (64 bits are more than two beyond any significand), and a power of two scales the result, exactly. A float is
split by an exact multiplication by 2^-64. As `mir.cast` says: integers saturate, NaN gives 0.
"""
from __future__ import annotations

from dialect import ops
from dialect.function import Cursor, Function
from dialect.types import F16, F32, F64, U32, U64, U128

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value
    from dialect.types import Type


def to_float(name: str, source: Type, target: Type) -> Function:
    """The MIR of `name(x: source) -> target`, rounded to nearest even."""
    function = Function(name, "func", target)
    at = Cursor(function.add_block())
    x = at.block.add_param(source, "x")
    magnitude = at.add(ops.Cast(at.add(ops.Abs(x)), U128))
    result = _half_of(at, magnitude) if target is F16 else _scaled(at, magnitude, target)
    if source.kind == "int":
        negative = at.add(ops.Compare(x, _const(at, 0, source), "lt"))
        result = at.add(ops.Select(negative, at.add(ops.Neg(result)), result))
    at.end(ops.Return((result,)))
    return function


def _half_of(at: Cursor, magnitude: Value) -> Op:
    """An `f16` ends long before 2^64: beyond is infinity."""
    upper = at.add(ops.Cast(at.add(ops.Shr(magnitude, _const(at, 64, U32))), U64))
    small = at.add(ops.Cast(at.add(ops.Cast(magnitude, U64)), F16))
    beyond = at.add(ops.Compare(upper, _const(at, 0, U64), "ne"))
    return at.add(ops.Select(beyond, _const(at, float("inf"), F16), small))


def _scaled(at: Cursor, magnitude: Value, target: Type) -> Op:
    """The upper 64 bits of the normalised magnitude, rounded, times the power of two that brings them back."""
    zeros = at.add(ops.LeadingZeros(magnitude))
    normal = at.add(ops.Shl(magnitude, zeros))
    upper = at.add(ops.Cast(at.add(ops.Shr(normal, _const(at, 64, U32))), U64))
    rest = at.add(ops.Compare(at.add(ops.Cast(normal, U64)), _const(at, 0, U64), "ne"))
    rounded = at.add(ops.Cast(at.add(ops.Or(upper, at.add(ops.Cast(rest, U64)))), target))
    type = F64 if target is F64 else F32
    exponent = at.add(ops.Sub(_const(at, 64, U32), zeros))
    scaled = at.add(ops.Mul(at.add(ops.Cast(rounded, type)), _power_of_two(at, exponent, type)))
    return at.add(ops.Cast(scaled, target))


def _power_of_two(at: Cursor, exponent: Value, type: Type) -> Value:
    """2^exponent, for an exponent (of type `u32`, wrapping) from -64 to 64."""
    bias, digits, word = (1023, 52, U64) if type is F64 else (127, 23, U32)
    biased = at.add(ops.Cast(at.add(ops.Add(exponent, _const(at, bias, U32))), word))
    return at.add(ops.Bitcast(at.add(ops.Shl(biased, _const(at, digits, U32))), type))


def to_integer(name: str, source: Type, target: Type) -> Function:
    """The MIR of `name(x: source) -> target` for a source of `f32` or `f64`."""
    function = Function(name, "func", target)
    at = Cursor(function.add_block())
    x = at.block.add_param(source, "x")
    magnitude = at.add(ops.Abs(x)) if target.kind == "int" else x
    whole = at.add(ops.Round(magnitude, "trunc"))
    upper = at.add(ops.Cast(at.add(ops.Mul(whole, _const(at, 2.0**-64, source))), U64))
    lifted = at.add(ops.Mul(at.add(ops.Cast(upper, source)), _const(at, 2.0**64, source)))
    lower = at.add(ops.Cast(at.add(ops.Sub(whole, lifted)), U64))
    high = at.add(ops.Shl(at.add(ops.Cast(upper, U128)), _const(at, 64, U32)))
    value = at.add(ops.Cast(at.add(ops.Or(high, at.add(ops.Cast(lower, U128)))), target))
    at.end(ops.Return((_saturated(at, x, magnitude, value),)))
    return function


def _saturated(at: Cursor, x: Value, magnitude: Value, value: Value) -> Value:
    """The sign, the ends of the range, and 0 for NaN."""
    target, source = value.type, x.type
    signed = target.kind == "int"
    limit = _const(at, 2.0**127 if signed else 2.0**64, source)
    zero, most = _const(at, 0, target), _const(at, (1 << (127 if signed else 128)) - 1, target)
    if signed:
        beyond = at.add(ops.Compare(magnitude, limit, "ge"))
    else:
        beyond = at.add(ops.Compare(at.add(ops.Mul(magnitude, _const(at, 2.0**-64, source))), limit, "ge"))
    result = at.add(ops.Select(beyond, most, value))
    negative = at.add(ops.Compare(x, _const(at, 0.0, source), "lt"))
    if signed:
        least = at.add(ops.Select(beyond, _const(at, -(1 << 127), target), at.add(ops.Neg(value))))
        result = at.add(ops.Select(negative, least, result))
    else:
        result = at.add(ops.Select(negative, zero, result))
    return at.add(ops.Select(at.add(ops.Compare(x, x, "eq")), result, zero))


def _const(at: Cursor, value: float, type: Type) -> Op:
    return at.add(ops.Const(value, type))
