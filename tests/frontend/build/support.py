"""Source text through the front end to MIR, for the tests here."""

from __future__ import annotations

from kernelc.compile import compile_source
from kernelc.frontend.build.instances import build_module
from kernelc.frontend.defs import FnDef
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options


def build(text, names=None, fmad=True, unchecked=False):
    """The module of all plain functions of the text (or of those named), the kernels' signatures, and the diagnostics."""
    options = Options(fmad=fmad, unchecked=unchecked)
    compilation = compile_source(Source("test.rs", text), options)
    program = compilation.program()
    roots = [f for f in compilation.roots() if isinstance(f, FnDef) and (names is None or f.name in names)]
    module, signatures = build_module(program, roots, options)
    return module, signatures, compilation.diagnostics


def plain(text, names=None, fmad=True, unchecked=False):
    """The module of a text without errors."""
    module, _, diagnostics = build(text, names, fmad, unchecked)
    assert [d.message for d in diagnostics] == []
    return module


def errors(text):
    """The errors of a text as (code, line, message, label)."""
    try:
        _, _, diagnostics = build(text)
    except CompileError as problem:
        diagnostics = problem.diagnostics
    return [(d.code, d.span.line if d.span else 0, d.message, d.label) for d in diagnostics if d.level == "error"]
