"""What surely overflows or panics, and constants without a value: rustc's words (compared with rustc 1.95)."""

from __future__ import annotations

import pytest

from .support import errors

OVERFLOW = [
    ("fn f() -> u8 { 255u8 + 1 }", "attempt to compute `u8::MAX + 1_u8`, which would overflow"),
    ("fn f() -> u8 { let x = 255u8; let y = 1; x + y }", "attempt to compute `u8::MAX + 1_u8`, which would overflow"),
    ("fn f() -> i32 { let mut x = 2147483647; x += 1; x }", "attempt to compute `i32::MAX + 1_i32`, which would overflow"),
    ("fn f() -> usize { 3usize - 4 }", "attempt to compute `3_usize - 4_usize`, which would overflow"),
    ("fn f() -> i64 { 9223372036854775807 * 2 }", "attempt to compute `i64::MAX * 2_i64`, which would overflow"),
    ("fn f() -> i32 { 1 << 32 }", "attempt to shift left by `32_i32`, which would overflow"),
    ("fn f(a: i32) -> i32 { a >> 33 }", "attempt to shift right by `33_i32`, which would overflow"),
    ("fn f() -> i32 { let x = -2147483648i32; -x }", "attempt to negate `i32::MIN`, which would overflow"),
]
PANIC = [
    ("fn f() -> i32 { let a = [1, 2, 3]; a[3] }", "index out of bounds: the length is 3 but the index is 3"),
    ("fn f(a: [u32; 3]) -> u32 { a[5] }", "index out of bounds: the length is 3 but the index is 5"),
    ("fn f() -> u8 { let i = 3usize; let a = [0u8; 2]; a[i] }", "index out of bounds: the length is 2 but the index is 3"),
    ("fn f() -> i32 { 1 / 0 }", "attempt to divide `1_i32` by zero"),
    ("fn f(x: i32) -> i32 { x % 0 }", "attempt to calculate the remainder of `_` with a divisor of zero"),
    ("fn f() -> i32 { let z = 0; 5 / z }", "attempt to divide `5_i32` by zero"),
    ("fn f() -> i32 { -2147483648 / -1 }", "attempt to compute `i32::MIN / -1_i32`, which would overflow"),
]
RIGHT = [
    "fn f() -> u32 { if false { 1u32 / 0 } else { 2 } }",
    "fn f(c: bool) -> u32 { let x = if c { 1 } else { 2 }; x - 1 }",
    "fn f() -> u64 { 1u64 << 63 << 1 }",
    "fn f(i: usize) -> u32 { let a = [1u32, 2]; a[i] }",
    "fn f() -> u8 { 255u8.wrapping_add(1) }",
    "fn f() -> u32 { let mut x = 0u32; x += 1; x - 1 }",
]
CONSTANTS = [
    ("const C: u32 = 3 - 4;", "attempt to compute `3_u32 - 4_u32`, which would overflow", "evaluation of `C` failed here"),
    ("const C: u32 = [1, 2][5];", "index out of bounds: the length is 2 but the index is 5", "evaluation of `C` failed here"),
    ("const C: u32 = 10 / (1 - 1);", "attempt to divide `10_u32` by zero", "evaluation of `C` failed here"),
    ("const C: u32 = 1 << 40;", "attempt to shift left by `40_i32`, which would overflow", "evaluation of `C` failed here"),
    ("const C: u32 = h(0);", "evaluation panicked: zero", "evaluation of `C` failed inside this call"),
    ("const C: u32 = h(1) - 1;", "attempt to compute `0_u32 - 1_u32`, which would overflow", "evaluation of `C` failed here"),
]
H = "const fn h(n: u32) -> u32 { if n == 0 { panic!(\"zero\"); } n - 1 }\n"



@pytest.fixture(scope="module")
def found():
    """The errors of one file with a case a line."""
    lines = [text.replace("fn f(", f"fn f{i}(", 1) for i, (text, _) in enumerate(OVERFLOW + PANIC)]
    lines += [text.replace("fn f(", f"fn r{i}(", 1) for i, text in enumerate(RIGHT)]
    by_line: dict[int, list[tuple[str, str, str]]] = {}
    for code, line, message, label in errors("\n".join(lines)):
        by_line.setdefault(line, []).append((code, message, label))
    return by_line


@pytest.mark.parametrize("number", range(len(OVERFLOW)))
def test_overflow(found, number):
    assert found[number + 1] == [("K1121", "this arithmetic operation will overflow", OVERFLOW[number][1])]


@pytest.mark.parametrize("number", range(len(PANIC)))
def test_panic(found, number):
    expected = [("K1122", "this operation will panic at runtime", PANIC[number][1])]
    assert found[len(OVERFLOW) + number + 1] == expected


def test_nothing_else_is_reported(found):
    assert sorted(found) == list(range(1, len(OVERFLOW) + len(PANIC) + 1))


def test_constants_without_value():
    lines = [text.replace("C:", f"C{i}:") for i, (text, _, _) in enumerate(CONSTANTS)]
    uses = [f"fn f{i}() -> u32 {{ C{i} }}" for i in range(len(CONSTANTS))]
    expected = [("K0080", i + 2, message, label.replace("`C`", f"`C{i}`")) for i, (_, message, label) in enumerate(CONSTANTS)]
    assert errors(H + "\n".join(lines + uses)) == expected


def test_endless_constant(monkeypatch):
    from kernelc.frontend.build import consteval

    monkeypatch.setattr(consteval, "STEPS", 5000)
    text = "const fn f() -> u32 { let mut i = 0u32; loop { i ^= 1; } }\nconst C: u32 = f();\nfn g() -> u32 { C }"
    message = "constant evaluation does not end within 5000 steps"
    assert errors(text) == [("K0080", 2, message, "evaluation of `C` failed inside this call")]
