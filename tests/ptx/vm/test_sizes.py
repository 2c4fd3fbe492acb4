"""Sizes that no device has are refused, whatever is declared with them; nothing is allocated first."""

import pytest

from ptx.vm import VmError, load

HUGE = ["99999999999", "0xFFFFFFFFFFFFFFFF"]


@pytest.mark.parametrize("executor", ["reference", "compiled"])
@pytest.mark.parametrize("size", HUGE)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".global .b8 x[{}]; .entry k() {{ ret; }}", "variable `x` has"),
        (".const .b8 x[{}]; .entry k() {{ ret; }}", "variable `x` has"),
        (".entry k(.param .b8 x[{}]) {{ ret; }}", "bytes of parameters"),
        (".shared .b8 x[{}]; .entry k() {{ .reg .b32 %r; mov.u32 %r, x; ret; }}", "bytes of shared memory"),
        (".entry k() {{ .local .b8 x[{}]; ret; }}", "bytes of local memory"),
        (".entry k() {{ .param .b8 x[{}]; ret; }}", "bytes of local memory"),
        (".func f(.param .b8 y[{}]) {{ ret; }} .entry k() {{ .param .b8 q[4]; call f, (q); ret; }}", "bytes of local memory"),
    ],
)
def test_huge_memory(text: str, message: str, size: str, executor: str) -> None:
    with pytest.raises(VmError, match=message):
        load(f".version 8.0\n.target sm_80\n.address_size 64\n{text.format(size)}", executor).check("k")


@pytest.mark.parametrize("vector", ["", ".v4 "])
def test_huge_rows_of_registers(vector: str) -> None:
    with pytest.raises(VmError, match="registers"):
        load(f".version 8.0\n.target sm_80\n.address_size 64\n.entry k() {{ .reg {vector}.b32 %r<99999999999>; ret; }}").check("k")
