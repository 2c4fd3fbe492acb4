"""Counting launches: while `with kernelc.profile() as statistics:` holds, every launch on the CPU is counted.

    with kernelc.profile() as statistics:
        saxpy[4, 256](2.0, x, y)
    print(statistics.total.coalescing, statistics)

Only launches of the same thread (or of the same asynchronous task) are concerned.
"""

from __future__ import annotations

from contextvars import ContextVar

from ptx.vm.statistics import Statistics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextvars import Token
    from types import TracebackType

COUNTED: ContextVar[Statistics | None] = ContextVar("kernelc.profile", default=None)
"""The statistics of the innermost `with` around a launch."""


class profile:  # noqa: N801  it is called like a function
    """Counts launches: instructions, transactions, conflicts and divergence, in all and by opcode, instruction and source line."""

    __slots__ = ("_token", "statistics")

    def __init__(self) -> None:
        self.statistics = Statistics()
        self._token: Token[Statistics | None] | None = None

    def __enter__(self) -> Statistics:
        if self._token is not None:
            raise RuntimeError("this profile is at work already: make another one")
        self._token = COUNTED.set(self.statistics)
        return self.statistics

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        if self._token is not None:
            COUNTED.reset(self._token)
            self._token = None


def table_of(statistics: Statistics) -> str:
    """The counts by source line, with the lines as they are in their files now."""
    sources: dict[str, list[str]] = {}
    for file, _ in statistics.lines():
        try:
            with open(file, encoding="utf-8", errors="replace") as text:
                sources[file] = text.read().splitlines()
        except OSError:  # no file, or not there any more: the table goes without
            continue
    return statistics.report(sources)
