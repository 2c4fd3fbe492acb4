"""Interrupts and many threads leave the process healthy (`healthy.py` does the same at length)."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="interrupts are signals here")
@pytest.mark.parametrize(("what", "count"), [("interrupts", 16), ("threads", 200)])
def test_the_process_stays_healthy(what: str, count: int) -> None:
    command = [sys.executable, "-m", "tests.ptx.vm.compiled.healthy", what, str(count)]
    found = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert found.returncode == 0, found.stderr
    assert found.stdout.endswith("healthy\n")
