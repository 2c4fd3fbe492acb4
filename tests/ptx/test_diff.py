"""Comparison by meaning: what does not count does not count, and every change that matters is shown."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ptx.diff import DIFFERENT, EQUAL, SAME, compare, compare_modules
from ptx.normal import normal_form
from ptx.parser import PtxSyntaxError, parse_module
from ptx.printer import print_module
from tests.ptx.test_printer import CORPUS
from tests.ptx.test_verify import GOOD

SMALL = """.version 6.0
.target sm_70
.address_size 64
.global .u32 counter;
.func (.param .b32 out) helper(.param .b32 in)
{
	.reg .b32 %r<3>;
	ld.param.b32 %r1, [in];
	add.s32 %r2, %r1, 1;
	st.param.b32 [out], %r2;
	ret;
}
.visible .entry k(.param .u64 a, .param .u32 n)
{
	.reg .pred %p<2>;
	.reg .b32 %r<4>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [a];
	ld.param.u32 %r1, [n];
loop:
	setp.eq.u32 %p1, %r1, 0;
	@%p1 bra end;
	add.s32 %r1, %r1, -1;
	{
	.reg .b32 t;
	mov.u32 t, %r1;
	st.global.u32 [%rd1], t;
	}
	bra.uni loop;
end:
	ret;
}
"""


def renamed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


SAME_MEANING: list[Callable[[str], str]] = [
    lambda text: text.replace("\t", "  ").replace(", ", ","),
    lambda text: "// comment\n" + text.replace("ret;", "ret; // back"),
    lambda text: renamed(text, ("%rd1", "%long1"), ("%rd<2>", "%long<2>")),
    lambda text: renamed(text, ("%r1", "%x7"), ("%r<4>", "%x<8>"), ("%r<3>", "%x<9>"), ("%r2", "%x0")),
    lambda text: renamed(text, ("loop", "$L__BB0_1"), ("end", "$L__BB0_9")),
    lambda text: renamed(text, ("end:", "end:\nunused:\nalso:"), ("bra end", "bra also")),
    lambda text: renamed(text, (".reg .b32 %r<4>;", ""), (".reg .pred %p<2>;", ".reg .pred %p<2>; .reg .b32 %r0, %r1, %r2;")),
    lambda text: renamed(text, (".reg .b32 %r<4>;", ".reg .u32 %r<4>;")),
    lambda text: renamed(text, (".reg .b32 t;", ".reg .b32 u;"), ("t, %r1", "u, %r1"), ("], t", "], u")),
    lambda text: renamed(text, ("\t{\n\t.reg .b32 t;\n", "\t.reg .b32 t;\n"), ("t;\n\t}", "t;")),
    lambda text: renamed(text, ("%r1, -1", "%r1, 4294967295")),
    lambda text: renamed(text, ("%r1, -1", "%r1, 0xFFFFFFFF")),
    lambda text: renamed(text, ("[%rd1]", "[%rd1+0]")),
    lambda text: renamed(text, ("u64 a", "u64 k_param_0"), ("[a]", "[k_param_0]")),
    lambda text: renamed(text, (".reg .pred %p<2>;", '.pragma "nounroll";\n.reg .pred %p<2>;')),
    lambda text: renamed(text, ("loop:", "loop: .loc 1 2 3\n"), (".address_size 64", '.address_size 64\n.file 1 "x"')),
    lambda text: text[: text.index(".func")] + text[text.index(".visible") :] + text[text.index(".func") : text.index(".visible")],
    lambda text: renamed(text, (".func", ".func (.param .b32 out) helper(.param .b32 in);\n.func")),
]


@pytest.mark.parametrize("change", SAME_MEANING, ids=range(len(SAME_MEANING)))
def test_same_meaning(change: Callable[[str], str]) -> None:
    changed = change(SMALL)
    assert changed != SMALL
    found = compare(SMALL, changed)
    assert (found.kind, found.diff) == (SAME, "")


DIFFERENT_MEANING: list[tuple[str, str]] = [
    ("add.s32 %r1, %r1, -1", "add.s32 %r1, %r1, -2"),
    ("add.s32 %r1, %r1, -1", "sub.s32 %r1, %r1, -1"),
    ("add.s32 %r1, %r1, -1", "add.s32 %r2, %r1, -1"),
    ("@%p1 bra end", "@!%p1 bra end"),
    ("@%p1 bra end", "@%p1 bra loop"),
    ("@%p1 bra end", "bra end"),
    ("bra.uni loop", "bra loop"),
    ("[%rd1], t", "[%rd1+4], t"),
    ("st.global.u32", "st.volatile.global.u32"),
    ("end:\n", "end:\n\tmembar.gl;\n"),
    (".visible .entry k", ".visible .entry k2"),
    (".param .u32 n", ".param .u64 n"),
    (".version 6.0", ".version 6.1"),
    (".target sm_70", ".target sm_75"),
    (".global .u32 counter", ".global .u64 counter"),
    (".global .u32 counter", ".global .u32 counter = 1"),
    (".reg .b32 t", ".reg .b64 t"),
    ("\tbra.uni loop;\nend:\n", "end:\n\tbra.uni loop;\n"),
    (".param .u32 n)", ".param .u32 n) .reqntid 32"),
]


@pytest.mark.parametrize(("old", "new"), DIFFERENT_MEANING)
def test_meaning_differs(old: str, new: str) -> None:
    assert SMALL.count(old) >= 1
    found = compare(SMALL, SMALL.replace(old, new), left_name="old.ptx", right_name="new.ptx")
    assert found.kind == DIFFERENT
    assert found.diff.startswith("--- old.ptx\n+++ new.ptx\n@@")


def test_equal_bytes() -> None:
    assert compare(SMALL, SMALL).kind == EQUAL


def test_the_diff_can_be_read() -> None:
    found = compare(SMALL, SMALL.replace("bra.uni loop", "bra loop"))
    lines = [line for line in found.diff.splitlines() if line[0] in "+-" and line[:3] not in ("+++", "---")]
    assert lines == ["-\tbra.uni \tL1;", "+\tbra \tL1;"]


def test_names_count_unless_ignored() -> None:
    other = renamed(SMALL, ("helper", "aaa"), ("entry k", "entry zzz"), ("counter", "c"))
    assert compare(SMALL, other).kind == DIFFERENT
    assert compare(SMALL, other, ignore_names=True).kind == SAME
    assert compare(SMALL, other.replace("-1", "-2"), ignore_names=True).kind == DIFFERENT


def test_ignored_names_keep_who_uses_what() -> None:
    two = ".version 6.0\n.target sm_70\n.global .u32 x;\n.global .u32 y;\n.entry k()\n{\n.reg .b32 %r<3>;\nld.global.u32 %r1, [x];\n"
    assert compare(two + "st.global.u32 [y], %r1; ret; }", two + "st.global.u32 [x], %r1; ret; }", ignore_names=True).kind == DIFFERENT
    swapped = two.replace("[x]", "[y]") + "st.global.u32 [x], %r1; ret; }"
    assert compare(two + "st.global.u32 [y], %r1; ret; }", swapped, ignore_names=True).kind == SAME


@pytest.mark.parametrize("path", CORPUS, ids=[path.name for path in CORPUS])
def test_printing_keeps_the_meaning(path: Path) -> None:
    text = path.read_text()
    assert compare(text, print_module(parse_module(text))).kind == SAME


def test_the_normal_form_is_ptx_with_the_same_normal_form() -> None:
    for text in (SMALL, GOOD, *(path.read_text() for path in CORPUS)):
        normal = normal_form(parse_module(text))
        assert normal_form(parse_module(normal)) == normal


def test_modules_are_not_changed() -> None:
    module = parse_module(SMALL)
    before = print_module(module)
    assert compare_modules(module, module).kind == SAME
    assert print_module(module) == before


def test_text_that_is_not_ptx_is_refused() -> None:
    with pytest.raises(PtxSyntaxError):
        compare(SMALL, "not ptx")
