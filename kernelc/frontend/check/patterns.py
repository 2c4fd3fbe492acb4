"""Patterns: what they bind and how, by Rust's default binding modes."""

from __future__ import annotations

import math
import struct

from .. import ast, hir
from ..defs import AdtDef, ConstDef, StaticDef, VariantDef
from ..diagnostics import did_you_mean
from ..resolve import VALUES
from ..ty import CHAR, ERROR, INTEGER_BITS, Ty, array_of, const_value, make, ref_to, slice_of, tuple_of
from .checker import Checker, counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..source import Span

    Rule = Callable[[Checker, Any, Ty, str], hir.Pattern]

NON_REFERENCE = (
    ast.TuplePattern,
    ast.SlicePattern,
    ast.TupleStructPattern,
    ast.StructPattern,
    ast.PathPattern,
    ast.LiteralPattern,
    ast.RangePattern,
)
"""Patterns that look through references."""


def require_irrefutable(c: Checker, made: hir.Pattern, what: str) -> None:
    """The pattern has to match every value; that of a plain variable does."""
    if isinstance(made, hir.Wild) or isinstance(made, hir.Bind) and made.sub is None:
        return
    from .exhaustive import check_irrefutable

    c.finals.append(lambda: check_irrefutable(c, made, what))


def by_reference(node: ast.Pattern) -> str:
    """Gives "ref" or "ref_mut" if the pattern has an explicit `ref` outside of references; else empty."""
    found = ""
    work: list[ast.Pattern] = [node]
    while work:
        at = work.pop()
        if isinstance(at, ast.BindPattern):
            if at.by_reference:
                found = "ref_mut" if at.is_mutable or found == "ref_mut" else "ref"
            if at.sub is not None:
                work.append(at.sub)
        elif isinstance(at, ast.TuplePattern | ast.SlicePattern | ast.OrPattern | ast.TupleStructPattern):
            work.extend(at.patterns)
        elif isinstance(at, ast.StructPattern):
            work.extend([m.pattern for m in at.members])
    return found


def pattern(c: Checker, node: ast.Pattern, ty: Ty) -> hir.Pattern:
    """A whole pattern against a value of type `ty`; its names are declared in the innermost rib, each once."""
    outer, c.bound = c.bound, {}
    made = inner_pattern(c, node, ty)
    c.bound = outer
    return made


def inner_pattern(c: Checker, node: ast.Pattern, ty: Ty, mode: str = "value") -> hir.Pattern:
    """A pattern against a value of type `ty`; `mode` is the default binding mode."""
    if isinstance(node, NON_REFERENCE) and not is_constant_path(c, node):
        return through_references(c, node, ty, mode)
    return RULES[type(node)](c, node, ty, mode)


def is_constant_path(c: Checker, node: ast.Pattern) -> bool:
    """Whether a literal pattern is a string, which is matched as a reference."""
    return isinstance(node, ast.LiteralPattern) and isinstance(node.value, ast.Literal) and node.value.kind == "str"


def through_references(c: Checker, node: ast.Pattern, ty: Ty, mode: str) -> hir.Pattern:
    """Dereferences automatically, and binds by reference below."""
    depth: list[Ty] = []
    ty = c.shallow(ty)
    while ty.kind == "ref":
        depth.append(ty)
        mode = "ref" if not ty.data or mode == "ref" else "ref_mut"
        ty = c.shallow(ty.target)
    made = RULES[type(node)](c, node, ty, mode)
    for outer in reversed(depth):
        made = c.node(hir.Behind, outer, node.span, made)
    return made


def wild(c: Checker, node: ast.Pattern, ty: Ty, mode: str) -> hir.Pattern:
    """`_`."""
    return c.node(hir.Wild, ty, node.span)


def rest(c: Checker, node: ast.Pattern, ty: Ty, mode: str) -> hir.Pattern:
    """`..` where it may not stand."""
    c.error("K1039", node.span, "`..` patterns are not allowed here", "only allowed in tuple, tuple struct, and slice patterns")
    return c.node(hir.Wild, ERROR, node.span)


def bind(c: Checker, node: ast.BindPattern, ty: Ty, mode: str) -> hir.Pattern:
    """A name: a constant or unit variant of that name if there is one, else a variable."""
    if not node.by_reference and not node.is_mutable and node.sub is None:
        d = c.program.resolver.lexical(c.scope.module, node.name.name, VALUES)
        if isinstance(d, ConstDef) or isinstance(d, VariantDef) and d.shape == "unit":
            path = ast.Path(node.span, False, None, [ast.PathSegment(node.span, node.name, None)])
            return inner_pattern(c, ast.PathPattern(node.span, path), ty, mode)
        if isinstance(d, StaticDef) or isinstance(d, VariantDef) and d.shape == "tuple":
            what = "static" if isinstance(d, StaticDef) else "tuple struct or variant"
            c.error("K0530", node.span, f"bindings cannot shadow {what}s", f"cannot be named the same as a {what}", help="choose another name")
    if mode != "value" and (node.by_reference or node.is_mutable):
        word = "ref" if node.by_reference else "mut"
        note = "the pattern has looked through a reference, so its names are bound by reference"
        c.error("K1124", node.span, f"`{word}` may only be written when the default binding mode is `move`", "", [note])
    how = ("ref_mut" if node.is_mutable else "ref") if node.by_reference else mode
    is_mutable = node.is_mutable and not node.by_reference
    variable_ty = ty if how == "value" else ref_to(ty, how == "ref_mut")
    first = c.bound.setdefault(node.name.name, node.span)
    if first is not node.span:
        message = f"identifier `{node.name.name}` is bound more than once in the same pattern"
        c.error("K0416", node.span, message, "used in a pattern more than once")
    variable = c.declare(node.name.name, variable_ty, is_mutable, node.name.span)
    sub = inner_pattern(c, node.sub, ty, mode) if node.sub is not None else None
    return c.node(hir.Bind, ty, node.span, variable, how, sub)


def literal(c: Checker, node: ast.LiteralPattern, ty: Ty, mode: str) -> hir.Pattern:
    """A literal: its value must fit the type."""
    value, found = literal_value(c, node.value, ty)
    c.expect(ty, found, node.span)
    return c.node(hir.Equal, ty, node.span, value)


def literal_value(c: Checker, node: ast.Expr, ty: Ty) -> tuple[object, Ty]:
    """The value of a literal pattern's expression, and its type."""
    from .expressions import value

    found = value(c, node, ty)
    if isinstance(found, hir.Constant):
        return found.value, found.ty
    if isinstance(found, hir.Unary) and isinstance(found.operand, hir.Constant):
        return f"-{found.operand.value}", found.ty
    return constant_value(c, found, node.span), found.ty


def constant_value(c: Checker, found: hir.Value, span: Span) -> object:
    """The value of a constant named in a pattern."""
    from ..build.consteval import evaluate

    if isinstance(found, hir.ConstUse):
        const, args = c.program.resolve_const(found.const, tuple([c.table.resolve(a) for a in found.args]))
        body = c.program.const_body(const)
        return evaluate(c.program, body, args) if body is not None else 0
    if c.shallow(found.ty) is not ERROR:
        c.error("K1010", span, "arbitrary expressions aren't allowed in patterns", "", help="name a `const`")
    return 0


def between(c: Checker, node: ast.RangePattern, ty: Ty, mode: str) -> hir.Pattern:
    """A range of integers or chars."""
    ends: list[object] = []
    for end in (node.start, node.end):
        if end is None:
            ends.append(None)
            continue
        value, found = literal_value(c, end, ty)
        c.expect(ty, found, end.span)
        ends.append(value)
    made = c.node(hir.Between, ty, node.span, 0, 0)
    made.is_open = ends[0] is None, ends[1] is None

    def final() -> None:
        if made.ty.kind == "float":
            float_range(c, made, ends, node)
            return
        low_limit, high_limit = limits(made.ty)
        if not made.ty.is_integer and made.ty is not CHAR:
            if made.ty is not ERROR:
                c.error(
                    "K0029",
                    node.span,
                    "only `char` and integer types are allowed in range patterns",
                    f"this is of type `{made.ty}`",
                )
                made.ty = ERROR
            return
        made.low = ends[0] if isinstance(ends[0], int) else low_limit
        made.high = ends[1] - (0 if node.is_inclusive else 1) if isinstance(ends[1], int) else high_limit
        if made.low > made.high:
            report_empty(c, node)

    c.finals.append(final)
    return made


def float_range(c: Checker, made: hir.Between, ends: list[object], node: ast.RangePattern) -> None:
    """The ends of a range of floats; the last value before an exclusive end is the end."""
    low, high = [float(str(end)) if end is not None else limit for end, limit in zip(ends, (-math.inf, math.inf), strict=True)]
    if low > high or (low == high and not node.is_inclusive):
        report_empty(c, node)
        return
    made.low = str(low)
    made.high = str(high if node.is_inclusive or ends[1] is None else before(high, made.ty))


def report_empty(c: Checker, node: ast.RangePattern) -> None:
    """A range pattern that no value matches."""
    if node.is_inclusive:
        message = "lower range bound must be less than or equal to upper"
        c.error("K0030", node.span, message, "lower bound larger than upper bound")
    else:
        c.error("K0579", node.span, "lower range bound must be less than upper", "lower bound not less than upper bound")


def before(value: float, ty: Ty) -> float:
    """The greatest float of the type that is less."""
    if ty.data == "f64":
        return math.nextafter(value, -math.inf)
    bits = int.from_bytes(struct.pack("<f", value), "little")
    bits = 0x80000001 if value == 0 else bits + 1 if value < 0 else bits - 1
    found: float = struct.unpack("<f", bits.to_bytes(4, "little"))[0]
    return found


def limits(ty: Ty) -> tuple[int, int]:
    """The least and the greatest value of an integer type or char."""
    if ty is CHAR:
        return 0, 0x10FFFF
    bits = INTEGER_BITS.get(str(ty.data), 32)
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if ty.kind == "int" else (0, (1 << bits) - 1)


def reference(c: Checker, node: ast.RefPattern, ty: Ty, mode: str) -> hir.Pattern:
    """`&p`."""
    if mode != "value":
        c.error("K1124", node.span, "reference pattern not allowed under `ref` default binding mode")
    target = c.fresh(node.span)
    found = c.shallow(ty)
    if found.kind == "ref" and found.data == node.is_mutable:
        target = found.target
    else:
        c.expect(ty, ref_to(target, node.is_mutable), node.span)
    return c.node(hir.Behind, ty, node.span, inner_pattern(c, node.pattern, target, "value"))


def tuple_pattern(c: Checker, node: ast.TuplePattern, ty: Ty, mode: str) -> hir.Pattern:
    """`(a, .., b)`."""
    ty = c.shallow(ty)
    count = len(node.patterns)
    position = rest_position(node.patterns)
    if ty.kind != "tuple":
        if position is not None and ty.kind == "infer":
            c.error("K0282", node.span, "type annotations needed", "cannot infer type")
            return c.node(hir.Wild, ERROR, node.span)
        wanted = tuple_of([c.fresh(p.span) for p in node.patterns if not isinstance(p, ast.RestPattern)])
        if not c.expect(ty, wanted, node.span):
            return each_error(c, node.patterns, node.span)
        ty = wanted
    types = ty.args
    if position is None and count != len(types) or position is not None and count - 1 > len(types):
        wanted = tuple_of([c.fresh(p.span) for p in node.patterns if not isinstance(p, ast.RestPattern)])
        c.mismatch(ty, wanted, node.span)
        return each_error(c, node.patterns, node.span)
    return c.node(hir.Fields, ty, node.span, spread(c, node.patterns, position, list(types), mode))


def rest_position(patterns: list[ast.Pattern]) -> int | None:
    """Where `..` stands."""
    for k, p in enumerate(patterns):
        if isinstance(p, ast.RestPattern):
            return k
    return None


def spread(
    c: Checker, patterns: list[ast.Pattern], position: int | None, types: list[Ty], mode: str
) -> list[tuple[int, hir.Pattern]]:
    """The patterns with the numbers of the fields that they stand for."""
    out: list[tuple[int, hir.Pattern]] = []
    skipped = len(types) - len(patterns)
    for k, p in enumerate(patterns):
        if isinstance(p, ast.RestPattern):
            continue
        index = k if position is None or k < position else k + skipped
        out.append((index, inner_pattern(c, p, types[index], mode)))
    return out


def each_error(c: Checker, patterns: list[ast.Pattern], span: Span) -> hir.Pattern:
    """The variables of a wrong pattern are still declared."""
    for p in patterns:
        if not isinstance(p, ast.RestPattern):
            inner_pattern(c, p, ERROR)
    return c.node(hir.Wild, ERROR, span)


def slice_pattern(c: Checker, node: ast.SlicePattern, ty: Ty, mode: str) -> hir.Pattern:
    """`[a, .., b]`, `[first, rest @ ..]`."""
    ty = c.shallow(ty)
    position = next((k for k, p in enumerate(node.patterns) if is_rest(p)), None)
    if ty.kind not in ("array", "slice"):
        if ty is not ERROR:
            c.error(
                "K0529",
                node.span,
                f"expected an array or slice, found `{c.show(ty)}`",
                f"pattern cannot match with input type `{c.show(ty)}`",
            )
        return each_error(c, [p for p in node.patterns if not is_rest(p)], node.span)
    length = ty.args[1] if ty.kind == "array" else None
    fixed = len(node.patterns) - (position is not None)
    if length is not None and position is None and c.table.shallow(length).kind == "infer":
        c.table.unify(length, const_value(fixed))
    if length is not None and length.kind == "const" and (fixed > length.data or position is None and fixed != length.data):
        c.error(
            "K0527",
            node.span,
            f"pattern requires {fixed} elements but array has {length.data}",
            f"expected {length.data} elements",
        )
        return each_error(c, [p for p in node.patterns if not is_rest(p)], node.span)
    prefix = (
        [inner_pattern(c, p, ty.target, mode) for p in node.patterns[:position]]
        if position is not None
        else [inner_pattern(c, p, ty.target, mode) for p in node.patterns]
    )
    middle: hir.Pattern | None = None
    suffix: list[hir.Pattern] = []
    if position is not None:
        at = node.patterns[position]
        inner = (
            array_of(ty.target, const_value(length.data - fixed))
            if length is not None and length.kind == "const"
            else slice_of(ty.target)
        )
        middle = inner_pattern(c, at_rest(at), inner, mode)
        suffix = [inner_pattern(c, p, ty.target, mode) for p in node.patterns[position + 1 :]]
    return c.node(hir.Slice, ty, node.span, prefix, middle, suffix)


def is_rest(node: ast.Pattern) -> bool:
    """`..` or `name @ ..`."""
    return isinstance(node, ast.RestPattern) or isinstance(node, ast.BindPattern) and isinstance(node.sub, ast.RestPattern)


def at_rest(node: ast.Pattern) -> ast.Pattern:
    """The pattern for the elements between."""
    if isinstance(node, ast.BindPattern):
        return ast.BindPattern(node.span, node.name, node.by_reference, node.is_mutable, None)
    return ast.WildPattern(node.span)


def alternatives(c: Checker, node: ast.OrPattern, ty: Ty, mode: str) -> hir.Pattern:
    """`a | b`: each binds the same variables."""
    first_rib: dict[str, hir.Variable] | None = None
    made: list[hir.Pattern] = []
    outer = c.ribs[-1]
    before = c.bound
    for alternative in node.patterns:
        c.ribs.append({})
        c.bound = dict(before)
        made.append(inner_pattern(c, alternative, ty, mode))
        rib = c.ribs.pop()
        if first_rib is None:
            first_rib = rib
        else:
            unite(c, first_rib, rib, made[-1], alternative)
    outer.update(first_rib or {})
    return c.node(hir.Or, ty, node.span, made)


def unite(
    c: Checker, first: dict[str, hir.Variable], other: dict[str, hir.Variable], made: hir.Pattern, node: ast.Pattern
) -> None:
    """Makes an alternative bind the variables of the first one."""
    for name in [*first, *other]:
        if name not in first or name not in other:
            c.error(
                "K0408",
                node.span,
                f"variable `{name}` is not bound in all patterns",
                f"pattern doesn't bind `{name}`" if name not in other else "variable not in all patterns",
            )
            return
        c.expect(first[name].ty, other[name].ty, other[name].span)
    replace = {other[name]: first[name] for name in other}
    work: list[hir.Pattern] = [made]
    while work:
        at = work.pop()
        if isinstance(at, hir.Bind):
            at.variable = replace.get(at.variable, at.variable)
        work.extend(children(at))


def children(at: hir.Pattern) -> list[hir.Pattern]:
    """The direct parts of a pattern."""
    if isinstance(at, hir.Bind):
        return [at.sub] if at.sub is not None else []
    if isinstance(at, hir.Fields | hir.VariantOf):
        return [p for _, p in at.members]
    if isinstance(at, hir.Behind):
        return [at.pattern]
    if isinstance(at, hir.Or):
        return at.patterns
    if isinstance(at, hir.Slice):
        return [*at.prefix, *([at.rest] if at.rest is not None else []), *at.suffix]
    return []


# -------------------------------------------------------------------------------------------------------- structs, variants, constants


def path_pattern(c: Checker, node: ast.PathPattern, ty: Ty, mode: str) -> hir.Pattern:
    """A unit variant, a unit struct, or a constant."""
    from . import paths

    found = paths.resolve(c, node.path)
    if found is None:
        return c.node(hir.Wild, ERROR, node.span)
    d = found.definition
    if isinstance(d, VariantDef):
        if d.shape != "unit":
            c.error(
                "K0532",
                node.span,
                f"expected unit struct, unit variant or constant, found {d.shape} variant `{d.name}`",
                help=f"write `{d.name}{'(..)' if d.shape == 'tuple' else ' {{ .. }}'}`",
            )
        return variant_pattern(c, d, found.args, [], ty, node.span)
    if isinstance(d, ConstDef):
        use = c.node(hir.ConstUse, c.instantiate(c.program.value_type(d), found.args, node.span), node.span, d, found.args)
        c.expect(ty, use.ty, node.span)
        from .constants import constant_pattern

        return constant_pattern(c, use, node.span)
    c.error("K0532", node.span, "expected unit struct, unit variant or constant", "not a unit struct, unit variant or constant")
    return c.node(hir.Wild, ERROR, node.span)


def variant_pattern(
    c: Checker, variant: VariantDef, args: tuple[Ty, ...], members: list[tuple[int, hir.Pattern]], ty: Ty, span: Span
) -> hir.Pattern:
    """The HIR of a struct or variant pattern."""
    adt = variant.parent
    assert isinstance(adt, AdtDef)
    c.expect(ty, make("adt", adt, args), span)
    if adt.kind == "enum":
        return c.node(hir.VariantOf, ty, span, adt, variant.index, members)
    return c.node(hir.Fields, ty, span, members)


def tuple_struct(c: Checker, node: ast.TupleStructPattern, ty: Ty, mode: str) -> hir.Pattern:
    """`Some(x)`."""
    from . import paths

    if len(node.path.segments) == 1 and node.path.qself is None:
        name = node.path.segments[0].name
        if name.name != "Self" and c.program.resolver.lexical(c.scope.module, name.name, VALUES) is None:
            near = did_you_mean(name.name, c.program.resolver.visible_names(c.scope.module, VALUES))
            help_text = (f"something with a similar name exists: `{near}`", name.span, near) if near else None
            message = f"cannot find tuple struct or tuple variant `{name.name}` in this scope"
            c.error("K0531", name.span, message, "not found in this scope", help=help_text)
            return each_error(c, node.patterns, node.span)
    found = paths.resolve(c, node.path)
    variant = found.definition if found is not None else None
    if not isinstance(variant, VariantDef) or found is None:
        if found is not None:
            c.error("K0532", node.path.span, "expected tuple struct or tuple variant", "not a tuple struct or tuple variant")
        return each_error(c, node.patterns, node.span)
    adt = variant.parent
    assert isinstance(adt, AdtDef)
    if variant.shape == "tuple" and not paths.is_constructor_visible(c, variant, node.path):
        return each_error(c, node.patterns, node.span)
    c.expect(ty, make("adt", adt, found.args), node.span)
    fields = c.program.fields_of(variant)
    position = rest_position(node.patterns)
    if variant.shape != "tuple":
        c.error(
            "K0532",
            node.path.span,
            f"expected tuple struct or tuple variant, found {variant.shape} variant `{variant.name}`",
            "not a tuple struct or tuple variant",
        )
        return each_error(c, node.patterns, node.span)
    if position is None and len(node.patterns) != len(fields) or position is not None and len(node.patterns) - 1 > len(fields):
        what = "struct" if adt.kind == "struct" else "variant"
        has = counted(len(fields), "field")
        message = f"this pattern has {counted(len(node.patterns), 'field')}, but the corresponding tuple {what} has {has}"
        c.error("K0023", node.span, message, f"expected {has}, found {len(node.patterns)}")
        return each_error(c, node.patterns, node.span)
    types = [c.instantiate(f.ty, found.args, node.span) for f in fields]
    return variant_pattern(c, variant, found.args, spread(c, node.patterns, position, types, mode), ty, node.span)


def struct_pattern(c: Checker, node: ast.StructPattern, ty: Ty, mode: str) -> hir.Pattern:
    """`S { a, b: p, .. }`."""
    from . import paths

    target = paths.variant_of(c, node.path)
    if target is None:
        return each_error(c, [m.pattern for m in node.members], node.span)
    variant, own = target
    c.expect(ty, own, node.span)
    fields = c.program.fields_of(variant)
    members: list[tuple[int, hir.Pattern]] = []
    for member in node.members:
        index = next((k for k, f in enumerate(fields) if f.name == member.name.name), None)
        if index is None:
            near = did_you_mean(member.name.name, [f.name for f in fields])
            help_text = (f"a field with a similar name exists: `{near}`", member.name.span, near) if near else None
            c.error(
                "K0026",
                member.name.span,
                f"struct `{variant.name}` does not have a field named `{member.name.name}`",
                f"`{variant.name}` does not have this field",
                help=help_text,
            )
            inner_pattern(c, member.pattern, ERROR)
            continue
        paths.check_field_visible(c, variant, fields[index], member.name)
        members.append((index, inner_pattern(c, member.pattern, c.instantiate(fields[index].ty, own.args, member.span), mode)))
    missing = [f"`{f.name}`" for k, f in enumerate(fields) if all(k != i for i, _ in members)]
    if missing and not node.has_rest and len(members) == len(node.members):
        plural = "s" if len(missing) > 1 else ""
        c.error(
            "K0027",
            node.span,
            f"pattern does not mention field{plural} {', '.join(missing)}",
            f"missing field{plural} {', '.join(missing)}",
            help="add `..` to ignore the rest",
        )
    return variant_pattern(c, variant, own.args, members, ty, node.span)


def refused(c: Checker, node: ast.OtherPattern, ty: Ty, mode: str) -> hir.Pattern:
    """A pattern that the language does not have."""
    c.error("K1105", node.span, f"{node.what} patterns are not in the kernel language")
    return c.node(hir.Wild, ERROR, node.span)


RULES: dict[type[ast.Node], Rule] = {
    ast.WildPattern: wild,
    ast.RestPattern: rest,
    ast.BindPattern: bind,
    ast.LiteralPattern: literal,
    ast.RangePattern: between,
    ast.RefPattern: reference,
    ast.TuplePattern: tuple_pattern,
    ast.SlicePattern: slice_pattern,
    ast.OrPattern: alternatives,
    ast.PathPattern: path_pattern,
    ast.TupleStructPattern: tuple_struct,
    ast.StructPattern: struct_pattern,
    ast.OtherPattern: refused,
}
