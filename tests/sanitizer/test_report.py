"""How findings are told: the report, the exception, the command line; what is not possible; and that watching changes nothing else."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kernelc
from kernelc.cli import main
from ptx.vm import Buffer, LoadError, load
from ptx.vm.findings import GLOBAL_RACE, ORDER, SHARED_RACE
from ptx.vm.sanitizer import Sanitizer

from .fault_programs import HEAD
from .programs import HEAD as RUST

pytest.importorskip("llvmlite", reason="the sanitizer needs llvmlite (extra `vm`)")

RACY = f"""{RUST}
#[kernel]
pub fn k(x: &[u32], y: &mut [u32]) {{
    let tile = shared::<[u32; 64]>();
    let t = threadIdx_x() as usize;
    tile[t] = x[t];
    y[t] = tile[63 - t];
}}

#[kernel]
pub fn fine(x: &[u32], y: &mut [u32]) {{
    let i = index_1d().get();
    if i < y.len() {{ y[i] = x[i]; }}
}}

#[kernel]
pub fn two_faults(x: &[u32], y: &mut [u32]) {{
    let i = index_1d().get();
    if i == 3 {{ y[x[100] as usize] = 1; }}
    y[i] = 1;
    if i == 5 {{ y[x[200] as usize] = 1; }}
    y[i] = 2;
}}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "k.rs"
    path.write_text(RACY, "utf-8")
    return path


def arrays(count: int = 64) -> list[Any]:
    return [np.arange(count, dtype=np.uint32), np.zeros(count, np.uint32)]


def test_the_report_names_both_accesses(file: Path) -> None:
    with kernelc.sanitize(check=False) as report:
        kernelc.load(file).k[1, 64](*arrays())
    finding = report[0]
    assert finding.kind == SHARED_RACE
    assert finding.access is not None
    assert finding.before is not None
    lines = RACY.splitlines()
    for touch in (finding.access, finding.before):
        assert touch.place.file == str(file)
        assert "tile[" in lines[touch.place.line - 1]
        assert touch.place.column
        assert touch.block == (0, 0, 0)
        assert touch.size == 4
        assert touch.place.ptx_line
    assert {finding.access.verb, finding.before.verb} == {"read", "write"}
    assert finding.access.thread != finding.before.thread
    assert sum(each.count for each in report) == 64
    text = str(report)
    assert text.startswith("========= shared memory race: at offset ")
    assert text.endswith("========= summary: 2 errors, 64 hazards")
    assert "[32 hazards]" in text


def test_the_name_of_the_array_and_the_element(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "g.rs"
    path.write_text(f"{RUST}#[kernel] pub fn k(data: &mut [u64]) {{ data[3] += threadIdx_x() as u64; }}", "utf-8")
    with kernelc.sanitize(check=False) as report:
        kernelc.load(path).k[1, 8](np.zeros(5, np.uint64))
    assert report.kinds() == [GLOBAL_RACE]
    assert (report[0].name, report[0].offset, report[0].element) == ("data", 24, 3)
    assert "argument `data` (40 bytes)" in report[0].problem


def test_findings_are_raised_at_the_end(file: Path) -> None:
    module = kernelc.load(file)
    with pytest.raises(kernelc.SanitizerError) as caught, kernelc.sanitize():
        module.k[1, 64](*arrays())
    assert isinstance(caught.value, kernelc.KernelError)
    assert caught.value.report[0].kind == SHARED_RACE
    assert caught.value.file == str(file)
    assert caught.value.line
    with pytest.raises(ZeroDivisionError), kernelc.sanitize():
        module.k[1, 64](*arrays())
        raise ZeroDivisionError
    with kernelc.sanitize() as report:
        module.fine[2, 64](*arrays(100))
    assert not report.findings
    assert str(report) == "========= summary: 0 errors"


def test_without_the_block_nothing_is_watched(file: Path) -> None:
    module = kernelc.load(file)
    with kernelc.sanitize():
        threading.Thread(target=module.k[1, 64], args=arrays()).start()
    module.k[1, 64](*arrays())
    outer = kernelc.sanitize(check=False)
    with outer, pytest.raises(RuntimeError, match="at work already"):
        outer.__enter__()
    with pytest.raises(ValueError, match="must be an integer from 1 upwards"):
        kernelc.sanitize(max_errors=0)


def test_lanes_go_on_after_a_fault(file: Path) -> None:
    x, y = arrays(64)
    with kernelc.sanitize(check=False) as report:
        kernelc.load(file).two_faults[1, 64](x, y)
    assert report.kinds() == ["panic"]
    assert [finding.thread for finding in report] == [(3, 0, 0), (5, 0, 0)]
    assert "index out of bounds: the len is 64 but the index is 200" in report[1].problem
    assert y.tolist() == [2, 2, 2, 0, 2, 1, *[2] * 58]
    with kernelc.sanitize(max_errors=1, check=False) as report:
        kernelc.load(file).two_faults[1, 64](*arrays(64))
    assert len(report) == 1
    assert report.is_cut or len(report) == 1


def test_unchecked_accesses_are_counted(file: Path) -> None:
    with kernelc.sanitize(check=False) as report:
        kernelc.load(file, unchecked=True).fine[1, 64](np.zeros(10, np.uint32), np.zeros(64, np.uint32))
    assert report.kinds() == ["out of bounds"]
    assert (report[0].name, report[0].element, report[0].count) == ("x", 10, 54)
    assert report[0].error is not None


def test_order_keeps_the_first_results_and_statics(tmp_path: Path) -> None:
    path = tmp_path / "g.rs"
    path.write_text(f"""{RUST}
static COUNT: DeviceAtomicU32 = DeviceAtomicU32::new(0);
#[kernel] pub fn k(y: &mut [u32]) {{
    let before = COUNT.fetch_add(1, AtomicOrdering::Relaxed);
    y[index_1d().get()] = before;
}}""", "utf-8")
    module = kernelc.load(path)
    y = np.zeros(64, np.uint32)
    for round in range(2):
        with kernelc.sanitize(order=True, check=False) as report:
            module.k[2, 32](y)
        assert y.tolist() == list(range(64 * round, 64 * round + 64))
        assert report.kinds() == [ORDER]
        assert report[0].name == "y"
        assert report[0].details["elements"] == list(range(64))


@pytest.mark.parametrize(("words", "code"), [(("::fine",), 0), (("::k",), 1), (("::k", "--max-errors", "1"), 1), (("::fine", "--order", "--print", "y"), 0)])
def test_the_command_line(file: Path, words: tuple[str, ...], code: int, capsys: Any) -> None:
    name, *more = words
    assert main(["sanitize", f"{file}{name}", "arange:u32[64]", "zeros:u32[64]", "--block", "64", *more]) == code
    printed = capsys.readouterr()
    assert printed.out == ("" if "--print" not in more else f"y = {np.arange(64, dtype=np.uint32)}\n")
    assert (printed.err == "") == (code == 0)
    if code:
        assert f"{file}:" in printed.err
        assert printed.err.endswith(("hazards\n", "(stopped at the most errors wanted)\n"))


def test_the_command_line_says_what_is_wrong_with_itself(file: Path, capsys: Any) -> None:
    assert main(["sanitize"]) == 2
    assert main(["sanitize", f"{file}::k", "arange:u32[64]", "zeros:u32[64]", "--max-errors", "0"]) == 2
    assert main(["sanitize", f"{file}::k"]) == 2
    assert "sanitize needs a kernel" in capsys.readouterr().err


def launch(body: str) -> None:
    arrays = [Buffer(name, np.zeros(128, np.uint32)) for name in "xy"]
    load(f"{HEAD}{body}\nret;\n}}\n", "compiled").launch("k", 1, 64, arrays, sanitizer=Sanitizer())


def test_what_is_not_compiled_is_named() -> None:
    with pytest.raises(LoadError, match=r"cannot run under the sanitizer: `mapa.*a block of a cluster that may be another one"):
        launch("mapa.u64 %rd5, %rd1, %r1;")


def test_the_extra_is_named(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr("ptx.vm.compiled.native.compile.llvm", lambda: None)
    with pytest.raises(kernelc.NotSupported, match="extra `vm`"), kernelc.sanitize():
        kernelc.load(file).fine[1, 64](*arrays())
    assert main(["sanitize", f"{file}::fine", "arange:u32[64]", "zeros:u32[64]", "--block", "64"]) == 3
    assert "extra `vm`" in capsys.readouterr().err


def test_the_reference_interpreter_is_not_needed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches are watched natively whatever runs them otherwise."""
    monkeypatch.setenv("KERNELC_EXECUTOR", "reference")
    with kernelc.sanitize(check=False) as report:
        kernelc.load(file).k[1, 64](*arrays())
    assert report.kinds() == [SHARED_RACE]


def test_an_empty_grid_runs_nothing(file: Path) -> None:
    with kernelc.sanitize():
        kernelc.load(file).k[0, 64](*arrays())


def test_sanitize_and_profile_exclude_each_other(file: Path) -> None:
    with pytest.raises(kernelc.LaunchError, match="cannot watch one launch"), kernelc.sanitize(), kernelc.profile():
        kernelc.load(file).fine[1, 64](*arrays())
