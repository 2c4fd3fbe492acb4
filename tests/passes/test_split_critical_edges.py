"""Splitting critical edges: afterwards every edge with arguments has a place for its copies."""
from __future__ import annotations

import random
from pathlib import Path

from dialect.function import Function
from dialect.ops import CondBr
from dialect.parser import parse_function
from kernelc.passes.manager import run_passes
from tests.dialect.generate import structured, unstructured

HERE = Path(__file__).parent


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
        assert not run_passes(f, "split_critical_edges")


def test_branches_keep_their_conditions_when_split() -> None:
    f = parse_function((HERE / "split_critical_edges" / "both_edges_to_one_block.mir").read_text())
    branch = f.blocks[0].terminator
    assert run_passes(f, "split_critical_edges")
    assert type(branch) is CondBr
    assert branch.cond is f.params[2]
    assert branch.arg_counts == (0, 0)
