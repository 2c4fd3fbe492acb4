"""Makes the cheapest ops that choose one of two values.

`choice` gives new ops, the last of which is the value: `mir.min` or `mir.max` where integers are compared and chosen; one op on a chosen operand where
both values are results of the same op that nothing else uses; otherwise a select.

    %a = mir.add %x, %ten                       %k = mir.select %c, %ten, %one
    %b = mir.add %x, %one                ==>    %v = mir.add %x, %k
    %v = mir.select %c, %a, %b

(The ops that are no longer used go with `dce`.)
"""
from __future__ import annotations

from dialect.ops import Add, And, Compare, Const, Max, Min, Mul, Or, Select, Shl, Shr, Sub, Undef, Xor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value

SHARED = (Add, Sub, Mul, And, Or, Xor, Shl, Shr)
"""Ops of two operands that do the same in both ways when their second operand is chosen before."""
NEUTRAL = (Add, Sub, Or, Xor)
"""Those of them that change nothing when their second operand is zero."""


def choice(cond: Value, then: Value, other: Value) -> list[Op]:
    """`cond ? then : other`, in new ops. Of two values that are used already none goes away."""
    return extremum(cond, then, other) or shared(cond, then, other) or [Select(cond, then, other)]


def extremum(cond: Value, then: Value, other: Value) -> list[Op]:
    """The lesser or the greater of two integers, or nothing."""
    if type(cond) is not Compare or then.type.kind not in ("int", "uint") or Undef in (type(then), type(other)):
        return []
    x, y = cond.operands
    kinds = {"lt": (Min, Max), "le": (Min, Max), "gt": (Max, Min), "ge": (Max, Min)}.get(cond.attrs[0])
    if kinds is None:
        return []
    if x is then and y is other:
        return [kinds[0](x, y)]
    return [kinds[1](x, y)] if x is other and y is then else []


def shared(cond: Value, then: Value, other: Value) -> list[Op]:
    """The op that both values are results of, on a chosen operand; or nothing."""
    if type(then) in SHARED and type(other) is type(then) and not then.users and not other.users:
        (x, a), (y, b) = then.operands, other.operands  # type: ignore[attr-defined]
        if x is y and a.type is b.type and type(x) is not Undef:
            chosen = Select(cond, a, b)
            return [chosen, again(then, x, chosen)]
    return optional(cond, then, other, False) or optional(cond, other, then, True)


def optional(cond: Value, done: Value, left: Value, negated: bool) -> list[Op]:
    """`cond ? x + 1 : x` adds one or zero. Of integers only: `-0.0 + 0.0` is another number."""
    if type(done) not in NEUTRAL or done.type.kind not in ("int", "uint") or done.users:
        return []
    x, a = done.operands  # type: ignore[attr-defined]
    if x is not left or type(a) is not Const:
        return []
    zero = Const(0, a.type)
    chosen = Select(cond, zero, a) if negated else Select(cond, a, zero)
    return [zero, chosen, again(done, x, chosen)]


def again(op: Value, x: Value, y: Value) -> Op:
    """The same op on other operands."""
    made: Op = type(op)(x, y)  # type: ignore[call-arg, assignment]
    return made
