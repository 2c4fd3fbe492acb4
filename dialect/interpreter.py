"""The reference interpreter of MIR: what a function or a kernel means, op by op, with every undefined use reported.

A function runs on one thread; a kernel on every thread of every block, the threads of a block as resumable stacks of frames that meet at barriers.
Scalar ops mean their `evaluate`; the others have a row in the tables of `meanings`. Calls use a stack of their own. An op without a meaning is an error.

`mir.undef` may be passed, stored to local memory, computed with and selected; branching on it, addressing with it, storing it to global or shared
memory, and showing it in a panic are errors. Threads that have returned do not take part in barriers; threads that wait at different barriers
(or at one barrier through different calls) are an error. Threads of a warp meet at warp ops (`warps`).
"""
from __future__ import annotations

from . import scalar, warps
from .function import Function, Module
from .meanings import EXITS, MEANINGS
from .memory import ALIGNMENT, LARGEST_OBJECT, UNDEF, Allocation, Buffer, Memory, MemoryFault, Pointer
from .op import Op, Terminator, Value
from .threads import DONE, MEETING, RUNNING, BarrierError, Frame, InterpreterError, MirPanic, OutOfFuel, Thread
from .types import VOID, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .ops import Call
    from .threads import Triple

    Size = int | tuple[int, ...]

__all__ = ["FUEL", "BarrierError", "Buffer", "InterpreterError", "MirPanic", "OutOfFuel", "run_function", "run_kernel"]

FUEL = 10_000_000
"""How many ops a run may execute unless told otherwise."""
_SLICE = 20_000  # ops that a thread executes before the next one has its turn: a thread that spins cannot starve the others


def run_function(module: Module, name: str, args: Sequence[Any], fuel: int = FUEL) -> Any:
    """Calls a function on one thread; the value that it returns, or None.

    Arguments are Python numbers in the range of their parameter; for a pointer a `Buffer`, anything that `Buffer` takes, or an address;
    for what a kernel takes by value (`ptr<T, param>`) its bytes.
    Raises InterpreterError and its kinds; TypeError and ValueError for wrong arguments.
    """
    machine = Machine(module, fuel, (1, 1, 1), (1, 1, 1))
    thread = Thread((0, 0, 0), (0, 0, 0), 0, machine.block_statics())
    machine.enter(thread, _function(module, name), machine.arguments(_function(module, name), args))
    machine.run_block([thread])
    return thread.result


def run_kernel(module: Module, name: str, grid: Size, block: Size, args: Sequence[Any], fuel: int = FUEL, shared: int = 0) -> None:
    """Launches a kernel: block after block, each block's threads in order between barriers. Results are in the buffers passed.

    `grid` and `block` are one to three sizes, `shared` the bytes of dynamic shared memory. Arguments and errors as for `run_function`.
    """
    blocks, threads = _triple(grid), _triple(block)
    machine = Machine(module, fuel, blocks, threads, shared)
    function = _function(module, name)
    values = machine.arguments(function, args)
    for block_index in _indices(blocks):
        statics = machine.block_statics()
        group = [Thread(block_index, index, n, statics) for n, index in enumerate(_indices(threads))]
        for thread in group:
            machine.enter(thread, function, values)
        machine.run_block(group)


def _function(module: Module, name: str) -> Function:
    function = module.functions.get(name)
    if function is None or not function.blocks:
        raise ValueError(f"no function is called {name}")
    return function


def _triple(size: Size) -> Triple:
    sizes = (size,) if isinstance(size, int) else tuple(size)
    if not 1 <= len(sizes) <= 3 or any([n < 0 for n in sizes]):
        raise ValueError(f"{size} is no size of one to three dimensions")
    x, y, z = (*sizes, 1, 1)[:3]
    return x, y, z


def _indices(sizes: Triple) -> list[Triple]:
    return [(x, y, z) for z in range(sizes[2]) for y in range(sizes[1]) for x in range(sizes[0])]


class Machine:
    """One run: memory, statics, fuel, and the shape of the launch."""

    def __init__(self, module: Module, fuel: int, grid: Triple, block: Triple, shared: int = 0) -> None:
        self.module, self.fuel, self.shared = module, fuel, shared
        self.grid: Triple = grid
        self.block: Triple = block
        self.memory = Memory()
        self.statics = {s.name: self.static(s.name) for s in module.statics.values() if s.space != "shared"}

    # -- what a run starts from --------------------------------------------------------------------------------------------------------------

    def static(self, name: str) -> Pointer:
        """A new instance of a static."""
        static = self.module.statics[name]
        if static.type.size > LARGEST_OBJECT:
            raise ValueError(f"@{name} has {static.type.size} bytes: too large to interpret")
        size = self.shared if static.is_dynamic else static.type.size
        data = bytearray(static.data) + bytes(size - len(static.data))
        writable = static.mutable and static.space != "const"
        return self.memory.place(Allocation(name, static.space, data, writable, defined=static.space != "shared"), max(static.align, ALIGNMENT))

    def block_statics(self) -> dict[str, Pointer]:
        """The statics that a block sees: those of the module, and its own shared ones."""
        return {s.name: self.static(s.name) if s.space == "shared" else self.statics[s.name] for s in self.module.statics.values()}

    def arguments(self, function: Function, args: Sequence[Any]) -> list[Any]:
        """The arguments as values of the parameters' types."""
        if len(args) != len(function.params):
            raise TypeError(f"{function.name} takes {len(function.params)} argument(s), not {len(args)}")
        placed: dict[int, Pointer] = {}
        return [self.argument(p.type, arg, placed) for p, arg in zip(function.params, args)]

    def argument(self, type: Type, arg: Any, placed: dict[int, Pointer]) -> Any:
        if arg is UNDEF:
            return arg
        if type.kind != "ptr":
            value = float(arg) if type.kind == "float" else bool(arg) if type.kind == "bool" else int(arg)
            if not scalar.fits(type, value) or value != arg == arg:
                raise ValueError(f"{arg!r} is no value of type {type}")
            return value
        if type.space == "param":
            return self.memory.place(Allocation("argument", "param", bytearray(memoryview(arg)), False))
        if isinstance(arg, int):
            return self.memory.pointer_of(arg)
        if id(arg) not in placed:
            buffer = arg if isinstance(arg, Buffer) else Buffer(arg)
            placed[id(arg)] = self.memory.place(buffer.allocation)
        return placed[id(arg)]

    def enter(self, thread: Thread, function: Function, args: Sequence[Any], call: Call | None = None) -> None:
        """Pushes a frame."""
        frame = Frame(function, call)
        frame.env.update(zip(function.params, args))
        thread.frames.append(frame)

    # -- running -----------------------------------------------------------------------------------------------------------------------------

    def run_block(self, threads: list[Thread]) -> None:
        """Runs the threads of one block to their ends, from barrier to barrier."""
        live = threads
        while live:
            for thread in live:
                if thread.state == RUNNING:
                    self.run(thread)
            live = [thread for thread in live if thread.state != DONE]
            if not warps.release(threads) and live and all([thread.state != RUNNING for thread in live]):
                _release(live)

    def run(self, thread: Thread) -> None:
        """Runs a thread until it waits, ends, or its turn is over."""
        turn = _SLICE
        while thread.state == RUNNING and turn > 0:
            frame = thread.frames[-1]
            turn -= len(frame.code.ops) + 1
            if frame.at == 0:
                self.fuel -= len(frame.code.ops) + 1
                if self.fuel < 0:
                    raise OutOfFuel("the run executed more ops than it was allowed", thread, None)
            self.run_ops(thread, frame)

    def run_ops(self, thread: Thread, frame: Frame) -> None:
        """Runs the rest of a block, or up to a call or barrier."""
        env = frame.env
        ops = frame.code.ops
        op: Op = frame.code.terminator
        try:
            for i in range(frame.at, len(ops)):
                op = ops[i]
                evaluate = type(op).evaluate
                if evaluate is not None:
                    env[op] = self.scalar(op, evaluate, env)
                    continue
                meaning = MEANINGS.get(type(op))
                if meaning is None:
                    raise MemoryFault(f"the interpreter knows no {op.mnemonic}")
                value = meaning(self, thread, op, [env[v] for v in op.operands])
                if op.type is not VOID:
                    env[op] = value
                if thread.frames[-1] is not frame or thread.state != RUNNING:
                    frame.at = i + 1
                    return
            op = frame.code.terminator
            self.leave(thread, frame, frame.code.terminator)
        except MemoryFault as fault:
            raise InterpreterError(str(fault), thread, op.loc) from None

    def scalar(self, op: Op, evaluate: Callable[..., Any], env: dict[Value, Any]) -> Any:
        """The result of an op on scalars; undefined if an operand is, or if the op has no result for them."""
        operands = op.operands
        first = operands[0].type
        if len(operands) == 2 and first.kind != "ptr":  # most ops
            a, b = env[operands[0]], env[operands[1]]
            if a is UNDEF or b is UNDEF:
                return UNDEF
            found = evaluate(first, a, b, *op.attrs)
            return UNDEF if found is None else found
        values = [env[v] for v in operands]
        if evaluate is scalar.select:
            if values[0] is UNDEF:
                raise MemoryFault("an undefined value chooses")
            return values[1] if values[0] else values[2]
        for value in values:
            if value is UNDEF:
                return UNDEF
        if first.kind == "ptr":
            values = [value.address for value in values]
        result = evaluate(first, *values, *op.attrs)
        if result is None:
            return UNDEF
        return self.memory.pointer_of(result) if op.type.kind == "ptr" else result

    def leave(self, thread: Thread, frame: Frame, terminator: Terminator) -> None:
        """Executes a terminator."""
        env = frame.env
        choose = EXITS.get(type(terminator))
        if choose is None:
            raise MemoryFault(f"the interpreter knows no {terminator.mnemonic}")
        edge = choose(self, thread, terminator, [env[v] for v in terminator.own_operands])
        if edge < 0:
            return
        args = [env[v] for v in terminator.args_of(edge)]
        frame.code = terminator.targets[edge]
        frame.at = 0
        env.update(zip(frame.code.params, args))


def _release(threads: list[Thread]) -> None:
    """Lets the threads of a block pass the barrier that all of them wait at."""
    for thread in threads:
        if thread.state == MEETING:
            missing = f"thread {thread.index} waits for lanes that do not come to its {thread.at_op().mnemonic}"
            raise BarrierError(missing, thread, thread.at_op().loc)
    first = threads[0].place()
    for thread in threads[1:]:
        if thread.place() != first:
            other = threads[0].at_op().loc
            text = f"thread {thread.index} waits at another barrier than thread {threads[0].index}"
            raise BarrierError(text + (f" ({other})" if other is not None else ""), thread, thread.at_op().loc)
    for thread in threads:
        thread.state = RUNNING
