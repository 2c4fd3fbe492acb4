"""mbarrier objects as native code: one function for each kind of operation, lane after lane. The contents are those of `ptx.vm.mbarriers`."""

from ptx.vm import mbarriers
from ptx.vm.compiled.ir.lines import lane_function, load_field, store_field
from ptx.vm.compiled.ir.state import MBARRIER
from ptx.vm.compiled.ir.text import WARP
from ptx.vm.mbarriers import BYTES_BITS, BYTES_SHIFT, COUNT, EXPECTED_SHIFT, MARK, MARK_SHIFT, PHASE_SHIFT
from ptx.vm.memory import OFFSET_BITS, OFFSET_MASK, SHARED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

VECTOR = f"<{WARP} x i64>"
FIELDS = f"""  %pending = and i64 %word, {COUNT}
  %expected.low = lshr i64 %word, {EXPECTED_SHIFT}
  %expected = and i64 %expected.low, {COUNT}
  %bytes.high = shl i64 %word, {64 - BYTES_SHIFT - BYTES_BITS}
  %bytes = ashr i64 %bytes.high, {64 - BYTES_BITS}
  %phase.low = lshr i64 %word, {PHASE_SHIFT}
  %phase = and i64 %phase.low, 1
"""
"""The parts of the contents."""
NO_PROBLEM = -1


class Body:
    """The lines of one operation: `new` contents from `%word` and `%operand`, and the number of a problem."""

    def __init__(self) -> None:
        self.text = ""
        self.problem = str(NO_PROBLEM)
        self.count = 0

    def let(self, expression: str) -> str:
        """Writes a line and returns the name of its result."""
        self.count += 1
        self.text += f"  %b{self.count} = {expression}\n"
        return f"%b{self.count}"

    def fails(self, condition: str, problem: int) -> None:
        """Notes a problem; one that is noted later counts before it."""
        self.problem = self.let(f"select i1 {condition}, i64 {problem}, i64 {self.problem}")

    def bad_count(self, count: str) -> str:
        """Returns whether a number of arrivals cannot be."""
        return self.let(f"icmp uge i64 {self.let(f'sub i64 {count}, 1')}, {COUNT}")

    def with_bytes(self, count: str) -> tuple[str, str]:
        """Returns the bytes to come with some more, and whether they are too many."""
        total = self.let(f"add i64 %bytes, {count}")
        return total, self.let(f"icmp ugt i64 {self.let(f'call i64 @llvm.abs.i64(i64 {total}, i1 false)')}, {COUNT}")

    def missing(self) -> None:
        """Notes that there is no object."""
        mark = self.let(f"lshr i64 %word, {MARK_SHIFT}")
        self.fails(self.let(f"icmp ne i64 {mark}, {MARK}"), mbarriers.MISSING)

    def packed(self, pending: str, expected: str, total: str, phase: str) -> str:
        """Returns the contents with these parts."""
        low = self.let(f"or i64 {pending}, {self.let(f'shl i64 {expected}, {EXPECTED_SHIFT}')}")
        raw = self.let(f"shl i64 {self.let(f'and i64 {total}, {(1 << BYTES_BITS) - 1}')}, {BYTES_SHIFT}")
        high = self.let(f"or i64 {self.let(f'shl i64 {phase}, {PHASE_SHIFT}')}, {MARK << MARK_SHIFT}")
        return self.let(f"or i64 {self.let(f'or i64 {low}, {raw}')}, {high}")

    def completed(self, pending: str, expected: str, total: str, may: str = "true") -> tuple[str, str]:
        """Returns the contents, in the next phase if this one is complete, and whether it is."""
        nobody, nothing = self.let(f"icmp eq i64 {pending}, 0"), self.let(f"icmp eq i64 {total}, 0")
        over = self.let(f"and i1 {self.let(f'and i1 {nobody}, {nothing}')}, {may}")
        following = self.let(f"select i1 {over}, i64 {expected}, i64 {pending}")
        phase = self.let(f"xor i64 %phase, {self.let(f'zext i1 {over} to i64')}")
        return self.packed(following, expected, total, phase), over


def initialise(body: Body) -> str:
    """`init`: the operand is the number of arrivals."""
    body.fails(body.bad_count("%operand"), mbarriers.BAD_COUNT)
    shifted = body.let(f"shl i64 %operand, {EXPECTED_SHIFT}")
    return body.let(f"or i64 {body.let(f'or i64 %operand, {shifted}')}, {MARK << MARK_SHIFT}")


def invalidate(body: Body) -> str:
    """`inval`."""
    body.missing()
    return "0"


def arrive(body: Body, drops: bool, expects: bool, completes: bool) -> str:
    """`arrive`, `arrive_drop`: the operand is the number of arrivals, or of bytes that are to come."""
    count, more = ("1", "%operand") if expects else ("%operand", "0")
    total, too_big = body.with_bytes(more)
    pending = body.let(f"sub i64 %pending, {count}")
    expected = body.let(f"sub i64 %expected, {count}") if drops else "%expected"
    new, over = body.completed(pending, expected, total)
    if not completes:
        body.fails(over, mbarriers.COMPLETES)
    body.fails(body.let(f"icmp ugt i64 {count}, %pending"), mbarriers.TOO_MANY)
    body.fails(body.bad_count(count), mbarriers.BAD_COUNT)
    body.fails(too_big, mbarriers.BAD_BYTES)
    body.missing()
    return new


def transfer(body: Body, arrives: bool) -> str:
    """`expect_tx`, `complete_tx`."""
    count = body.let("sub i64 0, %operand") if arrives else "%operand"
    total, too_big = body.with_bytes(count)
    may = body.let(f"icmp sle i64 {count}, 0")
    new, _ = body.completed("%pending", "%expected", total, may)
    body.fails(too_big, mbarriers.BAD_BYTES)
    body.missing()
    return new


def keep(body: Body) -> str:
    """An operation that changes nothing: `test_wait`, `cp.async.mbarrier.arrive` without `.noinc`."""
    body.missing()
    return "%word"


OPERATIONS: "dict[str, Callable[[Body], str]]" = {
    "init": initialise,
    "inval": invalidate,
    "expect": lambda body: transfer(body, False),
    "complete": lambda body: transfer(body, True),
    "keep": keep,
    "arrive": lambda body: arrive(body, False, False, True),
    "arrive.expect": lambda body: arrive(body, False, True, True),
    "arrive.incomplete": lambda body: arrive(body, False, False, False),
    "arrive.drop": lambda body: arrive(body, True, False, True),
    "arrive.drop.expect": lambda body: arrive(body, True, True, True),
    "arrive.drop.incomplete": lambda body: arrive(body, True, False, False),
}
"""The operations by the ends of their functions' names."""


def object_text(operation: str) -> str:
    """Returns the function of an operation: for each lane an address, checked before, and an operand; it gives the contents before."""
    body = Body()
    new = OPERATIONS[operation](body)
    body.fails("%elsewhere", mbarriers.NOT_SHARED)
    head = f"mbarrier.{operation}(ptr %state, {VECTOR} %addresses, {VECTOR} %operands, i32 %lanes, i64 %site)"
    before = store_field("alive", "i32", "-1") + load_field("shared", "ptr", "shared")
    return lane_function(head, _change(body, new), before, ("i64", "%word"), _failing(body), "internal")


def _change(body: Body, new: str) -> str:
    """The lines that change the object of a lane."""
    return f"""  %address = extractelement {VECTOR} %addresses, i32 %lane
  %operand = extractelement {VECTOR} %operands, i32 %lane
  %number = lshr i64 %address, {OFFSET_BITS}
  %elsewhere = icmp ne i64 %number, {SHARED_WINDOW}
  %offset.any = and i64 %address, {OFFSET_MASK}
  %offset = select i1 %elsewhere, i64 0, i64 %offset.any
  %p = getelementptr i8, ptr %shared, i64 %offset
  %word = load i64, ptr %p
{FIELDS}{body.text}  %wrong = icmp ne i64 {body.problem}, {NO_PROBLEM}
  br i1 %wrong, label %bad, label %right
right:
  store i64 {new}, ptr %p
"""


def _failing(body: Body) -> str:
    """The block that notes a problem."""
    return f"""bad:
  %kind = add i64 {body.problem}, {MBARRIER}
  call void @fault(ptr %state, i64 %kind, i64 %site, i32 %left, i64 0)
  br label %end
"""
