"""LLVM IR as text: after a function of this module a line has been written, and its result has a name.

Text is three times as fast to make as objects, and what is tested is what LLVM reads. `width` is 32 for a value of the whole warp (one
element a lane), 1 for a scalar.
"""

import struct

WARP = 32
MASK = f"<{WARP} x i1>"
BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128, "float": 32, "double": 64, "half": 16}
"""Bits of each scalar type in use."""
MANGLED = {"float": "f32", "double": "f64", "half": "f16", "ptr": "p0"}


def typed(kind: str, width: int) -> str:
    """Returns a scalar or vector type."""
    return kind if width == 1 else f"<{width} x {kind}>"


def mangled(kind: str, width: int) -> str:
    """Returns a type as intrinsics' names have it."""
    name = MANGLED.get(kind, kind)
    return name if width == 1 else f"v{width}{name}"


def constant(value: "int | str", kind: str, width: int) -> str:
    """Returns a constant in every element."""
    return str(value) if width == 1 else f"splat ({kind} {value})"


def float_constant(bits: int, kind: str) -> str:
    """Returns a float or double constant by its encoding: LLVM writes both as a double's bits."""
    if kind == "double":
        return f"0x{bits:016X}"
    sign, magnitude = bits >> 31, bits & 0x7FFFFFFF
    if magnitude > 0x7F800000:
        return f"0x{sign << 63 | 0x7FF << 52 | (magnitude & 0x7FFFFF) << 29:016X}"
    return f"0x{struct.unpack('<Q', struct.pack('<d', struct.unpack('<f', struct.pack('<I', bits))[0]))[0]:016X}"


class Code:
    """The lines of one function, and the declarations it needs."""

    __slots__ = ("declared", "integers", "labels", "lines", "names")

    def __init__(self, declared: dict[str, str]) -> None:
        self.lines: list[str] = []
        self.names = 0
        self.labels = 0
        self.declared = declared
        self.integers: dict[str, str] = {}
        """The integer that a mask was made of."""

    def let(self, expression: str) -> str:
        """Writes `%tN = expression` and returns `%tN`."""
        self.names += 1
        self.lines.append(f"  %t{self.names} = {expression}")
        return f"%t{self.names}"

    def do(self, statement: str) -> None:
        """Writes a line."""
        self.lines.append("  " + statement)

    def label(self, name: str) -> None:
        """Begins a block."""
        self.lines.append(f"{name}:")

    def new_label(self, stem: str) -> str:
        """Returns a label that nothing else has."""
        self.labels += 1
        return f"{stem}.{self.labels}"

    def call(self, name: str, result: str, *arguments: "tuple[str, str]") -> str:
        """Calls an intrinsic or a function of the host with (type, value) arguments."""
        plain = [kind.split(" ")[0] if kind.startswith("ptr") else kind for kind, _ in arguments]
        self.declared[name] = f"declare {result} @{name}({', '.join(plain)})"
        text = f"call {result} @{name}({', '.join(f'{kind} {value}' for kind, value in arguments)})"
        if result == "void":
            self.do(text)
            return ""
        return self.let(text)

    def intrinsic(self, stem: str, kind: str, width: int, *values: str) -> str:
        """Calls `llvm.stem.TYPE` on values of one type."""
        whole = typed(kind, width)
        return self.call(f"llvm.{stem}.{mangled(kind, width)}", whole, *[(whole, value) for value in values])

    def splat(self, value: str, kind: str, width: int = WARP) -> str:
        """Returns a scalar in every element."""
        if width == 1:
            return value
        if not value.startswith("%"):
            return f"splat ({kind} {value})"
        first = self.let(f"insertelement <{width} x {kind}> poison, {kind} {value}, i64 0")
        return self.let(f"shufflevector <{width} x {kind}> {first}, <{width} x {kind}> poison, <{width} x i32> zeroinitializer")

    def any(self, mask: str) -> str:
        """Whether a mask has a lane."""
        if mask in self.integers:
            return self.let(f"icmp ne i32 {self.integers[mask]}, 0")
        return self.call(f"llvm.vector.reduce.or.v{WARP}i1", "i1", (f"<{WARP} x i1>", mask))

    def all(self, mask: str) -> str:
        """Whether a mask has all lanes."""
        if mask in self.integers:
            return self.let(f"icmp eq i32 {self.integers[mask]}, -1")
        return self.call(f"llvm.vector.reduce.and.v{WARP}i1", "i1", (f"<{WARP} x i1>", mask))

    def bits(self, mask: str) -> str:
        """A mask as a 32-bit integer, lane 0 lowest."""
        return self.integers.get(mask) or self.let(f"bitcast <{WARP} x i1> {mask} to i32")

    def mask(self, bits: str) -> str:
        """A 32-bit integer as a mask."""
        name = self.let(f"bitcast i32 {bits} to <{WARP} x i1>")
        self.integers[name] = bits
        return name

    def both(self, first: str, second: str) -> str:
        """The lanes of both masks."""
        if first in self.integers or second in self.integers:
            return self.mask(self.let(f"and i32 {self.bits(first)}, {self.bits(second)}"))
        return self.let(f"and <{WARP} x i1> {first}, {second}")

    def without(self, first: str, second: str) -> str:
        """The lanes of the first mask that are not in the second."""
        if first in self.integers or second in self.integers:
            return self.both(first, self.mask(self.let(f"xor i32 {self.bits(second)}, -1")))
        return self.both(first, self.let(f"xor <{WARP} x i1> {second}, splat (i1 true)"))

    def unlikely(self, condition: str, rare: str, usual: str) -> None:
        """Branches, with the first target rarely taken."""
        self.do(f"br i1 {condition}, label %{rare}, label %{usual}, !prof !1")


def lanes() -> str:
    """The vector of lane numbers."""
    return "<" + ", ".join(f"i32 {lane}" for lane in range(WARP)) + ">"
