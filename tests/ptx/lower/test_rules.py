"""What each op becomes: MIR text to PTX instructions, one trick a case."""
from __future__ import annotations

import pytest

from dialect.op import OPS, Terminator
from dialect.parser import parse_module
from ptx.lower import Options, lower_module
from ptx.lower.rules import RULES
from ptx.lower.terminators import TERMINATORS
from ptx.verify import verify


def test_every_op_has_a_rule():
    missing = [name for name, op in OPS.items() if op not in (TERMINATORS if issubclass(op, Terminator) else RULES)]
    assert not missing


def lowered(text: str, kernel: str = "f") -> list[str]:
    """The instructions of a function, one blank between words; the module is verified too."""
    module = lower_module(parse_module(text)).module
    assert [str(f) for f in verify(module)] == []
    function = next(f for f in module.functions() if f.name == kernel and f.body is not None)
    return [str(i) for i in function.instructions()]


def body(params: str, ops: str, result: str = "", outside: str = "") -> list[str]:
    """The instructions between loading the parameters and returning."""
    arrow = f" -> {result}" if result else ""
    code = lowered(f"{outside}func @f{arrow} {{\nbb0({params}):\n{ops}\n}}\n")
    return [i for i in code if not i.startswith(("ld.param", "st.param", "ret"))]


ARITHMETIC = [
    ("mir.add", "i32", ["add.s32 %r_, %a, %b;"]),
    ("mir.add", "u64", ["add.s64 %r_, %a, %b;"]),
    ("mir.add", "i8", ["add.s32 %r1, %a, %b;", "cvt.s32.s8 %r_, %r1;"]),
    ("mir.sub", "u16", ["sub.s32 %r1, %a, %b;", "and.b32 %r_, %r1, 65535;"]),
    ("mir.mul", "i16", ["mul.lo.s32 %r1, %a, %b;", "cvt.s32.s16 %r_, %r1;"]),
    ("mir.mul", "u32", ["mul.lo.s32 %r_, %a, %b;"]),
    ("mir.add", "f32", ["add.rn.f32 %r_, %a, %b;"]),
    ("mir.sub", "f64", ["sub.rn.f64 %r_, %a, %b;"]),
    ("mir.mul", "f16", ["mul.rn.f16 %r_, %a, %b;"]),
    ("mir.mul", "bf16", ["mov.b16 %h1, 32768;", "fma.rn.bf16 %r_, %a, %b, %h1;"]),
    ("mir.add", "bf16", ["mov.b16 %h1, 16256;", "fma.rn.bf16 %r_, %a, %h1, %b;"]),
    ("mir.div", "i32", ["div.s32 %r_, %a, %b;"]),
    ("mir.div", "u8", ["div.u32 %r1, %a, %b;", "and.b32 %r_, %r1, 255;"]),
    ("mir.div", "f32", ["div.rn.f32 %r_, %a, %b;"]),
    ("mir.rem", "u64", ["rem.u64 %r_, %a, %b;"]),
    ("mir.rem", "i64", ["rem.s64 %r_, %a, %b;"]),
    ("mir.mul_high", "i8", ["mul.lo.s32 %r1, %a, %b;", "shr.s32 %r_, %r1, 8;"]),
    ("mir.mul_high", "u64", ["mul.hi.u64 %r_, %a, %b;"]),
    ("mir.xor", "i16", ["xor.b32 %r_, %a, %b;"]),
    ("mir.shl", "u32", ["and.b32 %r1, %b, 31;", "shl.b32 %r_, %a, %r1;"]),
    ("mir.shr", "i64", ["cvt.u32.u64 %r1, %b;", "and.b32 %r2, %r1, 63;", "shr.s64 %r_, %a, %r2;"]),
    ("mir.shl", "i8", ["and.b32 %r1, %b, 7;", "shl.b32 %r2, %a, %r1;", "cvt.s32.s8 %r_, %r2;"]),
    ("mir.min", "i8", ["min.s32 %r_, %a, %b;"]),
    ("mir.max", "f32", ["max.f32 %r_, %a, %b;"]),
    ("mir.copysign", "f32", ["copysign.f32 %r_, %b, %a;"]),
]


@pytest.mark.parametrize(("op", "type", "expected"), ARITHMETIC, ids=[f"{o}-{t}" for o, t, _ in ARITHMETIC])
def test_binary_ops(op, type, expected):
    assert body(f"%a: {type}, %b: {type}", f"  %r: {type} = {op} %a, %b\n  mir.return %r", type) == expected


UNARY = [
    ("mir.not", "u8", "u8", ["xor.b32 %r_, %a, 255;"]),
    ("mir.not", "i8", "i8", ["not.b32 %r_, %a;"]),
    ("mir.neg", "i16", "i16", ["neg.s32 %r1, %a;", "cvt.s32.s16 %r_, %r1;"]),
    ("mir.neg", "f32", "f32", ["xor.b32 %r_, %a, 2147483648;"]),
    ("mir.abs", "f64", "f64", ["and.b64 %r_, %a, 9223372036854775807;"]),
    ("mir.sqrt", "f32", "f32", ["sqrt.rn.f32 %r_, %a;"]),
    ("mir.sqrt", "f16", "f16", ["cvt.f32.f16 %f1, %a;", "sqrt.rn.f32 %f2, %f1;", "cvt.rn.f16.f32 %r_, %f2;"]),
    ("mir.leading_zeros", "i8", "u32", ["and.b32 %r1, %a, 255;", "clz.b32 %r2, %r1;", "add.s32 %r_, %r2, -24;"]),
    ("mir.pop_count", "u64", "u32", ["popc.b64 %r_, %a;"]),
    ("mir.reverse_bits", "i16", "i16", ["brev.b32 %r1, %a;", "shr.s32 %r_, %r1, 16;"]),
]


@pytest.mark.parametrize(("op", "type", "result", "expected"), UNARY, ids=[f"{o}-{t}" for o, t, _, _ in UNARY])
def test_unary_ops(op, type, result, expected):
    assert body(f"%a: {type}", f"  %r: {result} = {op} %a\n  mir.return %r", result) == expected


CASTS = [
    ("i8", "u32", []),
    ("u8", "i16", []),
    ("i8", "u16", ["and.b32 %r_, %a, 65535;"]),
    ("u16", "i8", ["cvt.s32.s8 %r_, %a;"]),
    ("u32", "u64", ["cvt.u64.u32 %r_, %a;"]),
    ("i8", "u64", ["cvt.s64.s32 %r_, %a;"]),
    ("u64", "i32", ["cvt.u32.u64 %r_, %a;"]),
    ("u64", "i16", ["cvt.u32.u64 %r1, %a;", "cvt.s32.s16 %r_, %r1;"]),
    ("f32", "i32", ["cvt.rzi.s32.f32 %r_, %a;"]),
    ("f32", "u8", ["cvt.rzi.u32.f32 %r1, %a;", "min.u32 %r_, %r1, 255;"]),
    ("f32", "i8", ["cvt.rzi.s32.f32 %r1, %a;", "max.s32 %r2, %r1, -128;", "min.s32 %r_, %r2, 127;"]),
    ("f64", "i32", ["cvt.rzi.s32.f64 %r1, %a;", "setp.nan.f64 %p1, %a, %a;", "selp.b32 %r_, 0, %r1, %p1;"]),
    ("f32", "u64", ["cvt.rzi.u64.f32 %rd1, %a;", "setp.nan.f32 %p1, %a, %a;", "selp.b64 %r_, 0, %rd1, %p1;"]),
    ("f64", "f32", ["cvt.rn.f32.f64 %r_, %a;"]),
    ("f32", "f64", ["cvt.f64.f32 %r_, %a;"]),
    ("u8", "f32", ["cvt.rn.f32.u32 %r_, %a;"]),
    ("i64", "f64", ["cvt.rn.f64.s64 %r_, %a;"]),
    ("f32", "bf16", ["cvt.rn.bf16.f32 %r_, %a;"]),
    ("bf16", "f32", ["mov.b32 %f1, {0, %a};"]),
]


@pytest.mark.parametrize(("source", "target", "expected"), CASTS, ids=[f"{s}-{t}" for s, t, _ in CASTS])
def test_casts(source, target, expected):
    assert body(f"%a: {source}", f"  %r: {target} = mir.cast %a to {target}\n  mir.return %r", target) == expected


def test_logic_on_predicates():
    ops = "  %r: bool = mir.and %a, %b\n  mir.return %r"
    assert body("%a: bool, %b: bool", ops, "bool") == [
        "setp.ne.u32 %a, %r1, 0;", "setp.ne.u32 %b, %r2, 0;", "and.pred %r_, %a, %b;", "selp.b32 %r3, 1, 0, %r_;",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arms", "expected"),
    [
        ("%a, %b", ["and.pred %p1, %c, %a;", "not.pred %p2, %c;", "and.pred %p3, %p2, %b;", "or.pred %r_, %p1, %p3;"]),
        ("%a, %no", ["and.pred %r_, %c, %a;"]),
        ("%yes, %b", ["or.pred %r_, %c, %b;"]),
    ],
)
def test_selection_of_predicates(arms, expected):
    constants = "  %yes: bool = mir.const true : bool\n  %no: bool = mir.const false : bool\n"
    got = body("%a: bool, %b: bool, %c: bool", f"{constants}  %r: bool = mir.select %c, {arms}\n  mir.return %r", "bool")
    assert [i for i in got if ".pred " in i and i[:3] in ("and", "or.", "not")] == expected


def test_bool_casts_by_selection():
    assert body("%a: bool", "  %r: i64 = mir.cast %a to i64\n  mir.return %r", "i64")[1:] == ["selp.b64 %r_, 1, 0, %a;"]


def test_float_comparison_with_nan():
    for predicate, mnemonic in (("ne", "neu"), ("lt", "lt"), ("eq", "eq")):
        got = body("%a: f32, %b: f32", f"  %r: bool = mir.cmp {predicate} %a, %b\n  mir.return %r", "bool")
        assert got[0] == f"setp.{mnemonic}.f32 %r_, %a, %b;"


def test_negation_as_a_number_uses_neg():
    got = body("%a: f32, %b: f32", "  %n: f32 = mir.neg %a\n  %r: f32 = mir.mul %n, %b\n  mir.return %r", "f32")
    assert got == ["neg.f32 %n, %a;", "mul.rn.f32 %r_, %n, %b;"]


def test_unsigned_division_by_a_power_of_two():
    ops = "  %k: u32 = mir.const 8 : u32\n  %q: u32 = mir.div %a, %k\n  %m: u32 = mir.rem %a, %k\n  %r: u32 = mir.add %q, %m\n"
    assert body("%a: u32", ops + "  mir.return %r", "u32") == ["shr.u32 %q, %a, 3;", "and.b32 %m, %a, 7;", "add.s32 %r_, %q, %m;"]


def test_constants_become_immediates():
    ops = "  %k: i64 = mir.const -5 : i64\n  %s: u8 = mir.const 67 : u8\n  %x: i64 = mir.add %a, %k\n  %r: i64 = mir.shl %x, %s\n"
    assert body("%a: i64", ops + "  mir.return %r", "i64") == ["add.s64 %x, %a, -5;", "shl.b64 %r_, %x, 3;"]


def test_float_constants_are_bits():
    ops = "  %k: f32 = mir.const 0.25 : f32\n  %x: f32 = mir.mul %a, %k\n  mir.return %x"
    assert body("%a: f32", ops, "f32") == ["mul.rn.f32 %x, %a, 0f3E800000;"]


def test_dead_code_is_not_emitted():
    ops = "  %x: i32 = mir.mul %a, %a\n  %y: i32 = mir.add %x, %a\n  mir.return %a"
    assert body("%a: i32", ops, "i32") == []


def test_wide_product():
    ops = """  %x: u64 = mir.cast %a to u64
  %y: u64 = mir.cast %b to u64
  %m: u64 = mir.mul %x, %y
  %r: u64 = mir.add %m, %c
  mir.return %r"""
    assert body("%a: u32, %b: u32, %c: u64", ops, "u64") == ["mul.wide.u32 %m, %a, %b;", "add.s64 %r_, %m, %c;"]


def test_product_and_sum_are_one_instruction():
    ops = "  %m: u32 = mir.mul %a, %b\n  %r: u32 = mir.add %c, %m\n  mir.return %r"
    assert body("%a: u32, %b: u32, %c: u32", ops, "u32") == ["mad.lo.s32 %r_, %a, %b, %c;"]


def test_product_of_mixed_signs_is_not_wide():
    ops = """  %x: i64 = mir.cast %a to i64
  %y: i64 = mir.cast %b to i64
  %m: i64 = mir.mul %x, %y
  mir.return %m"""
    assert [i.split()[0] for i in body("%a: u32, %b: i32", ops, "i64")] == ["cvt.u64.u32", "cvt.s64.s32", "mul.lo.s64"]


KERNEL = "kernel @f {{\nbb0({params}):\n{ops}\n  mir.return\n}}\n"


def kernel(params: str, ops: str, outside: str = "") -> list[str]:
    """The instructions of a kernel after its parameters are loaded."""
    code = lowered(outside + KERNEL.format(params=params, ops=ops))
    return [i for i in code if not i.startswith(("ld.param", "cvta.to.global", "ret"))]


def test_index_of_32_bits_extends_by_its_own_sign():
    for type, mnemonic in (("u32", "mul.wide.u32"), ("i32", "mul.wide.s32"), ("i8", "mul.wide.s32"), ("u16", "mul.wide.u32")):
        got = kernel(f"%p: ptr<f32, global>, %i: {type}", "  %e: ptr<f32, global> = mir.offset %p, %i\n  %k: f32 = mir.const 1 : f32\n  mir.store %k, %e")
        assert got == [f"{mnemonic} %rd2, %i, 4;", "add.s64 %rd3, %p_, %rd2;", "st.global.f32 [%rd3], 0f3F800000;"]


def test_constant_part_of_an_index_is_folded_into_the_address():
    ops = """  %one: u64 = mir.const 1 : u64
  %i1: u64 = mir.add %i, %one
  %i2: u64 = mir.sub %i, %one
  %a: ptr<f32, global> = mir.offset %p, %i
  %b: ptr<f32, global> = mir.offset %p, %i1
  %c: ptr<f32, global> = mir.offset %p, %i2
  %x: f32 = mir.load %b
  %y: f32 = mir.load %c
  %z: f32 = mir.add %x, %y
  mir.store %z, %a"""
    assert kernel("%p: ptr<f32, global>, %i: u64", ops) == [
        "shl.b64 %rd2, %i, 2;", "add.s64 %rd3, %p_, %rd2;", "ld.global.f32 %x, [%rd3+4];", "ld.global.f32 %y, [%rd3+-4];",
        "add.rn.f32 %z, %x, %y;", "st.global.f32 [%rd3], %z;",
    ]  # fmt: skip


def test_a_32_bit_sum_as_index_is_not_folded():
    ops = """  %one: u32 = mir.const 1 : u32
  %i1: u32 = mir.add %i, %one
  %b: ptr<f32, global> = mir.offset %p, %i1
  %x: f32 = mir.load %b
  mir.store %x, %p"""
    assert kernel("%p: ptr<f32, global>, %i: u32", ops)[0] == "add.s32 %i1, %i, 1;"


def test_address_is_computed_again_where_the_first_does_not_dominate():
    ops = """  mir.cond_br %c, bb1, bb2
bb1:
  %a: ptr<f32, global> = mir.offset %p, %i
  %k: f32 = mir.const 1 : f32
  mir.store %k, %a
  mir.goto bb3
bb2:
  mir.goto bb3
bb3:
  %b: ptr<f32, global> = mir.offset %p, %i
  %k2: f32 = mir.const 2 : f32
  mir.store %k2, %b"""
    assert [i.split()[0] for i in kernel("%p: ptr<f32, global>, %i: u64, %c: bool", ops)].count("shl.b64") == 2


def test_fields_and_elements_fold():
    ops = """  %two: u64 = mir.const 2 : u64
  %f: ptr<array<i16, 4>, global> = mir.field %p, 1
  %e: ptr<i16, global> = mir.element %f, %two
  %v: i16 = mir.load %e
  mir.store %v, %e"""
    assert kernel("%p: ptr<tuple<f64, array<i16, 4>>, global>", ops) == ["ld.global.s16 %v, [%p_+12];", "st.global.s16 [%p_+12], %v;"]


def test_access_through_a_generic_pointer_uses_the_known_space():
    ops = "  %g: ptr<u32, generic> = mir.to_generic %p\n  %v: u32 = mir.load %g\n  mir.store %v, %g"
    assert kernel("%p: ptr<u32, global>", ops) == ["ld.global.u32 %v, [%p_];", "st.global.u32 [%p_], %v;"]


def test_huge_offsets_are_added():
    ops = "  %k: u64 = mir.const 1152921504606846975 : u64\n  %e: ptr<u64, global> = mir.offset %p, %k\n  %v: u64 = mir.load %e\n  mir.store %v, %p"
    assert kernel("%p: ptr<u64, global>", ops)[0] == "add.s64 %rd2, %p_, 9223372036854775800;"


def test_slots_are_named_variables():
    ops = "  %x: ptr<i32, local> = mir.alloca i32\n  mir.store %a, %x\n  %v: i32 = mir.load %x\n  mir.store %v, %p"
    assert kernel("%p: ptr<i32, global>, %a: i32", ops) == ["st.local.s32 [x], %a;", "ld.local.s32 %v, [x];", "st.global.s32 [%p_], %v;"]


def test_the_address_of_a_slot_is_taken_once():
    ops = """  %x: ptr<array<i32, 4>, local> = mir.alloca array<i32, 4>
  %a: ptr<i32, local> = mir.element %x, %i
  mir.store %v, %a
  %b: ptr<i32, local> = mir.element %x, %j
  mir.store %v, %b"""
    code = kernel("%i: u32, %j: u32, %v: i32", ops)
    assert [i for i in code if i.startswith("mov")] == ["mov.u64 %rd1, x;"]


def test_pointers_in_memory_are_generic():
    ops = """  %x: ptr<ptr<i32, global>, local> = mir.alloca ptr<i32, global>
  mir.store %p, %x
  %q: ptr<i32, global> = mir.load %x
  %v: i32 = mir.load %q
  mir.store %v, %q"""
    code = lowered(KERNEL.format(params="%p: ptr<i32, global>", ops=ops))
    assert code[2:6] == ["cvta.global.u64 %rd2, %p_;", "st.local.u64 [x], %rd2;", "ld.local.u64 %rd3, [x];", "cvta.to.global.u64 %q, %rd3;"]


def test_bool_in_memory_is_a_byte():
    ops = "  %v: bool = mir.load %p\n  %w: bool = mir.not %v\n  mir.store %w, %p"
    assert kernel("%p: ptr<bool, global>", ops) == [
        "ld.global.u8 %r1, [%p_];", "setp.ne.u32 %v, %r1, 0;", "not.pred %w, %v;", "selp.b32 %r2, 1, 0, %w;", "st.global.u8 [%p_], %r2;",
    ]  # fmt: skip


def test_volatile_accesses():
    ops = "  %v: u32 = mir.load_volatile %p\n  mir.store_volatile %v, %p"
    assert kernel("%p: ptr<u32, global>", ops) == ["ld.volatile.global.u32 %v, [%p_];", "st.volatile.global.u32 [%p_], %v;"]


def test_barrier_fences_special_registers():
    ops = "  gpu.barrier\n  gpu.fence block\n  gpu.fence device\n  gpu.fence system\n  %t: u32 = gpu.thread_index y\n  mir.store %t, %p"
    assert kernel("%p: ptr<u32, global>", ops) == ["bar.sync 0;", "membar.cta;", "membar.gl;", "membar.sys;", "mov.u32 %t, %tid.y;", "st.global.u32 [%p_], %t;"]


def test_negated_condition_is_a_negated_guard():
    ops = "  %n: bool = mir.not %c\n  mir.cond_br %n, bb1, bb2\nbb1:\n  mir.store %a, %p\n  mir.goto bb2\nbb2:"
    code = kernel("%p: ptr<i32, global>, %a: i32, %c: bool", ops)
    assert [i for i in code if "bra" in i] == ["@%c bra $bb2;"]


def test_panic_traps_behind_the_hot_path():
    ops = '  mir.cond_br %c, bb2, bb1\nbb2:\n  mir.panic "bad {0}"(%a) !0\nbb1:\n  mir.store %a, %p'
    text = KERNEL.format(params="%p: ptr<i32, global>, %a: i32, %c: bool", ops=ops) + '!1 = "k.rs":3:5\n!0 = "lib.rs":7:2 in !1\n'
    result = lower_module(parse_module(text))
    code = [str(i) for i in result.module.entries()[0].instructions()]
    assert code[-3:] == ["ret;", "trap;", "exit;"]
    site = result.sites[0]
    assert (site.label, site.file, site.line, site.column) == ("$panic_0", "lib.rs", 7, 2)
    assert (site.inlined, site.message, site.registers, site.types) == ((("k.rs", 3, 5),), "bad {0}", ("%a",), ("i32",))


def test_call_passes_generic_pointers_and_words():
    ops = "  %g: i8 = mir.call @g(%p, %b, %c) : i8\n  %q: ptr<i8, global> = mir.pointer_cast %p to i8\n  mir.store %g, %q"
    outside = "func @g -> i8 {\nbb0(%p: ptr<i32, global>, %b: bool, %c: i8):\n  mir.return %c\n}\n"
    code = kernel("%p: ptr<i32, global>, %b: bool, %c: i8", ops, outside)
    assert [i for i in code if not i.startswith(("ld.", "setp"))] == [
        "cvta.global.u64 %rd2, %p_;", "selp.b32 %r2, 1, 0, %b;", "st.param.b64 [param0], %rd2;", "st.param.b32 [param1], %r2;",
        "st.param.b32 [param2], %c;", "call.uni (retval0), g, (param0, param1, param2);", "st.global.s8 [%p_], %g;",
    ]  # fmt: skip


def test_line_information_with_inline_stack():
    text = KERNEL.format(params="%p: ptr<i32, global>", ops="  %v: i32 = mir.load %p !0\n  mir.store %v, %p !1")
    text += '!0 = "k.rs":3:5\n!1 = "lib.rs":7:2 in !0\n'
    module = lower_module(parse_module(text), Options(line_info=True)).module
    assert module.version == (7, 2)
    locations = [i.location.position() for i in module.entries()[0].instructions() if i.location is not None]
    assert locations == [(1, 3, 5), (2, 7, 2)]
    assert module.files() == {1: "k.rs", 2: "lib.rs"}
    assert verify(module) == []
