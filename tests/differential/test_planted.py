"""Faults planted in the compiler are found by generated programs: one of the first 2,000 shows each, and none of these shows anything otherwise."""

from __future__ import annotations

import pytest

from .generate import make_case
from .harness import RUSTC, Ours, accepted, differences, rustc_results
from .planted import PLANTED

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(RUSTC is None, reason="rustc is not installed"),
    pytest.mark.xdist_group("planted"),
]


def examined(cases, plant, monkeypatch):
    """What differs with the fault in the compiler. A program that it breaks outright counts as well."""
    found, messages = rustc_results(cases, ("0",))
    assert found is not None, messages
    with monkeypatch.context() as patch:
        plant(patch)
        return differences(cases, Ours(cases, verify=False, fuel=30_000), found)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name, monkeypatch):
    plant, seed = PLANTED[name]
    assert seed < 2000
    case = make_case(seed)
    assert examined([case], plant, monkeypatch), f"the program of seed {seed} does not show: {name}"


def test_nothing_differs_otherwise(monkeypatch):
    seeds = sorted({seed for _, seed in PLANTED.values()})
    cases = accepted([make_case(seed) for seed in seeds])
    assert len(cases) == len(seeds)
    assert examined(cases, lambda _: None, monkeypatch) == []


def test_there_are_enough():
    assert len(PLANTED) >= 10
