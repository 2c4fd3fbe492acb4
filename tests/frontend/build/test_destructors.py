"""No destructor is silently left out: a kernel that makes values of a type with one is refused, by whatever name the trait is called."""

from __future__ import annotations

import pytest

from kernelc.compile import compile_source
from kernelc.frontend.diagnostics import CompileError
from kernelc.frontend.source import Source

HEAD = "use cuda_device::*;\nstruct M<T> { t: T }\nstruct Plain { t: u32 }\n"
BODY = "{ fn drop(&mut self) {} }\n"
IMPLS = {
    "prelude": f"impl<T> Drop for M<T> {BODY}",
    "path": f"impl<T> core::ops::Drop for M<T> {BODY}",
    "std": f"impl<T> std::ops::Drop for M<T> {BODY}",
    "renamed": f"use core::ops::Drop as D;\nimpl<T> D for M<T> {BODY}",
    "renamed twice": f"mod a {{ pub use core::ops::Drop as D; }}\nuse a::D as E;\nimpl<T> E for M<T> {BODY}",
}
USES = {
    "local": "let _m = M { t: 1u32 };",
    "field": "let _m = (1u8, M { t: 1u32 });",
    "array": "let _m = [M { t: 1u32 }];",
    "option": "let _m = Some(M { t: 1u32 });",
    "ignored": "M { t: 1u32 };",
    "passed": "drop(M { t: 1u32 });",
}


def refusals(text: str) -> list[str]:
    try:
        compile_source(Source("k.rs", text)).ptx()
    except CompileError as problem:
        return [f"{each.code} {each.message}" for each in problem.diagnostics]
    return []


def kernel(body: str) -> str:
    return f"#[kernel] pub fn k(out: &mut [u32]) {{ {body} out[0] = 1; }}\n"


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("implementation", IMPLS)
def test_a_type_with_a_destructor_is_refused(implementation: str, use: str) -> None:
    found = refusals(HEAD + IMPLS[implementation] + kernel(USES[use]))
    assert any(each.startswith("K1108 `M<u32>` has a destructor (`impl Drop`)") for each in found), found


@pytest.mark.parametrize("implementation", IMPLS)
def test_other_types_are_not(implementation: str) -> None:
    assert refusals(HEAD + IMPLS[implementation] + kernel("let p = Some(Plain { t: 1 });")) == []


def test_a_trait_of_the_same_name_is_another() -> None:
    own = "mod own { pub trait Drop { fn drop(&mut self); } }\nuse own::Drop;\n"
    assert refusals(HEAD + own + f"impl<T> Drop for M<T> {BODY}" + kernel(USES["local"])) == []


RENAMED = """use cuda_device::*;
mod a { pub use core::ops::Add as Plus; }
use a::Plus as Sum;
#[derive(Clone, Copy)]
struct N(u32);
impl Sum for N { type Output = u32; fn add(self, other: N) -> u32 { self.0 + other.0 } }
#[kernel] pub fn k(out: &mut [u32]) { out[0] = N(3) + N(4); }
"""


def test_impls_of_a_renamed_trait_are_found() -> None:
    assert "st.global.u32 \t[%out], 7;" in compile_source(Source("k.rs", RENAMED)).ptx()


GENERIC = "use cuda_device::*;\n#[kernel] pub fn k<T: Copy>(out: &mut [T]) {}\n"


@pytest.mark.parametrize("rest", ["", "fn main() { println!(\"x\"); let b = Box::new(3); }", "fn helper() {}"])
def test_kernels_that_are_all_generic(rest: str) -> None:
    """Neither host code nor a helper takes their place."""
    assert refusals(GENERIC + rest) == ["K1115 every kernel of the file is generic: k"]
