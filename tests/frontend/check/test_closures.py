"""Closures cost nothing: after inlining no call, no memory and no value of theirs is left. What they are is in the programs beside rustc."""

from __future__ import annotations

import pytest

from kernelc.compile import compile_source
from kernelc.frontend.source import Source
from kernelc.options import Options

CHAINS = {
    "map, filter, sum": "a.iter().map(|x| x * n).filter(|x| *x > 2).sum::<i32>()",
    "enumerate, filter_map, fold": "a.iter().enumerate().filter_map(|(i, x)| if i as i32 > n { Some(x - n) } else { None }).fold(n, |s, x| s ^ x)",
    "zip, take_while, count": "a.iter().zip(1..).take_while(|(x, k)| **x < *k * n).count() as i32",
    "flat_map, max": "(0..n).flat_map(|i| (0..i).map(move |j| i * j - n)).max().unwrap_or(0)",
    "position, map_or_else": "a.iter().position(|x| *x == n).map_or_else(|| n, |i| i as i32)",
    "min_by_key": "a.iter().copied().min_by_key(|x| (x - n).abs()).unwrap_or_default()",
    "scan, skip_while, last": "a.iter().scan(n, |s, x| { *s += x; Some(*s) }).skip_while(|x| *x < 9).last().unwrap_or(n)",
    "for_each with a counter": "{ let mut c = 0; a.iter().for_each(|x| if *x > n { c += x }); c }",
    "a generic function with two closures": "pair(|x| x + n, |x| x * n, 5)",
    "a struct of a closure and a function": "{ let s = Held { f: |x| x - n, g: double }; (s.f)((s.g)(n)) }",
    "a FnMut by reference": "{ let mut t = n; let mut f = |x: i32| { t += x; t }; f(1) + by_reference(&mut f) + t }",
}
AROUND = """
fn pair<F: Fn(i32) -> i32, G: Fn(i32) -> i32>(f: F, g: G, x: i32) -> i32 { f(g(x)) + g(f(x)) }
fn by_reference<F: FnMut(i32) -> i32>(f: &mut F) -> i32 { f(2) + f(3) }
struct Held<F, G> { f: F, g: G }
fn double(x: i32) -> i32 { x * 2 }
"""


@pytest.mark.parametrize("chain", list(CHAINS.values()), ids=list(CHAINS))
def test_nothing_is_left_of_closures(chain: str) -> None:
    kernel = f"#[cuda_device::kernel] pub fn k(a: &[i32], out: &mut [i32], n: i32) {{ out[0] = {chain}; }}"
    text = compile_source(Source("program.rs", AROUND + kernel), Options(level=2)).ptx()
    assert "st.global" in text
    assert [word for word in ("call", ".local", ".func") if word in text] == []
