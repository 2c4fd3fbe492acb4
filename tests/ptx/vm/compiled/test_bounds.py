"""Indices that wrap are not taken for rows; those that cannot are, and both executors agree near every end."""

import numpy as np
import pytest

from ptx.vm.compiled.analysis.assumptions import is_small

from ..harness import HEADER
from .twins import both

INDEX = "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r4, %r2, %r3, %r1;"
WIDE = {
    "plain": "cvt.u64.u32 %rd3, %r4;",
    "wraps at the top": "add.u32 %r4, %r4, 0xfffffff0; cvt.u64.u32 %rd3, %r4; and.b64 %rd3, %rd3, 63;",
    "signed and negative": "add.s32 %r4, %r4, -16; cvt.s64.s32 %rd3, %r4; add.s64 %rd3, %rd3, 16;",
    "turns its sign": "add.s32 %r4, %r4, 0x7ffffff0; cvt.s64.s32 %rd3, %r4; and.b64 %rd3, %rd3, 63;",
    "multiplied": "mul.lo.u32 %r4, %r4, 0x8000000; cvt.u64.u32 %rd3, %r4; shr.u64 %rd3, %rd3, 27; and.b64 %rd3, %rd3, 63;",
    "by a number": "mul.wide.u32 %rd3, %r4, 1;",
    "a counter": "mov.u32 %r5, 0; LOOP: add.u32 %r4, %r4, 0x40000000; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 4; @%p1 bra LOOP; cvt.u64.u32 %rd3, %r4;",
    "masked": "and.b32 %r4, %r4, 31; cvt.u64.u32 %rd3, %r4;",
    "down": "sub.u32 %r4, 63, %r4; cvt.u64.u32 %rd3, %r4;",
}


@pytest.mark.parametrize("block", [32, 64])
@pytest.mark.parametrize("wide", WIDE)
def test_widened_indices(wide: str, block: int) -> None:
    text = f"""{HEADER}
    .visible .entry k(.param .u64 x, .param .u64 y) {{
        .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
        ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];
        {INDEX}
        mul.wide.u32 %rd7, %r4, 4;
        {WIDE[wide]}
        shl.b64 %rd4, %rd3, 2;
        add.s64 %rd5, %rd1, %rd4;
        ld.global.u32 %r6, [%rd5];
        add.s64 %rd8, %rd2, %rd7;
        st.global.u32 [%rd8], %r6;
        ret;
    }}"""
    both(text, "k", 64 // block, block, [np.arange(100, 164, dtype=np.uint32), np.zeros(64, np.uint32)])


def test_launches_with_too_many_threads_are_not_small() -> None:
    assert is_small((2**31 // 256, 1, 1), (256, 1, 1))
    assert not is_small((2**31 // 256 + 1, 1, 1), (256, 1, 1))
    assert not is_small((1, 2**28, 1), (1, 16, 1))
