"""Host functions that kernels call: `vprintf` prints to Python's standard output, `__assertfail` raises a panic.

Their arguments are `.param` variables of the caller, as CUDA's headers declare them.
"""

import sys

from ptx.operands import Arguments, Operand, Symbol
from ptx.vm.context import Context
from ptx.vm.errors import Panic, Place
from ptx.vm.panics import panic_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ptx.vm.errors import VmError
    from ptx.vm.launched import Launched

FLOAT_CONVERSIONS = "eEfFgGaA"
INTEGER_CONVERSIONS = "diouxXc"
LONGEST_WIDTH = 4
"""The most digits that a width or precision may have."""


def reader(context: Context, item: Operand, size: int) -> "Callable[[], int]":
    """Returns a function that reads a `.param` argument as an unsigned integer."""
    slot = context.scope.find("variables", item.name) if isinstance(item, Symbol) else None
    if slot is None:
        raise context.refuse(f"`{item}` is not a .param variable")
    view, local = context.machine.registers.views["Q"], context.machine.local

    def read() -> int:
        start = view[slot]
        return int.from_bytes(local[start : start + size], "little")

    return read


def print_formatted(context: Context, results: Arguments, arguments: Arguments) -> None:
    """`vprintf(format, values)`: the result is the number of values printed."""
    if len(arguments.items) != 2:
        raise context.refuse(f"vprintf takes 2 arguments, not {len(arguments.items)}")
    machine, place = context.machine, context.place
    template, values = (reader(context, item, 8) for item in arguments.items)
    result = context.scope.find("variables", getattr(results.items[0], "name", "")) if results.items else None
    view, local = machine.registers.views["Q"], machine.local

    def step() -> None:
        try:
            text, count = formatted(machine.space.text(template()), lambda offset, size: machine.space.read(values() + offset, size), machine.space.text)
        except (IndexError, ValueError) as error:
            raise machine.fault(Panic, f"printf cannot read its arguments ({error})", place) from None
        sys.stdout.write(text)
        if result is not None:
            start = view[result]
            local[start : start + 4] = count.to_bytes(4, "little")

    context.emit(step)


def formatted(template: str, read: "Callable[[int, int], bytes]", text_at: "Callable[[int], str]") -> tuple[str, int]:
    """Returns the text of a C format and the number of its values.

    `read` gives bytes of the values, which lie in order, each aligned to its size; `text_at` the string at an address.
    """
    parts, offset, count, position = [], 0, 0, 0
    while position < len(template):
        if template[position] != "%":
            end = template.find("%", position)
            end = len(template) if end < 0 else end
            parts.append(template[position:end])
            position = end
            continue
        end = position + 1
        while end < len(template) and template[end] in "-+ #0123456789.*hljztL":
            end += 1
        specifier, letter = template[position:end], template[end : end + 1]
        position = end + 1
        while "*" in specifier:
            offset = (offset + 3) // 4 * 4
            specifier = specifier.replace("*", str(int.from_bytes(read(offset, 4), "little", signed=True)), 1)
            offset, count = offset + 4, count + 1
        if letter == "%":
            parts.append("%")
            continue
        text, offset = one_value(specifier, letter, offset, read, text_at)
        parts.append(text)
        count += 1
    return "".join(parts), count


def one_value(
    specifier: str, letter: str, offset: int, read: "Callable[[int, int], bytes]", text_at: "Callable[[int], str]"
) -> tuple[str, int]:
    """Returns the text of one conversion and the offset after its value."""
    import struct

    if not letter:
        raise ValueError("unknown conversion %")
    wide = letter in FLOAT_CONVERSIONS or letter in "ps" or specifier.count("l") or "z" in specifier or "j" in specifier
    size = 8 if wide else 4
    offset = (offset + size - 1) // size * size
    data = read(offset, size)
    plain = "".join(character for character in specifier if character not in "hljztL")
    if any([len(digits) > LONGEST_WIDTH for digits in plain.lstrip("%-+ #0").split(".")]):
        raise ValueError(f"the width of {specifier}{letter} is too large")
    if letter in FLOAT_CONVERSIONS:
        (value,) = struct.unpack("<d", data)
        return value.hex() if letter in "aA" else (plain + letter) % value, offset + size
    given = {1: 2, 2: 1}.get(specifier.count("h"), size)
    number = int.from_bytes(data[: 1 if letter == "c" else given], "little", signed=letter in "di")
    if letter == "s":
        return (plain + "s") % text_at(number), offset + size
    if letter == "p":
        return f"0x{number:x}", offset + size
    if letter == "o" and "#" in plain:
        return (plain.replace("#", "") + "s") % f"0{number:o}", offset + size
    if letter in INTEGER_CONVERSIONS:
        return (plain + ("c" if letter == "c" else letter)) % number, offset + size
    raise ValueError(f"unknown conversion %{letter}")


def raising(make: "Callable[[], VmError]") -> "Callable[[], None]":
    """Returns a step that raises the error that `make` gives."""

    def step() -> None:
        raise make()

    return step


def fail_assertion(context: Context, results: Arguments, arguments: Arguments) -> None:
    """`__assertfail(message, file, line, function, character size)`: a panic with the assertion's text, or that of the panic site it stands at."""
    if results.items:
        raise context.refuse("__assertfail returns nothing")
    if len(arguments.items) != 5:
        raise context.refuse(f"__assertfail takes 5 arguments, not {len(arguments.items)}")
    machine, place = context.machine, context.place
    if (context.builder.label or "") in machine.sites:
        context.emit(raising(panic_of(context)))
        return
    message, file, function = (reader(context, arguments.items[position], 8) for position in (0, 1, 3))
    line = reader(context, arguments.items[2], 4)

    context.emit(raising(lambda: failed_assertion(machine, place, [message(), file(), function()], line())))


def failed_assertion(machine: "Launched", place: Place, addresses: list[int], line: int) -> "VmError":
    """Returns the panic of a device assertion; `addresses` are those of its message, file and function."""
    try:
        message, file, function = [machine.space.text(address) for address in addresses]
    except IndexError:
        message = file = function = "?"
    details: dict[str, object] = {"message": message, "file": file, "line": line, "function": function}
    at = place if place.file is not None else Place(place.function, place.ptx_line, place.ptx_text, file, line)
    return machine.fault(Panic, f"assertion `{message}` failed in {function}, {file}:{line}", at, details)


HOST_FUNCTIONS = {"vprintf": print_formatted, "__assertfail": fail_assertion}
"""The functions without a body that can be called, by name."""
