"""A kernel run by every executor that there is: the interpreter of MIR before and after passes, and the PTX virtual machine at -O0 and -O2."""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any

from dialect.function import Module
from dialect.interpreter import run_kernel
from dialect.verify import verify_module
from kernelc.compile import Compilation, compile_source
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options
from ptx.printer import print_module
from ptx.verify import verify
from ptx.vm.launch import load
from ptx.vm.memory import Buffer

Arguments = dict[str, Any]
USE = "use cuda_device::*;\n"


def compilation(text: str, level: int = 2, **options: Any) -> Compilation:
    """The text on its way; names of `cuda_device` are in scope, and line 1 is the text's own."""
    return compile_source(Source("k.rs", USE.strip() + text), Options(level=level, verify=True, **options))


def ptx_of(text: str, level: int = 2, **options: Any) -> str:
    """The PTX of a text; it is verified too."""
    made = compilation(text, level, **options).lowered()
    assert [str(f) for f in verify(made.module)] == []
    return print_module(made.module)


def errors(text: str, **options: Any) -> list[tuple[str, int, str]]:
    """The errors of a text as (code, line, message)."""
    try:
        compilation(text, **options).lowered()
    except CompileError as problem:
        return [(d.code, d.span.line if d.span else 0, d.message) for d in problem.diagnostics if d.level == "error"]
    return []


def results(text: str, grid: Any, block: Any, arguments: Arguments, shared: int = 0) -> dict[str, Arguments]:
    """What the arguments hold after a launch, by executor; each starts with its own copy. The text has one kernel, `k`."""
    found = {}
    for level in (0, 2):
        module, ptx = made(text, level)
        mine = copied(arguments)
        run_kernel(module, "k", grid, block, [v for each in mine.values() for v in interpreter_values(each)], shared=shared)
        found[f"interpreter at -O{level}"] = mine
        mine = copied(arguments)
        values = [v for each in mine.values() for v in machine_values(each)]
        load(ptx).launch("k", grid, block, values, shared=shared)
        found[f"machine at -O{level}"] = mine
    return found


@cache
def made(text: str, level: int) -> tuple[Module, str]:
    """MIR after the passes, verified, and the PTX made from it."""
    compiled = compilation(text, level)
    module = compiled.optimised()
    assert not verify_module(module)
    assert [str(f) for f in verify(compiled.lowered().module)] == []
    return module, compiled.ptx()


def copied(arguments: Arguments) -> Arguments:
    return {name: array(v.typecode, v) if isinstance(v, array) else v for name, v in arguments.items()}


def interpreter_values(value: Any) -> tuple[Any, ...]:
    return (value, len(value)) if isinstance(value, array) else (value,)


def machine_values(value: Any) -> tuple[Any, ...]:
    return (Buffer("buffer", value), len(value)) if isinstance(value, array) else (value,)


def agreed(text: str, grid: Any, block: Any, shared: int = 0, **arguments: Any) -> Arguments:
    """What the arguments hold after a launch, once all executors agree."""
    found = results(text, grid, block, arguments, shared)
    first = found["interpreter at -O0"]
    for name, other in found.items():
        assert other == first, name
    return first
