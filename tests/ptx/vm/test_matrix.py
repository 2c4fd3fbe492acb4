"""`mma`, `ldmatrix`, `stmatrix`, `movmatrix`: results against NumPy, both executors bit for bit, misuse.

Each multiplication runs in four warps at once: one over small integers, which NumPy multiplies exactly, and three over random and special
encodings, which only hold the executors together.
"""

import re

import numpy as np
import pytest

from ptx.isa import forms
from ptx.vm import BarrierDivergence, OutOfBounds, WarpMisuse
from ptx.vm.errors import Misaligned

from ..samples import row_samples
from . import matrix_layouts as layouts
from .compiled.twins import both
from .values import special

HEAD = ".version 9.0\n.target sm_100a\n.address_size 64\n"
MNEMONICS = [sample.resolved.name for form in forms("mma") for sample in row_samples(form)]
SIZES = {sample.resolved.name: [int(operand.vector) for operand in form.operands] for form in forms("mma") for sample in row_samples(form)}


def types_of(name: str) -> tuple[str, str, str, str, str]:
    """Returns shape and the types of d, a, b and c."""
    words = name.split(".")
    kinds = [word for word in words if word in layouts.BITS]
    return (next(word for word in words if re.match(r"m\d", word)), *kinds)  # type: ignore[return-value]


def kernel(name: str) -> str:
    """Returns a kernel that loads three fragments (8 bytes a register) from `data`, multiplies, and stores d to `out`."""
    sizes = SIZES[name]
    kinds = types_of(name)
    types = ["b64" if kind == "f64" else "b32" for kind in kinds[1:]]
    lines = [f"{HEAD}.visible .entry k(.param .u64 out, .param .u64 data) {{", ".reg .b64 %o, %i; .reg .b32 %t;"]
    lines += [f".reg .{kind} %{part}<{size}>;" for part, size, kind in zip("dabc", sizes, types)]
    lines.append(f"mov.u32 %t, %tid.x; ld.param.u64 %o, [out]; ld.param.u64 %i, [data]; mad.wide.u32 %i, %t, {8 * sum(sizes[1:])}, %i;")
    lines.append(f"mad.wide.u32 %o, %t, {8 * sizes[0]}, %o;")
    loaded = [(part, index, kind) for part, size, kind in zip("abc", sizes[1:], types[1:]) for index in range(size)]
    lines += [f"ld.global.{kind} %{part}{index}, [%i+{8 * at}];" for at, (part, index, kind) in enumerate(loaded)]
    vectors = ["{" + ", ".join(f"%{part}{index}" for index in range(size)) + "}" for part, size in zip("dabc", sizes)]
    lines.append(f"{name} {', '.join(vectors)};")
    lines += [f"st.global.{types[0]} [%o+{8 * index}], %d{index};" for index in range(sizes[0])]
    return "\n".join([*lines, "ret; }"])


def multiply(name: str, *warps: list[np.ndarray]) -> np.ndarray:
    """Runs warps on both executors, each over its lanes' registers of a, b and c; returns the registers of d of the first."""
    data = np.concatenate([np.concatenate(parts, axis=1) for parts in warps]).reshape(-1).astype(np.uint64)
    (out, _), fault = both(kernel(name), "k", 1, 32 * len(warps), [np.zeros(32 * len(warps) * SIZES[name][0], np.uint64), data])
    assert fault is None
    return out.reshape(32 * len(warps), -1)[:32]


def random_warps(name: str) -> list[list[np.ndarray]]:
    """Returns three warps' fragments: random bits, special encodings, and numbers near one."""
    generator = np.random.default_rng(sum(name.encode()))
    _, _, *kinds = types_of(name)
    choices = ("random", "special", "near one")
    return [[random_registers(generator, kind, size, choice) for kind, size in zip(kinds, SIZES[name][1:])] for choice in choices]


def small_float(values: np.ndarray, exponent: int, fraction: int) -> np.ndarray:
    """Returns the encodings of small integers in a format with so many bits of exponent and fraction."""
    bits = np.abs(values).astype(np.float64).view(np.uint64)
    magnitude = (bits >> np.uint64(52 - fraction)) - np.uint64((1023 - (2 ** (exponent - 1) - 1)) << fraction)
    return np.where(values == 0, np.uint64(0), magnitude) | (values < 0).astype(np.uint64) << np.uint64(exponent + fraction)


FORMATS = {"f16": (5, 10), "bf16": (8, 7), "tf32": (8, 23), "f32": (8, 23), "f64": (11, 52), "e4m3": (4, 3), "e5m2": (5, 2)}


def encoded(values: np.ndarray, kind: str) -> np.ndarray:
    """Returns the encodings of integers in a type."""
    if kind in FORMATS:
        return small_float(values, *FORMATS[kind])
    return values.astype(np.int64).view(np.uint64) & np.uint64((1 << layouts.BITS[kind]) - 1)


def range_of(kind: str) -> tuple[int, int]:
    """Returns integers that a type holds exactly."""
    return {"s8": (-128, 128), "u8": (0, 256), "s4": (-8, 8), "u4": (0, 16), "b1": (0, 2)}.get(kind, (-4, 5))


def expected(name: str, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Returns d as integers."""
    if ".xor." in name:
        return (a[:, :, None] != b[None]).sum(axis=1) + c
    d = a @ b + c
    return np.clip(d, -(2**31), 2**31 - 1) if "satfinite" in name else d


@pytest.mark.parametrize("name", [name for name in MNEMONICS if not (".m8n8k4." in name and ".f16." in name)])
def test_products_are_those_of_numpy(name: str) -> None:
    shape, d, a, b, c = types_of(name)
    rows, columns, depth = (int(part) for part in re.findall(r"\d+", shape))
    generator = np.random.default_rng(len(name))
    first = generator.integers(*range_of(a), (rows, depth))
    second = generator.integers(*range_of(b), (depth, columns))
    third = generator.integers(-100, 101, (rows, columns)) + (2**31 - 5000 if "satfinite" in name else 0)
    parts = [
        layouts.registers(encoded(first, a)[layouts.multiplicand_a(shape, a)], layouts.BITS[a]),
        layouts.registers(encoded(second, b)[layouts.multiplicand_b(shape, b)], layouts.BITS[b]),
        layouts.registers(encoded(third, c)[layouts.accumulator(shape)], layouts.BITS[c]),
    ]
    found = multiply(name, parts, *random_warps(name))
    wanted = encoded(expected(name, first, second, third), d)[layouts.accumulator(shape)]
    np.testing.assert_array_equal(layouts.unpacked(found, layouts.BITS[d]), wanted)


@pytest.mark.parametrize("name", [name for name in MNEMONICS if ".m8n8k4." in name and ".f16." in name])
def test_the_four_products_of_m8n8k4_are_those_of_numpy(name: str) -> None:
    _, d, _, _, c = types_of(name)
    a_layout, b_layout = [word for word in name.split(".") if word in ("row", "col")]
    generator = np.random.default_rng(len(name))
    first, second = generator.integers(-4, 5, (4, 8, 4)), generator.integers(-4, 5, (4, 4, 8))
    third = generator.integers(-100, 101, (4, 8, 8))
    parts = [
        layouts.registers(encoded(first, "f16")[layouts.QUARTER, *layouts.quarter_a(a_layout)], 16),
        layouts.registers(encoded(second, "f16")[layouts.QUARTER, *layouts.quarter_b(b_layout)], 16),
        layouts.registers(encoded(third, c)[layouts.QUARTER, *layouts.quarter_c(c)], layouts.BITS[c]),
    ]
    found = multiply(name, parts, *random_warps(name))
    wanted = encoded(first @ second + third, d)[layouts.QUARTER, *layouts.quarter_c(d)]
    np.testing.assert_array_equal(layouts.unpacked(found, layouts.BITS[d]), wanted)


def random_registers(generator: np.random.Generator, kind: str, size: int, choice: str) -> np.ndarray:
    """Returns registers of random bits, or of elements that are special encodings, or near one."""
    if choice == "random":
        return generator.integers(0, 2**64, (32, size), np.uint64)
    each, width = max(1, 32 // layouts.BITS[kind]), layouts.BITS[kind]
    known = {"tf32": "f32", "s32": "b32", "e4m3": "b8", "e5m2": "b8", "s8": "s8", "u8": "u8"}.get(kind, kind)
    values = special(known) if width >= 8 else [*range(1 << width)]
    if choice == "near one" and kind in FORMATS:
        exponent, fraction = FORMATS[kind]
        one = (2 ** (exponent - 1) - 1) << fraction
        values = [one + int(step) | int(sign) << exponent + fraction for step in generator.integers(-(1 << fraction), 1 << fraction, 40) for sign in (0, 1)]
    return layouts.registers(generator.choice(np.array(values, np.uint64), (32, size * each)), width)


def test_sums_round_after_each_product_in_the_order_of_k() -> None:
    shape, name = "m16n8k8", "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"
    first, second = np.zeros((16, 8)), np.zeros((8, 8))
    first[0, :3] = second[:3, 0] = [64, 2.0**-7, 2.0**-7]
    third = np.zeros((16, 8), np.float32)
    third[0, 0] = 2.0**23 * 1.5
    a, b = (array.astype(np.float16).view(np.uint16) for array in (first, second))
    found = multiply(name, [
        layouts.registers(a[layouts.multiplicand_a(shape, "f16")], 16), layouts.registers(b[layouts.multiplicand_b(shape, "f16")], 16),
        layouts.registers(third.view(np.uint32)[layouts.accumulator(shape)], 32),
    ])  # fmt: skip
    total = np.float32(third[0, 0])
    for k in range(3):
        total = np.float32(float(total) + first[0, k] * second[k, 0])
    assert found[0, 0] == total.view(np.uint32)


# --- fragments and memory ------------------------------------------------------------------------------------------------------------


def memory_kernel(lines: str, shared: int = 512) -> str:
    """Returns a kernel of one warp: `data` (16-bit) is copied to shared memory, `lines` run, shared memory and %d0… are stored to `out`."""
    return f"""{HEAD}.visible .entry k(.param .u64 out, .param .u64 data) {{
.shared .align 16 .b8 buffer[{shared}];
.reg .b64 %o, %i, %g; .reg .b32 %t, %s, %x, %lane, %d<4>, %v<4>; .reg .pred %p, %q;
mov.u32 %t, %tid.x; and.b32 %lane, %t, 31; ld.param.u64 %o, [out]; ld.param.u64 %i, [data]; mov.u32 %s, buffer;
mad.wide.u32 %i, %t, 16, %i; mad.wide.u32 %o, %t, 16, %o; mad.lo.u32 %s, %t, 16, %s;
ld.global.v4.b32 {{%v0, %v1, %v2, %v3}}, [%i];
st.shared.v4.b32 [%s], {{%v0, %v1, %v2, %v3}};
mov.b32 %d0, 0; mov.b32 %d1, 0; mov.b32 %d2, 0; mov.b32 %d3, 0;
bar.sync 0;
{lines}
bar.sync 0;
st.global.v4.b32 [%o], {{%d0, %d1, %d2, %d3}};
ld.shared.v4.b32 {{%v0, %v1, %v2, %v3}}, [%s];
st.global.v4.b32 [%o+512], {{%v0, %v1, %v2, %v3}};
ret; }}"""


def run_memory(lines: str, threads: int = 32) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns the data as rows of 8, the registers d as 16-bit halves by (lane, register, half), and shared memory afterwards as rows."""
    data = np.random.default_rng(7).integers(0, 2**16, 256).astype(np.uint16)
    (out, _), fault = both(memory_kernel(lines), "k", 1, threads, [np.zeros(512, np.uint16), data])
    assert fault is None
    return data.reshape(32, 8), out[:256].reshape(32, 4, 2), out[256:].reshape(32, 8)


def fragment(matrix: np.ndarray) -> np.ndarray:
    """Returns the halves by (lane, half) that hold an 8 by 8 matrix."""
    return matrix.reshape(32, 2)


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("trans", ["", ".trans"])
@pytest.mark.parametrize("space", ["", ".shared", ".shared::cta"])
def test_ldmatrix_gives_each_lane_its_part_of_each_matrix(count: int, trans: str, space: str) -> None:
    registers = ", ".join(f"%d{number}" for number in range(count))
    address = "cvt.u64.u32 %g, %s; cvta.shared.u64 %g, %g;" if not space else "xor.b32 %x, %s, 16;"
    where = "[%g]" if not space else "[%x]"
    data, halves, _ = run_memory(f"{address} ldmatrix.sync.aligned.m8n8.x{count}{trans}{space}.b16 {{{registers}}}, {where};")
    rows = data if not space else data[np.arange(32) ^ 1]
    for number in range(count):
        matrix = rows[8 * number : 8 * number + 8]
        np.testing.assert_array_equal(halves[:, number], fragment(matrix.T if trans else matrix))
    assert not halves[:, count:].any()


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("trans", ["", ".trans"])
def test_stmatrix_is_the_reverse_of_ldmatrix(count: int, trans: str) -> None:
    registers = ", ".join(f"%v{number}" for number in range(count))
    lines = f"xor.b32 %x, %s, 48; bar.warp.sync -1; stmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 [%x], {{{registers}}};"
    data, _, after = run_memory(lines)
    wanted = data.copy()
    words = data.reshape(32, 4, 2)
    for number in range(count):
        matrix = words[:, number].reshape(8, 8)
        wanted[(np.arange(8 * number, 8 * number + 8)) ^ 3] = matrix.T if trans else matrix
    np.testing.assert_array_equal(after, wanted)


def test_movmatrix_transposes() -> None:
    data, halves, _ = run_memory("movmatrix.sync.aligned.m8n8.trans.b16 %d0, %v0;")
    np.testing.assert_array_equal(halves[:, 0], fragment(data.reshape(32, 4, 2)[:, 0].reshape(8, 8).T))


LOAD = "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%d0, %d1}, [%x];"
BAD_ADDRESSES = {
    "past the end": ("add.u32 %x, %s, 480;", OutOfBounds, "lane 2"),
    "half a row": ("add.u32 %x, %s, 8;", Misaligned, "lane 0"),
    "below": ("sub.u32 %x, %s, 32;", OutOfBounds, "lane 0"),
}


@pytest.mark.parametrize("case", BAD_ADDRESSES)
@pytest.mark.parametrize("line", [LOAD, "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%x], {%v0, %v1};"])
def test_bad_rows_are_faults_of_their_lane(case: str, line: str) -> None:
    address, kind, lane = BAD_ADDRESSES[case]
    arrays = [np.zeros(512, np.uint16), np.zeros(256, np.uint16)]
    _, fault = both(memory_kernel(address + line), "k", 1, 32, arrays)
    assert type(fault) is kind and fault.thread == (int(lane.split()[1]), 0, 0) and "of 16 bytes" in str(fault)


def test_generic_addresses_must_lie_in_shared_memory() -> None:
    lines = "ldmatrix.sync.aligned.m8n8.x1.b16 {%d0}, [%i];"
    _, fault = both(memory_kernel(lines), "k", 1, 32, [np.zeros(512, np.uint16), np.zeros(256, np.uint16)])
    assert type(fault) is OutOfBounds and "read of 16 bytes at offset 0 of argument" in str(fault)


WHOLE_WARP = (LOAD, "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%x], {%v0};", "movmatrix.sync.aligned.m8n8.trans.b16 %d0, %v0;",
              "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%d0, %d1}, {%v0}, {%v1}, {%v2, %v3};")  # fmt: skip


@pytest.mark.parametrize("line", WHOLE_WARP)
def test_all_lanes_must_take_part(line: str) -> None:
    lines = f"mov.b32 %x, %s; setp.ge.u32 %p, %lane, 20; @%p exit; {line}"
    _, fault = both(memory_kernel(lines), "k", 1, 32, [np.zeros(512, np.uint16), np.zeros(256, np.uint16)])
    assert type(fault) is WarpMisuse and "only the lanes 0x000fffff execute it together" in str(fault) and fault.thread == (0, 0, 0)


def test_a_short_warp_cannot_multiply() -> None:
    _, fault = both(memory_kernel(WHOLE_WARP[3], 1024), "k", 1, 48, [np.zeros(768, np.uint16), np.zeros(384, np.uint16)])
    assert type(fault) is WarpMisuse and "only the lanes 0x0000ffff execute it together" in str(fault) and fault.thread == (32, 0, 0)


@pytest.mark.parametrize("line", WHOLE_WARP)
def test_lanes_come_together_again_before_it(line: str) -> None:
    branch = "mov.b32 %x, %s; setp.lt.u32 %p, %lane, 11; @%p bra LOW; add.u32 %v0, %v0, 3; bra JOIN; LOW: add.u32 %v0, %v0, 5; JOIN:"
    run_memory(branch + line)


MULTIPLY = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"


def test_operands_may_be_constants_sinks_and_one_value_for_all_lanes() -> None:
    lines = f"""mov.b32 %x, 0x3C003C00; {MULTIPLY} {{%d0, %d1, _, %d3}}, {{%x, 0x40004000}}, {{%x}}, {{0f00000000, 0f3F800000, 0fC0000000, 0f00000000}};
mov.b32 %d2, 7;"""
    _, halves, _ = run_memory(lines)
    wanted = np.array([8.0, 9.0, 0.0, 16.0], np.float32).view(np.uint32)
    wanted[2] = 7
    np.testing.assert_array_equal(halves.reshape(32, 8).view(np.uint32), [wanted] * 32)


@pytest.mark.parametrize("threads", [32, 64])
def test_a_guard_that_all_lanes_share_is_a_branch(threads: int) -> None:
    zeros = "{0f00000000, 0f00000000, 0f00000000, 0f00000000}"
    lines = f"""mov.b32 %x, 0x3C003C00; setp.lt.u32 %p, %t, 32; @%p {MULTIPLY} {{%d0, %d1, %d2, %d3}}, {{%x, %x}}, {{%x}}, {zeros};
@!%p movmatrix.sync.aligned.m8n8.trans.b16 %d0, %t;"""
    arrays = [np.zeros(8 * threads + 512, np.uint16), np.zeros(8 * threads, np.uint16)]
    (out, _), fault = both(memory_kernel(lines, 1024), "k", 1, threads, arrays)
    assert fault is None
    np.testing.assert_array_equal(out[:256].view(np.float32), 8.0)


def test_a_guard_that_differs_between_lanes_is_a_fault() -> None:
    lines = "setp.lt.u32 %p, %lane, 9; @%p movmatrix.sync.aligned.m8n8.trans.b16 %d0, %v0;"
    _, fault = both(memory_kernel(lines), "k", 1, 32, [np.zeros(512, np.uint16), np.zeros(256, np.uint16)])
    assert type(fault) is BarrierDivergence
