"""The jobs in kernelc: safe Rust, every check on, run by what `KERNELC_EXECUTOR` says; an answer that another executor computed is refused.

`first JOB SIZE VARIANT PATH` takes the kernels from the PTX (or the source) at `PATH`, so that what is timed starts there. Variables: with
`BENCH_IMPORTED` all modules that a launch may need are imported before; with `BENCH_UNCHECKED` sources are compiled without bounds checks, with
`BENCH_TRUSTED` the virtual machine looks at no address.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import llvmlite.binding  # noqa: F401  imported before anything is timed
import numpy as np

import kernelc
from kernelc.version import VERSION
from tests.bench.problems import FACTOR, LEFT, TOP, WIDTH, Problem
from tests.bench.serving import Job, Table, serve

ROOT = Path(__file__).resolve().parents[2]
Launch = tuple[Any, Any, tuple[Any, ...]]
"""Grid, block, arguments."""


LOADED: dict[str, Any] = {"unchecked": True} if os.environ.get("BENCH_UNCHECKED") else {}
"""How sources are compiled."""


def trust_addresses() -> None:
    """Native code made from now on takes every address for one that may be accessed: what remains is code without checks, for measuring alone."""
    from ptx.vm.compiled.instructions import loads, stores
    from ptx.vm.compiled.memory import rows
    from ptx.vm.compiled.memory.accesses import Checked, VectorChecked, checked, checked_lanes

    def trusted(*given: Any) -> Checked:
        found = checked(*given)
        return Checked("true", found.pointer, found.shadow)

    def trusted_lanes(*given: Any) -> VectorChecked:
        return VectorChecked("true", checked_lanes(*given).pointers)

    for module in (loads, rows, stores):
        for name, other in (("checked", trusted), ("checked_lanes", trusted_lanes)):
            if hasattr(module, name):
                setattr(module, name, other)


class OtherExecutor(Exception):
    """The kernel ran, but not where its time was to be taken."""


def saxpy(per_block: int) -> Callable[[Problem, Any], Launch]:
    return lambda p, y: (-(-p.size // per_block), 256, (FACTOR, p.inputs["x"], y))


def summed(per_block: int, block: int) -> Callable[[Problem, Any], Launch]:
    return lambda p, total: (-(-p.size // per_block), block, (p.inputs["x"], total))


def softmax(p: Problem, y: Any) -> Launch:
    return p.size, 256, (p.inputs["x"].ravel(), y.ravel(), WIDTH)


def softmax_warps(p: Problem, y: Any) -> Launch:
    return -(-p.size // 8), (32, 8), (p.inputs["x"].ravel(), y.ravel(), WIDTH)


def matmul(width: int, height: int, block: tuple[int, int]) -> Callable[[Problem, Any], Launch]:
    def launch(p: Problem, c: Any) -> Launch:
        a, b = (p.inputs[key].ravel() for key in "ab")
        return (-(-p.size // width), -(-p.size // height)), block, (p.size, p.size, p.size, a, b, c.ravel())

    return launch


def mandelbrot(p: Problem, counts: Any) -> Launch:
    side = -(-p.size // 16)
    return (side, side), (16, 16), (p.size, p.size, LEFT, TOP, p.step, p.limit, counts.view(np.uint32).ravel())


KERNELS: dict[str, dict[str, tuple[str, Callable[[Problem, Any], Launch]]]] = {
    "saxpy": {
        "saxpy": ("kernels/saxpy.rs", saxpy(256)),
        "saxpy_parts": ("tests/bench/jobs/saxpy.rs", saxpy(512)),
    },
    "sum": {
        "sum_warps": ("tests/bench/jobs/sum.rs", summed(8192, 32)),
        "sum_blocks": ("tests/bench/jobs/sum.rs", summed(16384, 256)),
    },
    "softmax": {
        "softmax": ("kernels/softmax.rs", softmax),
        "softmax_warps": ("tests/bench/jobs/softmax.rs", softmax_warps),
        "softmax_rows": ("tests/bench/jobs/softmax.rs", softmax_warps),
    },
    "matmul": {
        "matmul_tiled": ("kernels/matmul_tiled.rs", matmul(16, 16, (16, 16))),
        "matmul_registers": ("tests/bench/jobs/matmul.rs", matmul(32, 64, (32, 8))),
    },
    "mandelbrot": {"mandelbrot": ("kernels/mandelbrot.rs", mandelbrot)},
}
"""Job → kernel → its file and its launch."""


def job(name: str, path: str, launch: Callable[[Problem, Any], Launch], problem: Problem) -> Job:
    """A kernel with its arguments; loading the file is part of the first run, as compiling it is."""
    output = problem.output()
    output[...] = output.copy()  # its pages are there before anything is timed
    grid, block, arguments = launch(problem, output)
    is_ptx = path.endswith(".ptx")
    passed = as_words(arguments) if is_ptx else arguments
    loaded: list[Any] = []

    def run() -> None:
        if not loaded:
            loaded.append(kernelc.load(path, **({} if is_ptx else LOADED)).kernels[name])
        if problem.name == "sum":
            output[0] = 0
        loaded[0][grid, block](*passed)

    def result() -> Any:
        refused = loaded[0].module_code.machine.notes
        if refused:
            raise OtherExecutor("; ".join(f"{kernel} runs in the reference interpreter: {reason}" for kernel, reason in refused.items()))
        return output

    return Job(run, result)


def as_words(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments of the same kernel in PTX: a slice is a pointer and a length."""
    found: list[Any] = []
    for each in arguments:
        if isinstance(each, np.ndarray):
            found += [each, np.uint64(each.size)]
        else:
            found.append(each)
    return tuple(found)


def table(path: str = "") -> Table:
    """The variants of each job, all from one file if a path is given."""
    return {
        name: {kernel: partial(job, kernel, path or str(ROOT / file), launch) for kernel, (file, launch) in kernels.items()}
        for name, kernels in KERNELS.items()
    }


def modes() -> dict[str, Any]:
    """What launches can run in: as they are, and watched, where this version can watch them."""
    return {"sanitize": kernelc.sanitize} if hasattr(kernelc, "sanitize") else {}


def import_all() -> None:
    """Imports what launches import when they need it, so that it is not part of what is timed."""
    import kernelc.runtime
    import ptx

    for package in (kernelc.runtime, ptx):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(found.name)


if __name__ == "__main__":
    if os.environ.get("BENCH_TRUSTED"):
        trust_addresses()
    if os.environ.get("BENCH_IMPORTED"):
        import_all()
    serve("kernelc", VERSION, table(sys.argv[5] if len(sys.argv) > 5 else ""), modes())
