"""Which accesses threads know of through fences, flags and barriers of some: `Knowledge.knows` says whether an earlier access is ordered before a later one.

A *message* is what lanes of a warp publish: all that their block did before its last full barrier, what they did themselves until now, what other lanes
of the warp did before these synchronised with them, and all messages that they have. A release leaves one at its address; an acquire takes what lies
there. A fence releases for the strong writes after it and acquires from the strong reads before it. An mbarrier keeps messages by phase (`phases`).
Barriers of the whole block are not messages: the shadow's clock knows them.
"""

from typing import NamedTuple

from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.watch.lane_orders import LaneOrders
from ptx.vm.compiled.watch.shadow import FLIGHT
from ptx.vm.memory import OFFSET_BITS, SHARED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Warp: TypeAlias = tuple[int, int]
    """Serial number of the block, and the warp in it."""
    Access: TypeAlias = tuple[int, int, int, int]
    """Who made an access, and when: serial number, warp, lane, epoch."""

NO_FLIGHTS: frozenset[int] = frozenset()


class Party(NamedTuple):
    """Some lanes of a warp, and what the clock says of them: the block's last full barrier, and when all lanes of the warp synchronised."""

    serial: int
    warp: int
    lanes: int
    base: int
    since: int

    @property
    def who(self) -> "Warp":
        """The warp."""
        return self.serial, self.warp


class Message:
    """What lanes of a warp published: see the module.

    `seen` says of each lane of the warp up to when it is told of. `is_narrow`: only for threads of its own block. `flights`: copies that have landed.
    """

    __slots__ = ("acquired", "base", "flights", "is_narrow", "seen", "serial", "warp")

    def __init__(
        self, who: "Warp", seen: tuple[int, ...], base: int, acquired: "tuple[Message, ...]", is_narrow: bool, flights: frozenset[int] = NO_FLIGHTS
    ) -> None:
        self.serial, self.warp = who
        self.seen = seen
        self.base = base
        self.acquired = acquired
        self.is_narrow = is_narrow
        self.flights = flights

    def covers(self, access: "Access") -> bool:
        """Whether it tells of an access by a lane at a time, or of a copy."""
        serial, warp, lane, epoch = access
        if epoch >= FLIGHT:
            return self.serial == serial and epoch in self.flights
        return self.serial == serial and (epoch < self.base or (warp == self.warp and epoch < self.seen[lane]))

    def joined(self, other: "Message | None") -> "Message":
        """It, with what an earlier one of the same warp says."""
        if other is None or self.replaces(other):
            return self
        seen = tuple(map(max, self.seen, other.seen))
        acquired = (*self.acquired, *[each for each in other.acquired if each not in self.acquired])
        return Message((self.serial, self.warp), seen, self.base, acquired, self.is_narrow or other.is_narrow, self.flights | other.flights)

    def replaces(self, other: "Message") -> bool:
        """Whether it says all that an earlier one says; who comes after lanes at a time has what they had then."""
        if (self.serial, self.warp) != (other.serial, other.warp) or self.is_narrow > other.is_narrow:
            return False
        later = all(mine >= its for mine, its in zip(self.seen, other.seen))
        return later and self.base >= other.base and self.flights >= other.flights


class Knowledge:
    """The messages of a launch; times are those of the blocks' clocks."""

    def __init__(self, lane_orders: LaneOrders) -> None:
        self.lane_orders = lane_orders
        self.at: dict[object, list[Message]] = {}
        self.fenced: dict[Warp, list[tuple[int, Message]]] = {}
        self.pending: dict[Warp, list[tuple[int, Message]]] = {}
        self.acquired: dict[int, list[tuple[int, int, int, Message]]] = {}
        self.arrived: dict[tuple[int, int], list[Message]] = {}

    @staticmethod
    def key(address: int, serial: int) -> object:
        """The name of a place: shared memory is each block's own."""
        return (address, serial) if address >> OFFSET_BITS == SHARED_WINDOW else address

    def message(self, party: Party, now: int, is_narrow: bool, flights: frozenset[int] = NO_FLIGHTS) -> Message:
        """Returns what lanes can publish at a time."""
        others = self.lane_orders.times(party.who, party.lanes)
        seen = tuple([now if party.lanes >> lane & 1 else max(party.since, others[lane]) for lane in range(WARP)])
        return Message(party.who, seen, party.base, tuple(self.visible(party, now)), is_narrow, flights)

    def visible(self, party: Party, epoch: int) -> list[Message]:
        """Returns the messages that lanes have at a time."""
        return [each[3] for each in self.acquired.get(party.serial, ()) if each[0] < party.base or self._has(party, epoch, *each[:3])]

    def _has(self, party: Party, epoch: int, time: int, warp: int, lanes: int) -> bool:
        """Whether lanes have what some of their warp acquired: the same ones, or those that have synchronised with them since."""
        if warp != party.warp or time > epoch:
            return False
        if lanes & party.lanes or time < party.since:
            return True
        times = self.lane_orders.times(party.who, party.lanes)
        return any(lanes >> lane & 1 and time < times[lane] for lane in range(WARP))

    def publish(self, key: object, messages: "list[Message]", is_atomic: bool) -> None:
        """Leaves messages at a place; a plain write takes away what lay there, an atomic keeps it."""
        if not is_atomic:
            self.at[key] = messages
            return
        found = self.at.setdefault(key, [])
        for message in messages:
            before = next((each for each in found if (each.serial, each.warp) == (message.serial, message.warp)), None)
            found[:] = [each for each in found if each is not before] + [message.joined(before)]

    def fence(self, party: Party, message: Message) -> None:
        """A fence of some lanes: what they write strongly from now on publishes the message."""
        kept = [(lanes & ~party.lanes, each) for lanes, each in self.fenced.get(party.who, ())]
        self.fenced[party.who] = [(lanes, each) for lanes, each in kept if lanes] + [(party.lanes, message)]

    def after_fence(self, who: "Warp", lanes: int) -> "list[Message]":
        """Returns what strong writes of some lanes publish."""
        return [message for fenced, message in self.fenced.get(who, ()) if fenced & lanes]

    def wait(self, party: Party, messages: "list[Message]") -> None:
        """A strong read found messages: a fence of its lanes acquires them."""
        waiting = self.pending.setdefault(party.who, [])
        waiting += [(party.lanes, message) for message in messages if (party.lanes, message) not in waiting]

    def waited(self, who: "Warp", lanes: int) -> "list[Message]":
        """Returns what a fence of some lanes acquires, and takes it away."""
        waiting = self.pending.pop(who, [])
        self.pending[who] = [each for each in waiting if not each[0] & lanes]
        return [message for own, message in waiting if own & lanes]

    def acquire(self, party: Party, messages: "list[Message]", now: int) -> bool:
        """Lanes learn messages; returns whether one of them is of their warp (then its lanes are in order)."""
        known = self.acquired.setdefault(party.serial, []) if messages else []
        for message in messages:
            if any(warp == party.warp and lanes & party.lanes == party.lanes and each.replaces(message) for _, warp, lanes, each in known):
                continue
            known[:] = [each for each in known if each[1] != party.warp or each[2] & ~party.lanes or not message.replaces(each[3])]
            known.append((now, party.warp, party.lanes, message))
        return any((message.serial, message.warp) == party.who for message in messages)

    def knows(self, party: Party, epoch: int, earlier: "Access") -> "bool | None":
        """Whether lanes at a time know of an access; None if only through a message that was not for them."""
        seen: set[int] = set()
        narrow = False
        stack = [(message, message.is_narrow and message.serial != party.serial) for message in self.visible(party, epoch)]
        while stack:
            message, is_narrow = stack.pop()
            if id(message) in seen:
                continue
            seen.add(id(message))
            if message.covers(earlier):
                if not is_narrow:
                    return True
                narrow = True
            stack += [(each, is_narrow or (each.is_narrow and each.serial != message.serial)) for each in message.acquired]
        return None if narrow else False
