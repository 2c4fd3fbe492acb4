"""The jobs that the bench times in kernelc are right: every kernel at small sizes, in both executors, and what the bench says of what it cannot measure."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import kernelc
from tests.bench.kernelc_jobs import KERNELS, ROOT, job
from tests.bench.problems import SIZES, Problem, WrongAnswer
from tests.bench.texts import cell, mean, ratio, summary
from tests.bench.workers import NotMeasured, Timing, Worker, first_call, in_turns

SMALL = {"saxpy": (3000,), "sum": (5000,), "softmax": (2,), "matmul": (33,), "mandelbrot": (24,)}
LARGER = {"saxpy": (4096, 10_001), "sum": (65_536, 40_001), "softmax": (19,), "matmul": (64, 130), "mandelbrot": (64,)}
"""Sizes for both executors, and further ones for the fast one."""
JOBS = [(name, kernel) for name, kernels in KERNELS.items() for kernel in kernels]


@pytest.mark.parametrize("executor", ["reference", "compiled"])
@pytest.mark.parametrize(("name", "kernel"), JOBS, ids=[kernel for _, kernel in JOBS])
def test_a_job_is_right_in_both_executors(name: str, kernel: str, executor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if executor == "compiled":
        pytest.importorskip("llvmlite", reason="the compiled executor needs llvmlite (extra `vm`)")
    monkeypatch.setenv("KERNELC_EXECUTOR", executor)
    file, launch = KERNELS[name][kernel]
    for size in SMALL[name] + (LARGER[name] if executor == "compiled" else ()):
        problem = Problem(name, size)
        made = job(kernel, str(ROOT / file), launch, problem)
        made.run()
        problem.check(made.result())


@pytest.mark.parametrize(("name", "kernel"), JOBS, ids=[kernel for _, kernel in JOBS])
def test_a_job_starts_from_ptx_too(name: str, kernel: str, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite", reason="the compiled executor needs llvmlite (extra `vm`)")
    monkeypatch.setenv("KERNELC_EXECUTOR", "compiled")
    file, launch = KERNELS[name][kernel]
    (tmp_path / "k.ptx").write_text(kernelc.load(str(ROOT / file)).ptx, encoding="utf-8")
    problem = Problem(name, SMALL[name][0])
    made = job(kernel, str(tmp_path / "k.ptx"), launch, problem)
    made.run()
    problem.check(made.result())


def test_jobs_are_safe_rust() -> None:
    for name, kernel in JOBS:
        assert "unsafe" not in (ROOT / KERNELS[name][kernel][0]).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SIZES)
def test_a_wrong_answer_is_not_timed(name: str) -> None:
    problem = Problem(name, 32)
    wrong = problem.output()
    wrong[...] = 7
    with pytest.raises(WrongAnswer, match=name):
        problem.check(wrong)


def test_a_process_answers_requests_or_says_why_not() -> None:
    pytest.importorskip("llvmlite", reason="the jobs import llvmlite")
    worker = Worker(sys.executable, "tests.bench.kernelc_jobs", {"KERNELC_EXECUTOR": "compiled", "KERNELC_CACHE": "off"})
    try:
        assert worker.ask(prepare="saxpy", size=1000, variant="saxpy")["variant"] == "saxpy"
        wall, cpu = worker.time("saxpy", calls=3)
        assert len(wall) == len(cpu) == 3
        assert min(wall) > 0
        with pytest.raises(NotMeasured, match="no such job here"):
            worker.ask(prepare="saxpy", variant="another")
        with pytest.raises(NotMeasured, match="there is no flight"):
            worker.time("saxpy", mode="flight")
    finally:
        worker.close()


def test_what_is_not_installed_is_not_measured() -> None:
    with pytest.raises(NotMeasured, match="warp: no interpreter that has it"):
        Worker("", "tests.bench.peers.warp_jobs", {})
    with pytest.raises(NotMeasured, match="nothing_jobs"):
        first_call(sys.executable, "tests.bench.peers.nothing_jobs", [], {})
    with pytest.raises(NotMeasured, match="No module named"):
        Worker(sys.executable, "tests.bench.peers.nothing_jobs", {})


def test_ways_are_taken_in_turns_and_their_least_counts() -> None:
    order: list[str] = []

    def way(name: str, seconds: float):
        def act(calls: int) -> tuple[list[float], list[float]]:
            order.append(name)
            return [seconds * len(order)] * calls, [seconds] * calls

        return act

    def failing(calls: int) -> tuple[list[float], list[float]]:
        raise NotMeasured("it ended")

    found, problems = in_turns({"a": way("a", 1.0), "b": way("b", 2.0), "c": failing}, 2)
    assert order == ["a", "b"] * 3
    assert found == {"a": Timing(1.0, 1.0), "b": Timing(4.0, 2.0)}
    assert problems == ["c: it ended"]


def test_no_number_stands_for_what_was_not_measured() -> None:
    assert cell(None, 12) == f"{'–':>12}"
    assert cell(Timing(0.002, 0.001), 20) == "      1.00    (2.00)"
    assert ratio(0.0, 6) == "     –"
    assert summary([0.5, 0.0, 2.0], 16, 6) == "geometric mean    1.00\nworst             2.00"
    assert summary([0.0], 16, 6) == "no ratio"
    assert mean([2.0, 8.0]) == pytest.approx(4.0)
    assert np.isclose(mean([3.0]), 3.0)
