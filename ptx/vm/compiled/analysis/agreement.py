"""Registers that lanes agree on: `Agreement.holds` tells those that hold one value in all lanes that execute an instruction together.

Their lanes may differ, for others found something else at another time; but a register that is written once, and from nothing but what lanes
found together (`activemask`, a ballot) and what is the same everywhere, tells every lane of a group of the same group.
"""

from ptx.operands import SpecialRegister
from ptx.vm.compiled.cfg.graph import Block, Copy, Op, Reg, operations, reads, writes
from ptx.vm.compiled.cfg.reading import PLAIN


class Agreement:
    """What lanes agree on in one graph."""

    def __init__(self, order: list[Block]) -> None:
        self.written: dict[Reg, list[Op | Copy]] = {}
        for block in order:
            for item in operations(block):
                for register in writes(item):
                    self.written.setdefault(register, []).append(item)

    def holds(self, register: Reg, within: tuple[Reg, ...] = ()) -> bool:
        """Whether lanes agree on a register."""
        if not register.varying:
            return True
        items = self.written.get(register, [])
        if len(items) != 1 or register in within:
            return False
        return is_found_together(items[0]) or (is_plain(items[0]) and all(self.holds(each, (*within, register)) for each in reads(items[0])))


def is_found_together(item: "Op | Copy") -> bool:
    """Whether an operation gives all lanes that execute it together one value."""
    return isinstance(item, Op) and (item.meaning == "activemask" or (item.meaning == "vote" and item.resolved.has("ballot")))


def is_plain(item: "Op | Copy") -> bool:
    """Whether the result of an operation follows from its registers alone."""
    if isinstance(item, Copy):
        return isinstance(item.target, Reg)
    return item.meaning in PLAIN and not any(isinstance(each, SpecialRegister) for each in item.operands)
