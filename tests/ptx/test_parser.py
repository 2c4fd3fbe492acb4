"""What the parser reads, in every syntactic form, and what it refuses by line and text."""

import subprocess
import sys
from pathlib import Path

import pytest

from ptx.module import (
    CallPrototype,
    Function,
    Instruction,
    Label,
    Location,
    MaskedSymbol,
    Module,
    Node,
    Pragma,
    RegisterDeclaration,
    ScopeClose,
    ScopeOpen,
    Section,
    TargetList,
    Variable,
)
from ptx.operands import (
    SINK,
    Address,
    Arguments,
    Component,
    FloatBits,
    IndexedAddress,
    Integer,
    Negated,
    Operand,
    Pair,
    Register,
    SpecialRegister,
    Symbol,
    Vector,
)
from ptx.parser import PtxSyntaxError, parse_module

HEADER = ".version 6.0\n.target sm_70\n.address_size 64\n"


def parse_body(body: str) -> list[Node]:
    module = parse_module(f"{HEADER}.visible .entry k(.param .u64 p)\n{{\n{body}\n}}\n")
    found = module.functions()[0].body
    assert found is not None
    return found


def parse_one(text: str) -> Instruction:
    (item,) = parse_body(text)
    assert isinstance(item, Instruction)
    return item


@pytest.mark.parametrize(
    ("text", "operand"),
    [
        ("%r1", Register("%r1")),
        ("%SPL", Register("%SPL")),
        ("%my_reg$2", Register("%my_reg$2")),
        ("%tid.x", SpecialRegister("%tid.x")),
        ("%laneid", SpecialRegister("%laneid")),
        ("%envreg31", SpecialRegister("%envreg31")),
        ("%pm3_64", SpecialRegister("%pm3_64")),
        ("%v.x", Component(Register("%v"), "x")),
        ("5", Integer(5)),
        ("-8388608", Integer(-8388608)),
        ("0xFF", Integer(255)),
        ("0x7fffffffU", Integer(0x7FFFFFFF)),
        ("0b1011", Integer(11)),
        ("017", Integer(15)),
        ("0", Integer(0)),
        ("WARP_SZ", Integer(32)),
        ("0f3F800000", FloatBits(32, 0x3F800000)),
        ("0F3f800000", FloatBits(32, 0x3F800000)),
        ("-0f3F800000", FloatBits(32, 0xBF800000)),
        ("0d3FF0000000000000", FloatBits(64, 0x3FF0000000000000)),
        ("1.0", FloatBits(64, 0x3FF0000000000000)),
        ("-2.5e1", FloatBits(64, 0xC039000000000000)),
        ("buffer", Symbol("buffer")),
        ("buffer+16", Symbol("buffer", 16)),
        ("$L__BB0_1", Symbol("$L__BB0_1")),
        ("[%rd1]", Address(Register("%rd1"))),
        ("[%rd1+8]", Address(Register("%rd1"), 8)),
        ("[ %rd1 + 0 ]", Address(Register("%rd1"), 0)),
        ("[%rd1+-8]", Address(Register("%rd1"), -8)),
        ("[%rd1-8]", Address(Register("%rd1"), -8)),
        ("[%rd1 + 0x10]", Address(Register("%rd1"), 16)),
        ("[p]", Address(Symbol("p"))),
        ("[p+4]", Address(Symbol("p"), 4)),
        ("[64]", Address(None, 64)),
        ("{%r1, %r2}", Vector((Register("%r1"), Register("%r2")))),
        ("{ %r1 }", Vector((Register("%r1"),))),
        ("{%r1,_,0,%r2}", Vector((Register("%r1"), SINK, Integer(0), Register("%r2")))),
        ("%p1|%p2", Pair(Register("%p1"), Register("%p2"))),
        ("_|%p2", Pair(SINK, Register("%p2"))),
        ("!%p1", Negated(Register("%p1"))),
        ("_", SINK),
        ("[tex, {%f1, %f2}]", IndexedAddress((Symbol("tex"), Vector((Register("%f1"), Register("%f2")))))),
        ("()", Arguments(())),
    ],
)
def test_operands(text: str, operand: Operand) -> None:
    instruction = parse_one(f"op.x {text}, %r9;")
    assert instruction.operands == (operand, Register("%r9"))


def test_instruction_parts() -> None:
    instruction = parse_one("@!%p1 ld.global.v2.f32 {%f1, %f2}, [%rd1+8];")
    assert (instruction.opcode, instruction.modifiers) == ("ld", ("global", "v2", "f32"))
    assert (instruction.guard, instruction.guard_negated, instruction.line) == (Register("%p1"), True, 6)
    assert str(instruction) == "@!%p1 ld.global.v2.f32 {%f1, %f2}, [%rd1+8];"


@pytest.mark.parametrize("text", ["ret;", "ret ;", "  ret  ;  ", "@%p1 ret;", "@ %p1 ret;", "@%p1\nret;", "/* a */ ret; // b", "re/**/\n;"])
def test_layout_does_not_matter(text: str) -> None:
    assert [item.opcode for item in parse_body(text) if isinstance(item, Instruction)] in (["ret"], ["re"])


def test_several_statements_on_a_line_and_one_over_several() -> None:
    items = parse_body("add.s32 %r1,%r2,%r3; L: mov.u32 %r1, 5; @%p bra L;\nmad.lo.s32 %r1,\n\t%r2,\n\t%r3, 4;\nret;")
    assert [str(item) if isinstance(item, Instruction) else type(item).__name__ for item in items] == [
        "add.s32 %r1, %r2, %r3;",
        "Label",
        "mov.u32 %r1, 5;",
        "@%p bra L;",
        "mad.lo.s32 %r1, %r2, %r3, 4;",
        "ret;",
    ]
    assert [item.line for item in items if isinstance(item, Instruction | Label)] == [6, 6, 6, 6, 7, 10]


def test_labels_that_look_like_instructions() -> None:
    items = parse_body("add: ret;\nmov :\nbra add;")
    assert [item.name for item in items if isinstance(item, Label)] == ["add", "mov"]


def test_scopes_and_registers_without_percent_sign() -> None:
    items = parse_body(".reg .b32 %r<4>;\n{ .reg .pred p, q; setp.eq.u32 p, %r1, 0;\n@!p mov.u32 x, p; }\nmov.u32 %r1, p;")
    kinds = [type(item) for item in items]
    assert kinds == [RegisterDeclaration, ScopeOpen, RegisterDeclaration, RegisterDeclaration, *[Instruction] * 2, ScopeClose, Instruction]
    inside, outside = items[5], items[7]
    assert isinstance(inside, Instruction) and isinstance(outside, Instruction)
    assert inside.operands == (Symbol("x"), Register("p")) and inside.guard == Register("p")
    assert outside.operands == (Register("%r1"), Symbol("p"))


def test_declarations_in_a_body() -> None:
    items = parse_body(
        '.reg .b32 %r<10>, a;\n.reg .v2 .f32 %pair;\n.local .align 16 .b8 depot[64];\n.shared .f32 tile[4][8];\n.pragma "nounroll";'
    )
    assert items == [
        RegisterDeclaration("b32", "%r", 10),
        RegisterDeclaration("b32", "a"),
        RegisterDeclaration("f32", "%pair", None, 2),
        Variable("local", "b8", "depot", (64,), 16),
        Variable("shared", "f32", "tile", (4, 8)),
        Pragma(("nounroll",)),
    ]


@pytest.mark.parametrize(
    ("text", "operands"),
    [
        ("call f;", (Arguments(()), Symbol("f"), Arguments(()))),
        ("call.uni f, (a, b);", (Arguments(()), Symbol("f"), Arguments((Symbol("a"), Symbol("b"))))),
        ("call (r), f, (%r1);", (Arguments((Symbol("r"),)), Symbol("f"), Arguments((Register("%r1"),)))),
        ("call.uni (r), f;", (Arguments((Symbol("r"),)), Symbol("f"), Arguments(()))),
        ("call (r), %rd1, (a), proto;", (Arguments((Symbol("r"),)), Register("%rd1"), Arguments((Symbol("a"),)), Symbol("proto"))),
        ("call.uni \n(\nr\n), \nf, \n(\na, \nb\n);", (Arguments((Symbol("r"),)), Symbol("f"), Arguments((Symbol("a"), Symbol("b"))))),
        ("call f, proto;", (Arguments(()), Symbol("f"), Arguments(()), Symbol("proto"))),
    ],
)
def test_calls(text: str, operands: tuple[Operand, ...]) -> None:
    assert parse_one(text).operands == operands


def test_target_lists_and_prototypes() -> None:
    items = parse_body("ts: .branchtargets L1, L2;\nproto : .callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 x) .noreturn;")
    assert items[0] == TargetList("branchtargets", "ts", ("L1", "L2"))
    assert isinstance(items[1], CallPrototype) and items[1].noreturn
    assert ([each.type for each in items[1].parameters], [each.name for each in items[1].returns]) == (["b64", "b32"], ["_"])


def test_target_lists_may_run_over_lines() -> None:
    items = parse_body("ts: .branchtargets\n L1,\n L2;\nother:\n.branchtargets L3;\nret;")
    assert items[:2] == [TargetList("branchtargets", "ts", ("L1", "L2")), TargetList("branchtargets", "other", ("L3",))]
    assert [getattr(item, "line", 0) - items[0].line for item in items] == [0, 4, 5]  # type: ignore[attr-defined]


@pytest.mark.parametrize("body", [".branchtargets L1;", "ret;\n.callprototype _ ();"])
def test_a_target_list_needs_a_label(body: str) -> None:
    with pytest.raises(PtxSyntaxError, match="needs a label before it"):
        parse_body(body)


def test_addresses_have_32_or_64_bits() -> None:
    with pytest.raises(PtxSyntaxError, match="line 3: addresses have 32 or 64 bits"):
        parse_module(".version 7.0\n.target sm_80\n.address_size 7\n")


def test_locations_follow_the_inline_stack() -> None:
    items = parse_body(
        ".loc 1 10 5\nret;\n.loc 2 20 3, function_name $L__s0, inlined_at 1 10 5\nret;\n"
        ".loc\t3 30 1, function_name $L__s0+12, inlined_at 2 20 3\nret;\nret;"
    )
    first, second, third, fourth = [item.location for item in items if isinstance(item, Instruction)]
    outer = Location(1, 10, 5)
    middle = Location(2, 20, 3, "$L__s0", outer)
    assert (first, second) == (outer, middle)
    assert third == fourth == Location(3, 30, 1, "$L__s0", middle, 12)


def directives(text: str) -> Module:
    return parse_module(HEADER + text)


def test_header() -> None:
    module = parse_module("//\n// Generated\n//\n\n.version 9.0\n.target sm_90a, debug\n.address_size 64\n\0")
    assert (module.version, module.targets, module.address_size) == ((9, 0), ("sm_90a", "debug"), 64)
    assert parse_module(".version 1.4\n.target sm_10\n").address_size is None


def test_module_variables() -> None:
    found = directives(
        ".visible .global .align 8 .u64 table[3] = {f, generic(g)+0, 0xFF(h)};\n".replace("+0", "")
        + ".const .f32 weights[2][2] = {{0f3F800000, 1.0}, {0, 0f00000000}};\n"
        ".extern .shared .align 16 .b8 dynamic[];\n.common .global .u32 counter;\n.weak .global .v4 .f32 v, w;\n"
        ".global .attribute(.managed) .align 4 .s32 m = -1;\n"
    ).variables()
    assert found == [
        Variable("global", "u64", "table", (3,), 8, (Symbol("f"), MaskedSymbol("generic", "g"), MaskedSymbol("0xFF", "h")), "visible"),
        Variable(
            "const",
            "f32",
            "weights",
            (2, 2),
            None,
            ((FloatBits(32, 0x3F800000), FloatBits(64, 0x3FF0000000000000)), (Integer(0), FloatBits(32, 0))),
        ),
        Variable("shared", "b8", "dynamic", (None,), 16, None, "extern"),
        Variable("global", "u32", "counter", (), None, None, "common"),
        Variable("global", "f32", "v", (), None, None, "weak", 4),
        Variable("global", "f32", "w", (), None, None, "weak", 4),
        Variable("global", "s32", "m", (), 4, Integer(-1), "", 1, (".managed",)),
    ]


def test_function_headers() -> None:
    text = (
        ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b)\n;\n"
        ".func (.reg .f32 %out) helper(.reg .f32 %in)\n{\nret;\n}\n"
        ".weak .func nothing()\n.noreturn\n{\ntrap;\n}\n"
        ".visible .entry k(\n\t.param .u64 .ptr .global .align 16 a,\n\t.param .align 8 .b8 s[24],\n\t.param .u64 .ptr b\n)\n"
        '.reqntid 128, 1, 1\n.minnctapersm 2\n.pragma "x";\n{\nret;\n}\n'
    )
    printf, helper, nothing, entry = directives(text).functions()
    assert (printf.linkage, printf.body, [each.name for each in printf.returns]) == ("extern", None, ["r"])
    assert (helper.parameters[0].space, helper.returns[0].name) == ("reg", "%out")
    assert (nothing.linkage, nothing.performance) == ("weak", [("noreturn", ())])
    assert entry.is_entry and entry.performance == [("reqntid", (128, 1, 1)), ("minnctapersm", (2,)), ("pragma", ("x",))]
    assert [(each.pointer, each.pointer_align, each.align, each.dimensions) for each in entry.parameters] == [
        ("global", 16, None, ()),
        (None, None, 8, (24,)),
        ("", None, None, ()),
    ]


def test_files_sections_aliases() -> None:
    module = directives(
        '.file 1 "a dir/x.cu"\n.file 2 "y.h", 123, 456\n.section .debug_str\n{\n$L__s0:\n.b8 102,0 // text\n\n}\n'
        ".func f() { ret; }\n.alias g, f;\n.section .debug_macinfo { }\n"
    )
    assert module.files() == {1: "a dir/x.cu", 2: "y.h"}
    section = module.directives[2]
    assert isinstance(section, Section)
    assert section.lines == ("$L__s0:", ".b8 102,0")
    assert [type(item).__name__ for item in module.directives] == ["File", "File", "Section", "Function", "Alias", "Section"]


def test_comments_do_not_touch_strings() -> None:
    assert directives('.file 1 "http://a//b" // comment\n').files() == {1: "http://a//b"}


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("add.s32 %r1, %r2 %r3;", 6, "not a"),
        ("add.s32 %r1, , %r3;", 6, "an operand is missing"),
        ("ret;\nadd.s32 %r1, [%r2, %r3;", 7, "missing"),
        ("ld.u32 %r1, [%r1*4];", 6, "not an address"),
        ("ld.u32 %r1, [%tid.x];", 6, "not an address"),
        ("@5 ret;", 6, "not a predicate register"),
        ("ret;\nret", 7, "the statement has no end"),
        (".reg .b32 4;", 6, "not a register name"),
        (".loc 1 2", 6, "not a .loc directive"),
        ("{ ret;", 6, "the function has no closing brace"),
        ("RET;", 6, "unknown statement"),
        ("mov.u32 %r1, 0x;", 6, "not an operand"),
        ("mov.u32 %r1, 12abc;", 6, "not an operand"),
        ("mov.u32 %r1, 1 2;", 6, "not an operand"),
        ("mov.u32 %r1, %r 2;", 6, "not"),
        ("mov.u32 %r1, %r2,;", 6, "an operand is missing"),
        ("mov.u32 , %r1, %r2;", 6, "an operand is missing"),
        ("mov.u32 %r1, 089;", 6, "not an"),
        (".bogus .b32 x;", 6, "unknown statement"),
        ("mov.u32 %r1, {{{{{{{{{{{{{{{{{{{{%r2}}}}}}}}}}}}}}}}}}}};", 6, "nested too deeply"),
        ("mov.u32 %é, 1;", 6, "not"),
    ],
)
def test_refused_bodies(text: str, line: int, reason: str) -> None:
    with pytest.raises(PtxSyntaxError) as caught:
        parse_body(text)
    assert reason in caught.value.reason
    assert caught.value.line in (line, 4, 5) if "brace" in reason else caught.value.line == line


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "starts with .version"),
        ("ret;", "starts with .version"),
        (".target sm_70\n", "starts with .version"),
        (HEADER + "garbage;", "unknown directive"),
        (HEADER + "garbage", "`;` is missing"),
        (HEADER + ".entry (.param .u64 x) { }", "without a name"),
        (HEADER + ".entry k(.param u64 x) { }", "not a parameter"),
        (HEADER + ".entry k(.param .u64 x { }", "unbalanced parentheses"),
        (HEADER + ".entry k() .reqntid x { }", "not an integer"),
        (HEADER + ".global .u32 x = {1, 2;", "not an initialiser"),
        (HEADER + ".global .u32 x = 1};", "unbalanced"),
        (HEADER + ".global .u32 x[3] = {1,, 2};", "an element is missing"),
        (HEADER + ".global .u32 x[3] = {1, 2, };", "an element is missing"),
        (HEADER + ".global .u32 x = $;", "not an operand"),
        (HEADER + ".func f(.param .b32 ) { ret; }", "not a parameter"),
        (HEADER + ".global .wrong(1) .u32 x;", "unknown attribute"),
        (HEADER + ".section a b { }", "expected `.section"),
        (HEADER + '.file x "y"\n', "expected `.file"),
        (HEADER + ".entry k() { }}", "missing"),
    ],
)
def test_refused_modules(text: str, reason: str) -> None:
    with pytest.raises(PtxSyntaxError) as caught:
        parse_module(text)
    assert reason in str(caught.value)


def test_long_text_is_shortened_in_the_message() -> None:
    with pytest.raises(PtxSyntaxError) as caught:
        parse_body("bogus? " + "x" * 500 + ";")
    assert len(str(caught.value)) < 200


def test_many_functions_and_deep_scopes_stay_within_the_recursion_limit() -> None:
    code = (
        "import sys\nfrom ptx.parser import parse_module\nfrom ptx.printer import print_module\nfrom ptx.verify import verify\n"
        "from ptx.normal import normal_form\nsys.setrecursionlimit(250)\n"
        f"text = {HEADER!r} + ''.join(f'.entry k{{i}}() {{{{ ret; }}}}\\n' for i in range(1000))\n"
        "text += '.entry deep() {' + '{' * 3000 + 'ret;' + '}' * 3000 + '}\\n'\n"
        "text += '.global .u32 x[20000] = {' + ','.join(['1'] * 20000) + '};\\n'\n"
        "module = parse_module(text)\nassert parse_module(print_module(module)) == module and not verify(module)\n"
        "assert normal_form(module)\nprint(len(module.functions()))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)
    assert (done.stdout, done.stderr) == ("1001\n", "")


def test_braces_in_strings() -> None:
    module = directives('.pragma "{";\n.func f() { .pragma "}"; { ret; } }\n.func g() .pragma "{;"; { ret; }\n')
    assert [type(item).__name__ for item in module.directives] == ["Pragma", "Function", "Function"]
    assert [len(each.body or ()) for each in module.functions()] == [4, 1]


def test_a_comment_without_end() -> None:
    with pytest.raises(PtxSyntaxError, match="PTX line 5: the comment has no end"):
        directives(".global .u32 x;\n/* and so on * / " + "/*" * 100_000)


def test_a_function_is_found_by_kind() -> None:
    functions = directives(".func f();\n.func f() { ret; }\n.entry k() { ret; }\n").functions()
    assert [type(each) is Function and each.is_entry for each in functions] == [False, False, True]
