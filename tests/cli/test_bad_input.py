"""Damaged source, MIR, PTX and command lines: a diagnostic and exit code 0, 1 or 2, never a fault of ours, never partial output."""

from __future__ import annotations

import contextlib
import io
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelc.cli import main

ROOT = Path(__file__).resolve().parents[2]
WORD = re.compile(r"\w+|[^\w\s]|\s+")
SOURCES = [(ROOT / "kernels" / f"{name}.rs").read_text("utf-8") for name in ("saxpy", "sum_to", "matmul_naive")]
EXTRA = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    "0",
    "-1",
    "99999999999999999999",
    "u8",
    "fn",
    "let",
    "mut",
    "&",
    "*",
    "::",
    "->",
    '"',
    "'",
    "\\",
    "é",
    "\0",
    "x",
]


def run(*words: str) -> tuple[int, str, str]:
    """Exit code and what was printed."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    return code, out.getvalue(), err.getvalue()


@st.composite
def damaged(draw: st.DrawFn, texts: list[str]) -> str:
    """A text with one to four words removed, doubled, replaced or swapped."""
    words = WORD.findall(draw(st.sampled_from(texts)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(words) - 1))
        how = draw(st.sampled_from(["remove", "double", "replace", "swap", "insert"]))
        if how == "remove" and len(words) > 1:
            del words[at]
        elif how == "double":
            words.insert(at, words[at])
        elif how == "replace":
            words[at] = draw(st.sampled_from(EXTRA))
        elif how == "insert":
            words.insert(at, draw(st.sampled_from(EXTRA)))
        else:
            other = draw(st.integers(0, len(words) - 1))
            words[at], words[other] = words[other], words[at]
    return "".join(words)


def check_file(suffix: str, text: str) -> None:
    """Building it gives output, or a diagnostic and no output."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, f"k{suffix}"), Path(folder, "out.ptx")
        source.write_bytes(text.encode("utf-8", "surrogatepass"))
        code, out, err = run("build", str(source), "-o", str(target), "--verify")
        assert code in {0, 1}, err
        assert out == ""
        assert target.exists() == (code == 0)
        assert code == 0 or err.strip()
        assert "Traceback" not in err


@settings(max_examples=60)
@given(damaged(SOURCES))
def test_damaged_source(text: str) -> None:
    check_file(".rs", text)


@pytest.fixture(scope="module")
def mir() -> list[str]:
    return [run("build", str(ROOT / "kernels" / "saxpy.rs"), "--emit", kind)[1] for kind in ("mir", "ssa")]


@pytest.fixture(scope="module")
def ptx() -> list[str]:
    return [run("build", str(ROOT / "kernels" / "saxpy.rs"), level)[1] for level in ("-O0", "-O2")]


@settings(max_examples=200)
@given(data=st.data())
def test_damaged_mir(mir: list[str], data: st.DataObject) -> None:
    check_file(".mir", data.draw(damaged(mir)))


@settings(max_examples=200)
@given(data=st.data())
def test_damaged_ptx(ptx: list[str], data: st.DataObject) -> None:
    check_file(".ptx", data.draw(damaged(ptx)))


COMMAND_WORDS = [
    *(
        "build",
        "check",
        "opt",
        "diff",
        "docs",
        "doctor",
        "cache",
        "help",
        "run",
        "--help",
        "--",
        "-",
        "-o",
        "-O2",
        "-O9",
        "--emit",
        "mir,ptx",
        "--emit=x",
    ),
    *(
        "-p",
        "mem2reg",
        "(",
        "--dry-run",
        "--against",
        "--format",
        "json",
        "absent.rs",
        "absent.mir",
        "absent.ptx",
        "--grid",
        "1,2",
        "K0308",
        "",
        "é",
    ),
]


@settings(max_examples=150)
@given(st.lists(st.sampled_from(COMMAND_WORDS), max_size=6))
def test_any_command_line(words: list[str]) -> None:
    if "-" in words:
        return  # reads standard input
    if "doctor" in words[:1] and len(words) == 1:
        return  # slow, and has a test of its own
    code, _, err = run(*words)
    assert code in {0, 1, 2, 3}, err
    assert "Traceback" not in err
