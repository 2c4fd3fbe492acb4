"""Which registers may hold what a shuffle took from a lane that is not there: after `find_void` each of them has one with the lanes where it does.

Most shuffles need nothing: where all lanes of a full warp are together, before any can have ended, no lane is missing. From the others values are
followed forward through whatever computes with them (`ptx.vm.absent`).
"""

from ptx.operands import Integer, Operand, Register, Sink
from ptx.vm.absent import SHUFFLE, SHUFFLE_MASK, computes
from ptx.vm.compiled.analysis.constants import constant_registers
from ptx.vm.compiled.analysis.convergence import Facts, is_divergent
from ptx.vm.compiled.cfg.graph import Block, Copy, Graph, Op, Reg, find_register, operations, registers_of
from ptx.vm.compiled.ir.text import WARP

ALL = 0xFFFFFFFF
RECORDS = ("where", "mask")


class Void:
    """The shuffles that may miss lanes, and the two registers that keep, for each lane, where a value was taken and with which mask."""

    __slots__ = ("missing", "records")

    def __init__(self, missing: set[Op], records: list[Reg]) -> None:
        self.missing = missing
        self.records = records


def find_void(graph: Graph, facts: Facts, threads: int) -> "Void | None":
    """Gives registers that may be void their companions, and makes these live where they are; None if there are none."""
    missing = missing_shuffles(graph, facts, threads)
    if not missing:
        return None
    for register in reached(graph, facts, missing):
        register.void = graph.new_register("b32", f"{register.name}.void")
    companions = [(1 << register.index, 1 << register.void.index) for register in graph.registers if register.void is not None]
    for block, live in facts.live.items():
        facts.live[block] = live | sum(void for register, void in companions if live & register)
    graph.records = [graph.new_register("b32", name) for name in RECORDS]
    for register in graph.records:
        register.varying = True
    return Void(missing, graph.records)


def missing_shuffles(graph: Graph, facts: Facts, threads: int) -> set[Op]:
    """Returns the shuffles that may read a lane that is not there."""
    found = [(block, op) for block in facts.order for op in block.ops if isinstance(op, Op) and op.meaning == SHUFFLE]
    if not found:
        return set()
    late = after_an_end(facts) if threads % WARP == 0 else set(facts.order)
    constants = constant_registers(facts.order)

    def is_full(block: Block, op: Op) -> bool:
        return block not in late and facts.converged(block) and constant(graph, op, constants) == ALL

    return {op for block, op in found if not is_full(block, op)}


def constant(graph: Graph, op: Op, constants: dict[Reg, int]) -> "int | None":
    """Returns the mask of a shuffle, if it is a constant."""
    operand = op.operands[SHUFFLE_MASK]
    if isinstance(operand, Integer):
        return operand.value & ALL
    known = constants.get(find_register(graph, op, operand)) if isinstance(operand, Register) and registers_of(op, operand) else None
    return None if known is None else known & ALL


def after_an_end(facts: Facts) -> set[Block]:
    """Returns the blocks that may run when some lanes of the warp have ended."""
    work: list[Block] = []
    for block in facts.order:
        if block.kind in ("exit", "trap") or any(target.is_return() for target in block.targets):
            work += facts.waiting[block]
            work += block.targets if is_divergent(block) else []
    found: set[Block] = set()
    while work:
        block = work.pop()
        if block in facts.waiting and block not in found:
            found.add(block)
            work += [*block.targets, *facts.waiting[block]]
    return found


def reached(graph: Graph, facts: Facts, missing: set[Op]) -> list[Reg]:
    """Returns the registers to which values of such shuffles may come, in order."""
    found: set[Reg] = set()
    items = [item for block in facts.order for item in operations(block)]
    changed = True
    while changed:
        changed = False
        for item in items:
            for register in _targets(graph, item, found, missing):
                if register.varying and register not in found:
                    found.add(register)
                    changed = True
    return [register for register in graph.registers if register in found]


def _targets(graph: Graph, item: "Op | Copy", found: set[Reg], missing: set[Op]) -> list[Reg]:
    if isinstance(item, Copy):
        return [item.target] if isinstance(item.target, Reg) and item.source in found and not item.size else []
    if item.meaning == SHUFFLE:
        if any(register in found for position in (2, 3) for register in found_in(graph, item, item.operands[position])):
            return item.targets
        taken = item in missing or any(register in found for register in found_in(graph, item, item.operands[1]))
        return found_in(graph, item, result_of(item)) if taken else []
    sources = [*item.sources, *([] if item.guard is None else [item.guard[0]])]
    return item.targets if computes(item.resolved) and any(register in found for register in sources) else []


def found_in(graph: Graph, op: Op, operand: Operand) -> list[Reg]:
    """Returns the registers of an operand."""
    return [] if isinstance(operand, Sink) else [find_register(graph, op, each) for each in registers_of(op, operand)]


def result_of(op: Op) -> Operand:
    """Returns the first destination."""
    first: Operand = getattr(op.operands[0], "first", op.operands[0])
    return first
