"""Rules for 128-bit integers: two 64-bit registers, the lower half first.

Carries go through `add.cc` and `addc`; shifts rely on PTX clamping amounts at the width, so a half that is shifted out is zero by itself.
Division calls a device function (`remainder`). In memory and across calls the halves lie next to each other, aligned to 16.
"""
from __future__ import annotations

from dialect import ops
from dialect.ops import Const
from dialect.types import F32, F64
from ptx.lower import floats, integers
from ptx.lower.calls import invoke, invoke_wide
from ptx.lower.division import division_function
from ptx.lower.errors import InternalLoweringError
from ptx.lower.memory import access
from ptx.lower.registers import LONG, PREDICATE, WORD
from ptx.lower.wide_floats import to_float, to_integer
from ptx.operands import Address, Integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from dialect.op import Op
    from ptx.lower.calls import Passed
    from ptx.lower.emitter import Emitter
    from ptx.operands import Operand, Register

    Rule: TypeAlias = Callable[[Emitter, Op], None]
    Pair: TypeAlias = tuple[Operand, Operand]

_ZERO = Integer(0)


def _pairs(e: Emitter, op: Op) -> list[Pair]:
    return [e.pair(v) for v in op.operands]


def _is_zero(operand: Operand) -> bool:
    return isinstance(operand, Integer) and operand.value == 0


def carrying(first: str, second: str) -> Rule:
    """Addition and subtraction: the lower halves set the carry that the upper ones take."""

    def rule(e: Emitter, op: Op) -> None:
        (a, ah), (b, bh) = _pairs(e, op)
        low, high = e.define_pair(op)
        e.emit(first, low, a, b)
        e.emit(second, high, ah, bh)

    return rule


def mul(e: Emitter, op: Op) -> None:
    """The full product of the lower halves, and the lower products of the mixed ones on top; those with a zero half vanish."""
    (a, ah), (b, bh) = _pairs(e, op)
    top = e.emit("mul.hi.u64", e.new(LONG), a, b)
    for x, y in ((a, bh), (ah, b)):
        if not _is_zero(x) and not _is_zero(y):
            top = e.emit("mad.lo.s64", e.new(LONG), x, y, top)
    e.pairs[op] = e.emit("mul.lo.s64", e.new(LONG), a, b), top


def mul_high(e: Emitter, op: Op) -> None:
    """The upper 128 bits of the 256-bit product by columns; a negative factor takes the other one off (it stood for 2^128 too much)."""
    (a, ah), (b, bh) = _pairs(e, op)
    first, second = (e.emit("mul.hi.u64", e.new(LONG), x, y) for x, y in ((ah, b), (a, bh)))
    middle = e.emit("add.cc.u64", e.new(LONG), e.emit("mul.hi.u64", e.new(LONG), a, b), e.emit("mul.lo.s64", e.new(LONG), ah, b))
    over = e.emit("addc.u64", e.new(LONG), first, _ZERO)
    product = e.emit("mul.lo.s64", e.new(LONG), a, bh)
    e.emit("add.cc.u64", e.new(LONG), middle, product)
    low = e.emit("addc.cc.u64", e.new(LONG), over, second)
    carry = e.emit("addc.u64", e.new(LONG), _ZERO, _ZERO)
    lower, upper = (e.emit(f"mul.{part}", e.new(LONG), ah, bh) for part in ("lo.s64", "hi.u64"))
    result = e.emit("add.cc.u64", e.new(LONG), low, lower), e.emit("addc.u64", e.new(LONG), upper, carry)
    if op.type.kind == "int":
        result = _less_where_negative(e, _less_where_negative(e, result, ah, (b, bh)), bh, (a, ah))
    e.pairs[op] = result


def _less_where_negative(e: Emitter, value: tuple[Register, Register], sign: Operand, other: Pair) -> tuple[Register, Register]:
    mask = e.emit("shr.s64", e.new(LONG), sign, Integer(63))
    low, high = (e.emit("and.b64", e.new(LONG), half, mask) for half in other)
    return e.emit("sub.cc.u64", e.new(LONG), value[0], low), e.emit("subc.u64", e.new(LONG), value[1], high)


def division(remainder: bool) -> Rule:
    """A call of the device function for the type."""

    def rule(e: Emitter, op: Op) -> None:
        type = op.type
        name = f"{'rem' if remainder else 'div'}_{type.name}"
        symbol = e.context.helper(name, lambda symbol: division_function(symbol, type, remainder))
        arguments: list[Passed] = [(v.type, e.pair(v)) for v in op.operands]
        invoke_wide(e, symbol, arguments, op.type, e.define_pair(op))

    return rule


def halves(name: str) -> Rule:
    """`and`, `or`, `xor`, `not`: each half for itself."""

    def rule(e: Emitter, op: Op) -> None:
        operands = _pairs(e, op)
        low, high = e.define_pair(op)
        e.emit(name, low, *[p[0] for p in operands])
        e.emit(name, high, *[p[1] for p in operands])

    return rule


def neg(e: Emitter, op: Op) -> None:
    """0 - a."""
    a, ah = e.pair(op.operands[0])
    _subtract(e, op, (_ZERO, _ZERO), (a, ah))


def _subtract(e: Emitter, op: Op, lhs: Pair, rhs: Pair) -> None:
    low, high = e.define_pair(op)
    e.emit("sub.cc.u64", low, lhs[0], rhs[0])
    e.emit("subc.u64", high, lhs[1], rhs[1])


def abs_(e: Emitter, op: Op) -> None:
    """(a xor s) - s, where s is all sign."""
    a, ah = e.pair(op.operands[0])
    if op.type.kind == "uint":
        e.pairs[op] = a, ah
        return
    sign = e.emit("shr.s64", e.new(LONG), ah, Integer(63))
    flipped = [e.emit("xor.b64", e.new(LONG), half, sign) for half in (a, ah)]
    _subtract(e, op, (flipped[0], flipped[1]), (sign, sign))


def _amounts(e: Emitter, op: Op) -> tuple[Register, Register, Register]:
    """The amount modulo 128, 64 less it, and it less 64; what is negative is huge to a shift."""
    by = e.emit("and.b32", e.new(WORD), e.low_word(op.operands[1]), Integer(127))
    left = e.emit("sub.s32", e.new(WORD), Integer(64), by)
    return by, left, e.emit("add.s32", e.new(WORD), by, Integer(-64))


def shl(e: Emitter, op: Op) -> None:
    """The upper half takes what leaves the lower one."""
    (a, ah), amount = e.pair(op.operands[0]), op.operands[1]
    if isinstance(amount, Const):
        e.pairs[op] = _left_by(e, a, ah, int(amount.value) & 127)
        return
    by, left, over = _amounts(e, op)
    kept = e.emit("or.b64", e.new(LONG), _shift(e, "shl.b64", ah, by), _shift(e, "shr.u64", a, left))
    low, high = e.define_pair(op)
    e.emit("shl.b64", low, a, by)
    e.emit("or.b64", high, kept, _shift(e, "shl.b64", a, over))


def _left_by(e: Emitter, a: Operand, ah: Operand, by: int) -> Pair:
    if by == 0:
        return a, ah
    if by >= 64:
        return _ZERO, a if by == 64 else _shift(e, "shl.b64", a, Integer(by - 64))
    moved = _shift(e, "shr.u64", a, Integer(64 - by))
    return _shift(e, "shl.b64", a, Integer(by)), e.emit("or.b64", e.new(LONG), _shift(e, "shl.b64", ah, Integer(by)), moved)


def shr(e: Emitter, op: Op) -> None:
    """The lower half takes what leaves the upper one; a signed upper half beyond 64 is selected, for it never shifts to zero."""
    (a, ah), amount = e.pair(op.operands[0]), op.operands[1]
    name = "shr.s64" if op.type.kind == "int" else "shr.u64"
    if isinstance(amount, Const):
        e.pairs[op] = _right_by(e, name, a, ah, int(amount.value) & 127)
        return
    by, left, over = _amounts(e, op)
    near = e.emit("or.b64", e.new(LONG), _shift(e, "shr.u64", a, by), _shift(e, "shl.b64", ah, left))
    far = _shift(e, name, ah, over)
    low, high = e.define_pair(op)
    if name == "shr.u64":
        e.emit("or.b64", low, near, far)
    else:
        e.emit("selp.b64", low, far, near, e.emit("setp.ge.u32", e.new(PREDICATE), by, Integer(64)))
    e.emit(name, high, ah, by)


def _right_by(e: Emitter, name: str, a: Operand, ah: Operand, by: int) -> Pair:
    if by == 0:
        return a, ah
    if by >= 64:
        return ah if by == 64 else _shift(e, name, ah, Integer(by - 64)), _shift(e, name, ah, Integer(63)) if name == "shr.s64" else _ZERO
    moved = _shift(e, "shl.b64", ah, Integer(64 - by))
    return e.emit("or.b64", e.new(LONG), _shift(e, "shr.u64", a, Integer(by)), moved), _shift(e, name, ah, Integer(by))


def _shift(e: Emitter, name: str, value: Operand, by: Operand) -> Register:
    return e.emit(name, e.new(LONG), value, by)


def compare(e: Emitter, op: Op) -> None:
    """`setp` on both halves: the upper ones decide, the lower ones unsigned where those are equal."""
    e.values[op] = compared(e, op, op.attrs[0])


def compared(e: Emitter, op: Op, predicate: str) -> Register:
    """The predicate of a comparison of the first two operands."""
    lhs, rhs = op.operands[:2]
    (a, ah), (b, bh) = e.pair(lhs), e.pair(rhs)
    kind = "s" if lhs.type.kind == "int" else "u"
    low = e.emit(f"setp.{predicate}.u64", e.new(PREDICATE), a, b)
    if predicate in ("eq", "ne"):
        high = e.emit(f"setp.{predicate}.u64", e.new(PREDICATE), ah, bh)
        return e.emit("and.pred" if predicate == "eq" else "or.pred", e.new(PREDICATE), low, high)
    equal = e.emit("setp.eq.u64", e.new(PREDICATE), ah, bh)
    decided = e.emit("and.pred", e.new(PREDICATE), low, equal)
    return e.emit("or.pred", e.new(PREDICATE), e.emit(f"setp.{predicate[0]}t.{kind}64", e.new(PREDICATE), ah, bh), decided)


def extremum(predicate: str) -> Rule:
    """`min` and `max` by comparison and selection."""

    def rule(e: Emitter, op: Op) -> None:
        chosen = compared(e, op, predicate)
        _select(e, op, e.pair(op.operands[0]), e.pair(op.operands[1]), chosen)

    return rule


def select(e: Emitter, op: Op) -> None:
    """`selp` on both halves."""
    condition, then, other = op.operands
    _select(e, op, e.pair(then), e.pair(other), e.reg(condition))


def _select(e: Emitter, op: Op, then: Pair, other: Pair, condition: Register) -> None:
    low, high = e.define_pair(op)
    e.emit("selp.b64", low, then[0], other[0], condition)
    e.emit("selp.b64", high, then[1], other[1], condition)


def leading_zeros(e: Emitter, op: Op) -> None:
    """Those of the upper half, or 64 and those of the lower one."""
    a, ah = e.pair(op.operands[0])
    below = e.emit("add.s32", e.new(WORD), e.emit("clz.b64", e.new(WORD), a), Integer(64))
    above = e.emit("clz.b64", e.new(WORD), ah)
    empty = e.emit("setp.eq.u64", e.new(PREDICATE), ah, _ZERO)
    e.emit("selp.b32", e.define(op), below, above, empty)


def pop_count(e: Emitter, op: Op) -> None:
    """The sum over both halves."""
    counts = [e.emit("popc.b64", e.new(WORD), half) for half in e.pair(op.operands[0])]
    e.emit("add.s32", e.define(op), *counts)


def reverse_bits(e: Emitter, op: Op) -> None:
    """Each half reversed, and both exchanged."""
    a, ah = e.pair(op.operands[0])
    low, high = e.define_pair(op)
    e.emit("brev.b64", low, ah)
    e.emit("brev.b64", high, a)


def cast(e: Emitter, op: Op) -> None:
    """Between integers: the lower half, and an upper one of zeros or of the sign. To and from floats a device function."""
    value = op.operands[0]
    if value.type.kind == "float":
        _from_float(e, op)
    elif op.type.kind == "float":
        _to_float(e, op)
    elif value.type.bits == 128:
        _from_wide(e, op)
    elif value.type.kind == "bool":
        e.pairs[op] = e.emit("selp.b64", e.new(LONG), Integer(1), _ZERO, e.reg(value)), _ZERO
    else:
        letter = "s" if value.type.kind == "int" else "u"
        low = e.reg(value)
        if value.type.bits < 64:
            low = e.emit(f"cvt.{letter}64.{letter}32", e.new(LONG), low)
        e.pairs[op] = low, e.emit("shr.s64", e.new(LONG), low, Integer(63)) if letter == "s" else _ZERO


def _from_float(e: Emitter, op: Op) -> None:
    value, target = op.operands[0], op.type
    source = F64 if value.type is F64 else F32
    symbol = e.context.helper(f"{source.name}_to_{target.name}", lambda symbol: to_integer(symbol, source, target))
    invoke_wide(e, symbol, [(source, (floats.widen(e, value),))], target, e.define_pair(op))


def _to_float(e: Emitter, op: Op) -> None:
    value, target = op.operands[0], op.type
    source = value.type
    symbol = e.context.helper(f"{source.name}_to_{target.name}", lambda symbol: to_float(symbol, source, target))
    invoke(e, symbol, [(source, e.pair(value))], target, e.define(op))


def _from_wide(e: Emitter, op: Op) -> None:
    low, high = e.pair(op.operands[0])
    if op.type.bits == 128:
        e.pairs[op] = low, high
    elif op.type.bits == 64:
        e.values[op] = e.low(op.operands[0])
    else:
        word = e.emit("cvt.u32.u64", e.define(op) if op.type.bits == 32 else e.new(WORD), low)
        if op.type.bits < 32:
            integers.normalise(e, op.type, e.define(op), word)


def bitcast(e: Emitter, op: Op) -> None:
    """Between the two signs."""
    if op.operands[0].type.bits != op.type.bits:
        raise InternalLoweringError(e.function.name, op, "the types differ in size")
    e.pairs[op] = e.pair(op.operands[0])


def load(e: Emitter, op: Op, volatile: bool = False) -> None:
    """Two loads of 64 bits."""
    address, space = e.address(op.operands[0])
    low, high = e.define_pair(op)
    name = access("ld", space, "u64", volatile)
    e.emit(name, low, address)
    e.emit(name, high, Address(address.base, address.offset + 8))


def store(e: Emitter, op: Op, volatile: bool = False) -> None:
    """Two stores of 64 bits."""
    low, high = e.pair(op.operands[0])
    address, space = e.address(op.operands[1])
    name = access("st", space, "u64", volatile)
    e.effect(name, address, low)
    e.effect(name, Address(address.base, address.offset + 8), high)


def _volatile(rule: Callable[[Emitter, Op, bool], None]) -> Rule:
    return lambda e, op: rule(e, op, True)


WIDE_RULES: dict[type[Op], Rule] = {
    ops.Add: carrying("add.cc.u64", "addc.u64"),
    ops.Sub: carrying("sub.cc.u64", "subc.u64"),
    ops.Mul: mul,
    ops.MulHigh: mul_high,
    ops.Div: division(remainder=False),
    ops.Rem: division(remainder=True),
    ops.And: halves("and.b64"),
    ops.Or: halves("or.b64"),
    ops.Xor: halves("xor.b64"),
    ops.Not: halves("not.b64"),
    ops.Shl: shl,
    ops.Shr: shr,
    ops.Neg: neg,
    ops.Abs: abs_,
    ops.Min: extremum("lt"),
    ops.Max: extremum("gt"),
    ops.LeadingZeros: leading_zeros,
    ops.PopCount: pop_count,
    ops.ReverseBits: reverse_bits,
    ops.Compare: compare,
    ops.Select: select,
    ops.Cast: cast,
    ops.Bitcast: bitcast,
    ops.Load: load,
    ops.Store: store,
    ops.VolatileLoad: _volatile(load),
    ops.VolatileStore: _volatile(store),
}
"""The rules of ops that make or read 128-bit integers; an op not listed here has none for them, or treats them in its own rule."""
