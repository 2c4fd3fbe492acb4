"""Textual MIR: printing and parsing are inverse, for every declared op, and bad text gets a place and an expectation."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialect import scalar
from dialect.function import Block, Cursor, Function, Module, Static
from dialect.op import OPS, Loc
from dialect.ops import Add, Const, Goto, Panic, Return
from dialect.parser import MirError, parse_function, parse_module
from dialect.printer import print_function, print_module
from dialect.syntax import LITERAL, number_of, number_text, plan_of, quoted, unquoted
from dialect.types import BF16, BOOL, F16, F32, F64, I32, I64, U8, U128, VOID, array, ptr, tuple_of
from dialect.verify import verify_module
from tests.dialect import generate
from tests.dialect.programs import CLASSIFY, SAXPY, SUM_TO


@pytest.mark.parametrize("text", [SUM_TO, CLASSIFY, SAXPY], ids=["sum_to", "classify", "saxpy"])
def test_the_text_of_a_module_comes_back_letter_by_letter(text):
    module = parse_module(text)
    assert print_module(module, locations=True) == text
    assert verify_module(module) == []


@pytest.mark.parametrize("mnemonic", list(OPS))
def test_every_declared_op_survives_print_and_parse(mnemonic):
    """New ops join by themselves: instances are drawn from signature and annotations until the verifier accepts them."""
    for seed in range(12):
        module = generate.instance(random.Random(f"{mnemonic}{seed}"), OPS[mnemonic])
        text = print_module(module)
        again = parse_module(text)
        assert print_module(again) == text
        assert verify_module(again) == [], text


@pytest.mark.parametrize("mnemonic", list(OPS))
def test_syntax_names_every_field_once(mnemonic):
    plan = plan_of(OPS[mnemonic])
    assert len([step for step in plan if step[0] != LITERAL]) == len(OPS[mnemonic].fields)


def test_random_modules_survive_print_and_parse():
    for seed in range(80):
        r = random.Random(seed)
        module = generate.unstructured(r, r.randrange(1, 12)) if seed % 2 else generate.structured(r, 20)
        text = print_module(module)
        again = parse_module(text)
        assert print_module(again) == text
        assert verify_module(again) == []


def test_blocks_in_any_order_and_comments():
    head, *rest = SUM_TO.strip().rstrip("}").split("bb")
    blocks = ["bb" + part for part in SUM_TO.split("\nbb")[1:]]
    first, *others = blocks
    others[-1] = others[-1].replace("}\n", "")
    shuffled = "func @sum_to -> i64 { // a comment\n" + "\n".join([first, *reversed(others)]) + "\n  // the end\n}\n"
    module = parse_module(shuffled)
    assert verify_module(module) == []
    assert [b.name for b in module.functions["sum_to"].blocks] == ["bb0", "bb3", "bb2", "bb1"]
    assert head and rest


def test_parsed_operands_know_their_users():
    f = parse_function(SUM_TO)
    n = f.params[0]
    assert [user.mnemonic for user in n.users] == ["mir.cmp"]
    assert f.blocks[2].terminator.args_of(0)[0].users == {f.blocks[2].terminator: None}


def test_names_are_unique_and_numbers_consecutive():
    f = Function("f", "func", I32)
    b = f.add_block()
    x = b.add_param(I32, "x")
    c = Cursor(b)
    one = c.add(Const(1, I32))
    again = c.add(Add(x, one), "x")
    third = c.add(Add(again, one), "x.1")
    fourth = c.add(Add(third, one), "x")
    fifth = c.add(Add(fourth, one), "7")
    b.end(Return((fifth,)))
    text = print_function(f)
    assert [line.split(":")[0].strip() for line in text.splitlines() if " = " in line] == ["%0", "%x.1", "%x.1.1", "%x.2", '%"7"']
    again_text = print_function(parse_function(text))
    assert again_text == text


def test_blocks_of_one_name_or_of_a_keyword():
    f = Function("f")
    first, second, third, fourth = (f.add_block(name) for name in ("a", "a", "func", "mir.return"))
    first.end(Goto((second, ())))
    second.end(Goto((third, ())))
    third.end(Goto((fourth, ())))
    fourth.end(Return(()))
    text = print_function(f)
    assert "a.1:" in text and '"func":' in text and '"mir.return":' in text
    assert print_function(parse_function(text)) == text


def test_wishes_to_unroll_come_back():
    f = Function("f")
    names = ("plain", "fully", "twice", "unroll")
    blocks = [f.add_block(name) for name in names]
    x = blocks[2].add_param(I32, "x")
    for block, wish, target in zip(blocks, (None, 0, 2, 1), blocks[1:]):
        block.unroll = wish
        block.end(Goto((target, (x,) if target.params else ())))
    blocks[3].unroll = 1
    blocks[3].end(Return(()))
    text = print_function(f)
    assert [line for line in text.splitlines() if line.endswith(":")] == ["plain:", "fully unroll:", "twice(%x: i32) unroll(2):", "unroll unroll(1):"]
    again = parse_function(text)
    assert print_function(again) == text
    assert [block.unroll for block in again.blocks] == [None, 0, 2, 1]


def test_header_says_only_what_is_set():
    f = Function("f")
    f.add_block().end(Return(()))
    assert print_function(f).splitlines()[0] == "func @f {"
    f.kind, f.inline, f.launch_bounds, f.loc = "kernel", "never", (256, 2), Loc("k.rs", 1, 1)
    text = print_function(f, locations=True)
    assert text.splitlines()[0] == "kernel @f launch_bounds(256, 2) inline(never) !0 {"
    again = parse_function(text)
    assert (again.kind, again.inline, again.launch_bounds, again.result) == ("kernel", "never", (256, 2), VOID)
    assert repr(again.loc) == "k.rs:1:1"


def test_statics_and_module_name():
    module = Module('odd "name"')
    module.statics["table"] = Static("table", array(F32, 2), "const", bytes.fromhex("0000803f00000040"))
    module.statics["count"] = Static("count", I32, "global", mutable=True)
    module.statics["tile"] = Static("tile", tuple_of((I32, ptr(U8, "generic"))), "shared")
    text = print_module(module)
    assert 'static @table : array<f32, 2> in const = hex"0000803f00000040"\n' in text
    assert "static mut @count : i32 in global\n" in text
    again = parse_module(text)
    assert print_module(again) == text
    assert again.name == module.name
    assert again.statics["table"].data == module.statics["table"].data
    assert again.statics["tile"].type is module.statics["tile"].type


def test_positions_share_numbers_and_come_after_their_inline_stack():
    f = Function("f", "func", I32)
    b = f.add_block()
    call = Loc("k.rs", 9, 1)
    c = Cursor(b, Loc("k.rs", 3, 5, call))
    one = c.add(Const(1, I32))
    c.loc = Loc("k.rs", 3, 5, Loc("k.rs", 9, 1))
    c.add(Add(one, one))
    c.loc = call
    c.end(Return((one,)))
    text = print_function(f, locations=True)
    assert text.endswith('\n!0 = "k.rs":9:1\n!1 = "k.rs":3:5 in !0\n')
    assert [line.split()[-1] for line in text.splitlines()[2:5]] == ["!1", "!1", "!0"]
    again = parse_function(text)
    assert repr(again.blocks[0].ops[0].loc) == "k.rs:3:5 in k.rs:9:1"
    assert print_function(again, locations=True) == text


def test_broken_functions_can_be_printed():
    """The printer serves while hunting faults."""
    f = Function("f")
    b = f.add_block()
    stranger = Const(1, I32)
    Cursor(b).add(Add(stranger, stranger))
    assert "mir.add %?, %?" in print_function(f)
    b.end(Goto((Block("bb99"), (stranger,))))
    assert "mir.goto bb99(%?)" in print_function(f)


# -- numbers and strings ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("type", [F16, BF16, F32, F64], ids=str)
def test_floats_come_back_bit_for_bit(type):
    r = random.Random(7)
    special = [0, 1 << (type.bits - 1), 1, scalar.float_bits(type, math.inf), scalar.float_bits(type, -math.inf), scalar.float_bits(type, math.nan)]
    for bits in [*special, *[r.getrandbits(type.bits) for _ in range(2000)], *[s | 5 for s in special[3:]]]:
        x = scalar.float_of_bits(type, bits)
        text = number_text(type, x)
        back = number_of(type, text)
        assert isinstance(back, float) and scalar.float_bits(type, back) == bits, (bits, text)


@pytest.mark.parametrize(
    ("type", "value", "text"),
    [(F32, scalar.rounded(F32, 0.1), "0.1"), (F64, 0.1, "0.1"), (F32, 1.0, "1.0"), (F16, 65504.0, "65504.0"), (F32, 1e-45, "1.4e-45"),
     (F32, math.inf, "inf"), (F64, -math.inf, "-inf"), (F32, math.nan, "nan"), (F32, -0.0, "-0.0"), (BOOL, True, "true"), (U128, 2**128 - 1, str(2**128 - 1)),
     (F32, 16777216.0, "16777216.0")],
)  # fmt: skip
def test_numbers_are_short(type, value, text):
    value = scalar.rounded(type, value) if type.kind == "float" else value
    assert number_text(type, value) == text


NO_NUMBERS = [(I32, "1.0"), (I32, "x"), (BOOL, "1"), (F32, "true"), (F32, "0x1ffffffff"), (I32, "1_0"), (F64, "1_0.0")]
TOO_LARGE = [(F32, "1e39"), (F64, "-1e309"), (F16, "65520.0"), (F64, "infinity")]


@pytest.mark.parametrize(("type", "text"), NO_NUMBERS + TOO_LARGE)
def test_what_is_no_number_of_the_type(type, text):
    assert number_of(type, text) is None


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=20))
def test_strings_come_back(text):
    literal = quoted(text)
    assert "\n" not in literal and unquoted(literal) == text
    f = Function("f")
    f.add_block().end(Panic((), text))
    assert parse_function(print_function(f)).blocks[0].terminator.attrs == (text,)


# -- faults -----------------------------------------------------------------------------------------------------------------------------------

WRAP = "func @f {{\nbb0(%a: i32, %c: bool):\n  {}\n  mir.return\n}}\n"


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("%0: i32 = mir.add %a, %b", 25, "no value is called %b"),
        ("%0: i32 = mir.add %a %a", 24, "expected ,, found %a"),
        ("%0: i32 = mir.add %a,", 24, "expected a value, found the end of the line"),
        ("%0: i32 = mir.add %a, %a %a", 28, "expected the end of the line, found %a"),
        ("%0: i33 = mir.add %a, %a", 7, "expected a type, found i33"),
        ("%0 = mir.add %a, %a", 6, "expected :, found ="),
        ("%0: i32 mir.add %a, %a", 11, "expected =, found mir.add"),
        ("%0: i32 = mir.ad %a, %a", 13, "expected an op, found mir.ad"),
        ("%0: void = mir.add %a, %a", 7, "a value has no type void"),
        ("%a: i32 = mir.add %a, %a", 3, "%a is defined twice"),
        ("%0: i32 = mir.const x : i32", 23, "expected a number of type i32, found x"),
        ("%0: bool = mir.const 1 : bool", 24, "expected a number of type bool, found 1"),
        ("%0: ptr<i32, moon> = mir.undef i32", 16, "expected an address space, found moon"),
        ("%0: ptr<i32> = mir.undef i32", 14, "expected ,, found >"),
        ("%0: i32 = mir.undef array<i32, x>", 34, "expected a count of elements, found x"),
        ("%0: i32 = mir.undef array<i32, 99999999999999999999>", 34, "expected a count of elements, found 99999999999999999999"),
        ("%0: bool = mir.cmp %a, %a", 22, "expected a name, found %a"),
        ("mir.cond_br %c, bb1(%a, bb2", 27, "expected a value, found bb2"),
        ("mir.goto", 11, "expected a name, found the end of the line"),
        ("mir.panic hello(%a)", 13, "expected a string in quotes, found hello"),
        ('mir.panic "\\q"()', 13, "the string has an escape that means nothing"),
        ('mir.panic "open', 13, 'expected a string in quotes, found "'),
        ("mir.return !7", 14, "no position is called !7"),
        ("what is this", 3, "expected an op, found what"),
    ],
)
def test_a_fault_has_line_column_and_expectation(line, column, message):
    with pytest.raises(MirError) as caught:
        parse_module(WRAP.format(line))
    assert (caught.value.line, caught.value.column, caught.value.message) == (3, column, message)
    assert str(caught.value) == f"3:{column}: {message}"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "expected one function, found 0"),
        ("func", (1, 5), "expected @, found the end of the line"),
        ("func @", (1, 7), "expected a name, found the end of the line"),
        ("func @f", (1, 8), "expected {, found the end of the line"),
        ("func @f {", (1, 10), "expected } at the end of @f"),
        ("func @f {\n}", (2, 1), "expected a block, found }"),
        ("func @f {\n  mir.return\n}", (2, 3), "expected a block, found mir.return"),
        ("func @f {\nbb0:\n  mir.return\nbb0:\n  mir.return\n}", (4, 1), "block bb0 is defined twice"),
        ("func @f {\nbb0(a: i32):\n  mir.return\n}", (2, 5), "expected a parameter, found a"),
        ("func @f {\nbb0(%a: tuple<i32>):\n  mir.return\n}", (2, 9), "a value has no type tuple<i32>"),
        ("func @f {\nbb0 unroll(0):\n  mir.return\n}", (2, 12), "expected a number from 1, found 0"),
        ("func @f {\nbb0 unroll(x):\n  mir.return\n}", (2, 12), "expected a number, found x"),
        ("func @f {\nbb0 unroll 2:\n  mir.return\n}", (2, 12), "expected :, found 2"),
        ("func @f inline(maybe) {", (1, 16), "expected always or never, found maybe"),
        ("func @f launch_bounds(1) {", (1, 24), "expected ,, found )"),
        ("func @f launch_bounds(x, 1) {", (1, 23), "expected a number, found x"),
        ("static @s : i32 in there", (1, 20), "expected an address space, found there"),
        ('static @s : i32 in const = hex"0"', (1, 28), 'expected hex"…", found hex"0"'),
        ("static @s : i32 in const\nstatic @s : i32 in const", (2, 9), "@s is defined twice"),
        ('!0 = "k.rs":1', (1, 14), "expected :, found the end of the line"),
        ('!1 = "k.rs":1:1 in !0', (1, 20), "expected a position defined above, found !0"),
        ('!1 = "k.rs":1:1\n!1 = "k.rs":1:1', (2, 1), "!1 is defined twice"),
        ("hello", (1, 1), "expected kernel, func, static, module or a position, found hello"),
        ("static @s : " + "ptr<" * 1100 + "i32", (1, 13 + 4 * 1001), "types are nested too deeply"),
    ],
)
def test_faults_outside_of_ops(text, place, message):
    with pytest.raises(MirError) as caught:
        parse_function(text)
    assert (caught.value.message, (caught.value.line, caught.value.column)) == (message, place)


def test_two_functions_of_one_name():
    with pytest.raises(MirError, match="@sum_to is defined twice"):
        parse_module(SUM_TO + SUM_TO)


PIECES = [*"(){}:,=%!@<>\"/", "%a", "%n", "bb1", "mir.add", "mir.goto", "i64", "ptr", "array", "!0"]
PIECES += ["0", "-1", "1e5", "in", "hex", "\n", "\n  ", "func", "}", "//", "ü"]


@settings(max_examples=400, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([SUM_TO, SAXPY, CLASSIFY]))
def test_damaged_text_is_parsed_or_refused_but_never_crashes(r, text):
    for _ in range(r.randrange(1, 5)):
        at = r.randrange(len(text) + 1)
        cut = r.choice([0, 0, 1, 5, 30])
        text = text[:at] + r.choice(["", *PIECES]) + text[at + cut :]
    try:
        module = parse_module(text)
    except MirError as error:
        assert 1 <= error.line <= text.count("\n") + 2 and error.column >= 1
    else:
        verify_module(module)
        again = print_module(module)
        assert print_module(parse_module(again)) == again


def test_text_in_linear_time_sees_each_line_once():
    """A long module, as a sanity check of growth: 20,000 lines."""
    body = "".join([f"  %v{i}: i64 = mir.add %n, %n\n" for i in range(20_000)])
    f = parse_function("func @f -> i64 {\nbb0(%n: i64):\n" + body + "  mir.return %v19999\n}\n")
    assert f.op_count() == 20_001
    assert len(f.params[0].users) == 20_000
    assert f.blocks[0].ops[5].type is I64
