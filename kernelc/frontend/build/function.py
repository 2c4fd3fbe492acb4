"""After `lower_body` a body is a MIR function: one slot per variable in the entry block, loads and stores, blocks in the order of the source.

    fn f(n: i64) -> i64 {             bb0(%n): %n.1, %s = mir.alloca i64; mir.store %n, %n.1; mir.store 0, %s; mir.goto bb1
        let mut s = 0;
        while s < n { s = s + 1; }    bb1: %0 = mir.cmp lt (load %s), (load %n.1); mir.cond_br %0, bb2, bb3
        s                             bb2: mir.store (mir.add (load %s), 1), %s; mir.goto bb1
    }                                 bb3: mir.return (load %s)

Nothing here is clever: cleaning up is the passes' work. An expression that does not return raises `Diverged`, so no unreachable block is ever made.
"""

from __future__ import annotations

from dialect.function import Block, Cursor, Function
from dialect.op import Loc
from dialect.ops import Alloca, Bitcast, CondBr, Const, Field, Goto, Load, Offset, Panic, PointerCast, Return, Store, ToGeneric
from dialect.types import U64, Type, ptr

from .flow import Events
from .layout import AGGREGATE, FAT, ZERO
from .operands import Address, Diverged, Fat, InternalError
from .packed import load_pieces, piece_size, store_pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, TypeVar

    from dialect.op import Number, Op, Value
    from kernelc.frontend import hir
    from kernelc.frontend.source import Span
    from kernelc.frontend.ty import Ty

    from .instances import Instance, ModuleBuilder
    from .layout import Shape
    from .operands import Operand, Path

    F = TypeVar("F", bound=Callable[..., object])
    Made = TypeVar("Made", bound=Op)

VALUES: Final[dict[type, Callable[..., Operand]]] = {}
"""How to compute an expression whose value is a scalar, a fat pointer or nothing: by HIR class."""
INTO: Final[dict[type, Callable[..., None]]] = {}
"""How to compute an expression into memory: by HIR class. The destination is None for zero-sized values."""
PLACES: Final[dict[type, Callable[..., Address]]] = {}
"""How to find the address of a place: by HIR class."""


def lowers(table: dict[type, F], *classes: type) -> Callable[[F], F]:
    """Enters a function into one of the tables."""

    def enter(function: F) -> F:
        for each in classes:
            table[each] = function
        return function

    return enter


class Target:
    """Where `break` and `continue` of a loop or labelled block go; `destination` takes the value of a `break`."""

    __slots__ = ("destination", "exit", "header")

    def __init__(self, exit: Block, header: Block | None, destination: Value | None) -> None:
        self.exit, self.header, self.destination = exit, header, destination


class FunctionBuilder:
    """The state of lowering one instance: the insertion cursor, the slots of variables, the jump targets, and side tables for the
    checks.
    """

    def __init__(self, module: ModuleBuilder, instance: Instance, body: hir.Body, function: Function) -> None:
        self.module, self.instance, self.body, self.function = module, instance, body, function
        self.is_checked_arithmetic = module.is_const
        self.fmad = module.fmad and body.fmad
        self.is_index_checked = body.is_checked and not module.unchecked
        self.cursor = Cursor(function.add_block())
        self.slots: dict[hir.Variable, Value | None] = {}
        self.targets: dict[hir.Jump, Target] = {}
        self.result: Value | None = None  # where an aggregate result goes
        self.open_constants: list[hir.Body] = []  # the constants being lowered in place
        self.is_writing = False  # whether the place being lowered is written to
        self.guarded: list[tuple[Address, Span]] | None = None  # what an arm with a guard moves when the guard holds
        self.events = Events(self.cursor.block)
        self.span = body.span
        self.arithmetic: list[tuple[Op, hir.Binary | hir.Unary | hir.CompoundAssign]] = []
        self.checks: dict[Block, tuple[str, tuple[Value, ...], Span]] = {}
        self._allocas: list[Op] = []
        self._reached: dict[Block, None] = {}
        self._types: dict[Ty, Ty] = {}
        self._shapes: dict[Ty, Shape] = {}
        self._locs: dict[int, Loc] = {}

    # ---------------------------------------------------------------------------------------------------------------- types

    def ty(self, ty: Ty) -> Ty:
        """The type with the instance's arguments in it: concrete."""
        if not ty.flags:
            return ty
        found = self._types.get(ty)
        if found is None:
            found = self._types[ty] = self.module.concrete(ty, self.instance.args)
        return found

    def shape(self, ty: Ty) -> Shape:
        """The shape of a type of the body."""
        found = self._shapes.get(ty)
        if found is None:
            found = self._shapes[ty] = self.module.layouts.shape(self.ty(ty))
        return found

    # ------------------------------------------------------------------------------------------------------------ ops, blocks

    def at(self, span: Span) -> None:
        """The ops that follow come from here."""
        self.span = span
        if span.source is not self.body.span.source:
            self.cursor.loc = Loc(span.source.path, *span.source.position(span.start))
            return
        found = self._locs.get(span.start)
        if found is None:
            found = self._locs[span.start] = Loc(span.source.path, *span.source.position(span.start))
        self.cursor.loc = found

    def emit(self, op: Made, name: str = "") -> Made:
        """Appends an op."""
        return self.cursor.add(op, name)

    def const(self, value: Number, t: Type) -> Value:
        """A constant."""
        return self.cursor.add(Const(value, t))

    def new_block(self) -> Block:
        """A block that stands nowhere yet: `place` puts it behind those that are there."""
        return Block("")

    def is_reached(self, block: Block) -> bool:
        """Whether anything goes to the block."""
        return block in self._reached

    def place(self, block: Block) -> None:
        """Puts the block at the end of the function and goes on there."""
        block.name = f"bb{len(self.function.blocks)}"
        self.function.blocks.append(block)
        self.cursor.block = block
        self.events.start(block)

    def goto(self, block: Block) -> None:
        """Ends the current block with a jump."""
        self._reached[block] = None
        self.cursor.end(Goto((block, ())))

    def cond_br(self, cond: Value, then: Block, other: Block) -> None:
        """Ends the current block with a branch."""
        self._reached[then] = self._reached[other] = None
        self.cursor.end(CondBr(cond, (then, ()), (other, ())))

    def panic(self, message: str, operands: tuple[Value, ...] = ()) -> Diverged:
        """Ends the current block with a panic; the caller raises the answer."""
        self.cursor.end(Panic(operands, message))
        return Diverged()

    def check(self, ok: Value, message: str, operands: tuple[Value, ...], exact: str, seen: tuple[Value, ...]) -> None:
        """Goes on if `ok` holds, else to a block of its own at the end of the function, which panics.

        Where values are known (constants, lints) the fault is told by `exact` with the values `seen`.
        """
        if self.is_checked_arithmetic:
            message, operands = exact, seen
        failed, following = Block("panic"), Block("")
        failed.end(Panic(operands, message), self.cursor.loc)
        self.checks[failed] = (exact, seen, self.span)
        self.cond_br(ok, following, failed)
        self.place(following)

    # ---------------------------------------------------------------------------------------------------------------- memory

    def alloca(self, t: Type, name: str = "") -> Value | None:
        """A slot in the entry block; None for a zero-sized type."""
        if not t.size:
            return None
        slot = Alloca(t)
        slot.name, slot.loc, slot.block = name, self.cursor.loc, self.function.blocks[0]
        self._allocas.append(slot)
        return slot

    def field(self, pointer: Value | None, index: int) -> Value | None:
        """The address of a field; None if it or the tuple is zero-sized."""
        if pointer is None or not pointer.type.elem.fields[index].size:
            return None
        return self.cursor.add(Field(pointer, index))

    def generic(self, pointer: Value) -> Value:
        """The pointer as a generic one."""
        return pointer if pointer.type.space == "generic" else self.cursor.add(ToGeneric(pointer))

    def fit(self, value: Value, t: Type) -> Value:
        """The pointer `value` with exactly the type `t` (a type that contains pointers to itself is known by address only)."""
        if value.type is t or t.kind != "ptr" or value.type.kind != "ptr":
            return value
        value = self.generic(value) if t.space == "generic" else value
        return value if value.type is t else self.cursor.add(PointerCast(value, t.elem))

    def fitted(self, operand: Operand, t: Type) -> Operand:
        """The scalar or fat pointer with exactly the type that its shape says."""
        if isinstance(operand, Fat):
            return Fat(self.fit(operand.pointer, t.fields[0]), operand.length)
        return None if operand is None else self.fit(operand, t)

    def dangling(self, t: Type) -> Value:
        """A well-aligned address of nothing: what a reference to a zero-sized place is."""
        return self.cursor.add(Bitcast(self.const(t.align, U64), ptr(t, "generic")))

    def load(self, pointer: Value | None) -> Operand:
        """Reads a scalar or a fat pointer; nothing for a zero-sized place."""
        if pointer is None or not pointer.type.elem.size:
            return None
        if pointer.type.elem.kind != "tuple":
            return self._load(pointer)
        first = self._load(self.cursor.add(Field(pointer, 0)))
        return Fat(first, self._load(self.cursor.add(Field(pointer, 1))))

    def _load(self, pointer: Value) -> Value:
        size = piece_size(pointer)
        return load_pieces(self, pointer, size) if size else self.cursor.add(Load(pointer))

    def store(self, operand: Operand, pointer: Value | None) -> None:
        """Writes a scalar or a fat pointer."""
        if operand is None or pointer is None or not pointer.type.elem.size:
            return
        if isinstance(operand, Fat):
            self.store(operand.pointer, self.cursor.add(Field(pointer, 0)))
            self.store(operand.length, self.cursor.add(Field(pointer, 1)))
            return
        value, size = self.fit(operand, pointer.type.elem), piece_size(pointer)
        if size:
            store_pieces(self, value, pointer, size)
        else:
            self.cursor.add(Store(value, pointer))

    def copy(self, source: Value | None, destination: Value | None, ty: Ty) -> None:
        """Copies a value of type `ty`, scalar by scalar; long arrays by a loop, of an enum the fields of its variant."""
        if source is None or destination is None or not destination.type.elem.size:
            return
        ty = self.ty(ty)
        if self.module.layouts.shape(ty).kind != AGGREGATE:
            self.store(self.load(source), destination)
        elif ty.kind == "array":
            element = ty.args[0]
            self.each_element(ty.args[1].data, lambda i: self.copy(self.element(source, i), self.element(destination, i), element))
        elif ty.kind == "adt" and ty.data.kind == "enum":
            from .enums import copy_enum

            copy_enum(self, source, destination, ty)
        else:
            for i, field in enumerate(self.module.layouts.fields(ty, 0)):
                self.copy(self.field(source, i), self.field(destination, i), field)

    def element(self, pointer: Value, index: Value) -> Value:
        """The address of an array's element, unchecked."""
        from dialect.ops import Element

        return self.cursor.add(Element(pointer, index))

    def offset(self, pointer: Value, index: Value) -> Value:
        """The address `index` elements further."""
        return self.cursor.add(Offset(pointer, index))

    def each_element(self, count: int, body: Callable[[Value], None]) -> None:
        """Runs `body` for every index: written out up to 16, else as a loop over a counter slot."""
        from dialect.ops import Add, Compare

        if count <= UNROLLED:
            for i in range(count):
                body(self.const(i, U64))
            return
        counter = self.alloca(U64)
        assert counter is not None
        self.store(self.const(0, U64), counter)
        header, inside, after = self.new_block(), self.new_block(), self.new_block()
        self.goto(header)
        self.place(header)
        index = self.cursor.add(Load(counter))
        self.cond_br(self.cursor.add(Compare(index, self.const(count, U64), "lt")), inside, after)
        self.place(inside)
        body(index)
        self.store(self.cursor.add(Add(index, self.const(1, U64))), counter)
        self.goto(header)
        self.place(after)

    # ----------------------------------------------------------------------------------------------------------- expressions

    def value(self, node: hir.Value) -> Operand:
        """Computes an expression of scalar, fat or zero-sized type."""
        found = VALUES.get(type(node))
        if found is None:
            raise InternalError(f"{self.instance.symbol}: no lowering for the expression {type(node).__name__}")
        return found(self, node)

    def scalar(self, node: hir.Value) -> Value:
        """Computes an expression of scalar type."""
        found = self.value(node)
        if found is None or isinstance(found, Fat):
            raise InternalError(f"{self.instance.symbol}: {type(node).__name__} of type {node.ty} is no scalar")
        return found

    def fat(self, node: hir.Value) -> Fat:
        """Computes an expression whose value is a fat pointer."""
        found = self.value(node)
        if not isinstance(found, Fat):
            raise InternalError(f"{self.instance.symbol}: {type(node).__name__} of type {node.ty} is no fat pointer")
        return found

    def into(self, node: hir.Value, destination: Value | None) -> None:
        """Computes an expression of any type into memory that nothing else refers to yet."""
        found = INTO.get(type(node))
        if found is None:
            self.store(self.value(node), destination)
        else:
            found(self, node, destination)

    def through_slot(self, node: hir.Value) -> Operand:
        """Computes an expression that can only be computed into memory, and reads it."""
        shape = self.shape(node.ty)
        slot = self.alloca(shape.type) if shape.kind != ZERO else None
        self.into(node, slot)
        return None if shape.kind == AGGREGATE else self.load(slot)

    def discard(self, node: hir.Value) -> None:
        """Computes an expression for its effects."""
        if self.shape(node.ty).kind == AGGREGATE:
            self.temporary(node)
        else:
            self.value(node)

    def temporary(self, node: hir.Value) -> Value | None:
        """Computes an expression into a new slot."""
        slot = self.alloca(self.shape(node.ty).type)
        self.into(node, slot)
        return slot

    def address(self, node: hir.Place) -> Address:
        """Finds the address of a place, evaluating what is in it."""
        found = PLACES.get(type(node))
        if found is None:
            raise InternalError(f"{self.instance.symbol}: no lowering for the place {type(node).__name__}")
        return found(self, node)

    def declare(self, variable: hir.Variable) -> Value | None:
        """The slot of a local variable, made at its first declaration; the variable has no value from here on."""
        if variable not in self.slots:
            self.slots[variable] = self.alloca(self.shape(variable.ty).type, variable.name)
        self.events.declare(variable)
        return self.slots[variable]

    def path_text(self, path: Path) -> str:
        """A variable with fields as it is written in source; inside enums only what leads there."""
        variable, fields = path
        ty, text = self.ty(variable.ty), variable.name
        for index in fields:
            if ty.kind == "adt" and ty.data.kind == "struct":
                text += f".{self.module.program.fields_of(ty.data.variants[0])[index].name}"
            elif ty.kind == "tuple":
                text += f".{index}"
            else:
                break
            ty = self.module.layouts.fields(ty, 0)[index]
        return text

    def leave(self, node: hir.Value | None) -> Diverged:
        """Returns from the function with a value; the caller raises the answer."""
        shape = self.shape(self.body.result)
        if node is None:
            self.cursor.end(Return(()))
        elif shape.kind in (AGGREGATE, FAT):
            self.into(node, self.result)
            self.at(node.span)
            self.cursor.end(Return(()))
        else:
            found = self.value(node)
            self.at(node.span)
            self.cursor.end(Return(() if found is None or isinstance(found, Fat) else (found,)))
        return Diverged()

    def finish(self) -> None:
        """Puts the slots in front and the panics behind."""
        entry = self.function.blocks[0]
        entry.ops[:0] = self._allocas
        for block in self.checks:
            block.name = f"bb{len(self.function.blocks)}"
            self.function.blocks.append(block)


UNROLLED = 16
"""Arrays of up to so many elements are copied and filled without a loop."""
