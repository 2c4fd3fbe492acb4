"""Targets: every `sm` number that PTX knows with the first PTX version that has it, and the lowest version and target that a module needs.

Source: PTX ISA manual 9.0, table "PTX Release History". A suffix `a` or `f` names features of that target alone or of its family.
"""
from __future__ import annotations

from ptx.lower.errors import LoweringError
from ptx.module import Function, Instruction, Module
from ptx.operands import SpecialRegister
from ptx.requirements import requirements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.module import Node
    from ptx.requirements import Level

FIRST_VERSION: dict[str, tuple[int, int]] = {
    "sm_70": (6, 0), "sm_72": (6, 1), "sm_75": (6, 3), "sm_80": (7, 0), "sm_86": (7, 1), "sm_87": (7, 4), "sm_88": (9, 0),
    "sm_89": (7, 8), "sm_90": (7, 8), "sm_90a": (8, 0), "sm_100": (8, 6), "sm_100a": (8, 6), "sm_100f": (8, 8), "sm_103": (8, 8),
    "sm_103a": (8, 8), "sm_103f": (8, 8), "sm_110": (9, 0), "sm_110a": (9, 0), "sm_110f": (9, 0), "sm_120": (8, 7),
    "sm_120a": (8, 7), "sm_120f": (8, 8), "sm_121": (8, 8), "sm_121a": (8, 8), "sm_121f": (8, 8),
}  # fmt: skip
"""The first `.version` in which each `.target` may be written."""


_GENERATIONS = {"sm_70": 96, "sm_72": 96, "sm_75": 64, "sm_80": 163, "sm_87": 163, "sm_90": 227, "sm_100": 227, "sm_103": 227, "sm_110": 227}
SHARED_LIMITS: dict[str, int] = {sm: _GENERATIONS.get(sm.rstrip("af"), 99) * 1024 for sm in FIRST_VERSION}
"""Bytes of shared memory that a block may have, dynamic shared memory included (CUDA C++ Programming Guide, "Technical Specifications per Compute
Capability"); for the targets that it does not list, the least of their generation.
"""
LARGEST_SHARED = max(SHARED_LIMITS.values())
"""What a block may have on some target."""


def shared_level(size: int) -> Level:
    """The first target whose blocks may have `size` bytes of shared memory, as a need of the program."""
    sm = next(sm for sm, limit in SHARED_LIMITS.items() if limit >= size)
    return (0, 0), int(sm[3:].rstrip("af"))


def check_arch(arch: str) -> None:
    """Raises `LoweringError` that lists the known targets if `arch` is none of them."""
    if arch and arch not in FIRST_VERSION:
        raise LoweringError(f"unknown architecture `{arch}`; known are {', '.join(FIRST_VERSION)}")


def requirement(functions: list[Function], arch: str, features: list[Level]) -> tuple[tuple[int, int], str]:
    """The lowest (version, target) for these functions.

    `arch` ("" for none) raises the target; `features` are needs beyond instructions and headers.
    """
    version, sm = requirements(Module(directives=[_with_each_form_once(function) for function in functions]))
    for needed_version, needed_sm in features:
        version, sm = max(version, needed_version), max(sm, needed_sm)
    target = f"sm_{sm}"
    if arch:
        if int(arch[3:].rstrip("af")) < sm:
            raise LoweringError(f"the program needs sm_{sm} or newer, but `{arch}` is asked for")
        target = arch
    return max(version, FIRST_VERSION[target]), target


def _with_each_form_once(function: Function) -> Function:
    """The function with one instruction of each mnemonic, number of operands and special register: what a need can depend on."""
    forms: dict[tuple[str, int, str], Node] = {}
    for item in function.body or ():
        if type(item) is Instruction:
            last = item.operands[-1] if item.operands else None
            special = last.name if type(last) is SpecialRegister else ""
            forms.setdefault((item.name, len(item.operands), special), item)
    return Function(function.name, function.is_entry, function.parameters, performance=function.performance, body=[*forms.values()])
