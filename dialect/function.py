"""Blocks, functions, modules, and the one insertion cursor.

A block's terminator is a required field: a block without one can stand in no function that leaves the builder (reading it raises AttributeError).
A function's parameters are the parameters of its first block. A module is what one PTX file is made from.
"""
from __future__ import annotations

from .op import Loc, Op, Param, Terminator
from .types import VOID, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    AnyOp = TypeVar("AnyOp", bound=Op)


class Block:
    """A straight line of ops that ends in a terminator. `index` is scratch for the latest control-flow snapshot.

    `unroll` is a wish for the loop that the block is the header of: None for none, 0 to unroll it fully, else how often the body shall stand in one
    iteration (1: leave it as it stands). It means nothing on other blocks.
    """

    __slots__ = ("name", "params", "ops", "terminator", "index", "unroll")
    terminator: Terminator

    def __init__(self, name: str) -> None:
        self.name = name
        self.unroll: int | None = None
        self.params: list[Param] = []
        self.ops: list[Op] = []
        self.index = -1

    @property
    def is_terminated(self) -> bool:
        """Whether the terminator has been set."""
        return hasattr(self, "terminator")

    def add_param(self, type: Type, name: str = "") -> Param:
        """Appends a parameter; the caller passes an argument for it on every edge to this block."""
        param = Param(type, name, self)
        self.params.append(param)
        return param

    def end(self, terminator: Terminator, loc: Loc | None = None) -> None:
        """Sets the terminator; an earlier one lets go of its operands."""
        if self.is_terminated:
            self.terminator.drop()
        terminator.block = self
        terminator.loc = loc or terminator.loc
        self.terminator = terminator


class Function:
    """A kernel (`kind` "kernel") or a device function ("func").

    `result` is the type returned, or void. `inline` is "", "always" or "never". `launch_bounds` is (threads per block, blocks per multiprocessor), 0 = unsaid;
    `block` the sizes that every block of a launch has, empty = unsaid.
    """

    __slots__ = ("name", "kind", "result", "blocks", "inline", "launch_bounds", "block", "loc")

    def __init__(self, name: str, kind: str = "func", result: Type = VOID) -> None:
        self.name, self.kind, self.result = name, kind, result
        self.blocks: list[Block] = []
        self.inline = ""
        self.launch_bounds = (0, 0)
        self.block: tuple[int, ...] = ()
        self.loc: Loc | None = None

    @property
    def params(self) -> list[Param]:
        """The parameters: those of the entry block."""
        return self.blocks[0].params

    def add_block(self, name: str = "") -> Block:
        """Appends a new block, named `bb<n>` unless told otherwise."""
        block = Block(name or f"bb{len(self.blocks)}")
        self.blocks.append(block)
        return block

    def op_count(self) -> int:
        """Ops and terminators in all blocks."""
        return sum([len(b.ops) + 1 for b in self.blocks])


class Static:
    """A module-level variable in `space` (global, const or shared); `data` holds its initial bytes, empty for zeroes.

    It begins at a multiple of `align` bytes, at least the alignment of its type. A shared one without size is as long as the launch says: all such
    begin at one address.
    """

    __slots__ = ("name", "type", "space", "data", "mutable", "align")

    def __init__(self, name: str, type: Type, space: str, data: bytes = b"", mutable: bool = False, align: int = 1) -> None:
        self.name, self.type, self.space, self.data, self.mutable = name, type, space, data, mutable
        self.align = max(align, type.align)

    @property
    def is_dynamic(self) -> bool:
        """Whether the launch gives its size."""
        return self.space == "shared" and not self.type.size


class Module:
    """Functions and statics by name, in source order. `mir.call` and `mir.static` refer to them by name."""

    __slots__ = ("name", "functions", "statics")

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.functions: dict[str, Function] = {}
        self.statics: dict[str, Static] = {}

    def add(self, function: Function) -> Function:
        """Adds a function; two of the same name are a fault of the caller."""
        if self.functions.setdefault(function.name, function) is not function:
            raise ValueError(f"two functions are called {function.name}")
        return function


class Cursor:
    """Where new ops go (the end of `block`), and the location they get."""

    __slots__ = ("block", "loc")

    def __init__(self, block: Block, loc: Loc | None = None) -> None:
        self.block, self.loc = block, loc

    def add(self, op: AnyOp, name: str = "") -> AnyOp:
        """Appends `op` to the block."""
        op.block = self.block
        op.loc = self.loc
        op.name = name
        self.block.ops.append(op)
        return op

    def end(self, terminator: Terminator) -> None:
        """Ends the block."""
        self.block.end(terminator, self.loc)


def remove_ops(dead: Iterable[Op]) -> None:
    """Takes many ops out at once, with one rebuild of each touched block's list."""
    blocks: dict[Block, None] = {}
    for op in dead:
        if op.block is not None:
            blocks[op.block] = None
            op.drop()
    for block in blocks:
        block.ops = [op for op in block.ops if op.block is not None]
