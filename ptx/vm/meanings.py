"""The virtual machine's instruction set: for each meaning that the instruction table names, the function that builds its code.

What is not here is refused by name before anything runs.
"""

from ptx.vm import (
    steps_address,
    steps_async,
    steps_atomic,
    steps_bits,
    steps_compare,
    steps_control,
    steps_float,
    steps_fragments,
    steps_integer,
    steps_matrix,
    steps_memory,
    steps_sync,
    steps_video,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ptx.vm.context import Context

MEANINGS: "dict[str, Callable[[Context], None]]" = {
    **steps_integer.MEANINGS,
    **steps_bits.MEANINGS,
    **steps_float.MEANINGS,
    **steps_compare.MEANINGS,
    **steps_memory.MEANINGS,
    **steps_address.MEANINGS,
    **steps_control.MEANINGS,
    **steps_atomic.MEANINGS,
    **steps_sync.MEANINGS,
    **steps_async.MEANINGS,
    **steps_video.MEANINGS,
    **steps_matrix.MEANINGS,
    **steps_fragments.MEANINGS,
}
"""Every meaning that can run, by the instruction table's key."""

REFUSED_WORDS = {"oob": "the out-of-bounds NaN of tensor copies is not modelled"}
"""Modifiers that are refused although the meaning is there, with the reason."""
