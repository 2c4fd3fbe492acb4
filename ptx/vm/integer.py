"""Integer instructions as functions of Python integers: exact, no state, one function for each meaning.

Values of signed types come in as negative numbers, values of unsigned and bit types as they are; results are any integer that is right
modulo 2**width (the caller cuts it to the register). Sections: PTX ISA, "Integer Arithmetic Instructions", "Logic and Shift
Instructions", "Data Movement: prmt".

Where the manual leaves a result open, the value that current hardware gives is taken, and said at the function.
"""


def signed(value: int, width: int) -> int:
    """Returns the two's complement value of the low `width` bits."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def limits(kind: str) -> tuple[int, int]:
    """Returns the least and greatest value of an integer type such as `s32` or `u8`."""
    width = int(kind[1:])
    if kind[0] == "s":
        return -(1 << (width - 1)), (1 << (width - 1)) - 1
    return 0, (1 << width) - 1


def clamp(value: int, kind: str) -> int:
    """Returns the value limited to the range of an integer type (`.sat`)."""
    low, high = limits(kind)
    return min(max(value, low), high)


def divide(dividend: int, divisor: int) -> int:
    """Truncating division. By zero: all ones, as the hardware's division sequence gives (the manual leaves it open)."""
    if divisor == 0:
        return -1
    quotient = abs(dividend) // abs(divisor)
    return -quotient if (dividend < 0) != (divisor < 0) else quotient


def remainder(dividend: int, divisor: int) -> int:
    """Remainder of the truncating division, with the dividend's sign. By zero: the dividend, as `a - (a / b) * b` gives on hardware."""
    if divisor == 0:
        return dividend
    rest = abs(dividend) % abs(divisor)
    return -rest if dividend < 0 else rest


def funnel(direction: str, mode: str, low: int, high: int, amount: int) -> int:
    """`shf.{l,r}.{clamp,wrap}.b32`: the high (left) or low (right) word of the 64-bit value `high:low` shifted."""
    amount = min(amount, 32) if mode == "clamp" else amount & 31
    both = high << 32 | low
    return (both << amount) >> 32 if direction == "l" else both >> amount


def reverse(value: int, width: int) -> int:
    """`brev`: the bits in reverse order."""
    return int(f"{value:0{width}b}"[::-1], 2)


def leading_zeros(value: int, width: int) -> int:
    """`clz`: zero bits above the highest one; the width for zero."""
    return width - value.bit_length()


def find_leading(value: int, width: int, shift_amount: bool) -> int:
    """`bfind{.shiftamt}`: position of the highest bit that differs from the sign, counted from bit 0 (or from the top); -1 if none."""
    if value < 0:
        value = ~value
    if value == 0:
        return 0xFFFFFFFF
    position = value.bit_length() - 1
    return width - 1 - position if shift_amount else position


def find_nth(mask: int, base: int, offset: int) -> int:
    """`fns.b32`: position of the n-th set bit of `mask` from `base` on (n = offset; 0 tests `base` itself, negative goes down)."""
    if offset == 0:
        return base if base < 32 and mask >> base & 1 else 0xFFFFFFFF
    step = 1 if offset > 0 else -1
    left = abs(offset)
    while 0 <= base < 32:
        left -= mask >> base & 1
        if left == 0:
            return base
        base += step
    return 0xFFFFFFFF


def extract(value: int, position: int, length: int, width: int, is_signed: bool) -> int:
    """`bfe`: the field of `length` bits at `position`, sign- or zero-extended; past the top it continues with the sign bit (or 0).

    `value` is unsigned; position and length count modulo 256, as in the manual.
    """
    position &= 0xFF
    length &= 0xFF
    value = signed(value, width) if is_signed else value
    if length == 0:
        return 0
    field = (value >> position) & ((1 << length) - 1)
    if not is_signed:
        return field
    top = min(position + length - 1, width - 1)
    return field | -(1 << length) if value >> top & 1 else field


def insert(source: int, target: int, position: int, length: int, width: int) -> int:
    """`bfi`: `target` with the low `length` bits of `source` put at `position`; bits beyond the width are dropped."""
    position &= 0xFF
    length &= 0xFF
    field = (((1 << length) - 1) << position) & ((1 << width) - 1)
    return target & ~field | (source << position) & field


def mask_bits(position: int, length: int, mode: str) -> int:
    """`bmsk.{clamp,wrap}.b32`: `length` ones starting at `position`."""
    if mode == "wrap":
        position, length = position & 31, length & 31
    else:
        position, length = min(position, 32), min(length, 32)
    return (((1 << length) - 1) << position) & 0xFFFFFFFF


def extend(value: int, length: int, is_signed: bool, mode: str) -> int:
    """`szext.{clamp,wrap}`: the low `length` bits of an unsigned value, sign- or zero-extended; 0 bits give 0."""
    length = length & 31 if mode == "wrap" else min(length, 32)
    field = value & ((1 << length) - 1)
    return signed(field, length) if is_signed and length else field


def permute(low: int, high: int, selector: int) -> int:
    """`prmt.b32`: each nibble of `selector` picks a byte of `high:low`; its top bit replicates the byte's sign instead."""
    both = high << 32 | low
    result = 0
    for index in range(4):
        control = selector >> 4 * index
        byte = both >> 8 * (control & 7) & 0xFF
        if control & 8:
            byte = 0xFF if byte & 0x80 else 0
        result |= byte << 8 * index
    return result


PERMUTE_MODES = {
    "f4e": (0x3210, 0x4321, 0x5432, 0x6543),
    "b4e": (0x5670, 0x6701, 0x7012, 0x0123),
    "rc8": (0x0000, 0x1111, 0x2222, 0x3333),
    "ecl": (0x3210, 0x3211, 0x3222, 0x3333),
    "ecr": (0x0000, 0x1110, 0x2210, 0x3210),
    "rc16": (0x1010, 0x3232, 0x1010, 0x3232),
}
"""The selector that each special mode of `prmt` stands for, by the two low bits of its control operand."""


def logic(first: int, second: int, third: int, table: int) -> int:
    """`lop3.b32`: each result bit is the bit of `table` at index (first, second, third), `first` the highest."""
    result = 0
    for index in range(8):
        if table >> index & 1:
            a = first if index & 4 else ~first
            b = second if index & 2 else ~second
            c = third if index & 1 else ~third
            result |= a & b & c
    return result


def dot_bytes(first: int, second: int, first_signed: bool, second_signed: bool) -> int:
    """`dp4a`: the sum of the four byte products."""
    total = 0
    for shift in (0, 8, 16, 24):
        a, b = first >> shift & 0xFF, second >> shift & 0xFF
        total += (signed(a, 8) if first_signed else a) * (signed(b, 8) if second_signed else b)
    return total


def dot_halves(first: int, second: int, first_signed: bool, second_signed: bool, high: bool) -> int:
    """`dp2a.{lo,hi}`: the two halves of `first` times two bytes of `second`, added."""
    total = 0
    for index in (0, 1):
        a = first >> 16 * index & 0xFFFF
        b = second >> 8 * (index + (2 if high else 0)) & 0xFF
        total += (signed(a, 16) if first_signed else a) * (signed(b, 8) if second_signed else b)
    return total
