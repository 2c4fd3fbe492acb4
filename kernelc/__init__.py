"""kernelc compiles GPU kernels written in a Rust-like language to PTX, and runs them on the CPU or an NVIDIA GPU."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.diagnostics import CompileError
    from kernelc.runtime.errors import KernelError, KernelPanic
    from kernelc.runtime.module import load

_HOMES = {
    "load": "kernelc.runtime.module",
    "CompileError": "kernelc.frontend.diagnostics",
    "KernelError": "kernelc.runtime.errors",
    "KernelPanic": "kernelc.runtime.errors",
    "ArgumentError": "kernelc.runtime.errors",
    "LaunchError": "kernelc.runtime.errors",
    "MemoryFault": "kernelc.runtime.errors",
}
"""Public names and the modules that they are loaded from when first used."""


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'kernelc' has no attribute {name!r}")
    module = __import__(home, fromlist=(name,))
    found: object = getattr(module, name)
    globals()[name] = found
    return found


__all__ = ["CompileError", "KernelError", "KernelPanic", "load"]
