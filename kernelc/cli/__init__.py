"""The command line: after `main`, a command has done its work or said in plain words why not, and the exit code tells which.

Exit codes: 0 done; 1 the user's program is at fault or a dry run differs; 2 the command line is at fault; 3 a tool or a
device is missing; 70 a fault of kernelc itself, with a report file. Commands are modules of this package, imported when used.
"""

from __future__ import annotations

import errno
import gc
import os
import sys

from kernelc.cli.failure import COMMAND_LINE_AT_FAULT, DONE, INTERRUPTED, PROGRAM_AT_FAULT, Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LOST_OUTPUT = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO))
"""What the system says when standard output can take no more. Files are written by `kernelc.cli.output`, which says so itself."""
COLLECT_AFTER = 1_000_000
"""New objects between two collections of garbage in a process of ours; Python itself takes 700."""
HELP_WORDS = frozenset(("help", "--help", "-h"))


def run() -> None:
    """The process's own command line; then the process ends.

    Garbage is collected rarely, since a compilation keeps nearly all that it makes, and where nothing but kernelc was loaded the process ends
    without taking its objects apart one by one: together a sixth of a short run.
    """
    gc.set_threshold(COLLECT_AFTER)
    code = main()
    if "numpy" in sys.modules:
        sys.exit(code)
    sys.stderr.flush()
    os._exit(code)


def main(words: Sequence[str] | None = None) -> int:
    """Carry out a command line (default: the process's own, without the program's name); answers the exit code."""
    given = list(sys.argv[1:] if words is None else words)
    try:
        code = _guarded(given)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        return _silence(DONE)
    except OSError as problem:
        print(f"kernelc: cannot write to standard output: {problem.strerror or problem}", file=sys.stderr)
        return _silence(COMMAND_LINE_AT_FAULT)


def _guarded(words: list[str]) -> int:
    from kernelc.frontend.diagnostics import CompileError

    try:
        return _dispatch(words)
    except Failure as failure:
        return _say(failure)
    except CompileError as error:
        from kernelc.cli.findings import print_diagnostics

        print_diagnostics(error.diagnostics, "human")
        return PROGRAM_AT_FAULT
    except OSError as problem:
        if isinstance(problem, BrokenPipeError) or problem.errno in LOST_OUTPUT:
            raise
        return _report(problem, words)
    except KeyboardInterrupt:
        print("kernelc: interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as problem:  # noqa: BLE001  whatever it is, the user gets a report instead of a traceback
        return _report(problem, words)


def _report(problem: Exception, words: list[str]) -> int:
    from kernelc.cli.fault import report

    return report(problem, words)


def _say(failure: Failure) -> int:
    sys.stdout.flush()
    for line in failure.details:
        print(line, file=sys.stderr)
    print(f"kernelc: {failure.message}", file=sys.stderr)
    if failure.help:
        print(f"  help: {failure.help}", file=sys.stderr)
    return failure.code


def _silence(code: int) -> int:
    """Nobody takes our output: keep the interpreter from complaining at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _dispatch(words: list[str]) -> int:
    from kernelc.cli.arguments import find_command, parse

    if not words or words[0] in HELP_WORDS:
        return _help(words[1:])
    if words[0] in {"--version", "-V"}:
        from kernelc.version import VERSION

        print(f"kernelc {VERSION}")
        return DONE
    command = find_command(words[0])
    before_dashes = words[1 : words.index("--")] if "--" in words else words[1:]
    if "--help" in before_dashes or "-h" in before_dashes:
        return _help(words[:1])
    arguments = parse(command, words[1:], os.environ)
    module = __import__(f"kernelc.cli.{command.name}", fromlist=["execute"])
    code: int = module.execute(arguments)
    return code


def _help(names: list[str]) -> int:
    from kernelc.cli.arguments import find_command
    from kernelc.cli.help import command_help, overview

    sys.stdout.write(command_help(find_command(names[0])) if names else overview())
    return DONE
