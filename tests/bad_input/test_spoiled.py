"""Spoiled sources, MIR and PTX end in a result or in errors, never in anything else. KERNELC_FUZZ=5000 tries that many of each."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from kernelc.compile import compile_source
from kernelc.frontend.source import Source
from kernelc.options import Options

from .check import compile_text, fault_of, read_mir, read_ptx
from .mutate import Mutator

ROOT = Path(__file__).resolve().parents[2]
COUNT = int(os.environ.get("KERNELC_FUZZ", "0")) or 60
SEED = int(time.time()) if "KERNELC_FUZZ" in os.environ else 1


def sources():
    snippets = (ROOT / "tests/differential/snippets.rs").read_text("utf-8").split("//@ ")
    programs = (ROOT / "tests/frontend/build/programs.rs").read_text("utf-8").split("\npub ")
    return [path.read_text("utf-8") for path in sorted((ROOT / "kernels").glob("*.rs"))] + [s.partition("\n")[2] for s in snippets] + programs


def mirs():
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "tests/passes").rglob("*.mir"))]
    for name in ("saxpy", "matmul_naive", "classify"):
        text = (ROOT / "kernels" / f"{name}.rs").read_text("utf-8")
        texts += [compile_source(Source(name, text), Options(level=level)).ssa() for level in (0, 2)]
    return texts


def ptxs():
    return [path.read_text("utf-8") for path in sorted((ROOT / "tests/golden").glob("*.ptx"))]


@pytest.mark.parametrize(("texts", "action"), [(sources, compile_text), (mirs, read_mir), (ptxs, read_ptx)], ids=["source", "mir", "ptx"])
def test_spoiled(texts, action):
    mutator = Mutator(texts(), SEED)
    faults: dict[str, str] = {}
    for _ in range(COUNT):
        text = mutator.text()
        fault = fault_of(action, text)
        if fault:
            faults.setdefault(fault, text)
    assert faults == {}


def test_thousands_of_brackets_left_open():
    text = "fn f() { match (a, b" + "loop { break " * 6000 + "1" + "}" * 5000 + ") }"
    assert fault_of(compile_text, text) == ""


PTX = ".version 7.0\n.target sm_70\n.address_size 64\n"


@pytest.mark.parametrize(
    "text",
    [
        PTX + ".visible .entry k()\n{\n\t.reg .pred %p;\n\t@%p bra $l;\n$l:\n\tsetp.eq.u32 %p|" + "!" * 5000 + "%p, 1, 1;\n\tret;\n}\n",
        PTX + ".visible .entry k()\n{\n\t.reg .f32 %f<4294967296>;\n\tret;\n}\n",
        PTX + ".visible .entry k()\n{\n\t.reg .f32 %f<170141183460469231731687303715884105728>;\n\tret;\n}\n",
        PTX + ".visible .entry k()\n{\n\t.local .b8 a[18446744073709551615];\n\tret;\n}\n",
        PTX + ".visible .entry k(.param .u64u64 p)\n{\n\tret;\n}\n",
        PTX + ".visible .entry k()\n{\n\t.reg .b64b64 %r;\n\tmov.b64 %r, 1;\n\tret;\n}\n",
    ],
    ids=["negations", "registers", "more registers", "local memory", "parameter type", "register type"],
)
def test_ptx_beyond_reason(text):
    assert fault_of(read_ptx, text) == ""
