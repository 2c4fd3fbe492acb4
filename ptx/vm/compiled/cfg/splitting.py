"""Registers that hold one value for the warp first and the lanes' own later: after `split` they are two registers.

A compiler that has no more use for a parameter lets a loop's variable have its register. The parameter is one scalar for the warp, and so is all
that is computed from it; the variable is not. Where only that first definition can be read, a register of its own is read:

    ld.param.u64 %n, [n];                  ld.param.u64 %n', [n];
    mul.lo.u64 %start, %row, %n;           copy %n, %n';
    loop: sub.u64 %n, %n, %tid;            mul.lo.u64 %start, %row, %n';
                                           loop: sub.u64 %n, %n, %tid;
"""

from ptx.vm.compiled.analysis.convergence import Facts, varies
from ptx.vm.compiled.cfg.graph import Block, Copy, Graph, Op, Reg, operations, reads, writes

UNSET = 1
"""The bit of a register's value before any definition."""


def split(graph: Graph, facts: Facts) -> bool:
    """Splits registers where that makes scalars; returns whether any was."""
    definitions: dict[Reg, list[tuple[Block, Op | Copy]]] = {}
    for block in facts.order:
        for item in operations(block):
            for register in writes(item):
                if register.varying:
                    definitions.setdefault(register, []).append((block, item))
    found = [_split(graph, facts, register, places) for register, places in definitions.items() if len(places) > 1]
    return any(found)


def _split(graph: Graph, facts: Facts, register: Reg, places: "list[tuple[Block, Op | Copy]]") -> bool:
    """Splits one register at its first definition that is alike in all lanes and has readers of its own."""
    for position, (block, item) in enumerate(places):
        if not isinstance(item, Op) or not _is_scalar(item, block, register, facts):
            continue
        own = _own_readers(facts, register, places, position)
        if own:
            fresh = graph.new_register(register.kind, register.name)
            _rename(item, register, fresh)
            block.ops.insert(block.ops.index(item) + 1, Copy(item.place, register, fresh, 0))
            for reader in own:
                _rename(reader, register, fresh)
            return True
    return False


def _is_scalar(op: Op, block: Block, register: Reg, facts: Facts) -> bool:
    alone = op.guard is None and op.targets == [register] and register not in op.sources and op in block.ops
    return alone and not varies(op, facts) and not facts.kept(block) >> register.index & 1


def _own_readers(facts: Facts, register: Reg, places: "list[tuple[Block, Op | Copy]]", position: int) -> "list[Op]":
    """Returns the operations that can read this definition alone; they may not write the register or be guarded by it."""
    bits = {id(item): UNSET << 1 + number for number, (_, item) in enumerate(places)}
    starts = _reaching(facts, register, bits)
    wanted, found = bits[id(places[position][1])], []
    for block in facts.order:
        here = starts[block]
        for item in operations(block):
            plain = isinstance(item, Op) and register not in item.targets and (item.guard is None or item.guard[0] is not register)
            if here == wanted and register in reads(item) and plain and item is not block.op:
                found.append(item)
            here = _after(item, register, here, bits)
    return found  # type: ignore[return-value]


def _after(item: "Op | Copy", register: Reg, here: int, bits: dict[int, int]) -> int:
    if register not in writes(item):
        return here
    return here | bits[id(item)] if isinstance(item, Op) and item.guard is not None else bits[id(item)]


def _reaching(facts: Facts, register: Reg, bits: dict[int, int]) -> dict[Block, int]:
    """Returns the definitions (bits) that reach each block's start."""
    starts = dict.fromkeys(facts.order, 0)
    starts[facts.order[0]] = UNSET
    work = [facts.order[0]]
    while work:
        block = work.pop()
        here = starts[block]
        for item in operations(block):
            here = _after(item, register, here, bits)
        for target in block.targets:
            if target in starts and starts[target] | here != starts[target]:
                starts[target] |= here
                work.append(target)
    return starts


def _rename(op: Op, register: Reg, fresh: Reg) -> None:
    op.renamed = {**op.renamed, register: fresh}
    op.targets = [fresh if each is register else each for each in op.targets]
    op.sources = [fresh if each is register else each for each in op.sources]
