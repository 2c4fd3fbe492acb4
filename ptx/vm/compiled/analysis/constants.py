"""Registers that only ever hold one constant."""

from ptx.operands import Integer
from ptx.vm.compiled.cfg.graph import Block, Op, Reg, operations, writes


def constant_registers(order: list[Block]) -> dict[Reg, int]:
    """Returns the registers that are written once, with an integer constant."""
    written: dict[Reg, list[int | None]] = {}
    for block in order:
        for item in operations(block):
            value = None
            if isinstance(item, Op) and item.meaning == "mov" and item.guard is None and len(item.operands) == 2:
                source = item.operands[1]
                value = source.value if isinstance(source, Integer) else None
            for register in writes(item):
                written.setdefault(register, []).append(value)
    return {register: values[0] for register, values in written.items() if len(values) == 1 and values[0] is not None}
