"""Generic kernels from Python: `k.of(T="f32", N=16)` is an instance, compiled once; a launch of `k` itself takes the types from its arguments' dtypes.

What is neither given nor seen in the arguments, and what the arguments contradict each other about, is one error that names it.
"""

from __future__ import annotations

from kernelc.runtime.errors import ArgumentError, KernelError
from kernelc.runtime.handle import Kernel, Launcher
from kernelc.runtime.layouts import DTYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from kernelc.runtime.module import ModuleCode
    from kernelc.signature import GenericSignature

    Extent = int | tuple[int, ...]

RUST_TYPES = {dtype: rust for rust, dtype in DTYPES.items() if rust not in ("bf16", "i128", "u128")}
"""Name of a NumPy dtype → the type of the language."""


class GenericKernel:
    """A kernel with generic parameters, of which some may be given already."""

    __slots__ = ("_code", "given", "signature")

    def __init__(self, code: ModuleCode, signature: GenericSignature, given: Mapping[str, str] | None = None) -> None:
        self._code, self.signature = code, signature
        self.given: dict[str, str] = dict(given or {})

    @property
    def name(self) -> str:
        """The kernel's name in the source."""
        return self.signature.name

    def of(self, **arguments: object) -> Any:
        """The instance for these generic arguments: types as text ("f32", "Pair") or dtypes, constants as Python values.

        With some left open, a generic kernel that takes only those. Raises KernelError, and CompileError for arguments that the kernel cannot have.
        """
        known = dict(self.signature.params)
        unknown = [name for name in arguments if name not in known]
        if unknown:
            raise KernelError(f"{self.name} has no generic parameter `{unknown[0]}`; it has {', '.join(known)}")
        given = self.given | {name: argument_text(name, known[name], value) for name, value in arguments.items()}
        return self.instance(given) if len(given) == len(known) else GenericKernel(self._code, self.signature, given)

    def instance(self, given: Mapping[str, str]) -> Kernel:
        """The kernel for a text per generic parameter, compiled when it is first asked for."""
        text = f"{self.signature.path}::<{', '.join([given[name] for name, _ in self.signature.params])}>"
        with self._code.lock:
            found = self._code.instances.get(text)
            if found is None:
                found = self._code.instances[text] = compile_instance(self._code, text)
            return found

    def __getitem__(self, shape: object) -> GenericLauncher:
        """As for a kernel; the instance is chosen when the launch is called."""
        return GenericLauncher(self, lambda kernel: kernel[shape])

    def over(self, size: Extent, block: Extent | None = None, *, stream: object = None, shared: int = 0) -> GenericLauncher:
        """As for a kernel; the instance is chosen when the launch is called."""
        return GenericLauncher(self, lambda kernel: kernel.over(size, block, stream=stream, shared=shared))

    def __call__(self, *args: object) -> None:
        """A kernel without a launch shape cannot be called. Raises LaunchError."""
        from kernelc.runtime.errors import LaunchError

        raise LaunchError(f"{self.name} needs a grid and a block: {self.name}[grid, block](…), or {self.name}.over(n)(…)")

    def __repr__(self) -> str:
        given = f" with {', '.join([f'{name} = {text}' for name, text in self.given.items()])}" if self.given else ""
        return f"<generic kernel {self.signature!r}{given} of {self._code.path}>"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        from kernelc.runtime.module import packed

        return restore_generic, (*packed(self._code), self.signature.path, self.given)


class GenericLauncher:
    """A generic kernel with a launch shape; calling it chooses the instance by its arguments, and launches that."""

    __slots__ = ("_launcher", "kernel")

    def __init__(self, kernel: GenericKernel, launcher: Any) -> None:
        self.kernel, self._launcher = kernel, launcher

    def __call__(self, *args: object) -> None:
        """Launches. Raises KernelError."""
        kernel = self.kernel
        launcher: Launcher = self._launcher(kernel.instance(kernel.given | inferred(kernel, args)))
        launcher(*args)


def inferred(kernel: GenericKernel, args: Sequence[object]) -> dict[str, str]:
    """The generic arguments that the launch's arguments tell. Raises ArgumentError for those that stay open or are told twice."""
    signature = kernel.signature
    if len(args) != len(signature.parameters):
        count = len(signature.parameters)
        raise ArgumentError(f"{signature!r} takes {count} argument{'s' if count != 1 else ''}, got {len(args)}")
    found: dict[str, tuple[str, str]] = {}
    for (parameter, _, generic), value in zip(signature.parameters, args, strict=True):
        text = type_of(value) if generic and generic not in kernel.given else ""
        if not text:
            continue
        before = found.setdefault(generic, (text, parameter))
        if before[0] != text:
            raise ArgumentError(
                f"{kernel.name}: `{generic}` is {before[0]} by argument `{before[1]}`, but {text} by `{parameter}`; "
                f"say which: {kernel.name}.of({generic}={before[0]!r})"
            )
    missing = [name for name, _ in signature.params if name not in kernel.given and name not in found]
    if missing:
        wanted = ", ".join([f"{name}=…" for name in missing])
        raise ArgumentError(f"{kernel.name}: {', '.join([f'`{name}`' for name in missing])} cannot be told by the arguments; write {kernel.name}.of({wanted})")
    return {name: text for name, (text, _) in found.items()}


def type_of(value: object) -> str:
    """The type of the language that an array's elements or a NumPy scalar have; empty where the dtype has no such type, and for Python's numbers."""
    dtype = getattr(value, "dtype", None)
    return RUST_TYPES.get(str(getattr(dtype, "name", dtype)).removeprefix("torch."), "")


def argument_text(name: str, kind: str, value: object) -> str:
    """A generic argument as it is written in the language. Raises KernelError."""
    if kind == "type":
        dtype_name = getattr(value, "name", "") or getattr(value, "__name__", "")
        text = value if isinstance(value, str) else RUST_TYPES.get(str(dtype_name), "")
        if not text:
            raise KernelError(f"`{name}` is {value!r}, must be a type as text such as 'f32', or a dtype of NumPy that has one")
        return text
    if kind == "bool" and isinstance(value, bool):
        return "true" if value else "false"
    if kind == "char" and isinstance(value, str) and len(value) == 1:
        return f"'\\u{{{ord(value):x}}}'"
    if kind not in ("bool", "char") and hasattr(value, "__index__") and not isinstance(value, bool):
        number = int(value.__index__())
        return str(number) if number >= 0 else f"{{ {number} }}"
    raise KernelError(f"`{name}` is {value!r}, must be a constant of type `{kind}`")


def compile_instance(code: ModuleCode, text: str) -> Kernel:
    """An instance as a module of its own. Raises CompileError; KernelError where it would have statics of its own that others share."""
    from kernelc.runtime.module import load_source
    from kernelc.runtime.options import options_from_keywords, plain_options

    if code.source is None:
        raise KernelError(f"{code.path} is PTX: it has no generic kernels")
    options = options_from_keywords(plain_options(code.options) | {"instantiate": (text,), "only_instances": True})
    module = load_source(code.source, options)
    (kernel,) = module.kernels.values()
    shared = [static.name for static in kernel._code.artifact.statics if static.mutable and static.space == "global"]
    if shared:
        raise KernelError(
            f"`{text}` uses `static mut {shared[0]}`, which an instance made later would not share with the other kernels; "
            f"compile it with them: load({code.path!r}, instantiate=[{text!r}])"
        )
    return kernel


def restore_generic(path: str, options: dict[str, Any], entry: bytes, source: Any, kernel: str, given: dict[str, str]) -> GenericKernel:
    """A generic kernel from a pickle."""
    from kernelc.runtime.module import restore_code

    code = restore_code(path, options, entry, source)
    return GenericKernel(code, next(each for each in code.artifact.generics if each.path == kernel), given)
