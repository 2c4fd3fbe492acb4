"""Programs that wrong aliasing or a moved barrier would break: right before passes, and the same under every pass, pipeline and random orders.

The programs are MIR, or Rust that is built to MIR. Each has launches with what they must show; besides, launches with other numbers are derived
from those, and compared where the program runs well with them. The verifier and the check of convergence run after each pass.
"""
from __future__ import annotations

import random
import re
from array import array
from pathlib import Path
from typing import Any

import pytest

from dialect.function import Module
from dialect.interpreter import InterpreterError, MirPanic, run_kernel
from dialect.parser import parse_module
from dialect.verify import verify_module
from kernelc.compile import Compilation, compile_source
from kernelc.frontend.source import Source
from kernelc.options import Options
from kernelc.passes.manager import PASSES, PIPELINES, run_pipeline

FILES = sorted([path for path in (Path(__file__).parent / "memory").iterdir() if path.suffix in (".mir", ".rs")])
CODES = {"i32": "i", "u32": "I"}
LIMITS = {"i32": (-(1 << 31), (1 << 31) - 1), "u32": (0, (1 << 32) - 1)}


class Launch:
    """A LAUNCH line: block size, and arguments in order; `y=@x` passes the buffer of x again. In Rust a buffer is a slice.

    `change` makes other numbers of those of the line.
    """

    def __init__(self, text: str, is_rust: bool, change: int = 0) -> None:
        words = dict(word.split("=", 1) for word in text.split())
        self.block = int(words.pop("block"))
        self.words, self.is_rust, self.change, self.expected = words, is_rust, change, list[str]()

    def buffer(self, word: str) -> array[int] | None:
        """The buffer that a word like `i32[4]:1,2,3,4` describes."""
        made = re.fullmatch(r"(\w+)\[(\d+)\](?::(.*))?", word)
        if made is None:
            return None
        low, high = LIMITS[made[1]]
        numbers = [int(x) for x in made[3].split(",")] if made[3] else [0] * int(made[2])
        return array(CODES[made[1]], [min(max(x + self.change, low), high) for x in numbers])

    def run(self, module: Module) -> list[str]:
        """What it shows: whether it panics (with the message), and the content of every buffer."""
        buffers: dict[str, array[int]] = {}
        arguments: list[Any] = []
        for name, word in self.words.items():
            made = self.buffer(word)
            if made is not None:
                buffers[name] = made
            elif word[0] != "@":
                arguments.append(max(0, int(word) + self.change))
                continue
            passed = buffers[name if made is not None else word[1:]]
            arguments += [passed, len(passed)] if self.is_rust else [passed]
        shown = []
        try:
            run_kernel(module, "k", 1, self.block, arguments, 50_000)
        except MirPanic as panic:
            shown.append(f"panics: {panic.message}")
        return shown + [f"{name} = {' '.join(map(str, data))}" for name, data in buffers.items()]


class Program:
    """A file: what makes a new module of it, and its launches."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text()
        self.compilation: Compilation | None = None
        if path.suffix == ".rs":
            self.compilation = compile_source(Source(path.name, self.text), Options(panic="message"))
        self.launches: list[Launch] = []
        for kind, rest in re.findall(r"^// (LAUNCH|EXPECT): (.*)$", self.text, re.M):
            if kind == "LAUNCH":
                self.launches.append(Launch(rest, path.suffix == ".rs"))
            else:
                self.launches[-1].expected.append(rest)

    def module(self) -> Module:
        """A new one, as built."""
        module = parse_module(self.text) if self.compilation is None else self.compilation.copy_built()
        assert not verify_module(module)
        return module

    def derived(self) -> list[tuple[Launch, list[str]]]:
        """Launches with other numbers, and what the program as built shows for them; those that it cannot run with are left out."""
        out = []
        for launch in self.launches:
            for change in (-1, 1, 5):
                other = Launch(f"block={launch.block} " + " ".join([f"{n}={w}" for n, w in launch.words.items()]), launch.is_rust, change)
                try:
                    out.append((other, other.run(self.module())))
                except InterpreterError:
                    continue
        return out


def orders_of(name: str) -> list[Any]:
    """Every pipeline, every pass alone and behind promotion, and random orders."""
    r = random.Random(name)
    names = list(PASSES)
    orders: list[Any] = [*PIPELINES.values(), *[(name,) for name in names], *[("mem2reg", "inline", name) for name in names]]
    return orders + [tuple(r.choice(names) for _ in range(10)) for _ in range(12)]


@pytest.mark.parametrize("path", FILES, ids=[f.stem for f in FILES])
def test_under_every_pass_and_any_order(path: Path) -> None:
    program = Program(path)
    runs = []
    for launch in program.launches:
        right = launch.run(program.module())
        assert launch.expected
        for line in launch.expected:
            assert any(shown == line or (line == "panics" and shown.startswith("panics")) for shown in right), (line, right)
        runs.append((launch, right))
    runs += program.derived()
    for order in orders_of(path.stem):
        module = program.module()
        run_pipeline(module, order, verify=True)
        for launch, right in runs:
            assert launch.run(module) == right, (order, launch.words, launch.change)


def test_programs_run_with_several_numbers() -> None:
    """Most of them do: what is derived is not in vain."""
    assert sum(len(Program(path).derived()) > 1 for path in FILES) > len(FILES) * 2 // 3
