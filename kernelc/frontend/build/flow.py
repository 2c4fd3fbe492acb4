"""After `check_flow` every variable is initialised where it is used, no moved value is used, and no immutable variable is
assigned twice; else K0381, K0382, K0384.

While a body is lowered `Events` records, block by block, what happens to variables and their fields (paths). A forward data-flow
analysis over the
control-flow graph then tells for each path whether it may be unset, may have been moved from, or may have been assigned before.
What is
reached only through a pointer or an index has no path: it is as initialised as its base.
"""

from __future__ import annotations

from dialect.cfg import Cfg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, TypeAlias

    from dialect.function import Block, Function
    from kernelc.frontend import hir
    from kernelc.frontend.diagnostics import Diagnostics
    from kernelc.frontend.source import Span

    from .operands import Path

    Event: TypeAlias = tuple[int, Path, Span]
    Show: TypeAlias = Callable[[Path], str]

DECLARE, ASSIGN, USE, BORROW, MOVE = range(5)
_UNSET, _MOVED, _ASSIGNED = 1, 2, 4
_BITS: Final = 3


class Events:
    """What happens to variables, by block, in order."""

    __slots__ = ("by_block", "current", "needs_check")

    def __init__(self, entry: Block) -> None:
        self.by_block: dict[Block, list[Event]] = {}
        self.needs_check = False
        self.start(entry)

    def start(self, block: Block) -> None:
        """What follows happens in this block."""
        self.current: list[Event] = []
        self.by_block[block] = self.current

    def declare(self, variable: hir.Variable) -> None:
        """The variable comes into being without a value."""
        self.current.append((DECLARE, (variable, ()), variable.span))

    def leave_unset(self) -> None:
        """The variable just declared gets its value later: the body needs the analysis."""
        self.needs_check = True

    def assign(self, path: Path | None, span: Span, is_first: bool = False) -> None:
        """The place gets a value; `is_first` for the initialiser of a declaration."""
        if path is None:
            return
        if not is_first and not path[0].is_mutable:
            self.needs_check = True
        self.current.append((ASSIGN, path, span))

    def use(self, path: Path | None, span: Span, kind: int = USE) -> None:
        """The place is read, borrowed or moved from."""
        if path is None:
            return
        if kind == MOVE:
            self.needs_check = True
        self.current.append((kind, path, span))


def check_flow(function: Function, events: Events, params: list[hir.Variable], diagnostics: Diagnostics, show: Show) -> None:
    """Reports what is used before it has a value or after it was moved, and what is assigned twice. `show` writes a path as source does."""
    if events.needs_check:
        _Analysis(function, events, params, diagnostics, show).run()


class _Analysis:
    """Bit `3 i + k` of a state: path number i may be unset (0), moved from (1), assigned before (2)."""

    def __init__(
        self, function: Function, events: Events, params: list[hir.Variable], diagnostics: Diagnostics, show: Show
    ) -> None:
        self.events, self.diagnostics, self.show = events, diagnostics, show
        self.params = dict.fromkeys(params)
        self.cfg = Cfg(function)
        self.numbers: dict[Path, int] = {}
        self.by_variable: dict[hir.Variable, list[Path]] = {}
        self.reported: dict[tuple[int, hir.Variable], None] = {}
        for param in params:
            self._enter((param, ()))
        for block in self.cfg.blocks:
            for _, path, _ in events.by_block.get(block, ()):
                self._enter((path[0], ()))
                self._enter(path)

    def _enter(self, path: Path) -> None:
        if path not in self.numbers:
            self.numbers[path] = len(self.numbers)
            self.by_variable.setdefault(path[0], []).append(path)

    def run(self) -> None:
        """Iterates to the fixed point, then goes through every block once more and reports."""
        states = self._solve()
        for block, state in zip(self.cfg.blocks, states):
            for event in self.events.by_block.get(block, ()):
                self._report(event, state)
                state = self._after(event, state)

    def _solve(self) -> list[int]:
        effects = [self._effect(block) for block in self.cfg.blocks]
        start = 0
        for param in self.params:
            start |= _ASSIGNED << _BITS * self.numbers[(param, ())]
        states = [start] + [0] * (len(effects) - 1)
        work = list(range(len(effects)))
        waiting = [True] * len(effects)
        while work:
            i = work.pop(0)
            waiting[i] = False
            keep, add = effects[i]
            out = states[i] & keep | add
            for s in self.cfg.succs[i]:
                if out & ~states[s]:
                    states[s] |= out
                    if not waiting[s]:
                        waiting[s] = True
                        work.append(s)
        return states

    def _effect(self, block: Block) -> tuple[int, int]:
        """What a block does to a state: keep these bits, then add those."""
        keep, add = -1, 0
        for event in self.events.by_block.get(block, ()):
            keep, add = self._after(event, keep), self._after(event, add)
        return keep, add

    def _after(self, event: Event, state: int) -> int:
        kind, path, _ = event
        if kind == DECLARE:
            for each in self.by_variable[path[0]]:
                at = _BITS * self.numbers[each]
                state = state & ~(7 << at) | _UNSET << at
        elif kind == ASSIGN:
            for each in self._within(path):
                at = _BITS * self.numbers[each]
                state = state & ~(3 << at) | _ASSIGNED << at
        elif kind == MOVE:
            for each in self._within(path):
                state |= _MOVED << _BITS * self.numbers[each]
        return state

    def _within(self, path: Path) -> list[Path]:
        """The known paths that are this one or lie within it."""
        variable, fields = path
        return [each for each in self.by_variable[variable] if each[1][: len(fields)] == fields]

    def _status(self, path: Path, state: int) -> int:
        """What may be wrong with a use of the path: the nearest bits above and all within."""
        variable, fields = path
        found = 0
        for each in self.by_variable[variable]:
            n = min(len(fields), len(each[1]))
            if each[1][:n] == fields[:n]:
                found |= state >> _BITS * self.numbers[each] & 3
        return found

    def _report(self, event: Event, state: int) -> None:
        kind, path, span = event
        if kind == ASSIGN:
            self._report_assignment(path, span, state)
        elif kind != DECLARE:
            status = self._status(path, state)
            if status & _MOVED:
                self._moved(path, span, kind)
            elif status & _UNSET:
                self._unset(path, span, state)

    def _once(self, code: int, variable: hir.Variable) -> bool:
        if (code, variable) in self.reported:
            return False
        self.reported[(code, variable)] = None
        return True

    def _report_assignment(self, path: Path, span: Span, state: int) -> None:
        variable, fields = path
        if fields:
            parent = (variable, fields[:-1])
            status = self._status_above(parent, state)
            if status & _UNSET and self._once(381, variable):
                self.diagnostics.error(
                    "K0381", span, f"partially assigned binding `{variable.name}` isn't fully initialized",
                    label=f"`{variable.name}` partially assigned here but it isn't fully initialized",
                    secondary=[(variable.span, "binding declared here but left uninitialized")],
                    notes=["partial initialization isn't supported, fully initialize the binding with a default value and mutate it"],
                )  # fmt: skip
            elif status & _MOVED:
                self._moved(parent, span, ASSIGN)
        elif not variable.is_mutable and state >> _BITS * self.numbers[path] & _ASSIGNED and self._once(384, variable):
            self._assigned_twice(variable, span)

    def _status_above(self, path: Path, state: int) -> int:
        found = 0
        for n in range(len(path[1]) + 1):
            number = self.numbers.get((path[0], path[1][:n]))
            if number is not None:
                found |= state >> _BITS * number & 3
        return found

    def _assigned_twice(self, variable: hir.Variable, span: Span) -> None:
        name = variable.name
        help_text = ("consider making this binding mutable", variable.span, f"mut {name}")
        if variable in self.params:
            what = f"cannot assign to immutable argument `{name}`"
            self.diagnostics.error("K0384", span, what, label="cannot assign to immutable argument", help=help_text)
            return
        first = self._first(ASSIGN, variable, span)
        secondary = [] if first is None else [(first, f"first assignment to `{name}`")]
        what = "cannot assign twice to immutable variable"
        self.diagnostics.error("K0384", span, f"{what} `{name}`", label=what, secondary=secondary, help=help_text)

    def _first(self, kind: int, variable: hir.Variable, other: Span) -> Span | None:
        """The first event of that kind in the source, one at another place if there is one."""
        found = [
            span
            for block in self.cfg.blocks
            for k, path, span in self.events.by_block.get(block, ())
            if k == kind and path[0] is variable and span != other
        ]
        return min(found, key=lambda span: span.start) if found else None

    def _moved_paths(self, path: Path) -> list[Path]:
        """The paths within this one, or around it, that are moved from somewhere."""
        return [
            each
            for block in self.cfg.blocks
            for kind, each, _ in self.events.by_block.get(block, ())
            if kind == MOVE and each in self._within(path)
        ]

    def _unset(self, path: Path, span: Span, state: int) -> None:
        variable = path[0]
        if not self._once(381, variable):
            return
        is_possible = bool(state >> _BITS * self.numbers[(variable, ())] & _ASSIGNED)
        how = "is possibly-uninitialized" if is_possible else "isn't initialized"
        self.diagnostics.error(
            "K0381", span, f"used binding `{variable.name}` {how}",
            label=f"`{variable.name}` used here but it {how}",
            secondary=[(variable.span, "binding declared here but left uninitialized")],
        )  # fmt: skip

    def _moved(self, path: Path, span: Span, kind: int) -> None:
        variable = path[0]
        if not self._once(382, variable):
            return
        verb, used = {BORROW: ("borrow", "borrowed"), ASSIGN: ("assign to part", "partially assigned")}.get(kind, ("use", "used"))
        earlier = self._first(MOVE, variable, span)
        if any(len(each[1]) > len(path[1]) for each in self._moved_paths(path)):
            verb += " of partially moved value"
        else:
            verb += " of moved value"
        secondary = [(variable.span, f"move occurs because `{variable.name}` has type `{variable.ty}`, which does not implement the `Copy` trait")]
        if earlier is not None:
            secondary.append((earlier, "value moved here"))
        label = f"value {used} here after move" if earlier is not None else "value moved here, in previous iteration of loop"
        self.diagnostics.error("K0382", span, f"{verb}: `{self.show(path)}`", label=label, secondary=secondary)
