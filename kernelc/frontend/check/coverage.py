"""Matches over integers, characters and enums of plain variants: which values the arms cover, as disjoint ranges in order.

Here an arm costs a binary search, where the general algorithm (`exhaustive.py`) looks at all arms before it; generated tables have thousands.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from .. import hir
from ..ty import CHAR, Ty
from .patterns import limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    Range: TypeAlias = tuple[int, int]


class Coverage:
    """A set of integers: `starts[i]` to `ends[i]`, both included, apart by at least one."""

    __slots__ = ("ends", "starts")

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []

    def covers(self, low: int, high: int) -> bool:
        """Whether all from `low` to `high` are in the set."""
        at = bisect_right(self.starts, low) - 1
        return at >= 0 and self.ends[at] >= high

    def add(self, low: int, high: int) -> None:
        """Puts all from `low` to `high` into the set."""
        first, last = bisect_left(self.ends, low - 1), bisect_right(self.starts, high + 1)
        if first < last:
            low, high = min(low, self.starts[first]), max(high, self.ends[last - 1])
        self.starts[first:last], self.ends[first:last] = [low], [high]

    def gap(self, low: int, high: int) -> Range | None:
        """The first range between `low` and `high` that is not in the set."""
        if not self.starts or self.starts[0] > low:
            return low, self.starts[0] - 1 if self.starts else high
        if self.ends[0] >= high:
            return None
        return self.ends[0] + 1, self.starts[1] - 1 if len(self.starts) > 1 else high


SURROGATES = (0xD800, 0xDFFF)
"""What no `char` is."""


def reach(ty: Ty) -> Range:
    """The values that patterns have to cover: `usize` and `isize` have no ends that could be written, only `..` reaches beyond."""
    low, high = limits(ty)
    if ty.data in ("usize", "isize"):
        return (low - 1 if ty.data == "isize" else low), high + 1
    return low, high


def ends_of(pattern: hir.Between) -> Range:
    """What a range covers; an end that is left out is that of the type."""
    low, high = reach(pattern.ty)
    return (low if pattern.is_open[0] else pattern.low), (high if pattern.is_open[1] else pattern.high)


def whole(ty: Ty) -> Range | None:
    """The values of an integer type or `char`, the numbers of the variants of an enum without fields; None for other types."""
    if ty.is_integer or ty is CHAR:
        return reach(ty)
    if ty.kind == "adt" and ty.data.kind == "enum" and ty.data.variants and all(v.shape == "unit" for v in ty.data.variants):
        return 0, len(ty.data.variants) - 1
    return None


def ranges(pattern: hir.Pattern, everything: Range) -> list[Range] | None:
    """What a pattern matches, alternative by alternative; None if it is not made of constants, ranges and plain variants."""
    out: list[Range] = []
    work: list[hir.Pattern] = [pattern]
    while work:
        at = work.pop()
        if isinstance(at, hir.Or):
            work.extend(reversed(at.patterns))
        elif isinstance(at, hir.Bind) and at.sub is not None:
            work.append(at.sub)
        elif isinstance(at, hir.Bind | hir.Wild):
            out.append(everything)
        elif isinstance(at, hir.Equal) and type(at.value) is int:
            out.append((at.value, at.value))
        elif isinstance(at, hir.Between) and at.low <= at.high:
            out.append(ends_of(at))
        elif isinstance(at, hir.VariantOf) and not at.members:
            out.append((at.variant, at.variant))
        else:
            return None
    return out


def arms_of(ty: Ty, arms: Sequence[hir.Arm]) -> list[list[Range]] | None:
    """What each arm matches, guards aside; None if some arm or the type is for the general algorithm."""
    everything = whole(ty)
    if everything is None:
        return None
    out: list[list[Range]] = []
    for arm in arms:
        found = ranges(arm.pattern, everything)
        if found is None:
            return None
        out.append(found)
    return out
