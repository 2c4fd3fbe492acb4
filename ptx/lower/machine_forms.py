"""Rules for the arithmetic that has the name of its instruction. A half or two numbers of 8 bits, which are a `u16`, move to a register of 16 bits.

`bf16x2` adds and multiplies by `fma.rn.bf16x2`, which sm_80 has; their own instructions need sm_90.
"""
from __future__ import annotations

from ptx.lower.registers import HALF, WORD
from ptx.operands import Integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op, Value
    from ptx.lower.emitter import Emitter
    from ptx.operands import Operand

_ONES, _MINUS_ONES, _MINUS_ZEROS = 0x3F803F80, 0xBF80BF80, 0x80008000


def compute(e: Emitter, op: Op) -> None:
    """The instruction that the op names."""
    name = op.attrs[0]
    sources = [_source(e, v) for v in op.operands]
    if name in ("add.rn.bf16x2", "sub.rn.bf16x2", "mul.rn.bf16x2"):
        name, sources = "fma.rn.bf16x2", _by_fma(e, name[:3], *sources)
    elif name[:3] == "cvt":
        sources.reverse()  # the first operand in PTX is the upper half
    if op.type.bits == 16:
        half = e.emit(name, e.new(HALF), *sources)
        e.emit("cvt.u32.u16", e.define(op), half)
    else:
        e.emit(name, e.define(op), *sources)


def _source(e: Emitter, value: Value) -> Operand:
    if value.type.bits == 16:
        return e.emit("cvt.u16.u32", e.new(HALF), e.reg(value))
    return e.src(value) if value.type.kind == "float" else e.reg(value)


def _by_fma(e: Emitter, name: str, lhs: Operand, rhs: Operand) -> list[Operand]:
    """Computes a + b as a·1 + b, a - b as b·(-1) + a, a·b as a·b + (-0): one rounding each, and the right sign of zero."""

    def both(pattern: int) -> Operand:
        return e.emit("mov.b32", e.new(WORD), Integer(pattern))

    if name == "mul":
        return [lhs, rhs, both(_MINUS_ZEROS)]
    return [lhs, both(_ONES), rhs] if name == "add" else [rhs, both(_MINUS_ONES), lhs]
