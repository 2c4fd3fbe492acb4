"""Which lanes of a warp `bar.warp.sync` of some of them has ordered: after `LaneOrders.sync` each lane of a group knows what the others did, and knew.

A time stands for each pair of lanes: what the second did before it, the first comes after. Synchronisations of all lanes that live are the clock's own.
"""

from ptx.vm.compiled.ir.text import WARP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Warp: TypeAlias = tuple[int, int]
    """Serial number of the block, and the warp in it."""


class LaneOrders:
    """The times of all warps of a launch that have had such a synchronisation."""

    def __init__(self) -> None:
        self.known: dict[Warp, list[list[int]]] = {}

    def sync(self, who: "Warp", masks: "dict[int, int]", now: int) -> None:
        """Some lanes have met, each with its mask: those with the same mask are a group."""
        known = self.known.setdefault(who, [[0] * WARP for _ in range(WARP)])
        for mask in dict.fromkeys(masks.values()):
            group = [lane for lane, own in masks.items() if own == mask]
            joined = [max(times) for times in zip(*[known[lane] for lane in group])]
            for lane in group:
                joined[lane] = now
            for lane in group:
                known[lane] = list(joined)

    def times(self, who: "Warp", lanes: int) -> list[int]:
        """Returns, for each lane, the time before which all of some lanes come after it."""
        known = self.known.get(who)
        return [0] * WARP if known is None else [min(times) for times in zip(*[known[lane] for lane in range(WARP) if lanes >> lane & 1])]

    def knows(self, who: "Warp", lane: int, other: int, time: int) -> bool:
        """Whether a lane comes after what another did at a time."""
        known = self.known.get(who)
        return known is not None and time < known[lane][other]
