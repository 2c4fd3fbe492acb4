"""The table of `--time`: each stage with its milliseconds and its share."""

from __future__ import annotations

from kernelc.cli.output import note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def print_times(timings: Sequence[tuple[str, float]]) -> None:
    """Print the stages in the order in which they ran, seconds given, and their sum."""
    total = sum(seconds for _, seconds in timings)
    for stage, seconds in timings:
        note(f"{stage:<24}{seconds * 1e3:10.2f} ms {100 * seconds / (total or 1.0):5.1f} %")
    note(f"{'together':<24}{total * 1e3:10.2f} ms")
