"""Text tests of diagnostics: `.rs` files that say on the line what must be reported there.

    let x = 1   //~ ERROR K1011: missing `;`
    //~^ ERROR K1011           the same, about the line above (one `^` a line)
    //~? ERROR K1001           a diagnostic without a place

The text after the code, if any, must occur in the message. Each expectation must be met exactly once, and nothing else may be
reported; warnings are expected with WARNING. `assert_diagnostics(path, check)` runs `check(source, diagnostics)` over a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from kernelc.frontend.diagnostics import Diagnostic, Diagnostics, render_all
from kernelc.frontend.source import Source

EXPECTATION = re.compile(r"//~(\?|\^*) (ERROR|WARNING) (K\d{4})(?:: (.*?))?\s*(?=//~|$)")

Check = Callable[[Source, Diagnostics], object]


class Expectation:
    """A diagnostic that must come: `line` from 1, 0 for one without a place."""

    def __init__(self, line: int, level: str, code: str, text: str) -> None:
        self.line = line
        self.level = level
        self.code = code
        self.text = text

    def met_by(self, diagnostic: Diagnostic) -> bool:
        line = diagnostic.span.line if diagnostic.span is not None else 0
        return (line, diagnostic.level, diagnostic.code) == (self.line, self.level, self.code) and self.text in diagnostic.message

    def __repr__(self) -> str:
        return f"line {self.line}: {self.level}[{self.code}] {self.text}"


def expectations(text: str) -> list[Expectation]:
    """The expectations written in a file, in order."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        for mark, level, code, message in EXPECTATION.findall(line):
            found.append(Expectation(0 if mark == "?" else number - len(mark), level.lower(), code, message))
    return found


def differences(text: str, diagnostics: Diagnostics) -> list[str]:
    """What was expected and did not come, and what came unexpected; empty if all is well."""
    left = list(diagnostics)
    problems = []
    for expected in expectations(text):
        match = next((each for each in left if expected.met_by(each)), None)
        if match is None:
            problems.append(f"missing: {expected}")
        else:
            left.remove(match)
    problems.extend(
        "unexpected: " + (f"line {each.span.line}: " if each.span else "") + f"{each.level}[{each.code}] {each.message}"
        for each in left
    )
    return problems


def assert_diagnostics(path: Path, check: Check, shown_as: str | None = None) -> None:
    """Run `check` over the file and compare what it reports with what the file says."""
    source = Source(shown_as or path.name, path.read_text(encoding="utf-8"))
    diagnostics = Diagnostics()
    check(source, diagnostics)
    problems = differences(source.text, diagnostics)
    assert not problems, "\n".join([f"{path}:", *problems, "", render_all(diagnostics)])
