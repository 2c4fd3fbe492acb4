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


def run_page(page: Path, folder: Path, update: bool = False) -> int:
    """Run every block; answers how many were checked. Raises `AssertionError` naming the line of a block that is not true.

    With `update` the output of commands is written into the page instead, but for commands whose output is shortened by `…`.
    """
    text = page.read_text("utf-8")
    checked = 0
    pieces: list[str] = []
    end = 0
    for match in BLOCK.finditer(text):
        language, name, body = match.groups()
        place = f"{page.name}:{text.count(chr(10), 0, match.start()) + 1}"
        if name:
            (folder / name).write_text(body, "utf-8")
        elif language == "python":
            run_python(body, folder, place)
        elif language == "console":
            body = run_console(body, folder, "" if update else place)
        else:
            continue
        checked += 1
        pieces += [text[end : match.start(3)], body]
        end = match.end(3)
    if update:
        page.write_text("".join([*pieces, text[end:]]), "utf-8")
    return checked


def environment() -> dict[str, str]:
    """Our programs first on the path, no variable of ours, no colours."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KERNELC_")}
    return kept | {
        "KERNELC_CACHE": "off",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{kept.get('PATH', '')}",
        "NO_COLOR": "1",
    }


def run_python(body: str, folder: Path, place: str) -> None:
    """A program must end without an error."""
    script = folder / f"block_{place.rpartition(':')[2]}.py"
    script.write_text(body, "utf-8")
    done = subprocess.run(
        [sys.executable, script.name], cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{place}: {done.stderr}"


def run_console(body: str, folder: Path, place: str) -> str:
    """Each command must print what stands under it (not asked if `place` is ""); answers the block as it is now."""
    lines: list[str] = []
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
        printed = done.stdout.splitlines()
        assert "internal error" not in done.stdout, f"$ {command}\nprints\n{done.stdout}"
        assert not place or fits(printed, expected), f"{place}: $ {command}\nprints\n{done.stdout}"
        lines += [f"$ {command}", *(expected if "…" in expected else printed)]
    return "".join(f"{line}\n" for line in lines)


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
