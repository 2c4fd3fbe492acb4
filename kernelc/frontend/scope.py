"""From written types to types: a scope knows the module, the generic parameters and `Self` that names in a signature or body refer to."""

from __future__ import annotations

from . import ast
from .callables import form_of
from .defs import AdtDef, AliasDef, AssocTypeDef, Def, Generics, ModuleDef, Predicate, TraitDef, TraitRef
from .lang import OUTPUT
from .resolve import TYPES, VALUES
from .ty import (
    ERROR,
    INTEGER_BITS,
    NEVER,
    PRIMITIVES,
    UNIT,
    USIZE,
    Ty,
    array_of,
    const_value,
    make,
    ptr_to,
    ref_to,
    slice_of,
    substitute,
    tuple_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .program import Program
    from .source import Span

NO_GENERICS = Generics([], 0)

OUTSIDE = {
    "Box": "`Box` needs a heap, which a kernel does not have: use a local value or a slice parameter",
    "Vec": "`Vec` needs a heap, which a kernel does not have: use an array `[T; N]`, a slice parameter or shared memory",
    "String": "`String` needs a heap, which a kernel does not have",
    "Rc": "`Rc` needs a heap, which a kernel does not have",
    "Arc": "`Arc` needs a heap, which a kernel does not have",
    "HashMap": "`HashMap` needs a heap, which a kernel does not have",
}
"""Well-known types that the language does not have, with what to do instead."""


class Scope:
    """Where a type is written: names are looked up in `module`, parameters in `generics`; `owner` is the item whose bounds are in force."""

    def __init__(
        self,
        program: Program,
        module: ModuleDef,
        generics: Generics = NO_GENERICS,
        self_ty: Ty | None = None,
        owner: Def | None = None,
    ) -> None:
        self.program, self.module, self.generics, self.self_ty, self.owner = program, module, generics, self_ty, owner
        self.aliases: dict[str, Ty] = {}

    def hole(self, span: Span, what: str) -> Ty:
        """What stands for `_` or a generic argument that is not written: in a signature an error; a body overrides this."""
        self.program.diagnostics.error(
            "K0121", span, f"{what} is not allowed within types on item signatures", label="not allowed in type signatures"
        )
        return ERROR

    def elided(self, span: Span, what: str, name: str) -> Ty:
        """What stands for generic arguments that are left out."""
        message = f"missing generics for {what} `{name}`"
        self.program.diagnostics.error("K0107", span, message, label="expected generic arguments")
        return ERROR

    def normalize(self, ty: Ty, span: Span) -> Ty:
        """An associated type by what it stands for, where that is known already (a body overrides this to leave the rest to inference)."""
        return self.program.normalize(ty, self.owner)

    # ------------------------------------------------------------------------------------------------------------------- types

    def lower(self, node: ast.Type) -> Ty:
        """The type that is written; errors are reported and give the error type."""
        return _LOWER[type(node)](self, node)

    def path_type(self, node: ast.PathType) -> Ty:
        """A named type."""
        return self.path(node.path)

    def reference(self, node: ast.RefType) -> Ty:
        """`&T`."""
        return ref_to(self.lower(node.type), node.is_mutable)

    def pointer(self, node: ast.PtrType) -> Ty:
        """`*const T`."""
        return ptr_to(self.lower(node.type), node.is_mutable)

    def slice(self, node: ast.SliceType) -> Ty:
        """`[T]`."""
        return slice_of(self.lower(node.type))

    def array(self, node: ast.ArrayType) -> Ty:
        """`[T; N]`."""
        return array_of(self.lower(node.type), self.const_arg(node.length, USIZE))

    def tuple_type(self, node: ast.TupleType) -> Ty:
        """`(A, B)`."""
        return tuple_of([self.lower(t) for t in node.types])

    def never(self, node: ast.NeverType) -> Ty:
        """`!`."""
        return NEVER

    def infer(self, node: ast.InferType) -> Ty:
        """`_`."""
        return self.hole(node.span, "the placeholder `_`")

    def refused(self, node: ast.OtherType | ast.FnType | ast.ImplType) -> Ty:
        """A type that the language does not have, or an `impl Trait` that stands for a parameter."""
        implied = self.owner.state.get("implied", {}) if self.owner is not None else {}
        if node in implied:
            found: Ty = implied[node].ty
            return found
        if isinstance(node, ast.FnType):
            code, message = "K1102", "function pointers are not in the kernel language"
        elif isinstance(node, ast.ImplType):
            code, message = "K1108", "`impl Trait` types are not supported yet"
        else:
            code, message = ("K1101" if "dyn" in node.what else "K1105"), f"{node.what} is not in the kernel language"
        self.program.diagnostics.error(code, node.span, message)
        return ERROR

    # ------------------------------------------------------------------------------------------------------------------- paths

    def path(self, path: ast.Path, in_expression: bool = False) -> Ty:
        """The type that a path names, in an expression as `args_for` says."""
        if path.qself is not None:
            return self.qualified(path)
        segments = path.segments
        first = segments[0].name.name
        if not path.is_global:
            start = self.local_type(first)
            if start is not None:
                return self.relative(start, segments[1:], path)
        found, used = self.program.resolver.path(self.module, [s.name for s in segments], path.is_global, TYPES)
        if found is None:
            if used >= 0:
                primitive = PRIMITIVES.get(first) if not path.is_global else None
                if primitive is not None:
                    return self.relative(primitive, segments[1:], path)
                self.unresolved(path)
            return ERROR
        return self.relative(self.named(found, segments[used - 1], path.span, in_expression), segments[used:], path)

    def local_type(self, name: str) -> Ty | None:
        """`Self`, a generic parameter or an alias of the scope."""
        if name == "Self":
            return self.self_ty
        parameter = self.generics.by_name.get(name)
        if parameter is not None:
            return parameter.ty
        return self.aliases.get(name)

    def unresolved(self, path: ast.Path) -> None:
        """Reports an unknown type, with a near name."""
        from .diagnostics import did_you_mean

        name = path.segments[0].name
        if len(path.segments) > 1:
            message = f"failed to resolve: use of undeclared type or module `{name.name}`"
            self.program.diagnostics.error("K0433", name.span, message, label="use of undeclared type or module")
            return
        if name.name in OUTSIDE:
            self.program.diagnostics.error(
                "K1100", name.span, f"`{name.name}` is not in the kernel language", help=OUTSIDE[name.name]
            )
            return
        if name.name == "Self":
            message = "cannot find type `Self` in this scope"
            label = "`Self` is only available in impls, traits, or type definitions"
            self.program.diagnostics.error("K0411", name.span, message, label=label)
            return
        near = did_you_mean(
            name.name, [*self.generics.by_name, *PRIMITIVES, *self.program.resolver.visible_names(self.module, TYPES)]
        )
        help_text = (f"a type with a similar name exists: `{near}`", name.span, near) if near else None
        self.program.diagnostics.error(
            "K0412", name.span, f"cannot find type `{name.name}` in this scope", label="not found in this scope", help=help_text
        )

    def named(self, d: Def, segment: ast.PathSegment, span: Span, in_expression: bool = False) -> Ty:
        """The type that a definition with generic arguments stands for."""
        if isinstance(d, AdtDef):
            return make("adt", d, self.args_for(d, segment.args, (), segment.name.span, in_expression))
        if isinstance(d, AliasDef):
            args = self.args_for(d, segment.args, (), segment.name.span, in_expression)
            return substitute(self.program.alias_type(d), args)
        if isinstance(d, TraitDef):
            message = f"expected a type, found a trait: `{d.name}`"
            self.program.diagnostics.error(
                "K0782",
                span,
                message,
                help=f"trait objects are not in the kernel language; write a generic parameter with the bound `{d.name}`",
            )
            return ERROR
        message = f"expected type, found {d.what} `{d.name}`"
        self.program.diagnostics.error("K0573", span, message, label="not a type")
        return ERROR

    def relative(self, start: Ty, rest: list[ast.PathSegment], path: ast.Path) -> Ty:
        """`start::Item::…`: associated types."""
        ty = start
        for segment in rest:
            if ty is ERROR:
                return ERROR
            ty = self.associated(ty, segment, path)
        return ty

    def associated(self, ty: Ty, segment: ast.PathSegment, path: ast.Path) -> Ty:
        """The associated type `segment` of `ty`, by the bounds in force, or by the impl of the trait around."""
        name = segment.name.name
        candidates = self.program.assoc_candidates(ty, name, self)
        if len(candidates) == 1:
            trait_ref, assoc = candidates[0]
            return self.normalize(make("projection", assoc, trait_ref.args), segment.span)
        if not candidates and ty.kind not in ("param", "projection", "infer"):
            message = "ambiguous associated type"
            advice = f"name the trait: `<{ty} as Trait>::{name}`"
            self.program.diagnostics.error("K0223", segment.name.span, message, help=advice)
        elif not candidates:
            self.program.diagnostics.error(
                "K0220",
                segment.name.span,
                f"associated type `{name}` not found for `{ty}`",
                label=f"associated type `{name}` not found",
            )
        else:
            names = ", ".join([f"`{t.trait.name}`" for t, _ in candidates])
            self.program.diagnostics.error(
                "K0221",
                segment.name.span,
                f"ambiguous associated type `{name}` in bounds of `{ty}`",
                notes=[f"declared in {names}"],
            )
        return ERROR

    def qualified(self, path: ast.Path) -> Ty:
        """`<T as Trait>::Item` or `<T>::Item`."""
        assert path.qself is not None
        ty = self.lower(path.qself.type)
        if path.qself.trait is None:
            return self.relative(ty, path.segments, path)
        trait_ref = self.trait_ref(path.qself.trait, ty)
        if trait_ref is None:
            return ERROR
        segment = path.segments[0]
        assoc = trait_ref.trait.items.get(segment.name.name)
        if not isinstance(assoc, AssocTypeDef):
            message = f"cannot find associated type `{segment.name.name}` in trait `{trait_ref.trait.name}`"
            self.program.diagnostics.error("K0576", segment.name.span, message, label=f"not found in `{trait_ref.trait.name}`")
            return ERROR
        return self.relative(self.normalize(make("projection", assoc, trait_ref.args), segment.span), path.segments[1:], path)

    def trait(self, path: ast.Path) -> TraitDef | None:
        """The trait that a path names; anything else is reported."""
        found, used = self.program.resolver.path(self.module, [s.name for s in path.segments], path.is_global, TYPES)
        last = path.segments[-1].name
        if isinstance(found, TraitDef) and used == len(path.segments):
            return found
        if found is not None:
            self.program.diagnostics.error(
                "K0404", path.span, f"expected trait, found {found.what} `{last.name}`", label="not a trait"
            )
        elif used >= 0:
            from .diagnostics import did_you_mean

            near = did_you_mean(last.name, self.program.resolver.visible_names(self.module, TYPES))
            help_text = (f"a trait with a similar name exists: `{near}`", last.span, near) if near else None
            message = f"cannot find trait `{last.name}` in this scope"
            self.program.diagnostics.error("K0405", last.span, message, label="not found in this scope", help=help_text)
        return None

    def trait_ref(self, path: ast.Path, self_ty: Ty) -> TraitRef | None:
        """A trait with its arguments, for `self_ty`."""
        trait = self.trait(path)
        if trait is None:
            return None
        return TraitRef(trait, self.args_for(trait, path.segments[-1].args, (self_ty,), path.span))

    def bound(self, bound: ast.TraitBound, ty: Ty, out: list[Predicate]) -> None:
        """Adds what `ty: bound` says, with its associated-type equations."""
        if bound.modifier:
            return
        trait_ref = self.trait_ref(bound.path, ty)
        if trait_ref is None:
            return
        out.append(Predicate(trait_ref, bound.span))
        args = bound.path.segments[-1].args
        if args is not None and args.inputs is not None:
            self.returned(trait_ref, args.output, bound.span, out)
        for arg in args.args if args is not None else ():
            if isinstance(arg, ast.AssocConstraint) and arg.type is not None:
                assoc = self.program.find_assoc(trait_ref.trait, arg.name.name)
                if assoc is None:
                    message = f"associated type `{arg.name.name}` not found for trait `{trait_ref.trait.name}`"
                    self.program.diagnostics.error("K0220", arg.name.span, message, label="not found")
                    continue
                out.append(
                    Predicate(
                        TraitRef(assoc.trait, trait_ref.args[: len(self.program.generics_of(assoc.trait).params)]),
                        bound.span,
                        assoc,
                        self.lower(arg.type),
                    )
                )

    def returned(self, trait_ref: TraitRef, output: ast.Type | None, span: Span, out: list[Predicate]) -> None:
        """What `Fn(A) -> R` says of the result."""
        assoc = self.program.find_assoc(trait_ref.trait, OUTPUT)
        if assoc is not None and form_of(self.program, trait_ref.trait):
            out.append(Predicate(TraitRef(assoc.trait, trait_ref.args), span, assoc, UNIT if output is None else self.lower(output)))

    # --------------------------------------------------------------------------------------------------------------- arguments

    def args_for(
        self, d: Def, written: ast.GenericArgs | None, before: tuple[Ty, ...], span: Span, in_expression: bool = False
    ) -> tuple[Ty, ...]:
        """Generic arguments for `d`: `before` (parents' and Self), then those written, then defaults or holes.

        In an expression, a type without any arguments leaves all of them to inference, defaults or not.
        """
        generics = self.program.generics_of(d)
        params = generics.params[len(before) :]
        given = [a for a in written.args if not isinstance(a, ast.Lifetime | ast.AssocConstraint)] if written is not None else []
        if isinstance(d, TraitDef) and given and not self.module.is_library and form_of(self.program, d):
            self.program.diagnostics.error("K0658", span, f"the arguments of `{d.name}` are written in parentheses: `{d.name}(A) -> B`")
            return (*before, *[ERROR for _ in params])
        if written is not None and written.inputs is not None:
            if isinstance(d, TraitDef) and form_of(self.program, d):
                return (*before, tuple_of([self.lower(each) for each in written.inputs]))
            code = "K0658" if isinstance(d, TraitDef) else "K0214"
            self.program.diagnostics.error(code, written.span, "parenthesized type parameters may only be used with a `Fn` trait")
            return (*before, *[ERROR for _ in params])
        if len(given) > len(params):
            most = len(params)
            message = f"{d.what} takes {most} generic argument{'s' if most != 1 else ''} but {len(given)} {'were' if len(given) > 1 else 'was'} supplied"
            self.program.diagnostics.error(
                "K0107", span, message, label=f"expected {most} generic argument{'s' if most != 1 else ''}"
            )
        args = list(before)
        for k, param in enumerate(params):
            if k < len(given):
                args.append(self.generic_arg(given[k], param.kind, param.const_type))
            elif param.node is not None and param.node.default is not None and not (in_expression and written is None):
                args.append(substitute(self.program.default_of(d, param), tuple(args)))
            else:
                args.append(self.elided(span, d.what, d.name))
        return tuple(args)

    def generic_arg(self, arg: ast.GenericArg, kind: str, const_type: Ty | None) -> Ty:
        """One written argument: a type, or the value of a const parameter."""
        if kind == "const":
            if isinstance(arg, ast.InferType):
                return self.hole(arg.span, "the placeholder `_`")
            if isinstance(arg, ast.PathType):
                return self.const_arg(ast.PathExpr(arg.span, arg.path), const_type or USIZE)
            return self.const_arg(arg, const_type or USIZE)  # type: ignore[arg-type]
        if type(arg) in _LOWER:
            return self.lower(arg)  # type: ignore[arg-type]
        self.program.diagnostics.error("K0747", arg.span, "constant provided when a type was expected", label="expected a type")
        return ERROR

    def const_arg(self, expr: ast.Expr, expected: Ty) -> Ty:
        """The value of a constant expression in a type: a literal, a const parameter, or what the evaluator says."""
        if isinstance(expr, ast.Literal) and is_of(expr, expected):
            return const_value(int(expr.value))
        if isinstance(expr, ast.Block) and not expr.statements and expr.value is not None:
            return self.const_arg(expr.value, expected)
        if isinstance(expr, ast.PathExpr) and expr.path.qself is None and len(expr.path.segments) == 1:
            parameter = self.generics.by_name.get(expr.path.segments[0].name.name)
            if parameter is not None and parameter.kind == "const":
                return parameter.ty
        if isinstance(expr, ast.Underscore):
            return self.hole(expr.span, "the placeholder `_`")
        return self.program.evaluate_type_const(expr, expected, self)

    def value(self, path: ast.Path) -> tuple[Def | None, int]:
        """The value that a path without `Self` or parameters at its start names, and how many segments it took."""
        return self.program.resolver.path(self.module, [s.name for s in path.segments], path.is_global, VALUES)


def is_of(literal: ast.Literal, ty: Ty) -> bool:
    """Whether a literal is a value of that type as it stands."""
    kind = literal.kind
    if kind == "int":
        limit = 1 << INTEGER_BITS[ty.data] - (ty.kind == "int") if ty.is_integer else 0
        return literal.suffix in ("", ty.data) and int(literal.value) < limit
    return kind == {"bool": "bool", "char": "char"}.get(ty.kind) or kind == "byte" and ty.data == "u8"


_LOWER: dict[type[ast.Node], Callable[[Scope, Any], Ty]] = {
    ast.PathType: Scope.path_type,
    ast.RefType: Scope.reference,
    ast.PtrType: Scope.pointer,
    ast.SliceType: Scope.slice,
    ast.ArrayType: Scope.array,
    ast.TupleType: Scope.tuple_type,
    ast.NeverType: Scope.never,
    ast.InferType: Scope.infer,
    ast.FnType: Scope.refused,
    ast.ImplType: Scope.refused,
    ast.OtherType: Scope.refused,
}
