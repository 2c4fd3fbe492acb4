"""Loading files: after `load` a module's kernels are attributes, compiled to PTX, ready to launch; every error in the file has been raised."""

from __future__ import annotations

from threading import RLock

from kernelc.runtime.artifact import Artifact, from_bytes
from kernelc.runtime.errors import KernelError, LaunchError, NotSupported
from kernelc.runtime.generic import GenericKernel
from kernelc.runtime.handle import Kernel, is_default
from kernelc.runtime.options import options_from_keywords, plain_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike
    from typing import Any

    from kernelc.compile import Compilation
    from kernelc.frontend.source import Source
    from kernelc.options import Options
    from kernelc.runtime.again import Again
    from kernelc.runtime.arguments import Bound
    from kernelc.runtime.statics import Statics
    from kernelc.signature import KernelSignature
    from ptx.assemble import Assembled, Resources
    from ptx.module import Instruction, Location, Module

    Positions = tuple[tuple[str, int, int], ...]
    """File, line and column, then those of the calls that this was inlined through."""


class ModuleCode:
    """What a module's kernels share: PTX, source, and the module as each device has loaded it. Safe to use from several threads."""

    __slots__ = (
        *("_assembled", "_compilation", "_positions", "_reporting", "again", "artifact", "device_modules", "executor", "generics", "instances"),
        *("kernels", "lock", "machine", "options", "path", "source"),
    )

    def __init__(self, path: str, options: Options, artifact: Artifact, source: Source | None) -> None:
        self.path, self.options, self.artifact, self.source = path, options, artifact, source
        self.lock = RLock()
        self.machine: Any = None
        self.executor = ""
        """What runs its kernels on the CPU (see the option); "" for what the environment says."""
        self.again: dict[object, Again] = {}
        """Launches on the CPU that can be made again; one that is being made is not in it."""
        self.device_modules: dict[int, Any] = {}
        self._compilation: Compilation | None = None
        self._assembled: Assembled | None = None
        self._reporting: Artifact | None = None
        self._positions: dict[int, Positions] | None = None
        self.kernels = kernels_by_name(self, artifact.signatures)
        self.generics = {each.name: GenericKernel(self, each) for each in reversed(artifact.generics) if each.name not in self.kernels}
        self.instances: dict[str, Kernel] = {}

    @property
    def ptx(self) -> str:
        """The PTX of all kernels."""
        return self.artifact.ptx

    @property
    def reports(self) -> bool:
        """Whether kernels on a GPU leave a record when they panic: where they are compiled here, and not told to do something else."""
        return self.source is not None and self.options.panic in ("trap", "report")

    @property
    def reporting(self) -> Artifact:
        """What a GPU gets: the same kernels, which say how they panic where that is possible. Raises KernelError."""
        if not self.reports or self.source is None or self.options.panic == "report":
            return self.artifact
        with self.lock:
            if self._reporting is None:
                from kernelc.runtime.cache import obtain

                source, options = self.source, options_from_keywords(plain_options(self.options) | {"panic": "report"})
                made = obtain(source, options, lambda: compile_artifact(source, options, quiet=True))
                if made.files != self.artifact.files:
                    raise KernelError(f"source files of {self.path} have changed since it was loaded; load it again")
                self._reporting = made
            return self._reporting

    def dtype(self, name: str) -> Any:
        """The NumPy dtype of a type of the file, by its name or path, or of any type in a parameter or static. Raises KernelError."""
        from kernelc.runtime.dtypes import dtype_of, is_named, layouts_in

        known = [*layouts_in(self.artifact.signatures), *[static.layout for static in self.artifact.statics]]
        found = next((layout for layout in known if is_named(layout, name)), None)
        if found is None and self.source is not None:
            with self.lock:
                found = self.compilation().type_layout(name)
        if found is None:
            raise KernelError(f"{self.path} has no struct, enum or parameter of type `{name}` whose layout is known without arguments")
        return dtype_of(found)

    def stage(self, name: str) -> str:
        """A stage before PTX: `built`, `optimised`, `cfg`, or MIR after the passes that `name` lists. Raises KernelError."""
        with self.lock:
            compilation = self.compilation()
            if name in ("built", "optimised", "cfg"):
                return {"built": compilation.mir, "optimised": compilation.ssa, "cfg": compilation.cfg}[name]()
            from dialect.printer import print_module
            from kernelc.passes.table import UnknownPassError, parse_passes

            try:
                passes = parse_passes(name)
            except UnknownPassError as problem:
                raise ValueError(f"stage is {name!r}, must be 'built', 'optimised' or a list of passes: {problem}") from None
            return print_module(compilation.after(passes))

    def compilation(self) -> Compilation:
        """The compilation behind the module, done again where the PTX came from the cache. Raises KernelError."""
        if self.source is None:
            raise NotSupported(f"{self.path} is PTX: there is no stage before it")
        if self._compilation is None:
            from kernelc.compile import compile_source

            made = compile_source(self.source, self.options)
            made.built()
            if other_files(made) != self.artifact.files:
                raise KernelError(f"source files of {self.path} have changed since it was loaded; load it again")
            self._compilation = made
        return self._compilation

    def positions(self) -> dict[int, Positions]:
        """Positions by PTX line, the innermost first: those of a second compilation, with line information, where its instructions are the same."""
        from kernelc.compile import compile_source
        from ptx.parser import parse_module

        with self.lock:
            if self._positions is None and self.source is not None:
                options = options_from_keywords(plain_options(self.options) | {"debug": True})
                twin = parse_module(compile_source(self.source, options).ptx())
                files = twin.files()
                pairs = zip(all_instructions(parse_module(self.ptx)), all_instructions(twin), strict=False)
                self._positions = {
                    one.line: tuple([(files[at.file], at.line, at.column) for at in inline_stack(other.location)])
                    for one, other in pairs
                    if str(one) == str(other) and other.location is not None
                }
            return self._positions or {}

    def launch(
        self,
        signature: KernelSignature,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        shared: int,
        stream: object,
        bound: Sequence[Bound],
    ) -> None:
        """Launches a kernel on the device where its arrays are: host arrays (or none, and no stream) run on the CPU."""
        has_arrays = any(b.array is not None for b in bound)
        if any(b.is_on_device for b in bound) or (not is_default(stream) and not has_arrays):
            from kernelc.runtime import gpu
            from kernelc.runtime.profiler import COUNTED
            from kernelc.runtime.sanitizer import CURRENT

            if CURRENT.get() is not None or COUNTED.get() is not None:
                raise LaunchError(f"{signature.name}: sanitize() and profile() watch launches on the CPU, but the arrays are on a device; pass NumPy arrays")
            gpu.launch(self, signature, grid, block, shared, stream, bound)
            return
        from kernelc.runtime import cpu

        cpu.launch(self, signature, grid, block, shared, stream, bound)

    def launch_again(
        self, signature: KernelSignature, grid: tuple[int, int, int], block: tuple[int, int, int], shared: int, args: Sequence[object]
    ) -> bool:
        """Makes a launch like one before, over the same arrays of the host; False where there was none."""
        key = signature.symbol, grid, block, shared
        again = self.again.pop(key, None)
        if again is None:
            return False
        from kernelc.runtime.cpu import repeat

        return repeat(self, key, again, signature, args)

    def assembled(self) -> Assembled:
        """The module's machine code. Raises NotSupported where there is no assembler, KernelError where it refuses the PTX."""
        from ptx.assemble import AssemblyError, ToolMissing, assemble

        with self.lock:
            if self._assembled is None:
                try:
                    self._assembled = assemble(self.ptx, self.options.arch or None)
                except ToolMissing as problem:
                    raise NotSupported(str(problem)) from None
                except AssemblyError as problem:
                    raise KernelError(f"the assembler refuses the PTX of {self.path}:\n{problem}") from None
            return self._assembled

    def resources(self, symbol: str) -> Resources:
        """What the assembler says of a kernel: registers, spills, local and shared memory."""
        return self.assembled().resources[symbol]

    def sass(self) -> str:
        """The machine code of the module, disassembled. Raises NotSupported where there is no disassembler."""
        from ptx.assemble import ToolMissing, disassemble

        try:
            return disassemble(self.assembled().cubin)
        except ToolMissing as problem:
            raise NotSupported(str(problem)) from None


def all_instructions(module: Module) -> list[Instruction]:
    """Every instruction of every function, in order."""
    return [instruction for function in module.functions() for instruction in function.instructions()]


def inline_stack(location: Location) -> list[Location]:
    """The location, and those of the calls that it was inlined through."""
    found = []
    at: Location | None = location
    while at is not None:
        found.append(at)
        at = at.inlined_at
    return found


def kernels_by_name(code: ModuleCode, signatures: Sequence[KernelSignature]) -> dict[str, Kernel]:
    """Kernels by name; one in a Rust module whose name is taken is found by its path, `inner::k`."""
    found: dict[str, Kernel] = {}
    suffix = code.options.suffix
    for signature in sorted(signatures, key=lambda s: s.symbol != s.name + suffix):
        name = signature.name if signature.name not in found else signature.symbol.removesuffix(suffix).replace("$$", "::")
        found[name] = Kernel(code, signature)
    return found


class LoadedModule:
    """A file's kernels as attributes, and those without generic parameters in `kernels` by name. `path` is as it was given, `ptx` the PTX of all,
    `options` those of the compilation.

    `static` and `constant` are the statics that the kernels use, by name (`kernelc.runtime.statics`). `dtype` ("T") is the NumPy dtype of a type.
    A kernel named like one of these is found before it; one named `kernels` is `module.kernels["kernels"]`.
    """

    __slots__ = ("__code",)

    if TYPE_CHECKING:
        path: str
        ptx: str
        options: Options
        static: Statics
        constant: Statics
        dtype: Callable[[str], Any]

    def __init__(self, code: ModuleCode) -> None:
        self.__code = code

    @property
    def kernels(self) -> dict[str, Kernel]:
        """The kernels by name."""
        return dict(self.__code.kernels)

    @property
    def generic_kernels(self) -> dict[str, GenericKernel]:
        """The kernels with generic parameters by name."""
        return dict(self.__code.generics)

    def __getattr__(self, name: str) -> Any:
        if name == "_LoadedModule__code":
            raise AttributeError(name)
        code = self.__code
        if name in code.kernels:
            return code.kernels[name]
        if name in code.generics:
            return code.generics[name]
        if name in ("path", "ptx", "options", "dtype"):
            return getattr(code, name)
        if name in ("static", "constant"):
            from kernelc.runtime.statics import Statics

            return Statics(code, name)
        from kernelc.frontend.diagnostics import did_you_mean

        names = [*code.kernels, *code.generics]
        near = did_you_mean(name, names)
        known = f"did you mean `{near}`?" if near else f"it has {', '.join(names) or 'none'}"
        raise AttributeError(f"{code.path} has no kernel `{name}`; {known}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.__code.kernels, *self.__code.generics]

    def __repr__(self) -> str:
        names = [*self.__code.kernels, *[f"{name}<…>" for name in self.__code.generics]]
        return f"<kernels of {self.__code.path}: {', '.join(names) or 'none'}>"

    def _repr_html_(self) -> str:
        from kernelc.runtime.pages import module_table

        return module_table(self.__code.path, list(self.__code.kernels.values()))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return restore_module, packed(self.__code)


def load(path: str | PathLike[str], **options: Any) -> LoadedModule:
    """The kernels of a `.rs` or `.ptx` file.

    Options are those of `kernelc build` by their names in `kernelc.options.Options` (`arch="sm_90"`, `level=0`, `fmad=False`). Raises
    CompileError for a file that cannot be read and for whatever is wrong with a source file, KernelError for a file that is not PTX, OptionError
    for an option that does not exist.
    """
    from os import fspath

    text = fspath(path)
    if not isinstance(text, str):
        raise TypeError(f"the path is of type {type(text).__name__}, must be a string")
    chosen = options_from_keywords(options)
    source = read(text)
    if text.endswith(".ptx"):
        from kernelc.runtime.foreign import artifact_of

        return LoadedModule(ModuleCode(text, chosen, artifact_of(text, source.text), None))
    if not text.endswith(".rs"):
        raise KernelError(f"`{text}` is neither a .rs nor a .ptx file: the suffix tells what a file holds")
    return load_source(source, chosen)


def read(path: str) -> Source:
    """The source file. Raises CompileError where it cannot be read."""
    from kernelc.frontend.diagnostics import CompileError, Diagnostics
    from kernelc.frontend.source import read_source

    diagnostics = Diagnostics()
    source = read_source(path, diagnostics)
    if source is None:
        raise CompileError(diagnostics.sorted())
    return source


def load_source(source: Source, options: Options) -> LoadedModule:
    """The kernels of a source text: as this process or the cache on disk knows them, or compiled."""
    from kernelc.runtime.cache import obtain

    artifact = obtain(source, options, lambda: compile_artifact(source, options))
    return LoadedModule(ModuleCode(source.path, options, artifact, source))


def compile_artifact(source: Source, options: Options, quiet: bool = False) -> Artifact:
    """Compiles a source text; its warnings become Python warnings, unless `quiet`."""
    from kernelc.compile import compile_source

    compilation = compile_source(source, options)
    generics = compilation.generic_signatures()
    if generics and not options.instantiate and not compilation.roots():
        compilation.check_kernels()
        made = Artifact("", (), (), other_files(compilation), (), generics)
    else:
        sites = compilation.lowered().sites
        made = Artifact(compilation.ptx(), compilation.kernels, sites, other_files(compilation), compilation.statics(), generics)
    if not quiet:
        warn(compilation)
    return made


def warn(compilation: Compilation) -> None:
    """Passes the compiler's warnings on."""
    if len(compilation.diagnostics):
        import warnings

        from kernelc.frontend.diagnostics import render
        from kernelc.runtime.errors import CompileWarning

        for diagnostic in compilation.diagnostics:
            warnings.warn(render(diagnostic), CompileWarning, stacklevel=2)


def other_files(compilation: Compilation) -> dict[str, str]:
    """Digests of the source files beside the first one."""
    return {path: each.digest for path, each in compilation.files.items() if path != compilation.source.path}


# ------------------------------------------------------------------------------------------------------------------------- pickling


def packed(code: ModuleCode) -> tuple[object, ...]:
    """A module as plain data: its PTX travels along, so that the copy is the same code wherever it is opened."""
    return code.path, plain_options(code.options), code.artifact.to_bytes(""), code.source


def restore_code(path: str, options: dict[str, Any], entry: bytes, source: Source | None) -> ModuleCode:
    """The module of a pickle."""
    artifact = from_bytes(entry, "")
    if artifact is None:
        raise KernelError(f"the pickled kernels of {path} are damaged, or were made by another version of kernelc")
    return ModuleCode(path, options_from_keywords(options), artifact, source)


def restore_module(path: str, options: dict[str, Any], entry: bytes, source: Source | None) -> LoadedModule:
    """A module from a pickle."""
    return LoadedModule(restore_code(path, options, entry, source))


def restore_kernel(path: str, options: dict[str, Any], entry: bytes, source: Source | None, symbol: str) -> Kernel:
    """A kernel from a pickle."""
    kernels = restore_code(path, options, entry, source).kernels.values()
    return next(kernel for kernel in kernels if kernel.signature.symbol == symbol)
