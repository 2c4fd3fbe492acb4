"""The errors about initialisation, moves and second assignments, in rustc's words: K0381, K0382, K0384."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kernelc.frontend import hir
    from kernelc.frontend.diagnostics import Diagnostics
    from kernelc.frontend.source import Span

    from .operands import Path

    Move = tuple[Path, Span, int]

SHOWN_MOVES = 3


class Reports:
    """Reports each fault once: a variable without value, a set of moves, an assignment. `show` writes a path as source does."""

    def __init__(self, diagnostics: Diagnostics, params: list[hir.Variable], show: Callable[[Path], str]) -> None:
        self.diagnostics, self.params, self.show = diagnostics, dict.fromkeys(params), show
        self._unset: dict[hir.Variable, None] = {}
        self._moved: dict[tuple[int, ...], list[Path]] = {}

    def unset(self, path: Path, span: Span, assignments: list[Span]) -> None:
        """A use of what may have no value; `assignments` are those to the whole variable."""
        variable = path[0]
        if variable in self._unset:
            return
        self._unset[variable] = None
        is_possible = any(not (each.start <= span.start and span.end <= each.end) for each in assignments)
        how = "is possibly-uninitialized" if is_possible else "isn't initialized"
        name = self.show(path)
        declared = [(variable.span, "binding declared here but left uninitialized")]
        self.diagnostics.error("K0381", span, f"used binding `{name}` {how}", label=f"`{name}` used here but it {how}", secondary=declared)

    def partially_assigned(self, variable: hir.Variable, span: Span) -> None:
        """An assignment to a field of a variable without value."""
        if variable in self._unset:
            return
        self._unset[variable] = None
        self.diagnostics.error(
            "K0381", span, f"partially assigned binding `{variable.name}` isn't fully initialized",
            label=f"`{variable.name}` partially assigned here but it isn't fully initialized",
            secondary=[(variable.span, "binding declared here but left uninitialized")],
            notes=["partial initialization isn't supported, fully initialize the binding with a default value and mutate it"],
        )  # fmt: skip

    def moved(self, path: Path, span: Span, verb: str, moves: list[Move]) -> None:
        """A use of what `moves` may have taken away; `verb` is use, borrow or assign to part."""
        if path[0] in self._unset:
            return
        key = tuple([bit for _, _, bit in moves])
        before = self._moved.setdefault(key, [])
        if any(each[0] is path[0] and each[1][: len(path[1])] == path[1] for each in before):
            return
        before.append(path)
        variable = path[0]
        is_partial = any(len(moved[1]) > len(path[1]) for moved, _, _ in moves)
        message = f"{verb} of {'partially ' if is_partial else ''}moved value: `{self.show(path)}`"
        type_text = f"move occurs because `{variable.name}` has type `{variable.ty}`, which does not implement the `Copy` trait"
        earlier = [each for _, each, _ in moves if each != span]
        used = {"borrow": "borrowed", "assign to part": "partially assigned"}.get(verb, "used")
        label = f"value {used} here after move" if earlier else "value moved here, in previous iteration of loop"
        secondary = [(variable.span, type_text), *[(each, "value moved here") for each in earlier[:SHOWN_MOVES]]]
        self.diagnostics.error("K0382", span, message, label=label, secondary=secondary)

    def assigned_twice(self, variable: hir.Variable, span: Span, assignments: list[Span]) -> None:
        """A second assignment to an immutable variable, or one to an immutable parameter."""
        name = variable.name
        help_text = ("consider making this binding mutable", variable.span, f"mut {name}")
        if variable in self.params:
            what = f"cannot assign to immutable argument `{name}`"
            self.diagnostics.error("K0384", span, what, label="cannot assign to immutable argument", help=help_text)
            return
        others = [each for each in assignments if each != span]
        secondary = [(min(others, key=lambda each: each.start), f"first assignment to `{name}`")] if others else []
        what = "cannot assign twice to immutable variable"
        self.diagnostics.error("K0384", span, f"{what} `{name}`", label=what, secondary=secondary, help=help_text)
