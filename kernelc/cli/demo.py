"""`kernelc demo`: after it, saxpy has gone all the way: source, PTX, machine code, a launch on the CPU, a checked result."""

from __future__ import annotations

import sys

from kernelc.cli.failure import DONE, KERNELC_AT_FAULT, TOOL_MISSING, Failure, missing, usage
from kernelc.cli.inputs import open_road, read_text
from kernelc.kernel_files import kernel_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.cli.arguments import Arguments

ELEMENTS = 100_000
BLOCK = 256
FACTOR = 2.0


def execute(arguments: Arguments) -> int:
    """Carry out the command; answers 0 if the result is right."""
    if arguments.words:
        raise usage("demo takes no words", arguments.command.usage)
    path = kernel_file("saxpy")
    road = open_road(path, arguments)
    _title("the kernel", read_text(path))
    _title("its PTX", road.text("ptx"))
    try:
        _title("assembled by ptxas", "".join(f"{line}\n" for line in road.resources()))
    except Failure as failure:
        if failure.code != TOOL_MISSING:
            raise
        _title("assembled by ptxas", f"left out: {failure.message}\n")
    return _launch(path)


def _title(title: str, text: str) -> None:
    sys.stdout.write(f"==== {title} ====\n{text}\n")


def _launch(path: str) -> int:
    """Run on the CPU and compare with NumPy, bit for bit: random floats are multiples of 2⁻²⁴, so float64 is exact."""
    try:
        import numpy
    except ModuleNotFoundError:
        raise missing("running a kernel needs NumPy", "pip install numpy") from None
    from kernelc import load

    generator = numpy.random.default_rng(1)
    x, y = (generator.random(ELEMENTS, dtype=numpy.float32) for _ in range(2))
    expected = (FACTOR * x.astype(numpy.float64) + y).astype(numpy.float32)
    grid = -(-ELEMENTS // BLOCK)
    load(path).saxpy[grid, BLOCK](FACTOR, x, y)
    right = bool((y == expected).all())
    print(f"==== run on the CPU ====\nsaxpy[{grid}, {BLOCK}] over {ELEMENTS} elements equals NumPy: {'OK' if right else 'NO'}")
    return DONE if right else KERNELC_AT_FAULT
