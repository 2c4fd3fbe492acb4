"""Running launches under every check: after `VmModule.launch(…, sanitizer=sanitizer)` what was wrong is in `sanitizer.report`.

    sanitizer = Sanitizer(order=True)
    module.launch("k", 4, 256, arguments, sanitizer=sanitizer)
    print(sanitizer.report)

Native code alone can do it (extra `vm`); a kernel that is not compiled is refused by the name of what is not. With `order` a launch is made once more
with warps and blocks in reverse order, over the memory as it was before; what then differs, or a fault that only it has, depends on the order, and
races that only it shows are told too. The first results stay.
"""

from ptx.vm.errors import LoadError
from ptx.vm.findings import ORDER, Finding, Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from ptx.vm.compiled.native.kept import CompiledKernel
    from ptx.vm.compiled.watch.areas import ShadowPool
    from ptx.vm.compiled.watch.instrument import Watching
    from ptx.vm.compiled.watch.quiet import About
    from ptx.vm.memory import AddressSpace, Allocation

MOST_ERRORS = 100
"""How many different findings are kept unless said otherwise; then launches end."""
MOST_SHOWN = 8
"""How many differing elements are listed."""


class Sanitizer:
    """What to look for, and what was found."""

    def __init__(self, max_errors: int = MOST_ERRORS, order: bool = False, reverse: bool = False) -> None:
        self.max_errors = max_errors
        self.order = order
        self.reverse = reverse
        self.slow_lanes = 0
        """Lanes of the last launch whose accesses were looked at one by one."""
        self.is_over = False
        """Whether the last launch ended early."""
        self.report = Report()
        self.pool: ShadowPool | None = None

    @property
    def key(self) -> object:
        """What a kernel is compiled for."""
        return ("sanitized", self.reverse)

    def about(self, *launch: "Any") -> "About":
        """What code generation wants to know of a launch."""
        from ptx.vm.compiled.watch.quiet import about

        return about(*launch)

    def watching(self, launch: "About") -> "Watching":
        """What code generation must do."""
        from ptx.vm.compiled.watch.instrument import Watching

        return Watching(launch, self.reverse)

    def run(self, kernel: "CompiledKernel", *launch: "Any") -> None:
        """Runs a compiled kernel and keeps what is wrong."""
        from ptx.vm.compiled.watch.areas import ShadowPool
        from ptx.vm.compiled.watch.watched import WatchedExecution

        execution = WatchedExecution(kernel, *launch)
        execution.report, execution.most, execution.reverse = self.report, self.max_errors, self.reverse
        self.pool = execution.pool = self.pool or ShadowPool()
        execution.run()
        self.is_over, self.slow_lanes = execution.is_over, execution.slow_lanes

    def launch(self, entry: str, launch: "Callable[[Sanitizer], str]", space: "AddressSpace", elements: "Mapping[str, int]") -> None:
        """Makes a launch, and a second one in reverse order if that is wanted. `launch` answers why it cannot be made, "" if it was.

        `elements` says how long the elements of arrays are, by name. Raises LoadError.
        """
        shared = [each for each in space.allocations if each is not None and each.kind in ("argument", "variable") and not each.data.readonly]
        before = [bytes(each.data) for each in shared] if self.order else []
        reason = launch(self)
        if reason:
            raise LoadError(f"`{entry}` cannot run under the sanitizer: {reason}")
        if self.order and not self.is_over:
            first = [bytes(each.data) for each in shared]
            restore(shared, before)
            again = Sanitizer(self.max_errors, reverse=True)
            reason = launch(again)
            second = [bytes(each.data) for each in shared]
            restore(shared, first)
            if reason:
                raise LoadError(f"`{entry}` cannot run in reverse order: {reason}")
            differ = [] if again.is_over else [each for each in zip(shared, first, second) if each[1] != each[2]]
            found = [differing(each, a, b, elements.get(each.name, 1)) for each, a, b in differ]
            self.report.add([*only_reversed(self.report, again.report), *found], self.max_errors)


def only_reversed(first: Report, second: Report) -> "list[Finding]":
    """Returns what only the launch in reverse order found; a fault that only it had is a dependence on order."""
    known = {signature(finding) for finding in first}
    return [finding if finding.error is None else turned(finding) for finding in second if signature(finding) not in known]


def signature(finding: Finding) -> object:
    """What makes a finding the same in another order of threads: its kind, and the instructions involved, whichever came first."""
    places = {finding.place, None if finding.before is None else finding.before.place}
    return finding.kind, frozenset(None if place is None else (place.ptx_line, str(place)) for place in places)


def turned(fault: Finding) -> Finding:
    """Returns the finding for a fault in reverse order."""
    found = Finding(ORDER, f"only after warps and blocks ran in reverse order there is a fault: {fault.kind}: {fault.problem}", fault.place)
    found.block, found.thread = fault.block, fault.thread
    return found


def restore(allocations: "list[Allocation]", contents: list[bytes]) -> None:
    """Puts bytes back."""
    for each, content in zip(allocations, contents):
        each.data[:] = content


def differing(allocation: "Allocation", first: bytes, second: bytes, size: int) -> Finding:
    """Returns the finding for an array that differs."""
    import numpy as np

    places = np.unique(np.flatnonzero(np.frombuffer(first, np.uint8) != np.frombuffer(second, np.uint8)) // max(1, size)).tolist()
    shown = ", ".join(map(str, places[:MOST_SHOWN])) + (", …" if len(places) > MOST_SHOWN else "")
    count = "1 element differs" if len(places) == 1 else f"{len(places)} elements differ"
    problem = f"{count} in {allocation.kind} `{allocation.name}` after warps and blocks ran in reverse order: {shown}"
    finding = Finding(ORDER, problem)
    finding.name, finding.element, finding.offset = allocation.name, places[0], places[0] * max(1, size)
    finding.details = {"name": allocation.name, "elements": places}
    return finding
