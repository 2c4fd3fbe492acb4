"""Every operator, comparison, cast and method that programs try, by type: one table of which each program takes its share.

A row is (what it is, type of `a`, type of `b` or "", an expression of the holes `{a}` and `{b}`, its type). The types of results are scalars, ("option", T)
and ("tuple", …). A hole stands for an expression of its type, `{divisor}` mostly for one of b's that is not 0,
`{positive}` for one of a's above 0; floats whose bits Rust leaves open are not shown.
"""

from __future__ import annotations

import math
from typing import NamedTuple

BITS = {f"{sign}{bits}": bits for bits in (8, 16, 32, 64, 128) for sign in "iu"} | {"usize": 64, "isize": 64}
INTEGERS = ("i32", "u32", "i64", "u64", "u8", "i8", "u16", "i16", "usize", "isize", "i128", "u128")
FLOATS = ("f32", "f64")
TYPES = (*INTEGERS, *FLOATS, "bool", "char")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
ARITHMETIC = ("+", "-", "*", "/", "%")
BITWISE = ("&", "|", "^")


class Row(NamedTuple):
    """One thing to try."""

    kind: str
    a: str
    b: str
    text: str
    result: str | tuple


def unsigned(ty):
    """The type of the same width without a sign."""
    return "u" + ty[1:]


def signed(ty):
    """The type of the same width with a sign."""
    return "i" + ty[1:]


def operators(ty):
    """Operators and their assigning forms."""
    allowed = (*ARITHMETIC, *BITWISE) if ty in INTEGERS else ARITHMETIC if ty in FLOATS else BITWISE if ty == "bool" else ()
    for op in allowed:
        safe = "{b}" if op not in "/%" or ty in FLOATS else "{divisor}"
        yield Row(f"{op} {ty}", ty, ty, f"({{a}} {op} {safe})", ty)
        yield Row(f"{op}= {ty}", ty, ty, f"{{ let mut place = {{a}}; place {op}= {safe}; place }}", ty)
    if ty in (*INTEGERS, "bool"):
        yield Row(f"! {ty}", ty, "", "(!{a})", ty)
    if ty in FLOATS or ty[0] == "i":
        yield Row(f"- {ty}", ty, "", "(-{a})", ty)
    for op in COMPARISONS:
        yield Row(f"{op} {ty}", ty, ty, f"({{a}} {op} {{b}})", "bool")


def shifts(ty):
    """Shifts by amounts of several types."""
    other = INTEGERS[(INTEGERS.index(ty) * 5 + 3) % len(INTEGERS)]
    for op in ("<<", ">>"):
        for amount in dict.fromkeys((ty, "u32", "i32", "u8", other)):
            yield Row(f"{op} {ty} by {amount}", ty, amount, f"({{a}} {op} {{b}})", ty)
        yield Row(f"{op}= {ty}", ty, "u32", f"{{ let mut place = {{a}}; place {op}= {{b}}; place }}", ty)


def casts(ty):
    """`as` to every type to which it goes."""
    targets: tuple[str, ...]
    if ty in (*INTEGERS, *FLOATS):
        targets = (*INTEGERS, *FLOATS, "char") if ty == "u8" else (*INTEGERS, *FLOATS)
    else:
        targets = (*INTEGERS, ty)
    for target in targets:
        yield Row(f"{ty} as {target}", ty, "", f"({{a}} as {target})", target)


def same(names, ty, b=None, result=None):
    """Methods by name with one argument."""
    for name in names.split():
        yield Row(f"{ty}::{name}", ty, b or ty, f"({{a}}).{name}({{b}})", result or ty)


def dividing(names, ty):
    """Methods that panic where the argument is 0."""
    for name in names.split():
        result = ("tuple", ty, "bool") if name.startswith("overflowing") else ty
        yield Row(f"{ty}::{name}", ty, ty, f"({{a}}).{name}({{divisor}})", result)


def alone(names, ty, result=None):
    """Methods by name without an argument."""
    for name in names.split():
        yield Row(f"{ty}::{name}", ty, "", f"({{a}}).{name}()", result or ty)


def integer_methods(ty):
    """What every integer has."""
    option, pair = ("option", ty), ("tuple", ty, "bool")
    yield from same("wrapping_add wrapping_sub wrapping_mul min max saturating_add saturating_sub saturating_mul", ty)
    yield from same("checked_add checked_sub checked_mul checked_div checked_rem checked_div_euclid checked_rem_euclid", ty, result=option)
    yield from same("overflowing_add overflowing_sub overflowing_mul", ty, result=pair)
    yield from same("wrapping_shl wrapping_shr rotate_left rotate_right unbounded_shl unbounded_shr", ty, "u32")
    yield from same("checked_shl checked_shr", ty, "u32", option)
    yield from same("overflowing_shl overflowing_shr", ty, "u32", pair)
    yield from dividing("wrapping_div wrapping_rem div_euclid rem_euclid saturating_div overflowing_div", ty)
    yield from alone("wrapping_neg swap_bytes reverse_bits", ty)
    yield from alone("count_ones count_zeros leading_zeros trailing_zeros leading_ones trailing_ones", ty, "u32")
    for name in ("ilog2", "ilog10"):
        yield Row(f"{ty}::{name}", ty, "", f"({{positive}}).{name}()", "u32")
    yield from alone("checked_ilog2 checked_ilog10", ty, ("option", "u32"))
    yield from alone("checked_neg", ty, option)
    yield from alone("overflowing_neg", ty, pair)
    for name, result in [("pow", ty), ("wrapping_pow", ty), ("saturating_pow", ty), ("checked_pow", option), ("overflowing_pow", pair)]:
        yield Row(f"{ty}::{name}", ty, "u32", f"({{a}}).{name}({{b}} % 9)", result)
    yield Row(f"{ty}::clamp", ty, ty, "({a}).clamp(3, ({b}).max(5))", ty)
    yield Row(f"{ty}::to_be_bytes", ty, "u8", f"({{a}}).to_be_bytes()[({{b}} % {BITS[ty] // 8}) as usize]", "u8")
    yield Row(f"{ty}::from_le_bytes", ty, ty, f"{ty}::from_le_bytes(({{a}} ^ {{b}}).to_be_bytes())", ty)
    yield Row(f"{ty}::cmp", ty, ty, "({a}).cmp(&({b})) as i32", "i32")
    yield from signed_methods(ty) if ty[0] == "i" else unsigned_methods(ty)


def signed_methods(ty):
    """What signed integers have."""
    yield from alone("signum wrapping_abs saturating_abs saturating_neg abs", ty)
    yield from alone("is_positive is_negative", ty, "bool")
    yield from alone("checked_abs", ty, ("option", ty))
    yield from alone("overflowing_abs", ty, ("tuple", ty, "bool"))
    yield from alone("unsigned_abs cast_unsigned", ty, unsigned(ty))
    yield from same("abs_diff", ty, result=unsigned(ty))
    yield from same("wrapping_add_unsigned wrapping_sub_unsigned", ty, unsigned(ty))
    yield from same("checked_add_unsigned", ty, unsigned(ty), ("option", ty))


def unsigned_methods(ty):
    """What unsigned integers have."""
    yield from same("abs_diff midpoint", ty)
    yield from dividing("div_ceil next_multiple_of", ty)
    yield from same("is_multiple_of", ty, result="bool")
    yield from alone("is_power_of_two", ty, "bool")
    yield from alone("isqrt next_power_of_two", ty)
    yield from alone("checked_next_power_of_two", ty, ("option", ty))
    yield from alone("cast_signed", ty, signed(ty))
    yield from same("wrapping_add_signed saturating_add_signed", ty, signed(ty))
    yield from same("checked_add_signed", ty, signed(ty), ("option", ty))


def float_methods(ty):
    """What floats have, where Rust leaves nothing open: a zero's sign after min and max is not shown, nor a NaN's."""
    bits = "u32" if ty == "f32" else "u64"
    yield from alone("sqrt abs floor ceil trunc round round_ties_even fract signum recip next_up next_down", ty)
    yield from alone("is_nan is_infinite is_finite is_normal is_subnormal", ty, "bool")
    for name in ("min", "max"):
        yield Row(f"{ty}::{name}", ty, ty, f"(({{a}}).{name}({{b}}) + 0.0)", ty)
    yield Row(f"{ty}::clamp", ty, ty, "({a}).clamp(-2.0, ({b}).abs().max(1.0))", ty)
    yield Row(f"{ty}::copysign", ty, ty, "({a}).copysign(if ({b}).is_nan() { 1.0 } else { {b} })", ty)
    yield Row(f"{ty}::mul_add", ty, ty, "({a}).mul_add({b}, {a})", ty)
    yield Row(f"{ty}::from_bits", bits, "", f"{ty}::from_bits({{a}})", ty)
    yield Row(f"{ty}::to_bits", ty, "", "{ let place = {a}; if place.is_nan() { 0 } else { place.to_bits() } }", bits)
    yield Row(f"{ty}::total_cmp", ty, ty, "{ let (x, y) = ({a}, {b}); if x.is_nan() || y.is_nan() { 9 } else { x.total_cmp(&y) as i32 } }", "i32")
    yield Row(f"{ty}::partial_cmp", ty, ty, "match ({a}).partial_cmp(&({b})) { Some(order) => order as i32, None => 7 }", "i32")
    yield Row(f"{ty}::is_sign_negative", ty, "", "{ let x = {a}; !x.is_nan() && x.is_sign_negative() }", "bool")
    yield Row(f"{ty} * + unfused", ty, ty, "({a} * {b} + {a})", ty)
    yield Row(f"{ty} * - unfused", ty, ty, "({a} - {b} * {b})", ty)


def others():
    """bool, char, conversions by traits."""
    yield Row("&& bool", "bool", "bool", "({a} && {b})", "bool")
    yield Row("|| bool", "bool", "bool", "({a} || {b})", "bool")
    yield Row("char::from_u32", "u32", "", "char::from_u32({a} % 0x120000)", ("option", "char"))
    yield Row("char::from", "u8", "", "char::from({a})", "char")
    yield Row("char::to_digit", "char", "", "({a}).to_digit(16)", ("option", "u32"))
    yield from alone("is_ascii is_ascii_digit is_ascii_alphabetic is_ascii_uppercase is_ascii_lowercase", "char", "bool")
    yield from alone("is_ascii_digit is_ascii_alphabetic", "u8", "bool")
    yield from alone("to_ascii_uppercase to_ascii_lowercase", "u8")
    for pair in ["u8 u64", "i8 i32", "u16 i32", "i32 i64", "u32 u128", "bool u8", "f32 f64", "u8 f32", "i32 f64", "char u32"]:
        narrow, wide = pair.split()
        yield Row(f"{wide}::from {narrow}", narrow, "", f"{wide}::from({{a}})", wide)
    for pair in ["i32 u8", "u64 i64", "i64 u32", "u128 i16", "isize usize", "u16 i8", "i128 u64"]:
        wide, narrow = pair.split()
        yield Row(f"{narrow}::try_from {wide}", wide, "", f"{narrow}::try_from({{a}}).ok()", ("option", narrow))


def rows():
    """All of them."""
    out = []
    for ty in TYPES:
        out += [*operators(ty), *casts(ty)]
        if ty in INTEGERS:
            out += [*shifts(ty), *integer_methods(ty)]
        elif ty in FLOATS:
            out += float_methods(ty)
    return [*out, *others()]


ROWS = rows()
SHARE = 12
"""How many of them a program takes."""


def share(seed):
    """The rows of the program of a seed: neighbouring programs take what lies far apart."""
    step = next(n for n in range(len(ROWS) * 5 // 13, len(ROWS)) if math.gcd(n, len(ROWS)) == 1)
    return [ROWS[(seed * SHARE + i) * step % len(ROWS)] for i in range(SHARE)]
