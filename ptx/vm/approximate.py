"""The `.approx` instructions: computed in integers to 100 bits and rounded once, so within every bound of the manual and the same everywhere.

Functions take a `Format` and an encoding and give the encoding nearest to the exact value; special values follow the tables of PTX ISA,
"Floating Point Instructions" (`rcp rsqrt sqrt sin cos lg2 ex2 tanh div`). A GPU's own results may differ in the last places.
"""

from math import isqrt

from ptx.vm.floating import divide, square_root
from ptx.vm.formats import INFINITE, NAN, Format, encode, encode_ratio

FRACTION = 100
"""Bits after the point of the fixed-point numbers here."""
ONE = 1 << FRACTION


def inverse_tangent_of_inverse(divisor: int, one: int) -> int:
    """Returns atan(1 / divisor) in units of 1 / one (Taylor series)."""
    power = one // divisor
    total, index, sign = power, 3, -1
    while power:
        power //= divisor * divisor
        total += sign * (power // index)
        index, sign = index + 2, -sign
    return total


PI_FRACTION = 320
"""Bits after the point of PI: enough to reduce the largest f32 to within 100 bits."""
PI = (16 * inverse_tangent_of_inverse(5, 1 << PI_FRACTION + 32) - 4 * inverse_tangent_of_inverse(239, 1 << PI_FRACTION + 32)) >> 32


def natural_log(value: int) -> int:
    """Returns ln of a fixed-point number between 0.7 and 2.1 (series of the inverse hyperbolic tangent)."""
    ratio = ((value - ONE) << FRACTION) // (value + ONE)
    square = ratio * ratio >> FRACTION
    total, term, index = 0, ratio, 1
    while term not in (0, -1):
        total += term // index
        term = term * square >> FRACTION
        index += 2
    return 2 * total


LN2 = natural_log(2 * ONE)


def exponential(value: int) -> int:
    """Returns e**value of a fixed-point number between -1 and 1 (Taylor series)."""
    total, term, index = 0, ONE, 1
    while term not in (0, -1):
        total += term
        term = (term * value >> FRACTION) // index
        index += 1
    return total


def sine_series(value: int) -> int:
    """Returns sin of a fixed-point number between -1 and 1."""
    square = value * value >> FRACTION
    total, term, index = 0, value, 2
    while term not in (0, -1):
        total += term
        term = -(term * square >> FRACTION) // (index * (index + 1))
        index += 2
    return total


def cosine_series(value: int) -> int:
    """Returns cos of a fixed-point number between -1 and 1."""
    square = value * value >> FRACTION
    total, term, index = 0, ONE, 1
    while term not in (0, -1):
        total += term
        term = -(term * square >> FRACTION) // (index * (index + 1))
        index += 2
    return total


def fixed(sign: int, significand: int, exponent: int, fraction: int = FRACTION) -> int:
    """Returns a finite value as a fixed-point number, cut toward minus infinity."""
    shift = exponent + fraction
    magnitude = significand << shift if shift >= 0 else significand >> -shift
    return -magnitude if sign else magnitude


def from_fixed(form: Format, value: int, exponent: int = 0) -> int:
    """Returns the nearest encoding of a fixed-point number times 2**exponent."""
    return encode(form, "rn", int(value < 0), abs(value), exponent - FRACTION)


def exponential2(form: Format, bits: int) -> int:
    """`ex2`."""
    kind = form.kind(bits)
    if kind == NAN:
        return form.nan
    if kind == INFINITE:
        return 0 if bits & form.sign_bit else form.infinite
    sign, significand, exponent = form.decode(bits)
    if significand.bit_length() + exponent > 16:
        return 0 if sign else form.infinite
    value = fixed(sign, significand, exponent)
    whole = value >> FRACTION
    return from_fixed(form, exponential((value - (whole << FRACTION)) * LN2 >> FRACTION), whole)


def logarithm2(form: Format, bits: int) -> int:
    """`lg2`: of a zero -infinity, of a negative number NaN."""
    if bits & (form.sign_bit - 1) == 0:
        return form.infinite | form.sign_bit
    kind = form.kind(bits)
    if kind == NAN or bits & form.sign_bit:
        return form.nan
    if kind == INFINITE:
        return bits
    _, significand, exponent = form.decode(bits)
    length = significand.bit_length()
    mantissa = significand << (FRACTION + 1 - length)
    whole = exponent + length - 1
    if mantissa > 3 * ONE // 2:
        mantissa, whole = mantissa >> 1, whole + 1
    return from_fixed(form, (whole << FRACTION) + (natural_log(mantissa) << FRACTION) // LN2)


def reduce_angle(sign: int, significand: int, exponent: int) -> tuple[int, int]:
    """Returns (quadrant modulo 4, rest): the angle is quadrant * pi/2 + rest, with |rest| <= pi/4 as a fixed-point number."""
    angle = fixed(sign, significand, exponent, PI_FRACTION)
    quarter = PI >> 1
    quadrant = (2 * angle + quarter) // (2 * quarter)
    return quadrant & 3, (angle - quadrant * quarter) >> (PI_FRACTION - FRACTION)


def sine(form: Format, bits: int) -> int:
    """`sin`: of -0 it is -0, of an infinity NaN."""
    if form.kind(bits) != 0:
        return form.nan
    value = form.decode(bits)
    if value[1].bit_length() + value[2] < -20:
        return encode(form, "rn", *value)
    quadrant, rest = reduce_angle(*value)
    result = cosine_series(rest) if quadrant & 1 else sine_series(rest)
    return from_fixed(form, -result if quadrant & 2 else result)


def cosine(form: Format, bits: int) -> int:
    """`cos`: of an infinity NaN."""
    if form.kind(bits) != 0:
        return form.nan
    quadrant, rest = reduce_angle(*form.decode(bits))
    result = sine_series(rest) if quadrant & 1 else cosine_series(rest)
    return from_fixed(form, -result if quadrant in (1, 2) else result)


def hyperbolic_tangent(form: Format, bits: int) -> int:
    """`tanh`."""
    kind = form.kind(bits)
    one = encode(form, "rn", 0, 1, 0)
    if kind == NAN:
        return form.nan
    sign, significand, exponent = (bits >> form.bits - 1, 0, 0) if kind == INFINITE else form.decode(bits)
    if kind == INFINITE or significand.bit_length() + exponent > 6:
        return one | (form.sign_bit if sign else 0)
    if significand.bit_length() + exponent < -20:
        return bits
    whole, rest = divmod(2 * fixed(0, significand, exponent), LN2)
    power = exponential(rest) << whole
    return encode_ratio(form, "rn", sign, power - ONE, power + ONE)


def reciprocal(form: Format, bits: int) -> int:
    """`rcp.approx`: the correctly rounded 1 / x."""
    return divide(form, "rn", encode(form, "rn", 0, 1, 0), bits)


def reciprocal_square_root(form: Format, bits: int) -> int:
    """`rsqrt.approx`: of a zero the infinity of its sign, of a negative number NaN."""
    if bits & (form.sign_bit - 1) == 0:
        return form.infinite | bits
    kind = form.kind(bits)
    if kind == NAN or bits & form.sign_bit:
        return form.nan
    if kind == INFINITE:
        return 0
    _, significand, exponent = form.decode(bits)
    if exponent & 1:
        significand, exponent = significand << 1, exponent - 1
    shift = 2 * form.precision + significand.bit_length() + 6
    shift += shift & 1
    square, rest = divmod(1 << shift + form.precision + form.precision, significand)
    root = isqrt(square)
    return encode(form, "rn", 0, root, -(exponent + shift + 2 * form.precision) // 2, root * root != square or rest != 0)


def root(form: Format, bits: int) -> int:
    """`sqrt.approx`: the correctly rounded square root."""
    return square_root(form, "rn", bits)


def quotient(form: Format, first: int, second: int) -> int:
    """`div.approx`: correctly rounded, but for 2**126 < |divisor| < 2**128 a zero (NaN for an infinite dividend), as the manual says."""
    kind = form.kind(second)
    magnitude = second & (form.sign_bit - 1)
    if kind == 0 and magnitude > encode(form, "rn", 0, 1, 126):
        if form.kind(first) != 0:
            return form.nan
        return (first ^ second) & form.sign_bit
    return divide(form, "rn", first, second)


def high_word(function_bits: int) -> int:
    """Returns a 64-bit encoding with its low word cleared: the precision of `rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64`."""
    return function_bits & 0xFFFFFFFF00000000


FUNCTIONS = {
    "ex2": exponential2,
    "lg2": logarithm2,
    "sin": sine,
    "cos": cosine,
    "tanh": hyperbolic_tangent,
    "rcp": reciprocal,
    "rsqrt": reciprocal_square_root,
    "sqrt": root,
}
"""The functions of one operand, by opcode."""
