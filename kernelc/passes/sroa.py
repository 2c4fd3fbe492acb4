"""Splits slots of aggregates into one slot per scalar (scalar replacement of aggregates).

After it ran, a slot of tuple or array type stays only if some address into it is not a constant path to a scalar that is loaded
or stored; the reason is recorded. The new slots are named after the path, and `mem2reg` can promote them.

    %s = mir.alloca tuple<f32, u64>             %s.0 = mir.alloca f32
    %p = mir.field %s, 0                        %s.1 = mir.alloca u64
    mir.store %x, %p                            mir.store %x, %s.0
    %q = mir.field %s, 1                 ==>    mir.store %n, %s.1
    mir.store %n, %q                            %v = mir.load %s.1
    %v = mir.load %q

Paths are followed by byte offset, through fields, elements and offsets by constants, and casts of the pointer; so the same bytes
may be reached in several ways, as long as they are always one scalar. Numbers of different types but one width (the fields of an
enum's variants) are kept as their bits: the slot is unsigned, and `mir.bitcast` stands at each access of another type.
"""
from __future__ import annotations

from dialect.ops import Alloca, Bitcast, Const, Element, Field, Load, Offset, PointerCast, Store
from dialect.types import SCALARS

from .analyses import Note
from .escapes import blame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.function import Block, Function
    from dialect.op import Loc, Op
    from dialect.types import Type

    from .analyses import Analyses

    Access: TypeAlias = tuple[Op, int]  # a load or store, and the byte offset at which it accesses the slot


NUMBERS = ("int", "uint", "float")
"""Kinds of types whose bits may stand in a slot of another type."""


class Refusal(Exception):
    """Why a slot cannot be split, and where."""

    def __init__(self, reason: str, at: Loc | None) -> None:
        super().__init__(reason)
        self.reason, self.at = reason, at


class Plan:
    """The accesses of one slot, the address ops between, and the scalar at each byte offset that is accessed."""

    __slots__ = ("accesses", "addresses", "scalars")

    def __init__(self) -> None:
        self.accesses: list[Access] = []
        self.addresses: list[Op] = []
        self.scalars: dict[int, Type] = {}


def run(function: Function, analyses: Analyses) -> bool:
    """Splits what can be split."""
    notes: list[Note] = []
    analyses.notes["sroa"] = notes
    plans: dict[Op, Plan] = {}
    for op in function.blocks[0].ops:
        if type(op) is Alloca and not op.ty.is_scalar:
            try:
                plans[op] = plan_of(op)
            except Refusal as refusal:
                notes.append(Note("sroa", function.name, op, refusal.reason, refusal.at))
    if plans:
        split(function, plans)
    return bool(plans)


def plan_of(slot: Op) -> Plan:
    """Follows every address into the slot. Raises Refusal."""
    plan = Plan()
    work: list[tuple[Op, int]] = [(slot, 0)]
    while work:
        address, at = work.pop()
        for user in address.users:
            if type(user) in (Field, Element, Offset, PointerCast) and user.operands[0] is address:
                plan.addresses.append(user)
                work.append((user, at + _distance(user, address.type.elem)))
            elif type(user) is Load:
                _access(plan, user, at, user.type)
            elif type(user) is Store and user.operands[0] is not address:
                _access(plan, user, at, user.operands[0].type)
            else:
                reason, culprit = blame(slot, user)
                raise Refusal(reason, culprit.loc)
    _check_overlap(plan, slot)
    return plan


def _distance(op: Op, pointee: Type) -> int:
    """How many bytes the address op moves on. Raises Refusal if that is not constant."""
    if type(op) is PointerCast:
        return 0
    if type(op) is Field:
        return pointee.offsets[op.index]
    index = op.operands[1]
    if type(index) is not Const:
        raise Refusal("it is indexed by a value that is not constant", op.loc)
    stride = op.type.elem.size
    if type(op) is Element and not 0 <= index.value < pointee.count:
        raise Refusal(f"index {index.value} is outside {pointee}", op.loc)
    return int(index.value) * stride


def _access(plan: Plan, op: Op, at: int, scalar: Type) -> None:
    known = plan.scalars.setdefault(at, scalar)
    if known is not scalar:
        if known.kind not in NUMBERS or scalar.kind not in NUMBERS or known.bits != scalar.bits:
            raise Refusal(f"it is accessed as {known} and as {scalar} at byte {at}", op.loc)
        plan.scalars[at] = SCALARS[f"u{known.bits}"]
    plan.accesses.append((op, at))


def _check_overlap(plan: Plan, slot: Op) -> None:
    end = 0
    for at in sorted(plan.scalars):
        if at < end:
            raise Refusal(f"accesses overlap at byte {at}", slot.loc)
        end = at + plan.scalars[at].size
    if end > slot.type.elem.size or min(plan.scalars, default=0) < 0:
        raise Refusal("it is accessed outside its bounds", slot.loc)


def split(function: Function, plans: dict[Op, Plan]) -> None:
    """Makes the scalar slots in the place of each slot, and lets loads and stores use them."""
    entry = function.blocks[0]
    kept: list[Op] = []
    before: dict[Op, list[Op]] = {}
    for op in entry.ops:
        plan = plans.get(op)
        if plan is None:
            kept.append(op)
            continue
        parts: dict[int, Op] = {}
        for at in sorted(plan.scalars):
            part = parts[at] = Alloca(plan.scalars[at])
            part.name, part.loc, part.block = op.name + path_to(op.type.elem, at) if op.name else "", op.loc, entry
            kept.append(part)
        for access, at in plan.accesses:
            _redirect(access, parts[at], before)
    entry.ops = kept
    touched: dict[Block | None, None] = {op.block: None for op in before}
    gone: list[Op] = [op for op in before if type(op) is Load]
    for slot, plan in plans.items():
        slot.block = None
        gone += plan.addresses
    for op in gone:
        touched[op.block] = None
        op.drop()
    for block in touched:
        if block is not None:
            block.ops = [each for op in block.ops for each in (*before.get(op, ()), op) if each.block is not None]


def _redirect(access: Op, part: Op, before: dict[Op, list[Op]]) -> None:
    """Lets a load or store use the scalar's slot, by its bits where that is of another type: `before` says what has to stand before it then, a load
    itself goes.
    """
    kind, is_store = part.type.elem, type(access) is Store
    if is_store and access.operands[0].type is kind or access.type is kind:
        access.set_operands((*access.operands[:-1], part))
    elif is_store:
        bits = Bitcast(access.operands[0], kind)
        before[access] = [bits]
        access.set_operands((bits, part))
    else:
        loaded = Load(part)
        result = Bitcast(loaded, access.type)
        result.name = access.name
        before[access] = [loaded, result]
        access.replace_all_uses(result)
    for op in before.get(access, ()):
        op.block, op.loc = access.block, access.loc


def path_to(aggregate: Type, at: int) -> str:
    """The fields and indices that lead to byte `at`, written `.1.0`."""
    path = ""
    while not aggregate.is_scalar:
        if aggregate.kind == "array":
            index, at = divmod(at, aggregate.elem.size)
            aggregate = aggregate.elem
        else:
            index = max([i for i, offset in enumerate(aggregate.offsets) if offset <= at and aggregate.fields[i].size])
            at -= aggregate.offsets[index]
            aggregate = aggregate.fields[index]
        path += f".{index}"
    return path
