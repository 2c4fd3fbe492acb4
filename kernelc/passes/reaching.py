"""Lets the users of a value with several definitions use the one that reaches them.

After `redefine`, every user of the value in another block uses the definition that reaches its block; where different ones may meet, blocks have a
parameter for it. A parameter that always gets one value may be among them: `simplify_cfg` removes those.

Braun, Buchwald, Hack, Leißa, Mallon, Zwinkau: *Simple and Efficient Construction of Static Single Assignment Form* (CC 2013), without recursion.
"""
from __future__ import annotations

from dialect.ops import Const, Undef

from .inline import copy_op

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from dialect.function import Block
    from dialect.op import Op, Terminator, Value

    from .editing import Edges

    Definitions: TypeAlias = dict[tuple[Terminator, int], dict[Value, Value]]


def redefine(v: Value, defined: Definitions, incoming: Edges) -> None:
    """On each edge in `defined` the value is defined anew: as what stands there for it, or as it was. `incoming` are the edges of the function."""
    users: dict[Block, list[Op]] = {}
    for user in v.users:
        if user.block is not v.block and user.block is not None:
            users.setdefault(user.block, []).append(user)
    reaching = Reaching(v, defined, incoming)
    for block, found in users.items():
        value = own_copy(v, block, found[0]) if type(v) is Const or type(v) is Undef else reaching.at_head(block)
        if value is not v:
            for user in found:
                user.set_operands(tuple([value if x is v else x for x in user.operands]))
    reaching.pass_arguments()


def own_copy(v: Op, block: Block, user: Op) -> Op:
    """A constant for the block alone."""
    copy = copy_op(v, {})
    copy.block, copy.loc = block, user.loc
    block.ops.insert(0, copy)
    return copy


class Reaching:
    """What the value is at the heads of blocks, as far as someone asked. `met` are the blocks that got a parameter and no arguments yet."""

    __slots__ = ("defined", "heads", "incoming", "met", "v")

    def __init__(self, v: Value, defined: Definitions, incoming: Edges) -> None:
        self.v, self.defined, self.incoming = v, defined, incoming
        self.heads: dict[Block, Value] = {}
        self.met: list[Block] = []

    def at_head(self, block: Block) -> Value:
        """What the value is at the head of the block: what comes in by its only edge, or a parameter. In unreachable blocks it is as it was."""
        path: list[Block] = []
        value = self.heads.get(block)
        while value is None:
            edges = self.incoming[block]
            if len(edges) > 1:
                value = self.heads[block] = block.add_param(self.v.type, self.v.name)
                self.met.append(block)
                break
            path.append(block)
            self.heads[block] = self.v
            if not edges:
                return self.v
            made = self.defined.get(edges[0])
            if made is not None:
                value = made.get(self.v, self.v)
                break
            block = edges[0][0].block  # type: ignore[assignment]
            value = self.heads.get(block)
        for b in path:
            self.heads[b] = value
        return value

    def pass_arguments(self) -> None:
        """Passes to each new parameter what reaches it by each edge."""
        while self.met:
            block = self.met.pop()
            for edge in self.incoming[block]:
                made = self.defined.get(edge)
                value = self.at_head(edge[0].block) if made is None else made.get(self.v, self.v)  # type: ignore[arg-type]
                edge[0].set_target(edge[1], block, (*edge[0].args_of(edge[1]), value))
