"""Every kind of fault, with its position, thread, and the values in its message."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ptx.parser import PtxSyntaxError
from ptx.vm import (
    BarrierDivergence,
    Buffer,
    Deadlock,
    Fuel,
    LaunchError,
    LoadError,
    Misaligned,
    NonCoherent,
    OutOfBounds,
    Panic,
    ReadOnly,
    StackOverflow,
    UnknownInstruction,
    VmError,
    WarpMisuse,
    load,
)

from .harness import HEADER

REGISTERS = ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<19>; .reg .b64 %rd<19>; .reg .f32 %f<9>;\n"


def kernel(body: str, head: str = "", parameters: str = ".param .u64 x, .param .u64 y", tail: str = "") -> str:
    return (
        f'{HEADER}{head}.visible .entry k({parameters}) {{\n{REGISTERS}.loc 1 7 3\nld.param.u64 %rd1, [x];\n'
        f"ld.param.u64 %rd2, [y];\nmov.u32 %r1, %tid.x;\n.loc 1 9 5\n{body}\nret;\n}}\n.file 1 \"kernel.rs\"\n{tail}"
    )


def fails(kind: type[VmError], text: str, threads: int = 1, blocks: int = 1, arrays=None, **options) -> VmError:
    x, y = arrays if arrays is not None else (np.zeros(10, "f"), np.zeros(10, "f"))
    with pytest.raises(kind) as caught:
        load(text).launch("k", blocks, threads, [Buffer("x", x), Buffer("y", y)], **options)
    assert type(caught.value) is kind
    return caught.value


def test_out_of_bounds_names_array_offset_and_thread() -> None:
    error = fails(OutOfBounds, kernel("mad.wide.u32 %rd3, %r1, 4, %rd1; ld.global.f32 %f1, [%rd3];"), threads=12, blocks=2)
    assert (error.file, error.line, error.column) == ("kernel.rs", 9, 5)
    assert (error.block, error.thread) == ((0, 0, 0), (10, 0, 0))
    assert error.details == {"address": error.details["address"], "size": 4, "name": "x", "offset": 40, "past": 0}
    assert "out of bounds: read of 4 bytes at offset 40, 0 bytes past the end of argument `x` (40 bytes)" in str(error)
    assert "kernel.rs:9:5 (PTX line 11: ld.global.f32 %f1, [%rd3];)" in str(error)


def test_running_into_the_neighbour_counts() -> None:
    """Two halves of one array are two arguments: one byte more is already outside."""
    whole = np.zeros(20, "f")
    error = fails(OutOfBounds, kernel("st.global.f32 [%rd1+40], %f1;"), arrays=(whole[:10], whole[10:]))
    assert error.details["name"] == "x"
    assert "write of 4 bytes at offset 40" in str(error)
    before = fails(OutOfBounds, kernel("ld.global.f32 %f1, [%rd2+-8];"))
    assert "8 bytes before the start of argument `y`" in str(before)
    far = fails(OutOfBounds, kernel("add.u64 %rd3, %rd1, 4000; ld.global.f32 %f1, [%rd3];"))
    assert "3960 bytes past the end of argument `x`" in str(far)


def test_partial_and_vector_accesses_over_the_end() -> None:
    odd = np.zeros(10, np.uint8)
    error = fails(OutOfBounds, kernel("ld.global.u32 %r2, [%rd1+8];"), arrays=(odd, odd))
    assert "2 bytes over the end of argument `x` (10 bytes)" in str(error)
    fails(OutOfBounds, kernel("ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+32];"))
    target = np.zeros(10, "f")
    fails(OutOfBounds, kernel("mov.f32 %f1, 0f3F800000; st.global.v4.f32 [%rd1+32], {%f1, %f1, %f1, %f1};"), arrays=(target, target))
    assert not target.any()


def test_null_and_wild_pointers() -> None:
    assert "the null pointer" in str(fails(OutOfBounds, kernel("mov.u64 %rd3, 0; ld.global.f32 %f1, [%rd3];")))
    assert "plus 12 bytes" in str(fails(OutOfBounds, kernel("mov.u64 %rd3, 0; ld.f32 %f1, [%rd3+12];")))
    wild = fails(OutOfBounds, kernel("mov.u64 %rd3, 0xFFFFFFFFFFFFFFF0; st.global.f32 [%rd3], %f1;"))
    assert "belongs to no array" in str(wild)
    fails(OutOfBounds, kernel("mov.u64 %rd3, 0; ld.global.f32 %f1, [%rd3+-4];"))
    fails(OutOfBounds, kernel("mov.u64 %rd3, 0xFFFFFFFFFFFFFFFC; ld.global.f32 %f1, [%rd3+8];"))


def test_shared_and_local_bounds() -> None:
    shared = kernel("mov.u32 %r2, area; ld.shared.f32 %f1, [%r2+64];", head=".shared .align 4 .b8 area[64];\n")
    assert "offset 64, 0 bytes past the end of shared memory (64 bytes)" in str(fails(OutOfBounds, shared))
    negative = kernel("mov.u32 %r2, area; sub.u32 %r2, %r2, 4; ld.shared.f32 %f1, [%r2];", head=".shared .align 4 .b8 area[64];\n")
    fails(OutOfBounds, negative)
    local = kernel(".local .align 4 .b8 space[8];\nmov.u64 %rd3, space; st.local.u32 [%rd3+8], %r1;")
    assert "local memory (8 bytes)" in str(fails(OutOfBounds, local))


def test_misaligned() -> None:
    error = fails(Misaligned, kernel("ld.global.f32 %f1, [%rd1+2];"))
    assert "read of 4 bytes at offset 2 of argument `x`" in str(error)
    fails(Misaligned, kernel("ld.global.v2.f32 {%f1, %f2}, [%rd1+4];"))
    fails(Misaligned, kernel("atom.global.add.u32 %r2, [%rd1+1], 1;"))


def test_an_array_keeps_its_own_alignment() -> None:
    whole = np.arange(17, dtype="f")
    text = kernel("ld.global.f32 %f1, [%rd1]; st.global.f32 [%rd2], %f1; ld.global.v2.f32 {%f1, %f2}, [%rd1+4]; st.global.f32 [%rd2+4], %f2;")
    out = np.zeros(2, "f")
    load(text).launch("k", 1, 1, [Buffer("x", whole[1:]), Buffer("y", out)])
    assert out.tolist() == [1.0, 3.0]
    fails(Misaligned, kernel("ld.global.v2.f32 {%f1, %f2}, [%rd1];"), arrays=(whole[1:], out))
    fails(OutOfBounds, kernel("ld.global.f32 %f1, [%rd1+64];"), arrays=(whole[1:], out))
    fails(OutOfBounds, kernel("ld.global.f32 %f1, [%rd1+-4];"), arrays=(whole[1:], out))


def test_read_only() -> None:
    frozen = np.zeros(4, "f")
    frozen.flags.writeable = False
    error = fails(ReadOnly, kernel("st.global.f32 [%rd1+4], %f1;"), arrays=(frozen, frozen))
    assert "write of 4 bytes at offset 4 of argument `x` (16 bytes)" in str(error)
    fails(ReadOnly, kernel("atom.global.add.f32 %f1, [%rd1], %f2;"), arrays=(frozen, frozen))
    with pytest.raises(ReadOnly):
        load(kernel("st.global.f32 [%rd1], %f1;")).launch("k", 1, 1, [Buffer("x", np.zeros(4, "f"), writable=False), 0])
    constant = kernel("mov.u64 %rd3, table; cvta.const.u64 %rd3, %rd3; st.u32 [%rd3], %r1;", head=".const .align 4 .u32 table[2] = {1, 2};\n")
    assert "constant `table`" in str(fails(ReadOnly, constant))


def test_panic_with_its_site() -> None:
    text = kernel("mov.u64 %rd5, 10; cvt.u64.u32 %rd6, %r1; mov.u32 %r7, -3;\nsetp.ge.u32 %p1, %r1, 10;\n@!%p1 bra DONE;\n$panic_3: trap;\nDONE:")
    site = SimpleNamespace(
        label="$panic_3", file="user.rs", line=4, column=13, message="index out of bounds: the len is {0} but the index is {1}, {2} {x}",
        registers=("%rd5", "%rd6", "%r7"), types=("u64", "u64", "i32"), inlined=(("user.rs", 20, 1),),
    )  # fmt: skip
    for sites in ([site], {"$panic_3": site}):
        error = fails(Panic, text, threads=13, blocks=2, sites=sites)
        assert error.problem == "index out of bounds: the len is 10 but the index is 10, -3 {x}"
        assert (error.file, error.line, error.column, error.thread) == ("user.rs", 4, 13, (10, 0, 0))
        assert error.place is not None
        assert error.place.inlined_at == (("user.rs", 20, 1),)
    plain = fails(Panic, text, threads=13)
    assert "the kernel executed `trap`" in str(plain)
    assert plain.line == 9


def test_values_of_a_panic_are_shown_by_type() -> None:
    text = kernel("mov.f32 %f1, 0f3FC00000; setp.eq.u32 %p1, %r1, 0; mov.u32 %r5, 955;\n$panic_0: trap;")
    site = SimpleNamespace(label="$panic_0", message="{0} {1} {2}", registers=("%f1", "%p1", "%r5"), types=("f32", "bool", "char"))
    assert fails(Panic, text, sites=[site]).problem == "1.5 true 'λ'"


def test_the_fault_of_the_least_thread_is_reported() -> None:
    """Thread 5 faults at once, thread 2 only after a barrier that needs no one else; block 0 before block 1."""
    body = """
    setp.eq.u32 %p1, %r1, 5; @%p1 trap;
    bar.warp.sync 0x1F;
    setp.eq.u32 %p2, %r1, 2; @%p2 trap;
    """
    text = kernel("setp.gt.u32 %p3, %r1, 5; @%p3 bra DONE;" + body + "DONE:")
    assert fails(Panic, text, threads=8, blocks=2).thread == (2, 0, 0)


def test_divergent_barriers() -> None:
    body = "setp.lt.u32 %p1, %r1, 7; @%p1 bra OTHER;\n.loc 1 11 1\nbar.sync 0; bra.uni DONE;\nOTHER:\n.loc 1 13 2\nbar.sync 0;\nDONE:"
    error = fails(BarrierDivergence, kernel(body), threads=40)
    assert "threads 0-6 wait at kernel.rs:13:2" in str(error)
    assert "threads 7-39 wait at kernel.rs:11:1" in str(error)
    partial = kernel("setp.lt.u32 %p1, %r1, 7; @%p1 bra OTHER; bar.sync 0; bra.uni DONE; OTHER: bar.sync 1; DONE:")
    assert "different places" in str(fails(BarrierDivergence, partial, threads=32))
    counts = kernel("setp.lt.u32 %p1, %r1, 32; @%p1 bra OTHER; bar.sync 2, 64; bra.uni DONE; OTHER: bar.sync 2, 96; DONE:")
    assert "barrier 2 is used for 64 threads here and for 96 threads elsewhere" in str(fails(BarrierDivergence, counts, threads=96))


def test_deadlock_between_warps() -> None:
    body = "setp.lt.u32 %p1, %r1, 32; @%p1 bra OTHER; bar.sync 1, 64; bra.uni DONE; OTHER: bar.sync 2, 64; DONE:"
    error = fails(Deadlock, kernel(body), threads=64)
    assert "threads 0-31 wait at" in str(error)
    assert "threads 32-63 wait at" in str(error)
    lanes = kernel("setp.lt.u32 %p1, %r1, 4; @%p1 bra DONE; bar.warp.sync 0xFFFFFFFF; bra.uni END; DONE: bar.sync 1, 64; END:")
    fails(BarrierDivergence, lanes, threads=64)


def test_loop_without_end() -> None:
    error = fails(Fuel, kernel(".loc 1 12 3\nLOOP: add.u32 %r2, %r2, 1; bra.uni LOOP;"), fuel=5000)
    assert "is there a loop that never ends?" in str(error)
    assert error.line == 12


def test_calls_without_end() -> None:
    head = ".func f(.param .b32 n) { .reg .b32 %r<3>; ld.param.b32 %r1, [n]; { .param .b32 p; st.param.b32 [p], %r1; call f, (p); } ret; }\n"
    error = fails(StackOverflow, kernel("{ .param .b32 p; st.param.b32 [p], %r1; call f, (p); }", head=head))
    assert "calls are nested" in str(error)
    registers = ".func g() { call g; ret; }\n"
    fails(StackOverflow, kernel("call g;", head=registers))


def test_warp_misuse() -> None:
    assert "lane 3 is not in its own mask" in str(fails(WarpMisuse, kernel("shfl.sync.idx.b32 %r2, %r1, 0, 31, 0x7;"), threads=32))
    assert "barrier 16 does not exist" in str(fails(WarpMisuse, kernel("mov.u32 %r2, 16; bar.sync %r2;")))
    assert "multiple of 32" in str(fails(WarpMisuse, kernel("bar.sync 1, 40;"), threads=64))


def test_what_is_not_known_is_refused_before_anything_runs() -> None:
    y = np.zeros(4, "f")
    error = fails(UnknownInstruction, kernel("mov.f32 %f1, 0f3F800000; st.global.f32 [%rd2], %f1;\nfrobnicate.b32 %r1, %r2;"), arrays=(y, y))
    assert "frobnicate" in str(error)
    assert error.place is not None
    assert error.place.ptx_line == 12
    assert not y.any()
    assert "bra.fast" in str(fails(UnknownInstruction, kernel("bra.fast L; L:")))
    assert "no body" in str(fails(LoadError, kernel("call malloc;", head=".extern .func malloc();\n")))
    assert "label `NOWHERE`" in str(fails(LoadError, kernel("bra NOWHERE;")))
    assert "%zz" in str(fails(LoadError, kernel("mov.u32 %zz, 1;")))
    assert "declared .b64 but used as .u32" in str(fails(LoadError, kernel("add.u32 %r1, %rd1, 1;")))
    assert "%pm0" in str(fails(LoadError, kernel("mov.u32 %r1, %pm0;")))
    with pytest.raises(PtxSyntaxError):
        load("this is not PTX")


@pytest.mark.parametrize(("grid", "block", "text"), [
    (1, 1025, "1025 threads|block.x is 1025"), (1, (32, 32, 2), "2048 threads"), (1, (1, 1, 65), "block.z is 65"), (1, 0, "block.x is 0"),
    (-1, 1, "grid.x is -1"), ((1, 65536), 1, "grid.y is 65536"), ((1, 1, 1, 1), 1, "grid has 4 dimensions"),
])  # fmt: skip
def test_impossible_shapes(grid, block, text: str) -> None:
    with pytest.raises(LaunchError, match=text):
        load(kernel("")).launch("k", grid, block, [0, 0])


def test_impossible_arguments() -> None:
    module = load(kernel("", parameters=".param .u64 x, .param .u64 y, .param .u32 n, .param .f32 a, .param .align 4 .b8 s[8]"))
    good: list = [0, 0, 1, 1.5, bytes(8)]
    module.launch("k", 1, 1, good)

    def refused(position: int, value: Any, text: str) -> None:
        with pytest.raises(LaunchError, match=text):
            module.launch("k", 1, 1, [*good[:position], value, *good[position + 1 :]])

    refused(2, Buffer("b", np.zeros(1)), r"argument 2 \(`n`\) is an array")
    refused(2, 1.5, "must be an integer")
    refused(2, 2**32, "does not fit into .u32")
    refused(3, "text", "must be a number")
    refused(4, bytes(7), "has 7 bytes, the parameter has 8")
    refused(4, 5, "pass bytes")
    refused(0, Buffer("x", np.zeros((4, 4))[:, ::2]), "not contiguous")
    refused(0, Buffer("x", 3), "is no array")
    with pytest.raises(LaunchError, match="takes 5 arguments, got 0"):
        module.launch("k", 1, 1, [])
    with pytest.raises(LaunchError, match="no kernel `nothing`"):
        module.launch("nothing", 1, 1, [])
    with pytest.raises(LaunchError, match="shared memory"):
        module.launch("k", 1, 1, good, shared=300_000)


def test_required_block_size() -> None:
    text = kernel("").replace(") {", ")\n.reqntid 64, 1, 1\n{", 1)
    load(text).launch("k", 1, 64, [0, 0])
    with pytest.raises(LaunchError, match=r"blocks of \(64, 1, 1\)"):
        load(text).launch("k", 1, 32, [0, 0])


def test_empty_grids_and_arrays() -> None:
    empty = np.zeros(0, "f")
    load(kernel("trap;")).launch("k", 0, 32, [Buffer("x", empty), Buffer("y", empty)])
    load(kernel("trap;")).launch("k", (3, 0), 32, [Buffer("x", empty), Buffer("y", empty)])
    fails(OutOfBounds, kernel("ld.global.f32 %f1, [%rd1];"), arrays=(empty, empty))


def test_a_loop_that_changes_nothing_is_found_without_using_up_fuel() -> None:
    error = fails(Fuel, kernel(".loc 1 12 3\nLOOP: mov.u32 %r2, 1; setp.eq.u32 %p1, %r2, 1; @%p1 bra LOOP;"), threads=2, blocks=3)
    assert "repeats and nothing changes" in str(error)
    assert (error.line, error.thread) == (12, (0, 0, 0))


def test_waiting_for_memory_that_nobody_changes() -> None:
    body = "setp.eq.u32 %p2, %r1, 2; @%p2 bra DONE;\n.loc 1 30 1\nWAIT: ld.volatile.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0; @%p1 bra WAIT; DONE:"
    error = fails(Deadlock, kernel(body), threads=4, blocks=2)
    assert "threads 0-1, 3 loop at kernel.rs:30:1" in str(error)
    locked = kernel("LOCK: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra LOCK;")
    assert fails(Deadlock, locked, threads=2).thread == (1, 0, 0)
    counting = kernel("LOCK: atom.global.add.u32 %r2, [%rd1], 1; setp.ne.u32 %p1, %r2, 0xffffffff; @%p1 bra LOCK;")
    assert fails(Fuel, counting, threads=2, fuel=200_000).thread == (0, 0, 0)
    turning = kernel("LOCK: st.global.u32 [%rd1], 1; st.global.u32 [%rd1], 0; ld.global.u32 %r2, [%rd1]; setp.ne.u32 %p1, %r2, 7; @%p1 bra LOCK;")
    assert fails(Fuel, turning, threads=2, fuel=200_000).thread == (0, 0, 0)


def test_writing_what_was_read_as_constant() -> None:
    """One array passed twice, read through `.nc` and written: the neighbour's bytes are free, the same bytes are not."""
    fine = kernel("mad.wide.u32 %rd3, %r1, 4, %rd1; ld.global.nc.f32 %f1, [%rd3]; mad.wide.u32 %rd4, %r1, 4, %rd2; st.global.f32 [%rd4], %f1;")
    load(fine).launch("k", 1, 8, [Buffer("x", np.zeros(8, "f")), Buffer("y", np.zeros(8, "f"))])
    same = kernel("ld.global.nc.v2.f32 {%f1, %f2}, [%rd1+8]; st.global.f32 [%rd1], %f1; st.global.f32 [%rd1+12], %f1;")
    error = fails(NonCoherent, same)
    assert error.details["offset"] == 12
    fails(NonCoherent, kernel("ld.global.nc.u8 %r2, [%rd1+5]; red.global.add.u32 [%rd1+4], 1;"))
    shared = np.zeros(10, "f")
    copied = kernel("ld.global.nc.f32 %f1, [%rd1+8]; st.global.f32 [%rd2], %f1;")
    load(copied).launch("k", 1, 1, [Buffer("x", shared), Buffer("y", shared)])
    assert fails(NonCoherent, copied, arrays=(shared, shared[2:])).details["name"] == "y"


def test_stores_where_there_is_no_memory() -> None:
    fails(OutOfBounds, kernel("mov.u32 %r2, 0; st.shared.u32 [%r2], %r1;"))
    fails(OutOfBounds, kernel("mov.u64 %rd3, 0; st.local.u8 [%rd3+4], %r1;"))
    assert "a call needs" in str(fails(LoadError, kernel("call (%r1);")))
    fails(LoadError, kernel("lop3.b32 %r1|%p1, %r1, %r2, %r3, 3;"))
