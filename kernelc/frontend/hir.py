"""HIR: the checked, typed form of a body. Every name is resolved, every expression typed, every adjustment explicit.

A body is checked once, generically: types may mention the generic parameters of the function (`param`) and projections. `build/` substitutes and makes MIR.

Expressions are of two sorts. A *place* (`Local`, `StaticPlace`, `Field`, `Index`, `Deref`, `Temporary`) denotes memory; a *value* is
computed. A place becomes a value only through `Use` (copy or move), `AddressOf`, or as the left side of an assignment.
Evaluation order is the order of the fields unless said.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, TypeAlias, TypeVar, dataclass_transform

    from .defs import AdtDef, ClosureDef, ConstDef, FnDef, StaticDef
    from .source import Span
    from .ty import Ty

    N = TypeVar("N", bound="Node")
else:
    from .ast import dataclass_transform


@dataclass_transform(eq_default=False)
class Node:
    """An expression: its type and where it stands."""

    ty: Ty
    span: Span
    fields: ClassVar[tuple[str, ...]] = ("ty", "span")

    def __init_subclass__(cls) -> None:
        cls.fields = cls.__base__.fields + tuple(cls.__annotations__)  # type: ignore[union-attr]

    def __init__(self, *values: Any) -> None:
        self.__dict__.update(zip(self.fields, values, strict=True))

    def __repr__(self) -> str:
        shown = ", ".join([f"{name}={self.__dict__[name]!r}" for name in self.fields if name not in ("span", "ty")])
        return f"{type(self).__name__}[{self.ty}]({shown})"


def new(kind: type[N], ty: Ty, span: Span, *rest: Any) -> N:
    """A node of that class, outside of the checking of a body."""
    return kind(ty, span, *rest)


class Variable:
    """A local variable or parameter. `is_mutable` as declared; `name` as in source; `number` is unique in the body."""

    __slots__ = ("name", "ty", "is_mutable", "span", "number")

    def __init__(self, name: str, ty: Ty, is_mutable: bool, span: Span, number: int) -> None:
        self.name, self.ty, self.is_mutable, self.span, self.number = name, ty, is_mutable, span, number

    def __repr__(self) -> str:
        return f"{self.name}#{self.number}"


# ------------------------------------------------------------------------------------------------------------------------- places


class Local(Node):
    """A local variable."""

    variable: Variable


class StaticPlace(Node):
    """A static of the module."""

    static: StaticDef


class Field(Node):
    """Field number `index` of a struct, tuple or union place."""

    base: Place
    index: int


class Index(Node):
    """Element of an array or slice place (`base` has array or slice type; a slice place is always a `Deref`).

    `index` is a value of type usize, checked against the length unless `is_checked` is false.
    """

    base: Place
    index: Value
    is_checked: bool


class Deref(Node):
    """What a reference or raw pointer *value* points to."""

    pointer: Value


class Temporary(Node):
    """The place of a value that needs one (`&f()`, `f().x`): stored once into a slot of its own, living as long as the body."""

    value: Value


# ------------------------------------------------------------------------------------------------------------------------- values


class Use(Node):
    """Reads a place; `is_move` when its type is not `Copy`."""

    place: Place
    is_move: bool


class AddressOf(Node):
    """`&place`, `&mut place`, `&raw …`. A reborrow is AddressOf(Deref(r)). For a slice place the result is the fat pointer itself."""

    place: Place
    is_mutable: bool
    is_raw: bool


class Constant(Node):
    """A literal: int (for integers and char), float as the exact decimal text or a Python float, bool, or str (for `&str` in messages)."""

    value: Any


class ConstUse(Node):
    """The value of a `const` item or associated const with its generic arguments (for a trait's: Self first)."""

    const: ConstDef
    args: tuple[Ty, ...]


class ConstParamUse(Node):
    """The value of a const generic parameter: `param` is its `param` type."""

    param: Ty


class Tuple(Node):
    """A tuple; with no elements the unit value."""

    elements: list[Value]


class Closure(Node):
    """A closure from what it holds, in the order of the definition's captures: values, or references to them."""

    definition: ClosureDef
    captures: list[Value]


class Array(Node):
    """`[a, b, c]`."""

    elements: list[Value]


class Repeat(Node):
    """`[value; n]`; the length is in the type."""

    value: Value


class Struct(Node):
    """A struct (or variant `variant` of an enum) from its fields, evaluated in source order: pairs of field number and value.

    `base` gives the rest.
    """

    definition: AdtDef
    variant: int
    members: list[tuple[int, Value]]
    base: Place | None


class Unary(Node):
    """`-x` or `!x` on built-in types; `op` is "-" or "!"."""

    op: str
    operand: Value


class Binary(Node):
    """`+ - * / % & | ^ << >> == != < <= > >=` on built-in types (both operands of one type, but for shifts)."""

    op: str
    lhs: Value
    rhs: Value


class Logical(Node):
    """`&&` or `||`, evaluated lazily. The operands of `&&` may contain `LetCondition`."""

    op: str
    lhs: Value
    rhs: Value


class LetCondition(Node):
    """`let pattern = place` inside a condition: a bool; binds where it holds."""

    pattern: Pattern
    place: Place


class Cast(Node):
    """`value as ty`.

    `kind`: numeric (also bool, char and fieldless enum to integer, u8 to char), ptr_ptr (pointer or reference to raw pointer), ptr_int,
    int_ptr, array_ptr (reference to array to pointer to element).
    """

    kind: str
    value: Value


class Coerce(Node):
    """An implicit adjustment.

    `kind`: never (the operand does not return), unsize (`&[T; N]` to `&[T]`, also for raw pointers), ref_ptr (`&T` to `*const T`, `&mut T`
    to `*mut T`), identity.
    """

    kind: str
    value: Value


class Call(Node):
    """Calls `function` with its generic arguments (for a trait's method: Self, the trait's, its own; `build/` selects the impl).

    Arguments are values in order, a method's receiver first. `site` is where a method's name stands: there a panic of the library is reported.
    """

    function: FnDef
    args: tuple[Ty, ...]
    operands: list[Value]
    if TYPE_CHECKING:
        site: Span | None
    else:
        site = None


class Length(Node):
    """The length of the slice behind a fat pointer value, or of an array place: type usize."""

    pointer: Value


class Assign(Node):
    """`place = value`: the value is evaluated first. Type `()`."""

    place: Place
    value: Value


class CompoundAssign(Node):
    """`place op= value` on built-in types: for scalars the value is evaluated first, then the place. Type `()`."""

    op: str
    place: Place
    value: Value


class Block(Node):
    """Statements, then the value (None: unit, or the block does not end). `target` is set where `break 'label value` may leave it."""

    statements: list[Statement]
    value: Value | None
    target: Jump | None


class If(Node):
    """`condition` may contain LetCondition; `otherwise` None is unit."""

    condition: Value
    then: Value
    otherwise: Value | None


class Jump:
    """What a `break` or `continue` refers to. `result` is the type of the value that `break` carries."""

    __slots__ = ("has_break", "label", "span", "takes_value", "ty")

    def __init__(self, label: str, ty: Ty, span: Span) -> None:
        self.label, self.ty, self.span = label, ty, span
        self.has_break, self.takes_value = False, True


class Loop(Node):
    """`loop { body }`."""

    target: Jump
    body: Value


class While(Node):
    """`while condition { body }`: the condition is evaluated in the loop header. `unroll` is None, 0 (fully) or a factor."""

    target: Jump
    condition: Value
    body: Value
    unroll: int | None


class Match(Node):
    """`match place { arms }`; exhaustive."""

    place: Place
    arms: list[Arm]


class Arm:
    """One arm: the first whose pattern matches and whose guard holds."""

    __slots__ = ("pattern", "guard", "body", "span")

    def __init__(self, pattern: Pattern, guard: Value | None, body: Value, span: Span) -> None:
        self.pattern, self.guard, self.body, self.span = pattern, guard, body, span


class Return(Node):
    """Leaves the function. Type `!`."""

    value: Value | None


class Break(Node):
    """Leaves a loop or labelled block. Type `!`."""

    target: Jump
    value: Value | None


class Continue(Node):
    """Goes on with the next iteration. Type `!`."""

    target: Jump


class Print(Node):
    """`gpu_printf!`: C's `format` and its values, known when all types are. Type `i32`."""

    format: str
    operands: list[Value]


class Panic(Node):
    """`panic!`, a failed assertion and the like: `message` with `{0}` … for the operands. Type `!`."""

    message: str
    operands: list[Value]


# --------------------------------------------------------------------------------------------------------------------- statements


class Let:
    """`let pattern = value else { otherwise }`; without a value the variables start uninitialised."""

    __slots__ = ("pattern", "value", "otherwise", "span")

    def __init__(self, pattern: Pattern, value: Value | None, otherwise: Value | None, span: Span) -> None:
        self.pattern, self.value, self.otherwise, self.span = pattern, value, otherwise, span


class Evaluate:
    """An expression whose value is dropped."""

    __slots__ = ("value", "span")

    def __init__(self, value: Value, span: Span) -> None:
        self.value, self.span = value, span


# ----------------------------------------------------------------------------------------------------------------------- patterns


class Wild(Node):
    """`_`, and `..` after flattening."""


class Bind(Node):
    """A variable. `mode`: "value" (copy or move), "ref" or "ref_mut" (the variable is a reference to the place)."""

    variable: Variable
    mode: str
    sub: Pattern | None


class Equal(Node):
    """A constant of integer, char, bool or float type."""

    value: Any


class Between(Node):
    """A range of integers, chars or floats (whose ends are text), both ends included. `is_open` tells which of the ends were left out."""

    low: Any
    high: Any
    if TYPE_CHECKING:
        is_open: tuple[bool, bool]
    else:
        is_open = (False, False)


class Fields(Node):
    """A struct, tuple or (irrefutable) single variant: pairs of field number and pattern."""

    members: list[tuple[int, Pattern]]


class VariantOf(Node):
    """Variant number `variant` of an enum, with patterns for its fields."""

    definition: AdtDef
    variant: int
    members: list[tuple[int, Pattern]]


class Behind(Node):
    """A pattern for what a reference points to (`&p`, or by default binding modes)."""

    pattern: Pattern


class Or(Node):
    """Any of several patterns that bind the same variables."""

    patterns: list[Pattern]


class Slice(Node):
    """An array or slice: patterns for the first and last elements; `rest` for those between (None: there are none)."""

    prefix: list[Pattern]
    rest: Pattern | None
    suffix: list[Pattern]


class Body:
    """A checked function body or constant initialiser.

    `params` are the variables that hold the arguments, in order; `patterns` are matched against them at entry (None for a plain variable).
    `fmad` tells whether `a * b + c` is contracted, `is_checked` whether indexing is checked.
    """

    __slots__ = ("name", "params", "patterns", "result", "value", "variables", "span", "fmad", "is_checked", "end_span")

    def __init__(
        self,
        name: str,
        params: list[Variable],
        patterns: list[Pattern | None],
        result: Ty,
        value: Value,
        variables: list[Variable],
        span: Span,
    ) -> None:
        self.name, self.params, self.patterns, self.result = name, params, patterns, result
        self.value, self.variables, self.span, self.end_span = value, variables, span, span
        self.fmad = self.is_checked = True


if TYPE_CHECKING:
    Place: TypeAlias = Local | StaticPlace | Field | Index | Deref | Temporary
    Value: TypeAlias = (
        Use | AddressOf | Constant | ConstUse | ConstParamUse | Tuple | Closure | Array | Repeat | Struct | Unary | Binary | Logical | LetCondition | Cast
        | Coerce | Call | Length | Assign | CompoundAssign | Block | If | Loop | While | Match | Return | Break | Continue | Panic
    )  # fmt: skip
    Statement: TypeAlias = Let | Evaluate
    Pattern: TypeAlias = Wild | Bind | Equal | Between | Fields | VariantOf | Behind | Or | Slice
