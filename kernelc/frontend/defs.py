"""Definitions: what a name can mean. Made cheaply from the list of a module's items; the parts that need resolution are filled on demand by `Program`.

A definition is an object and compared by identity. Generic parameters are numbered through: those of the impl or trait around an item come first
(in a trait number 0 is `Self`).
"""

from __future__ import annotations

from .ty import make

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from . import ast, hir
    from .source import Source, Span
    from .ty import Table, Ty


class Def:
    """A named definition. `parent` is the module, impl, trait or function that it stands in; `node` its syntax; `home` keeps its crate's types."""

    __slots__ = ("home", "name", "parent", "node", "state")
    what = "item"

    def __init__(self, name: str, parent: Def | None, node: Any) -> None:
        self.name, self.parent, self.node = name, parent, node
        self.home: Table = {} if parent is None else parent.home
        self.state: dict[str, Any] = {}  # results of queries, by name (see Program)

    def __repr__(self) -> str:
        return f"<{self.what} {self.path}>"

    @property
    def path(self) -> str:
        """The name with the modules around it, without the crate."""
        parent = self.parent
        while parent is not None and not parent.name:
            parent = parent.parent
        if parent is None or (isinstance(parent, ModuleDef) and parent.parent is None):
            return self.name
        return f"{parent.path}::{self.name}"

    @property
    def module(self) -> ModuleDef:
        """The module that it stands in (a module: itself)."""
        d: Def = self
        while not isinstance(d, ModuleDef):
            assert d.parent is not None
            d = d.parent
        return d

    @property
    def span(self) -> Span:
        """The name in the source."""
        found: Span = (
            self.node.name.span if getattr(self.node, "name", None) is not None and self.node.name.name else self.node.span
        )
        return found

    @property
    def is_public(self) -> bool:
        """Whether it is declared `pub` without restriction."""
        return bool(self.node.visibility.kind == "pub")

    def attribute(self, name: str) -> ast.Attribute | None:
        """Its attribute of that name."""
        found: ast.Attribute | None = self.node.attribute(name)
        return found


class ModuleDef(Def):
    """A module: `types` and `values` are its two namespaces (own items only); `uses` and `globs` its imports, resolved on demand; `impls` stand in it.

    The root of a crate has no parent. A function's inner items form a nameless module below the function's module. A module of the library that lies in a
    file of its own is read when something in it is first asked for (`postpone`).
    """

    __slots__ = ("source", "types", "values", "macros", "uses", "globs", "impls", "crate", "items", "fill", "is_library")
    what = "module"
    source: Source
    types: dict[str, Def]
    values: dict[str, Def]
    macros: dict[str, Def]
    uses: dict[str, list[UseDef]]
    globs: list[UseDef]
    impls: list[ImplDef | ImplFamily]
    items: list[Def]

    def __init__(self, name: str, parent: Def | None, node: Any, source: Source) -> None:
        super().__init__(name, parent, node)
        self.source = source
        self.fill: Callable[[ModuleDef], None] | None = None
        self.crate: ModuleDef = parent.module.crate if parent is not None else self
        self.is_library: bool = parent is not None and self.crate.is_library  # of kernelc, not a crate of the user
        self.clear()

    def clear(self) -> None:
        """A module without items."""
        self.types, self.values, self.macros = {}, {}, {}
        self.uses, self.globs, self.impls, self.items = {}, [], [], []

    def postpone(self, fill: Callable[[ModuleDef], None]) -> None:
        """Leaves the items to `fill`, which adds them when one of the tables is first read."""
        self.fill = fill
        del self.types, self.values, self.macros, self.uses, self.globs, self.impls, self.items

    def __getattr__(self, name: str) -> Any:
        """A table that is not there yet."""
        if name not in _POSTPONED or self.fill is None:
            raise AttributeError(name)
        self.load()
        return getattr(self, name)

    def load(self) -> None:
        """Adds the items that were postponed."""
        fill, self.fill = self.fill, None
        if fill is not None:
            self.clear()
            fill(self)


_POSTPONED = ("types", "values", "macros", "uses", "globs", "impls", "items")


class UseDef(Def):
    """One leaf of a use declaration: `path` segments as (name, span), `name` the name it brings in ("*" for a glob)."""

    __slots__ = ("segments", "is_global", "target_span")
    what = "use declaration"

    def __init__(self, name: str, parent: Def, node: Any, segments: list[ast.Ident], is_global: bool) -> None:
        super().__init__(name, parent, node)
        self.segments, self.is_global = segments, is_global


class GenericParam:
    """A generic parameter: `kind` is "type" or "const"; `ty` is its `param` type; `const_type` the type of a const parameter's value;
    `is_sized` tells that it is no slice (nothing says `?Sized`).
    """

    __slots__ = ("name", "kind", "ty", "node", "const_type", "is_sized")

    def __init__(self, name: str, kind: str, ty: Ty, node: Any) -> None:
        self.name, self.kind, self.ty, self.node = name, kind, ty, node
        self.const_type: Ty | None = None
        self.is_sized = kind == "type" and node is not None


class Generics:
    """The generic parameters of an item, those of its parent first; `own_start` is where its own begin."""

    __slots__ = ("params", "own_start", "by_name")

    def __init__(self, params: list[GenericParam], own_start: int) -> None:
        self.params, self.own_start = params, own_start
        self.by_name = {p.name: p for p in params}

    @property
    def args(self) -> tuple[Ty, ...]:
        """The parameters themselves as arguments (the identity substitution)."""
        return tuple([p.ty for p in self.params])


class TraitRef:
    """A trait with its arguments, Self first."""

    __slots__ = ("trait", "args")

    def __init__(self, trait: TraitDef, args: tuple[Ty, ...]) -> None:
        self.trait, self.args = trait, args

    def __repr__(self) -> str:
        rest = f"<{', '.join(map(repr, self.args[1:]))}>" if len(self.args) > 1 else ""
        return f"{self.trait.name}{rest}"


class Predicate:
    """A bound: `trait_ref` holds; with `assoc`, moreover its associated type equals `value`."""

    __slots__ = ("trait_ref", "assoc", "value", "span")

    def __init__(self, trait_ref: TraitRef, span: Span, assoc: AssocTypeDef | None = None, value: Ty | None = None) -> None:
        self.trait_ref, self.span, self.assoc, self.value = trait_ref, span, assoc, value


class Signature:
    """The types of a function's parameters (self first) and result; its own `names` for messages."""

    __slots__ = ("params", "names", "result", "is_unsafe", "has_self")

    def __init__(self, params: tuple[Ty, ...], names: tuple[str, ...], result: Ty, is_unsafe: bool, has_self: bool) -> None:
        self.params, self.names, self.result, self.is_unsafe, self.has_self = params, names, result, is_unsafe, has_self


class FnDef(Def):
    """A function, method, or trait method. `intrinsic` is the text of `#[intrinsic("…")]`; `inline` is "", "always" or "never"."""

    __slots__ = ()
    what = "function"

    @property
    def container(self) -> ImplDef | TraitDef | None:
        """The impl or trait that it belongs to."""
        return self.parent if isinstance(self.parent, ImplDef | TraitDef) else None

    @property
    def is_kernel(self) -> bool:
        """Whether it is marked `#[kernel]`."""
        return self.attribute("kernel") is not None

    @property
    def is_const(self) -> bool:
        """Whether it is a `const fn`."""
        return "const" in self.node.qualifiers

    @property
    def has_body(self) -> bool:
        """Whether it has a body (a trait's required method and an intrinsic have none)."""
        return self.node.make_body is not None


class Capture:
    """What a closure holds of its surroundings: the place that `steps` (field numbers, and `*` for what a reference points to, each with the type that it
    reaches) lead to from `variable`, of type `ty`. `mode`: REF, MUT or VALUE.
    """

    __slots__ = ("mode", "path", "span", "steps", "ty", "variable")
    REF, MUT, VALUE = range(3)

    def __init__(self, variable: hir.Variable, steps: list[tuple[int | str, Ty]], ty: Ty, mode: int, span: Span) -> None:
        self.variable, self.steps, self.ty, self.mode, self.span = variable, steps, ty, mode, span
        self.path = tuple([step for step, _ in steps])

    @property
    def held(self) -> Ty:
        """The type of the closure's field: the value, or a reference to it."""
        return self.ty if self.mode == Capture.VALUE else make("ref", self.mode == Capture.MUT, (self.ty,))


class ImplicitFn(FnDef):
    """A function that no item declares; its generic parameters, bounds, signature and body are put into `state`."""

    __slots__ = ()

    def attribute(self, name: str) -> None:
        """It has no attributes."""
        return

    @property
    def span(self) -> Span:
        """What it is made for."""
        found: Span = self.node.span
        return found

    @property
    def is_public(self) -> bool:
        """Nothing names it."""
        return False

    @property
    def is_const(self) -> bool:
        """Constants cannot call it."""
        return False

    @property
    def has_body(self) -> bool:
        """Its body is in `state`."""
        return True


class ClosureDef(ImplicitFn):
    """A closure expression and the function that is its body; `params` and `result` in terms of the generic parameters of the function around.

    `form` is the strongest of the `Fn` traits that it implements, `captures` what it holds: both are known ("", None before) when all types of the body around
    are. `wanted` is the form that the closure was made for, `first` and `end` the numbers of the variables inside.
    """

    __slots__ = ("arguments", "calls", "captures", "end", "environment", "expression", "first", "form", "params", "pattern", "result", "value", "wanted")
    what = "closure"

    def __init__(self, name: str, parent: Def, node: ast.Closure, params: tuple[Ty, ...], result: Ty, wanted: str) -> None:
        super().__init__(name, parent, node)
        self.params, self.result, self.wanted, self.form = params, result, wanted, ""
        self.captures: list[Capture] | None = None
        self.calls: list[tuple[hir.Call, hir.Place]] = []
        self.first = self.end = 0
        self.expression: hir.Closure
        self.environment: hir.Variable
        self.arguments: hir.Variable
        self.pattern: hir.Pattern
        self.value: hir.Value


class FieldOf:
    """A field: its name, type (of the definition's parameters), and where it may be seen: everywhere (None) or within a module."""

    __slots__ = ("name", "ty", "scope", "node")

    def __init__(self, name: str, ty: Ty, scope: ModuleDef | None, node: ast.FieldDecl) -> None:
        self.name, self.ty, self.scope, self.node = name, ty, scope, node


class VariantDef(Def):
    """A variant of an enum, or the one variant of a struct or union. `shape` is named, tuple or unit."""

    __slots__ = ("index", "shape", "members")
    what = "variant"

    def __init__(self, name: str, parent: AdtDef, node: Any, index: int, shape: str) -> None:
        super().__init__(name, parent, node)
        self.index, self.shape = index, shape
        self.members: list[FieldOf] = []

    @property
    def is_public(self) -> bool:
        """As its enum."""
        return self.parent is not None and self.parent.is_public


class AdtDef(Def):
    """A struct, enum or union (`kind`)."""

    __slots__ = ("kind", "variants")

    def __init__(self, name: str, parent: Def, node: Any, kind: str) -> None:
        super().__init__(name, parent, node)
        self.kind = kind
        self.variants: list[VariantDef] = []

    @property
    def what(self) -> str:  # type: ignore[override]
        """struct, enum or union."""
        return self.kind


class ConstDef(Def):
    """A constant, also associated."""

    __slots__ = ()
    what = "constant"


class StaticDef(Def):
    """A static."""

    __slots__ = ()
    what = "static"


class AliasDef(Def):
    """A type alias."""

    __slots__ = ()
    what = "type alias"


class AssocTypeDef(Def):
    """An associated type, declared in a trait or defined in an impl."""

    __slots__ = ()
    what = "associated type"

    @property
    def trait(self) -> TraitDef:
        """The trait that declares it."""
        assert isinstance(self.parent, TraitDef)
        return self.parent


class TraitDef(Def):
    """A trait; `items` by name."""

    __slots__ = ("items",)
    what = "trait"

    def __init__(self, name: str, parent: Def, node: Any) -> None:
        super().__init__(name, parent, node)
        self.items: dict[str, FnDef | ConstDef | AssocTypeDef] = {}


class ImplDef(Def):
    """An impl; `items` by name, made when first asked for. Its trait, self type and generics are filled on demand."""

    __slots__ = ("_items", "make_items")
    what = "impl"

    def __init__(
        self, parent: Def, node: Any, make_items: Callable[[ImplDef], dict[str, FnDef | ConstDef | AssocTypeDef]]
    ) -> None:
        super().__init__("", parent, node)
        self.make_items = make_items
        self._items: dict[str, FnDef | ConstDef | AssocTypeDef] | None = None

    @property
    def items(self) -> dict[str, FnDef | ConstDef | AssocTypeDef]:
        """The items by name."""
        if self._items is None:
            self._items = self.make_items(self)
        return self._items

    @property
    def is_public(self) -> bool:
        """An impl has no visibility of its own."""
        return True


class ImplFamily:
    """An impl written once for several built-in types (`#[for_each(N, i8, i16, …)]`, library only): `member` makes that of one type when it is needed."""

    __slots__ = ("alias", "aliases", "make", "members", "node", "types")

    def __init__(
        self, node: ast.Impl, alias: str, aliases: dict[str, dict[str, Ty]], make: Callable[[dict[str, Ty]], ImplDef]
    ) -> None:
        self.node, self.alias, self.aliases, self.make = node, alias, aliases, make
        self.types = {name: known[alias] for name, known in aliases.items()}
        self.members: dict[str, ImplDef] = {}

    @property
    def is_plain(self) -> bool:
        """Whether the impls are for the types themselves, not for something made of them (`Range<N>`)."""
        return self.node.self_type.span.text == self.alias

    def member(self, name: str) -> ImplDef:
        """The impl for the type of that name, which is called `alias` inside."""
        found = self.members.get(name)
        return found if found is not None else self.members.setdefault(name, self.make(self.aliases[name]))


if TYPE_CHECKING:
    Named: TypeAlias = ModuleDef | FnDef | AdtDef | VariantDef | ConstDef | StaticDef | AliasDef | TraitDef | AssocTypeDef
