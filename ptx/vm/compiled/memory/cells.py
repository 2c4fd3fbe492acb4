"""The memory of each thread as cells: the lanes' own bytes lie interleaved, so that one offset in all lanes is one vector."""

from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.compiled.memory.access import Access, masked_store
from ptx.vm.compiled.memory.accesses import scalar_address

CELL = 4
"""Bytes by which the lanes' own memory is interleaved."""


def local_offset(b: Builder, access: Access) -> "tuple[str, str]":
    """Returns the offset of an access by all lanes at one place, and whether it may be made."""
    code = b.code
    offset = scalar_address(b, access.where)
    limit = max(0, b.function.local_size - access.total + 1)
    fine = code.let(f"icmp ult i64 {offset}, {limit}")
    if access.total > 1:
        low = code.let(f"and i64 {offset}, {access.total - 1}")
        aligned = code.let(f"icmp eq i64 {low}, 0")
        fine = code.let(f"and i1 {fine}, {aligned}")
    return offset, fine


def cell(b: Builder, offset: str, more: int = 0) -> str:
    """Returns the pointer to the row of cells that holds an offset (plus a multiple of four)."""
    code = b.code
    whole = code.let(f"and i64 {offset}, {-CELL}")
    at = code.let(f"mul i64 {whole}, {WARP}")
    at = code.let(f"add i64 {at}, {WARP * more}") if more else at
    return code.let(f"getelementptr i8, ptr %local, i64 {at}")


def read_cells(b: Builder, offset: str, more: int, kind: str, size: int) -> str:
    """Returns the value of all lanes at `offset + more`, which is a multiple of the size."""
    code, vector = b.code, f"<{WARP} x i32>"
    if size >= CELL:
        words = [code.let(f"load {vector}, ptr {cell(b, offset, more + CELL * index)}, align 4") for index in range(size // CELL)]
        if size == CELL:
            return words[0]
        low, high = (code.let(f"zext {vector} {word} to <{WARP} x i64>") for word in words)
        shifted = code.let(f"shl <{WARP} x i64> {high}, splat (i64 32)")
        return code.let(f"or <{WARP} x i64> {shifted}, {low}")
    at = code.let(f"add i64 {offset}, {more}")
    word = code.let(f"load {vector}, ptr {cell(b, at)}, align 4")
    return code.let(f"trunc {vector} {code.let(f'lshr {vector} {word}, {_bit_in_cell(b, at)}')} to <{WARP} x {kind}>")


def _bit_in_cell(b: Builder, offset: str) -> str:
    code = b.code
    bit = code.let(f"shl i64 {code.let(f'and i64 {offset}, {CELL - 1}')}, 3")
    return code.splat(code.let(f"trunc i64 {bit} to i32"), "i32")


def write_cells(b: Builder, offset: str, more: int, kind: str, size: int, value: str) -> None:
    """Stores a value of the active lanes at `offset + more`."""
    code, vector = b.code, f"<{WARP} x i32>"
    if size == CELL:
        masked_store(b, "i32", WARP, value, cell(b, offset, more), b.function.mask, 4)
        return
    if size == 2 * CELL:
        for index in range(2):
            half = code.let(f"lshr <{WARP} x i64> {value}, splat (i64 {32 * index})") if index else value
            word = code.let(f"trunc <{WARP} x i64> {half} to {vector}")
            masked_store(b, "i32", WARP, word, cell(b, offset, more + CELL * index), b.function.mask, 4)
        return
    at = code.let(f"add i64 {offset}, {more}")
    pointer, bit = cell(b, at), _bit_in_cell(b, at)
    old = code.let(f"load {vector}, ptr {pointer}, align 4")
    ones = code.let(f"shl {vector} splat (i32 {(1 << 8 * size) - 1}), {bit}")
    wide = code.let(f"shl {vector} {code.let(f'zext <{WARP} x {kind}> {value} to {vector}')}, {bit}")
    kept = code.let(f"and {vector} {old}, {code.let(f'xor {vector} {ones}, splat (i32 -1)')}")
    masked_store(b, "i32", WARP, code.let(f"or {vector} {kept}, {wide}"), pointer, b.function.mask, 4)
