"""Random source programs that rustc accepts: items and functions over every scalar type, aggregates, references, loops, matches and panics.

`make_case(seed)` gives a `Case`: the text of one function `f` with the items it needs, all with a prefix of its own, and arguments to call it with.
Statements stand on lines of their own, so that a failure can be shrunk by leaving lines out. Beside what is random, the program of a seed
takes its share of `rows.ROWS`, every operator and method by type, and puts the results into a digest that it returns.
"""

from __future__ import annotations

import random
import re

from .expressions import Expressions
from .items import Items
from .patterns import Patterns
from .rows import BITS, FLOATS, INTEGERS, share
from .scope import SCALARS, Case, Name
from .shapes import Shapes
from .statements import Statements


class Generator(Expressions, Patterns, Statements, Shapes, Items):
    """Types are scalar names, ("array", T, n), ("tuple", T…), ("struct", name), ("enum", name), ("option", T)."""

    def __init__(self, seed, prefix):
        self.random = random.Random(seed)
        self.rows = share(seed)
        self.prefix = prefix
        self.count = 0
        self.result = "()"
        self.items = []
        self.structs = {}  # name: [(field, type)]
        self.enums = {}  # name: [(variant, kind, [(field, type)])]
        self.functions = []  # (name, parameter types, result)
        self.methods = {}  # struct: [(name, parameter types, result)]
        self.generics = []  # (name, types it takes)
        self.consts = []  # (name, type)
        self.labels = []
        self.pure = 0
        self.mutators = []  # (name, type of the referent, other parameters)
        self.operators = {}  # struct: [(operator, type of the right operand or "")]
        self.shapes_left = 5

    def choose(self, *options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self, kind):
        self.count += 1
        return f"{kind}{self.count}"

    def scalar(self):
        return self.choose(*SCALARS)

    def any_type(self, depth=2):
        if depth == 0 or self.chance(0.5):
            return self.scalar()
        kinds = ["array", "tuple", "option"] + ["struct"] * (2 * bool(self.structs)) + ["enum"] * (2 * bool(self.enums))
        kind = self.choose(*kinds)
        if kind == "array":
            return ("array", self.any_type(depth - 1), self.choose(1, 2, 3, 4))
        if kind == "tuple":
            return ("tuple", *[self.any_type(depth - 1) for _ in range(self.choose(2, 2, 3))])
        if kind == "option":
            return ("option", self.any_type(depth - 1))
        return (kind, self.choose(*(self.structs if kind == "struct" else self.enums)))

    def written(self, ty):
        if isinstance(ty, str):
            return ty
        kind = ty[0]
        if kind == "array":
            return f"[{self.written(ty[1])}; {ty[2]}]"
        if kind == "tuple":
            return f"({', '.join([self.written(t) for t in ty[1:]])})"
        if kind == "option":
            return f"Option<{self.written(ty[1])}>"
        return ty[1]

    def program(self):
        self.define_items()
        params = [(self.fresh("p"), self.scalar()) for _ in range(self.random.randrange(2, 5))]
        self.result = self.scalar()
        names = [Name(n, t, False) for n, t in params]
        tried, names = self.try_rows(names)
        body, names = self.block(names, 3, self.random.randrange(3, 7))
        if self.chance(0.4):
            body += "\n" + self.panic(names)
        value = self.with_digest(self.expression(self.result, names, 4))
        shown = ", ".join([f"{n}: {t}" for n, t in params])
        text = "\n".join(self.items) + f"\npub fn {self.prefix}({shown}) -> {self.result} {{\n{tried}\n{body}\n{value}\n}}\n"
        calls = [tuple([self.value(t) for _, t in params]) for _ in range(5)]
        return Case(self.prefix, text, [t for _, t in params], self.result, calls)

    def try_rows(self, names):
        """The program's share of the table, a statement a row, with every result in the digest."""
        lines, names = ["let mut digest = 0u64;"], list(names)
        for row in self.rows:
            name = self.fresh("t")
            self.pure += 1
            filled = self.filled(row, names)
            self.pure -= 1
            lines.append(f"let {name}: {self.written(row.result)} = {filled};")
            lines.append(f"digest = digest.rotate_left(7) ^ {self.hashed(name, row.result)};")
            names.append(Name(name, row.result, False))
        return "\n".join(lines), [n for n in names if n.text != "digest"]

    def filled(self, row, names):
        """The row's expression."""
        holes = {"{a}": lambda: self.operand(row.a, names), "{b}": lambda: self.operand(row.b, names)}
        holes |= {"{divisor}": lambda: self.divisor(row.b, names, 1), "{positive}": lambda: self.positive(row.a, names)}
        parts = re.split(r"(\{\w+\})", row.text)
        return "".join([holes[part]() if part in holes else part for part in parts])

    def positive(self, ty, names):
        text = self.operand(ty, names)
        return text if self.chance(0.03) else f"({text}).max(1)"

    def operand(self, ty, names):
        return self.expression(ty, names, self.choose(0, 0, 1, 1, 2))

    def hashed(self, text, ty):
        """A u64 that tells values apart, the same for all NaNs."""
        if ty in FLOATS:
            return f"(if {text}.is_nan() {{ 5 }} else {{ {text}.to_bits() as u64 }})"
        if ty in ("i128", "u128"):
            return f"({text} as u64 ^ ({text} >> 64) as u64)"
        if ty[0] == "option":
            return f"(match {text} {{ Some(x) => {self.hashed('x', ty[1])}, None => 99 }})"
        if ty[0] == "tuple":
            return "(" + " ^ ".join([self.hashed(f"{text}.{i}", t) for i, t in enumerate(ty[1:])]) + ")"
        return f"({text} as u64)"

    def with_digest(self, value):
        """The result, with the digest in it where its type can hold it."""
        if self.result in INTEGERS:
            return f"({value}) ^ (digest as {self.result})"
        if self.result == "bool":
            return f"({value}) ^ (digest.count_ones() % 2 == 1)"
        other = "(digest as u8 as char)" if self.result == "char" else f"((digest % 65521) as {self.result})"
        return f"if digest % 2 == 1 {{ {other} }} else {{ {value} }}"

    def value(self, ty):
        """A value for a call."""
        if ty == "bool":
            return self.chance(0.5)
        if ty == "char":
            return self.choose("a", "Z", "0", "é", "\U0001f600", "\0")
        if ty in FLOATS:
            return self.choose(0.0, -0.0, 1.5, -3.25, 1e10, 0.5, float("nan"), float("inf"), 255.5, -1e30, 1e-42)
        bits = BITS[ty]
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if ty[0] == "i" else (0, (1 << bits) - 1)
        return self.choose(0, 1, 2, 3, 100, high, low, high // 2 + 1, self.random.randint(low, high))


def make_case(seed, prefix=None):
    """The program of a seed."""
    return Generator(seed, prefix or f"f{seed}").program()
