"""PTX text, whoever wrote it, as a `Module`; or a `PtxSyntaxError` that names the line and quotes the text.

The text is read once: comments are blanked, module-level directives are matched one by one, and a function's body goes line by
line. Nearly every line of a body is one instruction, which costs one regular expression and a dictionary look-up per operand; what
is left (several statements on a line, statements over several lines, scopes, labels, declarations) takes the slower road below.

Mnemonics are not looked up here: a module may hold instructions that `ptx.isa` does not know, and `ptx.verify` or the virtual
machine names them when they matter.
"""

import re

from ptx.module import Alias, Module, Node, Section
from ptx.parse_body import BodyReader, OperandCache
from ptx.parse_declarations import FUNCTION, file_directive, function_header, pragma, variables
from ptx.parse_values import SHOWN, PtxSyntaxError

__all__ = ["PtxSyntaxError", "parse_module"]

_COMMENTS = re.compile(r'"[^"\n]*"|//[^\n]*|/\*[^*]*(?:\*(?!/)[^*]*)*(\*/)?', re.S)
_BRACES = re.compile(r'"[^"\n]*"|[{}]')
_BRACE_IN_STRING = re.compile(r'"[^"\n{}]*[{}]')
_HEADER = re.compile(r"\.version\s+(\d+)\.(\d+)\s+\.target\s+([\w ,\t]+)\s+(?:\.address_size\s+(\d+))?", re.A)
_HEADER_END = re.compile(r'\.pragma\s(?:[^;"]++|"[^"\n]*")*+;|"[^"\n]*"|[;{]')
_STATEMENT = re.compile(r'(?:[^;"]++|"[^"\n]*")*+;').match


def parse_module(text: str) -> Module:
    """Returns the module that a PTX text describes. Raises `PtxSyntaxError` where it is not PTX."""
    text = _without_comments(text.rstrip("\0"))
    header = _HEADER.search(text)
    if header is None or text[: header.start()].strip():
        raise PtxSyntaxError(1, "a module starts with .version and .target", text[:SHOWN])
    if header[4] not in (None, "32", "64"):
        raise PtxSyntaxError(text.count("\n", 0, header.start(4)) + 1, "addresses have 32 or 64 bits", f".address_size {header[4]}")
    module = Module(
        (int(header[1]), int(header[2])),
        tuple(target.strip() for target in header[3].split(",")),
        None if header[4] is None else int(header[4]),
    )
    _ModuleReader(text, header.end(), module).read()
    return module


def _without_comments(text: str) -> str:
    if "//" not in text and "/*" not in text:
        return text

    def blank(match: "re.Match[str]") -> str:
        found = match[0]
        if found[0] == '"':
            return found
        if found[1] == "*" and match[1] is None:
            raise PtxSyntaxError(text.count("\n", 0, match.start()) + 1, "the comment has no end", found)
        return "" if found[1] == "/" else " " + "\n" * found.count("\n")

    return _COMMENTS.sub(blank, text)


class _ModuleReader:
    """Reads the directives after the header; `position` moves through the text, `line` counts along."""

    def __init__(self, text: str, position: int, module: Module) -> None:
        self.text = text
        self.position = position
        self.module = module
        self.cache = OperandCache()
        self.brace_in_string = _BRACE_IN_STRING.search(text) is not None
        self.line = text.count("\n", 0, position) + 1

    def advance(self, position: int) -> None:
        self.line += self.text.count("\n", self.position, position)
        self.position = position

    def skip_space(self) -> bool:
        text, position = self.text, self.position
        while position < len(text) and text[position].isspace():
            position += 1
        self.advance(position)
        return position < len(text)

    def read(self) -> None:
        while self.skip_space():
            if FUNCTION(self.text, self.position):
                self.read_function()
            elif self.text.startswith((".file", "@@"), self.position):
                self.read_line()
            elif self.text.startswith(".section", self.position):
                self.read_section()
            else:
                self.read_statement()

    def fail(self, reason: str, text: str) -> PtxSyntaxError:
        return PtxSyntaxError(self.line, reason, text)

    def find(self, what: str) -> int:
        end = self.text.find(what, self.position)
        if end < 0:
            raise self.fail(f"`{what}` is missing", self.text[self.position : self.position + SHOWN])
        return end

    def read_line(self) -> None:
        end = self.text.find("\n", self.position)
        end = len(self.text) if end < 0 else end
        statement = self.text[self.position : end].strip()
        self.module.directives.append(file_directive(statement, self.line))
        self.advance(end)

    def read_section(self) -> None:
        start, end = self.find("{"), self.find("}")
        name = self.text[self.position : start].split()[1:]
        if len(name) != 1 or end < start:
            raise self.fail("expected `.section name { … }`", self.text[self.position : self.position + SHOWN])
        lines = (line.strip() for line in self.text[start + 1 : end].split("\n"))
        self.module.directives.append(Section(name[0], tuple(line for line in lines if line), self.line))
        self.advance(end + 1)

    def read_statement(self) -> None:
        found = _STATEMENT(self.text, self.position)
        if found is None:
            raise self.fail("`;` is missing", self.text[self.position : self.position + SHOWN])
        self.module.directives.extend(_module_statement(found[0][:-1].strip(), self.line))
        self.advance(found.end())

    def read_function(self) -> None:
        end = next((match for match in _HEADER_END.finditer(self.text, self.position) if match[0] in ";{"), None)
        if end is None:
            raise self.fail("`{` or `;` is missing", self.text[self.position : self.position + SHOWN])
        function = function_header(self.text[self.position : end.start()], self.line)
        self.module.directives.append(function)
        self.advance(end.end())
        if end[0] == "{":
            close = self.closing_brace()
            reader = BodyReader(self.line, self.cache)
            reader.declare_formals(function)
            function.body = reader.read(self.text[self.position : close])
            self.advance(close + 1)

    def closing_brace(self) -> int:
        """Returns the index of the `}` that ends the body at the current position."""
        if self.brace_in_string:
            return self.closing_brace_with_strings()
        text, start, depth = self.text, self.position, 1
        while (end := text.find("}", start)) >= 0:
            depth += text.count("{", start, end) - 1
            if depth == 0:
                return end
            start = end + 1
        raise self.fail("the function has no closing brace", text[self.position : self.position + SHOWN].strip())

    def closing_brace_with_strings(self) -> int:
        """The same where a string might hold a brace."""
        depth = 1
        for match in _BRACES.finditer(self.text, self.position):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if depth == 0:
                return match.start()
        raise self.fail("the function has no closing brace", self.text[self.position : self.position + SHOWN].strip())


def _module_statement(statement: str, line: int) -> list[Node]:
    if statement.startswith(".pragma"):
        return [pragma(statement, line)]
    if statement.startswith(".alias"):
        names = [name.strip() for name in statement[6:].split(",")]
        if len(names) == 2:
            return [Alias(names[0], names[1], line)]
    declared = variables(statement, line)
    if declared is not None:
        return declared
    raise PtxSyntaxError(line, "unknown directive", statement)
