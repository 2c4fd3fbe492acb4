"""Every function of programs.rs means the same in MIR, straight from the builder, as compiled by rustc."""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
from typing import Any

import pytest

from dialect.interpreter import MirPanic, run_function
from dialect.verify import verify_module

from .support import build

HERE = os.path.dirname(os.path.abspath(__file__))
INTS = (-9, -1, 0, 1, 2, 3, 5, 7, 9, 11, 120)
FLOATS = (0.0, -0.5, 1.0, 3.25, 1e10)
CALLS: dict[str, list[Any]] = {
    "sum_to": [(n,) for n in (-3, 0, 1, 10, 100)],
    "classify": [(n,) for n in (-1, 0, 5, 100, 101, 120)],
    "choose": [(c, 3, 4) for c in (False, True)],
    "wrapping": [(a, b) for a in (0, 1, 200, 255) for b in (0, 3, 255)],
    "divide": [(a, b) for a in (7, -7, -(1 << 31)) for b in (2, -2, 0, -1)],
    "remainder": [(a, b) for a in (7, -7, -(1 << 63)) for b in (2, -2, 0, -1)],
    "divide_by_seven": [(a,) for a in (0, 6, 7, 4294967295)],
    "shifts": [(a, b) for a in (1, -5, 2147483647) for b in (0, 1, 31, 32, 33, 4294967295)],
    "short_circuit": [(a, b) for a in (7, 9, 0) for b in (0, 1, 3)],
    "negated": [(a, b) for a in (1, 5, 11) for b in (3, 6, 12)],
    "stored_condition": [(a, b) for a in (-1, 1) for b in (-1, 1)],
    "early_return": [(x,) for x in (-4, 0, 4)],
    "nested_loops": [(n,) for n in (0, 1, 3, 6, 9)],
    "loop_value": [(n,) for n in (0, 1, 10, 100)],
    "labelled_block": [(n,) for n in (1, 6, 11)],
    "references": [(n,) for n in (0, 9)],
    "swapped": [(3, 4)],
    "tuples": [(3, 4), (-1, 100)],
    "structs": [(a, b) for a in FLOATS for b in FLOATS],
    "arrays": [(i, j) for i in (0, 1, 3, 4) for j in (0, 3, 5)],
    "slices": [(k,) for k in (0, 2, 3, 1 << 63)],
    "big_array": [(k,) for k in (0, 39, 40)],
    "right_side_first": [(i, d) for i in (0, 1, 5) for d in (0, 1)],
    "compound_value_first": [(i, d) for i in (0, 1, 5) for d in (0, 1)],
    "casts": [(x, n) for x in (0.0, -1.5, 300.7, 1e30, float("nan"), float("-inf")) for n in (-1, 0, 1 << 40, 255)],
    "matched": [(n,) for n in (*INTS, -5)],
    "match_tuple": [(a, b) for a in (0, 3, 4) for b in (False, True)],
    "enums": [(k, x) for k in (0, 1, 2) for x in FLOATS],
    "discriminants": [(k,) for k in (0, 1, 2)],
    "options": [(n,) for n in (4, 15, 16, 5)],
    "optional_reference": [(k,) for k in (0, 1, 2)],
    "let_else": [(n,) for n in (1, 9)],
    "while_let": [(n,) for n in (0, 1, 3)],
    "let_chain": [(a, b) for a in (0, 1) for b in (1, 2, 3, 9)],
    "slice_patterns": [(k,) for k in (0, 2, 3)],
    "bindings": [(n,) for n in INTS],
    "generics": [(n,) for n in (1, -3)],
    "const_generics": [(n,) for n in (0, 2, 9)],
    "constants": [(n,) for n in (0, 3, 4)],
    "recursion": [(n,) for n in (0, 1, 10)],
    "panics": [(n,) for n in (2, 3, 10)],
    "bits": [(0x0F0F, 0x1234), (4294967295, 0)],
    "floats": [(a, b) for a in FLOATS for b in FLOATS],
    "unit_values": [(n,) for n in (1, 3)],
    "shadowing": [(n,) for n in (1, 3)],
    "destructuring": [(2, 5)],
    "wide": [(a, b) for a in (1, 1 << 63) for b in (3, -(1 << 70))],
    "nested_references": [(n,) for n in (1, 3)],
    "for_range": [(n,) for n in (0, 1, 5, 9)],
    "for_labels": [(n,) for n in (0, 3, 6)],
    "methods": [(a, b) for a in (-200, 7) for b in (-1, 99)],
    "option_methods": [(n,) for n in (1, 3)],
    "unwrap_none": [(n,) for n in (1, 3)],
    "swapping": [(3, 4)],
    "match_char": [(n,) for n in (48, 65, 66, 67, 97, 122, 200)],
    "in_struct": [(n,) for n in (1, 3)],
    "big_enum": [(n,) for n in (0, 1, 2, 3)],
    "nested_option": [(n,) for n in (0, 1, 2, 9)],
    "mutate_match": [(n,) for n in (0, 5)],
    "tuple_struct": [(n,) for n in (0, 65535)],
    "compound_place": [(n,) for n in (0, 1, 2)],
    "call_parts": [(n,) for n in (0, 5)],
    "value_blocks": [(n,) for n in (1, 2, 3)],
    "float_methods": [(a,) for a in FLOATS],
    "pointer_math": [(n,) for n in (0, 1, 2)],
    "global": [(n,) for n in (4,)],
    "const_assoc": [(n,) for n in (1, 99)],
    "enum_in_enum": [(n,) for n in (0, 1, 2, 3, 4)],
    "assertions": [(n,) for n in (3, 4, 5)],
    "traits": [(n,) for n in (0, 2, 5)],
    "generic_add": [(n,) for n in (0, 2)],
    "stack": [(n,) for n in (0, 2, 5)],
    "tree": [(n,) for n in (0, 5)],
}


def source():
    with open(os.path.join(HERE, "programs.rs"), encoding="utf-8") as file:
        return file.read()


@pytest.fixture(scope="module")
def module():
    module, _, diagnostics = build(source(), CALLS.keys(), fmad=False)
    assert list(diagnostics) == []
    return module


def test_every_public_function_is_called():
    assert sorted(re.findall(r"^pub fn (\w+)", source(), re.MULTILINE)) == sorted(CALLS)


def test_modules_verify(module):
    assert verify_module(module) == []


def test_no_block_is_unreachable(module):
    from dialect.cfg import Cfg

    assert {f.name: Cfg(f).unreachable for f in module.functions.values() if Cfg(f).unreachable} == {}


def run(module, name, args):
    try:
        value = run_function(module, name, list(args))
    except MirPanic as panic:
        return f"panic {panic.message}".replace("\n", "|")
    return shown(value)


def shown(value):
    if isinstance(value, float):
        if value != value:
            return "nan"
        return f"{struct.unpack('<Q', struct.pack('<d', value))[0]:016x}"
    return str(value).lower() if isinstance(value, bool) else str(value)


def literal(value, ty):
    if isinstance(value, float):
        if value != value:
            return f"{ty}::NAN"
        return f"{ty}::NEG_INFINITY" if value == float("-inf") else f"{value!r}{ty}"
    return str(value).lower() if isinstance(value, bool) else f"{value}"


def rust_main(text, all_calls):
    """A program that prints what each call gives."""
    lines = []
    for name, calls in all_calls.items():
        (params,) = re.findall(rf"pub fn {name}\(([^)]*)\)", text)
        types = [p.split(":")[1].strip() for p in params.split(",") if p.strip()]
        for args in calls:
            rust = ", ".join(f"black_box({literal(a, t)})" for a, t in zip(args, types, strict=True))
            lines.append(f"    call(|| {name}({rust}));")
    return MAIN.replace("CALLS", "\n".join(lines)) + text


MAIN = """
use std::hint::black_box;
trait Show { fn show(&self) -> String; }
impl Show for f32 { fn show(&self) -> String { (*self as f64).show() } }
impl Show for f64 { fn show(&self) -> String { if self.is_nan() { "nan".to_string() } else { format!("{:016x}", self.to_bits()) } } }
macro_rules! show { ($($t:ty)*) => { $(impl Show for $t { fn show(&self) -> String { format!("{}", self) } })* } }
show!(i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 usize isize bool);
fn call<T: Show>(f: impl FnOnce() -> T + std::panic::UnwindSafe) {
    match std::panic::catch_unwind(f) {
        Ok(value) => println!("{}", value.show()),
        Err(error) => {
            let text = error.downcast_ref::<String>().cloned().or_else(|| error.downcast_ref::<&str>().map(|s| s.to_string()));
            println!("panic {}", text.unwrap().replace("\\n", "|"));
        }
    }
}
fn main() {
    std::panic::set_hook(Box::new(|_| {}));
CALLS
}
"""


def rustc_results(text, calls, folder):
    """What the program prints, compiled by rustc without overflow checks: a line a call."""
    (folder / "main.rs").write_text("#![allow(arithmetic_overflow, unconditional_panic)]\n" + rust_main(text, calls))
    flags = ["--edition", "2024", "-A", "warnings", "-C", "overflow-checks=off", "-C", "debug-assertions=off"]
    subprocess.run(["rustc", *flags, "main.rs", "-o", "main"], cwd=folder, check=True)
    return subprocess.run(["./main"], cwd=folder, check=True, capture_output=True, text=True).stdout.splitlines()


def differences(module, calls, found):
    """(function, arguments, ours, rustc's) where the interpreter gives something else."""
    expected = [(name, args) for name, each in calls.items() for args in each]
    ours = [run(module, name, args) for name, args in expected]
    return [(*e, o, r) for e, o, r in zip(expected, ours, found, strict=True) if o != r]


needs_rustc = pytest.mark.skipif(shutil.which("rustc") is None, reason="rustc is not installed")


@needs_rustc
def test_rustc_agrees(module, tmp_path):
    assert differences(module, CALLS, rustc_results(source(), CALLS, tmp_path)) == []
