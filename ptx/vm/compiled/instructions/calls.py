"""What an inlined call copies: parameters between the caller's and the callee's memory or registers."""

from math import gcd

from ptx.vm.compiled.cfg.graph import Reg, Unsupported
from ptx.vm.compiled.ir.builder import Builder, element, every_lane, place_of
from ptx.vm.compiled.ir.text import BITS, WARP, constant, typed
from ptx.vm.compiled.memory.cells import CELL, read_cells, write_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ptx.vm.compiled.ir.builder import Lowering
    from ptx.vm.compiled.ir.text import Code


def copy(b: "Any") -> None:
    """One copy of a call: memory to memory, or a register."""
    target, source = b.copy.target, b.copy.source
    if isinstance(target, Reg):
        _copy_register(b, target, source)
        return
    unit = gcd(gcd(CELL, target), gcd(source, b.copy.size)) if target or source else gcd(CELL, b.copy.size)
    for offset in range(0, b.copy.size, unit):
        value = read_cells(b, str(source + offset), 0, f"i{8 * unit}", unit)
        write_cells(b, str(target + offset), 0, f"i{8 * unit}", unit, value)


def _copy_register(b: "Any", target: Reg, source: "Any") -> None:
    code, width = b.code, target.width
    whole = typed(element(target.kind), width)
    if isinstance(source, Reg):
        if BITS[element(source.kind)] != BITS[element(target.kind)]:
            raise Unsupported(f"a register of .{source.kind} passed as .{target.kind}")
        value, own = _source(code, source, width)
        value = code.let(f"bitcast {typed(element(source.kind), own)} {value} to {typed(element(target.kind), own)}")
        value = value if own == width else code.splat(value, element(target.kind))
    else:
        literal = getattr(source, "value", getattr(source, "bits", None))
        if literal is None:
            raise Unsupported(f"`{source}` passed in a register")
        bits = BITS[element(target.kind)]
        value = code.let(f"bitcast {typed(f'i{bits}', width)} {constant(literal & ((1 << bits) - 1), f'i{bits}', width)} to {whole}")
    if width == WARP and b.keeps >> target.index & 1:
        old = code.let(f"load {whole}, ptr {place_of(target)}")
        value = code.let(f"select <{WARP} x i1> {b.function.mask}, {whole} {value}, {whole} {old}")
    code.do(f"store {whole} {value}, ptr {place_of(target)}")


def _source(code: "Code", source: Reg, width: int) -> tuple[str, int]:
    """Returns a register's value and its width; for one value lane 0 is enough, for one of all lanes a scalar is."""
    if width == WARP and source.stride is not None:
        return every_lane(code, source), WARP
    value = code.let(f"load {typed(element(source.kind), source.width)}, ptr {place_of(source)}")
    if width == 1 and source.width == WARP:
        value = code.let(f"extractelement {typed(element(source.kind), WARP)} {value}, i64 0")
    return value, min(width, source.width)


MEANINGS: "dict[str, Lowering]" = {"copy": copy}
"""The copies of calls."""

__all__ = ["MEANINGS", "Builder"]
