"""Vectors of 16 lanes as LLVM IR: the words in which `quick` is written."""

from ptx.vm.compiled.ir.text import Code

LANES = 16
LONG = f"<{LANES} x i64>"
WORD = f"<{LANES} x i32>"
MASK = f"<{LANES} x i1>"
THREAD_SHIFT = 2
"""Where the thread stands in a shadow word."""


class Lanes:
    """The code of a function over 16 lanes, of which those in `%lanes` take part; `row` is the pointer to an allocation's row."""

    row: str

    def __init__(self) -> None:
        from ptx.vm.compiled.watch import shadow

        self.shadow = shadow
        self.declared: dict[str, str] = {}
        self.code = Code(self.declared)

    def splat(self, value: str, kind: str = "i64") -> str:
        """A scalar in every lane."""
        return self.code.splat(value, kind, LANES)

    def op(self, name: str, first: str, second: str) -> str:
        """An operation on long vectors."""
        return self.code.let(f"{name} {LONG} {first}, {second}")

    def bits(self, mask: str) -> str:
        """A mask as a number."""
        return self.code.let(f"bitcast {MASK} {mask} to i16")

    def active(self, mask: str) -> str:
        """The lanes of a mask that take part, as a number."""
        return self.code.let(f"and i16 {self.bits(mask)}, %lanes")

    def unless(self, bits: str, label: str) -> None:
        """Goes elsewhere if there is any lane."""
        on = self.code.new_label("on")
        found = self.code.let(f"icmp ne i16 {bits}, 0")
        self.code.do(f"br i1 {found}, label %{label}, label %{on}")
        self.code.label(on)

    def field(self, name: str, kind: str = "i64") -> str:
        """A field of the shared area."""
        return self.code.let(f"load {kind}, ptr {self.code.let(f'getelementptr i8, ptr %watch, i64 {self.shadow.AREA_OFFSET[name]}')}")

    def row_field(self, name: str, kind: str = "i64") -> str:
        """A field of the allocation's row."""
        return self.code.let(f"load {kind}, ptr {self.code.let(f'getelementptr i8, ptr {self.row}, i64 {8 * self.shadow.ROW.index(name)}')}")
