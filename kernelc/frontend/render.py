"""After rendering, a diagnostic is text in rustc's form: header, place, source lines with marked spans and labels, notes, help.

```text
error[K0308]: mismatched types
 --> saxpy.rs:4:18
  |
4 |     let x: i32 = 1.5;
  |            ---   ^^^ expected `i32`, found `f64`
  |            |
  |            expected due to this
```

Tabs are shown as four columns, wide characters take two, lines longer than `LINE_WIDTH` are cut around what is marked.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kernelc.frontend.diagnostics import Diagnostic
    from kernelc.frontend.source import Source, Span

TAB = "    "
LINE_WIDTH = 140
CONTEXT = 24
STYLES = {"error": "1;31", "warning": "1;33", "blue": "1;34", "bold": "1", "green": "1;32", "cyan": "1;36", "": ""}


class Canvas:
    """A row of characters with a style each; `put` writes at a column, over what is there."""

    __slots__ = ("characters", "styles")

    def __init__(self) -> None:
        self.characters: list[str] = []
        self.styles: list[str] = []

    def put(self, column: int, text: str, style: str = "") -> Canvas:
        """Write `text` from `column` on; the row is filled with blanks up to there."""
        missing = column + len(text) - len(self.characters)
        if missing > 0:
            self.characters.extend(" " * missing)
            self.styles.extend([""] * missing)
        self.characters[column : column + len(text)] = text
        self.styles[column : column + len(text)] = [style] * len(text)
        return self

    def text(self, colour: bool) -> str:
        """The row as text, with ANSI colours if asked for, without blanks at its end."""
        plain = "".join(self.characters).rstrip()
        if not colour:
            return plain
        out, current = [], ""
        for character, style in zip(plain, self.styles):
            if style != current:
                out.append(("\x1b[0m" if current else "") + (f"\x1b[{STYLES[style]}m" if style else ""))
                current = style
            out.append(character)
        return "".join(out) + ("\x1b[0m" if current else "")


class Mark:
    """A labelled span in one file, in lines and display columns (from 0)."""

    __slots__ = ("column", "depth", "end_column", "end_line", "label", "line", "primary")

    def __init__(self, span: Span, label: str, primary: bool) -> None:
        source = span.source
        self.line, start = source.position(span.start)
        self.end_line, end = source.position(max(span.start, span.end))
        if end == 1 and self.end_line > self.line:
            self.end_line -= 1
            end = len(source.line_text(self.end_line)) + 1
        self.column = columns(source.line_text(self.line), start - 1)
        self.end_column = columns(source.line_text(self.end_line), end - 1)
        if self.line == self.end_line:
            self.end_column = max(self.end_column, self.column + 1)
        self.label = label
        self.primary = primary
        self.depth = -1

    @property
    def character(self) -> str:
        """What the span is underlined with."""
        return "^" if self.primary else "-"

    @property
    def multiline(self) -> bool:
        """Whether the span goes over a line end."""
        return self.end_line > self.line


def character_width(character: str) -> int:
    """The columns that a character takes on a terminal."""
    if character == "\t":
        return len(TAB)
    if character < "\u0300":
        return 1
    from unicodedata import combining, east_asian_width

    return 0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1


def columns(text: str, count: int) -> int:
    """The display column at which character `count` of a line begins."""
    head = text[:count]
    if head.isascii() and "\t" not in head:
        return count
    return sum(map(character_width, head)) + max(0, count - len(text))


def shown(text: str) -> str:
    """A source line as printed: tabs replaced, control characters made visible."""
    if text.isprintable():
        return text
    return "".join(TAB if c == "\t" else c if c.isprintable() else "\ufffd" for c in text)


class Renderer:
    """Prints diagnostics; `colour` adds ANSI colours."""

    def __init__(self, colour: bool = False) -> None:
        self.colour = colour
        self.gutter = 1
        self.style = "error"
        self.rows: list[str] = []

    def render(self, diagnostic: Diagnostic) -> str:
        """The diagnostic as text, without a newline at its end."""
        self.rows = []
        self.style = diagnostic.level
        self.gutter = len(str(max((line for line in last_lines(diagnostic)), default=1)))
        title = f"{diagnostic.level}[{diagnostic.code}]"
        self.add(Canvas().put(0, title, self.style).put(len(title), f": {diagnostic.message}", "bold"))
        if diagnostic.span is not None:
            self.snippets([(diagnostic.span, diagnostic.label, True), *((s, text, False) for s, text in diagnostic.secondary)])
        self.remarks(diagnostic)
        return "\n".join(self.rows)

    def remarks(self, diagnostic: Diagnostic) -> None:
        """Notes, help and the instantiations that led to the fault."""
        if diagnostic.span is not None and (diagnostic.notes or diagnostic.help is not None):
            self.bar()
        for note in diagnostic.notes:
            self.sentence("note", note, "bold")
        if isinstance(diagnostic.help, str):
            self.sentence("help", diagnostic.help, "cyan")
        elif diagnostic.help is not None:
            message, span, replacement = diagnostic.help
            self.add(Canvas().put(0, "help", "cyan").put(4, f": {message}"))
            self.suggestion(span, replacement)
        for message, place in diagnostic.chain:
            self.add(Canvas().put(0, "note", "green").put(4, f": {message}"))
            if place is not None:
                self.snippets([(place, "", True)])

    def add(self, row: Canvas) -> None:
        """Append a row."""
        self.rows.append(row.text(self.colour))

    def bar(self) -> None:
        """Append a row with nothing but the gutter's bar."""
        self.add(Canvas().put(self.gutter + 1, "|", "blue"))

    def sentence(self, kind: str, text: str, style: str) -> None:
        """`= note: …`; further lines of the text are indented."""
        indent = self.gutter + 1
        first, *rest = text.split("\n")
        head = Canvas().put(indent, "=", "blue").put(indent + 2, kind, style)
        self.add(head.put(indent + 2 + len(kind), f": {first}"))
        for line in rest:
            self.add(Canvas().put(indent + 4 + len(kind), line))

    # ------------------------------------------------------------------ source lines with marks

    def snippets(self, labelled: Sequence[tuple[Span, str, bool]]) -> None:
        """The places, one block a file, the file of the first span first."""
        by_source: dict[int, tuple[Source, list[Mark]]] = {}
        for span, label, primary in labelled:
            entry = by_source.setdefault(id(span.source), (span.source, []))
            entry[1].append(Mark(span, label, primary))
        for number, (source, marks) in enumerate(by_source.values()):
            first = next((s for s, _, primary in labelled if primary and s.source is source), None)
            line, column = source.position(first.start) if first is not None else (marks[0].line, marks[0].column + 1)
            arrow = "-->" if number == 0 else ":::"
            if number:
                self.bar()
            self.add(Canvas().put(self.gutter, arrow, "blue").put(self.gutter + 4, f"{source.path}:{line}:{column}"))
            self.bar()
            Snippet(self, source, marks).draw()

    # ------------------------------------------------------------------ suggestions

    def suggestion(self, span: Span, replacement: str) -> None:
        """The lines as they would be after the replacement: inserted text underlined with `+`, else as a difference."""
        source = span.source
        first, last = source.position(span.start)[0], source.position(span.end)[0]
        before = source.line_text(first)[: source.position(span.start)[1] - 1]
        ending = source.line_text(last)[source.position(span.end)[1] - 1 :]
        old = [source.line_text(line) for line in range(first, last + 1)]
        new = (before + replacement + ending).split("\n")
        self.bar()
        inserted = insertion(span.text, replacement)
        if inserted is not None and len(new) == 1:
            skip, text = inserted
            self.numbered(first, "|", shown(new[0]), "blue")
            column = columns(new[0], len(before) + skip)
            self.add(Canvas().put(self.gutter + 1, "|", "blue").put(self.gutter + 3 + column, "+" * len(text), "green"))
            return
        for offset, line in enumerate(old):
            self.numbered(first + offset, "-", shown(line), "error")
        for offset, line in enumerate(new if "".join(new).strip() else []):
            self.numbered(first + offset, "+", shown(line), "green")

    def numbered(self, line: int, sign: str, text: str, style: str) -> None:
        """A numbered line with a sign in place of the bar."""
        self.add(
            Canvas()
            .put(self.gutter - len(str(line)), str(line), "blue")
            .put(self.gutter + 1, sign, style)
            .put(self.gutter + 3, text)
        )


def insertion(old: str, new: str) -> tuple[int, str] | None:
    """(Characters kept before, text inserted) when `new` is `old` with something inserted, else None."""
    if new.startswith(old):
        return len(old), new[len(old) :]
    if new.endswith(old):
        return 0, new[: len(new) - len(old)]
    return None


def last_lines(diagnostic: Diagnostic) -> Iterator[int]:
    """The last line of every span that is printed (the gutter is as wide as the biggest)."""
    spans = [diagnostic.span, *(span for span, _ in diagnostic.secondary), *(span for _, span in diagnostic.chain)]
    if isinstance(diagnostic.help, tuple):
        spans.append(diagnostic.help[1])
    return (span.source.position(span.end)[0] for span in spans if span is not None)


class Snippet:
    """The marked lines of one file."""

    def __init__(self, renderer: Renderer, source: Source, marks: list[Mark]) -> None:
        self.renderer = renderer
        self.source = source
        self.singles = [mark for mark in marks if not mark.multiline]
        self.multiple = sorted((mark for mark in marks if mark.multiline), key=lambda mark: (mark.line, -mark.end_line))
        for depth, mark in enumerate(self.multiple):
            mark.depth = depth
        self.area = len(self.multiple) + 1 if self.multiple else 0
        self.left = 0

    def draw(self) -> None:
        """Append the rows of all marked lines, with `...` for what is left out."""
        lines = self.lines()
        previous = lines[0] - 1
        for line in lines:
            if line - previous == 2:
                self.line(line - 1)
            elif line - previous > 2:
                self.gap(previous)
            self.line(line)
            previous = line

    def lines(self) -> list[int]:
        """The lines to print: those with marks, and of a long span its first four and last two."""
        wanted = {mark.line for mark in self.singles}
        for mark in self.multiple:
            wanted.update(range(mark.line, min(mark.line + 4, mark.end_line + 1)))
            wanted.update((mark.end_line - 1, mark.end_line))
        return sorted(wanted)

    def gap(self, line: int) -> None:
        """A row that stands for lines left out after `line`."""
        row = Canvas().put(0, "...", "blue")
        for mark in self.multiple:
            if mark.line <= line < mark.end_line:
                row.put(self.renderer.gutter + 3 + mark.depth, "|", self.style(mark))
        self.renderer.add(row)

    def style(self, mark: Mark) -> str:
        """The colour of a mark."""
        return self.renderer.style if mark.primary else "blue"

    def starts_line(self, mark: Mark) -> bool:
        """Whether only blanks stand before a multi-line span: then its first line is marked `/` in the margin."""
        text = self.source.line_text(mark.line)
        return columns(text, len(text) - len(text.lstrip())) >= mark.column

    def margin(self, line: int, row: Canvas, after: int = -1) -> Canvas:
        """Draw the bars of the spans that go through `line`; below it, those that have begun, up to `after` have ended."""
        base = self.renderer.gutter + 3
        for mark in self.multiple:
            began = mark.line < line or (mark.line == line and (after >= mark.depth or self.starts_line(mark)))
            if began and (line < mark.end_line or (line == mark.end_line and after < mark.depth)):
                first = mark.line == line and after < 0 and self.starts_line(mark)
                row.put(base + mark.depth, "/" if first else "|", self.style(mark))
        return row

    def line(self, line: int) -> None:
        """One source line and the rows of marks below it."""
        gutter = self.renderer.gutter
        singles = [mark for mark in self.singles if mark.line == line]
        ends = [mark for mark in self.multiple if line in (mark.line, mark.end_line)]
        row = Canvas().put(gutter - len(str(line)), str(line), "blue").put(gutter + 1, "|", "blue")
        text = self.window(shown(self.source.line_text(line)), line, singles, ends)
        self.renderer.add(self.margin(line, row).put(gutter + 3 + self.area, text))
        for row in self.single_rows(singles):
            self.renderer.add(self.margin(line, self.below(row), -1) if not self.multiple else self.with_bars(line, row))
        for mark in ends:
            self.multiline_row(line, mark)

    def with_bars(self, line: int, row: Canvas) -> Canvas:
        """A row of marks with the bars of spans that go through it."""
        return self.bars(line, self.below(row), -1)

    def below(self, row: Canvas) -> Canvas:
        """A row of marks behind the gutter."""
        whole = Canvas().put(self.renderer.gutter + 1, "|", "blue")
        base = self.renderer.gutter + 3 + self.area
        for column, (character, style) in enumerate(zip(row.characters, row.styles)):
            if character != " ":
                whole.put(base + column, character, style)
        return whole

    def bars(self, line: int, row: Canvas, done: int) -> Canvas:
        """Bars below `line`: of spans begun on or before it whose row (depth up to `done`) is not yet their last."""
        for mark in self.multiple:
            began = mark.line < line or (mark.line == line and (self.starts_line(mark) or mark.depth <= done))
            over = mark.end_line < line or (mark.end_line == line and mark.depth <= done)
            if began and not over:
                row.put(self.renderer.gutter + 3 + mark.depth, "|", self.style(mark))
        return row

    def window(self, text: str, line: int, singles: list[Mark], ends: list[Mark]) -> str:
        """The part of a long line around its marks; sets `left`, the columns cut off before it."""
        self.left = 0
        if columns(text, len(text)) <= LINE_WIDTH:
            return text
        points = [p for mark in singles for p in (mark.column, mark.end_column)]
        points += [mark.column if mark.line == line else mark.end_column for mark in ends]
        if points and max(points) + CONTEXT > LINE_WIDTH:
            self.left = max(0, min(points) - CONTEXT)
        kept, column = [], 0
        for character in text:
            if self.left <= column < self.left + LINE_WIDTH:
                kept.append(character)
            column += character_width(character)
        out = "".join(kept)
        if self.left:
            out = "..." + out[3:]
        return out if column <= self.left + LINE_WIDTH else out[:-3] + "..."

    def clipped(self, mark: Mark) -> tuple[int, int]:
        """The columns of a mark inside the window."""
        start = min(max(mark.column - self.left, 0), LINE_WIDTH - 1)
        return start, max(start + 1, min(mark.end_column - self.left, LINE_WIDTH))

    def single_rows(self, marks: list[Mark]) -> list[Canvas]:
        """The underlines of one line, then its labels: the rightmost beside its mark, others below on bars."""
        if not marks:
            return []
        placed = sorted(((*self.clipped(mark), mark) for mark in marks), key=lambda each: (each[0], each[1]))
        row = Canvas()
        for start, end, mark in sorted(placed, key=lambda each: (each[2].primary, each[0] - each[1])):
            row.put(start, mark.character * (end - start), self.style(mark))
        start, end, last = placed[-1]
        others = placed[:-1]
        if all(other[1] <= start for other in others):
            row.put(end + 1, last.label, self.style(last)) if last.label else None
        else:
            others = placed
        return [row, *self.label_rows([(each[0], each[2]) for each in others if each[2].label])]

    def label_rows(self, pending: list[tuple[int, Mark]]) -> list[Canvas]:
        """Labels that hang below their marks, the rightmost first."""
        rows = []
        if pending:
            rows.append(self.hanging(pending))
        while pending:
            column, mark = pending.pop()
            rows.append(self.hanging(pending).put(column, mark.label, self.style(mark)))
        return rows

    def hanging(self, pending: list[tuple[int, Mark]]) -> Canvas:
        """Bars at the columns of marks whose labels come further down."""
        row = Canvas()
        for column, mark in pending:
            row.put(column, "|", self.style(mark))
        return row

    def multiline_row(self, line: int, mark: Mark) -> None:
        """The `_____^` below the first or last line of a multi-line span."""
        first = line == mark.line
        if first and self.starts_line(mark):
            return
        base = self.renderer.gutter + 3
        column = min(max(0, (mark.column if first else mark.end_column - 1) - self.left), LINE_WIDTH)
        row = self.bars(line, Canvas().put(self.renderer.gutter + 1, "|", "blue"), mark.depth - 1)
        style = self.style(mark)
        if not first:
            row.put(base + mark.depth, "|", style)
        row.put(base + mark.depth + 1, "_" * (self.area + column - mark.depth - 1), style)
        row.put(base + self.area + column, mark.character, style)
        if not first and mark.label:
            row.put(base + self.area + column + 2, mark.label, style)
        self.renderer.add(row)
