"""Unrolling on the full road: arrays that loops index are registers, wishes travel from the source, and what the loops do stays."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dialect.function import Function
from dialect.parser import parse_function
from kernelc import load
from kernelc.compile import compile_source
from kernelc.frontend.source import Source
from kernelc.options import Options
from kernelc.passes import unroll
from kernelc.passes.manager import run_passes

BODIES = {
    "written and read by a counter": """
        let mut a = [0.0f32; 4]; for i in 0..4 { a[i] = x[i]; } let mut s = 0.0; for i in 0..4 { s += a[i]; } out[0] = s;""",
    "rows and columns": """
        let mut m = [[0.0f32; 3]; 3]; let mut i = 0; while i < 3 { let mut j = 0; while j < 3 { m[i][j] = x[i * 3 + j]; j += 1; } i += 1; }
        out[0] = m[0][0] * m[1][1] * m[2][2];""",
    "an array by value": "let a = [x[0], x[1], x[2]]; for v in a { out[1] += v; }",
    "an array by value, backwards": "let a = [x[0], x[1], x[2]]; for v in a.into_iter().rev() { out[1] = out[1] * 2.0 + v; }",
    "a triangle": """
        let mut a = [0.0f32; 4]; for i in 0..4 { for j in 0..i { a[i] += x[j] * a[j]; } a[i] += x[i]; } for i in 0..4 { out[i] = a[i]; }""",
    "backwards and by steps": """
        let mut a = [0.0f32; 6]; for i in (0..6).rev() { a[i] = x[i]; } for i in (1..6).step_by(2) { a[i] *= a[i - 1]; }
        for i in 0..=5 { out[i] = a[i]; }""",
    "a loop within of unknown length": """
        let mut a = [0.0f32; 3]; for i in 0..3 { let mut k = i; while k < x.len() { a[i] += x[k]; k += 3; } }
        out[0] = a[0]; out[1] = a[1]; out[2] = a[2];""",
    "counters within a loop of unknown length": """
        let mut a = [0.0f32; 3]; let mut k = 0; while k + 3 <= x.len() { for i in 0..3 { a[i] += x[k + i]; } k += 3; }
        for i in 0..3 { out[i] = a[i]; }""",
    "a break, and what it leaves": """
        let a = [x[0], x[1], x[2], x[3]]; let mut found = 9; for i in 0..4 { if a[i] > 2.5 { found = i; break; } } out[0] = found as f32;
        let mut n = 0; loop { if n == 3 || a[n] == 3.0 { break; } n += 1; } out[1] = n as f32;""",
    "a stack": """
        let mut a = [0.0f32; 4]; let mut n = 0; while n < 4 { a[n] = x[n]; n += 1; } let mut s = 0.0; while n > 0 { n -= 1; s = s * 3.0 + a[n]; }
        out[0] = s;""",
    "elements by reference": "let mut a = [x[0], x[1], x[2]]; for v in &mut a { *v *= 2.0; } let mut s = 0.0; for v in &a { s += *v; } out[0] = s;",
    "a struct with an array and a count": """
        struct Stack { data: [f32; 4], len: usize }
        let mut s = Stack { data: [0.0; 4], len: 0 }; for i in 0..4 { s.data[s.len] = x[i]; s.len += 1; }
        while s.len > 0 { s.len -= 1; out[s.len] += s.data[s.len]; }""",
}


def kernel_of(body: str) -> str:
    return f"#[kernel] pub fn k(x: &[f32], out: &mut [f32]) {{ {body} }}\n"


@pytest.mark.parametrize("name", BODIES)
def test_arrays_that_loops_index_are_registers_and_hold_the_same(name: str, tmp_path: Path) -> None:
    path = tmp_path / "k.rs"
    path.write_text(kernel_of(BODIES[name]))
    results = []
    for level in (0, 2):
        kernels = load(path, level=level)
        x, out = np.arange(1, 11, dtype=np.float32), np.full(8, 0.5, np.float32)
        kernels.k[1, 1](x, out)
        results.append(out)
    assert results[0].tolist() == results[1].tolist()
    assert results[0].tolist() != [0.5] * 8
    compilation = compile_source(Source("k.rs", kernel_of(BODIES[name])), Options(verify=True))
    assert ".local" not in compilation.ptx(), compilation.notes


def compiled(text: str) -> tuple[Function, list[str]]:
    compilation = compile_source(Source("k.rs", text), Options(verify=True))
    return compilation.optimised().functions["k"], compilation.notes


def wishes(text: str) -> list[int | None]:
    """What the loops of the MIR as built ask for."""
    module = compile_source(Source("k.rs", text), Options()).built()[0]
    return [block.unroll for block in module.functions["k"].blocks if block.unroll is not None]


@pytest.mark.parametrize("head", ["for i in 0..n", "while s < n"])
def test_a_wish_travels_from_the_source(head: str) -> None:
    body = "#[kernel] pub fn k(n: u32, out: &mut [u32]) {{ let mut s = 0; {} {} {{ let i = 1; s += i; }} out[0] = s; }}"
    assert wishes(body.format("", head)) == []
    assert wishes(body.format("#[unroll]", head)) == [0]
    assert wishes(body.format("#[unroll(5)]", head)) == [5]
    function, notes = compiled(body.format("#[unroll(5)]", head))
    assert [block.unroll for block in function.blocks if block.unroll is not None] == [1]
    assert sum(op.mnemonic == "mir.cmp" for block in function.blocks for op in block.ops) >= 5
    assert notes == []


def test_a_wish_that_is_not_granted_is_noted_at_its_line() -> None:
    text = "#[kernel] pub fn k(n: u32, out: &mut [u32]) {\n    #[unroll]\n    for i in 0..n {\n        out[0] += i;\n    }\n}\n"
    assert compiled(text)[1] == ["k.rs:3:14: unroll left the loop of k: how often it runs is not known at compile time"]


def test_a_copied_panic_keeps_its_site() -> None:
    text = "#[kernel] pub fn k(x: &[f32], out: &mut [f32]) {\n    for i in 0..3 {\n        out[i] =\n            x[i];\n    }\n}\n"
    function, _ = compiled(text)
    panics = [block.terminator for block in function.blocks if block.terminator.mnemonic == "mir.panic"]
    assert [(p.loc.line, p.loc.column) for p in panics if p.loc is not None] == [(4, 13), (3, 9)]


def counted(iterations: int, ops: int, unroll: str = "") -> Function:
    """A loop of so many iterations with so many ops that stay."""
    body = "\n".join("  mir.store_volatile %i, %p" for _ in range(ops))
    return parse_function(
        f"func @f {{\nbb0(%p: ptr<u32, global>):\n  %z: u32 = mir.const 0 : u32\n  %o: u32 = mir.const 1 : u32\n  %n: u32 = mir.const {iterations} : u32\n"
        f"  mir.goto bb1(%z)\nbb1(%i: u32) {unroll}:\n{body}\n  %j: u32 = mir.add %i, %o\n  %c: bool = mir.cmp lt %j, %n\n"
        "  mir.cond_br %c, bb1(%j), bb2\nbb2:\n  mir.return\n}\n"
    )


@pytest.mark.parametrize(
    ("iterations", "ops", "wish", "unrolls"),
    [
        (unroll.BUDGET // 4, 4, "", True),
        (unroll.BUDGET // 4 + 1, 4, "", False),
        (unroll.BUDGET // 4 + 1, 4, "unroll", True),
        (unroll.BUDGET_ASKED // 64, 64, "unroll", True),
        (unroll.BUDGET_ASKED // 64 + 1, 64, "unroll", False),
        (1, unroll.BUDGET * 2, "", True),
        (2, unroll.BUDGET * 2, "", False),
        (5, 1, "unroll(1)", False),
    ],
)
def test_the_budgets(iterations: int, ops: int, wish: str, unrolls: bool) -> None:
    function = counted(iterations, ops, wish)
    assert run_passes(function, "unroll") == unrolls
    stores = sum(op.mnemonic == "mir.store_volatile" for block in function.blocks for op in block.ops)
    assert stores == (iterations if unrolls else 1) * ops


def test_a_nest_does_not_grow_beyond_the_largest_function() -> None:
    """Each loop runs as often as the one around it says: no inner one is known before the outer one stands in copies."""
    lines = ["func @f {", "bb0(%p: ptr<u32, global>):", "  %z: u32 = mir.const 0 : u32", "  %o: u32 = mir.const 1 : u32", "  %n: u32 = mir.const 40 : u32"]
    lines.append("  mir.goto h0(%z)")
    depth = 4
    for d in range(depth):
        bound = "%n" if d == 0 else f"%i{d - 1}"
        lines += [f"h{d}(%i{d}: u32) unroll:", f"  %c{d}: bool = mir.cmp lt %i{d}, {bound}"]
        leave = "out" if d == 0 else f"l{d - 1}"
        lines += [f"  mir.cond_br %c{d}, b{d}, {leave}", f"b{d}:"]
        lines += [f"  mir.goto h{d + 1}(%z)"] if d + 1 < depth else ["  mir.store_volatile %i0, %p", f"  mir.goto l{d}"]
    for d in reversed(range(depth)):
        lines += [f"l{d}:", f"  %j{d}: u32 = mir.add %i{d}, %o", f"  mir.goto h{d}(%j{d})"]
    function = parse_function("\n".join([*lines, "out:", "  mir.return", "}", ""]))
    assert run_passes(function, "unroll")
    assert 1_000 < function.op_count() < unroll.ROOM_ASKED + 2_000
