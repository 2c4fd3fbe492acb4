"""Integer, logic, shift and permute instructions through PTX text, against formulas on Python integers written for the test."""

import pytest

from .harness import apply
from .values import rows

INTS = ["u16", "s16", "u32", "s32", "u64", "s64"]


def value(bits: int, kind: str) -> int:
    width = int(kind[1:])
    return bits - (1 << width) if kind[0] == "s" and bits >> (width - 1) else bits


def wrap(number: int, kind: str) -> int:
    return number % (1 << int(kind[1:]))


def check(name: str, result: str, kinds: tuple[str, ...], formula, count: int = 300) -> None:
    columns = rows(kinds, count)
    got = apply(name, result, *zip(kinds, columns))
    for row, bits in zip(zip(*columns), got):
        operands = [value(each, kind) if kind[0] in "us" else each for each, kind in zip(row, kinds)]
        assert bits == formula(*operands) % (1 << int(result[1:])), (name, [hex(each) for each in row])


def quotient(a: int, b: int) -> int:
    return -1 if b == 0 else int(abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1)


@pytest.mark.parametrize("kind", INTS)
def test_arithmetic(kind: str) -> None:
    width = int(kind[1:])
    two, three = (kind, kind), (kind, kind, kind)
    check(f"add.{kind}", kind, two, lambda a, b: a + b)
    check(f"sub.{kind}", kind, two, lambda a, b: a - b)
    check(f"mul.lo.{kind}", kind, two, lambda a, b: a * b)
    check(f"mul.hi.{kind}", kind, two, lambda a, b: (a * b) >> width)
    check(f"mad.lo.{kind}", kind, three, lambda a, b, c: a * b + c)
    check(f"mad.hi.{kind}", kind, three, lambda a, b, c: ((a * b) >> width) + c)
    check(f"sad.{kind}", kind, three, lambda a, b, c: abs(a - b) + c)
    check(f"div.{kind}", kind, two, quotient)
    check(f"rem.{kind}", kind, two, lambda a, b: a if b == 0 else a - b * quotient(a, b))
    check(f"min.{kind}", kind, two, min)
    check(f"max.{kind}", kind, two, max)


@pytest.mark.parametrize("kind", ["s16", "s32", "s64"])
def test_signs(kind: str) -> None:
    check(f"abs.{kind}", kind, (kind,), abs)
    check(f"neg.{kind}", kind, (kind,), lambda a: -a)


@pytest.mark.parametrize("kind", ["u16", "s16", "u32", "s32"])
def test_wide_products(kind: str) -> None:
    wide = f"{kind[0]}{2 * int(kind[1:])}"
    check(f"mul.wide.{kind}", wide, (kind, kind), lambda a, b: a * b)
    check(f"mad.wide.{kind}", wide, (kind, kind, wide), lambda a, b, c: a * b + c)


def test_saturation() -> None:
    def clamp(number: int) -> int:
        return max(-(2**31), min(2**31 - 1, number))

    check("add.sat.s32", "s32", ("s32", "s32"), lambda a, b: clamp(a + b))
    check("sub.sat.s32", "s32", ("s32", "s32"), lambda a, b: clamp(a - b))
    check("mad.hi.sat.s32", "s32", ("s32", "s32", "s32"), lambda a, b, c: clamp(((a * b) >> 32) + c))
    check("max.relu.s32", "s32", ("s32", "s32"), lambda a, b: max(a, b, 0))


@pytest.mark.parametrize("kind", ["u32", "s32"])
def test_24_bit_products(kind: str) -> None:
    def low(a: int) -> int:
        a &= 0xFFFFFF
        return a - 0x1000000 if kind == "s32" and a & 0x800000 else a

    check(f"mul24.lo.{kind}", kind, (kind, kind), lambda a, b: low(a) * low(b))
    check(f"mul24.hi.{kind}", kind, (kind, kind), lambda a, b: (low(a) * low(b)) >> 16)
    check(f"mad24.lo.{kind}", kind, (kind, kind, kind), lambda a, b, c: low(a) * low(b) + c)


@pytest.mark.parametrize("width", [16, 32, 64])
def test_logic_and_shifts(width: int) -> None:
    kind = f"b{width}"
    check(f"and.{kind}", kind, (kind, kind), lambda a, b: a & b)
    check(f"or.{kind}", kind, (kind, kind), lambda a, b: a | b)
    check(f"xor.{kind}", kind, (kind, kind), lambda a, b: a ^ b)
    check(f"not.{kind}", kind, (kind,), lambda a: ~a)
    check(f"cnot.{kind}", kind, (kind,), lambda a: int(a == 0))
    check(f"shl.{kind}", kind, (kind, "u32"), lambda a, b: a << b if b < width else 0)
    check(f"shr.u{width}", kind, (f"u{width}", "u32"), lambda a, b: a >> b if b < width else 0)
    check(f"shr.s{width}", kind, (f"s{width}", "u32"), lambda a, b: a >> min(b, width - 1))


def test_shift_amounts_past_the_width_clamp() -> None:
    assert apply("shl.b32", "b32", ("b32", [1, 1, 1]), ("u32", [31, 32, 0xFFFFFFFF])) == [0x80000000, 0, 0]
    assert apply("shr.s32", "b32", ("s32", [0x80000000] * 2), ("u32", [31, 200])) == [0xFFFFFFFF] * 2
    assert apply("shf.l.wrap.b32", "b32", ("b32", [0x80000001] * 2), ("b32", [2] * 2), ("u32", [33, 32])) == [5, 2]
    assert apply("shf.l.clamp.b32", "b32", ("b32", [0x80000001] * 2), ("b32", [2] * 2), ("u32", [33, 32])) == [0x80000001] * 2
    assert apply("shf.r.clamp.b32", "b32", ("b32", [9]), ("b32", [7]), ("u32", [40])) == [7]
    assert apply("shf.r.wrap.b32", "b32", ("b32", [0x10]), ("b32", [7]), ("u32", [36])) == [0x70000001]


@pytest.mark.parametrize("width", [32, 64])
def test_bit_counting(width: int) -> None:
    kind = f"b{width}"
    check(f"popc.{kind}", "u32", (kind,), lambda a: bin(a).count("1"))
    check(f"clz.{kind}", "u32", (kind,), lambda a: width - len(bin(a)) + 2 if a else width)
    check(f"brev.{kind}", kind, (kind,), lambda a: sum(1 << (width - 1 - i) for i in range(width) if a >> i & 1))

    def found(a: int) -> int:
        return max([i for i in range(width) if (a >> i & 1) != (1 if a < 0 else 0)], default=-1)

    check(f"bfind.s{width}", "u32", (f"s{width}",), found)
    check(f"bfind.u{width}", "u32", (f"u{width}",), found)
    check(f"bfind.shiftamt.u{width}", "u32", (f"u{width}",), lambda a: -1 if found(a) < 0 else width - 1 - found(a))


@pytest.mark.parametrize("width", [32, 64])
def test_fields(width: int) -> None:
    """The formulas are the pseudocode of the manual: bit by bit."""

    def field(a: int, position: int, length: int, signed: bool) -> int:
        position, length, msb = position & 255, length & 255, width - 1
        fill = a >> min(position + length - 1, msb) & 1 if signed and length else 0
        bits = [a >> (position + i) & 1 if i < length and position + i <= msb else fill for i in range(width)]
        return sum(bit << i for i, bit in enumerate(bits))

    def put(a: int, b: int, position: int, length: int) -> int:
        position, length = position & 255, length & 255
        bits = [a >> (i - position) & 1 if position <= i < position + length else b >> i & 1 for i in range(width)]
        return sum(bit << i for i, bit in enumerate(bits))

    count = 500
    for sign in "us":
        columns = [*rows((f"b{width}",), count), *[[v % 80 for v in c] for c in rows(("u32", "u32"), count)]]
        got = apply(f"bfe.{sign}{width}", f"u{width}", *zip((f"b{width}", "u32", "u32"), columns))
        assert got == [field(a, position, length, sign == "s") for a, position, length in zip(*columns)]
    columns = [*rows((f"b{width}", f"b{width}"), count), *[[v % 80 for v in c] for c in rows(("u32", "u32"), count)]]
    got = apply(f"bfi.b{width}", f"u{width}", *zip((f"b{width}", f"b{width}", "u32", "u32"), columns))
    assert got == [put(*row) for row in zip(*columns)]


def test_permute() -> None:
    def pick(a: int, b: int, selector: int) -> int:
        data = [(a | b << 32) >> 8 * i & 255 for i in range(8)]
        result = 0
        for i in range(4):
            nibble = selector >> 4 * i & 15
            byte = data[nibble & 7]
            result |= ((255 if byte & 128 else 0) if nibble & 8 else byte) << 8 * i
        return result

    check("prmt.b32", "b32", ("b32", "b32", "b32"), pick, 800)
    modes = [("f4e", 1, 0x88112233), ("b4e", 1, 0x66554433), ("rc8", 0, 0x44444444), ("ecl", 2, 0x11222222), ("ecr", 1, 0x33333344)]
    for mode, control, expected in [*modes, ("rc16", 0, 0x33443344)]:
        assert apply(f"prmt.b32.{mode}", "b32", ("b32", [0x11223344]), ("b32", [0x55667788]), ("b32", [control])) == [expected], mode


@pytest.mark.parametrize("table", [0x00, 0x80, 0xFE, 0x96, 0xE8, 0xCA, 0x1B, 0xFF])
def test_three_input_logic(table: int) -> None:
    def formula(a: int, b: int, c: int) -> int:
        return sum((table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1) & 1) << i for i in range(32))

    columns = rows(("b32", "b32", "b32"), 100)
    got = apply("lop3.b32", "b32", *zip(("b32",) * 3, columns), extra=f", {table}")
    assert got == [formula(*row) for row in zip(*columns)]


def test_dot_products() -> None:
    def byte(a: int, i: int, kind: str) -> int:
        return value(a >> 8 * i & 255, kind[0] + "8")

    for first in ("u32", "s32"):
        for second in ("u32", "s32"):
            check(f"dp4a.{first}.{second}", "b32", ("b32",) * 3, lambda a, b, c, f=first, s=second: c + sum(byte(a, i, f) * byte(b, i, s) for i in range(4)))
    check("dp2a.hi.s32.u32", "b32", ("b32",) * 3, lambda a, b, c: c + sum(value(a >> 16 * i & 65535, "s16") * (b >> (16 + 8 * i) & 255) for i in (0, 1)))


def test_masks_extension_and_nth_bit() -> None:
    assert apply("bmsk.clamp.b32", "b32", ("u32", [4, 30, 40]), ("u32", [3, 9, 2])) == [0x70, 0xC0000000, 0]
    assert apply("bmsk.wrap.b32", "b32", ("u32", [36]), ("u32", [35])) == [0x70]
    assert apply("szext.wrap.s32", "b32", ("b32", [0x88, 0x78]), ("u32", [8, 40])) == [0xFFFFFF88, 0x78]
    assert apply("szext.clamp.u32", "b32", ("b32", [0xFFFF, 0xFFFF]), ("u32", [8, 0])) == [0xFF, 0]
    assert apply("fns.b32", "b32", ("b32", [0xAAAAAAAA] * 4), ("b32", [3, 3, 3, 4]), ("s32", [1, 4, 0xFFFFFFFF, 0])) == [3, 9, 3, 0xFFFFFFFF]


def test_carry_chain_adds_128_bits() -> None:
    import numpy as np

    from .harness import run_body

    out = np.zeros(4, np.uint64)
    run_body(
        "mov.u64 %rd1, 0xFFFFFFFFFFFFFFFF; mov.u64 %rd2, 5; mov.u64 %rd3, 1; mov.u64 %rd4, 7;"
        "add.cc.u64 %rd5, %rd1, %rd3; addc.u64 %rd6, %rd2, %rd4;"
        "sub.cc.u64 %rd7, %rd3, %rd1; subc.u64 %rd8, %rd2, %rd4;"
        "st.global.u64 [%rd0], %rd5; st.global.u64 [%rd0+8], %rd6; st.global.u64 [%rd0+16], %rd7; st.global.u64 [%rd0+24], %rd8;",
        out, threads=1,
    )  # fmt: skip
    first = (2**64 - 1 + (5 << 64)) + (1 + (7 << 64))
    second = (1 + (5 << 64) - (2**64 - 1 + (7 << 64))) % 2**128
    assert [int(v) for v in out] == [first % 2**64, first >> 64, second % 2**64, second >> 64]


def test_the_carry_of_a_subtraction_is_set_where_nothing_is_borrowed() -> None:
    import numpy as np

    from .harness import run_body

    out = np.zeros(4, np.uint32)
    run_body(
        "sub.cc.u32 %r1, 5, 3; addc.u32 %r2, 0, 0; sub.cc.u32 %r1, 3, 5; addc.u32 %r3, 0, 0;"
        "add.cc.u32 %r1, 0xFFFFFFFF, 1; subc.u32 %r4, 9, 2; add.cc.u32 %r1, 1, 1; subc.u32 %r5, 9, 2;"
        "st.global.v4.u32 [%rd0], {%r2, %r3, %r4, %r5};", out, threads=1,
    )  # fmt: skip
    assert out.tolist() == [1, 0, 7, 6]


def test_wide_multiplication_by_carry_chain() -> None:
    import numpy as np

    from .harness import run_body

    out = np.zeros(4, np.uint32)
    run_body(
        "mov.b32 %r1, 0xDEADBEEF; mov.b32 %r2, 0x12345678; mov.b32 %r3, 0x9ABCDEF0; mov.b32 %r4, 0xFFFFFFFF;"
        "mul.lo.u32 %r5, %r1, %r3; mul.hi.u32 %r6, %r1, %r3;"
        "mad.lo.cc.u32 %r6, %r2, %r3, %r6; madc.hi.u32 %r7, %r2, %r3, 0;"
        "mad.lo.cc.u32 %r6, %r1, %r4, %r6; madc.hi.cc.u32 %r7, %r1, %r4, %r7; addc.u32 %r8, 0, 0;"
        "mad.lo.cc.u32 %r7, %r2, %r4, %r7; madc.hi.u32 %r8, %r2, %r4, %r8;"
        "st.global.u32 [%rd0], %r5; st.global.u32 [%rd0+4], %r6; st.global.u32 [%rd0+8], %r7; st.global.u32 [%rd0+12], %r8;",
        out, threads=1,
    )  # fmt: skip
    expected = 0x12345678DEADBEEF * 0xFFFFFFFF9ABCDEF0
    assert sum(int(word) << 32 * i for i, word in enumerate(out)) == expected
