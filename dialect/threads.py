"""Threads of the interpreter: their stacks of frames, their places in the grid, and the errors that say where one stopped."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .function import Block, Function
    from .memory import Allocation, Pointer
    from .op import Loc, Op, Value
    from .ops import Call

    Triple = tuple[int, int, int]

RUNNING, WAITING, DONE, MEETING = range(4)
"""States of a thread; a waiting one stands at a barrier, a meeting one at an op of its warp."""


class InterpreterError(Exception):
    """A use that MIR gives no meaning. `message`, `loc` of the op or None, `function`, `block` and `thread` (indices x, y, z)."""

    def __init__(self, message: str, thread: Thread, loc: Loc | None) -> None:
        where = f" at {loc}" if loc is not None else ""
        super().__init__(f"{message}{where} (block {thread.block}, thread {thread.index})")
        self.message, self.loc, self.block, self.thread = message, loc, thread.block, thread.index
        self.function = thread.frames[-1].function.name if thread.frames else ""


class MirPanic(InterpreterError):
    """A thread reached `mir.panic`; `message` has the values in it."""


class BarrierError(InterpreterError):
    """Threads of one block wait at different barriers, or threads of one warp for lanes that do not come."""


class OutOfFuel(InterpreterError):
    """The run executed as many ops as it was allowed."""


class Frame:
    """A function being executed: where it stands, its values, its slots, and the call that gets its result."""

    __slots__ = ("function", "code", "at", "env", "slots", "call")

    def __init__(self, function: Function, call: Call | None) -> None:
        self.function, self.call = function, call
        self.code: Block = function.blocks[0]
        self.at = 0
        self.env: dict[Value, Any] = {}
        self.slots: list[Allocation] = []


class Thread:
    """One thread: its place in the grid (`number` in its block), its stack, its state, and the operands of the op that it meets others at."""

    __slots__ = ("block", "index", "lane", "warp", "frames", "state", "result", "statics", "operands")

    def __init__(self, block: Triple, index: Triple, number: int, statics: dict[str, Pointer]) -> None:
        self.block, self.index, self.lane, self.warp, self.statics = block, index, number % 32, number // 32, statics
        self.operands: list[Any] = []
        self.frames: list[Frame] = []
        self.state = RUNNING
        self.result: Any = None

    def at_op(self) -> Op:
        """The op that it has just executed, and waits at."""
        frame = self.frames[-1]
        return frame.code.ops[frame.at - 1]

    def position(self) -> list[tuple[int, int]]:
        """Where that op stands in the text, behind the calls that led there."""
        return [(frame.function.blocks.index(frame.code), frame.at) for frame in self.frames]

    def place(self) -> list[Op]:
        """The op that it waits at, behind the calls that led there."""
        return [frame.code.ops[frame.at - 1] for frame in self.frames]
