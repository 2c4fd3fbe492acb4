"""Division of 128-bit integers, which PTX has no instruction for: device functions, made where they are used.

Where both upper halves are zero the 64-bit instruction does it; else one bit of the quotient a step, from the top (Knuth: The Art of
Computer Programming, volume 2, 4.3.1, in base 2). As for `mir.div`, division by zero has no defined result.
"""
from __future__ import annotations

from dialect import ops
from dialect.function import Cursor, Function
from dialect.types import BOOL, U32, U64, U128

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Block
    from dialect.op import Value
    from dialect.types import Type


def division_function(name: str, type: Type, remainder: bool) -> Function:
    """The MIR of `name(a, b)` that gives the quotient towards zero, or the remainder with the sign of `a`, of `i128` or `u128`."""
    function = Function(name, "func", type)
    entry, short, loop, done = (function.add_block(label) for label in ("start", "short", "loop", "done"))
    a, b = entry.add_param(type, "a"), entry.add_param(type, "b")
    at = Cursor(entry)
    dividend, divisor = at.add(ops.Cast(at.add(ops.Abs(a)), U128)), at.add(ops.Cast(at.add(ops.Abs(b)), U128))
    upper = at.add(ops.Shr(at.add(ops.Or(dividend, divisor)), at.add(ops.Const(64, U32))))
    zero = at.add(ops.Const(0, U128))
    steps = at.add(ops.Const(128, U32))
    fits = at.add(ops.Compare(upper, zero, "eq"))
    at.end(ops.CondBr(fits, (short, ()), (loop, (zero, zero, dividend, steps))))
    magnitude = done.add_param(U128, "magnitude")
    _short(short, (dividend, divisor), remainder, done)
    _long(loop, divisor, remainder, done)
    _signed(done, magnitude, a, b, remainder)
    return function


def _short(block: Block, operands: tuple[Value, Value], remainder: bool, done: Block) -> None:
    at = Cursor(block)
    a, b = (at.add(ops.Cast(v, U64)) for v in operands)
    result = at.add((ops.Rem if remainder else ops.Div)(a, b))
    at.end(ops.Goto((done, (at.add(ops.Cast(result, U128)),))))


def _long(block: Block, divisor: Value, remainder: bool, done: Block) -> None:
    """The rest takes the dividend's next bit; where the divisor fits it is subtracted, and the quotient gets a one."""
    quotient, rest, dividend = (block.add_param(U128, name) for name in ("quotient", "rest", "dividend"))
    left = block.add_param(U32, "left")
    at = Cursor(block)
    one, last = at.add(ops.Const(1, U32)), at.add(ops.Const(127, U32))
    overflows = at.add(ops.Cast(at.add(ops.Shr(rest, last)), U32))
    grown = at.add(ops.Or(at.add(ops.Shl(rest, one)), at.add(ops.Shr(dividend, last))))
    fits = at.add(ops.Compare(grown, divisor, "ge"))
    takes = at.add(ops.Or(fits, at.add(ops.Compare(overflows, one, "eq"))))
    less = at.add(ops.Select(takes, at.add(ops.Sub(grown, divisor)), grown))
    more = at.add(ops.Or(at.add(ops.Shl(quotient, one)), at.add(ops.Cast(takes, U128))))
    further, fewer = at.add(ops.Shl(dividend, one)), at.add(ops.Sub(left, one))
    ended = at.add(ops.Compare(fewer, at.add(ops.Const(0, U32)), "eq"))
    at.end(ops.CondBr(ended, (done, (less if remainder else more,)), (block, (more, less, further, fewer))))


def _signed(block: Block, magnitude: Value, a: Value, b: Value, remainder: bool) -> None:
    """The sign: of the dividend for a remainder, else negative where the operands' signs differ."""
    at = Cursor(block)
    result = at.add(ops.Cast(magnitude, a.type))
    if a.type.kind == "int":
        zero = at.add(ops.Const(0, a.type))
        negative: Value = at.add(ops.Compare(a, zero, "lt"))
        if not remainder:
            negative = at.add(ops.Xor(negative, at.add(ops.Compare(b, zero, "lt"))))
        assert negative.type is BOOL
        result_negated = at.add(ops.Neg(result))
        at.end(ops.Return((at.add(ops.Select(negative, result_negated, result)),)))
    else:
        at.end(ops.Return((result,)))
