"""The help texts of the command line, made from the tables of `kernelc.options`."""

from __future__ import annotations

from kernelc.options import COMMANDS, OPTIONS, VARIABLES, Command, Option

WIDTH = 100
INDENT = 26


def overview() -> str:
    """The text of `kernelc help`."""
    lines = ["kernelc: compiles GPU kernels to PTX and runs them on the CPU or a GPU", "", "usage: kernelc COMMAND …", ""]
    lines += [f"  {command.name:<10}{command.summary}" for command in COMMANDS]
    lines += [
        "",
        "`kernelc COMMAND --help` tells more; `kernelc --version` prints the version.",
        "Exit codes: 0 done; 1 the program is at fault,",
    ]
    lines[-1] += " or a dry run differs; 2 the command line is at fault;"
    lines.append("3 a tool or device is missing; 70 a fault of kernelc itself.")
    return "\n".join(lines) + "\n"


def command_help(command: Command) -> str:
    """The text of `kernelc COMMAND --help`."""
    lines = [f"usage: {command.usage}", "", f"{command.summary[0].upper()}{command.summary[1:]}."]
    if command.notes:
        lines += ["", *command.notes.split("\n")]
    rows = options_of(command)
    if rows:
        lines += ["", "options:"]
        for row in rows:
            lines += _entry(spelling(row), _meaning(row))
    return "\n".join(lines) + "\n"


def environment_help() -> list[tuple[str, str]]:
    """Every environment variable with its meaning, by name."""
    rows = [(row.environment, f"default of {row.flags[-1]}: {row.help}") for row in OPTIONS if row.environment]
    return sorted([*rows, *VARIABLES])


def options_of(command: Command) -> list[Option]:
    """The rows that a command understands, in the table's order."""
    return [row for row in OPTIONS if command.name in row.commands]


def spelling(row: Option) -> str:
    """How an option is written, such as `-o, --output FILE`."""
    value = row.metavar if row.joined or not row.metavar else f" {row.metavar}"
    return ", ".join(row.flags) + value


def _meaning(row: Option) -> str:
    text = row.help
    if row.choices and row.metavar != "|".join(row.choices):
        text += f": {', '.join(row.choices)}" if ":" not in text else ""
    return f"{text} [{row.environment}]" if row.environment else text


def _entry(head: str, text: str) -> list[str]:
    lines = wrap(text, WIDTH - INDENT)
    first = f"  {head:<{INDENT - 3}} " if len(head) < INDENT - 2 else f"  {head}\n{' ' * INDENT}"
    return [first + lines[0], *(" " * INDENT + line for line in lines[1:])]


def wrap(text: str, width: int) -> list[str]:
    """The words of a text in lines of at most `width` characters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines
