"""The items of the core library that the compiler itself names: the one table of lang items, and the crates that every program has."""

from __future__ import annotations

LANG_ITEMS: dict[str, tuple[str, ...]] = {
    "Sized": ("core", "marker", "Sized"),
    "Copy": ("core", "marker", "Copy"),
    "Clone": ("core", "clone", "Clone"),
    "Add": ("core", "ops", "Add"),
    "Sub": ("core", "ops", "Sub"),
    "Mul": ("core", "ops", "Mul"),
    "Div": ("core", "ops", "Div"),
    "Rem": ("core", "ops", "Rem"),
    "BitAnd": ("core", "ops", "BitAnd"),
    "BitOr": ("core", "ops", "BitOr"),
    "BitXor": ("core", "ops", "BitXor"),
    "Shl": ("core", "ops", "Shl"),
    "Shr": ("core", "ops", "Shr"),
    "Neg": ("core", "ops", "Neg"),
    "Not": ("core", "ops", "Not"),
    "AddAssign": ("core", "ops", "AddAssign"),
    "SubAssign": ("core", "ops", "SubAssign"),
    "MulAssign": ("core", "ops", "MulAssign"),
    "DivAssign": ("core", "ops", "DivAssign"),
    "RemAssign": ("core", "ops", "RemAssign"),
    "BitAndAssign": ("core", "ops", "BitAndAssign"),
    "BitOrAssign": ("core", "ops", "BitOrAssign"),
    "BitXorAssign": ("core", "ops", "BitXorAssign"),
    "ShlAssign": ("core", "ops", "ShlAssign"),
    "ShrAssign": ("core", "ops", "ShrAssign"),
    "PartialEq": ("core", "cmp", "PartialEq"),
    "PartialOrd": ("core", "cmp", "PartialOrd"),
    "Index": ("core", "ops", "Index"),
    "IndexMut": ("core", "ops", "IndexMut"),
    "Deref": ("core", "ops", "Deref"),
    "DerefMut": ("core", "ops", "DerefMut"),
    "Drop": ("core", "ops", "Drop"),
    "Option": ("core", "option", "Option"),
    "IntoIterator": ("core", "iter", "IntoIterator"),
    "Iterator": ("core", "iter", "Iterator"),
    "Try": ("core", "attempt", "Try"),
    "FromResidual": ("core", "attempt", "FromResidual"),
    "ControlFlow": ("core", "attempt", "ControlFlow"),
    "Range": ("core", "ops", "Range"),
    "RangeInclusive": ("core", "ops", "RangeInclusive"),
    "RangeFrom": ("core", "ops", "RangeFrom"),
    "RangeTo": ("core", "ops", "RangeTo"),
    "RangeToInclusive": ("core", "ops", "RangeToInclusive"),
    "RangeFull": ("core", "ops", "RangeFull"),
    "LaunchContext": ("cuda_device", "thread", "LaunchContext"),
}
"""Name in the compiler → path in the library."""

CRATES: dict[str, str] = {"core": "core", "std": "core", "cuda_device": "cuda_device", "libm": "libm"}
"""Crates that every program can name → file below `kernelc/core/`."""

PRELUDE: tuple[str, ...] = ("core", "prelude")
"""The module whose names are in scope everywhere."""

BINARY_TRAITS: dict[str, tuple[str, str]] = {
    "+": ("Add", "add"),
    "-": ("Sub", "sub"),
    "*": ("Mul", "mul"),
    "/": ("Div", "div"),
    "%": ("Rem", "rem"),
    "&": ("BitAnd", "bitand"),
    "|": ("BitOr", "bitor"),
    "^": ("BitXor", "bitxor"),
    "<<": ("Shl", "shl"),
    ">>": ("Shr", "shr"),
}
"""Operator → (trait, method). A compound assignment has the trait with `Assign` and the method with `_assign` behind it."""

COMPARE_TRAITS: dict[str, tuple[str, str]] = {
    "==": ("PartialEq", "eq"),
    "!=": ("PartialEq", "ne"),
    "<": ("PartialOrd", "lt"),
    "<=": ("PartialOrd", "le"),
    ">": ("PartialOrd", "gt"),
    ">=": ("PartialOrd", "ge"),
}
"""Comparison → (trait, method)."""
