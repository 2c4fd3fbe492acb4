"""`kernelc.testing` and the pytest plugin."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kernelc import load
from kernelc.testing import assert_ptx
from tests.runtime.support import ROOT, load_text

SAXPY = ROOT / "kernels" / "saxpy.rs"


def test_what_is_there_and_what_is_not() -> None:
    kernel = load(SAXPY).saxpy
    assert_ptx(kernel, "fma.rn.f32", "st.global.f32", no=["ld.local", "st.local"])
    assert_ptx(kernel, re.compile(r"ld\.global(\.nc)?\.f32"), no="ld.local")
    assert_ptx(load(SAXPY), ".entry saxpy(")
    assert_ptx(kernel.ptx() + "\n// ld.local", no=["ld.local"])


def test_the_message_shows_the_ptx() -> None:
    kernel = load(SAXPY, level=0).saxpy
    with pytest.raises(AssertionError) as caught:
        assert_ptx(kernel, "fma.rn.f64", "nothing", no=["st.local.f32"])
    text = str(caught.value)
    lines = kernel.ptx().splitlines()
    first = next(number for number, line in enumerate(lines) if "st.local.f32" in line)
    assert text.startswith("the PTX of saxpy has no `fma.rn.f64`\nthe PTX of saxpy has no `nothing`\n`st.local.f32` should not be there, but is in line")
    assert f"\n> {first + 1:3} | {lines[first]}".replace("\t", "    ") in text
    assert f"\n  {first + 2:3} | {lines[first + 1]}".replace("\t", "    ") in text
    with pytest.raises(ValueError, match="empty"):
        assert_ptx(kernel, "")


def test_other_kernels_of_the_module_do_not_count(tmp_path: Path) -> None:
    text = """
    #[kernel] pub fn add(x: &mut [f32]) { x[0] = x[0] + 1.5; }
    #[kernel] pub fn div(x: &mut [f32]) { x[0] = x[0] / 1.5; }
    """
    module = load_text(tmp_path, text)
    assert_ptx(module.add, "add.rn.f32", no=["div.rn.f32"])
    assert_ptx(module.div, "div.rn.f32", no=["add.rn.f32"])
    assert_ptx(module, "div.rn.f32", "add.rn.f32")


CONFTEST = 'pytest_plugins = ["kernelc.pytest_plugin"]\n'
TEST = f"""
from kernelc import load
def test_saxpy(golden_ptx):
    golden_ptx(load({str(SAXPY)!r}).saxpy, "saxpy.ptx")
"""


def run_pytest(folder: Path, *words: str) -> Any:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words, "test_mine.py"]
    return subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)


def test_golden_files(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_mine.py").write_text(TEST)
    missing = run_pytest(tmp_path)
    assert (missing.returncode, "saxpy.ptx is missing: run pytest --kernelc-update" in missing.stdout) == (1, True)
    assert run_pytest(tmp_path, "--kernelc-update").returncode == 0
    golden = tmp_path / "saxpy.ptx"
    text = golden.read_text()
    golden.write_text(text.replace("%p", "%q"))
    assert run_pytest(tmp_path).returncode == 0
    golden.write_text(text.replace("fma.rn.f32", "fma.rz.f32"))
    failed = run_pytest(tmp_path)
    assert (failed.returncode, "the PTX has another meaning than" in failed.stdout, "fma.rz.f32" in failed.stdout) == (1, True, True)
