"""`kernelc new`: a project that kernelc builds and cargo checks; nothing that is there is overwritten but the host crates."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelc.cli import main
from kernelc.host_crates import host_files, host_folder
from tests.host.support import cargo, needs_cargo

Captured = pytest.CaptureFixture[str]


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_new_project_builds(tmp_path: Path, capsys: Captured) -> None:
    project = tmp_path / "project"
    assert main(["new", str(project)]) == 0
    assert "kernelc build" in capsys.readouterr().out
    assert files(project) == {"kernels.rs", "Cargo.toml", ".gitignore", *[f"host/{name}" for name in host_files()]}
    assert main(["build", str(project / "kernels.rs")]) == 0
    assert ".visible .entry saxpy(" in capsys.readouterr().out


def test_the_crates_are_whole(tmp_path: Path) -> None:
    assert main(["new", str(tmp_path / "new")]) == 0
    assert {"cuda_device/Cargo.toml", "cuda_device/src/lib.rs", "cuda_device/src/runtime/mod.rs", "cuda_macros/src/lib.rs"} <= set(host_files())
    assert files(Path(host_folder())) == set(host_files())
    for name in host_files():
        assert (tmp_path / "new" / "host" / name).read_bytes() == Path(host_folder(), name).read_bytes()


@needs_cargo
def test_cargo_checks_and_runs_a_new_project(tmp_path: Path) -> None:
    """A test of the user's own launches the kernel on the host."""
    project = tmp_path / "project"
    assert main(["new", str(project)]) == 0
    kernels = project / "kernels.rs"
    kernels.write_text(kernels.read_text("utf-8") + TEST, "utf-8")
    checked = cargo(project, tmp_path / "target", "check")
    assert (checked.returncode, "warning" in checked.stderr) == (0, False), checked.stderr
    tested = cargo(project, tmp_path / "target", "test")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert "1 passed" in tested.stdout
    assert main(["build", str(kernels), "-o", str(tmp_path / "k.ptx")]) == 0


TEST = """
#[cfg(test)]
mod tests {
    use cuda_device::{DisjointSlice, runtime::launch};

    #[test]
    fn saxpy_adds() {
        let x = [1.0, 2.0, 3.0];
        let mut y = [10.0, 20.0, 30.0];
        let place = y.as_mut_ptr();
        launch([1, 1, 1], [32, 1, 1], 0, || super::saxpy(2.0, &x, unsafe { std::slice::from_raw_parts_mut(place, 3) })).unwrap();
        assert_eq!(y, [12.0, 24.0, 36.0]);
        assert_eq!(unsafe { DisjointSlice::<f32>::from_raw_parts(place, 3) }.len(), 3);
        let trap = launch([1, 1, 1], [4, 1, 1], 0, || assert!(cuda_device::thread::threadIdx_x() < 2, "too far")).unwrap_err();
        assert_eq!((trap.thread_index, trap.message.as_str()), ([2, 0, 0], "too far"));
    }
}
"""


def test_what_is_there_stays(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "kernels.rs").write_text("mine")
    assert main(["new", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert files(tmp_path) == {"kernels.rs"}
    assert main(["new", str(tmp_path / "kernels.rs")]) == 2
    assert main(["new", "--host-crates", str(tmp_path)]) == 0
    assert main(["new", "--host-crates", str(tmp_path)]) == 0
    assert files(tmp_path) == {"kernels.rs", *[f"host/{name}" for name in host_files()]}
    assert (tmp_path / "kernels.rs").read_text() == "mine"


def test_bad_places(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "file").write_text("")
    assert main(["new", str(tmp_path / "file" / "below")]) == 2
    assert "cannot make" in capsys.readouterr().err
    assert main(["new"]) == 2
    assert main(["new", "a", "b"]) == 2
