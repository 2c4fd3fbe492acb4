"""After `build_module` the module holds one MIR function per instance that the roots reach, each verified to be well formed for moves and initialisation.

An instance is a function with concrete arguments. Calls enter what they reach into a work list; the same instance is built once. What a
trait's method call means is selected here, per instance. Errors inside an instance carry the chain of calls that led to it.
"""

from __future__ import annotations

from dialect.function import Function, Module, Static
from dialect.types import U8, array
from kernelc.frontend.check.launch import launch_attributes
from kernelc.frontend.defs import ClosureDef
from kernelc.frontend.ty import HAS_PROJECTION, substitute

from . import calls, control, expressions, intrinsics, numbers, places
from .attributes import inlining, intrinsic_text
from .flow import check_flow
from .function import FunctionBuilder
from .layout import Layouts, Unsupported
from .names import encode, path_text, symbol_of
from .operands import Diverged, InternalError
from .parameters import is_interior, kernel_parameters, parameters
from .requirements import note_requirements
from .shared import check_shared, space_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from dialect.types import Type
    from kernelc.frontend import hir
    from kernelc.frontend.defs import AdtDef, ConstDef, FnDef, StaticDef
    from kernelc.frontend.program import Program
    from kernelc.frontend.source import Span
    from kernelc.frontend.ty import Ty
    from kernelc.options import Options
    from kernelc.signature import KernelSignature

    from .consteval import Evaluated

    Root: TypeAlias = FnDef | tuple[FnDef, tuple[Ty, ...]]

DYNAMIC = "dynamic$shared"
"""The symbol of dynamic shared memory."""
DEPTH_LIMIT = 128
"""How many instances may lead to one another, each by a call with new arguments."""
TYPE_SIZE_LIMIT = 1000
"""Of how many types a type argument may consist."""
SHOWN_CHAIN = 8
_LOWERINGS = (calls, control, expressions, intrinsics, numbers, places)  # imported so that their tables are filled


class Instance:
    """A function with concrete arguments: its symbol, and the call that first asked for it. `texts` are the literal strings among the operands of a function
    marked `#[shows_text]` (library only), so that its panics can show them.
    """

    __slots__ = ("args", "caller", "depth", "fn", "span", "symbol", "texts")

    def __init__(self, fn: FnDef, args: tuple[Ty, ...], symbol: str, span: Span | None, caller: Instance | None) -> None:
        self.fn, self.args, self.symbol, self.span, self.caller = fn, args, symbol, span, caller
        self.texts: tuple[str | None, ...] = ()
        self.depth: int = 0 if caller is None else caller.depth + bool(args and args != caller.args)


class ModuleBuilder:
    """The state of building one module; `is_const` builds for evaluation at compile time: all overflow panics, nothing is
    contracted.
    """

    def __init__(self, program: Program, fmad: bool = True, unchecked: bool = False, is_const: bool = False, layouts: Layouts | None = None) -> None:
        self.program, self.is_const = program, is_const
        self.fmad, self.unchecked = fmad and not is_const, unchecked and not is_const
        self.diagnostics = program.diagnostics
        self.layouts = layouts if layouts is not None else Layouts(program)
        self.module = Module()
        self.signatures: list[KernelSignature] = []
        self.instances: dict[tuple[FnDef, tuple[Ty, ...]], Instance] = {}
        self.by_symbol: dict[str, Instance] = {}
        self.showing: dict[tuple[FnDef, tuple[Ty, ...], tuple[str | None, ...]], Instance] = {}
        self.work: list[Instance] = []
        self._types: dict[Ty, Ty] = {}
        self._copy: dict[Ty, bool] = {}
        self._sizes: dict[Ty, int] = {}
        self._statics: dict[StaticDef, Static] = {}
        self._read_only: dict[tuple[Type, bytes], Static] = {}
        self._shared: dict[tuple[str, hir.Call], Static] = {}

    # ------------------------------------------------------------------------------------------------------------------ queries

    def concrete(self, ty: Ty, args: tuple[Ty, ...]) -> Ty:
        """The type with the arguments put in and associated types replaced."""
        ty = substitute(ty, args)
        if not ty.flags & HAS_PROJECTION:
            return ty
        found = self._types.get(ty)
        if found is None:
            found = self._types[ty] = self.program.normalize(ty)
        return found

    def is_copy(self, ty: Ty) -> bool:
        """Whether a concrete type is `Copy`."""
        found = self._copy.get(ty)
        if found is None:
            found = self._copy[ty] = self._is_copy(ty)
        return found

    def _is_copy(self, ty: Ty) -> bool:
        kind = ty.kind
        if kind in ("tuple", "array"):
            return all(self.is_copy(a) for a in ty.args if a.kind != "const")
        if kind == "ref":
            return not ty.data
        if kind not in ("adt", "closure"):
            return True
        from kernelc.frontend.defs import TraitRef
        from kernelc.frontend.infer import InferTable
        from kernelc.frontend.lang import COPY
        from kernelc.frontend.select import YES, Selector

        span = self.program.root.span if ty.data is None else ty.data.span
        return Selector(self.program, InferTable(), []).select(TraitRef(self.program.lang_trait(COPY), (ty,)), span)[0] == YES

    def intrinsic(self, fn: FnDef) -> str | None:
        """The text of a function's `#[intrinsic]`."""
        return intrinsic_text(fn)

    def discriminants(self, definition: AdtDef) -> list[int]:
        """The values of an enum's variants, in order."""
        from .consteval import discriminants

        return discriminants(self.program, definition)

    def constant(self, const: ConstDef, args: tuple[Ty, ...], span: Span) -> Evaluated:
        """The value of a constant, evaluated once per arguments in a program."""
        from .consteval import evaluate_constant

        known: dict[tuple[Ty, ...], Evaluated | None] = const.state.setdefault("values", {})
        if args not in known:
            known[args] = None
            known[args] = evaluate_constant(self, const, args, span)
        found = known[args]
        return found if found is not None else self._cycle(const, args, span)

    def _cycle(self, const: ConstDef, args: tuple[Ty, ...], span: Span) -> Evaluated:
        from .consteval import Evaluated

        message = f"cycle detected when evaluating the constant `{const.path}`"
        self.diagnostics.error("K0391", const.span, message, secondary=[(span, "its value is needed here to compute it")])
        return Evaluated(self.layouts.type(self.concrete(self.program.value_type(const), args)))

    # --------------------------------------------------------------------------------------------------------------- statics

    def static(self, definition: StaticDef) -> Static:
        """The module's variable for a `static`, with its initial bytes."""
        found = self._statics.get(definition)
        if found is None:
            from .consteval import static_data

            ty = self.program.value_type(definition)
            symbol = encode(path_text(self.program, definition, ()))
            is_mutable = bool(definition.node.is_mutable) or is_interior(self.layouts, ty)
            of_type = space_of(ty)
            space, align = of_type or ("const" if definition.attribute("constant") is not None else "global", 1)
            found = self._statics[definition] = Static(symbol, self.layouts.type(ty), space, b"", is_mutable, align)
            self._add_static(found, definition.span)
            if of_type is None:
                found.data = static_data(self, definition)
        return found

    def _add_static(self, static: Static, span: Span) -> None:
        if static.name in self.module.statics or static.name in self.by_symbol:
            self.diagnostics.error("K1113", span, f"the symbol `{static.name}` is defined twice", label="another item has this symbol")
        self.module.statics[static.name] = static

    def shared(self, symbol: str, call: hir.Call, t: Type) -> Static:
        """The variable in shared memory that a call in the instance `symbol` stands for."""
        found = self._shared.get((symbol, call))
        if found is None:
            name = f"{symbol}$shared{len([s for s, _ in self._shared if s == symbol])}"
            found = self._shared[symbol, call] = Static(name, t, "shared", mutable=True)
            self._add_static(found, call.span)
        return found

    def dynamic_shared(self, align: int) -> Static:
        """The variable for the shared memory whose size the launch gives; it has the greatest alignment that is asked for."""
        found = self.module.statics.setdefault(DYNAMIC, Static(DYNAMIC, array(U8, 0), "shared", mutable=True))
        found.align = max(found.align, align)
        return found

    def read_only(self, t: Type, data: bytes) -> Static:
        """A nameless constant in memory; equal ones are one."""
        key = (t, data)
        found = self._read_only.get(key)
        if found is None:
            found = self._read_only[key] = Static(f"constant${len(self._read_only)}", t, "const", data)
            self.module.statics[found.name] = found
        return found

    # ------------------------------------------------------------------------------------------------------------- instances

    def instance(self, fn: FnDef, args: tuple[Ty, ...], span: Span | None = None, caller: Instance | None = None) -> Instance:
        """The instance that a call with these arguments means; new ones are put on the work list."""
        found = self.instances.get((fn, args))
        if found is not None:
            return found
        target, target_args = self.program.resolve_instance(fn, args)
        found = self.instances.get((target, target_args))
        if found is None:
            found = self._new_instance(target, target_args, span, caller)
        self.instances[(fn, args)] = found
        return found

    def instance_showing(self, fn: FnDef, args: tuple[Ty, ...], texts: tuple[str | None, ...], span: Span, caller: Instance) -> Instance:
        """The instance of a function marked `#[shows_text]` for these literal strings."""
        key = (fn, args, texts)
        found = self.showing.get(key)
        if found is None:
            kept = self.instances.pop((fn, args), None)
            found = self.showing[key] = self._new_instance(fn, args, span, caller)
            found.texts = texts
            del self.instances[(fn, args)]
            if kept is not None:
                self.instances[(fn, args)] = kept
        return found

    def _new_instance(self, fn: FnDef, args: tuple[Ty, ...], span: Span | None, caller: Instance | None) -> Instance:
        if max([self.type_size(a) for a in args], default=0) > TYPE_SIZE_LIMIT:
            return self._too_big(fn, args, span, caller)
        symbol = symbol_of(self.program, fn, args)
        other = self.by_symbol.get(symbol)
        if other is not None:
            symbol = self._distinct(fn, symbol, other, caller is None)
        found = Instance(fn, args, symbol, span, caller)
        self.instances[(fn, args)] = self.by_symbol[symbol] = found
        if found.depth > DEPTH_LIMIT:
            self._too_deep(found)
        else:
            self.work.append(found)
        return found

    def _distinct(self, fn: FnDef, symbol: str, other: Instance, is_root: bool) -> str:
        """Another symbol for a function nested in another one; roots keep theirs, so two of them are an error."""
        if is_root:
            secondary = [(other.fn.span, f"`{symbol}` is first defined here")]
            self.diagnostics.error("K1113", fn.span, f"the symbol `{symbol}` is defined twice", label="defined again here", secondary=secondary)
        number = 2
        while f"{symbol}$V{number}" in self.by_symbol:
            number += 1
        return f"{symbol}$V{number}"

    def type_size(self, ty: Ty) -> int:
        """How many types the type is made of, counted as it would be written."""
        found = self._sizes.get(ty)
        if found is None:
            found = self._sizes[ty] = 1 + sum([self.type_size(a) for a in ty.args])
        return found

    def _too_big(self, fn: FnDef, args: tuple[Ty, ...], span: Span | None, caller: Instance | None) -> Instance:
        found = Instance(fn, args, f"{encode(fn.path)}$V0", span, caller)
        self.instances[(fn, args)] = found
        chain = self.chain(caller) if caller is not None else []
        self.diagnostics.error(
            "K1114", span, f"reached the type-length limit while instantiating `{fn.path}`",
            notes=[f"a type argument consists of more than {TYPE_SIZE_LIMIT} types"], chain=chain,
        )  # fmt: skip
        return found

    def _too_deep(self, instance: Instance) -> None:
        shown = path_text(self.program, instance.fn, instance.args)
        if len(shown) > SHOWN_NAME:
            shown = shown[:SHOWN_NAME] + "…"
        self.diagnostics.error(
            "K1114", instance.span, f"reached the recursion limit while instantiating `{shown}`",
            notes=[f"{DEPTH_LIMIT} instances lead to one another, each with new arguments"], chain=self.chain(instance),
        )  # fmt: skip

    def visible(self, instance: Instance, span: Span) -> Span:
        """The place that a user is told for one in an instance: in the library it is the call that led there."""
        at: Instance | None = instance
        while at is not None and at.fn.module.is_library and at.span is not None:
            span, at = at.span, at.caller
        return span

    def chain(self, instance: Instance) -> list[tuple[str, Span | None]]:
        """How an instance came about, innermost first; the middle of a long chain is left out. Empty where no arguments are
        involved.
        """
        links: list[tuple[str, Span | None]] = []
        at: Instance | None = instance
        while at is not None and at.caller is not None:
            if at.args:
                shown = path_text(self.program, at.fn, at.args)
                links.append((f"in the instance `{shown[:SHOWN_NAME]}{'…' if len(shown) > SHOWN_NAME else ''}`, called here", at.span))
            at = at.caller
        if len(links) > SHOWN_CHAIN:
            left_out = len(links) - SHOWN_CHAIN
            links[SHOWN_CHAIN // 2 : -SHOWN_CHAIN // 2] = [(f"… {left_out} more …", None)]
        return links

    def run(self) -> None:
        """Builds everything on the work list, and what that reaches."""
        done = 0
        while done < len(self.work):
            self.build(self.work[done])
            done += 1

    def build(self, instance: Instance) -> None:
        """Builds one instance; what is wrong with it is reported with its chain."""
        body = self._checked_body(instance)
        if body is None:
            return
        before = self.diagnostics.chain
        self.diagnostics.chain = tuple(self.chain(instance)) or before
        try:
            self.build_body(instance, body)
        finally:
            self.diagnostics.chain = before

    def _checked_body(self, instance: Instance) -> hir.Body | None:
        """The HIR of the instance's function; None if there are errors in it (reported)."""
        fn = instance.fn
        if "body" not in fn.state:
            before = self.diagnostics.error_count
            self.program.body(fn)
            fn.state["faulty"] = self.diagnostics.error_count != before
        body = self.program.body(fn)
        if body is not None and (instance.args or isinstance(fn, ClosureDef)) and not fn.module.is_library and not fn.state.get("faulty"):
            from .generic import check_generic

            check_generic(self.program, fn)
        if body is None and not self.diagnostics.has_errors:
            raise InternalError(f"{instance.symbol}: a function without body is called")
        return None if fn.state.get("faulty") else body

    def build_body(self, instance: Instance, body: hir.Body) -> Function | None:
        """The MIR function of a body; None where something in it is not supported yet (reported)."""
        is_kernel = instance.fn.is_kernel and not self.is_const
        function = Function(instance.symbol, "kernel" if is_kernel else "func")
        function.inline = inlining(instance.fn)
        if is_kernel:
            launch = launch_attributes(self.program, instance.fn)
            function.launch_bounds, function.block = launch.bounds, launch.block
        builder = FunctionBuilder(self, instance, body, function)
        try:
            builder.at(body.span)
            function.loc = builder.cursor.loc
            if is_kernel:
                self.signatures.append(kernel_parameters(builder))
            else:
                parameters(builder)
            lower_body(builder)
        except RecursionError:
            self.diagnostics.error("K1035", builder.span, "nested too deeply", help="split the expression with `let`")
            return None
        except (Unsupported, InternalError) as problem:
            if not self.diagnostics.has_errors:
                if isinstance(problem, InternalError):
                    raise
                self.diagnostics.error("K1108", self.visible(instance, builder.span), str(problem))
            return None
        self.module.add(function)
        self._check(builder)
        return function

    def _check(self, builder: FunctionBuilder) -> None:
        check_flow(builder.function, builder.events, builder.body.params, self.diagnostics, builder.path_text)
        if not builder.instance.args and not self.is_const:
            from .lints import check_lints

            check_lints(builder)


SHOWN_NAME = 80
"""Longer names of instances are cut in messages."""


def lower_body(b: FunctionBuilder) -> None:
    """The blocks of the function."""
    try:
        leave = b.leave(b.body.value)
        raise leave
    except Diverged:
        pass
    b.finish()


def build_module(program: Program, roots: Sequence[Root], options: Options | None = None) -> tuple[Module, list[KernelSignature]]:
    """The MIR of the roots and of what they reach, and the signatures of the kernels among them. Errors go to
    `program.diagnostics`.

    A root is a function, or a generic function with its arguments. Raises `InternalError` for a fault of the compiler.
    """
    builder = ModuleBuilder(program, options.fmad if options else True, options.unchecked if options else False)
    for root in roots:
        fn, args = root if isinstance(root, tuple) else (root, ())
        builder.instance(fn, args)
    builder.run()
    check_shared(builder, options.arch if options else "")
    note_requirements(builder)
    return builder.module, builder.signatures

