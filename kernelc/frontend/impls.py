"""Impls by what they are for: the impls of one trait, or with an item of one name, are found by the head of their self type.

A program with a thousand types has a thousand impls of `Clone` and a thousand functions `new`; a search must not look at each of them.
"""

from __future__ import annotations

from .defs import ImplDef, ImplFamily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from .ty import Ty

    Impl: TypeAlias = ImplDef | ImplFamily
    Head: TypeAlias = tuple[str, object]

FEW = 16
"""So many impls are looked at one by one: to file them takes longer."""


class ImplList(list["Impl"]):
    """Impls in the order in which they were registered; `by_head` has the places of the first `filed` of them, `general` of those for many types."""

    __slots__ = ("by_head", "filed", "general")

    def __init__(self) -> None:
        super().__init__()
        self.by_head: dict[Head, list[int]] = {}
        self.general: list[int] = []
        self.filed = 0

    def candidates(self, ty: Ty | None, self_type: Callable[[ImplDef], Ty]) -> list[Impl]:
        """Those that may be for `ty`, in order; all for a type that is not known yet."""
        if ty is None or len(self) <= FEW or ty.kind in ("infer", "projection", "error"):
            return self
        while self.filed < len(self):
            at = self.filed
            self.filed += 1
            self.file(at, self_type)
        return [self[at] for at in sorted([*self.general, *self.by_head.get((ty.kind, ty.data), ())])]

    def file(self, at: int, self_type: Callable[[ImplDef], Ty]) -> None:
        """Enters one impl under the head of its self type; while that is being found, which may search this list, it is one for many types."""
        self.general.append(at)
        impl = self[at]
        own = self_type(impl) if isinstance(impl, ImplDef) else None
        if own is not None and own.kind not in ("param", "projection", "error"):
            self.general.remove(at)
            self.by_head.setdefault((own.kind, own.data), []).append(at)
