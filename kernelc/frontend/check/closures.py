"""Closures in inference, and calls of what is no named function.

The `Fn` bound that a closure meets gives the types of its parameters before its body is checked, inside the inference of the body around. What it captures, and
so which of the `Fn` traits it implements, is found when all types are known (`captures`).
"""

from __future__ import annotations

from .. import ast, hir
from ..callables import form_of, signature
from ..defs import ClosureDef, FnDef, Predicate, TraitRef, VariantDef
from ..infer import GENERAL
from ..lang import FN_MUT, FN_ONCE, FORMS, METHODS, OUTPUT
from ..select import NO
from ..ty import ERROR, NEVER, Ty, make, tuple_of
from . import methods
from .calls import arguments, call_function, failed_call
from .checker import Checker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Span


class Wanted:
    """What the bounds say of a closure: its form ("" if nothing), parameters and result (None if nothing)."""

    __slots__ = ("form", "params", "result")

    def __init__(self) -> None:
        self.form = ""
        self.params: tuple[Ty, ...] | None = None
        self.result: Ty | None = None


def closure(c: Checker, node: ast.Closure, expected: Ty | None) -> hir.Node:
    """`|x| …`."""
    if not isinstance(c.owner, FnDef) or c.outer is not None:
        c.error("K1108", node.span, "closures in constants are not supported yet", "", help="write a `const fn`")
        return c.failed(node.span)
    wanted = wanted_of(c, expected)
    params = tuple([parameter_type(c, each, i, wanted) for i, each in enumerate(node.params)])
    if wanted.params is not None and len(wanted.params) != len(params):
        report_count(c, node.span, len(wanted.params), len(params))
        return c.failed(node.span)
    result = c.scope.lower(node.result) if node.result is not None else wanted.result or c.fresh(node.body.span)
    made = ClosureDef(f"{{closure#{c.closure_count}}}", c.owner, node, params, result, wanted.form)
    c.closure_count += 1
    check_body(c, made, node)
    c.closures.append(made)
    made.expression = c.node(hir.Closure, make("closure", made, c.scope.generics.args), node.span, made, [])
    return made.expression


def report_form(c: Checker, ty: Ty, trait_ref: TraitRef, span: Span) -> bool:
    """Reports a closure or function item whose parameters are not those of a bound; false if these are not what is wrong."""
    params, wanted = signature(c.program, ty)[0], c.table.shallow(trait_ref.args[1])
    at = ty.data.span if ty.kind == "closure" else span
    if wanted.kind != "tuple" or ty.kind == "fn" and isinstance(ty.data, FnDef) and c.program.signature_of(ty.data).is_unsafe:
        return False
    if len(params) != len(wanted.args):
        report_count(c, at, len(wanted.args), len(params), "closure" if ty.kind == "closure" else "function")
    else:
        label = f"expected `{c.show(wanted)}`, found `{c.show(tuple_of(params))}`"
        c.error("K0631", at, f"type mismatch in {'closure' if ty.kind == 'closure' else 'function'} arguments", label)
    return True


def report_count(c: Checker, span: Span, wanted: int, found: int, what: str = "closure") -> None:
    """A closure or function with another number of parameters than its bound says."""
    few, many = (f"{n} argument{'s' if n != 1 else ''}" for n in (wanted, found))
    message = f"{what} is expected to take {few}, but it takes {many}"
    c.error("K0593", span, message, f"expected {what} that takes {few}")


def wanted_of(c: Checker, expected: Ty | None) -> Wanted:
    """What the waiting bounds on the type that is expected say of a closure."""
    found = Wanted()
    ty = c.shallow(expected) if expected is not None else ERROR
    if ty.kind != "infer":
        return found
    for predicate, span in list(c.pending):
        trait_ref = predicate.trait_ref
        form = form_of(c.program, trait_ref.trait) if c.table.shallow(trait_ref.args[0]) is ty else ""
        if not form:
            continue
        taken = c.table.shallow(c.normalize(trait_ref.args[1], span))
        if taken.kind == "tuple" and found.params is None:
            found.params = taken.args
        if predicate.assoc is None:
            found.form = found.form or form
        elif predicate.value is not None:
            found.result = c.normalize(predicate.value, span)
    return found


def parameter_type(c: Checker, node: ast.Param, index: int, wanted: Wanted) -> Ty:
    """The type of one parameter: as written, as the bound says, or to be inferred."""
    known = wanted.params[index] if wanted.params is not None and index < len(wanted.params) else None
    if node.type is None:
        return known if known is not None else c.fresh(node.span)
    ty = c.scope.lower(node.type)
    if known is not None and not c.table.try_unify(known, ty):
        label = f"expected `{c.show(known)}`, found `{c.show(ty)}`"
        c.error("K0631", node.span, "type mismatch in closure arguments", label)
    return ty


def check_body(c: Checker, made: ClosureDef, node: ast.Closure) -> None:
    """Checks parameters and body as those of a function of their own, whose surroundings are in scope."""
    around = c.result, c.allows_return, c.loops, c.jumps, c.diverges, c.is_const
    c.result, c.allows_return, c.loops, c.jumps, c.diverges, c.is_const = made.result, True, [], [], False, False
    made.first = len(c.variables)
    c.ribs.append({})
    made.arguments = hidden(c, "arguments", tuple_of(made.params), node.span)
    made.environment = hidden(c, "captures", make("tuple"), node.span)
    made.pattern = parameters(c, made, node)
    c.open_closures += 1
    made.value = checked_value(c, node.body, made.result)
    c.open_closures -= 1
    c.ribs.pop()
    made.end = len(c.variables)
    c.result, c.allows_return, c.loops, c.jumps, c.diverges, c.is_const = around


def checked_value(c: Checker, body: ast.Expr, result: Ty) -> hir.Value:
    """The value of a closure's body; that of a block is judged where it stands, as in a function."""
    from .control import plain_block, tail_span
    from .expressions import coerced

    if not isinstance(body, ast.Block) or body.kind or body.label is not None:
        return coerced(c, body, result)
    found = plain_block(c, body, result, coerce=True)
    if body.value is None:
        return c.coerce(found, result, tail_span(body))
    found.ty = result
    return found


def hidden(c: Checker, name: str, ty: Ty, span: Span) -> hir.Variable:
    """A variable that no name in the source means."""
    made = hir.Variable(name, ty, False, span, len(c.variables))
    c.variables.append(made)
    return made


def parameters(c: Checker, made: ClosureDef, node: ast.Closure) -> hir.Pattern:
    """The pattern that takes the tuple of arguments apart."""
    from .patterns import inner_pattern, require_irrefutable

    outer, seen = c.bound, dict[str, None]()
    members: list[tuple[int, hir.Pattern]] = []
    for i, (each, ty) in enumerate(zip(node.params, made.params, strict=True)):
        c.bound = {}
        found = inner_pattern(c, each.pattern, ty)
        require_irrefutable(c, found, "closure argument")
        members.append((i, found))
        for name, span in c.bound.items():
            if name in seen:
                c.error("K0415", span, f"identifier `{name}` is bound more than once in this parameter list", "used as parameter more than once")
            seen[name] = None
    c.bound = outer
    return c.node(hir.Fields, made.arguments.ty, node.span, members)


# ------------------------------------------------------------------------------------------------------------------------- calls


def call_callable(c: Checker, callee: hir.Node, node: ast.Call) -> hir.Node:
    """`callee(args)` for a closure, a function item, or what has a `Fn` trait; also behind references."""
    steps = methods.autoderef(c, callee, node.callee.span)
    for step in steps:
        if step.ty.kind == "closure":
            return call_closure(c, step, node)
        if step.ty.kind == "fn":
            return call_item(c, step.ty, node)
        if step.ty.kind == "infer" or step.ty.kind == "ref" and not step.derefs or step.is_unsized:
            continue
        for form in FORMS:
            found = call_by_trait(c, step, form, node)
            if found is not None:
                return found
    if c.table.kind_of(steps[-1].ty) == GENERAL:
        c.error("K0282", node.callee.span, "type annotations needed", "cannot infer type")
        return failed_call(c, node)
    c.error("K0618", node.callee.span, f"expected function, found `{c.show(callee.ty)}`", "call expression requires function")
    return failed_call(c, node)


def call_item(c: Checker, ty: Ty, node: ast.Call) -> hir.Node:
    """Calls a function item or a constructor that a value holds."""
    if isinstance(ty.data, FnDef):
        return call_function(c, ty.data, ty.args, node, None)
    assert isinstance(ty.data, VariantDef)
    params, result = signature(c.program, ty)
    params, result = tuple([c.normalize(p, node.span) for p in params]), c.normalize(result, node.span)
    operands = arguments(c, node.args, list(params), node, f"constructor `{ty.data.name}`", ty.data.span)
    return c.node(hir.Struct, result, node.span, ty.data.parent, ty.data.index, list(enumerate(operands)), None)


def call_closure(c: Checker, step: methods.Step, node: ast.Call) -> hir.Node:
    """Calls a closure of this body; by which trait, and so how it is borrowed, is found with its captures."""
    ty = step.ty
    if not is_callable_here(c, node):
        return failed_call(c, node)
    params, result = signature(c.program, ty)
    made = called(c, FN_ONCE, ty, params, result, node)
    made.operands.insert(0, c.failed(node.callee.span))
    ty.data.calls.append((made, c.as_place(step.node)))
    return made


def is_callable_here(c: Checker, node: ast.Call) -> bool:
    """Constants call no closures."""
    if c.is_const:
        c.error("K0015", node.span, "cannot call non-const closure in constants", "", ["closures are not called at compile time"])
    return not c.is_const


def called(c: Checker, form: str, ty: Ty, params: tuple[Ty, ...], result: Ty, node: ast.Call) -> hir.Call:
    """The call by a `Fn` trait, still without what is called."""
    trait = c.program.lang_trait(form)
    fn = trait.items[METHODS[form]]
    assert isinstance(fn, FnDef)
    operands = arguments(c, node.args, list(params), node, f"function `{node.callee.span.text}`", None, "K0057")
    taken = c.node(hir.Tuple, tuple_of(params), node.span, operands)
    return c.node(hir.Call, result, node.span, fn, (ty, taken.ty), [taken])


def call_by_trait(c: Checker, step: methods.Step, form: str, node: ast.Call) -> hir.Node | None:
    """The call by one of the `Fn` traits, if the type has it."""
    trait, once = c.program.lang_trait(form), c.program.lang_trait(FN_ONCE)
    taken = c.fresh(node.span)
    mark = c.table.snapshot()
    if step.ty.kind in (ERROR.kind, NEVER.kind) or c.selector.select(TraitRef(trait, (step.ty, taken)), node.span)[0] == NO:
        c.table.rollback(mark)
        return None
    if not is_callable_here(c, node):
        return failed_call(c, node)
    if c.table.shallow(taken).kind != "tuple":
        c.table.unify(taken, tuple_of([c.fresh(each.span) for each in node.args]))
    params = tuple([c.normalize(p, node.span) for p in c.table.resolve(taken).args])
    c.require(Predicate(TraitRef(trait, (step.ty, tuple_of(params))), node.span), node.span)
    result = c.normalize(make("projection", once.items[OUTPUT], (step.ty, tuple_of(params))), node.span)
    place_or_value = receiver(c, step, form, node.callee.span)
    made = called(c, form, step.ty, params, result, node)
    made.operands.insert(0, place_or_value)
    return made


def receiver(c: Checker, step: methods.Step, form: str, span: Span) -> hir.Value:
    """What is called, as the trait takes it."""
    if form == FN_ONCE:
        return c.as_value(step.node)
    return c.borrow(c.as_place(step.node), form == FN_MUT, span)
