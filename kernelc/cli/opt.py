"""`kernelc opt`: after it, a pipeline of passes has run over textual MIR, and the result is printed."""

from __future__ import annotations

from kernelc.cli.failure import DONE, usage
from kernelc.cli.inputs import check_passes, read_text
from kernelc.cli.mir_input import parse, verify
from kernelc.cli.output import note, write_text
from kernelc.options import options_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.cli.arguments import Arguments
    from kernelc.passes.analyses import Note


def execute(arguments: Arguments) -> int:
    """Carry out the command."""
    from dialect.printer import print_module
    from kernelc.passes.manager import parse_passes, run_pipeline

    if len(arguments.words) != 1:
        raise usage(f"opt takes one file, not {len(arguments.words)}", arguments.command.usage)
    options = options_from(arguments.values)
    if options.passes is None:
        raise usage("opt needs passes: -p PASS,…", "`kernelc docs passes` lists them")
    check_passes(options)
    (path,) = arguments.words
    module = parse(path, read_text(path))
    verify(path, module)
    notes: list[Note] = []
    run_pipeline(module, parse_passes(options.passes), verify=options.verify, notes=notes)
    write_text(arguments.text("output"), print_module(module))
    if arguments.has("verbose"):
        for each in notes:
            note(f"note: {each}")
    return DONE
