"""What a kernel may look like: no result, no `self`, parameters that the host can pass."""

from __future__ import annotations

from .. import ast
from ..defs import Def, FnDef
from ..ty import ERROR, NEVER, UNIT, Ty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..program import Program


def check_kernel(program: Program, fn: FnDef) -> None:
    """Reports everything about a kernel's signature that no launch could satisfy."""
    signature = program.signature_of(fn)
    node: ast.Fn = fn.node
    report = program.diagnostics.error
    if signature.result is not UNIT and signature.result is not ERROR and node.result is not None:
        message = f"kernel `{fn.name}` returns a value"
        what = "a kernel never returns" if signature.result is NEVER else "a kernel has no caller that could take it"
        report("K1110", node.result.span, message, label=what, help="write the result through a `&mut [T]` parameter")
    if signature.has_self:
        report("K1117", fn.span, f"kernel `{fn.name}` is a method", label="kernels are free functions")
    if is_local(fn):
        report("K1117", fn.span, f"kernel `{fn.name}` stands inside a function", label="no host could find it", help="move it out of the function")
    if fn.attribute("device") is not None:
        report("K1117", fn.span, f"`{fn.name}` is marked both `#[kernel]` and `#[device]`", label="choose one")
    for qualifier in node.qualifiers:
        if qualifier in ("const", "async"):
            report("K1117", fn.span, f"kernel `{fn.name}` is `{qualifier} fn`", label=f"a kernel cannot be `{qualifier}`")
    for written, ty in zip(node.params, signature.params, strict=False):
        reason = unsupported(program, ty)
        if reason and written.type is not None:
            report("K1111", written.type.span, f"type `{ty}` is not supported as a kernel parameter", label=reason)


def is_local(fn: FnDef) -> bool:
    """Whether a function is an item of a block, or of a module in one."""
    module: Def | None = fn.module
    while module is not None:
        if "locals" in module.state:
            return True
        module = module.parent
    return False


def unsupported(program: Program, ty: Ty) -> str:
    """Why a type cannot be a kernel parameter; empty when it can."""
    kind = ty.kind
    if kind in ("int", "uint", "float", "bool", "char", "error", "param", "projection", "tuple", "array", "adt"):
        return ""
    if kind in ("ref", "ptr"):
        target = ty.target
        if target.kind == "str":
            return "strings are not in the kernel language"
        if kind == "ptr" and target.kind == "slice":
            return "a raw slice pointer has no counterpart on the host: use `&[T]` or `*const T`"
        inner = target.target if target.kind in ("slice", "array") else target
        if inner.kind in ("ref", "ptr"):
            return "the host has no pointers to device pointers: pass one flat slice"
        if inner.kind == "slice":
            return "slices of slices: pass one flat slice and the row length"
        return ""
    return {
        "never": "no value has this type",
        "slice": "slices are passed by reference: `&[T]` or `&mut [T]`",
        "str": "strings are not in the kernel language",
        "fn": "functions cannot be passed from the host",
    }.get(kind, "the host cannot pass it")
