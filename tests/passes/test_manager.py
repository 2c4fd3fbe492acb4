"""The pass table, pipelines, and what the pass manager does around a pass."""
from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from dialect.function import Function, Module
from dialect.ops import Barrier, Const, Return
from dialect.parser import parse_module
from dialect.printer import print_module
from dialect.types import I32
from kernelc.passes import manager
from kernelc.passes.analyses import Analyses, Note
from kernelc.passes.manager import (
    PASSES,
    PIPELINES,
    PassFaultError,
    UnknownPassError,
    flatten,
    parse_passes,
    run_passes,
    run_pipeline,
)

ROOT = Path(__file__).resolve().parents[2]
TWO_ADDS = """
func @f -> i32 {
bb0(%p: i32):
  %x: ptr<i32, local> = mir.alloca i32
  mir.store %p, %x
  %0: i32 = mir.load %x
  %1: i32 = mir.add %0, %p
  %2: i32 = mir.add %p, %0
  %3: i32 = mir.mul %1, %2
  mir.return %3
}
func @g -> i32 {
bb0(%p: i32):
  mir.return %p
}
"""


@pytest.mark.parametrize("level", PIPELINES)
def test_order_constraints_hold_in_every_pipeline(level: int) -> None:
    names = flatten(PIPELINES[level])
    for i, name in enumerate(names):
        for other, reason in PASSES[name].after:
            assert other in names[:i] or other not in names, f"{name} must come after {other}: {reason}"


def test_every_pass_has_its_entry_point_and_a_reason_for_each_constraint() -> None:
    for name, info in PASSES.items():
        module = import_module(info.module)
        assert callable(getattr(module, "run_module" if info.is_module_pass else "run")), name
        assert info.summary
        assert all(other in PASSES and len(reason) > 10 for other, reason in info.after)


def test_every_pass_but_the_one_of_the_lowering_is_in_o2() -> None:
    assert set(PASSES) - set(flatten(PIPELINES[2])) == {"split_critical_edges", "drop_unused"}


def test_o0_leaves_slots_as_they_are() -> None:
    module = parse_module(TWO_ADDS)
    before = print_module(module)
    assert not run_pipeline(module, PIPELINES[0])
    assert print_module(module) == before


def test_parse_passes() -> None:
    assert parse_passes("mem2reg, fold") == ("mem2reg", "fold")
    assert parse_passes("sroa,(inline,(mem2reg,fold)),dce") == ("sroa", ("inline", ("mem2reg", "fold")), "dce")
    assert parse_passes("") == ()
    assert flatten(parse_passes("sroa,(inline,(mem2reg,fold)),dce")) == ["sroa", "inline", "mem2reg", "fold", "dce"]


def test_an_unknown_pass_is_named_with_a_suggestion() -> None:
    with pytest.raises(UnknownPassError, match=r"no pass `mem2rge`; did you mean `mem2reg`\?"):
        parse_passes("fold,mem2rge")
    with pytest.raises(UnknownPassError, match="no pass `xyz`; the passes are sroa, mem2reg"):
        parse_passes("xyz")
    with pytest.raises(UnknownPassError, match="no pass `flod`"):
        run_pipeline(Module(), ["flod"])


@pytest.mark.parametrize("text", ["(fold", "fold)", "fold,((dce)"])
def test_unbalanced_groups_are_refused(text: str) -> None:
    with pytest.raises(UnknownPassError, match=r"`[()]` without `[()]`"):
        parse_passes(text)


def test_trace_timings_and_change() -> None:
    module = parse_module(TWO_ADDS)
    seen: list[tuple[str, str, bool]] = []
    timings: dict[str, float] = {}
    assert run_pipeline(module, ("mem2reg", "gvn"), trace=lambda p, f, c: seen.append((p, f.name, c)), timings=timings)
    assert seen == [("mem2reg", "f", True), ("mem2reg", "g", False), ("gvn", "f", True), ("gvn", "g", False)]
    assert list(timings) == ["mem2reg", "gvn"]
    assert all(seconds > 0 for seconds in timings.values())
    assert not run_pipeline(module, ("mem2reg", "gvn"))


def test_a_pass_does_not_run_again_on_a_function_that_has_not_changed() -> None:
    module = parse_module(TWO_ADDS)
    seen: list[tuple[str, str]] = []
    run_pipeline(module, (("mem2reg", "gvn"),), trace=lambda p, f, _c: seen.append((p, f.name)))
    # the second round sees f once more with mem2reg only: gvn was the last to change it
    assert seen == [("mem2reg", "f"), ("mem2reg", "g"), ("gvn", "f"), ("gvn", "g"), ("mem2reg", "f")]


def test_a_group_that_never_settles_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[str] = []

    def restless(function: Function, _analyses: Analyses) -> bool:
        rounds.append(function.name)
        return True

    monkeypatch.setattr(manager, "_entry_point", lambda name: restless if name == "gvn" else (lambda _f, _a: True))
    module = parse_module(TWO_ADDS)
    assert run_pipeline(module, (("gvn", "fold"),))
    assert len(rounds) == 2 * manager.ROUNDS


def test_a_broken_function_is_blamed_on_the_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(function: Function, _analyses: Analyses) -> bool:
        loose = Const(1, I32)
        function.blocks[0].end(Return((loose,)))
        return True

    monkeypatch.setattr(manager, "_entry_point", lambda _name: breaks)
    with pytest.raises(PassFaultError, match=r"pass gvn broke f:\nerror: use of a value is not dominated .* at position \d+ \(in bb0\)") as caught:
        run_pipeline(parse_module(TWO_ADDS), ("gvn",), verify=True)
    assert (caught.value.pass_name, caught.value.function) == ("gvn", "f")


def test_invalid_input_is_not_blamed_on_a_pass() -> None:
    module = parse_module(TWO_ADDS)
    module.functions["f"].blocks[0].end(Return(()))
    with pytest.raises(PassFaultError, match=r"pass input broke f"):
        run_pipeline(module, ("gvn",), verify=True)


BARRIER = """
kernel @k {
bb0(%p: ptr<i32, global>, %n: u32):
  %t: u32 = gpu.thread_index x
  %c: bool = mir.cmp lt %t, %n
  mir.cond_br %c, bb1, bb2
bb1:
  %one: i32 = mir.const 1 : i32
  mir.store %one, %p
  mir.goto bb2
bb2:
  gpu.barrier
  mir.return
}
"""


def test_a_barrier_moved_under_a_branch_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def sinks(function: Function, _analyses: Analyses) -> bool:
        (barrier,) = [op for op in function.blocks[2].ops if type(op) is Barrier]
        function.blocks[2].ops.remove(barrier)
        barrier.block = function.blocks[1]
        function.blocks[1].ops.append(barrier)
        return True

    monkeypatch.setattr(manager, "_entry_point", lambda _name: sinks)
    with pytest.raises(PassFaultError, match=r"gpu\.barrier"):
        run_pipeline(parse_module(BARRIER), ("gvn",), verify=True)


def test_a_dropped_barrier_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def drops(function: Function, _analyses: Analyses) -> bool:
        function.blocks[2].ops.clear()
        return True

    monkeypatch.setattr(manager, "_entry_point", lambda _name: drops)
    with pytest.raises(PassFaultError, match=r"gpu\.barrier.*vanished"):
        run_pipeline(parse_module(BARRIER), ("gvn",), verify=True)


def test_notes_are_those_of_the_last_run() -> None:
    text = """
func @f -> i32 {
bb0(%p: i32):
  %kept: ptr<i32, local> = mir.alloca i32
  %gone: ptr<i32, local> = mir.alloca i32
  %r: ptr<i32, generic> = mir.to_generic %gone
  mir.store %p, %r
  mir.store_volatile %p, %kept
  %v: i32 = mir.load %gone
  mir.return %v
}
"""
    notes: list[Note] = []
    run_pipeline(parse_module(text), ("mem2reg",), notes=notes)
    assert [n.name for n in notes] == ["kept", "gone"]
    notes.clear()
    run_pipeline(parse_module(text), PIPELINES[2], notes=notes)
    assert [(n.pass_name, n.function, n.name, n.reason) for n in notes] == [("mem2reg", "f", "kept", "it is accessed as volatile")]


def test_run_passes_on_one_function() -> None:
    function = parse_module(TWO_ADDS).functions["f"]
    assert run_passes(function, "mem2reg", "gvn", "dce")
    assert function.op_count() == 3
    assert not run_passes(function, "mem2reg", "gvn", "dce")


def test_analyses_are_kept_until_a_change() -> None:
    analyses = Analyses(parse_module(TWO_ADDS).functions["f"])
    assert analyses.cfg() is analyses.cfg()
    assert analyses.tree() is analyses.tree()
    assert analyses.loops() is analyses.loops()
    assert analyses.frontiers() is analyses.frontiers()
    assert analyses.uniformity() is analyses.uniformity()
    old = analyses.cfg()
    analyses.invalidate()
    assert analyses.cfg() is not old


def test_passes_import_lazily_and_nothing_slow() -> None:
    code = (
        "import sys; import kernelc.passes.manager;"
        "assert not [m for m in sys.modules if m.startswith('kernelc.passes.') and m.split('.')[-1] in ('mem2reg', 'gvn', 'inline')];"
        "from kernelc.passes.table import PASSES; [__import__(i.module) for i in PASSES.values()];"
        "bad = [m for m in ('typing', 'dataclasses', 'inspect', 're', 'enum', 'numpy', 'importlib.metadata') if m in sys.modules];"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-S", "-E", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"], check=True)
