"""The order of blocks: after `order_blocks` loops are contiguous, joins come after all paths to them, and dead ends right after their branch.

Lanes that are apart wait at blocks, and the block with the lowest number runs first; so this order alone decides where lanes meet
again. It is a weak topological order (Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993): strongly connected
parts are ordered as wholes, then each is opened at its head and ordered inside; irreducible graphs are no special case.

A *dead end* is a block from which every path ends in a trap. Each branch into a small one gets a copy of its own, which runs at once;
so a failing bounds check does not keep the other lanes apart. A block that only returns is not ordered at all: its lanes leave.
"""

from ptx.vm.compiled.cfg.graph import Block, Graph, jump
from ptx.vm.compiled.cfg.reaching import reached

SMALL = 12
"""Operations of a dead end that is worth copying."""


def order_blocks(graph: Graph, late: "frozenset[Block]" = frozenset()) -> list[Block]:
    """Drops what cannot be reached, copies dead ends, numbers the rest and returns it in order; blocks of `late` come after all others."""
    entry = graph.blocks[0]
    dead = dead_ends(reachable(entry))
    if entry not in dead and not graph.is_split:
        copy_dead_ends(graph, reachable(entry), dead)
        dead = dead_ends(reachable(entry))
        graph.is_split = True
    blocks = reachable(entry)
    main = [block for block in blocks if block not in dead or entry in dead]
    order = insert_dead_ends(weak_order(entry, main), dead if entry not in dead else set())
    last = [block for block in order if block in late and block is not entry]  # the entry is where every thread begins
    order = [block for block in order if block not in last] + last
    for number, block in enumerate(order):
        block.number = number
    return order


def reachable(entry: Block) -> list[Block]:
    """Returns the blocks that can be reached, in reverse post-order."""
    seen, post = {entry}, []
    stack = [(entry, iter(successors(entry)))]
    while stack:
        block, rest = stack[-1]
        for following in rest:
            if following not in seen:
                seen.add(following)
                stack.append((following, iter(successors(following))))
                break
        else:
            stack.pop()
            post.append(block)
    return post[::-1]


def successors(block: Block) -> list[Block]:
    """Returns the blocks that may follow; those that only return are left out where there is another way."""
    if block.kind in ("branch", "switch", "meet"):
        kept = [target for target in block.targets if not target.is_return()]
        return list(dict.fromkeys(kept))
    return block.targets


def dead_ends(blocks: list[Block]) -> set[Block]:
    """Returns the blocks from which only traps can be reached."""
    before: dict[Block, list[Block]] = {block: [] for block in blocks}
    for block in blocks:
        for following in successors(block):
            before[following].append(block)
    alive = [block for block in blocks if block.kind == "exit" or any(target.is_return() for target in block.targets)]
    alive += [block for block in blocks if block.kind == "barrier"]
    living = reached(alive, before.__getitem__).union(alive)
    loops = {block for part in components(blocks, set(blocks)) if len(part) > 1 or part[0] in successors(part[0]) for block in part}
    leading_there = reached(loops, before.__getitem__)
    return set(blocks) - living - loops - leading_there


def copy_dead_ends(graph: Graph, blocks: list[Block], dead: set[Block]) -> None:
    """Gives every edge from a living block into a small dead end a copy of it, without edges from elsewhere."""
    for block in blocks:
        if block not in dead:
            for position, target in enumerate(block.targets):
                if target in dead:
                    block.targets[position] = _copied(graph, target)


def _copied(graph: Graph, start: Block) -> Block:
    part = reachable(start)
    if sum(len(block.ops) + 1 for block in part) > SMALL:
        part = [start] if start.kind == "jump" else []
    copies = {block: graph.new_block(block.place) for block in part}
    for block, copy in copies.items():
        copy.ops, copy.kind, copy.guard, copy.op, copy.waits = block.ops, block.kind, block.guard, block.op, block.waits
        copy.selector, copy.cases, copy.met, copy.decider = block.selector, block.cases, block.met, block.decider
        copy.targets = [copies.get(target, target) for target in block.targets]
    return copies.get(start, start)


def insert_dead_ends(order: list[Block], dead: set[Block]) -> list[Block]:
    """Returns the order with every dead end after the first block that leads to it."""
    full: list[Block] = []
    placed: set[Block] = set(order)
    for block in order:
        full.append(block)
        work = [target for target in reversed(block.targets) if target in dead]
        chain: list[Block] = []
        for target in work:
            chain += [each for each in reachable(target) if each not in placed and each not in chain]
        placed.update(chain)
        full += chain
    return full


def weak_order(entry: Block, inside: list[Block]) -> list[Block]:
    """Returns the blocks of `inside` in weak topological order from the entry."""
    order: list[Block] = []
    sizes = reach_sizes(inside)
    work: list[tuple[Block, list[Block]]] = [(entry, inside)]
    while work:
        head, part = work.pop()
        if len(part) == 1:
            order += part
            continue
        rank = {block: position for position, block in enumerate(part)}
        parts = components([head, *[block for block in part if block is not head]], set(part), head, sizes)
        for each in reversed(parts):
            each.sort(key=rank.__getitem__)
            work.append((_head_of(each, part), each))
    return order


def reach_sizes(blocks: list[Block]) -> dict[Block, int]:
    """Returns how many blocks can be reached from each."""
    bit = {block: 1 << position for position, block in enumerate(blocks)}
    reach = dict(bit)
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            found = reach[block]
            for following in successors(block):
                found |= reach.get(following, 0)
            if found != reach[block]:
                reach[block], changed = found, True
    return {block: found.bit_count() for block, found in reach.items()}


def _head_of(component: list[Block], part: list[Block]) -> Block:
    """Returns where a component is entered from outside (the first such block)."""
    members = set(component)
    entered = {target for block in part if block not in members for target in successors(block)}
    return next((block for block in component if block in entered), component[0])


def components(
    blocks: list[Block], inside: set[Block], head: Block | None = None, sizes: "dict[Block, int] | None" = None
) -> list[list[Block]]:
    """Returns the strongly connected components of `inside` in topological order (Tarjan); edges back to `head` do not count.

    Of two that no path orders, the one from which less can be reached (`sizes`) comes first.
    """
    index: dict[Block, int] = {}
    low: dict[Block, int] = {}
    stack: list[Block] = []
    on_stack: set[Block] = set()
    found: list[list[Block]] = []

    def following(block: Block) -> list[Block]:
        found = [each for each in reversed(successors(block)) if each in inside and each is not head]
        return found if sizes is None else sorted(found, key=lambda each: -sizes[each])

    for root in blocks:
        if root in index:
            continue
        calls = [(root, iter(following(root)))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while calls:
            block, rest = calls[-1]
            for each in rest:
                if each not in index:
                    index[each] = low[each] = len(index)
                    stack.append(each)
                    on_stack.add(each)
                    calls.append((each, iter(following(each))))
                    break
                if each in on_stack:
                    low[block] = min(low[block], index[each])
            else:
                calls.pop()
                if calls:
                    low[calls[-1][0]] = min(low[calls[-1][0]], low[block])
                if low[block] == index[block]:
                    part = _pop_to(stack, block)
                    on_stack.difference_update(part)
                    found.append(part)
    return found[::-1]


def _pop_to(stack: list[Block], block: Block) -> list[Block]:
    position = stack.index(block)
    part = stack[position:]
    del stack[position:]
    return part


__all__ = ["components", "jump", "order_blocks", "reachable", "successors"]
