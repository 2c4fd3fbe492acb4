"""Every fault on the CPU says where in the user's source it is, in which block and thread, and the values: at -O0 and -O2, in helpers and in the library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kernelc
from kernelc.runtime import errors

HEAD = "use cuda_device::{atomic, kernel, shared, sync_threads, thread, warp};\n"
HELPERS = """
fn element(x: &[u32], i: usize) -> u32 {
    x[i] // in element
}
fn any<T: Copy>(x: &[T], i: usize) -> T {
    x[i] // in any
}
#[inline(never)]
fn unwrapped(o: Option<u32>) -> u32 {
    o.unwrap() // in unwrapped
}
struct Few([u32; 4]);
impl core::ops::Index<usize> for Few {
    type Output = u32;
    fn index(&self, i: usize) -> &u32 {
        &self.0[i] // in index
    }
}
fn down(n: usize) -> usize {
    if n == 0 { 0 } else { down(n + 1) + 1 } // in down
}
#[inline(never)]
fn meet() {
    sync_threads();
}
#[inline(never)]
fn from_lane(v: u32, mask: u32) -> u32 {
    warp::shuffle_sync(mask, v, 0) // in from_lane
}
static TABLE: [u32; 4] = [1, 2, 3, 4];
"""

FAULTS: dict[str, tuple[str, type[Exception], str, str]] = {
    "index": ("y[0] = element(x, n);", errors.KernelPanic, "in element", "index out of bounds: the len is 8 but the index is 41"),
    "index in a generic function": ("y[0] = any(x, n);", errors.KernelPanic, "in any", "the len is 8 but the index is 41"),
    "index of the user's own": (
        "y[0] = Few([1, 2, 3, 4])[n];",
        errors.KernelPanic,
        "in index",
        "the len is 4 but the index is 41",
    ),
    "unwrap in a function": (
        "y[0] = unwrapped(x.get(n).copied());",
        errors.KernelPanic,
        "in unwrapped",
        "called `Option::unwrap()` on a `None` value",
    ),
    "expect": ('y[0] = *x.get(n).expect("no such");', errors.KernelPanic, "here", "no such"),
    "split_at": ("y[0] = x.split_at(n).0[0];", errors.KernelPanic, "here", "mid > len"),
    "reslice": (
        "y.copy_from_slice(&x[..n]);",
        errors.KernelPanic,
        "here",
        "range end index 41 out of range for slice of length 8",
    ),
    "swap": ("y.swap(0, n);", errors.KernelPanic, "here", "the len is 4 but the index is 41"),
    "division": ("y[0] = 5 / (n as u32 - 41);", errors.KernelPanic, "here", "attempt to divide by zero"),
    "assertion": ('assert!(n < 7, "{} is too many", n);', errors.KernelPanic, "here", "41 is too many"),
    "read past an argument": (
        "unsafe { y[0] = *x.as_ptr().add(n) }",
        errors.MemoryFault,
        "here",
        "read of 4 bytes at offset 164, 132 bytes past the end of argument `x`",
    ),
    "read before an argument": (
        "unsafe { y[0] = *x.as_ptr().sub(1) }",
        errors.MemoryFault,
        "here",
        "read of 4 bytes at 4 bytes before the start of argument `x`",
    ),
    "write past an argument": (
        "unsafe { *y.as_mut_ptr().add(n) = 1 }",
        errors.MemoryFault,
        "here",
        "write of 4 bytes at offset 164, 148 bytes past the end of argument `y`",
    ),
    "atomic past an argument": (
        "atomic::add(unsafe { &mut *y.as_mut_ptr().add(n) }, 1);",
        errors.MemoryFault,
        "here",
        "atomic access of 4 bytes at offset 164, 148 bytes past the end of argument `y`",
    ),
    "misaligned": (
        "unsafe { y[0] = *(x.as_ptr() as *const u8).add(n - 36).cast::<u32>() }",
        errors.MemoryFault,
        "here",
        "misaligned: read of 4 bytes at offset 5 of argument `x`",
    ),
    "null": (
        "unsafe { y[0] = *core::ptr::null::<u32>().add(n - 41) }",
        errors.MemoryFault,
        "here",
        "read of 4 bytes at the null pointer",
    ),
    "write to what is read-only": (
        "unsafe { *(x.as_ptr() as *mut u32) = 1 }",
        errors.MemoryFault,
        "here",
        "write to read-only memory: write of 4 bytes at offset 0 of argument `x`",
    ),
    "write to a static": (
        "unsafe { *(&raw const TABLE[n - 40] as *mut u32) = 1 }",
        errors.MemoryFault,
        "here",
        "write to read-only memory: write of 4 bytes at offset 4 of variable `TABLE`",
    ),
    "a lock that nobody opens": (
        "while atomic::exchange(&mut y[0], 1) == 1 || thread::threadIdx_x() > 40 {} atomic::add(&mut y[1], 1);",
        errors.SynchronizationError,
        "here",
        "deadlock: threads wait for memory that nobody changes",
    ),
    "past shared memory": (
        "let s = shared::<[u32; 32]>(); s[0] = 1; unsafe { y[0] = *s.as_ptr().add(n) }",
        errors.MemoryFault,
        "here",
        "36 bytes past the end of shared memory",
    ),
    "past local memory": (
        "let s = [1, 2, n as u32]; unsafe { y[0] = *s.as_ptr().add(n) }",
        errors.MemoryFault,
        "here",
        "past the end of local memory",
    ),
    "a copy in the library": (
        "unsafe { core::ptr::copy(x.as_ptr(), y.as_mut_ptr(), n) }",
        errors.MemoryFault,
        "here",
        "argument `x`",
    ),
    "stack": ("y[0] = down(n) as u32;", errors.MemoryFault, "in down", "stack overflow: "),
    "barriers apart": (
        "if n > 41 { sync_threads(); } else if thread::threadIdx_x() > 5 { sync_threads(); } else { y[0] = 1; sync_threads(); }",
        errors.SynchronizationError,
        "here",
        "divergent barrier: ",
    ),
    "one barrier through two calls": (
        "if thread::threadIdx_x() > 5 { meet(); } else { meet(); }",
        errors.SynchronizationError,
        "sync_threads();",
        "divergent barrier: ",
    ),
    "a barrier that some leave out": (
        "if thread::threadIdx_x() > 5 { sync_threads(); } else { while unsafe { y.as_ptr().read_volatile() } == 0 {} }",
        errors.SynchronizationError,
        "here",
        "deadlock: ",
    ),
    "outside of the own mask": (
        "y[0] = warp::shuffle_sync(1, n as u32, 0);",
        errors.SynchronizationError,
        "here",
        "lane 1 is not in its own mask 0x00000001",
    ),
    "outside of the mask, in a function": (
        "y[0] = from_lane(n as u32, 1);",
        errors.SynchronizationError,
        "in from_lane",
        "lane 1 is not in its own mask 0x00000001",
    ),
    "outside of the mask, in the library": (
        "y[0] = warp::reduce_sum_f32_partial(1.0, 9) as u32;",
        errors.SynchronizationError,
        "here",
        "lane 9 is not in its own mask 0x000001ff",
    ),
    "a loop without end": ("while n > 40 {}", errors.FuelExhausted, "here", "the loop never ends"),
}


def source_of(body: str) -> str:
    return f"{HEAD}{HELPERS}\n#[kernel]\npub fn k(x: &[u32], y: &mut [u32], n: usize) {{\n    {body} // here\n}}\n"


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_names_the_users_line(name: str, level: int, tmp_path: Path) -> None:
    body, kind, where, message = FAULTS[name]
    text = source_of(body)
    file = tmp_path / "k.rs"
    file.write_text(text)
    with pytest.raises(kind) as caught:
        kernelc.load(str(file), level=level).k[2, 32](np.arange(8, dtype=np.uint32), np.zeros(4, np.uint32), 41)
    error: Any = caught.value
    line = next(i for i, each in enumerate(text.splitlines(), 1) if where in each)
    assert (error.file, error.line) == (str(file), line), str(error)
    assert error.column > 4
    assert message in str(error)
    assert error.block == (0, 0, 0)
    assert error.thread is not None
    assert "<core" not in str(error)
    assert "<cuda_device" not in str(error)


@pytest.mark.parametrize("level", [0, 2])
def test_who_waits_where_is_said_in_lines_of_the_source(level: int, tmp_path: Path) -> None:
    file = tmp_path / "k.rs"
    file.write_text(f"""{HEAD}
#[kernel]
pub fn k(y: &mut [u32]) {{
    if thread::threadIdx_x() < 7 {{
        sync_threads();
    }} else {{
        y[0] = 1;
        sync_threads();
    }}
}}
""")
    with pytest.raises(errors.SynchronizationError) as caught:
        kernelc.load(str(file), level=level).k[1, 32](np.zeros(4, np.uint32))
    assert f"threads 0-6 wait at {file}:6:9 (PTX line" in str(caught.value)
    assert f"threads 7-31 wait at {file}:9:9 (PTX line" in str(caught.value)


@pytest.mark.parametrize("level", [0, 2])
def test_masks_that_do_not_fit_together_are_said(level: int, tmp_path: Path) -> None:
    file = tmp_path / "k.rs"
    file.write_text(f"""{HEAD}
#[kernel]
pub fn k(y: &mut [u32]) {{
    let t = thread::threadIdx_x();
    let mask = if t < 16 {{ 0xffffffff }} else {{ 0xffff0000 }};
    y[t as usize] = warp::shuffle_xor_sync(mask, t, 1);
    sync_threads();
}}
""")
    with pytest.raises(errors.SynchronizationError) as caught:
        kernelc.load(str(file), level=level).k[1, 32](np.zeros(32, np.uint32))
    assert f"masks that meet differ: 0xffffffff of lane 0, 0xffff0000 of lane 16, at {file}:7:21 (PTX line" in str(caught.value)


@pytest.mark.parametrize("level", [0, 2])
def test_lanes_that_a_mask_waits_for_in_vain_are_said(level: int, tmp_path: Path) -> None:
    file = tmp_path / "k.rs"
    file.write_text(f"""{HEAD}
#[kernel]
pub fn k(y: &mut [u32]) {{
    let t = thread::threadIdx_x();
    if t < 16 {{
        y[t as usize] = warp::shuffle_xor_sync(0xffffffff, t, 1);
    }}
    sync_threads();
}}
""")
    with pytest.raises(errors.SynchronizationError) as caught:
        kernelc.load(str(file), level=level).k[1, 32](np.zeros(32, np.uint32))
    assert f"threads 0-15 wait for the lanes of 0xffffffff at {file}:7:25 (PTX line" in str(caught.value)
    assert f"threads 16-31 wait at {file}:9:5 (PTX line" in str(caught.value)
