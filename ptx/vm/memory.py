"""The address space of a launch: 64-bit generic addresses whose high bits name an allocation, so every access is checked by indexing.

Address = allocation number * 2**40 + offset. Number 0 holds nothing (null), 1 is the shared window, 2 the local one; the others are
constants, parameters, module variables and one for each array argument, far apart: running off one array never reaches another.
For each access width there is a table of typed views by allocation number; a load is `table[address >> 40][offset >> log2(size)]`, and
Python's own index check is the bounds check. Arrays of the host are used in place.
"""

from ptx.vm.errors import LaunchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

OFFSET_BITS = 40
OFFSET_MASK = (1 << OFFSET_BITS) - 1
SHARED_WINDOW = 1
LOCAL_WINDOW = 2
FIRST_FREE = 16
"""The number of the first allocation that is neither null nor a window; those between are never valid."""

MEMORY_VIEWS = {"B": 1, "b": 1, "H": 2, "h": 2, "I": 4, "i": 4, "Q": 8, "q": 8}
"""The views that loads and stores use, with their element size."""

UNWRITTEN = b"\xef\xbe\xad\xde"
"""What shared and local memory hold before the first write: a pattern that is seen at once and the same in every run."""


def unwritten(size: int) -> bytes:
    """Returns `size` bytes of the pattern for memory that nobody wrote."""
    return (UNWRITTEN * (size // 4 + 1))[:size]


class Buffer:
    """An array argument: `name` for messages, any object with the buffer protocol (contiguous), and whether the kernel may write it.

    An array that is read-only by itself stays read-only. Its virtual address keeps the array's own alignment up to 16 bytes.
    """

    __slots__ = ("array", "name", "writable")

    def __init__(self, name: str, array: object, writable: bool = True) -> None:
        self.name = name
        self.array = array
        self.writable = writable


def raw_bytes(name: str, array: "Any") -> "tuple[memoryview, int]":
    """Returns the bytes of an array in place, and its host address (0 where unknown)."""
    interface = getattr(array, "__array_interface__", None)
    if interface is not None:
        if not array.flags.c_contiguous:
            raise LaunchError(f"argument `{name}` is not contiguous: pass a contiguous copy")
        if array.size == 0:
            return memoryview(b"" if not array.flags.writeable else bytearray()), 0
        return memoryview(array.reshape(-1).view("uint8")), interface["data"][0]
    try:
        view = memoryview(array)
    except TypeError:
        raise LaunchError(f"argument `{name}` is no array: {type(array).__name__} has no buffer") from None
    if not view.c_contiguous:
        raise LaunchError(f"argument `{name}` is not contiguous: pass a contiguous copy")
    if view.nbytes == 0:
        return memoryview(b"" if view.readonly else bytearray()), 0
    return view.cast("B"), 0


class ShiftedView:
    """A typed view of an array whose first byte lies `shift` bytes after an aligned address; same indexing and errors as a memoryview."""

    __slots__ = ("data", "letter", "shift", "size")

    def __init__(self, data: memoryview, letter: str, shift: int) -> None:
        self.data = data
        self.letter = letter
        self.size = MEMORY_VIEWS[letter]
        self.shift = shift

    def _bytes(self, index: int) -> memoryview:
        start = index * self.size - self.shift
        if start < 0 or start + self.size > len(self.data):
            raise IndexError(index)
        return self.data[start : start + self.size]

    def __getitem__(self, index: int) -> int:
        return int(self._bytes(index).cast(self.letter)[0])  # type: ignore[call-overload]

    def __setitem__(self, index: int, value: int) -> None:
        self._bytes(index).cast(self.letter)[0] = value  # type: ignore[call-overload]


class Allocation:
    """One stretch of the address space: `name` and `kind` (`argument`, `variable`, `constant`, `parameters`, `shared`, `local`).

    `identity` is a number for its first byte that two allocations share exactly when they are the same memory of the host.
    """

    __slots__ = ("data", "identity", "kind", "name", "number", "shift")

    def __init__(self, number: int, name: str, kind: str, data: memoryview, shift: int, identity: int) -> None:
        self.identity = identity or -(number << OFFSET_BITS)
        self.number = number
        self.name = name
        self.kind = kind
        self.data = data
        self.shift = shift

    @property
    def address(self) -> int:
        """The generic address of its first byte."""
        return (self.number << OFFSET_BITS) + self.shift

    def view(self, letter: str) -> "memoryview | ShiftedView":
        """Returns its typed view; elements that do not fit whole are left off."""
        size = MEMORY_VIEWS[letter]
        if self.shift:
            return ShiftedView(self.data, letter, self.shift)
        whole = len(self.data) // size * size
        return self.data[:whole].cast(letter) if whole else EMPTY  # type: ignore[call-overload]


EMPTY = memoryview(bytearray())
"""The view of an allocation without a whole element."""


class AddressSpace:
    """The allocations of a launch and, by view letter, the table of their typed views (made when it is first asked for)."""

    __slots__ = ("_tables", "allocations")

    def __init__(self) -> None:
        self.allocations: list[Allocation | None] = [None] * FIRST_FREE
        self._tables: dict[str, list[Any]] | None = None

    @property
    def tables(self) -> "dict[str, list[Any]]":
        """The typed views of all allocations, in order; kept up to date by `add` and `place`."""
        if self._tables is None:
            self._tables = {letter: [EMPTY if each is None else each.view(letter) for each in self.allocations] for letter in MEMORY_VIEWS}
        return self._tables

    def add(self, name: str, kind: str, data: memoryview, writable: bool = True, identity: int = 0) -> Allocation:
        """Gives bytes an address of their own; `identity` is their host address, 0 if unknown."""
        number = len(self.allocations)
        self.allocations.append(None)
        for table in (self._tables or {}).values():
            table.append(EMPTY)
        return self.place(number, name, kind, data if writable else data.toreadonly(), identity)

    def place(self, number: int, name: str, kind: str, data: memoryview, identity: int = 0) -> Allocation:
        """Puts bytes at a given allocation number (the windows)."""
        allocation = Allocation(number, name, kind, data, identity % 16, identity)
        self.allocations[number] = allocation
        for letter, table in (self._tables or {}).items():
            table[number] = allocation.view(letter)
        return allocation

    def owner(self, address: int) -> tuple[Allocation | None, int]:
        """Returns the allocation that an address was most likely computed from, and the offset from its start (may be negative)."""
        number, offset = address >> OFFSET_BITS, address & OFFSET_MASK
        if offset >> (OFFSET_BITS - 1):
            number, offset = number + 1, offset - (1 << OFFSET_BITS)
        allocation = self.allocations[number] if 0 <= number < len(self.allocations) else None
        return allocation, offset - (allocation.shift if allocation is not None else 0)

    def read(self, address: int, size: int) -> bytes:
        """Returns bytes at a generic address; raises IndexError outside of an allocation."""
        allocation, offset = self.owner(address)
        if allocation is None or offset < 0 or offset + size > len(allocation.data):
            raise IndexError(address)
        return bytes(allocation.data[offset : offset + size])

    def text(self, address: int) -> str:
        """Returns the zero-terminated string at a generic address; raises IndexError outside of an allocation."""
        allocation, offset = self.owner(address)
        if allocation is None or not 0 <= offset < len(allocation.data):
            raise IndexError(address)
        return bytes(allocation.data[offset:]).partition(b"\0")[0].decode("utf-8", "replace")


def describe(space: AddressSpace, address: int, size: int) -> tuple[str, dict[str, object]]:
    """Returns what an address belongs to, in words, and the same as values."""
    allocation, offset = space.owner(address)
    details: dict[str, object] = {"address": address, "size": size, "name": None, "offset": offset}
    if allocation is None:
        what = "the null pointer" if address == 0 else f"address 0x{address:x}, which belongs to no array"
        return (f"{what} plus {address} bytes" if 0 < address < 1 << 32 else what), details
    details["name"] = allocation.name
    length = len(allocation.data)
    label = f"{allocation.kind} `{allocation.name}`" if allocation.name else f"{allocation.kind} memory"
    if offset < 0:
        details["before"] = -offset
        return f"{-offset} bytes before the start of {label} ({length} bytes)", details
    if offset + size > length:
        details["past"] = offset - length
        after = f"{offset - length} bytes past" if offset >= length else f"{offset + size - length} bytes over"
        return f"offset {offset}, {after} the end of {label} ({length} bytes)", details
    return f"offset {offset} of {label} ({length} bytes)", details
