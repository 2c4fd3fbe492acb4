"""Values of absent lanes in the reference interpreter: after `follow` an instruction is preceded by a step that looks at void operands (`ptx.vm.absent`).

The running thread's void registers are a set of slots, `Machine.void`, nearly always empty; `Machine.taken` says where it took the last such value.
Only kernels with shuffles have such steps, and in them only instructions on registers that a shuffle's value may reach.
"""

from itertools import product

from ptx.isa import Resolved, UnknownInstructionError, resolve
from ptx.module import Instruction
from ptx.operands import Address, Component, Negated, Operand, Pair, Register, Symbol, Vector
from ptx.vm import integer
from ptx.vm.absent import SHUFFLE, SHUFFLE_MASK, absent_use, computes, rule_of, uses
from ptx.vm.addresses import address_of, space_of
from ptx.vm.errors import VmError, WarpMisuse
from ptx.vm.launched import WARP
from ptx.vm.layout import Frame, Scope
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from ptx.vm.context import Context
    from ptx.vm.errors import Place
    from ptx.vm.machine import Machine
    from ptx.vm.waiting import WarpGroup

    Test: TypeAlias = Callable[[set[int]], bool]
    """Whether a result is void, from the void slots."""
    Taken: TypeAlias = tuple[int, int, int, Place]
    """The lane that took a void value, the one it took it from, its mask, and the shuffle."""

ALL_ONES = 0xFFFFFFFF


class Shuffled:
    """The registers of one shuffle, as slots: what it gives and takes from, and where both results go (-1: nowhere)."""

    __slots__ = ("flag", "offsets", "result", "value")

    def __init__(self, context: "Context") -> None:
        first, *sources = context.operands[:4]
        pair = (first.first, first.second) if isinstance(first, Pair) else (first, first)
        slots = [slots_of(context.scope, operand) for operand in (*pair, *sources)]
        self.result = next(iter(slots[0]), -1)
        self.flag = next(iter(slots[1]), -1) if isinstance(first, Pair) else -1
        self.value = next(iter(slots[2]), -1)
        self.offsets = {*slots[3], *slots[4]}


def slots_of(scope: Scope, operand: Operand) -> list[int]:
    """Returns the slots of the registers in an operand."""
    if isinstance(operand, (Vector, Pair)):
        parts = operand.elements if isinstance(operand, Vector) else (operand.first, operand.second)
        return [slot for part in parts for slot in slots_of(scope, part)]
    if isinstance(operand, (Negated, Component)):
        known = scope.find("registers", operand.register.name)
        index = max("xyzw".find(operand.selector), "rgba".find(operand.selector)) if isinstance(operand, Component) else 0
        return [] if known is None else [known[1] + (index if index > 0 and known[2] > index else 0)]
    if isinstance(operand, Address):
        return [] if operand.base is None or isinstance(operand.base, Symbol) else slots_of(scope, operand.base)
    known = scope.find("registers", operand.name) if isinstance(operand, (Register, Symbol)) else None
    return [] if known is None else [known[1]]


def operands_of(instruction: "Instruction", resolved: Resolved, scope: Scope) -> "tuple[list[int], list[int]]":
    """Returns the slots that an instruction writes and those that it reads."""
    forms = resolved.operands_for(len(instruction.operands)) if instruction.opcode != "call" else ()
    found: tuple[list[int], list[int]] = [], []
    for (form, _), operand in zip(forms or (), instruction.operands):
        found[0 if form.destination else 1].extend(slots_of(scope, operand) if form.kind != "label" else [])
    return found


def known_instructions(frame: Frame) -> "Iterator[tuple[Instruction, Resolved, Scope]]":
    """Yields a function's instructions with what they are; one that is not known is told when its turn comes to be translated."""
    for item, scope in zip(frame.function.body or (), frame.scopes):
        if isinstance(item, Instruction):
            try:
                yield item, resolve(item.name), scope
            except UnknownInstructionError:
                continue


def followed_slots(frame: Frame) -> frozenset[int]:
    """Returns the slots of a function's registers that may be void."""
    flows: list[tuple[list[int], list[int]]] = []
    found: set[int] = set()
    for instruction, resolved, scope in known_instructions(frame):
        targets, sources = operands_of(instruction, resolved, scope)
        if resolved.form.meaning == SHUFFLE:
            found.update(targets)
        elif computes(resolved):
            flows.append((targets, [*sources, *([] if instruction.guard is None else slots_of(scope, instruction.guard))]))
    changed = True
    while changed:
        before = len(found)
        for targets, sources in flows:
            if not found.isdisjoint(sources):
                found.update(targets)
        changed = len(found) > before
    return frozenset(found)


def follow(context: "Context", followed: frozenset[int]) -> None:
    """Emits the step that comes before an instruction, if it needs one."""
    guard = [slot for slot in slots_of(context.scope, context.instruction.guard) if slot in followed] if context.instruction.guard else []
    if context.instruction.opcode == "call":
        _look(context, guard, [])
        results = [slot for item in getattr(context.operands[0], "items", ()) for slot in slots_of(context.scope, item) if slot in followed]
        if results:
            context.emit(_setting(context.machine, results, [], _runs(context), nothing))
        return
    targets, sources = operands_of(context.instruction, context.resolved, context.scope)
    targets, sources = ([slot for slot in slots if slot in followed] for slots in (targets, sources))
    if context.resolved.form.meaning == SHUFFLE:
        targets, sources = [], [slot for slot in slots_of(context.scope, context.operands[SHUFFLE_MASK]) if slot in followed]
        _look(context, guard, sources)
    elif context.resolved.form.meaning == "st":
        _look(context, guard, [slot for slot in slots_of(context.scope, context.operands[0]) if slot in followed])
        _look_at_stored(context, [slot for slot in slots_of(context.scope, context.operands[1]) if slot in followed])
    elif uses(context.resolved):
        _look(context, guard, sources)
    if targets:
        test = _test(context, sources) if computes(context.resolved) else nothing
        context.emit(_setting(context.machine, targets, guard, _runs(context), test))


def nothing(void: set[int]) -> bool:
    """The test of results that are never void."""
    del void
    return False


def _runs(context: "Context") -> "Callable[[], bool]":
    """Returns whether the instruction's guard holds."""
    if context.instruction.guard is None:
        return lambda: True
    view, index = context.source(context.instruction.guard, "pred")
    unless = 1 if context.instruction.guard_negated else 0
    return lambda: view[index] != unless


def _setting(machine: "Machine", targets: list[int], guard: list[int], runs: "Callable[[], bool]", test: "Test") -> "Callable[[], None]":
    """Returns the step that says whether results are void."""

    def step() -> None:
        void = machine.void
        if not void:
            return
        if not void.isdisjoint(guard) or (runs() and test(void)):
            void.update(targets)
        elif runs():
            void.difference_update(targets)

    return step


def _test(context: "Context", sources: list[int]) -> "Test":
    rule = rule_of(context.resolved)
    if rule == "select":
        return _selected(context)
    if rule in ("zero", "ones"):
        return _absorbed(context, rule)
    if rule == "sum":
        of_product, (added,) = _absorbed(context, "zero"), _parts(context, 3)
        return lambda void: not void.isdisjoint(added) or of_product(void)
    if rule == "table":
        return _looked_up(context)
    if rule in ("and", "or"):
        return _compared(context, rule)
    return lambda void: not void.isdisjoint(sources)


def _parts(context: "Context", *positions: int) -> list[list[int]]:
    return [slots_of(context.scope, context.operands[position]) for position in positions]


def _selected(context: "Context") -> "Test":
    view, index = context.source(context.operands[3], "pred")
    yes, no, condition = _parts(context, 1, 2, 3)
    return lambda void: not void.isdisjoint(condition) or not void.isdisjoint(yes if view[index] else no)


def _absorbed(context: "Context", rule: str) -> "Test":
    """Void where one side is and the other does not decide the result (or is void too)."""
    chosen = context.resolved.operands_for(len(context.operands)) or ()
    kinds = [kind for _, kind in chosen[1:3]]
    (first_view, first), (second_view, second) = (context.source(operand, kind) for operand, kind in zip(context.operands[1:3], kinds))
    left, right = _parts(context, 1, 2)
    deciding = 0 if rule == "zero" else 1 if kinds[0] == "pred" else (1 << WIDTHS[kinds[0]]) - 1

    def test(void: set[int]) -> bool:
        one, other = not void.isdisjoint(left), not void.isdisjoint(right)
        return (one and (other or second_view[second] != deciding)) or (other and (one or first_view[first] != deciding))

    return test


def _looked_up(context: "Context") -> "Test":
    """Void where the result depends on what void operands are: it is not the same for zeros and ones in their places."""
    slots = _parts(context, 1, 2, 3)
    places = [context.source(operand, "b32") for operand in context.operands[1:4]]
    table = context.constant(context.operands[4], "b32")

    def test(void: set[int]) -> bool:
        choices = [(view[index],) if void.isdisjoint(own) else (0, ALL_ONES) for own, (view, index) in zip(slots, places)]
        return len({integer.logic(a, b, c, table) & ALL_ONES for a, b, c in product(*choices)}) > 1

    return test


def _compared(context: "Context", rule: str) -> "Test":
    """Void where the predicate is, or where the comparison is and the predicate leaves the result open."""
    view, index = context.source(context.operands[3], "pred")
    first, second, joined = _parts(context, 1, 2, 3)
    leaves_open = 1 if rule == "and" else 0

    def test(void: set[int]) -> bool:
        compared = not void.isdisjoint(first) or not void.isdisjoint(second)
        return not void.isdisjoint(joined) or (compared and view[index] == leaves_open)

    return test


# --- use ---------------------------------------------------------------------------------------------------------------------------------


def used(machine: "Machine", place: "Place") -> VmError:
    """Returns the fault of the running thread."""
    assert machine.taken is not None
    reader, source, mask, shuffle = machine.taken
    return machine.fault(WarpMisuse, absent_use(machine.thread_index % WARP, reader, source, mask, shuffle), place)


def _look(context: "Context", guard: list[int], sources: list[int]) -> None:
    """Emits a look at what decides whether an instruction is executed, and at the operands that it uses."""
    if not guard and not sources:
        return
    machine, place, runs = context.machine, context.place, _runs(context)

    def step() -> None:
        void = machine.void
        if void and (not void.isdisjoint(guard) or (not void.isdisjoint(sources) and runs())):
            raise used(machine, place)

    context.emit(step)


def _look_at_stored(context: "Context", data: list[int]) -> None:
    """Emits a look at what is stored, unless that goes to the thread's own memory."""
    space = space_of(context)
    if not data or space in ("local", "param"):
        return
    machine, place, runs = context.machine, context.place, _runs(context)
    where = address_of(context, context.operands[0], space)

    def step() -> None:
        void = machine.void
        if void and not void.isdisjoint(data) and runs() and where() >> OFFSET_BITS != LOCAL_WINDOW:
            raise used(machine, place)

    context.emit(step)


# --- shuffles ----------------------------------------------------------------------------------------------------------------------------


def give_void(machine: "Machine", group: "WarpGroup", other_of: "Callable[[int], int]") -> None:
    """Says which of a shuffle's results are void when the lanes of a group have met; `other_of` gives the lane that each reads."""
    threads = group.threads
    if len(threads) == WARP and not any([thread.void for thread in threads.values()]):
        return
    shuffles = {lane: thread.event.shuffled for lane, thread in threads.items() if thread.event is not None and thread.event.shuffled is not None}
    gives = {lane: shuffle.value in threads[lane].void for lane, shuffle in shuffles.items()}
    before = {lane: thread.taken for lane, thread in threads.items()}
    for lane, shuffle in shuffles.items():
        thread, other = threads[lane], other_of(lane)
        own = not thread.void.isdisjoint(shuffle.offsets)
        fresh, takes = other not in threads, gives.get(other, False)
        if (fresh or takes) and not gives[lane] and not own and thread.event is not None:
            place = machine.standing(thread.event.place, thread.stack)
            thread.taken = (lane, other, group.mask, place) if fresh else before[other]
        for slot, is_void in ((shuffle.flag, own), (shuffle.result, fresh or takes or own)):
            if slot >= 0:
                (thread.void.add if is_void else thread.void.discard)(slot)
