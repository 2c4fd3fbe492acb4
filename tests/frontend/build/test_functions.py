"""The shape of the MIR that the builder makes: blocks, slots, order of evaluation, contraction, calls, kernels."""

from __future__ import annotations

import pytest

from dialect.cfg_text import cfg_function, counts
from dialect.interpreter import MirPanic, run_function, run_kernel
from dialect.memory import Buffer
from dialect.ops import Alloca, Call, Fma, Load, Mul, Neg, Panic, Store
from dialect.printer import print_function
from dialect.verify import verify_module
from kernelc.passes.manager import run_passes

from .support import build, errors, plain

SUM_TO = """
fn sum_to(n: i64) -> i64 {
    let mut sum: i64 = 0;
    let mut i: i64 = 1;
    while i <= n {
        sum = sum + i;
        i = i + 1;
    }
    return sum;
}
"""
CLASSIFY = """
fn classify(mut x: i64) -> i64 {
    let mut result: i64 = 0;
    while x > 0 {
        if x > 100 { result = result + 10; } else { result = result + 1; }
        x = x - 1;
    }
    return result;
}
"""


def ops(function, kind):
    return [op for block in function.blocks for op in (*block.ops, block.terminator) if isinstance(op, kind)]


def test_sum_to_before_and_after_mem2reg():
    function = plain(SUM_TO).functions["sum_to"]
    assert [slot.name for slot in ops(function, Alloca)] == ["n", "sum", "i"]
    assert (len(ops(function, Load)), len(ops(function, Store))) == (6, 5)
    run_passes(function, "mem2reg")
    assert cfg_function(function).strip() == """\
fn sum_to(n: i64) -> i64 {
  bb0:
    Jump(bb1, 0, 1)

  bb1(sum: i64, i: i64):
    %0 = le(i, n)
    Branch(%0, bb2, bb3)

  bb2:
    %1 = add(sum, i)
    %2 = add(i, 1)
    Jump(bb1, %1, %2)

  bb3:
    Return(sum)
}"""


def test_classify_has_seven_blocks():
    function = plain(CLASSIFY).functions["classify"]
    run_passes(function, "mem2reg")
    assert counts(function) == (7, 8, 1)
    assert [block.name for block in function.blocks] == [f"bb{i}" for i in range(7)]


BLOCKS = [
    ("return n;", 1),
    ("if n > 3 { return 1; } else { return 2; }", 3),
    ("loop { return n; }", 2),
    ("loop { if n > 3 { break; } } n", 5),
    ("if n > 1 && n < 5 || n == 9 { 1 } else { 2 }", 6),
    ("'a: { n }", 1),
    ("return n; n + 1", 1),
]


def test_no_block_too_many():
    module = plain("\n".join(f"fn f{i}(n: i64) -> i64 {{ {body} }}" for i, (body, _) in enumerate(BLOCKS)))
    assert [(body, len(f.blocks)) for (body, _), f in zip(BLOCKS, module.functions.values(), strict=True)] == BLOCKS


def test_panic_blocks_stand_at_the_end():
    function = plain("fn f(a: &[u32], i: usize, d: u32) -> u32 { if d > 1 { a[i] / d } else { a[0] } }").functions["f"]
    kinds = [isinstance(block.terminator, Panic) for block in function.blocks]
    assert kinds == sorted(kinds)
    assert sum(kinds) == 3


def test_locations():
    function = plain(SUM_TO).functions["sum_to"]
    adds = [op for block in function.blocks for op in block.ops if op.mnemonic == "mir.add"]
    assert [str(op.loc) for op in adds] == ["test.rs:6:15", "test.rs:7:13"]


CONTRACTIONS = [
    ("a * b + c", ["fma"]),
    ("c + a * b", ["fma"]),
    ("a * b - c", ["neg", "fma"]),
    ("c - a * b", ["neg", "fma"]),
    ("a * b + c * a", ["mul", "fma"]),
    ("c * a * b + b", ["mul", "fma"]),
    ("-(a * b) + c", ["mul", "neg", "add"]),
    ("a + b + c", ["add", "add"]),
    ("a * b", ["mul"]),
]


def test_contraction():
    text = "\n".join(f"fn f{i}(a: f32, b: f32, c: f32) -> f32 {{ {e} }}" for i, (e, _) in enumerate(CONTRACTIONS))
    memory = ("mir.alloca", "mir.load", "mir.store")
    made = [[op.mnemonic[4:] for b in f.blocks for op in b.ops if op.mnemonic not in memory] for f in plain(text).functions.values()]
    assert list(zip([e for e, _ in CONTRACTIONS], made, strict=True)) == CONTRACTIONS
    assert [ops(f, Fma) for f in plain(text, fmad=False).functions.values()] == [[]] * len(CONTRACTIONS)


def test_contraction_rounds_once():
    module = plain("fn f(a: f64, b: f64, c: f64) -> f64 { a * b - c } fn g(a: f64, b: f64, c: f64) -> f64 { c - a * b }")
    x = 1.0 + 2.0**-30
    assert run_function(module, "f", [x, x, 1.0 + 2.0**-29]) == 2.0**-60
    assert run_function(module, "g", [x, x, 1.0 + 2.0**-29]) == -(2.0**-60)


def test_contraction_of_compound_assignment():
    function = plain("fn f(a: f32, b: f32) -> f32 { let mut c = 1.0; c += a * b; c -= a * b; c }").functions["f"]
    assert (len(ops(function, Fma)), len(ops(function, Mul)), len(ops(function, Neg))) == (2, 0, 1)


def test_no_contraction_in_a_kernel_that_says_so():
    text = "#[kernel(fmad = false)] fn k(a: f32, out: &mut [f32]) { out[0] = a * a + a; }"
    assert ops(plain(text).functions["k"], Fma) == []


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("y[5 + i] = 1 / d;", "attempt to divide by zero"),
        ("y[5 + i] += 1 / d;", "attempt to divide by zero"),
        ("y[1 / d] = y[i + 7];", "index out of bounds: the len is 2 but the index is 7"),
    ],
)
def test_order_of_evaluation(statement, message):
    module = plain(f"fn f(i: usize, d: usize) {{ let mut y = [1usize, 2]; {statement} }}")
    with pytest.raises(MirPanic) as found:
        run_function(module, "f", [0, 0])
    assert found.value.message == message


def test_calling_convention():
    text = """
    struct V { x: f32, y: f32 }
    struct Nothing;
    fn make(x: f32, n: Nothing) -> V { V { x, y: 2.0 } }
    fn sum(v: V, s: &[f32], u: ()) -> f32 { v.x + v.y + s[0] }
    fn all() -> f32 { let a = [1.0f32]; sum(make(3.0, Nothing), &a, ()) }
    """
    module = plain(text)
    shown = {name: [(p.name, str(p.type)) for p in f.params] for name, f in module.functions.items()}
    assert shown["make"] == [("result", "ptr<tuple<f32, f32>, generic>"), ("x", "f32")]
    assert shown["sum"] == [("v", "ptr<tuple<f32, f32>, generic>"), ("s", "ptr<f32, generic>"), ("s.len", "u64")]
    assert str(module.functions["make"].result) == "void"
    assert verify_module(module) == []
    assert run_function(module, "all", []) == 6.0


def test_a_call_that_does_not_return():
    function = plain("fn stop(n: u32) -> ! { panic!(\"stopped at {n}\") } fn f(n: u32) -> u32 { if n > 2 { stop(n) } n }").functions["f"]
    assert [op.message for op in ops(function, Panic)] == ["internal: entered unreachable code"]
    with pytest.raises(MirPanic, match="stopped at 3"):
        run_function(plain("fn f(n: u32) { panic!(\"stopped at {n}\") }"), "f", [3])


def test_saxpy():
    text = """
    use cuda_device::{kernel, thread};
    #[kernel]
    #[launch_bounds(256, 2)]
    pub fn saxpy(a: f32, x: &[f32], y: &mut [f32], n: *const u64, flag: bool) {
        let i = thread::index_1d().get();
        if i < y.len() { y[i] = a * x[i] + y[i]; }
    }
    """
    module, (signature,), diagnostics = build(text)
    assert list(diagnostics) == []
    assert verify_module(module) == []
    function = module.functions["saxpy"]
    assert (function.kind, function.launch_bounds) == ("kernel", (256, 2))
    names = [(p.name, str(p.type)) for p in function.params]
    pointers = [("x", "ptr<f32, global>"), ("x.len", "u64"), ("y", "ptr<f32, global>"), ("y.len", "u64"), ("n", "ptr<u64, global>")]
    assert names == [("a", "f32"), *pointers, ("flag", "bool")]
    described = [(p.name, p.text, p.kind, p.element, p.mutable, p.words) for p in signature.params]
    assert described == [
        ("a", "f32", "scalar", "f32", False, 1),
        ("x", "&[f32]", "slice", "f32", False, 2),
        ("y", "&mut [f32]", "slice", "f32", True, 2),
        ("n", "*const u64", "pointer", "u64", False, 1),
        ("flag", "bool", "scalar", "bool", False, 1),
    ]
    import array

    x, y = array.array("f", [1, 2, 3]), array.array("f", [10, 20, 30])
    arguments = [2.0, Buffer(x), 3, Buffer(y), 3, Buffer(array.array("Q", [0])), True]
    run_kernel(module, "saxpy", 2, 2, arguments)
    assert list(y) == [12, 24, 36]


def test_a_struct_by_value():
    text = """
    struct V { tag: u8, x: f32, pair: (u16, [i32; 2]) }
    #[kernel]
    fn k(mut v: V, t: (f64, bool), out: &mut [f64]) {
        v.x += 1.0;
        out[0] = v.tag as f64 + v.x as f64 + v.pair.0 as f64 + v.pair.1[1] as f64 + t.0 + t.1 as u8 as f64;
    }
    """
    module, (signature,), diagnostics = build(text)
    assert list(diagnostics) == []
    assert verify_module(module) == []
    assert [(p.kind, p.size, p.align, p.words) for p in signature.params] == [("value", 20, 4, 1), ("value", 16, 8, 1), ("slice", 8, 8, 2)]
    import array
    import struct

    out = array.array("d", [0])
    v, t = struct.pack("<BxxxfHxxii", 3, 0.5, 7, 100, -50), struct.pack("<d?7x", 1000.0, True)
    run_kernel(module, "k", 1, 1, [v, t, Buffer(out), 1])
    assert out[0] == 3 + 1.5 + 7 - 50 + 1000 + 1
    run_passes(module.functions["k"], "sroa", "mem2reg")
    assert ops(module.functions["k"], Alloca) == []


@pytest.mark.parametrize("ty", ["V<'_>", "(u32, V<'_>)", "[V<'_>; 2]"])
def test_what_a_kernel_does_not_take_by_value(ty):
    text = f"struct V<'a> {{ r: &'a u32 }}\n#[kernel] fn k(v: {ty}) {{}}"
    assert [(code, line) for code, line, *_ in errors(text)] == [("K1111", 2)]


def test_unchecked():
    text = "#[kernel(unchecked_indexing)] fn k(x: &mut [u32]) { x[0] = 1; }\n#[kernel] fn c(x: &mut [u32]) { x[0] = 1; }"
    module = plain(text)
    assert [len(ops(module.functions[name], Panic)) for name in ("k", "c")] == [0, 1]
    assert len(ops(plain(text, unchecked=True).functions["c"], Panic)) == 0


def test_inline_attributes():
    module = plain("#[inline(always)] fn a() {} #[inline(never)] fn b() {} #[inline] fn c() {}")
    assert [f.inline for f in module.functions.values()] == ["always", "never", ""]


def test_symbols():
    text = """
    mod m { pub fn one() -> u32 { 1 } pub mod n { pub struct V { pub x: u32 } impl V { pub fn get(&self) -> u32 { self.x } } } }
    fn twice<T: Copy>(t: T) -> (T, T) { (t, t) }
    fn f() -> u32 { fn inner() -> u32 { 1 } inner() + m::one() + twice(3u32).0 + m::n::V { x: 1 }.get() }
    fn g() -> u32 { fn inner() -> u32 { 2 } inner() }
    """
    module = plain(text)
    assert sorted(module.functions) == sorted(
        ["f", "g", "inner", "inner$V2", "m$$one", "twice$$$Lu32$G", "m$$n$$V$$get"]
    )
    assert [run_function(module, name, []) for name in ("f", "g")] == [6, 2]


def test_an_instance_is_built_once():
    text = "fn id<T>(t: T) -> T { t } fn f() -> u32 { id(1u32) + id(2u32) } fn g() -> u8 { id(3u8) }"
    module = plain(text)
    assert sorted(module.functions) == ["f", "g", "id$$$Lu32$G", "id$$$Lu8$G"]
    assert [op.callee for op in ops(module.functions["f"], Call)] == ["id$$$Lu32$G", "id$$$Lu32$G"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fn f<T: Copy>(t: T) { f((t, t)) } fn g() { f(1u32) }", "reached the type-length limit while instantiating `f`"),
        ("fn f<T: Copy>(t: T, n: u32) { f(&t, n) } fn g() { f(1u32, 2) }", "reached the recursion limit while instantiating `f::<&&"),
    ],
)
def test_infinitely_many_instances(text, message):
    _, _, diagnostics = build(text)
    (found,) = diagnostics
    assert found.code == "K1114"
    assert found.message.startswith(message)
    assert 5 <= len(found.chain) <= 10
    assert found.chain[-1][0].startswith("in the instance `f::<u32>`, called here")


def test_statics():
    text = """
    static TABLE: [u16; 3] = [1, 2, 300];
    static mut COUNT: u32 = 5;
    static ZERO: u64 = 0;
    fn f(i: usize) -> u32 { unsafe { COUNT += 1; TABLE[i] as u32 + COUNT + ZERO as u32 } }
    """
    module = plain(text)
    assert {s.name: (str(s.type), s.space, s.data, s.mutable) for s in module.statics.values()} == {
        "COUNT": ("u32", "global", bytes([5, 0, 0, 0]), True),
        "TABLE": ("array<u16, 3>", "global", bytes([1, 0, 2, 0, 44, 1]), False),
        "ZERO": ("u64", "global", b"", False),
    }
    assert run_function(module, "f", [2]) == 306


def test_big_tables():
    text = """
    struct R { a: u8, b: (i16, [f32; 2]) }
    static ZERO: [f32; 100000] = [0.0; 100000];
    static ONES: [[u16; 2]; 50000] = [[1; 2]; 50000];
    static MIXED: [R; 2] = [R { b: (-2, [1.0, -0.5]), a: 3 }, R { a: 4, b: (5, [0.0; 2]) }];
    fn f(i: usize) -> f32 { ZERO[i] + ONES[i][1] as f32 + MIXED[0].b.1[1] + MIXED[1].b.0 as f32 + MIXED[0].b.0 as f32 + MIXED[0].a as f32 }
    """
    module = plain(text)
    assert [(s.name, len(s.data)) for s in module.statics.values()] == [("ZERO", 0), ("ONES", 200000), ("MIXED", 32)]
    assert run_function(module, "f", [49999]) == 0 + 1 - 0.5 + 5 - 2 + 3


def test_a_constant_array_that_is_only_read_is_no_slot():
    text = "const T: [u32; 4] = [1, 2, 3, 4]; fn f(i: usize) -> u32 { T[i] } fn g(i: usize) -> u32 { let t = &mut T; t[i] = 9; t[i] + T[i] }"
    module = plain(text)
    assert [slot.name for slot in ops(module.functions["f"], Alloca)] == ["i"]
    assert [(s.space, s.data[:5]) for s in module.statics.values()] == [("const", bytes([1, 0, 0, 0, 2]))]
    assert [run_function(module, name, [2]) for name in ("f", "g")] == [3, 12]


def test_constants_with_references():
    text = """
    const S: &[u32] = &[4, 5, 6];
    const P: (u8, &u32) = (1, &7);
    fn f(i: usize) -> u32 { S[i] + *P.1 + S.len() as u32 }
    """
    assert run_function(plain(text), "f", [1]) == 15


def test_array_lengths_and_const_functions():
    text = """
    const N: usize = 2 + 1;
    const fn double(n: usize) -> usize { n * 2 }
    struct Grid<const W: usize> { cells: [u8; W] }
    impl<const W: usize> Grid<W> { const AREA: usize = W * W; fn area(&self) -> usize { Self::AREA + W } }
    fn f() -> usize { let a = [0u32; double(N)]; let g = Grid::<{ N + 1 }> { cells: [1; 4] }; a.len() + g.area() }
    """
    assert run_function(plain(text), "f", []) == 26


def test_what_is_not_supported_is_said():
    assert [(code, line) for code, line, *_ in errors("union U { a: u32, b: f32 }\nfn f(u: U) -> u32 { unsafe { u.a } }")] == [("K1108", 2)]


def test_an_error_in_an_instance_shows_how_it_came_about():
    text = """struct A<const N: u32>;
    impl<const N: u32> A<N> { const X: u32 = 1 - N; }
    fn f<const N: u32>() -> u32 { A::<N>::X }
    fn g() -> u32 { f::<1>() + f::<2>() }"""
    _, _, diagnostics = build(text)
    (found,) = diagnostics
    assert (found.code, found.message) == ("K0080", "attempt to compute `1_u32 - 2_u32`, which would overflow")
    ((sentence, span),) = found.chain
    assert sentence == "in the instance `f::<2>`, called here"
    assert span is not None and (span.line, span.text) == (4, "f::<2>()")


@pytest.mark.parametrize(
    "text",
    [
        "const A: u32 = B; const B: u32 = A + 1; fn f() -> u32 { A }",
        "static A: u32 = A + 1; fn f() -> u32 { A }",
        "const A: &u32 = B; const B: &u32 = A; fn f() -> u32 { *A }",
        "enum E { A = E::B as isize, B } fn f() -> E { E::A }",
    ],
)
def test_cycles(text):
    assert [code for code, *_ in errors(text)] == ["K0391"]


def test_constants_are_evaluated_once():
    lines = ["const C0: u64 = 1; const C1: u64 = 1;"]
    lines += [f"const C{i}: u64 = C{i - 1} + C{i - 2};" for i in range(2, 80)]
    module = plain("\n".join([*lines, "fn f() -> u64 { C79 }"]))
    assert run_function(module, "f", []) == 23416728348467685


def test_a_type_that_points_to_itself():
    text = """
    struct Node<'a> { value: i32, next: Option<&'a Node<'a>> }
    struct Raw { value: i32, next: *const Raw }
    fn id(r: *const Raw) -> *const Raw { r }
    fn f() -> i32 {
        let a = Node { value: 1, next: None };
        let b = Node { value: 20, next: Some(&a) };
        let c = Node { value: 300, next: Some(&b) };
        let mut at = &c;
        let mut total = at.value;
        while let Some(n) = at.next { total += n.value; at = n; }
        let x = Raw { value: 5000, next: 0 as *const Raw };
        let y = Raw { value: 0, next: id(&raw const x) };
        total + unsafe { (*id(y.next)).value }
    }
    """
    module = plain(text)
    assert verify_module(module) == []
    assert run_function(module, "f", []) == 5321


def test_printing_is_the_same_every_time():
    assert print_function(plain(CLASSIFY).functions["classify"]) == print_function(plain(CLASSIFY).functions["classify"])
