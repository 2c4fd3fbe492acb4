"""What instructions do to memory: `FOOTPRINTS` has a row for each access of each meaning; who watches or counts accesses knows of no others.

A row says what is done, which operand is the address, in which space it is, and its extent: where the elements lie that a lane touches. Elements have
at most 8 bytes; what is wider is several.
"""

from typing import NamedTuple

from ptx.operands import Address, Integer, Negated, Operand, Register, Sink, Symbol, Vector
from ptx.vm.compiled.cfg.graph import Op
from ptx.vm.compiled.instructions.asynchronous import valid_bytes
from ptx.vm.compiled.instructions.matrices import matrix_count
from ptx.vm.compiled.instructions.stores import UpperValue, Value
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.text import WARP, constant
from ptx.vm.compiled.memory.accesses import generic_vector, place, space_of
from ptx.vm.fragments import opaque_moves
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

VECTOR, COUNTS = f"<{WARP} x i64>", f"<{WARP} x i32>"
LOAD, STORE, WRITE, ATOMIC = "load", "store", "write", "atomic"
"""What is done: `store` writes values that may be those in memory already, `write` counts as writing whatever was there."""
WIDEST = 8
ANYWHERE = 1 << 40
"""The span of an access whose elements are not one behind the other."""


class Part(NamedTuple):
    """One element of an access in every lane: addresses, the lanes that touch it (an i32), and the values of a store."""

    addresses: str
    lanes: str
    values: str = ""


class Extent:
    """Where the elements of an access lie; here: the operand's elements one behind the other (`ld`, `st`, `atom`). `data` is which operand has them."""

    def __init__(self, data: "int | None" = None) -> None:
        self.data = data

    def unit(self, op: Op) -> int:
        """Returns the bytes of an element."""
        return min(WIDEST, width_of(op))

    def span(self, op: Op) -> int:
        """Returns the bytes from the address on in which all elements lie."""
        data = None if self.data is None else op.operands[self.data]
        return (len(data.elements) if isinstance(data, Vector) else 1) * width_of(op)

    def parts(self, b: Builder, addresses: str, what: str) -> "Iterator[Part]":
        """Yields the elements that are touched."""
        data = None if self.data is None else b.operand(self.data)
        elements: tuple[Operand | None, ...] = data.elements if isinstance(data, Vector) else (data,)
        lanes, width, unit = b.code.bits(b.function.mask), width_of(b.op), self.unit(b.op)
        for index, element in enumerate(elements):
            if what == LOAD and isinstance(element, Sink) and len(elements) > 1:
                continue
            for upper in range(width // unit):
                values = stored(b, element, bool(upper)) if what == STORE and element is not None else ""
                yield Part(moved(b, addresses, index * width + upper * unit), lanes, values)


class Bytes(Extent):
    """So many bytes from the address on, in the executing lanes."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size

    def unit(self, op: Op) -> int:
        """See `Extent`."""
        return min(WIDEST, self.size)

    def span(self, op: Op) -> int:
        """See `Extent`."""
        return self.size

    def parts(self, b: Builder, addresses: str, what: str) -> "Iterator[Part]":
        """See `Extent`."""
        for start in range(0, self.span(b.op), self.unit(b.op)):
            yield Part(moved(b, addresses, start), self.lanes(b, start))

    def lanes(self, b: Builder, start: int) -> str:
        """Returns the lanes that touch the element at an offset."""
        return b.code.bits(b.function.mask)


class MatrixRows(Bytes):
    """Rows of 16 bytes at the addresses of the first lanes, 8 for each matrix (`ldmatrix`, `stmatrix`)."""

    def lanes(self, b: Builder, start: int) -> str:
        """See `Bytes`."""
        return b.code.let(f"and i32 {super().lanes(b, start)}, {(1 << 8 * matrix_count(b)) - 1}")


class Copied(Bytes):
    """The bytes of a `cp.async`, at most 16."""

    def unit(self, op: Op) -> int:
        """See `Extent`."""
        return min(WIDEST, copied_bytes(op, 4))

    def span(self, op: Op) -> int:
        """See `Extent`."""
        return copied_bytes(op, ANYWHERE)

    def parts(self, b: Builder, addresses: str, what: str) -> "Iterator[Part]":
        """See `Extent`."""
        for start in range(0, b.constant_operand(b.operand(2)) or 0, self.unit(b.op)):
            yield Part(moved(b, addresses, start), self.lanes(b, start))


class Valid(Copied):
    """What a `cp.async` reads: as many bytes as an operand says, or none if a predicate says so."""

    def unit(self, op: Op) -> int:
        """See `Extent`."""
        return super().unit(op) if valid_operand(op) is None or is_predicate(op, valid_operand(op)) else 1

    def lanes(self, b: Builder, start: int) -> str:
        """See `Bytes`."""
        every = super().lanes(b, start)
        if valid_operand(b.op) is None:
            return every
        there = b.code.let(f"icmp ugt {COUNTS} {valid_bytes(b, self.size)}, splat (i32 {start})")
        return b.code.let(f"and i32 {every}, {b.code.bits(there)}")


class Fragment(Extent):
    """The elements of each lane's fragment (`wmma.load`, `wmma.store`)."""

    def unit(self, op: Op) -> int:
        """See `Extent`."""
        return opaque_moves(op.instruction.name).size

    def span(self, op: Op) -> int:
        """See `Extent`."""
        return ANYWHERE

    def parts(self, b: Builder, addresses: str, what: str) -> "Iterator[Part]":
        """See `Extent`."""
        code, moves = b.code, opaque_moves(b.op.instruction.name)
        leading = b.value(b.operand(2), "u32", False, WARP) if b.count > 2 else constant(moves.leading, "i32", WARP)
        wide, lanes = code.let(f"zext {COUNTS} {leading} to {VECTOR}"), code.bits(b.function.mask)
        for places in zip(*[moves.of_lane(lane) for lane in range(WARP)]):
            major, minor = (f"<{', '.join(f'i64 {place[part]}' for place in places)}>" for part in (0, 1))
            index = code.let(f"add {VECTOR} {code.let(f'mul {VECTOR} {wide}, {major}')}, {minor}")
            offset = code.let(f"lshr {VECTOR} {code.let(f'mul {VECTOR} {index}, splat (i64 {moves.bits})')}, splat (i64 3)")
            yield Part(code.let(f"add {VECTOR} {addresses}, {offset}"), lanes)


class Footprint(NamedTuple):
    """One access of an instruction.

    `space` says where the address points, by the instruction. `strong`: it is made as one, whatever the mnemonic says. `flies`: what is written is there
    only when somebody has waited for it.
    """

    what: str
    address: int
    extent: Extent
    space: "Callable[[Op], str]" = space_of
    strong: bool = False
    flies: bool = False

    def addresses(self, b: Builder) -> str:
        """Returns the generic addresses of all lanes."""
        return generic_vector(b, place(b, b.operand(self.address), self.space(b.op)))

    def may_be_global(self, op: Op) -> bool:
        """Whether it may be to global memory."""
        return self.space is not of_shared and self.space(op) == "generic" and not is_constant(op, op.operands[self.address])


# --- helpers of the extents ------------------------------------------------------------------------------------------------------------------


def width_of(op: Op) -> int:
    """Returns the bytes of a value of an instruction's type."""
    return max(1, WIDTHS.get(op.resolved.type, 32) // 8)


def moved(b: Builder, addresses: str, offset: int) -> str:
    """Returns addresses that are so many bytes further."""
    return b.code.let(f"add {VECTOR} {addresses}, splat (i64 {offset})") if offset else addresses


def stored(b: Builder, element: Operand, upper: bool) -> str:
    """Returns what a store writes: of 128 bits one half."""
    kind = UpperValue if upper else Value
    return kind(b, element, f"b{WIDTHS[b.type]}").vector()


def copied_bytes(op: Op, otherwise: int) -> int:
    """Returns how much a `cp.async` copies, where that is written there."""
    size = op.operands[2]
    return size.value if isinstance(size, Integer) else otherwise


def valid_operand(op: Op) -> "Operand | None":
    """Returns the operand of a `cp.async` that says how much of the source is valid."""
    return op.operands[3] if len(op.operands) > 3 + op.resolved.has("L2::cache_hint") else None


def is_predicate(op: Op, operand: "Operand | None") -> bool:
    """Whether an operand is a predicate."""
    if isinstance(operand, Negated):
        return True
    known = op.scope.find("registers", operand.name) if isinstance(operand, Register) else None
    return known is not None and known[0] == "pred"


def of_shared(op: Op) -> str:
    """Returns the space of an address that must be in shared memory, whether the instruction says so or not."""
    return "shared" if "space" in op.resolved.values or op.resolved.has("shared::cluster") else "generic"


def is_constant(op: Op, address: object) -> bool:
    """Whether an address operand names a kernel parameter or a constant, which nobody writes."""
    words = [word.partition("::")[0] for word in op.resolved.values.values()]
    if "const" in words:
        return True
    if not isinstance(address, Address) or not isinstance(address.base, Symbol):
        return False
    return "param" in words and op.instance.frame.function.is_entry and op.scope.find("variables", address.base.name) is None


def is_harmless(op: Op) -> bool:
    """Whether an instruction that is not in the table accesses no memory."""
    return op.meaning in HARMLESS or not any(isinstance(operand, Address) for operand in op.operands)


WHOLE, ONE, OBJECT, ROW = Extent(0), Extent(), Bytes(8), MatrixRows(16)
FOOTPRINTS: "dict[str, tuple[Footprint, ...]]" = {
    "ld": (Footprint(LOAD, 1, WHOLE),),
    "ldu": (Footprint(LOAD, 1, WHOLE),),
    "st": (Footprint(STORE, 0, Extent(1)),),
    "atom": (Footprint(ATOMIC, 1, ONE, strong=True),),
    "red": (Footprint(ATOMIC, 0, ONE, strong=True),),
    "ldmatrix": (Footprint(LOAD, 1, ROW, of_shared),),
    "stmatrix": (Footprint(WRITE, 0, ROW, of_shared),),
    "wmma_load": (Footprint(LOAD, 1, Fragment()),),
    "wmma_store": (Footprint(WRITE, 0, Fragment()),),
    "cp_async": (Footprint(LOAD, 1, Valid(16), lambda _: "generic"), Footprint(WRITE, 0, Copied(16), lambda _: "shared", flies=True)),
    "cp_async_arrive": (Footprint(ATOMIC, 0, OBJECT, of_shared, strong=True),),
    "mbarrier_init": (Footprint(WRITE, 0, OBJECT, of_shared),),
    "mbarrier_inval": (Footprint(WRITE, 0, OBJECT, of_shared),),
    "mbarrier_arrive": (Footprint(ATOMIC, 1, OBJECT, of_shared, strong=True),),
    "mbarrier_tx": (Footprint(ATOMIC, 0, OBJECT, of_shared, strong=True),),
    "mbarrier_test": (Footprint(LOAD, 1, OBJECT, of_shared, strong=True),),
}
"""The accesses of each meaning, by the instruction table's key."""
HARMLESS = frozenset(("prefetch", "policy", "cvta", "isspacep", "mov"))
"""Instructions that name an address and access nothing."""
