"""Blocks, branches, loops, jumps."""

from __future__ import annotations

from .. import ast, hir
from ..defs import FnDef, ModuleDef, TraitDef
from ..lang import INTO_ITERATOR, ITERATOR, OPTION
from ..ty import BOOL, ERROR, NEVER, UNIT, Ty
from .checker import Checker, Join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..defs import Def
    from ..source import Span


def block(c: Checker, node: ast.Block, expected: Ty | None) -> hir.Node:
    """`{ … }`, `unsafe { … }`, `'label: { … }`."""
    if node.kind in ("async", "try"):
        c.error("K1103" if node.kind == "async" else "K1105", node.span, f"`{node.kind}` blocks are not in the kernel language")
        return c.failed(node.span)
    if node.label is not None:
        return labelled_block(c, node, expected)
    if node.kind == "unsafe":
        c.unsafe_depth += 1
        found = plain_block(c, node, expected)
        c.unsafe_depth -= 1
        return found
    return plain_block(c, node, expected)


def plain_block(c: Checker, node: ast.Block, expected: Ty | None, coerce: bool = False) -> hir.Value:
    """Statements and value, in a scope of their own."""
    from .expressions import value

    outer = c.scope.module
    enter_items(c, node)
    c.ribs.append({})
    before, c.diverges = c.diverges, False
    statements: list[hir.Statement] = []
    for statement in node.statements:
        check_statement(c, statement, statements)
    tail = value(c, node.value, expected) if node.value is not None else None
    if tail is not None and coerce and expected is not None:
        assert node.value is not None
        tail = c.coerce(tail, expected, node.value.span)
    ty = tail.ty if tail is not None else NEVER if c.diverges else UNIT
    c.diverges = before or c.diverges
    c.ribs.pop()
    c.scope.module = outer
    return c.node(hir.Block, ty, node.span, statements, tail, None)


def enter_items(c: Checker, node: ast.Block) -> None:
    """Items inside a block form a nameless module of their own."""
    items = [s.item for s in node.statements if isinstance(s, ast.ItemStatement)]
    if items:
        module = ModuleDef("", c.scope.module, node, c.scope.module.source)
        module.state["locals"] = {name for rib in c.ribs for name in rib} | {
            n for s in node.statements if isinstance(s, ast.LetStatement) for n in let_names(s)
        }
        c.program.collect(module, items)
        if not module.is_library:
            found = [d for d in items_below(module) if not isinstance(d, FnDef) or not c.program.generics_of(d).params]
            c.program.reached.update(dict.fromkeys(found))
        c.scope.module = module


def items_below(module: ModuleDef) -> list[Def]:
    """The items of a module and of those in it."""
    out: list[Def] = []
    work = [module]
    while work:
        items = work.pop().items
        out.extend(items)
        work.extend([d for d in items if isinstance(d, ModuleDef)])
    return out


def let_names(node: ast.LetStatement) -> list[str]:
    """The name that a plain `let` declares."""
    return [node.pattern.name.name] if isinstance(node.pattern, ast.BindPattern) else []


def check_statement(c: Checker, node: ast.Statement, out: list[hir.Statement]) -> None:
    """One statement."""
    from .expressions import check

    if isinstance(node, ast.LetStatement):
        let(c, node, out)
    elif isinstance(node, ast.ExprStatement):
        found = check(c, node.value, None if node.has_semicolon else UNIT)
        if not node.has_semicolon and c.shallow(found.ty) not in (NEVER, ERROR):
            c.expect(UNIT, found.ty, node.value.span)
        out.append(hir.Evaluate(c.as_value(found), node.span))


def let(c: Checker, node: ast.LetStatement, out: list[hir.Statement]) -> None:
    """`let pattern: type = value else { … };`."""
    from .expressions import check, coerced
    from .patterns import by_reference, pattern, require_irrefutable

    declared = c.scope.lower(node.type) if node.type is not None else None
    if node.value is None:
        ty = declared if declared is not None else c.fresh(node.pattern.span)
        out.append(hir.Let(pattern(c, node.pattern, ty), None, None, node.span))
        return
    mode = by_reference(node.pattern)
    if mode:
        place = c.as_place(check(c, node.value, declared))
        if declared is not None:
            c.expect(declared, place.ty, node.value.span)
        found: hir.Value = c.borrow(place, mode == "ref_mut", node.value.span)
        inner = pattern(c, node.pattern, place.ty)
        made: hir.Pattern = c.node(hir.Behind, found.ty, node.pattern.span, inner)
    else:
        found = coerced(c, node.value, declared) if declared is not None else c.as_value(check(c, node.value))
        made = pattern(c, node.pattern, declared if declared is not None else found.ty)
    out.append(hir.Let(made, found, let_else(c, node), node.span))
    c.finals.append(lambda: require_sized(c, found.ty, node.pattern.span))
    if node.otherwise is None:
        require_irrefutable(c, made, "local binding")


def require_sized(c: Checker, ty: Ty, span: Span) -> None:
    """Reports a local value whose size is not known."""
    if ty.kind in ("slice", "str"):
        message = f"the size for values of type `{ty}` cannot be known at compilation time"
        c.error("K0277", span, message, "doesn't have a size known at compile-time", help="borrow it: `&`")


def let_else(c: Checker, node: ast.LetStatement) -> hir.Value | None:
    """The `else` of a let, which must not arrive."""
    if node.otherwise is None:
        return None
    before = c.diverges
    found = plain_block(c, node.otherwise, None)
    c.diverges = before
    if c.shallow(found.ty) is not NEVER:
        c.error(
            "K0308",
            node.otherwise.span,
            "`else` clause of `let...else` does not diverge",
            f"expected `!`, found `{c.show(found.ty)}`",
        )
    return found


def if_expr(c: Checker, node: ast.If, expected: Ty | None) -> hir.Node:
    """`if condition { … } else { … }`."""
    from .expressions import value

    c.ribs.append({})
    test = condition(c, node.condition)
    before = c.diverges
    c.diverges = False
    join = Join(
        c,
        expected if node.otherwise is not None and expected is not None and c.shallow(expected).kind != "infer" else None,
        node.span,
    )
    is_unit = node.otherwise is None and expected is not None and c.table.shallow(expected) is UNIT
    then = plain_block(c, node.then, expected, coerce=is_unit and node.then.value is not None)
    join.add(then, tail_span(node.then), "`if` and `else`")
    then_diverges, c.diverges = c.diverges, False
    c.ribs.pop()
    if node.otherwise is None:
        c.diverges = before
        if c.shallow(then.ty) is not NEVER and not c.table.try_unify(UNIT, then.ty):
            c.error(
                "K0317",
                node.span,
                "`if` may be missing an `else` clause",
                f"expected `{c.show(then.ty)}`, found `()`",
                ["`if` expressions without `else` evaluate to `()`"],
            )
            return c.failed(node.span)
        return c.node(hir.If, UNIT, node.span, test, as_unit(c, then), None)
    join.add(value(c, node.otherwise, expected), tail_span(node.otherwise), "`if` and `else`")
    c.diverges = before or then_diverges and c.diverges
    values = join.finish()
    return c.node(hir.If, join.ty, node.span, test, values[0], values[1])


def as_unit(c: Checker, value: hir.Value) -> hir.Value:
    """A branch that does not arrive, as unit."""
    return c.node(hir.Coerce, UNIT, value.span, "never", value) if c.shallow(value.ty) is NEVER else value


def tail_span(node: ast.Expr) -> Span:
    """Where to point for the value of a branch."""
    return node.value.span if isinstance(node, ast.Block) and node.value is not None else node.span


def condition(c: Checker, node: ast.Expr) -> hir.Value:
    """A condition: `let` is allowed along `&&`; what it binds is in the rib that the caller opened."""
    from .expressions import coerced

    if isinstance(node, ast.Let):
        from .matches import let_condition

        return let_condition(c, node, None)
    if isinstance(node, ast.Assign):  # refused when the tree was built
        return c.failed(node.span)
    if isinstance(node, ast.Binary) and node.op == "&&":
        lhs = condition(c, node.lhs)
        before = c.diverges
        rhs = condition(c, node.rhs)
        c.diverges = before
        return c.node(hir.Logical, BOOL, node.span, "&&", lhs, rhs)
    return coerced(c, node, BOOL)


# -------------------------------------------------------------------------------------------------------------------------- loops


def enter_loop(
    c: Checker, label: ast.Lifetime | None, ty: Ty, span: Span, is_loop: bool = True, takes_value: bool = True
) -> hir.Jump:
    """Opens the target of `break` and `continue`."""
    target = hir.Jump(label.name if label is not None else "", ty, span)
    target.takes_value = takes_value
    c.jumps.append(target)
    if is_loop:
        c.loops.append(target)
    return target


def leave_loop(c: Checker) -> None:
    """Closes it."""
    if c.loops and c.loops[-1] is c.jumps[-1]:
        c.loops.pop()
    c.jumps.pop()


def while_expr(c: Checker, node: ast.While, expected: Ty | None) -> hir.Node:
    """`while condition { … }`."""
    c.ribs.append({})
    target = enter_loop(c, node.label, UNIT, node.span, takes_value=False)
    test = condition(c, node.condition)
    before = c.diverges
    body = plain_block(c, node.body, UNIT)
    expect_unit(c, body, node.body)
    c.diverges = before
    leave_loop(c)
    c.ribs.pop()
    return c.node(hir.While, UNIT, node.span, target, test, body, unroll(c, node.attributes))


def expect_unit(c: Checker, body: hir.Value, node: ast.Block) -> None:
    """A loop's body has no value."""
    if c.shallow(body.ty) is not NEVER:
        c.expect(UNIT, body.ty, tail_span(node))


def unroll(c: Checker, attributes: list[ast.Attribute]) -> int | None:
    """The factor of `#[unroll]`."""
    for attribute in attributes:
        if attribute.path[-1] == "unroll":
            from ..attributes import words

            given = words(attribute)
            if given and not is_count(given):
                c.error("K1107", attribute.span, "`unroll` takes a number from 1", help="write `#[unroll]` or `#[unroll(4)]`")
                return None
            return int(given[0]) if given else 0
    return None


def is_count(words: list[str]) -> bool:
    """Whether the words are one number from 1 that fits into 32 bits."""
    only = words[0]
    return len(words) == 1 and only.isascii() and only.isdigit() and len(only) < 11 and 0 < int(only) < 1 << 32


def loop(c: Checker, node: ast.Loop, expected: Ty | None) -> hir.Node:
    """`loop { … }`: its type is what `break` carries, `!` without a break."""
    target = enter_loop(c, node.label, expected if expected is not None else c.fresh(node.span), node.span)
    before = c.diverges
    body = plain_block(c, node.body, UNIT)
    expect_unit(c, body, node.body)
    leave_loop(c)
    c.diverges = before
    ty = target.ty if target.has_break else NEVER
    return c.node(hir.Loop, ty, node.span, target, body)


def labelled_block(c: Checker, node: ast.Block, expected: Ty | None) -> hir.Node:
    """`'label: { … break 'label value; … }`."""
    target = enter_loop(c, node.label, expected if expected is not None else c.fresh(node.span), node.span, is_loop=False)
    before = c.diverges
    inner = plain_block(c, node, expected)
    leave_loop(c)
    assert isinstance(inner, hir.Block)
    if target.has_break:
        c.diverges = before
        if inner.value is not None:
            inner.value = c.coerce(inner.value, target.ty, tail_span(node))
        elif c.shallow(inner.ty) is not NEVER:
            c.expect(target.ty, UNIT, node.span)
        inner.ty = target.ty
        inner.target = target
    return inner


def find_target(c: Checker, label: ast.Lifetime | None, span: Span, what: str) -> hir.Jump | None:
    """The loop or labelled block that a jump refers to."""
    if label is None:
        if c.jumps and c.jumps[-1] not in c.loops:
            advice = f"a `{what}` out of a labeled block needs a label"
            c.error("K0695", span, f"unlabeled `{what}` inside of a labeled block", advice)
            return None
        if c.loops:
            return c.loops[-1]
        if c.open_closures:
            c.error("K0267", span, f"`{what}` inside of a closure", f"cannot `{what}` inside of a closure")
        else:
            c.error("K0268", span, f"`{what}` outside of a loop", f"cannot `{what}` outside of a loop")
        return None
    for target in reversed(c.jumps):
        if target.label == label.name:
            if what == "continue" and target not in c.loops:
                c.error(
                    "K0696",
                    span,
                    f"`continue` pointing to a labeled block `{label.name}`",
                    "labeled blocks cannot be `continue`'d",
                )
                return None
            return target
    from ..diagnostics import did_you_mean

    near = did_you_mean(label.name, [j.label for j in c.jumps if j.label])
    help_text = (f"a label with a similar name is reachable: `{near}`", label.span, near) if near else None
    c.error("K0426", label.span, f"use of undeclared label `{label.name}`", f"undeclared label `{label.name}`", help=help_text)
    return None


def break_expr(c: Checker, node: ast.Break, expected: Ty | None) -> hir.Node:
    """`break`, with a value out of `loop` and labelled blocks."""
    from .expressions import coerced, value

    target = find_target(c, node.label, node.span, "break")
    if target is None:
        if node.value is not None:
            value(c, node.value)
        return c.node(hir.Tuple, NEVER, node.span, [])
    target.has_break = True
    found: hir.Value | None = None
    if node.value is not None and not target.takes_value:
        c.error(
            "K0571",
            node.span,
            "`break` with value from a `while` or `for` loop",
            "can only break with a value inside `loop` or breakable block",
            help="use `break` without a value",
        )
        value(c, node.value)
        return c.node(hir.Break, NEVER, node.span, target, None)
    if node.value is not None:
        found = coerced(c, node.value, target.ty)
    elif not c.table.try_unify(target.ty, UNIT):
        c.error(
            "K0308",
            node.span,
            "mismatched types",
            f"expected `{c.show(target.ty)}`, found `()`",
            help="give it a value of that type: `break value`",
        )
    return c.node(hir.Break, NEVER, node.span, target, found)


def continue_expr(c: Checker, node: ast.Continue, expected: Ty | None) -> hir.Node:
    """`continue`."""
    target = find_target(c, node.label, node.span, "continue")
    if target is None:
        return c.node(hir.Tuple, NEVER, node.span, [])
    return c.node(hir.Continue, NEVER, node.span, target)


def return_expr(c: Checker, node: ast.Return, expected: Ty | None) -> hir.Node:
    """`return value`."""
    from .expressions import coerced

    if not c.allows_return:
        c.error("K0572", node.span, "return statement outside of function body", "")
        return c.node(hir.Tuple, NEVER, node.span, [])
    found = coerced(c, node.value, c.result) if node.value is not None else None
    if found is None and not c.table.try_unify(c.result, UNIT):
        c.error("K0069", node.span, "`return;` in a function whose return type is not `()`", "return type is not `()`")
    return c.node(hir.Return, NEVER, node.span, found)


def for_expr(c: Checker, node: ast.For, expected: Ty | None) -> hir.Node:
    """`for pattern in iterable { … }`: `IntoIterator::into_iter` once, then `Iterator::next` until `None`."""
    into, iterator, option = c.program.lang(INTO_ITERATOR), c.program.lang(ITERATOR), c.program.lang(OPTION)
    if not isinstance(into, TraitDef) or not isinstance(iterator, TraitDef) or option is None:
        c.error("K1108", node.span, "`for` loops are not supported yet", "", help="write a `while` loop with a counter")
        return c.failed(node.span)
    from .loops import iterate

    return iterate(c, node, into, iterator, option)
