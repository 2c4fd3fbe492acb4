"""Values, ops and terminators: how an op is declared, and what it stores.

An op *is* the value it defines (its type is `void` when it defines none), so `Add(Mul(a, b), c)` reads as it looks.
Every op stores the same things: its class (the opcode), `operands`, `attrs`, and for a terminator `targets` with `arg_counts`.
Named fields (`op.lhs`) are properties over these tuples, made from the annotations of the class.

Invariants (the verifier checks them):
  * `operands` changes only through `set_operands` and `replace_all_uses`, which keep `value.users` exact;
  * `users` is a dict used as an ordered set: same input, same order;
  * `op.block is None` exactly when the op is in no block.
"""
from __future__ import annotations

from .signature import SAME, Signature, signature_of
from .types import VOID, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ClassVar, TypeAlias, TypeVar, dataclass_transform

    from .function import Block

    Target: TypeAlias = tuple[Block, Sequence["Value"]]
    Word: TypeAlias = str  # an attribute printed as it stands: a predicate, an axis
    Text: TypeAlias = str  # an attribute printed as a quoted string
    Number: TypeAlias = int | float | bool
    C = TypeVar("C")
else:

    def dataclass_transform(**_: object) -> Callable[[C], C]:
        """At run time nothing: type checkers alone read it."""
        return lambda cls: cls


PURE = 1
"""No effect and no dependence on memory: may be removed, merged, moved and speculated."""
COMMUTES = 2
"""The first two operands may be swapped."""
READS = 4
"""Reads memory."""
WRITES = 8
"""Writes memory."""
ORDERS = 16
"""Orders memory: every value read from non-local memory is forgotten here (barriers, fences, acquiring atomics, unknown calls)."""
CONVERGENT = 32
"""Threads act together: its control dependence never changes, it is never merged or duplicated but by inlining and uniform unrolling."""
PANICS = 64
"""May stop the thread with a message: removed only when proved not to happen, and never moved over another effect."""
VOLATILE = 128
"""Happens exactly once, in program order."""
DIVERGENT = 256
"""Its result may differ between threads even when its operands do not."""

FLAGS = {
    "pure": PURE,
    "commutes": COMMUTES,
    "reads": READS,
    "writes": WRITES,
    "orders": ORDERS,
    "convergent": CONVERGENT,
    "panics": PANICS,
    "volatile": VOLATILE,
    "divergent": DIVERGENT,
}
EFFECTS = WRITES | ORDERS | CONVERGENT | PANICS | VOLATILE
"""An op with one of these is not removed merely because its result is unused."""


LIBRARIES = ("<core", "<cuda_device")
"""How the names of the library's files begin."""


class Loc:
    """A source position with its inline stack: `parent` is the call through which this code was inlined. Lines and columns count from 1."""

    __slots__ = ("file", "line", "column", "parent")

    def __init__(self, file: str, line: int, column: int, parent: Loc | None = None) -> None:
        self.file, self.line, self.column, self.parent = file, line, column, parent

    def __repr__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" + (f" in {self.parent}" if self.parent else "")

    @property
    def is_library(self) -> bool:
        """Whether the position is in a library that comes with the compiler."""
        return self.file.startswith(LIBRARIES)

    @property
    def visible(self) -> Loc | None:
        """The position that a user is told: the innermost one outside of the libraries; None if there is none."""
        at: Loc | None = self
        while at is not None and at.is_library:
            at = at.parent
        return at


class Value:
    """Anything that an operand can name: an op with a result, or a block parameter. `name` is the source name, or empty."""

    __slots__ = ("type", "users", "name", "block")
    type: Type
    users: dict[Op, None]
    name: str
    block: Block | None

    def replace_all_uses(self, new: Value) -> None:
        """Makes every operand that was `self` be `new`."""
        new_users = new.users
        for user in self.users:
            user.operands = tuple([new if v is self else v for v in user.operands])
            new_users[user] = None
        self.users = {}


class Param(Value):
    """A parameter of a block; those of the entry block are the parameters of the function."""

    __slots__ = ()

    def __init__(self, type: Type, name: str, block: Block) -> None:
        self.type, self.name, self.block = type, name, block
        self.users = {}


OPS: dict[str, type[Op]] = {}
"""Every declared op by mnemonic, in order of declaration."""


def _operand(i: int) -> property:
    return property(lambda self: self.operands[i])


def _rest(i: int) -> property:
    return property(lambda self: self.operands[i:])


def _attribute(i: int) -> property:
    return property(lambda self: self.attrs[i])


def _target(i: int) -> property:
    return property(lambda self: (self.targets[i], self.args_of(i)))


_OPERANDS = [_operand(i) for i in range(8)]
_RESTS = [_rest(i) for i in range(8)]
_ATTRIBUTES = [_attribute(i) for i in range(8)]
_TARGETS = [_target(i) for i in range(2)]


@dataclass_transform(eq_default=False)
class Op(Value):
    """One operation. A subclass declares a kind of op: docstring, `mnemonic`, `syntax`, `types`, `flags`, fields, `evaluate`.

    Fields are annotations, in the order operands (`Value`, then at most one `tuple[Value, ...]`), attributes, targets (`Target`).
    `choices` lists the legal words of attributes, `entry_only` ops stand in the entry block, `check` tells what else may be wrong.
    `evaluate(type of the first operand, *operand values, *attributes)` is the op's only meaning on scalars; it returns None where the result is
    not defined. The interpreter and the folder both call it.
    """

    __slots__ = ("operands", "attrs", "loc")
    operands: tuple[Value, ...]
    attrs: tuple[Any, ...]
    loc: Loc | None

    mnemonic: ClassVar[str]
    syntax: ClassVar[str]
    types: ClassVar[str]
    flags: ClassVar[int] = 0
    evaluate: ClassVar[Callable[..., Any] | None] = None
    choices: ClassVar[dict[str, tuple[str, ...]]] = {}
    entry_only: ClassVar[bool] = False
    # Derived from the declaration:
    signature: ClassVar[Signature]
    fields: ClassVar[dict[str, str]]
    n_operands: ClassVar[int]
    n_attrs: ClassVar[int]
    variadic: ClassVar[bool]

    def __init_subclass__(cls) -> None:
        if "mnemonic" not in cls.__dict__:
            return
        fields: dict[str, str] = {}
        counts = {"operands": 0, "attrs": 0, "targets": 0}
        cls.variadic = False
        for name, annotation in cls.__annotations__.items():
            fields[name] = annotation
            setattr(cls, name, cls._field(annotation, counts))
        cls.fields, cls.n_operands, cls.n_attrs = fields, counts["operands"], counts["attrs"]
        n = counts["targets"]
        attributes = tuple(fields)[len(fields) - counts["attrs"] - n : len(fields) - n]
        cls.signature = signature_of(cls.types, attributes)
        if not n and not cls.variadic:
            init = _INITIALISERS.get((cls.n_operands, cls.n_attrs, cls.signature.how == SAME and cls.signature.index == 0))
            if init is not None:
                cls.__init__ = init  # type: ignore[method-assign]
        if OPS.setdefault(cls.mnemonic, cls) is not cls:
            raise AssertionError(f"{cls.mnemonic} is declared twice")

    @classmethod
    def _field(cls, annotation: str, counts: dict[str, int]) -> property:
        if annotation == "Value":
            counts["operands"] += 1
            return _OPERANDS[counts["operands"] - 1]
        if annotation == "tuple[Value, ...]":
            cls.variadic = True
            return _RESTS[counts["operands"]]
        if annotation == "Target":
            counts["targets"] += 1
            return _TARGETS[counts["targets"] - 1]
        counts["attrs"] += 1
        return _ATTRIBUTES[counts["attrs"] - 1]

    def __init__(self, *args: Any) -> None:
        n = self.n_operands
        if len(args) != len(self.fields):
            raise TypeError(f"{self.mnemonic}: {len(args)} arguments, takes {len(self.fields)}")
        if self.variadic:
            operands = args[:n] + tuple(args[n])
            self.attrs = args[n + 1 :]
        else:
            operands = args[:n]
            self.attrs = args[n:]
        self.operands = operands
        self.block = self.loc = None
        self.name = ""
        self.users = {}
        for v in operands:
            v.users[self] = None
        self.type = self.signature.infer(self)

    def infer_type(self) -> Type:
        """The result type of an op whose rule ends in `?`; such an op overrides this."""
        raise AssertionError(f"{self.mnemonic} does not say its result type")

    def check(self) -> str:
        """What breaks the op's own rules beyond operand types and `choices`, or nothing. Called when those hold."""
        return ""

    def set_operands(self, operands: tuple[Value, ...]) -> None:
        """The one way to change operands: keeps `users` exact."""
        for v in self.operands:
            v.users.pop(self, None)
        self.operands = operands
        for v in operands:
            v.users[self] = None

    def drop(self) -> None:
        """Lets go of the operands; the caller takes the op out of its block's list."""
        for v in self.operands:
            v.users.pop(self, None)
        self.block = None


# The same initialiser unrolled for the shapes that make up nearly every function: half the time of the general one.
def _start(self: Op, operands: tuple[Value, ...], attrs: tuple[Any, ...]) -> None:
    self.operands = operands
    self.attrs = attrs
    self.block = self.loc = None
    self.name = ""
    self.users = {}


def _init_2_same(self: Op, a: Value, b: Value) -> None:
    _start(self, (a, b), ())
    a.users[self] = None
    b.users[self] = None
    self.type = a.type


def _init_1_same(self: Op, a: Value) -> None:
    _start(self, (a,), ())
    a.users[self] = None
    self.type = a.type


def _init_1(self: Op, a: Value) -> None:
    _start(self, (a,), ())
    a.users[self] = None
    self.type = self.signature.infer(self)


def _init_2(self: Op, a: Value, b: Value) -> None:
    _start(self, (a, b), ())
    a.users[self] = None
    b.users[self] = None
    self.type = self.signature.infer(self)


def _init_0_2(self: Op, x: Any, y: Any) -> None:
    _start(self, (), (x, y))
    self.type = self.signature.infer(self)


def _init_1_1(self: Op, a: Value, x: Any) -> None:
    _start(self, (a,), (x,))
    a.users[self] = None
    self.type = self.signature.infer(self)


_INITIALISERS: dict[tuple[int, int, bool], Callable[..., None]] = {
    (2, 0, True): _init_2_same,
    (1, 0, True): _init_1_same,
    (1, 0, False): _init_1,
    (2, 0, False): _init_2,
    (0, 2, False): _init_0_2,
    (1, 1, False): _init_1_1,
}


class Terminator(Op):
    """Ends a block. `operands` = own operands, then the arguments of each target in order; `arg_counts` splits them."""

    __slots__ = ("targets", "arg_counts")  # annotated in __init__: here they would count as fields of the op

    def __init__(self, *args: Any) -> None:
        n = self.n_operands
        if len(args) != len(self.fields):
            raise TypeError(f"{self.mnemonic}: {len(args)} arguments, takes {len(self.fields)}")
        if self.variadic:
            operands = args[:n] + tuple(args[n])
            rest = args[n + 1 :]
        else:
            operands = args[:n]
            rest = args[n:]
        targets = rest[self.n_attrs :]
        self.targets: tuple[Block, ...] = tuple([t[0] for t in targets])
        self.arg_counts: tuple[int, ...] = tuple([len(t[1]) for t in targets])
        for t in targets:
            operands += tuple(t[1])
        _start(self, operands, rest[: self.n_attrs])
        for v in operands:
            v.users[self] = None
        self.type = VOID

    def args_of(self, i: int) -> tuple[Value, ...]:
        """The arguments passed to target `i`."""
        start = len(self.operands) - sum(self.arg_counts[i:])
        return self.operands[start : start + self.arg_counts[i]]

    @property
    def own_operands(self) -> tuple[Value, ...]:
        """The operands that are not arguments of a target."""
        return self.operands[: len(self.operands) - sum(self.arg_counts)]

    def set_target(self, i: int, block: Block, args: Sequence[Value]) -> None:
        """Redirects edge `i`, with its arguments."""
        start = len(self.operands) - sum(self.arg_counts[i:])
        end = start + self.arg_counts[i]
        self.targets = (*self.targets[:i], block, *self.targets[i + 1 :])
        self.arg_counts = (*self.arg_counts[:i], len(args), *self.arg_counts[i + 1 :])
        self.set_operands(self.operands[:start] + tuple(args) + self.operands[end:])
