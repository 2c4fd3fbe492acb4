"""Processes that are measured: after `Worker(command)` one waits for requests (see `serving`), or is known not to work here, and why."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from select import select
from typing import Any, NamedTuple

from tests.bench.serving import MARK

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180
"""Seconds that an answer may take."""


TURN = 0.03
"""Seconds that a turn of one way may take."""
MOST_CALLS = 40


class NotMeasured(Exception):
    """Why there is no number."""


class Timing(NamedTuple):
    """Seconds of one call by the clock, and of the processor; of a first call also those of the processor that later calls take."""

    wall: float
    cpu: float
    later: float = 0.0


Times = tuple[list[float], list[float]]
"""Seconds of several calls by the clock, and of the processor."""


def environment(**variables: str) -> dict[str, str]:
    """For all processes measured: nothing of ours from outside, bytecode may be kept as an installed package has it."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE" and not name.startswith("KERNELC_")}
    return kept | {"PYTHONPATH": str(ROOT)} | variables


class Worker:
    """One process with a system's jobs."""

    def __init__(self, python: str, module: str, variables: dict[str, str]) -> None:
        self.python, self.module, self.variables = python, module, variables
        self.name, self.version = module.rpartition(".")[2].removesuffix("_jobs"), ""
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  it lives as long as the process
        if not python or not os.path.exists(python):
            raise NotMeasured(f"{self.name}: no interpreter that has it")
        self.process = subprocess.Popen(
            [python, "-m", module], cwd=ROOT, env=environment(**variables), text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
        )  # fmt: skip
        hello = self._answer()
        self.name, self.version = hello["system"], hello["version"]

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to a request. Raises `NotMeasured`."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        except OSError:
            pass  # it has ended: its last words follow
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        if not select([self.process.stdout], [], [], PATIENCE)[0]:
            self.process.kill()
            raise NotMeasured(f"{self.name}: no answer within {PATIENCE} s")
        line = next((line for line in self.process.stdout if line.startswith(MARK)), "")
        if not line:
            self.process.wait()
            raise NotMeasured(f"{self.name}: {last_line(self.errors)}")
        answer: dict[str, Any] = json.loads(line.removeprefix(MARK))
        if "problem" in answer:
            raise NotMeasured(f"{self.name}: {answer['problem']}")
        return answer

    def time(self, job: str, calls: int = 1, mode: str = "plain", processors: int = 0) -> Times:
        """Some calls of a prepared job, on so many processors if a number is given."""
        if processors:
            self.ask(processors=processors)
        answer = self.ask(time=job, calls=calls, mode=mode)
        return answer["wall"], answer["cpu"]

    def close(self) -> None:
        """Ends the process: its input ends."""
        self.process.communicate()
        self.errors.close()


def last_line(file: Any) -> str:
    """The last line of a file of text that is open."""
    file.seek(0)
    return next((line.strip() for line in reversed(file.read().splitlines()) if line.strip()), "it ended without a word")


def in_turns(ways: Mapping[str, Callable[[int], Times]], rounds: int) -> tuple[dict[str, Timing], list[str]]:
    """The least times of each way, taken in turns; each is called so often that a turn takes `TURN` seconds. And what went wrong."""
    times: dict[str, Times] = {name: ([], []) for name in ways}
    problems: dict[str, str] = {}
    for turn in range(rounds + 1):
        for name, act in ways.items():
            if name in problems:
                continue
            try:
                wall, cpu = act(max(1, min(MOST_CALLS, int(TURN / min(times[name][0])))) if turn else 1)
            except NotMeasured as why:
                problems[name] = f"{name}: {why}"
            else:
                times[name][0].extend(wall)
                times[name][1].extend(cpu)
    return {name: Timing(min(wall), min(cpu)) for name, (wall, cpu) in times.items() if name not in problems}, list(problems.values())


def first_call(python: str, module: str, arguments: list[str], variables: dict[str, str], home: Path = ROOT) -> Timing:
    """A first call in a fresh process, with the packages that lie in `home`. Raises `NotMeasured`."""
    path = {"PYTHONPATH": f"{home}{os.pathsep}{ROOT}"}
    with tempfile.TemporaryFile("w+") as errors:
        done = subprocess.run(
            [python, "-m", module, "first", *arguments], cwd=home, env=environment(**variables, **path), text=True,
            stdout=subprocess.PIPE, stderr=errors, check=False,
        )  # fmt: skip
        if done.returncode or MARK not in done.stdout:
            raise NotMeasured(f"{module.rpartition('.')[2]}: {last_line(errors)}")
    answer = json.loads(done.stdout.rpartition(MARK)[2])
    return Timing(answer["wall"], answer["cpu"], answer["later"])
