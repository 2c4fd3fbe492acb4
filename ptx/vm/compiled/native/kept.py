"""A kernel made native, or found where native code is kept: after `kept_kernel` it can be called, and says what a launch must know.

With native code are kept the few numbers that every launch needs. Where faults and barriers stand in the source is looked up when somebody asks, by
translating the kernel once more; only then, or where nothing is kept, are the program and the code generator needed.
"""

from functools import lru_cache
from typing import NamedTuple

from ptx.vm.compiled.native.loading import Code, Common
from ptx.vm.compiled.native.processor import identity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from ptx.vm.compiled.cfg.graph import Block
    from ptx.vm.compiled.control.warp import Site, WarpFunction
    from ptx.vm.compiled.native.compile import Making
    from ptx.vm.compiled.schedule.doors import Doors
    from ptx.vm.compiled.schedule.gathering import Tables
    from ptx.vm.compiled.watch.instrument import Instrument

    Store: TypeAlias = "Callable[[str, Callable[[], bytes]], bytes]"


class Numbers(NamedTuple):
    """What every launch must know of a kernel.

    `warps` of a block, bytes of a warp's context and of a thread's own memory, whether `ld.global.nc` is watched, whether blocks must run in order,
    the most values that are kept for a report, whether lanes take turns, whether threads may wait for other blocks, whether there are asynchronous
    copies, whether calls need a stack, and bytes of static shared memory and of the local window.
    """

    warps: int
    context_bytes: int
    local_bytes: int
    has_shadow: bool
    in_order: bool
    most_values: int
    takes_turns: bool
    waits: bool
    has_queues: bool
    has_stack: bool
    static_shared: int
    local_size: int

    def packed(self, data: bytes) -> bytes:
        """Returns the numbers with an object file, as they are kept."""
        return " ".join([str(int(number)) for number in self]).encode() + b"\n" + data


def unpacked(kept: bytes) -> tuple[Numbers, bytes]:
    """Returns what `Numbers.packed` put together."""
    head, _, data = kept.partition(b"\n")
    kinds = Numbers.__annotations__.values()
    return Numbers(*[kind(int(number)) for kind, number in zip(kinds, head.split())]), data


class CompiledKernel:
    """Native code with its numbers; the places that may fault, the barriers and where lanes meet are there when they are asked for."""

    def __init__(self, code: Code, numbers: Numbers, making: "Making | Callable[[], Making]") -> None:
        self.code = code
        self.warps, self.context_bytes, self.local_bytes = numbers.warps, numbers.context_bytes, numbers.local_bytes
        self.has_shadow, self.in_order, self.most_values = numbers.has_shadow, numbers.in_order, numbers.most_values
        self.takes_turns, self.waits = numbers.takes_turns, numbers.waits
        self.has_queues, self.has_stack = numbers.has_queues, numbers.has_stack
        self.static_shared, self.local_size = numbers.static_shared, numbers.local_size
        self.assumed: frozenset[int] = frozenset()
        """The parameters, by offset, that are taken for the start of an array."""
        self.doors: list[Doors] = []
        self._making = making

    @property
    def making(self) -> "Making":
        """The kernel as it was translated."""
        if callable(self._making):
            self._making = self._making()
        return self._making

    @property
    def function(self) -> "WarpFunction":
        """The translated function."""
        return self.making.function

    @property
    def sites(self) -> "list[Site]":
        """The places that may fault."""
        return self.function.sites

    @property
    def barriers(self) -> "list[Block]":
        """The barriers, in order."""
        return self.function.barriers

    @property
    def watch(self) -> "Instrument | None":
        """What has been put in."""
        return self.function.watch

    @property
    def turns(self) -> "Tables | None":
        """What Python must know of lanes that take turns, None if they do not."""
        return self.making.turns if self.takes_turns else None


def kept_kernel(key: str, making: "Callable[[], Making]", keeper: "Store | None", store: "Store | None") -> CompiledKernel:
    """Returns the native code of a kernel: what `keeper` has under `key`, or what is made now. Raises the errors of `ptx.vm.errors`.

    `store` keeps what all kernels call.
    """
    made: list[Making] = []

    def make() -> bytes:
        made.append(making())
        return made[0].made(store if keeper is None else None)

    numbers, data = unpacked(make() if keeper is None else keeper(f"{identity()}\n{key}", make))
    code = Code(data, common_code(store, made[0].kind if made else None))
    return CompiledKernel(code, numbers, made[0] if made else making)


@lru_cache(maxsize=16)
def common_code(store: "Store | None", kind: "tuple[str, int] | None") -> Common:
    """Returns the functions that every kernel may call; `kind` names what an instrument adds to them."""

    def make() -> bytes:
        from ptx.vm.compiled.native.compile import common_object

        return common_object(kind)

    return Common(make() if store is None else store(f"functions of all kernels {kind}\n{identity()}", make))
