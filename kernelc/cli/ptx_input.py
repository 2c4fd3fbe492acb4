"""A `.ptx` file on the road: after `PtxRoad`, it has been parsed and verified, and can be printed, assembled, disassembled."""

from __future__ import annotations

from kernelc.cli.inputs import Road, fault_in, read_text

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


def ptx_differences(first: str, second: str, first_path: str, second_path: str) -> list[str]:
    """A line per difference in meaning between two PTX texts; none if they mean the same."""
    from ptx.diff import diff

    return [str(each) for each in diff(parse(first_path, first), parse(second_path, second))]
