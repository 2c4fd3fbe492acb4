"""Unary and binary operators, assignments, casts.

On built-in operand types an operator is built in; otherwise the operator trait decides.
"""

from __future__ import annotations

from .. import ast, hir
from ..defs import FnDef, TraitDef, TraitRef
from ..infer import FLOAT, GENERAL, INTEGER
from ..lang import ASSIGNING, BINARY_TRAITS, COMPARE_TRAITS, UNARY_TRAITS
from ..select import MAYBE, NO, YES
from ..ty import BOOL, ERROR, INTEGER_BITS, NEVER, PRIMITIVES, UNIT, Ty, ptr_to
from .checker import PLACES, Checker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Span

SHIFTS = ("<<", ">>")
BITS = ("&", "|", "^")


def class_of(c: Checker, ty: Ty) -> str:
    """int, float, bool or char for a built-in scalar (or a literal's variable); ptr for raw pointers; empty for anything else."""
    ty = c.shallow(ty)
    kind = c.table.kind_of(ty)
    if kind:
        return {INTEGER: "int", FLOAT: "float"}.get(kind, "")
    return "int" if ty.is_integer else ty.kind if ty.kind in ("float", "bool", "char", "ptr") else ""


def is_built_in(op: str, lhs: str, rhs: str) -> bool:
    """Whether the operator is built in for operands of these classes."""
    if not lhs or not rhs:
        return False
    if op in SHIFTS:
        return lhs == rhs == "int"
    if op in BITS:
        return lhs == rhs and lhs in ("int", "bool")
    if op in COMPARE_TRAITS:
        return lhs == rhs
    return lhs == rhs and lhs in ("int", "float")


def unary(c: Checker, node: ast.Unary, expected: Ty | None) -> hir.Node:
    """`-x`, `!x`, `*x`."""
    from .expressions import check, value

    if node.op == "*":
        return dereference(c, node, check(c, node.operand, None))
    operand = value(c, node.operand, expected)
    kind = class_of(c, operand.ty)
    if node.op == "-" and kind in ("int", "float"):
        return negate(c, node, operand)
    if node.op == "!" and kind in ("int", "bool"):
        return c.node(hir.Unary, operand.ty, node.span, "!", operand)
    if operand.ty is NEVER or c.shallow(operand.ty) is ERROR:
        return operand
    trait, method = UNARY_TRAITS[node.op]
    found = overloaded(c, c.program.lang(trait), method, [operand], node.span)
    if found is None:
        message = f"cannot apply unary operator `{node.op}` to type `{c.show(operand.ty)}`"
        c.error("K0600", node.span, message, f"cannot apply unary operator `{node.op}`")
        return c.failed(node.span)
    return found


def negate(c: Checker, node: ast.Unary, operand: hir.Value) -> hir.Node:
    """`-x` on numbers; on a literal the range includes the least value, on unsigned types it is an error."""
    made = c.node(hir.Unary, operand.ty, node.span, "-", operand)
    if isinstance(operand, hir.Constant) and isinstance(operand.value, int):
        operand.value = -operand.value
        folded = operand

        def literal() -> None:
            bits = INTEGER_BITS.get(str(folded.ty.data), 0)
            if folded.ty.kind == "int" and folded.value < -(1 << (bits - 1)):
                low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
                note = f"the literal `{node.span.text}` does not fit into the type `{folded.ty}` whose range is `{low}..={high}`"
                c.error("K1120", node.span, f"literal out of range for `{folded.ty}`", "", [note])

        c.finals.append(literal)
        made = operand  # type: ignore[assignment]

    def final() -> None:
        if made.ty.kind == "uint":
            notes = [f"unsigned values cannot be negated: `{made.ty}` has no negative values"]
            c.error(
                "K0600",
                node.span,
                f"cannot apply unary operator `-` to type `{made.ty}`",
                "cannot apply unary operator `-`",
                notes,
            )

    c.finals.append(final)
    return made


def dereference(c: Checker, node: ast.Unary, pointer: hir.Node) -> hir.Node:
    """`*p`: references and raw pointers, else the `Deref` trait."""
    ty = c.shallow(pointer.ty)
    if ty.kind == "ptr":
        c.require_unsafe(
            node.span,
            "dereference of raw pointer",
            "raw pointers may be null, dangling or unaligned; they can violate aliasing rules and cause data races",
        )
        return c.deref(pointer, node.span)
    if ty.kind == "ref":
        return c.deref(pointer, node.span)
    if ty is ERROR or ty is NEVER:
        return pointer
    from .methods import overloaded_deref

    found = overloaded_deref(c, c.as_place(pointer), False, node.span)
    if found is not None:
        return found
    if c.table.kind_of(ty) == GENERAL:
        c.error("K0282", node.operand.span, "type annotations needed", "cannot infer type")
    else:
        c.error("K0614", node.span, f"type `{c.show(ty)}` cannot be dereferenced", "can't be dereferenced")
    return c.failed(node.span)


def binary(c: Checker, node: ast.Binary, expected: Ty | None) -> hir.Node:
    """`a op b`."""
    from .expressions import value

    if node.op in ("&&", "||"):
        return logical(c, node)
    comparison = node.op in COMPARE_TRAITS
    lhs = value(c, node.lhs, None if comparison else expected)
    hint = None if node.op in SHIFTS else lhs.ty if class_of(c, lhs.ty) else None
    rhs = value(c, node.rhs, hint)
    if lhs.ty is NEVER or rhs.ty is NEVER:
        return c.node(hir.Binary, NEVER, node.span, node.op, lhs, rhs)
    left, right = class_of(c, lhs.ty), class_of(c, rhs.ty)
    if is_built_in(node.op, left, right):
        return built_in(c, node, lhs, rhs)
    if not left and c.table.kind_of(c.shallow(lhs.ty)) == GENERAL and right:
        c.table.unify(lhs.ty, rhs.ty)
        return built_in(c, node, lhs, rhs)
    if not right and left and c.table.kind_of(c.shallow(rhs.ty)) == GENERAL:
        if node.op not in SHIFTS:
            c.table.unify(rhs.ty, lhs.ty)
            return built_in(c, node, lhs, rhs)
    return overloaded_binary(c, node, lhs, rhs)


def logical(c: Checker, node: ast.Binary) -> hir.Node:
    """`a && b`, `a || b`: the right side may not be reached."""
    from .expressions import coerced

    lhs = coerced(c, node.lhs, BOOL)
    before = c.diverges
    rhs = coerced(c, node.rhs, BOOL)
    c.diverges = before
    return c.node(hir.Logical, BOOL, node.span, node.op, lhs, rhs)


def built_in(c: Checker, node: ast.Binary, lhs: hir.Value, rhs: hir.Value) -> hir.Node:
    """A built-in operator: both operands of one type, but for shifts."""
    if node.op in SHIFTS:
        return c.node(hir.Binary, lhs.ty, node.span, node.op, lhs, rhs)
    if not c.table.try_unify(lhs.ty, rhs.ty):
        c.mismatch(lhs.ty, rhs.ty, node.rhs.span)
        return c.node(hir.Tuple, BOOL if node.op in COMPARE_TRAITS else lhs.ty, node.span, [])
    ty = BOOL if node.op in COMPARE_TRAITS else lhs.ty
    return c.node(hir.Binary, ty, node.span, node.op, lhs, rhs)


def overloaded_binary(c: Checker, node: ast.Binary, lhs: hir.Value, rhs: hir.Value) -> hir.Node:
    """An operator by its trait."""
    left, right = c.shallow(lhs.ty), c.shallow(rhs.ty)
    if left is ERROR or right is ERROR:
        return c.failed(node.span)
    comparison = node.op in COMPARE_TRAITS
    name, method = COMPARE_TRAITS[node.op] if comparison else BINARY_TRAITS[node.op]
    operands = [lhs, rhs]
    if comparison:
        operands = [c.borrow(c.as_place(unread(v)), False, v.span) for v in operands]
    found = overloaded(c, c.program.lang(name), method, operands, node.span, lhs.ty, rhs.ty)
    if found is not None:
        return found
    if comparison and class_of(c, left) and class_of(c, right):
        c.mismatch(left, right, node.rhs.span)
        return c.node(hir.Tuple, BOOL, node.span, [])
    message, label = describe(c, node.op, left, right)
    code = operator_code(c, node.op, name, left)
    c.error(code, node.op_span, message, label, secondary=[(node.lhs.span, c.show(left)), (node.rhs.span, c.show(right))])
    return c.failed(node.span)


def operator_code(c: Checker, op: str, name: str, ty: Ty) -> str:
    """Rust's code for operands that do not fit: whether the left type has the operator at all, for one right side, or for several."""
    if op not in COMPARE_TRAITS and class_of(c, ty) in ("int", "float"):
        return "K0277"
    impls = [i for i in c.program.impls_of(c.program.lang_trait(name), ty) if c.program.may_match(i, ty)]
    mark = c.table.snapshot()
    outcome, _ = c.selector.select(TraitRef(c.program.lang_trait(name), (ty, c.fresh(c.owner.span))), c.owner.span)
    c.table.rollback(mark)
    if outcome == NO or not impls:
        return "K0369"
    return "K0277" if op in COMPARE_TRAITS or len(impls) > 1 and ty.kind != "ref" else "K0308"


def describe(c: Checker, op: str, lhs: Ty, rhs: Ty) -> tuple[str, str]:
    """Message and label for an operator that its operands do not have."""
    verbs = {"+": ("add", "to"), "-": ("subtract", "from"), "*": ("multiply", "by"), "/": ("divide", "by")}
    left, right = c.show(lhs), c.show(rhs)
    if op in ("+", "-"):
        verb, word = verbs[op]
        return f"cannot {verb} `{right}` {word} `{left}`", f"no implementation for `{left} {op} {right}`"
    if op in verbs:
        verb, word = verbs[op]
        return f"cannot {verb} `{left}` {word} `{right}`", f"no implementation for `{left} {op} {right}`"
    if op in COMPARE_TRAITS:
        return f"binary operation `{op}` cannot be applied to type `{left}`", f"no implementation for `{left} {op} {right}`"
    return f"no implementation for `{left} {op} {right}`", f"no implementation for `{left} {op} {right}`"


def unread(value: hir.Value) -> hir.Node:
    """The place that was read, for an operator that takes its operands by reference."""
    return value.place if isinstance(value, hir.Use) else value


def overloaded(
    c: Checker, trait: object, method: str, operands: list[hir.Value], span: Span, lhs: Ty | None = None, rhs: Ty | None = None
) -> hir.Value | None:
    """A call of an operator trait's method; None where the trait is not implemented."""
    if not isinstance(trait, TraitDef):
        return None
    self_ty = lhs if lhs is not None else operands[0].ty
    args = (self_ty, rhs) if rhs is not None else (self_ty,)
    mark = c.table.snapshot()
    outcome, selection = c.selector.select(TraitRef(trait, args), span)
    is_open = c.table.kind_of(c.shallow(self_ty)) == GENERAL and not c.open_closures  # in a closure a later call may tell
    if outcome not in (YES, MAYBE) or is_open:
        c.table.rollback(mark)
        return None
    if selection is not None:
        c.pending.extend([(nested, span) for nested in selection.nested])
    fn = trait.items[method]
    assert isinstance(fn, FnDef)
    signature = c.program.signature_of(fn)
    c.require_all(fn, args, span)
    result = c.instantiate(signature.result, args, span)
    coerced = [c.coerce(v, c.instantiate(p, args, span), v.span) for v, p in zip(operands, signature.params, strict=True)]
    return c.node(hir.Call, result, span, fn, args, coerced)


# -------------------------------------------------------------------------------------------------------------------- assignments


def assign(c: Checker, node: ast.Assign, expected: Ty | None) -> hir.Node:
    """`place = value`; `_ = value`; destructuring."""
    from .expressions import check, coerced, value

    if isinstance(node.place, ast.Underscore):
        found = value(c, node.value)
        return c.node(hir.Block, UNIT, node.span, [hir.Evaluate(found, node.span)], None, None)
    if isinstance(node.place, ast.TupleExpr | ast.ArrayExpr | ast.StructExpr | ast.Call):
        from .destructure import destructuring_assignment

        return destructuring_assignment(c, node)
    place = check(c, node.place)
    if not isinstance(place, PLACES) or isinstance(place, hir.Temporary):
        if c.shallow(place.ty) is not ERROR:
            c.error(
                "K0070",
                node.span,
                "invalid left-hand side of assignment",
                "",
                secondary=[(node.place.span, "cannot assign to this expression")],
            )
        value(c, node.value)
        return c.node(hir.Tuple, UNIT, node.span, [])
    assigned = coerced(c, node.value, place.ty)
    c.require_mutable(place, node.span, "assign")
    return c.node(hir.Assign, UNIT, node.span, place, assigned)


def compound_assign(c: Checker, node: ast.CompoundAssign, expected: Ty | None) -> hir.Node:
    """`place op= value`."""
    from .expressions import check, value

    place = check(c, node.place)
    left = class_of(c, place.ty)
    rhs = value(c, node.value, place.ty if left and node.op not in SHIFTS else None)
    if c.shallow(place.ty) is ERROR or c.shallow(rhs.ty) is ERROR:
        return c.node(hir.Tuple, UNIT, node.span, [])
    if not isinstance(place, PLACES) or isinstance(place, hir.Temporary):
        c.error("K0067", node.place.span, "invalid left-hand side of assignment", "cannot assign to this expression")
        return c.node(hir.Tuple, UNIT, node.span, [])
    right = class_of(c, rhs.ty)
    if left and not right and c.table.kind_of(c.shallow(rhs.ty)) == GENERAL and node.op not in SHIFTS:
        c.table.unify(rhs.ty, place.ty)
        right = left
    if is_built_in(node.op, left, right):
        if node.op not in SHIFTS and not c.expect(place.ty, rhs.ty, node.value.span):
            return c.node(hir.Tuple, UNIT, node.span, [])
        c.require_mutable(place, node.place.span, "assign")
        return c.node(hir.CompoundAssign, UNIT, node.span, node.op, place, rhs)
    trait, method = BINARY_TRAITS[node.op]
    receiver = c.borrow(place, True, node.place.span)
    found = overloaded(c, c.program.lang(trait + ASSIGNING[0]), method + ASSIGNING[1], [receiver, rhs], node.span, place.ty, rhs.ty)
    if found is not None:
        return found
    if left == right and left in ("int", "float"):
        c.mismatch(place.ty, rhs.ty, node.value.span)
    else:
        message = f"binary assignment operation `{node.op}=` cannot be applied to type `{c.show(place.ty)}`"
        c.error("K0368", node.span, message, f"cannot use `{node.op}=` on type `{c.show(place.ty)}`")
    return c.node(hir.Tuple, UNIT, node.span, [])


# -------------------------------------------------------------------------------------------------------------------------- casts


def cast(c: Checker, node: ast.Cast, expected: Ty | None) -> hir.Node:
    """`value as type`: decided when the operand's type is known."""
    from .expressions import value

    target = c.scope.lower(node.type)
    inner = node.value.operand if isinstance(node.value, ast.Unary) else node.value
    hint = target if c.shallow(target).is_numeric and isinstance(inner, ast.Literal) else None
    operand = value(c, node.value, hint)
    made = c.node(hir.Cast, target, node.span, "", operand)

    def attempt(last: bool) -> bool:
        source = c.shallow(operand.ty)
        if c.table.kind_of(source) == GENERAL or c.table.kind_of(c.shallow(target)) == GENERAL:
            if not last and source is not c.shallow(target):
                return False
        decide_cast(c, made, node)
        return True

    if not attempt(False):
        c.deferred.append(attempt)
    return made


def decide_cast(c: Checker, made: hir.Cast, node: ast.Cast) -> None:
    """Finds the kind of a cast, or reports that there is none."""
    source, target = c.shallow(made.value.ty), c.shallow(made.ty)
    if source is ERROR or target is ERROR:
        made.kind = "numeric"
        return
    if source is NEVER:
        made.kind = "never"
        return
    kind = cast_kind(c, made, source, target)
    if kind:
        made.kind = kind
        return
    found = c.try_coerce(made.value, target, node.span)
    if found is not None:
        made.value, made.kind = found, "identity"
        return
    report_cast(c, source, target, node)


def cast_kind(c: Checker, made: hir.Cast, source: Ty, target: Ty) -> str:
    """numeric, ptr_ptr, ptr_int, int_ptr or array_ptr; empty where `as` does not apply by itself."""
    left, right = class_of(c, source), class_of(c, target)
    if right in ("int", "float") and left in ("int", "float") or right == "int" and left in ("bool", "char"):
        return "numeric"
    if (
        target is PRIMITIVES["char"]
        and source is PRIMITIVES["u8"]
        or target is PRIMITIVES["char"]
        and c.table.kind_of(source) == INTEGER
        and c.table.unify(source, PRIMITIVES["u8"])
    ):
        return "numeric"
    if source is target and left in ("bool", "char"):
        return "numeric"
    if (
        right == "int"
        and source.kind == "adt"
        and source.data.kind == "enum"
        and all(v.shape == "unit" for v in source.data.variants)
    ):
        return "numeric"
    if left == right == "ptr":
        return "ptr_ptr" if fat(c, source) or not fat(c, target) else ""
    if left == "ptr" and right == "int":
        return "" if fat(c, source) else "ptr_int"
    if left == "int" and right == "ptr":
        c.table.try_unify(source, PRIMITIVES["usize"])
        return "" if fat(c, target) else "int_ptr"
    return reference_cast(c, made, source, target) if source.kind == "ref" and right == "ptr" else ""


def reference_cast(c: Checker, made: hir.Cast, source: Ty, target: Ty) -> str:
    """`&mut T as *mut T`, `&[T; N] as *const T`."""
    inner, wanted = c.shallow(source.target), c.shallow(target.target)
    if target.data and not source.data:
        return ""
    if inner.kind == "array" and wanted.kind != "array" and c.table.try_unify(inner.target, wanted):
        made.value = c.reborrow(made.value, bool(source.data), made.span)
        return "array_ptr"
    if c.table.try_unify(inner, wanted):
        made.value = c.coerce(made.value, ptr_to(wanted, target.data), made.span)
        return "identity"
    return ""


def fat(c: Checker, ty: Ty) -> bool:
    """Whether a pointer has a length beside the address."""
    return c.shallow(ty.target).kind in ("slice", "str")


def report_cast(c: Checker, source: Ty, target: Ty, node: ast.Cast) -> None:
    """A cast that does not exist."""
    left, right = c.show(source), c.show(target)
    if target is BOOL and class_of(c, source) in ("int", "float"):
        c.error(
            "K0054",
            node.span,
            f"cannot cast `{left}` as `bool`",
            "unsupported cast",
            help=("compare with zero instead", node.span, f"{node.value.span.text} != 0"),
        )
    elif target is PRIMITIVES["char"] and class_of(c, source) == "int":
        c.error("K0604", node.span, f"only `u8` can be cast as `char`, not `{left}`", "invalid cast")
    elif source.kind == target.kind == "ptr" and fat(c, target) and not fat(c, source):
        c.error("K0607", node.span, f"cannot cast thin pointer `{left}` to wide pointer `{right}`", "", help="use `slice_from_raw_parts`")
    elif c.table.kind_of(source) == GENERAL:
        c.error("K0282", node.value.span, "type annotations needed", "cannot infer type")
    elif class_of(c, source) or source.kind == "ref":
        help_text = (
            ("dereference the expression", node.value.span, f"*{node.value.span.text}")
            if source.kind == "ref" and class_of(c, source.target)
            else None
        )
        c.error("K0606", node.span, f"casting `{left}` as `{right}` is invalid", "", help=help_text)
    else:
        notes = ["an `as` expression can be used to convert between primitive types or to coerce to a specific type"]
        c.error(
            "K0605",
            node.span,
            f"non-primitive cast: `{left}` as `{right}`",
            "an `as` expression can only be used to convert between primitive types",
            notes,
        )
