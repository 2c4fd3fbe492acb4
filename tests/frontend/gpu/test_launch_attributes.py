"""`#[launch_bounds]`, `#[launch_contract]`, `#[kernel(…)]`: what they say is in the PTX and checked at launch; what is not understood is an error."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dialect.parser import parse_module
from dialect.printer import print_module
from kernelc import LaunchError, load

from .support import compilation, errors, ptx_of

CONTRACT = """
const THREADS: u32 = 32 * 2;
#[kernel(launch_context = lc)]
#[launch_bounds(THREADS, 2)]
#[launch_contract(domain = 1, coordinates = u32, block = (THREADS, 1, 1), dynamic_shared = 1024, dynamic_shared_alignment = 128)]
pub fn k(mut out: DisjointSlice<u32>) {
    let bytes = DynamicSharedArray::<u32>::get();
    let i = thread::index_1d_u32(lc).get();
    unsafe {
        *bytes.add(thread::threadIdx_x() as usize) = i;
        if (i as usize) < out.len() { *out.get_unchecked_mut(i as usize) = *bytes.add(thread::threadIdx_x() as usize); }
    }
}
"""


def test_it_is_written_into_the_ptx() -> None:
    ptx = ptx_of(CONTRACT)
    assert ".reqntid 64, 1, 1" in ptx
    assert ".minnctapersm 2" in ptx
    assert ".maxntid" not in ptx
    assert ".extern .shared .align 128 .b8 dynamic$shared[];" in ptx


def test_mir_keeps_it() -> None:
    text = print_module(compilation(CONTRACT).optimised())
    assert "launch_bounds(64, 2) block(64, 1, 1)" in text
    assert print_module(parse_module(text)) == text


def test_the_launcher_checks_it(tmp_path: Path) -> None:
    (tmp_path / "k.rs").write_text("use cuda_device::*;" + CONTRACT)
    for _ in range(2):  # compiled, then from the cache
        kernel = load(tmp_path / "k.rs").k
        out = np.zeros(130, np.uint32)
        kernel[3, 64](out)
        assert (out == np.arange(130)).all()
        kernel[3, 64, None, 1024](out)
        for shape, message in [
            ((3, 32), r"each block has \(64, 1, 1\) threads; grid is \(3, 1, 1\), block is \(32, 1, 1\)"),
            (((3, 2), 64), "grid and block have one dimension: y and z are 1"),
            ((3, 64, None, 512), "there are 1024 bytes of dynamic shared memory; 512 bytes are given"),
            ((2**27, 64), r"coordinates fit 32 bits: along each axis there are at most 2\^32 threads"),
        ]:
            with pytest.raises(LaunchError, match=f"k needs a launch in which {message}"):
                kernel[shape](out)


def test_rows_and_columns_in_32_bits(tmp_path: Path) -> None:
    text = """use cuda_device::*;
#[kernel(launch_context = here)]
#[launch_contract(domain = 2, coordinates = u32)]
pub fn k(width: u32, out: &mut [u32]) {
    let at = thread::coord_2d_u32(here);
    if at.col() < width && at.row() * width < out.len() as u32 { out[(at.row() * width + at.col()) as usize] = at.row() * 100 + at.col(); }
}
"""
    (tmp_path / "k.rs").write_text(text)
    out = np.zeros((5, 7), np.uint32)
    load(tmp_path / "k.rs").k[(2, 3), (4, 2)](7, out)
    assert (out == np.arange(5)[:, None] * 100 + np.arange(7)).all()


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("#[kernel(unknown)] fn k() {}", "K1118", "`#[kernel]` has no such argument"),
        ("#[kernel(fmad = 3)] fn k() {}", "K1118", "`#[kernel]` has no such argument"),
        ("#[kernel(u32)] fn k() {}", "K1118", "`#[kernel]` has no such argument"),
        ("#[kernel(launch_context = 3)] fn k() {}", "K1118", "the launch context is a name"),
        ("#[kernel(launch_context = lc)] fn k() {}", "K1118", "the launch context of `k` needs a launch contract"),
        ("#[kernel] #[launch_bounds] fn k() {}", "K1118", "`#[launch_bounds]` takes 1 or 2 numbers, got 0"),
        ("#[kernel] #[launch_bounds(1, 2, 3)] fn k() {}", "K1118", "`#[launch_bounds]` takes 1 or 2 numbers, got 3"),
        ("#[kernel] #[launch_bounds(0)] fn k() {}", "K1118", "the number of threads is 0, must be between 1 and 1024"),
        ("#[kernel] #[launch_bounds(1025)] fn k() {}", "K1118", "the number of threads is 1025, must be between 1 and 1024"),
        ("#[kernel] #[launch_bounds(X)] fn k() {}", "K0425", "cannot find value `X` in this scope"),
        ("#[kernel] #[launch_bounds(1.5)] fn k() {}", "K0308", "mismatched types"),
        ("#[launch_bounds(1)] fn k() {}", "K1118", "`#[launch_bounds]` stands before a kernel"),
        ("#[kernel] #[launch_contract(domain = 4)] fn k() {}", "K1118", "the domain is 4, must be between 1 and 3"),
        ("#[kernel] #[launch_contract(coordinates = u64)] fn k() {}", "K1118", "coordinates are `u32`"),
        ("#[kernel] #[launch_contract(block = (1, 2))] fn k() {}", "K1118", "a block has three sizes"),
        ("#[kernel] #[launch_contract(block = (1, 2, 65))] fn k() {}", "K1118", "block.z is 65, must be between 1 and 64"),
        ("#[kernel] #[launch_contract(block = (64, 64, 1))] fn k() {}", "K1118", "a block of 4096 threads"),
        ("#[kernel] #[launch_contract(dynamic_shared_alignment = 48)] fn k() {}", "K1118", "the alignment 48 is no power of two"),
        ("#[kernel] #[launch_contract(domain = 1, domain = 1)] fn k() {}", "K1118", "`domain` is given twice"),
        ("#[kernel] #[launch_contract(size = 1)] fn k() {}", "K1118", "`#[launch_contract]` has no such argument"),
        ("#[kernel] #[launch_contract(requires = (1 < 2))] fn k() {}", "K1108", "conditions on arguments (`requires`) are not supported yet"),
        ("#[kernel] #[cluster_launch(2, 1, 1)] fn k() {}", "K1108", "the attribute `cluster_launch` is not supported yet"),
        ("#[kernel] #[cooperative_launch] fn k() {}", "K1108", "the attribute `cooperative_launch` is not supported yet"),
    ],
)
def test_what_is_not_understood_is_an_error(text: str, code: str, message: str) -> None:
    assert [(c, m) for c, _, m in errors("\n" + text)][:1] == [(code, message)]
