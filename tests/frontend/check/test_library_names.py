"""Python names no item of the core library outside the table of `lang.py`: every public name of the library beside every string of the sources."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
LIBRARY = ROOT / "kernelc" / "core"
TABLE = ROOT / "kernelc" / "frontend" / "lang.py"
PAGES = ROOT / "kernelc" / "frontend" / "codes.py"
"""Holds user programs as text."""
WORDS = {"None", "C", "E", "R", "I"}
"""Names that are also words: a value of Python, `repr(C)`, letters in mangled symbols."""
ITEM = re.compile(r"^\s*pub (?:const |unsafe )*(?:fn|struct|enum|trait|const|static|mod|type|union) (\w+)", re.MULTILINE)
ENUM = re.compile(r"pub enum \w+(?:<[^{]*>)? \{(.*?)\n\}", re.DOTALL)
TRAIT = re.compile(r"pub trait [^{]*\{(.*?)\n\}", re.DOTALL)
PATH = re.compile(r"\b(?:core|std|cuda_device)::\w")


def library_names():
    """The public names of the library: items, variants, items of traits."""
    found = set()
    for path in sorted(LIBRARY.rglob("*.rs")):
        text = path.read_text("utf-8")
        found |= set(ITEM.findall(text))
        for body in ENUM.findall(text):
            found |= set(re.findall(r"^    (\w+)", body, re.MULTILINE))
        for body in TRAIT.findall(text):
            found |= set(re.findall(r"^    (?:fn|type|const) (\w+)", body, re.MULTILINE))
    return found


def strings(tree):
    """The string literals of a module with their lines; docstrings are none."""
    documents = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    return [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in documents]


def sources():
    """The modules that know the language; MIR and PTX have ops and steps of the same names."""
    return sorted((ROOT / "kernelc").rglob("*.py"))


def test_the_library_is_read():
    names = library_names()
    assert len(names) > 500
    assert {"Option", "Some", "next", "into_iter", "PartialOrd", "partial_cmp", "Output", "wrapping_add", "Less"} <= names


def test_no_type_trait_or_variant_of_the_library_is_named():
    names = {n for n in library_names() if n[0].isupper()} - WORDS
    found = [
        f"{path.relative_to(ROOT)}:{each.lineno}: {each.value!r}"
        for path in sources()
        if path not in (TABLE, PAGES)
        for each in strings(ast.parse(path.read_text("utf-8")))
        if each.value in names or PATH.search(each.value)
    ]
    assert found == []


def test_no_item_of_a_trait_is_asked_for_by_name():
    """`trait.items["next"]`, `variant.name == "Some"`, `fn.name == "transmute"`."""
    names = library_names()
    found = []
    for path in sorted((ROOT / "kernelc" / "frontend").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            asked = None
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "items":
                asked = node.slice
            elif isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "name" and ast.unparse(node.left) not in PLAIN:
                asked = node.comparators[0]
            if isinstance(asked, ast.Constant) and asked.value in names:
                found.append(f"{path.relative_to(ROOT)}: {ast.unparse(node)}")
    assert found == []


PLAIN = {"name.name"}
"""A name as written."""
