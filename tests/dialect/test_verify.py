"""The verifier: accepts what is sound, and names each planted fault with block and position."""

from __future__ import annotations

import random

import pytest

from dialect.function import Block, Cursor, Function, Module
from dialect.ops import Add, Const, Goto, Return
from dialect.parser import parse_function, parse_module
from dialect.types import BOOL, I32, I64
from dialect.verify import verify, verify_module
from tests.dialect import generate
from tests.dialect.programs import CLASSIFY, SAXPY, SUM_TO


@pytest.mark.parametrize("text", [SUM_TO, CLASSIFY, SAXPY], ids=["sum_to", "classify", "saxpy"])
def test_sound_programs(text):
    assert verify_module(parse_module(text)) == []


def test_generated_programs_are_sound():
    for seed in range(60):
        r = random.Random(seed)
        assert verify_module(generate.unstructured(r, r.randrange(1, 14))) == []
        assert verify_module(generate.structured(r, r.randrange(1, 30))) == []


# -- the three experiments: break sum_to and read what the verifier says -----------------------------------------------------------------------


def test_experiment_one_a_jump_to_nowhere():
    f = parse_function(SUM_TO)
    f.blocks[2].end(Goto((Block("bb99"), ())))
    assert verify(f)[-1] == "error: jump target bb99 does not exist (in bb2)"
    text = SUM_TO.replace("mir.goto bb1(%3, %5)", "mir.goto bb99")
    assert verify(parse_function(text)) == ["error: jump target bb99 does not exist (in bb2)"]


def test_experiment_two_a_terminator_in_a_body():
    f = parse_function(SUM_TO)
    header, last = f.blocks[1], f.blocks[3]
    Cursor(last).add(Goto((header, tuple(header.params))))
    assert verify(f) == ["error: terminator instruction found in body at position 0 (in bb3)"]
    text = SUM_TO.replace("  mir.return", "  mir.goto bb1(%sum, %i)\n  mir.return")
    assert verify(parse_function(text)) == ["error: terminator instruction found in body at position 0 (in bb3)"]


def test_experiment_three_a_missing_argument():
    f = parse_function(SUM_TO)
    f.blocks[0].terminator.set_target(0, f.blocks[1], f.blocks[0].ops[:1])
    assert verify(f) == ["error: bb0 jumps to bb1 with 1 arg(s), but bb1 expects 2 (in bb0)"]
    text = SUM_TO.replace("mir.goto bb1(%0, %1)", "mir.goto bb1(%0)")
    assert verify(parse_function(text)) == ["error: bb0 jumps to bb1 with 1 arg(s), but bb1 expects 2 (in bb0)"]


def test_what_a_verifier_cannot_see():
    """The branch of the loop made unconditional: an endless loop, and perfectly good MIR."""
    f = parse_function(SUM_TO)
    f.blocks[1].end(Goto((f.blocks[2], ())))
    assert verify(f) == []


def test_all_faults_are_reported_in_the_order_of_blocks():
    text = SUM_TO.replace("mir.goto bb1(%0, %1)", "mir.goto bb1(%0)").replace("mir.goto bb1(%3, %5)", "mir.goto bb99")
    text = text.replace("  mir.return", "  mir.goto bb1(%sum, %i)\n  mir.return").replace("%2: bool = mir.cmp le %i, %n", "%2: bool = mir.cmp like %3, %n")
    assert verify(parse_function(text)) == [
        "error: bb0 jumps to bb1 with 1 arg(s), but bb1 expects 2 (in bb0)",
        "error: mir.cmp: predicate is like, expected one of eq, ne, lt, le, gt, ge at position 0 (in bb1)",
        "error: use of a value is not dominated by its definition at position 0 (in bb1)",
        "error: jump target bb99 does not exist (in bb2)",
        "error: terminator instruction found in body at position 0 (in bb3)",
    ]


# -- planted faults, one each ------------------------------------------------------------------------------------------------------------------

PARAMS = "%a: i32, %b: i64, %f: f32, %c: bool, %p: ptr<i32, global>, %g: ptr<tuple<i32, f32>, generic>, %r: ptr<array<i32, 4>, shared>, %q: ptr<f32, param>"


def wrong(lines: str, end: str = "mir.return", result: str = "") -> list[str]:
    """The faults of a function with these lines in its entry block."""
    body = "".join([f"  {line}\n" for line in [*lines.split("\n"), end] if line])
    target = "bb1(%z: i32):\n  mir.return\n" if "bb1" in end else ""
    return verify(parse_function(f"func @f{result} {{\nbb0({PARAMS}):\n{body}{target}}}\n"))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("%0: i32 = mir.add %a, %b", "mir.add: operand is i64, expected i32"),
        ("%0: bool = mir.add %c, %c", "mir.add: operand is bool, expected num"),
        ("%0: i64 = mir.add %a, %a", "result is i64, expected i32"),
        ("%0: f32 = mir.and %f, %f", "mir.and: operand is f32, expected bits"),
        ("%0: i32 = mir.select %a, %a, %a", "mir.select: operand is i32, expected bool"),
        ("%0: i32 = mir.select %c, %a, %b", "mir.select: operand is i64, expected i32"),
        ("%0: i32 = mir.load %a", "mir.load: operand is i32, expected a pointer"),
        ("%0: i32 = mir.load %g", "mir.load: tuple<i32, f32> is no scalar"),
        ("mir.store %f, %p", "mir.store: operand is i32, expected f32"),
        ("%0: i32 = mir.store %a, %p", "result is i32, expected void"),
        ("%0: ptr<i32, generic> = mir.field %g, 2", "mir.field: tuple<i32, f32> has no field 2"),
        ("%0: ptr<i32, global> = mir.field %p, 0", "mir.field: i32 has no fields"),
        ("%0: ptr<i32, generic> = mir.field %g, 1", "result is ptr<i32, generic>, expected ptr<f32, generic>"),
        ("%0: ptr<i32, global> = mir.field %g, 0", "result is ptr<i32, global>, expected ptr<i32, generic>"),
        ("%0: ptr<i32, global> = mir.element %p, %a", "mir.element: i32 has no elements"),
        ("%0: ptr<i32, shared> = mir.element %r, %f", "mir.element: operand is f32, expected int"),
        ("%0: ptr<i32, local> = mir.from_generic %p to local", "mir.from_generic: the pointer is global, expected generic"),
        ("%0: ptr<i32, local> = mir.from_generic %p to moon", "mir.from_generic: space is moon, expected one of global, shared, local, const"),
        ("%0: ptr<f32, generic> = mir.to_generic %q", "mir.to_generic: a param pointer has no generic address"),
        ("%0: f32 = mir.cast %p to f32", "mir.cast: ptr<i32, global> cannot be cast to f32"),
        ("%0: bool = mir.cast %a to bool", "mir.cast: i32 cannot be cast to bool"),
        ("%0: i64 = mir.bitcast %a to i64", "mir.bitcast: i32 and i64 differ in width"),
        ("%0: u64 = mir.bitcast %r to u64", "mir.bitcast: the address of ptr<array<i32, 4>, shared> is not generic"),
        ("%0: i32 = mir.cmp lt %a, %a", "result is i32, expected bool"),
        ("%0: f32 = mir.round up %f", "mir.round: mode is up, expected one of floor, ceil, trunc, even"),
        ("%0: u32 = gpu.thread_index w", "gpu.thread_index: axis is w, expected one of x, y, z"),
        ("gpu.fence moon", "gpu.fence: scope is moon, expected one of block, device, system"),
        ("%0: i32 = mir.const 2147483648 : i32", "mir.const: 2147483648 is no value of type i32"),
        ("%0: u8 = mir.const -1 : u8", "mir.const: -1 is no value of type u8"),
        ("%0: i32 = mir.undef tuple<i32>", "mir.undef: a value has no type tuple<i32>"),
        ("%0: ptr<void, local> = mir.alloca void", "mir.alloca: a slot holds no void"),
    ],
)
def test_op_rules(line, text):
    assert wrong(line)[0] == f"error: {text} at position 0 (in bb0)"


def test_order_within_a_block():
    found = wrong("gpu.barrier\n%0: i32 = mir.add %1, %1\n%1: i32 = mir.add %a, %a")
    assert found == ["error: use of a value is not dominated by its definition at position 1 (in bb0)"] * 2


@pytest.mark.parametrize(
    ("end", "text"),
    [
        ("mir.goto bb1(%b)", "argument of bb1 is i64, expected i32"),
        ("mir.goto bb0(%a, %b, %f, %c, %p, %g, %r, %q)", "bb0 jumps to the entry block"),
        ("mir.cond_br %a, bb1(%a), bb1(%a)", "mir.cond_br: operand is i32, expected bool"),
        ("mir.cond_br %c, bb1, bb1(%a)", "bb0 jumps to bb1 with 0 arg(s), but bb1 expects 1"),
        ("mir.return %a", "returns i32, but @f returns nothing"),
        ('mir.panic "{1}"(%a)', "mir.panic: the panic message names value 1, but there are 1"),
        ('mir.panic "{"()', "mir.panic: the panic message has a brace that is no placeholder"),
        ('mir.panic "{{{0}}}"(%a)', ""),
    ],
)
def test_terminator_rules(end, text):
    assert wrong("", end) == ([f"error: {text} (in bb0)"] if text else [])


def test_results():
    assert wrong("", "mir.return", " -> i32") == ["error: returns 0 value(s), but @f returns i32 (in bb0)"]
    assert wrong("", "mir.return %b", " -> i32") == ["error: returns i64, but @f returns i32 (in bb0)"]
    assert wrong("", "mir.return %a, %a", " -> i32") == ["error: returns 2 value(s), but @f returns i32 (in bb0)"]
    assert wrong("", "mir.return %a", " -> i32") == []


def test_kernels():
    text = SAXPY.replace("%x: ptr<f32, global>", "%x: ptr<f32, shared>").replace("%7: ptr<f32, global>", "%7: ptr<f32, shared>")
    found = verify(parse_function(text))
    assert found == ["error: kernel parameter 1 is ptr<f32, shared>, expected a global or generic pointer (in bb0)"]
    found = verify(parse_function("kernel @k -> i32 {\nbb0(%a: i32):\n  mir.return %a\n}"))
    assert found == ["error: a kernel returns nothing, but its result is i32 (in bb0)"]


def test_slots_stand_in_the_entry_block():
    text = "func @f {\nbb0:\n  mir.goto bb1\nbb1:\n  %s: ptr<i32, local> = mir.alloca i32\n  mir.return\n}"
    assert verify(parse_function(text)) == ["error: mir.alloca stands outside the entry block at position 0 (in bb1)"]


def test_dominance_across_blocks_but_not_in_unreachable_ones():
    text = """
func @f -> i32 {
bb0(%c: bool, %a: i32):
  mir.cond_br %c, bb1, bb2
bb1:
  %x: i32 = mir.add %a, %a
  mir.goto bb3
bb2:
  mir.goto bb3
bb3:
  mir.return %x
bb4:
  %y: i32 = mir.add %x, %z
  %z: i32 = mir.add %y, %x
  mir.goto bb4
}
"""
    assert verify(parse_function(text)) == ["error: use of x is not dominated by its definition at position 0 (in bb3)"]
    loop = SUM_TO.replace("mir.return %sum", "mir.return %3")
    assert verify(parse_function(loop)) == ["error: use of a value is not dominated by its definition at position 0 (in bb3)"]


def test_missing_terminator_and_missing_blocks():
    f = Function("f")
    assert verify(f) == ["error: @f has no block"]
    f.add_block()
    assert verify(f) == ["error: block has no terminator (in bb0)"]


# -- structures that only code can break -------------------------------------------------------------------------------------------------------


def two_adds() -> tuple[Function, Add, Add]:
    f = Function("f", "func", I32)
    block = f.add_block()
    c = Cursor(block)
    a = block.add_param(I32, "a")
    first = c.add(Add(a, a))
    second = c.add(Add(first, a))
    c.end(Return((second,)))
    return f, first, second


def test_users_are_exact():
    f, first, second = two_adds()
    first.users.pop(second)
    assert verify(f) == ["error: operand does not list its user at position 1 (in bb0)"]
    f, first, second = two_adds()
    f.params[0].users[f.blocks[0].terminator] = None
    assert verify(f) == ["error: a parameter has a stale user (in bb0)"]
    f, first, second = two_adds()
    Add(first, first)
    assert verify(f) == ["error: stale user at position 0 (in bb0)"]


def test_blocks_of_ops_are_exact():
    f, first, _ = two_adds()
    first.block = None
    assert "error: op says it is in another block at position 0 (in bb0)" in verify(f)
    f, first, _ = two_adds()
    f.blocks[0].ops.append(first)
    assert "error: the op at position 2 stands elsewhere too (in bb0)" in verify(f)
    f, _, _ = two_adds()
    f.blocks.append(f.blocks[0])
    assert "error: a block stands twice in the function (in bb0)" in verify(f)


def test_an_op_that_stands_nowhere_is_used():
    f, _, second = two_adds()
    f.blocks[0].ops.remove(second)
    second.drop()
    assert verify(f) == ["error: use of a value is not dominated by its definition at position 1 (in bb0)"]


def test_wrong_attributes_and_counts():
    f = Function("f")
    c = Cursor(f.add_block())
    wrong_number = c.add(Const(1, I32))
    wrong_number.attrs = (True, I32)
    short = c.add(Add(wrong_number, wrong_number))
    short.set_operands((wrong_number,))
    odd = c.add(Const(1, I64))
    odd.attrs = ("one", I64)
    c.end(Return(()))
    assert verify(f) == [
        "error: mir.const: True is no value of type i32 at position 0 (in bb0)",
        "error: mir.add has 1 operand(s), expected 2 at position 1 (in bb0)",
        "error: mir.const: value is 'one', expected Number at position 2 (in bb0)",
    ]


def test_equal_constants_of_another_class_are_still_looked_at():
    """1 == True: what was found sound for one must not pass the other."""
    f = Function("f")
    c = Cursor(f.add_block())
    c.add(Const(1, I32))
    c.add(Const(True, BOOL))
    c.add(Const(True, I32))
    c.add(Const(1.0, I32))
    c.end(Return(()))
    assert verify(f) == [
        "error: mir.const: True is no value of type i32 at position 2 (in bb0)",
        "error: mir.const: 1.0 is no value of type i32 at position 3 (in bb0)",
    ]


# -- against the module ------------------------------------------------------------------------------------------------------------------------

CALLS = """
static @table : array<f32, 4> in const = hex"0000803f"
func @callee -> i32 {{
bb0(%a: i32):
  mir.return %a
}}
func @caller {{
bb0(%a: i32, %b: i64):
  {}
  mir.return
}}
kernel @k {{
bb0:
  mir.return
}}
"""


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("%0: i32 = mir.call @callee(%a) : i32", ""),
        ("%0: i32 = mir.call @calle(%a) : i32", "no function is called @calle"),
        ("mir.call @callee(%a) : void", "@callee returns i32, but the call says void"),
        ("%0: i32 = mir.call @callee() : i32", "@callee takes 1 argument(s), but the call passes 0"),
        ("%0: i32 = mir.call @callee(%b) : i32", "argument of @callee is i64, expected i32"),
        ("mir.call @k() : void", "@k is a kernel: it is launched, not called"),
        ("%0: ptr<array<f32, 4>, const> = mir.static @table : array<f32, 4> in const", ""),
        ("%0: ptr<f32, const> = mir.static @tables : f32 in const", "no static is called @tables"),
        ("%0: ptr<f32, const> = mir.static @table : f32 in const", "@table is array<f32, 4> in const, but the op says f32 in const"),
    ],
)
def test_references(line, text):
    found = verify_module(parse_module(CALLS.format(line)))
    assert found == ([f"error: {text} at position 0 (in bb0 of @caller)"] if text else [])


def test_statics_fit_their_type():
    module = parse_module('static @s : i32 in global = hex"0000000000"')
    assert verify_module(module) == ["error: @s has 5 bytes of data, but its type has 4"]
    assert verify_module(Module()) == []


def test_random_damage_is_reported_never_a_crash():
    """Drop arguments, redirect edges, swap operands: the verifier says something or the function is still sound, and never raises."""
    reported = 0
    for seed in range(150):
        r = random.Random(seed)
        f = generate.unstructured(r, r.randrange(2, 10)).functions["f"]
        ops = [op for block in f.blocks for op in (*block.ops, block.terminator) if op.operands]
        op = r.choice(ops)
        kind = r.randrange(4)
        if kind == 0:
            op.set_operands(op.operands[:-1])
        elif kind == 1:
            op.set_operands((*op.operands, op.operands[0]))
        elif kind == 2:
            op.set_operands((r.choice(ops), *op.operands[1:]))
        else:
            r.choice(f.blocks).ops.append(op)
        reported += bool(verify(f))
    assert reported > 120
