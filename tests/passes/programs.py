"""Random modules for the property tests of passes: any control flow (irreducible, unreachable blocks), slots, aggregates, references, calls, panics.

`main(p: i32, q: i32, out: ptr<i32, global>) -> i32` reports what it does by calls to `observe`, which nothing may inline or remove.
"""
from __future__ import annotations

import random
from array import array

from dialect import scalar
from dialect.function import Block, Cursor, Function, Module
from dialect.interpreter import InterpreterError, MirPanic, OutOfFuel, run_function
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
    Field,
    Goto,
    Load,
    Max,
    Min,
    Mul,
    Neg,
    Not,
    Offset,
    Or,
    Panic,
    PointerCast,
    Rem,
    Return,
    Select,
    Shl,
    Shr,
    Store,
    Sub,
    ToGeneric,
    Xor,
)
from dialect.types import BOOL, F32, I32, I64, U32, VOID, Type, ptr, tuple_of
from dialect.types import array as array_of

GENERIC = ptr(I32, "generic")
OUT_SIZE = 64
PAIR = tuple_of((I32, array_of(I32, 2), F32))
INTERESTING = (0, 1, -1, 2, 3, 7, -(2**31), 2**31 - 1)


def observe() -> Function:
    """Appends a value to the buffer: element 0 counts, the rest is a ring."""
    f = Function("observe")
    f.inline = "never"
    block = f.add_block()
    out, v = block.add_param(ptr(I32, "generic"), "out"), block.add_param(I32, "v")
    c = Cursor(block)
    count = c.add(Load(out))
    at = c.add(Add(c.add(Rem(count, c.add(Const(OUT_SIZE - 1, I32)))), c.add(Const(1, I32))))
    c.add(Store(v, c.add(Offset(out, at))))
    c.add(Store(c.add(Add(count, c.add(Const(1, I32)))), out))
    c.end(Return(()))
    return f


def helpers() -> list[Function]:
    """`bump` takes a reference, `pick` has several returns, `twice` calls another one, `count` calls itself."""
    bump = Function("bump")
    block = bump.add_block()
    r = block.add_param(GENERIC, "r")
    c = Cursor(block, Loc("lib.rs", 2, 5))
    c.add(Store(c.add(Add(c.add(Load(r)), c.add(Const(5, I32)))), r))
    c.end(Return(()))

    pick = Function("pick", result=I32)
    entry, then, other = pick.add_block(), pick.add_block(), pick.add_block()
    x, y = entry.add_param(I32, "x"), entry.add_param(I32, "y")
    c = Cursor(entry, Loc("lib.rs", 7, 1))
    slot = c.add(Alloca(I32), "local")
    c.add(Store(c.add(Mul(x, y)), slot))
    c.end(CondBr(c.add(Compare(x, y, "lt")), (then, []), (other, [])))
    c = Cursor(then, Loc("lib.rs", 8, 1))
    c.end(Return((c.add(Load(slot)),)))
    c = Cursor(other, Loc("lib.rs", 9, 1))
    c.end(Return((c.add(Sub(x, y)),)))

    twice = Function("twice", result=I32)
    block = twice.add_block()
    x = block.add_param(I32, "x")
    c = Cursor(block, Loc("lib.rs", 12, 1))
    a = c.add(Call((x, x), "pick", I32), "a")
    c.end(Return((c.add(Call((a, x), "pick", I32)),)))

    count = Function("count", result=I32)
    entry, stop, again = count.add_block(), count.add_block(), count.add_block()
    n = entry.add_param(I32, "n")
    c = Cursor(entry)
    c.end(CondBr(c.add(Compare(n, c.add(Const(1, I32)), "lt")), (stop, []), (again, [])))
    c = Cursor(stop)
    c.end(Return((n,)))
    c = Cursor(again)
    c.end(Return((c.add(Call((c.add(Sub(n, c.add(Const(3, I32)))),), "count", I32)),)))
    return [bump, pick, twice, count]


class Maker:
    """Fills one function with random ops. Values are used only in the block that defines them, but for parameters of the function."""

    def __init__(self, r: random.Random, defined: bool) -> None:
        self.r = r
        self.function = Function("main", result=I32)
        self.entry = self.function.add_block()
        self.p, self.q = self.entry.add_param(I32, "p"), self.entry.add_param(I32, "q")
        self.out = self.entry.add_param(ptr(I32, "global"), "out")
        c = self.c = Cursor(self.entry, Loc("main.rs", 1, 1))
        self.slots = [c.add(Alloca(I32), f"s{i}") for i in range(r.randrange(1, 5))]
        self.floats = [c.add(Alloca(F32), f"f{i}") for i in range(r.randrange(1, 3))]
        self.pairs = [c.add(Alloca(PAIR), f"t{i}") for i in range(r.randrange(0, 3))]
        self.references = [c.add(Alloca(GENERIC), f"r{i}") for i in range(r.randrange(0, 3))]
        if defined:
            for slot in self.slots:
                c.add(Store(r.choice((self.p, self.q)), slot))
            for slot in self.floats:
                c.add(Store(c.add(Cast(self.p, F32)), slot))
            for pair in self.pairs:
                c.add(Store(self.p, c.add(Field(pair, 0))))
                for i in (0, 1):
                    c.add(Store(self.q, c.add(Element(c.add(Field(pair, 1)), c.add(Const(i, U32))))))
        for slot in self.references:
            c.add(Store(self.reference(), slot))

    def reference(self) -> Value:
        """The generic address of an integer somewhere."""
        c, r = self.c, self.r
        k = r.random()
        if k < 0.55 or not self.pairs:
            address: Value = c.add(ToGeneric(r.choice(self.slots)))
        elif k < 0.7:
            address = c.add(ToGeneric(c.add(Field(r.choice(self.pairs), 0))))
        elif k < 0.85:
            address = c.add(Field(c.add(ToGeneric(r.choice(self.pairs))), 0))
        else:
            address = c.add(ToGeneric(c.add(Offset(self.out, c.add(Const(r.randrange(1, OUT_SIZE), U32))))))
        if r.random() < 0.15:
            address = c.add(PointerCast(c.add(PointerCast(address, U32)), I32))
        return address

    def place(self) -> Value:
        """The address of an integer, direct, in a pair, or through a reference."""
        c, r = self.c, self.r
        k = r.random()
        if self.references and k < 0.2:
            return c.add(Load(r.choice(self.references)))
        if self.pairs and k < 0.45:
            base: Value = r.choice(self.pairs)
            if r.random() < 0.3:
                base = c.add(ToGeneric(base))
            if r.random() < 0.5:
                return c.add(Field(base, 0))
            index: Value = c.add(Const(r.randrange(2), U32))
            if r.random() < 0.15:
                index = c.add(And(self.p, c.add(Const(1, I32))))
            return c.add(Element(c.add(Field(base, 1)), index))
        if k < 0.5:
            return self.reference()
        return r.choice(self.slots)

    def value(self, values: list[Value]) -> Value:
        c, r = self.c, self.r
        if values and r.random() < 0.5:
            return r.choice(values)
        v: Value = c.add(Const(r.choice(INTERESTING), I32)) if r.random() < 0.45 else c.add(Load(self.place()))
        values.append(v)
        return v

    def op(self, values: list[Value]) -> None:
        c, r = self.c, self.r
        c.loc = Loc("main.rs", r.randrange(2, 99), 1) if r.random() < 0.9 else None
        k = r.random()
        if k < 0.22:
            c.add(Store(self.value(values), self.place()))
        elif k < 0.3 and self.references:
            c.add(Store(self.reference(), r.choice(self.references)))
        elif k < 0.62:
            kind = r.choice((Add, Sub, Mul, And, Or, Xor, Add, Shl, Shr))
            values.append(c.add(kind(self.value(values), self.value(values))))
        elif k < 0.67:
            values.append(c.add(Cast(c.add(Cast(self.value(values), r.choice((I64, U32)))), I32)))
        elif k < 0.72:
            values.append(c.add(Select(self.condition(values), self.value(values), self.value(values))))
        elif k < 0.75:
            values.append(c.add(r.choice((Neg, Not))(self.value(values))))
        elif k < 0.79:
            slot = r.choice(self.floats)
            c.add(Store(c.add(r.choice((Add, Mul, Sub))(c.add(Load(slot)), c.add(Const(r.choice((0.0, -0.0, 1.0, 2.5)), F32)))), slot))
        elif k < 0.88:
            c.add(Call((c.add(ToGeneric(self.out)), self.value(values)), "observe", VOID))
        elif k < 0.91:
            c.add(Call((self.reference(),), "bump", VOID))
        elif k < 0.95:
            values.append(c.add(Call((self.value(values), self.value(values)), "pick", I32)))
        elif k < 0.97:
            values.append(c.add(Call((self.value(values),), "twice", I32)))
        else:
            values.append(c.add(Call((c.add(And(self.value(values), c.add(Const(7, I32)))),), "count", I32)))

    def condition(self, values: list[Value]) -> Value:
        c, r = self.c, self.r
        if r.random() < 0.1:
            return c.add(Const(r.random() < 0.5, BOOL))
        return c.add(Compare(self.value(values), self.value(values), r.choice(("lt", "eq", "ne", "ge", "gt", "le"))))

    def terminate(self, block: Block, following: list[Block], values: list[Value], targets: list[Block]) -> None:
        c, r = self.c, self.r
        k = r.random()
        ends = not targets or k < 0.15
        for slot in self.slots if ends else [slot for slot in self.slots if r.random() < 0.15]:
            c.add(Call((c.add(ToGeneric(self.out)), c.add(Load(slot))), "observe", VOID))
        if not targets or k < 0.12:
            c.end(Return((self.value(values),)))
        elif k < 0.15:
            c.end(Panic((self.value(values),), "stopped with {0}"))
        elif k < 0.5:
            c.end(Goto((following[0] if following and r.random() < 0.6 else r.choice(targets), [])))
        else:
            first = following[0] if following and r.random() < 0.6 else r.choice(targets)
            c.end(CondBr(self.condition(values), (first, []), (r.choice(targets), [])))


def dense_module(seed: int) -> Module:
    """The same signature, but nothing except a few slots that every block loads, stores and observes: what mem2reg, GVN and LICM get wrong shows."""
    r = random.Random(seed)
    f = Function("main", result=I32)
    blocks = [f.add_block() for _ in range(r.randrange(2, 14))]
    c = Cursor(blocks[0])
    p, q, out = blocks[0].add_param(I32, "p"), blocks[0].add_param(I32, "q"), blocks[0].add_param(ptr(I32, "global"), "out")
    slots = [c.add(Alloca(r.choice((I32, U32))), f"s{i}") for i in range(r.randrange(1, 4))]
    for slot in slots:
        c.add(Store(p if slot.ty is I32 else c.add(Cast(q, U32)), slot))
    for i, block in enumerate(blocks):
        c = Cursor(block)
        for _ in range(r.randrange(4)):
            slot = r.choice(slots)
            old = c.add(Load(slot))
            if r.random() < 0.35:
                shown: Value = old if slot.ty is I32 else c.add(Cast(old, I32))
                c.add(Call((c.add(ToGeneric(out)), shown), "observe", VOID))
                continue
            constant: Value = c.add(Const(scalar.wrap(slot.ty, r.choice(INTERESTING)), slot.ty))
            other: Value = old if r.random() < 0.6 else c.add(Const(scalar.wrap(slot.ty, -r.randrange(9)), slot.ty))
            c.add(Store(c.add(r.choice((Add, Mul, Shr, Max, Min, Xor, Sub))(other, constant)), slot))
        rest = blocks[1:]
        near = blocks[i + 1 : i + 4] or rest
        k = r.random()
        if k < 0.08 or i == len(blocks) - 1:
            for slot in slots:
                last = c.add(Load(slot))
                c.add(Call((c.add(ToGeneric(out)), last if slot.ty is I32 else c.add(Cast(last, I32))), "observe", VOID))
            c.end(Return((p,)))
        elif k < 0.4:
            c.end(Goto((r.choice(near), ())))
        else:
            slot = r.choice(slots)
            bound = c.add(Const(r.randrange(4), slot.ty))
            cond = c.add(Compare(c.add(Load(slot)), bound, r.choice(("lt", "ne", "gt"))))
            targets = [r.choice(near), r.choice(near if r.random() < 0.7 else rest)]
            r.shuffle(targets)
            c.end(CondBr(cond, (targets[0], ()), (targets[1], ())))
    module = Module("dense")
    module.add(observe())
    module.add(f)
    return module


def random_module(seed: int) -> Module:
    """A module with `main`, its helpers and `observe`."""
    r = random.Random(seed)
    maker = Maker(r, r.random() < 0.9)
    blocks = [maker.entry] + [maker.function.add_block() for _ in range(r.randrange(0, 12))]
    for i, block in enumerate(blocks):
        values: list[Value] = []
        if i:
            maker.c = Cursor(block)
        for _ in range(r.randrange(0, 7)):
            maker.op(values)
        maker.terminate(block, blocks[i + 1 :], values, blocks[1:])
    module = Module("random")
    for function in (observe(), *helpers(), maker.function):
        module.add(function)
    return module


def run(module: Module, p: int, q: int, fuel: int = 3000) -> tuple[str, object, list[int]]:
    """How main ended (returned, panicked, out of fuel, undefined), its result or message, and what it wrote."""
    out = array("i", [0] * OUT_SIZE)
    try:
        return "returned", run_function(module, "main", [p, q, out], fuel), list(out)
    except MirPanic as panic:
        return "panicked", panic.message, list(out)
    except OutOfFuel:
        return "endless", None, list(out)
    except InterpreterError as error:
        return "undefined", str(error), list(out)


ARGUMENTS = ((0, 1), (5, -2), (3, 3))


def runs(module: Module, fuel: int = 3000) -> list[tuple[str, object, list[int]]]:
    return [run(module, p, q, fuel) for p, q in ARGUMENTS]


Outcome = tuple[str, object, list[int]]


def agree(before: list[Outcome], after: list[Outcome]) -> bool:
    """Whether each run that was defined and ended before gives the same after."""
    return all(b[0] in ("undefined", "endless") or a == b for b, a in zip(before, after))


def agree_in_time(before: list[Outcome], after: list[Outcome]) -> bool:
    """The same for programs that write nothing but observations: of a run out of fuel, what both had time to observe (the last may be half written)."""
    for b, a in zip(before, after):
        if b[0] == "endless" or a[0] == "endless":
            n = min(b[2][0], a[2][0])
            if "undefined" not in (b[0], a[0]) and max(b[2][0], a[2][0]) < OUT_SIZE and b[2][1:n] != a[2][1:n]:
                return False
        elif b[0] != "undefined" and b != a:
            return False
    return True


def op_kinds(module: Module) -> dict[type[Op], int]:
    """How often each op occurs."""
    counts: dict[type[Op], int] = {}
    for function in module.functions.values():
        for block in function.blocks:
            for op in block.ops:
                counts[type(op)] = counts.get(type(op), 0) + 1
    return counts


def slots_of(module: Module, type: Type | None = None) -> int:
    """How many slots there are (of one type)."""
    return sum(isinstance(op, Alloca) and (type is None or op.ty is type) for f in module.functions.values() for b in f.blocks for op in b.ops)
