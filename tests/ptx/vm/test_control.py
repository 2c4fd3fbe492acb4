"""Branches, calls, scopes, memory spaces and moves through PTX text."""

import numpy as np
import pytest

from ptx.vm import Buffer, Panic, load

from .harness import HEADER, run_body


def word(body: str, head: str = "", threads: int = 1) -> int:
    """Runs `body`, which leaves its result in `%r9`, and returns the last thread's result."""
    out = np.zeros(1, np.uint32)
    run_body(body + "\nst.global.u32 [%rd0], %r9;", out, threads=threads, head=head)
    return int(out[0])


def test_loop_and_predicated_instructions() -> None:
    body = "mov.u32 %r9, 0; mov.u32 %r1, 10; LOOP: add.u32 %r9, %r9, %r1; sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOP;"
    assert word(body) == 55
    assert word("mov.u32 %r9, 1; setp.eq.u32 %p1, %r9, 2; @%p1 mov.u32 %r9, 5; @!%p1 add.u32 %r9, %r9, 6;") == 7


def test_a_copy_of_a_loop_variable_keeps_its_old_value() -> None:
    """The lost-copy case: `%r2` must not become another name of `%r1`."""
    body = "mov.u32 %r1, 1; LOOP: mov.u32 %r2, %r1; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 4; @%p1 bra LOOP; mov.u32 %r9, %r2;"
    assert word(body) == 3


def test_swap_in_a_loop() -> None:
    body = """
    mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 0;
    LOOP: mov.u32 %r4, %r1; mov.u32 %r1, %r2; mov.u32 %r2, %r4; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 3; @%p1 bra LOOP;
    mad.lo.u32 %r9, %r1, 10, %r2;
    """
    assert word(body) == 21


@pytest.mark.parametrize(("index", "expected"), [(0, 10), (1, 11), (2, 12)])
def test_indexed_branch(index: int, expected: int) -> None:
    body = f"mov.u32 %r1, {index}; TABLE: .branchtargets A, B, C; brx.idx %r1, TABLE;"
    body += "A: mov.u32 %r9, 10; bra D; B: mov.u32 %r9, 11; bra D; C: mov.u32 %r9, 12; D:"
    assert word(body) == expected


def test_indexed_branch_past_its_table() -> None:
    with pytest.raises(Panic, match="branch index 3 is past the end of 2 targets"):
        word("mov.u32 %r1, 3; T: .branchtargets A, B; brx.idx %r1, T; A: B: mov.u32 %r9, 1;")


def test_scopes_hide_outer_registers_and_labels() -> None:
    body = """
    mov.u32 %r9, 1;
    { .reg .b32 %r9; mov.u32 %r9, 50; bra NEXT; NEXT: add.u32 %r9, %r9, 1; }
    { .reg .b32 t; mov.u32 t, 4; add.u32 %r9, %r9, t; bra NEXT; NEXT: }
    """
    assert word(body) == 5


FUNCTIONS = """
.func (.param .b32 result) triple(.param .b32 n) {
  .reg .b32 %r<3>; ld.param.b32 %r1, [n]; mul.lo.u32 %r2, %r1, 3; st.param.b32 [result], %r2; ret; }
.func (.reg .b32 out) five(.reg .b32 n) { .reg .b32 %r<3>; mov.u32 out, 5; add.u32 out, out, n; ret; }
.func (.reg .b32 out) seven() { mov.u32 out, 7; ret; }
.func (.param .b32 result) factorial(.param .b32 n) {
  .reg .b32 %r<5>; .reg .pred %p1; ld.param.b32 %r1, [n]; mov.u32 %r4, 1; setp.lt.u32 %p1, %r1, 2; @%p1 bra DONE;
  sub.u32 %r2, %r1, 1;
  { .param .b32 a; .param .b32 b; st.param.b32 [a], %r2; call.uni (b), factorial, (a); ld.param.b32 %r3, [b]; }
  mul.lo.u32 %r4, %r1, %r3;
  DONE: st.param.b32 [result], %r4; ret; }
"""


def test_calls() -> None:
    parameters = "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call (b), triple, (a); ld.param.b32 %r9, [b]; }"
    assert word("mov.u32 %r1, 14;" + parameters, FUNCTIONS) == 42
    assert word("mov.u32 %r1, 4; call (%r9), five, (%r1); call (%r2), five, (%r9); add.u32 %r9, %r9, %r2;", FUNCTIONS) == 9 + 14
    assert word("call (%r9), seven;", FUNCTIONS) == 7
    recursive = parameters.replace("triple", "factorial")
    assert word("mov.u32 %r1, 10;" + recursive, FUNCTIONS, threads=3) == 3628800


def test_indirect_call() -> None:
    body = """
    mov.u32 %r1, 5; mov.u64 %rd1, triple; P: .callprototype (.param .b32 _) _ (.param .b32 _);
    { .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call (b), %rd1, (a), P; ld.param.b32 %r9, [b]; }
    """
    assert word(body, FUNCTIONS) == 15


@pytest.mark.parametrize("align", [16, 32, 64, 256])
def test_local_variables_of_called_functions_are_aligned(align: int) -> None:
    """In every frame, however large those before it are."""
    head = f"""
    .func (.reg .b32 r) low(.reg .b32 a) {{
      .reg .b64 %rd<4>; .local .align {align} .b8 big[8]; mov.u64 %rd1, big; cvta.local.u64 %rd2, %rd1; and.b64 %rd3, %rd2, {align - 1}; cvt.u32.u64 r, %rd3;
      add.u32 r, r, a; ret; }}
    .func (.reg .b32 r) high(.reg .b32 a) {{ .local .align 4 .b8 small[20]; call (r), low, (a); ret; }}
    """
    assert word(".local .align 4 .b8 first[4]; mov.u32 %r1, 5; call (%r9), low, (%r1); call (%r8), high, (%r9); mov.u32 %r9, %r8;", head) == 5


def test_barrier_inside_a_function() -> None:
    head = ".shared .u32 cell;\n.func meet() { .reg .b32 %r<3>; mov.u32 %r1, 3; bar.sync 0; st.shared.u32 [cell], %r1; bar.sync 0; ret; }\n"
    assert word("mov.u32 %r8, 0; st.shared.u32 [cell], %r8; call meet; ld.shared.u32 %r9, [cell];", head, threads=40) == 3


def test_generic_addresses_of_every_space() -> None:
    head = ".shared .align 4 .b8 pad[4];\n.shared .u32 cell;\n.global .u32 variable = 7;\n.const .u32 fixed[2] = {8, 9};\n"
    body = """
    .local .align 8 .b8 place[16];
    mov.u32 %r1, 5; st.shared.u32 [cell], %r1; mov.u64 %rd1, cell; cvta.shared.u64 %rd2, %rd1; ld.u32 %r2, [%rd2];
    mov.u64 %rd3, place; st.local.u32 [%rd3+4], 6; cvta.local.u64 %rd4, %rd3; ld.u32 %r3, [%rd4+4];
    mov.u64 %rd5, variable; ld.global.u32 %r4, [%rd5]; cvta.global.u64 %rd6, %rd5; ld.u32 %r5, [%rd6];
    mov.u64 %rd7, fixed; ld.const.u32 %r6, [%rd7+4]; ld.const.u32 %r7, [fixed];
    isspacep.shared %p1, %rd2; isspacep.local %p2, %rd4; isspacep.global %p3, %rd6; isspacep.global %p4, %rd2;
    cvta.to.shared.u64 %rd8, %rd2; sub.u64 %rd8, %rd8, %rd1; cvt.u32.u64 %r8, %rd8;
    mov.u32 %r9, 0; mad.lo.u32 %r9, %r2, 1, %r9; mad.lo.u32 %r9, %r9, 10, %r3; mad.lo.u32 %r9, %r9, 10, %r4; mad.lo.u32 %r9, %r9, 10, %r5;
    mad.lo.u32 %r9, %r9, 10, %r6; mad.lo.u32 %r9, %r9, 10, %r7; @%p1 add.u32 %r9, %r9, 1000000; @%p2 add.u32 %r9, %r9, 2000000;
    @%p3 add.u32 %r9, %r9, 4000000; @%p4 add.u32 %r9, %r9, 8000000; add.u32 %r9, %r9, %r8;
    """
    assert word(body, head) == 7_000_000 + 567_798


def test_generic_addresses_in_memory() -> None:
    head = ".global .u32 a[2] = {3, 4};\n.global .u64 pointers[2] = {a+4, generic(a)};\n"
    body = "ld.global.u64 %rd1, [pointers]; ld.global.u32 %r1, [%rd1]; ld.global.u64 %rd2, [pointers+8]; ld.u32 %r2, [%rd2]; mad.lo.u32 %r9, %r1, 10, %r2;"
    assert word(body, head) == 43


def test_the_first_shared_variable_is_not_null() -> None:
    body = "mov.u64 %rd1, cell; cvta.shared.u64 %rd2, %rd1; setp.ne.u64 %p1, %rd2, 0; selp.u32 %r9, 1, 0, %p1;"
    assert word(body, ".shared .u32 cell;\n") == 1


def test_vector_loads_and_stores() -> None:
    out = np.zeros(8, np.uint32)
    source = np.arange(8, dtype=np.uint32)
    body = """
    ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1]; st.global.v2.u32 [%rd0], {%r4, %r1}; ld.global.v2.u64 {%rd3, %rd4}, [%rd1+16];
    st.global.v2.u64 [%rd0+16], {%rd4, %rd3}; mov.b64 {%r5, %r6}, %rd3; st.global.u32 [%rd0+8], %r6;
    """
    run_body(body, out, threads=1, arrays=(source,))
    assert out.tolist() == [3, 0, 5, 0, 6, 7, 4, 5]


def test_small_loads_extend_by_type() -> None:
    source = np.array([0x80, 0xFF, 0xFE, 0xFF], np.uint8)
    out = np.zeros(4, np.uint64)
    body = """
    ld.global.s8 %rd2, [%rd1]; st.global.u64 [%rd0], %rd2; ld.global.u8 %rd2, [%rd1]; st.global.u64 [%rd0+8], %rd2;
    ld.global.s16 %r2, [%rd1+2]; cvt.u64.u32 %rd2, %r2; st.global.u64 [%rd0+16], %rd2; ld.global.b16 %h1, [%rd1+2]; st.global.u16 [%rd0+24], %h1;
    """
    run_body(body, out, threads=1, arrays=(source,))
    assert out.tolist() == [2**64 - 128, 0x80, 0xFFFFFFFE, 0xFFFE]


def test_packing_and_vector_registers() -> None:
    assert word("mov.u32 %r1, 0x11112222; mov.b32 {%h1, %h2}, %r1; mov.b32 %r9, {%h2, %h1};") == 0x22221111
    assert word("mov.b64 %rd1, {%r9, 7}; mov.b64 {_, %r9}, %rd1;") == 7
    body = ".reg .v2 .b32 pair; mov.b32 %r1, 6; mov.b32 pair.x, 0; mov.b32 pair.y, %r1; add.u32 %r9, pair.x, pair.y;"
    assert word(body) == 6


def test_signalling_nans_pass_through_moves_and_memory() -> None:
    source, out = np.array([0x7F800001, 0xFFA00000], np.uint32), np.zeros(2, np.uint32)
    body = "ld.global.f32 %f1, [%rd1]; mov.f32 %f2, %f1; st.global.f32 [%rd0], %f2; ld.global.b32 %r1, [%rd1+4]; st.global.b32 [%rd0+4], %r1;"
    run_body(body, out, threads=1, arrays=(source,))
    assert out.tolist() == source.tolist()


def test_asynchronous_copies() -> None:
    source, out = np.arange(8, dtype=np.uint32), np.zeros(4, np.uint32)
    body = """
    mov.u32 %r1, area; cp.async.ca.shared.global [%r1], [%rd1+16], 16, 8; cp.async.commit_group; cp.async.wait_group 0;
    ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [%r1]; st.global.v4.u32 [%rd0], {%r2, %r3, %r4, %r5};
    """
    run_body(body, out, threads=1, arrays=(source,), head=".shared .align 16 .b8 area[16];\n")
    assert out.tolist() == [4, 5, 0, 0]


def test_wide_registers() -> None:
    source, out = np.arange(2, dtype=np.uint64) + 5, np.zeros(2, np.uint64)
    body = ".reg .b128 %q<3>; ld.global.b128 %q1, [%rd1]; mov.b128 %q2, %q1; mov.b128 {%rd2, %rd3}, %q2;"
    run_body(body + "mov.b128 %q1, {%rd3, %rd2}; st.global.b128 [%rd0], %q1;", out, threads=1, arrays=(source,))
    assert out.tolist() == [6, 5]


def test_launches_are_independent_in_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    text = HEADER + """.visible .entry k(.param .u64 out, .param .u32 n) { .reg .b32 %r<9>; .reg .b64 %rd<5>; .reg .pred %p1; ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [n]; mov.u32 %r2, 0; mov.u32 %r3, 0; LOOP: add.u32 %r2, %r2, %r1; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 50; @%p1 bra LOOP;
    mov.u32 %r4, %tid.x; mad.wide.u32 %rd2, %r4, 4, %rd1; st.global.u32 [%rd2], %r2; ret; }"""
    module = load(text)

    def job(n: int) -> list[int]:
        out = np.zeros(64, np.uint32)
        module.launch("k", 1, 64, [Buffer("out", out), n])
        return sorted(set(out.tolist()))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(job, range(8))) == [[50 * n] for n in range(8)]


def test_progress_is_told_with_block_numbers() -> None:
    told: list[tuple[int, int]] = []
    text = HEADER + ".visible .entry k() { .reg .b32 %r<9>; .reg .pred %p1; mov.u32 %r3, 0;"
    text += "L: add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 200000; @%p1 bra L; ret; }"
    load(text).launch("k", 4, 1, [], progress=lambda done, total: told.append((done, total)))
    assert all(0 <= done <= total == 4 for done, total in told)
