"""Meanings of asynchronous copies and of mbarrier objects (PTX ISA, `cp.async`, `mbarrier`).

When a copy's bytes arrive is said in `ptx.vm.copies`, what an mbarrier is in `ptx.vm.mbarriers`.
"""

from ptx.operands import Negated, Operand, Register
from ptx.vm import mbarriers
from ptx.vm.addresses import Access, address_of
from ptx.vm.context import Context
from ptx.vm.copies import Copies
from ptx.vm.errors import WarpMisuse
from ptx.vm.mbarriers import Mbarrier, MbarrierError
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS, OFFSET_MASK, SHARED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from ptx.vm.machine import Machine

    Slot: TypeAlias = tuple[memoryview, int]


# --- copies --------------------------------------------------------------------------------------------------------------------------


def copies_of(machine: "Machine") -> Copies:
    """Returns the running thread's copies."""
    if machine.copies is None:
        machine.copies = Copies()
    return machine.copies


def valid_bytes(context: Context, size: int) -> "Callable[[], int]":
    """Returns how many bytes are read: all, as many as an operand says, or none if a predicate says so."""
    policy = 1 if context.has("L2::cache_hint") else 0
    if len(context.operands) <= 3 + policy:
        return lambda: size
    operand = context.operands[3]
    if ignores(context, operand):
        flag, position = context.source(operand, "pred")
        return lambda: 0 if flag[position] else size
    view, index = context.source(operand, "u32")
    return lambda: min(size, view[index])


def ignores(context: Context, operand: Operand) -> bool:
    """Whether an operand is a predicate (`ignore-src`) and no number of bytes."""
    return isinstance(operand, Negated) or (isinstance(operand, Register) and context.register(operand)[0] == "pred")


def copy_asynchronous(context: Context) -> None:
    """`cp.async`: bytes from global to shared memory, zeros beyond the valid ones; nothing is read if none is."""
    size = context.constant(context.operands[2], "u32")
    machine, place = context.machine, context.place
    to, start = address_of(context, context.operands[0], "shared"), address_of(context, context.operands[1], "generic")
    to_shared, from_global = Access(machine, place, "write", size), Access(machine, place, "read", size)
    valid, table = valid_bytes(context, size), machine.space.tables["B"]

    def step() -> None:
        target, count = to(), valid()
        view, offset = table[target >> OFFSET_BITS], target & OFFSET_MASK
        if target % size or offset + size > len(view):
            raise to_shared.fault(target, True)
        source = start() if count else 0
        if source % size or source >> OFFSET_BITS in (SHARED_WINDOW, LOCAL_WINDOW):
            raise from_global.fault(source)
        try:
            data = machine.space.read(source, count) if count else b""
        except IndexError:
            raise from_global.fault(source) from None
        copies_of(machine).add(view, offset, data + bytes(size - count))

    context.emit(step)


def commit_copies(context: Context) -> None:
    """`cp.async.commit_group`: the copies so far that are in no group are one."""
    machine = context.machine

    def step() -> None:
        copies_of(machine).committed += 1

    context.emit(step)


def wait_for_copies(context: Context) -> None:
    """`cp.async.wait_group`: all but the last groups are made; `cp.async.wait_all`: everything."""
    machine = context.machine
    left = context.constant(context.operands[0], "u32") if context.operands else -1

    def step() -> None:
        copies = copies_of(machine)
        copies.make(copies.committed - left)

    context.emit(step)


def arrive_with_copies(context: Context) -> None:
    """`cp.async.mbarrier.arrive`: the thread's copies are made, then it arrives; without `.noinc` one more arrival is wanted first."""
    counted = context.has("noinc")
    machine = context.machine

    def update(word: int) -> int:
        found = Mbarrier(word)
        if machine.copies is not None:
            machine.copies.make(machine.copies.committed + 1)
        return mbarriers.arrived(word, 1) if counted else found.word()

    change(context, context.operands[0], update)


# --- mbarrier objects ----------------------------------------------------------------------------------------------------------------


def place_of(context: Context, operand: Operand) -> "Callable[[], int]":
    """Returns the address of an mbarrier operand."""
    return address_of(context, operand, "shared" if "space" in context.values or context.has("shared::cluster") else "generic")


def object_at(context: Context, operand: Operand, verb: str) -> "Callable[[], tuple[memoryview, int]]":
    """Returns a function that finds and checks the object: view of 64-bit words and index."""
    machine, where = context.machine, place_of(context, operand)
    access = Access(machine, context.place, verb, 8)
    table = machine.space.tables["Q"]

    def find() -> tuple[memoryview, int]:
        at = where()
        number, index = at >> OFFSET_BITS, (at & OFFSET_MASK) >> 3
        allocations = machine.space.allocations
        known = allocations[number] if number < len(allocations) else None
        if known is None or at % 8 or index >= len(table[number]):
            raise access.fault(at, verb == "write")
        if number != SHARED_WINDOW:
            raise misuse(context, mbarriers.NOT_SHARED)
        return table[number], index

    return find


def misuse(context: Context, problem: int) -> Exception:
    """Returns the fault of an operation that an object does not allow."""
    return context.machine.fault(WarpMisuse, mbarriers.PROBLEMS[problem], context.place)


def change(context: Context, operand: Operand, update: "Callable[[int], int]", target: "Slot | None" = None) -> None:
    """Emits a step that changes an object's contents; `target` gets the old ones."""
    find = object_at(context, operand, "write")

    def step() -> None:
        view, index = find()
        old = view[index]
        try:
            view[index] = update(old)
        except MbarrierError as error:
            raise misuse(context, error.problem) from None
        if target is not None:
            target[0][target[1]] = old

    context.emit(step)


def count_of(context: Context, position: int) -> "Callable[[], int]":
    """Returns an operand that counts arrivals or bytes; 1 if there is none."""
    if len(context.operands) <= position:
        return lambda: 1
    view, index = context.source(context.operands[position], "u32")
    return lambda: view[index]


def initialise(context: Context) -> None:
    """`mbarrier.init`."""
    count = count_of(context, 1)
    change(context, context.operands[0], lambda _: mbarriers.initial(count()))


def invalidate(context: Context) -> None:
    """`mbarrier.inval`: the memory may be used for anything again."""
    change(context, context.operands[0], lambda word: 0 * Mbarrier(word).phase)


def arrive(context: Context) -> None:
    """`mbarrier.arrive`, `mbarrier.arrive_drop`, with `.expect_tx` or `.noComplete`; the result is the state before."""
    count = count_of(context, 2)
    drops, expects, completes = context.has("arrive_drop"), context.has("expect_tx"), not context.has("noComplete")

    def update(word: int) -> int:
        if expects:
            return mbarriers.arrived(word, 1, drops, expects=count())
        return mbarriers.arrived(word, count(), drops, completes=completes)

    change(context, context.operands[1], update, context.target(context.operands[0], "b64"))


def transfer(context: Context) -> None:
    """`mbarrier.expect_tx`, `mbarrier.complete_tx`."""
    count = count_of(context, 1)
    sign = -1 if context.has("complete_tx") else 1
    change(context, context.operands[0], lambda word: mbarriers.transferred(word, sign * count()))


def test(context: Context) -> None:
    """`mbarrier.test_wait`, `mbarrier.try_wait`: whether the phase of a state or parity is over; both answer at once."""
    find = object_at(context, context.operands[1], "read")
    target, place = context.target(context.operands[0], "pred")
    by_parity = context.has("parity")
    view, index = context.source(context.operands[2], "u32" if by_parity else "b64")

    def step() -> None:
        words, at = find()
        parity = view[index] if by_parity else view[index] >> mbarriers.PHASE_SHIFT
        try:
            target[place] = mbarriers.is_over(words[at], parity)
        except MbarrierError as error:
            raise misuse(context, error.problem) from None

    context.emit(step)


def pending_count(context: Context) -> None:
    """`mbarrier.pending_count`: the arrivals that were still wanted, of a state."""
    target, place = context.target(context.operands[0], "u32")
    view, index = context.source(context.operands[1], "b64")

    def step() -> None:
        target[place] = view[index] & mbarriers.COUNT

    context.emit(step)


MEANINGS: "dict[str, Callable[[Context], None]]" = {
    "cp_async": copy_asynchronous,
    "cp_async_commit": commit_copies,
    "cp_async_wait": wait_for_copies,
    "cp_async_arrive": arrive_with_copies,
    "mbarrier_init": initialise,
    "mbarrier_inval": invalidate,
    "mbarrier_arrive": arrive,
    "mbarrier_tx": transfer,
    "mbarrier_test": test,
    "mbarrier_pending": pending_count,
}
"""The meanings defined here, by the instruction table's key."""
