"""How a MIR type lives in registers: every scalar type has one register class, and one set of PTX type suffixes.

| MIR type | register | held as |
|---|---|---|
| `bool` | `%p` `.pred` | a predicate; 0 or 1 in a byte of memory |
| `i8` `i16` `i32` | `%r` `.b32` | sign-extended to 32 bits, always |
| `u8` `u16` `u32` | `%r` `.b32` | zero-extended to 32 bits, always |
| `i64` `u64` `ptr` | `%rd` `.b64` | itself; a pointer is an address in its own space |
| `i128` `u128` | two of `%rd` | the lower and the upper half (`wide`) |
| `f16` `bf16` | `%h` `.b16` | its bits |
| `f32` / `f64` | `%f` `.f32` / `%fd` `.f64` | itself |

"Always" is the discipline for small integers: a rule whose result may leave the type's range ends with `normalise`.
"""
from __future__ import annotations

from ptx.lower.errors import LoweringError
from ptx.operands import FloatBits, Integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Loc, Number
    from dialect.types import Type
    from ptx.operands import Operand


class RegisterClass:
    """A class of registers: `prefix` of the names of nameless values, `declared` type, and the `move` that copies one."""

    __slots__ = ("declared", "move", "prefix")

    def __init__(self, prefix: str, declared: str) -> None:
        self.prefix, self.declared, self.move = prefix, declared, f"mov.{declared}"


PREDICATE = RegisterClass("%p", "pred")
HALF = RegisterClass("%h", "b16")
WORD = RegisterClass("%r", "b32")
LONG = RegisterClass("%rd", "b64")
SINGLE = RegisterClass("%f", "f32")
DOUBLE = RegisterClass("%fd", "f64")
CLASSES = (PREDICATE, HALF, WORD, LONG, SINGLE, DOUBLE)
"""All classes, in the order of their declarations in the output."""

_CLASS_OF = {
    "bool": PREDICATE, "i8": WORD, "i16": WORD, "i32": WORD, "u8": WORD, "u16": WORD, "u32": WORD, "i64": LONG, "u64": LONG,
    "f16": HALF, "bf16": HALF, "f32": SINGLE, "f64": DOUBLE,
}  # fmt: skip
_ARITHMETIC = {
    "i8": "s32", "i16": "s32", "i32": "s32", "u8": "u32", "u16": "u32", "u32": "u32", "i64": "s64", "u64": "u64",
    "f16": "f16", "bf16": "bf16", "f32": "f32", "f64": "f64",
}  # fmt: skip
_MEMORY = {
    "bool": "u8", "i8": "s8", "u8": "u8", "i16": "s16", "u16": "u16", "i32": "s32", "u32": "u32", "i64": "s64", "u64": "u64",
    "f16": "b16", "bf16": "b16", "f32": "f32", "f64": "f64",
}  # fmt: skip


def class_of(type: Type, loc: Loc | None = None) -> RegisterClass:
    """The register class of a scalar type. Raises `LoweringError` for 128-bit integers, which need two registers."""
    if type.kind == "ptr":
        return LONG
    found = _CLASS_OF.get(type.name)
    if found is None:
        raise LoweringError(f"a value of type `{type.name}` cannot be used here; split it into two 64-bit integers", loc)
    return found


def arithmetic(type: Type) -> str:
    """The type suffix of arithmetic: `s32` for every signed integer up to 32 bits, `u64` for pointers."""
    return "u64" if type.kind == "ptr" else _ARITHMETIC[type.name]


def memory(type: Type) -> str:
    """The type suffix of loads and stores: the value's own size."""
    return "u64" if type.kind == "ptr" else _MEMORY[type.name]


def bits(type: Type) -> str:
    """The untyped suffix of the register: `b16`, `b32` or `b64` (`pred` for bool)."""
    declared = class_of(type).declared
    return declared if declared == "pred" else "b" + declared[1:]


def immediate(type: Type, value: Number) -> Operand | None:
    """The constant as an operand; None where PTX has no such immediate (`bool` among operations on registers, 16-bit floats)."""
    if type.kind == "float":
        return FloatBits(type.bits, float_bits(type, value)) if type.bits >= 32 else None
    return None if type.kind == "bool" else Integer(int(value))


def float_bits(type: Type, value: Number) -> int:
    """The IEEE 754 encoding of a constant of a float type, of which `value` is exactly a member (a NaN is quiet, as Rust's)."""
    from struct import pack

    if type.name == "bf16":
        return int.from_bytes(pack("<f", value), "little") >> 16
    return int.from_bytes(pack(_FORMAT[type.name], value), "little")


_FORMAT = {"f16": "<e", "f32": "<f", "f64": "<d"}
