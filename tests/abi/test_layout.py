"""docs/abi.md, Layout: C's in declaration order, enums as RFC 2195 says, and what `repr` asks; on the machine and through the reference interpreter."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dialect.parser import parse_module
from dialect.printer import print_module
from dialect.type_text import MirError
from kernelc import load
from kernelc.compile import compile_source
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options

TYPES = """
#[derive(Clone, Copy)] pub struct Inner { a: u8, b: u16 }
#[derive(Clone, Copy)] #[repr(C)] pub struct Order { a: u8, b: f64, c: u8, d: Inner, e: [u16; 3] }
#[derive(Clone, Copy)] #[repr(transparent)] pub struct Wrapped(f64);
#[derive(Clone, Copy)] #[repr(C, align(16))] pub struct Four { x: f32, y: f32, z: f32 }
#[derive(Clone, Copy)] #[repr(C)] pub struct HasFour { n: u8, v: Four }
#[derive(Clone, Copy)] #[repr(C, packed)] pub struct Packed { a: u8, b: f64, c: Inner, d: i32, e: [u32; 2] }
#[derive(Clone, Copy)] #[repr(packed(2))] pub struct Packed2 { a: u8, b: u32, c: u8 }
#[derive(Clone, Copy)] #[repr(C)] pub struct HasPacked { n: u8, p: Packed, m: u16 }
#[derive(Clone, Copy)] pub enum Small { A, B }
#[derive(Clone, Copy)] pub enum Signed { A = -1, B = 127 }
#[derive(Clone, Copy)] pub enum Wide { A = 0, B = 256 }
#[derive(Clone, Copy)] pub enum Wider { A = 65536 }
#[derive(Clone, Copy)] pub enum Widest { A = 1 << 40 }
#[derive(Clone, Copy)] #[repr(u32)] pub enum Tagged { A, B(u8), C { x: u64 } }
#[derive(Clone, Copy)] pub enum Free { A(u16, u8), B(f32), C }
#[derive(Clone, Copy)] #[repr(C)] pub enum OfC { A, B }
#[derive(Clone, Copy)] #[repr(C)] pub enum UnionOfC { A(u8), B { x: u16, y: u64 }, C }
#[derive(Clone, Copy)] #[repr(C, u8)] pub enum ByteOfC { A(u8, u16), B(f32) }
#[derive(Clone, Copy)] #[repr(i16)] pub enum OfI16 { A, B }
"""


def layout(name: str) -> Any:
    found = compile_source(Source("k.rs", TYPES + "#[kernel] pub fn k() {}"), Options()).type_layout(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "size", "align", "offsets"),
    [
        ("Inner", 4, 2, [0, 2]),
        ("Order", 32, 8, [0, 8, 16, 18, 22]),
        ("Wrapped", 8, 8, [0]),
        ("Four", 16, 16, [0, 4, 8]),
        ("HasFour", 32, 16, [0, 16]),
        ("Packed", 25, 1, [0, 1, 9, 13, 17]),
        ("Packed2", 8, 2, [0, 2, 6]),
        ("HasPacked", 28, 2, [0, 1, 26]),
    ],
)
def test_structs(name: str, size: int, align: int, offsets: list[int]) -> None:
    found = layout(name)
    assert (found.size, found.align, [offset for _, offset, _ in found.parts]) == (size, align, offsets)


@pytest.mark.parametrize(
    ("name", "tag", "size", "align", "offsets"),
    [
        ("Small", "u8", 1, 1, [[], []]),
        ("Signed", "i8", 1, 1, [[], []]),
        ("Wide", "u16", 2, 2, [[], []]),
        ("Wider", "u32", 4, 4, [[]]),
        ("Widest", "u64", 8, 8, [[]]),
        ("Tagged", "u32", 16, 8, [[], [4], [8]]),
        ("Free", "u8", 8, 4, [[2, 4], [4], []]),
        ("OfC", "i32", 4, 4, [[], []]),
        ("UnionOfC", "i32", 24, 8, [[8], [8, 16], []]),
        ("ByteOfC", "u8", 8, 4, [[4, 6], [4]]),
        ("OfI16", "i16", 2, 2, [[], []]),
    ],
)
def test_enums_are_unions_of_structs_that_start_with_the_tag(name: str, tag: str, size: int, align: int, offsets: list[list[int]]) -> None:
    found = layout(name)
    assert (found.element, found.size, found.align) == (tag, size, align)
    assert [[offset for _, offset, _ in part.parts] for _, _, part in found.parts] == offsets


def test_an_option_of_a_reference_uses_null(tmp_path: Path) -> None:
    k = loaded(tmp_path, "fn f(n: u32, x: &u32) -> Option<&u32> { if n > 0 { Some(x) } else { None } }", "n: u32, out: &mut [u64]", (
        "let x = 5; let r = f(n, &x); out[0] = core::mem::size_of::<Option<&u32>>() as u64; out[1] = r.is_none() as u64;"
    ))  # fmt: skip
    for n, absent in ((0, 1), (1, 0)):
        out = np.zeros(2, np.uint64)
        k[1, 1](n, out)
        assert out.tolist() == [8, absent]


def loaded(folder: Path, items: str, signature: str, body: str, **options: Any) -> Any:
    path = folder / "k.rs"
    path.write_text(f"{TYPES}{items}\n#[kernel] pub fn k({signature}) {{ {body} }}", "utf-8")
    return load(str(path), **options).k


@pytest.mark.parametrize("level", [0, 2])
def test_packed_fields_are_read_and_written_where_they_lie(tmp_path: Path, level: int) -> None:
    body = """
        let mut p = one; let q = many[1];
        p.d = -p.d; p.b += q.b; p.e[1] = q.e[0] + 1; p.c.b = 7; p.a = q.c.a;
        many[0] = p; many[2].b = 0.5; many[2].c = p.c;
        holder[0].p = many[1]; holder[0].m = 9;
        small[0].b = small[0].b + 1;
        out[0] = p.b; out[1] = many[0].e[1] as f64; out[2] = holder[0].p.d as f64;
    """
    k = loaded(tmp_path, "", "one: Packed, many: &mut [Packed], holder: &mut [HasPacked], small: &mut [Packed2], out: &mut [f64]", body, level=level)
    packed, holder, small = k.dtype("Packed"), k.dtype("HasPacked"), k.dtype("Packed2")
    assert (packed.itemsize, holder.itemsize, small.itemsize) == (25, 28, 8)
    many = np.array([(0, 0, (0, 0), 0, (0, 0)), (1, 2.5, (3, 4), 5, (6, 7)), (9, 9, (9, 9), 9, (9, 9))], packed)
    held, little, out = np.zeros(1, holder), np.array([(1, 2**32 - 2, 3)], small), np.zeros(3)
    k[1, 1]((10, 1.5, (11, 12), 13, (14, 15)), many, held, little, out)
    assert (many[0]["a"], many[0]["b"], many[0]["c"].tolist(), many[0]["d"]) == (3, 4.0, (11, 7), -13)
    assert many[0]["e"].tolist() == [14, 7]
    assert (many[2]["b"], many[2]["c"].tolist(), many[2]["a"]) == (0.5, (11, 7), 9)
    assert (held[0]["p"]["b"], held[0]["p"]["d"], held[0]["m"]) == (2.5, 5, 9)
    assert little[0].tolist() == (1, 2**32 - 1, 3)
    assert out.tolist() == [4.0, 7, 5]


@pytest.mark.parametrize("level", [0, 2])
def test_aligned_structs_are_aligned_everywhere(tmp_path: Path, level: int) -> None:
    body = "let w = HasFour { n: 1, v: v }; out[0] = v; out[1] = w.v; out[1].y = w.n as f32;"
    body += " let r = &w; out[1].z = ((r as *const HasFour as usize) % 16) as f32;"
    k = loaded(tmp_path, "", "pad: u8, v: Four, out: &mut [Four]", body, level=level)
    assert ".param .align 16 .b8 k_param_1[16]" in k.ptx()
    memory = np.zeros(48, np.uint8)
    start = -memory.__array_interface__["data"][0] % 16
    out = memory[start : start + 32].view(k.dtype("Four"))
    k[1, 1](0, (1.0, 2.0, 3.0), out)
    assert [each.tolist() for each in out] == [(1, 2, 3), (1, 1, 0)]


def test_bytes_of_a_value_are_as_the_layout_says(tmp_path: Path) -> None:
    body = "out[0] = Tagged::B(7); out[1] = Tagged::C { x: 9 }; free[0] = Free::A(513, 4); c[0] = UnionOfC::B { x: 5, y: 6 }; c[1] = u;"
    k = loaded(tmp_path, "", "u: UnionOfC, out: &mut [Tagged], free: &mut [Free], c: &mut [UnionOfC]", body)
    out, free, c = np.zeros(2, k.dtype("Tagged")), np.zeros(1, k.dtype("Free")), np.zeros(2, k.dtype("UnionOfC"))
    k[1, 1](("A", 77), out, free, c)
    assert struct.unpack_from("<ixxxxHxxxxxxQ", c.tobytes()) == (1, 5, 6)
    assert struct.unpack_from("<ixxxxB", c.tobytes(), 24) == (0, 77)
    data = out.tobytes()
    assert struct.unpack_from("<IB", data) == (1, 7)
    assert struct.unpack_from("<IxxxxQ", data, 16) == (2, 9)
    assert struct.unpack_from("<BxHB", free.tobytes()) == (0, 513, 4)


@pytest.mark.parametrize(
    ("items", "code"),
    [
        ("#[repr(packed, align(8))] pub struct Both { a: u8 } fn f(b: Both) {}", "K1108"),
        ("#[repr(align(3))] pub struct Odd { a: u8 } fn f(b: Odd) {}", "K1108"),
        ("fn f(p: Packed) -> f64 { let r = &p.b; *r }", "K0793"),
        ("fn f(p: &mut HasPacked) { let r = &mut p.p.d; *r = 1; }", "K0793"),
        ("fn f(p: Packed) -> f64 { let Packed { ref b, .. } = p; *b }", "K0793"),
        ("fn f(p: &Packed) -> f64 { match p { Packed { b, .. } => *b } }", "K0793"),
        ("#[repr(align(8))] pub enum E { A(u8), B } fn f(e: E) {}", "K1108"),
    ],
)
def test_what_a_layout_cannot_be(items: str, code: str) -> None:
    with pytest.raises(CompileError) as caught:
        compile_source(Source("k.rs", TYPES + items), Options()).built()
    assert [each.code for each in caught.value.diagnostics] == [code]


def test_fields_that_are_aligned_after_all_may_be_borrowed() -> None:
    text = "fn f(p: Packed, q: Packed2) -> u8 { let r = &p.a; let s = &p.c.a; let t = &q.a; *r + *s + *t }"
    assert compile_source(Source("k.rs", TYPES + text), Options()).ptx()


def test_packed_structs_derive(tmp_path: Path) -> None:
    items = "#[derive(Clone, Copy, PartialEq, PartialOrd)] #[repr(C, packed)] pub struct P { a: u8, b: f32 }"
    k = loaded(tmp_path, items, "p: P, q: P, out: &mut [u32]", "out[0] = (p == q) as u32; out[1] = (p.clone() < q) as u32;")
    for p, q, expected in (((1, 2.5), (1, 2.5), [1, 0]), ((1, 2.5), (1, 3.5), [0, 1]), ((2, 2.5), (1, 3.5), [0, 0])):
        out = np.zeros(2, np.uint32)
        k[1, 1](p, q, out)
        assert out.tolist() == expected


@pytest.mark.parametrize(
    ("text", "offsets", "size", "align"),
    [
        ("tuple<u8, f64, u16>", (0, 8, 16), 24, 8),
        ("tuple<packed 1, u8, f64, u16>", (0, 1, 9), 11, 1),
        ("tuple<packed 2, u8, f64, u16>", (0, 2, 10), 12, 2),
        ("tuple<align 16, f32>", (0,), 16, 16),
        ("tuple<align 8>", (), 0, 8),
        ("tuple<payload 8, i32, u8, u16>", (0, 8, 10), 16, 8),
        ("tuple<u8, array<tuple<packed 1, u8, u32>, 3>>", (0, 1), 16, 1),
    ],
)
def test_layouts_are_part_of_mirs_types(text: str, offsets: tuple[int, ...], size: int, align: int) -> None:
    source = f"func @f {{\nbb0:\n  %s: ptr<{text}, local> = mir.alloca {text}\n  mir.return\n}}\n"
    module = parse_module(source)
    assert print_module(module) == source
    found = module.functions["f"].blocks[0].ops[0].type.elem
    assert (found.offsets, found.size, found.align) == (offsets, size, align)


@pytest.mark.parametrize("text", ["tuple<packed 3, u8>", "tuple<align, u8>", "tuple<packed 1 u8>", "tuple<align 0>", "tuple<payload u8>"])
def test_layouts_that_are_none(text: str) -> None:
    with pytest.raises(MirError):
        parse_module(f"func @f {{\nbb0:\n  %s: ptr<{text}, local> = mir.alloca {text}\n  mir.return\n}}\n")
