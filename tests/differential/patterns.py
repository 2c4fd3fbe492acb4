"""Random patterns of a type, and `match` over them."""

from __future__ import annotations

from .rows import BITS, FLOATS
from .scope import Name, Part


class Patterns(Part):
    """What a generator makes of patterns; `bound` gathers the names that they bind."""

    def pattern(self, ty, depth, bound, binds=True, total=False):
        """A pattern for `ty`; adds what it binds to `bound`. A total one matches everything."""
        if binds and self.chance(0.3):
            name = self.fresh("m")
            bound.append(Name(name, ty, False))
            inner = f" @ {self.pattern(ty, depth - 1, [], False, total)}" if depth > 0 and self.chance(0.25) else ""
            return name + inner
        if depth <= 0 or self.chance(0.1):
            return "_"
        if isinstance(ty, str):
            return "_" if total else self.scalar_pattern(ty)
        kind = ty[0]
        if kind == "tuple":
            if len(ty) > 3 and self.chance(0.2):
                return f"({self.pattern(ty[1], depth - 1, bound, binds, total)}, ..)"
            return f"({', '.join([self.pattern(t, depth - 1, bound, binds, total) for t in ty[1:]])})"
        if kind == "array":
            count = self.choose(1, min(2, ty[2])) if self.chance(0.3) else ty[2]
            parts = [self.pattern(ty[1], depth - 1, bound, binds, total) for _ in range(count)]
            if count < ty[2]:
                parts.insert(1, "..")
            return f"[{', '.join(parts)}]"
        if kind == "struct":
            return self.struct_pattern(ty, depth, bound, binds, total)
        if total:
            return "_"
        if kind == "option":
            return "None" if self.chance(0.3) else f"Some({self.pattern(ty[1], depth - 1, bound, binds)})"
        variant, form, fields = self.random.choice(self.enums[ty[1]])
        return f"{ty[1]}::{variant}{self.fields_pattern(form, fields, depth, bound, binds, total)}"

    def struct_pattern(self, ty, depth, bound, binds, total):
        fields = self.structs[ty[1]]
        form = "tuple" if fields[0][0] == "0" else "struct"
        return f"{ty[1]}{self.fields_pattern(form, fields, depth, bound, binds, total)}"

    def fields_pattern(self, form, fields, depth, bound, binds, total):
        if form == "unit":
            return ""
        if form == "tuple":
            if self.chance(0.2):
                return "(..)"
            return f"({', '.join([self.pattern(t, depth - 1, bound, binds, total) for _, t in fields])})"
        some = self.random.sample(fields, self.random.randrange(len(fields) + 1))
        inner = "".join([f"{f}: {self.pattern(t, depth - 1, bound, binds, total)}, " for f, t in some])
        return f" {{ {inner}.. }}"

    def scalar_pattern(self, ty):
        if ty == "bool":
            return self.choose("true", "false")
        if ty in FLOATS:
            return self.choose("0.0", "1.5", "_")
        if ty == "char":
            return self.choose("'a'", "'a'..='z'", "('0'..='9' | 'Z')", "(..='Z')")
        low, high = (0, (1 << BITS[ty]) - 1) if ty[0] == "u" else (-(1 << BITS[ty] - 1), (1 << BITS[ty] - 1) - 1)
        a = self.choose(0, 1, low, self.random.randint(0, 100))
        b = self.random.randint(a, high) if self.chance(0.3) else min(a + self.random.randint(1, 60), high)
        return self.choose(f"{a}", f"{a}..={b}", f"{a}..{b}" if a < b else f"{a}", f"({a} | {b})", f"(..={a})")

    def match(self, ty, names, depth):
        matched = self.any_type()
        scrutinee = self.expression(matched, names, depth)
        by_reference = self.chance(0.2)
        arms = []
        for _ in range(self.random.randrange(1, 4)):
            bound: list[Name] = []
            text = self.pattern(matched, 3, bound)
            if by_reference:
                bound = [Name(f"(*{b.text})", b.ty, False) for b in bound]
            inner = [*names, *bound]
            self.pure += 1
            guard = f" if {self.expression('bool', inner, min(depth, 2))}" if self.chance(0.35) else ""
            self.pure -= 1
            arms.append(f"{text}{guard} => {self.expression(ty, inner, depth - 1)}, ")
        return f"(match {'&' * by_reference}{scrutinee} {{ {''.join(arms)}_ => {self.expression(ty, names, depth - 1)} }})"
