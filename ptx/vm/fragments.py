"""Which lane holds which element: after `multiplication` a matrix instruction is its sizes, its types, and where each element lies.

A matrix lies in fragments: lane `l` holds some elements in registers, the first lowest. The positions of `mma` are those of the PTX ISA,
"Matrix Fragments for mma". Those of `wmma` are left open there; here A lies row after row, B column after column and the accumulator row
after row, a fragment's worth of neighbours in each lane (and where a fragment has room for more, the same again).
"""

from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Owner: TypeAlias = tuple[int, int]
    """A lane, and the number of the element in its fragment."""

LANES = 32
ELEMENT_BITS = {
    "b1": 1, "s4": 4, "u4": 4, "s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8, "f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "s32": 32, "f64": 64,
}  # fmt: skip
"""Bits of an element in a register."""


class Multiplication:
    """A multiplication `d = a * b + c`: sizes, types by part (`a b c d`), and the modifiers.

    `is_opaque`: the fragments are those of `wmma`. `layouts` are those of a and b, which decide where elements lie for m8n8k4 only.
    """

    __slots__ = ("is_opaque", "k", "layouts", "m", "n", "operation", "rounding", "saturates", "types")

    def __init__(self, name: str) -> None:
        words = name.split(".")
        shape = next(word for word in words if word[0] == "m" and word[1:2].isdigit())
        self.m, self.n, self.k = (int(part) for part in shape.replace("m", "").replace("n", " ").replace("k", " ").split())
        types = [word for word in words if word in ELEMENT_BITS]
        if len(types) == 2:
            types[1:1] = ["f16", "f16"]
        self.types = dict(zip("dabc", types))
        self.layouts = tuple(word for word in words if word in ("row", "col"))
        self.is_opaque = words[0] == "wmma"
        self.saturates = "satfinite" in words
        self.rounding = next((word for word in words if word in ("rz", "rm", "rp")), "rn")
        self.operation = next((word for word in words if word in ("xor", "and")), "")

    @property
    def is_quarter(self) -> bool:
        """Whether it is four multiplications at once, one for each two groups of four lanes (m8n8k4 of f16)."""
        return self.k == 4 and self.types["a"] == "f16"

    def elements(self, part: str) -> int:
        """Returns how many elements a lane's fragment of a part has."""
        if self.is_quarter:
            return 8 if part in "cd" else 4
        if self.is_opaque and self.types[part] == "f16" and part in "ab":
            return 16
        return self.total(part) // LANES

    def total(self, part: str) -> int:
        """Returns how many elements a part has."""
        rows, columns = self.size(part)
        return rows * columns

    def size(self, part: str) -> tuple[int, int]:
        """Returns the rows and columns of a part."""
        return {"a": (self.m, self.k), "b": (self.k, self.n)}.get(part, (self.m, self.n))

    def position(self, part: str, lane: int, element: int) -> tuple[int, int]:
        """Returns the row and the column of an element of a lane's fragment."""
        if self.is_quarter:
            return self._quarter_position(part, lane, element)
        if self.is_opaque:
            return opaque_position(self.size(part), part, lane, element)
        group, member = lane >> 2, lane & 3
        if part in "cd":
            return group + 8 * (element >> 1), 2 * member + (element & 1)
        each = max(1, 32 // ELEMENT_BITS[self.types[part]])
        register, inside = divmod(element, each)
        halves = 2 if part == "a" and self.m == 16 else 1
        along = each * member + inside + 4 * each * (register // halves)
        across = group + 8 * (register % halves)
        return (across, along) if part == "a" else (along, across)

    def _quarter_position(self, part: str, lane: int, element: int) -> tuple[int, int]:
        upper = 4 * (lane >> 4)
        if part in "cd":
            if self.types[part] == "f16":
                return (lane & 3) + upper, element
            return (lane & 1) + (element & 2) + upper, (element & 4) + (lane & 2) + (element & 1)
        across, along = ((lane & 3) + upper, element) if self.layouts[part == "b"] == ("row", "col")[part == "b"] else (element + upper, lane & 3)
        return (across, along) if part == "a" else (along, across)

    def owners(self, part: str) -> "dict[tuple[int, int, int], Owner]":
        """Returns who holds each element first, by (quarter, row, column); all quarters are 0 but for `is_quarter`."""
        found: dict[tuple[int, int, int], Owner] = {}
        for lane in range(LANES):
            for element in range(self.elements(part)):
                found.setdefault((self.quarter(lane), *self.position(part, lane, element)), (lane, element))
        return found

    def quarter(self, lane: int) -> int:
        """Returns which of the multiplications a lane takes part in."""
        return lane >> 2 & 3 if self.is_quarter else 0


def opaque_position(size: tuple[int, int], part: str, lane: int, element: int) -> tuple[int, int]:
    """Returns the row and column of an element of a `wmma` fragment of a part with so many rows and columns."""
    rows, columns = size
    own = rows * columns // LANES
    number = lane * own + element % own
    if part == "b":
        column, row = divmod(number, rows)
        return row, column
    return divmod(number, columns)


@lru_cache(maxsize=256)
def multiplication(name: str) -> Multiplication:
    """Returns what the mnemonic of an `mma` or `wmma.mma` says."""
    return Multiplication(name)


class Moves:
    """How `wmma.load` and `wmma.store` move a fragment: the elements of each lane by their place in memory.

    `bits` of an element, `size` in bytes of what is moved at once, `leading` the distance of rows (or columns) where none is given.
    """

    __slots__ = ("bits", "count", "leading", "part", "rows_first", "shape", "size", "step")

    def __init__(self, name: str) -> None:
        words = name.split(".")
        kind = next(word for word in reversed(words) if word in ELEMENT_BITS)
        self.part = words[2]
        sizes = next(word for word in words if word[0] == "m" and word[1:2].isdigit())
        m, n, k = (int(part) for part in sizes.replace("m", "").replace("n", " ").replace("k", " ").split())
        self.shape = {"a": (m, k), "b": (k, n)}.get(self.part, (m, n))
        self.bits = ELEMENT_BITS[kind]
        self.size = max(4 if self.bits < 8 else 1, self.bits // 8)
        self.step = max(1, 32 // self.bits) if self.bits < 8 else 1
        self.rows_first = "row" in words
        self.leading = self.shape[1] if self.rows_first else self.shape[0]
        own = self.shape[0] * self.shape[1] // LANES
        self.count = 16 if kind == "f16" and self.part in "ab" else own

    def of_lane(self, lane: int) -> list[tuple[int, int]]:
        """Returns, for each move of a lane, the row and the place in it (or the column and the place in it)."""
        positions = [opaque_position(self.shape, self.part, lane, element) for element in range(0, self.count, self.step)]
        return positions if self.rows_first else [(column, row) for row, column in positions]


@lru_cache(maxsize=256)
def opaque_moves(name: str) -> Moves:
    """Returns what the mnemonic of a `wmma.load` or `wmma.store` says."""
    return Moves(name)
