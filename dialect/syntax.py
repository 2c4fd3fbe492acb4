"""The textual form of an op, as one plan that printer and parser both walk, and how names, strings and numbers are spelled.

A plan comes from the op's `syntax` and the annotations of its fields; it is made on first use. Neither printer nor parser names an op.
"""
from __future__ import annotations

from . import scalar
from .op import Op, Terminator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from .op import Number
    from .types import Type

    Step: TypeAlias = tuple[int, int, str]

OPERAND, ATTRIBUTE, TARGET, REST, LITERAL = range(5)
"""What a step is. A step is (what, index, annotation); of a literal the third is the text."""
KEYWORDS = ("kernel", "func", "static", "module")
"""Words that begin a line of their own: a block of such a name is printed in quotes."""

_KINDS = {"Value": OPERAND, "Target": TARGET, "tuple[Value, ...]": REST}
_PLANS: dict[type[Op], list[Step]] = {}
_TEMPLATES: dict[type[Op], str] = {}
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNESCAPES = {"\\": "\\", '"': '"', "n": "\n", "r": "\r", "t": "\t"}


def plan_of(kind: type[Op]) -> list[Step]:
    """The steps of an op's syntax, in order of the text. Raises ValueError if the syntax does not name each field once."""
    plan = _PLANS.get(kind)
    return plan if plan is not None else _PLANS.setdefault(kind, _make_plan(kind))


def _make_plan(kind: type[Op]) -> list[Step]:
    steps: dict[str, Step] = {}
    counts = [0, 0, 0]
    for name, annotation in kind.fields.items():
        what = _KINDS.get(annotation, ATTRIBUTE)
        steps[name] = (what, kind.n_operands if what == REST else counts[what], annotation)
        if what != REST:
            counts[what] += 1
    plan: list[Step] = []
    named: list[str] = []
    for word in _words(kind.syntax):
        if word[0] == "$":
            named.append(word[1:])
            if word[1:] not in steps:
                raise ValueError(f"{kind.mnemonic}: the syntax names {word[1:]}, which is no field")
            plan.append(steps[word[1:]])
        else:
            plan.append((LITERAL, 0, word))
    if sorted(named) != sorted(steps):
        raise ValueError(f"{kind.mnemonic}: the syntax does not name each field once")
    return plan


def _words(syntax: str) -> list[str]:
    """`$name`, words, and single signs."""
    out = []
    for part in syntax.split():
        word = ""
        for c in part:
            if c.isalnum() or c == "_" or (c == "$" and not word):
                word += c
                continue
            if word:
                out.append(word)
            out.append(c)
            word = ""
        if word:
            out.append(word)
    return out


def template_of(kind: type[Op]) -> str:
    """For an op whose text has only its operands in order: the text with `%s` for each; else empty."""
    template = _TEMPLATES.get(kind)
    if template is None:
        fields = [step for step in plan_of(kind) if step[0] != LITERAL]
        plain = all([step[:2] == (OPERAND, i) for i, step in enumerate(fields)]) and not issubclass(kind, Terminator)
        text = " ".join([kind.mnemonic, *["%s" if step[0] != LITERAL else step[2] for step in plan_of(kind)]]).replace(" ,", ",")
        template = _TEMPLATES.setdefault(kind, text if plain else "")
    return template


def quoted(text: str) -> str:
    """A string literal: printable characters as they stand, others escaped."""
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    out = []
    for c in text:
        if c in _ESCAPES:
            out.append(_ESCAPES[c])
        else:
            out.append(c if c.isprintable() else f"\\u{{{ord(c):x}}}")
    return '"' + "".join(out) + '"'


def unquoted(literal: str) -> str | None:
    """The string that a literal stands for; None if an escape in it means nothing."""
    body = literal[1:-1]
    if "\\" not in body:
        return body
    out, i = [], 0
    while i < len(body):
        c = body[i]
        i += 1
        if c == "\\":
            c = body[i : i + 1]
            i += 1
            if c == "u":
                end = body.find("}", i)
                code = _code_point(body[i:end])
                if end < 0 or code is None:
                    return None
                c, i = code, end + 1
            elif c in _UNESCAPES:
                c = _UNESCAPES[c]
            else:
                return None
        out.append(c)
    return "".join(out)


def _code_point(text: str) -> str | None:
    """The character of `{hex`."""
    digits = text[1:]
    if text[:1] != "{" or not 1 <= len(digits) <= 6 or any([c not in "0123456789abcdefABCDEF" for c in digits]):
        return None
    code = int(digits, 16)
    return chr(code) if code < 0x110000 else None


def spelled(name: str) -> str:
    """A name as it stands if it reads as one word that is no number, else in quotes."""
    return name if (name.isascii() and name.isidentifier()) or is_word(name) else quoted(name)


def is_word(name: str) -> bool:
    """Letters, digits, `_`, `.`, `$`, beginning with no digit."""
    plain = name.replace(".", "_").replace("$", "_")
    return plain.isidentifier() and name[0] != "." and (name.isascii() or all([c == "_" or c.isalnum() for c in plain]))


def number_text(type: Type, value: Number) -> str:
    """A number so that `number_of` gives it back: shortest decimal digits, `nan`, `inf`; a NaN of other bits in hexadecimal."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if value != value:
        bits = scalar.float_bits(type, value)
        return "nan" if bits == scalar.float_bits(type, scalar.NAN) else f"0x{bits:0{type.bits // 4}x}"
    if type.bits == 64 or value in (scalar.INFINITY, -scalar.INFINITY) or (value.is_integer() and abs(value) < 1e16):
        return repr(value)
    for digits in range(2, 17):
        text = f"{value:.{digits}g}"
        if scalar.rounded(type, float(text)) == value:
            return text
    return repr(value)


def number_of(type: Type, text: str) -> Number | None:
    """The number that `text` spells in the scalar type; None if it spells none."""
    try:
        if type.kind == "bool":
            return {"true": True, "false": False}.get(text)
        if type.kind != "float":
            return int(text) if "_" not in text else None
        if text[:2] == "0x":
            bits = int(text, 16)
            return scalar.float_of_bits(type, bits) if bits >> type.bits == 0 else None
        value = scalar.rounded(type, float(text))
        overflows = value - value != 0 and text.lstrip("-") not in ("inf", "nan")
        return None if overflows or "_" in text else value
    except (ValueError, OverflowError):
        return None
