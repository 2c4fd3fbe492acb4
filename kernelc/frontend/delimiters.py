"""After matching, every opening delimiter knows its closing partner, and what does not match has been reported.

Where a partner is missing one is made up (or a stray one dropped), so that the rest of the file can be parsed; faults in the
doubtful stretch are not reported, since they may only be consequences.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.diagnostics import Diagnostics
    from kernelc.frontend.driver import Tables
    from kernelc.frontend.lexer import Tokens
    from kernelc.frontend.source import Source, Span

PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))


MOST_UNCLOSED = 20
"""How many delimiters one closing delimiter may leave open until they are mended without a word and without a search for their places."""


class Delimiters:
    """The delimiters of a token list; `partners` maps the index of an opening one to that of its closing one."""

    def __init__(self, table: Tables, source: Source, tokens: Tokens) -> None:
        self.source = source
        self.tokens = tokens
        self.end = table.end
        self.closer = {table.fixed[opening]: table.fixed[closing] for opening, closing in PAIRS}
        self.opener = {closing: opening for opening, closing in self.closer.items()}
        self.texts = {table.fixed[text]: text for pair in PAIRS for text in pair}
        self.semicolon = table.fixed[";"]
        self.partners: dict[int, int] = {}
        self.hopeless = False
        self.ranges: list[list[int]] = []

    def span(self, index: int) -> Span:
        """The span of a token."""
        return self.source.span(self.tokens.starts[index], self.tokens.ends[index])

    def text(self, index: int) -> str:
        """A delimiter in quotes."""
        return f"`{self.texts[self.tokens.kinds[index]]}`"

    def doubtful(self, index: int) -> bool:
        """Whether a fault at this token may only be a consequence of a wrong delimiter."""
        return any(first <= index <= last for first, last in self.ranges)

    def shifted(self, at: int, count: int) -> None:
        """Adjust after `count` tokens were inserted (removed, if negative) at `at`."""
        for each in self.ranges:
            for side in (0, 1):
                if each[side] >= at:
                    each[side] += count

    def match(self) -> None:
        """Compute `partners` for a token list whose delimiters match."""
        self.partners = {}
        stack: list[int] = []
        for index, kind in enumerate(self.tokens.kinds):
            if kind in self.closer:
                stack.append(index)
            elif kind in self.opener and stack:
                self.partners[stack.pop()] = index

    def check(self, diagnostics: Diagnostics) -> None:
        """Report what does not match, mend the token list, and compute `partners`."""
        stack: list[int] = []
        edits: list[tuple[int, int, int]] = []
        suspect = last_top = -1
        kinds = self.tokens.kinds
        for index, kind in enumerate(kinds):
            if kind in self.closer:
                stack.append(index)
            elif kind in self.opener:
                if not stack:
                    self.unexpected(index, max(last_top, 0), diagnostics)
                    edits.append((index, -1, kind))
                    continue
                wanted = self.opener[kind]
                if kinds[stack[-1]] != wanted:
                    edits.extend(self.mismatch(stack, index, diagnostics))
                opening = stack.pop()
                if suspect < 0 and kind == self.closer[kinds[opening]] and self.indented_otherwise(opening, index):
                    suspect = opening
                last_top = index if not stack else last_top
        if stack:
            self.unclosed(stack, suspect, diagnostics)
        self.mend(edits)
        self.match()

    def mend(self, edits: list[tuple[int, int, int]]) -> None:
        """Carry out edits (index, change, kind): -1 removes, 0 replaces, 1 inserts before."""
        tokens = self.tokens
        for index, change, kind in sorted(edits, reverse=True):
            if change == 0:
                tokens.kinds[index] = kind
                continue
            if change < 0:
                del tokens.kinds[index], tokens.starts[index], tokens.ends[index]
            else:
                at = tokens.ends[index - 1]
                tokens.kinds.insert(index, kind)
                tokens.starts.insert(index, at)
                tokens.ends.insert(index, at)
            self.shifted(index, change)

    def mismatch(self, stack: list[int], index: int, diagnostics: Diagnostics) -> list[tuple[int, int, int]]:
        """A closing delimiter meets an opening one of another kind; leaves its partner (or the wrong one) on the stack's top."""
        kinds = self.tokens.kinds
        wanted = self.opener[kinds[index]]
        if all(kinds[each] != wanted for each in stack):
            self.wrong_kind(stack[-1], index, diagnostics)
            return [(index, 0, self.closer[kinds[stack[-1]]])]
        edits: list[tuple[int, int, int]] = []
        while kinds[stack[-1]] != wanted:
            opening = stack.pop()
            if len(edits) >= MOST_UNCLOSED:
                edits.append((index, 1, self.closer[kinds[opening]]))
                continue
            outer = self.span(index)
            message = f"{self.text(opening)} is never closed"
            diagnostics.error(
                "K1013",
                self.span(opening),
                message,
                label="unclosed delimiter",
                secondary=[(outer, f"this {self.text(index)} comes first")],
            )
            at = self.place_for_closer(opening, index)
            edits.append((at, 1, self.closer[kinds[opening]]))
            self.ranges.append([opening, index])
        return edits

    def place_for_closer(self, opening: int, limit: int) -> int:
        """Where the missing partner probably belongs: before the first `;` of its level, else before the delimiter found."""
        depth = 0
        kinds = self.tokens.kinds
        for index in range(opening + 1, limit):
            if kinds[index] in self.closer:
                depth += 1
            elif kinds[index] in self.opener:
                depth -= 1
            elif kinds[index] == self.semicolon and depth == 0:
                return index
        return limit

    def wrong_kind(self, opening: int, index: int, diagnostics: Diagnostics) -> None:
        """`(1]`."""
        closing = self.texts[self.closer[self.tokens.kinds[opening]]]
        diagnostics.error(
            "K1014",
            self.span(index),
            f"mismatched closing delimiter: {self.text(index)}",
            label="mismatched closing delimiter",
            secondary=[(self.span(opening), f"this {self.text(opening)} is open")],
            help=(f"write `{closing}`", self.span(index), closing),
        )

    def unexpected(self, index: int, first: int, diagnostics: Diagnostics) -> None:
        """A closing delimiter without any open one."""
        diagnostics.error(
            "K1015", self.span(index), f"unexpected closing delimiter: {self.text(index)}", label="nothing is open here"
        )
        if first:
            self.ranges.append([first, index])

    def unclosed(self, stack: list[int], suspect: int, diagnostics: Diagnostics) -> None:
        """Delimiters still open at the end of the file; the indentation tells which one is probably to blame."""
        self.hopeless = True
        first = stack[-1]
        secondary = []
        if suspect > stack[-1] and not self.tokens.truncated:
            secondary.append((self.span(suspect), "by the indentation, perhaps this one lacks its partner"))
        if not self.tokens.truncated:
            diagnostics.error(
                "K1013", self.span(first), f"{self.text(first)} is never closed", label="unclosed delimiter", secondary=secondary
            )
        last = len(self.tokens.kinds)
        self.ranges.append([last - 1 if self.tokens.truncated else stack[0], last])

    def indented_otherwise(self, opening: int, closing: int) -> bool:
        """Whether a closing delimiter that begins its line is indented otherwise than the line of its opening one."""
        line, column = self.source.position(self.tokens.starts[closing])
        before = self.source.line_text(line)[: column - 1]
        if before.strip():
            return False
        text = self.source.line_text(self.source.position(self.tokens.starts[opening])[0])
        return len(before) != len(text) - len(text.lstrip())
