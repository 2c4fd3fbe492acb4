"""Meanings of matrix instructions of a warp: multiplications, and fragments from and to memory.

`mma`: products are exact; each element of d starts with c and takes the products in ascending order of k, each added with one rounding
to nearest even, in f32 (f64 for f64); an f16 accumulator is rounded once at the end. Integers are exact, then cut or limited.
PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions".
"""

from ctypes import c_float
from struct import pack, unpack

from ptx.vm import floating
from ptx.vm.addresses import SIZE_SHIFT, Access, address_of
from ptx.vm.context import Context, Event
from ptx.vm.convert import FLOATS, reformat
from ptx.vm.errors import WarpMisuse
from ptx.vm.formats import F32, F64, Format
from ptx.vm.fragments import ELEMENT_BITS, LANES, Multiplication, multiplication
from ptx.vm.integer import clamp, signed
from ptx.vm.memory import OFFSET_BITS, OFFSET_MASK, SHARED_WINDOW
from ptx.vm.waiting import Thread, WarpGroup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from ptx.operands import Operand

    Operands: TypeAlias = dict[int, tuple[int, ...]]
    """The registers' values of each lane, in the order of the operands."""
    Rule: TypeAlias = Callable[[Operands], Operands]
    Place: TypeAlias = tuple[int, int, int]
    """Quarter, row and column of an element."""

ALL = (1 << LANES) - 1


def whole_warp(context: Context, sources: "list[tuple[memoryview, int]]", targets: "list[tuple[memoryview, int]]", rule: "Rule",
               addresses: "tuple[Callable[[], int], ...]" = ()) -> None:  # fmt: skip
    """Ends the block with an event at which all 32 lanes of a warp meet, at this one instruction; `rule` makes each lane's results from all operands."""
    machine, place = context.machine, context.place

    def combine(group: WarpGroup) -> None:
        lanes = sum(1 << lane for lane in group.threads)
        if lanes != ALL:
            machine.thread_index = min(thread.index for thread in group.threads.values())
            raise machine.fault(WarpMisuse, f"only the lanes 0x{lanes:08x} execute it together; it takes all {LANES}", place)
        results = rule(group.operands)
        for lane, thread in group.threads.items():
            places = [] if thread.event is None else thread.event.targets
            thread.pending = [(view, index, value) for (view, index), value in zip(places, results.get(lane, ()))]

    def arrive(thread: Thread, event: Event) -> None:
        operands = (*[where() for where in addresses], *[view[index] for view, index in sources])
        machine.scheduler.arrive_warp(thread, event, ALL, operands, WarpGroup(ALL, combine))

    event = context.suspend(arrive)
    event.name, event.aligned, event.targets = f"{event.name} {event.resume:08}", True, targets


# --- multiplications -----------------------------------------------------------------------------------------------------------------


def register_type(kind: str) -> str:
    """Returns the type of a register that holds elements of a type."""
    return "b64" if kind == "f64" else "b32"


def multiply(context: Context) -> None:
    """`mma`, `wmma.mma`."""
    job = multiplication(context.instruction.name)
    vectors = [context.vector(operand) for operand in context.operands]
    kinds = [register_type(job.types[part]) for part in "dabc"]
    targets = [context.target(each, kinds[0]) for each in vectors[0]]
    sources = [context.source(each, kind) for vector, kind in zip(vectors[1:], kinds[1:]) for each in vector]
    counts = [len(vector) for vector in vectors[1:]]
    whole_warp(context, sources, targets, lambda operands: product(job, operands, counts))


def product(job: Multiplication, operands: "Operands", counts: list[int]) -> "Operands":
    """Returns each lane's registers of d."""
    first, second, third = (matrix(job, part, operands, counts) for part in "abc")
    accumulate = accumulator(job)
    done: dict[Place, int] = {}
    results = {}
    for lane in operands:
        encodings = []
        for element in range(job.elements("d")):
            quarter, row, column = place = (job.quarter(lane), *job.position("d", lane, element))
            if place not in done:
                pairs = [(first[quarter, row, k], second[quarter, k, column]) for k in range(job.k)]
                done[place] = accumulate(third[place], pairs)
            encodings.append(done[place])
        results[lane] = packed(encodings, ELEMENT_BITS[job.types["d"]])
    return results


def matrix(job: Multiplication, part: str, operands: "Operands", counts: list[int]) -> "dict[Place, int]":
    """Returns the encodings of a part's elements."""
    start = sum(counts["abc".index(each)] for each in "abc"[: "abc".index(part)])
    bits = ELEMENT_BITS[job.types[part]]
    each = max(1, 32 // bits)
    found = {}
    for place, (lane, element) in job.owners(part).items():
        register, inside = divmod(element, each)
        found[place] = operands[lane][start + register] >> bits * inside & ((1 << bits) - 1)
    return found


def packed(encodings: list[int], bits: int) -> tuple[int, ...]:
    """Returns the registers that hold elements."""
    each = max(1, 32 // bits)
    return tuple(sum(value << bits * inside for inside, value in enumerate(encodings[at : at + each])) for at in range(0, len(encodings), each))


def accumulator(job: Multiplication) -> "Callable[[int, list[tuple[int, int]]], int]":
    """Returns the function from an element of c and the pairs of factors to the element of d, all as encodings."""
    if job.types["d"] == "s32":
        return bits_accumulator(job) if job.types["a"] == "b1" else integer_accumulator(job)
    if job.types["d"] == "f64":
        return lambda start, pairs: fused(F64, start, pairs, job.rounding)
    values = {part: value_of(job.types[part]) for part in "abc"}
    final = FLOATS[job.types["d"]]

    def accumulate(start: int, pairs: list[tuple[int, int]]) -> int:
        factors = [(values["a"](x), values["b"](y)) for x, y in pairs]
        total = fused_singles(values["c"](start), factors)
        return reformat(final, F32, "rn", F32.nan if total != total else int.from_bytes(pack("<f", total), "little"))

    return accumulate


def fused(form: Format, total: int, pairs: list[tuple[int, int]], mode: str) -> int:
    """Returns the sum of all products and a start, rounded after each addition."""
    for x, y in pairs:
        total = floating.fused(form, mode, x, y, total)
    return total


def fused_singles(total: float, pairs: list[tuple[float, float]]) -> float:
    """Returns the sum of all products and a start, rounded to f32 after each addition.

    The products of the short formats are exact in a double; the sum is rounded to odd, then to f32 (`steps_float.fast_fused`).
    """
    for x, y in pairs:
        product = x * y
        value = product + total
        back = value - product
        error = (product - (value - back)) + (total - back)
        if error and error == error:
            value = made_odd(value, error)
        total = c_float(value).value
    return total


def made_odd(value: float, error: float) -> float:
    """Returns a double with an odd last place: its neighbour toward the exact value, if its own is even."""
    bits = int.from_bytes(pack("<d", value), "little")
    if not bits & 1:
        bits += 1 if (error > 0.0) == (value > 0.0) else -1
    return float(unpack("<d", bits.to_bytes(8, "little"))[0])


def value_of(kind: str) -> "Callable[[int], float]":
    """Returns the function from an element's encoding to its number; the low 13 bits of a tf32 count as zero."""
    if kind in ("f32", "tf32"):
        kept = 0xFFFFE000 if kind == "tf32" else 0xFFFFFFFF
        return lambda bits: single(bits & kept)
    known: dict[int, float] = {}

    def value(bits: int) -> float:
        found = known.get(bits)
        return found if found is not None else known.setdefault(bits, single(reformat(F32, FLOATS[kind], "rn", bits)))

    return value


def single(bits: int) -> float:
    """Returns the number of an f32 encoding."""
    return float(unpack("<f", bits.to_bytes(4, "little"))[0])


def integer_accumulator(job: Multiplication) -> "Callable[[int, list[tuple[int, int]]], int]":
    """Returns the accumulation of 8- or 4-bit integers; the sum is exact, then limited to s32 (`.satfinite`) or cut."""
    readers = []
    for part in "ab":
        kind = job.types[part]
        readers.append((lambda bits, width=ELEMENT_BITS[kind]: signed(bits, width)) if kind[0] == "s" else (lambda bits: bits))
    first, second = readers

    def accumulate(start: int, pairs: list[tuple[int, int]]) -> int:
        total = signed(start, 32) + sum(first(x) * second(y) for x, y in pairs)
        return (clamp(total, "s32") if job.saturates else total) & 0xFFFFFFFF

    return accumulate


def bits_accumulator(job: Multiplication) -> "Callable[[int, list[tuple[int, int]]], int]":
    """Returns the accumulation of single bits: how many of the pairs differ, or are both set."""
    differ = job.operation == "xor"

    def accumulate(start: int, pairs: list[tuple[int, int]]) -> int:
        return (start + sum(x ^ y if differ else x & y for x, y in pairs)) & 0xFFFFFFFF

    return accumulate


# --- fragments and memory ------------------------------------------------------------------------------------------------------------

ROW_BYTES = 16
"""Bytes of a row of an 8 by 8 matrix of 16-bit elements."""


class Rows:
    """The rows of the matrices of `ldmatrix` and `stmatrix`: lane `l` has the address of row `l % 8` of matrix `l / 8`."""

    def __init__(self, context: Context, operand: "Operand", count: int, writes: bool) -> None:
        self.machine = context.machine
        self.count = count
        self.writes = writes
        self.access = Access(context.machine, context.place, "write" if writes else "read", ROW_BYTES)
        self.where = address_of(context, operand, "shared" if "space" in context.values else "generic")

    def halves(self, operands: "Operands") -> "list[tuple[memoryview, int]]":
        """Returns the place of each row as view of 16-bit elements and index; the first lane with a bad address faults."""
        found = []
        for lane in range(8 * self.count):
            at = operands[lane][0]
            view = self.machine.space.tables["H"][SHARED_WINDOW]
            index = (at & OFFSET_MASK) >> SIZE_SHIFT[2]
            if at >> OFFSET_BITS != SHARED_WINDOW or at % ROW_BYTES or index + 8 > len(view):
                self.machine.thread_index = self.machine.thread_index // LANES * LANES + lane
                raise self.access.fault(at, self.writes)
            found.append((view, index))
        return found


def matrix_count(context: Context) -> int:
    """Returns how many matrices are moved."""
    return next(int(word[1:]) for word in context.instruction.name.split(".") if word in ("x1", "x2", "x4"))


def cell(lane: int, half: int, transposed: bool) -> tuple[int, int]:
    """Returns the row and column of one half of a lane's register."""
    across, along = lane >> 2, 2 * (lane & 3) + half
    return (along, across) if transposed else (across, along)


def load_matrix(context: Context) -> None:
    """`ldmatrix`: each register of the fragment gets two elements of one matrix."""
    count, transposed = matrix_count(context), context.has("trans")
    rows = Rows(context, context.operands[1], count, False)
    targets = [context.target(each, "b32") for each in context.vector(context.operands[0])]

    def rule(operands: "Operands") -> "Operands":
        places = rows.halves(operands)

        def read(number: int, lane: int, half: int) -> int:
            row, column = cell(lane, half, transposed)
            view, index = places[8 * number + row]
            return view[index + column]

        return {lane: tuple(read(number, lane, 0) | read(number, lane, 1) << 16 for number in range(count)) for lane in operands}

    whole_warp(context, [], targets, rule, (rows.where,))


def store_matrix(context: Context) -> None:
    """`stmatrix`: the reverse of `ldmatrix`, row after row; the last one wins where rows lie over each other."""
    count, transposed = matrix_count(context), context.has("trans")
    rows = Rows(context, context.operands[0], count, True)
    sources = [context.source(each, "b32") for each in context.vector(context.operands[1])]
    holders = {cell(lane, half, transposed): (lane, half) for lane in range(LANES) for half in (0, 1)}

    def rule(operands: "Operands") -> "Operands":
        for number, (view, index) in enumerate(rows.halves(operands)):
            for column in range(8):
                lane, half = holders[number % 8, column]
                view[index + column] = operands[lane][1 + number // 8] >> 16 * half & 0xFFFF
        return {}

    whole_warp(context, sources, [], rule, (rows.where,))


def move_matrix(context: Context) -> None:
    """`movmatrix`: the fragment of the transposed 8 by 8 matrix."""
    target, source = context.target(context.operands[0], "b32"), context.source(context.operands[1], "b32")

    def half(operands: "Operands", lane: int, half_number: int) -> int:
        row, column = cell(lane, half_number, True)
        return operands[4 * row + (column >> 1)][0] >> 16 * (column & 1) & 0xFFFF

    whole_warp(context, [source], [target], lambda operands: {lane: (half(operands, lane, 0) | half(operands, lane, 1) << 16,) for lane in operands})


MEANINGS: "dict[str, Callable[[Context], None]]" = {
    "mma": multiply,
    "ldmatrix": load_matrix,
    "stmatrix": store_matrix,
    "movmatrix": move_matrix,
}
"""The meanings defined here, by the instruction table's key."""
