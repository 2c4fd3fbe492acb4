"""Runs the code blocks of a Markdown page in one folder, in order, as a reader would.

A block's language says what happens: `rust NAME`, `mir NAME` and the like are saved as the file NAME; `python` is run as a
program of its own; `console` holds commands after `$ ` and under each what it prints (both streams), where a line `…` stands for any
number of lines; `sh` blocks install things and are only read. Other blocks are text.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"^```([a-z]+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_page(page: Path, folder: Path) -> int:
    """Run every block; answers how many were checked. Raises `AssertionError` naming the line of a block that is not true."""
    text = page.read_text("utf-8")
    checked = 0
    for match in BLOCK.finditer(text):
        language, name, body = match.groups()
        place = f"{page.name}:{text.count(chr(10), 0, match.start()) + 1}"
        if name:
            (folder / name).write_text(body, "utf-8")
        elif language == "python":
            run_python(body, folder, place)
        elif language == "console":
            run_console(body, folder, place)
        else:
            continue
        checked += 1
    return checked


def environment() -> dict[str, str]:
    """Our programs first on the path, no variable of ours, no colours."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KERNELC_")}
    return kept | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{kept.get('PATH', '')}", "NO_COLOR": "1"}


def run_python(body: str, folder: Path, place: str) -> None:
    """A program must end without an error."""
    script = folder / f"block_{place.rpartition(':')[2]}.py"
    script.write_text(body, "utf-8")
    done = subprocess.run(
        [sys.executable, script.name], cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{place}: {done.stderr}"


def run_console(body: str, folder: Path, place: str) -> None:
    """Each command must print what stands under it."""
    for command, expected in commands_of(body):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert fits(done.stdout.splitlines(), expected), f"{place}: $ {command}\nprints\n{done.stdout}"


def commands_of(body: str) -> list[tuple[str, list[str]]]:
    """The commands of a console block with the lines under each."""
    found: list[tuple[str, list[str]]] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def fits(printed: list[str], expected: list[str]) -> bool:
    """Whether the lines are those expected; `…` stands for any number of lines."""
    pattern = "".join(r"(?:.*\n)*" if line.strip() == "…" else re.escape(line.rstrip()) + r"\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in printed)) is not None
