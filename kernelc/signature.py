"""After a build each kernel has a `KernelSignature`: what a launcher must pass, read without the compiler."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Sizes = tuple[int, int, int]


class TypeLayout:
    """A type of the source as it lies in memory: `text` as in Rust, `size` and `align` in bytes.

    | kind | `element` | `parts`: (name, offset in bytes, layout) |
    |---|---|---|
    | scalar | MIR type: `f32`, `u64`, `bool` (`u32` for `char`) | none |
    | struct (tuples too) | | the fields in order; those of tuples are called `0`, `1` … |
    | array | | one, at 0, which is repeated up to the size |
    | enum | MIR type of the tag, which lies at 0 | the variants, each a struct without the tag; `discriminants` in the same order |
    | opaque | | none: pointers and what else the host does not look into |
    """

    __slots__ = ("align", "discriminants", "element", "kind", "parts", "size", "text")

    def __init__(
        self,
        kind: str,
        text: str,
        size: int,
        align: int,
        element: str = "",
        parts: tuple[tuple[str, int, TypeLayout], ...] = (),
        discriminants: tuple[int, ...] = (),
    ) -> None:
        self.kind, self.text, self.size, self.align, self.element = kind, text, size, align, element
        self.parts, self.discriminants = parts, discriminants

    @property
    def count(self) -> int:
        """The number of elements of an array whose elements have a size."""
        inner = self.parts[0][2].size if self.parts else 0
        return self.size // inner if inner else 0

    def scalars(self, start: int = 0) -> Iterator[tuple[int, str]]:
        """Offset and MIR type of every scalar, those of all variants of an enum among them; of opaque bytes as `u8`."""
        if self.kind == "scalar":
            yield start, self.element
        elif self.kind == "array":
            for i in range(self.count):
                yield from self.parts[0][2].scalars(start + i * self.parts[0][2].size)
        elif self.kind == "opaque":
            yield from [(start + i, "u8") for i in range(self.size)]
        else:
            if self.kind == "enum":
                yield start, self.element
            for _, offset, part in self.parts:
                yield from part.scalars(start + offset)

    def to_data(self) -> list[Any]:
        """As lists, numbers and texts."""
        parts = [[name, offset, part.to_data()] for name, offset, part in self.parts]
        return [self.kind, self.text, self.size, self.align, self.element, parts, list(self.discriminants)]

    @staticmethod
    def from_data(data: list[Any]) -> TypeLayout:
        """The layout that `to_data` wrote."""
        kind, text, size, align, element, parts, discriminants = data
        inner = tuple([(name, offset, TypeLayout.from_data(part)) for name, offset, part in parts])
        return TypeLayout(kind, text, size, align, element, inner, tuple(discriminants))

    def __repr__(self) -> str:
        return f"{self.text} ({self.size} bytes)"


class KernelParameter:
    """One parameter of a kernel as the user wrote it.

    `kind` is scalar, pointer, slice, rows (a slice that knows the width of its rows) or value (a struct, tuple, array or enum passed as its bytes, in
    C layout). `element` names the MIR
    type of the scalar, of what is pointed to, or of the value (`f32`, `u64`, `bool`, `tuple<…>`), and `layout` what an aggregate
    consists of; `size` and `align` are its bytes; `mutable` tells whether the kernel may write through it, `optional` whether it may be
    absent (`Option<&T>`). `words` are the PTX parameters: 1, or 2 for a slice (pointer, then length in elements), or 3 for rows (then the elements in
    a row as `u32`).
    """

    __slots__ = ("align", "element", "kind", "layout", "mutable", "name", "optional", "size", "text", "words")

    def __init__(
        self,
        name: str,
        text: str,
        kind: str,
        element: str,
        size: int,
        align: int,
        mutable: bool,
        optional: bool = False,
        layout: TypeLayout | None = None,
    ) -> None:
        self.name, self.text, self.kind, self.element = name, text, kind, element
        self.size, self.align, self.mutable, self.optional, self.layout = size, align, mutable, optional, layout
        self.words = {"slice": 2, "rows": 3}.get(kind, 1)

    def __repr__(self) -> str:
        return f"{self.name}: {self.text}"


class KernelSignature:
    """A kernel: its name in the source, its symbol in the PTX, its parameters in order, and what a launch must fulfil.

    `shared` are the bytes of dynamic shared memory that a launch has to add for the kernel's shared arrays; known when it has been lowered.
    """

    __slots__ = ("name", "params", "requirements", "shared", "symbol")

    def __init__(
        self, name: str, symbol: str, params: tuple[KernelParameter, ...], requirements: tuple[Requirement, ...] = (), shared: int = 0
    ) -> None:
        self.name, self.symbol, self.params, self.requirements, self.shared = name, symbol, params, requirements, shared

    def __repr__(self) -> str:
        return f"{self.name}({', '.join([repr(p) for p in self.params])})"


class GenericSignature:
    """A generic kernel: name, path in the file, its generic parameters (name and `type`, or the type of a constant), and its parameters: name, type as
    in Rust, and the generic parameter that is the type itself or that of its elements (empty for others).
    """

    __slots__ = ("name", "parameters", "params", "path")

    def __init__(self, name: str, path: str, params: tuple[tuple[str, str], ...], parameters: tuple[tuple[str, str, str], ...]) -> None:
        self.name, self.path, self.params, self.parameters = name, path, params, parameters

    def __repr__(self) -> str:
        generics = ", ".join([name if kind == "type" else f"const {name}: {kind}" for name, kind in self.params])
        return f"{self.name}<{generics}>({', '.join([f'{name}: {text}' for name, text, _ in self.parameters])})"


class Requirement:
    """What a launch must be like: a kind of `REQUIREMENTS`, and the numbers that belong to it. `str()` is the sentence."""

    __slots__ = ("kind", "numbers")

    def __init__(self, kind: str, numbers: tuple[int, ...] = ()) -> None:
        self.kind, self.numbers = kind, numbers

    def is_fulfilled(self, grid: tuple[int, int, int], block: tuple[int, int, int], shared: int) -> bool:
        """Whether a launch with these sizes and bytes of dynamic shared memory is so."""
        return REQUIREMENTS[self.kind][1](grid, block, shared, self.numbers)

    def __str__(self) -> str:
        return REQUIREMENTS[self.kind][0].format(*self.numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Requirement) and (self.kind, self.numbers) == (other.kind, other.numbers)

    def __hash__(self) -> int:
        return hash((self.kind, self.numbers))


def _are_one(grid: Sizes, block: Sizes, *axes: int) -> bool:
    return all(grid[axis] <= 1 and block[axis] <= 1 for axis in axes)


REQUIREMENTS: dict[str, tuple[str, Callable[[Sizes, Sizes, int, tuple[int, ...]], bool]]] = {
    "one-dimensional": ("grid and block have one dimension: y and z are 1", lambda grid, block, shared, _: _are_one(grid, block, 1, 2)),
    "two-dimensional": ("grid and block have two dimensions: z is 1", lambda grid, block, shared, _: _are_one(grid, block, 2)),
    "narrow": (
        "coordinates fit 32 bits: along each axis there are at most 2^32 threads",
        lambda grid, block, shared, _: all(g * b <= 2**32 for g, b in zip(grid, block, strict=True)),
    ),
    "block": ("each block has ({}, {}, {}) threads", lambda grid, block, shared, numbers: block == numbers),
    "dynamic shared": ("there are {} bytes of dynamic shared memory", lambda grid, block, shared, numbers: shared == numbers[0]),
}
"""Kind → the sentence, and the test of a launch. The first two are named by `#[launch("…")]` of the library's index spaces, the others come from
`#[launch_contract(…)]`.
"""


class StaticSignature:
    """A static that the module has: its `name` (with the path of its Rust modules), symbol, layout, space (`global`, `const`), and whether it
    may change.
    """

    __slots__ = ("layout", "mutable", "name", "space", "symbol")

    def __init__(self, name: str, symbol: str, layout: TypeLayout, space: str, mutable: bool) -> None:
        self.name, self.symbol, self.layout, self.space, self.mutable = name, symbol, layout, space, mutable

    def __repr__(self) -> str:
        return f"static {'mut ' if self.mutable else ''}{self.name}: {self.layout.text}"
