"""Runs programs through every stage and through rustc: what differs is a fault.

`run_batch(cases)` compiles all programs as one crate at two optimisation levels, runs each on its arguments, and answers what differs, as
(case, arguments, stage, ours, rustc's). A result is a number's bits, "nan", or a panic with its line, column and message.
"""

from __future__ import annotations

import contextlib
import gc
import os
import re
import shutil
import struct
import subprocess
import tempfile
from unittest import mock

from dialect.interpreter import Buffer as MirBuffer
from dialect.interpreter import InterpreterError, MirPanic, run_kernel
from dialect.verify import verify_module
from kernelc.compile import compile_source
from kernelc.frontend.build import lints
from kernelc.frontend.build.instances import build_module
from kernelc.frontend.diagnostics import CompileError, Diagnostics
from kernelc.frontend.source import Source
from kernelc.options import Options
from kernelc.passes.manager import PIPELINES, run_pipeline
from ptx.lower import Options as LoweringOptions
from ptx.lower import lower_module
from ptx.printer import print_module
from ptx.vm import Buffer, Panic, VmError
from ptx.vm import load as load_vm

RUSTC = shutil.which("rustc")
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
        let text = text.unwrap_or_default().replace("\\n", "|");
        if at.file() == "main.rs" { println!("panic {}:{} {}", at.line(), at.column(), text) } else { println!("panic <library> {}", text) }
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
    return "".join([case.text for case in cases]) + MAIN.replace("CALLS", "\n".join([all_calls(case) for case in cases]))


def all_calls(case):
    """A loop over a table of arguments: for rustc one closure a program, not one a call."""
    names = "".join([f"a{i}, " for i in range(len(case.params))])
    rows = [", ".join([literal(a, t) for a, t in zip(args, case.params, strict=True)]) for args in case.calls]
    table = f"&[({', '.join(case.params)},); {len(rows)}] = &[{', '.join([f'({row},)' for row in rows])}]"
    return f"    static TABLE_{case.name}: {table};\n    for &({names}) in black_box(TABLE_{case.name}) {{ call(|| {case.name}({names})) }}"


def rustc_results(cases, levels=("0", "3"), *flags):
    """For each level the results in order; None where rustc refuses, with its messages."""
    with tempfile.TemporaryDirectory() as folder:
        write_main(folder, crate(cases))
        outputs = []
        for level in levels:
            made = rustc(folder, *flags, "-C", f"opt-level={level}", "-o", f"main{level}")
            if made.returncode:
                return None, made.stderr
            run = subprocess.run([f"./main{level}"], cwd=folder, check=True, capture_output=True, text=True, timeout=60)
            outputs.append(run.stdout.splitlines())
        return outputs, ""


def write_main(folder, text):
    with open(os.path.join(folder, "main.rs"), "w", encoding="utf-8") as file:
        file.write(text)


def rustc(folder, *flags):
    """The process of rustc, ended, for `main.rs` in a folder."""
    return subprocess.run([RUSTC or "rustc", *FLAGS, *flags, "main.rs"], cwd=folder, check=False, capture_output=True, text=True)


SHORT = ("--error-format", "short")


def accepted_results(cases):
    """The programs that rustc accepts, and what their calls give at level 0 as `rustc_results` answers."""
    found, messages = rustc_results(cases, ("0",), *SHORT)
    while found is None:
        cases = without_errors(cases, messages)
        found, messages = rustc_results(cases, ("0",), *SHORT)
    return cases, found


def accepted(cases):
    """The programs that rustc accepts: all are compiled at once, and those whose lines have errors left out, until none has."""
    with tempfile.TemporaryDirectory() as folder:
        while cases:
            write_main(folder, "".join([case.text for case in cases]))
            made = rustc(folder, *SHORT, "--crate-type", "lib", "--emit", "metadata", "-o", "out")
            if made.returncode == 0:
                break
            cases = without_errors(cases, made.stderr)
    return cases


def without_errors(cases, messages):
    """The programs that have no line with an error in short messages of rustc, which names a line of at least one."""
    wrong = [int(line) for line in re.findall(r"^main\.rs:(\d+):\d+: error", messages, re.MULTILINE)]
    kept, at = [], 0
    for case in cases:
        first, at = at + 1, at + case.text.count("\n")
        kept += [case] if not any(first <= line <= at for line in wrong) else []
    assert len(kept) < len(cases), messages[:2000]
    return kept


def rustc_accepts(text):
    """Whether rustc compiles the text as a library."""
    return rustc_verdict(text, FLAGS, "metadata") == "ok"


def rustc_verdict(text, flags=("--edition", "2024", "-A", "warnings"), emit="obj"):
    """`ok`, the code of rustc's first error, or `error` for one without a code."""
    with tempfile.TemporaryDirectory() as folder:
        write_main(folder, text)
        command = [RUSTC or "rustc", *flags, "--crate-type", "lib", "--emit", emit, "-o", "out", "main.rs"]
        made = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    if made.returncode == 0:
        return "ok"
    first = re.search(r"^error(?:\[(E\d+)\])?", made.stderr, re.MULTILINE)
    return first.group(1) or "error" if first else "error"


@contextlib.contextmanager
def without_collections():
    """No garbage is collected meanwhile, but once before: it takes half of the time, else."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def processor_seconds():
    """The processor time of this process and of those that it has waited for."""
    return sum(os.times()[:4])


# ------------------------------------------------------------------------------------------------------------------------------ ours


def kernel_text(case):
    """A kernel whose block `i` calls the program with the arguments of call `first + i`, stores the result, and says that it came so far."""
    arrays = "".join([f"a{i}: &[{t}], " for i, t in enumerate(case.params)])
    given = ", ".join([f"a{i}[i]" for i in range(len(case.params))])
    return (
        f"#[kernel] pub fn k_{case.name}(first: u32, {arrays}out: &mut [{case.result}], done: &mut [u8]) {{ "
        f"let i = (first + cuda_device::thread::blockIdx_x()) as usize; out[i] = {case.name}({given}); done[i] = 1; }}\n"
    )


STAGES = ("MIR as built", "MIR after -O2", "PTX of -O0", "PTX of -O2")


class Refused(Exception):
    """The compiler does not accept the programs."""


def without_lints(builder, check=lints.check_lints):
    """What surely overflows or panics is refused by lints; here it is run all the same, as by rustc with these lints allowed."""
    shown, builder.module.diagnostics = builder.module.diagnostics, Diagnostics()
    check(builder)
    builder.module.diagnostics = shown


class Programs:
    """The programs in one text, each called by a kernel of its own."""

    def __init__(self, cases, verify=True, line=1, kernel=kernel_text):
        """`verify` says whether to verify after each pass, or at the end only; `line` is where the text begins in the crate that rustc compiles."""
        self.verify = verify
        text = "\n" * (line - 1) + "".join([case.text for case in cases]) + "".join([kernel(case) for case in cases])
        with refusing():
            self.compilation = compile_source(Source("main.rs", text), Options(fmad=False, panic="message"))

    def build(self):
        """MIR as built, of the kernels and what they call."""
        with refusing():
            self.compilation.program().check_reached()
            with mock.patch.object(lints, "check_lints", without_lints):
                module, _ = build_module(self.compilation.program(), self.compilation.roots(), self.compilation.options)
            self.compilation.diagnostics.raise_errors()
        assert verify_module(module) == []
        return module

    def passed(self, level):
        """MIR after the passes of a level."""
        module = self.build()
        run_pipeline(module, PIPELINES[level], verify=self.verify)
        assert verify_module(module) == []
        return module


@contextlib.contextmanager
def refusing():
    """Errors in the programs as one `Refused`."""
    try:
        yield
    except CompileError as problem:
        raise Refused("\n".join([f"{d.code} {d.span}: {d.message}" for d in problem.diagnostics])) from None


def lowered(module):
    """A module as PTX text, with its panic sites."""
    made = lower_module(module, LoweringOptions("sm_70", False, "trap"))
    return print_module(made.module), made.sites


def loaded(module, executor="reference"):
    """A module as PTX for the virtual machine, with its panic sites."""
    text, sites = lowered(module)
    return load_vm(text, executor), sites


class Ours(Programs):
    """The programs compiled: MIR as built, MIR after -O2, and PTX of -O0 and -O2 loaded for the virtual machine."""

    def __init__(self, cases, verify=True, line=1, levels=(0, 2), fuel=1_000_000):
        """`fuel` bounds what a call may run."""
        super().__init__(cases, verify, line)
        self.fuel = fuel
        passed = {level: self.passed(level) for level in levels}
        self.modules = [self.build(), *[passed[2] for level in levels if level == 2]]
        self.machines = [loaded(passed[level]) for level in levels]

    def interpreted(self, case, module):
        """What the interpreter gives for each call."""
        return [interpret(module, case, i, 2 * self.fuel) for i in range(len(case.calls))]

    def results(self, case):
        """What each stage gives for each call, by the stage's name."""
        found = [self.interpreted(case, module) for module in self.modules]
        found += [launch(machine, sites, case, self.fuel) for machine, sites in self.machines]
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


def arrays(case):
    """The arguments of all calls in memory, an array a parameter."""
    return [bytearray(b"".join([packed(call[i], ty) for call in case.calls])) for i, ty in enumerate(case.params)]


def interpret(module, case, i, fuel):
    """What the interpreter of MIR gives for one call."""
    count, out, values = len(case.calls), bytearray(SIZES[case.result] * len(case.calls)), []
    for data in [*arrays(case), out, bytearray(count)]:
        values += [MirBuffer(data), count]
    try:
        run_kernel(module, f"k_{case.name}", 1, 1, [i, *values], fuel)
    except MirPanic as panic:
        return shown_mir_panic(panic)
    except InterpreterError as problem:
        return f"{type(problem).__name__} {problem}"
    return unpacked(out, case.result, i)


SIZES = {"bool": 1, "char": 4, "f32": 4, "f64": 8, "usize": 8, "isize": 8} | {
    f"{s}{b}": b // 8 for s in "iu" for b in (8, 16, 32, 64, 128)
}


def packed(value, ty):
    """A value's bytes."""
    if ty in FORMATS:
        return struct.pack(FORMATS[ty], value)
    number = ord(value) if ty == "char" else int(value)
    return (number & ((1 << SIZES[ty] * 8) - 1)).to_bytes(SIZES[ty], "little")


def launch(machine, sites, case, fuel):
    """What the virtual machine gives for every call: one launch with a block a call, begun anew behind one that panics."""
    count = len(case.calls)
    out, done = bytearray(SIZES[case.result] * count), bytearray(count)
    values: list[object] = []
    found: list[str] = []
    for i, data in enumerate([*arrays(case), out, done]):
        values += [Buffer(f"a{i}", data), count]
    while len(found) < count:
        problem = None
        try:
            machine.launch(f"k_{case.name}", count - len(found), 1, [len(found), *values], sites=sites, fuel=fuel)
        except VmError as error:
            problem = shown_problem(error)
        reached = done.index(0) if problem else count
        found += [unpacked(out, case.result, i) for i in range(len(found), reached)]
        if problem:
            found.append(problem)
            done[reached] = 1
    return found


def shown_problem(error):
    if not isinstance(error, Panic):
        return f"{type(error).__name__} {error}"
    if error.file and error.file.startswith("<"):
        return f"panic {error.file} {error.problem}".replace("\n", "|")
    return shown_panic(error.line, error.column, error.problem)


def unpacked(data, ty, i):
    """The text of the result of call `i` in memory."""
    data = data[i * SIZES[ty] : (i + 1) * SIZES[ty]]
    if ty in FORMATS:
        return shown(struct.unpack(FORMATS[ty], data)[0], ty)
    return str(int.from_bytes(data, "little", signed=ty[0] == "i"))


def is_deeper(ours, theirs):
    """Whether both panic alike, one at a place in the library: ours without inlining, which does not know who called, rustc's where no caller is tracked."""
    both = ours.startswith("panic ") and theirs.startswith("panic ")
    return both and "<" in (ours[6], theirs[6]) and ours.split(" ", 2)[2] == theirs.split(" ", 2)[2]


def run_batch(cases, make=Ours):
    """(case, arguments, stage, ours, rustc's) for everything that differs."""
    found, messages = rustc_results(cases)
    if found is None:
        raise AssertionError(f"rustc refuses a program:\n{messages[:4000]}")
    return differences(cases, make(cases), found)


def differences(cases, ours, found):
    """As `run_batch` answers, for what rustc found at each level."""
    out, at = [], 0
    for case in cases:
        results = ours.results(case)
        for i, args in enumerate(case.calls):
            answers = {level[at + i] for level in found}
            if len(answers) > 1:
                continue  # what rustc leaves open
            right = answers.pop()
            for stage, values in results.items():
                if values[i] != right and not is_deeper(values[i], right):
                    out.append((case, args, stage, values[i], right))
        at += len(case.calls)
    return out
