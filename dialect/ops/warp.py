"""What the threads of a warp do together. `$mask` has a bit for each lane that takes part, the caller's among them; they all come to the same op."""
from __future__ import annotations

from ..op import CONVERGENT, DIVERGENT, ORDERS, READS, WRITES, Op, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..op import Word

TOGETHER = CONVERGENT | DIVERGENT


def _needs_width(op: Op, widths: tuple[int, ...]) -> str:
    type = op.operands[1].type
    return "" if type.bits in widths else f"{type} has {type.bits} bits, expected {' or '.join(map(str, widths))}"


class Shuffle(Op):
    """The `value` of another lane: number `lane` (idx), the own number xor `lane`, plus (down) or minus (up) `lane`; the own value where that
    leaves the warp. `lane` counts modulo 32. The value of a lane that takes no part is not defined.
    """

    mnemonic, syntax, types, flags = "gpu.shuffle", "$mode $mask, $value, $lane", "u32 T:num u32 -> T", TOGETHER
    mask: Value
    value: Value
    lane: Value
    mode: Word
    choices = {"mode": ("idx", "xor", "down", "up")}

    def check(self) -> str:
        """One or two registers."""
        return _needs_width(self, (32, 64))


class Vote(Op):
    """Whether the condition holds in all lanes, in any, or is the same in all (uni)."""

    mnemonic, syntax, types, flags = "gpu.vote", "$mode $mask, $condition", "u32 bool -> bool", TOGETHER
    mask: Value
    condition: Value
    mode: Word
    choices = {"mode": ("all", "any", "uni")}


class Ballot(Op):
    """The lanes in which the condition holds, a bit each."""

    mnemonic, syntax, types, flags = "gpu.ballot", "$mask, $condition", "u32 bool -> u32", TOGETHER
    mask: Value
    condition: Value


class MatchAny(Op):
    """The lanes that have the same value as this one."""

    mnemonic, syntax, types, flags = "gpu.match_any", "$mask, $value", "u32 T:int -> u32", TOGETHER
    mask: Value
    value: Value

    def check(self) -> str:
        """One or two registers."""
        return _needs_width(self, (32, 64))


class MatchAll(Op):
    """All lanes if they have one value, else 0."""

    mnemonic, syntax, types, flags = "gpu.match_all", "$mask, $value", "u32 T:int -> u32", TOGETHER
    mask: Value
    value: Value

    def check(self) -> str:
        """One or two registers."""
        return _needs_width(self, (32, 64))


class WarpReduce(Op):
    """The values of all lanes put together by `operation`; sums wrap."""

    mnemonic, syntax, types, flags = "gpu.reduce", "$operation $mask, $value", "u32 T:int -> T", TOGETHER
    mask: Value
    value: Value
    operation: Word
    choices = {"operation": ("add", "min", "max", "and", "or", "xor")}

    def check(self) -> str:
        """Only words have an instruction."""
        return _needs_width(self, (32,))


class Elect(Op):
    """Whether this is the one lane, of those that take part, that is chosen: the lowest."""

    mnemonic, syntax, types, flags = "gpu.elect", "$mask", "u32 -> bool", TOGETHER
    mask: Value


class ActiveMask(Op):
    """The lanes that execute this op together with this one; not the lanes that could."""

    mnemonic, syntax, types, flags = "gpu.active_mask", "", "-> u32", TOGETHER


class SyncWarp(Op):
    """Waits for the lanes of the mask, and makes their memory accesses visible to each other."""

    mnemonic, syntax, types, flags = "gpu.sync_warp", "$mask", "u32 ->", CONVERGENT | READS | WRITES | ORDERS
    mask: Value
