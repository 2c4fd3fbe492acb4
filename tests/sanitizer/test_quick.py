"""Touching 16 lanes at once finds what touching lane by lane finds: random programs in shared and global memory, with and without order."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ptx.vm import Buffer, load
from ptx.vm.compiled.native import kept as native
from ptx.vm.compiled.watch import touching
from ptx.vm.findings import Report
from ptx.vm.sanitizer import Sanitizer

from .fault_programs import HEAD

pytest.importorskip("llvmlite", reason="the sanitizer needs llvmlite (extra `vm`)")

ADDRESSES = (
    "mul.lo.u32 %r4, %r1, 4;", "and.b32 %r4, %r1, 31; mul.lo.u32 %r4, %r4, 4;", "mov.u32 %r4, 8;", "xor.b32 %r4, %r1, 16; mul.lo.u32 %r4, %r4, 4;",
    "and.b32 %r4, %r1, 62; mul.lo.u32 %r4, %r4, 4;", "shr.u32 %r4, %r1, 4; mul.lo.u32 %r4, %r4, 4;",
    "mul.lo.u32 %r4, %r1, 37; and.b32 %r4, %r4, 63; mul.lo.u32 %r4, %r4, 4;",
    "sub.u32 %r4, 63, %r1; mul.lo.u32 %r4, %r4, 4;", "and.b32 %r4, %r1, 7; mul.lo.u32 %r4, %r4, 4;", "mul.lo.u32 %r4, %r3, 4; and.b32 %r4, %r4, 255;",
)  # fmt: skip
SYNCHRONISATIONS = ("bar.sync 0;", "bar.sync 0;", "bar.warp.sync -1;", "", "")
GUARDS = ("", "", "setp.lt.u32 %p1, %r1, 17; @%p1 ", "and.b32 %r9, %r1, 3; setp.eq.u32 %p1, %r9, 1; @%p1 ", "setp.ge.u32 %p1, %r1, 40; @%p1 ")
ACCESSES = (
    "st.shared.u32 [%r4], %r1;", "st.shared.u32 [%r4], 7;", "ld.shared.u32 %r6, [%r4];", "ld.shared.u32 %r7, [%r4];", "atom.shared.add.u32 %r8, [%r4], 1;",
    "st.global.u32 [%rd5], %r1;", "st.global.u32 [%rd5], 3;", "ld.global.u32 %r6, [%rd5];", "ld.global.u32 %r7, [%rd5];", "red.global.add.u32 [%rd5], 1;",
    "ld.volatile.global.u32 %r6, [%rd5];", "ld.shared.u64 %rd6, [%r10];", "st.shared.u64 [%r10], %rd1;", "ld.global.v2.u32 {%r6, %r7}, [%rd7];",
)  # fmt: skip


def program(seed: int) -> str:
    generator = random.Random(seed)
    lines = ["mov.u32 %r6, 0; mov.u32 %r7, 0;"]
    for _ in range(generator.randrange(3, 14)):
        address = generator.choice(ADDRESSES)
        lines.append(f"{address} cvt.u64.u32 %rd5, %r4; add.u64 %rd5, %rd5, %rd2; and.b32 %r10, %r4, -8; and.b64 %rd7, %rd5, -8;")
        lines.append(f"{generator.choice(GUARDS)}{generator.choice(ACCESSES)}")
        lines.append(generator.choice(SYNCHRONISATIONS))
    return HEAD + "\n".join(lines) + "\nret;\n}\n"


def found(text: str, blocks: int) -> Report:
    sanitizer = Sanitizer()
    arrays = [Buffer("x", np.zeros(128, np.uint32)), Buffer("y", np.arange(128, dtype=np.uint32))]
    load(text, "compiled").launch("k", blocks, 64, arrays, sanitizer=sanitizer)
    return sanitizer.report


@pytest.mark.parametrize("part", range(4))
def test_quick_and_slow_find_the_same(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [program(20 * part + seed) for seed in range(20)]
    outcomes = []
    for slow in (False, True):
        native.common_code.cache_clear()
        if slow:
            monkeypatch.setattr(touching, "halves", lambda what, kind: "  %todo = add i32 %lanes, 0\n")
        reports = [found(text, 1 + number % 2) for number, text in enumerate(texts)]
        outcomes.append([{(finding.kind, finding.place and finding.place.ptx_line) for finding in report} for report in reports])
    native.common_code.cache_clear()
    for text, quick, exact in zip(texts, *outcomes):
        assert quick == exact, text
    assert any(outcomes[0])
    assert not all(outcomes[0]) or part
