"""Modules: symbols, statics, versions and targets, order, errors, determinism."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dialect.function import Cursor, Function, Module
from dialect.op import PURE, Op
from dialect.ops import Return
from dialect.parser import parse_module
from dialect.types import I32
from ptx.lower import InternalLoweringError, LoweringError, Options, lower_module
from ptx.lower.names import Names, legal, register_name, slot_name
from ptx.parser import parse_module as parse_ptx
from ptx.printer import is_name, print_module
from ptx.verify import verify
from tests.ptx.lower.programs import module_of

EMPTY = "kernel @{name} {{\nbb0:\n  mir.return\n}}\n"


def text_of(mir: str, options: Options | None = None) -> str:
    result = lower_module(parse_module(mir), options or Options())
    assert [str(f) for f in verify(result.module)] == []
    return print_module(result.module)


def test_every_lowered_module_is_clean_and_reads_back():
    module = lower_module(module_of()).module
    assert [str(f) for f in verify(module)] == []
    text = print_module(module)
    assert print_module(parse_ptx(text)) == text


@pytest.mark.parametrize("name", ["ret", "tid", "add", "x", "param0"])
def test_entry_names_are_never_changed(name):
    assert f".visible .entry {name}(" in text_of(EMPTY.format(name=name))


def test_a_kernel_name_that_ptx_cannot_hold_is_refused():
    with pytest.raises(LoweringError, match="cannot be the name of a kernel"):
        lower_module(parse_module(EMPTY.format(name='"a.b"')))


def test_equal_symbols_are_refused():
    with pytest.raises(LoweringError, match="symbol `a`"):
        lower_module(parse_module(EMPTY.format(name="a") + "static @a : u32 in global\n"))


def test_a_symbol_with_the_name_of_a_parameter_is_refused():
    text = "static @k_param_0 : u32 in global\nkernel @k {\nbb0(%a: u32):\n  mir.return\n}\n"
    with pytest.raises(LoweringError, match="name of a parameter"):
        lower_module(parse_module(text))


def test_slots_and_registers_keep_away_from_what_is_taken():
    text = text_of("""
static @table : u32 in global
kernel @k {
bb0(%p: ptr<u32, global>, %tid: u32, %r1: u32, %"é": u32):
  %table: ptr<u32, local> = mir.alloca u32
  %param0: ptr<u32, local> = mir.alloca u32
  mir.store %tid, %table
  mir.store %r1, %param0
  %a: u32 = mir.load %table
  %b: u32 = mir.load %param0
  %s: u32 = mir.add %a, %b
  %s2: u32 = mir.add %s, %"é"
  mir.store %s2, %p
  mir.return
}
""")
    assert ".local .align 4 .b8 table_1[4];" in text
    assert ".local .align 4 .b8 param0_[4];" in text
    assert "%tid_" in text
    assert "%r1_" in text
    assert "%$e9" in text


def test_names():
    assert legal("a.b") == "a$2eb"
    assert legal("") == "__"
    assert legal("1x") == "_1x_"
    assert register_name("y.len") == "%y_len"
    assert register_name("ctaid") == "%ctaid_"
    assert register_name("rd7") == "%rd7_"
    assert register_name("pm3") == "%pm3_"
    assert register_name("sum") == "%sum"
    assert slot_name("retval0") == "retval0_"
    names = Names()
    assert [names.claim("a"), names.claim("a"), names.claim("a_1"), names.claim("a")] == ["a", "a_1", "a_1_1", "a_2"]
    for name in ("größe", "a b", "", "9", "_", "x'", "%x"):
        assert is_name(legal(name)), name


def test_statics_with_their_data():
    text = text_of("""
static @c : array<u16, 3> in const = hex"010002000300"
static mut @g : u64 in global
static mut @s : array<f32, 32> in shared
""")
    assert ".visible .const .align 2 .b8 c[6] = {1, 0, 2, 0, 3};" in text
    assert ".visible .global .align 8 .b8 g[8];" in text
    assert "\n.shared .align 4 .b8 s[128];" in text


def test_shared_memory_has_no_initial_value():
    with pytest.raises(LoweringError, match="shared memory has no initial value"):
        lower_module(parse_module('static @s : u32 in shared = hex"01000000"\n'))


def test_functions_called_before_they_stand_are_declared():
    text = text_of("""
func @even -> bool {
bb0(%n: u32):
  %r: bool = mir.call @odd(%n) : bool
  mir.return %r
}
func @odd -> bool {
bb0(%n: u32):
  %r: bool = mir.call @even(%n) : bool
  mir.return %r
}
""")
    assert text.index("odd(") < text.index("even(")
    assert text.count(".func (.param .b32 func_retval0) odd(") == 2
    assert text.count("even(") == 1


def test_versions_are_the_lowest_that_serve():
    add = "kernel @k {{\nbb0(%p: ptr<{t}, global>):\n  %v: {t} = mir.load %p\n  %w: {t} = mir.add %v, %v\n  mir.store %w, %p\n  mir.return\n}}\n"
    for type, arch, expected in (
        ("f32", "", "6.0 sm_70"), ("f16", "", "6.0 sm_70"), ("bf16", "", "7.0 sm_80"), ("f32", "sm_90", "7.8 sm_90"),
        ("f32", "sm_90a", "8.0 sm_90a"), ("f32", "sm_120", "8.7 sm_120"), ("bf16", "sm_86", "7.1 sm_86"),
    ):  # fmt: skip
        version, target = text_of(add.format(t=type), Options(arch)).split("\n")[:2]
        assert f"{version[9:]} {target[8:]}" == expected


def test_unknown_and_too_old_architectures():
    with pytest.raises(LoweringError, match=r"unknown architecture `sm_99`; known are sm_70, sm_72"):
        lower_module(Module(), Options("sm_99"))
    text = "kernel @k {\nbb0(%p: ptr<bf16, global>):\n  %v: bf16 = mir.load %p\n  %w: bf16 = mir.add %v, %v\n  mir.store %w, %p\n  mir.return\n}\n"
    with pytest.raises(LoweringError, match="needs sm_80 or newer, but `sm_75`"):
        lower_module(parse_module(text), Options("sm_75"))


def test_a_panic_shows_wide_integers_by_their_halves():
    text = 'func @f {\nbb0(%a: i128, %b: u32):\n  mir.panic "{0} {1}"(%a, %b) !0\n}\n!0 = "k.rs":3:9\n'
    (site,) = lower_module(parse_module(text)).sites
    assert (site.line, site.column, site.types) == (3, 9, ("i128", "u32"))
    assert site.registers == ("%a_low %a_high", "%b")


def test_wide_integers_travel_in_pairs():
    text = text_of("""
kernel @k {
bb0(%a: i128, %p: ptr<i128, global>, %c: bool):
  %r: i128 = mir.call @g(%a, %c) : i128
  mir.store %r, %p
  mir.return
}
func @g -> i128 {
bb0(%a: i128, %c: bool):
  %five: i128 = mir.const 5 : i128
  mir.cond_br %c, bb1(%a, %five), bb1(%five, %a)
bb1(%x: i128, %y: i128):
  %z: i128 = mir.sub %x, %y
  mir.return %z
}
""")
    assert ".param .align 16 .b8 k_param_0[16]," in text
    assert ".func (.param .align 16 .b8 func_retval0[16]) g(" in text
    assert "ld.param.b64 \t%a_high, [k_param_0+8];" in text
    assert "sub.cc.u64" in text
    assert "subc.u64" in text
    assert "st.global.u64 \t[%p_+8]" in text


def test_float_remainders_share_one_function():
    text = text_of("""
func @f -> f32 {
bb0(%a: f32, %h: f16):
  %b: f32 = mir.rem %a, %a
  %c: f32 = mir.rem %b, %a
  %d: f16 = mir.rem %h, %h
  mir.return %c
}
func @fmod_f32 {
bb0:
  mir.return
}
""")
    assert text.count(".func (.param .f32 func_retval0) fmod_f32_1(") == 1
    assert text.count("call.uni (retval0), fmod_f32_1, (param0, param1);") == 2


def test_an_op_without_a_rule_is_an_internal_error():
    class Unknown(Op):
        """Not declared: it has no mnemonic in `OPS`."""

        __slots__ = ()
        types, flags = "-> i32", PURE

    op = Unknown.__new__(Unknown)
    Unknown.mnemonic = "mir.unknown"
    op.operands, op.attrs, op.users, op.name, op.loc, op.type, op.block = (), (), {}, "", None, I32, None
    module = Module()
    function = module.add(Function("f", "func", I32))
    at = Cursor(function.add_block())
    at.add(op)
    at.end(Return((op,)))
    with pytest.raises(InternalLoweringError, match=r"lower: @f: mir.unknown: no rule"):
        lower_module(module)


def test_parameters_follow_the_abi():
    text = text_of("""
kernel @k launch_bounds(128, 4) {
bb0(%a: bool, %b: i8, %c: u16, %d: f16, %e: f64, %p: ptr<f64, global>, %n: u64, %q: ptr<u8, generic>, %s: ptr<tuple<u32, u8>, param>):
  mir.return
}
""")
    header = text[text.index(".visible"):text.index("{")].split("\n")
    assert [line.strip(" \t,") for line in header[1:12]] == [
        ".param .u8 k_param_0", ".param .s8 k_param_1", ".param .u16 k_param_2", ".param .b16 k_param_3", ".param .f64 k_param_4",
        ".param .u64 .ptr .global .align 8 k_param_5", ".param .u64 k_param_6", ".param .u64 k_param_7",
        ".param .align 4 .b8 k_param_8[8]", ")", ".maxntid 128, 1, 1",
    ]  # fmt: skip


def test_blocks_without_code_are_passed_over():
    text = text_of("""
kernel @k {
bb0(%p: ptr<u32, global>, %c: bool):
  mir.cond_br %c, bb1, bb2
bb1:
  mir.goto bb3
bb2:
  %one: u32 = mir.const 1 : u32
  mir.store %one, %p
  mir.goto bb3
bb3:
  mir.return
}
""")
    assert text.count("bra") == 1
    assert "@%c bra \t$bb3;" in text


def test_an_endless_empty_loop_stays_one():
    text = text_of("kernel @k {\nbb0:\n  mir.goto bb1\nbb1:\n  mir.goto bb1\n}\n")
    assert "$bb1:\n\tbra.uni \t$bb1;" in text


PROGRAM = """
import dialect.ops
from tests.ptx.lower.programs import module_of
from ptx.lower import lower_module
from ptx.printer import print_module
import hashlib
print(hashlib.sha256(print_module(lower_module(module_of()).module).encode()).hexdigest())
"""


def test_output_does_not_depend_on_the_hash_seed():
    root = Path(__file__).parents[3]
    digests = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        digests.add(subprocess.run([sys.executable, "-c", PROGRAM], env=environment, check=True, capture_output=True).stdout)
    assert len(digests) == 1


def test_no_recursion_over_blocks():
    n = 5000
    blocks = [f"bb{i}:\n  %v{i}: u32 = mir.load_volatile %p\n  mir.goto bb{i + 1}" for i in range(1, n)]
    text = "kernel @k {\nbb0(%p: ptr<u32, global>):\n  mir.goto bb1\n" + "\n".join(blocks) + f"\nbb{n}:\n  mir.return\n}}\n"
    module = parse_module(text)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(250)
    try:
        lowered = lower_module(module)
    finally:
        sys.setrecursionlimit(limit)
    assert sum(1 for _ in lowered.module.entries()[0].instructions()) == n + 2
