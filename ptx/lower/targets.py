"""Targets:

every `sm` number that PTX knows with the first PTX version that has it, and the lowest version and target that a module needs.

Source: PTX ISA manual 9.0, table "PTX Release History". A suffix `a` or `f` names features of that target alone or of its family.
"""
from __future__ import annotations

from ptx.isa import FLOOR_SM, FLOOR_VERSION, resolve
from ptx.lower.errors import LoweringError
from ptx.module import Instruction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.module import Function

FIRST_VERSION: dict[str, tuple[int, int]] = {
    "sm_70": (6, 0), "sm_72": (6, 1), "sm_75": (6, 3), "sm_80": (7, 0), "sm_86": (7, 1), "sm_87": (7, 4), "sm_88": (9, 0),
    "sm_89": (7, 8), "sm_90": (7, 8), "sm_90a": (8, 0), "sm_100": (8, 6), "sm_100a": (8, 6), "sm_100f": (8, 8), "sm_103": (8, 8),
    "sm_103a": (8, 8), "sm_103f": (8, 8), "sm_110": (9, 0), "sm_110a": (9, 0), "sm_110f": (9, 0), "sm_120": (8, 7),
    "sm_120a": (8, 7), "sm_120f": (8, 8), "sm_121": (8, 8), "sm_121a": (8, 8), "sm_121f": (8, 8),
}  # fmt: skip
"""The first `.version` in which each `.target` may be written."""


def check_arch(arch: str) -> None:
    """Raises `LoweringError` that lists the known targets if `arch` is none of them."""
    if arch and arch not in FIRST_VERSION:
        raise LoweringError(f"unknown architecture `{arch}`; known are {', '.join(FIRST_VERSION)}")


def requirement(functions: list[Function], arch: str, features: list[tuple[tuple[int, int], int]]) -> tuple[tuple[int, int], str]:
    """The lowest (version, target) for these functions.

    `arch` ("" for none) raises the target; `features` are needs beyond instructions.
    """
    version, sm = FLOOR_VERSION, FLOOR_SM
    seen: dict[tuple[str, int], None] = {}
    for function in functions:
        for item in function.body or ():
            if type(item) is Instruction:
                seen[item.name, len(item.operands)] = None
    for needed_version, needed_sm in [*features, *[resolve(name).minimum(count) for name, count in seen]]:
        version, sm = max(version, needed_version), max(sm, needed_sm)
    target = f"sm_{sm}"
    if arch:
        if int(arch[3:].rstrip("af")) < sm:
            raise LoweringError(f"the program needs sm_{sm} or newer, but `{arch}` is asked for")
        target = arch
    return max(version, FIRST_VERSION[target]), target
