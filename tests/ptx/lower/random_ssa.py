"""Random functions in SSA form in which every value matters: any control flow, block parameters that are rotated, swapped and kept past their update.

Every block has the same parameters, so an edge may pass any values in any order; every block may use what its dominators define; the end folds
all parameters into the result, so that a wrong copy is seen. `f(out, a: i32, b: i64, c: f32) -> i64`, as `tests.dialect.generate` has it.
"""
from __future__ import annotations

import random

from dialect import ops
from dialect.cfg import Cfg
from dialect.dominance import DomTree, dominators
from dialect.function import Block, Cursor, Function, Module
from dialect.op import Op, Value
from dialect.types import BOOL, F32, F64, I8, I16, I32, I64, I128, U8, U16, U32, U64, U128, Type
from tests.dialect.generate import OUT

PARAMETERS = (I64, I64, I64, U128, U128, I128, I32, I32, I32, U8, U8, I16, F32, F32, BOOL, BOOL)
INTEGERS = (I8, I16, I32, I64, I128, U8, U16, U32, U64, U128)
ARITHMETIC = (ops.Add, ops.Sub, ops.Mul, ops.Xor, ops.And, ops.Or, ops.Min, ops.Max, ops.Shl, ops.Shr)


class Maker:
    """Fills blocks with ops over the values that dominate them."""

    def __init__(self, r: random.Random) -> None:
        self.r = r
        self.at: Cursor
        self.pool: list[Value] = []
        self.head: Block

    def keep(self, op: Op) -> Op:
        """Appends an op; its value may be used from here on."""
        self.at.add(op)
        self.pool.append(op)
        return op

    def value(self, type: Type) -> Value:
        """A value of a type: a recent one, any one, a constant, or a conversion."""
        found = [v for v in self.pool if v.type is type]
        if found and self.r.random() < 0.85:
            return self.r.choice(found[-6:] if self.r.random() < 0.5 else found)
        if type is BOOL:
            return self.at.add(ops.Const(self.r.random() < 0.5, BOOL))
        if type.kind == "float":
            return self.at.add(ops.Const(self.r.choice((0.0, 1.5, -2.25, 1e10)), type))
        low = -(1 << (type.bits - 1)) if type.kind == "int" else 0
        return self.at.add(ops.Const(self.r.choice((0, 1, 3, low, low + (1 << type.bits) - 1)), type))

    def op(self) -> None:
        """One op of a random kind."""
        r, choice = self.r, self.r.random()
        t = r.choice(INTEGERS)
        if choice < 0.55:
            self.keep(r.choice(ARITHMETIC)(self.value(t), self.value(t)))
        elif choice < 0.7:
            self.keep(ops.Compare(self.value(t), self.value(t), r.choice(("eq", "ne", "lt", "le", "gt", "ge"))))
        elif choice < 0.8:
            source, target = r.choice((*INTEGERS, BOOL, F32)), r.choice((*INTEGERS, F32, F64))
            if "float" not in (source.kind, target.kind) or 128 not in (source.bits, target.bits):
                self.keep(ops.Cast(self.value(source), target))
        elif choice < 0.9:
            self.keep(ops.Select(self.value(BOOL), self.value(t), self.value(t)))
        else:
            f = r.choice((F32, F64))
            self.keep(r.choice((ops.Add, ops.Sub, ops.Mul, ops.Max))(self.value(f), self.value(f)))

    def arguments(self, params: list) -> list[Value]:
        """Values for the parameters of a block: often the parameters of the block that jumps, in another order."""
        out = []
        for t in PARAMETERS:
            same = [p for p in params if p.type is t]
            out.append(self.r.choice(same) if same and self.r.random() < 0.6 else self.value(t))
        return out


def random_ssa(seed: int) -> Module:
    """The module with `f`: nodes of two blocks each, one that counts steps and may end, one that chooses between two nodes."""
    r = random.Random(seed)
    module = Module()
    f = module.add(Function("f", "func", I64))
    entry = f.add_block()
    for t, name in ((OUT, "out"), (I32, "a"), (I64, "b"), (F32, "c")):
        entry.add_param(t, name)
    heads = []
    for _ in range(r.randrange(2, 8)):
        heads.append(f.add_block())
        f.add_block(heads[-1].name + "_on")
    end = f.add_block("end")
    for block in [*heads, end]:
        block.add_param(U32, "steps")
        for i, t in enumerate(PARAMETERS):
            block.add_param(t, f"{t.name}_{i}" if r.random() < 0.7 else "")
    shape = {entry: [heads[0]], end: []}
    for head in heads:
        on = f.blocks[f.blocks.index(head) + 1]
        shape[head] = [end, on]
        shape[on] = [r.choice(heads), r.choice(heads)]
    _fill(Maker(r), f, shape)
    return module


def _fill(maker: Maker, f: Function, shape: dict[Block, list[Block]]) -> None:
    """Fills the blocks in preorder of the dominator tree; the terminators set first only give the shape."""
    true = ops.Const(True, BOOL)
    for block, targets in shape.items():
        edges = [(target, ()) for target in targets]
        block.end(ops.Return(()) if not edges else ops.Goto(*edges) if len(edges) == 1 else ops.CondBr(true, *edges))
    cfg = Cfg(f)
    tree = DomTree(dominators(cfg))
    pools: dict[int, list[Value]] = {}
    f.blocks = [block for block in f.blocks if block.index >= 0]
    for number in tree.preorder:
        block = cfg.blocks[number]
        pools[number] = maker.pool = [*pools.get(tree.idom[number], []), *block.params]
        maker.at = Cursor(block)
        for _ in range(maker.r.randrange(1, 7)):
            maker.op()
        _leave(maker, block, shape[block])


def _leave(maker: Maker, block: Block, targets: list[Block]) -> None:
    at, params = maker.at, block.params[1:]
    steps: Value
    if not targets:
        block.end(ops.Return((_folded(at, params),)))
    elif len(targets) == 1:
        steps = at.add(ops.Const(maker.r.randrange(1, 30), U32))
        block.end(ops.Goto((targets[0], [steps, *maker.arguments([])])))
    elif targets[0].name == "end":
        steps = at.add(ops.Sub(block.params[0], at.add(ops.Const(1, U32))), "left")
        done = at.add(ops.Compare(steps, at.add(ops.Const(0, U32)), "eq"))
        block.end(ops.CondBr(done, (targets[0], [steps, *maker.arguments(params)]), (targets[1], ())))
        maker.head = block
    else:
        params = maker.head.params[1:]
        steps = next(op for op in maker.head.ops if op.name == "left")
        edges = [(target, [steps, *maker.arguments(params)]) for target in targets]
        block.end(ops.CondBr(maker.value(BOOL), *edges))


def _folded(at: Cursor, values: list) -> Value:
    """A number that depends on every integer and `bool`, and on the integer part of every float."""
    total: Value = at.add(ops.Const(17, I64))
    factor = at.add(ops.Const(1099511628211, I64))
    for v in values:
        total = at.add(ops.Xor(at.add(ops.Mul(total, factor)), at.add(ops.Cast(v, I64))))
    return total
