"""After `report`, a fault of kernelc itself is described in a file that a user can attach, and the exit code is 70."""

from __future__ import annotations

import os
import sys

from kernelc.cli.failure import KERNELC_AT_FAULT
from kernelc.version import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

INPUT_LIMIT = 200_000
"""Input files longer than this (in bytes) are cut in a report."""


def report(problem: BaseException, words: Sequence[str]) -> int:
    """Write the report and say on standard error where it lies."""
    text = _text(problem, words)
    path = _save(text)
    print(f"kernelc: internal error: {type(problem).__name__}: {_first_line(problem)}", file=sys.stderr)
    if path:
        print(
            f"kernelc: this is a fault of kernelc, not of your program; please report it with the file `{path}`", file=sys.stderr
        )
    else:
        print(
            f"kernelc: this is a fault of kernelc, not of your program; no report could be saved, so here it is\n{text}",
            file=sys.stderr,
        )
    return KERNELC_AT_FAULT


def _first_line(problem: BaseException) -> str:
    return str(problem).split("\n", 1)[0][:200]


def _save(text: str) -> str:
    import tempfile

    try:
        handle, path = tempfile.mkstemp(prefix="kernelc-report-", suffix=".txt", text=True)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError:
        return ""
    return path


def _text(problem: BaseException, words: Sequence[str]) -> str:
    import traceback

    trace = traceback.format_exception(type(problem), problem, problem.__traceback__, limit=-60)
    parts = [f"kernelc {VERSION}, Python {sys.version}, {sys.platform}", f"command line: {list(words)!r}", "".join(trace)]
    parts += [_input(word) for word in words if os.path.isfile(word.partition("::")[0])]
    return "\n".join(parts)


def _input(word: str) -> str:
    path = word.partition("::")[0]
    try:
        with open(path, encoding="utf-8", errors="backslashreplace") as file:
            return f"==== {path}\n{file.read(INPUT_LIMIT)}"
    except OSError as problem:
        return f"==== {path} could not be read: {problem}"
