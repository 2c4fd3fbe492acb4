"""Exact scalar arithmetic: the one meaning of the pure ops, called by the interpreter and by the constant folder.

Each function takes the type of the op's first operand, then operand values, then attributes. Integers are Python ints in the range of their type,
floats Python floats representable in their type, `bool` is `bool`, pointers are generic 64-bit addresses. None means: no defined result.

Floats follow IEEE 754, rounded to nearest, ties to even. `+ - * / sqrt` of f16, bf16 and f32 are computed in f64 and rounded again, which is
exact because f64 has more than twice their digits and two more (Figueroa, When is double rounding innocuous?, 1995). A NaN that comes out of
arithmetic is the one quiet NaN `NAN`; sign operations and bit casts keep the bits of a NaN.
"""
from __future__ import annotations

import math
import operator
import struct

from .types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .op import Number

NAN = float("nan")
INFINITY = float("inf")
PREDICATES: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
"""The predicates of `compare`. With a NaN all but `ne` are false, as in Python."""
ROUND_MODES = ("floor", "ceil", "trunc", "even")

_MASKS = {bits: (1 << bits) - 1 for bits in (1, 8, 16, 32, 64, 128)}
_FORMATS = {"f16": (11, -14, 15), "bf16": (8, -126, 127), "f32": (24, -126, 127), "f64": (53, -1022, 1023)}
"""Digits of the significand, least and greatest exponent of a normal number."""
_PACK_32, _UNPACK_32 = struct.Struct("<f").pack, struct.Struct("<f").unpack
_PACK_16, _UNPACK_16 = struct.Struct("<e").pack, struct.Struct("<e").unpack
_PACK_64, _UNPACK_64 = struct.Struct("<d").pack, struct.Struct("<d").unpack


# -- integers and floats in their types ------------------------------------------------------------------------------------------------------


def wrap(type: Type, x: int) -> int:
    """`x` modulo 2^bits, in the range of the integer type."""
    mask = _MASKS[type.bits]
    x &= mask
    return x - mask - 1 if type.kind == "int" and x > mask >> 1 else x


def lowest(type: Type) -> int:
    """The least value of an integer type."""
    return -(1 << (type.bits - 1)) if type.kind == "int" else 0


def highest(type: Type) -> int:
    """The greatest value of an integer type."""
    return (1 << (type.bits - (type.kind == "int"))) - 1


def rounded(type: Type, x: float) -> float:
    """`x` rounded to the float type; any NaN becomes `NAN`."""
    if x != x:
        return NAN
    try:
        if type.bits == 32:
            single: float = _UNPACK_32(_PACK_32(x))[0]
            return single
        if type.bits == 64:
            return x
        if type.name == "f16":
            half: float = _UNPACK_16(_PACK_16(x))[0]
            return half
    except OverflowError:
        return math.copysign(INFINITY, x)
    return _rounded_bf16(x)


def _rounded_bf16(x: float) -> float:
    if x == 0 or math.isinf(x):
        return x
    quantum = max(math.frexp(x)[1] - 1, -126) - 7
    nearest = math.ldexp(float(round(math.ldexp(x, -quantum))), quantum)  # Python rounds halves to even
    return math.copysign(INFINITY if abs(nearest) >= 2.0**128 else nearest, x)


def nearest(type: Type, n: int, exponent: int) -> float:
    """The float nearest to n · 2^exponent, of any size; `n` is not 0."""
    digits, least, greatest = _FORMATS[type.name]
    sign, n = (-1.0, -n) if n < 0 else (1.0, n)
    top = n.bit_length() + exponent - 1
    quantum = max(top, least) - digits + 1
    shift = quantum - exponent
    if shift > 0:
        half = 1 << (shift - 1)
        low = n & (2 * half - 1)
        n >>= shift
        if low > half or (low == half and n & 1):
            n += 1
        exponent = quantum
    if n.bit_length() + exponent - 1 > greatest:
        return sign * INFINITY
    return sign * math.ldexp(float(n), exponent)


def float_bits(type: Type, x: float) -> int:
    """The bits of a float of the type, NaNs included."""
    bits = int.from_bytes(_PACK_64(x), "little")
    if type.bits == 64:
        return bits
    if x != x:
        return _nan_bits(type, bits)
    if type.name == "f16":
        return int.from_bytes(_PACK_16(x), "little")
    bits = int.from_bytes(_PACK_32(x), "little")
    return bits if type.bits == 32 else bits >> 16


def _nan_bits(type: Type, bits: int) -> int:
    """The NaN with the upper bits of the payload of an f64 NaN; quiet if none is left."""
    digits = _FORMATS[type.name][0] - 1
    payload = (bits & ((1 << 52) - 1)) >> (52 - digits)
    exponent = (1 << (type.bits - 1 - digits)) - 1
    return (bits >> 63) << (type.bits - 1) | exponent << digits | (payload or 1 << (digits - 1))


def float_of_bits(type: Type, bits: int) -> float:
    """The float of the type that has these bits, NaNs included."""
    if type.bits != 64:
        digits = _FORMATS[type.name][0] - 1
        payload = bits & ((1 << digits) - 1)
        exponent = (1 << (type.bits - 1 - digits)) - 1
        if payload and (bits >> digits) & exponent == exponent:
            bits = (bits >> (type.bits - 1)) << 63 | 0x7FF << 52 | payload << (52 - digits)
        elif type.name == "f16":
            half: float = _UNPACK_16(bits.to_bytes(2, "little"))[0]
            return half
        else:
            single: float = _UNPACK_32((bits << (32 - type.bits)).to_bytes(4, "little"))[0]
            return single
    found: float = _UNPACK_64(bits.to_bytes(8, "little"))[0]
    return found


def bits_of(type: Type, value: Number) -> int:
    """The bits of a value of a scalar type, as an unsigned integer."""
    return float_bits(type, float(value)) if type.kind == "float" else int(value) & _MASKS[type.bits]


def of_bits(type: Type, bits: int) -> Number:
    """The value of a scalar type that has these bits."""
    if type.kind == "float":
        return float_of_bits(type, bits)
    return bool(bits) if type.kind == "bool" else wrap(type, bits)


def fits(type: Type, value: object) -> bool:
    """Whether `value` is a value of the scalar type: exactly its Python class, in range, representable."""
    if type.kind == "float":
        return value.__class__ is float and (value != value or rounded(type, value) == value)
    if type.kind == "bool":
        return value.__class__ is bool
    return type.is_scalar and value.__class__ is int and lowest(type) <= value <= highest(type)


# -- arithmetic ------------------------------------------------------------------------------------------------------------------------------


def add(type: Type, a: Number, b: Number) -> Number:
    """The sum: wrapping, or rounded."""
    return rounded(type, a + b) if type.kind == "float" else wrap(type, int(a + b))


def sub(type: Type, a: Number, b: Number) -> Number:
    """The difference: wrapping, or rounded."""
    return rounded(type, a - b) if type.kind == "float" else wrap(type, int(a - b))


def mul(type: Type, a: Number, b: Number) -> Number:
    """The product: wrapping, or rounded."""
    return rounded(type, a * b) if type.kind == "float" else wrap(type, int(a * b))


def mul_high(type: Type, a: int, b: int) -> int:
    """The upper half of the double-width product."""
    return (a * b) >> type.bits


def div(type: Type, a: Number, b: Number) -> Number | None:
    """The quotient: towards zero for integers, None for a zero divisor or MIN / -1; rounded for floats."""
    if type.kind == "float":
        return _float_div(type, float(a), float(b))
    if b == 0:
        return None
    quotient = abs(int(a)) // abs(int(b))
    if (a < 0) != (b < 0):
        quotient = -quotient
    return quotient if quotient <= highest(type) else None


def _float_div(type: Type, a: float, b: float) -> float:
    if b:
        return rounded(type, a / b)
    if a == 0 or a != a or b != b:
        return NAN
    return math.copysign(INFINITY, math.copysign(1.0, a) * math.copysign(1.0, b))


def rem(type: Type, a: Number, b: Number) -> Number | None:
    """The remainder with the sign of the dividend: a - trunc(a / b) · b, exact. None for integers where `div` is None."""
    if type.kind == "float":
        return NAN if math.isinf(a) or b == 0 or a != a or b != b else math.fmod(a, b)
    if b == 0 or (b == -1 and a == lowest(type)):
        return None
    remainder = abs(int(a)) % abs(int(b))
    return -remainder if a < 0 else remainder


def neg(type: Type, a: Number) -> Number:
    """The negation: wrapping, or the sign flipped."""
    return -a if type.kind == "float" else wrap(type, -int(a))


def abs_(type: Type, a: Number) -> Number:
    """The magnitude: wrapping, or the sign cleared."""
    return math.fabs(a) if type.kind == "float" else wrap(type, abs(int(a)))


def min_(type: Type, a: Number, b: Number) -> Number:
    """The smaller value; of floats the one that is no NaN, and -0 is smaller than +0."""
    if type.kind != "float":
        return min(a, b)
    if a != a or b != b:
        return _other_than_nan(float(a), float(b))
    if a == b:
        return a if math.copysign(1.0, a) < 0 else b
    return a if a < b else b


def max_(type: Type, a: Number, b: Number) -> Number:
    """The greater value; of floats the one that is no NaN, and +0 is greater than -0."""
    if type.kind != "float":
        return max(a, b)
    if a != a or b != b:
        return _other_than_nan(float(a), float(b))
    if a == b:
        return b if math.copysign(1.0, a) < 0 else a
    return a if a > b else b


def _other_than_nan(a: float, b: float) -> float:
    if a == a:
        return a
    return b if b == b else NAN


def fma(type: Type, a: float, b: float, c: float) -> float:
    """The sum a · b + c, rounded once."""
    if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c)):
        return c if math.isfinite(a) and math.isfinite(b) and c == c else rounded(type, a * b + c)
    return _fma_f64(type, a, b, c) if type.bits == 64 else _fma_small(type, a, b, c)


def _fma_small(type: Type, a: float, b: float, c: float) -> float:
    """The product is exact in f64; its sum with `c` is rounded to odd there, so that the second rounding sees which side it was on.

    Boldo, Melquiond: Emulation of FMA and correctly rounded sums (IEEE Transactions on Computers, 2008).
    """
    product = a * b
    total = product + c
    back = total - product
    error = (product - (total - back)) + (c - back)  # Knuth's two-sum: exact
    if error and not int.from_bytes(_PACK_64(total), "little") & 1:
        total = math.nextafter(total, math.copysign(INFINITY, error))
    return rounded(type, total)


def _fma_f64(type: Type, a: float, b: float, c: float) -> float:
    """With integers: every finite float is n · 2^e."""
    if not (a and b):
        return a * b + c
    (ma, ea), (mb, eb), (mc, ec) = math.frexp(a), math.frexp(b), math.frexp(c)
    product, at = int(ma * 2.0**53) * int(mb * 2.0**53), ea + eb - 106
    addend, other = int(mc * 2.0**53), ec - 53
    if addend:
        if other < at:
            product <<= at - other
            at = other
        else:
            addend <<= other - at
        product += addend
    return nearest(type, product, at) if product else 0.0


def sqrt(type: Type, a: float) -> float:
    """The square root, rounded; NaN below zero."""
    return rounded(type, math.sqrt(a)) if a >= 0 else NAN


def round_(type: Type, a: float, mode: str) -> float:
    """The integral float that `mode` chooses, with the sign of `a`."""
    if a != a:
        return NAN
    if abs(a) >= 2.0**52:
        return a
    if mode == "floor":
        n = math.floor(a)
    elif mode == "ceil":
        n = math.ceil(a)
    else:
        n = round(a) if mode == "even" else math.trunc(a)
    return rounded(type, math.copysign(float(n), a))


def copysign(type: Type, a: float, b: float) -> float:
    """The magnitude of `a` with the sign of `b`."""
    return math.copysign(a, b)


# -- bits ------------------------------------------------------------------------------------------------------------------------------------


def and_(type: Type, a: int, b: int) -> int:
    """Bitwise and."""
    return a & b


def or_(type: Type, a: int, b: int) -> int:
    """Bitwise or."""
    return a | b


def xor(type: Type, a: int, b: int) -> int:
    """Bitwise exclusive or."""
    return a ^ b


def not_(type: Type, a: int) -> int:
    """Every bit flipped."""
    return not a if type.kind == "bool" else wrap(type, ~a)


def shl(type: Type, a: int, b: int) -> int:
    """Shift left by `b` modulo the width."""
    return wrap(type, a << (b & (type.bits - 1)))


def shr(type: Type, a: int, b: int) -> int:
    """Shift right by `b` modulo the width, filling with the sign."""
    return a >> (b & (type.bits - 1))


def leading_zeros(type: Type, a: int) -> int:
    """Zero bits above the highest one."""
    return type.bits - (a & _MASKS[type.bits]).bit_length()


def pop_count(type: Type, a: int) -> int:
    """One bits."""
    return (a & _MASKS[type.bits]).bit_count()


def reverse_bits(type: Type, a: int) -> int:
    """The bits in reverse order."""
    digits = f"{a & _MASKS[type.bits]:0{type.bits}b}"
    return wrap(type, int(digits[::-1], 2))


# -- choice and conversion -------------------------------------------------------------------------------------------------------------------


def compare(type: Type, a: Number, b: Number, predicate: str) -> bool:
    """Whether the predicate holds."""
    return PREDICATES[predicate](a, b)


def select(type: Type, c: bool, a: Number, b: Number) -> Number:
    """One of both."""
    return a if c else b


def cast(source: Type, value: Number, target: Type) -> Number:
    """The value converted as Rust's `as` does."""
    if target.kind == "float":
        if source.kind == "float" or -(1 << 53) <= value <= 1 << 53:
            return rounded(target, float(value))
        return nearest(target, int(value), 0)
    if source.kind != "float":
        return wrap(target, int(value))
    if value != value:
        return 0
    low, high = lowest(target), highest(target)
    if value <= low:
        return low
    return high if value >= high else int(value)


def bitcast(source: Type, value: Number, target: Type) -> Number:
    """The same bits as a value of another scalar type of the same width."""
    return of_bits(target, bits_of(source, value))
