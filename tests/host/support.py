"""Cargo without a network, for the tests of the host crates: what it builds lies in a folder of the test's own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

CARGO = shutil.which("cargo")
needs_cargo = pytest.mark.skipif(CARGO is None, reason="cargo is not installed")


def cargo(project: Path, target: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a cargo command in a project."""
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target), "CARGO_NET_OFFLINE": "true", "CARGO_TERM_COLOR": "never"}
    command = [CARGO or "cargo", words[0], "--offline", *words[1:]]
    return subprocess.run(command, cwd=project, env=environment, check=False, capture_output=True, text=True)
