"""Calls that cannot be inlined: recursion, mutual recursion, calls by address; their frames, registers, stack, and what is told when it ends."""

import random

import numpy as np
import pytest

from ptx.vm import OutOfBounds, Panic, StackOverflow

from .test_control import kernel
from .twins import both

NUMBERS = np.random.default_rng(30).integers(0, 2**32, 256, np.uint32)
LINES = ".loc 1 9 5\n"


def check(body: str, head: str, threads: int = 64, blocks: int = 2, **options):
    return both(kernel(body, head), "k", blocks, threads, [NUMBERS.copy(), np.zeros(256, np.uint32)], **options)


FIBONACCI = """
.func (.reg .b32 %out) fib(.reg .b32 %n) {
    .reg .b32 %a; .reg .b32 %b; .reg .b32 %m; .reg .pred %p;
    setp.lt.u32 %p, %n, 2; @%p bra BASE; sub.u32 %m, %n, 1; call (%a), fib, (%m); sub.u32 %m, %n, 2; call (%b), fib, (%m);
    add.u32 %out, %a, %b; ret; BASE: mov.u32 %out, %n; ret; }
"""
SWAPPED = """
.func (.reg .b32 %out) turn(.reg .b32 %a, .reg .b32 %b, .reg .b32 %n) {
    .reg .b32 %m; .reg .pred %p; .reg .b32 %r;
    setp.eq.u32 %p, %n, 0; @%p bra BASE; sub.u32 %m, %n, 1; call (%r), turn, (%b, %a, %m); mad.lo.u32 %out, %r, 3, %a; ret; BASE: sub.u32 %out, %a, %b; ret; }
"""
FRAMES = """
.func (.param .align 8 .b8 out[12]) deep(.param .align 8 .b8 in[12], .param .b32 n) {
    .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p; .local .align 8 .b8 own[20]; .reg .f64 %fd<3>; .reg .b16 %h<2>;
    ld.param.u32 %r1, [n]; ld.param.u64 %rd1, [in]; ld.param.u32 %r2, [in+8]; ld.param.u8 %r5, [in+3];
    mov.u64 %rd2, own; st.local.u32 [%rd2+4], %r2; cvta.local.u64 %rd3, %rd2; st.u32 [%rd3+8], %r1; st.local.u8 [own+1], %r5;
    cvt.rn.f64.u32 %fd1, %r1; cvt.u16.u32 %h1, %r2;
    setp.eq.u32 %p, %r1, 0; @%p bra BASE;
    { .param .align 8 .b8 a[12]; .param .b32 m; .param .align 8 .b8 result[12]; sub.u32 %r3, %r1, 1; add.u64 %rd4, %rd1, %rd3; add.u32 %r4, %r2, %r1;
      st.param.u64 [a], %rd1; st.param.u32 [a+8], %r4; st.param.b32 [m], %r3; call (result), deep, (a, m);
      ld.param.u64 %rd5, [result]; ld.param.u32 %r6, [result+8]; }
    ld.local.u32 %r7, [own+4]; ld.local.u32 %r8, [own+8]; mad.lo.u32 %r6, %r6, 5, %r7; add.u32 %r6, %r6, %r8; cvt.u32.u16 %r7, %h1; add.u32 %r6, %r6, %r7;
    cvt.rzi.u32.f64 %r7, %fd1; mad.lo.u32 %r6, %r6, 3, %r7; add.u64 %rd5, %rd5, 7; @!%p add.u32 %r6, %r6, 1;
    st.param.u64 [out], %rd5; st.param.u32 [out+8], %r6; ret;
    BASE: ld.local.u8 %r7, [own+1]; add.u32 %r7, %r7, %r2; st.param.u64 [out], %rd3; st.param.u32 [out+8], %r7; ret; }
"""
MUTUAL = """
.func (.reg .b32 %out) odd(.reg .b32 %n);
.func (.reg .b32 %out) half(.reg .b32 %x) { shr.u32 %out, %x, 1; ret; }
.func (.reg .b32 %out) even(.reg .b32 %n) { .reg .b32 %m; .reg .pred %p; setp.eq.u32 %p, %n, 0; mov.u32 %out, 1; @%p ret;
    sub.u32 %m, %n, 1; call (%out), odd, (%m); add.u32 %out, %out, %n; ret; }
.func (.reg .b32 %out) odd(.reg .b32 %n) { .reg .b32 %m; .reg .pred %p; setp.eq.u32 %p, %n, 0; mov.u32 %out, 0; @%p ret;
    sub.u32 %m, %n, 1; call (%m), even, (%m); call (%m), half, (%m); mad.lo.u32 %out, %m, 3, %n; ret; }
"""


def test_a_function_that_calls_itself_twice() -> None:
    calls = "call (%r5), fib, (%r4); call (%r6), fib, (3); add.u32 %r5, %r5, %r6;"
    check(f"ld.global.u32 %r4, [%rd3]; rem.u32 %r4, %r4, 11; {calls} st.global.u32 [%rd4], %r5;", FIBONACCI)


def test_arguments_are_taken_at_once() -> None:
    check("ld.global.u32 %r4, [%rd3]; and.b32 %r5, %r4, 7; call (%r6), turn, (%r4, %r1, %r5); st.global.u32 [%rd4], %r6;", SWAPPED)


def test_frames_and_parameters_in_memory() -> None:
    body = """
    .local .align 8 .b8 mine[8]; ld.global.u32 %r4, [%rd3]; and.b32 %r5, %r4, 5; st.local.u32 [mine], %r4;
    { .param .align 8 .b8 a[12]; .param .b32 n; .param .align 8 .b8 back[12]; st.param.u64 [a], %rd3; st.param.u32 [a+8], %r4; st.param.b32 [n], %r5;
      call (back), deep, (a, n); ld.param.u64 %rd5, [back]; ld.param.u32 %r6, [back+8]; }
    ld.local.u32 %r7, [mine]; xor.b32 %r6, %r6, %r7; cvt.u32.u64 %r8, %rd5; mad.lo.u32 %r6, %r8, 9, %r6; st.global.u32 [%rd4], %r6;"""
    check(body, FRAMES)


def test_functions_that_call_each_other_in_a_loop_with_barriers() -> None:
    body = """
    mov.u32 %r5, 0; mov.u32 %r7, 1;
    L: add.u32 %r4, %r1, %r5; rem.u32 %r4, %r4, 9; setp.lt.u32 %p1, %r4, 4; @%p1 bra ODD; call (%r6), even, (%r4); bra ON; ODD: call (%r6), odd, (%r4);
    ON: mad.lo.u32 %r7, %r7, 5, %r6; bar.sync 0; add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 4; @%p2 bra L; st.global.u32 [%rd4], %r7;"""
    check(body, MUTUAL)


def test_a_call_by_address() -> None:
    head = MUTUAL.replace(".func (.reg .b32 %out) odd(.reg .b32 %n);", ".func (.reg .b32 %out) odd(.reg .b32 %n);") + """
.func (.reg .b32 %out) plus(.reg .b32 %n) { add.u32 %out, %n, 77; ret; }
"""
    body = """
    PROTO: .callprototype (.reg .b32 _) _ (.reg .b32 _);
    mov.u64 %rd5, even; mov.u64 %rd6, plus; mov.u64 %rd7, half; and.b32 %r4, %r1, 3; setp.eq.u32 %p1, %r4, 1; setp.eq.u32 %p2, %r4, 2;
    selp.b64 %rd8, %rd5, %rd6, %p1; selp.b64 %rd8, %rd7, %rd8, %p2; and.b32 %r5, %r3, 7; call (%r6), %rd8, (%r5), PROTO; call (%r7), %rd6, (%r6), PROTO;
    mad.lo.u32 %r6, %r7, 3, %r6; st.global.u32 [%rd4], %r6;"""
    check(body, head)


def test_a_call_of_what_is_no_function() -> None:
    body = """
    PROTO: .callprototype (.reg .b32 _) _ (.reg .b32 _); mov.u64 %rd5, half; setp.gt.u32 %p1, %r1, 40; @%p1 add.u64 %rd5, %rd5, 8;
    call (%r6), %rd5, (%r1), PROTO; st.global.u32 [%rd4], %r6;"""
    _, fault = check(LINES + body, MUTUAL)
    assert type(fault) is Panic
    assert "which is no function that fits" in str(fault)


def callers(fault: object) -> "list[str]":
    return [str(each) for each in fault.place.callers]  # type: ignore[attr-defined]


@pytest.mark.parametrize("frame", ["", ".local .align 4 .b8 room[100];"])
def test_calls_without_end_overflow_the_stack(frame: str) -> None:
    head = f""".func down(.reg .b32 %n) {{ {frame} .reg .b32 %m; add.u32 %m, %n, 1; call down, (%m); ret; }}
"""
    _, fault = check(LINES + "setp.gt.u32 %p1, %r1, 3; @!%p1 bra OUT; call down, (%r1); OUT: st.global.u32 [%rd4], %r1;", head)
    assert type(fault) is StackOverflow


def test_a_fault_deep_in_calls_tells_who_called() -> None:
    head = """
.func sink(.reg .b32 %n, .reg .b64 %p) { .reg .b32 %m; .reg .pred %q; .reg .b64 %a; setp.eq.u32 %q, %n, 0; @%q bra BASE;
    sub.u32 %m, %n, 1; call sink, (%m, %p); ret; BASE: st.global.u32 [%p+4096], %n; ret; }
.func outer(.reg .b32 %n, .reg .b64 %p) { call sink, (%n, %p); ret; }
"""
    from ptx.vm import Buffer, load

    found = []
    for executor in ("reference", "compiled"):
        module = load(kernel("and.b32 %r4, %r1, 3; add.u32 %r4, %r4, 2; call outer, (%r4, %rd1);", head), executor)
        with pytest.raises(OutOfBounds) as caught:
            module.launch("k", 1, 40, [Buffer(name, np.zeros(64, np.uint32)) for name in "xy"])
        assert not module.notes
        found.append((str(caught.value), callers(caught.value)))
    assert found[0] == found[1]
    assert len(found[0][1]) == 4


def random_functions(seed: int) -> str:
    """Returns functions that call each other at random, fewer each time."""
    generator = random.Random(seed)
    names = [f"f{number}" for number in range(generator.randrange(1, 4))]
    text = "".join(f".func (.reg .b32 %out) {name}(.reg .b32 %n, .reg .b32 %x);\n" for name in names)
    for name in names:
        lines = ["setp.le.s32 %p, %n, 0; mov.u32 %out, %x; @%p ret; mov.u32 %a, %n; mov.u32 %b, %x; st.local.u32 [own], %x;"]
        for number in range(generator.randrange(1, 4)):
            target = generator.choice(names)
            lines.append(f"and.b32 %c, %b, {generator.choice((1, 2, 4))}; setp.eq.u32 %q, %c, 0; sub.u32 %m, %n, {generator.randrange(1, 3)};")
            lines.append(f"add.u32 %d, %b, {number}; @%q bra S{number}; call (%e), {target}, (%m, %d); mad.lo.u32 %b, %b, 7, %e;")
            lines.append(f"add.u32 %a, %a, %e; S{number}:")
        lines.append("ld.local.u32 %c, [own]; xor.b32 %a, %a, %c; mad.lo.u32 %out, %a, 3, %b; ret;")
        registers = ".reg .b32 %a; .reg .b32 %b; .reg .b32 %c; .reg .b32 %d; .reg .b32 %e; .reg .b32 %m; .reg .pred %p; .reg .pred %q;"
        text += f".func (.reg .b32 %out) {name}(.reg .b32 %n, .reg .b32 %x) {{ {registers} .local .align 4 .b8 own[4];\n" + "\n".join(lines) + " }\n"
    return text


@pytest.mark.parametrize("seed", range(20))
def test_random_functions(seed: int) -> None:
    loop = "mov.u32 %r8, 0; L: call (%r6), f0, (%r5, %r4); add.u32 %r4, %r4, %r6; add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, %r5; @%p1 bra L;"
    check(f"ld.global.u32 %r4, [%rd3]; and.b32 %r5, %r1, 3; add.u32 %r5, %r5, 1; {loop} st.global.u32 [%rd4], %r4;", random_functions(seed))
