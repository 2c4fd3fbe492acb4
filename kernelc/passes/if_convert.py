"""Turns small `if`s into selects (if-conversion).

After it ran, no branch stands whose two ways meet at once, or after a few cheap ops: these are computed in any case, and a select takes the place of each
parameter of the block where the ways met.

    bb0(%n: i32, %k: i32, %m: i32):             bb0(%n: i32, %k: i32, %m: i32):
      %c = mir.cmp lt %n, %k                      %c = mir.cmp lt %n, %k
      mir.cond_br %c, bb1, bb2(%m)                %d = mir.sub %k, %n
    bb1:                                 ==>      %x = mir.select %c, %d, %m
      %d = mir.sub %k, %n                         mir.return %x
      mir.goto bb2(%d)
    bb2(%x: i32):
      mir.return %x

Only pure ops are computed without need, and of these only the ones that the table below gives a price: no division, nothing that a panic or a load belongs
to. An undefined value may not choose: of selects only those are computed whose condition compares what the branch compares, too (or constants). What is
undefined on one way is not selected at all. An `if` that only updates a value stays (`is_update`). A convergent op is in none of the blocks that go, and
none depends on a branch whose ways meet at once.
"""
from __future__ import annotations

from dialect.ops import (
    Abs,
    Add,
    And,
    Bitcast,
    Cast,
    Compare,
    CondBr,
    Const,
    Element,
    Field,
    Goto,
    Max,
    Min,
    Mul,
    Neg,
    Not,
    Offset,
    Or,
    PointerCast,
    Select,
    Shl,
    Shr,
    Sub,
    Undef,
    Xor,
)

from .choices import added_bit, choice
from .simplify_cfg import absorb, edge_counts, merge_chains

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Block, Function
    from dialect.op import Op, Param, Value
    from dialect.types import Type

    from .analyses import Analyses

BUDGET = 4
"""What the ops of a way may cost together; a branch costs about as much."""
SELECTED = 2
"""So many values are selected at most."""
PRICES: dict[type[Op], int] = {
    **dict.fromkeys((Const, PointerCast, Field), 0),
    **dict.fromkeys((Add, Sub, And, Or, Xor, Not, Neg, Abs, Min, Max, Shl, Shr, Compare, Select, Cast, Bitcast, Offset, Element), 1),
    Mul: 2,
}
"""What an op on at most 32 bits costs; one on 64 bits costs twice as much."""


class Way:
    """One way from a branch to the block `join`: through `arm`, or straight there (None)."""

    __slots__ = ("args", "arm", "join")

    def __init__(self, arm: Block | None, join: Block, args: tuple[Value, ...]) -> None:
        self.arm, self.join, self.args = arm, join, args


def run(function: Function, _analyses: Analyses) -> bool:
    """Converts inner branches before outer ones, until none is left to convert."""
    counts = edge_counts(function)
    gone: set[Block] = set()
    changed = False
    again = True
    while again:
        again = False
        for block in reversed(function.blocks):
            if type(block.terminator) is CondBr and block not in gone and converted(block, counts, gone):
                changed = again = True
                join = block.terminator.targets[0]
                if len(join.ops) <= BUDGET and type(join.terminator) is Goto:  # the whole may be one way of a branch before
                    absorb(block, counts, function.blocks[0], gone)
    if changed:
        function.blocks = [block for block in function.blocks if block not in gone]
        merge_chains(function)
    return changed


def converted(block: Block, counts: dict[Block, int], gone: set[Block]) -> bool:
    """Converts the branch that ends the block, if that is worth it; whether it was."""
    found = meeting_ways(block, counts)
    if found is None:
        return False
    branch = block.terminator
    cond = branch.operands[0]
    pairs = list(zip(found[0].join.params, found[0].args, found[1].args))
    choices = [(x, y) for _, x, y in pairs if x is not y]
    if not is_cheap(choices) or is_update(found, choices, cond) or not all([way.arm is None or is_small(way.arm, cond) for way in found]):
        return False
    join = found[0].join
    for way, i in zip(found, (0, 1)):
        if way.arm is not None:
            take_in(block, way.arm, branch.args_of(i))
            gone.add(way.arm)
    block.end(Goto((join, ())), branch.loc)
    block.terminator.set_target(0, join, [x if x is y else selected(block, cond, x, y, param) for param, x, y in pairs])
    counts[join] -= 1
    return True


def meeting_ways(block: Block, counts: dict[Block, int]) -> tuple[Way, Way] | None:
    """The two ways from the branch to where they meet at once; None if they do not."""
    branch = block.terminator
    ways: list[tuple[Way, ...]] = []
    for i, target in enumerate(branch.targets):
        straight = Way(None, target, branch.args_of(i))
        jump = target.terminator
        if counts[target] == 1 and type(jump) is Goto and target is not block:
            passed: dict[Value, Value] = dict(zip(target.params, straight.args))
            ways.append((straight, Way(target, jump.targets[0], tuple([passed.get(v, v) for v in jump.operands]))))
        else:
            ways.append((straight,))
    for then in ways[0]:
        for other in ways[1]:
            if then.join is other.join and then.join is not block:
                return then, other
    return None


def is_cheap(choices: list[tuple[Value, Value]]) -> bool:
    """Whether selects of these values cost little. Of what is undefined on one way none is made."""
    if len(choices) > SELECTED:
        return False
    return not any([type(v) is Undef or v.type.bits > 64 for pair in choices for v in pair])


def is_update(ways: tuple[Way, Way], choices: list[tuple[Value, Value]], cond: Value) -> bool:
    """Whether one way alone has ops, and one of them makes of a value the one that takes its place: `if c { x += y; }`. The assembler lets that one
    instruction hang on the condition, which costs less than it and a select.
    """
    (then, other), holds = ways, ways[1].arm is None
    arm = then.arm if holds else other.arm
    if arm is None or (not holds and then.arm is not None):
        return False
    for pair in choices:
        done, left = pair if holds else pair[::-1]
        if done.block is arm and left in getattr(done, "operands", ()) and added_bit(cond, done, left, holds) is None:
            return True
    return False


def is_small(arm: Block, cond: Value) -> bool:
    """Whether what the block computes may be computed in any case, and costs little. `cond` is the condition on which it is computed now."""
    cost = 0
    for op in arm.ops:
        types = [op.type, *[v.type for v in op.operands]]
        if type(op) not in PRICES or not all([is_plain(type) for type in types]):
            return False
        if type(op) is Select and not is_defined(op.operands[0], cond):
            return False
        cost += PRICES[type(op)] * (2 if 64 in [type.bits for type in types] else 1)
    return cost <= BUDGET


def is_plain(type: Type) -> bool:
    """Whether every machine computes with the type in few instructions."""
    return type.bits == 32 if type.kind == "float" else type.bits <= 64


def is_defined(choice: Value, cond: Value) -> bool:
    """Whether the condition of a select is defined wherever `cond` is."""
    if choice is cond or type(choice) is Const:
        return True
    compared = cond.operands if type(cond) is Compare else ()
    return type(choice) is Compare and all([type(v) is Const or v in compared for v in choice.operands])


def take_in(block: Block, arm: Block, args: tuple[Value, ...]) -> None:
    """Puts the ops of an arm at the end of the block."""
    for param, v in zip(arm.params, args):
        param.replace_all_uses(v)
    arm.terminator.drop()
    for op in arm.ops:
        op.block = block
    block.ops += arm.ops


def selected(block: Block, cond: Value, then: Value, other: Value, param: Param) -> Op:
    """What chooses between the two, at the end of the block, with the parameter's name."""
    made = choice(cond, then, other)
    for op in made:
        op.block, op.loc = block, block.terminator.loc
    block.ops += made
    made[-1].name = param.name
    return made[-1]
