"""The items of the core library that the compiler itself names: the one table of lang items, and the crates that every program has."""

from __future__ import annotations

SIZED, COPY, CLONE, DROP, DEFAULT = "Sized", "Copy", "Clone", "Drop", "Default"
PARTIAL_EQ, EQ, PARTIAL_ORD, ORD, ORDERING = "PartialEq", "Eq", "PartialOrd", "Ord", "Ordering"
INDEX, INDEX_MUT, DEREF, DEREF_MUT = "Index", "IndexMut", "Deref", "DerefMut"
OPTION, INTO_ITERATOR, ITERATOR = "Option", "IntoIterator", "Iterator"
LAUNCH_CONTEXT = "LaunchContext"
FN, FN_MUT, FN_ONCE = "Fn", "FnMut", "FnOnce"
TRY, FROM_RESIDUAL, CONTROL_FLOW = "Try", "FromResidual", "ControlFlow"

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
    "Eq": ("core", "cmp", "Eq"),
    "PartialOrd": ("core", "cmp", "PartialOrd"),
    "Ord": ("core", "cmp", "Ord"),
    "Ordering": ("core", "cmp", "Ordering"),
    "Default": ("core", "default", "Default"),
    "Index": ("core", "ops", "Index"),
    "IndexMut": ("core", "ops", "IndexMut"),
    "Deref": ("core", "ops", "Deref"),
    "DerefMut": ("core", "ops", "DerefMut"),
    "Drop": ("core", "ops", "Drop"),
    "Fn": ("core", "ops", "Fn"),
    "FnMut": ("core", "ops", "FnMut"),
    "FnOnce": ("core", "ops", "FnOnce"),
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

UNARY_TRAITS: dict[str, tuple[str, str]] = {"-": ("Neg", "neg"), "!": ("Not", "not")}
"""Unary operator → (trait, method)."""

ASSIGNING = "Assign", "_assign"
"""What a trait and a method of `BINARY_TRAITS` have behind their names for `a op= b`."""

PLACE_TRAITS: tuple[tuple[str, str, str, str], ...] = (
    (INDEX, "index", INDEX_MUT, "index_mut"),
    (DEREF, "deref", DEREF_MUT, "deref_mut"),
)
"""The traits that make places: trait and method where the place is read, and where it is used mutably."""

METHODS: dict[str, str] = {
    INDEX: "index",
    DEREF: "deref",
    DEREF_MUT: "deref_mut",
    INTO_ITERATOR: "into_iter",
    ITERATOR: "next",
    TRY: "branch",
    FROM_RESIDUAL: "from_residual",
    CLONE: "clone",
    PARTIAL_EQ: "eq",
    PARTIAL_ORD: "partial_cmp",
    ORD: "cmp",
    DEFAULT: "default",
    FN: "call",
    FN_MUT: "call_mut",
    FN_ONCE: "call_once",
}
"""Trait → the method that the compiler calls or writes."""

ITEM, OUTPUT, RESIDUAL = "Item", "Output", "Residual"
"""Associated types: of `Iterator`; of `Try` and `FnOnce`; of `Try`."""
SOME, CONTINUE, BREAK, EQUAL = "Some", "Continue", "Break", "Equal"
"""Variants: of `Option`, `ControlFlow`, `Ordering`."""

FORMS: tuple[str, ...] = (FN, FN_MUT, FN_ONCE)
"""The traits of what can be called, each implied by those before it."""

RANGES: dict[tuple[bool, bool, bool], str] = {
    (True, True, False): "Range",
    (True, True, True): "RangeInclusive",
    (True, False, False): "RangeFrom",
    (False, True, False): "RangeTo",
    (False, True, True): "RangeToInclusive",
    (False, False, False): "RangeFull",
}
"""The struct of a range that has a start, has an end, includes it."""


def path_text(name: str) -> str:
    """A lang item's path as source text, which means the same everywhere: `::core::clone::Clone`."""
    return "".join([f"::{part}" for part in LANG_ITEMS[name]])
