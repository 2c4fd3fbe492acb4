"""The host's own arithmetic with other roundings, packed halves and dot products gives what the interpreter of MIR gives, to the last bit."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from dialect.machine_forms import EXACT, forms
from dialect.types import Type
from tests.differential.threads import build_host_crates
from tests.ptx.lower.machine_rows import meant, operands

from .support import needs_rustc

pytestmark = [needs_rustc, pytest.mark.xdist_group("threads")]

LIBRARY = Path(__file__).resolve().parents[2] / "kernelc" / "core" / "cuda_device"
MODULES = ("bf16", "bf16x2", "convert", "dotprod", "f16", "f16x2", "float", "prmt", "tcgen05")
ROWS = 96
MAIN = """
use cuda_device::*;
use std::io::BufRead;
fn main() {
    let lines: Vec<String> = std::io::stdin().lock().lines().map(|line| line.unwrap()).collect();
    let rows: Vec<Vec<u64>> = lines.iter().map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect()).collect();
    let mut parts = rows.chunks(ROWS);
CALLS
}
"""


def functions() -> list[tuple[str, str]]:
    """(path, form) of every public function that is one op."""
    found = []
    for module in MODULES:
        text = (LIBRARY / f"{module}.rs").read_text("utf-8")
        found += [(f"{module}::{name}", form) for form, name in re.findall(r'"gpu\.compute ([^"]+)"\)\]\npub fn (\w+)', text)]
    return found


def call(path: str, form: str) -> str:
    types, result = forms(EXACT)[form]
    arguments = ", ".join([from_bits(t, f"r[{i}]") for i, t in enumerate(types)])
    bits = f"{path}({arguments}).to_bits()" if result.kind == "float" else f"{path}({arguments}) as u{result.bits}"
    return f"    for r in parts.next().unwrap() {{ println!(\"{{}}\", {bits}); }}"


def from_bits(type: Type, place: str) -> str:
    return f"{type.name}::from_bits({place} as _)" if type.kind == "float" else f"{place} as {type.name}"


def is_nan(type: Type, bits: int) -> bool:
    return type.kind == "float" and bits & (1 << type.bits - 1) - 1 > {32: 0x7F800000, 64: 0x7FF0000000000000}[type.bits]


def test_every_function_gives_what_the_interpreter_gives(tmp_path: Path) -> None:
    called = functions()
    assert len(called) > 230
    build_host_crates(tmp_path)
    calls = "\n".join([call(path, form) for path, form in called])
    (tmp_path / "main.rs").write_text(MAIN.replace("CALLS", calls).replace("ROWS", str(ROWS)), "utf-8")
    command = ["rustc", "--edition", "2024", "-L", ".", "--extern", "cuda_device=libcuda_device.rlib", "main.rs"]
    subprocess.run(command, cwd=tmp_path, check=True)
    rows = [(path, form, row) for path, form in called for row in operands(form)[-ROWS:]]
    sent = "".join([" ".join(map(str, row)) + "\n" for _, _, row in rows])
    done = subprocess.run(["./main"], cwd=tmp_path, check=True, capture_output=True, text=True, input=sent, timeout=60)
    faults = []
    for (path, form, row), line in zip(rows, done.stdout.split(), strict=True):
        result = forms(EXACT)[form][1]
        got = -1 if is_nan(result, int(line)) else int(line)
        if got != meant(form, row):
            faults.append(f"{path}{tuple(map(hex, row))}: the host gives {got:#x}, the interpreter {meant(form, row):#x}")
    assert not faults, "\n".join(faults[:20])
