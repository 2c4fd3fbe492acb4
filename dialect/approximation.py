"""The meaning of `gpu.approximate` on the CPU: the number nearest to the exact result, computed with decimal numbers of many digits."""
from __future__ import annotations

import math
from decimal import Context, Decimal, localcontext
from fractions import Fraction

from . import scalar
from .rounding import FORMATS, div, sqrt
from .types import F32, F64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .rounding import Exact

_DIGITS = 100
_HIGH_WORD = ~0xFFFFFFFF


def approximated(name: str, values: Sequence[Any]) -> float:
    """The result of the operation."""
    opcode, *words = name.split(".")
    form, type = FORMATS[words[-1]], F32 if words[-1] == "f32" else F64
    operands = [float(v) for v in values]
    if "ftz" in words:
        operands = [float(form.flushed(v)) for v in operands]
    halved = name == "rcp.approx.ftz.f64"  # the lower words do not count
    if halved:
        operands = [scalar.float_of_bits(F64, scalar.float_bits(F64, v) & _HIGH_WORD) for v in operands]
    with localcontext(Context(prec=_DIGITS)):
        exact = _quotient(words[0], *operands) if opcode == "div" else FUNCTIONS[opcode](operands[0])
    bits = form.rounded("rn", exact)
    if bits == form.nan:
        return scalar.NAN
    if halved:
        bits &= _HIGH_WORD
    result = scalar.float_of_bits(type, bits)
    return float(form.flushed(result)) if "ftz" in words else result


def _quotient(mode: str, a: float, b: float) -> Exact:
    """`div.approx` gives 0 for divisors above 2^126, and NaN of an infinity by those."""
    if mode == "approx" and 2.0**126 < abs(b) < math.inf:
        return math.copysign(0.0, math.copysign(1.0, a) * b) if math.isfinite(a) else math.nan
    return div("rn", a, b)


def _of(x: Decimal) -> Exact:
    return Fraction(x) if x else 0.0


def _ex2(a: float) -> Exact:
    if not math.isfinite(a) or abs(a) > 1e6:
        return a if a != a else math.inf if a > 0 else 0.0
    if a.is_integer():
        return Fraction(2) ** int(a)
    return _of((Decimal(a) * Decimal(2).ln()).exp())


def _lg2(a: float) -> Exact:
    if not math.isfinite(a) or a <= 0:
        return -math.inf if a == 0 else a if a == math.inf else math.nan
    return _of(Decimal(a).ln() / Decimal(2).ln()) if math.frexp(a)[0] != 0.5 else _signed(Fraction(math.frexp(a)[1] - 1))


def _signed(x: Fraction) -> Exact:
    return x if x else 0.0


def _rsqrt(a: float) -> Exact:
    root = sqrt("rn", a)
    if isinstance(root, Fraction):
        return 1 / root
    return math.copysign(math.inf, a) if a == 0 else 0.0 if a == math.inf else math.nan


def _tanh(a: float) -> Exact:
    if a != a or a == 0:
        return a
    if abs(a) > 100:
        return Fraction(int(math.copysign(1.0, a)))
    power = (2 * Decimal(a)).exp()
    return _of((power - 1) / (power + 1))


def _pi() -> Decimal:
    """By Machin's formula."""
    return 16 * _arctan(5) - 4 * _arctan(239)


def _arctan(n: int) -> Decimal:
    """The arctangent of 1 / n, as a series."""
    power = total = Decimal(1) / n
    i = 1
    while abs(power) > Decimal(10) ** -_DIGITS:
        power /= -n * n
        i += 2
        total += power / i
    return total


def _sine(x: Decimal) -> Decimal:
    """The series of the sine, for small angles."""
    term = total = x
    i = 1
    while abs(term) > abs(x) * Decimal(10) ** (8 - _DIGITS):
        term *= -x * x / ((i + 1) * (i + 2))
        i += 2
        total += term
    return total


def _sin(a: float) -> Exact:
    if not math.isfinite(a) or a == 0:
        return a if a == 0 else math.nan
    turn = 2 * _pi()
    x = Decimal(a)
    return _of(_sine(x - (x / turn).to_integral_value() * turn))


def _cos(a: float) -> Exact:
    if not math.isfinite(a):
        return math.nan
    turn = 2 * _pi()
    x = Decimal(a)
    half = (x - (x / turn).to_integral_value() * turn) / 2
    return _of(1 - 2 * _sine(half) ** 2)


FUNCTIONS: dict[str, Callable[[float], Exact]] = {
    "rcp": lambda a: div("rn", 1.0, a), "sqrt": lambda a: sqrt("rn", a), "rsqrt": _rsqrt, "ex2": _ex2, "lg2": _lg2, "tanh": _tanh,
    "sin": _sin, "cos": _cos,
}  # fmt: skip
"""The exact result of each function of one number, or one that rounds as it does."""
