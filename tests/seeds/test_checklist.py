"""docs/seeds.md is made from ROWS; each command runs, each test exists, and no test of this folder is left out."""

from __future__ import annotations

import importlib
import shlex
from pathlib import Path

import pytest

from tests.seeds.support import ROOT, Kernelc

S = "tests/seeds/samples"
BLOCKS, SSA, MEM2REG = "test_basic_blocks", "test_ssa", "test_mem2reg"
HEAD = """<!-- Made by `python -m tests.seeds.test_checklist`; edit `tests/seeds/test_checklist.py` instead. -->

# From the texts to the compiler

Four introductions, to basic blocks, SSA form (two), and mem2reg, describe what the middle of a compiler does. Here is each of
their ideas, a command that shows it (from the root of the repository), and the tests in `tests/seeds/` that hold it, most of them
also on renamed and reordered variants. B1 to B4 of the texts are `bb0` to `bb3` in listings (`bb1` to `bb4`
in `frontier.mir`). Where a text counts the ops of a straight
line, it writes constants into the ops that use them; so `mir.const` does not count, and the listing of `--emit cfg` shows two ops.
"""
PARTS: dict[str, list[tuple[str, str, str, tuple[str, ...]]]] = {
    "Basic blocks and control flow": [
        ("`sum_to` as blocks, in the exact form of the text", f"build {S}/sum_to.rs --emit cfg", BLOCKS,
         ("test_sum_to_prints_exactly_the_form_of_the_text", "test_independent_lets_in_the_other_order",
          "test_functions_of_a_file_do_not_touch_one_another")),
        ("`if`/`else` is a diamond whose join has a parameter", f"build {S}/diamond.rs --emit cfg,dom", BLOCKS,
         ("test_if_else_is_a_diamond", "test_arms_in_the_other_order_change_places")),
        ("`while` has a header, and a back edge to it", f"build {S}/count.rs --emit cfg,dom", BLOCKS, ("test_while_has_a_header_and_a_back_edge",)),
        ("exercise: blocks, edges and back edges of `classify`", f"build {S}/classify.rs --emit dom", BLOCKS,
         ("test_classify_has_seven_blocks_eight_edges_one_back_edge", "test_classify_as_the_text_writes_it_needs_mut")),
        ("experiment 1: a jump to a block that does not exist", f"opt {S}/bad_target.mir -p mem2reg", BLOCKS,
         ("test_three_injected_errors_give_the_three_texts", "test_the_texts_do_not_depend_on_names_of_values")),
        ("experiment 2: a terminator in the body", f"opt {S}/bad_body.mir -p mem2reg", BLOCKS, ("test_three_injected_errors_give_the_three_texts",)),
        ("experiment 3: a wrong number of arguments", f"opt {S}/bad_count.mir -p mem2reg", BLOCKS,
         ("test_three_injected_errors_give_the_three_texts", "test_all_faults_are_reported_at_once")),
        ("exercise: a loop without its condition is valid, and never ends", f"opt {S}/endless.mir -p mem2reg", BLOCKS,
         ("test_a_loop_without_its_condition_is_valid_and_never_ends",)),
    ],
    "SSA": [
        ("φ where two assignments meet; `x = φ(x2, x3)` as a block parameter", f"build {S}/branches.rs --emit cfg", SSA,
         ("test_a_parameter_stands_where_the_text_has_its_phi",)),
        ("φ of a new value and the one from before", f"build {S}/one_arm.rs --emit cfg", SSA, ("test_a_parameter_stands_where_the_text_has_its_phi",)),
        ("φ in the header of a loop", f"build {S}/count.rs --emit cfg", SSA, ("test_a_parameter_stands_where_the_text_has_its_phi",)),
        ("the dominator tree; siblings do not dominate one another", f"build {S}/frontier.mir --emit dom", SSA, ("test_siblings_do_not_dominate_one_another",)),
        ("dominance frontiers: DF(B2) = DF(B3) = {B4}", f"build {S}/branches.rs --emit dom", SSA, ("test_frontiers_of_the_two_arms_are_the_join",)),
        ("a loop header lies in its own frontier", f"build {S}/count.rs --emit dom", SSA,
         ("test_frontier_of_a_loop_body_is_its_header_and_a_header_is_in_its_own",)),
        ("a φ is a definition: the frontier is iterated", f"opt {S}/frontier.mir -p mem2reg", SSA,
         ("test_a_parameter_is_a_definition_so_frontiers_are_iterated",)),
        ("no φ for what is dead (pruned SSA)", f"opt {S}/pruned.mir -p mem2reg", SSA, ("test_no_parameter_where_the_value_is_dead",)),
        ("renaming with a stack per variable along the dominator tree", f"build {S}/branches.rs -p mem2reg --emit ssa", SSA,
         ("test_each_arm_reads_the_version_from_before_the_branch", "test_versions_of_nested_branches_are_popped_one_by_one",
          "test_every_order_of_arms_means_the_same")),
        ("irreducible control flow", f"opt {S}/irreducible.mir -p mem2reg", SSA, ("test_irreducible_flow_is_handled",)),
        ("out of SSA: the swap problem", f"run {S}/swap.rs::swap out=zeros:i64[2] 5 --print out", SSA,
         ("test_swap_and_lost_copy_are_right_on_the_machine", "test_swap_and_lost_copy_renamed_and_reordered", "test_a_swap_takes_one_temporary")),
        ("out of SSA: the lost copy problem", f"run {S}/lost_copy.rs::lost_copy out=zeros:i64[2] 5 --print out", SSA,
         ("test_swap_and_lost_copy_are_right_on_the_machine", "test_a_lost_copy_is_kept")),
        ("parallel copies in a cycle", f"run {S}/rotate.rs::rotate out=zeros:i64[5] 3 --print out", SSA, ("test_a_cycle_of_four_takes_one_temporary",)),
        ("critical edges are split", f"opt {S}/critical.mir -p split_critical_edges", SSA, ("test_critical_edges_are_split",)),
        ("copies are coalesced", f"build {S}/sum_to.rs", SSA, ("test_copies_whose_ranges_do_not_meet_are_coalesced",)),
    ],
    "mem2reg": [
        ("a slot per variable", f"build {S}/straight.rs --emit mir", MEM2REG, ("test_the_same_from_source",)),
        ("eight ops become two, without folding", f"opt {S}/straight.mir -p mem2reg", MEM2REG, ("test_eight_ops_become_two_without_folding",)),
        ("`let r = &mut x; *r = 2`: refused by mem2reg alone", f"build {S}/reference.rs -p mem2reg -v --emit ssa", MEM2REG,
         ("test_a_borrow_alone_is_refused_and_the_full_road_promotes_it", "test_a_borrow_cast_to_a_pointer_likewise")),
        ("… and promoted on the whole road", f"build {S}/reference.rs -v", MEM2REG, ("test_a_borrow_alone_is_refused_and_the_full_road_promotes_it",)),
        ("addresses passed on, calculated with, cast; volatile accesses", f"build {S}/refused.rs -v --emit ssa", MEM2REG,
         ("test_each_refusal_of_the_text_has_its_reason", "test_lets_in_any_order")),
        ("an address that is stored elsewhere", f"build {S}/moved.rs -v", MEM2REG,
         ("test_a_pointer_kept_in_memory_keeps_what_it_points_to", "test_what_escapes_still_means_the_same")),
        ("an escaping variable is `.local`, and `-v` says why", f"build {S}/helper.rs -v", MEM2REG,
         ("test_an_address_that_a_function_gets_stays_local_and_the_note_says_why", "test_when_it_may_be_inlined_it_is_promoted")),
        ("`hello_constant` before: memory", "build kernels/hello_constant.rs -O0", MEM2REG, ("test_hello_constant_is_three_instructions_and_nothing_local",)),
        ("`hello_constant` after: ld.param, cvta, st.global", "build kernels/hello_constant.rs -O2", MEM2REG,
         ("test_hello_constant_is_three_instructions_and_nothing_local", "test_mem2reg_is_required_before_anything_but_at_o0")),
    ],
}  # fmt: skip


def page() -> str:
    """The text of docs/seeds.md."""
    out = [HEAD]
    for title, rows in PARTS.items():
        out.append(f"\n## {title}\n\n| idea | command | tests |\n|---|---|---|\n")
        for idea, command, module, tests in rows:
            names = ", ".join(f"`{name}`" for name in tests)
            out.append(f"| {idea} | `kernelc {command}` | `{module}.py`: {names} |\n")
    return "".join(out)


ROWS = [row for rows in PARTS.values() for row in rows]


def test_the_page_is_fresh() -> None:
    assert (ROOT / "docs" / "seeds.md").read_text("utf-8") == page(), "run `python -m tests.seeds.test_checklist`"


def test_every_test_exists_and_none_is_left_out() -> None:
    listed = {(module, name) for _, _, module, tests in ROWS for name in tests}
    found = {
        (module, name)
        for module in (BLOCKS, SSA, MEM2REG)
        for name in vars(importlib.import_module(f"tests.seeds.{module}"))
        if name.startswith("test_")
    }
    assert listed == found


@pytest.mark.parametrize("command", [row[1] for row in ROWS])
def test_every_command_runs(command: str, kernelc: Kernelc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code, out, err = kernelc(*shlex.split(command))
    if "/bad_" in command:
        assert (code, out) == (1, "") and err.startswith(("error: ", f"kernelc: {S}"))
    else:
        assert code == 0 and out
        assert bool(err) == (" -v" in command and command != f"build {S}/reference.rs -v")


if __name__ == "__main__":
    (Path(ROOT) / "docs" / "seeds.md").write_text(page(), "utf-8")
