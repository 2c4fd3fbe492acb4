"""`gpu_printf!`: every executor prints the same text, which is C's; a format that does not fit its values is refused; ptxas accepts the call."""

from __future__ import annotations

from array import array

import pytest

from ptx.assemble import assemble

from .support import errors, made, ptx_of, results

FORMATS = {
    '"{} {} {}", 5, -7i64, 250u8': "5 -7 250",
    '"{} {}", -5i8, u64::MAX': "-5 18446744073709551615",
    '"{:x} {:X} {:o} {:#x} {:#o}", 255, 255u64, 8u16, 16, 8': "ff FF 10 0x10 010",
    '"{:x} {:x} {:x} {:o}", -1i8, -1i16, -1, -1i64': "ff ffff ffffffff 1777777777777777777777",
    '"{:5}|{:-5}|{:<5}|{:>5}|{:05}|{:+}|{: }|", 7, 7, 7, 7, 7, 7, 7': "    7|7    |7    |    7|00007|+7| 7|",
    '"{} {:.2} {:.0f} {:8.3f}|", 1.5f32, 2.25, 2.5, -1.0': "1.500000 2.25 2   -1.000|",
    '"{:e} {:E} {:g} {:G}", 1234567.0, 0.5f32, 0.0001, 1e20': "1.234567e+06 5.000000E-01 0.0001 1E+20",
    '"{} {}", f32::INFINITY, -f64::INFINITY': "inf -inf",
    '"{} {}", true, false': "1 0",
    '"{:c}{:c}", 79, 75u8': "OK",
    '"{{}} 100% {}% }}", 3': "{} 100% 3% }",
    '"{0} {1} {0}", 1, 2': "1 2 1",
    '"{n} {m:3}|", m = 4': "9   4|",
    '"{:*}|{:.*}|{:*.*f}|", 4, 7, 1, 2.25, 6, 2, 1.125': "   7|2.2|  1.12|",
    '"{} {:6}|{:<6}|{:.2}", "a%b", "cd", "ef", "ghi"': "a%b     cd|ef    |gh",
    '"{} {}", &n, &&2.0f32': "9 2.000000",
    '"no values"': "no values",
    '"ü {}", "€"': "ü €",
    '"{}", 65504.0f32 as f16': "65504.000000",
}


def kernel(arguments: str) -> str:
    return f"#[kernel]\npub fn k(n: u32, out: &mut [i32]) {{ out[0] = gpu_printf!({arguments}); }}"


@pytest.mark.parametrize("arguments", FORMATS)
def test_everyone_prints_what_c_prints(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = results(kernel(arguments), 1, 1, {"n": 9, "out": array("i", [-1])})
    assert capsys.readouterr().out == FORMATS[arguments] * 4
    assert len({each["out"][0] for each in found.values()}) == 1


def test_the_result_is_the_number_of_values(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, count in (('"x"', 0), ('"{}", 1', 1), ('"{:*} {}", 3, 1, 2.0', 3), ('"{}{}", 1, "text"', 1)):
        assert [each["out"][0] for each in results(kernel(arguments), 1, 1, {"n": 9, "out": array("i", [-1])}).values()] == [
            count
        ] * 4


def test_lines_come_in_the_order_of_the_program_and_once_each(capsys: pytest.CaptureFixture[str]) -> None:
    text = """
fn told(n: u32) { gpu_printf!("t{} ", n); }
#[kernel]
pub fn k(n: u32, out: &mut [i32]) {
    let t = thread::threadIdx_x();
    gpu_printf!("a");
    gpu_printf!("a");
    let mut i = 0;
    while i < n { gpu_printf!("{}", i); i += 1; }
    if t == 1 { told(t); told(t); }
    gpu_printf!("\\n");
    assert!(out.len() > 0, "never");
}
"""
    results(text, 1, 2, {"n": 2, "out": array("i", [0])})
    assert capsys.readouterr().out == "aa01\naa01t1 t1 \n" * 4


REFUSED = {
    '"{:x}", 1.5': "a value of type `f64` has no format `{:x}`",
    '"{:f}", 1': "a value of type `i32` has no format `{:f}`",
    '"{:b}", 1': "a value of type `i32` has no format `{:b}`",
    '"{:^5}", 1': "a value of type `i32` has no format `{:^5}`",
    '"{:w$}", 1': "a value of type `i32` has no format `{:w$}`",
    '"{:#}", 1': "a value of type `i32` has no format `{:#}`",
    '"{}", 1u128': "values of type `u128` cannot be printed",
    "\"{}\", 'x'": "values of type `char` cannot be printed",
    '"{}", (1, 2)': "values of type `(i32, i32)` cannot be printed",
    '"{}"': "1 positional argument in format string, but there are 0 arguments",
    '"{}", 1, 2': "argument never used",
    '"{"': "invalid format string: expected `}` but string was terminated",
    '"}"': "invalid format string: unmatched `}` found",
    "n": "format argument must be a string literal",
    "": "format argument must be a string literal",
    '"a\\0b"': "a format string ends at its first NUL, which stands inside of this one",
    '"' + "{}" * 33 + '", ' + ", ".join("n" * 33): "one call prints at most 32 values, here are 33",
}


@pytest.mark.parametrize("arguments", REFUSED)
def test_what_does_not_fit_is_refused(arguments: str) -> None:
    assert errors(kernel(arguments)) == [("K1126", 2, REFUSED[arguments])]


def test_constants_do_not_print() -> None:
    assert errors('const N: i32 = gpu_printf!("x");\n#[kernel] pub fn k(out: &mut [i32]) { out[0] = N; }') == [
        ("K0015", 1, "cannot print in constants")
    ]


def test_no_item_may_have_the_name_of_cudas_function() -> None:
    found = errors('#[kernel] pub fn vprintf(out: &mut [i32]) { gpu_printf!("x"); }')
    assert found == [("K1127", 1, "`vprintf` is CUDA's: where something is printed no item may have this name")]


def test_values_lie_aligned_behind_each_other() -> None:
    ptx = ptx_of(kernel('"{} {} {} {}", 1u8, 2.5f32, 3i16, n as u64'))
    assert ".local .align 8 .b8 printed[32];" in ptx
    assert [f"[printed{at}]" in ptx for at in ("", "+8", "+16", "+24")] == [True] * 4
    assert ".extern .func (.param .b32 func_retval0) vprintf(" in ptx


@pytest.mark.ptxas
@pytest.mark.parametrize("architecture", ["sm_75", "sm_80", "sm_90", "sm_100"])
def test_ptxas_accepts_it(architecture: str) -> None:
    for arguments in FORMATS:
        for level in (0, 2):
            assert assemble(made(kernel(arguments), level)[1], architecture).cubin.startswith(b"\x7fELF")
