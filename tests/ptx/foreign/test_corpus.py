"""PTX of nvcc, Numba, Triton and LLVM: every kernel computes what NumPy says, on both executors; which of them run compiled is said here."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from ptx.vm.compiled.target import llvm
from tests.ptx.foreign import (
    check_arithmetic,
    check_language,
    check_llvm,
    check_matrix,
    check_numba,
    check_parallel,
    check_triton,
)
from tests.ptx.foreign.launching import Launch, texts

CHECKS: dict[str, tuple[ModuleType, ...]] = {
    "cuda": (check_parallel, check_language, check_arithmetic, check_matrix),
    "numba": (check_numba,),
    "triton": (check_triton,),
    "llvm": (check_llvm,),
}
"""Where the checks of a compiler's kernels are."""

REFUSED: dict[str, str] = {}
"""Kernels that no executor runs yet → the instruction that is refused, by name."""

INTERPRETED = {
    "cuda/asserts": "calls by address, or a function of the host",
    "cuda/atomics": "in a loop, which may wait for another thread",
    "cuda/ballot_match": "at which lanes of a warp may meet",
    "cuda/bfloat_math": "arithmetic of .bf16",
    "cuda/bit_intrinsics": "packed integers",
    "cuda/block_barrier": "special register %globaltimer",
    "cuda/doubles": "the approximate f64 reciprocal",
    "cuda/grid_sync": "in a loop, which may wait for another thread",
    "cuda/half_math": "arithmetic of .f16",
    "cuda/indirect": "calls by address, or a function of the host",
    "cuda/look_back": "in a loop, which may wait for another thread",
    "cuda/pipeline": "instructions after inlining",
    "cuda/precise_math": "instructions after inlining",
    "cuda/print": "calls by address, or a function of the host",
    "cuda/recursion": "recursion",
    "cuda/scan": "at which lanes of a warp may meet",
    "cuda/spin_lock": "in a loop, which may wait for another thread",
    "cuda/switch_table": "brx.idx",
    "llvm/lanes": "in a loop, which may wait for another thread",
    "llvm/mixed": "brx.idx",
    "numba/lock": "in a loop, which may wait for another thread",
    "numba/special": "the approximate f64 reciprocal",
    "triton/transpose_half": "arithmetic of .f16",
}
"""Kernels of which some text may run in the reference interpreter although native code was asked for → what was not compiled when this was written."""


def kernel_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name.partition('.')[0]}"


def check(path: Path, executor: str) -> Launch:
    """Launches a text's kernel and compares its results; returns what ran it."""
    launch = Launch(path, executor)
    name = kernel_of(path).partition("/")[2]
    function = next(vars(module)[name] for module in CHECKS[path.parent.name] if name in vars(module))
    function(launch)
    return launch


RUN = [path for path in texts() if kernel_of(path) not in REFUSED]
IDS = [f"{path.parent.name}-{path.stem}" for path in RUN]


def test_the_corpus_is_whole() -> None:
    folders = {folder: {kernel_of(path) for path in texts(folder)} for folder in CHECKS}
    assert {folder: len(kernels) for folder, kernels in folders.items()} == {"cuda": 47, "numba": 11, "triton": 12, "llvm": 4}
    assert len(texts("cuda")) == 4 * 47
    assert (REFUSED.keys() | INTERPRETED.keys()) <= set().union(*folders.values())
    sources = {f"cuda/{path.stem}" for path in (Path(__file__).parent / "cuda").glob("*.cu")}
    assert sources == folders["cuda"]


@pytest.mark.parametrize("path", RUN, ids=IDS)
def test_reference(path: Path) -> None:
    check(path, "reference")


@pytest.mark.parametrize("path", RUN, ids=IDS)
def test_compiled(path: Path) -> None:
    if llvm() is None:
        pytest.skip("llvmlite is not installed")
    launch = check(path, "compiled")
    assert not launch.note or kernel_of(path) in INTERPRETED, launch.note


@pytest.mark.parametrize("path", [path for path in texts() if kernel_of(path) in REFUSED], ids=lambda path: path.stem)
def test_what_no_executor_runs_is_refused_by_name(path: Path) -> None:
    from kernelc import KernelError

    with pytest.raises(KernelError, match=rf"`{REFUSED[kernel_of(path)]}.*PTX line \d+"):
        check(path, "reference")
