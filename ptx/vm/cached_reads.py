"""Reads through `ld.global.nc`: the bytes they touch are noted, so that a write to one of them in the same launch is found.

Bytes are named by host memory, so an array that is passed twice counts as one.
"""

from ptx.vm.addresses import Access
from ptx.vm.context import Context
from ptx.vm.errors import NonCoherent
from ptx.vm.memory import describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from ptx.vm.addresses import AddressOf

    Step: TypeAlias = Callable[[], None]

PAGE = 1 << 16
"""Bytes whose reads through `ld.global.nc` are noted together; a multiple of every access size, so an aligned access stays within one."""


def note_cached_read(access: Access, where: "AddressOf") -> "Step":
    """Returns the step that notes the bytes which an `ld.global.nc` is about to read."""
    machine, size = access.machine, access.size
    ones = b"\1" * size

    def step() -> None:
        allocation, offset = machine.space.owner(where())
        if allocation is None or machine.cached_reads is None or not 0 <= offset <= len(allocation.data) - size:
            return
        page, start = divmod(allocation.identity + offset, PAGE)
        known = machine.cached_reads.get(page)
        if known is None:
            known = machine.cached_reads[page] = bytearray(PAGE)
        known[start : start + size] = ones

    return step


def check_cached_reads(context: Context, access: Access, where: "AddressOf") -> None:
    """Emits, in a kernel with `ld.global.nc`, the check that a write hits no byte that was read that way."""
    cached, machine = context.machine.cached_reads, context.machine
    if cached is None:
        return

    def step() -> None:
        at = where()
        allocation, offset = machine.space.owner(at)
        if allocation is None:
            return
        page, start = divmod(allocation.identity + offset, PAGE)
        if page in cached and cached[page].find(1, start, start + access.size) >= 0:
            what, details = describe(machine.space, at, access.size)
            raise machine.fault(NonCoherent, f"{access.verb} of {access.size} bytes at {what}, read by `ld.global.nc` before", access.place, details)

    context.emit(step)
