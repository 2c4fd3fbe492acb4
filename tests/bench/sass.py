"""Static code size: PTX through ptxas and nvdisasm, instructions counted without the NOPs that only fill up the end."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

INSTRUCTION = re.compile(r"^\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_]*)", re.MULTILINE)


class Code:
    """What one file became: instructions of all its functions together, and the registers of the hungriest kernel."""

    def __init__(self, instructions: int, registers: int) -> None:
        self.instructions = instructions
        self.registers = registers


def find(tool: str) -> str | None:
    """The tool from NVIDIA's wheels in this environment, or from the path."""
    folders = sorted(Path(sys.prefix).glob(f"lib/python3*/site-packages/nvidia/cu1[0-9]/bin/{tool}"))
    return str(folders[-1]) if folders else shutil.which(tool)


def of_kernelc(source: Path, folder: str, architecture: str, *flags: str) -> Code:
    """The code of a kernel file."""
    ptx = f"{folder}/{source.stem}.ours.ptx"
    subprocess.run([sys.executable, "-m", "kernelc", "build", str(source), "--arch", architecture, "-o", ptx, *flags], check=True)
    return of_ptx(ptx, architecture)


def of_nvcc(source: Path, folder: str, architecture: str) -> Code:
    """The code that nvcc -O3 makes of a CUDA file; its PTX goes through the same ptxas as ours."""
    ptx = f"{folder}/{source.stem}.nvcc.ptx"
    subprocess.run(["nvcc", "-O3", "-ptx", f"-arch={architecture}", str(source), "-o", ptx], check=True, capture_output=True)
    return of_ptx(ptx, architecture)


def of_ptx(path: str, architecture: str) -> Code:
    """Assemble and disassemble."""
    cubin = f"{path}.cubin"
    command = [str(find("ptxas")), "-v", f"-arch={architecture}", path, "-o", cubin]
    report = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    text = subprocess.run([str(find("nvdisasm")), "-c", cubin], check=True, capture_output=True, text=True).stdout
    return Code(count(text), max(map(int, re.findall(r"Used (\d+) registers", report)), default=0))


def count(text: str) -> int:
    """The instructions of a disassembly, function by function, without the NOPs that fill up its end."""
    total = 0
    for section in re.split(r"^\.section\s", text, flags=re.MULTILINE):
        names = INSTRUCTION.findall(section)
        while names and names[-1] == "NOP":
            names.pop()
        total += len(names)
    return total
