"""`#[derive(…)]`: for each trait of `DERIVED` that an item derives there is an impl, written in the language itself and parsed when somebody asks for it.

`#[derive(Clone)] struct P<T> { x: T, y: u32 }` stands for

    impl<T: ::core::clone::Clone> ::core::clone::Clone for P<T> {
        fn clone(&self) -> Self { match self { Self { x: a0, y: a1 } => Self { x: ::core::clone::Clone::clone(a0), y: ::core::clone::Clone::clone(a1) } } }
    }

`Copy` needs no impl: selection knows it (`select.Selector.copy`). `Debug` and `Hash` have nothing to do in a kernel. Every other name is left to the host.
Tuples have the same impls, made for each length when they are sought (`tuple_impl`).
"""

from __future__ import annotations

from . import ast
from .attributes import words
from .lang import CLONE, COPY, DEFAULT, EQ, EQUAL, METHODS, OPTION, ORD, ORDERING, PARTIAL_EQ, PARTIAL_ORD, SOME, path_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .diagnostics import Diagnostics
    from .source import Span

    Adt = ast.Struct | ast.Enum
    Variants = list[tuple[str, list[str]]]  # the path of each variant, or `Self`, with the names of its fields; a tuple has no path
    Body = Callable[[Variants], str]


def derived_impls(item: Adt, diagnostics: Diagnostics) -> list[ast.Impl]:
    """An impl for each derived trait, in the order in which they are written."""
    names = [w.rpartition("::")[2] for a in item.attributes if a.path == ("derive",) for w in words(a)]
    return [make_impl(item, name, diagnostics) for name in dict.fromkeys(names) if name in DERIVED]


def make_impl(item: Adt, trait: str, diagnostics: Diagnostics) -> ast.Impl:
    """The impl, whose parts are made later."""
    return impl_node(item.name.span, trait, lambda: impl_text(item, trait), diagnostics)


def tuple_impl(span: Span, length: int, trait: str, diagnostics: Diagnostics) -> ast.Impl:
    """The impl of a trait for tuples of that length."""
    return impl_node(span, trait, lambda: tuple_text(length, trait), diagnostics)


def impl_node(span: Span, trait: str, text: Callable[[], str], diagnostics: Diagnostics) -> ast.Impl:
    """An impl whose parts are made later, from source text."""
    made = ast.Impl.__new__(ast.Impl)
    made.__dict__.update(span=span, attributes=[], visibility=ast.Visibility(span, "", ()), name=ast.Ident(span, ""))
    made.__dict__.update(known_trait=trait, make_later=lambda: parts(text(), trait, diagnostics))
    return made


def parts(text: str, trait: str, diagnostics: Diagnostics) -> dict[str, Any]:
    """The parsed fields of an impl."""
    from .source import Source
    from .syntax import parse_file

    tree = parse_file(Source(f"<derive({trait})>", text), diagnostics)
    assert tree is not None, text
    (made,) = tree.items
    return {name: made.__dict__[name] for name in ("generics", "trait", "self_type", "items", "is_unsafe", "is_negative")}


def impl_text(item: Adt, trait: str) -> str:
    """The impl as source text."""
    path, body = DERIVED[trait]
    declared, used = [], []
    for p in item.generics.params:
        name = p.name.name
        used.append(name)
        if isinstance(p, ast.TypeParam):
            declared.append(f"{name}: {' + '.join([*[b.span.text for b in p.bounds], path])}")
        else:
            declared.append(f"const {name}: {p.type.span.text}" if isinstance(p, ast.ConstParam) else name)
    where = ", ".join([w.span.text for w in item.generics.where])
    target = f"{item.name.name}<{', '.join(used)}>"
    if trait == DEFAULT:
        made = default(item)
    else:
        made = CLONE_OF_COPY if trait == CLONE and not used and is_copy(item) else body_of(item, body)
    return f"impl<{', '.join(declared)}> {path} for {target} {'where ' + where if where else ''} {{ {made} }}"


def tuple_text(length: int, trait: str) -> str:
    """The impl for tuples as source text."""
    path, body = DERIVED[trait]
    names = [f"T{k}" for k in range(length)]
    declared = ", ".join([f"{name}: {path}" for name in names])
    if trait == DEFAULT:
        made = f"fn {METHODS[DEFAULT]}() -> Self {{ ({''.join([DEFAULT_VALUE + ', ' for _ in names])}) }}"
    else:
        made = body([("", names)])
    return f"impl<{declared}> {path} for ({''.join([name + ', ' for name in names])}) {{ {made} }}"


# ------------------------------------------------------------------------------------------------------------------------ bodies

DEFAULT_VALUE = f"{path_text(DEFAULT)}::{METHODS[DEFAULT]}()"
CLONE_OF_COPY = f"#[inline(always)] fn {METHODS[CLONE]}(&self) -> Self {{ *self }}"
"""`Clone` of a type that derives `Copy` too and has no parameters, as rustc makes it; fields of a packed struct could not be borrowed."""


def body_of(item: Adt, body: Body) -> str:
    """The body; one of a packed struct looks at copies of the fields, as rustc's does, for they cannot be borrowed."""
    found = variants(item)
    if not any(w.startswith("packed") for a in item.attributes if a.path == ("repr",) for w in words(a)):
        return body(found)
    one, other = [build("", found[0][1], [f"&{{ {value}.{name} }}" for name in found[0][1]]) for value in ("self", "other")]
    return body([("", found[0][1])]).replace("match (self, other)", f"match ({one}, {other})")


def is_copy(item: Adt) -> bool:
    """Whether the item derives `Copy`."""
    return any(w.rpartition("::")[2] == COPY for a in item.attributes if a.path == ("derive",) for w in words(a))


def variants(item: Adt) -> Variants:
    """The variants of an item."""
    if isinstance(item, ast.Enum):
        return [(f"Self::{v.name.name}", [m.name.name for m in v.members]) for v in item.variants]
    return [("Self", [m.name.name for m in item.members])]


def build(path: str, fields: list[str], values: list[str]) -> str:
    """`Self::V { x: a0, y: a1 }`, `(a0, a1,)`: as a pattern or an expression."""
    if not path:
        return f"({''.join([value + ', ' for value in values])})"
    return f"{path} {{ {', '.join([f'{name}: {value}' for name, value in zip(fields, values, strict=True)])} }}"


def pattern(path: str, fields: list[str], letter: str) -> str:
    """The pattern that binds the fields to `a0`, `a1`, …"""
    return build(path, fields, [f"{letter}{k}" for k in range(len(fields))])


def match(value: str, arms: list[str]) -> str:
    """A `match`; on a type without variants the value never exists."""
    return f"match {value} {{ {', '.join(arms)} }}" if arms else "unreachable!()"


def clone(found: Variants) -> str:
    """`Clone`: field by field."""
    arms = []
    for path, fields in found:
        values = [f"{path_text(CLONE)}::{METHODS[CLONE]}(a{k})" for k in range(len(fields))]
        arms.append(f"{pattern(path, fields, 'a')} => {build(path, fields, values)}")
    return f"#[inline(always)] fn {METHODS[CLONE]}(&self) -> Self {{ {match('self', arms)} }}"


def pairs(found: Variants, arm: Callable[[list[str]], str], other: str) -> str:
    """`match (self, other)` with an arm for each variant on both sides; `other` is for two different ones."""
    arms = [f"({pattern(path, f, 'a')}, {pattern(path, f, 'b')}) => {arm(f)}" for path, f in found]
    return match("(self, other)", [*arms, *([f"_ => {other}"] if len(found) > 1 else [])])


def equal(found: Variants) -> str:
    """`PartialEq`: the same variant with equal fields."""
    compared = pairs(found, lambda fields: " && ".join([f"*a{k} == *b{k}" for k in range(len(fields))]) or "true", "false")
    return f"#[inline(always)] fn {METHODS[PARTIAL_EQ]}(&self, other: &Self) -> bool {{ {compared} }}"


def rank(found: Variants, value: str) -> str:
    """The number of a value's variant."""
    return match(value, [f"{path} {{ .. }} => {k}isize" for k, (path, _) in enumerate(found)])


def compare(found: Variants, call: str, equal_value: str) -> str:
    """Lexicographic order: variants in their order, then the fields in theirs."""

    def arm(fields: list[str]) -> str:
        steps = [f"match {call}(a{k}, b{k}) {{ {equal_value} => {{}}, found => return found }}" for k in range(len(fields))]
        return f"{{ {' '.join(steps)} {equal_value} }}"

    return pairs(found, arm, f"{call}(&{rank(found, 'self')}, &{rank(found, 'other')})" if len(found) > 1 else "")


def partial_order(found: Variants) -> str:
    """`PartialOrd`."""
    option, ordering, method = path_text(OPTION), path_text(ORDERING), METHODS[PARTIAL_ORD]
    body = compare(found, f"{path_text(PARTIAL_ORD)}::{method}", f"{option}::{SOME}({ordering}::{EQUAL})")
    return f"#[inline(always)] fn {method}(&self, other: &Self) -> {option}<{ordering}> {{ {body} }}"


def order(found: Variants) -> str:
    """`Ord`."""
    ordering, method = path_text(ORDERING), METHODS[ORD]
    body = compare(found, f"{path_text(ORD)}::{method}", f"{ordering}::{EQUAL}")
    return f"#[inline(always)] fn {method}(&self, other: &Self) -> {ordering} {{ {body} }}"


def default(item: Adt) -> str:
    """`Default`: of every field, or the variant marked `#[default]`."""
    if isinstance(item, ast.Enum):
        marked = [v.name.name for v in item.variants if any(a.path == ("default",) for a in v.attributes)]
        made = f"Self::{marked[0]}" if marked else "unreachable!()"
    else:
        made = f"Self {{ {', '.join([f'{m.name.name}: {DEFAULT_VALUE}' for m in item.members])} }}"
    return f"#[inline(always)] fn {METHODS[DEFAULT]}() -> Self {{ {made} }}"


def nothing(found: Variants) -> str:
    """A trait without items."""
    return ""


DERIVED: dict[str, tuple[str, Body]] = {
    name: (path_text(name), body)
    for name, body in (
        (CLONE, clone),
        (PARTIAL_EQ, equal),
        (EQ, nothing),
        (PARTIAL_ORD, partial_order),
        (ORD, order),
        (DEFAULT, nothing),
    )
}
"""Derivable trait → its path, and the items of the impl."""
