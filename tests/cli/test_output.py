"""Output files are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from kernelc.cli.failure import Failure
from kernelc.cli.output import write_bytes, write_text, write_whole


def test_a_new_file_holds_the_text_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_text(str(tmp_path / "k.ptx"), "µ\n")
    assert (tmp_path / "k.ptx").read_bytes() == "µ\n".encode()
    assert os.listdir(tmp_path) == ["k.ptx"]


def test_replacing_keeps_permissions(tmp_path: Path) -> None:
    target = tmp_path / "k.ptx"
    target.write_text("old")
    target.chmod(0o640)
    write_whole(str(target), b"new")
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(str(tmp_path / "link"), b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_devices_are_written_to() -> None:
    write_whole(os.devnull, b"gone")
    assert not os.path.isfile(os.devnull)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (".", "it is a directory"),
        ("absent/k.ptx", "there is no folder"),
        ("file/k.ptx", "cannot write"),
        ("x" * 300, "cannot write"),
    ],
)
def test_places_that_cannot_be_written(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Failure, match=said) as caught:
        write_whole(str(tmp_path / name), b"text")
    assert caught.value.code == 2
    assert os.listdir(tmp_path) == ["file"]


def test_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    write_text("-", "one\n")
    write_text("", "two\n")
    assert capsys.readouterr().out == "one\ntwo\n"


def test_machine_code_goes_to_a_pipe(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_bytes("-", b"\x7fELF")
    assert capfdbinary.readouterr().out == b"\x7fELF"
