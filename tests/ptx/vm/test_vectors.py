"""Vector registers, as whole operands and by element; accesses without a space that name a variable. On both executors."""

import numpy as np
import pytest

from ptx.parser import PtxSyntaxError, parse_module
from ptx.vm import Buffer, LoadError, load
from ptx.vm.compiled.native.target import llvm

HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n"
EXECUTORS = ["reference", "compiled"]


def run(executor: str, body: str, out: np.ndarray, head: str = "") -> None:
    if executor == "compiled" and llvm() is None:
        pytest.skip("llvmlite is not installed")
    text = f"{HEADER}{head}.visible .entry k(.param .u64 out) {{ .reg .b64 %out; ld.param.u64 %out, [out];\n{body}\nret; }}"
    module = load(text, executor)
    module.launch("k", 1, 1, [Buffer("out", out)])
    assert dict(module.notes) == {}


@pytest.mark.parametrize("executor", EXECUTORS)
def test_elements_and_whole_registers(executor: str) -> None:
    out = np.arange(8, dtype=np.uint32)
    run(executor, """
        .reg .v4 .b32 v; .reg .v4 .b32 %w<2>; .reg .b64 %d; .reg .v2 .b32 p;
        ld.global.v4.b32 v, [%out];
        mov.v4.b32 %w1, {v.w, v.z, v.y, v.x};
        add.u32 %w1.x, %w1.r, 100;
        mov.v2.b32 p, {v.x, v.y};
        mov.v2.b32 p, {p.y, p.x};
        mov.b64 %d, p;
        st.global.v4.b32 [%out], %w1;
        st.global.b64 [%out+16], %d;
        { .reg .b32 v; mov.b32 v, 77; st.global.b32 [%out+24], v; }
        st.global.b32 [%out+28], v.a;""", out)  # fmt: skip
    assert out.tolist() == [103, 2, 1, 0, 1, 0, 77, 3]


@pytest.mark.parametrize("executor", EXECUTORS)
def test_vectors_go_through_calls(executor: str) -> None:
    out = np.array([5, 7, 0, 0], np.uint32)
    head = """.func (.reg .v2 .b32 sums) both(.reg .v2 .b32 from, .reg .b32 more)
    { add.u32 sums.x, from.x, more; add.u32 sums.y, from.y, sums.x; ret; }\n"""
    run(executor, ".reg .v2 .b32 %v, %s; ld.global.v2.b32 %v, [%out]; call (%s), both, (%v, 10); st.global.v2.b32 [%out+8], %s;", out, head)
    assert out.tolist() == [5, 7, 15, 22]


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_variable_says_its_space(executor: str) -> None:
    out = np.zeros(4, np.uint32)
    head = ".shared .b32 tile[2]; .global .b32 kept[2] = {8, 9};\n"
    run(executor, """
        .local .b32 own[2]; .reg .b32 %r<4>;
        st.b32 [tile+4], 11; st.b32 [own], 22; ld.shared.b32 %r1, [tile+4]; ld.local.b32 %r2, [own]; ld.b32 %r3, [kept+4];
        st.b32 [%out], %r1; st.b32 [%out+4], %r2; st.b32 [%out+8], %r3; atom.add.u32 %r1, [tile+4], 1; ld.b32 %r1, [tile+4]; st.b32 [%out+12], %r1;
        """, out, head)  # fmt: skip
    assert out.tolist() == [11, 22, 9, 12]


@pytest.mark.parametrize("body", [".reg .v2 .b32 %v; mov.b32 %v.z, 1;", ".reg .v2 .b32 %v; mov.v4.b32 %v, {1, 2, 3, 4};", ".reg .v4 .b32 %v<600000>;"])
def test_what_no_vector_can_be(body: str) -> None:
    with pytest.raises(LoadError):
        load(f"{HEADER}.visible .entry k() {{ {body} ret; }}").check("k")


def test_a_register_with_an_offset_is_refused() -> None:
    with pytest.raises(PtxSyntaxError, match=r"line 4: a register with an offset is no operand"):
        parse_module(f"{HEADER}.visible .entry k() {{ .reg .b32 a; mov.b32 a, a + 1; ret; }}")
