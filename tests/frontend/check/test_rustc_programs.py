"""Small programs of the type system beside rustc: what it refuses is refused with its code at its line, what it accepts has its values.

The values are those of MIR as built; slow tests run PTX of -O0 and -O2 on the virtual machine, and ask rustc itself.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dialect.interpreter import MirPanic, run_function
from kernelc.compile import compile_source
from kernelc.frontend.build.instances import build_module
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options
from ptx.printer import print_module
from ptx.vm import Buffer, Panic
from ptx.vm import load as load_vm

FILES = sorted((Path(__file__).parent / "programs").glob("*.rs"))
ARGUMENTS = (0, 1, 2, 3, 7, -5)
SIZES = {"i32": 4, "i64": 8, "u8": 1, "u32": 4, "u64": 8, "usize": 8}
CODELESS = "error"
"""What stands for an error of rustc without a code."""


def programs():
    """(verdict, text) of every program, by file and name."""
    out = []
    for path in FILES:
        for part in path.read_text("utf-8").split("\n//@ ")[1:]:
            head, _, body = part.partition("\n")
            verdict, _, name = head.partition(" | ")
            out.append(pytest.param(verdict, body, id=f"{path.stem}-{name.replace(' ', '_')}"))
    return out


PROGRAMS = programs()
VALUED = [p for p in PROGRAMS if p.values[0].startswith("= ")]


def result_type(text):
    (found,) = re.findall(r"pub fn f\(x: i32\) -> (\w+)", text)
    return found


def checked(text):
    """The errors as (code, line), and the compilation."""
    try:
        compilation = compile_source(Source("program.rs", text), Options(fmad=False))
        compilation.check()
        compilation.diagnostics.raise_errors()
        if compilation.roots():
            compilation.built()
    except CompileError as problem:
        return [(d.code, d.span.line if d.span is not None else 0) for d in problem.diagnostics if d.level == "error"], None
    return [], compilation


@pytest.mark.parametrize(("verdict", "text"), PROGRAMS)
def test_verdict_and_values(verdict, text):
    errors, compilation = checked(text)
    if verdict == "ok" or verdict.startswith("= "):
        assert errors == []
    else:
        code, line = verdict.split(":")
        assert errors
        assert code == CODELESS or code.replace("E", "K") in [c for c, _ in errors], errors
        assert int(line) in [at for _, at in errors] or code == CODELESS, errors
    if verdict.startswith("= "):
        program = compilation.program()
        module, _ = build_module(program, [f for f in compilation.roots() if f.name == "f"], compilation.options)
        assert " ".join([interpreted(module, x) for x in ARGUMENTS]) == verdict[2:]


def interpreted(module, x):
    try:
        return str(int(run_function(module, "f", [x])))
    except MirPanic:
        return "panic"


@pytest.mark.slow
@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize(("verdict", "text"), VALUED)
def test_values_of_the_virtual_machine(verdict, text, level):
    ty = result_type(text)
    kernel = f"\n#[cuda_device::kernel] pub fn kernel_of_f(x: i32, out: &mut [{ty}]) {{ out[0] = f(x); }}"
    compilation = compile_source(Source("program.rs", text + kernel), Options(fmad=False, level=level))
    lowered = compilation.lowered()
    machine = load_vm(print_module(lowered.module))
    found = []
    for x in ARGUMENTS:
        out = bytearray(SIZES[ty])
        try:
            machine.launch("kernel_of_f", 1, 1, [x, Buffer("out", out), 1], sites=lowered.sites)
            found.append(str(int.from_bytes(out, "little", signed=ty[0] == "i")))
        except Panic:
            found.append("panic")
    assert " ".join(found) == verdict[2:]


MAIN = """
fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    for x in [0i32, 1, 2, 3, 7, -5] {
        match std::panic::catch_unwind(|| f(std::hint::black_box(x))) { Ok(v) => println!("{}", v as i128), Err(_) => println!("panic") }
    }
}
"""
FLAGS = ["--edition", "2024", "--cap-lints", "warn", "-C", "overflow-checks=off", "-C", "debug-assertions=off"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("rustc") is None, reason="rustc is not installed")
@pytest.mark.parametrize(("verdict", "text"), PROGRAMS)
def test_the_verdict_is_rustc_s(verdict, text, tmp_path):
    is_valued = verdict.startswith("= ")
    (tmp_path / "main.rs").write_text(text + (MAIN if is_valued else ""), "utf-8")
    command = ["rustc", *FLAGS, "--crate-type", "bin" if is_valued else "lib", "-o", "out", "main.rs"]
    made = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    first = re.search(r"^error(?:\[(E\d+)\])?.*\n\s+--> main.rs:(\d+)", made.stderr, re.MULTILINE)
    if is_valued or verdict == "ok":
        assert made.returncode == 0, made.stderr
    else:
        assert first is not None
        assert f"{first.group(1) or CODELESS}:{first.group(2)}" == verdict
    if is_valued:
        run = subprocess.run(["./out"], cwd=tmp_path, check=True, capture_output=True, text=True, timeout=60)
        assert " ".join(run.stdout.split()) == verdict[2:]
