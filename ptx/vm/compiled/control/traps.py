"""Blocks that end in a fault: traps, failed assertions, calls too deep, branches by a value that no target has."""

from ptx.operands import Register
from ptx.vm.compiled.cfg.graph import Block, find_register
from ptx.vm.compiled.control.branches import note_no_target
from ptx.vm.compiled.control.stacks import note_overflow
from ptx.vm.compiled.instructions.hosted import argument_offsets, host_function
from ptx.vm.compiled.ir.builder import Builder, element, place_of
from ptx.vm.compiled.ir.state import TRAP
from ptx.vm.compiled.ir.text import BITS, WARP, typed
from ptx.vm.compiled.memory.cells import read_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.control.warp import WarpFunction

SAVED_ARGUMENTS = 4
"""Arguments of a failed assertion that its report wants."""


def trap(function: "WarpFunction", block: Block) -> None:
    """Notes the fault of a block's last instruction, with what its report needs; lanes below the first that faults go on."""
    code, op = function.code, block.op
    assert op is not None
    site = function.site(op)
    names = function.panics.get(op.label, ())
    function.sites[site].registers = list(names)
    b = Builder(function, op, 0)
    for position, name in enumerate(part for each in names for part in each.split(" ")):
        _save_value(function, b, name, position)
    if op.meaning == "trap" or host_function(op, function.graph.machine):
        if op.meaning == "call" and op.label not in function.panics:
            _save_arguments(function, b)
        function.note_fault(TRAP, site, function.mask)
    elif op.meaning == "overflow":
        note_overflow(function, block, site)
    else:
        note_no_target(function, block, site)
    alive = code.mask(code.let(f"load i32, ptr {function.field('alive')}"))
    function.keep_mask("live", code.both(function.live, alive))
    function.dispatch(block, [], False)


def _save_arguments(function: "WarpFunction", b: Builder) -> None:
    """Keeps the arguments of a failed assertion: addresses of message and file, the line, the address of the function's name."""
    code = function.code
    area = code.let(f"load ptr, ptr {function.field('values')}")
    for position, offset in enumerate(argument_offsets(b.op)[:SAVED_ARGUMENTS]):
        value = read_cells(b, str(offset), 0, "i64", 8) if position != 2 else read_cells(b, str(offset), 0, "i32", 4)
        if position == 2:
            value = code.let(f"zext <{WARP} x i32> {value} to <{WARP} x i64>")
        code.do(f"store <{WARP} x i64> {value}, ptr {code.let(f'getelementptr i8, ptr {area}, i64 {8 * WARP * position}')}, align 8")


def _save_value(function: "WarpFunction", b: Builder, name: str, position: int) -> None:
    """Keeps a register for the message of a panic: every lane's value, or what all lanes' follow from."""
    code = function.code
    register = find_register(function.graph, b.op, Register(name))
    bits, width = BITS[element(register.kind)], register.width
    function.sites[-1].strides.append(None if width > 1 else register.stride or 0)
    kind = typed(f"i{bits}", width)
    value = code.let(f"load {typed(element(register.kind), width)}, ptr {place_of(register)}")
    if element(register.kind) in ("float", "double"):
        value = b.value(Register(name), f"b{bits}", False, width)
    if bits < 64:
        value = code.let(f"zext {kind} {value} to {typed('i64', width)}")
    area = code.let(f"load ptr, ptr {function.field('values')}")
    pointer = code.let(f"getelementptr i8, ptr {area}, i64 {8 * WARP * position}")
    code.do(f"store {typed('i64', width)} {value}, ptr {pointer}, align 8")
