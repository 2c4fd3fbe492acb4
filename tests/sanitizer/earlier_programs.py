"""Accesses of which the shadow keeps only the last, and lanes that synchronise without the others: a race with any earlier one is found.

`%r1` is the thread, `%r5` its lane, `%r6` its word of shared memory.
"""

# ruff: noqa: E501  (a mutant is a row)

from __future__ import annotations

from ptx.vm.findings import GLOBAL_RACE, SHARED_RACE

from .fault_programs import Ptx

LANE = "mov.u32 %r4, area; and.b32 %r5, %r1, 31; shl.b32 %r6, %r1, 2; add.u32 %r6, %r6, %r4; setp.lt.u32 %p1, %r5, 16; selp.b32 %r7, 0xffff, 0xffff0000, %p1;\n"
"""`%r7` is the mask of the lane's half of the warp."""
SYNC = "bar.warp.sync 0xffffffff;"
FLAGS = """shr.u32 %r4, %r1, 5; and.b32 %r5, %r1, 31; mov.u32 %r8, area; shl.b32 %r7, %r4, 2; add.u32 %r7, %r7, %r8; mov.u32 %r10, 0;
shl.b32 %r6, %r1, 2; add.u32 %r6, %r6, %r8;
st.shared.u32 [%r6], 0; // zero
bar.sync 0;
setp.ne.u32 %p2, %r4, 0; setp.ne.u32 %p3, %r5, 0;
@%p2 bra OTHERS;
@%p3 bra END;
"""
"""Thread 0 goes on, and the warps above the first at OTHERS; there is a flag for each warp at `[area+16]`, and the warp's own is at `[%r7+16]`."""
WAITS = "".join(f"W{warp}: ld.acquire.cta.shared.u32 %r9, [area+{16 + 4 * warp}]; // wait {warp}\nsetp.eq.u32 %p4, %r9, 0;\n@%p4 bra W{warp};\n" for warp in (1, 2, 3))
TOLD = "bar.warp.sync 0xffffffff;\n@%p3 bra END;\nst.release.cta.shared.u32 [%r7+16], 1; // told\nEND:"


def without(warp: int, at: str, kind: str = SHARED_RACE) -> tuple[str, str, str, str]:
    """Nobody waits for one of the warps."""
    return kind, f"W{warp}: ld.acquire.cta.shared.u32 %r9, [area+{16 + 4 * warp}]; // wait {warp}\nsetp.eq.u32 %p4, %r9, 0;\n@%p4 bra W{warp};\n", "", at


def relaxed(warp: int, at: str, kind: str = SHARED_RACE) -> tuple[str, str, str, str]:
    """The wait for one of the warps has no order."""
    return kind, f"W{warp}: ld.acquire.cta", f"W{warp}: ld.relaxed.cta", at


def mutants(at: str, kind: str = SHARED_RACE) -> "list[tuple[str, str, str, str]]":
    """All of these."""
    return [make(warp, at, kind) for warp in (1, 2, 3) for make in (without, relaxed)]


PROGRAMS = [
    Ptx("three warps read", FLAGS + WAITS + f"st.shared.u32 [area], 9; // write\nbra END;\nOTHERS: ld.shared.u32 %r9, [area]; // read\n{TOLD}",
        *mutants("// write"), (SHARED_RACE, "bar.warp.sync 0xffffffff;\n@%p3 bra END;\nst.release", "@%p3 bra END;\nst.relaxed", "// write"), shape=(1, 128)),
    Ptx("three lanes read", FLAGS + WAITS + f"st.shared.u32 [area], 9; // write\nbra END;\nOTHERS: @%p3 bra SKIP;\nld.shared.u32 %r9, [area]; // read\nSKIP: {TOLD}",
        *mutants("// write"), shape=(1, 128)),
    Ptx("three warps read global memory", FLAGS + WAITS + f"st.global.u32 [%rd2], 9; // write\nbra END;\nOTHERS: ld.global.u32 %r9, [%rd2]; // read\n{TOLD}",
        *mutants("// write", GLOBAL_RACE), shape=(1, 128)),
    Ptx("three warps read in a row", FLAGS + WAITS + f"""mov.u32 %r11, 0;
L: shl.b32 %r12, %r11, 2; add.u32 %r12, %r12, %r8; st.shared.u32 [%r12+128], %r11; // write
add.u32 %r11, %r11, 1; setp.lt.u32 %p5, %r11, 32;
@%p5 bra L;
bra END;
OTHERS: shl.b32 %r12, %r5, 2; add.u32 %r12, %r12, %r8; ld.shared.u32 %r9, [%r12+128]; // read
{TOLD}""", *mutants("// write"), shape=(1, 128)),
    Ptx("three warps write strongly", FLAGS + WAITS + f"ld.shared.u32 %r9, [area]; // look\nbra END;\nOTHERS: st.relaxed.cta.shared.u32 [area], %r1; // write\n{TOLD}",
        *mutants("// look"), shape=(1, 128)),
    Ptx("three warps add", FLAGS + WAITS + f"ld.global.u32 %r9, [%rd2]; // look\nbra END;\nOTHERS: red.global.add.u32 [%rd2], 1; // add\n{TOLD}", *mutants("// look", GLOBAL_RACE), shape=(1, 128)),
    Ptx("one lane tells another", FLAGS.replace("@%p3 bra END;\n", "") + f"""st.shared.u32 [%r6+128], %r1; // write
{SYNC}
@%p3 bra END;
st.release.cta.shared.u32 [area+16], 1; // told
bra END;
OTHERS: setp.gt.u32 %p5, %r4, 1;
@%p5 bra END;
@%p3 bra SYNC;
LOOK: ld.acquire.cta.shared.u32 %r9, [area+16]; // look
setp.eq.u32 %p4, %r9, 0;
@%p4 bra LOOK;
SYNC: {SYNC} // seen
ld.shared.u32 %r9, [%r6]; // read
xor.b32 %r10, %r6, 64;
ld.shared.u32 %r10, [%r10]; // cross
END:""",
        (SHARED_RACE, f"{SYNC}\n@%p3 bra END;\nst.release", "@%p3 bra END;\nst.release", "// read"), (SHARED_RACE, f"{SYNC} // seen", "", "// read"),
        (SHARED_RACE, f"{SYNC}\n@%p3 bra END;\nst.release", "setp.lt.u32 %p6, %r5, 16; @%p6 bar.warp.sync 0xffff;\n@%p3 bra END;\nst.release", "// read"),
        (SHARED_RACE, f"{SYNC} // seen", "setp.lt.u32 %p6, %r5, 16; @%p6 bar.warp.sync 0xffff;", "// read"), (SHARED_RACE, f"{SYNC} // seen", "setp.ge.u32 %p6, %r5, 1; @%p6 bar.warp.sync 0xfffffffe;", "// read"),
        (SHARED_RACE, "st.release.cta.shared.u32", "st.relaxed.cta.shared.u32", "// read"), shape=(1, 64)),
    Ptx("one lane arrives for all", LANE + f"""setp.ne.u32 %p2, %r1, 0;
@%p2 bra READY;
mbarrier.init.shared.b64 [area+384], 1;
READY: bar.sync 0;
setp.gt.u32 %p3, %r1, 31; setp.ne.u32 %p4, %r5, 0;
@%p3 bra CONSUMER;
st.shared.u32 [%r6], %r1; // write
{SYNC}
@%p4 bra END;
mbarrier.arrive.shared.b64 %rd5, [area+384]; // arrive
bra END;
CONSUMER: @%p4 bra SYNC;
WAIT: mbarrier.test_wait.parity.shared.b64 %p5, [area+384], 0; // test
@!%p5 bra WAIT;
SYNC: {SYNC} // seen
ld.shared.u32 %r9, [%r6+-128]; // read
st.global.u32 [%rd4], %r9;
END:""",
        (SHARED_RACE, f"{SYNC}\n@%p4 bra END;", "@%p4 bra END;", "// read"), (SHARED_RACE, f"{SYNC} // seen", "", "// read")),
    Ptx("one lane fences for all", LANE + f"""setp.gt.u32 %p3, %r1, 31; setp.ne.u32 %p4, %r5, 0; mad.lo.u32 %r8, %r2, 64, 63; mad.wide.u32 %rd5, %r8, 4, %rd2;
@%p3 bra CONSUMER;
st.global.u32 [%rd4], %r1; // write
{SYNC}
@%p4 bra END;
fence.acq_rel.gpu;
st.relaxed.gpu.global.u32 [%rd5], 1; // told
bra END;
CONSUMER: setp.ne.u32 %p5, %r5, 1;
@%p5 bra SYNC;
WAIT: ld.relaxed.gpu.global.u32 %r9, [%rd5]; // look
setp.eq.u32 %p6, %r9, 0;
@%p6 bra WAIT;
fence.acq_rel.gpu; // acquired
SYNC: {SYNC} // seen
ld.global.u32 %r9, [%rd4+-128]; // read
END:""",
        (GLOBAL_RACE, f"{SYNC}\n@%p4 bra END;", "@%p4 bra END;", "// read"), (GLOBAL_RACE, f"{SYNC} // seen", "", "// read"), (GLOBAL_RACE, "fence.acq_rel.gpu;\nst", "st", "// read"),
        (GLOBAL_RACE, "fence.acq_rel.gpu; // acquired", "", "// read"), (GLOBAL_RACE, "fence.acq_rel.gpu; // acquired\nSYNC:", "SYNC: @%p4 bra ON;\nfence.acq_rel.gpu;\nON:", "// read")),
    Ptx("halves of a warp", LANE + """st.shared.u32 [%r6], %r1; // write
bar.warp.sync %r7;
xor.b32 %r8, %r6, 4;
ld.shared.u32 %r9, [%r8]; // read
bar.warp.sync %r7; // read too
st.shared.u32 [%r6], %r9; // again
st.global.u32 [%rd4], %r9;""",
        (SHARED_RACE, "xor.b32 %r8, %r6, 4;", "xor.b32 %r8, %r6, 64;", "// read"), (SHARED_RACE, "bar.warp.sync %r7;", "", "// read"), (SHARED_RACE, "bar.warp.sync %r7; // read too", "", "// again"),
        (SHARED_RACE, "bar.warp.sync %r7;", "@%p1 bar.warp.sync %r7;", "// read"), (SHARED_RACE, "bar.warp.sync %r7;", "@!%p1 bar.warp.sync %r7;", "// read"),
        (SHARED_RACE, "bar.warp.sync %r7; // read too", "@%p1 bar.warp.sync %r7;", "// again"), (SHARED_RACE, "bar.warp.sync %r7; // read too", "@!%p1 bar.warp.sync %r7;", "// again"),
        (SHARED_RACE, "selp.b32 %r7, 0xffff, 0xffff0000, %p1", "shl.b32 %r7, 1, %r5", "// read")),
    Ptx("one word for both halves", LANE + """setp.eq.u32 %p2, %r5, 0;
@!%p2 bra READY;
st.shared.u32 [%r6], 5;
READY: bar.sync 0;
shr.u32 %r8, %r1, 5; shl.b32 %r8, %r8, 7; add.u32 %r8, %r8, %r4;
ld.shared.u32 %r9, [%r8]; // read
bar.warp.sync 0xffffffff;
@!%p2 bra END;
st.shared.u32 [%r8], 6; // write
END:""",
        (SHARED_RACE, "bar.warp.sync 0xffffffff;", "bar.warp.sync %r7;", "// write"), (SHARED_RACE, "bar.warp.sync 0xffffffff;", "@%p1 bar.warp.sync 0xffff;", "// write"),
        (SHARED_RACE, "bar.warp.sync 0xffffffff;\n@!%p2 bra END;", "bar.warp.sync %r7;\nsetp.eq.u32 %p2, %r5, 31;\n@!%p2 bra END;", "// write"),
        (SHARED_RACE, "bar.warp.sync 0xffffffff;\n@!%p2 bra END;", "bar.warp.sync %r7;\nsetp.eq.u32 %p2, %r5, 15;\n@!%p2 bra END;", "// write"),
        (SHARED_RACE, "bar.warp.sync 0xffffffff;", "mov.u32 %r10, 3; setp.lt.u32 %p3, %r5, 2; @%p3 bar.warp.sync %r10;", "// write")),
    Ptx("from lane to lane", LANE + """setp.eq.u32 %p2, %r5, 0; setp.lt.u32 %p3, %r5, 2; setp.eq.u32 %p4, %r5, 1; setp.eq.u32 %p5, %r5, 2; or.pred %p6, %p4, %p5;
@!%p2 bra NEXT;
st.shared.u32 [%r6], 7; // write
NEXT: @%p3 bar.warp.sync 3; // first
@%p6 bar.warp.sync 6; // second
@!%p5 bra END;
ld.shared.u32 %r9, [%r6+-8]; // read
st.global.u32 [%rd4], %r9;
END:""",
        (SHARED_RACE, "@%p3 bar.warp.sync 3; // first\n", "", "// read"), (SHARED_RACE, "@%p6 bar.warp.sync 6; // second\n", "", "// read"),
        (SHARED_RACE, "@%p3 bar.warp.sync 3; // first\n@%p6 bar.warp.sync 6; // second", "@%p6 bar.warp.sync 6; // second\n@%p3 bar.warp.sync 3; // first", "// read"),
        (SHARED_RACE, "@!%p5 bra END;", "setp.eq.u32 %p5, %r5, 3;\n@!%p5 bra END;\nsub.u32 %r6, %r6, 4;", "// read")),
    Ptx("a mask that is all", LANE + """mov.u32 %r7, 0xffffffff;
st.shared.u32 [%r6], %r1; // write
bar.warp.sync %r7;
xor.b32 %r8, %r6, 64;
ld.shared.u32 %r9, [%r8]; // read
st.global.u32 [%rd4], %r9;""",
        (SHARED_RACE, "bar.warp.sync %r7;", "", "// read"), (SHARED_RACE, "mov.u32 %r7, 0xffffffff;", "", "// read"), (SHARED_RACE, "xor.b32 %r8, %r6, 64;", "xor.b32 %r8, %r6, 128;", "// read")),
]  # fmt: skip
