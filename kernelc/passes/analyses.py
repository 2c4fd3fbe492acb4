"""What passes share about one function: its analyses, computed on demand and kept until the function changes; and what a pass has
to say.

An analysis is valid until `invalidate` is called: the pass manager does so when a pass reports a change, a pass does so itself
when it needs a fresh one in the middle of its work.
"""
from __future__ import annotations

from dialect.cfg import Cfg
from dialect.dominance import DomTree, dominators, frontiers
from dialect.op import Terminator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Function
    from dialect.loops import Loops
    from dialect.op import Loc, Op
    from dialect.uniformity import Uniformity


class Note:
    """Something a pass did not do, for `-v` and reports: `slot` of `function` stays in memory because of `reason` (at `at`); or, where `slot` is the
    terminator of a loop's header, the loop stays.
    """

    __slots__ = ("at", "function", "pass_name", "reason", "slot")

    def __init__(self, pass_name: str, function: str, slot: Op, reason: str, at: Loc | None = None) -> None:
        self.pass_name, self.function, self.slot, self.reason, self.at = pass_name, function, slot, reason, at

    @property
    def name(self) -> str:
        """The variable's name in source, or empty."""
        return self.slot.name

    def __str__(self) -> str:
        if isinstance(self.slot, Terminator):
            return f"{f'{self.at}: ' if self.at else ''}{self.pass_name} left the loop of {self.function}: {self.reason}"
        declared = self.slot.loc
        where = f" (at {self.at})" if self.at and self.at is not declared else ""
        return f"{f'{declared}: ' if declared else ''}{self.pass_name} left `{self.name or '?'}` of {self.function}: {self.reason}{where}"


class Analyses:
    """The analyses of `function`, each computed at most once between two changes, and the notes of the latest run of each
    pass. `origins`: of each convergent op, call and branch that the pass now running made as a copy, what it is a copy of. `room`: how many
    ops unrolling may still add, None until it first runs.
    """

    __slots__ = ("_cfg", "_frontiers", "_idom", "_loops", "_tree", "_uniformity", "function", "notes", "origins", "room")

    def __init__(self, function: Function) -> None:
        self.function = function
        self.origins: dict[Op, Op] = {}
        self.room: int | None = None
        self.notes: dict[str, list[Note]] = {}
        self.invalidate()

    def invalidate(self) -> None:
        """Forgets every analysis: the function has changed."""
        self._cfg: Cfg | None = None
        self._idom: list[int] | None = None
        self._tree: DomTree | None = None
        self._frontiers: list[int] | None = None
        self._loops: Loops | None = None
        self._uniformity: Uniformity | None = None

    def cfg(self) -> Cfg:
        """Reachable blocks in reverse postorder with their edges."""
        if self._cfg is None:
            self._cfg = Cfg(self.function)
        return self._cfg

    def idom(self) -> list[int]:
        """Immediate dominators by block number."""
        if self._idom is None:
            self._idom = dominators(self.cfg())
        return self._idom

    def tree(self) -> DomTree:
        """The dominator tree."""
        if self._tree is None:
            self._tree = DomTree(self.idom())
        return self._tree

    def frontiers(self) -> list[int]:
        """Dominance frontiers as bit masks over block numbers."""
        if self._frontiers is None:
            self._frontiers = frontiers(self.cfg(), self.idom())
        return self._frontiers

    def loops(self) -> Loops:
        """Natural loops."""
        if self._loops is None:
            from dialect.loops import Loops

            self._loops = Loops(self.cfg(), self.tree())
        return self._loops

    def uniformity(self) -> Uniformity:
        """Which values are the same in all threads of a block."""
        if self._uniformity is None:
            from dialect.uniformity import Uniformity

            self._uniformity = Uniformity(self.function, self.cfg())
        return self._uniformity
