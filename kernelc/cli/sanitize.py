"""`kernelc sanitize`: after it, a kernel has been launched on the CPU with every checker on; without a finding nothing is said and the exit code is 0."""

from __future__ import annotations

import sys

from kernelc.cli.failure import DONE, PROGRAM_AT_FAULT, Failure, usage
from kernelc.cli.run import code_of, find_kernel, launch_of, number, show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.cli.arguments import Arguments


def execute(arguments: Arguments) -> int:
    """Carry out the command."""
    from kernelc.runtime.errors import KernelError
    from kernelc.runtime.sanitizer import sanitize

    most = number(arguments, "max_errors")
    if most < 1:
        raise usage(f"--max-errors: `{most}` is not a number from 1 upwards")
    kernel = find_kernel(arguments)
    shape, values = launch_of(kernel, arguments)
    checker = sanitize(max_errors=most, order=arguments.has("order"), check=False)
    try:
        with checker as report:
            kernel[shape](*values)
    except KernelError as problem:
        raise Failure(code_of(problem), str(problem)) from None
    show(arguments, dict(zip([parameter.name for parameter in kernel.signature.params], values)))
    if not report:
        return DONE
    sys.stdout.flush()
    print(report, file=sys.stderr)
    return PROGRAM_AT_FAULT
