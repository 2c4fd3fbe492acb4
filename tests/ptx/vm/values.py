"""Operand encodings that tests use: the special ones of each type crossed, and random ones from a fixed seed."""

import random

from ptx.vm.formats import FORMATS
from ptx.vm.registers import WIDTHS


def special(kind: str) -> list[int]:
    """Returns the encodings of a type at which rules change."""
    width = WIDTHS[kind]
    if kind in FORMATS:
        form = FORMATS[kind]
        one = ((1 << (width - form.precision - 1)) - 1) << (form.precision - 1)
        least_normal = 1 << (form.precision - 1)
        positive = [0, 1, least_normal - 1, least_normal, one - 1, one, one + 1, one + (1 << (form.precision - 2)), form.infinite - 1, form.infinite]
        return [*positive, *[bits | form.sign_bit for bits in positive], form.infinite + 1, form.nan | form.sign_bit]
    top = 1 << (width - 1)
    return [0, 1, 2, 3, top - 1, top, top + 1, 2 * top - 1, 2 * top - 2, 0x55555555AAAAAAAA % (2 * top), width, width - 1]


def rows(kinds: tuple[str, ...], count: int, seed: int = 1) -> list[list[int]]:
    """Returns `count` rows of operands, as one list for each operand; half of the values are special ones."""
    generator = random.Random(f"{kinds}{seed}")
    columns: list[list[int]] = [[] for _ in kinds]
    for _ in range(count):
        near = generator.getrandbits(64)
        for column, kind in zip(columns, kinds):
            width = WIDTHS[kind]
            choice = generator.random()
            if choice < 0.45:
                column.append(generator.choice(special(kind)))
            elif choice < 0.65:
                column.append((near + generator.randrange(-2, 3)) % (1 << width))
            else:
                column.append(generator.getrandbits(width))
    return columns
