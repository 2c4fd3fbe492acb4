"""Random programs show the same on the MIR interpreter and, lowered, on the virtual machine: with slots, in SSA, and optimised."""
from __future__ import annotations

import random
from array import array

import pytest

from dialect import ops
from dialect.function import Cursor, Function, Module
from dialect.types import F32, I32, I64, ptr
from kernelc.passes.manager import run_passes
from ptx.lower import Options, lower_module
from ptx.printer import print_module
from ptx.verify import verify
from ptx.vm.errors import Fuel, Panic
from ptx.vm.launch import VmModule, load
from ptx.vm.memory import Buffer
from tests.dialect import generate
from tests.ptx.lower.random_ssa import random_ssa

ROADS: dict[str, tuple[str, ...]] = {
    "slots": (),
    "ssa": ("mem2reg",),
    "optimised": ("mem2reg", "sccp", "fold", "gvn", "licm", "simplify_cfg", "dce"),
    "split": ("mem2reg", "split_critical_edges"),
}


def with_kernel(module: Module) -> Module:
    """Adds `main`, which calls `f` and stores what it returns."""
    main = module.add(Function("main", "kernel"))
    at = Cursor(main.add_block())
    out, a, b, c = (at.block.add_param(t, n) for t, n in ((generate.OUT, "out"), (I32, "a"), (I64, "b"), (F32, "c")))
    result = at.block.add_param(ptr(I64, "global"), "result")
    at.add(ops.Store(at.add(ops.Call((out, a, b, c), "f", I64)), result))
    at.end(ops.Return(()))
    return module


def on_machine(module: Module, fuel: int) -> list:
    """The outcomes of the lowered module, in the form of `generate.outcome`."""
    lowered = lower_module(module, Options(line_info=True))
    assert [str(f) for f in verify(lowered.module)] == []
    machine = load(print_module(lowered.module))
    return [launch(machine, lowered.sites, args, fuel) for args in generate.ARGUMENTS]


def launch(machine: VmModule, sites, args, fuel: int) -> tuple:
    out, result = array("q", [0] * 64), array("q", [0])
    try:
        buffers = [Buffer("out", out), *args, Buffer("result", result)]
        machine.launch("main", 1, 1, buffers, sites=sites, fuel=fuel)
    except Panic as panic:
        return "MirPanic", panic.problem, out.tolist()
    except Fuel:
        return "endless", None, out.tolist()
    return "returned", result[0], out.tolist()


def program(seed: int) -> Module:
    if seed % 4 == 0:
        return random_ssa(seed)
    r = random.Random(seed)
    return generate.structured(r, r.randrange(6, 30)) if seed % 2 else generate.unstructured(r, r.randrange(2, 12))


@pytest.mark.parametrize("road", list(ROADS))
@pytest.mark.parametrize("first", range(0, 40, 20))
def test_random_programs(road, first):
    for seed in range(first, first + 20):
        module = with_kernel(program(seed))
        wanted = generate.outcomes(module)
        if ROADS[road]:
            run_passes(module.functions["f"], *ROADS[road])
        got = on_machine(module, 2000)
        assert generate.same_outcomes(wanted, got), f"seed {seed}: MIR {wanted} PTX {got}"
