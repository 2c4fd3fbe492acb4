"""`--emit cfg` and `--emit dom` to the letter, counts, Graphviz."""

from __future__ import annotations

import random

import pytest

from dialect.cfg_text import cfg_function, cfg_module, counts, dom_function, dom_module, dot_cfg, dot_dominators
from dialect.function import Block
from dialect.ops import Goto
from dialect.parser import parse_function, parse_module
from tests.dialect import generate, shapes
from tests.dialect.programs import CLASSIFY, SAXPY, SUM_TO

SUM_TO_CFG = """\
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
}
"""


def test_sum_to():
    assert cfg_function(parse_function(SUM_TO)) == SUM_TO_CFG


def test_other_names_and_another_order_of_ops():
    """The form depends on the program, not on how its MIR happens to be named."""
    text = SUM_TO.replace("%3", "%left").replace("%5", "%right").replace("bb", "block").replace("%2:", "%going:").replace("%2,", "%going,")
    assert cfg_function(parse_function(text)) == SUM_TO_CFG


def test_classify():
    f = parse_function(CLASSIFY)
    assert counts(f) == (7, 8, 1)
    assert cfg_function(f) == """\
fn classify(x: i64) -> i64 {
  bb0:
    Jump(bb1, x, 0)

  bb1(x.1: i64, result: i64):
    %0 = gt(x.1, 0)
    Branch(%0, bb2, bb6)

  bb2:
    %1 = gt(x.1, 100)
    Branch(%1, bb3, bb4)

  bb3:
    %2 = add(result, 10)
    Jump(bb5, %2)

  bb4:
    %3 = add(result, 1)
    Jump(bb5, %3)

  bb5(result.1: i64):
    %4 = sub(x.1, 1)
    Jump(bb1, %4, result.1)

  bb6:
    Return(result)
}
"""


def test_every_other_kind_of_line():
    f = parse_function("""
kernel @k {
bb0(%a: f32, %p: ptr<i32, global>, %c: bool):
  %s: ptr<i32, local> = mir.alloca i32
  %s.1: ptr<i32, local> = mir.alloca i32
  %h: f32 = mir.const 0.5 : f32
  %u: i32 = mir.undef i32
  %t: bool = mir.const true : bool
  %x: f32 = mir.round floor %a
  %i: u64 = mir.cast %a to u64
  %q: ptr<i32, global> = mir.offset %p, %i
  mir.store %u, %q
  %r: f32 = mir.call @g(%x, %h) : f32
  mir.call @h() : void
  %w: u32 = gpu.thread_index y
  mir.cond_br %t, bb1(%r), bb2
bb1(%a.1: f32):
  mir.panic "got {0}, \\"not\\" {1}"(%a.1, %i)
bb2:
  mir.return
}
""")
    assert cfg_function(f) == """\
kernel k(a: f32, p: ptr<i32, global>, c: bool) {
  bb0:
    s = alloca(i32)
    s.1 = alloca(i32)
    %0 = round(a, floor)
    %1 = cast(a, u64)
    %2 = offset(p, %1)
    store(undef, %2)
    %3 = call g(%0, 0.5)
    call h()
    %4 = thread_index(y)
    Branch(true, bb1(%3), bb2)

  bb1(a.1: f32):
    Panic("got {0}, \\"not\\" {1}", a.1, %1)

  bb2:
    Return()
}
"""


def test_functions_of_a_module_stand_apart():
    module = parse_module(SUM_TO + CLASSIFY)
    assert cfg_module(module) == SUM_TO_CFG + "\n" + cfg_function(module.functions["classify"])
    assert dom_module(module).count("\n\n") == 1


def test_dominators():
    assert dom_function(parse_function(SUM_TO)) == """\
fn sum_to: 4 blocks, 4 edges, 1 back edge
  dominator tree
    bb0
      bb1
        bb2
        bb3
  immediate dominators
    bb1: bb0
    bb2: bb1
    bb3: bb1
  dominance frontiers
    bb0: {}
    bb1: {bb1}
    bb2: {bb1}
    bb3: {}
  back edges
    bb2 -> bb1
"""


def test_dominators_with_unreachable_blocks_and_without_loops():
    text = dom_function(parse_function("func @f {\nbb0:\n  mir.return\nbb1:\n  mir.goto bb1\n}"))
    assert text.startswith("fn f: 2 blocks, 1 edge, 0 back edges\n")
    assert "  back edges\n    none\n  unreachable: bb1\n" in text


@pytest.mark.parametrize("text", [SUM_TO, CLASSIFY, SAXPY], ids=["sum_to", "classify", "saxpy"])
def test_graphviz(text):
    (f,) = parse_module(text).functions.values()
    dot = dot_cfg(f)
    assert dot.startswith(f'digraph "{f.name}" {{') and dot.endswith("}\n")
    assert dot.count(" -> ") == counts(f)[1]
    assert dot.count("[label=") == len(f.blocks) + 2 * sum(len(b.terminator.targets) == 2 for b in f.blocks)
    assert dot_dominators(f).count(" -> ") == len(f.blocks) - 1


def test_quotes_and_backslashes_in_labels():
    f = parse_function('func @f {\nbb0:\n  mir.panic "a \\"b\\" \\\\ c"()\n}')
    assert r'Panic(\"a \\\"b\\\" \\\\ c\")\l' in dot_cfg(f)


def test_random_and_broken_functions_print():
    for seed in range(40):
        r = random.Random(seed)
        f = generate.unstructured(r, r.randrange(1, 12)).functions["f"]
        assert cfg_function(f).count("\n  bb") == len(f.blocks)
        assert dom_function(f).startswith(f"fn f: {len(f.blocks)} block")
    f = parse_function(SUM_TO)
    f.blocks[2].end(Goto((Block("bb99"), ())))
    assert "Jump(bb99)" in cfg_function(f)


def test_large_functions_print_without_recursion():
    f = shapes.nest(200)
    assert counts(f)[2] == 200
    assert dom_function(f).count("\n") > 600
