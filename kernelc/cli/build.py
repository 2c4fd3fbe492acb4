"""`kernelc build`: after it, the PTX (or another stage) of a file is written whole, or compared under `--dry-run`."""

from __future__ import annotations

from kernelc.cli.failure import DONE, TOOL_MISSING, Failure, usage
from kernelc.cli.findings import print_diagnostics
from kernelc.cli.inputs import Road, open_road
from kernelc.cli.output import note, write_bytes, write_text
from kernelc.options import EMIT_SUFFIXES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.cli.arguments import Arguments

BINARY_KINDS = frozenset(("cubin",))


def execute(arguments: Arguments) -> int:
    """Carry out the command; answers the exit code."""
    path = _only_word(arguments)
    _check(arguments)
    kinds = tuple(dict.fromkeys(arguments.items("emit"))) or ("ptx",)
    road = open_road(path, arguments)
    results = {kind: road.bytes(kind) if kind in BINARY_KINDS else road.text(kind) for kind in kinds}
    code = _compare(arguments, road, results) if arguments.has("dry_run") else _write(arguments, results)
    _report(arguments, road)
    return code


def _only_word(arguments: Arguments) -> str:
    if len(arguments.words) == 1:
        return arguments.words[0]
    if not arguments.words:
        raise usage("build needs a file", arguments.command.usage)
    raise usage(f"build takes one file, not {len(arguments.words)}", "several kernels go into one file")


def _check(arguments: Arguments) -> None:
    """Refuse combinations that have no meaning."""
    kinds = dict.fromkeys(arguments.items("emit"))
    if len(kinds) > 1 and not BINARY_KINDS.isdisjoint(kinds) and arguments.text("output") in {"", "-"}:
        raise usage("machine code cannot stand in one output with texts", "name a file with -o")
    if arguments.has("dry_run"):
        if not arguments.text("against") and arguments.text("output") in {"", "-"}:
            raise usage("--dry-run needs a file to compare with", "name it with -o or --against")
        if len(arguments.items("emit")) > 1:
            raise usage("--dry-run compares one kind, not several")
    else:
        for name, flag in (("against", "--against"), ("ignore_names", "--ignore-names"), ("format", "--format")):
            if name in arguments.given:
                raise usage(f"{flag} goes with --dry-run")


def _write(arguments: Arguments, results: dict[str, str | bytes]) -> int:
    path = arguments.text("output")
    if len(results) == 1:
        _write_one(path, next(iter(results.values())))
    elif path in {"", "-"}:
        write_text("", "".join(f"==== {kind} ====\n{result!s}" for kind, result in results.items()))
    else:
        stem = path[: path.rindex(".")] if "." in path.rpartition("/")[2] else path
        for kind, result in results.items():
            _write_one(f"{stem}.{EMIT_SUFFIXES.get(kind, kind)}", result)
    return DONE


def _write_one(path: str, result: str | bytes) -> None:
    if isinstance(result, bytes):
        write_bytes(path, result)
    else:
        write_text(path, result)


def _compare(arguments: Arguments, road: Road, results: dict[str, str | bytes]) -> int:
    from kernelc.cli.dry_run import compare

    ((kind, result),) = results.items()
    target = arguments.text("against") or arguments.text("output")
    code = compare(kind, result, target, ignore_names=arguments.has("ignore_names"), form=arguments.text("format"))
    if kind == "ptx" and not arguments.has("assemble"):
        _try_to_assemble(road)
    return code


def _try_to_assemble(road: Road) -> None:
    """A dry run assembles what it made if it can, and says so if not."""
    try:
        road.resources()
    except Failure as failure:
        if failure.code != TOOL_MISSING:
            raise
        note(f"kernelc: not assembled: {failure.message}")


def _report(arguments: Arguments, road: Road) -> None:
    """What goes to standard error after the result: warnings, resources, what stayed in memory, times."""
    print_diagnostics(road.diagnostics, "human")
    if arguments.has("assemble"):
        for line in road.resources():
            note(line)
    if arguments.has("verbose"):
        for line in road.notes:
            note(f"note: {line}")
    if arguments.has("time"):
        from kernelc.cli.times import print_times

        print_times(road.timings)
