"""A row of lanes in memory: after `rows_of` it is known whether the lanes' elements follow each other, and may all be accessed.

A row is made of segments (`strides`), each of which is one vector in memory.
"""

from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.memory.access import Access, is_volatile, segment
from ptx.vm.compiled.memory.accesses import Checked, checked, scalar_address


class Rows:
    """The checked segments of a row of lanes."""

    __slots__ = ("fine", "found")

    def __init__(self, fine: str, found: list[Checked]) -> None:
        self.fine = fine
        self.found = found


def rows_of(b: Builder, access: Access) -> Rows:
    """Checks every segment: that its addresses are in a row, and that the whole row may be accessed."""
    code, lanes, stride = b.code, segment(b), access.where.stride or 0
    fine, found = "true", []
    for start in range(0, WARP, lanes):
        first, last = scalar_address(b, access.where, start), scalar_address(b, access.where, start + lanes - 1)
        whole = code.let(f"icmp eq i64 {code.let(f'sub i64 {last}, {first}')}, {stride * (lanes - 1)}")
        row = checked(b, access.where, first, stride * (lanes - 1) + access.total, access.total, access.writes)
        both = code.let(f"and i1 {whole}, {row.fine}")
        fine = both if fine == "true" else code.let(f"and i1 {fine}, {both}")
        found.append(row)
    return Rows(fine, found)


def scalar_element(b: Builder, access: Access, pointer: str, index: int) -> str:
    """Returns one element of an access, read at the place of one lane."""
    at = b.code.let(f"getelementptr i8, ptr {pointer}, i64 {index * access.size}") if index else pointer
    volatile = "volatile " if is_volatile(b) else ""
    return b.code.let(f"load {volatile}{access.kind}, ptr {at}, align {access.size}")


def row_values(b: Builder, access: Access, row: Checked) -> list[str]:
    """Returns the elements of a segment: one place for all, or a row (of vectors, taken apart)."""
    code, lanes = b.code, segment(b)
    if access.where.stride == 0:
        return [code.splat(scalar_element(b, access, row.pointer, index), access.kind, lanes) for index in range(access.count)]
    volatile = "volatile " if is_volatile(b) else ""
    wide = lanes * access.count
    value = code.let(f"load {volatile}<{wide} x {access.kind}>, ptr {row.pointer}, align {access.size}")
    if access.count == 1:
        return [value]
    return [
        code.let(f"shufflevector <{wide} x {access.kind}> {value}, <{wide} x {access.kind}> poison, {indices(range(index, wide, access.count))}")
        for index in range(access.count)
    ]


def indices(numbers: range) -> str:
    """Returns a constant vector of lane numbers for a shuffle."""
    return f"<{len(numbers)} x i32> <" + ", ".join(f"i32 {number}" for number in numbers) + ">"


def joined_segments(b: Builder, kind: str, parts: list[str]) -> str:
    """Returns the segments of a value as one vector."""
    lanes = WARP // len(parts)
    while len(parts) > 1:
        wide = f"<{lanes} x {kind}>"
        parts = [b.code.let(f"shufflevector {wide} {x}, {wide} {y}, {indices(range(2 * lanes))}") for x, y in zip(parts[::2], parts[1::2])]
        lanes *= 2
    return parts[0]


def part(b: Builder, kind: str, value: str, index: int, lanes: int) -> str:
    """Returns one segment of a vector."""
    if lanes == WARP:
        return value
    return b.code.let(f"shufflevector <{WARP} x {kind}> {value}, <{WARP} x {kind}> poison, {indices(range(index * lanes, (index + 1) * lanes))}")


def interleaved(b: Builder, kind: str, parts: list[str], lanes: int) -> str:
    """Returns the elements of several vectors in turn."""
    code, count = b.code, len(parts)
    wide, joined = lanes, parts
    while len(joined) > 1:
        half = f"<{wide} x {kind}>"
        joined = [code.let(f"shufflevector {half} {x}, {half} {y}, {indices(range(2 * wide))}") for x, y in zip(joined[::2], joined[1::2])]
        wide *= 2
    order = ", ".join(f"i32 {element * lanes + lane}" for lane in range(lanes) for element in range(count))
    return code.let(f"shufflevector <{wide} x {kind}> {joined[0]}, <{wide} x {kind}> poison, <{wide} x i32> <{order}>")
