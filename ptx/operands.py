r"""Every operand of a PTX instruction is a value of one of these classes, compared by content and printed by `str`.

Operands are immutable by convention and may be shared between instructions.

| class | PTX text | meaning |
|---|---|---|
| `Register` | `%r1`, `p` | a declared register |
| `SpecialRegister` | `%tid.x` | a predefined, read-only register (PTX ISA, section "Special Registers") |
| `Integer` | `-5`, `0xff` | an integer constant, any width |
| `FloatBits` | `0f3F800000`, `0d…` | a floating constant given by its bits |
| `Symbol` | `buffer`, `buffer+16`, `$L__BB0_1` | a variable, parameter, function or label by name |
| `Address` | `[%rd1+4]`, `[buffer]`, `[16]` | a memory operand |
| `IndexedAddress` | `[texture, {%f1, %f2}]` | a memory operand with coordinates (textures, tensor maps) |
| `Vector` | `{%r1, %r2}` | a tuple of operands |
| `Pair` | `%p1\|%p2` | two destinations |
| `Negated` | `!%p1` | the complement of a predicate |
| `Component` | `%v.x`, `%r1.b0` | a part of a register |
| `Arguments` | `(param0, param1)` | a parenthesised list of a call |
| `Sink` | `_` | a destination that is thrown away |
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Operand:
    """Base of all operands: equal when class and fields are equal, hashable."""

    __slots__: tuple[str, ...] = ()

    def _key(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Operand) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._key()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"

    def registers(self) -> "Iterator[Register]":
        """Yields every declared register inside this operand, from left to right."""
        return iter(())


class Register(Operand):
    """A declared register; `name` is written as in the declaration, with `%` where it has one."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Register) and self.name == other.name)

    def __hash__(self) -> int:
        return hash(self.name)

    def registers(self) -> "Iterator[Register]":
        """Yields itself."""
        yield self


class SpecialRegister(Operand):
    """A predefined register such as `%tid.x`; `name` holds the whole text, `%` and component included."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name


class Integer(Operand):
    """An integer constant; `value` is signed and unbounded, the instruction's type gives the width."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value

    def __str__(self) -> str:
        return str(self.value)


class FloatBits(Operand):
    """A floating constant: `width` is 32 or 64, `bits` its IEEE 754 encoding."""

    __slots__ = ("bits", "width")

    def __init__(self, width: int, bits: int) -> None:
        self.width = width
        self.bits = bits

    def __str__(self) -> str:
        return f"0f{self.bits:08X}" if self.width == 32 else f"0d{self.bits:016X}"


class Symbol(Operand):
    """A variable, parameter, function or label, by name, plus a byte `offset`."""

    __slots__ = ("name", "offset")

    def __init__(self, name: str, offset: int = 0) -> None:
        self.name = name
        self.offset = offset

    def __str__(self) -> str:
        return f"{self.name}+{self.offset}" if self.offset else self.name


class Address(Operand):
    """`[base+offset]`: `base` is a register, a symbol (with offset 0) or None for an absolute address; `offset` is in bytes."""

    __slots__ = ("base", "offset")

    def __init__(self, base: "Register | Symbol | None", offset: int = 0) -> None:
        self.base = base
        self.offset = offset

    def __str__(self) -> str:
        if self.base is None:
            return f"[{self.offset}]"
        return f"[{self.base}+{self.offset}]" if self.offset else f"[{self.base}]"

    def registers(self) -> "Iterator[Register]":
        """Yields the base if it is a register."""
        if isinstance(self.base, Register):
            yield self.base


class IndexedAddress(Operand):
    """`[base, {coordinates}]` or `[base, sampler, {coordinates}]`, of texture, surface and tensor instructions."""

    __slots__ = ("parts",)

    def __init__(self, parts: "tuple[Operand, ...]") -> None:
        self.parts = parts

    def __str__(self) -> str:
        return "[" + ", ".join(map(str, self.parts)) + "]"

    def registers(self) -> "Iterator[Register]":
        """Yields the registers of all parts."""
        for part in self.parts:
            yield from part.registers()


class Vector(Operand):
    """`{a, b}`: one, two, four or eight operands."""

    __slots__ = ("elements",)

    def __init__(self, elements: "tuple[Operand, ...]") -> None:
        self.elements = elements

    def __str__(self) -> str:
        return "{" + ", ".join(map(str, self.elements)) + "}"

    def registers(self) -> "Iterator[Register]":
        """Yields the registers of all elements."""
        for element in self.elements:
            yield from element.registers()


class Pair(Operand):
    """`first|second`: the two destinations of `setp` and `shfl.sync`; either may be `SINK`."""

    __slots__ = ("first", "second")

    def __init__(self, first: Operand, second: Operand) -> None:
        self.first = first
        self.second = second

    def __str__(self) -> str:
        return f"{self.first}|{self.second}"

    def registers(self) -> "Iterator[Register]":
        """Yields the registers of both."""
        yield from self.first.registers()
        yield from self.second.registers()


class Negated(Operand):
    """`!register`: the complement of a predicate, as a source."""

    __slots__ = ("register",)

    def __init__(self, register: Register) -> None:
        self.register = register

    def __str__(self) -> str:
        return f"!{self.register}"

    def registers(self) -> "Iterator[Register]":
        """Yields the register."""
        yield self.register


class Component(Operand):
    """`register.selector`: an element of a vector register (`x y z w`, `r g b a`), or a byte or half of a scalar (`b0`, `h1`)."""

    __slots__ = ("register", "selector")

    def __init__(self, register: Register, selector: str) -> None:
        self.register = register
        self.selector = selector

    def __str__(self) -> str:
        return f"{self.register}.{self.selector}"

    def registers(self) -> "Iterator[Register]":
        """Yields the register."""
        yield self.register


class Arguments(Operand):
    """`(a, b)`: the results or the arguments of a `call`, possibly none."""

    __slots__ = ("items",)

    def __init__(self, items: "tuple[Operand, ...]") -> None:
        self.items = items

    def __str__(self) -> str:
        return "(" + ", ".join(map(str, self.items)) + ")"

    def registers(self) -> "Iterator[Register]":
        """Yields the registers of all items."""
        for item in self.items:
            yield from item.registers()


class Sink(Operand):
    """`_`: a destination whose value is not wanted."""

    __slots__ = ()

    def __str__(self) -> str:
        return "_"


SINK = Sink()
"""The one `Sink` that is needed."""
