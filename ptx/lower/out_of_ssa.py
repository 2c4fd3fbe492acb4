"""Out of SSA: afterwards parallel copies on edges are gone; what is left of them are ordinary moves, and each register is written where it may.

Copies are coalesced first: a parameter and its argument share a register when they are never live at one point (the lost-copy
problem is exactly a parameter that still lives where the argument is written). The rest is put in order with one temporary for
each cycle (the swap problem). An edge from a block with several successors to one with several predecessors gets a block of its
own, if copies are left on it.

    bb1(%i: i32):                      $bb1:
      %c = mir.cmp lt %i, %n             setp.lt.s32 %p1, %i, %n;
      mir.cond_br %c, bb2, bb3           @!%p1 bra $bb3;
    bb2:
      %j = mir.add %i, %one              add.s32 %i, %i, 1;
      mir.goto bb1(%j)                   bra.uni $bb1;

Sources: Boissinot, Darte, Rastello, Dupont de Dinechin, Guillon: Revisiting Out-of-SSA Translation (CGO 2009), algorithm 1 for
the order of copies; Sreedhar et al.: Translating Out of Static Single Assignment Form (SAS 1999) for coalescing by interference.
"""
from __future__ import annotations

from bisect import bisect_right

from dialect.cfg import bits_of
from dialect.function import Block
from dialect.liveness import solve
from dialect.ops import Goto
from ptx.lower.machine import MachineBlock
from ptx.operands import Address, Register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias, TypeVar

    from dialect.function import Function
    from ptx.lower.machine import Edge
    from ptx.module import Node

    R = TypeVar("R")
    Code: TypeAlias = list[tuple[Node, Register | None]]


def split_critical_edges(function: Function, only_with_arguments: bool = True) -> bool:
    """Gives every edge of MIR from a block with several successors to one with several predecessors a block of its own.

    Edges without arguments are left alone unless told otherwise. Returns whether anything changed.
    """
    predecessors: dict[Block, int] = {}
    for block in function.blocks:
        for target in block.terminator.targets:
            predecessors[target] = predecessors.get(target, 0) + 1
    blocks: list[Block] = []
    for block in function.blocks:
        blocks.append(block)
        terminator = block.terminator
        if len(terminator.targets) < 2:
            continue
        for i, target in enumerate(terminator.targets):
            if predecessors[target] > 1 and (terminator.arg_counts[i] or not only_with_arguments):
                middle = Block(f"{block.name}.{target.name}.{i}")
                middle.end(Goto((target, terminator.args_of(i))), terminator.loc)
                terminator.set_target(i, middle, ())
                blocks.append(middle)
    changed = len(blocks) != len(function.blocks)
    function.blocks = blocks
    return changed


def sequentialise(copies: Iterable[tuple[R, R]], temporary: Callable[[R], R]) -> list[tuple[R, R]]:
    """Orders parallel copies (destination, source) so that no source is overwritten before it is read.

    Destinations are distinct. A cycle takes one `temporary(destination)`, into which that destination is saved first.
    """
    pending = {d: s for d, s in copies if d != s}
    readers: dict[R, int] = {}
    for s in pending.values():
        readers[s] = readers.get(s, 0) + 1
    out: list[tuple[R, R]] = []
    ready = [d for d in reversed(pending) if not readers.get(d)]
    _drain(pending, readers, ready, out)
    reader = {s: d for d, s in pending.items()}  # only cycles are left: every source has one reader
    for d in list(pending):
        if d in pending:
            saved = temporary(d)
            out.append((saved, d))
            pending[reader[d]] = saved
            readers[saved], readers[d] = 1, 0
            _drain(pending, readers, [d], out)
    return out


def _drain(pending: dict[R, R], readers: dict[R, int], ready: list[R], out: list[tuple[R, R]]) -> None:
    """Emits every copy whose destination nobody waits to read, and those that this frees."""
    while ready:
        d = ready.pop()
        s = pending.pop(d)
        out.append((d, s))
        readers[s] -= 1
        if not readers[s] and s in pending:
            ready.append(s)


def registers_read(item: Node, written: Register | None) -> list[str]:
    """The names of the registers that an instruction reads: guard and operands, without the one that it writes."""
    operands = getattr(item, "operands", ())
    found = []
    for operand in operands if written is None else operands[1:]:
        if type(operand) is Register:
            found.append(operand.name)
        elif type(operand) is Address:
            if type(operand.base) is Register:
                found.append(operand.base.name)
        else:
            found += [register.name for register in operand.registers()]
    guard = getattr(item, "guard", None)
    if guard is not None:
        found.append(guard.name)
    return found


class LiveRanges:
    """For each register that takes part in a copy: the sorted, disjoint, half-open intervals of program points where it is live.

    Block `b` covers the points `starts[b]` to `starts[b + 1]`: parameters begin at its first point, the instruction at position k reads at
    point start + 2k + 2 and writes at the next, and what an edge or the guard reads lives to the block's end.
    An interval list is flat: `[start, end, start, end, …]`; blocks that follow each other may share one interval.
    """

    __slots__ = ("_bit", "_born", "_last", "_names", "blocks", "number", "preds", "ranges", "starts", "succs")

    def __init__(self, blocks: list[MachineBlock]) -> None:
        self.blocks = blocks
        self.number = {id(block): i for i, block in enumerate(blocks)}
        self.starts = [0]
        for block in blocks:
            self.starts.append(self.starts[-1] + 2 * len(block.code) + 4)
        self._names = list(_copied(blocks))
        self._bit = {name: i for i, name in enumerate(self._names)}
        self._born: list[dict[int, int]] = [{} for _ in blocks]
        self._last: list[dict[int, int]] = [{} for _ in blocks]
        self.succs = [[self.number[id(edge.target)] for edge in block.edges] for block in blocks]
        self.preds: list[list[int]] = [[] for _ in blocks]
        for b, block in enumerate(blocks):
            for s in self.succs[b]:
                self.preds[s].append(b)
            self._scan(b, block)
        self.ranges: dict[str, list[int]] = {name: [] for name in self._names}
        self._trace(self._live_in())

    def _scan(self, b: int, block: MachineBlock) -> None:
        """Notes where registers are born in block `b` (parameters: in the target of an edge), and where they are read last."""
        bit, last, end = self._bit, self._last[b], self.starts[b + 1]
        point = self.starts[b] + 2
        for item, written in block.code:
            for name in registers_read(item, written):
                if name in bit:
                    last[bit[name]] = point + 1
            if written is not None and written.name in bit:
                self._born[b][bit[written.name]] = point + 1
            point += 2
        for register in block.kept if block.guard is None else [*block.kept, block.guard]:
            if register.name in bit:
                last[bit[register.name]] = end
        for edge, s in zip(block.edges, self.succs[b]):
            for parameter, argument in edge.copies:
                self._born[s][bit[parameter.name]] = self.starts[s]
                if type(argument) is Register:
                    last[bit[argument.name]] = end

    def _live_in(self) -> list[int]:
        """Per block the mask of the registers that are live on entry, parameters of the block itself left out."""
        gen, kill = [], []
        for born, last in zip(self._born, self._last):
            gen.append(_mask([i for i in last if i not in born]))
            kill.append(_mask(born))
        return solve(self, gen, kill)  # type: ignore[arg-type]  # it asks for edges by number, and these are

    def _trace(self, live: list[int]) -> None:
        """Walks the blocks in order, and looks only at registers whose state changes."""
        opened: dict[int, int] = {}
        held = 0
        for b, entering in enumerate(live):
            leaving = 0
            for s in self.succs[b]:
                leaving |= live[s]
            for i in bits_of(held & ~entering):
                self._close(i, opened.pop(i), self.starts[b])
            for i in bits_of(entering & ~held):
                opened[i] = self.starts[b]
            for i in bits_of(entering & ~leaving):
                self._close(i, opened.pop(i), self._last[b][i])
            for i, point in self._born[b].items():
                if leaving >> i & 1:
                    opened[i] = point
                else:
                    self._close(i, point, max(self._last[b].get(i, 0), point + 1))
            held = leaving
        for i, point in opened.items():
            self._close(i, point, self.starts[-1])

    def _close(self, i: int, start: int, end: int) -> None:
        self.ranges[self._names[i]] += (start, end)


def _mask(numbers: Iterable[int]) -> int:
    mask = 0
    for i in numbers:
        mask |= 1 << i
    return mask


def _copied(blocks: list[MachineBlock]) -> dict[str, None]:
    names: dict[str, None] = {}
    for block in blocks:
        for edge in block.edges:
            for parameter, argument in edge.copies:
                names[parameter.name] = None
                if type(argument) is Register:
                    names[argument.name] = None
    return names


def overlap(a: list[int], b: list[int]) -> bool:
    """Whether two flat lists of intervals share a point."""
    if len(a) > len(b):
        a, b = b, a
    for i in range(0, len(a), 2):
        at = bisect_right(b, a[i])
        if at & 1 or (at < len(b) and b[at] < a[i + 1]):
            return True
    return False


def united(a: list[int], b: list[int]) -> list[int]:
    """The union of two flat lists of disjoint intervals; one of them is reused."""
    if len(a) > len(b):
        a, b = b, a
    for i in range(0, len(a), 2):
        at = bisect_right(b, a[i])
        b[at:at] = a[i : i + 2]
    return b


def coalesce(blocks: list[MachineBlock]) -> dict[str, str]:
    """Which registers share one: from each name that takes part in a copy to the name that stands for its group.

    Copies on edges that lead backwards come first: they are the ones that a loop would repeat.
    """
    if not any(edge.copies for block in blocks for edge in block.edges):
        return {}
    live = LiveRanges(blocks)
    ranges, leader = live.ranges, {name: name for name in live.ranges}
    for parameter, argument in _by_weight(live):
        a, b = _find(leader, parameter), _find(leader, argument)
        if a != b and not overlap(ranges[a], ranges[b]):
            ranges[a] = united(ranges[a], ranges.pop(b))
            leader[b] = a
    return {name: _find(leader, name) for name in leader}


def _by_weight(live: LiveRanges) -> list[tuple[str, str]]:
    backward: list[tuple[str, str]] = []
    forward: list[tuple[str, str]] = []
    for b, block in enumerate(live.blocks):
        for edge in block.edges:
            chosen = backward if live.number[id(edge.target)] <= b else forward
            chosen += [(p.name, a.name) for p, a in edge.copies if type(a) is Register]
    return backward + forward


def _find(leader: dict[str, str], name: str) -> str:
    root = name
    while leader[root] != root:
        root = leader[root]
    while leader[name] != root:
        leader[name], name = root, leader[name]
    return root


def place_copies(blocks: list[MachineBlock], moves: Callable[[Edge], Code], name: Callable[[str], str]) -> list[MachineBlock]:
    """Puts the moves of each edge where only it passes: its source's end, its target's start, or a block of its own.

    `moves` gives the instructions of an edge, `name` makes the label of a new block unique. Returns the blocks in order.
    """
    out: list[MachineBlock] = []
    for block in blocks:
        out.append(block)
        for edge in block.edges:
            code = moves(edge)
            edge.copies = []
            if not code:
                continue
            if len(block.edges) == 1:
                block.code += code
            elif edge.target.predecessors == 1:
                edge.target.code[:0] = code
            else:
                out.append(_own_block(block, edge, code, name))
    return out


def _own_block(block: MachineBlock, edge: Edge, code: Code, name: Callable[[str], str]) -> MachineBlock:
    from ptx.lower.machine import Edge as NewEdge

    middle = MachineBlock(name(f"{block.label}_{edge.target.label.lstrip('$')}"), None)
    middle.code = code
    middle.edges = [NewEdge(edge.target, [])]
    middle.predecessors = 1
    edge.target = middle
    return middle
