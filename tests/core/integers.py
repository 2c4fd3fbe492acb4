"""The program that calls every integer method of one type and mixes the results into one number."""

from __future__ import annotations

import re

BOTH = """a.wrapping_add(b)|a.wrapping_sub(b)|a.wrapping_mul(b)|a.wrapping_neg()|a.wrapping_shl(n)|a.wrapping_shr(n)
a.checked_add(b).unwrap_or(99)|a.checked_sub(b).unwrap_or(98)|a.checked_mul(b).unwrap_or(97)|a.checked_neg().unwrap_or(96)|a.checked_shl(n).unwrap_or(95)
a.checked_shr(n).unwrap_or(94)|a.checked_div(b).unwrap_or(93)|a.checked_rem(b).unwrap_or(92)|a.checked_div_euclid(b).unwrap_or(91)
a.checked_rem_euclid(b).unwrap_or(90)|a.checked_pow(n).unwrap_or(89)|a.overflowing_add(b).0|a.overflowing_sub(b).0|a.overflowing_mul(b).0
a.overflowing_add(b).1|a.overflowing_sub(b).1|a.overflowing_mul(b).1|a.overflowing_neg().1|a.overflowing_pow(n).1|a.overflowing_pow(n).0
a.saturating_add(b)|a.saturating_sub(b)|a.saturating_mul(b)|a.saturating_pow(n)|a.rotate_left(n)|a.rotate_right(n)|a.count_ones()|a.count_zeros()
a.leading_zeros()|a.trailing_zeros()|a.leading_ones()|a.trailing_ones()|a.reverse_bits()|a.swap_bytes()|a.min(b)|a.max(b)|a.clamp(b.min(5), b.max(5))
a.wrapping_pow(n)|a.checked_ilog2().unwrap_or(77)|a.checked_ilog10().unwrap_or(76)|a.abs_diff(b)|a.to_be()|T::from_le_bytes(a.to_le_bytes())
T::from_be_bytes(a.to_le_bytes())|a.to_ne_bytes()[0]|a.to_be_bytes()[0]|a.overflowing_shl(n).0|a.unbounded_shl(n)|a.unbounded_shr(n)|a.pow(n & 3)|a == b|a < b
T::BITS|T::MIN|T::MAX|T::default()|a.checked_ilog(b).unwrap_or(73)|a.midpoint(b)|a.cmp(&b) as i8|a + T::from(true)|(a & 15) as f32 as T""".replace("\n", "|")
SIGNED = """a.wrapping_abs()|a.checked_abs().unwrap_or(88)|a.unsigned_abs()|a.saturating_neg()|a.saturating_abs()|a.signum()|a.is_positive()|a.is_negative()
a.overflowing_abs().1|a.checked_isqrt().unwrap_or(75)|a.checked_add_unsigned(b as U).unwrap_or(74)|a.wrapping_abs().wrapping_neg()
a.abs_diff(T::MAX)|a.wrapping_add_unsigned(b as U)|a.checked_sub_unsigned(b as U).unwrap_or(72)
a.overflowing_add_unsigned(b as U).0|a.overflowing_add_unsigned(b as U).1|a.overflowing_sub_unsigned(b as U).0|a.overflowing_sub_unsigned(b as U).1
a.saturating_add_unsigned(b as U)|a.saturating_sub_unsigned(b as U)""".replace("\n", "|")
UNSIGNED = """a.is_power_of_two()|a.checked_next_power_of_two().unwrap_or(87)|a.next_power_of_two()|a.isqrt()|a.checked_next_multiple_of(b).unwrap_or(86)
a.is_multiple_of(b)|a.carrying_add(b, n > 3).0|a.carrying_add(b, n > 3).1|a.borrowing_sub(b, n > 3).0|a.borrowing_sub(b, n > 3).1|a.carrying_mul(b, a).0
a.carrying_mul(b, a).1|a.carrying_mul_add(b, a, b).0|a.carrying_mul_add(b, a, b).1|a.carrying_mul_add(T::MAX, T::MAX, T::MAX).1
a.checked_sub_signed(b as U).unwrap_or(71)|a.wrapping_sub_signed(b as U)|a.overflowing_add_signed(b as U).0|a.overflowing_add_signed(b as U).1
a.overflowing_sub_signed(b as U).0|a.overflowing_sub_signed(b as U).1|a.saturating_sub_signed(b as U)|a.checked_signed_diff(b).unwrap_or(70)
a.checked_add_signed(b as U).unwrap_or(85)|a.saturating_add_signed(b as U)|a.wrapping_add_signed(b as U)""".replace("\n", "|")
DIVIDES = """a.overflowing_div_euclid(b).0|a.overflowing_div_euclid(b).1|a.overflowing_rem_euclid(b).0
a.wrapping_div(b)|a.wrapping_rem(b)|a.overflowing_div(b).1|a.overflowing_rem(b).0|a.saturating_div(b)|a.wrapping_div_euclid(b)
a.wrapping_rem_euclid(b)""".replace("\n", "|")
PANICS = {"div_euclid": "a.div_euclid(b)", "rem_euclid": "a.rem_euclid(b)", "wrapping_div": "a.wrapping_div(b)", "ilog2": "a.ilog2()", "ilog10": "a.ilog10()"}
STRICT = {f"strict_{name}": f"a.strict_{name}(b)" for name in ("add", "sub", "mul", "div", "rem", "div_euclid", "rem_euclid")}
STRICT |= {f"strict_{name}": f"a.strict_{name}(b as u32)" for name in ("shl", "shr")}
STRICT |= {"strict_neg": "a.strict_neg()", "strict_pow": "a.strict_pow(b as u32 & 7)"}
STRICT_SIGNED = {"strict_abs": "a.strict_abs()", "strict_add_unsigned": "a.strict_add_unsigned(b as U)", "strict_sub_unsigned": "a.strict_sub_unsigned(b as U)"}
STRICT_UNSIGNED = {"strict_add_signed": "a.strict_add_signed(b as U)", "strict_sub_signed": "a.strict_sub_signed(b as U)"}
PANICS_UNSIGNED = {"div_ceil": "a.div_ceil(b)", "next_multiple_of": "a.next_multiple_of(b)"}


def counterpart(ty):
    """The type of the other signedness."""
    return ("u" if ty[0] == "i" else "i") + ty[1:]


def values(ty):
    """Numbers at the edges of the type and some within."""
    bits = 64 if ty.endswith("size") else int(ty[1:])
    if ty[0] == "i":
        return [-(1 << (bits - 1)), -(1 << (bits - 1)) + 1, -77, -1, 0, 1, 2, 100, (1 << (bits - 1)) - 1]
    return [0, 1, 2, 3, 100, (1 << (bits - 1)) - 1, 1 << (bits - 1), (1 << bits) - 1]


def spelled(text, ty):
    """The expression with `T` and `U` as the type and its counterpart."""
    return re.sub(r"\bU\b", counterpart(ty), re.sub(r"\bT\b", ty, text))


def program(ty):
    """Functions with their `// calls:` lines."""
    found = values(ty)
    pairs = [(a, b) for k, a in enumerate(found) for b in (found[(k * 3 + 1) % len(found)], found[(k * 5 + 2) % len(found)])]
    calls = "; ".join([f"{a}, {b}, {n}" for k, (a, b) in enumerate(pairs) for n in [(0, 1, 3, 7, 31, 63, 130)[k % 7]]])
    lines = BOTH.split("|") + (SIGNED if ty[0] == "i" else UNSIGNED).split("|")
    mixed = "".join([f"    h = (h ^ ({spelled(x, ty)}) as u64).wrapping_mul(0x9E3779B97F4A7C15);\n" for x in lines])
    divided = "".join([f"    h = (h ^ ({x}) as u64).wrapping_mul(0x9E3779B97F4A7C15);\n" for x in DIVIDES.split("|")])
    out = f"// calls: {calls}\npub fn all_{ty}(a: {ty}, b: {ty}, n: u32) -> u64 {{\n    let mut h = 1u64;\n{mixed}    h\n}}\n"
    some = "; ".join([f"{a}, {b}" for a, b in pairs])
    out += f"// calls: {some}\npub fn divided_{ty}(a: {ty}, b: {ty}) -> u64 {{\n    let mut h = 1u64;\n{divided}    h\n}}\n"
    least = f"{found[0]}, -1; " if ty[0] == "i" else ""
    special = PANICS_UNSIGNED | STRICT_UNSIGNED if ty[0] == "u" else STRICT_SIGNED
    for name, text in (PANICS | STRICT | special).items():
        result = "u32" if "ilog" in name else ty
        out += f"// calls: {least}7, 0; 0, 3; 7, 2; {found[-1]}, 3\npub fn {name}_{ty}(a: {ty}, b: {ty}) -> {result} {{ {spelled(text, ty)} }}\n"
    return out
