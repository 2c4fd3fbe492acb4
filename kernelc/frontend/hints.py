"""After `explain`, a syntax fault has been reported in words: what was expected, or which habit of another language it is.

`hint_rules.py` holds the rules, tried in order; each looks at the tokens around the fault and at what the parser could have
taken, reports, and answers edits of the token list (index, tokens removed, texts inserted) that make the parse go on as if the
user had written what was meant. The last rule lists what was expected.
"""

from __future__ import annotations

from kernelc.frontend.driver import accepts, expected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kernelc.frontend.diagnostics import Diagnostics, Help
    from kernelc.frontend.driver import Tables
    from kernelc.frontend.lexer import Tokens
    from kernelc.frontend.source import Source, Span

    Edit = tuple[int, int, list[str]]
    Rule = Callable[["Context"], list[Edit] | None]

NAMED = {
    "IDENT": "an identifier", "LIFETIME": "a lifetime", "$END": "the end of the file", "_GT2": "`>`", "_GT3": "`>`", "_GE1": "`>`",
    "_LT2": "`<`", "SHLEQ": "`<<=`", "LE": "`<=`", "PUB_R": "`pub`", "INT": "a literal", "FLOAT": "a literal", "STR": "a literal",
    "CHAR": "a literal", "ASSIGNOP": "an operator", "UNION": "`union`", "RAW": "`raw`", "AUTO": "`auto`", "SAFE": "`safe`",
    "DEFAULT": "`default`", "TRY": "`try`",
}  # fmt: skip
OPERATORS = ["+", "-", "*", "/", "%", "^", "&", "|", "&&", "||", "==", "!=", "<", ">", "<=", "..", "..=", "as"]
NAMED_OPERATORS = ["ASSIGNOP", "_LT2", "_GT2", "_GT3", "_GE1", "SHLEQ", "LE"]
STATEMENT_WORDS = [
    "let", "fn", "struct", "enum", "impl", "use", "const", "static", "return", "if", "match", "while", "for", "loop", "unsafe",
    "mod", "trait", "type", "break", "continue", "extern", "#", "pub",
]  # fmt: skip
COMPARISONS = ("==", "!=", "<", ">", "<=")


class Words:
    """Sets of kinds that messages and recovery need, made once per parse with errors."""

    def __init__(self, table: Tables) -> None:
        fixed = table.fixed
        self.table = table
        self.shown = {kind: f"`{text}`" for text, kind in fixed.items()}
        self.shown.update({table.numbers[name]: text for name, text in NAMED.items()})
        self.comma, self.semicolon, self.closing_brace = fixed[","], fixed[";"], fixed["}"]
        self.probe = fixed["fn"]
        self.closing = {fixed[text] for text in ")]}"}
        self.statement_kinds = {fixed[text] for text in STATEMENT_WORDS} | {table.numbers["PUB_R"]}
        self.continuing = {fixed[text] for text in (".", "?", ";", "else")}
        self.expression = {fixed[text] for text in ("(", "[", "{", "match", "-", "!")} | {
            table.numbers["IDENT"],
            table.numbers["INT"],
        }
        self.pattern = {fixed[text] for text in ("_", "ref", "mut", "(")} | {table.numbers["IDENT"]}
        self.type = {fixed[text] for text in ("dyn", "impl", "fn", "(")} | {table.numbers["IDENT"]}
        self.item = {fixed[text] for text in ("fn", "struct", "impl", "mod")}
        self.operators = {fixed[text] for text in OPERATORS} | {table.numbers[name] for name in NAMED_OPERATORS}
        self.postfix = {fixed[text] for text in ("?", ".", "(", "[", "::", "!", "{", "=")}
        self.literals = {table.numbers[name] for name in ("INT", "FLOAT", "STR", "CHAR")} | {fixed["true"], fixed["false"]}
        names = table.terminals + table.nonterminals
        # The symbol over which each state is entered.
        self.access = {target: names[symbol] for row in table.rows.all() for symbol, target in row.items() if target > 0}
        self.keywords = {kind for text, kind in fixed.items() if text.isalpha()}
        self.operands = self.literals | {
            fixed[text] for text in ("(", "[", "{", "self", "Self", "crate", "super", "|", "||", "move")
        }
        self.operands |= {table.numbers["IDENT"]} | {
            fixed[text] for text in ("if", "match", "loop", "while", "for", "unsafe", "return", "break")
        }

    def kind_of(self, text: str) -> int:
        """The kind of a token that an edit inserts."""
        table = self.table
        if text in table.fixed:
            return table.fixed[text]
        return (
            table.numbers["INT"]
            if text.isdigit()
            else table.numbers["ASSIGNOP"]
            if text.endswith("=")
            else table.numbers["IDENT"]
        )

    def starts_statement(self, kind: int) -> bool:
        """Whether a token usually begins a statement or item."""
        return kind in self.statement_kinds

    def continues(self, kind: int) -> bool:
        """Whether a token after `}` goes on with the same statement."""
        return kind in self.continuing

    def describe(self, kinds: Iterable[int]) -> list[str]:
        """What the kinds stand for, in words: "an expression", "`,`", …"""
        left, out = set(kinds), []
        closers = self.closing | {self.comma, self.semicolon}
        if self.item <= left and not self.expression <= left:
            return ["an item", *(["`}`"] if self.closing_brace in left else [])]
        if self.expression <= left:
            out.append("a statement" if self.item <= left else "an expression")
            left &= closers
        elif self.pattern <= left:
            out.append("a pattern")
            left &= closers
        elif self.type <= left:
            out.append("a type")
            left &= closers | {self.table.fixed[">"]}
        elif len(left & self.operators) > 8:
            left -= self.operators | self.postfix
            return [*sorted({self.shown[kind] for kind in left}), "an operator"]
        if len(left & self.literals) > 2:
            out.append("a literal")
            left -= self.literals
        return out + sorted({self.shown[kind] for kind in left})


class Context:
    """A fault: the token `at` cannot follow; `states` is the parser's stack right after the token before it was taken."""

    def __init__(
        self,
        words: Words,
        source: Source,
        tokens: Tokens,
        kinds: list[int],
        at: int,
        states: list[int],
        partners: dict[int, int],
        start: str,
    ) -> None:
        self.words = words
        self.table = words.table
        self.source = source
        self.tokens = tokens
        self.kinds = kinds
        self.at = at
        self.states = states
        self.partners = partners
        self.openers = {closing: opening for opening, closing in partners.items()}
        self.start = start
        self.diagnostics: Diagnostics | None = None

    # ------------------------------------------------------------------ tokens

    def text(self, index: int) -> str:
        """The text of a token; that of an inserted one too; "" outside the file."""
        if not 0 <= index < len(self.kinds) or (self.kinds[index] == self.table.end and index >= len(self.tokens.kinds) - 1):
            return ""
        text = self.source.text[self.tokens.starts[index] : self.tokens.ends[index]]
        shown = self.words.shown.get(self.kinds[index], "").strip("`")
        return shown if shown in self.table.fixed and self.table.fixed[shown] == self.kinds[index] else text

    def here(self, offset: int = 0) -> str:
        """The text of the token `offset` from the fault."""
        return self.text(self.at + offset)

    def is_identifier(self, index: int) -> bool:
        """Whether a token is an identifier."""
        return 0 <= index < len(self.kinds) and self.kinds[index] == self.table.numbers["IDENT"]

    def adjacent(self, index: int) -> bool:
        """Whether a token follows the one before it without a blank."""
        return index > 0 and self.tokens.starts[index] == self.tokens.ends[index - 1]

    def on_new_line(self) -> bool:
        """Whether a line ends before the fault."""
        at = self.at
        return at > 0 and "\n" in self.source.text[self.tokens.ends[at - 1] : self.tokens.starts[at]]

    def span(self, first: int, last: int | None = None) -> Span:
        """The span of the tokens from `first` to `last`."""
        return self.source.span(self.tokens.starts[first], self.tokens.ends[first if last is None else last])

    def end_of(self, index: int) -> Span:
        """The empty span after a token."""
        return self.source.span(self.tokens.ends[index], self.tokens.ends[index])

    def start_of(self, index: int) -> Span:
        """The empty span before a token."""
        return self.source.span(self.tokens.starts[index], self.tokens.starts[index])

    def after_previous(self) -> Span:
        """The last character of the token before the fault, where something is missing after it."""
        end = self.tokens.ends[self.at - 1]
        return self.source.span(max(self.tokens.starts[self.at - 1], end - 1), end)

    def after_name(self) -> Span:
        """The token before the fault, a name that lacks something."""
        return self.span(self.at - 1)

    def starts_statement(self, index: int) -> bool:
        """Whether a token is the first of a statement or item (or of the file)."""
        return index >= 0 and self.text(index - 1) in ("", ";", "{", "}")

    def innermost_closer(self) -> str:
        """The closing delimiter of the innermost group around the fault, "" outside all."""
        index = self.at - 1
        while index >= 0 and self.partners.get(index, -1) < self.at:
            index -= 1
        return self.text(self.partners[index]) if index >= 0 else ""

    # ------------------------------------------------------------------ the parser's view

    def can(self, *texts: str) -> bool:
        """Whether the parser could have taken each of these keywords, signs or named terminals here."""
        table = self.table
        return all(
            accepts(table, self.states, table.fixed[text] if text in table.fixed else table.numbers[text], self.start)
            for text in texts
        )

    def can_item(self) -> bool:
        """Whether an item could have stood here."""
        return self.can("fn", "struct")

    def symbols(self) -> list[str]:
        """The names of the symbols on the parser's stack, the innermost last."""
        access = self.words.access
        return [access.get(state, "") for state in self.states]

    def expecting(self) -> list[str]:
        """What could have come, in words."""
        return self.words.describe(expected(self.table, self.states, self.start))

    def found(self) -> str:
        """What did come, in words."""
        text = self.here()
        if not text:
            return "the end of the file"
        return f"keyword `{text}`" if self.kinds[self.at] in self.words.keywords else f"`{text}`"

    # ------------------------------------------------------------------ reporting

    def error(self, code: str, span: Span, message: str, label: str = "", help: Help | None = None) -> None:
        """Report the fault."""
        assert self.diagnostics is not None
        self.diagnostics.error(code, span, message, label=label, help=help)


def explain(context: Context, diagnostics: Diagnostics) -> list[Edit]:
    """Report a fault by the first rule that recognises it; answers the edits that mend it."""
    from kernelc.frontend.hint_rules import RULES

    context.diagnostics = diagnostics
    for rule in RULES:
        edits = rule(context)
        if edits is not None:
            return edits
    return []
