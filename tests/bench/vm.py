"""The virtual machine beside systems that run kernels natively on the CPU: after `Report(…).print()` every goal has its ratio, from this run.

Every system runs its jobs on one processor, in its own process, in turns with the others; every answer was compared with NumPy's before it was timed.
Ratios of one-thread rows are of processor time (the least of all calls); a ratio by the clock stands beside it. What is not installed, or refuses a job,
is said to be not measured.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import exp, log
from statistics import median

from tests.bench.problems import POWER, SIZES
from tests.bench.starts import cached_starts, first_starts
from tests.bench.workers import NotMeasured, Timing, Worker, timing

NATIVE = ("warp", "taichi", "quadrants")
REDUCED = {
    "numba": {"saxpy": 2048, "sum": 1024, "softmax": 1, "matmul": 32, "mandelbrot": 64},
    "triton": {"saxpy": 10**6, "sum": 10**6, "softmax": 128, "matmul": 256, "mandelbrot": 512},
}
"""Sizes for the simulators: they would take minutes for the whole."""
LARGE = (("matmul", 1024, 0), ("softmax", 16384, 0), ("mandelbrot", 2048, 1000))
"""Jobs for two processors: name, size, iterations of the picture."""
LONG = 0.05
"""Seconds on one processor from which on two must help."""
TURN = 0.03
"""Seconds that a turn of one system may take."""


def mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return exp(sum(map(log, ratios)) / len(ratios))


class Report:
    """All rows, measured as they are printed."""

    def __init__(self, peers_python: str, rounds: int) -> None:
        self.peers_python, self.rounds = peers_python, rounds
        self.variants: dict[tuple[str, str], str] = {}
        self.times: dict[tuple[str, str], Timing] = {}
        self.missing: list[str] = []

    def print(self) -> None:
        """Measures and prints everything."""
        with tempfile.TemporaryDirectory() as folder:
            self.folder = folder
            for part in (self.beside_natives, self.beside_simulators, self.without_checks, self.sanitized, self.starts, self.processors):
                part()
                print(f"(load average {os.getloadavg()[0]:.1f})\n", flush=True)
        for line in self.missing:
            print(f"not measured: {line}")

    # --- processes -----------------------------------------------------------------------------------------------------------------------

    def worker(self, system: str, **variables: str) -> Worker:
        """A process with one processor. Raises `NotMeasured`."""
        ours = {"KERNELC_EXECUTOR": "compiled", "KERNELC_CACHE": f"{self.folder}/cache"}
        if system == "kernelc":
            started = Worker(sys.executable, "tests.bench.kernelc_jobs", ours | variables)
        else:
            caches = {"KERNELC_BENCH_CACHE": f"{self.folder}/{system}"}
            started = Worker(self.peers_python, f"tests.bench.peers.{system}_jobs", caches | variables)
        started.ask(processors=1)
        return started

    @contextmanager
    def workers(self, systems: tuple[str, ...]) -> Iterator[dict[str, Worker]]:
        """Processes of those systems that are there."""
        with ExitStack() as stack:
            found = {}
            for system in systems:
                try:
                    found[system] = self.worker(system)
                except NotMeasured as why:
                    self.missing.append(str(why))
                else:
                    stack.callback(found[system].close)
            yield found

    def attempt(self, action: Callable[[], object]) -> bool:
        """Does something that may turn out not to be possible; notes why."""
        try:
            action()
        except NotMeasured as why:
            self.missing.append(str(why))
            return False
        return True

    def prepare(self, worker: Worker, system: str, job: str, size: int = 0) -> bool:
        """Checks a job of a system against NumPy."""

        def ask() -> None:
            answer = worker.ask(prepare=job, size=size)
            self.variants[system, job] = answer["variant"]
            tried = ", ".join(f"{name} {seconds * 1e3:.2f}" for name, seconds in answer["seconds"].items())
            if len(answer["seconds"]) > 1:
                self.tried.append(f"  {job}, {worker.name}: {tried}")
            self.missing.extend(f"{worker.name}, {job}, {name}: {why}" for name, why in answer["problems"].items())

        return self.attempt(ask)

    def in_turns(self, actions: dict[str, Callable[[int], tuple[list[float], list[float]]]]) -> dict[str, Timing]:
        """Times each action in turns; each is called so often that a turn takes `TURN` seconds."""
        wall: dict[str, list[float]] = {name: [] for name in actions}
        cpu: dict[str, list[float]] = {name: [] for name in actions}
        for turn in range(self.rounds + 1):
            for name, act in list(actions.items()):
                calls = max(1, min(40, int(TURN / min(wall[name])))) if turn else 1

                def keep(name: str = name, act: Callable[[int], tuple[list[float], list[float]]] = act, calls: int = calls) -> None:
                    times = act(calls)
                    wall[name] += times[0]
                    cpu[name] += times[1]

                if not self.attempt(keep):
                    del actions[name]
        return {name: timing(wall[name], cpu[name]) for name in actions}

    # --- rows ----------------------------------------------------------------------------------------------------------------------------

    def beside_natives(self) -> None:
        """Each job beside the best of the native back ends."""
        self.tried: list[str] = []
        with self.workers(("kernelc", *NATIVE)) as workers:
            for job in SIZES:
                ready = {system: each for system, each in workers.items() if self.prepare(each, system, job)}
                found = self.in_turns({system: (lambda calls, each=each: each.time(job, calls)) for system, each in ready.items()})
                self.times |= {(system, job): took for system, took in found.items()}
            names = {system: f"{each.name} {each.version}" for system, each in workers.items()}
        print("One thread, milliseconds of the processor (of the clock): the least of all calls, systems in turns\n")
        print(f"{'job':<12}" + "".join(f"{names.get(each, each):>20}" for each in ("kernelc", *NATIVE)) + "   to the best  (clock)")
        by_cpu, by_wall = [], []
        for job in SIZES:
            ratios = self.ratios(job)
            print(f"{job:<12}" + "".join(self.cell(each, job) for each in ("kernelc", *NATIVE)) + ratio_cells(*ratios))
            by_cpu += [ratios[0]] if ratios[0] else []
            by_wall += [ratios[1]] if ratios[1] else []
        if by_cpu:
            print(f"{'geometric mean':<92}{ratio_cells(mean(by_cpu), mean(by_wall))}")
            print(f"{'worst':<92}{ratio_cells(max(by_cpu), max(by_wall))}")
        print("goal: geometric mean 0.50, none above 1.00")
        print("forms tried (milliseconds; the fastest stands for the system):")
        print("\n".join(self.tried))

    def cell(self, system: str, job: str) -> str:
        """The time of a system, or a dash."""
        took = self.times.get((system, job))
        return f"{took.cpu * 1e3:10.2f} {f'({took.wall * 1e3:.2f})':>9}" if took else f"{'–':>20}"

    def ratios(self, job: str) -> tuple[float, float]:
        """Ours to the best of the others, by the processor and by the clock; 0 if there is none."""
        ours = self.times.get(("kernelc", job))
        theirs = [self.times[each, job] for each in NATIVE if (each, job) in self.times]
        if not ours or not theirs:
            return 0.0, 0.0
        return ours.cpu / min(each.cpu for each in theirs), ours.wall / min(each.wall for each in theirs)

    def beside_simulators(self) -> None:
        """Each job in the two simulators, scaled up from what they can do in seconds."""
        print("Beside simulators of the same programming model (seconds by the clock, one call, scaled by the work from the size in brackets)\n")
        print(f"{'job':<12}{'kernelc':>12}{'Numba simulator':>34}{'Triton interpreter':>34}")
        with self.workers(tuple(REDUCED)) as workers:
            for job in SIZES:
                ours = self.times.get(("kernelc", job))
                cells = [f"{ours.wall:12.5f}" if ours else f"{'–':>12}"]
                for system in REDUCED:
                    cells.append(self.simulated(workers[system], system, job, ours) if system in workers else f"{'–':>34}")
                print(f"{job:<12}" + "".join(cells))

    def simulated(self, worker: Worker, system: str, job: str, ours: Timing | None) -> str:
        """Time and ratio of a simulator."""
        size = REDUCED[system][job]
        if not self.prepare(worker, system, job, size):
            return f"{'–':>34}"
        took = min(worker.time(job, 2)[0]) * (SIZES[job] / size) ** POWER[job]
        ratio = f" {took / ours.wall:,.0f} x" if ours else ""
        scaled = f" [{size}]" if size != SIZES[job] else ""
        return f"{f'{took:.3f}{scaled}{ratio}':>34}"

    def without_checks(self) -> None:
        """The same jobs without the language's checks; the machine's own checks of addresses have no switch."""
        print("Default checks beside none, one thread, milliseconds of the processor\n")
        with ExitStack() as stack:
            pair = {}
            for name, variables in (("checked", {}), ("unchecked", {"BENCH_UNCHECKED": "1"})):
                pair[name] = self.worker("kernelc", **variables)
                stack.callback(pair[name].close)
            print(f"{'job':<12}{'checked':>12}{'bounds not checked':>20}{'ratio':>8}")
            self.compared(pair, lambda each, job: lambda calls: each.time(job, calls), ("checked", "unchecked"), "1.30")
        print("checks of addresses by the virtual machine: not measured (there is no way to leave them out)")

    def compared(
        self, pair: dict[str, Worker], act: Callable[[Worker, str], Callable[[int], tuple[list[float], list[float]]]],
        names: tuple[str, str], goal: str,
    ) -> None:  # fmt: skip
        """Two ways of running each job, in turns: the first's times over the second's."""
        ratios = []
        for job in SIZES:
            variant = self.variants.get(("kernelc", job))
            ready = all([self.attempt(lambda each=each: each.ask(prepare=job, variant=variant)) for each in pair.values()])
            found = self.in_turns({name: act(each, job) for name, each in pair.items()}) if ready else {}
            if len(found) < 2:
                print(f"{job:<12}{'not measured':>12}")
                continue
            first, second = (found[name].cpu for name in names)
            ratios.append(first / second)
            print(f"{job:<12}{first * 1e3:12.2f}{second * 1e3:20.2f}{ratios[-1]:8.2f}")
        if ratios:
            print(f"{'geometric mean':<44}{mean(ratios):8.2f}\n{'worst':<44}{max(ratios):8.2f}\ngoal: {goal}")

    def sanitized(self) -> None:
        """The same jobs under `kernelc.sanitize()`."""
        print("Under kernelc.sanitize() beside plain launches, one thread, milliseconds of the processor\n")
        with ExitStack() as stack:
            pair = {}
            for name in ("sanitize", "plain"):
                pair[name] = self.worker("kernelc")
                stack.callback(pair[name].close)
            print(f"{'job':<12}{'sanitized':>12}{'plain':>20}{'ratio':>8}")
            mode = {id(each): name for name, each in pair.items()}
            self.compared(pair, lambda each, job: lambda calls: each.time(job, calls, mode[id(each)]), ("sanitize", "plain"), "geometric mean 10, worst 40")

    def starts(self) -> None:
        """The first launch of a new kernel, and of one in the cache."""
        variants = {key: each for key, each in self.variants.items() if key[0] in ("kernelc", "warp", "taichi")}
        rows, problems = first_starts(self.folder, self.peers_python, variants, min(self.rounds, 7))
        self.missing += problems
        print("First launch of a new kernel in a fresh process, milliseconds by the clock (median); from PTX, and from source\n")
        print(f"{'job':<12}{'kernelc':>9}{'from source':>13}{'Warp':>9}{'Taichi':>9}{'to Warp':>9}{'to Taichi':>11}")
        to_warp, to_taichi = [], []
        for job, took in rows.items():
            ratios = [took["ptx"] / took[each] if took.get("ptx") and took.get(each) else 0.0 for each in ("warp", "taichi")]
            cells = [f"{took[each] * 1e3:{width}.1f}" if each in took else f"{'–':>{width}}" for each, width in zip(("ptx", "source", "warp", "taichi"), (9, 13, 9, 9))]
            print(f"{job:<12}" + "".join(cells) + "".join(f"{ratio:{width}.3f}" if ratio else f"{'–':>{width}}" for ratio, width in zip(ratios, (9, 11))))
            to_warp += [ratios[0]] if ratios[0] else []
            to_taichi += [ratios[1]] if ratios[1] else []
        means = [f"{mean(each):{width}.3f}" if each else f"{'–':>{width}}" for each, width in ((to_warp, 9), (to_taichi, 11))]
        print(f"{'geometric mean':<52}{''.join(means)}\ngoal: 0.06 of Warp's first call\n")
        print("Cached kernel in a fresh process: milliseconds from the end of the imports to the first result (median; least)\n")
        for job, times in cached_starts(self.folder, self.variants, self.rounds).items():
            print(f"{job:<12}{median(times) * 1e3:9.1f}{min(times) * 1e3:9.1f}")
        print("goal: 5")

    def processors(self) -> None:
        """Two processors beside one, on long jobs."""
        print("Two processors beside one, milliseconds by the clock\n")
        if len(os.sched_getaffinity(0)) < 2:
            print("not measured: this process may use one processor")
            return
        print(f"{'job':<24}{'one':>10}{'two':>10}{'ratio':>8}")
        worker = self.worker("kernelc")
        try:
            for job, size, limit in LARGE:
                request = {"prepare": job, "size": size, "variant": self.variants.get(("kernelc", job))} | ({"limit": limit} if limit else {})
                if not self.attempt(lambda request=request: worker.ask(**request)):
                    continue
                found = self.in_turns({str(count): (lambda calls, count=count: on(worker, count, job)) for count in (1, 2)})
                one, two = found["1"].wall, found["2"].wall
                short = "" if one > LONG else f"  (shorter than {LONG * 1e3:.0f} ms)"
                print(f"{f'{job} {size}':<24}{one * 1e3:10.1f}{two * 1e3:10.1f}{one / two:8.2f}{short}")
        finally:
            worker.close()
        print("goal: 1.70")


def on(worker: Worker, count: int, job: str) -> tuple[list[float], list[float]]:
    """Seconds of one call on so many processors."""
    worker.ask(processors=count)
    return worker.time(job)


def ratio_cells(by_cpu: float, by_wall: float) -> str:
    """A ratio by the processor and by the clock."""
    return f"{by_cpu:14.2f} {f'({by_wall:.2f})':>8}" if by_cpu else f"{'–':>14}"
