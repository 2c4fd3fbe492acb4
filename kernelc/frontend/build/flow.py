"""After `check_flow` every variable is initialised where it is used, no moved value is used, and no immutable variable is assigned twice; else
K0381, K0382, K0384.

While a body is lowered `Events` records, block by block, what happens to variables and their fields (paths). A forward data-flow analysis
over the control-flow graph then tells for each path whether it may be unset or assigned before, and which moves may have happened. What is
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

    from .flow_reports import Reports
    from .operands import Path

    Event: TypeAlias = tuple[int, Path, Span]
    Show: TypeAlias = Callable[[Path], str]

DECLARE, ASSIGN, USE, BORROW, MOVE = range(5)
_UNSET, _ASSIGNED = 1, 2
_BITS: Final = 2


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
        from .flow_reports import Reports

        Analysis(function, events, params, Reports(diagnostics, params, show)).run()


class Analysis:
    """A state is one integer: bits `2 i` and `2 i + 1` tell that path number i may be unset, may have been assigned; then comes a bit for each move."""

    def __init__(self, function: Function, events: Events, params: list[hir.Variable], reports: Reports) -> None:
        self.events, self.reports, self.params = events, reports, params
        self.cfg = Cfg(function)
        self.order = {block: i for i, block in enumerate(function.blocks)}
        self.numbers: dict[Path, int] = {}
        self.by_variable: dict[hir.Variable, list[Path]] = {}
        self.moves: dict[hir.Variable, list[tuple[Path, Span, int]]] = {}
        self.assignments: dict[hir.Variable, list[Span]] = {}
        self.effects: dict[tuple[int, Path], tuple[int, int]] = {}
        for param in params:
            self._enter((param, ()))
        found = [event for block in function.blocks for event in events.by_block.get(block, ())]
        for _, path, _ in found:
            self._enter((path[0], ()))
            self._enter(path)
        self._enter_moves(found)

    def _enter(self, path: Path) -> None:
        if path not in self.numbers:
            self.numbers[path] = len(self.numbers)
            self.by_variable.setdefault(path[0], []).append(path)

    def _enter_moves(self, found: list[Event]) -> None:
        """Numbers the moves, and notes where each variable is assigned as a whole."""
        self.move_bits: dict[tuple[Path, int], int] = {}
        self.changed = {path: None for kind, path, _ in found if kind in (MOVE, ASSIGN)}
        bit = 1 << _BITS * len(self.numbers)
        for kind, path, span in found:
            if kind == MOVE and (path, span.start) not in self.move_bits:
                self.move_bits[(path, span.start)] = bit
                self.moves.setdefault(path[0], []).append((path, span, bit))
                bit <<= 1
            elif kind == ASSIGN and not path[1]:
                self.assignments.setdefault(path[0], []).append(span)

    # -------------------------------------------------------------------------------------------------------------- states

    def run(self) -> None:
        """Iterates to the fixed point, then goes through every block once more, in the order of the source, and reports."""
        states = self._solve()
        for block, state in sorted(zip(self.cfg.blocks, states), key=lambda pair: self.order[pair[0]]):
            for event in self.events.by_block.get(block, ()):
                self._judge(event, state)
                clear, add = self._effect(event)
                state = state & ~clear | add

    def _solve(self) -> list[int]:
        effects = [self._block_effect(block) for block in self.cfg.blocks]
        states = [0] * len(effects)
        for param in self.params:
            states[0] |= _ASSIGNED << _BITS * self.numbers[(param, ())]
        work = list(range(len(effects) - 1, -1, -1))
        waiting = [True] * len(effects)
        while work:
            i = work.pop()
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

    def _block_effect(self, block: Block) -> tuple[int, int]:
        """What a block does to a state: keep these bits, then add those."""
        keep, add = -1, 0
        for event in self.events.by_block.get(block, ()):
            clear, more = self._effect(event)
            keep, add = keep & ~clear, add & ~clear | more
        return keep, add

    def _effect(self, event: Event) -> tuple[int, int]:
        """What an event does to a state: clear these bits, then add those."""
        kind, path, span = event
        if kind == MOVE:
            return 0, self.move_bits[(path, span.start)]
        if kind not in (DECLARE, ASSIGN):
            return 0, 0
        found = self.effects.get((kind, path))
        if found is None:
            found = self.effects[(kind, path)] = self._computed_effect(kind, path)
        return found

    def _computed_effect(self, kind: int, path: Path) -> tuple[int, int]:
        clear = add = 0
        for each in self.by_variable[path[0]]:
            if is_prefix(path, each):
                at = _BITS * self.numbers[each]
                clear |= (_UNSET if kind == ASSIGN else _UNSET | _ASSIGNED) << at
                add |= (_ASSIGNED if kind == ASSIGN else _UNSET) << at
        for moved, _, bit in self.moves.get(path[0], ()):
            if is_prefix(path, moved):
                clear |= bit
        return clear, add

    # ------------------------------------------------------------------------------------------------------------ verdicts

    def _judge(self, event: Event, state: int) -> None:
        kind, path, span = event
        if kind == ASSIGN:
            self._judge_assignment(path, span, state)
        elif kind != DECLARE:
            moves = [move for move in self.moves.get(path[0], ()) if state & move[2] and is_related(path, move[0])]
            is_unset = self._is_unset([each for each in self.by_variable[path[0]] if is_related(path, each)], state)
            if is_unset and all(each == span for _, each, _ in moves):
                self.reports.unset(self._tracked(path), span, self.assignments.get(path[0], []))
            elif moves:
                self.reports.moved(path, span, "borrow" if kind == BORROW else "use", moves)

    def _tracked(self, path: Path) -> Path:
        """The longest part of the path that is moved or assigned by itself."""
        while path[1] and path not in self.changed:
            path = (path[0], path[1][:-1])
        return path

    def _judge_assignment(self, path: Path, span: Span, state: int) -> None:
        variable, fields = path
        if not fields:
            if not variable.is_mutable and state >> _BITS * self.numbers[path] & _ASSIGNED:
                self.reports.assigned_twice(variable, span, self.assignments[variable])
            return
        parent = (variable, fields[:-1])
        moves = [move for move in self.moves.get(variable, ()) if state & move[2] and is_prefix(move[0], parent)]
        if moves:
            self.reports.moved(parent, span, "assign to part", moves)
        elif self._is_unset([each for each in self.by_variable[variable] if is_prefix(each, parent)], state):
            self.reports.partially_assigned(variable, span)

    def _is_unset(self, paths: list[Path], state: int) -> bool:
        return any(state >> _BITS * self.numbers[each] & _UNSET for each in paths)


def is_prefix(outer: Path, inner: Path) -> bool:
    """Whether `inner` is `outer` or a part of it; both are of one variable."""
    return inner[1][: len(outer[1])] == outer[1]


def is_related(one: Path, other: Path) -> bool:
    """Whether one of two paths of a variable lies within the other."""
    return is_prefix(one, other) or is_prefix(other, one)
