"""PTX text, whoever wrote it, as a `Module`; or a `PtxSyntaxError` that names the line and quotes the text.

The text is read once: comments are blanked, module-level directives are matched one by one, and a function's body goes line by
line. Nearly every line of a body is one instruction, which costs one regular expression and a dictionary look-up per operand; what
is left (several statements on a line, statements over several lines, scopes, labels, declarations) takes the slower road below.

Mnemonics are not looked up here: a module may hold instructions that `ptx.isa` does not know, and `ptx.verify` or the virtual
machine names them when they matter.
"""

import re

from ptx.isa_rows import SPECIAL_REGISTERS
from ptx.module import (
    Alias,
    CallPrototype,
    File,
    Function,
    Instruction,
    Label,
    Location,
    MaskedSymbol,
    Module,
    Node,
    Parameter,
    Pragma,
    RegisterDeclaration,
    ScopeClose,
    ScopeOpen,
    Section,
    TargetList,
    Variable,
)
from ptx.operands import (
    SINK,
    Address,
    Arguments,
    Component,
    FloatBits,
    IndexedAddress,
    Integer,
    Negated,
    Operand,
    Pair,
    Register,
    SpecialRegister,
    Symbol,
    Vector,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class PtxSyntaxError(Exception):
    """Text that is not PTX. `line` is 1-based, `text` the statement at fault, `reason` what is wrong with it."""

    def __init__(self, line: int, reason: str, text: str) -> None:
        shown = " ".join(text.split())
        self.line = line
        self.reason = reason
        self.text = shown if len(shown) <= _SHOWN else shown[:_SHOWN] + " …"
        super().__init__(f"PTX line {line}: {reason}: `{self.text}`")


_SHOWN = 100
_MAX_NESTING = 16
_NAME = r"(?:[%_$A-Za-z][\w$]*)"
_COMMENTS = re.compile(r'"[^"\n]*"|//[^\n]*|/\*.*?\*/', re.S)
_INSTRUCTION = re.compile(
    r"(?:@\s*(!?)\s*([%\w$]++)\s+)?([a-z]\w*+(?:\.\w++(?:::\w++)*+)*+)\s*+(?!:)([^;\"]*);$", re.A
).match
_LABEL = re.compile(rf"({_NAME})\s*:(?!:)\s*", re.A).match
_LOCATION = re.compile(
    rf"\.loc\s+(\d+)\s+(\d+)\s+(\d+)(?:\s*,\s*function_name\s+({_NAME})\s*(?:\+\s*(\d+))?\s*,\s*inlined_at\s+(\d+)\s+(\d+)\s+(\d+))?$",
    re.A,
).match
_BRACES = re.compile(r'"[^"\n]*"|[{}]')
_STRING = re.compile(r'"([^"\n]*)"')
_ADDRESS = re.compile(rf"\[\s*({_NAME}(?:\.\w+)?)\s*(?:(\+\s*-?|-)\s*(\w+)\s*)?\]$", re.A).match
_INTEGER = re.compile(r"([+-]?)\s*(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9]\d*)U?$", re.A).match
_FLOAT_BITS = re.compile(r"(-?)0(?:[fF]([0-9a-fA-F]{8})|[dD]([0-9a-fA-F]{16}))$", re.A).match
_FLOAT = re.compile(r"[+-]?(?:(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)$", re.A).match
_SYMBOL = re.compile(rf"({_NAME})\s*(?:([+-])\s*(\w+))?$", re.A).match
_MASKED = re.compile(rf"(generic|0[xX][0-9a-fA-F]+)\s*\(\s*({_NAME})\s*(?:([+-])\s*(\w+))?\s*\)$", re.A).match
_HEADER = re.compile(r"\.version\s+(\d+)\.(\d+)\s+\.target\s+([\w ,\t]+)\s+(?:\.address_size\s+(\d+))?", re.A)
_FUNCTION = re.compile(
    r"(?:\.(visible|extern|weak)\s+)?\.(entry|func)\b", re.A
).match
_VARIABLE = re.compile(
    rf"(?:\.(visible|extern|weak|common)\s+)?\.(global|const|shared|local|param|tex)\s*(.*?)\s*\.(\w+)\s+({_NAME}[^=]*?)(?:=\s*(.*))?$", re.S | re.A
).match
_DECLARED = re.compile(rf"({_NAME})\s*((?:\[\s*\w*\s*\]\s*)*)$", re.A).match
_PARAMETER = re.compile(
    rf"\.(param|reg)\s*(?:\.align\s+(\d+)\s*)?(?:\.v(\d)\s*)?\.(\w+)\s*(\.ptr\b\s*(?:\.(\w+)\s*)?(?:\.align\s+(\d+)\s*)?)?({_NAME})?\s*((?:\[\s*\w*\s*\]\s*)*)$",
    re.A,
).match
_REGISTERS = re.compile(r"\.reg\s*(?:\.v(\d)\s*)?\.(\w+)\s+(.*)$", re.S | re.A).match
_REGISTER = re.compile(rf"({_NAME})\s*(?:<\s*(\d+)\s*>)?$", re.A).match


def parse_module(text: str) -> Module:
    """Returns the module that a PTX text describes. Raises `PtxSyntaxError` where it is not PTX."""
    text = _without_comments(text.rstrip("\0"))
    header = _HEADER.search(text)
    if header is None or text[: header.start()].strip():
        raise PtxSyntaxError(1, "a module starts with .version and .target", text[:_SHOWN])
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
        return "" if found[1] == "/" else " " + "\n" * found.count("\n")

    return _COMMENTS.sub(blank, text)


class _ModuleReader:
    """Reads the directives after the header; `position` moves through the text, `line` counts along."""

    def __init__(self, text: str, position: int, module: Module) -> None:
        self.text = text
        self.position = position
        self.module = module
        self.cache = _OperandCache()
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
            if _FUNCTION(self.text, self.position):
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
            raise self.fail(f"`{what}` is missing", self.text[self.position : self.position + _SHOWN])
        return end

    def read_line(self) -> None:
        end = self.text.find("\n", self.position)
        end = len(self.text) if end < 0 else end
        statement = self.text[self.position : end].strip()
        self.module.directives.append(_file(statement, self.line))
        self.advance(end)

    def read_section(self) -> None:
        start, end = self.find("{"), self.find("}")
        name = self.text[self.position : start].split()[1:]
        if len(name) != 1 or end < start:
            raise self.fail("expected `.section name { … }`", self.text[self.position : self.position + _SHOWN])
        lines = (line.strip() for line in self.text[start + 1 : end].split("\n"))
        self.module.directives.append(Section(name[0], tuple(line for line in lines if line), self.line))
        self.advance(end + 1)

    def read_statement(self) -> None:
        end = self.find(";")
        statement = self.text[self.position : end].strip()
        self.module.directives.extend(_module_statement(statement, self.line))
        self.advance(end + 1)

    def read_function(self) -> None:
        semicolon, brace = self.text.find(";", self.position), self.text.find("{", self.position)
        while 0 <= semicolon < brace and ".pragma" in self.text[self.position : semicolon]:
            semicolon = self.text.find(";", semicolon + 1)
            if self.text[self.position : semicolon].count(".pragma") < self.text[self.position : semicolon].count(";") + 1:
                break
        if brace < 0 or 0 <= semicolon < brace:
            end = self.find(";") if brace < 0 else semicolon
            self.module.directives.append(_function_header(self.text[self.position : end], self.line))
            self.advance(end + 1)
            return
        function = _function_header(self.text[self.position : brace], self.line)
        self.module.directives.append(function)
        self.advance(brace + 1)
        end = self.closing_brace()
        function.body = _BodyReader(self.line, self.cache).read(self.text[self.position : end])
        self.advance(end + 1)

    def closing_brace(self) -> int:
        depth = 1
        for match in _BRACES.finditer(self.text, self.position):
            if match[0] == "{":
                depth += 1
            elif match[0] == "}":
                depth -= 1
                if depth == 0:
                    return match.start()
        raise self.fail("the function has no closing brace", self.text[self.position : self.position + _SHOWN].strip())


def _file(statement: str, line: int) -> File:
    match = re.match(r'\.file\s+(\d+)\s+"([^"]*)"\s*(?:,\s*(\d+)\s*,\s*(\d+))?\s*;?$', statement, re.A)
    if match is None:
        raise PtxSyntaxError(line, "expected `.file index \"path\"`", statement)
    return File(int(match[1]), match[2], _optional_int(match[3]), _optional_int(match[4]), line)


def _module_statement(statement: str, line: int) -> list[Node]:
    if statement.startswith(".pragma"):
        return [_pragma(statement, line)]
    if statement.startswith(".alias"):
        names = [name.strip() for name in statement[6:].split(",")]
        if len(names) == 2:
            return [Alias(names[0], names[1], line)]
    if match := _VARIABLE(statement):
        return _variables(match, line)
    raise PtxSyntaxError(line, "unknown directive", statement)


def _pragma(statement: str, line: int) -> Pragma:
    texts = tuple(_STRING.findall(statement))
    if not texts:
        raise PtxSyntaxError(line, "`.pragma` needs a string", statement)
    return Pragma(texts, line)


def _function_header(header: str, line: int) -> Function:
    match = _FUNCTION(header)
    assert match is not None
    linkage, kind = match[1] or "", match[2]
    rest = header[match.end() :].strip()
    attributes, rest = _attributes(rest, line)
    returns: list[Parameter] = []
    if rest.startswith("("):
        text, rest = _parenthesised(rest, line)
        returns = _parameters(text, line)
    named = re.match(rf"({_NAME})\s*", rest, re.A)
    if named is None:
        raise PtxSyntaxError(line, f"`.{kind}` without a name", header)
    rest = rest[named.end() :]
    parameters: list[Parameter] = []
    if rest.startswith("("):
        text, rest = _parenthesised(rest, line)
        parameters = _parameters(text, line)
    performance = _performance(rest, line)
    return Function(named[1], kind == "entry", parameters, returns, linkage, performance, None, attributes, line)


def _attributes(text: str, line: int) -> tuple[tuple[str, ...], str]:
    found = []
    while match := re.match(r"\.attribute\s*", text):
        inside, text = _parenthesised(text[match.end() :], line)
        found.append(" ".join(inside.split()))
    return tuple(found), text


def _parenthesised(text: str, line: int) -> tuple[str, str]:
    """Returns the text inside the parentheses that `text` starts with, and what follows them, stripped."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[1:index], text[index + 1 :].strip()
    raise PtxSyntaxError(line, "unbalanced parentheses", text)


def _parameters(text: str, line: int) -> list[Parameter]:
    return [_parameter(part.strip(), line) for part in text.split(",")] if text.strip() else []


def _parameter(text: str, line: int) -> Parameter:
    match = _PARAMETER(text)
    if match is None:
        raise PtxSyntaxError(line, "not a parameter", text)
    space, align, vector, type_name, pointer, pointer_space, pointer_align, name, dimensions = match.groups()
    return Parameter(
        type_name,
        name or "_",
        _optional_int(align),
        _dimensions(dimensions, line),
        None if pointer is None else pointer_space or "",
        _optional_int(pointer_align),
        space,
        int(vector or 1),
        line,
    )


def _optional_int(text: str | None) -> int | None:
    return None if text is None else int(text)


def _dimensions(text: str, line: int) -> tuple[int | None, ...]:
    sizes = [part.strip(" \t\n[") for part in text.split("]")][:-1] if text else []
    return tuple(_integer(size, line) if size else None for size in sizes)


def _integer(text: str, line: int) -> int:
    match = _INTEGER(text)
    if match is None:
        raise PtxSyntaxError(line, "not an integer", text)
    digits = match[2]
    octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
    value = int(digits, 8 if octal else 0)
    return -value if match[1] == "-" else value


def _performance(text: str, line: int) -> list[tuple[str, tuple[int | str, ...]]]:
    directives: list[tuple[str, tuple[int | str, ...]]] = []
    for part in re.finditer(r'\.([a-z_]+)\s*((?:"[^"\n]*"|[\w\s,])*);?\s*|(\S+)', text, re.A):
        name, values, unknown = part.groups()
        if unknown is not None:
            raise PtxSyntaxError(line, "unknown performance directive", text)
        if name == "pragma":
            directives.append((name, _pragma(values, line).texts))
        else:
            directives.append((name, tuple(_integer(value.strip(), line) for value in values.split(",") if value.strip())))
    return directives


def _variables(match: "re.Match[str]", line: int) -> list[Node]:
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
        dimensions = _dimensions(found[2].strip(), line)
        declared.append(
            Variable(space, type_name, found[1], dimensions, align, value, linkage or "", vector, attributes, line)
        )
    return list[Node](declared)


def _initializer(text: str, line: int) -> object:
    """Returns a nested tuple of operands; read with a stack, so depth costs nothing but is limited all the same."""
    stack: list[list[object]] = [[]]
    for token in re.findall(r"[{}]|[^{},]+", text):
        if token == "{":
            stack.append([])
            if len(stack) > _MAX_NESTING:
                raise PtxSyntaxError(line, f"initialiser nested deeper than {_MAX_NESTING}", text)
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
        return MaskedSymbol(match[1], match[2], _offset(match[3], match[4], line))
    return constant(text, line) or _symbol(text, line)


def _offset(sign: str | None, digits: str | None, line: int) -> int:
    if digits is None:
        return 0
    return -_integer(digits, line) if sign is not None and "-" in sign else _integer(digits, line)


def _symbol(text: str, line: int) -> Symbol:
    match = _SYMBOL(text)
    if match is None:
        raise PtxSyntaxError(line, "not an operand", text)
    return Symbol(match[1], _offset(match[2], match[3], line))


def constant(text: str, line: int) -> Operand | None:
    """Returns the integer or floating constant that text is, or None."""
    if match := _FLOAT_BITS(text):
        width = 32 if match[2] is not None else 64
        bits = int(match[2] or match[3], 16)
        return FloatBits(width, bits ^ (1 << (width - 1)) if match[1] else bits)
    if _INTEGER(text):
        return Integer(_integer(text, line))
    if _FLOAT(text):
        return FloatBits(64, _double_bits(float(text)))
    return Integer(32) if text == "WARP_SZ" else None


def _double_bits(value: float) -> int:
    from struct import pack

    return int.from_bytes(pack(">d", value), "big")


def _split(text: str) -> list[str]:
    """Splits at commas outside of brackets, braces and parentheses."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        if character in "{[(":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    parts.append(text[start:])
    return parts


class _OperandCache(dict[str, Operand]):
    """Operands by their text, shared by all functions of a module; `reader` reads those that are not known yet."""

    reader: "_BodyReader"

    def __missing__(self, text: str) -> Operand:
        if text[:1] == "%" and text[1:].isalnum() and text.isascii() and text not in _BARE_SPECIAL:
            result: Operand = Register(text)
        else:
            result = self.reader.read_operand(text.strip(), 0)
        self[text] = result
        return result


class _BodyReader:
    """Reads one function's body: `items` grows, `location` is the current `.loc`, `cache` maps operand texts to operands.

    `plain` counts for each name without `%` how many open scopes declare it as a register: `x` is a register inside them and
    a symbol outside.
    """

    def __init__(self, line: int, cache: _OperandCache) -> None:
        self.line = line
        self.items: list[Node] = []
        self.location: Location | None = None
        self.locations: dict[tuple[int, int, int], Location] = {}
        self.cache = cache
        cache.reader = self
        self.plain: dict[str, int] = {}
        self.scopes: list[list[str]] = [[]]

    def read(self, body: str) -> list[Node]:
        items, find = self.items, self.cache.__getitem__
        pending = ""
        line = self.line - 1
        for raw in body.split("\n"):
            line += 1
            text = raw.strip()
            if not text:
                continue
            match = None if pending else _INSTRUCTION(text)
            if match is None:
                self.line = line - pending.count("\n") - bool(pending)
                pending = self.slow(f"{pending}\n{text}" if pending else text)
                continue
            negated, guard, name, rest = match.groups()
            self.line = line
            if not rest:
                operands: tuple[Operand, ...] = ()
            elif "{" in rest or "(" in rest or name.startswith("call"):
                operands = self.operands(name, rest)
            else:
                operands = tuple(map(find, rest.replace(", ", ",").split(",")))
            register = None if guard is None else self.register(guard)
            items.append(Instruction(name, operands, register, negated == "!", self.location, line))
        if pending.strip():
            raise PtxSyntaxError(self.line, "the statement has no end", pending)
        if len(self.scopes) != 1:
            raise PtxSyntaxError(self.line, "unbalanced scopes", body[-_SHOWN:])
        if self.plain:
            self.cache.clear()
        return items

    def slow(self, text: str) -> str:
        """Reads whole statements off the text and returns what is left."""
        while stripped := text.lstrip():
            self.line += text.count("\n", 0, len(text) - len(stripped))
            text = stripped
            first = text[0]
            if first == "{":
                self.items.append(ScopeOpen(self.line))
                self.scopes.append([])
                text = text[1:]
            elif first == "}":
                self.close_scope(text)
                text = text[1:]
            elif text.startswith((".loc ", ".loc\t")):
                text = self.read_location(text)
            elif (label := _LABEL(text)) and not text.startswith(("@", "call")):
                text = self.read_label(label[1], text[label.end() :])
            else:
                end = _statement_end(text)
                if end < 0:
                    return text
                self.statement(text[:end].rstrip())
                self.line += text.count("\n", 0, end)
                text = text[end + 1 :]
        return ""

    def close_scope(self, text: str) -> None:
        if len(self.scopes) == 1:
            raise PtxSyntaxError(self.line, "unbalanced scopes", text)
        for name in self.scopes.pop():
            self.plain[name] -= 1
            self.cache.clear()
        self.items.append(ScopeClose(self.line))

    def read_location(self, text: str) -> str:
        statement, _, rest = text.partition("\n")
        match = _LOCATION(statement.strip())
        if match is None:
            raise PtxSyntaxError(self.line, "not a .loc directive", statement)
        file, line, column = int(match[1]), int(match[2]), int(match[3])
        call = None
        if match[4] is not None:
            position = (int(match[6]), int(match[7]), int(match[8]))
            call = self.locations.get(position) or Location(*position)
        self.location = Location(file, line, column, match[4], call, int(match[5] or 0))
        self.locations[self.location.position()] = self.location
        return rest

    def read_label(self, name: str, rest: str) -> str:
        directive = re.match(r"\.(branchtargets|calltargets|callprototype)\b", rest)
        if directive is None:
            self.items.append(Label(name, self.line))
            return rest
        end = _statement_end(rest)
        if end < 0:
            raise PtxSyntaxError(self.line, "the directive must end on its line", rest)
        text = rest[directive.end() : end].strip()
        if directive[1] == "callprototype":
            self.items.append(_prototype(name, text, self.line))
        else:
            targets = tuple(target.strip() for target in text.split(","))
            self.items.append(TargetList(directive[1], name, targets, self.line))
        return rest[end + 1 :]

    def statement(self, text: str) -> None:
        """Reads one statement without its semicolon."""
        if text.startswith(".reg"):
            self.read_registers(text)
        elif text.startswith(".pragma"):
            self.items.append(_pragma(text, self.line))
        elif text[0] == "." and (variable := _VARIABLE(text)):
            self.items.extend(_variables(variable, self.line))
        elif match := _INSTRUCTION(" ".join(text.split()) + ";"):
            negated, guard, name, rest = match.groups()
            register = None if guard is None else self.register(guard)
            operands = self.operands(name, rest) if rest else ()
            self.items.append(Instruction(name, operands, register, negated == "!", self.location, self.line))
        else:
            raise PtxSyntaxError(self.line, "unknown statement", text)

    def read_registers(self, text: str) -> None:
        match = _REGISTERS(text)
        if match is None:
            raise PtxSyntaxError(self.line, "not a register declaration", text)
        for part in match[3].split(","):
            found = _REGISTER(part.strip())
            if found is None:
                raise PtxSyntaxError(self.line, "not a register name", part)
            count = _optional_int(found[2])
            self.items.append(RegisterDeclaration(match[2], found[1], count, int(match[1] or 1), self.line))
            if found[1][0] != "%":
                self.declare_plain(found[1], count)

    def declare_plain(self, name: str, count: int | None) -> None:
        names = [name] if count is None else [f"{name}{index}" for index in range(min(count, _MAX_PLAIN))]
        for declared in names:
            self.plain[declared] = self.plain.get(declared, 0) + 1
        self.scopes[-1].extend(names)
        self.cache.clear()

    def register(self, name: str) -> Register:
        known = self.cache[name]
        if not isinstance(known, Register):
            raise PtxSyntaxError(self.line, "not a predicate register", name)
        return known

    def operands(self, name: str, text: str) -> tuple[Operand, ...]:
        found = [self.cache[part.strip()] for part in _split(text)]
        if name == "call" or name.startswith("call."):
            if not isinstance(found[0], Arguments):
                found.insert(0, Arguments(()))
            if len(found) < 3 or not isinstance(found[2], Arguments):
                found.insert(2, Arguments(()))
        return tuple(found)

    def read_operand(self, text: str, depth: int) -> Operand:
        if not text or depth > _MAX_NESTING:
            raise PtxSyntaxError(self.line, "an operand is missing" if not text else "operands nested too deeply", text)
        first = text[0]
        if first in "[{(":
            return self.bracketed(text, depth)
        if first == "!":
            return Negated(self.register(text[1:].strip()))
        if "|" in text:
            left, _, right = text.partition("|")
            return Pair(self.read_operand(left.strip(), depth + 1), self.read_operand(right.strip(), depth + 1))
        if text == "_":
            return SINK
        return self.named(text) or constant(text, self.line) or _symbol(text, self.line)

    def named(self, text: str) -> Operand | None:
        """Returns a register, a part of one, or a special register, if text is that."""
        name, dot, selector = text.partition(".")
        if name in SPECIAL_REGISTERS and (not dot or selector in ("x", "y", "z", "w")):
            return SpecialRegister(text)
        if name[0] != "%" and not self.plain.get(name):
            return None
        if not _IS_NAME(name) or (dot and not selector.isalnum()):
            raise PtxSyntaxError(self.line, "not a register", text)
        if name in _BARE_SPECIAL and not dot:
            return SpecialRegister(text)
        return Component(Register(name), selector) if dot else Register(name)

    def bracketed(self, text: str, depth: int) -> Operand:
        closing = {"[": "]", "{": "}", "(": ")"}[text[0]]
        if text[-1] != closing:
            raise PtxSyntaxError(self.line, f"`{closing}` is missing", text)
        inside = text[1:-1].strip()
        if text[0] == "[" and "," not in inside:
            return self.address(text, inside)
        parts = tuple(self.read_operand(part.strip(), depth + 1) for part in _split(inside)) if inside else ()
        make: Callable[[tuple[Operand, ...]], Operand] = {"[": IndexedAddress, "{": Vector, "(": Arguments}[text[0]]
        return make(parts)

    def address(self, text: str, inside: str) -> Operand:
        match = _ADDRESS(text)
        if match is None:
            number = constant(inside, self.line)
            if isinstance(number, Integer):
                return Address(None, number.value)
            raise PtxSyntaxError(self.line, "not an address", text)
        base = self.named(match[1]) or Symbol(match[1])
        if not isinstance(base, Register | Symbol):
            raise PtxSyntaxError(self.line, "not an address", text)
        return Address(base, _offset(match[2], match[3], self.line))


_MAX_PLAIN = 100_000
_IS_NAME = re.compile(rf"{_NAME}$", re.A).match
_BARE_SPECIAL = frozenset(SPECIAL_REGISTERS)


def _statement_end(text: str) -> int:
    """Returns the index of the first semicolon outside of strings, -1 if there is none."""
    if '"' not in text:
        return text.find(";")
    quoted = False
    for index, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif character == ";" and not quoted:
            return index
    return -1


def _prototype(name: str, text: str, line: int) -> CallPrototype:
    returns: list[Parameter] = []
    if text.startswith("("):
        inside, text = _parenthesised(text, line)
        returns = _parameters(inside, line)
    match = re.match(rf"{_NAME}\s*", text, re.A)
    if match is None:
        raise PtxSyntaxError(line, "not a call prototype", text)
    parameters: list[Parameter] = []
    rest = text[match.end() :]
    if rest.startswith("("):
        inside, rest = _parenthesised(rest, line)
        parameters = _parameters(inside, line)
    if rest not in ("", ".noreturn"):
        raise PtxSyntaxError(line, "not a call prototype", text)
    return CallPrototype(name, returns, parameters, rest == ".noreturn", line)
