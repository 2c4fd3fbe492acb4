"""kernelc compiles GPU kernels written in a Rust-like language to PTX, and runs them on the CPU or an NVIDIA GPU."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.diagnostics import CompileError
    from kernelc.options import OptionError
    from kernelc.runtime.decorator import DefinitionError, kernel
    from kernelc.runtime.errors import (
        ArgumentError,
        CompileWarning,
        FuelExhausted,
        KernelError,
        KernelPanic,
        LaunchError,
        MemoryFault,
        NotSupported,
        SynchronizationError,
    )
    from kernelc.runtime.gpu import synchronize
    from kernelc.runtime.module import load
    from kernelc.runtime.profiler import profile
    from kernelc.runtime.sanitizer import SanitizerError, sanitize

_ERRORS = "kernelc.runtime.errors"
_HOMES = {
    "load": "kernelc.runtime.module",
    "kernel": "kernelc.runtime.decorator",
    "synchronize": "kernelc.runtime.gpu",
    "profile": "kernelc.runtime.profiler",
    "sanitize": "kernelc.runtime.sanitizer",
    "SanitizerError": "kernelc.runtime.sanitizer",
    "CompileError": "kernelc.frontend.diagnostics",
    "DefinitionError": "kernelc.runtime.decorator",
    "OptionError": "kernelc.options",
    "CompileWarning": _ERRORS,
    "KernelError": _ERRORS,
    "ArgumentError": _ERRORS,
    "LaunchError": _ERRORS,
    "KernelPanic": _ERRORS,
    "MemoryFault": _ERRORS,
    "SynchronizationError": _ERRORS,
    "FuelExhausted": _ERRORS,
    "NotSupported": _ERRORS,
}
"""Public names and the modules that they are loaded from when first used."""


def _check_packages() -> None:
    """`dialect` and `ptx` are our own: packages of these names from elsewhere must not hide them. Raises ImportError."""
    for name in ("dialect", "ptx"):
        package = __import__(name)
        if getattr(package, "KERNELC_MARKER", None) != f"kernelc:{name}":
            where = getattr(package, "__file__", None) or "an unknown place"
            raise ImportError(
                f"kernelc needs its own package `{name}`, but {where} hides it: uninstall the distribution that `{name}` comes from"
            )


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, "__version__"})


def __getattr__(name: str) -> object:
    if name == "__version__":
        from kernelc.version import VERSION

        return VERSION
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'kernelc' has no attribute {name!r}")
    module = __import__(home, fromlist=(name,))
    found: object = getattr(module, name)
    globals()[name] = found
    return found


__all__ = [
    "ArgumentError",
    "CompileError",
    "CompileWarning",
    "DefinitionError",
    "FuelExhausted",
    "KernelError",
    "KernelPanic",
    "LaunchError",
    "MemoryFault",
    "NotSupported",
    "OptionError",
    "SanitizerError",
    "SynchronizationError",
    "kernel",
    "load",
    "profile",
    "sanitize",
    "synchronize",
]

_check_packages()
