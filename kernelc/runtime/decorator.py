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

from threading import Lock

from kernelc.runtime.errors import KernelError
from kernelc.runtime.handle import Kernel, Launcher
from kernelc.runtime.options import options_from_keywords

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FunctionType
    from typing import Any

    from kernelc.options import Options
    from kernelc.runtime.module import LoadedModule

VARIADIC = 0x04 | 0x08
"""`co_flags` of functions with `*args` or `**kwargs` (Include/cpython/code.h)."""
SUSPENDING = 0x20 | 0x80 | 0x200
"""`co_flags` of generators, coroutines and asynchronous generators."""
KEYWORDS = {
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type",
    "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
}  # fmt: skip
"""Words that cannot be names (The Rust Reference, "Keywords", strict and reserved, edition 2024)."""
FORWARDED = ("cfg", "mir", "over", "ptx", "resources", "sass", "signature")
"""What a Python kernel has from the compiled one."""


class DefinitionError(KernelError, TypeError):
    """A Python function that cannot be a kernel: no docstring, a parameter without annotation, a default value."""


class PythonKernel:
    """A kernel written in a docstring. Everything that a loaded kernel has is there; the first use compiles."""

    def __init__(self, function: FunctionType, options: Options) -> None:
        self.parameters = check_function(function)
        self.__name__, self.__qualname__, self.__module__ = function.__name__, function.__qualname__, function.__module__
        self.__doc__ = function.__doc__
        self.__wrapped__ = function
        self.options = options
        self._lock = Lock()
        self._loaded: LoadedModule | None = None

    @property
    def module(self) -> LoadedModule:
        """The compiled module. Raises CompileError for what is wrong with the body."""
        with self._lock:
            if self._loaded is None:
                from kernelc.runtime.docstring import source_of
                from kernelc.runtime.module import load_source

                self._loaded = load_source(source_of(self.__wrapped__, self.parameters), self.options)
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
    def path(self) -> str:
        """The Python file."""
        return self.__wrapped__.__code__.co_filename

    def __getitem__(self, shape: object) -> Launcher:
        """`k[grid, block]`."""
        return self.kernel[shape]

    def __call__(self, *args: object) -> None:
        """A kernel without a launch shape cannot be called. Raises LaunchError."""
        self.kernel(*args)

    def __getattr__(self, name: str) -> Any:
        if name in FORWARDED:
            return getattr(self.kernel, name)
        raise AttributeError(f"kernel `{self.__name__}` has no attribute `{name}`")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *FORWARDED]

    def __repr__(self) -> str:
        return f"<kernel {self.__qualname__}({', '.join([f'{name}: {text}' for name, text in self.parameters])}) of {self.path}>"

    def _repr_html_(self) -> str:
        from kernelc.runtime.pages import kernel_table

        return kernel_table(self.kernel)

    def __reduce__(self) -> str:
        if "<locals>" in self.__qualname__ or "<lambda>" in self.__qualname__:
            from pickle import PicklingError

            raise PicklingError(
                f"kernel `{self.__qualname__}` is local to a function; only one at the top level of a module can be found again by its name"
            )
        return self.__qualname__


def kernel(function: FunctionType | None = None, **options: Any) -> PythonKernel | Callable[[FunctionType], PythonKernel]:
    """Makes a function with a Rust docstring a kernel.

    `@kernel` or `@kernel(fmad=False, arch="sm_90", …)` with the options of `kernelc.options.Options`. Raises DefinitionError for a function that cannot
    be a kernel, OptionError for an option that does not exist. Errors in the Rust text are raised as CompileError when the kernel is first used.
    """
    chosen = options_from_keywords(options)
    if function is None:
        return lambda f: PythonKernel(f, chosen)
    return PythonKernel(function, chosen)


# --------------------------------------------------------------------------------------------------------------------- the function


def check_function(function: FunctionType) -> list[tuple[str, str]]:
    """Name and Rust type of each parameter. Raises DefinitionError for what no kernel can have."""
    if not hasattr(function, "__code__"):
        raise DefinitionError(f"@kernel stands before a function, not {article(type(function).__name__)}")
    where = f"kernel `{function.__name__}`"
    code = function.__code__
    if code.co_flags & SUSPENDING:
        raise DefinitionError(f"{where}: async functions and generators cannot be kernels")
    if code.co_flags & VARIADIC or code.co_kwonlyargcount:
        raise DefinitionError(f"{where}: *args, **kwargs and keyword-only parameters are not possible")
    if function.__defaults__:
        raise DefinitionError(f"{where}: parameters cannot have default values")
    check_name(where, function.__name__)
    check_docstring(where, function)
    return parameters_of(function)


def article(name: str) -> str:
    """The name with `a` or `an`."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}" if name not in ("staticmethod", "classmethod") else f"{name}: put @kernel below it"


def check_name(where: str, name: str) -> None:
    """Whether Rust can have the name. Raises DefinitionError."""
    if name in KEYWORDS:
        raise DefinitionError(f"{where}: `{name}` is a keyword of Rust; choose another name")
    if not name.isidentifier() or not name.isascii():
        raise DefinitionError(f"{where}: `{name}` is not a name of the kernel language")


def check_docstring(where: str, function: FunctionType) -> None:
    """Whether the function is a docstring and nothing else. Raises DefinitionError."""
    import sys

    if sys.flags.optimize >= 2:
        raise DefinitionError(
            f"{where}: python -OO removes docstrings, and with them the body; run without -OO, or write the kernel in a file for kernelc.load"
        )
    if function.__doc__ is None:
        raise DefinitionError(f'{where} has no docstring; write its body in Rust as r"""…"""')
    if steps_of(function.__code__) != steps_of(only_a_docstring.__code__):
        raise DefinitionError(f"{where} has Python statements after its docstring; they would not run")
    if annotations_of(where, function).get("return") not in (None, "None", "()"):
        raise DefinitionError(f"{where}: a kernel returns nothing; write results through a `&mut [T]` parameter")


def only_a_docstring() -> None:
    """What the code of a kernel must do: nothing."""


def steps_of(code: CodeType) -> tuple[bytes, bool]:
    """The instructions of a function without those that do nothing, and whether all that it can answer is None."""
    from opcode import opmap

    steps = bytes([step for step in code.co_code[::2] if step != opmap["NOP"]])
    return steps, all(each is None for each in code.co_consts[1:])


def annotations_of(where: str, function: FunctionType) -> dict[str, Any]:
    """The annotations; from Python 3.14 on they are evaluated only now. Raises DefinitionError."""
    try:
        return function.__annotations__
    except NameError as problem:
        raise DefinitionError(f"{where}: {problem}; write Rust types as strings") from None


def parameters_of(function: FunctionType) -> list[tuple[str, str]]:
    """Name and Rust type of each parameter. Raises DefinitionError."""
    code = function.__code__
    annotations = annotations_of(f"kernel `{function.__name__}`", function)
    out: list[tuple[str, str]] = []
    for position, name in enumerate(code.co_varnames[: code.co_argcount]):
        where = f"kernel `{function.__name__}`, parameter `{name}`"
        if position == 0 and name in ("self", "cls") and name not in annotations:
            raise DefinitionError(f"{where}: methods cannot be kernels; put @staticmethod above @kernel, or define it outside of the class")
        check_name(where, name)
        out.append((name, rust_type(where, name, annotations.get(name))))
    return out


def rust_type(where: str, name: str, written: object) -> str:
    """The Rust type that an annotation names. Raises DefinitionError."""
    if written is None:
        raise DefinitionError(f'{where} has no type; write {name}: "f32", {name}: "&[f32]" or the like')
    if not isinstance(written, str):
        shown = getattr(written, "__name__", repr(written))
        raise DefinitionError(f'{where} has the annotation {shown}; write the Rust type as a string: {name}: "f32"')
    text = written.strip()
    if text[:1] in ("'", '"') and text[-1:] == text[:1]:  # `from __future__ import annotations` keeps the quotes
        text = text[1:-1].strip()
    if not is_one_type(text):
        raise DefinitionError(f"{where}: `{text}` is not one type of the kernel language")
    return text


def is_one_type(text: str) -> bool:
    """Whether a text stays one type when it is put between `name:` and `,`: brackets pair up, nothing ends or hides what follows."""
    if not text or any(part in text for part in ("//", "/*", '"', "\n", "\r", "{", "}", "#")):
        return False
    expected: list[str] = []
    for letter in text.replace("->", ""):
        if letter in "([<":
            expected.append(")]>"["([<".index(letter)])
        elif letter in ")]>":
            if not expected or expected.pop() != letter:
                return False
        elif letter == "," and not expected or letter == ";" and expected[-1:] != ["]"]:
            return False
    return not expected
