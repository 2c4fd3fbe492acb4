"""Every row of the instruction table on both executors: the compiled executor gives the reference interpreter's bits.

The samples of a row are every combination of its modifiers, or a covering choice where the product is large (`samples.PRODUCT_LIMIT`).
Samples share kernels, because making native code is what takes time: each gets its operands from a pool of special and random values, and
what it writes is mixed into one word for each thread (`mad.lo.u64` with an odd factor loses nothing). Where words differ, halves of the
kernel run, and halves of these, so that a report names the sample.

`python -m tests.ptx.vm.compiled.rows` runs everything; see `--help`. The processor that code is made for is chosen by the variables
of `ptx.vm.compiled.native.target`.
"""

import argparse
import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from ptx.isa import CONVERGENT, Form, forms, opcodes, resolve
from ptx.vm import Buffer, load
from ptx.vm.compiled.native.processor import TARGET_VARIABLE, WIDTH_VARIABLE
from ptx.vm.meanings import REFUSED_WORDS
from ptx.vm.registers import WIDTHS

from ...samples import REGISTER_TYPES, Sample, row_samples
from ..values import special

THREADS = 96
"""Threads of a block whose lanes have operands of their own: three warps."""
BLOCKS = 40
"""Blocks of one thread each, whose operands are scalars."""
SHARD = 48
"""Samples of a kernel."""
POOL = 7
"""Values of a type that a kernel loads."""
SLOT = 64
"""Bytes of memory of each thread in each space."""
STRIDES = {"b1": 128, "s4": 32, "u4": 32}
"""How far the rows of a matrix in memory are apart, in elements, where that is not 16."""
MIX = 0x9E3779B97F4A7C15
REGISTER = re.compile(r"%(pred|[busf]\d+)_(\d+)")
WARP_OPCODES = ("shfl", "vote", "match", "redux", "elect")
APART = ("barrier", "barrier_arrive", "barrier_red", "warp_sync", "bra", "brx", "ret", "exit", "trap", "call")
"""Meanings that need a kernel of their own: they stand in test_rows.py."""
LEFT_TO_THE_REFERENCE: dict[str, str] = {}
"""Meanings of the table that the compiled executor does not run, with the reason; none at present."""


PACKINGS = (
    ("mov.b32", "{%b16_0, %b16_1}", "%b32_2"), ("mov.b32", "%b32_0", "{%b16_1, %b16_2}"), ("mov.b64", "%b64_0", "{%b32_1, %b32_2}"),
    ("mov.b64", "{%b32_0, %b32_1}", "%b64_2"), ("mov.b64", "{_, %b32_1}", "%b64_2"), ("mov.b64", "{%b32_0, _}", "%f64_2"),
    ("mov.b64", "%b64_0", "{%b16_1, %b16_2, %b16_3, %b16_4}"), ("mov.b64", "{%b16_0, %b16_1, %b16_2, %b16_3}", "%b64_4"),
    ("mov.b64", "%f64_0", "{%f32_1, %f32_2}"), ("mov.b64", "{%f32_0, %f32_1}", "%f64_2"), ("mov.b32", "%f32_0", "{%b16_1, 7}"),
)  # fmt: skip
"""Moves that pack and unpack, which the rows' operands do not show."""


def covering(form: Form, most: int, turn: int = 0) -> list[Sample]:
    """Returns samples of a row that the virtual machine runs: all (`most` 0), or so many that every modifier and every number of operands
    is there, and of these at most `most`, others for another `turn`.
    """
    samples = [sample for sample in row_samples(form) if not set(sample.resolved.values.values()) & set(REFUSED_WORDS)]
    packings = [Sample(resolve(name), operands) for name, *operands in PACKINGS] if form is resolve("mov.b32").form else []
    if not most:
        return [*samples, *packings]
    seen: set[tuple[str, str]] = set()
    chosen = []
    for sample in samples:
        words = {*sample.resolved.values.items(), ("operands", str(sample.count))}
        if not words <= seen:
            seen |= words
            chosen.append(sample)
    step = max(1, -(-len(chosen) // most))
    return [*chosen[turn % step :: step], *packings]


class Case:
    """One sample in a kernel: its text, the registers it reads with their types, those it writes, and lines after it."""

    def __init__(self, sample: Sample, number: int) -> None:
        self.sample = sample
        self.sources: list[tuple[str, str]] = []
        self.results: list[str] = []
        self.before: list[str] = []
        self.after: list[str] = []
        self.text = self._text(number)

    def _text(self, number: int) -> str:
        texts = [text.strip() for text in re.split(r",(?![^{]*})", self.sample.text.partition(" ")[2].rstrip(";")) if text.strip()]
        chosen = self.sample.resolved.operands_for(self.sample.count) or ()
        for position, ((form, kind), text) in enumerate(zip(chosen, texts)):
            found = list(dict.fromkeys(match[0] for match in REGISTER.finditer(text)))
            if form.kind == "address":
                texts[position] = self._memory(form.name)
            elif self.sample.resolved.form.meaning in ("wmma_load", "wmma_store") and form.name == "c":
                texts[position] = next((str(stride) for word, stride in STRIDES.items() if self.sample.resolved.has(word)), "16")
            elif self.sample.resolved.form.opcode == "mapa" and form.name == "b":
                texts[position] = "0"
            elif self.sample.resolved.form.opcode == "mbarrier" and not form.destination and text != "_":
                texts[position] = self._barrier_operand(kind, number)
            elif form.destination:
                more = ("", "|%pred_15", "|_")[number % 3] if form.pair == "optional" else ""
                texts[position] += more
                self.results += [*found, "%pred_15"] if more == "|%pred_15" else found
            elif form.name == "e" and self.sample.resolved.form.opcode in WARP_OPCODES and form.kind != "constant":
                texts[position] = ("0xFFFFFFFF", "%member")[number % 2]
                if self.sample.resolved.form.opcode == "shfl":
                    self.before += [WITHIN_HALVES.format(offset=offset, control=control) for offset, control in [texts[2:4]] if number % 2]
            elif self.sample.resolved.form.opcode == "isspacep":
                self.before.append(SPACES.replace("DESTINATION", found[0]))
            elif form.kind == "constant" and form.name == "e":
                texts[position] = str(0x96 + 37 * number & 0xFF)
            else:
                self.sources += [(register, type_of(register) if form.kind == "movable" else kind) for register in found]
                if self.sample.resolved.form.meaning == "video" and position < 3:
                    texts[position] += ("", "", ".b0", ".b3", ".h0", ".h1")[(number + position) % 6]
        if self.sample.resolved.form.opcode == "atom" and "cas" in self.sample.resolved.name.split("."):
            self._expect(texts)
        guard = "@%guard " if number % 5 == 3 and not self.sample.resolved.form.effects & CONVERGENT else ""
        return f"{guard}{self.sample.resolved.name} {', '.join(texts)};"

    def _barrier_operand(self, kind: str, number: int) -> str:
        """Returns a state of the thread's own barrier object, a count or a parity."""
        if kind == "u64":
            return "%state"
        return str(number % 2) if self.sample.resolved.has("parity") else "1"

    def _memory(self, name: str) -> str:
        """Returns the address of the thread's own place in the space of the sample, and mixes in what is there afterwards."""
        if self.sample.resolved.form.opcode == "cp":
            return self._copied(name)
        if self.sample.resolved.form.opcode == "mbarrier":
            self.before.append("mbarrier.init.shared.b64 [%object_at], 3; mbarrier.arrive.shared.b64 %state, [%object_at];")
            if self.sample.resolved.form.meaning == "mbarrier_tx":
                self.before.append("mbarrier.expect_tx.shared.b64 [%object_at], 1;")
            if self.sample.resolved.form.meaning != "mbarrier_inval":
                self.after.append("mbarrier.arrive.shared.b64 %w, [%object_at]; mbarrier.pending_count.b64 %v32, %w; cvt.u64.u32 %w, %v32;" + mixed("%w"))
            shared = any(word.startswith("shared") for word in self.sample.resolved.values.values())
            return "[%object_at]" if shared else "[%object_generic]"
        words = [word.partition("::")[0] for word in self.sample.resolved.values.values()]
        wide = self.sample.resolved.form.opcode == "wmma"
        if wide:
            self.before.append("bar.warp.sync -1;")
            self.after.append("bar.warp.sync -1;")
        usual = "generic" if self.sample.resolved.form.opcode.endswith("matrix") else "global"
        space = next((word for word in words if word in ("shared", "local", "const", "param")), usual)
        stores = self.sample.resolved.form.opcode in ("st", "atom", "red", "stmatrix") or self.sample.resolved.form.meaning == "wmma_store"
        if space == "param" and not stores and not self.sample.resolved.has("param::func"):
            return "[blob]"
        if self.sample.resolved.has("nc"):
            return "[%fixed_at]"
        if stores:
            name = {"param": ".param::func", "generic": ""}.get(space, f".{space}")
            address = "call_parameter" if space == "param" else f"%{space}_at"
            for offset in range(0, 32, 16):
                self.after.append(f"ld{name}.v2.b64 {{%w, %x}}, [{address}+{offset}];" + mixed("%w") + mixed("%x"))
        if space == "param":
            return "[call_parameter]"
        return f"[%{space}_matrix]" if wide else f"[%{space}_at]"

    def _copied(self, name: str) -> str:
        """Returns an address of an asynchronous copy, and mixes in what is at its destination when all copies are done."""
        if self.sample.resolved.form.meaning != "cp_async":
            self.before.append("mbarrier.init.shared.b64 [%object_at], 3;")
            return "[%object_at]" if any(word.startswith("shared") for word in self.sample.resolved.values.values()) else "[%object_generic]"
        if name == "b":
            return "[%fixed_at]"
        self.after.append("cp.async.wait_all; ld.shared.v2.b64 {%w, %x}, [%shared_at];" + mixed("%w") + mixed("%x"))
        return "[%shared_at]"

    def _expect(self, texts: list[str]) -> None:
        """Makes every other thread's `cas` find what it compares with."""
        kind = self.sample.resolved.type
        space = texts[1].strip("[]%").removesuffix("_at")
        register = self.sources[0][0]
        if kind != "b128":
            self.before.append(f"@%guard ld.{space}.{kind} {register}, {texts[1]};")
        else:
            self.before.append(f"@%guard ld.{space}.v2.b64 {{%w, %x}}, {texts[1]};\n@%guard mov.b128 {register}, {{%w, %x}};")


def type_of(register: str) -> str:
    """Returns the type in a register's name."""
    return register[1:].partition("_")[0]


def mixed(word: str) -> str:
    """Returns the line that takes a 64-bit register into the thread's word."""
    return f" mad.lo.u64 %mix, %mix, {MIX}, {word};"


def take_result(register: str) -> str:
    """Returns the lines that take a result into the thread's word."""
    name = type_of(register)
    if name == "pred":
        return f"selp.u64 %w, 1, 0, {register};" + mixed("%w")
    if name == "b128":
        return f"mov.b128 {{%w, %x}}, {register};" + mixed("%w") + mixed("%x")
    width = WIDTHS[name]
    if width == 64:
        return f"mov.b64 %w, {register};" + mixed("%w")
    return f"mov.b{width} %v{width}, {register}; cvt.u64.u{width} %w, %v{width};" + mixed("%w")


class Pool:
    """The operand values of one kernel: for each type a few registers, loaded once."""

    def __init__(self, seed: str, rows: int) -> None:
        self.seed = seed
        self.rows = rows
        self.columns: list[list[int]] = []
        self.lines: list[str] = []
        self.known: dict[tuple[str, int], str] = {}

    def register(self, kind: str, index: int) -> str:
        """Returns a register with values of a type."""
        key = kind, index % POOL
        if key not in self.known:
            self.known[key] = f"%pool_{kind}_{index % POOL}"
            self._load(self.known[key], kind)
        return self.known[key]

    def _load(self, register: str, kind: str) -> None:
        width = 8 if kind == "pred" else min(64, WIDTHS[kind])
        self.lines.append(f".reg .{'pred' if kind == 'pred' else f'b{max(16, WIDTHS[kind])}'} {register};")
        offset = len(self.columns) * self.rows * 8
        if kind == "pred":
            self._column(register, ["b8"])
            self.lines.append(f"ld.global.u8 %v16, [%in+{offset}]; and.b16 %v16, %v16, 1; setp.ne.u16 {register}, %v16, 0;")
        elif kind == "b128":
            self._column(register, ["b64", "b64"])
            self.lines.append(f"ld.global.b64 %w, [%in+{offset}]; ld.global.b64 %x, [%in+{offset + 8 * self.rows}]; mov.b128 {register}, {{%w, %x}};")
        else:
            self._column(register, [kind])
            self.lines.append(f"ld.global.b{width} {register}, [%in+{offset}];")

    def _column(self, register: str, kinds: list[str]) -> None:
        generator = random.Random(self.seed + register)
        self.columns += [[value_of(kind, generator) for _ in range(self.rows)] for kind in kinds]

    def data(self) -> np.ndarray:
        return np.array(self.columns or [[0]], np.uint64).reshape(-1)


ELEMENTS = {"f16x2": "f16", "bf16x2": "bf16", "f32x2": "f32", "u16x2": "u16", "s16x2": "s16", "e4m3x2": "b8", "e5m2x2": "b8"}


def value_of(kind: str, generator: random.Random) -> int:
    """Returns an operand of a type: a special one, one near the width (shift amounts), or a random one."""
    if kind in ELEMENTS:
        width = WIDTHS[ELEMENTS[kind]]
        return value_of(ELEMENTS[kind], generator) | value_of(ELEMENTS[kind], generator) << width
    width, choice = WIDTHS[kind], generator.random()
    if choice < 0.55:
        return generator.choice(special(kind))
    if choice < 0.7:
        return generator.randrange(70) % (1 << width)
    if choice < 0.85 and kind in ("f16", "bf16", "f32", "f64"):
        return near_one(kind, generator)
    return generator.getrandbits(width)


def near_one(kind: str, generator: random.Random) -> int:
    """Returns a float of moderate size, so that sums, quotients and conversions round rather than overflow."""
    shift = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}[kind]
    bias = {"f16": 15, "bf16": 127, "f32": 127, "f64": 1023}[kind]
    exponent = bias + generator.randrange(-12, 13)
    return generator.getrandbits(1) << WIDTHS[kind] - 1 | exponent << shift | generator.getrandbits(shift)


WITHIN_HALVES = "and.b32 {offset}, {offset}, 15; or.b32 {control}, {control}, 0x1000;"
"""Lets a shuffle read lanes of the own half alone: what a lane takes from one that is not in its mask must not be used."""

SPACES = """rem.u32 %v32, %n, 6; setp.eq.u32 %pred_8, %v32, 1; setp.eq.u32 %pred_9, %v32, 2; setp.eq.u32 %pred_10, %v32, 3;
setp.eq.u32 %pred_11, %v32, 4; setp.eq.u32 %pred_12, %v32, 5; mov.b64 DESTINATION, %global_at; @%pred_8 mov.b64 DESTINATION, %const_at;
cvta.shared.u64 %w, %shared_at; @%pred_9 mov.b64 DESTINATION, %w; cvta.local.u64 %w, %local_at; @%pred_10 mov.b64 DESTINATION, %w;
mov.u64 %w, blob; cvta.param.u64 %w, %w; @%pred_11 mov.b64 DESTINATION, %w; @%pred_12 mov.b64 DESTINATION, -1;"""
"""Gives each thread an address of another space, or none."""

HEAD = """.version 9.0
.target sm_100a
.address_size 64
.const .align 64 .b8 constants[512] = {CONSTANTS};
.visible .entry k(.param .u64 out, .param .u64 data,
.param .u64 memory, .param .u64 fixed, .param .align 64 .b8 blob[64]) {
.local .align 64 .b8 own[64];
.param .align 64 .b8 call_parameter[64];
.shared .align 64 .b8 common[SHARED];
.shared .align 8 .b8 objects[OBJECTS];
REGISTERS
.reg .b64 %w, %x, %mix, %in, %o, %global_at, %shared_at, %local_at, %const_at, %fixed_at, %generic_at, %object_at;
.reg .b64 %object_generic, %state, %global_matrix, %shared_matrix; .reg .b32 %n, %t, %v32, %member, %lane;
.reg .b16 %v16; .reg .b8 %v8; .reg .pred %guard;
mov.u32 %t, %tid.x; mov.u32 %n, INDEX; mov.u64 %mix, 1;
ld.param.u64 %in, [data]; mad.wide.u32 %in, %n, 8, %in;
ld.param.u64 %global_at, [memory]; mad.wide.u32 %global_at, %n, 64, %global_at;
mov.u32 %v32, %warpid; mul.lo.u32 %v32, %v32, 2048; cvt.u64.u32 %w, %v32; ld.param.u64 %global_matrix, [memory];
add.u64 %global_matrix, %global_matrix, %w; mov.u64 %shared_matrix, common; add.u64 %shared_matrix, %shared_matrix, %w;
ld.param.u64 %fixed_at, [fixed]; mad.wide.u32 %fixed_at, %n, 64, %fixed_at;
mov.u64 %shared_at, common; mad.wide.u32 %shared_at, %t, 64, %shared_at; mov.u64 %local_at, own;
cvta.shared.u64 %generic_at, %shared_at; mov.u64 %object_at, objects; mad.wide.u32 %object_at, %t, 8, %object_at;
cvta.shared.u64 %object_generic, %object_at;
mov.u64 %const_at, constants; and.b32 %v32, %n, 7; mad.wide.u32 %const_at, %v32, 64, %const_at;
and.b32 %v32, %n, 1; setp.ne.u32 %guard, %v32, 0;
mov.u32 %lane, %laneid; setp.lt.u32 %pred_0, %lane, 16; selp.b32 %member, 0x0000FFFF, 0xFFFF0000, %pred_0;
"""
FILL = """ld.global.v2.b64 {%w, %x}, [%global_at+OFFSET]; st.shared.v2.b64 [%shared_at+OFFSET], {%w, %x};
st.local.v2.b64 [%local_at+OFFSET], {%w, %x}; st.param.v2.b64 [call_parameter+OFFSET], {%w, %x};
"""
TAIL = """mov.u32 %v32, %ctaid.x; mov.u32 %n, %ntid.x; mad.lo.u32 %v32, %v32, %n, %t;
ld.param.u64 %o, [out]; mad.wide.u32 %o, %v32, 8, %o; st.global.u64 [%o], %mix; ret; }"""


class Kernel:
    """One kernel for some samples; `uniform` gives all lanes of a warp one operand."""

    def __init__(self, samples: list[Sample], uniform: bool, seed: str, numbers: "list[int] | None" = None) -> None:
        self.samples, self.uniform, self.seed = samples, uniform, seed
        self.numbers = list(range(len(samples))) if numbers is None else numbers
        self.rows = BLOCKS if uniform else THREADS
        self.grid, self.block = (BLOCKS, 1) if uniform else (1, THREADS)
        self.pool = Pool(seed, self.rows)
        self.text = self._text()

    def _text(self) -> str:
        cases = [Case(sample, number) for sample, number in zip(self.samples, self.numbers)]
        lines = []
        for number, case in zip(self.numbers, cases):
            for position, (register, kind) in enumerate(case.sources):
                name = type_of(register)
                source = self.pool.register(kind if kind in WIDTHS else name, number + position)
                lines.append(self._set(register, name, source))
            if case.text.startswith("@"):
                lines += [self._set(register, type_of(register), self.pool.register(type_of(register), number + 3))
                          for register in case.results]  # fmt: skip
            lines += [*case.before, case.text, *[take_result(register) for register in case.results], *case.after]
        constants = random.Random(self.seed)
        head = HEAD.replace("CONSTANTS", ", ".join(str(constants.getrandbits(8)) for _ in range(512)))
        head = head.replace("REGISTERS", "".join(f".reg .{name} %{name}_<16>;" for name in REGISTER_TYPES))
        head = head.replace("INDEX", "%ctaid.x" if self.uniform else "%tid.x").replace("SHARED", str(SLOT * self.block)).replace("OBJECTS", str(8 * self.block))
        fill = "".join(FILL.replace("OFFSET", str(offset)) for offset in range(0, SLOT, 16))
        return head + fill + "\n".join([*self.pool.lines, *lines, TAIL])

    @staticmethod
    def _set(register: str, name: str, source: str) -> str:
        return f"mov.{'pred' if name == 'pred' else f'b{WIDTHS[name]}'} {register}, {source};"

    def run(self, executor: str) -> np.ndarray:
        """Returns the words of all threads and memory afterwards."""
        module = load(self.text, executor)
        out = np.zeros(self.grid * self.block, np.uint64)
        generator = random.Random(self.seed + "memory")
        kinds = ("f32", "f64", "f16", "b32", "b64", "u16", "b8")
        memory = np.frombuffer(b"".join(
            b"".join(value_of(kind, generator).to_bytes(WIDTHS[kind] // 8, "little") for _ in range(8 * 8 // WIDTHS[kind]))
            for kind in [generator.choice(kinds) for _ in range(self.rows * SLOT // 8)]), np.uint8).copy()  # fmt: skip
        blob = bytes(generator.getrandbits(8) for _ in range(64))
        arguments: list[Buffer | bytes] = [Buffer("out", out), Buffer("data", self.pool.data()), Buffer("memory", memory), Buffer("fixed", memory.copy()), blob]
        module.launch("k", self.grid, self.block, arguments)
        assert not module.notes, module.notes
        return np.concatenate([out, memory.view(np.uint64)])

    def halves(self) -> "list[Kernel]":
        """Returns two kernels with half of the samples each."""
        middle = len(self.samples) // 2
        return [Kernel(self.samples[part], self.uniform, self.seed, self.numbers[part]) for part in (slice(middle), slice(middle, None))]


class Choice:
    """Which samples are run: at most `most` of a row (0: all) and which `turn` of them, of some opcodes, with values from a seed."""

    def __init__(self, most: int = 0, turn: int = 0, seed: str = "1", only: "set[str] | None" = None, without: str = "", varying: bool = False) -> None:
        self.most, self.turn, self.seed = most, turn, seed
        self.widths = (False,) if varying else (False, True)
        self.opcodes = [opcode for opcode in opcodes() if (only is None or opcode in only) and opcode not in without.split(",")]

    def rows(self) -> list[Form]:
        """Returns the rows, in the table's order."""
        found = [form for opcode in self.opcodes for form in forms(opcode)]
        return [form for form in found if form.meaning not in APART and form.meaning not in LEFT_TO_THE_REFERENCE]

    def kernels(self) -> Iterator[Kernel]:
        """Yields the kernels that hold the samples, with operands that vary and with operands that are one for a warp."""
        chosen = [sample for form in self.rows() for sample in covering(form, self.most, self.turn)]
        for start in range(0, len(chosen), SHARD):
            for uniform in self.widths:
                part = [sample for sample in chosen[start : start + SHARD] if not (uniform and sample.resolved.form.effects & CONVERGENT)]
                if part:
                    yield Kernel(part, uniform, f"{self.seed}/{start}/{uniform}")


def difference(kernel: Kernel, expected: np.ndarray) -> str:
    """Returns which samples of a kernel differ from the reference, "" if none does."""
    try:
        found = kernel.run("compiled")
        if np.array_equal(found, expected):
            return ""
    except AssertionError as problem:
        if len(kernel.samples) == 1:
            return f"{kernel.samples[0].text} ({problem})"
    if len(kernel.samples) > 1:
        reasons = [difference(each, each.run("reference")) for each in kernel.halves()]
        return "\n".join(reason for reason in reasons if reason) or f"only together: {[sample.text for sample in kernel.samples]}"
    lane = int(np.nonzero(found != expected)[0][0])
    return f"{kernel.samples[0].text} uniform={kernel.uniform} thread {lane} of seed {kernel.seed}: {np.count_nonzero(found != expected)} differ"


def run(choice: Choice, told: "Callable[[str], None]") -> tuple[str, int]:
    """Runs a choice; returns what was done, as a line, and how many kernels differed (`told` gets a line for each)."""
    started, samples, compared, bad = perf_counter(), 0, 0, 0
    for kernel in choice.kernels():
        reason = difference(kernel, kernel.run("reference"))
        samples += 0 if kernel.uniform else len(kernel.samples)
        compared += len(kernel.samples) * kernel.rows
        if reason:
            bad += 1
            told(reason)
    seconds = perf_counter() - started
    return f"{len(choice.rows())} rows, {samples} mnemonics, {compared} results compared, {bad} kernels differ, {seconds:.0f} s", bad


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.ptx.vm.compiled.rows", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--most", type=int, default=0, help="at most so many mnemonics of a row (all)")
    parser.add_argument("--turn", type=int, default=0, help="which of them")
    parser.add_argument("--seed", default="1", help="of the values (1)")
    parser.add_argument("--opcodes", help="only these, with commas between")
    parser.add_argument("--without", default="", help="but not these")
    parser.add_argument("--varying", action="store_true", help="only with operands that differ between lanes, so on vectors")
    options = parser.parse_args()
    only = set(options.opcodes.split(",")) if options.opcodes else None
    choice = Choice(options.most, options.turn, options.seed, only, options.without, options.varying)
    summary, bad = run(choice, print)
    print(f"{os.environ.get(TARGET_VARIABLE, 'host')} {os.environ.get(WIDTH_VARIABLE, '')}".strip() + f": {summary}", flush=True)
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
