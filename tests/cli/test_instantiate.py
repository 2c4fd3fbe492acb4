"""`--instantiate`: instances of generic kernels from the command line, and what is wrong with the text of one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernelc.cli import main

SOURCE = """#[kernel]
pub fn fill<T: Copy, const N: usize>(a: [T; N], x: &mut [T]) { x[0] = a[N - 1]; }
#[kernel]
pub fn plain(x: &mut [u32]) { x[0] = 1; }
fn helper() {}
"""
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.rs").write_text(SOURCE)
    return tmp_path


def entries(ptx: str) -> list[str]:
    return re.findall(r"\.entry (\S+)\(", ptx)


def test_instances_stand_beside_the_other_kernels(capsys: Captured) -> None:
    assert main(["build", "k.rs", "--instantiate", "fill::<f32, 2>, fill::<u8, 3>", "--instantiate", "fill::<u8, 3>"]) == 0
    assert entries(capsys.readouterr().out) == ["plain", "fill$$$Lf32$C$S2$G", "fill$$$Lu8$C$S3$G"]


def test_instances_alone(capsys: Captured) -> None:
    assert main(["build", "k.rs", "--only-instances", "--instantiate", "fill::<(u8, [f32; 2]), 1>"]) == 0
    (name,) = entries(capsys.readouterr().out)
    assert name.startswith("fill$$$L")


def test_an_instance_is_run_by_its_path(capsys: Captured) -> None:
    (Path("k.rs")).write_text("#[kernel] pub fn twice<T: Copy + core::ops::Add<Output = T>>(x: &mut [T]) { x[0] = x[0] + x[0]; }")
    assert main(["run", "k.rs::twice::<u8>", "x=ones:u8[2]", "--print", "x"]) == 0
    assert main(["run", "k.rs::twice::<f64>", "x=ones:f64[2]", "--print", "x"]) == 0
    assert capsys.readouterr().out == "x = [2 1]\nx = [2. 1.]\n"


def test_a_generic_kernel_without_arguments_is_told_what_to_write(capsys: Captured) -> None:
    assert main(["run", "k.rs::fill", "x=ones:u8[2]"]) == 2
    assert "`fill` is generic: say with which arguments, as in 'k.rs::fill::<T, N>'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fill", "error[K0282]: type annotations needed"),
        ("fill::<f32>", "error[K0282]: type annotations needed"),
        ("fill::<f32, 1, 2>", "error[K0107]"),
        ("fill::<f32, f32>", "error[K0425]: cannot find value `f32` in this scope"),
        ("missing::<f32>", "error[K0425]: cannot find value `missing` in this scope"),
        ("helper", "error[K1109]: `helper` is not a kernel"),
        ("3", "error[K1109]: `3` is not a kernel"),
        ("plain; plain", "error[K1109]: `plain; plain` is not a kernel"),
        ("} fn x() {", "error["),
        ("fill::<", "error["),
    ],
)
def test_what_is_wrong_is_shown_in_the_text(capsys: Captured, text: str, message: str) -> None:
    assert main(["build", "k.rs", "-o", "k.ptx", "--instantiate", text]) == 1
    error = capsys.readouterr().err
    assert message in error
    assert " --> --instantiate:1:" in error
    assert not Path("k.ptx").exists()


def test_a_file_of_generic_kernels_says_how_to_name_one(capsys: Captured) -> None:
    Path("k.rs").write_text("#[kernel] pub fn k<T, const N: usize>(x: &mut [T]) {}")
    assert main(["build", "k.rs"]) == 1
    assert "help: say with which arguments it is to be compiled: --instantiate 'k::<T, N>'" in capsys.readouterr().err


def test_impls_are_those_of_the_file(capsys: Captured) -> None:
    Path("k.rs").write_text(
        "pub trait Field { const ZERO: Self; } impl Field for f32 { const ZERO: f32 = 0.0; }\n"
        "#[kernel] pub fn clear<T: Field>(x: &mut [T]) { x[0] = T::ZERO; }"
    )
    assert main(["build", "k.rs", "--instantiate", "clear::<f32>"]) == 0
    assert entries(capsys.readouterr().out) == ["clear$$$Lf32$G"]
