"""The functions of atomic operations, lane after lane, in order: each kernel has those that it calls."""

from ptx.vm.compiled.instructions.atomics import atomic_name
from ptx.vm.compiled.instructions.halves import HALF_FORMATS
from ptx.vm.compiled.ir.builder import integer_of
from ptx.vm.compiled.ir.helpers import ACCESSED, VECTOR
from ptx.vm.compiled.ir.lines import lane_function
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.registers import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def atomic(name: str, kind: str, order: str) -> str:
    """Returns the function of an atomic operation."""
    whole = integer_of(kind)
    given = f"<{WARP} x {whole}>"
    head = f"{atomic_name(name, kind, order)}(ptr %state, {VECTOR} %addresses, i32 %lanes, {given} %first, {given} %second)"
    body = f"  %b = extractelement {given} %first, i32 %lane\n  %c = extractelement {given} %second, i32 %lane\n"
    body += (_ordered if order else _unordered)(name, kind, whole)
    return lane_function(head, ACCESSED + body, value=(whole, "%old"), scope="internal")


def _ordered(name: str, kind: str, whole: str) -> str:
    """A read and a write, for one thread runs all blocks."""
    align = min(WIDTHS[kind] // 8, 8)
    return f"  %old = load {whole}, ptr %p, align {align}\n{UPDATES[name](kind, whole)}  store {whole} %new, ptr %p, align {align}\n"


def _unordered(name: str, kind: str, whole: str) -> str:
    """An atomic instruction of the host."""
    operation = {"min": "min" if kind[0] == "s" else "umin", "max": "max" if kind[0] == "s" else "umax"}.get(name, name)
    return f"  %old = atomicrmw {operation} ptr %p, {whole} %b monotonic\n"


def _add(kind: str, whole: str) -> str:
    if kind in HALF_FORMATS:
        return f"  %new = call {whole} @one.add.{kind}({whole} %old, {whole} %b)\n"
    if kind[0] != "f":
        return f"  %new = add {whole} %old, %b\n"
    number = "float" if kind == "f32" else "double"
    nan = 0x7FFFFFFF if kind == "f32" else 0x7FF8000000000000
    return (
        f"  %x = bitcast {whole} %old to {number}\n  %y = bitcast {whole} %b to {number}\n  %sum = fadd {number} %x, %y\n"
        f"  %nan = fcmp uno {number} %sum, %sum\n  %bits = bitcast {number} %sum to {whole}\n  %new = select i1 %nan, {whole} {nan}, {whole} %bits\n"
    )


def _extreme(name: str, kind: str, whole: str) -> str:
    predicate = ("s" if kind[0] == "s" else "u") + ("lt" if name == "min" else "gt")
    return f"  %keeps = icmp {predicate} {whole} %old, %b\n  %new = select i1 %keeps, {whole} %old, {whole} %b\n"


UPDATES: "dict[str, Callable[[str, str], str]]" = {
    "add": _add,
    "min": lambda kind, whole: _extreme("min", kind, whole),
    "max": lambda kind, whole: _extreme("max", kind, whole),
    "and": lambda _, whole: f"  %new = and {whole} %old, %b\n",
    "or": lambda _, whole: f"  %new = or {whole} %old, %b\n",
    "xor": lambda _, whole: f"  %new = xor {whole} %old, %b\n",
    "exch": lambda _, whole: f"  %new = add {whole} %b, 0\n",
    "cas": lambda _, whole: f"  %same = icmp eq {whole} %old, %b\n  %new = select i1 %same, {whole} %c, {whole} %old\n",
    "inc": lambda _, whole: f"  %top = icmp uge {whole} %old, %b\n  %more = add {whole} %old, 1\n  %new = select i1 %top, {whole} 0, {whole} %more\n",
    "dec": lambda _, whole: (
        f"  %zero = icmp eq {whole} %old, 0\n  %above = icmp ugt {whole} %old, %b\n  %wraps = or i1 %zero, %above\n"
        f"  %less = sub {whole} %old, 1\n  %new = select i1 %wraps, {whole} %b, {whole} %less\n"
    ),
}  # fmt: skip
"""The new value `%new` of each ordered operation, from `%old`, `%b` and `%c`."""


def helper_text(helpers: "set[tuple[str, ...]]") -> str:
    """Returns the atomics that a kernel calls."""
    return "".join(atomic(*helper) for helper in sorted(helpers))
