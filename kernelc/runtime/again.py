"""Launches that are made again: after `Again` a launch over the same arrays costs neither checks nor a new set-up.

A loop over time steps launches one kernel again and again with the arrays it had before, and other numbers. Arrays are the same if they are the same
objects and NumPy says the same of them: address, shape, strides, type, and whether they may be written. They are not kept alive.
"""

from __future__ import annotations

from weakref import ref

from kernelc.runtime.arrays import is_of_numpy
from kernelc.runtime.errors import Mismatch
from kernelc.runtime.scalars import pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kernelc.runtime.arguments import Bound
    from kernelc.signature import KernelParameter
    from ptx.vm.compiled.native.prepared import Prepared

MOST = 8
"""Launches of a module that are kept, each for a kernel and a shape."""
ARRAYS = ("slice", "pointer", "rows")
"""Kinds of parameters that take arrays."""


class Again:
    """A prepared launch with what was said of its arrays."""

    __slots__ = ("arrays", "count", "numbers", "prepared")

    def __init__(self, bound: Sequence[Bound], prepared: Prepared) -> None:
        self.count = len(bound)
        arrays: list[tuple[int, Any]] = [(position, b.given) for position, b in enumerate(bound) if b.array is not None]
        self.arrays: list[tuple[int, Any, Any]] = [(position, ref(given), given.__array_interface__) for position, given in arrays]
        self.numbers: list[tuple[int, int, KernelParameter]] = []
        self.prepared = prepared
        place = 0
        for position, each in enumerate(bound):
            if each.array is None:
                self.numbers.append((position, place, each.parameter))
            place += each.parameter.words

    def words(self, args: Sequence[Any]) -> list[tuple[int, bytes]] | None:
        """The numbers as bytes with their places among the parameters, if the arrays are as they were and the numbers fit; else None."""
        if len(args) != self.count:
            return None
        for position, known, interface in self.arrays:
            value = args[position]
            if value is None or known() is not value or value.__array_interface__ != interface:
                return None
        try:
            return [(place, pack(parameter, args[position])) for position, place, parameter in self.numbers]
        except Mismatch:
            return None


def can_repeat(bound: Sequence[Bound]) -> bool:
    """Whether a launch with these arguments may be kept: NumPy's arrays and numbers alone."""
    return all([is_of_numpy(b.given) if b.parameter.kind in ARRAYS else b.parameter.kind == "scalar" for b in bound])
