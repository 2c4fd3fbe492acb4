"""Launching on the CPU: PTX runs in the virtual machine over NumPy arrays, in place."""

from __future__ import annotations

from kernelc.runtime.errors import from_vm
from ptx.vm import Buffer, VmError, VmModule, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernelc.runtime.arguments import Bound


def prepare(ptx: str) -> VmModule:
    """The PTX loaded for the virtual machine."""
    try:
        return load(ptx)
    except VmError as problem:
        raise from_vm(problem) from None


def launch(
    module: VmModule,
    symbol: str,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    shared: int,
    bound: Sequence[Bound],
    sites: Iterable[object],
) -> None:
    """Runs the kernel and returns when every thread has ended. Raises KernelError."""
    args: list[Buffer | int | float | bytes] = []
    for argument in bound:
        if argument.array is not None:
            args.append(Buffer(argument.parameter.name, argument.array, argument.parameter.mutable))
        args.extend(argument.words)
    try:
        module.launch(symbol, grid, block, args, shared=shared, sites=sites)
    except VmError as problem:
        raise from_vm(problem) from None
