"""Generic kernels from Python: given by hand, told by the arguments, or refused by name."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from kernelc import CompileError, KernelError, load
from kernelc.runtime.errors import ArgumentError, LaunchError
from kernelc.runtime.module import LoadedModule

SOURCE = """use cuda_device::*;
static mut COUNT: u32 = 0;
#[kernel]
pub fn scale<T: Copy + core::ops::Mul<Output = T>, const N: usize>(a: T, x: &mut [T]) {
    let i = thread::index_1d().get();
    if i < x.len() { let mut n = 0; while n < N { x[i] = x[i] * a; n += 1; } }
}
#[kernel]
pub fn copy<T: Copy, U: Copy>(x: &[T], y: &mut [T], z: &mut [[U; 2]]) { y[0] = x[0]; z[0][1] = z[0][0]; }
#[kernel]
pub fn constants<const B: bool, const C: char, const I: i8>(out: &mut [u32]) { out[0] = if B { C as u32 } else { I as u32 }; }
#[kernel]
pub fn counted<T>(x: &mut [T]) { unsafe { COUNT += x.len() as u32; } }
#[kernel]
pub fn plain(x: &mut [u32]) { x[0] = 7; }
pub mod inner {
    pub struct Pair { pub a: u32, pub b: u32 }
    #[cuda_device::kernel]
    pub fn first<T>(out: &mut [u32]) { out[0] = core::mem::size_of::<T>() as u32; }
}
"""


@pytest.fixture
def module(tmp_path: Path) -> LoadedModule:
    (tmp_path / "k.rs").write_text(SOURCE)
    return load(tmp_path / "k.rs")


def test_arguments_given_by_hand(module: LoadedModule) -> None:
    x = np.arange(4, dtype=np.float32)
    kernel = module.scale.of(T="f32", N=2)
    kernel[1, 32](3.0, x)
    assert x.tolist() == [0, 9, 18, 27]
    assert kernel is module.scale.of(N=2, T=np.float32)
    assert repr(kernel).startswith("<kernel scale::<f32, 2>(a: f32, x: &mut [f32]) of ")


def test_types_are_told_by_dtypes(module: LoadedModule) -> None:
    for dtype in (np.uint8, np.int64, np.float64):
        x = np.arange(4).astype(dtype)
        module.scale.of(N=1).over(4)(dtype(2), x)
        assert x.tolist() == [0, 2, 4, 6]
    y, z = np.zeros(1, np.uint16), np.array([[5, 0]], np.int8)
    module.copy[1, 1](np.array([3], np.uint16), y, z)
    assert (y[0], z[0, 1]) == (3, 5)


def test_constants_of_every_type(module: LoadedModule) -> None:
    out = np.zeros(1, np.uint32)
    module.constants.of(B=True, C="é", I=-3)[1, 1](out)
    assert out[0] == ord("é")
    module.constants.of(B=False, C="\n", I=-3)[1, 1](out)
    assert out[0] == 2**32 - 3


def test_types_and_kernels_of_modules(module: LoadedModule) -> None:
    out = np.zeros(1, np.uint32)
    module.first.of(T="inner::Pair")[1, 1](out)
    assert out[0] == 8


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: m.scale.of(M=3), "scale has no generic parameter `M`; it has T, N"),
        (lambda m: m.scale.of(N="f32"), "`N` is 'f32', must be a constant of type `usize`"),
        (lambda m: m.scale.of(N=True), "`N` is True, must be a constant of type `usize`"),
        (lambda m: m.scale.of(T=3), "`T` is 3, must be a type as text"),
        (lambda m: m.scale[1, 32](2.0, np.zeros(3)), r"scale: `N` cannot be told by the arguments; write scale\.of\(N=…\)"),
        (lambda m: m.scale.of(N=1)[1, 1](np.float32(2), np.zeros(3)), "scale: `T` is f32 by argument `a`, but f64 by `x`"),
        (lambda m: m.scale.of(N=1)[1, 1](2.0), "takes 2 arguments, got 1"),
        (lambda m: m.copy[1, 1](np.zeros(1), np.zeros(1), 3), "copy: `U` cannot be told"),
        (lambda m: m.scale(1, 2), "scale needs a grid and a block"),
        (lambda m: m.scale.of(N=1)[1, 1](2.0, np.zeros(3, [("a", "f4")])), "`T` cannot be told"),
        (lambda m: m.counted[1, 1](np.zeros(3)), "uses `static mut COUNT`, which an instance made later would not share"),
    ],
)
def test_what_is_not_told_or_wrong_is_named(module: LoadedModule, call: object, message: str) -> None:
    with pytest.raises((KernelError, LaunchError, ArgumentError), match=message):
        call(module)  # type: ignore[operator]


def test_bounds_are_checked(module: LoadedModule) -> None:
    with pytest.raises(CompileError, match="the trait bound `bool: Mul<bool>` is not satisfied"):
        module.scale.of(T="bool", N=1)
    with pytest.raises(CompileError, match="cannot find type `Missing`"):
        module.scale.of(T="Missing", N=1)


def test_instances_compiled_together_share_statics(module: LoadedModule) -> None:
    shared = load(module.path, instantiate=["counted::<u8>", "counted::<f64>"])
    for kernel in ("counted::<u8>", "counted::<f64>"):
        shared.kernels[kernel][1, 1](np.zeros(3, np.uint8 if "u8" in kernel else np.float64))
    assert shared.static["COUNT"] == 6
    assert set(shared.kernels) == {"plain", "counted::<u8>", "counted::<f64>"}


def test_a_generic_kernel_can_be_pickled(module: LoadedModule) -> None:
    x = np.ones(2, np.int32)
    pickle.loads(pickle.dumps(module.scale.of(N=3)))[1, 32](2, x)
    assert x.tolist() == [8, 8]


def test_a_file_of_generic_kernels_alone(tmp_path: Path) -> None:
    (tmp_path / "k.rs").write_text("#[kernel] pub fn k<T: Copy>(x: &mut [T]) { x[0] = x[1]; }")
    for _ in range(2):  # compiled, then from the cache
        x = np.array([1, 2])
        load(tmp_path / "k.rs").k[1, 1](x)
        assert x.tolist() == [2, 2]
    (tmp_path / "k.rs").write_text("#[kernel] pub fn k<T: Copy>(x: &mut [T]) { x[0] = true; }")
    with pytest.raises(CompileError, match="mismatched types"):
        load(tmp_path / "k.rs")
