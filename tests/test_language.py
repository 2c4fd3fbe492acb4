"""Each line of docs/language.md holds: its example compiles, or gives exactly the error that its arrow names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernelc.compile import Compilation
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options

PAGE = Path(__file__).parent.parent / "docs" / "language.md"
LINE = re.compile(r"^- (.+?)(?: → (K\d{4}))?: `(.+)`$")
LINES = [match for match in map(LINE.match, PAGE.read_text(encoding="utf-8").split("\n")) if match]


def errors(text: str) -> set[str]:
    """The codes of a program's errors, after it went all the way to PTX."""
    compilation = Compilation(Source("line.rs", text), Options(verify=True))
    try:
        compilation.check()
        compilation.ptx()
    except CompileError as error:
        return {each.code for each in error.diagnostics if each.level == "error"}
    return {each.code for each in compilation.diagnostics if each.level == "error"}


def test_the_page_has_lines() -> None:
    assert len(LINES) > 50
    assert sum(1 for line in PAGE.read_text(encoding="utf-8").split("\n") if line.startswith("- ")) == len(LINES)


@pytest.mark.parametrize(("code", "text"), [(m[2], m[3]) for m in LINES], ids=[m[1] for m in LINES])
def test_line(code: str | None, text: str) -> None:
    assert errors(text) == ({code} if code else set())
