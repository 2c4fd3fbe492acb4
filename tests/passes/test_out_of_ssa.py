"""Critical edges, parallel copies, congruence classes: against simultaneous assignment, and against an execution with shared registers."""
from __future__ import annotations

import random
from itertools import count
from pathlib import Path

from dialect.cfg import Cfg
from dialect.function import Function
from dialect.op import Param, Value
from dialect.ops import CondBr, Const, Goto, Undef
from dialect.parser import parse_function
from kernelc.passes.analyses import Analyses
from kernelc.passes.coalesce import coalesce
from kernelc.passes.edges import sequentialise, split_critical_edges
from kernelc.passes.manager import run_passes
from tests.dialect.generate import structured, unstructured
from tests.dialect.twins import live_by_paths

HERE = Path(__file__).parent


def perform(copies: list[tuple[int, int]], registers: list[int]) -> tuple[dict[int, int], int]:
    """The registers after the sequence, each having held its own number; and how many copies it took."""
    state = {x: x for x in registers}
    temporaries = count(100)
    sequence = sequentialise(copies, lambda _r: next(temporaries))
    for d, s in sequence:
        state[d] = state[s]
    return {x: state[x] for x in registers}, len(sequence)


def test_swap() -> None:
    assert perform([(0, 1), (1, 0)], [0, 1]) == ({0: 1, 1: 0}, 3)


def test_rotation_takes_one_temporary() -> None:
    assert perform([(0, 1), (1, 2), (2, 0)], [0, 1, 2]) == ({0: 1, 1: 2, 2: 0}, 4)


def test_lost_copy_order() -> None:
    """i := j and old := i at once: old must be written first, without a temporary."""
    assert perform([(0, 1), (2, 0)], [0, 1, 2]) == ({0: 1, 1: 1, 2: 0}, 2)


def test_one_source_for_many() -> None:
    assert perform([(1, 0), (2, 0), (3, 0)], [0, 1, 2, 3]) == ({0: 0, 1: 0, 2: 0, 3: 0}, 3)


def test_copy_to_itself_is_none() -> None:
    assert perform([(0, 0), (1, 1)], [0, 1]) == ({0: 0, 1: 1}, 0)


def test_two_cycles_and_a_tail() -> None:
    copies = [(0, 1), (1, 0), (2, 3), (3, 2), (4, 0)]
    state, taken = perform(copies, list(range(5)))
    assert state == {0: 1, 1: 0, 2: 3, 3: 2, 4: 0}
    assert taken <= 7


def test_any_parallel_copy_equals_simultaneous_assignment() -> None:
    for seed in range(2000):
        r = random.Random(seed)
        registers = list(range(r.randrange(1, 9)))
        copies = [(d, r.choice(registers)) for d in r.sample(registers, r.randrange(len(registers) + 1))]
        want = {x: x for x in registers} | dict(copies)
        state, taken = perform(copies, registers)
        assert state == want, copies
        assert taken <= len(copies) * 3 // 2 + 1


def prepared(seed: int) -> Function:
    r = random.Random(seed)
    module = structured(r, r.randrange(6, 24)) if seed % 2 else unstructured(r, r.randrange(2, 12))
    f = module.functions["f"]
    run_passes(f, "mem2reg", *(["gvn", "simplify_cfg"] if seed % 3 else []), "split_critical_edges")
    return f


def test_no_critical_edge_with_arguments_is_left() -> None:
    for seed in range(60):
        f = prepared(seed)
        preds: dict[object, int] = {}
        for block in f.blocks:
            for target in block.terminator.targets:
                preds[target] = preds.get(target, 0) + 1
        for block in f.blocks:
            t = block.terminator
            for i, target in enumerate(t.targets):
                assert len(t.targets) == 1 or preds[target] == 1 or not t.arg_counts[i]
        assert not split_critical_edges(f)


def live_points(f: Function) -> dict[Value, set[tuple[int, int]]]:
    """Per value the points at which its register is taken, from the definition: (block, time), two times an op, -1 for the parameters."""
    cfg = Cfg(f)
    live = live_by_paths(cfg)
    points: dict[Value, set[tuple[int, int]]] = {}
    for i, block in enumerate(cfg.blocks):
        alive = {v for s in cfg.succs[i] for v in live[s]}
        everything = [*block.ops, block.terminator]
        for k in range(len(everything) - 1, -1, -1):
            op = everything[k]
            for v in alive | {op}:
                points.setdefault(v, set()).add((i, 2 * k + 1))
            alive = (alive - {op}) | set(op.operands)
            for v in alive:
                points.setdefault(v, set()).add((i, 2 * k))
        for v in alive | set(block.params):
            points.setdefault(v, set()).add((i, -1))
    return points


def test_no_two_of_a_class_are_live_at_once() -> None:
    shared = 0
    for seed in range(120):
        f = prepared(seed)
        points = live_points(f)
        classes: dict[Value, list[Value]] = {}
        for v, representative in coalesce(f).items():
            classes.setdefault(representative, []).append(v)
        for representative, members in classes.items():
            assert representative in members
            assert isinstance(representative, Param)
            shared += len(members)
            for i, a in enumerate(members):
                assert a.type is representative.type
                assert type(a) not in (Const, Undef)
                for b in members[:i]:
                    assert not points[a] & points[b], (seed, a, b)
    assert shared > 300


def test_every_copy_that_can_vanish_alone_does() -> None:
    """A parameter and an argument that are never live at once, both in no other copy, share a register."""
    f = parse_function(
        """
func @f -> i32 {
bb0(%one: i32, %n: i32):
  %zero: i32 = mir.sub %one, %one
  mir.goto bb1(%zero)
bb1(%i: i32):
  %c: bool = mir.cmp lt %i, %n
  mir.cond_br %c, bb2, bb3
bb2:
  %j: i32 = mir.add %i, %one
  mir.goto bb1(%j)
bb3:
  mir.return %i
}
"""
    )
    classes = coalesce(f)
    (header,) = [b for b in f.blocks if b.params and b is not f.blocks[0]]
    (i,) = header.params
    assert {v.name for v, r in classes.items() if r is i} == {"zero", "i", "j"}


def test_swap_and_lost_copy_keep_their_copies() -> None:
    for name in ("swap", "lost_copy"):
        f = parse_function((HERE / "mem2reg" / f"{name}.mir").read_text())
        run_passes(f, "mem2reg", "split_critical_edges")
        classes = coalesce(f)
        cfg = Cfg(f)
        back = [t for t in (b.terminator for b in cfg.blocks) if type(t) is Goto and t.targets[0].index <= (t.block.index if t.block else 0)]
        (jump,) = back
        params = jump.targets[0].params
        copies = [(p, v) for p, v in zip(params, jump.operands) if classes.get(p, p) is not classes.get(v, v)]
        assert len(copies) == (2 if name == "swap" else 1), name


def test_copies_of_inner_loops_come_first() -> None:
    from kernelc.passes.coalesce import copies_of

    for seed in range(40):
        f = prepared(seed)
        analyses = Analyses(f)
        loops = analyses.loops()
        home: dict[tuple[Value, Value], list[int]] = {}
        for i, block in enumerate(analyses.cfg().blocks):
            for k, target in enumerate(block.terminator.targets):
                for p, v in zip(target.params, block.terminator.args_of(k)):
                    home.setdefault((p, v), []).append(loops.depth[loops.innermost[i]] if loops.innermost[i] >= 0 else 0)
        depths = [max(home[pair]) for pair in dict.fromkeys(copies_of(analyses))]
        assert depths == sorted(depths, reverse=True)


def test_branches_keep_their_conditions_when_split() -> None:
    f = parse_function((HERE / "split_critical_edges" / "both_edges_to_one_block.mir").read_text())
    branch = f.blocks[0].terminator
    assert split_critical_edges(f)
    assert type(branch) is CondBr
    assert branch.cond is f.params[2]
    assert branch.arg_counts == (0, 0)
