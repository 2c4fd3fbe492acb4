"""The instruction table against the assembler: each row is accepted at its minimum and refused below it; operand types agree.

ptxas checks a thousand instructions in the time that it takes to start, so each level is one run. `-arch compute_XX` only parses.
"""

import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from ptx.assemble import find_ptxas
from ptx.levels import SPECIAL_REGISTER_NEEDS, SPECIAL_REGISTERS, TARGET_VERSIONS, parse_level
from ptx.parser import parse_module
from ptx.verify import verify
from tests.ptx.samples import REGISTER_TYPES, Sample, module_text, register_type, samples

pytestmark = pytest.mark.ptxas

TARGETS = (70, 75, 80, 86, 89, 90, 100)
VERSIONS = (
    *((6, minor) for minor in range(6)),
    *((7, minor) for minor in range(9)),
    *((8, minor) for minor in range(9)),
    (9, 0),
)
NEWEST = VERSIONS[-1]
Level = tuple[tuple[int, int], int]


def refused_lines(text: str, sm: int, folder: Path) -> dict[int, str]:
    """Returns the first message of each line that ptxas refuses. A fatal error hides what follows, so its line is blanked and the
    rest checked again.
    """
    ptxas = find_ptxas()
    assert ptxas is not None
    lines = text.split("\n")
    refused: dict[int, str] = {}
    while True:
        source = folder / "samples.ptx"
        source.write_text("\n".join(lines))
        command = [ptxas, "-arch", f"compute_{max(sm, 75)}", str(source), "-o", str(folder / "samples.out")]
        log = subprocess.run(command, capture_output=True, text=True, check=False)
        fatal = False
        for line, severity, message in re.findall(r", line (\d+); (\w+)\s*: (.*)", log.stderr + log.stdout):
            refused.setdefault(int(line), message)
            if severity == "fatal":
                fatal = True
                lines[int(line) - 1] = ""
        if not fatal:
            return refused


TAKEN_TOO_EARLY = ("fence.acquire", "fence.release")
"""Mnemonics that some assemblers (13.0) take below the level that the manual and later ones demand."""


def by_level() -> dict[Level, list[Sample]]:
    levels: dict[Level, list[Sample]] = defaultdict(list)
    for sample in samples():
        levels[sample.resolved.minimum(sample.count)].append(sample)
    return levels


LEVELS = by_level()


def check(level_samples: list[Sample], version: tuple[int, int], sm: int, folder: Path) -> tuple[list[str], list[str]]:
    """Returns the samples that ptxas accepts at this level, and those that it refuses with the reason."""
    text, first = module_text([sample.text for sample in level_samples], version, sm)
    refused = refused_lines(text, sm, folder)
    outside = {line: message for line, message in refused.items() if not first <= line < first + len(level_samples)}
    assert not outside
    accepted = [sample.text for index, sample in enumerate(level_samples) if first + index not in refused]
    accepted = [text for text in accepted if not text.startswith(TAKEN_TOO_EARLY)]
    return accepted, [f"{level_samples[line - first].text}  {message}" for line, message in sorted(refused.items())]


def test_the_table_is_sampled_widely() -> None:
    assert sum(map(len, LEVELS.values())) > 8000


@pytest.mark.parametrize("level", sorted(LEVELS), ids=str)
def test_rows_are_accepted_at_their_minimum(level: Level, tmp_path: Path) -> None:
    version, sm = level
    _, refused = check(LEVELS[level], max(version, TARGET_VERSIONS[sm]), sm, tmp_path)
    assert refused == []


@pytest.mark.parametrize("level", sorted(level for level in LEVELS if level[1] > TARGETS[0]), ids=str)
def test_rows_are_refused_below_their_target(level: Level, tmp_path: Path) -> None:
    accepted, _ = check(LEVELS[level], NEWEST, max(sm for sm in TARGETS if sm < level[1]), tmp_path)
    assert accepted == []


@pytest.mark.parametrize("level", sorted(level for level in LEVELS if level[0] > VERSIONS[0]), ids=str)
def test_rows_are_refused_below_their_version(level: Level, tmp_path: Path) -> None:
    version = max(version for version in VERSIONS if version < level[0])
    sm = max(sm for sm in TARGETS if TARGET_VERSIONS[sm] <= version and sm <= level[1])
    accepted, _ = check(LEVELS[level], version, sm, tmp_path)
    assert accepted == []


def test_special_registers_are_accepted_at_their_minimum_and_refused_below(tmp_path: Path) -> None:
    lines, needs = [], []
    for name, type_name in SPECIAL_REGISTERS.items():
        scalar = type_name.removeprefix("v4")
        component = ".x" if type_name.startswith("v4") else ""
        lines.append(f"mov.{scalar} %{register_type(scalar)}_0, {name}{component};")
        needs.append(parse_level(SPECIAL_REGISTER_NEEDS.get(name, "6.0/70")))
    for level in sorted(set(needs)):
        version, sm = max(level[0], TARGET_VERSIONS[level[1]]), level[1]
        text, first = module_text(lines, version, sm)
        refused = {line - first for line in refused_lines(text, sm, tmp_path)}
        assert refused == {index for index, need in enumerate(needs) if need[0] > version or need[1] > sm}


SUBSTITUTES = (
    *(f"%{name}_5" for name in REGISTER_TYPES),
    *("7", "0f3F800000", "0d3FF0000000000000", "global_variable", "%tid.x", "!%pred_3", "{%b32_3, %b32_4}"),
    *("[%b64_9]", "[%b32_9+4]", "[%f64_9]", "[shared_variable+4]", "end"),
)

STRICTER = (
    "does not fit",  # ptxas takes any integer as predicate, and any address as 16 bits
    "`{%b32_3, %b32_4}` cannot be",  # ptxas reads a pair as one packed register
    "%pred_",  # ptxas takes predicates as packed bf16
    "where .u64 belongs",  # isspacep of a 32-bit address
    "where .f32 belongs",  # cvt to a packed pair takes wider registers
    "where .f16x2 belongs",
    "must be a vector of",  # ptxas takes one value for all elements of `mov.v2`
    "cvt.pack",  # ptxas takes registers of any width
    "is in .shared space",  # ptxas does not look at the space of the variable that is named
)


def substituted() -> list[str]:
    """Returns instructions in which one operand at a time is replaced: one sample for each row and choice of types, every seventh."""
    seen, lines = set(), []
    for sample in samples():
        key = (sample.resolved.form.syntax, sample.resolved.operand_types, sample.count, sample.resolved.vector)
        if key in seen:
            continue
        seen.add(key)
        name, _, rest = sample.text.rstrip(";").partition(" ")
        operands = re.findall(r"(?:\{[^}]*\}|\[[^\]]*\]|[^,{\[]+)+", rest)
        for index in range(len(operands)):
            for substitute in SUBSTITUTES:
                chosen = [*operands[:index], f" {substitute}", *operands[index + 1 :]]
                lines.append(f"{name} {','.join(chosen).strip()};")
    return list(dict.fromkeys(lines))[::7]


def test_the_verifier_agrees_with_ptxas_about_operands(tmp_path: Path) -> None:
    lines = substituted()
    text, first = module_text(lines, NEWEST, 100)
    refused = refused_lines(text, 100, tmp_path)
    faults = {fault.line: fault.text for fault in verify(parse_module(text))}
    assert len(lines) > 9000 and len(refused) > 3000
    missed = [lines[line - first] + "  " + refused[line] for line in sorted(refused.keys() - faults.keys())]
    extra = [f"{lines[line - first]}  {text}" for line, text in sorted(faults.items()) if line not in refused]
    known = ("bar", "barrier", "cp.async", "video selector", "State space mismatch")
    assert [line for line in missed if not any(word in line for word in known)] == []
    assert [line for line in extra if not any(reason in line for reason in STRICTER)] == []
