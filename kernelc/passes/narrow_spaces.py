"""Uses the address space that a generic pointer is known to lie in.

After it ran, a load or store goes through a generic pointer only if that pointer may lie in several spaces, or comes from memory,
a call, an integer or `mir.undef`; null counts as one into global memory. Block parameters and selects whose every source lies in one
space get a narrow twin, also around loops (optimistically). Comparisons, casts to integers, calls and stores *of* a pointer keep the generic address.

    %g = mir.to_generic %p                      %a = mir.offset %p, %i
    %a = mir.offset %g, %i               ==>    %v = mir.load %a
    %v = mir.load %a

Each address op gets its twin right behind it, so no def-use order changes; generic addresses that nothing uses any more are deleted.
"""
from __future__ import annotations

from dialect.op import Param
from dialect.ops import (
    Bitcast,
    Const,
    Element,
    Field,
    FromGeneric,
    Load,
    Offset,
    PointerCast,
    Select,
    Store,
    ToGeneric,
    VolatileLoad,
    VolatileStore,
)
from dialect.ops.atomic import ATOMICS
from dialect.types import SPACES, with_space

from .editing import incoming_edges, remove_unreachable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from dialect.function import Block, Function
    from dialect.op import Op, Value

    from .analyses import Analyses

DERIVED = (Field, Element, Offset, PointerCast)
"""Ops that give an address in the space of their first operand."""
NULL = "null"
"""What is known of a null pointer: it may stand for one into global memory, where its address is 0 too; not into shared memory, which begins there."""
ADDRESSES = (*DERIVED, ToGeneric, FromGeneric)
POINTER_OF: dict[type[Op], int] = {Load: 0, VolatileLoad: 0, Store: 1, VolatileStore: 1, **dict.fromkeys(ATOMICS, 0)}
"""Which operand of an access is its address."""


def run(function: Function, analyses: Analyses) -> bool:
    """Narrows to any space."""
    return narrow(function, analyses, SPACES[1:])


def narrow(function: Function, analyses: Analyses, spaces: Container[str]) -> bool:
    """Lets loads and stores use pointers into `spaces` where the space is known."""
    if not any(type(op) is ToGeneric for block in function.blocks for op in block.ops):
        return False
    changed = remove_unreachable(function)
    if changed:
        analyses.invalidate()
    known = Spaces(function).known
    accesses = [
        (op, op.operands[POINTER_OF[type(op)]])
        for block in function.blocks
        for op in block.ops
        if type(op) in POINTER_OF
    ]
    accesses = [(op, pointer) for op, pointer in accesses if can_narrow(op, known.get(pointer, "generic"), spaces)]
    if accesses:
        twins = Twins(function, known)
        twins.demand([pointer for _, pointer in accesses])
        twins.make(analyses)
        for op, pointer in accesses:
            at = POINTER_OF[type(op)]
            op.set_operands((*op.operands[:at], twins.twin[pointer], *op.operands[at + 1 :]))
    return drop_unused_addresses(function) or changed or bool(accesses)


def can_narrow(op: Op, space: str, spaces: Container[str]) -> bool:
    """Whether the access may use a pointer into `space`: atomics are of global and shared memory only."""
    return space in spaces and (space in ("global", "shared") or type(op) not in ATOMICS)


class Spaces:
    """For each generic pointer the one space it lies in, or `generic`. Optimistic: what is not yet known does not count."""

    __slots__ = ("flows", "known", "work")

    def __init__(self, function: Function) -> None:
        self.known: dict[Value, str] = {}
        self.flows: dict[Value, list[Param]] = {}
        self.work: list[Value] = []
        candidates = self.collect(function)
        self.solve()
        for v in candidates:  # cycles that nothing enters, and what is null at most
            if self.known.get(v, NULL) == NULL and not is_null(v):
                self.lower(v, "generic")
        self.solve()

    def collect(self, function: Function) -> list[Value]:
        """Where each pointer flows on edges; sources get their space. Gives the parameters and ops to be known."""
        candidates: list[Value] = []
        for block in function.blocks:
            for param in block.params:
                if param.type.kind == "ptr" and param.type.space == "generic":
                    candidates.append(param)
                    if block is function.blocks[0]:
                        self.lower(param, "generic")
            for op in block.ops:
                if op.type.kind == "ptr" and op.type.space == "generic":
                    candidates.append(op)
                    self.lower(op, _source_space(op))
            terminator = block.terminator
            for i, target in enumerate(terminator.targets):
                for param, v in zip(target.params, terminator.args_of(i)):
                    if param.type.kind == "ptr" and param.type.space == "generic":
                        self.flows.setdefault(v, []).append(param)
        return candidates

    def lower(self, v: Value, space: str) -> None:
        """Meets what is known of `v` with `space`; empty says nothing."""
        before = self.known.get(v)
        if not space or before == "generic" or before == space or (before == "global" and space == NULL):
            return
        self.known[v] = space if before is None or (before == NULL and space == "global") else "generic"
        self.work.append(v)

    def solve(self) -> None:
        """Propagates to parameters and to the ops that derive addresses. Each value changes at most three times."""
        while self.work:
            v = self.work.pop()
            space = self.known[v]
            for param in self.flows.get(v, ()):
                self.lower(param, space)
            for user in v.users:
                if type(user) is Select or ((type(user) in DERIVED or type(user) is ToGeneric) and user.operands[0] is v):
                    if user.type.kind == "ptr":
                        self.lower(user, "generic" if space == NULL and type(user) in DERIVED else space)


def is_null(v: Value) -> bool:
    """Whether the pointer is null: the constant, or the integer 0 as a pointer."""
    source = v.operands[0] if type(v) is Bitcast else v
    return type(source) is Const and source.value == 0


def _source_space(op: Op) -> str:
    """The space that the op itself determines; empty if it follows from its operands."""
    if type(op) is ToGeneric:
        space = op.operands[0].type.space
        return "" if space == "generic" else space
    if is_null(op):
        return NULL
    return "" if type(op) in DERIVED or type(op) is Select else "generic"


class Twins:
    """Narrow twins of generic pointers: only of those demanded, and of what they are derived from."""

    __slots__ = ("function", "incoming", "known", "twin", "wanted")

    def __init__(self, function: Function, known: dict[Value, str]) -> None:
        self.function, self.known = function, known
        self.incoming = incoming_edges(function)
        self.wanted: dict[Value, None] = {}
        self.twin: dict[Value, Value] = {}

    def demand(self, pointers: list[Value]) -> None:
        """Wants twins of these and of everything they come from."""
        sources: dict[Value, tuple[Value, ...]] = {}
        work = pointers[::-1]
        while work:
            v = work.pop()
            if v in self.wanted:
                continue
            self.wanted[v] = None
            if isinstance(v, Param):
                if v not in sources and v.block is not None:
                    sources.update(zip(v.block.params, zip(*[t.args_of(i) for t, i in self.incoming[v.block]])))
                work.extend(sources[v])
            elif type(v) is Select:
                work.extend(v.operands[1:])
            elif is_null(v):
                continue
            elif type(v) in DERIVED or v.operands[0].type.space == "generic":  # type: ignore[attr-defined]
                work.append(v.operands[0])  # type: ignore[attr-defined]

    def make(self, analyses: Analyses) -> None:
        """Adds the twins: parameters, then ops in an order in which definitions come first, then arguments."""
        widened: dict[object, list[int]] = {}
        for block in self.function.blocks:
            positions = [n for n, param in enumerate(block.params) if param in self.wanted]
            for n in positions:
                param = block.params[n]
                self.twin[param] = block.add_param(with_space(param.type, self.known[param]), param.name)
            if positions:
                widened[block] = positions
        for block in analyses.cfg().blocks:
            made: list[Op] = []
            for op in block.ops:
                made.append(op)
                if op in self.wanted and self.make_op(op):
                    twin = self.twin[op]
                    twin.block, twin.name, twin.loc = block, op.name, op.loc  # type: ignore[attr-defined]
                    made.append(twin)  # type: ignore[arg-type]
            block.ops = made
        for block in self.function.blocks:
            terminator = block.terminator
            for i, target in enumerate(terminator.targets):
                if target in widened:
                    args = terminator.args_of(i)
                    terminator.set_target(i, target, (*args, *[self.twin[args[n]] for n in widened[target]]))

    def make_op(self, op: Op) -> bool:
        """Finds or makes the twin of an op; whether it is new."""
        if type(op) is ToGeneric:
            source = op.operands[0]
            self.twin[op] = self.twin[source] if source.type.space == "generic" else source
            return False
        if is_null(op):
            self.twin[op] = Const(0, with_space(op.type, "global"))
        elif type(op) is Select:
            self.twin[op] = Select(op.cond, self.twin[op.then], self.twin[op.other])
        else:
            self.twin[op] = type(op)(self.twin[op.operands[0]], *op.operands[1:], *op.attrs)
        return True


def drop_unused_addresses(function: Function) -> bool:
    """Deletes address ops without a user, so that a slot is no longer said to escape through them."""
    work = [op for block in function.blocks for op in block.ops if type(op) in ADDRESSES and not op.users]
    touched: dict[Block, None] = {}
    while work:
        op = work.pop()
        if op.block is None:
            continue
        touched[op.block] = None
        base = op.operands[0]
        op.drop()
        if not base.users and type(base) in ADDRESSES:
            work.append(base)  # type: ignore[arg-type]
    for block in touched:
        block.ops = [op for op in block.ops if op.block is not None]
    return bool(touched)
