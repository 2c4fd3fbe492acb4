"""After `parse`, the words of a command line are values by option name, and the words left over, or it has raised `Failure`.

Hand-written, since importing `argparse` takes longer than parsing a kernel file. What is accepted follows from
`kernelc.options`: `--name VALUE`, `--name=VALUE`, `-o VALUE`, `-oVALUE`, switches, and `--` before words that start with `-`.
"""

from __future__ import annotations

from kernelc.cli.failure import usage
from kernelc.options import COMMANDS, OPTIONS, Command, Option, OptionError, environment_defaults, near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Arguments:
    """A parsed command line: the command, its values by option name, and its words in order."""

    __slots__ = ("command", "given", "values", "words")

    def __init__(self, command: Command, values: dict[str, object], words: list[str], given: tuple[str, ...]) -> None:
        self.command = command
        self.values = values
        self.words = words
        self.given = given

    def text(self, name: str) -> str:
        """The value of an option that takes one, "" if it was not given and has no default."""
        value = self.values.get(name)
        return value if isinstance(value, str) else ""

    def items(self, name: str) -> tuple[str, ...]:
        """The values of an option that takes several."""
        value = self.values.get(name)
        return value if isinstance(value, tuple) else ()

    def has(self, name: str) -> bool:
        """Whether a switch is on."""
        return bool(self.values.get(name))


def find_command(name: str) -> Command:
    """The command of that name."""
    for command in COMMANDS:
        if command.name == name:
            return command
    if name.endswith((".rs", ".mir", ".ptx")):
        raise usage(f"no command `{name}`", f"to compile the file: kernelc build {name}")
    names = tuple(command.name for command in COMMANDS)
    raise usage(f"no command `{name}`{near(name, names)}", "`kernelc help` lists the commands")


def parse(command: Command, words: Sequence[str], environment: Mapping[str, str]) -> Arguments:
    """Read the words after the command's name."""
    rows = [row for row in OPTIONS if command.name in row.commands]
    flags = {flag: row for row in rows for flag in row.flags}
    try:
        return _Reader(command, flags, words).read(_defaults(rows, environment))
    except OptionError as problem:
        raise usage(str(problem)) from None


def _defaults(rows: list[Option], environment: Mapping[str, str]) -> dict[str, object]:
    values = {row.name: row.default for row in rows if row.default is not None}
    names = {row.name for row in rows}
    values.update((name, value) for name, value in environment_defaults(environment).items() if name in names)
    return values


class _Reader:
    __slots__ = ("at", "command", "flags", "given", "rest", "words")

    def __init__(self, command: Command, flags: dict[str, Option], words: Sequence[str]) -> None:
        self.command = command
        self.flags = flags
        self.words = list(words)
        self.at = 0
        self.given: dict[str, object] = {}
        self.rest: list[str] = []

    def read(self, defaults: dict[str, object]) -> Arguments:
        while self.at < len(self.words):
            word = self.words[self.at]
            self.at += 1
            if word == "--":
                self.rest.extend(self.words[self.at :])
                break
            if _is_option(word):
                self._option(word)
            else:
                self.rest.append(word)
        return Arguments(self.command, defaults | self.given, self.rest, tuple(self.given))

    def _option(self, word: str) -> None:
        flag, row, attached = self._split(word)
        if not row.metavar:
            if attached is not None:
                raise OptionError(f"{flag} takes no value")
            self.given[row.name] = row.value
            return
        value = row.read(self._value(flag, row) if attached is None else attached, flag)
        if row.many:
            before = self.given.get(row.name, ())
            value = (*before, *value) if isinstance(before, tuple) and isinstance(value, tuple) else value
        self.given[row.name] = value

    def _split(self, word: str) -> tuple[str, Option, str | None]:
        """The flag as written, its row, and the value attached to it, if any."""
        if word in self.flags:
            return word, self.flags[word], None
        flag, equals, value = word.partition("=")
        if equals and flag.startswith("--") and flag in self.flags:
            return flag, self.flags[flag], value
        short = word[:2]
        if not word.startswith("--") and short in self.flags and self.flags[short].metavar:
            return short, self.flags[short], word[2:].removeprefix("=")
        raise self._unknown(flag)

    def _unknown(self, flag: str) -> OptionError:
        elsewhere = [name for row in OPTIONS if flag in row.flags for name in row.commands]
        if elsewhere:
            return OptionError(f"{flag} is an option of `{'`, `'.join(elsewhere)}`, not of `{self.command.name}`")
        return OptionError(
            f"no option {flag}{near(flag, tuple(self.flags))} (`kernelc {self.command.name} --help` lists the options)"
        )

    def _value(self, flag: str, row: Option) -> str:
        if row.joined or self.at >= len(self.words):
            raise OptionError(f"{flag} needs a value: {flag}{'' if row.joined else ' '}{row.metavar}")
        self.at += 1
        return self.words[self.at - 1]


def _is_option(word: str) -> bool:
    """A word that starts with a dash, unless it is `-` alone or a number."""
    return word.startswith("-") and word != "-" and not (word[1] in "0123456789." or word[1:] in {"inf", "nan"})
