"""Literals become values; what is wrong in one is reported at its own place."""

from __future__ import annotations

import pytest

from kernelc.frontend.literals import decode


@pytest.mark.parametrize(
    ("text", "kind", "value", "suffix"),
    [
        ("0", "int", 0, ""),
        ("1_000u64", "int", 1000, "u64"),
        ("0xFF_u8", "int", 255, "u8"),
        ("0b1010_i128", "int", 10, "i128"),
        ("0o17", "int", 15, ""),
        ("0x1f32", "int", 0x1F32, ""),
        ("340282366920938463463374607431768211456", "int", 1 << 128, ""),
        ("1.5", "float", "1.5", ""),
        ("1.", "float", "1.", ""),
        ("2f32", "float", "2", "f32"),
        ("1_0.5_0e-1_0_f64", "float", "10.50e-10", "f64"),
        ("1E+5", "float", "1E+5", ""),
        ("true", "bool", True, ""),
        ("'a'", "char", 97, ""),
        (r"'\u{1F600}'", "char", 0x1F600, ""),
        (r"'\''", "char", 39, ""),
        (r"b'\xff'", "byte", 255, ""),
        (r'"a\tb\"\x41\u{e9}"', "str", 'a\tb"Aé', ""),
        ('"a\\\n    b"', "str", "ab", ""),
        (r'r#"\n"#', "str", "\\n", ""),
        (r'b"a\xff"', "byte_str", b"a\xff", ""),
        (r'br"\x"', "byte_str", b"\\x", ""),
        ('c"é"', "c_str", "é".encode(), ""),
    ],
)
def test_values(text: str, kind: str, value: object, suffix: str) -> None:
    faults: list[object] = []
    assert decode(text, lambda *fault: faults.append(fault)) == (kind, value, suffix)
    assert not faults


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("1u33", "K1032", "u33"),
        ("1abc", "K1032", "abc"),
        ("0b102", "K1032", "2"),
        ("0x", "K0768", "0x"),
        ("0x_u8", "K0768", "0x_u8"),
        ("1e", "K1032", "1e"),
        ("1.5i32", "K1032", "i32"),
        ("9" * 5000, "K1120", "9" * 5000),
        (r'"ab\qc"', "K1033", r"\q"),
        (r'"\x8g"', "K1033", r"\x8g"),
        (r'"\xff"', "K1033", r"\xff"),
        (r'"\u{}"', "K1033", r"\u"),
        (r'"\u{d800}"', "K1033", r"\u{d800}"),
        (r'"\u{1234567}"', "K1033", r"\u"),
        (r'b"\u{41}"', "K1033", r"\u"),
        ('b"é"', "K1033", "é"),
        ('"a"x', "K1032", "x"),
    ],
)
def test_faults_inside(text: str, code: str, place: str) -> None:
    faults: list[tuple[str, int, int, str]] = []
    decode(text, lambda *fault: faults.append(fault))
    assert [(fault[0], text[fault[1] : fault[2]]) for fault in faults] == [(code, place)]
