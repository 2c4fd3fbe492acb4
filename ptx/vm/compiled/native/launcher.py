"""Which executor runs a kernel: `Launcher.launch` runs it compiled and returns True, or returns False and has noted why not.

A module has one launcher; it keeps a compiled kernel for every entry, block size and set of panic sites it has seen. Native code that is kept is
launched without the program, LLVM or the code generator being imported.
"""

from threading import Lock

from ptx.vm.compiled.analysis.assumptions import Assumptions, assumptions_of
from ptx.vm.compiled.native.kept import CompiledKernel, kept_kernel
from ptx.vm.errors import VmError
from ptx.vm.launched import Launched, LaunchedAgain, Request, total_shared
from ptx.vm.memory import LOCAL_WINDOW, SHARED_WINDOW, AddressSpace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from ptx.module import Module
    from ptx.vm.compiled.native.compile import Making
    from ptx.vm.compiled.native.kept import Store
    from ptx.vm.compiled.native.prepared import Prepared
    from ptx.vm.compiled.watch.quiet import About
    from ptx.vm.memory import Allocation
    from ptx.vm.sanitizer import Sanitizer
    from ptx.vm.statistics import Statistics

    Watcher: TypeAlias = "Sanitizer | Statistics"


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
        self, asked: Request, fuel: int | None, progress: "Callable[[int, int], None] | None", watcher: "Watcher | None" = None
    ) -> bool:
        """Runs a kernel. Raises the errors of `ptx.vm.errors`, as the reference interpreter does; a sanitizer notes them instead."""
        kernel = self._kernel(asked, watcher)
        if kernel is None:
            return False
        launch = *placed(kernel, Launched(asked.space, asked.shape)), fuel, asked.sites, progress
        if watcher is None:
            from ptx.vm.compiled.schedule.execution import Execution

            Execution(*launch).run()
        else:
            watcher.run(*launch)
        return True

    def prepared(self, asked: Request, memory: bytearray, numbers: "Sequence[int]") -> "Prepared | None":
        """Returns a launch that can be made again, None if it is not compiled. `numbers` are the parameters that are no arrays, by position;
        `memory` is where all parameters are.
        """
        kernel = self._kernel(asked, None)
        if kernel is None:
            return None
        from ptx.vm.compiled.native.prepared import Prepared
        from ptx.vm.compiled.schedule.execution import Execution

        execution = Execution(*placed(kernel, LaunchedAgain(asked.space, asked.shape)), None, asked.sites, None)
        return Prepared(execution, memory, list(offsets_of(asked).values()), numbers)

    def _kernel(self, asked: Request, watcher: "Watcher | None") -> CompiledKernel | None:
        """Returns the native code for a launch, None where there is none."""
        panics, told = self._panics(asked.sites)
        data, offsets = parameter_memory(asked.space).data, offsets_of(asked)
        assumed = assumptions_of(asked.shape, asked.space, data, offsets.values())
        about = None if watcher is None else watcher.about(asked.shape, asked.space, data, offsets.values())
        key = (asked.entry, asked.shape.block, assumed, asked.shape.shared > 0, told, watcher and watcher.key, about)
        with self._lock:
            if key not in self._known:
                self._known[key] = self._compiled(asked, panics, assumed, watcher, about)
            return self._known[key]

    def _panics(self, sites: "Mapping[str, object]") -> "tuple[dict[str, tuple[str, ...]], tuple[object, ...]]":
        """Returns the registers that panics' messages want by label, and the same as a key; of the sites of the last launch they are known."""
        last = self._told
        if last is None or last[0] is not sites:
            panics = {label: tuple(getattr(site, "registers", ())) for label, site in sites.items()}
            last = self._told = (sites, panics, tuple(sorted(panics.items())))
        return last[1], last[2]

    def _compiled(
        self, asked: Request, panics: "Mapping[str, tuple[str, ...]]", assumed: Assumptions, watcher: "Watcher | None", about: "About | None"
    ) -> CompiledKernel | None:
        offsets, shape, size = offsets_of(asked), asked.shape, len(parameter_memory(asked.space).data)

        def making() -> "Making":
            from ptx.vm.compiled.native.compile import Making

            watched = None if watcher is None else watcher.watching(about)  # type: ignore[arg-type]
            return Making(self.program(), asked.entry, shape, asked.symbols, offsets, panics, size, assumed, watched)

        key = f"{asked.entry} {shape.block} {shape.shared > 0} {offsets} {asked.symbols} {assumed}\n{panics}\n{self.source}"
        try:
            kernel = kept_kernel(key, making, self.store if self.source and watcher is None else None, self.store)
        except VmError as reason:
            self.notes[asked.entry] = reason.problem
            return None
        kernel.assumed = frozenset(assumed.pointers)
        return kernel


def parameter_memory(space: AddressSpace) -> "Allocation":
    """Returns where the parameters of a launch are: they are placed last."""
    found = space.allocations[-1]
    assert found is not None
    return found


def offsets_of(asked: Request) -> dict[str, int]:
    """Returns where each parameter is in the memory of all."""
    first = parameter_memory(asked.space).address
    return {name: address - first for name, address in asked.parameters.items()}


def placed(kernel: CompiledKernel, launched: Launched) -> "tuple[CompiledKernel, Launched, tuple[int, int], tuple[int, int]]":
    """Returns what an execution begins with, after shared and local memory have their windows."""
    from ptx.vm.compiled.schedule.workers import host_address

    space, parameters = launched.space, parameter_memory(launched.space)
    sizes = total_shared(kernel.static_shared, launched.shape.shared), kernel.local_size
    space.place(SHARED_WINDOW, "", "shared", memoryview(bytearray(sizes[0])))
    space.place(LOCAL_WINDOW, "", "local", memoryview(bytearray(sizes[1])))
    return kernel, launched, sizes, (host_address(parameters), parameters.address)
