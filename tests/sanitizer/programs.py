"""Programs for the sanitizer: each is clean as it stands, and has mutants, each with the finding that it must give and the line where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import kernelc
from ptx.vm.findings import ORDER, Finding, Report

HEAD = "use cuda_device::*;\nuse cuda_device::atomic::*;\nuse cuda_device::fence::*;\nuse cuda_device::warp::*;\nuse cuda_device::thread::*;\n"
TID = "let t = threadIdx_x() as usize;"


class Mutant:
    """A rule that breaks a program: the first `old` becomes `new`; a finding of `kind` must be at a line with `at` (of the mutant)."""

    def __init__(self, rule: str, old: str, new: str, kind: str, at: str, **options: Any) -> None:
        self.rule, self.old, self.new, self.kind, self.at, self.options = rule, old, new, kind, at, options


class Program:
    """A kernel `k` with parameters and body, and a launch: grid, block and arguments as `make` reads them."""

    def __init__(self, name: str, parameters: str, body: str, grid: Any, block: Any, args: str, *mutants: Mutant, **options: Any) -> None:
        self.name, self.grid, self.block, self.args, self.mutants, self.options = name, grid, block, args, mutants, options
        before, _, rest = body.rpartition("\n%%\n")
        self.text = f"{HEAD}{before}\n#[kernel]\npub fn k({parameters}) {{\n{rest}\n}}\n"

    def mutated(self, mutant: Mutant) -> str:
        """The text of a mutant."""
        assert self.text.count(mutant.old) >= 1, (self.name, mutant.old)
        return self.text.replace(mutant.old, mutant.new, 1)


def make(text: str) -> list[Any]:
    """Arguments: `arange:u32:64`, `zeros:f32:64`, `ones:…`, `shuffled:u32:64` (a permutation), or `=0` for the first argument again, or a number."""
    found: list[Any] = []
    for item in text.split():
        kind, _, rest = item.partition(":")
        if item.startswith("="):
            found.append(found[int(item[1:])])
        elif not rest:
            found.append(float(item) if "." in item else int(item))
        else:
            dtype, count = rest.split(":")
            name = {"i": "int", "u": "uint", "f": "float"}[dtype[0]] + dtype[1:]
            makers: dict[str, Callable[[int], Any]] = {"arange": np.arange, "zeros": np.zeros, "ones": np.ones}
            values = makers.get(kind, np.random.default_rng(7).permutation)
            found.append(values(int(count)).astype(name))
    return found


def run(folder: Path, program: Program, text: str, *, order: bool = False, max_errors: int = 100, **options: Any) -> Report:
    """The report of a launch."""
    path = folder / "k.rs"
    path.write_text(text, "utf-8")
    kernel = kernelc.load(path, **{**program.options, **options}).k
    with kernelc.sanitize(check=False, order=order, max_errors=max_errors) as report:
        kernel[program.grid, program.block](*make(program.args))
    return report


def lines_of(finding: Finding) -> set[int]:
    """The source lines that a finding names."""
    places = [finding.place, finding.before.place if finding.before is not None else None]
    return {place.line for place in places if place is not None}


def expect(report: Report, text: str, mutant: Mutant) -> None:
    """Checks that a mutant's finding is there."""
    lines = {number for number, line in enumerate(text.splitlines(), 1) if mutant.at in line}
    assert lines, f"no line with {mutant.at}"
    found = [finding for finding in report if finding.kind == mutant.kind]
    assert found, f"expected {mutant.kind}, got:\n{report}"
    assert mutant.kind == ORDER or any(lines_of(finding) & lines for finding in found), f"expected line {lines}, got:\n{report}"
