"""What runs a kernel on the CPU: chosen by option or environment, said with -v, native code kept on disk; building imports none of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kernelc import KernelPanic, LaunchError, load
from kernelc.runtime import objects
from kernelc.runtime.artifact import digest
from kernelc.runtime.cache import compiler_fingerprint, installed
from kernelc.version import VERSION
from tests.runtime.support import ROOT, load_text

pytest.importorskip("llvmlite")
SQUARES = "#[kernel] pub fn k(out: &mut [u32]) { let i = thread::index_1d().get(); if i < out.len() { out[i] = (i * i) as u32; } }"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and native code asked for."""
    place = tmp_path / "cache"
    monkeypatch.setenv("KERNELC_CACHE", str(place))
    monkeypatch.setenv("KERNELC_EXECUTOR", "compiled")
    return place


def test_the_environment_chooses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for executor in ("compiled", "reference"):
        monkeypatch.setenv("KERNELC_EXECUTOR", executor)
        kernel, out = load_text(tmp_path, SQUARES).k, np.zeros(100, np.uint32)
        kernel[4, 32](out)
        assert out.tolist() == [i * i for i in range(100)]
        assert (kernel.module_code.machine._launcher is None) == (executor == "reference")
    monkeypatch.setenv("KERNELC_EXECUTOR", "quick")
    with pytest.raises(LaunchError, match="`quick` is not one of reference, compiled"):
        load_text(tmp_path, SQUARES).k[1, 1](np.zeros(1, np.uint32))


def test_a_panic_has_its_message_and_place(tmp_path: Path) -> None:
    kernel = load_text(tmp_path, "#[kernel] pub fn k(x: &[u32], out: &mut [u32]) {\n let i = thread::index_1d().get();\n out[i] = x[i + 3];\n}").k
    with pytest.raises(KernelPanic, match="index out of bounds: the len is 40 but the index is 40") as caught:
        kernel[2, 32](np.zeros(40, np.uint32), np.zeros(64, np.uint32))
    assert (caught.value.line, caught.value.thread, caught.value.block) == (4, (5, 0, 0), (1, 0, 0))


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kernelc", *words]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def test_run_says_what_ran_and_why(tmp_path: Path) -> None:
    file = tmp_path / "t.rs"
    prints = 'fn down(n: u64) -> u64 { if n == 0 { return 7; } gpu_printf!("{}", n); down(n - 1) }'
    file.write_text(f"use cuda_device::*;\n{prints}\n#[kernel] pub fn k(out: &mut [u64]) {{ out[0] = down(2); }}\n")
    words = (f"{file}::k", "-v", "out=zeros:u64[1]")
    assert "note: k ran in the reference interpreter\n" in run("run", *words, "--executor", "reference").stderr
    assert "note: k ran in the reference interpreter: " in run("run", *words).stderr
    saxpy = ("kernels/saxpy.rs::saxpy", "-v", "2.0", "x=ones:f32[9]", "y=zeros:f32[9]", "--block", "32", "--print", "y")
    found = run("run", *saxpy)
    assert "note: saxpy ran in native code\n" in found.stderr
    assert "[2. 2. 2. 2. 2. 2. 2. 2. 2.]" in found.stdout


def test_native_code_is_kept_and_a_damaged_entry_made_again(folder: Path) -> None:
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"native code"

    assert [objects.stored("text", make) for _ in range(3)] == [b"native code"] * 3
    assert len(made) == 1
    key = digest(f"{compiler_fingerprint()}\0text".encode())
    (entry,) = [path for path in folder.rglob("*") if path.is_file() and key[2:] in path.name]
    assert entry.stat().st_mode & 0o077 == 0
    entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    assert objects.stored("text", make) == b"native code"
    assert len(made) == 2
    folder.chmod(0o777)
    assert objects.stored("text", make) == b"native code"
    assert len(made) == 3


def test_a_second_process_finds_native_code(folder: Path) -> None:
    code = (
        "import numpy as np, kernelc, ptx.vm.compiled.native.compile as native\n"
        "made = []; make = native.compile_object; native.compile_object = lambda text: made.append(1) or make(text)\n"
        "x = np.ones(9, 'f'); y = np.zeros(9, 'f'); kernelc.load('kernels/saxpy.rs').saxpy[1, 32](2.0, x, y); print(y.sum(), len(made))"
    )
    outputs = [subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert [output.split() for output in outputs] == [["18.0", "2"], ["18.0", "0"]]  # the kernel, and what all kernels call


def test_kept_code_needs_no_llvm_and_no_parser() -> None:
    code = (
        "import sys, numpy as np, kernelc\n"
        "x = np.ones(9, 'f'); y = np.zeros(9, 'f'); kernelc.load('kernels/saxpy.rs').saxpy[1, 32](2.0, x, y)\n"
        "print(y.sum(), [m for m in sys.modules if m in ('llvmlite.binding', 'ptx.parser', 'ptx.isa', 'kernelc.compile', 'ptx.vm.machine')])"
    )
    outputs = [subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert outputs[1] == "18.0 []\n"
    assert outputs[0] != outputs[1]


def test_kept_ptx_needs_no_parser(tmp_path: Path) -> None:
    file = tmp_path / "saxpy.ptx"
    file.write_text(load(str(ROOT / "kernels" / "saxpy.rs")).ptx)
    code = (
        f"import sys, numpy as np, kernelc; from numpy import uint64\nx = np.ones(9, 'f'); y = np.zeros(9, 'f')\n"
        f"kernelc.load({str(file)!r}).saxpy[1, 32](2.0, x, uint64(9), y, uint64(9))\n"
        "print(y.sum(), [m for m in sys.modules if m in ('llvmlite.binding', 'ptx.parser', 'ptx.isa')])"
    )
    outputs = [subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert outputs[1] == "18.0 []\n"
    assert outputs[0] != outputs[1]


def test_kept_code_says_the_same_of_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "k.rs"
    file.write_text("#[kernel] pub fn k(x: &mut [u32]) {\n    let i = cuda_device::thread::index_1d().get();\n    x[i + 1] = 1;\n}\n")
    code = f"import numpy as np, kernelc\ntry: kernelc.load({str(file)!r}).k[1, 8](np.zeros(8, 'u4'))\nexcept kernelc.KernelPanic as fault: print(fault)"
    outputs = [subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert "index out of bounds: the len is 8 but the index is 8" in outputs[0]
    assert f"{file}:3:5" in outputs[0]
    assert outputs[0] == outputs[1]


def test_an_installation_is_known_by_its_list_of_files(tmp_path: Path) -> None:
    folders = [str(tmp_path / name) for name in ("kernelc", "dialect", "ptx")]
    assert installed(folders) == []
    record = tmp_path / f"kernelc-{VERSION}.dist-info" / "RECORD"
    record.parent.mkdir()
    record.write_text("kernelc/__init__.py,,\n")
    first = installed(folders)
    assert first != []
    assert installed([*folders[:2], str(tmp_path / "elsewhere" / "ptx")]) == []
    record.write_text("kernelc/__init__.py,,\nkernelc/more.py,,\n")
    assert installed(folders) not in ([], first)


def test_building_imports_neither_llvm_nor_the_executor() -> None:
    code = (
        "import sys; from kernelc.cli import main; main(['build', 'kernels/saxpy.rs', '-o', '-'])\n"
        "print([m for m in sys.modules if 'llvm' in m or 'ptx.vm' in m], file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stderr.strip() == "[]"
    assert load is not None
