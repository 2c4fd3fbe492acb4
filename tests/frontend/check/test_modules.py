"""`mod name;` is the file beside its parent; one module has one file."""

from __future__ import annotations

import pytest

from kernelc.compile import compile_file
from kernelc.frontend.diagnostics import CompileError


def codes(folder, files):
    """The codes of the errors of `main.rs` in the folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    try:
        compilation = compile_file(str(folder / "main.rs"))
        compilation.check()
        compilation.diagnostics.raise_errors()
        compilation.built()
    except CompileError as problem:
        return [d.code for d in problem.diagnostics if d.level == "error"]
    return []


KERNEL = "#[cuda_device::kernel] pub fn k(y: &mut [u32]) { y[0] = m::f(); }\n"


@pytest.mark.parametrize(
    "files",
    [
        {"m.rs": "pub fn f() -> u32 { 1 }"},
        {"m/mod.rs": "pub fn f() -> u32 { 1 }"},
        {"m.rs": "mod n; pub use n::f;", "m/n.rs": "pub fn f() -> u32 { super::one() } ", "main.rs": "mod m;\n" + KERNEL},
        {"m.rs": "mod n { mod o; pub use o::f; } pub use n::f;", "m/n/o.rs": "pub fn f() -> u32 { crate::ONE }"},
    ],
    ids=["beside", "folder", "nested", "nested inline"],
)
def test_files_of_modules(tmp_path, files):
    main = "mod m;\nconst ONE: u32 = 1;\n" + KERNEL
    texts = {**files, "main.rs": main}
    if "m/n.rs" in files:
        texts["m.rs"] += " fn one() -> u32 { crate::ONE }"
    assert codes(tmp_path, texts) == []


def test_two_files_for_one_module(tmp_path):
    files = {"main.rs": "mod m;\n" + KERNEL, "m.rs": "pub fn f() -> u32 { 1 }", "m/mod.rs": "pub fn f() -> u32 { 2 }"}
    assert codes(tmp_path, files) == ["K0761"]


def test_no_file_for_a_module(tmp_path):
    assert codes(tmp_path, {"main.rs": "mod m;\n" + KERNEL}) == ["K0583"]


def test_a_private_item_of_a_file_is_private(tmp_path):
    assert codes(tmp_path, {"main.rs": "mod m;\n" + KERNEL, "m.rs": "fn f() -> u32 { 1 }"}) == ["K0603"]


def test_a_module_that_is_configured_away_needs_no_file(tmp_path):
    main = "#[cfg(test)] mod gone;\nmod m { pub fn f() -> u32 { 1 } }\n" + KERNEL
    assert codes(tmp_path, {"main.rs": main}) == []
