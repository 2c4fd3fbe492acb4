"""A thread whose slice is over when it comes back from a call still gets the call's results, whatever other threads return meanwhile."""

from __future__ import annotations

import pytest

from ptx.vm import Buffer, load

from .test_control import word

TEXT = """.version 6.0
.target sm_70
.address_size 64
.func (.param .b64 result) value(.param .b32 a, .param .b32 b) {
	.reg .b32 %r<3>;
	.reg .b64 %rd<2>;
	ld.param.u32 %r1, [a];
	ld.param.u32 %r2, [b];
	mul.wide.u32 %rd1, %r1, 1000;
	cvt.u64.u32 %rd0, %r2;
	add.u64 %rd1, %rd1, %rd0;
	st.param.b64 [result], %rd1;
	ret;
}
.visible .entry k(.param .u64 out, .param .u32 rounds) {
	.reg .pred %p;
	.reg .b32 %r<6>;
	.reg .b64 %rd<6>;
	ld.param.u64 %rd0, [out];
	ld.param.u32 %r0, [rounds];
	mov.u32 %r1, %ctaid.x;
	mad.lo.u32 %r1, %r1, 4, %tid.x;
	mov.u32 %r2, 0;
	mov.u64 %rd1, 0;
$loop:
	{
	.param .b32 a;
	.param .b32 b;
	.param .b64 given;
	st.param.b32 [a], %r1;
	st.param.b32 [b], %r2;
	call (given), value, (a, b);
	ld.param.b64 %rd2, [given];
	}
	add.u64 %rd1, %rd1, %rd2;
	add.u32 %r2, %r2, 1;
	setp.lt.u32 %p, %r2, %r0;
	@%p bra $loop;
	mul.wide.u32 %rd3, %r1, 8;
	add.u64 %rd3, %rd0, %rd3;
	st.global.u64 [%rd3], %rd1;
	ret;
}
"""


@pytest.mark.parametrize("padding", range(3))
@pytest.mark.parametrize(("grid", "block"), [(4, 1), (1, 4), (2, 4)])
def test_results_are_those_of_the_own_call(grid: int, block: int, padding: int) -> None:
    text = TEXT.replace("$loop:", "".join([f"\tbra $pad{i};\n$pad{i}:\n" for i in range(padding)]) + "$loop:")
    out, rounds = bytearray(8 * 16), 2000
    load(text).launch("k", grid, block, [Buffer("out", out), rounds])
    threads = [b * 4 + t for b in range(grid) for t in range(block)]
    found = memoryview(out).cast("Q")
    expected = [i * 1000 * rounds + rounds * (rounds - 1) // 2 for i in threads]
    assert [found[i] for i in threads] == expected


def test_a_recursion_that_takes_long_is_no_loop_without_end() -> None:
    """Its registers come back to what they were while its open calls have other ones."""
    head = """
.func (.reg .b32 %out) fib(.reg .b32 %n) {
    .reg .b32 %a; .reg .b32 %b; .reg .b32 %m; .reg .pred %p;
    setp.lt.u32 %p, %n, 2; @%p bra BASE; sub.u32 %m, %n, 1; call (%a), fib, (%m); sub.u32 %m, %n, 2; call (%b), fib, (%m);
    add.u32 %out, %a, %b; ret; BASE: mov.u32 %out, %n; ret; }
"""
    assert word("call (%r9), fib, (16);", head) == 987
