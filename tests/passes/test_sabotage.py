"""Known wrong variants of the passes: each must turn a check red. Each check is first seen green."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dialect.interpreter import InterpreterError
from dialect.op import CONVERGENT, EFFECTS, READS, Op, Value
from dialect.ops import Add, Compare, Const, Div, Load, Select, Undef
from dialect.scalar import wrap
from dialect.types import SCALARS
from kernelc.passes import (
    analyses,
    choices,
    dce,
    fold,
    gvn,
    identities,
    if_convert,
    iterations,
    licm,
    loop_copies,
    mem2reg,
    narrow_spaces,
    sccp,
    simplify_cfg,
    sroa,
    thread_jumps,
    unroll,
)
from kernelc.passes.manager import PIPELINES, PassFaultError, flatten
from tests.passes import test_memory, test_properties
from tests.passes.textcheck import check
from tests.ptx.lower import test_out_of_ssa

HERE = Path(__file__).parent
Patch = Callable[[pytest.MonkeyPatch], None]


def each(examine: Callable[..., object], items: Iterable[object]) -> Callable[[], object]:
    """The check that examines all items."""

    def run() -> None:
        for item in items:
            examine(item)

    return run


@cache
def text(*names: str) -> Callable[[], object]:
    return each(check, [HERE / f"{name}.mir" for name in names])


@cache
def corpus(*names: str) -> Callable[[], object]:
    return each(test_memory.test_under_every_pass_and_any_order, [HERE / "memory" / f"{name}.mir" for name in names])


@cache
def programs(kind: str, *passes: str) -> Callable[[], object]:
    order = list(passes) or flatten(PIPELINES[2])
    seeds = range(300, 360 if kind in ("dense", "tagged") else 315)
    return each(lambda seed: test_properties.examine(test_properties.KINDS[kind], seed, order), seeds)


def replaced(owner: object, name: str, new: Any) -> Patch:
    return lambda patch: patch.setattr(owner, name, new)


def sequential(copies: list[tuple[Any, Any]], _temporary: object) -> list[tuple[Any, Any]]:
    return [(d, s) for d, s in copies if d != s]


def first_frontier(frontier: list[int], defs: list[int], allowed: list[int], bit: int) -> list[int]:
    return sorted({b for d in defs for b in range(len(frontier)) if frontier[d] >> b & 1 and allowed[b] & bit})


def without_scopes(patch: pytest.MonkeyPatch) -> None:
    original = gvn.number_block
    tables: dict[int, tuple[object, dict[Any, Any]]] = {}
    patch.setattr(gvn, "number_block", lambda block, table, added: original(block, tables.setdefault(id(table), (table, {}))[1], []))


def hoist(*flags: int) -> Callable[[Op], bool]:
    return lambda op: bool(op.flags & (1 | flags[0])) and type(op) not in (Const, Undef)


def signed(op: Op) -> Const | None:
    """Evaluates unsigned ops as signed ones."""
    evaluate = type(op).evaluate
    source = op.operands[0].type
    if evaluate is None or source.kind != "uint" or op.attrs:
        return None
    as_signed = SCALARS["i" + source.name[1:]]
    values = [wrap(as_signed, v.attrs[0]) for v in op.operands]  # type: ignore[attr-defined]
    result = evaluate(as_signed, *values)
    return None if result is None else Const(wrap(op.type, int(result)), op.type)


def float_zero(op: Op) -> Any:
    x, y = op.operands
    return (x, []) if type(y) is Const and y.value == 0 else None


def ignores_undef(patch: pytest.MonkeyPatch) -> None:
    original = sccp.Propagation.value_of
    patch.setattr(sccp.Propagation, "value_of", lambda self, op: None if type(op) is Undef else original(self, op))


def forgets_stores(patch: pytest.MonkeyPatch) -> None:
    """Dead-code elimination that does not bring back the stores of a slot that is needed."""
    original = dce.stores_by_slot

    class Forgetful(dict[Value, list[Op]]):
        def __contains__(self, key: object) -> bool:
            return False

    patch.setattr(dce, "stores_by_slot", lambda function: Forgetful(original(function)))


def redundant_with_undef(param: Value, column: tuple[Value, ...], _instead: object) -> Value | None:
    values = dict.fromkeys(v for v in column if v is not param and type(v) is not Undef)
    return next(iter(values)) if len(values) == 1 else None


def too_few(loop: Any, room: int, _original: Any = unroll.foreseen) -> Any:
    """One iteration less than there is, where there is one to leave out."""
    found, why = _original(loop, room)
    return (found[:-2] + found[-1:] if found and len(found) > 2 else found), why


def keep_carelessly(plan: sroa.Plan, address: Op, at: int) -> None:
    """Parts an array from its slot wherever its address goes."""
    plan.objects[at] = address.type.elem
    plan.roots.append((address, at))


SABOTAGES: dict[str, tuple[Patch, Callable[[], object]]] = {
    "sequential instead of parallel copies": (
        replaced(test_out_of_ssa, "sequentialise", sequential),
        test_out_of_ssa.test_sequence_does_what_the_parallel_copy_does,
    ),
    "a frontier that is not iterated": (replaced(mem2reg, "iterated", first_frontier), text("mem2reg/iterated_frontier")),
    "a frontier that is not iterated, on programs": (replaced(mem2reg, "iterated", first_frontier), programs("dense", "mem2reg")),
    "one sweep of liveness": (replaced(mem2reg, "solve", lambda _cfg, gen, _kill: list(gen)), programs("dense", "mem2reg")),
    "a wrong dominator tree": (replaced(analyses, "dominators", lambda cfg: [min(p, default=0) for p in cfg.preds]), programs("types", "mem2reg")),
    "value numbering without scopes": (without_scopes, text("gvn/sibling_arms")),
    "value numbering without scopes, on programs": (without_scopes, programs("types", "mem2reg", "gvn")),
    "value numbering without attributes": (
        replaced(gvn, "key_of", lambda op: (type(op), op.operands)),
        programs("types", "mem2reg", "gvn"),
    ),
    "value numbering blind to the sign of zero": (
        replaced(gvn, "key_of", lambda op: (type(op), op.operands, op.attrs)),
        text("gvn/constants_by_type_and_sign"),
    ),
    "merged barriers": (replaced(gvn, "PURE", 1 | CONVERGENT), corpus("shared_value_across_barriers")),
    "merged loads": (replaced(gvn, "PURE", 1 | READS), corpus("two_parameters_one_buffer")),
    "hoisted loads": (replaced(licm, "movable", hoist(READS)), programs("dense", "licm")),
    "a hoisted barrier": (replaced(licm, "movable", hoist(CONVERGENT)), corpus("divergent_if_in_loop_with_barrier")),
    "hoisted divisions": (replaced(licm, "movable", hoist(0)), text("licm/guarded_division_stays")),
    "signed for unsigned folding": (replaced(fold, "folded", signed), text("fold/unsigned_is_not_signed")),
    "signed for unsigned folding, on programs": (replaced(fold, "folded", signed), programs("dense", "mem2reg", "fold")),
    "x + 0.0 = x": (lambda patch: patch.setitem(identities.RULES, Add, float_zero), text("fold/float_identities_that_do_not_hold")),
    "a dropped barrier": (replaced(dce, "EFFECTS", EFFECTS & ~(CONVERGENT | 8 | 16)), corpus("barrier_in_uniform_loop")),
    "dropped stores": (forgets_stores, corpus("array_indexed_by_a_value")),
    "threads parted at a back edge": (
        replaced(simplify_cfg, "has_convergent", lambda _function: False),
        text("simplify_cfg/rejoin_before_barrier_stays"),
    ),
    "a parameter folded because of undef": (
        replaced(simplify_cfg, "_only_value", redundant_with_undef),
        text("simplify_cfg/undef_parameter_stays"),
    ),
    "a constant concluded from undef": (ignores_undef, text("sccp/undef_is_any_value")),
    "the first space of a join": (
        replaced(narrow_spaces.Spaces, "lower", lambda self, v, space: space and v not in self.known and (self.known.update({v: space}), self.work.append(v))),
        text("narrow_spaces/join_of_two_spaces"),
    ),
    "a barrier in the copies of a loop": (
        replaced(unroll, "convergent_blocks", lambda _loop: []),
        corpus("barrier_that_threads_meet_in_different_iterations"),
    ),
    "an iteration too few": (replaced(unroll, "foreseen", too_few), programs("counted", "mem2reg", "unroll")),
    "values that leave an unrolled loop as they were": (
        replaced(loop_copies, "escaping", lambda _loop: []),
        programs("counted", "mem2reg", "unroll"),
    ),
    "a counter that goes on in two ways": (
        replaced(iterations, "_joined", lambda before, found: found if before is None else before),
        text("unroll/two_ways_back"),
    ),
    "a second way into a loop": (
        replaced(thread_jumps.Rules, "keeps_loops", lambda _rules, _jump: True),
        text("thread_jumps/header_keeps_its_one_way_in"),
    ),
    "threads that no longer meet before a barrier": (
        replaced(thread_jumps, "may_hold", lambda _cfg, _branch, _marked: False),
        text("thread_jumps/meeting_before_a_barrier_stays"),
    ),
    "one definition for all ways": (replaced(thread_jumps, "redefine", lambda _v, _defined, _incoming: None), programs("tagged", "mem2reg", "thread_jumps")),
    "a choice by what may be undefined": (
        replaced(if_convert, "is_defined", lambda _choice, _cond: True),
        text("if_convert/choice_that_may_be_undefined_stays"),
    ),
    "a division computed in vain": (lambda patch: patch.setitem(if_convert.PRICES, Div, 1), text("if_convert/what_stays_guarded")),
    "a load computed in vain": (lambda patch: patch.setitem(if_convert.PRICES, Load, 1), text("if_convert/what_stays_guarded")),
    "the other one chosen": (
        replaced(if_convert, "choice", lambda cond, then, other: [Select(cond, other, then)]),
        programs("dense", "mem2reg", "if_convert"),
    ),
    "any rest taken for a bit": (
        replaced(choices, "bit_of", lambda cond, _holds: cond.operands[0] if type(cond) is Compare else None),
        text("if_convert/updates_stay"),
    ),
    "an array that is left by its end": (replaced(sroa, "_keep_whole", keep_carelessly), text("sroa/array_that_is_left")),
    "overlapping parts": (replaced(sroa, "_check_overlap", lambda _plan, _slot: None), text("sroa/overlap")),
}


@pytest.mark.parametrize("name", SABOTAGES)
def test_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    break_it, examine = SABOTAGES[name]
    with monkeypatch.context() as patch:
        break_it(patch)
        caught = False
        try:
            examine()
        except (AssertionError, PassFaultError, InterpreterError, pytest.fail.Exception):
            caught = True
    assert caught, f"no check notices: {name}"


def test_the_checks_are_green_otherwise() -> None:
    for examine in dict.fromkeys(examine for _, examine in SABOTAGES.values()):
        examine()
