"""Memory operands: where an access goes, its generic address as a function, and what is said when it cannot be made.

PTX ISA, "State Spaces" and "Operands: addresses as operands". Shared and local addresses are offsets from their windows; parameters of
functions lie in local memory; every other space has generic addresses.
"""

from ptx.operands import Address, Operand, Register, Symbol
from ptx.vm.context import Context
from ptx.vm.errors import Misaligned, OutOfBounds, Place, ReadOnly, VmError
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS, OFFSET_MASK, SHARED_WINDOW, AddressSpace, describe
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from ptx.vm.layout import Scope
    from ptx.vm.machine import Machine

    AddressOf: TypeAlias = Callable[[], int]

MASK64 = (1 << 64) - 1
WINDOWS = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW}
SIZE_SHIFT = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4}


def space_of(context: Context) -> str:
    """Returns where an access goes: `shared`, `local` (parameters of functions included) or `generic` (everything else)."""
    space = next((value for value in context.values.values() if value.partition("::")[0] in ("shared", "local", "param")), "")
    base = space.partition("::")[0]
    if base == "param":
        return "generic" if context.frame.function.is_entry and not _is_local(context) else "local"
    return base or named_space(context.scope, context.machine, context.operands)


def named_space(scope: "Scope", machine: "Machine", operands: "Sequence[Operand]") -> str:
    """Returns where a generic access goes: to a local or shared variable if it names one, as assemblers understand it."""
    for operand in operands:
        if isinstance(operand, Address) and isinstance(operand.base, Symbol):
            if scope.find("variables", operand.base.name) is not None:
                return "local"
            return "shared" if operand.base.name in machine.shared_offsets else "generic"
    return "generic"


def _is_local(context: Context) -> bool:
    """Whether a `.param` access names a parameter declared in the body (of a call) and not one of the kernel."""
    for operand in context.operands:
        if isinstance(operand, Address) and isinstance(operand.base, Symbol):
            return context.scope.find("variables", operand.base.name) is not None
    return False


def window_base(space: str) -> int:
    """Returns the generic address of offset 0 of a space."""
    return WINDOWS.get(space, 0) << OFFSET_BITS


def base_register(context: Context, operand: Operand) -> "tuple[memoryview, int] | None":
    """Returns the place of an address operand's register or local variable; None if the address is a constant."""
    registers = context.machine.registers
    base = operand.base if isinstance(operand, Address) else None
    if isinstance(base, Register):
        declared, slot = context.register(base)
        if WIDTHS[declared] not in (32, 64) or declared in ("f32", "f64", "pred"):
            raise context.refuse(f"`{base}` is declared .{declared} and cannot be an address")
        return registers.at(slot, "I" if WIDTHS[declared] == 32 else "Q")
    if isinstance(base, Symbol):
        local = context.scope.find("variables", base.name)
        if local is not None:
            return registers.at(int(local), "Q")
    return None


def address_of(context: Context, operand: Operand, space: str) -> "AddressOf":
    """Returns a function that gives the generic address of a memory operand."""
    if not isinstance(operand, Address):
        raise context.refuse(f"`{operand}` is not an address")
    place, window = base_register(context, operand), window_base(space)
    if place is None:
        start = constant_address(context, operand)
        fixed = (window + start) & MASK64
        return lambda: fixed
    view, index = place
    offset = window + operand.offset
    if operand.offset >= 0 and not window:
        if offset == 0:
            return lambda: view[index]
        return lambda: view[index] + offset
    if window:
        low, high, small = window, window + OFFSET_MASK, operand.offset
        return lambda: min(max((view[index] + small & MASK64) + low, low), high)
    return lambda: view[index] + offset & MASK64


def constant_address(context: Context, operand: Address) -> int:
    """Returns the address, in its own space, of an operand without register."""
    if not isinstance(operand.base, Symbol):
        return operand.offset
    known = context.machine.symbol_address(operand.base.name, context.frame)
    if known is None:
        raise context.refuse(f"`{operand.base.name}` is not declared")
    return known + operand.base.offset + operand.offset


class Access:
    """One memory access of an instruction, for checks and reports: what it does and how many bytes."""

    __slots__ = ("machine", "place", "size", "verb")

    def __init__(self, machine: "Machine", place: Place, verb: str, size: int) -> None:
        self.machine = machine
        self.place = place
        self.verb = verb
        self.size = size

    def fault(self, address: int, writes: bool = False) -> Exception:
        """Returns what is wrong with an access at an address that could not be made."""
        return self.machine.fault(*fault_of(self.machine.space, self.place, self.verb, self.size, address, writes))


def fault_of(
    space: AddressSpace, place: Place, verb: str, size: int, address: int, writes: bool
) -> "tuple[type[VmError], str, Place, dict[str, object]]":
    """Returns the kind of fault, the problem in words, the place, and the values involved, of an access that could not be made."""
    what, details = describe(space, address, size)
    allocation, offset = space.owner(address)
    kind: type[VmError] = OutOfBounds
    if allocation is not None and offset >= 0 and offset + size <= len(allocation.data):
        if address % size:
            kind = Misaligned
        elif writes and allocation.data.readonly:
            kind = ReadOnly
    return kind, f"{verb} of {size} bytes at {what}", place, details
