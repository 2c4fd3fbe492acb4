"""Lines of the tables: what is not there is a dash, and stays out of every mean."""

from __future__ import annotations

from math import exp, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.bench.workers import Timing


def mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return exp(sum(map(log, ratios)) / len(ratios))


def heading(first: str, width: int, *columns: tuple[str, int]) -> str:
    """Names over columns that are aligned to the right."""
    return f"{first:<{width}}" + "".join(f"{name:>{wide}}" for name, wide in columns)


def cell(took: Timing | None, width: int) -> str:
    """Milliseconds of the processor, and of the clock in brackets."""
    if took is None:
        return f"{'–':>{width}}"
    return f"{took.cpu * 1e3:{width - 10}.2f} {f'({took.wall * 1e3:.2f})':>9}"


def ratio(value: float, width: int, shape: str = "{:.2f}") -> str:
    """A ratio; 0 stands for none."""
    return f"{shape.format(value) if value else '–':>{width}}"


def summary(ratios: list[float], at: int, width: int, shape: str = "{:.2f}") -> str:
    """The geometric mean and the greatest of those ratios that there are, in two lines."""
    there = [each for each in ratios if each]
    if not there:
        return "no ratio"
    return f"{'geometric mean':<{at}}{ratio(mean(there), width, shape)}\n{'worst':<{at}}{ratio(max(there), width, shape)}"
