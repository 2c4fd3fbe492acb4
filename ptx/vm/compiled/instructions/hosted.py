"""Calls of `vprintf` and `__assertfail` as LLVM IR: native code tells Python which lanes call where; the arguments are in their own memory."""

from ptx.operands import Arguments, Operand, Symbol
from ptx.vm.compiled.cfg.graph import Op, Unsupported
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.host import HOST_FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.ir.builder import Lowering
    from ptx.vm.machine import Machine

PRINT, ASSERT = "vprintf", "__assertfail"
ARGUMENTS = {PRINT: 2, ASSERT: 5}
"""How many arguments each function takes."""
RESULT_BYTES = 4


def host_function(op: Op, machine: "Machine") -> str:
    """Returns the name of the host function that a call calls, "" for other calls."""
    target = op.operands[1] if len(op.operands) > 2 else None
    name = target.name if isinstance(target, Symbol) else ""
    return name if name in HOST_FUNCTIONS and name not in machine.frames_by_name else ""


def argument_offsets(op: Op) -> list[int]:
    """Returns where the arguments of a call are in the thread's own memory, and behind them where its result goes."""
    results, target, arguments = op.operands[:3]
    assert isinstance(target, Symbol)
    if not isinstance(results, Arguments) or not isinstance(arguments, Arguments) or len(arguments.items) != ARGUMENTS.get(target.name):
        raise Unsupported(f"`{op.instruction}` does not fit `{target.name}`")
    return [variable_offset(op, item) for item in (*arguments.items, *results.items)]


def result_offsets(op: Op) -> list[int]:
    """Returns where the result of a call of a host function goes, if it has one."""
    target = op.operands[1]
    return argument_offsets(op)[ARGUMENTS[target.name] :] if isinstance(target, Symbol) else []


def variable_offset(op: Op, item: Operand) -> int:
    """Returns the offset of a `.param` variable."""
    slot = op.scope.find("variables", item.name) if isinstance(item, Symbol) else None
    if slot is None:
        raise Unsupported(f"`{op.instruction}` passes `{item}`, which is no .param variable")
    return op.instance.offsets[slot]


def host_call(b: Builder) -> None:
    """`call vprintf`: Python prints for every lane that is here."""
    code, function = b.code, b.function
    argument_offsets(b.op)
    site = function.site(b.op)
    pointer, worker = code.let(f"load ptr, ptr {function.field('hosted')}"), code.let(f"load i64, ptr {function.field('worker')}")
    code.do(f"call void {pointer}(i64 {worker}, i64 {site}, i32 {code.bits(function.mask)})")


MEANINGS: "dict[str, Lowering]" = {"call": host_call}
"""The calls that are no jumps, by the instruction table's key."""
