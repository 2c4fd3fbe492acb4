"""What can be reached from somewhere, step by step: in graphs of blocks, of functions, of anything."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    T = TypeVar("T")


def reached(starts: "Iterable[T]", following: "Callable[[T], Iterable[T]]") -> "set[T]":
    """Returns what follows the starts, by one step or more (a start only where it follows one)."""
    found: set[T] = set()
    work = list(starts)
    while work:
        for each in following(work.pop()):
            if each not in found:
                found.add(each)
                work.append(each)
    return found
