"""Two PTX texts are compared by what they mean: names of registers and labels, layout, comments and order of declarations are not.

Equal normal forms (`ptx.normal`) are the same meaning. What the comparison does not know: reordered independent instructions, and
different instructions with the same result, count as different.
"""

from ptx.module import Module
from ptx.normal import normal_form
from ptx.parser import parse_module

EQUAL = "equal bytes"
SAME = "same meaning"
DIFFERENT = "meaning differs"


class Comparison:
    """`kind` is `equal bytes`, `same meaning` or `meaning differs`; `diff` is a unified diff of normal forms that differ, else ""."""

    __slots__ = ("diff", "kind")

    def __init__(self, kind: str, diff: str = "") -> None:
        self.kind = kind
        self.diff = diff


def compare(left: str, right: str, ignore_names: bool = False, left_name: str = "a", right_name: str = "b") -> Comparison:
    """Compares two PTX texts; with `ignore_names` symbol names do not count either. Raises `PtxSyntaxError`."""
    if left == right:
        return Comparison(EQUAL)
    return compare_modules(parse_module(left), parse_module(right), ignore_names, left_name, right_name)


def compare_modules(
    left: Module, right: Module, ignore_names: bool = False, left_name: str = "a", right_name: str = "b"
) -> Comparison:
    """Compares two modules by meaning."""
    first, second = normal_form(left, ignore_names), normal_form(right, ignore_names)
    if first == second:
        return Comparison(SAME)
    from difflib import unified_diff

    lines = unified_diff(first.splitlines(), second.splitlines(), left_name, right_name, lineterm="")
    return Comparison(DIFFERENT, "\n".join(lines) + "\n")
