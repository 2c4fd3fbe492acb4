"""How long a kernel takes that this process never ran: after `first_starts` and `cached_start`, seconds of fresh processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from tests.bench.kernelc_jobs import KERNELS
from tests.bench.problems import SIZES
from tests.bench.workers import NotMeasured, Timing, environment, first_call

ROOT = Path(__file__).resolve().parents[2]
OURS = "tests.bench.kernelc_jobs"
PEERS = ("warp", "taichi", "quadrants")
IMPORTED = {"BENCH_IMPORTED": "1"}
COMPILED = {"KERNELC_EXECUTOR": "compiled"}


def first_starts(
    folder: str, peers_python: str, job: str, variants: Mapping[tuple[str, str], str], rounds: int
) -> tuple[dict[str, Timing], list[str]]:
    """Medians for a job, taken in turns: kernelc's from PTX (all modules imported before, or when needed) and from source, and each peer's with an
    empty cache. And what went wrong.
    """
    ways: dict[str, Callable[[], Timing]] = {}
    if ("kernelc", job) in variants:
        kernel, helpers = variants["kernelc", job], warm_helpers(folder)
        text = build(folder, job, kernel)
        ways["ptx"] = partial(ours, job, kernel, text, helpers, IMPORTED)
        ways["lazy"] = partial(ours, job, kernel, text, helpers, {})
        ways["source"] = partial(ours, job, kernel, source(job, kernel), helpers, {})
    for system in PEERS:
        if (system, job) in variants:
            ways[system] = partial(theirs, peers_python, system, job, variants[system, job])
    problems: dict[str, str] = {}
    taken: dict[str, list[Timing]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, run in ways.items():
            if way not in problems:
                try:
                    taken[way].append(run())
                except NotMeasured as why:
                    problems[way] = f"first call of {job}: {why}"
    return {way: middle(times) for way, times in taken.items() if way not in problems}, list(problems.values())


def middle(times: Sequence[Timing]) -> Timing:
    """Medians by the clock, of the processor, and of later calls."""
    return Timing(*[median(column) for column in zip(*times, strict=True)])


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
    if not os.path.exists(cache):
        command = [sys.executable, "-m", "kernelc", "run", f"{ROOT}/kernels/hello_constant.rs::hello_constant", "zeros:i32[1]"]
        variables = environment(KERNELC_CACHE=cache, **COMPILED)
        subprocess.run([*command, "--grid", "1", "--block", "1"], cwd=ROOT, env=variables, check=True, stdout=subprocess.DEVNULL)
    return cache


def ours(job: str, kernel: str, path: str, helpers: str, variables: Mapping[str, str]) -> Timing:
    """kernelc's first launch, with a cache of its own."""
    with tempfile.TemporaryDirectory() as own:
        shutil.copytree(helpers, f"{own}/cache")
        settings = {"KERNELC_CACHE": f"{own}/cache", **COMPILED, **variables}
        return first_call(sys.executable, OURS, [job, str(SIZES[job]), kernel, path], settings)


def theirs(python: str, system: str, job: str, variant: str) -> Timing:
    """A peer's first call, with an empty cache."""
    with tempfile.TemporaryDirectory() as own:
        return first_call(python, f"tests.bench.peers.{system}_jobs", [job, str(SIZES[job]), variant], {"BENCH_CACHE": own})


def installation(folder: str) -> Path:
    """A folder with kernelc as it is installed. Raises `NotMeasured`."""
    home = Path(folder) / "installed"
    if not home.exists():
        options = ["--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--target", str(home)]
        if subprocess.run([sys.executable, "-m", "pip", "install", *options, str(ROOT)], check=False).returncode:
            raise NotMeasured("kernelc cannot be installed")
    return home


def cached_start(folder: str, job: str, kernel: str, rounds: int) -> dict[str, Timing]:
    """Medians of the first launch of a kernel that an earlier process ran: with our modules imported before, of an installed kernelc and of this
    checkout; and with those that are imported when they are needed.
    """
    found = {}
    home = installation(folder)
    ways: tuple[tuple[str, Path, Mapping[str, str]], ...] = (("imported", home, IMPORTED), ("checkout", ROOT, IMPORTED), ("lazy", home, {}))
    for way, place, variables in ways:
        settings = {"KERNELC_CACHE": f"{folder}/kept", **COMPILED, **variables}
        arguments = [job, str(SIZES[job]), kernel, source(job, kernel)]
        found[way] = middle([first_call(sys.executable, OURS, arguments, settings, place) for _ in range(rounds + 1)][1:])
    return found
