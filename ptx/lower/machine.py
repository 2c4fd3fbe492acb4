"""What the rules emit into: blocks of instructions over registers that have no final name yet, and edges that carry parallel copies.

Every register has one definition (an instruction, or the edges into the block whose parameter it is) until `out_of_ssa` shares
registers. `Register.name` is a serial number in decimal until `naming` gives the final name.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Block
    from ptx.module import Location, Node
    from ptx.operands import Operand, Register


class Edge:
    """A jump to `target`; `copies` are done at once, on the way: (parameter's register, argument)."""

    __slots__ = ("copies", "target")

    def __init__(self, target: MachineBlock, copies: list[tuple[Register, Operand]]) -> None:
        self.target, self.copies = target, copies


class MachineBlock:
    """A block of the output.

    `code` lists items with the register that each writes (None for none). Afterwards: with two `edges`, the first is taken when
    `guard` holds (does not hold, if `negated`); with one it is always taken; with none the code itself ends the block.
    `kept` are registers that must hold their values to the end (those that a panic reports).
    """

    __slots__ = ("code", "edges", "guard", "is_panic", "kept", "label", "location", "negated", "predecessors", "source")

    def __init__(self, label: str, source: Block | None, is_panic: bool = False) -> None:
        self.label, self.source, self.is_panic = label, source, is_panic
        self.code: list[tuple[Node, Register | None]] = []
        self.edges: list[Edge] = []
        self.guard: Register | None = None
        self.negated = False
        self.location: Location | None = None
        self.kept: list[Register] = []
        self.predecessors = 0
