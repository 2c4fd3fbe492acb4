"""Shared memory: after `check_shared` every kernel's shared arrays fit into what a block may have; one that has too much is reported with its total (K1112)."""

from __future__ import annotations

from dialect.reach import end_of, reached_shared
from kernelc.frontend.attributes import words

from .layout import Unsupported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.ty import Ty

    from .instances import ModuleBuilder


def space_of(ty: Ty) -> tuple[str, int] | None:
    """The address space in which statics of this type lie, and their least alignment: what `#[space("…", PARAMETER)]` of the type says."""
    attribute = ty.data.attribute("space") if ty.kind == "adt" else None
    if attribute is None:
        return None
    space, *parameters = words(attribute)
    if not parameters:
        return space.strip('"'), 1
    (parameter,) = parameters
    names = [each.name.name for each in ty.data.node.generics.params]
    align = max(1, int(ty.args[names.index(parameter)].data))
    if align & (align - 1):
        raise Unsupported(f"the alignment {align} of `{ty}` is no power of two")
    return space.strip('"'), align


def check_shared(builder: ModuleBuilder, arch: str) -> None:
    """Adds up the shared arrays that each kernel reaches, and compares with the target's limit (of any target where none is asked for)."""
    if not any([static.space == "shared" for static in builder.module.statics.values()]):
        return
    from ptx.lower.targets import LARGEST_SHARED, SHARED_LIMITS

    limit = SHARED_LIMITS.get(arch, LARGEST_SHARED)
    for function in builder.module.functions.values():
        if function.kind != "kernel":
            continue
        arrays = reached_shared(builder.module, function)
        total = end_of(arrays)
        if total > limit:
            where = f"a block of `{arch}`" if arch else "a block"
            builder.diagnostics.error(
                "K1112",
                builder.by_symbol[function.name].fn.span,
                f"the kernel `{function.name}` uses {total} bytes of shared memory, but {where} may have {limit}",
                label=f"{total - limit} bytes too many",
                notes=[f"`{array.name}` has {array.type.size} bytes" for array in arrays],
            )
