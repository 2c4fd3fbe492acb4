"""A constant expression has a value: its MIR is built with every overflow checked and run by the reference interpreter, within a step limit.

What panics, overflows or leaves its bounds is K0080 at the constant. A constant that holds references is lowered anew at each use instead:
constant expressions have no effects, so that means the same.
"""

from __future__ import annotations

import struct

from dialect.function import Function
from dialect.op import Value
from dialect.types import Type
from kernelc.frontend import hir

from .function import FunctionBuilder
from .layout import AGGREGATE, FAT, NOTHING, SCALAR, Unsupported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.op import Number
    from kernelc.frontend.defs import AdtDef, ConstDef, FnDef, StaticDef
    from kernelc.frontend.program import Program
    from kernelc.frontend.source import Span
    from kernelc.frontend.ty import Ty

    from .instances import ModuleBuilder
    from .operands import Operand

INITIALISER = "constant$value"
"""The symbol of the function that computes a constant."""
STEPS = 1_000_000
"""How many ops the evaluation of one constant may execute."""


class Evaluated:
    """A constant ready for use: `scalar`, or the `data` of an aggregate, or the `body` to lower in place; all None where it
    failed (reported).
    """

    __slots__ = ("args", "body", "data", "scalar", "type")

    def __init__(self, t: Type, scalar: Number | None = None, data: bytes | None = None, body: hir.Body | None = None, args: tuple[Ty, ...] = ()) -> None:
        self.type, self.scalar, self.data, self.body, self.args = t, scalar, data, body, args

    def operand(self, b: FunctionBuilder) -> Operand:
        """The constant as a value."""
        if self.scalar is not None:
            return b.const(self.scalar, self.type)
        if self.body is not None:
            with InPlace(b, self.body, self.args):
                return b.value(self.body.value)
        if self.data is None:
            return b.const(0, self.type) if self.type.is_scalar and self.type.kind != "ptr" else None
        slot = b.alloca(self.type)
        self.into(b, slot)
        return b.load(slot)

    def into(self, b: FunctionBuilder, destination: Value | None) -> None:
        """Writes the constant."""
        if self.body is not None:
            with InPlace(b, self.body, self.args):
                b.into(self.body.value, destination)
        elif self.data is not None and destination is not None:
            _write(b, self.type, self.data, destination)
        elif destination is not None and self.scalar is not None:
            b.store(b.const(self.scalar, self.type), destination)


class InPlace:
    """While entered, the function builder lowers the body of a constant as part of the function around it."""

    def __init__(self, b: FunctionBuilder, body: hir.Body, args: tuple[Ty, ...]) -> None:
        from .instances import Instance

        self.b, self.body = b, body
        self.instance = Instance(b.instance.fn, args, b.instance.symbol, b.instance.span, b.instance.caller)

    def __enter__(self) -> None:
        b = self.b
        if self.body in b.open_constants:
            message = f"cycle detected when evaluating the constant `{self.body.name}`"
            b.module.diagnostics.error("K0391", self.body.span, message, label="its value is needed to compute it")
            raise Unsupported(message)
        b.open_constants.append(self.body)
        self.saved = (b.body, b.instance, b._types, b._shapes, b._locs)
        b.body, b.instance, b._types, b._shapes, b._locs = self.body, self.instance, {}, {}, {}

    def __exit__(self, *_: object) -> None:
        b = self.b
        b.open_constants.pop()
        b.body, b.instance, b._types, b._shapes, b._locs = self.saved


def _write(b: FunctionBuilder, t: Type, data: bytes, destination: Value) -> None:
    """Stores the scalars of an aggregate; a long one is copied from a read-only static."""
    leaves = _leaf_count(t)
    if leaves > INLINE_LEAVES:
        from dialect.ops import StaticAddress

        static = b.module.read_only(t, data)
        _copy_data(b, b.emit(StaticAddress(static.name, static.type, static.space)), destination)
        return
    if t.is_scalar:
        b.store(b.const(decode(t, data), t), destination)
    elif t.kind == "tuple":
        for i, (field, offset) in enumerate(zip(t.fields, t.offsets)):
            inner = b.field(destination, i)
            if inner is not None:
                _write(b, field, data[offset : offset + field.size], inner)
        for offset, place in _behind_tag(b, t, destination):
            b.store(b.const(data[offset], place.type.elem), place)
    else:
        from dialect.types import U64

        for i in range(t.count):
            _write(b, t.elem, data[i * t.elem.size : (i + 1) * t.elem.size], b.element(destination, b.const(i, U64)))


def _copy_data(b: FunctionBuilder, source: Value, destination: Value) -> None:
    """Copies a constant, every byte of which has a value."""
    t = destination.type.elem
    if t.is_scalar:
        b.store(b.load(source), destination)
    elif t.kind == "array":
        b.each_element(t.count, lambda i: _copy_data(b, b.element(source, i), b.element(destination, i)))
    else:
        for i in range(len(t.fields)):
            inner, outer = b.field(source, i), b.field(destination, i)
            if inner is not None and outer is not None:
                _copy_data(b, inner, outer)
        for (_, inner), (_, outer) in zip(_behind_tag(b, t, source), _behind_tag(b, t, destination)):
            b.store(b.load(inner), outer)


def _behind_tag(b: FunctionBuilder, t: Type, pointer: Value) -> list[tuple[int, Value]]:
    """The bytes between the tag of an enum with several variants and the words behind it, where small fields of a variant lie: offset and address."""
    from dialect.ops import PointerCast
    from dialect.types import U8, U64, array

    if len(t.fields) != 2 or t.fields[1].kind != "array" or not t.fields[1].elem.is_scalar or t.fields[0].size >= t.offsets[1]:
        return []
    whole = b.emit(PointerCast(pointer, array(U8, t.size)))
    return [(at, b.element(whole, b.const(at, U64))) for at in range(t.fields[0].size, t.offsets[1])]


INLINE_LEAVES = 16
"""A constant of more scalars than this is kept in memory."""


def _leaf_count(t: Type) -> int:
    if t.is_scalar:
        return 1
    return sum([_leaf_count(f) for f in t.fields]) if t.kind == "tuple" else t.count * _leaf_count(t.elem)


def decode(t: Type, data: bytes) -> Number:
    """The scalar in its bytes, little-endian."""
    if t.kind == "float":
        from dialect.scalar import float_of_bits

        return float_of_bits(t, int.from_bytes(data, "little"))
    if t.kind == "bool":
        return bool(data[0])
    return int.from_bytes(data, "little", signed=t.kind == "int")


# ------------------------------------------------------------------------------------------------------------------------ evaluation


def evaluate(program: Program, body: hir.Body, args: tuple[Ty, ...]) -> Number | None:
    """The value of a scalar constant expression; None where it has none (reported)."""
    from .instances import ModuleBuilder

    return _evaluate(ModuleBuilder(program, is_const=True), body, args, "constant").scalar


def evaluate_constant(module: ModuleBuilder, const: ConstDef, args: tuple[Ty, ...], span: Span) -> Evaluated:
    """The value of a constant item with its arguments."""
    const, args = module.program.resolve_const(const, args)
    body = module.program.const_body(const)
    if body is None:
        if not module.diagnostics.has_errors:
            module.diagnostics.error("K0080", span, f"the constant `{const.path}` has no value here")
        return Evaluated(module.layouts.type(module.concrete(module.program.value_type(const), args)))
    return _evaluate(_const_builder(module), body, args, const.path)


def _const_builder(module: ModuleBuilder) -> ModuleBuilder:
    from .instances import ModuleBuilder

    return ModuleBuilder(module.program, is_const=True, layouts=module.layouts)


def static_data(module: ModuleBuilder, static: StaticDef) -> bytes:
    """The initial bytes of a static."""
    known: bytes | None = static.state.get("data")
    if known is None:
        if static.state.get("is_open"):
            message = f"cycle detected when evaluating the static `{static.path}`"
            module.diagnostics.error("K0391", static.span, message, label="its initial value is needed to compute it")
            return b""
        static.state["is_open"] = True
        known = static.state["data"] = _static_data(module, static)
        static.state["is_open"] = False
    return known


def _static_data(module: ModuleBuilder, static: StaticDef) -> bytes:
    body = module.program.const_body(static)
    t = module.layouts.type(module.program.value_type(static))
    if body is None:
        return b""
    found = _evaluate(_const_builder(module), body, (), static.path)
    if found.body is not None:
        module.diagnostics.error("K1108", static.span, "a static that holds references is not supported yet")
        return b""
    data = found.data if found.data is not None else b"" if found.scalar is None else encode(t, found.scalar)
    return data if any(data) else b""


def encode(t: Type, value: Number) -> bytes:
    """The bytes of a scalar, little-endian."""
    from dialect.scalar import bits_of

    return bits_of(t, value).to_bytes(t.size, "little") if t.kind != "bool" else struct.pack("?", value)


def _has_reference(module: ModuleBuilder, ty: Ty) -> bool:
    """Whether values of the type contain pointers."""
    if ty.kind in ("ref", "ptr"):
        return True
    if ty.kind == "adt":
        return any(_has_reference(module, f) for i in range(len(ty.data.variants)) for f in module.layouts.fields(ty, i))
    return any(_has_reference(module, a) for a in ty.args if a.kind != "const")


def _evaluate(module: ModuleBuilder, body: hir.Body, args: tuple[Ty, ...], name: str) -> Evaluated:
    ty = module.concrete(body.result, args)
    try:
        shape = module.layouts.shape(ty)
    except Unsupported as problem:
        module.diagnostics.error("K1108", body.span, str(problem))
        return Evaluated(NOTHING)
    if _has_reference(module, ty):
        return Evaluated(shape.type, body=body, args=args)
    data = _literal_data(module, body.value, args)
    if data is not None:
        return Evaluated(shape.type, data=data) if shape.kind != SCALAR else Evaluated(shape.type, decode(shape.type, data))
    if not shape.type.size:
        return Evaluated(shape.type, data=b"")
    return _run(module, body, args, name, shape.type, shape.kind in (AGGREGATE, FAT))


def _literal_data(module: ModuleBuilder, node: hir.Value, args: tuple[Ty, ...]) -> bytes | None:
    """The bytes of what is written out: literals, and arrays, tuples and structs of them. None where something is to be computed."""
    from .expressions import literal

    ty = module.concrete(node.ty, args)
    shape = module.layouts.shape(ty)
    t = shape.type
    if isinstance(node, hir.Constant) and shape.kind == SCALAR and t.kind != "ptr":
        return encode(t, literal(node.value, t))
    if isinstance(node, hir.Repeat) and ty.args[1].kind == "const":
        one = _literal_data(module, node.value, args)
        return None if one is None else one * ty.args[1].data
    if isinstance(node, hir.Array):
        return _joined(module, args, t, list(enumerate(node.elements)), [i * t.elem.size for i in range(t.count)])
    if isinstance(node, hir.Tuple) and ty.kind == "tuple":
        return _joined(module, args, t, list(enumerate(node.elements)), list(t.offsets))
    if isinstance(node, hir.Struct) and node.definition.kind == "struct" and node.base is None:
        return _joined(module, args, t, node.members, list(t.offsets))
    return None


def _joined(
    module: ModuleBuilder, args: tuple[Ty, ...], t: Type, parts: list[tuple[int, hir.Value]], offsets: list[int]
) -> bytes | None:
    data = bytearray(t.size)
    for index, part in parts:
        found = _literal_data(module, part, args)
        if found is None:
            return None
        data[offsets[index] : offsets[index] + len(found)] = found
    return bytes(data)


def _run(module: ModuleBuilder, body: hir.Body, args: tuple[Ty, ...], name: str, t: Type, by_pointer: bool) -> Evaluated:
    """Builds the initialiser and runs it."""
    from dialect.interpreter import InterpreterError, MirPanic, OutOfFuel, run_function
    from dialect.memory import Buffer

    before = module.diagnostics.error_count
    symbol = _build_initialiser(module, body, args)
    if module.diagnostics.error_count != before:
        return Evaluated(t)
    buffer = bytearray(t.size)
    try:
        result = run_function(module.module, symbol, [Buffer(buffer)] if by_pointer else [], STEPS)
    except MirPanic as panic:
        _report(module, body, name, shown_message(panic.message), panic)
    except OutOfFuel as problem:
        _report(module, body, name, f"constant evaluation does not end within {STEPS} steps", problem)
    except InterpreterError as problem:
        _report(module, body, name, problem.message, problem)
    else:
        return Evaluated(t, data=bytes(buffer)) if by_pointer else Evaluated(t, result)
    return Evaluated(t)


def _build_initialiser(module: ModuleBuilder, body: hir.Body, args: tuple[Ty, ...]) -> str:
    from .instances import Instance, lower_body
    from .parameters import parameters

    fn: FnDef = module.program.root  # type: ignore[assignment]
    instance = Instance(fn, args, INITIALISER, None, None)
    function = Function(instance.symbol)
    builder = FunctionBuilder(module, instance, body, function)
    try:
        parameters(builder)
        lower_body(builder)
    except Unsupported as problem:
        if not module.diagnostics.has_errors:
            module.diagnostics.error("K1108", builder.span, str(problem))
        return instance.symbol
    module.module.add(function)
    module.run()
    return instance.symbol


def shown_message(message: str) -> str:
    """The message with the extremes of a type by name: `255_u8` is `u8::MAX`."""
    from kernelc.frontend.ty import INTEGER_BITS

    for name, bits in INTEGER_BITS.items():
        signed = name[0] == "i"
        high = (1 << bits - signed) - 1
        message = message.replace(f"`{high}_{name}", f"`{name}::MAX").replace(f" {high}_{name}", f" {name}::MAX")
        if signed:
            message = message.replace(f"`{-high - 1}_{name}", f"`{name}::MIN").replace(f" {-high - 1}_{name}", f" {name}::MIN")
    return message


def _report(module: ModuleBuilder, body: hir.Body, name: str, message: str, problem: object) -> None:
    loc = getattr(problem, "loc", None)
    span = body.value.span
    is_inside = getattr(problem, "function", "") != INITIALISER
    where = "inside this call" if is_inside else "here"
    notes = [f"the failure occurred at {loc}"] if is_inside and loc is not None else []
    module.diagnostics.error("K0080", span, message, label=f"evaluation of `{name}` failed {where}", notes=notes)


def discriminants(program: Program, definition: AdtDef) -> list[int]:
    """The values of an enum's variants: as written, else one more than the one before."""
    found: list[int] | None = definition.state.get("discriminants")
    if found is not None and len(found) < len(definition.variants):
        message = f"cycle detected when computing the discriminants of `{definition.path}`"
        program.diagnostics.error("K0391", definition.span, message, label="they are needed to compute them")
        return [0] * len(definition.variants)
    if found is None:
        found = definition.state["discriminants"] = []
        following = 0
        for variant in definition.variants:
            expression = getattr(variant.node, "discriminant", None)
            if expression is not None:
                following = _discriminant(program, definition, expression)
            found.append(following)
            following += 1
    return found


def _discriminant(program: Program, definition: AdtDef, expression: object) -> int:
    from kernelc.frontend.ty import PRIMITIVES

    value = program.evaluate_type_const(expression, PRIMITIVES["isize"], program.scope(definition))  # type: ignore[arg-type]
    return int(value.data) if value.kind == "const" else 0
