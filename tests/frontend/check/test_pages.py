"""The page of every diagnostic code tells the truth: its wrong program gives exactly that code, its right program gives no error."""

from pathlib import Path

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


ROOT = Path(__file__).parents[3]
WITHOUT_PROGRAM = {
    "K1001": "tests/cli/test_source.py",
    "K1002": "tests/cli/test_source.py",
    "K1003": "tests/frontend/syntax/test_source.py",
    "K1004": "tests/cli/test_source.py",
    "K1035": "tests/frontend/syntax/test_nesting.py",
    "K0761": "tests/frontend/check/test_modules.py",
    "K1109": "tests/cli/test_instantiate.py",
    "K1113": "tests/abi/test_names.py",
    "K1125": "tests/frontend/check/errors/matches.rs",
    "K1127": "tests/frontend/gpu/test_atomics.py",
    "K1128": "tests/abi/test_layout_warnings.py",
}
"""Codes that no small program without other files shows as an error → the test that triggers them."""


def test_every_code_is_triggered():
    """By the wrong program of its page, or by the test that `WITHOUT_PROGRAM` names."""
    assert {name for name, code in CODES.items() if not code.wrong} == set(WITHOUT_PROGRAM)
    for name, path in WITHOUT_PROGRAM.items():
        assert name in (ROOT / path).read_text("utf-8"), name


def test_every_code_is_reported_somewhere():
    """No row of the table is left over."""
    texts = [p.read_text("utf-8") for f in ("kernelc", "ptx") for p in (ROOT / f).rglob("*.py") if p.name != "codes.py"]
    assert [name for name in CODES if not any(name in text for text in texts)] == []


@pytest.mark.parametrize("name", [name for name, code in CODES.items() if code.wrong])
def test_the_wrong_program_gives_the_code(name: str) -> None:
    found = codes_of(CODES[name].wrong)
    assert found == {name}


@pytest.mark.parametrize("name", [name for name, code in CODES.items() if code.right])
def test_the_right_program_has_no_error(name: str) -> None:
    text = CODES[name].right
    found = codes_of(text)
    assert not found or (found == NOT_YET and "union" in text) or found == FILES
