"""Rules for `mir.cast` (Rust's `as`) and `mir.bitcast`.

Float to integer saturates and gives 0 for NaN. `cvt.rzi` does both by itself only for a source up to 32 bits and a result of 32
bits: a NaN of `f64`, or on the way to 64 bits, becomes 1 << (width - 1) (PTX ISA, `cvt`), which is selected away. Results of 8 and
16 bits clamp the 32-bit one.
"""
from __future__ import annotations

from ptx.lower import floats, integers
from ptx.lower.errors import InternalLoweringError
from ptx.lower.registers import DOUBLE, PREDICATE, SINGLE, WORD, arithmetic, class_of
from ptx.operands import FloatBits, Integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value
    from ptx.lower.emitter import Emitter
    from ptx.operands import Operand, Register

_ONE = {16: Integer(0x3C00), 32: FloatBits(32, 0x3F800000), 64: FloatBits(64, 0x3FF0000000000000)}
_ZERO = {16: Integer(0), 32: FloatBits(32, 0), 64: FloatBits(64, 0)}


def cast(e: Emitter, op: Op) -> None:
    """Chooses by the kinds of source and target."""
    value = op.operands[0]
    source, target = value.type, op.type
    class_of(target, op.loc)
    if not (target.is_integer or target.kind == "float"):
        raise InternalLoweringError(e.function.name, op, f"no conversion from {source} to {target}")
    if source.kind == "bool":
        _from_bool(e, op, value)
    elif source.kind == "float":
        if target.kind == "float":
            _float_to_float(e, op, value)
        else:
            _float_to_integer(e, op, value)
    elif target.kind == "float":
        _integer_to_float(e, op, value)
    else:
        integers.cast(e, value, target, op)


def _from_bool(e: Emitter, op: Op, value: Value) -> None:
    type, condition = op.type, e.reg(value)
    if type.kind != "float":
        e.emit(f"selp.b{max(32, type.bits)}", e.define(op), Integer(1), Integer(0), condition)
        return
    one = Integer(0x3F80) if type.name == "bf16" else _ONE[type.bits]
    e.emit(f"selp.{class_of(type).declared}", e.define(op), one, _ZERO[type.bits], condition)


def _float_to_float(e: Emitter, op: Op, value: Value) -> None:
    source, target = value.type, op.type
    if source is target:
        e.values[op] = e.reg(value)
    elif target.name == "bf16" and source.name == "f64":
        floats.narrow(e, target, e.define(op), _to_odd_from_double(e, e.reg(value)))
    elif source.name == "bf16" and target.bits == 32:
        e.values[op] = floats.widen(e, value)
    elif source.name == "bf16":
        single = floats.widen(e, value)
        e.emit("cvt.rn.f16.f32" if target.name == "f16" else "cvt.f64.f32", e.define(op), single)
    elif target.name == "bf16":
        floats.narrow(e, target, e.define(op), floats.widen(e, value))
    else:
        rounding = "" if target.bits > source.bits else ".rn"
        e.emit(f"cvt{rounding}.{target.name}.{source.name}", e.define(op), e.reg(value))


def _to_odd_from_double(e: Emitter, value: Register) -> Register:
    """An `f64` as `f32` rounded to odd: rounding that again to `bf16` is as good as rounding once."""
    cut = e.emit("cvt.rz.f32.f64", e.new(SINGLE), value)
    back = e.emit("cvt.f64.f32", e.new(DOUBLE), cut)
    return _sticky(e, cut, e.emit("setp.neu.f64", e.new(PREDICATE), back, value))


def _sticky(e: Emitter, cut: Register, inexact: Register) -> Register:
    word = e.emit("mov.b32", e.new(WORD), cut)
    bit = e.emit("selp.b32", e.new(WORD), Integer(1), Integer(0), inexact)
    odd = e.emit("or.b32", e.new(WORD), word, bit)
    return e.emit("mov.b32", e.new(SINGLE), odd)


def _integer_to_float(e: Emitter, op: Op, value: Value) -> None:
    source, target = value.type, op.type
    kind, register = arithmetic(source), e.reg(value)
    if target.name != "bf16":
        e.emit(f"cvt.rn.{target.name}.{kind}", e.define(op), register)
    elif source.bits <= 16:
        single = e.emit(f"cvt.rn.f32.{kind}", e.new(SINGLE), register)
        floats.narrow(e, target, e.define(op), single)
    else:
        cut = e.emit(f"cvt.rz.f32.{kind}", e.new(SINGLE), register)
        back = e.emit(f"cvt.rzi.{kind}.f32", e.like(register), cut)
        inexact = e.emit(f"setp.ne.{kind}", e.new(PREDICATE), back, register)
        floats.narrow(e, target, e.define(op), _sticky(e, cut, inexact))


def _float_to_integer(e: Emitter, op: Op, value: Value) -> None:
    target = op.type
    number, kind = floats.widen(e, value), "f64" if value.type.bits == 64 else "f32"
    suffix = arithmetic(target)
    if target.bits < 32:
        _clamp(e, op, _converted(e, e.new(WORD), suffix, kind, number))
    elif kind == "f64" or target.bits == 64:
        _converted(e, e.define(op), suffix, kind, number)
    else:
        e.emit(f"cvt.rzi.{suffix}.{kind}", e.define(op), number)


def _converted(e: Emitter, result: Register, suffix: str, kind: str, number: Operand) -> Register:
    """The saturated integer; 0 for NaN where the conversion alone would not give it."""
    if kind == "f32" and suffix.endswith("32"):
        return e.emit(f"cvt.rzi.{suffix}.f32", result, number)
    raw = e.emit(f"cvt.rzi.{suffix}.{kind}", e.like(result), number)
    is_nan = e.emit(f"setp.nan.{kind}", e.new(PREDICATE), number, number)
    return e.emit(f"selp.b{suffix[1:]}", result, Integer(0), raw, is_nan)


def _clamp(e: Emitter, op: Op, word: Register) -> None:
    width = op.type.bits
    if op.type.kind == "uint":
        e.emit("min.u32", e.define(op), word, integers.mask(width))
        return
    low = e.emit("max.s32", e.new(WORD), word, Integer(-(1 << (width - 1))))
    e.emit("min.s32", e.define(op), low, Integer((1 << (width - 1)) - 1))


def bitcast(e: Emitter, op: Op) -> None:
    """The same bits in the register class of the target; a pointer counts as its generic address."""
    value = op.operands[0]
    source, target = value.type, op.type
    class_of(target, op.loc)
    if source.size != target.size:
        raise InternalLoweringError(e.function.name, op, f"{source} and {target} differ in size")
    if source.kind == "ptr" or target.kind == "ptr":
        register = e.to_generic(e.reg(value), source.space) if source.kind == "ptr" else e.reg(value)
        register = e.from_generic(register, target.space, op.name) if target.kind == "ptr" else register
        _move(e, op, register)
    elif source.bits <= 16 and target.bits <= 16:
        _small(e, op, value)
    else:
        _move(e, op, e.reg(value))


def _move(e: Emitter, op: Op, register: Register) -> None:
    if e.class_of(register) is class_of(op.type):
        e.values[op] = register
    else:
        e.emit(f"mov.b{op.type.bits}", e.define(op), register)


def _small(e: Emitter, op: Op, value: Value) -> None:
    """8- and 16-bit types stand in three register classes: words, halves and predicates."""
    source, target = value.type, op.type
    register = e.reg(value)
    if source.kind == "bool":
        register = e.emit("selp.b32", e.new(WORD), Integer(1), Integer(0), register)
    elif source.kind == "float":
        register = e.emit("cvt.u32.u16", e.new(WORD), register)
    if target.kind == "bool":
        e.emit("setp.ne.u32", e.define(op), register, Integer(0))
    elif target.kind == "float":
        e.emit("cvt.u16.u32", e.define(op), register)
    else:
        integers.normalise(e, target, e.define(op), register)
