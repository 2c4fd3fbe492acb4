"""Uniformity: examples by hand, and against what threads really compute on random kernels.

The comparison: threads that execute a block in the same round of each loop around it are there together; a value called uniform there must be the
same in all of them.
"""

from __future__ import annotations

import random
from typing import Any

from dialect.cfg import Cfg
from dialect.dominance import DomTree, dominators
from dialect.function import Block, Cursor, Function
from dialect.loops import Loops
from dialect.op import Value
from dialect.ops import Add, And, BlockIndex, Compare, CondBr, Const, Goto, Panic, Return, Select, ThreadIndex
from dialect.parser import parse_function
from dialect.types import U32
from dialect.uniformity import Uniformity
from dialect.verify import verify
from tests.dialect import shapes
from tests.dialect.programs import SAXPY


def analysed(text: str) -> tuple[Uniformity, dict[str, Any]]:
    """The analysis, and blocks and named values by name."""
    f = parse_function(text)
    assert verify(f) == []
    named: dict[str, Any] = {}
    for block in f.blocks:
        named[block.name] = block
        for v in (*block.params, *block.ops):
            named[v.name] = v
    return Uniformity(f), named


def test_saxpy():
    u, v = analysed(SAXPY)
    assert not u.is_uniform(v["i"])
    assert u.is_uniform(v["a"]) and u.is_uniform(v["x.len"])
    assert not u.branch_is_uniform(v["bb0"]) and not u.branch_is_uniform(v["bb1"])
    assert u.branch_is_uniform(v["bb2"])


LOOP = """
kernel @k {
bb0(%n: u32, %p: ptr<u32, global>):
  %t: u32 = gpu.thread_index x
  %zero: u32 = mir.const 0 : u32
  %one: u32 = mir.const 1 : u32
  mir.goto bb1(%zero)
bb1(%i: u32):
  %c: bool = mir.cmp lt %i, BOUND
  mir.cond_br %c, bb2, bb3
bb2:
  %j: u32 = mir.add %i, %one
  mir.goto bb1(%j)
bb3:
  %after: u32 = mir.add %i, %one
  %d: bool = mir.cmp lt %after, %n
  mir.cond_br %d, bb4, bb5
bb4:
  mir.goto bb6(%zero)
bb5:
  mir.goto bb6(%one)
bb6(%x: u32):
  mir.return
}
"""


def test_a_loop_with_a_uniform_bound():
    u, v = analysed(LOOP.replace("BOUND", "%n"))
    assert all(u.is_uniform(v[name]) for name in ("i", "c", "j", "after", "d", "x"))
    assert u.branch_is_uniform(v["bb1"]) and u.loop_exit_is_uniform(v["bb1"])


def test_a_loop_that_threads_leave_in_different_rounds():
    u, v = analysed(LOOP.replace("BOUND", "%t"))
    assert u.is_uniform(v["i"]) and u.is_uniform(v["j"]), "within a round all threads agree"
    assert not u.branch_is_uniform(v["bb1"]) and not u.loop_exit_is_uniform(v["bb1"])
    assert u.is_uniform_at(v["i"], v["bb2"]) and not u.is_uniform_at(v["i"], v["bb3"])
    assert not u.is_uniform(v["after"]) and not u.branch_is_uniform(v["bb3"]) and not u.is_uniform(v["x"])


def test_a_loop_around_one_that_threads_leave_in_different_rounds():
    """The outer loop has a uniform bound: all threads leave it in the same round."""
    u, v = analysed("""
kernel @k {
bb0(%n: u32):
  %t: u32 = gpu.thread_index x
  %zero: u32 = mir.const 0 : u32
  %one: u32 = mir.const 1 : u32
  mir.goto bb1(%zero)
bb1(%i: u32):
  %c: bool = mir.cmp lt %i, %n
  mir.cond_br %c, bb2(%zero), bb5
bb2(%j: u32):
  %d: bool = mir.cmp lt %j, %t
  mir.cond_br %d, bb3, bb4
bb3:
  %k: u32 = mir.add %j, %one
  mir.goto bb2(%k)
bb4:
  %l: u32 = mir.add %i, %one
  mir.goto bb1(%l)
bb5:
  %after: u32 = mir.add %i, %one
  mir.return
}
""")
    assert all(u.is_uniform(v[name]) for name in ("i", "c", "j", "k", "l", "after"))
    assert u.loop_exit_is_uniform(v["bb1"]) and not u.loop_exit_is_uniform(v["bb2"])


def test_constants_do_not_care_in_which_round_threads_left():
    text = LOOP.replace("BOUND", "%t").replace("  %j: u32", "  %k: u32 = mir.const 7 : u32\n  %j: u32")
    u, v = analysed(text)
    assert u.is_uniform_at(v["k"], v["bb6"])


JOIN = """
kernel @k {
bb0(%n: u32, %p: ptr<u32, GLOBAL>):
  %t: u32 = gpu.thread_index x
  %one: u32 = mir.const 1 : u32
  %l: u32 = mir.load %p
  %c: bool = mir.cmp lt CONDITION, %n
  mir.cond_br %c, bb1, bb2
bb1:
  %a: u32 = mir.add %n, %one
  mir.goto bb3(%a, %one)
bb2:
  mir.goto bb3(%n, %one)
bb3(%x: u32, %same: u32):
  %y: u32 = mir.add %x, %same
  mir.return
}
"""


def test_joins():
    u, v = analysed(JOIN.replace("CONDITION", "%t").replace("GLOBAL", "global"))
    assert u.is_uniform(v["a"]) and not u.is_uniform(v["x"]) and not u.is_uniform(v["y"])
    assert u.is_uniform(v["same"]), "every edge passes the same value"
    u, v = analysed(JOIN.replace("CONDITION", "%one").replace("GLOBAL", "global"))
    assert u.is_uniform(v["x"]) and u.is_uniform(v["y"])


def test_memory():
    for space, uniform in (("global", False), ("generic", False), ("param", True)):
        u, v = analysed(JOIN.replace("CONDITION", "%l").replace("GLOBAL", space))
        assert u.is_uniform(v["l"]) == u.branch_is_uniform(v["bb0"]) == uniform
    text = JOIN.replace("CONDITION", "%l").replace("%p: ptr<u32, GLOBAL>", "%z: u32")
    text = text.replace("  %l:", "  %p: ptr<u32, const> = mir.static @s : u32 in const\n  %l:")
    u, v = analysed(text)
    assert u.is_uniform(v["l"]) and u.branch_is_uniform(v["bb0"]), "constant memory at one address is the same for all"


def test_parameters_of_device_functions_and_results_of_calls():
    u, v = analysed(JOIN.replace("CONDITION", "%one").replace("GLOBAL", "global").replace("kernel", "func"))
    assert not u.is_uniform(v["n"])
    u, v = analysed(JOIN.replace("CONDITION", "%l").replace("GLOBAL", "global").replace("mir.load %p", "mir.call @g() : u32"))
    assert not u.is_uniform(v["l"])


def test_a_bounds_check_parts_nobody():
    """The failing side stops the kernel: behind the check everything is as before."""
    u, v = analysed("""
kernel @k {
bb0(%n: u32):
  %t: u32 = gpu.thread_index x
  %zero: u32 = mir.const 0 : u32
  mir.goto bb1(%zero)
bb1(%i: u32):
  %c: bool = mir.cmp lt %t, %n
  mir.cond_br %c, bb2, bb3
bb2:
  %j: u32 = mir.add %i, %n
  %d: bool = mir.cmp lt %j, %n
  mir.cond_br %d, bb1(%j), bb4
bb3:
  mir.panic "no"()
bb4:
  %after: u32 = mir.add %j, %n
  mir.return
}
""")
    assert all(u.is_uniform(v[name]) for name in ("i", "j", "d", "after"))
    assert u.loop_exit_is_uniform(v["bb1"])


def test_irreducible_flow_is_declined():
    u, v = analysed("""
kernel @k {
bb0(%c: bool, %n: u32):
  %e: u32 = mir.add %n, %n
  mir.cond_br %c, bb1, bb2
bb1:
  %a: u32 = mir.add %n, %n
  mir.goto bb2
bb2:
  mir.cond_br %c, bb1, bb3
bb3:
  mir.return
}
""")
    assert u.declined and u.is_uniform(v["e"]) and u.branch_is_uniform(v["bb0"])
    assert not u.is_uniform(v["a"]) and not u.branch_is_uniform(v["bb2"])


def test_quadratic_work_is_declined():
    for n, declined in ((20, False), (600, True)):
        f = shapes.cleanup_ladder(n)
        f.kind = "kernel"
        entry = f.blocks[0]
        t = ThreadIndex("x")
        t.block = entry
        entry.ops.insert(0, t)
        for block in f.blocks:
            for op in block.ops:
                if isinstance(op, Compare):
                    op.set_operands((t, t))
        u = Uniformity(f)
        assert u.declined == declined
        assert not u.branch_is_uniform(f.blocks[n // 2])


def test_unreachable_blocks_are_called_divergent():
    u, v = analysed("kernel @k {\nbb0(%n: u32):\n  mir.return\nbb1:\n  %a: u32 = mir.add %n, %n\n  mir.return\n}")
    assert not u.is_uniform(v["a"]) and not u.branch_is_uniform(v["bb1"]) and not u.is_uniform_at(v["n"], v["bb1"])


# -- against execution -------------------------------------------------------------------------------------------------------------------------


def random_kernel(r: random.Random) -> Function:
    """Any control flow, block parameters, and operands from all dominating blocks."""
    f = Function("k", "kernel")
    n = r.randrange(2, 11)
    blocks = [f.add_block() for _ in range(n)]
    entry = blocks[0]
    for i in range(2):
        entry.add_param(U32, f"n{i}")
    for b in blocks[1:]:
        for _ in range(r.randrange(3)):
            b.add_param(U32)
    targets: list[list[Block]] = []
    for i in range(n):
        kind = r.random()
        near = [b for b in blocks[max(1, i - 2) : i + 4] if b is not entry] or blocks[1:]
        targets.append([] if kind < 0.1 and i else [r.choice(near)] if kind < 0.35 else [r.choice(near), r.choice(near)])
    for block, out in zip(blocks, targets):
        block.end(Return(()))
        block.terminator.targets = tuple(out)
        block.terminator.arg_counts = (0,) * len(out)
    cfg = Cfg(f)
    idom = dominators(cfg)
    known: dict[Block, list[Value]] = {}
    for i, block in enumerate(cfg.blocks):
        known[block] = [*(known[cfg.blocks[idom[i]]] if i else []), *block.params]
        fill(r, block, known[block], targets[blocks.index(block)], entry)
    f.blocks = cfg.blocks
    assert verify(f) == [], verify(f)
    return f


def fill(r: random.Random, block: Block, values: list[Value], targets: list[Block], entry: Block) -> None:
    c = Cursor(block)

    def value() -> Value:
        if values and r.random() < 0.85:
            return r.choice(values[-6:])
        v = c.add(Const(r.randrange(4), U32))
        values.append(v)
        return v

    if block is entry:
        values += [c.add(ThreadIndex("x")), c.add(BlockIndex("x"))]
    for _ in range(r.randrange(4)):
        kind = r.random()
        if kind < 0.1:
            v: Value = c.add(ThreadIndex("x"))
        elif kind < 0.2:
            v = c.add(Select(c.add(Compare(value(), value(), "lt")), value(), value()))
        else:
            v = c.add(r.choice([Add, And])(value(), value()))
        values.append(v)
    edges = [(target, [value() for _ in target.params]) for target in targets]
    condition = c.add(Compare(value(), value(), r.choice(["lt", "eq", "ne"]))) if len(edges) == 2 else None
    if condition is not None:
        block.end(CondBr(condition, *edges))
    elif edges:
        block.end(Goto(edges[0]))
    else:
        block.end(Return(()) if r.random() < 0.7 else Panic((), "no"))


def run(f: Function, thread: int, args: tuple[int, int], loops: Loops, number: dict[Block, int]) -> dict[tuple[Any, ...], dict[Value, Any]]:
    """For each visit of a block, keyed by block and the round of each loop around it, every value so far."""
    env: dict[Value, Any] = dict(zip(f.params, args))
    rounds: dict[int, int] = {}
    events = {}
    block, before = f.blocks[0], -1
    for _ in range(60):
        b = number[block]
        chain = []
        loop = loops.innermost[b]
        while loop >= 0:
            chain.append(loop)
            loop = loops.parent[loop]
        for loop in chain:
            if loops.header[loop] == b:
                entered = before < 0 or not loops.contains(loop, before)
                rounds[loop] = 0 if entered else rounds[loop] + 1
        for op in block.ops:
            if isinstance(op, (Const, ThreadIndex, BlockIndex)):
                env[op] = op.value if isinstance(op, Const) else thread if isinstance(op, ThreadIndex) else 1
            else:
                evaluate = type(op).evaluate
                assert evaluate is not None
                env[op] = evaluate(op.operands[0].type, *[env[v] for v in op.operands], *op.attrs)
        events[(block, *[rounds[loop] for loop in chain])] = dict(env)
        t = block.terminator
        if not t.targets:
            break
        k = 0 if len(t.targets) == 1 or env[t.operands[0]] else 1
        args_now = [env[v] for v in t.args_of(k)]
        block, before = t.targets[k], b
        env.update(zip(block.params, args_now))
    return events


def test_uniform_values_are_the_same_in_threads_that_are_together():
    claimed = refused = apart = declined = 0
    for seed in range(250):
        r = random.Random(seed)
        f = random_kernel(r)
        cfg = Cfg(f)
        tree = DomTree(dominators(cfg))
        loops = Loops(cfg, tree)
        number = {block: i for i, block in enumerate(cfg.blocks)}
        u = Uniformity(f)
        declined += u.declined
        if u.declined:
            continue
        runs = [run(f, thread, (2, 3), loops, number) for thread in range(5)]
        for key in {key for events in runs for key in events}:
            together = [events[key] for events in runs if key in events]
            block = key[0]
            for v in together[0]:
                if v.block is None or not tree.dominates(number[v.block], number[block]):
                    continue
                here = {env[v] for env in together}
                if u.is_uniform_at(v, block):
                    claimed += 1
                    assert len(here) == 1, (seed, block.name, v)
                else:
                    refused += 1
                    apart += u.is_uniform(v)
            if len(block.terminator.targets) == 2 and u.branch_is_uniform(block):
                assert len({env[block.terminator.operands[0]] for env in together}) == 1, seed
    assert claimed > 1500 and refused > 400 and apart > 10, (claimed, refused, apart, declined)
