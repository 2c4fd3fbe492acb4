"""Meanings of branches, calls, returns and traps: after each the thread is at another block, in another function, or ended.

PTX ISA, "Control Flow Instructions" and "Miscellaneous Instructions". `vprintf` and `__assertfail` are the host functions that CUDA's
`printf` and `assert` call.
"""

from ptx.module import CallPrototype, Function
from ptx.operands import Arguments, Operand, Register, Symbol
from ptx.vm.context import EXIT, Context
from ptx.vm.errors import Panic, StackOverflow
from ptx.vm.host import HOST_FUNCTIONS
from ptx.vm.layout import Frame, align_up, variable_size
from ptx.vm.memory import unwritten
from ptx.vm.panics import panic_of
from ptx.vm.registers import WIDTHS
from ptx.vm.steps_absent import pass_void, slot_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from ptx.vm.machine import Machine

    Copy: TypeAlias = Callable[[int], "Callable[[], None] | None"]
    """Copies an argument; it gets the callee's frame base. A register's value is taken now and given by what it returns."""


def branch(context: Context) -> None:
    """`bra`."""
    target = context.label(_name(context, 0))
    context.end(lambda: target)


def _name(context: Context, position: int) -> str:
    operand = context.operands[position]
    if not isinstance(operand, Symbol):
        raise context.refuse(f"`{operand}` is not a label")
    return operand.name


def branch_indexed(context: Context) -> None:
    """`brx.idx`: to the label at an index of a `.branchtargets` list; an index past its end is a fault."""
    view, index = context.source(context.operands[0], "u32")
    names = context.scope.find("tables", _name(context, 1))
    if names is None:
        raise context.refuse(f"`{context.operands[1]}` is not a list of branch targets")
    targets = [context.label(name) for name in names]
    machine, place = context.machine, context.place

    def jump() -> int:
        chosen = view[index]
        if chosen >= len(targets):
            raise machine.fault(Panic, f"branch index {chosen} is past the end of {len(targets)} targets", place)
        return targets[chosen]

    context.end(jump)


def leave(context: Context) -> None:
    """`exit`: ends the thread."""
    context.end(lambda: EXIT)


def leave_function(context: Context) -> None:
    """`ret`: back to the caller, whose registers come back; from the kernel it ends the thread."""
    if context.frame.function.is_entry:
        context.end(lambda: EXIT)
        return
    machine, frame = context.machine, context.frame
    buffer = machine.registers.buffer
    low, high = 8 * frame.first, 8 * frame.end
    own = set(range(frame.first, frame.end)) - {slot for space, slot, _ in frame.returns if space != "reg"}
    results = [(slot, size) for space, slot, size in frame.returns if space == "reg"]

    def back() -> int:
        resume, caller, base, saved = machine.stack.pop()
        values = [bytes(buffer[8 * slot : 8 * slot + 8]) for slot, _ in results]
        buffer[low:high] = saved
        if machine.void:
            machine.void.difference_update([each for each in machine.void if (each if each >= 0 else slot_of(each)) in own])
        machine.returned = machine.frame_base
        machine.returned_registers = values
        machine.frame, machine.frame_base = caller, base
        return resume

    context.end(back)


def trap(context: Context) -> None:
    """`trap`: ends the launch with a panic, with the message of its site if the launch has one."""
    error = panic_of(context)

    def stop() -> int:
        raise error()

    context.end(stop)


def call(context: Context) -> None:
    """`call`: direct calls, calls by function address, and the host functions."""
    if len(context.operands) < 3:
        raise context.refuse("a call needs results, a function and arguments")
    results, target, arguments = context.operands[:3]
    if not isinstance(results, Arguments) or not isinstance(arguments, Arguments):
        raise context.refuse("a call needs results, a function and arguments")
    if isinstance(target, Register):
        call_indirect(context, results, target, arguments)
        return
    name = target.name if isinstance(target, Symbol) else str(target)
    if name in context.machine.frames_by_name:
        call_function(context, context.machine.frames_by_name[name], results, arguments)
    elif name in HOST_FUNCTIONS:
        HOST_FUNCTIONS[name](context, results, arguments)
    else:
        raise context.refuse(f"function `{name}` has no body and is not known to the virtual machine")


def call_function(context: Context, callee: Frame, results: Arguments, arguments: Arguments) -> None:
    """Builds a call of a function with a body: the block ends here, and the next one begins with copying the results."""
    after = context.machine.new_block()
    enter = entering(context, callee, arguments, after)
    context.end(lambda: enter(callee.entry))
    context.builder.open(after)
    take_results(context, callee, results)


def call_indirect(context: Context, results: Arguments, target: Register, arguments: Arguments) -> None:
    """Builds a call by address; every function whose parameters fit may be meant."""
    machine, place = context.machine, context.place
    view, index = context.source(target, "u64")
    after = machine.new_block()
    frames = fitting(machine, context.frame.function, context.operands)
    enters = {machine.symbol_address(frame.function.name, frame): (entering(context, frame, arguments, after), frame) for frame in frames}

    def jump() -> int:
        known = enters.get(view[index])
        if known is None:
            raise machine.fault(Panic, f"call of 0x{view[index]:x}, which is no function that fits", place)
        return known[0](known[1].entry)

    context.end(jump)
    context.builder.open(after)
    if frames:
        take_results(context, frames[0], results)


def fitting(machine: "Machine", function: Function, operands: "tuple[Operand, ...]") -> list[Frame]:
    """Returns the functions that a call by address in a function may mean."""
    results, _, arguments = operands[:3]
    if not isinstance(results, Arguments) or not isinstance(arguments, Arguments):
        return []
    wanted = prototype_sizes(function, operands)
    return [frame for frame in machine.frames_by_name.values() if _fits(frame, results, arguments, wanted)]


def prototype_sizes(function: Function, operands: "tuple[Operand, ...]") -> "tuple[list[int], list[int]] | None":
    """Returns the sizes of results and arguments in the prototype that a call by address names last; None if it names a list of functions."""
    name = getattr(operands[-1], "name", "")
    for item in function.body or ():
        if type(item) is CallPrototype and item.name == name:
            returns, parameters = ([variable_size(p.type, p.vector, p.dimensions) for p in formals] for formals in (item.returns, item.parameters))
            return returns, parameters
    return None


def _fits(frame: Frame, results: Arguments, arguments: Arguments, wanted: "tuple[list[int], list[int]] | None") -> bool:
    if frame.function.is_entry:
        return False
    sizes = [size for _, _, size in frame.returns], [size for _, _, size in frame.parameters]
    return sizes == wanted if wanted else tuple(map(len, sizes)) == (len(results.items), len(arguments.items))


def entering(context: Context, callee: Frame, arguments: Arguments, after: int) -> "Callable[[int], int]":
    """Returns what a call does: checks the stack, saves the callee's registers, copies arguments, makes the new frame."""
    machine, caller, place = context.machine, context.frame, context.place
    if len(callee.parameters) != len(arguments.items):
        raise context.refuse(f"`{callee.function.name}` takes {len(callee.parameters)} arguments")
    moves = [argument_copy(context, formal, item) for formal, item in zip(callee.parameters, arguments.items)]
    buffer, local = machine.registers.buffer, machine.local
    low, high = 8 * callee.first, 8 * callee.end
    view = machine.registers.views["Q"]
    step = align_up(caller.size, machine.frame_align)
    blank = unwritten(callee.size)
    machine.call_places[after] = place

    def enter(entry: int) -> int:
        base = machine.frame_base + step
        if base + callee.size > len(local) or len(machine.stack) >= machine.depth_limit:
            raise machine.fault(StackOverflow, f"{len(machine.stack) + 1} calls are nested", place)
        saved = bytes(buffer[low:high])
        local[base : base + callee.size] = blank
        for give in [move(base) for move in moves]:
            if give is not None:
                give()
        machine.stack.append((after, caller, machine.frame_base, saved))
        machine.frame, machine.frame_base = callee, base
        for slot, offset in callee.symbols:
            view[slot] = base + offset
        return entry

    return enter


def argument_copy(context: Context, formal: tuple[str, int, int], item: Operand) -> "Copy":
    """Returns what copies one argument: bytes of local memory for `.param`, a register for `.reg`."""
    machine = context.machine
    space, slot, size = formal
    if space == "reg":
        kind = {1: "b8", 2: "b16", 4: "b32", 8: "b64"}[size]
        source, index = context.source(item, kind)
        target, place = machine.registers.at(slot, {1: "B", 2: "H", 4: "I", 8: "Q"}[size])

        def take_register(base: int) -> "Callable[[], None] | None":
            value = source[index]

            def give() -> None:
                target[place] = value

            return give

        return take_register
    view, local = machine.registers.views["Q"], machine.local
    own = own_slot(context, item)
    offset = offset_of(machine, slot)

    def copy_memory(base: int) -> None:
        start = view[own]
        local[base + offset : base + offset + size] = local[start : start + size]
        pass_void(machine, own, slot)

    return copy_memory


def own_slot(context: Context, item: Operand) -> int:
    """Returns the slot with the local address of a `.param` variable of the caller."""
    slot = context.scope.find("variables", item.name) if isinstance(item, Symbol) else None
    if slot is None:
        raise context.refuse(f"`{item}` is not a .param variable")
    return int(slot)


def offset_of(machine: "Machine", slot: int) -> int:
    """Returns the frame offset of the local variable whose address stands in a slot."""
    return next(offset for frame in machine.frames_by_name.values() for own, offset in frame.symbols if own == slot)


def take_results(context: Context, callee: Frame, results: Arguments) -> None:
    """Emits the copies of a call's results into the caller's `.param` variables or registers."""
    machine = context.machine
    if len(callee.returns) != len(results.items):
        raise context.refuse(f"`{callee.function.name}` returns {len(callee.returns)} values")
    view, local = machine.registers.views["Q"], machine.local
    position = 0
    for (space, slot, size), item in zip(callee.returns, results.items):
        if space == "reg":
            declared, own = context.register(item)
            context.emit(register_result(machine, own, WIDTHS[declared] // 8, position))
            position += 1
        else:
            context.emit(memory_result(machine, view, local, own_slot(context, item), (slot, offset_of(machine, slot)), size))


def register_result(machine: "Machine", slot: int, size: int, position: int) -> "Callable[[], None]":
    """Returns the step that takes a result in a register."""
    buffer = machine.registers.buffer

    def step() -> None:
        buffer[8 * slot : 8 * slot + size] = machine.returned_registers[position][:size]

    return step


def memory_result(
    machine: "Machine", view: memoryview, local: memoryview, own: int, given: tuple[int, int], size: int
) -> "Callable[[], None]":
    """Returns the step that takes a result in `.param` memory; `given` are the callee's slot and offset."""
    slot, offset = given

    def step() -> None:
        start, source = view[own], machine.returned + offset
        local[start : start + size] = local[source : source + size]
        pass_void(machine, slot, own)

    return step


def nothing(context: Context) -> None:
    """`brkpt`, `pmevent`, fences: nothing to be seen here (accesses are in order already; no debugger is attached)."""


MEANINGS = {
    "bra": branch,
    "brx": branch_indexed,
    "exit": leave,
    "ret": leave_function,
    "trap": trap,
    "call": call,
    "brkpt": nothing,
    "pmevent": nothing,
    "fence": nothing,
}
"""The meanings defined here, by the instruction table's key."""
