"""The language page states the accuracy that the library's documentation states."""

from __future__ import annotations

import re
from pathlib import Path

from .stated import stated

ROW = re.compile(r"^\| `(\w+)` \| (\d+) \| (\d+) \|$", re.MULTILINE)
PAGE = Path(__file__).parents[2] / "docs" / "language.md"


def test_the_page_says_what_the_library_says():
    rows = {name: (int(single), int(double)) for name, single, double in ROW.findall(PAGE.read_text("utf-8"))}
    single, double = stated("float_math", "float_shared"), stated("float_math64", "float_shared")
    assert rows == {name: (single[name], double[name]) for name in single}
    assert set(single) == set(double)
