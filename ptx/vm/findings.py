"""What a sanitizer found: a `Report` is a list of `Finding`s, each with the accesses involved, and a text in compute-sanitizer's manner.

Findings that are the same (kind, and the instructions involved) are one, with a count of hazards.
"""

from ptx.vm.errors import Place, Placed, VmError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ptx.vm.errors import Index

BAR = "========="
SHARED_RACE, GLOBAL_RACE, SCOPE = "shared memory race", "global memory race", "scope too narrow"
UNINITIALISED_SHARED, UNINITIALISED_LOCAL = "uninitialised shared read", "uninitialised local read"
ORDER = "result depends on order"
ABSENT_LANE = "value of an absent lane"
KINDS = (SHARED_RACE, GLOBAL_RACE, SCOPE, UNINITIALISED_SHARED, UNINITIALISED_LOCAL, ABSENT_LANE, ORDER)
"""The kinds of finding that only a sanitizer knows; the others are those of `ptx.vm.errors`."""


class Touch:
    """One access: what it did (`read`, `write`, `atomic access`), to how many bytes, where in the code, and by which thread of which block."""

    __slots__ = ("block", "others", "place", "size", "thread", "verb")

    def __init__(self, verb: str, size: int, place: Place, block: "Index", thread: "Index", others: bool = False) -> None:
        self.verb = verb
        self.size = size
        self.place = place
        self.block = block
        self.thread = thread
        self.others = others

    def lines(self) -> list[str]:
        """The access as lines of a report."""
        others = " and others" if self.others else ""
        return [f"{self.verb} of {self.size} bytes at {self.place}", f"    by thread {self.thread}{others} in block {self.block}"]


class Finding(Placed):
    """One thing that is wrong.

    `kind` says what, `problem` in words; `access` is the access where it was noticed, `before` the one it collides with (None where there is none).
    `name`, `offset`, `element` say which array, byte and element are concerned ("" and -1 if none); `count` how often it happened. `error` is the
    exception that a launch without sanitizer raises, for what is checked always.
    """

    __slots__ = ("access", "before", "block", "count", "details", "element", "error", "kind", "name", "offset", "place", "problem", "thread")

    def __init__(
        self, kind: str, problem: str, place: "Place | None" = None, access: "Touch | None" = None, before: "Touch | None" = None,
        error: "VmError | None" = None,
    ) -> None:  # fmt: skip
        self.kind = kind
        self.problem = problem
        self.access = access
        self.before = before
        self.error = error
        self.count = 1
        self.name = ""
        self.offset = self.element = -1
        self.details: dict[str, object] = {}
        self.place = access.place if access is not None else place
        self.block = access.block if access is not None else error.block if error is not None else None
        self.thread = access.thread if access is not None else error.thread if error is not None else None

    def placed(self, find: "Callable[[Place], Place]") -> "Finding":
        """The same finding with the places that `find` gives for those it names; it is changed."""
        for touch in (self.access, self.before):
            if touch is not None:
                touch.place = find(touch.place)
        if self.error is not None:
            self.error = self.error.placed(find)
            self.problem = self.error.problem
        self.place = self.access.place if self.access is not None else None if self.place is None else find(self.place)
        return self

    def lines(self) -> list[str]:
        """The finding as lines of a report."""
        lines = [f"{self.kind}: {self.problem}"]
        if self.access is None:
            lines += [f"    at {self.place}"] if self.place is not None else []
            lines += [f"    by thread {self.thread} in block {self.block}"] if self.thread is not None else []
        else:
            lines += [f"    {line}" for line in self.access.lines()]
        if self.before is not None:
            first, *rest = self.before.lines()
            lines += [f"    after {first}", *[f"    {line}" for line in rest]]
        if self.count > 1:
            lines.append(f"    [{self.count} hazards]")
        return lines

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        return f"<{self.kind} at {self.place}>"


class Report:
    """The findings of one or more launches, in the order in which they came. True if there are any."""

    __slots__ = ("findings", "is_cut")

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.is_cut = False

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> "Iterator[Finding]":
        return iter(self.findings)

    def __getitem__(self, index: int) -> Finding:
        return self.findings[index]

    def add(self, found: "list[Finding]", most: int) -> None:
        """Takes findings as long as there are not more than `most`."""
        room = max(0, most - len(self.findings))
        self.findings += found[:room]
        self.is_cut = self.is_cut or len(found) > room

    def kinds(self) -> list[str]:
        """The kinds found, each once, in order."""
        return list(dict.fromkeys([finding.kind for finding in self.findings]))

    def __str__(self) -> str:
        lines = []
        for finding in self.findings:
            lines += [f"{BAR} {line}" for line in finding.lines()] + [BAR]
        hazards = sum([finding.count for finding in self.findings])
        total = f"{len(self.findings)} error{'' if len(self.findings) == 1 else 's'}"
        more = f", {hazards} hazards" if hazards > len(self.findings) else ""
        cut = " (stopped at the most errors wanted)" if self.is_cut else ""
        return "\n".join([*lines, f"{BAR} summary: {total}{more}{cut}"])

    def __repr__(self) -> str:
        return f"<report: {', '.join(self.kinds()) or 'nothing found'}>"
