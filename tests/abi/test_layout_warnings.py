"""docs/abi.md, Layout: code that sees a layout which Rust does not fix gets a warning."""

from __future__ import annotations

import pytest

from kernelc.compile import compile_source
from kernelc.frontend.source import Source
from kernelc.options import Options

TYPES = """
use core::mem::{size_of, align_of, transmute, size_of_val};
#[derive(Clone, Copy)] pub struct Free { a: u8, b: u32 }
#[derive(Clone, Copy)] #[repr(C)] pub struct Fixed { a: u8, b: u32 }
#[derive(Clone, Copy)] #[repr(transparent)] pub struct Wrapped(u32);
#[derive(Clone, Copy)] pub struct Lonely { a: u64 }
#[derive(Clone, Copy)] #[repr(C)] pub struct Outer { inner: Free }
#[derive(Clone, Copy)] pub enum Plain { A, B }
#[derive(Clone, Copy)] #[repr(u8)] pub enum Tagged { A, B(u32) }
pub struct Four(u32);
"""


def warnings(body: str, more: str = "") -> list[tuple[int, str, str]]:
    text = f"{TYPES}{more}\n#[kernel] pub fn k(p: *mut Free, q: *mut Fixed, out: *mut u64) {{ unsafe {{\n{body}\n}} }}\n"
    made = compile_source(Source("k.rs", text), Options())
    made.built()
    made.copy_built()
    first = text.count("\n", 0, text.index("#[kernel]")) + 2
    found = []
    for each in made.diagnostics:
        assert (each.code, each.level) == ("K1128", "warning")
        assert each.span is not None
        line = text.count("\n", 0, each.span.start) + 1 - first
        found.append((line, each.message.removeprefix("the layout of ").removesuffix(" is not fixed in Rust"), each.label))
    return found


@pytest.mark.parametrize(
    ("body", "type", "how"),
    [
        ("*out = size_of::<Free>() as u64;", "`Free`", "`size_of` depends on it"),
        ("*out = align_of::<[Free; 3]>() as u64;", "`Free`", "`align_of` depends on it"),
        ("*out = size_of::<(u8, u32)>() as u64;", "`(u8, u32)`", "`size_of` depends on it"),
        ("*out = size_of::<Outer>() as u64;", "`Free`", "`size_of` depends on it"),
        ("*out = size_of::<Plain>() as u64;", "`Plain`", "`size_of` depends on it"),
        ("*out = size_of_val(&*p) as u64;", "`Free`", "`size_of` depends on it"),
        ("*out = *(p as *mut u64);", "`Free`", "the pointer cast depends on it"),
        ("(*(out as *mut Free)).a = 1;", "`Free`", "the pointer cast depends on it"),
        ("*out = *p.cast::<u64>();", "`Free`", "the pointer cast depends on it"),
        ("*out = transmute::<Free, u64>(*p);", "`Free`", "`transmute` depends on it"),
    ],
)
def test_what_sees_an_open_layout_is_warned_about(body: str, type: str, how: str) -> None:
    assert warnings(body) == [(0, type, how)]


@pytest.mark.parametrize(
    "body",
    [
        "*out = size_of::<Fixed>() as u64 + align_of::<[Fixed; 2]>() as u64;",
        "*out = size_of::<Wrapped>() as u64 + size_of::<Lonely>() as u64 + size_of::<Four>() as u64;",
        "*out = size_of::<Tagged>() as u64;",
        "*out = size_of::<Option<&Free>>() as u64 + size_of::<*const Free>() as u64;",
        "*out = *(q as *mut u64); *out = *q.cast::<u64>();",
        "let r = p as *const Free; *out = (*r).b as u64;",
        "let x = [*p; 3]; let mut n = 0; for each in x.iter() { n += each.b; } *out = n as u64;",
        "*out = (*p.add(1)).b as u64;",
        "*out = transmute::<f64, u64>(1.0);",
    ],
)
def test_what_rust_fixes_is_not(body: str) -> None:
    assert warnings(body) == []


def test_each_place_is_named_once_and_constants_too() -> None:
    body = "*out = size_of::<Free>() as u64;\n*out = size_of::<Free>() as u64 + N as u64;"
    more = "const N: usize = size_of::<Free>();"
    assert [line for line, _, _ in warnings(body, more)] == [-2, 0, 1]


def test_a_generic_function_is_warned_about_for_the_type_it_is_used_with() -> None:
    more = "fn bytes<T>() -> u64 { size_of::<T>() as u64 }"
    assert [(type, how) for _, type, how in warnings("*out = bytes::<u32>() + bytes::<Free>();", more)] == [("`Free`", "`size_of` depends on it")]
