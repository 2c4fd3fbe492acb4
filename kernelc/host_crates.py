"""Where the host crates that come with kernelc lie, and which files they are."""

from __future__ import annotations

import os

CRATES = ("cuda_device", "cuda_macros")
SUFFIXES = (".rs", ".toml")


def host_folder() -> str:
    """The folder of the crates' folders."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "host")


def host_files() -> list[str]:
    """The files of the crates as paths below the folder, in order."""
    root = host_folder()
    found = []
    for crate in CRATES:
        for folder, _, names in os.walk(os.path.join(root, crate)):
            found += [os.path.relpath(os.path.join(folder, name), root) for name in names if name.endswith(SUFFIXES)]
    return sorted(found)
