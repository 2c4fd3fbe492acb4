"""Recovery ends, never crashes, and reports something for every broken text; what is right beside an error stays unreported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kernelc.frontend import driver, syntax
from kernelc.frontend.diagnostics import Diagnostics, render_all
from kernelc.frontend.source import Source
from tests.frontend.syntax.support import HERE, ROOT

TEXTS = [path.read_text() for path in sorted((HERE / "corpus").glob("*.rs"))] + [(ROOT / "kernels" / "saxpy.rs").read_text()]
PIECES = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "let",
    "fn",
    "if",
    "=",
    "==",
    "<",
    ">",
    "::",
    "x",
    "1",
    '"',
    "'",
    "/*",
    "#",
    "|",
    "&",
    "..",
    "?",
]


def check(text: str) -> Diagnostics:
    """Parse and build; rendering and building must work whatever the text is."""
    diagnostics = Diagnostics()
    tree = syntax.parse_file(Source("t.rs", text), diagnostics)
    assert (tree is None) == any(syntax.is_syntax_code(each.code) for each in diagnostics)
    if tree is not None:
        syntax.build_bodies(tree.items)
    assert "Traceback" not in render_all(diagnostics)
    return diagnostics


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    st.sampled_from(TEXTS),
    st.integers(0, 10**6),
    st.sampled_from(["drop", "double", "swap", "insert", "cut"]),
    st.sampled_from(PIECES),
)
def test_one_wrong_token(text: str, place: int, change: str, piece: str) -> None:
    tokens = driver.tables().lex(text)
    at = place % (len(tokens.kinds) - 1)
    start, end, after = tokens.starts[at], tokens.ends[at], tokens.ends[at + 1]
    match change:
        case "drop":
            broken = text[:start] + text[end:]
        case "double":
            broken = text[:end] + " " + text[start:]
        case "swap":
            broken = text[:start] + text[tokens.starts[at + 1] : after] + " " + text[start:end] + text[after:]
        case "insert":
            broken = text[:start] + f" {piece} " + text[start:]
        case _:
            broken = text[:end]
    check(broken)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    st.lists(
        st.sampled_from([*PIECES, "match", "impl", "struct", "=>", "->", "for", "in", "'a", "\n", "+", "!", "as", "S"]),
        max_size=40,
    )
)
def test_any_sequence_of_tokens(pieces: list[str]) -> None:
    check(" ".join(pieces))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    check(text)


def test_errors_in_every_function_are_reported_once() -> None:
    text = "".join(f"fn f{number}() {{ let x = ; g(); }}\n" for number in range(50))
    assert [each.span.line for each in check(text) if each.span is not None] == list(range(1, 51))


# A closing brace that no list takes once made recovery stand still.
MANY_FAULTS = """\
use cuda_device::*;

#[kernel]
pub fn k(out: &mut [f32], n: u32) {
    let i = thread::index_1d().get();
    if i < n as usize {
        out[i] = 1.0;
    }
    let t = [1.0, 2.0];
    out[i] = t[0];
    out[i] += 2.0f;
    let s = Some(1) {
    };
    while (i < 3) do
    let a: [f32, 3] = [0.0; 3];
    let b = a[1:2];
    out[i] = sqrt(2.0) if i > 3 else 1.0;
    fn inner(x: f32) -> { x }
    print "x";
    let c = |x: f32 x * 2.0;
    match i { 0 => { } 1 => 2.0; _ => {} }
    i += 1
}
"""


def test_recovery_never_stands_still() -> None:
    found = check(MANY_FAULTS)
    assert [each.code for each in found][:3] == ["K1032", "K1010", "K1048"] and len(found) < 12
    lines = MANY_FAULTS.split("\n")
    for left_out in range(len(lines)):
        check("\n".join(lines[:left_out] + lines[left_out + 1 :]))


def test_the_number_of_errors_is_bounded() -> None:
    assert len(check("fn f() { let x = ; }\n" * 1000)) == 200


def test_messages_do_not_depend_on_the_hash_seed() -> None:
    path = HERE / "errors" / "stray.rs"
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from pathlib import Path; "
        "from tests.frontend.syntax.test_recovery import check, render_all; "
        f"print(render_all(check(Path({str(path)!r}).read_text())))"
    )
    run = [sys.executable, "-c", code]
    outputs = [
        subprocess.run(run, env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1] and outputs[0].count("error[") > 10


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "fn f() {\n    let x = 1\n    let y = 2;\n}\n",
            """
error[K1011]: missing `;`
 --> t.rs:2:13
  |
2 |     let x = 1
  |             ^ a semicolon belongs after this
  |
help: add it
  |
2 |     let x = 1;
  |              +
""",
        ),
        (
            "fn f() {\n    if x as usize < y { }\n}\n",
            """
error[K1030]: after a cast `<` begins generic arguments, not a comparison
 --> t.rs:2:19
  |
2 |     if x as usize < y { }
  |                   ^ read as generic arguments
  |
help: put the cast into parentheses
  |
2 -     if x as usize < y { }
2 +     if (x as usize) < y { }
""",
        ),
        (
            "fn f(a: u32) {\n    g(a;\n}\n",
            """
error[K1013]: `(` is never closed
 --> t.rs:2:6
  |
2 |     g(a;
  |      ^ unclosed delimiter
3 | }
  | - this `}` comes first
""",
        ),
    ],
)
def test_how_errors_look(text: str, shown: str) -> None:
    assert render_all(check(text)) == shown.strip("\n")


def test_where_a_brace_is_missing_is_guessed_by_indentation() -> None:
    text = "fn a() {\n    if x {\n        f();\n}\n\nfn b() {\n}\n"
    (only,) = check(text)
    assert only.code == "K1013" and only.span is not None and only.span.line == 1
    assert [span.line for span, _ in only.secondary] == [2]


@pytest.mark.parametrize("path", sorted((HERE / "errors").glob("*.rs")), ids=lambda path: path.stem)
def test_suggestions_are_edits_of_the_text(path: Path) -> None:
    """Every help with a replacement lies inside the text and changes it."""
    source = Source(path.name, path.read_text())
    diagnostics = Diagnostics()
    syntax.parse_file(source, diagnostics)
    for each in diagnostics:
        if isinstance(each.help, tuple):
            _, span, replacement = each.help
            assert 0 <= span.start <= span.end <= len(source.text) and span.text != replacement
