"""A `.mir` file on the road: after `MirRoad`, it has been parsed and verified, and can go on to PTX."""

from __future__ import annotations

from kernelc.cli.failure import PROGRAM_AT_FAULT, Failure
from kernelc.cli.inputs import fault_in, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Module


def parse(path: str) -> Module:
    """The module in a file. Raises `Failure` with path, line and column if the text is not MIR."""
    from dialect.parser import MirError, parse_module

    try:
        return parse_module(read_text(path))
    except MirError as problem:
        raise fault_in(path, f"{problem.line}:{problem.column}", problem.message) from None


def verify(path: str, module: Module) -> None:
    """Raises `Failure` with every fault of the module, as the verifier words them."""
    from dialect.verify import verify_module

    faults = verify_module(module)
    if faults:
        count = f"{len(faults)} fault{'s' if len(faults) > 1 else ''}"
        raise Failure(PROGRAM_AT_FAULT, f"{path}: {count}", details=faults)
