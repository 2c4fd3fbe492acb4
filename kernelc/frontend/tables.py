"""After running, `tables.bin` holds the LALR tables of `rust.lark` in a compact form that loads in about 2 ms.

    python -m kernelc.frontend.tables               rebuild tables.bin (needs lark, about 3 s)
    python -m kernelc.frontend.tables --conflicts   print the LALR conflicts that Lark settles by shifting

Lark does the grammar analysis; this module only renumbers and packs its result, so that the same grammar gives the same
bytes under every Python version and hash seed: terminals and nonterminals are sorted by name, rules by their text, states
are numbered breadth first from the start states. Rows are shared, and the most frequent reduction of a state is its default.

File format (little endian): magic, format version (u16), sha256 of the grammar, then sections of a u32 length in bytes and
that many bytes: five lists of names (UTF-8, one a line), then arrays of i16 (see `pack`).
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256

from kernelc.frontend import driver
from kernelc.frontend.driver import (
    ALL,
    CHILD,
    COLLAPSE,
    FORMAT,
    GRAMMAR_FILE,
    MAGIC,
    MAX_SYMBOLS,
    MAX_TERMINALS,
    NODE,
    SPLICED,
    SPLICED_NODE,
    TABLES_FILE,
    UNIT,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    RuleRow = tuple[int, int, int, int, tuple[int, ...]]

START_RULES = ("start", "expr", "macro_args", "match_args", "type", "pattern", "stmt")


def read_grammar() -> str:
    """The text of rust.lark."""
    with open(GRAMMAR_FILE, encoding="utf-8") as file:
        return file.read()


def lark_parser(grammar: str, **options: Any) -> Any:
    """A Lark parser for the grammar as the tables are made from it; by default with Lark's own basic lexer."""
    import lark

    options.setdefault("lexer", "basic")
    return lark.Lark(grammar, parser="lalr", start=list(START_RULES), maybe_placeholders=False, **options)


class Packer:
    """Numbers everything in Lark's result and turns it into lists of small integers."""

    def __init__(self, parser: Any) -> None:
        from lark.lexer import PatternStr

        self.table = parser.parser.parser._parse_table
        names = {str(terminal.name) for terminal in parser.terminals} | {"$END"}
        symbols = {str(symbol) for row in self.table.states.values() for symbol in row}
        self.terminals = sorted(symbols & names)
        self.nonterminals = sorted(symbols - names)
        self.numbers = {name: number for number, name in enumerate(self.terminals + self.nonterminals)}
        self.fixed = {
            str(terminal.pattern.value): str(terminal.name)
            for terminal in sorted(parser.terminals, key=lambda each: str(each.name))
            if isinstance(terminal.pattern, PatternStr) and terminal.name in self.numbers
        }
        self.lark_rules = sorted(parser.rules, key=rule_key)
        self.rule_numbers = {rule: number for number, rule in enumerate(self.lark_rules)}
        self.kinds = sorted({rule_name(rule) for rule in self.lark_rules if makes_node(rule)})
        self.kind_numbers = {name: number for number, name in enumerate(self.kinds)}
        self.order = self.number_states()
        assert len(self.terminals) <= MAX_TERMINALS and len(self.numbers) <= MAX_SYMBOLS, "the driver's memo key is too small"

    def number_states(self) -> dict[Any, int]:
        """States breadth first from the start states, in the order of their symbols' names."""
        from lark.parsers.lalr_analysis import Shift

        queue = [self.table.start_states[name] for name in START_RULES]
        order = {state: number for number, state in enumerate(queue)}
        for state in queue:
            for symbol, (action, target) in sorted(self.table.states[state].items(), key=lambda each: str(each[0])):
                if action is Shift and target not in order:
                    order[target] = len(order)
                    queue.append(target)
                assert symbol is not None
        return order

    def rules(self) -> list[RuleRow]:
        """Each rule as (nonterminal, length, action, argument, children kept; a spliced one as -1 - index)."""
        return [self.rule(rule) for rule in self.lark_rules]

    def rule(self, rule: Any) -> RuleRow:
        """What the driver does when it reduces by one rule."""
        kept = kept_children(rule)
        length, spliced = len(rule.expansion), any(splice for _, splice in kept)
        children = tuple(-1 - index if splice else index for index, splice in kept)
        number = self.numbers[str(rule.origin.name)]
        if rule.origin.name.startswith("_"):
            return number, length, SPLICED, -1, children
        if not makes_node(rule):
            return number, length, UNIT if length == 1 else CHILD, kept[0][0], children
        kind = self.kind_numbers[rule_name(rule)]
        if rule.options.expand1 and not rule.alias and spliced:
            return number, length, COLLAPSE, kind, children
        if spliced:
            return number, length, SPLICED_NODE, kind, children
        return number, length, ALL if children == tuple(range(length)) else NODE, kind, children

    def rows(self) -> tuple[list[tuple[tuple[int, int], ...]], list[int], list[int]]:
        """Distinct rows of (symbol, target or -1 - rule), each state's row, each state's default (0: none)."""
        distinct: dict[tuple[tuple[int, int], ...], int] = {}
        row_of, defaults = [], []
        for state in self.order:
            entries, default = self.row(self.table.states[state])
            row_of.append(distinct.setdefault(entries, len(distinct)))
            defaults.append(default)
        return list(distinct), row_of, defaults

    def row(self, actions: Any) -> tuple[tuple[tuple[int, int], ...], int]:
        """One state's row without the entries that its default reduction covers."""
        from lark.parsers.lalr_analysis import Shift

        counts: dict[int, int] = {}
        for action, target in actions.values():
            if action is not Shift:
                number = self.rule_numbers[target]
                counts[number] = counts.get(number, 0) + 1
        default = min(counts, key=lambda rule: (-counts[rule], rule)) if counts else -1
        entries = [
            (self.numbers[str(symbol)], self.order[target] if action is Shift else -1 - self.rule_numbers[target])
            for symbol, (action, target) in actions.items()
            if action is Shift or self.rule_numbers[target] != default
        ]
        return tuple(sorted(entries)), -1 - default if default >= 0 else 0


def kept_children(rule: Any) -> list[tuple[int, bool]]:
    """The symbols of a rule that its node keeps, as (index, whether it is a list to take in)."""
    return [
        (index, (not symbol.is_term) and symbol.name.startswith("_"))
        for index, symbol in enumerate(rule.expansion)
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out)
    ]


def makes_node(rule: Any) -> bool:
    """Whether a reduction by the rule can make a node (and not a list, nor hand on its only child)."""
    if rule.origin.name.startswith("_"):
        return False
    kept = kept_children(rule)
    return not (rule.options.expand1 and not rule.alias and len(kept) == 1 and not kept[0][1])


def rule_name(rule: Any) -> str:
    """The kind of the node that a rule makes."""
    return str(rule.alias or rule.options.template_source or rule.origin.name)


def rule_key(rule: Any) -> tuple[str, ...]:
    """A rule's text, to sort by."""
    return (str(rule.origin.name), str(rule.alias), *(f"{symbol.name} {symbol.is_term}" for symbol in rule.expansion))


def pack(packer: Packer, digest: bytes) -> bytes:
    """The whole file: header, names, rules (flat), rows (lengths, symbols, targets), row and default of each state."""
    rows, row_of, defaults = packer.rows()
    starts = [number for name in START_RULES for number in (packer.order[packer.table.start_states[name]], packer.numbers[name])]
    flat = [number for rule in packer.rules() for number in (*rule[:4], len(rule[4]), *rule[4])]
    sections = [
        *map(lines, (packer.terminals, packer.nonterminals, packer.kinds)),
        lines(f"{name} {text}" for text, name in packer.fixed.items()),
        lines(START_RULES),
        shorts(starts),
        shorts(flat),
        shorts(len(row) for row in rows),
        shorts(symbol for row in rows for symbol, _ in row),
        shorts(target for row in rows for _, target in row),
        shorts(row_of),
        shorts(defaults),
    ]
    body = b"".join(len(section).to_bytes(4, "little") + section for section in sections)
    return MAGIC + FORMAT.to_bytes(2, "little") + digest + body


def lines(names: Iterable[str]) -> bytes:
    """A list of names, padded to an even length."""
    data = "\n".join(names).encode()
    return data + b"\n" * (len(data) % 2)


def shorts(numbers: Iterable[int]) -> bytes:
    """A list of i16."""
    return b"".join(number.to_bytes(2, "little", signed=True) for number in numbers)


def build(parser: Any = None) -> bytes:
    """The bytes of tables.bin for the grammar as it is (`parser`: Lark's parser for it, if there is one already)."""
    grammar = read_grammar()
    return pack(Packer(parser or lark_parser(grammar)), sha256(grammar.encode()).digest())


def analyse() -> tuple[Any, list[str]]:
    """Lark's parser for the grammar, and every LALR conflict as a line: kind, rule, lookaheads on which Lark shifts instead.

    Lark settles shift/reduce conflicts silently, so this list is checked in and compared by a test.
    """
    import lark.parsers.lalr_parser as lalr_parser
    from lark.parsers import lalr_analysis

    found: dict[tuple[str, str], set[str]] = {}

    class Recording(lalr_analysis.LALR_Analyzer):
        def compute_lalr1_states(self) -> None:
            for itemset in self.lr0_itemsets:
                for lookahead, rules in itemset.lookaheads.items():
                    texts = " | ".join(sorted(rule_text(rule) for rule in rules))
                    if len(rules) > 1:
                        found.setdefault(("reduce/reduce", texts), set()).add(str(lookahead.name))
                    if lookahead in itemset.transitions:
                        found.setdefault(("shift/reduce", texts), set()).add(str(lookahead.name))
            super().compute_lalr1_states()

    try:
        setattr(lalr_parser, "LALR_Analyzer", Recording)  # noqa: B010
        parser = lark_parser(read_grammar())
    finally:
        setattr(lalr_parser, "LALR_Analyzer", lalr_analysis.LALR_Analyzer)  # noqa: B010
    return parser, [f"{kind}: {rule} on {' '.join(sorted(names))}" for (kind, rule), names in sorted(found.items())]


def rule_text(rule: Any) -> str:
    """A rule as a line of text."""
    return f"{rule.origin.name} -> {' '.join(str(symbol.name) for symbol in rule.expansion)}"


def main(arguments: list[str]) -> None:
    """Rebuild tables.bin beside the grammar, written whole or not at all; `--conflicts` prints the list of conflicts instead."""
    parser, conflicts = analyse()
    if arguments == ["--conflicts"]:
        sys.stdout.write("\n".join([*conflicts, ""]))
        return
    data = build(parser)
    temporary = f"{TABLES_FILE}.{os.getpid()}"
    with open(temporary, "wb") as file:
        file.write(data)
    os.replace(temporary, TABLES_FILE)
    tables = driver.load(data)
    sys.stdout.write(
        f"{TABLES_FILE}: {len(data)} bytes, {len(tables.terminals)} terminals, {len(tables.rules)} rules, "
        f"{len(tables.rows.row_of)} states, {len(tables.rows.starts) - 1} distinct rows\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
