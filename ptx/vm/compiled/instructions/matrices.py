"""Matrix instructions as LLVM IR: multiplications are vector multiplications and additions of 32 lanes, with shuffles that are constant.

A multiplication is a routine out of line, one for each mnemonic in a kernel. For each element of d, and each k in ascending order, the
elements of a and b that each lane needs are shuffled to it from the lanes that hold them. Rounding is as the reference interpreter's: one
fused operation in f32 (f64) for each product.
"""

from ptx.operands import Operand, Sink, Vector
from ptx.vm.compiled.instructions.directed_doubles import fused
from ptx.vm.compiled.instructions.halves import SHORT, as_single, from_single
from ptx.vm.compiled.instructions.rounding import reformatted
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.expressions import Expressions
from ptx.vm.compiled.ir.lanewise import define
from ptx.vm.compiled.ir.state import ABSENT, ACCESS, UNMET
from ptx.vm.compiled.ir.text import WARP, Code
from ptx.vm.compiled.memory.accesses import generic_vector, place
from ptx.vm.formats import BF16, E4M3, F16, F32
from ptx.vm.fragments import ELEMENT_BITS, Multiplication, multiplication
from ptx.vm.memory import OFFSET_BITS, SHARED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from ptx.vm.compiled.ir.builder import Lowering

    Orders: TypeAlias = "dict[int, list[int]]"
    """For each element that some lane needs, the lane to take it from, by lane (-1: this lane needs another element)."""

I32, I64, MASK = f"<{WARP} x i32>", f"<{WARP} x i64>", f"<{WARP} x i1>"
NUMBERS = {"f32": "float", "f64": "double"}


def require_all(b: Builder) -> None:
    """Faults unless all 32 lanes of the warp are here; if lanes are gone after a fault, it is that fault which is told."""
    code, function = b.code, b.function
    mask = function.mask
    here = code.bits(mask)
    absent, fine = code.new_label("absent"), code.new_label("all")
    code.unlikely(code.let(f"icmp ne i32 {here}, -1"), absent, fine)
    code.label(absent)
    noted = code.let(f"load i64, ptr {function.field('fault')}")
    first = code.new_label("first")
    code.do(f"br i1 {code.let(f'icmp ne i64 {noted}, 0')}, label %done, label %{first}")
    code.label(first)
    if not function.facts.converged(function.block):
        elsewhere = code.let(f"and i32 {code.bits(function.live)}, {code.let(f'xor i32 {here}, -1')}")
        apart, ended = code.new_label("apart"), code.new_label("ended")
        code.do(f"br i1 {code.let(f'icmp ne i32 {elsewhere}, 0')}, label %{apart}, label %{ended}")
        code.label(apart)
        function.note_fault(UNMET, function.site(b.op), mask)
        code.do("br label %done")
        code.label(ended)
    function.note_fault(ABSENT, function.site(b.op), mask, code.let(f"zext i32 {here} to i64"))
    code.do("br label %done")
    code.label(fine)


def elements_of(operand: Operand) -> tuple[Operand, ...]:
    """Returns the registers of a fragment."""
    return operand.elements if isinstance(operand, Vector) else (operand,)


# --- multiplications -----------------------------------------------------------------------------------------------------------------


def register_kind(kind: str) -> str:
    """Returns the PTX type as which registers with elements of a type are passed."""
    return kind if kind in NUMBERS else "b32"


def llvm_type(kind: str) -> str:
    """Returns the LLVM type of the registers of a fragment."""
    return f"<{WARP} x {NUMBERS.get(kind, 'i32')}>"


def multiply(b: Builder) -> None:
    """`mma`, `wmma.mma`."""
    require_all(b)
    job = multiplication(b.op.instruction.name)
    if job.rounding != "rn":
        define(b, directed_fma(job), ("double",) * 3, "double", fused(job.rounding))
    arguments = []
    for part, position in zip("abc", (1, 2, 3)):
        kind = job.types[part]
        for operand in elements_of(b.operand(position)):
            arguments.append((llvm_type(kind), b.value(operand, register_kind(kind), False, WARP)))
    targets = elements_of(b.operand(0))
    name = "matrix." + b.op.instruction.name
    whole = "{" + ", ".join([llvm_type(job.types["d"])] * len(targets)) + "}"
    routines = b.function.routines
    if name not in routines:
        routines[name] = Routine(job, b.function.declared, b.halves).text(name, whole, [kind for kind, _ in arguments])
    result = b.code.call(name, whole, *arguments)
    for index, target in enumerate(targets):
        if not isinstance(target, Sink):
            kind = register_kind(job.types["d"])
            b.write_to(target, b.code.let(f"extractvalue {whole} {result}, {index}"), kind, arithmetic=kind in NUMBERS)


def directed_fma(job: Multiplication) -> str:
    """Returns the name of the fused operation of doubles in the rounding mode of a multiplication."""
    return f"f64.fma.{job.rounding}"


class Routine:
    """The function of one multiplication: registers of a, b and c to those of d."""

    def __init__(self, job: Multiplication, declared: dict[str, str], halves: bool) -> None:
        self.job = job
        self.code = Code(declared)
        self.e = Expressions(self.code, WARP, halves)
        self.owners = {part: job.owners(part) for part in "abc"}
        self.first = {"a": 0, "b": self.registers("a"), "c": self.registers("a") + self.registers("b")}
        self.elements: dict[tuple[str, int], str] = {}
        self.gathered: dict[tuple[str, int, tuple[int, ...]], str] = {}
        self.is_exact = job.types["d"] == "s32"
        self.number = "i32" if self.is_exact else "double" if job.types["d"] == "f64" else "float"
        self.whole = f"<{WARP} x {self.number}>"
        self.step = 32 if job.types["a"] == "b1" else 1
        """How many elements are multiplied at once: the bits of a register."""

    def registers(self, part: str) -> int:
        """Returns how many registers a part's fragment has."""
        return max(1, self.job.elements(part) // self.each(part))

    def each(self, part: str) -> int:
        """Returns how many elements a register holds."""
        return max(1, 32 // ELEMENT_BITS[self.job.types[part]])

    def text(self, name: str, result: str, kinds: list[str]) -> str:
        """Returns the text of the function."""
        code = self.code
        values = [self.total(element) for element in range(self.job.elements("d"))]
        if self.job.types["d"] == "f16":
            values = self.paired([self.e.resize(from_single(self.e, F16, value), SHORT, "i32", False) for value in values])
        whole = "undef"
        for index, value in enumerate(values):
            whole = code.let(f"insertvalue {result} {whole}, {llvm_type(self.job.types['d'])} {value}, {index}")
        parameters = ", ".join(f"{kind} %r{index}" for index, kind in enumerate(kinds))
        return "\n".join([f"define internal {result} @{name}({parameters}) #1 {{", *code.lines, f"  ret {result} {whole}", "}", ""])

    def paired(self, halves: list[str]) -> list[str]:
        """Returns two elements of 16 bits in each register."""
        code = self.code
        return [code.let(f"or {I32} {low}, {code.let(f'shl {I32} {high}, splat (i32 16)')}") for low, high in zip(halves[::2], halves[1::2])]

    def total(self, element: int) -> str:
        """Returns an element of d of all lanes."""
        job, code = self.job, self.code
        cells = [(job.quarter(lane), *job.position("d", lane, element)) for lane in range(WARP)]
        start = self.needed("c", cells)
        total = "zeroinitializer" if self.is_exact else start
        for k in range(0, job.k, self.step):
            first = self.needed("a", [(quarter, row, k) for quarter, row, _ in cells])
            second = self.needed("b", [(quarter, k, column) for quarter, _, column in cells])
            total = self.added(total, first, second)
        if not self.is_exact:
            return total
        return code.intrinsic("sadd.sat", "i32", WARP, start, total) if job.saturates else code.let(f"add {I32} {start}, {total}")

    def added(self, total: str, first: str, second: str) -> str:
        """Returns a sum with one more product."""
        code = self.code
        if self.job.rounding != "rn":
            doubles = f"<{WARP} x double>"
            return code.call(f"each.{directed_fma(self.job)}", doubles, *[(doubles, value) for value in (first, second, total)])
        if not self.is_exact:
            return code.intrinsic("fma", self.number, WARP, first, second, total)
        if self.job.operation:
            product = code.intrinsic("ctpop", "i32", WARP, code.let(f"{self.job.operation} {I32} {first}, {second}"))
        else:
            product = code.let(f"mul {I32} {first}, {second}")
        return code.let(f"add {I32} {total}, {product}")

    def needed(self, part: str, cells: "list[tuple[int, int, int]]") -> str:
        """Returns the elements of a part that the lanes need, each from the lane that holds it."""
        orders: Orders = {}
        for lane, cell in enumerate(cells):
            owner, element = self.owners[part][cell]
            orders.setdefault(element, [-1] * WARP)[lane] = owner
        result = ""
        for element, order in orders.items():
            taken = self.shuffled(part, element, tuple(order))
            if result:
                mine = ", ".join(f"i1 {'true' if lane >= 0 else 'false'}" for lane in order)
                taken = self.code.let(f"select {MASK} <{mine}>, {self.whole} {taken}, {self.whole} {result}")
            result = taken
        return result

    def shuffled(self, part: str, element: int, order: tuple[int, ...]) -> str:
        """Returns an element of a part in another order of lanes."""
        value = self.element(part, element)
        if all(owner in (lane, -1) for lane, owner in enumerate(order)):
            return value
        key = (part, element, order)
        if key not in self.gathered:
            indices = ", ".join(f"i32 {max(owner, 0)}" for owner in order)
            self.gathered[key] = self.code.let(f"shufflevector {self.whole} {value}, {self.whole} poison, {I32} <{indices}>")
        return self.gathered[key]

    def element(self, part: str, number: int) -> str:
        """Returns an element of each lane's fragment as a number."""
        key = (part, number)
        if key not in self.elements:
            register, inside = divmod(number, self.each(part))
            self.elements[key] = self.value(f"%r{self.first[part] + register}", self.job.types[part], inside)
        return self.elements[key]

    def value(self, register: str, kind: str, inside: int) -> str:
        """Returns an element of a register as a number."""
        code, bits = self.code, ELEMENT_BITS[kind]
        if kind in NUMBERS or kind in ("s32", "b1"):
            return register
        if kind in ("s8", "s4"):
            high = code.let(f"shl {I32} {register}, splat (i32 {32 - bits * (inside + 1)})")
            return code.let(f"ashr {I32} {high}, splat (i32 {32 - bits})")
        low = code.let(f"lshr {I32} {register}, splat (i32 {bits * inside})") if inside else register
        low = code.let(f"and {I32} {low}, splat (i32 {(1 << bits) - 1})") if bits < 32 else low
        return low if self.is_exact else self.widened(kind, low)

    def widened(self, kind: str, bits: str) -> str:
        """Returns the number of an encoding; the low 13 bits of a tf32 count as zero, and an e5m2 is the upper half of an f16."""
        e = self.e
        if kind == "tf32":
            return e.cast("bitcast", "i32", e.binary("and", "i32", bits, e.const(-0x2000, "i32")), "float")
        if kind == "e4m3":
            return e.cast("bitcast", "i32", reformatted(e, E4M3, F32, "rn", "i32", bits), "float")
        short = e.resize(bits, "i32", SHORT, False)
        if kind == "e5m2":
            short = e.binary("shl", SHORT, short, e.const(8, SHORT))
        return as_single(e, BF16 if kind == "bf16" else F16, short)


# --- fragments and memory --------------------------------------------------------------------------------------------------------------

ROW_BYTES = 16
ROW = "<4 x i32>"


def row_pointers(b: Builder, operand: Operand, count: int, writes: bool) -> list[str]:
    """Checks the addresses of the first lanes, one for each row, and returns the rows' pointers."""
    code, function = b.code, b.function
    window = SHARED_WINDOW << OFFSET_BITS
    addresses = generic_vector(b, place(b, operand, "shared" if "space" in b.values else "generic"))
    offsets = code.let(f"sub {I64} {addresses}, splat (i64 {window})")
    limit = code.call("llvm.usub.sat.i64", "i64", ("i64", "%shared.size"), ("i64", str(ROW_BYTES - 1)))
    outside = code.let(f"icmp uge {I64} {offsets}, {code.splat(limit, 'i64')}")
    low = code.let(f"and {I64} {addresses}, splat (i64 {ROW_BYTES - 1})")
    wrong = code.let(f"or {MASK} {outside}, {code.let(f'icmp ne {I64} {low}, zeroinitializer')}")
    rows = "<" + ", ".join(f"i1 {'true' if lane < 8 * count else 'false'}" for lane in range(WARP)) + ">"
    bad = code.both(wrong, rows)
    fault, fine = code.new_label("row.fault"), code.new_label("rows")
    code.unlikely(code.any(bad), fault, fine)
    code.label(fault)
    lane = code.call("llvm.cttz.i32", "i32", ("i32", code.bits(bad)), ("i1", "true"))
    function.note_fault(ACCESS, function.site(b.op, writes, ROW_BYTES), bad, code.let(f"extractelement {I64} {addresses}, i32 {lane}"))
    code.do("br label %done")
    code.label(fine)
    found = []
    for row in range(8 * count):
        offset = code.let(f"extractelement {I64} {offsets}, i32 {row}")
        found.append(code.let(f"getelementptr i8, ptr %shared, i64 {offset}"))
    return found


def matrix_count(b: Builder) -> int:
    """Returns how many matrices are moved."""
    return next(int(word[1:]) for word in b.op.instruction.name.split(".") if word in ("x1", "x2", "x4"))


def transposed(b: Builder, value: str) -> str:
    """Returns the fragment of the transposed 8 by 8 matrix of 16-bit elements."""
    halves = f"<{2 * WARP} x i16>"
    order = ", ".join(f"i32 {8 * column + row}" for row in range(8) for column in range(8))
    parts = b.code.let(f"bitcast {I32} {value} to {halves}")
    moved = b.code.let(f"shufflevector {halves} {parts}, {halves} poison, <{2 * WARP} x i32> <{order}>")
    return b.code.let(f"bitcast {halves} {moved} to {I32}")


def load_matrix(b: Builder) -> None:
    """`ldmatrix`: the words of the rows, one after another, are the lanes' registers."""
    require_all(b)
    targets = elements_of(b.operand(0))
    pointers = row_pointers(b, b.operand(1), matrix_count(b), False)
    for number, target in enumerate(targets):
        rows = [b.code.let(f"load {ROW}, ptr {pointer}, align {ROW_BYTES}") for pointer in pointers[8 * number : 8 * number + 8]]
        value = joined(b, rows)
        if not isinstance(target, Sink):
            b.write_to(target, transposed(b, value) if b.has("trans") else value, "b32")


def joined(b: Builder, rows: list[str]) -> str:
    """Returns vectors of four words one after another."""
    width = 4
    while len(rows) > 1:
        half = f"<{width} x i32>"
        order = f"<{2 * width} x i32> <" + ", ".join(f"i32 {index}" for index in range(2 * width)) + ">"
        rows = [b.code.let(f"shufflevector {half} {x}, {half} {y}, {order}") for x, y in zip(rows[::2], rows[1::2])]
        width *= 2
    return rows[0]


def store_matrix(b: Builder) -> None:
    """`stmatrix`: the reverse, row after row."""
    require_all(b)
    pointers = row_pointers(b, b.operand(0), matrix_count(b), True)
    for number, operand in enumerate(elements_of(b.operand(1))):
        value = b.value(operand, "b32", False, WARP)
        value = transposed(b, value) if b.has("trans") else value
        for row in range(8):
            order = ", ".join(f"i32 {4 * row + word}" for word in range(4))
            part = b.code.let(f"shufflevector {I32} {value}, {I32} poison, <4 x i32> <{order}>")
            b.code.do(f"store {ROW} {part}, ptr {pointers[8 * number + row]}, align {ROW_BYTES}")


def move_matrix(b: Builder) -> None:
    """`movmatrix`."""
    require_all(b)
    b.write(transposed(b, b.value(b.operand(1), "b32", False, WARP)), "b32")


MEANINGS: "dict[str, Lowering]" = {"mma": multiply, "ldmatrix": load_matrix, "stmatrix": store_matrix, "movmatrix": move_matrix}
"""The meanings defined here, by the instruction table's key."""
