"""Random source programs that rustc accepts: items and functions over every scalar type, aggregates, references, loops, matches and panics.

`make_case(seed)` gives a `Case`: the text of one function `f` with the items it needs, all with a prefix of its own, and arguments to call it with.
Statements stand on lines of their own, so that a failure can be shrunk by leaving lines out.
"""

from __future__ import annotations

import random
from collections.abc import Callable

BITS = {f"{sign}{bits}": bits for bits in (8, 16, 32, 64, 128) for sign in "iu"} | {"usize": 64, "isize": 64}
INTEGERS = ("i32", "u32", "i64", "u64", "u8", "i8", "u16", "i16", "usize", "isize", "i128", "u128")
FLOATS = ("f32", "f64")
SCALARS = (*INTEGERS, "i32", "u32", "i64", "u8", *FLOATS, "f32", "bool", "char")
FLOAT_LITERALS = ("0.0", "1.5", "-2.25", "1e10", "0.1", "3.0", "-0.0", "1e-3", "16777217.0", "1e-40", "3.4e38", "0.5")
CHARS = ("'a'", "'Z'", "'\\n'", "'0'", "'é'", "'\\u{1F600}'", "'\\0'")


class Case:
    """One program: its text, its name, its parameters' types, its result's type, and tuples of arguments."""

    def __init__(self, name, text, params, result, calls):
        self.name, self.text, self.params, self.result, self.calls = name, text, params, result, calls


class Name:
    """A place in scope: an expression, its type, whether it may be written."""

    def __init__(self, text, ty, mutable):
        self.text, self.ty, self.mutable = text, ty, mutable


class Generator:
    """Types are scalar names, ("array", T, n), ("tuple", T…), ("struct", name), ("enum", name), ("option", T)."""

    def __init__(self, seed, prefix):
        self.random = random.Random(seed)
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

    # ------------------------------------------------------------------------------------------------------------------- choices

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

    # --------------------------------------------------------------------------------------------------------------- expressions

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
        makers = [self.conditional, self.match, self.block_value, self.call, self.method, self.generic, self.loop_value]
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
            return "None" if self.chance(0.2) else f"Some({self.expression(ty[1], names, depth)})"
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

    def condition(self, names, depth):
        if self.chance(0.4):
            ty = self.scalar()
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
        return f"({self.expression(ty, names, depth)} {op} {self.expression(ty, names, depth)})"

    def integer_method(self, ty, names, depth):
        a, b = self.expression(ty, names, depth), self.expression(ty, names, depth)
        methods = ["wrapping_add", "wrapping_sub", "wrapping_mul", "min", "max"]
        methods += ["reverse_bits()", "signum()", "rem_euclid"] if ty[0] == "i" else ["saturating_sub", "abs_diff", "div_ceil", "reverse_bits()"]
        method = self.choose(*methods)
        return f"({a}).{method}" if method.endswith(")") else f"({a}).{method}({b})"

    # ------------------------------------------------------------------------------------------------------------------ patterns

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

    # ---------------------------------------------------------------------------------------------------------------- statements

    def block(self, names, depth, count, in_loop=0):
        """Statements, one a line."""
        out, names = [], list(names)
        for _ in range(count):
            makers: list[Callable[..., str]] = [self.let, self.let, self.let, self.let_pattern, self.assign, self.assign, self.assign, self.destructure]
            makers += [self.through_reference, self.through_reference, self.mutate]
            if depth > 0:
                makers += [self.branch, self.branch, self.loop, self.loop, self.match_statement]
            if in_loop:
                makers += [self.jump]
            maker = self.random.choice(makers)
            out.append(maker(names, depth - 1, in_loop))
        return "\n".join([line for line in out if line]), names

    def let(self, names, depth, in_loop=0):
        ty = self.any_type()
        shadowed = [n.text for n in names if n.text.isidentifier()]
        name = self.random.choice(shadowed) if shadowed and self.chance(0.1) and not self.pure else self.fresh("v")
        text = f"let mut {name}: {self.written(ty)} = {self.expression(ty, names, 3)};"
        if ty != "usize" and self.chance(0.3) and not (isinstance(ty, tuple) and "None" in text):
            text = text.replace(f": {self.written(ty)} =", " =", 1)
        names[:] = [n for n in names if name not in (n.text, n.text.split(".")[0], n.text.split("[")[0])]
        names.append(Name(name, ty, True))
        return text

    def let_pattern(self, names, depth, in_loop=0):
        ty = self.any_type()
        bound: list[Name] = []
        value = self.expression(ty, names, 3)
        if self.chance(0.4):
            text = f"let {self.pattern(ty, 3, bound)} = {value} else {{ return {self.expression(self.result, names, 2)} }};"
        else:
            text = f"let {self.pattern(ty, 3, bound, True, True)}: {self.written(ty)} = {value};"
        names.extend(bound)
        return text

    def places(self, names, root=False):
        writable = [n for n in names if n.mutable]
        if not writable:
            return []
        return writable if root else [p for n in writable for p in self.parts(n, names, 1)]

    def assign(self, names, depth, in_loop=0):
        places = self.places(names)
        if not places:
            return ""
        place = self.random.choice(places)
        if not isinstance(place.ty, str) or place.ty == "char":
            return f"{place.text} = {self.expression(place.ty, names, 3)};"
        ops: tuple[str, ...] = ("&=", "|=", "^=") if place.ty == "bool" else ("+=", "-=", "*=", "/=")
        if place.ty in INTEGERS:
            ops = ("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=")
        op = self.choose("=", "=", *ops)
        amount = "u32" if op in ("<<=", ">>=") else place.ty
        return f"{place.text} {op} {self.expression(amount, names, 3)};"

    def destructure(self, names, depth, in_loop=0):
        places = [p for p in self.places(names) if "[" not in p.text]
        if len(places) < 2:
            return ""
        a, b = self.random.sample(places, 2)
        first = "_" if self.chance(0.2) else a.text
        if first != "_" and (a.text.startswith(b.text) or b.text.startswith(a.text)):
            return ""
        return f"({first}, {b.text}) = ({self.expression(a.ty, names, 2)}, {self.expression(b.ty, names, 2)});"

    def through_reference(self, names, depth, in_loop=0):
        """A block in which a place is reached only through references to it."""
        roots = [n for n in self.places(names, True) if not n.text.startswith("(*")]
        if not roots:
            return ""
        root = self.random.choice(roots)
        place = self.random.choice(self.parts(root, [n for n in names if n is not root], 1))
        rest = [n for n in names if n is not root and not n.text.startswith("(*")]
        one, two = self.fresh("r"), self.fresh("r")
        chain = self.chance(0.4)
        lets = f"let {'mut ' * chain}{one} = &mut {place.text};\n"
        target = Name(f"(*{one})", place.ty, True)
        if chain:
            lets += f"let {two} = &mut {one};\n"
            target = Name(f"(**{two})", place.ty, True)
        elif self.chance(0.3):
            lets += f"let {two} = &mut *{one};\n"
            target = Name(f"(*{two})", place.ty, True)
        inner, _ = self.block([*rest, target], min(depth, 1), self.random.randrange(1, 3), in_loop)
        writes = self.assign([*rest, target], 0)
        return f"{{\n{lets}{inner}\n{writes}\n}}"

    def mutate(self, names, depth, in_loop=0):
        """A call that takes `&mut` of a place."""
        found = [(p, m) for p in self.places(names) for m in self.mutators if m[1] == p.ty]
        if not found:
            return ""
        place, (name, _, params) = self.random.choice(found)
        root = place.text.lstrip("(*").split(".")[0].split("[")[0].rstrip(")")
        rest = [n for n in names if root not in n.text]
        self.pure += 1
        text = f"{name}(&mut {place.text}{''.join([', ' + self.expression(p, rest, 2) for p in params])});"
        self.pure -= 1
        return text

    def branch(self, names, depth, in_loop):
        then, _ = self.block(names, depth, 2, in_loop)
        if self.chance(0.25):
            bound: list[Name] = []
            ty = self.any_type()
            pattern = self.pattern(ty, 2, bound)
            then, _ = self.block([*names, *bound], depth, 2, in_loop)
            test = f"let {pattern} = ({self.expression(ty, names, 2)})"
            test += f" && {self.expression('bool', [*names, *bound], 1)}" if self.chance(0.3) else ""
        else:
            test = self.expression("bool", names, 2)
        other = f" else {{\n{self.block(names, depth, 2, in_loop)[0]}\n}}" if self.chance(0.6) else ""
        return f"if {test} {{\n{then}\n}}{other}"

    def match_statement(self, names, depth, in_loop):
        matched = self.any_type()
        arms = []
        for _ in range(self.random.randrange(1, 4)):
            bound: list[Name] = []
            text = self.pattern(matched, 3, bound)
            self.pure += 1
            guard = f" if {self.expression('bool', [*names, *bound], 2)}" if self.chance(0.3) else ""
            self.pure -= 1
            arms.append(f"{text}{guard} => {{\n{self.block([*names, *bound], depth, 1, in_loop)[0]}\n}}\n")
        return f"match {self.expression(matched, names, 2)} {{\n{''.join(arms)}_ => {{\n{self.block(names, depth, 1, in_loop)[0]}\n}}\n}}"

    def loop(self, names, depth, in_loop):
        label = self.fresh("'l") if self.chance(0.5) else None
        counter = self.fresh("i")
        ty = self.choose("u32", "i32", "usize", "u8", "i64", "i8")
        self.labels.append(label)
        body, _ = self.block([*names, Name(counter, ty, False)], depth, 2, in_loop + 1)
        self.labels.pop()
        head = f"{label}: " if label else ""
        turns = self.random.randrange(1, 5)
        form = self.choose("for", "for", "while", "loop")
        if form == "for":
            start = self.choose(0, 0, 1, 100, -3 if ty[0] == "i" else 3)
            return f"{head}for {counter} in {start}..{start + turns}{ty} {{\n{body}\n}}"
        if form == "while":
            return f"let mut {counter} = 0{ty};\n{head}while {counter} < {turns} {{\n{counter} += 1;\n{body}\n}}"
        return f"let mut {counter} = 0{ty};\n{head}loop {{\n{counter} += 1;\nif {counter} > {turns} {{ break; }}\n{body}\n}}"

    def jump(self, names, depth, in_loop):
        labels = [each for each in self.labels if each]
        label = f" {self.random.choice(labels)}" if labels and self.chance(0.5) else ""
        if self.chance(0.15):
            action = f"return {self.expression(self.result, names, 2)}"
        else:
            action = self.choose("break", "continue") + label
        return f"if {self.expression('bool', names, 2)} {{ {action}; }}"

    def panic(self, names):
        """An assertion or a panic that may happen."""
        test = self.expression("bool", names, 2)
        shown = ("i32", "u8", "i64", "u64", "f32", "f64", "bool", "char", "i8", "isize")
        value, style = self.expression(self.choose(*shown), names, 1), self.choose("{}", "{:?}")
        form = self.random.randrange(5)
        if form == 0:
            return f"assert!({test});" if "{" not in test and len(test) < 60 else f'assert!({test}, "{{{{no}}}}");'
        if form == 1:
            return f'if {test} {{ panic!("bad {style} of {{}}", {value}, {value}); }}'
        if form == 2:
            return f'assert!({test}, "value {style} here", {value});'
        if form == 3:
            ty = self.choose(*shown)
            return f"assert_{self.choose('eq', 'eq', 'ne')}!({self.expression(ty, names, 1)}, {self.expression(ty, names, 1)});"
        option = self.expression(("option", "i32"), names, 2)
        if option == "None":
            option = "None::<i32>"
        return f"let {self.fresh('_u')}: i32 = ({option}).unwrap();"

    # --------------------------------------------------------------------------------------------------------------------- items

    def define_items(self):
        for _ in range(self.random.randrange(0, 3)):
            self.define_struct()
        for _ in range(self.random.randrange(0, 3)):
            self.define_enum()
        for _ in range(self.random.randrange(0, 2)):
            ty = self.scalar()
            name = f"{self.prefix.upper()}_K{len(self.consts)}"
            self.items.append(f"const {name}: {ty} = {self.literal(ty)};")
            self.consts.append((name, ty))
        if self.chance(0.4):
            self.define_trait()
        for _ in range(self.random.randrange(0, 3)):
            self.define_function()
        for _ in range(self.random.randrange(0, 2)):
            self.define_mutator()
        for name in self.structs:
            if self.chance(0.6):
                self.define_methods(name)

    def define_struct(self):
        name = f"{self.prefix.upper()}S{len(self.structs)}"
        fields = [(self.fresh("x"), self.any_type()) for _ in range(self.random.randrange(1, 5))]
        if self.chance(0.3):
            fields = [(str(i), t) for i, (_, t) in enumerate(fields)]
            written = f"({', '.join([self.written(t) for _, t in fields])});"
        else:
            written = f" {{ {', '.join([f'{f}: {self.written(t)}' for f, t in fields])} }}"
        self.items.append(f"#[derive(Clone, Copy)]\nstruct {name}{written}")
        self.structs[name] = fields

    def define_enum(self):
        name = f"{self.prefix.upper()}E{len(self.enums)}"
        variants = []
        for i in range(self.random.randrange(2, 5)):
            form = self.choose("unit", "tuple", "struct")
            fields = [] if form == "unit" else [(self.fresh("x"), self.any_type(1)) for _ in range(self.random.randrange(1, 3))]
            variants.append((f"V{i}", form, fields))
        shown = []
        for variant, form, fields in variants:
            inner = ", ".join([self.written(t) if form == "tuple" else f"{f}: {self.written(t)}" for f, t in fields])
            shown.append(variant + ("" if form == "unit" else f"({inner})" if form == "tuple" else f" {{ {inner} }}"))
        self.items.append(f"#[derive(Clone, Copy)]\nenum {name} {{ {', '.join(shown)} }}")
        self.enums[name] = variants

    def define_trait(self):
        trait, name = f"{self.prefix.upper()}T", f"{self.prefix}_generic"
        types = self.random.sample(["i32", "u8", "f32", "u64", "bool"], 2) + [("struct", s) for s in list(self.structs)[:1]]
        self.items.append(
            f"trait {trait} {{ const K: i64; fn go(&self, n: i64) -> i64; fn twice(&self, n: i64) -> i64 {{ self.go(self.go(n) + Self::K) }} }}"
        )
        for ty in types:
            names = [Name("(*self)", ty, False), Name("n", "i64", False)]
            self.items.append(
                f"impl {trait} for {self.written(ty)} {{ const K: i64 = {self.literal('i64')}; "
                f"fn go(&self, n: i64) -> i64 {{ {self.expression('i64', names, 2)} }} }}"
            )
        self.items.append(f"fn {name}<T: {trait} + Copy>(t: T, n: i64) -> i64 {{ t.twice(n) + T::K.wrapping_mul(n) }}")
        self.generics.append((name, types))

    def define_function(self):
        params = [(self.fresh("p"), self.any_type() if self.chance(0.7) else ("ref", self.any_type())) for _ in range(self.random.randrange(1, 4))]
        self.result = self.any_type()
        names = [Name(f"(*{n})" if t[0] == "ref" else n, t[1] if t[0] == "ref" else t, False) for n, t in params]
        body, names = self.block(names, 1, self.random.randrange(0, 3))
        name = f"{self.prefix}_h{len(self.functions)}"
        shown = [f"{n}: {'&' + self.written(t[1]) if t[0] == 'ref' else self.written(t)}" for n, t in params]
        inline = self.choose("", "", "#[inline(never)]\n")
        value = self.expression(self.result, names, 3)
        self.items.append(f"{inline}fn {name}({', '.join(shown)}) -> {self.written(self.result)} {{\n{body}\n{value}\n}}")
        self.functions.append((name, [t for _, t in params], self.result))

    def define_mutator(self):
        ty = self.any_type()
        params = [self.scalar() for _ in range(self.random.randrange(0, 3))]
        self.result = "()"
        names = [Name("(*place)", ty, True), *[Name(f"q{i}", t, False) for i, t in enumerate(params)]]
        lines = "\n".join([self.assign(names, 2) for _ in range(self.random.randrange(1, 4))])
        name = f"{self.prefix}_m{len(self.mutators)}"
        shown = "".join([f", q{i}: {t}" for i, t in enumerate(params)])
        inline = self.choose("", "#[inline(never)]\n")
        self.items.append(f"{inline}fn {name}(place: &mut {self.written(ty)}{shown}) {{\n{lines}\n}}")
        self.mutators.append((name, ty, params))

    def define_methods(self, struct):
        made = []
        for i in range(self.random.randrange(1, 3)):
            params = [self.scalar() for _ in range(self.random.randrange(0, 3))]
            result = self.scalar()
            receiver = self.choose("self", "&self")
            names = [Name("self", ("struct", struct), False), *[Name(f"q{i}", t, False) for i, t in enumerate(params)]]
            names = [n for n in names if n.text != "self"] + self.parts(Name("self", ("struct", struct), False), names, 0)[1:]
            shown = "".join([f", q{i}: {t}" for i, t in enumerate(params)])
            self.items.append(f"impl {struct} {{ fn g{i}({receiver}{shown}) -> {result} {{ {self.expression(result, names, 3)} }} }}")
            made.append((f"g{i}", params, result))
        self.methods[struct] = made

    # ----------------------------------------------------------------------------------------------------------------- programs

    def program(self):
        self.define_items()
        params = [(self.fresh("p"), self.scalar()) for _ in range(self.random.randrange(2, 5))]
        self.result = self.scalar()
        names = [Name(n, t, False) for n, t in params]
        body, names = self.block(names, 3, self.random.randrange(3, 8))
        if self.chance(0.4):
            body += "\n" + self.panic(names)
        value = self.expression(self.result, names, 4)
        shown = ", ".join([f"{n}: {t}" for n, t in params])
        text = "\n".join(self.items) + f"\npub fn {self.prefix}({shown}) -> {self.result} {{\n{body}\n{value}\n}}\n"
        calls = [tuple([self.value(t) for _, t in params]) for _ in range(6)]
        return Case(self.prefix, text, [t for _, t in params], self.result, calls)

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
