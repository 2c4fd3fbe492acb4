"""Rules for calls and for what only a GPU has: special registers, barriers, fences.

A call stands in a scope of its own, as nvcc writes it. Across it integers under 32 bits and `bool` travel as `.b32`, pointers as
generic addresses.
"""
from __future__ import annotations

from dialect.types import VOID
from ptx.lower.errors import InternalLoweringError
from ptx.lower.memory import memory_form
from ptx.lower.registers import LONG, WORD, class_of
from ptx.module import ScopeClose, ScopeOpen, Variable
from ptx.operands import Address, Arguments, Integer, SpecialRegister, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value
    from dialect.types import Type
    from ptx.lower.emitter import Emitter

_FENCES = {"block": "membar.cta", "device": "membar.gl", "system": "membar.sys"}


def passed_as(type: Type) -> str:
    """The type of a value in the parameter space of a call: `b16`, `b32` or `b64`, `f32` or `f64`."""
    declared = class_of(type).declared
    return "b32" if declared == "pred" else declared


def call(e: Emitter, op: Op) -> None:
    """`call.uni` with arguments and result in `.param` space."""
    callee = e.context.function(op)
    arguments = [memory_form(e, v) for v in op.operands]
    e.item(ScopeOpen())
    for i, (value, operand) in enumerate(zip(op.operands, arguments)):
        e.item(Variable("param", passed_as(value.type), f"param{i}"))
        e.effect(f"st.param.{passed_as(value.type)}", Address(Symbol(f"param{i}")), operand)
    results = Arguments(())
    if op.type is not VOID:
        e.item(Variable("param", passed_as(op.type), "retval0"))
        results = Arguments((Symbol("retval0"),))
    names = Arguments(tuple(Symbol(f"param{i}") for i in range(len(arguments))))
    e.effect("call.uni", results, Symbol(callee), names)
    if op in e.needed and op.type is not VOID and op.users:
        load_passed(e, op, Address(Symbol("retval0")))
    e.item(ScopeClose())


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


def special(register: str, axes: bool = True) -> Rule:
    """The rule that reads a special register, along an axis or not."""

    def rule(e: Emitter, op: Op) -> None:
        name = f"%{register}.{op.attrs[0]}" if axes else f"%{register}"
        e.emit("mov.u32", e.define(op), SpecialRegister(name))

    return rule


def barrier(e: Emitter, op: Op) -> None:
    """`bar.sync 0`: all threads of the block."""
    e.effect("bar.sync", Integer(0))


def fence(e: Emitter, op: Op) -> None:
    """`membar` of the scope."""
    name = _FENCES.get(op.attrs[0])
    if name is None:
        raise InternalLoweringError(e.function.name, op, f"unknown scope {op.attrs[0]}")
    e.effect(name)


if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Rule: TypeAlias = Callable[[Emitter, Op], None]
