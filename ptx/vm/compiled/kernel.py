"""A kernel made native: after `compile_kernel` it is code with a table of the places that may fault.

What is compiled in: block size, static addresses, and which registers a panic's message wants. What is not: grid, arguments, dynamic shared
memory, fuel.
"""

from functools import lru_cache

from ptx.vm.compiled.assumptions import NOTHING, Assumptions
from ptx.vm.compiled.atomics import shows_order
from ptx.vm.compiled.blocks import scheduler
from ptx.vm.compiled.bounds import find_bounds
from ptx.vm.compiled.convergence import Facts, analyse
from ptx.vm.compiled.graph import Block, Graph, Op, Unsupported, operations
from ptx.vm.compiled.helpers import COMMON, DEFINED, common_text, helper_text
from ptx.vm.compiled.order import components, order_blocks
from ptx.vm.compiled.reading import build_graph
from ptx.vm.compiled.roots import find_roots
from ptx.vm.compiled.shadow import CLOCK_DECLARED
from ptx.vm.compiled.specials import uniform_specials
from ptx.vm.compiled.strides import find_strides, mark_strides
from ptx.vm.compiled.target import Code, compile_object, function_attributes, host, is_x86, machine_key
from ptx.vm.compiled.text import WARP
from ptx.vm.compiled.warp import Site, WarpFunction
from ptx.vm.machine import Machine, stack_need

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptx.vm.compiled.watch import Watching

ATTRIBUTES = """
attributes #0 = {{ nounwind noinline {more} }}
attributes #1 = {{ nounwind noinline {more} }}
attributes #2 = {{ nounwind {more} }}
!0 = !{{}}
!1 = !{{!"branch_weights", i32 1, i32 2000}}
!2 = !{{!"branch_weights", i32 2000, i32 1}}
"""


def attributes() -> str:
    """Returns what every function of a module refers to."""
    return ATTRIBUTES.format(more=function_attributes())


class CompiledKernel:
    """Native code, the places that may fault, the barriers, and what a launch must know."""

    __slots__ = ("barriers", "code", "context_bytes", "has_queues", "has_shadow", "in_order", "local_bytes", "sites", "warps", "watch")

    def __init__(self, function: WarpFunction, code: Code, in_order: bool) -> None:
        self.code = code
        self.sites: list[Site] = function.sites
        self.barriers: list[Block] = function.barriers
        self.warps = (function.specials.threads + WARP - 1) // WARP
        self.context_bytes = function.context_bytes
        self.local_bytes = function.local_bytes
        self.has_shadow = function.has_shadow
        self.has_queues = function.has_queues
        self.in_order = in_order
        self.watch = function.watch


def compile_kernel(
    machine: Machine, entry: str, panics: "Mapping[str, tuple[str, ...]]", parameter_bytes: int, assumed: Assumptions,
    stored: "Callable[[str, Callable[[], bytes]], bytes] | None" = None, watched: "Watching | None" = None,
) -> CompiledKernel:  # fmt: skip
    """Returns the native code of a kernel of a laid-out machine. Raises `Unsupported`.

    `panics` names the registers whose values are wanted at traps after each label; `assumed` holds for all its launches;
    `stored` keeps object files by their IR; `watched` says what a sanitizer wants.
    """
    function, text = translate(machine, entry, panics, parameter_bytes, assumed, watched)
    data = made(text, stored)
    every = [op for block in function.facts.order for op in operations(block) if isinstance(op, Op)]
    in_order = any(op.meaning in ("atom", "red") and shows_order(op) for op in every)
    common = common_object(stored, None if function.watch is None else function.watch.shift)
    return CompiledKernel(function, Code(data, common), in_order or function.has_shadow or watched is not None)


def made(text: str, stored: "Callable[[str, Callable[[], bytes]], bytes] | None") -> bytes:
    """Returns the object file of a module's text, kept or made now."""
    return compile_object(text) if stored is None else stored(text, lambda: compile_object(text))


@lru_cache(maxsize=16)
def common_object(stored: "Callable[[str, Callable[[], bytes]], bytes] | None", shift: "int | None" = None) -> bytes:
    """Returns the object file of the functions that every kernel may call; with `shift` that of watched kernels (`shadow`)."""
    from ptx.vm.compiled.watch import watched_text

    declared = "\n".join(text for _, text in sorted(BASIC.items()))
    text = common_text() if shift is None else watched_text(common_text(), shift)
    return made(f"; for {' '.join(machine_key())}\n{declared}\n{text}{attributes()}", stored)


def translate(
    machine: Machine, entry: str, panics: "Mapping[str, tuple[str, ...]]", parameter_bytes: int, assumed: Assumptions = NOTHING,
    watched: "Watching | None" = None,
) -> tuple[WarpFunction, str]:
    """Returns a kernel as a function with its tables, and the text of the whole module. Raises `Unsupported`."""
    if stack_need(machine.frames_by_name, machine.frame_align)[0]:
        raise Unsupported("recursion")
    graph = build_graph(machine, machine.frames_by_name[entry])
    facts = analysed(graph, machine.shape.block)
    refuse_spinning(facts.order)
    bounds = find_bounds(graph, facts, machine.shape.block, assumed.small)
    strides = find_strides(graph, facts, machine.shape.block, bounds)
    mark_strides(strides, facts, machine.shape.block)
    watch = None if watched is None else watched.watch(graph)
    known = {register: stride for register, (stride, _) in strides.items()}
    function = WarpFunction(graph, facts, known, machine.shape.block, host(), watch)
    guesses = find_strides(graph, facts, machine.shape.block, bounds, guesses=True)
    function.guesses = {register: stride for register, (stride, _) in guesses.items()}
    function.origins = find_roots(graph, facts, assumed.pointers)
    function.panics = dict(panics)
    function.parameter_bytes = parameter_bytes
    return function, module_text(function)


def analysed(graph: Graph, block: tuple[int, int, int]) -> Facts:
    """Returns the facts of a graph; where lanes may be apart at a barrier or where they meet, that block is put last."""
    late: frozenset[Block] = frozenset()
    while True:
        for register in graph.registers:
            register.varying = register.lazy = False
            register.stride = None
        facts = analyse(graph, order_blocks(graph, late), uniform_specials(block))
        apart = {each for each in facts.order if (each.waits or each.kind == "barrier") and not facts.converged(each)}
        if apart <= late:
            refuse_apart(apart, facts)
            return facts
        late = late | apart


def refuse_apart(apart: set[Block], facts: Facts) -> None:
    """Refuses barriers in divergent code that lanes of a warp may reach one by one, and lanes that may meet at different instructions."""
    for block in apart:
        if block.waits and any(other.waits or other.kind == "barrier" for other in facts.waiting[block]):
            raise Unsupported(f"`{block.place.ptx_text}` and another instruction at which lanes of a warp may meet")
        op = block.op
        if block.kind == "barrier" and op is not None and (op.instruction.opcode != "bar" and not op.resolved.has("aligned")):
            raise Unsupported(f"`{op.instruction}` in divergent code")


def refuse_spinning(order: list[Block]) -> None:
    """Refuses loops that may wait for another thread: they need turns that native code does not give."""
    for part in components(order, set(order)):
        if len(part) == 1 and part[0] not in part[0].targets:
            continue
        for block in part:
            for item in block.ops:
                if isinstance(item, Op) and may_spin(item):
                    raise Unsupported(f"`{item.instruction}` in a loop, which may wait for another thread")


def may_spin(op: Op) -> bool:
    """Whether an instruction in a loop is a sign that a thread waits for another."""
    if op.meaning == "ld":
        return op.resolved.has("volatile") or "sem" in op.resolved.values or op.resolved.has("mmio")
    words = set(op.resolved.name.split("."))
    return op.meaning in ("nanosleep", "mbarrier_test") or (op.meaning == "atom" and bool(words & {"cas", "exch", "acquire", "acq_rel"}))


def module_text(function: WarpFunction) -> str:
    """Returns the whole module as text."""
    body = function.build()
    specials = function.specials
    warps = (specials.threads + WARP - 1) // WARP
    blocks = scheduler(warps, specials.threads, function.context_bytes, bool(function.barriers), is_x86())
    helpers = helper_text(function.helpers) + "".join(function.routines.values())
    declared = {**function.declared, **BASIC, **COMMON}
    if function.watch is not None:
        blocks = function.watch.scheduled(blocks)
        declared |= CLOCK_DECLARED
    if is_x86():
        declared |= {name: f"declare void @{name}(ptr)" for name in ("llvm.x86.sse.stmxcsr", "llvm.x86.sse.ldmxcsr")}
    lines = [text for name, text in sorted(declared.items()) if not name.startswith(DEFINED)]
    return "\n".join([f"; for {' '.join(machine_key())}", *lines]) + "\n" + body + "\n" + helpers + blocks + attributes()


BASIC = {
    "llvm.cttz.i32": "declare i32 @llvm.cttz.i32(i32, i1)",
    "llvm.ctpop.i32": "declare i32 @llvm.ctpop.i32(i32)",
    "llvm.umax.i64": "declare i64 @llvm.umax.i64(i64, i64)",
    "llvm.umin.i64": "declare i64 @llvm.umin.i64(i64, i64)",
    "llvm.umin.i32": "declare i32 @llvm.umin.i32(i32, i32)",
    "llvm.usub.sat.i64": "declare i64 @llvm.usub.sat.i64(i64, i64)",
    "llvm.memset.p0.i64": "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
}
"""What scheduler and helpers call."""

