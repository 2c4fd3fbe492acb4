"""Which executor runs a kernel: `Launcher.launch` runs it compiled and returns True, or returns False and has noted why not.

A module has one launcher; it keeps a compiled kernel for every entry, block size and set of panic sites it has seen.
"""

from threading import Lock

from ptx.module import Function, Module
from ptx.vm.compiled.analysis.assumptions import Assumptions, assumptions_of
from ptx.vm.compiled.cfg.graph import Unsupported
from ptx.vm.errors import VmError
from ptx.vm.machine import LaunchShape, Machine, total_shared
from ptx.vm.memory import LOCAL_WINDOW, SHARED_WINDOW, AddressSpace
from ptx.vm.panics import register_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptx.vm.compiled.native.compile import CompiledKernel
    from ptx.vm.compiled.watch.quiet import About
    from ptx.vm.sanitizer import Sanitizer
    from ptx.vm.statistics import Statistics


class Ready:
    """A compiled kernel with the layout that it was compiled for."""

    __slots__ = ("kernel", "local_size", "static_shared")

    def __init__(self, kernel: "CompiledKernel", machine: Machine) -> None:
        self.kernel = kernel
        self.static_shared = machine.dynamic_shared
        self.local_size = len(machine.local)


class Launcher:
    """See the module's docstring. `notes` says, by entry, why the reference interpreter runs it."""

    def __init__(self, module: Module, store: "Callable[[str, Callable[[], bytes]], bytes] | None" = None, source: str = "") -> None:
        self.module = module
        self.store = store
        self.source = source
        self.notes: dict[str, str] = {}
        self._known: dict[object, Ready | None] = {}
        self._lock = Lock()
        self._told: tuple[Mapping[str, object], dict[str, tuple[str, ...]], tuple[object, ...]] | None = None

    def launch(
        self,
        function: Function,
        shape: LaunchShape,
        space: AddressSpace,
        symbols: "Mapping[str, int]",
        parameters: "Mapping[str, int]",
        sites: "Mapping[str, object]",
        fuel: int | None,
        progress: "Callable[[int, int], None] | None",
        watcher: "Sanitizer | Statistics | None" = None,
    ) -> bool:
        """Runs a kernel. Raises the errors of `ptx.vm.errors`, as the reference interpreter does; a sanitizer notes them instead."""
        allocation = space.allocations[-1]
        assert allocation is not None
        offsets = {name: address - allocation.address for name, address in parameters.items()}
        assumed = assumptions_of(shape, space, allocation.data, offsets.values())
        about = None if watcher is None else watcher.about(shape, space, allocation.data, offsets.values())
        ready = self._ready(function, shape, symbols, offsets, sites, len(allocation.data), assumed, watcher, about)
        if ready is None:
            return False
        from ptx.vm.compiled.schedule.execution import Execution, host_address

        size = total_shared(ready.static_shared, shape.shared)
        space.place(SHARED_WINDOW, "", "shared", memoryview(bytearray(size)))
        space.place(LOCAL_WINDOW, "", "local", memoryview(bytearray(ready.local_size)))
        machine = Machine(self.module, space, symbols, shape)
        place = host_address(allocation), allocation.address
        if watcher is None:
            Execution(ready.kernel, machine, (size, ready.local_size), place, fuel, sites, progress).run()
        else:
            watcher.run(ready.kernel, machine, (size, ready.local_size), place, fuel, sites, progress)
        return True

    def _ready(
        self,
        function: Function,
        shape: LaunchShape,
        symbols: "Mapping[str, int]",
        offsets: "Mapping[str, int]",
        sites: "Mapping[str, object]",
        size: int,
        assumed: Assumptions,
        watcher: "Sanitizer | Statistics | None",
        about: "About | None",
    ) -> Ready | None:
        panics, told = self._panics(sites)
        key = (function.name, shape.block, assumed, shape.shared > 0, told, watcher and watcher.key, about)
        with self._lock:
            if key not in self._known:
                self._known[key] = self._compiled(function, shape, symbols, offsets, panics, size, assumed, watcher, about)
            return self._known[key]

    def _panics(self, sites: "Mapping[str, object]") -> "tuple[dict[str, tuple[str, ...]], tuple[object, ...]]":
        """Returns the registers that panics' messages want by label, and the same as a key; of the sites of the last launch they are known."""
        last = self._told
        if last is None or last[0] is not sites:
            panics = {label: register_names(site) for label, site in sites.items()}
            last = self._told = (sites, panics, tuple(sorted(panics.items())))
        return last[1], last[2]

    def _compiled(
        self,
        function: Function,
        shape: LaunchShape,
        symbols: "Mapping[str, int]",
        offsets: "Mapping[str, int]",
        panics: "Mapping[str, tuple[str, ...]]",
        size: int,
        assumed: Assumptions,
        watcher: "Sanitizer | Statistics | None",
        about: "About | None",
    ) -> Ready | None:
        from ptx.vm.compiled.native.compile import compile_kernel
        from ptx.vm.compiled.native.target import llvm

        if llvm() is None:
            self.notes[function.name] = "llvmlite is not installed, or too old (extra `vm`)"
            return None
        machine = Machine(self.module, AddressSpace(), symbols, LaunchShape((1, 1, 1), shape.block, shape.shared))
        try:
            machine.lay_out(function, offsets)
            watched = None if watcher is None else watcher.watching(about)  # type: ignore[arg-type]
            return Ready(compile_kernel(machine, function.name, panics, size, assumed, self.store, watched, self.source), machine)
        except (Unsupported, VmError) as reason:
            self.notes[function.name] = reason.problem if isinstance(reason, VmError) else str(reason)
            return None
