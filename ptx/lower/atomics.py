"""Rules for atomic accesses and fences of acquiring and releasing.

A sequentially consistent access is `fence.sc` and the acquiring or releasing one (Lustig, Sahasrabuddhe, Giroux, *A Formal Analysis of the NVIDIA PTX
Memory Consistency Model*, 2019, table 3). `red` stands for `atom` only where nobody uses the result and the order is relaxed or release.
"""
from __future__ import annotations

from dialect.ops import Const, Neg
from ptx.lower.errors import LoweringError
from ptx.lower.registers import arithmetic, bits, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value
    from ptx.lower.emitter import Emitter
    from ptx.operands import Address, Operand

_SCOPES = {"block": "cta", "device": "gpu", "system": "sys"}
_UPDATES = {"add": "add", "sub": "add", "min": "min", "max": "max", "and": "and", "or": "or", "xor": "xor", "exchange": "exch"}
_BITWISE = ("and", "or", "xor", "exch")


def update(e: Emitter, op: Op) -> None:
    """`atom`, or `red` without a result."""
    value = op.operands[1]
    name = _UPDATES[op.attrs[0]]
    operand = _negated(e, value) if op.attrs[0] == "sub" else e.src(value)
    address, space = _place(e, op)
    ordering = _ordering(op, 2)
    _fence_before(e, op.attrs[1], ordering)
    order = "acq_rel" if ordering == "seq_cst" else ordering
    suffix = f"{name}.{_update_type(name, value)}"
    if not op.users and order in ("relaxed", "release") and name != "exch":
        e.effect(_words("red", order, op.attrs[1], space, suffix), address, operand)
    else:
        e.emit(_words("atom", order, op.attrs[1], space, suffix), e.define(op), address, operand)


def add_halves(e: Emitter, op: Op) -> None:
    """`atom.add.noftz.f16x2` or `.bf16x2`, or `red` without a result."""
    operand = e.reg(op.operands[1])
    address, space = _place(e, op)
    suffix = f"add.noftz.{op.attrs[0]}x2"
    if op.users:
        e.emit(_words("atom", "relaxed", op.attrs[1], space, suffix), e.define(op), address, operand)
    else:
        e.effect(_words("red", "relaxed", op.attrs[1], space, suffix), address, operand)


def compare_exchange(e: Emitter, op: Op) -> None:
    """`atom.cas`."""
    _, current, new = op.operands
    operands = (e.src(current), e.src(new))
    address, space = _place(e, op)
    ordering = _ordering(op, 1)
    _fence_before(e, op.attrs[0], ordering)
    order = "acq_rel" if ordering == "seq_cst" else ordering
    e.emit(_words("atom", order, op.attrs[0], space, f"cas.{bits(op.type)}"), e.define(op), address, *operands)


def load(e: Emitter, op: Op) -> None:
    """`ld.relaxed` or `ld.acquire`."""
    address, space = _place(e, op)
    ordering = _ordering(op, 1)
    _fence_before(e, op.attrs[0], ordering)
    order = "acquire" if ordering == "seq_cst" else ordering
    e.emit(_words("ld", order, op.attrs[0], space, memory(op.type)), e.define(op), address)


def store(e: Emitter, op: Op) -> None:
    """`st.relaxed` or `st.release`."""
    value = op.operands[1]
    operand = e.src(value)
    address, space = _place(e, op)
    ordering = _ordering(op, 1)
    _fence_before(e, op.attrs[0], ordering)
    order = "release" if ordering == "seq_cst" else ordering
    e.effect(_words("st", order, op.attrs[0], space, memory(value.type)), address, operand)


def fence(e: Emitter, op: Op) -> None:
    """`fence.acq_rel`."""
    e.effect(f"fence.acq_rel.{_SCOPES[op.attrs[0]]}")


def _place(e: Emitter, op: Op) -> tuple[Address, str]:
    """The address, and its space. Raises `LoweringError` for memory that one thread has for itself."""
    address, space = e.address(op.operands[0])
    if space == "local":
        raise LoweringError("an atomic operation on a local variable: there are atomics in global and shared memory only", op.loc)
    return address, space


def _ordering(op: Op, at: int) -> str:
    return op.attrs[at] if len(op.attrs) > at else "relaxed"


def _fence_before(e: Emitter, scope: str, ordering: str) -> None:
    if ordering == "seq_cst":
        e.effect(f"fence.sc.{_SCOPES[scope]}")


def _words(opcode: str, order: str, scope: str, space: str, suffix: str) -> str:
    """`atom.acquire.gpu.global.add.u32`; relaxed and the device's scope are what `atom` and `red` mean without words."""
    plain = opcode in ("atom", "red") and order == "relaxed" and scope == "device"
    words = [opcode] if plain else [opcode, order, _SCOPES[scope]]
    return ".".join([*words, *([] if space == "generic" else [space]), suffix])


def _update_type(name: str, value: Value) -> str:
    type = value.type
    if name in _BITWISE:
        return bits(type)
    if type.kind == "float" and type.bits == 16:
        return f"noftz.{type.name}"
    return "u64" if name == "add" and type.bits == 64 and type.kind == "int" else arithmetic(type)


def _negated(e: Emitter, value: Value) -> Operand:
    type = value.type
    if isinstance(value, Const):
        return e.src(Const(Neg.evaluate(type, value.value), type))
    operand = e.src(value)
    suffix = arithmetic(type) if type.kind == "float" else f"s{type.bits}"
    return e.emit(f"neg.{suffix}", e.like(e.reg(value)), operand)
