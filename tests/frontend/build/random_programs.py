"""Random source programs that rustc accepts: functions on numbers with every operator, casts, control flow, arrays, tuples, references, calls."""

from __future__ import annotations

import random

BITS = {f"{sign}{bits}": bits for bits in (8, 16, 32, 64, 128) for sign in "iu"} | {"usize": 64, "isize": 64}
FLOATS = ("f32", "f64")
TYPES = ("i32", "u32", "i64", "u64", "u8", "i16", "usize", "i8", "i128", "f32", "f64", "bool", "u16")
FLOAT_LITERALS = ("0.0", "1.5", "-2.25", "1e10", "0.1", "3.0", "-0.0", "1e-3")


class Generator:
    """Makes functions that call those made before. `functions` holds (name, parameter types, result type)."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.functions = []
        self.count = 0

    def choose(self, *options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    # ------------------------------------------------------------------------------------------------------------ expressions

    def literal(self, ty):
        if ty == "bool":
            return self.choose("true", "false")
        if ty in FLOATS:
            return self.choose(*FLOAT_LITERALS) + ty
        low, high = (0, (1 << BITS[ty]) - 1) if ty[0] == "u" else (1 - (1 << BITS[ty] - 1), (1 << BITS[ty] - 1) - 1)
        value = self.choose(0, 1, 7, low, high, self.random.randint(low, high))
        return f"({value}{ty})"

    def expression(self, ty, names, depth):
        """An expression of type `ty`; `names` are (name, type, is mutable), a type may be ("array", T) or ("tuple", T, U …)."""
        leaves = [n for n, t, _ in names if t == ty]
        if depth <= 0 or self.chance(0.15):
            return self.random.choice(leaves) if leaves and self.chance(0.75) else self.literal(ty)
        makers = [self.element, self.member, self.call, self.conditional, self.match]
        for maker in makers:
            found = maker(ty, names, depth - 1) if self.chance(0.08) else None
            if found is not None:
                return found
        if ty == "bool":
            return self.condition(names, depth - 1)
        return self.float_operation(ty, names, depth - 1) if ty in FLOATS else self.integer_operation(ty, names, depth - 1)

    def element(self, ty, names, depth):
        arrays = [n for n, t, _ in names if t == ("array", ty)]
        if arrays:
            return f"{self.random.choice(arrays)}[{self.expression('usize', names, depth)} % {self.choose(3, 4, 4, 5)}]"
        return None

    def member(self, ty, names, depth):
        tuples = [(n, t[1:]) for n, t, _ in names if t[0] == "tuple" and ty in t[1:]]
        if tuples:
            name, types = self.random.choice(tuples)
            return f"{name}.{self.random.choice([i for i, t in enumerate(types) if t == ty])}"
        return None

    def call(self, ty, names, depth):
        callees = [f for f in self.functions if f[2] == ty]
        if callees:
            name, params, _ = self.random.choice(callees)
            return f"{name}({', '.join([self.expression(p, names, depth) for p in params])})"
        return None

    def conditional(self, ty, names, depth):
        then, other = self.expression(ty, names, depth), self.expression(ty, names, depth)
        return f"(if {self.expression('bool', names, depth)} {{ {then} }} else {{ {other} }})"

    def match(self, ty, names, depth):
        matched = self.choose("i32", "u32", "i64", "u8", "usize", "i128")
        start = self.random.randrange(0, 90)
        arms = [f"{start}..={start + 9} => {self.expression(ty, names, depth - 1)}, "] if self.chance(0.5) else []
        bound = self.fresh("m")
        inner = [*names, (bound, matched, False)]
        arms.append(f"{bound} if {self.expression('bool', inner, depth - 1)} => {self.expression(ty, inner, depth - 1)}, ")
        return f"(match {self.expression(matched, names, depth)} {{ {''.join(arms)}_ => {self.expression(ty, names, depth - 1)} }})"

    def condition(self, names, depth):
        if self.chance(0.4):
            ty = self.choose(*TYPES)
            op = self.choose("==", "!=", "<", "<=", ">", ">=")
            return f"({self.expression(ty, names, depth)} {op} {self.expression(ty, names, depth)})"
        if self.chance(0.3):
            return f"(!{self.expression('bool', names, depth)})"
        op = self.choose("&&", "||", "&", "|", "^")
        return f"({self.expression('bool', names, depth)} {op} {self.expression('bool', names, depth)})"

    def float_operation(self, ty, names, depth):
        if self.chance(0.25):
            return f"({self.expression(self.choose(*TYPES[:11]), names, depth)} as {ty})"
        if self.chance(0.1):
            return f"(-{self.expression(ty, names, depth)})"
        return f"({self.expression(ty, names, depth)} {self.choose('+', '-', '*', '/')} {self.expression(ty, names, depth)})"

    def integer_operation(self, ty, names, depth):
        if self.chance(0.25):
            return f"({self.expression(self.choose(*TYPES), names, depth)} as {ty})"
        if self.chance(0.1):
            return f"({self.choose('!', '-' if ty[0] == 'i' else '!')}{self.expression(ty, names, depth)})"
        if self.chance(0.15):
            shift = f"({self.expression('u32', names, depth)} % {BITS[ty]})"
            return f"({self.expression(ty, names, depth)} {self.choose('<<', '>>')} {shift})"
        op = self.choose("+", "-", "*", "&", "|", "^", "/", "%")
        return f"({self.expression(ty, names, depth)} {op} {self.expression(ty, names, depth)})"

    # ------------------------------------------------------------------------------------------------------------- statements

    def block(self, names, depth, count, in_loop=False):
        """Statements, and the names in scope after them."""
        out, names = [], list(names)
        for _ in range(count):
            makers = [self.let, self.let, self.let_many, self.assign, self.assign, self.assign_element, self.through_reference]
            if depth > 0:
                makers += [self.branch, self.loop]
            if in_loop:
                makers.append(self.jump)
            out.append(self.random.choice(makers)(names, depth - 1, in_loop))
        return " ".join(out), names

    def let(self, names, depth, in_loop):
        ty, name = self.choose(*TYPES), self.fresh("v")
        text = f"let mut {name}: {ty} = {self.expression(ty, names, 3)};"
        names.append((name, ty, True))
        return text

    def let_many(self, names, depth, in_loop):
        name = self.fresh("a")
        if self.chance(0.5):
            ty = self.choose(*TYPES)
            text = f"let mut {name} = [{', '.join([self.expression(ty, names, 2) for _ in range(4)])}];"
            names.append((name, ("array", ty), True))
        else:
            types = [self.choose(*TYPES) for _ in range(self.random.randrange(2, 4))]
            text = f"let mut {name} = ({', '.join([self.expression(t, names, 2) for t in types])});"
            names.append((name, ("tuple", *types), True))
        return text

    def assign(self, names, depth, in_loop):
        places = [(n, t) for n, t, m in names if m and isinstance(t, str)]
        places += [(f"{n}.{i}", u) for n, t, _ in names if t[0] == "tuple" for i, u in enumerate(t[1:])]
        if not places:
            return ""
        place, ty = self.random.choice(places)
        bits = ("&=", "|=", "^=")
        ops = bits if ty == "bool" else ("+=", "-=", "*=") if ty in FLOATS else ("+=", "-=", "*=", "/=", "%=", *bits)
        return f"{place} {self.choose('=', *ops)} {self.expression(ty, names, 3)};"

    def assign_element(self, names, depth, in_loop):
        arrays = [(n, t[1]) for n, t, _ in names if t[0] == "array"]
        if not arrays:
            return ""
        name, ty = self.random.choice(arrays)
        return f"{name}[{self.expression('usize', names, 2)} % {self.choose(4, 4, 4, 5)}] = {self.expression(ty, names, 2)};"

    def through_reference(self, names, depth, in_loop):
        places = [(n, t) for n, t, m in names if m and isinstance(t, str)]
        if not places:
            return ""
        place, ty = self.random.choice(places)
        reference = self.fresh("r")
        return f"{{ let {reference} = &mut {place}; *{reference} = {self.expression(ty, [n for n in names if n[0] != place], 2)}; }}"

    def branch(self, names, depth, in_loop):
        then, _ = self.block(names, depth, 2, in_loop)
        other = f" else {{ {self.block(names, depth, 2, in_loop)[0]} }}" if self.chance(0.6) else ""
        return f"if {self.expression('bool', names, 2)} {{ {then} }}{other}"

    def loop(self, names, depth, in_loop):
        counter = self.fresh("i")
        body, _ = self.block([*names, (counter, "u32", False)], depth, 2, True)
        if self.chance(0.5):
            return f"for {counter} in 0..{self.random.randrange(1, 6)}u32 {{ {body} }}"
        return f"let mut {counter} = 0u32; while {counter} < {self.random.randrange(1, 6)} {{ {counter} += 1; {body} }}"

    def jump(self, names, depth, in_loop):
        return f"if {self.expression('bool', names, 2)} {{ {self.choose('break', 'continue')}; }}"

    def function(self, name):
        params = [(self.fresh("p"), self.choose(*TYPES)) for _ in range(self.random.randrange(1, 4))]
        result = self.choose(*TYPES)
        body, names = self.block([(n, t, False) for n, t in params], 2, self.random.randrange(2, 6))
        value = self.expression(result, names, 4)
        self.functions.append((name, [t for _, t in params], result))
        return f"pub fn {name}({', '.join([f'{n}: {t}' for n, t in params])}) -> {result} {{ {body} {value} }}"

    def arguments(self, types):
        """Values for a call."""
        return tuple([self.argument(t) for t in types])

    def argument(self, ty):
        if ty == "bool":
            return self.chance(0.5)
        if ty in FLOATS:
            return self.choose(0.0, 1.5, -3.25, 1e10, 0.5, float("nan"))
        bits = BITS[ty]
        extremes = (-1, -(1 << bits - 1)) if ty[0] == "i" else ((1 << bits) - 1,)
        return self.choose(0, 1, 2, 100, (1 << bits - 1) - 1, *extremes)
