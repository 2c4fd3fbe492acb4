"""After a parse with recovery, every syntax error of a file has been reported once, in words, and the rest has been parsed.

The parser stops at the first token without an action. What is wrong there is worked out by `hints.py`, which may also give
edits of the token list (insert the `;`, read `elif` as `else if`): then the parse goes on from the last good point as if the
user had written that, and nothing after it is disturbed. Without an edit, the innermost list of statements, arms, items,
fields, variants or parameters is found on the stack, and its broken element is skipped. Delimiters are matched first, as a
wrong brace must not produce a shower of errors.
"""

from __future__ import annotations

from kernelc.frontend import driver
from kernelc.frontend.delimiters import Delimiters
from kernelc.frontend.hints import Context, Words, explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.diagnostics import Diagnostics
    from kernelc.frontend.driver import Stacks, SyntaxFault, Tables, Tree
    from kernelc.frontend.hints import Edit
    from kernelc.frontend.lexer import Tokens
    from kernelc.frontend.source import Source

MAX_ERRORS = 200
LISTS = ("stmt", "item", "arm", "field", "variant", "param", "field_init")
COMMA_LISTS = ("arm", "field", "variant", "param", "field_init")


def parse_with_recovery(table: Tables, source: Source, tokens: Tokens, diagnostics: Diagnostics) -> Tree | None:
    """Parse a file in which there are errors.

    Answers the tree (it lacks what was skipped; tokens that were made up have no text), None if there is none.
    """
    for code, start, end, message in tokens.faults:
        diagnostics.error(code, source.span(start, end), message)
    return Recovery(table, source, tokens, diagnostics).run()


def report_fault(
    table: Tables,
    source: Source,
    tokens: Tokens,
    kinds: list[int],
    fault: SyntaxFault,
    start: str,
    first: int,
    diagnostics: Diagnostics,
) -> None:
    """Report one fault without going on (macro arguments)."""
    words = Words(table)
    before = stacks_before(table, kinds, start, first, None, fault.index)[0]
    explain(Context(words, source, tokens, kinds, fault.index, before, {}, start), diagnostics)


def stacks_before(table: Tables, kinds: list[int], start: str, first: int, snapshot: Stacks | None, index: int) -> Stacks:
    """The stacks right after the token before `index` was shifted, when no default reduction has lost an alternative yet."""
    if index > first:
        return driver.parse(table, kinds, start, first, copied(snapshot), index)[1]
    return copied(snapshot) or ([table.starts[start][0]], [], [])


def copied(stacks: Stacks | None) -> Stacks | None:
    """Stacks that a parse may change."""
    return None if stacks is None else (list(stacks[0]), list(stacks[1]), list(stacks[2]))


class Recovery:
    """One file being parsed in spite of its errors."""

    def __init__(self, table: Tables, source: Source, tokens: Tokens, diagnostics: Diagnostics) -> None:
        self.table = table
        self.words = Words(table)
        self.source = source
        self.tokens = tokens
        self.diagnostics = diagnostics
        self.delimiters = Delimiters(table, source, tokens)
        self.delimiters.check(diagnostics)
        numbers = {name: len(table.terminals) + at for at, name in enumerate(table.nonterminals)}
        self.lists = [(name, numbers[name]) for name in LISTS]
        self.index = 0
        self.snapshot: Stacks | None = None
        self.errors = 0
        self.stuck = 0  # faults in a row at one place: each leaves one more list

    def run(self) -> Tree | None:
        """Parse, and go on after each fault while that is possible."""
        remaining = len(self.tokens.kinds) + 1
        while True:
            kinds = self.tokens.kinds
            try:
                tree, _ = driver.parse(self.table, kinds, "start", self.index, copied(self.snapshot))
            except driver.SyntaxFault as fault:
                left = len(kinds) - fault.index
                again = left >= remaining
                remaining = min(left, remaining)
                self.stuck = self.stuck + 1 if again else 0
                if not self.go_on(fault, again):
                    return None
            else:
                return None if self.delimiters.hopeless else tree

    def go_on(self, fault: SyntaxFault, again: bool) -> bool:
        """Report a fault (unless an edit for the same place has just been tried) and prepare the next parse."""
        if not again and not self.delimiters.doubtful(fault.index):
            edits = self.report(fault)
            self.errors += 1
            if self.errors >= MAX_ERRORS:
                return False
            first = min((edit[0] for edit in edits), default=-1)
            if first >= self.index:
                if first == fault.index:
                    self.index, self.snapshot = fault.index, self.before(fault)
                self.apply(edits)
                return True
        return self.skip(fault, again)

    def report(self, fault: SyntaxFault) -> list[Edit]:
        """Explain the fault; answers the edits that would mend it."""
        kinds = self.tokens.kinds
        before = self.before(fault)[0]
        context = Context(self.words, self.source, self.tokens, kinds, fault.index, before, self.delimiters.partners, "start")
        return explain(context, self.diagnostics)

    def before(self, fault: SyntaxFault) -> Stacks:
        """The stacks before the token of a fault."""
        return stacks_before(self.table, self.tokens.kinds, "start", self.index, self.snapshot, fault.index)

    def with_last_element(self, fault: SyntaxFault) -> Stacks:
        """The stacks before the fault, an element that is complete there taken into its list.

        The fault's own stacks will not do: default reductions may already have closed the list itself.
        """
        stacks = self.before(fault)
        kinds = [*self.tokens.kinds[: fault.index], self.words.probe, self.table.end]
        if driver.accepts(self.table, stacks[0], self.words.probe):
            driver.parse(self.table, kinds, "start", fault.index, stacks, fault.index + 1)
            for each in stacks:
                del each[-1]
        return stacks

    def apply(self, edits: list[Edit]) -> None:
        """Change the token list, from its end to its beginning so that indices stay right."""
        tokens = self.tokens
        for at, count, texts in sorted(edits, key=lambda edit: -edit[0]):
            place = tokens.starts[at] if count else tokens.ends[at - 1] if at else 0
            tokens.kinds[at : at + count] = [self.words.kind_of(text) for text in texts]
            tokens.starts[at : at + count] = [place] * len(texts)
            tokens.ends[at : at + count] = [place] * len(texts)
            self.delimiters.shifted(at, len(texts) - count)
        self.delimiters.match()

    # ------------------------------------------------------------------ skipping

    def skip(self, fault: SyntaxFault, again: bool) -> bool:
        """Drop the broken element of the innermost list; False at the end of the file."""
        states, values, firsts = self.with_last_element(fault)
        first = fault.index
        kind = ""
        passed = 0
        while states:
            kind = next((name for name, number in self.lists if number in self.table.rows[states[-1]]), "")
            passed += bool(kind)
            if kind and passed >= self.stuck:
                break
            states.pop()
            if values:
                values.pop()
                first = firsts.pop()
        if not states or self.tokens.kinds[fault.index] == self.table.end:
            return False
        index = self.after_open_groups(first, fault.index)
        moved = index > fault.index
        if moved or again or not self.begins_element(kind, index, first):
            index = self.after_element(kind, index, again and not moved)
        self.index, self.snapshot = index, (states, values, firsts)
        return True

    def after_open_groups(self, first: int, index: int) -> int:
        """The token after the outermost group that is opened from `first` on and contains `index`."""
        partners, at = self.delimiters.partners, first
        while at < index:
            if partners.get(at, -1) >= index:
                index = partners[at] + 1
            at += 1
        return index

    def begins_element(self, kind: str, index: int, first: int) -> bool:
        """Whether the token at hand begins a new element, so that nothing need be skipped."""
        return (
            index > first
            and kind in ("stmt", "item")
            and self.words.starts_statement(self.tokens.kinds[index])
            and self.on_new_line(index)
        )

    def on_new_line(self, index: int) -> bool:
        """Whether a line ends before a token."""
        return index > 0 and "\n" in self.source.text[self.tokens.ends[index - 1] : self.tokens.starts[index]]

    def after_element(self, kind: str, index: int, forced: bool) -> int:
        """The token after the element that contains `index`; with `forced` at least one token is passed."""
        kinds, words, partners = self.tokens.kinds, self.words, self.delimiters.partners
        separator = words.comma if kind in COMMA_LISTS else words.semicolon
        while kinds[index] != self.table.end:
            token = kinds[index]
            if index in partners:
                index = partners[index] + 1
                if kind not in COMMA_LISTS and kinds[index - 1] == words.closing_brace and not words.continues(kinds[index]):
                    break
                forced = False
                continue
            if token in words.closing:
                return index + 1 if forced and kind == "item" else index
            index += 1
            if token == separator or (
                kind not in COMMA_LISTS and words.starts_statement(kinds[index]) and self.on_new_line(index)
            ):
                break
            forced = False
        return index
