"""Makes copies of a loop's body.

They follow on one another: what went back to the header goes to the header of the next copy. The loop itself is taken apart; whoever makes
the copies puts them in its place, and leads into the first one what entered the loop (`enter`). A copy made for an `Iteration` has constants
for what is constant in it, jumps for what is decided, and no block that is not reached. Copies know their source lines, and `origins` says of
each convergent op, call and branch which one it is a copy of.

A value of the loop that is used outside now has several definitions: each copy stores it to a slot of its own, and its users load it, for
mem2reg to make values of.
"""
from __future__ import annotations

from dialect.function import Block
from dialect.op import CONVERGENT, Param, Terminator
from dialect.ops import Alloca, Call, Const, Goto, Load, Store, Undef

from .editing import drop_blocks
from .inline import copy_op

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialect.function import Function
    from dialect.op import Number, Op, Value

    from .iterations import Iteration, Loop


class Copies:
    """The copies of one loop: one for each iteration given; None is one of the whole body. The last one goes back to the first."""

    __slots__ = ("blocks", "heads", "iterations", "loop", "origins", "slots")

    def __init__(self, function: Function, loop: Loop, iterations: Sequence[Iteration | None], origins: dict[Op, Op]) -> None:
        self.loop, self.iterations, self.origins = loop, iterations, origins
        self.slots: dict[Value, Op] = {}
        self.blocks: list[Block] = []
        self.heads = [Block(loop.header.name) for _ in iterations]
        self.let_out(function.blocks[0])
        for number, iteration in enumerate(iterations):
            Copy(self, number, iteration).make()
        drop_blocks(loop.blocks)
        if iterations[-1] is None:
            self.heads[0].unroll = 1

    def let_out(self, entry: Block) -> None:
        """Makes a slot for each value that is used outside, and lets its users there load it. A constant they get for themselves."""
        for v in escaping(self.loop):
            if type(v) not in (Const, Undef):
                slot = self.slots[v] = Alloca(v.type)
                slot.block, slot.name = entry, v.name
            load_outside(v, self.slots.get(v), self.loop)

    def enter(self, terminator: Terminator, i: int, arguments: Sequence[Value], number: int) -> None:
        """Leads an edge to the header of a copy."""
        iteration = self.iterations[number]
        kept = [v for v, param in zip(arguments, self.loop.header.params) if constant_in(iteration, param) is None]
        terminator.set_target(i, self.heads[number], kept)


def constant_in(iteration: Iteration | None, v: Value) -> Number | None:
    """What the value is, if that is known."""
    return None if iteration is None else iteration.constant(v)


class Copy:
    """One copy of the body under way."""

    __slots__ = ("all", "homes", "iteration", "next", "values")

    def __init__(self, copies: Copies, number: int, iteration: Iteration | None) -> None:
        self.all, self.iteration = copies, iteration
        self.next = (number + 1) % len(copies.heads)
        self.values: dict[Value, Value] = {}
        self.homes: dict[Block, Block] = {copies.loop.header: copies.heads[number]}

    def make(self) -> None:
        """Copies what is reached; definitions come before uses in reverse postorder."""
        iteration, blocks = self.iteration, self.all.loop.blocks
        reached = blocks if iteration is None else [block for block in blocks if block in iteration.reached]
        for block in reached:
            self.begin(block)
        for block in reached:
            self.fill(block)
        self.all.blocks.extend([self.homes[block] for block in reached])

    def begin(self, block: Block) -> None:
        """The block with the parameters that are no constants."""
        home = self.homes.setdefault(block, Block(block.name))
        if block is not self.all.loop.header:
            home.unroll = block.unroll
        for param in block.params:
            constant = constant_in(self.iteration, param)
            if constant is None:
                self.values[param] = home.add_param(param.type, param.name)
            else:
                self.values[param] = self.place(home, Const(constant, param.type), param)

    def place(self, home: Block, op: Op, original: Value) -> Op:
        """Puts an op at the end of the block, with the name and line of what it stands for."""
        op.block, op.name = home, original.name
        op.loc = None if isinstance(original, Param) else original.loc  # type: ignore[attr-defined]
        home.ops.append(op)
        return op

    def fill(self, block: Block) -> None:
        """Copies ops and terminator."""
        home = self.homes[block]
        for param in block.params:
            self.keep(home, param)
        for op in block.ops:
            constant = constant_in(self.iteration, op)
            copy = copy_op(op, self.values) if constant is None else Const(constant, op.type)
            self.values[op] = self.place(home, copy, op)
            if constant is None and (op.flags & CONVERGENT or type(op) is Call):
                self.note_origin(copy, op)
            self.keep(home, op)
        self.end(block.terminator, home)

    def note_origin(self, copy: Op, op: Op) -> None:
        """Says what the copy is a copy of: of what was there before the pass began."""
        self.all.origins[copy] = self.all.origins.get(op, op)

    def keep(self, home: Block, v: Value) -> None:
        """Stores the value if it is used outside of the loop."""
        slot = self.all.slots.get(v)
        if slot is not None:
            self.place(home, Store(self.values[v], slot), v).name = ""

    def end(self, terminator: Terminator, home: Block) -> None:
        """Copies the terminator, or jumps where it is decided."""
        values = self.values
        taken = range(len(terminator.targets)) if self.iteration is None else self.iteration.taken(terminator)
        if len(terminator.targets) > 1 and len(taken) == 1:
            arguments = [values.get(v, v) for v in terminator.args_of(taken[0])]
            copy: Terminator = Goto((terminator.targets[taken[0]], arguments))
        else:
            copy = _copied(terminator, values)
            self.note_origin(copy, terminator)
        home.end(copy, terminator.loc)
        for i, target in enumerate(copy.targets):
            self.lead(copy, i, target)

    def lead(self, copy: Terminator, i: int, target: Block) -> None:
        """Turns an edge to a block of the loop into one to its copy."""
        loop = self.all.loop
        if target is loop.header:
            self.all.enter(copy, i, copy.args_of(i), self.next)
        elif target in loop.inside:
            kept = [v for v, param in zip(copy.args_of(i), target.params) if constant_in(self.iteration, param) is None]
            copy.set_target(i, self.homes[target], kept)


def _copied(terminator: Terminator, values: dict[Value, Value]) -> Terminator:
    copy = copy_op(terminator, values)
    assert isinstance(copy, Terminator)
    copy.targets, copy.arg_counts = terminator.targets, terminator.arg_counts
    return copy


def escaping(loop: Loop) -> list[Value]:
    """The values of the loop that are used outside, in order."""
    inside = loop.inside
    return [v for block in loop.blocks for v in (*block.params, *block.ops) if any([user.block not in inside for user in v.users])]


def load_outside(v: Value, slot: Op | None, loop: Loop) -> None:
    """Lets the users outside load the value from the slot; a constant they get for themselves."""
    for user in [user for user in v.users if user.block not in loop.inside]:
        own = copy_op(v, {}) if slot is None else Load(slot)  # type: ignore[arg-type]
        block = user.block
        assert block is not None
        own.block, own.loc = block, user.loc
        at = len(block.ops) if isinstance(user, Terminator) else block.ops.index(user)
        block.ops.insert(at, own)
        user.set_operands(tuple([own if x is v else x for x in user.operands]))
