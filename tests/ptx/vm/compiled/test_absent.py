"""What a shuffle takes from a lane that is not there, lanes outside of their masks, and masks that meet: told alike by both executors, by default."""

import numpy as np
import pytest

from ptx.vm import WarpMisuse
from ptx.vm.compiled.control.kernel import translate
from ptx.vm.launched import LaunchShape
from ptx.vm.machine import Machine
from ptx.vm.memory import AddressSpace
from tests.ptx.vm.compiled.test_control import kernel
from tests.ptx.vm.compiled.twins import both

NUMBERS = np.random.default_rng(5).integers(1, 2**31, 256, np.uint32)
LOAD = "ld.global.u32 %r4, [%rd3]; and.b32 %r5, %r1, 31; setp.lt.u32 %p1, %r5, 20;\n"
LINES = ".loc 1 9 5\n"
STORE = "st.global.u32 [%rd4], %r6;"
ONLY_20 = "@!%p1 exit;"
TAKE = f"{ONLY_20} shfl.sync.idx.b32 %r6, %r4, 25, 31, -1;"
NEXT = f"{ONLY_20} shfl.sync.down.b32 %r6, %r4, 1, 31, -1;"
AREA = ".shared .align 4 .b8 area[512];\n"
CALL = """.func (.reg .b32 %out) twice(.reg .b32 %in) { .reg .b32 %a; add.u32 %a, %in, %in; mov.b32 %out, %a; ret; }
.func (.param .b32 back) kept(.param .b32 given) { .reg .b32 %a; ld.param.u32 %a, [given]; st.param.u32 [back], %a; ret; }
"""


def check(body: str, threads: int = 64, head: str = "") -> "Exception | None":
    """Runs a body on both executors, which must agree on memory and fault."""
    _, fault = both(kernel(LINES + LOAD + body, head), "k", 2, threads, [NUMBERS.copy(), np.zeros(256, np.uint32)])
    return fault


USED = {
    "stored": f"{TAKE} {STORE}",
    "by the lane that reads past the last": f"{NEXT} {STORE}",
    "by a butterfly": f"{ONLY_20} shfl.sync.bfly.b32 %r6, %r4, 16, 31, -1; {STORE}",
    "from below": f"@%p1 exit; shfl.sync.up.b32 %r6, %r4, 4, 0, -1; {STORE}",
    "from an offset of the lane's own": f"{ONLY_20} add.u32 %r7, %r5, 1; shfl.sync.idx.b32 %r6, %r4, %r7, 31, -1; {STORE}",
    "after computing": f"{TAKE} add.u32 %r7, %r6, 1; cvt.rn.f32.u32 %f1, %r7; st.global.f32 [%rd4], %f1;",
    "as an address": f"{TAKE} and.b32 %r6, %r6, 4; cvt.u64.u32 %rd5, %r6; add.u64 %rd5, %rd5, %rd2; st.global.u32 [%rd5], 1;",
    "as an address that is read": f"{TAKE} and.b32 %r6, %r6, 4; cvt.u64.u32 %rd5, %r6; add.u64 %rd5, %rd5, %rd1; ld.global.u32 %r7, [%rd5];",
    "by a branch": f"{TAKE} setp.gt.u32 %p2, %r6, 9; @%p2 bra A; st.global.u32 [%rd4], %r1; A:",
    "by a guarded store": f"{TAKE} setp.gt.u32 %p2, %r6, 9; @%p2 st.global.u32 [%rd4], %r1;",
    "by what a guard leaves": f"{TAKE} setp.gt.u32 %p2, %r6, 9; mov.u32 %r6, 1; @%p2 mov.u32 %r6, 2; {STORE}",
    "by a vote": f"{TAKE} setp.gt.u32 %p2, %r6, 9; vote.sync.ballot.b32 %r6, %p2, -1; {STORE}",
    "by a match": f"{TAKE} match.any.sync.b32 %r7, %r6, -1;",
    "by a reduction": f"{TAKE} redux.sync.add.u32 %r7, %r6, -1;",
    "by an atomic operation": f"{TAKE} red.global.add.u32 [%rd2], %r6;",
    "by the chosen side": f"{NEXT} setp.eq.u32 %p2, %r5, 19; selp.b32 %r6, %r6, 1, %p2; {STORE}",
    "by a predicate that decides nothing": f"{NEXT} setp.gt.u32 %p2, %r6, 5; and.pred %p2, %p2, %p1; selp.b32 %r6, 1, 0, %p2; {STORE}",
    "by a joined comparison": f"{NEXT} setp.gt.and.u32 %p2, %r6, 5, %p1; selp.b32 %r6, 1, 0, %p2; {STORE}",
    "by a table": f"{NEXT} lop3.b32 %r6, %r6, %r5, %r4, 0xEA; {STORE}",
    "by a sum": f"{NEXT} mad.lo.u32 %r6, %r5, %r5, %r6; {STORE}",
    "through a lane that is there": f"{TAKE} shfl.sync.bfly.b32 %r7, %r6, 1, 31, -1; st.global.u32 [%rd4], %r7;",
    "through the end of the lane that gave it": f"""{NEXT} shfl.sync.down.b32 %r6, %r6, 1, 31, -1;
        setp.lt.u32 %p2, %r5, 19; @%p2 {STORE}""",
    "after a barrier": f"{TAKE} bar.sync 0; {STORE}",
    "in a loop around a barrier": f"""{ONLY_20} mov.u32 %r8, 0; mov.u32 %r6, 1;
        L: st.shared.u32 [area], 1; shfl.sync.down.b32 %r7, %r6, 1, 31, -1; add.u32 %r6, %r6, %r7; bar.sync 0;
        add.u32 %r8, %r8, 1; setp.lt.u32 %p2, %r8, 3; @%p2 bra L; {STORE}""",
    "from another half": f"setp.lt.u32 %p2, %r5, 16; selp.b32 %r7, 0xFFFF, 0xFFFF0000, %p2; shfl.sync.bfly.b32 %r6, %r4, 16, 31, %r7; {STORE}",
    "from a lane on another way": f"@%p1 bra A; bra B; A: shfl.sync.bfly.b32 %r6, %r4, 16, 31, 0xFFFFF; {STORE} B:",
    "from lanes that took turns": f"""@%p1 bra A; shfl.sync.idx.b32 %r6, %r4, 3, 31, 0xFFF00000; bra B;
        A: shfl.sync.idx.b32 %r6, %r4, 3, 31, 0xFFFFF; B: {STORE}""",
    "kept for another block": f"""{ONLY_20} setp.lt.u32 %p2, %r5, 3; shfl.sync.idx.b32 %r7, %r4, 25, 31, -1;
        @%p2 bra A; mov.u32 %r7, 2; A: st.global.u32 [%rd4], %r7;""",
}


@pytest.mark.parametrize("name", USED)
def test_uses(name: str) -> None:
    fault = check(USED[name], head=AREA)
    assert isinstance(fault, WarpMisuse)
    assert "which is not there (mask 0x" in str(fault)
    assert "by the shuffle at file 1:9:5" in str(fault)


@pytest.mark.parametrize(("body", "lanes"), [
    (f"{TAKE} {STORE}", "lane 0 uses what it took from lane 25, which is not there (mask 0xffffffff)"),
    (f"{ONLY_20} shfl.sync.down.b32 %r6, %r4, 2, 31, 0xFFFFF; {STORE}", "lane 18 uses what it took from lane 20, which is not there (mask 0x000fffff)"),
    (f"{NEXT} shfl.sync.up.b32 %r6, %r6, 0, 0, -1; shfl.sync.idx.b32 %r6, %r6, 19, 31, -1; {STORE}",
     "lane 0 uses what lane 19 took from lane 20, which is not there (mask 0xffffffff)"),
    (f"{ONLY_20} shfl.sync.bfly.b32 %r6, %r4, 16, 31, -1; shfl.sync.bfly.b32 %r6, %r6, 1, 31, -1; {STORE}",
     "lane 4 uses what it took from lane 20, which is not there (mask 0xffffffff)"),
])  # fmt: skip
def test_who_took_what_from_whom(body: str, lanes: str) -> None:
    assert lanes in str(check(body))


CLEAN = {
    "nothing is used": f"{TAKE} add.u32 %r7, %r6, %r4; mul.lo.u32 %r7, %r7, %r7;",
    "the last lane has no next": f"{NEXT} setp.lt.u32 %p2, %r5, 19; @%p2 {STORE}",
    "a sum whose dead lanes are dropped": """setp.ge.u32 %p2, %r5, 16; @%p2 exit; mov.u32 %r6, %r4;
        shfl.sync.down.b32 %r7, %r6, 8, 31, 0xFFFF; add.u32 %r6, %r6, %r7; shfl.sync.down.b32 %r7, %r6, 4, 31, 0xFFFF; add.u32 %r6, %r6, %r7;
        shfl.sync.down.b32 %r7, %r6, 2, 31, 0xFFFF; add.u32 %r6, %r6, %r7; shfl.sync.down.b32 %r7, %r6, 1, 31, 0xFFFF; add.u32 %r6, %r6, %r7;
        setp.eq.u32 %p3, %r5, 0; @%p3 st.global.u32 [%rd4], %r6;""",
    "the first lanes keep their own": f"shfl.sync.up.b32 %r6|%p2, %r4, 3, 0, -1; @!%p2 mov.u32 %r6, 7; {STORE}",
    "a scan": f"""mov.u32 %r6, %r4; mov.u32 %r8, 1; L: shfl.sync.up.b32 %r7|%p2, %r6, %r8, 0, -1; @%p2 add.u32 %r6, %r6, %r7; shl.b32 %r8, %r8, 1;
        setp.lt.u32 %p3, %r8, 32; @%p3 bra L; {STORE}""",
    "the predicate tells the range": f"{ONLY_20} shfl.sync.down.b32 %r6|%p2, %r4, 5, 31, -1; selp.b32 %r6, 1, 0, %p2; {STORE}",
    "the other side is chosen": f"{NEXT} setp.eq.u32 %p2, %r5, 19; selp.b32 %r6, 1, %r6, %p2; {STORE}",
    "a predicate decides": f"""{NEXT} setp.gt.u32 %p2, %r6, 5; setp.lt.u32 %p3, %r5, 19; and.pred %p2, %p3, %p2;
        @%p2 bra A; st.global.u32 [%rd4], %r1; A:""",
    "the complement decides": f"""{NEXT} setp.gt.u32 %p2, %r6, 5; setp.eq.u32 %p3, %r5, 19; or.pred %p2, %p3, %p2;
        selp.b32 %r6, 1, 2, %p2; {STORE}""",
    "a comparison is joined": f"""{NEXT} setp.lt.u32 %p3, %r5, 19; setp.eq.and.u32 %p2, %r6, %r4, %p3;
        @%p2 bra A; st.global.u32 [%rd4], %r1; A:""",
    "masked out": f"{NEXT} setp.lt.u32 %p2, %r5, 19; selp.b32 %r7, -1, 0, %p2; and.b32 %r6, %r6, %r7; {STORE}",
    "multiplied out": f"{NEXT} setp.lt.u32 %p2, %r5, 19; selp.b32 %r7, 1, 0, %p2; mul.lo.u32 %r6, %r7, %r6; {STORE}",
    "masked out by a table": f"{NEXT} setp.lt.u32 %p2, %r5, 19; selp.b32 %r7, -1, 0, %p2; lop3.b32 %r6, %r6, %r7, %r4, 0xEA; {STORE}",
    "multiplied out of a sum": f"{NEXT} setp.lt.u32 %p2, %r5, 19; selp.b32 %r7, 1, 0, %p2; mad.lo.u32 %r6, %r7, %r6, %r4; {STORE}",
    "written again": f"{TAKE} mov.u32 %r6, 3; {STORE}",
    "read again": f"{TAKE} ld.global.u32 %r6, [%rd3]; {STORE}",
    "kept in the thread's own memory": f"{TAKE} st.local.u32 [own], %r6;",
    "kept there by a generic address": f"{TAKE} mov.u64 %rd5, own; cvta.local.u64 %rd5, %rd5; st.u32 [%rd5], %r6;",
    "given by a function": f"{TAKE} call (%r6), twice, (%r4); {STORE}",
    "given to a function in a register": f"{TAKE} call (%r6), twice, (%r6);",
    "given to a function": f"""{TAKE}
        {{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r6; call (b), kept, (a); ld.param.b32 %r7, [b]; }}""",
    "lanes that have ended": f"{ONLY_20} vote.sync.ballot.b32 %r6, %p1, -1; shfl.sync.idx.b32 %r7, %r4, 7, 31, -1; add.u32 %r6, %r6, %r7; {STORE}",
    "halves": f"setp.lt.u32 %p2, %r5, 16; selp.b32 %r7, 0xFFFF, 0xFFFF0000, %p2; shfl.sync.bfly.b32 %r6, %r4, 2, 31, %r7; {STORE}",
    "one and then the other": f"{NEXT} shfl.sync.down.b32 %r6, %r4, 0, 31, -1; {STORE}",
    "across a barrier": f"{NEXT} bar.sync 0; setp.lt.u32 %p2, %r5, 19; @%p2 {STORE}",
}


@pytest.mark.parametrize("name", CLEAN)
@pytest.mark.parametrize("threads", [64, 52])
def test_clean(name: str, threads: int) -> None:
    own = ".local .align 8 .b8 own[8];" if "own" in CLEAN[name] else ""
    assert check(own + CLEAN[name], threads, CALL if "call" in CLEAN[name] else "") is None


GROUP = "and.b32 %r7, %r5, 24; mov.u32 %r8, 255; shl.b32 %r7, %r8, %r7;\n"
"""`%r7` is the mask of the lane's group of eight."""
OPERATIONS = {
    "shfl": "shfl.sync.idx.b32 %r6, %r4, 0, 0x181F, %r7;",
    "vote": "vote.sync.ballot.b32 %r6, %p1, %r7;",
    "match": "match.any.sync.b32 %r6, %r4, %r7;",
    "redux": "redux.sync.add.u32 %r6, %r4, %r7;",
    "bar.warp.sync": "bar.warp.sync %r7;",
    "elect": "elect.sync %r6|%p4, %r7;",
}
DIFFERING = {
    "each names the other": ("setp.eq.u32 %p3, %r5, 9; @%p3 xor.b32 %r7, %r7, 0x8000;", "0x00007f00 of lane 9, 0x0000ff00 of lane 8"),
    "one has only itself": ("setp.eq.u32 %p3, %r5, 9; @%p3 mov.u32 %r7, 0x200;", "0x0000ff00 of lane 8, 0x00000200 of lane 9"),
    "one has more": ("setp.eq.u32 %p3, %r5, 9; @%p3 or.b32 %r7, %r7, 1;", "0x0000ff01 of lane 9, 0x0000ff00 of lane 8"),
    "one names another group too": ("setp.eq.u32 %p3, %r5, 24; @%p3 mov.u32 %r7, 0x01010000;", "0x01010000 of lane 24, 0x00ff0000 of lane 16"),
    "groups overlap": ("setp.lt.u32 %p3, %r5, 8; @%p3 mov.u32 %r7, 0x1FF;", "0x000001ff of lane 0, 0x0000ff00 of lane 8"),
}


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("name", DIFFERING)
def test_masks_that_differ(name: str, operation: str) -> None:
    change, words = DIFFERING[name]
    fault = check(f"{GROUP}{change} {OPERATIONS[operation]} st.global.u32 [%rd4], %r1;")
    assert isinstance(fault, WarpMisuse), str(fault)
    assert f"masks that meet differ: {words}" in str(fault) or name == "one has only itself"


LEGAL = {
    "groups": "",
    "groups and those that have ended": f"{ONLY_20}",
    "each lane alone": "mov.u32 %r8, 1; shl.b32 %r7, %r8, %r5;",
    "groups by value": "and.b32 %r8, %r4, 3; match.any.sync.b32 %r7, %r8, -1;",
    "groups one after the other": "shr.u32 %r8, %r5, 3; setp.eq.u32 %p3, %r8, 1; @%p3 bra Z; add.u32 %r8, %r8, 1; Z:",
}


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("name", LEGAL)
def test_masks_that_have_no_lane_in_common(name: str, operation: str) -> None:
    text = OPERATIONS[operation].replace("0, 0x181F", "%r5, 31")
    assert check(f"{GROUP}{LEGAL[name]} {text} st.global.u32 [%rd4], %r1;") is None


def test_masks_that_grow_in_a_loop_are_legal() -> None:
    """Pairs, then groups of four, of eight: at one instruction, with lanes that come late, so that masks meet which are the same in the end."""
    body = """mov.u32 %r8, 1; mov.u32 %r6, %r4;
    L: shl.b32 %r9, %r8, 1; neg.s32 %r10, %r9; and.b32 %r10, %r5, %r10; mov.u32 %r7, 1; shl.b32 %r7, %r7, %r9; sub.u32 %r7, %r7, 1; shl.b32 %r7, %r7, %r10;
    and.b32 %r11, %r5, 3; mul.lo.u32 %r11, %r11, 700; W: setp.eq.u32 %p3, %r11, 0; @%p3 bra OUT; sub.u32 %r11, %r11, 1; bra W; OUT:
    shfl.sync.bfly.b32 %r12, %r6, %r8, 31, %r7; add.u32 %r6, %r6, %r12; mov.u32 %r8, %r9; setp.lt.u32 %p2, %r8, 16; @%p2 bra L; st.global.u32 [%rd4], %r6;"""
    assert check(body, 32) is None


OUTSIDE = ["shfl.sync.idx.b32 %r6, %r4, 0, 31, MASK;", "vote.sync.any.pred %p4, %p1, MASK;", "match.any.sync.b32 %r6, %r4, MASK;",
           "redux.sync.add.u32 %r6, %r4, MASK;", "bar.warp.sync MASK;", "elect.sync %r6|%p4, MASK;"]  # fmt: skip


@pytest.mark.parametrize("text", OUTSIDE)
@pytest.mark.parametrize(("mask", "lane"), [("0xFFFF", 16), ("0xFFFFFFFE", 0)])
def test_lanes_outside_of_their_masks(text: str, mask: str, lane: int) -> None:
    fault = check(f"{text.replace('MASK', mask)} st.global.u32 [%rd4], %r1;")
    assert isinstance(fault, WarpMisuse)
    assert f"lane {lane} is not in its own mask 0x{int(mask, 16):08x}" in str(fault)


def text_of(body: str, threads: int) -> str:
    """The IR of a kernel."""
    from ptx.parser import parse_module

    module = parse_module(kernel(LOAD + body))
    function = module.entries()[0]
    machine = Machine(module, AddressSpace(), {}, LaunchShape((1, 1, 1), (threads, 1, 1), 0))
    machine.lay_out(function, {"x": 0, "y": 8})
    return translate(machine, "k", {}, 16)[1]


SHUFFLES = f"shfl.sync.bfly.b32 %r6, %r4, 1, 31, -1; add.u32 %r6, %r6, %r4; {STORE}"


def test_nothing_is_followed_where_no_lane_can_be_missing() -> None:
    """Full warps whose lanes are together and cannot have ended cost nothing; others a look, and what is rare is out of line."""
    assert "void." not in text_of(SHUFFLES, 64)
    assert "void." not in text_of(f"@%p1 bra A; add.u32 %r4, %r4, 1; A: bar.sync 0; {SHUFFLES}", 64)
    assert "void." not in text_of("add.u32 %r6, %r4, 1; st.global.u32 [%rd4], %r6;", 48)
    assert "void.taken" in text_of(SHUFFLES, 48)
    assert "void.taken" in text_of(f"{ONLY_20} {SHUFFLES}", 64)
    assert "void.taken" in text_of(SHUFFLES.replace("-1", "%r7"), 64)
