"""After `note_requirements` each kernel's signature says which launches it is right in: its indices are unique, its contract holds.

A function marked `#[witness]` takes an index for one that no other thread has. The `#[launch("…")]` of its index space says when that is so. The rest
is what `#[launch_contract(…)]` says.
"""

from __future__ import annotations

from dialect.reach import reached_functions, reached_shared
from kernelc.frontend.attributes import text
from kernelc.frontend.check.launch import launch_attributes
from kernelc.signature import Requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Function
    from kernelc.frontend import ast
    from kernelc.frontend.check.launch import LaunchAttributes
    from kernelc.frontend.ty import Ty

    from .instances import Instance, ModuleBuilder

DOMAINS = {1: "one-dimensional", 2: "two-dimensional"}


def note_requirements(builder: ModuleBuilder) -> None:
    """Gives every kernel its requirements, those of its contract first."""
    needs = {name: _shapes(instance) for name, instance in builder.by_symbol.items() if instance.fn.attribute("witness") is not None}
    for signature in builder.signatures:
        kernel = builder.module.functions.get(signature.symbol)
        if kernel is None:
            continue
        launch = launch_attributes(builder.program, builder.by_symbol[signature.symbol].fn)
        found = of_contract(launch)
        align_dynamic(builder, kernel, launch.alignment)
        if needs:
            found += [Requirement(shape) for f in reached_functions(builder.module, kernel) for shape in needs.get(f.name, ())]
        signature.requirements = tuple(dict.fromkeys(found))


def of_contract(launch: LaunchAttributes) -> list[Requirement]:
    """What a launch contract asks of launches."""
    found = [Requirement(DOMAINS[launch.domain])] if launch.domain in DOMAINS else []
    if launch.narrow:
        found.append(Requirement("narrow"))
    if launch.block:
        found.append(Requirement("block", launch.block))
    if launch.dynamic_shared is not None:
        found.append(Requirement("dynamic shared", (launch.dynamic_shared,)))
    return found


def align_dynamic(builder: ModuleBuilder, kernel: Function, alignment: int) -> None:
    """Dynamic shared memory begins at least as the contract of a kernel that uses it says."""
    for static in reached_shared(builder.module, kernel) if alignment > 1 else ():
        if static.is_dynamic:
            static.align = max(static.align, alignment)


def _shapes(instance: Instance) -> list[str]:
    """The launch shapes of the index spaces among the arguments."""
    return [text(a) for a in [_launch(arg) for arg in instance.args] if a is not None]


def _launch(ty: Ty) -> ast.Attribute | None:
    found: ast.Attribute | None = ty.data.attribute("launch") if ty.kind == "adt" else None
    return found
