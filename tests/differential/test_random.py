"""Random programs mean the same to rustc at two levels, to MIR before and after the passes, and to the virtual machine on PTX of two levels.

KERNELC_FUZZ=200 tries that many programs from a seed of the clock; what fails is shrunk and printed.
"""

from __future__ import annotations

import os
import time

import pytest

from .generate import make_case
from .harness import RUSTC, Refused, accepted, run_batch
from .scope import Case
from .shrink import shrink

COUNT = int(os.environ.get("KERNELC_FUZZ", "0")) or 16
FIRST = int(time.time()) if "KERNELC_FUZZ" in os.environ else 0
needs_rustc = pytest.mark.skipif(RUSTC is None, reason="rustc is not installed")


def smallest(case, args, stage):
    """The text of a failing program, shrunk."""

    def fails(text):
        try:
            return any(found[2] == stage for found in run_batch([Case(case.name, text, case.params, case.result, [args])]))
        except (AssertionError, Refused):
            return False

    return shrink(case.text, fails)


@needs_rustc
@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, 8))
def test_rustc_agrees(first):
    cases = accepted([make_case(seed) for seed in range(first, first + 8)])
    assert len(cases) >= 4, "the generator makes programs that rustc refuses"
    found = run_batch(cases)
    assert [(args, stage, ours, theirs, smallest(case, args, stage)) for case, args, stage, ours, theirs in found[:1]] == []


PLANTED = [
    ("fn one(a: i32) -> i32 { a / 3 }", "fn one(a: i32) -> i32 { a >> 1 }"),
    ("fn one(a: i32) -> i32 { a + 1 }", "fn one(a: i32) -> i32 { a - 1 }"),
    ("fn one(a: i32) -> i32 { [1, 2, 3][a as usize] }", "fn one(a: i32) -> i32 { 0 }"),
]


@needs_rustc
@pytest.mark.parametrize(("right", "wrong"), PLANTED)
def test_differences_are_seen(right, wrong):
    """A planted fault, ours for rustc's, shows at every stage."""
    from . import harness

    case = Case("one", f"pub {right}\n", ["i32"], "i32", [(7,), (-1,)])
    assert run_batch([case]) == []
    spoiled = Case("one", f"pub {wrong}\n", case.params, case.result, case.calls)
    assert {stage for _, _, stage, _, _ in run_batch([case], lambda _: harness.Ours([spoiled]))} == set(harness.STAGES)
