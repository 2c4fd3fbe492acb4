r"""The instruction table, resolved: what a dotted mnemonic such as `ld.global.v2.f32` means, or which word of it is unknown.

`ptx.isa_rows` holds one row per (opcode, form); this module reads rows and answers questions about them. From a row follow the
operand types that the verifier checks, the minimum `.version` and `.target`, the effects, and the key under which the virtual
machine defines the meaning. Rows are read on first use of their opcode, so importing the table is cheap.

A row is written like the syntax lines of the PTX manual:

    ("setp.cmp{.ftz}.type  p|q?, a, b", "compare", {"type": "f32", "cmp": FLOAT_COMPARISONS})

Mnemonic: words joined by dots; `{.word}` is optional; a word that is a key of the row's dictionary is a *group* (its value is
chosen from the words there), any other stands for itself; an optional literal is a group of one value, named by itself.
Operands: `name[:class]` with marks. `d`, `p` and `q` are destinations, all else sources. The class is a type (`u32`, `pred`), a
group (`dtype`; default: group `type`, else the last type in the mnemonic), `wide` (twice the width of `type`) or `u32/pred` (either).

| mark | meaning |
|---|---|
| `[a]` | an address; `[a]!` one with coordinates |
| `@a` | a label or function name |
| `!a` | may be negated (`!%p1`) |
| `a#` | an integer constant; `a#4/8/16`: one of these |
| `a&0/1` | if it is a constant, one of these |
| `a~` | the register may be wider than the type (loads, stores, conversions) |
| `a$` | may be a special register |
| `a*` | a vector when the `vec` group is given |
| `a*4` | always a vector of 4 (`a*1`: in braces) |
| `a=` | whatever `mov` takes: special registers, symbols, vectors |
| `d\|p?` | a pair whose second half may be missing; `d\|p` must have both |
| `a?` | optional |
| `a^word` | given exactly when the modifier `word` is |
| `_` | a destination that is thrown away, always |
| `...` | operands of `call` |

Two properties of a row speak of *conditions*: alternatives joined by `/`, all of which joined by `+` must hold: `add/sub+bf16` is
"add or sub, and bf16"; `-word` holds where a modifier is absent, `?c` where the optional operand c is given; nothing before `=` is
"always". `needs` lists `condition=version/sm`: from where on it is accepted (nothing is below the floor of this project, PTX 6.0 and
sm_70). `never` lists conditions that no assembler accepts.
"""

from ptx.isa_rows import ELSEWHERE, ROWS, TYPE_WIDTHS, rows_of
from ptx.levels import FLOOR_SM, FLOOR_VERSION, parse_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    Condition: TypeAlias = tuple[tuple[str, ...], ...]

READS = 1
"""Effect: reads memory."""
WRITES = 2
"""Effect: writes memory."""
CONVERGENT = 4
"""Effect: the set of threads that execute it together is part of its meaning."""
CONTROL = 8
"""Effect: may transfer control."""
ORDERS = 16
"""Effect: orders other memory accesses (fences, barriers)."""

_EFFECTS = {"r": READS, "w": WRITES, "c": CONVERGENT, "j": CONTROL, "o": ORDERS}


class UnknownInstructionError(Exception):
    """A mnemonic is not in the table; the message names it and the word that does not fit."""


class Group:
    """One position of a mnemonic: its `name`, the `values` that may stand there, in the table's order, and whether it may be left out."""

    __slots__ = ("name", "optional", "values")

    def __init__(self, name: str, values: tuple[str, ...], optional: bool) -> None:
        self.name = name
        self.values = values
        self.optional = optional


class OperandForm:
    """One operand of a row.

    `allowed` lists the only values that a constant may have (() for all). `given_with` names the modifier that must be there exactly when the
    operand is. `kind` is `value` (register or constant), `constant`, `address`, `label`, `movable` (see `a=`), `sink` or `call`. `type` is
    a class as written in the row (a type, a group's name, or `wide`); `Resolved.operand_types` holds the types it becomes.
    """

    __slots__ = (
        "allowed",
        "coordinates",
        "destination",
        "given_with",
        "kind",
        "name",
        "negatable",
        "optional",
        "pair",
        "special",
        "type",
        "vector",
        "wider",
    )

    def __init__(self, text: str) -> None:
        text, _, self.given_with = text.partition("^")
        self.optional = bool(self.given_with) or (text.endswith("?") and "|" not in text)
        self.pair = ""
        if "|" in text:
            text, _, second = text.partition("|")
            self.pair = "optional" if second.endswith("?") else "required"
        text = text.rstrip("?")
        self.negatable = text.startswith("!")
        self.coordinates = text.endswith("]!")
        self.kind = _kind_of(text)
        self.wider = "~" in text
        self.special = "$" in text
        self.vector = text.partition("*")[2].rstrip("~") if "*" in text else ""
        self.vector = "vec" if "*" in text and not self.vector else self.vector
        text, _, allowed = text.replace("&", "#").partition("#")
        self.allowed = tuple(int(value) for value in allowed.split("/")) if allowed else ()
        plain = text.partition("*")[0].strip("!@[]~=$")
        self.name, _, self.type = plain.partition(":")
        self.destination = self.kind in ("value", "movable") and self.name in ("d", "p", "q")


def _kind_of(text: str) -> str:
    if text == "...":
        return "call"
    if text == "_":
        return "sink"
    if text.startswith("["):
        return "address"
    if text.startswith("@"):
        return "label"
    if "#" in text:
        return "constant"
    return "movable" if "=" in text else "value"


class Form:
    """One row of the table: a set of mnemonics with the same operands and meaning.

    `opcode`; `groups` in order (literals are groups of one value); `operands`; `meaning`, the key of the virtual machine; `effects`,
    an or of the flags above; `needs`, see the module's docstring; `free_order`: qualifiers may be written in any order (assemblers
    take those of floats so);
    `syntax`, the row as written.
    """

    __slots__ = ("effects", "free_order", "groups", "meaning", "needs", "never", "opcode", "operands", "syntax")

    def __init__(self, syntax: str, meaning: str, groups: "Mapping[str, str]") -> None:
        self.syntax = syntax
        self.meaning = meaning
        self.needs = _needs_of(groups)
        self.never = tuple(_condition(text) for text in groups.get("never", "").split())
        self.effects = _effects_of(groups.get("effects", ""))
        self.free_order = groups.get("order") == "free" or "{.ftz}" in syntax
        mnemonic, _, operands = syntax.partition(" ")
        words = mnemonic.replace("{.", ".?").replace("}", "").split(".")
        self.opcode = words[0]
        self.groups = tuple(_group_of(word, groups) for word in words[1:])
        self.operands = tuple(OperandForm(text.strip()) for text in operands.split(",") if text.strip())

    def match(self, words: list[str]) -> "dict[str, str] | None":
        """Returns the value of each group for the mnemonic's words after the opcode (absent groups are missing), or None."""
        values: dict[str, str] = {}
        position = 0
        for group in self.groups:
            if position < len(words) and words[position] in group.values:
                values[group.name] = words[position]
                position += 1
            elif not group.optional:
                return self._match_free(words) if self.free_order else None
        if position == len(words):
            return self._allowed(values)
        return self._match_free(words) if self.free_order else None

    def _allowed(self, values: dict[str, str]) -> "dict[str, str] | None":
        if self.never:
            present = set(values.values())
            if any(_holds(condition, present) for condition in self.never):
                return None
        return values

    def _match_free(self, words: list[str]) -> "dict[str, str] | None":
        values: dict[str, str] = {}
        for word in words:
            for group in self.groups:
                if group.name not in values and word in group.values:
                    values[group.name] = word
                    break
            else:
                return None
        complete = all(group.optional or group.name in values for group in self.groups)
        return self._allowed(values) if complete and words and words[-1] in self.groups[-1].values else None


def _group_of(word: str, groups: "Mapping[str, str]") -> Group:
    optional = word.startswith("?")
    name = word.removeprefix("?")
    return Group(name, tuple(groups[name].split()) if name in groups else (name,), optional)


def _effects_of(letters: str) -> int:
    effects = 0
    for letter in letters:
        effects |= _EFFECTS[letter]
    return effects


def _condition(text: str) -> "Condition":
    return tuple(tuple(part.split("/")) for part in text.split("+")) if text else ()


def _holds(condition: "Condition", present: set[str]) -> bool:
    return all(
        any(word[1:] not in present if word[0] == "-" else word in present for word in alternatives) for alternatives in condition
    )


def _needs_of(groups: "Mapping[str, str]") -> "tuple[tuple[Condition, tuple[int, int], int], ...]":
    needs = []
    for item in groups.get("needs", "").split():
        key, _, level = item.rpartition("=")
        needs.append((_condition(key), *parse_level(level)))
    return tuple(needs)


class Resolved:
    """A mnemonic with its row: `name` as written, `form`, and `values`, the chosen value of each group that is present."""

    __slots__ = ("_chosen", "_minimum", "form", "name", "operand_types", "type", "values", "vector")

    def __init__(self, name: str, form: Form, values: dict[str, str]) -> None:
        self.name = name
        self.form = form
        self.values = values
        last_type = next((word for word in reversed(name.split(".")) if word in TYPE_WIDTHS or word == "pred"), "")
        self.type = values.get("type", last_type)
        """The instruction's type without dot (of group `type`, else the last type in the name; "" if there is none)."""
        self.vector = int(values["vec"][1:]) if "vec" in values else 1
        """The number of elements that `.v2`, `.v4` or `.v8` asks for, else 1."""
        self._chosen: dict[int, tuple[tuple[OperandForm, str], ...] | None] = {}
        self._minimum: dict[int, tuple[tuple[int, int], int]] = {}
        self.operand_types = tuple(self._operand_type(operand) for operand in form.operands)
        """The type of each operand of the row, in order; "" where the row states none (labels, addresses)."""

    def _operand_type(self, operand: OperandForm) -> str:
        if operand.kind in ("address", "label", "call", "sink"):
            return ""
        if operand.type == "wide":
            return self.type[0] + str(2 * int(self.type[1:]))
        return self.values.get(operand.type, operand.type) or self.type

    def has(self, word: str) -> bool:
        """Tells whether the mnemonic contains this modifier."""
        return word in self.values.values()

    def operands_for(self, count: int) -> "tuple[tuple[OperandForm, str], ...] | None":
        """Returns the row's operands and their types for an instruction with `count` operands (optional ones are filled from the
        left), or None if the number does not fit.
        """
        if count not in self._chosen:
            self._chosen.setdefault(count, self._choose(count))
        return self._chosen[count]

    def _choose(self, count: int) -> "tuple[tuple[OperandForm, str], ...] | None":
        operands = [operand for operand in self.form.operands if not operand.given_with or self.has(operand.given_with)]
        required = sum(1 for operand in operands if not operand.optional or operand.given_with)
        spare = count - required
        if any(_holds(condition, self._present(count)) for condition in self.form.never):
            return None
        if spare < 0 or count > len(operands):
            return None
        chosen = []
        for operand, type_name in zip(self.form.operands, self.operand_types):
            if operand not in operands:
                continue
            if operand.optional and not operand.given_with:
                if spare == 0:
                    continue
                spare -= 1
            chosen.append((operand, type_name))
        return tuple(chosen)

    def _present(self, operand_count: int | None) -> set[str]:
        """Returns the words of the mnemonic and `?name` for each optional operand that is given."""
        present = set(self.values.values())
        required = sum(1 for operand in self.form.operands if not operand.optional)
        given = 0 if operand_count is None else operand_count - required
        for operand in self.form.operands:
            if operand.optional and given > 0:
                present.add("?" + operand.name)
                given -= 1
        return present

    def minimum(self, operand_count: int | None = None) -> "tuple[tuple[int, int], int]":
        """Returns the lowest (version, sm) at which the assembler accepts it, given the number of operands where that matters."""
        count = -1 if operand_count is None else operand_count
        known = self._minimum.get(count)
        return known or self._minimum.setdefault(count, self._lowest(operand_count))

    def _lowest(self, operand_count: int | None) -> "tuple[tuple[int, int], int]":
        present = self._present(operand_count)
        version, sm = FLOOR_VERSION, FLOOR_SM
        for condition, needed_version, needed_sm in self.form.needs:
            if _holds(condition, present):
                version, sm = max(version, needed_version), max(sm, needed_sm)
        return version, sm


_forms: dict[str, tuple[Form, ...]] = {}
_resolved: dict[str, Resolved] = {}


def forms(opcode: str) -> tuple[Form, ...]:
    """Returns the rows of an opcode in the table's order, () if it is unknown."""
    known = _forms.get(opcode)
    if known is None:
        known = _forms.setdefault(opcode, tuple(Form(*row) for row in rows_of(opcode)))
    return known


def opcodes() -> list[str]:
    """Returns all opcodes in the table's order."""
    return [*ROWS, *ELSEWHERE]


def resolve(name: str) -> Resolved:
    """Returns the row and modifier values of a dotted mnemonic.

    Raises `UnknownInstructionError` that names the mnemonic and the first word that fits no row.
    """
    known = _resolved.get(name)
    if known is not None:
        return known
    opcode, *words = name.split(".")
    for form in forms(opcode):
        values = form.match(words)
        if values is not None:
            return _resolved.setdefault(name, Resolved(name, form, values))
    raise UnknownInstructionError(_reason(name, opcode, words))


def _reason(name: str, opcode: str, words: list[str]) -> str:
    rows = forms(opcode)
    if not rows:
        return f"unknown instruction `{opcode}` in `{name}`"
    for word in words:
        if not any(word in group.values for form in rows for group in form.groups):
            return f"unknown modifier `.{word}` in `{name}`"
    return f"`{name}` is not a form of `{opcode}`: the modifiers do not go together or stand in the wrong order"


_BITS_ONLY = frozenset(("bf16", "bf16x2", "f16x2", "u16x2", "s16x2", "tf32", "e4m3x2", "e5m2x2", "f32x2"))


def compatible(register_type: str, type_name: str, wider: bool) -> bool:
    """Tells whether a register may stand where an instruction says `.type_name`.

    `wider`: loads, stores and conversions also take wider registers (PTX ISA, section 9.4.1 and tables 27 and 28). Signed and
    unsigned are interchangeable; untyped bits go with everything of their width.
    """
    if "pred" in (register_type, type_name):
        return register_type == type_name
    have, want = TYPE_WIDTHS.get(register_type, 0), TYPE_WIDTHS[type_name]
    if type_name in _BITS_ONLY:
        return have == want and register_type in ("b16", "b32", "b64", "f16x2")
    fits = have >= want if wider else have == want
    kind, register_kind = type_name[0], register_type[0]
    if kind == "b":
        return fits
    if kind == "f":
        return register_type == type_name or (fits and register_kind == "b")
    return fits and (register_kind in "bus" or register_type == "f16x2")
