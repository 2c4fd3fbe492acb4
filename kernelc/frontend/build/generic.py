"""After `check_generic` the body of a generic function obeys the rules of moves and initialisation for every argument that its bounds allow.

The body is lowered once with its own parameters as arguments: a type parameter is an opaque value whose traits are those of the bounds, a const parameter
some number. The MIR is thrown away; what counts are the events for `flow`. So an error shows at the function, once, with or without instances.
"""

from __future__ import annotations

from dialect.types import U8, tuple_of
from kernelc.frontend.infer import InferTable
from kernelc.frontend.lang import COPY
from kernelc.frontend.select import YES, Selector
from kernelc.frontend.ty import const_value, substitute

from .consteval import Evaluated
from .flow import check_flow
from .function import FunctionBuilder
from .instances import Instance, ModuleBuilder, lower_body
from .layout import AGGREGATE, Layouts, Shape, Unsupported
from .operands import InternalError
from .parameters import parameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.defs import ConstDef, FnDef, StaticDef
    from kernelc.frontend.program import Program
    from kernelc.frontend.source import Span
    from kernelc.frontend.ty import Ty

SOME_NUMBER = 4
"""What stands for the value of a const parameter."""
OPAQUE = ("param", "projection")


def check_generic(program: Program, fn: FnDef) -> None:
    """Checks the body of a function, once; the errors go to `program.diagnostics`. The function has no errors of its own yet."""
    if "is flow checked" in fn.state:
        return
    fn.state["is flow checked"] = True
    before = program.diagnostics.error_count
    if program.body(fn) is not None and program.diagnostics.error_count == before:
        lower_generic(program, fn)
    fn.state["faulty"] = program.diagnostics.error_count != before


def lower_generic(program: Program, fn: FnDef) -> None:
    """Lowers the body and looks at its flow; a body that only its instances can lower has no verdict here."""
    from dialect.function import Function

    body = program.body(fn)
    assert body is not None
    args = tuple([const_value(SOME_NUMBER) if p.kind == "const" else p.ty for p in program.generics_of(fn).params])
    module = GenericBuilder(program, Selector(program, InferTable(), program.predicates_of(fn)))
    builder = FunctionBuilder(module, Instance(fn, args, "generic", None, None), body, Function("generic"))
    try:
        builder.at(body.span)
        parameters(builder)
        lower_body(builder)
    except (Unsupported, InternalError, RecursionError):
        return
    check_flow(builder.function, builder.events, body.params, program.diagnostics, builder.path_text)


class GenericLayouts(Layouts):
    """Layouts in which a type parameter is some aggregate."""

    def _compute(self, ty: Ty) -> Shape:
        return Shape(AGGREGATE, tuple_of((U8,))) if ty.kind in OPAQUE else super()._compute(ty)

    def fields(self, ty: Ty, variant: int) -> tuple[Ty, ...]:
        """None of a type parameter."""
        return () if ty.kind in OPAQUE else super().fields(ty, variant)


class GenericBuilder(ModuleBuilder):
    """A module builder in which bounds tell what instances would."""

    def __init__(self, program: Program, selector: Selector) -> None:
        super().__init__(program, layouts=GenericLayouts(program))
        self.selector = selector

    def concrete(self, ty: Ty, args: tuple[Ty, ...]) -> Ty:
        """Associated types by the bounds in force; what these leave open stays."""
        return self.selector.table.resolve(self.selector.normalize(substitute(ty, args), self.program.root.span))

    def _is_copy(self, ty: Ty) -> bool:
        from kernelc.frontend.defs import TraitRef

        return self.selector.select(TraitRef(self.program.lang_trait(COPY), (ty,)), self.program.root.span)[0] == YES

    def instance(self, fn: FnDef, args: tuple[Ty, ...], span: Span | None = None, caller: Instance | None = None) -> Instance:
        """What is called is not built."""
        return Instance(fn, args, "generic", span, None)

    def constant(self, const: ConstDef, args: tuple[Ty, ...], span: Span) -> Evaluated:
        """Some value of the constant's type."""
        return Evaluated(self.layouts.type(self.concrete(self.program.value_type(const), args)))

    def static(self, definition: StaticDef):  # type: ignore[no-untyped-def]
        """A static's address, without its data."""
        from dialect.function import Static

        return Static("generic", self.layouts.type(self.program.value_type(definition)), "global", b"", True, 1)
