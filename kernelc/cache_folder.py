"""Where compiled kernels are kept: after `cache_folder`, a path, or None if `KERNELC_CACHE` says that nothing is kept.

Entries are files whose names end in `.kernelc`; whatever else lies in the folder is not ours and is never touched.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ENTRY_SUFFIX = ".kernelc"


def cache_folder(environment: Mapping[str, str] | None = None) -> str | None:
    """The folder that `KERNELC_CACHE` names, else `kernelc` in the user's cache folder (XDG base directory specification)."""
    variables = os.environ if environment is None else environment
    chosen = variables.get("KERNELC_CACHE", "")
    if chosen.lower() in {"off", "0", "no"}:
        return None
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    base = variables.get("XDG_CACHE_HOME", "")
    return os.path.join(base if os.path.isabs(base) else os.path.expanduser("~/.cache"), "kernelc")


def entries(folder: str) -> Iterator[str]:
    """The paths of all entries, in a fixed order."""
    for place, folders, files in os.walk(folder):
        folders.sort()
        yield from (os.path.join(place, name) for name in sorted(files) if name.endswith(ENTRY_SUFFIX))


def clear(folder: str) -> int:
    """Remove all entries and the folders that are empty then; answers how many entries there were. Raises `OSError`."""
    found = list(entries(folder))
    for path in found:
        try:
            os.unlink(path)
        except FileNotFoundError:
            continue  # another process was faster
    for place in sorted({os.path.dirname(path) for path in found}, reverse=True):
        if not os.listdir(place):
            os.rmdir(place)
    return len(found)
