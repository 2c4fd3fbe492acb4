"""Instruction selection by looking at operands: which ops become part of another op's instruction, and which values need a register.

Three patterns, each decided here once and used both to mark what is needed and to emit:
  * an address is a root pointer, at most one index times a scale, and a constant offset (`[reg+imm]`);
  * a 64-bit product of two widened 32-bit values is `mul.wide`; any other product used once, by an addition, makes `mad.lo`;
  * a negated condition of a branch makes `@!%p`.

An op that nobody needs is not emitted. Only ops without effect are ever left out.
"""
from __future__ import annotations

from dialect.op import EFFECTS, Op, Terminator, Value
from dialect.ops import (
    Add,
    Alloca,
    Cast,
    CondBr,
    Const,
    Element,
    Field,
    Load,
    Mul,
    Not,
    Offset,
    PointerCast,
    StaticAddress,
    Store,
    Sub,
    ToGeneric,
    VolatileLoad,
    VolatileStore,
)
from dialect.ops.atomic import ATOMICS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.cfg import Cfg
    from dialect.types import Type

_HALF_WORD = 1 << 31
LOADS = (Load, VolatileLoad)
STORES = (Store, VolatileStore)
ADDRESSES = (Element, Field, Offset, PointerCast)


class Place:
    """An address: `root` + `index` · `scale` + `offset` bytes, modulo 2^64, in the space of `root`.

    `root` is a pointer that is no further sum with a constant; `index` (None for none) is an integer that extends to 64 bits by
    its own sign.
    """

    __slots__ = ("index", "offset", "root", "scale")

    def __init__(self, root: Value, index: Value | None, scale: int, offset: int) -> None:
        self.root, self.index, self.scale, self.offset = root, index, scale, offset

    def reads(self) -> tuple[Value, ...]:
        """The values that must stand in registers for it."""
        return (self.root,) if self.index is None else (self.root, self.index)


def signed64(x: int) -> int:
    """`x` modulo 2^64 as a signed number."""
    x &= 0xFFFFFFFFFFFFFFFF
    return x - (1 << 64) if x >> 63 else x


def place_of(pointer: Value, across_spaces: bool = True) -> Place:
    """The address that `pointer` is, with every constant part folded.

    `across_spaces`: looks through `mir.to_generic`, so that an access uses the space it is known to lie in.
    """
    offset, index, scale = 0, None, 0
    while True:
        if isinstance(pointer, Field):
            base = pointer.base
            offset += base.type.elem.offsets[pointer.index]
        elif isinstance(pointer, PointerCast) or (across_spaces and isinstance(pointer, ToGeneric)):
            base = pointer.pointer
        elif isinstance(pointer, Element | Offset):
            base, step = pointer.base, pointer.type.elem.size
            if isinstance(pointer.index, Const):
                offset += int(pointer.index.value) * step
            elif step and index is not None:
                break
            elif step:
                index, constant = _index_of(pointer.index)
                scale = step
                offset += constant * step
        else:
            break
        pointer = base
    return Place(pointer, index, scale, signed64(offset))


def _index_of(index: Value) -> tuple[Value, int]:
    """Splits a 64-bit index into a varying and a constant part, and takes a widening cast off: the index extends by its own sign."""
    constant = 0
    while isinstance(index, Add | Sub) and index.type.bits == 64:
        lhs, rhs = index.operands
        if isinstance(rhs, Const):
            constant += int(rhs.value if isinstance(index, Add) else -rhs.value)
            index = lhs
        elif isinstance(lhs, Const) and isinstance(index, Add):
            constant += int(lhs.value)
            index = rhs
        else:
            break
    narrow = widened(index)
    return (index if narrow is None else narrow), constant


def widened(value: Value) -> Value | None:
    """The integer of at most 32 bits whose widening to 64 bits `value` is; None if it is no such cast."""
    if isinstance(value, Cast) and value.type.bits == 64 and value.type.is_integer:
        source = value.value
        if source.type.is_integer and source.type.bits <= 32:
            return source
    return None


def wide_factors(product: Op) -> tuple[Value, Value | int, Type] | None:
    """The factors `a`, `b` of a 64-bit product that `mul.wide` computes from 32-bit registers, and their type; None if it cannot."""
    if not isinstance(product, Mul) or product.type.bits != 64 or not product.type.is_integer:
        return None
    a, b = product.operands
    if isinstance(a, Const):
        a, b = b, a
    narrow = widened(a)
    if narrow is None:
        return None
    if isinstance(b, Const):
        value = int(b.value)
        fits = -_HALF_WORD <= value < _HALF_WORD if narrow.type.kind == "int" else 0 <= value < 2 * _HALF_WORD
        return (narrow, value, narrow.type) if fits else None
    other = widened(b)
    if other is None or other.type.kind != narrow.type.kind:
        return None
    return narrow, other, narrow.type


def fused_product(addition: Op) -> tuple[Op, Value] | None:
    """The product (used here only) and the other operand of an integer addition that becomes one multiply-add; None if there is none."""
    if not isinstance(addition, Add) or not addition.type.is_integer or addition.type.bits not in (32, 64):
        return None
    a, b = addition.operands
    for product, other in ((a, b), (b, a)):
        if isinstance(product, Mul) and len(product.users) == 1 and a is not b and wide_factors(product) is None:
            return product, other
    return None


def reads_of(op: Op) -> tuple[Value, ...]:
    """The values that must stand in registers (or be constants) where `op` is emitted."""
    if isinstance(op, LOADS):
        return place_of(op.operands[0]).reads()
    if isinstance(op, ATOMICS):
        return (*place_of(op.operands[0]).reads(), *op.operands[1:])
    if isinstance(op, STORES):
        return op.operands[0], *place_of(op.operands[1]).reads()
    if isinstance(op, ADDRESSES):
        return place_of(op, across_spaces=False).reads()
    fused = fused_product(op)
    if fused is not None:
        return *reads_of(fused[0]), fused[1]
    factors = wide_factors(op)
    if factors is not None:
        return (factors[0],) if isinstance(factors[1], int) else (factors[0], factors[1])
    return op.operands


def branch_condition(branch: CondBr) -> tuple[Value, bool]:
    """The value that the branch tests, and whether it tests the opposite."""
    condition, negated = branch.cond, False
    while isinstance(condition, Not):
        condition, negated = condition.value, not negated
    return condition, negated


def needed_values(cfg: Cfg) -> dict[Value, None]:
    """Every value that some emitted instruction reads, and every op with an effect; block parameters only where they are read."""
    needed: dict[Value, None] = {}
    incoming, work = _edges_and_effects(cfg)
    position: dict[Value, int] = {param: i for block in cfg.blocks for i, param in enumerate(block.params)}
    while work:
        value = work.pop()
        if value in needed:
            continue
        needed[value] = None
        if isinstance(value, Op):
            work += reads_of(value)
        else:
            assert value.block is not None
            for terminator, i in incoming[value.block.index]:
                work.append(terminator.args_of(i)[position[value]])
    return needed


def _edges_and_effects(cfg: Cfg) -> tuple[list[list[tuple[Terminator, int]]], list[Value]]:
    """The edges into each block, and what is needed for its own sake: ops with effects, conditions, results and values of panics."""
    incoming: list[list[tuple[Terminator, int]]] = [[] for _ in cfg.blocks]
    roots: list[Value] = []
    for block in cfg.blocks:
        terminator = block.terminator
        for i, target in enumerate(terminator.targets):
            incoming[target.index].append((terminator, i))
        roots += [op for op in block.ops if op.flags & EFFECTS]
        if isinstance(terminator, CondBr):
            roots.append(branch_condition(terminator)[0])
        else:
            roots += terminator.own_operands
    return incoming, roots


def is_symbol(root: Value) -> bool:
    """Whether the address of `root` is a symbol of its own: a slot, a static, or a parameter passed by value."""
    return isinstance(root, Alloca | StaticAddress) or (root.type.space == "param" and not isinstance(root, Op))


def is_wide(op: Op) -> bool:
    """Whether the op computes on 128-bit integers (an index or an amount of that type alone does not count: its lower half serves)."""
    return op.type.bits == 128 or (len(op.operands) > 0 and op.operands[0].type.bits == 128)
