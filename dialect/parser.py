"""Textual MIR to a module: what the printer printed, and the same with comments (`//`) and blocks in any order.

One item a line. Every result states its type, so a use may stand before its definition. The parser builds what the text says; whether that obeys
the rules of MIR is the verifier's business (a target that stands nowhere becomes a block outside the function, a terminator in the middle of a
block an op of its body). Text that says nothing is a `MirError` with line, column and what was expected.
"""
from __future__ import annotations

import re

from . import ops as _declared  # noqa: F401  the ops are known once they are declared
from .function import Block, Function, Module, Static
from .op import OPS, Loc, Op, Terminator, Value
from .syntax import ATTRIBUTE, LITERAL, OPERAND, REST, is_word, number_of, plan_of, unquoted
from .type_text import Fault, MirError, expected, parse_type
from .types import SCALARS, SPACES, VOID, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .type_text import Tokens

__all__ = ["MirError", "parse_function", "parse_module"]

_TOKEN = re.compile(
    r"""//.*|%[\w.$]+|%"(?:[^"\\]|\\.)*"|![0-9]+|hex"[^"]*"|"(?:[^"\\]|\\.)*"|->|-?[\w.$]+(?:(?<=\d[eE])[+-]\d+)?|\S"""
)


def parse_module(text: str) -> Module:
    """The module that the text describes. Raises MirError."""
    return _Parser(text).module()


def parse_function(text: str) -> Function:
    """The only function of the text. Raises MirError, also if there is none or another."""
    functions = list(parse_module(text).functions.values())
    if len(functions) != 1:
        raise MirError(f"expected one function, found {len(functions)}", 1, 1)
    return functions[0]


class _Parser:
    """Two walks a function: definitions first, then operands; positions when all lines are read."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.out = Module()
        self.function: Function | None = None
        self.block: Block | None = None
        self.ended = False  # whether the block has its terminator
        self.values: dict[str, Value] = {}
        self.blocks: dict[str, Block] = {}
        self.pending: list[tuple[Op, Tokens, int, int]] = []
        self.locs: dict[str, Loc] = {}
        self.located: list[tuple[Op | Function, Tokens, int, int]] = []

    def module(self) -> Module:
        findall = _TOKEN.findall
        number = 0
        try:
            for number, line in enumerate(self.lines, 1):
                t = findall(line)
                if not t:
                    continue
                if t[-1][:2] == "//":
                    t.pop()
                    if not t:
                        continue
                t.append("")
                if self.block is not None and (t[0][0] == "%" or t[0] in OPS):
                    self.op_line(t, number)
                else:
                    self.other_line(t, number)
            if self.function is not None:
                raise Fault(f"expected }} at the end of @{self.function.name}", len(self.lines[-1]))
            for item, t, i, at in self.located:
                number = at
                if t[i] not in self.locs:
                    raise Fault(f"no position is called {t[i]}", i)
                item.loc = self.locs[t[i]]
        except Fault as fault:
            raise self.error(fault, number) from None
        return self.out

    def error(self, fault: Fault, number: int) -> MirError:
        """The fault with line and column."""
        line = self.lines[number - 1] if number else ""
        starts = [m.start() for m in _TOKEN.finditer(line)]
        column = starts[fault.index] if fault.index < len(starts) else len(line.rstrip())
        return MirError(fault.message, number or 1, column + 1)

    # -- lines -------------------------------------------------------------------------------------------------------------------------------

    def op_line(self, t: Tokens, number: int) -> None:
        """An op, still without operands."""
        i, type = 0, VOID
        if t[0][0] == "%":
            if t[1] == ":" and t[2] in SCALARS and t[3] == "=":
                type, i = SCALARS[t[2]], 4
            else:
                type, i = self.result(t)
        kind = OPS.get(t[i])
        if kind is None:
            raise expected("an op", t, i)
        op = kind.__new__(kind)
        op.type, op.name, op.users, op.loc, op.block = type, "", {}, None, self.block
        op.operands = op.attrs = ()
        if i:
            if type is VOID:
                raise Fault("a value has no type void", 2)
            self.define(t, 0, op)
        self.place(op)
        self.pending.append((op, t, i + 1, number))

    def result(self, t: Tokens) -> tuple[Type, int]:
        """`%name: type =`."""
        if t[1] != ":":
            raise expected(":", t, 1)
        type, i = parse_type(t, 2)
        if t[i] != "=":
            raise expected("=", t, i)
        return type, i + 1

    def place(self, op: Op) -> None:
        """Puts the op at the end of the block; a terminator that stood there moves into the body, where the verifier finds it."""
        block = self.block
        if block is None:
            raise AssertionError("an op line is read inside a block only")
        if self.ended:
            block.ops.append(block.terminator)
            del block.terminator
        self.ended = isinstance(op, Terminator)
        if isinstance(op, Terminator):
            block.terminator = op
        else:
            block.ops.append(op)

    def other_line(self, t: Tokens, number: int) -> None:
        first = t[0]
        if self.function is not None:
            if first == "}":
                self.end_of_line(t, 1)
                self.finish(number)
            elif t[1] in (":", "(", "unroll"):
                self.block_line(t)
            else:
                raise expected("an op" if self.block is not None else "a block", t, 0)
        elif first in ("kernel", "func"):
            self.function_line(t, number)
        elif first[0] == "!":
            self.position_line(t)
        elif first == "static":
            self.static_line(t)
        elif first == "module":
            self.out.name = self.text(t, 1)
            self.end_of_line(t, 2)
        else:
            raise expected("kernel, func, static, module or a position", t, 0)

    def function_line(self, t: Tokens, number: int) -> None:
        """`func @name -> type launch_bounds(a, b) block(x, y, z) inline(word) !n {`."""
        self.literal(t, 1, "@")
        name = self.word(t, 2)
        function = Function(name, t[0])
        if self.out.functions.setdefault(name, function) is not function:
            raise Fault(f"@{name} is defined twice", 2)
        i = 3
        if t[i] == "->":
            function.result, i = parse_type(t, i + 1)
        if t[i] == "launch_bounds":
            pair = (self.natural(t, self.literal(t, i + 1, "(")), self.natural(t, self.literal(t, i + 3, ",")))
            function.launch_bounds = pair
            i = self.literal(t, i + 5, ")")
        if t[i] == "block":
            x, y, z = (self.natural(t, self.literal(t, i + 1 + 2 * n, "(,,"[n])) for n in range(3))
            function.block = (x, y, z)
            i = self.literal(t, i + 7, ")")
        if t[i] == "inline":
            self.literal(t, i + 1, "(")
            if t[i + 2] not in ("always", "never"):
                raise expected("always or never", t, i + 2)
            function.inline = t[i + 2]
            i = self.literal(t, i + 3, ")")
        if t[i][:1] == "!":
            self.located.append((function, t, i, number))
            i += 1
        self.end_of_line(t, self.literal(t, i, "{"))
        self.function, self.block, self.values, self.blocks = function, None, {}, {}

    def block_line(self, t: Tokens) -> None:
        """`name(%a: type, %b: type) unroll(n):`."""
        if self.function is None:
            raise AssertionError("a block line is read inside a function only")
        block = self.block_named(t, 0)
        if block.index == 0:  # the mark of a block that stands in the text
            raise Fault(f"block {block.name} is defined twice", 0)
        block.index = 0
        self.function.blocks.append(block)
        self.block, self.ended = block, False
        i = 1
        if t[1] == "(":
            i = 2
            while True:
                at = i
                if t[at][:1] != "%":
                    raise expected("a parameter", t, at)
                type, i = parse_type(t, self.literal(t, at + 1, ":"))
                if not type.is_scalar:
                    raise Fault(f"a value has no type {type}", at + 2)
                self.define(t, at, block.add_param(type))
                if t[i] != ",":
                    break
                i += 1
            i = self.literal(t, i, ")")
        if t[i] == "unroll":
            block.unroll, i = self.wish(t, i + 1)
        self.end_of_line(t, self.literal(t, i, ":"))

    def wish(self, t: Tokens, i: int) -> tuple[int, int]:
        """`(n)` after `unroll`, or nothing."""
        if t[i] != "(":
            return 0, i
        number = self.natural(t, i + 1)
        if not number:
            raise expected("a number from 1", t, i + 1)
        return number, self.literal(t, i + 2, ")")

    def finish(self, number: int) -> None:
        """The second walk over a function: operands, attributes and targets."""
        function = self.function
        if function is None or not function.blocks:
            raise Fault("expected a block, found }", 0)
        op_line = number
        try:
            for op, t, i, op_line in self.pending:
                self.fill(op, t, i, op_line)
        except Fault as fault:
            raise self.error(fault, op_line) from None
        for block in function.blocks:
            block.index = -1
        self.pending = []
        self.function = self.block = None

    def position_line(self, t: Tokens) -> None:
        """`!1 = "file":line:column in !0`."""
        path = self.text(t, self.literal(t, 1, "="))
        line, column = self.natural(t, self.literal(t, 3, ":")), self.natural(t, self.literal(t, 5, ":"))
        parent, i = None, 7
        if t[i] == "in":
            parent = self.locs.get(t[8])
            if parent is None:
                raise expected("a position defined above", t, 8)
            i = 9
        self.end_of_line(t, i)
        loc = Loc(path, line, column, parent)
        if self.locs.setdefault(t[0], loc) is not loc:
            raise Fault(f"{t[0]} is defined twice", 0)

    def static_line(self, t: Tokens) -> None:
        """`static mut @name : type in space align n = hex"…"`."""
        mutable = t[1] == "mut"
        i = self.literal(t, 2 if mutable else 1, "@")
        at, name = i, self.word(t, i)
        type, i = parse_type(t, self.literal(t, i + 1, ":"))
        i = self.literal(t, i, "in")
        space, data, align = t[i], b"", 1
        if space not in SPACES:
            raise expected("an address space", t, i)
        if t[i + 1] == "align":
            align = self.alignment(t, i + 2)
            i += 2
        if t[i + 1] == "=":
            data = self.hexadecimal(t, i + 2)
            i += 2
        self.end_of_line(t, i + 1)
        static = Static(name, type, space, data, mutable, align)
        if self.out.statics.setdefault(name, static) is not static:
            raise Fault(f"@{name} is defined twice", at)

    # -- pieces ------------------------------------------------------------------------------------------------------------------------------

    def literal(self, t: Tokens, i: int, text: str) -> int:
        """The index after the literal."""
        if i >= len(t) or t[i] != text:
            raise expected(text, t, min(i, len(t) - 1))
        return i + 1

    def end_of_line(self, t: Tokens, i: int) -> None:
        if t[i]:
            raise expected("the end of the line", t, i)

    def natural(self, t: Tokens, i: int) -> int:
        if not (t[i].isascii() and t[i].isdigit() and len(t[i]) < 20):
            raise expected("a number", t, i)
        return int(t[i])

    def word(self, t: Tokens, i: int) -> str:
        """A word, or a name in quotes."""
        if t[i][:1] == '"':
            return self.text(t, i)
        if not is_word(t[i]):
            raise expected("a name", t, i)
        return t[i]

    def text(self, t: Tokens, i: int) -> str:
        """A string literal."""
        if t[i][:1] != '"' or len(t[i]) < 2:
            raise expected("a string in quotes", t, i)
        found = unquoted(t[i])
        if found is None:
            raise Fault("the string has an escape that means nothing", i)
        return found

    def hexadecimal(self, t: Tokens, i: int) -> bytes:
        try:
            if t[i][:4] != 'hex"':
                raise ValueError
            return bytes.fromhex(t[i][4:-1])
        except ValueError:
            raise expected('hex"…"', t, i) from None

    def alignment(self, t: Tokens, i: int) -> int:
        align = int(t[i]) if t[i].isdecimal() else 0
        if align < 1 or align & (align - 1):
            raise expected("a power of two", t, i)
        return align

    def define(self, t: Tokens, i: int, value: Value) -> None:
        """Enters a value under its printed name; numbers are no names."""
        if self.values.setdefault(t[i], value) is not value:
            raise Fault(f"{t[i]} is defined twice", i)
        name = t[i][1:]
        if name[:1] == '"':
            value.name = self.text([name], 0)
        elif not name.isdigit():
            value.name = name

    def block_named(self, t: Tokens, i: int) -> Block:
        name = t[i]
        if name in self.blocks and name[0] != '"':
            return self.blocks[name]
        name = self.word(t, i)
        return self.blocks.setdefault(name, Block(name))

    def value(self, t: Tokens, i: int) -> Value:
        found = self.values.get(t[i])
        if found is None:
            raise Fault(f"no value is called {t[i]}", i) if t[i][:1] == "%" else expected("a value", t, i)
        return found

    # -- operands ----------------------------------------------------------------------------------------------------------------------------

    def fill(self, op: Op, t: Tokens, i: int, number: int) -> None:
        """Reads operands, attributes and targets by the plan of the op's class."""
        values = self.values
        operands: list[Value] = []
        attrs: list[Any] = [None] * op.n_attrs
        targets: list[Block] = []
        counts: list[int] = []
        passed: list[Value] = []
        for what, x, annotation in plan_of(type(op)):
            if what == OPERAND:
                v = values.get(t[i])
                operands.append(v if v is not None else self.value(t, i))
                i += 1
            elif what == LITERAL:
                if t[i] != annotation:
                    raise expected(annotation, t, i)
                i += 1
            elif what == ATTRIBUTE:
                attrs[x], i = self.attribute(op, t, i, annotation)
            elif what == REST:
                i = self.arguments(t, i, operands)
            else:
                targets.append(self.block_named(t, i))
                i += 1
                before = len(passed)
                if t[i] == "(":
                    i = self.literal(t, self.arguments(t, i + 1, passed), ")")
                counts.append(len(passed) - before)
        op.operands = tuple(operands + passed)
        op.attrs = tuple(attrs)
        for v in op.operands:
            v.users[op] = None
        if isinstance(op, Terminator):
            op.targets, op.arg_counts = tuple(targets), tuple(counts)
        if t[i]:
            if t[i][0] == "!":
                self.located.append((op, t, i, number))
                i += 1
            self.end_of_line(t, i)

    def arguments(self, t: Tokens, i: int, out: list[Value]) -> int:
        """Values separated by commas, possibly none."""
        if t[i][:1] != "%":
            return i
        out.append(self.value(t, i))
        i += 1
        while t[i] == ",":
            out.append(self.value(t, i + 1))
            i += 2
        return i

    def attribute(self, op: Op, t: Tokens, i: int, annotation: str) -> tuple[Any, int]:
        """An attribute, read as its annotation says; a number in the type of the result."""
        if annotation == "Type":
            return parse_type(t, i)
        if annotation == "Word":
            return self.word(t, i), i + 1
        if annotation == "Text":
            return self.text(t, i), i + 1
        if annotation == "int":
            return self.natural(t, i), i + 1
        number = number_of(op.type, t[i]) if op.type.is_scalar else None
        if number is None:
            raise expected(f"a number of type {op.type}", t, i)
        return number, i + 1
