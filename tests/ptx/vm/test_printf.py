"""The text that `vprintf` makes, against C's `printf`, and formats that it refuses."""

import ctypes
import struct

import pytest

from ptx.vm.host import formatted

FORMATS = [
    ("%d|%5d|%-5d|%05d|%+d|% d", [3, -42, 42, -7, 8, 9]),
    ("%u %x %X %#x %o %#o", [4294967295, 255, 255, 255, 8, 8]),
    ("%hhd %hd %hhu %hu", [200, 40000, 511, 65537]),
    ("%c%c%%", [65, 0x142]),
    ("%*d|%-*d|%.3d", [6, 5, 6, 5, 5]),
]


@pytest.mark.parametrize(("template", "values"), FORMATS)
def test_integers_are_as_in_c(template: str, values: list[int]) -> None:
    data = b"".join(struct.pack("<I", value % 2**32) for value in values)
    text, count = formatted(template, lambda offset, size: data[offset : offset + size], lambda _: "")
    buffer = ctypes.create_string_buffer(500)
    ctypes.CDLL(None).snprintf(buffer, 500, template.encode(), *[ctypes.c_int(value) for value in values])
    assert text.encode("latin-1") == buffer.value
    assert count == len(values)


def test_wide_values_are_aligned() -> None:
    data = struct.pack("<i4xqd", -1, 2**40, 1.5)
    assert formatted("%d %lld %g %s", lambda offset, size: (data + bytes(8))[offset : offset + size], lambda _: "text")[0] == "-1 1099511627776 1.5 text"


@pytest.mark.parametrize("template", ["%99999d", "%.99999f", "%k", "%"])
def test_what_is_no_conversion(template: str) -> None:
    with pytest.raises(ValueError, match=r"too large|unknown conversion"):
        formatted(template, lambda offset, size: bytes(size), lambda _: "")
