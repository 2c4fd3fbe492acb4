"""Every clean program has no finding, and every mutant has the right one at the right line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from . import clean_programs, fault_programs, global_programs, shared_programs, waiting_programs, warp_programs
from .programs import Mutant, Program, expect, run

pytest.importorskip("llvmlite", reason="the sanitizer needs llvmlite (extra `vm`)")

PROGRAMS = [*shared_programs.PROGRAMS, *global_programs.PROGRAMS, *warp_programs.PROGRAMS, *waiting_programs.PROGRAMS, *clean_programs.PROGRAMS]
MUTANTS = [(program, mutant) for program in PROGRAMS for mutant in program.mutants]


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])
def test_clean_programs(program: Program, tmp_path: Path) -> None:
    report = run(tmp_path, program, program.text)
    assert not report.findings, str(report)


@pytest.mark.parametrize(("program", "mutant"), MUTANTS, ids=[f"{program.name}: {mutant.rule}" for program, mutant in MUTANTS])
def test_mutants(program: Program, mutant: Mutant, tmp_path: Path) -> None:
    text = program.mutated(mutant)
    expect(run(tmp_path, program, text, **mutant.options), text, mutant)


def test_there_are_ten_mutants_of_each_kind_and_sixty_clean_programs() -> None:
    counts = Counter([*[mutant.kind for _, mutant in MUTANTS], *[mutant[0] for _, mutant in fault_programs.MUTANTS]])
    assert {kind: count for kind, count in counts.items() if count < 10} == {}
    assert len(PROGRAMS) >= 60
