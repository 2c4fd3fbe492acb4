"""Makes the PTX texts of `texts/` from the sources beside this file; each text's first line says by what, and with which options.

    python -m tests.ptx.foreign.make cuda       needs nvcc
    python -m tests.ptx.foreign.make numba      needs numba-cuda, nvidia-nvvm, nvidia-cuda-nvrtc
    python -m tests.ptx.foreign.make triton     needs triton
    python -m tests.ptx.foreign.make llvm       needs llvmlite

None needs a GPU. The texts are as the compilers wrote them, but for the paths in `.file`, which are cut to names, and debug
sections, which are left out of all texts but one.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent
TEXTS = HERE / "texts"
CUDA_FLAGS = {"O0.sm_75": "-arch=sm_75 -G", "O3.sm_75": "-arch=sm_75 -O3", "O0.sm_90": "-arch=sm_90 -Xcicc -O0", "O3.sm_90": "-arch=sm_90 -O3 -lineinfo"}
"""Ending of a text's name → nvcc's options."""
WITHOUT_DEBUG = ("pipeline",)
"""Sources whose headers become very long texts under -G."""
WITH_DEBUG_SECTIONS = "saxpy.O0.sm_75"


def write(folder: str, name: str, made_by: str, text: str) -> None:
    """Keeps a text, with a first line that says who made it."""
    text = re.sub(r'(\.file\s+\d+\s+")[^"]*/([^"/]+")', r"\1\2", text)
    if name != WITH_DEBUG_SECTIONS:
        strings = "" if "inlined_at" in text else "str|"
        text = text.replace(", debug\n", "\n")
        text = re.sub(rf"^\s*\.section\s+\.debug_(?:{strings}\w*(?<!str))\s*\{{[^}}]*\}}\n?", "", text, flags=re.M)
    text = "\n".join(line.rstrip() for line in text.rstrip("\0\n").splitlines())
    path = TEXTS / folder / f"{name}.ptx"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"// {made_by}\n{text}\n", "utf-8")


def cuda(only: str = "*") -> None:
    """Every `.cu` with every set of flags."""
    release = re.search(r"V([\d.]+)", subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=True).stdout)
    for source in sorted((HERE / "cuda").glob(f"{only}.cu")):
        for ending, flags in CUDA_FLAGS.items():
            flags = flags.replace("-G", "-Xcicc -O0") if source.stem in WITHOUT_DEBUG else flags
            command = ["nvcc", "-ptx", *flags.split(), source.name, "-o", "-"]
            made = subprocess.run(command, capture_output=True, text=True, cwd=source.parent, check=False)
            if made.returncode:
                sys.exit(made.stderr)
            write("cuda", f"{source.stem}.{ending}", f"nvcc {release[1] if release else '?'}: {' '.join(command[:-2])}", made.stdout)


def numba() -> None:
    """Every kernel of `numba_kernels.py` for sm_90."""
    from numba import cuda as compiler

    from tests.ptx.foreign.numba_kernels import KERNELS

    by = f"numba-cuda {version('numba-cuda')}, nvvm {version('nvidia-nvvm')}: compile_ptx(cc=(9, 0))"
    for function, types in KERNELS.items():
        text, _ = compiler.compile_ptx(function, types, cc=(9, 0))
        write("numba", function.__name__, by, text)


def triton() -> None:
    """Every kernel of `triton_kernels.py` for sm_90."""
    from triton import compile as compiled
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    from tests.ptx.foreign.triton_kernels import KERNELS

    by = f"triton {version('triton')}: compile(target=GPUTarget('cuda', 90, 32))"
    for function, (types, constants) in KERNELS.items():
        names = function.arg_names
        signature = dict(zip(names, types.split(), strict=False)) | dict.fromkeys(constants, "constexpr")
        made = compiled(ASTSource(function, signature, constants), target=GPUTarget("cuda", 90, 32))
        shared, warps = made.metadata.shared, made.metadata.num_warps
        write("triton", function.__name__, f"{by}, {warps} warps, {shared} bytes of dynamic shared memory", made.asm["ptx"])


def llvm() -> None:
    """Every `.ll` through LLVM's own back end, for sm_75 at -O0 and for sm_90 at -O3."""
    import llvmlite
    import llvmlite.binding as binding

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple("nvptx64-nvidia-cuda")
    by = f"llvmlite {llvmlite.__version__}, LLVM {'.'.join(map(str, binding.llvm_version_info))}"
    for source in sorted((HERE / "llvm").glob("*.ll")):
        for level, cpu in ((0, "sm_75"), (3, "sm_90")):
            module = binding.parse_assembly(source.read_text("utf-8"))
            machine = target.create_target_machine(cpu=cpu, opt=level)
            if level:
                options = binding.create_pipeline_tuning_options(speed_level=level)
                builder = binding.create_pass_builder(machine, options)
                builder.getModulePassManager().run(module, builder)
            write("llvm", f"{source.stem}.O{level}.{cpu}", f"{by}: nvptx64, cpu={cpu}, opt={level}", machine.emit_assembly(module))


MAKERS = {"cuda": cuda, "numba": numba, "triton": triton, "llvm": llvm}
"""What can be made, by the compilers' name."""

if __name__ == "__main__":
    for wanted in sys.argv[1:] or MAKERS:
        MAKERS[wanted]()
