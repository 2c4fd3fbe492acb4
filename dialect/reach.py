"""What a kernel may reach: the functions that it may call, and the statics that these name."""

from __future__ import annotations

from .ops import Call, StaticAddress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .function import Function, Module, Static


def reached_functions(module: Module, kernel: Function) -> list[Function]:
    """A kernel and the functions that it may call, in the order in which they are met."""
    found, done = {kernel.name: kernel}, 0
    while done < len(found):
        for block in list(found.values())[done].blocks:
            for op in block.ops:
                if isinstance(op, Call) and op.callee in module.functions:
                    found[op.callee] = module.functions[op.callee]
        done += 1
    return list(found.values())


def reached_shared(module: Module, kernel: Function) -> list[Static]:
    """The shared statics that a kernel, or a function it may call, names; in the module's order."""
    names: dict[str, None] = {}
    for function in reached_functions(module, kernel):
        for block in function.blocks:
            names.update(dict.fromkeys([op.symbol for op in block.ops if isinstance(op, StaticAddress) and op.space == "shared"]))
    return [static for name, static in module.statics.items() if name in names]


def end_of(statics: list[Static], start: int = 0) -> int:
    """Where the last of the statics ends if they lie one after the other from `start` on, each at a multiple of its alignment."""
    at = start
    for static in statics:
        at = -(-at // static.align) * static.align + static.type.size
    return at
