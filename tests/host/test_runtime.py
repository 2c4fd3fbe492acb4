"""What the runtime of the host crates promises beyond right results: waits without end are reported, shared memory begins fresh in each block."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.differential.threads import build_host_crates

from .support import needs_rustc

pytestmark = [needs_rustc, pytest.mark.xdist_group("threads")]

PROGRAM = """
use cuda_device::{ConstantMemory, atomic::*, constant, gpu_printf, runtime::launch, shared, sync_threads, thread, warp};
#[constant]
static SCALE: ConstantMemory<u32> = ConstantMemory::UNINIT;
fn show(result: Result<(), cuda_device::runtime::Trap>) {
    match result {
        Ok(()) => println!("ended"),
        Err(trap) => println!("{trap}"),
    }
}
fn main() {
    show(launch([2, 1, 1], [4, 1, 1], 0, || if thread::threadIdx_x() == 0 { sync_threads() } else { warp::sync_mask(15) }));
    let flag = DeviceAtomicU32::new(0);
    show(launch([1, 1, 1], [2, 1, 1], 0, || while flag.load(AtomicOrdering::Relaxed) != 7 {}));
    show(launch([1, 1, 1], [2, 1, 1], 0, || {
        if thread::threadIdx_x() == 1 { flag.store(7, AtomicOrdering::Relaxed) }
        while flag.load(AtomicOrdering::Relaxed) != 7 {}
    }));
    let sum = DeviceAtomicU64::new(0);
    show(launch([1, 1, 1], [2, 1, 1], 0, || (0..7_000_000).for_each(|_| { sum.fetch_add(1, AtomicOrdering::Relaxed); })));
    println!("{}", sum.load(AtomicOrdering::Relaxed));
    let found = DeviceAtomicU32::new(0);
    show(launch([2, 1, 1], [1, 1, 1], 0, || {
        let place = shared::<u32>();
        found.fetch_add((*place == 0xcbcbcbcb) as u32, AtomicOrdering::Relaxed);
        *place = 5;
    }));
    println!("{} blocks found fresh memory", found.load(AtomicOrdering::Relaxed));
    show(launch([0, 1, 1], [4, 1, 1], 0, || panic!("nothing runs")));
    show(launch([1, 2, 1], [3, 1, 1], 0, || assert!(thread::blockIdx_y() + thread::threadIdx_x() < 3)));
    unsafe { SCALE.set(SCALE.get() + 7) };
    show(launch([1, 1, 1], [1, 1, 1], 0, || {
        let count = gpu_printf!("{} {:f} {{x}}\\n", SCALE.get(), 1.5);
        gpu_printf!("{}\\n", count);
    }));
    let outside = std::panic::catch_unwind(|| thread::threadIdx_x());
    println!("{}", outside.unwrap_err().downcast_ref::<&str>().unwrap());
}
"""

PRINTED = [
    "block (0, 0, 0) thread (0, 0, 0) at :0:0: the threads wait for each other: AtBarrier",
    "block (0, 0, 0) thread (0, 0, 0) at :0:0: the threads wait for each other: Polls",
    "ended",
    "ended",
    "14000000",
    "ended",
    "2 blocks found fresh memory",
    "ended",
    "block (0, 1, 0) thread (2, 0, 0) at main.rs:30:45: assertion failed: thread::blockIdx_y() + thread::threadIdx_x() < 3",
    "7 1.5 {x}",
    "2",
    "ended",
    "this function is for kernels: it is called outside of a launch",
]


def test_what_the_runtime_reports(tmp_path: Path) -> None:
    build_host_crates(tmp_path)
    (tmp_path / "main.rs").write_text(PROGRAM, "utf-8")
    command = ["rustc", "--edition", "2024", "-L", ".", "--extern", "cuda_device=libcuda_device.rlib", "-O", "main.rs"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run(["./main"], cwd=tmp_path, check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == PRINTED
