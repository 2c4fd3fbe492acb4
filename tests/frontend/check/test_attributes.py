"""An attribute whose meaning is not carried out is refused, not passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelc.compile import compile_file
from kernelc.frontend.diagnostics import CompileError

REFUSED = {
    "export_name": '#[export_name = "q"] pub fn f() {}',
    "unsafe export_name": '#[unsafe(export_name = "q")] pub fn f() {}',
    "on a kernel": '#[cuda_device::kernel] #[unsafe(export_name = "q")] pub fn f() {}',
    "link_section": '#[unsafe(link_section = ".x")] pub fn f() {}',
    "no_mangle in a module": "mod m { #[unsafe(no_mangle)] pub fn f() {} }",
    "no_mangle in an impl": "struct S; impl S { #[unsafe(no_mangle)] pub fn f() {} }",
    "path": '#[path = "other.rs"] mod m; fn g() { m::f(); }',
}


def codes(folder: Path, text: str) -> list[str]:
    (folder / "m.rs").write_text("pub fn f() {}")
    path = folder / "k.rs"
    path.write_text(text)
    try:
        compile_file(str(path)).ptx()
    except CompileError as problem:
        return [each.code for each in problem.diagnostics]
    return []


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    assert codes(tmp_path, REFUSED[name])[:1] == ["K1108"]


@pytest.mark.parametrize("text", ["#[unsafe(no_mangle)] pub fn f() {}", "#[no_mangle] pub fn f() {}", "mod m; fn g() { m::f(); }"])
def test_accepted(text: str, tmp_path: Path) -> None:
    assert codes(tmp_path, text) == []
