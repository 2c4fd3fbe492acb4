"""`kernelc run x.ptx::name`: kernels of other compilers from the command line, and what is said where something is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelc.cli import main
from tests.runtime.support import ROOT

TEXTS = ROOT / "tests" / "ptx" / "foreign" / "texts"
SAXPY = str(TEXTS / "cuda" / "saxpy.O3.sm_90.ptx")
HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n"
TWO = f"{HEADER}.visible .entry one(.param .u32 n) {{ ret; }}\n.visible .entry two() {{ ret; }}\n"


@pytest.mark.parametrize("executor", ["reference", "compiled"])
def test_nvcc(executor: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["2.5", "arange:f32[6]", "ones:f32[6]", "6", "--grid", "2", "--block", "4", "--executor", executor]
    assert main(["run", f"{SAXPY}::saxpy", *words, "--print", "saxpy_param_2"]) == 0
    assert capsys.readouterr().out == "saxpy_param_2 = [ 1.   3.5  6.   8.5 11.  13.5]\n"


def test_arguments_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["saxpy_param_3=2", "3", "ones:f32[2]", "saxpy_param_2=zeros:f32[2]", "--block", "2", "--print", "saxpy_param_2"]
    assert main(["run", SAXPY, *words]) == 0
    assert capsys.readouterr().out == "saxpy_param_2 = [3. 3.]\n"


def test_numba_takes_a_word_for_each_part_of_an_array(capsys: pytest.CaptureFixture[str]) -> None:
    words = [word for array in ("arange:f32[6]", "ones:f32[6]") for word in ("0", "0", "6", "4", array, "6", "4")]
    assert main(["run", str(TEXTS / "numba" / "saxpy.ptx"), "2", *words, "--block", "8", "-v"]) == 0
    assert "ran in" in capsys.readouterr().err


def test_triton_takes_scratch_memory(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arange:f32[100]", "zeros:f32[100]", "100", "0", "0", "--block", "128", "--shared", "16", "--print", "softmax_param_1"]
    assert main(["run", str(TEXTS / "triton" / "softmax.ptx"), *words]) == 0
    assert capsys.readouterr().out.endswith("6.32120550e-01]\n")


def test_a_struct_is_its_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.ptx"
    body = ".reg .b32 %r; .reg .b64 %d; ld.param.b64 %d, [out]; ld.param.b32 %r, [s+4]; st.global.b32 [%d], %r; ret;"
    path.write_text(f"{HEADER}.visible .entry k(.param .align 4 .b8 s[8], .param .u64 out) {{ {body} }}\n")
    assert main(["run", f"{path}::k", "arange:u8[8]", "zeros:u32[1]", "--print", "out"]) == 0
    assert capsys.readouterr().out == f"out = [{0x07060504}]\n"
    assert main(["run", f"{path}::k", "arange:u8[9]", "zeros:u32[1]"]) == 2
    assert "expected 8 bytes for .b8[8]" in capsys.readouterr().err


def test_which_kernel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.ptx"
    path.write_text(TWO)
    for spec, words, message in (
        (f"{path}", [], "has 2 kernels (one, two): say which"),
        (f"{path}::three", [], "has no kernel `three`; it has one, two"),
        (f"{path}::one", [], "one takes 1 argument; no value for n"),
        (f"{path}::one", ["1", "2"], "`2` is one argument too many: it takes 1 (n)"),
        (f"{path}::one", ["n=zeros:f32[3]"], "argument `n` of one: expected .u32, got"),
        (f"{path}::one", ["1.5"], "argument `n` of one: expected .u32"),
        (f"{path}::two", ["--print", "x"], "two has no parameter `x`; it has none"),
    ):
        assert main(["run", spec, *words]) == 2
        assert message in capsys.readouterr().err
    assert main(["run", f"{path}::two"]) == 0


@pytest.mark.parametrize("executor", ["reference", "compiled"])
@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ("frob.u32 %r1, %r2;", 3, "unknown instruction `frob` in `frob.u32`, at k (PTX line 6: frob.u32 %r1, %r2;)"),
        ("add.u33 %r1, %r2, 1;", 3, "unknown modifier `.u33` in `add.u33`, at k (PTX line 6:"),
        ("add.u64 %r1, %r2, 1;", 3, "`%r2` is declared .b32 but used as .u64, at k (PTX line 6:"),
        ("bra nowhere;", 3, "label `nowhere` is not declared, at k (PTX line 6:"),
        ("add.u32 %r1, %r2", 1, "k.ptx:6: not a register: `%r2 ret`"),
        ("add.u32 %r1, %r2, ;", 1, "k.ptx:6: an operand is missing"),
        ("call gone, ();", 3, "function `gone` has no body and is not known to the virtual machine, at k (PTX line 6:"),
        ("wgmma.fence.sync.aligned;", 3, "unknown instruction `wgmma` in `wgmma.fence.sync.aligned`, at k (PTX line 6:"),
        ("trap;", 1, "(PTX line 6: trap;)"),
    ],
)
def test_bad_ptx_names_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], executor: str, body: str, code: int, message: str) -> None:
    path = tmp_path / "k.ptx"
    path.write_text(f"{HEADER}.visible .entry k() {{\n.reg .b32 %r<9>;\n{body}\nret;\n}}\n")
    assert main(["run", f"{path}::k", "--executor", executor]) == code
    printed = capsys.readouterr().err
    assert message in printed
    assert "Traceback" not in printed
