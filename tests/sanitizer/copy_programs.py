"""Asynchronous copies and mbarrier objects, and their mutants: nobody waits, waits for the wrong thing, or tells others too early.

`%r1` is the thread, `%rd1` and `%rd2` the arrays, `%rd3` and `%rd4` the thread's elements of them; `%r5` its word of shared memory, `%r6` another's.
"""

# ruff: noqa: E501  (a mutant is a row)

from __future__ import annotations

from ptx.vm.findings import GLOBAL_RACE, SHARED_RACE, UNINITIALISED_SHARED

from .fault_programs import Ptx

OWN = "mov.u32 %r4, area; shl.b32 %r5, %r1, 2; add.u32 %r5, %r5, %r4; xor.b32 %r6, %r1, 63; shl.b32 %r6, %r6, 2; add.u32 %r6, %r6, %r4;\n"
WIDE = "mov.u32 %r4, area; and.b32 %r7, %r1, 15; shl.b32 %r5, %r7, 4; add.u32 %r5, %r5, %r4; mad.wide.u32 %rd5, %r7, 16, %rd1;\n"
MISUSE, DEADLOCK, ENDLESS = "warp misuse", "deadlock", "out of fuel"

PROGRAMS = [
    Ptx("copied", OWN + """cp.async.ca.shared.global [%r5], [%rd3], 4;
cp.async.commit_group;
cp.async.wait_group 0;
bar.sync 0;
ld.shared.u32 %r8, [%r6]; // read
st.global.u32 [%rd4], %r8;""",
        (SHARED_RACE, "cp.async.wait_group 0;", "", "// read"), (SHARED_RACE, "bar.sync 0;", "", "// read"), (SHARED_RACE, "wait_group 0", "wait_group 1", "// read"),
        (SHARED_RACE, "cp.async.wait_group 0;\nbar.sync 0;", "bar.sync 0;\ncp.async.wait_group 0;", "// read"),
        (SHARED_RACE, "cp.async.commit_group;", "", "cp.async.ca"),
        (SHARED_RACE, "cp.async.wait_group 0;\nbar.sync 0;\nld.shared.u32 %r8, [%r6]", "ld.shared.u32 %r8, [%r5]", "// read"),
        (SHARED_RACE, "bar.sync 0;", "bar.warp.sync 0xffffffff;", "// read"),
        (SHARED_RACE, "bar.sync 0;", "st.shared.u32 [%r6], %r1; // in between\nbar.sync 0;", "// in between"),
        (SHARED_RACE, "[%r5], [%rd3], 4;", "[%r4], [%rd3], 4;", "cp.async.ca"),
        (SHARED_RACE, "[%rd3], 4;", "[%rd3], 4;\ncp.async.ca.shared.global [%r5], [%rd3], 4; // again", "// again"),
        (UNINITIALISED_SHARED, "cp.async.ca", "setp.ne.u32 %p1, %r1, 7;\n@%p1 cp.async.ca", "// read"),
        (GLOBAL_RACE, "cp.async.ca.shared.global [%r5], [%rd3]", "st.global.u32 [%rd4], %r1;\nxor.b32 %r9, %r3, 1; mad.wide.u32 %rd5, %r9, 4, %rd2;\ncp.async.ca.shared.global [%r5], [%rd5]", "cp.async.ca")),
    Ptx("all waited for", OWN + """st.shared.u32 [%r5], %r1;
bar.sync 0;
ld.shared.u32 %r9, [%r6]; // before
bar.sync 0; // over
cp.async.ca.shared.global [%r5], [%rd3], 4;
cp.async.wait_all;
bar.sync 0; // landed
ld.shared.u32 %r8, [%r6]; // read
add.u32 %r8, %r8, %r9;
st.global.u32 [%rd4], %r8;""",
        (SHARED_RACE, "bar.sync 0; // over", "", "// before"), (SHARED_RACE, "bar.sync 0; // landed", "", "// read"), (SHARED_RACE, "cp.async.wait_all;", "", "// read"),
        (SHARED_RACE, "bar.sync 0; // over\ncp.async.ca.shared.global [%r5], [%rd3], 4;", "cp.async.ca.shared.global [%r5], [%rd3], 4;", "cp.async.ca"),
        (SHARED_RACE, "cp.async.wait_all;\nbar.sync 0; // landed\n", "bar.sync 0; // landed\nld.shared.u32 %r10, [%r5]; // too early\ncp.async.wait_all; bar.sync 0;\n", "// too early")),
    Ptx("two stages", WIDE + """setp.gt.u32 %p1, %r1, 15;
@%p1 bra WAIT;
cp.async.cg.shared.global [%r5], [%rd5], 16; // first
cp.async.commit_group;
cp.async.cg.shared.global [%r5+256], [%rd5+256], 16; // second
cp.async.commit_group;
cp.async.wait_group 1; // first wait
WAIT: bar.sync 0;
shl.b32 %r8, %r1, 2; add.u32 %r8, %r8, %r4;
ld.shared.u32 %r9, [%r8]; // first read
@%p1 bra REST;
cp.async.wait_group 0; // second wait
REST: bar.sync 0; // again
ld.shared.u32 %r10, [%r8+256]; // second read
add.u32 %r9, %r9, %r10;
st.global.u32 [%rd4], %r9;""",
        (SHARED_RACE, "wait_group 1; // first wait", "wait_group 2; // first wait", "// first read"), (SHARED_RACE, "wait_group 0; // second wait", "wait_group 1; // second wait", "// second read"),
        (SHARED_RACE, "bar.sync 0; // again", "", "// second read"), (SHARED_RACE, "ld.shared.u32 %r9, [%r8]", "ld.shared.u32 %r9, [%r8+256]", "// first read"),
        (SHARED_RACE, "[%r5+256], [%rd5+256], 16", "[%r5+240], [%rd5+256], 16", "// first read"), (UNINITIALISED_SHARED, "setp.gt.u32 %p1, %r1, 15", "setp.gt.u32 %p1, %r1, 12", "// first read")),
    Ptx("partly valid", OWN + """and.b32 %r7, %r1, 3;
setp.eq.u32 %p1, %r7, 0;
xor.b32 %r7, %r1, 1;
mad.wide.u32 %rd5, %r7, 4, %rd2;
st.global.u32 [%rd4], %r1; // own
cp.async.ca.shared.global [%r5], [%rd5], 4, 0; // nothing
cp.async.wait_all;
bar.sync 0;
ld.shared.u32 %r8, [%r6];
st.global.u32 [%rd4], %r8; // last""",
        (GLOBAL_RACE, "[%rd5], 4, 0;", "[%rd5], 4, 1;", "// nothing"), (GLOBAL_RACE, "[%rd5], 4, 0;", "[%rd5], 4;", "// nothing"), (GLOBAL_RACE, "[%rd5], 4, 0;", "[%rd5], 4, %p1;", "// nothing"),
        (GLOBAL_RACE, "[%rd5], 4, 0;", "[%rd5], 4, 3;", "// nothing")),
    Ptx("words with an mbarrier", OWN + """setp.ne.u32 %p1, %r1, 0;
@%p1 bra READY;
mbarrier.init.shared.b64 [area+256], 32; // init
READY: bar.sync 0;
setp.gt.u32 %p2, %r1, 31;
@%p2 bra CONSUMER;
st.shared.u32 [%r5], %r1;
mbarrier.arrive.shared.b64 %rd5, [area+256]; // arrive
bra END;
CONSUMER: mbarrier.test_wait.parity.shared.b64 %p3, [area+256], 0; // test
@!%p3 bra CONSUMER;
ld.shared.u32 %r8, [%r6]; // read
st.global.u32 [%rd4], %r8;
END:""",
        (SHARED_RACE, "READY: bar.sync 0;", "READY:", "// init"), (SHARED_RACE, "mbarrier.arrive.shared.b64", "mbarrier.arrive.relaxed.cta.shared.b64", "// read"),
        (SHARED_RACE, "test_wait.parity.shared", "test_wait.parity.relaxed.cta.shared", "// read"), (DEADLOCK, "[area+256], 0; // test", "[area+256], 1; // test", "// test"),
        (SHARED_RACE, "CONSUMER: mbarrier.test_wait.parity.shared.b64 %p3, [area+256], 0; // test\n@!%p3 bra CONSUMER;", "CONSUMER:", "// read"), (SHARED_RACE, "st.shared.u32 [%r5], %r1;\nmbarrier.arrive.shared.b64 %rd5, [area+256]; // arrive", "mbarrier.arrive.shared.b64 %rd5, [area+256]; // arrive\nst.shared.u32 [%r5], %r1;", "// read"),
        (SHARED_RACE, "mbarrier.arrive", "st.shared.u32 [area+260], 9; // plain\nmbarrier.arrive", "// plain"),
        (UNINITIALISED_SHARED, "mbarrier.init.shared.b64 [area+256], 32; // init", "", "// arrive"),
        (SHARED_RACE, "@!%p3 bra CONSUMER;", "@!%p3 bra CONSUMER;\nmbarrier.inval.shared.b64 [area+256]; // inval", "// inval")),
    Ptx("phases", OWN + """setp.ne.u32 %p1, %r1, 0;
@%p1 bra READY;
mbarrier.init.shared.b64 [area+256], 32; // full
mbarrier.init.shared.b64 [area+264], 32; // empty
READY: bar.sync 0;
mov.u32 %r9, 0; mov.u32 %r11, 0;
setp.gt.u32 %p2, %r1, 31;
ROUND: and.b32 %r10, %r9, 1;
@%p2 bra CONSUMER;
add.u32 %r12, %r1, %r9;
st.shared.u32 [%r5], %r12; // write
mbarrier.arrive.release.cta.shared.b64 %rd5, [area+256];
EMPTY: mbarrier.try_wait.parity.shared.b64 %p3, [area+264], %r10; // wait empty
@!%p3 bra EMPTY;
bra NEXT;
CONSUMER: mbarrier.try_wait.parity.acquire.cta.shared.b64 %p3, [area+256], %r10; // wait full
@!%p3 bra CONSUMER;
ld.shared.u32 %r8, [%r6]; // read
add.u32 %r11, %r11, %r8;
mbarrier.arrive.shared.b64 %rd5, [area+264]; // arrive empty
NEXT: add.u32 %r9, %r9, 1;
setp.lt.u32 %p4, %r9, 4;
@%p4 bra ROUND;
st.global.u32 [%rd4], %r11;""",
        (DEADLOCK, "@!%p3 bra EMPTY;", "", "// wait full"), (DEADLOCK, "@!%p3 bra CONSUMER;", "", "// wait empty"), (SHARED_RACE, "mbarrier.arrive.release.cta", "mbarrier.arrive.relaxed.cta", "// read"),
        (SHARED_RACE, "parity.acquire.cta", "parity.relaxed.cta", "// read"), (SHARED_RACE, "mbarrier.arrive.shared.b64 %rd5, [area+264]", "mbarrier.arrive.relaxed.cta.shared.b64 %rd5, [area+264]", "// write"),
        (SHARED_RACE, "ld.shared.u32 %r8, [%r6]; // read\nadd.u32 %r11, %r11, %r8;\nmbarrier.arrive.shared.b64 %rd5, [area+264]; // arrive empty", "mbarrier.arrive.shared.b64 %rd5, [area+264]; // arrive empty\nld.shared.u32 %r8, [%r6]; // read\nadd.u32 %r11, %r11, %r8;", "// read")),
    Ptx("states and bytes", OWN + """setp.ne.u32 %p1, %r1, 0;
@%p1 bra READY;
mbarrier.init.shared.b64 [area+256], 64;
mbarrier.expect_tx.relaxed.cta.shared.b64 [area+256], 8; // bytes
READY: bar.sync 0;
st.shared.u32 [%r5], %r1;
mbarrier.arrive.shared.b64 %rd5, [area+256];
@%p1 bra WAIT;
mbarrier.complete_tx.shared.b64 [area+256], 8;
WAIT: mbarrier.test_wait.shared.b64 %p3, [area+256], %rd5; // test
@!%p3 bra WAIT;
ld.shared.u32 %r8, [%r6]; // read
st.global.u32 [%rd4], %r8;""",
        (SHARED_RACE, "@!%p3 bra WAIT;", "", "// read"), (SHARED_RACE, "READY: bar.sync 0;", "READY:", "mbarrier.init"),
        (SHARED_RACE, "mbarrier.arrive.shared.b64 %rd5", "mbarrier.arrive.relaxed.cta.shared.b64 %rd5", "// read")),
    Ptx("copies with an mbarrier", OWN + """setp.ne.u32 %p1, %r1, 0;
@%p1 bra READY;
mbarrier.init.shared.b64 [area+256], 64; // init
READY: bar.sync 0;
cp.async.ca.shared.global [%r5], [%rd3], 4;
cp.async.mbarrier.arrive.noinc.shared.b64 [area+256]; // arrive
WAIT: mbarrier.test_wait.parity.shared.b64 %p3, [area+256], 0; // test
@!%p3 bra WAIT;
ld.shared.u32 %r8, [%r6]; // read
st.global.u32 [%rd4], %r8;""",
        (SHARED_RACE, "@!%p3 bra WAIT;", "", "// read"), (SHARED_RACE, "WAIT: mbarrier.test_wait.parity.shared.b64 %p3, [area+256], 0; // test\n@!%p3 bra WAIT;", "bar.sync 0;", "// read"),
        (SHARED_RACE, "WAIT: mbarrier.test_wait.parity.shared.b64 %p3, [area+256], 0; // test\n@!%p3 bra WAIT;\nld.shared.u32 %r8, [%r6]", "ld.shared.u32 %r8, [%r5]", "// read"),
        (SHARED_RACE, "cp.async.ca.shared.global [%r5], [%rd3], 4;\ncp.async.mbarrier.arrive.noinc.shared.b64 [area+256]; // arrive", "cp.async.mbarrier.arrive.noinc.shared.b64 [area+256]; // arrive\ncp.async.ca.shared.global [%r5], [%rd3], 4;", "// read"),
        (SHARED_RACE, "test_wait.parity.shared", "test_wait.parity.relaxed.cta.shared", "// read"), (SHARED_RACE, "READY: bar.sync 0;", "READY:", "// init"),
        (UNINITIALISED_SHARED, "cp.async.ca", "setp.eq.u32 %p4, %r1, 9;\n@!%p4 cp.async.ca", "// read"), (SHARED_RACE, "[%r6]; // read", "[%r6]; // read\nst.shared.u32 [%r5], %r1; // over", "// over")),
    Ptx("counted copies with an mbarrier", OWN + """setp.ne.u32 %p1, %r1, 0;
@%p1 bra READY;
mbarrier.init.shared.b64 [area+256], 64;
READY: bar.sync 0;
cp.async.ca.shared.global [%r5], [%rd3], 4;
cp.async.mbarrier.arrive.shared.b64 [area+256]; // tracked
mbarrier.arrive.shared.b64 %rd5, [area+256]; // arrive
WAIT: mbarrier.test_wait.shared.b64 %p3, [area+256], %rd5; // test
@!%p3 bra WAIT;
ld.shared.u32 %r8, [%r6]; // read
st.global.u32 [%rd4], %r8;""",
        (SHARED_RACE, "@!%p3 bra WAIT;", "", "// read"), (SHARED_RACE, "cp.async.mbarrier.arrive.shared.b64 [area+256]; // tracked", "", "// read")),
]  # fmt: skip
MUTANTS = [(program, mutant) for program in PROGRAMS for mutant in program.mutants]
