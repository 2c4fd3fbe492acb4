"""`--extern` and `--cfg`: library crates beside the file, and the conditions that hold in `#[cfg(…)]`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kernelc import OptionError, load
from kernelc.cli import main

LIBRARY = """pub mod inner;
pub struct P { pub x: f32, y: f32 }
impl P { pub fn new(x: f32) -> P { P { x, y: hidden() } } pub fn sum(&self) -> f32 { self.x + self.y } }
fn hidden() -> f32 { 2.0 }
pub trait Twice { fn twice(self) -> Self; }
impl Twice for f32 { fn twice(self) -> f32 { self + self } }
#[cfg(feature = "fast")] pub fn which() -> f32 { 100.0 }
#[cfg(not(feature = "fast"))] pub fn which() -> f32 { if cfg!(slow) { 300.0 } else { 200.0 } }
pub fn grow(n: u32) -> u32 { if n == 0 { 0 } else { crate::inner::one() + grow(n - 1) } }
"""
KERNEL = """use shapes::{P, Twice};
#[kernel] pub fn k(out: &mut [f32]) { out[0] = P::new(1.0).sum().twice() + shapes::which() + shapes::grow(3) as f32; }
"""
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shapes").mkdir()
    (tmp_path / "shapes/lib.rs").write_text(LIBRARY)
    (tmp_path / "shapes/inner.rs").write_text("pub fn one() -> u32 { 1 }")
    (tmp_path / "k.rs").write_text(KERNEL)
    return tmp_path


@pytest.mark.parametrize(
    ("conditions", "expected"), [([], 209), (["--cfg", 'feature="fast"'], 109), (["--cfg", "feature=fast,slow"], 109), (["--cfg", "slow"], 309)]
)
def test_a_crate_and_conditions(capsys: Captured, conditions: list[str], expected: int) -> None:
    assert main(["run", "k.rs", "--extern", "shapes=shapes/lib.rs", *conditions, "out=zeros:f32[1]", "--print", "out"]) == 0
    assert capsys.readouterr().out == f"out = [{expected}.]\n"


def test_from_python(folder: Path) -> None:
    for _ in range(2):  # compiled, then from the cache
        out = np.zeros(1, np.float32)
        load("k.rs", extern=["shapes=shapes/lib.rs"]).k[1, 1](out)
        assert out[0] == 209
    (folder / "shapes/inner.rs").write_text("pub fn one() -> u32 { 2 }")
    load("k.rs", extern=["shapes=shapes/lib.rs"]).k[1, 1](out)
    assert out[0] == 212
    with pytest.raises(OptionError, match="`shapes` is not a crate's name and file"):
        load("k.rs", extern=["shapes"])
    with pytest.raises(OptionError, match="`=3` is neither a name"):
        load("k.rs", cfg=["=3"])


def test_privacy_ends_at_the_crate(capsys: Captured) -> None:
    Path("k.rs").write_text("use shapes::P; #[kernel] pub fn k(out: &mut [f32]) { out[0] = P::new(1.0).y + shapes::hidden(); }")
    assert main(["build", "k.rs", "--extern", "shapes=shapes/lib.rs", "-o", "k.ptx"]) == 1
    error = capsys.readouterr().err
    assert "error[K0616]: field `y` of struct `P` is private" in error
    assert "error[K0603]: function `hidden` is private" in error


def test_impls_stay_in_the_crate_of_trait_or_type(capsys: Captured) -> None:
    Path("k.rs").write_text(KERNEL + "impl Twice for u32 { fn twice(self) -> u32 { self } } impl shapes::P { fn own(&self) {} }")
    assert main(["check", "k.rs", "--extern", "shapes=shapes/lib.rs"]) == 1
    error = capsys.readouterr().err
    assert "error[K0117]" in error
    assert "error[K0116]" in error


def test_the_library_of_the_user_has_no_privileges(capsys: Captured) -> None:
    Path("shapes/lib.rs").write_text("pub struct S; pub unsafe fn take(p: *const S) -> S { unsafe { *p } }")
    Path("k.rs").write_text("#[kernel] pub fn k(x: &mut [u32]) { let s = shapes::S; unsafe { shapes::take(&s); } x[0] = 1; }")
    assert main(["build", "k.rs", "--extern", "shapes=shapes/lib.rs", "-o", "k.ptx"]) == 1
    assert "error[K0507]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--extern", "shapes"], 2, "--extern: `shapes` is not a crate's name and file, as in `shapes=shapes/lib.rs`"),
        (["--extern", "shapes=none.rs"], 1, "no such file: `none.rs`"),
        (["--extern", "other=shapes/lib.rs"], 1, "error[K0432]: unresolved import `shapes::P`"),
        (["--cfg", "feature="], 2, "--cfg: `feature=` is neither a name nor a name and a value"),
    ],
)
def test_what_is_wrong_is_named(capsys: Captured, words: list[str], code: int, message: str) -> None:
    assert main(["build", "k.rs", *words, "-o", "k.ptx"]) == code
    assert message in capsys.readouterr().err
    assert not Path("k.ptx").exists()


def test_a_syntax_error_in_a_crate_is_shown_in_its_file(capsys: Captured) -> None:
    Path("shapes/lib.rs").write_text("pub fn f( {")
    assert main(["build", "k.rs", "--extern", "shapes=shapes/lib.rs"]) == 1
    assert "--> shapes/lib.rs:1" in capsys.readouterr().err
