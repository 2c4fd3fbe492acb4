"""A `.ptx` file on the road: after `PtxRoad`, it has been parsed and verified, and can be printed, assembled, disassembled."""

from __future__ import annotations

from kernelc.cli.inputs import Road, fault_in, faults_in, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.options import Options
    from ptx.module import Module


class PtxRoad(Road):
    """PTX of any origin."""

    __slots__ = ("module",)

    first_kind = "ptx"

    def __init__(self, path: str, options: Options) -> None:
        super().__init__(path, options)
        self.module = parse(path, read_text(path))
        verify(path, self.module)

    def show(self, kind: str) -> str:
        """The module as kernelc prints it."""
        from ptx.printer import print_module

        return print_module(self.module)


def parse(path: str, text: str) -> Module:
    """The module of a text. Raises `Failure` with path and line if it is no PTX that we know."""
    from ptx.parser import PtxSyntaxError, parse_module

    try:
        return parse_module(text)
    except PtxSyntaxError as problem:
        raise fault_in(path, str(problem.line), f"{problem.reason}: `{problem.text}`") from None


def verify(path: str, module: Module) -> None:
    """Raises `Failure` with every fault of the module, as the verifier words them."""
    from ptx.verify import verify as faults_of

    faults = [str(fault) for fault in faults_of(module)]
    if faults:
        raise faults_in(path, [f"error: {fault}" for fault in faults])


def ptx_differences(first: str, second: str, first_path: str, second_path: str) -> list[str]:
    """The lines of a unified diff of what two PTX texts mean (`ptx.diff.normal_form`); none if they mean the same."""
    from ptx.diff import compare_modules

    found = compare_modules(parse(first_path, first), parse(second_path, second), left_name=first_path, right_name=second_path)
    return found.diff.splitlines()
