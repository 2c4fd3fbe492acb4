"""Every common syntax error has its own diagnostic at its line, all of a file are reported, and none brings others with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelc.frontend import syntax
from kernelc.frontend.diagnostics import Diagnostics
from kernelc.frontend.source import Source
from tests.harness.errors import assert_diagnostics

FILES = sorted((Path(__file__).parent / "errors").glob("*.rs"))


def parse_and_build(source: Source, diagnostics: Diagnostics) -> None:
    tree = syntax.parse_file(source, diagnostics)
    if tree is not None:
        syntax.build_bodies(tree.items)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_errors_of_a_file(path: Path) -> None:
    assert_diagnostics(path, parse_and_build)
