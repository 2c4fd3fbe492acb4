"""Initialisation, moves and assignment to immutable variables: rustc's verdict at rustc's place."""

from __future__ import annotations

import pytest

from .support import errors

PRELUDE = "struct S; struct P { a: S, b: u32 } fn g(s: S) {}\n"
CASES = [
    ("fn f() -> u32 { let v; if true { v = 1; } v }", "K0381", "used binding `v` is possibly-uninitialized"),
    ("fn f(c: bool) -> u32 { let v; if c { v = 1; } v }", "K0381", "used binding `v` is possibly-uninitialized"),
    ("fn f() -> u32 { let x: u32; x += 1; 3 }", "K0381", "used binding `x` isn't initialized"),
    ("fn f() -> u32 { let x: u32; let r = &x; *r }", "K0381", "used binding `x` isn't initialized"),
    ("fn f() { let a: [u32; 2]; let b = a[1]; }", "K0381", "used binding `a` isn't initialized"),
    ("fn f() -> u32 { let x: u32; while true { x = 1; break; } x }", "K0381", "used binding `x` is possibly-uninitialized"),
    ("fn f(s: S) { g(s); g(s); }", "K0382", "use of moved value: `s`"),
    ("fn f(n: u32) { let s = S; let mut i = 0; while i < n { g(s); i += 1; } }", "K0382", "use of moved value: `s`"),
    ("fn f(p: P) -> u32 { g(p.a); let q = p.b; let r = p; q }", "K0382", "use of partially moved value: `p`"),
    ("fn f(p: P) { g(p.a); let P { a: ref q, .. } = p; }", "K0382", "borrow of moved value: `p.a`"),
    ("fn f(p: P) { let P { a, b } = p; g(p.a); }", "K0382", "use of moved value: `p.a`"),
    ("fn f(p: P) { let r = &p; let q = p; let z = &p; }", "K0382", "borrow of moved value: `p`"),
    ("fn f(c: bool, s: S) { match s { t if c => g(t), t => {} } g(s); }", "K0382", "use of moved value: `s`"),
    ("fn f() { let k = 1; k = 2; }", "K0384", "cannot assign twice to immutable variable `k`"),
    ("fn f() { let k = 1; k += 2; }", "K0384", "cannot assign twice to immutable variable `k`"),
    ("fn f(k: u32) { k = 2; }", "K0384", "cannot assign to immutable argument `k`"),
    ("fn f(c: bool) { let k: u32; loop { k = 1; if c { break; } } }", "K0384", "cannot assign twice to immutable variable `k`"),
    ("fn f(r: &S) -> S { *r }", "K0507", "cannot move out of `*r`, which is behind a reference"),
    ("fn f(r: &P) { g(r.a); }", "K0507", "cannot move out of `r.a`, which is behind a reference"),
    ("fn f(r: &[S]) { g(r[0]); }", "K0508", "cannot move out of `r[0]`, an element of an array or slice"),
]
RIGHT = [
    "fn f(c: bool) -> u32 { let v; if c { v = 1; } else { v = 2; } v }",
    "fn f(c: bool) -> u32 { let x; loop { if c { x = 3; break; } } x }",
    "fn f(c: bool) -> u32 { let x; if c { return 1; } else { x = 2; } x }",
    "fn f(p: P) -> P { let mut q = p; g(q.a); q.a = S; q }",
    "fn f(r: &P) { match r { P { a, b } => {} } let s = &r.a; }",
    "fn f(c: bool, s: S) { match s { t if c => g(t), t => g(t) } }",
    "fn f(p: P) -> u32 { g(p.a); p.b }",
    "fn f(p: P) -> u32 { g(p.a); let P { a: _, b: ref q } = p; *q }",
    "fn f(p: P) -> u32 { let P { a, b: ref q } = p; g(a); *q }",
    "fn f(mut p: P) -> u32 { let P { a: _, b: ref mut q } = p; *q += 1; p.b }",
    "fn f(n: u32) { let mut i = 0; while i < n { let s = S; g(s); i += 1; } }",
    "fn f(n: u32) { let mut i = 0; while i < n { let k; k = i; i = k + 1; } }",
    "fn f(s: S) { let mut t = s; g(t); t = S; g(t); }",
]



def file_of(functions):
    """One function a line, each with a name of its own."""
    return PRELUDE + "\n".join(text.replace("fn f(", f"fn f{i}(", 1) for i, text in enumerate(functions))


@pytest.fixture(scope="module")
def found():
    by_line: dict[int, list[tuple[str, str]]] = {}
    for code, line, message, _ in errors(file_of([text for text, _, _ in CASES] + RIGHT)):
        by_line.setdefault(line, []).append((code, message))
    return by_line


@pytest.mark.parametrize("number", range(len(CASES)))
def test_reported(found, number):
    assert found[number + 2] == [CASES[number][1:]], CASES[number][0]


def test_nothing_else_is_reported(found):
    assert sorted(found) == [number + 2 for number in range(len(CASES))]


def test_an_instance_reports_once():
    text = "fn f<T: Copy>(t: T) -> u32 { let v; if false { v = 1; } v }\nfn a() { f(1u8); f(2u16); f(3u32); }"
    assert [code for code, *_ in errors(text)] == ["K0381"]
