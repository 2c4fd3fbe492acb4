"""Random programs with a call a thread: native code gives what rustc gives, in lanes that go different ways."""

from __future__ import annotations

import collections

import pytest

from .harness import RUSTC
from .wide import launch_wide, run_seeds

pytest.importorskip("llvmlite")


@pytest.mark.skipif(RUSTC is None, reason="rustc is not installed")
def test_rustc_agrees_with_native_code() -> None:
    counts: collections.Counter[str] = collections.Counter()
    assert run_seeds(range(6), counts) == []
    assert counts["comparisons"] >= 200
    assert counts["programs that run interpreted"] < counts["programs"]


@pytest.mark.skipif(RUSTC is None, reason="rustc is not installed")
def test_a_wrong_result_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoiled(*given):
        return [str(int(each) + 1) if each.lstrip("-").isdigit() else each for each in launch_wide(*given)]

    monkeypatch.setattr("tests.differential.wide.launch_wide", spoiled)
    assert run_seeds(range(3), collections.Counter())
