"""Kernels from texts, for the tests of the runtime."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kernelc import load

ROOT = Path(__file__).resolve().parents[2]


def load_text(folder: Path, text: str, **options: Any) -> Any:
    """The kernels of a text, kept in a file of its own in `folder`."""
    path = folder / "k.rs"
    path.write_text(f"use cuda_device::*;\n{text}", "utf-8")
    return load(path, **options)
