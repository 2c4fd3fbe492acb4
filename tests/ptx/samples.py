"""Sample instructions for every row of the instruction table, made from the row alone."""

from collections.abc import Iterator
from itertools import combinations, product

from ptx.isa import Form, OperandForm, Resolved, UnknownInstructionError, forms, opcodes, resolve
from ptx.isa_rows import TYPE_WIDTHS

REGISTER_TYPES = ("pred", "b16", "b32", "b64", "b128", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64")
PRODUCT_LIMIT = 300


class Sample:
    """One instruction as text, with its resolved row and number of operands."""

    def __init__(self, resolved: Resolved, operands: list[str]) -> None:
        self.resolved = resolved
        self.count = len(operands)
        self.text = f"{resolved.name} {', '.join(operands)};" if operands else f"{resolved.name};"


def names(form: Form) -> Iterator[str]:
    """Yields mnemonics of a row: all combinations where they are few, else each value and each pair of values once."""
    choices = [(*(() if not group.optional else (None,)), *group.values) for group in form.groups]
    total = 1
    for choice in choices:
        total *= len(choice)
    picks: Iterator[tuple[str | None, ...]] = product(*choices) if total <= PRODUCT_LIMIT else _sparse(choices)
    for pick in dict.fromkeys(picks):
        yield ".".join([form.opcode, *(word for word in pick if word is not None)])


def _sparse(choices: list[tuple[str | None, ...]]) -> Iterator[tuple[str | None, ...]]:
    base = [choice[0] for choice in choices]
    yield tuple(base)
    for index, choice in enumerate(choices):
        for value in choice:
            yield (*base[:index], value, *base[index + 1 :])
    for first, second in combinations(range(len(choices)), 2):
        for a, b in product(choices[first], choices[second]):
            pick = list(base)
            pick[first], pick[second] = a, b
            yield tuple(pick)


def samples() -> Iterator[Sample]:
    """Yields sample instructions of the whole table, each of which resolves to the row that it was made from."""
    for opcode in opcodes():
        for form in forms(opcode):
            yield from row_samples(form)


def row_samples(form: Form) -> Iterator[Sample]:
    """Yields the samples of one row."""
    if form.operands and form.operands[0].kind == "call":
        return
    for name in names(form):
        try:
            resolved = resolve(name)
        except UnknownInstructionError:
            continue
        if resolved.form is form:
            for count in range(len(form.operands) + 1):
                if resolved.operands_for(count) is not None:
                    yield _sample(resolved, count)


def _sample(resolved: Resolved, count: int) -> Sample:
    chosen = resolved.operands_for(count)
    assert chosen is not None
    return Sample(resolved, [_operand(resolved, operand, type_name, index) for index, (operand, type_name) in enumerate(chosen)])


def _operand(resolved: Resolved, operand: OperandForm, type_name: str, index: int) -> str:
    if operand.kind == "address" and operand.name == "b":
        return "[global_variable]"
    if operand.kind == "address":
        if resolved.values.get("space") == "param::func":
            return "[call_parameter]"
        space = resolved.values.get("space", "").partition("::")[0]
        return {"shared": "[shared_variable]", "local": "[local_variable]", "const": "[const_variable]"}.get(space, "[%b64_9]")
    if operand.kind == "sink":
        return "_"
    if operand.kind == "label":
        return "targets" if resolved.form.opcode == "brx" else "end"
    if operand.kind == "constant":
        return str(operand.allowed[-1]) if operand.allowed else "3"
    text = register(type_name.partition("/")[0], index)
    if operand.vector:
        size = resolved.vector if operand.vector == "vec" else int(operand.vector)
        text = "{" + ", ".join(register(type_name, index + element) for element in range(size)) + "}" if size > 1 or operand.vector == "1" else text
    return f"{text}|%pred_9" if operand.pair == "required" else text


def register(type_name: str, index: int) -> str:
    """Returns a declared register that suits a type."""
    return f"%{register_type(type_name)}_{index}"


def register_type(type_name: str) -> str:
    """Returns the type to declare a register with: untyped bits where PTX has no register type of that name."""
    if type_name in REGISTER_TYPES:
        return type_name
    return f"b{max(16, TYPE_WIDTHS[type_name])}"


def module_text(lines: list[str], version: tuple[int, int], sm: int) -> tuple[str, int]:
    """Returns a module that holds the lines in one entry, one a line, and the number of the first of those lines."""
    wide = version >= (8, 3)
    head = [
        f".version {version[0]}.{version[1]}",
        f".target sm_{sm}",
        ".address_size 64",
        ".global .align 16 .b8 global_variable[64];",
        ".const .align 16 .b8 const_variable[64];",
        ".shared .align 16 .b8 shared_variable[64];",
        ".visible .entry sample(.param .u64 parameter)",
        "{",
        ".local .align 16 .b8 local_variable[64];",
        ".param .align 16 .b8 call_parameter[64];",
        *(f".reg .{name} %{name}_<12>;" for name in REGISTER_TYPES if wide or name != "b128"),
        "targets: .branchtargets end;",
    ]
    return "\n".join([*head, *lines, "end: ret;", "}", ""]), len(head) + 1
