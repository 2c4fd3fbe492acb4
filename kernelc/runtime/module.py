"""Loading files: after `load` a module's kernels are attributes, compiled to PTX, ready to launch; every error in the file has been raised."""

from __future__ import annotations

from kernelc.options import Options
from kernelc.runtime.handle import Kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kernelc.compile import Compilation
    from kernelc.runtime.arguments import Bound
    from kernelc.signature import KernelSignature


class LoadedModule:
    """A file's kernels. `ptx` is the PTX of all of them."""

    def __init__(
        self,
        path: str,
        options: Options,
        ptx: str,
        signatures: Sequence[KernelSignature],
        sites: Sequence[object],
        compilation: Compilation | None,
    ) -> None:
        self.path, self.options, self.ptx, self.sites = path, options, ptx, sites
        self._compilation = compilation
        self._machine: Any = None
        self.kernels = {signature.name: Kernel(self, signature) for signature in signatures}

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
        """The compilation behind the module."""
        if self._compilation is None:
            raise AttributeError(f"`{name}` comes from PTX: there is no source to show a stage of")
        return self._compilation

    def launch(
        self,
        signature: KernelSignature,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        shared: int,
        bound: Sequence[Bound],
    ) -> None:
        """Launches a kernel on the device where its arrays are."""
        from kernelc.runtime import cpu

        if self._machine is None:
            self._machine = cpu.prepare(self.ptx)
        cpu.launch(self._machine, signature.symbol, grid, block, shared, bound, self.sites)

    def resources(self, symbol: str) -> object:
        """The assembler's report for one kernel."""
        raise NotImplementedError(symbol)

    def sass(self) -> str:
        """The machine code of the module."""
        raise NotImplementedError


def load(path: str, **options: Any) -> LoadedModule:
    """The kernels of a `.rs` file. Raises CompileError for whatever is wrong with it."""
    from kernelc.compile import compile_file

    chosen = Options(**options)
    compilation = compile_file(path, chosen)
    lowered = compilation.lowered()
    return LoadedModule(path, chosen, compilation.ptx(), compilation.kernels, lowered.sites, compilation)


def reload_kernel(path: str, name: str, key: str) -> Kernel:
    """A pickled kernel, found again in its file."""
    found: Kernel = getattr(load(path), name)
    return found
