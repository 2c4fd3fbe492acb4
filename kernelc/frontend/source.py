r"""After reading, a file is one `Source`: its path as given, its text without byte order mark and with `\n` line ends, and a line table.

A `Span` is a half-open range of character offsets in a source; lines and columns (both from 1, columns in characters)
are computed only when somebody asks. Both are hand-written slot classes: they are made on the compile path.
"""

from __future__ import annotations

from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.diagnostics import Diagnostics


class Source:
    """One source text.

    `path` is kept exactly as the user gave it and is what diagnostics and PTX `.file` lines print; `text` has the byte
    order mark removed and CRLF turned into LF, as rustc reads files.
    """

    __slots__ = ("_digest", "_line_starts", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        if text.startswith("\ufeff"):
            text = text[1:]
        if "\r\n" in text:
            text = text.replace("\r\n", "\n")
        self.path = path
        self.text = text
        self._line_starts: list[int] | None = None
        self._digest = ""

    @property
    def digest(self) -> str:
        """The sha256 of the text in UTF-8, in hexadecimal; part of every cache key."""
        if not self._digest:
            from hashlib import sha256

            self._digest = sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()
        return self._digest

    @property
    def line_starts(self) -> list[int]:
        """The offset at which each line begins; entry 0 is line 1."""
        starts = self._line_starts
        if starts is None:
            starts = [0]
            find, at = self.text.find, self.text.find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._line_starts = starts
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """The (line, column) of a character offset, both counted from 1, the column in characters."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The character offset of a position as `position` gives it."""
        return self.line_starts[line - 1] + column - 1

    def line_text(self, line: int) -> str:
        """The text of a line (from 1) without its line end."""
        starts = self.line_starts
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end]

    def span(self, start: int, end: int) -> Span:
        """The span of the characters from `start` up to, not including, `end`."""
        return Span(self, start, end)

    def __repr__(self) -> str:
        return f"Source({self.path!r})"


class Span:
    """The characters of `source` from offset `start` up to, not including, `end`."""

    __slots__ = ("end", "source", "start")

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.end = end

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, from 1, in characters."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """The source text that the span covers."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.source, self.start, other.end)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return self.source is other.source and self.start == other.start and self.end == other.end

    def __hash__(self) -> int:
        return hash((self.source.path, self.start, self.end))

    def __repr__(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"


def read_source(path: str, diagnostics: Diagnostics) -> Source | None:
    """Read a UTF-8 file; what is wrong with it is reported (K1001 to K1004) and answered with None."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except (FileNotFoundError, NotADirectoryError):
        diagnostics.error("K1001", None, f"no such file: `{path}`")
    except IsADirectoryError:
        diagnostics.error("K1002", None, f"`{path}` is a directory, not a file")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        diagnostics.error("K1003", None, f"cannot read `{path}`: {reason}")
    else:
        return decode_source(path, data, diagnostics)
    return None


def decode_source(path: str, data: bytes, diagnostics: Diagnostics) -> Source | None:
    """Turn the bytes of a file into a source; text that is not UTF-8 is reported at its line."""
    try:
        return Source(path, data.decode("utf-8"))
    except UnicodeDecodeError as problem:
        before = data[: problem.start].decode("utf-8", "replace")
        shown = Source(path, before + "\ufffd")
        at = len(shown.text) - 1
        byte = data[problem.start]
        message = f"`{path}` is not valid UTF-8: byte 0x{byte:02x} at offset {problem.start}"
        diagnostics.error("K1004", Span(shown, at, at + 1), message, label="this byte", help="save the file as UTF-8")
    return None
