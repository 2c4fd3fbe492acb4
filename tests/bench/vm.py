"""The virtual machine beside systems that run kernels natively on the CPU: after `Report(…).print()` every goal has its ratio, from this run.

Every system runs its jobs on one processor, in its own process, in turns with the others; every answer was compared with NumPy's before it was timed.
Ratios of one-thread rows are of processor time (the least of all calls); a ratio by the clock stands beside it. What is not installed, or refuses a job,
is said to be not measured.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial

from tests.bench.problems import POWER, SIZES
from tests.bench.starts import cached_start, first_starts
from tests.bench.texts import cell, heading, ratio, summary
from tests.bench.workers import NotMeasured, Timing, Worker, in_turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NATIVE = ("warp", "taichi", "quadrants")
ALL = ("kernelc", *NATIVE)
REDUCED = {
    "numba": {"saxpy": 2048, "sum": 1024, "softmax": 1, "matmul": 32, "mandelbrot": 64},
    "triton": {"saxpy": 10**6, "sum": 10**6, "softmax": 128, "matmul": 256, "mandelbrot": 512},
}
"""Sizes for the simulators: they would take minutes for the whole."""
LARGE: tuple[dict[str, Any], ...] = (
    {"prepare": "matmul", "size": 1024},
    {"prepare": "softmax", "size": 32768},
    {"prepare": "mandelbrot", "size": 2048, "limit": 1000},
)
"""Jobs for two processors."""
LONG = 0.05
"""Seconds on one processor from which on two must help."""


class Report:
    """All rows, measured as they are printed."""

    def __init__(self, peers_python: str, rounds: int) -> None:
        self.peers_python, self.rounds = peers_python, rounds
        self.variants: dict[tuple[str, str], str] = {}
        """System and job → the form of the job that stands for the system."""
        self.times: dict[tuple[str, str], Timing] = {}
        self.tried: list[str] = []
        self.missing: list[str] = []
        self.folder = ""

    def print(self) -> None:
        """Measures and prints everything."""
        parts = (self.natives, self.simulators, self.bounds, self.sanitized, self.first, self.cached, self.processors)
        with tempfile.TemporaryDirectory() as self.folder:
            for part in parts:
                part()
                print(f"(load average {os.getloadavg()[0]:.1f})\n", flush=True)
        for line in dict.fromkeys(self.missing):
            print(f"not measured: {line}")

    # --- processes -----------------------------------------------------------------------------------------------------------------------

    def worker(self, system: str, **variables: str) -> Worker:
        """A process on one processor. Raises `NotMeasured`."""
        if system == "kernelc":
            ours = {"KERNELC_EXECUTOR": "compiled", "KERNELC_CACHE": f"{self.folder}/cache"}
            started = Worker(sys.executable, "tests.bench.kernelc_jobs", ours | variables)
        else:
            started = Worker(self.peers_python, f"tests.bench.peers.{system}_jobs", {"BENCH_CACHE": f"{self.folder}/{system}"})
        started.ask(processors=1)
        return started

    @contextmanager
    def workers(self, wanted: Mapping[str, tuple[str, dict[str, str]]]) -> Iterator[dict[str, Worker]]:
        """Processes by name, each of a system with some variables; those that are not there are noted."""
        with ExitStack() as stack:
            found = {}
            for name, (system, variables) in wanted.items():
                try:
                    found[name] = self.worker(system, **variables)
                except NotMeasured as why:
                    self.missing.append(str(why))
                else:
                    stack.callback(found[name].close)
            yield found

    def prepared(self, worker: Worker, **request: Any) -> dict[str, Any] | None:
        """What a worker says of a job that it compared with NumPy; None (noted) if it cannot do it."""
        try:
            return worker.ask(**request)
        except NotMeasured as why:
            self.missing.append(f"{request['prepare']}: {why}")
            return None

    def turns(self, ways: Mapping[str, Any]) -> dict[str, Timing]:
        """Times several ways of doing a job in turns."""
        found, problems = in_turns(ways, self.rounds)
        self.missing += problems
        return found

    # --- the same job elsewhere --------------------------------------------------------------------------------------------------------------

    def natives(self) -> None:
        """Each job beside the best of the native back ends."""
        print("One thread, milliseconds of the processor (of the clock): the least of all calls, systems in turns\n", flush=True)
        with self.workers({system: (system, {}) for system in ALL}) as workers:
            names = {system: f"{each.name} {each.version}" for system, each in workers.items()}
            print(heading("job", 12, *[(names.get(each, each), 20) for each in ALL], ("to the best", 14), ("(clock)", 9)))
            for job in SIZES:
                self.race(workers, job)
                print(self.race_row(job), flush=True)
        print(summary([self.to_best(job)[0] for job in SIZES], 92, 14), "goal: geometric mean 0.50, none above 1.00", sep="\n")
        print("forms tried, milliseconds; the fastest stands for the system:", *self.tried, sep="\n")

    def race(self, workers: Mapping[str, Worker], job: str) -> None:
        """Times a job in every system."""
        ready = {system: each for system, each in workers.items() if self.chosen(each, system, job)}
        found = self.turns({system: partial(each.time, job) for system, each in ready.items()})
        self.times |= {(system, job): took for system, took in found.items()}

    def chosen(self, worker: Worker, system: str, job: str, size: int = 0) -> bool:
        """Whether a system can do a job; its fastest form is chosen."""
        answer = self.prepared(worker, prepare=job, size=size)
        if answer is None:
            return False
        self.variants[system, job] = answer["variant"]
        self.missing.extend(f"{worker.name}, {job}, {form}: {why}" for form, why in answer["problems"].items())
        if len(answer["seconds"]) > 1:
            forms = [f"{form} {seconds * 1e3:.2f}" for form, seconds in answer["seconds"].items()]
            self.tried.append(f"  {job}, {worker.name}: {', '.join(forms)}")
        return True

    def race_row(self, job: str) -> str:
        """The times of all systems, and ours to the best."""
        by_cpu, by_wall = self.to_best(job)
        return f"{job:<12}" + "".join(cell(self.times.get((each, job)), 20) for each in ALL) + ratio(by_cpu, 14) + ratio(by_wall, 9, "({:.2f})")

    def to_best(self, job: str) -> tuple[float, float]:
        """Our time to the best of the others, by the processor and by the clock; 0 if there is none."""
        ours = self.times.get(("kernelc", job))
        theirs = [self.times[each, job] for each in NATIVE if (each, job) in self.times]
        if not ours or not theirs:
            return 0.0, 0.0
        return ours.cpu / min(each.cpu for each in theirs), ours.wall / min(each.wall for each in theirs)

    def simulators(self) -> None:
        """Each job in the two simulators, scaled up from what they can do in seconds."""
        print("Beside simulators of GPU programs, seconds of the processor (scaled by the work from the size in brackets), ratio to kernelc\n")
        with self.workers({system: (system, {}) for system in REDUCED}) as workers:
            names = [(workers[each].name + " " + workers[each].version if each in workers else each, 42) for each in REDUCED]
            print(heading("job", 12, ("kernelc", 12), *names))
            for job in SIZES:
                ours = self.times.get(("kernelc", job))
                cells = [self.simulated(workers[each], each, job) if each in workers else "–" for each in REDUCED]
                print(f"{job:<12}{f'{ours.cpu:.5f}' if ours else '–':>12}" + "".join(f"{each:>42}" for each in cells), flush=True)

    def simulated(self, worker: Worker, system: str, job: str) -> str:
        """The time of a simulator and how many times ours it is."""
        size = REDUCED[system][job]
        if not self.chosen(worker, system, job, size):
            return "–"
        took = min(worker.time(job, 2)[1]) * (SIZES[job] / size) ** POWER[job]
        ours = self.times.get(("kernelc", job))
        scaled = f" [scaled from {size}]" if size != SIZES[job] else ""
        return f"{took:.2f}{scaled}" + (f" {took / ours.cpu:,.0f} x" if ours else "")

    # --- what checks cost --------------------------------------------------------------------------------------------------------------------

    def bounds(self) -> None:
        """The same jobs without the language's checks, and without those of the machine."""
        print("Default checks beside none, one thread, milliseconds of the processor (of the clock)\n")
        self.compare({"checked": {}, "without bounds checks": {"BENCH_UNCHECKED": "1"}}, "checked", "without bounds checks", {})
        print()
        trusted = {"BENCH_TRUSTED": "1", "KERNELC_CACHE": "off"}
        self.compare({"checked": {}, "any address": trusted}, "checked", "any address", {})
        print("goal: 1.30")

    def sanitized(self) -> None:
        """The same jobs under `kernelc.sanitize()`."""
        print("Under kernelc.sanitize() beside plain launches, one thread, milliseconds of the processor (of the clock)\n")
        self.compare({"sanitized": {}, "plain": {}}, "sanitized", "plain", {"sanitized": "sanitize"})
        print("goal: geometric mean 10, worst 40")

    def compare(self, kinds: Mapping[str, dict[str, str]], first: str, second: str, modes: Mapping[str, str]) -> None:
        """Two processes of ours with each job, in turns; the first's time to the second's."""
        print(heading("job", 12, (first, 22), (second, 22), ("ratio", 9)))
        ratios = []
        with self.workers({name: ("kernelc", variables) for name, variables in kinds.items()}) as workers:
            for job in SIZES:
                request = {"prepare": job, "variant": self.variants.get(("kernelc", job))}
                ready = all([self.prepared(each, **request) is not None for each in workers.values()])
                ways = {name: partial(each.time, job, mode=modes.get(name, "plain")) for name, each in workers.items()}
                found = self.turns(ways) if ready else {}
                ratios.append(found[first].cpu / found[second].cpu if len(found) == len(kinds) else 0.0)
                print(f"{job:<12}{cell(found.get(first), 22)}{cell(found.get(second), 22)}{ratio(ratios[-1], 9)}", flush=True)
        print(summary(ratios, 56, 9))

    # --- starts and processors -----------------------------------------------------------------------------------------------------------------

    def first(self) -> None:
        """The first launch of a new kernel."""
        print("First launch of a new kernel in a fresh process, milliseconds of the processor (of the clock), medians; kernelc from PTX with all")
        print("its modules imported before, as the others' are; then with those that it imports when they are needed, from PTX and from source\n")
        names = {"ptx": "kernelc, PTX", "lazy": "with imports", "source": "with imports, source", "warp": "Warp", "taichi": "Taichi", "quadrants": "Quadrants"}
        print(heading("job", 12, *[(name, 21) for name in names.values()], ("to Warp", 9), ("to Taichi", 11)))
        to_warp, to_taichi = [], []
        for job in SIZES:
            found, problems = first_starts(self.folder, self.peers_python, job, self.variants, self.rounds)
            self.missing += problems
            to_warp.append(quotient(found, "ptx", "warp"))
            to_taichi.append(quotient(found, "ptx", "taichi"))
            cells = "".join(cell(found.get(way), 21) for way in names)
            print(f"{job:<12}{cells}{ratio(to_warp[-1], 9, '{:.3f}')}{ratio(to_taichi[-1], 11, '{:.3f}')}", flush=True)
        print(summary(to_warp, 138, 9, "{:.3f}"), "goal: geometric mean 0.06 of Warp's first call", sep="\n")

    def cached(self) -> None:
        """The first launch of a kernel that an earlier process ran."""
        print("Cached kernel (from source) in a fresh process, milliseconds of the processor (of the clock), medians: to the first result after all imports;")
        print("a later call; the difference, which is the start; the same in a checkout; and to the first result with the imports it needs\n")
        columns = ("after all imports", 20), ("later", 8), ("start", 8), ("in a checkout", 15), ("with imports", 20)
        print(heading("job", 12, *columns))
        for job in SIZES:
            if ("kernelc", job) in self.variants:
                found = cached_start(self.folder, job, self.variants["kernelc", job], self.rounds)
                first, checkout = found["imported"], found["checkout"]
                numbers = f"{first.later * 1e3:8.2f}{(first.cpu - first.later) * 1e3:8.2f}{(checkout.cpu - checkout.later) * 1e3:15.2f}"
                print(f"{job:<12}{cell(first, 20)}{numbers}{cell(found['lazy'], 20)}", flush=True)
        print("goal: start 5")

    def processors(self) -> None:
        """Two processors beside one, on long jobs."""
        print("Two processors beside one, milliseconds of all processors (of the clock), the least of all calls; the ratio is of the clock\n")
        if not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2:
            print("not measured: this process cannot choose between one processor and two")
            return
        print(heading("job", 24, ("one", 20), ("two", 20), ("ratio", 8)))
        with self.workers({"kernelc": ("kernelc", {})}) as workers:
            for request in LARGE if workers else ():
                self.large(workers["kernelc"], request)
        print("goal: 1.70")

    def large(self, worker: Worker, request: dict[str, Any]) -> None:
        """One long job on one processor and on two."""
        job = request["prepare"]
        if self.prepared(worker, **request, variant=self.variants.get(("kernelc", job))) is None:
            return
        found = self.turns({str(count): partial(worker.time, job, processors=count) for count in (1, 2)})
        if len(found) == 2:
            one, two = found["1"], found["2"]
            name, note = f"{job} {request['size']}", "" if one.cpu > LONG else f"  (shorter than {LONG * 1e3:.0f} ms)"
            print(f"{name:<24}{cell(one, 20)}{cell(two, 20)}{one.wall / two.wall:8.2f}{note}", flush=True)


def quotient(found: Mapping[str, Timing], one: str, other: str) -> float:
    """The ratio of two times of the processor; 0 if one of them is not there."""
    return found[one].cpu / found[other].cpu if one in found and other in found else 0.0
