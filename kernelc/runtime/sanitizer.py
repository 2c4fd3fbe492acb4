"""Checking launches: while `with kernelc.sanitize():` holds, every launch on the CPU is watched, and at its end what was wrong is raised.

    with kernelc.sanitize() as report:
        saxpy[4, 256](2.0, x, y)

Only launches of the same thread (or of the same asynchronous task) are concerned.
"""

from __future__ import annotations

from contextvars import ContextVar

from kernelc.runtime.errors import KernelError
from ptx.vm.findings import Finding, Report
from ptx.vm.sanitizer import MOST_ERRORS, Sanitizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextvars import Token
    from types import TracebackType

CURRENT: ContextVar[Sanitizer | None] = ContextVar("kernelc.sanitize", default=None)
"""The sanitizer of the innermost `with` around a launch."""


class SanitizerError(KernelError):
    """Launches under `kernelc.sanitize()` were not clean; `report` has the findings, the position is that of the first."""

    def __init__(self, report: Report) -> None:
        first: Finding = report[0]
        super().__init__(str(report), first.file, first.line, first.column)
        self.report = report
        self.block, self.thread = first.block, first.thread


class sanitize:  # noqa: N801  it is called like a function
    """Watches launches: races in shared and global memory, reads of what nobody wrote, scopes, and all faults that launches raise otherwise.

    `max_errors` is how many different findings are kept; lanes go on where others fault, until then. `order`: every launch is made again with warps and
    blocks in reverse order, and elements that differ are findings. `check`: leaving the block raises `SanitizerError` if anything was found (and nothing
    else was raised); without it the report is all. Entering gives the `Report`.
    """

    __slots__ = ("_sanitizer", "_token", "check")

    def __init__(self, *, max_errors: int = MOST_ERRORS, order: bool = False, check: bool = True) -> None:
        if isinstance(max_errors, bool) or not isinstance(max_errors, int) or max_errors < 1:
            raise ValueError(f"max_errors is {max_errors!r}, must be an integer from 1 upwards")
        self._sanitizer = Sanitizer(max_errors, order)
        self._token: Token[Sanitizer | None] | None = None
        self.check = check

    @property
    def report(self) -> Report:
        """What was found until now."""
        return self._sanitizer.report

    def __enter__(self) -> Report:
        if self._token is not None:
            raise RuntimeError("this sanitizer is at work already: make another one")
        self._token = CURRENT.set(self._sanitizer)
        return self.report

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        if self._token is not None:
            CURRENT.reset(self._token)
            self._token = None
        if kind is None and self.check and self.report.findings:
            raise SanitizerError(self.report)
