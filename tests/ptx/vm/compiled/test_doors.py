"""Functions that native code calls are made once for a kernel's launches, lead to the launch that uses them, and keep nothing of it."""

from __future__ import annotations

import gc
import weakref
from functools import partial

import numpy as np
import pytest

from ptx.vm import Buffer, load
from ptx.vm.compiled.schedule import execution
from ptx.vm.compiled.schedule.doors import Doors

from .test_control import kernel
from .test_execution import SPIN

pytest.importorskip("llvmlite", reason="the compiled executor needs llvmlite (extra `vm`)")


def test_launches_after_another_use_the_same_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Doors] = []
    start = Doors.__init__

    def counted(self) -> None:
        made.append(self)
        start(self)

    monkeypatch.setattr(Doors, "__init__", counted)
    module = load(kernel("st.global.u32 [%rd4], %r3;"), "compiled")
    for _ in range(3):
        y = np.zeros(64, np.uint32)
        module.launch("k", 1, 64, [Buffer("x", np.zeros(1, np.uint32)), Buffer("y", y)])
        assert y.any()
    assert len(made) == 1


def noted(told: list[int], done: int, total: int) -> None:
    told.append(done)


def test_progress_is_told_to_the_launch_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "processors", lambda: 1)
    module = load(kernel(SPIN.replace("COUNT", "20")), "compiled")
    for launch in range(3):
        told: list[int] = []
        arrays = [np.zeros(1, np.uint32), np.zeros(64 * 200, np.uint32)]
        buffers = [Buffer(name, array) for name, array in zip("xy", arrays)]
        module.launch("k", 200, 64, buffers, progress=partial(noted, told))
        assert told, launch


def test_a_launch_is_freed_when_it_is_over() -> None:
    module = load(kernel("st.global.u32 [%rd4], %r3;"), "compiled")
    alive: list[weakref.ref] = []
    start = execution.Execution.__init__

    def watched(self, *rest):
        alive.append(weakref.ref(self))
        start(self, *rest)

    gc.disable()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(execution.Execution, "__init__", watched)
            module.launch("k", 1, 32, [Buffer("x", np.zeros(1, np.uint32)), Buffer("y", np.zeros(32, np.uint32))])
        assert len(alive) == 1
        assert alive[0]() is None
    finally:
        gc.enable()
