"""The generated pages of `docs/`: each function answers a page in Markdown, made from the table of its subject."""

from __future__ import annotations

from dialect.op import OPS
from kernelc.cli.help import command_help, environment_help
from kernelc.docs import entries
from kernelc.frontend.codes import CODES
from kernelc.options import COMMANDS
from ptx import isa

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kernelc.passes.table import PassInfo, Pipeline

MADE = "<!-- Made by `make docs`; edit {source} instead. -->\n\n"


def command_line() -> str:
    """Commands, options and environment variables."""
    parts = [MADE.format(source="`kernelc/options.py`"), "# Command line\n\n"]
    for command in COMMANDS:
        parts.append(f"## kernelc {command.name}\n\n```text\n{command_help(command)}```\n\n")
    parts.append("## Environment variables\n\nA flag wins over its variable.\n\n| variable | meaning |\n|---|---|\n")
    parts += [f"| `{name}` | {meaning.replace('|', chr(92) + '|')} |\n" for name, meaning in environment_help()]
    parts.append("\n## Exit codes\n\n| code | meaning |\n|---|---|\n| 0 | done |\n")
    parts.append("| 1 | the user's program is at fault (diagnostics on standard error), or a dry run or comparison differs |\n")
    parts.append("| 2 | the command line is at fault |\n| 3 | a tool or device is missing |\n")
    parts.append("| 70 | a fault of kernelc itself, with a report file to attach |\n")
    return "".join(parts)


def diagnostics() -> str:
    """Every diagnostic code."""
    parts = [MADE.format(source="`kernelc/frontend/codes.py`"), "# Diagnostics\n\n"]
    parts.append("`kernelc docs CODE` prints one of these pages.\n")
    parts += [f"\n#{code.page}" for _, code in sorted(CODES.items())]
    return "".join(parts)


def mir() -> str:
    """Every op of MIR."""
    import dialect.ops  # noqa: F401  declares them

    parts = [MADE.format(source="the class of the op in `dialect/ops/`"), "# MIR: the operations\n\n"]
    parts.append(
        "A block begins with its name and parameters. The header of a loop may say that the loop is to be unrolled: `bb1(%i: u32) unroll:`\n"
        "fully, `bb1(%i: u32) unroll(4):` to four copies of its body in one iteration, `unroll(1)` not at all.\n"
    )
    parts += [f"\n{entries.operation_entry(op)}" for op in OPS.values()]
    return "".join(parts)


def ptx() -> str:
    """Every row of the PTX instruction table."""
    parts = [MADE.format(source="`ptx/isa_rows.py`"), "# PTX: the instruction table\n\n"]
    parts.append("What the parser, the printer, the verifier and the virtual machine know. How rows are written: `ptx/isa.py`.\n")
    parts += [f"\n{entries.instruction_entry(opcode)}" for opcode in isa.opcodes()]
    return "".join(parts)


def passes() -> str:
    """Every compiler pass."""
    parts = [MADE.format(source="the pass table in `kernelc/passes/`"), "# Passes over MIR\n"]
    from kernelc.passes.table import PIPELINES

    parts.append(
        "\nA pipeline is a list of names; those in parentheses run again until nothing changes.\n"
        "\n| level | pipeline |\n|---|---|\n"
    )
    parts += [f"| `-O{level}` | {_pipeline_text(pipeline) or 'nothing'} |\n" for level, pipeline in sorted(PIPELINES.items())]
    parts += [f"\n{text}" for text in pass_entries().values()]
    return "".join(parts)


def pass_entries() -> dict[str, str]:
    """A section per pass, by name, in the table's order."""
    from kernelc.passes.table import PASSES

    return {name: _pass_entry(row) for name, row in PASSES.items()}


def _pass_entry(row: PassInfo) -> str:
    scope = "Works on the whole module." if row.is_module_pass else "Works on one function."
    constraints = "".join(f"- after `{name}`: {reason}\n" for name, reason in row.after)
    return f"## `{row.name}`\n\n{row.summary[0].upper()}{row.summary[1:]}. {scope}\n" + (
        f"\n{constraints}" if constraints else ""
    )


def _pipeline_text(pipeline: Pipeline) -> str:
    """As `-p` takes it. Groups nest at most a few deep: the table is ours."""
    return ",".join(item if isinstance(item, str) else f"({_pipeline_text(item)})" for item in pipeline)


PAGES: dict[str, Callable[[], str]] = {
    "command-line.md": command_line,
    "diagnostics.md": diagnostics,
    "mir.md": mir,
    "passes.md": passes,
    "ptx.md": ptx,
}
"""The pages by file name in `docs/`."""
