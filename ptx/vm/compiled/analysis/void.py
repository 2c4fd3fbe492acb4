"""Which registers may hold what a shuffle took from a lane that is not there: after `find_void` each of them has one with the lanes where it does.

Most shuffles need nothing: where all lanes of a full warp are together, before any can have ended, no lane is missing. From the others values are
followed forward through whatever computes with them (`ptx.vm.absent`).
"""

from ptx.operands import Integer, Operand, Register, Sink
from ptx.vm.absent import SHUFFLE, SHUFFLE_MASK, Accesses, accessed_variable, computes, elements_of, symbols_of
from ptx.vm.compiled.analysis.constants import constant_registers
from ptx.vm.compiled.analysis.convergence import Facts, is_divergent
from ptx.vm.compiled.cfg.graph import Block, Copy, Graph, Op, Reg, find_register, operations, registers_of
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Cells: TypeAlias = "list[tuple[Reg | None, Reg]]"

ALL = 0xFFFFFFFF
RECORDS = ("where", "mask")


class Void:
    """The shuffles that may miss lanes, and the two registers that keep, for each lane, where a value was taken and with which mask."""

    __slots__ = ("cells", "missing", "records")

    def __init__(self, missing: set[Op], records: list[Reg], cells: "dict[Op | Copy, Cells]") -> None:
        self.missing = missing
        self.records = records
        self.cells = cells
        """The registers of each load and store of a local variable's cells, with the companions of these; for copies the companions of both."""


def find_void(graph: Graph, facts: Facts, threads: int) -> "Void | None":
    """Gives registers that may be void their companions, and makes these live where they are; None if there are none."""
    missing = missing_shuffles(graph, facts, threads)
    if not missing:
        return None
    cells = local_cells(graph, facts)
    found = reached(graph, facts, missing, cells)
    graph.cells = [cell for cell in dict.fromkeys(cell for pairs in cells.values() for _, cell in pairs) if cell in found]
    for register in [each for each in graph.registers if each in found and each not in graph.cells]:
        register.void = graph.new_register("b32", f"{register.name}.void")
    graph.records = [graph.new_register("b32", name) for name in RECORDS]
    for register in graph.records:
        register.varying = True
    _keep_alive(graph, facts)
    return Void(missing, graph.records, {item: pairs for item, pairs in cells.items() if any(cell in found for _, cell in pairs)})


def _keep_alive(graph: Graph, facts: Facts) -> None:
    """Companions are live where their registers are, those of cells everywhere."""
    always = sum(1 << cell.index for cell in graph.cells)
    companions = [(1 << register.index, 1 << register.void.index) for register in graph.registers if register.void is not None]
    for block, live in facts.live.items():
        facts.live[block] = live | always | sum(void for register, void in companions if live & register)


def local_cells(graph: Graph, facts: Facts) -> "dict[Op | Copy, Cells]":
    """Returns, for each load and store of a local variable that can be followed, its registers with one for the void lanes of each cell.

    For a copy of a variable it has, for each cell of the target, that of the source (None if nothing is known of it).
    """
    accesses, found = Accesses(), []
    for op in [item for block in facts.order for item in operations(block) if isinstance(item, Op)]:
        named = accessed_variable(op.meaning, op.operands)
        slot = None if named is None else op.scope.find("variables", named[0])
        if named is not None and slot is not None and op.resolved.type in WIDTHS:
            elements = elements_of(named[2], named[1], WIDTHS[op.resolved.type] // 8)
            accesses.take((op.instance, slot), [cell for _, cell in elements])
            found.append((op, (op.instance, slot), elements))
            continue
        slots = [op.scope.find("variables", name) for operand in op.operands for name in symbols_of(operand)]
        accesses.escaped.update([(op.instance, slot) for slot in slots if slot is not None])
    tracked = accesses.tracked() - passed(facts)
    registers: dict[tuple[object, tuple[int, int]], Reg] = {}
    cells: dict[Op | Copy, Cells] = {}
    for op, key, elements in found:
        if key in tracked:
            for element, cell in elements:
                if (key, cell) not in registers:
                    registers[key, cell] = graph.new_register("b32", f"cell{cell[0]}.void")
                register = next(iter(found_in(graph, op, element)), None)
                cells.setdefault(op, []).append((register, registers[key, cell]))
    for copy in [item for block in facts.order for item in block.ops if isinstance(item, Copy) and item.variables is not None]:
        assert copy.variables is not None
        target, source = copy.variables
        known = [(cell, register) for (key, cell), register in registers.items() if key == target]
        cells[copy] = [(registers.get((source, cell)), register) for cell, register in known]
    return cells


def passed(facts: Facts) -> set[object]:
    """Returns the variables that calls copy which are not inlined."""
    copies = [item for block in facts.order for item in block.ops if isinstance(item, Copy) and item.variables is None]
    offsets = {each for item in copies for each in (item.target, item.source) if isinstance(each, int)}
    instances = {op.instance for block in facts.order for op in operations(block) if isinstance(op, Op)}
    return {(instance, slot) for instance in instances for slot, offset in instance.offsets.items() if offset in offsets}


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


def reached(graph: Graph, facts: Facts, missing: set[Op], cells: "dict[Op | Copy, Cells]") -> set[Reg]:
    """Returns the registers to which values of such shuffles may come, those of cells too."""
    found: set[Reg] = set()
    items = [item for block in facts.order for item in operations(block)]
    changed = True
    while changed:
        changed = False
        for item in items:
            moved = cells.get(item, ())
            for register in (*_targets(graph, item, found, missing), *_through_cells(item, moved, found)):
                if register.varying and register not in found:
                    found.add(register)
                    changed = True
            kept = {cell for register, cell in moved if register in found} if isinstance(item, Copy) or item.meaning == "st" else set()
            changed = changed or not kept <= found
            found |= kept
    return found


def _through_cells(item: "Op | Copy", moved: "Cells | tuple[()]", found: set[Reg]) -> list[Reg]:
    """Returns what a load takes from cells to which such values may come."""
    if not isinstance(item, Op) or item.meaning != "ld":
        return []
    return [register for register, cell in moved if cell in found and register is not None]


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
