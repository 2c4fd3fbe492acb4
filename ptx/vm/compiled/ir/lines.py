"""Lines of LLVM IR that functions out of line have in common: fields of the state, loops over lanes, and the check of an address.

Every text here ends with a line break. Names in it are those of the function that it becomes part of, and are told by each docstring.
"""

from ptx.vm.compiled.ir.state import OFFSET, ROW
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.memory import OFFSET_BITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ATTRIBUTES = "#1"
"""Those of a function out of line."""


def load_field(name: str, kind: str, field: str) -> str:
    """Returns the lines that load a field of the state."""
    return f"  %{name}.p = getelementptr i8, ptr %state, i64 {OFFSET[field]}\n  %{name} = load {kind}, ptr %{name}.p\n"


def store_field(field: str, kind: str, value: str) -> str:
    """Returns the lines that store a field of the state."""
    return f"  %{field}.at = getelementptr i8, ptr %state, i64 {OFFSET[field]}\n  store {kind} {value}, ptr %{field}.at\n"


def lane_loop(body: str, lanes: str = "%lanes", before: str = "entry", end: str = "end", carried: "Sequence[tuple[str, str, str]]" = ()) -> str:
    """Returns a loop over the lanes of a mask, lowest first, entered at `head` from the block `before` and left to `end`.

    `body` has `%lane`, and `%left` with it and the lanes that are still to come; it goes on at `next`. `carried` are values that go from
    lane to lane: name, type, and what each is at first; `body` makes `%NAME.next`.
    """
    values = "".join(f"  %{name} = phi {kind} [{first}, %{before}], [%{name}.next, %next]\n" for name, kind, first in carried)
    return f"""head:
  %left = phi i32 [{lanes}, %{before}], [%rest, %next]
{values}  %none = icmp eq i32 %left, 0
  br i1 %none, label %{end}, label %body
body:
  %lane = call i32 @llvm.cttz.i32(i32 %left, i1 true)
{body}next:
  %minus = sub i32 %left, 1
  %rest = and i32 %left, %minus
  br label %head
"""


def row_of(address: str, table: str) -> str:
    """Returns the lines that find the row of an address's allocation, the last one if it has none.

    They give `%number.high`, the number that the address has, `%number` and `%row`; `%allocations` is how many there are.
    """
    return f"""  %number.high = lshr i64 {address}, {OFFSET_BITS}
  %number = call i64 @llvm.umin.i64(i64 %number.high, i64 %allocations)
  %row.at = mul i64 %number, {ROW}
  %row = getelementptr i8, ptr {table}, i64 %row.at
"""


ROW_FIELDS = """  %start = load i64, ptr %row
  %size.p = getelementptr i8, ptr %row, i64 8
  %size.row = load i64, ptr %size.p
  %delta.p = getelementptr i8, ptr %row, i64 16
  %delta = load i64, ptr %delta.p
"""
"""What is in a row: `%start`, `%size.row`, and `%delta` from there to the host's address."""


def check_of(address: str, start: str, bytes: str, less: str, low: str, name: str = "") -> str:
    """Returns the lines that find out whether an access is inside an allocation and aligned: `%fine`, and `%offset` in the allocation.

    `less` is one less than the access's size, `low` the bits of the address that must be zero. The names begin with `name`.
    """
    return f"""  %{name}offset = sub i64 {address}, {start}
  %{name}limit = call i64 @llvm.usub.sat.i64(i64 {bytes}, i64 {less})
  %{name}inside = icmp ult i64 %{name}offset, %{name}limit
  %{name}low = and i64 {address}, {low}
  %{name}aligned = icmp eq i64 %{name}low, 0
  %{name}fine = and i1 %{name}inside, %{name}aligned
"""


def lane_function(head: str, body: str, before: str = "", value: "tuple[str, str] | None" = None, after: str = "", scope: str = "") -> str:
    """Returns a function that does something for each lane of `%lanes`, lowest first; with a `value` (type and name) it returns these.

    `head` are its name and parameters, `before` the lines in front of the loop, `body` those of a lane, without a jump at the end, `after`
    blocks that `body` may go to and that go on to `end`; `scope` is `internal` for a function of one kernel.
    """
    kind, name = value or ("void", "")
    vector = f"<{WARP} x {kind}>" if value else kind
    insert = f"  %values.next = insertelement {vector} %values, {kind} {name}, i32 %lane\n" if value else ""
    loop = lane_loop(f"{body}{insert}  br label %next\n", carried=[("values", vector, "zeroinitializer")] if value else [])
    return f"""
define {scope and f"{scope} "}{vector} @{head} {ATTRIBUTES} {{
entry:
{before}  br label %head
{loop}{after}end:
  ret {vector}{" %values" if value else ""}
}}
"""


def filled_cells(base: str, value: int) -> str:
    """Returns lines for a lane that fill its own memory of `%bytes`, from its offset in `%starts` on: cells of four bytes, lane beside lane, at `base`."""
    return f"""  %wide = zext i32 %lane to i64
  %column = mul i64 %wide, 4
  %start = extractelement <{WARP} x i64> %starts, i32 %lane
  br label %cells
cells:
  %at = phi i64 [0, %body], [%further, %cell]
  %more = icmp ult i64 %at, %bytes
  br i1 %more, label %cell, label %filled
cell:
  %offset = add i64 %start, %at
  %row = mul i64 %offset, {WARP}
  %place = add i64 %row, %column
  %p = getelementptr i8, ptr {base}, i64 %place
  store i32 {value}, ptr %p, align 4
  %further = add i64 %at, 4
  br label %cells
filled:
"""
