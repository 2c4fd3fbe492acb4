"""Shared memory: after `check_shared` every kernel's shared arrays fit into what a block may have; one that has too much is reported with its total (K1112)."""

from __future__ import annotations

from dialect.ops import Call, StaticAddress
from kernelc.frontend.attributes import words

from .layout import Unsupported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Function, Module, Static
    from kernelc.frontend.ty import Ty

    from .instances import ModuleBuilder

STATIC_LIMIT = 48 * 1024
"""Bytes of shared memory that a kernel may declare (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability")."""


def space_of(ty: Ty) -> tuple[str, int] | None:
    """The address space in which statics of this type lie, and their least alignment: what `#[space("…", PARAMETER)]` of the type says."""
    attribute = ty.data.attribute("space") if ty.kind == "adt" else None
    if attribute is None:
        return None
    space, parameter = words(attribute)
    names = [each.name.name for each in ty.data.node.generics.params]
    align = max(1, int(ty.args[names.index(parameter)].data))
    if align & (align - 1):
        raise Unsupported(f"the alignment {align} of `{ty}` is no power of two")
    return space.strip('"'), align


def check_shared(builder: ModuleBuilder) -> None:
    """Adds up the shared arrays that each kernel reaches."""
    if not any([static.space == "shared" for static in builder.module.statics.values()]):
        return
    for function in builder.module.functions.values():
        if function.kind != "kernel":
            continue
        arrays = reached_arrays(builder.module, function)
        total = total_size(arrays)
        if total > STATIC_LIMIT:
            notes = [f"`{array.name}` has {array.type.size} bytes" for array in arrays]
            builder.diagnostics.error(
                "K1112",
                builder.by_symbol[function.name].fn.span,
                f"the kernel `{function.name}` uses {total} bytes of shared memory, but a block may have {STATIC_LIMIT}",
                label=f"{total - STATIC_LIMIT} bytes too many",
                notes=notes,
            )


def reached_arrays(module: Module, kernel: Function) -> list[Static]:
    """The shared statics that a kernel, or a function it may call, names; in the module's order."""
    arrays: dict[str, None] = {}
    for function in reached_functions(module, kernel):
        for block in function.blocks:
            arrays.update(dict.fromkeys([op.symbol for op in block.ops if isinstance(op, StaticAddress) and op.space == "shared"]))
    return [static for name, static in module.statics.items() if name in arrays]


def reached_functions(module: Module, kernel: Function) -> list[Function]:
    """A kernel and the functions that it may call, in the order in which they are met."""
    found, done = {kernel.name: kernel}, 0
    while done < len(found):
        for block in list(found.values())[done].blocks:
            for op in block.ops:
                if isinstance(op, Call) and op.callee in module.functions:
                    found[op.callee] = module.functions[op.callee]
        done += 1
    return list(found.values())


def total_size(arrays: list[Static]) -> int:
    """The bytes of the arrays one after the other, each at a multiple of its alignment."""
    at = 0
    for array in arrays:
        at = -(-at // array.align) * array.align + array.type.size
    return at
