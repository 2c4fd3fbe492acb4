"""Hypothesis strategies that make valid MIR: structured flow, or any flow at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.dialect import generate

if TYPE_CHECKING:
    import random

    from dialect.function import Module


@st.composite
def modules(draw: st.DrawFn) -> Module:
    """A module whose function `f` has nested ifs and loops, or random edges (irreducible, endless, unreachable blocks)."""
    r: random.Random = draw(st.randoms(use_true_random=False))
    if draw(st.booleans()):
        return generate.structured(r, draw(st.integers(0, 25)), draw(st.integers(0, 4)))
    return generate.unstructured(r, draw(st.integers(1, 10)), draw(st.integers(0, 4)), draw(st.integers(0, 6)))
