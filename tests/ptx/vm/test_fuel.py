"""A loop around a barrier or a warp instruction uses up its fuel, on both executors."""

import numpy as np
import pytest

from ptx.vm import Buffer, Fuel, load
from ptx.vm.compiled.native.target import llvm

HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n"
LOOPS = {
    "head": "again: bar.sync 0; bra again;",
    "tail": "again: add.u32 %r, %r, 1; bar.sync 0; setp.ne.u32 %p, %r, 0; @%p bra again;",
    "two": "bra second; first: bar.sync 0; bra second; second: bar.sync 1; bra first;",
    "votes": "again: bar.red.popc.u32 %r, 0, %p; bra again;",
    "warp": "again: add.u32 %r, %r, 1; bar.warp.sync -1; setp.ne.u32 %p, %r, 0; @%p bra again;",
}


@pytest.mark.parametrize("executor", ["reference", "compiled"])
@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS.keys())
def test_a_loop_around_a_barrier_ends(loop: str, executor: str) -> None:
    if executor == "compiled" and llvm() is None:
        pytest.skip("llvmlite is not installed")
    text = f"{HEADER}.visible .entry k(.param .u64 out) {{ .reg .b32 %r; .reg .pred %p; mov.u32 %r, 1; setp.eq.u32 %p, %r, 1;\n{loop} ret; }}"
    with pytest.raises(Fuel):
        load(text, executor).launch("k", 1, 64, [Buffer("out", np.zeros(1))], fuel=3000)
