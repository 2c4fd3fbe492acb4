"""Function bodies of PTX text, line by line: nearly every line is one instruction, read by one regular expression."""

import re

from ptx.levels import SPECIAL_REGISTERS
from ptx.module import Function, Instruction, Label, Location, Node, ScopeClose, ScopeOpen, TargetList
from ptx.operands import (
    SINK,
    Address,
    Arguments,
    Component,
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
from ptx.parse_declarations import pragma, prototype, registers, variables
from ptx.parse_values import MAX_NESTING, NAME, SHOWN, PtxSyntaxError, constant, offset_of, split, statement_end, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_INSTRUCTION = re.compile(
    r"(?:@\s*(!?)\s*([%\w$]++)\s+)?([a-z]\w*+(?:\.\w++(?:::\w++)*+)*+)\s*+(?!:)([^;\"]*);$", re.A
).match
_LABEL = re.compile(rf"({NAME})\s*:(?!:)\s*", re.A).match
_LOCATION = re.compile(
    rf"\.loc\s+(\d+)\s+(\d+)\s+(\d+)(?:\s*,\s*function_name\s+({NAME})\s*(?:\+\s*(\d+))?\s*,\s*inlined_at\s+(\d+)\s+(\d+)\s+(\d+))?$",
    re.A,
).match
_ADDRESS = re.compile(rf"\[\s*({NAME}(?:\.\w+)?)\s*(?:(\+\s*-?|-)\s*(\w+)\s*)?\]$", re.A).match
_DIRECTIVE = re.compile(r"\.(branchtargets|calltargets|callprototype)\b").match
_IS_NAME = re.compile(rf"{NAME}$", re.A).match
_BARE_SPECIAL = frozenset(SPECIAL_REGISTERS)
_DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
_MAX_COMMON = 4096
_COMMON: dict[str, Register] = {}
"""The first registers met in this process, by name."""
_MAX_PLAIN = 100_000
"""How many registers without `%` one declaration may make."""


def _common_register(name: str) -> Register:
    if len(_COMMON) < _MAX_COMMON:
        return _COMMON.setdefault(name, Register(name))
    return Register(name)


NO_REGISTER = ("", "!", "[", "{", "(")
"""What an operand that is no register begins with."""


class OperandCache(dict[str, Operand]):
    """Operands by their text, shared by all functions of a module; `reader` reads those that are not known yet.

    Registers with `%` mean the same everywhere, so the first few thousand are shared by all modules.
    """

    reader: "BodyReader"

    def __init__(self) -> None:
        super().__init__(_COMMON)

    def forget(self) -> None:
        """Drops what depends on the names in reach."""
        self.clear()
        self.update(_COMMON)

    def __missing__(self, text: str) -> Operand:
        result = self.simple(text) or self.reader.read_operand(text.strip(), 0)
        self[text] = result
        return result

    def simple(self, text: str) -> Operand | None:
        """Returns the operand if it is of a frequent kind that needs no regular expression."""
        first, rest = text[:1], text[1:]
        if first == "%":
            plain = rest.isalnum() and text.isascii() and text not in _BARE_SPECIAL
            return _common_register(text) if plain else None
        if first == "[":
            base, _, offset = rest.partition("+")
            register = self.get(base if offset else base[:-1])
            if type(register) is Register and rest[-1] == "]" and (not offset or offset[:-1].isdecimal() and offset[0] in _DIGITS):
                return Address(register, int(offset[:-1] or 0) if offset else 0)
        elif first in _DIGITS and text.isdecimal() and text.isascii():
            return Integer(int(text))
        elif text.startswith("$L__") and text[4:].replace("_", "a").isalnum() and text.isascii():
            return Symbol(text)
        return None


class BodyReader:
    """Reads one function's body: `items` grows, `location` is the current `.loc`, `cache` maps operand texts to operands.

    `plain` counts for each name without `%` how many open scopes declare it as a register: `x` is a register inside them and
    a symbol outside.
    """

    def __init__(self, line: int, cache: OperandCache) -> None:
        self.line = line
        self.items: list[Node] = []
        self.location: Location | None = None
        self.locations: dict[tuple[int, int, int], Location] = {}
        self.plain_locations: dict[str, Location] = {}
        self.cache = cache
        cache.reader = self
        self.plain: dict[str, int] = {}
        self.scopes: list[list[str]] = [[]]

    def read(self, body: str) -> list[Node]:
        """Returns the items of a body (the text between the outer braces)."""
        items, find = self.items, self.cache.__getitem__
        pending = ""
        line = self.line - 1
        for raw in body.split("\n"):
            line += 1
            text = raw.strip()
            if not text:
                continue
            match = None if pending else _INSTRUCTION(text)
            if match is None and not pending and text.startswith((".loc ", ".loc\t")):
                self.line = line
                self.read_location(text)
                continue
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
            raise PtxSyntaxError(self.line, "unbalanced scopes", body[-SHOWN:])
        if self.plain:
            self.cache.forget()
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
                self.items.append(Label(label[1], self.line))
                self.line += text.count("\n", 0, label.end())
                text = text[label.end() :]
            else:
                end = statement_end(text)
                if end < 0:
                    return text
                self.statement(text[:end].rstrip())
                self.line += text.count("\n", 0, end)
                text = text[end + 1 :]
        return ""

    def close_scope(self, text: str) -> None:
        """Forgets the names of the innermost scope."""
        if len(self.scopes) == 1:
            raise PtxSyntaxError(self.line, "unbalanced scopes", text)
        for name in self.scopes.pop():
            self.plain[name] -= 1
            self.cache.forget()
        self.items.append(ScopeClose(self.line))

    def read_location(self, text: str) -> str:
        """Makes a `.loc` the current location; returns the text after its line."""
        known = self.plain_locations.get(text)
        if known is not None:
            self.location = self.locations[known.position()] = known
            return ""
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
        if call is None:
            self.plain_locations[statement] = self.location
        return rest

    def read_targets(self, kind: str, text: str) -> None:
        """Takes a directive that the label before it names."""
        label = self.items.pop() if self.items else None
        if not isinstance(label, Label):
            raise PtxSyntaxError(self.line, f"`.{kind}` needs a label before it", text)
        if kind == "callprototype":
            self.items.append(prototype(label.name, text, self.line))
            return
        targets = tuple([target.strip() for target in text.split(",")])
        self.items.append(TargetList(kind, label.name, targets, self.line))

    def statement(self, text: str) -> None:
        """Reads one statement without its semicolon."""
        if not text:
            raise PtxSyntaxError(self.line, "a statement is missing", ";")
        if text.startswith(".reg"):
            self.read_registers(text)
        elif text.startswith(".pragma"):
            self.items.append(pragma(text, self.line))
        elif directive := _DIRECTIVE(text):
            self.read_targets(directive[1], text[directive.end() :].strip())
        elif text[0] == "." and (declared := variables(text, self.line)) is not None:
            self.items.extend(declared)
        elif match := _INSTRUCTION(" ".join(text.split()) + ";"):
            negated, guard, name, rest = match.groups()
            register = None if guard is None else self.register(guard)
            operands = self.operands(name, rest) if rest else ()
            self.items.append(Instruction(name, operands, register, negated == "!", self.location, self.line))
        else:
            raise PtxSyntaxError(self.line, "unknown statement", text)

    def read_registers(self, text: str) -> None:
        """Takes a `.reg` declaration."""
        for declaration in registers(text, self.line):
            self.items.append(declaration)
            if declaration.name[0] != "%":
                self.declare_plain(declaration.name, declaration.count)

    def declare_formals(self, function: Function) -> None:
        """Makes the function's formals in registers known, as far as their names have no `%`."""
        for formal in (*function.parameters, *function.returns):
            if formal.space == "reg" and formal.name[0] not in "%_":
                self.declare_plain(formal.name, None)

    def declare_plain(self, name: str, count: int | None) -> None:
        """Makes names without `%` registers until the scope ends."""
        names = [name] if count is None else [f"{name}{index}" for index in range(min(count, _MAX_PLAIN))]
        for declared in names:
            self.plain[declared] = self.plain.get(declared, 0) + 1
        self.scopes[-1].extend(names)
        self.cache.forget()

    def register(self, name: str) -> Register:
        """Returns a predicate register by name."""
        known = None if name[:1] in NO_REGISTER else self.cache[name]
        if not isinstance(known, Register):
            raise PtxSyntaxError(self.line, "not a predicate register", name)
        return known

    def operands(self, name: str, text: str) -> tuple[Operand, ...]:
        """Returns operands among which there are brackets; those of a call are completed to results, callee, arguments."""
        found = [self.cache[part.strip()] for part in split(text)]
        if name == "call" or name.startswith("call."):
            if not isinstance(found[0], Arguments):
                found.insert(0, Arguments(()))
            if len(found) < 3 or not isinstance(found[2], Arguments):
                found.insert(2, Arguments(()))
        return tuple(found)

    def read_operand(self, text: str, depth: int) -> Operand:
        """Returns one operand; `depth` counts the brackets around it."""
        if not text or depth > MAX_NESTING:
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
        return self.named(text) or constant(text, self.line) or self.symbol(text)

    def symbol(self, text: str) -> Symbol:
        """Returns a symbol with its offset; a register has none outside of addresses."""
        found = symbol(text, self.line)
        if found.offset and isinstance(self.named(found.name), Register):
            raise PtxSyntaxError(self.line, "a register with an offset is no operand", text)
        return found

    def named(self, text: str) -> Operand | None:
        """Returns a register, a part of one, or a special register, if text is that."""
        name, dot, selector = text.partition(".")
        if not name:
            return None
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
        """Returns an address, vector or argument list."""
        closing = {"[": "]", "{": "}", "(": ")"}[text[0]]
        if text[-1] != closing:
            raise PtxSyntaxError(self.line, f"`{closing}` is missing", text)
        inside = text[1:-1].strip()
        if text[0] == "[" and "," not in inside:
            return self.address(text, inside)
        parts = tuple(self.read_operand(part.strip(), depth + 1) for part in split(inside)) if inside else ()
        make: Callable[[tuple[Operand, ...]], Operand] = {"[": IndexedAddress, "{": Vector, "(": Arguments}[text[0]]
        return make(parts)

    def address(self, text: str, inside: str) -> Operand:
        """Returns `[base+offset]`."""
        match = _ADDRESS(text)
        if match is None:
            number = constant(inside, self.line)
            if isinstance(number, Integer):
                return Address(None, number.value)
            raise PtxSyntaxError(self.line, "not an address", text)
        base = self.named(match[1]) or Symbol(match[1])
        if not isinstance(base, Register | Symbol):
            raise PtxSyntaxError(self.line, "not an address", text)
        return Address(base, offset_of(match[2], match[3], self.line))
