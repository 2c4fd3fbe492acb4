"""After these functions, a file has been written whole or is untouched, and a closed pipe has ended the program quietly."""

from __future__ import annotations

import os
import sys

from kernelc.cli.failure import Failure, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


def write_text(path: str, text: str) -> None:
    """Write a text in UTF-8 to a file, or to standard output if the path is "" or `-`."""
    if path in {"", "-"}:
        sys.stdout.write(text)
    else:
        write_whole(path, text.encode("utf-8"))


def write_bytes(path: str, data: bytes) -> None:
    """Write bytes to a file, or to standard output if the path is "" or `-`; a terminal is refused."""
    if path not in {"", "-"}:
        write_whole(path, data)
    elif sys.stdout.isatty():
        raise usage("machine code is not printed to a terminal", "name a file with -o, or use a pipe")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def write_whole(path: str, data: bytes) -> None:
    """Put `data` into the file at `path` by way of a temporary file beside it, so that no reader sees half of it.

    Devices and pipes (`/dev/null`) are written to directly. Raises `Failure` if the place cannot be written.
    """
    if os.path.isdir(path):
        raise usage(f"cannot write `{path}`: it is a directory")
    if os.path.exists(path) and not os.path.isfile(path):
        _write(path, path, data)
        return
    target = os.path.realpath(path)
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        _write(temporary, path, data)
        _keep_mode(target, temporary)
        os.replace(temporary, target)
    except OSError as problem:
        raise _unwritable(path, problem) from None
    finally:
        if os.path.lexists(temporary):
            os.unlink(temporary)


def _keep_mode(target: str, temporary: str) -> None:
    """Give the new file the permissions of the one that it replaces."""
    if os.path.exists(target):
        if not os.access(target, os.W_OK):
            raise PermissionError(13, "Permission denied")
        os.chmod(temporary, os.stat(target).st_mode & 0o7777)


def _write(place: str, path: str, data: bytes) -> None:
    try:
        with open(place, "wb") as file:
            file.write(data)
    except OSError as problem:
        raise _unwritable(path, problem) from None


def _unwritable(path: str, problem: OSError) -> Failure:
    folder = os.path.dirname(path)
    if isinstance(problem, FileNotFoundError) and folder and not os.path.isdir(folder):
        return usage(f"cannot write `{path}`: there is no folder `{folder}`")
    return usage(f"cannot write `{path}`: {problem.strerror or problem}")


def colours(stream: TextIO) -> bool:
    """Whether to colour: only on a terminal, and not if NO_COLOR is set (https://no-color.org)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def note(text: str) -> None:
    """Print a line that is not part of the result: to standard error."""
    print(text, file=sys.stderr)
