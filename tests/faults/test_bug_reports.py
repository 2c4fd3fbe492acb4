"""Kinds of faults that kernel compilers have been reported for, each tried here: results at -O0 and -O2 on the virtual machine, or the PTX."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from kernelc.compile import compile_source
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options
from ptx.vm import Buffer, Panic, load

TYPES = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "u8": np.uint8, "u16": np.uint16, "u32": np.uint32,
         "u64": np.uint64, "f32": np.float32, "f64": np.float64, "usize": np.uint64}  # fmt: skip


def ptx_of(text, **options):
    return compile_source(Source("fault.rs", text), Options(**options)).ptx()


def run(text, given, result, count=8, threads=1, **options):
    """`out` after a launch of `k(a: &[T], out: &mut [R])`, the same at -O0 and -O2."""
    found = []
    for level in (0, 2):
        compilation = compile_source(Source("fault.rs", text), Options(level=level, verify=True, **options))
        machine = load(compilation.ptx())
        a, out = np.array(given), np.zeros(count, TYPES[result])
        machine.launch(
            "k",
            1,
            threads,
            [Buffer("a", a), len(a), Buffer("out", out), len(out)],
            fuel=200_000,
            sites=compilation.lowered().sites,
        )
        found.append(out.tolist())
    assert found[0] == found[1] or any(x != x for x in found[0])
    return found[1]


def i32(*values):
    return np.array(values, np.int32)


def errors(text):
    try:
        compile_source(Source("fault.rs", text), Options()).ptx()
    except CompileError as problem:
        return [d.code for d in problem.diagnostics if d.level == "error"]
    return []


KERNEL = "#[kernel] pub fn k(a: &[{t}], out: &mut [{r}]) {{ {body} }}\n"

RESULTS: dict[str, tuple[str, str, str, Any, list[Any]]] = {
    "reused counter names in nested and later loops": (
        "i32",
        "i32",
        (
            "let mut s = 0; for i in 0..2 { for j in 0..3 { s += i * j; } } let n = a[0]; "
            "for i in 0..n { let mut j = 0; while j < i { s += 10; j += 1; } } out[0] = s;"
        ),
        i32(4),
        [3 + 60],
    ),
    "a value set in the arm not taken": (
        "i32",
        "i32",
        "let mut x = 5; if a[0] > 0 { if a[1] > 0 { x = a[2]; } } else { x = 9; } out[0] = x;",
        i32(1, 0, 7),
        [5],
    ),
    "an undefined variable on a path not taken": (
        "i32",
        "i32",
        "let x; if a[0] > 0 { x = a[1]; } else { x = 3; } if a[0] > 0 { out[0] = x; } else { out[1] = x; }",
        i32(0, 8),
        [0, 3],
    ),
    "a do-while loop whose condition holds an if": (
        "i32",
        "i32",
        "let mut n = 0; while { n += 1; if n > 2 { n < a[0] } else { true } } { out[0] += n; } out[1] = n;",
        i32(5),
        [10, 5],
    ),
    "a block that goes to itself and is never reached": (
        "i32",
        "i32",
        "let mut x = 1; if a[0] > 100 { let mut y = x; loop { y += 1; } } x += 1; out[0] = x;",
        i32(1),
        [2],
    ),
    "overlapping copies within one array": (
        "i32",
        "i32",
        (
            "let mut t = [a[0], a[1], a[2], a[3]]; let u = t; t[0] = u[1]; t[1] = u[0]; let v = t; "
            "t[3] = v[0]; for i in 0..4 { out[i] = t[i]; }"
        ),
        i32(1, 2, 3, 4),
        [2, 1, 3, 2],
    ),
    "a store ends what was loaded through a reference": (
        "i32",
        "i32",
        (
            "let mut x = a[0]; let p = &mut x as *mut i32; let one = unsafe { *p }; unsafe { *p = one + 1; "
            "} out[0] = one; out[1] = unsafe { *p }; out[2] = x;"
        ),
        i32(5),
        [5, 6, 6],
    ),
    "a reference in a tuple": (
        "i32",
        "i32",
        "let mut x = a[0]; let t = (&mut x, 1); *t.0 += t.1; let y = *t.0; *t.0 += y; out[0] = x;",
        i32(5),
        [12],
    ),
    "two copies of one aggregate are two places": (
        "i32",
        "i32",
        (
            "let t = (a[0], a[1]); let mut u = t; let mut v = t; u.0 = 7; v.1 = 8; out[0] = u.0; "
            "out[1] = u.1; out[2] = v.0; out[3] = v.1; out[4] = t.0 + t.1;"
        ),
        i32(1, 2),
        [7, 2, 1, 8, 3],
    ),
    "a field set through a reference is no constant": (
        "i32",
        "i32",
        "let mut t = (1, 2); { let r = &mut t; r.0 = a[0]; } out[0] = t.0;",
        i32(9),
        [9],
    ),
    "a bool used in a branch and as a number": (
        "i32",
        "i32",
        "let c = a[0] < a[1]; let mut n = c as i32; if c { n += 10; } out[0] = n; out[1] = c as i32;",
        i32(1, 2),
        [11, 1],
    ),
    "snapshots of a running sum before its update": (
        "i32",
        "i32",
        "let mut s = 0; for i in 0..4 { out[i] = s; s += a[i]; } out[4] = s;",
        i32(1, 2, 3, 4),
        [0, 1, 3, 6, 10],
    ),
    "the second loop starts where the first ended": (
        "i32",
        "i32",
        "let mut s = 1; for i in 0..3 { s += a[i]; } for _i in 0..2 { s *= 2; } out[0] = s;",
        i32(1, 2, 3),
        [28],
    ),
    "swap and lost copy": (
        "i32",
        "i32",
        (
            "let (mut x, mut y) = (a[0], a[1]); let mut last = 0; for _i in 0..3 { last = x; "
            "(x, y) = (y, x); } out[0] = x; out[1] = y; out[2] = last;"
        ),
        i32(1, 2),
        [2, 1, 1],
    ),
    "short circuits between copies": (
        "i32",
        "i32",
        (
            "let (mut x, mut y) = (a[0], a[1]); while x < 10 && (y > 0 || x == 3) { let t = x; x = y + 1; "
            "y = t; } out[0] = x; out[1] = y;"
        ),
        i32(1, 2),
        [10, 8],
    ),
    "one local from the fields of another and back": (
        "i32",
        "i32",
        "let mut p = (a[0], a[1]); for _i in 0..3 { let q = (p.1, p.0 + p.1); p = q; } out[0] = p.0; out[1] = p.1;",
        i32(1, 1),
        [3, 5],
    ),
    "break straight in the body": (
        "i32",
        "i32",
        "let mut s = 0; for i in 0..5 { s += a[0] + i; break; } let mut t = 0; loop { t += 1; break; } out[0] = s; out[1] = t;",
        i32(3),
        [3, 1],
    ),
    "break leaves the inner loop, or the one named": (
        "i32",
        "i32",
        (
            "let mut n = 0; 'o: for i in 0..5 { for j in 0..5 { if j == a[0] { break; "
            "} if i == a[1] { break 'o; } n += 1; } n += 100; } out[0] = n;"
        ),
        i32(2, 2),
        [204],
    ),
    "what stands before continue happens": (
        "i32",
        "i32",
        "for i in 0..4 { out[i] = 1; if a[i] > 0 { continue; } out[i] += 1; }",
        i32(0, 1, 0, 1),
        [2, 1, 2, 1],
    ),
    "a chain of twenty else-ifs": (
        "i32",
        "i32",
        "let x = a[0]; let r = " + " else ".join([f"if x == {i} {{ {i * i} }}" for i in range(20)]) + " else { -1 }; out[0] = r;",
        i32(17),
        [289],
    ),
    "early returns in a helper called twice": (
        "i32",
        "i32",
        "out[0] = h(a[0]); out[1] = h(a[1]); out[2] = h(a[2]);",
        i32(-1, 0, 5),
        [-1, 0, 15],
    ),
    "return within while within a helper": ("i32", "i32", "out[0] = first(a[0]); out[1] = first(a[1]);", i32(3, 50), [4, -1]),
    "nested counting with signed bounds": (
        "i32",
        "i32",
        (
            "let n = a[0]; if n < 0 { return; } let mut c = 0; "
            "for i in -n..n + 1 { for j in -n..n + 1 { if i * i + j * j >= 0 { c += 1; } } } out[0] = c;"
        ),
        i32(3),
        [49],
    ),
    "equal turns of a loop": (
        "i32",
        "i32",
        "let mut q = 0; for _i in 0..a[2] { q = a[0] / a[1]; } out[0] = q;",
        i32(17, 5, 3),
        [3],
    ),
    "an i8 counter from its least value": (
        "i8",
        "i32",
        "let mut i = i8::MIN; let mut n = 0; while i < a[0] { i += 1; n += 1; } out[0] = n;",
        np.array([-120], np.int8),
        [8],
    ),
    "mixed signs in an exit test": (
        "i32",
        "i32",
        "let mut i = a[0]; let mut n = 0; while (i as u32) > 5 && n < 10 { i += 1; n += 1; } out[0] = n;",
        i32(-3),
        [3],
    ),
    "the exit value of a loop of one turn": (
        "i32",
        "i32",
        "let mut r = 9; let mut i = 0; while i < a[0] { r = (a[1] + i) % 3; i += 1; } out[0] = r;",
        i32(1, 5),
        [2],
    ),
    "a state machine in a loop": (
        "i32",
        "i32",
        (
            "let mut state = 0; let mut n = 0; loop { n += 1; "
            "state = match state { 0 => 2, 1 => { if n > a[0] { break; } 0 } 2 => 3, _ => 1 }; } out[0] = n; "
            "out[1] = state;"
        ),
        i32(5),
        [8, 1],
    ),
    "a store at an unknown index ends a load": (
        "i32",
        "i32",
        "let mut t = [1, 2, 3]; let x = t[0]; t[a[0] as usize] = 9; out[0] = x; out[1] = t[0];",
        i32(0),
        [1, 9],
    ),
    "an arm that changes what is matched": (
        "i32",
        "i32",
        "let mut x = a[0]; match x { 1 => { x = 2; out[0] = x; } 2 => { x = 1; out[0] = x + 100; } _ => {} } out[1] = x;",
        i32(1),
        [2, 2],
    ),
    "chained matches of two tags": (
        "i32",
        "i32",
        (
            "let o = if a[0] > 0 { Some(a[1]) } else { None }; "
            "let r = match o { None => 0, Some(v) => match v { 1 => 10, _ => 20 } }; out[0] = r;"
        ),
        i32(0, 1),
        [0],
    ),
    "true is one, not minus one": (
        "i32",
        "i64",
        "out[0] = (a[0] > 0) as i64; out[1] = (a[0] > 0) as i8 as i64; out[2] = (a[0] > 0) as u64 as i64;",
        i32(1),
        [1, 1, 1],
    ),
    "signed division and remainder": (
        "i32",
        "i32",
        "out[0] = a[0] / a[1]; out[1] = a[0] % a[1]; out[2] = a[1] / a[0]; out[3] = -7 / 2; out[4] = -7 % 2;",
        i32(-7, 2),
        [-3, -1, 0, -3, -1],
    ),
    "bytes, shifts and a difference before a float": (
        "i32",
        "f32",
        "let x = a[0]; out[0] = (((x >> 8) & 255) - ((x >> 16) & 255)) as f32;",
        i32(0x00FF0100),
        [1 - 255],
    ),
    "u16 less a u8 of 255": (
        "u8",
        "i32",
        "out[0] = (3u16 - a[0] as u16) as i32; out[1] = 3 - a[0] as i32;",
        np.array([255], np.uint8),
        [65284, -252],
    ),
    "a sum of 64-bit values stays one": (
        "i64",
        "i64",
        "out[0] = a[0] + a[1];",
        np.array([1 << 40, 5], np.int64),
        [(1 << 40) + 5],
    ),
    "shift by 31, then widening": (
        "i32",
        "i64",
        "out[0] = (a[0] << 31) as i64; out[1] = ((a[0] as u32) << 31) as i64;",
        i32(1),
        [-(1 << 31), 1 << 31],
    ),
    "negation of the least i16": (
        "i16",
        "i32",
        "out[0] = (0 - a[0]) as i32; out[1] = (-a[0]) as i32;",
        np.array([-32768], np.int16),
        [-32768, -32768],
    ),
    "small integers to floats": (
        "i8",
        "f32",
        "out[0] = a[0] as f32; out[1] = a[0] as u8 as f32; out[2] = (a[0] < 0) as i32 as f32;",
        np.array([-1], np.int8),
        [-1, 255, 1],
    ),
    "a byte swap of the low half, then its sign": (
        "i32",
        "i32",
        "let x = a[0] as u32; out[0] = (((x & 255) << 8 | (x >> 8) & 255) as u16) as i16 as i32;",
        i32(0x12349080),
        [-32624],
    ),
    "a shift by a widened u8": (
        "u8",
        "i64",
        "out[0] = 1i64 << (a[0] as i64 & 63); out[1] = (1u64 << a[1]) as i64;",
        np.array([255, 200], np.uint8),
        [-(1 << 63), 1 << 8],
    ),
    "a tag of minus one, nought, one": (
        "i32",
        "i32",
        (
            "for i in 0..3 { out[i] = match compare(a[i], 5) { Way::Less => 1, Way::Same => 2, Way::More => 3 }; "
            "} out[3] = compare(a[0], 5) as i32;"
        ),
        i32(4, 5, 6),
        [1, 2, 3, -1],
    ),
    "a narrow shift by a 64-bit amount": (
        "u32",
        "u32",
        "let n = ((a[1] as u64) << 32) + 1; out[0] = a[0] >> n; out[1] = a[0] << (n + 3);",
        np.array([16, 1], np.uint32),
        [8, 256],
    ),
    "casts of small integers": (
        "i32",
        "i32",
        (
            "out[0] = a[0] as u8 as i32; out[1] = a[0] as i8 as i32; out[2] = (a[0] as u8 + 1) as i32; "
            "out[3] = (a[0] as i8 as u32 >> 24) as i32;"
        ),
        i32(-1),
        [255, -1, 0, 255],
    ),
    "a product modulo in its own width": (
        "i32",
        "i32",
        "out[0] = (a[0] * a[1]) % 1000; out[1] = ((a[0] as i64 * a[1] as i64) % 1000) as i32;",
        i32(100000, 100000),
        [408, 0],
    ),
    "floats to unsigned saturate": (
        "f32",
        "u32",
        "out[0] = a[0] as u32; out[1] = a[1] as u32; out[2] = a[2] as u32; out[3] = a[0] as u8 as u32;",
        np.array([-5, 1e20, np.nan], np.float32),
        [0, 4294967295, 0, 0],
    ),
    "a quotient of equals is one": (
        "f32",
        "i32",
        "for i in 0..4 { out[i] = (a[i].abs() / a[i]) as i32; }",
        np.array([3e-39, 1.7, -0.3, 1e38], np.float32),
        [1, 1, -1, 1],
    ),
    "max with a NaN": (
        "f32",
        "f32",
        "out[0] = a[0].max(a[1]); out[1] = a[1].max(a[0]); out[2] = a[1].min(1.0);",
        np.array([1, np.nan], np.float32),
        [1, 1, 1],
    ),
    "sign bits of a NaN": (
        "f32",
        "u32",
        "out[0] = a[0].abs().to_bits() >> 31; out[1] = (-a[0]).abs().to_bits() >> 31;",
        np.array([-np.nan], np.float32),
        [0, 0],
    ),
    "subnormal constants": (
        "f32",
        "f32",
        "out[0] = 1e-40; out[1] = a[0] * 1e-45; out[2] = f32::MIN_POSITIVE / 2.0;",
        np.array([1], np.float32),
        [float(np.float32(1e-40)), float(np.float32(1e-45)), float(np.float32(1.17549435e-38) / 2)],
    ),
    "the sign of nought": (
        "f32",
        "u32",
        "out[0] = (-0.0f32).to_bits(); out[1] = (0.0 * -a[0]).to_bits(); out[2] = (a[1] + -0.0).to_bits();",
        np.array([1, -0.0], np.float32),
        [1 << 31, 1 << 31, 1 << 31],
    ),
    "infinities": (
        "f64",
        "f64",
        "out[0] = f64::INFINITY; out[1] = -f64::INFINITY; out[2] = 1.0 / a[0];",
        np.array([0.0]),
        [np.inf, -np.inf, np.inf],
    ),
    "half a constant keeps its width": (
        "f64",
        "f64",
        "out[0] = a[0] + 0.1; out[1] = 0.1f32 as f64;",
        np.array([1.0]),
        [1.1, float(np.float32(0.1))],
    ),
    "an index extends by its own sign": (
        "i32",
        "i32",
        "let p = a.as_ptr(); let i = a[3]; out[0] = unsafe { *p.offset(2 + i as isize) }; out[1] = a[(2 + i) as usize];",
        i32(5, 6, 7, -2),
        [5, 5],
    ),
    "a struct of three bytes from a helper": (
        "u8",
        "u32",
        "let t = three(a[0]); out[0] = t.0 as u32; out[1] = t.1 as u32; out[2] = t.2 as u32;",
        np.array([250], np.uint8),
        [250, 251, 252],
    ),
    "a reference to a literal has storage": (
        "i32",
        "i32",
        "let o = if a[0] > 0 { Some(&a[0]) } else { None }; out[0] = *o.unwrap_or(&42);",
        i32(-1),
        [42],
    ),
    "names of all sorts": (
        "i32",
        "i32",
        (
            "let mov = a[0]; let ret = mov + 1; let tid = ret; let b32 = tid; let r#type = b32; "
            "let WARP_SZ = r#type; out[0] = WARP_SZ;"
        ),
        i32(1),
        [2],
    ),
    "two literals in one expression": ("f32", "f32", "let h = 0.5; out[0] = a[0] * h + 1.0;", np.array([3], np.float32), [2.5]),
}
HELPERS = """
#[inline(never)] fn three(x: u8) -> (u8, u8, u8) { (x, x + 1, x + 2) }
#[allow(dead_code)] fn h(x: i32) -> i32 { if x < 0 { return -1; } if x == 0 { return 0; } let y = x * 2; y + x }
#[inline(never)] fn first(x: i32) -> i32 { let mut i = 0; while i < 10 { if i > x { return i; } i += 1; } -1 }
#[derive(Clone, Copy)] enum Way { Less = -1, Same = 0, More = 1 }
fn compare(a: i32, b: i32) -> Way { if a < b { Way::Less } else if a == b { Way::Same } else { Way::More } }
"""


@pytest.mark.parametrize("kind", RESULTS)
def test_results(kind):
    given, result, body, values, expected = RESULTS[kind]
    text = HELPERS + KERNEL.format(t=given, r=result, body=body)
    assert run(text, values.astype(TYPES[given]), result, fmad=False)[: len(expected)] == [
        np.array(e, TYPES[result]).item() for e in expected
    ]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("let i = a[0] as usize; out[0] = a[i];", "index out of bounds: the len is 1 but the index is 7"),
        ("out[a[0] as usize] = 1;", "index out of bounds: the len is 8 but the index is 7000"),
        ("if a[0] > 0 { unreachable!(); } out[0] = 1;", "internal error: entered unreachable code"),
        ("let t = [1, 2]; out[0] = t[a[0] as usize & 7];", "index out of bounds: the len is 2 but the index is 7"),
        ('let mut n = 0; while n < 10 { assert!(n < 3, "n is {n}"); n += 1; } out[0] = n;', "n is 3"),
        ("out[0] = 5 / (a[0] - a[0]);", "attempt to divide by zero"),
    ],
)
def test_a_check_stays(body, message):
    """A path that panics is not taken for unreachable, and what follows the check does not happen before it."""
    text = KERNEL.format(t="i32", r="i32", body=body)
    value = 7000 if "7000" in message else 7
    for level in (0, 1, 2):
        compilation = compile_source(Source("fault.rs", text), Options(level=level))
        out = np.zeros(8, np.int32)
        with pytest.raises(Panic, match=re.escape(message)):
            load(compilation.ptx()).launch(
                "k", 1, 1, [Buffer("a", i32(value)), 1, Buffer("out", out), 8], sites=compilation.lowered().sites
            )
        assert out.tolist() == [0] * 8
        assert "trap;" in compilation.ptx()


def test_a_loop_that_does_not_end_is_not_made_to_end():
    from ptx.vm import Fuel

    text = KERNEL.format(
        t="u8", r="i32", body="let mut i = a[0]; loop { if i == 5 { loop { i = i; } } i += 1; if i == 9 { break; } } out[0] = 1;"
    )
    for level in (0, 2):
        with pytest.raises(Fuel):
            run_once(text, np.array([3], np.uint8), level)


def run_once(text, given, level):
    out = np.zeros(8, np.int32)
    load(ptx_of(text, level=level)).launch("k", 1, 1, [Buffer("a", given), len(given), Buffer("out", out), 8], fuel=10_000)


PRODUCT = KERNEL.format(t="f32", r="f32", body="out[0] = a[0] * a[1] + a[2]; out[1] = a[0] * a[1] - a[0] * a[1];")


def test_products_are_fused_only_where_allowed():
    assert "fma.rn.f32" in ptx_of(PRODUCT)
    plain = ptx_of(PRODUCT, fmad=False)
    assert "fma" not in plain
    assert not re.search(r"\b(mul|add|sub)\.f32", plain), "without .rn the assembler may fuse"


def test_an_explicit_fused_product_stays():
    text = KERNEL.format(t="f32", r="f32", body="out[0] = a[0].mul_add(a[1], a[2]);")
    assert "fma.rn.f32" in ptx_of(text, fmad=False)


def test_no_flush_to_zero_and_no_approximate_division():
    text = KERNEL.format(t="f32", r="f32", body="out[0] = a[0] / a[1] + a[2].sqrt();")
    assert ".ftz" not in ptx_of(text) and ".approx" not in ptx_of(text) and "div.rn.f32" in ptx_of(text)


def test_symbols_are_legal_names():
    text = "mod dotted { pub mod r#type { #[inline(never)] pub fn größe<T: Copy>(x: T) -> T { x } } }\n" + KERNEL.format(
        t="i32", r="i32", body="out[0] = dotted::r#type::größe::<i32>(a[0]); out[1] = dotted::r#type::größe((a[0], 2)).1;"
    )
    names = re.findall(r"(?:\.func|\.entry)\s+(?:\([^)]*\)\s*)?([^\s(]+)", ptx_of(text, level=0))
    assert names and all(re.fullmatch(r"[A-Za-z_$][A-Za-z0-9_$]*", name) for name in names)


def test_bytes_of_read_only_data_are_bytes():
    text = "const T: [i8; 4] = [-1, -128, 127, 0];\n" + KERNEL.format(
        t="i32", r="i32", body="out[0] = T[a[0] as usize & 3] as i32;"
    )
    initial = re.findall(r"= \{([^}]*)\}", ptx_of(text))
    assert all(0 <= int(number, 0) <= 255 for numbers in initial for number in numbers.split(","))
    assert run(text, i32(1), "i32")[0] == -128


def test_a_widened_byte_is_no_vector_load():
    text = KERNEL.format(t="u8", r="i64", body="let x = a[0] as u128; out[0] = (x * x * x) as i64;")
    assert ".v2" not in ptx_of(text)
    assert run(text, np.array([255], np.uint8), "i64")[0] == 255**3


def test_constants_keep_their_sign_and_width():
    ptx = ptx_of(KERNEL.format(t="f64", r="f64", body="out[0] = -0.0; out[1] = f64::NEG_INFINITY; out[2] = 0.1;"))
    assert (
        "0d8000000000000000" in ptx
        and "0dFFF0000000000000" in ptx.upper().replace("0D", "0d")
        and "0d3FB999999999999A" in ptx.upper().replace("0D", "0d")
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("#[kernel] pub fn k(a: &[i32]) -> i32 { a[0] }", "K1110"),
        ("#[kernel] pub fn k(a: &[i32]) { let v = vec![1, 2]; }", "K1100"),
        ("#[kernel] pub fn k(a: &mut [i32]) { a[0] = missing; }", "K0425"),
        ("#[kernel] pub fn k(a: &mut [i32]) { let mut s = 0; s = 1.5; }", "K0308"),
        ("fn f() { " + "(" * 3000 + "1" + ")" * 3000 + "; }", "K1035"),
    ],
)
def test_the_first_cause_is_named(text, code):
    assert errors(text)[0] == code
