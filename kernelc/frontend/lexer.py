r"""After lexing, a text is a `Tokens`: three lists of equal length (kind, start offset, end offset) and the list of faults.

There is one lexer. The driver feeds its kinds (small integers) to the tables; Lark, at build time and in tests, gets the
same tokens under their terminal names. It is exact where a regular expression alone is not: nested block comments, raw
strings, `t.0.1`, and angle brackets: of two adjacent ones the first gets a kind of its own (`>>` is _GT2 `>`, `>=` is
_GE1 `=`, `>>=` is _GT3 _GE1 `=`, `<<` is _LT2 `<`), so that one token of lookahead decides between an operator and the end of
a generic list. Words that are keywords only before certain others (`union X`, `raw const`, `pub(crate)`) are decided here.

Lexing never stops at a fault: an unterminated string ends with its line, an unknown character is skipped or read as the
one it resembles, and the fault is recorded as (code, start, end, text).
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Fault = tuple[str, int, int, str]

# The common tokens. It is kept small, as compiling it is part of every start; rarer ones have patterns compiled when first met.
TOKEN = re.compile(
    r"""(\s+|//[^\n]*)"""  # 1 blanks, line comment
    r"""|((?:r\#)?[^\W\d]\w*)"""  # 2 word
    r"""|([0-9]\w*)"""  # 3 number, or the beginning of a float
    r"""|(<<=|[<>](?=[<>=]))"""  # 4 the first of adjacent angles
    r"""|(\.\.[.=]?|::|->|=>|==|!=|&&|\|\||[-+*/%^&|]=|/\*|[-+*/%^!&|=<>@.,;:\#$?~(){}\[\]"'])"""  # 5 punctuation
    r"""|(.)""",  # 6 nothing of these
    re.S,
)
STRING = r'(?:[bc]?"[^"\\]*(?:\\.[^"\\]*)*"|[bc]?r(\#*)".*?"\1)\w*'
CHARACTER = r"b?'(?:[^'\\\n\r\t]|\\(?:u\{[0-9a-fA-F_]*\}|x[0-9a-fA-F]{2}|[^ux\n]))'\w*"
LIFETIME = r"'(?:r\#)?[^\W\d]\w*"
EXPONENT = r"[eE][+-]?_*[0-9][0-9_]*"
FLOAT = rf"[0-9][0-9_]*(?:\.[0-9][0-9_]*(?:{EXPONENT})?|{EXPONENT}|\.(?![._]|[^\W\d]))(?:[^\W\d]\w*)?"
COMMENT_EDGE = r"/\*|\*/"
SHEBANG = r"#!(?!\s*\[)[^\n]*"

# A word that is a keyword only if the text after it matches: word -> (terminal, pattern).
WEAK_KEYWORDS = {
    "union": ("UNION", r"\s+[^\W\d]"),
    "raw": ("RAW", r"\s+(?:const|mut)\b"),
    "auto": ("AUTO", r"\s+trait\b"),
    "safe": ("SAFE", r"\s+(?:fn|static)\b"),
    "default": ("DEFAULT", r"\s+(?:fn|impl|unsafe|async|const|type)\b"),
    "try": ("TRY", r"\s*\{"),
    "pub": ("PUB_R", r"\s*\(\s*(?:(?:crate|self|super)\s*\)|in\b)"),
}

# Words that are the prefix of a literal if the text after them matches.
LITERAL_PREFIXES = {"r": r'\#*"', "br": r'\#*"', "cr": r'\#*"', "b": "[\"']", "c": '"'}
UNDECIDED, LITERAL, COMMENT = -1, -2, -3

# Characters that word processors, other keyboards and mathematics put in the place of Rust's.
LOOKALIKES = {
    "\u00d7": "*", "\u2217": "*", "\u22c5": "*", "\u00f7": "/", "\u2215": "/", "\u2044": "/", "\u2010": "-", "\u2011": "-",
    "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-", "\uff0d": "-", "\uff0b": "+", "\uff1d": "=", "\uff1b": ";",
    "\u037e": ";", "\uff0c": ",", "\u3001": ",", "\uff1a": ":", "\uff08": "(", "\uff09": ")", "\uff3b": "[", "\uff3d": "]",
    "\uff5b": "{", "\uff5d": "}", "\uff1c": "<", "\uff1e": ">", "\u3008": "<", "\u3009": ">", "\uff0e": ".", "\uff01": "!",
    "\uff06": "&", "\uff5c": "|", "\uff0a": "*", "\uff0f": "/", "\uff05": "%", "\uff1f": "?",
}  # fmt: skip
QUOTES = "\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb\u2033\uff02"


class Tokens:
    """The tokens of a text: `kinds[i]` spans the characters `starts[i]` up to, not including, `ends[i]`.

    `faults` are (code, start, end, text) in source order; `truncated` says that the rest of the text is an unterminated
    block comment, so that whatever is missing at the end is missing because of it.
    """

    __slots__ = ("ends", "faults", "kinds", "starts", "truncated")

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.faults: list[Fault] = []
        self.truncated = False

    def add(self, kind: int, start: int, end: int) -> None:
        """Append a token."""
        self.kinds.append(kind)
        self.starts.append(start)
        self.ends.append(end)

    def drop_last(self) -> None:
        """Remove the last token."""
        del self.kinds[-1], self.starts[-1], self.ends[-1]


_PATTERNS: dict[str, re.Pattern[str]] = {}


def pattern(text: str) -> re.Pattern[str]:
    """The compiled pattern; most files need none of the small ones, so they are compiled when first used."""
    return _PATTERNS.get(text) or _PATTERNS.setdefault(text, re.compile(text, re.S))


def make_lexer(fixed: Mapping[str, int], named: Mapping[str, int]) -> Callable[[str], Tokens]:  # noqa: C901, PLR0915
    """A lexer for one numbering of kinds.

    `fixed` maps the text of keywords and punctuation to kinds, `named` the names of all terminals.
    """
    identifier, integer, number, dot = named["IDENT"], named["INT"], named["FLOAT"], fixed["."]
    words = {word: kind for word, kind in fixed.items() if word[0].isalpha() or word == "_"}
    words.update(dict.fromkeys((*WEAK_KEYWORDS, *LITERAL_PREFIXES), UNDECIDED))
    punctuation = {**fixed, **{operator + "=": named["ASSIGNOP"] for operator in "+-*/%^&|"}}
    punctuation.update({'"': LITERAL, "'": LITERAL, "/*": COMMENT})
    weak, angles, rare = Weak(named), Angles(fixed, named), Rare(fixed, named)

    def lex(text: str) -> Tokens:  # noqa: C901  one loop, for speed
        tokens = Tokens()
        kinds, starts, ends = tokens.kinds, tokens.starts, tokens.ends
        add_kind, add_start, add_end = kinds.append, starts.append, ends.append
        word_kind, find, has_prefix = words.get, TOKEN.finditer, text.startswith
        shebang = pattern(SHEBANG).match(text) if has_prefix("#!") else None
        position, length = shebang.end() if shebang else 0, len(text)
        while position < length:
            for match in find(text, position):
                group = match.lastindex
                if group == 1:
                    continue
                start, position = match.span()
                if group == 2:
                    kind = word_kind(match[2], identifier)
                    if kind == UNDECIDED:
                        kind = weak.kind(match[2], text, position)
                elif group == 5:
                    kind = punctuation[match[5]]
                elif group == 3:
                    kind = integer
                    if (has_prefix(".", position) or "e" in match[3] or "E" in match[3]) and not (
                        kinds and kinds[-1] == dot and ends[-1] == start
                    ):
                        end = float_end(text, start, position)
                        if end:
                            position = end
                            tokens.add(number, start, end)
                            break
                elif group == 4:
                    kind, size = angles.kind(text, start)
                    if start + size != position:
                        position = start + size
                        tokens.add(kind, start, position)
                        break
                else:
                    position = rare.character_fault(text, start, tokens)
                    break
                if kind < 0:
                    position = rare.comment(text, start, tokens) if kind == COMMENT else rare.literal(text, start, tokens)
                    break
                add_start(start)
                add_end(position)
                add_kind(kind)
            else:
                break
        return tokens

    return lex


def float_end(text: str, start: int, position: int) -> int:
    """The end of the float that begins at `start`, 0 if it is an integer (`position`: the end of its digits and suffix)."""
    if text.startswith("..", position):
        return 0
    match = pattern(FLOAT).match(text, start)
    return match.end() if match else 0


class Weak:
    """Decides about words that are keywords, or the prefix of a literal, only before certain texts."""

    __slots__ = ("identifier", "plain", "rows")

    def __init__(self, named: Mapping[str, int]) -> None:
        self.identifier = named["IDENT"]
        self.plain = {"pub": named["PUB"]}
        self.rows = {word: (named[terminal], after) for word, (terminal, after) in WEAK_KEYWORDS.items()}
        self.rows.update({word: (LITERAL, after) for word, after in LITERAL_PREFIXES.items()})

    def kind(self, word: str, text: str, position: int) -> int:
        """The kind of a word that ends at `position`; LITERAL if a literal begins with it."""
        kind, after = self.rows[word]
        return kind if pattern(after).match(text, position) else self.plain.get(word, self.identifier)


class Angles:
    """Decides the kind of the first of adjacent angle brackets."""

    __slots__ = ("kinds",)

    def __init__(self, fixed: Mapping[str, int], named: Mapping[str, int]) -> None:
        rows = (("<<=", "SHLEQ", 3), ("<=", "LE", 2), (">>=", "_GT3", 1), (">>", "_GT2", 1), (">=", "_GE1", 1), ("<<", "_LT2", 1))
        self.kinds = [(text, named[name], size) for text, name, size in rows]
        self.kinds += [(text, fixed[text], 1) for text in "<>"]

    def kind(self, text: str, start: int) -> tuple[int, int]:
        """(kind, length) of the token at an angle bracket that another bracket or `=` follows."""
        return next((kind, size) for prefix, kind, size in self.kinds if text.startswith(prefix, start))


class Rare:
    """Reads literals and block comments, and goes on after what begins no token."""

    __slots__ = ("character", "fixed", "lifetime", "string")

    def __init__(self, fixed: Mapping[str, int], named: Mapping[str, int]) -> None:
        self.fixed = fixed
        self.string = named["STR"]
        self.character = named["CHAR"]
        self.lifetime = named["LIFETIME"]

    def literal(self, text: str, start: int, tokens: Tokens) -> int:
        """A string, character or lifetime; answers the position after it."""
        quote = next(at for at in range(start, start + 3) if text[at] in "\"'#")
        single = text[quote] == "'"
        for shape, kind in ((CHARACTER, self.character), (LIFETIME, self.lifetime)) if single else ((STRING, self.string),):
            match = pattern(shape).match(text, start)
            if match:
                tokens.add(kind, start, match.end())
                return match.end()
        if single:
            return self.quote(text, start, quote, tokens)
        return self.unterminated_string(text, start, tokens)

    def comment(self, text: str, start: int, tokens: Tokens) -> int:
        """The position after the block comment that begins at `start`; comments nest."""
        depth, position, edge = 0, start, pattern(COMMENT_EDGE)
        while True:
            match = edge.search(text, position)
            if match is None:
                tokens.faults.append(("K0758", start, start + 2, "unterminated block comment"))
                tokens.truncated = True
                return len(text)
            position = match.end()
            depth += 1 if match[0] == "/*" else -1
            if depth == 0:
                return position

    def character_fault(self, text: str, start: int, tokens: Tokens) -> int:
        """Record the unknown character at `start`, add the token that was probably meant, answer the position to go on from."""
        sign = text[start]
        end = start + 1
        meant = LOOKALIKES.get(sign)
        if meant is not None:
            tokens.faults.append(("K1016", start, end, f"unknown character `{sign}`; it looks like `{meant}`"))
            tokens.add(self.fixed[meant], start, end)
            return end
        if sign in QUOTES:
            return self.curly_quote(text, start, tokens)
        shown = sign if sign.isprintable() else f"U+{ord(sign):04X}"
        tokens.faults.append(("K1016", start, end, f"unknown character `{shown}`"))
        while end < len(text) and text[end] == sign:
            end += 1
        return end

    def unterminated_string(self, text: str, start: int, tokens: Tokens) -> int:
        """A string without end: it is taken to end with its line, before what usually closes the statement."""
        quote = text.index('"', start)
        prefix = text[start:quote]
        code, what = (
            ("K0748", "raw string") if "r" in prefix else ("K0766", "byte string") if prefix == "b" else ("K0765", "string")
        )
        tokens.faults.append((code, start, quote + 1, f"unterminated {what}"))
        return self.rest_of_line(text, start, quote + 1, tokens)

    def rest_of_line(self, text: str, start: int, inside: int, tokens: Tokens) -> int:
        """Add a string token up to the line's end, without the brackets and semicolon that close the statement."""
        newline = text.find("\n", inside)
        line = text[inside : newline if newline >= 0 else len(text)]
        end = inside + len(line.rstrip(" \t,;)]}"))
        tokens.add(self.string, start, end)
        return end

    def curly_quote(self, text: str, start: int, tokens: Tokens) -> int:
        """A typographic quote: its partner on the same line ends the string."""
        message = f'unknown character `{text[start]}`; text stands between straight quotes `"`'
        tokens.faults.append(("K1016", start, start + 1, message))
        end = start + 1
        while end < len(text) and text[end] != "\n" and text[end] not in QUOTES:
            end += 1
        if end == len(text) or text[end] == "\n":
            return start + 1
        tokens.add(self.string, start, end + 1)
        return end + 1

    def quote(self, text: str, begin: int, start: int, tokens: Tokens) -> int:
        """A `'` at `start` that begins neither a character nor a lifetime; `begin` is that of a `b` before it."""
        newline = text.find("\n", start)
        line_end = newline if newline >= 0 else len(text)
        opening = self.lifetime_before(text, start, tokens)
        several = "a character literal holds one character; text stands in double quotes"
        if opening >= 0:
            return self.replace(tokens, "K1034", tokens.starts[opening], start + 1, several)
        if text.startswith("''", start):
            return self.replace(tokens, "K1034", begin, start + 2, "empty character literal")
        closing = text.find("'", start + 1, line_end)
        if text.startswith("\\", start + 1) and closing >= 0:
            return self.replace(tokens, "K1033", begin, closing + 1, "invalid escape in character literal")
        if 0 <= closing <= start + 12:
            return self.replace(tokens, "K1034", begin, closing + 1, several)
        code, what = ("K0763", "byte literal") if begin < start else ("K0762", "character literal")
        end = min(start + 1 + len(text[start + 1 : start + 2].strip(" ;,)]}\n")), line_end)
        return self.replace(tokens, code, begin, max(end, start + 1), f"unterminated {what}")

    def lifetime_before(self, text: str, start: int, tokens: Tokens) -> int:
        """The index of a lifetime on this line that really opens the literal which ends here, or -1."""
        for index in range(len(tokens.kinds) - 1, max(-1, len(tokens.kinds) - 8), -1):
            if "\n" in text[tokens.starts[index] : start]:
                return -1
            if tokens.kinds[index] == self.lifetime:
                return index
        return -1

    def replace(self, tokens: Tokens, code: str, start: int, end: int, message: str) -> int:
        """Record a fault and put one character token in the place of everything from `start` on."""
        while tokens.starts and tokens.starts[-1] >= start:
            tokens.drop_last()
        tokens.faults.append((code, start, end, message))
        tokens.add(self.character, start, end)
        return end
