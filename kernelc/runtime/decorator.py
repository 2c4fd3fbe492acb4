"""`@kernel`: a Python function whose docstring is the body of a Rust kernel.

    @kernel
    def scale(n: "u32", x: "&mut [f32]"):
        r\"\"\"
        let i = thread::index_1d().get();
        if i < n as usize { x[i] *= 2.0; }
        \"\"\"

The parameters are the annotations; `use cuda_device::*` is implied. The function is compiled when it is first launched or looked at; an error in the body is
reported at its line of the Python file.
"""

from __future__ import annotations

from kernelc.frontend.source import Source
from kernelc.options import Options
from kernelc.runtime.errors import KernelError
from kernelc.runtime.handle import Kernel, Launcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from kernelc.runtime.module import LoadedModule
    from kernelc.signature import KernelSignature

VARIADIC = 0x04 | 0x08
"""`co_flags` of functions with `*args` or `**kwargs` (Include/cpython/code.h)."""


class DefinitionError(KernelError, TypeError):
    """A Python function that cannot be a kernel: no docstring, a parameter without annotation, a default value."""


class DocstringSource(Source):
    """The Rust text of a Python function. Positions in the body are lines and columns of the Python file; those before it are the `def`."""

    __slots__ = ("body_end", "body_start", "first_column", "first_line", "lines", "own_line")

    def __init__(
        self, path: str, head: str, body: str, lines: list[str], own_line: int, first_line: int, first_column: int
    ) -> None:
        super().__init__(path, f"{head}{body}\n}}\n")
        self.body_start, self.body_end = len(head), len(head) + len(body)
        self.lines, self.own_line, self.first_line, self.first_column = lines, own_line, first_line, first_column

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the Python file."""
        if offset < self.body_start or offset > self.body_end:
            return self.own_line, 1
        line, column = super().position(offset)
        first, start = super().position(self.body_start)
        at = line - first
        return self.first_line + at, column - (start if at == 0 else 1) + (self.first_column if at == 0 else 1)

    def line_text(self, line: int) -> str:
        """A line of the Python file, or of the body where the file is not there."""
        if 0 < line <= len(self.lines):
            return self.lines[line - 1]
        body = self.text[self.body_start : self.body_end].split("\n")
        at = line - self.first_line
        return body[at] if 0 <= at < len(body) else ""


class PythonKernel:
    """A kernel written in a docstring. Everything that a loaded kernel has is there; the first use compiles."""

    def __init__(self, function: FunctionType, options: Options) -> None:
        check_function(function)
        self.__name__, self.__qualname__, self.__module__ = function.__name__, function.__qualname__, function.__module__
        self.__doc__ = function.__doc__
        self.__wrapped__ = function
        self.options = options
        self._loaded: LoadedModule | None = None

    @property
    def module(self) -> LoadedModule:
        """The compiled module. Raises CompileError for what is wrong with the body."""
        if self._loaded is None:
            from kernelc.runtime.module import load_source

            self._loaded = load_source(source_of(self.__wrapped__, self.options), self.options)
        return self._loaded

    @property
    def kernel(self) -> Kernel:
        """The kernel itself."""
        return self.module.kernels[self.__name__]

    @property
    def name(self) -> str:
        """The kernel's name."""
        return self.__name__

    @property
    def signature(self) -> KernelSignature:
        """Its parameters."""
        return self.kernel.signature

    def __getitem__(self, shape: object) -> Launcher:
        """`k[grid, block]`."""
        return self.kernel[shape]

    def __call__(self, *args: object) -> None:
        """A kernel without a launch shape cannot be called."""
        self.kernel(*args)

    def __getattr__(self, name: str) -> Any:
        if name in {"over", "ptx", "mir", "cfg", "resources", "sass"}:
            return getattr(self.kernel, name)
        raise AttributeError(f"kernel `{self.__name__}` has no attribute `{name}`")

    def __repr__(self) -> str:
        return f"<kernel {self.__qualname__} of {self.__wrapped__.__code__.co_filename}>"

    def __reduce__(self) -> str:
        return self.__qualname__


def kernel(function: FunctionType | None = None, **options: Any) -> PythonKernel | Callable[[FunctionType], PythonKernel]:
    """Makes a function with a Rust docstring a kernel.

    `@kernel` or `@kernel(fmad=False, arch="sm_90", …)` with the options of `kernelc.options.Options`. Raises DefinitionError.
    """
    chosen = Options(**options)
    if function is None:
        return lambda f: PythonKernel(f, chosen)
    return PythonKernel(function, chosen)


# --------------------------------------------------------------------------------------------------------------------- the function


def check_function(function: FunctionType) -> None:
    """Reports what no kernel can have. Raises DefinitionError."""
    if not hasattr(function, "__code__"):
        raise DefinitionError(f"@kernel stands before a function, not {type(function).__name__}")
    where = f"kernel `{function.__name__}`"
    code = function.__code__
    if code.co_flags & VARIADIC or code.co_kwonlyargcount:
        raise DefinitionError(f"{where}: *args, **kwargs and keyword-only parameters are not possible")
    if function.__defaults__:
        raise DefinitionError(f"{where}: parameters cannot have default values")
    if function.__doc__ is None:
        import sys

        if sys.flags.optimize >= 2:
            raise DefinitionError(
                f"{where}: python -OO removes docstrings, and with them the body; run without -OO, or use kernelc.load"
            )
        raise DefinitionError(f'{where} has no docstring; write its body in Rust as r"""…"""')
    if function.__annotations__.get("return") not in (None, "None", "()"):
        raise DefinitionError(f"{where}: a kernel returns nothing; write results through a `&mut [T]` parameter")
    parameters_of(function)


def parameters_of(function: FunctionType) -> list[tuple[str, str]]:
    """Name and Rust type of each parameter."""
    code = function.__code__
    out: list[tuple[str, str]] = []
    for name in code.co_varnames[: code.co_argcount]:
        written = function.__annotations__.get(name)
        where = f"kernel `{function.__name__}`, parameter `{name}`"
        if written is None:
            raise DefinitionError(f'{where} has no type; write {name}: "f32", {name}: "&[f32]" or the like')
        if not isinstance(written, str):
            shown = getattr(written, "__name__", repr(written))
            raise DefinitionError(f'{where} has the annotation {shown}; write the Rust type as a string: {name}: "f32"')
        text = written.strip()
        if (
            text[:1] in ("'", '"') and text[-1:] == text[:1]
        ):  # with `from __future__ import annotations` the quotes are part of the text
            text = text[1:-1].strip()
        if "\n" in text or not text or not name.isascii():
            raise DefinitionError(
                f"{where}: `{text or name}` is not a {'type' if name.isascii() else 'name'} of the kernel language"
            )
        out.append((name, text))
    return out


def source_of(function: FunctionType, options: Options) -> DocstringSource:
    """The kernel as Rust, with positions in the Python file."""
    del options
    params = ", ".join([f"{name}: {text}" for name, text in parameters_of(function)])
    head = f"use cuda_device::*;\n#[kernel]\npub fn {function.__name__}({params}) {{"
    body = function.__doc__ or ""
    lines = file_lines(function)
    own_line = function.__code__.co_firstlineno
    first_line, column = find_docstring(lines, own_line, body)
    return DocstringSource(function.__code__.co_filename, head, body, lines, own_line, first_line, column)


def file_lines(function: FunctionType) -> list[str]:
    """The lines of the Python file or notebook cell; empty where they cannot be had."""
    import linecache

    return [line.rstrip("\n") for line in linecache.getlines(function.__code__.co_filename, function.__globals__)]


def find_docstring(lines: list[str], own_line: int, body: str) -> tuple[int, int]:
    """Line and column (from 1) at which the docstring's text begins; the line of the `def` where it cannot be found."""
    text = "\n".join(lines[own_line - 1 :])
    at = text.find(body)
    while at >= 0 and text[max(at - 3, 0) : at] not in ('"""', "'''") and text[max(at - 1, 0) : at] not in ('"', "'"):
        at = text.find(body, at + 1)
    if at < 0:
        return own_line, 1
    before = text[:at]
    return own_line + before.count("\n"), at - before.rfind("\n")
