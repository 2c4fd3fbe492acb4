"""Binary floating-point formats: after `encode`, an exact real number is the bits that PTX's rounding modifier asks for.

A finite value is the triple (sign, significand, exponent): `(-1)**sign * significand * 2**exponent`, with an integer significand of
any size, so sums and products are exact integers and rounding happens once, in `encode`. Nothing here depends on the host's floats.

Formats: PTX ISA, section "Fundamental Types" (f16, f32, f64) and "Alternate Floating-Point Data Formats" (bf16, tf32, e4m3, e5m2).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Finite: TypeAlias = tuple[int, int, int]

FINITE, INFINITE, NAN = 0, 1, 2
"""What kind of value an encoding stands for."""


class Format:
    """A format of `bits` bits with `precision` significant bits (the hidden one included).

    `nan` is the NaN that arithmetic gives: PTX's canonical one. `infinite` is the encoding of +infinity, or one past the largest
    finite number where the format has no infinity.
    """

    __slots__ = ("bits", "infinite", "least_exponent", "nan", "name", "precision", "sign_bit")

    def __init__(self, name: str, bits: int, precision: int, nan: int, infinite: int | None = None) -> None:
        self.name = name
        self.bits = bits
        self.precision = precision
        exponent_bits = bits - precision
        bias = (1 << (exponent_bits - 1)) - 1
        self.least_exponent = 1 - bias - (precision - 1)
        self.sign_bit = 1 << (bits - 1)
        self.nan = nan
        self.infinite = ((1 << exponent_bits) - 1) << (precision - 1) if infinite is None else infinite

    def __repr__(self) -> str:
        return f"Format({self.name})"

    def kind(self, bits: int) -> int:
        """Returns FINITE, INFINITE or NAN."""
        magnitude = bits & (self.sign_bit - 1)
        if magnitude < self.infinite:
            return FINITE
        return INFINITE if magnitude == self.infinite and self.has_infinity else NAN

    @property
    def has_infinity(self) -> bool:
        """Whether the format can hold an infinity (e4m3 cannot)."""
        return self.infinite != self.nan

    def is_nan(self, bits: int) -> bool:
        """Whether the encoding is a NaN."""
        return self.kind(bits) == NAN

    def is_subnormal(self, bits: int) -> bool:
        """Whether the encoding is finite, not zero, and below the least normal number."""
        return 0 < bits & (self.sign_bit - 1) < 1 << (self.precision - 1)

    def flush(self, bits: int) -> int:
        """Returns the encoding with a subnormal replaced by a zero of its sign (`.ftz`)."""
        return bits & self.sign_bit if self.is_subnormal(bits) else bits

    def decode(self, bits: int) -> "Finite":
        """Returns (sign, significand, exponent) of a finite encoding."""
        magnitude = bits & (self.sign_bit - 1)
        field = magnitude >> (self.precision - 1)
        significand = magnitude - (field << (self.precision - 1))
        sign = 1 if bits & self.sign_bit else 0
        if field == 0:
            return sign, significand, self.least_exponent
        return sign, significand + (1 << (self.precision - 1)), self.least_exponent + field - 1


F16 = Format("f16", 16, 11, 0x7FFF)
BF16 = Format("bf16", 16, 8, 0x7FFF)
TF32 = Format("tf32", 19, 11, 0x3FFFF)
F32 = Format("f32", 32, 24, 0x7FFFFFFF)
F64 = Format("f64", 64, 53, 0x7FF8000000000000)
E5M2 = Format("e5m2", 8, 3, 0x7F)
E4M3 = Format("e4m3", 8, 4, 0x7F, infinite=0x7F)

FORMATS = {each.name: each for each in (F16, BF16, F32, F64)}
"""The formats that are instruction types by themselves."""


def rounds_up(mode: str, sign: int, kept: int, rest: int, half: int) -> bool:
    """Whether a magnitude `kept` with the cut-off part `rest` (of `2 * half`) grows by one under a rounding modifier.

    Modes: `rn` nearest even, `rna` nearest away from zero, `rz` toward zero, `rm` down, `rp` up.
    """
    if mode == "rn":
        return rest > half or (rest == half and kept & 1 == 1)
    if mode == "rna":
        return rest >= half
    if mode == "rm":
        return sign == 1 and rest != 0
    return mode == "rp" and sign == 0 and rest != 0


def overflowed(form: Format, mode: str, sign: int) -> int:
    """Returns the magnitude that stands for a number beyond the largest finite one: infinity, or that number for inward modes."""
    inward = mode == "rz" or (mode == "rm" and sign == 0) or (mode == "rp" and sign == 1)
    return form.infinite - 1 if inward else form.infinite


def encode(form: Format, mode: str, sign: int, significand: int, exponent: int, sticky: bool = False) -> int:
    """Returns the bits of `(-1)**sign * significand * 2**exponent` rounded once by `mode`.

    `sticky` says that the exact value is a little larger in magnitude (by less than one unit of `significand`); the caller then gives
    at least two bits more than the format's precision.
    """
    if sticky:
        significand, exponent = significand << 1 | 1, exponent - 1
    top = form.sign_bit if sign else 0
    if significand == 0:
        return top
    last = max(significand.bit_length() + exponent - form.precision, form.least_exponent)
    shift = last - exponent
    if shift <= 0:
        kept = significand << -shift
    else:
        kept = significand >> shift
        rest = significand - (kept << shift)
        if rest and rounds_up(mode, sign, kept, rest, 1 << (shift - 1)):
            kept += 1
    bits = ((last - form.least_exponent) << (form.precision - 1)) + kept
    if bits >= form.infinite:
        bits = overflowed(form, mode, sign)
    return top | bits


def encode_ratio(form: Format, mode: str, sign: int, numerator: int, denominator: int, exponent: int = 0) -> int:
    """Returns the bits of `numerator / denominator * 2**exponent`, both positive, rounded once by `mode`."""
    shift = max(0, form.precision + 3 + denominator.bit_length() - numerator.bit_length())
    quotient, remainder = divmod(numerator << shift, denominator)
    return encode(form, mode, sign, quotient, exponent - shift, remainder != 0)


def from_integer(form: Format, mode: str, value: int) -> int:
    """Returns the bits of an integer rounded by `mode`; zero is +0."""
    return encode(form, mode, 1 if value < 0 else 0, abs(value), 0)


def to_integer(mode: str, sign: int, significand: int, exponent: int) -> int:
    """Returns a finite value rounded to an integer by `rn rz rm rp` (the modifiers `.rni .rzi .rmi .rpi` without their `i`)."""
    if exponent >= 0:
        magnitude = significand << exponent
    else:
        magnitude = significand >> -exponent
        rest = significand - (magnitude << -exponent)
        if rest and rounds_up(mode, sign, magnitude, rest, 1 << (-exponent - 1)):
            magnitude += 1
    return -magnitude if sign else magnitude
