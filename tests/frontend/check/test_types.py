"""Types are one object each, and go with the program whose definitions they name."""

from __future__ import annotations

import gc
import weakref

from kernelc.compile import compile_source
from kernelc.frontend.source import Source
from kernelc.frontend.ty import U8, make, ref_to, tuple_of

TEXT = """
struct Pair<T> { first: T, second: Option<T> }
impl<T: Copy> Pair<T> { fn sum(&self, add: impl Fn(T, T) -> T) -> T { add(self.first, self.second.unwrap()) } }
#[kernel] fn k(out: &mut [u32]) { out[0] = Pair { first: 1u32, second: Some(2) }.sum(|a, b| a + b); }
"""


def test_a_type_is_one_object() -> None:
    program = compile_source(Source("k.rs", TEXT)).program()
    pair = program.root.types["Pair"]
    made = make("adt", pair, (U8,))
    assert made is make("adt", pair, (U8,))
    assert tuple_of([U8, ref_to(made)]) is tuple_of([U8, ref_to(made)])
    assert tuple_of([U8, ref_to(made)]) is not tuple_of([U8, ref_to(U8)])


def test_a_program_is_not_kept_by_its_types() -> None:
    compilation = compile_source(Source("k.rs", TEXT))
    assert compilation.ptx()
    gone = weakref.ref(compilation.program())
    assert gone() is not None
    del compilation
    gc.collect()
    assert gone() is None
