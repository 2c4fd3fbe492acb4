"""What the functions of one module share while they are lowered: options, names of functions and statics, panic sites, files."""
from __future__ import annotations

from ptx.lower.errors import InternalLoweringError, LoweringError
from ptx.lower.names import Names, legal
from ptx.lower.shared import DYNAMIC_SYMBOL, place_shared
from ptx.module import Location
from ptx.printer import is_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dialect.function import Function, Module
    from dialect.op import Loc, Op
    from dialect.ops import Panic, StaticAddress
    from ptx.operands import Register


ASSERT_FAIL = "__assertfail"
"""CUDA's device assertion (crt/device_functions.h): message, file, line, function, size of a character."""
VPRINTF = "vprintf"
"""CUDA's `printf` on the device (CUDA C++ Programming Guide, "Formatted Output"): format, address of the values."""


class Options:
    """What the lowering is told: `arch` ("sm_90", "" for the lowest that serves), `line_info` (write `.loc`), `panic`: "trap", "message" or "report"
    (`ptx.lower.panics`); and what is known of every launch: `suffix` ends the symbol of each kernel, so that a kernel without such knowledge has
    another one, and pointers that kernels take are aligned to at least `pointer_align` bytes.
    """

    __slots__ = ("arch", "line_info", "panic", "pointer_align", "suffix")

    def __init__(self, arch: str = "", line_info: bool = False, panic: str = "trap", suffix: str = "", pointer_align: int = 1) -> None:
        self.arch, self.line_info, self.panic = arch, line_info, panic
        self.suffix, self.pointer_align = suffix, pointer_align


class PanicSite:
    """A place where a thread stops with a message.

    `label` is `$panic_<number>` in the PTX function `function`; `file`, `line` and `column` are the user's position (empty and 0
    if not known), `inlined` the call sites through which the code was inlined, innermost first; in `message` `{0}`, `{1}` … stand
    for the values, which at the label stand in `registers` (`%low %high` for 128 bits) and have the MIR types `types`.
    """

    __slots__ = ("_values", "column", "file", "function", "inlined", "label", "line", "message", "number", "types")

    def __init__(self, number: int, function: str, panic: Panic, values: list[tuple[Register, ...]]) -> None:
        self.number, self.label, self.function, self.message = number, f"$panic_{number}", function, panic.message
        self._values = values
        self.types = tuple([v.type.name for v in panic.values])
        loc = panic.loc
        if loc is not None and loc.visible is not None:
            loc = loc.visible
        self.file, self.line, self.column = (loc.file, loc.line, loc.column) if loc is not None else ("", 0, 0)
        inlined = []
        while loc is not None and loc.parent is not None:
            loc = loc.parent
            inlined.append((loc.file, loc.line, loc.column))
        self.inlined: tuple[tuple[str, int, int], ...] = tuple(inlined)

    @property
    def registers(self) -> tuple[str, ...]:
        """The names of the registers that hold the values."""
        return tuple([" ".join([register.name for register in registers]) for registers in self._values])

    def text(self, values: Sequence[object]) -> str:
        """The message with these values."""
        from dialect.messages import message_text

        return message_text(self.message, self.types, values)


class Context:
    """State of the lowering of one module."""

    __slots__ = (
        "_locations", "_panics", "declared", "dynamic_symbol", "files", "functions", "helpers", "module", "options", "reporting", "shared",
        "sites", "statics", "strings", "symbols", "texts",
    )  # fmt: skip

    def __init__(self, module: Module, options: Options) -> None:
        self.module, self.options = module, options
        self.sites: list[PanicSite] = []
        self.files: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        """The label of each text in `.debug_str`."""
        self.helpers: dict[str, tuple[str, Callable[[str], Function]]] = {}
        """Device functions that rules ask for, by what they do: the symbol, and who makes the function of that name."""
        self.reporting: dict[str, None] = {}
        """The functions that take the address of the panic record."""
        self.strings: dict[str, str] = {}
        """The symbol of each text that the program passes on."""
        self.declared: dict[str, str] = {}
        """The functions of PTX's own that panics call: what they do, and their symbols."""
        self._locations: dict[Loc, Location] = {}
        self._panics = 0
        self.symbols = Names()
        self.functions = self._name_functions()
        self.statics = {name: self._unique(legal(name), f"static `{name}`") for name in module.statics}
        self.shared = place_shared(module, options.arch)
        self.dynamic_symbol = self._dynamic_symbol()

    def _name_functions(self) -> dict[str, str]:
        """Kernels keep their names, before the suffix, and come first; device functions get legal ones."""
        names = {}
        for function in self.module.functions.values():
            if function.kind == "kernel":
                if not is_name(function.name) or function.name == "WARP_SZ":
                    raise LoweringError(f"`{function.name}` cannot be the name of a kernel in PTX", function.loc)
                names[function.name] = self._unique(function.name + self.options.suffix, f"kernel `{function.name}`")
        for function in self.module.functions.values():
            if function.kind != "kernel":
                names[function.name] = self._unique(legal(function.name), f"function `{function.name}`")
        return names

    def _unique(self, name: str, what: str) -> str:
        if self.symbols.claim(name) != name:
            raise LoweringError(f"two items of the module have the symbol `{name}`: one is {what}")
        return name

    def function(self, call: Op) -> str:
        """The symbol of the function that `call` names."""
        callee: str = call.attrs[0]
        found = self.functions.get(callee)
        if found is None:
            raise InternalLoweringError(callee, call, "no such function in the module")
        return found

    def _dynamic_symbol(self) -> str:
        """The symbol of dynamic shared memory: the program's own, or a new one for displaced arrays; empty where there is neither."""
        own = [self.statics[static.name] for static in self.module.statics.values() if static.is_dynamic]
        return own[0] if own else self.symbols.claim(DYNAMIC_SYMBOL) if self.shared.offsets else ""

    def static_place(self, address: StaticAddress) -> tuple[str, int]:
        """The symbol of the static that `address` names, and how far behind the symbol it begins."""
        found = self.statics.get(address.symbol)
        if found is None:
            raise InternalLoweringError(address.symbol, address, "no such static in the module")
        offset = self.shared.offsets.get(address.symbol)
        return (found, 0) if offset is None else (self.dynamic_symbol, offset)

    def helper(self, name: str, make: Callable[[str], Function]) -> str:
        """The symbol of a device function that the module gets once, at its start; `make` builds its MIR when it is first asked for."""
        found = self.helpers.get(name)
        if found is None:
            found = self.helpers.setdefault(name, (self.symbols.claim(name), make))
        return found[0]

    def text(self, text: str) -> str:
        """The symbol of a text in global memory."""
        found = self.strings.get(text)
        return found if found is not None else self.strings.setdefault(text, self.symbols.claim(f"$text_{len(self.strings)}"))

    def report_function(self) -> str:
        """The symbol of the function that fills the panic record."""
        found = self.declared.get("report")
        return found if found is not None else self.declared.setdefault("report", self.symbols.claim("kernelc_report"))

    def host_function(self, name: str, when: str, loc: Loc | None) -> str:
        """The symbol of a function that CUDA has on the device. Raises `LoweringError` where the program has another item of that name."""
        found = self.declared.get(name)
        if found is None:
            found = self.declared.setdefault(name, self.symbols.claim(name))
        if found != name:
            raise LoweringError(f"`{name}` is CUDA's: {when} no item may have this name", loc)
        return found

    def next_panic(self) -> int:
        """The number of a new panic site, from 0."""
        self._panics += 1
        return self._panics - 1

    def location(self, loc: Loc | None) -> Location | None:
        """The source position as PTX writes it, with its inline stack; None without one or without line information."""
        if loc is None or not self.options.line_info:
            return None
        found = self._locations.get(loc)
        if found is not None:
            return found
        stack: list[Loc] = []
        at: Loc | None = loc
        while at is not None:
            stack.append(at)
            at = at.parent
        outer: Location | None = None
        for entry in reversed(stack):
            file = self.files.setdefault(entry.file, len(self.files) + 1)
            label = None if outer is None else self.texts.setdefault(_inlined_name(entry), f"$L__info_string{len(self.texts)}")
            outer = Location(file, entry.line, entry.column, label, outer)
        self._locations[loc] = outer  # type: ignore[assignment]
        return outer


def _inlined_name(loc: Loc) -> str:
    """What a debugger shows for an inlined frame: locations do not name their function, so its file."""
    return loc.file.rpartition("/")[2]
