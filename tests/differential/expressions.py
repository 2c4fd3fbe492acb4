"""Random expressions of a type over the names in scope."""

from __future__ import annotations

from .rows import BITS, FLOATS, INTEGERS
from .scope import CHARS, FLOAT_LITERALS, SCALARS, Name, Part


class Expressions(Part):
    """What a generator makes of expressions."""

    def literal(self, ty):
        if ty == "bool":
            return self.choose("true", "false")
        if ty == "char":
            return self.choose(*CHARS)
        if ty in FLOATS:
            return f"({self.choose(*FLOAT_LITERALS)}{ty})"
        low, high = (0, (1 << BITS[ty]) - 1) if ty[0] == "u" else (-(1 << BITS[ty] - 1), (1 << BITS[ty] - 1) - 1)
        value = self.choose(0, 1, 2, 7, low, high, self.random.randint(low, high), self.random.randint(0, 100))
        if value >= 0 and self.chance(0.15):
            return f"{value:#x}{'_' * self.chance(0.5)}{ty}"
        return f"({value}{ty})"

    def expression(self, ty, names, depth):
        """An expression of type `ty` over the names in scope."""
        if depth <= 0 or self.chance(0.12):
            return self.leaf(ty, names, depth)
        makers = [self.conditional, self.match, self.block_value, self.call, self.method, self.generic, self.loop_value, self.struct_operation]
        for maker in makers:
            found = maker(ty, names, depth - 1) if self.chance(0.06) else None
            if found is not None:
                return found
        if not isinstance(ty, str):
            return self.leaf(ty, names, depth) if self.chance(0.4) else self.built(ty, names, depth - 1)
        if ty == "bool":
            return self.condition(names, depth - 1)
        if ty == "char":
            return self.character(names, depth - 1)
        return self.float_operation(ty, names, depth - 1) if ty in FLOATS else self.integer_operation(ty, names, depth - 1)

    def leaf(self, ty, names, depth):
        places = [p for n in names for p in self.parts(n, names, min(depth, 1)) if p.ty == ty]
        places += [Name(n, t, False) for n, t in self.consts if t == ty]
        if places and self.chance(0.85):
            return self.random.choice(places).text
        return self.literal(ty) if isinstance(ty, str) else self.built(ty, names, depth - 1)

    def parts(self, name, names, depth):
        """The place itself and the places within it."""
        out, ty = [name], name.ty
        if isinstance(ty, str):
            return out
        inner = []
        if ty[0] == "tuple":
            inner = [Name(f"{name.text}.{i}", t, name.mutable) for i, t in enumerate(ty[1:])]
        elif ty[0] == "struct":
            inner = [Name(f"{name.text}.{f}", t, name.mutable) for f, t in self.structs[ty[1]]]
        elif ty[0] == "array":
            inner = [Name(f"{name.text}[{self.index(ty[2], names, depth)}]", ty[1], name.mutable)]
        return out + [p for i in inner for p in self.parts(i, names, depth)]

    def index(self, count, names, depth):
        if depth <= 0 or self.chance(0.5):
            return str(self.random.randrange(count))
        bound = count if self.chance(0.9) else count + 1
        self.pure += 1
        text = f"{self.expression('usize', names, depth - 1)} % {bound}"
        self.pure -= 1
        return text

    def built(self, ty, names, depth):
        kind = ty[0]
        if kind == "array":
            if self.chance(0.2):
                return f"[{self.expression(ty[1], names, depth)}; {ty[2]}]"
            return f"[{', '.join([self.expression(ty[1], names, depth) for _ in range(ty[2])])}]"
        if kind == "tuple":
            return f"({', '.join([self.expression(t, names, depth) for t in ty[1:]])})"
        if kind == "option":
            return f"None::<{self.written(ty[1])}>" if self.chance(0.2) else f"Some({self.expression(ty[1], names, depth)})"
        if kind == "struct":
            return self.built_struct(ty, names, depth)
        variant, form, fields = self.random.choice(self.enums[ty[1]])
        return f"({ty[1]}::{variant}{self.built_fields(form, fields, names, depth)})"

    def built_struct(self, ty, names, depth):
        fields = self.structs[ty[1]]
        if fields[0][0] == "0":
            return f"{ty[1]}({', '.join([self.expression(t, names, depth) for _, t in fields])})"
        bases = [n.text for n in names if n.ty == ty]
        if bases and self.chance(0.3):
            some = self.random.sample(fields, self.random.randrange(len(fields)))
            inner = "".join([f"{f}: {self.expression(t, names, depth)}, " for f, t in some])
            return f"({ty[1]} {{ {inner}..{self.random.choice(bases)} }})"
        some = self.random.sample(fields, len(fields))
        return f"({ty[1]} {{ {', '.join([f'{f}: {self.expression(t, names, depth)}' for f, t in some])} }})"

    def built_fields(self, form, fields, names, depth):
        if form == "unit":
            return ""
        values = [self.expression(t, names, depth) for _, t in fields]
        if form == "tuple":
            return f"({', '.join(values)})"
        return f" {{ {', '.join([f'{f}: {v}' for (f, _), v in zip(fields, values, strict=True)])} }}"

    def conditional(self, ty, names, depth):
        then, other = self.expression(ty, names, depth), self.expression(ty, names, depth)
        return f"(if {self.test(names, depth)} {{ {then} }} else {{ {other} }})"

    def test(self, names, depth):
        """A condition, or `let` with a pattern that may fail."""
        return self.expression("bool", names, depth)

    def block_value(self, ty, names, depth):
        if self.pure:
            return None
        label = self.fresh("'b") if self.chance(0.4) else None
        if label:
            early = f"if {self.expression('bool', names, depth)} {{ break {label} {self.expression(ty, names, depth)}; }} "
            return f"({label}: {{ {early}{self.expression(ty, names, depth)} }})"
        first = self.random.choice([self.assign, self.assign, self.let])(names := list(names), depth)
        return f"({{ {first} {self.expression(ty, names, depth)} }})"

    def loop_value(self, ty, names, depth):
        if self.pure:
            return None
        counter = self.fresh("n")
        inner = [*names, Name(counter, "u8", False)]
        self.pure += 1
        text = (
            f"({{ let mut {counter} = 0u8; loop {{ {counter} += 1; if {counter} > {self.random.randrange(1, 5)} || "
            f"{self.expression('bool', inner, depth)} {{ break {self.expression(ty, inner, depth)}; }} }} }})"
        )
        self.pure -= 1
        return text

    def call(self, ty, names, depth):
        callees = [f for f in self.functions if f[2] == ty]
        if callees:
            name, params, _ = self.random.choice(callees)
            return f"{name}({', '.join([self.argument(p, names, depth) for p in params])})"
        return None

    def argument(self, ty, names, depth):
        """An argument; a parameter ("ref", T) takes a reference to a place or to a temporary."""
        if ty[0] != "ref":
            return self.expression(ty, names, depth)
        places = [n.text for n in names if n.ty == ty[1]]
        self.pure += 1
        text = f"&{self.random.choice(places)}" if places and self.chance(0.8) else f"&{self.expression(ty[1], names, depth)}"
        self.pure -= 1
        return text

    def method(self, ty, names, depth):
        found = [(n, m) for n in names if n.ty[0] == "struct" for m in self.methods.get(n.ty[1], ()) if m[2] == ty]
        if not found:
            return None
        name, (method, params, _) = self.random.choice(found)
        self.pure += 1
        text = f"{name.text}.{method}({', '.join([self.expression(p, names, depth) for p in params])})"
        self.pure -= 1
        return text

    def generic(self, ty, names, depth):
        if ty != "i64" or not self.generics:
            return None
        name, types = self.random.choice(self.generics)
        chosen = self.random.choice(types)
        fish = f"::<{self.written(chosen)}>" if self.chance(0.3) else ""
        return f"{name}{fish}({self.expression(chosen, names, depth)}, {self.expression('i64', names, depth)})"

    def struct_operation(self, ty, names, depth):
        """An operator that a struct has by a trait."""
        found = self.operators.get(ty[1], ()) if ty[0] == "struct" else ()
        if not found:
            return None
        op, other = self.random.choice(found)
        left = self.expression(ty, names, depth)
        return f"({left} {op} {self.expression(other, names, depth)})" if other else f"({op}{left})"

    def condition(self, names, depth):
        if self.chance(0.45):
            ty = self.any_type(1) if self.chance(0.15) else self.scalar()
            return f"({self.expression(ty, names, depth)} {self.choose('==', '!=', '<', '<=', '>', '>=')} {self.expression(ty, names, depth)})"
        if self.chance(0.15):
            return f"({self.expression(self.choose(*FLOATS), names, depth)}).is_nan()"
        if self.chance(0.15):
            ty = self.any_type()
            self.pure += 1
            pattern = self.pattern(ty, 2, [], False)
            text = f"matches!({self.expression(ty, names, depth)}, {pattern})"
            self.pure -= 1
            return text
        if self.chance(0.3):
            return f"(!{self.expression('bool', names, depth)})"
        op = self.choose("&&", "||", "&&", "||", "&", "|", "^", "==", "<")
        return f"({self.expression('bool', names, depth)} {op} {self.expression('bool', names, depth)})"

    def character(self, names, depth):
        return f"({self.expression('u8', names, depth)} as char)" if self.chance(0.6) else self.leaf("char", names, depth)

    def float_operation(self, ty, names, depth):
        if self.chance(0.25):
            return f"({self.expression(self.choose(*INTEGERS, *FLOATS), names, depth)} as {ty})"
        if self.chance(0.1):
            return f"(-{self.expression(ty, names, depth)})"
        a, b = self.expression(ty, names, depth), self.expression(ty, names, depth)
        if self.chance(0.25):
            unary = ("sqrt", "abs", "floor", "ceil", "trunc", "round_ties_even", "recip")
            if self.chance(0.6):
                return f"({a}).{self.choose(*unary)}()"
            if self.chance(0.4):
                return f"(({a}).{self.choose('min', 'max')}({b}) + 0.0)"
            if self.chance(0.4):
                return f"({a}).copysign({self.literal(ty)})"
            return f"({a}).mul_add({b}, {self.expression(ty, names, depth)})"
        return f"({a} {self.choose('+', '-', '*', '/')} {b})"

    def integer_operation(self, ty, names, depth):
        if self.chance(0.22):
            source = self.choose(*SCALARS)
            return f"({self.expression(source, names, depth)} as {ty})"
        if self.chance(0.1):
            return f"({self.choose('!', '-' if ty[0] == 'i' else '!')}{self.expression(ty, names, depth)})"
        if self.chance(0.15):
            amount = self.expression(self.choose(*INTEGERS), names, depth)
            return f"({self.expression(ty, names, depth)} {self.choose('<<', '>>')} {amount})"
        if self.chance(0.15):
            return self.integer_method(ty, names, depth)
        if ty == "u32" and self.chance(0.2):
            other = self.choose(*INTEGERS)
            return f"({self.expression(other, names, depth)}).{self.choose('count_ones', 'leading_zeros')}()"
        op = self.choose("+", "-", "*", "+", "-", "*", "&", "|", "^", "/", "%")
        right = self.divisor(ty, names, depth) if op in "/%" else self.expression(ty, names, depth)
        return f"({self.expression(ty, names, depth)} {op} {right})"

    def divisor(self, ty, names, depth):
        """An integer that is mostly not 0: else most programs would end there."""
        text = self.expression(ty, names, depth)
        return text if self.chance(0.03) else f"({text} | 1)"

    def integer_method(self, ty, names, depth):
        methods = ["wrapping_add", "wrapping_sub", "wrapping_mul", "min", "max"]
        methods += ["reverse_bits()", "signum()", "rem_euclid"] if ty[0] == "i" else ["saturating_sub", "abs_diff", "div_ceil", "reverse_bits()"]
        method = self.choose(*methods)
        a = self.expression(ty, names, depth)
        if method.endswith(")"):
            return f"({a}).{method}"
        return f"({a}).{method}({(self.divisor if method in ('rem_euclid', 'div_ceil') else self.expression)(ty, names, depth)})"
