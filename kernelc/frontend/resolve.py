"""Name resolution: what a path means in a module.

`lookup` finds a name as the language does: the module's own items, then its imports, then glob imports, then (for the first name of a path) enclosing
blocks' items, the crates, the prelude. A path is followed through modules and enums; what is left over (`T::method`, `Trait::NAME`) is type-relative
and resolved by the checker.
"""

from __future__ import annotations

from .defs import AdtDef, Def, ModuleDef, TraitDef, UseDef
from .diagnostics import did_you_mean
from .ty import PRIMITIVES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import ast
    from .program import Program

TYPES = "types"
VALUES = "values"
SUGGESTING_ERRORS = 100
"""After how many errors similar names are no longer sought: it takes time that grows with the names in scope."""


class Resolver:
    """Looks names up in the modules of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program

    # ------------------------------------------------------------------------------------------------------------- single names

    def own(self, module: ModuleDef, name: str, namespace: str) -> Def | None:
        """An item that the module itself defines."""
        table = module.types if namespace == TYPES else module.values
        return table.get(name)

    def in_module(
        self, module: ModuleDef, name: str, namespace: str, seen: set[tuple[ModuleDef, str, str]] | None = None
    ) -> Def | None:
        """What `name` means as a member of the module: own items, imports, glob imports."""
        found = self.own(module, name, namespace)
        if found is not None:
            return found
        if not module.uses and not module.globs:
            return None
        seen = set() if seen is None else seen
        key = (module, name, namespace)
        if key in seen:
            return None
        seen.add(key)
        for use in module.uses.get(name, ()):
            found = self.target(use, namespace, seen)
            if found is not None:
                return found
        for use in module.globs:
            found = self.through_glob(use, name, namespace, seen)
            if found is not None:
                return found
        return None

    def through_glob(self, use: UseDef, name: str, namespace: str, seen: set[tuple[ModuleDef, str, str]]) -> Def | None:
        """What a glob import brings in under `name`."""
        target = self.target(use, TYPES, seen)
        if isinstance(target, ModuleDef):
            found = self.in_module(target, name, namespace, seen)
            return found if found is not None and self.is_visible(found, use.module) else None
        if isinstance(target, AdtDef) and target.kind == "enum":
            return next((v for v in target.variants if v.name == name), None)
        return None

    def target(self, use: UseDef, namespace: str, seen: set[tuple[ModuleDef, str, str]]) -> Def | None:
        """What an import stands for in a namespace; None where it cannot be resolved (an unknown crate of the host)."""
        state = use.state
        if namespace in state:
            found: Def | None = state[namespace]
            return found
        found = self._follow(use, namespace, seen)
        if found is not None:
            state[namespace] = found
        return found

    def _follow(self, use: UseDef, namespace: str, seen: set[tuple[ModuleDef, str, str]]) -> Def | None:
        segments = use.segments
        if not segments:
            return use.module.crate
        at = self.start(use.module, segments[0].name, use.is_global, TYPES if len(segments) > 1 else namespace, seen)
        for k, segment in enumerate(segments[1:], 2):
            if at is None:
                return None
            at = self.member(at, segment.name, TYPES if k < len(segments) else namespace, seen)
        return at

    def member(self, at: Def, name: str, namespace: str, seen: set[tuple[ModuleDef, str, str]] | None = None) -> Def | None:
        """Member `name` of a module or enum."""
        if isinstance(at, ModuleDef):
            if name == "super":
                return at.parent.module if at.parent is not None else None
            if name == "self":
                return at
            return self.in_module(at, name, namespace, seen)
        if isinstance(at, AdtDef) and at.kind == "enum":
            return next((v for v in at.variants if v.name == name), None)
        return None

    def start(
        self, module: ModuleDef, name: str, is_global: bool, namespace: str, seen: set[tuple[ModuleDef, str, str]] | None = None
    ) -> Def | None:
        """What the first name of a path means."""
        if is_global:
            return self.program.crate(name) if namespace == TYPES else None
        named = self.named_module(module)
        if name == "crate":
            return module.crate
        if name == "self":
            return named
        if name == "super":
            return named.parent.module if named.parent is not None else None
        return self.lexical(module, name, namespace, seen)

    def lexical(
        self, module: ModuleDef, name: str, namespace: str, seen: set[tuple[ModuleDef, str, str]] | None = None
    ) -> Def | None:
        """A name without a path before it: block items outwards, the module, crates, the prelude."""
        at = module
        while True:
            found = self.in_module(at, name, namespace, seen)
            if found is not None:
                return found
            if at.name or at.parent is None:
                break
            at = at.parent.module
        if namespace == TYPES:
            crate = self.program.crate(name)
            if crate is not None:
                return crate
        return self.program.prelude(name, namespace)

    @staticmethod
    def named_module(module: ModuleDef) -> ModuleDef:
        """The module around a block's items."""
        while not module.name and module.parent is not None:
            module = module.parent.module
        return module

    # ------------------------------------------------------------------------------------------------------------------- paths

    def path(self, module: ModuleDef, names: list[ast.Ident], is_global: bool, namespace: str) -> tuple[Def | None, int]:
        """Follows a path as far as modules and enums go: the definition reached, and how many names were used.

        Reports a name that does not exist or may not be seen; then the definition is None.
        """
        last = len(names) - 1
        at = self.start(module, names[0].name, is_global, namespace if last == 0 else TYPES)
        if at is None:
            if names[0].name == "super":
                self.too_many_super(names[0])
                return None, -1
            return None, -1 if not is_global and self.report_broken_import(self.modules_around(module), names[0]) else 0
        if not is_global and self.gives_way(at, names, namespace):
            return None, 0
        if names[0].name not in ("self", "crate", "super"):
            self.check_visible(at, names[0], module)
            self.check_clear(self.modules_around(module), names[0], namespace if last == 0 else TYPES)
        used = 1
        while used <= last and isinstance(at, ModuleDef | AdtDef):
            name, wanted = names[used], namespace if used == last else TYPES
            found = self.member(at, name.name, wanted)
            if found is None and isinstance(at, AdtDef):
                return at, used
            if found is None:
                if names[used - 1].name == name.name == "super":
                    self.too_many_super(name)
                elif "is missing" not in at.state and not self.report_broken_import([at] if isinstance(at, ModuleDef) else [], name):
                    self.unresolved_member(at, name, wanted)
                return None, -1
            if isinstance(at, ModuleDef):
                self.check_clear([at], name, wanted)
            if self.check_import_visible(at, name, wanted, found, module):
                self.check_visible(found, name, module)
            at = found
            used += 1
        return at, used

    def gives_way(self, at: Def, names: list[ast.Ident], namespace: str) -> bool:
        """Whether a module is called as a primitive type is (`std::f32`), and that type is meant: the path ends here, or the module has no such member."""
        if not isinstance(at, ModuleDef) or names[0].name not in PRIMITIVES:
            return False
        return len(names) == 1 or self.member(at, names[1].name, namespace if len(names) == 2 else TYPES) is None

    def modules_around(self, module: ModuleDef) -> list[ModuleDef]:
        """The block modules around a place, and the named module around these."""
        out = [module]
        while not out[-1].name and out[-1].parent is not None:
            out.append(out[-1].parent.module)
        return out

    def too_many_super(self, name: ast.Ident) -> None:
        """Reports `super` at the root of the crate."""
        message = "failed to resolve: there are too many leading `super` keywords"
        self.program.diagnostics.error("K0433", name.span, message, label="there are too many leading `super` keywords")

    def check_clear(self, modules: list[ModuleDef], name: ast.Ident, namespace: str) -> None:
        """Reports a name that two glob imports bring in with different meanings, in the first of the modules that has it at all."""
        for module in modules:
            if self.own(module, name.name, namespace) is not None:
                return
            if any(self.target(use, namespace, set()) is not None for use in module.uses.get(name.name, ())):
                return
            found = [(use, self.through_glob(use, name.name, namespace, set())) for use in module.globs] if len(module.globs) > 1 else []
            known = [(use, d) for use, d in found if d is not None]
            other = next((use for use, d in known if d is not known[0][1]), None)
            if other is not None:
                labels = [(use.segments[-1].span, f"`{name.name}` could come from here") for use in (known[0][0], other)]
                message = f"`{name.name}` is ambiguous"
                notes = ["ambiguous because of multiple glob imports of a name in the same module"]
                self.program.diagnostics.error("K0659", name.span, message, label="ambiguous name", notes=notes, secondary=labels)
            if known:
                return

    def check_import_visible(self, at: Def, name: ast.Ident, namespace: str, found: Def, module: ModuleDef) -> bool:
        """Whether a member reached through an import of `at` is imported visibly; else that is reported."""
        if not isinstance(at, ModuleDef) or name.name in ("self", "super") or self.own(at, name.name, namespace) is not None:
            return True
        uses = [use for use in at.uses.get(name.name, ()) if self.target(use, namespace, set()) is found]
        globs = [use for use in at.globs if self.through_glob(use, name.name, namespace, set()) is found]
        imports = [*uses, *globs]
        if not imports or any(self.is_visible(use, module) for use in imports):
            return True
        at_import = imports[0].segments[-1].span
        message, label = f"{found.what} import `{name.name}` is private", f"private {found.what} import"
        labels = [(at_import, f"the {found.what} import `{name.name}` is defined here")]
        self.program.diagnostics.error("K0603", name.span, message, label=label, secondary=labels)
        return False

    def report_broken_import(self, modules: list[ModuleDef], name: ast.Ident) -> bool:
        """Whether one of the modules imports the name from where nothing is; that is reported at the import, once.

        An import that nothing here needs may lead to a crate of the host.
        """
        for module in modules:
            for use in module.uses.get(name.name, ()):
                if not use.module.is_library and all(self.target(use, n, set()) is None for n in (TYPES, VALUES)):
                    if "is broken" not in use.state:
                        use.state["is broken"] = True
                        self.unresolved_import(use, name)
                    return True
        return False

    def unresolved_import(self, use: UseDef, needed: ast.Ident) -> None:
        """Reports an import that leads nowhere, with the first place that needs it."""
        first = use.segments[0]
        shown = "::".join([s.name for s in use.segments])
        label = f"use of unresolved module or crate `{first.name}`"
        labels = [(needed.span, f"`{needed.name}` is needed here")] if needed.span is not use.segments[-1].span else []
        self.program.diagnostics.error("K0432", first.span, f"unresolved import `{shown}`", label=label, secondary=labels)

    def unresolved_member(self, at: Def, name: ast.Ident, namespace: str) -> None:
        """Reports a name that a module does not have."""
        assert isinstance(at, ModuleDef)
        where = "the crate root" if at.parent is None and at is at.crate and not at.name else f"`{at.path or at.name}`"
        what = "type" if namespace == TYPES else "value"
        near = did_you_mean(name.name, self.names(at, namespace))
        code = "K0433" if namespace == TYPES else "K0425"
        message = f"cannot find {what} `{name.name}` in {where}"
        help_text = f"a {what} with a similar name exists: `{near}`" if near else None
        self.program.diagnostics.error(code, name.span, message, label=f"not found in {where}", help=help_text)

    def names(self, module: ModuleDef, namespace: str) -> list[str]:
        """Every name that the module has in a namespace, for suggestions."""
        own = module.types if namespace == TYPES else module.values
        found = dict.fromkeys([*own, *module.uses])
        for use in module.globs:
            target = self.target(use, TYPES, set())
            if isinstance(target, ModuleDef) and target is not module:
                found.update(dict.fromkeys(target.types if namespace == TYPES else target.values))
        return list(found)

    def glob_reexports(self, module: ModuleDef, method: str) -> list[str]:
        """The names that glob imports of the module bring in which are imports themselves; of the library's only traits that have the method."""
        found: dict[str, None] = {}
        seen = {module}
        work = list(module.globs)
        while work:
            target = self.target(work.pop(), TYPES, set())
            if not isinstance(target, ModuleDef) or target in seen:
                continue
            seen.add(target)
            is_library = bool(method) and target.is_library
            names = [*target.uses, *target.types]
            found.update(dict.fromkeys([n for n in names if not is_library or self.program.trait_may_have(n, method)]))
            work.extend(target.globs)
        return list(found)

    def visible_names(self, module: ModuleDef, namespace: str) -> list[str]:
        """Every name that could be written without a path, for suggestions; none after many errors, whose first ones are what is read."""
        if self.program.diagnostics.error_count >= SUGGESTING_ERRORS:
            return []
        found: dict[str, None] = {}
        at: ModuleDef | None = module
        while at is not None:
            found.update(dict.fromkeys(self.names(at, namespace)))
            at = at.parent.module if not at.name and at.parent is not None else None
        prelude = self.program.prelude_module()
        if prelude is not None:
            found.update(dict.fromkeys(self.names(prelude, namespace)))
        return list(found)

    # --------------------------------------------------------------------------------------------------------------- visibility

    def is_visible(self, d: Def, module: ModuleDef) -> bool:
        """Whether code in `module` may name `d`."""
        if isinstance(d, ModuleDef) and d.parent is None or d.parent is None:
            return True
        scope = self.scope_of(d)
        return scope is None or self.is_inside(module, scope)

    def scope_of(self, d: Def) -> ModuleDef | None:
        """The module within which `d` may be named; None for everywhere."""
        if d.is_public or isinstance(d.parent, TraitDef):
            return None
        parent = d.parent
        assert parent is not None
        visibility: ast.Visibility | None = getattr(d.node, "visibility", None)
        return self.restricted_to(visibility, parent.module) if visibility is not None else parent.module

    def restricted_to(self, visibility: ast.Visibility, home: ModuleDef) -> ModuleDef:
        """The module within which something of `home` with that restriction may be named."""
        if visibility.kind == "crate":
            return home.crate
        if visibility.kind == "super" and home.parent is not None:
            return home.parent.module
        if visibility.kind == "in":
            return self._restricted(home, visibility.path)
        return home

    def _restricted(self, home: ModuleDef, path: tuple[str, ...]) -> ModuleDef:
        at: Def | None = self.start(home, path[0], False, TYPES)
        for name in path[1:]:
            at = self.member(at, name, TYPES) if at is not None else None
        return at if isinstance(at, ModuleDef) else home

    @staticmethod
    def is_inside(module: ModuleDef, scope: ModuleDef) -> bool:
        """Whether `module` is `scope` or stands in it."""
        at: Def | None = module
        while at is not None:
            if at is scope:
                return True
            at = at.parent
        return False

    def check_visible(self, d: Def, name: ast.Ident, module: ModuleDef, code: str = "K0603", what: str = "") -> None:
        """Reports a private item."""
        if not self.is_visible(d, module):
            what = what or d.what
            message = f"{what} `{d.name}` is private"
            defined = [(d.span, f"the {what} `{d.name}` is defined here")]
            self.program.diagnostics.error(code, name.span, message, label=f"private {what}", secondary=defined)
