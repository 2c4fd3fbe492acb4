"""What mbarrier objects order: after `Phases.operate` it is known which messages a wait on the object takes.

An arrival leaves its message with the phase that is open; a wait for a phase that is over takes the messages of all phases that are. What an operation
does to an object is `ptx.vm.mbarriers`, applied to the contents before it, lane after lane; what the object does not allow is told by the native code.
"""

from ptx.vm import mbarriers
from ptx.vm.compiled.watch.knowledge import Message
from ptx.vm.mbarriers import MbarrierError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ptx.vm.compiled.watch.sites import WatchedSite


def _arrived(site: "WatchedSite", word: int, operand: int) -> int:
    drops = "arrive_drop" in site.words
    return mbarriers.arrived(word, 1, drops, expects=operand) if "expect_tx" in site.words else mbarriers.arrived(word, operand, drops)


def _transferred(site: "WatchedSite", word: int, operand: int) -> int:
    return mbarriers.transferred(word, -operand if "complete_tx" in site.words else operand)


UPDATES: "dict[str, Callable[[WatchedSite, int, int], int]]" = {
    "mbarrier_init": lambda _, word, operand: mbarriers.initial(operand),
    "mbarrier_inval": lambda _, word, operand: 0,
    "mbarrier_arrive": _arrived,
    "mbarrier_tx": _transferred,
    "mbarrier_test": lambda _, word, operand: word,
    "cp_async_arrive": lambda site, word, operand: mbarriers.arrived(word, 1) if "noinc" in site.words else word,
}
"""The contents of an object after each operation, from those before and the operand."""


class Phases:
    """The messages of one object: of the phase that is open, and of those that are over; of each warp the last one says all."""

    __slots__ = ("open", "over")

    def __init__(self) -> None:
        self.open: dict[tuple[int, int], Message] = {}
        self.over: dict[tuple[int, int], Message] = {}

    def operate(self, site: "WatchedSite", word: int, operand: int, message: "Message | None") -> tuple[int, list[Message]]:
        """One lane's operation with what it publishes; returns the contents after it, and what the lane learns."""
        try:
            after = UPDATES[site.meaning](site, word, operand)
            waited = site.meaning == "mbarrier_test" and mbarriers.is_over(word, operand)
        except MbarrierError:
            return word, []
        if site.meaning in ("mbarrier_init", "mbarrier_inval"):
            self.open, self.over = {}, {}
        elif message is not None:
            key = message.serial, message.warp
            self.open[key] = message.joined(self.open.get(key))
        if (word ^ after) >> mbarriers.PHASE_SHIFT & 1 and site.meaning != "mbarrier_init":
            self.over |= {key: each.joined(self.over.get(key)) for key, each in self.open.items()}
            self.open = {}
        return after, list(self.over.values()) if waited and site.acquires else []
