"""Numbers of formats narrower than f32 as floats and back, without functions of the host: integers, and products by powers of two.

A narrow format's bits, put where f32 has its exponent, are the number times a power of two that only depends on the two biases, subnormal
numbers included; infinities and NaNs are put in place by themselves.
"""

from ptx.vm.compiled.text import WARP, Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

I32, FLOAT, MASK = f"<{WARP} x i32>", f"<{WARP} x float>", f"<{WARP} x i1>"


def power(exponent: int) -> str:
    """Returns a power of two in every lane, as LLVM writes a float: by the bits of a double."""
    return f"splat (float 0x{exponent + 1023 << 52:016X})"


def as_float(code: Code, bits: str) -> str:
    """Returns f32 encodings as numbers."""
    return code.let(f"bitcast {I32} {bits} to {FLOAT}")


def as_bits(code: Code, value: str) -> str:
    """Returns numbers as f32 encodings."""
    return code.let(f"bitcast {FLOAT} {value} to {I32}")


def _masked(code: Code, bits: str, mask: int) -> str:
    return code.let(f"and {I32} {bits}, splat (i32 {mask})")


def _shifted(code: Code, bits: str, by: int) -> str:
    return code.let(f"shl {I32} {bits}, splat (i32 {by})") if by else bits


def _choose(code: Code, condition: str, yes: str, no: str) -> str:
    return code.let(f"select {MASK} {condition}, {I32} {yes}, {I32} {no}")


def widen(code: Code, bits: str, width: int, fraction: int, special: "Callable[[str, str], str] | None") -> str:
    """Returns a format's encodings (in i32, nothing above `width`) as floats: `fraction` is its stored significand bits.

    `special` puts infinities and NaNs in place: from the magnitude to f32 bits, and what the other numbers are.
    """
    magnitude = _masked(code, bits, (1 << width - 1) - 1)
    bias = (1 << width - 2 - fraction) - 1
    scaled = code.let(f"fmul {FLOAT} {as_float(code, _shifted(code, magnitude, 23 - fraction))}, {power(127 - bias)}")
    whole = as_bits(code, scaled)
    if special is not None:
        whole = special(magnitude, whole)
    sign = _shifted(code, _masked(code, bits, 1 << width - 1), 32 - width)
    return as_float(code, code.let(f"or {I32} {whole}, {sign}"))


def from_half(code: Code, bits: str) -> str:
    """Returns f16 encodings as floats."""

    def special(magnitude: str, whole: str) -> str:
        high = code.let(f"icmp uge {I32} {magnitude}, splat (i32 {0x7C00})")
        ends = code.let(f"or {I32} {_shifted(code, magnitude, 13)}, splat (i32 {0x7F800000})")
        return _choose(code, high, ends, whole)

    return widen(code, bits, 16, 10, special)


def from_brain(code: Code, bits: str) -> str:
    """Returns bf16 encodings as floats."""
    return as_float(code, _shifted(code, bits, 16))


def from_tensor(code: Code, bits: str) -> str:
    """Returns tf32 encodings as floats; the low 13 bits count as zero."""
    return as_float(code, _masked(code, bits, -0x2000))


def from_e4m3(code: Code, bits: str) -> str:
    """Returns e4m3 encodings as floats; all ones is NaN, and there is no infinity."""

    def special(magnitude: str, whole: str) -> str:
        return _choose(code, code.let(f"icmp eq {I32} {magnitude}, splat (i32 {0x7F})"), f"splat (i32 {0x7FFFFFFF})", whole)

    return widen(code, bits, 8, 3, special)


def from_e5m2(code: Code, bits: str) -> str:
    """Returns e5m2 encodings as floats: the high halves of f16 encodings."""
    return from_half(code, _shifted(code, bits, 8))


WIDENED: "dict[str, Callable[[Code, str], str]]" = {
    "f16": from_half, "bf16": from_brain, "tf32": from_tensor, "e4m3": from_e4m3, "e5m2": from_e5m2, "f32": as_float,
}  # fmt: skip
"""From encodings (in i32) to floats, by format."""


def to_half(code: Code, value: str) -> str:
    """Returns floats rounded to nearest f16 encodings (in i32); every NaN is 0x7FFF."""
    bits = as_bits(code, value)
    magnitude = _masked(code, bits, 0x7FFFFFFF)
    odd = _masked(code, code.let(f"lshr {I32} {magnitude}, splat (i32 13)"), 1)
    rounded = code.let(f"add {I32} {code.let(f'add {I32} {magnitude}, splat (i32 {0xFFF})')}, {odd}")
    normal = code.let(f"sub {I32} {code.let(f'lshr {I32} {rounded}, splat (i32 13)')}, splat (i32 {112 << 10})")
    lifted = as_bits(code, code.let(f"fadd {FLOAT} {as_float(code, magnitude)}, {power(-1)}"))
    small = code.let(f"sub {I32} {lifted}, splat (i32 {126 << 23})")
    result = _choose(code, code.let(f"icmp ult {I32} {magnitude}, splat (i32 {113 << 23})"), small, normal)
    result = _choose(code, code.let(f"icmp uge {I32} {magnitude}, splat (i32 {0x477FF000})"), f"splat (i32 {0x7C00})", result)
    sign = _masked(code, code.let(f"lshr {I32} {bits}, splat (i32 16)"), 0x8000)
    result = code.let(f"or {I32} {result}, {sign}")
    return _choose(code, code.let(f"icmp ugt {I32} {magnitude}, splat (i32 {0x7F800000})"), f"splat (i32 {0x7FFF})", result)
