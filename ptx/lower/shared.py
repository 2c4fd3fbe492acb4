"""After `place_shared` every shared array has its place: a symbol of its own, or an offset in dynamic shared memory.

A kernel may declare 48 KB of shared memory. The arrays of one that has more lie in dynamic shared memory, at offsets that all kernels of the module
agree on, since they may share functions; what a program itself takes of dynamic shared memory begins behind them. `bytes` says how much the launcher
has to add for each kernel.

    static @A : shared array<u8, 40000>        .extern .shared .align 16 .b8 dynamic$shared[];
    static @B : shared array<u8, 40000>        A is dynamic$shared, B is dynamic$shared+40000; the kernel's bytes are 80000
"""

from __future__ import annotations

from dialect.reach import end_of, reached_shared
from ptx.lower.errors import LoweringError
from ptx.lower.targets import LARGEST_SHARED, SHARED_LIMITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.function import Module, Static

STATIC_LIMIT = 48 * 1024
"""Bytes of shared memory that a kernel may declare (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability")."""
DYNAMIC_SYMBOL = "dynamic$shared"
"""The symbol of dynamic shared memory where the program has none of its own."""


class SharedPlaces:
    """`offsets`: the place in dynamic shared memory of each array that lies there, by name; `bytes`: what a launch of each kernel has to add, by the
    kernel's name; `align`: the alignment that all of it needs; `largest`: the most that any kernel has, in bytes.
    """

    __slots__ = ("align", "bytes", "largest", "offsets")

    def __init__(self) -> None:
        self.offsets: dict[str, int] = {}
        self.bytes: dict[str, int] = {}
        self.align, self.largest = 1, 0


def place_shared(module: Module, arch: str) -> SharedPlaces:
    """Places the shared arrays. Raises `LoweringError` for a kernel that has more of them than a block of the target may have."""
    places = SharedPlaces()
    if not any([static.space == "shared" for static in module.statics.values()]):
        return places
    arrays = {f.name: reached_shared(module, f) for f in module.functions.values() if f.kind == "kernel"}
    for name, reached in arrays.items():
        _check(name, end_of(reached), arch, places)
    moved = {static.name for reached in arrays.values() if end_of(reached) > STATIC_LIMIT for static in reached}
    if moved:
        _move([s for s in module.statics.values() if s.name in moved], arrays, places)
    return places


def _check(kernel: str, total: int, arch: str, places: SharedPlaces) -> None:
    limit = SHARED_LIMITS[arch] if arch else LARGEST_SHARED
    if total > max(limit, STATIC_LIMIT):
        where = f"a block of `{arch}`" if arch else "a block of any target"
        raise LoweringError(f"the kernel `{kernel}` uses {total} bytes of shared memory, but {where} may have {limit}")
    places.largest = max(places.largest, total)


def _move(moved: list[Static], arrays: dict[str, list[Static]], places: SharedPlaces) -> None:
    """Gives the arrays their offsets, and the kernels their bytes: up to the end of the last array that they reach."""
    at = 0
    for static in [s for s in moved if not s.is_dynamic]:
        at = -(-at // static.align) * static.align
        places.offsets[static.name] = at
        at += static.type.size
        places.align = max(places.align, static.align)
    own = [s for reached in arrays.values() for s in reached if s.is_dynamic]
    align = max([static.align for static in own], default=1)
    places.align = max(places.align, align)
    places.offsets.update(dict.fromkeys([static.name for static in own], -(-at // align) * align))
    for name, reached in arrays.items():
        end = max([places.offsets[s.name] + s.type.size for s in reached if s.name in places.offsets], default=0)
        if end:
            places.bytes[name] = end
