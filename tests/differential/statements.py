"""Random statements, one a line."""

from __future__ import annotations

from collections.abc import Callable

from .rows import INTEGERS
from .scope import Name, Part


class Statements(Part):
    """What a generator makes of statements; each may add names to those in scope."""

    def block(self, names, depth, count, in_loop=0):
        """Statements, one a line."""
        out, names = [], list(names)
        for _ in range(count):
            makers: list[Callable[..., str]] = [self.let, self.let, self.let, self.let_pattern, self.assign, self.assign, self.assign, self.destructure]
            makers += [self.through_reference, self.through_reference, self.mutate]
            if self.shapes_left > 0:
                makers += [self.shape] * 6
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
        operators = [o for o in self.operators.get(place.ty[1], ()) if o[1]] if place.ty[0] == "struct" else []
        if operators and self.chance(0.6):
            op, other = self.random.choice(operators)
            return f"{place.text} {op}= {self.expression(other, names, 3)};"
        if not isinstance(place.ty, str) or place.ty == "char":
            return f"{place.text} = {self.expression(place.ty, names, 3)};"
        ops: tuple[str, ...] = ("&=", "|=", "^=") if place.ty == "bool" else ("+=", "-=", "*=", "/=")
        if place.ty in INTEGERS:
            ops = ("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=")
        op = self.choose("=", "=", *ops)
        amount = "u32" if op in ("<<=", ">>=") else place.ty
        value = self.divisor(amount, names, 3) if op in ("/=", "%=") and place.ty in INTEGERS else self.expression(amount, names, 3)
        return f"{place.text} {op} {value};"

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
        rest = [n for n in names if place.root not in n.text]
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
            return f"{head}for {counter} in {self.range(start, start + turns, ty)} {{\n{body}\n}}"
        if form == "while":
            return f"let mut {counter} = 0{ty};\n{head}while {counter} < {turns} {{\n{counter} += 1;\n{body}\n}}"
        return f"let mut {counter} = 0{ty};\n{head}loop {{\n{counter} += 1;\nif {counter} > {turns} {{ break; }}\n{body}\n}}"

    def range(self, start, end, ty):
        """What a loop runs over: a range, perhaps backwards or in steps."""
        form = self.random.randrange(10)
        if form < 3:
            return f"{start}..{end}{ty}"
        if form == 3:
            return f"{start}..={end}{ty}"
        plain = f"({self.choose(f'{start}..{end}{ty}', f'{start}..={end}{ty}')})"
        if form == 4:
            return f"{plain}.rev()"
        if form == 5:
            return f"{plain}.step_by({self.choose(1, 2, 3)})"
        if form == 6:
            return f"{plain}.rev().step_by(2)"
        return f"{plain}.{self.choose('skip(1)', 'take(2)', 'skip(1).take(2)', 'chain(7..9)')}"

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
        form = self.random.randrange(6)
        if form == 5:
            ty = self.scalar()
            return f"let {self.fresh('_u')} = {self.built(('array', ty, 3), names, 1)}[{self.expression('usize', names, 2)} % {self.choose(4, 5, 9)}];"
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
