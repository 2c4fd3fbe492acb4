"""What all tests share: `--update` for golden files, skipping with a reason what this machine lacks, Hypothesis profiles."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "normal", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("fuzz", deadline=None, max_examples=2000, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("normal")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite golden files from what is made now")


def pytest_configure(config: pytest.Config) -> None:
    os.environ["KERNELC_CACHE"] = "off"  # tests of the cache name a folder of their own
    if config.getoption("--update") and os.environ.get("CI"):
        raise pytest.UsageError("--update is refused under CI: golden files are read and committed by people")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    lacks = {"gpu": gpu_missing(), "ptxas": ptxas_missing()}
    for item in items:
        for marker, reason in lacks.items():
            if reason and item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


def gpu_missing() -> str:
    """Why tests marked `gpu` cannot run here, or nothing."""
    from kernelc.cli.devices import ask_driver

    problem = ask_driver().problem
    if problem:
        return f"no GPU: {problem}"
    try:
        import cupy  # noqa: F401
    except Exception as reason:  # noqa: BLE001  a broken installation may raise anything
        return f"no CuPy: {reason}"
    return ""


def ptxas_missing() -> str:
    """Why tests marked `ptxas` cannot run here, or nothing."""
    from ptx.assemble import ToolMissing, find_ptxas

    try:
        return "" if find_ptxas() else "no ptxas: install the extra `ptxas`"
    except ToolMissing as problem:
        return str(problem)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """A function that compares a text with a golden file, or rewrites the file under `--update`."""

    def check(path: Path, text: str) -> None:
        if request.config.getoption("--update"):
            if not path.exists() or path.read_text("utf-8") != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
                print(f"rewrote {path}")
            return
        assert path.exists(), f"{path} is missing: run `make golden` and read what it made"
        assert path.read_text("utf-8") == text, f"{path} differs: run `make golden` and read the diff"

    return check
