"""A kernel translated and given to LLVM: after `Making` it has been translated, and `made` gives what is kept of it (`kept`)."""

from functools import cached_property

from ptx.vm.compiled.analysis.assumptions import Assumptions
from ptx.vm.compiled.cfg.graph import Op, Unsupported, operations
from ptx.vm.compiled.control.kernel import BASIC, attributes, translate
from ptx.vm.compiled.control.traps import SAVED_ARGUMENTS
from ptx.vm.compiled.control.warp import WarpFunction
from ptx.vm.compiled.instructions.atomics import shows_order
from ptx.vm.compiled.ir.helpers import common_text
from ptx.vm.compiled.ir.specials import reads_clock
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.native.kept import Numbers
from ptx.vm.compiled.native.target import compile_object, llvm
from ptx.vm.compiled.schedule.gathering import MeetingPlaces, Tables
from ptx.vm.errors import LoadError
from ptx.vm.launched import LaunchShape
from ptx.vm.machine import Machine
from ptx.vm.memory import AddressSpace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptx.module import Module
    from ptx.vm.compiled.control.turns import Turns
    from ptx.vm.compiled.native.kept import Store
    from ptx.vm.compiled.watch.instrument import Watching


class Making:
    """A kernel that is translated: `function` has the places that may fault. Raises `LoadError`."""

    def __init__(
        self, module: "Module", entry: str, shape: LaunchShape, symbols: "Mapping[str, int]", offsets: "Mapping[str, int]",
        panics: "Mapping[str, tuple[str, ...]]", parameter_bytes: int, assumed: Assumptions, watched: "Watching | None" = None,
    ) -> None:  # fmt: skip
        """`panics` names the registers whose values are wanted at traps after each label; `offsets` says where in `parameter_bytes` of memory each
        parameter is; `assumed` holds for all launches; `watched` says what a sanitizer wants.
        """
        if llvm() is None:
            raise LoadError("llvmlite is not installed, or too old (extra `vm`)")
        machine = Machine(module, AddressSpace(), symbols, LaunchShape((1, 1, 1), shape.block, shape.shared))
        machine.lay_out(next(function for function in module.entries() if function.name == entry), offsets)
        self.static_shared, self.local_size = machine.dynamic_shared, len(machine.local)
        try:
            self.function, self.text = translate(machine, entry, panics, parameter_bytes, assumed, watched)
        except Unsupported as reason:
            raise LoadError(str(reason)) from reason

    @property
    def kind(self) -> "tuple[str, int] | None":
        """What common functions it needs beside those of all kernels."""
        return None if self.function.watch is None else self.function.watch.kind

    @cached_property
    def turns(self) -> Tables:
        """What Python must know of its lanes, which take turns."""
        assert self.function.turns is not None
        return tables_of(self.function.turns)

    def made(self, store: "Store | None") -> bytes:
        """Returns numbers and object file; `store` keeps object files by their text. Raises `LoadError`."""
        text = self.text
        try:
            data = compile_object(text) if store is None else store(text, lambda: compile_object(text))
        except Unsupported as reason:
            raise LoadError(str(reason)) from reason
        self.text = ""
        return self.numbers().packed(data)

    def numbers(self) -> Numbers:
        """Returns what every launch must know."""
        return numbers_of(self.function, self.static_shared, self.local_size)


def numbers_of(function: WarpFunction, static_shared: int, local_size: int) -> Numbers:
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
    return Numbers(*sizes, function.has_shadow, in_order, values, function.turns is not None, waits, *needs, static_shared, local_size)


def tables_of(turns: "Turns") -> Tables:
    """Returns what Python must know of lanes that take turns."""
    suspects = {block: [turns.homes[register] for register in masks.registers] for block, masks in turns.masks.items()}
    meetings = [MeetingPlaces(block, each.sites, suspects.get(block, [0, 0]),
                              *[(turns.saved.get(register, 0), register.varying) for register in (each.site, each.mask)])
                for block, each in turns.meetings.items()]  # fmt: skip
    return Tables(turns.layout, turns.facts.order, meetings)


def common_object(kind: "tuple[str, int] | None") -> bytes:
    """Returns the object file of the functions that every kernel may call; `kind` names what an instrument adds to them."""
    declared = "\n".join(text for _, text in sorted(BASIC.items()))
    return compile_object(f"{declared}\n{instrumented(common_text(), kind)}{attributes()}")


def instrumented(text: str, kind: "tuple[str, int] | None") -> str:
    """Returns the common functions with those of an instrument."""
    if kind is None:
        return text
    if kind[0] == "watched":
        from ptx.vm.compiled.watch.going_on import watched_text

        return watched_text(text, kind[1])
    from ptx.vm.compiled.watch.counting import counted_text

    return counted_text(text)
