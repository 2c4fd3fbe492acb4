"""Types and layout, type rules, how an op is declared and what it stores, blocks and functions."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import dialect
import dialect.ops as ops
from dialect.function import Block, Cursor, Function, Module, remove_ops
from dialect.op import COMMUTES, EFFECTS, FLAGS, OPS, PURE, Loc, Op, Terminator
from dialect.ops.control import message_parts
from dialect.signature import Signature, signature_of
from dialect.types import BOOL, F32, F64, I32, I64, I128, U8, VOID, array, named, ptr, tuple_of, with_space

DIALECT = Path(dialect.__file__).parent


def test_types_are_interned():
    assert ptr(F32, "global") is ptr(F32, "global") is named("ptr<f32, global>")
    assert ptr(F32, "global") is not ptr(F32, "shared")
    assert array(I32, 4) is array(I32, 4) and array(I32, 4) is not array(I32, 5)
    assert tuple_of((I32, F64)) is tuple_of((I32, F64)) and repr(tuple_of((I32, F64))) == "tuple<i32, f64>"
    assert with_space(ptr(F32, "global"), "generic") is ptr(F32, "generic")
    assert named("i33") is None


def test_layout_is_that_of_c():
    assert (BOOL.size, U8.size, I32.size, I64.size, I128.size, F64.align, I128.align) == (1, 1, 4, 8, 16, 8, 16)
    pair = tuple_of((U8, I32, U8))
    assert (pair.offsets, pair.size, pair.align) == ((0, 4, 8), 12, 4)
    nested = tuple_of((U8, array(pair, 3), I64))
    assert (nested.offsets, nested.size, nested.align) == ((0, 4, 40), 48, 8)
    assert (tuple_of(()).size, tuple_of(()).align, array(I64, 0).size, array(I64, 0).align) == (0, 1, 0, 8)
    assert ptr(pair, "local").size == 8 and ptr(pair, "local").is_scalar and not pair.is_scalar and not VOID.is_scalar
    assert I32.is_integer and U8.is_integer and not F32.is_integer and not BOOL.is_integer


@pytest.mark.parametrize("mnemonic", list(OPS))
def test_declarations(mnemonic):
    kind = OPS[mnemonic]
    assert kind.__doc__ and kind.__doc__.strip()[-1] == "."
    assert set(kind.choices) <= set(kind.fields)
    assert bool(kind.flags & PURE) <= (not kind.flags & EFFECTS), "a pure op has no effect"
    assert len(kind.signature.operands) == (kind.n_operands if not kind.variadic else len(kind.signature.operands))
    if kind.flags & COMMUTES:
        assert kind.n_operands == 2 and kind.evaluate is not None
    assert kind.__name__ in ops.__all__
    assert signature_of(kind.types, kind.signature_attributes if hasattr(kind, "signature_attributes") else attributes(kind)) is kind.signature


def attributes(kind: type[Op]) -> tuple[str, ...]:
    return tuple([name for name, annotation in kind.fields.items() if annotation not in ("Value", "Target", "tuple[Value, ...]")])


def test_flags_have_names():
    assert len(set(FLAGS.values())) == len(FLAGS)
    assert all(bin(bit).count("1") == 1 for bit in FLAGS.values())


def test_an_op_is_its_value_and_knows_its_fields():
    block = Block("b")
    a, b = block.add_param(I32, "a"), block.add_param(I32, "b")
    total = ops.Add(ops.Mul(a, b), b)
    assert isinstance(total.lhs, ops.Mul) and total.rhs is b and total.type is I32
    assert list(b.users) == [total.lhs, total]
    less = ops.Compare(a, b, "lt")
    assert (less.predicate, less.type) == ("lt", BOOL)
    call = ops.Call((a, b), "f", F32)
    assert (call.args, call.callee, call.ty, call.type) == ((a, b), "f", F32, F32)
    assert ops.Load(ops.Alloca(F32)).type is F32


def test_wrong_numbers_of_arguments():
    x = Block("b").add_param(F32)
    wrong: list[tuple[type[Op], tuple[object, ...]]] = [(ops.Add, ()), (ops.Const, (1,)), (ops.Fma, (x, x)), (ops.Call, ((), "f"))]
    for kind, args in wrong:
        with pytest.raises(TypeError):
            kind(*args)


def test_targets_and_their_arguments():
    a, b, c = Block("a"), Block("b"), Block("c")
    p = a.add_param(BOOL, "p")
    x, y, z = (a.add_param(I32) for _ in range(3))
    t = ops.CondBr(p, (b, (x, y)), (c, (z,)))
    assert (t.targets, t.arg_counts, t.own_operands, t.args_of(0), t.args_of(1)) == ((b, c), (2, 1), (p,), (x, y), (z,))
    assert (t.cond, t.then, t.other) == (p, (b, (x, y)), (c, (z,)))
    t.set_target(0, c, (z,))
    assert (t.targets, t.operands, t.arg_counts) == ((c, c), (p, z, z), (1, 1))
    assert t not in x.users and t in z.users
    t.set_target(1, b, ())
    assert (t.operands, t.args_of(0), t.args_of(1)) == ((p, z), (z,), ())
    z.replace_all_uses(y)
    assert t.args_of(0) == (y,) and not z.users and t in y.users


def test_a_panic_keeps_its_message():
    block = Block("b")
    x = block.add_param(I32)
    t = ops.Panic((x,), "got {0}")
    assert (t.values, t.message, t.own_operands, t.targets) == ((x,), "got {0}", (x,), ())


def test_ending_a_block_twice_lets_go():
    f = Function("f")
    a, b = f.add_block(), f.add_block()
    x = a.add_param(I32)
    assert not a.is_terminated
    with pytest.raises(AttributeError):
        _ = a.terminator
    a.end(ops.Return((x,)), Loc("k.rs", 1, 1))
    old = a.terminator
    a.end(ops.Goto((b, ())))
    assert not x.users and old.block is None and a.terminator.block is a


def test_removing_many_ops():
    f = Function("f")
    block = f.add_block()
    c = Cursor(block, Loc("k.rs", 2, 3))
    made = [c.add(ops.Const(i, I32), f"c{i}") for i in range(5)]
    total = c.add(ops.Add(made[0], made[1]))
    remove_ops([total, made[1], made[3]])
    assert block.ops == [made[0], made[2], made[4]] and not made[0].users
    assert made[0].loc is not None and (made[0].name, repr(made[0].loc)) == ("c0", "k.rs:2:3")
    assert f.op_count() == 4 and f.blocks[0].name == "bb0"


def test_two_functions_of_one_name():
    module = Module()
    f = module.add(Function("f"))
    assert module.add(f) is f
    with pytest.raises(ValueError, match="two functions are called f"):
        module.add(Function("f"))


def test_declaring_twice_and_odd_rules():
    with pytest.raises(AssertionError, match=r"mir\.add is declared twice"):
        type("Again", (Op,), {"mnemonic": "mir.add", "syntax": "", "types": "->"})
    with pytest.raises(ValueError, match="not in tuple"):
        Signature("-> nothing", ())
    silent = type("Silent", (Terminator,), {})
    assert silent not in OPS.values()


@pytest.mark.parametrize(
    ("message", "parts"),
    [("", []), ("plain", ["plain"]), ("{0}", [0]), ("a {1} b {0}", ["a ", 1, " b ", 0]), ("{{{0}}}", ["{", 0, "}"]), ("{{0}}", ["{0}"]),
     ("{", None), ("}", None), ("{x}", None), ("{}", None), ("{0", None), ("{0}}", None), ("\0{0}", ["\0", 0])],
)  # fmt: skip
def test_panic_messages(message, parts):
    assert message_parts(message) == parts


def test_the_compile_path_imports_nothing_slow():
    """Declaring the dialect, verifying and printing need neither numpy nor re nor dataclasses nor typing; parsing alone needs re."""
    slow = ("numpy", "re", "dataclasses", "typing", "inspect", "enum", "importlib.metadata")
    code = f"""
import sys
before = set(sys.modules)
import dialect.ops, dialect.printer, dialect.verify, dialect.uniformity, dialect.convergence, dialect.liveness, dialect.loops, dialect.cfg_text
print([name for name in {slow!r} if name in sys.modules and name not in before])
"""
    out = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=DIALECT.parent, check=True)
    assert out.stdout.strip() == "[]"


def test_modules_import_nothing_of_ours_but_dialect():
    for path in DIALECT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] not in ("kernelc", "ptx", "numpy", "cupy"), path
