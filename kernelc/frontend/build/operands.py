"""What lowering an expression or a place yields: a scalar, a fat pointer, nothing, or an address."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.op import Value
    from kernelc.frontend import hir
    from kernelc.frontend.ty import Ty


class Fat:
    """The value of a slice pointer: the address of the first element and the number of elements (u64)."""

    __slots__ = ("length", "pointer")

    def __init__(self, pointer: Value, length: Value) -> None:
        self.pointer, self.length = pointer, length


class Address:
    """A lowered place: where it is and its type. `pointer` is None for a zero-sized place that stands nowhere; `length` is set
    for slices.

    `path` says which variable and fields it is, for the checks of moves and initialisation; None where it is behind a pointer or
    an index. `behind` says what keeps a value from being moved out: "", "reference", "pointer", "static" or "index".
    """

    __slots__ = ("behind", "length", "path", "pointer", "ty")

    def __init__(self, pointer: Value | None, ty: Ty, length: Value | None = None, path: Path | None = None, behind: str = "") -> None:
        self.pointer, self.ty, self.length, self.path, self.behind = pointer, ty, length, path, behind


class Diverged(Exception):
    """Raised by the lowering of an expression that does not return; the current block has its terminator."""


class InternalError(Exception):
    """A construct that lowering does not know: a fault of the compiler, naming function and construct."""


if TYPE_CHECKING:
    Operand: TypeAlias = Value | Fat | None
    Path: TypeAlias = tuple[hir.Variable, tuple[int, ...]]
