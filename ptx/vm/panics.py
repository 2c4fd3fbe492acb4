"""Panics: what a `trap` means in the kernel's source. A *site* gives a trap's message; without one the trap is reported as itself.

A site stands under the name of the last label before the trap (`$panic_3:`). It is any object with `file`, `line`, `column`, `message`
(with `{0}`, `{1}` … for values) and `registers` (names of PTX registers with the values, `%low %high` for 128 bits);
`types` (`u64`, `i32`, `f32`, `bool` …) says how
to show them, `text` (values) gives the message where the language has its own way, `inlined` lists the (file, line, column) of the calls that
it was inlined through.
"""

from ptx.operands import Register
from ptx.vm.context import Context
from ptx.vm.errors import Panic, Place
from ptx.vm.registers import WIDTHS, RegisterFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ptx.vm.errors import VmError


def shown(view: memoryview, index: int, kind: str) -> object:
    """Returns a value as the kernel's language shows it."""
    value = view[index]
    if kind == "bool":
        return "true" if value else "false"
    if kind == "char":
        return repr(chr(value)) if value < 0x110000 else hex(value)
    return value


def _letter(declared: str, kind: str) -> str:
    size = WIDTHS[declared] // 8
    if kind.startswith("f") and size in (4, 8):
        return "f" if size == 4 else "d"
    letters = "bhiq" if kind.startswith("i") or kind[:1] == "s" else "BHIQ"
    return letters[(1, 2, 4, 8).index(min(size, 8))]


def fill(template: str, values: list[object]) -> str:
    """Returns a message with `{0}`, `{1}` … replaced by values; other braces stay."""
    for position, value in enumerate(values):
        template = template.replace(f"{{{position}}}", str(value))
    return template


def panic_of(context: Context) -> "Callable[[], VmError]":
    """Returns a function that makes the error of the running thread at a trap."""
    machine, place = context.machine, context.place
    site = machine.sites.get(context.builder.label or "")
    if site is None:
        return lambda: machine.fault(Panic, "the kernel executed `trap`", place)
    names = register_names(site)
    declared = [context.register(Register(name.split(" ")[0])) for name in names]
    upper = [context.register(Register(name.split(" ")[1]))[1] if " " in name else None for name in names]
    return lambda: machine.fault(Panic, *told(site, place, machine.registers, declared, upper))


def register_names(site: object) -> tuple[str, ...]:
    """Returns the names of the registers with the values of a site's message."""
    return tuple(getattr(site, "registers", ()))


def told(
    site: object, place: Place, registers: RegisterFile, declared: "list[tuple[str, int]]", upper: "list[int | None]"
) -> "tuple[str, Place, dict[str, object]]":
    """Returns message, place and values of a panic at a site: `declared` has type and slot of each register, `upper` the slot of its high half."""
    kinds = [kind for kind, _ in declared]
    if hasattr(site, "types"):
        kinds = [*site.types, *kinds][: len(declared)]
    values: list[object] = []
    raw: list[object] = []
    for (shape, slot), half, kind in zip(declared, upper, kinds):
        view, index = registers.at(slot, _letter(shape, kind))
        whole, text = view[index], shown(view, index, kind)
        if half is not None:
            high_view, high = registers.at(half, "q" if kind[:1] == "i" else "Q")
            whole = text = (whole & (1 << 64) - 1) | high_view[high] << 64
        raw.append(whole)
        values.append(text)
    message = str(getattr(site, "message", "the kernel panicked"))
    text = site.text(raw) if hasattr(site, "text") else fill(message, values)
    file = getattr(site, "file", "") or None
    if file:
        inlined = tuple(getattr(site, "inlined", ()))
        place = Place(place.function, place.ptx_line, place.ptx_text, file, getattr(site, "line", 0), getattr(site, "column", 0), inlined)
    return text, place, {"values": values, "message": message}
