"""Text of a module: deterministic, tab-indented in the manner of nvcc, and read back by `ptx.parser` to an equal module.

`.loc` is written where an instruction's location differs from the one before it; the call sites of an inlined location are written
once per function before it, so that a reader can rebuild the whole inline stack. Strings and declared names are checked: text that
would end a string or a name early raises `UnprintableError`, so nothing can be injected into the output.
"""

from ptx.module import (
    Alias,
    CallPrototype,
    File,
    Function,
    Instruction,
    Label,
    Location,
    Module,
    Node,
    Parameter,
    Pragma,
    RegisterDeclaration,
    ScopeClose,
    ScopeOpen,
    Section,
    TargetList,
    Variable,
    call_text,
)


class UnprintableError(Exception):
    """A name or string holds characters that PTX cannot express there."""


def print_module(module: Module) -> str:
    """Returns the PTX text of a module, ending with a newline. Raises `UnprintableError` on names or strings that PTX cannot hold."""
    major, minor = module.version
    lines = [f".version {major}.{minor}", ".target " + ", ".join(_name(target) for target in module.targets)]
    if module.address_size is not None:
        lines.append(f".address_size {module.address_size}")
    for directive in module.directives:
        if isinstance(directive, Function):
            lines.append("")
            function_lines(directive, lines)
        else:
            lines.extend(_directive_lines(directive))
    return "\n".join(lines) + "\n"


def print_function(function: Function) -> str:
    """Returns the text of one function, ending with a newline."""
    lines: list[str] = []
    function_lines(function, lines)
    return "\n".join(lines) + "\n"


def print_item(item: Node) -> str:
    """Returns the text of one body item without indentation or `.loc`."""
    return _item_text(item).strip("\n").strip()


def _directive_lines(directive: Node) -> list[str]:
    if isinstance(directive, Variable):
        return [variable_text(directive)]
    if isinstance(directive, File):
        times = "" if directive.timestamp is None else f", {directive.timestamp}, {directive.size or 0}"
        return [f".file\t{directive.index} {_string(directive.path)}{times}"]
    if isinstance(directive, Section):
        return [f".section\t{directive.name}", "{", *directive.lines, "}"]
    if isinstance(directive, Alias):
        return [f".alias {_name(directive.name)}, {_name(directive.target)};"]
    if isinstance(directive, Pragma):
        return [_pragma_text(directive.texts)]
    raise TypeError(f"{type(directive).__name__} is not a directive of a module")


def function_lines(function: Function, lines: list[str]) -> None:
    """Appends the lines of a function: header, performance directives, body."""
    lines.append(_header(function))
    if function.parameters:
        last = len(function.parameters) - 1
        for index, parameter in enumerate(function.parameters):
            lines.append(f"\t{parameter_text(parameter)}{'' if index == last else ','}")
        lines.append(")")
    for name, values in function.performance:
        lines.append(_performance_text(name, values))
    if function.body is None:
        lines[-1] += ";"
        return
    lines.append("{")
    _body_lines(function.body, lines)
    lines.append("}")


def _header(function: Function) -> str:
    words = [f".{function.linkage}"] if function.linkage else []
    words.append(".entry" if function.is_entry else ".func")
    words.extend(f".attribute({text})" for text in function.attributes)
    if function.returns:
        words.append("(" + ", ".join(map(parameter_text, function.returns)) + ")")
    words.append(_name(function.name) + ("(" if function.parameters else "()"))
    return " ".join(words)


def _performance_text(name: str, values: tuple[int | str, ...]) -> str:
    if name == "pragma":
        return _pragma_text(tuple(map(str, values)))
    return f".{name} {', '.join(map(str, values))}" if values else f".{name}"


def parameter_text(parameter: Parameter) -> str:
    """Returns `.param .u64 .ptr .global .align 4 name` without a separator."""
    words = [f".{parameter.space}"]
    if parameter.align is not None:
        words.append(f".align {parameter.align}")
    if parameter.vector != 1:
        words.append(f".v{parameter.vector}")
    words.append(f".{parameter.type}")
    if parameter.pointer is not None:
        words.append(".ptr")
        if parameter.pointer:
            words.append(f".{parameter.pointer}")
        if parameter.pointer_align is not None:
            words.append(f".align {parameter.pointer_align}")
    name = parameter.name if parameter.name == "_" else _name(parameter.name)
    return " ".join(words) + " " + name + _dimensions_text(parameter.dimensions)


def variable_text(variable: Variable) -> str:
    """Returns the declaration of a variable with its semicolon."""
    words = [f".{variable.linkage}"] if variable.linkage else []
    words.append(f".{variable.space}")
    words.extend(f".attribute({text})" for text in variable.attributes)
    if variable.align is not None:
        words.append(f".align {variable.align}")
    if variable.vector != 1:
        words.append(f".v{variable.vector}")
    words.append(f".{variable.type} {_name(variable.name)}{_dimensions_text(variable.dimensions)}")
    if variable.initializer is not None:
        words.append(f"= {_initializer_text(variable.initializer)}")
    return " ".join(words) + ";"


def _dimensions_text(dimensions: tuple[int | None, ...]) -> str:
    return "".join("[]" if size is None else f"[{size}]" for size in dimensions)


def _initializer_text(value: object) -> str:
    """Initialisers nest as deep as an array has dimensions, which the parser limits."""
    if isinstance(value, tuple):
        return "{" + ", ".join(map(_initializer_text, value)) + "}"
    return str(value)


def _body_lines(body: list[Node], lines: list[str]) -> None:
    previous: Location | None = None
    written: dict[tuple[int, int, int], Location] = {}
    for item in body:
        if type(item) is Instruction:
            location = item.location
            if location is not None and location is not previous and location != previous:
                _location_lines(location, written, lines)
            previous = location or previous
            lines.append(_instruction_line(item))
        else:
            lines.append(_item_text(item))


def _instruction_line(instruction: Instruction) -> str:
    operands = instruction.operands
    guard = "\t"
    if instruction.guard is not None:
        guard = f"\t@!{instruction.guard} " if instruction.guard_negated else f"\t@{instruction.guard} "
    if not operands:
        return f"{guard}{instruction.name};"
    if instruction.opcode == "call":
        return f"{guard}{instruction.name} {call_text(operands)};"
    return f"{guard}{instruction.name} \t{', '.join([str(operand) for operand in operands])};"


def _item_text(item: Node) -> str:
    match item:
        case Instruction():
            return _instruction_line(item)
        case Label():
            return f"\n{_name(item.name)}:"
        case RegisterDeclaration():
            vector = "" if item.vector == 1 else f".v{item.vector} "
            return f"\t.reg {vector}.{item.type} \t{_name(item.name)}{'' if item.count is None else f'<{item.count}>'};"
        case Variable():
            return "\t" + variable_text(item)
        case ScopeOpen():
            return "\t{"
        case ScopeClose():
            return "\t}"
        case Pragma():
            return "\t" + _pragma_text(item.texts)
        case TargetList():
            return f"{_name(item.name)}: .{item.kind} {', '.join(map(_name, item.targets))};"
        case CallPrototype():
            return _prototype_text(item)
    raise TypeError(f"{type(item).__name__} is not an item of a body")


def _prototype_text(item: CallPrototype) -> str:
    returns = f"({', '.join(map(parameter_text, item.returns))}) " if item.returns else ""
    ending = " .noreturn;" if item.noreturn else ";"
    return f"{_name(item.name)}: .callprototype {returns}_ ({', '.join(map(parameter_text, item.parameters))}){ending}"


def _location_lines(location: Location, written: "dict[tuple[int, int, int], Location]", lines: list[str]) -> None:
    """Writes `.loc`, after those of its call sites (outermost first) that this function has not had yet: ptxas asks for them."""
    pending = [location]
    outer = location.inlined_at
    while outer is not None and written.get(outer.position()) != outer:
        pending.append(outer)
        outer = outer.inlined_at
    for entry in reversed(pending):
        written[entry.position()] = entry
        lines.append(_location_text(entry))


def _location_text(location: Location) -> str:
    text = f"\t.loc\t{location.file} {location.line} {location.column}"
    if location.inlined_at is not None:
        offset = f"+{location.function_offset}" if location.function_offset else ""
        call = location.inlined_at
        text += f", function_name {_name(location.function or '')}{offset}, inlined_at {call.file} {call.line} {call.column}"
    return text


def _pragma_text(texts: tuple[str, ...]) -> str:
    return f".pragma {', '.join(map(_string, texts))};"


def _string(text: str) -> str:
    if '"' in text or text.endswith("\\") or not text.isprintable():
        raise UnprintableError(f"the string {text!r} cannot be written in PTX")
    return f'"{text}"'


_NAME_MARKS = str.maketrans("$%_", "aaa")


def is_name(text: str) -> bool:
    """Tells whether text is a PTX identifier (section 4.4): ASCII letters, digits, `_`, `$`, and `%` only at the start; it starts with
    no digit, and one mark alone is none.
    """
    letters = text.translate(_NAME_MARKS)
    if not letters.isalnum() or not letters.isascii() or text[0].isdigit() or "%" in text[1:]:
        return False
    return len(text) > 1 or text not in ("$", "%", "_")


def _name(text: str) -> str:
    if not is_name(text):
        raise UnprintableError(f"{text!r} is not a PTX identifier")
    return text
