"""Control flow: random graphs (irreducible ones too), divergence, guards, calls; the reference interpreter decides what is right."""

import random

import numpy as np
import pytest

from ptx.vm import Buffer

from ..harness import HEADER
from .twins import both, compiled, refusal

REGISTERS = ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<19>; .reg .b64 %rd<19>; .reg .f32 %f<9>; .reg .f64 %fd<9>;\n"
START = "ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r3, %r2, %ntid.x, %r1;\n"
INDEX = "mad.wide.u32 %rd3, %r3, 4, %rd1; mad.wide.u32 %rd4, %r3, 4, %rd2;\n"


def kernel(body: str, head: str = "") -> str:
    return f"{HEADER}{head}.visible .entry k(.param .u64 x, .param .u64 y) {{\n{REGISTERS}{START}{INDEX}{body}\nret;\n}}\n"


def random_flow(seed: int, blocks: int) -> str:
    """Returns a body of random jumps among `blocks` blocks; a counter in each thread ends it."""
    generator = random.Random(seed)
    lines = ["ld.global.u32 %r4, [%rd3]; mov.u32 %r5, 0; mov.u32 %r6, 0; mov.u32 %r9, 7;"]
    for number in range(blocks):
        lines.append(f"L{number}: add.u32 %r5, %r5, 1; setp.gt.u32 %p1, %r5, 40; @%p1 bra END;")
        lines.append(f"mad.lo.u32 %r6, %r6, 31, {generator.randrange(99)}; xor.b32 %r4, %r4, %r6; shr.u32 %r7, %r4, {generator.randrange(9)};")
        if generator.random() < 0.3:
            lines.append("@%p2 add.u32 %r6, %r6, %r9; add.u32 %r9, %r9, 3;")
        if generator.random() < 0.3:
            lines.append("mad.wide.u32 %rd5, %r1, 4, %rd2; st.global.u32 [%rd4], %r6;")
        lines.append(f"and.b32 %r7, %r7, {generator.choice((1, 2, 3, 5))}; setp.eq.u32 %p2, %r7, 1;")
        lines.append(f"@{generator.choice(('', '!'))}%p2 bra L{generator.randrange(blocks)};")
        if generator.random() < 0.4:
            lines.append(generator.choice((f"bra L{generator.randrange(blocks)};", "@%p2 exit;", "@!%p2 ret;")))
    return "\n".join([*lines, "END: add.u32 %r6, %r6, %r9; st.global.u32 [%rd4], %r6;"])


@pytest.mark.parametrize("seed", range(24))
def test_random_graphs(seed: int) -> None:
    generator = np.random.default_rng(seed)
    arrays = [generator.integers(0, 2**32, 96, np.uint32), np.zeros(96, np.uint32)]
    both(kernel(random_flow(seed, 2 + seed % 7)), "k", 2, 48, arrays)


@pytest.mark.parametrize("block", [(5, 1, 1), (16, 4, 1), (8, 3, 2), (64, 2, 1), (4, 4, 4), (33, 1, 2)])
def test_special_registers_in_every_shape_of_block(block: tuple[int, int, int]) -> None:
    names = ["%tid.x", "%tid.y", "%tid.z", "%ctaid.x", "%ctaid.y", "%ntid.y", "%nctaid.x", "%laneid", "%warpid", "%nwarpid", "%lanemask_lt", "%lanemask_ge"]
    threads = block[0] * block[1] * block[2]
    place = (
        "mov.u32 %r4, %tid.y; mad.lo.u32 %r1, %r4, %ntid.x, %r1; mov.u32 %r4, %tid.z; mul.lo.u32 %r4, %r4, %ntid.x; mad.lo.u32 %r1, %r4, %ntid.y, %r1;"
        f"mov.u32 %r5, %ctaid.y; mad.lo.u32 %r2, %r5, %nctaid.x, %r2; mad.lo.u32 %r3, %r2, {threads}, %r1; mad.wide.u32 %rd4, %r3, {4 * len(names)}, %rd2;"
    )
    body = place + "".join(f"mov.u32 %r9, {name}; st.global.u32 [%rd4+{4 * i}], %r9;" for i, name in enumerate(names))
    both(kernel(body), "k", (2, 3), block, [np.zeros(1, np.uint32), np.zeros(6 * threads * len(names), np.uint32)])


def test_loops_with_different_counts_keep_their_values() -> None:
    body = """
        ld.global.u32 %r4, [%rd3]; and.b32 %r4, %r4, 15; mov.u32 %r5, 0; mov.u32 %r6, 1;
        OUTER: setp.ge.u32 %p1, %r5, %r4; @%p1 bra DONE; mov.u32 %r7, 0;
        INNER: setp.ge.u32 %p2, %r7, %r5; @%p2 bra NEXT; mad.lo.u32 %r6, %r6, 5, %r7; add.u32 %r7, %r7, 1; bra INNER;
        NEXT: add.u32 %r5, %r5, 1; and.b32 %r8, %r6, 3; setp.eq.u32 %p3, %r8, 3; @%p3 bra OUTER; add.u32 %r6, %r6, %r1; bra OUTER;
        DONE: st.global.u32 [%rd4], %r6;"""
    both(kernel(body), "k", 3, 64, [np.random.default_rng(1).integers(0, 99, 192, np.uint32), np.zeros(192, np.uint32)])


def test_calls_are_inlined_and_keep_their_frames() -> None:
    head = """
.func (.param .b32 out) step(.param .b32 a, .param .align 8 .b8 s[12]) {
    .reg .b32 %r<9>; .reg .pred %p1; .local .align 8 .b8 room[16]; .reg .b64 %rd1;
    ld.param.u32 %r1, [a]; ld.param.u32 %r2, [s+8]; ld.param.u8 %r4, [s+3]; st.local.u32 [room+4], %r1;
    setp.gt.u32 %p1, %r1, 20; @%p1 bra BIG; add.u32 %r2, %r2, %r4; BIG: ld.local.u32 %r3, [room+4]; mad.lo.u32 %r3, %r3, 3, %r2;
    st.param.b32 [out], %r3; ret; }
.func (.reg .b32 %back) twice(.reg .b32 %x) { .reg .b32 %t; add.u32 %t, %x, %x; mov.b32 %back, %t; ret; }
"""
    body = """
    .local .align 4 .b8 own[24]; mov.u32 %r5, 0; st.local.u32 [own+8], %r1;
    AGAIN: { .param .b32 a; .param .align 8 .b8 s[12]; .param .b32 result;
      add.u32 %r6, %r1, %r5; st.param.b32 [a], %r6; st.param.u64 [s], %rd4; st.param.u32 [s+8], %r5;
      call (result), step, (a, s); ld.param.b32 %r7, [result]; }
    call (%r8), twice, (%r7); ld.local.u32 %r9, [own+8]; add.u32 %r9, %r9, %r8; st.local.u32 [own+8], %r9;
    add.u32 %r5, %r5, 1; setp.lt.u32 %p4, %r5, %r1; @%p4 bra AGAIN;
    ld.local.u32 %r9, [own+8]; st.global.u32 [%rd4], %r9;"""
    both(kernel(body, head), "k", 2, 40, [np.zeros(80, np.uint32), np.zeros(80, np.uint32)])


def test_local_memory_by_any_address() -> None:
    body = """
    .local .align 8 .b8 room[64]; .reg .b64 %room; mov.u64 %room, room; and.b32 %r4, %r1, 7; mad.wide.u32 %rd5, %r4, 8, %room;
    st.local.u64 [%rd5], %rd4; st.local.u16 [%room+6], %r1; st.local.u8 [room+17], %r1; cvta.local.u64 %rd6, %rd5;
    ld.u64 %rd7, [%rd6]; ld.local.v2.u32 {%r5, %r6}, [room+0]; ld.local.s8 %r7, [room+17]; ld.u8 %r8, [%rd6+2];
    add.u32 %r5, %r5, %r6; add.u32 %r5, %r5, %r7; mad.lo.u32 %r5, %r5, 3, %r8; cvt.u32.u64 %r9, %rd7; xor.b32 %r5, %r5, %r9;
    st.global.u32 [%rd4], %r5; mov.u64 %rd9, room; ld.local.u32 %r9, [%rd9+60]; st.global.u32 [%rd3], %r9;"""
    both(kernel(body), "k", 2, 50, [np.zeros(100, np.uint32), np.zeros(100, np.uint32)])


@pytest.mark.parametrize("count", ["v2", "v4"])
@pytest.mark.parametrize("kind", ["u8", "u16", "u32", "f32"])
def test_vector_accesses(count: str, kind: str) -> None:
    size = int(count[1]) * int(kind[1:]) // 8
    register = "%f" if kind == "f32" else "%r"
    names = ", ".join(f"{register}{4 + i}" for i in range(int(count[1])))
    back = ", ".join(reversed(names.split(", ")))
    body = f"""
    mad.wide.u32 %rd5, %r3, {size}, %rd1; mad.wide.u32 %rd6, %r3, {size}, %rd2; ld.global.{count}.{kind} {{{names}}}, [%rd5];
    and.b32 %r9, %r3, 5; setp.eq.u32 %p1, %r9, 1; @%p1 bra SKIP; st.global.{count}.{kind} [%rd6], {{{back}}}; SKIP:"""
    x = np.random.default_rng(2).integers(0, 256, 96 * size, np.uint8)
    both(kernel(body), "k", 2, 48, [x, np.zeros_like(x)])


def test_what_cannot_be_compiled_runs_on_the_reference_and_says_so() -> None:
    recursive = (
        ".func f(.reg .b32 %n) { .reg .b32 %m; .reg .pred %p; activemask.b32 %m; setp.eq.u32 %p, %n, 0; @%p ret; sub.u32 %m, %n, 1; "
        "call f, (%m); ret; }\n"
    )
    text = kernel("call f, (%r1); mov.u32 %r4, 7; st.global.u32 [%rd4], %r4;", recursive)
    assert "activemask" in refusal(text, "k")
    module = compiled(text)
    y = np.zeros(1, np.uint32)
    module.launch("k", 1, 1, [Buffer("x", y), Buffer("y", y)])
    assert y[0] == 7
    assert "activemask" in module.notes["k"]
