"""`ConstantMemory`: statics that the host sets and kernels read from constant memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kernelc import KernelError, load

from .support import errors, ptx_of

TEXT = """
#[constant]
static COEFFICIENTS: ConstantMemory<[f32; 4]> = ConstantMemory::UNINIT;
static OFFSET: ConstantMemory<u32> = ConstantMemory::UNINIT;
#[kernel]
pub fn k(out: &mut [f32]) {
    let i = index_1d().get();
    let [first, ..] = COEFFICIENTS.get();
    if i < out.len() { out[i] = COEFFICIENTS.get_ref()[i % 4] + first * 10.0 + OFFSET.get() as f32; }
}
"""


@pytest.mark.parametrize("level", [0, 2])
def test_the_host_sets_it(tmp_path: Path, level: int) -> None:
    (tmp_path / "k.rs").write_text("use cuda_device::*;" + TEXT)
    module = load(tmp_path / "k.rs", level=level)
    out = np.ones(6, np.float32)
    module.k[1, 32](out)
    assert not out.any()
    module.constant["COEFFICIENTS"] = [1.0, 2.0, 3.0, 4.0]
    module.constant["OFFSET"] = 100
    module.k[1, 32](out)
    assert out.tolist() == [111, 112, 113, 114, 111, 112]
    with pytest.raises(KernelError, match="has 4 elements, got 1"):
        module.constant["COEFFICIENTS"] = [1.0]


def test_it_lies_in_constant_memory() -> None:
    ptx = ptx_of(TEXT)
    assert ".visible .const .align 4 .b8 COEFFICIENTS[16];" in ptx
    assert "ld.const.f32" in ptx
    assert ".local" not in ptx


def test_kernels_only_read_it() -> None:
    text = "\n#[constant] static A: ConstantMemory<u32> = ConstantMemory::UNINIT;\n#[kernel] pub fn k() { A = ConstantMemory::UNINIT; }"
    assert [code for code, _, _ in errors(text)] == ["K0594"]
