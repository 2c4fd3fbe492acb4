"""A sample of the changed texts: each gives an error or a result, in time."""

from __future__ import annotations

import pytest

from ptx.vm.compiled.native.target import llvm
from tests.ptx.foreign.mutants import campaign, mutant, sources

PART = 60


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 5 * PART, PART))
def test_errors_or_results(first: int) -> None:
    if llvm() is None:
        pytest.skip("llvmlite is not installed")
    counts, findings = campaign(range(first, first + PART))
    assert findings == {}
    assert counts.get("compiled: ran, compiled", 0) > 3
    assert counts.get("reference: PtxSyntaxError", 0) > 10
    assert sum(counts.values()) == 2 * PART


def test_mutants_are_made_from_their_numbers_alone() -> None:
    assert len(sources()) > 100
    assert [mutant(number) for number in range(20)] == [mutant(number) for number in range(20)]
    assert len({mutant(number) for number in range(100)}) == 100


@pytest.mark.slow
@pytest.mark.parametrize("number", [88, 146, 596, 712, 1430, 3162, 3285, 3466, 4185, 5967, 8994])
def test_what_was_found_once(number: int) -> None:
    if llvm() is None:
        pytest.skip("llvmlite is not installed")
    assert campaign(range(number, number + 1))[1] == {}
