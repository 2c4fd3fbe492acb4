"""The command line on source files: diagnostics, exit codes, no partial output, streams, odd files."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from kernelc.cli import main

SOURCE = """\
use cuda_device::{kernel, thread};

#[kernel]
pub fn fill(value: i32, out: &mut [i32]) {
    let i = thread::index_1d().get();
    if i < out.len() {
        out[i] = value;
    }
}
"""
WRONG = SOURCE.replace("= value", "= valu").replace("let i", "let unknown: Missing = 1;\n    let i")

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with `fill.rs` and `wrong.rs`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fill.rs").write_text(SOURCE)
    (tmp_path / "wrong.rs").write_text(WRONG)
    return tmp_path


def test_build_writes_the_file_and_nothing_else(folder: Path, capsys: Captured) -> None:
    assert main(["build", "fill.rs", "-o", "fill.ptx"]) == 0
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "")
    assert (folder / "fill.ptx").read_text("utf-8").startswith(".version 6.0\n.target sm_70\n")
    assert sorted(os.listdir()) == ["fill.ptx", "fill.rs", "wrong.rs"]


def test_errors_are_all_reported_and_nothing_is_written(folder: Path, capsys: Captured) -> None:
    (folder / "kept.ptx").write_text("kept")
    assert main(["build", "wrong.rs", "-o", "kept.ptx"]) == 1
    said = capsys.readouterr().err
    assert "cannot find value `valu` in this scope" in said
    assert "help: something with a similar name exists: `value`" in said
    assert "Missing" in said
    assert "wrong.rs:8:" in said
    assert said.rstrip().endswith("2 errors")
    assert (folder / "kept.ptx").read_text() == "kept"


@pytest.mark.parametrize("kind", ["hir", "mir", "cfg", "dom", "ssa", "ptx"])
def test_no_stage_shows_a_wrong_program(capsys: Captured, kind: str) -> None:
    assert main(["build", "wrong.rs", "--emit", kind]) == 1
    assert capsys.readouterr().out == ""


def test_check(capsys: Captured) -> None:
    assert main(["check", "fill.rs"]) == 0
    assert main(["check", "fill.rs", "wrong.rs"]) == 1
    assert capsys.readouterr().err.rstrip().endswith("2 errors")


def test_check_as_json(capsys: Captured) -> None:
    assert main(["check", "fill.rs", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert main(["check", "wrong.rs", "--format", "json"]) == 1
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert len(found) == 2
    assert printed.err == ""
    assert {each["level"] for each in found} == {"error"}
    assert {span["file"] for each in found for span in each["spans"]} == {"wrong.rs"}


def test_check_looks_at_functions_that_no_kernel_reaches(folder: Path, capsys: Captured) -> None:
    (folder / "k.rs").write_text(SOURCE + "fn unreached() -> i32 { true }\n")
    assert main(["build", "k.rs", "-o", "k.ptx"]) == 0
    assert main(["check", "k.rs"]) == 1
    assert "mismatched types" in capsys.readouterr().err


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    assert main(["build", "fill.rs"]) == 0
    expected = capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SOURCE.encode())))
    assert main(["build", "-"]) == 0
    assert capsys.readouterr().out == expected
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    assert main(["build", "-"]) == 1
    assert "<stdin>:8:" in capsys.readouterr().err


def test_byte_order_mark_and_crlf_change_nothing(folder: Path, capsys: Captured) -> None:
    assert main(["build", "fill.rs"]) == 0
    (folder / "crlf.rs").write_bytes(b"\xef\xbb\xbf" + SOURCE.replace("\n", "\r\n").encode())
    assert main(["build", "crlf.rs"]) == 0
    assert main(["build", "fill.rs"]) == 0
    text = capsys.readouterr().out
    assert len(text) % 3 == 0
    assert text == 3 * text[: len(text) // 3]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("empty.rs", b"", "K1005"),
        ("comment.rs", b"// nothing\n", "K1005"),
        ("latin.rs", b"// caf\xe9\nfn f() {}\n", "K1004"),
        ("binary.rs", bytes(range(256)), "K1004"),
        ("absent.rs", None, "K1001"),
        ("fill.rs/under.rs", None, "K1001"),
    ],
)
@pytest.mark.parametrize("command", ["build", "check"])
def test_odd_files(folder: Path, capsys: Captured, name: str, data: bytes | None, said: str, command: str) -> None:
    if data is not None:
        (folder / name).write_bytes(data)
    assert main([command, name]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"error[{said}]" in printed.err


def test_a_directory_as_input(folder: Path, capsys: Captured) -> None:
    (folder / "folder.rs").mkdir()
    assert main(["build", "folder.rs"]) == 1
    assert "error[K1002]: `folder.rs` is a directory, not a file" in capsys.readouterr().err


def test_no_colours_in_a_pipe(capsys: Captured) -> None:
    assert main(["build", "wrong.rs"]) == 1
    assert "\x1b" not in capsys.readouterr().err


def test_colours_on_a_terminal_unless_forbidden(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main(["build", "wrong.rs"]) == 1
    assert "\x1b[" in capsys.readouterr().err
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["build", "wrong.rs"]) == 1
    assert "\x1b" not in capsys.readouterr().err


def test_times(capsys: Captured) -> None:
    assert main(["build", "fill.rs", "-o", "fill.ptx", "--time"]) == 0
    stages = [line.split()[0] for line in capsys.readouterr().err.splitlines()]
    assert stages[0] == "parse"
    assert stages[-3:] == ["lower", "print", "together"]


def test_all_stages_in_one_go(capsys: Captured) -> None:
    assert main(["build", "fill.rs", "--emit", "ssa,mir,tokens,ast,hir,cfg,dom,ptx"]) == 0
    first = capsys.readouterr().out
    assert main(["build", "fill.rs", "--emit", "ssa,mir,tokens,ast,hir,cfg,dom,ptx"]) == 0
    assert capsys.readouterr().out == first
    assert main(["build", "fill.rs", "--emit", "ssa"]) == 0
    assert f"==== ssa ====\n{capsys.readouterr().out}" == first[: first.index("==== mir ====")]


def test_mir_goes_on_from_what_was_emitted(folder: Path, capsys: Captured) -> None:
    assert main(["build", "fill.rs", "--emit", "mir", "-o", "fill.mir"]) == 0
    assert main(["build", "fill.mir", "-o", "a.ptx"]) == 0
    assert main(["build", "fill.rs", "-o", "b.ptx"]) == 0
    assert main(["diff", "a.ptx", "b.ptx"]) == 0
    assert capsys.readouterr().out == "same meaning: a.ptx and b.ptx\n"
