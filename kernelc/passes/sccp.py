"""Propagates constants through branches and block parameters (sparse conditional constant propagation).

After it ran, a value that is the same constant on every path that can be taken is that constant; so are the conditions of
branches that always go one way, which `simplify_cfg` then folds. Optimistic: a path counts only once it is found to be possible,
so loops are seen through.

    bb0:                                        bb0:
      %one = mir.const 1 : i32                    %one = mir.const 1 : i32
      mir.goto bb1(%one)                          mir.goto bb1
    bb1(%x: i32):                               bb1:
      %y = mir.mul %x, %x                ==>      %x = mir.const 1 : i32
      %c = mir.cmp eq %y, %x                      %y = mir.const 1 : i32
      mir.cond_br %c, bb1(%y), bb2                %c = mir.const true : bool
                                                  mir.cond_br %c, bb1, bb2

Wegman, Zadeck: *Constant Propagation with Conditional Branches* (TOPLAS 1991). `mir.undef` counts as any value: nothing is
concluded from it.
"""
from __future__ import annotations

from math import copysign

from dialect.op import Param, Terminator
from dialect.ops import CondBr, Const, Select

from .editing import incoming_edges, keep_params

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Block, Function
    from dialect.op import Number, Op, Value

    from .analyses import Analyses


class Varying:
    """What is known of a value that is no constant."""

    __slots__ = ()


VARYING = Varying()


def run(function: Function, _analyses: Analyses) -> bool:
    """Analyses the unchanged function, then replaces."""
    propagation = Propagation(dict.fromkeys(function.params, VARYING))
    propagation.solve(function.blocks[0])
    constants = propagation.constants()
    return replace(function, constants) if constants else False


def same(a: Number, b: Number) -> bool:
    """Whether two constants of one type are the same value, signed zeroes told apart."""
    return a == b and (not isinstance(a, float) or copysign(1.0, a) == copysign(1.0, b))


def constant_of(v: Value) -> Number | Varying:
    """What is known of a value from outside: nothing, unless it is a constant other than a NaN."""
    return v.attrs[0] if type(v) is Const and v.attrs[0] == v.attrs[0] else VARYING


class Propagation:
    """The fixed point from what is known to begin with. `known` holds a constant or VARYING; what is absent has not been reached."""

    __slots__ = ("edges", "flows", "known", "reached", "work")

    def __init__(self, known: dict[Value, Number | Varying]) -> None:
        self.known = known
        self.reached: set[Block] = set()
        self.edges: set[tuple[Terminator, int]] = set()
        self.flows: dict[Value, list[tuple[Terminator, int, Param]]] = {}
        self.work: list[Value] = []

    def solve(self, start: Block) -> None:
        """Visits each block when it is first reached, from `start` on, and each op again when something it uses was lowered."""
        blocks = [start]
        known = self.known
        while blocks or self.work:
            if self.work:
                self.lowered(self.work.pop(), blocks)
                continue
            block = blocks.pop()
            if block not in self.reached:
                self.reached.add(block)
                self.note_flows(block.terminator)
                for op in block.ops:  # what uses it has not been visited yet: definitions dominate uses
                    found = self.value_of(op)
                    if found is not None:
                        known[op] = found
                self.follow(block.terminator, blocks)

    def note_flows(self, terminator: Terminator) -> None:
        """Where each argument goes, so that a wide edge is not walked again for each of its arguments."""
        for i, target in enumerate(terminator.targets):
            for param, v in zip(target.params, terminator.args_of(i)):
                self.flows.setdefault(v, []).append((terminator, i, param))

    def lowered(self, v: Value, blocks: list[Block]) -> None:
        """Tells the users of `v`, and the parameters it flows into."""
        for user in v.users:
            if user.block not in self.reached:
                continue
            if not isinstance(user, Terminator):
                self.meet(user, self.value_of(user))
            elif type(user) is CondBr and user.cond is v:
                self.follow(user, blocks)
        for terminator, i, param in self.flows.get(v, ()):
            if (terminator, i) in self.edges:
                self.meet(param, self.known.get(v))

    def constants(self) -> dict[Value, Number]:
        """The values other than `mir.const` that are constant."""
        return {v: c for v, c in self.known.items() if not isinstance(c, Varying) and type(v) is not Const}

    def meet(self, v: Value, found: Number | Varying | None) -> None:
        """Lowers what is known of `v`; its users are looked at again."""
        if found is None:
            return
        before = self.known.get(v)
        if before is VARYING:
            return
        if before is None:
            self.known[v] = found
        elif isinstance(found, Varying) or isinstance(before, Varying) or not same(before, found):
            self.known[v] = VARYING
        else:
            return
        self.work.append(v)

    def value_of(self, op: Op) -> Number | Varying | None:
        """What the op gives, from what is known of its operands; None while one is not reached. NaNs and undefined results are no constants."""
        kind = type(op)
        if kind is Const:
            return constant_of(op)
        if kind is Select:
            return self.selected(op)
        evaluate = kind.evaluate
        if evaluate is None or not op.operands:
            return VARYING
        values = []
        for v in op.operands:
            known = self.known.get(v)
            if known is VARYING:
                return VARYING
            values.append(known)
        if None in values:
            return None
        result = evaluate(op.operands[0].type, *values, *op.attrs)
        return VARYING if result is None or result != result else result

    def selected(self, op: Op) -> Number | Varying | None:
        """The chosen arm, or what both arms agree on."""
        cond, then, other = [self.known.get(v) for v in op.operands]
        if cond is None or then is None or other is None:
            return None
        if not isinstance(cond, Varying):
            return then if cond else other
        if isinstance(then, Varying) or isinstance(other, Varying) or not same(then, other):
            return VARYING
        return then

    def follow(self, terminator: Terminator, blocks: list[Block]) -> None:
        """Takes the edges that can be taken."""
        taken = range(len(terminator.targets))
        if type(terminator) is CondBr:
            cond = self.known.get(terminator.cond)
            if cond is None:
                return
            if not isinstance(cond, Varying):
                taken = range(1) if cond else range(1, 2)
        for i in taken:
            if (terminator, i) not in self.edges:
                self.take(terminator, i, blocks)

    def take(self, terminator: Terminator, i: int, blocks: list[Block]) -> None:
        """Marks an edge, and passes what is known of its arguments."""
        self.edges.add((terminator, i))
        target = terminator.targets[i]
        for param, v in zip(target.params, terminator.args_of(i)):
            self.meet(param, self.known.get(v))
        if target not in self.reached:
            blocks.append(target)


def replace(function: Function, constants: dict[Value, Number]) -> bool:
    """Puts a constant in the place of each op, and at the head of the block of each parameter."""
    incoming = incoming_edges(function)
    changed = False
    for block in function.blocks:
        keep = [n for n, param in enumerate(block.params) if param not in constants]
        head: list[Op] = [_constant(param, constants[param], block) for param in block.params if param in constants]
        if head:
            keep_params(block, incoming[block], keep)
            changed = True
        out = head
        for op in block.ops:
            if op in constants:
                out.append(_constant(op, constants[op], block))
                op.drop()
                changed = True
            else:
                out.append(op)
        block.ops = out
    return changed


def _constant(v: Value, value: Number, block: Block) -> Const:
    constant = Const(value, v.type)
    constant.block, constant.name = block, v.name
    constant.loc = None if isinstance(v, Param) else v.loc  # type: ignore[attr-defined]
    v.replace_all_uses(constant)
    return constant
