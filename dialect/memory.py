"""Memory of the interpreter: byte-addressed allocations, and pointers that know which one they point into.

Every access is checked: inside its allocation, aligned, in the right address space, to something alive and writable. Shared and local memory know
which bytes were never written. A pointer in memory is its generic 64-bit address; where it was stored as a pointer it keeps its allocation.
"""
from __future__ import annotations

from . import scalar
from .types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ALIGNMENT = 256
"""Every allocation begins at a multiple of this."""
LARGEST_OBJECT = 1 << 30
"""Slots and statics of more bytes are refused."""
_GAP = 4096


class MemoryFault(Exception):
    """An access that memory does not allow; the text says which and why."""


class Undef:
    """The value of `mir.undef` and of memory never written. There is one, `UNDEF`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "undef"


UNDEF = Undef()


class Buffer:
    """Global memory handed to a kernel: `data` is anything with the buffer protocol, contiguous, used in place (so results appear in it).

    Raises TypeError for what is no contiguous buffer. Writing through a read-only one is a fault of the kernel.
    """

    __slots__ = ("allocation",)

    def __init__(self, data: Any, name: str = "buffer") -> None:
        view = memoryview(data)
        view = view.cast("B") if view.nbytes else memoryview(bytearray())
        self.allocation = Allocation(name, "global", view, not view.readonly)


class Allocation:
    """One object in memory: `data` its bytes, `written` a byte each (None: all are defined), `base` its generic address."""

    __slots__ = ("name", "space", "data", "writable", "written", "pointers", "base", "alive")

    def __init__(self, name: str, space: str, data: bytearray | memoryview, writable: bool, *, defined: bool = True) -> None:
        self.name, self.space, self.data, self.writable = name, space, data, writable
        self.written = None if defined else bytearray(len(data))
        self.pointers: dict[int, Pointer] = {}
        self.base = 0
        self.alive = True


class Pointer:
    """An address: `offset` bytes into `allocation`, or a bare number (`allocation` None) such as null. Offsets wrap in 64 bits."""

    __slots__ = ("allocation", "offset")

    def __init__(self, allocation: Allocation | None, offset: int) -> None:
        self.allocation, self.offset = allocation, offset

    @property
    def address(self) -> int:
        """The generic address."""
        base = 0 if self.allocation is None else self.allocation.base
        return (base + self.offset) & 0xFFFF_FFFF_FFFF_FFFF

    def moved(self, distance: int) -> Pointer:
        """The pointer `distance` bytes further."""
        offset = (self.offset + distance) & 0xFFFF_FFFF_FFFF_FFFF
        return Pointer(self.allocation, offset - (1 << 64) if offset >> 63 and self.allocation is not None else offset)

    def __repr__(self) -> str:
        return f"{self.address:#x}" if self.allocation is None else f"{self.allocation.name}+{self.offset}"


class Memory:
    """Gives each allocation its addresses, finds the allocation of an address, loads and stores."""

    __slots__ = ("allocations", "next")

    def __init__(self) -> None:
        self.allocations: list[Allocation] = []  # by increasing address
        self.next = 1 << 32

    def place(self, allocation: Allocation, align: int = ALIGNMENT) -> Pointer:
        """A pointer to the beginning of a new allocation, in its own addresses, at a multiple of `align` too."""
        self.next = allocation.base = -(-self.next // align) * align
        self.next += -(-(len(allocation.data) + _GAP) // ALIGNMENT) * ALIGNMENT
        self.allocations.append(allocation)
        return Pointer(allocation, 0)

    def forget(self, allocation: Allocation) -> None:
        """Ends the life of an allocation; accesses through pointers to it are faults."""
        allocation.alive = False
        while self.allocations and not self.allocations[-1].alive:
            self.allocations.pop()

    def pointer_of(self, address: int) -> Pointer:
        """The pointer of a generic address: into the allocation that holds it (its end included), or a bare number."""
        low, high = 0, len(self.allocations)
        while low < high:
            middle = (low + high) // 2
            if self.allocations[middle].base <= address:
                low = middle + 1
            else:
                high = middle
        if low:
            found = self.allocations[low - 1]
            if address <= found.base + len(found.data):
                return Pointer(found, address - found.base)
        return Pointer(None, address)

    def load(self, type: Type, pointer: object, space: str) -> Any:
        """The scalar at the pointer; UNDEF if a byte of it was never written. Raises MemoryFault."""
        allocation, offset = _checked(type, pointer, space, "load from")
        size = type.size
        if allocation.written is not None and allocation.written.find(0, offset, offset + size) >= 0:
            return UNDEF
        bits = int.from_bytes(allocation.data[offset : offset + size], "little")
        if type.kind == "float":
            return scalar.float_of_bits(type, bits)
        if type.kind != "ptr":
            return bits != 0 if type.kind == "bool" else scalar.wrap(type, bits)
        stored = allocation.pointers.get(offset)
        return stored if stored is not None and stored.address == bits else self.pointer_of(bits)

    def store(self, type: Type, pointer: object, value: Any, space: str) -> None:
        """Writes the scalar. Raises MemoryFault, also for an undefined value outside local memory."""
        allocation, offset = _checked(type, pointer, space, "store to")
        size = type.size
        if not allocation.writable:
            raise MemoryFault(f"store to {allocation.name}, which is read-only")
        if value is UNDEF:
            if allocation.space != "local" or allocation.written is None:
                raise MemoryFault(f"an undefined value is stored to {allocation.space} memory")
            allocation.written[offset : offset + size] = bytes(size)
            return
        if type.kind == "ptr":
            allocation.pointers[offset] = value
            value = value.address
            bits = value
        else:
            bits = scalar.bits_of(type, value)
        allocation.data[offset : offset + size] = bits.to_bytes(size, "little")
        if allocation.written is not None:
            allocation.written[offset : offset + size] = b"\1" * size


def _checked(type: Type, pointer: object, space: str, what: str) -> tuple[Allocation, int]:
    """Allocation and offset of an access that is allowed."""
    if not isinstance(pointer, Pointer):
        raise MemoryFault(f"{what} an undefined address")
    allocation, offset = pointer.allocation, pointer.offset
    if allocation is None:
        raise MemoryFault(f"{what} address {offset:#x}, which is in no object")
    if not 0 <= offset <= len(allocation.data) - type.size:
        raise MemoryFault(f"{what} {allocation.name} out of bounds: {type.size} byte(s) at {offset} of {len(allocation.data)}")
    if offset % type.align:
        raise MemoryFault(f"{what} {allocation.name} at {offset}, which is not a multiple of {type.align}")
    if not allocation.alive:
        raise MemoryFault(f"{what} {allocation.name}, which is no longer alive")
    if space not in (allocation.space, "generic"):
        raise MemoryFault(f"{what} {allocation.name} as {space} memory, but it is {allocation.space}")
    return allocation, offset
