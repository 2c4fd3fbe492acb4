"""The register file: one block of bytes with a typed view for each width, so that a register is read with the type an instruction asks for.

Every register, constant and special register has a *slot* of 8 bytes (a 128-bit register two). The first `private` bytes belong to
the running thread and are copied out when another thread runs; the rest (constants, `%ctaid`, scratch) is common. An f32 addition is
`F[d] = F[a] + F[b]` on the `f` view: the host rounds once, the bits stay what a GPU's register holds.

The layout is little-endian, as on every machine that PTX runs beside.
"""

VIEW_SIZES = {"B": 1, "b": 1, "H": 2, "h": 2, "I": 4, "i": 4, "f": 4, "Q": 8, "q": 8, "d": 8}
"""Size in bytes of an element of each view."""

SLOT = 8
"""Bytes of a slot."""


def view_of(kind: str) -> str:
    """Returns the view that reads a PTX type as an integer: signed for `.s` types, else unsigned; `pred` is one byte, 0 or 1."""
    if kind == "pred":
        return "B"
    width = WIDTHS[kind]
    letters = "bhiq" if kind[0] == "s" and not kind.endswith("x2") else "BHIQ"
    return letters[(8, 16, 32, 64).index(width)]


WIDTHS = {
    "b8": 8, "u8": 8, "s8": 8, "e4m3": 8, "e5m2": 8,
    "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16, "e4m3x2": 16, "e5m2x2": 16,
    "b32": 32, "u32": 32, "s32": 32, "f32": 32, "f16x2": 32, "bf16x2": 32, "u16x2": 32, "s16x2": 32, "tf32": 32,
    "b64": 64, "u64": 64, "s64": 64, "f64": 64, "f32x2": 64, "b128": 128, "pred": 8,
}  # fmt: skip
"""Bits that a value of each type takes in the register file."""


class RegisterFile:
    """`slots` slots of zeros with their views by letter."""

    __slots__ = ("buffer", "capacity", "slots", "views")

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.slots = 0
        self.buffer = memoryview(bytearray(capacity * SLOT))
        self.views = {letter: self.buffer.cast(letter) for letter in VIEW_SIZES}  # type: ignore[call-overload]

    def reserve(self, count: int = 1) -> int:
        """Returns the first of `count` new slots in a row."""
        first = self.slots
        self.slots += count
        if self.slots > self.capacity:
            raise AssertionError("register file is too small for the module")
        return first

    def at(self, slot: int, letter: str) -> "tuple[memoryview, int]":
        """Returns the view and the index in it of a slot."""
        return self.views[letter], slot * (SLOT // VIEW_SIZES[letter])
