"""Many blocks that may have waiting lanes: results are right, and code grows with the blocks, not with their square."""

import numpy as np
import pytest

from .test_control import kernel, random_flow
from .twins import both, translated


def nested(depth: int) -> str:
    """A body of branches within branches, each with code behind it."""
    lines = ["ld.global.u32 %r4, [%rd3]; mov.u32 %r6, 1;"]
    for level in range(depth):
        lines.append(f"shr.u32 %r7, %r4, {level % 31}; and.b32 %r7, %r7, 7; setp.eq.u32 %p1, %r7, 0; @%p1 bra E{level}; mad.lo.u32 %r6, %r6, 5, {level};")
    lines += [f"E{level}: mad.lo.u32 %r6, %r6, 3, {level};" for level in reversed(range(depth))]
    return "\n".join([*lines, "st.global.u32 [%rd4], %r6;"])


def check(body: str) -> None:
    arrays = [np.random.default_rng(3).integers(0, 2**32, 128, np.uint32), np.zeros(128, np.uint32)]
    _, fault = both(kernel(body), "k", 2, 64, arrays)
    assert fault is None


@pytest.mark.parametrize("depth", [5, 20, 80])
def test_branches_within_branches(depth: int) -> None:
    check(nested(depth))


@pytest.mark.parametrize("seed", range(6))
def test_random_graphs_of_many_blocks(seed: int) -> None:
    check(random_flow(100 + seed, 40))


def test_code_grows_with_the_blocks() -> None:
    small, large = (len(translated(kernel(nested(depth)), "k", (64, 1, 1))) for depth in (100, 200))
    assert large < 2.5 * small
