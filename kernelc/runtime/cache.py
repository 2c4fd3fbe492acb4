"""Compiled kernels are made once: after `obtain`, an artifact made from exactly these inputs, known to this process, found on disk, or made now.

The key is a digest of everything that goes in: the first source file and its path, the options, the version and the files of kernelc itself; the other
source files (`mod name;`) are compared when an entry is read. The folder is the user's own, readable by nobody else; a folder that others may write to
is not used. Entries are there whole or not at all; many threads and processes may read and write at once.
"""

from __future__ import annotations

import os
from threading import Lock

from kernelc.cache_folder import ENTRY_SUFFIX, cache_folder
from kernelc.runtime.artifact import Artifact, digest, from_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kernelc.frontend.source import Source
    from kernelc.options import Options

KNOWN: dict[str, Artifact] = {}
"""Artifacts of this process by key, the latest last; `LOCKS` keeps two threads from making the same one."""
MOST_KNOWN = 256
LOCKS = tuple([Lock() for _ in range(64)])
FINGERPRINT: dict[str, str] = {}
"""Holds the compiler's fingerprint once it is known: what this process has imported does not change under it."""
PART_SUFFIX = ".part"
PART_SECONDS = 3600
"""A file being written is named so; one that is older was left behind by a process that was killed."""


def obtain(source: Source, options: Options, make: Callable[[], Artifact]) -> Artifact:
    """The artifact of a source text; `make` is called where nobody knows it. Raises what `make` raises."""
    key = key_of(source, options)
    with LOCKS[int(key[:2], 16) % len(LOCKS)]:
        found = KNOWN.get(key)
        if found is None or not is_current(found):
            found = find(key)
        if found is None:
            found = make()
            keep(key, found.to_bytes(key))
        remember(key, found)
        return found


def remember(key: str, artifact: Artifact) -> None:
    """Keeps an artifact in memory; beyond a limit the oldest is let go."""
    KNOWN[key] = artifact
    if len(KNOWN) > MOST_KNOWN:
        KNOWN.pop(next(iter(KNOWN)), None)


def key_of(source: Source, options: Options) -> str:
    """The key of a compilation."""
    from kernelc.version import VERSION

    text = f"{VERSION}\0{compiler_fingerprint()}\0{options.key()}\0{source.path}\0{source.digest}"
    return digest(text.encode("utf-8", "surrogateescape"))


def compiler_fingerprint() -> str:
    """What changes with kernelc's own files: an edited compiler finds no entry of its former self.

    Of an installed package this is the list of its files, which every installation writes anew; elsewhere (a checkout) names, sizes and times of all.
    """
    found = FINGERPRINT.get("")
    if found is None:
        import dialect
        import kernelc
        import ptx

        folders = [os.path.dirname(os.path.abspath(package.__file__ or "")) for package in (kernelc, dialect, ptx)]
        seen = installed(folders)
        if not seen:
            for folder in folders:
                add_files(folder, seen)
        found = FINGERPRINT.setdefault("", digest("\n".join(sorted(seen)).encode("utf-8", "surrogateescape")))
    return found


def installed(folders: list[str]) -> list[str]:
    """Where the packages were installed together and when, by the list of files beside them; nothing where there is none."""
    from kernelc.version import VERSION

    home = os.path.dirname(folders[0])
    if any([os.path.dirname(folder) != home for folder in folders]):
        return []
    try:
        status = os.stat(os.path.join(home, f"kernelc-{VERSION}.dist-info", "RECORD"))
    except OSError:
        return []
    return [f"{home}:{status.st_size}:{status.st_mtime_ns}:{status.st_ino}"]


def add_files(folder: str, seen: list[str]) -> None:
    """Adds a line for each file of a package."""
    work = [folder]
    while work:
        place = work.pop()
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name != "__pycache__":
                        work.append(entry.path)
                elif entry.name.endswith((".py", ".rs", ".bin")):
                    status = entry.stat()
                    seen.append(f"{entry.path[len(folder) :]}:{status.st_size}:{status.st_mtime_ns}")


def path_of(key: str) -> tuple[str, str] | None:
    """The cache's folder and the file of an entry; None where nothing is kept."""
    folder = cache_folder()
    return (folder, os.path.join(folder, key[:2], key[2:] + ENTRY_SUFFIX)) if folder is not None else None


def find(key: str) -> Artifact | None:
    """The artifact kept on disk under a key, if it is whole and its other source files are unchanged."""
    data = kept_bytes(key)
    found = from_bytes(data, key) if data is not None else None
    return found if found is not None and is_current(found) else None


def kept_bytes(key: str) -> bytes | None:
    """The entry of a key as it stands on disk; None where there is none, or where others could have written it."""
    place = path_of(key)
    if place is None or not all(is_private(each) for each in (place[0], os.path.dirname(place[1]))):
        return None
    try:
        with open(place[1], "rb") as file:
            return file.read()
    except OSError:
        return None


def is_current(artifact: Artifact) -> bool:
    """Whether the source files beside the first one are as they were."""
    return all(file_digest(name) == expected for name, expected in artifact.files.items())


def file_digest(path: str) -> str:
    """The digest of a source file's text as `Source.digest` gives it; empty where it cannot be read."""
    from kernelc.frontend.diagnostics import Diagnostics
    from kernelc.frontend.source import read_source

    source = read_source(path, Diagnostics())
    return source.digest if source is not None else ""


def keep(key: str, data: bytes) -> None:
    """Writes an entry: to a temporary file first, then renamed. A cache that cannot be written is no error."""
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
        write(temporary, data)
        os.replace(temporary, path)
    except OSError:
        discard(temporary)


def write(path: str, data: bytes) -> None:
    """Writes a new file that only the user can read."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)


def discard(path: str) -> None:
    """Removes a file, if it is there."""
    try:
        os.unlink(path)
    except OSError:
        return


def sweep(folder: str) -> None:
    """Removes what killed processes have left behind."""
    from time import time

    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(PART_SUFFIX) and entry.stat().st_mtime < time() - PART_SECONDS:
                discard(entry.path)


def is_private(folder: str) -> bool:
    """Whether the folder is the user's own and nobody else may write to it."""
    try:
        status = os.stat(folder)
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & 0o022
