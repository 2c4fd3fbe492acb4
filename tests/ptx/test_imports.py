"""What the compile path loads: the instruction table and the printer need nothing slow, and the parser only `re`."""

import subprocess
import sys
from pathlib import Path

import pytest

SLOW = ("dataclasses", "inspect", "typing", "enum", "re", "numpy", "subprocess", "tempfile", "importlib.metadata", "fractions", "struct")


@pytest.mark.parametrize(
    ("modules", "allowed"),
    [
        ("ptx.operands, ptx.module, ptx.isa, ptx.isa_rows, ptx.printer, ptx.requirements, ptx.verify, ptx.assemble", ()),
        ("ptx.parser", ("re", "enum")),
        ("ptx.diff", ("re", "enum")),
    ],
)
def test_slow_modules_are_not_loaded(modules: str, allowed: tuple[str, ...]) -> None:
    code = f"import sys; before = set(sys.modules); import {modules}; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [name for name in SLOW if name in done.stdout.split() and name not in allowed] == []
