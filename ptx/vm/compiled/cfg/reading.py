"""Reading a function's body into blocks: `build_graph` does it for a kernel and, call by call, for everything that it inlines."""

from ptx.isa import READS, WRITES, OperandForm, UnknownInstructionError, resolve
from ptx.module import Instruction, Label, Location
from ptx.operands import (
    SINK,
    Address,
    Arguments,
    Component,
    FloatBits,
    Integer,
    Negated,
    Operand,
    Pair,
    Register,
    Sink,
    SpecialRegister,
    Symbol,
    Vector,
)
from ptx.vm.compiled.cfg.graph import (
    BARRIERS,
    WAITING,
    Block,
    Copy,
    Graph,
    Instance,
    Op,
    Reg,
    Unsupported,
    find_register,
    jump,
    registers_of,
    switch,
)
from ptx.vm.compiled.cfg.shared_calls import Shared, SharedCalls
from ptx.vm.compiled.instructions.hosted import ASSERT, argument_offsets, host_function
from ptx.vm.errors import Place
from ptx.vm.layout import Frame, Scope, align_up
from ptx.vm.machine import Machine

PLAIN = frozenset((
    "add", "sub", "add_carry", "sub_borrow", "mad_carry", "mul", "mul_wide", "mad", "mad_wide", "mul24", "mad24", "sad", "div", "rem",
    "abs", "neg", "min", "max", "popc", "clz", "bfind", "brev", "bfe", "bfi", "szext", "bmsk", "dp4a", "dp2a", "testp", "copysign", "fma",
    "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh", "setp", "set", "selp", "slct", "and", "or", "xor", "not", "cnot", "lop3",
    "shl", "shr", "shf", "mov", "prmt", "cvta", "isspacep", "cvt", "cvt_pack", "prefetch", "brkpt", "pmevent", "fns",
    "mbarrier_pending", "block_rank", "grid_dependency", "map_address",
))  # fmt: skip
"""Meanings that only write registers, so that a guard is a selection."""


def build_graph(machine: Machine, entry: Frame) -> Graph:
    """Returns the graph of a laid-out kernel."""
    graph = Graph(machine)
    calls = graph.calls = SharedCalls(graph)
    work = [_Reader(graph, Instance(entry, 0), graph.new_block(_place(machine, entry)), None)]
    while work:
        work += work.pop().read()
        work += [_Reader(graph, each.instance, each.entry, None, each) for each in calls.unread]
        calls.unread.clear()
    calls.finish()
    return graph


def _place(machine: Machine, frame: Frame) -> Place:
    function = frame.function
    return machine.place(function, Instruction("ret", line=function.line), None)


class _Reader:
    """Reads one inlined function into blocks; `after` is where its `ret` goes (None: the thread ends)."""

    def __init__(self, graph: Graph, instance: Instance, first: Block, after: Block | None, shared: Shared | None = None) -> None:
        self.graph = graph
        self.machine = graph.machine
        self.instance = instance
        self.first = first
        self.after = after
        self.shared = shared
        if instance.moves:
            graph.moving.append(instance)
        self.block: Block | None = first
        self.labels: dict[int, Block] = {}
        self.location: Location | None = None
        self.label = ""
        self.calls: list[_Reader] = []
        self.unplaced: set[Block] = set()
        """Blocks of labels whose first instruction has not been read."""

    def read(self) -> "list[_Reader]":
        frame = self.instance.frame
        items = list(zip(frame.function.body or (), frame.scopes))
        for item, scope in items:
            if type(item) is Label:
                self.labels[id(item)] = self.graph.new_block(_place(self.machine, frame))
                self.unplaced.add(self.labels[id(item)])
                scope.labels[item.name] = id(item)
        for item, scope in items:
            if type(item) is Label:
                self._begin(self.labels[id(item)])
                self.label = item.name
            elif type(item) is Instruction:
                self._instruction(item, scope)
        if self.block is not None:
            self._leave(self.block)
        return self.calls

    def _begin(self, block: Block) -> None:
        if self.block is not None:
            jump(self.block, block)
        self.block = block

    def _leave(self, block: Block) -> None:
        if self.shared is not None:
            self.graph.calls.leave(self.shared, block)
        elif self.after is None:
            block.kind = "exit"
        else:
            jump(block, self.after)

    def _instruction(self, instruction: Instruction, scope: Scope) -> None:
        place = self._place(instruction)
        if self.block is None:
            self.block = self.graph.new_block(place)
        if self.block in self.unplaced:
            self.unplaced.remove(self.block)
            self.block.place = place
        op = self._op(instruction, scope, place)
        if self.instance.moves and op.meaning != "call":
            *before, op = self.graph.calls.moved(op)
            self.block.ops += [self.graph.counted(each) for each in before]
            refuse_in_frames(op)
        guard = None if instruction.guard is None else (self.register(op, instruction.guard), not instruction.guard_negated)
        if guard is None or (op.meaning in PLAIN and not op.resolved.form.effects & (READS | WRITES)):
            op.guard = guard
            self._place_op(op)
            return
        if op.meaning == "bra":
            self.block = self._branch(self.block, op, guard, self._target(op, 0), self.graph.new_block(place))
            return
        inner, after = self.graph.new_block(place), self.graph.new_block(place)
        self._branch(self.block, op, guard, inner, after)
        self.block = inner
        self._place_op(op)
        self._begin(after)

    def _place(self, instruction: Instruction) -> Place:
        if instruction.location is not None:
            self.location = instruction.location
        place = self.machine.place(self.instance.frame.function, instruction, self.location)
        return place.reached_through(self.instance.callers)

    def _branch(self, block: Block, op: Op, guard: "tuple[Reg, bool]", taken: Block, other: Block) -> Block:
        block.kind, block.decider, block.guard, block.targets = "branch", op, guard, [taken, other]
        return other

    def _target(self, op: Op, position: int) -> Block:
        operand = op.operands[position]
        known = op.scope.find("labels", operand.name) if isinstance(operand, Symbol) else None
        if known is None:
            raise Unsupported(f"`{op.instruction}` has no label")
        return self.labels[known]

    def _op(self, instruction: Instruction, scope: Scope, place: Place) -> Op:
        try:
            resolved = resolve(instruction.name)
        except UnknownInstructionError as error:
            raise Unsupported(str(error)) from None
        op = Op(instruction, resolved, self.instance, scope, place)
        op.label = self.label
        if op.meaning != "call":
            chosen = resolved.operands_for(len(instruction.operands))
            if chosen is None:
                raise Unsupported(f"`{instruction}` has operands that do not fit")
            op.forms = tuple((form, kind, operand) for (form, kind), operand in zip(chosen, instruction.operands))
            for form, _, operand in op.forms:
                if not fits(form, operand):
                    raise Unsupported(f"`{instruction}` has `{operand}` where it does not fit")
            self._registers(op)
        return op

    def _registers(self, op: Op) -> None:
        for form, _, operand in op.forms:
            if form.kind == "label":
                continue
            found = [self.register(op, each) for each in registers_of(op, operand)]
            if form.destination and not found and any(not isinstance(each, Sink) for each in parts_of(operand)):
                raise Unsupported(f"`{op.instruction}` writes to `{operand}`, which is no register")
            (op.targets if form.destination else op.sources).extend(found)
        if op.meaning in ("add_carry", "sub_borrow", "mad_carry"):
            op.sources.append(self.graph.carry)
            op.targets.append(self.graph.carry)

    def register(self, op: Op, operand: Operand) -> Reg:
        return find_register(self.graph, op, operand)

    def _place_op(self, op: Op) -> None:
        assert self.block is not None
        block = self.block
        match op.meaning:
            case "bra":
                jump(block, self._target(op, 0))
                self.block = None
            case "ret":
                self._leave(block)
                self.block = None
            case "exit":
                self.block = None
            case "trap":
                block.kind, block.op, self.block = "trap", op, None
            case "brx":
                self._switch(op, block)
                self.block = None
            case "call" if host_function(op, self.machine):
                self._call_host(op, block)
            case "call":
                self._call(op, block)
            case "barrier" | "barrier_arrive" | "barrier_red":
                block = self._following(op, block) if block is self.graph.blocks[0] else block
                block.kind, block.op = "barrier", op
                block.targets = [self.graph.new_block(op.place)]
                self.block = block.targets[0]
            case _:
                self._plain(op, block)

    def _switch(self, op: Op, block: Block) -> None:
        table = op.operands[1]
        names = op.scope.find("tables", table.name) if isinstance(table, Symbol) else None
        if names is None or len(op.sources) != 1:
            raise Unsupported(f"`{op.instruction}` has no list of branch targets, or no register")
        found = [op.scope.find("labels", name) for name in names]
        if None in found:
            raise Unsupported(f"`{op.instruction}` has a target that is no label")
        switch(self.graph, block, op, list(range(len(names))), [self.labels[each] for each in found])

    def _following(self, op: Op, block: Block) -> Block:
        """Returns a new block after one, for an instruction at which lanes wait: it may be put last, and the entry must stay first."""
        following = self.graph.new_block(op.place)
        jump(block, following)
        return following

    def _plain(self, op: Op, block: Block) -> None:
        if op.meaning in WAITING and (block.ops or block is self.graph.blocks[0]):
            block = self.block = self._following(op, block)
        block.waits = block.waits or op.meaning in WAITING
        block.ops.append(self.graph.counted(op))

    def _call_host(self, op: Op, block: Block) -> None:
        """A failed assertion ends the thread like a trap; other functions of the host come back."""
        argument_offsets(op)
        if self.instance.moves:
            raise Unsupported(f"`{op.instruction}` in a function that calls itself or is called by address")
        if host_function(op, self.machine) == ASSERT:
            block.kind, block.op, self.block = "trap", op, None
        else:
            block.ops.append(self.graph.counted(op))

    def _call(self, op: Op, block: Block) -> None:
        results, target, arguments = (*op.operands, SINK, SINK, SINK)[:3]
        name = target.name if isinstance(target, Symbol) else ""
        frame = self.machine.frames_by_name.get(name)
        if isinstance(target, Register) and isinstance(results, Arguments) and isinstance(arguments, Arguments):
            self.block = self.graph.calls.call_by_address(op, block, target, results, arguments)
            return
        if frame is None or frame.function.is_entry or not isinstance(results, Arguments) or not isinstance(arguments, Arguments):
            raise Unsupported(f"`{op.instruction}` calls a function of the host")
        if len(frame.parameters) != len(arguments.items) or len(frame.returns) != len(results.items):
            raise Unsupported(f"`{op.instruction}` does not fit `{name}`")
        if name in self.graph.calls.names:
            self.block = self.graph.calls.call(op, block, frame, results, arguments)
            return
        base = self.instance.base + align_up(self.instance.frame.size, self.machine.frame_align)
        here = self.machine.place(self.instance.frame.function, op.instruction, self.location)
        callee = Instance(frame, base, (here, *self.instance.callers))
        entry, after = self.graph.new_block(op.place), self.graph.new_block(op.place)
        self._arguments(op, callee, arguments, block)
        jump(block, entry)
        self._results(op, callee, results, after)
        self.calls.append(_Reader(self.graph, callee, entry, after))
        self.block = after

    def _arguments(self, op: Op, callee: Instance, arguments: Arguments, block: Block) -> None:
        for (space, slot, size), item in zip(callee.frame.parameters, arguments.items):
            source: Reg | int | Operand
            target: Reg | int
            if space == "reg":
                found = registers_of(op, item)
                source = self.register(op, found[0]) if found else item
                target = self.graph.formal(callee, slot)
            else:
                target, source = callee.offsets[slot], self.instance.offsets[self._own(op, item)]
            copy = Copy(op.place, target, source, size)
            if space != "reg":
                copy.variables = (callee, slot), (self.instance, self._own(op, item))
            block.ops.append(self.graph.counted(copy))

    def _results(self, op: Op, callee: Instance, results: Arguments, after: Block) -> None:
        for (space, slot, size), item in zip(callee.frame.returns, results.items):
            if space == "reg":
                after.ops.append(self.graph.counted(Copy(op.place, self.register(op, item), self.graph.formal(callee, slot), size)))
            else:
                copy = Copy(op.place, self.instance.offsets[self._own(op, item)], callee.offsets[slot], size)
                copy.variables = (self.instance, self._own(op, item)), (callee, slot)
                after.ops.append(self.graph.counted(copy))

    def _own(self, op: Op, item: Operand) -> int:
        """Returns the slot of a `.param` variable that is passed."""
        slot = op.scope.find("variables", item.name) if isinstance(item, Symbol) else None
        if slot is None:
            raise Unsupported(f"`{op.instruction}` passes `{item}`, which is no .param variable")
        return int(slot)


def parts_of(operand: Operand) -> "tuple[Operand, ...]":
    """Returns the elements of a vector or pair, or the operand alone."""
    if isinstance(operand, Pair):
        return operand.first, operand.second
    return operand.elements if isinstance(operand, Vector) else (operand,)


def refuse_in_frames(op: Op) -> None:
    """Refuses what goes by the calls through which lanes came."""
    if op.meaning == "activemask" or (op.meaning in BARRIERS and (op.instruction.opcode == "bar" or op.resolved.has("aligned"))):
        raise Unsupported(f"`{op.instruction}` in a function that may call itself, or is called by address")


def fits(form: OperandForm, operand: Operand) -> bool:
    """Whether an operand is of a class that may stand where its row says."""
    if isinstance(operand, Pair):
        return bool(form.pair)
    if isinstance(operand, Vector):
        return (bool(form.vector) or form.kind == "movable") and not any(isinstance(each, (Vector, Pair, Address)) for each in operand.elements)
    if isinstance(operand, Address) or form.kind == "address":
        return isinstance(operand, Address) and form.kind == "address"
    if form.kind == "label":
        return isinstance(operand, Symbol)
    if isinstance(operand, (Sink, Negated)):
        return (form.destination or form.name == "_") if isinstance(operand, Sink) else form.negatable
    return isinstance(operand, (Register, Component, Symbol, SpecialRegister, Integer, FloatBits))
