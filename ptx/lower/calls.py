"""The rule of `mir.call`, and how values travel through `.param` space between device functions.

A call stands in a scope of its own, as nvcc writes it. Across it integers under 32 bits and `bool` travel as `.b32`, pointers as
generic addresses, 128-bit integers as 16 bytes.
"""
from __future__ import annotations

from dialect.types import U64, VOID
from ptx.lower.memory import memory_form
from ptx.lower.registers import LONG, WORD, class_of
from ptx.module import Parameter, ScopeClose, ScopeOpen, Variable
from ptx.operands import Address, Arguments, Integer, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.op import Op, Value
    from dialect.types import Type
    from ptx.lower.emitter import Emitter
    from ptx.operands import Operand, Register

    Passed: TypeAlias = tuple[Type, tuple[Operand, ...]]

_RESULT = "retval0"


def passed_as(type: Type) -> str:
    """The type of a value in the parameter space of a call: `b16`, `b32` or `b64`, `f32` or `f64`."""
    declared = class_of(type).declared
    return "b32" if declared == "pred" else declared


def passed_parameter(type: Type, name: str) -> Parameter:
    """The declaration of a formal or return parameter of a device function."""
    if type.bits == 128:
        return Parameter("b8", name, align=16, dimensions=(16,))
    return Parameter(passed_as(type), name)


def passed_form(e: Emitter, value: Value) -> tuple[Operand, ...]:
    """What is stored for a value: one operand, two for a 128-bit integer."""
    return e.pair(value) if value.type.bits == 128 else (memory_form(e, value),)


def pass_value(e: Emitter, name: str, type: Type, operands: tuple[Operand, ...]) -> None:
    """Stores a value into a variable of `.param` space."""
    suffix = "b64" if type.bits == 128 else passed_as(type)
    for i, operand in enumerate(operands):
        e.effect(f"st.param.{suffix}", Address(Symbol(name), 8 * i), operand)


def call(e: Emitter, op: Op) -> None:
    """`call.uni` with arguments and result in `.param` space; a result that nobody uses is not loaded."""
    callee = e.context.function(op)
    arguments: list[Passed] = [(v.type, passed_form(e, v)) for v in op.operands]
    if op.attrs[0] in e.context.reporting:
        arguments.append((U64, (record_address(e),)))
    _open(e, callee, arguments, op.type)
    if op.type is not VOID and op.users:
        load_passed(e, op, Address(Symbol(_RESULT)))
    e.item(ScopeClose())


def invoke(e: Emitter, callee: str, arguments: list[Passed], type: Type, result: Register) -> Register:
    """Calls a function whose result is a number, into a register."""
    _open(e, callee, arguments, type)
    e.emit(f"ld.param.{passed_as(type)}", result, Address(Symbol(_RESULT)))
    e.item(ScopeClose())
    return result


def invoke_nothing(e: Emitter, callee: str, arguments: list[Passed]) -> None:
    """Calls a function without result."""
    _open(e, callee, arguments, VOID)
    e.item(ScopeClose())


def invoke_wide(e: Emitter, callee: str, arguments: list[Passed], type: Type, result: tuple[Register, Register]) -> None:
    """The same for 128-bit integers."""
    _open(e, callee, arguments, type)
    for i, half in enumerate(result):
        e.emit("ld.param.b64", half, Address(Symbol(_RESULT), 8 * i))
    e.item(ScopeClose())


def _open(e: Emitter, callee: str, arguments: list[Passed], result: Type) -> None:
    """The scope up to and with the call itself."""
    e.item(ScopeOpen())
    for i, (type, operands) in enumerate(arguments):
        e.item(_variable(type, f"param{i}"))
        pass_value(e, f"param{i}", type, operands)
    results = Arguments(())
    if result is not VOID:
        e.item(_variable(result, _RESULT))
        results = Arguments((Symbol(_RESULT),))
    names = Arguments(tuple([Symbol(f"param{i}") for i in range(len(arguments))]))
    e.effect("call.uni", results, Symbol(callee), names)


def _variable(type: Type, name: str) -> Variable:
    form = passed_parameter(type, name)
    return Variable("param", form.type, name, form.dimensions, form.align)


def record_address(e: Emitter) -> Register:
    """The address of the panic record, loaded from the hidden parameter where it is needed."""
    return e.emit("ld.param.u64", e.new(LONG), Address(Symbol(e.record)))


def load_passed(e: Emitter, value: Value, address: Address) -> None:
    """Brings a value from `.param` space into its register form."""
    type = value.type
    if type.bits == 128:
        for i, half in enumerate(e.define_pair(value)):
            e.emit("ld.param.b64", half, Address(address.base, address.offset + 8 * i))
        return
    mnemonic = f"ld.param.{passed_as(type)}"
    if type.kind == "bool":
        word = e.emit(mnemonic, e.new(WORD), address)
        e.emit("setp.ne.u32", e.define(value), word, Integer(0))
    elif type.kind == "ptr" and type.space != "generic":
        e.values[value] = e.from_generic(e.emit(mnemonic, e.new(LONG), address), type.space, value.name)
    else:
        e.emit(mnemonic, e.define(value), address)
