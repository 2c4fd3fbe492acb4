"""After `place_shared` every shared array has its place: a symbol of its own, or an offset in dynamic shared memory.

A kernel may declare 48 KB of shared memory. The arrays of one that has more lie in dynamic shared memory, at offsets that all kernels of the module
agree on, since they may share functions; arrays that no kernel has together may overlap. What a program itself takes of dynamic shared memory begins
behind the arrays of the kernels that do so. `bytes` says how much the launcher has to add for each kernel.

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
    kernels = {f.name: reached_shared(module, f) for f in module.functions.values() if f.kind == "kernel"}
    moved = {static.name for reached in kernels.values() if end_of(reached) > STATIC_LIMIT for static in reached}
    for static in [s for s in module.statics.values() if s.name in moved and not s.is_dynamic]:
        together = {s.name: s for reached in kernels.values() if static in reached for s in reached if s.name in places.offsets}
        places.offsets[static.name] = _first_gap(static, sorted([(places.offsets[name], s.type.size) for name, s in together.items()]))
        places.align = max(places.align, static.align)
    if moved:
        _place_own([reached for reached in kernels.values() if any([s.is_dynamic for s in reached])], places)
    for name, reached in kernels.items():
        _count(name, reached, arch, places)
    return places


def _first_gap(static: Static, taken: list[tuple[int, int]]) -> int:
    """The least offset at which the array overlaps none of the stretches (start, size), which are in order of their starts."""
    at = 0
    for start, size in taken:
        if at + static.type.size <= start:
            break
        at = max(at, -(-(start + size) // static.align) * static.align)
    return at


def _end(reached: list[Static], places: SharedPlaces) -> int:
    """Where the last of the displaced arrays among these ends."""
    return max([places.offsets[s.name] + s.type.size for s in reached if s.name in places.offsets], default=0)


def _place_own(kernels: list[list[Static]], places: SharedPlaces) -> None:
    """The dynamic shared memory of the program itself begins behind the arrays of every kernel that takes some."""
    own = {s.name: s for reached in kernels for s in reached if s.is_dynamic}
    align = max([static.align for static in own.values()], default=1)
    start = -(-max([_end(reached, places) for reached in kernels], default=0) // align) * align
    places.align = max(places.align, align)
    places.offsets.update(dict.fromkeys(own, start))


def _count(kernel: str, reached: list[Static], arch: str, places: SharedPlaces) -> None:
    """Notes what a launch of the kernel has to add, and checks what it needs in all."""
    dynamic = _end(reached, places)
    if dynamic:
        places.bytes[kernel] = dynamic
    total = end_of([s for s in reached if s.name not in places.offsets]) + dynamic
    limit = SHARED_LIMITS[arch] if arch else LARGEST_SHARED
    if total > limit:
        where = f"a block of `{arch}`" if arch else "a block of any target"
        raise LoweringError(f"the kernel `{kernel}` uses {total} bytes of shared memory, but {where} may have {limit}")
    places.largest = max(places.largest, total)
