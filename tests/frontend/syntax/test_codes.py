"""The table of codes: every example of a syntax error shows it, every corrected example shows none."""

from __future__ import annotations

import re

import pytest

from kernelc.frontend.codes import CODES, Code, row
from kernelc.frontend.syntax import is_syntax_code
from tests.frontend.syntax.support import ROOT, codes

SYNTAX = [code for code in CODES.values() if is_syntax_code(code.name)]


@pytest.mark.parametrize("code", SYNTAX, ids=lambda code: code.name)
def test_the_example_of_a_syntax_error_shows_it(code: Code) -> None:
    if code.name == "K1035":
        assert codes("fn f() { " + "(" * 5000 + "1" + ")" * 5000 + " }") == ["K1035"]
    else:
        assert code.wrong and codes(code.wrong) == [code.name]


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.name)
def test_examples_parse(code: Code) -> None:
    if not is_syntax_code(code.name) and code.wrong and code.name != "K1005":
        assert not [each for each in codes(code.wrong) if is_syntax_code(each)]
    if code.right:
        assert not codes(code.right)


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.name)
def test_a_page_says_what_it_means(code: Code) -> None:
    assert re.fullmatch(r"K\d{4}", code.name) and code.title and code.meaning.rstrip().endswith((".", "`"))
    assert code.page.startswith(f"# {code.name}: {code.title}\n")
    assert bool(code.wrong) == bool(code.right)


def test_two_rows_for_one_code_are_refused() -> None:
    with pytest.raises(KeyError, match="K0308"):
        row("K0308", "something else", "Text.")


def test_every_code_that_is_used_has_a_row() -> None:
    used = set()
    for path in sorted((ROOT / "kernelc").rglob("*.py")):
        used.update(re.findall(r'"(K\d{4})"', path.read_text()))
    assert not used - set(CODES)
