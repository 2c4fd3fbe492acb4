"""Functions as a front end builds them (a slot per local, every index checked), and shapes of any size for the scale tests."""
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
    Cast,
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
from dialect.types import F32, I32, U32, Type, ptr

POINTER = ptr(F32, "global")
OUT_OF_BOUNDS = "index out of bounds: the len is {0} but the index is {1}"


def index(c: Cursor, axis: str = "x") -> Op:
    return c.add(Add(c.add(Mul(c.add(BlockIndex(axis)), c.add(BlockSize(axis)))), c.add(ThreadIndex(axis))), "i")


class Gemm:
    """C = alpha A B + beta C, naive, every index checked: 112 ops of front-end MIR."""

    LOCALS = (
        ("row", U32), ("col", U32), ("acc", F32), ("i", U32), ("ia", U32), ("ib", U32), ("ic", U32), ("x", F32), ("y", F32),
        ("p_a", F32), ("end", U32), ("t", U32),
    )  # fmt: skip

    def __init__(self) -> None:
        self.function = Function("gemm", "kernel")
        self.entry = self.function.add_block("entry")
        self.c = Cursor(self.entry)
        self.line = 1
        self.count = 0
        p = {n: self.entry.add_param(U32, n) for n in ("m", "n", "k")}
        p |= {n: self.entry.add_param(F32, n) for n in ("alpha", "beta")}
        p |= {n: self.entry.add_param(POINTER, n) for n in ("a", "b", "c")}
        p |= {n: self.entry.add_param(U32, n) for n in ("la", "lb", "lc")}
        self.p = p
        self.slots = {name: self.c.add(Alloca(t), name) for name, t in self.LOCALS}
        self.body()

    def next_line(self) -> None:
        self.line += 1
        self.c.loc = Loc("gemm.rs", self.line, 9)

    def get(self, name: str) -> Op:
        return self.c.add(Load(self.slots[name]))

    def put(self, name: str, v: Value) -> None:
        self.c.add(Store(v, self.slots[name]))

    def fresh(self, name: str) -> Block:
        self.count += 1
        return self.function.add_block(f"{name}{self.count}")

    def branch(self, cond: Value, then: Block, other: Block) -> None:
        self.c.end(CondBr(cond, (then, []), (other, [])))

    def jump(self, target: Block) -> None:
        self.c.end(Goto((target, [])))

    def at(self, base: Value, i: Value, length: Value) -> Op:
        good, bad = self.fresh("ok"), self.fresh("fail")
        self.next_line()
        self.branch(self.c.add(Compare(i, length, "lt")), good, bad)
        bad.end(Panic((length, i), OUT_OF_BOUNDS), self.c.loc)
        self.c.block = good
        return self.c.add(Offset(base, i))

    def const(self, v: float, t: Type = U32) -> Op:
        return self.c.add(Const(v, t))

    def body(self) -> None:
        c, p, get, put = self.c, self.p, self.get, self.put
        self.next_line()
        put("row", index(c, "y"))
        self.next_line()
        put("col", index(c))
        done, inside, second = self.fresh("done"), self.fresh("inside"), self.fresh("second")
        self.next_line()
        self.branch(c.add(Compare(get("row"), p["m"], "lt")), second, done)
        c.block = second
        self.branch(c.add(Compare(get("col"), p["n"], "lt")), inside, done)
        c.block = inside
        put("acc", self.const(0.0, F32))
        put("i", self.const(0))
        put("end", p["k"])
        head, body, out = self.fresh("head"), self.fresh("body"), self.fresh("after")
        self.jump(head)
        c.block = head
        self.branch(c.add(Compare(get("i"), get("end"), "lt")), body, out)
        c.block = body
        self.inner(head)
        c.block = out
        self.epilogue(done)

    def inner(self, head: Block) -> None:
        c, p, get, put = self.c, self.p, self.get, self.put
        self.next_line()
        put("ia", c.add(Add(c.add(Mul(get("row"), p["k"])), get("i"))))
        put("x", c.add(Load(self.at(p["a"], get("ia"), p["la"]))))
        self.next_line()
        put("ib", c.add(Add(c.add(Mul(get("i"), p["n"])), get("col"))))
        put("y", c.add(Load(self.at(p["b"], get("ib"), p["lb"]))))
        put("acc", c.add(Add(get("acc"), c.add(Mul(get("x"), get("y"))))))
        put("t", get("i"))
        put("i", c.add(Add(get("t"), self.const(1))))
        self.jump(head)

    def epilogue(self, done: Block) -> None:
        c, p, get, put = self.c, self.p, self.get, self.put
        self.next_line()
        put("ic", c.add(Add(c.add(Mul(get("row"), p["n"])), get("col"))))
        old = c.add(Load(self.at(p["c"], get("ic"), p["lc"])))
        put("p_a", c.add(Add(c.add(Mul(p["alpha"], get("acc"))), c.add(Mul(p["beta"], old)))))
        zero, keep, last = self.fresh("neg"), self.fresh("pos"), self.fresh("fin")
        self.branch(c.add(Compare(get("p_a"), self.const(0.0, F32), "lt")), zero, keep)
        c.block = zero
        put("p_a", c.add(Mul(get("p_a"), self.const(0.5, F32))))
        self.jump(last)
        c.block = keep
        self.jump(last)
        c.block = last
        v = get("p_a")
        c.add(Store(v, self.at(p["c"], get("ic"), p["lc"])))
        self.jump(done)
        done.end(Return(()))


def gemm() -> Function:
    return Gemm().function


def start(name: str) -> tuple[Function, Block, Value, Cursor]:
    f = Function(name, result=I32)
    entry = f.add_block("entry")
    return f, entry, entry.add_param(I32, "p"), Cursor(entry)


def chain(n: int) -> Function:
    """n blocks in a row, every second one counts up."""
    f, entry, p, c = start("chain")
    blocks = [entry] + [f.add_block() for _ in range(n - 1)]
    slot = c.add(Alloca(I32), "s")
    c.add(Store(p, slot))
    one = c.add(Const(1, I32))
    for i, block in enumerate(blocks):
        c.block = block
        if i % 2:
            c.add(Store(c.add(Add(c.add(Load(slot)), one)), slot))
        c.end(Goto((blocks[i + 1], [])) if i + 1 < n else Return((c.add(Load(slot)),)))
    return f


def diamonds(n: int) -> Function:
    """n diamonds in a row whose branches do not fold."""
    f, _, p, c = start("diamonds")
    slot = c.add(Alloca(I32), "s")
    c.add(Store(p, slot))
    for _ in range(n):
        then, other, join = f.add_block(), f.add_block(), f.add_block()
        c.end(CondBr(c.add(Compare(c.add(Load(slot)), p, "lt")), (then, []), (other, [])))
        c.block = then
        c.add(Store(c.add(Add(c.add(Load(slot)), p)), slot))
        c.end(Goto((join, [])))
        other.end(Goto((join, [])))
        c.block = join
    c.end(Return((c.add(Load(slot)),)))
    return f


def joins(variables: int, n: int) -> Function:
    """`variables` locals live across n joins, one of which changes at each."""
    f, _, p, c = start("joins")
    slots = [c.add(Alloca(I32), f"s{i}") for i in range(variables)]
    for slot in slots:
        c.add(Store(p, slot))
    for i in range(n):
        then, join = f.add_block(), f.add_block()
        c.end(CondBr(c.add(Compare(c.add(Load(slots[0])), p, "lt")), (then, []), (join, [])))
        c.block = then
        slot = slots[i % variables]
        c.add(Store(c.add(Add(c.add(Load(slot)), p)), slot))
        c.end(Goto((join, [])))
        c.block = join
    v: Value = c.add(Load(slots[0]))
    for slot in slots[1:]:
        v = c.add(Add(v, c.add(Load(slot))))
    c.end(Return((v,)))
    return f


def checks(n: int) -> Function:
    """n bounds checks that leave to one exit."""
    f, _, p, c = start("checks")
    out = f.add_block("exit")
    slot = c.add(Alloca(I32), "s")
    c.add(Store(p, slot))
    for i in range(n):
        good = f.add_block()
        v = c.add(Add(c.add(Load(slot)), c.add(Const(i, I32))))
        c.add(Store(v, slot))
        c.end(CondBr(c.add(Compare(v, p, "lt")), (good, []), (out, [])))
        c.block = good
    c.end(Return((c.add(Load(slot)),)))
    c.block = out
    c.end(Panic((c.add(Load(slot)),), "out of bounds: {0}"))
    return f


class Synthetic:
    """About n ops: assignments of locals, ifs, loops, global loads and stores with bounds checks."""

    def __init__(self, n: int, seed: int, variables: int = 12, depth: int = 4) -> None:
        self.r = random.Random(seed)
        self.n, self.depth = n, depth
        self.f = Function("synthetic", "kernel")
        entry = self.f.add_block("entry")
        self.len, self.x, self.y = entry.add_param(U32, "n"), entry.add_param(POINTER, "x"), entry.add_param(POINTER, "y")
        self.c = c = Cursor(entry, Loc("k.rs", 1, 1))
        self.used = 0
        self.ints = [c.add(Alloca(U32), f"v{i}") for i in range(variables)]
        self.floats = [c.add(Alloca(F32), f"w{i}") for i in range(variables // 2)]
        thread = index(c)
        for s in self.ints:
            c.add(Store(thread if self.r.random() < 0.3 else c.add(Const(self.r.randrange(9), U32)), s))
        for s in self.floats:
            c.add(Store(c.add(Const(float(self.r.randrange(9)), F32)), s))
        while self.used < n:
            self.statement(0)
        for s in self.floats:
            self.add(Store(self.add(Load(s)), self.element(self.y)))
        for s in self.ints:
            self.add(Store(self.add(Cast(self.add(Load(s)), F32)), self.element(self.y)))
        c.end(Return(()))

    def add(self, op: Op) -> Op:
        self.used += 1
        return self.c.add(op)

    def block(self) -> Block:
        self.used += 1
        return self.f.add_block()

    def integer(self) -> Op:
        return self.add(Load(self.r.choice(self.ints))) if self.r.random() < 0.7 else self.add(Const(self.r.randrange(1, 9), U32))

    def number(self) -> Op:
        return self.add(Load(self.r.choice(self.floats))) if self.r.random() < 0.85 else self.add(Const(float(self.r.randrange(5)), F32))

    def element(self, base: Value) -> Op:
        i = self.integer()
        good, bad = self.block(), self.block()
        self.c.end(CondBr(self.add(Compare(i, self.len, "lt")), (good, []), (bad, [])))
        bad.end(Panic((self.len, i), OUT_OF_BOUNDS))
        self.c.block = good
        return self.add(Offset(base, i))

    def statement(self, level: int) -> None:
        r, c, add = self.r, self.c, self.add
        c.loc = Loc("k.rs", 2 + self.used % 500, 1)
        k = r.random()
        if k < 0.45:
            v = self.integer()
            for _ in range(r.randrange(1, 4)):
                v = add(r.choice((Add, Mul, Sub, And, Xor, Shl))(v, self.integer()))
            add(Store(v, r.choice(self.ints)))
        elif k < 0.65:
            product = add(Fma(self.number(), self.number(), self.number()))
            add(Store(add(r.choice((Add, Mul))(product, self.number())), r.choice(self.floats)))
        elif k < 0.75:
            add(Store(add(Load(self.element(self.x))), r.choice(self.floats)))
        elif k < 0.83:
            v = self.number()
            add(Store(v, self.element(self.y)))
        elif level < self.depth:
            self.nested(k < 0.93, level)

    def nested(self, is_if: bool, level: int) -> None:
        r, c, add = self.r, self.c, self.add
        if is_if:
            cond = add(Compare(self.integer(), self.integer(), r.choice(("lt", "eq", "ge"))))
            then, other, join = self.block(), self.block(), self.block()
            c.end(CondBr(cond, (then, []), (other, [])))
            c.block = then
            self.some(level + 1)
            c.end(Goto((join, [])))
            c.block = other
            if r.random() < 0.5:
                self.some(level + 1)
            c.end(Goto((join, [])))
            c.block = join
            return
        s = r.choice(self.ints)
        head, body, out = self.block(), self.block(), self.block()
        c.end(Goto((head, [])))
        c.block = head
        c.end(CondBr(add(Compare(add(Load(s)), self.len, "lt")), (body, []), (out, [])))
        c.block = body
        self.some(level + 1)
        add(Store(add(Add(add(Load(s)), add(Const(1, U32)))), s))
        c.end(Goto((head, [])))
        c.block = out

    def some(self, level: int) -> None:
        for _ in range(self.r.randrange(1, 5)):
            if self.used < self.n:
                self.statement(level)


def synthetic(n: int, seed: int = 5) -> Function:
    return Synthetic(n, seed).f
