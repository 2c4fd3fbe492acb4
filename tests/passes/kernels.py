"""Functions as a front end builds them (a slot per local, every index checked), and shapes of any size for the scale tests."""
from __future__ import annotations

from dialect.function import Block, Cursor, Function
from dialect.op import Loc, Op, Value
from dialect.ops import (
    Add,
    Alloca,
    BlockIndex,
    BlockSize,
    Compare,
    CondBr,
    Const,
    Goto,
    Load,
    Mul,
    Offset,
    Panic,
    Return,
    Store,
    ThreadIndex,
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
