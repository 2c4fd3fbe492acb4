"""Trait selection: which impl, bound or built-in rule makes `T: Trait<…>` hold; and what associated types stand for.

One candidate wins; several are ambiguity; none means that the bound does not hold. Candidates are the bounds in force (with their supertraits), the impls
whose header unifies and whose own bounds do not fail, and the built-in `Copy`, `Sized`. Source: the trait solver chapter of the rustc development guide.
"""

from __future__ import annotations

from . import callables
from .callables import CALLABLE
from .defs import AssocTypeDef, ImplDef, Predicate, TraitDef, TraitRef
from .infer import GENERAL, InferTable
from .lang import CLONE, COPY, SIZED
from .ty import ERROR, HAS_INFER, HAS_PROJECTION, Ty, make, rewrite, substitute, tuple_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .program import Program
    from .source import Span

YES, NO, MAYBE = "yes", "no", "maybe"
DEPTH_LIMIT = 64
SHOWN_TYPE = 80
"""Longer types are cut in the message on a selection that does not end."""


class Selection:
    """How a trait reference holds: by `impl` with its arguments (then `nested` must hold too), by the bound `predicate`, or built in (neither is set)."""

    __slots__ = ("impl", "args", "nested", "predicate", "is_proved")

    def __init__(
        self,
        impl: ImplDef | None = None,
        args: tuple[Ty, ...] = (),
        nested: list[Predicate] | None = None,
        predicate: Predicate | None = None,
    ) -> None:
        self.impl, self.args, self.predicate = impl, args, predicate
        self.nested: list[Predicate] = nested if nested is not None else []
        self.is_proved = False  # whether `nested` was found to hold, with nothing left to infer


BUILT_IN = Selection()


class Selector:
    """Selection with the variables of one body (`table`) and the bounds in force there (`environment`)."""

    def __init__(self, program: Program, table: InferTable, environment: list[Predicate]) -> None:
        self.program, self.table = program, table
        self.open: list[tuple[TraitDef, tuple[Ty, ...]]] = []  # the goals whose impls are being tried, each nested in the one before
        self.has_overflowed = False
        self.environment = self.elaborate(environment)

    def elaborate(self, predicates: list[Predicate]) -> list[Predicate]:
        """The bounds with those of their supertraits."""
        out: list[Predicate] = []
        work = list(reversed(predicates))
        while work:
            predicate = work.pop()
            if any(
                p.trait_ref.trait is predicate.trait_ref.trait
                and p.trait_ref.args == predicate.trait_ref.args
                and p.assoc is predicate.assoc
                for p in out
            ):
                continue
            out.append(predicate)
            if predicate.assoc is None:
                trait_ref = predicate.trait_ref
                for parent in self.program.supertraits(trait_ref.trait):
                    args = tuple([substitute(a, trait_ref.args) for a in parent.trait_ref.args])
                    value = substitute(parent.value, trait_ref.args) if parent.value is not None else None
                    work.append(Predicate(TraitRef(parent.trait_ref.trait, args), predicate.span, parent.assoc, value))
        return out

    # --------------------------------------------------------------------------------------------------------------- selection

    def select(self, trait_ref: TraitRef, span: Span, depth: int = 0) -> tuple[str, Selection | None]:
        """YES with the selection (its header unified for good), NO, or MAYBE (more must be known first)."""
        args = tuple([self.table.resolve(a) for a in trait_ref.args])
        self_ty = args[0]
        if any(a is ERROR for a in args):
            return YES, BUILT_IN
        if self_ty.kind in CALLABLE:
            called = self.callable(trait_ref.trait, args, span, depth)
            if called:
                return called, BUILT_IN if called == YES else None
        built_in = self.built_in(trait_ref.trait, self_ty, span, depth)
        if built_in:
            return built_in, BUILT_IN if built_in == YES else None
        if self.table.kind_of(self_ty) == GENERAL:
            return MAYBE, None
        bounds = [
            p
            for p in self.environment
            if p.assoc is None and p.trait_ref.trait is trait_ref.trait and self.matches(p.trait_ref.args, args)
        ]
        if len(bounds) == 1 or bounds and len({p.trait_ref.args for p in bounds}) == 1:
            self.unify_all(bounds[0].trait_ref.args, args)
            return YES, Selection(predicate=bounds[0])
        if bounds:
            return MAYBE, None
        return self.from_impls(trait_ref.trait, args, span, depth)

    def from_impls(self, trait: TraitDef, args: tuple[Ty, ...], span: Span, depth: int) -> tuple[str, Selection | None]:
        """Selection among the impls."""
        if depth > DEPTH_LIMIT:
            self.report_overflow(trait, args[0], span)
            return MAYBE, None
        if (trait, args) in self.open:
            return NO, None  # the goal would have to hold for it to hold
        self.open.append((trait, args))
        try:
            return self.among(trait, args, span, depth)
        finally:
            self.open.pop()

    def report_overflow(self, trait: TraitDef, ty: Ty, span: Span) -> None:
        """Selection that does not end, reported once for a place in the source."""
        self.has_overflowed = True
        if span in self.program.overflowed:
            return
        self.program.overflowed[span] = None
        shown = str(ty)
        shown = shown if len(shown) <= SHOWN_TYPE else f"{shown[:SHOWN_TYPE]}…"
        self.program.diagnostics.error("K0275", span, f"overflow evaluating the requirement `{shown}: {trait.name}`")

    def among(self, trait: TraitDef, args: tuple[Ty, ...], span: Span, depth: int) -> tuple[str, Selection | None]:
        """The one impl whose header and bounds fit."""
        found: list[ImplDef] = []
        uncertain = False
        for impl in self.program.impls_of(trait, args[0]):
            if not self.program.may_match(impl, args[0]):
                continue
            mark = self.table.snapshot()
            outcome, _ = self.try_impl(impl, args, span, depth)
            self.table.rollback(mark)
            if outcome != NO:
                found.append(impl)
                uncertain = uncertain or outcome == MAYBE
        if not found:
            return NO, None
        if len(found) > 1:
            return MAYBE, None
        _, selection = self.try_impl(found[0], args, span, depth, confirm=True)
        assert selection is not None
        selection.is_proved = not uncertain and not any(a.flags & HAS_INFER for a in args)
        return YES, selection

    def try_impl(
        self, impl: ImplDef, args: tuple[Ty, ...], span: Span, depth: int, confirm: bool = False
    ) -> tuple[str, Selection | None]:
        """Whether the impl's header unifies and its bounds do not fail."""
        header, _ = self.program.impl_header(impl)
        assert header is not None
        fresh = tuple([self.table.fresh(span) for _ in self.program.generics_of(impl).params])
        if not self.unify_all(tuple([substitute(a, fresh) for a in header.args]), args) or self.has_unsized(impl, fresh):
            return NO, None
        nested = [self.instantiate(p, fresh) for p in self.program.predicates_of(impl)]
        if confirm:
            self.program.reached[impl] = None
            return YES, Selection(impl, fresh, nested)
        outcome = YES
        for predicate in nested:
            one = self.holds(predicate, span, depth + 1)
            if one == NO:
                return NO, None
            if one == MAYBE:
                outcome = MAYBE
        return outcome, None

    def has_unsized(self, impl: ImplDef, args: tuple[Ty, ...]) -> bool:
        """Whether a parameter of the impl that is not `?Sized` stands for a slice or `str`."""
        params = self.program.generics_of(impl).params
        return any([p.is_sized and self.table.shallow(arg).kind in ("slice", "str") for p, arg in zip(params, args, strict=True)])

    def holds(self, predicate: Predicate, span: Span, depth: int = 0) -> str:
        """Whether a bound holds, without keeping what was learnt from it by the caller (who takes a snapshot)."""
        trait_ref = TraitRef(predicate.trait_ref.trait, tuple([self.normalize(a, span, depth) for a in predicate.trait_ref.args]))
        outcome, selection = self.select(trait_ref, span, depth)
        if outcome != YES or selection is None:
            return outcome
        if predicate.assoc is not None and predicate.value is not None:
            value = self.project(predicate.assoc, trait_ref, span, depth)
            if value is None:
                return MAYBE
            return YES if self.table.unify(value, self.normalize(predicate.value, span, depth)) else NO
        if selection.is_proved:
            return YES
        if self.has_overflowed:
            return MAYBE
        for nested in selection.nested:
            one = self.holds(nested, span, depth + 1)
            if one != YES:
                return one
        return YES

    @staticmethod
    def instantiate(predicate: Predicate, args: tuple[Ty, ...]) -> Predicate:
        """The bound with arguments for its parameters."""
        trait_ref = TraitRef(predicate.trait_ref.trait, tuple([substitute(a, args) for a in predicate.trait_ref.args]))
        value = substitute(predicate.value, args) if predicate.value is not None else None
        return Predicate(trait_ref, predicate.span, predicate.assoc, value)

    def matches(self, a: tuple[Ty, ...], b: tuple[Ty, ...]) -> bool:
        """Whether two argument lists unify; binds nothing."""
        mark = self.table.snapshot()
        found = self.unify_all(a, b)
        self.table.rollback(mark)
        return found

    def unify_all(self, a: tuple[Ty, ...], b: tuple[Ty, ...]) -> bool:
        """Unifies two argument lists."""
        return all([self.table.unify(x, y) for x, y in zip(a, b, strict=True)])

    # ---------------------------------------------------------------------------------------------------------------- built in

    def callable(self, trait: TraitDef, args: tuple[Ty, ...], span: Span, depth: int) -> str:
        """Whether a closure or function item implements one of the `Fn` traits with these arguments, which are then unified; empty for other traits."""
        form = callables.form_of(self.program, trait)
        if not form:
            return self.clone(args[0], trait, span, depth) if trait is self.program.lang(CLONE) else ""
        if not callables.may_have(self.program, args[0], form):
            return NO
        params, _ = callables.signature(self.program, args[0])
        return YES if self.table.try_unify(self.normalize(tuple_of(params), span, depth), args[1]) else NO

    def clone(self, ty: Ty, trait: TraitDef, span: Span, depth: int) -> str:
        """Whether a closure or function item can be cloned: if all that it holds can."""
        held = callables.held(ty) if ty.kind == "closure" else []
        return MAYBE if held is None else self.all_have(trait, held, span, depth)

    def called_result(self, ty: Ty, span: Span, depth: int) -> Ty:
        """What a closure or function item returns."""
        return self.normalize(self.table.resolve(callables.signature(self.program, ty)[1]), span, depth + 1)

    def built_in(self, trait: TraitDef, ty: Ty, span: Span, depth: int) -> str:
        """The outcome for a built-in trait; empty where impls decide."""
        if trait is self.program.lang(SIZED):
            return NO if ty.kind in ("str", "slice") else YES
        if trait is self.program.lang(COPY):
            return self.copy(ty, span, depth)
        return ""

    def copy(self, ty: Ty, span: Span, depth: int) -> str:
        """Whether a value of the type is copied rather than moved."""
        ty = self.table.shallow(ty)
        kind = ty.kind
        if kind in ("int", "uint", "float", "bool", "char", "never", "ptr", "fn", "error"):
            return YES
        if kind == "ref":
            return NO if ty.data else YES
        if kind in ("str", "slice"):
            return NO
        if kind == "closure":
            held = callables.held(ty)
            return MAYBE if held is None else self.copy_all(held, span, depth)
        if kind == "infer":
            return MAYBE if self.table.kind_of(ty) == GENERAL else YES
        if kind in ("tuple", "array"):
            return self.copy_all(ty.args if kind == "tuple" else ty.args[:1], span, depth)
        if kind == "adt" and self.program.derives(ty.data, COPY):
            params = self.program.generics_of(ty.data).params
            return self.copy_all([a for a, p in zip(ty.args, params, strict=True) if p.kind == "type"], span, depth)
        return ""

    def copy_all(self, types: Sequence[Ty], span: Span, depth: int) -> str:
        """Whether values of all the types are copied."""
        return self.all_have(self.program.lang_trait(COPY), types, span, depth)

    def all_have(self, trait: TraitDef, types: Sequence[Ty], span: Span, depth: int) -> str:
        """Whether all the types have a trait without arguments."""
        outcomes = [self.select(TraitRef(trait, (ty,)), span, depth + 1)[0] for ty in types]
        return NO if NO in outcomes else MAYBE if MAYBE in outcomes else YES

    def is_copy(self, ty: Ty, span: Span) -> bool:
        """Whether the type is `Copy` for certain."""
        outcome, _ = self.select(TraitRef(self.program.lang_trait(COPY), (ty,)), span)
        return outcome == YES

    # -------------------------------------------------------------------------------------------------------------- projection

    def project(self, assoc: AssocTypeDef, trait_ref: TraitRef, span: Span, depth: int = 0) -> Ty | None:
        """What `<Self as Trait>::assoc` stands for: a type, the projection itself where only a bound is known, or None (not decidable yet)."""
        outcome, selection = self.select(trait_ref, span, depth)
        if outcome == MAYBE:
            return None
        args = tuple([self.table.resolve(a) for a in trait_ref.args])
        if args[0].kind in CALLABLE and outcome == YES and callables.form_of(self.program, assoc.trait):
            return self.called_result(args[0], span, depth)
        for predicate in self.environment:
            if predicate.assoc is assoc and predicate.value is not None and self.matches(predicate.trait_ref.args, args):
                self.unify_all(predicate.trait_ref.args, args)
                return self.normalize(predicate.value, span, depth + 1)
        if outcome == NO or selection is None or selection.impl is None:
            return make("projection", assoc, args)
        return self.impl_type(selection, assoc, span, depth)

    def impl_type(self, selection: Selection, assoc: AssocTypeDef, span: Span, depth: int) -> Ty:
        """The associated type that an impl gives."""
        assert selection.impl is not None
        item = selection.impl.items.get(assoc.name)
        for nested in selection.nested:  # binds parameters that only the impl's own bounds determine
            self.holds(nested, span, depth + 1)
        if not isinstance(item, AssocTypeDef):
            return ERROR
        return self.normalize(self.table.resolve(substitute(self.program.assoc_value(item), selection.args)), span, depth + 1)

    def normalize(self, ty: Ty, span: Span, depth: int = 0) -> Ty:
        """`ty` with its associated types replaced by what they stand for, as far as that is known."""
        if not ty.flags & HAS_PROJECTION or depth > DEPTH_LIMIT:
            return ty

        def leaf(part: Ty) -> Ty | None:
            if part.kind != "projection":
                return None
            return self.project(part.data, TraitRef(part.data.trait, part.args), span, depth + 1)

        return rewrite(ty, HAS_PROJECTION, leaf)
