"""Floating-point instructions as functions from encodings to an encoding: rounded exactly once, NaN results canonical.

Every function takes a `Format` and the operands' bits and works on integers only, so results are the same on every machine; the
interpreter has faster paths for `.rn` on f32 and f64, which tests hold equal to these. `.ftz` and `.sat` are applied around them with
`Format.flush` and `saturate`. Sections: PTX ISA, "Floating Point Instructions", "Half Precision Floating Point Instructions".
"""

from math import isqrt

from ptx.vm.formats import FINITE, INFINITE, NAN, Format, encode, encode_ratio


def negate(form: Format, bits: int) -> int:
    """`neg`: the sign flipped; a NaN becomes canonical."""
    return form.nan if form.is_nan(bits) else bits ^ form.sign_bit


def absolute(form: Format, bits: int) -> int:
    """`abs`: the sign cleared; a NaN becomes canonical."""
    return form.nan if form.is_nan(bits) else bits & ~form.sign_bit


def exact_sum(first: tuple[int, int, int], second: tuple[int, int, int]) -> tuple[int, int]:
    """Returns (signed significand, exponent) of the sum of two finite values."""
    exponent = min(first[2], second[2])
    total = 0
    for sign, significand, own in (first, second):
        scaled = significand << (own - exponent)
        total += -scaled if sign else scaled
    return total, exponent


def rounded_sum(form: Format, mode: str, first: tuple[int, int, int], second: tuple[int, int, int]) -> int:
    """Returns the sum of two finite values; an exact zero of unlike signs is -0 only when rounding down."""
    total, exponent = exact_sum(first, second)
    if total == 0:
        sign = first[0] if first[0] == second[0] else int(mode == "rm")
        return form.sign_bit if sign else 0
    return encode(form, mode, int(total < 0), abs(total), exponent)


def add(form: Format, mode: str, first: int, second: int) -> int:
    """`add`."""
    kinds = form.kind(first), form.kind(second)
    if NAN in kinds or (kinds == (INFINITE, INFINITE) and first != second):
        return form.nan
    if kinds[0] == INFINITE:
        return first
    if kinds[1] == INFINITE:
        return second
    return rounded_sum(form, mode, form.decode(first), form.decode(second))


def subtract(form: Format, mode: str, first: int, second: int) -> int:
    """`sub`."""
    return add(form, mode, first, second if form.is_nan(second) else second ^ form.sign_bit)


def multiply(form: Format, mode: str, first: int, second: int) -> int:
    """`mul`."""
    kinds = form.kind(first), form.kind(second)
    magnitude = form.sign_bit - 1
    sign = (first ^ second) & form.sign_bit
    if NAN in kinds:
        return form.nan
    if INFINITE in kinds:
        return form.nan if first & magnitude == 0 or second & magnitude == 0 else form.infinite | sign
    a, b = form.decode(first), form.decode(second)
    return encode(form, mode, a[0] ^ b[0], a[1] * b[1], a[2] + b[2])


def fused(form: Format, mode: str, first: int, second: int, third: int) -> int:
    """`fma`: first * second + third with one rounding."""
    product_kind = form.kind(multiply(form, "rn", first, second))
    kinds = form.kind(first), form.kind(second), form.kind(third)
    sign = (first ^ second) & form.sign_bit
    if NAN in kinds or (INFINITE in kinds[:2] and product_kind == NAN):
        return form.nan
    if INFINITE in kinds[:2]:
        return form.nan if kinds[2] == INFINITE and third != form.infinite | sign else form.infinite | sign
    if kinds[2] == INFINITE:
        return third
    a, b = form.decode(first), form.decode(second)
    return rounded_sum(form, mode, (a[0] ^ b[0], a[1] * b[1], a[2] + b[2]), form.decode(third))


def divide(form: Format, mode: str, first: int, second: int) -> int:
    """`div`."""
    kinds = form.kind(first), form.kind(second)
    magnitude = form.sign_bit - 1
    sign = (first ^ second) & form.sign_bit
    if NAN in kinds or kinds == (INFINITE, INFINITE) or (first & magnitude == 0 and second & magnitude == 0):
        return form.nan
    if kinds[0] == INFINITE or second & magnitude == 0:
        return form.infinite | sign
    if kinds[1] == INFINITE or first & magnitude == 0:
        return sign
    a, b = form.decode(first), form.decode(second)
    return encode_ratio(form, mode, a[0] ^ b[0], a[1], b[1], a[2] - b[2])


def square_root(form: Format, mode: str, bits: int) -> int:
    """`sqrt`: of -0 it is -0, of other negative numbers NaN."""
    if bits & (form.sign_bit - 1) == 0 or bits == form.infinite:
        return bits
    if form.kind(bits) == NAN or bits & form.sign_bit:
        return form.nan
    _, significand, exponent = form.decode(bits)
    shift = 2 * form.precision + 6
    shift += (exponent - shift) & 1
    scaled = significand << shift
    root = isqrt(scaled)
    return encode(form, mode, 0, root, (exponent - shift) // 2, root * root != scaled)


def saturate(form: Format, bits: int) -> int:
    """`.sat`: limited to [+0, 1]; NaN becomes +0."""
    if form.is_nan(bits) or bits & form.sign_bit:
        return 0
    one = encode(form, "rn", 0, 1, 0)
    return min(bits, one)


def total_order(form: Format, bits: int) -> int:
    """Returns an integer that orders all encodings but NaN by value, with -0 below +0."""
    return -1 - (bits ^ form.sign_bit) if bits & form.sign_bit else bits


def numeric_order(form: Format, bits: int) -> int:
    """Returns an integer that orders all encodings but NaN by value, with -0 equal to +0."""
    return -(bits ^ form.sign_bit) if bits & form.sign_bit else bits


def extreme(form: Format, operation: str, operands: tuple[int, ...], nan: bool, magnitude: bool) -> int:
    """`min`, `max` of two or three operands.

    Without `.NaN` (`nan`) a NaN operand is ignored, with it any NaN gives NaN. -0 is less than +0. With `.xorsign.abs` (`magnitude`)
    the magnitudes are compared and the result's sign is the exclusive or of the operands' signs.
    """
    numbers = [bits for bits in operands if not form.is_nan(bits)]
    if not numbers or (nan and len(numbers) < len(operands)):
        return form.nan
    sign = 0
    if magnitude:
        for bits in operands:
            sign ^= bits & form.sign_bit
        numbers = [bits & ~form.sign_bit for bits in numbers]
    chosen = (min if operation == "min" else max)(numbers, key=lambda bits: total_order(form, bits))
    return chosen | sign


ORDERED = ("eq", "ne", "lt", "le", "gt", "ge")
"""Comparisons that are false when an operand is NaN; with `u` appended (`equ` …) they are true then."""


def holds(operator: str, order: int) -> bool:
    """Whether `eq ne lt le gt ge` (or the unsigned `lo ls hi hs`) holds when the first operand minus the second has the sign of `order`."""
    match operator:
        case "eq":
            return order == 0
        case "ne":
            return order != 0
        case "lt" | "lo":
            return order < 0
        case "le" | "ls":
            return order <= 0
        case "gt" | "hi":
            return order > 0
    return order >= 0


def compare(form: Format, operator: str, first: int, second: int) -> bool:
    """A floating comparison: `eq ne lt le gt ge` (false for NaN), `equ neu ltu leu gtu geu` (true for NaN), `num`, `nan`."""
    unordered = form.is_nan(first) or form.is_nan(second)
    if operator in ("num", "nan"):
        return unordered == (operator == "nan")
    if unordered:
        return operator not in ORDERED
    return holds(operator[:2], numeric_order(form, first) - numeric_order(form, second))


def test_property(form: Format, name: str, bits: int) -> bool:
    """`testp`: `finite infinite number notanumber normal subnormal`; zero counts as normal (PTX ISA, `testp`)."""
    kind = form.kind(bits)
    match name:
        case "finite":
            return kind == FINITE
        case "infinite":
            return kind == INFINITE
        case "number":
            return kind != NAN
        case "notanumber":
            return kind == NAN
        case "subnormal":
            return form.is_subnormal(bits)
    return kind == FINITE and not form.is_subnormal(bits)


def copy_sign(form: Format, sign_source: int, magnitude_source: int) -> int:
    """`copysign d, a, b`: the magnitude of b with the sign of a."""
    return magnitude_source & ~form.sign_bit | sign_source & form.sign_bit
