"""The Rust text of a Python function: after `source_of`, a `DocstringSource` whose every position is a line and column of the Python file.

The text is `use cuda_device::*; #[kernel] pub fn name(parameters) {body}`. Names, types and body are traced to where they stand in the file, escapes of
an ordinary string included; where the file cannot be read (functions made by `exec`), lines are counted from the `def`.
"""

from __future__ import annotations

from bisect import bisect_right

from kernelc.frontend.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _ast import Constant, FunctionDef, arg
    from collections.abc import Sequence
    from types import FunctionType

    Anchor = tuple[int, int, int]

MOST_ENDS = 500
"""How many lines are tried as the end of a function."""
ESCAPE_LENGTHS = {"x": 4, "u": 6, "U": 10}
"""Letter of an escape with a fixed number of digits → its characters in the file (Python language reference, section 2.4.1)."""
SHORT_ESCAPES = "\\'\"abfnrtv"


class DocstringSource(Source):
    """A source of which parts come from a Python file.

    `anchors` are (offset, line, column): from each on, text and file run side by side. `lines` are the function's lines by number.
    """

    __slots__ = ("anchors", "lines")

    def __init__(self, path: str, writer: Writer, lines: dict[int, str]) -> None:
        super().__init__(path, "".join(writer.parts))
        self.anchors, self.lines = writer.anchors, lines

    @property
    def digest(self) -> str:
        """The sha256 of text and positions, in hexadecimal: a kernel that has moved in its file is compiled anew, for its panics name lines."""
        from hashlib import sha256

        return sha256(f"{self.anchors}\0{self.text}".encode("utf-8", "surrogatepass")).hexdigest()

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the Python file."""
        start, line, column = self.anchors[max(bisect_right(self.anchors, (offset, 1 << 60, 0)) - 1, 0)]
        return line, column + offset - start

    def offset(self, line: int, column: int) -> int:
        """The offset of a position in the Python file."""
        near = [(start, at) for start, number, at in self.anchors if number == line and at <= column]
        start, at = near[-1] if near else (0, column)
        return start + column - at

    def line_text(self, line: int) -> str:
        """A line of the Python file."""
        return self.lines.get(line, "")


class Writer:
    """Puts a text together from parts, each with its place in the file."""

    def __init__(self, line: int, column: int) -> None:
        self.parts: list[str] = []
        self.anchors: list[Anchor] = []
        self.length = 0
        self.place = (line, column)

    def add(self, text: str, places: Sequence[Anchor] = ()) -> None:
        """Adds a text. `places` are its anchors, from its own start; without any all of it stands where the part before it ended."""
        if places:
            self.anchors.extend([(self.length + at, line, column) for at, line, column in places])
            at, line, column = places[-1]
            self.place = (line, column + len(text) - at)
        else:
            self.anchors.extend([(self.length + at, *self.place) for at in range(len(text))])
        self.parts.append(text)
        self.length += len(text)


def source_of(function: FunctionType, parameters: Sequence[tuple[str, str]]) -> DocstringSource:
    """The kernel that a function stands for; `parameters` are names and Rust types."""
    code = function.__code__
    lines = file_lines(function)
    node = function_node(lines, code.co_firstlineno)
    literal = docstring_of(node)
    if node is None or literal is None or node.name != function.__name__ or words(literal.value) != words(function.__doc__ or ""):
        return without_file(function, parameters)
    writer = Writer(node.lineno, column_of(lines, node.lineno, node.col_offset))
    writer.add(f"use cuda_device::*;\n#[kernel]\npub fn {node.name}(")
    for number, (name, text) in enumerate(parameters):
        add_parameter(writer, lines, [*node.args.posonlyargs, *node.args.args][number], name, text)
    writer.add(") {")
    writer.add(str(literal.value), literal_places(lines, literal))
    writer.add("\n}\n")
    own = range(code.co_firstlineno, (node.end_lineno or node.lineno) + 1)
    return DocstringSource(code.co_filename, writer, {number: lines[number - 1] for number in own})


def add_parameter(writer: Writer, lines: Sequence[str], node: arg, name: str, text: str) -> None:
    """Adds `name: type, `."""
    from _ast import Constant

    writer.add(name, ((0, node.lineno, column_of(lines, node.lineno, node.col_offset)),))
    writer.add(": ")
    annotation = node.annotation
    if isinstance(annotation, Constant) and isinstance(annotation.value, str):
        places = literal_places(lines, annotation)
        skipped = annotation.value.find(text)
        writer.add(text, [(max(at - skipped, 0), line, column + max(skipped - at, 0)) for at, line, column in places[:1]])
    elif annotation is not None:
        writer.add(text, ((0, annotation.lineno, column_of(lines, annotation.lineno, annotation.col_offset)),))
    writer.add(", ")


def without_file(function: FunctionType, parameters: Sequence[tuple[str, str]]) -> DocstringSource:
    """The kernel where its file cannot be read, or says something else by now."""
    line = function.__code__.co_firstlineno
    writer = Writer(line, 1)
    signature = ", ".join([f"{name}: {text}" for name, text in parameters])
    writer.add(f"use cuda_device::*;\n#[kernel]\npub fn {function.__name__}({signature}) {{")
    body = function.__doc__ or ""
    starts = [0, *[at + 1 for at, letter in enumerate(body) if letter == "\n"]]
    writer.add(body, [(at, line + number, 1) for number, at in enumerate(starts)])
    writer.add("\n}\n")
    return DocstringSource(function.__code__.co_filename, writer, dict(enumerate(body.split("\n"), line)))


def words(text: object) -> list[str]:
    """The words of a docstring: from Python 3.13 on its indentation is not that of the file."""
    return str(text).split()


# ----------------------------------------------------------------------------------------------------------------- the Python file


def file_lines(function: FunctionType) -> list[str]:
    """The lines of the Python file or notebook cell; empty where they cannot be had."""
    import linecache

    return [line.rstrip("\n") for line in linecache.getlines(function.__code__.co_filename, function.__globals__)]


def function_node(lines: Sequence[str], first: int) -> FunctionDef | None:
    """The syntax tree of the function whose first line (of its decorators) is `first`, with the file's own line numbers; None where there is none."""
    if not 0 < first <= len(lines):
        return None
    indent = indentation(lines[first - 1])
    ends = [n for n in range(first, len(lines)) if lines[n].strip() and indentation(lines[n]) <= indent][: MOST_ENDS - 1]
    for end in [*ends, len(lines)]:
        found = parsed(lines[first - 1 : end], first, indent > 0)
        if found is not None:
            return found
    return None


def indentation(line: str) -> int:
    """How far a line is indented."""
    return len(line) - len(line.lstrip())


def parsed(lines: Sequence[str], first: int, indented: bool) -> FunctionDef | None:
    """The function that the lines are, or None."""
    import warnings
    from _ast import FunctionDef, If, Module, PyCF_ONLY_AST

    empty = first - 2 if indented else first - 1
    text = "\n" * max(empty, 0) + ("if 1:\n" if indented else "") + "\n".join(lines) + "\n"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = compile(text, "<kernel>", "exec", PyCF_ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    found = tree.body[0] if isinstance(tree, Module) and tree.body else None
    if indented and isinstance(found, If):
        found = found.body[0]
    return found if isinstance(found, FunctionDef) else None


def docstring_of(node: FunctionDef | None) -> Constant | None:
    """The docstring in a function's tree."""
    from _ast import Constant, Expr

    first = node.body[0] if node is not None else None
    found = first.value if isinstance(first, Expr) else None
    return found if isinstance(found, Constant) and isinstance(found.value, str) else None


def column_of(lines: Sequence[str], line: int, offset: int) -> int:
    """The column (from 1, in characters) of an offset in UTF-8 bytes."""
    text = lines[line - 1]
    return offset + 1 if text.isascii() else len(text.encode("utf-8")[:offset].decode("utf-8", "replace")) + 1


def literal_places(lines: Sequence[str], node: Constant) -> list[Anchor]:
    """The anchors of a string literal's value. Strings written in several pieces stand at their beginning as a whole."""
    line, column = node.lineno, column_of(lines, node.lineno, node.col_offset)
    text = literal_text(lines, node)
    bare = text.lstrip("rRuU")
    quotes = bare[:3] if bare[:3] in ('"""', "'''") else bare[:1]
    prefix = text[: len(text) - len(bare)]
    inside = bare[len(quotes) : -len(quotes)]
    start = column + len(prefix) + len(quotes)
    places, length = walk(inside, "r" in prefix.lower(), line, start)
    return places if length == len(str(node.value)) else [(0, line, start)]


def literal_text(lines: Sequence[str], node: Constant) -> str:
    """A literal as it stands in the file."""
    last = node.end_lineno or node.lineno
    start = column_of(lines, node.lineno, node.col_offset) - 1
    end = column_of(lines, last, node.end_col_offset or 0) - 1
    if last == node.lineno:
        return lines[last - 1][start:end]
    return "\n".join([lines[node.lineno - 1][start:], *lines[node.lineno : last - 1], lines[last - 1][:end]])


def walk(inside: str, raw: bool, line: int, column: int) -> tuple[list[Anchor], int]:
    """The anchors of a literal's value, and the value's length: a new one after every line end and escape."""
    places: list[Anchor] = [(0, line, column)]
    at = length = 0
    while at < len(inside):
        taken, made = (1, 1) if raw or inside[at] != "\\" else escape(inside, at)
        ended = inside[at + taken - 1] == "\n"
        at, length = at + taken, length + made
        line, column = (line + 1, 1) if ended else (line, column + taken)
        if ended or (taken, made) != (1, 1):
            places.append((length, line, column))
    return places, length


def escape(inside: str, at: int) -> tuple[int, int]:
    """An escape: its characters in the file, and in the value."""
    letter = inside[at + 1 : at + 2]
    if letter == "\n":
        return 2, 0
    if letter in ESCAPE_LENGTHS:
        return ESCAPE_LENGTHS[letter], 1
    if letter == "N":
        return inside.index("}", at) + 1 - at, 1
    digits = len(inside[at + 1 : at + 4]) - len(inside[at + 1 : at + 4].lstrip("01234567"))
    if digits:
        return 1 + digits, 1
    return 2, 1 if letter in SHORT_ESCAPES else 2
