"""Runs kernels of several threads through every stage and through rustc on fibers: what differs is a fault.

`differences(programs)` puts all programs as modules of one file into one crate with the host crates of `kernelc/host`, compiled at opt-level
0 (what threads share as `&mut` is undefined in Rust, and really is miscompiled at others) and, where nothing is shared so, also 3; launches
each on its buffers; and answers what differs, as (program, launch, stage, ours, rustc's). A result is the bytes of all buffers, or a panic
with its block, thread, line, column and message.

    .venv/bin/python -m tests.differential.thread_campaign 300 1000      # 300 random kernels from seed 1000 on
"""

from __future__ import annotations

import math
import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from dialect.interpreter import Buffer as MirBuffer
from dialect.interpreter import InterpreterError, MirPanic, run_kernel
from dialect.verify import verify_module
from kernelc.compile import compile_source
from kernelc.frontend.build.instances import build_module
from kernelc.frontend.build.names import encode
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options
from kernelc.passes.manager import PIPELINES, run_pipeline
from ptx.lower import Options as LoweringOptions
from ptx.lower import lower_module
from ptx.printer import print_module
from ptx.vm import Buffer, Panic, VmError
from ptx.vm import load as load_vm

from .harness import FLAGS, RUSTC

HOST = Path(__file__).resolve().parents[2] / "kernelc" / "host"
SURE = ("K1121", "K1122")
"""What surely overflows or panics is refused; here it is run all the same."""
FILE = "kernels.rs"
STAGES = ("MIR as built", "MIR after -O2", "PTX of -O0", "PTX of -O2")
FUEL = 3_000_000
INTERPRETED = 130
"""Launches of more threads are left out by the interpreter of MIR, which is slow."""
PRELUDE = (
    "#[allow(unused_imports)] use cuda_device::{atomic::{self, *}, debug, fence, kernel, launch_contract, shared, sync_threads, thread, warp};"
    " #[allow(unused_imports)] use cuda_device::{DisjointSlice, DynamicSharedArray, SharedArray};"
)
"""The first line of a program of ours."""


class Launch:
    """How a kernel is launched: `args` are NumPy arrays for slices and pointers (with two dimensions for a slice that knows the width of its rows),
    numbers (Python's or NumPy's) for the rest.
    """

    def __init__(self, grid, block, *args, shared=0):
        self.grid, self.block, self.args, self.shared = triple(grid), triple(block), args, shared

    def __repr__(self):
        sizes = [f"{a.dtype}[{len(a)}]" if isinstance(a, np.ndarray) else repr(a) for a in self.args]
        return f"Launch({self.grid}, {self.block}, {', '.join(sizes)}, shared={self.shared})"


class Program:
    """A kernel with what it needs: `text` is the body of a module, `name` the kernel's; `ulp` how far floats may lie apart."""

    def __init__(self, name, text, launches, ulp=0, kernel=None):
        self.name, self.text, self.launches, self.ulp, self.kernel = name, text.strip("\n"), launches, ulp, kernel or name

    @property
    def symbol(self):
        return encode(f"{self.name}::{self.kernel}")

    @property
    def params(self):
        """The types of the kernel's parameters, as written."""
        found = re.search(rf"fn {self.kernel}\s*\((.*?)\)\s*(?:->|\{{)", self.text, re.DOTALL)
        assert found is not None, f"{self.name} has no kernel {self.kernel}"
        return [part.partition(":")[2].strip() for part in split(found.group(1)) if part.strip()]

    @property
    def is_sound(self):
        """Whether the threads share nothing that is `&mut`, so that rustc keeps the meaning at any level."""
        return not any(t.startswith("&mut") for t in self.params) and "shared::<" not in self.text


def triple(size):
    return (*((size,) if isinstance(size, int) else size), 1, 1)[:3]


def split(text):
    """The parts between commas that stand in no brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "<[(") - (character in ">])")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def file_text(programs):
    """All programs as modules of one file."""
    return "".join([f"pub mod {p.name} {{\n{p.text}\n}}\n" for p in programs])


# --------------------------------------------------------------------------------------------------------------------------- the host

MAIN = """
mod kernels;
use cuda_device::{runtime::launch, DisjointSlice, Runtime2DIndex, SpaceLayout};
use std::io::{Read, Write};
struct Bytes(Vec<u128>, usize);
impl Bytes {
    fn read(input: &mut impl Read, size: usize) -> Bytes {
        let mut made = Bytes(vec![0; size / 16 + 1], size);
        input.read_exact(made.bytes()).unwrap();
        made
    }
    fn bytes(&mut self) -> &mut [u8] { unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr() as *mut u8, self.1) } }
    fn at(&self) -> *mut u8 { self.0.as_ptr() as *mut u8 }
}
unsafe fn slice<'a, T>(p: *mut u8, n: usize) -> &'a [T] { unsafe { std::slice::from_raw_parts(p as *const T, n) } }
unsafe fn slice_mut<'a, T>(p: *mut u8, n: usize) -> &'a mut [T] { unsafe { std::slice::from_raw_parts_mut(p as *mut T, n) } }
unsafe fn disjoint<'a, T, S: SpaceLayout<Data = ()>>(p: *mut u8, n: usize) -> DisjointSlice<'a, T, S> {
    unsafe { DisjointSlice::from_raw_parts(p as *mut T, n) }
}
unsafe fn rows<'a, T>(p: *mut u8, n: usize, width: u32) -> DisjointSlice<'a, T, Runtime2DIndex> {
    unsafe { DisjointSlice::from_raw_parts_with_space(p as *mut T, n, width) }
}
fn answer(result: Result<(), cuda_device::runtime::Trap>, buffers: &mut [Bytes]) {
    let text = match result {
        Ok(()) => String::new(),
        Err(t) => format!("panic {:?} {:?} {}:{} {}", t.block_index, t.thread_index, t.line, t.column, t.message.replace("\\n", "|")),
    };
    let mut out = std::io::stdout().lock();
    out.write_all(&(text.len() as u32).to_le_bytes()).unwrap();
    out.write_all(text.as_bytes()).unwrap();
    for buffer in buffers { out.write_all(buffer.bytes()).unwrap(); }
    out.flush().unwrap();
}
fn main() {
    let input = &mut std::io::stdin().lock();
CALLS
}
"""


class HostError(Exception):
    """rustc refuses the programs, or what it made did not run to its end."""


def rust_call(program, launch):
    """A launch in Rust: reads the buffers, launches, writes the answer."""
    arrays = [a for a in launch.args if isinstance(a, np.ndarray)]
    reads = ", ".join([f"Bytes::read(input, {a.nbytes})" for a in arrays])
    names = iter(range(len(arrays)))
    given = []
    for argument, ty in zip(launch.args, program.params, strict=True):
        given.append(array_argument(ty, next(names), argument) if isinstance(argument, np.ndarray) else scalar_argument(ty, argument))
    call = f"kernels::{program.name}::{program.kernel}({', '.join(given)})"
    grid, block = list(launch.grid), list(launch.block)
    body = f"let mut b = vec![{reads}]; let r = launch({grid}, {block}, {launch.shared}, || unsafe {{ {call} }}); answer(r, &mut b);"
    return f"    {{ {body.replace('vec![]', 'Vec::<Bytes>::new()')} }}"


def array_argument(ty, number, array):
    place = f"b[{number}].at()"
    if ty.startswith(("&[", "&'")):
        return f"slice({place}, {len(array)})"
    if ty.startswith("&mut ["):
        return f"slice_mut({place}, {len(array)})"
    if ty.startswith(("DisjointSlice", "mut DisjointSlice")):
        return f"rows({place}, {array.size}, {array.shape[1]})" if array.ndim == 2 else f"disjoint({place}, {len(array)})"
    if ty.startswith("&mut"):
        return f"&mut *({place} as *mut _)"
    return f"{place} as *mut _" if ty.startswith("*") else f"&*({place} as *const _)"


def scalar_argument(ty, value):
    if ty in ("f32", "f64"):
        bits = np.array([value], f"f{int(ty[1:]) // 8}").view(f"u{int(ty[1:]) // 8}")[0]
        return f"{ty}::from_bits({bits})"
    return str(bool(value)).lower() if ty == "bool" else f"{int(value)}"


def run(command, folder, **options):
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, **options)
    if done.returncode:
        raise HostError(f"{' '.join(command[:3])}: {done.stderr.decode('utf-8', 'replace')[:6000]}")
    return done.stdout


def rustc(folder, *words):
    run([RUSTC or "rustc", "--edition", "2024", *words], folder)


def build_host_crates(folder):
    """The host crates as libraries in `folder`; at opt-level 1, since what they do is the meaning and not what is tested."""
    rustc(folder, str(HOST / "cuda_macros" / "src" / "lib.rs"), "--crate-name", "cuda_macros", "--crate-type", "proc-macro", "--extern", "proc_macro")
    macros = next(Path(folder).glob("*cuda_macros.*"))
    words = ["--crate-name", "cuda_device", "--crate-type", "rlib", "--extern", f"cuda_macros={macros}"]
    rustc(folder, str(HOST / "cuda_device" / "src" / "lib.rs"), *words, "-C", "opt-level=1", "-C", "debug-assertions=off")


def run_on_host(folder, programs, level, crates):
    """For each launch of each program its answer: a panic's text, or the arrays afterwards."""
    calls = "\n".join([rust_call(p, launch) for p in programs for launch in p.launches])
    Path(folder, FILE).write_text(file_text(programs), "utf-8")
    Path(folder, "main.rs").write_text(MAIN.replace("CALLS", calls), "utf-8")
    words = [*FLAGS, "-C", f"opt-level={level}", "-L", str(crates), "--extern", f"cuda_device={Path(crates, 'libcuda_device.rlib')}"]
    run([RUSTC or "rustc", *words, "main.rs", "-o", f"main{level}"], folder)
    sent = b"".join([a.tobytes() for p in programs for launch in p.launches for a in launch.args if isinstance(a, np.ndarray)])
    data = memoryview(run([f"./main{level}"], folder, input=sent, timeout=300))
    answers = []
    for program in programs:
        for launch in program.launches:
            size = int.from_bytes(data[:4], "little")
            text, data = str(data[4 : 4 + size], "utf-8"), data[4 + size :]
            arrays = []
            for array in [a for a in launch.args if isinstance(a, np.ndarray)]:
                arrays.append(np.frombuffer(data[: array.nbytes], array.dtype))
                data = data[array.nbytes :]
            answers.append(text or arrays)
    assert not data, "the host printed more than the answers"
    return answers


# ------------------------------------------------------------------------------------------------------------------------------- ours


class Ours:
    """The programs compiled by kernelc, two roundings for `a * b + c`. `answers` has for each launch of each program what each stage answers."""

    def __init__(self, programs):
        self.text = file_text(programs)
        self.launches = [(program, launch) for program in programs for launch in program.launches]
        self.answers: list[dict[str, object]] = [{} for _ in self.launches]
        module = self.built()
        self.interpret("MIR as built", module)
        self.launch("PTX of -O0", self.passed(module, 0))
        module = self.passed(self.built(), 2)
        self.interpret("MIR after -O2", module)
        self.launch("PTX of -O2", module)

    def built(self):
        compilation = compile_source(Source(FILE, self.text), Options(fmad=False, panic="message"))
        program = compilation.program()
        roots = compilation.roots()
        program.check_reached()
        module, _ = build_module(program, roots, compilation.options)
        wrong = [d for d in compilation.diagnostics if d.level == "error" and d.code not in SURE]
        if wrong:
            raise CompileError(wrong)
        assert verify_module(module) == []
        return module

    def passed(self, module, level):
        run_pipeline(module, PIPELINES[level], verify=True)
        return module

    def interpret(self, stage, module):
        for (program, launch), answers in zip(self.launches, self.answers, strict=True):
            if math.prod((*launch.grid, *launch.block)) <= INTERPRETED:
                answers[stage] = interpreted(module, program.symbol, program, launch)

    def launch(self, stage, module):
        lowered = lower_module(module, LoweringOptions("sm_90", False, "trap"))
        machine = load_vm(print_module(lowered.module))
        for (program, launch), answers in zip(self.launches, self.answers, strict=True):
            answers[stage] = launched(machine, lowered.sites, program.symbol, program, launch)


def place_of(loc):
    return loc.line, loc.column


def shown_panic(block, thread, line, column, message):
    return f"panic {list(block)} {list(thread)} {line}:{column} {message}".replace("\n", "|")


def own_arrays(launch):
    """Copies, so that each stage begins with the same content."""
    return [a.copy() if isinstance(a, np.ndarray) else a for a in launch.args]


NUMBERS = {"f32": lambda value: float(np.float32(value)), "f64": float}


def flat(arguments, params, wrap):
    """A slice as its address and its length."""
    out = []
    for number, (argument, ty) in enumerate(zip(arguments, params, strict=True)):
        if not isinstance(argument, np.ndarray):
            out.append(NUMBERS[ty](argument) if ty in NUMBERS else int(argument))
            continue
        out.append(wrap(f"a{number}", argument))
        if "[" in ty.partition("]")[0] or "DisjointSlice" in ty:
            out.append(argument.size)
        out += argument.shape[1:]
    return out


def interpreted(module, symbol, program, launch):
    arguments = own_arrays(launch)
    buffers = {}

    def wrap(name, array):
        buffers[name] = data = bytearray(array.tobytes())
        return MirBuffer(data)

    try:
        values = flat(arguments, program.params, wrap)
        run_kernel(module, symbol, launch.grid, launch.block, values, fuel=FUEL, shared=launch.shared)
    except MirPanic as panic:
        line, column = place_of(panic.loc)
        return shown_panic(panic.block, panic.thread, line, column, panic.message)
    except (InterpreterError, ValueError, TypeError) as problem:
        return f"{type(problem).__name__} {problem}"
    arrays = [a for a in launch.args if isinstance(a, np.ndarray)]
    return [np.frombuffer(bytes(data), array.dtype) for data, array in zip(buffers.values(), arrays, strict=True)]


def launched(machine, sites, symbol, program, launch):
    arguments = own_arrays(launch)
    try:
        values = flat(arguments, program.params, Buffer)
        values = [np.float32(v) if type(v) is float and "f32" in program.params else v for v in values]
        machine.launch(symbol, launch.grid, launch.block, values, sites=sites, fuel=FUEL, shared=launch.shared)
    except Panic as panic:
        line, column = (0, 0) if panic.file and panic.file.startswith("<") else (panic.line, panic.column)
        return shown_panic(panic.block, panic.thread, line, column, panic.problem)
    except VmError as problem:
        return f"{type(problem).__name__} {problem}"
    return [a.reshape(-1) for a in arguments if isinstance(a, np.ndarray)]


# ------------------------------------------------------------------------------------------------------------------------- comparison


def is_same(ours, theirs, ulp=0):
    """Equal arrays: bit for bit, NaNs as a class, floats within `ulp` units in the last place. Or the same panic."""
    if isinstance(ours, str) or isinstance(theirs, str):
        return isinstance(ours, str) and isinstance(theirs, str) and ours in (theirs, without_place(theirs))
    return all(is_same_array(a, b, ulp) for a, b in zip(ours, theirs, strict=True))


def without_place(panic):
    """The text of a panic as of one in the library: without inlining it is not known who called."""
    return re.sub(r" \d+:\d+ ", " 0:0 ", panic, count=1)


def is_same_array(a, b, ulp):
    if a.dtype.kind != "f":
        return a.tobytes() == b.tobytes()
    integers = f"i{a.dtype.itemsize}"
    same = (a.view(integers) == b.view(integers)) | (np.isnan(a) & np.isnan(b))
    if ulp:
        ordered = [np.where(v < 0, np.iinfo(integers).min - v, v) for v in (a.view(integers), b.view(integers))]
        same |= np.isfinite(a) & np.isfinite(b) & (np.abs(ordered[0] - ordered[1]) <= ulp)
    return bool(same.all())


def differences(programs, crates=None):
    """(program, launch, stage, ours, rustc's) for everything that differs. `crates` is a folder with the host crates as libraries."""
    with tempfile.TemporaryDirectory() as folder:
        if crates is None:
            build_host_crates(folder)
        expected = run_on_host(folder, programs, 0, crates or folder)
        sound = [p for p in programs if p.is_sound]
        again = iter(run_on_host(folder, sound, 3, crates or folder)) if sound else iter(())
    ours = iter(Ours(programs).answers)
    out = []
    answers = iter(expected)
    for program in programs:
        for launch in program.launches:
            found, theirs = next(ours), next(answers)
            out += [(program.name, launch, s, value, theirs) for s, value in found.items() if not is_same(value, theirs, program.ulp)]
            if program.is_sound and not is_same(shifted(other := next(again)), shifted(theirs), program.ulp):
                out.append((program.name, launch, "rustc at opt-level 3", other, theirs))
    return out


def shifted(answer):
    """An answer without lines: with other programs in the file they differ."""
    return re.sub(r" \d+:(\d+) ", r" 0:\1 ", answer, count=1) if isinstance(answer, str) else answer


def report(difference):
    """A difference in words."""
    name, launch, stage, ours, theirs = difference
    if not isinstance(ours, str) and not isinstance(theirs, str):
        places = [np.flatnonzero(a.view(f"V{a.dtype.itemsize}") != b.view(f"V{b.dtype.itemsize}"))[:6] for a, b in zip(ours, theirs)]
        ours = [list(a[p]) for a, p in zip(ours, places)]
        theirs = [f"{list(b[p])} at {list(p)}" for b, p in zip(theirs, places)]
    return f"{name} {launch}: {stage}\n  ours    {str(ours)[:600]}\n  rustc's {str(theirs)[:600]}"
