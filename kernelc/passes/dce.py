"""Deletes ops and block parameters whose value nothing observable needs, and stores to slots that nothing reads.

After it ran, every op has an effect, or leads to an effect or to a branch; a slot is stored to only if something needs its
address. Whatever writes other memory, orders memory, is convergent, volatile, or may panic stays; so do branches.

    %x = mir.alloca i32                         mir.return %n
    %one = mir.const 1 : i32             ==>
    %sum = mir.add %n, %one
    mir.store %sum, %x
    mir.return %n

Mark and sweep over use-def edges (Cytron et al. 1991, section 7.1, without the control-dependence part).
"""
from __future__ import annotations

from dialect.op import EFFECTS, Param
from dialect.ops import Alloca, Element, Field, Offset, PointerCast, Store, ToGeneric

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
    live = mark(function, incoming)
    return sweep(function, live, incoming)


def mark(function: Function, incoming: Edges) -> set[Value]:
    """The values and ops that something observable needs."""
    stores = stores_by_slot(function)
    postponed = {op for found in stores.values() for op in found}
    work: list[Value] = [
        op for block in function.blocks for op in block.ops if op.flags & EFFECTS and op not in postponed
    ]
    for block in function.blocks:
        work.extend(block.terminator.own_operands)
    live: set[Value] = set(function.params)
    live.update(work)
    sources: dict[Value, tuple[Value, ...]] = {}  # of a parameter: the arguments passed to it
    while work:
        v = work.pop()
        if isinstance(v, Param):
            if v not in sources and v.block is not None:
                _columns(v.block, incoming, sources)
            needed = sources.get(v, ())
        else:
            needed = v.operands  # type: ignore[attr-defined]
            if v in stores:
                needed = (*needed, *stores[v])
        for o in needed:
            if o not in live:
                live.add(o)
                work.append(o)
    return live


def stores_by_slot(function: Function) -> dict[Value, list[Op]]:
    """The stores to addresses derived from each slot. They are needed once the slot is: whatever may read it, or lets its address
    go, needs it.
    """
    root: dict[Value, Value | None] = {}
    stores: dict[Value, list[Op]] = {}
    for block in function.blocks:
        for op in block.ops:
            if type(op) is Store:
                slot = _slot_of(op.pointer, root)
                if slot is not None:
                    stores.setdefault(slot, []).append(op)
    return stores


def _slot_of(address: Value, root: dict[Value, Value | None]) -> Value | None:
    """The slot from which the address is derived; None for another origin."""
    path = []
    while address not in root:
        path.append(address)
        if type(address) not in ADDRESSES:
            root[address] = address if type(address) is Alloca else None
            break
        root[address] = None  # until the walk has ended: unreachable code may run in circles
        address = address.operands[0]  # type: ignore[attr-defined]
    for v in path:
        root[v] = root[address]
    return root[address]


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
