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

from kernelc.compile import Compilation, compile_file, functions_of
from kernelc.frontend.diagnostics import CompileError
from kernelc.options import Options
from tests.conformance.launch import library_crates

ROOT = Path(__file__).resolve().parents[2]

EXAMPLES = Path("crates", "rustc-codegen-cuda", "examples")
"""Where the examples are in the checkout."""
COMMAND = (
    "KERNELC_CUDA_OXIDE=<checkout> KERNELC_STANDIN=<folder> python tests/conformance/examples.py --output docs/conformance.md"
)
SCALED = {
    "enum_payload_addr": (
        ("const LEN: u32 = 1 << 20;", "const LEN: u32 = 1 << 10;"),
        ("const RUNS: u32 = 20;", "const RUNS: u32 = 1;"),
    ),
    "warp_sums": (
        ("const BENCH_BLOCKS: u32 = 8192;", "const BENCH_BLOCKS: u32 = 8;"),
        ("const BENCH_RUNS: u32 = 50;", "const BENCH_RUNS: u32 = 1;"),
    ),
}
"""Examples with sizes made for a GPU → what is smaller here; all else, the checks too, is as it stands."""
BUILD_SECONDS, RUN_SECONDS = 600, 60
"""The limits that `run_examples.py` has for the build and the run of an example."""


KERNEL = re.compile(r"^\s*#\[(\w+::)*kernel\b", re.MULTILINE)
"""The attribute of a kernel."""


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
    roots = [path for path in crate_roots(folder) if KERNEL.search(path.read_text(encoding="utf-8"))]
    for root in (roots or crate_roots(folder))[:1]:
        try:
            compilation = compile_file(str(root), Options(extern=library_crates(folder) if root.parent.parent == folder else ()))
            if not has_only_generic_kernels(compilation):
                compilation.ptx()
        except CompileError as problem:
            first = next(each for each in problem.diagnostics if each.level == "error")
            where = f", {Path(first.span.source.path).relative_to(folder)}:{first.span.line}" if first.span is not None else ""
            return f"{first.code} {first.message}{where}"
    return ""


def has_only_generic_kernels(compilation: Compilation) -> bool:
    """Whether there is nothing to compile before a launch says for which arguments."""
    program = compilation.program()
    kernels = [each for each in functions_of(program) if each.is_kernel]
    return bool(kernels) and all(program.generics_of(each).params for each in kernels)


def scaled(setting: Setting, name: str, folder: Path) -> Setting:
    """The setting with a copy of one example in which only constants of size differ. Raises ValueError where it has them no more."""
    shutil.copytree(setting.examples / name, folder / EXAMPLES / name)
    main = folder / EXAMPLES / name / "src" / "main.rs"
    text = main.read_text(encoding="utf-8")
    for former, smaller in SCALED[name]:
        if former not in text:
            raise ValueError(f"{name} has no line `{former}` to make smaller")
        text = text.replace(former, smaller)
    main.write_text(text, encoding="utf-8")
    return Setting(folder, setting.standin, setting.work)


def environment(setting: Setting, launches: str) -> dict[str, str]:
    """The environment in which each launch goes to kernelc."""
    runner = f"'{sys.executable}' '{Path(__file__).with_name('launch.py')}'"
    more = {"CUDA_OXIDE": str(setting.checkout), "STANDIN_WORK": str(setting.work), "STANDIN_DIR": launches}
    return {**os.environ, **more, "STANDIN_BACKEND": "external", "STANDIN_RUNNER": runner, "STANDIN_TRACE": "1"}


def outcome(setting: Setting, name: str) -> Row:
    """Builds and runs one example's host program."""
    with tempfile.TemporaryDirectory() as launches:
        rows = Path(launches) / "rows.json"
        if name in SCALED:
            setting = scaled(setting, name, Path(launches) / "checkout")
        command = [sys.executable, str(setting.standin / "run_examples.py"), "--json", str(rows), name]
        subprocess.run(
            command, env=environment(setting, launches), capture_output=True, timeout=BUILD_SECONDS + 2 * RUN_SECONDS, check=False
        )
        if not rows.is_file():
            return Row(name, "not run", "the stand-in crates' run_examples.py does not take it")
        found = json.loads(rows.read_text(encoding="utf-8"))[0]
    row = row_of(found, setting.work / "logs" / f"{name}.log")
    row.reason = repeatable(row.reason.replace(f"{setting.work}/{name}/", "").replace(f" ({setting.work}/{name})", ""))
    if name in SCALED:
        row.reason += "; with " + ", ".join([f"`{smaller.removeprefix('const ').rstrip(';')}`" for _, smaller in SCALED[name]])
    return row


def row_of(found: dict[str, object], log: Path) -> Row:
    """The row of what `run_examples.py` found."""
    name, status = str(found["name"]), str(found["status"])
    text = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
    launches = re.findall(r"^\[standin\] external (\w+)", text, re.MULTILINE)
    error = re.search(r"^\[standin\] kernel (\w+): external runner: exit status: \d+ (.*)", text, re.MULTILINE)
    said = f"kernel {error[1]}: {error[2]}" if error else complaint(text)
    count = f"launches: {len(launches)}"
    if "reason" in found and status != "passed":
        return Row(name, "not run", f"its check does not apply: {found['reason']}; {count}")
    if status == "timeout":
        return Row(name, "not run", f"not finished after {RUN_SECONDS} s; {count}")
    if status not in ("passed", "failed"):
        return Row(name, "not run", f"host program: {status}" + (f": {found['why']}" if "why" in found else ""))
    if error and error[2].startswith(("not run: ", "refused: ")):
        return Row(name, "refused" if error[2].startswith("refused: ") else "not run", re.sub("(not run|refused): ", "", said))
    if status == "failed":
        return Row(name, "fails", said)
    if not launches:
        return Row(name, "not run", "the host program launches no kernel" + (f"; {found['note']}" if "note" in found else ""))
    note = f"; {found['note']}" if "note" in found else ""
    return Row(name, "passes", count + note + (f"; as the host program expects: {said}" if error else ""))


def repeatable(text: str) -> str:
    """A text without what differs from run to run: addresses, and numbers of host threads."""
    return re.sub(r"\b0x[0-9a-f]{9,}\b", "0x…", re.sub(r"^(thread '\w+') \(\d+\)", r"\1", text))


def complaint(text: str) -> str:
    """The line of a host program's output that most likely says what is wrong."""
    lines = [line.strip() for line in text.splitlines() if not line.startswith(("[standin]", "---"))]
    wrong = [number for number, line in enumerate(lines) if re.search(r"panicked at|FAIL|[Mm]ismatch|\u2717|[Ee]rror", line)]
    if not wrong:
        return lines[-1] if lines else ""
    return " ".join(lines[wrong[0] : wrong[0] + (2 if "panicked at" in lines[wrong[0]] else 1)])


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
    return "\n".join(lines + [f"| {row.name} | {row.state} | {cell(explained(row))} |" for row in rows]) + "\n"


REMARKS = {
    "abi_hmm": "the kernel gets a pointer to memory of the host, which a launch folder does not have",
    "policy_config": "its check reads a file that another compiler writes",
    "tuple_array_provenance": "the example itself writes past its buffer: each of 256 threads writes an element",
    "tuple_constant_provenance": "the example itself writes past its buffer: each of 256 threads writes an element",
}
"""What is known of the examples that do not pass, through no fault of a compiler."""


def explained(row: Row) -> str:
    """The reason with what else is known."""
    remark = REMARKS.get(row.name, "") if row.state != "passes" else ""
    return f"{remark}: {row.reason}" if remark else row.reason


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
