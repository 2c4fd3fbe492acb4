"""`cp.async` and `mbarrier` as LLVM IR: calls of functions that go from lane to lane (`queues`, `objects`)."""

from ptx.operands import Negated, Operand, Register, Sink
from ptx.vm.compiled.cfg.graph import find_register
from ptx.vm.compiled.instructions.objects import object_text
from ptx.vm.compiled.instructions.queue_layout import COMMITTED
from ptx.vm.compiled.instructions.queues import MAKE, issue_text
from ptx.vm.compiled.ir.builder import Builder
from ptx.vm.compiled.ir.text import WARP, constant
from ptx.vm.compiled.memory.accesses import generic_vector, place, surviving
from ptx.vm.mbarriers import COUNT, PHASE_SHIFT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ptx.vm.compiled.ir.builder import Lowering

VECTOR, COUNTS, MASK = f"<{WARP} x i64>", f"<{WARP} x i32>", f"<{WARP} x i1>"


def routine(b: Builder, name: str, text: str, *intrinsics: str) -> None:
    """Makes a function of this kernel known, with the intrinsics that it calls."""
    b.function.routines.setdefault(name, text)
    for each in intrinsics:
        b.function.declared[each.partition("@")[2].partition("(")[0]] = each


# --- copies ----------------------------------------------------------------------------------------------------------------------------


def valid_bytes(b: Builder, size: int) -> str:
    """Returns how many bytes are read, for each lane."""
    policy = 1 if b.has("L2::cache_hint") else 0
    if b.count <= 3 + policy:
        return constant(size, "i32", WARP)
    operand = b.operand(3)
    if ignores(b, operand):
        flag = b.value(operand, "pred", False, WARP)
        return b.code.let(f"select {MASK} {flag}, {COUNTS} zeroinitializer, {COUNTS} {constant(size, 'i32', WARP)}")
    return b.value(operand, "u32", False, WARP)


def ignores(b: Builder, operand: Operand) -> bool:
    """Whether an operand is a predicate (`ignore-src`)."""
    if isinstance(operand, Negated):
        return True
    return isinstance(operand, Register) and find_register(b.function.graph, b.op, operand).kind == "pred"


def copy_asynchronous(b: Builder) -> None:
    """`cp.async`."""
    size = b.constant_operand(b.operand(2))
    if size not in (4, 8, 16):
        raise b.refuse("a copy of another size")
    function, code = b.function, b.code
    routine(b, f"queue.issue.{size}", issue_text(size, function.goes_on))
    target, source = (generic_vector(b, place(b, b.operand(position), space)) for position, space in ((0, "shared"), (1, "generic")))
    code.call(f"queue.issue.{size}", "void", ("ptr", "%state"), ("ptr", "%queue"), (VECTOR, target), (VECTOR, source),
              (COUNTS, valid_bytes(b, size)), ("i32", code.bits(function.mask)), ("i64", str(function.site(b.op, True, size))),
              ("i64", str(function.site(b.op, False, size))))  # fmt: skip
    function.drop_faulted()


def committed(b: Builder) -> tuple[str, str]:
    """Returns the pointer to the lanes' group counts, and the counts."""
    pointer = b.code.let(f"getelementptr i8, ptr %queue, i64 {COMMITTED}")
    return pointer, b.code.let(f"load {COUNTS}, ptr {pointer}, align 4")


def commit_copies(b: Builder) -> None:
    """`cp.async.commit_group`."""
    pointer, counts = committed(b)
    one = b.code.let(f"zext {MASK} {b.function.mask} to {COUNTS}")
    b.code.do(f"store {COUNTS} {b.code.let(f'add {COUNTS} {counts}, {one}')}, ptr {pointer}, align 4")


def make_copies(b: Builder, more: int) -> None:
    """Makes the copies of the groups below the count plus `more`."""
    _, counts = committed(b)
    routine(b, "queue.make", MAKE)
    limit = b.code.let(f"add {COUNTS} {counts}, {constant(more, 'i32', WARP)}")
    b.code.call("queue.make", "void", ("ptr", "%state"), ("ptr", "%queue"), ("i32", b.code.bits(b.function.mask)), (COUNTS, limit))


def wait_for_copies(b: Builder) -> None:
    """`cp.async.wait_group`, `cp.async.wait_all`."""
    left = b.constant_operand(b.operand(0)) if b.count else -1
    if left is None:
        raise b.refuse("a number of groups that is no constant")
    make_copies(b, -left)


def arrive_with_copies(b: Builder) -> None:
    """`cp.async.mbarrier.arrive`."""
    counted = b.has("noinc")
    addresses = surviving(b, place(b, b.operand(0), space_of_object(b)), 8, True)
    operate(b, "keep", addresses, constant(1, "i64", WARP))
    make_copies(b, 1)
    if counted:
        operate(b, "arrive", addresses, constant(1, "i64", WARP))


# --- mbarrier objects --------------------------------------------------------------------------------------------------------------------


def space_of_object(b: Builder) -> str:
    """Returns the space of an mbarrier operand."""
    return "shared" if "space" in b.values or b.has("shared::cluster") else "generic"


def operate(b: Builder, operation: str, addresses: str, operands: str) -> str:
    """Calls the function of an operation; lanes that faulted are gone afterwards. Returns the contents before."""
    code = b.code
    name = f"mbarrier.{operation}"
    routine(b, name, object_text(operation), "declare i64 @llvm.abs.i64(i64, i1)")
    result = code.call(name, VECTOR, ("ptr", "%state"), (VECTOR, addresses), (VECTOR, operands), ("i32", code.bits(b.function.mask)),
                       ("i64", str(b.function.site(b.op, True, 8))))  # fmt: skip
    b.function.drop_faulted()
    return result


def counts_of(b: Builder, position: int) -> str:
    """Returns an operand that counts arrivals or bytes, in 64 bits; 1 if there is none."""
    if b.count <= position:
        return constant(1, "i64", WARP)
    return b.code.let(f"zext {COUNTS} {b.value(b.operand(position), 'u32', False, WARP)} to {VECTOR}")


def initialise(b: Builder) -> None:
    """`mbarrier.init`."""
    addresses = surviving(b, place(b, b.operand(0), space_of_object(b)), 8, True)
    operate(b, "init", addresses, counts_of(b, 1))


def invalidate(b: Builder) -> None:
    """`mbarrier.inval`."""
    addresses = surviving(b, place(b, b.operand(0), space_of_object(b)), 8, True)
    operate(b, "inval", addresses, constant(0, "i64", WARP))


def arrive(b: Builder) -> None:
    """`mbarrier.arrive`, `mbarrier.arrive_drop`."""
    addresses = surviving(b, place(b, b.operand(1), space_of_object(b)), 8, True)
    end = ".expect" if b.has("expect_tx") else ".incomplete" if b.has("noComplete") else ""
    state = operate(b, f"arrive{'.drop' if b.has('arrive_drop') else ''}{end}", addresses, counts_of(b, 2))
    if not isinstance(b.operand(0), Sink):
        b.write(state, "b64")


def transfer(b: Builder) -> None:
    """`mbarrier.expect_tx`, `mbarrier.complete_tx`."""
    addresses = surviving(b, place(b, b.operand(0), space_of_object(b)), 8, True)
    operate(b, "complete" if b.has("complete_tx") else "expect", addresses, counts_of(b, 1))


def test(b: Builder) -> None:
    """`mbarrier.test_wait`, `mbarrier.try_wait`."""
    code, wanted = b.code, wanted_parity(b)
    addresses = surviving(b, place(b, b.operand(1), space_of_object(b)), 8, False)
    word = operate(b, "keep", addresses, constant(0, "i64", WARP))
    b.write(code.let(f"icmp ne {VECTOR} {parity_of(b, word)}, {wanted}"), "pred")


def wanted_parity(b: Builder) -> str:
    """Returns the parity of the phase that lanes wait for, in 64 bits."""
    if not b.has("parity"):
        return parity_of(b, b.value(b.operand(2), "b64", False, WARP))
    low = b.code.let(f"and {COUNTS} {b.value(b.operand(2), 'u32', False, WARP)}, splat (i32 1)")
    return b.code.let(f"zext {COUNTS} {low} to {VECTOR}")


def parity_of(b: Builder, word: str) -> str:
    """Returns the parity of the phase of contents or a state."""
    shifted = b.code.let(f"lshr {VECTOR} {word}, splat (i64 {PHASE_SHIFT})")
    return b.code.let(f"and {VECTOR} {shifted}, splat (i64 1)")


def pending_count(b: Builder) -> None:
    """`mbarrier.pending_count`."""
    low = b.binary("and", "i64", b.read(1, "b64"), b.const(COUNT, "i64"))
    b.write(b.resize(low, "i64", "i32", False), "u32")


# --- hints and clusters of one block -----------------------------------------------------------------------------------------------------


def nothing(b: Builder) -> None:
    """`griddepcontrol`."""


def zero(b: Builder) -> None:
    """`getctarank`."""
    b.write(b.const(0, "i32"), "u32")


def map_address(b: Builder) -> None:
    """`mapa`, where the block is known."""
    if b.constant_operand(b.operand(2)) != 0:
        raise b.refuse("a block of a cluster that may be another one")
    b.write(b.read(1, b.type), b.type)


MEANINGS: "dict[str, Lowering]" = {
    "cp_async": copy_asynchronous, "cp_async_commit": commit_copies, "cp_async_wait": wait_for_copies, "cp_async_arrive": arrive_with_copies,
    "mbarrier_init": initialise, "mbarrier_inval": invalidate, "mbarrier_arrive": arrive, "mbarrier_tx": transfer, "mbarrier_test": test,
    "mbarrier_pending": pending_count, "block_rank": zero, "map_address": map_address, "grid_dependency": nothing,
}  # fmt: skip
"""The meanings defined here, by the instruction table's key."""

