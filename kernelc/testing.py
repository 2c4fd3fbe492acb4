"""Tests of one's own kernels: after `assert_ptx`, the PTX of a kernel holds what it should, and nothing of what it should not.

    from kernelc.testing import assert_ptx

    def test_saxpy_multiplies_and_adds_at_once():
        assert_ptx(saxpy, "fma.rn.f32", no=["ld.local", "st.local"])

`pytest_plugins = ["kernelc.pytest_plugin"]` in a `conftest.py` gives the fixture `golden_ptx` for whole texts.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from re import Pattern
    from typing import Any


def assert_ptx(kernel: Any, *wanted: str | Pattern[str], no: Iterable[str | Pattern[str]] = ()) -> None:
    """Checks what the PTX of a kernel holds. Raises AssertionError that shows the PTX.

    `kernel` is a kernel (its own entry and the module's functions are looked at), a loaded module or a PTX text. `wanted` and `no` are parts of lines
    such as `"fma.rn.f32"`, or compiled regular expressions; comments do not count.
    """
    lines = lines_of(kernel)
    refused = list([no] if isinstance(no, str) else no)
    for each in (*wanted, *refused):
        if not each:
            raise ValueError("a part of PTX to look for is empty")
    missing = [each for each in wanted if not any(found(each, line) for line in lines)]
    marked = {number for number, line in enumerate(lines) if any(found(each, line) for each in refused)}
    if missing or marked:
        raise AssertionError(message(kernel, lines, missing, refused, marked))


def lines_of(kernel: Any) -> list[str]:
    """The lines of PTX to look at."""
    if isinstance(kernel, str):
        return kernel.splitlines()
    if not callable(getattr(kernel, "ptx", None)):
        return str(kernel.ptx).splitlines()
    return without_other_entries(str(kernel.ptx()).splitlines(), kernel.signature.symbol)


def without_other_entries(lines: Sequence[str], symbol: str) -> list[str]:
    """The lines of a module without the bodies of other kernels."""
    kept: list[str] = []
    skipping = False
    for line in lines:
        words = line.replace("(", " ").split()
        if ".entry" in words:
            skipping = words[words.index(".entry") + 1] != symbol
        if not skipping:
            kept.append(line)
        if line.startswith("}"):
            skipping = False
    return kept


def found(part: str | Pattern[str], line: str) -> bool:
    """Whether a line holds a part."""
    code = line.partition("//")[0]
    return part in code if isinstance(part, str) else part.search(code) is not None


def message(
    kernel: Any, lines: Sequence[str], missing: Sequence[str | Pattern[str]], refused: Sequence[str | Pattern[str]], marked: set[int]
) -> str:
    """What is wrong, and the PTX with the lines at fault marked."""
    out = [f"the PTX of {getattr(kernel, 'name', 'the module')} has no `{text_of(each)}`" for each in missing]
    for each in refused:
        numbers = [str(number + 1) for number in sorted(marked) if found(each, lines[number])]
        if numbers:
            plural = "s" if len(numbers) > 1 else ""
            out.append(f"`{text_of(each)}` should not be there, but is in line{plural} {', '.join(numbers)}")
    width = len(str(len(lines)))
    shown = [f"{'>' if n in marked else ' '} {n + 1:{width}} | {line}".replace("\t", "    ") for n, line in enumerate(lines)]
    return "\n".join([*out, "", *shown])


def text_of(part: str | Pattern[str]) -> str:
    """How a part was written."""
    return part if isinstance(part, str) else part.pattern
