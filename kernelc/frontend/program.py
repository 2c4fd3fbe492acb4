"""A program: its crates, and what is known of each definition, computed when first asked for and kept.

Every query answers for one definition: `generics_of`, `predicates_of`, `signature_of`, `fields_of`, `const_type`, `impl_header`, `body` … Errors are reported
where the query first meets them, once. Nothing is global: two programs may be checked in two threads.
"""

from __future__ import annotations

from . import ast
from .attributes import words
from .callables import CALLABLE, instance_of
from .collect import Collector
from .defs import (
    AdtDef,
    AliasDef,
    AssocTypeDef,
    ConstDef,
    Def,
    FieldOf,
    FnDef,
    GenericParam,
    Generics,
    ImplDef,
    ImplFamily,
    ModuleDef,
    Predicate,
    Signature,
    StaticDef,
    TraitDef,
    TraitRef,
    VariantDef,
)
from .derive import DERIVED, tuple_impl
from .impls import ImplList
from .infer import InferTable
from .lang import CRATES, DROP, LANG_ITEMS, PRELUDE
from .resolve import TYPES, Resolver
from .scope import Scope
from .select import NO, YES, Selector
from .signatures import (
    add_bounds,
    bounds_on,
    check_unique_fields,
    field_scope,
    make_generics,
    make_predicates,
    make_signature,
    uses_parameter,
)
from .store import head_of
from .ty import ERROR, UNIT, Ty, make, param

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from . import hir
    from .diagnostics import Diagnostics
    from .library import Loaded
    from .source import Source, Span

    Parse = Callable[[Source, Diagnostics], list[ast.Item]]
    LoadCore = Callable[[str], Loaded]
    LoadCrate = Callable[[str], tuple[Source, list[ast.Item]] | None]
    LoadFile = Callable[[ModuleDef, ast.Mod], tuple[Source, list[ast.Item]] | None]


ALIAS_LIMIT = 32
"""How many type aliases may stand for one another, one in the other."""


class Program:
    """The user's crate with the library crates that it names.

    `load_core(name)` gives a file of the library (`core`, `core/iter`); `load_file(module, item)` those of a `mod name;`,
    `load_crate(name)` the root file of another library crate, None for a name that is none.
    """

    def __init__(
        self,
        source: Source,
        items: list[ast.Item],
        diagnostics: Diagnostics,
        load_core: LoadCore,
        load_file: LoadFile | None = None,
        load_crate: LoadCrate | None = None,
    ) -> None:
        self.diagnostics, self.load_core, self.load_file, self.load_crate = diagnostics, load_core, load_file, load_crate
        self.overflowed: dict[Span, None] = {}  # where trait selection was found not to end
        self.resolver = Resolver(self)
        self.crates: dict[str, ModuleDef] = {}
        self._absent: dict[str, None] = {}  # names that have been sought among the crates of the options
        self.lang_items: dict[str, Def | None] = {}
        self.modules: list[ModuleDef] = []
        self._impls_by_trait: dict[str, ImplList] = {}
        self._impls_by_method: dict[str, ImplList] = {}
        self._renamed: dict[str, dict[str, None]] = {}  # last name in a `use … as` → the names it is given, in the whole program
        self._files: dict[str, dict[str, ModuleDef]] = {}  # modules of the library in files of their own, by crate and name
        self.reached: dict[Def, None] = {}  # definitions that must hold by themselves, in the order in which they were met
        self.fmad = True
        self.open_aliases = 0  # aliases whose type is being found, each by the one before
        self.root = self.add_crate("", source, items)

    # ------------------------------------------------------------------------------------------------------------------ crates

    def add_crate(self, name: str, source: Source, items: list[ast.Item]) -> ModuleDef:
        """Collects a crate's items; its impls join those known."""
        root = ModuleDef(
            name,
            None,
            ast.Mod(
                source.span(0, 0), [], ast.Visibility(source.span(0, 0), "pub", ()), ast.Ident(source.span(0, 0), name), None
            ),
            source,
        )
        if name:
            self.crates[name] = root
        root.is_library = name in CRATES.values()
        self.collect(root, items)
        return root

    def collect(self, module: ModuleDef, items: list[ast.Item]) -> None:
        """Collects items into a module, and registers the impls below it."""
        Collector(self.diagnostics, self.module_file).items(module, items)
        work = [module]
        while work:
            at = work.pop()
            for impl in at.impls:
                self.register(impl)
            for name, leaves in at.uses.items():
                for leaf in leaves:
                    if leaf.segments and leaf.segments[-1].name != name:
                        self._renamed.setdefault(leaf.segments[-1].name, {})[name] = None
            work.extend([d for d in at.items if isinstance(d, ModuleDef) and d.fill is None])

    def add_function(self, item: ast.Fn) -> FnDef:
        """A function beside those of the user's file."""
        Collector(self.diagnostics, self.module_file).items(self.root, [item])
        found = self.root.items[-1]
        assert isinstance(found, FnDef)
        return found

    def register(self, impl: ImplDef | ImplFamily) -> None:
        """Enters an impl under its trait's last name, or under the names of its items."""
        node: ast.Impl = impl.node
        if node.trait_name:
            self._impls_by_trait.setdefault(node.trait_name, ImplList()).append(impl)
            return
        for name in node.item_names:
            self._impls_by_method.setdefault(name, ImplList()).append(impl)

    def _members(self, impls: ImplList, ty: Ty | None) -> list[ImplDef]:
        return self.members(impls.candidates(ty, self.self_type), ty)

    @staticmethod
    def members(impls: list[ImplDef | ImplFamily], ty: Ty | None) -> list[ImplDef]:
        """The impls, of a family only that for `ty` where it is a type of the family; all for a type that is not known yet (None: all)."""
        out: list[ImplDef] = []
        for impl in impls:
            if isinstance(impl, ImplDef):
                out.append(impl)
            elif ty is None or ty.kind in ("infer", "error") or not impl.is_plain:
                out.extend([impl.member(name) for name in impl.types])
            elif impl.types.get(str(ty.data)) is ty:
                out.append(impl.member(str(ty.data)))
        return out

    def postpone(self, module: ModuleDef) -> None:
        """A library module in a file of its own: read when a path leads into it, or a trait or method is sought that its crate's index has for it."""
        module.postpone(self._fill)
        self._files.setdefault(module.crate.name, {})[module.name] = module

    def _fill(self, module: ModuleDef) -> None:
        loaded = self.load_core(f"{module.crate.name}/{module.name}")
        module.source = loaded.source
        self.collect(module, loaded.items)

    def _read(self, which: int, name: str, ty: Ty | None = None) -> None:
        """Reads the library modules that have impls of that trait (0) or items of that name in impls (1), for that type if it is known."""
        wanted = head_of(ty) if ty is not None else ""
        for crate, files in list(self._files.items()):
            known = self.load_core(crate).known
            for head, module in (known[1] if which else known[0]).get(name, ()):
                if (not wanted or head in (wanted, "*")) and files[module].fill is not None:
                    files[module].load()

    def trait_may_have(self, trait: str, item: str) -> bool:
        """Whether a trait of the library of that name, read or not, has an item of that name."""
        return any([item in self.load_core(crate).known[2].get(trait, ()) for crate in self._files])

    def module_file(self, module: ModuleDef, item: ast.Mod) -> list[ast.Item]:
        """The items of `mod name;`."""
        if module.is_library:
            self.postpone(module)
            return []
        found = self.load_file(module, item) if self.load_file is not None else None
        if found is None:
            if self.load_file is None:
                self.diagnostics.error("K0583", item.name.span, f"file not found for module `{item.name.name}`")
            module.state["is missing"] = True  # so that what is sought in it is no further error
            return []
        module.source = found[0]
        return found[1]

    def crate(self, name: str) -> ModuleDef | None:
        """A crate by name, loaded when first named."""
        file = CRATES.get(name)
        if file is None:
            return self.crates.get(name) or self._external(name)
        found = self.crates.get(file)
        if found is None:
            loaded = self.load_core(file)
            found = self.add_crate(file, loaded.source, loaded.items)
        return found

    def _external(self, name: str) -> ModuleDef | None:
        """A crate that the options name, loaded when first named."""
        if not name or self.load_crate is None or name in self._absent:
            return None
        self._absent[name] = None
        loaded = self.load_crate(name)
        return self.add_crate(name, *loaded) if loaded is not None else None

    def prelude_module(self) -> ModuleDef | None:
        """The module whose names are in scope everywhere."""
        crate = self.crate(PRELUDE[0])
        found = self.resolver.own(crate, PRELUDE[1], TYPES) if crate is not None else None
        return found if isinstance(found, ModuleDef) else None

    def prelude(self, name: str, namespace: str) -> Def | None:
        """A name of the prelude."""
        module = self.prelude_module()
        return self.resolver.in_module(module, name, namespace) if module is not None else None

    def lang(self, name: str) -> Def | None:
        """A lang item; None where the library does not have it."""
        if name not in self.lang_items:
            path = LANG_ITEMS[name]
            at: Def | None = self.crate(path[0])
            for part in path[1:]:
                at = self.resolver.member(at, part, TYPES) if at is not None else None
            self.lang_items[name] = at
        return self.lang_items[name]

    def lang_trait(self, name: str) -> TraitDef:
        """A lang item that is a trait."""
        found = self.lang(name)
        assert isinstance(found, TraitDef), name
        return found

    # ---------------------------------------------------------------------------------------------------------------- generics

    def generics_of(self, d: Def) -> Generics:
        """The generic parameters in force inside `d`."""
        found: Generics | None = d.state.get("generics")
        if found is None:
            found = d.state["generics"] = make_generics(self, d)
        return found

    def default_of(self, d: Def, parameter: GenericParam) -> Ty:
        """The default of a generic parameter, in terms of the parameters before it."""
        key = f"default {parameter.name}"
        if key not in d.state:
            scope = self.scope(d)
            node = parameter.node.default
            d.state[key] = scope.lower(node) if parameter.kind == "type" else scope.const_arg(node, parameter.const_type or UNIT)
        found: Ty = d.state[key]
        return found

    def scope(self, d: Def, generics: Generics | None = None) -> Scope:
        """The scope in which the signature of `d` is written."""
        owner: Def = d.parent if isinstance(d, VariantDef) and d.parent is not None else d
        container = (
            owner
            if isinstance(owner, ImplDef | TraitDef)
            else owner.parent
            if isinstance(owner.parent, ImplDef | TraitDef)
            else None
        )
        scope = Scope(self, d.module, generics if generics is not None else self.generics_of(owner), None, owner)
        if isinstance(container, TraitDef):
            scope.self_ty = param(0, "Self")
        elif isinstance(container, ImplDef):
            scope.aliases = container.state.get("aliases", {})
            scope.self_ty = self.self_type(container) if owner is not container or "self" in container.state else None
        elif isinstance(owner, AdtDef):
            scope.self_ty = make("adt", owner, scope.generics.args)
        return scope

    def predicates_of(self, d: Def) -> list[Predicate]:
        """The bounds in force inside `d`, parents' first; inside a trait `Self: Trait` among them."""
        found: list[Predicate] | None = d.state.get("predicates")
        if found is None:
            d.state["predicates"] = []  # a bound that refers to its own item sees none
            found = d.state["predicates"] = make_predicates(self, d)
        return found

    def supertraits(self, trait: TraitDef) -> list[Predicate]:
        """The bounds on `Self` that a trait declares, and those on its associated types."""
        found: list[Predicate] | None = trait.state.get("supertraits")
        if found is None:
            trait.state["supertraits"] = []
            out: list[Predicate] = []
            scope = self.scope(trait)
            add_bounds(scope, param(0, "Self"), trait.node.supertraits, out)
            for item in trait.items.values():
                if isinstance(item, AssocTypeDef) and item.node.bounds:
                    add_bounds(scope, make("projection", item, self.generics_of(trait).args), item.node.bounds, out)
            found = trait.state["supertraits"] = out
        return found

    # -------------------------------------------------------------------------------------------------------------- signatures

    def signature_of(self, fn: FnDef) -> Signature:
        """A function's parameter and result types, in terms of its generic parameters."""
        found: Signature | None = fn.state.get("signature")
        if found is None:
            found = fn.state["signature"] = make_signature(self, fn)
        return found

    def value_type(self, d: ConstDef | StaticDef) -> Ty:
        """The type of a constant or static."""
        found: Ty | None = d.state.get("type")
        if found is None:
            found = d.state["type"] = self.scope(d).lower(d.node.type)
        return found

    def alias_type(self, alias: AliasDef) -> Ty:
        """What a type alias stands for."""
        found: Ty | None = alias.state.get("type")
        if found is None:
            if alias.node.type is None:
                return ERROR
            if "open" in alias.state:
                self.diagnostics.error("K0391", alias.node.span, f"cycle detected when expanding type alias `{alias.name}`")
                return ERROR
            if self.open_aliases == ALIAS_LIMIT:
                self.diagnostics.error(
                    "K1035", alias.node.span, f"nested too deeply: the limit is {ALIAS_LIMIT} type aliases of each other"
                )
                return ERROR
            alias.state["open"] = True
            self.open_aliases += 1
            found = alias.state["type"] = self.scope(alias).lower(alias.node.type)
            self.open_aliases -= 1
        return found

    def assoc_value(self, item: AssocTypeDef) -> Ty:
        """The type that an impl gives to an associated type."""
        found: Ty | None = item.state.get("type")
        if found is None:
            item.state["type"] = ERROR
            found = item.state["type"] = self.scope(item).lower(item.node.type) if item.node.type is not None else ERROR
        return found

    def fields_of(self, variant: VariantDef) -> list[FieldOf]:
        """The fields of a variant, with types in terms of the definition's parameters."""
        if "fields" not in variant.state:
            variant.state["fields"] = True
            scope = self.scope(variant)
            node = variant.node
            public = isinstance(variant.parent, AdtDef) and variant.parent.kind == "enum"
            for member in node.members:
                variant.members.append(
                    FieldOf(
                        member.name.name, scope.lower(member.type), None if public else field_scope(self, variant, member), member
                    )
                )
            check_unique_fields(self, variant)
            if isinstance(variant.parent, AdtDef):
                self.reached[variant.parent] = None
        return variant.members

    def derives(self, adt: AdtDef, trait: str) -> bool:
        """Whether `#[derive(…)]` on the definition names the trait."""
        derived = [w for attribute in adt.node.attributes if attribute.path == ("derive",) for w in words(attribute)]
        return any(w.rpartition("::")[2] == trait for w in derived)

    # ------------------------------------------------------------------------------------------------------------------- impls

    def impl_header(self, impl: ImplDef) -> tuple[TraitRef | None, Ty]:
        """The trait of an impl (None for an inherent one, or where it is unknown) and its self type."""
        if "header" not in impl.state:
            impl.state["header"] = (None, ERROR)
            self_ty = self.self_type(impl)
            path: ast.Path | None = impl.node.trait
            impl.state["header"] = (self.scope(impl).trait_ref(path, self_ty) if path is not None else None, self_ty)
        found: tuple[TraitRef | None, Ty] = impl.state["header"]
        return found

    def self_type(self, impl: ImplDef) -> Ty:
        """The type that an impl is for."""
        if "self" not in impl.state:
            ty = self.scope(impl).lower(impl.node.self_type)
            impl.state["self"] = ty
        found: Ty = impl.state["self"]
        return found

    def check_reached(self) -> None:
        """Checks the definitions that bodies have led to (`check.items`), and those that these lead to."""
        from .check.items import check_definition

        done = 0
        while done < len(self.reached):
            for d in list(self.reached)[done:]:
                done += 1
                check_definition(self, d)

    def impls_of(self, trait: TraitDef, ty: Ty | None = None) -> list[ImplDef]:
        """The impls of a trait in order of their crates and modules; with `ty`, those that may be for that type."""
        core = self.crate(PRELUDE[0])
        self._read(0, trait.name, ty)
        found: list[ImplDef] = []
        for name in self._names_of(trait.name):
            impls = self._impls_by_trait.get(name)
            if impls is not None:
                found += [impl for impl in self._members(impls, ty) if self._is_for(impl, trait)]
        if ty is not None and ty.kind == "tuple" and trait.name in DERIVED and core is not None and trait.module.crate is core:
            found.append(self._tuple_impl(core, trait, len(ty.args)))
        return found

    def _names_of(self, name: str) -> list[str]:
        """What something of that name may be called where it is used: its name, and what it is renamed to, and that again."""
        names = {name: None}
        work = [name] if self._renamed else []
        while work:
            for other in self._renamed.get(work.pop(), ()):
                if other not in names:
                    names[other] = None
                    work.append(other)
        return list(names)

    def has_destructor(self, ty: Ty) -> bool:
        """Whether a struct, enum or union has an impl of `Drop` itself."""
        if not any(name in self._impls_by_trait for name in self._names_of(DROP)):
            return False
        headers = [self.impl_header(impl)[0] for impl in self.impls_of(self.lang_trait(DROP))]
        return any(header is not None and header.args[0].data is ty.data for header in headers)

    def _tuple_impl(self, core: ModuleDef, trait: TraitDef, length: int) -> ImplDef:
        key = f"tuple {length}"
        if key not in trait.state:
            node = tuple_impl(trait.span, length, trait.name, self.diagnostics)
            trait.state[key] = Collector(self.diagnostics, self.module_file).make_impl(core, node, {})
        made: ImplDef = trait.state[key]
        return made

    def _is_for(self, impl: ImplDef, trait: TraitDef) -> bool:
        header, _ = self.impl_header(impl)
        return header is not None and header.trait is trait

    def inherent_impls(self, name: str, ty: Ty | None = None) -> list[ImplDef]:
        """The inherent impls that have an item of that name; with `ty`, those that may be for that type."""
        self.crate(PRELUDE[0])
        self._read(1, name, ty)
        impls = self._impls_by_method.get(name)
        return self._members(impls, ty) if impls is not None else []

    def inherent_names(self, types: list[Ty]) -> list[str]:
        """The names of the inherent items that one of the types has."""
        for crate in list(self._files):
            for name in self.load_core(crate).known[1]:
                self._read(1, name)
        return [n for n in self._impls_by_method if any(self.may_match(i, t) for t in types for i in self.inherent_impls(n, t))]

    def may_match(self, impl: ImplDef, ty: Ty) -> bool:
        """A cheap necessary condition for the impl's self type to unify with `ty`."""
        _, own = self.impl_header(impl)
        if own.kind in ("param", "projection") or ty.kind in ("infer", "projection", "error"):
            return True
        return own.kind == ty.kind and own.data == ty.data

    def find_assoc(self, trait: TraitDef, name: str) -> AssocTypeDef | None:
        """An associated type of the trait or of its supertraits."""
        work, seen = [trait], {trait}
        while work:
            at = work.pop(0)
            item = at.items.get(name)
            if isinstance(item, AssocTypeDef):
                return item
            for parent in self.supertraits(at):
                if parent.trait_ref.trait not in seen:
                    seen.add(parent.trait_ref.trait)
                    work.append(parent.trait_ref.trait)
        return None

    def assoc_candidates(self, ty: Ty, name: str, scope: Scope) -> list[tuple[TraitRef, AssocTypeDef]]:
        """Associated types called `name` that `ty` has: by the bounds of the item around, or by the impl's trait for `Self`."""
        out: list[tuple[TraitRef, AssocTypeDef]] = []
        for trait_ref in bounds_on(self, ty, scope):
            item = trait_ref.trait.items.get(name)
            if isinstance(item, AssocTypeDef) and all(found is not item for _, found in out):
                out.append((trait_ref, item))
        if len(out) > 1 and ty.kind == "param":  # `Self` of `impl<I: Iterator> IntoIterator for I`: what the bounds give
            owner = scope.owner if isinstance(scope.owner, ImplDef) else scope.owner.parent if scope.owner is not None else None
            header = self.impl_header(owner)[0] if isinstance(owner, ImplDef) else None
            out = [each for each in out if each[0] is not header]
        return out

    # --------------------------------------------------------------------------------------------------------------- instances

    def normalize(self, ty: Ty, owner: Def | None = None) -> Ty:
        """`ty` with associated types replaced; for signatures that mention parameters they stay as they are."""
        if owner is not None:
            return ty
        return Selector(self, InferTable(), []).normalize(ty, self.root.span)

    def resolve_instance(self, fn: FnDef, args: tuple[Ty, ...]) -> tuple[FnDef, tuple[Ty, ...]]:
        """For a trait's method with concrete arguments: the function that is really called (the impl's, or the trait's default body) with its arguments."""
        trait = fn.container
        if not isinstance(trait, TraitDef):
            return fn, args
        if args[0].kind in CALLABLE:
            called = instance_of(self, trait, args)
            if called is not None:
                return called
        count = len(self.generics_of(trait).params)
        table = InferTable()
        selector = Selector(self, table, [])
        outcome, selection = selector.select(TraitRef(trait, args[:count]), fn.span)
        if outcome != YES or selection is None or selection.impl is None:
            return fn, args
        for nested in selection.nested:
            selector.holds(nested, fn.span)
        item = selection.impl.items.get(fn.name)
        if not isinstance(item, FnDef):
            return fn, args
        return item, tuple([table.resolve(a) for a in selection.args]) + args[count:]

    def may_derive(self, impl: ImplDef) -> bool:
        """Whether the fields have the trait that an impl made by `#[derive(…)]` needs of them; the first that does not is reported, once."""
        if impl.module.is_library:
            return True
        if "may derive" not in impl.state:
            from .check.items import check_derived

            impl.state["may derive"] = True
            impl.state["may derive"] = check_derived(self, impl)
        found: bool = impl.state["may derive"]
        return found

    def resolve_const(self, const: ConstDef, args: tuple[Ty, ...]) -> tuple[ConstDef, tuple[Ty, ...]]:
        """The same for a trait's associated constant."""
        trait = const.parent
        if not isinstance(trait, TraitDef):
            return const, args
        table = InferTable()
        outcome, selection = Selector(self, table, []).select(TraitRef(trait, args), const.span)
        item = (
            selection.impl.items.get(const.name)
            if outcome != NO and selection is not None and selection.impl is not None
            else None
        )
        if selection is None or not isinstance(item, ConstDef):
            return const, args
        return item, tuple([table.resolve(a) for a in selection.args])

    # ------------------------------------------------------------------------------------------------------------------ bodies

    def body(self, fn: FnDef) -> hir.Body | None:
        """The checked body of a function; None where it has none."""
        if "body" not in fn.state:
            from .check import check_function

            fn.state["body"] = None
            self.reached[fn] = None
            impl = fn.parent
            if not isinstance(impl, ImplDef) or "derived from" not in impl.state or self.may_derive(impl):
                fn.state["body"] = check_function(self, fn)
        found: hir.Body | None = fn.state["body"]
        return found

    def const_body(self, const: ConstDef | StaticDef) -> hir.Body | None:
        """The checked initialiser of a constant or static."""
        if "body" not in const.state:
            from .check import check_constant

            const.state["body"] = None
            const.state["body"] = check_constant(self, const)
        found: hir.Body | None = const.state["body"]
        return found

    def evaluate_type_const(self, expr: ast.Expr, expected: Ty, scope: Scope) -> Ty:
        """The value of a constant expression in a type (an array length, a const argument)."""
        from .build.consteval import evaluate
        from .check import check_anonymous_constant
        from .ty import const_value

        if uses_parameter(expr, scope):
            message = "generic parameters may not be used in const operations"
            self.diagnostics.error("K1129", expr.span, message, label="only a parameter alone can stand here")
            return ERROR
        body = check_anonymous_constant(self, expr, expected, scope)
        if body is None or self.diagnostics.has_errors:
            return ERROR
        value = evaluate(self, body, ())
        return const_value(int(value)) if value is not None else ERROR
