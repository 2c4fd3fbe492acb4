"""The rule of `gpu.print`: a call of `vprintf`, which CUDA has on the device, with the values in local memory, each aligned to its size."""
from __future__ import annotations

from dialect.types import I32, U64
from ptx.lower.calls import invoke, passed_form
from ptx.lower.context import VPRINTF
from ptx.lower.panics import text_address
from ptx.lower.registers import LONG, memory
from ptx.module import Variable
from ptx.operands import Address, Integer, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value
    from ptx.lower.calls import Passed
    from ptx.lower.emitter import Emitter
    from ptx.operands import Operand


def print_(e: Emitter, op: Op) -> None:
    """`vprintf(format, values)`."""
    callee = e.context.host_function(VPRINTF, "where something is printed", op.loc)
    arguments: list[Passed] = [(U64, (text_address(e, op.attrs[0]),)), (U64, (_values(e, op.operands),))]
    invoke(e, callee, arguments, I32, e.define(op))


def _values(e: Emitter, values: tuple[Value, ...]) -> Operand:
    """The generic address of local memory with the values; 0 for none."""
    if not values:
        return Integer(0)
    offsets, size = _laid_out([v.type.size for v in values])
    name = e.names.claim("printed")
    e.slots.append(Variable("local", "b8", name, (size,), align=8))
    for value, offset in zip(values, offsets):
        (operand,) = passed_form(e, value)
        e.effect(f"st.local.{memory(value.type)}", Address(Symbol(name), offset), operand)
    return e.to_generic(e.emit("mov.u64", e.new(LONG), Symbol(name)), "local")


def _laid_out(sizes: list[int]) -> tuple[list[int], int]:
    """The offset of each value, and the size of all."""
    offsets, at = [], 0
    for size in sizes:
        offsets.append(-(-at // size) * size)
        at = offsets[-1] + size
    return offsets, at
