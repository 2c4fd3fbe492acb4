"""A generic function is checked once and compiled once for each type that it is called for, never when it is not called."""

from __future__ import annotations

import pytest

from kernelc.compile import compile_source
from kernelc.frontend.build.instances import ModuleBuilder
from kernelc.frontend.source import Source
from kernelc.options import Options


def compiled(text):
    """The functions of the module, before any inlining, by name."""
    compilation = compile_source(Source("test.rs", text), Options())
    return [name for name in compilation.built()[0].functions if name != "k"]


KERNEL = "#[kernel] fn k(a: &mut [f32], b: &mut [u32]) {{ {} }}\n"
TWICE = "fn twice<T: Copy + core::ops::Add<Output = T>>(x: T) -> T { x + x }\n"


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("", 0),
        ("a[0] = twice(a[0]);", 1),
        ("a[0] = twice(a[0]); a[1] = twice(twice(a[1]));", 1),
        ("a[0] = twice(a[0]); b[0] = twice(b[0]);", 2),
        ("a[0] = twice(a[0]); b[0] = twice(b[0]); b[1] = twice(b[1]);", 2),
        ("if false { a[0] = twice(a[0]); } b[0] = twice(b[0]) + twice::<u32>(1);", 2),
    ],
)
def test_once_for_each_type_that_it_is_called_for(body, count):
    found = [name for name in compiled(TWICE + KERNEL.format(body)) if "twice" in name]
    assert len(found) == count, found


def test_methods_of_generic_types_and_traits():
    text = """
        struct Pair<T> { x: T, y: T }
        impl<T: Copy> Pair<T> { fn first(&self) -> T { self.x } fn second(&self) -> T { self.y } }
        trait Scale { fn scale(self) -> Self; fn again(self) -> Self where Self: Sized { self.scale().scale() } }
        impl Scale for f32 { fn scale(self) -> f32 { self * 2.0 } }
        impl Scale for u32 { fn scale(self) -> u32 { self * 2 } }
    """
    names = compiled(text + KERNEL.format("a[0] = Pair { x: a[0], y: a[1] }.first().again(); b[0] = Pair { x: b[0], y: 1 }.first();"))
    assert len([n for n in names if "first" in n]) == 2
    assert [n for n in names if "second" in n] == []
    assert len([n for n in names if "again" in n]) == 1
    assert len([n for n in names if "scale" in n]) == 1


def test_const_arguments_make_instances_too():
    text = "fn sum<const N: usize>(x: [u32; N]) -> u32 { let mut s = 0; for each in x { s += each; } s }\n"
    names = compiled(text + KERNEL.format("b[0] = sum([1, 2]) + sum([3, 4]) + sum([1, 2, 3]);"))
    assert len([n for n in names if n.startswith("sum") or "3sum" in n]) == 2


def test_a_generic_function_that_is_not_called_is_not_lowered_even_to_mir(monkeypatch):
    lowered = []
    build_body = ModuleBuilder.build_body

    def counted(self, instance, body):
        lowered.append((instance.fn.name, instance.args))
        return build_body(self, instance, body)

    monkeypatch.setattr(ModuleBuilder, "build_body", counted)
    compiled("fn unused<T>(x: T) -> T { x }\n" + TWICE + KERNEL.format("a[0] = twice(a[0]); a[1] = twice(a[1]);"))
    assert [name for name, _ in lowered].count("twice") == 1
    assert [name for name, _ in lowered].count("unused") == 0


def test_the_body_is_checked_once_for_all_types(monkeypatch):
    from kernelc.frontend import check

    checked = []
    check_function = check.check_function

    def counted(program, fn):
        checked.append(fn.name)
        return check_function(program, fn)

    monkeypatch.setattr(check, "check_function", counted)
    compiled(TWICE + KERNEL.format("a[0] = twice(a[0]); b[0] = twice(b[0]);"))
    assert checked.count("twice") == 1
