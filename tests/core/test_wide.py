"""Products of signed numbers in twice the width, which stable Rust does not have, beside Python's integers."""

from __future__ import annotations

from dialect.interpreter import run_function
from tests.frontend.build.support import plain

NUMBERS = (-128, -127, -77, -1, 0, 1, 2, 100, 127)
PROGRAM = """
pub fn whole(a: i8, b: i8, c: i8, d: i8) -> i32 { let (low, high) = a.carrying_mul_add(b, c, d); (high as i32) << 8 | low as i32 }
pub fn part(a: i8, b: i8, c: i8) -> i32 { let (low, high) = a.carrying_mul(b, c); (high as i32) << 8 | low as i32 }
"""


def test_signed_products():
    module = plain(PROGRAM, fmad=False)
    for a in NUMBERS:
        for b in NUMBERS:
            for c in NUMBERS:
                assert run_function(module, "part", [a, b, c]) == a * b + c
                assert run_function(module, "whole", [a, b, c, a ^ b]) == a * b + c + (a ^ b)
