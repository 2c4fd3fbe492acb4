"""Known wrong variants of our own code: each must turn a comparison red, or the comparisons prove nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialect import (
    convergence,
    dominance,
    interpreter,
    liveness,
    loops,
    meanings,
    ops,
    postdominance,
    printer,
    scalar,
    uniformity,
    verify,
)
from dialect.cfg import bits_of
from dialect.types import F16, F32, F64, U8
from tests.dialect import (
    test_analyses,
    test_convergence,
    test_interpreter,
    test_scalar,
    test_text,
    test_uniformity,
    test_verify,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from dialect.op import Op


def one_round_of_chk(preds: Any) -> list[int]:
    """Takes the first predecessor: right for trees only."""
    return [0, *[min(p) for p in preds[1:]]]


def not_iterated(frontier: list[int], defs: Any, allowed: Any = None, bit: int = 0) -> list[int]:
    return sorted({b for d in defs for b in bits_of(frontier[d]) if allowed is None or allowed[b] & bit})


def frontier_without_headers(cfg: Any, idom: list[int]) -> list[int]:
    return [mask & ~(1 << b) for b, mask in enumerate(dominance_frontiers(cfg, idom))]


dominance_frontiers = dominance.frontiers


def join_ignored(self: Any, j: int) -> None:
    """Forgets divergence at joins."""


def barrier_ignored(m: Any, thread: Any, op: Op, values: list[Any]) -> None:
    """Does not wait."""


SABOTAGES: dict[str, tuple[list[tuple[Any, Any, Any]], Callable[[], None]]] = {
    "dominators from the first predecessor": (
        [(test_analyses, "cooper_harvey_kennedy", one_round_of_chk)],
        test_analyses.test_dominators_by_both_algorithms,
    ),
    "frontier not iterated": ([(test_analyses, "iterated", not_iterated)], test_analyses.test_frontiers_and_their_iteration),
    "frontier without loop headers": ([(test_analyses, "frontiers", frontier_without_headers)], test_analyses.test_frontiers_and_their_iteration),
    "liveness in one sweep": ([(liveness, "solve", lambda cfg, gen, kill: list(gen))], test_analyses.test_two_liveness_algorithms),
    "every retreating edge a back edge": (
        [(loops, "back_edges", lambda cfg, tree: [(p, h) for h in range(len(cfg.blocks)) for p in cfg.preds[h] if p >= h])],
        test_analyses.test_loops,
    ),
    "panics as ways out": (
        [(postdominance, "_doomed", lambda cfg: [False] * len(cfg.blocks))],
        test_convergence.test_a_proved_bounds_check_may_go,
    ),
    "joins forgotten": ([(uniformity.Uniformity, "_join", join_ignored)], test_uniformity.test_uniform_values_are_the_same_in_threads_that_are_together),
    "loops left in different rounds forgotten": (
        [(uniformity.Uniformity, "_left_apart", lambda self, value, at: False)],
        test_uniformity.test_a_loop_that_threads_leave_in_different_rounds,
    ),
    "barriers dropped": ([(meanings.MEANINGS, ops.Barrier, barrier_ignored)], test_interpreter.test_a_barrier_makes_all_threads_wait),
    "signed for unsigned": ([(scalar, "wrap", lambda t, x: (x + 128) % 256 - 128)], lambda: test_scalar.test_all_pairs_of_bytes("add", U8)),
    "rounding twice": (
        [(scalar, "fma", lambda t, a, b, c: scalar.rounded(t, a * b + c))],
        lambda: test_scalar.test_fma_where_two_roundings_would_differ(F64),
    ),
    "fma of halves without the odd step": (
        [(scalar, "_fma_small", lambda t, a, b, c: scalar.rounded(t, scalar.rounded(t, a * b) + c))],
        lambda: test_scalar.test_fma_where_two_roundings_would_differ(F16),
    ),
    "names not made unique": ([(printer.Unique, "of", lambda self, name: name)], test_text.test_names_are_unique_and_numbers_consecutive),
    "f32 printed with six digits": (
        [(test_text, "number_text", lambda t, x: f"{x:.6g}" if x == x else "nan")],
        lambda: test_text.test_floats_come_back_bit_for_bit(F32),
    ),
    "dominance never asked": ([(verify._Verifier, "dominance", lambda self: None)], test_verify.test_dominance_across_blocks_but_not_in_unreachable_ones),
    "branches never recognised": (
        [(convergence._Branches, "of", lambda self, t: t)],
        test_convergence.test_a_condition_may_be_turned_round,
    ),
}


@pytest.mark.parametrize("name", SABOTAGES)
def test_it_is_caught(name, monkeypatch):
    changes, check = SABOTAGES[name]
    for where, what, wrong in changes:
        if isinstance(where, dict):
            monkeypatch.setitem(where, what, wrong)
        else:
            monkeypatch.setattr(where, what, wrong)
    with pytest.raises((AssertionError, IndexError, KeyError, interpreter.InterpreterError)):
        check()
