"""Random programs of counted loops for the property tests: every form of counter and exit, breaks, panics, arrays indexed by counters, wishes to unroll.

The signature is that of `programs`: `main(p: i32, q: i32, out: ptr<i32, global>) -> i32`, which shows what it does by calls to `observe`.
"""
from __future__ import annotations

import random

from dialect import scalar
from dialect.function import Block, Cursor, Function, Module
from dialect.op import Loc, Op, Value
from dialect.ops import (
    Add,
    Alloca,
    And,
    Call,
    Cast,
    Compare,
    CondBr,
    Const,
    Element,
    Goto,
    Load,
    Mul,
    Panic,
    Return,
    Shl,
    Store,
    Sub,
    ToGeneric,
)
from dialect.types import I32, U8, U32, VOID, Type, array, ptr
from tests.passes.programs import observe

COUNTERS = (I32, I32, U32, U8)
BOUNDS = (0, 1, 1, 2, 2, 2, 3, 3, 4, 7)


class Loops:
    """Writes `main` statement by statement. Counters are slots, so that mem2reg has to be there first for anything to unroll."""

    def __init__(self, r: random.Random) -> None:
        self.r = r
        self.function = Function("main", result=I32)
        entry = self.function.add_block()
        self.p, self.q = entry.add_param(I32, "p"), entry.add_param(I32, "q")
        self.out = entry.add_param(ptr(I32, "global"), "out")
        self.entry = entry
        self.c = Cursor(entry, Loc("loops.rs", 1, 1))
        self.sum = self.slot(I32, "sum", self.p)
        self.array = self.c.add(Alloca(array(I32, 4)), "a")
        for i in range(4):
            self.c.add(Store(self.q, self.c.add(Element(self.array, self.number(i, U32)))))
        self.counters: list[Op] = []
        self.leave: list[Block] = []
        self.room = 40

    def slot(self, type: Type, name: str, start: Value) -> Op:
        slot = Alloca(type)
        slot.name, slot.block = name, self.entry
        self.entry.ops.insert(0, slot)
        self.c.add(Store(start, slot))
        return slot

    def number(self, value: int, type: Type) -> Op:
        return self.c.add(Const(scalar.wrap(type, value), type))

    def whole(self, slot: Op) -> Value:
        """The content of a counter as an i32."""
        v = self.c.add(Load(slot))
        return v if v.type is I32 else self.c.add(Cast(v, I32))

    def value(self) -> Value:
        k = self.r.random()
        if k < 0.3 and self.counters:
            return self.whole(self.r.choice(self.counters))
        if k < 0.5:
            return self.c.add(Load(self.place()))
        return self.c.add(Load(self.sum)) if k < 0.8 else self.r.choice((self.p, self.q, self.number(self.r.randrange(-3, 9), I32)))

    def place(self) -> Op:
        """An element of the array, most often the one of a counter."""
        index: Value = self.whole(self.r.choice(self.counters)) if self.counters and self.r.random() < 0.8 else self.number(self.r.randrange(4), I32)
        return self.c.add(Element(self.array, self.c.add(And(index, self.number(3, I32)))))

    def statements(self, depth: int) -> None:
        for _ in range(self.r.randrange(1, 4)):
            self.room -= 1
            if self.room > 0:
                self.statement(depth)

    def statement(self, depth: int) -> None:
        r, c = self.r, self.c
        c.loc = Loc("loops.rs", r.randrange(2, 99), 1)
        k = r.random()
        if k < 0.4 and depth < 3:
            self.loop(depth)
        elif k < 0.55:
            c.add(Call((c.add(ToGeneric(self.out)), self.value()), "observe", VOID))
        elif k < 0.7:
            c.add(Store(self.value(), self.place()))
        elif k < 0.85:
            c.add(Store(c.add(r.choice((Add, Sub, Mul))(self.value(), self.value())), self.sum))
        else:
            self.conditional(depth)

    def conditional(self, depth: int) -> None:
        """Goes on behind, out of a loop, into a panic, or does something more."""
        r, c = self.r, self.c
        then, join = self.function.add_block(), self.function.add_block()
        c.end(CondBr(c.add(Compare(self.value(), self.value(), r.choice(("lt", "eq", "gt")))), (then, ()), (join, ())))
        c.block = then
        k = r.random()
        if k < 0.4 and self.leave:
            c.end(Goto((r.choice(self.leave), ())))
        elif k < 0.5:
            c.end(Panic((self.value(),), "stopped with {0}"))
        else:
            self.statement(depth)
            c.end(Goto((join, ())))
        c.block = join

    def loop(self, depth: int) -> None:
        """`while counter <predicate> bound { body; counter = counter <op> step }`, or the test after the body."""
        r, c = self.r, self.c
        type = r.choice(COUNTERS)
        bound = r.choice(BOUNDS) if r.random() < 0.85 else None
        wraps = type is U8 and r.random() < 0.5
        counter = self.slot(type, f"i{len(self.function.blocks)}", self.number(r.choice((250, 254)) if wraps else r.choice((0, 0, 1)), type))
        head, body, after = (self.function.add_block() for _ in range(3))
        head.unroll = r.choice((None, None, None, 0, 1, 2, 3))
        c.end(Goto((head, ())))
        c.block = head
        first = r.random() < 0.75
        if first:
            self.test(counter, bound, body, after, wraps)
            c.block = body
        self.counters.append(counter)
        self.leave += [after, head] if r.random() < 0.07 else [after]
        marks = len(self.leave)
        self.statements(depth + 1)
        del self.leave[marks - 1 - (self.leave[marks - 1] is head) :]
        self.counters.pop()
        step = r.choice((Add,) * 9 + (Sub, Shl, Mul))
        c.add(Store(c.add(step(c.add(Load(counter)), self.number(1 if wraps else r.choice((1, 1, 1, 2, 3)), type))), counter))
        if first:
            c.end(Goto((head, ())))
            c.block = after
        else:
            self.test(counter, bound, head, after, wraps)
            body.end(Goto((after, ())))
            c.block = after

    def test(self, counter: Op, bound: int | None, stay: Block, leave: Block, wraps: bool) -> None:
        """Branches on the counter; one that wraps is compared for being another number than the bound."""
        c = self.c
        v = c.add(Load(counter))
        limit: Value = c.add(Cast(self.p, v.type)) if bound is None else self.number(bound, v.type)
        c.end(CondBr(c.add(Compare(v, limit, "ne" if wraps else self.r.choice(("lt",) * 6 + ("le", "gt")))), (stay, ()), (leave, ())))


def counted_module(seed: int) -> Module:
    """A module with `main` and `observe`."""
    maker = Loops(random.Random(seed))
    for _ in range(3):
        maker.statements(0)
    for i in range(4):
        v = maker.c.add(Load(maker.c.add(Element(maker.array, maker.number(i, U32)))))
        maker.c.add(Call((maker.c.add(ToGeneric(maker.out)), v), "observe", VOID))
    maker.c.end(Return((maker.c.add(Load(maker.sum)),)))
    module = Module("counted")
    module.add(observe())
    module.add(maker.function)
    return module
