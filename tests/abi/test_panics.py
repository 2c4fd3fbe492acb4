"""docs/abi.md, Panics: an exception on the CPU; on a GPU a trap, and before it what `--panic` asks."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
import pytest

from kernelc.compile import Compilation, compile_source
from kernelc.frontend.source import Source
from kernelc.options import Options
from ptx.record import SIZE, Record, read_record, value_of, values_of
from ptx.vm import Buffer, Panic, load

KERNEL = """
use cuda_device::{kernel, thread};

#[inline(never)]
fn half(n: i32, d: i32) -> i32 {
    if n > 100 { half(n - 100, d) } else { n / d }
}

#[kernel]
pub fn k(d: i32, limit: f32, out: &mut [i32]) {
    let i = thread::index_1d().get();
    assert!(limit < 2.0, "too large: {}", limit);
    out[i] = half(out[i], d);
}

#[kernel]
pub fn calm(out: *mut u32) {
    unsafe { *out = 1 };
}
"""


def compiled(panic: str, text: str = KERNEL) -> Compilation:
    return compile_source(Source("k.rs", text), Options(panic=panic))


def header(ptx: str, kernel: str) -> str:
    start = ptx.index(f".entry {kernel}(")
    return ptx[start : ptx.index("{", start)]


def run(made: Compilation, d: int, limit: float, size: int, record: bytearray | None, sites: Iterable[object] = ()) -> np.ndarray:
    out = np.arange(size, dtype=np.int32) + 250
    hidden = [] if record is None else [Buffer("record", record)]
    args: list[Buffer | float] = [d, limit, Buffer("out", out), size, *hidden]
    load(made.ptx()).launch("k", 2, 4, args, sites=sites or made.lowered().sites)
    return out


def reported(d: int, limit: float, size: int, text: str = KERNEL) -> tuple[Record, object]:
    made, data = compiled("report", text), bytearray(SIZE)
    with pytest.raises(Panic):
        run(made, d, limit, size, data)
    found = read_record(bytes(data))
    assert found is not None
    assert found.is_complete
    return found, made.lowered().sites[found.site]


def test_a_trap_alone_says_nothing() -> None:
    ptx = compiled("trap").ptx()
    assert re.search(r"\$panic_0:\n\ttrap;\n\texit;\n", ptx)
    assert header(ptx, "k").count("k_param_") == 4
    assert ".func" not in header(ptx, "calm")


def test_the_record_is_a_hidden_last_parameter_of_every_kernel() -> None:
    ptx = compiled("report").ptx()
    assert header(ptx, "k").rstrip().endswith(".param .u64 .ptr .global .align 8 k_param_4\n)")
    assert header(ptx, "calm").rstrip().endswith(".param .u64 .ptr .global .align 8 calm_param_1\n)")
    assert "atom.relaxed.sys.global.cas.b32" in ptx
    assert "fence.acq_rel.sys;" in ptx
    assert ptx.startswith(".version 6.0\n.target sm_70\n")


def test_without_a_panic_the_record_stays_free() -> None:
    record = bytearray(SIZE)
    assert run(compiled("report"), 5, 1.0, 8, record).tolist() == [(50 + i) // 5 for i in range(8)]
    assert bytes(record) == bytes(SIZE)


def test_the_record_holds_site_block_thread_and_values() -> None:
    found, site = reported(1, 1.0, 6)
    assert site.message == "index out of bounds: the len is {0} but the index is {1}"  # type: ignore[attr-defined]
    assert (found.block, found.thread, found.words) == ((1, 0, 0), (2, 0, 0), (6, 6, 0, 0))


def test_a_function_that_is_called_reports_too() -> None:
    found, site = reported(0, 1.0, 8)
    assert site.message == "attempt to divide by zero"  # type: ignore[attr-defined]
    assert site.function != "k"  # type: ignore[attr-defined]
    assert (found.block, found.thread) == ((0, 0, 0), (0, 0, 0))


VALUES = """
#[kernel]
pub fn k(d: i32, limit: f32, out: &mut [i32]) {
    let byte = d as i8;
    assert!(byte > 0, "{} {} {} {}", byte, limit, limit as f64, d > 0);
}
"""


def test_values_keep_sign_and_fraction() -> None:
    found, site = reported(-3, 1.5, 6, VALUES)
    kinds = site.types  # type: ignore[attr-defined]
    assert [value_of(word, kind) for word, kind in zip(found.words, kinds, strict=True)] == [-3, 1.5, 1.5, False]


def test_the_vm_names_the_site_in_every_mode() -> None:
    for mode in ("trap", "message", "report"):
        with pytest.raises(Panic, match=r"the len is 6 but the index is 6, at k.rs:13:\d+ ") as caught:
            run(compiled(mode), 1, 1.0, 6, bytearray(SIZE) if mode == "report" else None)
        assert (caught.value.block, caught.value.thread) == ((1, 0, 0), (2, 0, 0))


def test_a_message_is_cudas_device_assertion() -> None:
    made = compiled("message")
    assert ".extern .func __assertfail(" in made.ptx()
    assert header(made.ptx(), "k").count("k_param_") == 4
    with pytest.raises(Panic) as caught:
        run(made, 1, 1.0, 6, None, sites=[_Nowhere()])
    details = caught.value.details
    assert details["message"] == "index out of bounds: the len is _ but the index is _"
    assert (details["file"], details["line"], details["function"]) == ("k.rs", 13, "k")


class _Nowhere:
    """A site that no label has."""

    label = "$nowhere"


def test_a_text_is_written_once() -> None:
    ptx = compiled("message").ptx()
    assert ptx.count(str([*b"k.rs"])[1:-1] + ", 0}") == 1


@pytest.mark.ptxas
@pytest.mark.parametrize("mode", ["message", "report"])
def test_ptxas_accepts(mode: str) -> None:
    from ptx.assemble import assemble

    made = assemble(compiled(mode).ptx(), "sm_75")
    assert all("Stack size" in str(message) for message in made.messages)  # a recursive function has none that is known
    assert made.resources["calm"].registers


WIDE = """
#[kernel]
pub fn k(d: i32, limit: f32, out: &mut [i32]) {
    let wide = d as i128 * 0x1_0000_0000_0000_0000_i128 - 1;
    assert!(limit < 1.0, "{} {} {}", wide, d, wide as u128);
}
"""


def test_values_of_128_bits_take_two_words() -> None:
    found, site = reported(-3, 1.5, 6, WIDE)
    wide = -3 * 2**64 - 1
    assert values_of(found.words, site.types) == [wide, -3]  # type: ignore[attr-defined]
    with pytest.raises(Panic, match=f"{wide} -3 {wide + 2**128}, at k.rs:5"):
        run(compiled("trap", WIDE), -3, 1.5, 6, None)
    assert values_of((1, 2), ["u128"]) == [2**65 + 1]


@pytest.mark.parametrize("marked", ["@x[n]", "(x) @[1..n].len() as u32", "x [1..2] @[n..].len() as u32", "@x[1..] [n]", "TILE @[n]"])
def test_an_index_of_the_library_panics_at_its_bracket_and_one_of_the_language_at_its_beginning(marked: str) -> None:
    """As rustc says it: the former is a call, whose place is `[`. The place is behind the `@`."""
    line = f"    unsafe {{ y[0] = {marked}; }}"
    head = "use cuda_device::*;\nstatic mut TILE: SharedArray<u32, 4> = SharedArray::UNINIT;\n#[kernel]\n"
    text = f"{head}pub fn k(x: &[u32], y: &mut [u32], n: usize) {{\n{line.replace('@', '')}\n}}\n"
    made = compile_source(Source("k.rs", text), Options())
    args: list[Buffer | int] = [Buffer("x", bytearray(12)), 3, Buffer("y", bytearray(4)), 1, 9]
    with pytest.raises(Panic, match=rf"at k.rs:5:{line.index('@') + 1} "):
        load(made.ptx()).launch("k", 1, 1, args, sites=made.lowered().sites)
