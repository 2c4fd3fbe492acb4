"""A module of MIR becomes a module of PTX, with the lowest version and target that it needs, and the table of its panic sites."""
from __future__ import annotations

from dialect.ops import Call
from ptx.lower.context import Context, Options
from ptx.lower.errors import LoweringError
from ptx.lower.function import lower_function
from ptx.lower.shared import STATIC_LIMIT
from ptx.lower.statics import dynamic_variable, lower_static
from ptx.lower.targets import check_arch, requirement, shared_level
from ptx.module import File, Function, Module, Section

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dialect import function as mir
    from ptx.lower.context import PanicSite
    from ptx.module import Node

_DEFAULTS = Options()
PANIC_MODES = ("trap", "message", "report")
"""What a panic may do: see `ptx.lower.panics`."""
_INLINED_LOCATIONS = ((7, 2), 70)
"""`inlined_at` in `.loc` needs PTX 7.2."""


class LoweredModule:
    """The result: `module`, the panic `sites` in the order of their numbers, the symbols of the `kernels` in source order, the symbols of the
    `statics` by name, and by the kernels' symbols the bytes of dynamic shared memory that a launch has to add for `shared` arrays.
    """

    __slots__ = ("kernels", "module", "shared", "sites", "statics")

    def __init__(
        self, module: Module, sites: list[PanicSite], kernels: list[str], statics: dict[str, str], shared: dict[str, int]
    ) -> None:
        self.module, self.sites, self.kernels, self.statics, self.shared = module, sites, kernels, statics, shared


def lower_module(module: mir.Module, options: Options = _DEFAULTS) -> LoweredModule:
    """Lowers every function and static of a verified module; the MIR is not changed.

    Raises `LoweringError` for what the program asks and PTX or the target cannot give, `InternalLoweringError` for MIR that no
    rule knows.
    """
    check_arch(options.arch)
    if options.panic not in PANIC_MODES:
        raise LoweringError(f"panic mode `{options.panic}` is not known; known are {', '.join(PANIC_MODES)}")
    context = Context(module, options)
    if options.panic == "report":
        from ptx.lower.panics import reporting_functions

        context.reporting = reporting_functions(module)
    variables = [lower_static(context, static) for static in module.statics.values() if static.name not in context.shared.offsets]
    if context.shared.offsets:
        variables.append(dynamic_variable(context))
    functions = [lower_function(context, function) for function in module.functions.values()]
    helpers = [_helper(context, symbol, make) for symbol, make in context.helpers.values()]
    called = _called_by_panics(context)
    features = [_INLINED_LOCATIONS] if context.texts else []
    if context.shared.largest > STATIC_LIMIT and not options.arch:
        features.append(shared_level(context.shared.largest))
    version, target = requirement([*helpers, *functions, *[f for f in called if isinstance(f, Function)]], options.arch, features)
    files = [File(index, path) for path, index in context.files.items()]
    headers = _forward_declarations(context, functions)
    directives: list[Node] = [*files, *variables, *called, *headers, *helpers, *functions, *_debug_strings(context)]
    kernels = [context.functions[f.name] for f in module.functions.values() if f.kind == "kernel"]
    shared = {context.functions[name]: size for name, size in context.shared.bytes.items()}
    return LoweredModule(Module(version, (target,), 64, directives), context.sites, kernels, context.statics, shared)


def _called_by_panics(context: Context) -> Sequence[Node]:
    """Texts and functions that panics need, beside a trap."""
    if not context.strings and not context.declared:
        return ()
    from ptx.lower.panics import declarations

    return declarations(context)


def _helper(context: Context, symbol: str, make: Callable[[str], mir.Function]) -> Function:
    context.functions[symbol] = symbol
    return lower_function(context, make(symbol))


def _forward_declarations(context: Context, functions: list[Function]) -> list[Function]:
    """A header for every function that is called before, or in, its own definition."""
    position = {name: i for i, name in enumerate(context.module.functions)}
    early: dict[int, None] = {}
    for i, function in enumerate(context.module.functions.values()):
        for block in function.blocks:
            for op in block.ops:
                if isinstance(op, Call) and position.get(op.callee, -1) >= i:
                    early[position[op.callee]] = None
    headers = []
    for i in sorted(early):
        f = functions[i]
        headers.append(Function(f.name, f.is_entry, f.parameters, f.returns, f.linkage))
    return headers


def _debug_strings(context: Context) -> list[Section]:
    """The names of inlined frames, which `.loc` refers to by label."""
    if not context.texts:
        return []
    lines: list[str] = []
    for text, label in context.texts.items():
        data = [*text.encode(), 0]
        lines += [f"{label}:", "\t.b8 " + ", ".join(map(str, data))]
    return [Section(".debug_str", tuple(lines))]
