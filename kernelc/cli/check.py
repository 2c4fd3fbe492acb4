"""`kernelc check`: after it, every fault of the files has been printed, and nothing has been written."""

from __future__ import annotations

from kernelc.cli.failure import DONE, PROGRAM_AT_FAULT, usage
from kernelc.cli.findings import count_errors, print_diagnostics
from kernelc.cli.inputs import open_road

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.cli.arguments import Arguments
    from kernelc.frontend.diagnostics import Diagnostic


def execute(arguments: Arguments) -> int:
    """Carry out the command; answers 1 if there was an error, 0 if there were at most warnings."""
    if not arguments.words:
        raise usage("check needs a file", arguments.command.usage)
    found: list[Diagnostic] = []
    timings: list[tuple[str, float]] = []
    for path in arguments.words:
        found.extend(_findings(path, arguments, timings))
    print_diagnostics(found, arguments.text("format"))
    if arguments.has("time"):
        from kernelc.cli.times import print_times

        print_times(timings)
    return PROGRAM_AT_FAULT if count_errors(found) else DONE


def _findings(path: str, arguments: Arguments, timings: list[tuple[str, float]]) -> list[Diagnostic]:
    from kernelc.frontend.diagnostics import CompileError

    try:
        road = open_road(path, arguments)
        road.check()
    except CompileError as error:
        return error.diagnostics
    timings.extend(road.timings)
    return list(road.diagnostics)
