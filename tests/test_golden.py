"""The PTX of every kernel in `kernels/` is what is kept in `tests/golden/`, is accepted by ptxas, and does not depend on where it is made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kernelc.cli import main

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "golden"
KERNELS = sorted(path.stem for path in (ROOT / "kernels").glob("*.rs"))
LEVELS = ("0", "2")
ARCHITECTURES = ("sm_75", "sm_80", "sm_90", "sm_100")

each_kernel = pytest.mark.parametrize("kernel", KERNELS)


def build(kernel: str, *words: str) -> str:
    """The PTX of a kernel, built in the checkout's folder."""
    command = [sys.executable, "-m", "kernelc", "build", f"kernels/{kernel}.rs", *words]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


@each_kernel
@pytest.mark.parametrize("level", LEVELS)
def test_ptx_is_as_kept(
    kernel: str, level: str, golden: Callable[[Path, str], None], request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    kept = GOLDEN / f"{kernel}.O{level}.ptx"
    if request.config.getoption("--update"):
        golden(kept, build(kernel, f"-O{level}"))
    assert main(["build", f"kernels/{kernel}.rs", f"-O{level}", "--dry-run", "--against", str(kept)]) == 0


@each_kernel
def test_promoted_variables_are_registers(kernel: str) -> None:
    assert ".local" in (GOLDEN / f"{kernel}.O0.ptx").read_text("utf-8")
    assert ".local" not in (GOLDEN / f"{kernel}.O2.ptx").read_text("utf-8")


@each_kernel
@pytest.mark.ptxas
@pytest.mark.slow
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("level", LEVELS)
def test_ptxas_accepts(kernel: str, level: str, architecture: str) -> None:
    from ptx.assemble import assemble

    made = assemble((GOLDEN / f"{kernel}.O{level}.ptx").read_text("utf-8"), architecture)
    assert made.cubin.startswith(b"\x7fELF")
    assert not made.messages
    if level == "2":
        assert all(each.local == each.spill_stores == each.stack_frame == 0 for each in made.resources.values())


EVERY_STAGE = """
import sys
from kernelc.cli import main
for kernel in sys.argv[1:]:
    for level in ("-O0", "-O2"):
        assert main(["build", f"kernels/{kernel}.rs", level, "-g", "--emit", "hir,mir,cfg,dom,ssa,ptx"]) == 0
"""


def every_stage(python: str, folder: Path, **variables: str) -> str:
    """All stages of all kernels, by one process that starts in `folder`."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | variables
    command = [python, "-c", EVERY_STAGE, *KERNELS]
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_hash_seed_and_folder_do_not_show(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "kernels", tmp_path / "kernels")
    assert every_stage(sys.executable, ROOT, PYTHONHASHSEED="1") == every_stage(sys.executable, tmp_path, PYTHONHASHSEED="2")


@pytest.mark.slow
def test_python_version_does_not_show() -> None:
    other = other_python()
    if not other:
        pytest.skip(f"no other Python from 3.11 on found beside {sys.version.split()[0]}")
    assert every_stage(other, ROOT) == every_stage(sys.executable, ROOT)


def other_python() -> str:
    """The newest other interpreter that kernelc supports and that starts, or nothing."""
    names = [f"python3.{minor}" for minor in (15, 14, 13, 12, 11) if minor != sys.version_info.minor]
    known = [*names, *(str(path) for name in names for path in sorted(Path.home().glob(f".pyenv/versions/3.*/bin/{name}")))]
    for candidate in known:
        try:
            if subprocess.run([candidate, "-c", "pass"], capture_output=True, check=False).returncode == 0:
                return candidate
        except OSError:
            continue
    return ""
