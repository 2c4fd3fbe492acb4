"""What the attributes of a function say to lowering, read from their text."""

from __future__ import annotations

from kernelc.frontend.attributes import text, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend.defs import FnDef


def intrinsic_text(fn: FnDef) -> str | None:
    """The text of `#[intrinsic("…")]`; None without one."""
    if "intrinsic" not in fn.state:
        attribute = fn.attribute("intrinsic")
        fn.state["intrinsic"] = text(attribute) if attribute is not None else None
    found: str | None = fn.state["intrinsic"]
    return found


def inlining(fn: FnDef) -> str:
    """Of `#[inline(always)]` and `#[inline(never)]` the word; else empty."""
    attribute = fn.attribute("inline")
    given = words(attribute) if attribute is not None else []
    return given[0] if given and given[0] in ("always", "never") else ""
