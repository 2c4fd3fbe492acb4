"""Passes grow linearly and need no stack: counted in what they visit, never in time."""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType

import pytest

from dialect.function import Block, Function, Module
from dialect.op import Op, Value
from dialect.verify import verify
from kernelc.passes.analyses import Analyses
from kernelc.passes.manager import PASSES, PIPELINES, run_passes, run_pipeline
from tests.dialect.shapes import chain, cleanup_ladder, synthetic
from tests.passes.kernels import checks, diamonds, gemm, joins

SHAPES: dict[str, Callable[[], Function]] = {
    "chain": lambda: chain(10_000),
    "diamonds": lambda: diamonds(3_333),
    "joins": lambda: joins(500, 1_000),
    "checks": lambda: checks(10_000),
    "synthetic": lambda: synthetic(20_000, 5),
}
ALL = [name for name, info in PASSES.items() if not info.is_module_pass]


@pytest.fixture(autouse=True)
def shallow_stack() -> Iterator[None]:
    """Room for a few calls beyond where the test stands."""
    frame: FrameType | None = sys._getframe()
    depth = 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + 60)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_every_pass_on_a_big_function(shape: str) -> None:
    f = SHAPES[shape]()
    run_passes(f, *[name for name in ALL if name != "split_critical_edges"], "fold", "simplify_cfg", "dce", "split_critical_edges")
    assert not verify(f)


class Work:
    """Counts how many operands passes read and write: the unit in which their growth is asserted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        for owner, name in ((Op, "set_operands"), (Op, "drop"), (Op, "replace_all_uses"), (Block, "add_param")):
            original = getattr(owner, name)

            def counted(*args, _original=original):
                self.count += 1 + (len(args[0].operands) if isinstance(args[0], Op) else 0)
                return _original(*args)

            monkeypatch.setattr(owner, name, counted)


GROWING = [chain, diamonds, checks, cleanup_ladder, lambda n: synthetic(n * 2, 5)]
NAMES = ["chain", "diamonds", "checks", "ladder", "synthetic"]


@pytest.mark.parametrize("make", GROWING, ids=NAMES)
def test_edits_grow_linearly(make: Callable[[int], Function], monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    for n in (200, 2_000):
        f = make(n)
        with monkeypatch.context() as patch:
            work = Work(patch)
            run_passes(f, "mem2reg", "fold", "sccp", "gvn", "licm", "simplify_cfg", "dce")
        counts.append(work.count)
    assert counts[1] <= 12 * counts[0] + 200, counts


def lines_executed(action: Callable[[], object]) -> int:
    """How many lines of Python the action runs in passes and dialect."""
    total = 0

    def local(_frame, event, _arg):
        nonlocal total
        total += event == "line"
        return local

    def trace(frame, _event, _arg):
        return local if "/kernelc/passes/" in frame.f_code.co_filename or "/dialect/" in frame.f_code.co_filename else None

    old = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(old)
    return total


@pytest.mark.parametrize("make", GROWING, ids=NAMES)
@pytest.mark.parametrize("name", ALL)
def test_lines_executed_grow_linearly(make: Callable[[int], Function], name: str) -> None:
    counts = []
    for n in (30, 300):
        f = make(n)
        if name not in ("mem2reg", "sroa", "forward_references"):
            run_passes(f, "mem2reg")
        counts.append(lines_executed(partial(run_passes, f, name)))
    assert counts[1] <= 13 * counts[0] + 500, counts


def test_gemm_shrinks_to_what_it_computes() -> None:
    """112 ops of a front end; the constant, the bounds checks and the arithmetic are left."""
    module = Module()
    f = module.add(gemm())
    assert f.op_count() == 112
    run_pipeline(module, PIPELINES[2], verify=True)
    assert f.op_count() <= 58


def test_many_calls_in_one_block_are_inlined_in_one_walk() -> None:
    from dialect.function import Cursor
    from dialect.ops import Call, Compare, CondBr, Const, Return
    from dialect.types import I32
    from kernelc.passes.inline import run_module

    module = Module()
    pick = module.add(Function("pick", result=I32))
    entry, then, other = pick.add_block(), pick.add_block(), pick.add_block()
    x = entry.add_param(I32, "x")
    c = Cursor(entry)
    c.end(CondBr(c.add(Compare(x, c.add(Const(0, I32)), "lt")), (then, ()), (other, ())))
    then.end(Return((x,)))
    c.block = other
    c.end(Return((c.add(Const(7, I32)),)))
    kernel = module.add(Function("k", "kernel"))
    c = Cursor(kernel.add_block())
    v: Value = kernel.blocks[0].add_param(I32, "p")
    for _ in range(1_000):
        v = c.add(Call((v,), "pick", I32))
    c.end(Return(()))
    assert run_module(module) == ["k"]
    assert not verify(kernel)
    assert list(module.functions) == ["k"]
    assert len(kernel.blocks) == 1 + 3 * 1_000


def test_deep_call_chains_need_no_stack() -> None:
    from dialect.function import Cursor
    from dialect.ops import Call, Return
    from dialect.types import I32, VOID
    from kernelc.passes.inline import run_module

    module = Module()
    for i in range(1_000):
        f = module.add(Function(f"f{i}", "kernel" if i == 0 else "func", I32 if i else VOID))
        block = f.add_block()
        c = Cursor(block)
        v = block.add_param(I32, "x")
        w = c.add(Call((v,), f"f{i + 1}", I32)) if i < 999 else v
        c.end(Return((w,) if i else ()))
    run_module(module)
    assert list(module.functions) == ["f0"]
    assert not verify(module.functions["f0"])


def test_analyses_of_a_big_function() -> None:
    analyses = Analyses(chain(10_000))
    assert len(analyses.frontiers()) == len(analyses.idom()) == 10_000
