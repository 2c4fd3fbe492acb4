"""Every integer method means what Rust's does, for the types of each width and signedness (with KERNELC_EXHAUSTIVE=1 for all of them)."""

from __future__ import annotations

import os
import shutil

import pytest

from .integers import program
from .support import differences

SOME = ("u8", "i32")
OTHERS = ("u64", "i8", "i16", "u16", "u32", "i64", "isize", "usize", "i128", "u128")

EXHAUSTIVE = pytest.mark.skipif(not os.environ.get("KERNELC_EXHAUSTIVE"), reason="takes minutes: set KERNELC_EXHAUSTIVE=1")


@pytest.mark.skipif(shutil.which("rustc") is None, reason="rustc is not installed")
@pytest.mark.parametrize("ty", [*SOME, *[pytest.param(ty, marks=EXHAUSTIVE) for ty in OTHERS]])
def test_rustc_agrees(ty, tmp_path):
    assert differences(program(ty), tmp_path) == []
