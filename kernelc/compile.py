"""The road from source to PTX: after `compile_file` or `compile_source` a file is checked, and each later stage is made when it is first asked for.

A `Compilation` holds everything of one compilation; nothing is global, so two may run in two threads. Errors of the user's program are raised as
`CompileError` with all diagnostics; warnings stay in `diagnostics`.
"""

from __future__ import annotations

from time import perf_counter

from kernelc.frontend.configuration import DEVICE, Configuration
from kernelc.frontend.diagnostics import CompileError, Diagnostics
from kernelc.frontend.library import load_library, load_module_file
from kernelc.frontend.source import Source, Span, read_source
from kernelc.frontend.syntax import SyntaxTree, parse_file
from kernelc.options import Options, condition_of, crates_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Function, Module
    from kernelc.frontend.ast import Item
    from kernelc.frontend.build.instances import Root
    from kernelc.frontend.defs import Def, FnDef, Generics
    from kernelc.frontend.program import Program
    from kernelc.frontend.ty import Ty
    from kernelc.passes.table import Pipeline
    from kernelc.signature import GenericSignature, KernelSignature, StaticSignature, TypeLayout
    from ptx.lower import LoweredModule


class Compilation:
    """One file on its way. `timings` holds (stage, seconds) in the order in which the stages ran; `notes` sentences on what stayed in memory, and why."""

    def __init__(self, source: Source, options: Options) -> None:
        self.source, self.options = source, options
        self.diagnostics = Diagnostics()
        self.timings: list[tuple[str, float]] = []
        self.notes: list[str] = []
        self.files: dict[str, Source] = {source.path: source}
        self.configuration = Configuration.of([condition_of(each) for each in options.cfg]) if options.cfg else DEVICE
        self._tree: SyntaxTree | None = None
        self._program: Program | None = None
        self._roots: list[Root] | None = None
        self._built: tuple[Module, list[KernelSignature]] | None = None
        self._optimised: Module | None = None
        self._lowered: LoweredModule | None = None

    def _timed(self, stage: str, start: float) -> None:
        self.timings.append((stage, perf_counter() - start))

    # ----------------------------------------------------------------------------------------------------------------- stages

    def tree(self) -> SyntaxTree:
        """The syntax tree. Raises CompileError for syntax errors."""
        if self._tree is None:
            start = perf_counter()
            tree = parse_file(self.source, self.diagnostics, self.configuration)
            self._timed("parse", start)
            self.diagnostics.raise_errors()
            assert tree is not None, "a file without syntax errors has a tree"
            self._tree = tree
        return self._tree

    def program(self) -> Program:
        """The program with its definitions."""
        if self._program is None:
            from kernelc.frontend.program import Program

            tree = self.tree()
            start = perf_counter()
            program = Program(
                self.source,
                tree.items,
                self.diagnostics,
                load_library,
                lambda module, item: load_module_file(module, item, self.files, self.diagnostics, self.configuration),
                self.load_crate if self.options.extern else None,
            )
            program.fmad = self.options.fmad
            self._program = program
            self._timed("collect", start)
        return self._program

    def load_crate(self, name: str) -> tuple[Source, list[Item]] | None:
        """The root file of a library crate that the options name; None if they do not, or after an error has been reported."""
        path = crates_of(self.options.extern).get(name)
        if path is None:
            return None
        source = read_source(path, self.diagnostics)
        if source is None:
            return None
        self.files[path] = source
        tree = parse_file(source, self.diagnostics, self.configuration)
        return (source, tree.items) if tree is not None else None

    def roots(self) -> list[Root]:
        """Where compilation starts: the kernels without generic parameters, or in a file without kernels its non-generic functions; then the
        instances that the options name.
        """
        if self._roots is None:
            functions = functions_of(self.program())
            plain = [f for f in functions if not self.program().generics_of(f).params]
            kernels = any(f.is_kernel for f in functions)
            found = [f for f in plain if (f.is_kernel if kernels else f.has_body)] if not self.options.only_instances else []
            instances = self._instances()
            self._roots = [*found, *[each for each in instances if each[0] not in found]]
        return self._roots

    def _instances(self) -> list[tuple[FnDef, tuple[Ty, ...]]]:
        if not self.options.instantiate:
            return []
        from kernelc.instances import resolve

        return list(dict.fromkeys(resolve(self.program(), self.options.instantiate)))

    def generic_kernels(self) -> list[FnDef]:
        """The kernels with generic parameters, in source order: each needs arguments to become code."""
        program = self.program()
        return [f for f in functions_of(program) if f.is_kernel and program.generics_of(f).params]

    def generic_signatures(self) -> list[GenericSignature]:
        """The generic kernels as a host sees them."""
        from kernelc.signature import GenericSignature

        found = []
        for f in self.generic_kernels():
            generics, signature = self.program().generics_of(f), self.program().signature_of(f)
            params = tuple([(p.name, "type" if p.kind == "type" else str(p.const_type)) for p in generics.params])
            named = [getattr(param.pattern, "name", None) for param in f.node.params]
            names = [name.name if name is not None else f"argument {i}" for i, name in enumerate(named)]
            kinds = [_generic_in(ty, generics) for ty in signature.params]
            rows = tuple([(n, str(ty), kind) for n, ty, kind in zip(names, signature.params, kinds, strict=True)])
            found.append(GenericSignature(f.name, f.path.removeprefix("crate::"), params, rows))
        return found

    def check_kernels(self) -> None:
        """Checks the generic kernels, of which no code is made. Raises CompileError."""
        for f in self.generic_kernels():
            self.program().body(f)
        self.program().check_reached()
        self.diagnostics.raise_errors()

    def check(self) -> None:
        """Checks every definition of the file, reached or not, unless the file has host code (`fn main`): then what its kernels reach.

        Errors stay in `diagnostics`.
        """
        program = self.program()
        start = perf_counter()
        functions = functions_of(program)
        if any(f.name == "main" and f.parent is program.root for f in functions):
            functions = [f for f in functions if f.is_kernel or f.attribute("device") is not None]
        else:
            program.reached.update(dict.fromkeys(definitions_of(program)))
            functions += default_methods(program)
        for function in functions:
            program.signature_of(function)
            program.body(function)
        program.check_reached()
        self._check_flow(functions)
        self._timed("check", start)

    def _check_flow(self, functions: list[FnDef]) -> None:
        """Moves and initialisation in the bodies of functions, for whatever generic arguments."""
        from kernelc.frontend.build.generic import check_generic

        wrong = self.diagnostics.has_errors
        for function in functions if not wrong else ():
            if function.has_body:
                check_generic(self.program(), function)

    def built(self) -> tuple[Module, list[KernelSignature]]:
        """MIR as the front end makes it, and the kernels' signatures. Raises CompileError for errors of the program."""
        if self._built is None:
            from kernelc.facts import under_facts
            from kernelc.frontend.build.instances import build_module

            program, roots = self.program(), self.roots()
            start = perf_counter()
            for root in roots:
                program.body(root[0] if isinstance(root, tuple) else root)
            program.check_reached()
            self._timed("check", start)
            self._require_roots(roots)
            self.diagnostics.raise_errors()
            start = perf_counter()
            found = build_module(program, roots, self.options)
            program.check_reached()
            self._timed("build MIR", start)
            self.diagnostics.raise_errors()
            if self.options.verify:
                from dialect.verify import verify_module

                faults = verify_module(found[0])
                if faults:
                    raise InternalError("MIR from the front end is not well formed:\n" + "\n".join(faults))
            self._name_instances(found[1])
            self._built = found[0], [under_facts(signature, self.options) for signature in found[1]]
        return self._built

    def _name_instances(self, signatures: list[KernelSignature]) -> None:
        """An instance is called by its path with the arguments."""
        from kernelc.frontend.build.names import path_text, symbol_of

        program = self.program()
        names = {symbol_of(program, *root): path_text(program, *root) for root in self.roots() if isinstance(root, tuple) and root[1]}
        for signature in signatures:
            signature.name = names.get(signature.symbol, signature.name)

    def _require_roots(self, roots: list[Root]) -> None:
        if not roots and not self.diagnostics.has_errors:
            span = Span(self.source, 0, min(len(self.source.text), 1))
            generic = self.generic_kernels()
            if generic:
                path = generic[0].path.removeprefix("crate::")
                arguments = ", ".join([p.name for p in self.program().generics_of(generic[0]).params])
                self.diagnostics.error(
                    "K1115",
                    span,
                    f"every kernel of the file is generic: {', '.join([f.name for f in generic])}",
                    help=f"say with which arguments it is to be compiled: --instantiate '{path}::<{arguments}>'",
                )
            else:
                self.diagnostics.error(
                    "K1005", span, "nothing to compile: the file has no function", help="write a function with `#[kernel]`"
                )

    def copy_built(self) -> Module:
        """A fresh module as the front end makes it, for passes to change."""
        from kernelc.frontend.build.instances import build_module

        self.built()
        return build_module(self.program(), self.roots(), self.options)[0]

    def after(self, passes: Pipeline) -> Module:
        """A module of its own after `passes`."""
        from kernelc.passes.manager import run_pipeline

        module = self.copy_built()
        run_pipeline(module, passes, verify=self.options.verify)
        return module

    def pipeline(self) -> Pipeline:
        """The passes that the options ask for."""
        from kernelc.passes.table import PIPELINES, parse_passes

        return PIPELINES[self.options.level] if self.options.passes is None else parse_passes(self.options.passes)

    def optimised(self) -> Module:
        """MIR after the passes."""
        if self._optimised is None:
            from kernelc.passes.analyses import Note
            from kernelc.passes.manager import run_pipeline

            module = self.built()[0]
            notes: list[Note] = []
            by_pass: dict[str, float] = {}
            run_pipeline(module, self.pipeline(), verify=self.options.verify, timings=by_pass, notes=notes)
            self.timings.extend([(f"pass {name}", seconds) for name, seconds in by_pass.items()])
            self.notes = [str(note) for note in notes]
            self._optimised = module
        return self._optimised

    def lowered(self) -> LoweredModule:
        """PTX as data. Raises CompileError for what PTX or the target cannot give."""
        if self._lowered is None:
            from kernelc.facts import lowering_options
            from ptx.lower import LoweringError, lower_module

            module = self.optimised()
            start = perf_counter()
            options = lowering_options(self.options)
            try:
                self._lowered = lower_module(module, options)
            except LoweringError as problem:
                span = self._span(problem.loc.file, problem.loc.line, problem.loc.column) if problem.loc is not None else None
                self.diagnostics.error("K1127", span, problem.message)
            self._timed("lower", start)
            self.diagnostics.raise_errors()
            assert self._lowered is not None
            for signature in self.kernels:
                signature.shared = self._lowered.shared.get(signature.symbol, 0)
        return self._lowered

    def _span(self, file: str, line: int, column: int) -> Span | None:
        source = self.files.get(file)
        if source is None:
            return None
        start = source.offset(line, column)
        return Span(source, start, start + 1)

    def statics(self) -> list[StaticSignature]:
        """The statics of the file that its kernels reach, in source order."""
        from kernelc.frontend.build.describe import describe
        from kernelc.frontend.build.layout import Layouts
        from kernelc.frontend.build.names import encode, path_text
        from kernelc.frontend.build.parameters import unwrapped
        from kernelc.frontend.defs import StaticDef
        from kernelc.signature import StaticSignature

        lowered, program, found = self.lowered(), self.program(), []
        for definition in definitions_of(program):
            if isinstance(definition, StaticDef):
                path = path_text(program, definition, ())
                static = self.optimised().statics.get(encode(path))
                if static is not None:
                    layouts = Layouts(program)
                    layout = describe(layouts, unwrapped(layouts, program.value_type(definition)))
                    found.append(StaticSignature(path, lowered.statics[static.name], layout, static.space, static.mutable))
        return found

    def type_layout(self, name: str) -> TypeLayout | None:
        """The layout of a struct or enum of the file without generic parameters, by its name or path; None if there is none."""
        from kernelc.frontend.build.describe import describe
        from kernelc.frontend.build.layout import Layouts
        from kernelc.frontend.defs import AdtDef
        from kernelc.frontend.ty import make

        program = self.program()
        adts = [d for d in definitions_of(program) if isinstance(d, AdtDef) and name in (d.name, d.path)]
        plain = [d for d in adts if not program.generics_of(d).params]
        return describe(Layouts(program), make("adt", plain[0])) if plain else None

    @property
    def kernels(self) -> list[KernelSignature]:
        """The kernels' signatures."""
        return self.built()[1]

    # ------------------------------------------------------------------------------------------------------------------ texts

    def tokens(self) -> str:
        """A line per token: position, kind, text."""
        from kernelc.frontend.dump import show_tokens

        return show_tokens(self.tree())

    def ast(self) -> str:
        """The syntax tree, indented. Raises CompileError for what is found in bodies, which are built for it."""
        from kernelc.frontend.dump import show_tree

        text = show_tree(self.tree())
        self.diagnostics.raise_errors()
        return text

    def hir(self) -> str:
        """The checked bodies of the functions that are reached from the roots."""
        from kernelc.frontend.dump import show_bodies

        program = self.program()
        self.built()
        return show_bodies(program, [f for f in functions_of(program) if f.state.get("body") is not None])

    def mir(self) -> str:
        """MIR as the front end makes it."""
        from dialect.printer import print_module

        if self._optimised is None:
            return print_module(self.built()[0])
        return print_module(self.copy_built())

    def cfg(self) -> str:
        """Each function of the file right after mem2reg, before any other pass."""
        from dialect.cfg_text import cfg_module

        return cfg_module(self._own(self.after(("mem2reg",))))

    def dom(self) -> str:
        """Dominators, frontiers and loops of each function of the file right after mem2reg."""
        from dialect.cfg_text import dom_module

        return dom_module(self._own(self.after(("mem2reg",))))

    def _own(self, module: Module) -> Module:
        """The functions that the file itself defines."""
        for name, function in list(module.functions.items()):
            if not self._is_own(function):
                del module.functions[name]
        return module

    def _is_own(self, function: Function) -> bool:
        return function.loc is None or function.loc.file in self.files

    def ssa(self) -> str:
        """MIR after the passes."""
        from dialect.printer import print_module

        return print_module(self.optimised())

    def contract(self) -> str:
        """Kernels, parameters, statics and panic sites as JSON: see `kernelc.contract`."""
        from kernelc.contract import contract_text

        sites = self.lowered().sites
        return contract_text(self.options.panic, self.kernels, self.statics(), sites)

    def ptx(self) -> str:
        """The PTX text."""
        from ptx.printer import print_module

        lowered = self.lowered()
        start = perf_counter()
        text = print_module(lowered.module)
        self._timed("print", start)
        return text


class InternalError(Exception):
    """A fault of kernelc itself."""


def _generic_in(ty: Ty, generics: Generics) -> str:
    """The generic parameter that the type of a kernel's parameter is, or that is the type of its elements."""
    while ty.kind in ("ref", "ptr", "slice", "array") or (ty.kind == "adt" and ty.data.attribute("slice") is not None):
        ty = ty.args[0]
    return next((p.name for p in generics.params if p.ty is ty), "")


def definitions_of(program: Program) -> list[Def]:
    """Every definition of the user's crate in source order, impls among them."""
    from kernelc.frontend.defs import ModuleDef

    out: list[Def] = []
    work: list[ModuleDef] = [program.root]
    while work:
        module = work.pop()
        out.extend([module, *[d for d in module.items if not isinstance(d, ModuleDef)]])
        out.extend(program.members(module.impls, None))
        work.extend([d for d in reversed(module.items) if isinstance(d, ModuleDef)])
    return out


def functions_of(program: Program) -> list[FnDef]:
    """The functions of the user's crate in source order: free ones, and those of impls."""
    from kernelc.frontend.defs import FnDef, ImplDef

    out: list[FnDef] = []
    for d in definitions_of(program):
        if isinstance(d, FnDef):
            out.append(d)
        elif isinstance(d, ImplDef):
            out.extend([f for f in d.items.values() if isinstance(f, FnDef)])
    return out


def default_methods(program: Program) -> list[FnDef]:
    """The functions with a body of the traits of the user's crate."""
    from kernelc.frontend.defs import FnDef, TraitDef

    traits = [d for d in definitions_of(program) if isinstance(d, TraitDef)]
    return [f for d in traits for f in d.items.values() if isinstance(f, FnDef) and f.has_body]


def compile_source(source: Source, options: Options | None = None) -> Compilation:
    """A compilation of a source text, parsed. Raises CompileError for syntax errors and for a file without items."""
    compilation = Compilation(source, options or Options())
    compilation.tree()
    return compilation


def compile_file(path: str, options: Options | None = None) -> Compilation:
    """A compilation of a file. Raises CompileError also where the file cannot be read."""
    diagnostics = Diagnostics()
    source = read_source(path, diagnostics)
    if source is None:
        raise CompileError(diagnostics.sorted())
    return compile_source(source, options)
