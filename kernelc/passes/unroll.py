"""Unrolls loops: fully where the number of iterations is known and the cost allows, in part where the source asks for it.

After it ran, no loop stands that ends after a known number of iterations (found by evaluating it, see `iterations`) and costs no more than
the budgets below; a loop that asked for N copies of its body has them, each with its exit test, and is marked `unroll(1)`: leave it as it is.
A loop that asked and stays has a note that says why.

      mir.goto bb1(%zero)                         mir.goto bb1
    bb1(%i: u32):                               bb1:
      %c = mir.cmp lt %i, %one                    %i = mir.const 0 : u32
      mir.cond_br %c, bb2, bb3           ==>      %c = mir.const true : bool
    bb2:                                          mir.goto bb2
      mir.store %i, %p                          bb2:
      %j = mir.add %i, %one                       mir.store %i, %p
      mir.goto bb1(%j)                            %j = mir.const 1 : u32
    bb3:                                          mir.goto bb1.1
      mir.return                                bb1.1:
                                                  %i.1 = mir.const 1 : u32
                                                  %c.1 = mir.const false : bool
                                                  mir.goto bb3
                                                bb3:
                                                  mir.return

Inner loops come first; an outer loop is looked at again when they are gone. Any number of other exits and panics may stand in the body.
A loop that holds a convergent op (or a call, which may hold one) is copied only if all threads leave it in the same iteration, and only uniform
branches of it lead to the op.
"""
from __future__ import annotations

from dialect.op import CONVERGENT, Op
from dialect.ops import Alloca, Call, Const, Element, Offset

from .analyses import Note
from .editing import drop_blocks, remove_unreachable
from .iterations import Iteration, Loop, copied_ops, remaining_ops, starting
from .loop_copies import Copies
from .mem2reg import promote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from dialect.function import Block, Function

    from .analyses import Analyses
    from .iterations import State

    Copied: TypeAlias = Sequence[Iteration | None]  # an iteration each, or None for the whole body
    Plan: TypeAlias = tuple[Loop, Copied]

BUDGET = 256
"""A loop that nothing speaks for is unrolled to at most so many ops, constants not counted."""
BUDGET_INDEXED = 2_048
"""The same where the body indexes a slot by what becomes a constant: the slot can then be registers."""
BUDGET_ASKED = 16_384
"""The same for a loop with `#[unroll]`, or `#[unroll(N)]`."""
EVALUATED = 4
"""At most so many times the budget is evaluated: ops that turn into constants cost time too."""
REGISTERS = 512
"""A slot of more bytes than this would not be registers anyway."""
ROOM, ROOM_ASKED, ROOM_PER_OP = 8_000, 40_000, 4
"""A function grows by so many ops at most, by loops that did not ask and by those that did; and by so many more for each op that it had."""


def run(function: Function, analyses: Analyses) -> bool:
    """Unrolls, innermost loops first, until no loop is left to unroll."""
    changed = False
    while True:
        notes: list[Note] = []
        analyses.notes["unroll"] = notes
        plans = Planner(function, analyses, notes).plans()
        if not plans:
            return changed
        apply(function, analyses, plans)
        changed = True


class Planner:
    """Decides on the unchanged function. A loop waits while one inside it is unrolled."""

    __slots__ = ("analyses", "function", "notes")

    def __init__(self, function: Function, analyses: Analyses, notes: list[Note]) -> None:
        self.function, self.analyses, self.notes = function, analyses, notes

    def plans(self) -> list[Plan]:
        """The loops to unroll, none inside another, with their iterations."""
        cfg = self.analyses.cfg()
        if all([s > b for b, out in enumerate(cfg.succs) for s in out]):
            return []
        loops = self.analyses.loops()
        sizes = self.sizes()
        if self.analyses.room is None:
            self.analyses.room = ROOM + ROOM_PER_OP * self.function.op_count()
        waiting = [False] * len(loops.header)
        out: list[Plan] = []
        for number in range(len(loops.header) - 1, -1, -1):  # inner loops have greater numbers
            header = cfg.blocks[loops.header[number]]
            plan = None
            if not waiting[number] and header.unroll != 1:
                plan = self.examine(number, header, sizes[number])
                if plan is not None:
                    out.append(plan)
            parent = loops.parent[number]
            if parent >= 0 and (waiting[number] or plan is not None):
                waiting[parent] = True
        self.notes.reverse()
        return out

    def sizes(self) -> list[int]:
        """Ops and terminators of each loop with its inner ones."""
        cfg, loops = self.analyses.cfg(), self.analyses.loops()
        sizes = [0] * len(loops.header)
        for block, loop in zip(cfg.blocks, loops.innermost):
            if loop >= 0:
                sizes[loop] += len(block.ops) + 1
        for loop in range(len(sizes) - 1, -1, -1):
            if loops.parent[loop] >= 0:
                sizes[loops.parent[loop]] += sizes[loop]
        return sizes

    def examine(self, number: int, header: Block, size: int) -> Plan | None:
        """The copies to make of a loop: its iterations, or so many of its body; None to leave it as it is."""
        wish = header.unroll
        if size > (BUDGET_INDEXED if wish is None else BUDGET_ASKED):
            self.refuse(header, f"it has {size} operations")
            return None
        if wish is None and not self.begins_with_a_constant(number, header):
            return None
        loop = Loop(self.analyses.cfg(), self.analyses.loops(), number)
        left = self.analyses.room or 0
        room = left if wish is None else left + ROOM_ASKED - ROOM
        copies, why = foreseen(loop, room)
        if wish and (copies is None or len(copies) > wish + 1):
            copies, why = repeated(wish, size, room)
        if copies is not None and not self.together(loop):
            copies, why = None, "threads work together in it, but may be in different iterations"
        if copies is None:
            self.refuse(header, why)
            return None
        self.analyses.room = left - sum([size if iteration is None else copied_ops(iteration) for iteration in copies])
        return loop, copies

    def begins_with_a_constant(self, number: int, header: Block) -> bool:
        """Whether any parameter of the header is a constant where the loop is entered: else nothing can count."""
        cfg, loops = self.analyses.cfg(), self.analyses.loops()
        entries = [cfg.blocks[p].terminator for p in cfg.preds[header.index] if not loops.contains(number, p)]
        return any([type(v) is Const for t in entries for i, target in enumerate(t.targets) if target is header for v in t.args_of(i)])

    def together(self, loop: Loop) -> bool:
        """Whether threads that work together in the loop are in the same iteration: all leave it in the same one, and in it the same branches lead
        them to what they do together.
        """
        blocks = convergent_blocks(loop)
        if not blocks:
            return True
        uniformity = self.analyses.uniformity()
        return uniformity.loop_exit_is_uniform(loop.header) and all([uniformity.leads_all_to(block, loop.inside) for block in blocks])

    def refuse(self, header: Block, reason: str) -> None:
        """Notes why the loop stays, if it asked."""
        if header.unroll is not None:
            at = header.terminator.loc
            self.notes.append(Note("unroll", self.function.name, header.terminator, reason, at and at.visible))


def convergent_blocks(loop: Loop) -> list[Block]:
    """The blocks in which threads may work together."""
    return [block for block in loop.blocks if any([op.flags & CONVERGENT or type(op) is Call for op in block.ops])]


def repeated(times: int, size: int, room: int) -> tuple[Copied | None, str]:
    """So many copies of the whole body, or None and the reason."""
    if times * size > min(BUDGET_ASKED, room):
        return None, f"{times} times its {size} operations are too many"
    return [None] * times, ""


def foreseen(loop: Loop, room: int) -> tuple[Copied | None, str]:
    """The iterations of a loop that ends within its budget, or None and the reason."""
    outer = loop.outer_values()
    state: State | None = starting(loop)
    iterations: list[Iteration] = []
    cost = budget = copied = 0
    while state is not None:
        iteration = Iteration(loop, outer, state)
        if not iteration.decided or not iteration.is_sound():
            return None, "how often it runs is not known at compile time"
        iterations.append(iteration)
        budget = budget or budget_of(loop, iteration)
        cost += remaining_ops(iteration)
        copied += copied_ops(iteration)
        if copied > room + loop.size:
            return None, "the function would become too large"
        if cost > budget or copied > EVALUATED * budget:
            return None, f"it is not seen to end within {budget} operations"
        following = iteration.following()
        if following == state:
            return None, "it does not end"
        state = following
    return iterations, ""


def budget_of(loop: Loop, first: Iteration) -> int:
    """How many ops the loop may become, seen from its first iteration."""
    if loop.header.unroll is not None:
        return BUDGET_ASKED
    if indexes_a_slot(loop, first):
        return BUDGET_INDEXED
    if loop.inner and not any([t.block in loop.inner for t in first.decided]):
        return 0
    return max(BUDGET, loop.size)


def indexes_a_slot(loop: Loop, iteration: Iteration) -> bool:
    """Whether an address into a small slot depends on what is a constant of the iteration."""
    for block in loop.blocks:
        for op in block.ops:
            if type(op) in (Element, Offset) and op.type.space == "local":
                index = op.operands[1]
                if type(index) is not Const and iteration.constant(index) is not None and _object_size(op) <= REGISTERS:
                    return True
    return False


def _object_size(address: Op) -> int:
    """Bytes of the slot that the address points into; of an unknown one, one too large."""
    at: object = address
    for _ in range(32):
        if type(at) is Alloca:
            return int(at.ty.size)
        operands = at.operands if isinstance(at, Op) else ()
        if not operands:
            break
        at = operands[0]
    return REGISTERS + 1


def apply(function: Function, analyses: Analyses, plans: list[Plan]) -> None:
    """Puts the copies in the place of the loops."""
    unreachable = analyses.cfg().unreachable
    if unreachable:
        drop_blocks(unreachable)
        function.blocks = [block for block in function.blocks if block.index >= 0]
    replaced = {loop.header: Copies(function, loop, iterations, analyses.origins) for loop, iterations in plans}
    lead_in(function, replaced)
    remove_unreachable(function)
    analyses.invalidate()
    slots = [slot for copies in replaced.values() for slot in copies.slots.values()]
    if slots:
        function.blocks[0].ops[:0] = slots
        promote(function, analyses, {slot: number for number, slot in enumerate(slots)})
        analyses.invalidate()


def lead_in(function: Function, replaced: dict[Block, Copies]) -> None:
    """Takes the loops out of the function, puts the copies in, and leads whatever entered a loop into its first copy."""
    gone = {block for copies in replaced.values() for block in copies.loop.blocks}
    blocks: list[Block] = []
    for block in function.blocks:
        if block in replaced:
            blocks += replaced[block].blocks
        elif block not in gone:
            blocks.append(block)
    for block in blocks:
        terminator = block.terminator
        for i, target in enumerate(terminator.targets):
            if target in replaced:
                replaced[target].enter(terminator, i, terminator.args_of(i), 0)
    function.blocks = blocks
