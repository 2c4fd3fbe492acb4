"""Faults that every launch reports, as findings: each program is clean, each mutant has one kind of fault at one line of the PTX.

`%r1` is the thread, `%r3` its number in the grid, `%rd1` and `%rd2` the arrays, `%rd3` and `%rd4` the thread's elements of them.
"""

# ruff: noqa: E501  (a mutant is a row)

from __future__ import annotations

import numpy as np

from ptx.vm import Buffer, VmModule, load
from ptx.vm.findings import UNINITIALISED_LOCAL, Report
from ptx.vm.sanitizer import Sanitizer

HEAD = """.version 8.8
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{
.reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<19>; .reg .b64 %rd<19>;
.shared .align 8 .b8 area[512]; .local .align 8 .b8 room[64];
ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r3, %r2, %ntid.x, %r1;
mad.wide.u32 %rd3, %r3, 4, %rd1; mad.wide.u32 %rd4, %r3, 4, %rd2;
"""
OUT, MISALIGNED, READ_ONLY, NON_COHERENT = "out of bounds", "misaligned", "write to read-only memory", "write to data read as constant"
PANIC, DIVERGENT, DEADLOCK, ENDLESS = "panic", "divergent barrier", "deadlock", "out of fuel"


class Ptx:
    """A body of PTX over two arrays of 128 words (the first can be made read-only), launched with 2 blocks of 64 threads or otherwise; it may call
    functions.
    """

    def __init__(self, name: str, body: str, *mutants: tuple[str, str, str, str], functions: str = "", shape: tuple[int, int] = (2, 64)) -> None:
        self.name, self.shape = name, shape
        self.text = HEAD.replace(".visible", f"{functions}.visible") + body + "\nret;\n}\n"
        self.mutants = mutants

    def mutated(self, mutant: tuple[str, str, str, str]) -> tuple[str, int]:
        """The text of a mutant (kind, old, new, text on the line), and the line."""
        _, old, new, at = mutant
        assert old in self.text, (self.name, old)
        text = self.text.replace(old, new, 1)
        return text, next(number for number, line in enumerate(text.splitlines(), 1) if at in line)


def launched(text: str, shape: tuple[int, int] = (2, 64), fuel: int = 200_000, max_errors: int = 100, reverse: bool = False) -> Report:
    """The report of a launch of a text."""
    sanitizer = Sanitizer(max_errors, reverse=reverse)
    module: VmModule = load(text, "compiled")
    arrays = [Buffer("x", np.arange(128, dtype=np.uint32), False), Buffer("y", np.zeros(128, np.uint32))]
    module.launch("k", *shape, arrays, fuel=fuel, sanitizer=sanitizer)
    return sanitizer.report


def expect(report: Report, kind: str, line: int) -> None:
    """Checks that there is a finding of a kind at a line."""
    found = [(finding.kind, finding.place.ptx_line) for finding in report if finding.place is not None]
    found += [(finding.kind, finding.before.place.ptx_line) for finding in report if finding.before is not None]
    assert (kind, line) in found, f"expected {kind} at {line}, got {found}\n{report}"


PROGRAMS = [
    Ptx("copies", """ld.global.u32 %r4, [%rd3];
st.global.u32 [%rd4], %r4;
mul.lo.u32 %r5, %r1, 8;
st.shared.u64 [%r5], %rd3;
ld.shared.u32 %r6, [%r5+4];
st.global.u32 [%rd4], %r6;""",
        (OUT, "[%rd3]", "[%rd3+4]", "ld.global.u32 %r4"), (OUT, "[%rd3]", "[%rd3+-4]", "ld.global.u32 %r4"),
        (OUT, "[%rd4], %r4", "[%rd4+256], %r4", "[%rd4+256]"), (OUT, "[%rd4], %r6", "[%rd4+100000000], %r6", "%r6;"),
        (OUT, "%r1, 8", "%r1, 16", "st.shared.u64"), (OUT, "[%r5+4]", "[%r5+512]", "ld.shared.u32"), (OUT, "[%r5+4]", "[%r5+-8]", "ld.shared.u32"),
        (OUT, "ld.global.u32 %r4, [%rd3]", "ld.u32 %r4, [8]", "ld.u32 %r4"), (OUT, "%r1, 8;", "%r1, 7000000;", "st.shared.u64"),
        (OUT, "st.global.u32 [%rd4], %r6", "red.global.add.u32 [%rd4+8], %r6", "red.global.add"),
        (OUT, "ld.global.u32 %r4, [%rd3]", "mad.wide.u32 %rd3, %r3, 16, %rd1; ld.global.u32 %r4, [%rd3]", "ld.global.u32 %r4"),
        (OUT, "ld.global.u32 %r4, [%rd3]", "ld.global.v4.u32 {%r4, %r7, %r8, %r9}, [%rd1+512]", "ld.global.v4"),
        (MISALIGNED, "[%rd3]", "[%rd1+2]", "ld.global.u32 %r4"), (MISALIGNED, "[%rd4], %r4", "[%rd2+1], %r4", "st.global.u32 [%rd2+1]"),
        (MISALIGNED, "%r1, 8", "%r1, 4", "st.shared.u64"), (MISALIGNED, "[%r5+4]", "[%r5+3]", "ld.shared.u32"),
        (MISALIGNED, "ld.global.u32 %r4, [%rd3]", "ld.global.u64 %rd5, [%rd3]", "ld.global.u64"),
        (MISALIGNED, "ld.global.u32 %r4, [%rd3]", "ld.global.u16 %h1, [%rd1+7]", "ld.global.u16"),
        (MISALIGNED, "ld.global.u32 %r4, [%rd3]", "ld.global.v2.u32 {%r4, %r7}, [%rd1+4]", "ld.global.v2"),
        (MISALIGNED, "ld.global.u32 %r4, [%rd3]", "ld.global.v4.u32 {%r4, %r7, %r8, %r9}, [%rd1+8]", "ld.global.v4"),
        (MISALIGNED, "st.global.u32 [%rd4], %r6", "red.global.add.u32 [%rd2+2], %r6", "red.global"),
        (MISALIGNED, "st.global.u32 [%rd4], %r6", "atom.global.add.u64 %rd6, [%rd2+4], %rd3", "atom.global"),
        (MISALIGNED, "st.global.u32 [%rd4], %r6", "st.u64 [%rd2+12], %rd3", "st.u64"),
        (MISALIGNED, "ld.shared.u32 %r6, [%r5+4]", "ld.shared.u64 %rd6, [%r5+4]", "ld.shared.u64"),
        (READ_ONLY, "[%rd4], %r4", "[%rd3], %r4", "[%rd3], %r4"), (READ_ONLY, "[%rd4], %r6", "[%rd1+64], %r6", "[%rd1+64]"),
        (READ_ONLY, "st.global.u32 [%rd4], %r6", "red.global.add.u32 [%rd1], %r6", "red.global"),
        (READ_ONLY, "st.global.u32 [%rd4], %r6", "atom.global.exch.b32 %r7, [%rd1], %r6", "atom.global"),
        (READ_ONLY, "st.global.u32 [%rd4], %r6", "st.global.u8 [%rd1+5], %r6", "st.global.u8"),
        (READ_ONLY, "st.global.u32 [%rd4], %r6", "st.u32 [%rd3], %r6", "st.u32"),
        (READ_ONLY, "st.global.u32 [%rd4], %r6", "st.global.v2.u32 [%rd1+8], {%r6, %r6}", "st.global.v2"),
        (READ_ONLY, "st.global.u32 [%rd4], %r6", "st.global.u64 [%rd1], %rd3", "st.global.u64"),
        (READ_ONLY, "st.global.u32 [%rd4], %r6", "setp.eq.u32 %p1, %r1, 63; @%p1 st.global.u32 [%rd3], %r6", "@%p1 st.global"),
        (READ_ONLY, "st.global.u32 [%rd4], %r6", "atom.global.cas.b32 %r7, [%rd1+4], 0, %r6", "atom.global.cas")),
    Ptx("read as constant", """ld.global.nc.u32 %r4, [%rd3];
add.u32 %r4, %r4, 1;
st.global.u32 [%rd4], %r4;
bar.sync 0;
ld.global.u32 %r5, [%rd4];
add.u32 %r5, %r5, %r4;
st.global.u32 [%rd4], %r5;""",
        (NON_COHERENT, "nc.u32 %r4, [%rd3]", "nc.u32 %r4, [%rd4]", "[%rd4], %r4"),
        (NON_COHERENT, "nc.u32 %r4, [%rd3]", "nc.u8 %r4, [%rd4]", "[%rd4], %r4"),
        (NON_COHERENT, "nc.u32 %r4, [%rd3]", "nc.u32 %r4, [%rd2+8]", "[%rd4], %r4"),
        (NON_COHERENT, "nc.u32 %r4, [%rd3]", "nc.v2.u32 {%r4, %r6}, [%rd2+16]", "[%rd4], %r4"),
        (NON_COHERENT, "nc.u32 %r4, [%rd3]", "nc.u16 %h1, [%rd2+250]; mov.u32 %r4, 5", "[%rd4], %r4"),
        (NON_COHERENT, "ld.global.u32 %r5", "ld.global.nc.u32 %r5", "[%rd4], %r5"),
        (NON_COHERENT, "ld.global.u32 %r5, [%rd4]", "ld.global.nc.u64 %rd5, [%rd2]; mov.u32 %r5, 3", "[%rd4], %r5"),
        (NON_COHERENT, "nc.u32 %r4, [%rd3]", "nc.v4.u32 {%r4, %r6, %r7, %r8}, [%rd2+32]", "[%rd4], %r4"),
        (NON_COHERENT, "st.global.u32 [%rd4], %r5", "ld.global.nc.u32 %r9, [%rd2+400]; bar.sync 0; red.global.add.u32 [%rd4], %r5", "[%rd4], %r4"),
        (NON_COHERENT, "st.global.u32 [%rd4], %r5", "ld.global.nc.u8 %r9, [%rd4+1]; st.global.u8 [%rd4+1], %r5", "st.global.u8")),
    Ptx("checked", """setp.gt.u32 %p1, %r3, 200;
@%p1 bra BAD;
rem.u32 %r4, %r1, 7;
setp.eq.u32 %p2, %r4, 9;
@!%p2 bra FINE;
trap;
FINE: add.u32 %r5, %r4, 1;
st.global.u32 [%rd4], %r5;
bra END;
BAD: mov.u32 %r6, 1;
trap; // second
END:""",
        (PANIC, "%r3, 200", "%r3, 100", "trap; // second"), (PANIC, "gt.u32 %p1, %r3, 200", "eq.u32 %p1, %r3, 127", "trap; // second"),
        (PANIC, "%r4, 9", "%r4, 6", "trap;"), (PANIC, "@!%p2", "@%p2", "trap;"), (PANIC, "@%p1", "@!%p1", "trap; // second"),
        (PANIC, "%r1, 7", "%r1, 64", "trap;"), (PANIC, "bra END;", "// no jump", "trap; // second"), (PANIC, "%r3, 200", "%r2, 0", "trap; // second"),
        (PANIC, "eq.u32 %p2, %r4, 9", "ne.u32 %p2, %r4, 0", "trap;"), (PANIC, "bra END;", "setp.eq.u32 %p3, %r1, 40;\n@%p3 trap; // third\nbra END;", "// third")),
    Ptx("barriers", """setp.lt.u32 %p1, %r1, 32;
mov.u32 %r4, 0;
bar.sync 0;
st.shared.u32 [area], 1; // one value from all
bar.sync 0; // again
@%p1 bra LOW;
bar.sync 1; // high
bra END;
LOW: bar.sync 1; // low
END: mov.u32 %r5, 1;""",
        (DIVERGENT, "%r1, 32", "%r1, 16", "bar.sync 1; // high"), (DIVERGENT, "%r1, 32", "%r1, 1", "bar.sync 1; // high"),
        (DIVERGENT, "%r1, 32", "%r1, 63", "bar.sync 1; // high"), (DIVERGENT, "lt.u32 %p1, %r1, 32", "eq.u32 %p1, %r1, 40", "bar.sync 1; // low"),
        (DIVERGENT, "%r1, 32", "%r1, 33", "bar.sync 1; // high"), (DIVERGENT, "bar.sync 1; // low", "bar.sync 1, 64; // low", "bar.sync 1; // high"),
        (DIVERGENT, "bar.sync 1; // high", "bar.sync 1, 64; // high", "bar.sync 1, 64; // high"), (DIVERGENT, "lt.u32 %p1", "gt.u32 %p1", "bar.sync 1; // low"),
        (DIVERGENT, "setp.lt.u32 %p1, %r1, 32", "and.b32 %r9, %r1, 1; setp.eq.u32 %p1, %r9, 1", "bar.sync 1; // low"),
        (DIVERGENT, "%r1, 32", "%r1, 31", "bar.sync 1; // high"),
        (DEADLOCK, "bar.sync 1; // low", "bar.sync 2; // low", "bar.sync 2; // low"), (DEADLOCK, "bar.sync 1; // high", "bar.sync 3; // high", "bar.sync 1; // low"),
        (DEADLOCK, "bar.sync 1; // high", "bar.sync 1; bar.sync 5, 64; // high", "bar.sync 5"), (DEADLOCK, "bar.sync 1; // low", "bar.sync 4, 64; // low", "4, 64"),
        (DEADLOCK, "bar.sync 0; // again", "@%p1 bra NOT; bar.sync 0, 64; // again\nNOT: mov.u32 %r6, 1;", "bar.sync 1; // low"),
        (DEADLOCK, "bar.sync 1; // low", "bar.sync 6, 64; bar.sync 1; // low", "bar.sync 6"), (DEADLOCK, "bar.sync 1; // low", "bar.sync 0; // low", "bar.sync 0; // low"),
        (DEADLOCK, "bra END;", "bar.sync 7, 64; // more\nbra END;", "bar.sync 7"), (DEADLOCK, "bar.sync 1; // high", "bar.sync 1; bar.sync 1, 64; // high", "bar.sync 1; bar.sync 1, 64; // high"),
        (DEADLOCK, "END: mov", "@!%p1 bra OUT; bar.sync 2, 64; // alone\nOUT: mov.u32 %r7, 1;\nEND: mov", "// alone")),
    Ptx("loops", """mov.u32 %r4, 0; mov.u32 %r5, 1;
L: add.u32 %r4, %r4, 1; mad.lo.u32 %r5, %r5, 3, %r4; // body
setp.lt.u32 %p1, %r4, 10; // test
@%p1 bra L; // back
st.global.u32 [%rd4], %r5;""",
        (ENDLESS, "%r4, 10;", "%r4, 0xFFFFFFFF;", "// body"), (ENDLESS, "@%p1 bra L", "bra L", "// body"), (ENDLESS, "add.u32 %r4, %r4, 1", "add.u32 %r4, %r4, 0", "// body"),
        (ENDLESS, "%p1, %r4, 10", "%p1, %r1, 64", "// body"), (ENDLESS, "setp.lt.u32 %p1, %r4, 10", "setp.ge.u32 %p1, %r4, 0", "// body"),
        (ENDLESS, "setp.lt", "setp.ne.u32 %p1, %r4, 10; and.b32 %r4, %r4, 3; @%p1 bra L; setp.lt", "// body"),
        (ENDLESS, "add.u32 %r4, %r4, 1", "xor.b32 %r4, %r4, 1", "// body"), (ENDLESS, "add.u32 %r4, %r4, 1", "mov.u32 %r4, 1", "// body"),
        (ENDLESS, "@%p1 bra L", "setp.eq.u32 %p2, %r3, 77; or.pred %p1, %p1, %p2; @%p1 bra L", "// body"),
        (ENDLESS, "setp.lt.u32 %p1, %r4, 10", "ld.global.u32 %r6, [%rd3]; setp.lt.u32 %p1, %r6, 10000", "// body")),
    Ptx("the thread's own", """st.local.u32 [room], %r1;
st.local.u64 [room+8], %rd3;
st.local.u8 [room+16], %r1;
st.local.u8 [room+17], %r1;
setp.lt.u32 %p1, %r1, 20;
@%p1 bra SMALL;
st.local.u32 [room+24], %r1; // large
SMALL: ld.local.u32 %r4, [room];
ld.local.u64 %rd5, [room+8];
ld.local.u16 %h1, [room+16];
@%p1 bra END;
ld.local.u32 %r6, [room+24]; // large again
st.global.u32 [%rd4], %r6;
END: cvta.local.u64 %rd6, 0;
ld.u32 %r7, [%rd6]; // generic""",
        (UNINITIALISED_LOCAL, "u32 %r4, [room]", "u32 %r4, [room+4]", "[room+4]"), (UNINITIALISED_LOCAL, "[room+17], %r1", "[room+18], %r1", "ld.local.u16"),
        (UNINITIALISED_LOCAL, "st.local.u64 [room+8], %rd3", "st.local.u32 [room+8], %r1", "ld.local.u64"), (UNINITIALISED_LOCAL, "st.local.u32 [room], %r1", "mov.u32 %r9, 1", "%r4, [room]"),
        (UNINITIALISED_LOCAL, "@%p1 bra END;", "", "// large again"), (UNINITIALISED_LOCAL, "@%p1 bra SMALL", "bra SMALL", "// large again"),
        (UNINITIALISED_LOCAL, "u64 %rd5, [room+8]", "u64 %rd5, [room+32]", "[room+32]"), (UNINITIALISED_LOCAL, "%r1, 20;\n@%p1", "%r1, 20;\n@!%p1", "// large again"),
        (UNINITIALISED_LOCAL, "[%rd6]; // generic", "[%rd6+28]; // generic", "// generic"), (UNINITIALISED_LOCAL, "u16 %h1, [room+16]", "u8 %h1, [room+19]", "[room+19]"),
        (UNINITIALISED_LOCAL, "ld.local.u32 %r4, [room]", "and.b32 %r8, %r1, 7; mul.lo.u32 %r8, %r8, 4; ld.local.u32 %r4, [%r8]", "[%r8]")),
]  # fmt: skip
MUTANTS = [(program, mutant) for program in PROGRAMS for mutant in program.mutants]
