"""Diagnostics have rustc's form, are sorted, kept once, and available as data."""

from __future__ import annotations

import json
import pickle

import pytest

from kernelc.frontend.diagnostics import CompileError, Diagnostic, Diagnostics, did_you_mean, render, render_all, to_json
from kernelc.frontend.source import Source, Span

SOURCE = Source(
    "saxpy.rs",
    "fn f() {\n    let x: i32 = 1.5;\n    let y = match x {\n        0 => 4,\n        1 => 5,\n    };\n\tlet 静态 = 单赋;\n}\n",
)


def span(text: str, source: Source = SOURCE) -> Span:
    at = source.text.index(text)
    return source.span(at, at + len(text))


def rendered(*arguments: object, **options: object) -> str:
    return render(Diagnostic(*arguments, **options))  # type: ignore[arg-type]


def lines(text: str) -> str:
    return text.strip("\n")


def test_labels_on_one_line() -> None:
    labels = [(span("i32"), "expected due to this"), (span("x"), "declared here")]
    assert rendered("K0308", "mismatched types", span("1.5"), "expected `i32`, found `f64`", secondary=labels) == lines("""
error[K0308]: mismatched types
 --> saxpy.rs:2:18
  |
2 |     let x: i32 = 1.5;
  |         -  ---   ^^^ expected `i32`, found `f64`
  |         |  |
  |         |  expected due to this
  |         declared here
""")


def test_a_span_over_several_lines() -> None:
    whole = SOURCE.span(SOURCE.text.index("match"), SOURCE.text.index("};") + 1)
    assert rendered("K0004", "match is not exhaustive", whole, "`2..` is missing", notes=["of type `i32`"]) == lines("""
error[K0004]: match is not exhaustive
 --> saxpy.rs:3:13
  |
3 |       let y = match x {
  |  _____________^
4 | |         0 => 4,
5 | |         1 => 5,
6 | |     };
  | |_____^ `2..` is missing
  |
  = note: of type `i32`
""")


def test_a_span_that_begins_its_line_is_marked_in_the_margin() -> None:
    whole = SOURCE.span(SOURCE.text.index("let y"), SOURCE.text.index("};") + 2)
    assert rendered("K0004", "here", whole, secondary=[(span("0 => 4"), "first")]) == lines("""
error[K0004]: here
 --> saxpy.rs:3:5
  |
3 | /     let y = match x {
4 | |         0 => 4,
  | |         ------ first
5 | |         1 => 5,
6 | |     };
  | |______^
""")


def test_long_spans_are_shortened() -> None:
    source = Source("long.rs", "fn f() {\n" + "".join(f"    line{number};\n" for number in range(12)) + "}\n")
    assert rendered("K0308", "long", source.span(0, len(source.text) - 1), "all of it") == lines("""
error[K0308]: long
  --> long.rs:1:1
   |
 1 | / fn f() {
 2 | |     line0;
 3 | |     line1;
 4 | |     line2;
...  |
13 | |     line11;
14 | | }
   | |_^ all of it
""")


def test_tabs_and_wide_characters_are_aligned() -> None:
    assert rendered("K0425", "cannot find value", span("单赋"), "not found") == lines("""
error[K0425]: cannot find value
 --> saxpy.rs:7:11
  |
7 |     let 静态 = 单赋;
  |                ^^^^ not found
""")


def test_long_lines_are_cut_around_the_mark() -> None:
    source = Source("wide.rs", "let a = " + "x + " * 100 + "bad" + " + y" * 100)
    text = rendered("K0425", "cannot find", span("bad", source), "here")
    shown = text.split("\n")[3]
    assert len(shown) < 150 and shown.startswith("1 | ...") and shown.endswith("...")
    assert text.split("\n")[4].index("^^^") == shown.index("bad")


@pytest.mark.parametrize(
    ("place", "replacement", "shown"),
    [
        ("x: i32", "mut x: i32", "2 |     let mut x: i32 = 1.5;\n  |         ++++"),
        ("1.5", "1", "2 -     let x: i32 = 1.5;\n2 +     let x: i32 = 1;"),
        (": i32", "", "2 -     let x: i32 = 1.5;\n2 +     let x = 1.5;"),
    ],
)
def test_suggestions_show_the_line_as_it_would_be(place: str, replacement: str, shown: str) -> None:
    text = rendered("K0384", "message", span("1.5"), help=("do this", span(place), replacement))
    assert text.split("help: do this\n  |\n")[1] == shown


def test_notes_help_and_instantiations() -> None:
    text = rendered(
        "K0277",
        "message",
        span("x"),
        notes=["first\nsecond"],
        help="a sentence",
        chain=[("while instantiating `f::<u32>`", span("fn f"))],
    )
    assert text == lines("""
error[K0277]: message
 --> saxpy.rs:2:9
  |
2 |     let x: i32 = 1.5;
  |         ^
  |
  = note: first
          second
  = help: a sentence
note: while instantiating `f::<u32>`
 --> saxpy.rs:1:1
  |
1 | fn f() {
  | ^^^^
""")


def test_places_in_two_files() -> None:
    other = Source("other.rs", "pub struct S;\n")
    text = rendered("K0428", "defined twice", span("x"), "again", secondary=[(span("S", other), "first here")])
    assert text == lines("""
error[K0428]: defined twice
 --> saxpy.rs:2:9
  |
2 |     let x: i32 = 1.5;
  |         ^ again
  |
 ::: other.rs:1:12
  |
1 | pub struct S;
  |            - first here
""")


def test_without_a_place_and_at_the_end_of_a_file() -> None:
    assert rendered("K1001", "no such file: `x`", None) == "error[K1001]: no such file: `x`"
    end = Source("e.rs", "fn f()")
    assert rendered("K1028", "no body", end.span(6, 6)).split("\n")[-1] == "  |       ^"
    assert rendered("K1005", "empty", Source("e.rs", "").span(0, 0)).split("\n")[1] == " --> e.rs:1:1"


def test_colours_only_when_asked_for() -> None:
    diagnostic = Diagnostic(
        "K0308", "mismatched", span("1.5"), "label", help=("do", span("1.5"), "1"), secondary=[(span("x"), "other")]
    )
    coloured = render(diagnostic, colour=True)
    assert "\x1b[1;31merror[K0308]\x1b[0m" in coloured
    import re

    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == render(diagnostic)


# ---------------------------------------------------------------------------------------------- the sink


def test_the_sink_sorts_and_keeps_one_of_equals() -> None:
    sink = Diagnostics()
    sink.error("K0425", span("单赋"), "second")
    sink.warning("K0425", span("x"), "first")
    sink.error("K0425", span("单赋"), "second")
    sink.error("K1001", None, "no file")
    assert [each.message for each in sink] == ["no file", "first", "second"]
    assert sink.has_errors and len(sink) == 3 and sink.error_count == 2


def test_warnings_alone_are_no_errors() -> None:
    sink = Diagnostics()
    sink.warning("K0425", span("x"), "only this")
    assert not sink.has_errors
    sink.raise_errors()
    assert render(next(iter(sink))).startswith("warning[K0425]: only this")


def test_errors_are_raised_together() -> None:
    sink = Diagnostics()
    sink.error("K0425", span("x"), "one")
    sink.error("K0308", span("1.5"), "two")
    with pytest.raises(CompileError) as caught:
        sink.raise_errors()
    assert [each.code for each in caught.value.diagnostics] == ["K0425", "K0308"]
    assert str(caught.value) == render_all(sink)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_chain_is_put_on_what_is_reported_under_it() -> None:
    sink = Diagnostics()
    sink.chain = (("while instantiating `f::<u8>`", None),)
    assert sink.error("K0425", span("x"), "inside").chain == sink.chain


def test_an_unknown_code_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError, match="K9999"):
        Diagnostic("K9999", "message", None)


def test_as_data() -> None:
    diagnostic = Diagnostic(
        "K0308", "mismatched", span("1.5"), "label", ["note"], ("do", span("x"), "y"), [(span("i32"), "due")], [("in f", None)]
    )
    data = json.loads(json.dumps(to_json(diagnostic)))
    assert data["code"] == "K0308" and data["level"] == "error" and data["notes"] == ["note"]
    assert data["spans"][0] == {
        "file": "saxpy.rs", "start": 26, "end": 29, "line": 2, "column": 18, "end_line": 2, "end_column": 21, "label": "label", "primary": True,
    }  # fmt: skip
    assert [each["primary"] for each in data["spans"]] == [True, False]
    assert data["help"]["replacement"] == "y" and data["chain"] == [{"message": "in f", "span": None}]
    assert data["rendered"] == render(diagnostic)


@pytest.mark.parametrize(
    ("name", "candidates", "meant"),
    [
        ("lenght", ["length", "len"], "length"),
        ("Index", ["index", "indexes"], "index"),
        ("threadIdx", ["threadIdx_x", "blockIdx_x"], "threadIdx_x"),
        ("idx_thread", ["thread_idx", "other"], "thread_idx"),
        ("foo", ["bar", "x"], None),
        ("x", ["y"], "y"),
        ("a", [], None),
        ("teh", ["the", "tea"], "tea"),
    ],
)
def test_did_you_mean(name: str, candidates: list[str], meant: str | None) -> None:
    assert did_you_mean(name, candidates) == meant
