"""Atomic accesses: no other thread of `scope` comes between reading and writing. They are of global and shared memory.

The relaxed ones order nothing else: what a pass knows of other places stays known. The ordered ones do (`$ordering`), as in Rust.
"""
from __future__ import annotations

from ..op import DIVERGENT, ORDERS, READS, WRITES, Op, Value
from .gpu import SCOPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..op import Word
    from ..types import Type

UPDATE = READS | WRITES | DIVERGENT
_INTEGERS = ("i32", "u32", "i64", "u64")
_WORDS = (*_INTEGERS, "f32", "f64")
_PLACES = (*_WORDS, "f16", "bf16")
OPERATIONS = {
    "add": (*_WORDS, "f16", "bf16"), "sub": (*_WORDS, "f16", "bf16"), "min": _INTEGERS, "max": _INTEGERS, "and": _INTEGERS, "or": _INTEGERS,
    "xor": _INTEGERS, "exchange": _WORDS,
}  # fmt: skip
"""The operations of an update, with the types that have them."""
UPDATE_ORDERINGS = ("acquire", "release", "acq_rel", "seq_cst")


def _fault(pointer: Type, types: tuple[str, ...]) -> str:
    """What is wrong with an atomic access of this kind through the pointer."""
    if pointer.space not in ("generic", "global", "shared"):
        return f"there are no atomics in {pointer.space} memory"
    return "" if pointer.elem.name in types else f"there is no such atomic of {pointer.elem}"


class AtomicUpdate(Op):
    """Puts the content and `value` together by `operation` (exchange: takes `value`), writes that, and gives the content from before."""

    mnemonic, syntax, types, flags = "gpu.atomic", "$operation $scope $pointer, $value", "ptr<T> T -> T", UPDATE
    pointer: Value
    value: Value
    operation: Word
    scope: Word
    choices = {"operation": tuple(OPERATIONS), "scope": SCOPES}

    def check(self) -> str:
        """The type has the operation."""
        return _fault(self.operands[0].type, OPERATIONS[self.attrs[0]])


class OrderedAtomicUpdate(Op):
    """`gpu.atomic` that orders other accesses too."""

    mnemonic, syntax, types = "gpu.atomic_ordered", "$operation $ordering $scope $pointer, $value", "ptr<T> T -> T"
    flags = UPDATE | ORDERS
    pointer: Value
    value: Value
    operation: Word
    scope: Word
    ordering: Word
    choices = {"operation": tuple(OPERATIONS), "scope": SCOPES, "ordering": UPDATE_ORDERINGS}

    def check(self) -> str:
        """The type has the operation."""
        return _fault(self.operands[0].type, OPERATIONS[self.attrs[0]])


class AtomicAddHalves(Op):
    """Adds the two 16-bit floats of `value` to those of the content, each for itself, and gives the content from before."""

    mnemonic, syntax, types, flags = "gpu.atomic_add_halves", "$format $scope $pointer, $value", "ptr<T> T -> T", UPDATE
    pointer: Value
    value: Value
    format: Word
    scope: Word
    choices = {"format": ("f16", "bf16"), "scope": SCOPES}

    def check(self) -> str:
        """Two halves are a word."""
        return _fault(self.operands[0].type, ("u32",))


class CompareExchange(Op):
    """Writes `new` where the content has the bits of `current`, and gives the content from before."""

    mnemonic, syntax, types, flags = "gpu.compare_exchange", "$scope $pointer, $current, $new", "ptr<T> T T -> T", UPDATE
    pointer: Value
    current: Value
    new: Value
    scope: Word
    choices = {"scope": SCOPES}

    def check(self) -> str:
        """One or two registers, or half of one."""
        return _fault(self.operands[0].type, _PLACES)


class OrderedCompareExchange(Op):
    """`gpu.compare_exchange` that orders other accesses too."""

    mnemonic, syntax, types = "gpu.compare_exchange_ordered", "$ordering $scope $pointer, $current, $new", "ptr<T> T T -> T"
    flags = UPDATE | ORDERS
    pointer: Value
    current: Value
    new: Value
    scope: Word
    ordering: Word
    choices = {"scope": SCOPES, "ordering": UPDATE_ORDERINGS}

    def check(self) -> str:
        """One or two registers, or half of one."""
        return _fault(self.operands[0].type, _PLACES)


class AtomicLoad(Op):
    """Reads a number that other threads may write meanwhile."""

    mnemonic, syntax, types, flags = "gpu.atomic_load", "$scope $pointer", "ptr<T> -> T", READS | DIVERGENT
    pointer: Value
    scope: Word
    choices = {"scope": SCOPES}

    def check(self) -> str:
        """One or two registers, or half of one."""
        return _fault(self.operands[0].type, _PLACES)


class OrderedAtomicLoad(Op):
    """`gpu.atomic_load` that orders other accesses too."""

    mnemonic, syntax, types = "gpu.atomic_load_ordered", "$ordering $scope $pointer", "ptr<T> -> T"
    flags = READS | DIVERGENT | ORDERS
    pointer: Value
    scope: Word
    ordering: Word
    choices = {"scope": SCOPES, "ordering": ("acquire", "seq_cst")}

    def check(self) -> str:
        """One or two registers, or half of one."""
        return _fault(self.operands[0].type, _PLACES)


class AtomicStore(Op):
    """Writes a number that other threads may read meanwhile."""

    mnemonic, syntax, types, flags = "gpu.atomic_store", "$scope $pointer, $value", "ptr<T> T ->", WRITES
    pointer: Value
    value: Value
    scope: Word
    choices = {"scope": SCOPES}

    def check(self) -> str:
        """One or two registers, or half of one."""
        return _fault(self.operands[0].type, _PLACES)


class OrderedAtomicStore(Op):
    """`gpu.atomic_store` that orders other accesses too."""

    mnemonic, syntax, types = "gpu.atomic_store_ordered", "$ordering $scope $pointer, $value", "ptr<T> T ->"
    flags = WRITES | ORDERS
    pointer: Value
    value: Value
    scope: Word
    ordering: Word
    choices = {"scope": SCOPES, "ordering": ("release", "seq_cst")}

    def check(self) -> str:
        """One or two registers, or half of one."""
        return _fault(self.operands[0].type, _PLACES)


class AcquireReleaseFence(Op):
    """Orders this thread's memory accesses for observers in `scope` as acquiring and releasing do; `gpu.fence` is sequentially consistent."""

    mnemonic, syntax, types, flags = "gpu.fence_acq_rel", "$scope", "->", READS | WRITES | ORDERS
    scope: Word
    choices = {"scope": SCOPES}


ORDERED: dict[type[Op], type[Op]] = {
    AtomicUpdate: OrderedAtomicUpdate,
    CompareExchange: OrderedCompareExchange,
    AtomicLoad: OrderedAtomicLoad,
    AtomicStore: OrderedAtomicStore,
}
"""Each relaxed access, and the one with an ordering."""
ATOMICS = (*ORDERED, *ORDERED.values(), AtomicAddHalves)
"""All accesses; the first operand is the address."""
