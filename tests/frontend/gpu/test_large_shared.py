"""More than 48 KB of shared arrays: they lie in dynamic shared memory, at offsets that all kernels of the module agree on, and the launch adds the bytes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from dialect.parser import parse_module
from dialect.printer import print_module
from kernelc import KernelError, load
from kernelc.runtime.module import LoadedModule
from ptx.lower import LoweringError, lower_module
from ptx.lower import Options as LoweringOptions

from .support import compilation, ptx_of

SOURCE = """
#[inline(never)]
fn put(t: usize, v: u32) { let big = shared::<[u32; 15000]>(); big[t * 100] = v; big[14999 - t] = v + 1; }
#[inline(never)]
fn get(t: usize) -> u32 { let other = shared::<[u32; 10]>(); other[t % 10] = 5; sync_threads(); other[0] }
#[kernel]
pub fn large(out: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    let tile = shared::<[u32; 12001]>();
    let bytes = DynamicSharedArray::<u8, 64>::get();
    tile[t] = t as u32 * 3;
    tile[12000 - t] = 9;
    put(t, 7);
    unsafe { *bytes.add(t) = t as u8; }
    sync_threads();
    out[t] = tile[31 - t] + get(t) + unsafe { *bytes.add(31 - t) as u32 };
}
#[kernel]
pub fn small(out: &mut [u32]) {
    let t = thread::threadIdx_x() as usize;
    out[t] = get(t);
}
#[kernel]
pub fn none(out: &mut [u32]) { out[0] = 1; }
"""
OTHER, TILE, BIG = 40, 48004, 60000
TOTAL = TILE + BIG + OTHER


@pytest.fixture(params=[0, 2])
def module(request: pytest.FixtureRequest, tmp_path: Path) -> LoadedModule:
    (tmp_path / "k.rs").write_text("use cuda_device::*;" + SOURCE)
    return load(tmp_path / "k.rs", level=request.param)


def test_each_array_keeps_its_own_values(module: LoadedModule) -> None:
    out = np.zeros(32, np.uint32)
    module.large[1, 32, None, 32](out)
    t = np.arange(32)
    assert (out == 3 * (31 - t) + 5 + (31 - t)).all()
    module.small[1, 32](out)
    assert (out == 5).all()


def test_the_launch_adds_the_bytes(module: LoadedModule) -> None:
    sizes = {name: kernel.signature.shared for name, kernel in module.kernels.items()}
    assert sizes["none"] == 0
    assert sizes["large"] == -(-TOTAL // 64) * 64
    assert 0 < sizes["small"] <= TOTAL


def test_without_the_programs_own_bytes_its_access_is_out_of_bounds(module: LoadedModule) -> None:
    with pytest.raises(KernelError, match="out of bounds: write of 1 byte"):
        module.large[1, 32](np.zeros(32, np.uint32))


def test_all_of_it_is_one_symbol() -> None:
    ptx = ptx_of(SOURCE)
    assert re.findall(r"\.shared .*", ptx)[0] == ".shared .align 64 .b8 dynamic$shared[];"
    assert len(re.findall(r"\.align \d+ \.b8 \S+\[", ptx)) == 1
    assert ".target sm_80" in ptx


def test_up_to_the_limit_the_arrays_have_symbols_of_their_own() -> None:
    text = """
#[kernel]
pub fn k(out: &mut [u8]) { let a = shared::<[u8; SIZE]>(); a[5] = 1; out[0] = a[6]; }
"""
    ptx = ptx_of(text.replace("SIZE", "49152"))
    assert ".shared .align 1 .b8 k$shared0[49152];" in ptx
    assert ".extern" not in ptx
    assert ".target sm_70" in ptx
    ptx = ptx_of(text.replace("SIZE", "49153"))
    assert ".extern .shared .align 1 .b8 dynamic$shared[];" in ptx
    assert ".target sm_70" in ptx
    assert ".target sm_90" in ptx_of(text.replace("SIZE", "200000"))


def test_the_contract_tells_other_hosts() -> None:
    kernels = json.loads(compilation(SOURCE).contract())["kernels"]
    assert [(k["name"], k["dynamic_shared"] > 0) for k in kernels] == [("large", True), ("small", True), ("none", False)]


def test_textual_mir_has_the_same_limits() -> None:
    text = """
#[kernel]
pub fn k(out: &mut [u8]) {
    let a = shared::<[u8; 60000]>();
    let b = shared::<[u8; 60000]>();
    a[0] = b[0];
    out[0] = a[1];
}
"""
    again = parse_module(print_module(compilation(text).optimised()))
    assert lower_module(again, LoweringOptions("sm_80")).shared == {"k": 120000}
    with pytest.raises(LoweringError, match="the kernel `k` uses 120000 bytes of shared memory, but a block of `sm_86` may have 101376"):
        lower_module(again, LoweringOptions("sm_86"))


@pytest.mark.parametrize("arch", ["sm_80", "sm_90", "sm_100"])
@pytest.mark.parametrize("level", [0, 2])
def test_ptxas_accepts(arch: str, level: int) -> None:
    from ptx.assemble import ToolMissing, assemble

    try:
        made = assemble(ptx_of(SOURCE, level, arch=arch), arch)
    except ToolMissing as problem:
        pytest.skip(str(problem))
    assert made.resources["large"].spill_stores == 0


def test_kernels_do_not_pay_for_the_arrays_of_others(tmp_path: Path) -> None:
    """Two kernels of one module with 150 KB each: either fits alone, both together would not."""
    one = """
#[kernel]
pub fn NAME(out: &mut [u32]) {
    let a = shared::<[u32; 20000]>();
    let b = shared::<[u32; 18000]>();
    a[1] = 3;
    b[1] = 4;
    out[0] = a[1] * 10 + b[1];
}
"""
    (tmp_path / "k.rs").write_text("use cuda_device::*;\n" + one.replace("NAME", "first") + one.replace("NAME", "second"))
    module = load(tmp_path / "k.rs", arch="sm_80")
    for name in ("first", "second"):
        out = np.zeros(1, np.uint32)
        module.kernels[name][1, 1](out)
        assert out[0] == 34
        assert module.kernels[name].signature.shared == 152000
