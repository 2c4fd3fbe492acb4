"""Exact scalar arithmetic: the one meaning of the pure ops, called by the interpreter and by the constant folder.

Each function takes the type of the op's first operand, then operand values, then attributes. Integers are Python ints in the range of their type,
floats Python floats representable in their type, `bool` is `bool`. None means: no defined result.
"""
from __future__ import annotations

import math
import struct

from .types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .op import Number


def wrap(type: Type, x: int) -> int:
    """`x` modulo 2^bits, in the range of the type."""
    x &= (1 << type.bits) - 1
    return x - (1 << type.bits) if type.kind == "int" and x >> (type.bits - 1) else x


def rounded(type: Type, x: float) -> float:
    """`x` rounded to nearest even in the float type."""
    if type.bits == 64:
        return x
    try:
        return float(struct.unpack("f", struct.pack("f", x))[0])
    except OverflowError:
        return math.copysign(math.inf, x)


def add(type: Type, a: Number, b: Number) -> Number:
    """The sum."""
    return wrap(type, int(a + b)) if type.kind != "float" else rounded(type, a + b)


def sub(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def mul(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def mul_high(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def div(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def rem(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def and_(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def or_(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def xor(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def shl(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def shr(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def min_(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def max_(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def copysign(type: Type, a: Number, b: Number) -> Number | None:
    """Not written yet."""
    return None


def not_(type: Type, a: Number) -> Number | None:
    """Not written yet."""
    return None


def neg(type: Type, a: Number) -> Number | None:
    """Not written yet."""
    return None


def abs_(type: Type, a: Number) -> Number | None:
    """Not written yet."""
    return None


def sqrt(type: Type, a: Number) -> Number | None:
    """Not written yet."""
    return None


def leading_zeros(type: Type, a: Number) -> Number | None:
    """Not written yet."""
    return None


def pop_count(type: Type, a: Number) -> Number | None:
    """Not written yet."""
    return None


def reverse_bits(type: Type, a: Number) -> Number | None:
    """Not written yet."""
    return None


def fma(type: Type, a: Number, b: Number, c: Number) -> Number | None:
    """Not written yet."""
    return None


def round_(type: Type, a: Number, mode: str) -> Number | None:
    """Not written yet."""
    return None


def compare(type: Type, a: Number, b: Number, predicate: str) -> bool:
    """Not written yet."""
    return False


def select(type: Type, c: bool, a: Number, b: Number) -> Number:
    """One of both."""
    return a if c else b


def cast(source: Type, value: Number, target: Type) -> Number | None:
    """Not written yet."""
    return None


def bitcast(source: Type, value: Number, target: Type) -> Number | None:
    """Not written yet."""
    return None
