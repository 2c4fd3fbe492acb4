"""Inference variables of one body: unification, with undo for trial runs.

A variable is general, or ranges over the integer or the float types only (literals). Bound variables are followed by `resolve`; nothing is ever bound to a
type that contains itself.
"""

from __future__ import annotations

from .ty import ERROR, F64, HAS_INFER, I32, Ty, make, rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .source import Span

GENERAL = "general"
INTEGER = "integer"
FLOAT = "float"


class InferTable:
    """The variables of one body, by number: their kind, what they are bound to, where they come from."""

    __slots__ = ("kinds", "bindings", "origins", "trail", "diverging")

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.bindings: list[Ty | None] = []
        self.origins: list[Span] = []
        self.trail: list[tuple[int, str]] = []  # variables bound (or narrowed, with the former kind), for undo
        self.diverging: set[int] = set()  # variables that stand for the type of code that never arrives: they fall back to `()`

    def fresh(self, span: Span, kind: str = GENERAL) -> Ty:
        """A new variable."""
        self.kinds.append(kind)
        self.bindings.append(None)
        self.origins.append(span)
        return make("infer", len(self.kinds) - 1)

    def shallow(self, ty: Ty) -> Ty:
        """`ty` with a bound variable at its root followed."""
        while ty.kind == "infer":
            bound = self.bindings[ty.data]
            if bound is None:
                return ty
            ty = bound
        return ty

    def resolve(self, ty: Ty) -> Ty:
        """`ty` with every bound variable replaced."""
        if not ty.flags & HAS_INFER:
            return ty
        return rewrite(ty, HAS_INFER, self._leaf)

    def _leaf(self, ty: Ty) -> Ty | None:
        if ty.kind != "infer":
            return None
        bound = self.shallow(ty)
        return bound if bound is ty else self.resolve(bound)

    def kind_of(self, ty: Ty) -> str:
        """The kind of an unbound variable; empty for anything else."""
        return self.kinds[ty.data] if ty.kind == "infer" else ""

    def snapshot(self) -> int:
        """A mark for `rollback`."""
        return len(self.trail)

    def rollback(self, mark: int) -> None:
        """Undoes every binding since the mark."""
        while len(self.trail) > mark:
            number, kind = self.trail.pop()
            self.bindings[number] = None
            self.kinds[number] = kind

    def _bind(self, variable: Ty, ty: Ty) -> bool:
        number: int = variable.data
        kind = self.kinds[number]
        if ty.kind == "infer":
            return self._join(number, kind, ty)
        if kind == INTEGER and not (ty.is_integer or ty is ERROR) or kind == FLOAT and not (ty.kind == "float" or ty is ERROR):
            return False
        if ty.flags & HAS_INFER and self.occurs(variable, ty):
            return False
        self.trail.append((number, kind))
        self.bindings[number] = ty
        return True

    def _join(self, number: int, kind: str, other: Ty) -> bool:
        other_kind = self.kinds[other.data]
        if kind != GENERAL and other_kind != GENERAL and kind != other_kind:
            return False
        if other_kind == GENERAL and kind != GENERAL:
            self.trail.append((other.data, other_kind))
            self.bindings[other.data] = make("infer", number)
            return True
        self.trail.append((number, kind))
        self.bindings[number] = other
        if number in self.diverging and other_kind == GENERAL:
            self.diverging.add(other.data)
        return True

    def occurs(self, variable: Ty, ty: Ty) -> bool:
        """Whether `variable` is part of `ty`: binding it would make an infinite type."""
        found = False

        def leaf(part: Ty) -> Ty | None:
            nonlocal found
            if self.shallow(part) is variable:
                found = True
            return None

        rewrite(self.resolve(ty), HAS_INFER, leaf)
        return found

    def unify(self, a: Ty, b: Ty) -> bool:
        """Makes both types equal if they can be; on failure some parts may already be bound (take a snapshot before)."""
        a, b = self.shallow(a), self.shallow(b)
        if a is b or a is ERROR or b is ERROR:
            return True
        if a.kind == "infer":
            return self._bind(a, b)
        if b.kind == "infer":
            return self._bind(b, a)
        if a.kind != b.kind or a.data != b.data or len(a.args) != len(b.args):
            return False
        return all(self.unify(x, y) for x, y in zip(a.args, b.args, strict=True))

    def can_unify(self, a: Ty, b: Ty) -> bool:
        """Whether `unify` would succeed; binds nothing."""
        mark = self.snapshot()
        found = self.unify(a, b)
        self.rollback(mark)
        return found

    def try_unify(self, a: Ty, b: Ty) -> bool:
        """Unifies, or leaves everything as it was."""
        mark = self.snapshot()
        if self.unify(a, b):
            return True
        self.rollback(mark)
        return False

    def apply_defaults(self) -> None:
        """Binds what is left of integer variables to `i32`, of float variables to `f64`, of diverging ones to `()`."""
        for number, kind in enumerate(self.kinds):
            if self.bindings[number] is None:
                if kind == INTEGER:
                    self._bind(make("infer", number), I32)
                elif kind == FLOAT:
                    self._bind(make("infer", number), F64)
                elif number in self.diverging:
                    self._bind(make("infer", number), make("tuple"))
