"""What native code noted about a fault, as the exception that the reference interpreter raises for it."""

import ctypes

from ptx.vm.absent import absent_use, differing_masks
from ptx.vm.addresses import fault_of
from ptx.vm.compiled.cfg.graph import BARRIERS, Block, Instance, Op
from ptx.vm.compiled.instructions.taken import READER_SHIFT, SITE_SHIFT
from ptx.vm.compiled.ir.state import (
    ABSENT,
    ACCESS,
    DIFFERING,
    ENDLESS,
    FUEL,
    MBARRIER,
    MISUSE,
    NO_TARGET,
    NON_COHERENT,
    OVERFLOW,
    TRAP,
    VOID,
    State,
)
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.context import Event
from ptx.vm.errors import Deadlock, Fuel, NonCoherent, Panic, Place, StackOverflow, VmError, WarpMisuse
from ptx.vm.host import failed_assertion
from ptx.vm.launched import Launched
from ptx.vm.mbarriers import PROBLEMS
from ptx.vm.memory import describe
from ptx.vm.panics import told
from ptx.vm.registers import RegisterFile
from ptx.vm.waiting import Thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptx.vm.compiled.control.warp import Site
    from ptx.vm.compiled.native.kept import CompiledKernel
    from ptx.vm.errors import Problem

MASK64 = (1 << 64) - 1
VERBS = {"ld": "read", "ldu": "read", "st": "write", "atom": "atomic access", "red": "atomic access"}


def error_of(state: State, kernel: "CompiledKernel", machine: Launched, sites: "Mapping[str, object]") -> VmError:  # noqa: PLR0911
    """Returns the exception for the fault that a state holds; `machine` knows the launch's shape and address space."""
    machine.block_index, machine.thread_index = state.fault_block, state.fault_thread
    site = kernel.sites[state.fault_site]
    address = state.fault_address & ((1 << 64) - 1)
    place = standing(site.place, site, state, kernel)
    verb = VERBS.get(site.op.meaning, "write" if site.writes else "read") if site.op is not None else ""
    if state.fault >= MBARRIER:
        return machine.fault(WarpMisuse, PROBLEMS[state.fault - MBARRIER], place)
    match state.fault:
        case _ if state.fault == ACCESS:
            return machine.fault(*fault_of(machine.space, place, verb, site.size, address, site.writes))
        case _ if state.fault == NON_COHERENT:
            what, details = describe(machine.space, address, site.size)
            problem = f"{verb} of {site.size} bytes at {what}, read by `ld.global.nc` before"
            return machine.fault(NonCoherent, problem, place, details)
        case _ if state.fault == TRAP:
            return panic(state, site, machine, sites, place)
        case _ if state.fault == FUEL:
            problem = f"the warp jumped back {state.fault_address} times without end; is there a loop that never ends?"
            return machine.fault(Fuel, problem, place)
        case _ if state.fault == ENDLESS:
            return machine.fault(Fuel, "the loop never ends: it repeats and nothing changes", place)
        case _ if state.fault == NO_TARGET:
            return machine.fault(Panic, no_target(site, address), place)
        case _ if state.fault == OVERFLOW:
            return machine.fault(StackOverflow, f"{address + 1} calls are nested", place)
        case _ if state.fault == MISUSE:
            lane = state.fault_thread % WARP
            return machine.fault(WarpMisuse, f"lane {lane} is not in its own mask 0x{address:08x}", place)
        case _ if state.fault in (VOID, DIFFERING):
            return machine.fault(WarpMisuse, misused(state, address, kernel), place)
        case _ if state.fault == ABSENT:
            return machine.fault(WarpMisuse, f"only the lanes 0x{address:08x} execute it together; it takes all {WARP}", place)
    problem = "lanes of one warp would meet at different instructions, which only the reference interpreter can run (executor `reference`)"
    return machine.fault(Deadlock, problem, place)


def misused(state: State, address: int, kernel: "CompiledKernel") -> "Problem":
    """Returns what is wrong with lanes that are not where others want them: `address` is a record of `instructions.taken`, or two masks."""
    lane, low, high = state.fault_thread % WARP, address & 0xFFFFFFFF, address >> 32
    if state.fault == DIFFERING:
        return differing_masks(lane, low, value_of(state, 0, 0, 0), high)
    shuffle = kernel.sites[low >> SITE_SHIFT].place
    return absent_use(lane, low >> READER_SHIFT & 31, low & 31, high, shuffle)


def standing(place: Place, site: "Site", state: State, kernel: "CompiledKernel") -> Place:
    """Returns a place in a function that may be running more than once as that of the faulting thread, with its calls open."""
    if site.op is None or not site.op.instance.moves:
        return place
    function = kernel.function
    warp, lane = divmod(state.fault_thread, WARP)
    context = state.contexts + (warp * kernel.context_bytes if function.barriers or function.turns is not None else 0)
    back, top = [
        ctypes.c_uint32.from_address(context + function.stops.homes[register] + (4 * lane if register.width > 1 else 0)).value
        for register in function.graph.calls.kept
    ]
    found: list[Place] = []
    while True:
        call = function.graph.calls.sites[back]
        found += [call.place.reached_through(()), *call.caller.callers]
        if not call.stack:
            return place.reached_through(tuple(found))
        top -= call.cells
        back = ctypes.c_uint32.from_address(state.stack + 256 * (warp * state.stack_cells + top) + 8 * lane).value


def no_target(site: "Site", value: int) -> str:
    """Returns what is wrong with a branch by a value."""
    assert site.op is not None
    if site.op.meaning == "brx":
        names = site.op.scope.find("tables", getattr(site.op.operands[1], "name", "")) or ()
        return f"branch index {value} is past the end of {len(names)} targets"
    return f"call of 0x{value:x}, which is no function that fits"


def panic(state: State, site: "Site", machine: Launched, sites: "Mapping[str, object]", at: Place) -> VmError:
    """Returns the panic of a trap, with the values that its message wants."""
    assert site.op is not None
    known = sites.get(site.op.label)
    if known is None and site.op.meaning == "call":
        message, file, line, function = [value_of(state, position, state.fault_thread % WARP, None) for position in range(4)]
        return failed_assertion(machine, at, [message, file, function], line)
    if known is None:
        return machine.fault(Panic, "the kernel executed `trap`", at)
    names = [part for name in site.registers for part in name.split(" ")]
    registers = RegisterFile(len(names) + 1)
    lane = state.fault_thread % WARP
    slots = {}
    for position, name in enumerate(names):
        slot = slots[name] = registers.reserve()
        registers.views["Q"][slot] = value_of(state, position, lane, site.strides[position]) & MASK64
    kinds = register_kinds(site.op.instance)
    declared = [(kinds[name.split(" ")[0]], slots[name.split(" ")[0]]) for name in site.registers]
    upper = [slots[name.split(" ")[1]] if " " in name else None for name in site.registers]
    text, place, details = told(known, site.place, registers, declared, upper)
    return machine.fault(Panic, text, place.reached_through(at.callers), details)


def value_of(state: State, position: int, lane: int, stride: int | None) -> int:
    """Returns what native code kept of a register, for one lane; with a stride it kept lane 0 (of a wide register all bits above are to be cut)."""
    kept = ctypes.c_uint64.from_address(state.values + 8 * (WARP * position + (lane if stride is None else 0))).value
    return kept + (stride or 0) * lane


def register_kinds(instance: Instance) -> dict[str, str]:
    """Returns the declared type of each register by name."""
    return {register.name: register.kind for register in instance.registers.values()}


def event_of(block: Block) -> Event:
    """Returns a barrier as reports want it."""
    assert block.op is not None
    return event_at(block.op)


def event_at(op: Op) -> Event:
    """Returns an instruction at which threads wait as reports want it."""
    event = Event(op.instruction.name, op.place, 0, lambda thread, own: None)
    event.aligned = op.meaning in BARRIERS and (op.instruction.opcode == "bar" or op.resolved.has("aligned"))
    return event


def waiting_threads(first: int, lanes: int, event: Event) -> dict[int, Thread]:
    """Returns the threads of a warp that wait at a barrier."""
    found = {}
    for lane in range(WARP):
        if lanes >> lane & 1:
            thread = found[first + lane] = Thread(first + lane)
            thread.event = event
    return found
