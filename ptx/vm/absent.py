"""What a shuffle takes from a lane that is not there, and who uses it: the rules that both executors follow, and the words in which they tell.

Such a value is *void*. The result of a computation is void where an operand is, but for those that another operand decides (`rule_of`).
Merely computing with it is no fault. To be stored, to be an address, to decide a branch or a barrier, or to be given to other lanes by a vote, a
match or a reduction is *use*. What goes through local memory, a call's parameter or a matrix instruction is followed no further.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
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


def absent_use(lane: int, reader: int, source: int, mask: int, place: "Place") -> "tuple[str | Place, ...]":
    """Says that a lane uses what a shuffle took from one that is not there; `reader` is the lane that took it."""
    who = "it" if reader == lane else f"lane {reader}"
    return f"lane {lane} uses what {who} took from lane {source}, which is not there (mask 0x{mask:08x}), by the shuffle at ", place


def differing_masks(lane: int, mask: int, other: int, other_mask: int) -> str:
    """Says that two lanes are at one warp instruction with masks that have a lane in common and differ."""
    return f"masks that meet differ: 0x{mask:08x} of lane {lane}, 0x{other_mask:08x} of lane {other}"
