"""Folds constants and applies the identities that are exact.

After it ran, no pure op has only constant operands (unless its result is a NaN or not defined), and no identity below applies.
Constants stand on the right of commutative ops. An op whose operand is `mir.undef` is left as it stands: nothing is concluded
from an undefined value.

    %two = mir.const 2 : i32                    %sum = mir.const 6 : i32
    %three = mir.const 3 : i32                  mir.return %sum
    %six = mir.mul %two, %three
    %zero = mir.const 0 : i32            ==>
    %sum = mir.add %six, %zero
    mir.return %sum

(The constants that are no longer used go with `dce`.) Floats have no identity here that breaks a signed zero or a NaN: `x + 0.0`,
`x * 1.0` and `x - x` stay. Method: a work list; each op is looked at once, and again when an operand of it changed. A folded op
is replaced at its own place; block lists are rebuilt once, at the end.
"""
from __future__ import annotations

from dialect.op import COMMUTES, PURE
from dialect.ops import Bitcast, Const

from .identities import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Block, Function
    from dialect.op import Op, Value

    from .analyses import Analyses


def run(function: Function, _analyses: Analyses) -> bool:
    """Folds until nothing is left to fold."""
    work = [op for block in function.blocks for op in block.ops if op.flags & PURE and op.operands]
    work.reverse()
    instead: dict[Op, list[Op]] = {}  # what stands at the place of a replaced op
    touched: dict[Block, None] = {}
    changed = False
    while work:
        op = work.pop()
        block = op.block
        if block is None:
            continue
        changed |= constant_right(op)
        found = simplified(op)
        if found is None:
            continue
        value, made = found
        if value is op:  # only unreachable code defines a value by itself
            continue
        instead[op] = made
        touched[block] = None
        for new in made:
            new.block, new.loc = block, op.loc
        if made and not value.name:
            value.name = op.name
        work.extend([user for user in op.users if user.flags & PURE])
        work.extend([new for new in made if new.operands])
        op.replace_all_uses(value)
        op.drop()
    for block in touched:
        block.ops = rebuilt(block.ops, instead)
    return changed or bool(touched)


def rebuilt(ops: list[Op], instead: dict[Op, list[Op]]) -> list[Op]:
    """The list with each replaced op's successors in its place, which may have been replaced in turn."""
    out: list[Op] = []
    for op in ops:
        made = instead.get(op)
        if made is None:
            out.append(op)
            continue
        pending = made[::-1]
        while pending:
            new = pending.pop()
            if new in instead:
                pending.extend(reversed(instead[new]))
            else:
                out.append(new)
    return out


def constant_right(op: Op) -> bool:
    """Swaps the operands of a commutative op whose left one alone is a constant."""
    if op.flags & COMMUTES:
        left, right = op.operands[:2]
        if type(left) is Const and type(right) is not Const:
            op.set_operands((right, left, *op.operands[2:]))
            return True
    return False


def simplified(op: Op) -> tuple[Value, list[Op]] | None:
    """A value equal to `op` with the new ops that make it, in order; None when there is none."""
    for v in op.operands:
        if type(v) is not Const:
            break
    else:
        constant = folded(op)
        if constant is not None:
            return constant, [constant]
    rule = RULES.get(type(op))
    return rule(op) if rule is not None else None


def folded(op: Op) -> Const | None:
    """The constant that `op`, all of whose operands are constants, evaluates to. NaNs are left: their payload is the
    machine's.
    """
    evaluate = type(op).evaluate
    if evaluate is None:
        return None
    values = [v.attrs[0] for v in op.operands]  # type: ignore[attr-defined]
    if type(op) is Bitcast and values[0] != values[0]:
        return None
    result = evaluate(op.operands[0].type, *values, *op.attrs)
    return None if result is None or result != result else Const(result, op.type)
