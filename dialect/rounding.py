"""The meaning of `gpu.compute`: the exact result as a fraction, rounded once to the format of the result.

A number on its way is a `Fraction`, or a float for what is none: zeros with their sign, infinities, NaN. A NaN in packed halves is the machine's canonical one.
"""
from __future__ import annotations

import math
from fractions import Fraction

from . import scalar
from .types import F32, F64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from .op import Number

    Exact: TypeAlias = Fraction | float


class Format:
    """A format of floats: `digits` of the significand, least exponent of a normal number, pattern of infinity (for e4m3 of NaN), pattern of NaN."""

    __slots__ = ("bits", "digits", "infinity", "least", "nan", "sign")

    def __init__(self, bits: int, digits: int, nan: int, infinity: int = 0) -> None:
        self.bits, self.digits, self.nan, self.sign = bits, digits, nan, 1 << (bits - 1)
        exponent_bits = bits - digits
        self.least = 2 - (1 << (exponent_bits - 1))
        self.infinity = infinity or ((1 << exponent_bits) - 1) << (digits - 1)

    def value(self, bits: int) -> float:
        """The number with these bits: every one is a Python float."""
        magnitude = bits & (self.sign - 1)
        if magnitude >= self.infinity:
            unsigned = math.inf if magnitude == self.infinity != self.nan else math.nan
            return math.copysign(unsigned, -1.0 if bits & self.sign else 1.0)
        field, rest = magnitude >> (self.digits - 1), magnitude & ((1 << (self.digits - 1)) - 1)
        significand = rest + (1 << (self.digits - 1)) if field else rest
        number = math.ldexp(significand, max(field, 1) - 1 + self.least - self.digits + 1)
        return -number if bits & self.sign else number

    def flushed(self, x: Exact) -> Exact:
        """A subnormal number as a zero of its sign."""
        magnitude = x if x >= 0 else -x
        return math.copysign(0.0, x) if magnitude < math.ldexp(1.0, self.least) else x

    def rounded(self, mode: str, x: Exact) -> int:
        """The bits of the number."""
        if isinstance(x, float):
            if x != x:
                return self.nan
            return (self.infinity if x else 0) | (self.sign if math.copysign(1.0, x) < 0 else 0)
        negative = x < 0
        n, d = abs(x.numerator), x.denominator
        exponent = n.bit_length() - d.bit_length()
        if n < d << exponent if exponent >= 0 else n << -exponent < d:
            exponent -= 1
        exponent = max(exponent, self.least)
        shift = exponent - self.digits + 1
        kept, rest = divmod(n << -shift, d) if shift < 0 else divmod(n, d << shift)
        if _grows(mode, negative, kept, 2 * rest, d if shift < 0 else d << shift):
            kept += 1
        pattern = kept + ((exponent - self.least) << (self.digits - 1))
        if pattern >= self.infinity:
            inward = mode == "rz" or mode == ("rp" if negative else "rm")
            pattern = self.infinity - inward
        return pattern | (self.sign if negative else 0)


def _grows(mode: str, negative: bool, kept: int, twice_rest: int, unit: int) -> bool:
    """Whether the magnitude `kept` with a rest is rounded away from zero."""
    if mode == "rn":
        return twice_rest > unit or (twice_rest == unit and kept & 1 == 1)
    if mode == "rna":
        return twice_rest >= unit
    return twice_rest > 0 and mode == ("rm" if negative else "rp")


FORMATS = {
    "f16": Format(16, 11, 0x7FFF), "bf16": Format(16, 8, 0x7FFF), "tf32": Format(19, 11, 0x3FFFF), "f32": Format(32, 24, 0x7FFFFFFF),
    "f64": Format(64, 53, 0x7FF8000000000000), "e5m2": Format(8, 3, 0x7F), "e4m3": Format(8, 4, 0x7F, 0x7F),
}  # fmt: skip


def computed(name: str, values: Sequence[Any]) -> Number:
    """The result of the operation, for operands of its types."""
    opcode, *words = name.split(".")
    if opcode in INTEGERS:
        return INTEGERS[opcode](words, *values)
    if opcode == "cvt":
        return _converted(words, values)
    kind = words[-1]
    form = FORMATS[kind.removesuffix("x2")]
    if kind in ("f32", "f64"):
        type = F32 if kind == "f32" else F64
        bits = _arithmetic(form, opcode, words, [float(v) for v in values])
        return scalar.NAN if bits == form.nan else scalar.float_of_bits(type, bits)
    low = _arithmetic(form, opcode, words, [form.value(v & 0xFFFF) for v in values])
    if not kind.endswith("x2"):
        return low
    return low | _arithmetic(form, opcode, words, [form.value(v >> 16) for v in values]) << 16


def _arithmetic(form: Format, opcode: str, words: list[str], operands: list[float]) -> int:
    """The bits of the result, with the modifiers of the operation."""
    flushes = "ftz" in words
    mode = words[0] if words[0] in ("rz", "rm", "rp") else "rn"
    x = [form.flushed(v) for v in operands] if flushes else operands
    if opcode in ("min", "max"):
        bits = form.rounded(mode, _exact(_extreme(opcode, words, [float(v) for v in x])))
    else:
        bits = form.rounded(mode, OPERATIONS[opcode](mode, *[float(v) for v in x]))
    return _finished(form, words, bits)


def _finished(form: Format, words: list[str], bits: int) -> int:
    """`.relu`, `.ftz`, `.sat`."""
    value = form.value(bits)
    if "relu" in words and value == value and bits & form.sign:
        return 0
    if "ftz" in words and form.flushed(value) == 0:
        bits &= form.sign
    if "sat" in words:
        one = form.rounded("rn", Fraction(1))
        return 0 if value != value or bits & form.sign else min(bits, one)
    return bits


def _exact(x: float) -> Exact:
    return Fraction(x) if x and math.isfinite(x) else x


def _sum(mode: str, a: Exact, b: Exact) -> Exact:
    """The sum of two numbers that are finite: a zero of unlike signs is -0 only when rounding down."""
    total = Fraction(a) + Fraction(b)
    if total:
        return total
    if not a and math.copysign(1.0, a) == math.copysign(1.0, b):
        return float(a)
    return -0.0 if mode == "rm" else 0.0


def add(mode: str, a: float, b: float) -> Exact:
    """The sum."""
    return _sum(mode, a, b) if math.isfinite(a) and math.isfinite(b) else a + b


def sub(mode: str, a: float, b: float) -> Exact:
    """The difference."""
    return add(mode, a, -b)


def mul(mode: str, a: float, b: float) -> Exact:
    """The product."""
    return Fraction(a) * Fraction(b) if a and b and math.isfinite(a) and math.isfinite(b) else a * b


def div(mode: str, a: float, b: float) -> Exact:
    """The quotient."""
    if b == 0 and a == a:
        return math.copysign(math.inf, a) * math.copysign(1.0, b) if a else math.nan
    return Fraction(a) / Fraction(b) if a and b and math.isfinite(a) and math.isfinite(b) else a / b if b else math.nan


def fma(mode: str, a: float, b: float, c: float) -> Exact:
    """The product and the sum, rounded once."""
    product = mul(mode, a, b)
    if isinstance(product, float) and not math.isfinite(product):
        return product + c
    return _sum(mode, product, c) if math.isfinite(c) else c


def sqrt(mode: str, a: float) -> Exact:
    """The square root: where it is irrational, a fraction between the same two numbers of any format."""
    if a != a or a == 0 or a == math.inf:
        return a
    if a < 0:
        return math.nan
    n, d = a.as_integer_ratio()  # d is a power of two
    scale = 1200 + (d.bit_length() & 1 ^ 1)
    whole = (n << 2 * scale) * d
    root = math.isqrt(whole)
    return Fraction(2 * root + (root * root != whole), d << scale + 1)


OPERATIONS: dict[str, Callable[..., Exact]] = {
    "add": add, "sub": sub, "mul": mul, "div": div, "fma": fma, "sqrt": sqrt,
    "rcp": lambda mode, a: div(mode, 1.0, a), "neg": lambda mode, a: _exact(-a), "abs": lambda mode, a: _exact(abs(a)),
}  # fmt: skip
"""The exact result of each operation on numbers; the mode decides the sign of a zero."""


def _extreme(opcode: str, words: list[str], operands: list[float]) -> float:
    """`min`, `max`: -0 below 0; with `.xorsign.abs` of the magnitudes, with the signs' exclusive or; a NaN only with `.NaN`, or if all are."""
    numbers = [v for v in operands if v == v]
    if not numbers or ("NaN" in words and len(numbers) < len(operands)):
        return math.nan
    if "xorsign" in words:
        sign = math.prod([math.copysign(1.0, v) for v in operands])
        return math.copysign((min if opcode == "min" else max)([abs(v) for v in numbers]), sign)
    return (min if opcode == "min" else max)(numbers, key=lambda v: (v, math.copysign(1.0, v)))


def _converted(words: list[str], values: Sequence[Any]) -> int:
    """`cvt`: to two halves, two numbers of 8 bits, or tf32."""
    target, source = words[-2:]
    form = FORMATS[target.removesuffix("x2")]
    if source == "f32":
        numbers = [float(v) for v in values]
    else:
        origin = FORMATS[source.removesuffix("x2")]
        numbers = [origin.value(values[0] & ((1 << origin.bits) - 1)), origin.value(values[0] >> origin.bits)]
    narrow = [_narrowed(form, words, v) for v in numbers]
    return narrow[0] << 13 if target == "tf32" else narrow[0] | narrow[1] << form.bits


def _narrowed(form: Format, words: list[str], value: float) -> int:
    bits = form.rounded(words[0], _exact(value))
    if value != value:
        return form.nan
    if "satfinite" in words and bits & (form.sign - 1) == form.infinity:
        bits -= 1
    return 0 if "relu" in words and bits & form.sign else bits


# -- integers --------------------------------------------------------------------------------------------------------------------------------


def _parts(word: int, width: int, signed: bool) -> list[int]:
    parts = [word >> at & ((1 << width) - 1) for at in range(0, 32, width)]
    return [p - (1 << width) if signed and p >> (width - 1) else p for p in parts]


def _dot4(words: list[str], a: int, b: int, c: int) -> int:
    signed = words[0] == "s32"
    return _word(sum([x * y for x, y in zip(_parts(a, 8, signed), _parts(b, 8, signed), strict=True)], c), signed)


def _dot2(words: list[str], a: int, b: int, c: int) -> int:
    signed = words[1] == "s32"
    chosen = _parts(b, 8, signed)[2 if words[0] == "hi" else 0 :]
    return _word(sum([x * y for x, y in zip(_parts(a, 16, signed), chosen, strict=False)], c), signed)


def _word(value: int, signed: bool) -> int:
    value &= 0xFFFFFFFF
    return value - (1 << 32) if signed and value >> 31 else value


_SELECTORS: dict[str, Callable[[int], list[int]]] = {
    "f4e": lambda n: [n, n + 1, n + 2, n + 3],
    "b4e": lambda n: [n, n - 1 & 7, n - 2 & 7, n - 3 & 7],
    "rc8": lambda n: [n] * 4,
    "ecl": lambda n: [max(n, i) for i in range(4)],
    "ecr": lambda n: [min(n, i) for i in range(4)],
    "rc16": lambda n: [2 * (n & 1), 2 * (n & 1) + 1] * 2,
}
"""Which bytes a special mode of `prmt` takes, by the two low bits of its selector."""


def _permuted(words: list[str], a: int, b: int, c: int) -> int:
    """`prmt`: four of the eight bytes of `b` and `a`; in the general mode a selector's top bit asks for eight copies of the byte's sign."""
    data = a.to_bytes(4, "little") + b.to_bytes(4, "little")
    if len(words) > 1:
        return int.from_bytes([data[i] for i in _SELECTORS[words[1]](c & 3)], "little")
    selectors = [c >> at & 15 for at in range(0, 16, 4)]
    return int.from_bytes([data[s & 7] if s < 8 else 255 * (data[s & 7] >> 7) for s in selectors], "little")


INTEGERS: dict[str, Callable[..., int]] = {"dp4a": _dot4, "dp2a": _dot2, "prmt": _permuted}
