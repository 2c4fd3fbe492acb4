"""What is told by default: clean programs run to their end on both executors, and wrong masks and values of absent lanes are faults, told alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import kernelc

from . import clean_programs, global_programs, shared_programs, waiting_programs, warp_programs
from .programs import Mutant, Program, make

pytest.importorskip("llvmlite", reason="native code needs llvmlite (extra `vm`)")

PROGRAMS = [*shared_programs.PROGRAMS, *global_programs.PROGRAMS, *warp_programs.PROGRAMS, *waiting_programs.PROGRAMS, *clean_programs.PROGRAMS]
MUTANTS = [(program, mutant) for program in warp_programs.PROGRAMS for mutant in program.mutants]


def launched(folder: Path, program: Program, text: str) -> str:
    """What a launch says, "" if it runs to its end."""
    path = folder / "k.rs"
    path.write_text(text, "utf-8")
    kernel = kernelc.load(path, **program.options).k
    try:
        kernel[program.grid, program.block](*make(program.args))
    except kernelc.KernelError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("executor", ["compiled", "reference"])
@pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])
def test_clean_programs(program: Program, executor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNELC_EXECUTOR", executor)
    assert launched(tmp_path, program, program.text) == ""


@pytest.mark.parametrize(("program", "mutant"), MUTANTS, ids=[f"{program.name}: {mutant.rule}" for program, mutant in MUTANTS])
def test_mutants(program: Program, mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, told = program.mutated(mutant), []
    for executor in ("compiled", "reference"):
        monkeypatch.setenv("KERNELC_EXECUTOR", executor)
        told.append(launched(tmp_path, program, text))
    lines = [number for number, line in enumerate(text.splitlines(), 1) if mutant.at in line]
    assert told[0] == told[1]
    assert told[0].startswith("warp misuse: ")
    assert any(f"k.rs:{number}:" in told[0] for number in lines), told[0]
