"""`cp.async` and `mbarrier`: bytes arrive when they are waited for, phases complete, and misuse is told."""

import random

import numpy as np
import pytest

from ptx.vm import BarrierDivergence, Buffer, Deadlock, Misaligned, OutOfBounds, VmError, WarpMisuse, load

from .compiled.twins import both

HEAD = ".version 9.0\n.target sm_100a\n.address_size 64\n"


def kernel(lines: str, shared: int = 2048) -> str:
    """Returns a kernel with `%i`/`%o` at 16 bytes a thread of `data` and `out`, `%s` in `buffer`, and a barrier object at `bar`."""
    return f"""{HEAD}.visible .entry k(.param .u64 out, .param .u64 data) {{
.shared .align 16 .b8 buffer[{shared}]; .shared .align 8 .b64 bar;
.reg .b64 %o, %i, %g, %state, %token; .reg .b32 %t, %s, %x, %n, %bar, %lane, %v<8>; .reg .pred %p, %q;
mov.u32 %t, %tid.x; and.b32 %lane, %t, 31; ld.param.u64 %o, [out]; ld.param.u64 %i, [data]; mov.u32 %s, buffer; mov.u32 %bar, bar;
mad.wide.u32 %i, %t, 16, %i; mad.wide.u32 %o, %t, 16, %o; mad.lo.u32 %s, %t, 16, %s;
{lines}
ret; }}"""


def run(lines: str, threads: int = 32, data: np.ndarray | None = None, shared: int = 2048, must_compile: bool = True):
    """Returns `out` (words by thread) and the fault, found equal on both executors."""
    data = np.arange(4 * threads, dtype=np.uint32) if data is None else data
    arrays = [np.zeros(4 * threads, np.uint32), data]
    (out, _), fault = both(kernel(lines, shared), "k", 1, threads, arrays, must_compile=must_compile)
    return out.reshape(threads, 4), fault


ZERO = "mov.b32 %v0, 0; st.shared.v4.b32 [%s], {%v0, %v0, %v0, %v0}; st.shared.v4.b32 [%s+512], {%v0, %v0, %v0, %v0};"
READ = "ld.shared.v4.b32 {%v0, %v1, %v2, %v3}, [%s]; st.global.v4.b32 [%o], {%v0, %v1, %v2, %v3};"
COPY = "cp.async.cg.shared.global [%s], [%i], 16;"


@pytest.mark.parametrize("wait", ["cp.async.wait_all;", "cp.async.commit_group; cp.async.wait_group 0;"])
def test_bytes_are_there_after_the_wait(wait: str) -> None:
    out, fault = run(f"{ZERO} {COPY} {wait} {READ}")
    assert fault is None
    np.testing.assert_array_equal(out.reshape(-1), np.arange(128))


@pytest.mark.parametrize("wait", ["", "cp.async.commit_group;", "cp.async.wait_group 0;", "cp.async.commit_group; cp.async.wait_group 1;"])
def test_bytes_are_not_there_before_it(wait: str) -> None:
    out, fault = run(f"{ZERO} {COPY} {wait} {READ}")
    assert fault is None and not out.any()


def test_groups_complete_in_order() -> None:
    lines = f"{ZERO} {COPY} cp.async.commit_group; cp.async.ca.shared.global [%s+512], [%i], 8; cp.async.commit_group; cp.async.wait_group 1;"
    out, fault = run(lines + "ld.shared.b32 %v0, [%s+4]; ld.shared.b32 %v1, [%s+516]; cp.async.wait_group 0; ld.shared.b32 %v2, [%s+516];"
                     "ld.shared.b32 %v3, [%s+520]; st.global.v4.b32 [%o], {%v0, %v1, %v2, %v3};")  # fmt: skip
    assert fault is None
    np.testing.assert_array_equal(out, [[4 * lane + 1, 0, 4 * lane + 1, 0] for lane in range(32)])


@pytest.mark.parametrize("size", [4, 8, 16])
@pytest.mark.parametrize("valid", [0, 1, 3, 7, 16, 100])
def test_bytes_past_the_valid_ones_are_zero(size: int, valid: int) -> None:
    lines = f"{ZERO} mov.b32 %n, {valid}; cp.async.ca.shared.global [%s], [%i], {size}, %n; cp.async.wait_all; {READ}"
    data = np.random.default_rng(3).integers(1, 2**32, 128, np.uint64).astype(np.uint32)
    out, fault = run(lines, data=data)
    wanted = data.view(np.uint8).reshape(32, 16).copy()
    wanted[:, min(size, valid) :] = 0
    np.testing.assert_array_equal(out.view(np.uint8), wanted)
    assert fault is None


def test_each_lane_has_its_own_number_of_valid_bytes() -> None:
    lines = f"{ZERO} cp.async.cg.shared.global [%s], [%i], 16, %lane; cp.async.wait_all; {READ}"
    data = np.full(128, 0x01010101, np.uint32)
    out, fault = run(lines, data=data)
    assert fault is None
    np.testing.assert_array_equal(out.view(np.uint8).sum(axis=1), [min(lane, 16) for lane in range(32)])


def test_a_predicate_ignores_the_source() -> None:
    lines = f"{ZERO} and.b32 %n, %lane, 1; setp.eq.u32 %p, %n, 1; cp.async.cg.shared.global [%s], [%i], 16, %p; cp.async.wait_all; {READ}"
    out, fault = run(lines)
    wanted = np.arange(128).reshape(32, 4)
    wanted[1::2] = 0
    np.testing.assert_array_equal(out, wanted)
    assert fault is None
    lines = lines.replace("16, %p", "16, !%p")
    out, _ = run(lines)
    np.testing.assert_array_equal(out, np.arange(128).reshape(32, 4) - wanted)


def test_no_source_is_read_where_no_byte_is_valid() -> None:
    lines = f"{ZERO} mov.b64 %i, 3; mov.b32 %n, 0; cp.async.cg.shared.global [%s], [%i], 16, %n; cp.async.wait_all; {READ}"
    out, fault = run(lines)
    assert fault is None and not out.any()


FAULTS = {
    "past the source": ("add.u64 %i, %i, 16;" + COPY, OutOfBounds, 31, "read of 16 bytes at offset 512"),
    "before the source": ("sub.u64 %i, %i, 16;" + COPY, OutOfBounds, 0, "read of 16 bytes at 16 bytes before"),
    "odd source": ("add.u64 %i, %i, 8;" + COPY, Misaligned, 0, "read of 16 bytes at offset 8"),
    "odd target": ("add.u32 %s, %s, 4;" + COPY, Misaligned, 0, "write of 16 bytes at offset 4"),
    "past the target": ("add.u32 %s, %s, 1808;" + COPY, OutOfBounds, 15, "write of 16 bytes at offset 2048"),
    "not global": ("mov.b64 %i, 0; mov.b32 %x, buffer; cvt.u64.u32 %i, %x; cvta.shared.u64 %i, %i;" + COPY, OutOfBounds, 0, "read of 16 bytes"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_bad_addresses_are_faults_where_the_copy_is_issued(case: str) -> None:
    lines, kind, thread, text = FAULTS[case]
    _, fault = run(lines + "cp.async.wait_all;")
    assert type(fault) is kind and fault.thread == (thread, 0, 0) and text in str(fault), str(fault)


def test_many_copies_wait_at_once() -> None:
    lines = """mov.b32 %n, 0; mov.b64 %g, %i; mov.b32 %x, %s;
LOOP: cp.async.ca.shared.global [%x], [%g], 4; cp.async.commit_group; add.u64 %g, %g, 512; add.u32 %x, %x, 128;
add.u32 %n, %n, 1; setp.lt.u32 %p, %n, 500; @!%p bra DONE; and.b32 %v0, %n, 7; setp.ne.u32 %q, %v0, 0; @%q bra LOOP; sub.u32 %x, %x, 1024; bra LOOP;
DONE: cp.async.wait_group 490; ld.shared.b32 %v0, [%s]; cp.async.wait_all; ld.shared.b32 %v1, [%s]; ld.shared.b32 %v2, [%s+128];
ld.shared.b32 %v3, [%s+896]; st.global.v4.b32 [%o], {%v0, %v1, %v2, %v3};"""
    data = np.arange(500 * 128 + 128, dtype=np.uint32)
    out, fault = run("mov.u32 %s, buffer; mad.lo.u32 %s, %t, 4, %s;" + lines, data=data)
    assert fault is None
    np.testing.assert_array_equal(out[:, 0], [4 * lane + 8 * 128 for lane in range(32)])
    np.testing.assert_array_equal(out[5, 1:], [20 + 496 * 128, 20 + 497 * 128, 20 + 495 * 128])


def test_lanes_commit_and_wait_for_themselves() -> None:
    lines = f"""{ZERO} setp.lt.u32 %p, %lane, 8; {COPY} @%p cp.async.commit_group; cp.async.wait_group 0; {READ}"""
    out, fault = run(lines)
    assert fault is None
    wanted = np.arange(128).reshape(32, 4)
    wanted[8:] = 0
    np.testing.assert_array_equal(out, wanted)


def test_a_pipeline_of_two_stages_gives_each_block_its_own_data() -> None:
    lines = f"""mov.u32 %x, %ctaid.x; mad.wide.u32 %i, %x, 1024, %i; mad.wide.u32 %o, %x, 512, %o;
{COPY} cp.async.commit_group; cp.async.cg.shared.global [%s+1024], [%i+512], 16; cp.async.commit_group;
cp.async.wait_group 1; bar.sync 0; xor.b32 %s, %s, 496; ld.shared.v4.b32 {{%v0, %v1, %v2, %v3}}, [%s];
cp.async.wait_group 0; bar.sync 0; ld.shared.v4.b32 {{%v4, %v5, %v6, %v7}}, [%s+1024];
add.u32 %v0, %v0, %v4; add.u32 %v1, %v1, %v5; add.u32 %v2, %v2, %v6; add.u32 %v3, %v3, %v7; st.global.v4.b32 [%o], {{%v0, %v1, %v2, %v3}};"""
    data = np.arange(8 * 256, dtype=np.uint32)
    (out, _), fault = both(kernel(lines), "k", 8, 32, [np.zeros(8 * 128, np.uint32), data])
    assert fault is None
    parts = data.reshape(8, 2, 32, 4)[:, :, ::-1]
    np.testing.assert_array_equal(out.reshape(8, 32, 4), parts.sum(axis=1))


# --- mbarrier ----------------------------------------------------------------------------------------------------------------------------

INIT = "setp.eq.u32 %p, %t, 0; @%p mbarrier.init.shared.b64 [%bar], {count}; bar.sync 0;"


def test_a_phase_completes_with_its_last_arrival() -> None:
    lines = INIT.format(count=32) + """mbarrier.arrive.shared.b64 %state, [%bar]; mbarrier.pending_count.b64 %v0, %state;
bar.sync 0; mbarrier.test_wait.shared.b64 %q, [%bar], %state; selp.u32 %v1, 1, 0, %q;
mbarrier.test_wait.parity.shared.b64 %q, [%bar], 0; selp.u32 %v2, 1, 0, %q; mbarrier.try_wait.parity.shared.b64 %q, [%bar], 1; selp.u32 %v3, 1, 0, %q;
st.global.v4.b32 [%o], {%v0, %v1, %v2, %v3};"""
    out, fault = run(lines)
    assert fault is None
    np.testing.assert_array_equal(out, [[32 - lane, 1, 1, 0] for lane in range(32)])


def test_a_phase_waits_for_all_arrivals() -> None:
    lines = INIT.format(count=33) + """mbarrier.arrive.shared.b64 %state, [%bar]; bar.sync 0; mbarrier.test_wait.shared.b64 %q, [%bar], %state;
selp.u32 %v0, 1, 0, %q; bar.sync 0; @%p mbarrier.arrive.shared.b64 _, [%bar]; bar.sync 0; mbarrier.try_wait.shared.b64 %q, [%bar], %state, 100;
selp.u32 %v1, 1, 0, %q; mbarrier.arrive.release.cta.shared::cta.b64 %token, [%bar], 1; mbarrier.pending_count.b64 %v2, %token;
mbarrier.test_wait.acquire.cta.shared::cta.b64 %q, [%bar], %token; selp.u32 %v3, 1, 0, %q; st.global.v4.b32 [%o], {%v0, %v1, %v2, %v3};"""
    out, fault = run(lines)
    assert fault is None
    np.testing.assert_array_equal(out, [[0, 1, 33 - lane, 0] for lane in range(32)])


def test_arrivals_may_count_more_and_drop() -> None:
    lines = INIT.format(count=20) + """setp.lt.u32 %q, %t, 4; mov.b64 %state, 0; mov.b64 %token, 0; @%q mbarrier.arrive.shared.b64 %state, [%bar], 3;
bar.sync 0; setp.lt.u32 %q, %t, 8; @%q mbarrier.arrive_drop.shared.b64 %token, [%bar]; bar.sync 0; mbarrier.test_wait.parity.shared.b64 %q, [%bar], 0;
selp.u32 %v0, 1, 0, %q; mbarrier.pending_count.b64 %v1, %state; mbarrier.pending_count.b64 %v2, %token; bar.sync 0;
@%p mbarrier.arrive.noComplete.shared.b64 %state, [%bar], 5; mbarrier.pending_count.b64 %v3, %state; st.global.v4.b32 [%o], {%v0, %v1, %v2, %v3};"""
    out, fault = run(lines)
    assert fault is None
    assert out[:, 0].tolist() == [1] * 32
    assert out[:4, 1].tolist() == [20, 17, 14, 11] and out[:8, 2].tolist() == [8, 7, 6, 5, 4, 3, 2, 1]
    assert out[0, 3] == 12


def test_bytes_that_are_to_come_hold_a_phase() -> None:
    lines = INIT.format(count=1) + """@%p mbarrier.arrive.expect_tx.shared.b64 %state, [%bar], 96; bar.sync 0;
mbarrier.test_wait.parity.shared.b64 %q, [%bar], 0; selp.u32 %v0, 1, 0, %q; bar.sync 0; setp.lt.u32 %q, %t, 5;
@%q mbarrier.complete_tx.relaxed.cta.shared.b64 [%bar], 16; bar.sync 0; mbarrier.test_wait.parity.shared.b64 %q, [%bar], 0; selp.u32 %v1, 1, 0, %q; bar.sync 0;
@%p mbarrier.complete_tx.shared.b64 [%bar], 16; bar.sync 0; mbarrier.test_wait.parity.shared.b64 %q, [%bar], 0; selp.u32 %v2, 1, 0, %q;
bar.sync 0; @%p mbarrier.expect_tx.shared.b64 [%bar], 4; mov.b32 %v3, 0; st.global.v4.b32 [%o], {%v0, %v1, %v2, %v3};"""
    out, fault = run(lines)
    assert fault is None
    np.testing.assert_array_equal(out, [[0, 0, 1, 0]] * 32)


def test_copies_arrive_at_an_mbarrier() -> None:
    for noinc, count in ((".noinc", 64), ("", 32)):
        lines = INIT.format(count=count) + f"""{ZERO} {COPY} cp.async.mbarrier.arrive{noinc}.shared.b64 [%bar]; mbarrier.arrive.shared.b64 %state, [%bar];
bar.sync 0; mbarrier.test_wait.shared.b64 %q, [%bar], %state; @!%q exit; {READ}"""
        out, fault = run(lines)
        assert fault is None
        np.testing.assert_array_equal(out.reshape(-1), np.arange(128))


MISUSE = {
    "never initialised": ("mbarrier.arrive.shared.b64 %state, [%bar];", 0, "there is no mbarrier here"),
    "over": (INIT.format(count=4) + "@%p mbarrier.inval.shared.b64 [%bar]; bar.sync 0; mbarrier.test_wait.parity.shared.b64 %q, [%bar], 0;", 0, "here"),
    "written over": (INIT.format(count=4) + "@%p st.shared.u64 [%bar], 7; bar.sync 0; mbarrier.expect_tx.shared.b64 [%bar], 4;", 0, "written over"),
    "no arrivals": (INIT.format(count=0), 0, "takes 1 to 1048575 arrivals"),
    "too many": (INIT.format(count=30) + "mbarrier.arrive.noComplete.shared.b64 %state, [%bar], 2;", 14, "the phase completes by"),
    "more than pending": (INIT.format(count=30) + "mbarrier.arrive.shared.b64 %state, [%bar], 4;", 7, "more arrivals than the phase"),
    "zero": (INIT.format(count=30) + "mov.b32 %n, 0; mbarrier.arrive.shared.b64 %state, [%bar], %n;", 0, "takes 1 to"),
    "bytes": (INIT.format(count=30) + "mbarrier.expect_tx.shared.b64 [%bar], 400000;", 2, "at most 1048575 bytes"),
    "global": ("mbarrier.arrive.b64 %state, [%i];", 0, "must be in shared memory"),
}


@pytest.mark.parametrize("case", MISUSE)
def test_misuse_of_an_mbarrier_is_told(case: str) -> None:
    lines, thread, text = MISUSE[case]
    _, fault = run(lines)
    assert type(fault) is WarpMisuse and fault.thread == (thread, 0, 0) and text in str(fault), str(fault)


@pytest.mark.parametrize(("lines", "kind"), [("sub.u32 %bar, %bar, 4;", Misaligned), ("mov.b32 %bar, 65536;", OutOfBounds)])
def test_addresses_of_an_mbarrier_are_checked(lines: str, kind: type[VmError]) -> None:
    _, fault = run(lines + "mbarrier.init.shared.b64 [%bar], 1;")
    assert type(fault) is kind and "write of 8 bytes" in str(fault)


SPIN = "SPIN: mbarrier.try_wait.parity.shared.b64 %q, [%bar], 0; @!%q bra SPIN;"


def test_producers_and_consumers_meet_at_two_mbarriers() -> None:
    lines = """.shared .align 8 .b64 full; .shared .align 8 .b64 empty; .reg .b32 %round, %parity, %sum;
setp.ne.u32 %p, %t, 0; @%p bra READY; mbarrier.init.shared.b64 [full], 32; mbarrier.init.shared.b64 [empty], 32;
READY: bar.sync 0; mov.b32 %round, 0; mov.b32 %sum, 0; mad.lo.u32 %s, %lane, 4, 0; mov.u32 %x, buffer; add.u32 %s, %s, %x;
setp.lt.u32 %p, %t, 32; @%p bra PRODUCE;
CONSUME: and.b32 %parity, %round, 1;
C: mbarrier.try_wait.parity.shared.b64 %q, [full], %parity; @!%q bra C;
ld.shared.b32 %v0, [%s]; mad.lo.u32 %sum, %sum, 3, %v0; mbarrier.arrive.shared.b64 _, [empty];
add.u32 %round, %round, 1; setp.lt.u32 %q, %round, 10; @%q bra CONSUME; bra END;
PRODUCE: and.b32 %parity, %round, 1; xor.b32 %parity, %parity, 1;
P: mbarrier.try_wait.parity.shared.b64 %q, [empty], %parity; @!%q bra P;
mad.lo.u32 %v0, %round, 100, %lane; st.shared.b32 [%s], %v0; mbarrier.arrive.shared.b64 _, [full];
add.u32 %round, %round, 1; setp.lt.u32 %q, %round, 10; @%q bra PRODUCE;
END: st.global.b32 [%o], %sum;"""
    out, fault = run(lines, threads=64)
    assert fault is None
    for lane in range(32):
        total = 0
        for number in range(10):
            total = total * 3 + number * 100 + lane
        assert out[32 + lane, 0] == total % 2**32


def test_a_wait_that_nobody_ends_is_a_deadlock() -> None:
    lines = INIT.format(count=33) + "mbarrier.arrive.shared.b64 _, [%bar];" + SPIN
    for executor in ("reference", "compiled"):
        module = load(kernel(lines), executor)
        with pytest.raises(Deadlock, match="wait for memory that nobody changes: threads 0-31 loop at"):
            module.launch("k", 1, 32, [Buffer(name, np.zeros(128, np.uint32)) for name in ("out", "data")])
        assert not module.notes


MULTIPLY = "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%v2, %v3}, {%v0}, {%v1}, {%v2, %v3};"


ARRIVALS = """mov.b32 %v0, 0x01010101; mov.b32 %v1, %lane; mov.b32 %v2, 0; mov.b32 %v3, 5; mov.b32 %n, 0; st.shared.b32 [%s], %n; mov.u32 %x, buffer;
bar.sync 0; setp.lt.u32 %p, %lane, 16; @%p bra EARLY;
LATE: ld.volatile.shared.b32 %n, [%x+64]; setp.eq.u32 %q, %n, 0; setp.eq.u32 %p, %lane, 31; @%p st.volatile.shared.b32 [%x+64], 1; @%q bra LATE;"""


def test_lanes_that_come_one_by_one_meet_at_a_matrix_instruction() -> None:
    out, fault = run(f"{ARRIVALS} EARLY: {MULTIPLY} mov.b32 %v0, 0; st.global.v4.b32 [%o], {{%v0, %v1, %v2, %v3}};")
    assert fault is None
    columns = [sum(4 * column + lane for lane in range(4)) for column in range(8)]
    np.testing.assert_array_equal(out[:, 2:], [[columns[lane % 4 * 2], columns[lane % 4 * 2 + 1] + 5] for lane in range(32)])


def test_matrix_instructions_are_met_by_whole_warps() -> None:
    _, fault = run(f"{ARRIVALS} {MULTIPLY} bra END; EARLY: {MULTIPLY} END:")
    assert type(fault) is BarrierDivergence and "threads of one warp wait at different places" in str(fault)


# --- hints, and clusters of one block ------------------------------------------------------------------------------------------------------


def test_hints_change_nothing() -> None:
    lines = """createpolicy.fractional.L2::evict_last.b64 %token, 0f3F800000; createpolicy.range.L2::evict_first.b64 %state, [%i], 64, 128;
ld.global.L1::evict_last.L2::cache_hint.b32 %v0, [%i], %token; applypriority.global.L2::evict_normal [%i], 128; discard.global.L2 [%i], 128;
prefetch.global.L2::evict_last [%i]; griddepcontrol.wait; griddepcontrol.launch_dependents; fence.proxy.async; fence.mbarrier_init.release.cluster;
ld.global.b32 %v1, [%i]; mov.b32 %v2, 0; mov.b32 %v3, 0; st.global.v4.b32 [%o], {%v0, %v1, %v2, %v3};"""
    out, fault = run(lines)
    assert fault is None
    np.testing.assert_array_equal(out, [[4 * lane, 4 * lane, 0, 0] for lane in range(32)])


def test_a_cluster_has_one_block() -> None:
    lines = """mapa.shared::cluster.u32 %x, buffer, 0; mapa.shared::cluster.u32 %v0, %s, 0; sub.u32 %v0, %v0, %x; cvt.u64.u32 %g, %s; cvta.shared.u64 %g, %g;
mapa.u64 %token, %g, 0; sub.u64 %token, %token, %g; cvt.u32.u64 %v1, %token; getctarank.u64 %v2, %g; getctarank.shared::cluster.u32 %v3, %s;
st.global.v4.b32 [%o], {%v0, %v1, %v2, %v3};"""
    out, fault = run(lines)
    assert fault is None
    np.testing.assert_array_equal(out, [[16 * lane, 0, 0, 0] for lane in range(32)])
    _, fault = run("mov.u32 %n, %lane; mapa.shared::cluster.u32 %x, buffer, %n;", must_compile=False)
    assert type(fault) is WarpMisuse and fault.thread == (1, 0, 0) and "there is no block 1 in the cluster" in str(fault)


# --- random programs -----------------------------------------------------------------------------------------------------------------------


def random_copies(generator: random.Random) -> str:
    """Returns copies, groups and waits in any order, for some lanes, with looks at what has arrived."""
    lines = [ZERO, "mov.b32 %n, 0;"]
    for _ in range(40):
        guard = generator.choice(["", "", "@%p ", "@!%p ", "@%q "])
        lines.append(f"setp.lt.u32 %p, %lane, {generator.randrange(33)}; and.b32 %x, %lane, {generator.choice([1, 2, 4, 8])}; setp.ne.u32 %q, %x, 0;")
        size = generator.choice([4, 8, 16])
        place, source = generator.randrange(0, 17 - size, size) + generator.choice([0, 512]), generator.randrange(0, 17 - size, size)
        valid = generator.choice(["", "", ", %lane", f", {generator.randrange(20)}", ", %p", ", !%q"])
        lines.append(generator.choice([
            f"{guard}cp.async.{'cg' if size == 16 else 'ca'}.shared.global [%s+{place}], [%i+{source}], {size}{valid};",
            f"{guard}cp.async.commit_group;",
            f"{guard}cp.async.wait_group {generator.randrange(4)};",
            f"{guard}cp.async.wait_all;",
            f"ld.shared.b32 %v0, [%s+{place}]; mad.lo.u32 %n, %n, 31, %v0;",
            f"ld.shared.b32 %v0, [%s+{place}]; mad.lo.u32 %n, %n, 31, %v0;",
        ]))  # fmt: skip
    return "\n".join([*lines, "mov.b32 %v1, 0; mov.b32 %v2, 0; mov.b32 %v3, 0;", "st.global.v4.b32 [%o], {%n, %v1, %v2, %v3};"])


@pytest.mark.parametrize("seed", range(12))
def test_random_copies_are_the_same_on_both_executors(seed: int) -> None:
    generator = random.Random(seed)
    data = np.array([generator.getrandbits(32) for _ in range(256)], np.uint32)
    _, fault = run(random_copies(generator), threads=64, data=data)
    assert fault is None


def random_arrivals(generator: random.Random) -> str:
    """Returns operations on one mbarrier in any order, for some lanes, with looks at its phase; some are misuse."""
    lines = [INIT.format(count=generator.randrange(20, 60)), "mov.b64 %state, 0; mov.b32 %n, 0;"]
    for _ in range(12):
        count = generator.choice(["", f", {generator.randrange(1, 4)}"])
        lines.append(f"setp.lt.u32 %p, %lane, {generator.randrange(12)}; setp.eq.u32 %q, %t, {generator.randrange(64)};")
        lines.append(generator.choice([
            f"@%p mbarrier.arrive.shared.b64 %state, [%bar]{count};",
            f"@%p mbarrier.arrive.release.cta.shared::cta.b64 %state, [%bar]{count};",
            "@%q mbarrier.arrive_drop.shared.b64 %state, [%bar];",
            f"@%q mbarrier.expect_tx.relaxed.cta.shared.b64 [%bar], {generator.randrange(64)};",
            f"@%q mbarrier.complete_tx.relaxed.cta.shared.b64 [%bar], {generator.randrange(64)};",
            f"@%q mbarrier.arrive.expect_tx.shared.b64 _, [%bar], {generator.randrange(9)};",
            "@%q mbarrier.arrive.noComplete.shared.b64 %state, [%bar], 1;",
            "@%q cp.async.mbarrier.arrive.noinc.shared.b64 [%bar];",
        ]))  # fmt: skip
        lines.append(f"bar.sync 0; mbarrier.test_wait.parity.shared.b64 %p, [%bar], {generator.randrange(2)}; selp.u32 %v0, 1, 2, %p;")
        lines.append("mad.lo.u32 %n, %n, 3, %v0; mbarrier.try_wait.shared.b64 %p, [%bar], %state; selp.u32 %v0, 1, 2, %p;")
        lines.append("mad.lo.u32 %n, %n, 3, %v0; bar.sync 0;")
    lines.append("mbarrier.pending_count.b64 %v1, %state; ld.shared.v2.b32 {%v2, %v3}, [%bar]; st.global.v4.b32 [%o], {%n, %v1, %v2, %v3};")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(12))
def test_random_arrivals_are_the_same_on_both_executors(seed: int) -> None:
    run(random_arrivals(random.Random(seed)), threads=64)
