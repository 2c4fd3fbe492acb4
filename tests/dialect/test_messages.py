"""Panic messages read as Rust prints them: the expected texts are what rustc 1.95 shows."""

from __future__ import annotations

import pytest

from dialect.messages import message_pieces, message_text


@pytest.mark.parametrize(
    ("type", "value", "plain", "debug"),
    [
        ("f32", 0.10000000149011612, "0.1", "0.1"),
        ("f32", 1.0, "1", "1.0"),
        ("f32", -0.0, "-0", "-0.0"),
        ("f32", 16777216.0, "16777216", "16777216.0"),
        ("f64", 1e16, "10000000000000000", "1e16"),
        ("f64", 1.5e-7, "0.00000015", "1.5e-7"),
        ("f64", 123456.789, "123456.789", "123456.789"),
        ("f64", -2.5e300, "-25" + "0" * 299, "-2.5e300"),
        ("f64", 1e-5, "0.00001", "1e-5"),
        ("f64", float("inf"), "inf", "inf"),
        ("f64", float("-inf"), "-inf", "-inf"),
        ("f32", float("nan"), "NaN", "NaN"),
        ("bool", True, "true", "true"),
        ("bool", 0, "false", "false"),
        ("i128", -(1 << 100), str(-(1 << 100)), str(-(1 << 100))),
    ],
)
def test_numbers(type, value, plain, debug):
    assert message_text("{0} {0:?}", [type], [value]) == f"{plain} {debug}"


@pytest.mark.parametrize(
    ("value", "plain", "debug"),
    [("a", "a", "'a'"), ("'", "'", "'\\''"), ("\n", "\n", "'\\n'"), ("\0", "\0", "'\\0'"), ("é", "é", "'é'"), ("\x07", "\x07", "'\\u{7}'")],
)
def test_characters(value, plain, debug):
    assert message_text("{0:c}|{0:c?}", ["u32"], [ord(value)]) == f"{plain}|{debug}"


def test_braces():
    assert message_text("{{{0}}} {{}}", ["i32"], [5]) == "{5} {}"


@pytest.mark.parametrize("message", ["{", "}", "{x}", "{0", "{0:x}", "{0:}", "{}", "{0}}"])
def test_stray_braces(message):
    assert message_pieces(message) is None
