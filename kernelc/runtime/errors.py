"""What goes wrong when a kernel is launched or runs: `KernelError` and its subclasses, each with the place in the kernel's source where it is known."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ptx.vm.errors import Place, VmError

    Index = tuple[int, int, int]


class KernelError(Exception):
    """A fault of a kernel or its launch. `file`, `line`, `column` are the position in the kernel's source (None and 0 where unknown)."""

    def __init__(self, message: str, file: str | None = None, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.file, self.line, self.column = file, line, column
        self.block: Index | None = None
        self.thread: Index | None = None
        self.values: tuple[object, ...] = ()


class Mismatch(Exception):
    """One argument that does not fit; `str()` is what to say after the parameter's name. Never leaves `kernelc.runtime`."""


class ArgumentError(KernelError, TypeError):
    """An argument, or the number of them, does not fit the kernel's parameters."""


class CompileWarning(UserWarning):
    """What the compiler warns of when it compiles for Python; the text has the place and the lines."""


class LaunchError(KernelError, ValueError):
    """A grid, block or stream that cannot be."""


class KernelPanic(KernelError):
    """A panic of the kernel: index out of bounds, division by zero, a failed assertion."""


class MemoryFault(KernelError):
    """An access outside of every array, misaligned, or to something read-only."""


class SynchronizationError(KernelError):
    """A barrier that not all threads reach, a deadlock, a wrong mask of a warp operation."""


class FuelExhausted(KernelError):
    """A thread ran longer than it may: most likely a loop without end."""


class NotSupported(KernelError):
    """PTX that the virtual machine cannot run, or a device that is missing."""


KINDS = {
    "Panic": KernelPanic,
    "MemoryFault": MemoryFault,
    "StackOverflow": MemoryFault,
    "BarrierDivergence": SynchronizationError,
    "Deadlock": SynchronizationError,
    "WarpMisuse": SynchronizationError,
    "Fuel": FuelExhausted,
    "LaunchError": LaunchError,
    "LoadError": NotSupported,
}
"""Fault of the virtual machine, by the name of its class or the next base that is here → exception of this module."""


def from_vm(error: VmError, find: Callable[[Place], Place] | None = None) -> KernelError:
    """The exception for a fault of the virtual machine: what happened, at which line of the source, in which block and thread.

    `find` gives for a place of the PTX the one that the user is told.
    """
    kind = next((KINDS[base.__name__] for base in type(error).__mro__ if base.__name__ in KINDS), KernelError)
    if find is not None:
        error = error.placed(find)
    text = str(error)
    if kind is KernelPanic:
        where = f"{error.file}:{error.line}:{error.column}" if error.file else str(error.place)
        text = f"thread {error.thread} of block {error.block} panicked at {where}:\n{error.problem}"
    made = kind(text, error.file, error.line, error.column)
    made.block, made.thread = error.block, error.thread
    made.values = tuple(error.details.get("values", ()))  # type: ignore[arg-type]
    return made
