"""What generated programs are made of: a program, a name in scope, and the values of each type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .rows import FLOATS, INTEGERS

SCALARS = (*INTEGERS, "i32", "u32", "i64", "u8", *FLOATS, "f32", "bool", "char")
FLOAT_LITERALS = ("0.0", "1.5", "-2.25", "1e10", "0.1", "3.0", "-0.0", "1e-3", "16777217.0", "1e-40", "3.4e38", "0.5")
CHARS = ("'a'", "'Z'", "'\\n'", "'0'", "'é'", "'\\u{1F600}'", "'\\0'")


class Part:
    """A part of the generator: it uses what the others define."""

    if TYPE_CHECKING:
        random: Any
        pure: int
        count: int
        shapes_left: int
        result: Any
        labels: list[Any]
        items: list[str]
        structs: dict[str, Any]
        enums: dict[str, Any]
        functions: list[Any]
        methods: dict[str, Any]
        generics: list[Any]
        consts: list[Any]
        mutators: list[Any]
        operators: dict[str, Any]

        def __getattr__(self, name: str) -> Any: ...


class Case:
    """One program: its text, its name, its parameters' types, its result's type, and tuples of arguments."""

    def __init__(self, name, text, params, result, calls):
        self.name, self.text, self.params, self.result, self.calls = name, text, params, result, calls


class Name:
    """A place in scope: an expression, its type, whether it may be written."""

    def __init__(self, text, ty, mutable):
        self.text, self.ty, self.mutable = text, ty, mutable

    @property
    def root(self):
        """The variable that it is part of."""
        return self.text.lstrip("(*").split(".")[0].split("[")[0].rstrip(")")
