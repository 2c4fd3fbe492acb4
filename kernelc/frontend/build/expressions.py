"""Values of HIR become scalars, fat pointers, or what is written into a destination; evaluation order is the source's."""

from __future__ import annotations

from dialect.op import Value
from dialect.ops import Bitcast, Fma, Neg
from dialect.ops import Cast as CastOp
from dialect.types import U8, U64
from kernelc.frontend import hir

from .function import INTO, VALUES, FunctionBuilder, lowers
from .layout import AGGREGATE, Unsupported
from .numbers import arithmetic, factors
from .observe import observe_cast
from .operands import Address, Fat, InternalError
from .places import read_into, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dialect.types import Type
    from kernelc.frontend.ty import Ty

    from .operands import Operand


# --------------------------------------------------------------------------------------------------------------------- constants


@lowers(VALUES, hir.Constant)
def _constant(b: FunctionBuilder, node: hir.Constant) -> Operand:
    b.at(node.span)
    if isinstance(node.value, str | bytes) and b.ty(node.ty).kind == "ref":
        return _text(b, node)
    return b.const(literal(node.value, b.shape(node.ty).type), b.shape(node.ty).type)


def literal(value: object, t: Type) -> int | float | bool:
    """The value of a literal in its type; decimal text is rounded once to the float type."""
    if t.kind == "float":
        from dialect.scalar import rounded

        return rounded(t, float(str(value).replace("_", "")) if isinstance(value, str) else float(value))  # type: ignore[arg-type]
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return ord(value)
    if isinstance(value, int):
        return value
    raise InternalError(f"literal {value!r} of type {t}")


def _text(b: FunctionBuilder, node: hir.Constant) -> Operand:
    """A string or byte string literal: a reference to a read-only static, with its length for `str`."""
    from dialect.ops import StaticAddress
    from dialect.types import array, ptr

    data = node.value.encode("utf-8", "surrogatepass") if isinstance(node.value, str) else node.value
    static = b.module.read_only(array(U8, len(data)), data)
    address = b.generic(b.emit(StaticAddress(static.name, static.type, static.space)))
    if b.ty(node.ty).args[0].kind == "array":
        return address
    return Fat(b.fit(address, ptr(U8, "generic")), b.const(len(data), U64))


@lowers(VALUES, hir.ConstParamUse)
def _const_param(b: FunctionBuilder, node: hir.ConstParamUse) -> Operand:
    b.at(node.span)
    t = b.shape(node.ty).type
    value: int = b.ty(node.param).data
    return b.const(bool(value) if t.kind == "bool" else value, t)


@lowers(VALUES, hir.ConstUse)
def _const_use(b: FunctionBuilder, node: hir.ConstUse) -> Operand:
    found = b.module.constant(node.const, tuple([b.ty(a) for a in node.args]), node.span)
    b.at(node.span)
    return found.operand(b)


@lowers(INTO, hir.ConstUse)
def _const_into(b: FunctionBuilder, node: hir.ConstUse, destination: Value | None) -> None:
    found = b.module.constant(node.const, tuple([b.ty(a) for a in node.args]), node.span)
    b.at(node.span)
    found.into(b, destination)


# -------------------------------------------------------------------------------------------------------------------- aggregates


@lowers(INTO, hir.Use)
def _use_into(b: FunctionBuilder, node: hir.Use, destination: Value | None) -> None:
    if b.shape(node.ty).kind == AGGREGATE:
        read_into(b, node, destination)
    else:
        b.store(b.value(node), destination)


@lowers(VALUES, hir.Tuple, hir.Closure, hir.Array, hir.Repeat, hir.Struct)
def _built(b: FunctionBuilder, node: hir.Tuple | hir.Closure | hir.Array | hir.Repeat | hir.Struct) -> Operand:
    return b.through_slot(node)


@lowers(INTO, hir.Tuple)
def _tuple(b: FunctionBuilder, node: hir.Tuple, destination: Value | None) -> None:
    for i, element in enumerate(node.elements):
        b.at(element.span)
        b.into(element, b.field(destination, i))


@lowers(INTO, hir.Closure)
def _closure(b: FunctionBuilder, node: hir.Closure, destination: Value | None) -> None:
    if not node.definition.module.is_library:
        from .generic import check_generic

        check_generic(b.module.program, node.definition)  # also of a closure that nothing calls
    for i, each in enumerate(node.captures):
        b.at(each.span)
        b.into(each, b.field(destination, i))


@lowers(INTO, hir.Array)
def _array(b: FunctionBuilder, node: hir.Array, destination: Value | None) -> None:
    for i, element in enumerate(node.elements):
        b.at(element.span)
        b.into(element, None if destination is None else b.element(destination, b.const(i, U64)))


@lowers(INTO, hir.Repeat)
def _repeat(b: FunctionBuilder, node: hir.Repeat, destination: Value | None) -> None:
    shape = b.shape(node.value.ty)
    if shape.kind == AGGREGATE:
        source = b.temporary(node.value)
        b.at(node.span)
        if destination is not None:
            b.each_element(destination.type.elem.count, lambda i: b.copy(source, b.element(destination, i), node.value.ty))
        return
    found = b.value(node.value)
    b.at(node.span)
    if destination is not None:
        b.each_element(destination.type.elem.count, lambda i: b.store(found, b.element(destination, i)))


@lowers(INTO, hir.Struct)
def _struct(b: FunctionBuilder, node: hir.Struct, destination: Value | None) -> None:
    if node.definition.kind == "enum":
        from .enums import build_variant

        build_variant(b, node, destination)
        return
    if node.definition.kind == "union":
        raise Unsupported(f"values of the union `{b.ty(node.ty)}` are not supported yet")
    given = dict.fromkeys([i for i, _ in node.members])
    for i, member in node.members:
        b.at(member.span)
        b.into(member, b.field(destination, i))
    if node.base is not None:
        base = b.address(node.base)
        b.at(node.span)
        for i, ty in enumerate(b.module.layouts.fields(b.ty(node.ty), 0)):
            if i not in given:
                move_field(b, base, i, ty, node, destination)


def move_field(b: FunctionBuilder, base: Address, index: int, ty: Ty, node: hir.Struct, destination: Value | None) -> None:
    """Takes field `index` of the base of a struct update."""
    from .flow import MOVE, USE

    if base.path is not None:
        path = (base.path[0], (*base.path[1], index))
        b.events.use(path, node.span, USE if b.module.is_copy(ty) else MOVE)
    b.copy(b.field(base.pointer, index), b.field(destination, index), ty)


# ------------------------------------------------------------------------------------------------------------------- assignments


@lowers(VALUES, hir.Assign)
def _assign(b: FunctionBuilder, node: hir.Assign) -> Operand:
    shape = b.shape(node.value.ty)
    if shape.kind == AGGREGATE:
        source = b.temporary(node.value)
        place = written(b, node.place)
        b.at(node.span)
        b.copy(source, place.pointer, node.value.ty)
    else:
        found = b.value(node.value)
        place = written(b, node.place)
        b.at(node.span)
        b.store(found, place.pointer)
    b.events.assign(place.path, node.span)
    return None


@lowers(VALUES, hir.CompoundAssign)
def _compound_assign(b: FunctionBuilder, node: hir.CompoundAssign) -> Operand:
    product = factors(b, node)
    value = None if product is not None else b.scalar(node.value)
    place = written(b, node.place)
    b.at(node.span)
    b.events.use(place.path, node.span)
    old = b.load(place.pointer)
    if not isinstance(old, Value):
        raise InternalError(f"{b.instance.symbol}: {node.op}= on {node.place.ty}")
    if product is not None:
        x, y = product
        new: Value = b.emit(Fma(x if node.op == "+" else b.emit(Neg(x)), y, old))
    else:
        assert value is not None
        new = arithmetic(b, node, old, value)
    b.store(new, place.pointer)
    b.events.assign(place.path, node.span)
    return None


# ------------------------------------------------------------------------------------------------------------------- conversions


@lowers(VALUES, hir.Cast)
def _cast(b: FunctionBuilder, node: hir.Cast) -> Operand:
    value = b.value(node.value)
    b.at(node.span)
    target = b.shape(node.ty)
    if node.kind == "identity":
        return value
    if node.kind == "numeric" and isinstance(value, Value):
        return value if value.type is target.type else b.emit(CastOp(value, target.type))
    if node.kind in ("ptr_ptr", "array_ptr"):
        observe_cast(b, b.ty(node.value.ty), b.ty(node.ty), node.span)
        return _pointer_cast(b, value, target.type)
    if node.kind == "ptr_int":
        thin = value.pointer if isinstance(value, Fat) else value
        if thin is not None:
            address = b.emit(Bitcast(b.generic(thin), U64))
            return address if target.type is U64 else b.emit(CastOp(address, target.type))
    if node.kind == "int_ptr" and isinstance(value, Value):
        return b.emit(Bitcast(value if value.type is U64 else b.emit(CastOp(value, U64)), target.type))
    raise InternalError(f"{b.instance.symbol}: cast of kind {node.kind} from {node.value.ty} to {node.ty}")


def _pointer_cast(b: FunctionBuilder, value: Operand, t: Type) -> Operand:
    """The same address as another pointer type; a fat pointer loses its length where the target is thin."""
    if isinstance(value, Fat):
        return Fat(b.fit(value.pointer, t.fields[0]), value.length) if t.kind == "tuple" else b.fit(value.pointer, t)
    if value is None:
        raise InternalError(f"{b.instance.symbol}: pointer cast of nothing")
    return b.fit(value, t)


@lowers(INTO, hir.Cast)
def _cast_into(b: FunctionBuilder, node: hir.Cast, destination: Value | None) -> None:
    if node.kind == "identity":
        b.into(node.value, destination)
    else:
        b.store(b.value(node), destination)


@lowers(VALUES, hir.Coerce)
def _coerce(b: FunctionBuilder, node: hir.Coerce) -> Operand:
    if node.kind == "never":
        b.value(node.value)
        raise InternalError(f"{b.instance.symbol}: an expression of type `!` returned")
    value = b.value(node.value)
    if node.kind == "unsize":
        b.at(node.span)
        array = b.ty(node.value.ty).args[0]
        if array.kind != "array" or not isinstance(value, Value):
            raise InternalError(f"{b.instance.symbol}: unsizing {node.value.ty}")
        pointer = b.fit(value, b.shape(node.ty).type.fields[0])
        return Fat(pointer, b.const(array.args[1].data, U64))
    return value


@lowers(INTO, hir.Coerce)
def _coerce_into(b: FunctionBuilder, node: hir.Coerce, destination: Value | None) -> None:
    if node.kind == "identity":
        b.into(node.value, destination)
    else:
        b.store(b.value(node), destination)


@lowers(VALUES, hir.Length)
def _length(b: FunctionBuilder, node: hir.Length) -> Operand:
    pointer = b.ty(node.pointer.ty)
    if pointer.kind in ("ref", "ptr") and pointer.args[0].kind == "array":
        b.value(node.pointer)
        b.at(node.span)
        return b.const(pointer.args[0].args[1].data, U64)
    return b.fat(node.pointer).length


@lowers(VALUES, hir.Panic)
def _panic(b: FunctionBuilder, node: hir.Panic) -> Operand:
    operands: list[Value] = []
    texts: list[str] = []
    for each in node.operands:
        text = _known_text(b, each)
        if text is not None:
            texts.append(text.replace("{", "{{").replace("}", "}}"))
        else:
            texts.append(f"{{{len(operands)}{':c' if _behind(b.ty(each.ty)).kind == 'char' else ''}}}")
            operands.append(_shown(b, each))
    b.at(node.span)
    prefix = "evaluation panicked: " if b.is_checked_arithmetic else ""
    raise b.panic(prefix + filled(node.message, texts), tuple(operands))


@lowers(VALUES, hir.Print)
def _print(b: FunctionBuilder, node: hir.Print) -> Operand:
    from .printing import print_values

    return print_values(b, node)


def _known_text(b: FunctionBuilder, node: hir.Value) -> str | None:
    """The string that an operand of a message is for certain: a literal, or a parameter of this instance that has one (`Instance.texts`)."""
    if isinstance(node, hir.Constant) and isinstance(node.value, str) and b.ty(node.ty).kind == "ref":
        return node.value
    if isinstance(node, hir.Use) and isinstance(node.place, hir.Local) and node.place.variable in b.body.params:
        at = b.body.params.index(node.place.variable)
        return b.instance.texts[at] if at < len(b.instance.texts) else None
    return None


def filled(message: str, texts: list[str]) -> str:
    """The message with the text of operand n for `{n}` and `{n:?}`; a text that is a placeholder itself takes the style over. Doubled braces stay."""
    out, i = [], 0
    while i < len(message):
        end = message.find("}", i)
        if message[i : i + 2] in ("{{", "}}"):
            out.append(message[i : i + 2])
            i += 2
        elif message[i] == "{" and end > i:
            number, _, style = message[i + 1 : end].partition(":")
            out.append(styled(texts[int(number)], style))
            i = end + 1
        else:
            out.append(message[i])
            i += 1
    return "".join(out)


def styled(text: str, style: str) -> str:
    """`{0}` or `{0:c}` with `?`; a text of the source in quotes."""
    if not style:
        return text
    if text[:1] == "{" and text[1:2] != "{":
        return f"{text[:-1]}{'' if ':' in text else ':'}{style}}}"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    return f'"{escaped}"'


def _behind(ty: Ty) -> Ty:
    """What the references of a type refer to in the end."""
    while ty.kind == "ref":
        ty = ty.args[0]
    return ty


def _shown(b: FunctionBuilder, node: hir.Value) -> Value:
    """What a panic message shows of a value: a scalar."""
    found = b.value(node)
    if not isinstance(found, Value):
        b.at(node.span)
        raise Unsupported("of strings only literals can be shown in a message")
    if b.ty(node.ty).kind == "ref":
        raise InternalError(f"{b.instance.symbol}: a message shows a reference")
    return found

