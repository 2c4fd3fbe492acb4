"""The quick judgement of matches over scalars gives what the general algorithm gives, on random matches."""

from __future__ import annotations

import random

from kernelc.frontend import hir
from kernelc.frontend.check import exhaustive
from kernelc.frontend.check.coverage import Coverage, arms_of
from kernelc.frontend.check.patterns import limits
from kernelc.frontend.ty import PRIMITIVES, Ty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def made(kind: type[hir.Node], ty: Ty, **fields: Any) -> Any:
    """A pattern without place in a text."""
    node = kind.__new__(kind)
    for name, value in {"ty": ty, **fields}.items():
        setattr(node, name, value)
    return node


def pattern(draw: random.Random, ty: Ty, is_inner: bool = False) -> Any:
    """A random pattern whose constants meet often."""
    low, high = limits(ty)
    values = [low, low + 1, high - 1, high, *range(max(low, -3), 6)]
    chance = draw.random()
    if chance < 0.1:
        return made(hir.Wild, ty)
    if chance < 0.2 and not is_inner:
        return made(hir.Or, ty, patterns=[pattern(draw, ty, True) for _ in range(draw.randint(2, 3))])
    if chance < 0.25:
        return made(hir.Bind, ty, sub=None if draw.random() < 0.3 else pattern(draw, ty, True))
    if chance < 0.5:
        first, last = sorted(draw.choices(values, k=2))
        return made(hir.Between, ty, low=first, high=last)
    return made(hir.Equal, ty, value=draw.choice(values))


def test_both_judgements_agree() -> None:
    draw = random.Random(1)
    missing = useless = 0
    for _ in range(1500):
        ty = PRIMITIVES[draw.choice(["u8", "i8", "u64", "i32"])]
        guard: Any = object()
        arms: list[Any] = [
            hir.Arm(pattern(draw, ty), guard if draw.random() < 0.15 else None, guard, guard) for _ in range(draw.randint(0, 9))
        ]
        ranges = arms_of(ty, arms)
        assert ranges is not None
        checker: Any = None
        general = exhaustive.judge_rows(checker, arms, ty)
        assert exhaustive.judge_ranges(checker, arms, ranges, ty) == general
        useless += bool(general[0])
        missing += bool(general[1])
    assert min(missing, useless) > 200


def test_ranges_merge_where_they_touch() -> None:
    covered = Coverage()
    for low, high in ((5, 6), (1, 2), (9, 9), (3, 4)):
        covered.add(low, high)
    assert list(zip(covered.starts, covered.ends)) == [(1, 6), (9, 9)]
    assert covered.covers(2, 6)
    assert not covered.covers(6, 7)
    assert [covered.gap(0, 9), covered.gap(1, 9)] == [(0, 0), (7, 8)]
