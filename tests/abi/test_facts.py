"""Launch facts: they are in the compile key and the symbol, the PTX says them, and no launch starts of which they do not hold."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import kernelc
from kernelc.compile import compile_source
from kernelc.frontend.source import Source
from kernelc.options import OptionError, Options
from tests.runtime.support import load_text

KERNELS = """
#[kernel] fn double(x: &[f32], mut out: DisjointSlice<f32>, by: f32) {
    let i = thread::index_1d();
    let at = i.get();
    if let Some(slot) = out.get_mut(i) { *slot = x[at] * by; }
}
mod inner {
    use super::*;
    #[kernel] fn double(one: Option<&mut f64>) { if let Some(one) = one { *one *= 2.0; } }
}
"""


def shifted(count: int, by: int) -> np.ndarray:
    """`count` numbers, `by` elements behind a multiple of 16 bytes."""
    whole = np.zeros(count + 8, np.float32)
    start = -(whole.ctypes.data // 4) % 4 + by
    return whole[start : start + count]


def test_the_plain_symbol_has_no_facts() -> None:
    plain, assumed = (compile_source(Source("k.rs", "use cuda_device::*;" + KERNELS), Options(assume=a)) for a in ((), ("aligned",)))
    assert [k.symbol for k in plain.kernels] == ["double", "inner$$double"]
    assert [k.symbol for k in assumed.kernels] == ["double$aligned", "inner$$double$aligned"]
    assert re.findall(r"\.align (\d+) double_", plain.ptx()) == ["4", "4"]
    assert re.findall(r"\.align (\d+) double\$aligned_", assumed.ptx()) == ["16", "16"]
    assert ".align 16 inner$$double$aligned_param_0" in assumed.ptx()
    assert [p.align for p in assumed.kernels[0].params] == [16, 16, 4]
    assert Options(assume=("aligned",)).key() != Options().key()


def test_a_launch_is_refused_where_the_fact_does_not_hold(tmp_path: Path) -> None:
    module = load_text(tmp_path, KERNELS, assume=["aligned"])
    good, out = shifted(40, 0), shifted(40, 0)
    good[:] = np.arange(40)
    module.double[2, 32](good, out, 3.0)
    assert (out == 3 * good).all()
    out[:] = 0
    for by in (1, 2, 3):
        with pytest.raises(kernelc.ArgumentError, match="`x` of double: &\\[f32\\] is aligned to 16 bytes, the array is not"):
            module.double[2, 32](shifted(40, by), out, 3.0)
        with pytest.raises(kernelc.ArgumentError, match="is aligned to 16 bytes"):
            module.double[2, 32](good, shifted(40, by), 3.0)
    assert not out.any()
    load_text(tmp_path, KERNELS).double[2, 32](shifted(40, 1), out, 3.0)


def test_kernels_keep_their_names_in_python(tmp_path: Path) -> None:
    module = load_text(tmp_path, KERNELS, assume=("aligned",))
    assert list(module.kernels) == ["double", "inner::double"]
    one = np.array([2.5])
    module.kernels["inner::double"][1, 1](one)
    module.kernels["inner::double"][1, 1](None)
    assert one[0] == 5


def test_the_fact_outlives_the_compiler(tmp_path: Path) -> None:
    """PTX that was written to a file says the alignment; who loads it is held to it."""
    path = tmp_path / "k.ptx"
    path.write_text(load_text(tmp_path, KERNELS, assume=["aligned"]).ptx)
    kernel = kernelc.load(path).kernels["double$aligned"]
    out = shifted(40, 0)
    kernel[2, 32](shifted(40, 0), 40, out, 40, np.float32(3))
    with pytest.raises(kernelc.ArgumentError, match="aligned to 16 bytes"):
        kernel[2, 32](shifted(40, 1), 40, out, 40, np.float32(3))


@pytest.mark.parametrize("assume", ["aligned", ["alined"], [3], {"aligned"}, None])
def test_what_is_no_fact_is_refused(tmp_path: Path, assume: object) -> None:
    with pytest.raises(OptionError, match="assume"):
        load_text(tmp_path, KERNELS, assume=assume)


def test_options_made_by_hand_know_their_facts() -> None:
    assert Options(assume=("aligned", "aligned")).key() == Options(assume=("aligned",)).key()
    with pytest.raises(OptionError, match="`alined` is not one of aligned"):
        Options(assume=("alined",))
