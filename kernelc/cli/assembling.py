"""PTX through NVIDIA's tools: machine code, a listing or a resource report, or a word on what is missing."""

from __future__ import annotations

from kernelc.cli.failure import PROGRAM_AT_FAULT, Failure, missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.cli.inputs import Road
    from ptx.assemble import Assembled, Resources


class RefusedByAssemblerError(Exception):
    """The assembler refuses PTX that kernelc made: a fault of kernelc."""


def assembled(road: Road) -> Assembled:
    """The machine code of the whole module. Raises `Failure` if there is no assembler, or it refuses the user's PTX."""
    from ptx.assemble import AssemblyError, ToolMissing, assemble

    try:
        return assemble(road.text("ptx"), road.options.arch or None)
    except ToolMissing as problem:
        raise missing(str(problem)) from None
    except AssemblyError as problem:
        if road.first_kind == "ptx":
            raise Failure(PROGRAM_AT_FAULT, f"the assembler refuses {road.path}:\n{problem}") from None
        raise RefusedByAssemblerError(f"the assembler refuses the PTX of {road.path}: {problem}") from problem


def cubin(road: Road) -> bytes:
    """The machine code."""
    return assembled(road).cubin


def sass(road: Road) -> str:
    """The machine code as text."""
    from ptx.assemble import AssemblyError, ToolMissing, disassemble

    try:
        return disassemble(assembled(road).cubin)
    except ToolMissing as problem:
        raise missing(str(problem)) from None
    except AssemblyError as problem:
        raise missing(f"nvdisasm refuses what ptxas made (are they of one version?): {problem}") from None


def resources(road: Road) -> list[str]:
    """A line per kernel and function, in the assembler's order, and its warnings."""
    result = assembled(road)
    return [*(_line(each) for each in result.resources.values()), *(str(message) for message in result.messages)]


def _line(each: Resources) -> str:
    registers = "" if each.registers is None else f"{each.registers} registers, "
    spills = f"{each.spill_stores + each.spill_loads} bytes spilled"
    return f"{each.name}: {registers}{spills}, {max(each.local, each.stack_frame)} bytes local, {each.shared} bytes shared"
