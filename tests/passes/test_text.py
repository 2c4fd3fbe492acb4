"""Each `.mir` file in a folder named after a pass is a test of one trick."""
from __future__ import annotations

from pathlib import Path

import pytest

from tests.passes.textcheck import check

HERE = Path(__file__).parent
FILES = sorted(path for path in HERE.rglob("*.mir") if path.parent.name != "memory")


@pytest.mark.parametrize("path", FILES, ids=[str(f.relative_to(HERE)) for f in FILES])
def test_text(path: Path) -> None:
    check(path)
