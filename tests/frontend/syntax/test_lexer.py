"""The lexer is exact where a regular expression is not, and goes on after every fault."""

from __future__ import annotations

import pytest

from kernelc.frontend import driver


def lex(text: str) -> list[str]:
    table = driver.tables()
    tokens = table.lex(text)
    assert not tokens.faults
    return [f"{table.terminals[kind]} {text[start:end]}" for kind, start, end in zip(tokens.kinds, tokens.starts, tokens.ends)]


def kinds(text: str) -> list[str]:
    return [each.split(" ")[0] for each in lex(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (">>", "_GT2 MORETHAN"),
        (">>=", "_GT3 _GE1 EQUAL"),
        (">=", "_GE1 EQUAL"),
        ("<<", "_LT2 LESSTHAN"),
        ("<<=", "SHLEQ"),
        ("<=", "LE"),
        ("<=>", "LE MORETHAN"),
        ("> >", "MORETHAN MORETHAN"),
        ("a<-b", "IDENT LESSTHAN MINUS IDENT"),
        ("..= ... .. .", "DOTDOTEQ ELLIPSIS DOTDOT DOT"),
        ("+= ^= &= |= &&=", "ASSIGNOP ASSIGNOP ASSIGNOP ASSIGNOP ANDAND EQUAL"),
    ],
)
def test_signs(text: str, names: str) -> None:
    assert kinds(text) == names.split()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1 1u8 1_000 0xFFu8 0b1 0o7 0x1e5", "INT INT INT INT INT INT INT"),
        ("1.0 1. 1e5 1.5e-3f32 2.5E+7_f64 1_0.0_1", "FLOAT FLOAT FLOAT FLOAT FLOAT FLOAT"),
        ("1f32 1.max(2)", "INT INT DOT IDENT LPAR INT RPAR"),
        ("0..1 0..=1 1. ..2", "INT DOTDOT INT INT DOTDOTEQ INT FLOAT DOTDOT INT"),
        ("t.0.1 t.0.1.2 t.0 .1", "IDENT DOT INT DOT INT IDENT DOT INT DOT INT DOT INT IDENT DOT INT DOT INT"),
        ("1._x 1.e", "INT DOT IDENT INT DOT IDENT"),
    ],
)
def test_numbers(text: str, names: str) -> None:
    assert kinds(text) == names.split()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (r"'a' '\'' '\u{1F600}' b'x' b'\'' '\\'", "CHAR CHAR CHAR CHAR CHAR CHAR"),
        ("'a 'static 'r#x &'a", "LIFETIME LIFETIME LIFETIME AMPERSAND LIFETIME"),
        (r'"a" "\"" b"a" c"a" r"\" br"\" cr"x"', "STR STR STR STR STR STR STR"),
        ('r#"a"b"# r##"a"#"## br#"x"#', "STR STR STR"),
        ('"a // b" "/* */"', "STR STR"),
        ("r b c br cr r#match", "IDENT IDENT IDENT IDENT IDENT IDENT"),
    ],
)
def test_quotes(text: str, names: str) -> None:
    assert kinds(text) == names.split()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("union U union = 1", "UNION IDENT IDENT EQUAL INT"),
        ("raw const raw mut raw", "RAW CONST RAW MUT IDENT"),
        (
            "pub fn pub(crate) pub (in a) pub (A, B)",
            "PUB FN PUB_R LPAR CRATE RPAR PUB_R LPAR IN IDENT RPAR PUB LPAR IDENT COMMA IDENT RPAR",
        ),
        ("default fn default() auto trait auto safe fn safe", "DEFAULT FN IDENT LPAR RPAR AUTO TRAIT IDENT SAFE FN IDENT"),
        ("try { try!", "TRY LBRACE IDENT BANG"),
    ],
)
def test_words_that_are_keywords_only_sometimes(text: str, names: str) -> None:
    assert kinds(text) == names.split()


def test_comments_nest_and_leave_nothing() -> None:
    assert kinds("a /* b /* c */ d */ e // f\n/**/ g /* * / */") == ["IDENT", "IDENT", "IDENT"]


def test_a_shebang_is_skipped_an_inner_attribute_is_not() -> None:
    assert kinds("#!/usr/bin/env x\nfn") == ["FN"]
    assert kinds("#![allow(x)]") == ["HASH", "BANG", "LSQB", "IDENT", "LPAR", "IDENT", "RPAR", "RSQB"]


def test_offsets_are_those_of_the_text() -> None:
    assert lex("  größe + 静态") == ["IDENT größe", "PLUS +", "IDENT 静态"]


@pytest.mark.parametrize(
    "text",
    ['"abc', "'", "''", "'ab'", "/*", 'r#"', "b'", 'b"', "`", "\\", "“a”", "1；2", "\x00", "'\\q", 'r####"x"###', "\ud800"],
)
def test_every_fault_is_passed(text: str) -> None:
    table = driver.tables()
    tokens = table.lex(f"fn a() {{ {text}\n}} fn z() {{}}")
    assert tokens.faults
    assert all(0 <= start <= end for start, end in zip(tokens.starts, tokens.ends))
    assert tokens.starts == sorted(tokens.starts)
