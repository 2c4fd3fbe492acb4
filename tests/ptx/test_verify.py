"""Each planted fault is reported by line; ptxas agrees wherever it looks at the same thing."""

import pytest

from ptx.assemble import AssemblyError, assemble
from ptx.module import Instruction
from ptx.operands import Register
from ptx.parser import parse_module
from ptx.requirements import parameter_bytes, requirements, version_of_target
from ptx.verify import verify

GOOD = """.version 7.8
.target sm_90
.address_size 64
.file 1 "k.rs"
.global .align 4 .u32 table[4] = {1, 2, 3, 4};
.extern .func (.param .b32 result) helper(.param .b64 a, .param .b32 b);
.visible .entry k(
	.param .u64 .ptr .global .align 4 k_param_0,
	.param .u32 k_param_1
)
{
	.reg .pred %p<3>;
	.reg .b16 %h<3>;
	.reg .b32 %r<12>;
	.reg .f32 %f<5>;
	.reg .b64 %rd<5>;
	.reg .f64 %fd<3>;
	.shared .align 4 .b8 tile[64];
	.loc 1 1 1
	ld.param.u64 %rd1, [k_param_0];
	ld.param.u32 %r1, [k_param_1];
	cvta.to.global.u64 %rd2, %rd1;
	mov.u32 %r2, %tid.x;
	setp.lt.u32 %p1, %r2, %r1;
	@!%p1 bra done;
	ld.global.f32 %f1, [%rd2+4];
	fma.rn.f32 %f2, %f1, 0f40000000, %f1;
	st.global.f32 [%rd2], %f2;
	{
	.reg .b32 inner;
	.param .b64 a;
	.param .b32 b;
	.param .b32 result;
	st.param.b64 [a], %rd1;
	st.param.b32 [b], 5;
	call.uni (result), helper, (a, b);
	ld.param.b32 inner, [result];
	st.shared.u32 [tile], inner;
	}
	mov.u32 %r3, tile;
	ld.global.u32 %r4, [table+8];
	mov.b64 %rd3, {%r3, %r4};
	mov.b64 {%r5, _}, %rd3;
done:
	ret;
}
"""


def faults_of(text: str) -> list[str]:
    return [str(fault) for fault in verify(parse_module(text))]


def test_a_good_module_has_no_faults() -> None:
    assert faults_of(GOOD) == []


@pytest.mark.ptxas
def test_ptxas_agrees_that_it_is_good() -> None:
    assert list(assemble(GOOD, options=("-c",)).resources) == ["k"]


PLANTED = [
    ("mov.u32 %r2, %tid.x", "mov.u32 %r2, %tid", "`%tid` cannot be used here", False),
    ("mov.u32 %r2, %tid.x", "mov.u64 %rd4, %tid.x", "`%tid.x` is .u32 where .u64 belongs", True),
    ("mov.u32 %r2, %tid.x", "mov.u32 %tid.x, %r2", "`%tid.x` cannot be used here", True),
    ("mov.u32 %r2, %tid.x", "add.u32 %r2, %tid.x, 1", "`%tid.x` cannot be an operand here", True),
    ("mov.u32 %r2, %tid.x", "mov.u32 %r2, nowhere", "`nowhere` is not declared", True),
    ("mov.u32 %r2, %tid.x", "mov.u32 %r12, 1", "register `%r12` is not declared", True),
    ("mov.u32 %r2, %tid.x", "mov.u32 %r02, 1", "register `%r02` is not declared", False),
    ("mov.u32 %r2, %tid.x", "mov.u32 5, %r2", "`5` cannot be a destination here", True),
    ("mov.u32 %r2, %tid.x", "move.u32 %r2, 1", "unknown instruction `move` in `move.u32`", True),
    ("mov.u32 %r2, %tid.x", "add.sat.u32 %r2, %r2, 1", "`add.sat.u32` is not a form of `add`: the modifiers do not go", True),
    ("mov.u32 %r2, %tid.x", "mul.lo.f32 %f1, %f2, %f3", "`mul.lo.f32` is not a form of `mul`: the modifiers do not", True),
    ("mov.u32 %r2, %tid.x", "mov.u32 %r2", "`mov.u32` does not take 1 operands", True),
    ("mov.u32 %r2, %tid.x", "add.s32 %r2, %r2, 1, 2", "`add.s32` does not take 4 operands", True),
    ("mov.u32 %r2, %tid.x", "add.s32 %r2, %f1, 1", "operand `%f1` is .f32 where .s32 belongs", True),
    ("mov.u32 %r2, %tid.x", "add.s64 %r2, %rd1, 1", "operand `%r2` is .b32 where .s64 belongs", True),
    ("mov.u32 %r2, %tid.x", "add.f32 %f1, %f2, 1", "integer constant `1` where .f32 belongs", True),
    ("mov.u32 %r2, %tid.x", "add.s32 %r2, %r2, 0f3F800000", "floating constant `0f3F800000` where .s32 belongs", True),
    ("mov.u32 %r2, %tid.x", "add.s32 %r2, %r2, 4294967296", "constant `4294967296` does not fit .s32", False),
    ("mov.u32 %r2, %tid.x", "mov.b16 %h1, -40000", "constant `-40000` does not fit .b16", False),
    ("mov.u32 %r2, %tid.x", "add.f16 %h1, %h2, 0x3C00", "constant `15360` where .f16 belongs, which must be in a register", True),
    ("mov.u32 %r2, %tid.x", "selp.u32 %r2, %r3, %r4, %r5", "operand `%r5` is .b32 where .pred belongs", True),
    ("mov.u32 %r2, %tid.x", "setp.lt.u32 %r2, %r3, %r4", "operand `%r2` is .b32 where .pred belongs", True),
    ("mov.u32 %r2, %tid.x", "ld.global.u32 %r2, [%f1]", "`%f1` of type .f32 cannot hold an address", True),
    ("mov.u32 %r2, %tid.x", "ld.global.u32 %r2, [nowhere]", "`nowhere` is not declared", True),
    ("mov.u32 %r2, %tid.x", "ld.global.u32 %r2, [%rd9]", "register `%rd9` is not declared", True),
    ("mov.u32 %r2, %tid.x", "ld.global.u32 %r2, %rd1", "`%rd1` is not an address", True),
    ("mov.u32 %r2, %tid.x", "ld.global.u32 %r2, [tile]", "`tile` is in .shared space, not .global", False),
    ("mov.u32 %r2, %tid.x", "ld.global.u64 %r2, [%rd1]", "operand `%r2` is .b32 where .u64 belongs", True),
    ("mov.u32 %r2, %tid.x", "ld.global.v2.u32 %r2, [%rd1]", "`%r2` must be a vector of 2 .u32", True),
    ("mov.u32 %r2, %tid.x", "ld.global.v2.u32 {%r2, %r3, %r4}, [%rd1]", "`{%r2, %r3, %r4}` must have 2 elements", True),
    ("mov.u32 %r2, %tid.x", "mov.b64 %rd4, {%r2, %h1}", "`%h1` is .b16 where 32 bits belong", True),
    ("mov.u32 %r2, %tid.x", "mov.u64 %rd4, {%r2, %r3}", "`{%r2, %r3}` where .u64 belongs: only untyped bits are packed", True),
    ("mov.u32 %r2, %tid.x", "add.u32 %r2|%p1, %r3, 1", "`%r2|%p1` is a pair where one operand belongs", True),
    ("mov.u32 %r2, %tid.x", "elect.sync %r2, -1", "`elect.sync` needs a pair `d|p`", True),
    ("mov.u32 %r2, %tid.x", "lop3.b32 %r2, %r3, %r4, %r5, %r6", "`%r6` must be an integer constant", True),
    ("mov.u32 %r2, %tid.x", "cp.async.cg.shared.global [tile], [%rd2], 8", "`8` must be one of 16", True),
    ("mov.u32 %r2, %tid.x", "add.rn.f32x2 %rd1, %rd2, %rd3", "`add.rn.f32x2` needs .version 8.6 or higher", True),
    ("mov.u32 %r2, %tid.x", ".reg .b128 %q; mov.b128 %q, %q", ".b128 registers needs .version 8.3 or higher", True),
    ("bra done", "bra nowhere", "label `nowhere` does not exist", True),
    ("bra done", "bra %r1", "`%r1` is not a label", True),
    ("@!%p1 bra done", "@%r1 bra done", "guard `%r1` is .b32 where .pred belongs", True),
    ("@!%p1 bra done", "brx.idx %r1, done", "`done` is not a list of branch targets", True),
    ("call.uni (result), helper, (a, b)", "call.uni (result), helper, (a)", "`helper` takes 2 value(s), 1 given", True),
    ("call.uni (result), helper, (a, b)", "call.uni helper, (a, b)", "`helper` returns 1 value(s), 0 given", True),
    ("call.uni (result), helper, (a, b)", "call.uni (result), nowhere, (a, b)", "`nowhere` is not a function", True),
    ("call.uni (result), helper, (a, b)", "call.uni (result), helper, (a, c)", "`c` is not declared", True),
    ("call.uni (result), helper, (a, b)", "call.uni (result), %rd1, (a, b), nowhere", "`nowhere` is not a prototype", True),
    ("st.shared.u32 [tile], inner", "}\n{\nst.shared.u32 [tile], inner", "`inner` cannot be an operand here", True),
    ("done:", "done:\ndone:", "duplicate name `done`", True),
    (".reg .b16 %h<3>;", ".reg .b16 %h<3>;\n.reg .b16 %h<4>;", "duplicate registers `%h<4>`", True),
    (".reg .b16 %h<3>;", ".reg .b16 %h<3>, x, x;", "duplicate register `x`", True),
    (".reg .b16 %h<3>;", ".reg .bf16 %h<3>;", "", True),
    (".reg .b16 %h<3>;", ".reg .wrong %h<3>;", "unknown register type `.wrong`", True),
    (".global .align 4 k_param_0", ".global .align 12 k_param_0", "the alignment of `k_param_0` is not a power of two", True),
    (".param .u32 k_param_1", ".param .u32 _", "a parameter has no name", True),
    ("ld.param.u32 %r1, [k_param_1]", "ld.param.u32 %r1, [4]", "the absolute address `[4]` is allowed only in .local space", True),
    (".reg .b16 %h<3>;", ".reg .b16 %h<3>, %h2;", "duplicate register `%h2`", True),
    (".shared .align 4", ".shared .align 3", "the alignment of `tile` is not a power of two", True),
    (".shared .align 4 .b8 tile[64]", ".shared .align 4 .b8 tile[64] = {1}", "`.shared` variable `tile` cannot have an initial", True),
    (".shared .align 4 .b8 tile", ".shared .align 4 .wrong tile", "unknown type `.wrong` of `tile`", True),
    (".shared .align 4 .b8 tile[64]", ".shared .align 4 .b8 k_param_0[64]", "duplicate name `k_param_0`", False),
    (".loc 1 1 1", ".loc 2 1 1", ".loc names file 2, which no .file declares", False),
    (".param .u32 k_param_1", ".param .u32 k_param_0", "duplicate parameter `k_param_0`", True),
    (".param .u32 k_param_1", ".reg .u32 k_param_1", "entry parameter `k_param_1` must be in .param space", True),
    (".param .u32 k_param_1", ".param .wrong k_param_1", "unknown type `.wrong` of parameter `k_param_1`", True),
    (".ptr .global", ".ptr .shared", "entry parameter `k_param_0` must not point to .shared: drivers refuse to load it", False),
    (".ptr .global", ".ptr .local", "entry parameter `k_param_0` must not point to .local: drivers refuse to load it", False),
    (".entry k(", ".entry (.param .u32 x) k(", "an entry returns nothing", True),
    (".global .align 4 .u32 table", ".global .u32 k;\n.global .align 4 .u32 table", "duplicate symbol `k`", True),
    (".global .align 4 .u32 table[4]", ".global .align 4 .u32 table[4][]", "only the first dimension of `table` may be open", True),
    (".target sm_90", ".target sm_100", "target sm_100 needs .version 8.6 or higher", True),
    (".target sm_90", ".target wrong", "unknown target `wrong`", True),
]


@pytest.mark.parametrize(("old", "new", "message", "_"), PLANTED, ids=[f"{new} - {message}"[:60] for _, new, message, _ in PLANTED])
def test_planted_faults(old: str, new: str, message: str, _: bool) -> None:
    assert GOOD.count(old) == 1
    faults = faults_of(GOOD.replace(old, new))
    if message:
        assert any(message in fault for fault in faults), faults


@pytest.mark.ptxas
@pytest.mark.parametrize(("old", "new"), [case[:2] for case in PLANTED if case[3]], ids=[case[1][:60] for case in PLANTED if case[3]])
def test_ptxas_refuses_them_too(old: str, new: str) -> None:
    with pytest.raises(AssemblyError):
        assemble(GOOD.replace(old, new), "sm_100", ("-c",))


def test_faults_name_line_and_function() -> None:
    (fault,) = verify(parse_module(GOOD.replace("mov.u32 %r2, %tid.x", "mov.u32 %r2, %r77")))
    assert (fault.line, fault.function) == (23, "k")
    assert str(fault) == "PTX line 23: register `%r77` is not declared (in k)"


def test_all_faults_are_reported_in_order() -> None:
    text = GOOD.replace("%tid.x", "%r77").replace("bra done", "bra nowhere").replace("[tile]", "[nothing]")
    assert [fault.line for fault in verify(parse_module(text))] == [23, 25, 38]


def test_declarations_before_definitions_are_fine() -> None:
    text = ".version 6.0\n.target sm_70\n.func f(.param .b32 a);\n.func f(.param .b32 a) { ret; }\n.extern .global .u32 x;\n.global .u32 x;\n"
    assert faults_of(text) == []
    assert faults_of(text + ".func f(.param .b32 a) { ret; }\n") == ["PTX line 7: duplicate symbol `f`"]


def test_a_built_module_has_faults_without_lines() -> None:
    module = parse_module(GOOD)
    body = module.entries()[0].body
    assert body is not None
    body.append(Instruction("neg.s32", (Register("%r1"), Register("%nowhere"))))
    assert [str(fault) for fault in verify(module)] == ["register `%nowhere` is not declared (in k)"]


@pytest.mark.parametrize(
    ("body", "level"),
    [
        ("ret;", ((6, 0), 70)),
        (".reg .b32 %r<2>; activemask.b32 %r1; ret;", ((6, 2), 70)),
        (".reg .b32 %r<2>; tanh.approx.f32 %r1, %r1; ret;", ((7, 0), 75)),
        (".reg .b16 %h<2>; fma.rn.bf16 %h1, %h1, %h1, %h1; ret;", ((7, 0), 80)),
        (".reg .b32 %r<2>; mov.u32 %r1, %cluster_ctarank; ret;", ((7, 8), 90)),
        (".reg .b128 %q; ret;", ((8, 3), 70)),
        (".reg .f32 %f<2>; min.f32 %f1, %f1, %f1, %f1; ret;", ((8, 8), 100)),
    ],
)
def test_requirements(body: str, level: tuple[tuple[int, int], int]) -> None:
    assert requirements(parse_module(f".version 9.0\n.target sm_100\n.entry k() {{ {body} }}\n")) == level


def test_requirements_of_headers() -> None:
    def build(text: str) -> tuple[tuple[int, int], int]:
        return requirements(parse_module(f".version 9.0\n.target sm_90\n{text}\n"))

    assert build(".entry k(.param .b8 x[4352]) { ret; }") == ((6, 0), 70)
    assert build(".entry k(.param .b8 x[4353]) { ret; }") == ((8, 1), 70)
    assert build(".entry k() .reqnctapercluster 2, 1, 1 { ret; }") == ((7, 8), 90)
    assert build(".func f() .noreturn { trap; }") == ((6, 4), 70)


def test_parameter_bytes_respect_alignment() -> None:
    module = parse_module(".version 6.0\n.target sm_70\n.entry k(.param .u8 a, .param .u64 b, .param .align 16 .b8 c[20], .param .u16 d) { ret; }\n")
    assert parameter_bytes(module.functions()[0]) == 16 + 20 + 2


def test_versions_of_targets() -> None:
    assert [version_of_target(sm) for sm in (50, 70, 75, 80, 89, 90, 100, 121)] == [
        *((6, 0), (6, 0), (6, 3), (7, 0), (7, 8), (7, 8), (8, 6), (8, 8))
    ]


@pytest.mark.parametrize(("target", "is_one"), [("b64", True), ("b32", False), ("u64", False), ("b128", False)])
def test_a_vector_register_may_fill_a_whole(target: str, is_one: bool) -> None:
    register = "%d" if target in ("b64", "u64") else "%q" if target == "b128" else "%r"
    body = f".reg .v2 .b32 %v; .reg .b64 %d; .reg .b32 %r; .reg .b128 %q; mov.{target} {register}, %v; ret;"
    faults = faults_of(f".version 8.6\n.target sm_90\n.address_size 64\n.entry k() {{ {body} }}")
    assert faults == [] if is_one else any("`%v` is .v2 .b32 where" in fault for fault in faults)
