"""Merges equal pure ops (global value numbering).

After it ran, no pure op is dominated by another one of the same class, operands and attributes. Loads are not merged here: what
another thread may write is not looked at. Convergent ops are not pure, and so never merged.

    %a = mir.add %x, %y                         %a = mir.add %x, %y
    %b = mir.add %y, %x                  ==>    %p = mir.mul %a, %a
    %p = mir.mul %a, %b

A hash table scoped by the dominator tree (Briggs, Cooper, Simpson: *Value Numbering*, 1997, section 4), walked without recursion:
operands have been merged already, because definitions are visited before uses.
"""
from __future__ import annotations

from math import copysign

from dialect.op import COMMUTES, PURE
from dialect.ops import Const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.function import Block, Function
    from dialect.op import Op

    from .analyses import Analyses

    Key: TypeAlias = tuple[object, ...]


def run(_function: Function, analyses: Analyses) -> bool:
    """Merges what is equal."""
    cfg = analyses.cfg()
    children = analyses.tree().children
    table: dict[Key, Op] = {}
    added: list[Key] = []
    stack = [0]
    changed = False
    while stack:
        b = stack.pop()
        if b < 0:  # leaving a subtree: what it defined is out of scope
            mark = ~b
            while len(added) > mark:
                del table[added.pop()]
            continue
        stack.append(~len(added))
        changed |= number_block(cfg.blocks[b], table, added)
        stack.extend(children[b])
    return changed


def number_block(block: Block, table: dict[Key, Op], added: list[Key]) -> bool:
    """Merges the ops of one block with those in scope."""
    merged = False
    for op in block.ops:
        if op.flags & PURE:
            key = key_of(op)
            found = table.get(key)
            if found is None:
                table[key] = op
                added.append(key)
            else:
                op.replace_all_uses(found)
                op.drop()
                merged = True
    if merged:
        block.ops = [op for op in block.ops if op.block is not None]
    return merged


def key_of(op: Op) -> Key:
    """Equal keys mean equal values. 0.0 and -0.0 are equal to Python, so the sign of a float constant joins the key."""
    operands = op.operands
    if not operands and type(op) is Const and op.ty.kind == "float":
        return (Const, op.attrs, copysign(1.0, op.value))
    if op.flags & COMMUTES and id(operands[0]) > id(operands[1]):
        operands = (operands[1], operands[0], *operands[2:])  # any order will do: it is looked up, never printed
    return (type(op), operands, op.attrs)
