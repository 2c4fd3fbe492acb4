"""The type rule of an op, written as `T:num T -> T`, and what follows from it: the result type, and the faults of operand types.

Atoms before the arrow, one per fixed operand: a type name (`bool`), a variable (`T`, with a class `T:int`), `ptr<T>`, `ptr`, `any`.
After the arrow: nothing, a type name, a variable, the name of an attribute that holds a type, `local<attribute>`,
or `?` (the op class says it in `infer_type`).
One parsed object per distinct text.
"""
from __future__ import annotations

from .types import SCALARS, VOID, Type, ptr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .op import Op

SAME, FIXED, ATTRIBUTE, POINTEE, LOCAL, NONE, OWN = range(7)
CLASSES: dict[str, tuple[str, ...]] = {
    "int": ("int", "uint"),
    "signed": ("int", "float"),
    "float": ("float",),
    "num": ("int", "uint", "float"),
    "bits": ("int", "uint", "bool"),
    "scalar": ("int", "uint", "float", "bool", "ptr"),
    "ptr": ("ptr",),
}


class Signature:
    """A parsed type rule; `how` and `index` (or `fixed`) tell how to infer the type of the result."""

    __slots__ = ("text", "operands", "how", "index", "fixed")

    def __init__(self, text: str, attributes: tuple[str, ...]) -> None:
        left, _, right = text.partition("->")
        self.text = text
        self.operands = [(atom.partition(":")[0], atom.partition(":")[2]) for atom in left.split()]
        self.index, self.fixed = 0, VOID
        self.how = self._plan(right.strip(), attributes)

    def _plan(self, right: str, attributes: tuple[str, ...]) -> int:
        names = [name for name, _ in self.operands]
        if not right:
            return NONE
        if right == "?":
            return OWN
        if right in SCALARS:
            self.fixed = SCALARS[right]
            return FIXED
        if right in names:
            self.index = names.index(right)
            return SAME
        if f"ptr<{right}>" in names:
            self.index = names.index(f"ptr<{right}>")
            return POINTEE
        if right.startswith("local<"):
            self.index = attributes.index(right[6:-1])
            return LOCAL
        self.index = attributes.index(right)
        return ATTRIBUTE

    def infer(self, op: Op) -> Type:
        """The type of the result; `void` for an op without one."""
        how = self.how
        if how == SAME:
            return op.operands[self.index].type
        if how == FIXED:
            return self.fixed
        if how == ATTRIBUTE:
            found: Type = op.attrs[self.index]
            return found
        if how == POINTEE:
            return op.operands[self.index].type.elem
        if how == LOCAL:
            return ptr(op.attrs[self.index], "local")
        if how == OWN:
            return op.infer_type()
        return VOID

    def faults(self, op: Op) -> list[str]:
        """Every way in which the operand types break the rule, in operand order."""
        bound: dict[str, Type] = {}
        out: list[str] = []
        for (name, kind), value in zip(self.operands, op.operands, strict=False):
            fault = self._fault(op.mnemonic, name, kind, value.type, bound)
            if fault:
                out.append(fault)
        return out

    def _fault(self, mnemonic: str, name: str, kind: str, got: Type, bound: dict[str, Type]) -> str:
        if got is VOID:
            return f"operand of {mnemonic} has no value"
        if name in SCALARS:
            return "" if got is SCALARS[name] else f"{mnemonic}: operand is {got}, expected {name}"
        if name == "any":
            return ""
        if name == "ptr" or name[:4] == "ptr<":
            if got.kind != "ptr":
                return f"{mnemonic}: operand is {got}, expected a pointer"
            if name == "ptr":
                return ""
            got, name = got.elem, name[4:-1]
        if kind and got.kind not in CLASSES[kind]:
            return f"{mnemonic}: operand is {got}, expected {kind}"
        want = bound.setdefault(name, got)
        return "" if want is got else f"{mnemonic}: operand is {got}, expected {want}"


_SIGNATURES: dict[tuple[str, tuple[str, ...]], Signature] = {}


def signature_of(text: str, attributes: tuple[str, ...]) -> Signature:
    """The parsed rule; `attributes` are the names of the op's attribute fields, in order."""
    key = (text, attributes)
    found = _SIGNATURES.get(key)
    return found if found is not None else _SIGNATURES.setdefault(key, Signature(text, attributes))
