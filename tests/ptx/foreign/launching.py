"""How the corpus is launched: after `launch`, the arrays hold what the kernel wrote, on the executor asked for; `note` says why it was not compiled."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kernelc import load

FOLDER = Path(__file__).parent / "texts"


@cache
def loaded(path: Path, executor: str) -> Any:
    """The module of a text, loaded once for each executor."""
    module = load(path)
    for kernel in module.kernels.values():
        kernel.module_code.executor = executor
    return module


class Launch:
    """A text's kernel, ready to be launched: `launch(grid, block, *args, shared=bytes)`."""

    def __init__(self, path: Path, executor: str) -> None:
        self.path, self.executor = path, executor
        kernels = loaded(path, executor).kernels
        name = path.name.partition(".")[0]
        self.kernel = kernels[name] if name in kernels else next(iter(kernels.values()))
        self.padding = path.parent.name == "triton"

    def __call__(self, grid: Any, block: Any, *args: Any, shared: int = 0) -> None:
        """Launches it; Triton's kernels take pointers to scratch memory of their own after the rest."""
        spare = [0] * (len(self.kernel.signature.params) - len(args)) if self.padding else []
        self.kernel[grid, block, None, shared](*args, *spare)

    @property
    def note(self) -> str:
        """Why the last launch ran in the reference interpreter, "" if it did not."""
        return str(self.kernel.module_code.machine.notes.get(self.kernel.signature.symbol, ""))

    @property
    def shared(self) -> int:
        """The bytes of dynamic shared memory that the text's first line states."""
        words = self.path.read_text("utf-8").partition("\n")[0].split()
        return int(words[words.index("bytes") - 1])


def texts(folder: str = "*") -> list[Path]:
    """The texts of a compiler, or all."""
    return sorted(FOLDER.glob(f"{folder}/*.ptx"))


def words(array: np.ndarray) -> list[Any]:
    """An array as Numba passes it: no owner, length, item size, data, shape, strides."""
    return [0, 0, array.size, array.itemsize, array, *array.shape, *array.strides]


def random(seed: int) -> np.random.Generator:
    """Numbers that are the same each time."""
    return np.random.default_rng(seed)


def close(got: np.ndarray, wanted: Any, relative: float = 1e-6, absolute: float = 0.0) -> None:
    """Asserts that floats agree within a tolerance."""
    np.testing.assert_allclose(np.asarray(got, np.float64), np.asarray(wanted, np.float64), rtol=relative, atol=absolute)


def same(got: np.ndarray, wanted: Any) -> None:
    """Asserts that values are equal."""
    np.testing.assert_array_equal(got, wanted)
