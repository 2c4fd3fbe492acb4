"""Operators on built-in types: wrapping arithmetic, the checks that Rust makes in release (division) or in constants (all), and contraction."""

from __future__ import annotations

from dialect.op import Value
from dialect.ops import Add, And, Compare, Div, Fma, Mul, MulHigh, Neg, Not, Or, Rem, Shl, Shr, Sub, Xor
from dialect.ops import Const as ConstOp
from kernelc.frontend import hir

from .function import VALUES, FunctionBuilder, lowers
from .operands import Fat, InternalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from dialect.op import Op
    from dialect.types import Type

    from .operands import Operand

OPERATORS: Final[dict[str, type[Op]]] = {
    "+": Add, "-": Sub, "*": Mul, "/": Div, "%": Rem, "&": And, "|": Or, "^": Xor, "<<": Shl, ">>": Shr,
}  # fmt: skip
PREDICATES: Final = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
VERBS: Final = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "calculate the remainder", "<<": "shift left", ">>": "shift right"}
BY_ZERO: Final = {"/": "attempt to divide by zero", "%": "attempt to calculate the remainder with a divisor of zero"}


@lowers(VALUES, hir.Binary)
def _binary(b: FunctionBuilder, node: hir.Binary) -> Operand:
    if b.fmad and node.op in ("+", "-") and b.ty(node.ty).kind == "float":
        fused = _fused(b, node)
        if fused is not None:
            return fused
    lhs, rhs = b.value(node.lhs), b.value(node.rhs)
    b.at(node.span)
    if node.op in PREDICATES:
        return compare(b, node.op, lhs, rhs)
    if not isinstance(lhs, Value) or not isinstance(rhs, Value):
        raise InternalError(f"{b.instance.symbol}: operator {node.op} on {node.lhs.ty}")
    return arithmetic(b, node, lhs, rhs)


def compare(b: FunctionBuilder, op: str, lhs: Operand, rhs: Operand) -> Operand:
    """Compares scalars; fat pointers by address, then length; units are equal."""
    from dialect.types import BOOL

    if lhs is None or rhs is None:
        return b.const(op in ("==", "<=", ">="), BOOL)
    if isinstance(lhs, Fat) and isinstance(rhs, Fat):
        return _compare_fat(b, op, lhs, rhs)
    if isinstance(lhs, Fat) or isinstance(rhs, Fat):
        raise InternalError(f"{b.instance.symbol}: comparison of a fat with a thin pointer")
    return b.emit(Compare(lhs, b.fit(rhs, lhs.type), PREDICATES[op]))


def _compare_fat(b: FunctionBuilder, op: str, lhs: Fat, rhs: Fat) -> Value:
    rhs_pointer = b.fit(rhs.pointer, lhs.pointer.type)
    same = b.emit(Compare(lhs.pointer, rhs_pointer, "eq"))
    lengths = b.emit(Compare(lhs.length, rhs.length, PREDICATES[op]))
    if op == "==":
        return b.emit(And(same, lengths))
    differ = b.emit(Compare(lhs.pointer, rhs_pointer, {"!=": "ne", "<=": "lt", ">=": "gt"}.get(op, PREDICATES[op])))
    return b.emit(Or(differ, lengths if op == "!=" else b.emit(And(same, lengths))))


def arithmetic(b: FunctionBuilder, node: hir.Binary | hir.CompoundAssign, lhs: Value, rhs: Value) -> Value:
    """`lhs op rhs` on scalars, with the checks that belong to it. The result wraps."""
    op = node.op
    is_integer = lhs.type.is_integer
    if is_integer and op in BY_ZERO:
        _check_division(b, node, lhs, rhs)
    elif is_integer and b.is_checked_arithmetic and op in ("<<", ">>"):
        in_range = b.emit(Compare(b.emit(_unsigned(rhs)), b.const(lhs.type.bits, _unsigned_type(rhs.type)), "lt"))
        b.check(in_range, f"attempt to {VERBS[op]} with overflow", (), would_overflow(b, node), (lhs, rhs))
    result = b.emit(OPERATORS[op](lhs, rhs))
    if is_integer and op in VERBS:
        b.arithmetic.append((result, node))
        if b.is_checked_arithmetic and op in ("+", "-", "*"):
            b.check(_is_exact(b, op, lhs, rhs, result), f"attempt to {VERBS[op]} with overflow", (), would_overflow(b, node), (lhs, rhs))
    return result


def would_overflow(b: FunctionBuilder, node: hir.Binary | hir.CompoundAssign | hir.Unary) -> str:
    """What a constant or lint says of an overflow, with the operands to fill in."""
    if isinstance(node, hir.Unary):
        return f"attempt to negate `{{0}}_{b.ty(node.ty)}`, which would overflow"
    left, right = (node.lhs, node.rhs) if isinstance(node, hir.Binary) else (node.place, node.value)
    if node.op in ("<<", ">>"):
        return f"attempt to {VERBS[node.op]} by `{{1}}_{b.ty(right.ty)}`, which would overflow"
    return f"attempt to compute `{{0}}_{b.ty(left.ty)} {node.op} {{1}}_{b.ty(right.ty)}`, which would overflow"


def by_zero(b: FunctionBuilder, node: hir.Binary | hir.CompoundAssign) -> str:
    """What a constant or lint says of a division by zero, with the dividend to fill in."""
    ty = b.ty((node.lhs if isinstance(node, hir.Binary) else node.place).ty)
    return f"attempt to divide `{{0}}_{ty}` by zero" if node.op == "/" else f"attempt to calculate the remainder of `{{0}}_{ty}` with a divisor of zero"


def _check_division(b: FunctionBuilder, node: hir.Binary | hir.CompoundAssign, lhs: Value, rhs: Value) -> None:
    """Panics for a zero divisor, and for the one quotient that does not fit; a literal divisor other than 0 and -1 needs no
    check.
    """
    divisor = rhs.attrs[0] if isinstance(rhs, ConstOp) else None
    t = rhs.type
    if not divisor:
        b.check(b.emit(Compare(rhs, b.const(0, t), "ne")), BY_ZERO[node.op], (), by_zero(b, node), (lhs,))
    if t.kind == "int" and (divisor is None or divisor == -1):
        is_minus_one = b.emit(Compare(rhs, b.const(-1, t), "eq"))
        is_minimum = b.emit(Compare(lhs, b.const(-1 << t.bits - 1, t), "eq"))
        fits = b.emit(Not(b.emit(And(is_minus_one, is_minimum))))
        b.check(fits, f"attempt to {VERBS[node.op]} with overflow", (), would_overflow(b, node), (lhs, rhs))


def _unsigned_type(t: Type) -> Type:
    from dialect.types import SCALARS

    return SCALARS[f"u{t.bits}"]


def _unsigned(value: Value) -> Op:
    from dialect.ops import Cast

    return Cast(value, _unsigned_type(value.type))


def _is_exact(b: FunctionBuilder, op: str, lhs: Value, rhs: Value, result: Value) -> Value:
    """Whether the wrapped result is the true one."""
    t = result.type
    if op == "*":
        high = b.emit(MulHigh(lhs, rhs))
        sign = b.emit(Shr(result, b.const(t.bits - 1, t))) if t.kind == "int" else b.const(0, t)
        return b.emit(Compare(high, sign, "eq"))
    if t.kind == "uint":
        return b.emit(Compare(result, lhs, "ge" if op == "+" else "le"))
    moved = b.emit(Compare(result, lhs, "lt" if op == "+" else "gt"))
    is_negative = b.emit(Compare(rhs, b.const(0, t), "lt"))
    return b.emit(Compare(moved, is_negative, "eq"))


# --------------------------------------------------------------------------------------------------------------------- contraction


def _product(node: hir.Value) -> hir.Binary | None:
    return node if isinstance(node, hir.Binary) and node.op == "*" else None


def _fused(b: FunctionBuilder, node: hir.Binary) -> Value | None:
    """`a * b + c`, `a * b - c`, `c + a * b`, `c - a * b` rounded once; the left product if both are."""
    left, right = _product(node.lhs), _product(node.rhs)
    if left is not None:
        x, y, z = b.scalar(left.lhs), b.scalar(left.rhs), b.scalar(node.rhs)
        b.at(node.span)
        return b.emit(Fma(x, y, z if node.op == "+" else b.emit(Neg(z))))
    if right is not None:
        z, x, y = b.scalar(node.lhs), b.scalar(right.lhs), b.scalar(right.rhs)
        b.at(node.span)
        return b.emit(Fma(x if node.op == "+" else b.emit(Neg(x)), y, z))
    return None


def factors(b: FunctionBuilder, node: hir.CompoundAssign) -> tuple[Value, Value] | None:
    """Of `place += x * y` and `place -= x * y` on floats, to be contracted: x and y."""
    product = _product(node.value)
    if product is None or not b.fmad or node.op not in ("+", "-") or b.ty(product.ty).kind != "float":
        return None
    return b.scalar(product.lhs), b.scalar(product.rhs)


@lowers(VALUES, hir.Unary)
def _unary(b: FunctionBuilder, node: hir.Unary) -> Operand:
    operand = node.operand
    if node.op == "-" and isinstance(operand, hir.Constant) and not isinstance(operand.value, str | bool):
        b.at(node.span)
        return b.const(-operand.value, b.shape(node.ty).type)
    value = b.scalar(operand)
    b.at(node.span)
    if node.op == "!":
        return b.emit(Not(value))
    if not value.type.is_integer:
        return b.emit(Neg(value))
    if b.is_checked_arithmetic:
        is_minimum = b.emit(Compare(value, b.const(-1 << value.type.bits - 1, value.type), "ne"))
        b.check(is_minimum, "attempt to negate with overflow", (), would_overflow(b, node), (value,))
    result = b.emit(Neg(value))
    b.arithmetic.append((result, node))
    return result
