"""Copies, mbarriers, matrices in memory, wide words, calls and earlier accesses: clean programs are clean, every mutant is found at its line."""

from __future__ import annotations

import pytest

from . import call_programs, copy_programs, earlier_programs, matrix_programs
from .fault_programs import Ptx, expect, launched

pytest.importorskip("llvmlite", reason="the sanitizer needs llvmlite (extra `vm`)")

PROGRAMS = [*copy_programs.PROGRAMS, *matrix_programs.PROGRAMS, *call_programs.PROGRAMS, *earlier_programs.PROGRAMS]
MUTANTS = [(program, mutant) for program in PROGRAMS for mutant in program.mutants]


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])
def test_clean_programs(program: Ptx) -> None:
    report = launched(program.text, program.shape)
    assert not report.findings, str(report)


@pytest.mark.parametrize(("program", "mutant"), MUTANTS, ids=[f"{program.name}: {mutant[0]} {number}" for number, (program, mutant) in enumerate(MUTANTS)])
def test_mutants(program: Ptx, mutant: tuple[str, str, str, str]) -> None:
    text, line = program.mutated(mutant)
    expect(launched(text, program.shape), mutant[0], line)


EARLIER = [(program, mutant) for program in earlier_programs.PROGRAMS for mutant in program.mutants]


@pytest.mark.parametrize(("program", "mutant"), EARLIER, ids=[f"{program.name}: {mutant[0]} {number}" for number, (program, mutant) in enumerate(EARLIER)])
def test_earlier_accesses_are_known_in_any_order(program: Ptx, mutant: tuple[str, str, str, str]) -> None:
    text, line = program.mutated(mutant)
    expect(launched(text, program.shape, reverse=True), mutant[0], line)


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])
def test_clean_programs_in_reverse_order(program: Ptx) -> None:
    report = launched(program.text, program.shape, reverse=True)
    assert not report.findings, str(report)


def test_lanes_go_on_after_a_copy_or_a_fragment_that_faults() -> None:
    """Those above the lane with the bad address do what the instruction says."""
    program = next(each for each in copy_programs.PROGRAMS if each.name == "copied")
    text = program.text.replace("cp.async.ca", "setp.eq.u32 %p1, %r1, 3; @%p1 mov.u64 %rd3, 8;\ncp.async.ca")
    report = launched(text)
    assert report.kinds() == ["out of bounds", "uninitialised shared read"], str(report)
    assert [finding.count for finding in report] == [2, 2]
    assert report[1].offset == 12
