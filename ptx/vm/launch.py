"""Loading PTX and launching its kernels on the CPU: when `launch` returns, the argument arrays hold what a GPU would have written.

    module = load(ptx_text)
    module.launch("saxpy", grid=(4, 1, 1), block=(256, 1, 1), args=[2.0, Buffer("x", x), len(x), Buffer("y", y), len(y)])

There is no global state: launches of different modules may run in different threads. A module's own variables (`.global`) keep their
values from launch to launch.
"""

from ptx.vm.compiled import Launcher
from ptx.vm.errors import LaunchError, LoadError
from ptx.vm.formats import F64, FORMATS
from ptx.vm.launched import LaunchShape, Request
from ptx.vm.memory import FIRST_FREE, AddressSpace, Allocation, Buffer, raw_bytes
from ptx.vm.outline import NO_SIZE, Entry, Outline, OutlinedParameter, from_bytes, outline_of, symbols_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence
    from typing import SupportsIndex, TypeAlias

    from ptx.module import Function, Module
    from ptx.vm.compiled.native.prepared import Prepared
    from ptx.vm.sanitizer import Sanitizer
    from ptx.vm.statistics import Statistics

    Argument: TypeAlias = "Buffer | SupportsIndex | float | bytes"
    Extent: TypeAlias = "int | Sequence[int]"
    Store: TypeAlias = "Callable[[str, Callable[[], bytes]], bytes]"

GRID_LIMITS = (2**31 - 1, 65535, 65535)
"""The largest grid in x, y, z (CUDA C++ Programming Guide, "Compute Capabilities")."""
BLOCK_LIMITS = (1024, 1024, 64)
"""The largest block in x, y, z."""
MAX_THREADS = 1024
"""The most threads of a block."""
MAX_PARAMETERS = 32764
"""The most bytes of kernel parameters."""


EXECUTORS = ("reference", "compiled")
"""What can run a kernel: the reference interpreter, or native code where the kernel can be compiled."""


def load(source: "str | Module", executor: str = "reference", store: "Store | None" = None) -> "VmModule":
    """Returns a PTX text or parsed module, ready to launch. Raises `PtxSyntaxError` for text that is not PTX, `LoadError` otherwise.

    `executor` `compiled` runs native code where llvmlite is installed and the kernel can be compiled; `VmModule.notes` says why not.
    `store(text, make)` may keep native code: it returns what `make()` made for the same text.
    """
    return VmModule(source, executor, store)


class VmModule:
    """A loaded module: its entries and the storage of its variables. Its program is read when somebody needs it."""

    def __init__(self, source: "str | Module", executor: str = "reference", store: "Store | None" = None) -> None:
        if executor not in EXECUTORS:
            raise LoadError(f"there is no executor `{executor}` (there are: {', '.join(EXECUTORS)})")
        self._module = None if isinstance(source, str) else spread_out(source)
        self._store = store
        self._source = source if isinstance(source, str) else ""
        self._outline = self._outlined(store if executor == "compiled" else None)
        self._launcher = self._new_launcher() if executor == "compiled" else None
        self._watcher: Launcher | None = None
        self._storage = {each.name: each.storage() for each in self._outline.variables}
        self._last_sites: tuple[tuple[object, ...], Mapping[str, object]] = ((), {})

    @property
    def module(self) -> "Module":
        """The parsed module, without vector registers."""
        if self._module is None:
            from ptx.parser import parse_module

            self._module = spread_out(parse_module(self._source))
        return self._module

    def _outlined(self, store: "Store | None") -> Outline:
        """Returns what launches must know, kept or found in the module."""
        if store is None or not self._source:
            return outline_of(self.module, FIRST_FREE)
        return from_bytes(store(f"outline of\n{self._source}", lambda: outline_of(self.module, FIRST_FREE).to_bytes()))

    def _new_launcher(self) -> Launcher:
        return Launcher(lambda: self.module, self._store, self._source)

    @property
    def entries(self) -> list[str]:
        """The names of the kernels, in order."""
        return [entry.name for entry in self._outline.entries]

    @property
    def notes(self) -> "Mapping[str, str]":
        """Why kernels run in the reference interpreter although native code was asked for, by kernel."""
        return {} if self._launcher is None else self._launcher.notes

    def variable(self, name: str) -> memoryview:
        """Returns the bytes of a module variable (`.global` or `.const`), in place."""
        known = self._storage.get(name)
        if known is None:
            raise LaunchError(f"the module has no variable `{name}`")
        return memoryview(known)

    def launch(
        self,
        entry: str,
        grid: "Extent",
        block: "Extent",
        args: "Sequence[Argument]",
        *,
        shared: int = 0,
        sites: "Mapping[str, object] | Iterable[object] | None" = None,
        fuel: int | None = None,
        stream: object = None,
        progress: "Callable[[int, int], None] | None" = None,
        counts: dict[int, int] | None = None,
        read_only: "Container[str]" = (),
        sanitizer: "Sanitizer | None" = None,
        statistics: "Statistics | None" = None,
    ) -> None:
        """Runs a kernel over a grid and returns when every thread has ended.

        `grid` and `block` are one to three sizes, x first; a grid with a size of 0 runs nothing. `args` has one value for each
        parameter: a `Buffer` (or any integer as an address) for a pointer, an integer or float for a number, bytes for a struct.
        `shared` is the dynamic shared memory in bytes. `sites` are the panic sites (`ptx.vm.panics`) by label, or in a row with
        their own `label`. `fuel` bounds the basic blocks that each thread may run. `stream` is accepted for the sake of other
        back ends; work is done at once. `progress(done, total)` is called now and then with numbers of blocks.
        `sanitizer` watches the launch and keeps what is wrong with it, instead of raising it; `statistics` counts what it does.
        `read_only` are the names of variables that the program may not change, though they lie in `.global`.
        `counts` is filled with how often each PTX line was executed, threads added up (instructions that a guard skips included).

        Raises the errors of `ptx.vm.errors`.
        """
        asked, _ = self._asked(entry, grid, block, args, shared, sites, read_only)
        if min(asked.shape.grid) == 0:
            return
        if sanitizer is not None:
            sanitizer.launch(entry, lambda watching: self._watched(asked, fuel, progress, watching), asked.space, element_sizes(args))
        elif statistics is not None:
            reason = self._watched(asked, fuel, progress, statistics)
            if reason:
                raise LoadError(f"`{entry}` cannot be counted: {reason}")
        elif self._launcher is None or counts is not None or not self._launcher.launch(asked, fuel, progress):
            self._interpret(asked, fuel, progress, counts)

    def prepared(
        self,
        entry: str,
        grid: "Extent",
        block: "Extent",
        args: "Sequence[Argument]",
        *,
        shared: int = 0,
        sites: "Iterable[object]" = (),
        read_only: "Container[str]" = (),
    ) -> "Prepared | None":
        """Returns a launch of native code that can be made again with other numbers, None where the kernel has none. See `launch`."""
        if self._launcher is None:
            return None
        asked, memory = self._asked(entry, grid, block, args, shared, sites, read_only)
        if min(asked.shape.grid) == 0:
            return None
        return self._launcher.prepared(asked, memory, [position for position, value in enumerate(args) if not isinstance(value, Buffer)])

    def space_of(self, entry: str, args: "Sequence[Argument]", read_only: "Container[str]" = ()) -> AddressSpace:
        """Returns the address space that a launch with these arguments has."""
        return self._placed(self._entry(entry), args, read_only)[0]

    def _placed(
        self, entry: Entry, args: "Sequence[Argument]", read_only: "Container[str]"
    ) -> tuple[AddressSpace, dict[str, int], dict[str, int], bytearray]:
        """Returns a launch's address space, where variables and parameters are in it, and the memory of the parameters."""
        space = AddressSpace()
        symbols = self._place_variables(space, read_only)
        return space, symbols, *place_parameters(entry, args, space)

    def _asked(
        self, entry: str, grid: "Extent", block: "Extent", args: "Sequence[Argument]", shared: int,
        sites: "Mapping[str, object] | Iterable[object] | None", read_only: "Container[str]",
    ) -> tuple[Request, bytearray]:  # fmt: skip
        """Returns a launch, checked and with all arguments placed, and the memory of its parameters."""
        outlined = self._entry(entry)
        shape = LaunchShape(extent("grid", grid, GRID_LIMITS), extent("block", block, BLOCK_LIMITS), shared)
        check_shape(outlined, shape)
        space, symbols, parameters, memory = self._placed(outlined, args, read_only)
        return Request(entry, shape, space, symbols, parameters, self._known_sites(sites)), memory

    def _interpret(
        self, asked: Request, fuel: int | None, progress: "Callable[[int, int], None] | None", counts: dict[int, int] | None
    ) -> None:
        """Runs a kernel in the reference interpreter."""
        from ptx.vm.machine import Machine
        from ptx.vm.meanings import MEANINGS, REFUSED_WORDS
        from ptx.vm.threads import Scheduler

        machine = Machine(self.module, asked.space, asked.symbols, asked.shape)
        machine.sites = asked.sites
        machine.block_counts = None if counts is None else {}
        frame = machine.prepare(entry_function(self.module, asked.entry), asked.parameters, MEANINGS, REFUSED_WORDS)
        Scheduler(machine, frame, fuel, progress).run()
        if counts is not None:
            counts.update(machine.line_counts())

    def _watched(
        self, asked: Request, fuel: int | None, progress: "Callable[[int, int], None] | None", watcher: "Sanitizer | Statistics"
    ) -> str:
        """Runs a kernel under a sanitizer, or counted: native code only. Returns why not, "" if it ran."""
        if self._watcher is None:
            self._watcher = self._launcher or self._new_launcher()
        return "" if self._watcher.launch(asked, fuel, progress, watcher) else self._watcher.notes[asked.entry]

    def check(self, entry: str) -> None:
        """Raises `LoadError` if a kernel has anything that the machine cannot run; runs nothing."""
        from ptx.vm.machine import Machine
        from ptx.vm.meanings import MEANINGS, REFUSED_WORDS

        outlined, space = self._entry(entry), AddressSpace()
        symbols = self._place_variables(space)
        parameters, _ = place_parameters(outlined, [0] * len(outlined.parameters), space, zeros=True)
        function = entry_function(self.module, entry)
        Machine(self.module, space, symbols, LaunchShape((1, 1, 1), (1, 1, 1), 0)).prepare(function, parameters, MEANINGS, REFUSED_WORDS)

    def _known_sites(self, sites: "Mapping[str, object] | Iterable[object] | None") -> "Mapping[str, object]":
        """Returns the panic sites by label; of the tuple that the last launch had they are known."""
        if not isinstance(sites, tuple):
            return sites_by_label(sites)
        if self._last_sites[0] is not sites:
            self._last_sites = sites, sites_by_label(sites)
        return self._last_sites[1]

    def _entry(self, name: str) -> Entry:
        for each in self._outline.entries:
            if each.name == name:
                return each
        known = ", ".join(self.entries) or "none"
        raise LaunchError(f"the module has no kernel `{name}` (it has: {known})")

    def _place_variables(self, space: AddressSpace, read_only: "Container[str]" = ()) -> dict[str, int]:
        """Gives the module's variables their addresses in a space."""
        symbols = symbols_of([each.name for each in self._outline.variables], len(space.allocations))
        for each in self._outline.variables:
            kind = "constant" if each.space == "const" else "variable"
            space.add(each.name, kind, memoryview(self._storage[each.name]), writable=each.space == "global" and each.name not in read_only)
        return symbols


def spread_out(module: "Module") -> "Module":
    """Returns the module without vector registers."""
    from ptx.vm.vectors import spread

    return spread(module)


def entry_function(module: "Module", name: str) -> "Function":
    """Returns an entry of a module that has it."""
    return next(function for function in module.entries() if function.name == name)


def extent(what: str, sizes: "Extent", limits: tuple[int, int, int]) -> tuple[int, int, int]:
    """Returns a grid or block as three sizes, checked against the limits."""
    given = (sizes,) if isinstance(sizes, int) else tuple(int(size) for size in sizes)
    if not 1 <= len(given) <= 3:
        raise LaunchError(f"{what} has {len(given)} dimensions, must have 1 to 3")
    full = given + (1,) * (3 - len(given))
    for axis, size, limit in zip("xyz", full, limits):
        if not (0 if what == "grid" else 1) <= size <= limit:
            raise LaunchError(f"{what}.{axis} is {size}, must be between {0 if what == 'grid' else 1} and {limit}")
    return full[0], full[1], full[2]


def check_shape(function: Entry, shape: LaunchShape) -> None:
    """Raises `LaunchError` for a block that is too large, or not what the kernel's directives ask for."""
    if shape.threads > MAX_THREADS:
        raise LaunchError(f"block {shape.block} has {shape.threads} threads, the limit is {MAX_THREADS}")
    if shape.shared < 0:
        raise LaunchError(f"{shape.shared} bytes of dynamic shared memory")
    for name, values in function.performance:
        sizes = [int(value) for value in values if isinstance(value, int)] if name in ("reqntid", "maxntid") else []
        full = tuple(sizes + [1] * (3 - len(sizes)))
        if name == "reqntid" and full != shape.block:
            raise LaunchError(f"`{function.name}` must be launched with blocks of {full}, not {shape.block}")
        if name == "maxntid" and shape.threads > full[0] * full[1] * full[2]:
            raise LaunchError(f"`{function.name}` must be launched with at most {full[0] * full[1] * full[2]} threads in a block")


def place_parameters(
    function: Entry, args: "Sequence[Argument]", space: AddressSpace, zeros: bool = False
) -> tuple[dict[str, int], bytearray]:
    """Writes the arguments to parameter memory, arrays to allocations of their own; returns each parameter's address by name, and that memory."""
    if len(args) != len(function.parameters):
        raise LaunchError(f"`{function.name}` takes {len(function.parameters)} arguments, got {len(args)}")
    data = bytearray()
    offsets = {}
    for position, (parameter, value) in enumerate(zip(function.parameters, args)):
        size = parameter.size
        if size == NO_SIZE:
            raise LoadError(f"there is no type .{parameter.type}")
        data += bytes(-len(data) % parameter.align)
        offsets[parameter.name] = len(data)
        if len(data) + size > MAX_PARAMETERS:
            raise LaunchError(f"`{function.name}` has more than {MAX_PARAMETERS} bytes of parameters, the limit")
        data += bytes(size) if zeros else argument_bytes(parameter, position, size, value, space)
    allocation = space.add(f"parameters of {function.name}", "parameters", memoryview(data), writable=False)
    return {name: allocation.address + offset for name, offset in offsets.items()}, data


def argument_bytes(parameter: OutlinedParameter, position: int, size: int, value: "Argument", space: AddressSpace) -> bytes:
    """Returns the bytes of one argument; a `Buffer` gets its allocation and becomes its address."""
    what = f"argument {position} (`{parameter.name}`)"
    if isinstance(value, Buffer):
        if size != 8 or parameter.is_struct:
            raise LaunchError(f"{what} is an array, but the parameter has {size} bytes and is no pointer")
        return place_buffer(value, space).address.to_bytes(8, "little")
    if isinstance(value, (bytes, bytearray)):
        if len(value) != size:
            raise LaunchError(f"{what} has {len(value)} bytes, the parameter has {size}")
        return bytes(value)
    if parameter.is_struct:
        raise LaunchError(f"{what} is a number, the parameter is a struct of {size} bytes: pass bytes")
    return number_bytes(what, parameter.type, size, value)


def element_sizes(args: "Sequence[Argument]") -> dict[str, int]:
    """Returns how many bytes an element of each array has, by name."""
    return {value.name: int(getattr(value.array, "itemsize", 1)) for value in args if isinstance(value, Buffer)}


def place_buffer(buffer: Buffer, space: AddressSpace) -> Allocation:
    """Gives an array an address of its own."""
    data, identity = raw_bytes(buffer.name, buffer.array)
    return space.add(buffer.name, "argument", data, buffer.writable and not data.readonly, identity)


def number_bytes(what: str, kind: str, size: int, value: object) -> bytes:
    """Returns a number in a parameter's type; integers must fit as signed or unsigned, floats are rounded to nearest."""
    form = FORMATS.get(kind)
    if form is not None:
        import struct

        from ptx.vm.convert import reformat

        try:
            bits = int.from_bytes(struct.pack("<d", value), "little")
        except struct.error:
            raise LaunchError(f"{what} is {value!r}, must be a number") from None
        return reformat(form, F64, "rn", bits).to_bytes(size, "little")
    try:
        number = value.__index__()  # type: ignore[attr-defined]
    except AttributeError:
        raise LaunchError(f"{what} is {value!r}, must be an integer for a .{kind} parameter") from None
    if not -(1 << (8 * size - 1)) <= number < 1 << 8 * size:
        raise LaunchError(f"{what} is {number}, which does not fit into .{kind}")
    return int(number & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def sites_by_label(sites: "Mapping[str, object] | Iterable[object] | None") -> "Mapping[str, object]":
    """Returns panic sites by the name of their label."""
    if sites is None:
        return {}
    if isinstance(sites, dict):
        return dict(sites)
    return {site.label: site for site in sites}  # type: ignore[attr-defined]
