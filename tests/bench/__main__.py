"""`make bench`: after it, tables of ratios beside NVRTC, nvcc and native CPU back ends have been printed, all measured in this run on this machine.

Compile time: a fresh process of `kernelc build` beside a fresh process of NVRTC through cuda-python, taken in turns so that
both meet the same noise, and the n-th compilation of a kernel within one process. Code: static SASS instructions beside
`nvcc -O3` for the same algorithm. What is not installed is said to be not measured; no number stands for it.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.bench import sass
from tests.bench.texts import mean

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ("hello_constant", "saxpy", "sum_to", "classify", "matmul_naive", "stencil", "mandelbrot")
ARCHITECTURE = "sm_90"
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE" and not name.startswith("KERNELC_")
}
"""For all processes measured: an installed package has its bytecode on disk, so a checkout must be allowed to keep its own."""


def main() -> None:
    """Measure everything and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="compile time and code quality, as ratios")
    parser.add_argument("--nvrtc-python", default="", help="an interpreter that has cuda-python and NVRTC")
    parser.add_argument("--peers-python", default="", help="an interpreter that has Warp, Taichi, Quadrants, Numba and Triton")
    parser.add_argument("--vm", action="store_true", help="only the virtual machine beside these")
    parser.add_argument("--rounds", type=int, default=9, help="fresh processes per kernel and compiler")
    parser.add_argument("--gpu", action="store_true", help="kernel times on the GPU")
    chosen = parser.parse_args()
    if chosen.gpu:
        print(gpu_report())
        return
    print(machine())
    if chosen.vm:
        vm_report(chosen.peers_python, chosen.rounds)
        return
    with tempfile.TemporaryDirectory() as folder:
        have_nvrtc = bool(chosen.nvrtc_python) and os.path.exists(chosen.nvrtc_python)
        print_compile_times(folder, chosen.nvrtc_python if have_nvrtc else "", chosen.rounds)
        print_stages()
        print_code(folder)
    print()
    vm_report(chosen.peers_python, chosen.rounds)
    print(f"load average at the end: {os.getloadavg()[0]:.1f}")


def machine() -> str:
    """Date, interpreter, processors and load: without them a time says nothing."""
    return (
        f"{time.strftime('%Y-%m-%d')} · {platform.python_implementation()} {platform.python_version()} · {platform.machine()}, "
        f"{os.cpu_count()} processors · load average at the start {os.getloadavg()[0]:.1f}\n"
    )


def vm_report(peers_python: str, rounds: int) -> None:
    """The virtual machine beside the peers; it needs llvmlite."""
    try:
        from tests.bench.vm import Report
    except ImportError as problem:
        print(f"the virtual machine: not measured ({problem})")
        return
    Report(peers_python, rounds).print()


def gpu_report() -> str:
    """Kernel times beside nvcc -O3 need a device; without one nothing is measured."""
    try:
        import cupy

        count = cupy.cuda.runtime.getDeviceCount()
    except Exception as problem:  # noqa: BLE001  CuPy raises many kinds, all of them meaning "no"
        return f"kernel times on a GPU: not measured ({type(problem).__name__}: {str(problem).splitlines()[0]})"
    from tests.bench.gpu import table

    return table() if count else "kernel times on a GPU: not measured (no device)"


def print_compile_times(folder: str, nvrtc_python: str, rounds: int) -> None:
    """Fresh processes and warm compilations, kernelc beside NVRTC."""
    print(
        f"From source to PTX, milliseconds (median of {rounds} fresh processes, taken in turns; warm: median after the first)\n"
    )
    print(f"{'kernel':<16}{'kernelc':>9}{'NVRTC':>9}{'ratio':>8}   {'warm':>8}{'NVRTC':>9}{'ratio':>8}")
    cold_ratios, warm_ratios = [], []
    for name in KERNELS:
        ours, theirs = cold_times(name, folder, nvrtc_python, rounds)
        warm_ours, warm_theirs = warm_times(name, folder, nvrtc_python)
        print(f"{name:<16}{cells(ours, theirs)}   {cells(warm_ours, warm_theirs)}")
        cold_ratios += [ours / theirs] if theirs else []
        warm_ratios += [warm_ours / warm_theirs] if warm_theirs else []
    if cold_ratios:
        print(f"{'geometric mean':<16}{'':>18}{mean(cold_ratios):8.2f}   {'':>17}{mean(warm_ratios):8.2f}")
        print("goals: fresh process 0.60, warm 0.50 (above 1.00 is a failure)")
    else:
        print("NVRTC: not measured (no interpreter with cuda-python; `make bench` makes one)")
    print()


def cells(ours: float, theirs: float) -> str:
    """Two times in milliseconds and their ratio."""
    if not theirs:
        return f"{ours * 1e3:9.1f}{'–':>9}{'–':>8}"
    return f"{ours * 1e3:9.1f}{theirs * 1e3:9.1f}{ours / theirs:8.2f}"


def cold_times(name: str, folder: str, nvrtc_python: str, rounds: int) -> tuple[float, float]:
    """Medians of the wall time of whole processes: ours, and NVRTC's (0 if it is not there)."""
    ours_command = [
        console_script(),
        "build",
        str(ROOT / "kernels" / f"{name}.rs"),
        "--arch",
        ARCHITECTURE,
        "-o",
        f"{folder}/{name}.ptx",
    ]
    theirs_command = nvrtc_command(name, folder, nvrtc_python, 1)
    ours, theirs = [], []
    wall(ours_command)  # bytecode and file caches are warm for both
    if nvrtc_python:
        wall(theirs_command)
    for _ in range(rounds):
        ours.append(wall(ours_command))
        if nvrtc_python:
            theirs.append(wall(theirs_command))
    return median(ours), median(theirs) if theirs else 0.0


def console_script() -> str:
    """The installed `kernelc` program beside the running interpreter."""
    return str(Path(sys.executable).with_name("kernelc"))


def nvrtc_command(name: str, folder: str, nvrtc_python: str, repeats: int) -> list[str]:
    """The command that compiles the CUDA twin of a kernel."""
    twin = ROOT / "tests" / "bench" / "cuda" / f"{name}.cu"
    script = ROOT / "tests" / "bench" / "nvrtc_compile.py"
    return [nvrtc_python, str(script), str(twin), f"{folder}/{name}.nvrtc.ptx", ARCHITECTURE, str(repeats)]


def wall(command: list[str]) -> float:
    """Seconds that a process takes, which must succeed."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    return time.perf_counter() - start


def warm_times(name: str, folder: str, nvrtc_python: str, turns: int = 3) -> tuple[float, float]:
    """Medians of the n-th compilation in one process, ours and NVRTC's (0 if it is not there), the two processes taken in turns."""
    ours, theirs = [], []
    for _ in range(turns):
        ours += warm_kernelc(name)
        theirs += warm_nvrtc(name, folder, nvrtc_python)
    return median(ours), median(theirs) if theirs else 0.0


def warm_kernelc(name: str, repeats: int = 6) -> list[float]:
    """The times of compilations within this process, the first ones left out."""
    from kernelc.compile import compile_file
    from kernelc.options import Options

    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        compile_file(str(ROOT / "kernels" / f"{name}.rs"), Options(arch=ARCHITECTURE)).ptx()
        times.append(time.perf_counter() - start)
    return times[2:]


def warm_nvrtc(name: str, folder: str, nvrtc_python: str, repeats: int = 6) -> list[float]:
    """The same for NVRTC; none if it is not there."""
    if not nvrtc_python:
        return []
    done = subprocess.run(
        nvrtc_command(name, folder, nvrtc_python, repeats), check=True, capture_output=True, text=True, env=ENVIRONMENT
    )
    return [float(line) for line in done.stdout.split()][2:]


def print_stages() -> None:
    """The table of `--time` for one kernel, from a fresh process."""
    print("Stages of a fresh `kernelc build kernels/matmul_naive.rs --time`\n")
    source = str(ROOT / "kernels" / "matmul_naive.rs")
    done = subprocess.run(
        [console_script(), "build", source, "--time"], check=True, capture_output=True, text=True, env=ENVIRONMENT
    )
    print(done.stderr)


def print_code(folder: str) -> None:
    """Static SASS instructions beside nvcc -O3."""
    tools = {tool: sass.find(tool) for tool in ("ptxas", "nvdisasm")} | {"nvcc": shutil.which("nvcc")}
    print(f"Code for {ARCHITECTURE}: SASS instructions (without trailing NOPs) and registers, both through the same ptxas\n")
    absent = [tool for tool, path in tools.items() if not path]
    if absent:
        print(f"not measured: {', '.join(absent)} not found")
        return
    print(f"{'kernel':<16}{'checked':>9}{'unchecked':>11}{'nvcc -O3':>10}{'ratio':>8}{'unchecked':>11}   registers")
    for name in KERNELS:
        ours, bare = (
            sass.of_kernelc(ROOT / "kernels" / f"{name}.rs", folder, ARCHITECTURE, *flags) for flags in ((), ("--unchecked",))
        )
        theirs = sass.of_nvcc(ROOT / "tests" / "bench" / "cuda" / f"{name}.cu", folder, ARCHITECTURE)
        row = f"{name:<16}{ours.instructions:9}{bare.instructions:11}{theirs.instructions:10}"
        row += f"{ours.instructions / theirs.instructions:8.2f}{bare.instructions / theirs.instructions:11.2f}"
        print(f"{row}   {ours.registers} / {bare.registers} / {theirs.registers}")


if __name__ == "__main__":
    main()
