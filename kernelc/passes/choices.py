"""Makes the cheapest ops that choose one of two values.

`choice` gives new ops, the last of which is the value: `mir.min` or `mir.max` where integers are compared and chosen; one op on a chosen operand where
both values are results of the same op that nothing else uses; otherwise a select.

    %a = mir.add %x, %ten                       %k = mir.select %c, %ten, %one
    %b = mir.add %x, %one                ==>    %v = mir.add %x, %k
    %v = mir.select %c, %a, %b

(The ops that are no longer used go with `dce`.)
"""
from __future__ import annotations

from dialect.ops import Add, And, Compare, Const, Max, Min, Mul, Or, Rem, Select, Shl, Shr, Sub, Undef, Xor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value

SHARED = (Add, Sub, Mul, And, Or, Xor, Shl, Shr)
"""Ops of two operands that do the same in both ways when their second operand is chosen before."""


def choice(cond: Value, then: Value, other: Value) -> list[Op]:
    """`cond ? then : other`, in new ops. Of two values that are used already none goes away."""
    return extremum(cond, then, other) or counted(cond, then, other) or shared(cond, then, other) or [Select(cond, then, other)]


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
    return []


def counted(cond: Value, then: Value, other: Value) -> list[Op]:
    """`x + b` for `b > 0 ? x + 1 : x`, where `b` is a number of one bit; or nothing."""
    for done, left, holds in ((then, other, True), (other, then, False)):
        bit = added_bit(cond, done, left, holds)
        if bit is not None:
            return [again(done, left, bit)]
    return []


def added_bit(cond: Value, done: Value, left: Value, holds: bool) -> Value | None:
    """The number that may take the place of the one that `done` adds to `left`, or takes from it, where the condition holds (or does not hold)."""
    if type(done) is not Add and type(done) is not Sub:
        return None
    x, one = done.operands
    bit = bit_of(cond, holds)
    return bit if x is left and is_constant(one, 1) and bit is not None and bit.type is done.type else None


def bit_of(cond: Value, holds: bool) -> Value | None:
    """The number that is 1 where the condition holds (or does not hold), and 0 elsewhere; None if there is none."""
    if type(cond) is not Compare or cond.attrs[0] not in (("ne", "gt") if holds else ("eq", "le")):
        return None
    number, zero = cond.operands
    if not is_constant(zero, 0) or number.type.kind != "uint":
        return None
    is_bit = (type(number) is And and is_constant(number.operands[1], 1)) or (type(number) is Rem and is_constant(number.operands[1], 2))
    return number if is_bit else None


def is_constant(v: Value, number: int) -> bool:
    """Whether the value is this number."""
    return type(v) is Const and v.attrs[0] == number


def again(op: Value, x: Value, y: Value) -> Op:
    """The same op on other operands."""
    made: Op = type(op)(x, y)  # type: ignore[call-arg, assignment]
    return made
