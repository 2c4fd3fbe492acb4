"""Which accesses threads know of through fences, flags and barriers of some: `Knowledge.knows` says whether an earlier access is ordered before a later one.

A *message* is what a warp publishes: all that its block did before its last full barrier, what it did itself until now, and all messages that it has.
A release leaves one at its address; an acquire takes what lies there. A fence releases for the strong writes after it and acquires from the strong reads
before it. An mbarrier keeps messages by phase (`phases`). Warps are told apart, the lanes of one are not. Barriers of the whole block are not messages:
the shadow's clock knows them.
"""

from ptx.vm.compiled.watch.shadow import FLIGHT
from ptx.vm.memory import OFFSET_BITS, SHARED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Warp: TypeAlias = tuple[int, int]
    """Serial number of the block, and the warp in it."""

NO_FLIGHTS: frozenset[int] = frozenset()


class Message:
    """What a warp published: see the module. `is_narrow`: only for threads of its own block. `flights`: copies that have landed."""

    __slots__ = ("acquired", "base", "flights", "is_narrow", "own", "serial", "warp")

    def __init__(self, who: "Warp", own: int, base: int, acquired: "tuple[Message, ...]", is_narrow: bool, flights: frozenset[int] = NO_FLIGHTS) -> None:
        self.serial, self.warp = who
        self.own = own
        self.base = base
        self.acquired = acquired
        self.is_narrow = is_narrow
        self.flights = flights

    def covers(self, serial: int, warp: int, epoch: int) -> bool:
        """Whether it tells of an access by a warp at a time, or of a copy."""
        if epoch >= FLIGHT:
            return self.serial == serial and epoch in self.flights
        return self.serial == serial and (epoch < self.base or (warp == self.warp and epoch < self.own))

    def joined(self, other: "Message | None") -> "Message":
        """It, with what landed before an earlier one of the same warp."""
        if other is None or other.flights <= self.flights:
            return self
        return Message((self.serial, self.warp), self.own, self.base, self.acquired, self.is_narrow, self.flights | other.flights)

    def replaces(self, other: "Message") -> bool:
        """Whether it says all that an earlier one says."""
        if (self.serial, self.warp) != (other.serial, other.warp) or self.is_narrow > other.is_narrow:
            return False
        return self.own >= other.own and self.base >= other.base and self.flights >= other.flights


class Knowledge:
    """The messages of a launch. `clock()` ticks the running block's clock; times come from the shadow's area."""

    def __init__(self) -> None:
        self.at: dict[object, list[Message]] = {}
        self.fenced: dict[Warp, Message] = {}
        self.pending: dict[Warp, list[Message]] = {}
        self.acquired: dict[int, list[tuple[int, int, Message]]] = {}
        self.arrived: dict[tuple[int, int], list[Message]] = {}

    @property
    def is_empty(self) -> bool:
        """Whether nobody has learnt anything."""
        return not self.acquired

    @staticmethod
    def key(address: int, serial: int) -> object:
        """The name of a place: shared memory is each block's own."""
        return (address, serial) if address >> OFFSET_BITS == SHARED_WINDOW else address

    def message(self, who: "Warp", now: int, base: int, is_narrow: bool, flights: frozenset[int] = NO_FLIGHTS) -> Message:
        """Returns what a warp can publish at a time."""
        return Message(who, now, base, tuple(self.visible(who, now, base)), is_narrow, flights)

    def visible(self, who: "Warp", epoch: int, base: int) -> list[Message]:
        """Returns the messages that a warp has at a time."""
        serial, warp = who
        return [message for time, owner, message in self.acquired.get(serial, ()) if (owner == warp and time <= epoch) or time < base]

    def publish(self, key: object, message: "Message | None", is_atomic: bool) -> None:
        """Leaves a message at a place; a write without one takes away what lay there, an atomic keeps it."""
        if is_atomic:
            found = self.at.setdefault(key, [])
            if message is not None:
                found[:] = [each for each in found if (each.serial, each.warp) != (message.serial, message.warp)] + [message]
        elif message is None:
            self.at.pop(key, None)
        else:
            self.at[key] = [message]

    def acquire(self, who: "Warp", messages: "list[Message]", now: int) -> bool:
        """A warp learns messages; returns whether one of them is its own (then its lanes are in order)."""
        serial, warp = who
        known = self.acquired.setdefault(serial, []) if messages else []
        for message in messages:
            if not any(owner == warp and each.replaces(message) for _, owner, each in known):
                known[:] = [each for each in known if each[1] != warp or not message.replaces(each[2])] + [(now, warp, message)]
        return any((message.serial, message.warp) == who for message in messages)

    def knows(self, who: "Warp", epoch: int, base: int, earlier: tuple[int, int, int]) -> "bool | None":
        """Whether a warp at a time knows of an access (serial, warp, epoch); None if only through a message that was not for it."""
        seen: set[int] = set()
        narrow = False
        stack = [(message, message.is_narrow and message.serial != who[0]) for message in self.visible(who, epoch, base)]
        while stack:
            message, is_narrow = stack.pop()
            if id(message) in seen:
                continue
            seen.add(id(message))
            if message.covers(*earlier):
                if not is_narrow:
                    return True
                narrow = True
            stack += [(each, is_narrow or (each.is_narrow and each.serial != message.serial)) for each in message.acquired]
        return None if narrow else False
