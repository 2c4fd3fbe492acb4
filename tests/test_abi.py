"""docs/abi.md, line by line."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from kernelc import KernelPanic, load
from kernelc.compile import compile_source
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options


def ptx(text: str, **options: object) -> str:
    return compile_source(Source("k.rs", text), Options(**options)).ptx()  # type: ignore[arg-type]


def parameters(signature: str) -> list[str]:
    """The `.param` declarations of `#[kernel] fn k(signature)`."""
    made = ptx(f"#[kernel] pub fn k({signature}) {{}}")
    return re.findall(r"\.param (.*?),?\n", made[: made.index("{")])


@pytest.mark.parametrize(
    ("rust", "words"),
    [
        ("i8", [".s8|.u8|.b8"]),
        ("u8", [".u8"]),
        ("bool", [".u8"]),
        ("i16", [".s16|.u16|.b16"]),
        ("u16", [".u16"]),
        ("i32", [".s32|.u32|.b32"]),
        ("u32", [".u32"]),
        ("char", [".u32"]),
        ("i64", [".s64|.u64|.b64"]),
        ("u64", [".u64"]),
        ("usize", [".u64"]),
        ("isize", [".s64|.u64|.b64"]),
        ("f32", [".f32"]),
        ("f64", [".f64"]),
        ("*mut f32", [".u64 .ptr"]),
        ("*const u8", [".u64 .ptr"]),
        ("&i32", [".u64 .ptr"]),
        ("&mut i32", [".u64 .ptr"]),
        ("&[f32]", [".u64 .ptr", ".u64"]),
        ("&mut [u8]", [".u64 .ptr", ".u64"]),
        ("cuda_device::DisjointSlice<u8>", [".u64 .ptr", ".u64"]),
        ("&[cuda_device::atomic::DeviceAtomicU32]", [".u64 .ptr", ".u64"]),
    ],
)
def test_parameters_stand_in_order_with_their_own_size(rust: str, words: list[str]) -> None:
    declared = parameters(f"first: u16, x: {rust}, last: u16")
    assert declared[0] == ".u16 k_param_0"
    assert declared[-1] == f".u16 k_param_{len(words) + 1}"
    for number, (line, word) in enumerate(zip(declared[1:-1], words, strict=True), 1):
        assert any(line.startswith(each) for each in word.split("|")), line
        assert line.endswith(f" k_param_{number}")


def test_pointers_say_their_space_and_alignment() -> None:
    assert parameters("x: &[f64]")[0] == ".u64 .ptr .global .align 8 k_param_0"
    assert parameters("x: *mut u16")[0] == ".u64 .ptr .global .align 2 k_param_0"


@pytest.mark.parametrize("name", ["ret", "tid", "add", "mov", "entry", "reg", "k_param_0", "f"])
def test_a_kernels_name_is_its_symbol_whatever_it_is(name: str) -> None:
    made = ptx(f"#[kernel] pub fn {name}(ret: u32, tid: &mut [u32]) {{ tid[0] = ret; }}")
    assert f".visible .entry {name}(\n\t.param .u32 {name}_param_0,\n" in made


def test_letters_that_ptx_does_not_know_are_written_by_number() -> None:
    assert ".entry na$Uef_ve(" in ptx("#[kernel] pub fn naïve(x: u32) {}")


def test_two_equal_symbols_are_an_error() -> None:
    with pytest.raises(CompileError, match="k"):
        ptx("#[kernel] pub fn k() {}\n#[kernel] pub fn k() {}")


def test_one_file_is_one_module() -> None:
    made = ptx("#[kernel] pub fn a() {}\n#[kernel] pub fn b() {}\nfn unreached() {}")
    assert re.findall(r"\.entry (\w+)", made) == ["a", "b"]
    assert made.count(".version") == 1
    assert "unreached" not in made


def test_a_panic_is_trap_and_exit_and_an_exception_on_the_cpu(tmp_path: Path) -> None:
    text = "#[kernel] pub fn k(x: &mut [u32]) {\n    x[1] = 5;\n}\n"
    assert re.search(r"\ttrap;\n\texit;\n}\n$", ptx(text))
    (tmp_path / "k.rs").write_text(text)
    with pytest.raises(KernelPanic, match="index out of bounds: the len is 1 but the index is 1") as caught:
        load(str(tmp_path / "k.rs")).k[1, 1](np.zeros(1, np.uint32))
    assert (caught.value.line, caught.value.block, caught.value.thread) == (2, (0, 0, 0), (0, 0, 0))


def test_versions_are_the_lowest_that_do() -> None:
    text = "#[kernel] pub fn k(x: &mut [u32]) { x[0] = 5; }"
    assert ptx(text).startswith(".version 6.0\n.target sm_70\n")
    assert ptx(text, arch="sm_80").startswith(".version 7.0\n.target sm_80\n")
    assert ptx(text, arch="sm_90").startswith(".version 7.8\n.target sm_90\n")
