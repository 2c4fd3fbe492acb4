"""PTX of any origin as kernels: pointers take arrays, numbers take NumPy scalars of their width."""

from __future__ import annotations

from kernelc.runtime.artifact import Artifact
from kernelc.runtime.errors import KernelError
from kernelc.signature import KernelParameter, KernelSignature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.module import Function, Parameter

ELEMENTS = {
    "u8": "u8", "s8": "i8", "b8": "u8", "u16": "u16", "s16": "i16", "b16": "u16", "u32": "u32", "s32": "i32", "b32": "u32",
    "u64": "u64", "s64": "i64", "b64": "u64", "f16": "f16", "f32": "f32", "f64": "f64",
}  # fmt: skip
"""PTX type of a parameter → the scalar type it is checked as."""
SIZES = {"8": 1, "16": 2, "32": 4, "64": 8}


def load_ptx(path: str) -> Artifact:
    """The kernels of a PTX file. Raises KernelError where it cannot be read or is not PTX."""
    from ptx.parser import PtxSyntaxError, parse_module

    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        module = parse_module(text)
    except (OSError, UnicodeDecodeError) as problem:
        raise KernelError(f"cannot read {path}: {problem}") from None
    except PtxSyntaxError as problem:
        raise KernelError(f"{path}: {problem}") from None
    return Artifact(text, [signature(entry) for entry in module.entries()], [], {})


def signature(entry: Function) -> KernelSignature:
    """A kernel's signature: 64-bit words may be arrays or numbers, structs are bytes."""
    return KernelSignature(entry.name, entry.name, tuple([parameter(p) for p in entry.parameters]))


def parameter(p: Parameter) -> KernelParameter:
    """A parameter of foreign PTX, by its PTX type."""
    if p.dimensions:
        size = 1
        for extent in p.dimensions:
            size *= extent or 0
        return KernelParameter(p.name, f".{p.type}[{size}]", "bytes", "", size, p.align or 1, False)
    element = ELEMENTS.get(p.type, "u64")
    size = SIZES.get(p.type[1:], 8)
    kind = "word" if size == 8 and element != "f64" else "scalar"
    return KernelParameter(p.name, f".{p.type}", kind, element, size, size, True)
