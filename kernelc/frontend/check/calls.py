"""Calls: functions, constructors, methods."""

from __future__ import annotations

from .. import ast, hir
from ..callables import form_of
from ..defs import AdtDef, FnDef, TraitDef, VariantDef
from ..ty import ERROR, NEVER, Ty, make
from . import methods, paths
from .checker import Checker, counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Span


def call(c: Checker, node: ast.Call, expected: Ty | None) -> hir.Node:
    """`callee(args)`."""
    if isinstance(node.callee, ast.PathExpr):
        found = paths.resolve(c, node.callee.path)
        if found is None:
            return failed_call(c, node)
        if isinstance(found.definition, FnDef):
            return call_function(c, found.definition, found.args, node, expected)
        if isinstance(found.definition, VariantDef):
            return call_constructor(c, found.definition, found.args, node, expected)
        callee = found.node if found.node is not None else paths.path_expr(c, node.callee, None)
    else:
        from .expressions import check

        callee = check(c, node.callee)
    return call_value(c, callee, node)


def failed_call(c: Checker, node: ast.Call) -> hir.Node:
    """The arguments are checked even when the callee is unknown."""
    from .expressions import value

    for arg in node.args:
        value(c, arg)
    return c.failed(node.span)


def call_value(c: Checker, callee: hir.Node, node: ast.Call) -> hir.Node:
    """Calls what a value holds: a function item, a closure, or what a bound says can be called."""
    from .closures import call_callable

    ty = c.shallow(callee.ty)
    if ty is not ERROR and ty is not NEVER:
        return call_callable(c, callee, node)
    return failed_call(c, node)


def call_function(c: Checker, fn: FnDef, args: tuple[Ty, ...], node: ast.Call, expected: Ty | None) -> hir.Node:
    """Calls a function item with these generic arguments."""
    signature = c.program.signature_of(fn)
    params = [c.instantiate(p, args, node.span) for p in signature.params]
    result = c.instantiate(signature.result, args, node.span)
    require_callable(c, fn, node.span)
    expect_result(c, result, expected)
    operands = arguments(c, node.args, params, node, f"function `{fn.name}`", fn.span)
    return c.node(hir.Call, result, node.span, fn, args, operands)


def require_callable(c: Checker, fn: FnDef, span: Span) -> None:
    """An unsafe function needs `unsafe`; a constant calls only `const fn`; a kernel is not called at all."""
    if c.program.signature_of(fn).is_unsafe:
        note = "consult the function's documentation for information on how to avoid undefined behavior"
        c.require_unsafe(span, f"call to unsafe function `{fn.name}`", note)
    if c.is_const and not fn.is_const:
        message = f"cannot call non-const function `{fn.path}` in constants"
        note = "calls in constants are limited to constant functions, tuple structs and tuple variants"
        advice = f"make it `const fn {fn.name}`" if not fn.module.is_library else None
        c.error("K0015", span, message, "", [note], help=advice)
    if fn.is_kernel:
        message = f"the kernel `{fn.name}` cannot be called from device code"
        advice = "move the shared code into a function without `#[kernel]`"
        c.error("K1116", span, message, "kernels are launched from the host", help=advice)


def expect_result(c: Checker, result: Ty, expected: Ty | None) -> None:
    """Lets the expected type tell generic arguments before the operands are checked, where it fits without coercion."""
    if expected is not None and result.flags and c.shallow(expected).kind not in ("ref", "ptr", "infer"):
        c.table.try_unify(result, expected)


def arguments(
    c: Checker, written: list[ast.Expr], params: list[Ty], node: ast.Call | ast.MethodCall, what: str, definition: Span | None, code: str = "K0061"
) -> list[hir.Value]:
    """The operands, each coerced to its parameter; a wrong count is reported once."""
    from .expressions import coerced, value

    if len(written) != len(params):
        verb = "was" if len(written) == 1 else "were"
        kind = what.partition(" `")[0]
        message = f"this {kind} takes {counted(len(params), 'argument')} but {counted(len(written), 'argument')} {verb} supplied"
        span = node.name.span if isinstance(node, ast.MethodCall) else node.callee.span
        label = (
            f"argument #{len(written) + 1} of type `{c.show(params[len(written)])}` is missing"
            if len(written) < len(params)
            else f"unexpected argument #{len(params) + 1}"
        )
        at = written[len(params)].span if len(written) > len(params) else span
        c.error(code, at, message, label, secondary=[(definition, f"{what} defined here")] if definition is not None else None)
        for arg in written:
            value(c, arg)
        return [c.failed(node.span) for _ in params]
    return [coerced(c, arg, param) for arg, param in zip(written, params, strict=True)]


def call_constructor(c: Checker, variant: VariantDef, args: tuple[Ty, ...], node: ast.Call, expected: Ty | None) -> hir.Node:
    """`Some(x)`, `Wrapper(x)`."""
    adt = variant.parent
    assert isinstance(adt, AdtDef)
    ty = make("adt", adt, args)
    if variant.shape != "tuple":
        c.error("K0618", node.callee.span, f"expected function, found `{variant.name}`", "not a tuple struct or tuple variant")
        return failed_call(c, node)
    fields = c.program.fields_of(variant)
    assert isinstance(node.callee, ast.PathExpr)
    if not paths.is_constructor_visible(c, variant, node.callee.path):
        return failed_call(c, node)
    expect_result(c, ty, expected)
    params = [c.instantiate(f.ty, args, node.span) for f in fields]
    operands = arguments(
        c, node.args, params, node, f"{'struct' if adt.kind == 'struct' else 'enum variant'} `{variant.name}`", variant.span
    )
    return c.node(hir.Struct, ty, node.span, adt, variant.index, list(enumerate(operands)), None)


def method_call(c: Checker, node: ast.MethodCall, expected: Ty | None) -> hir.Node:
    """`receiver.name(args)`."""
    from .expressions import check

    receiver = check(c, node.receiver)
    ty = c.shallow(receiver.ty)
    if ty is ERROR or ty is NEVER:
        return failed_call(c, node)  # type: ignore[arg-type]
    pick = methods.pick(c, receiver, node)
    if pick is None:
        return failed_call(c, node)  # type: ignore[arg-type]
    fn, args = pick.fn, pick.args
    if isinstance(fn.container, TraitDef) and form_of(c.program, fn.container) and not c.scope.module.is_library:
        c.error("K0658", node.name.span, f"`{fn.name}` is not called by name", "", help="call it as a function: `(value)(arguments)`")
        return failed_call(c, node)  # type: ignore[arg-type]
    signature = c.program.signature_of(fn)
    if node.generic_args is not None:
        count = len(args) - len(c.program.generics_of(fn).params) + c.program.generics_of(fn).own_start
        args = c.scope.args_for(fn, node.generic_args, args[: max(count, c.program.generics_of(fn).own_start)], node.span)
    c.require_all(fn, args, node.name.span)
    params = [c.instantiate(p, args, node.span) for p in signature.params]
    result = c.instantiate(signature.result, args, node.span)
    require_callable(c, fn, node.span)
    own = c.coerce(pick.receiver, params[0], node.receiver.span)
    expect_result(c, result, expected)
    operands = arguments(c, node.args, params[1:], node, f"method `{fn.name}`", fn.span)
    made = c.node(hir.Call, result, node.span, fn, args, [own, *operands])
    made.site = node.name.span
    return made
