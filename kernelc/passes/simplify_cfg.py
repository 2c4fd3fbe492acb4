"""Simplifies control flow.

After it ran: no branch has a constant condition or twice the same edge; no block is unreachable; no empty block merely jumps on
(but see below); no parameter always gets one value; no block whose only predecessor jumps to it stands alone.

    bb0(%n: i32):                               bb0(%n: i32):
      %c = mir.const true : bool                  %c = mir.const true : bool
      mir.cond_br %c, bb1, bb2                    mir.return %n
    bb1:                                 ==>
      mir.goto bb3(%n)
    bb2:
      mir.goto bb3(%n)
    bb3(%x: i32):
      mir.return %x

Convergent ops: the point where threads rejoin must stay a point of its own, or a loop's second back edge could part them for
good. So in a function that holds a convergent op (or a call, which may hold one), an empty block with several predecessors is not
threaded. Nothing is concluded from `mir.undef`: a parameter that gets `%x` or an undefined value stays.
"""
from __future__ import annotations

from dialect.op import CONVERGENT
from dialect.ops import Call, CondBr, Const, Goto

from .editing import incoming_edges, keep_params, remove_unreachable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.function import Block, Function
    from dialect.op import Op, Param, Value

    from .analyses import Analyses
    from .editing import Edges

    Hop: TypeAlias = tuple[Block, tuple[Value, ...]]


def run(function: Function, _analyses: Analyses) -> bool:
    """Each simplification in an order in which it feeds the next; again as long as one that looks at terminators alone finds something."""
    changed = fold_branches(function)
    changed |= remove_unreachable(function)
    changed |= thread_empty_blocks(function)
    changed |= merge_chains(function)
    changed |= remove_redundant_params(function)
    while fold_branches(function) | thread_empty_blocks(function):
        changed = True
        remove_unreachable(function)
        merge_chains(function)
        remove_redundant_params(function)
    return changed


def fold_branches(function: Function) -> bool:
    """A branch on a constant, or with two equal edges, becomes a jump."""
    changed = False
    for block in function.blocks:
        branch = block.terminator
        if type(branch) is CondBr:
            cond = branch.operands[0]
            if type(cond) is Const:
                taken = 0 if cond.attrs[0] else 1
            elif branch.targets[0] is branch.targets[1] and branch.args_of(0) == branch.args_of(1):
                taken = 0
            else:
                continue
            block.end(Goto((branch.targets[taken], branch.args_of(taken))), branch.loc)
            changed = True
    return changed


def has_convergent(function: Function) -> bool:
    """Whether the function holds a convergent op, or a call that may reach one."""
    return any(op.flags & CONVERGENT or type(op) is Call for block in function.blocks for op in block.ops)


def thread_empty_blocks(function: Function) -> bool:
    """Whoever goes to a block that holds nothing and only jumps goes where it jumps. Cycles of empty jumps stay."""
    empty = [b for b in function.blocks[1:] if not b.ops and not b.params and type(b.terminator) is Goto]
    if not empty:
        return False
    wishes = [b for b in empty if b.unroll is not None]
    together = has_convergent(function)
    incoming = incoming_edges(function) if together or wishes else {}
    if together:
        empty = [b for b in empty if len(incoming[b]) == 1]
    forward: dict[Block, Hop] = {b: (b.terminator.targets[0], b.terminator.operands) for b in empty}
    final: dict[Block, Hop] = {}
    for start in forward:
        _follow(start, forward, final)
    for header in wishes:
        _pass_on(header, final.get(header), len(incoming[header]) > 1)
    changed = False
    for block in function.blocks:
        terminator = block.terminator
        for i, target in enumerate(terminator.targets):
            hop = final.get(target)
            if hop is not None and hop[0] is not target:
                terminator.set_target(i, *hop)
                changed = True
    if changed:
        remove_unreachable(function)
        fold_branches(function)
    return changed


def _pass_on(header: Block, hop: Hop | None, is_loop: bool) -> None:
    """The block that takes an empty header's place as the header of its loop gets the wish for that loop."""
    if hop is not None and hop[0] is not header and is_loop and hop[0].unroll is None:
        hop[0].unroll = header.unroll


def _follow(start: Block, forward: dict[Block, Hop], final: dict[Block, Hop]) -> None:
    """Notes for each empty block from `start` on where its chain of jumps ends; a jump that passes arguments is the last one."""
    path: list[Block] = []
    on_path: set[Block] = set()
    block = start
    while block in forward and block not in final and block not in on_path:
        on_path.add(block)
        path.append(block)
        if forward[block][1]:
            break
        block = forward[block][0]
    if block in on_path and not forward[block][1]:
        for b in path:
            final.setdefault(b, (b, ()))
        return
    end = final[block] if block in final else forward.get(block, (block, ()))
    for b in path:
        final[b] = end


def remove_redundant_params(function: Function) -> bool:
    """A parameter that only ever gets one value (or itself) is that value."""
    incoming = incoming_edges(function)
    work = [b for b in function.blocks[1:] if b.params]
    queued = set(work)
    changed = False
    while work:
        block = work.pop()
        queued.discard(block)
        keep = _replace_params(block, incoming, work, queued)
        if len(keep) != len(block.params):
            changed = True
            keep_params(block, incoming[block], keep)
    return changed


def _replace_params(block: Block, incoming: Edges, work: list[Block], queued: set[Block]) -> list[int]:
    """Replaces the redundant parameters; gives the positions of the others. Blocks that got other arguments by it are queued."""
    edges = incoming[block]
    columns = list(zip(*[terminator.args_of(i) for terminator, i in edges]))
    instead: dict[Value, Value] = {}
    keep = []
    for n, param in enumerate(block.params):
        value = _only_value(param, columns[n], instead) if columns else None
        if value is None:
            keep.append(n)
            continue
        instead[param] = value
        for user in param.users:
            _queue_targets(user, incoming, work, queued)
        param.replace_all_uses(value)
    return keep


def _only_value(param: Param, column: tuple[Value, ...], instead: dict[Value, Value]) -> Value | None:
    """The one value among the arguments other than the parameter itself; `instead` tells what the columns do not know yet."""
    only: Value | None = None
    for v in column:
        while v in instead:
            v = instead[v]
        if v is param or v is only:
            continue
        if only is not None:
            return None
        only = v
    return only


def _queue_targets(user: Op, incoming: Edges, work: list[Block], queued: set[Block]) -> None:
    for target in getattr(user, "targets", ()):
        if target.params and target not in queued and incoming[target]:
            queued.add(target)
            work.append(target)


def merge_chains(function: Function) -> bool:
    """A block whose only predecessor jumps to it becomes the tail of that predecessor. Heads take in whole chains, so it is
    linear.
    """
    counts = edge_counts(function)
    gone: set[Block] = set()
    for head in function.blocks:
        if head not in gone:
            while absorb(head, counts, function.blocks[0], gone):
                pass
    if gone:
        function.blocks = [b for b in function.blocks if b not in gone]
    return bool(gone)


def edge_counts(function: Function) -> dict[Block, int]:
    """How many edges lead to each block that one leads to."""
    counts: dict[Block, int] = {}
    for block in function.blocks:
        for target in block.terminator.targets:
            counts[target] = counts.get(target, 0) + 1
    return counts


def absorb(head: Block, counts: dict[Block, int], entry: Block, gone: set[Block]) -> bool:
    """Takes in the block that `head` jumps to, if nothing else leads there."""
    jump = head.terminator
    if type(jump) is not Goto:
        return False
    tail = jump.targets[0]
    if counts[tail] != 1 or tail is head or tail is entry:
        return False
    for param, argument in zip(tail.params, jump.operands):
        param.replace_all_uses(argument)
    jump.drop()
    for op in tail.ops:
        op.block = head
    head.ops.extend(tail.ops)
    head.terminator = tail.terminator
    head.terminator.block = head
    gone.add(tail)
    return True
