"""What the compiled executor can do: for each meaning that the instruction table names, the function that writes its IR.

What is not here, or is refused by its function, goes to the reference interpreter, as a whole kernel and before anything runs.
"""

from ptx.vm.compiled.control import stacks, turns
from ptx.vm.compiled.instructions import (
    approximations,
    asynchronous,
    atomics,
    bit_fields,
    calls,
    conversions,
    floats,
    hosted,
    integers,
    loads,
    matrices,
    moves,
    selections,
    stores,
    video,
    warps,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MEANINGS: "dict[str, Callable[[Any], None]]" = {
    **integers.MEANINGS,
    **bit_fields.MEANINGS,
    **floats.MEANINGS,
    **approximations.MEANINGS,
    **selections.MEANINGS,
    **conversions.MEANINGS,
    **loads.MEANINGS,
    **stores.MEANINGS,
    **atomics.MEANINGS,
    **warps.MEANINGS,
    **matrices.MEANINGS,
    **moves.MEANINGS,
    **asynchronous.MEANINGS,
    **calls.MEANINGS,
    **hosted.MEANINGS,
    **turns.MEANINGS,
    **stacks.MEANINGS,
    **video.MEANINGS,
}
"""Every meaning that is compiled, by the instruction table's key (and `copy`, of a call's parameters)."""
