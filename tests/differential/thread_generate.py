"""Random kernels of several threads: after `random_program(seed)`, a program that rustc accepts and whose result depends on no order.

Barriers and warp operations stand under conditions that are the same for all threads that must come to them; around them are divergent
arithmetic, branches and loops. Threads exchange values through shared tiles, global memory and shuffles, between barriers; atomics are of
one operation a place, so that their order cannot be seen. Now and then one thread panics.
"""

from __future__ import annotations

import random

import numpy as np

from .threads import PRELUDE, Launch, Program

INTEGERS = ("u32", "i32", "u64", "i64")
TYPES = (*INTEGERS, "u8", "i16", "f32", "f64")
WIDE = (*INTEGERS, "f32", "f64")
"""The types that shuffles take."""
BITS = {"u8": 8, "i16": 16, "u32": 32, "i32": 32, "u64": 64, "i64": 64}
ATOMICS = ("add", "min", "max", "and", "or", "xor", "sub")
BINS = 4
"""Places for each atomic operation."""

HELPER = """\
fn passed_on(value: {type}, by: usize) -> {type} {{
    let tile = shared::<[{type}; {size}]>();
    let t = (thread::threadIdx_x() + thread::threadIdx_y() * thread::blockDim_x()) as usize;
    tile[t] = value;
    sync_threads();
    let found = tile[(t + by) % {size}];
    sync_threads();
    found
}}
"""


class Maker:
    """One random kernel: `lines` of its body, variables by type, and what launch it has."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.size = self.random.choice((32, 64, 64, 96, 33, 40, 20))
        self.rows = self.random.choice((1, 1, 1, 2, 4)) if self.size % 4 == 0 else 1
        self.has_warps = self.size % 32 == 0
        self.lines = []
        self.depth = 1
        self.own = {ty: [f"own_{ty}"] for ty in TYPES}
        self.fixed = [*self.own]
        self.same = ["same_0", "same_1"]
        self.count = 0
        self.helper = self.random.choice(WIDE)
        self.dynamic = self.random.random() < 0.3
        self.fuel = 40

    # -- expressions

    def pick(self, *choices):
        return self.random.choice(choices)

    def literal(self, ty):
        if ty[0] == "f":
            return f"{self.random.choice((0.5, 1.0, -2.25, 3.0, 1e-3, 100.0, -0.125))}{ty}"
        low, high = (0, 2 ** BITS[ty] - 1) if ty[0] == "u" else (-(2 ** (BITS[ty] - 1)), 2 ** (BITS[ty] - 1) - 1)
        value = self.random.choice((0, 1, 2, 3, 7, 10, 63, 100, high, high - 1, low, self.random.randint(low, high)))
        return f"({value}{ty})" if value < 0 else f"{value}{ty}"

    def value(self, ty, depth=3):
        """An expression that may differ from thread to thread."""
        if depth == 0 or self.random.random() < 0.2:
            return self.pick(self.literal(ty), *self.own[ty], *self.own[ty], self.cast_of_same(ty))
        made = self.random.random()
        if made < 0.15:
            return f"(if {self.condition(depth - 1)} {{ {self.value(ty, depth - 1)} }} else {{ {self.value(ty, depth - 1)} }})"
        if made < 0.3:
            other = self.pick(*TYPES)
            return f"({self.value(other, depth - 1)} as {ty})"
        return self.float_value(ty, depth) if ty[0] == "f" else self.integer_value(ty, depth)

    def cast_of_same(self, ty):
        return f"({self.pick(*self.same)} as {ty})"

    def float_value(self, ty, depth):
        a, b = self.value(ty, depth - 1), self.value(ty, depth - 1)
        return self.pick(
            f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} / {b})", f"{a}.sqrt()", f"{a}.abs()", f"(-{a})",
            f"{a}.mul_add({b}, {self.value(ty, depth - 1)})", f"{a}.floor()", f"{a}.copysign({b})",
        )  # fmt: skip

    def integer_value(self, ty, depth):
        a, b = self.value(ty, depth - 1), self.value(ty, depth - 1)
        amount = f"({self.value('u32', depth - 1)} % {BITS[ty]})"
        return self.pick(
            f"{a}.wrapping_add({b})", f"({a} - {b})", f"({a} * {b})", f"({a} & {b})", f"({a} | {b})", f"({a} ^ {b})", f"({a} << {amount})",
            f"({a} >> {amount})", f"{a}.wrapping_div({b} | 1)", f"{a}.wrapping_rem({b} | 3)", f"{a}.min({b})", f"{a}.max({b})", f"(!{a})",
            f"{a}.rotate_left({amount})", f"({a}.count_ones() as {ty})", f"({a}.leading_zeros() as {ty})", f"{a}.saturating_add({b})",
        )  # fmt: skip

    def condition(self, depth=2):
        if depth > 0 and self.random.random() < 0.25:
            return f"({self.condition(depth - 1)} {self.pick('&&', '||')} {self.condition(depth - 1)})"
        ty = self.pick(*TYPES)
        return f"({self.value(ty, depth)} {self.pick('<', '<=', '>', '==', '!=')} {self.value(ty, depth)})"

    def uniform(self, depth=2):
        """An expression of type u32 that is the same in all threads of the block."""
        if depth == 0 or self.random.random() < 0.3:
            return self.pick(*self.same, "n", "thread::blockIdx_x()", f"{self.random.randint(0, 9)}u32")
        a, b = self.uniform(depth - 1), self.uniform(depth - 1)
        return self.pick(f"({a}.wrapping_add({b}))", f"({a} ^ {b})", f"({a} * {b})", f"({a} % ({b} | 1))", f"{a}.max({b})", f"({a} >> 1)")

    def uniform_condition(self):
        return f"{self.uniform()} % {self.random.randint(2, 4)} {self.pick('==', '!=', '<')} {self.random.randint(0, 2)}"

    # -- statements

    def say(self, line):
        self.lines.append("    " * self.depth + line)

    def block(self, head, inside, tail="}"):
        self.say(f"{head} {{")
        self.depth += 1
        inside()
        self.depth -= 1
        self.say(tail)

    def name(self, of):
        self.count += 1
        return f"{of}_{self.count}"

    def statements(self, most=5):
        """Statements to which all threads of the block come."""
        mark = {ty: len(names) for ty, names in self.own.items()}, len(self.same)
        for _ in range(self.random.randint(2, most)):
            if self.fuel > 0:
                self.fuel -= 1
                self.statement()
        for ty, length in mark[0].items():
            del self.own[ty][length:]
        del self.same[mark[1] :]

    def statement(self):
        choices = [self.assign, self.assign, self.declare, self.divergent, self.divergent, self.tile, self.tile, self.atomic, self.shared_atomic]
        choices += [self.through_global, self.pass_on, self.uniform_if, self.uniform_loop, self.uniform_assign, self.store]
        if self.has_warps:
            choices += [self.shuffle, self.shuffle, self.vote, self.reduce, self.warp_branch, self.half_warps, self.masked, self.masked]
        if self.dynamic:
            choices += [self.dynamic_tile] * 2
        if self.random.random() < 0.03:
            choices = [self.panic, self.all_return]
        self.random.choice(choices)()

    def assign(self):
        ty = self.pick(*TYPES)
        self.say(f"{self.pick(*self.own[ty])} = {self.value(ty)};")

    def declare(self):
        ty = self.pick(*TYPES)
        name = self.name("local")
        self.say(f"let mut {name} = {self.value(ty)};")
        self.own[ty].append(name)

    def uniform_assign(self):
        self.say(f"{self.pick('same_0', 'same_1')} = {self.uniform()} % 1000;")

    def divergent(self):
        """A branch or a loop that threads take as they like, with nothing in it that others wait for."""
        form = self.random.randrange(4)
        if form == 0:
            self.block(f"if {self.condition()}", self.quiet, "} else {")
            self.depth += 1
            self.quiet()
            self.depth -= 1
            self.say("}")
        elif form == 1:
            name = self.name("k")
            self.block(f"for {name} in 0..({self.value('u32', 1)} % 5)", lambda: self.quiet_loop(f"{name} as"))
        elif form == 2:
            name = self.name("w")
            self.say(f"let mut {name} = {self.value('u32', 1)} % 6;")
            self.block(f"while {name} > 0", lambda: (self.say(f"{name} -= 1;"), self.quiet_loop(f"{name} as")))
        else:
            ty = self.pick(*INTEGERS)
            target = self.pick(*self.own[ty])
            arms = f"0 => {self.value(ty, 1)}, 1 | 3 => {self.value(ty, 2)}, x if x > 5 => {self.value(ty, 1)}, _ => {self.value(ty, 2)}"
            self.say(f"{target} = match {self.value('u32', 1)} % 8 {{ {arms} }};")

    def quiet(self):
        for _ in range(self.random.randint(1, 2)):
            self.assign()

    def quiet_loop(self, counter):
        if self.random.random() < 0.4:
            self.say(f"if {self.condition(1)} {{ {self.pick('break', 'continue')}; }}")
        ty = self.pick(*TYPES)
        self.say(f"{self.pick(*self.own[ty])} = {self.value(ty, 2)}{self.pick('', '')};")
        ty = self.pick(*INTEGERS)
        target = self.pick(*self.own[ty])
        self.say(f"{target} = {target}.wrapping_add({counter} {ty});")

    def tile(self):
        """Each thread reads what another wrote to a shared array."""
        ty, name = self.pick(*TYPES), self.name("tile")
        if self.random.random() < 0.6:
            self.say(f"let {name} = shared::<[{ty}; {self.size}]>();")
            self.exchange(ty, lambda index: f"{name}[{index}]")
            return
        name = name.upper()
        self.say(f"static mut {name}: SharedArray<{ty}, {self.size}> = SharedArray::UNINIT;")
        self.block("unsafe", lambda: self.exchange(ty, lambda index: f"{name}[{index}]"))

    def exchange(self, ty, at):
        target = self.pick(*self.own[ty])
        self.say("sync_threads();")
        self.say(f"{at('t')} = {self.value(ty)};")
        self.say("sync_threads();")
        self.say(f"{target} = {at(self.other())};")

    def other(self):
        """The number of some thread."""
        return f"(({self.value('u32', 1)} as usize) % {self.size})"

    def dynamic_tile(self):
        self.say("unsafe {")
        self.depth += 1
        self.exchange("u64", lambda index: f"*DynamicSharedArray::<u64>::get().add({index})")
        self.depth -= 1
        self.say("}")
        self.say("sync_threads();")

    def through_global(self):
        target = self.pick(*self.own["u32"])
        self.say(f"room[i] = {self.value('u32')};")
        self.say("sync_threads();")
        self.say(f"{target} = room[first + {self.other()}];")
        self.say("sync_threads();")

    def pass_on(self):
        target = self.pick(*self.own[self.helper])
        self.say(f"{target} = passed_on({self.value(self.helper)}, {self.uniform()} as usize);")

    def store(self):
        ty = self.pick("u32", "f32", "i64")
        self.say(f"out_{ty}[i] = {self.value(ty)};")

    def atomic(self):
        kind, places = self.pick(("u32", "counts"), ("i64", "sums"))
        number = self.random.randrange(len(ATOMICS))
        self.say(f"atomic::{ATOMICS[number]}(&mut {places}[{number * BINS} + {self.value('u32', 1)} as usize % {BINS}], {self.value(kind)});")

    def shared_atomic(self):
        name, number = self.name("bins"), self.random.randrange(len(ATOMICS))
        self.say(f"let {name} = shared::<[u32; {BINS}]>();")
        self.say("sync_threads();")
        self.say(f"if t < {BINS} {{ {name}[t] = {self.uniform()}; }}")
        self.say("sync_threads();")
        call = f"atomic::{ATOMICS[number]}(&mut {name}[{self.value('u32', 1)} as usize % {BINS}], {self.value('u32')});"
        self.say(call if self.random.random() < 0.5 else f"if {self.condition()} {{ {call} }}")
        self.say("sync_threads();")
        self.say(f"{self.pick(*self.own['u32'])} = {name}[{self.value('u32', 1)} as usize % {BINS}];")

    def uniform_if(self):
        self.block(f"if {self.uniform_condition()}", lambda: self.statements(3))
        if self.random.random() < 0.4:
            self.lines.pop()
            self.block("} else", lambda: self.statements(3))

    def uniform_loop(self):
        name = self.name("round")
        before = list(self.same)
        if self.random.random() < 0.5:
            self.block(f"for {name} in 0..{self.uniform(1)} % 4", lambda: self.loop_body(name))
        else:
            self.say(f"let mut {name} = {self.uniform(1)} % 4;")
            self.block("loop", lambda: (self.say(f"if {name} == 0 {{ break; }}"), self.say(f"{name} -= 1;"), self.loop_body(name)))
        self.same = before

    def loop_body(self, name):
        if self.random.random() < 0.3:
            self.say(f"if {self.uniform_condition()} {{ {self.pick('break', 'continue')}; }}")
        self.same.append(name)
        self.statements(3)

    # -- warps

    def shuffle(self):
        ty = self.pick(*WIDE)
        target, form = self.pick(*self.own[ty]), self.pick("shuffle", "shuffle_xor", "shuffle_down", "shuffle_up")
        mask, sync = self.pick(("", ""), ("u32::MAX, ", "_sync"))
        amount = self.value("u32", 1) if form == "shuffle" else f"{self.uniform(1)} % 32"
        self.say(f"{target} = warp::{form}{sync}({mask}{self.value(ty)}, {amount});")

    def vote(self):
        target = self.pick(*self.own["u32"])
        form = self.pick("all", "any", "ballot", "popc", "match_any", "match_all")
        given = f"{self.value('u32', 2)} % 3" if form.startswith("match") else self.condition()
        self.say(f"{target} = warp::{form}({given}){' as u32' if form in ('all', 'any') else ''};")

    def reduce(self):
        name, ty = self.pick(
            ("add", "u32"), ("min_u32", "u32"), ("max_u32", "u32"), ("min_i32", "i32"), ("max_i32", "i32"), ("and", "u32"), ("or", "u32"), ("xor", "u32")
        )
        self.say(f"{self.pick(*self.own[ty])} = warp::redux_sync_{name}(u32::MAX, {self.value(ty)});")

    def warp_branch(self):
        """A condition that is the same in all lanes, with warp operations behind it."""
        self.block(f"if warp::{self.pick('any', 'all')}({self.condition()})", lambda: (self.shuffle(), self.quiet(), self.vote()))

    def half_warps(self):
        ty = self.pick(*WIDE)
        target = self.pick(*self.own[ty])
        self.say("if warp::lane_id() < 16 {")
        self.say(f"    {target} = warp::shuffle_xor_sync(0xffff, {self.value(ty, 2)}, {self.random.randrange(16)});")
        self.say("} else {")
        self.say(f"    {target} = warp::shuffle_sync(0xffff0000, {self.value(ty, 2)}, 16 + t as u32 % 7);")
        self.say("}")

    def masked(self):
        """Warp operations of the lanes for which a condition holds."""
        number = self.name("c")
        self.say(f"let {number} = {self.condition()};")
        self.say(f"let m{number} = warp::ballot({number});")
        self.block(f"if {number}{self.pick('', '', f' && m{number} != u32::MAX')}", lambda: self.under_mask(f"m{number}"))

    def under_mask(self, mask):
        self.quiet()
        for _ in range(self.random.randint(1, 2)):
            ty, word = self.pick(*WIDE), self.pick(*self.own["u32"])
            self.say(self.pick(
                f"{self.pick(*self.own[ty])} = warp::shuffle_sync({mask}, {self.value(ty)}, {mask}.trailing_zeros());",
                f"{word} = warp::redux_sync_{self.pick('add', 'xor', 'max_u32')}({mask}, {self.value('u32')});",
                f"{word} ^= warp::ballot_sync({mask}, {self.condition()});",
                f"{word} |= warp::any_sync({mask}, {self.condition()}) as u32;",
                f"{word} ^= warp::match_any_sync({mask}, {self.value('i64', 2)} % 3);",
                f"warp::sync_mask({mask});",
            ))  # fmt: skip

    def all_return(self):
        """The whole block ends, or goes on."""
        self.say(f"if {self.uniform_condition()} && {self.uniform_condition()} {{ out_u32[i] = {self.value('u32')}; return; }}")

    def panic(self):
        thread = self.random.randrange(self.size)
        shown = self.pick("u32", "i64", "u8", "i16")
        self.say(f'if t == {thread} && {self.condition()} {{ panic!("here {{}} {{}}", t, {self.pick(*self.own[shown])}); }}')

    # -- the whole

    def text(self, name):
        self.say("let t = (thread::threadIdx_x() + thread::threadIdx_y() * thread::blockDim_x()) as usize;")
        self.say(f"let first = thread::blockIdx_x() as usize * {self.size};")
        self.say("let i = first + t;")
        self.say("let (mut same_0, mut same_1) = (n, thread::gridDim_x());")
        for ty in TYPES:
            self.say(f"let mut own_{ty} = {'f[i] as ' + ty if ty[0] == 'f' else 'x[i] as ' + ty};")
        self.statements(14)
        self.leave()
        for ty in ("u32", "f32", "i64"):
            self.say(f"out_{ty}[i] = {self.folded(ty)};")
        return f"{PRELUDE}\n{self.helper_text()}{self.head(name)}" + "\n".join(self.lines) + "\n}"

    def folded(self, ty):
        """All variables in one number, so that none is dead."""
        parts = [f"own_{each} as {ty}" for each in TYPES if (each[0] == "f") == (ty[0] == "f")]
        return " + ".join(parts) if ty[0] == "f" else " ^ ".join([*[f"({p})" for p in parts], f"same_0 as {ty}"])

    def leave(self):
        """Some threads end early; the others meet once more."""
        if self.random.random() < 0.4:
            self.say(f"if {self.condition()} {{ out_u32[i] = {self.value('u32')}; return; }}")
            self.say("sync_threads();")
            self.say(f"own_u32 ^= {self.value('u32')};")

    def helper_text(self):
        return HELPER.format(type=self.helper, size=self.size)

    def head(self, name):
        places = "room: &mut [u32], counts: &mut [u32], sums: &mut [i64]"
        return f"#[kernel]\npub fn {name}(x: &[i64], f: &[f64], {places}, out_u32: &mut [u32], out_f32: &mut [f32], out_i64: &mut [i64], n: u32) {{\n"

    def launch(self, seed):
        generator = np.random.default_rng(seed)
        grid = int(generator.integers(1, 3))
        count = grid * self.size
        x = np.where(generator.random(count) < 0.5, generator.integers(-9, 99, count), generator.integers(-(2**62), 2**62, count))
        floats = np.round(generator.standard_normal(count) * 10.0 ** generator.integers(-1, 4, count), 2)
        outs = [np.zeros(count, ty) for ty in (np.uint32, np.float32, np.int64)]
        counts = [np.zeros(len(ATOMICS) * BINS, ty) for ty in (np.uint32, np.int64)]
        shared = self.size * 8 if self.dynamic else 0
        arrays = [x, floats, np.zeros(count, np.uint32), *counts, *outs]
        return Launch(grid, (self.size // self.rows, self.rows), *arrays, int(generator.integers(0, 50)), shared=shared)


def random_program(seed):
    """The kernel of a seed, with two launches."""
    maker, name = Maker(seed), f"random_{seed}"
    return Program(name, maker.text(name), [maker.launch(2 * seed), maker.launch(2 * seed + 1)])
