"""Native code made by the virtual machine is made once: after `stored`, an object file for exactly this code and processor, found on disk or made now.

The key is a digest of the code as text, which names processor, features and versions. Entries lie beside the compiled kernels (`cache`), with a
digest of their own: a damaged one is made again.
"""

from __future__ import annotations

import os

from kernelc.runtime.artifact import digest
from kernelc.runtime.cache import PART_SUFFIX, discard, is_private, path_of, sweep, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MARK = b"kernelc object 1\n"


def stored(text: str, make: Callable[[], bytes]) -> bytes:
    """The object file of a module in textual form; `make` is called where none is kept. Raises what `make` raises."""
    key = digest(text.encode("utf-8"))
    found = find(key)
    if found is None:
        found = make()
        keep(key, found)
    return found


def header(data: bytes) -> bytes:
    """What stands before an object file in its entry."""
    return MARK + digest(data).encode("ascii") + b"\n"


def find(key: str) -> bytes | None:
    """The object file kept under a key, if the entry is whole and nobody else could have written it."""
    place = path_of(key)
    if place is None or not all(is_private(each) for each in (place[0], os.path.dirname(place[1]))):
        return None
    try:
        with open(place[1], "rb") as file:
            content = file.read()
    except OSError:
        return None
    start = len(header(b""))
    data = content[start:]
    return data if content[:start] == header(data) else None


def keep(key: str, data: bytes) -> None:
    """Writes an entry, whole or not at all. A cache that cannot be written is no error."""
    place = path_of(key)
    if place is None:
        return
    root, path = place
    temporary = f"{path}.{os.getpid()}.{os.urandom(4).hex()}{PART_SUFFIX}"
    try:
        for folder in (root, os.path.dirname(path)):
            os.makedirs(folder, mode=0o700, exist_ok=True)
            if not is_private(folder):
                return
        sweep(os.path.dirname(path))
        write(temporary, header(data) + data)
        os.replace(temporary, path)
    except OSError:
        discard(temporary)
