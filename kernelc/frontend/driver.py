"""After parsing, a token list is a tree of tuples `(kind, first token, end token, child, …)`; a leaf is a token index.

The driver runs the LALR tables that `tables.py` made from `rust.lark`; lark itself is not imported. It is iterative, so
any nesting parses; trees are checked against `NESTING_LIMIT` before anything walks them recursively (`syntax.py`).

Why it is fast: tokens are indices, not objects; chains of unit reductions (an atom passes about 16 levels of operators)
are skipped by a memo from (state, nonterminal, lookahead) to the state after all of them; which children a node keeps is
worked out per rule when the tables are made; each state has a default reduction.
"""

from __future__ import annotations

import os
import sys

from kernelc.frontend.lexer import Tokens, make_lexer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Tree = tuple[Any, ...]
    Rule = tuple[int, int, int, int, tuple[int, ...]]
    Stacks = tuple[list[int], list[Any], list[int]]
    Kinds = list[int] | dict[int, int]

MAGIC = b"KCTB"
FORMAT = 1
HERE = os.path.dirname(os.path.abspath(__file__))
GRAMMAR_FILE = os.path.join(HERE, "rust.lark")
TABLES_FILE = os.path.join(HERE, "tables.bin")

MAX_TERMINALS = 1 << 7
MAX_SYMBOLS = 1 << 11

# What a reduction makes of the values of its symbols.
UNIT = 0  # the one value, unchanged: can be skipped
CHILD = 1  # the value number `argument`
NODE = 2  # a node of kind `argument` with the kept values
COLLAPSE = 3  # as SPLICED_NODE, but an only child stands for itself
SPLICED = 4  # a list that the parent takes in
ALL = 5  # a node with all values
SPLICED_NODE = 6  # a node whose children include lists taken in


class Rows(dict[int, dict[int, int]]):
    """`rows[state]` maps a symbol to the next state or to -1 - rule; it is unpacked when first asked for, as a file meets a tenth of them."""

    __slots__ = ("row_of", "starts", "symbols", "targets")

    def __init__(self, lengths: list[int], symbols: Sequence[int], targets: Sequence[int], row_of: list[int]) -> None:
        super().__init__()
        self.starts = [0]
        for length in lengths:
            self.starts.append(self.starts[-1] + length)
        self.symbols, self.targets, self.row_of = symbols, targets, row_of

    def __missing__(self, state: int) -> dict[int, int]:
        number = self.row_of[state]
        part = slice(self.starts[number], self.starts[number + 1])
        return self.setdefault(state, dict(zip(self.symbols[part], self.targets[part])))

    def all(self) -> list[dict[int, int]]:
        """The row of every state."""
        return [self[state] for state in range(len(self.row_of))]


class Tables:
    """The parser's tables; `rows[state]` maps a symbol to the next state or to -1 - rule, `defaults[state]` is 0 or -1 - rule."""

    __slots__ = (
        "defaults", "digest", "end", "fixed", "kind_numbers", "kinds", "lex", "memo", "nonterminals", "numbers", "rows", "rules",
        "starts", "terminals",
    )  # fmt: skip

    terminals: list[str]
    nonterminals: list[str]
    kinds: list[str]
    kind_numbers: dict[str, int]
    numbers: dict[str, int]
    fixed: dict[str, int]
    starts: dict[str, tuple[int, int]]
    rules: list[Rule]
    rows: Rows
    defaults: list[int]
    memo: dict[int, int]
    end: int
    digest: str
    lex: Callable[[str], Tokens]


class SyntaxFault(Exception):
    """No action for token `index`; the stacks are as they were, default reductions made."""

    def __init__(self, index: int, stacks: Stacks) -> None:
        super().__init__(index)
        self.index = index
        self.stacks = stacks


_LOADED: dict[str, Tables] = {}


def tables() -> Tables:
    """The tables of `tables.bin`, read once."""
    found = _LOADED.get(TABLES_FILE)
    if found is None:
        with open(TABLES_FILE, "rb") as file:
            found = _LOADED.setdefault(TABLES_FILE, load(file.read()))
    return found


def load(data: bytes) -> Tables:
    """Unpack the bytes of tables.bin."""
    header = len(MAGIC) + 2
    if data[: len(MAGIC)] != MAGIC or int.from_bytes(data[len(MAGIC) : header], "little") != FORMAT:
        raise RuntimeError(f"{TABLES_FILE} is not in format {FORMAT}; rebuild it with `python -m kernelc.frontend.tables`")
    result = Tables()
    result.digest = data[header : header + 32].hex()
    view, at, sections = memoryview(data), header + 32, []
    while at < len(data):
        size = int.from_bytes(view[at : at + 4], "little")
        sections.append(view[at + 4 : at + 4 + size])
        at += 4 + size
    load_names(result, sections[:5], integers(sections[5]))
    result.rules = load_rules(integers(sections[6]))
    lengths, row_of, result.defaults = map(integers, (sections[7], sections[10], sections[11]))
    result.rows = Rows(lengths, shorts(sections[8]), shorts(sections[9]), row_of)
    result.memo = {}
    result.lex = make_lexer(result.fixed, result.numbers)
    return result


def integers(section: memoryview) -> list[int]:
    """A section of i16 as a list."""
    return list(shorts(section))


def shorts(section: memoryview) -> Sequence[int]:
    """A section of i16 as numbers, made when they are read."""
    if sys.byteorder == "little":
        return section.cast("h")
    return [int.from_bytes(section[at : at + 2], "little", signed=True) for at in range(0, len(section), 2)]


def load_names(result: Tables, sections: list[memoryview], starts: list[int]) -> None:
    """The five lists of names, and the start states."""
    terminals, nonterminals, kinds, fixed, start_names = (str(section, "utf-8").split() for section in sections)
    result.terminals, result.nonterminals, result.kinds = terminals, nonterminals, kinds
    result.kind_numbers = {name: number for number, name in enumerate(kinds)}
    result.numbers = {name: number for number, name in enumerate(terminals)}
    result.fixed = {text: result.numbers[name] for name, text in zip(fixed[::2], fixed[1::2])}
    result.starts = dict(zip(start_names, zip(starts[::2], starts[1::2])))
    result.end = result.numbers["$END"]


def load_rules(flat: list[int]) -> list[Rule]:
    """Rules from their flat form."""
    rules, at = [], 0
    while at < len(flat):
        lhs, length, action, argument, count = flat[at : at + 5]
        rules.append((lhs, length, action, argument, tuple(flat[at + 5 : at + 5 + count])))
        at += 5 + count
    return rules


def skip_units(table: Tables, state: int, symbol: int, lookahead: int) -> int:
    """The state reached from `state` over `symbol` when `lookahead` comes next, unit reductions skipped."""
    rows, defaults, rules = table.rows, table.defaults, table.rules
    target = rows[state][symbol]
    while True:
        action = rows[target].get(lookahead, 0) or defaults[target]
        if action >= 0:
            return target
        rule = rules[-1 - action]
        if rule[2] != UNIT:
            return target
        target = rows[state][rule[0]]


def parse(
    table: Tables, kinds: Kinds, start: str = "start", index: int = 0, stacks: Stacks | None = None, stop: int = -1
) -> tuple[Tree, Stacks]:
    """Parse `kinds` (a list, or a part of one by index, ending in `table.end`) from `index` on and answer the tree.

    `stacks` resumes an earlier parse; with `stop` the parse ends right after token `stop - 1` is shifted, before default
    reductions lose alternatives, and only the stacks matter. Raises SyntaxFault.
    """
    state, top = table.starts[start]
    states, values, firsts = stacks or ([state], [], [])
    rows, defaults, rules, memo, end = table.rows, table.defaults, table.rules, table.memo, table.end
    kind, state = kinds[index], states[-1]
    while True:
        action = rows[state].get(kind, 0) or defaults[state]
        if action > 0:
            states.append(action)
            values.append(index)
            firsts.append(index)
            index += 1
            kind, state = kinds[index], action
            if index == stop:
                return (), (states, values, firsts)
            continue
        if not action:
            raise SyntaxFault(index, (states, values, firsts))
        symbol, count, what, argument, keep = rules[-1 - action]
        if count:
            first = firsts[-count]
            if what == ALL:
                value: Any = (argument, first, index, *values[-count:])
            elif what == UNIT:
                value = values[-1]
            elif what == CHILD:
                value = values[argument - count]
            else:
                value = make(what, argument, first, index, values[-count:], keep)
            del states[-count:], values[-count:], firsts[-count:]
        else:
            first = index
            value = [] if what == SPLICED else (argument, index, index)
        if symbol == top and kind == end and len(states) == 1:
            return value, (states, values, firsts)
        state = states[-1]
        key = (state << 18) | (symbol << 7) | kind
        target = memo.get(key, 0)
        if not target:
            target = memo[key] = skip_units(table, state, symbol, kind)
        states.append(target)
        values.append(value)
        firsts.append(first)
        state = target


def make(what: int, kind: int, first: int, index: int, values: list[Any], keep: tuple[int, ...]) -> Any:
    """The value of a reduction that keeps only some values or takes lists in."""
    if what == NODE:
        return (kind, first, index, *[values[k] for k in keep])
    children: list[Any] = []
    for k in keep:
        if k >= 0:
            children.append(values[k])
        else:
            children.extend(values[-1 - k])
    if what == SPLICED:
        return children
    if what == COLLAPSE and len(children) == 1:
        return children[0]
    return (kind, first, index, *children)


def expected(table: Tables, states: list[int], start: str = "start") -> list[int]:
    """The terminals that can really come next, simulated so that default reductions do not blur the answer."""
    return [terminal for terminal in range(len(table.terminals)) if accepts(table, states, terminal, start)]


def accepts(table: Tables, states: list[int], terminal: int, start: str = "start") -> bool:
    """Whether `terminal` can be shifted (or ends the text) after the reductions it causes."""
    stack = list(states)
    while True:
        action = table.rows[stack[-1]].get(terminal, 0) or table.defaults[stack[-1]]
        if action >= 0:
            return action > 0
        symbol, count = table.rules[-1 - action][:2]
        if count:
            del stack[-count:]
        if symbol == table.starts[start][1] and len(stack) == 1:
            return terminal == table.end
        stack.append(table.rows[stack[-1]][symbol])


def tree_text(table: Tables, tree: Any, tokens: Tokens, text: str) -> str:
    """A tree as `(kind child …)` with the tokens' text; made without recursion."""
    out: list[str] = []
    pending: list[Any] = [tree]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            out.append(item)
        elif isinstance(item, int):
            out.append(" " + text[tokens.starts[item] : tokens.ends[item]])
        else:
            out.append(f" ({table.kinds[item[0]]}")
            pending.append(")")
            pending.extend(reversed(item[3:]))
    return "".join(out).strip()
