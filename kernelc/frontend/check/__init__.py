"""Type checking: from the syntax tree of a body to HIR. A body is checked once, generically."""

from __future__ import annotations

from .. import ast, hir
from ..defs import ConstDef, Def, FnDef, Generics, StaticDef
from ..lang import LAUNCH_CONTEXT
from ..ty import ERROR, NEVER, Ty, make
from .checker import Checker
from .kernels import check_kernel
from .launch import launch_attributes
from .writeback import finish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..program import Program
    from ..scope import Scope


def make_checker(program: Program, d: Def, result: Ty, generics: Generics | None = None) -> Checker:
    """A checker for the body of an item."""
    scope = program.scope(d)
    c = Checker(program, d, d.module, generics or scope.generics, scope.self_ty, program.predicates_of(d), result)
    c.scope.aliases = scope.aliases
    return c


def check_function(program: Program, fn: FnDef) -> hir.Body | None:
    """The checked body of a function; None for a declaration."""
    from .control import plain_block, tail_span

    node: ast.Fn = fn.node
    signature = program.signature_of(fn)
    check_qualifiers(program, fn)
    if fn.is_kernel:
        check_kernel(program, fn)
    launch = launch_attributes(program, fn)
    body = node.body
    if body is None:
        return None
    c = make_checker(program, fn, signature.result)
    c.result = c.normalize(signature.result, fn.span)
    c.unsafe_depth = int(signature.is_unsafe)
    c.is_const = fn.is_const
    params: list[hir.Variable] = []
    patterns: list[hir.Pattern | None] = []
    types = [c.normalize(t, fn.span) for t in signature.params]
    if node.self_param is not None:
        params.append(
            c.declare("self", types[0], node.self_param.is_mutable and not node.self_param.is_reference, node.self_param.span)
        )
        patterns.append(None)
    for written, ty in zip(node.params, types[len(params) :], strict=True):
        parameter(c, written, ty, params, patterns)
    if launch.context:
        params.append(c.declare(launch.context, make("adt", program.lang(LAUNCH_CONTEXT), ()), False, fn.span))
        patterns.append(None)
    value = plain_block(c, body, c.result, coerce=True)
    if body.value is None:
        if c.shallow(value.ty) is not NEVER and not c.table.try_unify(c.result, value.ty):
            report_missing_value(c, fn, body)
        value = c.try_coerce(value, c.result, tail_span(body)) or value
    elif isinstance(value, hir.Block):
        value.ty = c.result
    finish(c)
    made = hir.Body(fn.path, params, patterns, c.table.resolve(c.result), value, c.variables, body.span)
    made.end_span = body.end_span
    kernel_options(fn, made, program)
    return made


def parameter(c: Checker, written: ast.Param, ty: Ty, params: list[hir.Variable], patterns: list[hir.Pattern | None]) -> None:
    """One parameter: a plain variable, or a pattern matched at entry."""
    from .patterns import pattern, require_irrefutable

    p = written.pattern
    if isinstance(p, ast.BindPattern) and not p.by_reference and p.sub is None:
        if p.name.name in c.ribs[0] and p.name.name != "_":
            c.error(
                "K0415",
                p.span,
                f"identifier `{p.name.name}` is bound more than once in this parameter list",
                "used as parameter more than once",
            )
        params.append(c.declare(p.name.name, ty, p.is_mutable, p.name.span))
        patterns.append(None)
        return
    hidden = hir.Variable("argument", ty, False, p.span, len(c.variables))
    c.variables.append(hidden)
    params.append(hidden)
    made = pattern(c, p, ty)
    patterns.append(made)
    require_irrefutable(c, made, "function argument")


def report_missing_value(c: Checker, fn: FnDef, body: ast.Block) -> None:
    """A body that ends without the value that the function promises."""
    last = body.statements[-1] if body.statements else None
    help_text = None
    if isinstance(last, ast.ExprStatement) and last.has_semicolon:
        end = last.span.end
        help_text = ("remove this semicolon to return this value", last.span.source.span(end - 1, end), "")
    span = fn.node.result.span if fn.node.result is not None else fn.span
    label = f"expected `{c.show(c.result)}`, found `()`"
    c.error(
        "K0308",
        span,
        "mismatched types",
        label,
        help=help_text,
        secondary=[(fn.span, "implicitly returns `()` as its body has no tail or `return` expression")],
    )


def check_qualifiers(program: Program, fn: FnDef) -> None:
    """Functions that the language does not have."""
    for qualifier in fn.node.qualifiers:
        if qualifier.startswith(("async", "extern")) and fn.attribute("kernel") is None and qualifier.startswith("async"):
            program.diagnostics.error(
                "K1103", fn.span, "`async fn` is not in the kernel language", label="a kernel has no executor"
            )


def kernel_options(fn: FnDef, body: hir.Body, program: Program) -> None:
    """What `#[kernel(…)]` says about the body."""
    from ..attributes import settings

    attribute = fn.attribute("kernel")
    given = settings(attribute) if attribute is not None else {}
    body.fmad = program.fmad and given.get("fmad", "true") != "false"
    body.is_checked = "unchecked_indexing" not in given


def check_constant(program: Program, const: ConstDef | StaticDef) -> hir.Body | None:
    """The checked initialiser of a constant or static."""
    expr: ast.Expr | None = const.node.value
    if expr is None:
        return None
    return check_initialiser(make_checker(program, const, program.value_type(const)), expr, program.value_type(const), const.name)


def check_anonymous_constant(program: Program, expr: ast.Expr, expected: Ty, scope: Scope) -> hir.Body | None:
    """The checked expression of an array length or const argument."""
    owner = scope.owner if scope.owner is not None else scope.module
    c = Checker(program, owner, scope.module, scope.generics, scope.self_ty, [], expected)
    c.scope.aliases = scope.aliases
    c.outer = getattr(scope, "checker", None)
    return check_initialiser(c, expr, expected, "constant")


def check_initialiser(c: Checker, expr: ast.Expr, expected: Ty, name: str) -> hir.Body | None:
    """A body that is one expression."""
    from .expressions import coerced

    c.allows_return = False
    c.is_const = True
    errors = c.diagnostics.error_count
    c.result = c.normalize(expected, expr.span)
    value = coerced(c, expr, c.result)
    finish(c)
    if c.diagnostics.error_count != errors or value.ty is ERROR:
        return None
    return hir.Body(name, [], [], c.table.resolve(c.result), value, c.variables, expr.span)
