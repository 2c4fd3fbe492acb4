"""The library means what Rust's means: each file of `programs/` beside rustc."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .support import differences

FILES = sorted((Path(__file__).parent / "programs").glob("*.rs"))


@pytest.mark.skipif(shutil.which("rustc") is None, reason="rustc is not installed")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_rustc_agrees(path: Path, tmp_path: Path) -> None:
    assert differences(path.read_text("utf-8"), tmp_path) == []
