"""What a shuffle takes from a lane that is not there, and who uses it: the rules that both executors follow, and the words in which they tell.

Such a value is *void*. The result of a computation is void where an operand is, but for those that another operand decides (`rule_of`).
Merely computing with it is no fault. To be stored, to be an address, to decide a branch or a barrier, or to be given to other lanes by a vote, a
match or a reduction is *use*. It is followed through local variables that are read and written at constant places alone (`Accesses`), for that is
where compilers keep variables that are to be looked at, and through such parameters of calls. What goes through other memory or a matrix
instruction is forgotten.
"""

from itertools import pairwise

from ptx.operands import Address, Arguments, Operand, Pair, Symbol, Vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptx.isa import Resolved
    from ptx.vm.errors import Place

SHUFFLE = "shfl"
SHUFFLE_MASK = 4
"""Which operand of a shuffle is its mask: that one is used."""
FORGETTING = frozenset(("mma", "movmatrix", "call"))
"""Instructions with effects that do not count as use."""
PRODUCTS = frozenset(("mul", "mul_wide"))
SUMS_OF_PRODUCTS = frozenset(("mad", "mad_wide"))


def uses(resolved: "Resolved") -> bool:
    """Whether an instruction uses its operands at once: it does more than write registers."""
    return bool(resolved.form.effects) and resolved.form.meaning != SHUFFLE and resolved.form.meaning not in FORGETTING


def computes(resolved: "Resolved") -> bool:
    """Whether an instruction's results follow from its operands alone, so that they are void where these are."""
    return not resolved.form.effects


def rule_of(resolved: "Resolved") -> str:
    """How it is decided which results of a computation are void.

    `select`: where the chosen operand or the condition is. `zero`, `ones`: where an operand is and the other is not zero (has not all bits set),
    which alone decides the result. `sum`: of a product, likewise, plus an operand. `and`, `or`: of a comparison that is joined with a predicate,
    likewise. `table`: of `lop3`, where the void operands change a bit. `any`: where any operand is.
    """
    meaning = resolved.form.meaning
    if meaning == "selp":
        return "select"
    if meaning in ("and", "or"):
        return "zero" if meaning == "and" else "ones"
    if meaning in PRODUCTS and resolved.type[0] in "usb" and resolved.type[1:].isdigit():
        return "zero"
    if meaning in SUMS_OF_PRODUCTS:
        return "sum"
    if meaning == "lop3" and "bool" not in resolved.values:
        return "table"
    joined = resolved.values.get("bool", "") if meaning in ("setp", "set") else ""
    return joined if joined in ("and", "or") else "any"


class Accesses:
    """The accesses of local variables: after all have been taken, `tracked` tells which variables' cells (offset and bytes) can be followed."""

    def __init__(self) -> None:
        self.cells: dict[object, set[tuple[int, int]]] = {}
        self.escaped: set[object] = set()

    def take(self, key: object, cells: "Iterable[tuple[int, int]]") -> None:
        """A variable is accessed at some cells."""
        self.cells.setdefault(key, set()).update(cells)

    def tracked(self) -> set[object]:
        """The variables whose cells do not overlap, and that nothing else names."""
        return {key for key, cells in self.cells.items() if key not in self.escaped and _are_apart(sorted(cells))}


def _are_apart(cells: list[tuple[int, int]]) -> bool:
    return all(start + size <= following for (start, size), (following, _) in pairwise(cells))


def accessed_variable(meaning: str, operands: "tuple[Operand, ...]") -> "tuple[str, int, Operand] | None":
    """Returns the variable that a load or store may name, the offset, and the operand that is loaded or stored."""
    if meaning not in ("ld", "st") or len(operands) != 2:
        return None
    address, data = operands if meaning == "st" else operands[::-1]
    if not isinstance(address, Address) or not isinstance(address.base, Symbol):
        return None
    return address.base.name, address.base.offset + address.offset, data


def elements_of(data: Operand, offset: int, size: int) -> "list[tuple[Operand, tuple[int, int]]]":
    """Returns the elements of what is loaded or stored, with the cell of each."""
    elements = data.elements if isinstance(data, Vector) else (data,)
    return [(element, (offset + index * size, size)) for index, element in enumerate(elements)]


def symbols_of(operand: Operand) -> list[str]:
    """Returns the names that an operand has of variables."""
    if isinstance(operand, Symbol):
        return [operand.name]
    if isinstance(operand, Address):
        return [operand.base.name] if isinstance(operand.base, Symbol) else []
    if isinstance(operand, Pair):
        return []
    parts = operand.elements if isinstance(operand, Vector) else operand.items if isinstance(operand, Arguments) else ()
    return [name for part in parts for name in symbols_of(part)]


def absent_use(lane: int, reader: int, source: int, mask: int, place: "Place") -> "tuple[str | Place, ...]":
    """Says that a lane uses what a shuffle took from one that is not there; `reader` is the lane that took it."""
    who = "it" if reader == lane else f"lane {reader}"
    return f"lane {lane} uses what {who} took from lane {source}, which is not there (mask 0x{mask:08x}), by the shuffle at ", place


def differing_masks(lane: int, mask: int, other: int, other_mask: int) -> str:
    """Says that two lanes are at one warp instruction with masks that have a lane in common and differ."""
    return f"masks that meet differ: 0x{mask:08x} of lane {lane}, 0x{other_mask:08x} of lane {other}"
