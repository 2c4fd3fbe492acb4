"""Errors of the checker at the line where they belong: each file of `errors/` says what must be reported, and nothing else may be."""

from pathlib import Path

import pytest

from kernelc.compile import Compilation
from kernelc.frontend.diagnostics import Diagnostics
from kernelc.frontend.source import Source
from kernelc.options import Options
from tests.harness.errors import assert_diagnostics

FILES = sorted((Path(__file__).parent / "errors").glob("*.rs"))


def check(source: Source, diagnostics: Diagnostics) -> None:
    """Checks every item of the file."""
    compilation = Compilation(source, Options())
    compilation.diagnostics = diagnostics
    compilation.check()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_errors(path: Path) -> None:
    assert_diagnostics(path, check)
