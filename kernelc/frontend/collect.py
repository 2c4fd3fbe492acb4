"""After `collect_module` every item of a file has its definition, in the namespace of its module; nothing is resolved and no body is read.

Names that are defined twice in one namespace are reported. `mod name;` is read from the file beside its parent, on demand.
"""

from __future__ import annotations

from . import ast
from .attributes import words
from .defs import (
    AdtDef,
    AliasDef,
    AssocTypeDef,
    ConstDef,
    Def,
    FnDef,
    ImplDef,
    ImplFamily,
    ModuleDef,
    StaticDef,
    TraitDef,
    UseDef,
    VariantDef,
)
from .derive import derived_impls
from .ty import PRIMITIVES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .diagnostics import Diagnostics
    from .ty import Ty

    LoadModule = Callable[[ModuleDef, ast.Mod], list[ast.Item]]


class Collector:
    """Makes definitions from the items of one source file."""

    def __init__(self, diagnostics: Diagnostics, load_module: LoadModule) -> None:
        self.diagnostics, self.load_module = diagnostics, load_module

    def items(self, module: ModuleDef, items: list[ast.Item]) -> None:
        """Adds items to the module."""
        for item in items:
            self.item(module, item)

    def item(self, module: ModuleDef, item: ast.Item) -> None:
        """Adds one item."""
        make = _MAKERS.get(type(item))
        if make is not None:
            make(self, module, item)

    def define(self, module: ModuleDef, namespace: dict[str, Def], d: Def) -> None:
        """Enters a definition under its name; a second one of that name is an error."""
        module.items.append(d)
        if d.name == "_":
            return
        other = namespace.setdefault(d.name, d)
        if other is not d:
            where = "type" if namespace is module.types else "value"
            message = f"the name `{d.name}` is defined multiple times"
            notes = [f"`{d.name}` must be defined only once in the {where} namespace of this module"]
            before = [(other.span, f"previous definition of `{d.name}` here")]
            self.diagnostics.error("K0428", d.span, message, label=f"`{d.name}` redefined here", notes=notes, secondary=before)

    def function(self, module: ModuleDef, item: ast.Fn) -> None:
        """A function."""
        self.define(module, module.values, FnDef(item.name.name, module, item))

    def struct(self, module: ModuleDef, item: ast.Struct) -> None:
        """A struct: a type, and for tuple and unit structs also a value."""
        adt = AdtDef(item.name.name, module, item, "struct")
        variant = VariantDef(adt.name, adt, item, 0, item.shape)
        adt.variants.append(variant)
        self.define(module, module.types, adt)
        self.derive(adt, item)
        if item.shape != "named":
            module.values.setdefault(adt.name, variant)

    def union(self, module: ModuleDef, item: ast.Union) -> None:
        """A union."""
        adt = AdtDef(item.name.name, module, item, "union")
        adt.variants.append(VariantDef(adt.name, adt, item, 0, "named"))
        self.define(module, module.types, adt)

    def enum(self, module: ModuleDef, item: ast.Enum) -> None:
        """An enum with its variants."""
        adt = AdtDef(item.name.name, module, item, "enum")
        seen: dict[str, ast.Variant] = {}
        for index, variant in enumerate(item.variants):
            adt.variants.append(VariantDef(variant.name.name, adt, variant, index, variant.shape))
            first = seen.setdefault(variant.name.name, variant)
            if first is not variant:
                message = f"the name `{variant.name.name}` is defined multiple times"
                before = [(first.name.span, f"previous definition of `{variant.name.name}` here")]
                self.diagnostics.error("K0428", variant.name.span, message, label=f"`{variant.name.name}` redefined here", secondary=before)
        self.define(module, module.types, adt)
        self.derive(adt, item)

    def derive(self, adt: AdtDef, item: ast.Struct | ast.Enum) -> None:
        """The impls that `#[derive(…)]` stands for."""
        if item.attribute("derive") is not None:
            made = [self.make_impl(adt.module, impl, {}) for impl in derived_impls(item, self.diagnostics)]
            for impl in made:
                impl.state["derived from"] = adt
            adt.state["derived"] = made
            adt.module.impls.extend(made)

    def const(self, module: ModuleDef, item: ast.Const) -> None:
        """A constant."""
        self.define(module, module.values, ConstDef(item.name.name, module, item))

    def static(self, module: ModuleDef, item: ast.Static) -> None:
        """A static."""
        self.define(module, module.values, StaticDef(item.name.name, module, item))

    def alias(self, module: ModuleDef, item: ast.TypeAlias) -> None:
        """A type alias."""
        self.define(module, module.types, AliasDef(item.name.name, module, item))

    def submodule(self, module: ModuleDef, item: ast.Mod) -> None:
        """A module, inline or in a file of its own."""
        inner = ModuleDef(item.name.name, module, item, module.source)
        self.define(module, module.types, inner)
        items = item.items if item.items is not None else self.load_module(inner, item)
        self.items(inner, items)

    def trait(self, module: ModuleDef, item: ast.Trait) -> None:
        """A trait with its items."""
        trait = TraitDef(item.name.name, module, item)
        self.define(module, module.types, trait)
        trait.items.update(self.associated(trait, item.items))

    def implementation(self, module: ModuleDef, item: ast.Impl) -> None:
        """An impl with its items; `#[for_each(T, i32, u32)]` (library only) stands for one for each type, called `T` inside.

        Further names may go with it: in `#[for_each(T U, i8 u8, i16 u16)]` the impl for `i8` calls `u8` `U`.
        """
        for_each = item.attribute("for_each")
        if for_each is None:
            module.impls.append(self.make_impl(module, item, {}))
            return
        names, *rows = [word.split() for word in words(for_each)]
        aliases = {row[0]: dict(zip(names, [PRIMITIVES[name] for name in row], strict=True)) for row in rows}
        module.impls.append(ImplFamily(item, names[0], aliases, lambda known: self.make_impl(module, item, known)))

    def make_impl(self, module: ModuleDef, item: ast.Impl, aliases: dict[str, Ty]) -> ImplDef:
        """The definition of an impl."""
        impl = ImplDef(module, item, lambda owner: self.associated(owner, item.items))
        if aliases:
            impl.state["aliases"] = aliases
        return impl

    def associated(self, owner: TraitDef | ImplDef, items: list[ast.Item]) -> dict[str, FnDef | ConstDef | AssocTypeDef]:
        """The functions, constants and types of a trait or impl, by name."""
        out: dict[str, FnDef | ConstDef | AssocTypeDef] = {}
        for item in items:
            d: FnDef | ConstDef | AssocTypeDef
            if isinstance(item, ast.Fn):
                d = FnDef(item.name.name, owner, item)
            elif isinstance(item, ast.Const):
                d = ConstDef(item.name.name, owner, item)
            elif isinstance(item, ast.TypeAlias):
                d = AssocTypeDef(item.name.name, owner, item)
            else:
                continue
            if out.setdefault(d.name, d) is not d:
                code = "K0428" if isinstance(owner, TraitDef) else "K0592" if owner.node.trait is None else "K0201"
                message = f"the name `{d.name}` is defined multiple times" if code == "K0428" else f"duplicate definitions with name `{d.name}`"
                self.diagnostics.error(code, d.span, message, label="duplicate definition")
        return out

    def macro(self, module: ModuleDef, item: ast.MacroItem) -> None:
        """`macro_rules!`: known by name, so that its use can be refused by name."""
        if item.name.name:
            module.macros[item.name.name] = Def(item.name.name, module, item)

    def use(self, module: ModuleDef, item: ast.Use) -> None:
        """The leaves of a use tree."""
        work: list[tuple[ast.UseTree, list[ast.Ident], bool]] = [(item.tree, [], item.tree.is_global)]
        while work:
            tree, prefix, is_global = work.pop()
            path = prefix + tree.path
            if tree.kind == "group":
                work.extend([(inner, path, is_global or inner.is_global) for inner in reversed(tree.group)])
                continue
            if tree.kind == "name" and path[-1].name == "self" and len(path) > 1:
                if len(tree.path) > 1:
                    message = "`self` imports are only allowed within a { } list"
                    advice = f"write `use {'::'.join([p.name for p in path[:-1]])};` or `{{self}}`"
                    self.diagnostics.error("K0429", path[-1].span, message, help=advice)
                path = path[:-1]
            name = "*" if tree.kind == "glob" else tree.alias.name if tree.alias is not None else path[-1].name
            leaf = UseDef(name, module, item, path, is_global)
            if tree.kind == "glob":
                module.globs.append(leaf)
            else:
                module.uses.setdefault(name, []).append(leaf)


_MAKERS: dict[type[ast.Node], Callable[[Collector, ModuleDef, Any], None]] = {
    ast.Fn: Collector.function,
    ast.Struct: Collector.struct,
    ast.Union: Collector.union,
    ast.Enum: Collector.enum,
    ast.Const: Collector.const,
    ast.Static: Collector.static,
    ast.TypeAlias: Collector.alias,
    ast.Mod: Collector.submodule,
    ast.Trait: Collector.trait,
    ast.Impl: Collector.implementation,
    ast.Use: Collector.use,
    ast.MacroItem: Collector.macro,
}
