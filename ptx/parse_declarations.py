"""Declarations of PTX text: variables with initialisers, parameters, function headers, prototypes, pragmas, files."""

import re

from ptx.module import CallPrototype, File, Function, MaskedSymbol, Node, Parameter, Pragma, RegisterDeclaration, Variable
from ptx.operands import Integer, Operand
from ptx.parse_values import (
    MAX_NESTING,
    NAME,
    PtxSyntaxError,
    constant,
    dimensions_of,
    integer,
    offset_of,
    optional_int,
    parenthesised,
    symbol,
)

FUNCTION = re.compile(
    r"(?:\.(visible|extern|weak)\s+)?\.(entry|func)\b", re.A
).match
_STRING = re.compile(r'"([^"\n]*)"')
_MASKED = re.compile(rf"(generic|0[xX][0-9a-fA-F]+)\s*\(\s*({NAME})\s*(?:(\+\s*-?|-)\s*(\w+))?\s*\)$", re.A).match
_VARIABLE = re.compile(
    rf"(?:\.(visible|extern|weak|common)\s+)?\.(global|const|shared|local|param|tex)\s*(.*?)\s*\.(\w+)\s+({NAME}[^=]*?)(?:=\s*(.*))?$", re.S | re.A
).match
_DECLARED = re.compile(rf"({NAME})\s*((?:\[\s*\w*\s*\]\s*)*)$", re.A).match
_PARAMETER = re.compile(
    rf"\.(param|reg)\s*(?:\.align\s+(\d+)\s*)?(?:\.v(\d)\s*)?\.(\w+)\s*(\.ptr\b\s*(?:\.(\w+)\s*)?(?:\.align\s+(\d+)\s*)?)?({NAME}|_)\s*((?:\[\s*\w*\s*\]\s*)*)$",
    re.A,
).match
_REGISTERS = re.compile(r"\.reg\s*(?:\.v(\d)\s*)?\.(\w+)\s+(.*)$", re.S | re.A).match
_REGISTER = re.compile(rf"({NAME})\s*(?:<\s*(\d+)\s*>)?$", re.A).match
_EMPTY_ELEMENT = re.compile(r"[{,]\s*,|,\s*}").search
_FILE = re.compile(r'\.file\s+(\d+)\s+"([^"]*)"\s*(?:,\s*(\d+)\s*,\s*(\d+))?\s*;?$', re.A).match


def file_directive(statement: str, line: int) -> File:
    """Returns a `.file` directive."""
    match = re.match(r'\.file\s+(\d+)\s+"([^"]*)"\s*(?:,\s*(\d+)\s*,\s*(\d+))?\s*;?$', statement, re.A)
    if match is None:
        raise PtxSyntaxError(line, "expected `.file index \"path\"`", statement)
    return File(int(match[1]), match[2], optional_int(match[3]), optional_int(match[4]), line)


def pragma(statement: str, line: int) -> Pragma:
    """Returns a `.pragma` directive; a string may hold anything but a quote."""
    texts = tuple(_STRING.findall(statement))
    if not texts:
        raise PtxSyntaxError(line, "`.pragma` needs a string", statement)
    return Pragma(texts, line)


def function_header(header: str, line: int) -> Function:
    """Returns a function without body from the text before its `{` or `;`."""
    match = FUNCTION(header)
    assert match is not None
    linkage, kind = match[1] or "", match[2]
    rest = header[match.end() :].strip()
    attributes, rest = _attributes(rest, line)
    returns: list[Parameter] = []
    if rest.startswith("("):
        text, rest = parenthesised(rest, line)
        returns = _parameters(text, line)
    named = re.match(rf"({NAME})\s*", rest, re.A)
    if named is None:
        raise PtxSyntaxError(line, f"`.{kind}` without a name", header)
    rest = rest[named.end() :]
    parameters: list[Parameter] = []
    if rest.startswith("("):
        text, rest = parenthesised(rest, line)
        parameters = _parameters(text, line)
    performance = _performance(rest, line)
    return Function(named[1], kind == "entry", parameters, returns, linkage, performance, None, attributes, line)


def _attributes(text: str, line: int) -> tuple[tuple[str, ...], str]:
    found = []
    while match := re.match(r"\.attribute\s*", text):
        inside, text = parenthesised(text[match.end() :], line)
        found.append(" ".join(inside.split()))
    return tuple(found), text


def _parameters(text: str, line: int) -> list[Parameter]:
    return [_parameter(part.strip(), line) for part in text.split(",")] if text.strip() else []


def _parameter(text: str, line: int) -> Parameter:
    match = _PARAMETER(text)
    if match is None:
        raise PtxSyntaxError(line, "not a parameter", text)
    space, align, vector, type_name, pointer, pointer_space, pointer_align, name, dimensions = match.groups()
    return Parameter(
        type_name,
        name,
        optional_int(align),
        dimensions_of(dimensions, line),
        None if pointer is None else pointer_space or "",
        optional_int(pointer_align),
        space,
        int(vector or 1),
        line,
    )


def _performance(text: str, line: int) -> list[tuple[str, tuple[int | str, ...]]]:
    directives: list[tuple[str, tuple[int | str, ...]]] = []
    for part in re.finditer(r'\.([a-z_]+)\s*((?:"[^"\n]*"|[\w\s,])*);?\s*|(\S+)', text, re.A):
        name, values, unknown = part.groups()
        if unknown is not None:
            raise PtxSyntaxError(line, "unknown performance directive", text)
        if name == "pragma":
            directives.append((name, pragma(values, line).texts))
        else:
            directives.append((name, tuple(integer(value.strip(), line) for value in values.split(",") if value.strip())))
    return directives


def variables(text: str, line: int) -> list[Node] | None:
    """Returns the variables that a statement declares, or None if it is no variable declaration."""
    match = _VARIABLE(text)
    if match is None:
        return None
    linkage, space, qualifiers, type_name, names, initializer = match.groups()
    attributes, qualifiers = _attributes(qualifiers, line)
    align, vector = None, 1
    for word, number in re.findall(r"\.(align\s+|v)(\d+)\s*", qualifiers, re.A):
        if word == "v":
            vector = int(number)
        else:
            align = int(number)
    if re.sub(r"\.(?:align\s+|v)\d+\s*", "", qualifiers, flags=re.A).strip():
        raise PtxSyntaxError(line, "unknown attribute of a variable", match[0])
    declared = []
    parts = names.split(",")
    for index, part in enumerate(parts):
        found = _DECLARED(part.strip())
        if found is None:
            raise PtxSyntaxError(line, "not a variable's name", match[0])
        value = _initializer(initializer, line) if initializer is not None and index == len(parts) - 1 else None
        dimensions = dimensions_of(found[2].strip(), line)
        declared.append(
            Variable(space, type_name, found[1], dimensions, align, value, linkage or "", vector, attributes, line)
        )
    return list[Node](declared)


def _initializer(text: str, line: int) -> object:
    """Returns a nested tuple of operands; read with a stack, so depth costs nothing but is limited all the same."""
    if _EMPTY_ELEMENT(text):
        raise PtxSyntaxError(line, "an element is missing", text)
    stack: list[list[object]] = [[]]
    for token in re.findall(r"[{}]|[^{},]+", text):
        if token == "{":
            stack.append([])
            if len(stack) > MAX_NESTING:
                raise PtxSyntaxError(line, f"initialiser nested deeper than {MAX_NESTING}", text)
        elif token == "}":
            if len(stack) == 1:
                raise PtxSyntaxError(line, "unbalanced braces", text)
            finished = tuple(stack.pop())
            stack[-1].append(finished)
        elif token.strip():
            stack[-1].append(_initial_value(token.strip(), line))
    if len(stack) != 1 or len(stack[0]) != 1:
        raise PtxSyntaxError(line, "not an initialiser", text)
    return stack[0][0]


def _initial_value(text: str, line: int) -> Operand:
    if text.isdecimal() and text.isascii() and (text[0] != "0" or text == "0"):
        return Integer(int(text))
    if match := _MASKED(text):
        return MaskedSymbol(match[1], match[2], offset_of(match[3], match[4], line))
    return constant(text, line) or symbol(text, line)


def prototype(name: str, text: str, line: int) -> CallPrototype:
    """Returns a `.callprototype` from the text after that word."""
    returns: list[Parameter] = []
    if text.startswith("("):
        inside, text = parenthesised(text, line)
        returns = _parameters(inside, line)
    match = re.match(rf"(?:{NAME}|_)\s*", text, re.A)
    if match is None:
        raise PtxSyntaxError(line, "not a call prototype", text)
    parameters: list[Parameter] = []
    rest = text[match.end() :]
    if rest.startswith("("):
        inside, rest = parenthesised(rest, line)
        parameters = _parameters(inside, line)
    if rest not in ("", ".noreturn"):
        raise PtxSyntaxError(line, "not a call prototype", text)
    return CallPrototype(name, returns, parameters, rest == ".noreturn", line)


def registers(text: str, line: int) -> list[RegisterDeclaration]:
    """Returns the declarations of a `.reg` statement, one for each name."""
    match = _REGISTERS(text)
    if match is None:
        raise PtxSyntaxError(line, "not a register declaration", text)
    declared = []
    for part in match[3].split(","):
        found = _REGISTER(part.strip())
        if found is None:
            raise PtxSyntaxError(line, "not a register name", part)
        declared.append(RegisterDeclaration(match[2], found[1], optional_int(found[2]), int(match[1] or 1), line))
    return declared
