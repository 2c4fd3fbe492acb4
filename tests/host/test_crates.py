"""The host crates have every public name of the library with the same signature, and rustc accepts the kernels of `kernels/` with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernelc.frontend import ast
from kernelc.frontend.configuration import Configuration
from kernelc.frontend.diagnostics import Diagnostics
from kernelc.frontend.source import Source
from kernelc.frontend.syntax import parse_file

from .support import cargo, needs_cargo

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "kernelc" / "core"
HOST = ROOT / "kernelc" / "host" / "cuda_device" / "src"
KERNELS = sorted((ROOT / "kernels").glob("*.rs"))
MODULES = ["cuda_device", *sorted(f"cuda_device/{path.stem}" for path in (LIBRARY / "cuda_device").glob("*.rs"))]
NOT_OF_THE_HOST: dict[str, str] = {}
"""Public names of the library, as `module::name`, that the host crates lack, with the reason."""


def items_of(path: Path) -> list[ast.Item]:
    diagnostics = Diagnostics()
    tree = parse_file(Source(str(path), path.read_text("utf-8")), diagnostics, Configuration(features=("nightly",)))
    assert tree is not None, list(diagnostics)
    return tree.items


def is_public(item: ast.Item) -> bool:
    hidden = any(attribute.path == ("doc",) for attribute in item.attributes)
    return item.visibility.kind == "pub" and not hidden


def header(item: ast.Item) -> str:
    """An item's text without attributes, body, value, private fields and the underscore before unused names."""
    text = item.span.text
    while found := re.match(r"\s*(///.*|//.*|#\[[^\]]*\])\n", text):
        text = text[found.end() :]
    if isinstance(item, ast.Struct):
        text = re.split(r"[{(;]", text)[0]
    elif isinstance(item, ast.Fn):
        text = re.split(r"[{;]", text)[0]
    elif isinstance(item, ast.Const):
        text = text.partition("=")[0]
    elif isinstance(item, ast.Trait):
        text = text.partition("{")[0]
    return re.sub(r"\b_(?=[a-z])|\bmut (?=value\b)", "", " ".join(text.replace(";", "").split()))


def public_names(path: Path) -> set[str]:
    """What a module offers, each with its signature and the `impl` or `trait` that it stands in."""
    found = set()
    for item in items_of(path):
        if isinstance(item, ast.Impl) and item.trait is None:
            found |= {f"{item.span.text.partition('{')[0].strip()}: {header(each)}" for each in item.items if is_public(each)}
        elif isinstance(item, ast.Trait) and is_public(item):
            shown = [each for each in item.items if not any(attribute.path == ("doc",) for attribute in each.attributes)]
            found |= {header(item), *[f"{item.name.name}: {header(each)}" for each in shown]}
        elif isinstance(item, ast.Use) and is_public(item):
            found |= {f"pub use {name}" for name in re.findall(r"\w+(?=[,}; ]*$|, )", item.span.text.partition("::")[2] + " ")}
        elif is_public(item):
            found.add(header(item))
    return found


def implemented(path: Path) -> set[str]:
    """The `impl` blocks of traits that are written out."""
    blocks = [item for item in items_of(path) if isinstance(item, ast.Impl) and item.trait is not None]
    plain = [item for item in blocks if not any(attribute.path == ("for_each",) for attribute in item.attributes)]
    return {" ".join(re.sub(r"#\[[^\]]*\]", "", item.span.text.partition("{")[0]).split()) for item in plain}


@pytest.mark.parametrize("module", MODULES)
def test_the_host_has_every_public_name_of_the_library(module: str) -> None:
    ours = public_names(LIBRARY / f"{module}.rs")
    path = HOST / (f"{module.partition('/')[2]}.rs" if "/" in module else "lib.rs")
    assert ours
    assert sorted(ours - public_names(path) - set(NOT_OF_THE_HOST)) == []
    assert sorted(implemented(LIBRARY / f"{module}.rs") - implemented(path)) == []


def test_a_name_that_is_missing_is_seen(tmp_path: Path) -> None:
    """What the comparison sees: signatures, not only names."""
    text = "/// Doc.\n#[inline]\npub fn f<T: Copy>(value: T, lane: u32) -> T { value }\nfn p() {}\n"
    text += "pub struct S<T> { x: T }\nimpl<T> S<T> { pub fn g(&self) {} fn h() {} }\n"
    (tmp_path / "m.rs").write_text(text)
    assert public_names(tmp_path / "m.rs") == {"fn f<T: Copy>(value: T, lane: u32) -> T", "struct S<T>", "impl<T> S<T>: fn g(&self)"}


def make_project(folder: Path, kernels: list[Path]) -> Path:
    """A crate with each kernel file as a module."""
    manifest = '[package]\nname = "all_kernels"\nversion = "0.1.0"\nedition = "2024"\n\n[lib]\npath = "lib.rs"\n\n'
    dependency = f'[dependencies]\ncuda_device = {{ path = "{HOST.parent.as_posix()}" }}\n\n[workspace]\n'
    (folder / "Cargo.toml").write_text(manifest + dependency, "utf-8")
    modules = [f'#[path = "{path.as_posix()}"]\npub mod {path.stem};\n' for path in kernels]
    (folder / "lib.rs").write_text("".join(modules), "utf-8")
    return folder


@needs_cargo
def test_rustc_accepts_every_kernel_without_a_warning(tmp_path: Path) -> None:
    assert len(KERNELS) >= 13
    done = cargo(make_project(tmp_path, KERNELS), tmp_path / "target", "check")
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr


@needs_cargo
def test_a_fault_is_reported_at_the_line_of_the_kernel(tmp_path: Path) -> None:
    kernel = tmp_path / "wrong.rs"
    kernel.write_text("use cuda_device::{kernel, thread};\n\n#[kernel]\npub fn wrong(y: &mut [f32]) {\n    y[0] = thread::threadIdx_x();\n}\n")
    done = cargo(make_project(tmp_path, [kernel]), tmp_path / "target", "check")
    assert done.returncode != 0
    assert "wrong.rs:5:12" in done.stderr
    assert "expected `f32`, found `u32`" in done.stderr
