"""Runs programs through every stage and through rustc: what differs is a fault.

`run_batch(cases)` compiles all programs as one crate at two optimisation levels, runs each on its arguments, and answers what differs, as
(case, arguments, stage, ours, rustc's). A result is a number's bits, "nan", or a panic with its line, column and message.
"""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import tempfile

from dialect.interpreter import Buffer as MirBuffer
from dialect.interpreter import InterpreterError, MirPanic, run_function, run_kernel
from dialect.verify import verify_module
from kernelc.compile import compile_source, functions_of
from kernelc.frontend.build.instances import build_module
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options
from kernelc.passes.manager import PIPELINES, run_pipeline
from ptx.lower import Options as LoweringOptions
from ptx.lower import lower_module
from ptx.printer import print_module
from ptx.vm import Buffer, Panic, VmError
from ptx.vm import load as load_vm

RUSTC = shutil.which("rustc")
SURE = ("K1121", "K1122")
"""What surely overflows or panics is refused; here it is run all the same."""
FLAGS = ["--edition", "2024", "-A", "warnings", "-A", "arithmetic_overflow", "-A", "unconditional_panic"]
FLAGS += ["-C", "debug-assertions=off", "-C", "overflow-checks=off"]
FORMATS = {"f32": "<f", "f64": "<d"}

MAIN = """
use std::hint::black_box;
trait Show { fn show(&self) -> String; }
impl Show for f32 { fn show(&self) -> String { if self.is_nan() { "nan".to_string() } else { format!("{}", self.to_bits()) } } }
impl Show for f64 { fn show(&self) -> String { if self.is_nan() { "nan".to_string() } else { format!("{}", self.to_bits()) } } }
impl Show for bool { fn show(&self) -> String { format!("{}", *self as u8) } }
impl Show for char { fn show(&self) -> String { format!("{}", *self as u32) } }
macro_rules! show { ($($t:ty)*) => { $(impl Show for $t { fn show(&self) -> String { format!("{}", self) } })* } }
show!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
fn call<T: Show>(f: impl FnOnce() -> T + std::panic::UnwindSafe) {
    if let Ok(value) = std::panic::catch_unwind(f) { println!("{}", value.show()) }
}
fn main() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload().downcast_ref::<String>().cloned().or_else(|| info.payload().downcast_ref::<&str>().map(|s| s.to_string()));
        let at = info.location().unwrap();
        println!("panic {}:{} {}", at.line(), at.column(), text.unwrap_or_default().replace("\\n", "|"));
    }));
CALLS
}
"""


def literal(value, ty):
    """A value as rustc reads it."""
    if isinstance(value, float):
        if value != value:
            return f"{ty}::NAN"
        return f"{'-' * (value < 0)}{ty}::INFINITY" if value in (float("inf"), float("-inf")) else f"{value!r}{ty}"
    if isinstance(value, str):
        return f"'\\u{{{ord(value):x}}}'"
    return str(value).lower() if isinstance(value, bool) else f"{value}{ty}"


def crate(cases):
    """The programs as a crate that prints what each call gives, a line a call; the programs come first."""
    calls = []
    for case in cases:
        for args in case.calls:
            rust = ", ".join([f"black_box({literal(a, t)})" for a, t in zip(args, case.params, strict=True)])
            calls.append(f"    call(|| {case.name}({rust}));")
    return "".join([case.text for case in cases]) + MAIN.replace("CALLS", "\n".join(calls))


def rustc_results(cases, levels=("0", "3")):
    """For each level the results in order; None where rustc refuses, with its messages."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "main.rs"), "w", encoding="utf-8") as file:
            file.write(crate(cases))
        outputs = []
        for level in levels:
            command = [RUSTC or "rustc", *FLAGS, "-C", f"opt-level={level}", "main.rs", "-o", f"main{level}"]
            made = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
            if made.returncode:
                return None, made.stderr
            run = subprocess.run([f"./main{level}"], cwd=folder, check=True, capture_output=True, text=True, timeout=60)
            outputs.append(run.stdout.splitlines())
        return outputs, ""


def rustc_accepts(text):
    """Whether rustc compiles the text as a library."""
    return rustc_verdict(text, FLAGS, "metadata") == "ok"


def rustc_verdict(text, flags=("--edition", "2024", "-A", "warnings"), emit="obj"):
    """`ok`, the code of rustc's first error, or `error` for one without a code."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "main.rs"), "w", encoding="utf-8") as file:
            file.write(text)
        command = [RUSTC or "rustc", *flags, "--crate-type", "lib", "--emit", emit, "-o", "out", "main.rs"]
        made = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    if made.returncode == 0:
        return "ok"
    first = re.search(r"^error(?:\[(E\d+)\])?", made.stderr, re.MULTILINE)
    return first.group(1) or "error" if first else "error"


# ------------------------------------------------------------------------------------------------------------------------------ ours


def kernel_text(case):
    """A kernel that calls the program and stores its result."""
    names = [f"a{i}" for i in range(len(case.params))]
    shown = "".join([f"{n}: {t}, " for n, t in zip(names, case.params, strict=True)])
    return f"#[kernel] pub fn k_{case.name}({shown}out: &mut [{case.result}]) {{ out[0] = {case.name}({', '.join(names)}); }}\n"


STAGES = ("MIR as built", "MIR after -O2", "PTX of -O0", "PTX of -O2")


class Refused(Exception):
    """The compiler does not accept the programs."""


class Ours:
    """The programs compiled: MIR as built, MIR after -O2, and PTX of -O0 and -O2 loaded for the virtual machine."""

    def __init__(self, cases):
        self.text = "".join([case.text for case in cases]) + "".join([kernel_text(case) for case in cases])
        try:
            self.modules = [self.build(), self.passed(2)]
            self.machines = [self.loaded(self.passed(0)), self.loaded(self.modules[1])]
        except CompileError as problem:
            raise Refused("\n".join([f"{d.code} {d.span}: {d.message}" for d in problem.diagnostics])) from None

    def build(self):
        compilation = compile_source(Source("main.rs", self.text), Options(fmad=False, panic="message"))
        program = compilation.program()
        roots = [f for f in functions_of(program) if not program.generics_of(f).params and f.has_body]
        program.check_reached()
        module, self.signatures = build_module(program, roots, compilation.options)
        wrong = [d for d in compilation.diagnostics if d.level == "error" and d.code not in SURE]
        if wrong:
            raise CompileError(wrong)
        assert verify_module(module) == []
        return module

    def passed(self, level):
        module = self.build()
        run_pipeline(module, PIPELINES[level], verify=True)
        return module

    def loaded(self, module):
        lowered = lower_module(module, LoweringOptions("sm_70", False, "trap"))
        return load_vm(print_module(lowered.module)), lowered.sites

    def results(self, case, args):
        """What each stage gives, by its name."""
        (machine0, sites0), (machine2, sites2) = self.machines
        found = (
            interpret(self.modules[0], case, args),
            interpret_kernel(self.modules[1], case, args),
            launch(machine0, sites0, case, args),
            launch(machine2, sites2, case, args),
        )
        return dict(zip(STAGES, found, strict=True))


def shown_panic(line, column, message):
    return f"panic {line}:{column} {message}".replace("\n", "|")


def shown_mir_panic(panic):
    return shown_panic(panic.loc.line, panic.loc.column, panic.message)


def shown(value, ty):
    if ty in FORMATS:
        if value != value:
            return "nan"
        return str(int.from_bytes(struct.pack(FORMATS[ty], value), "little"))
    return str(int(value))


def interpret(module, case, args):
    values = [ord(a) if isinstance(a, str) else rounded(a, t) for a, t in zip(args, case.params, strict=True)]
    try:
        return shown(run_function(module, case.name, values, fuel=2_000_000), case.result)
    except MirPanic as panic:
        return shown_mir_panic(panic)
    except InterpreterError as problem:
        return f"{type(problem).__name__} {problem}"


def interpret_kernel(module, case, args):
    """The kernel around the program: after passes only kernels are left."""
    values = [ord(a) if isinstance(a, str) else rounded(a, t) for a, t in zip(args, case.params, strict=True)]
    out = bytearray(SIZES[case.result])
    try:
        run_kernel(module, f"k_{case.name}", 1, 1, [*values, MirBuffer(out), 1], fuel=2_000_000)
    except MirPanic as panic:
        return shown_mir_panic(panic)
    except InterpreterError as problem:
        return f"{type(problem).__name__} {problem}"
    return unpacked(out, case.result)


def rounded(value, ty):
    if ty == "f32" and value == value:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    return value


SIZES = {"bool": 1, "char": 4, "f32": 4, "f64": 8, "usize": 8, "isize": 8} | {
    f"{s}{b}": b // 8 for s in "iu" for b in (8, 16, 32, 64, 128)
}


def packed(value, ty):
    """A kernel argument for the virtual machine."""
    if ty == "char":
        return ord(value)
    if ty in FORMATS:
        return int.from_bytes(struct.pack(FORMATS[ty], value), "little").to_bytes(SIZES[ty], "little")
    if SIZES[ty] == 16:
        return (int(value) & ((1 << 128) - 1)).to_bytes(16, "little")
    return int(value)


def launch(machine, sites, case, args):
    size = SIZES[case.result]
    out = bytearray(size)
    values = [packed(a, t) for a, t in zip(args, case.params, strict=True)]
    try:
        machine.launch(f"k_{case.name}", 1, 1, [*values, Buffer("out", out), 1], sites=sites, fuel=1_000_000)
    except Panic as panic:
        if panic.file and panic.file.startswith("<"):
            return f"panic {panic.file} {panic.problem}".replace("\n", "|")
        return shown_panic(panic.line, panic.column, panic.problem)
    except VmError as problem:
        return f"{type(problem).__name__} {problem}"
    return unpacked(out, case.result)


def unpacked(data, ty):
    """The text of a result in memory."""
    if ty in FORMATS:
        return shown(struct.unpack(FORMATS[ty], data)[0], ty)
    return str(int.from_bytes(data, "little", signed=ty[0] == "i"))


def is_deeper(ours, theirs):
    """Whether both panic alike, ours at a place in the library: without inlining it is not known who called."""
    return ours.startswith("panic <") and theirs.startswith("panic ") and ours.split(" ", 2)[2] == theirs.split(" ", 2)[2]


def run_batch(cases):
    """(case, arguments, stage, ours, rustc's) for everything that differs."""
    found, messages = rustc_results(cases)
    if found is None:
        raise AssertionError(f"rustc refuses a program:\n{messages[:4000]}")
    ours = Ours(cases)
    out = []
    for (case, args), first, second in zip([(c, a) for c in cases for a in c.calls], *found, strict=True):
        if first != second:
            continue  # what rustc leaves open
        for stage, value in ours.results(case, args).items():
            if value != first and not is_deeper(value, first):
                out.append((case, args, stage, value, first))
    return out
