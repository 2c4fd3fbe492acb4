"""Random valid MIR for tests, from a `random.Random`, so that a seed reproduces it.

Every generated module has `@observe(out, x)`, which appends `x` to the buffer `out`, so that the order of effects can be compared, and returns a
number. No value in a generated function is undefined: slots are written first, divisors are made positive.
"""

from __future__ import annotations

import random
from array import array as buffer_of
from typing import Any

import dialect.ops as ops
from dialect import scalar
from dialect.function import Block, Cursor, Function, Module
from dialect.interpreter import InterpreterError, OutOfFuel, run_function
from dialect.machine_forms import APPROXIMATE, EXACT, forms
from dialect.op import OPS, Op, Terminator, Value
from dialect.parser import parse_module
from dialect.signature import CLASSES
from dialect.types import (
    BF16,
    BOOL,
    F16,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    I128,
    SCALARS,
    SPACES,
    U8,
    U16,
    U32,
    U64,
    U128,
    Type,
    array,
    ptr,
    tuple_of,
)
from dialect.verify import verify_module

NUMBERS = (I32, I32, I32, U32, I64, U64, I8, U8, I16, U16, I128, U128, F32, F32, F64, F16, BF16)
VALUES = (*NUMBERS, BOOL, BOOL)
OUT = ptr(I64, "global")

OBSERVE = """
func @observe -> i64 {
bb0(%out: ptr<i64, global>, %x: i64):
  %zero: i64 = mir.const 0 : i64
  %one: i64 = mir.const 1 : i64
  %end: i64 = mir.const 62 : i64
  %n: i64 = mir.load %out
  %m: i64 = mir.add %n, %one
  mir.store %m, %out
  %full: bool = mir.cmp gt %n, %end
  mir.cond_br %full, bb2, bb1
bb1:
  %at: ptr<i64, global> = mir.offset %out, %m
  mir.store %x, %at
  mir.goto bb2
bb2:
  %seven: i64 = mir.const 7 : i64
  %sum: i64 = mir.add %x, %n
  %low: i64 = mir.and %sum, %seven
  mir.return %low
}
"""

PURE_OPS = [kind for kind in OPS.values() if kind.evaluate is not None and kind not in (ops.Cast, ops.Bitcast, ops.Select, ops.Compare)]

FORMS = {ops.Compute: forms(EXACT), ops.Approximate: forms(APPROXIMATE)}
"""Ops whose operands and result are those of a form that an attribute names."""


def random_number(r: random.Random, type: Type) -> Any:
    """A value of a scalar type, with a taste for the special ones."""
    if type.kind == "bool":
        return r.random() < 0.5
    if type.kind != "float":
        near = r.choice([0, 0, 1, 2, 3, 5, 7, scalar.lowest(type), scalar.highest(type), r.getrandbits(128)])
        return scalar.wrap(type, near + r.randrange(-2, 3))
    special = [0.0, -0.0, 1.0, -1.5, 0.1, 3.0, scalar.INFINITY, -scalar.INFINITY, scalar.NAN, scalar.float_of_bits(type, 1)]
    return scalar.rounded(type, r.choice([*special, r.uniform(-100, 100), scalar.float_of_bits(type, r.getrandbits(type.bits))]))


class Builder:
    """Emits random typed ops into a cursor, with pools of values at hand."""

    def __init__(self, r: random.Random, cursor: Cursor, slots: list[ops.Alloca], out: Value) -> None:
        self.r, self.c, self.slots, self.out = r, cursor, slots, out
        self.pool: dict[Type, list[Value]] = {}

    def at(self, block: Block, pool: dict[Type, list[Value]] | None = None) -> None:
        """Goes on in another block, with the values that may be used there."""
        self.c.block = block
        self.pool = {t: list(vs) for t, vs in (pool or {}).items()}

    def keep(self, value: Value) -> Value:
        self.pool.setdefault(value.type, []).append(value)
        return value

    def value(self, type: Type) -> Value:
        """A value of the type: one at hand, a constant, a load, or a conversion."""
        known = self.pool.get(type)
        choice = self.r.random()
        if known and choice < 0.55:
            return self.r.choice(known)
        slots = [s for s in self.slots if s.ty is type]
        if slots and choice < 0.8:
            return self.keep(self.c.add(ops.Load(self.r.choice(slots))))
        return self.keep(self.c.add(ops.Const(random_number(self.r, type), type)))

    def integer(self) -> Type:
        return self.r.choice([t for t in NUMBERS if t.kind != "float"])

    def pure(self) -> Value:
        """One pure op on values at hand."""
        r = self.r
        choice = r.random()
        if choice < 0.1:
            t = r.choice(VALUES)
            return self.keep(self.c.add(ops.Select(self.value(BOOL), self.value(t), self.value(t))))
        if choice < 0.25:
            t = r.choice(VALUES)
            return self.keep(self.c.add(ops.Compare(self.value(t), self.value(t), r.choice(list(scalar.PREDICATES)))))
        if choice < 0.35:
            return self.keep(self.c.add(ops.Cast(self.value(r.choice(VALUES)), r.choice(NUMBERS))))
        if choice < 0.4:
            t = r.choice([t for t in NUMBERS if t.bits != 128])
            return self.keep(self.c.add(ops.Bitcast(self.value(t), r.choice([u for u in NUMBERS if u.bits == t.bits]))))
        return self.keep(self.c.add(self.op(r.choice(PURE_OPS))))

    def op(self, kind: type[Op]) -> Op:
        """An op of the given class, operands by its signature."""
        r = self.r
        if kind in FORMS:
            name, (types, _) = r.choice(list(FORMS[kind].items()))
            return kind([self.value(t) for t in types], name)
        bound: dict[str, Type] = {}
        operands: list[Value] = []
        for name, kinds in kind.signature.operands:
            if name not in bound:
                legal = [t for t in VALUES if t.kind in CLASSES[kinds]] if kinds else [SCALARS[name]]
                bound[name] = r.choice(legal)
            operands.append(self.value(bound[name]))
        if kind in (ops.Div, ops.Rem) and operands[1].type.kind != "float":
            operands[1] = self.positive(operands[1])
        words = [r.choice(kind.choices[name]) for name in kind.fields if name in kind.choices]
        return kind(*operands, *words)

    def positive(self, value: Value) -> Value:
        """(value & 7) + 1."""
        low = self.c.add(ops.And(value, self.c.add(ops.Const(7, value.type))))
        return self.c.add(ops.Add(low, self.c.add(ops.Const(1, value.type))))

    def assign(self) -> None:
        slot = self.r.choice(self.slots)
        self.c.add(ops.Store(self.value(slot.ty), slot))

    def observe(self) -> None:
        """An effect that tests can see."""
        t = self.integer()
        x = self.value(t)
        wide = x if t is I64 else self.c.add(ops.Cast(x, I64))
        self.keep(self.c.add(ops.Call((self.out, wide), "observe", I64)))

    def statement(self) -> None:
        choice = self.r.random()
        if choice < 0.3:
            self.assign()
        elif choice < 0.9:
            self.pure()
        else:
            self.observe()

    def condition(self) -> Value:
        t = self.r.choice((I32, U32, I64, F32))
        return self.c.add(ops.Compare(self.value(t), self.value(t), self.r.choice(list(scalar.PREDICATES))))


def _begin(r: random.Random, name: str, n_slots: int, first_slots: tuple[Type, ...] = ()) -> tuple[Function, Builder]:
    f = Function(name, "func", I64)
    entry = f.add_block("bb0")
    out = entry.add_param(OUT, "out")
    params = [entry.add_param(t, n) for t, n in ((I32, "a"), (I64, "b"), (F32, "c"))]
    c = Cursor(entry)
    slots = [c.add(ops.Alloca(t), f"s{i}") for i, t in enumerate((*first_slots, *[r.choice(VALUES) for _ in range(n_slots)]))]
    b = Builder(r, c, [], out)
    for p in params:
        b.keep(p)
    for s in slots:
        c.add(ops.Store(b.value(s.ty), s))
    b.slots = slots
    return f, b


def unstructured(r: random.Random, n_blocks: int, n_slots: int = 4, n_ops: int = 5, panics: bool = True) -> Module:
    """Function `f(out, a: i32, b: i64, c: f32) -> i64` with any control flow: irreducible, endless, unreachable blocks."""
    module = parse_module(OBSERVE)
    f, b = _begin(r, "f", n_slots, (I64, I32))
    module.add(f)
    blocks = [f.blocks[0], *[f.add_block() for _ in range(n_blocks - 1)]]
    rest = blocks[1:]
    for i, block in enumerate(blocks):
        b.at(block, b.pool if i == 0 else {})
        for _ in range(r.randrange(n_ops + 1)):
            b.statement()
        choice = r.random()
        if not rest or choice < 0.1:
            block.end(ops.Return((b.value(I64),)))
        elif choice < 0.14 and panics:
            block.end(ops.Panic((b.value(I32),), "stopped at {0}"))
        elif choice < 0.45:
            block.end(ops.Goto((rest[i] if i < len(rest) and r.random() < 0.5 else r.choice(rest), ())))
        else:
            condition = b.condition() if r.random() < 0.9 else b.c.add(ops.Const(r.random() < 0.5, BOOL))
            block.end(ops.CondBr(condition, (r.choice(rest), ()), (r.choice(rest), ())))
    return module


def structured(r: random.Random, size: int = 12, n_slots: int = 4) -> Module:
    """The same signature with nested ifs and counted loops, breaks and early returns: it always ends."""
    module = parse_module(OBSERVE)
    f, b = _begin(r, "f", n_slots, (I64, I32))
    module.add(f)
    _Statements(f, b).block(size, 0, None)
    b.c.block.end(ops.Return((b.value(I64),)))
    return module


class _Statements:
    def __init__(self, f: Function, b: Builder) -> None:
        self.f, self.b = f, b

    def block(self, size: int, depth: int, exit: Block | None) -> None:
        r = self.b.r
        while size > 0:
            choice = r.random()
            if choice < 0.6 or depth > 3:
                self.b.statement()
                size -= 1
            elif choice < 0.8:
                size -= self.choice(r.randrange(1, size + 1), depth, exit)
            elif choice < 0.95:
                size -= self.loop(r.randrange(1, size + 1), depth)
            elif exit is not None or r.random() < 0.3:
                size -= self.leave(exit)

    def choice(self, size: int, depth: int, exit: Block | None) -> int:
        b, f = self.b, self.f
        before = b.pool
        then, other, join = f.add_block(), f.add_block(), f.add_block()
        condition = b.condition()
        b.c.block.end(ops.CondBr(condition, (then, ()), (other, ())))
        for arm, share in ((then, size // 2 + 1), (other, size // 3)):
            b.at(arm, before)
            self.block(share, depth + 1, exit)
            b.c.block.end(ops.Goto((join, ())))
        b.at(join, before)
        return size + 1

    def loop(self, size: int, depth: int) -> int:
        b, f = self.b, self.f
        r = b.r
        before = b.pool
        counter = Op.__new__(ops.Alloca)
        counter.__init__(U32)  # type: ignore[misc]
        entry = f.blocks[0]
        counter.block, counter.name = entry, f"n{len(f.blocks)}"
        entry.ops.insert(0, counter)
        head, body, done = f.add_block(), f.add_block(), f.add_block()
        b.c.add(ops.Store(b.c.add(ops.Const(r.randrange(5), U32)), counter))
        b.c.block.end(ops.Goto((head, ())))
        b.at(head, before)
        n = b.c.add(ops.Load(counter))
        condition = b.c.add(ops.Compare(n, b.c.add(ops.Const(0, U32)), "ne"))
        head.end(ops.CondBr(condition, (body, ()), (done, ())))
        b.at(body, before)
        b.c.add(ops.Store(b.c.add(ops.Sub(n, b.c.add(ops.Const(1, U32)))), counter))
        self.block(size, depth + 1, done)
        b.c.block.end(ops.Goto((head, ())))
        b.at(done, before)
        return size + 1

    def leave(self, exit: Block | None) -> int:
        """Out of the loop, or of the function, on a condition."""
        b, f = self.b, self.f
        before = b.pool
        out, further = f.add_block(), f.add_block()
        condition = b.condition()
        b.c.block.end(ops.CondBr(condition, (out, ()), (further, ())))
        b.at(out, before)
        if exit is not None:
            out.end(ops.Goto((exit, ())))
        elif b.r.random() < 0.5:
            out.end(ops.Return((b.value(I64),)))
        else:
            out.end(ops.Panic((b.value(I32),), "left with {0}"))
        b.at(further, before)
        return 1


ARGUMENTS = ((0, 1, 0.5), (5, -2, -1.25), (-7, 1 << 40, 3.0))


def outcome(module: Module, args: tuple[Any, ...], fuel: int = 3_000) -> tuple[str, Any, list[int]]:
    """What running `f` shows: how it ended, with what, and what it observed."""
    out = buffer_of("q", [0] * 64)
    try:
        how, value = "returned", run_function(module, "f", [out, *args], fuel)
    except OutOfFuel:
        how, value = "endless", None
    except InterpreterError as error:
        how, value = type(error).__name__, error.message if hasattr(error, "message") else str(error)
    if isinstance(value, float) and value != value:
        value = "nan"
    return how, value, out.tolist()


def outcomes(module: Module, fuel: int = 3_000) -> list[tuple[str, Any, list[int]]]:
    """The outcome for each of a few argument lists."""
    return [outcome(module, args, fuel) for args in ARGUMENTS]


def same_outcomes(before: list[tuple[str, Any, list[int]]], after: list[tuple[str, Any, list[int]]]) -> bool:
    """Whether two programs show the same; of a run out of fuel only what both had time to observe (its end is unknown)."""
    for (how, value, trace), (how2, value2, trace2) in zip(before, after, strict=True):
        if "endless" in (how, how2):
            n = min(trace[0], trace2[0], 63)
            if trace[1 : n + 1] != trace2[1 : n + 1]:
                return False
        elif (how, value, trace) != (how2, value2, trace2):
            return False
    return True


# -- one instance of every declared op -----------------------------------------------------------------------------------------------------

POINTEES = (I32, U32, F64, BOOL, ptr(F32, "generic"), array(F32, 4), tuple_of((I32, F64)), array(tuple_of((U8, ptr(I32, "generic"))), 3))
POINTERS = tuple([ptr(t, space) for t in POINTEES for space in SPACES])
ANY_TYPE = (*[t for t in SCALARS.values() if t.is_scalar], *POINTERS)


def instance(r: random.Random, kind: type[Op], tries: int = 400) -> Module:
    """A module in which function `f` holds a legal op of the class: operands and attributes are drawn until the verifier is content.

    New ops join by themselves: nothing here names one (but call, static and const, whose attributes refer to something).
    """
    for _ in range(tries):
        module = Module()
        f = module.add(Function("f", "func"))
        entry, other, third = f.add_block("bb0"), f.add_block("bb1"), f.add_block("bb2")
        bound: dict[str, Type] = {}
        operands = [entry.add_param(_operand_type(r, kind, i, bound)) for i in range(kind.n_operands)]
        attributes = _attributes(r, kind)
        if kind in FORMS:
            attributes = [r.choice(list(FORMS[kind]))]
            operands.append([entry.add_param(t) for t in FORMS[kind][attributes[0]][0]])  # type: ignore[arg-type]
        elif kind.variadic and kind is not ops.Return:
            operands.append([entry.add_param(r.choice(ANY_TYPE)) for _ in range(r.randrange(3))])  # type: ignore[arg-type]
        elif kind.variadic:
            operands.append([])  # type: ignore[arg-type]
        targets = []
        if issubclass(kind, Terminator):
            for block, name in zip((other, third), [n for n, a in kind.fields.items() if a == "Target"]):
                targets.append((block, [entry.add_param(r.choice(ANY_TYPE), name) for _ in range(r.randrange(3))]))
                for v in targets[-1][1]:
                    block.add_param(v.type)
        try:
            op = kind(*operands, *attributes, *targets)
        except (IndexError, AttributeError, KeyError):
            continue
        other.end(ops.Return(()))
        third.end(ops.Return(()))
        if isinstance(op, Terminator):
            entry.end(op)
        else:
            Cursor(entry).add(op, r.choice(["", "x", "name with space", "ünder", "x"]))
            entry.end(ops.Goto((other, ())))
        _provide(module, op)
        if not verify_module(module):
            return module
    raise AssertionError(f"no legal instance of {kind.mnemonic} found")


def _operand_type(r: random.Random, kind: type[Op], i: int, bound: dict[str, Type]) -> Type:
    """A type for operand `i` by the signature, given the types of the operands before."""
    name, classes = kind.signature.operands[i]
    if name in SCALARS:
        return SCALARS[name]
    if name.startswith("ptr"):
        return ptr(bound[name[4:-1]], r.choice(SPACES)) if name[4:-1] in bound else r.choice(POINTERS)
    if name not in bound:
        legal = [t for t in ANY_TYPE if t.kind in CLASSES[classes]] if classes else [I32, U32, F32, U64]
        bound[name] = r.choice(legal)
    return bound[name]


def _attributes(r: random.Random, kind: type[Op]) -> list[Any]:
    out: list[Any] = []
    ty = r.choice(ANY_TYPE)
    for name, annotation in kind.fields.items():
        if name in kind.choices:
            out.append(r.choice(kind.choices[name]))
        elif annotation == "Type":
            out.append(ty)
        elif annotation == "Word":
            out.append(r.choice(["name", "a.b$c", "with space"]))
        elif annotation == "Text":
            out.append(r.choice(["plain", 'quote " slash \\ tab \t line \n nul \0 ü // no comment', "{{}} {{0}}"]))
        elif annotation == "int":
            out.append(r.randrange(3))
        elif annotation == "Number":
            out.append(random_number(r, ty) if ty.kind != "ptr" else r.getrandbits(64))
    return out


def _provide(module: Module, op: Op) -> None:
    """The function or static that an op refers to."""
    if isinstance(op, ops.Call) and op.callee not in module.functions:
        callee = module.add(Function(op.callee, "func", op.ty))
        entry = callee.add_block("bb0")
        for v in op.args:
            entry.add_param(v.type)
        undef = Cursor(entry).add(ops.Undef(op.ty)) if op.ty.is_scalar else None
        entry.end(ops.Return(() if undef is None else (undef,)))
    if isinstance(op, ops.StaticAddress):
        from dialect.function import Static

        module.statics[op.symbol] = Static(op.symbol, op.ty, op.space, bytes(range(op.ty.size)))
