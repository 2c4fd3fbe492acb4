"""PTX of nvcc, Numba, Triton and LLVM: every kernel computes what NumPy says, on both executors; which of them run compiled is said here."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from ptx.vm.compiled.native.target import llvm
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

INTERPRETED = {
    "block_barrier.O0.sm_75": "in a function that calls itself or is called by address",
    "block_barrier.O0.sm_90": "in a function that calls itself or is called by address",
    "pipeline.O0.sm_75": "the kernel has more than 8000 instructions after inlining",
}
"""Texts that may run in the reference interpreter although native code was asked for → why; all others run as native code."""


def kernel_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name.partition('.')[0]}"


def check(path: Path, executor: str) -> Launch:
    """Launches a text's kernel and compares its results; returns what ran it."""
    launch = Launch(path, executor)
    name = kernel_of(path).partition("/")[2]
    function = next(vars(module)[name] for module in CHECKS[path.parent.name] if name in vars(module))
    function(launch)
    return launch


RUN = [pytest.param(path, marks=[pytest.mark.slow] if ".O0." in path.name else []) for path in texts()]
IDS = [f"{path.parent.name}-{path.stem}" for path in texts()]


def test_the_corpus_is_whole() -> None:
    folders = {folder: {kernel_of(path) for path in texts(folder)} for folder in CHECKS}
    assert {folder: len(kernels) for folder, kernels in folders.items()} == {"cuda": 47, "numba": 11, "triton": 12, "llvm": 4}
    assert len(texts("cuda")) == 4 * 47
    assert INTERPRETED.keys() <= {path.stem for path in texts()}
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
    assert not launch.note or INTERPRETED.get(path.stem, "nothing") in launch.note

