"""The reference interpreter: values, memory, calls, threads and barriers, and every undefined use refused."""

from __future__ import annotations

import random
import sys
from array import array

import numpy as np
import pytest

from dialect import scalar
from dialect.function import Function, Module
from dialect.interpreter import BarrierError, InterpreterError, MirPanic, OutOfFuel, run_function, run_kernel
from dialect.memory import UNDEF, Buffer, Memory
from dialect.op import OPS
from dialect.ops import Goto, Panic
from dialect.parser import parse_module
from dialect.types import F32, Type
from dialect.verify import verify_module
from tests.dialect import generate
from tests.dialect.programs import CLASSIFY, SAXPY, SUM_TO


def module_of(text: str) -> Module:
    module = parse_module(text)
    assert verify_module(module) == []
    return module


def body(lines: str, params: str = "", result: str = "", ty: str = "func") -> Module:
    """A module with one function `f`."""
    arrow = f" -> {result}" if result else ""
    return module_of(f"{ty} @f{arrow} {{\nbb0{f'({params})' if params else ''}:\n" + "".join([f"  {x}\n" for x in lines.strip().split("\n")]) + "}\n")


def test_loops():
    assert run_function(module_of(SUM_TO), "sum_to", [100]) == 5050
    assert run_function(module_of(SUM_TO), "sum_to", [-3]) == 0
    want = 0
    for x in range(120, 0, -1):
        want += 10 if x > 100 else 1
    assert run_function(module_of(CLASSIFY), "classify", [120]) == want


@pytest.mark.parametrize("n", [0, 1, 31, 33, 100])
def test_saxpy(n):
    x = np.arange(n, dtype=np.float32)
    y = np.ones(n, dtype=np.float32)
    run_kernel(module_of(SAXPY), "saxpy", 4, 32, [2.0, x, n, y, n])
    assert np.array_equal(y, 2 * np.arange(n, dtype=np.float32) + 1)


def test_any_buffer_is_used_in_place():
    for x, y in ((array("f", [3.0]), array("f", [1.0])), (bytearray(array("f", [3.0]).tobytes()), bytearray(array("f", [1.0]).tobytes()))):
        run_kernel(module_of(SAXPY), "saxpy", 1, 1, [2.0, x, 1, y, 1])
        assert bytes(y) == array("f", [7.0]).tobytes()
    table = np.ones((2, 3), np.float32)
    run_kernel(module_of(SAXPY), "saxpy", 1, 6, [2.0, table, 6, table, 6])
    assert (table == 3).all(), "the same array twice is the same memory"
    with pytest.raises(TypeError):
        Buffer(np.ones((4, 4), np.float32)[:, ::2])


def test_a_panic_carries_message_place_and_thread():
    x, y = np.zeros(40, np.float32), np.zeros(64, np.float32)
    with pytest.raises(MirPanic) as caught:
        run_kernel(module_of(SAXPY), "saxpy", 2, 32, [1.0, x, 40, y, 64])
    error = caught.value
    assert error.message == "index out of bounds: the len is 40 but the index is 40"
    assert repr(error.loc) == "saxpy.rs:7:17"
    assert (error.block, error.thread, error.function) == ((1, 0, 0), (8, 0, 0), "saxpy")
    assert str(error) == "index out of bounds: the len is 40 but the index is 40 at saxpy.rs:7:17 (block (1, 0, 0), thread (8, 0, 0))"


def test_messages_show_values_by_their_type():
    module = body('mir.panic "{{{0}}} {1} {2} {0} {3}"(%a, %b, %c, %p)', "%a: i32, %b: f32, %c: bool, %p: ptr<i32, global>")
    with pytest.raises(MirPanic) as caught:
        run_function(module, "f", [-1, scalar.rounded(F32, 0.1), True, 16])
    assert caught.value.message == "{-1} 0.1 true -1 0x10"


# -- memory --------------------------------------------------------------------------------------------------------------------------------------

P = "%p: ptr<i32, global>, %i: i64"


def test_every_scalar_type_through_memory():
    r = random.Random(1)
    for type in generate.VALUES:
        module = body(f"%s: ptr<{type}, local> = mir.alloca {type}\nmir.store %x, %s\n%y: {type} = mir.load %s\nmir.return %y", f"%x: {type}", type.name)
        for _ in range(20):
            x = generate.random_number(r, type)
            y = run_function(module, "f", [x])
            assert scalar.bits_of(type, y) == scalar.bits_of(type, x) and type_of(y) is type_of(x)


def type_of(x: object) -> type:
    return type(x)


def test_layout_of_aggregates():
    module = body(
        """%s: ptr<array<tuple<u8, i32>, 3>, local> = mir.alloca array<tuple<u8, i32>, 3>
%e: ptr<tuple<u8, i32>, local> = mir.element %s, %i
%f: ptr<i32, local> = mir.field %e, 1
mir.store %x, %f
%b: ptr<u8, local> = mir.pointer_cast %s to u8
%t: u64 = mir.const 12 : u64
%q: ptr<u8, local> = mir.offset %b, %t
%r: ptr<i32, local> = mir.pointer_cast %q to i32
%y: i32 = mir.load %r
mir.return %y""",
        "%i: u32, %x: i32",
        "i32",
    )
    assert run_function(module, "f", [1, 77]) == 77
    assert run_function(module, "f", [0, 77]) is UNDEF


@pytest.mark.parametrize(
    ("index", "message"),
    [(0, ""), (9, ""), (10, "load from buffer out of bounds: 4 byte(s) at 40 of 40"), (-1, "load from buffer out of bounds: 4 byte(s) at -4 of 40"),
     (2**62, ""), (2**61, "load from buffer out of bounds: 4 byte(s) at -9223372036854775808 of 40")],
)  # fmt: skip
def test_bounds(index, message):
    module = body("%q: ptr<i32, global> = mir.offset %p, %i\n%x: i32 = mir.load %q\nmir.return %x", P, "i32")
    data = array("i", range(10))
    if message:
        with pytest.raises(InterpreterError) as caught:
            run_function(module, "f", [data, index])
        assert caught.value.message == message
    else:
        assert run_function(module, "f", [data, index]) == data[index % (2**62)]


def test_alignment():
    module = body(
        """%b: ptr<u8, global> = mir.pointer_cast %p to u8
%c: ptr<u8, global> = mir.offset %b, %i
%q: ptr<i32, global> = mir.pointer_cast %c to i32
%x: i32 = mir.load %q
mir.return %x""",
        P,
        "i32",
    )
    assert run_function(module, "f", [array("i", [1, 2]), 4]) == 2
    with pytest.raises(InterpreterError, match="at 2, which is not a multiple of 4"):
        run_function(module, "f", [array("i", [1, 2]), 2])


def test_addresses_that_lead_nowhere():
    module = body("%x: i32 = mir.load %p\nmir.return %x", P, "i32")
    for address in (0, 8, 2**40):
        with pytest.raises(InterpreterError, match=f"load from address {address:#x}, which is in no object"):
            run_function(module, "f", [address, 0])


def test_read_only_memory():
    module = body("mir.store %x, %p\nmir.return", "%x: i32, %p: ptr<i32, global>")
    with pytest.raises(InterpreterError, match="store to buffer, which is read-only"):
        run_function(module, "f", [1, bytes(8)])


def test_a_slot_dies_with_its_function():
    module = module_of("""
func @slot -> ptr<i32, local> {
bb0:
  %s: ptr<i32, local> = mir.alloca i32
  mir.return %s
}
func @f -> i32 {
bb0:
  %p: ptr<i32, local> = mir.call @slot() : ptr<i32, local>
  %x: i32 = mir.load %p
  mir.return %x
}
""")
    with pytest.raises(InterpreterError, match="load from s, which is no longer alive"):
        run_function(module, "f", [])


def test_generic_addresses():
    """To generic and back, through an integer, and into the wrong space."""
    module = body(
        """%s: ptr<i32, local> = mir.alloca i32
mir.store %x, %s
%g: ptr<i32, generic> = mir.to_generic %s
%n: u64 = mir.bitcast %g to u64
%h: ptr<i32, generic> = mir.bitcast %n to ptr<i32, generic>
%e: bool = mir.cmp eq %g, %h
%l: ptr<i32, local> = mir.from_generic %h to local
%y: i32 = mir.load %l
%w: ptr<i32, shared> = mir.from_generic %h to shared
mir.cond_br %e, bb1, bb2
bb1:
  mir.return %y
bb2:
  %z: i32 = mir.load %w
  mir.return %z""",
        "%x: i32", "i32",
    )  # fmt: skip
    assert run_function(module, "f", [9]) == 9


def test_pointers_in_memory_keep_their_object():
    module = body(
        """%s: ptr<ptr<i32, generic>, local> = mir.alloca ptr<i32, generic>
%g: ptr<i32, generic> = mir.to_generic %p
%h: ptr<i32, generic> = mir.offset %g, %i
mir.store %h, %s
%k: ptr<i32, generic> = mir.load %s
%x: i32 = mir.load %k
mir.return %x""",
        P, "i32",
    )  # fmt: skip
    assert run_function(module, "f", [array("i", [5, 6]), 1]) == 6
    with pytest.raises(InterpreterError, match="out of bounds: 4 byte\\(s\\) at 400000 of 8"):
        run_function(module, "f", [array("i", [5, 6]), 100_000])


def test_memory_finds_the_object_of_an_address():
    memory = Memory()
    places = [memory.place(Buffer(bytearray(n)).allocation) for n in (4, 0, 300)]
    for place in places:
        assert place.allocation is not None and memory.pointer_of(place.address).allocation is place.allocation
        end = place.address + len(place.allocation.data)
        assert memory.pointer_of(end).offset == len(place.allocation.data)
        assert memory.pointer_of(end + 1).allocation is None
        assert place.address % 256 == 0


def test_statics():
    text = """
static @table : array<i32, 2> in const = hex"0700000008000000"
static mut @count : i32 in global
func @f -> i32 {
bb0(%i: i32):
  %t: ptr<array<i32, 2>, const> = mir.static @table : array<i32, 2> in const
  %e: ptr<i32, const> = mir.element %t, %i
  %x: i32 = mir.load %e
  %c: ptr<i32, global> = mir.static @count : i32 in global
  %n: i32 = mir.load %c
  %m: i32 = mir.add %n, %x
  mir.store %m, %c
  %r: i32 = mir.load %c
  mir.return %r
}
"""
    assert run_function(module_of(text), "f", [1]) == 8
    with pytest.raises(InterpreterError, match="out of bounds"):
        run_function(module_of(text), "f", [2])


def test_objects_beyond_reason():
    huge = "array<i8, 4000000000000>"
    module = body(f"%s: ptr<{huge}, local> = mir.alloca {huge}\nmir.return")
    with pytest.raises(InterpreterError, match="a slot of 4000000000000 bytes is too large to interpret"):
        run_function(module, "f", [])
    module = module_of(f"static @s : {huge} in global\nfunc @f {{\nbb0:\n  mir.return\n}}")
    with pytest.raises(ValueError, match="@s has 4000000000000 bytes: too large to interpret"):
        run_function(module, "f", [])


# -- undefined values ----------------------------------------------------------------------------------------------------------------------------

LEGAL = {
    "returned": "mir.return %u",
    "computed with": "%v: i32 = mir.add %u, %one\nmir.return %v",
    "stored to a slot": "%s: ptr<i32, local> = mir.alloca i32\nmir.store %u, %s\n%v: i32 = mir.load %s\nmir.return %v",
    "selected": "%v: i32 = mir.select %c, %u, %one\nmir.return %v",
    "divided by zero": "%v: i32 = mir.div %one, %zero\nmir.return %v",
    "MIN over -1": "%v: i32 = mir.div %least, %minus\nmir.return %v",
    "a slot never written": "%s: ptr<i32, local> = mir.alloca i32\n%v: i32 = mir.load %s\nmir.return %v",
    "a pointer": "%q: ptr<i32, global> = mir.offset %p, %u\n%g: ptr<i32, generic> = mir.to_generic %q\nmir.return %u",
}
ILLEGAL = {
    "branched on": ("%b: bool = mir.cmp eq %u, %one\nmir.cond_br %b, bb1, bb1\nbb1:\n  mir.return %u", "a branch depends on an undefined value"),
    "as an address": ("%q: ptr<i32, global> = mir.offset %p, %u\n%x: i32 = mir.load %q\nmir.return %x", "load from an undefined address"),
    "stored to memory": ("mir.store %u, %p\nmir.return %u", "an undefined value is stored to global memory"),
    "in a panic": ('mir.panic "{0}"(%u)', "a panic shows an undefined value"),
    "choosing": ("%b: bool = mir.cmp eq %u, %one\n%v: i32 = mir.select %b, %one, %one\nmir.return %v", "an undefined value chooses"),
}
HEAD = """%u: i32 = mir.undef i32
%one: i32 = mir.const 1 : i32
%zero: i32 = mir.const 0 : i32
%least: i32 = mir.const -2147483648 : i32
%minus: i32 = mir.const -1 : i32
"""


@pytest.mark.parametrize("use", LEGAL)
def test_what_an_undefined_value_may_do(use):
    module = body(HEAD + LEGAL[use], "%p: ptr<i32, global>, %c: bool", "i32")
    assert run_function(module, "f", [array("i", [0]), True]) is UNDEF


@pytest.mark.parametrize("use", ILLEGAL)
def test_what_it_may_not(use):
    lines, message = ILLEGAL[use]
    module = body(HEAD + lines, "%p: ptr<i32, global>, %c: bool", "i32")
    with pytest.raises(InterpreterError) as caught:
        run_function(module, "f", [array("i", [0]), True])
    assert caught.value.message == message


def test_a_selection_takes_only_one_side():
    module = body(HEAD + LEGAL["selected"], "%p: ptr<i32, global>, %c: bool", "i32")
    assert run_function(module, "f", [0, False]) == 1


def test_partly_written_is_undefined():
    module = body(
        "%s: ptr<i32, local> = mir.alloca i32\n%b: ptr<u8, local> = mir.pointer_cast %s to u8\nmir.store %x, %b\n%v: i32 = mir.load %s\nmir.return %v",
        "%x: u8", "i32",
    )  # fmt: skip
    assert run_function(module, "f", [1]) is UNDEF


# -- calls, fuel, arguments ----------------------------------------------------------------------------------------------------------------------

FACTORIAL = """
func @factorial -> i64 {
bb0(%n: i64):
  %one: i64 = mir.const 1 : i64
  %c: bool = mir.cmp le %n, %one
  mir.cond_br %c, bb1, bb2
bb1:
  mir.return %one
bb2:
  %m: i64 = mir.sub %n, %one
  %r: i64 = mir.call @factorial(%m) : i64
  %p: i64 = mir.mul %n, %r
  mir.return %p
}
"""


def test_calls_use_no_python_stack():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(250)
    try:
        assert run_function(module_of(FACTORIAL), "factorial", [20]) == 2432902008176640000
        assert run_function(module_of(FACTORIAL), "factorial", [3000]) == 0
        with pytest.raises(InterpreterError, match="calls are nested deeper than 10000"):
            run_function(module_of(FACTORIAL), "factorial", [20_000])
    finally:
        sys.setrecursionlimit(limit)


def test_fuel():
    endless = module_of("func @f {\nbb0:\n  mir.goto bb1\nbb1:\n  mir.goto bb1\n}")
    with pytest.raises(OutOfFuel):
        run_function(endless, "f", [], fuel=1000)
    assert run_function(module_of(SUM_TO), "sum_to", [10], fuel=200) == 55


def test_arguments_are_checked():
    module = module_of(SUM_TO)
    for args in ([], [1, 2]):
        with pytest.raises(TypeError, match="takes 1 argument"):
            run_function(module, "sum_to", args)
    for wrong in (2**63, 1.5, -(2**63) - 1):
        with pytest.raises(ValueError, match="is no value of type i64"):
            run_function(module, "sum_to", [wrong])
    with pytest.raises(ValueError, match="no function is called sum"):
        run_function(module, "sum", [1])
    with pytest.raises(ValueError, match="is no size"):
        run_kernel(module_of(SAXPY), "saxpy", (1, 1, 1, 1), 1, [1.0, 0, 0, 0, 0])
    assert run_function(module, "sum_to", [np.int64(3)]) == 6


def test_nothing_runs_in_an_empty_grid():
    run_kernel(module_of(SAXPY), "saxpy", 0, 32, [1.0, 0, 0, 0, 0])


def test_an_op_without_a_meaning_is_an_error():
    module = module_of(SUM_TO)
    stranger = type("Stranger", (Goto,), {"mnemonic_of": "none"})
    block = module.functions["sum_to"].blocks[0]
    args = block.terminator.args_of(0)
    block.end(stranger((module.functions["sum_to"].blocks[1], args)))
    with pytest.raises(InterpreterError, match=r"the interpreter knows no mir\.goto"):
        run_function(module, "sum_to", [1])


def random_argument(r: random.Random, type: Type) -> object:
    """A number, a null pointer, or the bytes of what is passed by value."""
    if type.kind != "ptr":
        return generate.random_number(r, type)
    return bytes(type.elem.size) if type.space == "param" else 0


def test_what_is_passed_by_value_is_read_from_its_bytes():
    module = body(
        "%q: ptr<f64, param> = mir.field %p, 1\n%x: f64 = mir.load %q\nmir.return %x",
        "%p: ptr<tuple<i32, f64>, param>",
        "f64",
    )
    assert run_function(module, "f", [np.array([(3, 2.5)], np.dtype([("a", "i4"), ("b", "f8")], align=True))]) == 2.5
    with pytest.raises(InterpreterError, match="load from argument out of bounds"):
        run_function(module, "f", [b"1234"])
    with pytest.raises(TypeError):
        run_function(module, "f", [16])


def test_every_declared_op_has_a_meaning():
    """Straight-line instances of each op run, or are refused for what they are given, never for being unknown."""
    for mnemonic, kind in OPS.items():
        for seed in range(4):
            r = random.Random(f"{mnemonic}{seed}")
            module = generate.instance(r, kind)
            f: Function = module.functions["f"]
            args = [random_argument(r, p.type) for p in f.params]
            try:
                run_function(module, "f", args, 100)
            except (MirPanic, InterpreterError) as error:
                assert "the interpreter knows no" not in error.message
                reasons = ("in no object", "argument, which is read-only", "is not in its own mask")
                assert kind is Panic or any(reason in error.message for reason in reasons)


# -- threads -------------------------------------------------------------------------------------------------------------------------------------

INDICES = """
kernel @k {
bb0(%out: ptr<u32, global>):
  %bx: u32 = gpu.block_index x
  %by: u32 = gpu.block_index y
  %gx: u32 = gpu.grid_size x
  %sx: u32 = gpu.block_size x
  %sy: u32 = gpu.block_size y
  %tx: u32 = gpu.thread_index x
  %ty: u32 = gpu.thread_index y
  %0: u32 = mir.mul %by, %gx
  %b: u32 = mir.add %0, %bx
  %n: u32 = mir.mul %sx, %sy
  %1: u32 = mir.mul %b, %n
  %2: u32 = mir.mul %ty, %sx
  %3: u32 = mir.add %2, %tx
  %i: u32 = mir.add %1, %3
  %p: ptr<u32, global> = mir.offset %out, %i
  %lane: u32 = gpu.lane_id
  mir.store %lane, %p
  mir.return
}
"""


def test_indices_in_two_dimensions():
    out = np.full(2 * 3 * 8 * 6, 99, np.uint32)
    run_kernel(module_of(INDICES), "k", (2, 3), (8, 6), [out])
    assert (out.reshape(6, 48) == np.arange(48) % 32).all()


REVERSE = """
static mut @tile : array<i32, 64> in shared
kernel @k {
bb0(%x: ptr<i32, global>):
  %s: ptr<array<i32, 64>, shared> = mir.static @tile : array<i32, 64> in shared
  %t: u32 = gpu.thread_index x
  %n: u32 = gpu.block_size x
  %one: u32 = mir.const 1 : u32
  %p: ptr<i32, global> = mir.offset %x, %t
  %v: i32 = mir.load %p
  %q: ptr<i32, shared> = mir.element %s, %t
  mir.store %v, %q
  BARRIER
  %m: u32 = mir.sub %n, %one
  %r: u32 = mir.sub %m, %t
  %u: ptr<i32, shared> = mir.element %s, %r
  %w: i32 = mir.load %u
  mir.store %w, %p
  mir.return
}
"""


def test_a_barrier_makes_all_threads_wait():
    x = np.arange(64, dtype=np.int32)
    run_kernel(module_of(REVERSE.replace("BARRIER", "gpu.barrier")), "k", 1, 64, [x])
    assert (x == np.arange(63, -1, -1)).all()
    x = np.arange(64, dtype=np.int32)
    with pytest.raises(InterpreterError, match="an undefined value is stored to global memory"):
        run_kernel(module_of(REVERSE.replace("BARRIER", "gpu.fence block")), "k", 1, 64, [x])


DIVERGENT = """
func @wait {
bb0:
  gpu.barrier !1
  mir.return
}
kernel @k {
bb0(%n: u32):
  %t: u32 = gpu.thread_index x
  %c: bool = mir.cmp lt %t, %n
  mir.cond_br %c, bb1, bb2
bb1:
  THEN
  mir.goto bb3
bb2:
  ELSE
  mir.goto bb3
bb3:
  gpu.barrier !0
  mir.return
}
!0 = "k.rs":1:1
!1 = "k.rs":2:1
!2 = "k.rs":3:1
"""
NOTHING = "%z: u32 = mir.const 0 : u32"
CALL = "mir.call @wait() : void"


@pytest.mark.parametrize(
    ("then", "other"),
    [("gpu.barrier !1", NOTHING), ("gpu.barrier !1", "gpu.barrier !2"), (CALL, CALL), (CALL, NOTHING)],
)
def test_divergent_barriers_are_found(then, other):
    module = module_of(DIVERGENT.replace("THEN", then).replace("ELSE", other))
    with pytest.raises(BarrierError, match="waits at another barrier than thread"):
        run_kernel(module, "k", 1, 8, [3])
    for uniform in (0, 8):
        run_kernel(module, "k", 1, 8, [uniform])


def test_threads_that_left_do_not_hold_the_others_up():
    text = DIVERGENT.replace("THEN", NOTHING).replace("  ELSE\n  mir.goto bb3", "  mir.return")
    run_kernel(module_of(text), "k", 1, 8, [3])


def test_barriers_in_a_loop_and_in_calls():
    text = """
func @wait {
bb0:
  gpu.barrier
  mir.return
}
kernel @k {
bb0(%x: ptr<i32, global>):
  %s: ptr<i32, local> = mir.alloca i32
  %zero: i32 = mir.const 0 : i32
  %one: i32 = mir.const 1 : i32
  %end: i32 = mir.const 5 : i32
  mir.store %zero, %s
  %t: u32 = gpu.thread_index x
  %last: u32 = mir.const 3 : u32
  mir.goto bb1(%zero)
bb1(%i: i32):
  %c: bool = mir.cmp lt %i, %end
  mir.cond_br %c, bb2, bb5
bb2:
  %z: u32 = mir.cast %i to u32
  %turn: u32 = mir.and %z, %last
  %mine: bool = mir.cmp eq %turn, %t
  mir.cond_br %mine, bb3, bb4
bb3:
  %v: i32 = mir.load %x
  %v3: i32 = mir.mul %v, %end
  %w: i32 = mir.add %v3, %i
  mir.store %w, %x
  mir.goto bb4
bb4:
  mir.call @wait() : void
  %j: i32 = mir.add %i, %one
  mir.goto bb1(%j)
bb5:
  mir.return
}
"""
    x = np.zeros(1, np.int32)
    run_kernel(module_of(text), "k", 1, 4, [x])
    want = 0
    for i in range(5):
        want = want * 5 + i
    assert x[0] == want


def test_a_spinning_thread_lets_the_others_work():
    text = """
kernel @k {
bb0(%flag: ptr<i32, global>):
  %t: u32 = gpu.thread_index x
  %zero: u32 = mir.const 0 : u32
  %one: i32 = mir.const 1 : i32
  %c: bool = mir.cmp eq %t, %zero
  mir.cond_br %c, bb1, bb2
bb1:
  %v: i32 = mir.load_volatile %flag
  %set: bool = mir.cmp eq %v, %one
  mir.cond_br %set, bb3, bb1
bb2:
  mir.store_volatile %one, %flag
  mir.return
bb3:
  mir.return
}
"""
    text = text.replace("cond_br %c, bb1,", "cond_br %c, bb4,").replace("bb2:\n", "bb4:\n  mir.goto bb1\nbb2:\n")
    flag = np.zeros(1, np.int32)
    run_kernel(module_of(text), "k", 1, 2, [flag])
    assert flag[0] == 1


def test_shared_memory_is_new_for_each_block():
    text = """
static mut @s : i32 in shared
kernel @k {
bb0(%x: ptr<i32, global>):
  %p: ptr<i32, shared> = mir.static @s : i32 in shared
  %b: u32 = gpu.block_index x
  %q: ptr<i32, global> = mir.offset %x, %b
  %v: i32 = mir.cast %b to i32
  mir.store %v, %p
  %w: i32 = mir.load %p
  mir.store %w, %q
  mir.return
}
"""
    x = np.full(3, 9, np.int32)
    run_kernel(module_of(text), "k", 3, 1, [x])
    assert x.tolist() == [0, 1, 2]
    with pytest.raises(InterpreterError, match="an undefined value is stored"):
        run_kernel(module_of(text.replace("mir.store %v, %p", "gpu.barrier")), "k", 1, 1, [x])


def test_random_programs_run_alike_after_a_round_trip():
    from dialect.printer import print_module

    kinds = set()
    for seed in range(60):
        r = random.Random(seed)
        module = generate.structured(r, 20) if seed % 2 else generate.unstructured(r, r.randrange(1, 12))
        before = generate.outcomes(module, 500)
        kinds |= {how for how, _, _ in before}
        assert "InterpreterError" not in kinds, "generated programs use nothing undefined"
        assert generate.outcomes(parse_module(print_module(module)), 500) == before
    assert {"returned", "endless"} <= kinds
