"""Cargo and rustc without a network, for the tests of the host crates: what they build lies in folders of the tests' own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

NEEDED = (1, 88)
"""The first version with what the host crates use."""


@cache
def problem(tool: str) -> str:
    """Why a tool cannot be used, "" if it can: a proxy may be there without a compiler behind it."""
    path = shutil.which(tool)
    if path is None:
        return f"{tool} is not installed"
    done = subprocess.run([path, "--version"], check=False, capture_output=True, text=True, timeout=60)
    found = re.search(r"(\d+)\.(\d+)", done.stdout)
    if done.returncode or found is None:
        return f"{tool} does not run"
    return "" if (int(found[1]), int(found[2])) >= NEEDED else f"{tool} is older than {NEEDED[0]}.{NEEDED[1]}"


needs_cargo = pytest.mark.skipif(bool(problem("cargo")), reason=problem("cargo"))
needs_rustc = pytest.mark.skipif(bool(problem("rustc")), reason=problem("rustc"))


def cargo(project: Path, target: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a cargo command in a project."""
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target), "CARGO_NET_OFFLINE": "true", "CARGO_TERM_COLOR": "never"}
    command = ["cargo", words[0], "--offline", *words[1:]]
    return subprocess.run(command, cwd=project, env=environment, check=False, capture_output=True, text=True)
