"""The corpus as text: it parses, verifies, prints and parses again to the same module, and ptxas takes what was printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ptx.assemble import assemble, find_ptxas
from ptx.parser import parse_module
from ptx.printer import print_module
from ptx.verify import verify
from tests.ptx.foreign.launching import texts

IDS = [f"{path.parent.name}-{path.stem}" for path in texts()]
@pytest.mark.parametrize("path", [pytest.param(path, marks=[pytest.mark.slow] if ".O0." in path.name else []) for path in texts()], ids=IDS)
def test_round_trip(path: Path) -> None:
    module = parse_module(path.read_text("utf-8"))
    printed = print_module(module)
    again = parse_module(printed)
    assert again == module
    assert print_module(again) == printed
    assert [str(fault) for fault in verify(module)] == []


def test_every_text_says_what_made_it() -> None:
    for path in texts():
        assert re.match(r"// (nvcc|numba-cuda|triton|llvmlite) \d+\.\d+", path.read_text("utf-8")), path


@pytest.mark.ptxas
@pytest.mark.parametrize("path", texts()[::8], ids=IDS[::8])
def test_ptxas_takes_what_is_printed(path: Path) -> None:
    assemble_printed(path)


@pytest.mark.ptxas
@pytest.mark.slow
@pytest.mark.parametrize("path", texts(), ids=IDS)
def test_ptxas_takes_all_that_is_printed(path: Path) -> None:
    assemble_printed(path)


def assemble_printed(path: Path) -> None:
    """Assembles a text as printed, at version 9.0, so that every assembler of CUDA 13 reads it; calls of functions elsewhere are left open."""
    if find_ptxas() is None:
        pytest.skip("no ptxas found")
    module = parse_module(path.read_text("utf-8"))
    module.version = min(module.version, (9, 0))
    assert assemble(print_module(module), options=["-c"]).cubin
