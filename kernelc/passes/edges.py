"""Out of SSA: critical edges are split, and the arguments of each edge become a sequence of copies.

After `run`, an edge that carries arguments from a block with several successors leads to a block without other predecessors, so
that its copies have a place of their own (Briggs, Cooper, Harvey, Simpson: *Practical Improvements to the Construction and
Destruction of Static Single Assignment Form*, 1998: the lost-copy problem).

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
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from dialect.function import Function

    from .analyses import Analyses

    R = TypeVar("R")


def run(function: Function, _analyses: Analyses) -> bool:
    """Splits the critical edges that carry arguments."""
    return split_critical_edges(function)


def split_critical_edges(function: Function) -> bool:
    """The same, for those who need no analyses."""
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


def sequentialise(copies: Sequence[tuple[R, R]], temporary: Callable[[R], R]) -> list[tuple[R, R]]:
    """Orders parallel copies (destination, source) so that one after the other has the same effect; one temporary per cycle.

    `temporary(r)` gives a fresh place of the kind of `r`. Destinations are distinct. Boissinot, Darte, Rastello, Dupont de
    Dinechin, Guillon: *Revisiting Out-of-SSA Translation* (2009), algorithm 1: copy to a place that nobody still reads; when all
    are read, the rest are cycles.
    """
    pending = {d: s for d, s in copies if d != s}
    readers: dict[R, int] = {}
    for s in pending.values():
        readers[s] = readers.get(s, 0) + 1
    ready = [d for d in pending if not readers.get(d)]
    out: list[tuple[R, R]] = []
    _drain(ready, pending, readers, out)
    reader = {s: d for d, s in pending.items()}  # only cycles are left: every source has one reader
    for d in list(pending):
        if d in pending:
            saved = temporary(d)
            out.append((saved, d))
            pending[reader[d]] = saved
            readers[saved], readers[d] = 1, 0
            ready.append(d)
            _drain(ready, pending, readers, out)
    return out


def _drain(ready: list[R], pending: dict[R, R], readers: dict[R, int], out: list[tuple[R, R]]) -> None:
    """Emits copies as long as a destination is free; each frees its source if it was the last reader."""
    while ready:
        d = ready.pop()
        s = pending.pop(d)
        out.append((d, s))
        readers[s] -= 1
        if not readers[s] and s in pending:
            ready.append(s)
