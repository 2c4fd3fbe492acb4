"""After a command raised `Failure`, one line has said what is wrong and the exit code says whose fault it is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

DONE = 0
PROGRAM_AT_FAULT = 1
COMMAND_LINE_AT_FAULT = 2
TOOL_MISSING = 3
KERNELC_AT_FAULT = 70
INTERRUPTED = 130


class Failure(Exception):
    """A command cannot go on: `code` is the exit code, `help` says what to do, `details` are printed as they are, first."""

    def __init__(self, code: int, message: str, help: str = "", details: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
        self.details = tuple(details)


def usage(message: str, help: str = "") -> Failure:
    """The command line is at fault."""
    return Failure(COMMAND_LINE_AT_FAULT, message, help)


def missing(message: str, help: str = "") -> Failure:
    """A tool, a library or a device is missing."""
    return Failure(TOOL_MISSING, message, help)
