"""The stack of each lane, where calls of shared functions keep registers: lanes lie side by side, so that equal depths are one row.

A cell is eight bytes of each lane. There are as many cells as were needed until now: when they do not suffice, native code asks for more.
"""

from ptx.vm.compiled.ir.builder import Builder, element, known_lanes
from ptx.vm.compiled.ir.lines import filled_cells, lane_function
from ptx.vm.compiled.ir.state import OVERFLOW
from ptx.vm.compiled.ir.text import BITS, MASK, WARP, lanes
from ptx.vm.memory import UNWRITTEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.cfg.graph import Block, Reg
    from ptx.vm.compiled.control.warp import WarpFunction
    from ptx.vm.compiled.ir.builder import Lowering

CELL = 8
ROW = CELL * WARP
FIRST_CELLS = 64
"""Cells of each lane at first."""
WIDE = f"<{WARP} x i64>"


def push(b: Builder) -> None:
    """Keeps the registers of a call."""
    code = b.code
    kept, top = b.op.sources[0], b.op.sources[1]
    registers = [kept, *b.op.sources[2:]]
    start = _lanes(b, top)
    _reserve(b, start, len(registers))
    for index, register in enumerate(registers):
        pointers = _pointers(b, start, index)
        code.call(f"llvm.masked.scatter.v{WARP}i64.v{WARP}p0", "void", (WIDE, _as_word(b, register)), (f"<{WARP} x ptr>", f"align {CELL} {pointers}"),
                  (MASK, b.function.mask))  # fmt: skip
    b.write_register(top, code.let(f"add <{WARP} x i32> {start}, splat (i32 {len(registers)})"), "b32")


def pop(b: Builder) -> None:
    """Takes them back."""
    code, top = b.code, b.op.sources[0]
    registers = [b.op.targets[0], *b.op.targets[2:]]
    start = code.let(f"sub <{WARP} x i32> {_lanes(b, top)}, splat (i32 {len(registers)})")
    for index, register in enumerate(registers):
        pointers = f"<{WARP} x ptr>", f"align {CELL} {_pointers(b, start, index)}"
        word = code.call(f"llvm.masked.gather.v{WARP}i64.v{WARP}p0", WIDE, pointers, (MASK, b.function.mask), (WIDE, "zeroinitializer"))
        bits = BITS[element(register.kind)]
        value = word if bits == 64 else code.let(f"trunc {WIDE} {word} to <{WARP} x i{bits}>")
        b.write_register(register, value, "pred" if register.kind == "pred" else f"b{bits}")
    b.write_register(top, start, "b32")


def _lanes(b: Builder, register: "Reg") -> str:
    value = known_lanes(b.code, register)
    return value if register.varying else b.code.splat(value, element(register.kind))


def _as_word(b: Builder, register: "Reg") -> str:
    """A register's bits in every lane, as 64."""
    code, kind = b.code, element(register.kind)
    bits, value = BITS[kind], _lanes(b, register)
    if bits > 64:
        raise b.refuse("128-bit registers that are kept in a call")
    if kind in ("float", "double"):
        value = code.let(f"bitcast <{WARP} x {kind}> {value} to <{WARP} x i{bits}>")
    return value if bits == 64 else code.let(f"zext <{WARP} x i{bits}> {value} to {WIDE}")


def _pointers(b: Builder, start: str, index: int) -> str:
    """The pointers to a cell of each lane."""
    code = b.code
    cells = code.let(f"load i32, ptr {b.function.field('stack_cells')}")
    own = code.let(f"mul i32 {cells}, {ROW}")
    stack = code.let(f"load ptr, ptr {b.function.field('stack')}")
    base = code.let(f"getelementptr i8, ptr {stack}, i32 {code.let(f'mul i32 %warp, {own}')}")
    row = code.let(f"add <{WARP} x i32> {start}, splat (i32 {index})")
    place = code.let(f"mul <{WARP} x i32> {row}, splat (i32 {ROW})")
    place = code.let(f"add <{WARP} x i32> {place}, {code.let(f'mul <{WARP} x i32> {lanes()}, splat (i32 {CELL})')}")
    return code.let(f"getelementptr i8, ptr {base}, <{WARP} x i32> {place}")


def _reserve(b: Builder, start: str, count: int) -> None:
    """Makes sure that there are enough cells for all lanes."""
    code = b.code
    used = code.let(f"select {MASK} {b.function.mask}, <{WARP} x i32> {start}, <{WARP} x i32> zeroinitializer")
    most = code.call(f"llvm.vector.reduce.umax.v{WARP}i32", "i32", (f"<{WARP} x i32>", used))
    needed = code.let(f"add i32 {most}, {count}")
    look, ask, on = code.new_label("cells"), code.new_label("more"), code.new_label("kept")
    code.do(f"br label %{look}")
    code.label(look)
    cells = code.let(f"load i32, ptr {b.function.field('stack_cells')}")
    code.unlikely(code.let(f"icmp ugt i32 {needed}, {cells}"), ask, on)
    code.label(ask)
    grow = code.let(f"load ptr, ptr {b.function.field('grow')}")
    worker = code.let(f"load i64, ptr {b.function.field('worker')}")
    answer = code.let(f"call i32 {grow}(i64 {worker})")
    code.do(f"br i1 {code.let(f'icmp ne i32 {answer}, 0')}, label %done, label %{look}")
    code.label(on)


def blank(b: Builder) -> None:
    """Fills new frames as memory that nobody wrote."""
    code = b.code
    b.function.routines.setdefault("each.blank", BLANK)
    start = _lanes(b, b.op.sources[0])
    code.do(f"call void @each.blank(ptr %local, {WIDE} {start}, i32 {code.bits(b.function.mask)}, i64 {b.op.number})")


BLANK = lane_function(
    f"each.blank(ptr %local, {WIDE} %starts, i32 %lanes, i64 %bytes)", filled_cells("%local", int.from_bytes(UNWRITTEN, "little")), scope="internal"
)


def note_overflow(function: "WarpFunction", block: "Block", site: int) -> None:
    """Notes that a lane has too many calls open."""
    code = function.code
    assert block.op is not None
    b = Builder(function, block.op, 0)
    lane = code.call("llvm.cttz.i32", "i32", ("i32", code.bits(function.mask)), ("i1", "true"))
    depth = code.let(f"extractelement <{WARP} x i32> {_lanes(b, block.op.sources[0])}, i32 {lane}")
    open_calls = code.let(f"add i64 {code.let(f'zext i32 {depth} to i64')}, {block.op.number}")
    function.note_fault(OVERFLOW, site, function.mask, open_calls)


MEANINGS: "dict[str, Lowering]" = {"push": push, "pop": pop, "blank": blank}
"""The meanings defined here, by the name that `shared_calls` gives them."""

__all__ = ["FIRST_CELLS", "MEANINGS", "note_overflow"]
