"""Loops that never end: a loop that writes no memory, reads none that others may write, and comes back to the same registers and lanes will do so for ever.

Now and then, at a jump backwards within such a loop, the registers that are live at its target are compared with those of the last look.
"""

from ptx.isa import READS, WRITES
from ptx.vm.compiled.cfg.graph import Block, Copy, Op, operations
from ptx.vm.compiled.cfg.order import components
from ptx.vm.compiled.ir.builder import element, place_of
from ptx.vm.compiled.ir.specials import reads_clock
from ptx.vm.compiled.ir.text import BITS, WARP, typed
from ptx.vm.compiled.memory.accesses import space_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.control.warp import WarpFunction

MOST = 64
"""Registers that are compared; with more of them live the loop is left to its fuel."""


def quiet_loops(order: list[Block]) -> dict[Block, int]:
    """Returns, for each block of a loop in which only registers change and no lanes meet, the loop's number."""
    found = {}
    for number, part in enumerate(components(order, set(order))):
        items = [item for block in part for item in operations(block)]
        if all(is_quiet(item) for item in items) and not any(block.waits for block in part):
            found.update(dict.fromkeys(part, number))
    return found


def is_quiet(item: "Op | Copy") -> bool:
    """Whether an operation writes no memory, and reads no clock and nothing that others may write."""
    if not isinstance(item, Op) or item.resolved.form.effects & WRITES or reads_clock(item):
        return False
    return not item.resolved.form.effects & READS or (item.meaning == "ld" and space_of(item) == "local")


def unchanged(function: "WarpFunction", block: Block, target: Block) -> str:
    """Returns whether everything is as it was at the last look here (an i1); "false" where that says nothing."""
    loops = function.quiet
    if loops.get(block, -1) != loops.get(target, -2):
        return "false"
    live = [register for register in function.graph.registers if function.facts.live[target] >> register.index & 1]
    if len(live) > MOST:
        return "false"
    code, same = function.code, "true"
    places = [(place_of(register), typed(element(register.kind), register.width)) for register in live]
    places += [(f"%{name}", "i32") for name in ("live", *function.mask_names())]
    places += [] if function.turns is None else [(function.turns.place(target), "i32")]
    for place, whole in places:
        kind = whole.rstrip(">").rpartition(" ")[2]
        width = WARP if whole.startswith("<") else 1
        bits = BITS[kind] * width
        value = code.let(f"bitcast {whole} {code.let(f'load {whole}, ptr {place}')} to i{bits}")
        seen = f"%seen.{function.looks}.{len(function.seen)}"
        function.seen.append((seen, f"i{bits}"))
        equal = code.let(f"icmp eq i{bits} {value}, {code.let(f'load i{bits}, ptr {seen}')}")
        code.do(f"store i{bits} {value}, ptr {seen}")
        same = equal if same == "true" else code.let(f"and i1 {same}, {equal}")
    flag = f"%seen.{function.looks}.flag"
    function.seen.append((flag, "i1"))
    before = code.let(f"load i1, ptr {flag}")
    code.do(f"store i1 true, ptr {flag}")
    function.looks += 1
    return code.let(f"and i1 {before}, {same}")
