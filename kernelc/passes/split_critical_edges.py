"""Gives each critical edge that carries arguments a block of its own.

After it ran, an edge that carries arguments from a block with several successors leads to a block without other predecessors, so that the copies
that its arguments become have a place (Briggs, Cooper, Harvey, Simpson: *Practical Improvements to the Construction and Destruction of Static
Single Assignment Form*, 1998: the lost-copy problem). The lowering to PTX does so for the copies that are left after coalescing; this pass shows it.

    bb1(%i: i32):                               bb1(%i: i32):
      %j = mir.add %i, %one                       %j = mir.add %i, %one
      %c = mir.cmp lt %j, %n                      %c = mir.cmp lt %j, %n
      mir.cond_br %c, bb1(%j), bb2       ==>      mir.cond_br %c, bb1.bb1, bb2
    bb2:                                        bb1.bb1:
      mir.return %i                               mir.goto bb1(%j)
                                                bb2:
                                                  mir.return %i
"""
from __future__ import annotations

from dialect.function import Block
from dialect.ops import Goto

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Function

    from .analyses import Analyses


def run(function: Function, _analyses: Analyses) -> bool:
    """Splits the critical edges that carry arguments."""
    predecessors: dict[Block, int] = {}
    for block in function.blocks:
        for target in block.terminator.targets:
            predecessors[target] = predecessors.get(target, 0) + 1
    out: list[Block] = []
    for block in function.blocks:
        out.append(block)
        terminator = block.terminator
        if len(terminator.targets) < 2:
            continue
        for i, target in enumerate(terminator.targets):
            if terminator.arg_counts[i] and predecessors[target] > 1:
                middle = Block(f"{block.name}.{target.name}")
                middle.end(Goto((target, terminator.args_of(i))), terminator.loc)
                terminator.set_target(i, middle, ())
                out.append(middle)
    changed = len(out) != len(function.blocks)
    function.blocks = out
    return changed
