"""What the parser's tuples become: items with their parts, patterns, types, statements, and bodies on demand."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelc.frontend import ast, syntax
from kernelc.frontend.configuration import Configuration
from kernelc.frontend.diagnostics import Diagnostics
from kernelc.frontend.source import Source
from tests.frontend.syntax.support import CORPUS, body, codes, expression, parse, shape


def item(text: str) -> ast.Item:
    (found,) = parse(text).items
    return found


def let_pattern(text: str) -> ast.Pattern:
    statement = body(f"let {text} = x;").statements[0]
    assert isinstance(statement, ast.LetStatement)
    return statement.pattern


def let_type(text: str) -> ast.Type:
    statement = body(f"let x: {text};").statements[0]
    assert isinstance(statement, ast.LetStatement) and statement.type is not None
    return statement.type


# ---------------------------------------------------------------------------------------------- files and items


def test_a_file_is_listed_without_building_it() -> None:
    tree = parse(
        "#![allow(x)] #[kernel] pub fn k() {} struct S; mod m { pub fn inner() {} } impl S {} use a::b; const C: u8 = 1;"
    )
    assert [(stub.kind, stub.name) for stub in tree.stubs] == [
        ("fn_item", "k"), ("struct_item", "S"), ("mod_item", "m"), ("impl_item", ""), ("use_item", ""), ("const_item", "C"),
    ]  # fmt: skip
    assert [each.path for each in tree.stubs[0].attributes] == [("kernel",)]
    assert tree.stubs[0].visibility.kind == "pub" and tree.stubs[1].visibility.kind == ""
    assert [each.name for each in tree.stubs[2].items] == ["inner"]
    assert [each.path for each in tree.inner_attributes] == [("allow",)]
    assert tree.stubs[0].build() is tree.items[0]


def test_bodies_are_built_when_first_read() -> None:
    diagnostics = Diagnostics()
    tree = syntax.parse_file(Source("t.rs", "fn f() { let A | B = c; } fn g() {}"), diagnostics)
    assert tree is not None
    first, second = tree.items
    assert isinstance(first, ast.Fn) and isinstance(second, ast.Fn)
    assert second.body is not None and second.body.value is None
    assert not len(diagnostics)
    assert first.body is first.body
    assert [each.code for each in diagnostics] == ["K1040"]


def test_a_function_has_all_its_parts() -> None:
    function = item(
        "#[inline] pub(crate) const unsafe extern \"C\" fn f<'a, T: Copy + ?Sized, const N: usize>(mut a: &'a T, (b, _): (u8, [f32; N])) -> bool "
        "where T: for<'b> Fn(&'b u8) -> u8, { true }"
    )
    assert isinstance(function, ast.Fn)
    assert (function.name.name, function.visibility.kind, function.qualifiers) == ("f", "crate", ("const", "unsafe", "extern"))
    assert [type(each).__name__ for each in function.generics.params] == ["LifetimeParam", "TypeParam", "ConstParam"]
    bounds = function.generics.params[1]
    assert isinstance(bounds, ast.TypeParam)
    assert [(each.modifier, each.path.segments[0].name.name) for each in bounds.bounds if isinstance(each, ast.TraitBound)] == [
        ("", "Copy"),
        ("?", "Sized"),
    ]
    (predicate,) = function.generics.where
    bound = predicate.bounds[0]
    assert isinstance(bound, ast.TraitBound)
    args = bound.path.segments[0].args
    assert args is not None and args.inputs is not None and isinstance(args.inputs[0], ast.RefType) and args.output is not None
    assert isinstance(function.params[0].pattern, ast.BindPattern) and function.params[0].pattern.is_mutable
    assert isinstance(function.params[1].pattern, ast.TuplePattern) and isinstance(function.params[1].type, ast.TupleType)
    assert isinstance(function.result, ast.PathType) and function.body is not None


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("self", (False, False, False)),
        ("mut self", (True, False, False)),
        ("&self", (False, True, False)),
        ("&'a mut self", (True, True, False)),
        ("self: &Self", (False, False, True)),
    ],
)
def test_self_parameters(text: str, facts: tuple[bool, bool, bool]) -> None:
    impl = item(f"impl S {{ fn f({text}, x: u8) {{}} }}")
    assert isinstance(impl, ast.Impl)
    method = impl.items[0]
    assert isinstance(method, ast.Fn) and method.self_param is not None
    found = method.self_param
    assert (found.is_mutable, found.is_reference, found.type is not None) == facts
    assert len(method.params) == 1


def test_structs_enums_and_unions() -> None:
    named, tuple_, unit, enum, union = parse(
        "pub struct A<T> where T: B { pub(super) a: T, #[cold] b: u8 } struct C(pub u8, [u16; 2]); struct D; "
        "enum E { A, B(u8) = 3, C { x: u8 }, D = -1 } union U { a: u8, b: f32 }"
    ).items
    assert isinstance(named, ast.Struct) and isinstance(tuple_, ast.Struct) and isinstance(unit, ast.Struct)
    assert [named.shape, tuple_.shape, unit.shape] == ["named", "tuple", "unit"]
    assert [(each.name.name, each.visibility.kind) for each in named.members] == [("a", "super"), ("b", "")]
    assert [(each.name.name, each.visibility.kind) for each in tuple_.members] == [("0", "pub"), ("1", "")]
    assert isinstance(enum, ast.Enum)
    assert [(each.name.name, each.shape, each.discriminant is not None) for each in enum.variants] == [
        ("A", "unit", False), ("B", "tuple", True), ("C", "named", False), ("D", "unit", True),
    ]  # fmt: skip
    assert isinstance(union, ast.Union) and union.name.name == "U" and [each.name.name for each in union.members] == ["a", "b"]


def test_impls_and_traits() -> None:
    plain, of_trait, negative, trait = parse(
        "impl<T: Copy> S<T> { const N: u8 = 1; type A = u8; fn f() {} } unsafe impl m::Tr<u8> for &mut [T] {} impl !Send for S {} "
        "pub unsafe trait Tr<T>: Copy + 'static { type Item: Copy; const C: u8; fn f(&self); fn g() {} }"
    ).items
    assert isinstance(plain, ast.Impl) and plain.trait is None and [each.name.name for each in plain.items] == ["N", "A", "f"]
    assert isinstance(of_trait, ast.Impl) and of_trait.trait is not None and of_trait.is_unsafe
    assert of_trait.trait.segments[-1].name.name == "Tr" and isinstance(of_trait.self_type, ast.RefType)
    assert isinstance(negative, ast.Impl) and negative.is_negative
    assert isinstance(trait, ast.Trait) and trait.name.name == "Tr" and trait.is_unsafe and len(trait.supertraits) == 2
    assert [isinstance(each, ast.Fn) and each.body is not None for each in trait.items] == [False, False, False, True]


def test_use_trees() -> None:
    use = item("pub use ::a::{self, b::{c as d, *}, e as _};")
    assert isinstance(use, ast.Use)
    tree = use.tree
    assert (tree.is_global, [each.name for each in tree.path], tree.kind) == (True, ["a"], "group")
    assert [each.kind for each in tree.group] == ["name", "group", "name"]
    inner = tree.group[1].group
    assert [(each.kind, each.alias.name if each.alias else None) for each in inner] == [("name", "d"), ("glob", None)]
    assert tree.group[2].alias is not None and tree.group[2].alias.name == "_"


def test_other_items() -> None:
    alias, mutable, constant, inline, file, macro, block = parse(
        'type F<T> = [T; 2]; static mut S: u8 = 1; const _: () = (); mod a { fn f() {} } mod b; macro_rules! m { (x) => { y } } extern "C" { fn p(); }'
    ).items
    assert isinstance(alias, ast.TypeAlias) and isinstance(alias.type, ast.ArrayType)
    assert isinstance(mutable, ast.Static) and mutable.is_mutable
    assert isinstance(constant, ast.Const) and constant.name.name == "_"
    assert isinstance(inline, ast.Mod) and inline.items is not None and isinstance(file, ast.Mod) and file.items is None
    assert isinstance(macro, ast.MacroItem) and macro.name.name == "m" and macro.tree.delimiter == "{"
    assert isinstance(block, ast.OtherItem) and block.what == "extern block"


def test_attributes() -> None:
    function = item('#[launch_bounds(256, 2)] #[doc = "x"] #[a::b] #[unsafe(no_mangle)] fn f() {}')
    assert [each.path for each in function.attributes] == [("launch_bounds",), ("doc",), ("a", "b"), ("no_mangle",)]
    bounds, doc = function.attributes[0].tree, function.attributes[1].tree
    assert bounds is not None and doc is not None and (bounds.delimiter, doc.delimiter) == ("(", "=")
    assert [each.span.text for each in syntax.parse_macro_args(bounds) or []] == ["256", "2"]
    assert [text for text, _ in syntax.tokens_of(doc)] == ['"x"']


# ---------------------------------------------------------------------------------------------- cfg


def test_cfg_removes_what_does_not_hold() -> None:
    text = """
        #[cfg(test)] fn a() {}
        #[cfg(not(test))] fn b(#[cfg(test)] x: u8, y: u8) { #[cfg(test)] let x = 1; #[cfg(target_arch = "nvptx64")] g(); }
        #[cfg(all(feature = "fast", any(unix, not(windows))))] fn c() {}
        struct S { #[cfg(test)] a: u8, b: u8 }
    """
    diagnostics = Diagnostics()
    tree = syntax.parse_file(Source("t.rs", text), diagnostics, Configuration(features=("fast",)))
    assert tree is not None and [stub.name for stub in tree.stubs] == ["b", "c", "S"]
    function, _, struct = tree.items
    assert isinstance(function, ast.Fn) and isinstance(struct, ast.Struct) and function.body is not None
    assert [len(function.params), len(function.body.statements), len(struct.members), len(diagnostics)] == [1, 1, 1, 0]
    assert [stub.name for stub in parse('#[cfg(feature = "fast")] fn c() {} fn d() {}').stubs] == ["d"]


def test_cfg_attr_stands_for_its_attributes() -> None:
    function = item(
        "#[cfg_attr(not(test), kernel, a::b(1, 2))] #[cfg_attr(test, cold)] #[cfg_attr(all(), cfg_attr(any(), x), y)] fn f() {}"
    )
    assert [each.path for each in function.attributes] == [("kernel",), ("a", "b"), ("y",)]
    assert codes("#[cfg_attr(not(test), cfg(test))] fn gone() {} fn f() {}") == []
    assert codes("#[cfg_attr] fn f() {}") == ["K1010"] and codes("#[cfg_attr(test)] fn f() {}") == ["K1010"]


def test_a_malformed_cfg_is_an_error() -> None:
    for predicate in (
        "",
        "(not(a, b))",
        "(a b)",
        "(1)",
        "(foo(a))",
        "(all(a)",
        ' = "x"',
        "(" + "not(" * 40 + "a" + ")" * 40 + ")",
    ):
        assert codes(f"#[cfg{predicate}] fn f() {{}}")[0][:4] == "K101", predicate


# ---------------------------------------------------------------------------------------------- types and patterns


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("u32", "PathType"),
        ("<T as A>::B", "PathType"),
        ("&'a mut T", "RefType"),
        ("*const T", "PtrType"),
        ("[T]", "SliceType"),
        ("[T; N + 1]", "ArrayType"),
        ("()", "TupleType"),
        ("(A,)", "TupleType"),
        ("(A)", "PathType"),
        ("!", "NeverType"),
        ("_", "InferType"),
        ("impl Fn(u8) -> u8 + Copy", "ImplType"),
        ('unsafe extern "C" fn(x: u8, u8) -> u8', "FnType"),
        ("for<'a> fn(&'a u8)", "FnType"),
        ("dyn A + B", "OtherType"),
        ("m!(x)", "OtherType"),
    ],
)
def test_types(text: str, made: str) -> None:
    assert type(let_type(text)).__name__ == made


def test_parts_of_types() -> None:
    double = let_type("&&mut T")
    assert (
        isinstance(double, ast.RefType)
        and not double.is_mutable
        and isinstance(double.type, ast.RefType)
        and double.type.is_mutable
    )
    assert double.type.span.text == "&mut T"
    pointer = let_type("unsafe fn(x: u8, u16) -> u32")
    assert isinstance(pointer, ast.FnType) and [each.span.text for each in pointer.params] == ["u8", "u16"]
    generic = let_type("Vec<Vec<{ N + 1 }>>")
    assert isinstance(generic, ast.PathType)
    args = generic.path.segments[0].args
    assert args is not None and args.span.text == "<Vec<{ N + 1 }>>"
    mixed = let_type("A<'a, u8, -1, 'x', Item = u16, Out: Copy>")
    assert isinstance(mixed, ast.PathType) and mixed.path.segments[0].args is not None
    assert [type(each).__name__ for each in mixed.path.segments[0].args.args] == [
        "Lifetime", "PathType", "Unary", "Literal", "AssocConstraint", "AssocConstraint",
    ]  # fmt: skip
    several = let_type("impl A + B + 'static")
    assert isinstance(several, ast.ImplType) and len(several.bounds) == 3


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("_", "WildPattern"),
        ("x", "BindPattern"),
        ("mut x", "BindPattern"),
        ("ref mut x", "BindPattern"),
        ("x @ 1..=3", "BindPattern"),
        ("-1", "LiteralPattern"),
        ("'a'..='z'", "RangePattern"),
        ("1..", "RangePattern"),
        ("..=5", "RangePattern"),
        ("&x", "RefPattern"),
        ("&&mut x", "RefPattern"),
        ("(a, .., b)", "TuplePattern"),
        ("(..)", "TuplePattern"),
        ("()", "TuplePattern"),
        ("(x)", "BindPattern"),
        ("(A | B)", "OrPattern"),
        ("[a, rest @ .., b]", "SlicePattern"),
        ("a::B", "PathPattern"),
        ("<T as X>::C", "PathPattern"),
        ("A(x, ..)", "TupleStructPattern"),
        ("S { a, ref mut b, c: (d, _), 0: e, .. }", "StructPattern"),
        ("m!(x)", "OtherPattern"),
    ],
)
def test_patterns(text: str, made: str) -> None:
    assert type(let_pattern(text)).__name__ == made


def test_parts_of_patterns() -> None:
    struct = let_pattern("S { a, ref mut b, c: 1, .. }")
    assert (
        isinstance(struct, ast.StructPattern)
        and struct.has_rest
        and [each.name.name for each in struct.members] == ["a", "b", "c"]
    )
    bound = struct.members[1].pattern
    assert isinstance(bound, ast.BindPattern) and bound.by_reference and bound.is_mutable
    from_start = let_pattern("1..=2")
    assert (
        isinstance(from_start, ast.RangePattern)
        and from_start.is_inclusive
        and from_start.start is not None
        and from_start.end is not None
    )
    to_end = let_pattern("..5")
    assert isinstance(to_end, ast.RangePattern) and to_end.start is None and not to_end.is_inclusive
    slice_ = let_pattern("[first, rest @ ..]")
    assert isinstance(slice_, ast.SlicePattern)
    rest = slice_.patterns[1]
    assert isinstance(rest, ast.BindPattern) and isinstance(rest.sub, ast.RestPattern)


# ---------------------------------------------------------------------------------------------- expressions and statements


def test_the_value_of_a_block() -> None:
    assert body("f(); g()").value is not None
    assert body("f(); g();").value is None
    assert isinstance(body("f(); if a { b } else { c }").value, ast.If)
    assert isinstance(body("m! { x }").value, ast.MacroCall)
    assert isinstance(body("unsafe { x }").value, ast.Block)
    ended = body("if a { b } ;")
    assert ended.value is None and len(ended.statements) == 1
    assert body("x").end_span.text == "}"


def test_statements() -> None:
    block = body(
        "let a; let Some(b): Option<u8> = c else { return }; ; fn inner() {} use a::b; m!(x); 'l: loop { break 'l; } x = 1;"
    )
    assert [type(each).__name__ for each in block.statements] == [
        "LetStatement", "LetStatement", "ItemStatement", "ItemStatement", "ExprStatement", "ExprStatement", "ExprStatement",
    ]  # fmt: skip
    let_else = block.statements[1]
    assert isinstance(let_else, ast.LetStatement) and let_else.otherwise is not None and let_else.type is not None
    flags = [each.has_semicolon for each in block.statements if isinstance(each, ast.ExprStatement)]
    assert flags == [True, False, True]


def test_kinds_of_expressions() -> None:
    struct = expression("a::S::<u8> { x: 1, y, ..d() }")
    assert (
        isinstance(struct, ast.StructExpr)
        and [each.name.name for each in struct.members] == ["x", "y"]
        and struct.base is not None
    )
    assert isinstance(struct.members[1].value, ast.PathExpr)
    method = expression("a.b::<C, 3>(d)")
    assert isinstance(method, ast.MethodCall) and method.generic_args is not None and len(method.generic_args.args) == 2
    closure = expression("move |a, (b, _): (u8, u8)| -> u8 { a }")
    assert isinstance(closure, ast.Closure) and closure.is_move and closure.result is not None and len(closure.params) == 2
    labelled = expression("'a: { break 'a 1 }")
    assert isinstance(labelled, ast.Block) and labelled.label is not None and labelled.label.name == "'a"
    assert isinstance(expression("[0; N]"), ast.RepeatExpr) and isinstance(expression("[1, 2]"), ast.ArrayExpr)
    assert isinstance(expression("f(x).await"), ast.OtherExpr) and isinstance(expression("(1,)"), ast.TupleExpr)
    raw = expression("&raw const a.b")
    assert isinstance(raw, ast.Borrow) and raw.is_raw and not raw.is_mutable
    double = expression("&&mut x")
    assert (
        isinstance(double, ast.Borrow)
        and not double.is_mutable
        and isinstance(double.operand, ast.Borrow)
        and double.operand.is_mutable
    )


def test_spans_are_exact() -> None:
    binary = expression("a  +  (b * c)")
    assert isinstance(binary, ast.Binary)
    assert [binary.span.text, binary.op_span.text, binary.rhs.span.text] == ["a  +  (b * c)", "+", "(b * c)"]
    shift = expression("a >> b")
    assert isinstance(shift, ast.Binary) and (shift.op, shift.op_span.text) == (">>", ">>")
    compound = body("a >>= b;").statements[0]
    assert (
        isinstance(compound, ast.ExprStatement) and isinstance(compound.value, ast.CompoundAssign) and compound.value.op == ">>"
    )


def test_attributes_of_loops() -> None:
    block = body("#[unroll] for i in 0..4 {} #[unroll(2)] while a {} #[allow(x)] f();")
    first, second = (each.value for each in block.statements[:2] if isinstance(each, ast.ExprStatement))
    assert isinstance(first, ast.For) and isinstance(second, ast.While)
    assert [first.attributes[0].path, second.attributes[0].path] == [("unroll",), ("unroll",)]
    assert codes("fn f() { #[unroll] x(); }") == ["K1107"]


def test_names_lose_their_raw_prefix() -> None:
    assert item("fn r#match() {}").name.name == "match"
    assert codes("fn r#self() {}") == ["K1021"]


# ---------------------------------------------------------------------------------------------- macros


def macro(text: str) -> ast.TokenTree:
    call = expression(text)
    assert isinstance(call, ast.MacroCall)
    return call.tree


def test_macro_arguments() -> None:
    args = syntax.parse_macro_args(macro('assert!(a < b && c, "x {}", d + 1,)'))
    assert args is not None and [shape(each) for each in args] == ["((a < b) && c)", '"x {}"', "(d + 1)"]
    assert syntax.parse_macro_args(macro("panic!()")) == []
    assert [text for text, _ in syntax.tokens_of(macro("m!(a => { b }, 'c')"))] == ["a", "=>", "{", "b", "}", ",", "'c'"]


def test_arguments_of_matches() -> None:
    found = syntax.parse_match_args(macro("matches!(x.y, Some(1) | None if z > 1)"))
    assert found is not None
    value, pattern, guard = found
    assert (shape(value), type(pattern).__name__, shape(guard)) == ("(x).y", "OrPattern", "(z > 1)")


def test_faults_in_macro_arguments() -> None:
    diagnostics = Diagnostics()
    tree = syntax.parse_file(Source("t.rs", "fn f() { assert!(a b); }"), diagnostics)
    assert tree is not None and isinstance(tree.items[0], ast.Fn) and tree.items[0].body is not None
    statement = tree.items[0].body.statements[0]
    assert isinstance(statement, ast.ExprStatement) and isinstance(statement.value, ast.MacroCall)
    assert syntax.parse_macro_args(statement.value.tree) is None
    assert [each.code for each in diagnostics] == ["K1012"]


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_the_corpus_builds(path: Path) -> None:
    diagnostics = Diagnostics()
    tree = syntax.parse_file(Source(path.name, path.read_text()), diagnostics)
    assert tree is not None
    tree.builder.is_library = path.parent.name == "core"
    syntax.build_bodies(tree.items)
    expected = ["K1046", "K1107", "K1108"] if path.name == "everything.rs" else []
    assert sorted({each.code for each in diagnostics}) == expected
