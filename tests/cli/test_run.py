"""`kernelc run`, `demo` and `doctor`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kernelc.cli import main

ROOT = Path(__file__).resolve().parents[2]
SAXPY = str(ROOT / "kernels" / "saxpy.rs")
SOURCE = """\
use cuda_device::{kernel, thread};

#[kernel]
pub fn double(x: &mut [i32]) {
    let i = thread::index_1d().get();
    x[i] = 2 * x[i];
}

#[kernel]
pub fn place(x: &mut [u32], by: u32, on: bool) {
    if on {
        x[thread::index_1d().get()] = thread::threadIdx_y() + by;
    }
}
"""

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with `k.rs`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.rs").write_text(SOURCE)
    return tmp_path


def test_arguments_in_order_and_by_name(capsys: Captured) -> None:
    launch = ["--grid", "2", "--block", "4", "--print", "y,a"]
    assert main(["run", f"{SAXPY}::saxpy", *launch, "2.0", "arange:f32[6]", "ones:f32[6]"]) == 0
    assert main(["run", SAXPY, *launch, "y=ones:f32[6]", "2", "x=arange:f32[6]"]) == 0
    assert capsys.readouterr().out == "y = [ 1.  3.  5.  7.  9. 11.]\na = 2.0\ny = [ 1.  3.  5.  7.  9. 11.]\na = 2\n"


def test_negative_numbers(capsys: Captured) -> None:
    assert main(["run", SAXPY, "-2.5", "ones:f32[1]", "zeros:f32[1]", "--print", "y"]) == 0
    assert capsys.readouterr().out == "y = [-2.5]\n"


def test_two_dimensional_launch(capsys: Captured) -> None:
    assert main(["run", "k.rs::place", "--block", "1,3", "zeros:u32[1]", "7", "true", "--print", "x"]) == 0
    assert capsys.readouterr().out in {f"x = [{value}]\n" for value in (7, 8, 9)}


def test_files_in_and_out(folder: Path, capsys: Captured) -> None:
    np.save("in.npy", np.array([1, -2, 3], np.int32))
    assert main(["run", "k.rs::double", "--block", "3", "in.npy", "--save", "x"]) == 0
    assert capsys.readouterr().out == ""
    assert np.load("x.npy").tolist() == [2, -4, 6]
    assert np.load("in.npy").tolist() == [1, -2, 3]


def test_random_arguments_are_repeatable(capsys: Captured) -> None:
    command = ["run", "k.rs::double", "rand:i32[5]", "--print", "x", "--block", "5"]
    printed = []
    for seed in ("1", "1", "2"):
        assert main([*command, "--seed", seed]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != printed[2]


def test_a_panic_is_exit_1_with_place_and_values(capsys: Captured) -> None:
    assert main(["run", "k.rs::double", "--block", "4", "zeros:i32[3]", "--print", "x"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "k.rs:6:" in printed.err
    assert "index out of bounds: the len is 3 but the index is 3" in printed.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "run needs a kernel"),
        (["k.rs"], "`k.rs` has 2 kernels (double, place): say which"),
        (["k.rs::doubel"], "`k.rs` has no kernel `doubel`; it has double, place"),
        (["k.txt::f"], "`k.txt` is neither a .rs nor a .ptx file"),
        (["k.rs::double"], "double takes 1 argument; no value for x"),
        (["k.rs::double", "zeros:i32[1]", "3"], "`3` is one argument too many"),
        (["k.rs::double", "y=3"], "double has no parameter `y` left for `y=3`"),
        (["k.rs::double", "x=zeros:i32[1]", "x=zeros:i32[1]"], "double has no parameter `x` left"),
        (["k.rs::double", "zeros:f32[1]"], "argument `x` of double: expected dtype int32"),
        (["k.rs::double", "zeros:i32[1]", "--print", "z"], "double has no parameter `z`; it has x"),
        (["k.rs::double", "zeros:i32[1]", "--grid", "0,x"], "--grid: `0,x` is not one to three numbers"),
        (["k.rs::double", "zeros:i32[1]", "--shared", "-4"], "--shared: `-4` is not a number from 0 upwards"),
        (["k.rs::double", "zeros:i32[1]", "--seed", "-1"], "--seed: `-1` is not a number"),
        (["k.rs::place", "zeros:u32[1]", "-1", "true"], "-1 does not fit into u32"),
    ],
)
def test_bad_command_lines(words: list[str], said: str, capsys: Captured) -> None:
    assert main(["run", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err


def test_a_wrong_source_is_reported(folder: Path, capsys: Captured) -> None:
    (folder / "k.rs").write_text(SOURCE.replace("2 * x", "2 * z"))
    assert main(["run", "k.rs::double", "zeros:i32[1]"]) == 1
    assert "cannot find value `z`" in capsys.readouterr().err


def test_without_a_gpu_the_exit_code_is_3(capsys: Captured) -> None:
    from kernelc.cli.devices import ask_driver

    if not ask_driver().problem:
        pytest.skip("this machine has a GPU")
    assert main(["run", "k.rs::double", "zeros:i32[1]", "--device", "gpu"]) == 3
    assert "kernelc: --device gpu: " in capsys.readouterr().err


def test_demo(capsys: Captured) -> None:
    assert main(["demo"]) == 0
    printed = capsys.readouterr().out
    assert ".visible .entry saxpy(" in printed
    assert printed.endswith("saxpy[391, 256] over 100000 elements equals NumPy: OK\n")


def test_demo_without_ptxas(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("KERNELC_PTXAS", "/absent/ptxas")
    assert main(["demo"]) == 0
    assert "==== assembled by ptxas ====\nleft out: KERNELC_PTXAS is" in capsys.readouterr().out


def test_doctor(capsys: Captured) -> None:
    assert main(["doctor"]) == 0
    printed = capsys.readouterr().out
    for word in ("kernelc", "Python", "numpy", "ptxas", "driver", "GPU"):
        assert f"\n{word} " in f"\n{printed}"
    assert "yes  compile kernels to PTX" in printed
    assert "yes  run kernels on the CPU" in printed
