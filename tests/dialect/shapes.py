"""Functions of known shapes and any size: for scale tests and for measuring."""

from __future__ import annotations

import random

from dialect.function import Block, Cursor, Function
from dialect.op import Loc, Op, Value
from dialect.ops import (
    Add,
    Alloca,
    And,
    BlockIndex,
    BlockSize,
    Compare,
    CondBr,
    Const,
    Fma,
    Goto,
    Load,
    Mul,
    Offset,
    Panic,
    Return,
    Shl,
    Store,
    Sub,
    ThreadIndex,
    Xor,
)
from dialect.types import F32, I32, U32, ptr

FLOATS = ptr(F32, "global")
OUT_OF_BOUNDS = "index out of bounds: the len is {1} but the index is {0}"


def _begin(name: str, n_slots: int) -> tuple[Function, Cursor, Value, list[Alloca]]:
    f = Function(name, "func", I32)
    entry = f.add_block("entry")
    p = entry.add_param(I32, "p")
    c = Cursor(entry)
    slots = [c.add(Alloca(I32), f"s{i}") for i in range(n_slots)]
    for s in slots:
        c.add(Store(p, s))
    return f, c, p, slots


def chain(n: int) -> Function:
    """`n` blocks one after the other, every second one adds one to a slot."""
    f, c, _, (s,) = _begin("chain", 1)
    one = c.add(Const(1, I32))
    for i in range(1, n):
        following = f.add_block(f"b{i}")
        c.end(Goto((following, ())))
        c = Cursor(following)
        if i % 2:
            c.add(Store(c.add(Add(c.add(Load(s)), one)), s))
    c.end(Return((c.add(Load(s)),)))
    return f


def diamonds(n: int) -> Function:
    """`n` ifs with an else, one after the other."""
    f, c, p, (s,) = _begin("diamonds", 1)
    for i in range(n):
        then, other, join = f.add_block(f"then{i}"), f.add_block(f"else{i}"), f.add_block(f"join{i}")
        c.end(CondBr(c.add(Compare(c.add(Load(s)), p, "lt")), (then, ()), (other, ())))
        c = Cursor(then)
        c.add(Store(c.add(Add(c.add(Load(s)), p)), s))
        c.end(Goto((join, ())))
        other.end(Goto((join, ())))
        c = Cursor(join)
    c.end(Return((c.add(Load(s)),)))
    return f


def many_variables(variables: int = 500, joins: int = 1000) -> Function:
    """All variables are live across all joins."""
    f, c, p, slots = _begin("variables", variables)
    for i in range(joins):
        then, join = f.add_block(f"then{i}"), f.add_block(f"join{i}")
        c.end(CondBr(c.add(Compare(p, p, "lt")), (then, ()), (join, ())))
        c = Cursor(then)
        s = slots[i % variables]
        c.add(Store(c.add(Add(c.add(Load(s)), p)), s))
        c.end(Goto((join, ())))
        c = Cursor(join)
    total: Value = c.add(Load(slots[0]))
    for s in slots[1:]:
        total = c.add(Add(total, c.add(Load(s))))
    c.end(Return((total,)))
    return f


def values_across_joins(values: int = 500, joins: int = 1000) -> Function:
    """SSA values defined at the top, used at the bottom, with `joins` ifs between."""
    f, c, p, _ = _begin("across", 0)
    held = [c.add(Add(p, p)) for _ in range(values)]
    for i in range(joins):
        then, join = f.add_block(f"then{i}"), f.add_block(f"join{i}")
        c.end(CondBr(c.add(Compare(p, p, "lt")), (then, ()), (join, ())))
        then.end(Goto((join, ())))
        c = Cursor(join)
    total: Value = held[0]
    for v in held[1:]:
        total = c.add(Add(total, v))
    c.end(Return((total,)))
    return f


def checks_to_one_exit(n: int) -> Function:
    """`n` bounds checks that share their failing block."""
    f, c, p, _ = _begin("checks", 0)
    failed = Block("failed")
    for i in range(n):
        further = f.add_block(f"ok{i}")
        c.end(CondBr(c.add(Compare(p, p, "lt")), (further, ()), (failed, ())))
        c = Cursor(further)
    c.end(Return((p,)))
    f.blocks.append(failed)
    failed.end(Panic((), "no"))
    return f


def cleanup_ladder(n: int) -> Function:
    """Check i leaves to cleanup i, and cleanups fall through: quadratic for other dominator algorithms."""
    f, c, p, _ = _begin("ladder", 0)
    cleanups = [Block(f"clean{i}") for i in range(n)]
    for i in range(n):
        further = f.add_block(f"ok{i}")
        c.end(CondBr(c.add(Compare(p, p, "lt")), (further, ()), (cleanups[i], ())))
        c = Cursor(further)
    c.end(Goto((cleanups[-1], ())))
    f.blocks += cleanups
    for i, block in enumerate(cleanups):
        block.end(Goto((cleanups[i - 1], ())) if i else Return((p,)))
    return f


def loops_in_a_row(n: int) -> Function:
    """`n` loops one after the other, each left by its own rule."""
    f, c, p, slots = _begin("row", 1)
    for k in range(n):
        head, body, done = f.add_block(f"head{k}"), f.add_block(f"body{k}"), f.add_block(f"done{k}")
        c.end(Goto((head, ())))
        c = Cursor(head)
        c.end(CondBr(c.add(Compare(c.add(Load(slots[0])), p, "lt")), (body, ()), (done, ())))
        c = Cursor(body)
        c.add(Store(c.add(Add(c.add(Load(slots[0])), p)), slots[0]))
        c.end(Goto((head, ())))
        c = Cursor(done)
    c.end(Return((p,)))
    return f


def nest(depth: int) -> Function:
    """Loops in loops."""
    f, c, p, slots = _begin("nest", depth)
    heads: list[tuple[Block, Block]] = []
    for k in range(depth):
        head, body, done = f.add_block(f"head{k}"), f.add_block(f"body{k}"), f.add_block(f"done{k}")
        c.end(Goto((head, ())))
        c = Cursor(head)
        c.end(CondBr(c.add(Compare(c.add(Load(slots[k])), p, "lt")), (body, ()), (done, ())))
        heads.append((head, done))
        c = Cursor(body)
    for k in range(depth - 1, -1, -1):
        c.add(Store(c.add(Add(c.add(Load(slots[k])), p)), slots[k]))
        c.end(Goto((heads[k][0], ())))
        c = Cursor(heads[k][1])
    c.end(Return((p,)))
    return f


class Synthetic:
    """About `n_ops` ops as the front end makes them: locals in slots, ifs, loops, checked loads and stores."""

    def __init__(self, n_ops: int, seed: int = 0) -> None:
        self.r = random.Random(seed)
        self.f = Function("synthetic", "kernel")
        entry = self.f.add_block("entry")
        self.n, self.x, self.y = entry.add_param(U32, "n"), entry.add_param(FLOATS, "x"), entry.add_param(FLOATS, "y")
        self.c = c = Cursor(entry, Loc("k.rs", 1, 1))
        self.count = self.used = 0
        self.ints = [c.add(Alloca(U32), f"v{i}") for i in range(12)]
        self.floats = [c.add(Alloca(F32), f"w{i}") for i in range(6)]
        start = c.add(Add(c.add(Mul(c.add(BlockIndex("x")), c.add(BlockSize("x")))), c.add(ThreadIndex("x"))), "i")
        for s in self.ints:
            c.add(Store(start if self.r.random() < 0.3 else c.add(Const(self.r.randrange(9), U32)), s))
        for s in self.floats:
            c.add(Store(c.add(Const(float(self.r.randrange(9)), F32)), s))
        while self.used < n_ops:
            self.statement(0)
        for s in self.floats:
            self.add(Store(self.add(Load(s)), self.element(self.y)))
        self.c.end(Return(()))

    def add(self, op: Op) -> Op:
        self.used += 1
        return self.c.add(op)

    def fresh(self, name: str) -> Block:
        self.count += 1
        self.used += 1
        return self.f.add_block(f"{name}{self.count}")

    def integer(self) -> Op:
        known = self.r.random() < 0.7
        return self.add(Load(self.r.choice(self.ints)) if known else Const(self.r.randrange(1, 9), U32))

    def float(self) -> Op:
        return self.add(Load(self.r.choice(self.floats)) if self.r.random() < 0.85 else Const(float(self.r.randrange(64)) / 4, F32))

    def element(self, base: Value) -> Op:
        i = self.integer()
        good, bad = self.fresh("in"), self.fresh("out")
        self.c.end(CondBr(self.add(Compare(i, self.n, "lt")), (good, ()), (bad, ())))
        bad.end(Panic((i, self.n), OUT_OF_BOUNDS))
        self.c.block = good
        return self.add(Offset(base, i))

    def statement(self, level: int) -> None:
        self.c.loc = Loc("k.rs", 2 + self.used % 500, 1)
        kind = self.r.random()
        if kind < 0.45:
            v = self.integer()
            for _ in range(self.r.randrange(1, 4)):
                v = self.add(self.r.choice([Add, Mul, Sub, And, Xor, Shl])(v, self.integer()))
            self.add(Store(v, self.r.choice(self.ints)))
        elif kind < 0.65:
            f = self.add(Fma(self.float(), self.float(), self.float()))
            self.add(Store(self.add(self.r.choice([Add, Mul])(f, self.float())), self.r.choice(self.floats)))
        elif kind < 0.75:
            self.add(Store(self.add(Load(self.element(self.x))), self.r.choice(self.floats)))
        elif kind < 0.83:
            value = self.float()
            self.add(Store(value, self.element(self.y)))
        elif level < 4:
            self.choice(level) if kind < 0.93 else self.loop(level)

    def some(self, level: int) -> None:
        for _ in range(self.r.randrange(1, 5)):
            self.statement(level + 1)

    def choice(self, level: int) -> None:
        condition = self.add(Compare(self.integer(), self.integer(), self.r.choice(["lt", "eq", "ge"])))
        then, other, join = self.fresh("then"), self.fresh("else"), self.fresh("join")
        self.c.end(CondBr(condition, (then, ()), (other, ())))
        self.c.block = then
        self.some(level)
        self.c.end(Goto((join, ())))
        self.c.block = other
        self.c.end(Goto((join, ())))
        self.c.block = join

    def loop(self, level: int) -> None:
        s = self.r.choice(self.ints)
        head, body, done = self.fresh("loop"), self.fresh("body"), self.fresh("exit")
        self.c.end(Goto((head, ())))
        self.c.block = head
        self.c.end(CondBr(self.add(Compare(self.add(Load(s)), self.n, "lt")), (body, ()), (done, ())))
        self.c.block = body
        self.some(level)
        self.add(Store(self.add(Add(self.add(Load(s)), self.add(Const(1, U32)))), s))
        self.c.end(Goto((head, ())))
        self.c.block = done


def synthetic(n_ops: int, seed: int = 0) -> Function:
    """A `Synthetic` function."""
    return Synthetic(n_ops, seed).f
