"""Launch shapes, and what goes wrong while a kernel runs: each an exception with file, line, column, block, thread and values."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelc import FuelExhausted, KernelError, KernelPanic, LaunchError, MemoryFault, NotSupported, SynchronizationError, load
from kernelc.runtime.errors import from_vm
from ptx.vm.errors import NonCoherent
from tests.runtime.support import ROOT, load_text

COUNT = "#[kernel] pub fn count(out: &mut [u32]) { let i = thread::index_1d().get(); if i < out.len() { out[i] += 1; } }"


@pytest.fixture
def count(tmp_path: Path) -> Any:
    return load_text(tmp_path, COUNT).count


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ((-1, 32), "grid.x is -1, must not be negative"),
        ((2.5, 32), "grid.x is 2.5, must be an integer"),
        ((True, 32), "grid.x is True, must be an integer"),
        (("1", 32), "grid.x is '1', must be an integer"),
        ((None, 32), "grid.x is None, must be an integer"),
        ((2**31, 32), "grid.x is 2147483648, must be between 0 and 2147483647"),
        (((1, 65536), 32), "grid.y is 65536, must be between 0 and 65535"),
        (((1, 2, 3, 4), 32), "grid has 4 dimensions, must have 1 to 3"),
        (((), 32), "grid has 0 dimensions, must have 1 to 3"),
        ((1, 0), "block.x is 0, must be between 1 and 1024"),
        ((0, 0), "block.x is 0, must be between 1 and 1024"),
        ((1, 1025), "block.x is 1025, must be between 1 and 1024"),
        ((1, (1, 1, 65)), "block.z is 65, must be between 1 and 64"),
        ((1, (64, 32)), "block (64, 32, 1) has 2048 threads, the limit is 1024"),
        ((1, 32, None, -4), "dynamic shared memory is -4, must not be negative"),
        ((1, 32, None, "4"), "dynamic shared memory is '4', must be an integer"),
        ((1, 32, None, 0, 0), "count[…] takes grid and block, then stream and dynamic shared bytes; got 5 values"),
        (1, "count[…] takes grid and block, then stream and dynamic shared bytes; got 1 value"),
    ],
)
def test_shapes_that_cannot_be(count: Any, shape: Any, message: str) -> None:
    with pytest.raises(LaunchError) as caught:
        count[shape]
    assert str(caught.value) == message
    assert isinstance(caught.value, ValueError)


def test_shapes_that_can_be(count: Any) -> None:
    out = np.zeros(40, np.uint32)
    count[2, 32](out)
    count[(np.int64(1), 1), [64]](out)
    count[0, 32](out)
    count[(3, 0, 2), 32](out)
    count[1, 32, None, 1024](np.zeros(0, np.uint32))
    assert (out == 2).all()


def test_a_kernel_without_a_shape(count: Any) -> None:
    with pytest.raises(LaunchError, match=r"count needs a grid and a block: count\[grid, block\]"):
        count(np.zeros(3, np.uint32))


def test_a_stream_belongs_to_a_gpu(count: Any) -> None:
    with pytest.raises(LaunchError, match="a stream belongs to a GPU, but the arrays are on the host"):
        count[1, 32, object()](np.zeros(3, np.uint32))
    count[1, 32, 0](np.zeros(3, np.uint32))


@pytest.mark.parametrize(
    ("size", "block", "grid", "threads"),
    [
        (0, None, (0, 1, 1), (256, 1, 1)),
        (1, None, (1, 1, 1), (256, 1, 1)),
        (257, None, (2, 1, 1), (256, 1, 1)),
        (np.int32(100), 33, (4, 1, 1), (33, 1, 1)),
        ((100, 17), None, (7, 2, 1), (16, 16, 1)),
        ([100, 17], (32, 8), (4, 3, 1), (32, 8, 1)),
        ((9, 5, 9), None, (2, 1, 3), (8, 8, 4)),
    ],
)
def test_over(count: Any, size: Any, block: Any, grid: Any, threads: Any) -> None:
    launcher = count.over(size, block)
    assert (launcher.grid, launcher.block, launcher.shared, launcher.stream) == (grid, threads, 0, None)


def test_over_runs_and_refuses(count: Any) -> None:
    out = np.zeros(300, np.uint32)
    count.over(len(out))(out)
    assert (out == 1).all()
    assert count.over(3, shared=64).shared == 64
    for size, block, message in ((-1, None, "size.x is -1"), (5, 0, "block.x is 0"), ((1, 2**30), None, "grid.y is"), ("5", None, "size.x is '5'")):
        with pytest.raises(LaunchError, match=message):
            count.over(size, block)


# -------------------------------------------------------------------------------------------------------------------------- faults


def fault(folder: Path, text: str, *args: object, block: int = 1, grid: int = 1) -> KernelError:
    """What a launch of `k` raises; the line numbers of `text` begin at 2."""
    with pytest.raises(KernelError) as caught:
        load_text(folder, text).k[grid, block](*args)
    return caught.value


PANICS = [
    ("x[n as usize] = 1;", "index out of bounds: the len is 4 but the index is 9"),
    ("x[0] = 1 / (n - 9);", "attempt to divide by zero"),
    ("x[0] = 1 % (n - 9);", "attempt to calculate the remainder with a divisor of zero"),
    ('panic!("no way");', "no way"),
    ("assert!(n < 3);", "assertion failed: n < 3"),
    ("unreachable!();", "internal error: entered unreachable code"),
]


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize(("statement", "message"), PANICS)
def test_panics_speak_as_rust_does(tmp_path: Path, statement: str, message: str, level: int) -> None:
    module = load_text(tmp_path, f"#[kernel] pub fn k(n: u32, x: &mut [u32]) {{\n    {statement}\n}}", level=level)
    with pytest.raises(KernelPanic) as caught:
        module.k[1, 1](9, np.zeros(4, np.uint32))
    error = caught.value
    assert str(error) == f"thread (0, 0, 0) of block (0, 0, 0) panicked at {tmp_path}/k.rs:3:{error.column}:\n{message}"
    assert (error.file, error.line, error.block, error.thread) == (f"{tmp_path}/k.rs", 3, (0, 0, 0), (0, 0, 0))
    assert error.column >= 5


def test_the_least_block_and_thread_panics_first(tmp_path: Path) -> None:
    error = fault(
        tmp_path,
        "#[kernel] pub fn k(x: &mut [u32]) {\n    let i = thread::index_1d().get();\n    x[i] = 1;\n}",
        np.zeros(40, np.uint32),
        grid=2,
        block=32,
    )
    assert isinstance(error, KernelPanic)
    assert (error.block, error.thread, error.line, error.column) == ((1, 0, 0), (8, 0, 0), 4, 5)
    assert list(error.values) == [40, 40]


def test_a_pointer_out_of_bounds_names_the_parameter(tmp_path: Path) -> None:
    text = "#[kernel] pub fn k(first: *mut f32, second: *mut f32) {\n    unsafe { *second.add(7) = *first; }\n}"
    error = fault(tmp_path, text, np.zeros(100, np.float32), np.zeros(7, np.float32))
    assert isinstance(error, MemoryFault)
    assert "`second`" in str(error)
    assert f"{tmp_path}/k.rs:3:14" in str(error)
    assert (error.file, error.line, error.column) == (f"{tmp_path}/k.rs", 3, 14)
    assert (error.block, error.thread) == ((0, 0, 0), (0, 0, 0))


def test_a_fault_is_reported_where_the_source_is_gone(tmp_path: Path) -> None:
    (tmp_path / "other.rs").write_text("pub fn far() -> usize { 7 }")
    text = "mod other;\n#[kernel] pub fn k(x: *mut f32) {\n    unsafe { *x.add(other::far()) = 1.0; }\n}"
    kernel = load_text(tmp_path, text).k
    (tmp_path / "other.rs").unlink()
    with pytest.raises(MemoryFault, match="`x`") as caught:
        kernel[1, 1](np.zeros(7, np.float32))
    assert (caught.value.file, caught.value.line) == (None, 0)


def test_writing_to_what_is_read_only(tmp_path: Path) -> None:
    text = "#[kernel] pub fn k(x: *const f32) {\n    unsafe { *(x as *mut f32) = 1.0; }\n}"
    error = fault(tmp_path, text, np.zeros(1, np.float32))
    assert isinstance(error, MemoryFault)
    assert "`x`" in str(error)


def test_every_memory_fault_of_the_machine_is_one_here() -> None:
    assert isinstance(from_vm(NonCoherent("…")), MemoryFault)


def test_a_barrier_that_not_all_threads_reach(tmp_path: Path) -> None:
    text = "#[kernel] pub fn k(n: u32) {\n    if thread::threadIdx_x() < n {\n        sync_threads();\n    } else { sync_threads(); }\n}"
    if "sync_threads" not in "".join(p.read_text() for p in (ROOT / "kernelc" / "core").rglob("*.rs")):
        pytest.skip("the language has no barrier yet")
    error = fault(tmp_path, text, 3, block=32)
    assert isinstance(error, SynchronizationError)


def test_errors_can_be_pickled(tmp_path: Path) -> None:
    error = fault(tmp_path, "#[kernel] pub fn k(x: &mut [u32]) {\n    x[1] = 1;\n}", np.zeros(1, np.uint32))
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), copy.line, copy.thread) == (KernelPanic, str(error), 3, (0, 0, 0))


def test_a_loop_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ptx.vm.threads.DEFAULT_FUEL", 1000)
    text = "#[kernel] pub fn k(x: &mut [u32]) {\n    let mut i = 0u32;\n    loop {\n        i = i * 3 + 1;\n        x[0] = i;\n    }\n}"
    error = fault(tmp_path, text, np.zeros(1, np.uint32))
    assert isinstance(error, FuelExhausted)
    assert error.file == f"{tmp_path}/k.rs"
    assert 4 <= error.line <= 6
    assert (error.block, error.thread) == ((0, 0, 0), (0, 0, 0))


def test_a_thread_that_waits_for_nobody(tmp_path: Path) -> None:
    error = fault(tmp_path, "#[kernel] pub fn k(x: &mut [u32]) {\n    while x[0] == 0 {}\n}", np.zeros(1, np.uint32))
    assert isinstance(error, SynchronizationError | FuelExhausted)
    assert error.line == 3


def test_ptx_that_the_machine_does_not_know(tmp_path: Path) -> None:
    path = tmp_path / "odd.ptx"
    path.write_text(".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n\tfrobnicate.b32 %r1, %r2;\n\tret;\n}\n")
    with pytest.raises(NotSupported, match="frobnicate"):
        load(path).k[1, 1]()
