"""Each `.mir` file below this folder is a test of one trick."""
from __future__ import annotations

from pathlib import Path

import pytest

from tests.passes.textcheck import check

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.mir"))


@pytest.mark.parametrize("path", FILES, ids=[str(f.relative_to(HERE)) for f in FILES])
def test_text(path: Path) -> None:
    check(path)
