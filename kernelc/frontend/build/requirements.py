"""After `note_requirements` each kernel's signature says which launches its indices are unique in.

A function marked `#[witness]` takes an index for one that no other thread has. The `#[launch("…")]` of its index space says when that is so.
"""

from __future__ import annotations

from dialect.reach import reached_functions
from kernelc.frontend.attributes import text
from kernelc.signature import LAUNCH_SHAPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend import ast
    from kernelc.frontend.ty import Ty

    from .instances import Instance, ModuleBuilder


def note_requirements(builder: ModuleBuilder) -> None:
    """Gives every kernel that reaches a witness its requirements."""
    needs = {name: _shapes(instance) for name, instance in builder.by_symbol.items() if instance.fn.attribute("witness") is not None}
    if not needs:
        return
    for signature in builder.signatures:
        kernel = builder.module.functions.get(signature.symbol)
        if kernel is not None:
            reached = [shape for f in reached_functions(builder.module, kernel) for shape in needs.get(f.name, ())]
            signature.requirements = tuple([LAUNCH_SHAPES[shape].sentence for shape in dict.fromkeys(reached)])


def _shapes(instance: Instance) -> list[str]:
    """The launch shapes of the index spaces among the arguments."""
    return [text(a) for a in [_launch(arg) for arg in instance.args] if a is not None]


def _launch(ty: Ty) -> ast.Attribute | None:
    found: ast.Attribute | None = ty.data.attribute("launch") if ty.kind == "adt" else None
    return found
