"""`kernelc diff`: after it, the user knows where two PTX files differ in meaning."""

from __future__ import annotations

from kernelc.cli.failure import DONE, PROGRAM_AT_FAULT, usage
from kernelc.cli.inputs import read_text
from kernelc.cli.ptx_input import ptx_differences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.cli.arguments import Arguments


def execute(arguments: Arguments) -> int:
    """Carry out the command; answers 0 if both mean the same, else 1."""
    if len(arguments.words) != 2:
        raise usage(f"diff compares two files, not {len(arguments.words)}", arguments.command.usage)
    first, second = arguments.words
    if first == second == "-":
        raise usage("only one of the two can be standard input")
    differences = ptx_differences(read_text(first), read_text(second), first, second)
    outcome = "meaning differs" if differences else "same meaning"
    if arguments.text("format") == "json":
        import json

        print(
            json.dumps({"outcome": outcome, "files": [first, second], "differences": differences}, indent=2, ensure_ascii=False)
        )
    else:
        print(f"{outcome}: {first} and {second}")
        for line in differences:
            print(line)
    return PROGRAM_AT_FAULT if differences else DONE
