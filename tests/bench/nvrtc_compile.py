"""Compiles a CUDA file with NVRTC through cuda-python; run by `.venv-nvrtc`, which has that and nothing of ours.

usage: nvrtc_compile.py FILE.cu OUT.ptx ARCH REPEATS. Prints the seconds of each compilation, one a line, the first one cold.
"""

from __future__ import annotations

import sys
import time


def main() -> None:
    """Compile, write the PTX, print the times."""
    from cuda.bindings import nvrtc

    path, output, architecture, repeats = sys.argv[1:]
    with open(path, "rb") as file:
        source = file.read()
    for _ in range(int(repeats)):
        start = time.perf_counter()
        ptx = compile_once(nvrtc, source, architecture)
        print(time.perf_counter() - start)
    with open(output, "wb") as file:
        file.write(ptx)


def compile_once(nvrtc, source: bytes, architecture: str) -> bytes:
    """One program from source to PTX."""
    program = checked(nvrtc, nvrtc.nvrtcCreateProgram(source, b"kernel.cu", 0, [], []))
    options = [f"--gpu-architecture={architecture.replace('sm_', 'compute_')}".encode()]
    checked(nvrtc, nvrtc.nvrtcCompileProgram(program, len(options), options))
    ptx = b" " * checked(nvrtc, nvrtc.nvrtcGetPTXSize(program))
    checked(nvrtc, nvrtc.nvrtcGetPTX(program, ptx))
    checked(nvrtc, nvrtc.nvrtcDestroyProgram(program))
    return ptx.rstrip(b"\0")


def checked(nvrtc, answer):
    """The result without its status, which must be success."""
    status, *values = answer
    if status != nvrtc.nvrtcResult.NVRTC_SUCCESS:
        raise RuntimeError(f"NVRTC: {status}")
    return values[0] if values else None


if __name__ == "__main__":
    main()
