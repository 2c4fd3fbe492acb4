"""The PTX virtual machine: runs PTX text on the CPU over arrays in place, with the meaning that a GPU gives it, and reports every fault.

This package is the reference interpreter: scalar, exact, pure Python. It imports neither the compiler nor MIR, so it is a meaning of its
own that tests hold the rest of the road to.
"""

from ptx.vm.errors import (
    BarrierDivergence,
    Deadlock,
    Fuel,
    LaunchError,
    LoadError,
    Misaligned,
    NonCoherent,
    OutOfBounds,
    Panic,
    Place,
    ReadOnly,
    StackOverflow,
    UnknownInstruction,
    VmError,
    WarpMisuse,
)
from ptx.vm.launch import VmModule, load
from ptx.vm.memory import Buffer

__all__ = [
    "BarrierDivergence",
    "Buffer",
    "Deadlock",
    "Fuel",
    "LaunchError",
    "LoadError",
    "Misaligned",
    "NonCoherent",
    "OutOfBounds",
    "Panic",
    "Place",
    "ReadOnly",
    "StackOverflow",
    "UnknownInstruction",
    "VmError",
    "VmModule",
    "WarpMisuse",
    "load",
]
