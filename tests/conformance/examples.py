"""Runs the public cuda-oxide examples on kernelc's virtual machine: after `main`, a table says of each example whether its own checks pass, and why not.

    python tests/conformance/examples.py [--output FILE] [--rows FILE] [NAME…]

Each example's device code is compiled as it stands. Where that succeeds, its host program is built with the stand-in crates by their `run_examples.py` and
run with each launch handed to `launch.py`. Nothing is fetched: KERNELC_CUDA_OXIDE names a checkout of https://github.com/NVlabs/cuda-oxide,
KERNELC_STANDIN the folder of the stand-in crates (default: `../shared/standin` beside the project), STANDIN_WORK a scratch folder.
With names only these run, and rows of a former run are kept (`--rows`).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kernelc.compile import compile_file
from kernelc.frontend.diagnostics import CompileError
from kernelc.options import Options

ROOT = Path(__file__).resolve().parents[2]

EXAMPLES = Path("crates", "rustc-codegen-cuda", "examples")
"""Where the examples are in the checkout."""
COMMAND = (
    "KERNELC_CUDA_OXIDE=<checkout> KERNELC_STANDIN=<folder> python tests/conformance/examples.py --output docs/conformance.md"
)
BUILD_SECONDS, RUN_SECONDS = 600, 60
"""The limits that `run_examples.py` has for the build and the run of an example."""


class Row:
    """An example: its name, state (`passes`, `fails`, `refused`, `not run`), and what there is to say about it."""

    __slots__ = ("name", "reason", "state")

    def __init__(self, name: str, state: str, reason: str = "") -> None:
        self.name, self.state, self.reason = name, state, reason

    def to_data(self) -> list[str]:
        """The row as plain data."""
        return [self.name, self.state, self.reason]


class Setting:
    """The folders that a run needs."""

    __slots__ = ("checkout", "standin", "work")

    def __init__(self, checkout: Path, standin: Path, work: Path) -> None:
        self.checkout, self.standin, self.work = checkout, standin, work

    @property
    def examples(self) -> Path:
        """The folder of the examples."""
        return self.checkout / EXAMPLES


def standin_folder() -> Path:
    """Where the stand-in crates are, if they are there."""
    return Path(os.environ.get("KERNELC_STANDIN", "") or ROOT.parent / "shared" / "standin").resolve()


def missing() -> str:
    """Why the examples cannot run here; empty if they can."""
    checkout = os.environ.get("KERNELC_CUDA_OXIDE", "")
    if not checkout or not (Path(checkout) / EXAMPLES).is_dir():
        return "KERNELC_CUDA_OXIDE does not name a checkout of cuda-oxide"
    if not (standin_folder() / "run_examples.py").is_file():
        return f"no stand-in crates in {standin_folder()} (KERNELC_STANDIN)"
    return "" if shutil.which("cargo") else "cargo is not installed"


# -------------------------------------------------------------------------------------------------------------------- one example


def crate_roots(folder: Path) -> list[Path]:
    """The crate roots of an example: its own, then those of the crates in it."""
    own = [folder / "src" / name for name in ("main.rs", "lib.rs")]
    inner = sorted(
        path for name in ("main.rs", "lib.rs") for path in folder.rglob(name) if path.parent.name == "src" and path not in own
    )
    return [path for path in own if path.is_file()] + inner


def refusal(folder: Path) -> str:
    """What kernelc says about an example's device code: the first error with its code and line, or nothing. The crate root with kernels counts."""
    roots = [path for path in crate_roots(folder) if re.search(r"#\[(\w+::)*kernel\b", path.read_text(encoding="utf-8"))]
    for root in (roots or crate_roots(folder))[:1]:
        try:
            compile_file(str(root), Options()).ptx()
        except CompileError as problem:
            first = next(each for each in problem.diagnostics if each.level == "error")
            where = f", {root.relative_to(folder)}:{first.span.line}" if first.span is not None else ""
            return f"{first.code} {first.message}{where}"
    return ""


def environment(setting: Setting, launches: str) -> dict[str, str]:
    """The environment in which each launch goes to kernelc."""
    runner = f"'{sys.executable}' '{Path(__file__).with_name('launch.py')}'"
    more = {"CUDA_OXIDE": str(setting.checkout), "STANDIN_WORK": str(setting.work), "STANDIN_DIR": launches}
    return {**os.environ, **more, "STANDIN_BACKEND": "external", "STANDIN_RUNNER": runner, "STANDIN_TRACE": "1"}


def outcome(setting: Setting, name: str) -> Row:
    """Builds and runs one example's host program."""
    with tempfile.TemporaryDirectory() as launches:
        rows = Path(launches) / "rows.json"
        command = [sys.executable, str(setting.standin / "run_examples.py"), "--json", str(rows), name]
        subprocess.run(
            command, env=environment(setting, launches), capture_output=True, timeout=BUILD_SECONDS + 2 * RUN_SECONDS, check=False
        )
        if not rows.is_file():
            return Row(name, "not run", "the stand-in crates' run_examples.py does not take it")
        found = json.loads(rows.read_text(encoding="utf-8"))[0]
    return row_of(found, setting.work / "logs" / f"{name}.log")


def row_of(found: dict[str, object], log: Path) -> Row:
    """The row of what `run_examples.py` found."""
    name, status = str(found["name"]), str(found["status"])
    text = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
    launches = re.findall(r"^\[standin\] external (\w+)", text, re.MULTILINE)
    error = re.search(r"^\[standin\] kernel (\w+): external runner: exit status: \d+ (.*)", text, re.MULTILINE)
    said = f"kernel {error[1]}: {error[2]}" if error else str(found.get("why", ""))
    match status:
        case "passed" if launches and not error:
            return Row(name, "passes", f"launches: {len(launches)}" + (f"; {found['note']}" if "note" in found else ""))
        case "passed" if error:
            return Row(name, "fails", said)
        case "passed":
            return Row(name, "not run", "the host program launches no kernel")
        case "failed":
            return Row(name, "not run" if error and error[2].startswith("not run: ") else "fails", said.replace("not run: ", ""))
        case "timeout":
            return Row(name, "not run", f"not finished after {RUN_SECONDS} s and {len(launches)} launches")
        case _:
            return Row(name, "not run", f"host program: {status}" + (f": {found['why']}" if "why" in found else ""))


def examine(setting: Setting, name: str) -> Row:
    """The row of one example."""
    if name.startswith("error"):
        return Row(name, "not run", "negative test of another compiler: its build must fail")
    said = refusal(setting.examples / name)
    return Row(name, "refused", said) if said else outcome(setting, name)


# ----------------------------------------------------------------------------------------------------------------------- table

STATES = {
    "passes": "the host program's own checks pass on the virtual machine",
    "fails": "the device code is compiled, but a launch ends with an error or a check fails",
    "refused": "kernelc refuses the device code: the first error, with its line",
    "not run": "there is nothing to judge by: the reason stands beside it",
}


def page(rows: list[Row]) -> str:
    """The page in `docs/`."""
    counts = {state: sum(row.state == state for row in rows) for state in STATES}
    lines = ["# The public cuda-oxide examples", "", "Made by", "", f"    {COMMAND}", ""]
    lines += [
        "with each launch of the examples' host programs handed to `tests/conformance/launch.py`. All is as it was seen in that run.",
        "",
    ]
    lines += ["| State | Examples | Meaning |", "|---|--:|---|"]
    lines += [f"| {state} | {counts[state]} | {meaning} |" for state, meaning in STATES.items()]
    lines += [f"| all | {len(rows)} | |", "", "| Example | State | Reason |", "|---|---|---|"]
    return "\n".join(lines + [f"| {row.name} | {row.state} | {cell(row.reason)} |" for row in rows]) + "\n"


def cell(text: str) -> str:
    """A text as it may stand in a table."""
    return " ".join(text.split()).replace("|", "\\|")


def main(arguments: list[str]) -> int:
    """Runs what the arguments ask for; returns the exit status."""
    parser = argparse.ArgumentParser(description="run the public cuda-oxide examples on the virtual machine")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--output", type=Path, help="the page to write")
    parser.add_argument(
        "--rows", type=Path, help="rows of former runs, as JSON: read where it exists, written after each example"
    )
    given = parser.parse_args(arguments)
    if missing():
        parser.error(missing())
    work = Path(os.environ.get("STANDIN_WORK", "") or tempfile.mkdtemp())
    setting = Setting(Path(os.environ["KERNELC_CUDA_OXIDE"]).resolve(), standin_folder(), work)
    known = (
        {row[0]: Row(*row) for row in json.loads(given.rows.read_text(encoding="utf-8"))}
        if given.rows and given.rows.is_file()
        else {}
    )
    for name in given.names or sorted(each.name for each in setting.examples.iterdir() if each.is_dir()):
        known[name] = examine(setting, name)
        print(f"{name:36} {known[name].state:8} {known[name].reason}", flush=True)
        if given.rows:
            given.rows.write_text(
                json.dumps([known[each].to_data() for each in sorted(known)], indent=1) + "\n", encoding="utf-8"
            )
    if given.output:
        given.output.write_text(page([known[each] for each in sorted(known)]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
