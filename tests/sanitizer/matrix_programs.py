"""Matrices in memory and wide words, and their mutants: `ldmatrix`, `stmatrix`, `wmma.load`, `wmma.store`, `.b128`."""

# ruff: noqa: E501  (a mutant is a row)

from __future__ import annotations

from ptx.vm.findings import GLOBAL_RACE, SHARED_RACE, UNINITIALISED_SHARED

from .fault_programs import OUT, Ptx

ROWS = """mov.u32 %r4, area; and.b32 %r5, %r1, 31; shr.u32 %r6, %r1, 5; shl.b32 %r6, %r6, 7; add.u32 %r6, %r6, %r4;
shl.b32 %r7, %r5, 2; add.u32 %r7, %r7, %r6; and.b32 %r8, %r5, 7; shl.b32 %r8, %r8, 4; add.u32 %r8, %r8, %r6;
"""
"""`%r6` is the warp's matrix of 128 bytes, `%r7` the lane's word of it, `%r8` the row of which the lane gives the address."""
FRAGMENT = "mov.u32 %r4, area; shr.u32 %r5, %r1, 5; shl.b32 %r5, %r5, 8; add.u32 %r5, %r5, %r4; and.b32 %r6, %r1, 31; shl.b32 %r7, %r6, 3; add.u32 %r7, %r7, %r5;\n"
"""`%r5` is the warp's matrix of 16 by 16 bytes, `%r7` the lane's 8 bytes of it."""
SYNC = "bar.warp.sync 0xffffffff;"

PROGRAMS = [
    Ptx("a matrix loaded", ROWS + f"""st.shared.u32 [%r7], %r1; // write
{SYNC}
ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%r9}}, [%r8]; // load
{SYNC} // loaded
add.u32 %r9, %r9, 1;
st.shared.u32 [%r7], %r9; // again
bar.sync 0;
xor.b32 %r10, %r7, 128;
ld.shared.u32 %r11, [%r10];
st.global.u32 [%rd4], %r11;""",
        (SHARED_RACE, SYNC, "", "// load"), (SHARED_RACE, f"{SYNC} // loaded", "", "// again"), (SHARED_RACE, "and.b32 %r5, %r1, 31; shr.u32 %r6, %r1, 5;", "and.b32 %r5, %r1, 31; mov.u32 %r6, 0;", "// write"),
        (UNINITIALISED_SHARED, "st.shared.u32 [%r7], %r1; // write", "setp.ne.u32 %p1, %r5, 17;\n@%p1 st.shared.u32 [%r7], %r1; // write", "// load"), (SHARED_RACE, "xor.b32 %r10, %r7, 128;\nld.shared.u32", "xor.b32 %r10, %r7, 128;\nst.shared.u32 [%r7], %r10; // late\nld.shared.u32", "// late"),
        (UNINITIALISED_SHARED, "add.u32 %r8, %r8, %r6;", "add.u32 %r8, %r8, %r6; add.u32 %r8, %r8, 16;", "// load")),
    Ptx("four matrices in turn", """mov.u32 %r4, area; and.b32 %r5, %r1, 31; shl.b32 %r6, %r5, 4; add.u32 %r6, %r6, %r4; setp.gt.u32 %p1, %r1, 31;
@%p1 bra READY;
st.shared.v4.u32 [%r6], {%r1, %r1, %r1, %r1}; // write
READY: bar.sync 0;
ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r9, %r10, %r11, %r12}, [%r6]; // load
add.u32 %r9, %r9, %r10;
add.u32 %r11, %r11, %r12;
add.u32 %r9, %r9, %r11;
st.global.u32 [%rd4], %r9;""",
        (SHARED_RACE, "READY: bar.sync 0;", "READY:", "// load"), (SHARED_RACE, "bar.sync 0;", "bar.warp.sync 0xffffffff;", "// load"), (UNINITIALISED_SHARED, "st.shared.v4.u32 [%r6], {%r1, %r1, %r1, %r1}", "st.shared.v2.u32 [%r6], {%r1, %r1}", "// load"),
        (UNINITIALISED_SHARED, "%p1, %r1, 31", "%p1, %r1, 30", "// load")),
    Ptx("a matrix stored", ROWS + f"""stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r8], {{%r1}}; // store
{SYNC}
ld.shared.u32 %r9, [%r7]; // read
{SYNC} // read
stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r8], {{%r9}}; // second
bar.sync 0;
xor.b32 %r10, %r7, 128;
ld.shared.u32 %r11, [%r10]; // other
st.global.u32 [%rd4], %r11;""",
        (SHARED_RACE, SYNC, "", "// read"), (SHARED_RACE, f"{SYNC} // read", "", "// second"), (SHARED_RACE, "bar.sync 0;", "", "// other"), (SHARED_RACE, "bar.sync 0;", SYNC, "// other"),
        (SHARED_RACE, "and.b32 %r8, %r5, 7; shl", "and.b32 %r8, %r5, 6; shl", "// store"), (UNINITIALISED_SHARED, "and.b32 %r8, %r5, 7; shl.b32 %r8, %r8, 4; add.u32 %r8, %r8, %r6;", "and.b32 %r8, %r5, 7; shl.b32 %r8, %r8, 4; add.u32 %r8, %r8, %r6; add.u32 %r8, %r8, 256;", "// read")),
    Ptx("a fragment in shared memory", FRAGMENT + f"""st.shared.u64 [%r7], %rd3; // write
{SYNC}
wmma.load.b.sync.aligned.row.m16n16k16.shared.u8 {{%r8, %r9}}, [%r5], 16; // load
add.u32 %r8, %r8, %r9;
st.global.u32 [%rd4], %r8;""",
        (SHARED_RACE, SYNC, "", "// load"), (SHARED_RACE, "shr.u32 %r5, %r1, 5;", "mov.u32 %r5, 0;", "// write"),
        (UNINITIALISED_SHARED, "st.shared.u64 [%r7], %rd3; // write", "st.shared.u32 [%r7], %r1; // write", "// load"), (OUT, "[%r5], 16; // load", "[%r5], 40; // load", "// load")),
    Ptx("fragments in global memory", f"""setp.gt.u32 %p1, %r1, 31;
@%p1 bra END;
mul.wide.u32 %rd5, %r2, 256; add.u64 %rd7, %rd5, %rd2; add.u64 %rd5, %rd5, %rd1;
wmma.load.a.sync.aligned.row.m16n16k16.global.u8 {{%r4, %r5}}, [%rd5], 16; // first
mul.wide.u32 %rd6, %r1, 8; add.u64 %rd6, %rd6, %rd7;
st.global.v2.u32 [%rd6], {{%r4, %r5}}; // store
{SYNC}
wmma.load.b.sync.aligned.row.m16n16k16.global.u8 {{%r7, %r8}}, [%rd7], 16; // again
{SYNC} // loaded
st.global.v2.u32 [%rd6], {{%r7, %r8}}; // back
END:""",
        (GLOBAL_RACE, SYNC, "", "// again"), (GLOBAL_RACE, f"{SYNC} // loaded", "", "// back"), (GLOBAL_RACE, "[%rd7], 16; // again", "[%rd2], 16; // again", "// again"),
        (OUT, "[%rd5], 16; // first", "[%rd5], 64; // first", "// first"), (OUT, "[%rd7], 16; // again", "[%rd7+256], 16; // again", "// again")),
    Ptx("an accumulator", f"""mov.u32 %r4, area; mov.u32 %r5, 7; shl.b32 %r6, %r1, 4; add.u32 %r6, %r6, %r4; setp.gt.u32 %p1, %r1, 31;
@%p1 bra END;
wmma.store.d.sync.aligned.row.m16n16k16.shared.f16 [%r4], {{%r1, %r5, %r1, %r5}}, 16; // store
{SYNC}
ld.shared.u32 %r7, [%r6]; // read
{SYNC} // read
wmma.store.d.sync.aligned.col.m16n16k16.shared.f16 [%r4], {{%r7, %r5, %r7, %r5}}, 16; // second
END:""",
        (SHARED_RACE, f"{SYNC} // read", "", "// second"), (SHARED_RACE, f"{SYNC}\nld", "xor.b32 %r6, %r6, 16;\nld", "// read"), (SHARED_RACE, "%p1, %r1, 31", "%p1, %r1, 63", "// store"),
        (SHARED_RACE, "// store", "// store\nxor.b32 %r6, %r6, 16; st.shared.u32 [%r6], 1; // neighbour", "// neighbour")),
    Ptx("words of 128 bits", """.reg .b128 %w<3>;
mov.u32 %r4, area; and.b32 %r5, %r1, 31; shl.b32 %r6, %r5, 4; add.u32 %r6, %r6, %r4; xor.b32 %r7, %r6, 16; setp.gt.u32 %p1, %r1, 31;
@%p1 bra READY;
mov.b128 %w1, {%rd3, %rd4};
st.shared.b128 [%r6], %w1; // write
READY: bar.sync 0;
ld.shared.b128 %w2, [%r7]; // read
mov.b128 {%rd5, %rd6}, %w2;
cvt.u32.u64 %r8, %rd6;
st.global.u32 [%rd4], %r8;""",
        (SHARED_RACE, "READY: bar.sync 0;", "READY:", "// read"), (UNINITIALISED_SHARED, "st.shared.b128 [%r6], %w1", "st.shared.b64 [%r6], %rd3", "// read"), (UNINITIALISED_SHARED, "%p1, %r1, 31", "%p1, %r1, 30", "// read"),
        (SHARED_RACE, "st.shared.b128 [%r6], %w1; // write", "st.shared.b128 [%r6], %w1;\nst.shared.u32 [%r7+12], %r1; // write", "// write"), (SHARED_RACE, "// read", "// read\nst.shared.u32 [%r6+8], %r1; // after", "// after")),
    Ptx("exchanges of 128 bits", """.reg .b128 %w<3>;
mov.u32 %r4, area; setp.ne.u32 %p1, %r1, 0; mov.u64 %rd5, 1;
@%p1 bra READY;
mov.b128 %w1, {%rd5, %rd5};
st.shared.b128 [%r4], %w1; // first
READY: bar.sync 0;
mov.b128 %w1, {%rd3, %rd4};
atom.shared.exch.b128 %w2, [%r4], %w1; // exchange
mov.b128 {%rd5, %rd6}, %w2;
cvt.u32.u64 %r8, %rd6;
st.global.u32 [%rd4], %r8;""",
        (SHARED_RACE, "READY: bar.sync 0;", "READY:", "// first"), (UNINITIALISED_SHARED, "st.shared.b128 [%r4], %w1", "st.shared.b64 [%r4], %rd5", "// exchange"),
        (SHARED_RACE, "// exchange", "// exchange\nld.shared.u32 %r9, [%r4+8]; // look", "// look")),
]  # fmt: skip
