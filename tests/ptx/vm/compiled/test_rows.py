"""Every row of the instruction table on both executors, for this processor and for lesser ones; what needs a kernel of its own has one here."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ptx.isa import forms, opcodes
from ptx.vm.compiled.instructions.lowerings import MEANINGS
from ptx.vm.compiled.native.processor import TARGET_VARIABLE, WIDTH_VARIABLE, is_x86
from ptx.vm.meanings import MEANINGS as REFERENCE

from ...samples import row_samples
from . import rows
from .twins import both

ROOT = Path(__file__).parents[4]
LARGE = "mma,wmma"
TARGETS = {
    "host": ({}, ["--most", "1"]),
    "host, 32 bytes": ({WIDTH_VARIABLE: "256"}, ["--most", "1", "--turn", "1", "--varying", "--without", LARGE]),
    "x86-64-v3, 32 bytes": ({TARGET_VARIABLE: "x86-64-v3,+f16c"}, ["--most", "1", "--turn", "2", "--varying", "--without", LARGE]),
    "x86-64-v2, 16 bytes": ({TARGET_VARIABLE: "x86-64-v2"}, ["--most", "1", "--varying", "--without", LARGE]),
}
"""Processors and machine vectors, with the samples of each row that the suite runs there, a minute of one core together. `make rows` runs all."""


@pytest.mark.parametrize("target", TARGETS)
def test_bits_are_those_of_the_reference(target: str) -> None:
    if target != "host" and not is_x86():
        pytest.skip("the lesser processors are of another kind than this one")
    variables, options = TARGETS[target]
    command = [sys.executable, "-m", "tests.ptx.vm.compiled.rows", *options]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 kernels differ" in done.stdout


def test_the_rows_are_all_rows() -> None:
    every = {form.meaning for opcode in opcodes() for form in forms(opcode)}
    assert set(rows.APART) <= every
    assert set(rows.LEFT_TO_THE_REFERENCE) <= every
    chosen = {form.meaning for form in rows.Choice().rows()}
    assert every - chosen == {*rows.APART, *rows.LEFT_TO_THE_REFERENCE}


def test_what_is_left_to_the_reference_is_truly_left() -> None:
    """The list is of meanings that the reference runs and native code does not: none of it is forgotten here, none could be taken off."""
    assert set(rows.LEFT_TO_THE_REFERENCE) == set(REFERENCE) - set(MEANINGS) - TERMINATORS


TERMINATORS = {"bra", "brx", "exit", "ret", "trap", "call", "barrier", "barrier_arrive", "barrier_red"}
"""Meanings that end blocks: they are no functions, but part of the graph and of the warp's function."""


# --- rows with kernels of their own ------------------------------------------------------------------------------------------------------

THREADS = 96
HEAD = """.version 9.0
.target sm_100a
.address_size 64
.func (.param .b32 result) twice(.param .b32 value) {
.reg .b32 %x; ld.param.b32 %x, [value]; add.u32 %x, %x, %x; st.param.b32 [result], %x; ret; }
.visible .entry k(.param .u64 out) {
.reg .b64 %o; .reg .b32 %t, %x, %y, %r; .reg .pred %p, %q; .shared .b32 common[96];
mov.u32 %t, %tid.x; ld.param.u64 %o, [out]; mad.wide.u32 %o, %t, 4, %o; mul.lo.u32 %x, %t, 7; and.b32 %y, %t, 3; setp.lt.u32 %p, %y, 2;
"""
TAIL = "end: st.global.u32 [%o], %x; ret; }"


def own_kernel(meaning: str, name: str, has_count: bool) -> str:
    """Returns the body of a kernel for a mnemonic: `%x` of each thread is stored at the end."""
    mesh = "st.global.u32 [%o], 5;\n"
    wait = "bar.sync 1, 96;\nxor.b32 %y, %t, 33; and.b32 %y, %y, 63; add.u32 %x, %x, 1;\n"
    match meaning:
        case "bra":
            return f"setp.ne.u32 %p, %y, %y;\n@!%p {name} end;\nadd.u32 %x, %x, 1000;\n" if "uni" in name else f"@%p {name} end;\nadd.u32 %x, %x, 9;\n"
        case "brx":
            return f"targets: .branchtargets a, end, b, end;\n{name} %y, targets;\na: add.u32 %x, %x, 1000; bra end;\nb: add.u32 %x, %x, 2000;\n"
        case "ret" | "exit":
            return f"{mesh}@%p {name};\nadd.u32 %x, %x, 9;\n"
        case "trap":
            return f"{mesh}setp.eq.u32 %p, %t, 41;\n@%p {name};\n"
        case "call":
            return f".param .b32 a; .param .b32 b; st.param.b32 [a], %x;\n{name} (b), twice, (a);\nld.param.b32 %x, [b];\n"
        case "barrier":
            exchange = "mov.u32 %r, common; mad.lo.u32 %y, %t, 4, %r; st.shared.u32 [%y], %x;\n"
            back = "sub.u32 %y, 95, %t; mad.lo.u32 %y, %y, 4, %r; ld.shared.u32 %x, [%y];\n"
            return f"{exchange}{name} 1{', 96' if has_count else ''};\n{back}"
        case "barrier_arrive":
            return f"mov.u32 %r, %warpid; setp.eq.u32 %q, %r, 0;\n@%q {name} 1, 96;\n@!%q bar.sync 1, 96;\nadd.u32 %x, %x, 1;\n"
        case "barrier_red":
            target = "%r" if "popc" in name else "%q"
            taken = "add.u32 %x, %x, %r;\n" if "popc" in name else "selp.u32 %r, 77, 11, %q;\nadd.u32 %x, %x, %r;\n"
            return f"{name} {target}, 1{', 96' if has_count else ''}, !%p;\n{taken}"
    assert meaning == "warp_sync", meaning
    return f"{name} -1;\n{wait}"


OWN = [form for opcode in opcodes() for form in forms(opcode) if form.meaning in rows.APART]


@pytest.mark.parametrize("form", OWN, ids=lambda form: form.syntax)
def test_rows_with_kernels_of_their_own(form) -> None:
    named = [("call", 0), ("call.uni", 0)] if form.meaning == "call" else [(sample.resolved.name, sample.count) for sample in row_samples(form)]
    assert named
    for name, count in dict.fromkeys(named):
        least = {"barrier": 1, "barrier_red": 3}.get(form.meaning, 0)
        text = HEAD + own_kernel(form.meaning, name, count > least) + TAIL
        arrays, fault = both(text, "k", 1, THREADS, [np.zeros(THREADS, np.uint32)])
        assert (fault is not None) == (form.meaning == "trap"), (name, fault)
        assert form.meaning == "trap" or arrays[0].any()
