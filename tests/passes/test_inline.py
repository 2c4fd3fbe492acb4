"""What inlining decides, and the inline stacks it leaves on ops."""
from __future__ import annotations

import pytest

from dialect.function import Module
from dialect.op import Loc
from dialect.parser import parse_module
from dialect.verify import verify_module
from kernelc.passes import inline
from kernelc.passes.call_graph import bottom_up

NESTED = """
func @inner -> i32 {
bb0(%x: i32):
  %y: i32 = mir.mul %x, %x !0
  mir.return %y !0
}
func @outer -> i32 {
bb0(%x: i32):
  %a: i32 = mir.call @inner(%x) : i32 !1
  %b: i32 = mir.call @inner(%a) : i32 !2
  mir.return %b !2
}
kernel @k {
bb0(%p: ptr<i32, global>):
  %v: i32 = mir.load %p !3
  %r: i32 = mir.call @outer(%v) : i32 !3
  %s: i32 = mir.call @outer(%r) : i32 !4
  mir.store %s, %p !4
  mir.return
}
!0 = "lib.rs":1:5
!1 = "lib.rs":7:9
!2 = "lib.rs":8:9
!3 = "k.rs":20:3
!4 = "k.rs":21:3
"""


def stack(loc: Loc | None) -> list[str]:
    out = []
    while loc is not None:
        out.append(f"{loc.file}:{loc.line}")
        loc = loc.parent
    return out


def test_every_op_carries_its_inline_stack() -> None:
    module = parse_module(NESTED)
    inline.run_module(module)
    products = [op for op in module.functions["k"].blocks[0].ops if op.mnemonic == "mir.mul"]
    assert [stack(op.loc) for op in products] == [
        ["lib.rs:1", "lib.rs:7", "k.rs:20"],
        ["lib.rs:1", "lib.rs:8", "k.rs:20"],
        ["lib.rs:1", "lib.rs:7", "k.rs:21"],
        ["lib.rs:1", "lib.rs:8", "k.rs:21"],
    ]


def test_equal_stacks_are_one_object() -> None:
    text = NESTED.replace("  mir.return %y !0", "  %z: i32 = mir.add %y, %x !0\n  mir.return %z !0")
    module = parse_module(text)
    inline.run_module(module)
    ops = module.functions["k"].blocks[0].ops
    products, sums = ([op.loc for op in ops if op.mnemonic == name] for name in ("mir.mul", "mir.add"))
    assert len(products) == len(sums) == 4
    assert all(a is b for a, b in zip(products, sums))


def test_callees_come_before_callers() -> None:
    order, cyclic = bottom_up(parse_module(NESTED))
    assert [f.name for f in order] == ["inner", "outer", "k"]
    assert not cyclic


def test_functions_that_call_each_other_stay_calls() -> None:
    text = """
func @even -> bool {
bb0(%n: i32):
  %r: bool = mir.call @odd(%n) : bool
  mir.return %r
}
func @odd -> bool {
bb0(%n: i32):
  %r: bool = mir.call @even(%n) : bool
  mir.return %r
}
kernel @k {
bb0(%n: i32):
  %r: bool = mir.call @even(%n) : bool
  mir.return
}
"""
    module = parse_module(text)
    assert bottom_up(module)[1] == {"even", "odd"}
    assert inline.run_module(module) == []
    assert list(module.functions) == ["even", "odd", "k"]


def big(mark: str, calls: int = 2, parameter: str = "i32") -> Module:
    """A callee beyond the limit of size, called `calls` times."""
    body = "".join(f"  %v{i}: i32 = mir.const {i} : i32\n" for i in range(inline.SMALL + 5))
    argument = "%p" if parameter != "i32" else "%n"
    called = "".join(f"  mir.call @big({argument}) : void\n" for _ in range(calls))
    return parse_module(
        f"func @big{mark} {{\nbb0(%x: {parameter}):\n{body}  mir.return\n}}\n"
        f"kernel @k {{\nbb0(%n: i32, %p: ptr<i32, global>):\n{called}  mir.return\n}}\n"
    )


@pytest.mark.parametrize(
    ("module", "inlined"),
    [
        (big(""), False),
        (big("", calls=1), True),
        (big(" inline(always)"), True),
        (big(" inline(never)", calls=1), False),
        (big("", parameter="ptr<i32, global>"), True),
    ],
    ids=["big", "called once", "always", "never", "takes a pointer"],
)
def test_what_is_inlined(module: Module, inlined: bool) -> None:
    inline.run_module(module)
    assert ("big" not in module.functions) == inlined
    assert not verify_module(module)


def test_a_function_does_not_grow_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each function calls the next one twice: twenty levels would be a million copies."""
    monkeypatch.setattr(inline, "LARGEST", 500)
    text = "".join(
        f"func @f{i} inline(always) {{\nbb0(%x: i32):\n  mir.call @f{i + 1}(%x) : void\n  mir.call @f{i + 1}(%x) : void\n  mir.return\n}}\n"
        for i in range(20)
    )
    text += "func @f20 inline(never) {\nbb0(%x: i32):\n  mir.return\n}\nkernel @k {\nbb0(%x: i32):\n  mir.call @f0(%x) : void\n  mir.return\n}\n"
    module = parse_module(text)
    inline.run_module(module)
    assert not verify_module(module)
    assert all(f.op_count() <= 500 for f in module.functions.values())
    assert "k" in module.functions


def test_a_call_of_a_function_elsewhere_stays() -> None:
    module = parse_module("kernel @k {\nbb0(%x: i32):\n  mir.call @elsewhere(%x) : void\n  mir.return\n}\n")
    assert inline.run_module(module) == []
    assert module.functions["k"].op_count() == 2


def test_a_large_function_of_the_library_that_panics_is_told_at_each_call() -> None:
    last = inline.SMALL + 5
    products = "\n".join([f"  %y{i + 1}: i32 = mir.mul %y{i}, %y{i} !0" for i in range(last)])
    text = f"""
func @large -> i32 {{
bb0(%y0: i32):
{products}
  %odd: bool = mir.cmp eq %y0, %y1 !0
  mir.cond_br %odd, bb2, bb1 !0
bb1:
  mir.return %y{last} !0
bb2:
  mir.panic "odd" () !0
}}
kernel @k {{
bb0(%p: ptr<i32, global>):
  %v: i32 = mir.load %p !1
  %r: i32 = mir.call @large(%v) : i32 !1
  %s: i32 = mir.call @large(%r) : i32 !2
  mir.store %s, %p !2
  mir.return
}}
!0 = "FILE":1:5
!1 = "k.rs":20:3
!2 = "k.rs":21:3
"""
    for file, lines in (("<core::num>", [20, 21]), ("k.rs", [1])):
        module = parse_module(text.replace("FILE", file))
        assert not verify_module(module)
        inline.run_module(module)
        panics = [b.terminator.loc for f in module.functions.values() for b in f.blocks if b.terminator.mnemonic == "mir.panic"]
        assert [loc.visible.line for loc in panics if loc is not None and loc.visible is not None] == lines
