"""Random programs of blocks that set tags and blocks that branch on them, for the property tests: what an `Option` leaves behind, in any control flow.

The signature is that of `programs`: `main(p: i32, q: i32, out: ptr<i32, global>) -> i32`. What it does shows in `out`, without a call: a call may hold a
convergent op. Some programs have barriers, and no loops: where one turns out to be endless, what follows it depends on other branches than before.
"""
from __future__ import annotations

import random

from dialect.function import Block, Cursor, Function, Module
from dialect.op import Loc, Op, Value
from dialect.ops import (
    Add,
    Alloca,
    Barrier,
    Compare,
    CondBr,
    Const,
    Goto,
    Load,
    Max,
    Mul,
    Offset,
    Return,
    Select,
    Store,
    Sub,
    Xor,
)
from dialect.types import I32, ptr
from tests.passes.programs import OUT_SIZE

SMALL = (0, 1, 1, 2, 3)


class Tags:
    """Writes `main` block by block. Tags and numbers are slots, so that mem2reg has to be there first for anything to be passed."""

    def __init__(self, r: random.Random) -> None:
        self.r = r
        self.barriers = r.random() < 0.3
        self.function = Function("main", result=I32)
        self.blocks = [self.function.add_block() for _ in range(r.randrange(4, 16))]
        entry = self.blocks[0]
        self.p, self.q = entry.add_param(I32, "p"), entry.add_param(I32, "q")
        self.out = entry.add_param(ptr(I32, "global"), "out")
        self.c = Cursor(entry)
        self.tags = [self.slot(f"tag{i}") for i in range(r.randrange(1, 3))]
        self.numbers = [self.slot(f"x{i}") for i in range(r.randrange(1, 4))]

    def slot(self, name: str) -> Op:
        slot = self.c.add(Alloca(I32), name)
        self.c.add(Store(self.r.choice((self.p, self.q)), slot))
        return slot

    def number(self, value: int) -> Op:
        return self.c.add(Const(value, I32))

    def load(self, slots: list[Op]) -> Op:
        return self.c.add(Load(self.r.choice(slots)))

    def show(self, v: Value) -> None:
        """Writes the value behind what was shown before; element 0 counts."""
        c = self.c
        count = c.add(Load(self.out))
        following = c.add(Add(count, self.number(1)))
        c.add(Store(v, c.add(Offset(self.out, c.add(Select(c.add(Compare(following, self.number(OUT_SIZE), "lt")), following, self.number(1)))))))
        c.add(Store(following, self.out))

    def compute(self) -> None:
        """One op on a number."""
        kind = self.r.choice((Add, Sub, Xor, Mul, Max))
        other = self.load(self.tags + self.numbers) if self.r.random() < 0.5 else self.number(self.r.randrange(-3, 9))
        self.c.add(Store(self.c.add(kind(self.load(self.numbers), other)), self.r.choice(self.numbers)))

    def fill(self, number: int) -> None:
        """Ops and terminator of a block."""
        r, following = self.r, self.blocks[number + 1 :]
        if number:
            self.c = Cursor(self.blocks[number], Loc("tags.rs", number, 1))
        only_tests = r.random() < 0.5
        for _ in range(r.choice((0, 0, 0, 1, 2)) if only_tests else r.randrange(3)):
            self.compute()
        if not only_tests:
            for tag in self.tags:
                if r.random() < 0.7:
                    self.c.add(Store(self.number(r.choice(SMALL)), tag))
            if r.random() < 0.5:
                self.show(self.load(self.numbers))
            if self.barriers and r.random() < 0.2:
                self.c.add(Barrier())
        self.leave(following, only_tests)

    def leave(self, following: list[Block], only_tests: bool) -> None:
        r, c = self.r, self.c
        if not following or r.random() < 0.05:
            for slot in self.tags + self.numbers:
                self.show(c.add(Load(slot)))
            c.end(Return((self.load(self.numbers),)))
            return
        near = following[:3] if self.barriers or r.random() < 0.9 else self.blocks[1:]
        if not only_tests and r.random() < 0.7:
            c.end(Goto((r.choice(near), ())))
            return
        tested = self.load(self.tags if r.random() < 0.8 else self.numbers)
        c.end(CondBr(c.add(Compare(tested, self.number(r.choice(SMALL)), r.choice(("eq", "ne", "lt")))), (r.choice(near), ()), (r.choice(near), ())))


def tagged_module(seed: int) -> Module:
    """A module with `main` alone."""
    maker = Tags(random.Random(seed))
    for number in range(len(maker.blocks)):
        maker.fill(number)
    module = Module("tagged")
    module.add(maker.function)
    return module
