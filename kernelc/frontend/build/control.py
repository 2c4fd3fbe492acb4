"""Control flow becomes blocks in the order of the source: `while` is header, body, exit; `if` is then, else, merge. Only what is reached is placed."""

from __future__ import annotations

from dialect.op import Value
from dialect.types import BOOL
from kernelc.frontend import hir

from .flow import BORROW
from .function import INTO, VALUES, FunctionBuilder, Target, lowers
from .operands import Address, Diverged
from .patterns import match
from .places import note_read, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Block

    from .operands import Operand

UNREACHABLE = "internal: entered unreachable code"


# -------------------------------------------------------------------------------------------------------------------- statements


@lowers(INTO, hir.Block)
def _block_into(b: FunctionBuilder, node: hir.Block, destination: Value | None) -> None:
    if node.target is None or not node.target.has_break:
        _statements(b, node)
        _final_value(b, node, destination)
        return
    leave = b.new_block()
    b.targets[node.target] = Target(leave, None, destination)
    try:
        _statements(b, node)
        _final_value(b, node, destination)
        b.goto(leave)
    except Diverged:
        pass
    _go_on(b, leave)


@lowers(VALUES, hir.Block)
def _block(b: FunctionBuilder, node: hir.Block) -> Operand:
    if node.target is not None and node.target.has_break:
        return b.through_slot(node)
    _statements(b, node)
    return None if node.value is None else b.value(node.value)


def _statements(b: FunctionBuilder, node: hir.Block) -> None:
    for statement in node.statements:
        if isinstance(statement, hir.Let):
            _let(b, statement)
        else:
            b.discard(statement.value)


def _final_value(b: FunctionBuilder, node: hir.Block, destination: Value | None) -> None:
    if node.value is not None:
        b.into(node.value, destination)


def _go_on(b: FunctionBuilder, block: Block) -> None:
    """Continues in the block if anything goes there."""
    if not b.is_reached(block):
        raise Diverged
    b.place(block)


def _let(b: FunctionBuilder, node: hir.Let) -> None:
    pattern = node.pattern
    b.at(node.span)
    if node.value is None:
        for variable in bound(pattern):
            b.declare(variable)
            b.events.leave_unset()
    elif isinstance(pattern, hir.Bind) and pattern.mode == "value" and pattern.sub is None:
        _let_variable(b, pattern, node.value)
    else:
        _let_pattern(b, node, node.value)


def bound(pattern: hir.Pattern) -> list[hir.Variable]:
    """The variables of the pattern of a `let` without value: a plain name, or names in tuples."""
    if isinstance(pattern, hir.Bind):
        return [pattern.variable]
    if isinstance(pattern, hir.Fields):
        return [v for _, inner in pattern.members for v in bound(inner)]
    return []


def _let_variable(b: FunctionBuilder, pattern: hir.Bind, value: hir.Value) -> None:
    """`let name = value`: computed into the variable's slot."""
    variable = pattern.variable
    is_new = variable not in b.slots
    if is_new:
        b.at(pattern.span)
        b.slots[variable] = b.alloca(b.shape(variable.ty).type, variable.name)
    b.into(value, b.slots[variable])
    b.events.declare(variable)
    b.events.assign((variable, ()), pattern.span, True)


def _let_pattern(b: FunctionBuilder, node: hir.Let, value: hir.Value) -> None:
    failed = None if node.otherwise is None else b.new_block()
    if isinstance(node.pattern, hir.Wild) and isinstance(value, hir.Use):
        b.address(value.place)
        return
    pattern = node.pattern
    if isinstance(pattern, hir.Behind) and isinstance(value, hir.AddressOf) and value.span == value.place.span:
        pattern = pattern.pattern  # `let P { a, ref b } = p`: names borrow and move parts of `p`, which as a whole is not borrowed
        place = written(b, value.place) if value.is_mutable else b.address(value.place)
    elif isinstance(value, hir.Use):
        place = b.address(value.place)
    else:
        place = Address(b.temporary(value), value.ty)
    match(b, pattern, place, failed)
    if node.otherwise is None or failed is None or not b.is_reached(failed):
        return
    following = b.new_block()
    b.goto(following)
    b.place(failed)
    try:
        b.discard(node.otherwise)
    except Diverged:
        pass
    b.place(following)


# -------------------------------------------------------------------------------------------------------------------- conditions


def branch(b: FunctionBuilder, condition: hir.Value, then: Block, other: Block) -> None:
    """Ends the current block: goes to `then` if the condition holds, with the variables of its `let`s bound, else to `other`."""
    if isinstance(condition, hir.Logical):
        middle = b.new_block()
        branch(b, condition.lhs, *((middle, other) if condition.op == "&&" else (then, middle)))
        if b.is_reached(middle):
            b.place(middle)
            branch(b, condition.rhs, then, other)
    elif isinstance(condition, hir.Unary) and condition.op == "!":
        branch(b, condition.operand, other, then)
    elif isinstance(condition, hir.LetCondition):
        match(b, condition.pattern, b.address(condition.place), other)
        b.goto(then)
    else:
        holds = b.scalar(condition)
        b.at(condition.span)
        b.cond_br(holds, then, other)


@lowers(VALUES, hir.Logical, hir.LetCondition)
def _condition(b: FunctionBuilder, node: hir.Logical | hir.LetCondition) -> Operand:
    return b.through_slot(node)


@lowers(INTO, hir.Logical)
def _logical(b: FunctionBuilder, node: hir.Logical, destination: Value | None) -> None:
    more, short, merge = b.new_block(), b.new_block(), b.new_block()
    branch(b, node.lhs, *((more, short) if node.op == "&&" else (short, more)))
    if b.is_reached(more):
        b.place(more)
        try:
            b.into(node.rhs, destination)
            b.at(node.span)
            b.goto(merge)
        except Diverged:
            pass
    if b.is_reached(short):
        b.place(short)
        b.at(node.span)
        b.store(b.const(node.op == "||", BOOL), destination)
        b.goto(merge)
    _go_on(b, merge)


@lowers(INTO, hir.LetCondition)
def _let_condition(b: FunctionBuilder, node: hir.LetCondition, destination: Value | None) -> None:
    holds, fails, merge = b.new_block(), b.new_block(), b.new_block()
    branch(b, node, holds, fails)
    for block, value in ((holds, True), (fails, False)):
        if b.is_reached(block):
            b.place(block)
            b.store(b.const(value, BOOL), destination)
            b.goto(merge)
    b.place(merge)


@lowers(VALUES, hir.If, hir.Match, hir.Loop)
def _choice(b: FunctionBuilder, node: hir.If | hir.Match | hir.Loop) -> Operand:
    return b.through_slot(node)


@lowers(INTO, hir.If)
def _if(b: FunctionBuilder, node: hir.If, destination: Value | None) -> None:
    then, other, merge = b.new_block(), b.new_block(), b.new_block()
    if node.otherwise is None:
        other = merge
    branch(b, node.condition, then, other)
    _arm(b, then, node.then, destination, merge)
    if node.otherwise is not None:
        _arm(b, other, node.otherwise, destination, merge)
    _go_on(b, merge)


def _arm(b: FunctionBuilder, block: Block, body: hir.Value, destination: Value | None, merge: Block) -> None:
    if not b.is_reached(block):
        return
    b.place(block)
    try:
        b.into(body, destination)
        b.goto(merge)
    except Diverged:
        pass


# ------------------------------------------------------------------------------------------------------------------------- loops


@lowers(VALUES, hir.While)
def _while(b: FunctionBuilder, node: hir.While) -> Operand:
    header, body, leave = b.new_block(), b.new_block(), b.new_block()
    header.unroll = node.unroll
    b.targets[node.target] = Target(leave, header, None)
    b.at(node.span)
    b.goto(header)
    b.place(header)
    branch(b, node.condition, body, leave)
    _arm(b, body, node.body, None, header)
    _go_on(b, leave)
    return None


@lowers(INTO, hir.Loop)
def _loop(b: FunctionBuilder, node: hir.Loop, destination: Value | None) -> None:
    header, leave = b.new_block(), b.new_block()
    b.targets[node.target] = Target(leave, header, destination)
    b.at(node.span)
    b.goto(header)
    _arm(b, header, node.body, None, header)
    _go_on(b, leave)


@lowers(VALUES, hir.Break)
def _break(b: FunctionBuilder, node: hir.Break) -> Operand:
    target = b.targets[node.target]
    if node.value is not None:
        b.into(node.value, target.destination)
    b.at(node.span)
    b.goto(target.exit)
    raise Diverged


@lowers(VALUES, hir.Continue)
def _continue(b: FunctionBuilder, node: hir.Continue) -> Operand:
    header = b.targets[node.target].header
    assert header is not None
    b.at(node.span)
    b.goto(header)
    raise Diverged


@lowers(VALUES, hir.Return)
def _return(b: FunctionBuilder, node: hir.Return) -> Operand:
    b.at(node.span)
    raise b.leave(node.value)


# ------------------------------------------------------------------------------------------------------------------------- match


@lowers(INTO, hir.Match)
def _match(b: FunctionBuilder, node: hir.Match, destination: Value | None) -> None:
    place = b.address(node.place)
    b.events.use(place.path, node.place.span, BORROW)
    if not node.arms:
        b.at(node.span)
        raise b.panic(UNREACHABLE)
    merge = b.new_block()
    for arm in node.arms:
        is_last = arm is node.arms[-1] and arm.guard is None
        failed = None if is_last else b.new_block()
        try:
            if arm.guard is not None and failed is not None:
                _match_guarded(b, arm, arm.guard, place, failed)
            else:
                match(b, arm.pattern, place, failed)
            b.into(arm.body, destination)
            b.goto(merge)
        except Diverged:
            pass
        if failed is None or not b.is_reached(failed):
            break
        b.place(failed)
        if arm is node.arms[-1]:
            b.at(node.span)
            b.panic(UNREACHABLE)
    _go_on(b, merge)


def _match_guarded(b: FunctionBuilder, arm: hir.Arm, guard: hir.Value, place: Address, failed: Block) -> None:
    """Matches the pattern, then tests the guard; only then are values moved out of the place."""
    before, b.guarded = b.guarded, []
    try:
        match(b, arm.pattern, place, failed)
        moved = b.guarded
    finally:
        b.guarded = before
    holds = b.new_block()
    branch(b, guard, holds, failed)
    if not b.is_reached(holds):
        raise Diverged
    b.place(holds)
    for each, span in moved:
        note_read(b, each, span, True)
