"""What can go wrong in the lowering: the program asks for what PTX cannot give (at its location), or MIR that no rule knows."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Loc, Op


class LoweringError(Exception):
    """The program needs something that this target or this version cannot do.

    `loc` is the user's position, None where there is none.
    """

    def __init__(self, message: str, loc: Loc | None = None) -> None:
        super().__init__(message)
        self.message, self.loc = message, loc


class InternalLoweringError(Exception):
    """A fault of the compiler: names the pass, the function and the op."""

    def __init__(self, function: str, op: Op, reason: str) -> None:
        super().__init__(f"lower: @{function}: {op.mnemonic}: {reason}" + (f" ({op.loc})" if op.loc else ""))
        self.function, self.op, self.reason = function, op, reason
