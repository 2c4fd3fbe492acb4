"""ZLUDA's PTX tests: after `tests_in`, each `.ptx` of a checkout has the values that its Rust test passes in and expects, and `run` has launched it.

KERNELC_ZLUDA names a checkout of https://github.com/vosen/ZLUDA; without it one is fetched where the network allows. Nothing of it is kept.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from ptx.vm import Buffer, load

ADDRESS = "https://github.com/vosen/ZLUDA"
FOLDER = Path("ptx/src/test/spirv_run")
ROOM = 4096
"""Bytes that an allocation on a device takes at least: some tests touch more than they pass."""
DYNAMIC_SHARED = 1024
TOKEN = re.compile(r"\s*(?:(0x[\da-fA-F_]+?|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?)(u8|u16|u32|u64|i8|i16|i32|i64|f32|f64)?\b|([A-Za-z_]\w*(?:::\w+)*)|(.))", re.S)
CONSTANTS = {"NAN": np.nan, "INFINITY": np.inf, "NEG_INFINITY": -np.inf}
KINDS = {"f16": "float16", "f32": "float32", "f64": "float64"} | {f"{w[0]}{b}": f"{w}{b}" for w in ("int", "uint") for b in (8, 16, 32, 64)}
"""Rust's numbers → NumPy's."""


class Test:
    """One test: its name, the arrays that go in and must come out (None where nothing is launched or passed), and how many threads run."""

    def __init__(self, name: str, given: np.ndarray | None, wanted: np.ndarray | None, threads: int) -> None:
        self.name, self.given, self.wanted, self.threads = name, given, wanted, threads


def checkout(folder: Path) -> Path | str:
    """A checkout, or why there is none."""
    named = os.environ.get("KERNELC_ZLUDA", "")
    if named:
        return Path(named) if (Path(named) / FOLDER).is_dir() else f"KERNELC_ZLUDA is {named!r}, which holds no {FOLDER}"
    try:
        socket.create_connection(("github.com", 443), timeout=2).close()
        command = ["git", "clone", "-q", "--depth", "1", ADDRESS, str(folder / "zluda")]
        subprocess.run(command, check=True, capture_output=True, timeout=120, env={**os.environ, "GIT_TERMINAL_PROMPT": "0"})
    except (OSError, subprocess.SubprocessError) as problem:
        return f"KERNELC_ZLUDA names no checkout of {ADDRESS}, and it cannot be fetched ({problem})"
    return folder / "zluda"


def tests_in(root: Path) -> list[Test]:
    """The tests of a checkout that run on 64-bit addresses, in the order of their Rust file; those that are commented out are none."""
    text = (root / FOLDER / "mod.rs").read_text("utf-8")
    text = re.sub(r"macro_rules!.*?^}", "", re.sub(r"//[^\n]*", "", text), flags=re.S | re.M)
    found = []
    for match in re.finditer(r"^test_ptx(_warp|_with_32)?!\((.*?)\);", text, re.S | re.M):
        name, *arrays = Reader(match[2]).arguments()
        given = arrays[0] if len(arrays) == 2 else None
        found.append(Test(name, given, arrays[-1] if arrays else None, 64 if match[1] == "_warp" else 1))
    return found


class Reader:
    """Reads the arguments of a test's macro: a name and arrays of Rust's numbers."""

    def __init__(self, text: str) -> None:
        self.tokens = [match.groups() for match in TOKEN.finditer(text) if match[0].strip()]
        self.position = 0
        self.kinds: set[str] = set()

    def arguments(self) -> list[Any]:
        """The name, and an array for each list."""
        found: list[Any] = [self.take()[2]]
        while self.position < len(self.tokens):
            self.take()
            if self.position < len(self.tokens):
                found.append(self.array())
        return found

    def take(self) -> tuple[str, ...]:
        self.position += 1
        return self.tokens[self.position - 1]

    def ahead(self, symbol: str) -> bool:
        return self.position < len(self.tokens) and self.tokens[self.position][3] == symbol

    def array(self) -> np.ndarray:
        """`[a, b, …]`: its type is that of the suffixes, else Rust's own for such numbers."""
        self.take()
        self.kinds = set()
        values = []
        while not self.ahead("]"):
            values.append(self.value())
            if self.ahead(","):
                self.take()
        self.take()
        (kind,) = self.kinds or {"f64" if any(isinstance(value, float) for value in values) else "i32"}
        dtype = np.dtype(KINDS[kind])
        if dtype.kind == "f":
            return np.array(values, dtype)
        return np.array([value % 2 ** (8 * dtype.itemsize) for value in values], f"uint{8 * dtype.itemsize}").view(dtype)

    def value(self) -> Any:
        """A number, a constant or a call, perhaps with a sign or divided by another."""
        digits, suffix, word, symbol = self.take()
        if symbol == "-":
            return -self.value()
        if word:
            found = self.named(word)
        else:
            digits = digits.replace("_", "")
            found = float(digits) if "." in digits or (suffix or "i")[0] == "f" else int(digits, 0)
            self.kinds |= {suffix} if suffix else set()
        if self.ahead("/"):
            self.take()
            return found / self.value()
        return found

    def named(self, word: str) -> Any:
        """`f32::NAN`, `i32::MIN`, `half::f16::from_f64(1.5)`, `….to_bits()`."""
        *_, kind, name = word.split("::")
        kind = "f32" if kind == "consts" else kind
        arguments = []
        if self.ahead("("):
            self.take()
            before, self.kinds = self.kinds, set()
            while not self.ahead(")"):
                arguments.append(self.value())
            self.take()
            self.kinds = before
        found = self.constant(kind, name, arguments)
        if self.ahead("."):  # the bits of what stands before
            for _ in range(4):
                self.take()
            self.kinds.add("u" + kind[1:])
            return int(np.array(found, KINDS[kind]).view(f"uint{kind[1:]}"))
        self.kinds.add(kind)
        return found

    def constant(self, kind: str, name: str, arguments: list[Any]) -> Any:
        if name == "from_bits":
            return float(np.array(arguments[0], f"uint{kind[1:]}").view(KINDS[kind]))
        if arguments:
            return float(arguments[0])
        if name in CONSTANTS:
            return CONSTANTS[name]
        if name == "PI":
            return float(np.pi)
        limits = np.iinfo(KINDS[kind])
        return int(limits.min if name.lower().startswith("min") else limits.max)


def in_room(array: np.ndarray, zeros: bool = False) -> np.ndarray:
    """An array's bytes at the start of an allocation as large as a device's."""
    room = np.zeros(-(-array.nbytes // ROOM) * ROOM, np.uint8)
    if not zeros:
        room[: array.nbytes] = np.frombuffer(array.tobytes(), np.uint8)
    return room


def run(root: Path, test: Test, executor: str) -> str:
    """Launches a test. Returns why native code was not used, ""; raises AssertionError where values differ, and the machine's errors."""
    module = load((root / FOLDER / f"{test.name}.ptx").read_text("utf-8"), executor)
    if test.wanted is None:
        for entry in module.entries:
            module.check(entry)
        return ""
    out = in_room(test.wanted, zeros=True)
    first = out if test.given is None else in_room(test.given)
    parameters = next(entry.parameters for entry in module.module.entries() if entry.name == test.name)
    buffers = [Buffer("input", first), Buffer("output", out)][: len(parameters)]
    module.launch(test.name, 1, test.threads, buffers, shared=DYNAMIC_SHARED)
    got = np.frombuffer(out[: test.wanted.nbytes].tobytes(), test.wanted.dtype)
    np.testing.assert_array_equal(got, test.wanted)
    return module.notes.get(test.name, "")
