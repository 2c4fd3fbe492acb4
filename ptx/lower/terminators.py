"""What ends a block: jumps become edges with copies, laid out later; `return` and `panic` become code that ends the thread or the call."""
from __future__ import annotations

from dialect.ops import CondBr, Goto, Panic, Return
from ptx.lower.calls import pass_value, passed_form
from ptx.lower.context import PanicSite
from ptx.lower.errors import InternalLoweringError
from ptx.lower.machine import Edge
from ptx.lower.registers import LONG
from ptx.lower.select import branch_condition
from ptx.operands import Register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from dialect.function import Block
    from dialect.op import Op, Terminator, Value
    from ptx.lower.emitter import Emitter
    from ptx.lower.machine import MachineBlock
    from ptx.operands import Operand

    Rule: TypeAlias = Callable[[Emitter, Terminator, dict[Block, MachineBlock]], None]


def _edge(e: Emitter, terminator: Terminator, i: int, blocks: dict[Block, MachineBlock]) -> None:
    """An edge with a copy for every parameter that is needed and whose argument matters."""
    target = terminator.targets[i]
    copies: list[tuple[Register, Operand]] = []
    for param, argument in zip(target.params, terminator.args_of(i)):
        if param not in e.needed:
            continue
        if param.type.bits == 128:
            copies += zip(e.parameter_pair(param), e.pair(argument), strict=True)
        else:
            copies.append((e.parameter(param), e.edge_argument(argument)))
    machine = blocks[target]
    machine.predecessors += 1
    e.block.edges.append(Edge(machine, copies))


def goto(e: Emitter, terminator: Terminator, blocks: dict[Block, MachineBlock]) -> None:
    """One edge."""
    _edge(e, terminator, 0, blocks)


def cond_br(e: Emitter, terminator: Terminator, blocks: dict[Block, MachineBlock]) -> None:
    """Two edges and the predicate that chooses."""
    assert isinstance(terminator, CondBr)
    condition, negated = branch_condition(terminator)
    e.block.guard, e.block.negated = e.reg(condition), negated
    _edge(e, terminator, 0, blocks)
    _edge(e, terminator, 1, blocks)


def return_(e: Emitter, terminator: Terminator, blocks: dict[Block, MachineBlock]) -> None:
    """`ret`, after the result has been stored where the caller looks."""
    values = terminator.own_operands
    if len(values) > 1 or (values and e.function.kind == "kernel"):
        raise InternalLoweringError(e.function.name, terminator, "more results than a PTX function has")
    if values:
        pass_value(e, e.result_name, values[0].type, passed_form(e, values[0]))
    e.effect("ret")


def _registers(e: Emitter, value: Value) -> tuple[Register, ...]:
    """The register that holds a value; two for 128 bits."""
    if value.type.bits < 128:
        return (e.reg(value),)
    return tuple([half if type(half) is Register else e.emit("mov.b64", e.new(LONG), half) for half in e.pair(value)])


def panic(e: Emitter, terminator: Terminator, blocks: dict[Block, MachineBlock]) -> None:
    """What `Options.panic` asks, then `trap; exit;`: older assemblers do not end a block at `trap`. The site's label is that of the block."""
    assert isinstance(terminator, Panic)
    registers = [_registers(e, v) for v in terminator.values]
    e.block.kept += [register for each in registers for register in each]
    number = int(e.block.label.removeprefix("$panic_"))
    site = PanicSite(number, e.context.functions[e.function.name], terminator, registers)
    e.context.sites.append(site)
    if e.context.options.panic != "trap":
        from ptx.lower.panics import tell

        tell(e, terminator, site, registers)
    e.effect("trap")
    e.effect("exit")


TERMINATORS: dict[type[Op], Rule] = {Goto: goto, CondBr: cond_br, Return: return_, Panic: panic}
"""The rule of every terminator, found by its class."""
