"""Launches over the arrays of the launch before: they are set up once, and nothing else is different."""

from __future__ import annotations

import gc
import threading
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kernelc
from kernelc import ArgumentError, KernelPanic, sanitize
from tests.runtime.support import load_text

pytest.importorskip("llvmlite")
STEP = """
use cuda_device::{kernel, thread};
#[kernel]
pub fn step(a: f32, n: u64, x: &[f32], y: &mut [f32]) {
    let i = thread::index_1d().get();
    if i < n as usize { y[i] = a * x[i] + y[i]; }
}
#[kernel]
pub fn write(x: &mut [u32], i: u32, value: u32) { x[i as usize] = value; }
#[kernel]
pub fn tell(n: u64, x: &mut [u64]) { x[thread::index_1d().get()] = n; }
"""


@pytest.fixture(autouse=True)
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNELC_EXECUTOR", "compiled")


@pytest.fixture
def module(tmp_path: Path) -> Any:
    return load_text(tmp_path, STEP)


def kept(kernel: Any) -> dict[object, Any]:
    """The launches of its module that can be made again."""
    found: dict[object, Any] = kernel.module_code.again
    return found


def test_numbers_and_contents_may_change(module: Any) -> None:
    x, y, expected = np.arange(100, dtype="f"), np.zeros(100, "f"), np.zeros(100, "f")
    for a, n in ((1.0, 100), (2.5, 50), (-0.0, 100), (np.float32(3), 7)):
        x += 1
        module.step[4, 32](a, n, x, y)
        expected[:n] += np.float32(a) * x[:n]
        assert len(kept(module.step)) == 1
    assert y.tolist() == expected.tolist()


def test_other_arrays_and_shapes_are_other_launches(module: Any) -> None:
    x, y, other = np.ones(64, "f"), np.zeros(64, "f"), np.zeros(64, "f")
    module.step[2, 32](1.0, 64, x, y)
    module.step[2, 32](1.0, 64, x, other)
    module.step[1, 32](1.0, 64, x, other)
    assert (y.sum(), other.sum()) == (64, 96)
    y.resize(32, refcheck=False)
    module.step[2, 32](1.0, 32, x, y)
    assert y.tolist() == [2.0] * 32


def test_what_an_array_has_become_is_seen(module: Any) -> None:
    x, y = np.ones(64, "f"), np.zeros(64, "f")
    module.step[2, 32](1.0, 64, x, y)
    y.flags.writeable = False
    with pytest.raises(ArgumentError, match="read-only"):
        module.step[2, 32](1.0, 64, x, y)
    y.flags.writeable = True
    module.step[2, 32](1.0, 64, x, y)
    y.dtype = np.dtype("u4")  # type: ignore[misc]
    with pytest.raises(ArgumentError, match="expected dtype float32"):
        module.step[2, 32](1.0, 64, x, y)
    y.dtype = np.dtype("f4")  # type: ignore[misc]
    for wrong in ((1.0, 64, x), (1.0, 64, x, y, y), (1.0, -1, x, y), (1.0, 64, x, None), ("a", 64, x, y)):
        with pytest.raises(ArgumentError):
            module.step[2, 32](*wrong)
        module.step[2, 32](1.0, 64, x, y)
    assert y.tolist() == [7.0] * 64


def test_arrays_are_not_kept_alive(module: Any) -> None:
    x, y = np.ones(64, "f"), np.zeros(64, "f")
    module.step[2, 32](1.0, 64, x, y)
    module.step[2, 32](1.0, 64, x, y)
    assert kept(module.step)
    places = weakref.ref(x), weakref.ref(y)
    del x, y
    gc.collect()
    assert [place() for place in places] == [None, None]


def test_a_fault_is_told_as_the_first_time(module: Any) -> None:
    texts = []
    x = np.zeros(8, np.uint32)
    for round in range(3):
        module.write[1, 1](x, 3, 5 + round)
        assert x[3] == 5 + round
        assert kept(module.write)
        with pytest.raises(KernelPanic, match="index out of bounds: the len is 8 but the index is 9") as caught:
            module.write[1, 1](x, 9, 1)
        texts.append(str(caught.value))
    assert len(set(texts)) == 1
    assert "10:" in texts[0]


def test_a_number_that_looks_like_an_address(module: Any) -> None:
    x = np.zeros(32, np.uint64)
    for number in (16 << 40, 5, 16 << 40):
        module.tell[1, 32](number, x)
        assert set(x.tolist()) == {number}
    assert all(each.prepared.may_repeat for each in kept(module.tell).values())


def test_watched_launches_are_new_ones(module: Any) -> None:
    x, y = np.ones(64, "f"), np.zeros(64, "f")
    module.step[2, 32](1.0, 64, x, y)
    with sanitize() as report:
        module.step[2, 32](1.0, 64, x, y)
    with kernelc.profile() as statistics:
        module.step[2, 32](1.0, 64, x, y)
    assert not report.findings
    assert statistics.total.warps > 0
    assert y.tolist() == [3.0] * 64


def test_threads_may_launch_at_once(module: Any) -> None:
    x, counters = np.ones(256, "f"), [np.zeros(256, "f") for _ in range(4)]

    def work(y: Any) -> None:
        for _ in range(100):
            module.step[8, 32](1.0, 256, x, y)

    threads = [threading.Thread(target=work, args=(counters[number % 4],)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [set(y.tolist()) for y in counters] == [{100.0}] * 4
    assert len(kept(module.step)) <= 8


def test_views_and_arrays_of_other_classes(module: Any) -> None:
    class Own(np.ndarray):
        """An array of a class of its own."""

    base, y = np.arange(128, dtype="f"), np.zeros(64, "f")
    for _ in range(2):
        module.step[2, 32](1.0, 64, base[32:96], y)
        module.step[2, 32](1.0, 64, base[:64].view(Own), y)
    assert y.tolist() == [2 * (i + 32 + i) for i in range(64)]
