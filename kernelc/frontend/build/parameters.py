"""The parameters of a function are stored into slots of their variables; those of a kernel are described for the launcher on the way.

A kernel takes scalars as they are, pointers as global addresses, slices as pointer and length, structs and tuples of numbers by value.
"""

from __future__ import annotations

from dialect.types import U64, ptr
from kernelc.signature import KernelParameter, KernelSignature

from .calls import parameter_types, returns_by_pointer
from .describe import describe, payload
from .layout import AGGREGATE, FAT, SCALAR, ZERO, representation
from .operands import Address, Fat
from .patterns import match
from .reading import only_read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend import hir
    from kernelc.frontend.ty import Ty

    from .function import FunctionBuilder
    from .layout import Layouts, Shape


def parameters(b: FunctionBuilder) -> None:
    """The parameters of a device function, each stored into its slot; an aggregate lives where the caller put it."""
    entry = b.function.blocks[0]
    result = b.shape(b.body.result)
    if returns_by_pointer(result):
        b.result = entry.add_param(ptr(result.type, "generic"), "result")
    elif result.kind == SCALAR:
        b.function.result = result.type
    for variable, pattern in zip(b.body.params, b.body.patterns):
        b.at(variable.span)
        shape = b.shape(variable.ty)
        types = parameter_types(shape)
        if len(types) == 1 and shape.kind != SCALAR:
            b.slots[variable] = entry.add_param(types[0], variable.name)
        else:
            bind_parameter(b, variable, shape)
            values = [entry.add_param(t, name) for t, name in zip(types, (variable.name, f"{variable.name}.len"))]
            if values:
                b.store(values[0] if len(values) == 1 else Fat(values[0], values[1]), b.slots[variable])
        match_parameter(b, variable, pattern)


def bind_parameter(b: FunctionBuilder, variable: hir.Variable, shape: Shape) -> None:
    """The slot of a parameter."""
    b.slots[variable] = b.alloca(shape.type, variable.name)


def match_parameter(b: FunctionBuilder, variable: hir.Variable, pattern: hir.Pattern | None) -> None:
    """Binds the names in a parameter's pattern."""
    if pattern is not None:
        match(b, pattern, Address(b.slots[variable], variable.ty, path=(variable, ())), None)


def kernel_parameters(b: FunctionBuilder) -> KernelSignature:
    """The parameters of a kernel, and what its launcher must know of them. What a kernel cannot take is reported (K1111)."""
    described: list[KernelParameter] = []
    read = only_read(b.body)
    for variable, pattern in zip(b.body.params, b.body.patterns):
        ty = b.ty(variable.ty)
        b.at(variable.span)
        shape = b.module.layouts.shape(ty)
        bind_parameter(b, variable, shape)
        if shape.kind != ZERO:
            described.append(_kernel_parameter(b, variable, ty, shape, read))
        match_parameter(b, variable, pattern)
    return KernelSignature(b.instance.fn.name, b.instance.symbol, tuple(described))


def _kernel_parameter(b: FunctionBuilder, variable: hir.Variable, ty: Ty, shape: Shape, read: dict[hir.Variable, None]) -> KernelParameter:
    name, text = variable.name, str(ty)
    entry = b.function.blocks[0]
    if ty.kind == "adt" and ty.data.attribute("slice") is not None:
        return _slice_parameter(b, variable, ty, shape)
    pointed = _pointer_type(b.module.layouts, ty, shape)
    if pointed is not None:
        pointer_type = shape.type.fields[0] if shape.kind == FAT else shape.type
        target = pointer_type.elem
        param = entry.add_param(ptr(target, "global"), name)
        pointer = b.generic(param)
        value = Fat(pointer, entry.add_param(U64, f"{name}.len")) if shape.kind == FAT else pointer
        b.store(value, b.slots[variable])
        kind, inside = "slice" if shape.kind == FAT else "pointer", unwrapped(b.module.layouts, _element(pointed.args[0]))
        layout = describe(b.module.layouts, inside) if inside.kind in ("adt", "tuple", "array") else None
        mutable, optional = bool(pointed.data) or is_interior(b.module.layouts, pointed.args[0]), shape.is_nullable
        element = b.module.layouts.type(inside).name
        return KernelParameter(name, text, kind, element, target.size, target.align, mutable, optional, layout)
    t = shape.type
    if shape.kind == SCALAR and ty.kind != "adt":
        b.store(entry.add_param(t, name), b.slots[variable])
        return KernelParameter(name, text, "scalar", t.name, t.size, t.align, False)
    if not _is_plain_data(b.module.layouts, ty):
        help_text = "a kernel takes numbers, `bool`, `char`, pointers, slices, and structs, tuples, arrays and enums of numbers"
        b.module.diagnostics.error("K1111", variable.span, f"a kernel parameter of type `{ty}` is not supported yet", help=help_text)
    elif variable in read and shape.kind == AGGREGATE:
        b.slots[variable] = entry.add_param(ptr(t, "param"), name)
    else:
        b.copy(entry.add_param(ptr(t, "param"), name), b.slots[variable], ty)
    return KernelParameter(name, text, "value", t.name, t.size, t.align, False, layout=describe(b.module.layouts, ty))


def _slice_parameter(b: FunctionBuilder, variable: hir.Variable, ty: Ty, shape: Shape) -> KernelParameter:
    """A struct marked `#[slice]`: its first fields, a pointer and a length, are passed as those of a slice are; then the width of a row, if it has one."""
    entry, slot, layouts = b.function.blocks[0], b.slots[variable], b.module.layouts
    target = shape.type.fields[0].elem
    b.store(b.generic(entry.add_param(ptr(target, "global"), variable.name)), b.field(slot, 0))
    b.store(entry.add_param(U64, f"{variable.name}.len"), b.field(slot, 1))
    width = b.field(slot, 2)
    if width is not None:
        b.store(entry.add_param(width.type.elem, f"{variable.name}.row_width"), width)
    inside = unwrapped(layouts, layouts.fields(ty, 0)[0].args[0])
    layout = describe(layouts, inside) if inside.kind in ("adt", "tuple", "array") else None
    kind = "slice" if width is None else "rows"
    return KernelParameter(variable.name, str(ty), kind, layouts.type(inside).name, target.size, target.align, True, layout=layout)


def _pointer_type(layouts: Layouts, ty: Ty, shape: Shape) -> Ty | None:
    """The pointer type of a parameter that is a pointer, or an `Option` of one; None for others."""
    if shape.is_nullable:
        ty = payload(layouts, ty)
    return ty if ty.kind in ("ref", "ptr") and ty.args[0].kind != "str" else None


def _element(target: Ty) -> Ty:
    """The elements of a slice, else the type itself."""
    return target.args[0] if target.kind == "slice" else target


def unwrapped(layouts: Layouts, ty: Ty) -> Ty:
    """What a launcher sees of a type: of a transparent struct its field, of an `Option` of a number that is not zero the number."""
    while ty.kind == "adt":
        shape = layouts.shape(ty)
        if shape.is_nullable and shape.kind == AGGREGATE:
            ty = payload(layouts, ty)
        elif "transparent" in representation(ty.data):
            ty = next(f for f in layouts.fields(ty, 0) if layouts.type(f).size)
        else:
            break
    return ty


def is_interior(layouts: Layouts, ty: Ty) -> bool:
    """Whether a shared reference to the type lets it be written: `#[interior]` types, and what contains one."""
    if ty.kind == "adt":
        inside = [f for i in range(len(ty.data.variants)) for f in layouts.fields(ty, i)]
        return ty.data.attribute("interior") is not None or any(is_interior(layouts, f) for f in inside)
    return ty.kind in ("tuple", "array", "slice") and any(is_interior(layouts, a) for a in ty.args if a.kind != "const")


def _is_plain_data(layouts: Layouts, ty: Ty) -> bool:
    """Whether values of the type are numbers, and structs, tuples, arrays and enums of these."""
    if ty.kind == "adt":
        variants = range(len(ty.data.variants)) if ty.data.kind != "union" else ()
        return ty.data.kind != "union" and all(_is_plain_data(layouts, f) for i in variants for f in layouts.fields(ty, i))
    if ty.kind in ("tuple", "array"):
        return all(_is_plain_data(layouts, a) for a in ty.args if a.kind != "const")
    return ty.kind in ("int", "uint", "float", "bool", "char")
