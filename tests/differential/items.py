"""Random items: structs, enums, traits, functions and methods."""

from __future__ import annotations

from .scope import Name, Part

BINARY = {
    "+": ("Add", "add"),
    "-": ("Sub", "sub"),
    "*": ("Mul", "mul"),
    "/": ("Div", "div"),
    "%": ("Rem", "rem"),
    "&": ("BitAnd", "bitand"),
    "|": ("BitOr", "bitor"),
    "^": ("BitXor", "bitxor"),
    "<<": ("Shl", "shl"),
    ">>": ("Shr", "shr"),
}


class Items(Part):
    """What a generator makes of items."""

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
        self.items.append(f"#[derive(Clone, Copy, PartialEq, PartialOrd)]\nstruct {name}{written}")
        self.structs[name] = fields
        if self.chance(0.5):
            self.define_operators(name)

    def define_operators(self, struct):
        """Operator traits of a struct, one with itself, one with a scalar or alone; a compound assignment falls back on neither."""
        ty = ("struct", struct)
        chosen = []
        for op, (trait, method) in self.random.sample(list(BINARY.items()), 2):
            other = self.choose(ty, self.scalar())
            names = self.parts(Name("self", ty, False), [], 0)[1:] + [n for n in self.parts(Name("other", other, False), [], 0) if n.ty != ty]
            self.items.append(
                f"impl core::ops::{trait}{'' if other == ty else f'<{other}>'} for {struct} {{ type Output = {struct}; "
                f"fn {method}(self, other: {self.written(other)}) -> {struct} {{ {self.built(ty, names, 2)} }} }}"
            )
            self.items.append(
                f"impl core::ops::{trait}Assign{'' if other == ty else f'<{other}>'} for {struct} {{ "
                f"fn {method}_assign(&mut self, other: {self.written(other)}) {{ *self = *self {op} other; }} }}"
            )
            chosen.append((op, other))
        names = self.parts(Name("self", ty, False), [], 0)[1:]
        trait, method, op = self.choose(("Neg", "neg", "-"), ("Not", "not", "!"))
        self.items.append(f"impl core::ops::{trait} for {struct} {{ type Output = {struct}; fn {method}(self) -> {struct} {{ {self.built(ty, names, 2)} }} }}")
        self.operators[struct] = [*chosen, (op, "")]

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
        self.items.append(f"#[derive(Clone, Copy, PartialEq, PartialOrd)]\nenum {name} {{ {', '.join(shown)} }}")
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
