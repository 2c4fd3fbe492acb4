"""Rules for addresses, loads and stores. In memory a pointer is its generic address and a `bool` is a byte that holds 0 or 1."""
from __future__ import annotations

from dialect.ops import Const
from ptx.lower.names import slot_name
from ptx.lower.registers import LONG, WORD, memory
from ptx.lower.select import place_of
from ptx.module import Variable
from ptx.operands import Integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value
    from ptx.lower.emitter import Emitter
    from ptx.operands import Address, Operand

_VOLATILE_SPACES = ("generic", "global", "shared")


def access(opcode: str, space: str, suffix: str, volatile: bool) -> str:
    """`ld.volatile.global.u32`; memory of one thread alone has no observer, and no volatile form."""
    words = [opcode]
    if volatile and space in _VOLATILE_SPACES:
        words.append("volatile")
    if space != "generic":
        words.append(space)
    words.append(suffix)
    return ".".join(words)


def load(e: Emitter, op: Op, volatile: bool = False) -> None:
    """`ld` from the narrowest known space, with the constant part of the address folded."""
    address, space = e.address(op.operands[0])
    load_from(e, op, access("ld", space, memory(op.type), volatile), address)


def load_from(e: Emitter, value: Value, mnemonic: str, address: Address) -> None:
    """Loads and brings the value into its register form."""
    type = value.type
    if type.kind == "bool":
        byte = e.emit(mnemonic, e.new(WORD), address)
        e.emit("setp.ne.u32", e.define(value), byte, Integer(0))
    elif type.kind == "ptr" and type.space != "generic":
        generic = e.emit(mnemonic, e.new(LONG), address)
        e.values[value] = e.from_generic(generic, type.space, value.name)
    else:
        e.emit(mnemonic, e.define(value), address)


def load_volatile(e: Emitter, op: Op) -> None:
    """`ld.volatile`."""
    load(e, op, volatile=True)


def store(e: Emitter, op: Op, volatile: bool = False) -> None:
    """`st`, likewise."""
    value, pointer = op.operands
    operand = memory_form(e, value)
    address, space = e.address(pointer)
    e.effect(access("st", space, memory(value.type), volatile), address, operand)


def store_volatile(e: Emitter, op: Op) -> None:
    """`st.volatile`."""
    store(e, op, volatile=True)


def memory_form(e: Emitter, value: Value) -> Operand:
    """What is stored for a value: a predicate as 0 or 1, a pointer as its generic address."""
    type = value.type
    if type.kind == "bool":
        if isinstance(value, Const):
            return Integer(int(value.value))
        return e.emit("selp.b32", e.new(WORD), Integer(1), Integer(0), e.reg(value))
    if type.kind == "ptr" and type.space != "generic":
        return e.to_generic(e.reg(value), type.space)
    return e.src(value)


def pointer_sum(e: Emitter, op: Op) -> None:
    """`mir.offset`, `mir.element`, `mir.field` and `mir.pointer_cast`, where the address itself is wanted."""
    e.values[op] = e.sum_register(place_of(op, across_spaces=False), op.name)


def to_generic(e: Emitter, op: Op) -> None:
    """`cvta`; a slot's, a static's or a parameter's address at once from its name."""
    pointer = op.operands[0]
    e.values[op] = e.to_generic(e.reg(pointer), pointer.type.space)


def from_generic(e: Emitter, op: Op) -> None:
    """`cvta.to`."""
    e.values[op] = e.from_generic(e.reg(op.operands[0]), op.type.space, op.name)


def alloca(e: Emitter, op: Op) -> None:
    """Declares the slot, a `.local` variable with the source's name; its address is that name."""
    type = op.attrs[0]
    name = e.names.claim(slot_name(op.name or "slot"))
    e.symbols[op] = name
    e.slots.append(Variable("local", "b8", name, (max(1, type.size),), align=type.align))


def static_address(e: Emitter, op: Op) -> None:
    """Nothing: the address of a static is its name, wherever it is used."""


def nothing(e: Emitter, op: Op) -> None:
    """Constants and undefined values become operands where they are used."""

