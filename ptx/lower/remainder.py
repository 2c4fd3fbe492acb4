"""The exact remainder of floats (C's `fmod`, Rust's `%`), which PTX has no instruction for: a device function, made where it is used.

The divisor is doubled while it fits into the dividend, then halved back, and subtracted wherever it fits. Doubling and halving change
only the exponent, and the difference of two floats within a factor of two of each other is exact (Sterbenz: Floating-Point Computation,
1974), so no step rounds. At most as many steps as the exponents of the operands differ, twice.
"""
from __future__ import annotations

from dialect import ops
from dialect.function import Cursor, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Block
    from dialect.op import Value
    from dialect.types import Type


def remainder_function(name: str, type: Type) -> Function:
    """The MIR of `name(x, y) -> x fmod y` for `f32` or `f64`."""
    function = Function(name, "func", type)
    entry, up, down, nan, same = (function.add_block(label) for label in ("start", "up", "down", "nan", "same"))
    x, y = entry.add_param(type, "x"), entry.add_param(type, "y")
    at = Cursor(entry)
    dividend, divisor = at.add(ops.Abs(x), "dividend"), at.add(ops.Abs(y), "divisor")
    _guards(function, at, dividend, divisor, (up, nan, same))
    _double(up, dividend, down)
    _subtract(function, down, divisor, x)
    nan.end(ops.Return((Cursor(nan).add(ops.Const(float("nan"), type)),)))
    same.end(ops.Return((x,)))
    return function


def _guards(function: Function, at: Cursor, dividend: Value, divisor: Value, targets: tuple[Block, Block, Block]) -> None:
    """A smaller dividend is its own remainder; by zero or NaN, and of infinity or NaN, the remainder is NaN."""
    up, nan, same = targets
    positive, finite = function.add_block("positive"), function.add_block("finite")
    at.end(ops.CondBr(at.add(ops.Compare(dividend, divisor, "lt")), (same, ()), (positive, ())))
    at = Cursor(positive)
    zero = at.add(ops.Const(0.0, divisor.type))
    at.end(ops.CondBr(at.add(ops.Compare(divisor, zero, "gt")), (finite, ()), (nan, ())))
    at = Cursor(finite)
    infinity = at.add(ops.Const(float("inf"), divisor.type))
    at.end(ops.CondBr(at.add(ops.Compare(dividend, infinity, "lt")), (up, (divisor,)), (nan, ())))


def _double(up: Block, dividend: Value, down: Block) -> None:
    """Doubles the step while the result still fits (an overflow to infinity does not)."""
    step = up.add_param(dividend.type, "step")
    at = Cursor(up)
    doubled = at.add(ops.Add(step, step), "doubled")
    at.end(ops.CondBr(at.add(ops.Compare(doubled, dividend, "le")), (up, (doubled,)), (down, (dividend, step))))


def _subtract(function: Function, down: Block, divisor: Value, x: Value) -> None:
    """Subtracts the step where it fits, and halves it until it was the divisor; the result has the dividend's sign."""
    type = divisor.type
    rest, step = down.add_param(type, "rest"), down.add_param(type, "step")
    halve, done = function.add_block("halve"), function.add_block("done")
    at = Cursor(down)
    fits = at.add(ops.Compare(rest, step, "ge"))
    less = at.add(ops.Select(fits, at.add(ops.Sub(rest, step)), rest), "less")
    at.end(ops.CondBr(at.add(ops.Compare(step, divisor, "eq")), (done, ()), (halve, ())))
    at = Cursor(halve)
    half = at.add(ops.Mul(step, at.add(ops.Const(0.5, type))), "half")
    at.end(ops.Goto((down, (less, half))))
    done.end(ops.Return((Cursor(done).add(ops.CopySign(less, x)),)))
