"""Rules for integers and `bool`. Every rule leaves the result in the form that `registers` promises for its type."""
from __future__ import annotations

from dialect.ops import Const
from ptx.lower.registers import PREDICATE, WORD, arithmetic, bits, class_of
from ptx.lower.select import fused_product, wide_factors
from ptx.operands import Integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value
    from dialect.types import Type
    from ptx.lower.emitter import Emitter
    from ptx.operands import Operand, Register


def mask(width: int) -> Integer:
    """`width` ones."""
    return Integer((1 << width) - 1)


def normalise(e: Emitter, type: Type, result: Register, raw: Operand) -> None:
    """Brings the low bits of `raw` into the form of a small integer type: sign- or zero-extended to 32 bits."""
    if type.kind == "int":
        e.emit(f"cvt.s32.s{type.bits}", result, raw)
    else:
        e.emit("and.b32", result, raw, mask(type.bits))


def compute(e: Emitter, op: Op, name: str, *sources: Operand) -> None:
    """One instruction, and for types under 32 bits the return to their range."""
    result = e.define(op)
    if op.type.bits >= 32:
        e.emit(name, result, *sources)
    else:
        normalise(e, op.type, result, e.emit(name, e.new(WORD), *sources))


def wrapping(e: Emitter, op: Op, name: str) -> None:
    """Addition, subtraction and the low half of a product: the same for both signs."""
    lhs, rhs = op.operands
    compute(e, op, f"{name}.s{max(32, op.type.bits)}", e.src(lhs), e.src(rhs))


def add(e: Emitter, op: Op) -> None:
    """`add`, or one `mad.lo` with the product that only this addition uses."""
    fused = fused_product(op)
    if fused is None:
        wrapping(e, op, "add")
        return
    product, other = fused
    sources = [e.src(v) for v in (*product.operands, other)]
    e.emit(f"mad.lo.s{op.type.bits}", e.define(op), *sources)


def mul(e: Emitter, op: Op) -> None:
    """`mul.lo`, or `mul.wide` of two 32-bit values."""
    factors = wide_factors(op)
    if factors is None:
        wrapping(e, op, "mul.lo")
        return
    a, b, type = factors
    sources = (e.src(a), Integer(b) if isinstance(b, int) else e.src(b))
    e.emit(f"mul.wide.{arithmetic(type)}", e.define(op), *sources)


def mul_high(e: Emitter, op: Op) -> None:
    """`mul.hi`; small types multiply in 32 bits, where the whole product fits."""
    lhs, rhs = e.src(op.operands[0]), e.src(op.operands[1])
    kind = arithmetic(op.type)
    if op.type.bits >= 32:
        e.emit(f"mul.hi.{kind}", e.define(op), lhs, rhs)
    else:
        product = e.emit("mul.lo.s32", e.new(WORD), lhs, rhs)
        e.emit(f"shr.{kind}", e.define(op), product, Integer(op.type.bits))


def div(e: Emitter, op: Op) -> None:
    """`div`; by an unsigned power of two a shift."""
    shift = _power_of_two(op)
    if shift is not None:
        e.emit(f"shr.{arithmetic(op.type)}", e.define(op), e.src(op.operands[0]), Integer(shift))
    else:
        compute(e, op, f"div.{arithmetic(op.type)}", e.src(op.operands[0]), e.src(op.operands[1]))


def rem(e: Emitter, op: Op) -> None:
    """`rem`; by an unsigned power of two a mask."""
    shift = _power_of_two(op)
    if shift is not None:
        e.emit(f"and.{bits(op.type)}", e.define(op), e.src(op.operands[0]), mask(shift))
    else:
        compute(e, op, f"rem.{arithmetic(op.type)}", e.src(op.operands[0]), e.src(op.operands[1]))


def _power_of_two(op: Op) -> int | None:
    divisor = op.operands[1]
    if op.type.kind != "uint" or not isinstance(divisor, Const):
        return None
    value = int(divisor.value)
    return value.bit_length() - 1 if value and not value & (value - 1) else None


def bitwise(name: str) -> Rule:
    """The rule of `and`, `or` and `xor`: they keep both forms of small integers; on `bool` they work on predicates."""

    def rule(e: Emitter, op: Op) -> None:
        lhs, rhs = e.src(op.operands[0]), e.src(op.operands[1])
        e.emit(f"{name}.{bits(op.type)}", e.define(op), lhs, rhs)

    return rule


def not_(e: Emitter, op: Op) -> None:
    """`not`; unsigned small integers flip only their own bits."""
    value = e.src(op.operands[0])
    if op.type.kind == "uint" and op.type.bits < 32:
        e.emit("xor.b32", e.define(op), value, mask(op.type.bits))
    else:
        e.emit(f"not.{bits(op.type)}", e.define(op), value)


def shift(e: Emitter, op: Op, name: str) -> None:
    """A shift by the amount modulo the width; PTX alone would clamp it."""
    value, amount = op.operands
    width = op.type.bits
    if isinstance(amount, Const):
        by: Operand = Integer(int(amount.value) & (width - 1))
    else:
        by = e.emit("and.b32", e.new(WORD), e.low_word(amount), Integer(width - 1))
    compute(e, op, name, e.src(value), by)


def shl(e: Emitter, op: Op) -> None:
    """Left shift."""
    shift(e, op, f"shl.{bits(op.type)}")


def shr(e: Emitter, op: Op) -> None:
    """Right shift, arithmetic for signed types."""
    shift(e, op, f"shr.{arithmetic(op.type)}")


def neg(e: Emitter, op: Op) -> None:
    """Wrapping negation."""
    compute(e, op, f"neg.s{max(32, op.type.bits)}", e.src(op.operands[0]))


def abs_(e: Emitter, op: Op) -> None:
    """Wrapping magnitude; an unsigned value is its own."""
    value = e.src(op.operands[0])
    if op.type.kind == "uint":
        e.values[op] = value
    else:
        compute(e, op, f"abs.{arithmetic(op.type)}", value)


def extremum(e: Emitter, op: Op, name: str) -> None:
    """`min` and `max`."""
    lhs, rhs = e.src(op.operands[0]), e.src(op.operands[1])
    e.emit(f"{name}.{arithmetic(op.type)}", e.define(op), lhs, rhs)


def unsigned_pattern(e: Emitter, value: Value) -> Operand:
    """The bits of an integer, zero-extended to its register: only small signed types need work."""
    operand = e.src(value)
    if value.type.kind == "int" and value.type.bits < 32:
        return e.emit("and.b32", e.new(WORD), operand, mask(value.type.bits))
    return operand


def leading_zeros(e: Emitter, op: Op) -> None:
    """`clz`, less the bits that a small type does not have."""
    type = op.operands[0].type
    pattern = unsigned_pattern(e, op.operands[0])
    if type.bits >= 32:
        e.emit(f"clz.{bits(type)}", e.define(op), pattern)
    else:
        count = e.emit("clz.b32", e.new(WORD), pattern)
        e.emit("add.s32", e.define(op), count, Integer(type.bits - 32))


def pop_count(e: Emitter, op: Op) -> None:
    """`popc`."""
    pattern = unsigned_pattern(e, op.operands[0])
    e.emit(f"popc.{bits(op.operands[0].type)}", e.define(op), pattern)


def reverse_bits(e: Emitter, op: Op) -> None:
    """`brev`; a small type's bits come out at the top and are shifted down by its own sign."""
    value = e.src(op.operands[0])
    if op.type.bits >= 32:
        e.emit(f"brev.{bits(op.type)}", e.define(op), value)
    else:
        reversed_word = e.emit("brev.b32", e.new(WORD), value)
        e.emit(f"shr.{arithmetic(op.type)}", e.define(op), reversed_word, Integer(32 - op.type.bits))


def compare(e: Emitter, op: Op) -> None:
    """`setp` on integers and pointers; `bool` compares by logic on predicates, with false < true."""
    lhs, rhs = op.operands
    if lhs.type.kind == "bool":
        _compare_bools(e, op)
    else:
        a, b = e.src(lhs), e.src(rhs)
        e.emit(f"setp.{op.attrs[0]}.{arithmetic(lhs.type)}", e.define(op), a, b)


def _compare_bools(e: Emitter, op: Op) -> None:
    a, b = e.reg(op.operands[0]), e.reg(op.operands[1])
    predicate = op.attrs[0]
    if predicate == "ne":
        e.emit("xor.pred", e.define(op), a, b)
    elif predicate == "eq":
        different = e.emit("xor.pred", e.new(PREDICATE), a, b)
        e.emit("not.pred", e.define(op), different)
    else:
        if predicate in ("gt", "ge"):
            a, b = b, a
        inverse = e.emit("not.pred", e.new(PREDICATE), a)
        e.emit("and.pred" if predicate in ("lt", "gt") else "or.pred", e.define(op), inverse, b)


def select(e: Emitter, op: Op) -> None:
    """`selp`; `bool` by logic: (c and a) or (not c and b), of which one half is enough where `b` is false or `a` true."""
    condition, then, other = op.operands
    c = e.reg(condition)
    if op.type.kind != "bool":
        declared = class_of(op.type, e.loc).declared
        a, b = e.src(then), e.src(other)
        e.emit(f"selp.{declared}", e.define(op), a, b, c)
    elif type(other) is Const and not other.value:
        e.emit("and.pred", e.define(op), c, e.reg(then))
    elif type(then) is Const and then.value:
        e.emit("or.pred", e.define(op), c, e.reg(other))
    else:
        a_and_c = e.emit("and.pred", e.new(PREDICATE), c, e.reg(then))
        inverse = e.emit("not.pred", e.new(PREDICATE), c)
        b_and_not_c = e.emit("and.pred", e.new(PREDICATE), inverse, e.reg(other))
        e.emit("or.pred", e.define(op), a_and_c, b_and_not_c)


def cast(e: Emitter, value: Value, target: Type, op: Op) -> None:
    """Integer to integer: truncation and normalisation, or extension by the source's own sign."""
    source = value.type
    if target.bits == 64:
        if source.bits == 64:
            e.values[op] = e.reg(value)
        else:
            letter = "s" if source.kind == "int" else "u"
            e.emit(f"cvt.{letter}64.{letter}32", e.define(op), e.reg(value))
        return
    word = e.reg(value)
    if source.bits == 64:
        word = e.emit("cvt.u32.u64", e.define(op) if target.bits == 32 else e.new(WORD), word)
        if target.bits == 32:
            return
    if target.bits == 32 or fits(source, target):
        e.values[op] = word
    else:
        normalise(e, target, e.define(op), word)


def fits(source: Type, target: Type) -> bool:
    """Whether the register form of a small or 32-bit source already is that of the small target, for every value."""
    if source is target:
        return True
    if source.bits >= target.bits:
        return False
    return source.kind == "uint" or target.kind == "int"


if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Rule: TypeAlias = Callable[[Emitter, Op], None]
