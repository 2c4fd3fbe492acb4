"""Every kind of bad input has a diagnostic of its own: its code, exit code 1 (2 for the command line), and no output file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kernelc.cli import main

Captured = pytest.CaptureFixture[str]

PROGRAMS: dict[str, tuple[str, str]] = {
    "missing semicolon": ("K1011", "fn f() { let x = 1\n let y = 2; }"),
    "missing brace": ("K1013", "fn f() { if true { "),
    "unterminated string": ("K0765", 'fn f() { let s = "a; }'),
    "unknown name": ("K0425", "fn f(count: u32) -> u32 { coutn }"),
    "unknown type": ("K0412", "fn f(x: u23) {}"),
    "unknown method": ("K0599", "fn f(x: &[u32]) -> usize { x.lenght() }"),
    "mismatched types": ("K0308", "fn f(x: u32) -> u64 { x }"),
    "missing trait impl": ("K0277", "trait T {} fn g<X: T>(x: X) {} fn f() { g(1u32) }"),
    "non-exhaustive match": ("K0004", "fn f(x: u32) -> u32 { match x { 0 => 1, 2..=9 => 2 } }"),
    "use before initialisation": ("K0381", "fn f(c: bool) -> u32 { let x: u32; if c { x = 1; } x }"),
    "assignment to immutable": ("K0384", "fn f() -> u32 { let x = 1; x = 2; x }"),
    "use after move": ("K0382", "struct S; fn g(s: S) {} fn f(s: S) { g(s); g(s); }"),
    "missing unsafe": ("K0133", "fn f(p: *mut u32) { *p = 1; }"),
    "private item": ("K0603", "mod m { fn g() {} } fn f() { m::g(); }"),
    "private field": ("K0616", "mod m { pub struct S { a: u32 } } fn f(s: &m::S) -> u32 { s.a }"),
    "literal out of range": ("K1120", "fn f() -> u8 { 300 }"),
    "constant overflow": ("K1121", "fn f() -> u8 { let a: u8 = 255; a + 1 }"),
    "overflow in a constant": ("K0080", "const X: u8 = 255 + 1; fn f() -> u8 { X }"),
    "constant index out of bounds": ("K1122", "fn f() -> u32 { let a = [1, 2, 3]; a[3] }"),
    "division by zero": ("K1122", "fn f(x: u32) -> u32 { x / 0 }"),
    "kernel returns a value": ("K1110", "#[kernel] fn k() -> u32 { 1 }"),
    "kernel parameter": ("K1111", "#[kernel] fn k(x: &[&[u32]]) {}"),
    "heap": ("K1100", "fn f() { let v = vec![1]; }"),
    "dyn": ("K1101", "trait T {} fn f(x: &dyn T) {}"),
    "function pointers": ("K1102", "fn f(g: fn()) {}"),
    "async": ("K1103", "async fn f() {}"),
    "inline assembler": ("K1104", 'fn f() { unsafe { asm!("nop"); } }'),
    "input and output": ("K1105", 'fn f() { println!("x"); }'),
    "opaque types": ("K1108", "fn f() -> impl Copy { 1u32 }"),
    "infinite type": ("K0072", "struct S { next: Option<S> } fn f(s: S) {}"),
    "infinite instances": ("K1114", "struct P<T>(T); fn g<T>(n: u32, t: T) { if n > 0 { g(n - 1, P(t)); } } fn f() { g(3, 0u32); }"),
    "duplicate definition": ("K0428", "fn f() {} fn f() {}"),
    "unknown macro": ("K1106", "fn f() { asert!(true); }"),
    "unknown attribute": ("K1107", "#[kernell] fn f() {}"),
    "unresolved import": ("K0432", "use cuda_device::thred; fn f() {}"),
    "module file": ("K0583", "mod missing; fn f() {}"),
    "empty file": ("K1005", ""),
    "only comments": ("K1005", "// nothing\n"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


ONLY_CHECKED = {"unresolved import"}
"""What `build` leaves to `check`: imports that no kernel reaches may be of the host."""


@pytest.mark.parametrize(("command", "what"), [(c, w) for w in PROGRAMS for c in ("build", "check") if c == "check" or w not in ONLY_CHECKED])
def test_a_wrong_program(command: str, what: str, folder: Path, capsys: Captured) -> None:
    code, text = PROGRAMS[what]
    (folder / "k.rs").write_text(text)
    words = ["build", "k.rs", "-o", "k.ptx"] if command == "build" else ["check", "k.rs"]
    assert main(words) == 1
    said = capsys.readouterr().err
    assert f"error[{code}]" in said, said
    assert sorted(os.listdir(folder)) == ["k.rs"]


def test_suggestions_for_near_names(folder: Path, capsys: Captured) -> None:
    for text, near in (("fn f(count: u32) -> u32 { coutn }", "`count`"), ("fn f(x: &[u32]) -> usize { x.lenn() }", "`len`")):
        (folder / "k.rs").write_text(text)
        assert main(["build", "k.rs"]) == 1
        assert near in capsys.readouterr().err


def test_all_errors_of_a_file_are_reported(folder: Path, capsys: Captured) -> None:
    (folder / "k.rs").write_text("fn f() -> u32 { a }\nfn g() -> u32 { b }\nfn h() -> u32 { 1.5 }\n")
    assert main(["build", "k.rs"]) == 1
    said = capsys.readouterr().err
    assert [f"k.rs:{line}:" in said for line in (1, 2, 3)] == [True, True, True]
    assert "3 errors" in said


FILES: dict[str, tuple[bytes | None, str]] = {
    "missing": (None, "K1001"),
    "not UTF-8": (b"fn f() { \xff }", "K1004"),
    "empty": (b"", "K1005"),
}


@pytest.mark.parametrize("what", FILES)
def test_a_wrong_file(what: str, folder: Path, capsys: Captured) -> None:
    data, code = FILES[what]
    if data is not None:
        (folder / "k.rs").write_bytes(data)
    assert main(["build", "k.rs", "-o", "k.ptx"]) == 1
    assert f"error[{code}]" in capsys.readouterr().err
    assert not (folder / "k.ptx").exists()


def test_a_folder_is_no_file(folder: Path, capsys: Captured) -> None:
    (folder / "d.rs").mkdir()
    assert main(["build", "d.rs"]) == 1
    assert "error[K1002]" in capsys.readouterr().err


def test_line_ends_and_byte_order_mark_are_accepted(folder: Path) -> None:
    (folder / "k.rs").write_bytes(b"\xef\xbb\xbffn f() -> u32 {\r\n    1\r\n}\r\n")
    assert main(["build", "k.rs", "-o", "k.ptx"]) == 0
    (folder / "plain.rs").write_bytes(b"fn f() -> u32 {\n    1\n}\n")
    assert main(["build", "plain.rs", "-o", "plain.ptx"]) == 0
    assert (folder / "k.ptx").read_bytes() == (folder / "plain.ptx").read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ["build", "k.rs", "-o", "missing/k.ptx"],
        ["build", "k.rs", "-o", "."],
        ["build", "k.rs", "--arch", "sm_42"],
        ["build", "k.rs", "--emit", "nothing"],
        ["build", "k.rs", "-p", "mem3reg"],
        ["build", "k.rs", "k.rs"],
        ["build"],
        ["biuld", "k.rs"],
        ["build", "k.txt"],
    ],
)
def test_a_wrong_command_line(words: list[str], folder: Path, capsys: Captured) -> None:
    (folder / "k.rs").write_text("fn f() {}")
    (folder / "k.txt").write_text("fn f() {}")
    assert main(words) == 2
    assert capsys.readouterr().err.startswith("kernelc: ")
    assert sorted(os.listdir(folder)) == ["k.rs", "k.txt"]


def test_a_failed_build_leaves_the_old_output(folder: Path) -> None:
    (folder / "k.rs").write_text("fn f() {}")
    assert main(["build", "k.rs", "-o", "k.ptx"]) == 0
    before = (folder / "k.ptx").read_bytes()
    (folder / "k.rs").write_text("fn f() { x }")
    assert main(["build", "k.rs", "-o", "k.ptx"]) == 1
    assert (folder / "k.ptx").read_bytes() == before
