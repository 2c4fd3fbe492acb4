"""Runs a `.mir` text test in this process: its first line says what to run, its CHECK lines what to expect of the output."""
from __future__ import annotations

import io
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from filecheck.finput import FInput
from filecheck.matcher import Matcher
from filecheck.options import Options
from filecheck.parser import Parser

from dialect.parser import parse_module
from dialect.printer import print_module
from dialect.verify import verify_module
from kernelc.passes.analyses import Note
from kernelc.passes.manager import parse_passes, run_pipeline

RUN = re.compile(r"// RUN: kernelc opt -p '?([\w,()]+)'?( -v)? %s( 2>&1)? \| filecheck %s$")


def output_of(path: Path) -> str:
    """What the command of the first line prints."""
    text = path.read_text()
    run = RUN.match(text.split("\n", 1)[0])
    assert run, f"{path}: the first line is no RUN line of the known form"
    module = parse_module(text)
    assert not verify_module(module), f"{path}: {verify_module(module)}"
    notes: list[Note] = []
    run_pipeline(module, parse_passes(run[1]), verify=True, notes=notes)
    assert not verify_module(module)
    return print_module(module) + ("".join(f"note: {note}\n" for note in notes) if run[2] else "")


def check(path: Path) -> None:
    """Fails with filecheck's report unless the output is as the CHECK lines say."""
    output = output_of(path)
    options = Options(match_filename=str(path))
    report = io.StringIO()
    with redirect_stderr(report), redirect_stdout(report):
        code = Matcher(options, FInput(path.name, output), Parser.from_opts(options)).run()
    assert code == 0, f"{report.getvalue()}\n--- output ---\n{output}"
