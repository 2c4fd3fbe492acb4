"""The pass table and the pipelines: the one place that names a pass.

A pipeline is a tuple of pass names in the order in which they run; a tuple inside it is a group that repeats while it changes
something. Each `after` constraint of a pass holds in every pipeline (a test checks it): wherever the pass stands, the other one
stands somewhere before it. A module with `run(function, analyses) -> bool` is a function pass; one with `run_module(module) ->
list[str]` (names of the functions changed) a module pass.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    Pipeline: TypeAlias = Sequence["str | Pipeline"]


class PassInfo:
    """A row of the table: `module` is imported when the pass first runs; `after` pairs each pass that must stand before with the
    reason.
    """

    __slots__ = ("after", "is_module_pass", "module", "name", "summary")

    def __init__(self, name: str, summary: str, after: tuple[tuple[str, str], ...] = (), is_module_pass: bool = False) -> None:
        self.name, self.summary, self.after, self.is_module_pass = name, summary, after, is_module_pass
        self.module = f"kernelc.passes.{name}"


_ROWS = (
    PassInfo("sroa", "splits slots of aggregates into a slot per scalar"),
    PassInfo(
        "mem2reg",
        "promotes slots to SSA values with block parameters",
        after=(("sroa", "a slot of aggregate type is refused, its parts are not"),),
    ),
    PassInfo(
        "inline",
        "replaces calls by the body of the callee",
        is_module_pass=True,
        after=(("dce", "each function is cleaned once before it is copied: the number of ops copied is what everything later costs"),),
    ),
    PassInfo("drop_unused", "removes functions that no kernel reaches", is_module_pass=True),
    PassInfo(
        "forward_references",
        "turns accesses through a reference with one known target into accesses of that slot",
        after=(("mem2reg", "a reference is seen through only once the variable that holds it is a value"),),
    ),
    PassInfo(
        "unroll",
        "unrolls loops that run a known number of times, or ask for it",
        after=(
            ("mem2reg", "a counter is followed only where it is a value"),
            ("inline", "what a loop costs is known only with its calls opened, and iterators count in functions"),
        ),
    ),
    PassInfo(
        "narrow_spaces",
        "uses the address space that a generic pointer is known to lie in",
        after=(("mem2reg", "the pointer must be a value, not the content of a slot"),),
    ),
    PassInfo("fold", "folds constants and exact identities", after=(("mem2reg", "operands are loads until then"),)),
    PassInfo(
        "sccp",
        "propagates constants through branches and block parameters",
        after=(("mem2reg", "constants reach block parameters only then"),),
    ),
    PassInfo(
        "thread_jumps",
        "leads jumps past a block whose branch they decide",
        after=(("mem2reg", "what decides must be passed as a value, not stored to a slot"),),
    ),
    PassInfo("gvn", "merges equal values", after=(("fold", "constants on the right and folded casts make more values equal"),)),
    PassInfo(
        "licm",
        "moves loop-invariant values out of loops",
        after=(
            ("gvn", "one copy of a value moves, not several"),
            ("narrow_spaces", "the narrowed address is what should move, not the generic one"),
        ),
    ),
    PassInfo(
        "if_convert",
        "turns small `if`s into selects",
        after=(
            ("thread_jumps", "a branch that some ways decide is no branch on them; a select would be computed on all"),
            ("gvn", "what a branch decides helps to simplify its ways"),
            ("licm", "a select is not moved: what chooses may be undefined where the loop would not have chosen"),
        ),
    ),
    PassInfo("simplify_cfg", "removes branches, blocks and block parameters that are not needed"),
    PassInfo("dce", "removes what nothing observable needs"),
    PassInfo("split_critical_edges", "gives each critical edge that carries arguments a block of its own"),
)
PASSES = {row.name: row for row in _ROWS}

CLEAN_UP: Pipeline = ("fold", "simplify_cfg", "dce")
O0: Pipeline = ()
O1: Pipeline = ("sroa", "mem2reg", "narrow_spaces", *CLEAN_UP)
O2: Pipeline = (
    "sroa",
    "mem2reg",
    *CLEAN_UP,
    ("inline", "sroa", "mem2reg", "forward_references", "thread_jumps", *CLEAN_UP),
    ("unroll", "sroa", "mem2reg", "forward_references", *CLEAN_UP),
    "narrow_spaces",
    "sccp",
    "simplify_cfg",
    "fold",
    "gvn",
    "licm",
    "gvn",
    "if_convert",
    *CLEAN_UP,
)
PIPELINES: dict[int, Pipeline] = {0: O0, 1: O1, 2: O2}
"""By optimisation level."""


class UnknownPassError(ValueError):
    """A pipeline text that names no pass, or is not well formed; the message is for the user."""


def parse_passes(text: str) -> Pipeline:
    """A pipeline from its text: names parted by commas; a group that repeats in parentheses, `sroa,(inline,mem2reg),dce`. Raises
    UnknownPassError.
    """
    groups: list[list[str | Pipeline]] = [[]]
    for token in text.replace("(", ",(,").replace(")", ",),").split(","):
        name = token.strip()
        if name == "(":
            groups.append([])
        elif name == ")":
            if len(groups) == 1:
                raise UnknownPassError(f"`)` without `(` in the pass list `{text}`")
            group = tuple(groups.pop())
            groups[-1].append(group)
        elif name:
            groups[-1].append(_known(name))
    if len(groups) > 1:
        raise UnknownPassError(f"`(` without `)` in the pass list `{text}`")
    return tuple(groups[0])


def _known(name: str) -> str:
    if name in PASSES:
        return name
    from difflib import get_close_matches

    near = get_close_matches(name, PASSES, 1)
    hint = f"; did you mean `{near[0]}`?" if near else f"; the passes are {', '.join(PASSES)}"
    raise UnknownPassError(f"there is no pass `{name}`{hint}")


def flatten(pipeline: Pipeline) -> list[str]:
    """The names in order, groups opened. Groups nest, so this walks with a stack."""
    out: list[str] = []
    stack = [iter(pipeline)]
    while stack:
        for item in stack[-1]:
            if isinstance(item, str):
                out.append(item)
            else:
                stack.append(iter(item))
                break
        else:
            stack.pop()
    return out
