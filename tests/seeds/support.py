"""What the tests of the four texts share: commands in this process, and renamed and reordered variants of a program."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import permutations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).parent / "samples"

Kernelc = Callable[..., tuple[int, str, str]]


def sample(name: str) -> str:
    return (SAMPLES / name).read_text("utf-8")


def renamed(text: str, names: Mapping[str, str]) -> str:
    """The text with whole words replaced, all at once."""
    return re.sub("|".join(rf"\b{re.escape(name)}\b" for name in names) or "(?!)", lambda found: names[found[0]], text)


def reordered(text: str, lines: tuple[str, ...]) -> list[str]:
    """The text with `lines` (which do not depend on one another and follow each other) in every order, the given one first."""
    block = "".join(f"{line}\n" for line in lines)
    assert text.count(block) == 1
    return [text.replace(block, "".join(f"{line}\n" for line in order)) for order in permutations(lines)]


def canonical(cfg: str, names: tuple[str, ...]) -> str:
    """A listing in which those names are numbered as they appear, so that listings of renamed programs are equal."""
    numbers: dict[str, str] = {}
    return re.sub(
        "|".join(rf"\b{re.escape(name)}\b" for name in names), lambda found: numbers.setdefault(found[0], f"v{len(numbers)}"), cfg
    )
