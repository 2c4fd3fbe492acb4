"""Spoils valid texts: tokens left out, doubled, swapped, replaced; cuts; odd characters; huge numbers; deep nesting."""

from __future__ import annotations

import random
import re

TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
ODD = ("\0", "\ufeff", "\u202e", "é", "😀", "\u0301", "\x7f", "\r", "\t", "\u2028", "'", '"', "`", "\\", "$", "#", "@", "//", "/*", "*/", 'r#"', "b'", "'a")
NUMBERS = (
    "99999999999999999999999999999999999999999", "340282366920938463463374607431768211456", "0x", "0b2", "1e400", "1e-400", "0_", "1__2u8", "256u8",
    "1.5u8", "1e5i32", "0xffu128", "-0", "1.", "1.e5", "0o9", "18446744073709551615", "1e99999999", "4294967296", "170141183460469231731687303715884105728",
)  # fmt: skip
NESTED = (("(", ")"), ("[", "]"), ("{", "}"), ("&", ""), ("-", ""), ("!", ""), ("*", ""), ("Some(", ")"), ("if true {", "} else { 0 }"), ("loop { break ", "}"))


class Mutator:
    """Makes spoiled texts of given ones."""

    def __init__(self, texts, seed):
        self.texts, self.random = [text for text in texts if text.strip()], random.Random(seed)

    def text(self):
        """One spoiled text."""
        tokens = TOKEN.findall(self.random.choice(self.texts))
        if self.random.random() < 0.3:  # a part of a text
            start = self.random.randrange(len(tokens))
            tokens = tokens[start : start + self.random.randrange(1, 400)]
        for _ in range(self.random.choice((1, 1, 1, 2, 3, 8))):
            if tokens:
                self.change(tokens)
        return "".join(tokens)

    def change(self, tokens):
        """Spoils the tokens in one place."""
        r = self.random
        at = r.randrange(len(tokens))
        kind = r.randrange(12)
        if kind == 0:
            del tokens[at]
        elif kind == 1:
            tokens.insert(at, tokens[at])
        elif kind == 2:
            other = r.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 3:
            tokens[at] = r.choice(tokens)
        elif kind == 4:
            del tokens[at:]
        elif kind == 5:
            tokens.insert(at, r.choice(ODD))
        elif kind == 6:
            numbers = [i for i, t in enumerate(tokens) if t[:1].isdigit()]
            if numbers:
                tokens[r.choice(numbers)] = r.choice(NUMBERS)
        elif kind == 7:
            opening, closing = r.choice(NESTED)
            depth = r.choice((3, 60, 130, 1000, 6000))
            tokens.insert(at, opening * depth + ("" if r.random() < 0.2 else "1" + closing * depth))
        elif kind == 8:
            words = [i for i, t in enumerate(tokens) if t[:1].isalpha()]
            if words:
                tokens[r.choice(words)] = tokens[r.choice(words)]
        elif kind == 9:
            other = min(len(tokens), at + r.randrange(1, 30))
            piece = tokens[at:other]
            to = r.randrange(len(tokens))
            tokens[to:to] = piece
        elif kind == 10:
            other = r.choice(self.texts)
            pieces = TOKEN.findall(other)
            start = r.randrange(len(pieces))
            tokens[at:at] = pieces[start : start + r.randrange(1, 40)]
        else:
            del tokens[at : at + r.randrange(1, 12)]
