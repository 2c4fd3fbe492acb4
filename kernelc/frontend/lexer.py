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

TOKEN = re.compile(
    r"""
 (\s+|//[^\n]*)                                                                              # 1 blanks, line comment
|((?:[bc]?"[^"\\]*(?:\\.[^"\\]*)*"|[bc]?r(\#*)".*?"\3)\w*)                                    # 2 string (3: its hashes)
|(b?'(?:[^'\\\n\r\t]|\\(?:u\{[0-9a-fA-F_]*\}|x[0-9a-fA-F]{2}|[^ux\n]))'\w*)                   # 4 character
|((?:r\#)?[^\W\d]\w*)                                                                        # 5 word
|(0[xXobOB]\w*)                                                                              # 6 integer with a radix
|([0-9][0-9_]*(?:\.[0-9][0-9_]*(?:[eE][+-]?_*[0-9][0-9_]*)?|[eE][+-]?_*[0-9][0-9_]*|\.(?![._]|[^\W\d]))(?:[^\W\d]\w*)?)  # 7
|([0-9]\w*)                                                                                  # 8 integer
|('(?:r\#)?[^\W\d]\w*)                                                                       # 9 lifetime
|(/\*)                                                                                       # 10 block comment
|(<<=|[<>](?=[<>=]))                                                                         # 11 the first of adjacent angles
|(\.\.\.|\.\.=|\.\.|::|->|=>|==|!=|&&|\|\||[-+*/%^&|]=|[-+*/%^!&|=<>@.,;:\#$?~(){}\[\]])       # 12 punctuation
|(.)                                                                                         # 13 nothing of these
""",
    re.X | re.S,
)
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

RAW_PREFIXES = ("r", "br", "cr")
UNDECIDED, RAW_STRING = -1, -2

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


def make_lexer(fixed: Mapping[str, int], named: Mapping[str, int]) -> Callable[[str], Tokens]:
    """A lexer for one numbering of kinds.

    `fixed` maps the text of keywords and punctuation to kinds, `named` the names of all terminals.
    """
    identifier, string, character, lifetime = named["IDENT"], named["STR"], named["CHAR"], named["LIFETIME"]
    integer, number, dot = named["INT"], named["FLOAT"], fixed["."]
    words = {word: kind for word, kind in fixed.items() if word[0].isalpha() or word == "_"}
    weak = Weak(named)
    punctuation = {**fixed, **{operator + "=": named["ASSIGNOP"] for operator in "+-*/%^&|"}}
    words.update(dict.fromkeys((*WEAK_KEYWORDS, *RAW_PREFIXES), UNDECIDED))
    angles = Angles(fixed, named)
    faulty = Faulty(fixed, string, character, lifetime)

    def lex(text: str) -> Tokens:
        tokens = Tokens()
        kinds, starts, ends = tokens.kinds, tokens.starts, tokens.ends
        add_kind, add_start, add_end = kinds.append, starts.append, ends.append
        word_kind, find = words.get, TOKEN.finditer
        shebang = pattern(SHEBANG).match(text) if text.startswith("#!") else None
        position, length = shebang.end() if shebang else 0, len(text)
        while position < length:
            for match in find(text, position):
                group = match.lastindex
                if group == 1:
                    continue
                start, position = match.span()
                if group == 5:
                    kind = word_kind(match[5], identifier)
                    if kind == UNDECIDED:
                        kind = weak.kind(match[5], text, position)
                        if kind == RAW_STRING:
                            position = faulty.raw_string(text, start, tokens)
                            break
                elif group == 12:
                    kind = punctuation[match[12]]
                elif group in (6, 8):
                    kind = integer
                elif group == 2:
                    kind = string
                elif group == 9:
                    kind = lifetime
                elif group == 4:
                    kind = character
                elif group == 7 and not (kinds and kinds[-1] == dot and ends[-1] == start):
                    kind = number
                elif group == 11:
                    kind, size = angles.kind(text, start)
                    if start + size != position:
                        position = start + size
                        tokens.add(kind, start, position)
                        break
                elif group == 7:
                    position = tuple_indices(tokens, match[7], start, integer, dot)
                    break
                elif group == 10:
                    position = skip_comment(text, start, tokens)
                    break
                else:
                    position = faulty.recover(text, start, tokens)
                    break
                add_start(start)
                add_end(position)
                add_kind(kind)
            else:
                break
        return tokens

    return lex


class Weak:
    """Decides about words that are keywords, or the beginning of a raw string, only before certain texts."""

    __slots__ = ("identifier", "plain", "rows")

    def __init__(self, named: Mapping[str, int]) -> None:
        self.identifier = named["IDENT"]
        self.plain = {"pub": named["PUB"]}
        self.rows = {word: (named[terminal], after) for word, (terminal, after) in WEAK_KEYWORDS.items()}
        self.rows.update({word: (RAW_STRING, r'\#+"') for word in RAW_PREFIXES})

    def kind(self, word: str, text: str, position: int) -> int:
        """The kind of a word that ends at `position`; RAW_STRING if a raw string begins with it that has no end."""
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


def tuple_indices(tokens: Tokens, text: str, start: int, integer: int, dot: int) -> int:
    """Split what looks like a number after a dot, `t.0.1`, into its indices; answers the position after them."""
    head, point, tail = text.partition(".")
    tokens.add(integer, start, start + len(head))
    if point:
        tokens.add(dot, start + len(head), start + len(head) + 1)
    if tail:
        tokens.add(integer, start + len(head) + 1, start + len(text))
    return start + len(text)


def skip_comment(text: str, start: int, tokens: Tokens) -> int:
    """The position after the block comment that begins at `start`; comments nest."""
    depth, edge = 0, pattern(COMMENT_EDGE)
    position = start
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


class Faulty:
    """Goes on after a character that begins no token."""

    __slots__ = ("character", "fixed", "lifetime", "string")

    def __init__(self, fixed: Mapping[str, int], string: int, character: int, lifetime: int) -> None:
        self.fixed = fixed
        self.string = string
        self.character = character
        self.lifetime = lifetime

    def recover(self, text: str, start: int, tokens: Tokens) -> int:
        """Record the fault at `start`, add the token that was probably meant, answer the position to go on from."""
        sign = text[start]
        if sign == '"':
            return self.unterminated_string(text, start, tokens)
        if sign == "'":
            return self.quote(text, start, tokens)
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
        before = pattern(r"(?<!\w)(?:[bc]?r|[bc])$").search(text, max(0, start - 300), start)
        prefix = before.start() if before else start
        opening = text[prefix:start]
        code, what = ("K0748", "raw string") if "r" in opening else ("K0766", "byte string") if opening == "b" else ("K0765", "string")
        while tokens.starts and tokens.starts[-1] >= prefix:
            tokens.drop_last()
        tokens.faults.append((code, prefix, start + 1, f"unterminated {what}"))
        return self.rest_of_line(text, prefix, start + 1, tokens)

    def raw_string(self, text: str, start: int, tokens: Tokens) -> int:
        """A raw string without its closing quote and hashes: it is taken to end with its line."""
        opening = text.index('"', start)
        tokens.faults.append(("K0748", start, opening + 1, "unterminated raw string"))
        return self.rest_of_line(text, start, opening + 1, tokens)

    def rest_of_line(self, text: str, start: int, inside: int, tokens: Tokens) -> int:
        """Add a string token up to the line's end, without the brackets and semicolon that close the statement."""
        newline = text.find("\n", inside)
        line = text[inside : newline if newline >= 0 else len(text)]
        end = inside + len(line.rstrip(" \t,;)]}"))
        tokens.add(self.string, start, end)
        return end

    def curly_quote(self, text: str, start: int, tokens: Tokens) -> int:
        """A typographic quote: its partner on the same line ends the string."""
        message = f"unknown character `{text[start]}`; text stands between straight quotes `\"`"
        tokens.faults.append(("K1016", start, start + 1, message))
        end = start + 1
        while end < len(text) and text[end] != "\n" and text[end] not in QUOTES:
            end += 1
        if end == len(text) or text[end] == "\n":
            return start + 1
        tokens.add(self.string, start, end + 1)
        return end + 1

    def quote(self, text: str, start: int, tokens: Tokens) -> int:
        """A `'` that begins neither a character nor a lifetime."""
        newline = text.find("\n", start)
        line_end = newline if newline >= 0 else len(text)
        opening = self.lifetime_before(text, start, tokens)
        if opening >= 0:
            message = "a character literal holds one character; text stands in double quotes"
            return self.replace(tokens, "K1034", tokens.starts[opening], start + 1, message)
        if text.startswith("''", start):
            return self.replace(tokens, "K1034", start, start + 2, "empty character literal")
        closing = text.find("'", start + 1, line_end)
        byte = bool(tokens.starts) and tokens.ends[-1] == start and text[tokens.starts[-1] : start] == "b"
        begin = start - byte
        if text.startswith("\\", start + 1) and closing >= 0:
            return self.replace(tokens, "K1033", begin, closing + 1, "invalid escape in character literal")
        if 0 <= closing <= start + 12:
            message = "a character literal holds one character; text stands in double quotes"
            return self.replace(tokens, "K1034", begin, closing + 1, message)
        code, what = ("K0763", "byte literal") if byte else ("K0762", "character literal")
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
