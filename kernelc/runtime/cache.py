"""The cache on disk: after `find`, an artifact made from exactly these inputs, or None; after `keep`, the entry is there whole or not at all.

The key is a digest of everything that goes in: the first source file and its path, the options, the version and the files of kernelc itself; the other
source files (`mod name;`) are compared when an entry is read. The folder is the user's own, readable by nobody else; a folder that others may write to is
not used. Many processes may read and write at once.
"""

from __future__ import annotations

import os

from kernelc.cache_folder import ENTRY_SUFFIX, cache_folder
from kernelc.runtime.artifact import Artifact, digest, from_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.source import Source
    from kernelc.options import Options


def key_of(source: Source, options: Options) -> str:
    """The key of a compilation."""
    from kernelc.version import VERSION

    text = f"{VERSION}\0{compiler_fingerprint()}\0{options.key()}\0{source.path}\0{source.digest}"
    return digest(text.encode("utf-8", "surrogateescape"))


def compiler_fingerprint() -> str:
    """Names, sizes and times of kernelc's own files: an edited compiler finds no entry of its former self."""
    import dialect
    import kernelc
    import ptx

    seen: list[str] = []
    for package in (kernelc, dialect, ptx):
        work = [os.path.dirname(os.path.abspath(package.__file__ or ""))]
        while work:
            with os.scandir(work.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name != "__pycache__":
                            work.append(entry.path)
                    elif entry.name.endswith((".py", ".rs", ".bin")):
                        status = entry.stat()
                        seen.append(f"{entry.name}:{status.st_size}:{status.st_mtime_ns}")
    return digest("\n".join(sorted(seen)).encode())


def path_of(key: str) -> str | None:
    """The file of an entry; None where nothing is kept."""
    folder = cache_folder()
    return os.path.join(folder, key[:2], key[2:] + ENTRY_SUFFIX) if folder is not None else None


def find(key: str) -> Artifact | None:
    """The artifact kept under a key, if it is whole and its other source files are unchanged."""
    path = path_of(key)
    if path is None or not is_private(os.path.dirname(path)):
        return None
    try:
        with open(path, "rb") as file:
            found = from_bytes(file.read())
    except OSError:
        return None
    if found is None or any(file_digest(name) != expected for name, expected in found.files.items()):
        return None
    return found


def file_digest(path: str) -> str:
    """The digest of a source file's text as `Source.digest` gives it; empty where it cannot be read."""
    from kernelc.frontend.diagnostics import Diagnostics
    from kernelc.frontend.source import read_source

    source = read_source(path, Diagnostics())
    return source.digest if source is not None else ""


def keep(key: str, artifact: Artifact) -> None:
    """Writes an entry: to a temporary file first, then renamed. A cache that cannot be written is no error."""
    path = path_of(key)
    if path is None:
        return
    temporary = f"{path}.{os.getpid()}.{os.urandom(4).hex()}"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        if not is_private(os.path.dirname(path)):
            return
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(artifact.to_bytes())
        os.replace(temporary, path)
    except OSError:
        try:
            os.unlink(temporary)
        except OSError:
            return


def is_private(folder: str) -> bool:
    """Whether the folder is the user's own and nobody else may write to it."""
    try:
        status = os.stat(folder)
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & 0o022
