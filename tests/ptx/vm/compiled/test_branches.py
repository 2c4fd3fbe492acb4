"""Branches by an index: uniform, divergent, with targets that are the same, backwards, out of their list, in functions; random graphs of them."""

import random

import numpy as np
import pytest

from ptx.vm import Panic

from .test_control import kernel
from .twins import both

NUMBERS = np.random.default_rng(8).integers(0, 2**32, 128, np.uint32)


def check(body: str, head: str = "", threads: int = 64):
    return both(kernel(body, head), "k", 2, threads, [NUMBERS.copy(), np.zeros(128, np.uint32)])


CASES = """
    TABLE: .branchtargets A, B, C, B, END;
    brx.idx %r4, TABLE;
    A: mad.lo.u32 %r6, %r6, 3, %r1; bra D;
    B: mad.lo.u32 %r6, %r6, 5, 1; add.u32 %r5, %r5, 7; bra D;
    C: exit;
    D: add.u32 %r6, %r6, %r5;
    END: st.global.u32 [%rd4], %r6;"""


@pytest.mark.parametrize("index", ["and.b32 %r4, %r1, 3;", "rem.u32 %r4, %r1, 5;", "mov.u32 %r4, 3;", "add.u32 %r4, %r2, 1;", "mov.u32 %r4, 2;"])
def test_lanes_go_to_the_target_at_their_index(index: str) -> None:
    _, fault = check(f"ld.global.u32 %r6, [%rd3]; mov.u32 %r5, 9; {index}{CASES}")
    assert fault is None


@pytest.mark.parametrize("index", ["shr.u32 %r4, %r1, 1;", "mov.u32 %r4, 77;", "sub.u32 %r4, %r1, 9;"])
def test_an_index_past_the_list_is_told(index: str) -> None:
    _, fault = check(f"mov.u32 %r6, 1; {index}{CASES}")
    assert type(fault) is Panic
    assert "is past the end of 5 targets" in str(fault)


def test_an_interpreter_of_its_own_little_language() -> None:
    """Each thread runs its own program: four bits an instruction, until the first that ends it."""
    body = """
    ld.global.u32 %r4, [%rd3]; mov.u32 %r5, %r1; mov.u32 %r6, 0;
    NEXT: and.b32 %r7, %r4, 7; shr.u32 %r4, %r4, 3; add.u32 %r6, %r6, 1; setp.gt.u32 %p1, %r6, 30; @%p1 bra STOP;
    CODES: .branchtargets ADD, SHIFT, MUL, SKIP, BACK, ADD, XOR, STOP;
    brx.idx %r7, CODES;
    ADD: add.u32 %r5, %r5, 11; bra NEXT;
    SHIFT: shl.b32 %r5, %r5, 1; bra NEXT;
    MUL: mul.lo.u32 %r5, %r5, 7; bra NEXT;
    SKIP: shr.u32 %r4, %r4, 3; bra NEXT;
    BACK: not.b32 %r4, %r4; bra NEXT;
    XOR: xor.b32 %r5, %r5, %r4; bra NEXT;
    STOP: st.global.u32 [%rd4], %r5;"""
    check(body)


def test_in_a_function_that_is_called_twice() -> None:
    head = """
.func (.reg .b32 %out) pick(.reg .b32 %which, .reg .b32 %x) {
    .reg .b32 %t;
    LIST: .branchtargets ONE, TWO, THREE;
    rem.u32 %t, %which, 3; brx.idx %t, LIST;
    ONE: add.u32 %out, %x, 1; ret; TWO: mul.lo.u32 %out, %x, 3; bra OUT; THREE: not.b32 %out, %x; OUT: ret; }
"""
    check("ld.global.u32 %r4, [%rd3]; call (%r5), pick, (%r4, %r1); call (%r6), pick, (%r5, %r4); st.global.u32 [%rd4], %r6;", head)


def random_switches(seed: int, blocks: int) -> str:
    """Returns a body of random branches by index among `blocks` blocks; a counter in each thread ends it."""
    generator = random.Random(seed)
    lines = ["ld.global.u32 %r4, [%rd3]; mov.u32 %r5, 0; mov.u32 %r6, 1;"]
    for number in range(blocks):
        count = generator.randrange(1, 5)
        names = [*[f"L{other}" for other in range(blocks)] * 2, "END", "GONE"]
        targets = ", ".join(generator.choice(names) for _ in range(count))
        lines.append(f"L{number}: add.u32 %r5, %r5, 1; setp.gt.u32 %p1, %r5, 50; @%p1 bra END;")
        lines.append(f"mad.lo.u32 %r6, %r6, 29, {number}; shr.u32 %r7, %r4, {generator.randrange(9)}; xor.b32 %r4, %r4, %r6;")
        lines.append(generator.choice(("add.u32 %r7, %r7, %r6;", "mov.u32 %r7, %r5;", "add.u32 %r7, %r5, %r2;")))
        lines.append(f"rem.u32 %r7, %r7, {count}; T{number}: .branchtargets {targets}; brx.idx %r7, T{number};")
    return "\n".join([*lines, "END: st.global.u32 [%rd4], %r6; GONE:"])


@pytest.mark.parametrize("seed", range(12))
def test_random_graphs(seed: int) -> None:
    check(random_switches(seed, 2 + seed % 7), threads=48 if seed % 2 else 64)
