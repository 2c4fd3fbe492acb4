"""How diagnostics reach the user: in rustc's form on standard error, or as JSON on standard output."""

from __future__ import annotations

import sys

from kernelc.cli.output import colours

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernelc.frontend.diagnostics import Diagnostic


def print_diagnostics(diagnostics: Sequence[Diagnostic], form: str) -> None:
    """Print all of them, in the order given; with form `json` an array of objects (`kernelc.frontend.diagnostics.to_json`)."""
    if form == "json":
        _print_json(diagnostics)
        return
    from kernelc.frontend.diagnostics import render_all

    if diagnostics:
        sys.stdout.flush()
        print(render_all(diagnostics, colours(sys.stderr)), file=sys.stderr)
        _print_summary(diagnostics)


def count_errors(diagnostics: Sequence[Diagnostic]) -> int:
    """How many of them are errors rather than warnings."""
    return sum(each.level == "error" for each in diagnostics)


def _print_json(diagnostics: Sequence[Diagnostic]) -> None:
    import json

    from kernelc.frontend.diagnostics import to_json

    print(json.dumps([to_json(each) for each in diagnostics], indent=2, ensure_ascii=False))


def _print_summary(diagnostics: Sequence[Diagnostic]) -> None:
    errors = count_errors(diagnostics)
    warnings = len(diagnostics) - errors
    parts = [f"{count} {word}{'s' if count > 1 else ''}" for count, word in ((errors, "error"), (warnings, "warning")) if count]
    print(f"\n{' and '.join(parts)}", file=sys.stderr)
