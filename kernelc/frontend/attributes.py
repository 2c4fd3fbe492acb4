"""What attributes say: their words and settings, read from the source text between the delimiters."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import ast


def words(attribute: ast.Attribute) -> list[str]:
    """The comma-separated arguments: `#[launch_bounds(256, 2)]` gives `["256", "2"]`, `#[derive(Copy)]` gives `["Copy"]`, `#[path = "x"]` gives `['"x"']`."""
    if attribute.tree is None:
        return []
    text = attribute.tree.span.text.strip()
    if text[:1] in ("(", "[", "{") and text[-1:] in (")", "]", "}"):
        text = text[1:-1]
    elif text[:1] == "=":
        text = text[1:]
    return [part for part in [word.strip() for word in text.split(",")] if part]


def settings(attribute: ast.Attribute) -> dict[str, str]:
    """Arguments of the form `name = value`, and bare words with an empty value."""
    out: dict[str, str] = {}
    for word in words(attribute):
        name, _, value = word.partition("=")
        out[name.strip()] = value.strip()
    return out


def text(attribute: ast.Attribute) -> str:
    """The one string argument of `#[intrinsic("…")]`."""
    found = words(attribute)
    return found[0].strip('"') if found else ""
