"""What a process that is measured does: after `serve(system, version, table)` it has answered every request, one line of JSON each.

A table gives each job's variants by name: functions that take a `Problem` and return a `Job`. The fastest variant stands for the system. Requests:
`{"prepare": job, "size": n, "limit": n, "variant": name}` checks the variants against NumPy and keeps the fastest; `{"time": job, "calls": n,
"mode": name}` runs it, in a mode if one is named; `{"processors": n}` lets the process have so many. With the arguments `first JOB SIZE VARIANT` the
process times one first call instead, compilation included, and ends.

Answers begin with `MARK`: other lines of the output are what a system prints of its own accord.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple, TextIO

from tests.bench.problems import LIMIT, Problem

TRIAL_SECONDS = 1.5
TRIES = 9
LATER = 3
"""Calls after a first one."""
CLOSE = 2.0
"""Variants that take this many times as long as the fastest after one call are not tried again."""


MARK = "answer: "


class Job(NamedTuple):
    """`run` does the whole job once and waits for its end; `result` gives the answer as a NumPy array."""

    run: Callable[[], object]
    result: Callable[[], Any]


Table = dict[str, dict[str, Callable[[Problem], Job]]]
Modes = Mapping[str, Callable[[], AbstractContextManager[object]]]


def serve(system: str, version: str, table: Table, modes: Modes | None = None) -> None:
    """Answers requests until the input ends, or times one first call. A mode is a context that jobs run in."""
    answers = sys.stdout
    if sys.argv[1:2] == ["first"]:
        name, size, variant = sys.argv[2:5]
        reply(answers, first_call(table[name][variant], Problem(name, int(size))))
        return
    served = Served(table, modes or {})
    reply(answers, {"system": system, "version": version})
    for line in sys.stdin:
        request = json.loads(line)
        action = next(iter(request))
        try:
            reply(answers, getattr(served, action)(request))
        except Exception as problem:  # noqa: BLE001  whatever a system raises means "not measured"
            reply(answers, {"problem": f"{type(problem).__name__}: {' '.join(str(problem).split())[:200]}"})


def reply(answers: TextIO, answer: dict[str, Any]) -> None:
    """Sends one answer, marked: systems print to the output too, some as they are imported."""
    answers.write(MARK + json.dumps(answer) + "\n")
    answers.flush()


def first_call(make: Callable[[Problem], Job], problem: Problem) -> dict[str, Any]:
    """Seconds from the call of a kernel that was never compiled to its result, the processor's too, and the processor's of a later call."""
    job = make(problem)
    wall, cpu = timed(job.run)
    problem.check(job.result())
    return {"wall": wall, "cpu": cpu, "later": min(timed(job.run)[1] for _ in range(LATER))}


def timed(run: Callable[[], object]) -> tuple[float, float]:
    """Seconds of one call by the clock, and of all threads of this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - wall, time.process_time() - cpu


class Served:
    """The jobs of a process, prepared one after the other; one method per request."""

    def __init__(self, table: Table, modes: Modes) -> None:
        self.table, self.modes = table, {"plain": nullcontext, **modes}
        self.jobs: dict[str, Job] = {}

    def processors(self, request: dict[str, Any]) -> dict[str, Any]:
        """Restricts this thread, and threads it starts later, to some processors; 0 for all."""
        every = sorted(os.sched_getaffinity(os.getppid()))
        count = request["processors"] or len(every)
        os.sched_setaffinity(0, every[-count:])
        return {"processors": min(count, len(every))}

    def prepare(self, request: dict[str, Any]) -> dict[str, Any]:
        """Checks every variant (or the one asked for), keeps the fastest, and says what each takes, or why it cannot."""
        name = request["prepare"]
        problem = Problem(name, request.get("size", 0), request.get("limit", LIMIT))
        jobs: dict[str, Job] = {}
        problems: dict[str, str] = {}
        for variant, make in self.table.get(name, {}).items():
            if request.get("variant", variant) != variant:
                continue
            try:
                jobs[variant] = make(problem)
                jobs[variant].run()
                problem.check(jobs[variant].result())
            except Exception as fault:  # noqa: BLE001  one form of a job that a system refuses does not end the others
                jobs.pop(variant, None)
                problems[variant] = f"{type(fault).__name__}: {' '.join(str(fault).split())[:200]}"
        if not jobs:
            return {"problem": "; ".join(f"{key}: {text}" for key, text in problems.items()) or "no such job here"}
        seconds = trials(jobs)
        variant = min(seconds, key=seconds.__getitem__)
        self.jobs[name] = jobs[variant]
        return {"variant": variant, "seconds": seconds, "problems": problems}

    def time(self, request: dict[str, Any]) -> dict[str, Any]:
        """Times calls of a prepared job, as many as asked."""
        mode = self.modes.get(request.get("mode", "plain"))
        if mode is None:
            raise ValueError(f"there is no {request['mode']}")
        with mode():
            times = [timed(self.jobs[request["time"]].run) for _ in range(request.get("calls", 1))]
        return {"wall": [wall for wall, _ in times], "cpu": [cpu for _, cpu in times]}


def trials(jobs: dict[str, Job]) -> dict[str, float]:
    """The least processor time of a few calls of each, in turns; those that are far behind are called once."""
    least = {variant: timed(job.run)[1] for variant, job in jobs.items()}
    near = [variant for variant in jobs if least[variant] < CLOSE * min(least.values())]
    spent = 0.0
    for _ in range(TRIES if len(near) > 1 else 1):
        for variant in near:
            wall, cpu = timed(jobs[variant].run)
            least[variant], spent = min(least[variant], cpu), spent + wall
        if spent > TRIAL_SECONDS:
            break
    return least
