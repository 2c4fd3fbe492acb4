"""Programs of the library beside rustc: each function of a file runs on the arguments in its `// calls:` line, on MIR as built, on PTX of -O2, and by rustc.

A result is a number's bits ("nan" for all NaNs) or "panic" with its message.
"""

from __future__ import annotations

import re
import struct
import subprocess

from dialect.interpreter import MirPanic, run_function
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
from ptx.vm import Buffer, Panic
from ptx.vm import load as load_vm

FORMATS = {"f32": "<f", "f64": "<d"}
SIZES = {"bool": 1, "char": 4, "f32": 4, "f64": 8, "usize": 8, "isize": 8} | {f"{s}{b}": b // 8 for s in "iu" for b in (8, 16, 32, 64, 128)}
FLAGS = ["--edition", "2024", "--cap-lints", "allow", "-C", "opt-level=1", "-C", "debug-assertions=off", "-C", "overflow-checks=off"]
MAIN = """
use std::hint::black_box as black_box_;
trait Show { fn show(&self) -> String; }
impl Show for f32 { fn show(&self) -> String { if self.is_nan() { "nan".to_string() } else { format!("{}", self.to_bits()) } } }
impl Show for f64 { fn show(&self) -> String { if self.is_nan() { "nan".to_string() } else { format!("{}", self.to_bits()) } } }
impl Show for bool { fn show(&self) -> String { format!("{}", *self as u8) } }
impl Show for char { fn show(&self) -> String { format!("{}", *self as u32) } }
macro_rules! show { ($($t:ty)*) => { $(impl Show for $t { fn show(&self) -> String { format!("{}", self) } })* } }
show!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
fn call<T: Show>(f: impl FnOnce() -> T + std::panic::UnwindSafe) {
    match std::panic::catch_unwind(f) {
        Ok(value) => println!("{}", value.show()),
        Err(error) => {
            let text = error.downcast_ref::<String>().cloned().or_else(|| error.downcast_ref::<&str>().map(|s| s.to_string()));
            println!("panic {}", text.unwrap_or_default().replace("\\n", "|"));
        }
    }
}
fn main() {
    std::panic::set_hook(Box::new(|_| {}));
CALLS
}
"""


class Case:
    """A function with its parameter types, its result type and the arguments to call it with."""

    def __init__(self, name, params, result, calls):
        self.name, self.params, self.result, self.calls = name, params, result, calls


def cases(text):
    """The functions below `// calls: 1, 2; 3, 4` lines."""
    found = re.findall(r"// calls:(.*)\n(?:#.*\n)*\s*pub fn (\w+)\((.*?)\)\s*->\s*(\w+)", text)
    names = {"inf": float("inf"), "nan": float("nan")}
    out = []
    for calls, name, params, result in found:
        types = [p.split(":")[1].strip() for p in params.split(",") if p.strip()]
        values = [eval(f"({c},)" if c.strip() else "()", {"__builtins__": {}}, names) for c in calls.split(";")]
        out.append(Case(name, types, result, values))
    return out


def literal(value, ty):
    """A value as rustc reads it."""
    if ty in FORMATS:
        if value != value:
            return f"{ty}::NAN"
        return f"{'-' * (value < 0)}{ty}::INFINITY" if value in (float("inf"), float("-inf")) else f"{float(value)!r}{ty}"
    if ty == "char":
        return f"'\\u{{{ord(value):x}}}'"
    return str(value).lower() if isinstance(value, bool) else f"{value}{ty}"


def rustc_results(text, found, folder):
    """What rustc's program prints, a line a call."""
    lines = []
    for case in found:
        for args in case.calls:
            rust = ", ".join([f"black_box_({literal(a, t)})" for a, t in zip(args, case.params, strict=True)])
            lines.append(f"    call(|| {case.name}({rust}));")
    (folder / "main.rs").write_text(text + MAIN.replace("CALLS", "\n".join(lines)), "utf-8")
    made = subprocess.run(["rustc", *FLAGS, "main.rs", "-o", "main"], cwd=folder, check=False, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr[:4000]
    return subprocess.run(["./main"], cwd=folder, check=True, capture_output=True, text=True, timeout=60).stdout.splitlines()


class Ours:
    """The functions compiled: MIR as built, and PTX of -O2 on the virtual machine."""

    def __init__(self, text, found):
        kernels = "".join([kernel_text(case) for case in found])
        self.module, self.machine, self.sites = None, None, None
        try:
            self.module = self.built(text + kernels)
            lowered = lower_module(self.passed(text + kernels), LoweringOptions("sm_70", False, "trap"))
        except CompileError as problem:
            raise AssertionError("\n".join([f"{d.code} {d.span}: {d.message}" for d in problem.diagnostics])) from None
        self.machine, self.sites = load_vm(print_module(lowered.module)), lowered.sites

    def built(self, text):
        """The module as the front end makes it."""
        compilation = compile_source(Source("main.rs", text), Options(fmad=False, panic="message"))
        program = compilation.program()
        roots = [f for f in functions_of(program) if not program.generics_of(f).params and f.has_body]
        module, _ = build_module(program, roots, compilation.options)
        wrong = [d for d in compilation.diagnostics if d.level == "error"]
        if wrong:
            raise CompileError(wrong)
        assert verify_module(module) == []
        return module

    def passed(self, text):
        """The module after -O2."""
        module = self.built(text)
        run_pipeline(module, PIPELINES[2], verify=True)
        return module

    def results(self, case, args):
        """What each stage gives, by its name."""
        return {"MIR": interpret(self.module, case, args), "PTX": launch(self.machine, self.sites, case, args)}


def kernel_text(case):
    """A kernel that calls the function and stores its result."""
    names = [f"a{i}" for i in range(len(case.params))]
    shown = "".join([f"{n}: {t}, " for n, t in zip(names, case.params, strict=True)])
    return f"#[kernel] pub fn k_{case.name}({shown}out: &mut [{case.result}]) {{ out[0] = {case.name}({', '.join(names)}); }}\n"


def shown(value, ty):
    """The text of a result."""
    if ty in FORMATS:
        return "nan" if value != value else str(int.from_bytes(struct.pack(FORMATS[ty], value), "little"))
    return str(int(value))


def rounded(value, ty):
    """The value of its type that a literal stands for."""
    if ty == "f32" and value == value:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    return ord(value) if isinstance(value, str) else value


def interpret(module, case, args):
    """What the MIR interpreter gives."""
    try:
        return shown(run_function(module, case.name, [rounded(a, t) for a, t in zip(args, case.params, strict=True)]), case.result)
    except MirPanic as panic:
        return f"panic {panic.message}".replace("\n", "|")


def packed(value, ty):
    """A kernel argument for the virtual machine."""
    if ty in FORMATS:
        return int.from_bytes(struct.pack(FORMATS[ty], value), "little").to_bytes(SIZES[ty], "little")
    value = ord(value) if isinstance(value, str) else int(value)
    return (value & ((1 << 128) - 1)).to_bytes(16, "little") if SIZES[ty] == 16 else value


def launch(machine, sites, case, args):
    """What the virtual machine gives."""
    out = bytearray(SIZES[case.result])
    values = [packed(a, t) for a, t in zip(args, case.params, strict=True)]
    try:
        machine.launch(f"k_{case.name}", 1, 1, [*values, Buffer("out", out), 1], sites=sites)
    except Panic as panic:
        return f"panic {panic.problem.removeprefix('panicked: ')}".replace("\n", "|")
    if case.result in FORMATS:
        return shown(struct.unpack(FORMATS[case.result], out)[0], case.result)
    return str(int.from_bytes(out, "little", signed=case.result[0] == "i"))


def differences(text, folder):
    """(function, arguments, stage, ours, rustc's) for everything that differs."""
    found = cases(text)
    expected = rustc_results(text, found, folder)
    ours = Ours(text, found)
    calls = [(case, args) for case in found for args in case.calls]
    out = []
    for (case, args), theirs in zip(calls, expected, strict=True):
        out += [(case.name, args, stage, value, theirs) for stage, value in ours.results(case, args).items() if value != theirs]
    return out
