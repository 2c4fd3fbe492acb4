"""Faults that launches raise without a sanitizer are findings with it: the right kind at the right line of the PTX."""

from __future__ import annotations

from collections import Counter

import pytest

from .fault_programs import MUTANTS, PROGRAMS, Ptx, expect, launched

pytest.importorskip("llvmlite", reason="the sanitizer needs llvmlite (extra `vm`)")


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])
def test_clean_programs(program: Ptx) -> None:
    report = launched(program.text)
    assert not report.findings, str(report)


@pytest.mark.parametrize(("program", "mutant"), MUTANTS, ids=[f"{program.name}: {mutant[0]} {number}" for number, (program, mutant) in enumerate(MUTANTS)])
def test_mutants(program: Ptx, mutant: tuple[str, str, str, str]) -> None:
    text, line = program.mutated(mutant)
    expect(launched(text), mutant[0], line)


def test_there_are_ten_mutants_of_each_kind() -> None:
    counts = Counter(mutant[0] for _, mutant in MUTANTS)
    assert min(counts.values()) >= 10, counts
