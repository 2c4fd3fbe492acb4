"""The beginning of `@warp`: variables for registers and masks, what is read from the state once, the first lanes, and rows of pointer parameters."""

from ptx.vm.compiled.cfg.graph import Reg
from ptx.vm.compiled.instructions.queue_layout import HEADER
from ptx.vm.compiled.ir.builder import element, place_of
from ptx.vm.compiled.ir.state import ROW, ROW_FIELDS
from ptx.vm.compiled.ir.text import WARP, typed
from ptx.vm.memory import OFFSET_BITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptx.vm.compiled.control.warp import WarpFunction

CONSTANT = {"readable": "ptr", "writable": "ptr", "allocations": "i64", "parameters": "ptr", "parameter.base": "i64",
            "shared": "ptr", "shared.size": "i64"}  # fmt: skip
"""What is the same in the whole launch, with its type."""


def make_slots(function: "WarpFunction") -> None:
    """Makes a variable for every register and mask; registers that outlive a stop stand in the context."""
    code = function.code
    for register in function.graph.registers:
        whole = typed(element(register.kind), register.width)
        if register in function.stops.homes:
            code.do(f"{place_of(register)} = getelementptr i8, ptr %context, i64 {function.stops.homes[register]}")
            continue
        code.do(f"{place_of(register)} = alloca {whole}")
        code.do(f"store {whole} {'zeroinitializer' if register.width > 1 else _zero(register)}, ptr {place_of(register)}")
    if function.turns is not None:
        function.turns.slots()
    for name in ("mask", "live", *function.mask_names()):
        code.do(f"%{name} = alloca i32")
        code.do(f"store i32 0, ptr %{name}")
    code.do("%spent = alloca i64")
    code.do("store i64 0, ptr %spent")
    for name in ("lanes", "spare"):
        code.do(f"%{name} = alloca <{WARP} x i64>, align 64")


def _zero(register: Reg) -> str:
    kind = element(register.kind)
    return "false" if kind == "i1" else "0.0" if kind in ("float", "double") else "0"


def load_state(function: "WarpFunction") -> None:
    """Reads from the state what every part of the function may use."""
    code = function.code
    for name, kind in CONSTANT.items():
        code.do(f"%{name} = load {kind}, ptr {function.field(name.replace('.', '_'))}, !invariant.load !0")
    code.do("%shared.delta = ptrtoint ptr %shared to i64")
    base = code.let(f"load ptr, ptr {function.field('local')}, !invariant.load !0")
    offset = code.let(f"mul i32 %warp, {WARP * function.local_bytes}")
    code.do(f"%local = getelementptr i8, ptr {base}, i32 {offset}")
    if function.calls_host:
        entries = function.field("entries")
        before = code.let(f"load i64, ptr {entries}")
        code.do(f"store i64 {code.let(f'add i64 {before}, 1')}, ptr {entries}")
    if function.has_queues:
        queues = code.let(f"load ptr, ptr {function.field('queues')}, !invariant.load !0")
        code.do(f"%queue = getelementptr i8, ptr {queues}, i32 {code.let(f'mul i32 %warp, {HEADER}')}")


def first_mask(function: "WarpFunction") -> str:
    """Returns the lanes that a warp has: the last one of a block may have fewer."""
    specials = function.specials
    if specials.threads % WARP:
        return function.code.let(f"icmp ult <{WARP} x i32> {specials.linear}, splat (i32 {specials.threads})")
    return "splat (i1 true)"


def root_rows(rows: "Mapping[tuple[int, bool], tuple[str, set[int]]]", has_shadow: bool) -> list[str]:
    """Returns the lines that look up the rows of pointer parameters: by offset and whether it is for writes, the row's name and the spans of accesses.

    Where an array starts, what its host address is beyond that and how far accesses of each span may begin stays the same for the whole launch.
    """
    lines = []
    for (offset, to_write), (name, spans) in sorted(rows.items()):
        table = "%writable" if to_write else "%readable"
        lines += [
            f"  {name}.p = getelementptr i8, ptr %parameters, i64 {offset}",
            f"  {name}.pointer = load i64, ptr {name}.p, align 1, !invariant.load !0",
            f"  {name}.number = lshr i64 {name}.pointer, {OFFSET_BITS}",
            f"  {name}.at = shl i64 {name}.number, {ROW.bit_length() - 1}",
            f"  {name} = getelementptr i8, ptr {table}, i64 {name}.at",
        ]
        for field in ("start", "size", "delta", "shadow") if has_shadow else ("start", "size", "delta"):
            lines.append(f"  {name}.{field}.p = getelementptr i8, ptr {name}, i64 {8 * ROW_FIELDS.index(field)}")
            lines.append(f"  {name}.{field} = load i64, ptr {name}.{field}.p, !invariant.load !0")
        lines += [f"  {name}.limit.{span} = call i64 @llvm.usub.sat.i64(i64 {name}.size, i64 {span - 1})" for span in sorted(spans)]
    return lines
