"""Promotes slots to SSA values with block parameters.

After it ran, every promotable slot is gone with its loads and stores; each new block parameter is live (pruned SSA) and named
after the variable; unreachable blocks are gone; every slot that stays has a recorded reason. A load that no store reaches gives
`mir.undef`.

    bb0(%c: bool):                              bb0(%c: bool):
      %x = mir.alloca i32                         mir.cond_br %c, bb1, bb2
      mir.cond_br %c, bb1, bb2                  bb1:
    bb1:                                          %one = mir.const 1 : i32
      %one = mir.const 1 : i32                    mir.goto bb3(%one)
      mir.store %one, %x                 ==>    bb2:
      mir.goto bb3                                %two = mir.const 2 : i32
    bb2:                                          mir.goto bb3(%two)
      %two = mir.const 2 : i32                  bb3(%x: i32):
      mir.store %two, %x                          mir.return %x
      mir.goto bb3
    bb3:
      %v = mir.load %x
      mir.return %v

Cytron, Ferrante, Rosen, Wegman, Zadeck: *Efficiently Computing Static Single Assignment Form and the Control Dependence Graph*
(TOPLAS 1991), with liveness pruning and an iterative walk over the dominator tree. Steps: collect and refuse; find where each
slot is live; place parameters on the iterated dominance frontier of the stores; rename; delete.
"""
from __future__ import annotations

from dialect.dominance import iterated
from dialect.liveness import solve
from dialect.ops import Alloca, Load, Store, Undef

from .analyses import Note
from .editing import drop_blocks
from .escapes import blame, escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.cfg import Cfg
    from dialect.function import Block, Function
    from dialect.op import Op, Param, Value

    from .analyses import Analyses

    Slots: TypeAlias = dict[Value, int]
    NewParams: TypeAlias = list[list[tuple[int, Param]]]


def run(function: Function, analyses: Analyses) -> bool:
    """Promotes what can be promoted."""
    notes: list[Note] = []
    analyses.notes["mem2reg"] = notes
    if not any(type(op) is Alloca for op in function.blocks[0].ops):
        return False
    cfg = analyses.cfg()
    if cfg.unreachable:  # first: a use in a block that never runs must not refuse a slot
        drop_blocks(cfg.unreachable)
        function.blocks = [block for block in function.blocks if block.index >= 0]
    slots = collect(function, notes)
    if slots:
        promote(function, analyses, slots)
        look_further(notes)
    return bool(slots or cfg.unreachable)


def promote(function: Function, analyses: Analyses, slots: Slots) -> None:
    """Promotes these slots, all of which can be, in a function without unreachable blocks."""
    cfg = analyses.cfg()
    gen, kill, stores = scan(cfg, slots)
    live = solve(cfg, gen, kill)
    params = place(analyses, slots, stores, live)
    Renaming(function, slots, params).walk(cfg, analyses.tree().children)


def refusal(slot: Op) -> tuple[str, Op] | None:
    """Why `slot` cannot be promoted, and the op that stands in the way; None when it can."""
    held = slot.attrs[0]
    if not held.is_scalar:
        return f"it holds the aggregate {held}", slot
    for user in slot.users:
        kind = type(user)
        if kind is Load:
            if user.type is not held:
                return f"it is read as {user.type}, but holds {held}", user
        elif kind is Store:
            if user.operands[0] is slot:
                return blame(slot, user)
            if user.operands[0].type is not held:
                return f"it is written as {user.operands[0].type}, but holds {held}", user
        else:
            return blame(slot, user)
    return None


def collect(function: Function, notes: list[Note]) -> Slots:
    """The promotable slots, numbered in order; a note for each other slot."""
    slots: Slots = {}
    for op in function.blocks[0].ops:
        if type(op) is Alloca:
            refused = refusal(op)
            if refused is None:
                slots[op] = len(slots)
            else:
                reason, culprit = refused
                notes.append(Note("mem2reg", function.name, op, reason, culprit.loc))
    return slots


def look_further(notes: list[Note]) -> None:
    """Addresses that were kept in slots are values now: says where they go from there, if that lets them out of sight."""
    for note in notes:
        found = escape(note.slot)
        if found is not None:
            note.reason, note.at = found[0], found[1].loc


def scan(cfg: Cfg, slots: Slots) -> tuple[list[int], list[int], list[list[int]]]:
    """Per block the slots loaded before any store, and those stored, as masks; per slot the blocks that store to it."""
    gen, kill = [], []
    stores: list[list[int]] = [[] for _ in slots]
    bits = [1 << i for i in range(len(slots))]
    for i, block in enumerate(cfg.blocks):
        loaded = stored = 0
        for op in block.ops:
            kind = type(op)
            if kind is Load:
                n = slots.get(op.operands[0])
                if n is not None and not stored & bits[n]:
                    loaded |= bits[n]
            elif kind is Store:
                n = slots.get(op.operands[1])
                if n is not None and not stored & bits[n]:
                    stored |= bits[n]
                    stores[n].append(i)
        gen.append(loaded)
        kill.append(stored)
    return gen, kill, stores


def place(analyses: Analyses, slots: Slots, stores: list[list[int]], live: list[int]) -> NewParams:
    """Adds a parameter wherever a slot is live on the iterated frontier of its stores."""
    blocks = analyses.cfg().blocks
    params: NewParams = [[] for _ in blocks]
    crossing = 0
    for mask in live:
        crossing |= mask
    if not crossing:
        return params
    frontier = analyses.frontiers()
    for slot, n in slots.items():
        bit = 1 << n
        if crossing & bit:
            for b in iterated(frontier, stores[n], live, bit):
                params[b].append((n, blocks[b].add_param(slot.type.elem, slot.name)))
    return params


class Renaming:
    """The walk over the dominator tree: `current[n]` is the value that slot `n` holds at this point, None before any store."""

    __slots__ = ("current", "function", "order", "params", "slots", "undefined", "undo")

    def __init__(self, function: Function, slots: Slots, params: NewParams) -> None:
        self.function, self.slots, self.params = function, slots, params
        self.order = list(slots)
        self.current: list[Value | None] = [None] * len(slots)
        self.undo: list[tuple[int, Value | None]] = []
        self.undefined: dict[int, Op] = {}

    def walk(self, cfg: Cfg, children: list[list[int]]) -> None:
        """Replaces each load by the value that reaches it; deletes loads, stores and slots."""
        undo, current = self.undo, self.current
        stack = [0]
        while stack:
            b = stack.pop()
            if b < 0:  # leaving a subtree: what it stored is forgotten
                mark = ~b
                while len(undo) > mark:
                    n, old = undo.pop()
                    current[n] = old
                continue
            stack.append(~len(undo))
            self.rename_block(cfg.blocks[b])
            stack.extend(children[b])
        self.function.blocks[0].ops[:0] = self.undefined.values()

    def rename_block(self, block: Block) -> None:
        """Renames in one block and passes the arguments of its edges."""
        slots, current, undo = self.slots, self.current, self.undo
        for n, param in self.params[block.index]:
            undo.append((n, current[n]))
            current[n] = param
        kept = []
        for op in block.ops:
            kind = type(op)
            if kind is Load:
                m = slots.get(op.operands[0])
                if m is not None:
                    op.replace_all_uses(current[m] or self.undefined_value(m))
                    op.block = None
                    continue
            elif kind is Store:
                m = slots.get(op.operands[1])
                if m is not None:
                    undo.append((m, current[m]))
                    current[m] = op.operands[0]
                    op.drop()
                    continue
            elif kind is Alloca and op in slots:
                op.block = None
                continue
            kept.append(op)
        block.ops = kept
        self.pass_arguments(block)

    def pass_arguments(self, block: Block) -> None:
        """Extends each edge by the values of the parameters that its target got."""
        terminator = block.terminator
        for i, target in enumerate(terminator.targets):
            new = self.params[target.index]
            if new:
                values = [self.current[n] or self.undefined_value(n) for n, _ in new]
                terminator.set_target(i, target, (*terminator.args_of(i), *values))

    def undefined_value(self, n: int) -> Op:
        """What slot `n` holds before any store: one `mir.undef` at the top of the function."""
        made = self.undefined.get(n)
        if made is None:
            slot = self.order[n]
            made = self.undefined[n] = Undef(slot.type.elem)
            made.block, made.name = self.function.blocks[0], slot.name
        return made
