"""Addresses that are a row of lanes by each of their definitions, but not together: lanes that took other ways are on other rows."""

import numpy as np
import pytest

from ..harness import HEADER
from .twins import both

CHOICES = {
    "two ways": """
        @%p1 bra THEN;
        add.s64 %rd6, %rd2, %rd4;
        bra.uni JOIN;
    THEN:
        add.s64 %rd6, %rd1, %rd4;
    JOIN:
    """,
    "one way": """
        add.s64 %rd6, %rd2, %rd4;
        @!%p1 bra JOIN;
        add.s64 %rd6, %rd1, %rd4;
    JOIN:
    """,
    "a guard": """
        add.s64 %rd6, %rd2, %rd4;
        @%p1 add.s64 %rd6, %rd1, %rd4;
    """,
    "a select": """
        add.s64 %rd6, %rd2, %rd4;
        add.s64 %rd7, %rd1, %rd4;
        selp.b64 %rd6, %rd7, %rd6, %p1;
    """,
    "the end of a loop": """
        add.s64 %rd6, %rd1, %rd4;
        mov.u32 %r4, 0;
    LOOP:
        @%p1 bra JOIN;
        add.s64 %rd6, %rd6, 128;
        add.u32 %r4, %r4, 1;
        setp.lt.u32 %p2, %r4, 3;
        @%p2 bra LOOP;
    JOIN:
    """,
    "a move of the base": """
        mov.b64 %rd7, %rd2;
        @!%p1 bra JOIN;
        mov.b64 %rd7, %rd1;
    JOIN:
        add.s64 %rd6, %rd7, %rd4;
    """,
}
PICKS = {"the outer lanes": "rem.u32 %r2, %r1, 31;", "every other lane": "and.b32 %r2, %r1, 1;", "all lanes": "mov.b32 %r2, 0;", "none": "mov.b32 %r2, 1;"}


@pytest.mark.parametrize("pick", PICKS)
@pytest.mark.parametrize("choice", CHOICES)
def test_lanes_that_chose_apart_read_and_write_their_own_rows(choice: str, pick: str) -> None:
    text = f"""{HEADER}
    .visible .entry k(.param .u64 a, .param .u64 b, .param .u64 y) {{
        .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
        ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [y];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd4, %r1, 4;
        add.s64 %rd5, %rd3, %rd4;
        {PICKS[pick]}
        setp.eq.u32 %p1, %r2, 0;
        {CHOICES[choice]}
        ld.global.u32 %r3, [%rd6];
        st.global.u32 [%rd5], %r3;
        st.global.u32 [%rd6], %r1;
        ret;
    }}"""
    first, second = np.arange(1000, 1256, dtype=np.uint32), np.arange(2000, 2256, dtype=np.uint32)
    result, _ = both(text, "k", 1, 64, [first, second, np.zeros(64, np.uint32)])
    assert len(set((result[2] // 1000).tolist())) == (1 if pick in ("all lanes", "none") or choice == "the end of a loop" else 2)


@pytest.mark.parametrize("first", ["ld.param.u64 %rd6, [n];", "mov.u64 %rd6, 4;", "mul.wide.u32 %rd6, %r2, 4;"])
def test_a_register_that_is_alike_first_and_differs_later(first: str) -> None:
    text = f"""{HEADER}
    .visible .entry k(.param .u64 x, .param .u64 y, .param .u64 n) {{
        .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<19>;
        ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, %ntid.x;
        {first}
        mul.lo.u64 %rd7, %rd6, 2;
        add.s64 %rd8, %rd1, %rd7;
        mul.wide.u32 %rd9, %r1, 4;
        add.s64 %rd8, %rd8, %rd9;
        ld.global.u32 %r3, [%rd8];
        cvt.u64.u32 %rd10, %r1;
    LOOP:
        setp.le.u64 %p1, %rd6, %rd10;
        @%p1 bra DONE;
        sub.u64 %rd6, %rd6, %rd10;
        sub.u64 %rd6, %rd6, 1;
        add.u32 %r3, %r3, 1000;
        bra.uni LOOP;
    DONE:
        add.s64 %rd11, %rd2, %rd9;
        st.global.u32 [%rd11], %r3;
        cvt.u32.u64 %r4, %rd6;
        st.global.u32 [%rd11+256], %r4;
        ret;
    }}"""
    _, fault = both(text, "k", 1, 48, [np.arange(200, dtype=np.uint32), np.zeros(200, np.uint32)], more=(np.uint64(8),))
    assert fault is None


@pytest.mark.parametrize("wide", ["mul.wide.u32 %rd4, %r1, 4;", "cvt.u64.u32 %rd4, %r1; shl.b64 %rd4, %rd4, 2;", "mov.u64 %rd4, %rd9; shl.b64 %rd4, %rd4, 2;"])
def test_a_register_that_is_read_before_it_is_written_is_zero_in_all_lanes(wide: str) -> None:
    text = f"""{HEADER}
    .visible .entry k(.param .u64 x) {{
        .reg .b32 %r<9>; .reg .b64 %rd<19>;
        ld.param.u64 %rd1, [x];
        {wide}
        add.s64 %rd5, %rd1, %rd4;
        ld.global.u32 %r2, [%rd5];
        mov.u32 %r1, %tid.x;
        cvt.u64.u32 %rd9, %r1;
        {wide}
        add.s64 %rd6, %rd1, %rd4;
        st.global.u32 [%rd6+256], %r2;
        st.global.u32 [%rd5+512], 7;
        ret;
    }}"""
    (result,), fault = both(text, "k", 1, 48, [np.arange(256, dtype=np.uint32)])
    assert fault is None
    assert (result[64:112] == 0).all()
    assert (result == 7).sum() == 2
