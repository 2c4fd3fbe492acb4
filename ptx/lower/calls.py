"""The rule of `mir.call`, and how values travel through `.param` space between device functions.

A call stands in a scope of its own, as nvcc writes it. Across it integers under 32 bits and `bool` travel as `.b32`, pointers as
generic addresses.
"""
from __future__ import annotations

from dialect.types import VOID
from ptx.lower.memory import memory_form
from ptx.lower.registers import LONG, WORD, class_of
from ptx.module import ScopeClose, ScopeOpen, Variable
from ptx.operands import Address, Arguments, Integer, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value
    from dialect.types import Type
    from ptx.lower.emitter import Emitter
    from ptx.operands import Operand, Register

_RESULT = "retval0"


def passed_as(type: Type) -> str:
    """The type of a value in the parameter space of a call: `b16`, `b32` or `b64`, `f32` or `f64`."""
    declared = class_of(type).declared
    return "b32" if declared == "pred" else declared


def call(e: Emitter, op: Op) -> None:
    """`call.uni` with arguments and result in `.param` space; a result that nobody uses is not loaded."""
    callee = e.context.function(op)
    arguments = [(v.type, memory_form(e, v)) for v in op.operands]
    _open(e, callee, arguments, op.type)
    if op.type is not VOID and op.users:
        load_passed(e, op, Address(Symbol(_RESULT)))
    e.item(ScopeClose())


def invoke(e: Emitter, callee: str, arguments: list[tuple[Type, Operand]], type: Type, result: Register) -> Register:
    """Calls a function whose result is a number, into a register."""
    _open(e, callee, arguments, type)
    e.emit(f"ld.param.{passed_as(type)}", result, Address(Symbol(_RESULT)))
    e.item(ScopeClose())
    return result


def _open(e: Emitter, callee: str, arguments: list[tuple[Type, Operand]], result: Type) -> None:
    """The scope up to and with the call itself."""
    e.item(ScopeOpen())
    for i, (type, operand) in enumerate(arguments):
        e.item(Variable("param", passed_as(type), f"param{i}"))
        e.effect(f"st.param.{passed_as(type)}", Address(Symbol(f"param{i}")), operand)
    results = Arguments(())
    if result is not VOID:
        e.item(Variable("param", passed_as(result), _RESULT))
        results = Arguments((Symbol(_RESULT),))
    names = Arguments(tuple([Symbol(f"param{i}") for i in range(len(arguments))]))
    e.effect("call.uni", results, Symbol(callee), names)


def load_passed(e: Emitter, value: Value, address: Address) -> None:
    """Brings a value from `.param` space into its register form."""
    type = value.type
    mnemonic = f"ld.param.{passed_as(type)}"
    if type.kind == "bool":
        word = e.emit(mnemonic, e.new(WORD), address)
        e.emit("setp.ne.u32", e.define(value), word, Integer(0))
    elif type.kind == "ptr" and type.space != "generic":
        e.values[value] = e.from_generic(e.emit(mnemonic, e.new(LONG), address), type.space, value.name)
    else:
        e.emit(mnemonic, e.define(value), address)
