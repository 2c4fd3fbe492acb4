"""After `open_road`, an input file (`.rs`, `.mir`, `.ptx` or standard input) is a `Road` that can show every stage behind it.

A stage that lies before the input (`--emit mir` of a `.ptx` file) is refused by name.
"""

from __future__ import annotations

import sys

from kernelc.cli.failure import PROGRAM_AT_FAULT, Failure, usage
from kernelc.options import EMIT_KINDS, OptionError, Options, options_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernelc.cli.arguments import Arguments
    from kernelc.compile import Compilation
    from kernelc.frontend.diagnostics import Diagnostic
    from kernelc.frontend.source import Source

SUFFIXES = (".rs", ".mir", ".ptx")


class Road:
    """One input on its way to PTX; each stage is computed when it is first asked for."""

    __slots__ = ("diagnostics", "notes", "options", "path", "timings")

    first_kind = "tokens"
    """The earliest stage that can be shown."""

    def __init__(self, path: str, options: Options) -> None:
        self.path = path
        self.options = options
        self.timings: Sequence[tuple[str, float]] = []
        self.notes: Sequence[str] = ()
        self.diagnostics: Sequence[Diagnostic] = ()

    def text(self, kind: str) -> str:
        """The stage as text, ending in a line end."""
        if EMIT_KINDS.index(kind) < EMIT_KINDS.index(self.first_kind):
            raise usage(f"`{self.path}` has no {kind}: it begins at {self.first_kind}")
        if kind == "sass":
            return self.disassemble()
        shown = self.show(kind)
        if kind == "ptx" and self.options.verify:
            _check_made(self.path, shown)
        return shown if shown.endswith("\n") or not shown else f"{shown}\n"

    def show(self, kind: str) -> str:
        """The stage as text; `kind` is one that this input has, and not made by an assembler."""
        raise NotImplementedError

    def check(self) -> None:
        """Look for every fault. Raises `CompileError` or `Failure` if there is one."""
        self.text("ptx")

    def bytes(self, kind: str) -> bytes:
        """The stage as bytes: the machine code of all kernels (`cubin`)."""
        from kernelc.cli.assembling import cubin

        return cubin(self)

    def disassemble(self) -> str:
        """The machine code as text."""
        from kernelc.cli.assembling import sass

        return sass(self)

    def resources(self) -> list[str]:
        """A line per kernel with what ptxas says about registers, spills, local and shared memory."""
        from kernelc.cli.assembling import resources

        return resources(self)


class RustRoad(Road):
    """A source file of the kernel language."""

    compilation: Compilation

    __slots__ = ("compilation",)

    def __init__(self, path: str, options: Options) -> None:
        super().__init__(path, options)
        from kernelc.compile import compile_file, compile_source

        if path == "-":
            self.compilation = compile_source(_source_of_input(), options)
        else:
            self.compilation = compile_file(path, options)
        self.timings = self.compilation.timings

    def check(self) -> None:
        """Check every function, reached or not, and then what the kernels reach, to the end."""
        self.compilation.check()
        self.compilation.diagnostics.raise_errors()
        if self.compilation.roots():
            self.compilation.lowered()
        self.diagnostics = list(self.compilation.diagnostics)

    def show(self, kind: str) -> str:
        """The stage as text."""
        text: str = getattr(self.compilation, kind)()
        self.notes = self.compilation.notes
        self.diagnostics = list(self.compilation.diagnostics)
        return text


class UnsoundOutputError(Exception):
    """What kernelc made is not sound: a fault of kernelc."""


def _check_made(path: str, text: str) -> None:
    """PTX that we are about to write must parse and have no fault."""
    from ptx.parser import parse_module
    from ptx.verify import verify

    faults = verify(parse_module(text))
    if faults:
        raise UnsoundOutputError(f"the PTX made of {path} has faults:\n" + "\n".join(map(str, faults)))


def open_road(path: str, arguments: Arguments) -> Road:
    """The road that begins at a file, by its suffix; `-` is standard input and holds source text."""
    options = compile_options(arguments)
    if path == "-" or path.endswith(".rs"):
        return RustRoad(path, options)
    if path.endswith(".mir"):
        from kernelc.cli.mir_input import MirRoad

        return MirRoad(path, options)
    if path.endswith(".ptx"):
        from kernelc.cli.ptx_input import PtxRoad

        return PtxRoad(path, options)
    raise unknown_suffix(path, SUFFIXES)


def compile_options(arguments: Arguments) -> Options:
    """The compile options of a command line. Raises `Failure` for a pass list that is none, or `native` without a device."""
    try:
        options = options_from(arguments.values)
    except OptionError as problem:
        raise usage(f"--{problem}") from None
    check_passes(options)
    if options.arch == "native":
        from kernelc.cli.devices import native_architecture

        options.arch = native_architecture()
    return options


def unknown_suffix(path: str, suffixes: Sequence[str]) -> Failure:
    """The command line names a file of which its suffix does not say what it holds."""
    *others, last = suffixes
    return usage(f"`{path}` is neither a {', a '.join(others)} nor a {last} file", "the suffix tells what a file holds")


def check_passes(options: Options) -> None:
    """Refuse a pass list that is not one."""
    if options.passes is not None:
        from kernelc.passes.table import UnknownPassError, parse_passes

        try:
            parse_passes(options.passes)
        except UnknownPassError as problem:
            raise usage(f"-p: {problem}") from None


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`. Raises `CompileError` if it cannot be read or is not UTF-8."""
    return _source_of_input().text if path == "-" else read_source_or_raise(path).text


def read_source_or_raise(path: str) -> Source:
    """The file as a source, with its place in diagnostics."""
    from kernelc.frontend.diagnostics import Diagnostics
    from kernelc.frontend.source import read_source

    diagnostics = Diagnostics()
    source = read_source(path, diagnostics)
    diagnostics.raise_errors()
    assert source is not None, "read_source reports what it cannot read"
    return source


def _source_of_input() -> Source:
    from kernelc.frontend.diagnostics import Diagnostics
    from kernelc.frontend.source import decode_source

    diagnostics = Diagnostics()
    source = decode_source("<stdin>", sys.stdin.buffer.read(), diagnostics)
    diagnostics.raise_errors()
    assert source is not None, "decode_source reports what it cannot decode"
    return source


def fault_in(path: str, place: str, message: str) -> Failure:
    """The user's MIR or PTX is at fault; `place` is `line` or `line:column`, or "" if the fault has none."""
    shown = "<stdin>" if path == "-" else path
    return Failure(PROGRAM_AT_FAULT, f"{shown}:{place}: {message}" if place else f"{shown}: {message}")


def faults_in(path: str, faults: Sequence[str]) -> Failure:
    """The user's MIR or PTX breaks rules that the parser does not know; each fault is a line as its verifier words it."""
    shown = "<stdin>" if path == "-" else path
    return Failure(PROGRAM_AT_FAULT, f"{shown}: {len(faults)} fault{'s' if len(faults) > 1 else ''}", details=faults)
