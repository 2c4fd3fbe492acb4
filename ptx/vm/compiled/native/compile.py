"""A kernel made native: after `compile_kernel` it can be called, and says what a launch must know.

Native code is made once for a PTX text, a block size and what is taken for granted (`assumptions`), if there is a store: with it are kept the few
numbers that every launch needs. Where faults and barriers stand in the source is looked up when somebody asks, by translating once more.
"""

import json
from functools import lru_cache
from typing import NamedTuple

from ptx.vm.compiled.analysis.assumptions import Assumptions
from ptx.vm.compiled.cfg.graph import Block, Op, operations
from ptx.vm.compiled.control.kernel import BASIC, attributes, translate
from ptx.vm.compiled.control.traps import SAVED_ARGUMENTS
from ptx.vm.compiled.control.warp import Site, WarpFunction
from ptx.vm.compiled.instructions.atomics import shows_order
from ptx.vm.compiled.ir.helpers import common_text
from ptx.vm.compiled.ir.specials import reads_clock
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.native.target import Code, compile_object, machine_key
from ptx.vm.compiled.schedule.gathering import MeetingPlaces, Tables
from ptx.vm.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from ptx.vm.compiled.control.turns import Turns
    from ptx.vm.compiled.schedule.doors import Doors
    from ptx.vm.compiled.watch.instrument import Instrument, Watching

    Store: TypeAlias = "Callable[[str, Callable[[], bytes]], bytes]"


class Numbers(NamedTuple):
    """What every launch must know of a kernel.

    `warps` of a block, bytes of a warp's context and of a thread's own memory, whether `ld.global.nc` is watched, whether blocks must run in order,
    the most values that are kept for a report, whether lanes take turns, whether threads may wait for other blocks, whether there are asynchronous
    copies, and whether calls need a stack.
    """

    warps: int
    context_bytes: int
    local_bytes: int
    has_shadow: bool
    in_order: bool
    most_values: int
    takes_turns: bool
    waits: bool
    has_queues: bool
    has_stack: bool


class CompiledKernel:
    """Native code with its numbers; the places that may fault, the barriers and where lanes meet are there when they are asked for."""

    def __init__(self, code: Code, numbers: Numbers, translated: "Callable[[], WarpFunction]") -> None:
        self.code = code
        self.warps, self.context_bytes, self.local_bytes = numbers.warps, numbers.context_bytes, numbers.local_bytes
        self.has_shadow, self.in_order, self.most_values = numbers.has_shadow, numbers.in_order, numbers.most_values
        self.takes_turns, self.waits = numbers.takes_turns, numbers.waits
        self.has_queues, self.has_stack = numbers.has_queues, numbers.has_stack
        self.doors: list[Doors] = []
        self._translated = translated
        self._function: WarpFunction | None = None
        self._tables: Tables | None = None

    @property
    def function(self) -> WarpFunction:
        """The kernel as it was translated."""
        if self._function is None:
            self._function = self._translated()
        return self._function

    @property
    def sites(self) -> list[Site]:
        """The places that may fault."""
        return self.function.sites

    @property
    def barriers(self) -> list[Block]:
        """The barriers, in order."""
        return self.function.barriers

    @property
    def watch(self) -> "Instrument | None":
        """What has been put in."""
        return self.function.watch

    @property
    def turns(self) -> Tables | None:
        """What Python must know of lanes that take turns, None if they do not."""
        if self.takes_turns and self._tables is None:
            assert self.function.turns is not None
            self._tables = tables_of(self.function.turns)
        return self._tables


def compile_kernel(
    machine: Machine, entry: str, panics: "Mapping[str, tuple[str, ...]]", parameter_bytes: int, assumed: Assumptions,
    stored: "Store | None" = None, watched: "Watching | None" = None, source: str = "",
) -> CompiledKernel:  # fmt: skip
    """Returns the native code of a kernel of a laid-out machine. Raises `Unsupported`.

    `panics` names the registers whose values are wanted at traps after each label; `assumed` holds for all its launches; `watched` says what a
    sanitizer wants. `stored` keeps native code, for the module's text `source` if that is given, else for its IR.
    """
    known: list[WarpFunction] = []

    def make() -> bytes:
        function, text = translate(machine, entry, panics, parameter_bytes, assumed, watched)
        known.append(function)
        return packed(numbers_of(function), compile_object(text) if source else made(text, stored))

    shape = f"{machine.shape.block} {machine.shape.shared > 0} {machine.parameters} {machine.symbols}"
    key = f"{' '.join(machine_key())}\n{attributes()}\n{entry} {shape} {assumed}\n{panics}\n{source}"
    kept = stored(key, make) if stored is not None and source and watched is None else make()
    numbers, data = unpacked(kept)
    code = Code(data, common_object(stored, None if watched is None else known[0].watch.kind))  # type: ignore[union-attr]
    return CompiledKernel(code, numbers, lambda: known[0] if known else translate(machine, entry, panics, parameter_bytes, assumed)[0])


def numbers_of(function: WarpFunction) -> Numbers:
    """Returns the numbers of a translated kernel."""
    every = [op for block in function.facts.order for op in operations(block) if isinstance(op, Op)]
    shows = any(op.meaning in ("atom", "red") and shows_order(op) for op in every) or function.calls_host or any(map(reads_clock, every))
    values = 1 + len(function.barriers) + max((2 * len(site.registers) for site in function.sites), default=0)
    values = max(values, SAVED_ARGUMENTS if function.calls_host else 0)
    warps = (function.specials.threads + WARP - 1) // WARP
    in_order = shows or function.has_shadow or function.watch is not None
    waits = function.turns is not None and bool(function.turns.spins)
    sizes = warps, function.context_bytes, function.local_bytes
    needs = function.has_queues, bool(function.graph.calls.names)
    return Numbers(*sizes, function.has_shadow, in_order, values, function.turns is not None, waits, *needs)


def packed(numbers: Numbers, data: bytes) -> bytes:
    """Returns numbers and object file as bytes."""
    return json.dumps(numbers).encode() + b"\n" + data


def unpacked(kept: bytes) -> tuple[Numbers, bytes]:
    """The same the other way round."""
    head, _, data = kept.partition(b"\n")
    return Numbers(*json.loads(head)), data


def tables_of(turns: "Turns") -> Tables:
    """Returns what Python must know of lanes that take turns."""
    meetings = [MeetingPlaces(block, each.sites, *[(turns.saved.get(register, 0), register.varying) for register in (each.site, each.mask)])
                for block, each in turns.meetings.items()]  # fmt: skip
    return Tables(turns.layout, turns.facts.order, meetings)


def made(text: str, stored: "Store | None") -> bytes:
    """Returns the object file of a module's text, kept or made now."""
    return compile_object(text) if stored is None else stored(text, lambda: compile_object(text))


@lru_cache(maxsize=16)
def common_object(stored: "Store | None", kind: "tuple[str, int] | None" = None) -> bytes:
    """Returns the object file of the functions that every kernel may call; `kind` names what an instrument adds to them."""
    declared = "\n".join(text for _, text in sorted(BASIC.items()))
    return made(f"; for {' '.join(machine_key())}\n{declared}\n{instrumented(common_text(), kind)}{attributes()}", stored)


def instrumented(text: str, kind: "tuple[str, int] | None") -> str:
    """Returns the common functions with those of an instrument."""
    if kind is None:
        return text
    if kind[0] == "watched":
        from ptx.vm.compiled.watch.going_on import watched_text

        return watched_text(text, kind[1])
    from ptx.vm.compiled.watch.counting import counted_text

    return counted_text(text)
