"""Loading files: after `load` a module's kernels are attributes, compiled to PTX, ready to launch; every error in the file has been raised."""

from __future__ import annotations

from kernelc.options import Options
from kernelc.runtime.artifact import Artifact
from kernelc.runtime.handle import Kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from threading import Lock
    from typing import Any

    from kernelc.compile import Compilation
    from kernelc.frontend.source import Source
    from kernelc.runtime.arguments import Bound
    from kernelc.signature import KernelSignature
    from ptx.assemble import Assembled, Resources


class LoadedModule:
    """A file's kernels. `ptx` is the PTX of all of them; `path` is as it was given."""

    def __init__(self, path: str, options: Options, artifact: Artifact, source: Source | None) -> None:
        from threading import Lock

        self.path, self.options, self.artifact = path, options, artifact
        self._source = source
        self._compilation: Compilation | None = None
        self._assembled: Assembled | None = None
        self._machine: Any = None
        self._device_modules: dict[int, Any] = {}
        self._lock: Lock = Lock()
        self.kernels = {signature.name: Kernel(self, signature) for signature in artifact.signatures}

    @property
    def ptx(self) -> str:
        """The PTX of all kernels."""
        return self.artifact.ptx

    def __getattr__(self, name: str) -> Kernel:
        kernels: dict[str, Kernel] = self.__dict__.get("kernels", {})
        found = kernels.get(name)
        if found is None:
            from kernelc.frontend.diagnostics import did_you_mean

            near = did_you_mean(name, list(kernels))
            known = f"did you mean `{near}`?" if near else f"it has {', '.join(kernels) or 'none'}"
            raise AttributeError(f"{self.__dict__.get('path')} has no kernel `{name}`; {known}")
        return found

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.kernels]

    def __repr__(self) -> str:
        return f"<kernels of {self.path}: {', '.join(self.kernels)}>"

    def compilation(self, name: str) -> Compilation:
        """The compilation behind the module, done again where the PTX came from the cache."""
        if self._source is None:
            raise AttributeError(f"`{name}` comes from PTX: there is no source to show a stage of")
        if self._compilation is None:
            from kernelc.compile import compile_source

            self._compilation = compile_source(self._source, self.options)
        return self._compilation

    def launch(
        self,
        signature: KernelSignature,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        shared: int,
        stream: object,
        bound: Sequence[Bound],
    ) -> None:
        """Launches a kernel on the device where its arrays are: host arrays (or none) run on the CPU."""
        if any(b.is_on_device for b in bound):
            from kernelc.runtime import gpu

            gpu.launch(self, signature, grid, block, shared, stream, bound)
            return
        from kernelc.runtime import cpu

        cpu.launch(self.machine(), signature.symbol, grid, block, shared, bound, self.artifact.sites)

    def machine(self) -> Any:
        """The PTX loaded for the virtual machine, once."""
        with self._lock:
            if self._machine is None:
                from kernelc.runtime import cpu

                self._machine = cpu.prepare(self.ptx)
            return self._machine

    def assembled(self) -> Assembled:
        """The module's machine code. Raises `ptx.assemble.ToolMissing` where there is no assembler."""
        with self._lock:
            if self._assembled is None:
                from ptx.assemble import assemble

                self._assembled = assemble(self.ptx, self.options.arch or None)
            return self._assembled

    def resources(self, symbol: str) -> Resources:
        """What the assembler says of a kernel: registers, spills, local and shared memory."""
        return self.assembled().resources[symbol]

    def sass(self) -> str:
        """The machine code of the module, disassembled."""
        from ptx.assemble import disassemble

        return disassemble(self.assembled().cubin)


def load(path: str, **options: Any) -> LoadedModule:
    """The kernels of a `.rs` or `.ptx` file.

    Options are those of `kernelc build` by their names in `kernelc.options.Options` (`arch="sm_90"`, `level=0`, `fmad=False`). Raises
    CompileError for whatever is wrong with a source file, KernelError for PTX that cannot be read.
    """
    path = str(path)
    chosen = Options(**options)
    if path.endswith(".ptx"):
        from kernelc.runtime.foreign import load_ptx

        return LoadedModule(path, chosen, load_ptx(path), None)
    return load_source(read(path), chosen)


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
    """The kernels of a source text: from the cache, or compiled."""
    from kernelc.runtime import cache

    key = cache.key_of(source, options)
    artifact = cache.find(key)
    if artifact is None:
        artifact = compile_artifact(source, options)
        cache.keep(key, artifact)
    return LoadedModule(source.path, options, artifact, source)


def compile_artifact(source: Source, options: Options) -> Artifact:
    """Compiles a source text."""
    from kernelc.compile import compile_source

    compilation = compile_source(source, options)
    sites = compilation.lowered().sites
    files = {path: each.digest for path, each in compilation.files.items() if path != source.path}
    return Artifact(compilation.ptx(), compilation.kernels, sites, files)


def reload_kernel(path: str, name: str, options: dict[str, Any]) -> Kernel:
    """A pickled kernel, found again in its file."""
    found: Kernel = getattr(load(path, **options), name)
    return found
