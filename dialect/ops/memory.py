"""Slots, loads, stores and addresses."""
from __future__ import annotations

from ..op import DIVERGENT, PURE, READS, VOLATILE, WRITES, Op, Value
from ..types import VOID, Type, ptr, with_space

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..op import Word


def _not_scalar(type: Type) -> str:
    return "" if type.is_scalar else f"{type} is no scalar"


class Alloca(Op):
    """A slot of this thread that holds one object of type `ty`; only the entry block has them."""

    mnemonic, syntax, types = "mir.alloca", "$ty", "-> local<ty>"
    ty: Type
    entry_only = True

    def check(self) -> str:
        """A slot holds an object."""
        return "a slot holds no void" if self.attrs[0] is VOID else ""


class Load(Op):
    """Reads a scalar."""

    mnemonic, syntax, types, flags = "mir.load", "$pointer", "ptr<T> -> T", READS
    pointer: Value

    def check(self) -> str:
        """Aggregates are read leaf by leaf."""
        return _not_scalar(self.operands[0].type.elem)


class Store(Op):
    """Writes the scalar `value`."""

    mnemonic, syntax, types, flags = "mir.store", "$value, $pointer", "T:scalar ptr<T> ->", WRITES
    value: Value
    pointer: Value


class VolatileLoad(Op):
    """Reads a scalar, exactly once and in order."""

    mnemonic, syntax, types, flags = "mir.load_volatile", "$pointer", "ptr<T> -> T", READS | VOLATILE | DIVERGENT
    pointer: Value

    def check(self) -> str:
        """Aggregates are read leaf by leaf."""
        return _not_scalar(self.operands[0].type.elem)


class VolatileStore(Op):
    """Writes the scalar `value`, exactly once and in order."""

    mnemonic, syntax, types, flags = "mir.store_volatile", "$value, $pointer", "T:scalar ptr<T> ->", WRITES | VOLATILE
    value: Value
    pointer: Value


class Offset(Op):
    """`base` moved by `index` elements; the byte offset wraps in 64 bits, the index extends by its own sign."""

    mnemonic, syntax, types, flags = "mir.offset", "$base, $index", "P:ptr I:int -> P", PURE
    base: Value
    index: Value


class Field(Op):
    """The address of field number `index` of the tuple at `base`."""

    mnemonic, syntax, types, flags = "mir.field", "$base, $index", "P:ptr -> ?", PURE
    base: Value
    index: int

    def check(self) -> str:
        """The base points to a tuple that has the field."""
        elem, index = self.operands[0].type.elem, self.attrs[0]
        if elem.kind != "tuple":
            return f"{elem} has no fields"
        return "" if 0 <= index < len(elem.fields) else f"{elem} has no field {index}"

    def infer_type(self) -> Type:
        """A pointer to the field, in the space of the base."""
        base = self.operands[0].type
        return ptr(base.elem.fields[self.attrs[0]], base.space)


class Element(Op):
    """The address of element `index` of the array at `base`."""

    mnemonic, syntax, types, flags = "mir.element", "$base, $index", "P:ptr I:int -> ?", PURE
    base: Value
    index: Value

    def check(self) -> str:
        """The base points to an array."""
        elem = self.operands[0].type.elem
        return "" if elem.kind == "array" else f"{elem} has no elements"

    def infer_type(self) -> Type:
        """A pointer to the element, in the space of the base."""
        base = self.operands[0].type
        return ptr(base.elem.elem, base.space)


class PointerCast(Op):
    """The same address as a pointer to `ty`, in the same space."""

    mnemonic, syntax, types, flags = "mir.pointer_cast", "$pointer to $ty", "P:ptr -> ?", PURE
    pointer: Value
    ty: Type

    def infer_type(self) -> Type:
        """A pointer to `ty` in the space of the operand."""
        return ptr(self.attrs[0], self.operands[0].type.space)


class ToGeneric(Op):
    """The generic address of a pointer into any space."""

    mnemonic, syntax, types, flags = "mir.to_generic", "$pointer", "P:ptr -> ?", PURE
    pointer: Value

    def check(self) -> str:
        """Parameter space has no generic addresses."""
        return "a param pointer has no generic address" if self.operands[0].type.space == "param" else ""

    def infer_type(self) -> Type:
        """The same pointer type in the generic space."""
        return with_space(self.operands[0].type, "generic")


class FromGeneric(Op):
    """A generic pointer known to lie in `space`; elsewhere its value is not defined."""

    mnemonic, syntax, types, flags = "mir.from_generic", "$pointer to $space", "P:ptr -> ?", PURE
    pointer: Value
    space: Word
    choices = {"space": ("global", "shared", "local", "const")}

    def check(self) -> str:
        """Only a generic pointer may lie in any space."""
        space = self.operands[0].type.space
        return "" if space == "generic" else f"the pointer is {space}, expected generic"

    def infer_type(self) -> Type:
        """The same pointer type in `space`."""
        return with_space(self.operands[0].type, self.attrs[0])


class StaticAddress(Op):
    """The address of the module's static `symbol`, which has type `ty` and lies in `space`."""

    mnemonic, syntax, types, flags = "mir.static", "@ $symbol : $ty in $space", "-> ?", PURE
    symbol: Word
    ty: Type
    space: Word
    choices = {"space": ("global", "const", "shared")}

    def infer_type(self) -> Type:
        """A pointer to the static."""
        return ptr(self.attrs[1], self.attrs[2])
