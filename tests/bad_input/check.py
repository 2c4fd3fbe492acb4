"""What spoiled input may do: give a result, or errors of the user's program. Everything else that comes out is a fault, and so is more than five seconds."""

from __future__ import annotations

import time

from dialect.interpreter import InterpreterError, run_function
from dialect.parser import MirError, parse_module
from dialect.printer import print_module as print_mir
from dialect.verify import verify_module
from kernelc.compile import compile_source
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options
from kernelc.passes.manager import PIPELINES, run_pipeline
from ptx.lower import LoweringError, lower_module
from ptx.parser import PtxSyntaxError
from ptx.parser import parse_module as parse_ptx
from ptx.printer import print_module as print_ptx
from ptx.verify import verify as verify_ptx
from ptx.vm import VmError, load
from ptx.vm.layout import variable_size

LIMIT = 5.0


def compile_text(text):
    """The whole road; true if the text was accepted."""
    try:
        compilation = compile_source(Source("fuzz.rs", text), Options(verify=True))
        compilation.check()
        compilation.diagnostics.raise_errors()
        ptx = compilation.ptx()
    except CompileError as problem:
        assert problem.diagnostics, "an error without a diagnostic"
        assert str(problem)
        return False
    parse_ptx(ptx)
    return True


def read_mir(text):
    """Parsed, verified, optimised and lowered."""
    try:
        module = parse_module(text)
    except MirError as problem:
        str(problem)
        return False
    if verify_module(module):
        return False
    printed = print_mir(module)
    assert print_mir(parse_module(printed)) == printed
    for function in module.functions.values():
        if function.blocks and not function.params and function.kind != "kernel":
            try:
                run_function(module, function.name, [], fuel=20_000)
            except (InterpreterError, ValueError) as problem:
                str(problem)
    run_pipeline(module, PIPELINES[2], verify=True)
    try:
        print_ptx(lower_module(module).module)
    except LoweringError as problem:
        str(problem)
    return True


def read_ptx(text):
    """Parsed, printed, verified and loaded."""
    try:
        module = parse_ptx(text)
    except PtxSyntaxError as problem:
        str(problem)
        return False
    printed = print_ptx(module)
    assert print_ptx(parse_ptx(printed)) == printed
    faults = verify_ptx(module)
    try:
        machine = load(module)
        for entry in machine.entries:
            machine.check(entry)
            function = next(f for f in module.entries() if f.name == entry)
            machine.launch(entry, 1, 1, [bytes(variable_size(p.type, p.vector, p.dimensions)) for p in function.parameters], fuel=500)
    except VmError as problem:
        str(problem)
    return not faults


def fault_of(action, text):
    """The fault that a text shows, as one line; empty if there is none."""
    start = time.monotonic()
    try:
        action(text)
    except Exception as problem:  # noqa: BLE001  that is what is sought
        import traceback

        at = traceback.extract_tb(problem.__traceback__)[-1]
        return f"{type(problem).__name__} in {at.filename.rpartition('/')[2]}:{at.name}: {str(problem)[:120]}"
    taken = time.monotonic() - start
    return f"took {taken:.1f} s" if taken > LIMIT else ""
