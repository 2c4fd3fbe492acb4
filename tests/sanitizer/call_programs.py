"""Functions that call themselves or each other, or are called by address, and their mutants."""

# ruff: noqa: E501  (a mutant is a row)

from __future__ import annotations

from ptx.vm.findings import GLOBAL_RACE, SHARED_RACE, UNINITIALISED_LOCAL, UNINITIALISED_SHARED

from .fault_programs import OUT, PANIC, READ_ONLY, Ptx

SUM = """.func (.reg .b32 %out) sum(.reg .b32 %at, .reg .b32 %n) {
.reg .b32 %a; .reg .b32 %b; .reg .b32 %m; .reg .pred %p;
setp.gt.u32 %p, %n, 1;
@%p bra TWO;
ld.shared.u32 %out, [%at]; // leaf
ret;
TWO: shr.u32 %m, %n, 1;
call (%a), sum, (%at, %m);
sub.u32 %n, %n, %m; shl.b32 %m, %m, 2; add.u32 %at, %at, %m;
call (%b), sum, (%at, %n);
add.u32 %out, %a, %b;
ret;
}
"""
FRAMES = """.func (.param .align 8 .b8 out[12]) deep(.param .align 8 .b8 in[12], .param .b32 n) {
.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p; .local .align 8 .b8 own[24];
ld.param.u32 %r1, [n]; ld.param.u64 %rd1, [in];
st.local.u32 [own], %r1; // word
st.local.u64 [own+8], %rd1; // long
setp.eq.u32 %p, %r1, 0;
@%p bra BASE;
{ .param .align 8 .b8 a[12]; .param .b32 m; .param .align 8 .b8 result[12];
sub.u32 %r3, %r1, 1; st.param.u64 [a], %rd1; st.param.b32 [m], %r3; call (result), deep, (a, m); ld.param.u64 %rd5, [result]; }
ld.local.u32 %r4, [own]; // back
ld.local.u64 %rd2, [own+8]; // back too
add.u64 %rd5, %rd5, %rd2; cvt.u64.u32 %rd3, %r4; add.u64 %rd5, %rd5, %rd3;
st.param.u64 [out], %rd5;
ret;
BASE: ld.local.u32 %r4, [own]; // base
cvt.u64.u32 %rd3, %r4; st.param.u64 [out], %rd3;
ret;
}
"""
POINTED = """.func (.reg .b32 %out) own(.reg .b64 %p, .reg .b32 %n) { st.global.u32 [%p], %n; // own
mov.u32 %out, %n; ret; }
.func (.reg .b32 %out) seen(.reg .b64 %p, .reg .b32 %n) { ld.global.u32 %out, [%p]; // seen
add.u32 %out, %out, %n; ret; }
.func (.reg .b32 %out) added(.reg .b64 %p, .reg .b32 %n) { red.global.add.u32 [%p], %n; // added
mov.u32 %out, %n; ret; }
"""

PROGRAMS = [
    Ptx("a sum by halves", """mov.u32 %r4, area; shl.b32 %r5, %r1, 2; add.u32 %r5, %r5, %r4;
st.shared.u32 [%r5], %r1; // write
bar.sync 0;
and.b32 %r6, %r1, 7; add.u32 %r6, %r6, 1;
call (%r7), sum, (%r4, %r6);
bar.sync 0; // read
st.shared.u32 [%r5], %r7; // again
st.global.u32 [%rd4], %r7;""",
        (SHARED_RACE, "bar.sync 0;", "", "// leaf"), (SHARED_RACE, "bar.sync 0; // read", "", "// again"), (UNINITIALISED_SHARED, "st.shared.u32 [%r5], %r1; // write", "setp.ne.u32 %p1, %r1, 3;\n@%p1 st.shared.u32 [%r5], %r1; // write", "// leaf"),
        (SHARED_RACE, "ld.shared.u32 %out, [%at]; // leaf", "ld.shared.u32 %out, [%at];\nst.shared.u32 [%at], %n; // leaf", "// leaf"),
        (OUT, "and.b32 %r6, %r1, 7; add.u32 %r6, %r6, 1;", "and.b32 %r6, %r1, 7; add.u32 %r6, %r6, 1; add.u32 %r4, %r4, 500;", "// leaf"),
        ("stack overflow", "setp.gt.u32 %p, %n, 1;", "setp.gt.u32 %p, %n, 0;", "call (%a), sum"), functions=SUM),
    Ptx("frames", """{ .param .align 8 .b8 a[12]; .param .b32 n; .param .align 8 .b8 back[12];
and.b32 %r4, %r1, 3; st.param.u64 [a], %rd3; st.param.b32 [n], %r4; call (back), deep, (a, n); ld.param.u64 %rd5, [back];
st.param.b32 [n], 2; call (back), deep, (a, n); ld.param.u64 %rd6, [back]; }
add.u64 %rd5, %rd5, %rd6;
cvt.u32.u64 %r5, %rd5;
st.global.u32 [%rd4], %r5;""",
        (UNINITIALISED_LOCAL, "st.local.u32 [own], %r1; // word", "", "// base"), (UNINITIALISED_LOCAL, "st.local.u64 [own+8], %rd1; // long", "st.local.u32 [own+8], %r1; // long", "// back too"),
        (UNINITIALISED_LOCAL, "st.local.u64 [own+8], %rd1; // long", "setp.eq.u32 %p, %r1, 2;\n@!%p st.local.u64 [own+8], %rd1; // long", "// back too"),
        (UNINITIALISED_LOCAL, "ld.local.u64 %rd2, [own+8]; // back too", "ld.local.u64 %rd2, [own+16]; // back too", "// back too"),
        (UNINITIALISED_LOCAL, "st.local.u32 [own], %r1; // word", "setp.eq.u32 %p, %r1, 0;\n@!%p st.local.u32 [own], %r1; // word", "// base"), functions=FRAMES),
    Ptx("called by address", """PROTO: .callprototype (.reg .b32 _) _ (.reg .b64 _, .reg .b32 _);
mov.u64 %rd5, own; mov.u64 %rd6, seen; mov.u64 %rd7, added; and.b32 %r4, %r1, 1; setp.eq.u32 %p1, %r4, 1; selp.b64 %rd8, %rd5, %rd6, %p1;
call (%r5), %rd8, (%rd4, %r1), PROTO; // first
bar.sync 0;
xor.b32 %r6, %r3, 1; mad.wide.u32 %rd9, %r6, 4, %rd2; // other
call (%r6), %rd6, (%rd9, %r5), PROTO; // second
bar.sync 0; // read
mul.wide.u32 %rd10, %r2, 256; add.u64 %rd2, %rd2, %rd10;
call (%r6), %rd7, (%rd2, %r6), PROTO; // third""",
        (GLOBAL_RACE, "bar.sync 0;", "", "// seen"), (GLOBAL_RACE, "xor.b32 %r6, %r3, 1;", "xor.b32 %r6, %r3, 64;", "// seen"), (GLOBAL_RACE, "call (%r6), %rd7,", "call (%r6), %rd5,", "// own"),
        (GLOBAL_RACE, "red.global.add.u32 [%p], %n; // added", "st.global.u32 [%p], %n; // added", "// added"), (PANIC, "mov.u64 %rd7, added;", "mov.u64 %rd7, 24;", "// third"),
        (READ_ONLY, "%rd7, (%rd2, %r6)", "%rd7, (%rd1, %r6)", "// added"), functions=POINTED),
]  # fmt: skip
