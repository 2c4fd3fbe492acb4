"""Basic blocks and control flow: what the text on lowering to a CFG shows, each as a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from dialect.interpreter import OutOfFuel, run_kernel
from dialect.parser import parse_module
from ptx.vm import Fuel, load
from tests.seeds.support import SAMPLES, Kernelc, renamed, reordered, sample

SUM_TO = """fn sum_to(n: i64) -> i64 {
  bb0:
    Jump(bb1, 0, 1)

  bb1(sum: i64, i: i64):
    %0 = le(i, n)
    Branch(%0, bb2, bb3)

  bb2:
    %1 = add(sum, i)
    %2 = add(i, 1)
    Jump(bb1, %1, %2)

  bb3:
    Return(sum)
}
"""
NAMINGS: tuple[dict[str, str], ...] = (
    {},
    {"sum_to": "f", "n": "limit", "sum": "total", "i": "k"},
    {"sum_to": "main_loop", "n": "sum", "sum": "i", "i": "n"},
    {"sum_to": "add_all", "n": "a_rather_long_name", "sum": "s", "i": "_index"},
    {"sum_to": "ret", "n": "tid", "sum": "bra", "i": "p1"},
)


@pytest.mark.parametrize("names", NAMINGS)
def test_sum_to_prints_exactly_the_form_of_the_text(names: dict[str, str], kernelc: Kernelc, tmp_path: Path) -> None:
    path = tmp_path / "a.rs"
    path.write_text(renamed(sample("sum_to.rs"), names), "utf-8")
    assert kernelc("build", path, "--emit", "cfg") == (0, renamed(SUM_TO, names), "")


def test_independent_lets_in_the_other_order(kernelc: Kernelc, tmp_path: Path) -> None:
    path = tmp_path / "a.rs"
    path.write_text(reordered(sample("sum_to.rs"), ("    let mut sum: i64 = 0;", "    let mut i: i64 = 1;"))[1], "utf-8")
    expected = SUM_TO.replace("Jump(bb1, 0, 1)", "Jump(bb1, 1, 0)").replace("bb1(sum: i64, i: i64)", "bb1(i: i64, sum: i64)")
    assert kernelc("build", path, "--emit", "cfg") == (0, expected.replace("Jump(bb1, %1, %2)", "Jump(bb1, %2, %1)"), "")


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_functions_of_a_file_do_not_touch_one_another(order: tuple[int, ...], kernelc: Kernelc, tmp_path: Path) -> None:
    texts = [sample("sum_to.rs"), sample("classify.rs"), sample("diamond.rs")]
    path, alone = tmp_path / "a.rs", []
    for at in order:
        path.write_text(texts[at], "utf-8")
        alone.append(kernelc("build", path, "--emit", "cfg")[1])
    path.write_text("\n".join(texts[at] for at in order), "utf-8")
    assert kernelc("build", path, "--emit", "cfg") == (0, "\n".join(alone), "")


@pytest.mark.parametrize("names", [{}, {"x": "value", "result": "x", "classify": "score"}, {"x": "result", "result": "n"}])
def test_classify_has_seven_blocks_eight_edges_one_back_edge(names: dict[str, str], kernelc: Kernelc, tmp_path: Path) -> None:
    path = tmp_path / "a.rs"
    path.write_text(renamed(sample("classify.rs"), names), "utf-8")
    code, out, _ = kernelc("build", path, "--emit", "dom")
    assert code == 0
    assert out.startswith(f"fn {names.get('classify', 'classify')}: 7 blocks, 8 edges, 1 back edge\n")
    assert out.endswith("  back edges\n    bb5 -> bb1\n")


def test_classify_as_the_text_writes_it_needs_mut(kernelc: Kernelc, tmp_path: Path) -> None:
    """The exercise assigns to a parameter; the language asks for `mut`, and its help says so."""
    path = tmp_path / "a.rs"
    path.write_text(sample("classify.rs").replace("mut x", "x"), "utf-8")
    code, out, err = kernelc("build", path, "--emit", "cfg")
    assert (code, out) == (1, "") and "error[K0384]" in err and "mut x" in err


def test_if_else_is_a_diamond(kernelc: Kernelc) -> None:
    code, out, _ = kernelc("build", SAMPLES / "diamond.rs", "--emit", "cfg,dom")
    assert code == 0
    assert "Branch(cond, bb1, bb2)\n\n  bb1:\n    Jump(bb3, 1)\n\n  bb2:\n    Jump(bb3, 2)\n\n  bb3(a: i64):\n" in out
    assert "4 blocks, 4 edges, 0 back edges" in out


@pytest.mark.parametrize("swapped", [False, True])
def test_arms_in_the_other_order_change_places(swapped: bool, kernelc: Kernelc, tmp_path: Path) -> None:
    text = sample("diamond.rs")
    path = tmp_path / "a.rs"
    path.write_text(text.replace("cond {", "!cond {").replace("a = 1", "a = 0").replace("a = 2", "a = 1") if swapped else text, "utf-8")
    out = kernelc("build", path, "--emit", "cfg")[1]
    assert out.count("Jump(bb3, ") == 2 and out.count("bb3(a: i64):") == 1


def test_while_has_a_header_and_a_back_edge(kernelc: Kernelc) -> None:
    code, out, _ = kernelc("build", SAMPLES / "count.rs", "--emit", "cfg,dom")
    assert code == 0
    assert "bb1(x: i32):\n    %0 = lt(x, n)\n    Branch(%0, bb2, bb3)" in out
    assert out.endswith("  back edges\n    bb2 -> bb1\n")


FAULTS = {
    "bad_target.mir": "error: jump target bb99 does not exist (in bb2)",
    "bad_body.mir": "error: terminator instruction found in body at position 0 (in bb3)",
    "bad_count.mir": "error: bb0 jumps to bb1 with 1 arg(s), but bb1 expects 2 (in bb0)",
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("words", [("opt", "-p", "mem2reg"), ("build",), ("build", "--emit", "cfg")])
def test_three_injected_errors_give_the_three_texts(name: str, words: tuple[str, ...], kernelc: Kernelc) -> None:
    code, out, err = kernelc(words[0], SAMPLES / name, *words[1:])
    assert (code, out) == (1, "")
    assert FAULTS[name] in err.splitlines()


@pytest.mark.parametrize("name", FAULTS)
def test_the_texts_do_not_depend_on_names_of_values(name: str, kernelc: Kernelc, tmp_path: Path) -> None:
    path = tmp_path / "a.mir"
    path.write_text(renamed(sample(name), {"sum": "a", "i": "b", "n": "m", "zero": "z", "one": "u", "sum_to": "g"}), "utf-8")
    code, _, err = kernelc("opt", path, "-p", "mem2reg")
    assert code == 1 and FAULTS[name] in err.splitlines()


def test_all_faults_are_reported_at_once(kernelc: Kernelc, tmp_path: Path) -> None:
    path = tmp_path / "a.mir"
    text = sample("bad_body.mir").replace("bb1(%s, %j)", "bb99(%s, %j)")
    path.write_text(text.replace("bb1(%zero, %one)\nbb1", "bb1(%zero)\nbb1"), "utf-8")
    code, _, err = kernelc("opt", path, "-p", "mem2reg")
    assert code == 1 and set(FAULTS.values()) <= set(err.splitlines())


def test_a_loop_without_its_condition_is_valid_and_never_ends(kernelc: Kernelc) -> None:
    """The exercise: the verifier accepts it; that it never ends is seen by running it, with fuel, as MIR and as PTX."""
    code, _, err = kernelc("opt", SAMPLES / "endless.mir", "-p", "mem2reg")
    assert (code, err) == (0, "")
    with pytest.raises(OutOfFuel):
        run_kernel(parse_module(sample("endless.mir")), "endless", 1, 1, [5], fuel=10_000)
    for level in "-O0", "-O2":
        code, ptx, err = kernelc("build", SAMPLES / "endless.mir", level)
        assert (code, err) == (0, "")
        with pytest.raises(Fuel):
            load(ptx).launch("endless", 1, 1, [5], fuel=10_000)
