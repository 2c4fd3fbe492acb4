"""Where a memory access goes: its address as IR, the check that it may be made, and what happens where it may not.

Addresses are virtual, as in the reference interpreter (`ptx.vm.memory`): the high bits name an allocation, whose row in a table gives first
address, size and distance to the host's memory. So every address is checked by two comparisons, no pointer of a kernel can reach memory
that is not its own, and pointers have the same values as there.
"""

from ptx.operands import Address, Operand, Register, Symbol
from ptx.vm.compiled.analysis.roots import NUMBER, Origin, end_zeros, zeros_of
from ptx.vm.compiled.cfg.graph import Op, Reg, find_register, registers_of
from ptx.vm.compiled.ir.builder import Builder, every_lane, place_of
from ptx.vm.compiled.ir.state import ROW
from ptx.vm.compiled.ir.text import WARP, typed
from ptx.vm.memory import LOCAL_WINDOW, OFFSET_BITS, OFFSET_MASK, SHARED_WINDOW
from ptx.vm.registers import WIDTHS

WINDOWS = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW}
MASK64 = (1 << 64) - 1


class Place:
    """An address operand: `space` (`shared`, `local`, `generic`), the register or constant it starts from, and a byte offset.

    `stride` is how the address changes from lane to lane within a segment, None if unknown; `varying` whether it does at all. `guess` is
    what the stride may be where it is unknown. `origin` is the pointer parameter that it starts from and how far it is aligned.
    """

    __slots__ = ("base", "guess", "kind", "offset", "origin", "space", "stride", "varying")

    def __init__(self, space: str, base: "Reg | str", offset: int, stride: "int | None") -> None:
        self.space = space
        self.base = base
        self.offset = offset
        self.varying = isinstance(base, Reg) and base.varying
        self.stride = stride
        self.guess: int | None = None
        self.origin = NUMBER
        self.kind = f"i{WIDTHS[base.kind]}" if isinstance(base, Reg) else "i64"


def space_of(op: Op) -> str:
    """Returns where an access goes: `shared`, `local` (parameters of functions included) or `generic`."""
    words = [word.partition("::")[0] for word in op.resolved.values.values()]
    space = next((word for word in words if word in ("shared", "local", "param")), "")
    if space == "param":
        return "generic" if op.instance.frame.function.is_entry and not _names_variable(op) else "local"
    return space or ("local" if _names_variable(op) else "generic")


def _names_variable(op: Op) -> bool:
    bases = [operand.base for operand in op.operands if isinstance(operand, Address)]
    return any(isinstance(base, Symbol) and op.scope.find("variables", base.name) is not None for base in bases)


def place(b: Builder, operand: Operand, space: str = "") -> Place:
    """Returns the place of an address operand."""
    if not isinstance(operand, Address):
        raise b.refuse(f"`{operand}` is not an address")
    space = space or space_of(b.op)
    if space == "generic" and isinstance(operand.base, Symbol) and operand.base.name in b.function.graph.machine.shared_offsets:
        space = "shared"
    if isinstance(operand.base, Register) or (operand.base is not None and registers_of(b.op, operand)):
        register = find_register(b.function.graph, b.op, operand.base)
        if WIDTHS[register.kind] not in (32, 64) or register.kind in ("f32", "f64", "pred"):
            raise b.refuse(f"`{operand.base}` is declared .{register.kind} and cannot be an address")
        found = Place(space, register, operand.offset, b.function.strides.get(register) if register.varying else 0)
        found.guess = b.function.guesses.get(register)
        found.origin = b.function.origins.get(register, NUMBER)
        return found
    base = "0" if operand.base is None else b.address_constant(operand.base.name, operand.base.offset)
    found = Place(space, base, operand.offset, 0)
    if base.isdigit():
        found.origin = Origin(None, zeros_of(int(base)))
    return found


def scalar_address(b: Builder, where: Place, lane: "int | None" = None) -> str:
    """Returns the i64 address in its own space of a scalar place, or of one lane of a vector."""
    code = b.code
    if isinstance(where.base, str):
        if where.base.startswith("%"):
            return code.let(f"add i64 {where.base}, {where.offset}")
        return str(_signed(int(where.base) + where.offset))
    own = typed(where.kind, where.base.width)
    value = code.let(f"load {own}, ptr {place_of(where.base)}")
    if where.base.stride:
        value = code.let(f"add {own} {value}, {where.base.stride * lane}") if lane else value
    elif lane is not None and where.base.width > 1:
        value = code.let(f"extractelement {own} {value}, i64 {lane}")
    if where.kind == "i32":
        value = code.let(f"zext i32 {value} to i64")
    return code.let(f"add i64 {value}, {where.offset}") if where.offset else value


def _signed(value: int) -> int:
    value &= MASK64
    return value - (1 << 64) if value >> 63 else value


def vector_address(b: Builder, where: Place) -> str:
    """Returns the addresses of all lanes in their own space, as a vector of i64."""
    code = b.code
    if not where.varying:
        return code.splat(scalar_address(b, where), "i64")
    assert isinstance(where.base, Reg)
    value = every_lane(code, where.base) if where.base.stride is not None else code.let(f"load {typed(where.kind, WARP)}, ptr {place_of(where.base)}")
    if where.kind == "i32":
        value = code.let(f"zext <{WARP} x i32> {value} to <{WARP} x i64>")
    return code.let(f"add <{WARP} x i64> {value}, splat (i64 {where.offset})") if where.offset else value


def generic_vector(b: Builder, where: Place) -> str:
    """Returns the generic addresses of all lanes; those past a window's end stay the least address past it."""
    value = vector_address(b, where)
    window = WINDOWS.get(where.space)
    if window is None:
        return value
    limited = b.code.intrinsic("umin", "i64", WARP, value, f"splat (i64 {OFFSET_MASK})")
    return b.code.let(f"add <{WARP} x i64> {limited}, splat (i64 {window << OFFSET_BITS})")


class Checked:
    """A checked range: whether it may be accessed (an i1), and the host address of its start (a ptr); `shadow` for `.nc` (an i64)."""

    __slots__ = ("fine", "pointer", "shadow")

    def __init__(self, fine: str, pointer: str, shadow: str = "") -> None:
        self.fine = fine
        self.pointer = pointer
        self.shadow = shadow


class Limits:
    """Where an address may lie: from `start` on, at less than `limit` bytes; `delta` more is the host's address (all i64)."""

    __slots__ = ("delta", "limit", "shadow", "start")

    def __init__(self, start: str, limit: str, delta: str, shadow: str = "") -> None:
        self.start = start
        self.limit = limit
        self.delta = delta
        self.shadow = shadow


def limits(b: Builder, where: Place, address: str, span: int, writes: bool) -> Limits:
    """Returns the limits for an access of `span` bytes that begins where `address` (a scalar) does."""
    code = b.code
    if where.space == "shared":
        return Limits("0", shared_limit(b, span), "%shared.delta")
    if where.origin.root is not None:
        row = b.function.root_row(where.origin.root, writes, span)
        return Limits(f"{row}.start", f"{row}.limit.{span}", f"{row}.delta", f"{row}.shadow" if b.function.has_shadow else "")
    number = code.call("llvm.umin.i64", "i64", ("i64", code.let(f"lshr i64 {address}, {OFFSET_BITS}")), ("i64", "%allocations"))
    table = "%writable" if writes else "%readable"
    row = code.let(f"getelementptr i8, ptr {table}, i64 {code.let(f'mul i64 {number}, {ROW}')}")
    values = [code.let(f"load i64, ptr {row if index == 0 else code.let(f'getelementptr i8, ptr {row}, i64 {8 * index}')}, !invariant.load !0")
              for index in range(4 if b.function.has_shadow else 3)]  # fmt: skip
    limit = code.call("llvm.usub.sat.i64", "i64", ("i64", values[1]), ("i64", str(span - 1)))
    return Limits(values[0], limit, values[2], values[3] if len(values) > 3 else "")


def shared_limit(b: Builder, span: int) -> str:
    """Returns how far an access of `span` bytes may begin in shared memory: a constant where no launch with this code has dynamic shared memory."""
    machine = b.function.graph.machine
    if not machine.shape.shared:
        return str(max(0, machine.dynamic_shared - span + 1))
    return b.code.call("llvm.usub.sat.i64", "i64", ("i64", "%shared.size"), ("i64", str(span - 1)))


def is_aligned(where: Place, align: int) -> bool:
    """Whether all addresses of a place are known to be multiples of a power of two."""
    return align == 1 or align <= 1 << min(end_zeros(where.origin), zeros_of(where.offset))


def checked(b: Builder, where: Place, address: str, span: int, align: int, writes: bool) -> Checked:
    """Checks a scalar address for an access of `span` bytes with elements of `align`."""
    code = b.code
    bounds = limits(b, where, address, span, writes)
    offset = address if bounds.start == "0" else code.let(f"sub i64 {address}, {bounds.start}")
    fine = code.let(f"icmp ult i64 {offset}, {bounds.limit}")
    if not is_aligned(where, align):
        low = code.let(f"and i64 {address}, {align - 1}")
        aligned = code.let(f"icmp eq i64 {low}, 0")
        fine = code.let(f"and i1 {fine}, {aligned}")
    host = code.let(f"add i64 {address}, {bounds.delta}")
    return Checked(fine, code.let(f"inttoptr i64 {host} to ptr"), bounds.shadow and code.let(f"add i64 {host}, {bounds.shadow}"))


def row_of_lanes(b: Builder, where: Place, span: int, align: int, writes: bool) -> Checked:
    """Checks whether the active lanes' addresses follow each other, lane by lane, and the whole row of the warp may be accessed."""
    code, vector = b.code, f"<{WARP} x i64>"
    addresses = vector_address(b, where)
    index = code.call("llvm.cttz.i32", "i32", ("i32", code.bits(b.function.mask)), ("i1", "true"))
    before = code.let(f"mul i64 {code.let(f'zext i32 {index} to i64')}, {span}")
    start = code.let(f"sub i64 {code.let(f'extractelement {vector} {addresses}, i32 {index}')}, {before}")
    steps = "<" + ", ".join(f"i64 {span * lane}" for lane in range(WARP)) + ">"
    expected = code.let(f"add {vector} {code.splat(start, 'i64')}, {steps}")
    apart = code.any(code.both(code.let(f"icmp ne {vector} {addresses}, {expected}"), b.function.mask))
    row = checked(b, where, start, span * WARP, align, writes)
    row.fine = code.let(f"and i1 {row.fine}, {code.let(f'xor i1 {apart}, true')}")
    return row


class VectorChecked:
    """Checked addresses of all lanes: whether all active ones are fine (an i1), and their host pointers as base and indices."""

    __slots__ = ("fine", "pointers")

    def __init__(self, fine: str, pointers: str) -> None:
        self.fine = fine
        self.pointers = pointers


def checked_lanes(b: Builder, where: Place, span: int, writes: bool) -> VectorChecked:
    """Checks the addresses of all active lanes against the allocation of the first of them."""
    code, vector = b.code, f"<{WARP} x i64>"
    addresses = vector_address(b, where)
    first = "0"
    if where.space != "shared" and where.origin.root is None:
        index = code.call("llvm.cttz.i32", "i32", ("i32", code.bits(b.function.mask)), ("i1", "true"))
        first = code.let(f"extractelement {vector} {addresses}, i32 {index}")
    bounds = limits(b, where, first, span, writes)
    offsets = addresses
    if bounds.start != "0":
        offsets = code.let(f"sub {vector} {addresses}, {code.splat(bounds.start, 'i64')}")
    wrong = code.let(f"icmp uge {vector} {offsets}, {code.splat(bounds.limit, 'i64')}")
    if not is_aligned(where, span):
        low = code.let(f"and {vector} {addresses}, splat (i64 {span - 1})")
        odd = code.let(f"icmp ne {vector} {low}, zeroinitializer")
        wrong = code.let(f"or <{WARP} x i1> {wrong}, {odd}")
    bad = code.any(code.both(wrong, b.function.mask))
    fine = code.let(f"xor i1 {bad}, true")
    base = code.let(f"inttoptr i64 {bounds.delta} to ptr")
    return VectorChecked(fine, code.let(f"getelementptr i8, ptr {base}, {vector} {addresses}"))


def surviving(b: Builder, where: Place, size: int, writes: bool) -> str:
    """Checks lane by lane, out of line: a fault is noted and ends its lane and all above. Returns the generic addresses.

    Afterwards the mask holds the lanes that go on; if there is none, the block is left.
    """
    code = b.code
    addresses = generic_vector(b, where)
    site = b.function.site(b.op, writes, size)
    flags = int(writes) + 2 * int(b.function.has_shadow and writes)
    code.call("check", "void", ("ptr", "%state"), (f"<{WARP} x i64>", addresses), ("i32", code.bits(b.function.mask)),
              ("i64", str(size)), ("i64", str(flags)), ("i64", str(site)))  # fmt: skip
    b.function.drop_faulted()
    return addresses
