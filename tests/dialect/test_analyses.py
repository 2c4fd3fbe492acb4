"""Control-flow analyses against their definitions, on random graphs: cyclic, irreducible, with unreachable blocks."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

import pytest

from dialect.cfg import Cfg, bits_of
from dialect.dominance import DomTree, cooper_harvey_kennedy, dominators, frontiers, iterated, lengauer_tarjan
from dialect.liveness import live_by_use, live_in
from dialect.loops import Loops, back_edges, is_reducible
from dialect.parser import parse_function
from dialect.postdominance import PostDominance
from tests.dialect import generate, shapes, twins

if TYPE_CHECKING:
    from dialect.function import Function


def random_function(seed: int) -> Function:
    r = random.Random(seed)
    return generate.unstructured(r, r.randrange(1, 14), n_ops=2).functions["f"]


GRAPHS = range(250)


def test_the_random_graphs_are_of_every_kind():
    """Otherwise the tests below say little."""
    kinds = {"unreachable": 0, "cyclic": 0, "irreducible": 0, "endless": 0, "doomed": 0}
    for seed in GRAPHS:
        cfg = Cfg(random_function(seed))
        tree = DomTree(dominators(cfg))
        kinds["unreachable"] += bool(cfg.unreachable)
        kinds["cyclic"] += any(s <= b for b, out in enumerate(cfg.succs) for s in out)
        kinds["irreducible"] += not is_reducible(cfg, tree)
        kinds["endless"] += not any(not out for out in cfg.succs)
        kinds["doomed"] += any(PostDominance(cfg).doomed)
    assert min(kinds.values()) > 10, kinds


def test_reverse_postorder_numbers():
    for seed in GRAPHS:
        f = random_function(seed)
        cfg = Cfg(f)
        assert cfg.blocks[0] is f.blocks[0]
        assert [b.index for b in cfg.blocks] == list(range(len(cfg.blocks)))
        assert {*cfg.blocks, *cfg.unreachable} == set(f.blocks) and all(b.index == -1 for b in cfg.unreachable)
        assert len(twins.reach(cfg.succs, 0)) == len(cfg.blocks)
        edges = sorted((b, s) for b, out in enumerate(cfg.succs) for s in out)
        assert edges == sorted((p, b) for b, into in enumerate(cfg.preds) for p in into)
        for b in range(1, len(cfg.blocks)):
            assert any(p < b for p in cfg.preds[b]), "a block comes after one of its predecessors"


def test_dominators_by_both_algorithms():
    for seed in GRAPHS:
        cfg = Cfg(random_function(seed))
        want = twins.idom_by_definition(cfg)
        assert cooper_harvey_kennedy(cfg.preds) == want
        assert lengauer_tarjan(cfg.succs, cfg.preds) == want
        tree = DomTree(want)
        sets = twins.dominator_sets(cfg.succs)
        blocks = range(len(want))
        assert all(tree.dominates(a, b) == (b in sets[a]) for a in blocks for b in blocks)
        assert sorted(tree.preorder) == list(blocks)
        assert all(tree.preorder.index(want[b]) < tree.preorder.index(b) for b in blocks if b)


def test_frontiers_and_their_iteration():
    for seed in GRAPHS:
        cfg = Cfg(random_function(seed))
        found = frontiers(cfg, dominators(cfg))
        want = twins.frontier_by_definition(cfg)
        assert [bits_of(mask) for mask in found] == want
        r = random.Random(seed)
        defs = r.sample(range(len(want)), min(len(want), 3))
        assert iterated(found, defs) == twins.iterated_by_definition(want, defs)


def test_iteration_keeps_to_the_blocks_allowed():
    cfg = Cfg(shapes.diamonds(3))
    found = frontiers(cfg, dominators(cfg))
    everywhere = iterated(found, [1])
    assert len(everywhere) == 1
    assert iterated(found, [1], [0] * len(cfg.blocks), 1) == []
    assert iterated(found, [1], [1] * len(cfg.blocks), 1) == everywhere


def test_loops():
    for seed in GRAPHS:
        cfg = Cfg(random_function(seed))
        tree = DomTree(dominators(cfg))
        loops, want = Loops(cfg, tree), twins.loops_by_definition(cfg, tree.dominates)
        assert loops.header == sorted(want)
        assert back_edges(cfg, tree) == sorted(((b, h) for h in want for b in cfg.preds[h] if b in want[h]), key=lambda edge: edge[::-1])
        for b in range(len(cfg.blocks)):
            around = sorted(h for h in want if b in want[h])
            chain, at = [], loops.innermost[b]
            while at >= 0:
                chain.append(loops.header[at])
                assert loops.parent[at] < at
                at = loops.parent[at]
            assert sorted(chain) == around
            assert len(chain) == (loops.depth[loops.innermost[b]] if chain else 0)
            for number, header in enumerate(loops.header):
                assert loops.contains(number, b) == (header in around)
        r = random.Random(seed)
        for _ in range(5):
            some = r.sample(range(len(cfg.blocks)), r.randrange(1, min(len(cfg.blocks), 3) + 1))
            holding = [number for number, h in enumerate(loops.header) if want[h].issuperset(some)]
            assert loops.common(some) == max(holding, key=loops.depth.__getitem__, default=-1)
        assert [loops.blocks_of(number) for number in range(len(want))] == [sorted(want[h]) for h in loops.header]


def test_two_liveness_algorithms():
    for seed in GRAPHS:
        cfg = Cfg(random_function(seed))
        want = twins.live_by_paths(cfg)
        masks, number = live_in(cfg)
        value_of = {bit: v for v, bit in number.items()}
        assert [{value_of[bit] for bit in bits_of(mask)} for mask in masks] == want
        assert [set(live) for live in live_by_use(cfg)] == want


def test_liveness_of_values_across_joins():
    cfg = Cfg(shapes.values_across_joins(5, 4))
    masks, number = live_in(cfg)
    middle = cfg.blocks[len(cfg.blocks) // 2]
    assert len(bits_of(masks[middle.index])) >= 5
    assert [set(x) for x in live_by_use(cfg)] == twins.live_by_paths(cfg)
    assert max(number.values()) == len(number) - 1


def test_post_dominance_and_control_dependence():
    compared = 0
    for seed in GRAPHS:
        cfg = Cfg(random_function(seed))
        post = PostDominance(cfg)
        doomed = twins.doomed_by_definition(cfg)
        assert post.doomed == doomed
        succs = twins.ends_without_doomed(cfg, doomed)
        end = len(cfg.blocks)
        sound = [b for b in range(end) if not doomed[b]]
        if any(end not in twins.reach(succs, b) for b in sound):
            continue  # endless loops end where we pretend: tested below
        compared += 1
        for a in sound:
            for b in sound:
                assert post.post_dominates(a, b) == twins.post_dominates(succs, a, b), (seed, a, b)
        for b in sound:
            strict = [a for a in sound if a != b and twins.post_dominates(succs, a, b)]
            want = next((a for a in strict if all(twins.post_dominates(succs, x, a) for x in strict)), -1)
            assert post.ipdom[b] == want
            assert post.dependence(b) == twins.control_dependence(succs, b)
            closure = set(post.dependence(b))
            for _ in range(end):
                closure |= {y for x in closure for y in post.dependence(x)}
            assert post.branches_of(b) == sorted(closure)
    assert compared > 50


def test_endless_loops_have_an_end_that_is_nobodys_branch():
    for seed in GRAPHS:
        cfg = Cfg(random_function(seed))
        post = PostDominance(cfg)
        for b in range(len(cfg.blocks)):
            for branch in post.branches_of(b):
                assert len(set(cfg.succs[branch])) > 1
    f = parse_function(
        """
        func @f {
        bb0(%c: bool, %d: bool):
          mir.cond_br %c, bb1, bb5
        bb1:
          mir.cond_br %d, bb2, bb3
        bb2:
          mir.goto bb4
        bb3:
          mir.goto bb4
        bb4:
          mir.goto bb1
        bb5:
          mir.return
        }
        """
    )
    cfg = Cfg(f)
    post = PostDominance(cfg)
    number = {block.name: block.index for block in cfg.blocks}
    assert post.ipdom[number["bb1"]] == number["bb4"]
    assert post.ipdom[number["bb4"]] == number["bb1"]
    assert post.branches_of(number["bb2"]) == sorted([number["bb0"], number["bb1"]])
    assert post.branches_of(number["bb4"]) == [number["bb0"]]


def test_a_panic_is_no_way_out():
    """What follows a bounds check does not depend on it."""
    cfg = Cfg(shapes.checks_to_one_exit(5))
    post = PostDominance(cfg)
    assert sum(post.doomed) == 1
    assert all(post.branches_of(b) == [] for b in range(len(cfg.blocks)) if not post.doomed[b])


@pytest.mark.parametrize("mask", [0, 1, 0b1011, 1 << 500, (1 << 500) | 1, (1 << 300) - 1, 0xF0F0F0F0 << 64])
def test_bits_of(mask):
    assert bits_of(mask) == [i for i in range(mask.bit_length()) if mask >> i & 1]


def test_shallow_stack():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(250)
    try:
        for f in (shapes.chain(2000), shapes.nest(300), shapes.cleanup_ladder(300)):
            cfg = Cfg(f)
            idom = dominators(cfg)
            assert idom == cooper_harvey_kennedy(cfg.preds)
            tree = DomTree(idom)
            frontiers(cfg, idom)
            assert len(Loops(cfg, tree).header) in (0, 300)
            live_by_use(cfg)
            PostDominance(cfg)
    finally:
        sys.setrecursionlimit(limit)
