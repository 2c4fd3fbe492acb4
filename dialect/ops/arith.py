"""Pure ops on scalars. Integers wrap; floats round to nearest even and keep subnormals."""
from __future__ import annotations

from .. import scalar
from ..op import COMMUTES, PURE, Op, Value
from ..types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..op import Number, Word


class Const(Op):
    """A constant of type `ty`."""

    mnemonic, syntax, types, flags = "mir.const", "$value : $ty", "-> ty", PURE
    value: Number
    ty: Type

    def check(self) -> str:
        """The value must be one of its type."""
        value, ty = self.attrs
        return "" if scalar.fits(ty, value) else f"{value!r} is no value of type {ty}"


class Undef(Op):
    """A value that must not matter: branching on it, addressing with it, or letting it reach shared or global memory is an error."""

    mnemonic, syntax, types, flags = "mir.undef", "$ty", "-> ty", PURE
    ty: Type

    def check(self) -> str:
        """Values are scalars."""
        return "" if self.attrs[0].is_scalar else f"a value has no type {self.attrs[0]}"


class Add(Op):
    """Wrapping integer addition, or float addition rounded to nearest even."""

    mnemonic, syntax, types, flags = "mir.add", "$lhs, $rhs", "T:num T -> T", PURE | COMMUTES
    lhs: Value
    rhs: Value
    evaluate = scalar.add


class Sub(Op):
    """Wrapping integer subtraction, or float subtraction rounded to nearest even."""

    mnemonic, syntax, types, flags = "mir.sub", "$lhs, $rhs", "T:num T -> T", PURE
    lhs: Value
    rhs: Value
    evaluate = scalar.sub


class Mul(Op):
    """Wrapping integer multiplication, or float multiplication rounded to nearest even."""

    mnemonic, syntax, types, flags = "mir.mul", "$lhs, $rhs", "T:num T -> T", PURE | COMMUTES
    lhs: Value
    rhs: Value
    evaluate = scalar.mul


class MulHigh(Op):
    """The upper half of the double-width integer product."""

    mnemonic, syntax, types, flags = "mir.mul_high", "$lhs, $rhs", "T:int T -> T", PURE | COMMUTES
    lhs: Value
    rhs: Value
    evaluate = scalar.mul_high


class Div(Op):
    """Integer division towards zero, or float division rounded to nearest even.

    Integer division by zero, and MIN / -1, give no defined value: the front end checks before.
    """

    mnemonic, syntax, types, flags = "mir.div", "$lhs, $rhs", "T:num T -> T", PURE
    lhs: Value
    rhs: Value
    evaluate = scalar.div


class Rem(Op):
    """The remainder of `mir.div`, with the sign of the dividend; for floats C's exact `fmod`."""

    mnemonic, syntax, types, flags = "mir.rem", "$lhs, $rhs", "T:num T -> T", PURE
    lhs: Value
    rhs: Value
    evaluate = scalar.rem


class And(Op):
    """Bitwise and."""

    mnemonic, syntax, types, flags = "mir.and", "$lhs, $rhs", "T:bits T -> T", PURE | COMMUTES
    lhs: Value
    rhs: Value
    evaluate = scalar.and_


class Or(Op):
    """Bitwise or."""

    mnemonic, syntax, types, flags = "mir.or", "$lhs, $rhs", "T:bits T -> T", PURE | COMMUTES
    lhs: Value
    rhs: Value
    evaluate = scalar.or_


class Xor(Op):
    """Bitwise exclusive or."""

    mnemonic, syntax, types, flags = "mir.xor", "$lhs, $rhs", "T:bits T -> T", PURE | COMMUTES
    lhs: Value
    rhs: Value
    evaluate = scalar.xor


class Not(Op):
    """Every bit flipped; for `bool` logical not."""

    mnemonic, syntax, types, flags = "mir.not", "$value", "T:bits -> T", PURE
    value: Value
    evaluate = scalar.not_


class Shl(Op):
    """Shift left; the amount (of any integer type) is taken modulo the width."""

    mnemonic, syntax, types, flags = "mir.shl", "$lhs, $rhs", "T:int S:int -> T", PURE
    lhs: Value
    rhs: Value
    evaluate = scalar.shl


class Shr(Op):
    """Shift right, arithmetic for signed types; the amount (of any integer type) is taken modulo the width."""

    mnemonic, syntax, types, flags = "mir.shr", "$lhs, $rhs", "T:int S:int -> T", PURE
    lhs: Value
    rhs: Value
    evaluate = scalar.shr


class Neg(Op):
    """Negation: wrapping for integers, the sign bit flipped for floats."""

    mnemonic, syntax, types, flags = "mir.neg", "$value", "T:num -> T", PURE
    value: Value
    evaluate = scalar.neg


class Abs(Op):
    """The magnitude: wrapping for integers (MIN stays MIN), the sign bit cleared for floats."""

    mnemonic, syntax, types, flags = "mir.abs", "$value", "T:signed -> T", PURE
    value: Value
    evaluate = scalar.abs_


class Min(Op):
    """The smaller value. Floats: a NaN operand yields the other one, and -0 counts as smaller than +0."""

    mnemonic, syntax, types, flags = "mir.min", "$lhs, $rhs", "T:num T -> T", PURE | COMMUTES
    lhs: Value
    rhs: Value
    evaluate = scalar.min_


class Max(Op):
    """The greater value. Floats: a NaN operand yields the other one, and -0 counts as smaller than +0."""

    mnemonic, syntax, types, flags = "mir.max", "$lhs, $rhs", "T:num T -> T", PURE | COMMUTES
    lhs: Value
    rhs: Value
    evaluate = scalar.max_


class Fma(Op):
    """`a * b + c`, rounded once to nearest even."""

    mnemonic, syntax, types, flags = "mir.fma", "$a, $b, $c", "T:float T T -> T", PURE
    a: Value
    b: Value
    c: Value
    evaluate = scalar.fma


class Sqrt(Op):
    """The square root, rounded to nearest even."""

    mnemonic, syntax, types, flags = "mir.sqrt", "$value", "T:float -> T", PURE
    value: Value
    evaluate = scalar.sqrt


class Round(Op):
    """The integral float chosen by `mode`: floor, ceil, trunc, or even (to nearest, ties to even)."""

    mnemonic, syntax, types, flags = "mir.round", "$mode $value", "T:float -> T", PURE
    value: Value
    mode: Word
    choices = {"mode": scalar.ROUND_MODES}
    evaluate = scalar.round_


class CopySign(Op):
    """The magnitude of the first operand with the sign of the second."""

    mnemonic, syntax, types, flags = "mir.copysign", "$magnitude, $sign", "T:float T -> T", PURE
    magnitude: Value
    sign: Value
    evaluate = scalar.copysign


class LeadingZeros(Op):
    """How many zero bits stand above the highest one (the width for zero)."""

    mnemonic, syntax, types, flags = "mir.leading_zeros", "$value", "T:int -> u32", PURE
    value: Value
    evaluate = scalar.leading_zeros


class PopCount(Op):
    """How many bits are one."""

    mnemonic, syntax, types, flags = "mir.pop_count", "$value", "T:int -> u32", PURE
    value: Value
    evaluate = scalar.pop_count


class ReverseBits(Op):
    """The bits in reverse order."""

    mnemonic, syntax, types, flags = "mir.reverse_bits", "$value", "T:int -> T", PURE
    value: Value
    evaluate = scalar.reverse_bits


class Compare(Op):
    """Compares two values: eq, ne, lt, le, gt, ge. With a NaN all but `ne` are false; `false < true`; pointers by generic address."""

    mnemonic, syntax, types, flags = "mir.cmp", "$predicate $lhs, $rhs", "T:scalar T -> bool", PURE
    lhs: Value
    rhs: Value
    predicate: Word
    choices = {"predicate": tuple(scalar.PREDICATES)}
    evaluate = scalar.compare


class Select(Op):
    """`then` if `cond` holds, else `other`; both are computed."""

    mnemonic, syntax, types, flags = "mir.select", "$cond, $then, $other", "bool T T -> T", PURE
    cond: Value
    then: Value
    other: Value
    evaluate = scalar.select


class Cast(Op):
    """Converts a number or `bool` to the numeric type `ty` as Rust's `as` does.

    Integers wrap or extend by their own sign, floats round to nearest even, float to integer saturates and NaN gives 0.
    """

    mnemonic, syntax, types, flags = "mir.cast", "$value to $ty", "V:scalar -> ty", PURE
    value: Value
    ty: Type
    evaluate = scalar.cast

    def check(self) -> str:
        """From what is no pointer to a number."""
        source, target = self.operands[0].type, self.attrs[0]
        legal = source.kind != "ptr" and target.kind in ("int", "uint", "float")
        return "" if legal else f"{source} cannot be cast to {target}"


class Bitcast(Op):
    """The same bits as another scalar type of the same width (pointers are generic 64-bit addresses)."""

    mnemonic, syntax, types, flags = "mir.bitcast", "$value to $ty", "V:scalar -> ty", PURE
    value: Value
    ty: Type
    evaluate = scalar.bitcast

    def check(self) -> str:
        """Equal widths; of pointers those whose address is the generic one."""
        source, target = self.operands[0].type, self.attrs[0]
        if source.bits != target.bits:
            return f"{source} and {target} differ in width"
        other = [t for t in (source, target) if t.kind == "ptr" and t.space not in ("generic", "global")]
        return f"the address of {other[0]} is not generic" if other else ""
