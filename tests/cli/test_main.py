"""The program as a whole: exit codes, streams, faults, pipes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kernelc.cli
from kernelc.cli import main
from kernelc.cli.failure import Failure
from kernelc.options import COMMANDS
from kernelc.version import VERSION

ROOT = Path(__file__).resolve().parents[2]


def program(*words: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {name: value for name, value in os.environ.items() if not name.startswith("KERNELC_")} | environment
    command = [sys.executable, "-m", "kernelc", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=variables, check=False)


@pytest.mark.parametrize("words", [[], ["help"], ["--help"], ["-h"]])
def test_overview_names_every_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert all(f"  {command.name} " in printed.out for command in COMMANDS)


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_help_of_each_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert main(["help", command]) == 0
    first, second = capsys.readouterr().out.split("usage: ")[1:]
    assert first == second
    assert first.startswith(f"kernelc {command}")
    assert max(map(len, first.splitlines())) <= 130


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"kernelc {VERSION}\n"


def test_a_bad_command_line_is_exit_2_and_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--emti"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "kernelc: no option --emti; did you mean `--emit`? (`kernelc build --help` lists the options)\n"


def test_a_fault_of_ours_is_exit_70_with_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = tmp_path / "k.rs"
    source.write_text("fn unlucky() {}\n")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def broken(words: list[str]) -> int:
        raise ZeroDivisionError("a pass went wrong")

    monkeypatch.setattr(kernelc.cli, "_dispatch", broken)
    assert main(["build", str(source)]) == 70
    said = capsys.readouterr().err
    assert "internal error: ZeroDivisionError: a pass went wrong" in said
    assert "Traceback" not in said
    found = re.search(r"`(.*kernelc-report-.*\.txt)`", said)
    assert found
    report = Path(found[1]).read_text("utf-8")
    assert "ZeroDivisionError" in report and "fn unlucky() {}" in report and VERSION in report


def test_a_failure_says_message_and_help(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def missing(words: list[str]) -> int:
        raise Failure(3, "no ptxas", "pip install 'kernelc[ptxas]'")

    monkeypatch.setattr(kernelc.cli, "_dispatch", missing)
    assert main(["build"]) == 3
    assert capsys.readouterr().err == "kernelc: no ptxas\n  help: pip install 'kernelc[ptxas]'\n"


def test_interrupt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(words: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(kernelc.cli, "_dispatch", interrupted)
    assert main(["build"]) == 130
    assert capsys.readouterr().err == "kernelc: interrupted\n"


def test_a_closed_pipe_ends_quietly() -> None:
    command = f"{sys.executable} -m kernelc docs codes | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_full_device_is_no_traceback() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "kernelc", "help"], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "kernelc: cannot write to standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["build"], 2, "build needs a file"),
        (["build", "a.rs", "b.rs"], 2, "build takes one file, not 2"),
        (["build", "a.txt"], 2, "`a.txt` is neither a .rs, a .mir nor a .ptx file"),
        (["build", "absent.rs"], 1, "no such file: `absent.rs`"),
        (["build", "absent.mir"], 1, "no such file: `absent.mir`"),
        (["build", "absent.ptx"], 1, "no such file: `absent.ptx`"),
        (["build", "kernels/saxpy.rs", "--against", "x"], 2, "--against goes with --dry-run"),
        (["build", "kernels/saxpy.rs", "--dry-run"], 2, "--dry-run needs a file to compare with"),
        (["check"], 2, "check needs a file"),
        (["diff", "a.ptx"], 2, "diff compares two files, not 1"),
        (["docs", "K9999"], 2, "nothing is called `K9999`"),
    ],
)
def test_bad_command_lines(words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert "Traceback" not in printed.err
