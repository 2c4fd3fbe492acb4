"""Which executor runs a kernel: `Launcher.launch` runs it compiled and returns True, or returns False and has noted why not.

A module has one launcher; it keeps a compiled kernel for every entry, block size and set of panic sites it has seen. Native code that is kept is
launched without the program, LLVM or the code generator being imported.
"""

from threading import Lock

from ptx.vm.compiled.analysis.assumptions import Assumptions, assumptions_of
from ptx.vm.compiled.native.kept import CompiledKernel, kept_kernel
from ptx.vm.errors import VmError
from ptx.vm.launched import Launched, LaunchShape, total_shared
from ptx.vm.memory import LOCAL_WINDOW, SHARED_WINDOW, AddressSpace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptx.module import Module
    from ptx.vm.compiled.native.compile import Making
    from ptx.vm.compiled.native.kept import Store
    from ptx.vm.compiled.watch.quiet import About
    from ptx.vm.sanitizer import Sanitizer
    from ptx.vm.statistics import Statistics


class Launcher:
    """See the module's docstring. `program` gives the parsed module; `notes` says, by entry, why the reference interpreter runs it."""

    def __init__(self, program: "Callable[[], Module]", store: "Store | None" = None, source: str = "") -> None:
        self.program = program
        self.store = store
        self.source = source
        self.notes: dict[str, str] = {}
        self._known: dict[object, CompiledKernel | None] = {}
        self._lock = Lock()
        self._told: tuple[Mapping[str, object], dict[str, tuple[str, ...]], tuple[object, ...]] | None = None

    def launch(
        self,
        entry: str,
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
        kernel = self._kernel(entry, shape, symbols, offsets, sites, len(allocation.data), assumed, watcher, about)
        if kernel is None:
            return False
        from ptx.vm.compiled.schedule.execution import Execution, host_address

        sizes = total_shared(kernel.static_shared, shape.shared), kernel.local_size
        space.place(SHARED_WINDOW, "", "shared", memoryview(bytearray(sizes[0])))
        space.place(LOCAL_WINDOW, "", "local", memoryview(bytearray(sizes[1])))
        launch = kernel, Launched(space, shape), sizes, (host_address(allocation), allocation.address), fuel, sites, progress
        if watcher is None:
            Execution(*launch).run()
        else:
            watcher.run(*launch)
        return True

    def _kernel(
        self,
        entry: str,
        shape: LaunchShape,
        symbols: "Mapping[str, int]",
        offsets: "Mapping[str, int]",
        sites: "Mapping[str, object]",
        size: int,
        assumed: Assumptions,
        watcher: "Sanitizer | Statistics | None",
        about: "About | None",
    ) -> CompiledKernel | None:
        panics, told = self._panics(sites)
        key = (entry, shape.block, assumed, shape.shared > 0, told, watcher and watcher.key, about)
        with self._lock:
            if key not in self._known:
                self._known[key] = self._compiled(entry, shape, symbols, offsets, panics, size, assumed, watcher, about)
            return self._known[key]

    def _panics(self, sites: "Mapping[str, object]") -> "tuple[dict[str, tuple[str, ...]], tuple[object, ...]]":
        """Returns the registers that panics' messages want by label, and the same as a key; of the sites of the last launch they are known."""
        last = self._told
        if last is None or last[0] is not sites:
            panics = {label: tuple(getattr(site, "registers", ())) for label, site in sites.items()}
            last = self._told = (sites, panics, tuple(sorted(panics.items())))
        return last[1], last[2]

    def _compiled(
        self,
        entry: str,
        shape: LaunchShape,
        symbols: "Mapping[str, int]",
        offsets: "Mapping[str, int]",
        panics: "Mapping[str, tuple[str, ...]]",
        size: int,
        assumed: Assumptions,
        watcher: "Sanitizer | Statistics | None",
        about: "About | None",
    ) -> CompiledKernel | None:
        def making() -> "Making":
            from ptx.vm.compiled.native.compile import Making

            watched = None if watcher is None else watcher.watching(about)  # type: ignore[arg-type]
            return Making(self.program(), entry, shape, symbols, offsets, panics, size, assumed, watched)

        key = f"{entry} {shape.block} {shape.shared > 0} {offsets} {symbols} {assumed}\n{panics}\n{self.source}"
        try:
            return kept_kernel(key, making, self.store if self.source and watcher is None else None, self.store)
        except VmError as reason:
            self.notes[entry] = reason.problem
            return None
