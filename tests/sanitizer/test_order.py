"""Launches in reverse order: also where lanes take turns and blocks wait for each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptx.vm import Buffer, load
from ptx.vm.findings import ORDER, SHARED_RACE, Report
from ptx.vm.sanitizer import Sanitizer

from . import copy_programs, waiting_programs
from .fault_programs import HEAD, Ptx, launched
from .programs import Program, expect, run

pytest.importorskip("llvmlite", reason="the sanitizer needs llvmlite (extra `vm`)")


def reversed_too(text: str, blocks: int = 2, threads: int = 64) -> tuple[Report, Any]:
    sanitizer = Sanitizer(order=True)
    y = np.zeros(128, np.uint32)
    load(text, "compiled").launch("k", blocks, threads, [Buffer("x", np.arange(128, dtype=np.uint32), False), Buffer("y", y)], sanitizer=sanitizer)
    return sanitizer.report, y


SPINNING = "L: atom.global.cas.b32 %r4, [%rd2], 0, 1;\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra L;\nfence.acq_rel.gpu;\n"
UNLOCK = "fence.acq_rel.gpu;\natom.global.exch.b32 %r7, [%rd2], 0;"
BODIES = {
    "the last one stays": (f"{SPINNING}st.global.u32 [%rd2+4], %r3;\n{UNLOCK}", True),
    "everyone is added": (f"{SPINNING}ld.global.u32 %r5, [%rd2+4];\nadd.u32 %r5, %r5, %r3;\nst.global.u32 [%rd2+4], %r5;\n{UNLOCK}", False),
    "the order of warps": (f"""and.b32 %r8, %r1, 31;\nsetp.ne.u32 %p2, %r8, 0;\n@%p2 bra END;\n{SPINNING}ld.global.u32 %r5, [%rd2+4];
mad.lo.u32 %r5, %r5, 3, %r1;\nst.global.u32 [%rd2+4], %r5;\n{UNLOCK}\nEND:""", True),
    "a flag from the block before": ("""setp.ne.u32 %p1, %r1, 0;\n@%p1 bra END;\nsetp.eq.u32 %p2, %r2, 0;\n@%p2 bra FIRST;
L: ld.acquire.gpu.global.u32 %r4, [%rd2];\nsetp.ne.u32 %p3, %r4, %r2;\n@%p3 bra L;\nFIRST: add.u32 %r5, %r2, 1;
st.release.gpu.global.u32 [%rd2], %r5;\nEND:""", False),
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_lanes_that_take_turns(name: str) -> None:
    body, depends = BODIES[name]
    report, _ = reversed_too(f"{HEAD}{body}\nret;\n}}\n")
    assert report.kinds() == ([ORDER] if depends else []), str(report)


def test_warps_and_blocks_come_the_other_way_round() -> None:
    """Tickets in the order in which threads come: of blocks and warps the last ones first, of lanes the first."""
    ticket = "L: atom.global.cas.b32 %r4, [%rd2], %r5, %r6;\nsetp.ne.u32 %p1, %r4, %r5;\nmov.u32 %r5, %r4;\nadd.u32 %r6, %r5, 1;\n@%p1 bra L;"
    body = f"""and.b32 %r8, %r1, 31;\nsetp.ne.u32 %p2, %r8, 0;\n@%p2 bra END;\nmov.u32 %r5, 0;\nmov.u32 %r6, 1;\n{ticket}
shr.u32 %r9, %r3, 5;\nmad.wide.u32 %rd5, %r9, 4, %rd2;\nst.global.u32 [%rd5+4], %r4;\nEND:"""
    report, y = reversed_too(f"{HEAD}{body}\nret;\n}}\n")
    assert y[:5].tolist() == [4, 0, 1, 2, 3]
    assert report.kinds() == [ORDER]
    assert report[0].details["elements"] == [1, 2, 3, 4]


@pytest.mark.parametrize("program", [*copy_programs.PROGRAMS], ids=[program.name for program in copy_programs.PROGRAMS])
def test_copies_and_mbarriers_have_no_order(program: Ptx) -> None:
    report, _ = reversed_too(program.text)
    assert not report.findings, str(report)


@pytest.mark.parametrize("program", waiting_programs.PROGRAMS, ids=[program.name for program in waiting_programs.PROGRAMS])
def test_programs_that_wait_have_no_order(program: Program, tmp_path: Any) -> None:
    assert not run(tmp_path, program, program.text, order=True).findings


@pytest.mark.parametrize(("program", "mutant"), waiting_programs.ORDERS, ids=[mutant.rule for _, mutant in waiting_programs.ORDERS])
def test_the_order_of_threads_that_wait(program: Program, mutant: Any, tmp_path: Any) -> None:
    text = program.mutated(mutant)
    expect(run(tmp_path, program, text, order=True), text, mutant)


def test_a_fault_in_reverse_order_alone() -> None:
    """A later block must not come before an earlier one, else it waits for a flag that is gone."""
    body = """setp.ne.u32 %p1, %r1, 0;\n@%p1 bra END;\natom.global.add.u32 %r4, [%rd2], 1;\nsetp.eq.u32 %p2, %r4, %r2;\n@%p2 bra END;\ntrap;\nEND:"""
    report, _ = reversed_too(f"{HEAD}{body}\nret;\n}}\n")
    assert report.kinds() == [ORDER], str(report)
    spins = body.replace("trap;", "L: ld.relaxed.gpu.global.u32 %r5, [%rd2+8];\nsetp.eq.u32 %p3, %r5, 0;\n@%p3 bra L;")
    report, _ = reversed_too(f"{HEAD}{spins}\nret;\n}}\n")
    assert report.kinds() == [ORDER], str(report)
    assert "only after warps and blocks ran in reverse order there is a fault: deadlock" in report[0].problem
    assert report[0].place is not None


def test_races_that_only_the_reverse_order_shows() -> None:
    """A wait whose result nobody looks at succeeds by luck in one order."""
    program = next(program for program in copy_programs.PROGRAMS if program.name == "words with an mbarrier")
    text = program.text.replace("@!%p3 bra CONSUMER;", "")
    assert not launched(text).findings
    report, _ = reversed_too(text)
    assert SHARED_RACE in report.kinds(), str(report)
    race = next(finding for finding in report if finding.kind == SHARED_RACE)
    assert race.access is not None
    assert race.before is not None
    assert race.access.block == race.before.block
