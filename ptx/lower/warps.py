"""Rules for what the threads of a warp do together: shuffles, votes, matches, reductions. A 64-bit value is shuffled as two words."""
from __future__ import annotations

from ptx.lower.registers import LONG, WORD, arithmetic, bits
from ptx.module import Instruction
from ptx.operands import SINK, Integer, Pair, Vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Op
    from ptx.lower.emitter import Emitter
    from ptx.lower.gpu import Rule

_MODES = {"idx": ("idx", 31), "xor": ("bfly", 31), "down": ("down", 31), "up": ("up", 0)}
"""The mode in PTX, and the operand that makes the whole warp one segment."""


def shuffle(e: Emitter, op: Op) -> None:
    """`shfl.sync`."""
    mask, value, lane = op.operands
    mode, control = _MODES[op.attrs[0]]
    rest = (e.src(lane), Integer(control), e.src(mask))
    source = e.reg(value)
    if op.type.bits == 32:
        e.emit(f"shfl.sync.{mode}.b32", e.define(op), source, *rest)
        return
    if op.type.kind == "float":
        source = e.emit("mov.b64", e.new(LONG), source)
    low = e.emit("cvt.u32.u64", e.new(WORD), source)
    high = e.emit("cvt.u32.u64", e.new(WORD), e.emit("shr.u64", e.new(LONG), source, Integer(32)))
    moved = [e.emit(f"shfl.sync.{mode}.b32", e.new(WORD), half, *rest) for half in (low, high)]
    e.emit("mov.b64", e.define(op), Vector(tuple(moved)))


def vote(e: Emitter, op: Op) -> None:
    """`vote.sync`, with a predicate as result."""
    mask, condition = op.operands
    e.emit(f"vote.sync.{op.attrs[0]}.pred", e.define(op), e.reg(condition), e.src(mask))


def ballot(e: Emitter, op: Op) -> None:
    """`vote.sync.ballot`."""
    mask, condition = op.operands
    e.emit("vote.sync.ballot.b32", e.define(op), e.reg(condition), e.src(mask))


def match(mode: str) -> Rule:
    """The rule of `match.sync` in this mode."""

    def rule(e: Emitter, op: Op) -> None:
        mask, value = op.operands
        e.emit(f"match.{mode}.sync.{bits(value.type)}", e.define(op), e.src(value), e.src(mask))

    return rule


def reduce_(e: Emitter, op: Op) -> None:
    """`redux.sync`."""
    mask, value = op.operands
    type = arithmetic(op.type) if op.attrs[0] in ("add", "min", "max") else "b32"
    e.emit(f"redux.sync.{op.attrs[0]}.{type}", e.define(op), e.src(value), e.src(mask))


def elect(e: Emitter, op: Op) -> None:
    """`elect.sync`, of whose two results only the predicate is used."""
    elected = e.define(op)
    e.block.code.append((Instruction("elect.sync", (Pair(SINK, elected), e.src(op.operands[0])), location=e.location), elected))


def active_mask(e: Emitter, op: Op) -> None:
    """`activemask`."""
    e.emit("activemask.b32", e.define(op))


def sync_warp(e: Emitter, op: Op) -> None:
    """`bar.warp.sync`."""
    e.effect("bar.warp.sync", e.src(op.operands[0]))
