"""PTX as data: after parsing or lowering, a `Module` holds everything that the text says and nothing that it only shows.

A module is a version, a target and a list of directives in order. A function body is a *flat* list of items: nested scopes are
marked by `ScopeOpen` and `ScopeClose`, so no consumer needs recursion. `.loc` is not an item: each instruction carries its
`Location`, and the printer writes `.loc` where it changes. Declarations of several names (`.reg .b32 a, b;`) become one item each.

Equality compares content; source line numbers do not count. Section numbers below are those of the PTX ISA manual, version 9.0.
"""

from ptx.operands import Operand, Register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    Version: TypeAlias = tuple[int, int]


class Node:
    """Base of everything that stands in a module or a body: compared by all fields but those in `_ignored`."""

    __slots__: tuple[str, ...] = ()
    _ignored: tuple[str, ...] = ("line",)

    def _key(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__ if name not in self._ignored)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Node) and self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._key()}"


class Location(Node):
    """A source position (`.loc`, section 11.5.2).

    `file` is an index of a `File` directive, `line` starts at 1, `column` at 1 (0: unknown). For inlined code `function` names the
    label in `.debug_str` (plus `function_offset` bytes) that holds the function's name and `inlined_at` is the call's location,
    with its own `inlined_at` where that call was inlined too: the inline stack, innermost first.
    """

    __slots__ = ("column", "file", "function", "function_offset", "inlined_at", "line")
    _ignored = ()

    def __init__(
        self,
        file: int,
        line: int,
        column: int,
        function: str | None = None,
        inlined_at: "Location | None" = None,
        function_offset: int = 0,
    ) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.function = function
        self.inlined_at = inlined_at
        self.function_offset = function_offset

    def position(self) -> tuple[int, int, int]:
        """Returns (file, line, column)."""
        return (self.file, self.line, self.column)


class Instruction(Node):
    """One instruction.

    `name` is the dotted mnemonic with all modifiers in the order written (`ld.global.v2.f32`); `ptx.isa.resolve(name)` gives
    its table row, modifier values and operand types. `operands` of a `call` are always (Arguments of results, callee,
    Arguments, and for indirect calls the `Symbol` of a prototype or target list), empty lists included. `guard` is the
    predicate of `@%p1`, `guard_negated` tells `@!%p1`. `line` is the 1-based line in the PTX text (0: not parsed). `location`
    is the source position; None means "as the instruction before".
    """

    __slots__ = ("guard", "guard_negated", "line", "location", "name", "operands")

    def __init__(
        self,
        name: str,
        operands: tuple[Operand, ...] = (),
        guard: Register | None = None,
        guard_negated: bool = False,
        location: Location | None = None,
        line: int = 0,
    ) -> None:
        self.name = name
        self.operands = operands
        self.guard = guard
        self.guard_negated = guard_negated
        self.location = location
        self.line = line

    @property
    def opcode(self) -> str:
        """The first word of the mnemonic, e.g. `ld`."""
        return self.name.partition(".")[0]

    @property
    def modifiers(self) -> tuple[str, ...]:
        """The words after the opcode, without dots, in the order written."""
        return tuple(self.name.split(".")[1:])

    def __str__(self) -> str:
        guard = "" if self.guard is None else f"@{'!' if self.guard_negated else ''}{self.guard} "
        operands = call_text(self.operands) if self.opcode == "call" else ", ".join(map(str, self.operands))
        return f"{guard}{self.name} {operands};" if operands else f"{guard}{self.name};"


def call_text(operands: tuple[Operand, ...]) -> str:
    """Returns the operands of a `call` (results, callee, arguments, and a prototype or target list if indirect) as text.

    Empty lists are left out, as the manual demands.
    """
    return ", ".join(text for text in map(str, operands) if text != "()")


class RegisterDeclaration(Node):
    """`.reg .b32 %r<10>;` or `.reg .v2 .f32 pair;`.

    With `count` None it declares the one register `name`; otherwise the registers `name0` … `name{count-1}`. `vector` is 1, 2 or 4.
    """

    __slots__ = ("count", "line", "name", "type", "vector")

    def __init__(self, type_name: str, name: str, count: int | None = None, vector: int = 1, line: int = 0) -> None:
        self.type = type_name
        self.name = name
        self.count = count
        self.vector = vector
        self.line = line


class Variable(Node):
    """A variable of a state space (section 5.4), at module level or in a body.

    `space` is `global const shared local param tex` ; `type` an elementary type without dot; `dimensions` the array's
    sizes, outermost first, () for a scalar and (None,) for an incomplete array (`[]`); `align` in bytes or None for the type's
    own; `vector` 1, 2 or 4. `initializer` is a nested tuple of operands (`Integer`, `FloatBits`, `Symbol`, `MaskedSymbol`) shaped
    as written, or a single one, or None. `linkage` is `""`, `visible`, `extern`, `weak` or `common`. `attributes` holds the texts
    inside `.attribute(…)`.
    """

    __slots__ = ("align", "attributes", "dimensions", "initializer", "line", "linkage", "name", "space", "type", "vector")

    def __init__(
        self,
        space: str,
        type_name: str,
        name: str,
        dimensions: tuple[int | None, ...] = (),
        align: int | None = None,
        initializer: object = None,
        linkage: str = "",
        vector: int = 1,
        attributes: tuple[str, ...] = (),
        line: int = 0,
    ) -> None:
        self.space = space
        self.type = type_name
        self.name = name
        self.dimensions = dimensions
        self.align = align
        self.initializer = initializer
        self.linkage = linkage
        self.vector = vector
        self.attributes = attributes
        self.line = line


class MaskedSymbol(Operand):
    """`mask(symbol)`, `generic(symbol)` in an initialiser: `function` is `generic` or a hexadecimal mask (`0xFF00`)."""

    __slots__ = ("function", "name", "offset")

    def __init__(self, function: str, name: str, offset: int = 0) -> None:
        self.function = function
        self.name = name
        self.offset = offset

    def __str__(self) -> str:
        return f"{self.function}({self.name}{f'+{self.offset}' if self.offset else ''})"


class Label(Node):
    """`name:` in a body."""

    __slots__ = ("line", "name")

    def __init__(self, name: str, line: int = 0) -> None:
        self.name = name
        self.line = line


class ScopeOpen(Node):
    """`{` inside a body: the names declared up to the matching `ScopeClose` are local to it."""

    __slots__ = ("line",)

    def __init__(self, line: int = 0) -> None:
        self.line = line


class ScopeClose(Node):
    """`}` inside a body."""

    __slots__ = ("line",)

    def __init__(self, line: int = 0) -> None:
        self.line = line


class Pragma(Node):
    """`.pragma "text", "text";` at module level, after a header, or in a body (section 11.4.11)."""

    __slots__ = ("line", "texts")

    def __init__(self, texts: tuple[str, ...], line: int = 0) -> None:
        self.texts = texts
        self.line = line


class TargetList(Node):
    """`label: .branchtargets L1, L2;` (`kind` = `branchtargets`) or `.calltargets` (section 11.3)."""

    __slots__ = ("kind", "line", "name", "targets")

    def __init__(self, kind: str, name: str, targets: tuple[str, ...], line: int = 0) -> None:
        self.kind = kind
        self.name = name
        self.targets = targets
        self.line = line


class CallPrototype(Node):
    """`label: .callprototype (returns) _ (parameters) .noreturn;` for indirect calls (section 11.3.3)."""

    __slots__ = ("line", "name", "noreturn", "parameters", "returns")

    def __init__(
        self, name: str, returns: "list[Parameter]", parameters: "list[Parameter]", noreturn: bool = False, line: int = 0
    ) -> None:
        self.name = name
        self.returns = returns
        self.parameters = parameters
        self.noreturn = noreturn
        self.line = line


class Parameter(Node):
    """A formal or return parameter.

    `space` is `param` or `reg`; `dimensions` as in `Variable`; `align` in bytes or None. `pointer` is None for a plain value; for a
    `.ptr` attribute it is the space pointed to (`global const shared local`, `""` for generic) with `pointer_align` in bytes or None.
    """

    __slots__ = ("align", "dimensions", "line", "name", "pointer", "pointer_align", "space", "type", "vector")

    def __init__(
        self,
        type_name: str,
        name: str,
        align: int | None = None,
        dimensions: tuple[int | None, ...] = (),
        pointer: str | None = None,
        pointer_align: int | None = None,
        space: str = "param",
        vector: int = 1,
        line: int = 0,
    ) -> None:
        self.type = type_name
        self.name = name
        self.align = align
        self.dimensions = dimensions
        self.pointer = pointer
        self.pointer_align = pointer_align
        self.space = space
        self.vector = vector
        self.line = line


class Function(Node):
    """An `.entry` (`is_entry`) or a `.func`.

    `linkage` is `""`, `visible`, `extern` or `weak`. `performance` lists the directives between header and body in order, as
    (name without dot, values): `("reqntid", (256, 1, 1))`, `("noreturn", ())`; pragmas there are `("pragma", (text,))`. `body` is
    None for a declaration without one. Items of a body: see `BodyItem`.
    """

    __slots__ = ("attributes", "body", "is_entry", "line", "linkage", "name", "parameters", "performance", "returns")

    def __init__(
        self,
        name: str,
        is_entry: bool = False,
        parameters: "list[Parameter] | None" = None,
        returns: "list[Parameter] | None" = None,
        linkage: str = "",
        performance: "list[tuple[str, tuple[int | str, ...]]] | None" = None,
        body: "list[Node] | None" = None,
        attributes: tuple[str, ...] = (),
        line: int = 0,
    ) -> None:
        self.name = name
        self.is_entry = is_entry
        self.parameters = [] if parameters is None else parameters
        self.returns = [] if returns is None else returns
        self.linkage = linkage
        self.performance = [] if performance is None else performance
        self.body = body
        self.attributes = attributes
        self.line = line

    def instructions(self) -> "Iterator[Instruction]":
        """Yields the instructions of the body in order."""
        for item in self.body or ():
            if type(item) is Instruction:
                yield item


class File(Node):
    """`.file index "path", timestamp, size` (section 11.5.1)."""

    __slots__ = ("index", "line", "path", "size", "timestamp")

    def __init__(self, index: int, path: str, timestamp: int | None = None, size: int | None = None, line: int = 0) -> None:
        self.index = index
        self.path = path
        self.timestamp = timestamp
        self.size = size
        self.line = line


class Section(Node):
    """`.section name { … }` (section 11.5.3): DWARF as data; `lines` are the statements inside, comments and outer blanks removed."""

    __slots__ = ("line", "lines", "name")

    def __init__(self, name: str, lines: tuple[str, ...], line: int = 0) -> None:
        self.name = name
        self.lines = lines
        self.line = line


class Alias(Node):
    """`.alias name, target;` (section 11.6.7)."""

    __slots__ = ("line", "name", "target")

    def __init__(self, name: str, target: str, line: int = 0) -> None:
        self.name = name
        self.target = target
        self.line = line


class Module(Node):
    """A translation unit.

    `version` is the PTX ISA version as (major, minor); `targets` the words after `.target` (`("sm_70",)`, `("sm_90a", "debug")`);
    `address_size` 64 or 32, None if not stated; `directives` everything else in order: `Variable`, `Function`, `File`, `Section`,
    `Alias`, `Pragma`.
    """

    __slots__ = ("address_size", "directives", "targets", "version")

    def __init__(
        self,
        version: "Version" = (6, 0),
        targets: tuple[str, ...] = ("sm_70",),
        address_size: int | None = 64,
        directives: "list[Node] | None" = None,
    ) -> None:
        self.version = version
        self.targets = targets
        self.address_size = address_size
        self.directives = [] if directives is None else directives

    def functions(self) -> "list[Function]":
        """Returns all entries and functions, declarations included, in order."""
        return [item for item in self.directives if isinstance(item, Function)]

    def entries(self) -> "list[Function]":
        """Returns the entries that have a body, in order."""
        return [item for item in self.functions() if item.is_entry and item.body is not None]

    def variables(self) -> "list[Variable]":
        """Returns the module-level variables in order."""
        return [item for item in self.directives if isinstance(item, Variable)]

    def files(self) -> "dict[int, str]":
        """Returns the path of each `.file` index."""
        return {item.index: item.path for item in self.directives if isinstance(item, File)}


if TYPE_CHECKING:
    BodyItem: TypeAlias = (
        Instruction | Label | RegisterDeclaration | Variable | ScopeOpen | ScopeClose | Pragma | TargetList | CallPrototype
    )
    """What a `Function.body` may hold."""
