"""Documentation made from tables: after `lookup`, a name has been explained, be it an option, a code, an op or an instruction.

`kernelc.docs.pages` makes the generated pages of `docs/`; `python -m kernelc.docs` writes them. None of it is on the
compile path.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def lookup(name: str) -> str | None:
    """The explanation of a name in Markdown, or None if nothing has that name. Names of different kinds are all explained."""
    from kernelc.docs import entries

    finders: tuple[Callable[[str], str | None], ...] = (
        entries.topic,
        entries.diagnostic,
        entries.command,
        entries.option,
        entries.operation,
        entries.compiler_pass,
        entries.instruction,
    )
    found = [text for text in (find(name) for find in finders) if text]
    return "\n".join(found) if found else None


def names() -> Iterator[str]:
    """Every name that `lookup` knows, kind by kind."""
    from kernelc.docs import entries

    yield from entries.all_names()
