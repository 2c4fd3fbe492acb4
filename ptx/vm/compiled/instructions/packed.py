"""Packed types: an instruction of `.f16x2`, `.u16x2`, `.f32x2` … is the same function of the low and of the high elements."""

from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.expressions import Expressions
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Function: TypeAlias = "Callable[[list[str]], str]"
    """From the encodings of the operands to that of the result."""


def is_packed(kind: str) -> bool:
    """Whether a type holds two elements."""
    return kind.endswith("x2")


def elements(e: Expressions, value: str, whole: str, part: str) -> tuple[str, str]:
    """Returns the low and the high half of an integer."""
    high = e.binary("lshr", whole, value, e.const(int(part[1:]), whole))
    return e.resize(value, whole, part, False), e.resize(high, whole, part, False)


def joined(e: Expressions, low: str, high: str, part: str, whole: str) -> str:
    """Returns an integer of a low and a high half."""
    above = e.binary("shl", whole, e.resize(high, part, whole, False), e.const(int(part[1:]), whole))
    return e.binary("or", whole, above, e.resize(low, part, whole, False))


def each_element(b: Builder, count: int, function: "Function") -> None:
    """Writes a function of `count` operands of the instruction's type, packed or not, from encodings to an encoding."""
    width = WIDTHS[b.type]
    whole, plain = f"i{width}", f"b{width}"
    words = [b.read(position, plain) for position in range(1, count + 1)]
    if not is_packed(b.type):
        b.write(function(words), plain)
        return
    part = f"i{width // 2}"
    halves = [elements(b, word, whole, part) for word in words]
    low, high = (function([half[side] for half in halves]) for side in (0, 1))
    b.write(joined(b, low, high, part, whole), plain)
