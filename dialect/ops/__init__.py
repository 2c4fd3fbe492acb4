"""The ops of MIR: importing this package declares the dialect. `mir.*` is what any machine has, `gpu.*` what only a GPU has."""
from __future__ import annotations

from .arith import (
    Abs,
    Add,
    And,
    Bitcast,
    Cast,
    Compare,
    Const,
    CopySign,
    Div,
    Fma,
    LeadingZeros,
    Max,
    Min,
    Mul,
    MulHigh,
    Neg,
    Not,
    Or,
    PopCount,
    Rem,
    ReverseBits,
    Round,
    Select,
    Shl,
    Shr,
    Sqrt,
    Sub,
    Undef,
    Xor,
)
from .atomic import (
    AcquireReleaseFence,
    AtomicLoad,
    AtomicStore,
    AtomicUpdate,
    CompareExchange,
    OrderedAtomicLoad,
    OrderedAtomicStore,
    OrderedAtomicUpdate,
    OrderedCompareExchange,
)
from .control import Call, CondBr, Goto, Panic, Return
from .gpu import Barrier, BlockIndex, BlockSize, Clock, GridSize, LaneId, ThreadFence, ThreadIndex
from .memory import (
    Alloca,
    Element,
    Field,
    FromGeneric,
    Load,
    Offset,
    PointerCast,
    StaticAddress,
    Store,
    ToGeneric,
    VolatileLoad,
    VolatileStore,
)
from .warp import ActiveMask, Ballot, Elect, MatchAll, MatchAny, Shuffle, SyncWarp, Vote, WarpReduce

__all__ = [
    "Abs", "AcquireReleaseFence", "ActiveMask", "Add", "Alloca", "And", "AtomicLoad", "AtomicStore", "AtomicUpdate", "Ballot", "Barrier",
    "Bitcast", "BlockIndex", "BlockSize", "Call", "Cast", "Clock", "Compare", "CompareExchange", "CondBr", "Const", "CopySign", "Div", "Elect",
    "Element", "Field", "Fma", "FromGeneric", "Goto", "GridSize", "LaneId", "LeadingZeros", "Load", "MatchAll", "MatchAny", "Max", "Min",
    "Mul", "MulHigh", "Neg", "Not", "Offset", "Or", "OrderedAtomicLoad", "OrderedAtomicStore", "OrderedAtomicUpdate",
    "OrderedCompareExchange", "Panic", "PointerCast", "PopCount", "Rem", "Return", "ReverseBits", "Round", "Select", "Shl", "Shr", "Shuffle",
    "Sqrt", "StaticAddress", "Store", "Sub", "SyncWarp", "ThreadFence", "ThreadIndex", "ToGeneric", "Undef", "VolatileLoad", "VolatileStore",
    "Vote", "WarpReduce", "Xor",
]  # fmt: skip
