"""Control flow as a snapshot: the reachable blocks numbered in reverse postorder, with their edges by number.

Every later analysis is a list indexed by that number. A snapshot costs about half a microsecond a block, so passes take a new one instead of
repairing an old one. Nothing here recurses.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .function import Block, Function


class Cfg:
    """`blocks[i]` is the i-th reachable block in reverse postorder; `succs[i]` and `preds[i]` hold numbers, one per edge.

    `block.index` is the number until the next snapshot of the function; -1 for the `unreachable` blocks (in the function's order).
    Every target must be a block with a terminator: run the verifier first on input that may break this.
    """

    __slots__ = ("blocks", "succs", "preds", "unreachable")

    def __init__(self, function: Function) -> None:
        self.blocks = _reverse_postorder(function)
        for i, block in enumerate(self.blocks):
            block.index = i
        self.succs = [[target.index for target in block.terminator.targets] for block in self.blocks]
        self.preds: list[list[int]] = [[] for _ in self.blocks]
        preds = self.preds
        for i, out in enumerate(self.succs):
            for s in out:
                preds[s].append(i)
        self.unreachable: list[Block] = []
        if len(self.blocks) != len(function.blocks):
            self.unreachable = [block for block in function.blocks if block.index < 0]


def _reverse_postorder(function: Function) -> list[Block]:
    for block in function.blocks:
        block.index = -1
    post: list[Block] = []
    entry = function.blocks[0]
    entry.index = 0
    stack = [(entry, iter(entry.terminator.targets))]
    while stack:
        block, targets = stack[-1]
        for target in targets:
            if target.index < 0:
                target.index = 0
                stack.append((target, iter(target.terminator.targets)))
                break
        else:
            stack.pop()
            post.append(block)
    post.reverse()
    return post


def bits_of(mask: int) -> list[int]:
    """The positions of the set bits, increasing. Sparse masks bit by bit, dense ones byte by byte."""
    out = []
    if mask.bit_count() * 24 < mask.bit_length():
        while mask:
            low = mask & -mask
            out.append(low.bit_length() - 1)
            mask ^= low
        return out
    for i, byte in enumerate(mask.to_bytes((mask.bit_length() + 7) // 8, "little")):
        base = i * 8
        while byte:
            low = byte & -byte
            out.append(base + low.bit_length() - 1)
            byte ^= low
    return out
