"""The syntax tree: one class per construct of the language, made only for the items that a compilation reaches.

A node knows its `span` and its fields, in the order of their annotations; nothing is resolved or typed. `syntax.py` makes the nodes from the parser's
tuples. Parentheses leave no node. A function's body is made when `Fn.body` is first read.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, TypeVar, dataclass_transform
    from typing import TypeAlias as Alias

    from .source import Span

    C = TypeVar("C")
else:

    def dataclass_transform(**_: object) -> Callable[[C], C]:
        """At run time nothing: type checkers alone read it."""
        return lambda cls: cls


@dataclass_transform(eq_default=False)
class Syntax:
    """What nodes are made by: a class's fields are those of its base, then its own annotations."""

    fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls.fields = cls.__base__.fields + tuple(cls.__annotations__)  # type: ignore[union-attr]

    def __init__(self, *values: Any) -> None:
        self.__dict__.update(zip(self.fields, values, strict=True))

    def __getattr__(self, name: str) -> Any:
        """A field that is made when it is first asked for: `make_later` (library items) gives what is missing, and perhaps a `make_later` for the rest."""
        make_later: Callable[[], dict[str, Any]] | None = self.__dict__.pop("make_later", None)
        while make_later is not None:
            self.__dict__.update(make_later())
            if name in self.__dict__:
                return self.__dict__[name]
            make_later = self.__dict__.pop("make_later", None)
        raise AttributeError(f"{type(self).__name__} has no field {name}")

    def __repr__(self) -> str:
        shown = ", ".join([f"{name}={self.__dict__[name]!r}" for name in self.fields if name != "span" and name in self.__dict__])
        return f"{type(self).__name__}({shown})"


class Node(Syntax):
    """A piece of syntax and where it stands."""

    span: Span


class Ident(Node):
    """A name as written, without `r#`."""

    name: str


class Lifetime(Node):
    """`'a`, a label, or a lifetime argument; `name` keeps the quote."""

    name: str


class TokenTree(Node):
    """The tokens between the delimiters of a macro call or attribute: `first` and `end` are token indices in the file."""

    first: int
    end: int
    delimiter: str


class Attribute(Node):
    """`#[path]`, `#[path(tokens)]` or `#[path = value]`."""

    path: tuple[str, ...]
    tree: TokenTree | None


class Visibility(Node):
    """`kind` is "" (private), "pub", "crate", "self", "super" or "in" (then `path` is set)."""

    kind: str
    path: tuple[str, ...]


# ---------------------------------------------------------------------------------------------------------------- paths and generics


class GenericArgs(Node):
    """`<A, 'b, 3, Item = T>`: types, lifetimes, constant expressions, associated-type equations. `Fn(A) -> B` has `inputs` and `output`."""

    args: list[GenericArg]
    inputs: list[Type] | None
    output: Type | None


class AssocConstraint(Node):
    """`Item = T` or `Item: Bound` among generic arguments."""

    name: Ident
    type: Type | None
    bounds: list[Bound]


class PathSegment(Node):
    """One name of a path with its generic arguments; the name may be self, Self, super or crate."""

    name: Ident
    args: GenericArgs | None


class QSelf(Node):
    """The `<T as Trait>` before a path."""

    type: Type
    trait: Path | None


class Path(Node):
    """`a::b::<T>::c`; `is_global` for a leading `::`."""

    is_global: bool
    qself: QSelf | None
    segments: list[PathSegment]


class TraitBound(Node):
    """A trait that a type must implement; `modifier` is "", "?", "const" or "async"."""

    path: Path
    modifier: str


class TypeParam(Node):
    """`T: Bound + … = Default`."""

    name: Ident
    bounds: list[Bound]
    default: Type | None


class ConstParam(Node):
    """`const N: usize = 1`."""

    name: Ident
    type: Type
    default: Expr | None


class LifetimeParam(Node):
    """`'a: 'b`."""

    name: Lifetime


class WherePredicate(Node):
    """`T: Bound + …` in a where clause."""

    type: Type
    bounds: list[Bound]


class Generics(Node):
    """Generic parameters in order, and the where clause."""

    params: list[TypeParam | ConstParam | LifetimeParam]
    where: list[WherePredicate]


# ---------------------------------------------------------------------------------------------------------------- items


class Item(Node):
    """What every item has."""

    attributes: list[Attribute]
    visibility: Visibility
    name: Ident

    def attribute(self, name: str) -> Attribute | None:
        """The attribute whose last path segment is `name`."""
        for attribute in self.attributes:
            if attribute.path[-1] == name:
                return attribute
        return None


class SelfParam(Node):
    """`self`, `mut self`, `&self`, `&mut self` or `self: Type`."""

    is_mutable: bool
    is_reference: bool
    type: Type | None


class Param(Node):
    """A parameter of a function or closure; a closure may leave the type out."""

    pattern: Pattern
    type: Type | None


class Fn(Item):
    """A function. `qualifiers` are const, async, unsafe, extern, safe, default as written. `make_body` makes the body when it is first read."""

    qualifiers: tuple[str, ...]
    generics: Generics
    self_param: SelfParam | None
    params: list[Param]
    result: Type | None
    make_body: Callable[[], Block] | None

    @property
    def body(self) -> Block | None:
        """The body; None for a declaration that ends in a semicolon."""
        if self.make_body is None:
            return None
        found: Block | None = self.__dict__.get("_body")
        if found is None:
            found = self.__dict__["_body"] = self.make_body()
        return found


class FieldDecl(Node):
    """A field of a struct, union or variant; those of tuple structs are called "0", "1", …"""

    attributes: list[Attribute]
    visibility: Visibility
    name: Ident
    type: Type


class Struct(Item):
    """`shape` is "named", "tuple" or "unit"."""

    generics: Generics
    shape: str
    members: list[FieldDecl]


class Union(Item):
    """A union."""

    generics: Generics
    members: list[FieldDecl]


class Variant(Node):
    """A variant of an enum."""

    attributes: list[Attribute]
    name: Ident
    shape: str
    members: list[FieldDecl]
    discriminant: Expr | None


class Enum(Item):
    """An enum."""

    generics: Generics
    variants: list[Variant]


class Const(Item):
    """`const NAME: Type = value;` (the name may be `_`)."""

    type: Type
    value: Expr | None


class Static(Item):
    """`static [mut] NAME: Type = value;`."""

    is_mutable: bool
    type: Type
    value: Expr | None


class TypeAlias(Item):
    """`type Name<…>: Bounds = Type;`, also associated types."""

    generics: Generics
    bounds: list[Bound]
    type: Type | None


class UseTree(Node):
    """`path`, `path as alias`, `path::*` or `path::{…}`: `kind` is "name", "glob" or "group"."""

    is_global: bool
    path: list[Ident]
    kind: str
    alias: Ident | None
    group: list[UseTree]


class Use(Item):
    """A use declaration; `name` is empty."""

    tree: UseTree


class Mod(Item):
    """`mod m { items }`; `items` is None for `mod m;`."""

    items: list[Item] | None


class Impl(Item):
    """`impl<…> Trait for Type { items }`; `name` is empty."""

    generics: Generics
    trait: Path | None
    self_type: Type
    items: list[Item]
    is_unsafe: bool
    is_negative: bool

    @property
    def trait_name(self) -> str:
        """The last name of the trait; empty for an inherent impl."""
        known: str | None = self.__dict__.get("known_trait")
        if known is not None:
            return known
        return self.trait.segments[-1].name.name if self.trait is not None else ""

    @property
    def item_names(self) -> list[str]:
        """The names of the items."""
        known: list[str] | None = self.__dict__.get("known_names")
        return known if known is not None else [item.name.name for item in self.items]


class Trait(Item):
    """A trait with its items; a method's body is its default."""

    generics: Generics
    supertraits: list[Bound]
    items: list[Item]
    is_unsafe: bool


class MacroItem(Item):
    """`name! { … }` as an item, also `macro_rules! name { … }` (then `name` is set)."""

    path: Path
    tree: TokenTree


class OtherItem(Item):
    """An item that the language does not have (`extern` blocks and crates): `what` names it."""

    what: str


# ---------------------------------------------------------------------------------------------------------------- types


class PathType(Node):
    """A type named by a path."""

    path: Path


class RefType(Node):
    """`&T`, `&mut T`."""

    is_mutable: bool
    type: Type


class PtrType(Node):
    """`*const T`, `*mut T`."""

    is_mutable: bool
    type: Type


class SliceType(Node):
    """`[T]`."""

    type: Type


class ArrayType(Node):
    """`[T; length]`."""

    type: Type
    length: Expr


class TupleType(Node):
    """`(A, B)`, `()`."""

    types: list[Type]


class NeverType(Node):
    """`!`."""


class InferType(Node):
    """`_`."""


class ImplType(Node):
    """`impl Bound + …`."""

    bounds: list[Bound]


class FnType(Node):
    """`fn(A) -> B`."""

    params: list[Type]
    result: Type | None


class OtherType(Node):
    """A type that the language does not have (`dyn Trait`, macro types): `what` names it."""

    what: str


# ---------------------------------------------------------------------------------------------------------------- patterns


class WildPattern(Node):
    """`_`."""


class RestPattern(Node):
    """`..`."""


class BindPattern(Node):
    """`[ref] [mut] name [@ sub]`; a bare name may turn out to be a constant or a unit struct."""

    name: Ident
    by_reference: bool
    is_mutable: bool
    sub: Pattern | None


class LiteralPattern(Node):
    """A literal, or a negated one."""

    value: Expr


class RangePattern(Node):
    """`a..=b`, `a..b`, `a..`, `..=b`."""

    start: Expr | None
    end: Expr | None
    is_inclusive: bool


class RefPattern(Node):
    """`&p`, `&mut p`."""

    is_mutable: bool
    pattern: Pattern


class TuplePattern(Node):
    """`(a, .., b)`."""

    patterns: list[Pattern]


class SlicePattern(Node):
    """`[a, .., b]`."""

    patterns: list[Pattern]


class OrPattern(Node):
    """`a | b`."""

    patterns: list[Pattern]


class PathPattern(Node):
    """A path with more than one segment or generic arguments, or a constant."""

    path: Path


class TupleStructPattern(Node):
    """`Some(x)`."""

    path: Path
    patterns: list[Pattern]


class FieldPattern(Node):
    """`name: pattern`; for the shorthand the pattern is a BindPattern."""

    name: Ident
    pattern: Pattern


class StructPattern(Node):
    """`S { a, b: p, .. }`."""

    path: Path
    members: list[FieldPattern]
    has_rest: bool


class OtherPattern(Node):
    """A pattern that the language does not have (macros, const blocks): `what` names it."""

    what: str


# ---------------------------------------------------------------------------------------------------------------- expressions


class Literal(Node):
    """A literal.

    `kind`: int, float, bool, char, str, byte, byte_str, c_str. `value`: an int (int; byte: its code; char: its code point), the text of
    the number without underscores (float), a bool, a str, or bytes.
    """

    kind: str
    value: Any
    suffix: str


class PathExpr(Node):
    """A variable, constant, function, …"""

    path: Path


class Unary(Node):
    """`op` is "-", "!" or "*"."""

    op: str
    operand: Expr


class Borrow(Node):
    """`&x`, `&mut x`, `&raw const x`, `&raw mut x`."""

    is_mutable: bool
    is_raw: bool
    operand: Expr


class Binary(Node):
    """Arithmetic, bit operations, shifts, comparisons, `&&` and `||`; `op` as written."""

    op: str
    op_span: Span
    lhs: Expr
    rhs: Expr


class Assign(Node):
    """`place = value`."""

    place: Expr
    value: Expr


class CompoundAssign(Node):
    """`place op= value`; `op` without the equals sign."""

    op: str
    op_span: Span
    place: Expr
    value: Expr


class Cast(Node):
    """`value as type`."""

    value: Expr
    type: Type


class Call(Node):
    """`callee(args)`."""

    callee: Expr
    args: list[Expr]


class MethodCall(Node):
    """`receiver.name::<…>(args)`."""

    receiver: Expr
    name: Ident
    generic_args: GenericArgs | None
    args: list[Expr]


class FieldExpr(Node):
    """`base.name`, `base.0`."""

    base: Expr
    name: Ident


class Index(Node):
    """`base[index]`; `brackets` is the span of `[index]`, where an overloaded index is called."""

    base: Expr
    index: Expr
    brackets: Span


class Range(Node):
    """`a..b`, `a..=b`, `a..`, `..b`, `..`."""

    start: Expr | None
    end: Expr | None
    is_inclusive: bool


class Block(Node):
    """`{ statements; value }`; `kind` is "", "unsafe", "const", "async" or "try". `end_span` is the closing brace."""

    kind: str
    label: Lifetime | None
    statements: list[Statement]
    value: Expr | None
    end_span: Span


class Let(Node):
    """`let pattern = value` as a condition."""

    pattern: Pattern
    value: Expr


class If(Node):
    """`if condition { … } else …`."""

    condition: Expr
    then: Block
    otherwise: Expr | None


class While(Node):
    """`while condition { … }`."""

    attributes: list[Attribute]
    label: Lifetime | None
    condition: Expr
    body: Block


class Loop(Node):
    """`loop { … }`."""

    label: Lifetime | None
    body: Block


class For(Node):
    """`for pattern in iterable { … }`."""

    attributes: list[Attribute]
    label: Lifetime | None
    pattern: Pattern
    iterable: Expr
    body: Block


class Arm(Node):
    """`pattern if guard => body`."""

    pattern: Pattern
    guard: Expr | None
    body: Expr


class Match(Node):
    """`match value { arms }`."""

    value: Expr
    arms: list[Arm]


class Return(Node):
    """`return value`."""

    value: Expr | None


class Break(Node):
    """`break 'label value`."""

    label: Lifetime | None
    value: Expr | None


class Continue(Node):
    """`continue 'label`."""

    label: Lifetime | None


class Closure(Node):
    """`move |params| -> result body`."""

    is_move: bool
    params: list[Param]
    result: Type | None
    body: Expr


class FieldInit(Node):
    """`name: value`; the shorthand has a PathExpr as its value."""

    name: Ident
    value: Expr


class StructExpr(Node):
    """`S { a: 1, ..base }`."""

    path: Path
    members: list[FieldInit]
    base: Expr | None


class TupleExpr(Node):
    """`(a, b)`, `()`."""

    elements: list[Expr]


class ArrayExpr(Node):
    """`[a, b]`."""

    elements: list[Expr]


class RepeatExpr(Node):
    """`[value; count]`."""

    value: Expr
    count: Expr


class MacroCall(Node):
    """`name!(…)`."""

    path: Path
    tree: TokenTree


class Try(Node):
    """`value?`."""

    value: Expr


class Underscore(Node):
    """`_` on the left of an assignment."""


class OtherExpr(Node):
    """An expression that the language does not have (`.await`): `what` names it, or is empty where that has been reported."""

    what: str


# ---------------------------------------------------------------------------------------------------------------- statements


class LetStatement(Node):
    """`let pattern: type = value else { … };`."""

    pattern: Pattern
    type: Type | None
    value: Expr | None
    otherwise: Block | None


class ExprStatement(Node):
    """An expression as a statement; `has_semicolon` tells `f();` from `if … {}`."""

    value: Expr
    has_semicolon: bool


class ItemStatement(Node):
    """An item inside a body."""

    item: Item


if TYPE_CHECKING:
    Bound: Alias = TraitBound | Lifetime
    Type: Alias = (
        PathType | RefType | PtrType | SliceType | ArrayType | TupleType | NeverType | InferType | ImplType | FnType | OtherType
    )
    Pattern: Alias = (
        WildPattern | RestPattern | BindPattern | LiteralPattern | RangePattern | RefPattern | TuplePattern | SlicePattern | OrPattern
        | PathPattern | TupleStructPattern | StructPattern | OtherPattern
    )  # fmt: skip
    Expr: Alias = (
        Literal | PathExpr | Unary | Borrow | Binary | Assign | CompoundAssign | Cast | Call | MethodCall | FieldExpr | Index | Range | Block | Let
        | If | While | Loop | For | Match | Return | Break | Continue | Closure | StructExpr | TupleExpr | ArrayExpr | RepeatExpr | MacroCall | Try
        | Underscore | OtherExpr
    )  # fmt: skip
    GenericArg: Alias = Type | Lifetime | Expr | AssocConstraint
    Statement: Alias = LetStatement | ExprStatement | ItemStatement
