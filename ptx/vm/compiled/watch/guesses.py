"""Plain reads that only guess: after `guessing_reads` the loads are known that are at the very place of a compare-exchange of the kernel.

`old = *p; do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (old != seen);` is how CUDA's guide makes any operation atomic. The first read may
be torn from nothing: what it gives is checked by the exchange. So it counts as strong.
"""

from ptx.operands import Address, Integer, Operand
from ptx.vm.compiled.cfg.graph import Graph, Op, Reg, find_register, operations, registers_of, writes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from ptx.vm.compiled.analysis.convergence import Facts

    Spot: TypeAlias = tuple[Reg, int, str]
    """The register that an address is computed from, what is added, and the width of the access."""


class Spots:
    """Where accesses are, as far as sums with constants tell."""

    def __init__(self, graph: Graph, facts: "Facts") -> None:
        self.graph = graph
        self.writers: dict[Reg, list[object]] = {}
        for block in facts.order:
            for item in operations(block):
                for register in writes(item):
                    self.writers.setdefault(register, []).append(item)

    def of(self, op: Op, operand: Operand) -> "Spot | None":
        """The spot of an access, None where it has no register."""
        found = registers_of(op, operand)
        if not isinstance(operand, Address) or len(found) != 1:
            return None
        register, offset = find_register(self.graph, op, found[0]), operand.offset
        seen: set[Reg] = set()
        while register not in seen:
            seen.add(register)
            register, more = self._step(register)
            offset += more
        return register, offset, op.resolved.type[1:]

    def _step(self, register: Reg) -> tuple[Reg, int]:
        """The register that one is made from, and what is added."""
        writers = self.writers.get(register, [])
        op = writers[0] if len(writers) == 1 else None
        if not isinstance(op, Op) or op.guard is not None or op.meaning not in ("mov", "cvta", "add"):
            return register, 0
        sources = [operand for _, _, operand in op.forms[1:]]
        numbers = [operand.value for operand in sources if isinstance(operand, Integer)]
        found = [each for operand in sources for each in registers_of(op, operand)]
        if len(found) != 1 or len(found) + len(numbers) != len(sources):
            return register, 0
        return find_register(self.graph, op, found[0]), sum(numbers)


def guessing_reads(graph: Graph, facts: "Facts") -> set[Op]:
    """Returns the plain loads at the place of a compare-exchange."""
    ops = [item for block in facts.order for item in operations(block) if isinstance(item, Op)]
    exchanges = [op for op in ops if op.meaning == "atom" and "cas" in op.resolved.name.split(".")]
    if not exchanges:
        return set()
    spots = Spots(graph, facts)
    places = {spots.of(op, op.operands[1]) for op in exchanges} - {None}
    return {op for op in ops if op.meaning == "ld" and spots.of(op, op.operands[1]) in places}
