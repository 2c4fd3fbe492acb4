"""PTX of other compilers under the sanitizer: copies, mbarriers, matrices, warp intrinsics and locks as nvcc, Numba and Triton write them are clean."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kernelc
from ptx.vm.findings import GLOBAL_RACE, SCOPE
from tests.ptx.foreign import test_corpus
from tests.ptx.foreign.launching import Launch, texts

pytest.importorskip("llvmlite", reason="the sanitizer needs llvmlite (extra `vm`)")

FOUND = {
    "atomics": [SCOPE],  # blocks meet in a counter by `atomicAdd_block`
    "lock": [GLOBAL_RACE],  # no fence behind the compare-exchange that locks
}
"""What is wrong with some of them."""
LEFT_OUT = {"asserts"}
"""Kernels that fail on purpose."""
CHOSEN = [path for path in texts() if (path.parent.name != "cuda" or ".O3.sm_90" in path.name) and path.name.partition(".")[0] not in LEFT_OUT]


@pytest.mark.parametrize("path", CHOSEN, ids=[f"{path.parent.name}-{path.stem}" for path in CHOSEN])
def test_foreign_kernels(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched: list[Any] = []
    launch = Launch.__call__

    def sanitized(self: Any, *args: Any, **options: Any) -> None:
        with kernelc.sanitize(check=False) as report:
            launch(self, *args, **options)
        watched.append(report)

    monkeypatch.setattr(Launch, "__call__", sanitized)
    test_corpus.check(path, "compiled")
    kinds = sorted({kind for report in watched for kind in report.kinds()})
    assert watched
    assert kinds == FOUND.get(path.name.partition(".")[0], []), "\n".join(map(str, watched))
