"""Source text through the front end to MIR, for the tests here."""

from __future__ import annotations

from kernelc.frontend.build.instances import build_module
from kernelc.frontend.defs import FnDef
from kernelc.frontend.diagnostics import Diagnostics
from kernelc.frontend.load import load_program
from kernelc.frontend.source import Source
from kernelc.options import Options


def program_of(text):
    """The program of a source text, with its diagnostics."""
    diagnostics = Diagnostics()
    return load_program(Source("test.rs", text), diagnostics)


def build(text, names=None, fmad=True):
    """The module of all plain functions of the text (or of those named), the kernels' signatures, and the diagnostics."""
    program = program_of(text)
    if program.diagnostics.has_errors:
        return None, [], program.diagnostics
    functions = [d for d in program.root.values.values() if isinstance(d, FnDef) and not program.generics_of(d).params]
    roots = [f for f in functions if names is None or f.name in names]
    module, signatures = build_module(program, roots, Options(fmad=fmad))
    return module, signatures, program.diagnostics


def errors(text):
    """The codes of the errors in a text, by line."""
    _, _, diagnostics = build(text)
    return [(d.code, d.span.line) for d in diagnostics if d.level == "error"]
