"""Turns accesses through a reference into accesses of the slot it refers to, where that slot is known.

After it ran, a load or store whose address is the generic address of a slot, or of a constant path into one, uses the slot
itself; a block parameter or select whose every source is the same address of one slot is gone. So `let r = &mut x; *r = 2` leaves
`x` with loads and stores alone, and `mem2reg` can promote it.

    %x = mir.alloca i32                         %x = mir.alloca i32
    %r = mir.to_generic %x               ==>    mir.store %two, %x
    mir.store %two, %r                          %v = mir.load %x
    %v = mir.load %r

Casts of the pointer back and forth are seen through; two addresses are the same if they are the same path from the same slot.
"""
from __future__ import annotations

from dialect.op import Param
from dialect.ops import Alloca, Const, Element, Field, Offset, PointerCast, Select, ToGeneric

from .editing import incoming_edges, keep_params
from .narrow_spaces import narrow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.function import Function
    from dialect.op import Op, Value
    from dialect.types import Type

    from .analyses import Analyses

    Key: TypeAlias = tuple[object, ...]

UNKNOWN = -1


def run(function: Function, analyses: Analyses) -> bool:
    """Forwards what is known."""
    if not any(type(op) is Alloca for op in function.blocks[0].ops):
        return False
    changed = Targets(function).replace()
    if changed:
        analyses.invalidate()
    return narrow(function, analyses, ("local",)) or changed


class Step:
    """One step of a path from a slot: the address op's class, its constant (or None), and the pointee type that it leads to."""

    __slots__ = ("base", "constant", "kind", "pointee")

    def __init__(self, base: int, kind: type[Op], constant: Value | int | None, pointee: Type) -> None:
        self.base, self.kind, self.constant, self.pointee = base, kind, constant, pointee


class Targets:
    """Numbers the addresses that start at slots: equal numbers mean equal addresses. Optimistic about block parameters."""

    __slots__ = ("function", "number", "path", "steps", "work")

    def __init__(self, function: Function) -> None:
        self.function = function
        self.number: dict[Value, int] = {}
        self.path: dict[Key, int] = {}
        self.steps: list[Step] = []
        self.work: list[Value] = []
        self.solve(self.collect())

    def collect(self) -> dict[Value, list[Param]]:
        """Gives slots their number, and everything else that is no step from one UNKNOWN. Where each pointer flows on edges."""
        flows: dict[Value, list[Param]] = {}
        for block in self.function.blocks:
            if block is self.function.blocks[0]:
                for param in block.params:
                    self.meet(param, UNKNOWN)
            for op in block.ops:
                if type(op) is Alloca:
                    self.meet(op, self.step((op,), Step(UNKNOWN, Alloca, op, op.ty)))
                elif type(op) not in (ToGeneric, PointerCast, Field, Element, Offset, Select):
                    self.meet(op, UNKNOWN)
            terminator = block.terminator
            for i, target in enumerate(terminator.targets):
                for param, v in zip(target.params, terminator.args_of(i)):
                    if param.type.kind == "ptr":
                        flows.setdefault(v, []).append(param)
        return flows

    def meet(self, v: Value, number: int) -> None:
        """Lowers what is known of `v`: nothing, then one address, then UNKNOWN."""
        if v.type.kind != "ptr":
            return
        before = self.number.get(v)
        if before is None:
            self.number[v] = number
        elif before in (number, UNKNOWN):
            return
        else:
            self.number[v] = UNKNOWN
        self.work.append(v)

    def solve(self, flows: dict[Value, list[Param]]) -> None:
        """Propagates; each value changes at most twice."""
        while self.work:
            v = self.work.pop()
            number = self.number[v]
            for param in flows.get(v, ()):
                self.meet(param, number)
            for user in v.users:
                if type(user) is Select:
                    self.meet(user, number)
                elif user.operands[0] is v and type(user) in (ToGeneric, PointerCast, Field, Element, Offset):
                    self.meet(user, self.after(number, user))

    def step(self, key: Key, step: Step) -> int:
        """The number of a path."""
        found = self.path.get(key)
        if found is None:
            found = self.path[key] = len(self.steps)
            self.steps.append(step)
        return found

    def after(self, number: int, op: Op) -> int:
        """The number of the address that `op` derives from the address `number`."""
        if number == UNKNOWN or type(op) is ToGeneric:
            return number
        pointee = op.type.elem
        if type(op) is PointerCast:
            if self.steps[number].kind is PointerCast:
                number = self.steps[number].base
            if self.steps[number].pointee is pointee:
                return number
            return self.step((number, PointerCast, pointee), Step(number, PointerCast, None, pointee))
        if type(op) is Field:
            return self.step((number, Field, op.index), Step(number, Field, op.index, pointee))
        index = op.operands[1]
        if type(index) is not Const:
            return UNKNOWN
        return self.step((number, type(op), index.value, index.ty), Step(number, type(op), index, pointee))

    def replace(self) -> bool:
        """Replaces parameters and selects with a known target by an address made in the entry block."""
        incoming = incoming_edges(self.function)
        made = Addresses(self)
        changed = False
        for block in self.function.blocks[1:]:
            keep = [n for n, param in enumerate(block.params) if not made.replace(param)]
            if len(keep) != len(block.params):
                keep_params(block, incoming[block], keep)
                changed = True
        for block in self.function.blocks:
            for op in block.ops:
                if type(op) is Select and made.replace(op):
                    op.drop()
                    changed = True
            if changed:
                block.ops = [op for op in block.ops if op.block is not None]
        made.insert()
        return changed


class Addresses:
    """Address ops made right behind the slot that they start from."""

    __slots__ = ("behind", "targets", "value")

    def __init__(self, targets: Targets) -> None:
        self.targets = targets
        self.value: dict[tuple[int, bool], Value] = {}
        self.behind: dict[Value, list[Op]] = {}

    def replace(self, v: Value) -> bool:
        """Replaces `v` if its target is known; the caller deletes it."""
        number = self.targets.number.get(v, UNKNOWN)
        if v.type.kind != "ptr" or number == UNKNOWN:
            return False
        v.replace_all_uses(self.address(number, v.type.space == "generic"))
        return True

    def address(self, number: int, generic: bool) -> Value:
        """The address of that number, as a pointer into local or generic memory."""
        found = self.value.get((number, generic))
        if found is not None:
            return found
        steps = self.targets.steps
        path = [number]
        while (path[-1], False) not in self.value and steps[path[-1]].base != UNKNOWN:
            path.append(steps[path[-1]].base)
        for at in reversed(path):
            if (at, False) not in self.value:
                self.value[at, False] = self.make(steps[at])
        if generic:
            plain = self.value[number, False]
            self.value[number, True] = self.place(ToGeneric(plain), number)
        return self.value[number, generic]

    def make(self, step: Step) -> Value:
        """The op of one step from its base, which is there already."""
        if step.base == UNKNOWN:
            return step.constant  # type: ignore[return-value]
        base = self.value[step.base, False]
        if step.kind is PointerCast:
            return self.place(PointerCast(base, step.pointee), step.base)
        if step.kind is Field:
            return self.place(Field(base, step.constant), step.base)  # type: ignore[arg-type]
        index = self.place(Const(step.constant.value, step.constant.ty), step.base)  # type: ignore[union-attr]
        return self.place(step.kind(base, index), step.base)

    def place(self, op: Op, number: int) -> Op:
        """Notes the op to stand behind the slot in which the path `number` starts."""
        steps = self.targets.steps
        while steps[number].base != UNKNOWN:
            number = steps[number].base
        slot: Op = steps[number].constant  # type: ignore[assignment]
        op.block, op.loc = slot.block, slot.loc
        self.behind.setdefault(slot, []).append(op)
        return op

    def insert(self) -> None:
        """Puts the ops into the entry block."""
        if self.behind:
            entry = self.targets.function.blocks[0]
            out: list[Op] = []
            for op in entry.ops:
                out.append(op)
                out.extend(self.behind.get(op, ()))
            entry.ops = out
