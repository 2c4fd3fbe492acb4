"""Object files in memory: after `Code(data, common)` the file's function `run` can be called, as long as the object lives.

A plain file for x86-64 is put into memory here: sections one after another, addresses in their places, pages made executable; so a kernel that is
kept runs without LLVM. All others are left to LLVM. Formats: System V ABI, "Object Files", and its AMD64 supplement, "Relocation".
"""

import ctypes
import os
import struct
from functools import lru_cache
from typing import NamedTuple

from ptx.vm.compiled.native.processor import is_x86
from ptx.vm.errors import LoadError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from mmap import mmap
    from typing import Any

HOST_SYMBOLS = frozenset(("memset", "memcpy", "memmove", "fma", "fmaf"))
"""Functions of the C library that LLVM may call and every process has."""
WINDOWS_SYMBOLS = frozenset(("__chkstk",))
"""On Windows also what looks at the stack before a function uses many pages of it, which the system itself has."""
ELF64, RELOCATABLE, AMD64 = b"\x7fELF\x02\x01", 1, 62
PROGBITS, SYMTAB, RELA = 1, 2, 4
"""Types of sections."""
WRITE, ALLOC = 1, 2
"""Flags of sections."""
ABSOLUTE_64 = 1
"""The relocation R_X86_64_64: a word of 8 bytes becomes the symbol's address plus a number. The large code model needs no other."""
SECTION, SYMBOL, RELOCATION = struct.Struct("<IIQQQQIIQQ"), struct.Struct("<IBBHQQ"), struct.Struct("<QQq")


class Section(NamedTuple):
    """A section header of an ELF file; of its fields those in use are type, flags, offset, size, link, info and alignment."""

    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    align: int
    entry_size: int


class NotPlain(Exception):
    """A file has something that is left to LLVM."""


def sections_of(data: bytes) -> list[Section]:
    """Returns the section headers of an ELF file of 64 bits."""
    table, = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    return [Section(*SECTION.unpack_from(data, table + size * index)) for index in range(count)]


def symbols_in(data: bytes, sections: list[Section]) -> list[tuple[str, int, int]]:
    """Returns name, section number (0: elsewhere) and value of each symbol, in order."""
    found = []
    for table in sections:
        if table.type == SYMTAB:
            names = sections[table.link].offset
            for name, _, _, home, value, _ in SYMBOL.iter_unpack(data[table.offset : table.offset + table.size]):
                start = names + name
                found.append((data[start : data.index(b"\0", start)].decode(), home, value))
    return found


class Image:
    """An object file in memory of its own; `symbols` are the addresses of its functions. Raises `NotPlain`."""

    def __init__(self, data: bytes, known: "Mapping[str, int]") -> None:
        if data[:6] != ELF64 or struct.unpack_from("<HH", data, 16) != (RELOCATABLE, AMD64):
            raise NotPlain
        sections = sections_of(data)
        places, size = placed(sections)
        memory, self._owner, base = pages(size)
        for number, offset in places.items():
            section = sections[number]
            memory[offset : offset + section.size] = data[section.offset : section.offset + section.size]
        names = symbols_in(data, sections)
        addresses = [base + places[home] + value if home in places else known.get(name, 0) if not home else 0 for name, home, value in names]
        for section in sections:
            if section.type == RELA and section.info in places:
                relocate(memory, data, section, places[section.info], addresses)
        if protect(base, len(memory)):
            raise LoadError("the system does not let memory be made executable")
        self.symbols = {name: address for (name, home, _), address in zip(names, addresses) if home in places and name}


def placed(sections: list[Section]) -> tuple[dict[int, int], int]:
    """Returns where each section with contents comes in memory, by number, and how many bytes they all need."""
    places, size = {}, 0
    for number, section in enumerate(sections):
        if section.flags & ALLOC and section.size:
            if section.type != PROGBITS or section.flags & WRITE:
                raise NotPlain
            size = -(-size // max(1, section.align)) * max(1, section.align)
            places[number] = size
            size += section.size
    return places, size


def relocate(memory: "mmap", data: bytes, section: Section, start: int, addresses: list[int]) -> None:
    """Puts addresses in the places that a section of relocations names."""
    for offset, info, addend in RELOCATION.iter_unpack(data[section.offset : section.offset + section.size]):
        address = addresses[info >> 32]
        if info & 0xFFFFFFFF != ABSOLUTE_64 or not address:
            raise NotPlain
        struct.pack_into("<Q", memory, start + offset, (address + addend) % 2**64)


def pages(size: int) -> "tuple[mmap, object, int]":
    """Returns new memory, an object that keeps it where it is, and its address."""
    import mmap

    memory = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ | mmap.PROT_WRITE)
    owner = ctypes.c_char.from_buffer(memory)
    return memory, owner, ctypes.addressof(owner)


def protect(address: int, size: int) -> int:
    """Makes memory executable and read-only; returns 0 if that went well."""
    import mmap

    change = ctypes.CDLL(None).mprotect
    change.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return int(change(address, size, mmap.PROT_READ | mmap.PROT_EXEC))


@lru_cache(maxsize=1)
def host_symbols() -> dict[str, int]:
    """Returns the addresses of the functions of the C library."""
    library = ctypes.CDLL(None)
    return {name: ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0 for name in sorted(HOST_SYMBOLS)}


class Common:
    """The object file of what many kernels call, in memory once."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.image = image_of(data, {})


def image_of(data: bytes, known: "Mapping[str, int]") -> Image | None:
    """Returns a file in memory, None if it is left to LLVM."""
    if not is_x86() or os.name != "posix":
        return None
    try:
        return Image(data, {**host_symbols(), **known})
    except NotPlain:
        return None


class Code:
    """Native code in memory: `run(state, first, last)`. It lives as long as this object."""

    def __init__(self, data: bytes, common: Common) -> None:
        self._common = common
        image = None if common.image is None else image_of(data, common.image.symbols)
        self._owner: object = image
        if image is not None:
            address = image.symbols.get("run", 0)
        else:
            self._owner = engine = engine_of(data, common.data)
            address = engine.get_function_address("run")
        if not address:
            raise LoadError("the object file has no `run`")
        self.run = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64)(address)


def engine_of(*objects: bytes) -> "Any":
    """Returns LLVM's engine with object files."""
    from ptx.vm.compiled.native.target import llvm, target_machine

    binding = llvm()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target_machine())
    for data in objects:
        engine.add_object_file(binding.ObjectFileRef.from_data(data))
    engine.finalize_object()
    return engine
