"""Small edits of control flow that several passes share. After each, use lists are exact and no block refers to a deleted one."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.function import Block, Function
    from dialect.op import Terminator

    Edges: TypeAlias = dict[Block, list[tuple[Terminator, int]]]


def incoming_edges(function: Function) -> Edges:
    """Per block the edges that lead to it, as (terminator, number of the target), in block order."""
    incoming: Edges = {block: [] for block in function.blocks}
    for block in function.blocks:
        terminator = block.terminator
        for i, target in enumerate(terminator.targets):
            incoming[target].append((terminator, i))
    return incoming


def keep_params(block: Block, edges: list[tuple[Terminator, int]], keep: list[int]) -> None:
    """Leaves the block only the parameters at the positions `keep`, and every edge only their arguments."""
    for terminator, i in edges:
        args = terminator.args_of(i)
        terminator.set_target(i, block, [args[k] for k in keep])
    block.params = [block.params[k] for k in keep]


def remove_unreachable(function: Function) -> bool:
    """Deletes the blocks that no path from the entry reaches."""
    entry = function.blocks[0]
    seen = {entry}
    work = [entry]
    while work:
        for target in work.pop().terminator.targets:
            if target not in seen:
                seen.add(target)
                work.append(target)
    if len(seen) == len(function.blocks):
        return False
    drop_blocks([block for block in function.blocks if block not in seen])
    function.blocks = [block for block in function.blocks if block in seen]
    return True


def drop_blocks(blocks: list[Block]) -> None:
    """Lets every op of these blocks go of its operands; the caller takes the blocks out of the function."""
    for block in blocks:
        for op in block.ops:
            op.drop()
        block.terminator.drop()
