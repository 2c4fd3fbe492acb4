"""Expressions have the kinds and spans that rustc's own parser gives them.

Needs a nightly rustc for `-Zunpretty=ast-tree`; without one the test is skipped. The files are those of the syntax tests' corpus,
the kernels, and, if KERNELC_CUDA_OXIDE names a checkout, every tenth file of it.
"""

from __future__ import annotations

import collections
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kernelc.frontend import driver
from kernelc.frontend.source import Source
from tests.frontend.syntax.support import CORPUS

CHECKOUT = os.environ.get("KERNELC_CUDA_OXIDE", "")
FILES = [path for path in CORPUS if path.parent.name != "core"] + (sorted(Path(CHECKOUT).rglob("*.rs"))[::10] if CHECKOUT else [])

KINDS = {
    "or": "Binary", "and": "Binary", "cmp": "Binary", "bitor": "Binary", "bitxor": "Binary", "bitand": "Binary", "shl": "Binary",
    "shr": "Binary", "binary": "Binary", "assign": "Assign", "op_assign": "AssignOp", "shr_assign": "AssignOp", "range": "Range",
    "cast": "Cast", "method_call": "MethodCall", "call": "Call", "index": "Index", "field": "Field", "tuple_field_expr": "Field",
    "try": "Try", "await": "Await", "closure": "Closure", "return": "Ret", "break": "Break", "continue": "Continue", "if_expr": "If",
    "match": "Match", "while": "While", "for": "ForLoop", "loop": "Loop", "let_cond": "Let", "struct_lit": "Struct", "tuple": "Tup",
    "array": "Array", "array_repeat": "Repeat", "paren": "Paren",
}  # fmt: skip
COMPARED = {*KINDS.values(), "Unary", "AddrOf"}
HEAD = re.compile(r"^( *)(?:\w+: )?Expr \{$")
SPAN = re.compile(r"^ *span: (.*?):(\d+):(\d+): (\d+):(\d+) \(#\d+\),$")
KIND = re.compile(r"^ *kind: (\w+)")

Counts = collections.Counter[tuple[str, int, int, int, int]]


def nightly() -> list[str] | None:
    """The command of a nightly rustc, or None."""
    for command in (["rustc", "+nightly"], ["rustc"]):
        if shutil.which(command[0]):
            done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
            if done.returncode == 0 and "nightly" in done.stdout:
                return command
    return None


RUSTC = nightly()


def theirs(path: Path) -> Counts | None:
    """rustc's expressions; None if rustc refuses the file."""
    assert RUSTC is not None
    done = subprocess.run(
        [*RUSTC, "--edition", "2024", "-Zunpretty=ast-tree", str(path)], capture_output=True, text=True, check=False
    )
    if done.returncode and not done.stdout:
        return None
    found: Counts = collections.Counter()
    stack: list[tuple[int, str]] = []
    for line in done.stdout.split("\n"):
        head = HEAD.match(line)
        if head:
            stack.append((len(head[1]), ""))
        elif stack and len(line) - len(line.lstrip(" ")) == stack[-1][0] + 4:
            kind, span = KIND.match(line), SPAN.match(line)
            if kind:
                stack[-1] = (stack[-1][0], kind[1])
            elif span:
                name = stack.pop()[1]
                if name in COMPARED and span[1] == str(path):
                    found[name, int(span[2]), int(span[3]), int(span[4]), int(span[5])] += 1
    return found


def ours(path: Path) -> Counts:
    """Our expressions, from the parser's tuples."""
    source = Source(str(path), path.read_text())
    table = driver.tables()
    tokens = table.lex(source.text)
    tree, _ = driver.parse(table, [*tokens.kinds, table.end])
    found: Counts = collections.Counter()
    pending = [tree]
    while pending:
        each = pending.pop()
        pending.extend(child for child in each[3:] if isinstance(child, tuple))
        name = table.kinds[each[0]]
        start, end = tokens.starts[each[1]], tokens.ends[each[2] - 1]
        kinds = [(KINDS[name], start)] if name in KINDS else []
        if name == "unary":
            sign = source.text[tokens.starts[each[3]] : tokens.ends[each[3]]]
            kinds = [("AddrOf" if sign[0] == "&" else "Unary", start)] + ([("AddrOf", start + 1)] if sign == "&&" else [])
        for kind, begin in kinds:
            found[(kind, *source.position(begin), *source.position(end))] += 1
    return found


def known_difference(kind: str) -> bool:
    """rustc calls the pattern `-1` a Unary expression; ours is a pattern of its own."""
    return kind == "Unary"


@pytest.mark.slow
@pytest.mark.skipif(RUSTC is None, reason="no nightly rustc")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_expressions_have_rustcs_kinds_and_spans(path: Path) -> None:
    expected, found = theirs(path), ours(path)
    if expected is None:
        pytest.skip("this rustc refuses the file")
    extra = dict(found - expected)
    missing = {each: count for each, count in (expected - found).items() if not known_difference(each[0])}
    if path.name == "everything.rs":
        assert len(extra) <= 1 and len(missing) <= 1, "the span of an attributed statement is wider in rustc"
    else:
        assert not extra and not missing
