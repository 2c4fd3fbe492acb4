"""docs/abi.md, Parameters: structs, tuples, arrays and enums by value, and what Python passes for them."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from kernelc import ArgumentError, load
from kernelc.compile import compile_source
from kernelc.frontend.source import Source
from kernelc.options import Options

TYPES = """
#[derive(Clone, Copy)] pub struct Particle { tag: u8, at: [f32; 2], id: i16 }
#[derive(Clone, Copy)] pub struct Pair<T>(T, T);
#[derive(Clone, Copy)] pub struct Nothing;
#[derive(Clone, Copy)] pub enum Color { Red = 3, Green = 7 }
#[derive(Clone, Copy)] pub enum Shape { Empty, Circle(f32), Box { w: u16, h: f64 } }
"""

Load = Callable[[str], Any]


@pytest.fixture
def loaded(tmp_path: Path) -> Load:
    def make(text: str) -> Any:
        path = tmp_path / "k.rs"
        path.write_text(TYPES + text, "utf-8")
        return load(str(path))

    return make


def parameters(signature: str) -> list[str]:
    made = compile_source(Source("k.rs", f"{TYPES}\n#[kernel] pub fn k({signature}) {{}}"), Options()).ptx()
    return re.findall(r"\.param (.*?),?\n", made[: made.index("{")])


@pytest.mark.parametrize(
    ("rust", "align", "size"),
    [
        ("Particle", 4, 16),
        ("(u8, f64)", 8, 16),
        ("(u8, u16, u8)", 2, 6),
        ("[i16; 3]", 2, 6),
        ("[[f64; 2]; 2]", 8, 32),
        ("Pair<i64>", 8, 16),
        ("Color", 1, 1),
        ("Shape", 8, 16),
        ("Option<f32>", 4, 8),
        ("(u8, i128)", 16, 32),
    ],
)
def test_an_aggregate_by_value_is_one_parameter_in_its_layout(rust: str, align: int, size: int) -> None:
    assert parameters(f"first: u8, x: {rust}, last: u8")[1:] == [f".align {align} .b8 k_param_1[{size}]", ".u8 k_param_2"]


@pytest.mark.parametrize("rust", ["()", "Nothing", "[f32; 0]", "((), Nothing)"])
def test_what_has_no_size_is_no_parameter(rust: str) -> None:
    assert parameters(f"first: u8, x: {rust}, last: u16") == [".u8 k_param_0", ".u16 k_param_1"]


def test_pointers_may_be_absent(loaded: Load) -> None:
    assert parameters("x: Option<&f64>, y: Option<&mut [u8]>") == [
        ".u64 .ptr .global .align 8 k_param_0", ".u64 .ptr .global .align 1 k_param_1", ".u64 k_param_2",
    ]  # fmt: skip
    k = loaded(
        "#[kernel] pub fn k(x: Option<&f32>, y: Option<&[f32]>, out: &mut [f32]) {"
        " if let Some(x) = x { out[0] = *x; } if let Some(y) = y { out[1] = y[1]; } }"
    ).k
    out = np.zeros(2, np.float32)
    k[1, 1](None, None, out)
    assert out.tolist() == [0, 0]
    k[1, 1](np.ones(1, np.float32), np.arange(2, dtype=np.float32) + 4, out)
    assert out.tolist() == [1, 5]


def test_numbers_that_are_not_zero_are_numbers_to_the_host(loaded: Load) -> None:
    assert parameters("x: &[Option<NonZeroU16>], y: Option<NonZeroU32>".replace("NonZero", "core::num::NonZero"))[2:] == [".align 4 .b8 k_param_2[4]"]
    k = loaded(
        "use core::num::NonZeroU32; #[kernel] pub fn k(x: &[Option<NonZeroU32>], y: Option<NonZeroU32>, out: &mut [u32]) {"
        " for (o, v) in out.iter_mut().zip(x) { *o = match v { Some(n) => n.get() * 2, None => 7 } + y.is_some() as u32; } }"
    ).k
    out = np.zeros(3, np.uint32)
    k[1, 1](np.arange(3, dtype=np.uint32), np.uint32(0), out)
    assert out.tolist() == [7, 2, 4]
    k[1, 1](np.arange(3, dtype=np.uint32), np.uint32(9), out)
    assert out.tolist() == [8, 3, 5]


PARTICLE = """
#[kernel] pub fn k(p: Particle, out: &mut [f32]) {
    out[0] = p.tag as f32; out[1] = p.at[0]; out[2] = p.at[1]; out[3] = p.id as f32;
}
"""


@dataclass
class ParticleObject:
    tag: int
    at: list[float]
    id: int


class ParticleTuple(NamedTuple):
    tag: int
    at: tuple[float, float]
    id: int


class ParticleOfC(ctypes.Structure):
    _fields_ = [("tag", ctypes.c_uint8), ("at", ctypes.c_float * 2), ("id", ctypes.c_int16)]


DTYPE = np.dtype([("tag", np.uint8), ("at", np.float32, (2,)), ("id", np.int16)], align=True)


@pytest.mark.parametrize(
    "value",
    [
        (5, (1.5, -2), -7),
        {"id": -7, "tag": 5, "at": np.array([1.5, -2], np.float32)},
        ParticleObject(5, [1.5, -2.0], -7),
        ParticleTuple(5, (1.5, -2.0), -7),
        ParticleOfC(5, (1.5, -2.0), -7),
        np.array((5, [1.5, -2], -7), DTYPE)[()],
        np.array([(5, [1.5, -2], -7)], DTYPE),
        np.array((5, [1.5, -2], -7), DTYPE).tobytes(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_struct_takes_what_has_its_fields(loaded: Load, value: object) -> None:
    out = np.zeros(4, np.float32)
    loaded(PARTICLE).k[1, 1](value, out)
    assert out.tolist() == [5, 1.5, -2, -7]


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ((5, (1.5, -2)), r"argument `p` of k: Particle has 3 fields \(tag, at, id\), got 2 values"),
        ((500, (1.5, -2), 1), r"argument `p` of k: field `tag`: 500 does not fit into u8, which holds 0 to 255"),
        ((5, (1.5, "x"), 1), r"argument `p` of k: field `at`: \[1\]: expected f32, got the str 'x'; write float\(…\)"),
        ((5, (1.5,), 1), r"argument `p` of k: field `at`: \[f32; 2\] has 2 elements, got 1"),
        ({"tag": 5, "at": (1, 2)}, r"Particle has the fields tag, at, id, a value of type dict has others"),
        (5, r"expected Particle, got the int 5; write numpy.array\(\(…\), dtype=numpy.dtype\(\[\('tag', numpy.uint8\), "),
        (b"12", r"Particle has 16 bytes, got 2"),
        (np.array((5, [1.5, -2], -7), np.dtype([("tag", "u1"), ("at", "f4", 2), ("id", "i2")]))[()], r"has another layout than"),
        ((ctypes.c_float * 4)(), r"Particle has another layout than c_float_Array_4 of ctypes; write numpy"),
    ],
)
def test_what_does_not_fit_a_struct_is_said(loaded: Load, value: object, complaint: str) -> None:
    with pytest.raises(ArgumentError, match=complaint):
        loaded(PARTICLE).k[1, 1](value, np.zeros(4, np.float32))


def test_tuples_and_arrays_take_sequences(loaded: Load) -> None:
    k = loaded("#[kernel] pub fn k(t: (u8, f64), a: [i32; 3], out: &mut [f64]) { out[0] = t.1; out[1] = t.0 as f64; out[2] = a[2] as f64; }").k
    for a in ([1, 2, 3], (1, 2, 3), range(1, 4), np.array([1, 2, 3], np.int32)):
        out = np.zeros(3)
        k[1, 1]((2, 0.5), a, out)
        assert out.tolist() == [0.5, 2, 3]
    with pytest.raises(ArgumentError, match=r"\[i32; 3\] has 3 elements, got 2"):
        k[1, 1]((2, 0.5), [1, 2], np.zeros(3))
    with pytest.raises(ArgumentError, match=r"\[i32; 3\] has another layout than int64 of shape"):
        k[1, 1]((2, 0.5), np.arange(3), np.zeros(3))


class ColorOfPython(Enum):
    Red = "r"
    Green = "g"


def test_enums_take_names_numbers_and_fields(loaded: Load) -> None:
    k = loaded(
        "#[kernel] pub fn k(c: Color, s: Shape, o: Option<f32>, out: &mut [f64]) {"
        " out[0] = c as u8 as f64;"
        " out[1] = match s { Shape::Empty => -1.0, Shape::Circle(r) => r as f64, Shape::Box { w, h } => w as f64 * h };"
        " out[2] = match o { Some(x) => x as f64, None => -2.0 }; }"
    ).k
    cases: list[tuple[object, object, object, list[float]]] = [
        ("Red", "Empty", "None", [3, -1, -2]),
        (7, ("Circle", 2.5), ("Some", 0.5), [7, 2.5, 0.5]),
        (ColorOfPython.Green, ("Box", {"w": 3, "h": 4.0}), "None", [7, 12, -2]),
        (np.uint8(3), ("Box", 3, 4.5), "None", [3, 13.5, -2]),
    ]
    for color, shape, option, result in cases:
        out = np.zeros(3)
        k[1, 1](color, shape, option, out)
        assert out.tolist() == result
    wrong: list[tuple[object, object]] = [("Blue", "Empty"), (4, "Empty"), (True, "Empty"), ("Red", "Circle"), ("Red", ("Circle", 1.0, 2.0))]
    for color, shape in wrong:
        with pytest.raises(ArgumentError):
            k[1, 1](color, shape, "None", np.zeros(3))


def test_a_parameter_that_is_only_read_stays_in_parameter_space() -> None:
    text = TYPES + "#[kernel] pub fn k(p: Particle, t: (u8, [f64; 3]), s: Shape, out: &mut [f64]) {"
    text += " let q = p; out[0] = q.at[1] as f64 + t.1[2]; if let Shape::Circle(r) = s { out[1] = r as f64; } }"
    made = compile_source(Source("k.rs", text), Options()).ptx()
    assert ".local" not in made
    assert "ld.param.f32 \t%f1, [k_param_0+8];" in made


BIG = """
#[derive(Clone, Copy)] pub struct Big { w: [f32; 40], n: u32 }
fn half(b: &Big, i: usize) -> f32 { b.w[i] / 2.0 }
#[kernel] pub fn read(b: Big, s: Shape, bytes: [u8; 64], out: &mut [f32]) {
    let i = cuda_device::thread::index_1d().get();
    let n = match s { Shape::Empty => 0.0, Shape::Circle(r) => r, Shape::Box { w, h } => w as f32 * h as f32 };
    out[i] = b.w[i] + bytes[2 * i] as f32 + b.n as f32 + n;
}
#[kernel] pub fn changed(mut b: Big, out: &mut [f32]) {
    let i = cuda_device::thread::index_1d().get();
    b.w[1] = 50.0;
    out[i] = b.w[i];
}
#[kernel] pub fn borrowed(b: Big, out: &mut [f32]) {
    let i = cuda_device::thread::index_1d().get();
    out[i] = half(&b, i);
}
"""


def test_an_index_that_is_computed_reads_parameter_space(loaded: Load) -> None:
    module = loaded(BIG)
    text: str = module.ptx
    read = text[text.index(".entry read(") : text.index(".entry changed(")]
    assert ".local" not in read
    big = ([float(i) for i in range(40)], 3)
    out = np.zeros(16, np.float32)
    module.read[1, 16](big, ("Box", 2, 0.5), bytes(range(64)), out)
    assert out.tolist() == [i + 2 * i + 3 + 1 for i in range(16)]
    module.changed[1, 16](big, out)
    assert out.tolist() == [0, 50, *range(2, 16)]
    module.borrowed[1, 16](big, out)
    assert out.tolist() == [i / 2 for i in range(16)]


@pytest.mark.ptxas
def test_ptxas_accepts_aggregates_by_value() -> None:
    from ptx.assemble import assemble

    for level in (0, 2):
        made = assemble(compile_source(Source("k.rs", TYPES + BIG), Options(level=level)).ptx(), "sm_75")
        assert not made.messages
        assert level == 0 or made.resources["read"].local == 0
