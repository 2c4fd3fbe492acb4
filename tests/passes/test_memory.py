"""Kernels that wrong aliasing or a moved barrier would break: right before passes, and the same under every pass, pipeline and random orders."""
from __future__ import annotations

import random
import re
from array import array
from pathlib import Path
from typing import Any

import pytest

from dialect.function import Module
from dialect.interpreter import MirPanic, run_kernel
from dialect.parser import parse_module
from dialect.verify import verify_module
from kernelc.passes.manager import PASSES, PIPELINES, run_pipeline

FILES = sorted((Path(__file__).parent / "memory").glob("*.mir"))


class Launch:
    """The LAUNCH line: block size, and arguments in order; `y=@x` passes the buffer of x again."""

    def __init__(self, text: str) -> None:
        words = dict(word.split("=", 1) for word in re.findall(r"\S+", re.findall(r"^// LAUNCH: (.*)$", text, re.M)[0]))
        self.block = int(words.pop("block"))
        self.words = words

    def run(self, module: Module) -> list[str]:
        """What it shows: whether it panics (with the message), and the content of every buffer."""
        buffers: dict[str, array[int]] = {}
        arguments: list[Any] = []
        for name, word in self.words.items():
            made = re.fullmatch(r"i32\[(\d+)\](?::(.*))?", word)
            if made:
                buffers[name] = array("i", [int(x) for x in made[2].split(",")] if made[2] else [0] * int(made[1]))
            arguments.append(buffers[name] if made else buffers[word[1:]] if word[0] == "@" else int(word))
        shown = []
        try:
            run_kernel(module, "k", 1, self.block, arguments, 50_000)
        except MirPanic as panic:
            shown.append(f"panics: {panic.message}")
        return shown + [f"{name} = {' '.join(map(str, data))}" for name, data in buffers.items()]


def load(path: Path) -> tuple[Module, Launch, list[str]]:
    text = path.read_text()
    module = parse_module(text)
    assert not verify_module(module)
    return module, Launch(text), re.findall(r"^// EXPECT: (.*)$", text, re.M)


@pytest.mark.parametrize("path", FILES, ids=[f.stem for f in FILES])
def test_under_every_pass_and_any_order(path: Path) -> None:
    module, launch, expected = load(path)
    right = launch.run(module)
    for line in expected:
        assert any(shown == line or (line == "panics" and shown.startswith("panics")) for shown in right), (line, right)
    r = random.Random(path.stem)
    names = list(PASSES)
    orders = [*PIPELINES.values(), *[(name,) for name in names], *[("mem2reg", "inline", name) for name in names]]
    orders += [tuple(r.choice(names) for _ in range(10)) for _ in range(12)]
    for order in orders:
        module = load(path)[0]
        run_pipeline(module, order, verify=True)
        assert launch.run(module) == right, order
