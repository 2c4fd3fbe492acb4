"""Native code made by the virtual machine is made once: after `stored`, an object file for exactly this code and processor, found on disk or made now.

The key is a digest of the code as text, which names processor, features and versions, and of kernelc's own files. Entries lie beside the compiled
kernels (`cache`), with a digest of their own: a damaged one is made again.
"""

from __future__ import annotations

from kernelc.runtime.artifact import digest
from kernelc.runtime.cache import compiler_fingerprint, keep, kept_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MARK = b"kernelc object 1\n"


def stored(text: str, make: Callable[[], bytes]) -> bytes:
    """The object file of a module in textual form; `make` is called where none is kept. Raises what `make` raises."""
    key = digest(f"{compiler_fingerprint()}\0{text}".encode())
    found = find(key)
    if found is None:
        found = make()
        keep(key, header(found) + found)
    return found


def header(data: bytes) -> bytes:
    """What stands before an object file in its entry."""
    return MARK + digest(data).encode("ascii") + b"\n"


def find(key: str) -> bytes | None:
    """The object file kept under a key, if the entry is whole."""
    content = kept_bytes(key)
    if content is None:
        return None
    start = len(header(b""))
    data = content[start:]
    return data if content[:start] == header(data) else None
