"""Measures the IR core (`python -m tests.bench.ir`): nanoseconds an op to build, verify, analyse, print and parse, on functions of several shapes.

The garbage collector is off, times are those of this process alone, each figure is the median of a few runs. Nothing is asserted:
the scale tests count instead.
"""

from __future__ import annotations

import gc
import sys
import time
from statistics import median
from typing import TYPE_CHECKING, Any

from dialect.cfg import Cfg
from dialect.dominance import DomTree, dominators, frontiers
from dialect.liveness import live_by_use, live_in
from dialect.loops import Loops
from dialect.parser import parse_function
from dialect.postdominance import PostDominance
from dialect.printer import print_function
from dialect.uniformity import Uniformity
from dialect.verify import verify
from tests.dialect import shapes

if TYPE_CHECKING:
    from collections.abc import Callable

    from dialect.function import Function

STEPS = (
    "build",
    "verify",
    "cfg",
    "dominators",
    "tree",
    "frontiers",
    "loops",
    "live_in",
    "by use",
    "post",
    "uniformity",
    "print",
    "parse",
)
CASES: list[tuple[str, Callable[[], Function], int]] = [
    ("s100", lambda: shapes.synthetic(80, 1), 31),
    ("s1000", lambda: shapes.synthetic(1000, 3), 9),
    ("s10000", lambda: shapes.synthetic(10_000, 4), 3),
    ("s20000", lambda: shapes.synthetic(20_000, 5), 3),
    ("chain10k", lambda: shapes.chain(10_000), 3),
    ("diamonds", lambda: shapes.diamonds(3333), 3),
    ("vars", shapes.many_variables, 3),
    ("checks", lambda: shapes.checks_to_one_exit(10_000), 3),
    ("ladder", lambda: shapes.cleanup_ladder(1000), 3),
]


def timed(call: Callable[..., Any], *args: Any) -> tuple[float, Any]:
    """Milliseconds, and the result."""
    start = time.process_time()
    result = call(*args)
    return (time.process_time() - start) * 1e3, result


def measure(make: Callable[[], Function]) -> tuple[dict[str, float], dict[str, int]]:
    """Milliseconds for each step, and the size."""
    row: dict[str, float] = {}
    row["build"], f = timed(make)
    row["verify"], faults = timed(verify, f)
    if faults:
        raise AssertionError(faults[0])
    row["cfg"], cfg = timed(Cfg, f)
    row["dominators"], idom = timed(dominators, cfg)
    row["tree"], tree = timed(DomTree, idom)
    row["frontiers"], _ = timed(frontiers, cfg, idom)
    row["loops"], _ = timed(Loops, cfg, tree)
    row["live_in"], _ = timed(live_in, cfg)
    row["by use"], _ = timed(live_by_use, cfg)
    row["post"], _ = timed(PostDominance, cfg)
    row["uniformity"], _ = timed(Uniformity, f)
    row["print"], text = timed(print_function, f)
    row["parse"], again = timed(parse_function, text)
    if print_function(again) != text:
        raise AssertionError("print and parse disagree")
    return row, {"ops": f.op_count(), "blocks": len(f.blocks), "lines": text.count("\n")}


def main() -> None:
    """Prints two tables: milliseconds, and nanoseconds an op (lines a millisecond for the text)."""
    sys.setrecursionlimit(250)
    gc.disable()
    columns = []
    for name, make, repeats in CASES:
        runs = []
        for _ in range(repeats):
            gc.collect()
            runs.append(measure(make))
        columns.append((name, {step: median([row[step] for row, _ in runs]) for step in STEPS}, runs[0][1]))
    print(f"{'':12s}" + "".join([f"{name:>10s}" for name, _, _ in columns]))
    for key in ("ops", "blocks", "lines"):
        print(f"{key:12s}" + "".join([f"{size[key]:10d}" for _, _, size in columns]))
    print("milliseconds")
    for step in STEPS:
        print(f"{step:12s}" + "".join([f"{row[step]:10.3f}" for _, row, _ in columns]))
    print("nanoseconds an op")
    for step in STEPS[:-2]:
        print(f"{step:12s}" + "".join([f"{row[step] * 1e6 / size['ops']:10.0f}" for _, row, size in columns]))
    print("lines a millisecond")
    for step in STEPS[-2:]:
        print(f"{step:12s}" + "".join([f"{size['lines'] / row[step]:10.0f}" for _, row, size in columns]))


if __name__ == "__main__":
    main()
