"""MIR as text that the parser reads back to the same module.

    kernel @saxpy launch_bounds(256, 2) {
    bb0(%a: f32, %n: u64):
      %0: f32 = mir.add %a, %a !1
      mir.cond_br %c, bb1(%0), bb2
    }
    static @table : array<f32, 2> in const = hex"0000803f00000040"
    !0 = "k.rs":3:5
    !1 = "k.rs":9:1 in !0

Names come from the source and are made unique here and nowhere else; values without a name are numbered in order. Printing depends on nothing
but the module, and works on modules that the verifier refuses.
"""
from __future__ import annotations

from .op import OPS, Terminator, Value
from .syntax import ATTRIBUTE, KEYWORDS, LITERAL, OPERAND, REST, is_word, number_text, plan_of, quoted, spelled, template_of
from .types import VOID, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .function import Block, Function, Module, Static
    from .op import Loc, Op

_CLOSE_BEFORE = (",", "(", ")")
_CLOSE_AFTER = ("(", "@")


class ValueNames(dict[Value, str]):
    """The printed name of each value of a function; `%?` for a value that stands nowhere in it."""

    def __missing__(self, key: Value) -> str:
        return "%?"


def value_names(function: Function, sigil: str = "%") -> ValueNames:
    """Unique names for parameters and results, in order: `x`, `x.1` …, and numbers for what has no name."""
    names = ValueNames()
    unique = Unique()
    number = 0
    for block in function.blocks:
        for v in (*block.params, *block.ops):
            if v.type is VOID:
                continue
            name = v.name
            if name:
                name = unique.of(name)
                names[v] = sigil + (name if is_word(name) else quoted(name))
            else:
                names[v] = sigil + str(number)
                number += 1
    return names


def block_names(function: Function) -> dict[Block, str]:
    """Unique printed names of the blocks, in order."""
    unique = Unique()
    names = {}
    for block in function.blocks:
        name = unique.of(block.name)
        names[block] = quoted(name) if name in KEYWORDS or name in OPS or not is_word(name) else name
    return names


class Unique:
    """Hands out names, each once: a name already given gets `.1`, `.2` …"""

    __slots__ = ("taken",)

    def __init__(self) -> None:
        self.taken: dict[str, int] = {}

    def of(self, name: str) -> str:
        """`name`, or the first free `name.<n>`."""
        taken = self.taken
        if name not in taken:
            taken[name] = 0
            return name
        number = taken[name] + 1
        while f"{name}.{number}" in taken:
            number += 1
        taken[name] = number
        taken[f"{name}.{number}"] = 0
        return f"{name}.{number}"


class Locations:
    """Numbers source positions in order of first use; equal positions are one."""

    __slots__ = ("numbers", "known", "lines")

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, int, int, int], int] = {}
        self.known: dict[Loc, int] = {}
        self.lines: list[str] = []

    def reference(self, loc: Loc | None) -> str:
        """` !n`, or nothing for no position."""
        return "" if loc is None else f" !{self.number(loc)}"

    def number(self, loc: Loc) -> int:
        """The number of a position; those of its inline stack come first."""
        chain = []
        at: Loc | None = loc
        while at is not None and at not in self.known:
            chain.append(at)
            at = at.parent
        for each in reversed(chain):
            up = -1 if each.parent is None else self.known[each.parent]
            key = (each.file, each.line, each.column, up)
            if key not in self.numbers:
                self.numbers[key] = len(self.numbers)
                inlined = "" if up < 0 else f" in !{up}"
                self.lines.append(f"!{self.numbers[key]} = {quoted(each.file)}:{each.line}:{each.column}{inlined}")
            self.known[each] = self.numbers[key]
        return self.known[loc]


def print_module(module: Module, locations: bool = False) -> str:
    """The whole module; with `locations` each op's position and the table of positions."""
    table = Locations() if locations else None
    parts = [f"module {quoted(module.name)}\n"] if module.name else []
    parts += [_function_text(function, table) for function in module.functions.values()]
    statics = "".join([_static_text(static) for static in module.statics.values()])
    if statics:
        parts.append(statics)
    if table is not None and table.lines:
        parts.append("\n".join(table.lines) + "\n")
    return "\n".join(parts)


def print_function(function: Function, locations: bool = False) -> str:
    """One function; with `locations` followed by its table of positions."""
    table = Locations() if locations else None
    text = _function_text(function, table)
    return text if table is None or not table.lines else text + "\n" + "\n".join(table.lines) + "\n"


def _static_text(static: Static) -> str:
    mutable = "mut " if static.mutable else ""
    data = f' = hex"{static.data.hex()}"' if static.data else ""
    align = f" align {static.align}" if static.align > static.type.align else ""
    return f"static {mutable}@{spelled(static.name)} : {static.type} in {static.space}{align}{data}\n"


def header_text(function: Function) -> str:
    """The line that begins a function, without its position and brace."""
    text = f"{function.kind} @{spelled(function.name)}"
    if function.result is not VOID:
        text += f" -> {function.result}"
    if function.launch_bounds != (0, 0):
        text += f" launch_bounds({function.launch_bounds[0]}, {function.launch_bounds[1]})"
    if function.block:
        text += f" block({', '.join(map(str, function.block))})"
    if function.inline:
        text += f" inline({function.inline})"
    return text


def unroll_text(wish: int) -> str:
    """The wish of a loop's header."""
    return f"unroll({wish})" if wish else "unroll"


def _function_text(function: Function, table: Locations | None) -> str:
    names = value_names(function)
    blocks = block_names(function)
    out = [header_text(function) + ("" if table is None else table.reference(function.loc)) + " {"]
    for block in function.blocks:
        params = ", ".join([f"{names[p]}: {p.type.name}" for p in block.params])
        head = f"{blocks[block]}({params})" if params else blocks[block]
        out.append(f"{head}:" if block.unroll is None else f"{head} {unroll_text(block.unroll)}:")
        for op in block.ops:
            template = template_of(type(op))
            line = template % tuple([names[v] for v in op.operands]) if template else op_text(op, names, blocks)
            if op.type is not VOID:
                line = f"{names[op]}: {op.type.name} = {line}"
            out.append(f"  {line}" if table is None else f"  {line}{table.reference(op.loc)}")
        if block.is_terminated:
            line = op_text(block.terminator, names, blocks)
            out.append(f"  {line}" if table is None else f"  {line}{table.reference(block.terminator.loc)}")
    out.append("}\n")
    return "\n".join(out)


def op_text(op: Op, names: dict[Value, str], blocks: dict[Block, str]) -> str:
    """An op without its result, by the plan of its class."""
    text = op.mnemonic
    open_ended = False
    for what, i, annotation in plan_of(type(op)):
        if what == LITERAL:
            text += annotation if open_ended or annotation in _CLOSE_BEFORE else " " + annotation
            open_ended = annotation in _CLOSE_AFTER
            continue
        if what == OPERAND:
            piece = names[op.operands[i]]
        elif what == REST:
            piece = ", ".join([names[v] for v in op.operands[i:]])
        elif what == ATTRIBUTE:
            piece = attribute_text(op, i, annotation)
        else:
            piece = _target_text(op, i, names, blocks)
        if piece:
            text += piece if open_ended else " " + piece
            open_ended = False
    return text


def attribute_text(op: Op, i: int, annotation: str) -> str:
    """Attribute `i` as its annotation says: a word, a quoted text, a type, or a number in the type of the result."""
    value = op.attrs[i]
    if annotation == "Word":
        return spelled(value)
    if annotation == "Text":
        return quoted(value)
    if annotation == "Number":
        return number_text(op.type, value)
    return value.name if type(value) is Type else str(value)


def _target_text(op: Op, i: int, names: dict[Value, str], blocks: dict[Block, str]) -> str:
    if not isinstance(op, Terminator):
        raise AssertionError(f"{op.mnemonic} has a target but is no terminator")
    target = op.targets[i]
    args = op.args_of(i)
    text = blocks.get(target) or spelled(target.name)
    return f"{text}({', '.join([names[v] for v in args])})" if args else text
