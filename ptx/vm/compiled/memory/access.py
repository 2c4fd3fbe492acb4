"""What loads and stores have in common: the access with its place, the quick and the slow way, and accesses that are made lane by lane.

Each access tries, in this order: a scalar check that covers a whole row of lanes; a vector check against one allocation; a loop over the
lanes, out of line, that notes faults.
"""

from ptx.operands import Operand
from ptx.vm.compiled.analysis.strides import segment_of
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.memory.accesses import Place, generic_vector, place
from ptx.vm.registers import WIDTHS


class Access:
    """One load or store: its place, the LLVM integer type of an element, its bytes, and how many elements there are."""

    __slots__ = ("count", "kind", "size", "where", "writes")

    def __init__(self, b: Builder, address: Operand, elements: int, writes: bool) -> None:
        self.where: Place = place(b, address)
        parts = 2 if b.type == "b128" else 1
        """How many elements of memory one operand is: 128 bits are two words of 64."""
        self.kind = f"i{WIDTHS[b.type] // parts}"
        self.size = WIDTHS[b.type] // 8 // parts
        self.count = elements * parts
        self.writes = writes

    @property
    def total(self) -> int:
        """Bytes of the whole access."""
        return self.size * self.count

    def in_row(self, b: Builder) -> bool:
        """Whether lanes follow each other in memory, or read one place."""
        return self.where.varying and (self.where.stride == self.total or (self.where.stride == 0 and not self.writes))

    def may_be_row(self, b: Builder) -> bool:
        """Whether the lanes of the whole warp may follow each other although that is not known."""
        return self.where.stride is None and self.where.guess == self.size and self.count == 1 and segment(b) == WARP and not b.function.has_shadow


def segment(b: Builder) -> int:
    """Returns the lanes of a segment."""
    return segment_of(b.function.shape)


def labels(b: Builder, fine: str) -> tuple[str, str, str]:
    """Branches by whether a check holds; the quick way is open. Returns the labels of quick way, slow way and join."""
    code = b.code
    quick, slow, join = code.new_label("quick"), code.new_label("slow"), code.new_label("join")
    code.do(f"br i1 {fine}, label %{quick}, label %{slow}, !prof !2")
    code.label(quick)
    return quick, slow, join


def first_lane(b: Builder) -> str:
    """Returns the number of the lowest active lane."""
    return b.code.call("llvm.cttz.i32", "i32", ("i32", b.code.bits(b.function.mask)), ("i1", "true"))


def is_volatile(b: Builder) -> bool:
    """Whether an access may not be left out or merged."""
    return b.has("volatile") or "sem" in b.values or b.has("mmio")


def of_lanes(b: Builder, access: Access) -> "list[tuple[str, str]]":
    """Returns state, addresses and lanes as arguments."""
    return [("ptr", "%state"), (f"<{WARP} x i64>", generic_vector(b, access.where)), ("i32", b.code.bits(b.function.mask))]


def site_of(b: Builder, access: Access) -> tuple[str, str]:
    """Returns the number of the access's place as an argument."""
    return "i64", str(b.function.site(b.op, access.writes, access.total))


def masked_store(b: Builder, kind: str, lanes: int, value: str, pointer: str, mask: str, align: int) -> None:
    """Stores the active elements of a vector."""
    whole = f"<{lanes} x {kind}>"
    b.code.call(f"llvm.masked.store.v{lanes}{kind}.p0", "void", (whole, value), (f"ptr align {align}", pointer), (f"<{lanes} x i1>", mask))
