"""docs/abi.md, Names: what the symbols of kernels, functions and statics are, and which clashes are errors."""

from __future__ import annotations

import re

import pytest

from dialect.function import Module, Static
from dialect.parser import parse_module
from dialect.types import U32
from kernelc.compile import compile_source
from kernelc.frontend.build.names import LETTERS, decode, encode
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source
from kernelc.options import Options
from ptx.lower import LoweringError, lower_module


def ptx(text: str, **options: object) -> str:
    return compile_source(Source("k.rs", text), Options(**options)).ptx()  # type: ignore[arg-type]


def codes(text: str, **options: object) -> list[tuple[str, str]]:
    with pytest.raises(CompileError) as caught:
        ptx(text, **options)
    return [(each.code, each.message) for each in caught.value.diagnostics]


WORDS_OF_PTX = ["ret", "tid", "add", "bra", "mov", "entry", "func", "reg", "param", "global", "version", "exit", "trap", "WARP_SIZE", "r1", "rd1", "p1"]


@pytest.mark.parametrize("name", WORDS_OF_PTX)
@pytest.mark.parametrize("level", [0, 2])
def test_a_kernel_at_the_root_keeps_its_name(name: str, level: int) -> None:
    made = ptx(f"fn help(ret: u32) -> u32 {{ ret + 1 }}\n#[kernel] pub fn {name}({name}: u32, out: &mut [u32]) {{ out[0] = help({name}); }}", level=level)
    assert re.findall(r"\.visible \.entry (.*?)\(", made) == [name]
    assert f".param .u32 {name}_param_0," in made


@pytest.mark.ptxas
def test_ptxas_accepts_words_of_ptx_as_names() -> None:
    from ptx.assemble import assemble

    text = "".join([f"#[kernel] pub fn {name}({name}: u32, out: &mut [u32]) {{ out[0] = {name}; }}\n" for name in WORDS_OF_PTX])
    assert sorted(assemble(ptx(text), "sm_75").resources) == sorted(WORDS_OF_PTX)


def test_elsewhere_the_path_is_encoded() -> None:
    made = ptx(
        "mod inner { #[kernel] pub fn k(out: &mut [f32]) { out[0] = super::first::<[f32; 2]>(&[1.0, 2.0]); out[1] = B::new().get(); }\n"
        "pub struct B(f32); impl B { #[inline(never)] fn new() -> B { B(unsafe { X }) } #[inline(never)] fn get(&self) -> f32 { self.0 } }\n"
        "static mut X: f32 = 1.0; }\n"
        "trait First { fn one(&self) -> f32; } impl First for [f32; 2] { #[inline(never)] fn one(&self) -> f32 { self[0] } }\n"
        "#[inline(never)] fn first<T: First>(x: &T) -> f32 { x.one() }"
    )
    symbols = re.findall(r"\.entry ([\w$]+)\(", made) + re.findall(r"\.func .*?([\w$]+)\(\n", made) + re.findall(r"\.b8 ([\w$]+)\[", made)
    found = sorted(dict.fromkeys(decode(symbol) for symbol in symbols))
    for path in ("inner::k", "inner::X", "inner::B::get", "first::<[f32; 2]>", "<[f32; 2] as First>::one"):
        assert path in found


@pytest.mark.parametrize("text", ["a::b", "f::<[f32; 4], &mut u8>", "<V as Trait<(u8, i16)>>::get", "naïve::größe_1", "f::<{ -1 }>", *LETTERS])
def test_the_encoding_can_be_read_back(text: str) -> None:
    symbol = encode(text)
    assert re.fullmatch(r"[\w$]+", symbol, re.ASCII)
    assert decode(symbol) == text


@pytest.mark.parametrize(
    "text",
    [
        "#[kernel] pub fn k(x: u32) {} #[kernel] pub fn k(x: u32) {}",
        "static mut k: u32 = 1; #[kernel] pub fn k(out: &mut [u32]) { unsafe { self::k = 2 } }",
    ],
)
def test_equal_names_at_the_root_are_an_error(text: str) -> None:
    assert {code for code, _ in codes(text)} <= {"K0428", "K1113"}


def test_equal_symbols_are_an_error() -> None:
    module = Module()
    module.add(parse_module("kernel @k {\nbb0:\n  mir.return\n}\n").functions["k"])
    module.statics["k"] = Static("k", U32, "global", b"")
    with pytest.raises(LoweringError, match="two items of the module have the symbol `k`"):
        lower_module(module)


def test_cudas_assertion_keeps_its_name() -> None:
    text = "#[kernel] pub fn __assertfail(x: &mut [u32]) { x[0] = 1; }"
    assert ".entry __assertfail(" in ptx(text)
    assert codes(text, panic="message") == [("K1127", "`__assertfail` is CUDA's: with the panic mode `message` no item may have this name")]


def test_a_kernel_named_like_the_reporting_function_keeps_its_name() -> None:
    made = ptx("#[kernel] pub fn kernelc_report(x: &mut [u32]) { x[0] = 1; }", panic="report")
    assert ".entry kernelc_report(" in made
    assert "call.uni kernelc_report_1," in made
