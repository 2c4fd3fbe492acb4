"""What the wheel holds, and that it works where nothing but the wheel is installed."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True)
    (found,) = folder.glob("kernelc-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel and nothing else; the folder of its programs."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    programs = folder / "bin"
    command = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "--quiet", "--no-deps", str(wheel)]
    subprocess.run(command, check=True)
    return programs


def test_the_wheel_holds_three_packages_and_their_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"kernelc", "dialect", "ptx"}
    for needed in (
        "kernelc/kernels/saxpy.rs",
        "kernelc/host/cuda_device/Cargo.toml",
        "kernelc/host/cuda_device/src/runtime/scheduler.rs",
        "kernelc/host/cuda_macros/src/lib.rs",
        "kernelc/frontend/rust.lark",
        "kernelc/py.typed",
        "dialect/py.typed",
        "ptx/py.typed",
    ):
        assert needed in names
    assert any(name.startswith("kernelc/core/") and name.endswith(".rs") for name in names)
    assert any(name.startswith("kernelc/frontend/") and name.endswith(".bin") for name in names)


def test_the_wheel_is_small(wheel: Path) -> None:
    assert sum(each.file_size for each in zipfile.ZipFile(wheel).infolist()) < 5_000_000


def test_an_installed_wheel_builds_a_kernel_without_any_dependency(installed: Path, tmp_path: Path) -> None:
    source = tmp_path / "k.rs"
    source.write_text((ROOT / "kernels" / "saxpy.rs").read_text("utf-8"), "utf-8")
    subprocess.run([installed / "kernelc", "build", "k.rs", "-o", "k.ptx"], check=True, cwd=tmp_path)
    here = subprocess.run(
        [sys.executable, "-m", "kernelc", "build", "k.rs"], check=True, cwd=tmp_path, capture_output=True, text=True
    )
    assert (tmp_path / "k.ptx").read_text("utf-8") == here.stdout


def test_an_installed_wheel_finds_its_kernels(installed: Path, tmp_path: Path) -> None:
    code = "from kernelc.kernel_files import kernel_file; print(kernel_file('saxpy'))"
    done = subprocess.run([installed / "python", "-c", code], check=True, cwd=tmp_path, capture_output=True, text=True)
    assert Path(done.stdout.strip()).read_text("utf-8") == (ROOT / "kernels" / "saxpy.rs").read_text("utf-8")


def test_an_installed_wheel_makes_a_project(installed: Path, tmp_path: Path) -> None:
    subprocess.run([installed / "kernelc", "new", "p"], check=True, cwd=tmp_path)
    subprocess.run([installed / "kernelc", "build", "p/kernels.rs", "-o", "p/kernels.ptx"], check=True, cwd=tmp_path)
    assert (tmp_path / "p" / "host" / "cuda_device" / "src" / "lib.rs").is_file()
