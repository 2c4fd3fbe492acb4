"""`DisjointSlice`: each thread has its own element, in launches of a shape in which indices are unique; others are refused by name."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from kernelc import ArgumentError, LaunchError, load

from .support import agreed, compilation, errors, ptx_of

ONE = """
#[kernel]
pub fn k(x: &[f32], mut out: DisjointSlice<f32>) {
    let index = thread::index_1d();
    let i = index.get();
    if let Some(element) = out.get_mut(index) {
        *element = x[i] * 2.0;
    }
}
"""
TWO = """
use cuda_device::thread::Index2D;
#[kernel]
pub fn k(mut out: DisjointSlice<u32, Index2D<5>>) {
    if let Some(index) = thread::index_2d::<5>() {
        let n = index.get() as u32;
        if let Some(element) = out.get_mut(index) {
            *element = n + 1;
        }
    }
}
"""
INDEXED = """
#[kernel]
pub fn k(mut out: DisjointSlice<u32>) {
    let length = out.len() as u32;
    if let Some((element, index)) = out.get_mut_indexed() {
        *element = index.get() as u32 + length * 10;
    }
}
"""


def test_each_thread_writes_its_own_element() -> None:
    x = array("f", range(10))
    assert agreed(ONE, 2, 8, x=x, out=array("f", [0] * 10))["out"].tolist() == [2.0 * i for i in range(10)]
    assert agreed(INDEXED, 2, 8, out=array("I", [0] * 10))["out"].tolist() == [i + 100 for i in range(10)]


def test_two_dimensions_with_a_stride() -> None:
    found = agreed(TWO, (2, 2), (4, 2), out=array("I", [0] * 18))["out"]
    assert found.tolist() == [i + 1 for i in range(18)]


def test_it_is_passed_as_pointer_and_length() -> None:
    (signature,) = compilation(ONE).kernels
    out = signature.params[1]
    assert (out.kind, out.element, out.size, out.mutable, out.words) == ("slice", "f32", 4, True, 2)
    ptx = ptx_of(ONE)
    assert ".param .u64 .ptr .global .align 4 k_param_2,\n\t.param .u64 k_param_3\n" in ptx
    assert ".local" not in ptx


def test_requirements_are_those_of_the_index_space() -> None:
    (one,), (two,) = compilation(ONE).kernels, compilation(TWO).kernels
    assert [str(each) for each in one.requirements] == ["grid and block have one dimension: y and z are 1"]
    assert [str(each) for each in two.requirements] == ["grid and block have two dimensions: z is 1"]
    without = ONE.replace("if let Some(element) = out.get_mut(index) {", "if i < 3 { let element = unsafe { out.get_unchecked_mut(i) };")
    assert compilation(without).kernels[0].requirements == ()


def test_the_launcher_refuses_other_shapes(tmp_path: Path) -> None:
    numpy = pytest.importorskip("numpy")
    path = tmp_path / "k.rs"
    path.write_text(f"use cuda_device::*;{ONE}{TWO.replace('fn k(', 'fn two(')}", "utf-8")
    module = load(path)
    x, out = numpy.arange(8, dtype=numpy.float32), numpy.zeros(8, numpy.float32)
    module.k[2, 4](x, out)
    assert (out == 2 * x).all()
    with pytest.raises(LaunchError, match=r"k needs a launch in which grid and block have one dimension: y and z are 1; grid is \(1, 2, 1\)"):
        module.k[(1, 2), 4](x, out)
    with pytest.raises(LaunchError, match="one dimension"):
        module.k[1, (2, 1, 2)](x, out)
    with pytest.raises(LaunchError, match="two needs a launch in which grid and block have two dimensions"):
        module.two[1, (2, 2, 2)](numpy.zeros(8, numpy.uint32))


ROWS = """
use cuda_device::thread::Runtime2DIndex;
#[kernel]
pub fn k(other: DisjointSlice<u32, Runtime2DIndex>, mut out: DisjointSlice<u32, Runtime2DIndex>) {
    let width = out.row_width();
    let mine = thread::index_2d_runtime(&out);
    let its = thread::index_2d_runtime(&other);
    if let Some(index) = if thread::threadIdx_y() % 2 == 0 { mine } else { its } {
        let value = index.row() as u32 * 1000 + index.col() as u32 * 10 + width;
        if let Some(element) = out.get_mut(index) { *element = value; }
    }
}
"""
WARPS = """
use cuda_device::thread::WarpIndex;
#[kernel]
pub fn k(mut out: DisjointSlice<u32, WarpIndex>) {
    if let Some(index) = thread::warp_index() && let Some(element) = out.get_mut(index) {
        *element += thread::blockIdx_x() * 100 + thread::threadIdx_x();
    }
}
"""


def test_rows_of_a_width_known_at_launch(tmp_path: Path) -> None:
    numpy = pytest.importorskip("numpy")
    (signature,) = compilation(ROWS).kernels
    assert [(p.kind, p.words) for p in signature.params] == [("rows", 3)] * 2
    assert ".param .u64 k_param_4,\n\t.param .u32 k_param_5\n" in ptx_of(ROWS)
    (tmp_path / "k.rs").write_text(f"use cuda_device::*;{ROWS}", "utf-8")
    for level in (0, 2):
        kernel = load(tmp_path / "k.rs", level=level).k
        other, out = numpy.zeros((3, 4), numpy.uint32), numpy.zeros((5, 7), numpy.uint32)
        kernel[(2, 2), (5, 4)](other, out)
        row, column = numpy.indices((5, 7))
        expected = row * 1000 + column * 10 + 7
        expected[(row % 2 == 1) & (column >= 4)] = 0  # the other slice has no such column
        assert (out == expected).all()
        with pytest.raises(ArgumentError, match=r"takes rows, the array has 1 dimensions; write out.reshape\(-1, WIDTH\)"):
            kernel[1, 1](other, out.ravel())
        with pytest.raises(LaunchError, match="two dimensions"):
            kernel[1, (1, 1, 2)](other, out)


def test_one_element_for_each_warp() -> None:
    assert agreed(WARPS, 2, 70, out=array("I", [0] * 7))["out"].tolist() == [0, 32, 64, 100, 132, 164, 0]
    (signature,) = compilation(WARPS).kernels
    assert [each.kind for each in signature.requirements] == ["one-dimensional"]


def test_slices_made_in_the_kernel() -> None:
    text = """
fn fill(slice: &mut DisjointSlice<'_, u32>, value: u32) { if let Some((element, _)) = slice.get_mut_indexed() { *element = value; } }
#[kernel]
pub fn k(out: &mut [u32]) {
    let mut all: DisjointSlice<u32> = unsafe { DisjointSlice::from_raw_parts(out.as_mut_ptr(), 2) };
    fill(&mut all, 5);
    let mut rest: DisjointSlice<u32> = unsafe { DisjointSlice::from_mut_slice(&mut out[4..]) };
    fill(&mut rest, 6);
    let mut rows: DisjointSlice<u32, thread::Runtime2DIndex> = unsafe { DisjointSlice::from_raw_parts_with_space(out.as_mut_ptr().add(2), 2, 1) };
    if let Some(index) = thread::index_2d_runtime(&rows) && let Some(element) = rows.get_mut(index) { *element = 7; }
}
"""
    assert agreed(text, 1, 4, out=array("I", [0] * 6))["out"].tolist() == [5, 5, 7, 0, 6, 6]


def test_an_index_of_another_space_is_refused() -> None:
    text = ONE.replace("DisjointSlice<f32>", "DisjointSlice<f32, thread::Index2D<4>>")
    assert [code for code, _, _ in errors(text)] == ["K0308"]


def test_an_index_serves_once() -> None:
    text = ONE.replace("*element = x[i] * 2.0;", "*element = x[index.get()] * 2.0;")
    assert [code for code, _, _ in errors(text)] == ["K0382"]


def test_launch_bounds_are_written() -> None:
    ptx = ptx_of(ONE.replace("#[kernel]", "#[kernel]\n#[launch_bounds(128, 4)]"))
    assert ".maxntid 128, 1, 1" in ptx
    assert ".minnctapersm 4" in ptx


def test_elements_are_written_in_global_memory() -> None:
    for text, type in ((ONE, "f32"), (TWO, "u32")):
        assert f"st.global.{type}" in ptx_of(text)
