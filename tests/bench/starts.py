"""How long a kernel takes that this process never ran: after `first_starts` and `cached_starts`, seconds of fresh processes by job."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.bench.kernelc_jobs import KERNELS
from tests.bench.problems import SIZES
from tests.bench.workers import NotMeasured, environment, first_call

ROOT = Path(__file__).resolve().parents[2]
OURS = "tests.bench.kernelc_jobs"
COMPILED = {"KERNELC_EXECUTOR": "compiled"}


def first_starts(
    folder: str, peers_python: str, variants: dict[tuple[str, str], str], rounds: int
) -> tuple[dict[str, dict[str, float]], list[str]]:
    """Medians by job, of PTX and of source in kernelc and of each peer with a cache that was emptied, taken in turns; and what went wrong."""
    found: dict[str, dict[str, float]] = {}
    problems: list[str] = []
    helpers = warm_helpers(folder)
    for job in SIZES:
        ways = {}
        if ("kernelc", job) in variants:
            kernel = variants["kernelc", job]
            ptx = build(folder, job, kernel)
            ways["ptx"] = lambda job=job, kernel=kernel, ptx=ptx: ours(job, kernel, ptx, helpers)
            ways["source"] = lambda job=job, kernel=kernel: ours(job, kernel, source(job, kernel), helpers)
        for system in ("warp", "taichi"):
            if (system, job) in variants:
                ways[system] = lambda system=system, job=job: theirs(peers_python, system, job, variants[system, job])
        times: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(rounds):
            for way, run in list(ways.items()):
                try:
                    times[way].append(run())
                except NotMeasured as why:
                    problems.append(f"first call of {job}: {why}")
                    del ways[way]
        found[job] = {way: median(times[way]) for way in ways}
    return found, problems


def source(job: str, kernel: str) -> str:
    """The file of a kernel."""
    return str(ROOT / KERNELS[job][kernel][0])


def build(folder: str, job: str, kernel: str) -> str:
    """The PTX of a kernel's file."""
    target = f"{folder}/{job}.ptx"
    command = [sys.executable, "-m", "kernelc", "build", source(job, kernel), "-o", target]
    subprocess.run(command, cwd=ROOT, env=environment(), check=True, stdout=subprocess.DEVNULL)
    return target


def warm_helpers(folder: str) -> str:
    """A cache in which only another kernel ever was: what all kernels share is in it, no job is."""
    cache = f"{folder}/helpers"
    command = [sys.executable, "-m", "kernelc", "run", str(ROOT / "kernels" / "hello_constant.rs") + "::hello_constant", "zeros:i32[1]"]
    variables = environment(KERNELC_CACHE=cache, **COMPILED)
    subprocess.run([*command, "--grid", "1", "--block", "1"], cwd=ROOT, env=variables, check=True, stdout=subprocess.DEVNULL)
    return cache


def ours(job: str, kernel: str, path: str, helpers: str) -> float:
    """Seconds of kernelc's first launch, with a cache of its own."""
    with tempfile.TemporaryDirectory() as own:
        shutil.copytree(helpers, f"{own}/cache")
        return first_call(sys.executable, OURS, [job, str(SIZES[job]), kernel, path], {"KERNELC_CACHE": f"{own}/cache", **COMPILED})[0]


def theirs(python: str, system: str, job: str, variant: str) -> float:
    """Seconds of a peer's first call, with an empty cache."""
    with tempfile.TemporaryDirectory() as own:
        return first_call(python, f"tests.bench.peers.{system}_jobs", [job, str(SIZES[job]), variant], {"KERNELC_BENCH_CACHE": own})[0]


def cached_starts(folder: str, variants: dict[tuple[str, str], str], rounds: int) -> dict[str, list[float]]:
    """Seconds of the first launch of kernels that an earlier process ran."""
    variables = {"KERNELC_CACHE": f"{folder}/kept", **COMPILED}
    found = {}
    for job in SIZES:
        if ("kernelc", job) not in variants:
            continue
        kernel = variants["kernelc", job]
        arguments = [job, str(SIZES[job]), kernel, source(job, kernel)]
        found[job] = [first_call(sys.executable, OURS, arguments, variables)[0] for _ in range(rounds + 1)][1:]
    return found
