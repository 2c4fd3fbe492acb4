"""Input of any size and depth: what is too deep is one diagnostic at its place under every command, the rest goes through; after the front
end, nothing needs the stack (a recursion limit of 250 is enough for analyses, passes, lowering, and both texts)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernelc.cli import main

ROOT = Path(__file__).resolve().parents[1]
DEEP = 5000
STAGES = "ast,hir,mir,cfg,dom,ssa,ptx"


def function(body: str, before: str = "", parameters: str = "x: i64", result: str = "i64") -> str:
    """A file whose function `f` has `body` in its second line (after the lines of `before`)."""
    return f"{before}fn f({parameters}) -> {result} {{\n{body}\n}}\n"


TOO_DEEP = {
    "parentheses": function("(" * DEEP + "x" + ")" * DEEP),
    "blocks": function("{" * DEEP + "x" + "}" * DEEP),
    "unsafe blocks": function("unsafe { " * DEEP + "x" + " }" * DEEP),
    "ifs": function("if x > 0 { " * DEEP + "return x;" + " }" * DEEP + " x"),
    "else-ifs": function("if x == 0 { 0 }" + "".join(f" else if x == {i} {{ {i} }}" for i in range(1, 1000)) + " else { x }"),
    "loops": function("loop { " * DEEP + "break;" + " }" * DEEP + " x"),
    "matches": function("match x { 0 => 0, _ => " * DEEP + "x" + " }" * DEEP),
    "sum": function(" + ".join(["x"] * DEEP)),
    "and": function(" && ".join(["x > 0"] * DEEP), result="bool"),
    "casts": function("x" + " as i64" * DEEP),
    "negations": function("- " * DEEP + "x"),
    "borrows": function("& " * DEEP + "x; x"),
    "methods": function("x" + ".abs()" * DEEP),
    "calls": function("f(" * DEEP + "x" + ")" * DEEP),
    "two hundred calls": function("f(" * 200 + "x" + ")" * 200),
    "two hundred closures": function("let g = " + "|| " * 200 + "x; x"),
    "assignments": function("let mut y = x; " + "y = " * DEEP + "(); y"),
    "tuple patterns": function("let " + "(" * DEEP + "y" + ",)" * DEEP + " = x; x"),
    "some patterns": function("match Some(x) { " + "Some(" * DEEP + "_" + ")" * DEEP + " => 0, _ => 1 }"),
    "bindings": function("match x { " + "a @ " * DEEP + "_ => 0 }"),
    "tuple types": function("0", parameters="x: " + "(" * DEEP + "i64" + ",)" * DEEP),
    "references": function("0", parameters="x: " + "&" * DEEP + "i64"),
    "array types": function("0", parameters="x: " + "[" * DEEP + "i64" + "; 1]" * DEEP),
    "generic types": function("0", parameters="x: " + "Option<" * DEEP + "i64" + ">" * DEEP),
    "modules": "mod a { " * DEEP + " }" * DEEP + function("x"),
    "uses": "use " + "a::{" * DEEP + "b" + "}" * DEEP + ";\n" + function("x"),
    "macro arguments": function("assert!(" + "(" * DEEP + "x > 0" + ")" * DEEP + "); x"),
}

ACCEPTED = {
    "parentheses": function("(" * 100 + "x" + ")" * 100),
    "ifs": function("if x > 0 { " * 40 + "return x;" + " }" * 40 + " x"),
    "else-ifs": function("if x == 0 { 0 }" + "".join(f" else if x == {i} {{ {i} }}" for i in range(1, 80)) + " else { x }"),
    "loops": function("let mut y = 0; " + "while y < x { " * 40 + "y += 1;" + " }" * 40 + " y"),
    "sum": function(" + ".join(["x"] * 200)),
    "calls": function("g(" * 80 + "x" + ")" * 80, "fn g(x: i64) -> i64 { x + 1 }\n"),
    "generic types": function("0", parameters="x: " + "Option<" * 60 + "i64" + ">" * 60),
    "patterns": function("let " + "(" * 50 + "y" + ",)" * 50 + " = " + "(" * 50 + "x" + ",)" * 50 + "; y"),
    "arms": function("match x { " + "".join(f"{i} => {i + 1}, " for i in range(150)) + "_ => 1 }"),
    "array": function("let a = [" + ", ".join(["x"] * 1000) + "]; a[7]"),
    "comments": "/*" * DEEP + "*/" * DEEP + "\n" + function("x"),
    "mutual recursion": "fn a(x: i64) -> i64 { if x > 0 { b(x - 1) } else { 0 } }\nfn b(x: i64) -> i64 { if x > 0 { a(x - 1) } else { 1 } }\n",
    "functions in a chain": "".join(f"fn f{i}(x: i64) -> i64 {{ f{i + 1}(x) + 1 }}\n" for i in range(300)) + "fn f300(x: i64) -> i64 { x }\n",
    "chain behind a kernel": (
        "#[kernel]\npub fn k(out: *mut i64, n: i64) { unsafe { *out = f0(n); } }\n"
        + "".join(f"#[inline(never)]\nfn f{i}(x: i64) -> i64 {{ f{i + 1}(x) + 1 }}\n" for i in range(1000))
        + "fn f1000(x: i64) -> i64 { x }\n"
    ),
    "aliases": "type T0 = i64;\n" + "".join(f"type T{i + 1} = T{i};\n" for i in range(25)) + function("x", parameters="x: T25"),
}


def run(path: Path, text: str, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    path.write_text(text, "utf-8")
    code = main([words[0], str(path), *words[1:]])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("name", TOO_DEEP)
def test_what_is_too_deep_is_one_error_under_every_command(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = []
    for words in (("check",), ("build", "--emit", "hir"), ("build",)):
        code, out, err = run(Path("deep.rs"), TOO_DEEP[name], capsys, *words)
        assert (code, out) == (1, "")
        texts.append(err)
    assert texts[0].startswith("error[K1035]: nested too deeply") and texts[0].endswith("\n1 error\n")
    assert " --> deep.rs:" in texts[0]
    assert texts[1:] == texts[:1] * 2


def test_the_tree_of_a_deep_body_is_not_shown_in_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(tmp_path / "deep.rs", TOO_DEEP["blocks"], capsys, "build", "--emit", "ast")
    assert (code, out) == (1, "") and "nested too deeply" in err


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_is_accepted_goes_through_every_stage(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(tmp_path / "wide.rs", ACCEPTED[name], capsys, "build", "--emit", STAGES)
    assert (code, err) == (0, "")
    assert [line for line in out.splitlines() if line.startswith("==== ")] == [f"==== {kind} ====" for kind in STAGES.split(",")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    ["let mut y = x;\n" + "y += 1;\n" * DEEP + "y", "let mut y = 0;\n" + "if x > 3 { y += x; }\n" * 1000 + "y"],
    ids=["statements", "ifs"],
)
def test_long_bodies_go_through_every_stage(body: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(tmp_path / "long.rs", function(body), capsys, "build", "--emit", STAGES)
    assert (code, err) == (0, "")


def test_aliases_of_aliases_end_at_a_limit_and_cycles_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chain = "type T0 = i64;\n" + "".join(f"type T{i + 1} = T{i};\n" for i in range(1000)) + function("x", parameters="x: T1000")
    code, _, err = run(tmp_path / "chain.rs", chain, capsys, "check")
    assert code == 1 and err.startswith("error[K1035]: nested too deeply")
    code, _, err = run(tmp_path / "cycle.rs", "type A = B;\ntype B = A;\nfn f(x: A) {}\n", capsys, "check")
    assert code == 1 and err.startswith("error[K0391]: cycle detected when expanding type alias `A`") and err.endswith("1 error\n")


@pytest.mark.parametrize("kind", ["constants", "structs"])
def test_chains_of_definitions_end_in_a_diagnostic_or_a_result(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {
        "constants": "const C0: i64 = 1;\n" + "".join(f"const C{i + 1}: i64 = C{i} + 1;\n" for i in range(500)) + function("C500"),
        "structs": "struct S0 { a: i64 }\n"
        + "".join(f"struct S{i + 1} {{ a: S{i} }}\n" for i in range(500))
        + function("0", parameters="x: S500"),
    }
    code, out, err = run(tmp_path / "chain.rs", texts[kind], capsys, "build")
    assert (code == 0 and out) or (code == 1 and not out and err.startswith("error["))


UNDER_A_LOW_LIMIT = """
import sys
from dialect.cfg import Cfg
from dialect.cfg_text import cfg_module, dom_module
from dialect.function import Module
from dialect.parser import parse_module
from dialect.postdominance import PostDominance
from dialect.printer import print_module
from dialect.uniformity import Uniformity
from dialect.verify import verify_module
from kernelc.passes.manager import PIPELINES, run_pipeline
from ptx.diff import compare_modules
from ptx.lower import Options, lower_module
from ptx.parser import parse_module as parse_ptx
from ptx.printer import print_module as print_ptx
from ptx.verify import verify as verify_ptx
from tests.dialect.shapes import chain, cleanup_ladder, nest, synthetic
from tests.passes.kernels import checks, diamonds, gemm, joins

def module_of(function):
    module = Module()
    module.add(function)
    return module

texts = [open(path, encoding="utf-8").read() for path in sys.argv[1:]]
texts.append("func @f {\\nbb0(%p: " + "ptr<" * 900 + "i32" + ", generic>" * 900 + "):\\n  mir.return\\n}\\n")
shapes = chain(1000), cleanup_ladder(100), synthetic(1000, 5), checks(300), diamonds(100), nest(60), joins(20, 60), gemm()
texts += [print_module(module_of(f)) for f in shapes]
sys.setrecursionlimit(250)
for text in texts:
    for pipeline in (("mem2reg",), (*PIPELINES[2], "split_critical_edges")):
        module = parse_module(text)
        run_pipeline(module, pipeline, verify=True)
        assert not verify_module(module)
        printed = print_module(module)
        assert print_module(parse_module(printed)) == printed
        if pipeline == ("mem2reg",):
            assert cfg_module(module) and dom_module(module)
            for f in module.functions.values():
                Uniformity(f)
                PostDominance(Cfg(f))
    lowered = print_ptx(lower_module(module, Options()).module)
    again = parse_ptx(lowered)
    assert print_ptx(again) == lowered and not verify_ptx(again)
    assert compare_modules(again, parse_ptx(lowered)).kind == "same meaning"
    print(len(lowered))
"""


def test_after_the_front_end_a_recursion_limit_of_250_is_enough(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    sources = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "kernels").glob("*.rs"))}
    sources |= {name.replace(" ", "_"): ACCEPTED[name] for name in ("loops", "else-ifs", "patterns", "functions in a chain")}
    for name, text in sources.items():
        code, out, err = run(tmp_path / f"{name}.rs", text, capsys, "build", "--emit", "mir")
        assert code == 0, err
        files.append(tmp_path / f"{name}.mir")
        files[-1].write_text(out, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", UNDER_A_LOW_LIMIT, *map(str, files)], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert len(done.stdout.split()) == len(files) + 9
