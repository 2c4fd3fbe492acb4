"""Calls that cannot be inlined: functions that may call themselves, and those called by address, stand in the graph once.

What a call changes is kept in hidden registers of each lane: where the frame of the running function begins in local memory, which call it
returns to, how many calls are open, and how much of the lane's own stack is used. A call pushes the registers of its caller that are needed
afterwards (the callee may use the same ones), copies arguments and jumps; a return is a branch to the place behind the lane's own call, where
results are taken and registers popped. Sizes, limits and the order of checks are those of the reference interpreter.
"""

from math import gcd

from ptx.isa import Form, Resolved
from ptx.operands import Address, Arguments, Integer, Operand, Register, Symbol
from ptx.vm.compiled.cfg.graph import (
    Block,
    Copy,
    Graph,
    Instance,
    Op,
    Reg,
    Unsupported,
    jump,
    operations,
    reads,
    registers_of,
    writes,
)
from ptx.vm.compiled.cfg.hidden import Hidden
from ptx.vm.compiled.cfg.reaching import reached
from ptx.vm.errors import Place
from ptx.vm.layout import Frame, align_up
from ptx.vm.machine import STACK_FRAMES, Machine
from ptx.vm.steps_control import fitting

WORD = 4
"""Bytes that are copied at once where nothing is aligned less."""


class Shared:
    """A function that stands in the graph once: its instance and entry, and the blocks that return."""

    __slots__ = ("entry", "instance", "returns")

    def __init__(self, instance: Instance, entry: Block) -> None:
        self.instance = instance
        self.entry = entry
        self.returns: list[Block] = []


class Site:
    """A call of one shared function: the block that jumps to it and the one it returns to, and the registers that are kept meanwhile."""

    __slots__ = ("caller", "end", "landing", "number", "place", "saved", "shared", "stack")

    def __init__(self, number: int, caller: Instance, place: Place, shared: Shared, landing: Block) -> None:
        self.number = number
        self.caller = caller
        self.place = place
        self.shared = shared
        self.end = self.landing = landing
        self.saved: list[Reg] = []
        self.stack: list[Op] = []
        """The operations that push and pop, none if the caller is never running twice."""

    @property
    def cells(self) -> int:
        """Cells of the stack that it takes: one for the caller's own return, one for each register."""
        return 1 + len(self.saved)


class SharedCalls:
    """The shared functions and calls of a graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.machine = graph.machine
        self.hidden = Hidden(graph)
        self.names = shared_names(self.machine)
        self.functions: dict[str, Shared] = {}
        self.sites: list[Site] = []
        self.unread: list[Shared] = []
        self.copies: set[Op] = set()
        """The loads and stores that copy arguments and results: nobody wrote them."""
        self.frame, self.next, self.back, self.top, self.depth = (
            (self.hidden.register(name, kind) if self.names else Register("")
             for name, kind in (("frame", "b64"), ("next", "b64"), ("return", "b32"), ("top", "b32"), ("depth", "b32")))
        )  # fmt: skip

    @property
    def kept(self) -> list[Reg]:
        """The registers that reports read: which call a lane returns to, and how much of its stack is used."""
        return [self.hidden.reg(each) for each in (self.back, self.top)] if self.names else []

    # --- addresses in frames that move -------------------------------------------------------------------------------------------------

    def moved(self, op: Op) -> list[Op]:
        """Returns an operation of a shared function with its local variables addressed from the frame, after what must come before it."""
        before: list[Op] = []
        operands = tuple([self._moved(op, operand, before) for operand in op.operands])
        if operands == op.operands:
            return [op]
        changed = self.hidden.op(op, op.instruction.name, *operands)
        changed.guard = op.guard
        return [*before, changed]

    def _moved(self, op: Op, operand: Operand, before: list[Op]) -> Operand:
        base = operand.base if isinstance(operand, Address) else operand
        slot = op.scope.find("variables", base.name) if isinstance(base, Symbol) else None
        if slot is None or not isinstance(base, Symbol):
            return operand
        offset = op.instance.offsets[slot] + base.offset
        if isinstance(operand, Address):
            return Address(self.frame, offset + operand.offset)
        own = self.hidden.register(f"address{len(before)}", "b64")
        before.append(self.hidden.op(op, "add.s64", own, self.frame, Integer(offset)))
        if any(each is operand and kind[1:] == "32" for _, kind, each in op.forms):
            narrow = self.hidden.register(f"narrow{len(before)}", "b32")
            before.append(self.hidden.op(op, "cvt.u32.u64", narrow, own))
            return narrow
        return own

    # --- functions -----------------------------------------------------------------------------------------------------------------------

    def function(self, frame: Frame, place: Place) -> Shared:
        """Returns a shared function; the first time it is put among those that must be read."""
        name = frame.function.name
        if name not in self.functions:
            self.functions[name] = Shared(Instance(frame, 0, moves=True), self.graph.new_block(place))
            self.unread.append(self.functions[name])
        return self.functions[name]

    def leave(self, shared: Shared, block: Block) -> None:
        """Ends a block with the return of a shared function; where it may go is known in the end."""
        block.kind, block.selector = "switch", self.hidden.reg(self.back)
        shared.returns.append(block)

    def finish(self) -> None:
        """After all functions have been read: returns get their targets, calls the registers that they save."""
        for shared in self.functions.values():
            sites = [site for site in self.sites if site.shared is shared]
            for block in shared.returns:
                block.cases, block.targets = [site.number for site in sites], [site.landing for site in sites]
        moving = {register for instance in self.graph.moving for register in instance.registers.values() if not register.name.startswith("%%")}
        live = self._live()
        hidden = self.kept
        for site in self.sites:
            if site.stack:
                site.saved = sorted(live[site.landing] & moving, key=lambda each: each.index)
                push, pop = site.stack
                push.sources, push.targets = [*hidden, *site.saved], [hidden[1]]
                pop.sources, pop.targets = [hidden[1]], [*hidden, *site.saved]

    def _live(self) -> dict[Block, set[Reg]]:
        """Returns the registers that are live at each block's start if a call is followed by what comes behind it."""
        after = {block: block.targets for block in self.graph.blocks}
        after |= {block: [] for shared in self.functions.values() for block in shared.returns}
        after |= {site.end: [site.landing] for site in self.sites}
        live: dict[Block, set[Reg]] = {block: set() for block in self.graph.blocks}
        changed = True
        while changed:
            changed = False
            for block in reversed(self.graph.blocks):
                found = {register for target in after[block] for register in live[target]}
                found |= set() if block.decides is None else {block.decides}
                for item in reversed(list(operations(block))):
                    found = found - set(writes(item)) | set(reads(item))
                if found != live[block]:
                    live[block], changed = found, True
        return live

    # --- calls -------------------------------------------------------------------------------------------------------------------------

    def call(self, op: Op, block: Block, frame: Frame, results: Arguments, arguments: Arguments) -> Block:
        """Builds a call of a shared function from a block; returns the block behind it."""
        after = self.graph.new_block(op.place)
        self._enter(op, block, frame, results, arguments, after)
        return after

    def call_by_address(self, op: Op, block: Block, target: Operand, results: Arguments, arguments: Arguments) -> Block:
        """Builds a call of the function at an address: a branch to a call of each function that fits."""
        after, own = self.graph.new_block(op.place), self.hidden.register("target", "b64")
        moved = self.hidden.op(op, "mov.b64", own, target)
        block.ops.append(moved)
        otherwise = self.graph.new_block(op.place)
        otherwise.kind, otherwise.op = "trap", self._special(op, "no_function", 0, [self.hidden.reg(own)], [])
        block.kind, block.selector, block.cases, block.targets = "switch", self.hidden.reg(own), [], []
        for frame in fitting(self.machine, op.instance.frame.function, op.operands):
            address = self.machine.symbol_address(frame.function.name, frame)
            start = self.graph.new_block(op.place)
            block.cases.append(address or 0)
            block.targets.append(start)
            self._enter(op, start, frame, results, arguments, after)
        block.targets.append(otherwise)
        return after

    def _enter(self, op: Op, block: Block, frame: Frame, results: Arguments, arguments: Arguments, after: Block) -> None:
        caller, step = op.instance, op.instance.base + align_up(op.instance.frame.size, self.machine.frame_align)
        shared = self.function(frame, op.place)
        site = Site(len(self.sites), caller, op.place, shared, self.graph.new_block(op.place))
        self.sites.append(site)
        if caller.moves:
            block.ops.append(self.hidden.op(op, "add.s64", self.next, self.frame, Integer(step)))
            block = self._checked(op, block, frame)
        else:
            block.ops.append(self.hidden.op(op, "mov.b64", self.next, Integer(step)))
        if frame.size:
            block.ops.append(self._special(op, "blank", frame.size, [self.hidden.reg(self.next)], []))
        self._arguments(op, block, frame, shared, arguments)
        extra = len(caller.callers)
        if caller.moves:
            site.stack = [self._special(op, "push", site.number, [], []), self._special(op, "pop", site.number, [], [])]
            block.ops.append(site.stack[0])
            block.ops.append(self.hidden.op(op, "add.u32", self.depth, self.depth, Integer(extra + 1)))
        else:
            block.ops += [self.hidden.op(op, "mov.b32", register, Integer(value)) for register, value in ((self.top, 0), (self.depth, extra + 1))]
        for position, (space, slot, size) in enumerate(frame.parameters):
            if space == "reg":
                formal = self.graph.formal(shared.instance, slot)
                block.ops.append(Copy(op.place, formal, self.hidden.reg(self.hidden.register(f"argument{position}.{formal.kind}", formal.kind)), size))
        block.ops += [self.hidden.op(op, "mov.b64", self.frame, self.next), self.hidden.op(op, "mov.b32", self.back, Integer(site.number))]
        jump(block, shared.entry)
        site.end = block
        self._land(op, site, frame, results, step, after)

    def _checked(self, op: Op, block: Block, frame: Frame) -> Block:
        """Ends a block with the check that the stack is large enough; returns the block behind it."""
        deep, many = self.hidden.register("deep", "pred"), self.hidden.register("many", "pred")
        room = len(self.machine.local) - frame.size
        block.ops += [
            self.hidden.op(op, "setp.gt.u64", deep, self.next, Integer(room)),
            self.hidden.op(op, "setp.ge.u32", many, self.depth, Integer(STACK_FRAMES - len(op.instance.callers))),
            self.hidden.op(op, "or.pred", deep, deep, many),
        ]
        over, fine = self.graph.new_block(op.place), self.graph.new_block(op.place)
        over.kind, over.op = "trap", self._special(op, "overflow", len(op.instance.callers), [self.hidden.reg(self.depth)], [])
        block.kind, block.guard, block.targets = "branch", (self.hidden.reg(deep), True), [over, fine]
        return fine

    def _arguments(self, op: Op, block: Block, frame: Frame, shared: Shared, arguments: Arguments) -> None:
        for position, ((space, slot, size), item) in enumerate(zip(frame.parameters, arguments.items)):
            if space == "reg":
                formal = self.graph.formal(shared.instance, slot)
                own = self.hidden.reg(self.hidden.register(f"argument{position}.{formal.kind}", formal.kind))
                found = registers_of(op, item)
                block.ops.append(Copy(op.place, own, self.graph.register(op, found[0]) if found else item, size))
            else:
                own_place = Address(self.frame if op.instance.moves else None, self._own(op, item))
                self._copy(op, block, Address(self.next, shared.instance.offsets[slot]), own_place, size)

    def _land(self, op: Op, site: Site, frame: Frame, results: Arguments, step: int, after: Block) -> None:
        block, taken = site.landing, []
        for position, ((space, slot, size), item) in enumerate(zip(frame.returns, results.items)):
            if space == "reg":
                formal = self.graph.formal(site.shared.instance, slot)
                kept = self.hidden.reg(self.hidden.register(f"result{position}.{formal.kind}", formal.kind))
                block.ops.append(Copy(op.place, kept, formal, size))
                taken.append(Copy(op.place, self.graph.register(op, item), kept, size))
            else:
                own = self._own(op, item)
                target = Address(self.frame, own - step) if op.instance.moves else Address(None, own)
                self._copy(op, block, target, Address(self.frame, site.shared.instance.offsets[slot]), size)
        if site.stack:
            block.ops.append(site.stack[1])
            block.ops.append(self.hidden.op(op, "add.s64", self.frame, self.frame, Integer(-step)))
            block.ops.append(self.hidden.op(op, "sub.u32", self.depth, self.depth, Integer(len(op.instance.callers) + 1)))
        block.ops += taken
        jump(block, after)

    def _copy(self, op: Op, block: Block, target: Address, source: Address, size: int) -> None:
        """Copies bytes of local memory, all lanes at once."""
        unit = gcd(gcd(WORD, target.offset), gcd(source.offset, size))
        word = self.hidden.register("word", "b32")
        for offset in range(0, size, unit):
            copy = (
                self.hidden.op(op, f"ld.local.b{8 * unit}", word, Address(source.base, source.offset + offset)),
                self.hidden.op(op, f"st.local.b{8 * unit}", Address(target.base, target.offset + offset), word),
            )
            self.copies.update(copy)
            block.ops += copy

    def _own(self, op: Op, item: Operand) -> int:
        slot = op.scope.find("variables", item.name) if isinstance(item, Symbol) else None
        if slot is None:
            raise Unsupported(f"`{op.instruction}` passes `{item}`, which is no .param variable")
        return op.instance.offsets[slot]

    def _special(self, op: Op, name: str, number: int, sources: list[Reg], targets: list[Reg]) -> Op:
        """Returns an operation that no PTX instruction is (`ptx.vm.compiled.control.stacks`)."""
        found = Op(op.instruction, Resolved(name, Form(name, name, {"effects": "rw"}), {}), op.instance, op.scope, op.place)
        found.number, found.sources, found.targets = number, sources, targets
        return found


def shared_names(machine: Machine) -> set[str]:
    """Returns the functions that may call themselves or be called by address, and all that they call."""
    frames = machine.frames_by_name
    called: dict[str, set[str]] = {}
    found: set[str] = set()
    for name, frame in frames.items():
        called[name] = set()
        for instruction in frame.function.instructions():
            if instruction.opcode == "call":
                target = instruction.operands[1] if len(instruction.operands) > 1 else None
                meant = [] if isinstance(target, Symbol) else fitting(machine, frame.function, instruction.operands)
                callees = [target.name] if isinstance(target, Symbol) else [each.function.name for each in meant]
                called[name] |= {each for each in callees if each in frames}
                found |= set() if isinstance(target, Symbol) else set(callees)
    found |= {name for name in frames if name in reached([name], called.__getitem__)}
    return found | reached(found, called.__getitem__)
