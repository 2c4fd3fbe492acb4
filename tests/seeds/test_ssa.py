"""SSA: dominance frontiers, block parameters in place of φ, renaming with stacks, and the way out of SSA, as the two texts on SSA show."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest

from dialect.interpreter import run_function
from dialect.parser import parse_module
from tests.seeds.support import SAMPLES, Kernelc, canonical, renamed, reordered, sample

BRANCHES = """fn branches(condition: bool) -> i32 {
  bb0:
    Branch(condition, bb1, bb2)

  bb1:
    %0 = add(1, 1)
    Jump(bb3, %0)

  bb2:
    %1 = mul(1, 2)
    Jump(bb3, %1)

  bb3(x: i32):
    %2 = add(x, 3)
    Return(%2)
}
"""
ONE_ARM = """fn one_arm(cond: bool) -> i32 {
  bb0:
    Branch(cond, bb1, bb2(1))

  bb1:
    Jump(bb2, 2)

  bb2(x: i32):
    %0 = add(x, 1)
    Return(%0)
}
"""
COUNT = """fn count(n: i32) -> i32 {
  bb0:
    Jump(bb1, 0)

  bb1(x: i32):
    %0 = lt(x, n)
    Branch(%0, bb2, bb3)

  bb2:
    %1 = add(x, 1)
    Jump(bb1, %1)

  bb3:
    Return(x)
}
"""
EXAMPLES = {"branches.rs": BRANCHES, "one_arm.rs": ONE_ARM, "count.rs": COUNT}
NAMINGS: tuple[dict[str, str], ...] = (
    {}, {"x": "y", "y": "x"}, {"x": "value_of_x", "condition": "x", "cond": "x", "n": "x"}, {"branches": "g", "one_arm": "g", "count": "g"},
)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("names", NAMINGS)
def test_a_parameter_stands_where_the_text_has_its_phi(name: str, names: dict[str, str], kernelc: Kernelc, tmp_path: Path) -> None:
    """Both forms of the φ text (`if`/`else`, and an `if` whose other side is the value from before), and the loop."""
    path = tmp_path / "a.rs"
    path.write_text(renamed(sample(name), names), "utf-8")
    assert kernelc("build", path, "--emit", "cfg") == (0, renamed(EXAMPLES[name], names), "")


def test_each_arm_reads_the_version_from_before_the_branch(kernelc: Kernelc) -> None:
    """The stack of versions: what one arm stores is popped before its sibling is renamed (`1 * 2`, not `(1 + 1) * 2`)."""
    out = kernelc("build", SAMPLES / "branches.rs", "--emit", "cfg")[1]
    assert "%0 = add(1, 1)" in out and "%1 = mul(1, 2)" in out


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_versions_of_nested_branches_are_popped_one_by_one(depth: int, kernelc: Kernelc, tmp_path: Path) -> None:
    opened = "".join(f"x = x + {i}; if c {{ " for i in range(10, 10 + depth))
    text = f"fn f(c: bool) -> i32 {{ let mut x: i32 = 1; {opened} x = 7; {'}' * depth} if c {{ }} else {{ x = x * 3; }} x }}"
    path = tmp_path / "a.rs"
    path.write_text(text, "utf-8")
    code, out, _ = kernelc("build", path, "--emit", "mir")
    assert code == 0
    before = parse_module(out)
    path.write_text(text, "utf-8")
    after = parse_module(kernelc("build", path, "-p", "mem2reg", "--emit", "ssa")[1])
    assert [run_function(before, "f", [c]) for c in (False, True)] == [run_function(after, "f", [c]) for c in (False, True)]


def frontiers(out: str) -> dict[str, str]:
    part = out.partition("dominance frontiers\n")[2].partition("  back edges")[0]
    return dict(re.findall(r"(bb\d+): (\{.*?\})", part))


def test_frontiers_of_the_two_arms_are_the_join(kernelc: Kernelc) -> None:
    """B2 and B3 of the text are bb1 and bb2, B4 is bb3."""
    out = kernelc("build", SAMPLES / "branches.rs", "--emit", "dom")[1]
    assert frontiers(out) == {"bb0": "{}", "bb1": "{bb3}", "bb2": "{bb3}", "bb3": "{}"}


def test_frontier_of_a_loop_body_is_its_header_and_a_header_is_in_its_own(kernelc: Kernelc) -> None:
    out = kernelc("build", SAMPLES / "count.rs", "--emit", "dom")[1]
    assert frontiers(out) == {"bb0": "{}", "bb1": "{bb1}", "bb2": "{bb1}", "bb3": "{}"}
    assert "bb0\n      bb1\n        bb2\n        bb3\n" in out


def test_siblings_do_not_dominate_one_another(kernelc: Kernelc) -> None:
    out = kernelc("build", SAMPLES / "frontier.mir", "--emit", "dom")[1]
    assert "bb2: bb1\n" in out and "bb3: bb1\n" in out and "bb4: bb1\n" in out
    assert frontiers(out) == {
        "bb0": "{}", "bb1": "{bb6}", "bb2": "{bb4}", "bb3": "{bb4}", "bb4": "{bb6}", "bb5": "{bb6}", "bb6": "{}"
    }  # fmt: skip


def test_a_parameter_is_a_definition_so_frontiers_are_iterated(kernelc: Kernelc) -> None:
    """bb6 is in the frontier of no block with a store, but of bb4, which got a parameter."""
    code, out, _ = kernelc("opt", SAMPLES / "frontier.mir", "-p", "mem2reg")
    assert code == 0
    assert "bb4(%x: i32):" in out and re.search(r"bb6\(%x\.\d+: i32\):", out)
    assert "mir.goto bb6(%x)" in out and "mir.goto bb6(%p)" in out


def test_no_parameter_where_the_value_is_dead(kernelc: Kernelc) -> None:
    out = kernelc("opt", SAMPLES / "pruned.mir", "-p", "mem2reg")[1]
    assert "bb3(%live: i32):" in out and "dead" not in out


def test_irreducible_flow_is_handled(kernelc: Kernelc) -> None:
    code, out, _ = kernelc("opt", SAMPLES / "irreducible.mir", "-p", "mem2reg", "--verify")
    assert code == 0 and "alloca" not in out and out.count(": i32):") == 2
    before, after = parse_module(sample("irreducible.mir")), parse_module(out)
    for arguments in ([2, False], [2, True], [3, True]):
        assert run_function(before, "irreducible", arguments) == run_function(after, "irreducible", arguments)


# ------------------------------------------------------------------------------------------------------------------ out of SSA

TURNS = range(6)
RESULTS = {
    "swap": [[1, 2] if n % 2 == 0 else [2, 1] for n in TURNS],
    "lost_copy": [[max(n - 1, 0) if n > 1 else 0, max(n, 1)] for n in TURNS],
    "rotate": [[*[(i + n) % 4 + 1 for i in range(4)], (n - 1) % 4 + 1 if n else 0] for n in TURNS],
}
VARIABLES = {"swap": ("a", "b", "k", "t"), "lost_copy": ("x", "y"), "rotate": ("a", "b", "c", "d", "last", "k", "t")}


def run_on_vm(kernelc: Kernelc, path: Path, name: str, turns: int, *options: str) -> list[int]:
    count = len(RESULTS[name][0])
    code, out, err = kernelc("run", f"{path}::{name}", f"out=zeros:i64[{count}]", turns, "--print", "out", "--device", "cpu", *options)
    assert (code, err) == (0, ""), err
    return [int(each) for each in re.findall(r"-?\d+", out.partition("=")[2])]


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("options", [(), ("-O0",), ("-O1",)])
def test_swap_and_lost_copy_are_right_on_the_machine(name: str, options: tuple[str, ...], kernelc: Kernelc) -> None:
    for turns in TURNS:
        assert run_on_vm(kernelc, SAMPLES / f"{name}.rs", name, turns, *options) == RESULTS[name][turns]


@pytest.mark.parametrize("name", RESULTS)
def test_swap_and_lost_copy_renamed_and_reordered(name: str, kernelc: Kernelc, tmp_path: Path) -> None:
    """Names and the order of declarations decide nothing; they do change the order of parameters and so of copies."""
    path = tmp_path / "a.rs"
    text = sample(f"{name}.rs")
    lets = tuple(line for line in text.splitlines() if line.startswith("    let mut"))
    variables = VARIABLES[name]
    listings = []
    for at, variant in enumerate(reordered(text, lets)[:: 1 if len(lets) < 4 else 97]):
        path.write_text(renamed(variant, dict(zip(variables, variables[at % 2 :] + variables[: at % 2], strict=True))), "utf-8")
        assert run_on_vm(kernelc, path, name, 3) == RESULTS[name][3]
        listings.append(canonical(kernelc("build", path, "--emit", "cfg")[1], variables))
    assert len(listings) > 1 and "Jump(bb1" in listings[0]


def moves(ptx: str) -> list[str]:
    return re.findall(r"\tmov\.b64 \t(.*);", ptx)


def test_a_swap_takes_one_temporary(kernelc: Kernelc) -> None:
    """The two copies of the loop happen at once: a cycle of two, so three moves."""
    ptx = kernelc("build", SAMPLES / "swap.rs")[1]
    in_loop = [each.split(", ") for each in moves(ptx.partition("$bb1:")[2])]
    assert len(in_loop) == 3
    (t, first), (second_to, second_from), (last_to, last_from) = in_loop
    assert first == second_to and second_from == last_to and last_from == t and len({t, first, second_from}) == 3


def test_a_cycle_of_four_takes_one_temporary(kernelc: Kernelc) -> None:
    ptx = kernelc("build", SAMPLES / "rotate.rs")[1]
    in_loop = moves(ptx.partition("$bb1:")[2])
    temporaries = {to for to, _ in (each.split(", ") for each in in_loop)} - {"%a", "%b", "%c", "%d", "%last"}
    assert len(temporaries) <= 1 and len(in_loop) == 5 + len(temporaries)


def test_copies_whose_ranges_do_not_meet_are_coalesced(kernelc: Kernelc) -> None:
    """In sum_to, each variable keeps one register: no move but those of the initial values."""
    ptx = kernelc("build", SAMPLES / "sum_to.rs")[1]
    assert moves(ptx) == ["%sum, 0", "%i, 1"]


def test_a_lost_copy_is_kept(kernelc: Kernelc) -> None:
    """`y` is the `x` of the turn before: it is copied before `x` gets its next value."""
    ptx = kernelc("build", SAMPLES / "lost_copy.rs")[1]
    body = ptx.partition("$bb1:")[2]
    first, second = moves(body)
    assert first == "%y, %x" and second.startswith("%x, ")


def test_critical_edges_are_split(kernelc: Kernelc) -> None:
    code, out, _ = kernelc("opt", SAMPLES / "critical.mir", "-p", "split_critical_edges")
    assert code == 0
    assert "mir.cond_br %c, bb1, bb0.bb2\nbb0.bb2:\n  mir.goto bb2(%p)" in out
    for c, p in ((True, 5), (False, 5)):
        assert run_function(parse_module(out), "critical", [c, p]) == (1 if c else 5)


def test_every_order_of_arms_means_the_same(kernelc: Kernelc, tmp_path: Path) -> None:
    path = tmp_path / "a.rs"
    for arms in permutations(["n == 1 { x = 10; }", "n == 2 { x = 20; }", "n == 3 { x = 30; }"]):
        path.write_text(f"fn f(n: i32) -> i32 {{ let mut x = 0; {' else '.join(f'if {arm}' for arm in arms)} x }}", "utf-8")
        code, out, _ = kernelc("build", path, "-p", "mem2reg,simplify_cfg", "--emit", "ssa")
        assert code == 0 and len(re.findall(r"^bb\d+\(%x", out, re.MULTILINE)) == 3, "a parameter at each of the nested joins"
        module = parse_module(out)
        assert [run_function(module, "f", [n]) for n in range(5)] == [0, 10, 20, 30, 0]
