"""What the attributes of a function say to lowering, read from their text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend import ast
    from kernelc.frontend.defs import FnDef


def attribute_text(attribute: ast.Attribute) -> str:
    """What stands between the parentheses of an attribute; empty without any."""
    if attribute.tree is None:
        return ""
    text = attribute.tree.span.text.strip()
    return text[1:-1].strip() if text[:1] == "(" else text


def flags(attribute: ast.Attribute) -> tuple[str, ...]:
    """The comma-separated parts of an attribute, without blanks around them."""
    return tuple([part.strip() for part in attribute_text(attribute).split(",") if part.strip()])


def intrinsic_text(fn: FnDef) -> str | None:
    """The text of `#[intrinsic("…")]`; None without one."""
    if "intrinsic" not in fn.state:
        attribute = fn.attribute("intrinsic") if not fn.has_body else None
        fn.state["intrinsic"] = attribute_text(attribute).strip('"') if attribute is not None else None
    found: str | None = fn.state["intrinsic"]
    return found


def launch_bounds(fn: FnDef) -> tuple[int, int]:
    """The threads per block and blocks per multiprocessor of `#[launch_bounds(a, b)]`; 0 = unsaid."""
    attribute = fn.attribute("launch_bounds")
    parts = [int(part) for part in flags(attribute) if part.isdecimal()] if attribute is not None else []
    padded = [*parts, 0, 0]
    return padded[0], padded[1]
