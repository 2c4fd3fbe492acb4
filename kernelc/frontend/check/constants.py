"""A constant in a pattern is the pattern that its value spells: a struct with these fields, a variant, an array, a scalar."""

from __future__ import annotations

from .. import hir
from ..lang import PARTIAL_EQ
from ..ty import ERROR, HAS_PARAM, HAS_PROJECTION, Ty
from .checker import Checker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..build.instances import ModuleBuilder
    from ..source import Span

SCALARS = ("int", "uint", "float", "bool", "char")


def constant_pattern(c: Checker, use: hir.ConstUse, span: Span) -> hir.Pattern:
    """The pattern for a constant; one whose value is not known here, or whose type has no pattern, is reported."""
    from ..build.consteval import evaluate_constant
    from ..build.instances import ModuleBuilder

    ty, args = c.table.resolve(use.ty), tuple([c.table.resolve(a) for a in use.args])
    const, args = c.program.resolve_const(use.const, args)
    if any(a.flags & (HAS_PARAM | HAS_PROJECTION) for a in args):
        return failed(c, span, "K0158", "constant pattern cannot depend on generic parameters")
    if ty is ERROR or not has_pattern(c, ty, span):
        return c.node(hir.Wild, ERROR, span)
    module = ModuleBuilder(c.program, is_const=True)
    before = c.diagnostics.error_count
    found = evaluate_constant(module, const, args, span)
    if c.diagnostics.error_count != before:
        return c.node(hir.Wild, ERROR, span)
    if found.scalar is not None and ty.kind in SCALARS:
        return c.node(hir.Equal, ty, span, shown(ty, found.scalar))
    data = found.data
    if data is None and found.scalar is not None:
        from ..build.consteval import encode

        data = encode(found.type, found.scalar)
    return spelled(c, module, ty, data or b"", span)


def failed(c: Checker, span: Span, code: str, message: str, help: str | None = None) -> hir.Pattern:
    """What stands for a pattern that has been reported."""
    c.error(code, span, message, "", help=help)
    return c.node(hir.Wild, ERROR, span)


def has_pattern(c: Checker, ty: Ty, span: Span) -> bool:
    """Whether values of the type can be spelled as patterns; else that is reported."""
    if ty.kind in SCALARS:
        return True
    if ty.kind == "adt" and ty.data.kind != "union":
        if not ty.data.module.is_library and not c.program.derives(ty.data, PARTIAL_EQ):
            advice = f"add `#[derive({PARTIAL_EQ})]` to `{ty.data.name}`"
            failed(c, span, "K1130", f"constant of non-structural type `{ty}` in a pattern", advice)
            return False
        fields = [c.instantiate(f.ty, ty.args, span) for v in ty.data.variants for f in c.program.fields_of(v)]
        return all(has_pattern(c, field, span) for field in fields)
    if ty.kind in ("tuple", "array"):
        return all(has_pattern(c, a, span) for a in (ty.args if ty.kind == "tuple" else ty.args[:1]))
    failed(c, span, "K1108", f"constants of type `{ty}` as patterns are not supported yet")
    return False


def spelled(c: Checker, module: ModuleBuilder, ty: Ty, data: bytes, span: Span) -> hir.Pattern:
    """The pattern that matches the value in these bytes."""
    from ..build.consteval import decode

    shape = module.layouts.shape(ty)
    if ty.kind in SCALARS:
        return c.node(hir.Equal, ty, span, shown(ty, decode(shape.type, data)))
    if ty.kind == "array":
        size = shape.type.elem.size
        parts = [spelled(c, module, ty.target, data[k * size : (k + 1) * size], span) for k in range(ty.args[1].data)]
        return c.node(hir.Slice, ty, span, parts, None, [])
    if ty.kind == "adt" and ty.data.kind == "enum":
        return spelled_variant(c, module, ty, data, span)
    members = [(k, part(c, module, t, data, at, span)) for k, (t, at) in enumerate(zip(module.layouts.fields(ty, 0), shape.type.offsets, strict=True))]
    return c.node(hir.Fields, ty, span, members)


def spelled_variant(c: Checker, module: ModuleBuilder, ty: Ty, data: bytes, span: Span) -> hir.Pattern:
    """The same for an enum: the variant that the tag names."""
    from ..build.consteval import decode

    shape = module.layouts.shape(ty)
    variant = module.discriminants(ty.data).index(int(decode(shape.tag, data[: shape.tag.size]))) if shape.tag is not None and data else 0
    offsets = shape.variants[variant].offsets[1:]
    members = [(k, part(c, module, t, data, at, span)) for k, (t, at) in enumerate(zip(module.layouts.fields(ty, variant), offsets, strict=True))]
    return c.node(hir.VariantOf, ty, span, ty.data, variant, members)


def part(c: Checker, module: ModuleBuilder, ty: Ty, data: bytes, at: int, span: Span) -> hir.Pattern:
    """The pattern for the field that lies at an offset."""
    return spelled(c, module, ty, data[at : at + module.layouts.type(ty).size], span)


def shown(ty: Ty, value: object) -> object:
    """A scalar as patterns hold it: floats as text."""
    return repr(value) if ty.kind == "float" else bool(value) if ty.kind == "bool" else value
