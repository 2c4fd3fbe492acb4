"""The state of checking one body, and what all parts of the checker share: nodes, names, obligations, coercions.

Expectations flow down and types flow up; coercions happen at coercion sites only. A trait goal that is not decidable yet waits and is tried again when more is
known. After `writeback.finish` no type in the body mentions an inference variable.
"""

from __future__ import annotations

from .. import hir
from ..callables import CALLABLE, form_of
from ..defs import ClosureDef, Def, Generics, ModuleDef, Predicate, StaticDef, TraitRef
from ..infer import FLOAT, GENERAL, INTEGER, InferTable
from ..scope import Scope
from ..select import MAYBE, NO, Selector
from ..ty import (
    ERROR,
    HAS_INFER,
    HAS_PROJECTION,
    NEVER,
    Ty,
    make,
    ptr_to,
    ref_to,
    rewrite,
    slice_of,
    substitute,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from .. import ast
    from ..diagnostics import Help
    from ..program import Program
    from ..source import Span

    N = TypeVar("N", bound=hir.Node)

PLACES = (hir.Local, hir.StaticPlace, hir.Field, hir.Index, hir.Deref, hir.Temporary)
"""The classes of HIR places."""


class BodyScope(Scope):
    """Types written in a body: what is left out is inferred."""

    checker: Checker

    def hole(self, span: Span, what: str) -> Ty:
        """A fresh variable."""
        return self.checker.fresh(span)

    def elided(self, span: Span, what: str, name: str) -> Ty:
        """A fresh variable."""
        return self.checker.fresh(span)

    def normalize(self, ty: Ty, span: Span) -> Ty:
        """Associated types are replaced, or left to inference."""
        return self.checker.normalize(ty, span)


class Checker:
    """One body: `owner` is the item it belongs to, `result` the type that `return` gives."""

    def __init__(
        self,
        program: Program,
        owner: Def,
        module: ModuleDef,
        generics: Generics,
        self_ty: Ty | None,
        predicates: list[Predicate],
        result: Ty,
    ) -> None:
        self.program, self.owner, self.result = program, owner, result
        self.diagnostics = program.diagnostics
        self.table = InferTable()
        self.selector = Selector(program, self.table, predicates)
        self.scope = BodyScope(program, module, generics, self_ty, owner)
        self.scope.checker = self
        self.ribs: list[dict[str, hir.Variable]] = [{}]
        self.variables: list[hir.Variable] = []
        self.nodes: list[hir.Node] = []
        self.pending: list[tuple[Predicate, Span]] = []
        self.deferred: list[Callable[[bool], bool]] = []  # tried again when more is known; the argument says: last chance
        self.reads: list[hir.Use] = []  # whether they move is decided when every type is known
        self.finals: list[Callable[[], None]] = []  # run when every type is known
        self.closures: list[ClosureDef] = []  # those whose bodies are checked, inner ones first
        self.closure_count = self.open_closures = 0  # how many there are, and how many are around what is being checked
        self.form_goals: list[tuple[ClosureDef, str, Span]] = []  # `Fn` traits that closures must turn out to implement
        self.jumps: list[hir.Jump] = []
        self.loops: list[hir.Jump] = []
        self.bound: dict[str, Span] = {}  # names bound by the pattern at hand
        self.outer: Checker | None = None  # the body around a constant expression
        self.is_const = False  # only `const fn` may be called
        self.first_error = self.diagnostics.error_count
        self.unsafe_depth = 0
        self.diverges = False
        self.allows_return = True

    # ------------------------------------------------------------------------------------------------------------------- basics

    def node(self, kind: type[N], ty: Ty, span: Span, *rest: Any) -> N:
        """A HIR node, remembered so that its type is filled in at the end."""
        made = kind(ty, span, *rest)
        self.nodes.append(made)
        return made

    def fresh(self, span: Span, kind: str = GENERAL) -> Ty:
        """A new inference variable."""
        return self.table.fresh(span, kind)

    def shallow(self, ty: Ty) -> Ty:
        """`ty` as far as its root is known; waiting goals are tried when it is not."""
        found = self.table.shallow(ty)
        if found.kind == "infer" and self.pending and self.table.kind_of(found) == GENERAL:
            self.solve()
            found = self.table.shallow(found)
        return found

    def show(self, ty: Ty) -> str:
        """The type for a message: integer and float variables by name."""

        def leaf(part: Ty) -> Ty | None:
            kind = self.table.kind_of(part)
            return make("int", "{integer}") if kind == INTEGER else make("float", "{float}") if kind == FLOAT else None

        return str(rewrite(self.table.resolve(ty), HAS_INFER, leaf))

    def error(
        self,
        code: str,
        span: Span,
        message: str,
        label: str = "",
        notes: list[str] | None = None,
        help: Help | None = None,
        secondary: list[tuple[Span, str]] | None = None,
    ) -> None:
        """Reports an error of the user's program."""
        self.diagnostics.error(code, span, message, label=label, notes=notes or (), help=help, secondary=secondary or ())

    @property
    def has_errors(self) -> bool:
        """Whether this body has had an error: what nothing determines may then be its consequence."""
        return self.diagnostics.error_count > self.first_error

    def failed(self, span: Span) -> hir.Value:
        """What stands for an expression that has been reported."""
        return self.node(hir.Tuple, ERROR, span, [])

    # -------------------------------------------------------------------------------------------------------------------- names

    def declare(self, name: str, ty: Ty, is_mutable: bool, span: Span) -> hir.Variable:
        """A new local variable in the innermost rib."""
        variable = hir.Variable(name, ty, is_mutable, span, len(self.variables))
        self.variables.append(variable)
        self.ribs[-1][name] = variable
        return variable

    def local(self, name: str) -> hir.Variable | None:
        """The variable of that name in scope."""
        for rib in reversed(self.ribs):
            found = rib.get(name)
            if found is not None:
                return found
        return None

    # -------------------------------------------------------------------------------------------------------------- obligations

    def require(self, predicate: Predicate, span: Span) -> None:
        """A bound that must hold; decided now or later."""
        self.pending.append((predicate, span))

    def require_all(self, d: Def, args: tuple[Ty, ...], span: Span) -> None:
        """The bounds of a definition, for its arguments."""
        for predicate in self.program.predicates_of(d):
            self.require(Selector.instantiate(predicate, args), span)

    def solve(self) -> None:
        """Tries the waiting goals until none makes progress."""
        progress = True
        while progress and self.pending:
            progress = False
            work, self.pending = self.pending, []
            for predicate, span in work:
                if self.attempt(predicate, span):
                    progress = True
                else:
                    self.pending.append((predicate, span))

    def attempt(self, predicate: Predicate, span: Span) -> bool:
        """Decides one goal; false when it must wait."""
        trait_ref = TraitRef(predicate.trait_ref.trait, tuple([self.normalize(a, span) for a in predicate.trait_ref.args]))
        if predicate.assoc is not None and predicate.value is not None:
            return self.attempt_projection(predicate, trait_ref, span)
        outcome, selection = self.selector.select(trait_ref, span)
        if outcome == MAYBE:
            return False
        if outcome == NO:
            self.report_unsatisfied(trait_ref, span)
            return True
        if self.closure_count:
            self.note_form(trait_ref, span)
        if selection is not None and not self.selector.has_overflowed:
            self.pending.extend([(nested, span) for nested in selection.nested])
        return True

    def note_form(self, trait_ref: TraitRef, span: Span) -> None:
        """A closure must turn out to implement the trait, if that is one of the `Fn` traits."""
        ty = self.table.shallow(trait_ref.args[0])
        form = form_of(self.program, trait_ref.trait) if ty.kind == "closure" else ""
        if form:
            self.form_goals.append((ty.data, form, span))

    def attempt_projection(self, predicate: Predicate, trait_ref: TraitRef, span: Span) -> bool:
        """`<T as Trait>::Item == U`."""
        assert predicate.assoc is not None
        assert predicate.value is not None
        found = self.selector.project(predicate.assoc, trait_ref, span)
        if found is None:
            return False
        found = self.normalize(found, span)
        expected = self.normalize(predicate.value, span)
        if not self.table.unify(found, expected):
            own = self.table.shallow(trait_ref.args[0])
            if found.kind == "projection" and own.kind in CALLABLE:
                return True  # it has not got the trait, which is told elsewhere
            span = own.data.span if own.kind == "closure" else span
            message = f"type mismatch resolving `<{self.show(trait_ref.args[0])} as {trait_ref.trait.name}>::{predicate.assoc.name} == {self.show(expected)}`"
            self.error("K0271", span, message, f"expected `{self.show(expected)}`, found `{self.show(found)}`")
        return True

    def report_unsatisfied(self, trait_ref: TraitRef, span: Span) -> None:
        """A bound that does not hold, with the types for which it does."""
        ty = self.table.resolve(trait_ref.args[0])
        if ty.kind in CALLABLE and form_of(self.program, trait_ref.trait):
            from .closures import report_form

            if report_form(self, ty, trait_ref, span):
                return
        rest = f"<{', '.join([self.show(a) for a in trait_ref.args[1:]])}>" if len(trait_ref.args) > 1 else ""
        message = f"the trait bound `{self.show(ty)}: {trait_ref.trait.name}{rest}` is not satisfied"
        near = [self.program.impl_header(impl)[0] for impl in self.program.impls_of(trait_ref.trait)]
        shown = [f"`{n.args[0]}` implements `{n!r}`" for n in near[:4] if n is not None]
        notes = ["; ".join(shown) + (f" and {len(near) - 4} others" if len(near) > 4 else "")] if shown else []
        self.error(
            "K0277", span, message, f"the trait `{trait_ref.trait.name}{rest}` is not implemented for `{self.show(ty)}`", notes
        )

    def normalize(self, ty: Ty, span: Span) -> Ty:
        """Associated types replaced; what is not decidable yet becomes a variable with a waiting goal."""
        if not ty.flags & HAS_PROJECTION:
            return ty

        def leaf(part: Ty) -> Ty | None:
            if part.kind != "projection":
                return None
            trait_ref = TraitRef(part.data.trait, part.args)
            found = self.selector.project(part.data, trait_ref, span)
            if found is None:
                found = self.fresh(span)
                self.require(Predicate(trait_ref, span, part.data, found), span)
            elif found is not part and found.flags & HAS_PROJECTION and found.flags & HAS_INFER:
                return self.normalize(found, span)
            return found

        return rewrite(ty, HAS_PROJECTION, leaf)

    def instantiate(self, ty: Ty, args: tuple[Ty, ...], span: Span) -> Ty:
        """A declared type for given arguments."""
        return self.normalize(substitute(ty, args), span)

    def fresh_args(self, d: Def, before: tuple[Ty, ...], span: Span) -> tuple[Ty, ...]:
        """`before`, then a fresh variable for each further parameter of `d`."""
        count = len(self.program.generics_of(d).params)
        return before + tuple([self.fresh(span) for _ in range(count - len(before))])

    # ---------------------------------------------------------------------------------------------------------- places and values

    def use(self, place: hir.Place, span: Span, decide: bool = True) -> hir.Value:
        """Reads a place; whether that moves is decided when its type is known (`decide` false: it does not, as under a reborrow)."""
        found = self.node(hir.Use, place.ty, span, place, False)
        if decide:
            self.reads.append(found)
        return found

    def as_value(self, node: hir.Node) -> hir.Value:
        """A place is read; a value stays."""
        if isinstance(node, PLACES):
            return self.use(node, node.span)
        return node  # type: ignore[return-value]

    def as_place(self, node: hir.Node) -> hir.Place:
        """A value gets a place of its own; a place stays."""
        if isinstance(node, PLACES):
            return node
        return self.node(hir.Temporary, node.ty, node.span, node)

    def deref(self, pointer: hir.Node, span: Span) -> hir.Place:
        """The place behind a reference or raw pointer; the pointer is not moved by that."""
        value = self.use(pointer, pointer.span, decide=False) if isinstance(pointer, PLACES) else pointer
        return self.node(hir.Deref, self.shallow(pointer.ty).target, span, value)

    def borrow(self, place: hir.Place, is_mutable: bool, span: Span, is_explicit: bool = False) -> hir.Value:
        """`&place`; that a mutable borrow is allowed is checked at the end."""
        made = self.node(hir.AddressOf, ref_to(place.ty, is_mutable), span, place, is_mutable, False)
        if is_mutable:
            self.require_mutable(place, span, "borrow")
        return made

    def reborrow(self, value: hir.Value, is_mutable: bool, span: Span) -> hir.Value:
        """`&*value` or `&mut *value`."""
        if isinstance(value, hir.Use):
            value.is_move = False
            pointer: hir.Node = self.node(hir.Use, value.ty, span, value.place, False)
        else:
            pointer = value
        return self.borrow(self.deref(pointer, span), is_mutable, span)

    def require_mutable(self, place: hir.Place, span: Span, action: str) -> None:
        """The place is borrowed mutably ("borrow") or assigned ("assign"): it must be mutable. Checked when all types are known."""
        from .mutability import check_mutable

        self.finals.append(lambda: check_mutable(self, place, span, action))

    # ----------------------------------------------------------------------------------------------------------------- coercion

    def mismatch(self, expected: Ty, found: Ty, span: Span, node: ast.Expr | None = None) -> None:
        """Reports that a type is not the expected one, with what to write where that is known."""
        from .hints import mismatch_help

        expected, found = self.table.resolve(expected), self.table.resolve(found)
        if expected is ERROR or found is ERROR:
            return
        if (
            self.table.kind_of(found) == GENERAL
            and self.table.occurs(found, expected)
            or self.table.kind_of(expected) == GENERAL
            and self.table.occurs(expected, found)
        ):
            self.error("K0308", span, "mismatched types", "cyclic type of infinite size")
            return
        label = f"expected `{self.show(expected)}`, found `{self.show(found)}`"
        self.error("K0308", span, "mismatched types", label, help=mismatch_help(self, expected, found, span))

    def expect(self, expected: Ty, found: Ty, span: Span) -> bool:
        """Unifies without coercion; a mismatch is reported."""
        if self.table.try_unify(expected, found):
            return True
        self.mismatch(expected, found, span)
        return False

    def coerce(self, value: hir.Value, expected: Ty, span: Span) -> hir.Value:
        """`value` with the adjustments that make it `expected`; a mismatch is reported."""
        found = self.try_coerce(value, expected, span)
        if found is None:
            self.mismatch(expected, value.ty, span)
            return self.failed(span)
        return found

    def try_coerce(self, value: hir.Value, expected: Ty, span: Span) -> hir.Value | None:
        """The coercion, or None."""
        ty, expected = self.shallow(value.ty), self.shallow(expected)
        if ty is NEVER and expected is not NEVER:
            return self.node(hir.Coerce, self.never_target(expected, span), span, "never", value)
        if ty.kind == "ref" and expected.kind == "ref":
            return self.coerce_reference(value, ty, expected, span)
        if ty.kind in ("ref", "ptr") and expected.kind == "ptr":
            return self.coerce_pointer(value, ty, expected, span)
        return value if self.table.try_unify(expected, ty) else None

    def never_target(self, expected: Ty, span: Span) -> Ty:
        """The type that code which never arrives takes: as expected; if nothing says, it falls back to `()`."""
        if self.table.kind_of(expected) == GENERAL:
            self.table.diverging.add(expected.data)
        return expected

    def coerce_reference(self, value: hir.Value, ty: Ty, expected: Ty, span: Span) -> hir.Value | None:
        """`&mut T` to `&T`, `&[T; N]` to `&[T]`, `&&T` to `&T`; otherwise a reborrow."""
        if expected.data and not ty.data:
            return None
        source, target = self.shallow(ty.target), self.shallow(expected.target)
        if source.kind == "array" and target.kind == "slice":
            if not self.table.try_unify(target.target, source.target):
                return None
            inner = self.reborrow(value, expected.data, span)
            return self.node(hir.Coerce, ref_to(slice_of(source.target), expected.data), span, "unsize", inner)
        if self.table.try_unify(target, source):
            if isinstance(value, hir.AddressOf) and ty.data == expected.data:
                return value  # a borrow made for this place: nothing to borrow again
            return self.reborrow(value, expected.data, span)
        if source.kind == "ref" and (not expected.data or source.data):
            mark = self.table.snapshot()
            inner_value = self.use(self.deref(value, span), span, decide=False)
            found = self.coerce_reference(inner_value, source, expected, span)
            if found is None:
                self.table.rollback(mark)
            return found
        return self.coerce_overloaded(value, ty, expected, span)

    def coerce_overloaded(self, value: hir.Value, ty: Ty, expected: Ty, span: Span) -> hir.Value | None:
        """`&T` to `&U` where `T` implements `Deref<Target = U>`."""
        from .methods import overloaded_deref

        place = overloaded_deref(self, self.deref(value, span), bool(expected.data), span)
        if place is None:
            return None
        return self.try_coerce(self.borrow(place, bool(expected.data), span), expected, span)

    def coerce_pointer(self, value: hir.Value, ty: Ty, expected: Ty, span: Span) -> hir.Value | None:
        """`&T` to `*const T`, `&mut T` to either, `*mut T` to `*const T`, arrays to slices."""
        if expected.data and not ty.data:
            return None
        source, target = self.shallow(ty.target), self.shallow(expected.target)
        if source.kind == "array" and target.kind == "slice" and self.table.try_unify(target.target, source.target):
            value = self.node(hir.Coerce, make(ty.kind, ty.data, (slice_of(source.target),)), span, "unsize", value)
        elif not self.table.try_unify(target, source):
            return None
        if ty.kind == "ptr" and ty.data == expected.data:
            return value
        if ty.kind == "ref" and isinstance(value, hir.Use):
            value = self.reborrow(value, bool(ty.data), span)
        return self.node(hir.Coerce, ptr_to(target, expected.data), span, "ref_ptr", value)

    # ----------------------------------------------------------------------------------------------------------------- unsafety

    def require_unsafe(self, span: Span, what: str, note: str) -> None:
        """Reports an operation that needs an `unsafe` block."""
        if self.unsafe_depth == 0:
            message = f"{what} is unsafe and requires unsafe block"
            self.error("K0133", span, message, what, [note], "write `unsafe { … }` around it")

    def static_place(self, static: StaticDef, span: Span) -> hir.Place:
        """A static; a mutable one needs `unsafe`."""
        if static.node.is_mutable:
            self.require_unsafe(
                span,
                "use of mutable static",
                "mutable statics can be mutated by multiple threads: aliasing violations or data races will cause undefined behavior",
            )
        return self.node(hir.StaticPlace, self.program.value_type(static), span, static)


def counted(count: int, what: str) -> str:
    """`1 argument`, `2 arguments`."""
    return f"{count} {what}{'' if count == 1 else 's'}"


class Join:
    """The common type of several branches: as expected, or that of the first branch that arrives."""

    def __init__(self, checker: Checker, expected: Ty | None, span: Span) -> None:
        self.checker, self.span = checker, span
        self.ty: Ty = NEVER
        self.expected = expected
        self.values: list[hir.Value | None] = []

    def add(self, value: hir.Value | None, span: Span, what: str = "") -> None:
        """A branch with its value (None: unit)."""
        c = self.checker
        if value is None:
            value = c.node(hir.Tuple, make("tuple"), span, [])
        ty = c.shallow(value.ty)
        if self.expected is not None and self.ty is NEVER and ty is not NEVER:
            self.ty = self.expected
        if ty is NEVER:
            self.values.append(value)
        elif self.ty is NEVER:
            self.ty = ty
            self.values.append(value)
        else:
            found = c.try_coerce(value, self.ty, span)
            if found is None:
                self.report(value, span, what)
            self.values.append(found if found is not None else c.failed(span))

    def report(self, value: hir.Value, span: Span, what: str) -> None:
        """Branches of different types."""
        c = self.checker
        if c.shallow(self.ty).kind in CALLABLE and c.shallow(value.ty).kind in CALLABLE:
            c.error("K1102", span, "function pointers are not in the kernel language", "another function than before")
        elif what and self.expected is None:
            label = f"expected `{c.show(self.ty)}`, found `{c.show(value.ty)}`"
            if ERROR not in (c.shallow(self.ty), c.shallow(value.ty)):
                c.error("K0308", span, f"{what} have incompatible types", label)
        else:
            c.mismatch(self.ty, value.ty, span)

    def finish(self) -> list[hir.Value]:
        """The branches, all of type `ty`."""
        c = self.checker
        out: list[hir.Value] = []
        for value in self.values:
            assert value is not None
            if self.ty is not NEVER and c.shallow(value.ty) is NEVER:
                value = c.node(hir.Coerce, self.ty, value.span, "never", value)
            out.append(value)
        return out
