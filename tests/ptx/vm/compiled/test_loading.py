"""Object files in memory: plain ones are put there by us, all others by LLVM, and both run alike."""

import struct

import numpy as np
import pytest

from ptx.vm import Buffer, OutOfBounds, load
from ptx.vm.compiled.native import kept, loading
from ptx.vm.compiled.native.loading import Image, NotPlain, sections_of
from ptx.vm.compiled.native.processor import is_x86
from ptx.vm.compiled.native.target import compile_object

pytest.importorskip("llvmlite")
plain = pytest.mark.skipif(not is_x86(), reason="only files for x86-64 are put into memory here")
TEXT = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3];
    mul.lo.u32 %r2, %r2, %r1;
    st.global.u32 [%rd3], %r2;
    ret;
}
"""
FUNCTION = "declare ptr @memset(ptr, i32, i64)\ndefine ptr @run(ptr %x, i64 %n) nounwind {\n  %y = call ptr @memset(ptr %x, i32 1, i64 %n)\n  ret ptr %y\n}\n"


@pytest.mark.parametrize("left_to_llvm", [False, True])
def test_both_ways_run_alike(left_to_llvm: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.common_code.cache_clear()
    if left_to_llvm:
        monkeypatch.setattr(loading, "image_of", lambda data, known: None)
    module, x = load(TEXT, "compiled"), np.arange(64, dtype=np.uint32)
    module.launch("k", 1, 64, [Buffer("x", x)])
    assert not module.notes
    assert x.tolist() == [i * i for i in range(64)]
    with pytest.raises(OutOfBounds, match="0 bytes past the end of argument `x`"):
        module.launch("k", 1, 65, [Buffer("x", x)])
    kept.common_code.cache_clear()


def changed(data: bytes, offset: int, form: str, *values: int) -> bytes:
    """An object file with other bytes at a place."""
    copy = bytearray(data)
    struct.pack_into(form, copy, offset, *values)
    return bytes(copy)


@plain
def test_what_is_not_plain_is_left_to_llvm() -> None:
    data = compile_object(FUNCTION)
    known = loading.host_symbols()
    assert set(Image(data, known).symbols) == {"run"}
    with pytest.raises(NotPlain):
        Image(data, {})  # the function that it calls is not known
    (relocations,) = [section for section in sections_of(data) if section.type == loading.RELA and section.size]
    (kind,) = struct.unpack_from("<I", data, relocations.offset + 8)
    assert kind == loading.ABSOLUTE_64
    with pytest.raises(NotPlain):
        Image(changed(data, relocations.offset + 8, "<I", 2), known)  # R_X86_64_PC32
    with pytest.raises(NotPlain):
        Image(changed(data, 18, "<H", 183), known)  # AArch64
    with pytest.raises(NotPlain):
        Image(b"MZ" + data[2:], known)
    table, size, count = *struct.unpack_from("<Q", data, 40), *struct.unpack_from("<HH", data, 58)
    code = next(number for number, section in enumerate(sections_of(data)) if section.flags & loading.ALLOC and section.size)
    assert code < count
    with pytest.raises(NotPlain):
        Image(changed(data, table + size * code + 8, "<Q", loading.ALLOC | loading.WRITE), known)
