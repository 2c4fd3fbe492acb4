"""One explanation per named thing, each read off the table that declares it."""

from __future__ import annotations

from textwrap import dedent

from dialect.op import FLAGS, OPS, Op
from kernelc.cli.help import command_help, environment_help, spelling
from kernelc.frontend.codes import CODES
from kernelc.options import COMMANDS, OPTIONS
from ptx import isa

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

EFFECT_NAMES = (
    (isa.READS, "reads"),
    (isa.WRITES, "writes"),
    (isa.CONVERGENT, "convergent"),
    (isa.CONTROL, "control"),
    (isa.ORDERS, "orders"),
)


def topic(name: str) -> str | None:
    """The whole of a table, for the names `codes`, `ops`, `passes`, `options` and `ptx`."""
    from kernelc.docs import pages

    whole = {
        "codes": pages.diagnostics,
        "ops": pages.mir,
        "passes": pages.passes,
        "options": pages.command_line,
        "ptx": pages.ptx,
    }
    return whole[name]() if name in whole else None


def diagnostic(name: str) -> str | None:
    """The page of a diagnostic code."""
    code = CODES.get(name.upper())
    return code.page if code else None


def command(name: str) -> str | None:
    """The help of a command."""
    return next((f"# kernelc {name}\n\n```text\n{command_help(each)}```\n" for each in COMMANDS if each.name == name), None)


def option(name: str) -> str | None:
    """What an option or an environment variable does."""
    for row in OPTIONS:
        if name in row.flags:
            where = ", ".join(f"`{each}`" for each in row.commands)
            return f"# `{spelling(row)}`\n\n{row.help[0].upper()}{row.help[1:]}.\n\nCommands: {where}.\n"
    return next(
        (f"# {name}\n\n{meaning[0].upper()}{meaning[1:]}.\n" for each, meaning in environment_help() if each == name), None
    )


def operation(name: str) -> str | None:
    """A MIR op: syntax, types, effects, meaning."""
    import dialect.ops  # noqa: F401  declares them

    found = OPS.get(name) or OPS.get(f"mir.{name}") or OPS.get(f"gpu.{name}")
    return operation_entry(found) if found else None


def operation_entry(op: type[Op]) -> str:
    """The section of one op."""
    flags = [word for word, bit in FLAGS.items() if op.flags & bit]
    syntax = f"{op.mnemonic} {op.syntax}".strip()
    facts = f"- syntax: `{syntax}`\n- types: `{op.types}`\n- flags: {', '.join(flags) or 'none'}\n"
    return f"## `{op.mnemonic}`\n\n{dedent(op.__doc__ or '').strip()}\n\n{facts}"


def compiler_pass(name: str) -> str | None:
    """A pass: what it does and where it must stand."""
    from kernelc.docs import pages

    return pages.pass_entries().get(name)


def instruction(name: str) -> str | None:
    """A PTX opcode, or an instruction with its modifiers: its rows in the table."""
    opcode = name.partition(".")[0]
    rows = isa.forms(opcode)
    if not rows:
        return None
    if opcode == name:
        return instruction_entry(opcode)
    try:
        forms = [isa.resolve(name).form]
    except isa.UnknownInstructionError:
        forms = [form for form in rows if form.syntax.startswith(f"{name}.") or form.syntax.startswith(f"{name} ")]
    return f"## `{name}`\n\n{''.join(map(_form_lines, forms))}" if forms else None


def instruction_entry(opcode: str) -> str:
    """The section of one opcode."""
    return f"## `{opcode}`\n\n" + "".join(_form_lines(form) for form in isa.forms(opcode))


def _form_lines(form: isa.Form) -> str:
    lines = [f"- `{form.syntax}`"]
    lines += [f"  - `.{group.name}`: {', '.join(group.values)}" for group in form.groups if len(group.values) > 1]
    effects = [word for bit, word in EFFECT_NAMES if form.effects & bit]
    lines += [f"  - effects: {', '.join(effects)}"] if effects else []
    for condition, (major, minor), sm in form.needs:
        lines.append(f"  - needs PTX {major}.{minor} and sm_{sm}: {_condition_text(condition) or 'always'}")
    lines += [f"  - never: {_condition_text(condition)}" for condition in form.never]
    return "\n".join(lines) + "\n"


def _condition_text(condition: isa.Condition) -> str:
    return " and ".join(" or ".join(map(_word_text, alternatives)) for alternatives in condition)


def _word_text(word: str) -> str:
    marks = {"-": f"without `.{word[1:]}`", "?": f"with operand `{word[1:]}`"}
    return marks.get(word[0], f"`.{word}`")


def all_names() -> Iterator[str]:
    """Every name that can be looked up."""
    import dialect.ops  # noqa: F401  declares them
    from kernelc.docs import pages

    yield from ("codes", "ops", "passes", "options", "ptx")
    yield from CODES
    yield from (each.name for each in COMMANDS)
    yield from (flag for row in OPTIONS for flag in row.flags)
    yield from (name for name, _ in environment_help())
    yield from OPS
    yield from pages.pass_entries()
    yield from isa.opcodes()
