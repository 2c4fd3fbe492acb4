"""Statics become module-level variables: bytes in their space, visible to the host where it may read or write them."""
from __future__ import annotations

from ptx.lower.errors import LoweringError
from ptx.module import Variable
from ptx.operands import Integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Static
    from ptx.lower.context import Context

_SPACES = ("global", "const", "shared")


def lower_static(context: Context, static: Static) -> Variable:
    """The declaration of one static. Trailing zero bytes of its data are left to the assembler."""
    if static.space not in _SPACES:
        raise LoweringError(f"static `{static.name}` cannot lie in space `{static.space}`")
    if static.is_dynamic:
        return dynamic_variable(context, static.align, context.statics[static.name])
    data = static.data.rstrip(b"\0")
    if data and static.space == "shared":
        raise LoweringError(f"shared memory has no initial value, but `{static.name}` is given one")
    initializer = tuple([Integer(byte) for byte in data]) if data else None
    linkage = "" if static.space == "shared" else "visible"
    size = max(1, static.type.size)
    return Variable(static.space, "b8", context.statics[static.name], (size,), static.align, initializer, linkage)


def dynamic_variable(context: Context, align: int = 0, symbol: str = "") -> Variable:
    """The declaration of dynamic shared memory; without a symbol, of the one in which displaced arrays lie."""
    return Variable("shared", "b8", symbol or context.dynamic_symbol, (None,), align or context.shared.align, linkage="extern")
