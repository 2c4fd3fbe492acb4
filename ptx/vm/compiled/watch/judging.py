"""Conflicts in kernels whose threads are ordered by more than the clock of a block: `Judge.verdict` says whether one is a race, and with which access.

A shadow word names the last access alone. Where a later one takes its place although nothing that the clock knows orders the two, native code tells
Python of the earlier one, and it is remembered here: the write after them must come after each. Threads of a warp are told apart where some lanes
synchronise without the others, else only warps are.
"""

from ptx.vm.compiled.watch.knowledge import Knowledge, Party
from ptx.vm.compiled.watch.lane_orders import LaneOrders
from ptx.vm.compiled.watch.lanes import THREAD_SHIFT
from ptx.vm.compiled.watch.shadow import (
    AFTER_WRITE,
    EPOCH_SHIFT,
    EPOCHS,
    FLIGHT,
    MULTI,
    NARROW,
    SERIAL_SHIFT,
    SEVERAL_WRITTEN,
    SITE_SHIFT,
    STRONG,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from ptx.vm.compiled.watch.instrument import Watch

    Event: TypeAlias = list[int]
    """An event as numbers, in the order of `shadow.EVENT`."""
    Earlier: TypeAlias = tuple[int, int]
    """The shadow word and site word of an earlier access."""

RACE, NARROW_SCOPE = "race", "scope"
ALIKE = (1 << 64) - 1 ^ EPOCHS << EPOCH_SHIFT ^ MULTI
"""The bits of a shadow word that are the same for accesses of one thread."""
MOST_REMEMBERED = 1_000_000
"""The most earlier accesses that are remembered."""


class Judge:
    """Judges the events of one launch, in the order in which they happened."""

    def __init__(self, watch: "Watch", knowledge: Knowledge, lane_orders: LaneOrders) -> None:
        self.watch = watch
        self.knowledge = knowledge
        self.lane_orders = lane_orders
        self.earlier: dict[object, dict[Earlier, Earlier]] = {}
        self.remembered = 0
        self.unread: list[Any] = []
        self.waiting = 0
        self.known: dict[tuple[int, ...], str] = {}

    def forget_verdicts(self) -> None:
        """Something has been learnt."""
        self.known = {}

    def remember(self, events: "Any") -> None:
        """Accesses whose places in the shadow others take: looked at only if somebody collides with one."""
        if len(events) and self.remembered + self.waiting < MOST_REMEMBERED:
            self.unread.append(events)
            self.waiting += len(events)

    def _read(self) -> None:
        """Looks at what has been remembered."""
        for events in self.unread:
            for event in events.tolist():
                self._enter(event)
        self.unread, self.waiting = [], 0

    def _enter(self, event: "Event") -> None:
        kind, _, site, address, me, word, *_ = event
        found = self.earlier.setdefault((kind == SEVERAL_WRITTEN, self._place(address, me)), {})
        key = word & ALIKE, site
        if key in found or self.remembered < MOST_REMEMBERED:
            self.remembered += key not in found
            found[key] = word, site

    def verdict(self, event: "Event") -> "tuple[str, Event] | None":
        """Returns what is wrong at a conflict, and the event with the access that it is with; None if all is in order."""
        kind, _, site, address, me, prior, _, _ = event
        candidates = [(prior, site)]
        if prior & MULTI and epoch_of(prior) < FLIGHT:
            self._read()
            candidates += self.earlier.get((kind == AFTER_WRITE, self._place(address, me)), {}).values()
        for word, number in candidates:
            problem = self._problem(event, word, number)
            if problem:
                return problem, [*event[:2], number, address, me, word & ~MULTI | prior & MULTI, *event[6:]]
        return None

    def _place(self, address: int, me: int) -> object:
        return self.knowledge.key(address, me >> SERIAL_SHIFT)

    def _problem(self, event: "Event", word: int, site: int) -> str:
        """Returns what is wrong with an earlier access, "" if it comes before or may meet this one."""
        key = event[4], word, event[1] >> SITE_SHIFT, site, event[6], event[7]
        if key not in self.known:
            self.known[key] = self._judged(event, word, site)
        return self.known[key]

    def _judged(self, event: "Event", word: int, site: int) -> str:
        me, base, since = event[4], event[6], event[7]
        time, same_block = epoch_of(word), (me ^ word) >> SERIAL_SHIFT == 0
        same_warp = same_block and lane_of(me)[0] == lane_of(word)[0]
        if same_block and (time < base or (same_warp and time < since)):
            return ""
        if (me ^ word) & ALIKE == 0 and time < FLIGHT:
            return self._among_lanes(event, word, site)
        strong = self._is_strong(event[1]) and self._is_strong(site)
        narrow = strong and not same_block and bool((self._flags(event[1]) | self._flags(site)) & NARROW)
        if strong and not narrow:
            return ""
        if same_warp and self.lane_orders.knows(warp_of(me), lane_of(me)[1], lane_of(word)[1], time):
            return ""
        party = Party(*warp_of(me), 1 << lane_of(me)[1], base, since)
        found = self.knowledge.knows(party, epoch_of(me), (*warp_of(word), lane_of(word)[1], time))
        return "" if found else NARROW_SCOPE if found is None or narrow else RACE

    def _among_lanes(self, event: "Event", word: int, site: int) -> str:
        """The last access is the thread's own: there were others, of lanes of its warp, if the word says so and lanes are not told apart."""
        others = word & MULTI == 1 and not self.watch.has_parts
        return RACE if others and not event[1] & site & STRONG else ""

    def _flags(self, site: int) -> int:
        """The flags of the instruction at a site: those in a shadow may be of several."""
        return self.watch.sites[site >> SITE_SHIFT].word(site >> SITE_SHIFT)

    def _is_strong(self, site: int) -> bool:
        return bool(self._flags(site) & STRONG)


def lane_of(word: int) -> tuple[int, int]:
    """Returns warp and lane of a shadow word."""
    return divmod(word >> THREAD_SHIFT & 1023, 32)


def warp_of(word: int) -> tuple[int, int]:
    """Returns block serial and warp of a shadow word."""
    return word >> SERIAL_SHIFT, word >> (THREAD_SHIFT + 5) & 31


def epoch_of(word: int) -> int:
    """Returns the time in a shadow word."""
    return word >> EPOCH_SHIFT & EPOCHS
