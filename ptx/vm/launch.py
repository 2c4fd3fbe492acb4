"""Loading PTX and launching its kernels on the CPU: when `launch` returns, the argument arrays hold what a GPU would have written.

    module = load(ptx_text)
    module.launch("saxpy", grid=(4, 1, 1), block=(256, 1, 1), args=[2.0, Buffer("x", x), len(x), Buffer("y", y), len(y)])

There is no global state: launches of different modules may run in different threads. A module's own variables (`.global`) keep their
values from launch to launch.
"""

from ptx.module import Function, Module, Parameter, Variable
from ptx.parser import parse_module
from ptx.vm.compiled import Launcher
from ptx.vm.errors import LaunchError, LoadError
from ptx.vm.formats import F64, FORMATS
from ptx.vm.functions import code_addresses
from ptx.vm.layout import align_up, variable_align, variable_size
from ptx.vm.machine import LaunchShape, Machine, initial_bytes
from ptx.vm.meanings import MEANINGS, REFUSED_WORDS
from ptx.vm.memory import AddressSpace, Allocation, Buffer, raw_bytes
from ptx.vm.threads import Scheduler
from ptx.vm.vectors import spread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence
    from typing import SupportsIndex, TypeAlias

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
    if isinstance(source, str):
        return VmModule(parse_module(source), executor, store, source)
    return VmModule(source, executor, store)


class VmModule:
    """A loaded module: its entries and the storage of its variables."""

    def __init__(self, module: Module, executor: str = "reference", store: "Store | None" = None, source: str = "") -> None:
        if executor not in EXECUTORS:
            raise LoadError(f"there is no executor `{executor}` (there are: {', '.join(EXECUTORS)})")
        module = spread(module)
        self.module = module
        self._store = store
        self._source = source
        self._launcher = Launcher(module, store, source) if executor == "compiled" else None
        self._watcher: Launcher | None = None
        if module.address_size == 32:
            raise LoadError("modules with 32-bit addresses are not supported")
        refuse_doubles(module)
        self._storage: dict[str, bytearray] = {}
        self._variables = variables_of(module)
        self._last_sites: tuple[tuple[object, ...], Mapping[str, object]] = ((), {})
        self._space = AddressSpace()
        self._symbols = self._place_variables(self._space)

    @property
    def entries(self) -> list[str]:
        """The names of the kernels, in order."""
        return [entry.name for entry in self.module.entries()]

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
        function = self._entry(entry)
        shape = LaunchShape(extent("grid", grid, GRID_LIMITS), extent("block", block, BLOCK_LIMITS), shared)
        check_shape(function, shape)
        space = AddressSpace()
        symbols = self._place_variables(space, read_only)
        parameters = place_parameters(function, args, space)
        known_sites = self._known_sites(sites)
        if sanitizer is not None:
            if min(shape.grid) > 0:
                arguments = function, shape, space, symbols, parameters, known_sites, fuel, progress
                sanitizer.launch(entry, lambda watching: self._watched(*arguments, watching), space, element_sizes(args))
            return
        if statistics is not None:
            if min(shape.grid) > 0:
                reason = self._watched(function, shape, space, symbols, parameters, known_sites, fuel, progress, statistics)
                if reason:
                    raise LoadError(f"`{entry}` cannot be counted: {reason}")
            return
        if self._launcher is not None and counts is None and min(shape.grid) > 0:
            if self._launcher.launch(function, shape, space, symbols, parameters, known_sites, fuel, progress):
                return
        machine = Machine(self.module, space, symbols, shape)
        machine.sites = known_sites
        machine.block_counts = None if counts is None else {}
        frame = machine.prepare(function, parameters, MEANINGS, REFUSED_WORDS)
        Scheduler(machine, frame, fuel, progress).run()
        if counts is not None:
            counts.update(machine.line_counts())

    def _watched(
        self, function: Function, shape: LaunchShape, space: AddressSpace, symbols: "Mapping[str, int]", parameters: "Mapping[str, int]",
        sites: "Mapping[str, object]", fuel: int | None, progress: "Callable[[int, int], None] | None", watcher: "Sanitizer | Statistics",
    ) -> str:  # fmt: skip
        """Runs a kernel under a sanitizer, or counted: native code only. Returns why not, "" if it ran."""
        if self._watcher is None:
            self._watcher = self._launcher or Launcher(self.module, self._store, self._source)
        if self._watcher.launch(function, shape, space, symbols, parameters, sites, fuel, progress, watcher):
            return ""
        return self._watcher.notes[function.name]

    def check(self, entry: str) -> None:
        """Raises `LoadError` if a kernel has anything that the machine cannot run; runs nothing."""
        function = self._entry(entry)
        space = AddressSpace()
        symbols = self._place_variables(space)
        parameters = place_parameters(function, [0] * len(function.parameters), space, zeros=True)
        Machine(self.module, space, symbols, LaunchShape((1, 1, 1), (1, 1, 1), 0)).prepare(function, parameters, MEANINGS, REFUSED_WORDS)

    def _known_sites(self, sites: "Mapping[str, object] | Iterable[object] | None") -> "Mapping[str, object]":
        """Returns the panic sites by label; of the tuple that the last launch had they are known."""
        if not isinstance(sites, tuple):
            return sites_by_label(sites)
        if self._last_sites[0] is not sites:
            self._last_sites = sites, sites_by_label(sites)
        return self._last_sites[1]

    def _entry(self, name: str) -> Function:
        for function in self.module.entries():
            if function.name == name:
                return function
        known = ", ".join(self.entries) or "none"
        raise LaunchError(f"the module has no kernel `{name}` (it has: {known})")

    def _place_variables(self, space: AddressSpace, read_only: "Container[str]" = ()) -> dict[str, int]:
        """Gives the module's variables their addresses in a space; makes their storage the first time."""
        first = len(space.allocations)
        symbols = {each.name: (first + number) << 40 for number, each in enumerate(self._variables)}
        for each in self._variables:
            if each.name not in self._storage:
                if each.linkage == "extern":
                    raise LoadError(f"variable `{each.name}` is defined in another module")
                self._storage[each.name] = initial_bytes(each, symbols | code_addresses(self.module))
            kind = "constant" if each.space == "const" else "variable"
            space.add(each.name, kind, memoryview(self._storage[each.name]), writable=each.space == "global" and each.name not in read_only)
        return symbols


def variables_of(module: Module) -> list[Variable]:
    """Returns the variables in global and constant memory, those of functions too."""
    bodies = [item for function in module.functions() for item in function.body or ()]
    return [each for each in (*module.variables(), *bodies) if isinstance(each, Variable) and each.space in ("global", "const")]


def refuse_doubles(module: Module) -> None:
    """Raises `LoadError` if two functions with bodies, or two variables, have one name."""
    seen: set[str] = set()
    defined: list[Function | Variable] = [function for function in module.functions() if function.body is not None]
    for each in (*defined, *module.variables()):
        if each.name in seen and each.linkage != "extern":
            raise LoadError(f"`{each.name}` is defined twice, again at PTX line {each.line}")
        seen.add(each.name)


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


def check_shape(function: Function, shape: LaunchShape) -> None:
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
    function: Function, args: "Sequence[Argument]", space: AddressSpace, zeros: bool = False
) -> dict[str, int]:
    """Writes the arguments to parameter memory, arrays to allocations of their own; returns each parameter's address by name."""
    if len(args) != len(function.parameters):
        raise LaunchError(f"`{function.name}` takes {len(function.parameters)} arguments, got {len(args)}")
    data = bytearray()
    offsets = {}
    for position, (parameter, value) in enumerate(zip(function.parameters, args)):
        size = variable_size(parameter.type, parameter.vector, parameter.dimensions)
        data += bytes(align_up(len(data), variable_align(parameter.type, parameter.vector, parameter.align)) - len(data))
        offsets[parameter.name] = len(data)
        if len(data) + size > MAX_PARAMETERS:
            raise LaunchError(f"`{function.name}` has more than {MAX_PARAMETERS} bytes of parameters, the limit")
        data += bytes(size) if zeros else argument_bytes(parameter, position, size, value, space)
    allocation = space.add(f"parameters of {function.name}", "parameters", memoryview(data), writable=False)
    return {name: allocation.address + offset for name, offset in offsets.items()}


def argument_bytes(parameter: Parameter, position: int, size: int, value: "Argument", space: AddressSpace) -> bytes:
    """Returns the bytes of one argument; a `Buffer` gets its allocation and becomes its address."""
    what = f"argument {position} (`{parameter.name}`)"
    if isinstance(value, Buffer):
        if size != 8 or parameter.dimensions:
            raise LaunchError(f"{what} is an array, but the parameter has {size} bytes and is no pointer")
        return place_buffer(value, space).address.to_bytes(8, "little")
    if isinstance(value, (bytes, bytearray)):
        if len(value) != size:
            raise LaunchError(f"{what} has {len(value)} bytes, the parameter has {size}")
        return bytes(value)
    if parameter.dimensions:
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
