"""What a user holds of a kernel: `k[grid, block](…)`, and the stages behind it.

A `Kernel` is thread-safe and picklable (its PTX travels along); a `Launcher` is a kernel with a launch shape.
"""

from __future__ import annotations

from kernelc.runtime.arguments import bind
from kernelc.runtime.errors import LaunchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kernelc.runtime.module import ModuleCode
    from kernelc.signature import KernelSignature
    from ptx.assemble import Resources

    Extent = int | tuple[int, ...]

DEFAULT_BLOCKS = {1: (256, 1, 1), 2: (16, 16, 1), 3: (8, 8, 4)}
"""Number of dimensions → the block that `over` takes."""
GRID_LIMITS = (2**31 - 1, 65535, 65535)
"""The largest grid in x, y, z (CUDA C++ Programming Guide, "Compute Capabilities")."""
BLOCK_LIMITS = (1024, 1024, 64)
"""The largest block in x, y, z."""
MAX_THREADS = 1024
"""The most threads of a block."""


class Kernel:
    """One kernel of a loaded module. Two kernels are equal if they are the same code."""

    __slots__ = ("_code", "signature")

    def __init__(self, code: ModuleCode, signature: KernelSignature) -> None:
        self._code, self.signature = code, signature

    @property
    def module_code(self) -> ModuleCode:
        """What the kernels of its module share."""
        return self._code

    @property
    def name(self) -> str:
        """The kernel's name in the source."""
        return self.signature.name

    @property
    def path(self) -> str:
        """The file it comes from, as it was given."""
        return self._code.path

    def __getitem__(self, shape: object) -> Launcher:
        """`k[grid, block]`, `k[grid, block, stream]`, `k[grid, block, stream, dynamic_shared_bytes]`. Raises LaunchError.

        Grid and block are integers, or tuples of one to three, x first; a grid of 0 blocks runs nothing.
        """
        parts = shape if isinstance(shape, tuple) else (shape,)
        if not 2 <= len(parts) <= 4:
            count = f"{len(parts)} value{'s' if len(parts) != 1 else ''}"
            raise LaunchError(f"{self.name}[…] takes grid and block, then stream and dynamic shared bytes; got {count}")
        stream = parts[2] if len(parts) > 2 else None
        return Launcher(self, grid_of(parts[0]), block_of(parts[1]), stream, shared_bytes(parts[3] if len(parts) > 3 else 0))

    def over(self, size: Extent, block: Extent | None = None, *, stream: object = None, shared: int = 0) -> Launcher:
        """A launch that covers `size` elements (or width and height, …): the grid follows, the block is chosen unless given.

        The last block may reach beyond `size`, so the kernel has to compare its index. Raises LaunchError.
        """
        sizes = extent("size", size)
        chosen = block_of(block) if block is not None else DEFAULT_BLOCKS[len(size) if isinstance(size, tuple | list) else 1]
        grid = tuple([-(-n // b) for n, b in zip(sizes, chosen, strict=True)])
        return Launcher(self, grid_of(grid), chosen, stream, shared_bytes(shared))

    def __call__(self, *args: object) -> None:
        """A kernel without a launch shape cannot be called. Raises LaunchError."""
        raise LaunchError(f"{self.name} needs a grid and a block: {self.name}[grid, block](…), or {self.name}.over(n)(…)")

    def dtype(self, name: str) -> Any:
        """The NumPy dtype of a struct or enum of the kernel's file, by name; of any type in its parameters, as it is written. Raises KernelError."""
        return self._code.dtype(name)

    def ptx(self) -> str:
        """The PTX of the kernel's module."""
        return self._code.ptx

    def mir(self, stage: str = "optimised") -> str:
        """MIR of the module: as the front end makes it ("built"), "optimised", or after passes ("mem2reg,dce").

        Raises ValueError for another stage, KernelError for a kernel that comes from PTX.
        """
        return self._code.stage(stage)

    def cfg(self) -> str:
        """The control-flow graphs right after mem2reg. Raises KernelError for a kernel that comes from PTX."""
        return self._code.stage("cfg")

    def resources(self) -> Resources:
        """What ptxas says about registers, spills, local and shared memory of this kernel. Raises NotSupported where there is no ptxas."""
        return self._code.resources(self.signature.symbol)

    def sass(self) -> str:
        """The machine code of the module, disassembled. Raises NotSupported where a tool is missing."""
        return self._code.sass()

    def __repr__(self) -> str:
        return f"<kernel {self.signature!r} of {self.path}>"

    def _repr_html_(self) -> str:
        from kernelc.runtime.pages import kernel_table

        return kernel_table(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Kernel):
            return NotImplemented
        mine, its = self._code, other._code
        return mine is its and self.signature is other.signature or self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, str, str]:
        return self.signature.symbol, self._code.options.key(), self._code.ptx

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        from kernelc.runtime.module import packed, restore_kernel

        return restore_kernel, (*packed(self._code), self.signature.symbol)


class Launcher:
    """A kernel with a launch shape; calling it launches and, on the CPU, waits."""

    __slots__ = ("block", "grid", "kernel", "shared", "stream")

    def __init__(
        self, kernel: Kernel, grid: tuple[int, int, int], block: tuple[int, int, int], stream: object, shared: int
    ) -> None:
        self.kernel, self.grid, self.block, self.stream, self.shared = kernel, grid, block, stream, shared

    def __call__(self, *args: object) -> None:
        """Launches; on the CPU returns when all threads have ended, on a GPU at once. Raises KernelError."""
        signature = self.kernel.signature
        shared, code = self.shared or contract_bytes(signature), self.kernel._code
        if code.again and self.stream is None and code.launch_again(signature, self.grid, self.block, shared, args):
            return
        if signature.requirements:
            check_shape(signature, self.grid, self.block, shared)
        code.launch(signature, self.grid, self.block, shared, self.stream, bind(signature, args))

    def __repr__(self) -> str:
        return f"{self.kernel!r}[{self.grid}, {self.block}]"


# --------------------------------------------------------------------------------------------------------------------- launch shapes


def check_shape(signature: KernelSignature, grid: tuple[int, int, int], block: tuple[int, int, int], shared: int) -> None:
    """Refuses a launch in which indices that the kernel takes for unique are not, or that its contract excludes."""
    for requirement in signature.requirements:
        if not requirement.is_fulfilled(grid, block, shared):
            given = f"{shared} bytes are given" if requirement.kind == "dynamic shared" else f"grid is {grid}, block is {block}"
            raise LaunchError(f"{signature.name} needs a launch in which {requirement}; {given}")


def contract_bytes(signature: KernelSignature) -> int:
    """The bytes of dynamic shared memory that the kernel's contract says; 0 without one."""
    return next((each.numbers[0] for each in signature.requirements if each.kind == "dynamic shared"), 0)


def is_default(stream: object) -> bool:
    """Whether a launch names no stream: None, or 0 as in CUDA."""
    return stream is None or (isinstance(stream, int) and not isinstance(stream, bool) and stream == 0)


def extent(what: str, value: object) -> tuple[int, int, int]:
    """One to three sizes, x first, as three."""
    sizes = value if isinstance(value, tuple | list) else (value,)
    if not 1 <= len(sizes) <= 3:
        raise LaunchError(f"{what} has {len(sizes)} dimensions, must have 1 to 3")
    out = [size_of(f"{what}.{axis}", size) for axis, size in zip("xyz", sizes, strict=False)]
    out += [1] * (3 - len(out))
    return out[0], out[1], out[2]


def size_of(what: str, value: object) -> int:
    """A size that is an integer (Python's or NumPy's) and not negative."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise LaunchError(f"{what} is {value!r}, must be an integer")
    try:
        size = int(value.__index__())
    except TypeError:
        raise LaunchError(f"{what} is {value!r}, must be an integer") from None
    if size < 0:
        raise LaunchError(f"{what} is {size}, must not be negative")
    return size


def grid_of(value: object) -> tuple[int, int, int]:
    """A grid within CUDA's limits."""
    sizes = extent("grid", value)
    for axis, size, limit in zip("xyz", sizes, GRID_LIMITS, strict=True):
        if size > limit:
            raise LaunchError(f"grid.{axis} is {size}, must be between 0 and {limit}")
    return sizes


def block_of(value: object) -> tuple[int, int, int]:
    """A block within CUDA's limits."""
    sizes = extent("block", value)
    for axis, size, limit in zip("xyz", sizes, BLOCK_LIMITS, strict=True):
        if not 1 <= size <= limit:
            raise LaunchError(f"block.{axis} is {size}, must be between 1 and {limit}")
    threads = sizes[0] * sizes[1] * sizes[2]
    if threads > MAX_THREADS:
        raise LaunchError(f"block {sizes} has {threads} threads, the limit is {MAX_THREADS}")
    return sizes


def shared_bytes(value: object) -> int:
    """A number of bytes of dynamic shared memory."""
    return size_of("dynamic shared memory", value)
