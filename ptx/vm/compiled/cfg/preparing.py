"""From a graph to one that can be written down: after `prepare` blocks are in order, it is known where lanes take turns, and lanes meet.

Most kernels need no turns: of all blocks with lanes the first in order runs, and lanes meet again by the order alone. Lanes take turns
where they may wait for another thread: in loops that observe what others write, and where lanes of one warp may wait at different barriers
or warp instructions.
"""

from ptx.vm.compiled.analysis.agreement import Agreement
from ptx.vm.compiled.analysis.convergence import Facts, analyse
from ptx.vm.compiled.cfg.graph import Block, Graph, find_register, jump, registers_of
from ptx.vm.compiled.cfg.meeting import Meetings, mask_of
from ptx.vm.compiled.cfg.order import order_blocks
from ptx.vm.compiled.cfg.spinning import spinning
from ptx.vm.compiled.ir.specials import uniform_specials


class Prepared:
    """The facts of a graph, the blocks of loops that may wait for another thread, and the meetings that were made."""

    __slots__ = ("facts", "meetings", "spins")

    def __init__(self, facts: Facts, spins: set[Block], meetings: Meetings) -> None:
        self.facts = facts
        self.spins = spins
        self.meetings = meetings


def prepare(graph: Graph, shape: tuple[int, int, int]) -> Prepared:
    """Analyses a graph until nothing has to be changed any more."""
    late: frozenset[Block] = frozenset()
    free: frozenset[Block] = frozenset()
    meetings = Meetings(graph)
    while True:
        for register in graph.registers:
            register.varying = register.lazy = False
            register.stride = None
        facts = analyse(graph, order_blocks(graph, late), uniform_specials(shape), free)
        apart = [each for each in facts.order if stops(each) and not facts.converged(each)]
        spins, agreement = spinning(facts.order), Agreement(facts.order)
        wanted = spins | {block for block in apart if comes_apart(block, facts)} | {block for block in facts.order if differs(graph, block, agreement)}
        if facts.region or wanted:
            wanted |= {block for block in facts.order if block.kind == "barrier"}
        changed = [block for block in facts.order if block in facts.region and meetings.wanted(block)]
        common = {meeting.block for meeting in meetings.by_name.values()}
        last = {*apart, *common, *[block for block in facts.region if block.kind == "barrier"]}
        if wanted | common <= free and not changed and last <= late:
            return Prepared(facts, spins, meetings)
        for block in changed:
            meetings.add(block)
        free, late = free | wanted | common, late | last
        if graph.blocks[0] in late:
            begin_before(graph, graph.blocks[0])


def begin_before(graph: Graph, block: Block) -> None:
    """Gives a graph an entry of its own before a block, which may then stand anywhere."""
    first = graph.new_block(block.place)
    graph.blocks.remove(first)
    graph.blocks.insert(0, first)
    jump(first, block)


def stops(block: Block) -> bool:
    """Whether lanes wait for others at a block."""
    return (block.waits and not block.met) or block.kind == "barrier"


def comes_apart(block: Block, facts: Facts) -> bool:
    """Whether lanes of one warp may wait here and elsewhere at once, in a way that is no fault."""
    others = [other for other in facts.waiting[block] if stops(other)]
    if block.waits:
        return bool(others)
    op = block.op
    assert op is not None
    aligned = op.instruction.opcode == "bar" or op.resolved.has("aligned")
    counted = [other for other in (block, *others) if other.op is not None and len(other.op.operands) > 1]
    return not aligned or (bool(others) and bool(counted))


def differs(graph: Graph, block: Block, agreement: Agreement) -> bool:
    """Whether lanes of one warp may name different barriers, counts or masks at one instruction."""
    masked = mask_of(block)
    if masked is not None:
        return not all(agreement.holds(find_register(graph, masked[0], each)) for each in registers_of(*masked))
    op = block.op
    if block.kind != "barrier" or op is None:
        return False
    named = op.operands[1:-1] if op.meaning == "barrier_red" else op.operands
    return any(find_register(graph, op, each).varying for operand in named for each in registers_of(op, operand))
