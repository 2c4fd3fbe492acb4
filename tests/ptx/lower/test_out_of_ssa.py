"""Parallel copies, live ranges, coalescing, critical edges."""
from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dialect.parser import parse_function, parse_module
from dialect.verify import verify
from ptx.lower import lower_module
from ptx.lower.machine import Edge, MachineBlock
from ptx.lower.out_of_ssa import LiveRanges, overlap, sequentialise, split_critical_edges, united
from ptx.module import Instruction
from ptx.operands import Integer, Register
from ptx.printer import print_module

copies_of_registers = st.dictionaries(st.integers(0, 9), st.integers(0, 9), max_size=10)


def cycles(copies: dict[int, int]) -> int:
    """How many cycles of length over one the copies form, counted by following sources."""
    found, seen = 0, set()
    for start in copies:
        path, at = [], start
        while at in copies and at not in seen and at not in path:
            path.append(at)
            at = copies[at]
        if at in path and copies[at] != at and len(path) - path.index(at) > 1:
            found += 1
        seen.update(path)
    return found


@given(copies_of_registers)
@settings(max_examples=300, deadline=None)
def test_sequence_does_what_the_parallel_copy_does(copies):
    made: list[int] = []

    def temporary(d: int) -> int:
        made.append(100 + len(made))
        return made[-1]

    before = {r: f"value {r}" for r in range(10)}
    state = dict(before)
    moves = sequentialise(copies.items(), temporary)
    for d, s in moves:
        state[d] = state[s]
    assert all(state[d] == before[s] for d, s in copies.items())
    assert all(state[r] == before[r] for r in range(10) if r not in copies)
    # A cycle whose value is also copied elsewhere is broken by that copy.
    assert len(made) <= cycles(copies)
    assert len(moves) == len([1 for d, s in copies.items() if d != s]) + len(made)


def test_swap_takes_one_temporary():
    assert sequentialise([("a", "b"), ("b", "a")], lambda d: "t") == [("t", "a"), ("a", "b"), ("b", "t")]


def test_a_cycle_that_is_copied_out_needs_no_temporary_of_its_own():
    moves = sequentialise([("a", "b"), ("b", "a"), ("c", "a")], lambda d: "t")
    assert moves[0] == ("c", "a")
    assert len(moves) == 3 + ("t" in {d for d, _ in moves})


intervals = st.lists(st.integers(0, 60), unique=True, max_size=8).map(lambda p: sorted(p)[: len(p) // 2 * 2])


def points(flat: list[int]) -> set[int]:
    return {x for i in range(0, len(flat), 2) for x in range(flat[i], flat[i + 1])}


@given(intervals, intervals)
@settings(max_examples=300, deadline=None)
def test_overlap_and_union_agree_with_sets_of_points(a, b):
    assert overlap(a, b) == bool(points(a) & points(b))
    if not overlap(a, b):
        assert points(united(list(a), list(b))) == points(a) | points(b)


LOOP = """
func @f -> i64 {
bb0(%n: i64):
  %zero: i64 = mir.const 0 : i64
  %one: i64 = mir.const 1 : i64
  mir.goto bb1(%zero, %one)
bb1(%sum: i64, %i: i64):
  %c: bool = mir.cmp le %i, %n
  mir.cond_br %c, bb2, bb3
bb2:
  %s2: i64 = mir.add %sum, %i
  %i2: i64 = mir.add %i, %one
  mir.goto bb1(%s2, %i2)
bb3:
  mir.return %sum
}
"""


def moves_in(text: str) -> list[str]:
    module = lower_module(parse_module(text)).module
    return [str(i) for f in module.functions() for i in f.instructions() if i.opcode == "mov"]


def test_a_loop_has_no_moves_but_its_initial_values():
    assert moves_in(LOOP) == ["mov.b64 %sum, 0;", "mov.b64 %i, 1;"]


def test_swap_in_a_loop_keeps_both_values():
    text = """
func @f -> i64 {
bb0(%a: i64, %b: i64, %n: i64):
  %one: i64 = mir.const 1 : i64
  mir.goto bb1(%a, %b, %n)
bb1(%x: i64, %y: i64, %k: i64):
  %k2: i64 = mir.sub %k, %one
  %c: bool = mir.cmp gt %k2, %one
  mir.cond_br %c, bb1(%y, %x, %k2), bb2
bb2:
  mir.return %x
}
"""
    moves = moves_in(text)
    swap = [m for m in moves if "%x" in m or "%y" in m or "%a" in m or "%b" in m]
    assert len(swap) == 3, moves
    assert not any("%k" in m for m in moves)


def test_lost_copy_keeps_the_old_value():
    text = """
func @f -> i64 {
bb0(%n: i64):
  %one: i64 = mir.const 1 : i64
  mir.goto bb1(%one)
bb1(%i: i64):
  %next: i64 = mir.add %i, %one
  %c: bool = mir.cmp lt %next, %n
  mir.cond_br %c, bb1(%next), bb2
bb2:
  mir.return %i
}
"""
    body = print_module(lower_module(parse_module(text)).module)
    assert "add.s64 \t%next, %i, 1;" in body
    assert "mov.b64 \t%i, %next;" in body
    assert "st.param.b64 \t[func_retval0], %i;" in body


def test_split_critical_edges_of_mir():
    text = """
func @f -> i64 {
bb0(%c: bool, %a: i64, %b: i64):
  mir.cond_br %c, bb1(%a), bb1(%b)
bb1(%x: i64):
  mir.cond_br %c, bb1(%x), bb2
bb2:
  mir.return %x
}
"""
    function = parse_function(text)
    assert split_critical_edges(function)
    assert not split_critical_edges(function)
    for block in function.blocks:
        if len(block.terminator.targets) > 1:
            assert not any(block.terminator.arg_counts)
    assert verify(function) == []


def test_the_mir_is_not_changed_by_the_lowering():
    from dialect.printer import print_module as print_mir

    module = parse_module(LOOP)
    before = print_mir(module)
    lower_module(module)
    assert print_mir(module) == before


def test_200_values_across_60_joins_pass_through_without_moves():
    n, joins = 200, 60
    params = ", ".join(f"%v{i}: i64" for i in range(n))
    lines = ["func @f -> i64 {", f"bb0({params}, %c: bool):"]
    args = ", ".join(f"%v{i}" for i in range(n))
    lines.append(f"  mir.goto bb1({args})")
    for j in range(1, joins):
        names = [f"%j{j}v{i}" for i in range(n)]
        lines.append(f"bb{j}(" + ", ".join(f"{name}: i64" for name in names) + "):")
        lines.append(f"  %j{j}s: i64 = mir.add {names[0]}, {names[1]}")
        passed = ", ".join([f"%j{j}s", *names[1:]])
        lines.append(f"  mir.cond_br %c, bb{j + 1}({passed}), bb{j + 1}({', '.join(names)})")
    names = [f"%j{joins}v{i}" for i in range(n)]
    lines.append(f"bb{joins}(" + ", ".join(f"{name}: i64" for name in names) + "):")
    total = names[0]
    for i in range(1, n):
        lines.append(f"  %t{i}: i64 = mir.add {total}, {names[i]}")
        total = f"%t{i}"
    lines += [f"  mir.return {total}", "}"]
    body = print_module(lower_module(parse_module("\n".join(lines))).module)
    # Only the sum of the first two differs between the edges: everything else passes through in its register.
    assert body.count("mov.b64") <= joins


def test_a_chain_of_empty_blocks_takes_linear_time():
    n = 3000
    blocks = [f"bb{i}:\n  mir.goto bb{i + 1}" for i in range(1, n)]
    text = "func @f {\nbb0(%c: bool):\n  mir.cond_br %c, bb1, bb2\n" + "\n".join(blocks) + f"\nbb{n}:\n  mir.return\n}}\n"
    assert moves_in(text) == []


def test_live_ranges_of_neighbouring_blocks_are_one_interval():
    machine = MachineBlock("$a", None), MachineBlock("$b", None), MachineBlock("$c", None)
    first, second, third = machine
    x, p = Register("0"), Register("1")
    first.code = [(Instruction("mov.u32", (x, Integer(1))), x)]
    first.edges, second.edges = [Edge(second, [])], [Edge(third, [(p, x)])]
    live = LiveRanges(list(machine))
    assert live.ranges == {"1": [live.starts[2], live.starts[2] + 1], "0": [3, live.starts[2]]}
