"""PTX of any origin as kernels: pointers take arrays, numbers take NumPy scalars of their width."""

from __future__ import annotations

from kernelc.runtime.artifact import Artifact, from_bytes
from kernelc.runtime.errors import KernelError
from kernelc.runtime.objects import stored
from kernelc.signature import KernelParameter, KernelSignature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.module import Function, Parameter

ELEMENTS = {
    "u8": "u8", "s8": "i8", "b8": "u8", "u16": "u16", "s16": "i16", "b16": "u16", "u32": "u32", "s32": "i32", "b32": "u32",
    "u64": "u64", "s64": "i64", "b64": "u64", "f16": "f16", "f32": "f32", "f64": "f64",
}  # fmt: skip
"""PTX type of a parameter → the scalar type it is checked as."""


def artifact_of(path: str, text: str) -> Artifact:
    """The kernels of a PTX text, kept or read now. Raises KernelError where it is not PTX, or has a parameter that nothing can be passed for."""
    kept = from_bytes(stored(f"kernels of\n{text}", lambda: read(path, text).to_bytes("")), "")
    return kept if kept is not None else read(path, text)


def read(path: str, text: str) -> Artifact:
    """The kernels of a PTX text. Raises KernelError."""
    from ptx.parser import PtxSyntaxError, parse_module

    try:
        module = parse_module(text)
    except PtxSyntaxError as problem:
        raise KernelError(f"{path}:{problem.line}: {problem.reason}: `{problem.text}`", path, problem.line) from None
    return Artifact(text, [signature(path, entry) for entry in module.entries()], [], {})


def signature(path: str, entry: Function) -> KernelSignature:
    """A kernel's signature: 64-bit words may be arrays or numbers, structs are bytes."""
    return KernelSignature(entry.name, entry.name, tuple([parameter(path, entry, p) for p in entry.parameters]))


def parameter(path: str, entry: Function, p: Parameter) -> KernelParameter:
    """A parameter of foreign PTX, by its PTX type."""
    size = int(p.type[1:]) // 8 * p.vector if p.type[1:].isdigit() else 0
    for extent in p.dimensions:
        size *= extent or 0
    if p.dimensions and size:
        return KernelParameter(p.name, f".{p.type}[{size}]", "bytes", "", size, p.align or 1, False)
    element = ELEMENTS.get(p.type)
    if element is None or p.dimensions or p.vector != 1:
        raise KernelError(f"{path}:{p.line}: parameter `{p.name}` of `{entry.name}`: .{p.type} is not supported", path, p.line)
    if size == 8 and element != "f64":
        return KernelParameter(p.name, f".{p.type}", "word", element, size, p.pointer_align or 1, True)
    return KernelParameter(p.name, f".{p.type}", "number", element, size, size, True)
