"""Which processor native code is made for: after `identity` a text names all that an object file depends on beside its kernel.

LLVM is not asked where the system says what the processor is: looking for kept code must not wait for LLVM to be loaded.
"""

import os
import platform
from functools import lru_cache

TARGET_VARIABLE = "KERNELC_VM_TARGET"
"""An aid for tests: code is made for this processor instead of the host's, with features after commas (`x86-64-v3,+f16c`)."""
WIDTH_VARIABLE = "KERNELC_VM_VECTOR_BITS"
"""An aid for tests: the widest machine vectors that are used where the processor has wider ones (256 with AVX-512)."""
NAMES = (b"vendor_id", b"cpu family", b"model\t", b"stepping", b"flags")
"""The lines of `/proc/cpuinfo` that tell one processor of the x86 family from another."""
ENOUGH = 8192
"""Bytes in which the first processor of `/proc/cpuinfo` is described."""


def is_x86() -> bool:
    """Whether rounding and denormal modes are in the x86 control register."""
    return platform.machine().lower() in ("x86_64", "amd64")


def is_arm() -> bool:
    """Whether this is a 64-bit ARM."""
    return platform.machine().lower() in ("aarch64", "arm64")


@lru_cache(maxsize=1)
def identity() -> str:
    """Returns the processor, LLVM's version, and what the variables of this module say."""
    variables = [os.environ.get(name, "") for name in (TARGET_VARIABLE, WIDTH_VARIABLE)]
    return "\n".join([llvm_version(), platform.system(), described() or told_by_llvm(), *variables])


def llvm_version() -> str:
    """Returns the version of llvmlite, "" where it is not installed."""
    try:
        import llvmlite
    except ImportError:
        return ""
    return str(llvmlite.__version__)


def described() -> str:
    """Returns what Linux says of an x86 processor, "" elsewhere."""
    if not is_x86() or not os.path.exists("/proc/cpuinfo"):
        return ""
    with open("/proc/cpuinfo", "rb") as file:
        first = file.read(ENOUGH).partition(b"\n\n")[0]
    lines = [line for line in first.split(b"\n") if line.startswith(NAMES)]
    return b"\n".join(lines).decode("utf-8", "replace") if len(lines) == len(NAMES) else ""


def told_by_llvm() -> str:
    """Returns what LLVM says of the processor, "" where it is not installed."""
    from ptx.vm.compiled.native.target import llvm, machine_key

    return "" if llvm() is None else " ".join(machine_key())
