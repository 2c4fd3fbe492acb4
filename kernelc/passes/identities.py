"""The identities of `fold`, by op: each rule gives a value equal to the op, with the new ops that make it, or None.

Every rule is exact for every operand value. Integers wrap; a rule that holds for integers only says so.
"""
from __future__ import annotations

from dialect.op import Op, Value
from dialect.ops import (
    Abs,
    Add,
    Alloca,
    And,
    Bitcast,
    Cast,
    Compare,
    Const,
    Div,
    Element,
    Field,
    FromGeneric,
    Max,
    Min,
    Mul,
    Neg,
    Not,
    Offset,
    Or,
    PointerCast,
    Rem,
    Select,
    Shl,
    Shr,
    Sub,
    ToGeneric,
    Undef,
    Xor,
)
from dialect.scalar import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from dialect.types import Type

    Result: TypeAlias = tuple[Value, list[Op]] | None


def _constant(v: Value) -> int | None:
    """The value of an integer or boolean constant."""
    return int(v.attrs[0]) if type(v) is Const and v.type.kind != "float" else None


def _existing(v: Value) -> Result:
    return v, []


def _new(op: Op) -> Result:
    return op, [op]


def _literal(value: int | bool, type: Type) -> Result:
    return _new(Const(bool(value) if type.kind == "bool" else value, type))


def _ones(type: Type) -> int:
    """The value of the type with every bit set."""
    return 1 if type.kind == "bool" else wrap(type, -1)


def _same(a: Value, b: Value) -> bool:
    """Whether both operands are one value; an undefined value may differ from itself."""
    return a is b and type(a) is not Undef


def _alike(a: Value, b: Value) -> bool:
    """Whether both are one value, or equal integer constants of one type."""
    return _same(a, b) or (type(a) is Const and a.type is b.type and _constant(a) is not None and _constant(a) == _constant(b))


def add(op: Op) -> Result:
    """Rules: x + 0 = x; (x + a) + b = x + (a + b); (x - y) + y = y + (x - y) = x, for integers."""
    x, y = op.operands
    if op.type.kind == "float":
        return None
    c = _constant(y)
    if c == 0:
        return _existing(x)
    found = _taken_and_added(x, y) or _taken_and_added(y, x)
    return found if found is not None or c is None else _reassociated(op, lambda a, b: a + b)


def _taken_and_added(difference: Value, y: Value) -> Result:
    """What was taken from comes back where the same is added."""
    return _existing(difference.operands[0]) if type(difference) is Sub and _alike(difference.operands[1], y) else None


def sub(op: Op) -> Result:
    """Rules: x - x = 0; x - 0 = x; (x + y) - x = y; (x + y) - y = x; x - (x - y) = y, for integers."""
    x, y = op.operands
    if op.type.kind == "float":
        return None
    if _same(x, y):
        return _literal(0, op.type)
    if type(x) is Add and any([_alike(each, y) for each in x.operands]):
        return _existing(x.operands[_alike(x.operands[0], y)])
    if type(y) is Sub and _alike(y.operands[0], x):
        return _existing(y.operands[1])
    return _existing(x) if _constant(y) == 0 else None


def mul(op: Op) -> Result:
    """Rules: x * 0 = 0; x * 1 = x; (x * a) * b = x * (a * b), for integers."""
    x, y = op.operands
    c = _constant(y)
    if c is None:
        return None
    if c == 0:
        return None if type(x) is Undef else _existing(y)
    if c == 1:
        return _existing(x)
    return _reassociated(op, lambda a, b: a * b)


def _reassociated(op: Op, combine: Callable[[int, int], int]) -> Result:
    """(x ∘ a) ∘ b = x ∘ (a ∘ b) where the inner op has this use alone: otherwise both would have to be kept."""
    inner, y = op.operands
    if type(inner) is not type(op) or len(inner.users) != 1:
        return None
    a, b = _constant(inner.operands[1]), _constant(y)
    if a is None or b is None:
        return None
    constant = Const(wrap(op.type, combine(a, b)), op.type)
    outer = type(op)(inner.operands[0], constant)
    return outer, [constant, outer]


def div(op: Op) -> Result:
    """Rules: x / 1 = x, for integers."""
    return _existing(op.operands[0]) if _constant(op.operands[1]) == 1 else None


def rem(op: Op) -> Result:
    """Rules: x % 1 = 0, for integers."""
    return _literal(0, op.type) if _constant(op.operands[1]) == 1 and type(op.operands[0]) is not Undef else None


def and_(op: Op) -> Result:
    """Rules: x & x = x; x & 0 = 0; x & all ones = x."""
    x, y = op.operands
    if x is y:
        return _existing(x)
    c = _constant(y)
    if c == 0 and type(x) is not Undef:
        return _existing(y)
    return _existing(x) if c == _ones(op.type) else None


def or_(op: Op) -> Result:
    """Rules: x | x = x; x | 0 = x; x | all ones = all ones."""
    x, y = op.operands
    if x is y:
        return _existing(x)
    c = _constant(y)
    if c == _ones(op.type) and type(x) is not Undef:
        return _existing(y)
    return _existing(x) if c == 0 else None


def xor(op: Op) -> Result:
    """Rules: x ^ x = 0; x ^ 0 = x; x ^ all ones = not x."""
    x, y = op.operands
    if _same(x, y):
        return _literal(0, op.type)
    c = _constant(y)
    if c == 0:
        return _existing(x)
    return _new(Not(x)) if c == _ones(op.type) else None


def shift(op: Op) -> Result:
    """A shift by a multiple of the width is none (the amount counts modulo the width)."""
    amount = _constant(op.operands[1])
    return _existing(op.operands[0]) if amount is not None and amount % op.type.bits == 0 else None


def not_(op: Op) -> Result:
    """Not not x = x; not (a < b) = a >= b, for all but floats, whose order is partial."""
    x = op.operands[0]
    if type(x) is Not:
        return _existing(x.value)
    if type(x) is Compare and len(x.users) == 1 and (x.operands[0].type.kind != "float" or x.predicate in ("eq", "ne")):
        return _new(Compare(x.lhs, x.rhs, _OPPOSITE[x.predicate]))
    return None


def neg(op: Op) -> Result:
    """-(-x) = x: for floats the sign bit is flipped twice."""
    x = op.operands[0]
    return _existing(x.value) if type(x) is Neg else None


def abs_(op: Op) -> Result:
    """||x|| = |x|; |-x| = |x|."""
    x = op.operands[0]
    if type(x) is Abs:
        return _existing(x)
    return _new(Abs(x.value)) if type(x) is Neg else None


def extremum(op: Op) -> Result:
    """min(x, x) = max(x, x) = x, for integers (a float NaN may change its payload)."""
    x, y = op.operands
    return _existing(x) if x is y and op.type.kind != "float" else None


_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "le": "gt", "gt": "le"}
_MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


def compare(op: Op) -> Result:
    """Rules: x = x holds and x < x does not, for all but floats; an unsigned x is never below 0; b = true is b; no address in a slot
    is null; a constant goes right.
    """
    x, y = op.operands
    predicate = op.attrs[0]
    kind = x.type.kind
    if kind == "float":
        return None
    if _same(x, y):
        return _literal(predicate in ("eq", "le", "ge"), op.type)
    c = _constant(y)
    if c is None:
        return _new(Compare(y, x, _MIRRORED[predicate])) if _constant(x) is not None else None
    if kind == "bool" and predicate in ("eq", "ne"):
        return _existing(x) if (predicate == "eq") == bool(c) else _new(Not(x))
    if kind == "uint" and c == 0 and predicate in ("lt", "ge") and type(x) is not Undef:
        return _literal(predicate == "ge", op.type)
    if c == 0 and predicate in ("eq", "ne") and points_into_slot(x):
        return _literal(predicate == "ne", op.type)
    return None


def points_into_slot(v: Value) -> bool:
    """Whether the value is the address, or the bits of the address, of something in a slot, or of its end: no such address is null. The walk is
    bounded, so that long chains of addresses cost no more than their number.
    """
    at = 0
    for _ in range(16):
        kind = type(v)
        if kind is Alloca:
            return 0 <= at <= v.type.elem.size
        if kind is Offset:
            count = _constant(v.operands[1])  # type: ignore[attr-defined]
            if count is None:
                return False
            at += int(count) * v.type.elem.size
        elif kind not in (Bitcast, ToGeneric, PointerCast, Field, Element):
            return False
        v = v.operands[0]  # type: ignore[attr-defined]
    return False


def select(op: Op) -> Result:
    """Constant condition; equal arms; `c ? true : false` = c; a negated condition swaps the arms."""
    cond, then, other = op.operands
    c = _constant(cond)
    if c is not None:
        return _existing(then if c else other)
    if then is other:
        return _existing(then)
    if type(cond) is Not:
        return _new(Select(cond.value, other, then))
    if op.type.kind == "bool" and type(then) is Const and type(other) is Const:
        return _existing(cond) if then.attrs[0] else _new(Not(cond))
    return None


def cast(op: Op) -> Result:
    """A cast to its own type, and a cast of a cast in which nothing was lost."""
    x = op.operands[0]
    if x.type is op.type:
        return _existing(x)
    if type(x) is not Cast:
        return None
    start = x.operands[0]
    if not _lossless(start.type, x.type, op.type):
        return None
    return _existing(start) if start.type is op.type else _new(Cast(start, op.type))


def _lossless(a: Type, b: Type, c: Type) -> bool:
    """Whether a → b → c is a → c for every value."""
    if b.kind == "float":
        return c is a and a.kind == "float" and a.bits < b.bits
    if not (b.is_integer and c.is_integer and (a.is_integer or a.kind == "bool")):
        return False
    if c.bits <= b.bits:
        return True
    return b.bits > a.bits and (a.kind != "int" or b.kind == "int")


def bitcast(op: Op) -> Result:
    """Only the first and the last type of a chain count."""
    x = op.operands[0]
    start = x.value if type(x) is Bitcast else x
    if start.type is op.type:
        return _existing(start)
    return _new(Bitcast(start, op.type)) if start is not x else None


def pointer_cast(op: Op) -> Result:
    """Only the first and the last type of a chain count."""
    x = op.operands[0]
    start = x.pointer if type(x) is PointerCast else x
    if start.type is op.type:
        return _existing(start)
    return _new(PointerCast(start, op.attrs[0])) if start is not x else None


def to_generic(op: Op) -> Result:
    """A generic pointer is its own generic address."""
    return _existing(op.operands[0]) if op.operands[0].type is op.type else None


def from_generic(op: Op) -> Result:
    """Back to the space that a pointer came from."""
    x = op.operands[0]
    if x.type is op.type:
        return _existing(x)
    return _existing(x.pointer) if type(x) is ToGeneric and x.pointer.type is op.type else None


def offset(op: Op) -> Result:
    """Rules: p + 0 = p; (p + a) + b = p + (a + b) where the sum does not wrap."""
    base, index = op.operands
    b = _constant(index)
    if b is None:
        return None
    if b == 0:
        return _existing(base)
    if type(base) is not Offset or len(base.users) != 1 or base.index.type is not index.type:
        return None
    a = _constant(base.index)
    if a is None or wrap(index.type, a + b) != a + b:
        return None
    constant = Const(a + b, index.type)
    moved = Offset(base.base, constant)
    return moved, [constant, moved]


RULES: dict[type[Op], Callable[[Op], Result]] = {
    Add: add,
    Sub: sub,
    Mul: mul,
    Div: div,
    Rem: rem,
    And: and_,
    Or: or_,
    Xor: xor,
    Shl: shift,
    Shr: shift,
    Not: not_,
    Neg: neg,
    Abs: abs_,
    Min: extremum,
    Max: extremum,
    Compare: compare,
    Select: select,
    Cast: cast,
    Bitcast: bitcast,
    PointerCast: pointer_cast,
    ToGeneric: to_generic,
    FromGeneric: from_generic,
    Offset: offset,
}
