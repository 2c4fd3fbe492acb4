"""Splits slots of aggregates into one slot per scalar (scalar replacement of aggregates).

After it ran, a slot of tuple or array type stays only if some address into it is not a constant path to a scalar that is loaded
or stored; the reason is recorded. An array that is a part of a slot, and indexed by a value, becomes a slot of its own. The new
slots are named after the path, and `mem2reg` can promote them.

    %s = mir.alloca tuple<f32, u64>             %s.0 = mir.alloca f32
    %p = mir.field %s, 0                        %s.1 = mir.alloca u64
    mir.store %x, %p                            mir.store %x, %s.0
    %q = mir.field %s, 1                 ==>    mir.store %n, %s.1
    mir.store %n, %q                            %v = mir.load %s.1
    %v = mir.load %q

Paths are followed by byte offset, through fields, elements and offsets by constants, and casts of the pointer; so the same bytes
may be reached in several ways, as long as they are always one scalar. Numbers of different types but one width (the fields of an
enum's variants) are kept as their bits: the slot is unsigned, and `mir.bitcast` stands at each access of another type. An index of
`mir.element` stays within its array, one of `mir.offset` may go anywhere: so an array indexed by a value is parted from its slot only if
elements of it are all that is used.
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
    Place: TypeAlias = tuple[int, Type]  # a byte offset, and the type of the object there


NUMBERS = ("int", "uint", "float")
"""Kinds of types whose bits may stand in a slot of another type."""


class Refusal(Exception):
    """Why a slot cannot be split, and where."""

    def __init__(self, reason: str, at: Loc | None) -> None:
        super().__init__(reason)
        self.reason, self.at = reason, at


class Plan:
    """The accesses of one slot, the address ops between, and the object at each byte offset that is accessed: a scalar, or an array that is
    kept whole. `roots` are the addresses of such arrays.
    """

    __slots__ = ("accesses", "addresses", "objects", "roots")

    def __init__(self) -> None:
        self.accesses: list[Access] = []
        self.addresses: list[Op] = []
        self.objects: dict[int, Type] = {}
        self.roots: list[tuple[Op, int]] = []


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
    whole = _indexed_arrays(slot)
    work: list[tuple[Op, int]] = [(slot, 0)]
    while work:
        address, at = work.pop()
        if whole and address is not slot and (at, address.type.elem) in whole:
            _keep_whole(plan, address, at)
            continue
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


def _indexed_arrays(slot: Op) -> dict[Place, None]:
    """The arrays in the slot that are indexed by a value."""
    found: dict[Place, None] = {}
    work: list[tuple[Op, int]] = [(slot, 0)]
    while work:
        address, at = work.pop()
        for user in address.users:
            if type(user) not in (Field, Element, Offset, PointerCast) or user.operands[0] is not address:
                continue
            if type(user) is Element and type(user.operands[1]) is not Const:
                found[at, address.type.elem] = None
            elif type(user) is not Offset or type(user.operands[1]) is Const:
                work.append((user, at + _distance(user, address.type.elem)))
    return found


def _keep_whole(plan: Plan, address: Op, at: int) -> None:
    """Enters the array at `address` as an object of its own. Raises Refusal if an address may lead out of it."""
    known = plan.objects.setdefault(at, address.type.elem)
    if known is not address.type.elem:
        raise Refusal(f"it is accessed as {known} and as {address.type.elem} at byte {at}", address.loc)
    plan.roots.append((address, at))
    work = [address]
    while work:
        inner = work.pop()
        for user in inner.users:
            if type(user) in (Field, Element) and user.operands[0] is inner:
                work.append(user)
            elif type(user) is not Load and (type(user) is not Store or user.operands[0] is inner):
                reason, culprit = blame(address, user)
                raise Refusal(reason, culprit.loc)


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
    known = plan.objects.setdefault(at, scalar)
    if known is not scalar:
        if known.kind not in NUMBERS or scalar.kind not in NUMBERS or known.bits != scalar.bits:
            raise Refusal(f"it is accessed as {known} and as {scalar} at byte {at}", op.loc)
        plan.objects[at] = SCALARS[f"u{known.bits}"]
    plan.accesses.append((op, at))


def _check_overlap(plan: Plan, slot: Op) -> None:
    end = 0
    for at in sorted(plan.objects):
        if at < end:
            raise Refusal(f"accesses overlap at byte {at}", slot.loc)
        end = at + plan.objects[at].size
    if end > slot.type.elem.size or min(plan.objects, default=0) < 0:
        raise Refusal("it is accessed outside its bounds", slot.loc)


def split(function: Function, plans: dict[Op, Plan]) -> None:
    """Makes the new slots in the place of each slot, and lets loads and stores use them."""
    entry = function.blocks[0]
    kept: list[Op] = []
    before: dict[Op, list[Op]] = {}
    for op in entry.ops:
        plan = plans.get(op)
        if plan is None:
            kept.append(op)
            continue
        parts: dict[int, Op] = {}
        for at, held in sorted(plan.objects.items()):
            part = parts[at] = Alloca(held)
            part.name, part.loc, part.block = op.name + path_to(op.type.elem, at, held) if op.name else "", op.loc, entry
            kept.append(part)
        for access, at in plan.accesses:
            _redirect(access, parts[at], before)
        for root, at in plan.roots:
            root.replace_all_uses(parts[at])
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


def path_to(aggregate: Type, at: int, held: Type) -> str:
    """The fields and indices that lead to the object at byte `at`, written `.1.0`."""
    path = ""
    while not aggregate.is_scalar and (at or aggregate is not held):
        if aggregate.kind == "array":
            index, at = divmod(at, aggregate.elem.size)
            aggregate = aggregate.elem
        else:
            index = max([i for i, offset in enumerate(aggregate.offsets) if offset <= at and aggregate.fields[i].size])
            at -= aggregate.offsets[index]
            aggregate = aggregate.fields[index]
        path += f".{index}"
    return path
