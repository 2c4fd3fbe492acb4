"""The rooms of docs/architecture.md: who imports whom, what the compile path imports, how long files are, what no file says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("kernelc", "dialect", "ptx")
PYTHON_FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))

LONGEST = 600
LONGER_WITH_REASON = {
    "kernelc/frontend/ast.py": "one class per construct of Rust, in the order of the grammar",
}
"""Files over the limit: path → why it is one room all the same."""

FORBIDDEN_ON_COMPILE_PATH = (
    "numpy",
    "cupy",
    "llvmlite",
    "lark",
    "inspect",
    "dataclasses",
    "importlib.metadata",
    "argparse",
    "typing",
    "asyncio",
    "ptx.vm",
)


def run(code: str, *words: str) -> str:
    """The output of a fresh interpreter that runs `code`."""
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_contracts() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stdout


def test_lowering_is_the_only_part_of_ptx_that_knows_mir() -> None:
    loaded = run("import sys, ptx.module, ptx.isa, ptx.printer, ptx.parser, ptx.diff, ptx.verify; print(*sys.modules)")
    assert not [name for name in loaded.split() if name.partition(".")[0] in {"dialect", "kernelc"}]


def test_build_imports_nothing_heavy(tmp_path: Path) -> None:
    code = "import sys; from kernelc.cli import main; code = main(sys.argv[1:]); print(*sys.modules); sys.exit(code)"
    loaded = run(code, "build", "kernels/saxpy.rs", "-o", str(tmp_path / "saxpy.ptx"), "--verify").split()
    found = [name for name in FORBIDDEN_ON_COMPILE_PATH if name in loaded]
    assert not found, f"`kernelc build` imports {found}"


@pytest.mark.parametrize("command", [["--version"], ["help"], ["build", "--help"]])
def test_help_imports_nothing_of_the_compiler(command: list[str]) -> None:
    code = "import sys; from kernelc.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, cwd=ROOT, check=True)
    ours = {name for name in done.stderr.split() if name.partition(".")[0] in PACKAGES}
    allowed = {
        "dialect",
        "ptx",
        "kernelc",
        "kernelc.options",
        "kernelc.version",
        "kernelc.frontend",
        "kernelc.frontend.diagnostics",
    }
    assert {name for name in ours if not name.startswith("kernelc.cli")} <= allowed


def test_no_file_is_too_long() -> None:
    long = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in PYTHON_FILES}
    over = {name: lines for name, lines in long.items() if lines > LONGEST and name not in LONGER_WITH_REASON}
    assert not over
    assert all(long.get(name, 0) > LONGEST for name in LONGER_WITH_REASON), "an exception is no longer needed"


def test_no_unfinished_work() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|raise NotImplementedError\(\)|\bpickle\.load|(?<![\w.])(eval|exec)\(")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in PYTHON_FILES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if marks.search(line)
    ]
    assert not found


def test_packages_carry_their_marker_and_types() -> None:
    import dialect
    import ptx

    assert dialect.KERNELC_MARKER == "kernelc:dialect"
    assert ptx.KERNELC_MARKER == "kernelc:ptx"
    assert all((ROOT / package / "py.typed").exists() for package in PACKAGES)


def test_generated_pages_are_fresh() -> None:
    from kernelc.docs.pages import PAGES

    stale = [name for name, make in PAGES.items() if (ROOT / "docs" / name).read_text("utf-8") != make()]
    assert not stale, "run `make docs`"


def test_every_name_can_be_looked_up() -> None:
    from kernelc.docs import lookup, names

    assert not [name for name in names() if not lookup(name)]


def test_no_golden_file_is_stale() -> None:
    expected = {f"{path.stem}.O{level}.ptx" for path in (ROOT / "kernels").glob("*.rs") for level in (0, 2)}
    assert {path.name for path in (ROOT / "tests" / "golden").iterdir()} == expected
