"""Files are read as rustc reads them; what is wrong with one is a diagnostic."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kernelc.frontend.diagnostics import Diagnostics, render_all
from kernelc.frontend.source import Source, read_source
from tests.frontend.syntax.support import codes, parse


def test_positions() -> None:
    source = Source("a.rs", "ab\n\nçd")
    assert [source.position(at) for at in range(7)] == [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3)]
    assert [source.line_text(line) for line in (1, 2, 3)] == ["ab", "", "çd"]
    span = source.span(4, 6)
    assert (span.line, span.column, span.text, span) == (3, 1, "çd", source.span(4, 6))
    assert source.span(0, 1).to(span).text == "ab\n\nçd"


def test_a_byte_order_mark_and_crlf_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "a.rs"
    path.write_bytes(b"\xef\xbb\xbffn f() {\r\n    let x = 1\r\n    let y = 2;\r\n}\r\n")
    diagnostics = Diagnostics()
    source = read_source(str(path), diagnostics)
    assert source is not None and not len(diagnostics)
    assert source.text == "fn f() {\n    let x = 1\n    let y = 2;\n}\n"
    assert codes("\ufefffn f() {\r\n    let x = 1\r\n    let y = 2;\r\n}\r\n") == ["K1011"]


def read(path: object) -> str:
    diagnostics = Diagnostics()
    assert read_source(str(path), diagnostics) is None
    return render_all(diagnostics)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert read(tmp_path / "missing.rs") == f"error[K1001]: no such file: `{tmp_path}/missing.rs`"
    (tmp_path / "file").write_text("x")
    assert read(tmp_path / "file" / "below.rs").startswith("error[K1001]")
    assert read(tmp_path) == f"error[K1002]: `{tmp_path}` is a directory, not a file"
    assert read("nul\0byte.rs").startswith("error[K1003]: cannot read")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may read everything")
def test_an_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "secret.rs"
    path.write_text("fn f() {}")
    path.chmod(0)
    assert "K1003" in read(path) and "Permission denied" in read(path)


def test_text_that_is_not_utf_8_is_reported_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.rs"
    path.write_bytes(b"fn f() {}\n// caf\xe9 au lait\n")
    text = read(path)
    assert "is not valid UTF-8: byte 0xe9 at offset 16" in text and f"--> {path}:2:7" in text


def test_an_empty_file_is_reported() -> None:
    for text in ("", "\n", "// only a comment\n", "/* the same */"):
        assert codes(text) == ["K1005"]


def test_the_digest_is_of_the_text() -> None:
    assert Source("a", "x").digest == Source("b", "\ufeffx").digest != Source("a", "y").digest
    assert parse("fn f() {}", "as/given.rs").source.path == "as/given.rs"
