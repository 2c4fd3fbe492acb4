"""What rustc accepts within today's language is accepted, and what it refuses is refused: snippets with rustc's verdict."""

from __future__ import annotations

import concurrent.futures
from pathlib import Path

import pytest

from kernelc.compile import compile_source
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options

from .harness import RUSTC, rustc_verdict


def snippets():
    """(verdict of rustc, name, text); a name that ends in `(not yet)` is of what kernelc refuses for now as not supported."""
    text = (Path(__file__).parent / "snippets.rs").read_text("utf-8")
    out = []
    for part in text.split("//@ ")[1:]:
        head, _, body = part.partition("\n")
        verdict, _, name = head.partition(" ")
        out.append((verdict, name, body))
    return out


SNIPPETS = snippets()


def verdict(text):
    """The codes of our errors."""
    try:
        compilation = compile_source(Source("snippet.rs", text), Options())
        compilation.check()
        compilation.diagnostics.raise_errors()
        if compilation.roots():
            compilation.built()
    except CompileError as problem:
        return [d.code for d in problem.diagnostics if d.level == "error"]
    return []


@pytest.mark.parametrize(("expected", "name", "text"), SNIPPETS, ids=[name for _, name, _ in SNIPPETS])
def test_verdict(expected, name, text):
    found = verdict(text)
    if name.endswith("(not yet)"):
        assert found == [] or "K1108" in found
    else:
        assert (found == []) == (expected == "ok"), found


@pytest.mark.slow
@pytest.mark.skipif(RUSTC is None, reason="rustc is not installed")
def test_the_verdicts_are_rustc_s():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(rustc_verdict, [text for _, _, text in SNIPPETS]))
    assert [(v, n, f) for (v, n, _), f in zip(SNIPPETS, found, strict=True) if f != v] == []


def test_names_are_unique():
    assert len({name for _, name, _ in SNIPPETS}) == len(SNIPPETS)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("fn f(mut s: i32) { for x in 3 { s += x; let y = x as u8; } }", "K0277"),
        ("struct S; fn f(a: S) -> i32 { let mut s = 0; for x in a { s += x; } s }", "K0277"),
        ("fn f(a: i32) -> i32 { let x = missing(a); x.y + x[0] }", "K0425"),
    ],
)
def test_one_fault_one_error(text, code):
    assert verdict(text) == [code]
