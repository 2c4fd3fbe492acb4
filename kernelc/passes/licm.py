"""Moves pure ops whose operands do not change in a loop to before it, as far out as they go (loop-invariant code motion).

After it ran, a pure op in a natural loop depends on something of that loop; constants stay where they are used (they are
immediates), as do ops that may panic, read memory or are convergent, and integer divisions that the loop may guard. Entries of a
loop that had no block of their own got one.

    bb0(%n: i32, %k: i32):                      bb0(%n: i32, %k: i32):
      mir.goto bb1(%n)                            %s = mir.mul %n, %k
    bb1(%i: i32):                                 mir.goto bb1(%n)
      %s = mir.mul %n, %k                ==>    bb1(%i: i32):
      %j = mir.sub %i, %s                         %j = mir.sub %i, %s
      %c = mir.cmp gt %j, %s                      %c = mir.cmp gt %j, %s
      mir.cond_br %c, bb1(%j), bb2                mir.cond_br %c, bb1(%j), bb2

One walk in reverse postorder: the operands of an op have already moved. Irreducible cycles are not loops here and stay as they
are.
"""
from __future__ import annotations

from dialect.function import Block
from dialect.op import PURE
from dialect.ops import Const, Div, Goto, Rem, Undef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.cfg import Cfg
    from dialect.function import Function
    from dialect.loops import Loops
    from dialect.op import Op, Value

    from .analyses import Analyses

    Moves: TypeAlias = dict[int, list[Op]]  # per loop the ops that go before it, in order


def run(function: Function, analyses: Analyses) -> bool:
    """Plans on the unchanged function, then moves."""
    cfg = analyses.cfg()
    if all(s > b for b, out in enumerate(cfg.succs) for s in out):
        return False
    loops = analyses.loops()
    if not loops.header:
        return False
    moves = plan(cfg, loops)
    for loop, ops in moves.items():
        home = preheader(function, analyses, loops.header[loop])
        constants: dict[Op, Op] = {}
        for op in ops:
            bring_constants(op, loop, loops, home, constants)
            op.block = home
            home.ops.append(op)
    if moves:
        for i, block in enumerate(cfg.blocks):
            if loops.innermost[i] >= 0:
                block.ops = [op for op in block.ops if op.block is block]
    return bool(moves)


def movable(op: Op) -> bool:
    """Whether the op may be computed although the loop would not have."""
    if not op.flags & PURE or type(op) is Const or type(op) is Undef:
        return False
    if type(op) in (Div, Rem) and op.type.kind != "float":
        divisor = op.operands[1]
        return type(divisor) is Const and divisor.value not in (0, -1)
    return True


def plan(cfg: Cfg, loops: Loops) -> Moves:
    """For each loop the ops that move to before it, in an order that keeps definitions before uses."""
    place: dict[Value, int] = {}  # the loop in which a moved op will live
    moves: Moves = {}
    for i, block in enumerate(cfg.blocks):
        loop = loops.innermost[i]
        if loop < 0:
            continue
        for op in block.ops:
            if not movable(op):
                continue
            needed = deepest_operand(op, loop, loops, place)
            if needed == loop:
                continue
            target = loop
            while loops.parent[target] != needed:
                target = loops.parent[target]
            place[op] = needed
            moves.setdefault(target, []).append(op)
    return moves


def deepest_operand(op: Op, loop: int, loops: Loops, place: dict[Value, int]) -> int:
    """The innermost loop around `op` in which an operand is defined; -1 for none. Constants do not count: they come along."""
    deepest = -1
    for v in op.operands:
        if type(v) is Const:
            continue
        at = place.get(v)
        if at is None:
            at = loops.innermost[v.block.index]  # type: ignore[union-attr]
        around = loop
        while around != at:  # up to the common loop of op and operand
            if around < 0 or at < 0:
                at = -1
                break
            if loops.depth[around] >= loops.depth[at]:
                around = loops.parent[around]
            else:
                at = loops.parent[at]
        if at >= 0 and (deepest < 0 or loops.depth[at] > loops.depth[deepest]):
            deepest = at
    return deepest


def bring_constants(op: Op, loop: int, loops: Loops, home: Block, constants: dict[Op, Op]) -> None:
    """Gives the op copies of the constants that are defined inside the loop it leaves."""
    operands = []
    for v in op.operands:
        if type(v) is Const and v.block is not home and _inside(v.block, loop, loops):
            copy = constants.get(v)
            if copy is None:
                copy = constants[v] = Const(v.value, v.ty)
                copy.block, copy.name, copy.loc = home, v.name, v.loc
                home.ops.append(copy)
            v = copy
        operands.append(v)
    if any(a is not b for a, b in zip(operands, op.operands)):
        op.set_operands(tuple(operands))


def _inside(block: Block | None, loop: int, loops: Loops) -> bool:
    """Whether the block is part of the loop. A block that is not in the snapshot is a new one before some loop."""
    at = loops.innermost[block.index] if block is not None and block.index >= 0 else -1
    while at >= 0 and at != loop:
        at = loops.parent[at]
    return at == loop


def preheader(function: Function, analyses: Analyses, header: int) -> Block:
    """The block through which every entry of the loop passes; made if there is none."""
    cfg, tree = analyses.cfg(), analyses.tree()
    block = cfg.blocks[header]
    outside = [p for p in dict.fromkeys(cfg.preds[header]) if not tree.dominates(header, p)]
    if len(outside) == 1 and len(cfg.succs[outside[0]]) == 1:
        return cfg.blocks[outside[0]]
    new = Block(f"{block.name}.before")
    params = [new.add_param(p.type, p.name) for p in block.params]
    for p in outside:
        terminator = cfg.blocks[p].terminator
        for i, target in enumerate(terminator.targets):
            if target is block:
                terminator.set_target(i, new, terminator.args_of(i))
    new.end(Goto((block, params)))
    function.blocks.insert(function.blocks.index(block), new)
    return new
