"""Expressions of LLVM IR, written once for scalars and for vectors of a whole warp.

A function that computes something from IR values takes an `Expressions` and works at its `width`: 32 elements in a meaning whose lanes
differ, 1 in one whose lanes agree, and 1 in the functions that are called lane by lane (`lanewise`).
"""

from ptx.vm.compiled.ir.text import BITS, Code, constant, mangled, typed


class Expressions:
    """Writes to `code` values of `width` elements (1: scalars); `halves`: the host has conversions of f16."""

    __slots__ = ("code", "halves", "width")

    def __init__(self, code: Code, width: int, halves: bool) -> None:
        self.code = code
        self.width = width
        self.halves = halves

    def typed(self, kind: str) -> str:
        """An LLVM type at the width."""
        return typed(kind, self.width)

    def const(self, value: "int | str", kind: str) -> str:
        """A constant at the width."""
        return constant(value, kind, self.width)

    def binary(self, name: str, kind: str, first: str, second: str) -> str:
        """An instruction of two operands of a type."""
        return self.code.let(f"{name} {self.typed(kind)} {first}, {second}")

    def compare(self, predicate: str, kind: str, first: str, second: str) -> str:
        """`icmp` or `fcmp` by the type."""
        name = "fcmp" if kind in ("float", "double", "half") else "icmp"
        return self.code.let(f"{name} {predicate} {self.typed(kind)} {first}, {second}")

    def choose(self, condition: str, kind: str, yes: str, no: str) -> str:
        """`select`."""
        return self.code.let(f"select {self.typed('i1')} {condition}, {self.typed(kind)} {yes}, {self.typed(kind)} {no}")

    def intrinsic(self, stem: str, kind: str, *values: str) -> str:
        """An intrinsic of one type."""
        return self.code.intrinsic(stem, kind, self.width, *values)

    def code_mangled(self, kind: str) -> str:
        """A type at the width, as intrinsics' names have it."""
        return mangled(kind, self.width)

    def cast(self, name: str, source: str, value: str, target: str) -> str:
        """A conversion; nothing where the types are one."""
        if source == target:
            return value
        return self.code.let(f"{name} {self.typed(source)} {value} to {self.typed(target)}")

    def resize(self, value: str, source: str, target: str, signed: bool) -> str:
        """An integer of another width."""
        have, want = BITS[source], BITS[target]
        return self.cast("trunc" if want < have else "sext" if signed else "zext", source, value, target)
