"""Growth: how many lines of our code run, counted, is linear in the size of the function; and big functions pass under a shallow stack.

Nothing here asserts a time (`python -m tests.bench.ir` prints them).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from dialect.cfg import Cfg
from dialect.cfg_text import cfg_function, dom_function
from dialect.convergence import snapshot, violations
from dialect.dominance import DomTree, dominators, frontiers, iterated, lengauer_tarjan
from dialect.function import Module
from dialect.interpreter import OutOfFuel, run_function
from dialect.liveness import live_by_use, live_in
from dialect.loops import Loops
from dialect.parser import parse_function
from dialect.postdominance import PostDominance
from dialect.printer import print_function
from dialect.uniformity import Uniformity
from dialect.verify import verify
from tests.dialect import shapes

if TYPE_CHECKING:
    from collections.abc import Callable

    from dialect.function import Function


def lines_run(call: Callable[[], Any]) -> int:
    """How many lines in `dialect/` the call runs."""
    count = 0

    def on_line(frame: Any, event: str, arg: object) -> Any:
        nonlocal count
        count += 1
        return on_line

    def on_call(frame: Any, event: str, arg: object) -> Any:
        return on_line if "/dialect/" in frame.f_code.co_filename else None

    old = sys.gettrace()
    sys.settrace(on_call)
    try:
        call()
    finally:
        sys.settrace(old)
    return count


STEPS: dict[str, Callable[[Function], Any]] = {
    "verify": verify,
    "cfg": Cfg,
    "lengauer_tarjan": lambda f: lengauer_tarjan(Cfg(f).succs, Cfg(f).preds),
    "tree": lambda f: DomTree(dominators(Cfg(f))),
    "frontiers": lambda f: frontiers(Cfg(f), dominators(Cfg(f))),
    "loops": lambda f: Loops(Cfg(f), DomTree(dominators(Cfg(f)))),
    "live_in": lambda f: live_in(Cfg(f)),
    "live_by_use": lambda f: live_by_use(Cfg(f)),
    "post-dominance": lambda f: PostDominance(Cfg(f)),
    "uniformity": Uniformity,
    "print": print_function,
    "parse": lambda f: parse_function(print_function(f)),
    "cfg text": cfg_function,
    "convergence": snapshot,
}
SHAPES: dict[str, Callable[[int], Function]] = {
    "synthetic": lambda n: shapes.synthetic(6 * n, 2),
    "chain": shapes.chain,
    "diamonds": lambda n: shapes.diamonds(n // 2),
    "checks": shapes.checks_to_one_exit,
    "ladder": shapes.cleanup_ladder,
    "loops": lambda n: shapes.loops_in_a_row(n // 3),
}
QUADRATIC_UNTIL_DECLINED = ("ladder", "uniformity")  # threads may part at every check and meet at every cleanup: see test_uniformity


@pytest.mark.parametrize(("shape", "step"), [(x, y) for x in SHAPES for y in STEPS if (x, y) != QUADRATIC_UNTIL_DECLINED])
def test_four_times_the_function_is_at_most_five_times_the_work(shape, step):
    small, large = SHAPES[shape](70), SHAPES[shape](280)
    growth = large.op_count() / small.op_count()
    for f in (small, large):
        STEPS[step](f)  # plans and caches
    assert lines_run(lambda: STEPS[step](large)) <= 1.25 * growth * lines_run(lambda: STEPS[step](small))


@pytest.fixture
def shallow_stack():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(250)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.parametrize(
    "make",
    [lambda: shapes.chain(10_000), lambda: shapes.synthetic(20_000, 5), lambda: shapes.many_variables(500, 1000), lambda: shapes.checks_to_one_exit(5_000)],
    ids=["10,000 blocks", "20,000 ops", "500 variables across 1,000 joins", "5,000 checks"],
)
def test_big_functions(make, shallow_stack):
    f = make()
    assert verify(f) == []
    cfg = Cfg(f)
    idom = dominators(cfg)
    tree = DomTree(idom)
    found = frontiers(cfg, idom)
    Loops(cfg, tree)
    masks, _ = live_in(cfg)
    assert len(masks) == len(found) == len(f.blocks)
    iterated(found, list(range(0, len(f.blocks), 7)))
    PostDominance(cfg)
    Uniformity(f)
    assert violations(snapshot(f), snapshot(f)) == []
    text = print_function(f)
    assert print_function(parse_function(text)) == text


def test_values_across_joins_by_masks(shallow_stack):
    """500 values live across 1,000 joins: one bit each, whatever the number of blocks."""
    f = shapes.values_across_joins(500, 1000)
    cfg = Cfg(f)
    masks, number = live_in(cfg)
    assert len(number) == 501
    middle = masks[len(masks) // 2]
    assert middle.bit_count() == 501


def test_deep_nests(shallow_stack):
    f = shapes.nest(1000)
    assert verify(f) == []
    cfg = Cfg(f)
    loops = Loops(cfg, DomTree(dominators(cfg)))
    assert max(loops.depth) == 1000
    u = Uniformity(f)
    assert u.declined and not u.branch_is_uniform(f.blocks[4])
    snapshot(f)
    assert dom_function(f).startswith("fn nest: 3001 blocks, 4000 edges, 1000 back edges")
    parse_function(print_function(f))


def test_the_interpreter_on_a_long_chain(shallow_stack):
    module = Module()
    module.add(shapes.chain(10_000))
    assert run_function(module, "chain", [1]) == 5001
    with pytest.raises(OutOfFuel):
        run_function(module, "chain", [1], fuel=5000)
