"""One launch's machine: after `Machine.prepare` the kernel is closures over one register file and one address space, ready for threads.

The machine holds what the running thread sees: register file, shared and local memory, call frames. Changing the running thread is
copying a few hundred bytes (`threads`); the closures never know.
"""

from ptx.module import File, Function, Instruction, Location, MaskedSymbol, Module, Variable
from ptx.operands import Address, Arguments, FloatBits, Integer, Operand, Pair, Symbol, Vector
from ptx.vm.absent import SHUFFLE
from ptx.vm.context import Event
from ptx.vm.errors import LoadError, Place
from ptx.vm.functions import calls_by_address, code_addresses, flattened, reachable, stored_functions
from ptx.vm.launched import WARP, Launched, LaunchShape, total_shared
from ptx.vm.layout import Frame, align_up, lay_out, variable_align, variable_size
from ptx.vm.memory import LOCAL_WINDOW, SHARED_WINDOW, AddressSpace
from ptx.vm.registers import RegisterFile
from ptx.vm.translate import FunctionBuilder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptx.vm.context import Step, Terminator
    from ptx.vm.copies import Copies
    from ptx.vm.steps_absent import Taken
    from ptx.vm.threads import Scheduler
    from ptx.vm.translate import Block, Meaning

STACK_BYTES = 64 * 1024
"""Local memory of a thread in a module with recursion."""
STACK_FRAMES = 10_000
"""Calls that may be nested in a module with recursion."""
MAX_REGISTERS = 1 << 20
"""The most registers that the functions of a module may declare together."""
MAX_LOCAL = 512 * 1024
"""The most local memory of a thread (CUDA C++ Programming Guide, "Compute Capabilities")."""
MAX_VARIABLE = 1 << 30
"""The most bytes of a variable of a module."""
CLOCK_STEP = 32
"""How far the clocks go on at each reading: time is counted in readings, so runs are repeatable."""


def count_operands(operand: Operand) -> int:
    """Returns how many slots of its own an operand may need at most."""
    if isinstance(operand, Vector):
        return 2 * len(operand.elements) + 2
    if isinstance(operand, Arguments):
        return 2 * len(operand.items) + 2
    return 6 if isinstance(operand, (Pair, Address)) else 3


LARGEST_STATE = 1 << 20
"""The most bytes that are compared to see whether waiting threads change anything."""


class Machine(Launched):
    """See the module's docstring. `symbols` gives the generic addresses of module variables in `space`."""

    __slots__ = (
        "block_counts", "block_effects", "block_lines", "blocks", "cached_reads",
        "clock_value", "code", "constants", "copies", "depth_limit", "dynamic_shared", "events", "files", "fixed_slots", "follows", "frame", "frame_align",
        "frame_base",
        "frames_by_name", "local", "module", "parameters", "private", "registers", "returned", "returned_registers",
        "scheduler", "shared", "shared_offsets", "sites", "specials", "symbols", "taken", "void",
    )  # fmt: skip

    def __init__(self, module: Module, space: AddressSpace, symbols: "Mapping[str, int]", shape: LaunchShape) -> None:
        super().__init__(space, shape)
        self.module = module
        self.symbols = symbols
        self.code = code_addresses(module)
        self.files = {item.index: item.path for item in module.directives if isinstance(item, File)}
        self.blocks: list[Block | None] = []
        self.events: list[Event] = []
        self.constants: dict[tuple[int, int], int] = {}
        self.specials: dict[str, int] = {}
        self.fixed_slots: set[int] = set()
        self.frames_by_name: dict[str, Frame] = {}
        self.parameters: dict[str, int] = {}
        self.shared_offsets: dict[str, int] = {}
        self.sites: Mapping[str, object] = {}
        self.clock_value = 0
        self.copies: Copies | None = None
        self.frame_align = 16
        self.frame_base = 0
        self.returned = 0
        self.returned_registers: list[bytes] = []
        self.cached_reads: dict[int, bytearray] | None = None
        self.block_effects: dict[int, int] = {}
        self.block_lines: dict[int, list[int]] = {}
        self.block_counts: dict[int, int] | None = None
        self.scheduler: Scheduler
        self.dynamic_shared = 0
        self.follows = False
        """Whether there are shuffles: then it is known which registers hold what nobody gave (`ptx.vm.steps_absent`)."""
        self.void: set[int] = set()
        self.taken: Taken | None = None

    # --- preparation -----------------------------------------------------------------------------------------------------------

    def prepare(
        self,
        entry: Function,
        parameters: "Mapping[str, int]",
        meanings: "Mapping[str, Meaning]",
        refused: "Mapping[str, str]",
    ) -> Frame:
        """Lays out and translates the entry and all it calls.

        `parameters` are the generic addresses of its parameters, `refused` the modifiers that cannot run, with the reason.
        """
        functions = self.lay_out(entry, parameters)
        if any(".nc." in instruction.name for function in functions for instruction in function.instructions()):
            self.cached_reads = {}
        self.follows = any(instruction.opcode == SHUFFLE for function in functions for instruction in function.instructions())
        for each in self.frames_by_name.values():
            FunctionBuilder(each, self, meanings, refused).build()
        self.frame = self.frames_by_name[entry.name]
        return self.frame

    def lay_out(self, entry: Function, parameters: "Mapping[str, int]") -> list[Function]:
        """Gives every register, variable and parameter of the entry and all it calls its place; returns these functions."""
        functions = reachable(self.module, entry)
        self.parameters = dict(parameters)
        needed = sum(sum(map(count_operands, i.operands)) + 4 for function in functions for i in function.instructions())
        declared = sum(_slots_of(function) for function in functions)
        if declared > MAX_REGISTERS:
            raise LoadError(f"the module declares {declared} registers; the machine takes {MAX_REGISTERS}")
        self.registers = RegisterFile(needed + declared + 128)
        self._lay_out_specials()
        for function in functions:
            frame = Frame(function)
            self.frames_by_name[function.name] = frame
            lay_out(frame, self)
        self.private = self.registers.slots * 8
        self._lay_out_common_specials()
        self._lay_out_memory(functions)
        return functions

    def _lay_out_specials(self) -> None:
        names = [f"%tid.{axis}" for axis in "xyzw"] + ["%laneid", "%warpid"]
        names += [f"%lanemask_{relation}" for relation in ("eq", "lt", "le", "gt", "ge")]
        for name in [*names, "CC.CF"]:
            self.specials[name] = self.registers.reserve()
        self.fixed_slots.update(self.specials[name] for name in names)

    def _lay_out_common_specials(self) -> None:
        warps = (self.shape.threads + WARP - 1) // WARP
        values = {"%nwarpid": warps, "%smid": 0, "%nsmid": 1, "%gridid": 1, "%is_explicit_cluster": 0}
        values["%dynamic_smem_size"] = self.shape.shared
        for axis, threads, blocks in zip("xyz", self.shape.block, self.shape.grid):
            values |= {f"%ntid.{axis}": threads, f"%nctaid.{axis}": blocks, f"%nclusterid.{axis}": blocks}
            values |= {f"%cluster_nctaid.{axis}": 1, f"%cluster_ctaid.{axis}": 0}
        values |= {f"%envreg{index}": 0 for index in range(32)} | {"%cluster_ctarank": 0, "%cluster_nctarank": 1}
        for axis in "xyz":
            values[f"%ctaid.{axis}"] = values[f"%clusterid.{axis}"] = 0
        values["%ctaid.w"] = values["%ntid.w"] = values["%nctaid.w"] = 0
        view = self.registers.views["Q"]
        for name, value in values.items():
            slot = self.specials[name] = self.registers.reserve()
            self.fixed_slots.add(slot)
            view[slot] = value

    def _lay_out_memory(self, functions: list[Function]) -> None:
        static = self._lay_out_shared(functions)
        total = total_shared(static, self.shape.shared)
        slot = self.specials["%total_smem_size"] = self.registers.reserve()
        self.registers.views["Q"][slot] = total
        self.shared = memoryview(bytearray(total))
        self.space.place(SHARED_WINDOW, "", "shared", self.shared)
        self.frame_align = max([frame.align for frame in self.frames_by_name.values()])
        recursive, size = stack_need(self.frames_by_name, self.frame_align, stored_functions(self.module))
        self.depth_limit = STACK_FRAMES
        if size > MAX_LOCAL:
            raise LoadError(f"{size} bytes of local memory; the limit of a thread is {MAX_LOCAL}")
        self.local = memoryview(bytearray(size + STACK_BYTES if recursive else size))
        self.space.place(LOCAL_WINDOW, "", "local", self.local)

    def _lay_out_shared(self, functions: list[Function]) -> int:
        """Gives each shared variable its offset: those with a size first, then all open arrays at the start of dynamic memory."""
        used = {name for function in functions for name in _named(function)}
        variables = [each for each in self.module.variables() if each.space == "shared" and each.name in used]
        for function in functions:
            variables += [item for item in function.body or () if isinstance(item, Variable) and item.space == "shared"]
        offset, dynamic_align = 0, 16
        for each in variables:
            align = variable_align(each.type, each.vector, each.align)
            if None in each.dimensions:
                dynamic_align = max(dynamic_align, align)
            else:
                offset = self.shared_offsets[each.name] = align_up(offset, align)
                offset += variable_size(each.type, each.vector, each.dimensions)
        if self.shape.shared or any(None in each.dimensions for each in variables):
            offset = align_up(offset, dynamic_align)
        for each in variables:
            if None in each.dimensions:
                self.shared_offsets[each.name] = offset
        self.dynamic_shared = offset
        self.specials["%reserved_smem_offset_begin"] = self.constant(0, 32)
        return offset

    # --- what the translator asks ----------------------------------------------------------------------------------------------

    def new_block(self) -> int:
        """Returns the number of a new block, filled later."""
        self.blocks.append(None)
        return len(self.blocks) - 1

    def add_effects(self, number: int, effects: int) -> None:
        """Notes that a block reads or writes memory (`ptx.isa.READS`, `WRITES`); reading a clock counts as writing."""
        self.block_effects[number] = self.block_effects.get(number, 0) | effects

    def set_block(self, number: int, steps: "tuple[Step, ...]", terminator: "Terminator") -> None:
        """Fills a block."""
        counts = self.block_counts
        if counts is not None:
            counts[number] = 0
            terminator = counted(counts, number, terminator)
        self.blocks[number] = (steps, terminator)

    def add_event(self, event: Event) -> int:
        """Returns the code by which a terminator names an event."""
        self.events.append(event)
        return -1 - len(self.events)

    def carry_slot(self) -> int:
        """Returns the slot of the carry flag; each thread has one."""
        return self.specials["CC.CF"]

    def scratch(self) -> int:
        """Returns a new slot for a value that lives within one instruction."""
        return self.registers.reserve()

    def constant(self, value: int, width: int) -> int:
        """Returns the slot of a constant given as an unsigned encoding."""
        key = (value, 64 if width < 64 else width)
        slot = self.constants.get(key)
        if slot is None:
            slot = self.constants[key] = self.registers.reserve(2 if width == 128 else 1)
            self.fixed_slots.add(slot)
            self.registers.views["Q"][slot] = value & 0xFFFFFFFFFFFFFFFF
            if width == 128:
                self.registers.views["Q"][slot + 1] = value >> 64
        return slot

    def symbol_address(self, name: str, frame: Frame) -> int | None:
        """Returns the address of a variable, kernel parameter or function in its own space, or None."""
        if frame.function.is_entry and name in self.parameters:
            return self.parameters[name]
        if name in self.shared_offsets:
            return self.shared_offsets[name]
        if name in self.symbols:
            return self.symbols[name]
        return self.code.get(name)

    def clock(self, name: str) -> "Callable[[], int] | None":
        """Returns a function that reads a clock register, or None for other names."""
        mask, shift = {
            "%clock": (0xFFFFFFFF, 0), "%clock64": ((1 << 64) - 1, 0), "%clock_hi": (0xFFFFFFFF, 32),
            "%globaltimer": ((1 << 64) - 1, 0), "%globaltimer_lo": (0xFFFFFFFF, 0), "%globaltimer_hi": (0xFFFFFFFF, 32),
        }.get(name, (0, 0))  # fmt: skip
        if not mask:
            return None

        def read() -> int:
            self.clock_value += CLOCK_STEP
            return self.clock_value >> shift & mask

        return read

    def place(self, function: Function, instruction: Instruction, location: Location | None) -> Place:
        """Returns where an instruction stands."""
        if location is None:
            return Place(function.name, instruction.line, str(instruction))
        inlined = []
        outer = location.inlined_at
        while outer is not None:
            inlined.append((self.files.get(outer.file, f"file {outer.file}"), outer.line, outer.column))
            outer = outer.inlined_at
        path = self.files.get(location.file, f"file {location.file}")
        return Place(function.name, instruction.line, str(instruction), path, location.line, location.column, tuple(inlined))

    # --- while running -----------------------------------------------------------------------------------------------------------

    def shared_state(self) -> bytes | None:
        """Returns what threads share, to see whether it changes; None where that is too much to look at."""
        parts = [each.data for each in self.space.allocations if each is not None and each.kind != "local" and not each.data.readonly]
        return b"".join(parts) if sum([len(part) for part in parts]) <= LARGEST_STATE else None

    def line_counts(self) -> dict[int, int]:
        """Returns how often each PTX line was executed, threads added up; empty unless `block_counts` was set before `prepare`."""
        lines: dict[int, int] = {}
        for number, count in (self.block_counts or {}).items():
            for line in self.block_lines.get(number, ()):
                lines[line] = lines.get(line, 0) + count
        return lines


def counted(counts: dict[int, int], number: int, terminator: "Terminator") -> "Terminator":
    """Returns a terminator that also counts its block."""

    def count() -> int:
        counts[number] += 1
        return terminator()

    return count


def _slots_of(function: Function) -> int:
    total = len(function.parameters) + len(function.returns)
    for item in function.body or ():
        count = getattr(item, "count", 1) or 1
        total += count * 2 * getattr(item, "vector", 1)
    return total


def _named(function: Function) -> "list[str]":
    """Returns the names of all symbols in a function's operands."""
    names = []
    for instruction in function.instructions():
        for operand in instruction.operands:
            names += _symbols_in(operand)
    return names


def _symbols_in(operand: Operand) -> list[str]:
    if isinstance(operand, Symbol):
        return [operand.name]
    if isinstance(operand, Address) and isinstance(operand.base, Symbol):
        return [operand.base.name]
    if isinstance(operand, Vector):
        return [name for element in operand.elements for name in _symbols_in(element)]
    return [item.name for item in operand.items if isinstance(item, Symbol)] if isinstance(operand, Arguments) else []


def stack_need(frames: "Mapping[str, Frame]", align: int, stored: "list[str]") -> tuple[bool, int]:
    """Returns whether a function may call itself, and the bytes of local memory that the deepest other chain of calls needs.

    Every frame starts at a multiple of `align`, so that any function may call any other and its variables be aligned. A call by address
    may mean the functions in `stored`.
    """
    named = {name: _named(frame.function) + (stored if calls_by_address(frame.function) else []) for name, frame in frames.items()}
    calls = {name: [callee for callee in callees if callee in frames] for name, callees in named.items()}
    waiting = {name: len(callees) for name, callees in calls.items()}
    callers: dict[str, list[str]] = {name: [] for name in frames}
    for name, callees in calls.items():
        for callee in callees:
            callers[callee].append(name)
    need = {name: frame.size for name, frame in frames.items()}
    work = [name for name, count in waiting.items() if count == 0]
    done = 0
    while work:
        name = work.pop()
        done += 1
        for caller in callers[name]:
            waiting[caller] -= 1
            need[caller] = max(need[caller], align_up(frames[caller].size, align) + need[name])
            if waiting[caller] == 0:
                work.append(caller)
    return done < len(frames), max(need.values(), default=0)


def initial_bytes(variable: Variable, symbols: "Mapping[str, int]") -> bytearray:
    """Returns the bytes of a module variable: its initialiser, then zeros."""
    total = variable_size(variable.type, variable.vector, variable.dimensions)
    if total > MAX_VARIABLE:
        raise LoadError(f"variable `{variable.name}` has {total} bytes, the limit is {MAX_VARIABLE}")
    data = bytearray(total)
    if None in variable.dimensions and variable.initializer is None:
        raise LoadError(f"variable `{variable.name}` has no size")
    if variable.initializer is None:
        return data
    values = flattened(variable.initializer)
    size = variable_size(variable.type, 1, ())
    if None in variable.dimensions:
        data = bytearray(size * len(values))
    if len(values) * size > len(data):
        raise LoadError(f"variable `{variable.name}` has more initial values than elements")
    for index, value in enumerate(values):
        data[index * size : (index + 1) * size] = _initial_value(value, variable.type, size, symbols).to_bytes(size, "little")
    return data


def _initial_value(value: object, kind: str, size: int, symbols: "Mapping[str, int]") -> int:
    from ptx.vm.convert import reformat
    from ptx.vm.formats import FORMATS

    mask = (1 << 8 * size) - 1
    if isinstance(value, Integer):
        return value.value & mask
    if isinstance(value, FloatBits):
        form, origin = FORMATS.get(kind), FORMATS[f"f{value.width}"]
        return value.bits & mask if form is None or form is origin else reformat(form, origin, "rn", value.bits)
    if isinstance(value, (Symbol, MaskedSymbol)) and value.name in symbols:
        address = symbols[value.name] + value.offset
        if isinstance(value, MaskedSymbol) and value.function != "generic":
            selector = int(value.function, 16)
            return (address & selector) >> ((selector & -selector).bit_length() - 1) & mask
        return address & mask
    raise LoadError(f"initial value `{value}` is not supported")
