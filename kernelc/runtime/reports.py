"""Panics on a GPU: after a launch whose kernel panicked, the record that it left (`ptx.record`) becomes a `KernelPanic` with the line in the source.

A record is 64 bytes of host memory that the device sees at the same address. There is one for each module on each device, and it is kept as long as
the process lives: a kernel may still write to it when nobody holds the module any more.
"""

from __future__ import annotations

from kernelc.runtime.errors import KernelPanic
from ptx.record import SIZE, Record, read_record, values_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kernelc.runtime.artifact import Site

RECORDS: dict[int, list[DeviceRecord]] = {}
"""The records of each device, the earliest first."""
LOST = "the CUDA context of this process is lost: nothing more can run on the GPU until a new process is started"


class DeviceRecord:
    """The record of a module on a device; `address` is what its kernels get as their last argument."""

    __slots__ = ("address", "memory", "sites")

    def __init__(self, memory: Any, sites: Sequence[Site]) -> None:
        self.memory, self.sites = memory, {site.label: site for site in sites}
        self.address: int = memory.ptr

    def read(self) -> Record | None:
        """What a thread wrote; None if none has panicked."""
        return read_record(bytes(memoryview(self.memory)[:SIZE]))


def new_record(cupy: Any, device: int, sites: Sequence[Site]) -> DeviceRecord:
    """A free record in pinned memory, which every device of the process can write to."""
    memory = cupy.cuda.alloc_pinned_memory(SIZE)
    memoryview(memory)[:SIZE] = bytes(SIZE)
    record = DeviceRecord(memory, sites)
    RECORDS.setdefault(device, []).append(record)
    return record


def panic_on(device: int) -> KernelPanic | None:
    """The panic of a kernel that ran on the device, as an exception; None if there was none."""
    for each in RECORDS.get(device, ()):
        found = each.read()
        if found is not None:
            return exception_of(found, each.sites)
    return None


def exception_of(record: Record, sites: dict[str, Site]) -> KernelPanic:
    """What the record says."""
    site = sites.get(f"$panic_{record.site}")
    if site is None or not record.is_complete:
        return KernelPanic(f"a kernel panicked on the GPU, but its record is damaged\n{LOST}")
    values = tuple(values_of(record.words, site.types))
    shown = site.text([*values, *["_"] * (len(site.types) - len(values))])
    where = f"{site.file}:{site.line}:{site.column}" if site.file else site.function
    text = f"thread {record.thread} of block {record.block} panicked at {where}:\n{shown}\n{LOST}"
    made = KernelPanic(text, site.file or None, site.line, site.column)
    made.block, made.thread, made.values = record.block, record.thread, values
    return made
