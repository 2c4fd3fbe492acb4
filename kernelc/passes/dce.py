"""Deletes ops and block parameters whose value nothing observable needs, and stores to slots that nothing reads.

After it ran, every op has an effect, or leads to an effect or to a branch; a slot whose address does not escape is stored to only if it is read.
Whatever writes other memory, orders memory, is convergent, volatile, or may panic stays; so do branches.

    %x = mir.alloca i32                         mir.return %n
    %one = mir.const 1 : i32             ==>
    %sum = mir.add %n, %one
    mir.store %sum, %x
    mir.return %n

Mark and sweep over use-def edges (Cytron et al. 1991, section 7.1, without the control-dependence part).
"""
from __future__ import annotations

from dialect.op import EFFECTS, Param
from dialect.ops import Alloca, Element, Field, Load, Offset, PointerCast, Store, ToGeneric

from .editing import incoming_edges, keep_params

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Block, Function
    from dialect.op import Op, Value

    from .analyses import Analyses
    from .editing import Edges

ADDRESSES = (Field, Element, Offset, PointerCast, ToGeneric)
"""Ops whose result is an address into the object that their first operand points into."""


def run(function: Function, _analyses: Analyses) -> bool:
    """Marks what is needed, then sweeps the rest."""
    incoming = incoming_edges(function)
    private = private_stores(function)
    live = mark(function, incoming, private)
    return sweep(function, live, incoming)


def private_stores(function: Function) -> dict[Value, list[Op]]:
    """The stores to each slot whose address goes nowhere but into loads, stores, and addresses derived from it. Volatile accesses count as escapes."""
    found: dict[Value, list[Op]] = {}
    for slot in function.blocks[0].ops:
        if type(slot) is Alloca:
            stores = _stores_to(slot)
            if stores is not None:
                found[slot] = stores
    return found


def _stores_to(slot: Op) -> list[Op] | None:
    stores: list[Op] = []
    work: list[Op] = [slot]
    while work:
        address = work.pop()
        for user in address.users:
            kind = type(user)
            if kind is Store and user.operands[0] is not address:
                stores.append(user)
            elif kind in ADDRESSES and user.operands[0] is address:
                work.append(user)
            elif kind is not Load:
                return None
    return stores


def mark(function: Function, incoming: Edges, private: dict[Value, list[Op]]) -> set[Value]:
    """The values and ops that something observable needs. A private slot, once needed by a load, needs its stores."""
    postponed: set[Op] = set()
    for stores in private.values():
        postponed.update(stores)
    live: set[Value] = set(function.blocks[0].params)
    work: list[Value] = []
    for block in function.blocks:
        for op in block.ops:
            if op.flags & EFFECTS and op not in postponed:
                live.add(op)
                work.append(op)
        for v in block.terminator.own_operands:
            if v not in live:
                live.add(v)
                work.append(v)
    sources: dict[Value, tuple[Value, ...]] = {}  # of a parameter: the arguments passed to it
    while work:
        v = work.pop()
        if isinstance(v, Param):
            if v not in sources and v.block is not None:
                _columns(v.block, incoming, sources)
            needed = sources.get(v, ())
        else:
            needed = v.operands  # type: ignore[attr-defined]
            if v in private:
                needed = (*needed, *private[v])
        for o in needed:
            if o not in live:
                live.add(o)
                work.append(o)
    return live


def _columns(block: Block, incoming: Edges, sources: dict[Value, tuple[Value, ...]]) -> None:
    """The arguments passed to each parameter of the block, taken once for the whole block."""
    sources.update(zip(block.params, zip(*[terminator.args_of(i) for terminator, i in incoming[block]])))


def sweep(function: Function, live: set[Value], incoming: Edges) -> bool:
    """Deletes what is not live."""
    changed = False
    for block in function.blocks[1:]:
        keep = [i for i, param in enumerate(block.params) if param in live]
        if len(keep) != len(block.params):
            changed = True
            keep_params(block, incoming[block], keep)
    for block in function.blocks:
        kept: list[Op] = []
        for op in block.ops:
            if op in live:
                kept.append(op)
            else:
                op.drop()
        if len(kept) != len(block.ops):
            changed = True
            block.ops = kept
    return changed
