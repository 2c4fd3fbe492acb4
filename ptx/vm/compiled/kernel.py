"""A kernel made native: after `compile_kernel` it is code with a table of the places that may fault.

What is compiled in: block size, static addresses, and which registers a panic's message wants. What is not: grid, arguments, dynamic shared
memory, fuel.
"""

from functools import lru_cache

from ptx.vm.compiled.assumptions import NOTHING, Assumptions
from ptx.vm.compiled.atomics import shows_order
from ptx.vm.compiled.blocks import scheduler
from ptx.vm.compiled.bounds import find_bounds
from ptx.vm.compiled.gathering import MeetingPlaces, Tables
from ptx.vm.compiled.graph import Block, Op, Unsupported, operations
from ptx.vm.compiled.helpers import COMMON, DEFINED, common_text, helper_text
from ptx.vm.compiled.preparing import prepare
from ptx.vm.compiled.reading import build_graph
from ptx.vm.compiled.roots import find_roots
from ptx.vm.compiled.rounds import rounds
from ptx.vm.compiled.shadow import CLOCK_DECLARED
from ptx.vm.compiled.strides import find_strides, mark_strides
from ptx.vm.compiled.target import Code, compile_object, function_attributes, host, is_x86, machine_key
from ptx.vm.compiled.text import WARP
from ptx.vm.compiled.warp import Site, WarpFunction
from ptx.vm.functions import stored_functions
from ptx.vm.machine import Machine, stack_need

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptx.vm.compiled.turns import Turns
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

    __slots__ = ("barriers", "code", "context_bytes", "has_queues", "has_shadow", "in_order", "local_bytes", "sites", "turns", "waits", "warps", "watch")

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
        self.turns = tables_of(function.turns)
        self.waits = function.turns is not None and bool(function.turns.spins)
        """Whether threads may wait for other blocks."""


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


def tables_of(turns: "Turns | None") -> Tables | None:
    """Returns what Python must know of lanes that take turns."""
    if turns is None:
        return None
    meetings = [MeetingPlaces(block, each.sites, *[(turns.saved.get(register, 0), register.varying) for register in (each.site, each.mask)])
                for block, each in turns.meetings.items()]  # fmt: skip
    return Tables(turns.layout, turns.facts.order, meetings)


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
    if stack_need(machine.frames_by_name, machine.frame_align, stored_functions(machine.module))[0]:
        raise Unsupported("recursion")
    graph = build_graph(machine, machine.frames_by_name[entry])
    prepared = prepare(graph, machine.shape.block)
    facts = prepared.facts
    if watched is not None and facts.region:
        raise Unsupported("lanes that take turns are not watched")
    bounds = find_bounds(graph, facts, machine.shape.block, assumed.small)
    strides = find_strides(graph, facts, machine.shape.block, bounds)
    mark_strides(strides, prepared, machine.shape.block)
    watch = None if watched is None else watched.watch(graph)
    known = {register: stride for register, (stride, _) in strides.items()}
    function = WarpFunction(graph, prepared, known, machine.shape.block, host(), watch)
    guesses = find_strides(graph, facts, machine.shape.block, bounds, guesses=True)
    function.guesses = {register: stride for register, (stride, _) in guesses.items()}
    function.origins = find_roots(graph, facts, assumed.pointers)
    function.panics = dict(panics)
    function.parameter_bytes = parameter_bytes
    return function, module_text(function)


def module_text(function: WarpFunction) -> str:
    """Returns the whole module as text."""
    body = function.build()
    specials = function.specials
    warps = (specials.threads + WARP - 1) // WARP
    make = scheduler if function.turns is None else rounds
    blocks = make(warps, specials.threads, function.context_bytes, bool(function.barriers), is_x86())
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
OWN = ("atomic.", "next", "groups")
"""How the names of functions begin that a module has itself."""

