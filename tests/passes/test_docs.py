"""The example in each pass's docstring is what the pass does to `example.mir` in its folder."""
from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from kernelc.passes.table import PASSES
from tests.passes.textcheck import output_of

HERE = Path(__file__).parent
RIGHT = 48
"""The column at which the text after the pass begins."""


def columns(docstring: str) -> tuple[list[str], list[str]]:
    """Before and after, without indentation."""
    lines = docstring.split("\n")
    (arrow,) = [i for i, line in enumerate(lines) if "==>" in line]
    first = last = arrow
    while lines[first - 1].strip():
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].strip():
        last += 1
    shown = lines[first : last + 1]
    before = [line[:RIGHT].replace("==>", "").strip() for line in shown]
    after = [line[RIGHT:].strip() for line in shown]
    return [x for x in before if x], [x for x in after if x]


def shown(text: str) -> list[str]:
    """The lines of a module without indentation, blank lines, comments and the types of results, as docstrings show them."""
    lines = [re.sub(r"^(%[\w.]+): [^=]* = ", r"\1 = ", line.strip()) for line in text.split("\n")]
    return [line for line in lines if line and not line.startswith("//")]


def contains(lines: list[str], part: list[str]) -> bool:
    return any(lines[i : i + len(part)] == part for i in range(len(lines) - len(part) + 1))


@pytest.mark.parametrize("name", PASSES)
def test_example(name: str) -> None:
    path = HERE / name / "example.mir"
    before, after = columns(import_module(PASSES[name].module).__doc__ or "")
    source, output = shown(path.read_text()), shown(output_of(path))
    assert contains(source, before), f"before:\n{chr(10).join(before)}\nis not in\n{chr(10).join(source)}"
    assert contains(output, after), f"after:\n{chr(10).join(after)}\nis not in\n{chr(10).join(output)}"
