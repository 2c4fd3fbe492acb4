"""From blocks to a body: registers shared and named, copies placed, blocks in order, jumps only where control does not fall through.

Blocks keep the function's order, but those that panic go to the end, behind the hot path. A block without code is not written.
An unconditional jump is `bra.uni`: the threads that execute it all go to one place.
"""
from __future__ import annotations

from ptx.lower.names import Names, register_name
from ptx.lower.out_of_ssa import coalesce, place_copies, sequentialise
from ptx.lower.registers import CLASSES
from ptx.module import Instruction, Label, RegisterDeclaration
from ptx.operands import Register, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.lower.emitter import Emitter
    from ptx.lower.machine import Edge, MachineBlock
    from ptx.module import Node
    from ptx.operands import Operand


def assemble(e: Emitter, blocks: list[MachineBlock]) -> list[Node]:
    """The items of the body; `blocks` in the function's order, the entry first."""
    behind = [b for b in blocks[1:] if b.is_panic]
    ordered = [blocks[0], *[b for b in blocks[1:] if not b.is_panic], *behind]
    leaders = coalesce(ordered)
    ordered = place_copies(ordered, lambda edge: _moves(e, edge, leaders), e.labels.claim)
    items = _items(_without_empty(ordered))
    return [*_declarations(e, items, leaders), *e.slots, *items]


def _moves(e: Emitter, edge: Edge, leaders: dict[str, str]) -> list[tuple[Node, Register | None]]:
    """The copies of an edge in an order that is right one after the other; constants last, for no move reads them."""
    between, constants = [], []
    for parameter, argument in edge.copies:
        destination = leaders[parameter.name]
        if type(argument) is Register:
            between.append((destination, leaders[argument.name]))
        else:
            constants.append((destination, argument))
    ordered: list[tuple[str, Operand]] = [
        (d, e.registers[int(s)]) for d, s in sequentialise(between, lambda d: e.like(e.registers[int(d)]).name)
    ]
    code: list[tuple[Node, Register | None]] = []
    for d, source in [*ordered, *constants]:
        register = e.registers[int(d)]
        code.append((Instruction(e.class_of(register).move, (register, source)), register))
    return code


def _without_empty(blocks: list[MachineBlock]) -> list[MachineBlock]:
    """Leads every jump to an empty block on to where that one goes, and leaves out the blocks that nobody reaches then."""
    final: dict[int, MachineBlock] = {}
    for block in blocks:
        for edge in block.edges:
            edge.target = _behind_empty(edge.target, final)
    reached = {id(blocks[0])}
    work = [blocks[0]]
    while work:
        for edge in work.pop().edges:
            if id(edge.target) not in reached:
                reached.add(id(edge.target))
                work.append(edge.target)
    return [block for block in blocks if id(block) in reached]


def _behind_empty(block: MachineBlock, final: dict[int, MachineBlock]) -> MachineBlock:
    """The first block with code on the way from `block`; on an endless empty way some block of it. `final` remembers the answers."""
    passed: list[int] = []
    seen = set()
    while id(block) not in final and id(block) not in seen and not block.code and len(block.edges) == 1:
        seen.add(id(block))
        passed.append(id(block))
        block = block.edges[0].target
    block = final.get(id(block), block)
    for number in passed:
        final[number] = block
    return block


def _items(blocks: list[MachineBlock]) -> list[Node]:
    bodies: list[list[Node]] = []
    wanted: dict[str, None] = {block.label: None for block in blocks if block.is_panic}
    for i, block in enumerate(blocks):
        jumps = _jumps(block, blocks[i + 1] if i + 1 < len(blocks) else None)
        for jump in jumps:
            wanted[str(jump.operands[0])] = None
        bodies.append([*[item for item, _ in block.code], *jumps])
    out: list[Node] = []
    for block, body in zip(blocks, bodies):
        if block.label in wanted:
            out.append(Label(block.label))
        out += body
    return out


def _jumps(block: MachineBlock, following: MachineBlock | None) -> list[Instruction]:
    targets = [edge.target for edge in block.edges]
    if not targets:
        return []
    last = targets[-1]
    if len(targets) == 1 or targets[0] is last:
        return [] if last is following else [_jump(block, last, False, False)]
    first = targets[0]
    if first is following:
        return [_jump(block, last, True, not block.negated)]
    conditional = _jump(block, first, True, block.negated)
    return [conditional] if last is following else [conditional, _jump(block, last, False, False)]


def _jump(block: MachineBlock, target: MachineBlock, guarded: bool, negated: bool) -> Instruction:
    name = "bra" if guarded else "bra.uni"
    return Instruction(name, (Symbol(target.label),), block.guard if guarded else None, negated, block.location)


def _declarations(e: Emitter, items: list[Node], leaders: dict[str, str]) -> list[Node]:
    """Names the registers in order of appearance, and declares them: the named ones each, the numbered ones of a class together."""
    hints = _group_hints(e, leaders)
    names, final, counts = Names(), {}, dict.fromkeys(CLASSES, 0)
    declared: dict[str, list[Node]] = {c.prefix: [] for c in CLASSES}
    for serial in _appearing(items, leaders):
        register_class = e.class_of(e.registers[int(serial)])
        if serial in hints:
            final[serial] = names.claim(register_name(hints[serial]))
            declared[register_class.prefix].append(RegisterDeclaration(register_class.declared, final[serial]))
        else:
            counts[register_class] += 1
            final[serial] = f"{register_class.prefix}{counts[register_class]}"
    for register in e.registers:
        register.name = final.get(leaders.get(register.name, register.name), register.name)
    out: list[Node] = []
    for c in CLASSES:
        if counts[c]:
            out.append(RegisterDeclaration(c.declared, c.prefix, counts[c] + 1))
        out += declared[c.prefix]
    return out


def _group_hints(e: Emitter, leaders: dict[str, str]) -> dict[str, str]:
    """The source name of each group of registers: that of its first member with a name."""
    hints: dict[str, str] = {}
    for serial, hint in sorted(e.hints.items(), key=lambda item: int(item[0])):
        hints.setdefault(leaders.get(serial, serial), hint)
    return hints


def _appearing(items: list[Node], leaders: dict[str, str]) -> dict[str, None]:
    """The serial name of each group in order of first appearance."""
    seen: dict[str, None] = {}
    for item in items:
        if type(item) is not Instruction:
            continue
        if item.guard is not None:
            seen[leaders.get(item.guard.name, item.guard.name)] = None
        for operand in item.operands:
            for register in (operand,) if type(operand) is Register else operand.registers():
                seen[leaders.get(register.name, register.name)] = None
    return seen
