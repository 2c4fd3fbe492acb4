"""The check of the convergent rule: what passes may do passes, what they may not is named."""

from __future__ import annotations

from dialect.convergence import convergent_functions, snapshot, violations
from dialect.function import Cursor, Function
from dialect.op import Loc
from dialect.ops import Barrier, Call, Compare, CondBr, Goto, Not, Return
from dialect.parser import parse_function, parse_module
from dialect.types import VOID

KERNEL = """
kernel @k {
bb0(%n: u32):
  %t: u32 = gpu.thread_index x
  %c: bool = mir.cmp lt %n, %n !1
  mir.cond_br %c, bb1, bb4 !1
bb1:
  %d: bool = mir.cmp lt %t, %n !2
  mir.cond_br %d, bb2, bb3 !2
bb2:
  mir.goto bb3
bb3:
  gpu.barrier !3
  mir.goto bb4
bb4:
  gpu.barrier !4
  mir.return
}
!1 = "k.rs":1:1
!2 = "k.rs":2:1
!3 = "k.rs":3:1
!4 = "k.rs":4:1
"""


def kernel() -> Function:
    return parse_function(KERNEL)


def test_the_branches_are_recorded():
    f = kernel()
    found = snapshot(f)
    inner, last = found.ops
    assert found.ops[inner] == [f.blocks[0].terminator]
    assert found.ops[last] == []
    assert violations(found, snapshot(f)) == []


def test_functions_without_convergent_ops():
    f = parse_function("func @f {\nbb0:\n  mir.return\n}")
    assert snapshot(f).ops == {} and snapshot(f).conditions == {}
    assert violations(snapshot(f), snapshot(f)) == []


def test_moving_a_barrier_under_a_branch():
    f = kernel()
    before = snapshot(f)
    barrier = f.blocks[3].ops.pop()
    f.blocks[2].ops.append(barrier)
    barrier.block = f.blocks[2]
    assert violations(before, snapshot(f)) == ["gpu.barrier at k.rs:3:1 (in bb2) now depends on the branch at k.rs:2:1 (in bb1)"]


def test_moving_a_barrier_out_of_a_branch():
    f = kernel()
    before = snapshot(f)
    barrier = f.blocks[3].ops.pop()
    f.blocks[0].ops.append(barrier)
    barrier.block = f.blocks[0]
    assert violations(before, snapshot(f)) == ["gpu.barrier at k.rs:3:1 (in bb0) no longer depends on the branch at k.rs:1:1 (in bb0)"]


def test_a_new_branch_around_a_barrier():
    """Jump threading: the condition of bb1 tested again around the last barrier."""
    f = kernel()
    before = snapshot(f)
    last = f.blocks[4]
    aside = f.add_block("aside")
    aside.end(Return(()))
    rest = f.add_block("rest")
    barrier = last.ops.pop()
    c = Cursor(last)
    again = c.add(Compare(f.params[0], f.params[0], "ne"))
    c.end(CondBr(again, (rest, ()), (aside, ())))
    rest.ops.append(barrier)
    barrier.block = rest
    rest.end(Return(()))
    assert violations(before, snapshot(f)) == ["gpu.barrier at k.rs:4:1 (in rest) now depends on the branch (in bb4)"]


def test_dropping_and_merging_barriers():
    f = kernel()
    before = snapshot(f)
    f.blocks[3].ops.pop().drop()
    f.blocks[4].ops.pop().drop()
    assert violations(before, snapshot(f)) == ["gpu.barrier at k.rs:3:1 (in bb3) vanished", "gpu.barrier at k.rs:4:1 (in bb4) vanished"]


def test_copies():
    f = kernel()
    before = snapshot(f)
    copy = Cursor(f.blocks[3], Loc("k.rs", 3, 1)).add(Barrier())
    assert violations(before, snapshot(f)) == ["gpu.barrier at k.rs:3:1 (in bb3) is a copy"]
    assert violations(before, snapshot(f), {copy: f.blocks[3].ops[0]}) == []
    assert violations(before, snapshot(f), {copy: f.blocks[4].ops[0]}) == [
        "gpu.barrier at k.rs:3:1 (in bb3) now depends on the branch at k.rs:1:1 (in bb0)"
    ]
    copy.loc = Loc("k.rs", 9, 9)
    assert violations(before, snapshot(f)) == ["gpu.barrier at k.rs:9:9 (in bb3) is new"]


def test_blocks_may_be_merged_renamed_and_rebuilt():
    f = kernel()
    before = snapshot(f)
    head, arm = f.blocks[1], f.blocks[2]
    head.end(CondBr(head.terminator.own_operands[0], (arm, ()), (f.blocks[3], ())))  # a new terminator with the old condition
    for i, block in enumerate(f.blocks):
        block.name = f"other{i}"
    rebuilt = Barrier()
    rebuilt.loc, rebuilt.block = Loc("k.rs", 3, 1), f.blocks[3]
    f.blocks[3].ops[0] = rebuilt
    assert violations(before, snapshot(f)) == []


def test_a_condition_may_be_turned_round():
    f = kernel()
    before = snapshot(f)
    entry = f.blocks[0]
    c = Cursor(entry, Loc("k.rs", 1, 1))
    turned = c.add(Not(entry.terminator.own_operands[0]))
    c.end(CondBr(turned, (f.blocks[4], ()), (f.blocks[1], ())))
    assert violations(before, snapshot(f)) == []


def test_a_condition_may_be_replaced_by_an_equal_one():
    f = kernel()
    before = snapshot(f)
    entry = f.blocks[0]
    old = entry.terminator.own_operands[0]
    new = Compare(f.params[0], f.params[0], "lt")
    new.block = entry
    entry.ops.insert(0, new)
    old.replace_all_uses(new)
    assert violations(before, snapshot(f)) == []


def test_a_folded_branch_may_take_its_barriers_along():
    for taken in (1, 4):
        f = kernel()
        before = snapshot(f)
        f.blocks[0].end(Goto((f.blocks[taken], ())))
        assert violations(before, snapshot(f)) == []


def test_calls_of_functions_that_wait():
    module = parse_module("""
func @wait {
bb0:
  gpu.barrier !0
  mir.return
}
func @twice {
bb0:
  mir.call @wait() : void
  mir.call @pure() : void
  mir.return
}
func @pure {
bb0:
  mir.return
}
func @outside {
bb0:
  mir.call @nowhere() : void
  mir.return
}
!0 = "w.rs":1:1
""")
    callees = convergent_functions(module)
    assert list(callees) == ["nowhere", "outside", "twice", "wait"]
    f = kernel()
    call = Cursor(f.blocks[3], Loc("k.rs", 7, 7)).add(Call((), "wait", VOID))
    before = snapshot(f, callees)
    assert call in before.ops and call not in snapshot(f).ops
    f.blocks[2].ops.append(f.blocks[3].ops.pop())
    call.block = f.blocks[2]
    assert violations(before, snapshot(f, callees)) == ["mir.call at k.rs:7:7 (in bb2) now depends on the branch at k.rs:2:1 (in bb1)"]


def test_inlining_makes_new_barriers():
    f = kernel()
    call = Cursor(f.blocks[3], Loc("k.rs", 7, 7)).add(Call((), "wait", VOID))
    before = snapshot(f, {"wait": None})
    f.blocks[3].ops.remove(call)
    call.drop()
    Cursor(f.blocks[3], Loc("w.rs", 1, 1, Loc("k.rs", 7, 7))).add(Barrier())
    assert violations(before, snapshot(f, {"wait": None})) == []


def test_a_proved_bounds_check_may_go():
    """Panics are no way out, so that a barrier never depended on them."""
    f = parse_function("""
kernel @k {
bb0(%n: u32):
  %t: u32 = gpu.thread_index x
  %c: bool = mir.cmp lt %t, %n
  mir.cond_br %c, bb1, bb2
bb1:
  gpu.barrier
  mir.return
bb2:
  mir.panic "no"()
}
""")
    before = snapshot(f)
    assert list(before.ops.values()) == [[]]
    f.blocks[0].end(Goto((f.blocks[1], ())))
    assert violations(before, snapshot(f)) == []


def test_a_barrier_in_a_loop_depends_on_its_exit():
    f = parse_function("""
kernel @k {
bb0(%n: u32):
  %zero: u32 = mir.const 0 : u32
  %one: u32 = mir.const 1 : u32
  mir.goto bb1(%zero)
bb1(%i: u32):
  %c: bool = mir.cmp lt %i, %n
  mir.cond_br %c, bb2, bb3
bb2:
  gpu.barrier
  %j: u32 = mir.add %i, %one
  mir.goto bb1(%j)
bb3:
  mir.return
}
""")
    before = snapshot(f)
    assert list(before.ops.values()) == [[f.blocks[1].terminator]]
    # rotated: the test moves to the end of the body, with a copy before the loop that has the same position or none
    entry, head, _, done = f.blocks
    ahead = Cursor(entry)
    first = ahead.add(Compare(entry.ops[0], f.params[0], "lt"))
    entry.end(CondBr(first, (head, (entry.ops[0],)), (done, ())))
    assert violations(before, snapshot(f)) == ["gpu.barrier (in bb2) now depends on the branch (in bb0)"]


def test_a_branch_loses_what_it_held_by_way_of_one_that_vanished():
    """`if a && false { return } barrier`: with the inner branch folded, the outer one, which stands, decides nothing."""
    f = parse_function(EARLY_RETURN)
    before = snapshot(f)
    outer, inner = [block.terminator for block in f.blocks[:2]]
    barrier = f.blocks[3].ops[0]
    assert dict.fromkeys(before.ops[barrier]) == dict.fromkeys([outer, inner])
    f.blocks[1].end(Goto((f.blocks[3], ())), inner.loc)
    assert snapshot(f).ops[barrier] == []
    assert violations(before, snapshot(f)) == []


def test_a_branch_that_stands_by_itself_keeps_its_hold():
    """The barrier moved above both: each of them loses its hold, and neither vanished."""
    f = parse_function(EARLY_RETURN)
    before = snapshot(f)
    barrier = f.blocks[3].ops.pop()
    f.blocks[0].ops.append(barrier)
    barrier.block = f.blocks[0]
    assert len(violations(before, snapshot(f))) == 2


EARLY_RETURN = """
kernel @k {
bb0(%n: u32):
  %t: u32 = gpu.thread_index x
  %c: bool = mir.cmp lt %n, %t !1
  mir.cond_br %c, bb1, bb3 !1
bb1:
  %d: bool = mir.cmp lt %t, %t !2
  mir.cond_br %d, bb2, bb3 !2
bb2:
  mir.return
bb3:
  gpu.barrier !3
  mir.return
}
!1 = "k.rs":1:1
!2 = "k.rs":2:1
!3 = "k.rs":3:1
"""
