"""A plugin for pytest: the fixture `golden_ptx` compares the PTX of a kernel with a file, by meaning.

    # conftest.py
    pytest_plugins = ["kernelc.pytest_plugin"]

    def test_saxpy(golden_ptx):
        golden_ptx(saxpy, "saxpy.ptx")        # beside the test's file

`pytest --kernelc-update` writes the files anew; read the difference before it is committed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

OPTION = "--kernelc-update"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--kernelc-update`."""
    parser.addoption(OPTION, action="store_true", help="write the golden PTX files of kernelc anew")


@pytest.fixture
def golden_ptx(request: pytest.FixtureRequest) -> Callable[[Any, str], None]:
    """A function of a kernel and a file name beside the test; it fails with a difference where their meanings differ."""
    folder, update = request.path.parent, bool(request.config.getoption(OPTION))

    def check(kernel: Any, name: str) -> None:
        compare(str(kernel.ptx() if callable(kernel.ptx) else kernel.ptx), folder / name, update)

    return check


def compare(text: str, path: Path, update: bool) -> None:
    """Compares a text with a file, or writes the file."""
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return
    if not path.exists():
        pytest.fail(f"{path} is missing: run pytest {OPTION}, read the file, and keep it", pytrace=False)
    from ptx.diff import compare as difference

    found = difference(path.read_text("utf-8"), text, left_name=str(path), right_name="made now")
    if found.diff:
        pytest.fail(f"the PTX has another meaning than {path}:\n{found.diff}", pytrace=False)
