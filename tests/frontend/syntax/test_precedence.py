"""Operators group as in Rust. Each row was compared with rustc's own tree (`tests/conformance/test_rustc_tree.py` repeats that)."""

from __future__ import annotations

import pytest

from kernelc.frontend import ast
from tests.frontend.syntax.support import body, expression, shape

ROWS = """
-1i32.abs()                     => (-(1i32).abs())
-x.abs() as u32                 => ((-(x).abs()) as u32)
-1i32 as u8 as char             => (((-1i32) as u8) as char)
1 << 2 as u64 + 3               => (1 << ((2 as u64) + 3))
a + b << c + d                  => ((a + b) << (c + d))
a & b == c                      => ((a & b) == c)
a == b & c                      => (a == (b & c))
a | b ^ c & d << e + f * g as u8 => (a | (b ^ (c & (d << (e + (f * (g as u8)))))))
&a == &b                        => ((&a) == (&b))
&&a == &&b                      => ((&(&a)) == (&(&b)))
*p as u32                       => ((*p) as u32)
*p.q as *const u8               => ((*(p).q) as *const u8)
(x as usize) < y                => ((x as usize) < y)
x as usize >= y && x as usize > z => (((x as usize) >= y) && ((x as usize) > z))
x as usize >> 3                 => ((x as usize) >> 3)
!a && b || c && !d              => (((!a) && b) || (c && (!d)))
a || b && c || d                => ((a || (b && c)) || d)
a..b + 1                        => (a..(b + 1))
a || b..=c && d                 => ((a || b)..=(c && d))
..b + 1                         => (..(b + 1))
..                              => (..)
a..                             => (a..)
|x| x + 1                       => (|x| (x + 1))
a + |x| x + 1                   => (a + (|x| (x + 1)))
|| a || b                       => (|| (a || b))
move || return a + b            => (|| (return (a + b)))
a && return b || c              => (a && (return (b || c)))
a - b - c * d / e % f           => ((a - b) - (((c * d) / e) % f))
a == b || c != d && e <= f      => ((a == b) || ((c != d) && (e <= f)))
return return a                 => (return (return a))
-a * -b                         => ((-a) * (-b))
!-a                             => (!(-a))
- -a                            => (-(-a))
&mut *a                         => (&mut (*a))
&raw const a.b                  => (&raw const (a).b)
&raw mut *a                     => (&raw mut (*a))
& raw                           => (&raw)
a.b(c)?[d].e(f).0.1 + t.0.1.2   => (((((((a).b(c))?)[d]).e(f)).0).1 + (((t).0).1).2)
if a { b } else { c } + d       => (if a {…} + d)
match a { _ => b } as u8        => (match a {…} as u8)
loop { break } + 1              => (loop {…} + 1)
a ** b                          => (a * (*b))
a &&& b                         => (a && (&b))
a - -b                          => (a - (-b))
a < b as u8 && c > d            => ((a < (b as u8)) && (c > d))
a as u8 + b as u8               => ((a as u8) + (b as u8))
f(a)(b)[c]                      => (f(a)(b))[c]
a == (b == c)                   => (a == (b == c))
a << b >> c                     => ((a << b) >> c)
a % b * c                       => ((a % b) * c)
a ^ b ^ c                       => ((a ^ b) ^ c)
x == m::S::<u8>::new()[0]       => (x == (m::S::<u8>::new())[0])
"""

STATEMENTS = """
a = b = c                       => (a = (b = c))
a += b -= c                     => (a += (b -= c))
a = b..c                        => (a = (b..c))
*a.b = -c - -d                  => ((*(a).b) = ((-c) - (-d)))
a >>= b >> c                    => (a >>= (b >> c))
a <<= b << c                    => (a <<= (b << c))
a |= b || c                     => (a |= (b || c))
"""


def rows(table: str) -> list[list[str]]:
    return [[part.strip() for part in line.rsplit(" => ", 1)] for line in table.strip().split("\n")]


@pytest.mark.parametrize(("text", "grouped"), rows(ROWS))
def test_operators_group_as_in_rust(text: str, grouped: str) -> None:
    assert shape(expression(text)) == grouped


@pytest.mark.parametrize(("text", "grouped"), rows(STATEMENTS))
def test_assignments_group_to_the_right(text: str, grouped: str) -> None:
    statement = body(f"{text};").statements[0]
    assert isinstance(statement, ast.ExprStatement)
    assert shape(statement.value) == grouped


def test_a_block_like_statement_ends_at_its_brace() -> None:
    statements = body("if a { b } else { c } & d; match x { _ => {} } - 1; { a } * b; unsafe { a }.b + c; e").statements
    texts = [each.span.text for each in statements]
    assert texts == ["if a { b } else { c }", "& d;", "match x { _ => {} }", "- 1;", "{ a }", "* b;", "unsafe { a }.b + c;"]


def test_conditions_take_no_struct_literal_and_may_hold_let() -> None:
    block = body(
        "if x == (S { a: 1 }) {} if let A | B = x && let Some(y) = z.w(S { a: 1 }) {} while let Some(x) = a.b && c < d {}"
    )
    conditions = [shape(each.value.condition) for each in block.statements if isinstance(each, ast.ExprStatement)]
    assert conditions == ["(x == (S { a: 1 }))", "((let A | B = x) && (let Some(y) = (z).w(S { a: 1 })))"]
    assert isinstance(block.value, ast.While)
    assert shape(block.value.condition) == "((let Some(x) = (a).b) && (c < d))"


def test_arms_end_at_a_comma_or_a_block() -> None:
    match = body(
        "match x { _ if a < b => {} A => c = d, B => return, C => |x| x + 1, E => if a { b } else { c } F => { a }.b() + c, }"
    ).value
    assert isinstance(match, ast.Match)
    assert [shape(arm.body) for arm in match.arms] == [
        "{…}",
        "(c = d)",
        "(return)",
        "(|x| (x + 1))",
        "if a {…}",
        "(({…}).b() + c)",
    ]


def test_an_open_range_before_a_block_ends_at_the_brace() -> None:
    block = body("for i in 0.. {} for i in 0..{ n } {} for i in 0..n as usize {}")
    loops = [each.value for each in block.statements if isinstance(each, ast.ExprStatement)] + [block.value]
    assert [shape(each.iterable) for each in loops if isinstance(each, ast.For)] == ["(0..)", "(0..)", "(0..(n as usize))"]
