"""One grammar file: the tables are what Lark makes of it, Lark and the driver build the same trees, conflicts are the known ones."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import lark
import pytest

from kernelc.frontend import driver, syntax, tables
from tests.frontend.syntax.support import CORPUS, HERE, ROOT


@pytest.fixture(scope="module")
def analysis() -> tuple[lark.Lark, list[str]]:
    return tables.analyse()


def lark_tree(tree: object) -> str:
    if isinstance(tree, lark.Token):
        return str(tree)
    assert isinstance(tree, lark.Tree)
    return f"({' '.join([str(tree.data), *map(lark_tree, tree.children)])})"


def test_the_tables_are_fresh(analysis: tuple[lark.Lark, list[str]]) -> None:
    data = Path(driver.TABLES_FILE).read_bytes()
    assert tables.build(analysis[0]) == data, "run `python -m kernelc.frontend.tables`"
    assert driver.tables().digest == hashlib.sha256(Path(driver.GRAMMAR_FILE).read_bytes()).hexdigest()


@pytest.mark.slow
def test_the_tables_do_not_depend_on_the_hash_seed() -> None:
    code = "from kernelc.frontend import tables; import hashlib; print(hashlib.sha256(tables.build()).hexdigest())"
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    made = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert made.strip() == hashlib.sha256(Path(driver.TABLES_FILE).read_bytes()).hexdigest()


def test_the_conflicts_are_the_known_ones(analysis: tuple[lark.Lark, list[str]]) -> None:
    known = (HERE / "conflicts.txt").read_text().splitlines()
    assert analysis[1] == known, "read the difference, then `python -m kernelc.frontend.tables --conflicts`"
    assert [line for line in known if line.startswith("reduce/reduce")] == known[:2], (
        "only `mut x` in patterns, settled by priority"
    )


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_lark_and_the_driver_build_the_same_tree(path: Path, analysis: tuple[lark.Lark, list[str]]) -> None:
    text = path.read_text()
    table = driver.tables()
    tokens = table.lex(text)
    ours, _ = driver.parse(table, [*tokens.kinds, table.end])
    assert driver.tree_text(table, ours, tokens, text) == lark_tree(analysis[0].parse(text, start="start"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_larks_lexer_and_ours_make_the_same_tokens(path: Path, analysis: tuple[lark.Lark, list[str]]) -> None:
    text = path.read_text()
    table = driver.tables()
    tokens = table.lex(text)
    ours = [(table.terminals[kind], start, end) for kind, start, end in zip(tokens.kinds, tokens.starts, tokens.ends)]
    assert ours == [(token.type, token.start_pos, token.end_pos) for token in analysis[0].lex(text)]


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_lark_parses_our_tokens(path: Path, analysis: tuple[lark.Lark, list[str]]) -> None:
    """The one lexer serves Lark too: fed its tokens, Lark's parser builds the same tree as the driver."""
    text = path.read_text()
    table = driver.tables()
    tokens = table.lex(text)
    parser = analysis[0].parse_interactive("", start="start")
    for kind, start, end in zip(tokens.kinds, tokens.starts, tokens.ends):
        parser.feed_token(lark.Token(table.terminals[kind], text[start:end]))
    ours, _ = driver.parse(table, [*tokens.kinds, table.end])
    assert lark_tree(parser.feed_eof()) == driver.tree_text(table, ours, tokens, text)


def test_every_kind_of_the_grammar_has_a_builder_and_the_reverse() -> None:
    assert syntax.unbuilt_kinds(driver.tables()) == ([], [])


def test_tables_of_another_format_are_refused() -> None:
    data = Path(driver.TABLES_FILE).read_bytes()
    with pytest.raises(RuntimeError, match="rebuild it"):
        driver.load(b"XXXX" + data[4:])
    with pytest.raises(RuntimeError, match="rebuild it"):
        driver.load(data[:4] + b"\xff\xff" + data[6:])


def test_parsing_needs_no_lark() -> None:
    code = (
        "import sys; from kernelc.frontend.syntax import parse_file; from kernelc.frontend.source import Source; "
        "from kernelc.frontend.diagnostics import Diagnostics; "
        "tree = parse_file(Source('a', 'fn f() { 1 + 1; }'), Diagnostics()); tree.items[0].body; "
        "print([name for name in ('lark', 'numpy', 'dataclasses', 'typing', 'inspect', 'json', 'hashlib') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "[]", done.stdout + done.stderr
