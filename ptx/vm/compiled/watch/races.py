"""Events of the shadow as findings: after `Races.finish` every pair of colliding instructions is one finding, and a race is not also a read of nothing.

A read of shared memory that nobody wrote stays open until the end: if another thread writes the place with no order between, it was a race.
"""

import numpy as np

from ptx.vm.compiled.watch.judging import NARROW_SCOPE, Judge, epoch_of
from ptx.vm.compiled.watch.lanes import THREAD_SHIFT
from ptx.vm.compiled.watch.shadow import (
    ABSENT,
    AFTER_WRITE,
    EPOCH_SHIFT,
    EVENT,
    FLIGHT,
    MOST_EPOCHS,
    MULTI,
    NARROW,
    SERIAL_SHIFT,
    SEVERAL_WRITTEN,
    SITE_SHIFT,
    STRONG,
    UNINITIALISED,
    UNINITIALISED_LOCAL,
)
from ptx.vm.findings import ABSENT_LANE, GLOBAL_RACE, SCOPE, SHARED_RACE, UNINITIALISED_SHARED, Finding, Touch
from ptx.vm.findings import UNINITIALISED_LOCAL as LOCAL
from ptx.vm.launched import Launched, coordinates
from ptx.vm.memory import OFFSET_BITS, SHARED_WINDOW, describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ptx.vm.compiled.watch.instrument import Watch

MOST_PLACES = 1_000_000
"""The most places of reads that may be races after all."""


class Races:
    """Gathers events of one launch."""

    def __init__(self, machine: Launched, watch: "Watch", judge: Judge, block_of: "Callable[[int], int]") -> None:
        self.machine = machine
        self.sites = watch.sites
        self.judge = judge if watch.is_exact else None
        self.block_of = block_of
        self.found: dict[tuple[str, int, int], Finding] = {}
        self.open: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.firsts: dict[tuple[int, int], Any] = {}
        self.raced: set[tuple[int, int]] = set()

    # --- events ----------------------------------------------------------------------------------------------------------------------

    def consume(self, events: "Any", now: tuple[int, int]) -> None:
        """Takes events: rows of 64-bit numbers, as `shadow.EVENT` names them; `now`: the block that runs, and its last full barrier."""
        kinds = events[:, 0]
        missing = (kinds >= UNINITIALISED) & (kinds < SEVERAL_WRITTEN)
        if missing.any():
            self._missing(events[missing])
        if self.judge is None:
            self._conflicts(events[~missing])
            return
        start = 0
        for place in np.flatnonzero(kinds < UNINITIALISED).tolist():
            self._remember(events[start:place], now)
            self._judge(self.judge, events[place].tolist())
            start = place + 1
        self._remember(events[start:], now)

    def _remember(self, events: "Any", now: tuple[int, int]) -> None:
        """Keeps accesses that later ones must come after, but for those to shared memory before the last barrier of the block that runs."""
        assert self.judge is not None
        serial, base = now
        words = events[:, 5]
        shared = events[:, 3] >> np.uint64(OFFSET_BITS) == SHARED_WINDOW
        over = shared & (words < np.uint64(serial << SERIAL_SHIFT | min(base, MOST_EPOCHS) << EPOCH_SHIFT))
        self.judge.remember(events[(events[:, 0] >= SEVERAL_WRITTEN) & ~over].copy())

    def _judge(self, judge: Judge, event: "list[int]") -> None:
        verdict = judge.verdict(event)
        if verdict is not None:
            problem, found = verdict
            self._note(SCOPE if problem == NARROW_SCOPE else kind_of(event[3]), found, 1)
            if len(self.raced) < MOST_PLACES:
                self.raced.add((event[4] >> SERIAL_SHIFT, event[3]))

    def _missing(self, events: "Any") -> None:
        for row in _firsts(events[:, :2]):
            chosen = events[(events[:, 0] == row[0]) & (events[:, 1] == row[1])]
            key = int(row[0]), int(row[1])
            places = self.open.setdefault(key, [])
            self.firsts.setdefault(key, chosen[0].copy())
            room = max(0, MOST_PLACES - len(places))
            places += zip((chosen[:room, 4] >> np.uint64(SERIAL_SHIFT)).tolist(), chosen[:room, 3].tolist())

    def _conflicts(self, events: "Any") -> None:
        """Conflicts in a kernel where the clock of a block tells all orders: they are races."""
        for row in _firsts(events[:, :3]):
            part = events[(events[:, :3] == row).all(axis=1)]
            self.raced.update(zip((part[:MOST_PLACES, 4] >> np.uint64(SERIAL_SHIFT)).tolist(), part[:MOST_PLACES, 3].tolist()))
            first = part[0].tolist()
            is_scope = first[1] & first[2] & STRONG and (first[1] | first[2]) & NARROW
            self._note(SCOPE if is_scope else kind_of(first[3]), first, len(part))

    def _note(self, kind: str, event: "list[int]", count: int) -> None:
        key = kind, event[1] >> SITE_SHIFT, event[2] >> SITE_SHIFT
        if key in self.found:
            self.found[key].count += count
        else:
            self.found[key] = self._race(kind, event, count)

    # --- findings --------------------------------------------------------------------------------------------------------------------

    def _race(self, kind: str, event: "list[int]", count: int) -> Finding:
        _, site, prior_site, address, me, prior, _, _ = event
        access = self._touch(site, me)
        before = self._touch(prior_site, prior)
        if event[0] != AFTER_WRITE:
            before.verb = "read"
        elif before.verb == "read":
            before.verb = "write"
        what = self._what(address, access.size)
        orders = "threads of the block" if access.block == before.block else "blocks"
        problem = f"at {what}, with nothing between that orders {orders}"
        if kind == SCOPE:
            problem = f"at {what}: threads of different blocks, but the scope is the block"
        elif epoch_of(prior) >= FLIGHT:
            problem = f"at {what}, to which an asynchronous copy is under way: the thread has not waited for it"
        finding = Finding(kind, problem, access=access, before=before)
        self._name(finding, address, access.size)
        finding.count = count
        return finding

    def _touch(self, site: int, word: int) -> Touch:
        known = self.sites[site >> SITE_SHIFT]
        block = self.block_of(word >> SERIAL_SHIFT)
        thread = word >> THREAD_SHIFT & 1023
        shape = self.machine.shape
        others = bool(word & MULTI) and epoch_of(word) < FLIGHT
        return Touch(known.verb, known.size, known.place, coordinates(block, shape.grid), coordinates(thread, shape.block), others)

    def _what(self, address: int, size: int) -> str:
        return describe(self.machine.space, address, size)[0]

    def _name(self, finding: Finding, address: int, size: int) -> None:
        _, details = describe(self.machine.space, address, size)
        finding.name, finding.offset = str(details["name"] or ""), int(str(details["offset"]))
        finding.element = finding.offset // size
        finding.details = details

    def finish(self) -> list[Finding]:
        """Returns all findings."""
        found = list(self.found.values())
        for key, places in self.open.items():
            left = [place for place in places if place not in self.raced]
            if left:
                made = self._absent if key[0] == ABSENT else self._unwritten
                found.append(made(self.firsts[key], left))
        return found

    def _absent(self, event: "Any", places: "list[tuple[int, int]]") -> Finding:
        _, site, _, used, me, *_ = event.tolist()
        touch = self._touch(site, me)
        finding = Finding(ABSENT_LANE, f"lanes 0x{used:08x} use what a shuffle took from a lane that is not there", touch.place)
        finding.block, finding.thread, finding.count = touch.block, touch.thread, len(places)
        finding.details = {"lanes": used}
        return finding

    def _unwritten(self, event: "Any", places: "list[tuple[int, int]]") -> Finding:
        kind, site, _, address, me, *_ = event.tolist()
        access = self._touch(site, me)
        problem = f"at {self._what(address, access.size)}, which no thread has written" if kind != UNINITIALISED_LOCAL else (
            f"at {self._what(address, access.size)}, which the thread has not written")  # fmt: skip
        finding = Finding(LOCAL if kind == UNINITIALISED_LOCAL else UNINITIALISED_SHARED, problem, access=access)
        self._name(finding, address, access.size)
        finding.count = len(places)
        return finding


def kind_of(address: int) -> str:
    """Returns the kind of a race at an address."""
    return SHARED_RACE if address >> OFFSET_BITS == SHARED_WINDOW else GLOBAL_RACE


def _firsts(columns: "Any") -> "Any":
    """Returns the different rows, in order of their first occurrence."""
    _, first = np.unique(columns, axis=0, return_index=True)
    return columns[np.sort(first)]


__all__ = ["EVENT", "Races"]
