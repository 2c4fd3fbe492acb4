"""Merges equal pure ops (global value numbering), and uses what a branch has decided.

After it ran, no pure op is dominated by another one of the same class, operands and attributes; behind a branch, its condition and the comparisons
that follow from it are constants in branches and selects. Loads are not merged here: what another thread may write is not looked at. Convergent
ops are not pure, and so never merged.

    %a = mir.add %x, %y                         %a = mir.add %x, %y
    %b = mir.add %y, %x                  ==>    %p = mir.mul %a, %a
    %p = mir.mul %a, %b

A hash table scoped by the dominator tree (Briggs, Cooper, Simpson: *Value Numbering*, 1997, section 4), walked without recursion: operands have been
merged already, because definitions are visited before uses. A block whose only way in is one edge of a branch is behind that branch.
"""

from __future__ import annotations

from math import copysign

from dialect.op import COMMUTES, PURE
from dialect.ops import Compare, CondBr, Const, Select
from dialect.types import BOOL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.cfg import Cfg
    from dialect.function import Block, Function
    from dialect.op import Op, Value

    from .analyses import Analyses

    Key: TypeAlias = tuple[object, ...]
    Table: TypeAlias = dict[Key, Op | bool | str]  # an op in scope; (condition,): whether it holds; (lhs, rhs): which comparison does

IMPLIED = {
    "lt": {"lt": True, "le": True, "ne": True, "eq": False, "gt": False, "ge": False},
    "gt": {"gt": True, "ge": True, "ne": True, "eq": False, "lt": False, "le": False},
    "eq": {"eq": True, "le": True, "ge": True, "ne": False, "lt": False, "gt": False},
    "le": {"le": True, "gt": False},
    "ge": {"ge": True, "lt": False},
    "ne": {"ne": True, "eq": False},
}
"""What a comparison that holds says about others of the same operands."""
OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "le": "gt", "gt": "le"}
MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


def run(_function: Function, analyses: Analyses) -> bool:
    """Merges what is equal."""
    cfg = analyses.cfg()
    children = analyses.tree().children
    table: Table = {}
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
        block = cfg.blocks[b]
        learn_from_entry(cfg, b, table, added)
        changed |= number_block(block, table, added)
        changed |= use_known(block, table, added)
        stack.extend(children[b])
    return changed


def number_block(block: Block, table: Table, added: list[Key]) -> bool:
    """Merges the ops of one block with those in scope."""
    merged = False
    constants: dict[Op, Op] = {}  # what stands in the place of a comparison that is decided
    for op in block.ops:
        if not op.flags & PURE:
            continue
        kind = type(op)
        if kind is Compare:
            known = decided(op, table)
            if known is not None:
                constant, is_new = constant_in_scope(known, table, added)
                if is_new:
                    constants[op] = constant
                    constant.block, constant.name, constant.loc = block, op.name, op.loc
                op.replace_all_uses(constant)
                op.drop()
                merged = True
                continue
        elif kind is Select:
            known = decided(op.operands[0], table)
            if known is not None:
                op.replace_all_uses(op.operands[1 if known else 2])
                op.drop()
                merged = True
                continue
        key = key_of(op)
        found = table.get(key)
        if found is None:
            table[key] = op
            added.append(key)
        elif not isinstance(found, (bool, str)):
            op.replace_all_uses(found)
            op.drop()
            merged = True
    if merged:
        block.ops = [op for op in [constants.get(op, op) for op in block.ops] if op.block is not None]
    return merged


def learn_from_entry(cfg: Cfg, b: int, table: Table, added: list[Key]) -> None:
    """Notes what is decided in a block that only one edge of a branch leads to: the condition, and which comparison holds of its operands.

    That a float comparison fails says nothing about others: there may be a NaN.
    """
    preds = cfg.preds[b]
    if len(preds) != 1:
        return
    branch = cfg.blocks[preds[0]].terminator
    if type(branch) is not CondBr:
        return
    cond = branch.operands[0]
    holds = branch.targets[0] is cfg.blocks[b]
    facts: list[tuple[Key, bool | str]] = [((cond,), holds)]
    if type(cond) is Compare and (holds or cond.operands[0].type.kind != "float"):
        predicate: str = cond.attrs[0] if holds else OPPOSITE[cond.attrs[0]]
        pair, mirrored = pair_of(cond)
        facts.append((pair, MIRRORED[predicate] if mirrored else predicate))
    for key, fact in facts:
        if key not in table:
            table[key] = fact
            added.append(key)


def pair_of(comparison: Op) -> tuple[Key, bool]:
    """The operands in a fixed order (looked up, never printed), and whether that mirrors the comparison."""
    lhs, rhs = comparison.operands
    return ((rhs, lhs), True) if id(lhs) > id(rhs) else ((lhs, rhs), False)


def decided(v: Value, table: Table) -> bool | None:
    """Whether the condition is known to hold, or not to; None when it is open."""
    known = table.get((v,))
    if known is True or known is False:
        return known
    if type(v) is not Compare:
        return None
    pair, mirrored = pair_of(v)
    fact = table.get(pair)
    if not isinstance(fact, str):
        return None
    predicate: str = v.attrs[0]
    return IMPLIED[fact].get(MIRRORED[predicate] if mirrored else predicate)


def constant_in_scope(value: bool, table: Table, added: list[Key]) -> tuple[Op, bool]:
    """The constant in scope; or a new one, which the caller puts into the block."""
    constant = Const(value, BOOL)
    key = key_of(constant)
    found = table.get(key)
    if found is None or isinstance(found, (bool, str)):
        table[key] = constant
        added.append(key)
        return constant, True
    return found, False


def use_known(block: Block, table: Table, added: list[Key]) -> bool:
    """Lets the terminator use constants for what is decided."""
    terminator = block.terminator
    changed = False
    for v in terminator.operands:
        known = decided(v, table) if v.type is BOOL and type(v) is not Const else None
        if known is not None:
            constant, is_new = constant_in_scope(known, table, added)
            if is_new:
                constant.block, constant.loc = block, terminator.loc
                block.ops.append(constant)
            terminator.set_operands(tuple([constant if w is v else w for w in terminator.operands]))
            changed = True
    return changed


def key_of(op: Op) -> Key:
    """Equal keys mean equal values. 0.0 and -0.0 are equal to Python, so the sign of a float constant joins the key."""
    operands = op.operands
    if not operands and type(op) is Const and op.ty.kind == "float":
        return (Const, op.attrs, copysign(1.0, op.value))
    if op.flags & COMMUTES and id(operands[0]) > id(operands[1]):
        operands = (operands[1], operands[0], *operands[2:])  # any order will do: it is looked up, never printed
    return (type(op), operands, op.attrs)
