"""What holds of every pass on random programs: valid MIR stays valid, runs show the same, a second run changes nothing, and no hash seed shows."""
from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from dialect.cfg import Cfg
from dialect.function import Block, Cursor, Function, Module
from dialect.op import Op, Param, Value
from dialect.ops import Alloca, Call, Cast, Load, Store, Undef
from dialect.printer import print_module
from dialect.types import I64
from dialect.verify import verify_module
from kernelc.passes.analyses import Note
from kernelc.passes.manager import PASSES, PIPELINES, flatten, run_passes, run_pipeline
from kernelc.passes.mem2reg import refusal
from tests.dialect import generate
from tests.passes import programs
from tests.passes.counted import counted_module
from tests.passes.tagged import tagged_module

ROOT = Path(__file__).resolve().parents[2]
FUEL = 1200


def show_slots(f: Function, r: random.Random) -> None:
    """Lets a program observe a slot here and there, and all of them where it ends: else most of what it computes would not show."""
    slots = [op for op in f.blocks[0].ops if type(op) is Alloca and op.ty.is_scalar and op.ty.kind != "ptr"]
    for block in f.blocks:
        shown = slots if not block.terminator.targets else [slot for slot in slots if r.random() < 0.15]
        c = Cursor(block)
        for slot in shown:
            v: Value = c.add(Load(slot))
            c.add(Call((f.params[0], v if v.type is I64 else c.add(Cast(v, I64))), "observe", I64))


class References:
    """Programs with references, aggregates, helpers and recursion."""

    make = staticmethod(programs.random_module)

    @staticmethod
    def runs(module: Module) -> list[tuple[str, object, list[int]]]:
        return programs.runs(module, FUEL)

    agree = staticmethod(programs.agree)


class Dense(References):
    """Programs of nothing but a few slots, with every block observing them."""

    make = staticmethod(programs.dense_module)

    @staticmethod
    def runs(module: Module) -> list[tuple[str, object, list[int]]]:
        return programs.runs(module, 300)

    agree = staticmethod(programs.agree_in_time)


class Counted(Dense):
    """Programs of loops that count."""

    make = staticmethod(counted_module)

    @staticmethod
    def runs(module: Module) -> list[tuple[str, object, list[int]]]:
        return programs.runs(module, 4000)


class Tagged(Dense):
    """Programs of blocks that set tags and blocks that branch on them."""

    make = staticmethod(tagged_module)


class Types:
    """Programs over every scalar type and pure op."""

    @staticmethod
    def make(seed: int) -> Module:
        r = random.Random(seed)
        module = generate.structured(r, r.randrange(4, 24)) if seed % 2 else generate.unstructured(r, r.randrange(1, 10))
        show_slots(module.functions["f"], r)
        return module

    @staticmethod
    def runs(module: Module) -> list[tuple[str, object, list[int]]]:
        return generate.outcomes(module, FUEL)

    @staticmethod
    def agree(before: list[tuple[str, object, list[int]]], after: list[tuple[str, object, list[int]]]) -> bool:
        """Of a run out of fuel only what both had time to observe counts, without the last, which may be half written."""
        for b, a in zip(before, after):
            if "endless" in (b[0], a[0]):
                n = min(b[2][0], a[2][0], 63)
                if b[2][1:n] != a[2][1:n]:
                    return False
            elif a != b:
                return False
        return True


KINDS: dict[str, type[References] | type[Types]] = {"references": References, "types": Types, "dense": Dense, "counted": Counted, "tagged": Tagged}


def examine(kind: type[References] | type[Types], seed: int, order: list[str]) -> dict[str, int]:
    """Runs the passes one by one, checking after each; how often each changed something."""
    module = kind.make(seed)
    before = kind.runs(module)
    changes: dict[str, int] = {}
    done: list[str] = []
    for name in order:
        text = print_module(module)
        changed = run_pipeline(module, (name,), verify=True)
        done.append(name)
        assert changed == (print_module(module) != text), (seed, done, "does not say truly whether it changed something")
        if not changed:
            continue
        changes[name] = changes.get(name, 0) + 1
        assert not verify_module(module), (seed, done)
        assert kind.agree(before, kind.runs(module)), (seed, done, text)
        after = print_module(module)
        assert not run_pipeline(module, (name,)), (seed, done, "is not idempotent")
        assert print_module(module) == after
    return changes


@pytest.mark.parametrize("kind", KINDS)
def test_every_pipeline_keeps_the_meaning(kind: str) -> None:
    changes: dict[str, int] = {}
    for seed in range(30 if kind == "dense" else 7):
        for level in (1, 2):
            for name, n in examine(KINDS[kind], seed, flatten(PIPELINES[level])).items():
                changes[name] = changes.get(name, 0) + n
    assert set(changes) >= {"mem2reg", "fold", "gvn", "simplify_cfg", "dce"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_pass_alone_and_any_order_keep_the_meaning(kind: str) -> None:
    names = list(PASSES)
    changes: dict[str, int] = {}
    for seed in range(100, {"dense": 150, "types": 116, "references": 150, "counted": 130, "tagged": 160}[kind]):
        r = random.Random(seed)
        order = [r.choice(names) for _ in range(6)]
        if seed % 5 == 0:
            order = ["mem2reg", *order]
        if kind == "counted":
            order = ["mem2reg", "unroll", *order, "unroll"]
        if kind == "tagged":
            order = ["mem2reg", "thread_jumps", *order]
        for name, n in examine(KINDS[kind], seed, [names[seed % len(names)], *order]).items():
            changes[name] = changes.get(name, 0) + n
    if kind == "references":
        assert set(changes) >= set(PASSES) - {"drop_unused", "unroll", "thread_jumps"}, "a pass was never put to the test"
    if kind == "counted":
        assert changes["unroll"] > 20
    if kind == "tagged":
        assert changes["thread_jumps"] > 8


def test_o2_with_its_groups_keeps_the_meaning() -> None:
    for kind in KINDS.values():
        for seed in range(200, 206):
            module = kind.make(seed)
            before = kind.runs(module)
            run_pipeline(module, PIPELINES[2], verify=True)
            assert kind.agree(before, kind.runs(module)), seed


def test_output_does_not_depend_on_the_hash_seed() -> None:
    code = (
        "from tests.passes.programs import random_module; from kernelc.passes.manager import *;"
        "from dialect.printer import print_module; import hashlib; h = hashlib.sha256()\n"
        "for seed in range(12):\n"
        "    module = random_module(seed); notes = []; run_pipeline(module, PIPELINES[2], notes=notes)\n"
        "    h.update((print_module(module, True) + ''.join(map(str, notes))).encode())\n"
        "print(h.hexdigest())"
    )
    seen = set()
    for seed in ("0", "1", "4242"):
        run = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        )
        seen.add(run.stdout)
    assert len(seen) == 1


# -- mem2reg against its definition ----------------------------------------------------------------------------------------------------------


def crude(f: Function) -> None:
    """Promotes by giving every block a parameter for every slot: no frontier, no liveness, no dominator tree."""
    reachable = Cfg(f)
    for block in reachable.unreachable:
        for op in [*block.ops, block.terminator]:
            op.drop()
    f.blocks = [b for b in f.blocks if b.index >= 0]
    slots = [op for op in f.blocks[0].ops if type(op) is Alloca and refusal(op) is None]
    head = {s: Undef(s.ty) for s in slots}
    for u in head.values():
        u.block = f.blocks[0]
    params = {b: {s: b.add_param(s.ty) for s in slots} for b in f.blocks[1:]}
    for block in f.blocks:
        current = dict(params.get(block, head))
        kept = []
        for op in block.ops:
            if type(op) is Load and op.pointer in current:
                op.replace_all_uses(current[op.pointer])
                op.drop()
            elif type(op) is Store and op.pointer in current:
                current[op.pointer] = op.value
                op.drop()
            elif op not in slots:
                kept.append(op)
        block.ops = kept
        t = block.terminator
        for i, target in enumerate(t.targets):
            t.set_target(i, target, (*t.args_of(i), *[current[s] for s in slots]))
    f.blocks[0].ops[:0] = head.values()


def is_read_first(block: Block, slot: Op) -> bool:
    """Whether some path from the head of the block loads the slot before it stores to it."""
    work, seen = [block], {block}
    while work:
        b = work.pop()
        for op in b.ops:
            if slot in op.operands:
                if type(op) is Load:
                    return True
                break
        else:
            new = [t for t in b.terminator.targets if t not in seen]
            seen.update(new)
            work.extend(new)
    return False


@pytest.mark.parametrize("kind", KINDS)
def test_mem2reg_leaves_no_promotable_slot_and_makes_no_dead_parameter(kind: str) -> None:
    promoted = made = 0
    for seed in range(60):
        module, original = KINDS[kind].make(seed), KINDS[kind].make(seed)
        for f in module.functions.values():
            before = original.functions[f.name]
            slots = {op.name: op for op in before.blocks[0].ops if type(op) is Alloca}
            own = {p for b in f.blocks for p in b.params}
            run_passes(f, "mem2reg")
            left = [op for b in f.blocks for op in b.ops if type(op) is Alloca]
            promoted += len(slots) - len(left)
            assert all(refusal(op) for op in left)
            same = {b.name: b for b in before.blocks}
            for block in f.blocks:
                new = [p for p in block.params if p not in own]
                made += len(new)
                assert all(is_read_first(same[block.name], slots[p.name]) for p in new), (seed, block.name)
    assert promoted > 100
    assert made > 30


@pytest.mark.parametrize("kind", KINDS)
def test_mem2reg_agrees_with_its_crude_twin(kind: str) -> None:
    """After deleting what is useless from the twin's result, it has at most as many parameters less as pruned SSA is not minimal."""
    for seed in range(24):
        ours, twin = KINDS[kind].make(seed), KINDS[kind].make(seed)
        for f in ours.functions.values():
            run_passes(f, "mem2reg")
        for f in twin.functions.values():
            crude(f)
        assert not verify_module(twin)
        before = KINDS[kind].runs(ours)
        assert KINDS[kind].agree(before, KINDS[kind].runs(twin)), seed
        for module in (ours, twin):
            for f in module.functions.values():
                run_passes(f, *["dce", "simplify_cfg"] * 3)
        for name, f in ours.functions.items():
            extra = sum(len(b.params) for b in f.blocks) - sum(len(b.params) for b in twin.functions[name].blocks)
            assert extra <= 0, (seed, name, "more parameters than the crude way")


def test_every_slot_that_stays_has_its_reason() -> None:
    refused = 0
    for seed in range(40):
        module = programs.random_module(seed)
        notes: list[Note] = []
        run_pipeline(module, ("mem2reg",), notes=notes)
        left = [(f.name, op.name) for f in module.functions.values() for op in f.blocks[0].ops if type(op) is Alloca]
        assert [(n.function, n.name) for n in notes] == left
        assert all(n.reason for n in notes)
        refused += len(left)
    assert refused > 40


def test_the_full_road_promotes_more_than_mem2reg_alone() -> None:
    alone = full = 0
    for seed in range(40):
        for road in (("mem2reg",), PIPELINES[2]):
            module = programs.random_module(seed)
            run_pipeline(module, road)
            slots = programs.slots_of(module)
            if road is PIPELINES[2]:
                full += slots
            else:
                alone += slots
    assert full < alone / 2


def test_generated_programs_are_worth_running() -> None:
    outcomes: dict[str, int] = {}
    for seed in range(60):
        for how, _, _ in programs.runs(programs.random_module(seed), FUEL):
            outcomes[how] = outcomes.get(how, 0) + 1
    assert outcomes["returned"] > 40
    assert outcomes["panicked"] > 5
    assert outcomes.get("undefined", 0) < 40


def test_parameters_are_named_after_the_variable() -> None:
    for seed in range(20):
        module = programs.random_module(seed)
        for f in module.functions.values():
            run_passes(f, "sroa", "mem2reg")
            for block in f.blocks[1:]:
                for p in block.params:
                    assert isinstance(p, Param)
                    assert p.name
