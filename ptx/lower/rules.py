"""The rule of every op, found by its class.

A test holds the table to `dialect.op.OPS`: an op without a rule cannot be added unnoticed.
"""
from __future__ import annotations

from dialect import ops
from ptx.lower import atomics, calls, conversions, floats, gpu, integers, machine_forms, memory, warps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from dialect.op import Op
    from ptx.lower.emitter import Emitter

    Rule: TypeAlias = Callable[[Emitter, Op], None]


def _by_kind(integer: Rule, floating: Rule) -> Rule:
    """Chooses by the type of the first operand."""

    def rule(e: Emitter, op: Op) -> None:
        (floating if op.operands[0].type.kind == "float" else integer)(e, op)

    return rule


def _minimum(e: Emitter, op: Op) -> None:
    (floats if op.type.kind == "float" else integers).extremum(e, op, "min")


def _maximum(e: Emitter, op: Op) -> None:
    (floats if op.type.kind == "float" else integers).extremum(e, op, "max")


def _sub(e: Emitter, op: Op) -> None:
    integers.wrapping(e, op, "sub")


def _print(e: Emitter, op: Op) -> None:
    from ptx.lower.printing import print_

    print_(e, op)


RULES: dict[type[Op], Rule] = {
    ops.Const: memory.nothing,
    ops.Undef: memory.nothing,
    ops.Add: _by_kind(integers.add, floats.binary("add")),
    ops.Sub: _by_kind(_sub, floats.binary("sub")),
    ops.Mul: _by_kind(integers.mul, floats.binary("mul")),
    ops.MulHigh: integers.mul_high,
    ops.Div: _by_kind(integers.div, floats.div),
    ops.Rem: _by_kind(integers.rem, floats.rem),
    ops.And: integers.bitwise("and"),
    ops.Or: integers.bitwise("or"),
    ops.Xor: integers.bitwise("xor"),
    ops.Not: integers.not_,
    ops.Shl: integers.shl,
    ops.Shr: integers.shr,
    ops.Neg: _by_kind(integers.neg, floats.neg),
    ops.Abs: _by_kind(integers.abs_, floats.abs_),
    ops.Min: _minimum,
    ops.Max: _maximum,
    ops.Fma: floats.fma,
    ops.Sqrt: floats.sqrt,
    ops.Round: floats.round_,
    ops.CopySign: floats.copysign,
    ops.LeadingZeros: integers.leading_zeros,
    ops.PopCount: integers.pop_count,
    ops.ReverseBits: integers.reverse_bits,
    ops.Compare: _by_kind(integers.compare, floats.compare),
    ops.Select: integers.select,
    ops.Cast: conversions.cast,
    ops.Bitcast: conversions.bitcast,
    ops.Alloca: memory.alloca,
    ops.Load: memory.load,
    ops.Store: memory.store,
    ops.VolatileLoad: memory.load_volatile,
    ops.VolatileStore: memory.store_volatile,
    ops.Offset: memory.pointer_sum,
    ops.Field: memory.pointer_sum,
    ops.Element: memory.pointer_sum,
    ops.PointerCast: memory.pointer_sum,
    ops.ToGeneric: memory.to_generic,
    ops.FromGeneric: memory.from_generic,
    ops.StaticAddress: memory.nothing,
    ops.Call: calls.call,
    ops.ThreadIndex: gpu.special("tid"),
    ops.BlockIndex: gpu.special("ctaid"),
    ops.BlockSize: gpu.special("ntid"),
    ops.GridSize: gpu.special("nctaid"),
    ops.LaneId: gpu.special("laneid", axes=False),
    ops.Clock: gpu.register,
    ops.WhereRunning: gpu.register,
    ops.LaunchFact: gpu.register,
    ops.Print: _print,
    ops.Compute: machine_forms.compute,
    ops.Approximate: machine_forms.compute,
    ops.Breakpoint: gpu.breakpoint_,
    ops.ProfilerEvent: gpu.profiler_event,
    ops.CompilerFence: gpu.compiler_fence,
    ops.Barrier: gpu.barrier,
    ops.ThreadFence: gpu.fence,
    ops.Shuffle: warps.shuffle,
    ops.Vote: warps.vote,
    ops.Ballot: warps.ballot,
    ops.MatchAny: warps.match("any"),
    ops.MatchAll: warps.match("all"),
    ops.WarpReduce: warps.reduce_,
    ops.Elect: warps.elect,
    ops.ActiveMask: warps.active_mask,
    ops.SyncWarp: warps.sync_warp,
    ops.AtomicUpdate: atomics.update,
    ops.OrderedAtomicUpdate: atomics.update,
    ops.AtomicAddHalves: atomics.add_halves,
    ops.CompareExchange: atomics.compare_exchange,
    ops.OrderedCompareExchange: atomics.compare_exchange,
    ops.AtomicLoad: atomics.load,
    ops.OrderedAtomicLoad: atomics.load,
    ops.AtomicStore: atomics.store,
    ops.OrderedAtomicStore: atomics.store,
    ops.AcquireReleaseFence: atomics.fence,
}
"""Terminators have theirs in `ptx.lower.terminators`."""
