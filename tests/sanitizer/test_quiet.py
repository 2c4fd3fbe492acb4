"""Accesses without a shadow: only where nobody can collide, and never where arrays share memory or elements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kernelc
from ptx.vm.compiled.native.kept import CompiledKernel
from ptx.vm.compiled.watch.instrument import Watch
from ptx.vm.findings import GLOBAL_RACE
from ptx.vm.sanitizer import Sanitizer

from .programs import HEAD

pytest.importorskip("llvmlite", reason="the sanitizer needs llvmlite (extra `vm`)")

INDEX = "let i = index_1d().get();"
WIDE = np.arange(256, dtype=np.uint32)
CASES: list[tuple[str, str, int, Any, bool]] = [
    ("x: &[u32], y: &mut [u32]", "y[i] = x[i] + 1;", 0, lambda: (WIDE, WIDE.copy()), False),
    ("x: &[u32], y: &mut [u32]", "y[i] = x[(i * 7) % 256] + y[i];", 0, lambda: (WIDE, WIDE.copy()), False),
    ("y: &mut [u32]", "y[2 * i] = 1; y[2 * i + 1] = 2;", 0, lambda: (WIDE.copy(),), False),
    ("y: &mut [u32]", "let at = blockIdx_x() as usize * 64 + threadIdx_x() as usize; y[at] = 1; y[at + 32] = y[at] + 1;", 0, lambda: (WIDE.copy(),), False),
    ("y: &mut [u32]", "let at = blockIdx_x() as usize * 64 + threadIdx_x() as usize; y[at] = 1; y[at + 33] = 2;", 2, lambda: (WIDE.copy(),), True),
    ("y: &mut [u32]", "let at = blockIdx_x() as usize * 32 + threadIdx_x() as usize; y[at] = 1; y[at + 32] = 2;", 2, lambda: (WIDE.copy(),), True),
    ("y: &mut [u32]", "let at = blockIdx_x() as usize * 48 + threadIdx_x() as usize; y[at] = i as u32 + 500;", 1, lambda: (WIDE.copy(),), False),
    ("x: &[u32], y: &mut [u32]", "let x0 = x[i]; y[i / 2] = x0;", 1, lambda: (WIDE, WIDE.copy()), True),
    ("y: &mut [u32]", "y[i] = 1; y[i + 1] = 2;", 2, lambda: (WIDE.copy(),), True),
    ("y: &mut [u32]", "y[2 * i] = 1; y[i] = 2;", 2, lambda: (WIDE.copy(),), True),
    ("y: &mut [u32]", "y[i] = i as u32 + 500; if i == 7 { y[8] = y[9]; }", 3, lambda: (WIDE.copy(),), True),
    ("y: &mut [u32]", "y[threadIdx_x() as usize] = i as u32 + 500;", 1, lambda: (WIDE.copy(),), True),
    ("y: &mut [u32]", "y[(blockIdx_x() * 31 + threadIdx_x()) as usize] = i as u32 + 500;", 1, lambda: (WIDE.copy(),), True),
]  # fmt: skip


def watched(path: Path, parameters: str, body: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[Watch]]:
    path.write_text(f"{HEAD}#[kernel] pub fn k({parameters}) {{ {INDEX} {body} }}", "utf-8")
    seen: list[Watch] = []
    run = Sanitizer.run

    def noted(self: Sanitizer, kernel: CompiledKernel, *launch: Any) -> None:
        assert isinstance(kernel.watch, Watch)
        seen.append(kernel.watch)
        run(self, kernel, *launch)

    monkeypatch.setattr(Sanitizer, "run", noted)
    return kernelc.load(path, unchecked=True).k, seen


@pytest.mark.parametrize(("parameters", "body", "sites", "make", "races"), CASES)
def test_what_is_watched(parameters: str, body: str, sites: int, make: Any, races: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, seen = watched(tmp_path / "k.rs", parameters, body, monkeypatch)
    with kernelc.sanitize(check=False) as report:
        kernel[2, 32](*make())
    assert len(seen[0].sites) == sites
    assert report.kinds() == ([GLOBAL_RACE] if races else []), str(report)


def test_arrays_that_share_memory_are_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, seen = watched(tmp_path / "k.rs", "x: &[u32], y: &mut [u32]", "y[i] = x[i] + 1;", monkeypatch)
    whole = np.arange(128, dtype=np.uint32)
    parts = [((0, 64), (64, 128), []), ((0, 64), (0, 64), []), ((0, 64), (16, 80), [GLOBAL_RACE]), ((1, 65), (0, 64), [GLOBAL_RACE])]
    for x, y, kinds in [(whole[slice(*first)], whole[slice(*second)], kinds) for first, second, kinds in parts]:
        with kernelc.sanitize(check=False) as report:
            kernel[2, 32](x, y)
        assert report.kinds() == kinds, str(report)
    assert [len(watch.sites) for watch in seen] == [0, 2, 2, 2]


def test_a_launch_of_two_dimensions_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = "let at = (blockIdx_x() * blockDim_x() + threadIdx_x()) as usize; y[at] = threadIdx_y();"
    kernel, seen = watched(tmp_path / "k.rs", "y: &mut [u32]", body, monkeypatch)
    for grid, block, races in ((2, 32, False), (2, (16, 2), True), ((2, 2), 32, False)):
        with kernelc.sanitize(check=False) as report:
            kernel[grid, block](np.zeros(64, np.uint32) + 9)
        assert bool(report.findings) is races
    assert [len(watch.sites) for watch in seen] == [0, 1, 1]
