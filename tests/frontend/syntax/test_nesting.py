"""Nesting beyond the limit is an error, never a crash, also under a low recursion limit; long flat files cost linear time."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from kernelc.frontend import driver
from kernelc.frontend.diagnostics import Diagnostics
from kernelc.frontend.source import Source
from kernelc.frontend.syntax import parse_file
from tests.frontend.syntax.support import codes

DEEP = 5000
CASES = {
    "parentheses": "fn f() { " + "(" * DEEP + "1" + ")" * DEEP + "; }",
    "unary": "fn f() { " + "- " * DEEP + "1; }",
    "sum": "fn f() { " + "1 + " * DEEP + "1; }",
    "methods": "fn f() { x" + ".a()" * DEEP + "; }",
    "blocks": "fn f() { " + "{" * DEEP + "}" * DEEP + " }",
    "ifs": "fn f() { " + "if a { } else " * DEEP + "{ } }",
    "closures": "fn f() { " + "|x| " * DEEP + "1; }",
    "assignments": "fn f() { " + "a = " * DEEP + "1; }",
    "arrays": "fn f() { " + "[" * DEEP + "]" * DEEP + "; }",
    "types": "fn f(x: " + "Vec<" * DEEP + "u8" + "> " * DEEP + ") {}",
    "references": "type T = " + "&" * (2 * DEEP) + "u8;",
    "tuples": "struct S { a: " + "(" * DEEP + "u8," + "),".rstrip(",") * DEEP + " }",
    "patterns": "fn f() { let " + "(" * DEEP + "x" + ")" * DEEP + " = y; }",
    "constants": "const X: u8 = " + "(" * DEEP + "1" + ")" * DEEP + ";",
    "discriminants": "enum E { A = " + "(" * DEEP + "1" + ")" * DEEP + " }",
    "statements": "fn f() { static X: u8 = " + "(" * DEEP + "1" + ")" * DEEP + "; }",
}


@pytest.fixture
def low_recursion_limit() -> Iterator[None]:
    before = sys.getrecursionlimit()
    depth = 0
    frame = sys._getframe()
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    sys.setrecursionlimit(depth + 250)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.usefixtures("low_recursion_limit")
def test_deep_nesting_is_one_error(name: str) -> None:
    assert codes(CASES[name]) == ["K1035"]


@pytest.mark.parametrize(
    "text", ["fn f() { m!(" + "[" * DEEP + "]" * DEEP + "); }", "#[a(" + "(" * DEEP + ")" * DEEP + ")] fn f() {}"]
)
@pytest.mark.usefixtures("low_recursion_limit")
def test_token_trees_may_be_as_deep_as_they_like(text: str) -> None:
    assert codes(text) in ([], ["K1035"])


@pytest.mark.usefixtures("low_recursion_limit")
def test_deep_modules_and_uses_do_not_crash() -> None:
    assert codes("mod m { " * 2000 + "}" * 2000) == ["K1035"]
    assert codes("use " + "a::{" * 2000 + "b" + "}" * 2000 + ";") == ["K1035"]


@pytest.mark.usefixtures("low_recursion_limit")
def test_functions_in_functions_are_built_one_after_the_other() -> None:
    assert not codes("impl S { fn f() { " * 1000 + "} }" * 1000)


@pytest.mark.parametrize(
    "text", ["(" * DEEP, ")" * DEEP, "fn f() {" * DEEP, "(]" * DEEP, "fn f() { " + "(" * DEEP + ";" * DEEP, "if " * DEEP]
)
@pytest.mark.usefixtures("low_recursion_limit")
def test_wrong_delimiters_in_any_number(text: str) -> None:
    assert codes(text)


def test_depth_that_people_write_is_accepted() -> None:
    assert not codes("fn f() { " + "(" * 100 + "1" + ")" * 100 + "; }")
    assert not codes("fn f() { " + "if a { " * 40 + "}" * 40 + " }")
    assert not codes("fn f() { " + "1 + " * 200 + "1; }")


def test_reductions_grow_with_the_length_only() -> None:
    """One kernel and 1,000 kernels: the driver's work per token is the same (the stack never grows)."""
    table = driver.tables()
    one = "#[kernel] pub fn k(a: f32, x: &[f32], y: &mut [f32]) { let i = g(); if i < y.len() { y[i] = a * x[i] + y[i]; } }\n"
    tokens = table.lex(one * 1000)
    _, stacks = driver.parse(table, [*tokens.kinds, table.end], "start", 0, None, len(tokens.kinds))
    assert len(tokens.kinds) == 1000 * len(table.lex(one).kinds)
    assert len(stacks[0]) < 50
    tree = parse_file(Source("many.rs", one * 1000), Diagnostics())
    assert tree is not None and len(tree.stubs) == 1000
