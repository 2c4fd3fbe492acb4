"""The first programs contain everything that the generator is held to; every row of the table is taken by some program."""

from __future__ import annotations

import pytest

from . import coverage
from .generate import make_case
from .harness import RUSTC
from .rows import ROWS, SHARE, share

COUNT = 144
"""Programs within which there must be no hole: few enough for every run of the tests."""


RARE = {"loop windows": (246, ".windows(2)")}
"""What comes later: the seed of a program with it, and its text."""


@pytest.mark.slow
@pytest.mark.skipif(RUSTC is None, reason="rustc is not installed")
def test_the_first_programs_leave_no_hole():
    found = coverage.measure(COUNT, ptx=False)
    assert [key for key in coverage.required() if not found[key] and key not in RARE] == []
    assert found["happened returned"] > 2 * COUNT
    assert not found["expression Closure"]


def test_what_is_rare_comes_later():
    for key, (seed, text) in RARE.items():
        assert key in coverage.required()
        assert text in make_case(seed).text


def test_every_row_is_taken():
    sweep = -(-len(ROWS) // SHARE)
    assert {row for seed in range(sweep) for row in share(seed)} == set(ROWS)
    assert sweep <= COUNT


def test_what_is_required():
    """The list is derived from the table of ops: a few that must be on it, and no repetition."""
    keys = coverage.required()
    assert len(keys) == len(set(keys)) > 550
    assert {"mir.rem i128", "mir.cmp le u8", "mir.cast f64 to u128", "mir.round even f32", "mir.reverse_bits i16"} <= set(keys)
    assert "mir.neg u8" not in keys


def test_programs_are_the_same_in_every_run():
    assert make_case(5).text == make_case(5).text
    assert make_case(5).calls != make_case(6).calls
