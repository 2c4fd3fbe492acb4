"""After a build each kernel has a `KernelSignature`: what a launcher must pass, read without the compiler."""

from __future__ import annotations


class KernelParameter:
    """One parameter of a kernel as the user wrote it.

    `kind` is scalar, pointer, slice or value (a struct or tuple passed as its bytes, in C layout). `element` names the MIR type of the
    scalar, of what is pointed to, or of the value (`f32`, `u64`, `bool`, `tuple<…>`); `size` and `align` are its bytes; `mutable` tells
    whether the kernel may write through it. `words` are the PTX parameters: 1, or 2 for a slice (pointer, then length in elements).
    """

    __slots__ = ("align", "element", "kind", "mutable", "name", "size", "text", "words")

    def __init__(self, name: str, text: str, kind: str, element: str, size: int, align: int, mutable: bool) -> None:
        self.name, self.text, self.kind, self.element = name, text, kind, element
        self.size, self.align, self.mutable = size, align, mutable
        self.words = 2 if kind == "slice" else 1

    def __repr__(self) -> str:
        return f"{self.name}: {self.text}"


class KernelSignature:
    """A kernel: its name in the source, its symbol in the PTX, its parameters in order, and what a launch must fulfil (sentences)."""

    __slots__ = ("name", "params", "requirements", "symbol")

    def __init__(self, name: str, symbol: str, params: tuple[KernelParameter, ...], requirements: tuple[str, ...] = ()) -> None:
        self.name, self.symbol, self.params, self.requirements = name, symbol, params, requirements

    def __repr__(self) -> str:
        return f"{self.name}({', '.join([repr(p) for p in self.params])})"
