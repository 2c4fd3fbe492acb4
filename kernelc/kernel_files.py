"""Where the kernels that come with kernelc lie: in the wheel inside the package, in a checkout beside it."""

from __future__ import annotations

import os


def kernel_folder() -> str:
    """The folder of `saxpy.rs` and the others."""
    package = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(package, "kernels")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), "kernels")


def kernel_file(name: str) -> str:
    """The path of one of them, by its name without suffix. Raises `FileNotFoundError` if there is none."""
    path = os.path.join(kernel_folder(), f"{name}.rs")
    if not os.path.isfile(path):
        raise FileNotFoundError(f"kernelc comes with no kernel `{name}`: there is no `{path}`")
    return path
