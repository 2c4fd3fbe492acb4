"""Launching on the CPU: PTX runs in the virtual machine over NumPy arrays, in place."""

from __future__ import annotations

from functools import partial

from dialect.op import LIBRARIES
from kernelc.frontend.diagnostics import CompileError
from kernelc.options import OptionError
from kernelc.runtime.again import MOST, Again, can_repeat
from kernelc.runtime.arguments import bind
from kernelc.runtime.errors import LaunchError, from_vm
from kernelc.runtime.handle import is_default
from kernelc.runtime.objects import stored
from kernelc.runtime.options import chosen_executor
from kernelc.runtime.profiler import COUNTED
from kernelc.runtime.sanitizer import CURRENT
from ptx.record import SIZE
from ptx.vm import Buffer, VmError, VmModule, load
from ptx.vm.errors import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kernelc.runtime.arguments import Bound
    from kernelc.runtime.module import ModuleCode
    from kernelc.signature import KernelSignature
    from ptx.vm.memory import AddressSpace


def loaded(code: ModuleCode) -> VmModule:
    """The module loaded for the virtual machine, once. Raises KernelError."""
    with code.lock:
        if code.machine is None:
            try:
                code.machine = load(code.ptx, code.executor or chosen_executor(), stored)
            except OptionError as problem:
                raise LaunchError(str(problem)) from None
            except VmError as problem:
                raise from_vm(problem) from None
        found: VmModule = code.machine
        return found


def launch(
    code: ModuleCode,
    signature: KernelSignature,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    shared: int,
    stream: object,
    bound: Sequence[Bound],
) -> None:
    """Runs the kernel and returns when every thread has ended. Raises KernelError."""
    if not is_default(stream):
        raise LaunchError(f"{signature.name}: a stream belongs to a GPU, but the arrays are on the host; pass None")
    fixed, total = [static.symbol for static in code.artifact.statics if not static.mutable], shared + signature.shared
    sanitizer, statistics = CURRENT.get(), COUNTED.get()
    if sanitizer is not None and statistics is not None:
        raise LaunchError(f"{signature.name}: sanitize() and profile() cannot watch one launch; take one after the other")
    known = 0 if sanitizer is None else len(sanitizer.report)
    where = signature.symbol, grid, block, vm_arguments(code, bound)
    options: dict[str, Any] = {"shared": total, "sites": code.artifact.sites, "read_only": fixed}
    try:
        machine = loaded(code)
        prepared = machine.prepared(*where, **options) if sanitizer is None and statistics is None and may_be_kept(code, bound) else None
        if prepared is None:
            machine.launch(*where, **options, sanitizer=sanitizer, statistics=statistics)
            return
        prepared.run((), partial(machine.space_of, signature.symbol, where[-1], fixed))
        if prepared.may_repeat:
            keep(code, (signature.symbol, grid, block, shared), Again(bound, prepared))
        else:
            prepared.execution.leave()
    except VmError as problem:
        raise from_vm(problem, partial(shown_place, code)) from None
    finally:
        for finding in () if sanitizer is None else sanitizer.report.findings[known:]:
            finding.placed(partial(shown_place, code))
        if statistics is not None:
            statistics.place(partial(shown_place, code))


def vm_arguments(code: ModuleCode, bound: Sequence[Bound]) -> list[Buffer | bytes]:
    """The arguments as the virtual machine takes them, one for each parameter of the PTX."""
    args: list[Buffer | bytes] = []
    for argument in bound:
        if argument.array is not None:
            args.append(Buffer(argument.parameter.name, argument.array, argument.parameter.mutable))
        args.extend(argument.words)
    if code.options.panic == "report" and code.source is not None:
        args.append(Buffer("the panic record", bytearray(SIZE)))
    return args


# -------------------------------------------------------------------------------------------------------------------------- once more


def may_be_kept(code: ModuleCode, bound: Sequence[Bound]) -> bool:
    """Whether another launch may find everything as this one leaves it."""
    return code.options.panic != "report" and can_repeat(bound)


def keep(code: ModuleCode, key: object, again: Again) -> None:
    """Keeps a launch for the next one like it; beyond a limit the oldest is let go."""
    code.again[key] = again
    if len(code.again) > MOST:
        code.again.pop(next(iter(code.again)), None)


def repeat(code: ModuleCode, key: object, again: Again, signature: KernelSignature, args: Sequence[object]) -> bool:
    """Makes a kept launch again, if it is the same but for its numbers and nobody watches it. Raises KernelError."""
    words = again.words(args) if CURRENT.get() is None and COUNTED.get() is None else None
    if words is None:
        return False

    def space() -> AddressSpace:
        fixed = [static.symbol for static in code.artifact.statics if not static.mutable]
        found: AddressSpace = code.machine.space_of(signature.symbol, vm_arguments(code, bind(signature, args)), fixed)
        return found

    try:
        again.prepared.run(words, space)
    except VmError as problem:
        raise from_vm(problem, partial(shown_place, code)) from None
    keep(code, key, again)
    return True


def shown_place(code: ModuleCode, place: Place) -> Place:
    """The place as the user is told it: the innermost position outside of the libraries, of the instruction or of a call that led there."""
    for each in (place, *place.callers):
        for file, line, column in _positions(code, each):
            if not file.startswith(LIBRARIES):
                return Place(place.function, place.ptx_line, place.ptx_text, file, line, column)
    return place


def _positions(code: ModuleCode, place: Place) -> tuple[tuple[str, int, int], ...]:
    """Where in the source an instruction is, and the calls that it was inlined through.

    For PTX without line information the source is compiled once more with it, and instructions are matched.
    """
    if place.file is not None:
        return ((place.file, place.line, place.column), *place.inlined_at)
    if not place.ptx_line or code.source is None:
        return ()
    try:
        return code.positions().get(place.ptx_line, ())
    except CompileError:  # the source has changed since
        return ()
