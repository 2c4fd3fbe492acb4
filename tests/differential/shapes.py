"""Random uses of what needs an item or a form of its own: iterators, slices, generics, modules, `?`, recursion, references through several levels.

A shape is a statement; it adds the items that it needs, and the names that it makes. Those with a body are loops; the others stand alone.
"""

# ruff: noqa: E501 - the text of a program stands as it is written

from __future__ import annotations

from .rows import INTEGERS
from .scope import SCALARS, Name, Part


class Shapes(Part):
    """What a generator makes beyond statements over the names in scope."""

    def shape(self, names, depth, in_loop=0):
        makers = [self.user_iterator, self.for_array, self.for_array, self.for_array, self.while_let, self.labelled_value, self.generic_struct, self.constants, self.module]
        makers += [self.associated, self.tried, self.slices, self.references, self.references, self.recursion, self.either_pattern, self.memory, self.local_items]
        makers += [self.place_pattern, self.early_return, self.deep_loop, self.iterator_value, self.ordering, self.borrowing_struct]
        self.shapes_left -= 1
        return self.random.choice(makers)(names, depth, in_loop)

    def item(self, kind):
        """A name for an item."""
        self.count += 1
        return f"{self.prefix}_{kind}{self.count}"

    def type_item(self, kind):
        self.count += 1
        return f"{self.prefix.upper()}{kind}{self.count}"

    def integer(self):
        return self.choose(*INTEGERS)

    def body(self, names, depth, in_loop, count=2):
        """The statements of a loop without a label."""
        self.labels.append(None)
        text, _ = self.block(names, depth, count, in_loop + 1)
        self.labels.pop()
        return text

    def simple(self, ty, names, depth=2):
        """An expression without statements in it: where something is borrowed."""
        self.pure += 1
        text = self.expression(ty, names, depth)
        self.pure -= 1
        return text

    # ---------------------------------------------------------------------------------------------------------------------- loops

    def while_let(self, names, depth, in_loop=0):
        option, item, ty, turns = self.fresh("o"), self.fresh("m"), self.choose("u8", "i32", "u64", "i8", "u128"), self.random.randrange(1, 5)
        pattern = self.choose(f"Some({item})", f"Some({item} @ 0..={turns})", f"Some({item} @ (0 | 1 | 3..))")
        chain = f" && {self.simple('bool', [*names, Name(item, ty, False)], 1)}" if self.chance(0.3) else ""
        body = self.body([*names, Name(item, ty, False)], depth, in_loop)
        step = f"{option} = if {item} >= {turns} {{ None }} else {{ Some({item} + 1) }};"
        return f"let mut {option} = Some(0{ty});\nwhile let {pattern} = {option}{chain} {{\n{step}\n{body}\n}}"

    def user_iterator(self, names, depth, in_loop=0):
        name, ty, item = self.type_item("I"), self.choose(*SCALARS), self.fresh("m")
        own = [Name("self.at", ty, False), Name("self.left", "u8", False)]
        self.items.append(
            f"struct {name} {{ at: {ty}, left: u8 }}\nimpl Iterator for {name} {{ type Item = {ty}; fn next(&mut self) -> Option<{ty}> {{ "
            f"if self.left == 0 {{ return None; }} self.left -= 1; let old = self.at; self.at = {self.simple(ty, own)}; Some(old) }} }}"
        )
        made = f"{name} {{ at: {self.expression(ty, names, 2)}, left: {self.random.randrange(0, 5)} }}"
        if self.chance(0.3):
            source = self.fresh("s")
            body = self.body([*names, Name(item, ty, False)], depth, in_loop)
            return f"let mut {source} = {made};\nwhile let Some({item}) = {source}.next() {{\n{body}\n}}"
        if self.chance(0.3):
            i = self.fresh("i")
            body = self.body([*names, Name(item, ty, False), Name(i, "usize", False)], depth, in_loop)
            return f"for ({i}, {item}) in ({made}).enumerate() {{\n{body}\n}}"
        adapter = self.choose("", "", ".skip(1)", ".take(2)", ".step_by(2)", ".skip(1).take(2)")
        body = self.body([*names, Name(item, ty, False)], depth, in_loop)
        return f"for {item} in ({made}){adapter} {{\n{body}\n}}"

    def array(self, names, mutable=False):
        """An array in scope of scalars, or a `let` for one."""
        found = [n for n in names if n.ty[0] == "array" and n.ty[2] > 1 and isinstance(n.ty[1], str) and n.text.isidentifier() and (n.mutable or not mutable)]
        if found and self.chance(0.6):
            return "", self.random.choice(found)
        name, ty = self.fresh("v"), ("array", self.scalar(), self.choose(2, 3, 4, 5))
        made = Name(name, ty, True)
        text = f"let mut {name}: {self.written(ty)} = {self.built(ty, names, 2)};\n"
        names.append(made)
        return text, made

    def for_array(self, names, depth, in_loop=0):
        lets, source = self.array(names, True)
        item, i, elem = self.fresh("m"), self.fresh("i"), source.ty[1]
        rest = [n for n in names if n.root != source.root]
        form = self.random.randrange(8)
        if form == 0:
            return f"{lets}for {item} in {source.text} {{\n{self.body([*names, Name(item, elem, False)], depth, in_loop)}\n}}"
        if form == 1:
            body = self.body([*rest, Name(f"(*{item})", elem, True)], depth, in_loop)
            return f"{lets}for {item} in {self.choose(f'&mut {source.text}', f'{source.text}.iter_mut()', f'{source.text}.iter_mut().rev()')} {{\n{body}\n}}"
        if form == 2:
            body = self.body([*rest, Name(f"(*{item})", elem, False), Name(i, "usize", False)], depth, in_loop)
            return f"{lets}for ({i}, {item}) in {source.text}.iter().enumerate() {{\n{body}\n}}"
        if form == 3:
            other, two = self.fresh("m"), self.built(("array", elem, 3), names, 1)
            body = self.body([*rest, Name(f"(*{item})", elem, False), Name(other, elem, False)], depth, in_loop)
            return f"{lets}for ({item}, {other}) in {source.text}.iter().zip({two}) {{\n{body}\n}}"
        if form == 4:
            body = self.body([*rest, Name(item, elem, False)], depth, in_loop)
            return f"{lets}for &{item} in {source.text}.iter().{self.choose('rev()', 'skip(1)', 'step_by(2)', 'chain(&[])')} {{\n{body}\n}}"
        if form == 5:
            body = self.body([*rest, Name(item, elem, False)], depth, in_loop)
            return f"{lets}for {item} in {source.text}[1..].iter().copied() {{\n{body}\n}}"
        if form == 6:
            body = self.body([*rest, Name(f"{item}[0]", elem, False)], depth, in_loop)
            return f"{lets}for {item} in {source.text}.{self.choose('windows(2)', 'chunks(2)', 'chunks_exact(2)')} {{\n{body}\n}}"
        body = self.body([*rest, Name(f"(*{item})", elem, False)], depth, in_loop)
        return f"{lets}for {item} in {self.choose(f'&{source.text}', f'{source.text}.iter()')} {{\n{body}\n}}"

    def labelled_value(self, names, depth, in_loop=0):
        """A loop with a label whose value comes from a break inside another loop."""
        label, n, i, ty, value = self.fresh("'l"), self.fresh("n"), self.fresh("i"), self.scalar(), self.fresh("v")
        inner = [*names, Name(n, "u8", False), Name(i, "i16", False)]
        first, second = self.simple("bool", inner), self.simple("bool", inner)
        text = (
            f"let mut {n} = 0u8;\nlet mut {value}: {ty} = {label}: loop {{\n{n} += 1;\nif {n} > {self.random.randrange(1, 4)} {{ break {self.simple(ty, inner[:-1])}; }}\n"
            f"for {i} in {self.range(0, 3, 'i16')} {{\nif {first} {{ break {label} {self.simple(ty, inner)}; }}\nif {second} {{ continue {label}; }}\n}}\n}};"
        )
        names.append(Name(value, ty, True))
        return text

    def deep_loop(self, names, depth, in_loop=0):
        """Four loops in one another, with jumps to each label."""
        labels = [self.fresh("'l") for _ in range(4)]
        counters = [self.fresh("i") for _ in range(4)]
        total = self.fresh("v")
        inner = [*names, *[Name(c, "u32", False) for c in counters]]
        heads = "\n".join([f"{label}: for {c} in 0..{self.choose(2, 3)}u32 {{" for label, c in zip(labels, counters)])
        jumps = "\n".join(
            [f"if {self.simple('bool', inner, 1)} {{ {self.choose('break', 'continue')} {label}; }}" for label in self.random.sample(labels, 3)]
        )
        text = f"let mut {total} = 0u32;\n{heads}\n{total} = {total}.wrapping_mul(3) + {counters[3]};\n{jumps}\n{total} ^= {self.simple('u32', inner, 1)};\n" + "}\n" * 4
        names.append(Name(total, "u32", True))
        return text.rstrip("\n")

    def iterator_value(self, names, depth, in_loop=0):
        """What an iterator comes to."""
        lets, source = self.array(names)
        elem, value = source.ty[1], self.fresh("v")
        each = f"{source.text}.iter()"
        if elem in INTEGERS:
            made, ty = self.choose(
                (f"{each}.sum::<{elem}>()", elem),
                (f"{each}.copied().product::<{elem}>()", elem),
                (f"{each}.copied().max()", ("option", elem)),
                (f"{each}.rev().copied().min()", ("option", elem)),
                (f"{each}.skip(1).count()", "usize"),
                (f"{each}.copied().last()", ("option", elem)),
                (f"{each}.copied().nth({self.simple('usize', names, 1)} % 5)", ("option", elem)),
                (f"(0..{elem}::MAX.min(5)).rev().step_by(2).sum::<{elem}>()", elem),
                (f"{source.text}.contains(&{self.simple(elem, names)})", "bool"),
            )
        else:
            made, ty = self.choose((f"{each}.count()", "usize"), (f"{each}.copied().last()", ("option", elem)), (f"{source.text}.contains(&{self.simple(elem, names)})", "bool"))
        names.append(Name(value, ty, True))
        return f"{lets}let mut {value}: {self.written(ty)} = {made};"

    # ------------------------------------------------------------------------------------------------------------------ references

    def slices(self, names, depth, in_loop=0):
        """A function over a slice with slice patterns, called with a part of an array."""
        lets, source = self.array(names)
        elem, name = source.ty[1], self.item("slice")
        one, two = [Name("(*a)", elem, False)], [Name("(*a)", elem, False), Name("(*b)", elem, False)]
        middle = self.choose("..", "rest @ ..", "..")
        inner = [*two, Name("(rest.len() as u8)", "u8", False)] if middle != ".." else two
        arms = [
            f"[] => {self.simple(elem, [], 1)}, ",
            f"[a] => {self.simple(elem, one)}, ",
            f"[a, b] if {self.simple('bool', two, 1)} => {self.simple(elem, two)}, ",
            f"[a, {middle}, b] => {self.simple(elem, inner)}, ",
        ]
        arms += [f"[a, ..] => {self.simple(elem, one)}, "] if self.chance(0.3) else []
        self.items.append(f"fn {name}(x: &[{elem}]) -> {elem} {{ match x {{ {''.join(arms)}}} }}")
        at = self.random.randrange(source.ty[2])
        part = self.choose("[..]", f"[{at}..]", f"[..{at}]", f"[{self.simple('usize', names, 1)} % {source.ty[2] + 1}..]", f"[1..{source.ty[2]}]", "")
        value, rest, first = self.fresh("v"), self.fresh("s"), self.fresh("v")
        text = f"{lets}let mut {value} = {name}(&{source.text}{part});\nlet [{first}, {rest} @ ..] = {source.text};"
        names += [Name(value, elem, True), Name(first, elem, False), Name(rest, ("array", elem, source.ty[2] - 1), False)]
        return text

    def two_places(self, names):
        """Two variables of one type, and the `let`s for them."""
        ty = self.any_type(1)
        a, b = self.fresh("v"), self.fresh("v")
        shown = self.written(ty)
        text = f"let mut {a}: {shown} = {self.expression(ty, names, 2)};\nlet mut {b}: {shown} = {self.expression(ty, names, 2)};\n"
        return text, ty, a, b

    def references(self, names, depth, in_loop=0):
        """References chosen, swapped, passed by reference, read through three levels."""
        lets, ty, a, b = self.two_places(names)
        shown, p, q = self.written(ty), self.fresh("r"), self.fresh("r")
        target, other = Name(f"(*{p})", ty, True), Name(f"(*{q})", ty, True)
        form = self.random.randrange(5)
        if form == 0:
            choice = f"let {p} = if {self.simple('bool', names)} {{ &mut {a} }} else {{ &mut {b} }};"
            text = f"{lets}{choice}\n{self.assign([*names, target], 0)}\n*{p} = {self.simple(ty, [*names, target])};"
        elif form == 1:
            text = (
                f"{lets}let (mut {p}, mut {q}) = (&mut {a}, &mut {b});\nif {self.simple('bool', names)} {{ core::mem::swap(&mut {p}, &mut {q}); }}\n"
                f"*{p} = {self.simple(ty, [*names, target, other])};\n{self.assign([*names, other], 0)}\n(*{p}, *{q}) = (*{q}, *{p});"
            )
        elif form == 2:
            name = self.item("deep")
            inner = [Name("(**place)", ty, True), Name("other", ty, False)]
            self.items.append(f"fn {name}(place: &mut &mut {shown}, other: {shown}) -> {shown} {{ let old = **place; **place = {self.simple(ty, inner)}; {self.assign(inner, 0)} old }}")
            text = f"{lets}let mut {p} = &mut {a};\n{b} = {name}(&mut {p}, {self.simple(ty, [*names, Name(b, ty, False)])});\n*{p} = {self.simple(ty, [*names, target])};"
        elif form == 3:
            name = self.item("pick")
            self.items.append(f"fn {name}<'a>(c: bool, a: &'a mut {shown}, b: &'a mut {shown}) -> &'a mut {shown} {{ if c {{ a }} else {{ b }} }}")
            text = f"{lets}*{name}({self.simple('bool', names)}, &mut {a}, &mut {b}) = {self.simple(ty, names)};"
        else:
            text = f"{lets}let {p} = &&&{a};\nlet {q} = &{p};\n{b} = {self.simple(ty, [*names, Name(f'(***{p})', ty, False), Name(f'(****{q})', ty, False)])};"
        names += [Name(a, ty, True), Name(b, ty, True)]
        return text

    def borrowing_struct(self, names, depth, in_loop=0):
        """A struct with references in it, and a method through them."""
        lets, ty, a, b = self.two_places(names)
        name, shown, r, value = self.type_item("R"), self.written(ty), self.fresh("r"), self.fresh("v")
        own = [Name("(*self.to)", ty, True), Name("(*self.from)", ty, False)]
        self.items.append(
            f"struct {name}<'a> {{ to: &'a mut {shown}, from: &'a {shown}, n: u8 }}\nimpl<'a> {name}<'a> {{ "
            f"fn go(&mut self, n: u8) -> {shown} {{ let old = *self.to; *self.to = {self.simple(ty, own)}; self.n += n; if self.n > 3 {{ *self.from }} else {{ old }} }} }}"
        )
        text = f"{lets}let mut {r} = {name} {{ to: &mut {a}, from: &{b}, n: {self.simple('u8', names, 1)} }};\nlet {value} = {r}.go({self.simple('u8', names, 1)});\n{r}.go(1);"
        names += [Name(a, ty, True), Name(b, ty, True), Name(value, ty, False)]
        return text

    def memory(self, names, depth, in_loop=0):
        """swap, replace, take."""
        lets, ty, a, b = self.two_places(names)
        names += [Name(a, ty, True), Name(b, ty, True)]
        rest = [n for n in names if n.text not in (a, b)]
        return lets + self.choose(
            f"core::mem::swap(&mut {a}, &mut {b});",
            f"{b} = core::mem::replace(&mut {a}, {self.simple(ty, rest)});",
            f"core::mem::swap(&mut {a}, &mut {b});\n{a} = core::mem::replace(&mut {b}, {self.simple(ty, rest)});",
        )

    # -------------------------------------------------------------------------------------------------------------------- patterns

    def either_pattern(self, names, depth, in_loop=0):
        """Alternatives that bind the same names, tuples of enums, references in patterns."""
        ty, value, bound = self.scalar(), self.fresh("v"), self.fresh("m")
        pair = ("tuple", ("option", ty), ty)
        inner = [*names, Name(bound, ty, False)]
        arms = [f"(Some({bound}), _) | (None, {bound}) => {self.expression(ty, inner, 2)}, "]
        if self.chance(0.5):
            arms.insert(0, f"({self.choose(f'Some({bound})', f'{bound} @ Some(_)', f'Some({bound} @ _)')}, _) if {self.simple('bool', names, 1)} => {self.expression(ty, names, 2)}, ")
        if self.chance(0.3):
            text = f"let mut {value}: {ty} = match &{self.simple(pair, names)} {{ (Some({bound}), _) | &(None, ref {bound}) => {self.expression(ty, [*names, Name(f'(*{bound})', ty, False)], 2)} }};"
        else:
            text = f"let mut {value}: {ty} = match {self.expression(pair, names, 2)} {{ {''.join(arms)}}};"
        names.append(Name(value, ty, True))
        return text

    def place_pattern(self, names, depth, in_loop=0):
        """Patterns that bind parts of a place by reference, to write through them."""
        ty, place, bound, n = self.scalar(), self.fresh("v"), self.fresh("m"), self.fresh("m")
        whole = self.choose(("option", ty), ("tuple", ty, ("option", ty)), ("array", ty, 3))
        target = Name(f"(*{bound})", ty, True)
        write = self.assign([*names, target], 0) + f" *{bound} = {self.simple(ty, [*names, target])};"
        text = f"let mut {place}: {self.written(whole)} = {self.built(whole, names, 2)};\n"
        if whole[0] == "option":
            text += self.choose(
                f"if let Some({bound}) = &mut {place} {{ {write} }}",
                f"match {place} {{ Some(ref mut {bound}) => {{ {write} }} None => {place} = Some({self.simple(ty, names)}) }}",
                f"if let Some({bound}) = {place}.as_mut() {{ {write} }}",
            )
        elif whole[0] == "tuple":
            text += f"let ({bound}, ref {n}) = {place};\nlet mut {bound} = {bound};\n{{ let {bound} = &mut {bound}; {write} }}\nif let Some({bound}) = *{n} {{ {place}.0 = {bound}; }}"
        else:
            text += f"let [{bound}, .., _] = &mut {place};\n{write}"
        names.append(Name(place, whole, True))
        return text

    def ordering(self, names, depth, in_loop=0):
        ty, value, of = self.scalar(), self.fresh("v"), self.choose(*INTEGERS, "bool", "char")
        a, b = self.simple(of, names), self.simple(of, names)
        arms = f"core::cmp::Ordering::Less => {self.expression(ty, names, 2)}, core::cmp::Ordering::Equal => {self.expression(ty, names, 1)}, _ => {self.expression(ty, names, 2)}"
        text = f"let mut {value}: {ty} = match ({a}).cmp(&{b}){self.choose('', '.reverse()', '.then(core::cmp::Ordering::Less)')} {{ {arms} }};"
        names.append(Name(value, ty, True))
        return text

    # ----------------------------------------------------------------------------------------------------------------------- items

    def tried(self, names, depth, in_loop=0):
        """`?` on options and results, with an early return beside it."""
        ty, name, value, e = self.integer(), self.item("tried"), self.fresh("v"), self.choose("u8", "i64", "bool")
        own = [Name("a", ty, False), Name("b", ty, False)]
        op, other = self.choose("checked_add", "checked_sub", "checked_mul"), self.choose("checked_div", "checked_rem", "checked_add")
        early = self.simple("bool", [*own, Name("x", ty, False)])
        if self.chance(0.5):
            self.items.append(
                f"fn {name}(a: {ty}, b: {ty}) -> Option<{ty}> {{ let x = a.{op}(b)?; if {early} {{ return {self.choose('None', 'Some(b)')}; }} Some(x.{other}({self.simple(ty, own)})?) }}"
            )
            shown, fails = f"Some(x) => {self.expression(ty, [*names, Name('x', ty, False)], 2)}", "None"
        else:
            self.items.append(
                f"fn {name}(a: {ty}, b: {ty}) -> Result<{ty}, {e}> {{ let x = a.{op}(b).ok_or({self.simple(e, own)})?; if {early} {{ return Err({self.simple(e, own)}); }} "
                f"let y: {ty} = {name}_inner(x, b)?; Ok(y ^ b) }}\n"
                f"fn {name}_inner(a: {ty}, b: {ty}) -> Result<{ty}, {e}> {{ if {self.simple('bool', own)} {{ Ok({self.simple(ty, own)}) }} else {{ Err({self.simple(e, own)}) }} }}"
            )
            bound = self.fresh("m")
            shown = f"Ok(x) => {self.expression(ty, [*names, Name('x', ty, False)], 2)}, Err({bound}) if {self.simple('bool', [*names, Name(bound, e, False)], 1)} => {self.literal(ty)}"
            fails = "Err(_)"
        text = f"let mut {value}: {ty} = match {name}({self.expression(ty, names, 2)}, {self.expression(ty, names, 2)}) {{ {shown}, {fails} => {self.expression(ty, names, 2)} }};"
        names.append(Name(value, ty, True))
        return text

    def generic_struct(self, names, depth, in_loop=0):
        """A struct generic over a type and a length, with methods that are generic themselves."""
        name, ty, count, g = self.type_item("G"), self.scalar(), self.choose(1, 2, 3, 5), self.fresh("g")
        self.items.append(
            f"#[derive(Clone, Copy)]\nstruct {name}<T, const N: usize> {{ at: usize, items: [T; N] }}\n"
            f"impl<T: Copy + PartialOrd, const N: usize> {name}<T, N> {{\nconst SIZE: usize = N * 2 + 1;\n"
            f"fn new(first: T) -> Self {{ Self {{ at: {self.random.randrange(3)}, items: [first; N] }} }}\n"
            "fn get(&self, i: usize) -> T { self.items[(self.at + i) % N] }\n"
            "fn put(&mut self, i: usize, value: T) -> &mut Self { self.at = i % N; self.items[self.at] = value; self }\n"
            f"fn most(&self) -> T {{ let mut best = self.items[0]; for x in self.items {{ if x {self.choose('<', '>', '<=', '>=')} best {{ best = x; }} }} best }}\n"
            f"fn with<U: Copy, const M: usize>(self, other: {name}<U, M>) -> (T, U) {{ (self.items[N - 1], other.items[self.at % M]) }}\n}}"
        )
        other, h = self.scalar(), self.fresh("g")
        values = [self.fresh("v") for _ in range(4)]
        index = self.simple("usize", names, 1)
        text = (
            f"let mut {g} = {name}::<{ty}, {count}>::new({self.expression(ty, names, 2)});\n{g}.put({index}, {self.simple(ty, names)}).put({self.random.randrange(5)}, {self.simple(ty, names)});\n"
            f"let {h} = {name}::<{other}, 2> {{ items: {self.built(('array', other, 2), names, 1)}, at: 0 }};\n"
            f"let ({values[0]}, {values[1]}) = ({g}.get({self.random.randrange(7)}), {g}.most());\n"
            f"let ({values[2]}, {values[3]}) = {g}.with({h});\nlet {h} = {name}::<{ty}, {count}>::SIZE;"
        )
        names += [Name(v, t, False) for v, t in zip(values, (ty, ty, ty, other))] + [Name(h, "usize", False)]
        return text

    def constants(self, names, depth, in_loop=0):
        """A const fn, constants made with it, a static table."""
        ty, name = self.integer(), self.item("const")
        steps = [f"x = x.wrapping_mul({self.literal(ty)});", f"x = x ^ (x >> {self.random.randrange(1, 8)});", f"if x > 9 {{ x = x.wrapping_sub({self.literal(ty)}) }}"]
        steps += ["if i == 2 { i += 1; continue; }", f"x = match x {{ 0..=9 => x + 1, {self.literal(ty).strip('()')} => 3, _ => x / 3 }};"]
        chosen = " ".join(self.random.sample(steps, 3))
        constant, table = name.upper(), name.upper() + "_TABLE"
        self.items.append(f"const fn {name}(n: {ty}) -> {ty} {{ let mut x = n; let mut i = 0; while i < {self.random.randrange(1, 6)} {{ i += 1; {chosen} }} x }}")
        self.items.append(f"const {constant}: {ty} = {name}({self.literal(ty)});\nstatic {table}: [{ty}; 3] = [{name}(1), {constant}, {self.literal(ty)}];")
        self.consts.append((constant, ty))
        a, b = self.fresh("v"), self.fresh("v")
        text = f"let {a} = {table}[{self.simple('usize', names, 1)} % 3];\nlet {b} = {name}({self.expression(ty, names, 1)});"
        names += [Name(a, ty, False), Name(b, ty, False)]
        return text

    def module(self, names, depth, in_loop=0):
        """A module within a module, with a struct, a constant and a function, some by other names."""
        name, ty, other, value, second = self.item("module"), self.scalar(), self.scalar(), self.fresh("v"), self.fresh("v")
        own = [Name("self.x", ty, False), Name("self.y", other, False), Name("K", ty, False)]
        inner = [Name("a", ty, False), Name("K", ty, False)]
        self.items.append(
            f"mod {name} {{\nuse super::*;\npub const K: {ty} = {self.literal(ty)};\npub struct P {{ pub x: {ty}, y: {other} }}\n"
            f"impl P {{ pub fn new(x: {ty}) -> P {{ P {{ x, y: {self.literal(other)} }} }} pub fn both(&self) -> {ty} {{ {self.simple(ty, own)} }} }}\n"
            f"pub mod inner {{\nuse super::super::*;\nuse super::K;\npub fn g(a: {ty}) -> {ty} {{ {self.simple(ty, inner)} }}\n}}\npub use inner::g as h;\n}}\nuse {name}::P as {name.upper()};"
        )
        text = (
            f"let {value} = {name.upper()}::new({self.expression(ty, names, 2)}).both();\n"
            f"let mut {second} = {self.choose(f'{name}::h', f'{name}::inner::g', f'self::{name}::h')}({self.expression(ty, names, 1)});"
        )
        names += [Name(value, ty, False), Name(second, ty, True)]
        self.consts.append((f"{name}::K", ty))
        return text

    def associated(self, names, depth, in_loop=0):
        """A trait with an associated type and constant and a default method, a trait above it, a blanket implementation, generic functions."""
        trait = self.type_item("T")
        first, second = self.random.sample(["i32", "u8", "f32", "u64", "bool", "char", "i128", "i16"], 2)
        lines = [
            f"trait {trait}: Copy {{ type Out: Copy; const N: usize; fn get(&self, n: u8) -> Self::Out; fn pair(&self) -> (Self::Out, Self::Out) {{ (self.get({self.random.randrange(9)}), self.get(Self::N as u8)) }} }}",
            f"trait {trait}Above: {trait} {{ fn above(self, n: u8) -> (Self, Self::Out) {{ (self, self.pair().{self.choose(0, 1)}) }} }}",
            f"impl<A: {trait}> {trait}Above for A {{}}",
            f"fn {trait.lower()}_all<S: {trait}, const K: usize>(s: S) -> [S::Out; K] {{ [s.get(K as u8); K] }}",
            f"fn {trait.lower()}_sum<S>(s: S, n: u8) -> usize where S: {trait}Above, S::Out: PartialOrd {{ let (a, b) = s.above(n); if a.get(n) < b {{ S::N }} else {{ n as usize }} }}",
        ]
        outs = {}
        for ty in (first, second):
            outs[ty] = self.scalar()
            own = [Name("(*self)", ty, False), Name("n", "u8", False)]
            lines.append(f"impl {trait} for {ty} {{ type Out = {outs[ty]}; const N: usize = {self.random.randrange(9)}; fn get(&self, n: u8) -> {outs[ty]} {{ {self.simple(outs[ty], own)} }} }}")
        self.items += lines
        values = [self.fresh("v") for _ in range(4)]
        text = (
            f"let {values[0]}: [{outs[first]}; 2] = {trait.lower()}_all({self.expression(first, names, 2)});\n"
            f"let {values[1]} = {trait.lower()}_sum::<{second}>({self.expression(second, names, 2)}, {self.expression('u8', names, 1)});\n"
            f"let {values[2]} = {trait}::get(&{self.simple(first, names)}, 3);\nlet {values[3]} = <{second} as {trait}>::N;"
        )
        names += [Name(v, t, False) for v, t in zip(values, (("array", outs[first], 2), "usize", outs[first], "usize"))]
        return text

    def recursion(self, names, depth, in_loop=0):
        """A function that calls itself, or two that call each other."""
        name, ty, value = self.item("again"), self.scalar(), self.fresh("v")
        own = [Name("n", "u8", False), Name("a", ty, False)]
        if self.chance(0.5):
            self.items.append(f"fn {name}(n: u8, a: {ty}) -> {ty} {{ if n == 0 {{ return a; }} let b = {name}(n - 1, {self.simple(ty, own)}); {self.simple(ty, [*own, Name('b', ty, False)])} }}")
        else:
            self.items.append(
                f"fn {name}(n: u8, a: {ty}) -> {ty} {{ if n < 2 {{ {self.simple(ty, own)} }} else {{ {name}_other(n - 1, {self.simple(ty, own)}) }} }}\n"
                f"fn {name}_other(n: u8, a: {ty}) -> {ty} {{ if {self.simple('bool', own)} {{ a }} else {{ {name}(n - 1, {self.simple(ty, own)}) }} }}"
            )
        text = f"let mut {value} = {name}({self.expression('u8', names, 1)} % 6, {self.expression(ty, names, 2)});"
        names.append(Name(value, ty, True))
        return text

    def local_items(self, names, depth, in_loop=0):
        """Items inside a block, a variable that shadows another there."""
        ty, name, value = self.scalar(), self.item("local"), self.fresh("v")
        own = [Name("a", ty, False), Name("Q", ty, False)]
        text = (
            f"let mut {value}: {ty} = {{\nconst Q: {ty} = {self.literal(ty)};\nfn {name}(a: {ty}) -> {ty} {{ {self.simple(ty, own)} }}\n"
            f"let {value} = {name}({self.expression(ty, names, 1)});\nlet {value} = {self.simple(ty, [*names, Name(value, ty, False), Name('Q', ty, False)])};\n{name}({value})\n}};"
        )
        names.append(Name(value, ty, True))
        return text

    def early_return(self, names, depth, in_loop=0):
        if self.result == "()":
            return ""
        return f"if {self.expression('bool', names, 2)} {{ return {self.expression(self.result, names, 2)}; }}"
