"""Loops that may wait for another thread: `spinning` finds the blocks of loops that end by what other threads write.

Such a loop reads memory in a way that sees others' writes (volatile, relaxed, acquire, an atomic operation's old value), and whether it
goes on depends on what it read; or it sleeps. Lanes in it must give others their turn.
"""

from ptx.isa import READS, WRITES
from ptx.vm.compiled.cfg.graph import Block, Copy, Op, Reg, operations, reads, writes
from ptx.vm.compiled.cfg.order import components, dead_ends
from ptx.vm.compiled.cfg.reaching import reached

OBSERVING = frozenset(("mbarrier_test",))
"""Meanings, besides loads and atomics, whose result others change."""
MOST = 400
"""Blocks of a loop that is looked at closely; a larger one that observes others may wait for them."""


def loops(order: list[Block]) -> list[list[Block]]:
    """Returns the parts of a graph that are loops."""
    return [part for part in components(order, set(order)) if len(part) > 1 or part[0] in part[0].targets]


def spinning(order: list[Block]) -> set[Block]:
    """Returns the blocks of loops that may wait for another thread."""
    dead = dead_ends(order)
    return {block for part in loops(order) if may_wait(part, dead) for block in part}


def may_wait(part: list[Block], dead: set[Block]) -> bool:
    """Whether a loop may wait for another thread: what others write decides whether it is left, but for a panic (`dead`)."""
    ops = [item for block in part for item in operations(block) if isinstance(item, Op)]
    if any(op.meaning == "nanosleep" for op in ops):
        return True
    if not any(observes(op) for op in ops):
        return False
    stays = {*part, *dead}
    leaving = {block for block in part if any(target not in stays for target in block.targets)}
    if len(part) > MOST or not leaving:
        return True
    seen = observed(part)
    return any(block in leaving or leaving & influenced(block, part) for block in part if block.decides in seen)


def observed(part: list[Block]) -> set[Reg]:
    """Returns the registers of a loop that depend on what others write: by their operands, through memory, or by the way lanes took."""
    seen: set[Reg] = set()
    followed: set[Block] = set()
    while True:
        before = len(seen), len(followed)
        _through_values([item for block in part for item in operations(block)], seen)
        for block in part:
            if block.decides in seen and block not in followed:
                followed.add(block)
                seen.update(register for other in influenced(block, part) for item in operations(other) for register in writes(item))
        if before == (len(seen), len(followed)):
            return seen


def _through_values(items: "list[Op | Copy]", seen: set[Reg]) -> None:
    """Adds the registers that get observed values from operations, or from memory if any observed value is stored."""
    stored = False
    while True:
        before = len(seen), stored
        for item in items:
            known = any(register in seen for register in reads(item))
            effects = item.resolved.form.effects if isinstance(item, Op) else 0
            to_memory = effects & WRITES or (isinstance(item, Copy) and isinstance(item.target, int))
            from_memory = effects & READS or (isinstance(item, Copy) and isinstance(item.source, int))
            stored = stored or bool(known and to_memory)
            if known or (stored and from_memory) or (isinstance(item, Op) and observes(item)):
                seen.update(writes(item))
        if before == (len(seen), stored):
            return


def influenced(block: Block, part: list[Block]) -> set[Block]:
    """Returns the blocks of a loop through which some lanes may go after a branch before all ways meet again."""
    inside = set(part)
    around = _reached(block, inside, set())
    meeting = {each for each in around if each is not block and block not in _reached(block, inside, {each})}
    return _reached(block, inside, {*meeting, block})


def _reached(block: Block, inside: set[Block], without: set[Block]) -> set[Block]:
    return reached([block], lambda each: [target for target in each.targets if target in inside and target not in without])


def observes(op: Op) -> bool:
    """Whether an instruction reads memory because others write it."""
    if op.meaning == "ld":
        return op.resolved.has("volatile") or "sem" in op.resolved.values or op.resolved.has("mmio")
    return op.meaning == "atom" or op.meaning in OBSERVING
