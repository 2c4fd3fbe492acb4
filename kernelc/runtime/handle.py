"""What a user holds of a kernel: `k[grid, block](…)`, and the stages behind it.

A `Kernel` is thread-safe and picklable (it is found again by its file and name); a `Launcher` is a kernel with a launch shape.
"""

from __future__ import annotations

from kernelc.runtime.arguments import bind
from kernelc.runtime.errors import LaunchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.runtime.module import LoadedModule
    from kernelc.signature import KernelSignature

    Extent = int | tuple[int, ...]

DEFAULT_BLOCK = 256


class Kernel:
    """One kernel of a loaded module."""

    __slots__ = ("_module", "signature")

    def __init__(self, module: LoadedModule, signature: KernelSignature) -> None:
        self._module, self.signature = module, signature

    @property
    def name(self) -> str:
        """The kernel's name in the source."""
        return self.signature.name

    def __getitem__(self, shape: object) -> Launcher:
        """`k[grid, block]`, `k[grid, block, stream]`, `k[grid, block, stream, dynamic_shared_bytes]`."""
        parts = shape if isinstance(shape, tuple) else (shape,)
        if not 2 <= len(parts) <= 4:
            raise LaunchError(
                f"{self.name}[…] takes grid and block, then stream and dynamic shared bytes; got {len(parts)} value{'s' if len(parts) != 1 else ''}"
            )
        grid, block = extent("grid", parts[0]), extent("block", parts[1])
        shared = parts[3] if len(parts) > 3 else 0
        if not isinstance(shared, int):
            raise LaunchError(f"dynamic shared memory is a number of bytes, not {type(shared).__name__}")
        return Launcher(self, grid, block, parts[2] if len(parts) > 2 else None, shared)

    def over(self, size: int | tuple[int, ...], block: int | tuple[int, ...] | None = None) -> Launcher:
        """A launch that covers `size` elements (or width and height, …): the grid follows, the block is chosen unless given."""
        sizes = extent("size", size)
        chosen = extent("block", block) if block is not None else default_block(size)
        grid = tuple([-(-n // b) for n, b in zip(sizes, chosen, strict=True)])
        return Launcher(self, (grid[0], grid[1], grid[2]), chosen, None, 0)

    def __call__(self, *args: object) -> None:
        """A kernel without a launch shape cannot be called."""
        raise LaunchError(f"{self.name} needs a grid and a block: {self.name}[grid, block](…), or {self.name}.over(n)(…)")

    def ptx(self) -> str:
        """The PTX of the kernel's module."""
        return self._module.ptx

    def mir(self, stage: str = "optimised") -> str:
        """MIR of the module: stage "built" (as the front end makes it) or "optimised"."""
        compilation = self._module.compilation(self.name)
        if stage not in ("built", "optimised"):
            raise ValueError(f"stage is {stage!r}, must be 'built' or 'optimised'")
        return compilation.mir() if stage == "built" else compilation.ssa()

    def cfg(self) -> str:
        """The control-flow graphs right after mem2reg."""
        return self._module.compilation(self.name).cfg()

    def resources(self) -> object:
        """What ptxas says about registers, spills, local and shared memory of this kernel."""
        return self._module.resources(self.signature.symbol)

    def sass(self) -> str:
        """The machine code, disassembled."""
        return self._module.sass()

    def __repr__(self) -> str:
        return f"<kernel {self.signature!r} of {self._module.path}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kernel) and self._module is other._module and self.name == other.name

    def __hash__(self) -> int:
        return hash((self._module.path, self.name))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        from kernelc.runtime.module import reload_kernel

        options = self._module.options
        return reload_kernel, (self._module.path, self.name, {name: getattr(options, name) for name in options.__slots__})


class Launcher:
    """A kernel with a launch shape; calling it launches and, on the CPU, waits."""

    __slots__ = ("block", "grid", "kernel", "shared", "stream")

    def __init__(
        self, kernel: Kernel, grid: tuple[int, int, int], block: tuple[int, int, int], stream: object, shared: int
    ) -> None:
        self.kernel, self.grid, self.block, self.stream, self.shared = kernel, grid, block, stream, shared

    def __call__(self, *args: object) -> None:
        """Launches; on the CPU returns when all threads have ended. Raises KernelError."""
        bound = bind(self.kernel.signature, args)
        self.kernel._module.launch(self.kernel.signature, self.grid, self.block, self.shared, self.stream, bound)

    def __repr__(self) -> str:
        return f"{self.kernel!r}[{self.grid}, {self.block}]"


def extent(what: str, value: object) -> tuple[int, int, int]:
    """One to three sizes, x first, as three."""
    sizes = value if isinstance(value, tuple | list) else (value,)
    if not 1 <= len(sizes) <= 3:
        raise LaunchError(f"{what} has {len(sizes)} dimensions, must have 1 to 3")
    out: list[int] = []
    for axis, size in zip("xyz", sizes, strict=False):
        if isinstance(size, bool) or not hasattr(size, "__index__"):
            raise LaunchError(f"{what}.{axis} is {size!r}, must be an integer")
        out.append(size.__index__())
        if out[-1] < 0:
            raise LaunchError(f"{what}.{axis} is {size}, must not be negative")
    out += [1] * (3 - len(out))
    return out[0], out[1], out[2]


def default_block(size: int | tuple[int, ...]) -> tuple[int, int, int]:
    """256 threads: in a row, or 16 × 16, or 8 × 8 × 4."""
    dimensions = len(size) if isinstance(size, tuple) else 1
    return {1: (DEFAULT_BLOCK, 1, 1), 2: (16, 16, 1)}.get(dimensions, (8, 8, 4))
