"""After decoding, a literal token is a value: an int, the exact text of a float, a str, bytes.

What is wrong inside a literal is reported at its own position. Whether an integer fits its type is for the type checker.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Report = Callable[[str, int, int, str], None]
    Value = int | str | bytes | bool

INTEGER_SUFFIXES = ("i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize")
FLOAT_SUFFIXES = ("f16", "bf16", "f32", "f64")
RADIXES = {"0x": 16, "0o": 8, "0b": 2}
RADIX_NAMES = {16: "hexadecimal", 8: "octal", 2: "binary", 10: "decimal"}
SIMPLE_ESCAPES = {"n": 10, "r": 13, "t": 9, "\\": 92, "0": 0, "'": 39, '"': 34}
# Python refuses to convert decimal numbers with very many digits; no type holds that many anyway.
MAX_DIGITS = 4000


def decode(text: str, report: Report) -> tuple[str, Value, str]:
    """(kind, value, suffix) of a literal token; kinds are those of `ast.Literal`.

    `report(code, start, end, message)` takes offsets inside the token.
    """
    first = text[0]
    if text in ("true", "false"):
        return "bool", text == "true", ""
    if first.isdigit():
        return decode_number(text, report)
    prefix = 0 if first in "\"'" else min(index for index, character in enumerate(text) if character in "\"'#")
    if "r" in text[:prefix]:
        return decode_raw(text, prefix, report)
    return decode_quoted(text, prefix, report)


def decode_number(text: str, report: Report) -> tuple[str, Value, str]:
    """An integer or float with its suffix."""
    radix = RADIXES.get(text[:2].lower(), 10)
    if radix != 10:
        if text[1].isupper():
            report("K1032", 0, 2, f"the prefix of a {RADIX_NAMES[radix]} number is written `{text[:2].lower()}`")
        return decode_radix(text, radix, report)
    end = 0
    while end < len(text) and (text[end].isdigit() or text[end] == "_"):
        end += 1
    fraction = end < len(text) and text[end] == "."
    if fraction:
        end += 1
        while end < len(text) and (text[end].isdigit() or text[end] == "_"):
            end += 1
    exponent = end < len(text) and text[end] in "eE" and text[end + 1 : end + 2] in tuple("0123456789+-_")
    if exponent:
        end += 1
        while end < len(text) and (text[end].isdigit() or text[end] in "_+-"):
            end += 1
    digits, suffix = text[:end].replace("_", ""), text[end:]
    if suffix[:1] in ("e", "E") or digits[-1:] in ("e", "E", "+", "-"):
        report("K1032", 0, len(text), "the exponent of a float has at least one digit")
        return "float", "0", ""
    if fraction or exponent or suffix in FLOAT_SUFFIXES:
        return "float", digits, check_suffix(suffix, end, FLOAT_SUFFIXES, "float", report)
    suffix = check_suffix(suffix, end, INTEGER_SUFFIXES, "number", report)
    return "int", whole(digits, 10, text, report), suffix


def decode_radix(text: str, radix: int, report: Report) -> tuple[str, Value, str]:
    """An integer in base 2, 8 or 16."""
    body, end = text[2:], 2
    allowed = "0123456789abcdef"[:radix]
    while end < len(text) and (text[end].lower() in allowed or text[end] == "_" or (text[end].isdigit() and radix < 10)):
        end += 1
    digits, suffix = text[2:end].replace("_", ""), text[end:]
    bad = next((at for at, digit in enumerate(text[2:end], 2) if digit != "_" and digit.lower() not in allowed), -1)
    if not digits:
        report("K0768", 0, len(text), f"no digits after `{text[:2]}` of a {RADIX_NAMES[radix]} number")
        return "int", 0, ""
    if bad >= 0:
        report("K1032", bad, bad + 1, f"invalid digit for a base {radix} number: `{text[bad]}`")
        return "int", 0, ""
    if suffix in FLOAT_SUFFIXES or (suffix[:1] == "." and body):
        report("K1032", 0, len(text), f"a {RADIX_NAMES[radix]} number cannot be a float")
        return "int", 0, ""
    return "int", whole(digits, radix, text, report), check_suffix(suffix, end, INTEGER_SUFFIXES, "number", report)


def whole(digits: str, radix: int, text: str, report: Report) -> int:
    """The value of the digits; beyond any type's range the exact value does not matter, but that it is too big does."""
    if radix == 10 and len(digits) > MAX_DIGITS:
        report("K1120", 0, len(text), "this number is too large for any integer type")
        return 0
    return int(digits, radix)


def check_suffix(suffix: str, at: int, allowed: tuple[str, ...], what: str, report: Report) -> str:
    """The suffix, or "" after reporting that it is none."""
    if not suffix or suffix in allowed:
        return suffix
    report("K1032", at, at + len(suffix), f"invalid suffix `{suffix}` for a {what}; it can be {', '.join(allowed)}")
    return ""


def decode_raw(text: str, prefix: int, report: Report) -> tuple[str, Value, str]:
    """A raw string: no escapes."""
    hashes = text.index('"') - prefix
    start = prefix + hashes + 1
    end = text.rindex('"')
    no_suffix(text, end + 1 + hashes, report)
    return quoted_value(text[:prefix], text[start:end], [], prefix + hashes, report)


def decode_quoted(text: str, prefix: int, report: Report) -> tuple[str, Value, str]:
    """A character, string, byte or byte string with escapes."""
    quote = text[prefix]
    end = text.rfind(quote)
    if end <= prefix:
        end = len(text)
    no_suffix(text, end + 1, report)
    is_bytes = text[:prefix] == "b"
    points = unescape(text, prefix + 1, end, quote, is_bytes, report)
    if quote == "'":
        return "byte" if is_bytes else "char", points[0] if len(points) == 1 else 0, ""
    return quoted_value(text[:prefix], None, points, prefix, report)


def quoted_value(prefix: str, raw: str | None, points: list[int], at: int, report: Report) -> tuple[str, Value, str]:
    """The value of a string from its raw text or its code points."""
    kind = "byte_str" if "b" in prefix else "c_str" if "c" in prefix else "str"
    if raw is not None:
        points = [ord(character) for character in raw]
    if kind == "str":
        return kind, "".join(map(chr, points)), ""
    if kind == "c_str":
        return kind, "".join(map(chr, points)).encode("utf-8", "surrogatepass"), ""
    wide = next((point for point in points if raw is not None and point > 0x7F), None)
    if wide is not None:
        report("K1033", at, at + 1, f"bytes are ASCII characters and escapes, not `{chr(wide)}`")
        return kind, b"", ""
    return kind, bytes(points), ""


def no_suffix(text: str, at: int, report: Report) -> None:
    """Only numbers have suffixes."""
    if at < len(text):
        report("K1032", at, len(text), f"suffix `{text[at:]}` on a literal that is no number")


def unescape(text: str, at: int, end: int, quote: str, is_bytes: bool, report: Report) -> list[int]:
    """The code points between `at` and `end`."""
    points: list[int] = []
    while at < end:
        character = text[at]
        if character != "\\":
            if is_bytes and character > "\x7f":
                report("K1033", at, at + 1, f"bytes are ASCII characters and escapes, not `{character}`")
            else:
                points.append(ord(character))
            at += 1
        elif text.startswith("\n", at + 1) and quote == '"':
            at += 1
            while at < end and text[at] in " \t\n\r":
                at += 1
        else:
            point, after = escape(text, at, end, is_bytes, report)
            if point >= 0:
                points.append(point)
            at = after
    return points


def escape(text: str, at: int, end: int, is_bytes: bool, report: Report) -> tuple[int, int]:
    """(code point, position after) of the escape at a backslash; -1 after reporting that it is none."""
    letter = text[at + 1 : at + 2]
    if letter in SIMPLE_ESCAPES:
        return SIMPLE_ESCAPES[letter], at + 2
    if letter == "x":
        digits = text[at + 2 : min(at + 4, end)]
        if len(digits) == 2 and is_hexadecimal(digits):
            if int(digits, 16) <= 0x7F or is_bytes:
                return int(digits, 16), at + 4
            report("K1033", at, at + 4, "`\\x` goes up to 7f; for others write `\\u{…}`")
        else:
            report("K1033", at, at + 2 + len(digits), "`\\x` is followed by two hexadecimal digits")
        return -1, min(at + 4, end)
    if letter == "u" and not is_bytes:
        return unicode_escape(text, at, end, report)
    report("K1033", at, min(at + 2, end), f"unknown escape `\\{letter}`")
    return -1, at + 2


def unicode_escape(text: str, at: int, end: int, report: Report) -> tuple[int, int]:
    r"""`\u{1F600}`: up to six hexadecimal digits that name a character."""
    closing = text.find("}", at, end)
    digits = text[at + 3 : closing].replace("_", "")
    if text[at + 2 : at + 3] != "{" or closing < 0 or not 1 <= len(digits) <= 6 or not is_hexadecimal(digits):
        report("K1033", at, min(at + 2, end), "`\\u` is followed by one to six hexadecimal digits in braces")
        return -1, max(closing + 1, at + 2)
    point = int(digits, 16)
    if point > 0x10FFFF or 0xD800 <= point <= 0xDFFF:
        report("K1033", at, closing + 1, f"there is no character U+{point:04X}")
        return -1, closing + 1
    return point, closing + 1


def is_hexadecimal(digits: str) -> bool:
    """Whether all are hexadecimal digits."""
    return all(digit in "0123456789abcdefABCDEF" for digit in digits)
