"""Every `#[intrinsic]` of the library names an op, and fits its operands, attributes and result."""

from __future__ import annotations

import pytest

from dialect.op import OPS, Value
from dialect.ops import Undef
from dialect.types import VOID
from kernelc.compile import compile_source
from kernelc.frontend.attributes import text as attribute_text
from kernelc.frontend.build.intrinsics import SPECIAL, make_op
from kernelc.frontend.build.layout import SCALAR, Layouts
from kernelc.frontend.defs import FnDef, ImplFamily, ModuleDef
from kernelc.frontend.source import Source


def program():
    return compile_source(Source("test.rs", "fn f() {}")).program()


def intrinsics(crate, found_program):
    work, out = [found_program.crate(crate)], []
    while work:
        module = work.pop()
        for d in module.items:
            if isinstance(d, FnDef):
                out.append(d)
            elif isinstance(d, ModuleDef):
                work.append(d)
        for each in module.impls:
            for impl in [each.member(name) for name in each.types] if isinstance(each, ImplFamily) else [each]:
                out.extend(d for d in impl.items.values() if isinstance(d, FnDef))
    return [f for f in out if f.attribute("intrinsic") is not None]


@pytest.mark.parametrize("crate", ["core", "cuda_device"])
def test_names_of_ops(crate):
    found = intrinsics(crate, program())
    assert found
    names = [attribute_text(f.attribute("intrinsic")).split()[0] for f in found]
    assert [n for n in names if n not in OPS and n not in SPECIAL] == []


@pytest.mark.parametrize("crate", ["core", "cuda_device"])
def test_operands_and_results(crate):
    found_program = program()
    layouts = Layouts(found_program)
    wrong = []
    for fn in intrinsics(crate, found_program):
        text = attribute_text(fn.attribute("intrinsic"))
        signature = found_program.signature_of(fn)
        types = [*signature.params, signature.result]
        if text.split()[0] in SPECIAL or any(t.flags for t in types):
            continue
        values: list[Value] = [Undef(layouts.type(t)) for t in signature.params if layouts.type(t).size]
        shape = layouts.shape(signature.result)
        result = shape.type if shape.kind == SCALAR else VOID
        op = OPS[text.split()[0]]
        made = make_op(op, text, values, text.split()[1:], result)
        if made.type is not result or op.signature.faults(made):
            wrong.append((fn.path, text, str(made.type), op.signature.faults(made)))
    assert wrong == []
