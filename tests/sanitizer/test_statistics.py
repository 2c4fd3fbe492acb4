"""Counting launches: the numbers that follow from the code, for coalesced and scattered accesses, conflicts, divergence and barriers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kernelc
from kernelc.cli import main
from ptx.vm import Buffer, OutOfBounds, load
from ptx.vm.statistics import Counts, Statistics

from .fault_programs import HEAD

pytest.importorskip("llvmlite", reason="counting needs llvmlite (extra `vm`)")

ROOT = Path(__file__).resolve().parents[2]


def counted(body: str, size: int = 4096) -> Statistics:
    """The counts of a body run by 2 blocks of 64 threads."""
    statistics = Statistics()
    arrays = [Buffer(name, np.zeros(size, np.uint32)) for name in "xy"]
    load(f"{HEAD}{body}\nret;\n}}\n", "compiled").launch("k", 2, 64, arrays, statistics=statistics)
    return statistics


def of(statistics: Statistics, opcode: str) -> Counts:
    return statistics.opcodes[opcode]


GLOBAL = [
    ("st.global.u32 [%rd4], %r1;", 4 * 4, 4 * 4),
    ("st.global.u8 [%rd4], %r1;", 4 * 4, 4),
    ("mad.wide.u32 %rd5, %r3, 32, %rd2; st.global.u32 [%rd5], %r1;", 4 * 32, 4 * 4),
    ("mad.wide.u32 %rd5, %r3, 8, %rd2; st.global.u32 [%rd5], %r1;", 4 * 8, 4 * 4),
    ("mad.wide.u32 %rd5, %r3, 16, %rd2; st.global.v4.u32 [%rd5], {%r1, %r1, %r1, %r1};", 4 * 16, 4 * 16),
    ("mad.wide.u32 %rd5, %r3, 8, %rd2; st.global.u64 [%rd5], %rd1;", 4 * 8, 4 * 8),
    ("st.global.u32 [%rd2], 7;", 4, 4),
    ("add.u64 %rd5, %rd4, 16; st.global.u32 [%rd5], %r1;", 4 * 5, 4 * 4),
    ("red.global.add.u32 [%rd4], 1; st.global.u32 [%rd2], 7;", 4, 4),
]


@pytest.mark.parametrize(("body", "sectors", "least"), GLOBAL)
def test_sectors(body: str, sectors: int, least: int) -> None:
    found = of(counted(body), "st")
    assert (found.sectors, found.least_sectors, found.wavefronts) == (sectors, least, 0)
    assert found.coalescing == least / sectors


SHARED = [("mul.lo.u32 %r4, %r1, 4;", 1), ("and.b32 %r4, %r1, 31; mul.lo.u32 %r4, %r4, 8;", 2), ("and.b32 %r4, %r1, 15; mul.lo.u32 %r4, %r4, 32;", 4),
          ("mov.u32 %r4, 16;", 1), ("and.b32 %r4, %r1, 3; mul.lo.u32 %r4, %r4, 128;", 4)]  # fmt: skip


@pytest.mark.parametrize(("address", "wavefronts"), SHARED)
def test_bank_conflicts(address: str, wavefronts: int) -> None:
    found = of(counted(f"{address} ld.shared.u32 %r5, [%r4]; st.global.u32 [%rd4], %r5;"), "ld")
    assert (found.wavefronts, found.least_wavefronts) == (4 * wavefronts, 4)
    assert found.conflicts == 4 * (wavefronts - 1)


def test_lanes_barriers_and_blocks() -> None:
    found = counted("setp.lt.u32 %p1, %r1, 8; @%p1 bra A; bra B; A: popc.b32 %r5, %r1; B: bar.sync 0; bar.sync 0; clz.b32 %r5, %r1;")
    assert (of(found, "popc").warps, of(found, "popc").lanes) == (2, 16)
    assert of(found, "popc").average_lanes == 8
    assert (of(found, "bar").waits, of(found, "bar").warps) == (8, 8)
    assert (of(found, "clz").warps, of(found, "clz").lanes) == (4, 128)
    assert (found.launches, found.thread_blocks) == (1, 2)
    assert sum(block.warps for block in found.blocks if block.lanes == 16) == 2
    assert found.total.warps == sum(counts.warps for counts in found.opcodes.values())


def test_blocks_that_are_no_multiple_of_32() -> None:
    statistics = Statistics()
    arrays = [Buffer(name, np.zeros(128, np.uint32)) for name in "xy"]
    load(f"{HEAD}popc.b32 %r5, %r1;\nret;\n}}\n", "compiled").launch("k", 1, 40, arrays, statistics=statistics)
    assert (of(statistics, "popc").warps, of(statistics, "popc").lanes) == (2, 40)


def test_a_fault_is_raised_and_counts_are_kept() -> None:
    statistics = Statistics()
    arrays = [Buffer(name, np.zeros(10, np.uint32)) for name in "xy"]
    with pytest.raises(OutOfBounds):
        load(f"{HEAD}popc.b32 %r5, %r1; st.global.u32 [%rd4], %r5;\nret;\n}}\n", "compiled").launch("k", 1, 64, arrays, statistics=statistics)
    assert of(statistics, "popc").warps == 1


def test_lines_of_the_source(tmp_path: Path) -> None:
    path = tmp_path / "k.rs"
    body = "    let i = thread::index_1d().get();\n    y[i] = x[i * 8];\n"
    text = f"use cuda_device::*;\n#[kernel]\npub fn k(x: &[f32], y: &mut [f32]) {{\n{body}}}\n"
    path.write_text(text, "utf-8")
    x, y = np.arange(512, dtype=np.float32), np.zeros(64, np.float32)
    with kernelc.profile() as statistics:
        kernel = kernelc.load(path).k
        for _ in range(3):
            kernel[1, 64](x, y)
    assert y.tolist() == (x[::8]).tolist()
    line = statistics.lines()[str(path), 5]
    assert (line.sectors, line.least_sectors) == (3 * (64 + 8), 3 * 16)
    assert statistics.launches == 3
    assert f"{path}:5" in str(statistics)


def test_the_command_line(capsys: Any) -> None:
    file = str(ROOT / "kernels" / "softmax.rs")
    assert main(["run", f"{file}::softmax", "ones:f32[400]", "zeros:f32[400]", "100", "--grid", "4", "--block", "64", "--profile", "--print", "y"]) == 0
    printed = capsys.readouterr().out
    head, *rows = printed.splitlines()
    assert head.split() == ["line", "warp", "instr.", "lanes", "sectors", "(least)", "bank", "passes", "(least)", "waits"]
    assert any("softmax.rs:19" in row and "sync_threads();" in row and "8" in row for row in rows)
    assert any(row.startswith("total") and "4 blocks, coalescing" in row for row in rows)
    assert "y = [0.01" in printed


def test_without_the_option_nothing_is_counted(capsys: Any) -> None:
    file = str(ROOT / "kernels" / "saxpy.rs")
    assert main(["run", f"{file}::saxpy", "2.0", "ones:f32[40]", "ones:f32[40]", "--block", "64"]) == 0
    assert capsys.readouterr().out == ""
