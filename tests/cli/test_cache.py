"""`kernelc cache`: only our entries are counted and removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelc.cache_folder import cache_folder
from kernelc.cli import main

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder with two entries and a file that is not ours."""
    monkeypatch.setenv("KERNELC_CACHE", str(tmp_path / "cache"))
    for name, size in (("ab/one.kernelc", 10), ("cd/two.kernelc", 5), ("cd/precious.txt", 3)):
        path = tmp_path / "cache" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * size)
    return tmp_path / "cache"


def test_info(folder: Path, capsys: Captured) -> None:
    assert main(["cache"]) == 0
    assert main(["cache", "info"]) == 0
    assert capsys.readouterr().out == 2 * f"folder   {folder}\nentries  2\nbytes    15\n"


def test_clear_leaves_what_is_not_ours(folder: Path, capsys: Captured) -> None:
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out == f"removed 2 entries from {folder}\n"
    assert [path.name for path in sorted(folder.rglob("*"))] == ["cd", "precious.txt"]


def test_no_folder_is_an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("KERNELC_CACHE", str(tmp_path / "absent"))
    assert main(["cache", "clear"]) == 0
    assert "removed 0 entries" in capsys.readouterr().out


def test_off(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("KERNELC_CACHE", "off")
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out == "the cache is off (KERNELC_CACHE)\n"


def test_bad_words(capsys: Captured) -> None:
    assert main(["cache", "clean"]) == 2
    assert "cache takes one of info, clear" in capsys.readouterr().err


def test_where_it_lies() -> None:
    assert cache_folder({"XDG_CACHE_HOME": "/somewhere"}) == "/somewhere/kernelc"
    assert cache_folder({"KERNELC_CACHE": "/mine", "XDG_CACHE_HOME": "/somewhere"}) == "/mine"
    assert str(cache_folder({})).endswith("/.cache/kernelc")
