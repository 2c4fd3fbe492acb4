"""After this module has done its work, a fault of the user's program is a `Diagnostic` with a code, a message and a place.

A stage reports into a `Diagnostics` sink and goes on; `finish` turns what was collected into one `CompileError`. The text
form (`render`) is in `render.py`, imported only when something is printed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kernelc.frontend.source import Span

    Help = str | tuple[str, Span, str]
    Note = tuple[str, Span | None]
    Label = tuple[Span, str]


class Diagnostic:
    """One fault (or warning).

    `span` is the primary place (None for faults without one, such as a missing file) with its `label`; `secondary` are
    further places with labels; `notes` are sentences; `help` says what to write, as a sentence or as (sentence, span to
    replace, replacement text); `chain` lists the instantiations that led here, innermost first, as (sentence, span).
    """

    __slots__ = ("chain", "code", "help", "label", "level", "message", "notes", "secondary", "span")

    def __init__(
        self,
        code: str,
        message: str,
        span: Span | None,
        label: str = "",
        notes: Sequence[str] = (),
        help: Help | None = None,
        secondary: Sequence[Label] = (),
        chain: Sequence[Note] = (),
        level: str = "error",
    ) -> None:
        from kernelc.frontend.codes import CODES

        if code not in CODES:
            raise KeyError(f"diagnostic code {code} is not in kernelc.frontend.codes")
        self.code = code
        self.message = message
        self.span = span
        self.label = label
        self.notes = tuple(notes)
        self.help = help
        self.secondary = tuple(secondary)
        self.chain = tuple(chain)
        self.level = level

    @property
    def identity(self) -> tuple[str, str, int, int, str]:
        """Two diagnostics with equal identity say the same thing; only the first is kept."""
        span = self.span
        if span is None:
            return self.code, "", -1, -1, self.message
        return self.code, span.source.path, span.start, span.end, self.message

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """Sorting key: by file, place, code and message."""
        code, path, start, end, message = self.identity
        return path, start, end, code, message

    def __repr__(self) -> str:
        return f"Diagnostic({self.code}, {self.span!r}, {self.message!r})"


class Diagnostics:
    """A sink for diagnostics; keeps the first of equals and yields them in source order.

    `chain` is put on every diagnostic reported while it is set (`with_chain`), so that an error inside an instance shows
    how the instance came about.
    """

    __slots__ = ("_by_identity", "chain", "error_count")

    def __init__(self) -> None:
        self._by_identity: dict[tuple[str, str, int, int, str], Diagnostic] = {}
        self.chain: tuple[Note, ...] = ()
        self.error_count = 0

    def add(self, diagnostic: Diagnostic) -> Diagnostic:
        """Keep a diagnostic unless an equal one is there; answers the one kept."""
        kept = self._by_identity.setdefault(diagnostic.identity, diagnostic)
        if kept is diagnostic and diagnostic.level == "error":
            self.error_count += 1
        return kept

    def error(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        label: str = "",
        notes: Sequence[str] = (),
        help: Help | None = None,
        secondary: Sequence[Label] = (),
        chain: Sequence[Note] = (),
    ) -> Diagnostic:
        """Report an error; the program cannot be compiled."""
        return self.add(Diagnostic(code, message, span, label, notes, help, secondary, tuple(chain) or self.chain))

    def warning(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        label: str = "",
        notes: Sequence[str] = (),
        help: Help | None = None,
        secondary: Sequence[Label] = (),
        chain: Sequence[Note] = (),
    ) -> Diagnostic:
        """Report a warning; compilation goes on."""
        return self.add(Diagnostic(code, message, span, label, notes, help, secondary, tuple(chain) or self.chain, "warning"))

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take over the diagnostics of another sink."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    @property
    def has_errors(self) -> bool:
        """Whether anything but warnings was reported."""
        return self.error_count > 0

    def sorted(self) -> list[Diagnostic]:
        """All diagnostics by file and place; those without a place first."""
        return sorted(self._by_identity.values(), key=lambda each: each.order)

    def raise_errors(self) -> None:
        """Raise `CompileError` with everything reported if there was an error."""
        if self.has_errors:
            raise CompileError(self.sorted())

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.sorted())

    def __len__(self) -> int:
        return len(self._by_identity)


class CompileError(Exception):
    """The user's program is at fault; `diagnostics` says where, `str()` is their rendered text."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return render_all(self.diagnostics)


def render(diagnostic: Diagnostic, colour: bool = False) -> str:
    """The diagnostic in rustc's form, without a newline at its end."""
    from kernelc.frontend.render import Renderer

    return Renderer(colour).render(diagnostic)


def render_all(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """Several diagnostics in rustc's form, an empty line between two."""
    return "\n\n".join(render(each, colour) for each in diagnostics)


def to_json(diagnostic: Diagnostic) -> dict[str, object]:
    """The diagnostic as plain data for `--format json`: lines and columns from 1, offsets in characters from 0."""
    spans = [] if diagnostic.span is None else [_span_json(diagnostic.span, diagnostic.label, True)]
    spans.extend(_span_json(span, label, False) for span, label in diagnostic.secondary)
    return {
        "code": diagnostic.code,
        "level": diagnostic.level,
        "message": diagnostic.message,
        "spans": spans,
        "notes": list(diagnostic.notes),
        "help": _help_json(diagnostic.help),
        "chain": [
            {"message": message, "span": None if span is None else _span_json(span, "", False)}
            for message, span in diagnostic.chain
        ],
        "rendered": render(diagnostic),
    }


def _span_json(span: Span, label: str, primary: bool) -> dict[str, object]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.path,
        "start": span.start,
        "end": span.end,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "label": label,
        "primary": primary,
    }


def _help_json(help: Help | None) -> dict[str, object] | None:
    if help is None:
        return None
    if isinstance(help, str):
        return {"message": help, "span": None, "replacement": None}
    message, span, replacement = help
    return {"message": message, "span": _span_json(span, "", False), "replacement": replacement}


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `name` was probably meant to be, or None: same letters in other case, or few edits (a third of the length)."""
    names = sorted({each for each in candidates if each and each != name and not each.startswith("$")})
    for each in names:
        if each.lower() == name.lower():
            return each
    limit = max(len(name), 3) // 3
    scored = [(edit_distance(name, each, limit), each) for each in names if abs(len(each) - len(name)) <= limit]
    near = [pair for pair in scored if pair[0] <= limit]
    if near:
        return min(near)[1]
    words = sorted(name.split("_"))
    return next((each for each in names if len(words) > 1 and sorted(each.split("_")) == words), None)


def edit_distance(left: str, right: str, limit: int) -> int:
    """Insertions, deletions, replacements and swaps of neighbours that turn `left` into `right`; above `limit`, `limit + 1`."""
    before: list[int] = []
    previous = list(range(len(right) + 1))
    for row, a in enumerate(left, 1):
        current = [row]
        for column, b in enumerate(right, 1):
            best = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (a != b))
            if row > 1 and column > 1 and a == right[column - 2] and left[row - 2] == b:
                best = min(best, before[column - 2] + 1)
            current.append(best)
        if min(current) > limit:
            return limit + 1
        before, previous = previous, current
    return min(previous[-1], limit + 1)
