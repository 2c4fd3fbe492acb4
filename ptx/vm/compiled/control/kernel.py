"""A kernel as LLVM IR: after `translate` it is a module's text, with tables of the places that may fault.

What is compiled in: block size, static addresses, and which registers a panic's message wants. What is not: grid, arguments, dynamic shared
memory, fuel.
"""


from ptx.vm.compiled.analysis.assumptions import NOTHING, Assumptions
from ptx.vm.compiled.analysis.bounds import find_bounds
from ptx.vm.compiled.analysis.roots import find_roots
from ptx.vm.compiled.analysis.strides import find_strides, mark_strides
from ptx.vm.compiled.analysis.void import find_void
from ptx.vm.compiled.cfg.preparing import prepare
from ptx.vm.compiled.cfg.reading import build_graph
from ptx.vm.compiled.cfg.splitting import split
from ptx.vm.compiled.control.warp import WarpFunction
from ptx.vm.compiled.instructions.absent import Absent
from ptx.vm.compiled.ir.atomics import helper_text
from ptx.vm.compiled.ir.helpers import COMMON, DEFINED
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.native.processor import is_x86
from ptx.vm.compiled.native.target import function_attributes, host, machine_key
from ptx.vm.compiled.schedule.blocks import NO_HOOKS, scheduler
from ptx.vm.compiled.schedule.rounds import rounds
from ptx.vm.compiled.watch.shadow import CLOCK_DECLARED
from ptx.vm.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptx.vm.compiled.watch.instrument import Watching

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


def translate(
    machine: Machine, entry: str, panics: "Mapping[str, tuple[str, ...]]", parameter_bytes: int, assumed: Assumptions = NOTHING,
    watched: "Watching | None" = None,
) -> tuple[WarpFunction, str]:
    """Returns a kernel as a function with its tables, and the text of the whole module. Raises `Unsupported`."""
    graph = build_graph(machine, machine.frames_by_name[entry])
    prepared = prepare(graph, machine.shape.block)
    if not graph.calls.names and not prepared.facts.region and split(graph, prepared.facts):
        prepared = prepare(graph, machine.shape.block)
    facts = prepared.facts
    bounds = find_bounds(graph, facts, machine.shape.block, assumed.small)
    strides = find_strides(graph, facts, machine.shape.block, bounds)
    mark_strides(strides, prepared, machine.shape.block)
    void = find_void(graph, facts, machine.shape.threads)
    watch = None if watched is None else watched.watch(graph, facts, machine.shape.threads)
    known = {register: stride for register, (stride, _) in strides.items()}
    function = WarpFunction(graph, prepared, known, machine.shape.block, host(), watch)
    function.absent = None if void is None else Absent(function, void)
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
    hooks = NO_HOOKS if function.watch is None else function.watch.hooks
    blocks = make(warps, specials.threads, function.context_bytes, bool(function.barriers), is_x86(), hooks)
    helpers = helper_text(function.helpers) + "".join(function.routines.values())
    declared = {**function.declared, **BASIC, **COMMON}
    if function.watch is not None:
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

