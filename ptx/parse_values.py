"""Values and separators of PTX text: constants, symbols with offsets, array sizes, comma lists, ends of statements.

What all parts of the parser share, with the error that they raise.
"""

import re

from ptx.operands import FloatBits, Integer, Operand, Symbol

SHOWN = 100
"""How many characters of a faulty statement a message quotes."""
MAX_NESTING = 16
"""How deep braces may nest in operands and initialisers."""
NAME = r"(?:[A-Za-z][\w$]*|[%_$][\w$]+)"
"""The regular expression of an identifier."""
_INTEGER = re.compile(r"([+-]?)\s*(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9]\d*)U?$", re.A).match
_FLOAT_BITS = re.compile(r"(-?)0(?:[fF]([0-9a-fA-F]{8})|[dD]([0-9a-fA-F]{16}))$", re.A).match
_FLOAT = re.compile(r"[+-]?(?:(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)$", re.A).match
_SYMBOL = re.compile(rf"({NAME})\s*(?:(\+\s*-?|-)\s*(\w+))?$", re.A).match


class PtxSyntaxError(Exception):
    """Text that is not PTX. `line` is 1-based, `text` the statement at fault, `reason` what is wrong with it."""

    def __init__(self, line: int, reason: str, text: str) -> None:
        shown = " ".join(text.split())
        self.line = line
        self.reason = reason
        self.text = shown if len(shown) <= SHOWN else shown[:SHOWN] + " …"
        super().__init__(f"PTX line {line}: {reason}: `{self.text}`")


def parenthesised(text: str, line: int) -> tuple[str, str]:
    """Returns the text inside the parentheses that `text` starts with, and what follows them, stripped."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[1:index], text[index + 1 :].strip()
    raise PtxSyntaxError(line, "unbalanced parentheses", text)


def optional_int(text: str | None) -> int | None:
    """Returns a decimal number, or None for nothing."""
    return None if text is None else int(text)


def dimensions_of(text: str, line: int) -> tuple[int | None, ...]:
    """Returns the sizes of `[4][]`, None for an open one."""
    sizes = [part.strip(" \t\n[") for part in text.split("]")][:-1] if text else []
    return tuple(integer(size, line) if size else None for size in sizes)


def integer(text: str, line: int) -> int:
    """Returns an integer constant: decimal, hexadecimal, binary or octal, with a sign and `U` or without."""
    match = _INTEGER(text)
    if match is None:
        raise PtxSyntaxError(line, "not an integer", text)
    digits = match[2]
    octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
    value = int(digits, 8 if octal else 0)
    return -value if match[1] == "-" else value


def offset_of(sign: str | None, digits: str | None, line: int) -> int:
    """Returns the byte offset after `+`, `-` or `+-`, 0 for none."""
    if digits is None:
        return 0
    return -integer(digits, line) if sign is not None and "-" in sign else integer(digits, line)


def symbol(text: str, line: int) -> Symbol:
    """Returns `name` or `name+offset`."""
    match = _SYMBOL(text)
    if match is None:
        raise PtxSyntaxError(line, "not an operand", text)
    return Symbol(match[1], offset_of(match[2], match[3], line))


def constant(text: str, line: int) -> Operand | None:
    """Returns the integer or floating constant that text is, or None."""
    if match := _FLOAT_BITS(text):
        width = 32 if match[2] is not None else 64
        bits = int(match[2] or match[3], 16)
        return FloatBits(width, bits ^ (1 << (width - 1)) if match[1] else bits)
    if _INTEGER(text):
        return Integer(integer(text, line))
    if _FLOAT(text):
        return FloatBits(64, _double_bits(float(text)))
    return Integer(32) if text == "WARP_SZ" else None


def _double_bits(value: float) -> int:
    from struct import pack

    return int.from_bytes(pack(">d", value), "big")


def split(text: str) -> list[str]:
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


def statement_end(text: str) -> int:
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
