"""Same input, same bytes: whatever the hash seed, the working folder, the Python version, the thread or what was compiled before."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from kernelc.compile import Compilation, compile_file
from kernelc.frontend.diagnostics import CompileError
from kernelc.options import Options

ROOT = Path(__file__).resolve().parents[1]
KERNELS = sorted(path.name for path in (ROOT / "kernels").glob("*.rs"))
STAYING = """
#[inline(never)]
fn fill(p: &mut i32) { *p = 3; }
#[inline(never)]
fn both(p: &mut i32, q: &mut i32) { *p = *q; }
#[kernel]
pub fn staying(out: *mut i32, n: u64) {
    let mut alpha: i32 = 1;
    let mut beta: i32 = 2;
    let table = [1i32, 2, 3];
    fill(&mut alpha);
    both(&mut alpha, &mut beta);
    assert!(n < 3, "n is too large");
    unsafe { *out = alpha + beta + table[n as usize]; }
}
"""
WRONG = """
fn a(x: i32) -> i64 { x + y }
fn b(flag: bool) { let z: u8 = 300; zz(); if flag { 1 } else { 2.0 } }
struct S { a: i32, b: i32 }
fn c(s: S) -> i32 { s.c + S { a: 1 }.b }
fn d(n: u32) -> u32 { match n { 0 => 1, 5..=9 => 2 } }
fn e() { let k = 1; k = 2; missing::path(); "text".nothing() }
"""
BATCH = """
import contextlib, io, sys
from kernelc.cli import main
for path in sys.argv[1:]:
    for words in (["--emit", "tokens,ast,hir,mir,cfg,dom,ssa,ptx", "-v"], ["-O0", "-g"], ["-O1", "-v"], ["-g", "--unchecked", "--no-fmad"]):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["build", path, *words])
        sys.stdout.write(f"{path} {words} {code}\\n{out.getvalue()}{err.getvalue()}")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every kernel, one whose variables stay in memory, and one full of errors."""
    made = tmp_path_factory.mktemp("here")
    for name in KERNELS:
        shutil.copy(ROOT / "kernels" / name, made / name)
    (made / "staying.rs").write_text(STAYING, "utf-8")
    (made / "wrong.rs").write_text(WRONG, "utf-8")
    return made


def everything(folder: Path, python: str = sys.executable, seed: str = "0") -> str:
    """All that `kernelc build` says about the files of a folder, from a fresh interpreter that stands in it."""
    files = sorted(path.name for path in folder.glob("*.rs"))
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("KERNELC_", "PYTHON", "VIRTUAL_ENV"))}
    environment |= {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "KERNELC_CACHE": "off", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [python, "-S", "-c", BATCH, *files], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def expected(folder: Path) -> str:
    return everything(folder)


def test_the_sample_shows_everything(expected: str) -> None:
    assert len(expected) > 150_000
    assert ".visible .entry saxpy" in expected and "Return(sum)" in expected
    assert "note: staying.rs:" in expected and "error[K0308]" in expected and "] 70\n" not in expected


@pytest.mark.parametrize("seed", ["1", "4242"])
def test_output_does_not_depend_on_the_hash_seed(seed: str, folder: Path, expected: str) -> None:
    assert everything(folder, seed=seed) == expected


def test_output_does_not_depend_on_the_working_folder(folder: Path, expected: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "a much longer name" / "of a folder"
    shutil.copytree(folder, elsewhere)
    assert everything(elsewhere) == expected


def pythons() -> Iterator[tuple[str, str]]:
    """Other Pythons on this machine from 3.11 on: (version, path); the path is empty where there is none that starts."""
    for minor in range(11, 16):
        if minor == sys.version_info.minor:
            continue
        name = f"python3.{minor}"
        candidates = [shutil.which(name) or "", *map(str, sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/{name}")))]
        yield f"3.{minor}", next((each for each in candidates if each and starts(each)), "")


def starts(python: str) -> bool:
    return subprocess.run([python, "-S", "-c", ""], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(("version", "python"), list(pythons()))
def test_output_does_not_depend_on_the_python_version(version: str, python: str, folder: Path, expected: str) -> None:
    if not python:
        pytest.skip(f"no Python {version} on this machine")
    assert everything(folder, python) == expected


def texts(path: str) -> str:
    """Stages, notes, diagnostics and panic sites of one file, as one text."""
    try:
        compilation = compile_file(path, Options(debug=True))
        parts = [stage(compilation) for stage in STAGES]
        parts += compilation.notes
        parts += [repr([(s.number, s.message, s.types, s.file, s.line, s.column, s.inlined) for s in compilation.lowered().sites])]
    except CompileError as error:
        parts = [str(each) for each in error.diagnostics]
    return "\n".join(parts)


STAGES = (Compilation.ast, Compilation.hir, Compilation.mir, Compilation.cfg, Compilation.dom, Compilation.ssa, Compilation.ptx)


def test_output_does_not_depend_on_what_else_is_compiled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same file alone, again in reverse order, and in two threads that compile everything at once."""
    monkeypatch.chdir(folder)
    files = sorted(path.name for path in folder.glob("*.rs"))
    alone = {name: texts(name) for name in files}
    assert {name: texts(name) for name in reversed(files)} == alone
    start = Barrier(2)

    def work(order: list[str]) -> dict[str, str]:
        start.wait()
        return {name: texts(name) for name in order}

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(work, [files, files[::-1]])) == [alone, alone]


def test_panic_sites_are_the_same_everywhere(folder: Path, tmp_path: Path) -> None:
    """Two builds of one file from two folders: the tables of panic sites agree, and name the path as it was given."""
    digests: list[str] = []
    for where in (folder, tmp_path):
        if where != folder:
            shutil.copy(folder / "staying.rs", where)
        code = "from tests.test_determinism import texts; print(texts('staying.rs'))"
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(len(digests))}
        done = subprocess.run([sys.executable, "-c", code], cwd=where, env=environment, capture_output=True, text=True, check=True)
        assert "n is too large" in done.stdout and "'staying.rs', 13" in done.stdout
        digests.append(hashlib.sha256(done.stdout.encode()).hexdigest())
    assert digests[0] == digests[1]
